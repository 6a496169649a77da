// Search and replace in all open files.

import type { Locator, Page } from "@playwright/test";

import { brokenRules } from "../pages/access.ts";
import { numberFlow, pipeline, textFile, trace } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

async function find(page: Page, text: string): Promise<Locator> {
  await page.keyboard.press("ControlOrMeta+Shift+f");
  const dialog = page.getByRole("dialog", { name: "Find and replace in all files" });
  await expect(dialog.getByRole("textbox", { name: "Find" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Find" }).fill(text);
  return dialog;
}

const selected = (page: Page) => page.evaluate(() => document.querySelector(".cm-editor")?.getRootNode() && getSelection()?.toString());

async function allTexts(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const editor = (globalThis as any).bobbinEditor;
    const names = ["people.pipe", "flow.pipe", "rank.trace"];
    return Object.fromEntries(names.map((it) => [it, editor.documentText(`bobbin:///${it}`)]));
  });
}

async function open(workbench: Workbench): Promise<void> {
  await workbench.open(textFile("people.pipe", pipeline), textFile("flow.pipe", numberFlow), textFile("rank.trace", trace));
}

test("places are listed by file, and keys go from one to the next", async ({ workbench, page }) => {
  await open(workbench);
  const dialog = await find(page, "process");
  await expect(dialog.getByRole("status")).toHaveText("5 results in 2 files.");
  const rows = dialog.getByRole("tree", { name: "Results" }).getByRole("treeitem");
  await expect(rows).toHaveCount(7);
  await expect(rows.nth(0)).toContainText("people.pipe");
  const place = async (nth: number) => [await rows.nth(nth).getAttribute("aria-posinset"), await rows.nth(nth).getAttribute("aria-setsize")];
  expect([await place(0), await place(3), await place(4), await place(5)]).toEqual([["1", "2"], ["3", "3"], ["2", "2"], ["1", "2"]]);
  const listed = await dialog.getByRole("textbox", { name: "Find" }).getAttribute("aria-controls");
  await expect(page.locator(`[id="${listed}"]`).getByRole("tree")).toBeVisible();
  await expect(rows.nth(4)).toContainText("flow.pipe");
  await expect(rows.nth(1)).toContainText("2process reader");
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(rows.nth(3).getByRole("button")).toHaveAttribute("aria-current", "true");
  const active = await dialog.getByRole("textbox", { name: "Find" }).getAttribute("aria-activedescendant");
  await expect(rows.nth(3)).toHaveAttribute("id", active ?? "");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Ln 11, Col 8")).toBeVisible();
  // On, without the dialog, into the next file.
  await page.keyboard.press("F4");
  await expect(page.locator("footer").getByRole("status").first()).toHaveText("Result 4 of 5: line 1 of flow.pipe.");
  await expect(workbench.fileTab("flow.pipe")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("Ln 1, Col 8")).toBeVisible();
  await page.keyboard.press("Shift+F4");
  await expect(workbench.fileTab("people.pipe")).toHaveAttribute("aria-selected", "true");
  expect(await selected(page)).not.toBeNull();
});

test("a search begins with the text that is selected, but for an expression", async ({ workbench, page }) => {
  await open(workbench);
  await workbench.fileTab("people.pipe").click();
  await page.locator(".cm-line").filter({ hasText: "process reader" }).getByText("reader").dblclick();
  await page.keyboard.press("ControlOrMeta+Shift+F");
  const dialog = page.getByRole("dialog", { name: "Find and replace in all files" });
  const field = dialog.getByRole("textbox", { name: "Find" });
  await expect(field).toHaveValue("reader");
  await expect(dialog.getByRole("status")).toContainText("results in 1 file.");
  await dialog.getByLabel("Regular expression").check();
  await field.fill("read(er|y)");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+Shift+F");
  await expect(field).toHaveValue("read(er|y)");
});

test("a long list is where it was after one of its results was gone to", async ({ workbench, page }) => {
  const lines = Array.from({ length: 200 }, (_, idx) => `process p${idx}\n  :: numbers\n`);
  await workbench.open(textFile("long.pipe", lines.join("\n")));
  const dialog = await find(page, "num.ers");
  await dialog.getByLabel("Regular expression").check();
  await expect(dialog.getByRole("status")).toHaveText("200 results in 1 file.");
  const field = dialog.getByRole("textbox", { name: "Find" });
  await field.focus();
  await page.keyboard.press("ArrowUp");
  const last = dialog.getByRole("treeitem", { name: "line 599 of long.pipe" });
  await expect(last).toBeInViewport();
  await expect(field).toHaveAttribute("aria-activedescendant", (await last.getAttribute("id")) ?? "none");
  // A row that was scrolled away from is not named.
  await dialog.getByRole("treeitem").last().hover();
  await page.mouse.wheel(0, -10_000);
  await expect(last).toHaveCount(0);
  await expect(field).not.toHaveAttribute("aria-activedescendant");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Ln 599, Col /)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Shift+F");
  await expect(last).toBeInViewport();
});

