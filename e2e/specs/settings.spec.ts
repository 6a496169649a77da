// The page's own settings: what they change, and that they last.

import type { Page } from "@playwright/test";

import { brokenRules } from "../pages/access.ts";
import { pipeline, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";

test("settings change the page at once, and last", async ({ workbench, page }) => {
  await workbench.open(textFile("tabs.pipe", `process a\n\t:: numbers\n# ${"word ".repeat(90)}\n`));
  const width = async () => (await workbench.line(/numbers/).evaluate((it) => {
    const range = document.createRange();
    range.selectNodeContents(it);
    return range.getBoundingClientRect().width;
  }));
  const before = await width();
  await page.keyboard.press("ControlOrMeta+,");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("radio", { name: "8", exact: true }).click();
  await dialog.getByRole("radio", { name: "Dark" }).click();
  await dialog.getByRole("checkbox", { name: "Reduce motion" }).check();
  await dialog.getByRole("checkbox", { name: "Word wrap" }).check();
  const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--error"));
  const usual = await colour();
  await dialog.getByRole("checkbox", { name: "Colours without red and green" }).check();
  await expect.poll(colour).not.toBe(usual);
  await dialog.getByRole("button", { name: "Increase text size" }).click();
  await expect(dialog.getByRole("group", { name: "Text size" })).toContainText("14.5 px");
  await dialog.getByRole("button", { name: "Reset" }).click();
  await expect(dialog.getByText(/[kM]B; /)).toBeVisible();
  for (const colorScheme of ["dark", "light"] as const) {
    await dialog.getByRole("radio", { name: colorScheme === "dark" ? "Dark" : "Light" }).click();
    expect(await brokenRules(page)).toEqual([]);
    for (const size of [1440, 390, 320]) {
      await page.setViewportSize({ width: size, height: 844 });
      await page.screenshot({ path: `results/screens/settings-${colorScheme}-${size}.png` });
      // Nothing sticks out of the window.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect.poll(width).toBeGreaterThan(before + 20);
  await page.reload();
  await workbench.ready();
  await expect.poll(width).toBeGreaterThan(before + 20);
  await workbench.palette("preferences");
  await expect(dialog.getByRole("radio", { name: "Light" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Reduce motion" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Word wrap" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Colours without red and green" })).toBeChecked();
  await expect(page.locator("html")).toHaveAttribute("data-motion", "reduced");
});

test("tabs do not take back what another one has set", async ({ workbench, page, context }) => {
  const row = async (on: Page, nth: number, name: string, value: string) => {
    await on.getByRole("button", { name: "Environment", exact: true }).click();
    const dialog = on.getByRole("dialog");
    await dialog.getByLabel(`name of variable ${nth}`).fill(name);
    await dialog.getByLabel(`value of variable ${nth}`).fill(value);
    await dialog.getByLabel(`value of variable ${nth}`).press("Enter");
    await on.keyboard.press("Escape");
  };
  const stored = (name: string) =>
    page.evaluate((name) => JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith(name))?.[1] ?? "{}"), name);
  const other = new Workbench(await context.newPage());
  await other.start();
  await workbench.palette("Colours: dark");
  await expect.poll(async () => (await stored("bobbin.settings@")).theme).toBe("dark");
  await row(page, 1, "HOME", "/home/a");
  // This one knows nothing of it, and keeps that it had files.
  await other.open(textFile("people.pipe", pipeline));
  await expect.poll(async () => (await stored("bobbin.settings@")).hadFiles).toBe(true);
  expect((await stored("bobbin.settings@")).theme).toBe("dark");
  await row(other.page, 2, "LANG", "C");
  const names = async () => (await stored("bobbin.environment@")).env.map((it: { key: string }) => it.key);
  await expect.poll(names).toEqual(["HOME", "LANG"]);
  await other.page.close();
});
