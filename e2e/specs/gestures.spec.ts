// Expectations of a canvas: a key or a press acts where it is pressed, and feedback is visible
// meanwhile.

import type { Locator } from "@playwright/test";

import { textFile } from "../pages/files.ts";
import { box, card, middle, middleOf, stillBox } from "../pages/canvas.ts";
import { expect, test } from "../pages/test.ts";

const cluster = `cluster doubling
  -- Makes a number larger.

  imap from value to times.factor1
  -- The number.

  omap from times.product to result
  -- The larger number.

process times
  :: multiplication
`;
const pipeline = `process a
  :: numbers

process twice
  :: doubling

process c
  :: print_number

connect from a.number
        to   twice.value
connect from twice.result
        to   c.number
`;

const selected = (graph: Locator) => graph.locator('.canvas__drawing [aria-pressed="true"]');

test.beforeEach(async ({ workbench }) => {
  await workbench.open(textFile("doubling.cluster", cluster));
  await workbench.open(textFile("nesting.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "c")).toBeVisible();
});

test("a vertex follows the pointer with its lines, and Escape takes it back", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  const title = await middle(card(graph, "a").locator(".vertex__title"));
  const before = await middle(box(graph, "a"));
  await page.mouse.move(title.x, title.y);
  await page.mouse.down();
  await page.mouse.move(title.x, title.y + 120, { steps: 6 });
  await expect.poll(async () => Math.round((await middle(box(graph, "a"))).y - before.y)).toBe(120);
  await expect(graph.locator(".canvas__ground")).toHaveCSS("cursor", "grabbing");
  await page.keyboard.press("Escape");
  await expect.poll(() => middle(box(graph, "a"))).toEqual(before);
  await page.mouse.up();
  await expect.poll(() => middle(box(graph, "a"))).toEqual(before);
  await workbench.expectText(pipeline);
});

test("undo takes back what follows the pointer, and no step before it", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  await workbench.editor.press("ControlOrMeta+End");
  await page.keyboard.insertText("# typed");
  await workbench.expectText(`${pipeline}# typed`);
  const title = await middle(card(graph, "a").locator(".vertex__title"));
  const before = await middle(box(graph, "a"));
  await page.mouse.move(title.x, title.y);
  await page.mouse.down();
  await page.mouse.move(title.x, title.y + 120, { steps: 6 });
  await expect.poll(async () => Math.round((await middle(box(graph, "a"))).y - before.y)).toBe(120);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => middle(box(graph, "a"))).toEqual(before);
  await page.mouse.move(title.x, title.y + 60);
  await page.mouse.up();
  await expect.poll(() => middle(box(graph, "a"))).toEqual(before);
  await workbench.expectText(`${pipeline}# typed`);
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(pipeline);
  await page.keyboard.press("ControlOrMeta+y");
  await workbench.expectText(`${pipeline}# typed`);
});

test("Escape ends a search before it forgets what is selected", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  await card(graph, "a").locator(".vertex__title").click();
  await card(graph, "c").locator(".vertex__title").click({ modifiers: ["ControlOrMeta"] });
  await expect(selected(graph)).toHaveCount(2);
  const field = graph.getByLabel("Search the graph");
  await field.fill("twice");
  await expect(graph.locator(".vertex--dimmed")).toHaveCount(2);
  await field.press("Escape");
  await expect(graph.locator(".vertex--dimmed")).toHaveCount(0);
  await field.press("Escape");
  await expect(graph.locator(".canvas__drawing")).toBeFocused();
  await expect(selected(graph)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(selected(graph)).toHaveCount(0);
});

test("buttons around the drawing are pressed by keyboard", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  const percent = graph.locator(".canvas-bar__percent");
  const before = await percent.textContent();
  await graph.getByRole("button", { name: "Zoom in" }).focus();
  await page.keyboard.press("Enter");
  await expect(percent).not.toHaveText(before ?? "");
  await graph.getByRole("button", { name: "Zoom out" }).focus();
  await page.keyboard.press("Space");
  await expect(percent).toHaveText(before ?? "");
  await expect(graph).toBeVisible();
});

