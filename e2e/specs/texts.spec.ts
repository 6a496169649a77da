// No text is lost: saving, closing, leaving, several tabs, several files. What was typed in a form: forms.spec.ts.

import type { Locator, Page } from "@playwright/test";

import { pipeline, textFile, trace } from "../pages/files.ts";
import { expectKept, storedFiles } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";

/** Returns what earlier versions of the page kept, by their names. */
const records = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));

async function type(workbench: Workbench, text: string): Promise<void> {
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially(text);
}

const names = async (page: Page): Promise<string[]> =>
  (await page.getByRole("tablist", { name: "Open files" }).getByRole("tab").allTextContents()).map((it) => it.trim());

/** Waits until the page has begun to read a file that is held. */
const expectHeld = (page: Page): Promise<unknown> => page.waitForFunction(() => (globalThis as any).isHeld);

/** Lets the page wait when it reads a file of this name. Returns what lets it go on. */
async function holdReading(page: Page, name: string): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle((name) => {
    const { arrayBuffer } = Blob.prototype;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    Blob.prototype.arrayBuffer = async function () {
      if (this instanceof File && this.name === name) {
        (globalThis as any).isHeld = true;
        await released;
      }
      return arrayBuffer.call(this);
    };
    return () => release();
  }, name);
  return () => release.evaluate((it) => it());
}

const numbers = "process a\n  :: numbers\n  start = 1\n";

test.describe("the keyboard", () => {
  test("stays with the text that is typed in while files are being opened", async ({ workbench, page }) => {
    test.slow();
    await workbench.open(textFile("mine.pipe", "# mine: "));
    await type(workbench, "a");
    const files = Array.from({ length: 40 }, (_, it) => textFile(`f${it}.pipe`, `# file ${it}\n`));
    const goOn = await holdReading(page, "f20.pipe");
    await workbench.drop(...files);
    await expect(workbench.fileTab("f19.pipe")).toBeVisible();
    await page.keyboard.type(" quick");
    await goOn();
    await expect(page.getByText("40 files were opened.")).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(41);
    await page.keyboard.type(" brown fox");
    await expect(workbench.fileTab("mine.pipe")).toHaveAttribute("aria-selected", "true");
    await workbench.expectText("# mine: a quick brown fox");
    for (const it of ["f0.pipe", "f1.pipe", "f20.pipe", "f39.pipe"]) {
      await workbench.fileTab(it).click();
      await workbench.expectText(`# file ${it.slice(1, -5)}\n`);
    }
  });

  test("stays with the text that is typed in while one file is being opened", async ({ workbench, page }) => {
    await workbench.open(textFile("mine.pipe", "# mine: "));
    await type(workbench, "a");
    const goOn = await holdReading(page, "late.pipe");
    await workbench.drop(textFile("late.pipe", "# late\n"));
    await expectHeld(page);
    await page.keyboard.type(" quick");
    await goOn();
    await expect(page.getByText(/late\.pipe is open, behind this file/)).toBeVisible();
    await page.keyboard.type(" brown fox");
    await workbench.expectText("# mine: a quick brown fox");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(workbench.fileTab("late.pipe")).toHaveAttribute("aria-selected", "true");
    await workbench.expectText("# late\n");
  });

  test("stays with the text that is typed in while the machine is looked at", async ({ workbench, page }) => {
    test.slow();
    await workbench.open(textFile("mine.pipe", "# mine: "));
    // The part of the page that does it is fetched the first time.
    await workbench.palette("Describe this machine");
    await workbench.expectTextContains("autodetected");
    await workbench.fileTab("mine.pipe").click();
    await type(workbench, "a");
    await page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker("hang"));
    await workbench.palette("Describe this machine");
    await expect(workbench.editor).toBeFocused();
    // What is picked in the list is done with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.keyboard.type(" quick");
    await expect(page.getByText(/ is open, behind this file/)).toBeVisible({ timeout: 20_000 });
    await page.keyboard.type(" brown fox");
    await workbench.expectText("# mine: a quick brown fox");
  });

  test("still writes where a form replaced the value with what was selected in it", async ({ workbench, page }) => {
    await workbench.open(textFile("a.pipe", "process a\n  :: image_filter\n  filter:type = one/two/three\n"));
    await workbench.line("filter:type").click();
    await page.keyboard.press("End");
    for (let it = 0; it < 6; it++) await page.keyboard.press("ArrowLeft");
    for (let it = 0; it < 3; it++) await page.keyboard.press("Shift+ArrowLeft");
    const form = await workbench.view("Form");
    const value = form.getByRole("combobox", { name: "filter:type" });
    await value.fill("vxl");
    await value.press("Enter");
    await workbench.expectTextContains("filter:type = vxl\n");
    await workbench.editor.focus();
    await page.keyboard.type("Q");
    await workbench.expectTextContains("filter:type = vxlQ\n");
  });
});

