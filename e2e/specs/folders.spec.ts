// Folders of one's own: names that includes follow, the tree of files, the order of tabs.

import type { Locator, Page } from "@playwright/test";

import { brokenRules } from "../pages/access.ts";
import { textFile } from "../pages/files.ts";
import { expectKept, storedFiles } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

const part = "process n\n  :: numbers\n";
const main = "include part.pipe # the source\n# include part.pipe\n\nprocess out\n  :: print_number\n";
const other = "include ./part.pipe\n";

async function type(workbench: Workbench, text: string): Promise<void> {
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially(text);
}

/** Finds the tree of the open files, in the rail. */
async function tree(page: Page): Promise<Locator> {
  await page.getByRole("tab", { name: "Files", exact: true }).click();
  return page.getByRole("tree", { name: "Open files" });
}

/** Finds the field of a dialog for a path, which offers folders in some. */
const field = (dialog: Locator) => dialog.locator("input");
const file = (tree: Locator, name: string) => tree.getByRole("treeitem", { name, exact: true });
const folder = (tree: Locator, name: string) => tree.getByRole("treeitem", { name: `Folder ${name}`, exact: true });

/** Returns the names of the rows, from the top. */
async function rows(tree: Locator): Promise<string[]> {
  return tree.getByRole("treeitem").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label") ?? ""));
}

/** Returns the names of the tabs, from the left. */
async function tabs(page: Page): Promise<string[]> {
  const row = page.getByRole("tablist", { name: "Open files" });
  return row.getByRole("tab").evaluateAll((all) => all.map((it) => (it.getAttribute("aria-label") ?? "").replace(", not saved", "")));
}

/** Gives the shown file another name through the palette. */
async function rename(workbench: Workbench, name: string): Promise<void> {
  await workbench.palette("Rename file");
  const dialog = workbench.page.getByRole("dialog", { name: "Rename file" });
  await field(dialog).fill(name);
  await workbench.page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
}

async function expectTexts(workbench: Workbench, texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await workbench.fileTab(name).click();
    await workbench.expectText(text);
  }
}

const moved = "lib/source.pipe";
const after = {
  [moved]: part,
  "main.pipe": main.replace("include part.pipe", "include lib/source.pipe"),
  "other.pipe": "include ./lib/source.pipe\n",
};

async function openThree(workbench: Workbench): Promise<void> {
  await workbench.open(textFile("part.pipe", part), textFile("main.pipe", main), textFile("other.pipe", other));
  await workbench.fileTab("part.pipe").click();
}

