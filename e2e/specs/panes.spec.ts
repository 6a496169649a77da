// The panes: long lists, first items, menus inside the window, correct counts.

import type { Locator, Page } from "@playwright/test";

import { card, stillBox } from "../pages/canvas.ts";
import { numberFlow, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("every entry of the catalogue can be reached without typing", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numberFlow));
  const graph = await workbench.view("Graph");
  await graph.locator(".canvas__drawing").focus();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Add to the graph" });
  const options = dialog.getByRole("option");
  const all = Number(await options.first().getAttribute("aria-setsize"));
  expect(all).toBeGreaterThan(60);
  // Up from the first entry leads to the last.
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  const last = dialog.locator(`[aria-posinset="${all}"]`);
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute("aria-selected", "true");
  // Far more exist than are drawn.
  expect(await options.count()).toBeLessThan(60);
  const seen = new Set<string>();
  for (let pages = 0; pages < 40 && !seen.has("image_viewer"); pages++) {
    for (const it of await dialog.locator(".picker__label").allTextContents()) seen.add(it);
    await page.keyboard.press("PageUp");
  }
  expect(seen).toContain("image_viewer");
});

const languages = [
  { name: "empty.trace", view: "Coverage", offer: "Add section", picked: "MPI.default", text: "[MPI.default]" },
  { name: "empty.coilcfg.txt", view: "Bytes", offer: "Add unit", picked: "gpu:0", text: "[gpu:0]" },
] as const;

for (const { name, view, offer, picked, text } of languages) {
  test(`the first item of ${name} is made in the view`, async ({ workbench, page }) => {
    await workbench.open(textFile(name, ""));
    await workbench.view(view);
    const begin = page.getByRole("region", { name: "Start this file" });
    await begin.getByRole("button", { name: offer }).click();
    await begin.getByRole("button", { name: picked, exact: true }).click();
    await workbench.expectTextContains(text);
    await expect(begin).toBeHidden();
    await page.keyboard.press("ControlOrMeta+z");
    await workbench.expectText("");
    await expect(begin).toBeVisible();
  });
}

test("the first item comes from the palette, and of a pipeline from the catalogue", async ({ workbench, page }) => {
  await workbench.open(textFile("empty.trace", ""));
  await workbench.palette("Add an item");
  await page.getByRole("combobox", { name: "Add an item…" }).fill("Lexgion.default");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("[Lexgion.default]");
  await workbench.open(textFile("empty.pipe", ""));
  await workbench.view("Effective values");
  await page.getByRole("region", { name: "Start this file" }).getByRole("button", { name: "Add process…" }).click();
  await page.getByRole("combobox").fill("numbers");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains(":: numbers");
});

/** Waits until an element is entirely inside the window. */
async function expectInWindow(page: Page, what: Locator): Promise<void> {
  await expect(what).toBeVisible();
  await expect.poll(async () => {
    const box = await what.boundingBox();
    const size = page.viewportSize();
    if (!box || !size) return "not there";
    const isIn = box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height;
    return isIn ? "inside" : JSON.stringify(box);
  }).toBe("inside");
}

for (const size of [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844 }]) {
  test(`every menu is inside a window of ${size.width} by ${size.height}`, async ({ workbench, page }) => {
    await page.setViewportSize(size);
    await workbench.open(...Array.from({ length: 8 }, (_, it) => textFile(`flow_number_${it}.pipe`, numberFlow)));
    await workbench.view("Graph");
    const buttons = page.locator("button[aria-haspopup=menu]");
    await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
    const n = await buttons.count();
    expect(n).toBeGreaterThan(2);
    for (let idx = 0; idx < n; idx++) {
      const button = buttons.nth(idx);
      if (!(await button.isVisible())) continue;
      await button.click();
      await expectInWindow(page, page.getByRole("menu"));
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0);
    }
  });
}

test("a view has the width of a window of 1440 pixels that is enlarged twice", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await workbench.open(textFile("flow.pipe", numberFlow));
  const graph = await workbench.view("Graph");
  await expect(graph).toBeVisible();
  await expect.poll(async () => (await graph.boundingBox())?.width).toBe(720);
});

test("the shown tab is in sight where not all fit", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await workbench.open(textFile("flow.pipe", numberFlow));
  const panes = page.getByRole("tablist", { name: "Panes" });
  for (const name of ["Problems", "Source"]) {
    await panes.getByRole("tab", { name, exact: true }).evaluate((tab: HTMLElement) => tab.click());
    await expectInWindow(page, panes.getByRole("tab", { name, exact: true }));
  }
});

test("the shown tab stays in sight in a narrower window", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 640, height: 600 });
  await workbench.open(textFile("flow.pipe", numberFlow));
  const problems = page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: /^Problems/ });
  await problems.click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectInWindow(page, problems);
});

/** Returns the parts of names that are cut, and the gaps between them, in pixels. */
const cutIn = (rows: Locator) =>
  rows.locator(".middle-cut").evaluateAll((names) =>
    names.flatMap((name) => {
      const parts = [...name.children].filter((it) => it.textContent);
      const isCut = parts.some((it) => it.scrollWidth > it.clientWidth);
      const width = (it: Element) => {
        const range = document.createRange();
        range.selectNodeContents(it);
        return range.getBoundingClientRect().width;
      };
      const gap = Math.max(0, ...parts.map((it) => it.getBoundingClientRect().width - width(it)));
      return isCut || gap > 1 ? [`${name.textContent}: ${isCut ? "cut" : gap}`] : [];
    }),
  );