test.describe("saving", () => {
  test("save and close gives the whole text to the user, and then closes the file", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# last words");
    await page.keyboard.press("Alt+w");
    const { name, bytes } = await workbench.download(() => page.getByRole("button", { name: "Save and close" }).click());
    expect(name).toBe("people.pipe");
    expect(bytes.toString()).toBe(`${pipeline}# last words`);
    await expect(workbench.fileTab("people.pipe")).toHaveCount(0);
    // A browser does not tell whether the user kept the file.
    await page.getByRole("button", { name: "Reopen" }).click();
    await workbench.expectText(`${pipeline}# last words`);
  });

  test("a value that is typed into a form while a file comes is not lost", async ({ workbench, page }) => {
    await workbench.open(textFile("numbers.pipe", numbers));
    await workbench.line("start = 1").click();
    const form = await workbench.view("Form");
    const start = form.getByRole("spinbutton", { name: "start", exact: true });
    const goOn = await holdReading(page, "late.pipe");
    await workbench.drop(textFile("late.pipe", "# late\n"));
    await expectHeld(page);
    await start.fill("77");
    await goOn();
    await expect(page.getByText(/late\.pipe is open, behind this file/)).toBeVisible();
    await expect(start).toBeFocused();
    await expect(start).toHaveValue("77");
    await start.press("Enter");
    await workbench.expectText(numbers.replace("start = 1", "start = 77"));
    // One that was dropped later is shown, and what stood half typed goes to the file that was shown.
    await start.fill("5");
    await workbench.drop(textFile("next.pipe", "# next\n"));
    await expect(workbench.fileTab("next.pipe")).toHaveAttribute("aria-selected", "true");
    await workbench.expectText("# next\n");
    await workbench.fileTab("numbers.pipe").click();
    await workbench.expectText(numbers.replace("start = 1", "start = 5"));
  });

  test("a file whose core hangs is not saved without what its form was given, which comes later", async ({ workbench, page }) => {
    await workbench.open(textFile("numbers.pipe", numbers));
    await workbench.line("start = 1").click();
    const form = await workbench.view("Form");
    const start = form.getByRole("spinbutton", { name: "start", exact: true });
    await start.fill("77");
    await page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker("hang"));
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.getByRole("alert").filter({ hasText: "“Save text” has to wait" })).toBeVisible({ timeout: 10_000 });
    await expect(page.getByText(/was restarted/i)).toBeVisible({ timeout: 15_000 });
    await workbench.expectText(numbers.replace("start = 1", "start = 77"));
    await expect(start).toHaveValue("77");
    const { bytes } = await workbench.download(() => page.keyboard.press("ControlOrMeta+s"));
    expect(bytes.toString()).toBe(numbers.replace("start = 1", "start = 77"));
  });

  test("a save that fails is not a save, and closes nothing", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# last words");
    await page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new Error("no room");
      };
    });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "was not saved" })).toBeVisible();
    await expect(workbench.fileTab("people.pipe, not saved")).toBeVisible();
    await page.keyboard.press("Alt+w");
    await page.getByRole("button", { name: "Save and close" }).click();
    await expect(page.locator("dialog")).toBeHidden();
    await expect(workbench.fileTab("people.pipe, not saved")).toBeVisible();
    await workbench.expectText(`${pipeline}# last words`);
  });

  test("what is typed while the language core hangs is not taken for saved", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    // Once the part of the page that saves is there, the text is taken at the click.
    await workbench.save();
    await type(workbench, "# first");
    await page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker("hang"));
    const { bytes } = await workbench.download(async () => {
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await type(workbench, " and second");
    });
    expect(bytes.toString()).toBe(`${pipeline}# first`);
    await expect(page.getByText(/was restarted/i)).toBeVisible({ timeout: 15_000 });
    await expect(workbench.fileTab("people.pipe, not saved")).toBeVisible();
    for (const _key of " and second") await workbench.editor.press("Backspace");
    await expect(workbench.fileTab("people.pipe, not saved")).toHaveCount(0);
  });

  test("a file keeps its encoding as long as that has its characters, and the page asks then", async ({ workbench, page }) => {
    const latin1 = Buffer.concat([Buffer.from("# caf"), Buffer.from([0xe9]), Buffer.from("\nprocess a\n  :: numbers\n")]);
    await workbench.open({ name: "coffee.pipe", mimeType: "text/plain", buffer: latin1 });
    expect((await workbench.save()).bytes).toEqual(latin1);
    await type(workbench, "# 5 €");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const { bytes } = await workbench.download(() => page.getByRole("button", { name: "Save as UTF-8" }).click());
    expect(bytes.toString()).toContain("# café\n");
    expect(bytes.toString()).toContain("# 5 €");
    await expect(page.getByRole("contentinfo", { name: "Status" })).toContainText("UTF-8");
  });
});