test("a line let go on a vertex takes the port that fits, and one key agrees", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  const from = await middle(graph.getByLabel(/^output a\.number\b/));
  const title = await middle(card(graph, "c").locator(".vertex__title"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(title.x, title.y, { steps: 6 });
  await expect(graph.locator(".aim")).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Replace", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await workbench.expectText(pipeline.replace("from twice.result", "from a.number"));
  await expect(graph.locator(".canvas__drawing")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(pipeline);
});

test("what is duplicated is selected", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  await card(graph, "c").locator(".vertex__title").click();
  await page.keyboard.press("d");
  await expect(card(graph, "c2")).toHaveAttribute("aria-pressed", "true");
  await expect(selected(graph)).toHaveCount(1);
});

test("a vertex that is opened stays under the pointer, and offers the way to what is inside", async ({
  workbench,
  page,
}) => {
  const graph = await workbench.view("Graph");
  const corner = async () => {
    const it = await box(graph, "twice").first().boundingBox();
    return it && { x: Math.round(it.x), y: Math.round(it.y) };
  };
  const before = await corner();
  const mark = await middle(card(graph, "twice").locator(".vertex__fold"));
  await page.mouse.click(mark.x, mark.y);
  await expect(card(graph, "times")).toBeVisible();
  await expect.poll(corner).toEqual(before);
  const title = await middle(card(graph, "times").locator(".vertex__title"));
  await page.mouse.click(title.x, title.y, { button: "right" });
  await expect(graph.getByRole("menuitem", { name: /^Show in text/ })).toBeVisible();
  // It is written elsewhere, while the vertex around it is written here.
  await expect(graph.getByRole("menuitem", { name: /^(Rename the|Delete the|Duplicate)/ })).toHaveCount(0);
  await expect(graph.getByRole("menuitem", { name: "Rename twice" })).toBeVisible();
  await expect(graph.getByRole("menuitem", { name: "Delete twice" })).toBeVisible();
  await graph.getByRole("menuitem", { name: /^Show in text/ }).click();
  await expect(workbench.fileTab("doubling.cluster")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".cm-activeLine")).toHaveText("process times");
  await expect(workbench.editor).toBeFocused();
  await expect(card(graph, "times")).toHaveAttribute("aria-pressed", "true");
});

test("others stay in their rows when a vertex is opened, and come back where they were", async ({ workbench, page }) => {
  const names = ["a", "d0", "d1", "d2", "d3", "d4", "d5", "d6"];
  const processes = names.map((it, nth) => `process ${it}\n  :: ${nth === 0 ? "numbers" : "doubling"}\n`).join("\n");
  const connections = names.slice(1).map((it, nth) =>
    `connect from ${names[nth]}.${nth === 0 ? "number" : "result"}\n        to   ${it}.value\n`).join("");
  await workbench.open(textFile("rows.pipe", `${processes}\n${connections}`));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "d6")).toBeVisible();
  const fold = (name: string) => card(graph, name).first().locator(".vertex__fold");
  /** Returns the places of all, as seen from the one that is opened. */
  const places = async () => {
    const head = await stillBox(box(graph, "d1").first());
    const all = [];
    for (const it of names) {
      const { x, y } = await stillBox(box(graph, it).first());
      all.push({ x: Math.round(x - head.x), y: Math.round(y - head.y) });
    }
    return all;
  };
  const before = await places();
  const corner = await stillBox(box(graph, "d1").first());
  expect(before.some((it) => it.y > 50)).toBe(true);
  await fold("d1").click();
  await expect(card(graph, "times")).toBeVisible();
  const opened = await places();
  const head = await stillBox(box(graph, "d1").first());
  expect(Math.abs(head.y - corner.y)).toBeLessThan(2);
  // Nothing changes its column but what stands behind it in its row.
  const stays = names.map((_, nth) => nth).filter((nth) => before[nth]!.y > 50 || before[nth]!.x < 0);
  for (const nth of stays) expect(Math.abs(opened[nth]!.x - before[nth]!.x)).toBeLessThan(30);
  expect(opened.map((it) => it.y > 50)).toEqual(before.map((it) => it.y > 50));
  await fold("d1").click();
  await expect(card(graph, "times")).toHaveCount(0);
  // The frame of what is selected is wider by a pixel.
  const offs = async () => (await places()).map((it, nth) => Math.hypot(it.x - before[nth]!.x, it.y - before[nth]!.y));
  await expect.poll(async () => Math.max(...(await offs()))).toBeLessThan(2);
});

