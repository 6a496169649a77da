// The room that the panes have: what hides, what is given all of it, and what a drawing makes of it.

import type { Locator } from "@playwright/test";

import { box, stillBox } from "../pages/canvas.ts";
import { goldenText, numberFlow, pipeline, seedTrace, textFile, trace, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const hints = "process a\n  :: no_such_type\n";
/** Nine processes in a row, each with a name that makes it wide. */
const chain = Array.from({ length: 9 }, (_, nth) => `process a_rather_long_name_${nth}\n  :: image_filter\n`).join("\n") +
  Array.from({ length: 8 }, (_, nth) =>
    `\nconnect from a_rather_long_name_${nth}.image\n  to a_rather_long_name_${nth + 1}.image\n`).join("");

test("problems take room once there are errors, and give it back", async ({ workbench, page }) => {
  await workbench.open(textFile("hints.pipe", hints));
  await expect(page.getByRole("button", { name: "Show or hide problems: 1 hint" })).toBeVisible();
  await expect(workbench.problems).toHaveCount(0);
  await workbench.open(textFile("errors.pipe", `${hints}process\n`));
  await expect(workbench.problems).toBeVisible();
  await workbench.problems.getByRole("button", { name: "Hide problems" }).click();
  await expect(workbench.problems).toHaveCount(0);
  // Who has hidden them is not told again.
  await page.getByRole("tab", { name: "hints.pipe" }).click();
  await page.getByRole("tab", { name: "errors.pipe" }).click();
  await expect(page.getByRole("button", { name: /^Show or hide problems: .*error/ })).toBeVisible();
  await expect(workbench.problems).toHaveCount(0);
});

test("problems take no more room than they need, until one of them is explained", async ({ workbench }) => {
  await workbench.open(textFile("one.pipe", "process\n"));
  const row = workbench.problems.getByRole("treeitem").first();
  const few = await stillBox(workbench.problems);
  expect(few.height).toBeLessThan(90);
  // A second press finds it where it was.
  await row.dblclick();
  await expect(workbench.problems.getByRole("complementary", { name: "Selected problem" })).toBeVisible();
  await expect.poll(async () => (await stillBox(workbench.problems)).height).toBeGreaterThan(150);
  await workbench.open(textFile("many.pipe", "process\n".repeat(30)));
  await workbench.problems.getByRole("treeitem", { name: /30 problems/ }).click();
  await expect(workbench.problems.getByRole("treeitem").nth(3)).toBeVisible();
  await expect.poll(async () => (await stillBox(workbench.problems)).height).toBeGreaterThan(150);
  const many = await stillBox(workbench.problems);
  expect(many.height).toBeLessThan(180);
});

test("half a line that is being typed raises nothing", async ({ workbench, page }) => {
  await workbench.open(textFile("typed.pipe", hints));
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("process");
  await expect(page.getByRole("button", { name: /^Show or hide problems: .*error/ })).toBeVisible();
  await expect(workbench.problems).toHaveCount(0);
  // Left so, it is an error that is worth the room.
  await expect(workbench.problems).toBeVisible();
});

test("a pane takes all the room, and gives it back to what is asked for", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await expect(box(graph, "reader")).toBeVisible();
  await page.getByRole("radio", { name: "View", exact: true }).click();
  await expect(workbench.editor).toBeHidden();
  await expect(graph).toBeVisible();
  await page.keyboard.press("Alt+v");
  await expect(workbench.editor).toBeVisible();
  await page.getByRole("tablist", { name: "Open files" }).dblclick({ position: { x: 300, y: 15 } });
  await expect(graph).toBeHidden();
  await workbench.palette("Show graph");
  await expect(graph).toBeVisible();
  await expect(workbench.editor).toBeVisible();
  // Below each other.
  await page.getByRole("button", { name: "Move the view below the text" }).click();
  const [text, view] = [await stillBox(workbench.editor), await stillBox(graph)];
  expect(view.y).toBeGreaterThan(text.y + 80);
  expect(view.width).toBeGreaterThan(700);
  await page.reload();
  await workbench.ready();
  await expect(page.getByRole("button", { name: "Move the view beside the text" })).toBeVisible();
});

