// The main jobs, done by hand from the start page; the actions that each takes are counted and printed.

import type { Locator, Page } from "@playwright/test";

import { card, middle, stillBox, type Place } from "../pages/canvas.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

/** A hand that counts: each press, drag and filled field is one action. */
class Hand {
  n = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(target: Locator): Promise<void> {
    this.n++;
    await target.click();
  }

  async choose(select: Locator, value: string): Promise<void> {
    this.n += 2;
    await select.selectOption(value);
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.n++;
    await field.fill(text);
  }

  async drag(from: Place, to: Place): Promise<void> {
    this.n++;
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps: 8 });
    await this.page.mouse.up();
  }

  /** Begins with an empty file of the language that has an extension. */
  async begin(extension: string): Promise<void> {
    await this.press(this.page.getByRole("button", { name: "New", exact: true }));
    const empty = this.page.getByRole("dialog").getByRole("option", { name: /^Empty file/ });
    await this.press(empty.filter({ hasText: extension }));
  }

  tell(job: string): void {
    console.log(`${job}: ${this.n} actions`);
    test.info().annotations.push({ type: "actions", description: String(this.n) });
  }
}

/** Paints whole columns of the map, by dragging over their ids. */
async function paintColumns(hand: Hand, first: number, last: number, columns: number): Promise<void> {
  const ids = hand.page.locator(".map__x");
  await ids.scrollIntoViewIfNeeded();
  const box = await stillBox(ids);
  const at = (id: number) => ({ x: box.x + ((id + 0.5) * box.width) / columns, y: box.y + box.height / 2 });
  await hand.drag(at(first), at(last));
}

test("only MPI_Send on ranks 0 to 3, and OpenMP on threads 0, 8 and 16, without a key", async ({ workbench, page }) => {
  const hand = new Hand(page);
  await hand.begin(".trace");
  const form = await workbench.view("Form");
  const add = async (name: string) => {
    await hand.press(form.getByRole("button", { name: "Add section" }));
    await hand.press(form.getByRole("button", { name, exact: true }));
    await expect(form.getByRole("heading", { name })).toBeVisible();
  };
  // Of MPI only the one event, and that only where the map says so.
  await add("MPI.default");
  await hand.press(form.getByRole("button", { name: "Only MPI_Send", exact: true }));
  await workbench.expectTextContains("MPI_Recv = off");
  const coverage = await workbench.view("Coverage");
  hand.n++;
  await hand.press(coverage.getByRole("group", { name: "Event" }).getByRole("button"));
  await hand.press(page.getByRole("menuitemradio", { name: /^MPI_Send\b/ }));
  await hand.press(coverage.getByRole("radio", { name: "Add units" }));
  await expect(coverage.getByText(/Lexgion\(MPI:MPI_Send\) has no section yet/)).toBeVisible();
  await paintColumns(hand, 0, 3, 128);
  await workbench.expectTextContains("[Lexgion(MPI:MPI_Send)] : : MPI.rank(0-3)");
  // The map answers at once.
  await expect(coverage.getByRole("combobox", { name: "Region" })).toHaveValue("MPI:MPI_Send");
  // Of OpenMP the other threads are switched off. Today's program cannot do that, and the page says so.
  await hand.choose(coverage.getByRole("combobox", { name: "Domain" }), "OpenMP");
  await expect(coverage.getByText(/have no names, so add one by its address/)).toBeVisible();
  await hand.press(coverage.getByRole("radio", { name: "intended" }));
  await expect(coverage.getByText(/to add a section for them/)).toBeVisible();
  for (const [first, last] of [[1, 7], [9, 15], [17, 255]] as const) await paintColumns(hand, first, last, 256);
  await workbench.expectTextContains("[OpenMP.thread(1-7, 9-15, 17-255)] : OpenMP.default");
  await workbench.view("Form");
  hand.n++;
  await expect(form.getByRole("heading", { name: "OpenMP.thread" })).toBeVisible();
  await hand.press(form.getByRole("button", { name: "all groups off" }));
  await workbench.expectTextContains("omp_work = off");
  hand.tell("only MPI_Send on ranks 0-3 and OpenMP on threads 0, 8, 16");
  // What the map says now.
  await workbench.view("Coverage");
  for (const [thread, answer] of [[8, "Yes"], [9, "No"]] as const) {
    await coverage.getByRole("spinbutton", { name: "OpenMP.thread" }).fill(String(thread));
    await page.keyboard.press("Enter");
    await expect(coverage.getByRole("article", { name: /intended/i })).toContainText(`${answer}: `);
  }
  await workbench.undoAll();
  await workbench.expectText("");
});

