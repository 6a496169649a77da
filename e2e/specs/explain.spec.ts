// What the codes of problems mean, said where one meets them.

import { brokenRules } from "../pages/access.ts";
import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("a problem leads to the meaning of its code, with the reference", async ({ workbench, page }) => {
  await workbench.open(textFile("hints.pipe", "process a\n  :: no_such_type\n"));
  await workbench.openProblems();
  await workbench.problems.getByRole("treeitem").filter({ hasText: "no_such_type" }).click();
  await workbench.problems.getByRole("button", { name: "Why unknown-process-type?" }).click();
  const dialog = page.getByRole("dialog", { name: "unknown-process-type" });
  await expect(dialog).toContainText("The type is not in the catalogue.");
  await expect(dialog).toContainText("The text alone does not tell whether the real program takes it or rejects it.");
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

test("an example opens as a new file that has the problem, and its quick fix makes the text beside it", async ({ workbench, page }) => {
  // A file with the example's name is there already, and stays as it is.
  await workbench.open(textFile("reserved-word.pipe", "process own :: orphan\n"));
  await page.goto("./#explain/reserved-word");
  const dialog = page.getByRole("dialog", { name: "reserved-word" });
  const example = dialog.getByRole("region", { name: "Example" });
  const mended = await example.getByRole("figure").nth(1).locator("pre").innerText();
  await expect(example.getByRole("figure").nth(1)).toContainText("Quick fix: Rename to from_");
  await example.getByRole("button", { name: "Try it" }).click();
  await expect(dialog).toHaveCount(0);
  const problem = workbench.problems.getByRole("treeitem").filter({ hasText: "reserved-word" });
  await expect(problem).toHaveCount(2);
  await problem.first().click();
  await workbench.problems.getByRole("button", { name: /^Rename to .?from_/ }).click();
  await expect.poll(async () => (await workbench.text()).trim()).toBe(mended.trim());
  await expect(problem).toHaveCount(0);
  await workbench.fileTab("reserved-word.pipe").first().click();
  await workbench.expectText("process own :: orphan\n");
});

for (const scheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test(`an explanation looks right, ${scheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: width > 700 ? 900 : 844 });
      await page.goto("./#explain/enum");
      const dialog = page.getByRole("dialog", { name: "enum" });
      await expect(dialog.getByRole("region", { name: "Example" })).toBeVisible();
      await expect(dialog).toContainText("COIL target configuration: error.");
      await page.screenshot({ path: `results/screens/explanation-${scheme}-${width}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      expect(await brokenRules(page, { within: "dialog[open]" })).toEqual([]);
      // Of the table of codes only the row about this one.
      await expect(dialog.getByText("E_ENUM", { exact: true }).last()).toBeAttached();
      await expect(dialog.getByText("E_RANGE", { exact: true })).toHaveCount(0);
    });
  }
}
