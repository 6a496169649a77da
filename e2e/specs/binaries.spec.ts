import { inflateSync } from "node:zlib";

import type { Locator, Page } from "@playwright/test";

import { golden, goldenText, projectFile, textFile, upload } from "../pages/files.ts";
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

test("a copy of a binary is downloaded as the bytes that were opened", async ({ workbench, page }) => {
  const downloaded = async () =>
    (await workbench.download(() => page.getByRole("button", { name: "Download .coilcfg" }).click())).bytes;
  for (const path of [bigEndian, compressed]) {
    const own = projectFile(path);
    await workbench.drop(upload(path));
    const name = `${path.split("/").at(-1)}.txt`;
    await expect(workbench.fileTab(name)).toBeVisible();
    await workbench.palette("Duplicate file");
    await expect(page.getByText(`is a copy of ${name}.`)).toBeVisible();
    await workbench.view("Bytes");
    expect((await downloaded()).equals(own), path).toBe(true);
  }
});

test("what is made of a binary is made of its own bytes, and says what is missing", async ({ workbench, page }) => {
  const own = projectFile(bigEndian);
  await workbench.open({ ...upload(bigEndian), name: "box.coilcfg" });
  await workbench.view("Bytes");
  const header = await workbench.download(() => workbench.palette("C header"));
  expect(header.bytes.toString()).toContain(`${own.length} bytes: a COIL hardware configuration, big-endian`);
  // Two units of one type and number: what follows the first cannot be read.
  const twice = Buffer.alloc(121);
  twice.write("CCFG\0\x01\0\0\0\0\0\x02", "latin1");
  await workbench.drop({ name: "twice.coilcfg", mimeType: "application/octet-stream", buffer: twice });
  await expect(workbench.fileTab("twice.coilcfg.txt")).toBeVisible();
  await workbench.palette("C header");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The binary is damaged at byte 0x4c");
  const damaged = await workbench.download(() => dialog.getByRole("button", { name: /Download/ }).click());
  expect(damaged.bytes.toString()).toContain("121 bytes: a COIL hardware configuration");
});

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