test("case, words and expressions, and one that is none", async ({ workbench, page }) => {
  await open(workbench);
  const dialog = await find(page, "IMAGE");
  const status = dialog.getByRole("status");
  await expect(status).toHaveText("5 results in 1 file.");
  await dialog.getByLabel("Match case").check();
  await expect(status).toHaveText("No results in the open files.");
  await dialog.getByLabel("Match case").uncheck();
  await dialog.getByLabel("Whole word").check();
  await expect(status).toHaveText("2 results in 1 file.");
  await dialog.getByLabel("Whole word").uncheck();
  await dialog.getByLabel("Regular expression").check();
  await dialog.getByRole("textbox", { name: "Find" }).fill("^(process|config)\\s+\\w+$");
  await expect(status).toHaveText("5 results in 2 files.");
  await dialog.getByRole("textbox", { name: "Find" }).fill("(unfinished");
  await expect(status).toContainText("This is not a valid regular expression:");
  await dialog.getByRole("textbox", { name: "Find" }).fill("");
  await expect(status).toHaveText("Type what to find in the open files.");
});

test("an expression that never ends is stopped, and the page stays alive", async ({ workbench, page }) => {
  await workbench.open(textFile("long.pipe", `# ${"a".repeat(60)}!\n`));
  const dialog = await find(page, "(a+)+$");
  await dialog.getByLabel("Regular expression").check();
  await expect(dialog.getByRole("status")).toContainText("The search took more than 3 seconds and was stopped.");
  await dialog.getByRole("textbox", { name: "Find" }).fill("a{60}");
  await expect(dialog.getByRole("status")).toHaveText("1 result in 1 file.");
});

test("what was found far to the right is seen on a phone, too", async ({ workbench, page }) => {
  const indent = " ".repeat(30);
  await workbench.open(textFile("far.pipe", `process reader\n  :: file_reader\n  image_list_file${indent}= @EXAMPLE_DIR@/pipelines/image_list.txt\n`));
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = await find(page, "pipelines");
  const mark = dialog.locator("mark");
  await expect(mark).toHaveText("pipelines");
  const isSeen = async () => {
    const [inner, outer] = [(await mark.boundingBox())!, (await dialog.getByRole("tree", { name: "Results" }).boundingBox())!];
    const isWhole = await mark.evaluate((it) => it.scrollWidth <= it.clientWidth || it.clientWidth === 0);
    return isWhole && inner.width > 50 && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
  };
  await expect.poll(isSeen).toBe(true);
  await dialog.getByLabel("Replace", { exact: true }).check();
  await dialog.getByRole("textbox", { name: "Replace with" }).fill("lists");
  await expect(dialog.locator("ins")).toHaveText("lists");
  await expect.poll(isSeen).toBe(true);
  await expect(dialog.getByRole("treeitem").nth(1)).toHaveAccessibleName(/@EXAMPLE_DIR@\/pipelines.*becomes lists/);
});

