// The reference documents of the languages, read and searched inside the page.

import type { Page } from "@playwright/test";

import { brokenRules } from "../pages/access.ts";
import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const reference = (page: Page) => page.getByRole("dialog", { name: "Reference" });
const search = (page: Page) => reference(page).getByRole("searchbox", { name: "Search the reference" });
const heading = (page: Page, name: string) => reference(page).getByRole("heading", { name: new RegExp(`^${name}( Link|$)`) });

async function openReference(page: Page): Promise<void> {
  await page.keyboard.press("F1");
  await page.getByRole("combobox", { name: /^Find a command/ }).fill("Reference of the languages");
  await page.keyboard.press("Enter");
  await expect(search(page)).toBeFocused();
}

test("the reference opens at the language of the file, and its contents lead to sections", async ({ workbench, page }) => {
  await workbench.open(textFile("rank.trace", "[MPI.default]\n"));
  await openReference(page);
  await expect(reference(page).getByRole("radio", { name: "PInsight" })).toHaveAttribute("aria-checked", "true");
  const contents = reference(page).getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Window actions" }).click();
  await expect(heading(page, "Window actions")).toBeFocused();
  await expect(heading(page, "Window actions")).toBeInViewport();
  await expect(contents.getByRole("link", { name: "Window actions" })).toHaveAttribute("aria-current", "location");
  await expect(page).toHaveURL(/#reference\/pinsight\/window-actions$/);
  // The text has links, tables and code.
  await reference(page).getByRole("radio", { name: "COIL" }).click();
  await expect(reference(page).getByRole("columnheader", { name: "target configuration" })).toBeVisible();
  await reference(page).getByRole("region", { name: "Text" }).getByRole("link", { name: "Telling the formats apart" }).first().click();
  await expect(heading(page, "Telling the formats apart")).toBeFocused();
  // Back to where the link was, and out of the reference.
  await page.goBack();
  await expect(heading(page, "COIL configurations")).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(reference(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/#/);
  await workbench.expectText("[MPI.default]\n");
});

test("a search finds sections of all documents, by keyboard alone", async ({ workbench, page }) => {
  await workbench.ready();
  await openReference(page);
  await search(page).fill("w_abi_mismatch");
  const results = reference(page).getByRole("list", { name: "Results" }).getByRole("link");
  await expect(results.first()).toContainText("COIL");
  await expect(results.first().locator("mark").first()).toHaveText(/w_abi_mismatch/i);
  await search(page).fill("relative paths");
  await expect(results.first()).toContainText("Relative paths");
  await expect(reference(page).getByRole("status")).toHaveText(/^\d+ sections?\.$/);
  await page.keyboard.press("ArrowDown");
  await expect(results.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(results.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Relative paths")).toBeFocused();
  await expect(page).toHaveURL(/#reference\/sprokit\/relative-paths$/);
  await expect(results.first()).toBeVisible();
  await search(page).fill("no such words anywhere");
  await expect(reference(page).getByRole("status")).toHaveText("Nothing found.");
  // Escape takes the search away first.
  await page.keyboard.press("Escape");
  await expect(search(page)).toHaveValue("");
  await expect(reference(page).getByRole("navigation", { name: "Contents" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(reference(page)).toHaveCount(0);
});

test("a section has an address that can be sent and reloaded, and a code leads to it", async ({ page, workbench }) => {
  await page.goto("about:blank");
  await page.goto("./#reference/sprokit/macros");
  await expect(heading(page, "Macros")).toBeFocused();
  await page.reload();
  await workbench.ready();
  await expect(heading(page, "Macros")).toBeInViewport();
  await page.goto("./#explain/scope-comma");
  const dialog = page.getByRole("dialog", { name: "scope-comma" });
  await expect(dialog).toBeVisible();
  await page.reload();
  await dialog.getByRole("link", { name: "“Scope values” in the reference" }).click();
  await expect(heading(page, "Scope values")).toBeInViewport();
  await page.goBack();
  await expect(dialog).toBeVisible();
  // An anchor that is not there leaves the document.
  await page.goto("./#reference/coil/no-such-section");
  await expect(heading(page, "COIL configurations")).toBeInViewport();
});

for (const scheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test(`the reference looks right, ${scheme}, ${width} px`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: width > 700 ? 900 : 844 });
      await page.goto("./#reference/pinsight/seed-headers");
      await expect(heading(page, "Seed headers")).toBeInViewport();
      const check = async (name: string) => {
        await page.screenshot({ path: `results/screens/reference-${name}-${scheme}-${width}.png` });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
        const text = reference(page).getByRole("region", { name: "Text" });
        if (await text.isVisible()) expect(await text.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
        expect(await brokenRules(page, { within: "dialog[open]" })).toEqual([]);
      };
      await check("text");
      if (width < 700) {
        await reference(page).getByRole("button", { name: "Contents" }).click();
        await expect(reference(page).getByRole("navigation", { name: "Contents" })).toBeVisible();
        await check("contents");
      }
      await search(page).fill("compression");
      await expect(reference(page).getByRole("list", { name: "Results" }).getByRole("link").first()).toContainText("Compression");
      await check("search");
      await page.keyboard.press("Enter");
      await expect(heading(page, "Compression")).toBeInViewport();
      await check("found");
    });
  }
}
