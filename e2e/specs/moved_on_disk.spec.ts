// Files of a folder on the person's disk that are moved here: the disk keeps a project that works.

import type { Page } from "@playwright/test";

import { choose, readDisk, stubPickers, writeDisk } from "../pages/disk.ts";
import { expectKept } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

const part = "process n\n  :: print_number\n  output = o.txt\n";
const main = "include common/part.pipe\nprocess w\n  :: image_writer\n  relativepath output = k.txt\n";

/** Opens a folder with a pipeline and a part of it. */
async function start(workbench: Workbench): Promise<Page> {
  const { page } = workbench;
  await stubPickers(page);
  await workbench.start();
  await writeDisk(page, "pr/main.pipe", main);
  await writeDisk(page, "pr/common/part.pipe", part);
  await choose(page, { folder: "pr" });
  await workbench.palette("Open folder");
  await expect(page.getByText("2 files from pr were opened")).toBeVisible();
  return page;
}

async function rename(workbench: Workbench, from: string, to: string): Promise<void> {
  await workbench.fileTab(from).click();
  await workbench.palette("Rename file");
  const dialog = workbench.page.getByRole("dialog", { name: "Rename file" });
  await dialog.locator("input").fill(to);
  await workbench.page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
}

const unsaved = (workbench: Workbench, name: string) => workbench.fileTab(`${name}, not saved`);
const onDisk = async (page: Page, path: string) => (await readDisk(page, path)).toString();

test("a moved file is not written over the one at its old place, with paths that lead elsewhere from there", async ({ workbench }) => {
  const page = await start(workbench);
  await rename(workbench, "main.pipe", "sub/deep/main.pipe");
  await expect(page.getByText("On disk it is still main.pipe; Save will ask where to put sub/deep/main.pipe.")).toBeVisible();
  await expect(unsaved(workbench, "sub/deep/main.pipe")).toBeVisible();
  const moved = await workbench.text();
  expect(moved).toContain("include ../../common/part.pipe");
  await workbench.palette("Save all");
  await page.keyboard.press("ControlOrMeta+s");
  await expect.poll(() => page.evaluate(() => (globalThis as any).journeySaves ?? 0)).toBeGreaterThan(0);
  expect(await onDisk(page, "pr/main.pipe")).toBe(main);
  await expect(unsaved(workbench, "sub/deep/main.pipe")).toBeVisible();
  // Also after a reload.
  await expectKept(page, "include ../../common/part.pipe");
  await page.reload();
  await workbench.ready();
  await expect(unsaved(workbench, "sub/deep/main.pipe")).toBeVisible();
  await workbench.fileTab("sub/deep/main.pipe").click();
  await choose(page, { save: "pr/sub/deep/main.pipe" });
  await page.keyboard.press("ControlOrMeta+s");
  await expect(unsaved(workbench, "sub/deep/main.pipe")).toHaveCount(0);
  expect(await onDisk(page, "pr/sub/deep/main.pipe")).toBe(moved);
  expect(await onDisk(page, "pr/main.pipe")).toBe(main);
  // There it is from now on.
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("# more");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("sub/deep/main.pipe was saved in place.")).toBeVisible();
  expect(await onDisk(page, "pr/sub/deep/main.pipe")).toBe(`${moved}# more`);
});

test("a moved part, which others include from its new place, asks where to go; taken back it is where it was", async ({ workbench }) => {
  const page = await start(workbench);
  await rename(workbench, "common/part.pipe", "lib/part.pipe");
  await expect(unsaved(workbench, "lib/part.pipe")).toBeVisible();
  await expect(unsaved(workbench, "main.pipe")).toBeVisible();
  await workbench.fileTab("main.pipe").click();
  await workbench.editor.press("ControlOrMeta+z");
  await expect(workbench.fileTab("common/part.pipe")).toBeVisible();
  await workbench.expectText(main);
  await expect(page.getByRole("tab", { name: /not saved/ })).toHaveCount(0);
  await workbench.fileTab("common/part.pipe").click();
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("# more");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("common/part.pipe was saved in place.")).toBeVisible();
  expect(await onDisk(page, "pr/common/part.pipe")).toBe(`${part}# more`);
});

test("two files that change places are not written over each other", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "pr/b/part.pipe", "# b\n");
  await workbench.palette("Open folder");
  await expect(workbench.fileTab("b/part.pipe")).toBeVisible();
  await rename(workbench, "common/part.pipe", "c/part.pipe");
  await rename(workbench, "b/part.pipe", "common/part.pipe");
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("# more");
  await workbench.palette("Save all");
  await page.keyboard.press("ControlOrMeta+s");
  await expect.poll(() => page.evaluate(() => (globalThis as any).journeySaves ?? 0)).toBeGreaterThan(0);
  // Neither was written where it was.
  await expect(unsaved(workbench, "c/part.pipe")).toBeVisible();
  await expect(unsaved(workbench, "common/part.pipe")).toBeVisible();
  expect(await onDisk(page, "pr/b/part.pipe")).toBe("# b\n");
  expect(await onDisk(page, "pr/common/part.pipe")).toBe(part);
});