test("the list has the same facts and actions, by keyboard alone", async ({ workbench, page }) => {
  await workbench.open(textFile("open.pipe", pipeline.replace(/connect from twice[^]*/, "")));
  const graph = await workbench.view("Graph");
  await graph.locator(".canvas__drawing").focus();
  await page.keyboard.press("l");
  const list = graph.getByRole("region", { name: "Graph as a list" });
  await expect(list.getByText("output twice.result, integer, not connected")).toBeVisible();
  const name = (it: string) => list.getByRole("button", { name: it, exact: true });
  await name("a").focus();
  await page.keyboard.press("ArrowDown");
  // Both of its vertices name the connection.
  const connection = name("a.number to twice.value, integer").first();
  await expect(connection).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(connection).toHaveAttribute("aria-pressed", "true");
  await list.getByRole("button", { name: "Actions on c", exact: true }).press("Enter");
  await expect(graph.getByRole("menuitem", { name: /^Rename/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(name("c")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(graph.locator(".canvas__drawing")).toBeFocused();
});

test("the wheel zooms over what floats above the drawing, too", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  const percent = graph.locator(".canvas-bar__percent");
  const before = await percent.textContent();
  const at = await middle(graph.locator(".legend"));
  await page.mouse.move(at.x, at.y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, 100);
  await page.keyboard.up("Control");
  await expect(percent).not.toHaveText(before ?? "");
});

test("the capacity of a connection into a cluster counts, and a mapping is described", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  await page.keyboard.press("Escape");
  await card(graph, "a").locator(".vertex__title").click();
  await page.keyboard.press("e");
  const edge = graph.getByRole("button", { name: /^connection a\.number to twice\.value/ });
  await expect(edge).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("k");
  await graph.getByLabel(/^Capacity/).fill("9");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("twice/times:down:factor1:capacity = 9");
  await expect(edge).toHaveAccessibleName(/capacity 9/);
  await workbench.fileTab("doubling.cluster").click();
  const mapping = graph.getByRole("button", { name: /^connection doubling\.value to times\.factor1/ });
  const place = await middleOf(mapping);
  await page.mouse.move(place.x, place.y);
  await expect(graph.getByRole("tooltip")).toContainText("The number.");
});

test("what is drawn inside a vertex answers for the vertex", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  await card(graph, "twice").click();
  await page.keyboard.press("x");
  const inner = card(graph, "times");
  await expect(inner).toBeVisible();
  const before = await workbench.text();
  const title = await middle(inner.locator(".vertex__title"));
  await page.mouse.click(title.x, title.y);
  await expect(inner).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Delete");
  await expect(page.getByText("times is defined in doubling.cluster.")).toBeVisible();
  await workbench.expectText(before);
  await page.mouse.click(title.x, title.y, { button: "right" });
  await graph.getByRole("menuitem", { name: "Rename twice" }).click();
  await graph.getByLabel("New name for twice").fill("double");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("process double");
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(before);
  await expect(inner).toBeVisible();
  const again = await middle(inner.locator(".vertex__title"));
  await page.mouse.click(again.x, again.y);
  await page.keyboard.press("Shift+G");
  await workbench.expectTextContains("process times");
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(before);
});

test("the browser asks before a name that is half typed in the drawing is left, and it is in the text then", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  await card(graph, "a").click();
  await page.keyboard.press("F2");
  await graph.getByLabel(/^New name for a/).fill("source");
  const question = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  expect((await question).type()).toBe("beforeunload");
  await (await question).dismiss();
  await workbench.expectText(pipeline.replace("process a\n", "process source\n").replace("from a.number", "from source.number"));
});

test("a name in the drawing that was taken back is not asked about", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  await card(graph, "a").click();
  await page.keyboard.press("F2");
  const field = graph.getByLabel(/^New name for a/);
  await field.fill("source");
  await field.press("Escape");
  await expect(field).toHaveCount(0);
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});
