// Selection in the drawing and in the text, in both directions, and the highlights beside it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Locator, Page } from "@playwright/test";

import { box, card, middle, middleOf, type Place, stillBox } from "../pages/canvas.ts";
import { pipeline, projectFile, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

/** The folder that this variable names, if it is set, has further pipelines. */
const examples = process.env["BOBBIN_CORPUS"];
const files = [
  ...["track_objects.pipe", "detect_circles.pipe"].map((name) => ({ name, text: `${projectFile(`public/gallery/${name}`)}` })),
  ...(examples ? readdirSync(examples).filter((it) => it.endsWith(".pipe")) : []).map((name) => ({
    name,
    text: readFileSync(join(examples ?? "", name), "utf8"),
  })),
];

const pressed = (graph: Locator) => graph.locator('.canvas__drawing [aria-pressed="true"]');

/** Returns a point on a connection that is near nothing else, in pixels of the page. */
async function ownPlace(edge: Locator): Promise<Place> {
  return edge.locator(".edge__line").evaluate((own: SVGPathElement) => {
    const points = (line: SVGPathElement) => {
      const [length, toScreen] = [line.getTotalLength(), line.getScreenCTM()!];
      const steps = Math.ceil(length / 3);
      return Array.from({ length: steps + 1 }, (_, at) =>
        line.getPointAtLength((length * at) / steps).matrixTransform(toScreen),
      );
    };
    const lines = [...document.querySelectorAll<SVGPathElement>(".edge__line")].filter((it) => it !== own);
    const others = lines.flatMap(points);
    const dots = [...document.querySelectorAll(".port__dot")].map((it) => it.getBoundingClientRect());
    const ports = dots.map((it) => ({ x: it.x + it.width / 2, y: it.y + it.height / 2 }));
    const boxes = [...document.querySelectorAll(".vertex:not(.vertex--group) .vertex__box")].map((it) => it.getBoundingClientRect());
    const isClear = ({ x, y }: DOMPoint) =>
      others.every((it) => Math.hypot(it.x - x, it.y - y) > 8) &&
      ports.every((it) => Math.hypot(it.x - x, it.y - y) > 20) &&
      boxes.every((it) => x < it.left || x > it.right || y < it.top || y > it.bottom);
    const place = points(own).find(isClear);
    if (!place) throw new Error(`no place of its own: ${own.closest("[aria-label]")?.getAttribute("aria-label")}`);
    return { x: place.x, y: place.y };
  });
}

/**
 * Returns the meaning of each line of a pipeline: the process of a section, the connection of a
 * statement.
 */
function said(text: string): (string | null)[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  return lines.map((line, at) => {
    const section = /^process\s+(\S+)/.exec(line);
    if (section?.[1]) return `card ${section[1]}`;
    const statement = /^connect from\s+(\S+)\s+to\s+(\S+)/.exec(lines.slice(at, at + 2).join(" "));
    return statement ? `connection ${statement[1]} to ${statement[2]}` : null;
  });
}

for (const { name, text } of files) {
  test(`selecting goes both ways for all that ${name} draws`, async ({ workbench, page }) => {
    test.slow();
    await page.setViewportSize({ width: 3200, height: 1800 });
    await workbench.open(textFile(name, text));
    const graph = await workbench.view("Graph");
    await expect(graph.locator(".vertex").first()).toBeVisible();
    await graph.getByRole("button", { name: "Fit graph" }).click();
    const all = said(text);
    const active = page.locator(".cm-activeLine");

    // From the drawing to the text.
    for (const process of all.filter((it) => it?.startsWith("card "))) {
      const title = process?.slice(5) ?? "";
      await card(graph, title).locator(".vertex__title").click();
      await expect(active, title).toHaveText(new RegExp(`^process\\s+${title}\\b`));
    }
    for (const connection of all.filter((it) => it?.startsWith("connection "))) {
      const edge = graph.getByRole("button", { name: new RegExp(`^${connection}(,|$)`) });
      const { x, y } = await ownPlace(edge);
      await page.mouse.click(x, y);
      await expect(edge).toHaveAttribute("aria-pressed", "true");
      await expect(active, connection ?? "").toHaveText(new RegExp(`to\\s+${connection?.split(" to ")[1]}\\s*(#.*)?$`));
    }
    for (const port of await graph.locator(".port__dot").all()) {
      const label = (await port.getAttribute("aria-label")) ?? "";
      const [, title] = /^(?:input|output) ([^.]+)\./.exec(label) ?? [];
      const { x, y } = await middle(port);
      await page.mouse.click(x, y);
      await expect(active, label).toHaveText(new RegExp(`^process\\s+${title}\\b`));
    }

    // From the text to the drawing, line by line.
    await workbench.editor.press("ControlOrMeta+Home");
    for (const expected of all) {
      if (expected?.startsWith("card ")) {
        await expect(card(graph, expected.slice(5))).toHaveAttribute("aria-pressed", "true");
        await expect(pressed(graph)).toHaveCount(1);
      } else if (expected) {
        await expect(graph.getByRole("button", { name: new RegExp(`^${expected}(,|$)`) })).toHaveAttribute("aria-pressed", "true");
        await expect(pressed(graph)).toHaveCount(1);
      }
      await page.keyboard.press("ArrowDown");
    }
  });
}

/** Draws a rectangle with Shift held, around some vertices. */
async function drawBox(page: Page, around: Locator): Promise<void> {
  const it = await stillBox(around);
  await page.keyboard.down("Shift");
  await page.mouse.move(it.x - 12, it.y - 16);
  await page.mouse.down();
  await page.mouse.move(it.x + it.width + 8, it.y + it.height + 12, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
}

async function people(workbench: Workbench): Promise<Locator> {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "viewer")).toBeVisible();
  return graph;
}

