// Building a pipeline by mouse: wires are taken off their ports, and cards stay where the hand put them.

import type { Locator, Page } from "@playwright/test";

import { box, card, drag, middle, middleOf, type Place, stillBox } from "../pages/canvas.ts";
import { pipeline, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const three = `process a
  :: numbers

process b
  :: numbers

process c
  :: print_number

connect from a.number
        to   c.number
`;

/** Moves the pointer onto a connection, so many pixels from one of its ends, and waits for the grip there. */
async function takeEnd(page: Page, graph: Locator, edge: Locator, end: "output" | "input"): Promise<void> {
  await expect(async () => {
    const { x, y } = await edge.locator(".edge__line").evaluate((line: SVGPathElement, end) => {
      const toScreen = line.getScreenCTM()!;
      const along = Math.min(22 / toScreen.a, 0.3 * line.getTotalLength());
      const at = line.getPointAtLength(end === "output" ? along : line.getTotalLength() - along);
      const { x, y } = at.matrixTransform(toScreen);
      return { x, y };
    }, end);
    await page.mouse.move(x, y);
    await expect(graph.locator(".edge-grip")).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.mouse.down();
}

test("the end of a connection is taken without selecting it first", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  const edge = graph.getByRole("button", { name: /a\.number to c\.number/ });
  await expect(edge).toBeVisible();
  await takeEnd(page, graph, edge, "output");
  const other = await middle(graph.getByLabel(/^output b\.number\b/));
  await page.mouse.move(other.x, other.y, { steps: 8 });
  await expect(graph.locator(".aim")).toBeVisible();
  await expect(graph.locator(".edge-grip")).toBeHidden();
  await page.mouse.up();
  await workbench.expectText(three.replace("from a.number", "from b.number"));
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(three);
  await takeEnd(page, graph, edge, "input");
  const end = await middle(card(graph, "c"));
  await page.mouse.move(end.x - 40, end.y + 150, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => workbench.text()).not.toContain("connect from");
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(three);
});

test("Escape puts the end back, a press there selects, and a port begins a new line", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  const edge = graph.getByRole("button", { name: /a\.number to c\.number/ });
  await takeEnd(page, graph, edge, "input");
  const { x, y } = await middle(card(graph, "c"));
  await page.mouse.move(x - 60, y + 120, { steps: 4 });
  await expect(graph.locator(".rubber")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(graph.locator(".rubber")).toBeHidden();
  await workbench.expectText(three);
  await expect(edge).toHaveAttribute("aria-pressed", "false");
  await takeEnd(page, graph, edge, "input");
  await page.mouse.up();
  await expect(edge).toHaveAttribute("aria-pressed", "true");
});

/** Finds the drawing: the library has the same names. */
const drawing = (graph: Locator) => graph.locator(".canvas__drawing");
const library = (graph: Locator) => graph.getByRole("complementary", { name: "Library" });
const entry = (graph: Locator, name: string) => library(graph).getByRole("button", { name: new RegExp(`^${name}\\b`) });

/** Opens the library. */
async function openLibrary(page: Page, graph: Locator): Promise<void> {
  await expect(card(graph, "a")).toBeVisible();
  await graph.getByRole("button", { name: "Library", exact: true }).click();
  await expect(library(graph).getByLabel("Search the library")).toBeFocused();
}

/** Drags an entry of the library to a place of the page. */
async function dragEntry(page: Page, graph: Locator, name: string, to: Place): Promise<void> {
  await library(graph).getByLabel("Search the library").fill(name);
  const from = await middle(entry(graph, name).locator(".library__name"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
}

/** Returns the places of vertices in pixels, rounded. */
const places = async (graph: Locator, names: string[]) =>
  Promise.all(
    names.map(async (name): Promise<[string, number, number]> => {
      const { x, y } = (await box(drawing(graph), name).boundingBox()) ?? { x: 0, y: 0 };
      return [name, Math.round(x) + 0, Math.round(y) + 0];
    }),
  );

/** Expects vertices at these places, up to the wider outline of what is selected. */
async function expectPlaces(graph: Locator, expected: [string, number, number][]): Promise<void> {
  await expect(async () => {
    for (const [name, x, y] of await places(graph, expected.map(([it]) => it))) {
      const [, left, top] = expected.find(([it]) => it === name) ?? [name, 0, 0];
      expect(Math.hypot(x - left, y - top), `${name} at ${x}, ${y}, not ${left}, ${top}`).toBeLessThan(3);
    }
  }).toPass({ timeout: 10_000 });
}

test("what is dragged out of the library lands where the hand is, and nothing else moves", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  await openLibrary(page, graph);
  const names = ["a", "b", "c"];
  const before = await places(graph, names);
  const free = await middle(card(graph, "b"));
  const to = { x: free.x + 150, y: free.y + 90 };
  await dragEntry(page, graph, "multiplication", to);
  await expect(page.locator(".library__ghost--on")).toHaveText("multiplication");
  await page.mouse.up();
  await expect(page.locator(".library__ghost")).toBeHidden();
  await workbench.expectTextContains("process multiplication\n  :: multiplication");
  await expect(card(drawing(graph), "multiplication")).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(async () => {
      const { x, y } = (await box(drawing(graph), "multiplication").boundingBox()) ?? { x: 0, y: 0 };
      return Math.hypot(x + 40 - to.x, y + 22 - to.y);
    })
    .toBeLessThan(4);
  await expectPlaces(graph, before);
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(three);
  await expectPlaces(graph, before);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(card(drawing(graph), "multiplication")).toBeVisible();
  await expectPlaces(graph, before);
});

test("the first of a drawing lands where the hand is, too", async ({ workbench, page }) => {
  await workbench.open(textFile("empty.pipe", "# nothing yet\n"));
  const graph = await workbench.view("Graph");
  await page.keyboard.press("Escape");
  await workbench.palette("Show or hide the library");
  await expect(library(graph).getByLabel("Search the library")).toBeFocused();
  const ground = (await graph.locator(".canvas__ground").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const to = { x: ground.x + 90, y: ground.y + 180 };
  await dragEntry(page, graph, "multiplication", to);
  await page.mouse.up();
  await workbench.expectTextContains("process multiplication\n  :: multiplication");
  await expect
    .poll(async () => {
      const { x, y } = (await box(drawing(graph), "multiplication").boundingBox()) ?? { x: 0, y: 0 };
      return Math.hypot(x + 40 - to.x, y + 22 - to.y);
    })
    .toBeLessThan(4);
});

test("on a connection it goes into it, on a port it is joined, and Escape puts it back", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  await openLibrary(page, graph);
  await dragEntry(page, graph, "multiplication", await middleOf(graph.getByRole("button", { name: /a\.number to c\.number/ })));
  // A straight line has no height, and so is not visible to Playwright.
  await expect(graph.locator(".splice")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator(".library__ghost")).toBeHidden();
  await page.mouse.up();
  await workbench.expectText(three);
  await dragEntry(page, graph, "multiplication", await middleOf(graph.getByRole("button", { name: /a\.number to c\.number/ })));
  await page.mouse.up();
  await workbench.expectTextContains("to   multiplication.factor1");
  await workbench.expectTextContains("connect from multiplication.product");
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(three);
  await dragEntry(page, graph, "print_number", await middle(graph.getByLabel(/^output b\.number\b/)));
  await expect(graph.locator(".aim")).toBeVisible();
  await page.mouse.up();
  await workbench.expectTextContains("connect from b.number\n        to   print_number.number");
});

test("the button of the library stays where it is while it opens and closes", async ({ workbench }) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  const button = graph.getByRole("button", { name: "Library", exact: true });
  const before = await stillBox(button);
  await button.click();
  await expect(library(graph)).toBeVisible();
  expect(await stillBox(button)).toEqual(before);
  await button.click();
  await expect(library(graph)).toHaveCount(0);
  expect(await stillBox(button)).toEqual(before);
});

test("the library is used by keyboard, and stays open over a reload", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "a")).toBeVisible();
  await workbench.palette("Show or hide the library");
  const field = library(graph).getByLabel("Search the library");
  await expect(field).toBeFocused();
  await field.fill("Factor1 multi");
  await expect(library(graph).locator(".search-field__count")).toHaveText("1 found");
  await page.keyboard.press("ArrowDown");
  await expect(entry(graph, "multiplication")).toBeFocused();
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("process multiplication\n  :: multiplication");
  await expect(entry(graph, "multiplication")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("");
  const group = library(graph).getByRole("button", { name: /^examples/ });
  await group.click();
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await expect(entry(graph, "multiplication")).toBeHidden();
  await page.waitForTimeout(600);
  await page.reload();
  await workbench.ready();
  await workbench.view("Graph");
  await expect(library(graph)).toBeVisible();
  await library(graph).getByRole("button", { name: "Close the library" }).click();
  await expect(library(graph)).toBeHidden();
  await expect(graph.locator(".canvas__drawing")).toBeFocused();
});