test.describe("names", () => {
  test("a new pipeline is a .pipe file without an error", async ({ workbench, page }) => {
    await page.locator(".welcome").getByRole("button", { name: "KWIVER pipeline", exact: true }).click();
    await expect(workbench.fileTab("untitled.pipe")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Show or hide problems/ })).not.toContainText(/error/);
    await type(workbench, "process a\n  :: numbers\n");
    await expect(workbench.outline.getByText("a", { exact: true })).toBeVisible();
  });

  test("a file is renamed, with its text, its history and what is known of it", async ({ workbench, page }) => {
    await workbench.open(textFile("part.pipe", "process reader\n  :: numbers\n"), textFile("main.pipe", "include other.pipe\n"));
    await workbench.openProblems();
    await expect(workbench.problems.getByText(/other\.pipe/).first()).toBeVisible();
    await workbench.fileTab("part.pipe").click();
    await type(workbench, "# typed\n");
    await workbench.palette("Rename file");
    const dialog = page.getByRole("dialog", { name: "Rename file" });
    const field = dialog.getByRole("textbox", { name: "Name" });
    await expect(field).toBeFocused();
    await field.fill("main.pipe");
    await expect(dialog.getByText("Another open file has this name.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Rename" })).toBeDisabled();
    await field.fill("other.pipe");
    await page.keyboard.press("Enter");
    await expect(workbench.fileTab("other.pipe, not saved")).toBeVisible();
    await workbench.expectText("process reader\n  :: numbers\n# typed\n");
    // The server and the other files know it by its new name.
    await workbench.fileTab("main.pipe").click();
    await expect(workbench.problems.getByText(/other\.pipe/)).toHaveCount(0);
    await workbench.fileTab("other.pipe").click();
    await workbench.undoAll();
    await workbench.expectText("process reader\n  :: numbers\n");
    await expect(workbench.fileTab("other.pipe, not saved")).toHaveCount(0);
    await expectKept(page, "other.pipe");
    await page.reload();
    await workbench.ready();
    await expect.poll(() => names(page)).toEqual(["other.pipe", "main.pipe"]);
  });

  test("save as writes under another name, which the file has from then on; a cancelled one changes nothing", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# typed");
    await page.keyboard.press("ControlOrMeta+Shift+s");
    const dialog = page.getByRole("dialog", { name: "Save as" });
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(workbench.fileTab("people.pipe, not saved")).toBeVisible();
    await workbench.fileTab("people.pipe").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Save as…" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("crowd.pipe");
    const { name, bytes } = await workbench.download(() => dialog.getByRole("button", { name: "Save" }).click());
    expect(name).toBe("crowd.pipe");
    expect(bytes.toString()).toBe(`${pipeline}# typed`);
    await expect(workbench.fileTab("crowd.pipe")).toBeVisible();
    await expect(workbench.fileTab("crowd.pipe, not saved")).toHaveCount(0);
    await expect(workbench.fileTab("people.pipe")).toHaveCount(0);
  });

  test("closing all files asks about those that are nowhere else", async ({ workbench, page }) => {
    await workbench.open(textFile("a.pipe", pipeline), textFile("b.pipe", pipeline), textFile("c.pipe", pipeline));
    await type(workbench, "# c");
    await workbench.fileTab("b.pipe").click();
    await type(workbench, "# b");
    await workbench.palette("Close all files");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("b.pipe, c.pipe have unsaved changes");
    await expect(dialog).toHaveAccessibleDescription(/^b\.pipe.*c\.pipe.*have unsaved changes/);
    await page.keyboard.press("Escape");
    // Who cancels has cancelled all of it.
    await expect(dialog).toHaveCount(0);
    await page.waitForTimeout(300);
    expect(await names(page)).toEqual(["a.pipe", "b.pipe", "c.pipe"]);
    await workbench.palette("Close all files");
    await page.getByRole("button", { name: "Close all without saving" }).click();
    await expect(page.getByText("3 files were closed.")).toBeVisible();
    await page.getByRole("button", { name: "Reopen" }).click();
    await expect.poll(() => names(page)).toHaveLength(3);
  });

  test("closing several files of which one is not saved saves that one and closes all", async ({ workbench, page }) => {
    await workbench.open(textFile("a.pipe", pipeline), textFile("b.pipe", pipeline));
    await type(workbench, "# b");
    await workbench.palette("Close all files");
    const save = page.getByRole("alertdialog").getByRole("button", { name: "Save and close" });
    const { name } = await workbench.download(() => save.click());
    expect(name).toBe("b.pipe");
    await expect(page.getByText("2 files were closed.")).toBeVisible();
    await expect.poll(() => names(page)).toEqual([]);
  });

  test("a file that is dropped onto the text is opened and not written into it", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "rank.trace"));
      return transfer;
    }, trace);
    for (const event of ["dragenter", "dragover", "drop"]) await workbench.editor.dispatchEvent(event, { dataTransfer: data });
    await expect(workbench.fileTab("rank.trace")).toBeVisible();
    await page.waitForTimeout(300);
    await workbench.expectText(trace);
    await workbench.fileTab("people.pipe").click();
    await workbench.expectText(pipeline);
  });
});

