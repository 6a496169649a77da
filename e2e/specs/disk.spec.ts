// Files on the person's disk: saved in place, found changed by others, and never overwritten unasked.

import type { Page } from "@playwright/test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { brokenRules } from "../pages/access.ts";
import { card } from "../pages/canvas.ts";
import { askForWriting, choose, deleteOnDisk, readDisk, stubPickers, timesAsked, writeDisk } from "../pages/disk.ts";
import { golden, numberFlow, pipeline, projectFile, textFile, trace, upload } from "../pages/files.ts";
import { expectKept, storedFiles } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";
import { usePlainPickers, type Workbench } from "../pages/workbench.ts";

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

test("a file is saved in place, twice, and says so", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "people.pipe", pipeline);
  await openFrom(workbench, "people.pipe");
  await workbench.expectText(pipeline);
  for (const words of ["# one", "# two"]) {
    await type(workbench, words);
    await expect(unsaved(workbench, "people.pipe")).toBeVisible();
    await save(page);
    await expect(page.getByText("people.pipe was saved in place.")).toBeVisible();
    await expect(unsaved(workbench, "people.pipe")).toHaveCount(0);
    expect(await onDisk(page, "people.pipe")).toBe(await workbench.text());
  }
});

test("a file that is renamed here is not renamed on disk, so saving asks where, and what includes it stays whole", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "base.pipe", numberFlow);
  await writeDisk(page, "main.pipe", "include base.pipe\n");
  await openFrom(workbench, "main.pipe", "base.pipe");
  const rename = async (name: string) => {
    await workbench.palette("Rename file");
    const dialog = page.getByRole("dialog", { name: "Rename file" });
    await dialog.getByRole("textbox").fill(name);
    await dialog.getByRole("textbox").press("Enter");
    await expect(dialog).toBeHidden();
  };
  await rename("root.pipe");
  await expect(page.getByText("On disk it is still base.pipe; Save will ask where to put root.pipe.")).toBeVisible();
  await expect(unsaved(workbench, "root.pipe")).toBeVisible();
  // Its old name is that of its file.
  await workbench.editor.press("ControlOrMeta+z");
  await expect(workbench.fileTab("base.pipe")).toBeVisible();
  await expect(unsaved(workbench, "base.pipe")).toHaveCount(0);
  await expect(page.getByText("base.pipe was renamed to root.pipe.")).toHaveCount(0);
  await workbench.editor.press("ControlOrMeta+y");
  await expect(unsaved(workbench, "root.pipe")).toBeVisible();
  await expectKept(page, "include root.pipe");
  await page.reload();
  await workbench.ready();
  await expect(unsaved(workbench, "root.pipe")).toBeVisible();
  // The person cancels, and chooses.
  await workbench.fileTab("root.pipe").click();
  await save(page);
  await expect.poll(() => page.evaluate(() => (globalThis as any).journeySaves)).toBe(1);
  await expect(unsaved(workbench, "root.pipe")).toBeVisible();
  await choose(page, { save: "root.pipe" });
  await workbench.palette("Save all");
  await expect(page.getByText("Save writes to that file. base.pipe is still there, too.")).toBeVisible();
  await expect(page.getByRole("tab", { name: /not saved/ })).toHaveCount(0);
  expect(await onDisk(page, "main.pipe")).toBe("include root.pipe\n");
  expect(await onDisk(page, "root.pipe")).toBe(numberFlow);
  expect(await onDisk(page, "base.pipe")).toBe(numberFlow);
  await type(workbench, "# more");
  await save(page);
  await expect(page.getByText("root.pipe was saved in place.")).toBeVisible();
});

test("where a renamed file is on disk is not said any more once it is saved under its new name", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "base.pipe", numberFlow);
  await openFrom(workbench, "base.pipe");
  await workbench.palette("Rename file");
  const dialog = page.getByRole("dialog", { name: "Rename file" });
  await dialog.getByRole("textbox").fill("root.pipe");
  await dialog.getByRole("textbox").press("Enter");
  const told = page.getByText("On disk it is still base.pipe; Save will ask where to put root.pipe.");
  await expect(told).toBeVisible();
  await choose(page, { save: "root.pipe" });
  await save(page);
  await expect(unsaved(workbench, "root.pipe")).toHaveCount(0);
  // By itself it stands for ten seconds.
  await expect(told).toHaveCount(0, { timeout: 3_000 });
});

