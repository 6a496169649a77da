// A user of chance: keys, pointer, drags, sizes of the window, tabs, no network, deaths of the language core, reloads.
//
// It may do whatever a person may, in any order and at any moment. What must hold is that nothing is thrown or reported
// (pages/test.ts), that the page can be used after each few steps, and that undoing everything and doing it again gives
// the text that was there.

import { expect, type Page } from "@playwright/test";

import { projectFile, upload } from "../pages/files.ts";
import { storedFiles } from "../pages/storage.ts";
import type { Workbench } from "../pages/workbench.ts";
import { Chance } from "./chance.ts";

/** The files that a monkey begins with, by language. */
export const desks = {
  sprokit: ["public/gallery/detect_circles.pipe", "public/gallery/scale_numbers.cluster"],
  pinsight: ["public/gallery/heat2d_openmp_mpi.trace"],
  "coil-hardware": ["public/gallery/phone_soc_arm64.coilcfg.txt", "core/testdata/coil-hardware/binary/spec_example.coilcfg"],
  "coil-target": ["public/gallery/x86-64-linux-server.coilcfg", "public/gallery/cortex-m4-firmware.coilcfg"],
} as const;

export type Language = keyof typeof desks;

const size = { width: 1440, height: 900 };

const keys = [
  "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Enter", "Escape", "Tab", "Shift+Tab", "Delete",
  "Backspace", " ", "F2", "F8", "F12", "+", "-", "0", "ContextMenu", "Alt+ArrowUp", "Alt+ArrowDown", "Shift+ArrowDown", "Shift+End",
  "ControlOrMeta+a", "ControlOrMeta+c", "ControlOrMeta+x", "ControlOrMeta+v", "ControlOrMeta+z", "ControlOrMeta+z", "ControlOrMeta+y",
  "ControlOrMeta+Shift+z", "ControlOrMeta+d", "ControlOrMeta+f", "ControlOrMeta+/", "ControlOrMeta+Space", "ControlOrMeta+Home",
  "ControlOrMeta+End", "ControlOrMeta+Enter", "ControlOrMeta+s", "ControlOrMeta+b", "ControlOrMeta+Shift+P", "ControlOrMeta+Backspace",
];

/** The buttons that a monkey leaves alone: they lead out of the page, or change the meaning of keys. */
const refused = /full ?screen|^keys|vim|emacs/i;

/** A place that can be pressed. */
interface Target {
  name: string;
  x: number;
  y: number;
}

export class Monkey {
  private readonly chance: Chance;
  private readonly words: string[];
  private isOffline = false;
  /** The steps so far, in words, for whoever looks for the cause of a fault. */
  readonly steps: string[] = [];

  constructor(
    private readonly workbench: Workbench,
    private readonly page: Page,
    private readonly language: Language,
    seed: number,
  ) {
    this.chance = new Chance(seed);
    this.words = desks[language]
      .flatMap((path) => (path.endsWith(".coilcfg") && language === "coil-hardware" ? [] : projectFile(path).toString().split("\n")))
      .filter((it) => it.trim() !== "");
  }

