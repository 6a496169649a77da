// Archives: all files out, all files in again.

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

import { choose, readDisk, stubPickers, writeDisk } from "../pages/disk.ts";
import { golden, numberFlow, pipeline, textFile, trace, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";

const archive = (name: string, files: Record<string, Uint8Array>) => ({
  name,
  mimeType: "application/zip",
  buffer: Buffer.from(zipSync(files)),
});

test("all files go into an archive as they are, and come back byte for byte", async ({ workbench, page, context }) => {
  const latin = Buffer.from("# caf\xe9\r\nprocess a\r\n  :: numbers", "latin1");
  await workbench.open({ ...textFile("latin.pipe", ""), buffer: latin }, textFile("rank.trace", trace), textFile("people.pipe", pipeline));
  await workbench.palette("Rename file");
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("parts/people.pipe");
  await page.keyboard.press("Enter");
  await expect(workbench.fileTab("parts/people.pipe")).toBeVisible();
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("# unsaved");
  const { name, bytes } = await workbench.download(() => workbench.palette("Download all files as a zip"));
  expect(name).toBe("bobbin-files.zip");
  await expect(page.getByText("3 files were downloaded as bobbin-files.zip.")).toBeVisible();
  const inside = unzipSync(bytes);
  expect(Object.keys(inside).sort()).toEqual(["latin.pipe", "parts/people.pipe", "rank.trace"]);
  expect(Buffer.from(inside["latin.pipe"]!).equals(latin)).toBe(true);
  expect(strFromU8(inside["parts/people.pipe"]!)).toBe(`${pipeline}# unsaved`);
  await expect(workbench.fileTab("parts/people.pipe, not saved")).toBeVisible();

  const other = new Workbench(await context.newPage());
  await other.start();
  await other.drop({ name, mimeType: "application/zip", buffer: bytes });
  await expect(other.page.getByText("3 files from bobbin-files.zip were opened.")).toBeVisible();
  for (const [file, text] of [["parts/people.pipe", `${pipeline}# unsaved`], ["rank.trace", trace]] as const) {
    await other.fileTab(file).click();
    await other.expectText(text);
  }
  await other.fileTab("latin.pipe").click();
  await other.expectText(latin.toString("latin1"));
  const again = await other.download(() => other.palette("Download all files as a zip"));
  expect(unzipSync(again.bytes)).toEqual(inside);
});

test("a binary whose text compiles to other bytes goes into an archive as it was opened", async ({ workbench, page, context }) => {
  const big = upload("core/testdata/coil-hardware/binary/units_big_endian.coilcfg");
  await workbench.open(big, textFile("rank.trace", trace));
  const { name, bytes } = await workbench.download(() => workbench.palette("Download all files as a zip"));
  await expect(page.getByText("2 files were downloaded as bobbin-files.zip. units_big_endian.coilcfg is in it as opened.")).toBeVisible();
  const inside = unzipSync(bytes);
  expect(Object.keys(inside).sort()).toEqual(["rank.trace", "units_big_endian.coilcfg"]);
  expect(Buffer.from(inside["units_big_endian.coilcfg"]!).equals(big.buffer)).toBe(true);

  const other = new Workbench(await context.newPage());
  await other.start();
  await other.drop({ name, mimeType: "application/zip", buffer: bytes });
  await other.fileTab("units_big_endian.coilcfg.txt, not saved").click();
  const view = await other.view("Bytes");
  const saved = await other.download(() => view.getByRole("button", { name: "Download .coilcfg" }).click());
  expect(saved.bytes.equals(big.buffer)).toBe(true);
});

test("two archives that are opened at once stay apart, and so does a set of loose files whose names are taken", async ({ workbench, page }) => {
  const set = (start: number) => ({
    "base.pipe": strToU8(`process base\n  :: numbers\n  start = ${start}\n`),
    "main.pipe": strToU8("include base.pipe\n"),
  });
  // The first has files that are read again when they are opened, which takes a while.
  const binaries = Object.fromEntries(["a", "b", "c"].map((it) => [`${it}.coilcfg`, new Uint8Array(upload(golden).buffer)]));
  await workbench.drop(archive("alpha.zip", { ...binaries, ...set(1) }), archive("beta.zip", set(2)));
  await expect(page.getByText("5 files from alpha.zip were opened.")).toBeVisible();
  await expect(page.getByText("2 files from beta.zip were opened in the folder beta, beside your own.")).toBeVisible();
  const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
  await expect(tabs).toHaveCount(7);
  await workbench.fileTab("beta/base.pipe").click();
  await expect.poll(() => workbench.text()).toContain("start = 2");
  await workbench.fileTab("beta/main.pipe").click();
  const resolved = await workbench.view("Effective values");
  await expect(resolved).toContainText("start");
  await expect(resolved.getByRole("row").filter({ hasText: "start" })).toContainText("2");
  const loose = (start: number) => Object.entries(set(start)).map(([name, it]) => textFile(name, strFromU8(it)));
  await workbench.drop(...loose(3));
  await expect(page.getByText("2 files were opened in the folder opened, beside your own: some names were taken.")).toBeVisible();
  await expect(tabs).toHaveCount(9);
});

test("an archive is opened by the picker, without what is of no known language", async ({ workbench }) => {
  const { page } = workbench;
  await stubPickers(page);
  await workbench.start();
  const files = { "a/flow.pipe": strToU8(numberFlow), "photo.jpg": strToU8("x"), "notes.txt": strToU8("Buy milk.\n") };
  await writeDisk(page, "all.zip", Buffer.from(zipSync(files)));
  const before = await readDisk(page, "all.zip");
  await choose(page, { open: ["all.zip"], save: "flow.pipe" });
  await page.keyboard.press("ControlOrMeta+o");
  await expect(page.getByText("1 file from all.zip was opened. 2 other files are not in a known language and were left out.")).toBeVisible();
  await workbench.expectText(numberFlow);
  // It is not in the archive that Save writes to.
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("# x");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("flow.pipe was saved to disk.")).toBeVisible();
  expect((await readDisk(page, "all.zip")).equals(before)).toBe(true);
  expect((await readDisk(page, "flow.pipe")).toString()).toBe(`${numberFlow}# x`);
});