test.describe("drafts", () => {
  test("two tabs keep their texts apart", async ({ workbench, page, context }) => {
    test.slow();
    await workbench.open(textFile("one.pipe", pipeline));
    await type(workbench, "# of the first tab");
    await expectKept(page, "# of the first tab");
    const other = new Workbench(await context.newPage());
    await other.start();
    await other.open(textFile("two.trace", trace));
    await type(other, "# of the second tab");
    await expectKept(page, "# of the second tab");
    await type(workbench, " again");
    await expectKept(page, "# of the first tab again");
    await other.page.reload();
    await other.ready();
    await other.expectText(`${trace}# of the second tab`);
    expect(await names(other.page)).toEqual(["two.trace"]);
    await page.reload();
    await workbench.ready();
    await workbench.expectText(`${pipeline}# of the first tab again`);
    // Closing one's own file closes none of another tab's.
    await page.keyboard.press("Alt+w");
    await page.getByRole("button", { name: "Close without saving" }).click();
    await other.page.reload();
    await other.ready();
    await other.expectText(`${trace}# of the second tab`);
    // The next tab takes over the texts of a closed one.
    await other.page.close();
    await page.reload();
    await workbench.ready();
    await workbench.expectText(`${trace}# of the second tab`);
  });

  test("two tabs that are reloaded at once keep their texts apart, and the texts of one that is gone come after them", async ({ workbench, page, context }) => {
    test.slow();
    await workbench.open(textFile("one.pipe", pipeline));
    await type(workbench, "# of the first tab");
    const other = new Workbench(await context.newPage());
    await other.start();
    await other.open(textFile("two.trace", trace));
    await type(other, "# of the second tab");
    await expectKept(page, "# of the first tab");
    await expectKept(page, "# of the second tab");
    for (const apart of [0, 1, 50, 150]) {
      const first = page.reload();
      await new Promise((resolve) => setTimeout(resolve, apart));
      await Promise.all([first, other.page.reload()]);
      await Promise.all([workbench.ready(), other.ready()]);
      await workbench.expectText(`${pipeline}# of the first tab`);
      await other.expectText(`${trace}# of the second tab`);
      expect(await names(page)).toEqual(["one.pipe"]);
      expect(await names(other.page)).toEqual(["two.trace"]);
    }
    // Longer than a tab is waited for.
    await page.waitForTimeout(3_500);
    expect(await names(page)).toEqual(["one.pipe"]);
    expect(await names(other.page)).toEqual(["two.trace"]);
    await other.page.close();
    await page.reload();
    await workbench.ready();
    await expect.poll(() => names(page)).toEqual(["one.pipe", "two.trace"]);
    await workbench.expectText(`${pipeline}# of the first tab`);
    await workbench.fileTab("two.trace").click();
    await workbench.expectText(`${trace}# of the second tab`);
  });

  test("a tab without files that comes back does not take those of one that comes back a moment later", async ({ workbench, page, context }) => {
    test.slow();
    await workbench.open(textFile("one.pipe", pipeline));
    await expectKept(page, pipeline);
    const other = new Workbench(await context.newPage());
    await other.start();
    // As when a browser opens its tabs again, one after the other.
    await page.goto("about:blank");
    await other.page.reload();
    await other.ready();
    await page.goto("./");
    await workbench.ready();
    await workbench.expectText(pipeline);
    // Longer than a tab is waited for.
    await page.waitForTimeout(3_500);
    expect(await names(page)).toEqual(["one.pipe"]);
    expect(await names(other.page)).toEqual([]);
    // One that does not come back is not lost.
    await page.goto("about:blank");
    await other.page.reload();
    await expect(other.fileTab("one.pipe")).toBeVisible();
    await expect(other.editor).toBeVisible();
    await other.expectText(pipeline);
    await other.page.close();
  });

  test("who types without a pause is kept all the same", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    // Only a program types at so even a pace.
    await page.evaluate(() => {
      const { bobbinEditor } = globalThis as any;
      const at = { line: 0, character: 0 };
      let n = 0;
      setInterval(() => {
        const edits = [{ range: { start: at, end: at }, newText: `# w${n++}\n` }];
        bobbinEditor.applyEdits(JSON.stringify({ documents: [{ uri: bobbinEditor.activeUri(), edits }] }));
      }, 40);
    });
    await expectKept(page, "# w20");
    const kept = (await storedFiles(page))[0]?.text ?? "";
    const now = await workbench.text();
    expect(now.split("# w").length - kept.split("# w").length, "only what was typed just now is missing").toBeLessThan(60);
  });

  test("a draft of the format before is opened, and one of a later format is kept and offered", async ({ workbench, page }) => {
    test.slow();
    await page.evaluate(
      ({ pipeline, path }) => {
        localStorage.clear();
        sessionStorage.clear();
        const file = (id: number, name: string, language: string) => ({
          id, name, language, encoding: "utf8", provenance: { kind: "text" }, isModified: true,
        });
        const files = [file(1, "new.pipe", "sprokit"), file(0, "old.pipe", "sprokit")];
        localStorage.setItem("bobbin.drafts", JSON.stringify({ files, active: 0 }));
        localStorage.setItem("bobbin.draft.0", pipeline);
        localStorage.setItem("bobbin.draft.1", "# new\n");
        localStorage.setItem("bobbin.draft.7", "# nobody's\n");
        localStorage.setItem(`bobbin.draft.99@${path}`, JSON.stringify({ format: 77, name: "later.pipe", text: "# later\n", leaves: [1] }));
        localStorage.setItem("bobbin.draft.98@/elsewhere/", JSON.stringify({ format: 2, tab: "x", name: "elsewhere.pipe", text: "# elsewhere\n" }));
      },
      { pipeline, path: new URL(page.url()).pathname },
    );
    await page.reload();
    await workbench.ready();
    await workbench.expectText(pipeline);
    await expect.poll(() => names(page)).toEqual(["new.pipe", "old.pipe"]);
    const banner = page.getByRole("status").filter({ hasText: "2 drafts have a format" });
    await expect(banner).toBeVisible();
    await banner.getByRole("button", { name: "Open as text" }).click();
    await expect(workbench.fileTab("later.pipe")).toBeVisible();
    await workbench.fileTab("later.pipe").click();
    await workbench.expectText("# later\n");
    await workbench.fileTab("draft.txt").click();
    await workbench.expectText("# nobody's\n");
    await page.waitForTimeout(600);
    const kept = await records(page);
    expect(kept[`bobbin.draft.99@${new URL(page.url()).pathname}`]).toContain("\"format\":77");
    expect(kept["bobbin.draft.7"]).toBe("# nobody's\n");
    expect(kept["bobbin.draft.98@/elsewhere/"]).toContain("# elsewhere");
    expect(kept["bobbin.draft.0"], "it is a stored file now").toBeUndefined();
    const stored = async () => (await storedFiles(page)).map((it) => it.name).sort();
    await expect.poll(stored).toEqual(["draft.txt", "later.pipe", "new.pipe", "old.pipe"]);
    await page.reload();
    await workbench.ready();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.waitForTimeout(300);
    expect((await records(page))["bobbin.draft.7"]).toBeUndefined();
    await expect(workbench.fileTab("draft.txt")).toBeVisible();
  });

  test("a text that the browser does not keep is said to be lost, until there is room", async ({ workbench, page }) => {
    test.slow();
    await page.evaluate(() => {
      const real = IDBObjectStore.prototype.put;
      (globalThis as any).isFull = true;
      IDBObjectStore.prototype.put = function (value: unknown) {
        if ((globalThis as any).isFull && this.name === "files") throw new DOMException("full", "QuotaExceededError");
        return real.call(this, value);
      };
    });
    await workbench.open(textFile("people.pipe", pipeline));
    await page.waitForTimeout(700);
    const banner = page.getByRole("alert").filter({ hasText: "has no room" });
    await expect(banner, "it is on disk as it stands").toHaveCount(0);
    await type(workbench, "# only here");
    await expect(banner).toContainText("people.pipe");
    await page.waitForTimeout(15_000);
    await expect(banner, "it lasts").toBeVisible();
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toBe(1);
    await workbench.expectText(`${pipeline}# only here`);
    const { bytes } = await workbench.download(() => banner.getByRole("button", { name: "Save a file" }).click());
    expect(bytes.toString()).toBe(`${pipeline}# only here`);
    await expect(banner).toBeHidden();
    await type(workbench, " and more");
    await expect(banner).toBeVisible();
    await page.evaluate(() => ((globalThis as any).isFull = false));
    await type(workbench, ".");
    await expect(banner).toBeHidden();
    await page.reload();
    await workbench.ready();
    await workbench.expectText(`${pipeline}# only here and more.`);
    expect(asked, "nothing is lost, nobody is asked").toBe(1);
  });

  test("a browser that fails to store a text is not said to be full", async ({ workbench, page }) => {
    await page.evaluate(() => {
      const real = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value: unknown) {
        if (this.name === "files") throw new DOMException("Internal error.", "UnknownError");
        return real.call(this, value);
      };
    });
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# only here");
    const banner = page.getByRole("alert").filter({ hasText: "people.pipe" });
    await expect(banner).toContainText("The browser could not store people.pipe (Internal error): unsaved changes are lost");
  });

  test("a deleted file that the browser does not take is said to be gone, and can be downloaded", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# only here");
    await expectKept(page, "# only here");
    await page.evaluate(() => {
      const real = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value: unknown) {
        if (this.name === "files") throw new DOMException("full", "QuotaExceededError");
        return real.call(this, value);
      };
    });
    await workbench.palette("Delete file");
    await expect(page.getByText("was deleted. It is gone once you leave the page.")).toBeVisible();
    await expect(page.getByText("keeps it for 30 days")).toHaveCount(0);
    const fault = page.getByRole("alert").filter({ hasText: "did not take people.pipe" });
    const { bytes } = await workbench.download(() => fault.getByRole("button", { name: "Download" }).click());
    expect(bytes.toString()).toBe(`${pipeline}# only here`);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await workbench.expectText(`${pipeline}# only here`);
  });
});