/** Presses an entry of the menu of a row in the tree. */
async function menu(page: Page, row: Locator, item: string): Promise<void> {
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** Gives a folder of the tree another name. */
async function renameFolder(page: Page, name: string, to: string): Promise<void> {
  await menu(page, folder(await tree(page), name), "Rename folder…");
  await field(page.getByRole("dialog", { name: "Rename folder" })).fill(to);
  await page.keyboard.press("Enter");
}

test.describe("a new name", () => {
  test("is written in all includes; undo, redo and a reload keep name and texts together", async ({ workbench, page }) => {
    await openThree(workbench);
    await rename(workbench, moved);
    await expect(page.getByText("The paths in main.pipe and other.pipe were updated.")).toBeVisible();
    await expectTexts(workbench, after);
    await expect(workbench.problems.getByText(/is not open/)).toHaveCount(0);
    // From a text that only names the file.
    await workbench.fileTab("other.pipe").click();
    await workbench.editor.press("ControlOrMeta+z");
    await expect(workbench.fileTab("part.pipe")).toBeVisible();
    await expectTexts(workbench, { "part.pipe": part, "main.pipe": main, "other.pipe": other });
    await workbench.fileTab("main.pipe").click();
    await workbench.editor.press("ControlOrMeta+Shift+z");
    await expect(workbench.fileTab(moved)).toBeVisible();
    await expectTexts(workbench, after);
    await expectKept(page, "include ./lib/source.pipe");
    await expect.poll(async () => (await storedFiles(page)).map((it) => it.name).sort()).toEqual([moved, "main.pipe", "other.pipe"]);
    await page.reload();
    await workbench.ready();
    await expectTexts(workbench, after);
    await expect(workbench.problems.getByText(/is not open/)).toHaveCount(0);
  });

  test("is taken back by the message, too", async ({ workbench, page }) => {
    await openThree(workbench);
    await rename(workbench, moved);
    await page.getByRole("status").getByRole("button", { name: "Undo", exact: true }).click();
    await expect(workbench.fileTab("part.pipe")).toBeVisible();
    await expectTexts(workbench, { "part.pipe": part, "main.pipe": main, "other.pipe": other });
  });

  test("that no include can have is refused, and nothing changes", async ({ workbench, page }) => {
    await openThree(workbench);
    await rename(workbench, "part #2.pipe");
    await expect(page.getByRole("alert").getByText(/part\.pipe was not renamed: no include can name/)).toBeVisible();
    await expectTexts(workbench, { "part.pipe": part, "main.pipe": main, "other.pipe": other });
  });

  test("of a COIL target is written with its quotes, and what it includes moves along", async ({ workbench, page }) => {
    await workbench.open(
      textFile("base.coilcfg", "[Target]\nPU = CPU\n"),
      textFile("main.coilcfg", '@include "base.coilcfg" # all\n[Notes]\nText = "@include base.coilcfg"\n'),
    );
    await rename(workbench, "targets/main.coilcfg");
    await expect(page.getByText("The paths in targets/main.coilcfg were updated.")).toBeVisible();
    await workbench.expectText('@include "../base.coilcfg" # all\n[Notes]\nText = "@include base.coilcfg"\n');
    await workbench.fileTab("base.coilcfg").click();
    await rename(workbench, "targets/core.coilcfg");
    await workbench.fileTab("targets/main.coilcfg").click();
    await workbench.expectText('@include "core.coilcfg" # all\n[Notes]\nText = "@include base.coilcfg"\n');
  });

  test("changes the name alone while the language core is stopped, and says so", async ({ workbench, page }) => {
    await openThree(workbench);
    await page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker("hang"));
    await rename(workbench, "source.pipe");
    await expect(page.getByText(/part\.pipe was renamed to source\.pipe\. Other files were not searched/)).toBeVisible({ timeout: 30_000 });
    await expectTexts(workbench, { "source.pipe": part, "main.pipe": main, "other.pipe": other });
  });
});

