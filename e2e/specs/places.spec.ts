// Where vertices lie after they were moved by hand: under another name, after undo, and beside what is opened.

import type { Locator, Page } from "@playwright/test";

import { box, card, middle, type Place, stillBox } from "../pages/canvas.ts";
import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const product = `process src
  :: numbers

process mul
  :: multiplication

process sink
  :: print_number

connect from src.number
        to   mul.factor1
connect from src.number
        to   mul.factor2
connect from mul.product
        to   sink.number
`;

const cluster = `cluster dbl
  -- Multiplies twice.

  imap from value to one.factor1
  -- The number.

  omap from two.product to result
  -- The product.

process one
  :: multiplication

process two
  :: multiplication

connect from one.product
        to   two.factor1
`;

const twice = `process a
  :: numbers

process d1
  :: dbl

process d2
  :: dbl

process p1
  :: print_number

process p2
  :: print_number

connect from a.number
        to   d1.value
connect from a.number
        to   d2.value
connect from d1.result
        to   p1.number
connect from d2.result
        to   p2.number
`;

/** Drags a card by its title. */
async function move(page: Page, graph: Locator, name: string, dx: number, dy: number): Promise<void> {
  const title = await middle(card(graph, name).locator(".vertex__title"));
  const before = await middle(box(graph, name));
  await page.mouse.move(title.x, title.y);
  await page.mouse.down();
  await page.mouse.move(title.x + dx, title.y + dy, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await middle(box(graph, name))).x - before.x)).toBe(dx);
}

/** Returns how far a card is from another one. */
async function from(graph: Locator, one: string, other: string): Promise<Place> {
  const [a, b] = [await stillBox(box(graph, one)), await stillBox(box(graph, other))];
  // Without a difference between 0 and -0.
  return { x: Math.round(b.x - a.x) + 0, y: Math.round(b.y - a.y) + 0 };
}

/** Returns true if every card inside lies in the frame of an instance, and no other one does. */
async function isTidy(graph: Locator, frame: string, inner: string[], others: string[]): Promise<string> {
  const around = await stillBox(box(graph, frame));
  const found: string[] = [];
  for (const name of inner) {
    const it = await stillBox(box(graph, name));
    const isIn =
      it.x >= around.x && it.y >= around.y &&
      it.x + it.width <= around.x + around.width && it.y + it.height <= around.y + around.height;
    if (!isIn) found.push(`${name} is outside`);
  }
  for (const name of others) {
    const it = await stillBox(box(graph, name));
    const isApart =
      it.x >= around.x + around.width || it.x + it.width <= around.x ||
      it.y >= around.y + around.height || it.y + it.height <= around.y;
    if (!isApart) found.push(`${name} is over it`);
  }
  return found.join(", ");
}

test("a refused name moves nothing, and stays in its field with the reason", async ({ workbench, page }) => {
  await workbench.open(textFile("product.pipe", product));
  const graph = await workbench.view("Graph");
  await move(page, graph, "mul", 0, 150);
  const before = await from(graph, "mul", "src");
  await card(graph, "mul").locator(".vertex__title").click();
  await page.keyboard.press("n");
  const field = page.getByLabel("New name for mul");
  await field.fill("src");
  await field.press("Enter");
  const reason = graph.getByRole("alert");
  await expect(reason).toContainText("There is a process called");
  await expect(field).toHaveValue("src");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  expect(await from(graph, "mul", "src")).toEqual(before);
  await field.fill("long new name");
  await expect(reason).toBeHidden();
  await field.press("Enter");
  await expect(field).toHaveValue("long new name");
  await expect(reason).toBeVisible();
  await field.fill("times");
  await field.press("Enter");
  await expect(field).toBeHidden();
  await workbench.expectText(product.replaceAll("mul", "times").replaceAll("timestiplication", "multiplication"));
  await expect.poll(() => from(graph, "times", "src")).toEqual(before);
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(product);
  await expect.poll(() => from(graph, "mul", "src")).toEqual(before);
});

test("a vertex that was moved stays under another name, wherever it gets that", async ({ workbench, page }) => {
  await workbench.open(textFile("product.pipe", product));
  const graph = await workbench.view("Graph");
  await move(page, graph, "mul", 0, 150);
  const before = await from(graph, "src", "mul");
  await workbench.line("process mul").click();
  await page.keyboard.press("End");
  await page.keyboard.press("F2");
  const field = page.getByLabel("New name");
  await field.fill("times");
  await field.press("Enter");
  await workbench.expectTextContains("process times");
  await expect.poll(() => from(graph, "src", "times")).toEqual(before);

  await graph.locator(".canvas__drawing").press("ControlOrMeta+z");
  await workbench.expectText(product);
  await expect.poll(() => from(graph, "src", "mul")).toEqual(before);
});

