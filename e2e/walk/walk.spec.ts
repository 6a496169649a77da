// Presses at random for a while and tries to lose a text or a comment.
//
// Comments with numbers are typed into the open files; after each step every one of them must be in an open text,
// undone steps must come back by redo, and what the browser keeps must be what is shown. `WALK_MINUTES` says how long
// (1), `WALK_SEED` repeats a walk.

import type { Page } from "@playwright/test";
import { readdirSync } from "node:fs";

import { projectPath, upload } from "../pages/files.ts";
import { storedFiles } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";
import { Chance } from "./chance.ts";

const minutes = Number(process.env.WALK_MINUTES ?? 1);
const seed = Number(process.env.WALK_SEED ?? (Date.now() % 1_000_000));

/** Commands of the palette that take no text away. */
const commands = [
  "Format text", "Fold section", "Unfold section", "Next problem", "Previous problem", "Go to definition", "Quick fix",
  "Show graph", "Show form", "Show bytes", "Show effective values", "Show coverage", "Show timeline", "Show outline",
  "Show files", "Show or hide problems", "Show or hide files and outline", "Colours: dark", "Colours: light", "Restart the language core",
  "Next file", "Previous file", "Versions of this file", "Recently closed files", "Convert", "Environment", "Add an item", "Go to item",
];

/** Buttons that leave the page, take items away or ask the system for something. */
const refused = /close|delete|remove|forget|download|save|open|copy|share|full|install|new version|link|clear|discard|reload/i;

class Walker {
  private readonly chance: Chance;
  private readonly marks: string[] = [];
  readonly steps: string[] = [];

  constructor(
    private readonly workbench: Workbench,
    private readonly page: Page,
    seed: number,
  ) {
    this.chance = new Chance(seed);
  }

  /** Returns the texts of all open files by their names. */
  private async texts(): Promise<Map<string, string>> {
    const tabs = this.page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
    const names = await tabs.evaluateAll((all) => all.map((it) => it.getAttribute("title") ?? ""));
    const texts = await this.page.evaluate(
      (names) => names.map((it) => (globalThis as any).bobbinEditor.documentText(`bobbin:///${encodeURIComponent(it)}`) as string),
      names,
    );
    return new Map(names.map((name, idx) => [name, texts[idx] ?? ""]));
  }

  /** Closes what is open; a dialog opens a frame after what asked for it. */
  async calm(): Promise<void> {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
    for (let presses = 0; presses < 4; presses++) {
      if ((await this.page.locator("dialog").count()) === 0) break;
      await this.page.keyboard.press("Escape");
    }
  }

  async type(): Promise<void> {
    const uri = await this.page.evaluate(() => (globalThis as any).bobbinEditor.activeUri() as string);
    if (uri === "") return;
    const mark = `${uri.includes(".coilcfg") ? ";" : "#"} mark ${this.marks.length} of ${seed}`;
    await this.workbench.editor.press(this.chance.draw() < 0.5 ? "ControlOrMeta+Home" : "ControlOrMeta+End");
    await this.workbench.editor.press("Escape");
    await this.workbench.editor.press("Home");
    await this.workbench.editor.pressSequentially(mark);
    await this.workbench.editor.press("Escape");
    await this.workbench.editor.press("Enter");
    this.marks.push(mark);
  }

  async command(): Promise<void> {
    const command = this.chance.pick(commands) ?? "";
    this.steps.push(command);
    await this.workbench.palette(command);
  }

  async press(): Promise<void> {
    const buttons = this.page.locator("main button:visible:enabled, [role=tabpanel] button:visible:enabled, [role=menuitem]:visible");
    const n = await buttons.count();
    if (n === 0) return;
    const button = buttons.nth(this.chance.below(n));
    const name = `${await button.getAttribute("aria-label", { timeout: 1000 }).catch(() => "")} ${await button.textContent({ timeout: 1000 }).catch(() => "")}`;
    if (refused.test(name)) return;
    this.steps.push(`press ${name.trim().slice(0, 40)}`);
    await button.click({ timeout: 1000 }).catch(() => {});
  }

  async drag(): Promise<void> {
    const box = await this.page.getByRole("tabpanel").last().boundingBox();
    if (!box) return;
    const at = (): [number, number] => [box.x + this.chance.draw() * box.width, box.y + this.chance.draw() * box.height];
    await this.page.mouse.move(...at());
    await this.page.mouse.down();
    await this.page.mouse.move(...at(), { steps: 3 });
    await this.page.mouse.up();
  }

  async undoAndRedo(): Promise<void> {
    const before = await this.texts();
    const [undo, redo] = ["Undo", "Redo"].map((name) => this.page.getByRole("button", { name, exact: true }));
    if (!undo || !redo) return;
    let undone = 0;
    for (const wanted = 1 + this.chance.below(3); undone < wanted && (await undo.isEnabled()); undone++) await undo.click();
    for (; undone > 0; undone--) await redo.click();
    await expect.poll(() => this.texts(), { message: "redo brings everything back" }).toEqual(before);
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.workbench.ready();
  }

  async closeAndReopen(): Promise<void> {
    const before = await this.texts();
    if (before.size < 2) return;
    await this.workbench.palette("Close file");
    // A file without changes closes without a question.
    await this.page.getByRole("button", { name: "Close without saving" }).click({ timeout: 2000 }).catch(() => {});
    await expect.poll(async () => (await this.texts()).size).toBe(before.size - 1);
    await this.workbench.palette("Reopen closed file");
    await expect.poll(async () => [...(await this.texts())].sort()).toEqual([...before].sort());
  }

  /** Does a step of chance, then looks for every mark. */
  async step(): Promise<void> {
    const kind = this.chance.weighted({
      type: 3, command: 4, press: 6, drag: 2, undoAndRedo: 2, reload: 0.5, closeAndReopen: 0.7,
    });
    this.steps.push(kind);
    if (kind !== "press") await this.calm();
    await this[kind]();
    await this.look();
  }

  private async look(): Promise<void> {
    const missing = async () => {
      const all = [...(await this.texts()).values()].join("\n");
      return this.marks.filter((it) => !all.includes(`${it}\n`) && !all.includes(`${it}\r\n`));
    };
    await expect.poll(missing, { message: `after ${this.steps.slice(-12).join(" · ")}` }).toEqual([]);
  }

  /** Waits until the browser keeps what is shown. */
  async compareKept(): Promise<void> {
    const shown = async () => [...(await this.texts())].sort();
    const kept = async () =>
      (await storedFiles(this.page)).filter((it) => it.closedAt === null).map(({ name, text }) => [name, text]).sort();
    const now = await shown();
    await expect.poll(kept, { message: "what is kept is what is shown" }).toEqual(now);
  }
}

test(`a walk from seed ${seed}, ${minutes} minutes`, async ({ workbench, page }) => {
  const walker = new Walker(workbench, page, seed);
  const gallery = readdirSync(projectPath("public/gallery")).filter((it) => it !== "index.json");
  for (const name of gallery) await workbench.open(upload(`public/gallery/${name}`));
  const end = Date.now() + minutes * 60_000;
  let steps = 0;
  try {
    for (; Date.now() < end; steps++) {
      await walker.step();
      if (steps % 25 === 24) {
        await walker.calm();
        await walker.compareKept();
      }
    }
  } finally {
    console.log(`seed ${seed}: ${steps} steps; the last: ${walker.steps.slice(-15).join(" · ")}`);
  }
});