test.describe("the tree", () => {
  test("has folders first, folds, and is walked with the arrows", async ({ workbench, page }) => {
    await openThree(workbench);
    await rename(workbench, "lib/part.pipe");
    const files = await tree(page);
    await expect.poll(() => rows(files)).toEqual(["Folder lib", "lib/part.pipe", "main.pipe", "other.pipe"]);
    await file(files, "lib/part.pipe").focus();
    await page.keyboard.press("ArrowLeft");
    await expect(folder(files, "lib")).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(folder(files, "lib")).toHaveAttribute("aria-expanded", "false");
    expect(await rows(files)).toEqual(["Folder lib", "main.pipe", "other.pipe"]);
    await page.keyboard.press("ArrowDown");
    await expect(file(files, "main.pipe")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(workbench.fileTab("main.pipe")).toHaveAttribute("aria-selected", "true");
    await expectKept(page, "# include");
    await page.reload();
    await workbench.ready();
    await expect(folder(files, "lib")).toHaveAttribute("aria-expanded", "false");
    await folder(files, "lib").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => rows(files)).toHaveLength(4);
    await page.keyboard.press("End");
    await page.keyboard.press("F2");
    const dialog = page.getByRole("dialog", { name: "Rename file" });
    await expect(field(dialog)).toHaveValue("other.pipe");
    await expect(field(dialog)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(file(files, "other.pipe")).toBeVisible();
  });

  test("takes files by dragging, and back to the top", async ({ workbench, page }) => {
    await openThree(workbench);
    await workbench.fileTab("other.pipe").click();
    await rename(workbench, "lib/other.pipe");
    const files = await tree(page);
    await file(files, "part.pipe").dragTo(folder(files, "lib"));
    await expect.poll(() => rows(files)).toEqual(["Folder lib", "lib/other.pipe", "lib/part.pipe", "main.pipe"]);
    await expectTexts(workbench, {
      "main.pipe": main.replace("include part.pipe", "include lib/part.pipe"),
      "lib/other.pipe": "include part.pipe\n",
      "lib/part.pipe": part,
    });
    // Onto a file at the top means the top.
    await file(files, "lib/part.pipe").dragTo(file(files, "main.pipe"));
    await expect.poll(() => rows(files)).toEqual(["Folder lib", "lib/other.pipe", "main.pipe", "part.pipe"]);
    await expectTexts(workbench, { "main.pipe": main, "lib/other.pipe": "include ../part.pipe\n", "part.pipe": part });
    // Onto where it is already means nothing.
    await file(files, "part.pipe").dragTo(file(files, "main.pipe"));
    expect(await rows(files)).toEqual(["Folder lib", "lib/other.pipe", "main.pipe", "part.pipe"]);
  });

  test("moves a file by its menu, refuses a taken place, and renames a folder with all in it", async ({ workbench, page }) => {
    await openThree(workbench);
    const files = await tree(page);
    await menu(page, file(files, "part.pipe"), "Move to folder…");
    const move = page.getByRole("dialog", { name: "Move to folder" });
    await field(move).fill("../up");
    await expect(move.getByRole("button", { name: "Move" })).toBeDisabled();
    await field(move).fill("lib");
    await page.keyboard.press("Enter");
    await expect(folder(files, "lib")).toBeVisible();
    await menu(page, folder(files, "lib"), "New file here…");
    const name = field(page.getByRole("dialog", { name: "New file" }));
    await expect(name).toHaveValue("lib/untitled.pipe");
    await expect(name).toBeFocused();
    await name.fill("lib/more.pipe");
    await page.keyboard.press("Enter");
    await expect(workbench.fileTab("lib/more.pipe")).toHaveAttribute("aria-selected", "true");
    await renameFolder(page, "lib", "parts/deep");
    await expect(page.getByText(/^2 files were renamed\. The paths in main\.pipe and other\.pipe/)).toBeVisible();
    await expect.poll(() => rows(files)).toEqual([
      "Folder parts", "Folder deep", "parts/deep/more.pipe", "parts/deep/part.pipe", "main.pipe", "other.pipe",
    ]);
    await expectTexts(workbench, { "main.pipe": main.replace("include part.pipe", "include parts/deep/part.pipe") });
    await menu(page, folder(files, "deep"), "Close all files in it");
    await expect.poll(() => rows(files)).toEqual(["main.pipe", "other.pipe"]);
  });

  test("duplicates a file beside it", async ({ workbench, page }) => {
    await openThree(workbench);
    await workbench.palette("Duplicate file");
    await expect.poll(() => tabs(page)).toEqual(["part.pipe", "part-2.pipe", "main.pipe", "other.pipe"]);
    await type(workbench, "# copy");
    await expectTexts(workbench, { "part.pipe": part, "part-2.pipe": `${part}# copy` });
  });

  test("shows 60 files, long names and two of one name, in both schemes and widths", async ({ workbench, page }) => {
    test.slow();
    const long = "a_pipeline_with_a_name_that_goes_on_and_on_until_no_row_can_hold_it.pipe";
    const many = Array.from({ length: 57 }, (_, it) => textFile(`camera_${it + 1}.pipe`, part));
    await workbench.open(...many, textFile(long, part), textFile("main.pipe", part));
    await rename(workbench, "north/wing/main.pipe");
    await expect(workbench.fileTab("north/wing/main.pipe")).toBeVisible();
    await workbench.open(textFile("second.pipe", part));
    await rename(workbench, "south/wing/main.pipe");
    const tab = workbench.fileTab("south/wing/main.pipe");
    await expect(tab).toHaveText(/^main\.pipe\s*south\/wing$/);
    const files = await tree(page);
    await expect.poll(async () => (await rows(files)).slice(0, 6)).toEqual([
      "Folder north", "Folder wing", "north/wing/main.pipe", "Folder south", "Folder wing", "south/wing/main.pipe",
    ]);
    // By number, not by letter.
    expect((await rows(files)).slice(7, 10)).toEqual(["camera_1.pipe", "camera_2.pipe", "camera_3.pipe"]);
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 844 });
        // A narrow window has room for one pane.
        if (width < 700) await page.getByRole("tab", { name: "Browse" }).click();
        await page.screenshot({ path: `results/screens/folders-${colorScheme}-${width}.png` });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        // A tab shows the file in front of its folder; its name is the path.
        expect(await brokenRules(page)).toEqual([]);
      }
    }
  });
});