test("what is replaced is seen before, chosen by boxes, and one undo brings it back", async ({ workbench, page }) => {
  await open(workbench);
  const before = await allTexts(page);
  const dialog = await find(page, "process (\\w+)");
  await dialog.getByLabel("Regular expression").check();
  await dialog.getByLabel("Replace", { exact: true }).check();
  await dialog.getByRole("textbox", { name: "Replace with" }).fill("process my_$1");
  const rows = dialog.getByRole("tree", { name: "Results" }).getByRole("treeitem");
  await expect(rows.nth(1)).toContainText("process readerprocess my_reader");
  await dialog.getByLabel("Replace in line 7 of people.pipe").uncheck();
  expect(await brokenRules(page)).toEqual([]);
  for (const scheme of ["light", "dark"] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 844 });
      await page.screenshot({ path: `results/screens/search-all-${scheme}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Replace 4 occurrences" }).click();
  await expect(page.getByText("4 occurrences in 2 files were replaced. One undo in people.pipe reverts it all.")).toBeVisible();
  const after = await allTexts(page);
  expect(after["people.pipe"]).toBe(before["people.pipe"]?.replace("process reader", "process my_reader").replace("process viewer", "process my_viewer"));
  expect(after["flow.pipe"]).toBe(before["flow.pipe"]?.replaceAll("process s", "process my_s"));
  expect(after["rank.trace"]).toBe(before["rank.trace"]);
  await workbench.fileTab("people.pipe").click();
  await workbench.editor.press("ControlOrMeta+z");
  await expect.poll(() => allTexts(page)).toEqual(before);
});

test("what was unticked stays so where the list becomes another one", async ({ workbench, page }) => {
  await workbench.open(textFile("few.pipe", "# needle one\n# needle two\n# needle three\n"));
  const dialog = await find(page, "needle");
  await dialog.getByLabel("Replace", { exact: true }).check();
  await dialog.getByRole("textbox", { name: "Replace with" }).fill("pin");
  await dialog.getByLabel("Replace in line 2 of few.pipe").uncheck();
  await expect(dialog.getByRole("button", { name: "Replace 2 occurrences" })).toBeVisible();
  // Another replacement is for the same places.
  await dialog.getByRole("textbox", { name: "Replace with" }).fill("pen");
  await expect(dialog.locator("ins").first()).toHaveText("pen");
  await expect(dialog.getByLabel("Replace in line 2 of few.pipe")).not.toBeChecked();
  await dialog.getByRole("textbox", { name: "Replace with" }).fill("pin");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await workbench.editor.press("ControlOrMeta+Home");
  await workbench.editor.press("Shift+ArrowDown");
  await workbench.editor.press("Delete");
  await page.keyboard.press("ControlOrMeta+Shift+F");
  await expect(dialog.getByRole("status")).toHaveText("2 results in 1 file.");
  await expect(dialog.getByLabel("Replace in line 1 of few.pipe")).not.toBeChecked();
  await expect(dialog.getByLabel("Replace in line 2 of few.pipe")).toBeChecked();
  await dialog.getByRole("button", { name: "Replace 1 occurrence" }).click();
  await expect(page.locator(".cm-line").first()).toHaveText("# needle two");
  await expect(page.locator(".cm-line").nth(1)).toHaveText("# pin three");
});

test("five hundred places are listed, and more than five thousand are cut with words", async ({ workbench, page }) => {
  const lines = Array.from({ length: 500 }, (_, it) => `# needle ${it + 1} ${"x".repeat(400)}`).join("\n");
  await workbench.open(textFile("many.pipe", `${lines}\n`));
  const dialog = await find(page, "needle");
  await expect(dialog.getByRole("status")).toHaveText("500 results in 1 file.");
  const list = dialog.getByRole("tree", { name: "Results" });
  await list.focus();
  await page.keyboard.press("ArrowUp");
  await expect(list.getByRole("treeitem").last()).toContainText("needle 500");
  const width = await list.evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(width).toBeLessThanOrEqual(0);
  await dialog.getByRole("textbox", { name: "Find" }).fill("x");
  await expect(dialog.getByRole("status")).toHaveText(/Only the first 5\s000 results are listed, in 1 file\. Search for something longer/);
});
