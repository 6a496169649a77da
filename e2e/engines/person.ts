// What a person does in an engine: looks for words, presses what has them, types.

import { expect } from "@playwright/test";

import type { Engine } from "./engine.ts";

/** A part of the page: by a selector, and what it says or is called, whole. */
export interface Part {
  selector: string;
  called?: string;
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Finds visible parts in the page; as a text, since it runs there. */
const finder = `(selector, called) => [...document.querySelectorAll(selector)].filter((it) => {
  const words = it.getAttribute("aria-label") ?? it.textContent.trim();
  const { width, height } = it.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(it).visibility !== "hidden" && (called === null || words === called);
})`;

export class Person {
  constructor(readonly engine: Engine) {}

  private find<T>(part: Part, what: string): Promise<T> {
    const words = [part.selector, part.called ?? null].map((it) => JSON.stringify(it)).join(", ");
    return this.engine.evaluate<T>(`((all) => ${what})((${finder})(${words}))`);
  }

  /** Returns the number of visible parts of this kind. */
  count(part: Part): Promise<number> {
    return this.find(part, "all.length");
  }

  async sees(part: Part): Promise<void> {
    await expect.poll(() => this.count(part), { message: `${part.selector} ${part.called ?? ""}`, timeout: 20_000 }).toBeGreaterThan(0);
  }

  /** Returns where the first part of this kind is, once it is there and rests. */
  async place(part: Part): Promise<Place> {
    await this.sees(part);
    const place = () =>
      this.find<Place>(part, "(({ x, y, width, height }) => ({ x, y, width, height }))(all[0].getBoundingClientRect())");
    let before = await place();
    await expect
      .poll(async () => {
        const now = await place();
        const rests = JSON.stringify(now) === JSON.stringify(before);
        before = now;
        return rests;
      })
      .toBe(true);
    return before;
  }

  async press(part: Part): Promise<void> {
    const { x, y, width, height } = await this.place(part);
    await this.engine.press(x + width / 2, y + height / 2);
  }

  /** Drags from the middle of one part to the middle of another, or by so many pixels. */
  async drag(part: Part, to: Part | [number, number]): Promise<void> {
    const middle = ({ x, y, width, height }: Place): [number, number] => [x + width / 2, y + height / 2];
    const start = middle(await this.place(part));
    const end: [number, number] = Array.isArray(to) ? [start[0] + to[0], start[1] + to[1]] : middle(await this.place(to));
    await this.engine.drag(start, end);
  }

  button(called: string): Promise<void> {
    return this.press({ selector: "button", called });
  }

  /** Returns the text of the shown file. */
  text(): Promise<string> {
    return this.engine.evaluate("(({ bobbinEditor: it }) => (it?.activeUri() ? it.documentText(it.activeUri()) : ''))(globalThis)");
  }

  async expectText(matches: (text: string) => boolean): Promise<void> {
    await expect.poll(async () => matches(await this.text()), { timeout: 15_000 }).toBe(true);
  }

  /**
   * Undoes by the keyboard until the text is this one. Keys that reach a busy machine more than half a second apart are
   * undone apart, so one step may not be all of what was typed.
   */
  async undoTo(text: string): Promise<void> {
    for (let now = await this.text(); now !== text; ) {
      const before = now;
      await this.engine.control("z");
      await this.expectText((it) => it !== before);
      now = await this.text();
      expect(now.length, "one step more than was typed").toBeGreaterThanOrEqual(text.length);
    }
  }

  /** Opens the page, also again, and from then on keeps what goes wrong in it and what it gives to download. */
  async open(url: string): Promise<void> {
    await this.engine.go(url);
    await this.engine.evaluate(`(() => {
      const kept = (globalThis.kept = { faults: [], files: [] });
      addEventListener("error", (event) => kept.faults.push(event.message));
      addEventListener("unhandledrejection", (event) => kept.faults.push(String(event.reason)));
      const { click } = HTMLAnchorElement.prototype;
      const blobs = new Map();
      const { createObjectURL } = URL;
      URL.createObjectURL = (blob) => {
        const url = createObjectURL.call(URL, blob);
        blobs.set(url, blob);
        return url;
      };
      HTMLAnchorElement.prototype.click = function () {
        const blob = blobs.get(this.href);
        if (!this.download || !blob) return click.call(this);
        const file = { name: this.download, bytes: null };
        kept.files.push(file);
        void blob.arrayBuffer().then((it) => (file.bytes = [...new Uint8Array(it)]));
      };
    })()`);
    await this.sees({ selector: "button", called: "Open" });
  }

  async ready(): Promise<void> {
    await expect.poll(() => this.engine.evaluate<string>("document.querySelector('.status')?.textContent ?? ''"), { timeout: 20_000 }).toContain("Ready");
  }

  /** Waits until the page can do without its host. */
  async expectOfflineCopy(): Promise<void> {
    const says = "document.querySelector('.status')?.textContent ?? ''";
    await expect.poll(() => this.engine.evaluate<string>(says), { timeout: 30_000 }).toContain("Works offline");
  }

  /** Waits until the browser keeps a file of this name. */
  async expectKept(name: string): Promise<void> {
    const names = `(async () => {
      const result = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      // Opening it would make one.
      if (!(await indexedDB.databases()).some((it) => it.name === "bobbin@/")) return [];
      const database = await result(indexedDB.open("bobbin@/"));
      const entries = await result(database.transaction("entries").objectStore("entries").getAll());
      database.close();
      return entries.map((it) => it.name);
    })()`;
    await expect.poll(() => this.engine.evaluate<string[]>(names), { timeout: 15_000 }).toContain(name);
  }

  /** Opens an example from the start page. */
  async openExample(file: string): Promise<void> {
    await this.press({ selector: ".example__file", called: file });
    await this.sees({ selector: "[role=tab]", called: file });
    await this.ready();
  }

  /** Drops a file onto the page, as from a file manager; its tab may be called otherwise. */
  async drop(name: string, bytes: Uint8Array, tab = name): Promise<void> {
    const data = Buffer.from(bytes).toString("base64");
    await this.engine.evaluate(`(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(data)}), (it) => it.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}));
      for (const type of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    })()`);
    await this.sees({ selector: "[role=tab]", called: tab });
    await this.ready();
  }

  /** Returns what the page gave to download last. */
  async download(): Promise<{ name: string; bytes: number[] }> {
    const last = () => this.engine.evaluate<{ name: string; bytes: number[] | null } | null>("kept.files.at(-1) ?? null");
    await expect.poll(async () => (await last())?.bytes?.length ?? 0).toBeGreaterThan(0);
    const { name, bytes } = (await last())!;
    return { name, bytes: bytes! };
  }

  faults(): Promise<string[]> {
    return this.engine.evaluate("kept.faults");
  }
}