test.describe("several files", () => {
  /** Writes `x` at the start of both files, as a command over several files does. */
  const editBoth = (page: Page) =>
    page.evaluate(() => {
      const at = { line: 0, character: 0 };
      const edits = [{ range: { start: at, end: at }, newText: "# both\n" }];
      const documents = ["a", "b"].map((it) => ({ uri: `bobbin:///${it}.pipe`, edits }));
      return (globalThis as any).bobbinEditor.applyEdits(JSON.stringify({ documents, label: "both" }));
    });

  test("one undo takes back what one step did in several files", async ({ workbench, page }) => {
    await workbench.open(textFile("a.pipe", pipeline), textFile("b.pipe", pipeline));
    await editBoth(page);
    await workbench.expectText(`# both\n${pipeline}`);
    await expect(workbench.fileTab("a.pipe, not saved")).toBeVisible();
    await workbench.editor.press("ControlOrMeta+z");
    await workbench.expectText(pipeline);
    await workbench.fileTab("a.pipe").click();
    await workbench.expectText(pipeline);
    await expect(workbench.fileTab("a.pipe, not saved")).toHaveCount(0);
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    await workbench.expectText(`# both\n${pipeline}`);
    await workbench.fileTab("b.pipe").click();
    await workbench.expectText(`# both\n${pipeline}`);
  });

  test("a file that was changed since keeps its changes, and the page says so", async ({ workbench, page }) => {
    await workbench.open(textFile("a.pipe", pipeline), textFile("b.pipe", pipeline));
    await editBoth(page);
    await type(workbench, "# typed in b");
    await workbench.fileTab("a.pipe").click();
    await workbench.editor.press("ControlOrMeta+z");
    await expect(page.getByText("`b.pipe`").or(page.getByText(/b\.pipe has been changed since/)).first()).toBeVisible();
    await workbench.expectText(`# both\n${pipeline}`);
    await workbench.editor.press("ControlOrMeta+z");
    await workbench.expectText(pipeline);
    await workbench.fileTab("b.pipe").click();
    await workbench.expectText(`# both\n${pipeline}# typed in b`);
  });

  test("a file that was closed and is opened again goes on with its history", async ({ workbench, page }) => {
    await workbench.open(textFile("a.pipe", pipeline), textFile("b.pipe", pipeline));
    await editBoth(page);
    await workbench.fileTab("a.pipe").click();
    await workbench.editor.press("ControlOrMeta+End");
    // One step of undo, however slow the machine is.
    await page.keyboard.insertText("# more");
    await workbench.palette("Close file");
    await page.getByRole("button", { name: "Close without saving" }).click();
    await expect(workbench.fileTab("a.pipe")).toHaveCount(0);
    await workbench.palette("Reopen closed file");
    await workbench.expectText(`# both\n${pipeline}# more`);
    await workbench.editor.press("ControlOrMeta+z");
    await workbench.expectText(`# both\n${pipeline}`);
    await workbench.fileTab("b.pipe").click();
    await workbench.editor.press("ControlOrMeta+z");
    await workbench.expectText(pipeline);
    await workbench.fileTab("a.pipe").click();
    await workbench.expectText(pipeline);
  });

  test("an edit of a file that is not shown is kept, too", async ({ workbench, page }) => {
    await workbench.open(textFile("a.pipe", pipeline), textFile("b.pipe", pipeline));
    await editBoth(page);
    await expect
      .poll(async () => (await storedFiles(page)).filter((it) => it.text.includes("# both")).length)
      .toBe(2);
  });
});