test("a window of 1024 pixels has room for the library and the drawing", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  await openLibrary(page, graph);
  const ground = async () => (await graph.locator(".canvas__ground").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect.poll(async () => (await ground()).width).toBeGreaterThan(380);
  const { x, y, width, height } = await ground();
  expect(height).toBeGreaterThan(200);
  await dragEntry(page, graph, "print_number", { x: x + width / 2, y: y + height - 60 });
  await page.mouse.up();
  await workbench.expectTextContains("process print_number\n  :: print_number");
});

test("cards stay where they are while connections are made, taken away, undone and redone", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  const names = ["reader", "detector", "viewer"];
  await expect(card(graph, "viewer")).toBeVisible();
  const before = await places(graph, names);
  await drag(page, graph.getByLabel(/^output reader\.image\b/), graph.getByLabel(/^input viewer\.image\b/));
  await workbench.expectTextContains("connect from reader.image\n        to   viewer.image");
  const connected = await workbench.text();
  const settled = async () => {
    await expect(page.locator(".canvas__busy")).toBeHidden();
    await expectPlaces(graph, before);
    await page.waitForTimeout(300);
    await expectPlaces(graph, before);
  };
  await settled();
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(pipeline);
  await settled();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await workbench.expectText(connected);
  await settled();
  await card(graph, "detector").locator(".vertex__title").click();
  await page.keyboard.press("n");
  await graph.getByLabel(/^New name for detector/).fill("finder");
  await page.keyboard.press("Enter");
  await expect(card(graph, "finder")).toBeVisible();
  await expectPlaces(graph, before.map(([name, x, y]): [string, number, number] => [name === "detector" ? "finder" : name, x, y]));
  await page.keyboard.press("g");
  await graph.getByLabel("Name of the cluster").fill("finding");
  await page.keyboard.press("Enter");
  await expect(card(graph, "finding")).toBeVisible();
  await expectPlaces(graph, before.filter(([name]) => name !== "detector"));
});