test("what is typed at the start of a file stands behind its byte order mark", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "marked.pipe", "\ufeff# marked\r\n");
  await openFrom(workbench, "marked.pipe");
  await workbench.editor.press("ControlOrMeta+Home");
  await workbench.editor.press("Home");
  await workbench.editor.press("ArrowLeft");
  await workbench.editor.pressSequentially("# mine");
  await workbench.editor.press("Enter");
  await expect(page.getByRole("contentinfo", { name: "Status" })).toContainText("CRLF");
  await save(page);
  await expect.poll(() => onDisk(page, "marked.pipe")).toBe("\ufeff# mine\r\n# marked\r\n");
});

test("a first line that is selected from behind its byte order mark goes alone", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "marked.pipe", "\ufeff# a\n# keep\n");
  await openFrom(workbench, "marked.pipe");
  await workbench.editor.press("ControlOrMeta+Home");
  await workbench.editor.press("Shift+ArrowDown");
  await workbench.editor.press("Delete");
  await workbench.expectText("\ufeff# keep\n");
  await workbench.editor.press("ControlOrMeta+z");
  await workbench.expectText("\ufeff# a\n# keep\n");
});

test("line ends that no single word describes are not called LF or CRLF", async ({ workbench }) => {
  const page = await start(workbench);
  const status = page.getByRole("contentinfo", { name: "Status" });
  for (const [name, content, words] of [
    ["mac.pipe", "# a\r# b\r", "CR"],
    ["odd.pipe", "# a\r\r\n# b\r\n", "mixed line endings"],
  ] as const) {
    await writeDisk(page, name, content);
    await openFrom(workbench, name);
    await expect(status.getByText(words, { exact: true })).toBeVisible();
  }
});

test("encoding, line ends and the missing last one are kept byte for byte", async ({ workbench }) => {
  const page = await start(workbench);
  const files: Record<string, Buffer> = {
    "latin.pipe": Buffer.from("# caf\xe9\nprocess a\n  :: numbers\n", "latin1"),
    "crlf.trace": Buffer.from(trace.replaceAll("\n", "\r\n")),
    "mixed.pipe": Buffer.from("# a\r\n# b\n# c\r\n"),
    "open.pipe": Buffer.from("# no end of line"),
    "marked.pipe": Buffer.from("\ufeff# marked\n"),
    "empty.pipe": Buffer.from(""),
  };
  for (const [name, bytes] of Object.entries(files)) {
    await writeDisk(page, name, bytes);
    await openFrom(workbench, name);
    await workbench.editor.press("ControlOrMeta+Home");
    await workbench.editor.press("ArrowRight");
    await workbench.editor.pressSequentially("x");
    await expect(unsaved(workbench, name)).toBeVisible();
    await save(page);
    await expect(unsaved(workbench, name)).toHaveCount(0);
    const before = await readDisk(page, name);
    expect(before.length, name).toBe(bytes.length + 1);
    await workbench.undoAll();
    await save(page);
    await expect(page.getByText(`${name} was saved in place.`)).toBeVisible();
    await expect.poll(async () => (await readDisk(page, name)).equals(bytes), name).toBe(true);
  }
});

test("what is typed while a file is being written stays unsaved", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "people.pipe", numberFlow);
  await openFrom(workbench, "people.pipe");
  await page.evaluate(() => {
    const prototype = (globalThis as any).FileSystemFileHandle.prototype;
    const { createWritable } = prototype;
    prototype.createWritable = async function (this: unknown) {
      await new Promise((resolve) => ((globalThis as any).journeyGoOn = resolve));
      return createWritable.call(this);
    };
  });
  await type(workbench, "# before");
  await save(page);
  await page.waitForFunction(() => (globalThis as any).journeyGoOn);
  await type(workbench, " and after");
  await page.evaluate(() => (globalThis as any).journeyGoOn());
  await expect(page.getByText("people.pipe was saved in place.")).toBeVisible();
  expect(await onDisk(page, "people.pipe")).toBe(`${numberFlow}# before`);
  await expect(unsaved(workbench, "people.pipe")).toBeVisible();
  await workbench.expectText(`${numberFlow}# before and after`);
});