test.describe("a file that kills the language core", () => {
  // A service worker would deliver the worker.
  test.use({ serviceWorkers: "block" });

  for (const how of ["panic", "hang"] as const) test(`by a ${how} is left out at its second death, and the others go on`, async ({ workbench, page, context }) => {
    test.slow();
    await context.route(/worker[^/]*\.js/, async (route) => {
      const response = await route.fetch();
      const trap = `addEventListener("message", (event) => {
        if (!JSON.stringify(event.data).includes("deadly") || event.data.text?.includes("bobbin/open")) return;
        event.stopImmediatePropagation();
        const text = JSON.stringify({ jsonrpc: "2.0", id: "crash", method: "bobbin/crash", params: { how: "${how}" } });
        setTimeout(() => dispatchEvent(new MessageEvent("message", { data: { type: "message", text } })));
      });`;
      await route.fulfill({ response, body: trap + (await response.text()) });
    });
    await page.reload();
    await workbench.ready();
    await workbench.open(textFile("good.pipe", pipeline), textFile("fine.trace", trace));
    await workbench.open(textFile("bad.pipe", "# deadly\n"));
    const banner = page.getByRole("status").filter({ hasText: "is shown as plain text" });
    await workbench.fileTab("bad.pipe").click();
    // A hang is noticed after five seconds, and it takes two.
    await expect(banner).toBeVisible({ timeout: 30_000 });
    await workbench.ready();
    await type(workbench, "# still edited");
    await workbench.expectText("# deadly\n# still edited");
    await workbench.fileTab("good.pipe").click();
    await expect(banner).toBeHidden();
    const graph = await workbench.view("Graph");
    await expect(graph.getByRole("button", { name: /^viewer\b/ })).toBeVisible();

    await expectKept(page, "# still edited");
    await page.reload();
    await workbench.ready();
    await workbench.fileTab("bad.pipe").click();
    await expect(banner).toBeVisible();
    await workbench.expectText("# deadly\n# still edited");
    // Harmless by now.
    await page.keyboard.press("ControlOrMeta+a");
    await workbench.editor.press("ControlOrMeta+a");
    await workbench.editor.pressSequentially("nonsense here");
    await banner.getByRole("button", { name: "Try again" }).click();
    await expect(banner).toBeHidden();
    await workbench.openProblems();
    await expect(workbench.problems.getByRole("treeitem").first()).toBeVisible();
  });
});

