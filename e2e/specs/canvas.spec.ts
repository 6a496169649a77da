// The canvas, gesture by gesture.

import type { Locator, Page } from "@playwright/test";

import { numberFlow, pipeline, textFile } from "../pages/files.ts";
import { box, card, drag, middle, middleOf, touchDrag } from "../pages/canvas.ts";
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

test.use({ hasTouch: true, permissions: ["clipboard-read", "clipboard-write"] });

async function press(page: Page, edge: Locator): Promise<void> {
  const { x, y } = await middleOf(edge);
  await page.mouse.click(x, y);
}

test("processes are copied, pasted and aligned", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await card(graph, "reader").click();
  await card(graph, "detector").click({ modifiers: ["Shift"] });
  await page.keyboard.press("ControlOrMeta+c");
  await page.keyboard.press("ControlOrMeta+v");
  await expect(card(graph, "reader2")).toBeVisible();
  await expect(card(graph, "detector2")).toBeVisible();
  await workbench.expectTextContains("connect from reader2.image\n        to   detector2.image");
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(pipeline);
  await card(graph, "reader").click();
  await card(graph, "viewer").click({ modifiers: ["Shift"] });
  await workbench.palette("Align top edges");
  const top = async (name: string) => (await card(graph, name).locator(".vertex__box").boundingBox())?.y ?? 0;
  await expect.poll(async () => Math.abs((await top("reader")) - (await top("viewer")))).toBeLessThan(1);
  await workbench.expectText(pipeline);
});

test("what has to wait is not done to what is selected later", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  // The part of the page that deletes is fetched the first time.
  await card(graph, "b").click();
  await page.keyboard.press("Delete");
  await expect(card(graph, "b")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(card(graph, "b")).toBeVisible();
  const places = { b: await middle(box(graph, "b")), a: await middle(box(graph, "a")), c: await middle(box(graph, "c")) };
  await page.mouse.click(places.b.x, places.b.y);
  await expect(card(graph, "b")).toHaveAttribute("aria-pressed", "true");
  await expect(card(graph, "a")).toHaveAttribute("aria-pressed", "false");
  await page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker("hang"));
  await page.keyboard.press("Delete");
  await page.mouse.click(places.a.x, places.a.y);
  await page.keyboard.press("d");
  await page.mouse.click(places.c.x, places.c.y);
  await expect(page.getByText(/was not done: what it was meant for is not selected any more/)).toBeVisible();
  await expect(page.getByText(/was restarted/i)).toBeVisible({ timeout: 15_000 });
  await expect(card(graph, "b")).toHaveCount(0);
  expect(await workbench.text()).not.toContain("process b");
  expect((await workbench.text()).match(/^process .*/gm)).toEqual(["process a", "process c"]);
});

test("who presses the key twice removes what was meant, and nothing else", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  await card(graph, "a").click();
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await expect(card(graph, "a")).toHaveCount(0);
  // What the caret stands in is selected then, and a key that is still held does not mean that.
  await expect(card(graph, "b")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Delete");
  await expect(page.getByText("1 connection went with a.")).toBeVisible();
  await expect(page.getByText(/There is no process/)).toHaveCount(0);
  expect((await workbench.text()).match(/^process .*/gm)).toEqual(["process b", "process c"]);
  // What is picked goes at once.
  await card(graph, "b").click();
  await page.keyboard.press("Delete");
  await expect(card(graph, "b")).toHaveCount(0);
});

test("a connection is picked by mouse, gets a capacity, and says what counts for it", async ({
  workbench,
  page,
}) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  const edge = graph.getByRole("button", { name: /a\.number to c\.number/ });
  await expect(edge).toBeVisible();
  const { x, y } = await middleOf(edge);
  await page.mouse.move(x, y);
  const remark = graph.getByRole("tooltip");
  await expect(remark).toContainText("a.number → c.number");
  await expect(remark).toContainText("connect from a.number to c.number");
  await page.mouse.click(x, y);
  await expect(edge).toHaveAttribute("aria-pressed", "true");
  await page.mouse.click(x, y, { button: "right" });
  await graph.getByRole("menuitem", { name: /^Set the capacity/ }).click();
  await graph.getByLabel(/^Capacity/).fill("7");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("c:down:number:capacity = 7");
  await expect(edge).toHaveAccessibleName(/capacity 7/);
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(three);
});

test("a vertex dropped on a connection goes into it", async ({ workbench, page }) => {
  const before = `${three}\nprocess times\n  :: multiplication\n`;
  await workbench.open(textFile("flow.pipe", before));
  const graph = await workbench.view("Graph");
  const edge = graph.getByRole("button", { name: /a\.number to c\.number/ });
  const title = await middle(card(graph, "times").locator(".vertex__title"));
  const place = await middleOf(edge);
  await page.mouse.move(title.x, title.y);
  await page.mouse.down();
  await page.mouse.move(place.x, place.y, { steps: 8 });
  await page.mouse.up();
  await workbench.expectTextContains("to   times.factor1");
  await workbench.expectTextContains("connect from times.product");
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(before);
});