test("an archive that is damaged, a bomb or leads out is refused with words", async ({ workbench, page }) => {
  test.slow();
  const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
  const whole = archive("cut.zip", { "flow.pipe": strToU8(numberFlow) });
  await workbench.drop({ ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length - 30) });
  await expect(page.getByRole("alert").filter({ hasText: "cut.zip was not opened: it is damaged or incomplete." })).toBeVisible();
  await workbench.drop(archive("bomb.zip", { "a.pipe": new Uint8Array(70 * 1024 * 1024) }));
  await expect(page.getByRole("alert").filter({ hasText: "bomb.zip was not opened: its files are larger than 64 MB in total." })).toBeVisible();
  await expect(tabs).toHaveCount(0);
  await workbench.drop(archive("out.zip", { "../../etc/evil.pipe": strToU8("# evil\n"), "/good.pipe": strToU8("# good\n") }));
  await expect(page.getByRole("alert").filter({ hasText: "../../etc/evil.pipe was left out: its path points outside the archive." })).toBeVisible();
  await workbench.expectText("# good\n");
  await expect(tabs).toHaveCount(1);
  await expect(workbench.fileTab("good.pipe")).toBeVisible();
});

test("a folder and an archive that come before the languages are known are opened when they are", async ({ workbench, page }) => {
  await stubPickers(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/worker-[0-9a-f]+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("./");
  await writeDisk(page, "work/x.pipe", numberFlow);
  await writeDisk(page, "work/photo.jpg", "not ours");
  await choose(page, { folder: "work" });
  await page.locator(".welcome").getByRole("button", { name: "Open folder" }).click();
  await workbench.drop(archive("all.zip", { "y.pipe": strToU8(pipeline) }));
  await expect(page.getByText("Starting…", { exact: true })).toBeVisible();
  await expect(workbench.fileTab("x.pipe")).toHaveCount(0);
  release();
  await workbench.ready();
  await expect(workbench.fileTab("x.pipe")).toBeVisible();
  await expect(workbench.fileTab("y.pipe")).toBeVisible();
  await expect(page.getByText("1 file from work was opened. 1 other file is not in a known language")).toBeVisible();
});