test("mixed line ends become LF in one step", async ({ workbench, page }) => {
  const mixed = "# a\r\nprocess a\n  :: numbers\r\r\n";
  await workbench.open(textFile("mixed.pipe", mixed));
  await page.getByRole("button", { name: "mixed line endings" }).click();
  await workbench.expectText("# a\nprocess a\n  :: numbers\n");
  await expect(page.getByRole("contentinfo", { name: "Status" }).getByText("LF", { exact: true })).toBeVisible();
  await workbench.undoAll();
  await workbench.expectText(mixed);
  await expect(page.getByRole("button", { name: "mixed line endings" })).toBeVisible();
});

test("what is typed at the end of a line stays in it where line ends are mixed", async ({ workbench, page }) => {
  await workbench.open(textFile("mixed.trace", "[Lexgion.default]\r\n    max = 1\r\n\trate = 2\n"));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await workbench.line("max").click();
  await press("End", "0", "End", "ArrowRight", "#", "ArrowLeft", "ArrowLeft", "5");
  await workbench.expectText("[Lexgion.default]\r\n    max = 105\r\n#\trate = 2\n");
  await press("Enter", "x");
  await workbench.expectText("[Lexgion.default]\r\n    max = 105\n    x\n#\trate = 2\n");
  await press("Delete");
  await workbench.expectText("[Lexgion.default]\r\n    max = 105\n    x#\trate = 2\n");
  await press("ArrowUp", "Home", "Home", "Backspace", "!");
  await workbench.expectText("[Lexgion.default]!    max = 105\n    x#\trate = 2\n");
});