test("a rectangle adds to the selection", async ({ workbench, page }) => {
  const graph = await people(workbench);
  await card(graph, "viewer").locator(".vertex__title").click();
  await drawBox(page, box(graph, "reader"));
  await expect(card(graph, "viewer")).toHaveAttribute("aria-pressed", "true");
  await expect(card(graph, "reader")).toHaveAttribute("aria-pressed", "true");
  await expect(pressed(graph)).toHaveCount(2);
});

test("what depends on a vertex is lit up, and what it depends on", async ({ workbench, page }) => {
  const graph = await people(workbench);
  const lit = async () => (await graph.locator(".vertex:not(.vertex--dimmed) .vertex__title").allTextContents()).sort();
  await card(graph, "detector").locator(".vertex__title").click();
  await page.keyboard.press("u");
  await expect.poll(lit).toEqual(["detector", "reader"]);
  await expect(graph.locator(".edge--dimmed")).toHaveCount(1);
  await page.keyboard.press("Shift+U");
  await expect.poll(lit).toEqual(["detector"]);
  await page.keyboard.press("Escape");
  await expect.poll(lit).toEqual(["detector", "reader", "viewer"]);
  await card(graph, "reader").locator(".vertex__title").click();
  await page.keyboard.press("Shift+U");
  await expect.poll(lit).toEqual(["detector", "reader", "viewer"]);
});

test("a connection says its type, its capacity and the rule that won, and its statement", async ({ workbench, page }) => {
  const rules = `
config _pipeline:_edge
  capacity = 3
config _pipeline:_edge_by_conn
  detector:down:image:capacity = 7
`;
  await workbench.open(textFile("people.pipe", pipeline + rules));
  const graph = await workbench.view("Graph");
  const remark = graph.getByRole("tooltip");
  const hover = async (name: RegExp) => {
    const { x, y } = await middleOf(graph.getByRole("button", { name }));
    await page.mouse.move(x, y);
  };
  await hover(/^connection reader\.image to detector\.image/);
  await expect(remark).toContainText("kwiver:image");
  await expect(remark).toContainText("capacity 7, from _pipeline:_edge_by_conn:detector:down:image:capacity");
  await expect(remark).toContainText("connect from reader.image to detector.image");
  await expect(page.locator(".cm-line .bobbin-lit, .cm-line.bobbin-lit").first()).toContainText("connect from reader.image");
  await hover(/^connection reader\.timestamp to viewer\.timestamp/);
  await expect(remark).toContainText("capacity 3, from _pipeline:_edge:capacity");
  // A port highlights the statements that name it.
  await graph.getByLabel(/^output reader\.timestamp\b/).hover();
  await expect(page.locator(".cm-line .bobbin-lit, .cm-line.bobbin-lit").first()).toContainText("connect from reader.timestamp");
});

test("only ports that fit light up while a connection is drawn, and an output feeds many", async ({ workbench, page }) => {
  const graph = await people(workbench);
  const from = await middle(graph.getByLabel(/^output reader\.timestamp\b/));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 120, { steps: 4 });
  const fitting = graph.locator(".fitting .port__name");
  await expect.poll(async () => (await fitting.allTextContents()).sort()).toEqual(["timestamp", "timestamp"]);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await workbench.expectText(pipeline);
});