test("a new file is saved by the picker, and in place from then on; a closed picker saves nothing", async ({ workbench }) => {
  const page = await start(workbench);
  await workbench.drop(textFile("untold.pipe", numberFlow));
  await workbench.expectText(numberFlow);
  await type(workbench, "# x");
  await choose(page, {});
  await save(page);
  await workbench.expectText(`${numberFlow}# x`);
  await expect(unsaved(workbench, "untold.pipe")).toBeVisible();
  await choose(page, { save: "named.pipe" });
  await save(page);
  await expect(page.getByText("named.pipe was saved to disk. From now on, Save writes to that file.")).toBeVisible();
  await expect(workbench.fileTab("named.pipe")).toBeVisible();
  await expect(unsaved(workbench, "named.pipe")).toHaveCount(0);
  await type(workbench, "y");
  await save(page);
  await expect(page.getByText("named.pipe was saved in place.")).toBeVisible();
  expect(await onDisk(page, "named.pipe")).toBe(`${numberFlow}# xy`);
  // Elsewhere on request.
  await choose(page, { save: "copy.pipe" });
  await page.keyboard.press("ControlOrMeta+Shift+s");
  await expect(workbench.fileTab("copy.pipe")).toBeVisible();
  expect(await onDisk(page, "copy.pipe")).toBe(`${numberFlow}# xy`);
});

test("a failed save is not called saved, and offers another place", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "people.pipe", numberFlow);
  await openFrom(workbench, "people.pipe");
  await type(workbench, "# x");
  await page.evaluate(() => {
    (globalThis as any).FileSystemFileHandle.prototype.createWritable = async () => {
      throw new DOMException("There is no space left on the device.", "QuotaExceededError");
    };
  });
  await save(page);
  const alert = page.getByRole("alert").filter({ hasText: "people.pipe was not saved: There is no space left" });
  await expect(alert).toBeVisible();
  await expect(alert.getByRole("button", { name: "Save as…" })).toBeVisible();
  await expect(unsaved(workbench, "people.pipe")).toBeVisible();
  expect(await onDisk(page, "people.pipe")).toBe(numberFlow);
});

test("after a reload one permission is asked for at the first save", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "people.pipe", numberFlow);
  await openFrom(workbench, "people.pipe");
  await type(workbench, "# one");
  await expectKept(page, "# one");
  await page.reload();
  await workbench.ready();
  await workbench.expectText(`${numberFlow}# one`);
  await askForWriting(page, "granted");
  await save(page);
  await expect(page.getByText("people.pipe was saved in place.")).toBeVisible();
  expect(await onDisk(page, "people.pipe")).toBe(`${numberFlow}# one`);
  await type(workbench, " two");
  await save(page);
  await expect.poll(() => onDisk(page, "people.pipe")).toBe(`${numberFlow}# one two`);
  expect(await timesAsked(page)).toBe(1);
  // Whoever refuses keeps the text.
  await askForWriting(page, "denied");
  await type(workbench, " three");
  await save(page);
  await expect(page.getByRole("alert").filter({ hasText: "people.pipe was not saved: the browser was not allowed" })).toBeVisible();
  await expect(unsaved(workbench, "people.pipe")).toBeVisible();
});