test("a field for a name takes the last answer away", async ({ workbench, page }) => {
  await workbench.open(textFile("numbers.pipe", numbers));
  const status = page.getByRole("contentinfo", { name: "Status" });
  await workbench.line("process a").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("F2");
  await expect(status).toContainText("Not renamed");
  await page.keyboard.press("End");
  await page.keyboard.press("F2");
  // By itself it stands for five seconds.
  await expect(status).not.toContainText("Not renamed", { timeout: 2_000 });
  await expect(page.getByLabel("New name")).toBeVisible();
});

test("a word that is dragged from the text to a field, and a value to another one, are copied", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", `march\n${pipeline}`));
  const drag = async (from: { x: number; y: number }, to: Locator) => {
    const { x, y, width, height } = (await to.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y + 4, { steps: 3 });
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 6 });
    await page.mouse.up();
  };
  await workbench.editor.press("ControlOrMeta+f");
  const find = page.locator(".cm-search input[name=search]");
  await find.fill("");
  const word = workbench.line(/^march$/);
  await word.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  const box = (await word.boundingBox()) ?? { x: 0, y: 0 };
  await drag({ x: box.x + 20, y: box.y + 8 }, find);
  await expect(find).toHaveValue("march");
  await workbench.expectText(`march\n${pipeline}`);
  await workbench.line(/video_filename/).click();
  const form = await workbench.view("Form");
  const value = form.getByLabel("video_filename", { exact: true });
  const shown = await value.inputValue();
  await value.click();
  await value.press("ControlOrMeta+a");
  const field = (await value.boundingBox()) ?? { x: 0, y: 0 };
  const other = form.getByLabel("video_reader:type", { exact: true });
  await drag({ x: field.x + 20, y: field.y + 8 }, other);
  await expect(other).toHaveValue(new RegExp(shown.replace(".", "\\.")));
  await expect(value).toHaveValue(shown);
  await other.press("Enter");
  await workbench.expectTextContains(`video_filename = ${shown}`);
});

test("find and replace in a file take a backslash for one", async ({ workbench, page }) => {
  await workbench.open(textFile("paths.pipe", "# PLACE\n# D:\\new\\take\n"));
  await workbench.editor.press("ControlOrMeta+f");
  const panel = page.locator(".cm-search");
  await panel.locator("input[name=search]").fill("");
  await panel.locator("input[name=search]").pressSequentially("D:\\new");
  await expect(panel.getByRole("status")).toHaveText("1 match");
  await panel.locator("input[name=search]").fill("");
  await panel.locator("input[name=search]").pressSequentially("PLACE");
  await panel.locator("input[name=replace]").pressSequentially("C:\\new\\run");
  await panel.getByRole("button", { name: "Replace all" }).click();
  await workbench.expectText("# C:\\new\\run\n# D:\\new\\take\n");
});

test("undo takes back a command alone, also right after a key", async ({ workbench }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await type(workbench, "process last");
  for (const key of ["ControlOrMeta+/", "ControlOrMeta+Shift+k"]) {
    // A letter that comes and goes: what is typed and the command stand in one moment.
    await workbench.editor.press("x");
    await workbench.editor.press(key);
    await workbench.editor.press("ControlOrMeta+z");
    await workbench.expectText(`${pipeline}process lastx`);
    await workbench.editor.press("ControlOrMeta+End");
    await workbench.editor.press("Backspace");
    await workbench.expectText(`${pipeline}process last`);
  }
});

test("the keys of the search in all files open it with Caps Lock, too", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.editor.focus();
  // With Shift, Caps Lock makes a small letter.
  const press = { key: "f", code: "KeyF", keyCode: 70, ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true, composed: true };
  await workbench.editor.dispatchEvent("keydown", press);
  await expect(page.getByRole("dialog", { name: "Find and replace in all files" })).toBeVisible();
});
