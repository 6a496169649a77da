// The palette: actions by other people's words, files, items, diagnostics and lines.

import type { Page } from "@playwright/test";

import { card } from "../pages/canvas.ts";
import { pipeline, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const field = (page: Page) => page.getByRole("combobox", { name: /command/i });
const options = (page: Page) => page.getByRole("dialog").getByRole("option");

/** Opens the palette and types. */
async function find(page: Page, typed: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+Shift+P");
  await field(page).fill(typed);
}

test("actions are found by other people's words", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", pipeline));
  const graph = await workbench.view("Graph");
  // While it is laid out, "Stop the layout" is offered too.
  await expect(card(graph, "reader")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Shift+P");
  for (const [typed, label] of [
    ["theme", "Colours:"],
    ["dark", "Colours: dark"],
    ["dark mode", "Colours: dark"],
    ["zoom", "Zoom in"],
    ["rename", "Rename"],
    ["share", "Copy link"],
    ["docs", "List all shortcuts"],
    ["tidy", "Tidy up"],
    ["layout", "Tidy up"],
    ["format", "Format text"],
    ["beautify", "Format text"],
    ["history", "Versions of this file"],
    ["sidebar", "Show or hide files"],
  ] as const) {
    await field(page).fill(typed);
    // What was found for the words before may still be there.
    const first = async () => (await options(page).allInnerTexts()).slice(0, 3).join("\n");
    await expect.poll(first, { message: typed }).toContain(label);
  }
  await field(page).fill("format text");
  await expect(options(page).first()).toContainText("Shift+Alt+F");
});

test("how many are found is said", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", pipeline));
  await expect(workbench.outline.getByRole("treeitem", { name: /^detector/ })).toBeVisible();
  await find(page, "@detector");
  const said = page.getByRole("dialog").getByRole("status");
  await expect(said).toHaveText(/^\d+ match(es)?$/);
  await field(page).fill("colours");
  await expect(said).toHaveText(/^\d+ matches$/);
  await field(page).fill("xyzzy");
  await expect(said).toHaveText("No matches.");
  await expect(said).toBeVisible();
  await field(page).fill("");
  await expect(said).toBeEmpty();
});

test("what was used last comes first", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", pipeline));
  await workbench.palette("Colours: dark");
  await workbench.palette("Format text");
  await page.keyboard.press("ControlOrMeta+Shift+P");
  await expect(options(page).nth(0)).toContainText("Format text");
  await expect(options(page).nth(1)).toContainText("Colours: dark");
  await expect(page.getByRole("dialog").getByText("Recently used")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.reload();
  await workbench.ready();
  // What cannot be done yet stands at the end: the palette that was opened before the text is read says so.
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+Shift+P");
    const first = await options(page).nth(0).innerText();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(first).toContain("Format text");
  }).toPass();
});

test("files, items, diagnostics and lines are found", async ({ workbench, page }) => {
  await workbench.open(textFile("other.pipe", "process lonely\n  :: numbers\n"));
  await workbench.open(textFile("flow.pipe", pipeline));
  await expect(workbench.problems.getByText("required-port-unconnected")).toBeVisible();

  await find(page, "required-port");
  await expect(options(page).first()).toContainText("required-port-unconnected");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-activeLine")).toContainText("process viewer");
  await expect(workbench.editor).toBeFocused();

  await find(page, "@detector");
  await expect(options(page).first()).toContainText("detector");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-activeLine")).toContainText("process detector");

  await find(page, ":4:3");
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.locator("footer")).toContainText("Ln 4, Col 3");

  await find(page, "other.pipe");
  await page.keyboard.press("Enter");
  await expect(workbench.fileTab("other.pipe")).toHaveAttribute("aria-selected", "true");
  await expect(workbench.editor).toBeFocused();

  await find(page, ">flow");
  await expect(options(page).filter({ hasText: "flow.pipe" })).toHaveCount(0);
  await field(page).fill("@");
  await expect(options(page).filter({ hasText: "Colours" })).toHaveCount(0);
  await expect(options(page).first()).toContainText("lonely");
});

test("a command that cannot be had now says why", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", pipeline));
  await find(page, "compare with another");
  await expect(options(page)).toHaveCount(1);
  const compare = options(page).first();
  await expect(compare).toContainText("no other file of its language is open");
  await expect(compare).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await compare.click({ force: true });
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  // Nobody who looks what there is to do has to pass over what there is not.
  await field(page).fill("");
  await expect(options(page).first()).toBeVisible();
  await expect(page.locator("[role=option][aria-disabled=true]")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await workbench.open(textFile("second.pipe", pipeline));
  await find(page, "compare with another");
  await expect(compare).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Compare two files" })).toBeVisible();
});

test("two thousand items do not make it stutter", async ({ workbench, page }) => {
  const text = Array.from({ length: 2000 }, (_, nth) => `config section_${nth}\n  key = ${nth}\n`).join("\n");
  await workbench.open(textFile("large.pipe", text));
  await expect(workbench.outline.getByRole("treeitem").first()).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Shift+P");
  for (const typed of ["s", "se", "section_1", "section_19", "section_1999", "zoom", "@section_1500"]) {
    await field(page).fill(typed);
    // However many fit, no more are in the document than can be seen.
    await expect.poll(() => options(page).count(), { message: typed }).toBeLessThan(100);
    expect(await options(page).count()).toBeGreaterThan(0);
  }
  await expect(options(page).first()).toContainText("section_1500");
});

test("what people see comes before what else it may be called", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", pipeline));
  await find(page, "dark mode");
  await expect(options(page).first()).toContainText("Colours: dark");
});