test("long lines are wrapped on request, now and later", async ({ workbench, page }) => {
  const long = `# ${"word ".repeat(80)}\n`;
  await workbench.open(textFile("long.pipe", long));
  const height = async () => (await stillBox(workbench.line(/word/))).height;
  const single = await height();
  await page.keyboard.press("Alt+z");
  await expect.poll(height).toBeGreaterThan(2 * single);
  await workbench.expectText(long);
  await page.reload();
  await workbench.ready();
  await expect.poll(height).toBeGreaterThan(2 * single);
});

test("a long chain is drawn in rows that can be read", async ({ workbench, page }) => {
  await workbench.open(textFile("chain.pipe", chain));
  await workbench.openProblems();
  const graph = await workbench.view("Graph");
  const expectAllInSight = () => expect(async () => {
    const pane = await stillBox(graph);
    for (let nth = 0; nth < 9; nth++) {
      const { x, y, width, height } = await stillBox(box(graph, `a_rather_long_name_${nth}`));
      expect(x).toBeGreaterThan(pane.x);
      expect(x + width).toBeLessThan(pane.x + pane.width);
      expect(y + height).toBeLessThan(pane.y + pane.height);
    }
  }).toPass({ timeout: 20_000 });
  // The problems may come after the drawing, and take room from it.
  await expectAllInSight();
  await page.setViewportSize({ width: 1440, height: 700 });
  await expectAllInSight();
  await page.screenshot({ path: "results/screens/rows.png" });
  // An edit leaves the rows as they are.
  const before = await stillBox(box(graph, "a_rather_long_name_7"));
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("config _scheduler\n  type = sync\n");
  await expect(page.getByRole("treeitem", { name: /_scheduler/ })).toBeVisible();
  expect(await stillBox(box(graph, "a_rather_long_name_7"))).toEqual(before);
});

test("a graph is fitted into each room that it gets, until somebody moves it", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numberFlow));
  const graph = await workbench.view("Graph");
  const percent = graph.locator(".canvas-bar__percent");
  /** Returns how far the middle of the drawing is from that of its pane, across. */
  const off = async () => {
    const [pane, source, sink] = [await stillBox(graph), await stillBox(box(graph, "source")), await stillBox(box(graph, "sink"))];
    return Math.abs((source.x + sink.x + sink.width) / 2 - pane.x - pane.width / 2);
  };
  await expect.poll(off).toBeLessThan(20);
  const narrow = await stillBox(graph);
  await page.getByRole("radio", { name: "View", exact: true }).click();
  await expect(workbench.editor).toBeHidden();
  expect((await stillBox(graph)).width).toBeGreaterThan(narrow.width + 300);
  await expect.poll(off).toBeLessThan(20);
  await page.getByRole("radio", { name: "Both", exact: true }).click();
  await expect(workbench.editor).toBeVisible();
  await expect.poll(off).toBeLessThan(20);
  // Who has chosen what is seen keeps it.
  await graph.getByRole("button", { name: "Zoom out" }).click();
  await expect(percent).toHaveText("80%");
  const { x, y } = await stillBox(box(graph, "source"));
  const pane = await stillBox(graph);
  await page.getByRole("radio", { name: "View", exact: true }).click();
  await expect(workbench.editor).toBeHidden();
  await expect(percent).toHaveText("80%");
  const [there, wide] = [await stillBox(box(graph, "source")), await stillBox(graph)];
  expect(Math.abs(there.x - wide.x - (x - pane.x))).toBeLessThan(2);
  expect(Math.abs(there.y - wide.y - (y - pane.y))).toBeLessThan(2);
});

