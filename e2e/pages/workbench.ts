// The page as a person sees it: everything by role and visible text.

import { type Download, expect, type Locator, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";

export interface UploadedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Takes the pickers that give handles away from the page: the browser's plain ones can be answered by a journey. */
export async function usePlainPickers(page: Pick<Page, "evaluate">): Promise<void> {
  await page.evaluate(() => {
    const names = ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"];
    for (const it of names) (globalThis as Record<string, unknown>)[it] = undefined;
  });
}

/** The views of a file. */
export type View = "Graph" | "Form" | "Bytes" | "Effective values" | "Coverage" | "Timeline";

export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the page and waits until the language core answers. */
  async start(): Promise<void> {
    await this.page.goto("./");
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.page.getByRole("status").getByText("Ready", { exact: true })).toBeVisible();
  }

  /** Opens files through the button and the file chooser. */
  async open(...files: UploadedFile[]): Promise<void> {
    await this.choose(...files);
    const last = files.at(-1);
    // They come one after the other.
    const timeout = 10_000 + files.length * 250;
    if (last) await expect(this.fileTab(last.name)).toBeVisible({ timeout });
  }

  /** Chooses files through the button and the file chooser. */
  async choose(...files: UploadedFile[]): Promise<void> {
    await usePlainPickers(this.page);
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: "Open", exact: true }).click();
    await (await chooser).setFiles(files);
  }

  /** Drops a file onto the page, as from a file manager. */
  async drop(...files: UploadedFile[]): Promise<void> {
    const data = await this.page.evaluateHandle(
      (files) => {
        const transfer = new DataTransfer();
        for (const { name, base64 } of files) {
          const bytes = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
          transfer.items.add(new File([bytes], name));
        }
        return transfer;
      },
      files.map((it) => ({ name: it.name, base64: it.buffer.toString("base64") })),
    );
    const target = this.page.locator("body");
    for (const type of ["dragenter", "dragover", "drop"]) {
      await target.dispatchEvent(type, { dataTransfer: data });
    }
    await data.dispose();
  }

  fileTab(name: string | RegExp): Locator {
    return this.page.getByRole("tab", { name });
  }

  /** Opens a tab of the right-hand pane. */
  async view(name: View): Promise<Locator> {
    await this.page.getByRole("tab", { name, exact: true }).click();
    return this.page.getByRole("tabpanel", { name, exact: true });
  }

  /** Shows the outline in the rail. */
  async showOutline(): Promise<void> {
    const tab = this.page.getByRole("tab", { name: "Outline" });
    if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
  }

  /** Finds the editor's content; only the lines near the viewport are in the document. */
  get editor(): Locator {
    return this.page.locator(".cm-content");
  }

  /** Finds a visible line of the editor with this text. */
  line(text: string | RegExp): Locator {
    return this.page.locator(".cm-line").filter({ hasText: text });
  }

  /** Returns the whole text of the shown document, with its own line ends; empty if none is shown yet. */
  async text(): Promise<string> {
    return await this.page.evaluate(() => {
      const editor = (globalThis as any).bobbinEditor;
      const uri = editor.activeUri();
      return uri ? editor.documentText(uri) : "";
    });
  }

  /** Waits until the text is `expected`. */
  async expectText(expected: string): Promise<void> {
    await expect.poll(() => this.text()).toBe(expected);
  }

  async expectTextContains(part: string): Promise<void> {
    await expect.poll(() => this.text()).toContain(part);
  }

  /** Returns the content of a download. */
  async download(press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
    await usePlainPickers(this.page);
    const waiting: Promise<Download> = this.page.waitForEvent("download");
    await press();
    const download = await waiting;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  /** Returns the bytes that Save writes. */
  async save(): Promise<{ name: string; bytes: Buffer }> {
    return this.download(() =>
      this.page.getByRole("button", { name: "Save", exact: true }).click(),
    );
  }

  /** Undoes until nothing is left to undo. */
  async undoAll(): Promise<void> {
    // A message about a rename has a button of this name, too.
    const toolbar = this.page.getByRole("toolbar", { name: "File", exact: true });
    const undo = toolbar.getByRole("button", { name: "Undo", exact: true });
    for (let presses = 0; (await undo.isEnabled()) && presses < 50; presses++) {
      // The press before may have been the last that there was to undo, which the button learns a moment later.
      await undo.click({ timeout: 2_000 }).catch(() => {});
    }
    await expect(undo).toBeDisabled();
  }

  /** Shows the problems, which hide until someone asks or there are errors. */
  async openProblems(): Promise<void> {
    await expect(async () => {
      if (!(await this.problems.isVisible())) {
        await this.page.getByRole("button", { name: /^Show or hide problems/ }).click();
      }
      await expect(this.problems).toBeVisible({ timeout: 500 });
    }).toPass();
  }

  /** Waits until the page says that the shown file has no problems. */
  async expectNoProblems(): Promise<void> {
    await expect(this.page.getByRole("button", { name: "Show or hide problems: no problems" })).toBeVisible();
  }

  get problems(): Locator {
    return this.page.getByRole("region", { name: "Problems" });
  }

  get outline(): Locator {
    return this.page.getByRole("tree", { name: "Outline" });
  }

  async palette(command: string): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+Shift+P");
    const field = this.page.getByRole("combobox", { name: /command/i });
    await field.fill(command);
    const typedInto = await field.elementHandle();
    await this.page.keyboard.press("Enter");
    // A key that comes while the list is still there is the list's.
    await typedInto?.waitForElementState("hidden");
    // Whatever a journey holds stays in memory.
    await typedInto?.dispose();
  }
}