test("what is carried to the border of the pane pulls the drawing along", async ({ workbench, page }) => {
  const graph = await people(workbench);
  const ground = await stillBox(graph.locator(".canvas__ground"));
  const title = await middle(card(graph, "viewer").locator(".vertex__title"));
  const before = await middle(box(graph, "reader"));
  await page.mouse.move(title.x, title.y);
  await page.mouse.down();
  await page.mouse.move(ground.x + ground.width - 6, title.y + 60, { steps: 8 });
  // The others leave the screen on the other side, and the vertex stays under the pointer.
  await expect.poll(async () => (await box(graph, "reader").boundingBox())?.x ?? -9999).toBeLessThan(before.x - 300);
  const held = await middle(card(graph, "viewer").locator(".vertex__title"));
  expect(Math.abs(held.x - (ground.x + ground.width - 6))).toBeLessThan(60);
  await page.mouse.move(ground.x + ground.width / 2, ground.y + ground.height / 2, { steps: 4 });
  const still = await box(graph, "viewer").boundingBox();
  await page.waitForTimeout(200);
  expect(await box(graph, "viewer").boundingBox()).toEqual(still);
  await page.mouse.up();
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(pipeline);
});

test("non-blocking is switched on and off, and is seen on the vertex", async ({ workbench, page }) => {
  const graph = await people(workbench);
  const title = await middle(card(graph, "viewer").locator(".vertex__title"));
  const toggle = async () => {
    await page.mouse.click(title.x, title.y, { button: "right" });
    await graph.getByRole("menuitemcheckbox", { name: /non-blocking/i }).click();
  };
  await toggle();
  await workbench.expectTextContains("_non_blocking = ");
  await expect(card(graph, "viewer").locator(".vertex__badge-text")).toContainText("non-blocking");
  await toggle();
  await workbench.expectText(pipeline);
});

test("a part that an include brings in is shown where it is written, with the way back", async ({ workbench, page }) => {
  const part = "# Shows what was found.\nprocess viewer\n  :: image_viewer\n\nconnect from reader.image\n        to   viewer.image\n";
  const main = "process reader\n  :: video_input\n\ninclude parts.pipe\n";
  await workbench.open(textFile("parts.pipe", part));
  await workbench.open(textFile("main.pipe", main));
  const graph = await workbench.view("Graph");
  const title = await middle(card(graph, "viewer").locator(".vertex__title"));
  await page.mouse.click(title.x, title.y, { button: "right" });
  // A new name is written in both files; what else changes the part does so in its own file only.
  await expect(graph.getByRole("menuitem", { name: /^Rename/ })).toHaveCount(1);
  await expect(graph.getByRole("menuitem", { name: /^Delete/ })).toHaveCount(0);
  await graph.getByRole("menuitem", { name: /^Show in text/ }).click();
  await expect(workbench.fileTab("parts.pipe")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".cm-activeLine")).toHaveText("process viewer");
  const way = graph.getByRole("navigation", { name: "Path to this graph" });
  await way.getByRole("button", { name: "main.pipe" }).click();
  const { x, y } = await middleOf(graph.getByRole("button", { name: /^connection reader\.image to viewer\.image/ }));
  await page.mouse.click(x, y);
  await page.keyboard.press("t");
  await expect(page.locator(".cm-activeLine")).toHaveText("        to   viewer.image");
  await expect(workbench.fileTab("parts.pipe")).toHaveAttribute("aria-selected", "true");
});

test("a key alone deletes or copies nothing that only the caret stands in", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await workbench.line(/^process detector/).click();
  await expect(graph.getByRole("button", { name: /^detector\b/ })).toHaveAttribute("aria-pressed", "true");
  for (const key of ["Delete", "d"]) {
    await page.getByText("Both", { exact: true }).click();
    await page.keyboard.press(key);
    await expect(page.getByText("Nothing was changed: the keyboard is not in the drawing.").first()).toBeVisible();
    expect(await workbench.text()).toBe(pipeline);
  }
  // What was picked there is meant, wherever the keyboard went since.
  await graph.getByRole("button", { name: /^detector\b/ }).click();
  await page.getByText("Both", { exact: true }).click();
  await page.keyboard.press("Delete");
  await expect.poll(() => workbench.text()).not.toContain("process detector");
  const told = page.getByText("1 connection went with detector.");
  await expect(told).toBeVisible();
  // Of the text before, it would not be true.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(pipeline);
  await expect(told).toHaveCount(0);
});