test.describe("a file that another program has changed", () => {
  const theirs = numberFlow.replace("end = 100", "end = 500");

  async function conflict(workbench: Workbench): Promise<Page> {
    const page = await start(workbench);
    await writeDisk(page, "flow.pipe", numberFlow);
    await openFrom(workbench, "flow.pipe");
    await type(workbench, "# mine");
    await writeDisk(page, "flow.pipe", theirs);
    await save(page);
    const dialog = page.getByRole("dialog", { name: "flow.pipe was changed on disk" });
    await expect(dialog.getByRole("list", { name: "Difference" })).toContainText("end = 500");
    await expect(dialog.getByRole("list", { name: "Difference" })).toContainText("# mine");
    expect(await onDisk(page, "flow.pipe")).toBe(theirs);
    return page;
  }

  test("is shown before a save; later is no", async ({ workbench }) => {
    const page = await conflict(workbench);
    await expect(page.getByRole("button", { name: "Decide later" }), "Enter overwrites nothing").toBeFocused();
    expect(await brokenRules(page)).toEqual([]);
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        await page.screenshot({ path: `results/screens/changed-on-disk-${colorScheme}-${width}.png` });
      }
    }
    const dialog = page.getByRole("dialog", { name: "flow.pipe was changed on disk" });
    await dialog.getByRole("radio", { name: "Meaning" }).click();
    await expect(dialog.locator(".comparison__row").filter({ hasText: "end" })).toContainText("500");
    await page.getByRole("button", { name: "Decide later" }).click();
    expect(await onDisk(page, "flow.pipe")).toBe(theirs);
    await workbench.expectText(`${numberFlow}# mine`);
    await expect(unsaved(workbench, "flow.pipe")).toBeVisible();
    await save(page);
    await expect(page.getByRole("dialog", { name: "flow.pipe was changed on disk" })).toBeVisible();
  });

  test("is found also if it has the time and the length that it had", async ({ workbench }) => {
    await workbench.page.addInitScript(() => {
      Object.defineProperty(File.prototype, "lastModified", { get: () => 1_000 });
    });
    await conflict(workbench);
  });

  test("takes mine if I say so", async ({ workbench }) => {
    const page = await conflict(workbench);
    await page.getByRole("button", { name: "Overwrite with mine" }).click();
    await expect(page.getByText("flow.pipe was saved in place.")).toBeVisible();
    expect(await onDisk(page, "flow.pipe")).toBe(`${numberFlow}# mine`);
    await expect(unsaved(workbench, "flow.pipe")).toHaveCount(0);
    await workbench.palette("Versions of this file");
    const versions = page.getByRole("dialog", { name: "Versions of flow.pipe" });
    await versions.getByRole("button", { name: "on disk, before it was overwritten" }).click();
    await versions.getByRole("button", { name: "Restore this version" }).click();
    await workbench.expectText(theirs);
  });

  test("takes theirs as one step, and keeps mine as a version", async ({ workbench }) => {
    const page = await conflict(workbench);
    await page.getByRole("button", { name: "Use the one on disk" }).click();
    await workbench.expectText(theirs);
    await expect(unsaved(workbench, "flow.pipe")).toHaveCount(0);
    const versions = page.getByRole("dialog", { name: "Versions of flow.pipe" });
    // The list shows what is kept when it is opened.
    await expect(async () => {
      await workbench.palette("Versions of this file");
      const kept = await versions.getByRole("list", { name: "Versions" }).textContent();
      await page.keyboard.press("Escape");
      await expect(versions).toHaveCount(0);
      expect(kept).toContain("before loading the file from disk");
    }).toPass();
    await workbench.editor.press("ControlOrMeta+z");
    await workbench.expectText(`${numberFlow}# mine`);
    await save(page);
    await expect(page.getByText("flow.pipe was saved in place.")).toBeVisible();
    expect(await onDisk(page, "flow.pipe")).toBe(`${numberFlow}# mine`);
  });

  test("takes theirs in its encoding, and undo brings back mine in my own", async ({ workbench }) => {
    const page = await start(workbench);
    await writeDisk(page, "flow.pipe", `# M\xe4rz\n${numberFlow}`);
    await openFrom(workbench, "flow.pipe");
    await workbench.editor.press("ControlOrMeta+End");
    await workbench.editor.pressSequentially("# mine");
    const mine = `# M\xe4rz\n${numberFlow}# mine`;
    await workbench.expectText(mine);
    await writeDisk(page, "flow.pipe", Buffer.from(`# M\xe4rz\n${theirs}`, "latin1"));
    await save(page);
    await page.getByRole("button", { name: "Use the one on disk" }).click();
    await workbench.expectText(`# M\xe4rz\n${theirs}`);
    const status = page.getByRole("contentinfo", { name: "Status" });
    await expect(status).toContainText("ISO 8859-1");
    await expectKept(page, theirs);
    await page.reload();
    await workbench.ready();
    await expect(status).toContainText("ISO 8859-1");
    await page.getByRole("toolbar", { name: "File", exact: true }).getByRole("button", { name: "Undo", exact: true }).click();
    await workbench.expectText(mine);
    await expect(status).toContainText("UTF-8");
    await save(page);
    await expect.poll(() => onDisk(page, "flow.pipe")).toBe(mine);
  });

  test("is noticed when the page gets the focus, and nothing is replaced", async ({ workbench }) => {
    const page = await start(workbench);
    await writeDisk(page, "flow.pipe", numberFlow);
    await openFrom(workbench, "flow.pipe");
    await workbench.expectText(numberFlow);
    await writeDisk(page, "flow.pipe", theirs);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    const alert = page.getByRole("alert").filter({ hasText: "Another program or window has changed flow.pipe on disk" });
    await expect(alert).toBeVisible();
    await workbench.expectText(numberFlow);
    await alert.getByRole("button", { name: "Compare…" }).click();
    await page.getByRole("button", { name: "Use the one on disk" }).click();
    await workbench.expectText(theirs);
    // It is not said any longer than it is true, whichever way the person takes.
    await writeDisk(page, "flow.pipe", numberFlow);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(alert).toBeVisible();
    await type(workbench, "# mine");
    await save(page);
    await page.getByRole("button", { name: "Use the one on disk" }).click();
    await workbench.expectText(numberFlow);
    await expect(alert).toHaveCount(0);
  });

  for (const how of ["at once", "from the list"]) {
    test(`is noticed when it is opened again after it was closed, ${how}`, async ({ workbench }) => {
      const page = await start(workbench);
      await writeDisk(page, "flow.pipe", numberFlow);
      await openFrom(workbench, "flow.pipe");
      await workbench.expectText(numberFlow);
      await page.keyboard.press("Alt+w");
      await expect(workbench.fileTab("flow.pipe")).toHaveCount(0);
      await writeDisk(page, "flow.pipe", theirs);
      if (how === "at once") {
        await page.keyboard.press("Alt+Shift+W");
      } else {
        await workbench.palette("Recently closed files");
        const list = page.getByRole("dialog", { name: "Recently closed files" });
        await list.getByRole("option").first().click();
      }
      await expect(page.getByRole("alert").filter({ hasText: "Another program or window has changed flow.pipe on disk" })).toBeVisible();
      await workbench.expectText(numberFlow);
    });
  }
});