test.describe("a relative path", () => {
  const writer = (path: string) => `process out\n  :: print_number\n  relativepath output = ${path}\n`;

  test("leads where it did once its file is in another folder, and goes along with a whole folder", async ({ workbench, page }) => {
    await workbench.open(textFile("main.pipe", writer("out/k.txt")));
    await rename(workbench, "pipes/main.pipe");
    await expect(page.getByText("The paths in pipes/main.pipe were updated.")).toBeVisible();
    await workbench.expectText(writer("../out/k.txt"));
    await workbench.editor.press("ControlOrMeta+z");
    await expect(workbench.fileTab("main.pipe")).toBeVisible();
    await workbench.expectText(writer("out/k.txt"));
    await workbench.editor.press("ControlOrMeta+Shift+z");
    await workbench.expectText(writer("../out/k.txt"));
    // What lies in the folder moves with it, what lies elsewhere does not.
    await workbench.editor.press("ControlOrMeta+End");
    await workbench.editor.pressSequentially("relativepath list = l.txt");
    await renameFolder(page, "pipes", "a/b");
    await expect(workbench.fileTab("a/b/main.pipe")).toBeVisible();
    await expect.poll(() => workbench.text()).toContain("relativepath output = ../../out/k.txt");
    expect(await workbench.text()).toContain("relativepath list = l.txt");
  });

  for (const way of ["by undo", "by the message"]) test(`is as it was once a folder that was put into another is taken back ${way}`, async ({ workbench, page }) => {
    await workbench.open(textFile("one.pipe", writer("k.txt")), textFile("other.pipe", "# mine\n"));
    await workbench.fileTab("one.pipe").click();
    await rename(workbench, "a/one.pipe");
    await workbench.expectText(writer("../k.txt"));
    await workbench.editor.press("ControlOrMeta+End");
    await workbench.editor.pressSequentially("relativepath list = l.txt");
    await workbench.fileTab("other.pipe").click();
    await rename(workbench, "b/other.pipe");
    await workbench.fileTab("a/one.pipe").click();
    const before = await workbench.text();
    await renameFolder(page, "a", "b");
    await expect(workbench.fileTab("b/one.pipe")).toBeVisible();
    await expect.poll(() => workbench.text()).toContain("relativepath list = ../a/l.txt");
    if (way === "by undo") await workbench.editor.press("ControlOrMeta+z");
    else await page.getByRole("status").filter({ hasText: "a/one.pipe was renamed to b/one.pipe" }).getByRole("button", { name: "Undo", exact: true }).click();
    await expect(workbench.fileTab("a/one.pipe")).toBeVisible();
    await workbench.expectText(before);
    await workbench.editor.press("ControlOrMeta+Shift+z");
    await expect(workbench.fileTab("b/one.pipe")).toBeVisible();
    await expect.poll(() => workbench.text()).toContain("relativepath list = ../a/l.txt");
  });
});

