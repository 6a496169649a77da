// Which file includes which: the whole workspace as a tree, from both ends.

import type { Locator } from "@playwright/test";

import { brokenRules } from "../pages/access.ts";
import { numberFlow, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import { usePlainPickers } from "../pages/workbench.ts";

const files = [
  textFile("main.pipe", "# the whole\ninclude parts.pipe\ninclude gone.pipe\ninclude common.pipe\n"),
  textFile("parts.pipe", "include common.pipe\n"),
  textFile("common.pipe", "process n\n  :: numbers\n"),
  textFile("one.coilcfg", '[Target]\nMode = 64\n\n@include "other.coilcfg"\n'),
  textFile("other.coilcfg", "@include one.coilcfg\n"),
];

/** Returns the rows: how deep each stands, and what a screen reader says. */
async function rows(tree: Locator): Promise<string[]> {
  return tree.getByRole("treeitem").evaluateAll((all) =>
    all.map((it) => `${it.getAttribute("aria-level")} ${it.getAttribute("aria-label")}`),
  );
}

test("the includes of all files are a tree that leads to their lines", async ({ workbench, page }) => {
  await workbench.open(...files);
  await page.getByRole("tab", { name: "Files", exact: true }).click();
  await page.getByRole("button", { name: "Includes…" }).click();
  const dialog = page.getByRole("dialog", { name: "Includes" });
  const tree = dialog.getByRole("tree", { name: "Includes" });
  await expect(dialog.getByRole("status")).toHaveText("6 includes; 1 file is not open.");
  expect(await rows(tree)).toEqual([
    "1 main.pipe",
    "2 parts.pipe, line 2 of main.pipe",
    "3 common.pipe, in 2 places, line 1 of parts.pipe",
    "2 gone.pipe, not open, line 3 of main.pipe",
    "2 common.pipe, in 2 places, line 4 of main.pipe",
    "1 one.coilcfg",
    "2 other.coilcfg, line 4 of one.coilcfg",
    "3 one.coilcfg, circle, line 1 of other.coilcfg",
  ]);
  // The name of a row says in words what its place in the tree shows.
  expect(await brokenRules(page)).toEqual([]);
  for (const width of [390, 1440]) {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await page.screenshot({ path: `results/screens/includes-${colorScheme}-${width}.png` });
    }
  }

  // The tree by keyboard: folded, open, to the row around, to the end.
  const row = (name: RegExp | string) => tree.getByRole("treeitem", { name });
  const main = row(/^main\.pipe/);
  await main.focus();
  await page.keyboard.press("ArrowRight");
  await expect(row(/^parts\.pipe/)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(row(/^parts\.pipe/)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowLeft");
  await expect(main).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(main).toHaveAttribute("aria-expanded", "false");
  await expect(tree.getByRole("treeitem")).toHaveCount(4);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(row(/^gone\.pipe/)).toBeFocused();
  await page.keyboard.press("End");
  await expect(row(/circle/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(workbench.fileTab("other.coilcfg")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".cm-activeLine")).toContainText("@include one.coilcfg");

  await workbench.palette("Show includes");
  await row(/^gone\.pipe/).click();
  await expect(page.locator(".cm-activeLine")).toContainText("include gone.pipe");
});

test("who includes a file is shown too, and that nobody does", async ({ workbench, page }) => {
  const dialog = page.getByRole("dialog", { name: "Includes" });
  await workbench.open(textFile("alone.pipe", "process n\n  :: numbers\n"));
  await workbench.palette("Show includes");
  await expect(dialog.getByRole("status")).toHaveText("No open file includes another one.");
  await page.keyboard.press("Escape");
  await workbench.open(...files.slice(0, 3));
  await workbench.palette("Show includes");
  await dialog.getByRole("radio", { name: "Included by" }).click();
  const tree = dialog.getByRole("tree", { name: "Includes" });
  await expect(tree.getByRole("treeitem").first()).toHaveAccessibleName("parts.pipe");
  expect(await rows(tree)).toEqual([
    "1 parts.pipe",
    "2 main.pipe, line 2 of main.pipe",
    "1 gone.pipe, not open",
    "2 main.pipe, line 3 of main.pipe",
    "1 common.pipe, in 2 places",
    "2 main.pipe, line 4 of main.pipe",
    "2 parts.pipe, line 1 of parts.pipe",
  ]);
  await tree.getByRole("treeitem", { name: "parts.pipe, line 1" }).click();
  await expect(workbench.fileTab("parts.pipe")).toHaveAttribute("aria-selected", "true");
});

test("a file that an include misses is picked, and put where it is looked for", async ({ workbench, page }) => {
  const text = "include parts/gone.pipe\n";
  await workbench.open(textFile("main.pipe", text));
  await usePlainPickers(page);
  await workbench.openProblems();
  const { problems } = workbench;
  await problems.getByRole("treeitem").first().click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("complementary", { name: "Selected problem" }).getByRole("button", { name: "Open the file…" }).click();
  await (await chooser).setFiles([textFile("other.pipe", numberFlow)]);
  await expect(workbench.fileTab("gone.pipe")).toBeVisible();
  await workbench.expectNoProblems();
  await workbench.expectText(text);
});

test("the message in the text opens a missing file, too", async ({ workbench, page }) => {
  await workbench.open(textFile("main.pipe", "include lost.pipe\n"));
  await usePlainPickers(page);
  await expect(page.locator(".cm-lintRange").first()).toBeVisible();
  await workbench.line("include lost").getByText("lost").first().hover();
  const chooser = page.waitForEvent("filechooser");
  await page.locator(".cm-diagnosticAction", { hasText: "Open the file…" }).click();
  await (await chooser).setFiles([textFile("lost.pipe", numberFlow)]);
  await expect(workbench.fileTab("lost.pipe")).toBeVisible();
  await workbench.expectNoProblems();
});

test("what is said of an include goes when its file is found", async ({ workbench, page }) => {
  await workbench.open(textFile("common.pipe", "process n\n  :: numbers\n"), textFile("main.pipe", "include parts/common.pipe\n"));
  await expect(page.locator(".cm-lintRange").first()).toBeVisible();
  await workbench.line("include parts").getByText("common").first().hover();
  const said = page.locator(".cm-lsp-hover-tooltip");
  await expect(said).toContainText("not among the open files");
  await page.locator(".cm-diagnosticAction", { hasText: "It is common.pipe, which is open" }).click();
  await expect(page.getByRole("button", { name: "Show or hide problems: 1 error" })).toBeVisible();
  await expect(said).toBeHidden();
});
