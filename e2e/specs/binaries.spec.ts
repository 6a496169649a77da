import { inflateSync } from "node:zlib";

import type { Locator } from "@playwright/test";

import { projectFile, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const bigEndian = "core/testdata/coil-hardware/binary/units_big_endian.coilcfg";
const compressed = "core/testdata/coil-hardware/binary/spec_example_compressed.coilcfg";
const letters = "core/testdata/coil-hardware/binary/units_letters.coilcfg";

/** Returns the digits of the first row of bytes. */
async function firstRow(bytes: Locator): Promise<string[]> {
  const cells = bytes.getByRole("row").first().getByRole("gridcell");
  return (await cells.allTextContents()).map((it) => it.trim().toLowerCase());
}

/** Renders bytes as the hex view does. */
const digits = (bytes: Buffer) => [...bytes].map((it) => it.toString(16).padStart(2, "0"));

test("a big-endian binary is shown as it is until its text is edited", async ({ workbench, page }) => {
  const own = projectFile(bigEndian);
  await workbench.open({ ...upload(bigEndian), name: "box.coilcfg" });
  const bytes = await workbench.view("Bytes");
  const row = () => firstRow(bytes).then((it) => it.join(" "));
  const ownRow = async () => digits(own.subarray(0, (await firstRow(bytes)).length)).join(" ");
  await expect(bytes.getByRole("note")).toContainText("box.coilcfg");
  await expect(bytes.getByRole("note")).toContainText("big-endian");
  await expect(bytes.getByText("after recompiling")).toHaveCount(0);
  await expect.poll(row).toBe(await ownRow());
  // The fields are those of these bytes: the number of units is read in the file's byte order.
  await bytes.getByLabel("Go to offset").fill("8");
  await bytes.getByLabel("Go to offset").press("Enter");
  await expect(bytes.getByLabel("u32", { exact: true })).toHaveValue(String(own.readUInt32BE(8)));
  await expect(bytes.getByRole("button", { name: "big-endian", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(bytes.getByRole("tree")).toContainText("pu_count");
  const asOpened = await workbench.download(() => page.getByRole("button", { name: "Download .coilcfg" }).click());
  expect(asOpened.name).toBe("box.coilcfg");
  expect(asOpened.bytes.equals(own)).toBe(true);

  const text = await workbench.text();
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("Home");
  await page.keyboard.type("; mine ");
  await expect(bytes.getByText("after recompiling")).toBeVisible();
  await expect(bytes.getByRole("note")).toContainText("little-endian");
  await expect.poll(row).not.toBe(digits(own.subarray(0, 16)).join(" "));
  await workbench.undoAll();
  await workbench.expectText(text);
  await expect(bytes.getByText("after recompiling")).toHaveCount(0);
  await expect.poll(row).toBe(await ownRow());

  await page.reload();
  await workbench.ready();
  const again = await workbench.view("Bytes");
  await expect(again.getByRole("note")).toContainText("big-endian");
  await expect.poll(() => firstRow(again).then((it) => it.join(" "))).toBe(await ownRow());
  const reloaded = await workbench.download(() => page.getByRole("button", { name: "Download .coilcfg" }).click());
  expect(reloaded.bytes.equals(own)).toBe(true);
});

test("a byte that is changed in a big-endian binary changes the text that it stands for", async ({ workbench }) => {
  const own = projectFile(bigEndian);
  await workbench.open({ ...upload(bigEndian), name: "box.coilcfg" });
  const bytes = await workbench.view("Bytes");
  await expect(bytes.getByRole("note")).toContainText("big-endian");
  await bytes.getByLabel("Go to offset").fill("12");
  await bytes.getByLabel("Go to offset").press("Enter");
  const number = bytes.getByLabel("u64", { exact: true });
  await expect(number).toHaveValue(String(own.readBigUInt64BE(12)));
  await number.fill("1614556801");
  await number.press("Enter");
  await workbench.expectTextContains("timestamp = 1614556801");
  await expect(bytes.getByText("after recompiling")).toBeVisible();
});

test("a compressed binary shows what is in it, and is given back as it was", async ({ workbench, page }) => {
  const own = projectFile(compressed);
  const content = Buffer.concat([own.subarray(0, 32), inflateSync(own.subarray(40))]);
  await workbench.open(upload(compressed));
  const bytes = await workbench.view("Bytes");
  await expect(bytes.getByRole("note")).toContainText(/uncompressed/);
  await expect(bytes.getByLabel("Compressed", { exact: true })).toBeChecked();
  const shown = await firstRow(bytes);
  expect(shown).toEqual(digits(content.subarray(0, shown.length)));
  await bytes.getByLabel("Go to offset").fill(String(content.length - 1));
  await bytes.getByLabel("Go to offset").press("Enter");
  await expect(bytes.getByRole("region", { name: "Selected bytes" })).toContainText(
    `0x${(content.length - 1).toString(16)}, 1 byte`,
  );
  const download = page.getByRole("button", { name: "Download .coilcfg" });
  const asOpened = await workbench.download(() => download.click());
  expect(asOpened.bytes.equals(own)).toBe(true);
  await bytes.getByLabel("Compressed", { exact: true }).uncheck();
  const plain = await workbench.download(() => download.click());
  expect(plain.bytes.length).toBe(content.length);
  await bytes.getByLabel("Compressed", { exact: true }).check();

  await page.locator(".cm-line").first().click();
  await page.keyboard.press("Home");
  await page.keyboard.type("; mine ");
  await expect(bytes.getByText("after recompiling")).toBeVisible();
  await expect(bytes.getByLabel("Compressed", { exact: true })).toBeChecked();
  await workbench.undoAll();
  await expect(bytes.getByText("after recompiling")).toHaveCount(0);
  await page.reload();
  await workbench.ready();
  const again = await workbench.view("Bytes");
  await expect(again.getByRole("note")).toContainText(/uncompressed/);
  await expect(again.getByLabel("Compressed", { exact: true })).toBeChecked();
  const reloaded = await workbench.download(() => download.click());
  expect(reloaded.bytes.equals(own)).toBe(true);
});

test("a binary with another magic number is shown with its own", async ({ workbench, page }) => {
  const own = projectFile(letters);
  await workbench.open(upload(letters));
  const bytes = await workbench.view("Bytes");
  await expect(bytes.getByRole("note")).toContainText("little-endian");
  const shown = await firstRow(bytes);
  expect(shown).toEqual(digits(own.subarray(0, shown.length)));
  const file = await workbench.download(() => page.getByRole("button", { name: "Download .coilcfg" }).click());
  expect(file.bytes.equals(own)).toBe(true);
});
