// The files of a person as the browser keeps them, in IndexedDB: one row a file, which belongs to the tab
// that has the file open.
//
// A file is spread over two stores, so that the list of all files can be read without their texts.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Place } from "../disk/disk.ts";
import type { LineEnds } from "../line_ends.ts";

/** The version of the stores. A page that meets a newer one leaves it alone. */
const version = 2;

/** The time for which closed files stay, in milliseconds. */
export const closedFor = 30 * 24 * 60 * 60 * 1000;

/** The facts of a file that lists show. */
export interface Entry {
  /** Random; never used again. */
  id: string;
  /** The tab that has the file open; empty if none has. */
  tab: string;
  name: string;
  language: string;
  /** The number of UTF-16 units of the text. */
  length: number;
  /** Milliseconds since the epoch. */
  changedAt: number;
  /** Milliseconds since the epoch; null while the file is open. */
  closedAt: number | null;
}

/** A file in full. */
export interface FileRow {
  id: string;
  /** The page's own facts, as JSON: some of its numbers are too large for those of JavaScript. */
  record: string;
  text: string;
  /** The line ends that the file was opened with, which its text need not have now; earlier versions had none. */
  ends?: LineEnds;
  isModified: boolean;
  /** The editor's own. */
  history: unknown;
  /** The key of the document, by which the steps of several files in the history know it; earlier versions had none. */
  key?: string;
  /** The mark of the text that the file has on disk, if it is another one; earlier versions had none. */
  saved?: string;
}

/** A file that was being stored when the page was left. */
export interface LeftText {
  entry: Entry;
  row: FileRow;
  /** The tab that the stored file belongs to so far; null if it should be new. */
  owner: string | null;
}

/** The text of a file as it was at a time. */
export interface Version {
  /** The file. */
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** The event before which it was the text. */
  cause: string;
  text: string;
}

/** The facts of a version that lists show. */
export type VersionEntry = Omit<Version, "text"> & { length: number };

/** The place of a file on the person's disk. */
export interface PlaceRow extends Place {
  /** The file. */
  id: string;
}

/** The order of a tab's files. */
export interface Order {
  tab: string;
  files: string[];
  shown: string | null;
}

interface Stores extends DBSchema {
  entries: { key: string; value: Entry };
  files: { key: string; value: FileRow };
  orders: { key: string; value: Order };
  versions: { key: [string, number]; value: Version };
  places: { key: string; value: PlaceRow };
}

/** The events of a database that its user has to react to. */
export interface Listener {
  /** The browser has taken the database away, for example because its user cleared the storage. */
  lost(): void;
  /** A page of a later version wants to use the database; this one can no longer write to it. */
  superseded(): void;
}

/** The open database of one deployment. */
export class Database {
  private constructor(private readonly db: IDBPDatabase<Stores>) {}

  /** Opens the database with this name; fails if the browser forbids it or a later version has made it. */
  static async open(name: string, listener: Listener): Promise<Database> {
    // The library's own words would be about `undefined`.
    if (typeof indexedDB === "undefined") throw new Error("it offers no storage here");
    const db = await openDB<Stores>(name, version, {
      upgrade(db, oldVersion) {
        if (oldVersion < 1) {
          db.createObjectStore("entries", { keyPath: "id" });
          db.createObjectStore("files", { keyPath: "id" });
          db.createObjectStore("orders", { keyPath: "tab" });
          db.createObjectStore("versions", { keyPath: ["id", "at"] });
        }
        if (oldVersion < 2) db.createObjectStore("places", { keyPath: "id" });
      },
      blocking(_current, wanted) {
        db.close();
        if (wanted === null) listener.lost();
        else listener.superseded();
      },
      terminated: () => listener.lost(),
    });
    return new Database(db);
  }

  close(): void {
    this.db.close();
  }

  /** Returns what is known of all files. */
  entries(): Promise<Entry[]> {
    return this.db.getAll("entries");
  }

