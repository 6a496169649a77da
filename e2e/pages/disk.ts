// A disk for journeys: files of the browser's private file system, which the stubbed pickers give to the page. Their
// handles are real ones: they can be stored, read and written.

import type { Page } from "@playwright/test";

/** Stubs the pickers. It has to be called before the page is loaded, or the page has to be loaded again. */
export async function stubPickers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const plan = (): { open: string[]; save: string | null; folder: string | null } =>
      JSON.parse(sessionStorage.getItem("journey.pickers") ?? '{"open":[],"save":null,"folder":null}');
    const file = async (path: string) => {
      let folder = await navigator.storage.getDirectory();
      const parts = path.split("/");
      for (const it of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(it, { create: true });
      return folder.getFileHandle(parts.at(-1)!, { create: true });
    };
    const cancelled = () => new DOMException("The user aborted a request.", "AbortError");
    Object.assign(globalThis, {
      journeyFile: file,
      async showOpenFilePicker() {
        const { open } = plan();
        if (open.length === 0) throw cancelled();
        return Promise.all(open.map(file));
      },
      async showSaveFilePicker() {
        (globalThis as any).journeySaves = ((globalThis as any).journeySaves ?? 0) + 1;
        const { save } = plan();
        if (save === null) throw cancelled();
        return file(save);
      },
      async showDirectoryPicker() {
        const { folder } = plan();
        if (folder === null) throw cancelled();
        return (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });
      },
    });
  });
}

/** Says what the person will choose in the pickers from now on; what is left out is cancelled. */
export async function choose(page: Page, plan: { open?: string[]; save?: string; folder?: string }): Promise<void> {
  const full = { open: [], save: null, folder: null, ...plan };
  await page.evaluate((json) => sessionStorage.setItem("journey.pickers", json), JSON.stringify(full));
}

/** Writes a file, as another program would. */
export async function writeDisk(page: Page, path: string, content: string | Buffer): Promise<void> {
  const base64 = Buffer.from(content).toString("base64");
  await page.evaluate(
    async ({ path, base64 }) => {
      const handle = await (globalThis as any).journeyFile(path);
      const writable = await handle.createWritable();
      await writable.write(Uint8Array.from(atob(base64), (it) => it.charCodeAt(0)));
      await writable.close();
    },
    { path, base64 },
  );
}

/** Deletes a file of no folder, as another program would. */
export async function deleteOnDisk(page: Page, name: string): Promise<void> {
  await page.evaluate(async (name) => (await navigator.storage.getDirectory()).removeEntry(name), name);
}

/** Reads a file as it is on the disk; one that the page is about to write is read when that is done. */
export async function readDisk(page: Page, path: string): Promise<Buffer> {
  const bytes = await page.evaluate(async (path) => {
    for (let nth = 0; ; nth++) {
      try {
        const handle = await (globalThis as any).journeyFile(path);
        return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
      } catch (error) {
        // Being written, or replaced just now by what was written.
        const isBusy = ["NotReadableError", "NotFoundError"].includes((error as DOMException).name);
        if (!isBusy || nth === 20) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }, path);
  return Buffer.from(bytes);
}

/** Makes the browser ask for the right to write, as it does after a reload; `answer` is what the person says. */
export async function askForWriting(page: Page, answer: "granted" | "denied"): Promise<void> {
  await page.evaluate((answer) => {
    const prototype = (globalThis as any).FileSystemHandle.prototype;
    let state = "prompt";
    (globalThis as any).journeyAsked = 0;
    prototype.queryPermission = async () => state;
    prototype.requestPermission = async () => {
      (globalThis as any).journeyAsked += 1;
      return (state = answer);
    };
  }, answer);
}

/** Returns how often the browser has asked since. */
export const timesAsked = (page: Page): Promise<number> => page.evaluate(() => (globalThis as any).journeyAsked);
