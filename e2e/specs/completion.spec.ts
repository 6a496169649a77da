// Completion that writes: what is picked goes on where more is to be written.

import type { Page } from "@playwright/test";

import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const options = (page: Page) => page.locator(".cm-tooltip-autocomplete").getByRole("option");

/** Waits for the list, and takes its first line that begins so. */
async function take(page: Page, label: string): Promise<void> {
  const option = options(page).filter({ hasText: new RegExp(`^${label.replace(/[().]/g, "\\$&")}`) }).first();
  await expect(option).toBeVisible();
  // A list that has only just appeared takes no key, lest it take one meant for the text.
  await page.waitForTimeout(200);
  for (let moves = 0; (await option.getAttribute("aria-selected")) !== "true"; moves++) {
    expect(moves, `the keys reach ${label}`).toBeLessThan(40);
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(20);
  }
  await page.keyboard.press("Enter");
}

test("a key of a trace configuration is written with its sign, and its values open", async ({ workbench, page }) => {
  await workbench.open(textFile("a.trace", "[MPI.default]\n"));
  await workbench.line("[MPI.default]").click();
  await page.keyboard.press("End");
  await page.keyboard.type("\ntrace_m");
  await take(page, "trace_mode");
  await workbench.expectText("[MPI.default]\ntrace_mode = \n");
  await take(page, "MONITORING");
  await workbench.expectText("[MPI.default]\ntrace_mode = MONITORING\n");
});

test("the functions of the domains are named in the header of a region", async ({ workbench, page }) => {
  await workbench.open(textFile("a.trace", "# Regions.\n"));
  await workbench.line("# Regions.").click();
  await page.keyboard.press("End");
  await page.keyboard.type("\n[Lex");
  await take(page, "Lexgion(regions by name");
  await page.keyboard.type("Allred");
  await expect(options(page).first()).toContainText("MPI:MPI_Allreduce");
  await take(page, "MPI:MPI_Allreduce");
  await workbench.expectText("# Regions.\n[Lexgion(MPI:MPI_Allreduce)]\n");
});

test("the whole word is replaced, and only what stands before the caret filters", async ({ workbench, page }) => {
  await workbench.open(textFile("a.pipe", "process a\n  :: numbers # n\n"));
  await workbench.line(":: numbers").click();
  await page.keyboard.press("Home");
  for (let moves = 0; moves < "  :: num".length; moves++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Space");
  await take(page, "print_number");
  await workbench.expectTextContains("  :: print_number # n\n");
});

test("a pipeline is written by completion", async ({ workbench, page }) => {
  const flow = "process a\n  :: numbers\nprocess b\n  :: image_viewer\nconnect from a.number\n        to   b.image\n";
  await workbench.open(textFile("a.pipe", flow));
  await workbench.line(":: image_viewer").click();
  await page.keyboard.press("End");
  await page.keyboard.type("\nannot");
  await take(page, "annotate_image");
  await take(page, "true");
  await workbench.expectTextContains("\n  annotate_image = true\n");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("config _pipeline:_edge_by_conn");
  // An open list would take the Enter.
  await page.keyboard.press("Escape");
  await page.keyboard.type("\n  b");
  await take(page, "b:down:image:capacity");
  await take(page, "10");
  await workbench.expectTextContains("\n  b:down:image:capacity = 10");
});

test("after a whole word Enter ends the line, also where the list is open", async ({ workbench, page }) => {
  await workbench.open(textFile("a.pipe", "# Numbers.\n"));
  await workbench.line("# Numbers.").click();
  await page.keyboard.press("End");
  await page.keyboard.type("\nprocess a\n  :: numbers");
  await expect(options(page).filter({ hasText: /^numbers/ })).toHaveAttribute("aria-selected", "true");
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await page.keyboard.type("# next");
  await workbench.expectText("# Numbers.\nprocess a\n  :: numbers\n  # next\n");
});

test("a list that was closed stays closed when one comes back to the text", async ({ workbench, page }) => {
  await workbench.open(textFile("other.pipe", "process b\n  :: numbers\n"));
  await workbench.open(textFile("a.pipe", "process a\n  :: numbers\n"));
  await workbench.line(":: numbers").click();
  await page.keyboard.press("End");
  await page.keyboard.type("\n  sta");
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(options(page)).toHaveCount(0);
  await workbench.fileTab("other.pipe").click();
  await workbench.expectTextContains("process b");
  await workbench.fileTab("a.pipe").click();
  await workbench.expectTextContains("  sta");
  // It would open after a moment.
  await page.waitForTimeout(1000);
  await expect(options(page)).toHaveCount(0);
});

test("only whole words are tinted like the selection", async ({ workbench, page }) => {
  await workbench.open(textFile("a.pipe", "config a\n  rate = 1\n  rated = 2\n  other = rate\n"));
  await workbench.line(/rate = 1/).getByText("rate", { exact: true }).dblclick();
  // The selection itself is not tinted once more.
  await expect(page.locator(".cm-selectionMatch")).toHaveText(["rate"]);
});