  /** Returns a file in full, if there is one. */
  file(id: string): Promise<FileRow | undefined> {
    return this.db.get("files", id);
  }

  orders(): Promise<Order[]> {
    return this.db.getAll("orders");
  }

  /**
   * Stores a file. `owner` is the tab that it is expected to belong to so far, null if it should be new;
   * if it belongs to another one, nothing is stored and the answer is false. With `versionAt` the text that was stored
   * becomes a version of that time.
   *
   * What this tab owns is written at once, before anything is awaited: a page that is about to go away
   * gets no second chance.
   */
  async keep(entry: Entry, row: FileRow, owner: string | null, versionAt: number | null = null): Promise<boolean> {
    // What most often is not needed would make others wait.
    const stores: ("entries" | "files" | "versions")[] = ["entries", "files", ...(versionAt === null ? [] : ["versions" as const])];
    const transaction = this.db.transaction(stores, "readwrite");
    // Otherwise a failure is reported twice.
    transaction.done.catch(() => {});
    const [entries, files] = [transaction.objectStore("entries"), transaction.objectStore("files")];
    if (owner !== null && owner !== entry.tab) {
      const found = await entries.get(entry.id);
      if (found?.tab !== owner) {
        transaction.commit();
        return false;
      }
    }
    // A page that goes away before the answer stores nothing, and the text before is still there.
    const version = versionAt === null ? null : files.get(row.id).then((it) => {
      if (it) return transaction.objectStore("versions").put({ id: row.id, at: versionAt, cause: "editing", text: it.text });
    });
    // A new row is not looked for first: whoever waits for an answer of the page makes all behind it wait, too.
    // The text comes first: one that is refused at once leaves no entry without it.
    const written = [files.put(row), owner === null ? entries.add(entry) : entries.put(entry), version];
    if (!version) transaction.commit();
    try {
      await Promise.all([...written, transaction.done]);
    } catch (error) {
      const isAbort = error instanceof DOMException && error.name === "AbortError";
      // What is written fails with its transaction, which alone knows why.
      if (isAbort) throw transaction.error ?? error;
      if (owner !== null || !(error instanceof DOMException && error.name === "ConstraintError")) throw error;
      // A connection that was lost may leave behind what this tab has stored.
      const found = await this.db.get("entries", entry.id);
      return found?.tab === entry.tab ? this.keep(entry, row, entry.tab, versionAt) : false;
    }
    return true;
  }

  /**
   * Stores what a page was storing when it was left, unless that or something later is stored. If another tab has taken
   * the file over, the text becomes a version; so does the one that was stored, where no history leads back to it.
   */
  async putBack({ entry, row, owner }: LeftText): Promise<void> {
    const transaction = this.db.transaction(["entries", "files", "versions"], "readwrite");
    // Otherwise a failure is reported twice.
    transaction.done.catch(() => {});
    const [entries, files] = [transaction.objectStore("entries"), transaction.objectStore("files")];
    const [found, before] = [await entries.get(entry.id), await files.get(entry.id)];
    if (!found || found.changedAt < entry.changedAt) {
      const isOwn = !found || found.tab === entry.tab || found.tab === owner;
      if (isOwn) await Promise.all([entries.put(entry), files.put(row)]);
      const lost = isOwn ? (row.history === null ? before?.text : undefined) : row.text;
      const version = { id: entry.id, at: entry.changedAt, cause: "editing" };
      if (lost !== undefined) await transaction.objectStore("versions").put({ ...version, text: lost });
    }
    await transaction.done;
  }

  /**
   * Removes a file that belongs to `owner`, with its versions. One of this tab (`isOwn`) is removed before anything is
   * awaited: a page that goes away meanwhile would leave what it stores next behind a transaction that waits for it.
   */
  async forget(id: string, owner: string, isOwn = false): Promise<void> {
    const transaction = this.db.transaction(["entries", "files", "versions", "places"], "readwrite");
    // Otherwise a failure is reported twice.
    transaction.done.catch(() => {});
    const entries = transaction.objectStore("entries");
    const isMeant = isOwn || (await entries.get(id))?.tab === owner;
    const removed = isMeant
      ? [
          entries.delete(id),
          transaction.objectStore("files").delete(id),
          transaction.objectStore("versions").delete(versionsOf(id)),
          transaction.objectStore("places").delete(id),
        ]
      : [];
    transaction.commit();
    await Promise.all([...removed, transaction.done]);
  }