test("a text whose file is gone counts as not saved, and is saved elsewhere", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "flow.pipe", numberFlow);
  await openFrom(workbench, "flow.pipe");
  await workbench.expectText(numberFlow);
  await deleteOnDisk(page, "flow.pipe");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const alert = page.getByRole("alert").filter({ hasText: "flow.pipe is no longer where it was on disk. The text here counts as not saved." });
  await expect(alert).toBeVisible();
  await expect(unsaved(workbench, "flow.pipe")).toBeVisible();
  await workbench.palette("Close file");
  await expect(page.getByRole("alertdialog").filter({ hasText: "flow.pipe" })).toBeVisible();
  await page.keyboard.press("Escape");
  await workbench.expectText(numberFlow);
  await choose(page, { save: "again.pipe" });
  await alert.getByRole("button").first().click();
  await expect.poll(() => onDisk(page, "again.pipe")).toBe(numberFlow);
  await expect(unsaved(workbench, "flow.pipe")).toHaveCount(0);
});

test("a file of the disk that is deleted here is said to stay there", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "flow.pipe", numberFlow);
  await openFrom(workbench, "flow.pipe");
  await workbench.expectText(numberFlow);
  await workbench.palette("Delete file");
  await expect(page.getByText(/^flow\.pipe was taken out of Bobbin; the file on disk stays\./)).toBeVisible();
  expect(await onDisk(page, "flow.pipe")).toBe(numberFlow);
});

test("folders whose files have the same names keep to themselves, and opening one again opens nothing twice", async ({ workbench }) => {
  const page = await start(workbench);
  const of = (name: string) => `process n\n  :: print_number\n  output = ${name}.txt\n`;
  for (const name of ["mine", "theirs"]) {
    await writeDisk(page, `${name}/part.pipe`, of(name));
    await writeDisk(page, `${name}/main.pipe`, "include part.pipe\n");
  }
  for (const name of ["mine", "theirs"]) {
    await choose(page, { folder: name });
    await workbench.palette("Open folder");
    await expect(page.getByText(`2 files from ${name} were opened`)).toBeVisible();
  }
  await expect(page.getByText("2 files from theirs were opened in the folder theirs, beside your own.")).toBeVisible();
  await workbench.fileTab("theirs/main.pipe").click();
  await workbench.expectText("include part.pipe\n");
  await workbench.view("Effective values");
  await expect(page.getByText("theirs.txt").first()).toBeVisible();
  await expect(page.getByText("mine.txt")).toHaveCount(0);
  await writeDisk(page, "theirs/new.pipe", "include part.pipe\n");
  await workbench.palette("Open folder");
  await expect(workbench.fileTab("theirs/new.pipe")).toBeVisible();
  await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(5);
});

test("a file that another text here was saved to is not said to be another program's", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "a.pipe", "# a\n");
  await writeDisk(page, "b.pipe", "# b\n");
  await openFrom(workbench, "a.pipe");
  await openFrom(workbench, "b.pipe");
  await workbench.expectText("# b\n");
  await choose(page, { save: "a.pipe" });
  await page.keyboard.press("ControlOrMeta+Shift+s");
  await expect(page.getByText("a.pipe was saved to disk.")).toBeVisible();
  await expect.poll(() => onDisk(page, "a.pipe")).toBe("# b\n");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const alert = page.getByRole("alert").filter({ hasText: "b.pipe was saved to the file of a.pipe." });
  await expect(alert).toBeVisible();
  await alert.getByRole("button", { name: "Compare…" }).click();
  const dialog = page.getByRole("dialog", { name: "a.pipe was changed on disk" });
  await expect(dialog).toContainText("b.pipe was saved to this file, which is open here twice.");
  await expect(dialog).not.toContainText("Another program");
});