test("the end of a connection is taken to another port, or off it", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", three));
  const graph = await workbench.view("Graph");
  const edge = graph.getByRole("button", { name: /a\.number to c\.number/ });
  await press(page, edge);
  await drag(page, graph.getByLabel(/^output a\.number\b/), graph.getByLabel(/^output b\.number\b/));
  await workbench.expectText(three.replace("from a.number", "from b.number"));
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(three);
  await press(page, edge);
  const end = await middle(graph.getByLabel(/^input c\.number\b/));
  await page.mouse.move(end.x, end.y);
  await page.mouse.down();
  await page.mouse.move(end.x - 20, end.y + 160, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => workbench.text()).not.toContain("connect from");
});

test("the graph is searched by faults, use, type and source", async ({ workbench, page }) => {
  await workbench.open(
    textFile("people.pipe", `${pipeline}\nprocess idle\n  :: numbers\n\nprocess lost\n  :: no_such_type_at_all\n`),
  );
  const graph = await workbench.view("Graph");
  await expect(card(graph, "lost")).toBeVisible();
  await page.keyboard.press("/");
  const field = graph.getByLabel("Search the graph");
  for (const [typed, found] of [
    ["is:unused numbers", ["idle"]],
    ["type:detected_object_set", ["detector"]],
    ["uses:reader", ["detector", "viewer"]],
    ["view", ["viewer"]],
  ] as const) {
    await field.fill(typed);
    await expect(graph.locator(".search-field__count")).toHaveText(`${found.length} found`);
    const standing = graph.locator(".vertex:not(.vertex--dimmed) .vertex__title");
    await expect.poll(async () => (await standing.allTextContents()).sort()).toEqual([...found].sort());
  }
  await field.fill("is:invalid");
  await expect(graph.locator(".vertex:not(.vertex--dimmed)").first()).toHaveClass(/vertex--wrong/);
  await field.fill("viewer");
  await page.keyboard.press("Enter");
  await expect(card(graph, "viewer")).toHaveAttribute("aria-pressed", "true");
});

