// Changes that were under way when the page was left. Their plan is made in the worker, whose answer comes too late for
// a page that goes away: the next start carries them out.

import { fingerprint } from "../fingerprint.ts";

/** A change that was asked for, as [`perform`] gets it. */
export interface Change {
  method: string;
  /** The parameters of the request for a plan, as JSON: they name the text by its `uri`. */
  params: string;
  /** The name of the step. */
  label: string;
  kept?: string;
}

/** A change of a stored file. */
interface Left {
  /** The file. */
  id: string;
  /** The text that the change is for. */
  text: string;
  change: Change;
}

/** The number of changes that are remembered: a person makes one at a time. */
const most = 20;

/** The changes of all files that are under way, and those that were when the page was left. */
export class LeftUnderWay {
  private readonly underWay = new Set<Change>();

  constructor(private readonly place: Pick<Storage, "getItem" | "setItem" | "removeItem">) {}

  /** Knows a change as one that is under way until its promise settles. */
  async during<T>(change: Change, performed: Promise<T>): Promise<T> {
    this.underWay.add(change);
    try {
      return await performed;
    } finally {
      this.underWay.delete(change);
    }
  }

  /** Remembers what is under way, under a name; `fileOf` tells which stored file has a URI, and its text. */
  leave(name: string, fileOf: (uri: string) => { id: string; text: string } | null): void {
    const left = [...this.underWay].flatMap((change): Left[] => {
      const file = fileOf(uriOf(change.params));
      return file ? [{ id: file.id, text: fingerprint(file.text), change }] : [];
    });
    if (left.length === 0) return;
    try {
      this.place.setItem(name, JSON.stringify([...this.read(name), ...left].slice(-most)));
    } catch {
      // Without room, the person was asked before leaving.
    }
  }

  /** Returns what was under way for a file that is open again at `uri`, and forgets it; nothing if it has another text. */
  take(name: string, id: string, uri: string, text: string): Change[] {
    const all = this.read(name);
    const own = all.filter((it) => it.id === id);
    if (own.length === 0) return [];
    try {
      const others = all.filter((it) => it.id !== id);
      if (others.length === 0) this.place.removeItem(name);
      else this.place.setItem(name, JSON.stringify(others));
    } catch {
      // What cannot be forgotten would come twice.
      return [];
    }
    const now = fingerprint(text);
    const meant = own.filter((it) => it.text === now).map((it) => it.change);
    return meant.map((it) => ({ ...it, params: JSON.stringify({ ...(JSON.parse(it.params) as object), uri }) }));
  }

  private read(name: string): Left[] {
    try {
      const stored = JSON.parse(this.place.getItem(name) ?? "[]") as unknown;
      return Array.isArray(stored) ? stored.filter(isLeft) : [];
    } catch {
      return [];
    }
  }
}

function isLeft(it: Partial<Left> | null): it is Left {
  const words = [it?.id, it?.text, it?.change?.method, it?.change?.params, it?.change?.label];
  return words.every((word) => typeof word === "string") && isObject(it?.change?.params ?? "");
}

/** Tells whether a text is an object in JSON: storage may be damaged. */
function isObject(text: string): boolean {
  try {
    const read = JSON.parse(text) as unknown;
    return typeof read === "object" && read !== null;
  } catch {
    return false;
  }
}

const uriOf = (params: string): string => (JSON.parse(params) as { uri: string }).uri;