test("a binary is not overwritten by its text", async ({ workbench }) => {
  const page = await start(workbench);
  const bytes = projectFile(golden);
  await writeDisk(page, "spec.coilcfg", bytes);
  await choose(page, { open: ["spec.coilcfg"], save: "spec.coilcfg.txt" });
  await page.keyboard.press("ControlOrMeta+o");
  await expect(workbench.fileTab("spec.coilcfg.txt")).toBeVisible();
  await save(page);
  await expect(page.getByText("spec.coilcfg.txt was saved to disk.")).toBeVisible();
  expect((await readDisk(page, "spec.coilcfg")).equals(bytes)).toBe(true);
  expect(await onDisk(page, "spec.coilcfg.txt")).toBe(await workbench.text());
});

test("a file that is open is shown instead of opened again; another one of the same name gets its own", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "a/x.pipe", "# of a\n");
  await writeDisk(page, "b/x.pipe", "# of b\n");
  await openFrom(workbench, "a/x.pipe");
  await openFrom(workbench, "a/x.pipe");
  await openFrom(workbench, "b/x.pipe");
  const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
  await expect(tabs).toHaveCount(2);
  await workbench.expectText("# of b\n");
  await type(workbench, "# more");
  await save(page);
  await expect.poll(() => onDisk(page, "b/x.pipe")).toBe("# of b\n# more");
  expect(await onDisk(page, "a/x.pipe")).toBe("# of a\n");
});

test("a folder gives the files of the known languages, by their paths", async ({ workbench }) => {
  const page = await start(workbench);
  const files: Record<string, string | Buffer> = {
    "work/main.pipe": numberFlow,
    "work/parts/x.pipe": "# x\n",
    "work/parts/deep/job_trace_config.txt": trace,
    "work/notes.txt": "Buy milk.\n",
    "work/photo.jpg": "not ours",
    "work/.git/config": "[core]\n",
    "work/broken.pipe": Buffer.from([0x23, 0x20, 0xff, 0x00, 0xfe, 0x0a]),
  };
  for (const [path, content] of Object.entries(files)) await writeDisk(page, path, content);
  await choose(page, { folder: "work" });
  await workbench.palette("Open folder");
  await expect(page.getByText(/files from work were opened\. 2 other files are not in a known language/)).toBeVisible();
  for (const name of ["main.pipe", "parts/x.pipe", "parts/deep/job_trace_config.txt"]) await expect(workbench.fileTab(name).first()).toBeVisible();
  await workbench.fileTab("parts/x.pipe").click();
  await type(workbench, "# more");
  await save(page);
  await expect.poll(() => onDisk(page, "work/parts/x.pipe")).toBe("# x\n# more");
});

test("what is taken out of a file of a folder lies there, and stays when it is on disk", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "work/parts/x.pipe", pipeline);
  await writeDisk(page, "work/y.pipe", numberFlow);
  await choose(page, { folder: "work", save: "seen.cluster" });
  await workbench.palette("Open folder");
  await workbench.fileTab("parts/x.pipe").click();
  const graph = await workbench.view("Graph");
  const extract = async () => {
    await card(graph, "detector").click();
    await card(graph, "viewer").click({ modifiers: ["Shift"] });
    await page.keyboard.press("g");
    await graph.getByLabel("Name of the cluster").fill("seen");
    await page.keyboard.press("Enter");
    await expect(workbench.fileTab("parts/seen.cluster")).toBeVisible();
  };
  await extract();
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(pipeline);
  await expect(workbench.fileTab("parts/seen.cluster")).toHaveCount(0);
  await extract();
  await workbench.fileTab("parts/seen.cluster").click();
  await save(page);
  await expect.poll(async () => (await readDisk(page, "seen.cluster").catch(() => "")).toString()).toContain("cluster seen");
  await workbench.fileTab("parts/x.pipe").click();
  await page.getByRole("toolbar", { name: "File", exact: true }).getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(pipeline);
  await expect(page.getByText(/seen\.cluster stays: it has been saved since/)).toBeVisible();
  await expect(workbench.fileTab("parts/seen.cluster")).toBeVisible();
});

test("after a reload the text on disk is saved, however one comes back to it", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "people.pipe", pipeline);
  await choose(page, { open: ["people.pipe"] });
  await page.keyboard.press("ControlOrMeta+o");
  await workbench.expectText(pipeline);
  await type(workbench, "# more");
  await expectKept(page, "# more");
  await page.reload();
  await workbench.ready();
  await workbench.expectText(`${pipeline}# more`);
  const tab = workbench.fileTab("people.pipe");
  await expect(tab).toHaveAccessibleName(/not saved/);
  await workbench.undoAll();
  await workbench.expectText(pipeline);
  await expect(tab).not.toHaveAccessibleName(/not saved/);
});

