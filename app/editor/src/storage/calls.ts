// The storage as the page calls it: structured values cross as JSON.

import type { Disk } from "../disk/disk.ts";
import type { Documents, OpenDocument } from "../documents.ts";
import type { Order } from "./database.ts";
import type { Change } from "./left_under_way.ts";
import { type FileToKeep, FileStorage } from "./storage.ts";

/**
 * Makes the calls for some documents. `settle` applies pending typing, `changed` reports a changed document; `carryOut`
 * gets changes that were under way when the page was left.
 */
export function storageCalls(
  documents: Documents,
  disk: Disk,
  settle: () => void,
  changed: (document: OpenDocument) => void,
  carryOut: (changes: Change[]) => void,
) {
  const storage = new FileStorage(documents, disk, carryOut);
  return {
    /** Knows a change as one that is under way until its promise settles. */
    duringChange: <T>(change: Change, performed: Promise<T>): Promise<T> => storage.underWay.during(change, performed),

    /**
     * Opens the browser's storage for the files of a deployment. Fails if the browser forbids it. `tell` gets a
     * [`StorageEvent`] as JSON.
     */
    openStorage(deployment: string, tell: (event: string) => void): Promise<void> {
      return storage.open(deployment, (event) => tell(JSON.stringify(event)));
    },

    /** Returns what is stored: `{entries, orders}`. */
    async storedFiles(): Promise<string> {
      return JSON.stringify(await storage.list(Date.now()));
    },

    /** Stores an open file as it is now; returns false if another tab has taken it over. */
    keepFile(json: string): Promise<boolean> {
      settle();
      return storage.keep(JSON.parse(json) as FileToKeep, Date.now());
    },

    /** Writes the files that are being stored where a page that goes away leaves them; returns false if that has no room. */
    coverFiles(): boolean {
      return storage.cover();
    },

    /** Returns a stored file: `{id, record, text, isModified}`; `null` if there is none. */
    async storedFile(id: string): Promise<string> {
      return JSON.stringify(await storage.file(id));
    },

    /** Takes a stored file over from a tab, an open one (`isOpen`) only from one that is gone; returns false if another was faster. */
    takeFile(id: string, from: string, to: string, isOpen: boolean): Promise<boolean> {
      return storage.take(id, from, to, isOpen);
    },

    /** Removes a stored file that belongs to the tab `owner`. */
    forgetFile(id: string, owner: string, isOwn: boolean): Promise<void> {
      return storage.forget(id, owner, isOwn);
    },

    /** Gives an open document the history that was stored with its text. */
    recallHistory(uri: string, id: string): void {
      const document = documents.get(uri);
      if (!document) return;
      storage.recallHistory(uri, id);
      changed(document);
    },

    /** Stores the order of a tab's files. */
    keepOrder(json: string): Promise<void> {
      return storage.keepOrder(JSON.parse(json) as Order);
    },

    /** Removes the order of a tab that is gone. */
    forgetOrder(tab: string): Promise<void> {
      return storage.forgetOrder(tab);
    },

    /** Keeps a text, or else the present one of a document, as a version of its file. */
    noteVersion(uri: string, id: string, cause: string, text?: string): Promise<void> {
      settle();
      return storage.noteVersion(uri, id, cause, Date.now(), text);
    },

    /** Returns what is known of the versions of a file, the newest first: a list of [`VersionEntry`]. */
    async fileVersions(id: string): Promise<string> {
      return JSON.stringify(await storage.versions(id));
    },

    /** Returns the text of a version; null if it is no longer kept. */
    versionText(id: string, at: number): Promise<string | null> {
      return storage.versionText(id, at);
    },
  };
}