test("the start page is there before the page's module, in the user's colours", async ({ browser, baseURL }) => {
  // A service worker would have the module at once.
  const context = await browser.newContext({ serviceWorkers: "block", baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem(`bobbin.settings@${location.pathname}`, JSON.stringify({ theme: "dark" }));
  });
  await page.route(/app-[0-9a-f]{16}\.wasm/, () => new Promise(() => {}));
  await page.goto("./", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Know what your configuration will do" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // Its buttons wait for the page.
  await expect(page.getByRole("button", { name: "New file", disabled: true })).toBeVisible();
  await expect(page.getByRole("button", { disabled: false })).toHaveCount(0);
  await context.close();
});

test("a file that was closed is on the start page, and opens as it was", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("# kept");
  await workbench.palette("Delete file");
  await page.getByRole("region", { name: "Recent files" }).getByRole("button", { name: /people\.pipe/ }).click();
  await workbench.expectText(`${pipeline}# kept`);
});

test("a low window shows sixteen rows of sixteen bytes, and their values on request", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await workbench.open(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  const grid = bytes.getByRole("grid", { name: "Bytes" });
  await expect(grid.getByRole("row").first().getByRole("gridcell")).toHaveCount(16);
  const inSight = () => grid.evaluate((it) => {
    const outer = it.getBoundingClientRect();
    const rows = [...it.querySelectorAll("[role=row]")].map((row) => row.getBoundingClientRect());
    const cells = [...it.querySelectorAll("[role=gridcell]")].map((cell) => cell.getBoundingClientRect());
    return {
      rows: rows.filter((row) => row.top >= outer.top && row.bottom <= outer.bottom).length,
      isWide: cells.every((cell) => cell.right <= outer.right),
    };
  });
  await expect.poll(async () => (await inSight()).rows).toBeGreaterThanOrEqual(16);
  expect((await inSight()).isWide).toBe(true);
  await page.screenshot({ path: "results/screens/bytes-1024.png" });
  await expect(bytes.getByLabel("u32", { exact: true })).toHaveCount(0);
  await bytes.getByRole("button", { name: "Show the values" }).click();
  await expect(bytes.getByLabel("u32", { exact: true })).toBeVisible();
});

test("in a window that is enlarged twice several rows of bytes are seen, and nothing scrolls the page away", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await workbench.open(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  const rowsInSight = () => bytes.evaluate((panel) => {
    const { top, bottom } = panel.getBoundingClientRect();
    const rows = [...panel.querySelectorAll("[role=grid] [role=row]")].map((row) => row.getBoundingClientRect());
    return rows.filter((row) => row.top >= top && row.bottom <= bottom).length;
  });
  await expect.poll(rowsInSight).toBeGreaterThan(6);
  await bytes.getByRole("textbox", { name: "Selected bytes in hexadecimal" }).click();
  await workbench.open(textFile("a.trace", trace));
  for (const view of ["Coverage", "Timeline"] as const) {
    await workbench.view(view);
    const moved = await page.evaluate(() => {
      window.scrollTo(0, 500);
      document.body.scrollTop = 500;
      return window.scrollY + document.body.scrollTop;
    });
    expect(moved).toBe(0);
  }
});

test("the size of a binary is said in full beside the badge", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await workbench.open({ ...upload("core/testdata/coil-hardware/binary/units_big_endian.coilcfg"), name: "box_with_a_long_name.coilcfg" });
  const bytes = await workbench.view("Bytes");
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("Home");
  await page.keyboard.type("; mine ");
  await expect(bytes.getByText("after recompiling")).toBeVisible();
  const said = bytes.locator(".pane-head__detail");
  await expect(said).toHaveText(/^\d+ bytes$/);
  expect(await said.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
});