test.describe("no text is lost", () => {
  test("by deleting: one press brings it back with its history, and the closed files keep it", async ({ workbench, page }) => {
    await openThree(workbench);
    await type(workbench, "# mine");
    const files = await tree(page);
    await file(files, "part.pipe").focus();
    await page.keyboard.press("Delete");
    await expect(page.getByText(/^part\.pipe was deleted\. .Recently closed files. keeps it for 30 days\.$/)).toBeVisible();
    await expect(workbench.fileTab("part.pipe")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await expect.poll(() => tabs(page)).toEqual(["part.pipe", "main.pipe", "other.pipe"]);
    await workbench.fileTab("part.pipe").click();
    await workbench.expectText(`${part}# mine`);
    await workbench.editor.press("ControlOrMeta+z");
    await workbench.expectText(part);
    await workbench.editor.press("ControlOrMeta+Shift+z");
    await workbench.expectText(`${part}# mine`);
    // Deleted again, and the message gone with the page.
    await workbench.palette("Delete file");
    await expect.poll(async () => (await storedFiles(page)).find((it) => it.name === "part.pipe")?.closedAt ?? null).not.toBeNull();
    await page.reload();
    await workbench.ready();
    await workbench.palette("Recently closed files");
    await page.getByRole("option", { name: /^part\.pipe/ }).click();
    await workbench.expectText(`${part}# mine`);
  });

  test("by deleting: a file that was opened again is not offered to be brought back", async ({ workbench, page }) => {
    await openThree(workbench);
    await workbench.palette("Delete file");
    const told = page.getByText(/^\w+\.pipe was deleted\./);
    await expect(told).toBeVisible();
    await workbench.palette("Recently closed files");
    await page.getByRole("dialog", { name: "Recently closed files" }).getByRole("option").first().click();
    // By itself it stands for ten seconds.
    await expect(told).toHaveCount(0, { timeout: 3_000 });
  });

  test("by a file of the same name: it has another one, and what includes it is told of", async ({ workbench, page }) => {
    await openThree(workbench);
    await workbench.open(textFile("part.pipe", `${part}# theirs`));
    await expect(page.getByText(
      "part.pipe is part-2.pipe here, as the name was taken: what includes part.pipe reads the file that was open before.",
    )).toBeVisible();
    await expectTexts(workbench, { "part-2.pipe": `${part}# theirs`, "part.pipe": part });
  });

  test("by deleting a folder, by a name that is taken, or by dragging onto a file of the same name", async ({ workbench, page }) => {
    await openThree(workbench);
    await type(workbench, "# one");
    await rename(workbench, "a/x.pipe");
    await workbench.fileTab("other.pipe").click();
    await type(workbench, "# two");
    await rename(workbench, "x.pipe");
    const files = await tree(page);
    await expect.poll(() => rows(files)).toEqual(["Folder a", "a/x.pipe", "main.pipe", "x.pipe"]);
    await file(files, "x.pipe").dragTo(folder(files, "a"));
    await expect(page.getByRole("alert").getByText("x.pipe was not renamed: another open file is called a/x.pipe.")).toBeVisible();
    await file(files, "a/x.pipe").dragTo(file(files, "main.pipe"));
    await expect(page.getByRole("alert").getByText("a/x.pipe was not renamed: another open file is called x.pipe.")).toBeVisible();
    await expectTexts(workbench, { "a/x.pipe": `${part}# one` });
    await file(files, "x.pipe").click();
    await workbench.expectText("include ./a/x.pipe\n# two");
    await folder(files, "a").focus();
    await page.keyboard.press("Delete");
    await expect(workbench.fileTab("a/x.pipe")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await expectTexts(workbench, { "a/x.pipe": `${part}# one` });
  });

  test("by typing while files move", async ({ workbench, page }) => {
    await openThree(workbench);
    await workbench.fileTab("main.pipe").click();
    const files = await tree(page);
    for (let round = 0; round < 4; round += 1) {
      const [from, to] = round % 2 === 0 ? ["part.pipe", "lib/part.pipe"] : ["lib/part.pipe", "part.pipe"];
      await file(files, from).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Rename…" }).click();
      await field(page.getByRole("dialog", { name: "Rename file" })).fill(to);
      await page.keyboard.press("Enter");
      await workbench.editor.press("ControlOrMeta+End");
      await workbench.editor.pressSequentially(`# round ${round}\n`);
      await expect(page.getByRole("tab", { name: to, exact: true })).toBeVisible();
    }
    await workbench.expectText(`${main}# round 0\n# round 1\n# round 2\n# round 3\n`);
  });
});

test.describe("tabs", () => {
  test("are put in order by dragging and by keys, and keep it", async ({ workbench, page }) => {
    await openThree(workbench);
    await workbench.fileTab("other.pipe").dragTo(workbench.fileTab("part.pipe"));
    await expect.poll(() => tabs(page)).toEqual(["other.pipe", "part.pipe", "main.pipe"]);
    await workbench.fileTab("other.pipe").dragTo(workbench.fileTab("main.pipe"));
    await expect.poll(() => tabs(page)).toEqual(["part.pipe", "main.pipe", "other.pipe"]);
    await workbench.fileTab("other.pipe").click();
    await page.keyboard.press("ControlOrMeta+Shift+PageUp");
    await expect.poll(() => tabs(page)).toEqual(["part.pipe", "other.pipe", "main.pipe"]);
    await workbench.palette("Move tab left");
    await expect.poll(() => tabs(page)).toEqual(["other.pipe", "part.pipe", "main.pipe"]);
    await workbench.palette("Move tab right");
    await workbench.palette("Move tab right");
    await workbench.palette("Move tab right");
    const order = ["part.pipe", "main.pipe", "other.pipe"];
    await expect.poll(() => tabs(page)).toEqual(order);
    await workbench.palette("Move tab left");
    await expect.poll(() => tabs(page)).toEqual(["part.pipe", "other.pipe", "main.pipe"]);
    await expectOrder(page, ["part.pipe", "other.pipe", "main.pipe"]);
    await page.reload();
    await workbench.ready();
    // The files come back one after the other, some of them after the core.
    await expect.poll(() => tabs(page)).toEqual(["part.pipe", "other.pipe", "main.pipe"]);
  });

  test("show unsaved changes and close with the middle button", async ({ workbench, page }) => {
    await openThree(workbench);
    await workbench.fileTab("main.pipe").click({ button: "middle" });
    await expect.poll(() => tabs(page)).toEqual(["part.pipe", "other.pipe"]);
    await workbench.fileTab("part.pipe").click();
    await type(workbench, "# x");
    await expect(workbench.fileTab("part.pipe, not saved")).toBeVisible();
    await workbench.fileTab("part.pipe").click({ button: "middle" });
    await expect(page.getByRole("alertdialog", { name: "Close without saving?" })).toBeVisible();
  });
});

/** Waits until the browser keeps the files in this order. */
async function expectOrder(page: Page, names: string[]): Promise<void> {
  const kept = async () => {
    const files = await storedFiles(page);
    const order = await page.evaluate(async () => {
      const open = indexedDB.open(`bobbin@${location.pathname.replace(/[^/]*$/, "")}`);
      await new Promise((resolve) => (open.onsuccess = resolve));
      const all = open.result.transaction("orders").objectStore("orders").getAll();
      await new Promise((resolve) => (all.onsuccess = resolve));
      open.result.close();
      return (all.result as { files: string[] }[]).flatMap((it) => it.files);
    });
    return order.map((id) => files.find((it) => it.id === id)?.name ?? "");
  };
  await expect.poll(kept).toEqual(names);
}