test("names that have room are whole in the outline", async ({ workbench, page }) => {
  const text = "process src :: numbers\nprocess m :: multiplication\nprocess s :: sink\nconnect from src.number to m.factor1\nconnect from m.product to s.sink\n";
  await workbench.open(textFile("short.pipe", text));
  const outline = page.getByRole("tree", { name: "Outline" });
  await expect(outline.getByRole("treeitem", { name: /s\.sink/ })).toBeVisible();
  expect(await cutIn(outline)).toEqual([]);
});

for (const width of [1600, 640]) {
  test(`no effective value is cut beside free room, ${width} pixels wide`, async ({ workbench, page }) => {
    await page.setViewportSize({ width, height: 800 });
    const text = "process a :: numbers\n  start = 1\nconfig _pipeline:_edge\n  capacity = 3\n";
    await workbench.open(textFile("short.pipe", text));
    const values = await workbench.view("Effective values");
    await expect(values.getByRole("cell", { name: "_pipeline:_edge", exact: true })).toBeVisible();
    const cut = await values.getByRole("cell").evaluateAll((cells) =>
      cells.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent),
    );
    expect(cut).toEqual([]);
    expect(await cutIn(values)).toEqual([]);
  });
}

test("the key of an effective value is read as one word", async ({ workbench }) => {
  await workbench.open(textFile("list.pipe", "process r :: frame_list_input\n  image_list_file = a.txt\n"));
  const values = await workbench.view("Effective values");
  await expect(values.getByRole("cell", { name: "image_list_file", exact: true })).toBeVisible();
});

test("of very many problems all are counted", async ({ workbench, page }) => {
  const lines = Array.from({ length: 2000 }, (_, it) => `unheard_of_${it} = 1\n`);
  await workbench.open(textFile("many.coilcfg.txt", `[cpu:0]\nname = x\n${lines.join("")}`));
  await expect(page.getByRole("button", { name: /^Show or hide problems: .*2.000 warnings/ })).toBeVisible();
});

test("vertices up and down the flow are counted", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numberFlow));
  const graph = await workbench.view("Graph");
  const said = graph.getByRole("status");
  await card(graph, "sink").click();
  await page.keyboard.press("u");
  await expect(said.filter({ hasText: "1 process upstream." })).toHaveCount(1);
  await page.keyboard.press("u");
  // Selects the connection of the vertex.
  await page.keyboard.press("e");
  await expect(graph.getByRole("button", { name: /source\.number to sink\.number/ })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Shift+U");
  await expect(said.filter({ hasText: "1 process downstream." })).toHaveCount(1);
});

test("values that nothing sets are listed with their defaults, or not", async ({ workbench, page }) => {
  await workbench.open(textFile("numbers.pipe", "process a :: numbers\n  end = 7\n"));
  const values = await workbench.view("Effective values");
  const table = values.getByRole("table", { name: "Effective values" });
  await expect(table.getByRole("row", { name: /start.*0.*default of numbers/ })).toBeVisible();
  await expect(values.getByText("2 values")).toBeVisible();
  await page.screenshot({ path: "results/screens/defaults.png" });
  const defaults = values.getByRole("checkbox", { name: "1 default" });
  await defaults.uncheck();
  await expect(table.getByRole("row", { name: /start/ })).toHaveCount(0);
  await expect(values.getByText("1 value", { exact: true })).toBeVisible();
  // It is a habit of the person, and lasts.
  await page.reload();
  await workbench.ready();
  await expect(table.getByRole("row", { name: /end/ })).toBeVisible();
  await expect(defaults).not.toBeChecked();
  // A key that is written is no default any more.
  await defaults.check();
  await workbench.line(/end/).click();
  await page.keyboard.press("End");
  await page.keyboard.type("\nstart = 3");
  await expect(values.getByRole("checkbox")).toHaveCount(0);
  await expect(table.getByRole("row", { name: /start.*3/ })).toBeVisible();
});

test("a narrow window has the whole key with its item above value and origin", async ({ workbench, page }) => {
  await workbench.open(textFile("two.trace", "[MPI.default]\n    MPI_Barrier = off\n\n[CUDA.default]\n"));
  const view = await workbench.view("Effective values");
  await page.setViewportSize({ width: 390, height: 800 });
  await view.getByLabel("Filter values").fill("trace_mode");
  const rows = view.getByRole("row").filter({ hasText: "trace_mode" });
  await expect(rows.filter({ hasText: "MPI.default" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "CUDA.default" })).toHaveCount(1);
  const row = await stillBox(rows.first());
  const key = await stillBox(rows.first().locator(".resolved__key"));
  const value = await stillBox(rows.first().locator(".resolved__value").first());
  expect(value.y).toBeGreaterThanOrEqual(key.y + key.height);
  expect(value.y + value.height).toBeLessThanOrEqual(row.y + row.height);
});

test("select all selects what is read beside the text, and not the page with its bars", async ({ workbench, page }) => {
  await workbench.open(textFile("main.pipe", numberFlow));
  await workbench.view("Form");
  const selected = () => page.evaluate(() => getSelection()?.toString() ?? "");
  // Chromium's renderer ended here, when the bars were part of a selection and faded out.
  for (let times = 0; times < 3; times++) {
    await page.evaluate(() => getSelection()?.empty());
    await page.getByRole("toolbar", { name: "Page" }).getByRole("button", { name: "Shortcuts" }).focus();
    await page.keyboard.press("ControlOrMeta+a");
    expect(await selected()).toBe("");
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector("header")!));
    await page.getByRole("button", { name: "Files and outline" }).click();
  }
  await workbench.editor.press("ControlOrMeta+Home");
  const form = page.getByRole("tabpanel", { name: "Form" });
  await form.getByRole("button").first().focus();
  await page.keyboard.press("ControlOrMeta+a");
  const words = await selected();
  expect(words).not.toContain("Bobbin");
  expect(words.trim()).not.toBe("");
  await workbench.expectText(numberFlow);
});
