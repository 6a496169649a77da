// From the tab to the first bytes drawn, for a binary of 16 MB. Prints, never asserts times.

import { expect, test } from "../pages/test.ts";

/** Units with a thousand resources each, as the core lays them out. */
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

for (const nUnits of [50, 500]) {
  test(`the bytes view of ${nUnits},000 entries is drawn`, async ({ workbench, page }) => {
    test.setTimeout(300_000);
    const bytes = binary(nUnits);
    const opening = performance.now();
    await workbench.open({
      name: "large.coilcfg",
      mimeType: "application/octet-stream",
      buffer: bytes,
    });
    await expect(workbench.line("[metadata]")).toBeVisible({ timeout: 250_000 });
    const opened = performance.now();
    await page.getByRole("tab", { name: "Bytes", exact: true }).click();
    await expect(page.getByRole("gridcell").first()).toBeVisible({ timeout: 250_000 });
    const painted = performance.now();
    console.log(
      `bytes view, ${(bytes.length / 1e6).toFixed(1)} MB: text shown after ` +
        `${(opened - opening).toFixed(0)} ms, first bytes drawn ${(painted - opened).toFixed(0)} ms later`,
    );
  });
}
