// The files that were being stored when the page was left. What a page asks of the database in its last moment is
// carried out only if the database has nothing else to do, so such files also stand in the storage that is written at
// once, until it is known that the database has them: the next start puts them there.

import type { Database, LeftText } from "./database.ts";

/** The longest form of a file that is written at once, in characters of JSON: browsers have room for five millions. */
const longest = 2_000_000;

/** Knows what is being stored, and keeps that beside the database while the page is away. */
export class LeftTexts {
  private readonly underWay = new Map<string, LeftText>();
  /** The files that stand beside the database. */
  private readonly written = new Set<string>();
  private isAway = false;

  /** Each file stands under `prefix` and its id. */
  constructor(
    private readonly prefix: string,
    private readonly place: () => Storage,
  ) {}

  /** Knows a file as one that is being stored until its promise settles. */
  async during(left: LeftText, stored: Promise<boolean>): Promise<boolean> {
    const { id } = left.entry;
    this.underWay.set(id, left);
    if (this.isAway) this.write(left);
    const isStored = await stored.finally(() => {
      if (this.underWay.get(id) === left) this.underWay.delete(id);
    });
    if (!this.underWay.has(id) && this.written.has(id)) this.remove(id);
    return isStored;
  }

  /** Writes what is being stored, from now on at once: the page may not come back. */
  leave(): void {
    this.isAway = true;
    const isModified = (it: LeftText) => it.row.isModified;
    const all = [...this.underWay.values()];
    // The others are on disk as they stand, and must not take the room.
    for (const left of [...all.filter(isModified), ...all.filter((it) => !isModified(it))]) this.write(left);
  }

  /** Writes the texts with changes that are being stored, once; returns false if there is no room for all of them. */
  cover(): boolean {
    const modified = [...this.underWay.values()].filter((it) => it.row.isModified);
    return modified.filter((it) => !this.write(it)).length === 0;
  }

  /** The page was not left after all. */
  comeBack(): void {
    this.isAway = false;
  }

  /** Forgets a file that is not to be kept. */
  forget(id: string): void {
    this.underWay.delete(id);
    this.remove(id);
  }

  /** Puts what was left, in any tab, into the database, unless that has it. */
  async putBack(database: Database): Promise<void> {
    for (const [id, left] of this.all()) {
      try {
        if (left) await database.putBack(left);
        this.remove(id);
      } catch {
        // What the database does not take waits for another start.
      }
    }
  }

  private remove(id: string): void {
    this.written.delete(id);
    try {
      this.place().removeItem(this.prefix + id);
    } catch {
      // What stays is older than what the database has, and is not put there.
    }
  }

  /** Writes a file; returns false if there is no room even for its text. */
  private write(left: LeftText): boolean {
    const { id } = left.entry;
    // A text without its history is better than none.
    for (const it of [left, { ...left, row: { ...left.row, history: null } }]) {
      try {
        const json = JSON.stringify(it);
        if (json.length > longest) continue;
        this.place().setItem(this.prefix + id, json);
        this.written.add(id);
        return true;
      } catch {
        // There is no room.
      }
    }
    return false;
  }

  /** Returns what stands there, by id; null for what cannot be read. */
  private all(): [id: string, left: LeftText | null][] {
    try {
      const place = this.place();
      const names = Array.from({ length: place.length }, (_, idx) => place.key(idx) ?? "");
      const own = names.filter((it) => it.startsWith(this.prefix));
      return own.map((it) => [it.slice(this.prefix.length), readLeft(place.getItem(it))]);
    } catch {
      return [];
    }
  }
}

function readLeft(json: string | null): LeftText | null {
  try {
    const { entry, row, owner } = JSON.parse(json ?? "{}") as Partial<LeftText>;
    const words = [entry?.id, entry?.tab, entry?.name, entry?.language, row?.record, row?.text];
    const isSound = words.every((it) => typeof it === "string") && Number.isFinite(entry?.changedAt) && entry?.id === row?.id;
    return entry && row && isSound ? { entry, row, owner: owner ?? null } : null;
  } catch {
    return null;
  }
}
