// What the codes of problems mean, said where one meets them.

import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("a problem leads to the meaning of its code, with the reference", async ({ workbench, page }) => {
  await workbench.open(textFile("hints.pipe", "process a\n  :: no_such_type\n"));
  await workbench.openProblems();
  await workbench.problems.getByRole("option").filter({ hasText: "no_such_type" }).click();
  await workbench.problems.getByRole("button", { name: "Why unknown-process-type?" }).click();
  const dialog = page.getByRole("dialog", { name: "unknown-process-type" });
  await expect(dialog).toContainText("The type is not in the catalogue.");
  await expect(dialog).toContainText("Legal, but probably not meant.");
  await expect(dialog.getByRole("heading", { name: "Building the graph" })).toBeVisible();
  await page.screenshot({ path: "results/screens/code.png" });
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await workbench.expectText("process a\n  :: no_such_type\n");
});

test("a code has an address, and all codes can be searched", async ({ page, workbench }) => {
  await page.goto("about:blank");
  await page.goto("./#explain/scope-comma");
  const dialog = page.getByRole("dialog", { name: "scope-comma" });
  await expect(dialog).toContainText("PInsight");
  await dialog.getByRole("button", { name: "All codes…" }).click();
  await page.getByRole("combobox", { name: /code/i }).fill("duplicate-process");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "duplicate-process" })).toContainText("rejects the text");
  // In a page that is open already, too.
  await page.goto("./#explain/no-such-code");
  await expect(page.getByRole("dialog", { name: "no-such-code" })).toContainText("No language has a code");
  await workbench.expectText("");
});
