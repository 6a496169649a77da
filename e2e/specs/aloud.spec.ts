// What is read aloud of lists and grids whose keys move no focus.

import type { Locator } from "@playwright/test";

import { goldenText, textFile, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

/** Waits until a list with the keyboard names the row that its keys have led to, with its place. */
async function expectLedTo(list: Locator, name: RegExp): Promise<void> {
  const row = list.locator("[aria-selected=true]");
  await expect(row).toHaveAccessibleName(name);
  await expect(list).toBeFocused();
  await expect(list).toHaveAttribute("aria-activedescendant", (await row.getAttribute("id")) ?? "none");
  await expect(row).toHaveAttribute("aria-posinset", /^[1-9]/);
  await expect(row).toHaveAttribute("aria-setsize", /^[1-9]/);
}

test("lists name the row that the arrows lead to, and a problem what it is", async ({ workbench, page }) => {
  const text = "tracing_rate = 5\n[OpenMP.default]\n  trace_mode = OFF\n[MPI.default]\n  trace_mode = OFF\n";
  await workbench.open(textFile("early.trace", text));
  const row = workbench.outline.getByRole("treeitem", { name: /MPI\.default/ });
  await workbench.showOutline();
  // Who presses a row goes on from there with the keys.
  await row.click();
  await expectLedTo(workbench.outline, /MPI\.default/);
  await page.keyboard.press("ArrowUp");
  await expectLedTo(workbench.outline, /OpenMP\.default/);
  await workbench.openProblems();
  const problems = workbench.problems.getByRole("tree");
  await problems.focus();
  await page.keyboard.press("ArrowDown");
  await expectLedTo(problems, /^(error|warning|hint)\b.*Has a fix/);
  await page.getByRole("tab", { name: "Files", exact: true }).click();
  const file = page.getByRole("tree", { name: "Open files" }).getByRole("treeitem", { name: "early.trace", exact: true });
  await expect(file).toHaveAttribute("aria-description", /^\d+ (error|warning)/);
});

test("the structure of a binary names its rows, and the grid says what a byte is", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  const structure = bytes.getByRole("tree", { name: "Structure" });
  await structure.getByRole("treeitem").filter({ hasText: "timestamp" }).click();
  await expectLedTo(structure, /timestamp/);
  await page.keyboard.press("ArrowDown");
  await expectLedTo(structure, /^(?!.*timestamp)/);
  // The seconds since 1970 that the text has, from the least byte on.
  const place = bytes.locator(".byte-inspector__place");
  await bytes.getByLabel("Go to offset").fill("0xc");
  await bytes.getByLabel("Go to offset").press("Enter");
  await bytes.getByRole("rowgroup", { name: "Rows of bytes" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(place).toHaveText("0xd, 1 byte: 2e, timestamp");
  await page.keyboard.press("ArrowLeft");
  await expect(place).toHaveText("0xc, 1 byte: 80, timestamp");
});