test("keys that compose a character neither accept nor leave a name", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  await card(graph, "a").locator(".vertex__title").click();
  await page.keyboard.press("n");
  const field = graph.getByLabel(/^New name for a/);
  await field.fill("に");
  for (const key of ["Enter", "Escape"]) await field.dispatchEvent("keydown", { key, isComposing: true, bubbles: true });
  await expect(field).toHaveValue("に");
  await workbench.expectText(three);
  await field.fill("first");
  await field.press("Enter");
  await workbench.expectTextContains("process first\n");
});

test("what is let go on a connection stays about there, clear of its ends", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", `${three}\nprocess times\n  :: multiplication\n`));
  const graph = await workbench.view("Graph");
  const edge = graph.getByRole("button", { name: /a\.number to c\.number/ });
  const [title, to] = [await middle(card(graph, "times").locator(".vertex__title")), await middleOf(edge)];
  const before = await places(graph, ["a", "b", "c"]);
  await page.mouse.move(title.x, title.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await workbench.expectTextContains("to   times.factor1");
  await expectPlaces(graph, before);
  const far = async () => {
    const { x, y } = await middle(box(graph, "times"));
    return Math.hypot(x - to.x, y - to.y);
  };
  await expect.poll(far).toBeLessThan(220);
  const overlaps = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".vertex__box")].map((it) => it.getBoundingClientRect());
    return boxes.some((a, at) => boxes.some((b, other) => other > at && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
  });
  expect(overlaps).toBe(false);
});