const cluster = `cluster doubling
  -- Makes a number larger.

  imap from value to times.factor1
  -- The number.

  omap from times.product to result
  -- The larger number.

process times
  :: multiplication
`;
const nesting = `process a
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

test("a cluster is opened in place and entered, and the way back is shown", async ({ workbench, page }) => {
  await workbench.open(textFile("doubling.cluster", cluster));
  await workbench.open(textFile("nesting.pipe", nesting));
  const graph = await workbench.view("Graph");
  const twice = card(graph, "twice");
  await twice.click();
  await page.keyboard.press("x");
  await expect(card(graph, "times")).toBeVisible();
  await expect(graph.getByLabel(/^input twice\.value\b/)).toBeVisible();
  await page.keyboard.press("x");
  await expect(card(graph, "times")).toBeHidden();
  await workbench.expectText(nesting);
  await page.keyboard.press("o");
  const way = graph.getByRole("navigation", { name: "Path to this graph" });
  await expect(way.getByText("doubling.cluster")).toHaveAttribute("aria-current", "page");
  await expect(card(graph, "times")).toBeVisible();
  await way.getByRole("button", { name: "nesting.pipe" }).click();
  await expect(twice).toBeVisible();
});

test("a line that ends at a side of a cluster without a port for it is told why", async ({ workbench, page }) => {
  await workbench.open(textFile("doubling.cluster", cluster));
  const graph = await workbench.view("Graph");
  const side = card(graph, "doubling cluster inputs").locator(".vertex__title");
  await drag(page, graph.getByLabel(/^output times\.product\b/), side);
  await expect(page.getByText("No port of this card fits. Further ones are added in its form.").first()).toBeVisible();
  await workbench.expectText(cluster);
});

test("what is inside an open cluster is refused at once, with the way there", async ({ workbench, page }) => {
  await workbench.open(textFile("doubling.cluster", cluster));
  await workbench.open(textFile("nesting.pipe", nesting));
  const graph = await workbench.view("Graph");
  await card(graph, "twice").click();
  await page.keyboard.press("x");
  const times = card(graph, "times");
  const refused = async (why: string) => {
    const toast = page.locator(".toast").filter({ hasText: why });
    await expect(toast).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(graph.locator(".canvas__field")).toHaveCount(0);
    await expect(graph).toBeVisible();
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast).toHaveCount(0);
  };
  for (const key of ["n", "F2", "c", "d", "g", "Enter", "Delete"]) {
    await times.click();
    await page.keyboard.press(key);
    await refused("times is defined in doubling.cluster.");
  }
  const at = await middle(times);
  await page.mouse.dblclick(at.x, at.y + 12);
  await refused("times is defined in doubling.cluster.");
  const mapping = graph.getByRole("button", { name: /twice\.value.*times\.factor1/ });
  for (const key of ["k", "a", "c", "Enter", "Delete"]) {
    await mapping.focus();
    await page.keyboard.press(key);
    await refused("The mapping of value is defined in doubling.cluster.");
  }
  await workbench.expectText(nesting);
  await times.click();
  const form = await workbench.view("Form");
  await expect(form).toContainText("times is defined in doubling.cluster; this is the form of twice");
  await workbench.view("Graph");
  await times.click();
  await page.keyboard.press("n");
  await page.locator(".toast").getByRole("button", { name: "Go there" }).click();
  await expect(workbench.fileTab("doubling.cluster")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".cm-activeLine")).toHaveText("process times");
});

test("vertices go to a cluster file of their own, and come back", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await card(graph, "detector").click();
  await page.keyboard.press("g");
  await graph.getByLabel("Name of the cluster").fill("finding");
  await page.keyboard.press("Enter");
  await expect(workbench.fileTab("finding.cluster")).toBeVisible();
  await expect(card(graph, "detector")).toBeHidden();
  await workbench.expectTextContains(":: finding");
  await card(graph, "finding").click();
  await graph.getByRole("button", { name: "More" }).click();
  await graph.getByRole("menuitem", { name: /^Replace with its contents/ }).click();
  await expect.poll(() => workbench.text()).not.toContain(":: finding");
  await workbench.expectTextContains(":: image_object_detector");
});

test("vertices that were moved stay there over a reload, their lines clear of others, until it is tidied", async ({
  workbench,
  page,
}) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  const viewer = card(graph, "viewer");
  const before = await middle(viewer);
  const title = await middle(viewer.locator(".vertex__title"));
  const reader = await middle(card(graph, "reader"));
  await page.mouse.move(title.x, title.y);
  await page.mouse.down();
  await page.mouse.move(title.x + reader.x - before.x, title.y + 170, { steps: 8 });
  await page.mouse.up();
  const shift = async () => {
    const [a, b] = [await middle(viewer), await middle(card(graph, "reader"))];
    // Adding 0 avoids -0, which is different to `toBe`.
    return { x: Math.round(a.x - b.x) + 0, y: Math.round(a.y - b.y) + 0 };
  };
  await expect.poll(async () => Math.abs((await shift()).x)).toBeLessThanOrEqual(1);
  const moved = await shift();
  await page.waitForTimeout(600);
  await page.reload();
  await workbench.ready();
  await workbench.view("Graph");
  await expect.poll(shift).toEqual(moved);
  await expect.poll(() => linesThroughCards(page)).toEqual([]);
  await workbench.palette("Tidy");
  await expect.poll(shift).not.toEqual(moved);
  await page.waitForTimeout(600);
  const tidied = await shift();
  await page.reload();
  await workbench.ready();
  await workbench.view("Graph");
  await expect.poll(shift).toEqual(tidied);
});

/** Returns the connections that run through a vertex, sampling each line every 4 pixels. */
async function linesThroughCards(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".vertex:not(.vertex--group) .vertex__box")].map((it) =>
      it.getBoundingClientRect(),
    );
    const found: string[] = [];
    for (const line of document.querySelectorAll<SVGPathElement>(".edge__line")) {
      const length = line.getTotalLength();
      const toScreen = line.getScreenCTM()!;
      for (let at = 6; at < length - 6; at += 4) {
        const { x, y } = line.getPointAtLength(at).matrixTransform(toScreen);
        if (boxes.some((it) => x > it.left + 2 && x < it.right - 2 && y > it.top + 2 && y < it.bottom - 2)) {
          found.push(line.closest("[aria-label]")?.getAttribute("aria-label") ?? "");
          break;
        }
      }
    }
    return found;
  });
}

test("the drawing is exported, and printed on white paper alone", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "viewer")).toBeVisible();
  const exported = async (name: RegExp) =>
    workbench.download(async () => {
      await graph.getByRole("button", { name: "Export" }).click();
      await graph.getByRole("menuitem", { name }).click();
    });
  const layout = await exported(/layout/i);
  expect(layout.name).toBe("people.pipe.layout.json");
  const { vertices, edges } = JSON.parse(layout.bytes.toString());
  expect(vertices.map((it: { title: string }) => it.title).sort()).toEqual(["detector", "reader", "viewer"]);
  expect(edges).toHaveLength(2);
  // Exports the visible part only, in its size on the screen.
  const box = await graph.locator(".canvas__ground").boundingBox();
  const title = await middle(card(graph, "viewer").locator(".vertex__title"));
  await page.mouse.move(title.x, title.y);
  await page.keyboard.down("Control");
  for (let turns = 0; turns < 6; turns++) await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await expect(card(graph, "reader").locator(".vertex__title")).not.toBeInViewport();
  const seen = await exported(/^Save visible part as SVG/);
  expect(seen.bytes.toString()).toContain(">image_viewer</text>");
  expect(seen.bytes.toString()).not.toContain(">video_input</text>");
  expect(seen.bytes.toString()).toContain(`width="${Math.round(box?.width ?? 0)}"`);
  const picture = await exported(/^Save visible part as PNG/);
  // Twice as many pixels as on the screen, for high resolutions.
  expect(picture.bytes.readUInt32BE(16)).toBe(2 * Math.round(box?.width ?? 0));
  await graph.getByRole("button", { name: "Fit graph" }).click();
  expect((await exported(/DOT/)).bytes.toString()).toContain("digraph");
  expect((await exported(/Mermaid/)).bytes.toString()).toContain("flowchart");
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.querySelector(".print-sheet svg")?.textContent ?? "";
    };
  });
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await workbench.palette("Print drawing");
  await expect.poll(() => page.evaluate(() => document.body.dataset.printed)).toContain("image_viewer");
  await expect(page.locator(".print-sheet svg")).toBeVisible();
  await expect(page.locator(".print-sheet svg > rect")).toHaveAttribute("fill", "rgb(243, 245, 246)");
  await expect(page.locator("#page")).toBeHidden();
});

/** Picks an entry of the open list with a finger; the letters come from the on-screen keyboard. */
async function pickByTouch(page: Page, typed: string): Promise<void> {
  const field = page.getByRole("combobox");
  await field.fill(typed);
  const first = page.getByRole("dialog").getByRole("option").first();
  await expect(first).toContainText(typed);
  await first.tap();
  await expect(field).toBeHidden();
}

test("the number flow is built by touch alone, and undone", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", ""));
  const graph = await workbench.view("Graph");
  await graph.getByRole("button", { name: "Add a process" }).tap();
  await pickByTouch(page, "numbers");
  await expect(card(graph, "numbers")).toBeVisible();
  await graph.getByRole("button", { name: "Add", exact: true }).tap();
  await pickByTouch(page, "print_number");
  await expect(card(graph, "print_number")).toBeVisible();
  await touchDrag(
    page,
    await middle(graph.getByLabel(/^output numbers\.number\b/)),
    await middle(graph.getByLabel(/^input print_number\.number\b/)),
  );
  await workbench.expectTextContains("connect from numbers.number\n        to   print_number.number");
  for (const [old, name] of [["numbers", "source"], ["print_number", "sink"]] as const) {
    await card(graph, old).tap();
    await graph.getByRole("button", { name: "More" }).tap();
    await graph.getByRole("menuitem", { name: /^Rename/ }).tap();
    await graph.getByLabel(`New name for ${old}`).fill(name);
    await page.keyboard.press("Enter");
    await expect(card(graph, name)).toBeVisible();
  }
  for (const [name, key, value] of [
    ["source", "start", "1"],
    ["source", "end", "100"],
    ["sink", "output", "numbers.txt"],
  ] as const) {
    await page.getByRole("tab", { name: "Graph", exact: true }).tap();
    await card(graph, name).tap();
    await page.getByRole("tab", { name: "Form", exact: true }).tap();
    const field = page.getByRole("tabpanel", { name: "Form", exact: true }).getByLabel(key, { exact: true });
    await field.tap();
    await field.fill(value);
    await field.press("Enter");
    await workbench.expectTextContains(`${key} = ${value}`);
  }
  await workbench.expectText(numberFlow);
  await workbench.undoAll();
  await workbench.expectText("");
});

test("a process of an included file is renamed in both files", async ({ workbench, page }) => {
  const part = "process b\n  :: numbers\n";
  const main = "include part.pipe\nprocess s\n  :: sink\nconnect from b.number\n        to   s.sink\n";
  await workbench.open(textFile("part.pipe", part));
  await workbench.open(textFile("main.pipe", main));
  const graph = await workbench.view("Graph");
  await card(graph, "b").click();
  await page.keyboard.press("n");
  const field = graph.getByLabel("New name for b");
  await field.fill("first");
  await field.press("Enter");
  await workbench.expectText(main.replace("b.number", "first.number"));
  await expect(page.getByText("part.pipe was changed, too.")).toBeVisible();
  await workbench.fileTab("part.pipe").click();
  await workbench.expectText(part.replace("process b", "process first"));
});