test("a number flow of six processes from nothing, by mouse", async ({ workbench, page }) => {
  const hand = new Hand(page);
  await hand.begin(".pipe");
  const graph = await workbench.view("Graph");
  await hand.press(graph.getByRole("button", { name: "Library", exact: true }));
  const library = graph.getByRole("complementary", { name: "Library" });
  const drop = async (name: string, to: Place) => {
    await hand.fill(library.getByLabel("Search the library"), name);
    await hand.drag(await middle(library.getByRole("button", { name: new RegExp(`^${name}\\b`) }).locator(".library__name")), to);
  };
  const port = (name: RegExp) => middle(graph.getByLabel(name));
  const room = await stillBox(graph.locator(".canvas__drawing"));
  await drop("numbers", { x: room.x + room.width / 3, y: room.y + room.height / 3 });
  await expect(card(graph.locator(".canvas__drawing"), "numbers")).toBeVisible();
  await drop("multiplication", await port(/^output numbers\.number\b/));
  await workbench.expectTextContains("to   multiplication.factor1");
  await drop("numbers", await port(/^input multiplication\.factor2\b/));
  await workbench.expectTextContains("to   multiplication.factor2");
  await drop("print_number", await port(/^output multiplication\.product\b/));
  await workbench.expectTextContains("to   print_number.number");
  await drop("print_number", await port(/^output multiplication\.product\b/));
  await drop("take_number", await port(/^output numbers\.number\b/));
  await workbench.expectTextContains("to   take_number.number");
  hand.tell("a number flow of six processes and five connections by mouse");
  const text = await workbench.text();
  expect(text.match(/^process /gm)).toHaveLength(6);
  expect(text.match(/^connect /gm)).toHaveLength(5);
});

/** Presses a card of an example on the start page. */
async function openExample(hand: Hand, name: RegExp): Promise<void> {
  await hand.press(hand.page.getByRole("button", { name }).first());
}

test("from an example to what it says", async ({ workbench, page }) => {
  const hand = new Hand(page);
  await openExample(hand, /heat2d_openmp_mpi\.trace/);
  // The first sight is a sentence about a map in which units differ.
  const sentence = page.locator(".map__about, .line__about").first();
  const form = page.getByRole("tabpanel").first();
  await expect(form).toBeVisible();
  if (!(await sentence.isVisible())) {
    await workbench.view("Coverage");
    hand.n++;
  }
  await expect(sentence).toContainText(/traced/i);
  hand.tell("an example to the first insight");
});

/** Opens a new file from a template. */
async function beginWith(hand: Hand, workbench: Workbench, template: RegExp): Promise<void> {
  await hand.press(hand.page.getByRole("button", { name: "New", exact: true }));
  await hand.press(hand.page.getByRole("dialog").getByRole("option", { name: template }));
  await expect.poll(() => workbench.text()).not.toBe("");
}

test("from a text to its binary on disk", async ({ workbench, page }) => {
  const hand = new Hand(page);
  await beginWith(hand, workbench, /^One CPU/);
  const file = await workbench.download(() => hand.press(page.getByRole("button", { name: "Download .coilcfg" })));
  hand.tell("a text to its binary on disk");
  expect(file.bytes.subarray(0, 4).toString("latin1")).toMatch(/^[A-Z]/);
});
