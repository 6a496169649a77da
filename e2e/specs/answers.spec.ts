// What a graph answers to a hand: where it is asked, and only what is true there.

import type { Page } from "@playwright/test";

import { box, card, drag, middle, stillBox } from "../pages/canvas.ts";
import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const viewing = `process input
  :: frame_list_input

process disp
  :: image_viewer

connect from input.timestamp
        to   disp.timestamp
connect from input.image
        to   disp.image
`;

/** More processes than a pane has room for, either way. */
const long = Array.from({ length: 250 }, (_, nth) => `process p${nth}\n  :: print_number\n`).join("");

/** Returns the element that has the keyboard, and the outline that it has. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const it = document.activeElement!;
    return `${it.getAttribute("class")}: ${getComputedStyle(it).outlineStyle}`;
  });

test("a line that is drawn brings no frame and no remark on where it began", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", "process a :: numbers\nprocess b :: print_number\n"));
  const graph = await workbench.view("Graph");
  const [from, to] = [
    await middle(graph.getByLabel(/^output a\.number\b/)),
    await middle(graph.getByLabel(/^input b\.number\b/)),
  ];
  await page.mouse.move(from.x, from.y);
  await expect(graph.getByRole("tooltip")).toContainText("number");
  await page.mouse.down();
  expect(await focused(page)).toBe("canvas__drawing: none");
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await expect(graph.getByRole("tooltip")).toHaveCount(0);
  await workbench.expectTextContains("connect from a.number");
  expect(await focused(page)).toBe("canvas__drawing: none");
  await expect(graph.getByRole("tooltip")).toHaveCount(0);
  await page.mouse.move(to.x + 1, to.y);
  await expect(graph.getByRole("tooltip")).toContainText("one connection");
});

test("nobody is asked for leave to replace a connection by one that cannot be", async ({ workbench, page }) => {
  await workbench.open(textFile("viewing.pipe", viewing));
  const graph = await workbench.view("Graph");
  const taken = graph.getByLabel(/^input disp\.timestamp\b/);
  await drag(page, graph.getByLabel(/^output input\.image_file_name\b/), taken);
  const reason = graph.getByRole("alert");
  await expect(reason).toContainText("disp.timestamp takes kwiver:timestamp");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Where it was let go, and nowhere else.
  const [port, said] = [await middle(taken), await stillBox(reason)];
  expect(said.y - port.y).toBeLessThan(40);
  await expect(page.locator(".toast")).toHaveCount(0);
  await workbench.expectText(viewing);
  await page.screenshot({ path: "results/screens/refused_drop.png" });
  // It goes with the next thing that is begun.
  await card(graph, "input").locator(".vertex__title").click({ button: "right" });
  await expect(graph.getByRole("menu")).toBeVisible();
  await expect(reason).toHaveCount(0);
});

test("a message does not lie over a menu", async ({ workbench, page }) => {
  await workbench.open(textFile("viewing.pipe", viewing));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "disp")).toBeVisible();
  await graph.locator(".canvas__drawing").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  const message = page.locator(".toast");
  await expect(message).toBeVisible();
  const { x, y } = await stillBox(message);
  await page.mouse.click(x + 30, y - 12, { button: "right" });
  const items = graph.getByRole("menuitem");
  await expect(items.first()).toBeVisible();
  await expect(message).toBeVisible();
  const covered = await items.evaluateAll((all) =>
    all.filter((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      return !it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).map((it) => it.textContent));
  expect(covered).toEqual([]);
});

test("a graph that does not fit opens at its corner, in letters that can be read", async ({ workbench, page }) => {
  await workbench.open(textFile("long.pipe", long));
  const graph = await workbench.view("Graph");
  const first = await stillBox(box(graph, "p0"));
  const bar = await stillBox(graph.locator(".canvas-bar"));
  expect(first.y - (bar.y + bar.height)).toBeGreaterThan(0);
  expect(first.y - (bar.y + bar.height)).toBeLessThan(80);
  await expect(graph.locator(".canvas-bar__percent")).toHaveText("70%");
  await page.screenshot({ path: "results/screens/large_graph.png" });
});

test("a cluster is named in the middle of its processes, and comes in their place", async ({ workbench, page }) => {
  const text = Array.from({ length: 4 }, (_, nth) => `process p${nth}\n  :: multiplication\n\n`).join("") +
    Array.from({ length: 3 }, (_, nth) => `connect from p${nth}.product\n        to   p${nth + 1}.factor1\n`).join("");
  await workbench.open(textFile("four.pipe", text));
  const graph = await workbench.view("Graph");
  await card(graph, "p1").locator(".vertex__title").click();
  await card(graph, "p2").locator(".vertex__title").click({ modifiers: ["Shift"] });
  const [one, two, outer] = [await stillBox(box(graph, "p1")), await stillBox(box(graph, "p2")), await stillBox(box(graph, "p0"))];
  await page.keyboard.press("g");
  const name = graph.getByLabel("Name of the cluster");
  await expect(name).toBeVisible();
  await expect(graph.locator(".canvas__field-name")).toHaveText("Name of the cluster");
  await expect(graph.getByRole("tooltip")).toHaveCount(0);
  const at = await middle(name);
  const around = { left: Math.min(one.x, two.x), right: Math.max(one.x, two.x) + one.width };
  expect(at.x).toBeGreaterThan(around.left);
  expect(at.x).toBeLessThan(around.right);
  await page.screenshot({ path: "results/screens/cluster_name.png" });
  await name.fill("pair");
  await page.keyboard.press("Enter");
  await expect(page.locator(".toast").filter({ hasText: "extract 2 processes to pair" })).toBeVisible();
  const made = await middle(box(graph, "pair"));
  expect(made.x).toBeGreaterThan(around.left);
  expect(made.x).toBeLessThan(around.right);
  expect(await stillBox(box(graph, "p0"))).toEqual(outer);
  await page.locator(".toast").getByRole("button", { name: "Show" }).click();
  await expect(workbench.fileTab("pair.cluster")).toHaveAttribute("aria-selected", "true");
});

test("a process without a type says so, and a long name is seen while it is written", async ({ workbench, page }) => {
  const connected = "process b :: numbers\nconnect from b.number to c.number\n";
  await workbench.open(textFile("alone.pipe", connected));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "c").locator(".vertex__subtitle--missing")).toHaveText("not declared");
  // What is not open may declare it, so that is no fault.
  await workbench.open(textFile("part.pipe", `include rest.pipe\n${connected}`));
  await expect(card(graph, "c").locator(".vertex__subtitle")).toHaveText("in no open file");
  await expect(card(graph, "c").locator(".vertex__subtitle--missing")).toHaveCount(0);
  await workbench.open(textFile("untyped.pipe", "process a\nprocess b :: numbers\n"));
  await expect(card(graph, "a").locator(".vertex__subtitle--missing")).toHaveText("no type");
  await expect(card(graph, "b").locator(".vertex__subtitle--missing")).toHaveCount(0);
  await card(graph, "b").locator(".vertex__title").click();
  await page.keyboard.press("F2");
  const field = graph.getByLabel("New name for b");
  const before = (await stillBox(field)).width;
  await field.fill("a_name_of_a_process_that_is_much_wider_than_its_card");
  const isAllSeen = () => field.evaluate((it: HTMLInputElement) => it.scrollWidth <= it.clientWidth);
  await expect.poll(isAllSeen).toBe(true);
  expect((await stillBox(field)).width).toBeGreaterThan(before + 100);
  await field.press("Escape");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("nothing floats over a graph that fits", async ({ workbench, page }) => {
    await workbench.open(textFile("viewing.pipe", viewing));
    const graph = await workbench.view("Graph");
    const bar = await stillBox(graph.locator(".canvas-bar"));
    const legend = await stillBox(graph.locator(".legend"));
    for (const name of ["input", "disp"]) {
      const { y, height } = await stillBox(box(graph, name));
      expect(y).toBeGreaterThan(bar.y + bar.height);
      expect(y + height).toBeLessThan(legend.y);
    }
    const types = graph.getByRole("button", { name: /^\d+ data types?$/ });
    await expect(graph.getByText("kwiver:timestamp")).toHaveCount(0);
    await page.screenshot({ path: "results/screens/phone_graph.png" });
    await types.tap();
    await expect(graph.getByText("kwiver:timestamp")).toBeVisible();
    await graph.getByRole("button", { name: "fewer" }).tap();
    await expect(graph.getByText("kwiver:timestamp")).toHaveCount(0);
  });
});
