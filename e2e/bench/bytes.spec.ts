// Measures the time from the tab to the first bytes drawn, for a binary of 16 MB. Prints, and never
// fails for being slow.

import { writeFileSync } from "node:fs";

import type { Locator } from "@playwright/test";

import { expect, test } from "../pages/test.ts";
import { usePlainPickers } from "../pages/workbench.ts";

/** Makes units with a thousand resources each, laid out as the core does. */
function binary(nUnits: number): Buffer {
  const nResources = 1000;
  const bitmaps = 32 + 44 * nUnits + ((8 - ((32 + 44 * nUnits) % 8)) % 8);
  const resources = bitmaps + 32 * nUnits;
  const strings = resources + 32 * nResources * nUnits;
  const name = Buffer.from("\0exec_unit\0");
  const res = Buffer.alloc(strings + name.length);
  res.write("GFCC\0\x01\0\0", 0, "latin1");
  res.writeUInt32LE(nUnits, 8);
  for (let unit = 0; unit < nUnits; unit++) {
    const entry = 32 + 44 * unit;
    res.writeUInt16LE(unit, entry + 2);
    res.writeUInt32LE(bitmaps + 32 * unit, entry + 16);
    res.writeUInt32LE(32, entry + 20);
    res.writeUInt32LE(resources + 32 * nResources * unit, entry + 24);
    res.writeUInt32LE(nResources, entry + 28);
    res.writeUInt32LE(1, bitmaps + 32 * unit);
    for (let it = 0; it < nResources; it++) {
      const at = resources + 32 * (nResources * unit + it);
      res.writeUInt16LE(7, at);
      res.writeUInt32LE(1, at + 4);
      res.writeBigUInt64LE(4n, at + 8);
      res.writeBigUInt64LE(64n, at + 16);
    }
  }
  name.copy(res, strings);
  return res;
}

/** The most milliseconds for one case. */
const bound = 60_000;

for (const nUnits of [50, 500]) {
  test(`the bytes view of ${nUnits},000 entries is drawn`, async ({ workbench, page }) => {
    // Playwright itself needs time to hand over the file.
    test.setTimeout(3 * bound);
    const bytes = binary(nUnits);
    const file = test.info().outputPath("large.coilcfg");
    writeFileSync(file, bytes);
    await usePlainPickers(page);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    const opening = performance.now();
    await (await chooser).setFiles(file);

    /** Returns true if something became visible in time. */
    const isShown = (what: Locator) => {
      const timeout = Math.max(1, bound - (performance.now() - opening));
      return what.waitFor({ timeout }).then(() => true, () => false);
    };
    const size = `bytes view, ${(bytes.length / 1e6).toFixed(1)} MB`;
    if (!(await isShown(workbench.line("[metadata]").first()))) {
      const said = await page.getByRole("alert").or(page.getByRole("status")).allInnerTexts();
      console.log(`${size}: text not shown after ${bound / 1000} s; the page says: ${said.join(" | ")}`);
      return;
    }
    const opened = performance.now();
    const text = `${size}: text shown after ${(opened - opening).toFixed(0)} ms`;
    await page.getByRole("tab", { name: "Bytes", exact: true }).click();
    if (!(await isShown(page.getByRole("gridcell").first()))) {
      console.log(`${text}, bytes not shown after ${bound / 1000} s`);
      return;
    }
    // A row per line of bytes would give a million rows.
    expect(await page.getByRole("gridcell").count()).toBeLessThan(10_000);
    console.log(`${text}, first bytes drawn ${(performance.now() - opened).toFixed(0)} ms later`);
  });
}
