// Comments of a pipeline in its drawing: those above processes, and the banners that divide it.

import type { Locator } from "@playwright/test";

import { box, card, type Rectangle, stillBox } from "../pages/canvas.ts";
import { numberFlow, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const text = `# Licence of this file.

# Counts, and says so in a comment that is longer than a line of a process is wide, and even
# longer than the four lines that a drawing has room for, so that it ends in an ellipsis.
process counter
  :: numbers

# ================
# Multiplication
# ================

# Squares – größer
process square
  :: multiplication

process cube
  :: multiplication

# ----------------
process last
  :: print_number

connect from counter.number to square.factor1
connect from counter.number to square.factor2
connect from square.product to cube.factor1
connect from counter.number to cube.factor2
connect from cube.product to last.number
`;

const names = ["counter", "square", "cube", "last"];

const isInside = (inner: Rectangle, outer: Rectangle) =>
  inner.x > outer.x &&
  inner.y > outer.y &&
  inner.x + inner.width < outer.x + outer.width &&
  inner.y + inner.height < outer.y + outer.height;

const areApart = (one: Rectangle, other: Rectangle) =>
  one.x + one.width < other.x ||
  other.x + other.width < one.x ||
  one.y + one.height < other.y ||
  other.y + other.height < one.y;

/** Expects that no two of these overlap. */
async function expectApart(all: Locator[]): Promise<void> {
  const boxes = [];
  for (const it of all) boxes.push(await stillBox(it));
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) expect(areApart(one, other), JSON.stringify([one, other])).toBe(true);
  }
}

test("a comment above a process is a mark, or a note that keeps clear of all else", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", text));
  let graph = await workbench.view("Graph");
  const lines = () => graph.locator(".vertex__comment-line");
  await expect(card(graph, "square")).toHaveAccessibleName(/comment: Squares – größer$/);
  await expect(card(graph, "last")).not.toHaveAccessibleName(/comment/);
  await expect(graph.locator(".vertex__comment-mark")).toHaveCount(2);
  await expect(lines()).toHaveCount(0);
  await box(graph, "counter").hover();
  await expect(graph.getByRole("tooltip")).toContainText("than the four lines that a drawing has room for");
  const places = async () => {
    const all = [];
    for (const it of names) all.push(await stillBox(box(graph, it)));
    return all;
  };
  const before = await places();

  await graph.getByRole("button", { name: "More" }).click();
  await graph.getByRole("menuitemcheckbox", { name: /^Show comments/ }).click();
  await expect(lines()).toHaveCount(5);
  await expect(lines().nth(3)).toHaveText(/…$/);
  await expect(graph.locator(".vertex__comment-mark")).toHaveCount(0);
  await expectApart(names.map((it) => box(graph, it)));
  for (const name of ["counter", "square"]) {
    const outline = await stillBox(box(graph, name));
    for (const line of await card(graph, name).locator(".vertex__comment-line").all()) {
      expect(isInside(await stillBox(line), outline)).toBe(true);
    }
  }

  await page.reload();
  await workbench.ready();
  graph = await workbench.view("Graph");
  await expect(lines(), "as it was left").toHaveCount(5);
  const svg = await workbench.download(() => workbench.palette("Save drawing as SVG"));
  expect(svg.bytes.toString()).toContain(">Squares – größer<");
  await workbench.palette("Show or hide comments in the graph");
  await expect(lines()).toHaveCount(0);
  await workbench.palette("Fit graph to the pane");
  expect(await places(), "as they lay").toEqual(before);
  await workbench.expectText(text);
});

test("a comment in the drawing leads to the one in the text", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", text));
  const graph = await workbench.view("Graph");
  const selected = () => page.evaluate(() => getSelection()?.toString());
  await card(graph, "square").locator(".vertex__comment-mark").click();
  await expect(workbench.editor).toBeFocused();
  await expect.poll(selected).toBe("# Squares – größer");
  await workbench.palette("Show or hide comments in the graph");
  await card(graph, "counter").locator(".vertex__comment-line").first().dblclick();
  await expect.poll(selected).toContain("# longer than the four lines");
  await workbench.expectText(text);
});

test("processes are grouped by banner comments", async ({ workbench, page }) => {
  await workbench.open(textFile("plain.pipe", numberFlow));
  let graph = await workbench.view("Graph");
  await graph.getByRole("button", { name: "More" }).click();
  await expect(graph.getByRole("menuitem", { name: "Select all processes" })).toBeVisible();
  await expect(graph.getByRole("menuitemcheckbox", { name: "Group by banner comments" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await workbench.open(textFile("flow.pipe", text));
  graph = await workbench.view("Graph");
  const before = await stillBox(box(graph, "cube"));
  await graph.getByRole("button", { name: "More" }).click();
  await graph.getByRole("menuitemcheckbox", { name: "Group by banner comments" }).click();
  const frame = card(graph, "Multiplication");
  await expect(frame).toBeVisible();
  const outline = frame.locator(".vertex__box");
  const expectFramed = async () => {
    const around = await stillBox(outline);
    for (const it of ["square", "cube"]) expect(isInside(await stillBox(box(graph, it)), around)).toBe(true);
  };
  await expectFramed();
  await expectApart([outline, box(graph, "counter"), box(graph, "last")]);
  await expect(graph.getByRole("button", { name: /^connection/ })).toHaveCount(5);

  await workbench.palette("Show or hide comments in the graph");
  await expect(graph.locator(".vertex__comment-line").first()).toBeVisible();
  await expectFramed();
  await expectApart([outline, box(graph, "counter"), box(graph, "last")]);
  await workbench.palette("Show or hide comments in the graph");
  await expect(graph.locator(".vertex__comment-line")).toHaveCount(0);

  // What is moved takes its frame along, and comes back to where it lay without frames.
  await expectFramed();
  await card(graph, "cube").click();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("Shift+ArrowDown");
  await expectFramed();
  const svg = await workbench.download(() => workbench.palette("Save drawing as SVG"));
  expect(svg.bytes.toString()).toContain(">Multiplication<");

  await page.reload();
  await workbench.ready();
  graph = await workbench.view("Graph");
  await expect(card(graph, "Multiplication"), "as it was left").toBeVisible();
  await workbench.palette("Group by banner comments");
  await expect(card(graph, "Multiplication")).toHaveCount(0);
  await workbench.palette("Fit graph to the pane");
  // The caret is back in it, too, so its outline is thicker than at first.
  const centre = ({ x, y, width, height }: Rectangle) => [x + width / 2, y + height / 2].map((it) => Math.round(it * 10));
  expect(centre(await stillBox(box(graph, "cube")))).toEqual(centre(before));
  await workbench.expectText(text);
});