test("the two sides of a cluster stay where they are when something else is changed", async ({ workbench, page }) => {
  await workbench.open(textFile("dbl.cluster", cluster));
  const graph = await workbench.view("Graph");
  const before = await from(graph, "dbl cluster inputs", "dbl cluster outputs");
  await card(graph, "two").locator(".vertex__title").click();
  await page.keyboard.press("n");
  const field = page.getByLabel("New name for two");
  await field.fill("second");
  await field.press("Enter");
  await expect(card(graph, "second")).toBeVisible();
  await expect.poll(() => from(graph, "dbl cluster inputs", "dbl cluster outputs")).toEqual(before);
});

/** Returns the cards that lie over one another. */
async function overlaps(graph: Locator): Promise<string[]> {
  const boxes = await graph.locator(".vertex__box").evaluateAll((all) =>
    all.map((it) => it.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })));
  return boxes.flatMap((one, nth) =>
    boxes.slice(0, nth).filter((it) =>
      one.x < it.x + it.width && it.x < one.x + one.width && one.y < it.y + it.height && it.y < one.y + one.height
    ).map((it) => `${JSON.stringify(one)} over ${JSON.stringify(it)}`));
}

test("a window of another shape lays nothing over what was put by hand", async ({ workbench, page }) => {
  const chain = Array.from({ length: 7 }, (_, nth) => `process step_${nth}\n  :: image_filter\n`).join("\n") +
    Array.from({ length: 6 }, (_, nth) => `\nconnect from step_${nth}.image\n  to step_${nth + 1}.image\n`).join("");
  await page.setViewportSize({ width: 1280, height: 800 });
  await workbench.open(textFile("chain.pipe", chain));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "step_6")).toBeVisible();
  await move(page, graph, "step_1", 20, 40);
  for (const [width, height] of [[800, 1280], [390, 844], [844, 390], [1280, 800]] as const) {
    await page.setViewportSize({ width, height });
    await workbench.view("Graph");
    // A drawing for another room comes once the window keeps its size.
    await page.waitForTimeout(700);
    await expect.poll(() => overlaps(graph)).toEqual([]);
  }
});

test.describe("clusters", () => {
  test.beforeEach(async ({ workbench }) => {
    await workbench.open(textFile("dbl.cluster", cluster));
    await workbench.open(textFile("twice.pipe", twice));
    const graph = await workbench.view("Graph");
    await expect(card(graph, "p2")).toBeVisible();
  });

  test("an instance is opened as a whole after another one was replaced and that undone", async ({ workbench, page }) => {
    const graph = await workbench.view("Graph");
    for (const name of ["d2", "d1", "d2"]) {
      await card(graph, name).locator(".vertex__title").click();
      await page.keyboard.press("Shift+G");
      await expect.poll(() => workbench.text()).not.toContain(`process ${name}\n`);
      await expect(card(graph, name)).toHaveCount(0);
      await page.keyboard.press("ControlOrMeta+z");
      await workbench.expectText(twice);
      await expect(card(graph, name)).toBeVisible();
    }
    await card(graph, "d1").locator(".vertex__title").click();
    await page.keyboard.press("x");
    await expect(card(graph, "one")).toBeVisible();
    await expect.poll(() => isTidy(graph, "d1", ["one", "two"], ["a", "d2", "p1", "p2"])).toBe("");
  });

  test("a frame that opens makes room where a card was put", async ({ workbench, page }) => {
    const once = twice.replace(/process d2\n  :: dbl\n\n/, "").replace(/process p2\n.*\n\n/, "").replace(/connect from \S+\n +to +d2.*\n/, "")
      .replace(/connect from d2.*\n.*\n/, "");
    await workbench.open(textFile("once.pipe", once));
    const graph = await workbench.view("Graph");
    await expect(card(graph, "d2")).toHaveCount(0);
    const d1 = await middle(box(graph, "d1"));
    const p1 = await middle(box(graph, "p1"));
    await move(page, graph, "p1", Math.round(d1.x - p1.x) - 40, 110);
    await card(graph, "d1").locator(".vertex__title").click();
    await page.keyboard.press("x");
    await expect(card(graph, "one")).toBeVisible();
    await expect.poll(() => isTidy(graph, "d1", ["one", "two"], ["a", "p1"])).toBe("");
    await page.keyboard.press("x");
    await expect(card(graph, "one")).toHaveCount(0);
  });
});
