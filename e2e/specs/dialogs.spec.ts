// Every dialog, in every theme: no rule of accessibility that a machine can check is broken, and nothing sticks out.

import type { Locator, Page } from "@playwright/test";

import { brokenRules } from "../pages/access.ts";
import { stillBox } from "../pages/canvas.ts";
import { goldenText, pipeline, textFile, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

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

/** Opens a pipeline and two hardware files, and then each dialog in turn. */
async function throughAll(
  workbench: Workbench,
  look: (command: string) => Promise<void>,
  prepare: () => Promise<void> = async () => {},
): Promise<void> {
  const page = workbench.page;
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.open(textFile("other.coilcfg.txt", "[cpu:0]\nname = other\n"));
  await workbench.open(upload(goldenText));
  await prepare();
  for (const [command, title] of dialogs) {
    await workbench.palette(command);
    await expect(page.getByRole("dialog", { name: title }), command).toBeVisible();
    await look(command);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog"), command).toHaveCount(0);
  }
}

for (const [theme, media] of Object.entries(themes)) {
  test(`no dialog breaks a rule, ${theme}`, async ({ workbench, page }) => {
    test.slow();
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    const faults: string[] = [];
    await throughAll(workbench, async (command) => {
      // Of themes, only colours differ.
      const only = theme === "light" ? undefined : ["color-contrast"];
      const broken = await brokenRules(page, { within: "dialog[open]", only });
      faults.push(...broken.map((it) => `${command}: ${it}`));
    });
    expect(faults).toEqual([]);
  });
}

test("the keyboard begins in what a dialog is for, not at its way out", async ({ workbench, page }) => {
  test.slow();
  await throughAll(workbench, async (command) => {
    const dialog = page.getByRole("dialog");
    const isInside = () =>
      dialog.evaluate((it) => {
        const at = document.activeElement;
        const others = [...it.querySelectorAll("button, input, select, [tabindex='0']")].filter((other) => !other.closest(".dialog__close"));
        // One with words alone has nothing for the keyboard but itself.
        if (others.length === 0) return at?.matches(".dialog__frame") === true;
        return at !== null && at !== it && it.contains(at) && !at.matches(".dialog__frame") && !at.closest(".dialog__close");
      });
    // What is in it may be on its way.
    await expect.poll(isInside, command).toBe(true);
  });
});

for (const width of [390, 320]) {
  test(`no dialog sticks out, ${width} pixels`, async ({ workbench, page }) => {
    test.slow();
    const faults: string[] = [];
    const fits = async (command: string) => {
      // What measures itself follows a moment later.
      const isFitting = () => document.documentElement.scrollWidth <= window.innerWidth;
      const hasFitted = await page.waitForFunction(isFitting, null, { timeout: 2000 }).catch(() => null);
      if (hasFitted === null) faults.push(command);
    };
    await throughAll(workbench, fits, () => page.setViewportSize({ width, height: 844 }));
    expect(faults).toEqual([]);
  });
}

/** Opens the dialog of versions: that of an opened file is kept a moment after it is shown, and listed then. */
async function openVersions(workbench: Workbench, page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: /^Versions of/ });
  await workbench.palette("Versions of this file");
  await expect(dialog.getByRole("list", { name: "Versions" })).toBeVisible();
  return dialog;
}

for (const width of [1440, 320]) {
  test(`a long name of a file leaves a dialog its button, ${width} pixels`, async ({ workbench, page }) => {
    await page.setViewportSize({ width, height: 740 });
    await workbench.open(textFile(`a_name_of_${"very_long_letters_".repeat(8)}.pipe`, pipeline));
    const dialog = await openVersions(workbench, page);
    const outer = await stillBox(dialog);
    const title = await stillBox(dialog.getByRole("heading", { name: /^Versions of/ }));
    const button = await stillBox(dialog.getByRole("button", { name: "Close" }));
    expect(title.x).toBeGreaterThanOrEqual(outer.x);
    expect(title.x + title.width).toBeLessThanOrEqual(button.x);
    expect(button.x + button.width).toBeLessThanOrEqual(outer.x + outer.width);
    const versions = await stillBox(dialog.getByRole("list", { name: "Versions" }));
    expect(versions.x + versions.width).toBeLessThanOrEqual(outer.x + outer.width);
  });
}

test("in a window that is enlarged twice versions are seen and can be restored", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.line("# Looks").click();
  await page.keyboard.type("# ");
  const dialog = await openVersions(workbench, page);
  const version = await stillBox(dialog.getByRole("list", { name: "Versions" }).getByRole("button").first());
  const list = await stillBox(dialog.getByRole("list", { name: "Versions" }));
  expect(version.y + version.height).toBeLessThanOrEqual(list.y + list.height);
  await expect(dialog.getByRole("button", { name: "Restore this version" })).toBeInViewport({ ratio: 1 });
});