test("dropped files and folders keep their places on disk", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "people.pipe", pipeline);
  await writeDisk(page, "work/parts/x.pipe", "# x\n");
  // A drop that a script makes has no handles.
  await page.evaluate(() => {
    (DataTransferItem.prototype as any).getAsFileSystemHandle = async () => {
      const { journeyDropped, journeyFile } = globalThis as any;
      if (journeyDropped !== "work") return journeyFile(journeyDropped);
      return (await navigator.storage.getDirectory()).getDirectoryHandle("work");
    };
  });
  for (const [dropped, name] of [["people.pipe", "people.pipe"], ["work", "parts/x.pipe"]] as const) {
    await page.evaluate((it) => ((globalThis as any).journeyDropped = it), dropped);
    await workbench.drop(textFile(dropped, ""));
    await expect(workbench.fileTab(name)).toBeVisible();
    await type(workbench, "# more");
    await save(page);
    await expect(page.getByText(`${name} was saved in place.`)).toBeVisible();
  }
  expect(await onDisk(page, "people.pipe")).toBe(`${pipeline}# more`);
  expect(await onDisk(page, "work/parts/x.pipe")).toBe("# x\n# more");
});

test("files that the installed page is opened with are opened, in place", async ({ workbench }) => {
  const { page } = workbench;
  await stubPickers(page);
  await page.addInitScript(() => {
    const setConsumer = (take: unknown) => ((globalThis as any).journeyLaunch = take);
    Object.defineProperty(globalThis, "launchQueue", { value: { setConsumer }, configurable: true });
  });
  await workbench.start();
  await writeDisk(page, "people.pipe", numberFlow);
  await page.evaluate(async () => {
    const { journeyLaunch, journeyFile } = globalThis as any;
    journeyLaunch({ files: [await journeyFile("people.pipe")] });
  });
  await workbench.expectText(numberFlow);
  await type(workbench, "# x");
  await save(page);
  await expect.poll(() => onDisk(page, "people.pipe")).toBe(`${numberFlow}# x`);
  await expectKept(page, "# x");

  // Started again with it, before the files of earlier times are open.
  await page.addInitScript(() => {
    const setConsumer = (take: (launch: unknown) => void) => {
      const file = navigator.storage.getDirectory().then((it) => it.getFileHandle("people.pipe"));
      void file.then((it) => take({ files: [it] }));
    };
    Object.defineProperty(globalThis, "launchQueue", { value: { setConsumer } });
  });
  await page.reload();
  await workbench.ready();
  await workbench.expectText(`${numberFlow}# x`);
  await type(workbench, "# y");
  await save(page);
  await expect.poll(() => onDisk(page, "people.pipe")).toBe(`${numberFlow}# x# y`);
  await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(1);
});

