// What the browser keeps of the page's files.

import { expect, type Page } from "@playwright/test";

/** A stored file. */
export interface StoredFile {
  id: string;
  name: string;
  tab: string;
  closedAt: number | null;
  text: string;
}

/** Returns the stored files of the page's deployment. */
export async function storedFiles(page: Page): Promise<StoredFile[]> {
  return page.evaluate(async () => {
    const name = `bobbin@${location.pathname.replace(/[^/]*$/, "")}`;
    if (!(await indexedDB.databases()).some((it) => it.name === name)) return [];
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await result(indexedDB.open(name));
    try {
      const transaction = database.transaction(["entries", "files"]);
      const entries = await result(transaction.objectStore("entries").getAll());
      const files = await result(transaction.objectStore("files").getAll());
      const texts = new Map(files.map(({ id, text }) => [id, text]));
      return entries.map(({ id, name, tab, closedAt }) => ({ id, name, tab, closedAt, text: texts.get(id) }));
    } finally {
      database.close();
    }
  });
}

/** Waits until the browser keeps a file with `part` in its text. */
export async function expectKept(page: Page, part: string): Promise<void> {
  // Who clears the storage ends the connection of a look at it, whose answer never comes then.
  const look = () => Promise.race([storedFiles(page), page.waitForTimeout(2_000).then(() => [])]);
  await expect.poll(async () => (await look()).some((it) => it.text.includes(part))).toBe(true);
}

/** Changes the database of the page's deployment, or creates it. */
export async function putStored(page: Page, entry: object, row: object): Promise<void> {
  await page.evaluate(
    async ({ entry, row }) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(`bobbin@${location.pathname.replace(/[^/]*$/, "")}`);
        request.onsuccess = () => resolve(request.result);
      });
      const transaction = database.transaction(["entries", "files"], "readwrite");
      transaction.objectStore("entries").put(entry);
      transaction.objectStore("files").put(row);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
    },
    { entry, row },
  );
}

/** Keeps the browser busy with the stored files, so that it stores nothing, until the page is loaded anew. */
export async function holdStorage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(`bobbin@${location.pathname.replace(/[^/]*$/, "")}`);
      request.onsuccess = () => resolve(request.result);
    });
    const entries = database.transaction(["entries", "files", "versions"], "readwrite").objectStore("entries");
    const goOn = () => (entries.count().onsuccess = goOn);
    goOn();
  });
}