test("a binary with a flag that no text has is mapped to its text all the same", async ({ workbench }) => {
  const own = projectFile(golden);
  own[0x72]! |= 0x10;
  await workbench.open({ name: "box.coilcfg", mimeType: "application/octet-stream", buffer: own });
  const bytes = await workbench.view("Bytes");
  await expect(bytes.getByRole("note")).toContainText("itself, little-endian");
  await expect(bytes.getByRole("note")).not.toContainText("not mapped");
  await workbench.line("model = x86-64 Compatible").click();
  await expect(bytes.locator("[data-lit=true]").first()).toBeVisible();
  // With a part elsewhere it is not, and the reason is true of any such file.
  await workbench.drop({
    name: "longer.coilcfg",
    mimeType: "application/octet-stream",
    buffer: Buffer.concat([own, Buffer.from([0])]),
  });
  await expect(workbench.fileTab("longer.coilcfg.txt")).toBeVisible();
  await workbench.view("Bytes");
  await expect(bytes.getByRole("note")).toContainText("the text compiles to other bytes than these");
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
  const record = bytes.getByRole("region", { name: "Changes of bytes" });
  await expect(record).toContainText("→ timestamp = 1614556801");
  await expect(record.getByRole("button", { name: "Undo" })).toBeVisible();
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

/** Returns the example with something done to its bytes, as a file. */
function damaged(change: (bytes: Buffer) => Buffer) {
  const buffer = change(Buffer.from(projectFile(golden)));
  return { name: "box.coilcfg", mimeType: "application/octet-stream", buffer };
}

/** Returns the example with other bytes at an offset. */
const overwritten = (offset: number, ...bytes: number[]) =>
  damaged((it) => {
    Buffer.from(bytes).copy(it, offset);
    return it;
  });

/** Finds a byte of the grid. */
const byteAt = (bytes: Locator, offset: number) =>
  bytes.getByRole("gridcell", { name: new RegExp(`^0x${offset.toString(16).padStart(8, "0")} `) });

const downloadBinary = (page: Page) => page.getByRole("button", { name: "Download .coilcfg" }).click();

for (const { name, file, marked, says, field } of [
  {
    name: "that was cut off",
    file: damaged((it) => it.subarray(0, 100)),
    marked: [48, 55],
    says: ["damaged at byte 48 (0x30)", "expected the features of cpu:0 at bytes 80 to 112, but the file has 100 bytes", "50 00 00 00 20 00 00 00"],
    field: "feature_offset",
  },
  {
    name: "with a count that runs past its end",
    file: overwritten(60, 0xff, 0xff),
    marked: [56, 63],
    says: ["damaged at byte 56 (0x38)", "expected the resources of cpu:0 at bytes", "70 00 00 00 ff ff 00 00"],
    field: "resource_offset",
  },
  {
    name: "of another version",
    file: overwritten(4, 9, 9),
    marked: [4, 6],
    says: ["damaged at byte 4 (0x4)", "expected version 0.1.x or 1.0.x, found 9.9.0"],
    field: null,
  },
  {
    name: "with a wrong magic number",
    file: overwritten(1, 0x58),
    marked: [0, 3],
    says: ["damaged at byte 0 (0x0)", "expected the bytes 47 46 43 43", "47 58 43 43"],
    field: null,
  },
]) {
  test(`a binary ${name} opens as bytes with the fault marked`, async ({ workbench, page }) => {
    await workbench.open(file);
    const bytes = page.getByRole("tabpanel", { name: "Bytes", exact: true });
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const check = async () => {
      const note = bytes.getByRole("note");
      for (const part of says) await expect(note).toContainText(new RegExp(part.replaceAll(/[()[\].]/g, "\\$&"), "i"));
      const [first, last] = marked as [number, number];
      await expect(byteAt(bytes, first)).toHaveAttribute("aria-invalid", "true");
      await expect(byteAt(bytes, last)).toHaveAttribute("aria-invalid", "true");
      await expect(bytes.locator("[aria-invalid=true]")).toHaveCount(last - first + 1);
      await expect(byteAt(bytes, first)).toBeInViewport();
      if (field) await expect(bytes.getByRole("treeitem", { selected: true })).toContainText(field);
      const given = await workbench.download(() => downloadBinary(page));
      expect(given.name).toBe("box.coilcfg");
      expect(given.bytes.equals(file.buffer)).toBe(true);
    };
    await check();
    await expect(page.getByRole("button", { name: /^Show or hide problems: damaged/ })).toBeVisible();
    await expect(page.getByRole("contentinfo")).not.toContainText("No problems");
    await expect(page.getByRole("region", { name: "Source" })).toContainText("Only the part of box.coilcfg that could be read.");
    await workbench.expectTextContains("; The binary is damaged at byte 0x");
    await page.reload();
    await workbench.ready();
    await check();
  });
}

test("the bytes of a damaged binary are kept, and come back with the text that was opened", async ({ workbench, page }) => {
  const file = damaged((it) => it.subarray(0, 500));
  await workbench.open(file);
  const bytes = page.getByRole("tabpanel", { name: "Bytes", exact: true });
  const text = await workbench.text();
  await expect(bytes.locator("[aria-invalid=true]").first()).toBeInViewport();
  await bytes.getByRole("rowgroup", { name: "Rows of bytes" }).focus();
  await page.keyboard.press("0");
  await expect(page.getByText("the file is damaged, so no text makes these bytes")).toBeVisible();
  await workbench.expectText(text);
  await page.locator(".cm-line").first().click();
  await page.keyboard.type("; mine ");
  await expect(bytes.getByText("after recompiling")).toBeVisible();
  await expect(bytes.getByRole("note")).toContainText("the damaged box.coilcfg was opened");
  await expect(bytes.locator("[aria-invalid=true]")).toHaveCount(0);
  await workbench.undoAll();
  await expect(bytes.getByRole("note")).toContainText("is damaged at byte");
  // A file that is closed comes back with its bytes.
  await page.keyboard.press("Alt+w");
  await page.getByRole("button", { name: "Close without saving" }).click();
  await expect(workbench.fileTab("box.coilcfg.txt")).toHaveCount(0);
  await workbench.palette("Reopen closed file");
  await expect(bytes.getByRole("note")).toContainText("is damaged at byte");
  const given = await workbench.download(() => downloadBinary(page));
  expect(given.bytes.equals(file.buffer)).toBe(true);
});

test("a file of no known kind is refused as before", async ({ workbench, page }) => {
  const buffer = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]);
  await workbench.drop({ name: "tool.bin", mimeType: "application/octet-stream", buffer });
  const dialog = page.getByRole("dialog", { name: "The file was not opened" });
  await expect(dialog).toContainText("tool.bin is neither a text nor a binary that Bobbin reads");
  // Once is enough.
  await expect(dialog).not.toContainText("tool.bin:");
});