test("a folder with very many files asks first", async ({ workbench }) => {
  test.slow();
  const page = await start(workbench);
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("many", { create: true });
    for (let nth = 0; nth < 201; nth++) {
      const file = await folder.getFileHandle(`n${nth}.pipe`, { create: true });
      if (nth % 100 !== 50) continue;
      const writable = await file.createWritable();
      await writable.write(`# n${nth}\n`);
      await writable.close();
    }
  });
  await choose(page, { folder: "many" });
  await workbench.palette("Open folder");
  const dialog = page.getByRole("dialog", { name: "Open 201 files?" });
  await expect(dialog).toBeVisible();
  await page.screenshot({ path: "results/screens/many-files.png" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
  await expect(tabs).toHaveCount(0);
  await workbench.palette("Open folder");
  await dialog.getByRole("button", { name: "Open 201 files" }).click();
  await expect(page.getByText("201 files from many were opened.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("button", { name: "All 201 files" })).toBeVisible();
  // All but the first were opened behind it, each with its text, and are there after a reload.
  const texts = async () => (await storedFiles(page)).map((it) => it.text).filter((it) => it !== "").sort();
  await expect.poll(texts).toEqual(["# n150\n", "# n50\n"]);
  await expect.poll(async () => (await storedFiles(page)).length).toBe(201);
  const first = await page.evaluate(() => (globalThis as any).bobbinEditor.activeUri());
  await page.reload();
  await workbench.ready();
  await expect(page.getByRole("button", { name: "All 201 files" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => (globalThis as any).bobbinEditor.activeUri())).toBe(first);
  await workbench.fileTab("n150.pipe").click();
  await workbench.expectText("# n150\n");
});

test("without pickers that give handles, a folder is opened by the plain one", async ({ workbench, page }) => {
  const folder = mkdtempSync(join(tmpdir(), "bobbin-folder-"));
  try {
    mkdirSync(join(folder, "parts"));
    writeFileSync(join(folder, "main.pipe"), numberFlow);
    writeFileSync(join(folder, "parts/x.pipe"), "# x\n");
    writeFileSync(join(folder, "photo.jpg"), "not ours");
    await usePlainPickers(page);
    const chooser = page.waitForEvent("filechooser");
    await workbench.palette("Open folder");
    await (await chooser).setFiles(folder);
    await expect(page.getByText(/2 files from bobbin-folder-.* were opened\. 1 other file is not in a known language/)).toBeVisible();
    await workbench.fileTab("parts/x.pipe").click();
    await workbench.expectText("# x\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("saved and closed: in place, and not while the picker is closed without a choice", async ({ workbench }) => {
  const page = await start(workbench);
  const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
  await writeDisk(page, "people.pipe", numberFlow);
  await openFrom(workbench, "people.pipe");
  await type(workbench, "# x");
  await page.keyboard.press("Alt+w");
  await page.getByRole("button", { name: "Save and close" }).click();
  await expect(tabs).toHaveCount(0);
  expect(await onDisk(page, "people.pipe")).toBe(`${numberFlow}# x`);
  // Opened again, it still knows its place.
  await page.keyboard.press("Shift+Alt+w");
  await workbench.expectText(`${numberFlow}# x`);
  await type(workbench, "y");
  await expectKept(page, "# xy");
  await save(page);
  await expect.poll(() => onDisk(page, "people.pipe")).toBe(`${numberFlow}# xy`);
  // No choice, no saving, no closing.
  await workbench.drop(textFile("new.pipe", "# new\n"));
  await workbench.expectText("# new\n");
  await type(workbench, "z");
  await choose(page, {});
  await page.keyboard.press("Alt+w");
  await page.getByRole("button", { name: "Save and close" }).click();
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(unsaved(workbench, "new.pipe")).toBeVisible();
});

test("a file that is gone from the disk is said, and saved elsewhere", async ({ workbench }) => {
  const page = await start(workbench);
  await writeDisk(page, "people.pipe", numberFlow);
  await openFrom(workbench, "people.pipe");
  await type(workbench, "# x");
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("people.pipe"));
  await choose(page, { save: "people-2.pipe" });
  await save(page);
  const alert = page.getByRole("alert").filter({ hasText: "people.pipe was not saved: the file is no longer where it was." });
  await alert.getByRole("button", { name: "Save as…" }).click();
  await expect(page.getByText("people-2.pipe was saved to disk.")).toBeVisible();
  expect(await onDisk(page, "people-2.pipe")).toBe(`${numberFlow}# x`);
});

test("odd files are refused with words, or opened as what they are", async ({ workbench }) => {
  const page = await start(workbench);
  const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
  // Too large: refused before it is read.
  await page.evaluate(() => {
    (globalThis as any).showOpenFilePicker = async () => {
      const file = new File(["x"], "huge.pipe");
      Object.defineProperty(file, "size", { value: 70 * 1024 * 1024 });
      file.arrayBuffer = () => Promise.reject(new Error("it was read"));
      return [{ kind: "file", name: "huge.pipe", getFile: async () => file }];
    };
  });
  await page.keyboard.press("ControlOrMeta+o");
  await expect(page.getByRole("alert").filter({ hasText: "huge.pipe was not opened: it has 70 MB, and the limit is 64 MB." })).toBeVisible();
  // Unknown binaries are said.
  await workbench.drop({ ...upload(golden), name: "tool.bin", buffer: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0xff]) });
  await expect(page.getByRole("dialog", { name: "The file was not opened" })).toContainText("tool.bin");
  await page.keyboard.press("Escape");
  await expect(tabs).toHaveCount(0);
  // Nothing is something.
  await workbench.drop(textFile("nothing.pipe", ""));
  await expect(workbench.fileTab("nothing.pipe")).toBeVisible();
  await workbench.expectText("");
});

test("elsewhere, Save downloads and says so", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await type(workbench, "# x");
  expect((await workbench.save()).bytes.toString()).toBe(`${pipeline}# x`);
  await expect(page.getByText("people.pipe was downloaded.")).toBeVisible();
  await expect(unsaved(workbench, "people.pipe")).toHaveCount(0);
});
