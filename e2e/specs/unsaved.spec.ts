// Files that are not saved: what is told and asked, and what stays as it was.

import type { Page } from "@playwright/test";

import { choose, deleteOnDisk, readDisk, stubPickers, writeDisk } from "../pages/disk.ts";
import { numberFlow } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

async function start(workbench: Workbench): Promise<Page> {
  const { page } = workbench;
  await stubPickers(page);
  await workbench.start();
  return page;
}

/** Opens files of the disk by the picker. */
async function openFrom(workbench: Workbench, ...paths: string[]): Promise<void> {
  await choose(workbench.page, { open: paths });
  await workbench.page.keyboard.press("ControlOrMeta+o");
  const last = paths.at(-1)?.split("/").at(-1);
  if (last) await expect(workbench.fileTab(last)).toBeVisible();
}

async function type(workbench: Workbench, text: string): Promise<void> {
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially(text);
}

const save = (page: Page) => page.keyboard.press("ControlOrMeta+s");
const onDisk = async (page: Page, path: string) => (await readDisk(page, path)).toString();
const unsaved = (workbench: Workbench, name: string) => workbench.fileTab(`${name}, not saved`);

test("what cannot be saved with all the others is asked about and told of, and the others are saved", async ({ workbench }) => {
  const page = await start(workbench);
  const names = ["a.pipe", "b.pipe", "c.pipe", "d.pipe"];
  for (const name of names) await writeDisk(page, name, numberFlow);
  await openFrom(workbench, ...names);
  for (const name of names) {
    await workbench.fileTab(name).click();
    await type(workbench, "# mine");
  }
  for (const name of ["a.pipe", "c.pipe"]) await writeDisk(page, name, "# theirs\n");
  await deleteOnDisk(page, "b.pipe");
  await workbench.palette("Save all");
  const question = (name: string) => page.getByRole("dialog", { name: `${name} was changed on disk` });
  await expect(page.getByText("b.pipe was not saved: the file is no longer where it was.")).toBeVisible();
  await question("a.pipe").getByRole("button", { name: "Decide later" }).click();
  await question("c.pipe").getByRole("button", { name: "Overwrite with mine" }).click();
  await expect(page.getByText("a.pipe was not saved.")).toBeVisible();
  for (const name of ["a.pipe", "b.pipe"]) await expect(unsaved(workbench, name)).toBeVisible();
  for (const name of ["c.pipe", "d.pipe"]) {
    await expect(unsaved(workbench, name)).toHaveCount(0);
    expect(await onDisk(page, name)).toBe(`${numberFlow}# mine`);
  }
  expect(await onDisk(page, "a.pipe")).toBe("# theirs\n");
});

test("of several files that are saved at once the number is said", async ({ workbench }) => {
  const page = await start(workbench);
  for (const name of ["one.pipe", "two.pipe"]) {
    await writeDisk(page, name, numberFlow);
    await openFrom(workbench, name);
    await workbench.expectText(numberFlow);
    await type(workbench, "# more");
    await expect(unsaved(workbench, name)).toBeVisible();
  }
  await workbench.palette("Save all");
  await expect(page.getByText("2 files were saved in place.")).toBeVisible();
  await expect(page.getByRole("tab", { name: /not saved/ })).toHaveCount(0);
});

test("a text whose saving as UTF-8 fails keeps its encoding", async ({ workbench }) => {
  const page = await start(workbench);
  const latin1 = Buffer.from(`# caf\xe9\n${numberFlow}`, "latin1");
  await writeDisk(page, "coffee.pipe", latin1);
  await openFrom(workbench, "coffee.pipe");
  await workbench.editor.press("ControlOrMeta+End");
  await page.keyboard.insertText("# 5 €");
  await page.evaluate(() => {
    const real = FileSystemFileHandle.prototype.createWritable;
    FileSystemFileHandle.prototype.createWritable = () => {
      FileSystemFileHandle.prototype.createWritable = real;
      return Promise.reject(new DOMException("disk full", "QuotaExceededError"));
    };
  });
  await save(page);
  await page.getByRole("button", { name: "Save as UTF-8" }).click();
  await expect(page.getByText("coffee.pipe was not saved: disk full.")).toBeVisible();
  await expect(page.locator("footer")).toContainText("ISO 8859-1");
  await workbench.editor.press("ControlOrMeta+z");
  await expect(unsaved(workbench, "coffee.pipe")).toHaveCount(0);
  await type(workbench, "# 5");
  await save(page);
  await expect(page.getByText("coffee.pipe was saved in place.")).toBeVisible();
  expect((await readDisk(page, "coffee.pipe")).toString("latin1")).toBe(`# caf\xe9\n${numberFlow}# 5`);
});
