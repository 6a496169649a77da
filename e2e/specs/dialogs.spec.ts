// Every dialog, in every theme: no rule of accessibility that a machine can check is broken, and nothing sticks out.

import AxeBuilder from "@axe-core/playwright";

import { goldenText, pipeline, textFile, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

/** What the list of commands is asked for, and the title of the dialog that opens. */
const dialogs: [command: string, title: string | RegExp][] = [
  ["List all shortcuts", "Shortcuts"],
  ["Settings", "Settings"],
  ["Go to item", /item/i],
  ["Change language", /Read this file as/],
  ["New file", /New file/],
  ["Rename file", /./],
  ["Find and replace in all files", /./],
  ["Examples", "Examples"],
  ["Environment", /Environment/],
  ["Versions of this file", /./],
  ["Recently closed files", /./],
  ["Show includes", /./],
  ["Reference of the languages", /Reference/],
  ["Explain a problem code", /./],
  ["Take a tour", /./],
  ["Convert", /./],
  ["Compare with another", /./],
];

const themes = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  contrast: { contrast: "more" },
  forced: { forcedColors: "active" },
} as const;

for (const [theme, media] of Object.entries(themes)) {
  test(`no dialog breaks a rule, ${theme}`, async ({ workbench, page }) => {
    test.slow();
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    await workbench.open(textFile("people.pipe", pipeline));
    await workbench.open(textFile("other.coilcfg.txt", "[cpu:0]\nname = other\n"));
    await workbench.open(upload(goldenText));
    const faults: string[] = [];
    for (const [command, title] of dialogs) {
      await workbench.palette(command);
      const dialog = page.getByRole("dialog", { name: title });
      await expect(dialog, command).toBeVisible();
      const { violations } = await new AxeBuilder({ page })
        .include("dialog[open]")
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
        .analyze();
      for (const it of violations) faults.push(`${command}: ${it.id}: ${it.nodes[0]?.html}`);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        // What measures itself follows a moment later.
        const isFitting = () => document.documentElement.scrollWidth <= window.innerWidth;
        const hasFitted = await page.waitForFunction(isFitting, null, { timeout: 2000 }).catch(() => null);
        if (hasFitted === null) faults.push(`${command}: something sticks out at ${width}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog"), command).toHaveCount(0);
    }
    expect(faults).toEqual([]);
  });
}