  /** Returns the versions of a file, the oldest first. */
  versions(id: string): Promise<Version[]> {
    return this.db.getAll("versions", versionsOf(id));
  }

  version(id: string, at: number): Promise<Version | undefined> {
    return this.db.get("versions", [id, at]);
  }

  /** Keeps a version, unless the one before has the same text, and removes those that are too many. */
  async keepVersion(version: Version): Promise<void> {
    const transaction = this.db.transaction("versions", "readwrite");
    // Otherwise a failure is reported twice.
    transaction.done.catch(() => {});
    const newest = await transaction.store.openCursor(versionsOf(version.id), "prev");
    if (newest?.value.text !== version.text) {
      // Two of one millisecond are two.
      const isTaken = newest?.value.at === version.at;
      await transaction.store.put(isTaken ? { ...version, at: version.at + 1 } : version);
      const times = (await transaction.store.getAllKeys(versionsOf(version.id))).map(([, at]) => at);
      const gone = new Set(superfluous(times, version.at));
      if (version.text.length > longest) {
        let nLong = 0;
        for (let it = await transaction.store.openCursor(versionsOf(version.id), "prev"); it; it = await it.continue()) {
          if (it.value.text.length > longest && ++nLong > 2) gone.add(it.value.at);
        }
      }
      for (const at of gone) await transaction.store.delete([version.id, at]);
    }
    await transaction.done;
  }

  /** Takes a file over from a tab that is gone; false if somebody else was faster. */
  async takeOver(id: string, from: string, to: string): Promise<boolean> {
    const transaction = this.db.transaction("entries", "readwrite");
    // Otherwise a failure is reported twice.
    transaction.done.catch(() => {});
    const entry = await transaction.store.get(id);
    const isThere = entry?.tab === from;
    if (entry && isThere) await transaction.store.put({ ...entry, tab: to, closedAt: null });
    await transaction.done;
    return isThere;
  }

  /** Returns the place of a file on the person's disk, if that is known. */
  place(id: string): Promise<PlaceRow | undefined> {
    return this.db.get("places", id);
  }

  async keepPlace(row: PlaceRow): Promise<void> {
    await this.db.put("places", row);
  }

  async keepOrder(order: Order): Promise<void> {
    await this.db.put("orders", order);
  }

  async forgetOrder(tab: string): Promise<void> {
    await this.db.delete("orders", tab);
  }

  /** Removes files that were closed too long ago. */
  async clear(now: number): Promise<void> {
    for (const { id, tab, closedAt } of await this.entries()) {
      if (closedAt !== null && closedAt < now - closedFor) await this.forget(id, tab);
    }
  }
}

/** Returns the keys of all versions of a file. */
const versionsOf = (id: string) => IDBKeyRange.bound([id, -Infinity], [id, Infinity]);

const hour = 60 * 60 * 1000;

/** Of longer texts, in UTF-16 units, the two newest versions are kept. */
const longest = 2_000_000;

/**
 * Returns which of the versions of these times, in ascending order, are too many: all of the last hour stay,
 * one of each hour of the last day, one of each day of the last thirty.
 */
export function superfluous(times: number[], now: number): number[] {
  const kept = new Set<string>();
  return times.filter((at) => {
    const age = now - at;
    if (age < hour) return false;
    if (age >= closedFor) return true;
    const unit = age < 24 * hour ? hour : 24 * hour;
    const name = `${unit} ${Math.floor(at / unit)}`;
    // The oldest one of each span stays: so does what it has kept when time goes on.
    const isKept = kept.has(name);
    kept.add(name);
    return isKept;
  });
}