test("buttons that belong together stay in a row in a narrow window", async ({ workbench, page }) => {
  const narrow = [340, 360, 375, 390, 412, 430];
  const tops = async (all: Locator[]) => new Set(await Promise.all(all.map(async (it) => Math.round((await stillBox(it)).y))));
  const broken: string[] = [];
  const look = async (view: Locator, names: string[]) => {
    for (const width of narrow) {
      await page.setViewportSize({ width, height: 844 });
      const buttons = names.map((name) => view.getByRole("button", { name, exact: true }));
      if ((await tops(buttons)).size > 1) broken.push(`${names[0]} at ${width}`);
    }
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await workbench.drop(textFile("document.trace", seedTrace));
  await look(await workbench.view("Coverage"), ["Zoom out", "Zoom in"]);
  await workbench.drop(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  await look(bytes, ["Previous match", "Next match"]);
  await bytes.getByLabel("Find bytes").fill("00");
  await look(bytes, ["Previous match", "Next match"]);
  expect(broken).toEqual([]);
});

test("a message lies beside the map of a drawing", async ({ workbench, page }) => {
  await workbench.open(textFile("chain.pipe", chain));
  const graph = await workbench.view("Graph");
  await expect(box(graph, "a_rather_long_name_0")).toBeVisible();
  const map = graph.locator(".minimap");
  for (let nth = 0; nth < 6 && !(await map.isVisible()); nth++) await graph.getByRole("button", { name: "Zoom in" }).click();
  await graph.locator(".canvas__drawing").press("Escape");
  await graph.locator(".canvas__drawing").press("n");
  const said = page.locator(".toast");
  await expect(said).toBeVisible();
  const [toast, over] = [await stillBox(said), await stillBox(map)];
  expect(toast.x + toast.width <= over.x || toast.y + toast.height <= over.y || toast.y >= over.y + over.height).toBe(true);
});

test("the map of a drawing does not lie over what is selected", async ({ workbench, page }) => {
  await workbench.open(textFile("chain.pipe", chain));
  const graph = await workbench.view("Graph");
  await expect(box(graph, "a_rather_long_name_0")).toBeVisible();
  const map = graph.locator(".minimap");
  for (let nth = 0; nth < 6 && !(await map.isVisible()); nth++) await graph.getByRole("button", { name: "Zoom in" }).click();
  await expect(map).toBeVisible();
  const first = box(graph, "a_rather_long_name_0");
  await workbench.line("process a_rather_long_name_0").click();
  await expect(graph.getByRole("button", { name: /^a_rather_long_name_0\b/ })).toHaveAttribute("aria-pressed", "true");
  const over = await stillBox(map);
  const at = await stillBox(first);
  const ground = await stillBox(graph.locator(".canvas__ground"));
  await page.mouse.move(ground.x + ground.width / 2, ground.y + ground.height - 6);
  await page.mouse.wheel(at.x - over.x, at.y - over.y);
  await expect(map).toBeHidden();
});

for (const [width, height] of [[320, 256], [360, 225]] as const) {
  test(`a page that is much enlarged leaves room for a drawing, ${width} pixels`, async ({ workbench, page }) => {
    await workbench.open(textFile("flow.pipe", numberFlow));
    await page.setViewportSize({ width, height });
    const graph = await workbench.view("Graph");
    const bars = graph.getByRole("group", { name: "Change the graph" });
    const tops = async () => {
      const [edit, zoom] = [await stillBox(bars), await stillBox(graph.locator(".canvas-bar__zoom"))];
      return zoom.y - edit.y;
    };
    expect(await tops()).toBe(0);
    await expect(graph.locator(".legend")).toBeHidden();
    const search = graph.getByRole("searchbox", { name: "Search the graph", exact: true });
    await search.click();
    await expect(search).toBeFocused();
    expect((await stillBox(search)).width).toBeGreaterThan(100);
    const field = await stillBox(graph.locator(".canvas-bar__find"));
    expect(field.x + field.width).toBeLessThanOrEqual(width);
    await page.screenshot({ path: `results/screens/room_enlarged-${width}.png` });
  });
}