  /** Sits down at its desk. */
  async begin(): Promise<void> {
    const { page } = this;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    // Dialogs of the system, which nobody would answer.
    const withoutDialogs = () => {
      const page = globalThis as unknown as Record<string, unknown>;
      for (const it of ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"]) page[it] = undefined;
      page.print = () => {};
    };
    const tellOfStalls = () => {
      let last = performance.now();
      setInterval(() => {
        const since = performance.now() - last;
        last += since;
        if (since > 2000) console.log(`busy for ${Math.round(since)} ms`);
      }, 200);
    };
    page.on("pageerror", (it) => this.steps.push(`(threw: ${it.message})`));
    page.on("console", (it) => it.text().startsWith("busy for") && this.steps.push(`(${it.text()})`));
    for (const it of [withoutDialogs, tellOfStalls]) {
      await page.addInitScript(it);
      await page.evaluate(it);
    }
    page.on("dialog", (it) => void it.accept().catch(() => {}));
    page.on("filechooser", (it) => void it.setFiles(this.chance.draw() < 0.5 ? [] : [upload(this.file())]).catch(() => {}));
    page.context().on("page", (it) => void it.close().catch(() => {}));
    for (const path of desks[this.language]) await this.workbench.drop(upload(path));
    await expect.poll(async () => (await this.texts()).size).toBe(desks[this.language].length);
  }

  private file(): string {
    return this.chance.pick(desks[this.language]) ?? "";
  }

  /** Returns the texts of all open files by their names. */
  private async texts(): Promise<Map<string, string>> {
    const all = await this.page.evaluate(() => {
      const tabs = [...document.querySelectorAll('[role=tablist][aria-label="Open files"] [role=tab]')];
      const names = tabs.map((it) => it.getAttribute("title") ?? "");
      return names.map((it) => [it, (globalThis as any).bobbinEditor.documentText(`bobbin:///${encodeURIComponent(it)}`)] as [string, string]);
    });
    return new Map(all);
  }

  /** Does a step of chance. */
  async step(): Promise<void> {
    const kind = this.chance.weighted({
      type: 5, key: 8, press: 9, point: 4, drag: 4, wheel: 1, resize: 1, tab: 4, network: 0.7, kill: 0.4, reload: 0.4, drop: 0.3,
    });
    this.steps.push(kind);
    await this[kind]();
    await this.stay();
  }

  private note(what: string): void {
    this.steps.push(`${this.steps.pop()} ${what}`);
  }

  /** Comes back to the page and to a file, where a step has led away. */
  private async stay(): Promise<void> {
    const isHere = await this.page.evaluate(() => "bobbinEditor" in globalThis).catch(() => false);
    if (!isHere) {
      await this.online();
      await this.page.goto("./");
      await this.workbench.ready();
    }
  }

  private async type(): Promise<void> {
    if (this.chance.draw() < 0.7 && (await this.workbench.editor.count()) > 0) await this.workbench.editor.focus({ timeout: 5000 });
    const line = this.chance.pick(this.words) ?? "";
    const from = this.chance.draw() < 0.5 ? 0 : this.chance.below(line.length);
    const text = line.slice(from, from + 1 + this.chance.below(30));
    this.note(JSON.stringify(text));
    await this.page.keyboard.type(text);
    if (this.chance.draw() < 0.4) await this.page.keyboard.press("Enter");
  }

  private async key(): Promise<void> {
    for (let presses = 1 + this.chance.below(3); presses > 0; presses--) {
      const key = this.chance.pick(keys) ?? "Escape";
      this.note(key);
      await this.page.keyboard.press(key);
    }
  }

  /** Returns what can be pressed and is seen, in shadow roots, too. */
  private async targets(selector: string): Promise<Target[]> {
    const all = await this.page.evaluate((selector) => {
      const roots: ParentNode[] = [document];
      const found: { name: string; x: number; y: number }[] = [];
      for (const root of roots) {
        for (const it of root.querySelectorAll<HTMLElement>("*")) {
          if (it.shadowRoot) roots.push(it.shadowRoot);
          if (!it.matches(selector)) continue;
          const { x, y, width, height } = it.getBoundingClientRect();
          const [centreX, centreY] = [x + width / 2, y + height / 2];
          if (width === 0 || centreX < 0 || centreY < 0 || centreX >= innerWidth || centreY >= innerHeight) continue;
          found.push({ name: (it.getAttribute("aria-label") ?? it.textContent ?? "").trim().slice(0, 40), x: centreX, y: centreY });
        }
      }
      return found;
    }, selector);
    return all.filter((it) => !refused.test(it.name));
  }

  private async pressOneOf(selector: string): Promise<void> {
    const target = this.chance.pick(await this.targets(selector));
    if (!target) return;
    this.note(target.name);
    await this.page.mouse.click(target.x, target.y, { button: this.chance.draw() < 0.1 ? "right" : "left" });
  }

  private async press(): Promise<void> {
    const role = (name: string) => `[role=${name}]`;
    const roles = ["button", "menuitem", "menuitemcheckbox", "option", "treeitem", "gridcell", "checkbox", "switch", "radio"].map(role);
    await this.pressOneOf(["button", "input", "select", "summary", ...roles].join(", "));
    if (this.chance.draw() < 0.3) await this.page.keyboard.type(String(this.chance.below(300)));
  }

  private tab(): Promise<void> {
    return this.pressOneOf("[role=tab]");
  }

  private place(): [number, number] {
    const { width, height } = this.page.viewportSize() ?? size;
    return [this.chance.below(width), this.chance.below(height)];
  }

  private async point(): Promise<void> {
    const [x, y] = this.place();
    this.note(`${x},${y}`);
    const button = this.chance.draw() < 0.15 ? "right" : "left";
    await this.page.mouse.click(x, y, { button, clickCount: 1 + this.chance.below(3) });
  }

  private async drag(): Promise<void> {
    const things = await this.targets(".vertex__box, .port, [role=separator], [role=tab], [role=application], [role=slider]");
    const thing = this.chance.draw() < 0.6 ? this.chance.pick(things) : undefined;
    const from: [number, number] = thing ? [thing.x, thing.y] : this.place();
    const other = this.chance.draw() < 0.3 ? this.chance.pick(things) : undefined;
    const to: [number, number] = other ? [other.x, other.y] : this.place();
    this.note(`${thing?.name ?? from} to ${other?.name ?? to}`);
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    await this.page.mouse.move(...to, { steps: 1 + this.chance.below(6) });
    // Something comes between, at times.
    if (this.chance.draw() < 0.2) await this.page.keyboard.press(this.chance.pick(["Escape", "ControlOrMeta+z", "Delete"]) ?? "Escape");
    await this.page.mouse.up();
  }

  private async wheel(): Promise<void> {
    await this.page.mouse.move(...this.place());
    if (this.chance.draw() < 0.3) await this.page.keyboard.down("Control");
    await this.page.mouse.wheel(this.chance.below(400) - 200, this.chance.below(1200) - 600);
    await this.page.keyboard.up("Control");
  }

  private async resize(): Promise<void> {
    const to = { width: 320 + this.chance.below(1600), height: 240 + this.chance.below(900) };
    this.note(`${to.width}x${to.height}`);
    await this.page.setViewportSize(to);
  }

  private async network(): Promise<void> {
    // What is not kept yet fails without a network, which is no fault.
    if (!this.isOffline && !(await this.isKept())) return;
    this.isOffline = !this.isOffline;
    this.note(this.isOffline ? "off" : "on");
    await this.page.context().setOffline(this.isOffline);
  }

  /** Returns true once the page is kept for use offline. */
  private async isKept(): Promise<boolean> {
    return this.page.evaluate(() => navigator.serviceWorker?.controller != null).catch(() => false);
  }

  private async online(): Promise<void> {
    this.isOffline = false;
    await this.page.context().setOffline(false);
  }

  private async kill(): Promise<void> {
    const how = this.chance.draw() < 0.7 ? "panic" : "hang";
    this.note(how);
    await this.page.evaluate((how) => (globalThis as any).bobbinEditor.crashWorker(how), how);
  }

  private async reload(): Promise<void> {
    if (!(await this.isKept())) await this.online();
    await this.page.reload();
    // Steps go on while it starts, half of the time.
    if (this.chance.draw() < 0.5) await this.workbench.ready();
  }

  private async drop(): Promise<void> {
    const file = this.file();
    this.note(file);
    await this.workbench.drop(upload(file));
  }

  private said(): string {
    return `after ${this.steps.slice(-15).join(" · ")}`;
  }

  /** Checks that the page can be used: what is open can be closed, the core answers, a letter is written and taken back. */
  async settle(): Promise<void> {
    const { page, workbench } = this;
    const message = this.said();
    await this.online();
    await page.setViewportSize(size);
    await page.mouse.up();
    const open = page.locator("[role=dialog], [role=menu], dialog[open]").filter({ visible: true });
    await expect(async () => {
      if ((await open.count()) > 0) await page.keyboard.press("Escape");
      expect(await open.count()).toBe(0);
    }, message).toPass({ timeout: 15_000 });
    // Focus goes back to where it was before a dialog.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))));
    const restart = page.getByRole("alert").getByRole("button", { name: "Try again" });
    const ready = page.getByRole("status").getByText("Ready", { exact: true });
    await expect(async () => {
      // After several deaths in a row the page waits to be told.
      if ((await restart.count()) > 0) await restart.first().click({ timeout: 1000 });
      await expect(ready).toBeVisible({ timeout: 3000 });
    }, message).toPass({ timeout: 45_000 });
    if ((await this.texts()).size === 0) {
      await workbench.drop(upload(this.file()));
      await expect.poll(async () => (await this.texts()).size, { message }).toBeGreaterThan(0);
    }
    await expect(page.locator("[aria-busy=true]").filter({ visible: true }), message).toHaveCount(0, { timeout: 20_000 });
    if (!(await workbench.editor.isVisible())) await page.getByRole("radio", { name: "Both" }).click();
    // A file that was still being opened may come between.
    for (let tries = 0; !(await this.writeLetter(message)); tries++) expect(tries, message).toBeLessThan(3);
  }

  /** Writes a letter into the shown text and takes it back; false if another file is shown by then. */
  private async writeLetter(message: string): Promise<boolean> {
    const { page, workbench } = this;
    await workbench.editor.focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+End");
    const before = await this.resting();
    const now = () => this.shown();
    await page.keyboard.type("q");
    await expect.poll(async () => JSON.stringify(await now()), { message: `a letter is written ${message}` }).not.toBe(JSON.stringify(before));
    await page.keyboard.press("Escape");
    if ((await now()).uri !== before.uri) return false;
    await page.keyboard.press("ControlOrMeta+z");
    await expect
      .poll(async () => (({ uri, text }) => uri !== before.uri || text === before.text)(await now()), { message: `a letter is taken back ${message}` })
      .toBe(true);
    return (await now()).uri === before.uri;
  }

  private shown(): Promise<{ uri: string; text: string }> {
    return this.page.evaluate(() => {
      const editor = (globalThis as any).bobbinEditor;
      const uri = editor.activeUri() as string;
      return { uri, text: uri ? (editor.documentText(uri) as string) : "" };
    });
  }

  /** Returns what is shown once it rests: a field that was left may still be on its way into the text. */
  private async resting(): Promise<{ uri: string; text: string }> {
    const seen = [await this.shown()];
    for (let tries = 0; tries < 20; tries++) {
      await this.page.waitForTimeout(700);
      const [before, now] = [seen.at(-1)!, await this.shown()];
      if (now.uri === before.uri && now.text === before.text) return now;
      seen.push(now);
    }
    throw new Error(`what is shown changes by itself ${this.said()}: ${JSON.stringify(seen.slice(-3))}`);
  }

  /** Undoes everything in every file and does it again; compares the texts, and what the browser keeps. */
  async end(): Promise<void> {
    await this.settle();
    // What was undone counts as there.
    await this.runEverywhere("redo");
    const all = await this.texts();
    await this.runEverywhere("undo");
    await this.runEverywhere("redo");
    expect([...(await this.texts())].sort(), this.said()).toEqual([...all].sort());
    const kept = async () =>
      (await storedFiles(this.page)).filter((it) => it.closedAt === null).map(({ name, text }) => [name, text]).sort();
    await expect.poll(kept, { message: "what is kept is what is shown" }).toEqual([...all].sort());
  }

  private async runEverywhere(command: "undo" | "redo"): Promise<void> {
    for (const name of (await this.texts()).keys()) {
      const tab = this.page.getByRole("tablist", { name: "Open files" }).locator(`[role=tab][title="${name}"]`);
      // Undoing elsewhere may have taken it away.
      if ((await tab.count()) === 0) continue;
      await tab.click();
      await this.page.evaluate((command) => {
        const editor = (globalThis as any).bobbinEditor;
        for (let n = 0; n < 3000 && editor.runCommand(command); n++);
      }, command);
    }
  }
}