test("of several files that cannot be opened each is named", async ({ workbench, page }) => {
  const buffer = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]);
  const tool = (name: string) => ({ name, mimeType: "application/octet-stream", buffer });
  await workbench.drop(tool("one.bin"), tool("two.bin"));
  await expect(page.getByRole("dialog", { name: "The file was not opened" })).toContainText("one.bin");
  await expect(page.getByText(/^two\.bin was not opened: .* Open it by itself to choose how it is read\.$/)).toBeVisible();
});

test("a record says what typed bytes did to the text, and takes them back", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const original = await workbench.text();
  const bytes = await workbench.view("Bytes");
  const record = bytes.getByRole("region", { name: "Changes of bytes" });
  await expect(byteAt(bytes, 12)).toBeVisible();
  await expect(record).toHaveCount(0);
  const type = async (offset: number, typed: string) => {
    await byteAt(bytes, offset).click();
    await bytes.getByRole("rowgroup", { name: "Rows of bytes" }).focus();
    await page.keyboard.type(typed);
  };
  await type(12, "81");
  await expect(record.getByRole("listitem")).toHaveCount(1);
  await expect(record).toContainText("0xc");
  await expect(record).toContainText("80 → 81");
  await expect(record).toContainText("line 4: timestamp = 1614556800 → timestamp = 1614556801");
  await type(6, "03");
  await expect(record).toContainText("00 → 03");
  await expect(record).toContainText("line 3: version = 0.1.0 → version = 0.1.3");
  await record.getByRole("button", { name: "Show earlier changes" }).click();
  await expect(record.getByRole("listitem")).toHaveCount(2);
  // The last change is undone; an earlier one is written back.
  await record.getByRole("listitem").nth(0).getByRole("button", { name: "Undo" }).click();
  await workbench.expectTextContains("version = 0.1.0");
  await expect(record.getByRole("listitem").nth(0)).toContainText("undone");
  await record.getByRole("listitem").nth(1).getByRole("button", { name: "Write back" }).click();
  await workbench.expectText(original);
  await expect(record.getByRole("listitem").nth(0)).toContainText("81 → 80");
  await expect(record.getByRole("listitem").nth(2)).toContainText("undone");
  // It goes to its bytes, and does not lie over any.
  await record.getByRole("button", { name: "0x6" }).click();
  await expect(bytes.getByRole("region", { name: "Selected bytes" })).toContainText("0x6, 1 byte");
  const [grid, below] = [await bytes.getByRole("grid", { name: "Bytes" }).boundingBox(), await record.boundingBox()];
  expect(below!.y).toBeGreaterThanOrEqual(grid!.y + grid!.height - 1);
});

test("a text that asks for the compressed form itself shows that, and keeps it", async ({ workbench }) => {
  await workbench.open(textFile("own.coilcfg.txt", "[metadata]\nflags = compressed\n[cpu:0]\nname = x\n"));
  const bytes = await workbench.view("Bytes");
  const box = bytes.getByLabel("Compressed", { exact: true });
  await expect(box).toBeChecked();
  await expect(box).toBeDisabled();
  await workbench.line("flags").click();
  await workbench.editor.press("End");
  for (const _ of "compressed") await workbench.editor.press("Backspace");
  await workbench.editor.pressSequentially("autodetected");
  await expect(box).not.toBeChecked();
  await expect(box).toBeEnabled();
});
