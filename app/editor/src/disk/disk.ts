// The files on the person's disk that open documents were read from or saved to.
//
// A file is written in place only while it has the content that was last read or written here: if another program
// has changed it meanwhile, the person is asked first.

import type { Text } from "@codemirror/state";
import type { OpenDocument } from "../documents.ts";
import { messageOf } from "../errors.ts";
import { type FileHandle, isCancelled, isGone, pickers, readWhole } from "./api.ts";

/** The content of a file on disk when it was last read or written here. */
export interface Known {
  lastModified: number;
  size: number;
  /** SHA-256. */
  digest: string;
}

/** The place of a document on disk. */
export interface Place {
  handle: FileHandle;
  known: Known;
  /** The last part of the name that the document had when it got there, which may differ from that on disk. */
  name?: string | undefined;
  /**
   * The document's whole name then, where its folders are those on disk too, or texts were written anew as it moved from
   * there. Whoever includes it by another one does not find it on disk.
   */
  path?: string | null | undefined;
}

/** The result of writing a file. */
export type Outcome =
  /** It is on disk under this name. */
  | { saved: string }
  /** There is no place to write to. */
  | "homeless"
  /** The person closed the picker. */
  | "cancelled"
  /** The person or the browser does not allow it. */
  | "denied"
  /** Another program has changed the file. */
  | "changed"
  /** The file is no longer there. */
  | "gone"
  | { failed: string };

/** A file on disk, compared with what is known of it. */
type State = "same" | "changed" | "gone" | { failed: string };

/** A change that another program has made to the file of a document; "back" is a file that was gone. */
export type News = "changed" | "gone" | "back";

/** The time for which a file may be missing while another program replaces it, in milliseconds. */
const aMoment = 300;

/** The most bytes that are read from a file. */
export const largest = 64 * 1024 * 1024;

const lastPart = (name: string) => name.slice(name.lastIndexOf("/") + 1);

export async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as BufferSource);
  return Array.from(new Uint8Array(digest), (it) => it.toString(16).padStart(2, "0")).join("");
}

/** Describes a file with this content. */
export async function knownOf(file: File, bytes: Uint8Array): Promise<Known> {
  return { lastModified: file.lastModified, size: file.size, digest: await digestOf(bytes) };
}

export class Disk {
  private readonly places = new WeakMap<OpenDocument, Place>();
  /** The writing that is under way, which the next one waits for. */
  private readonly writing = new WeakMap<OpenDocument, Promise<unknown>>();
  /** The contents that the person was told of or has seen, and not answered yet. */
  private readonly told = new WeakMap<OpenDocument, string>();
  private readonly seen = new WeakMap<OpenDocument, Known>();
  /** The documents that are not on disk as they are here, with the reasons and the text that was saved. */
  private readonly away = new WeakMap<OpenDocument, { reasons: Set<"gone" | "renamed">; saved: Text | null }>();
  /** The places of documents that are being looked up. */
  private readonly lookups = new Set<Promise<void>>();
  /** Called with each document that has another place on disk now, or whose file was written. */
  onChange: (document: OpenDocument) => void = () => {};
  /** Called with each document whose place is known again: its file may have been changed while it was closed. */
  onRecall: (document: OpenDocument) => void = () => {};

  placeOf(document: OpenDocument): Place | null {
    return this.places.get(document) ?? null;
  }

  /** Notes that the place of a document is being looked up. */
  await(lookup: Promise<void>): void {
    this.lookups.add(lookup);
    void lookup.finally(() => this.lookups.delete(lookup));
  }

  /** Waits until all places are known that are being looked up. */
  async settled(): Promise<void> {
    await Promise.all(this.lookups);
  }

  /** Notes where a document is on disk. */
  attach(document: OpenDocument, place: Place): void {
    this.places.set(document, { ...place, name: place.name ?? lastPart(document.name) });
    this.noteAway(document, "gone", false);
    this.noteName(document);
    this.onChange(document);
  }

  /** Notes where a document was on disk when it was open before. */
  recall(document: OpenDocument, place: Place): void {
    this.attach(document, place);
    this.onRecall(document);
  }

  /**
   * Notes that a document may have another name. While its file has not, the text is nowhere under the name that others
   * include it by: it counts as not saved, and saving it asks where.
   */
  noteName(document: OpenDocument): void {
    this.noteAway(document, "renamed", this.oldNameOf(document) !== null);
  }

  /** Notes that the person has chosen this name for the file that a document has on disk under another one. */
  acceptName(document: OpenDocument): void {
    const place = this.placeOf(document);
    if (!place) return;
    const path = place.path == null ? null : document.name;
    this.attach(document, { ...place, name: lastPart(document.name), path });
  }

  /** Notes that a document was moved from a name, and texts with it: they are for the new place, and on disk is the old one. */
  noteMoved(document: OpenDocument, from: string): void {
    const place = this.placeOf(document);
    if (place && place.path == null) this.attach(document, { ...place, path: from });
  }

  private isAway(document: OpenDocument, reason: "gone" | "renamed"): boolean {
    return this.away.get(document)?.reasons.has(reason) ?? false;
  }

  /** The text counts as saved again when the last reason is gone, unless it was saved meanwhile. */
  private noteAway(document: OpenDocument, reason: "gone" | "renamed", isAway: boolean): void {
    const known = this.away.get(document);
    if (!isAway) {
      if (!known?.reasons.delete(reason) || known.reasons.size > 0) return;
      this.away.delete(document);
      document.saved ??= known.saved;
    } else if (!known?.reasons.has(reason)) {
      const saved = document.forgetSaved() ?? known?.saved ?? null;
      this.away.set(document, { reasons: new Set([...(known?.reasons ?? []), reason]), saved });
    }
  }

  /** Returns the name on disk of a document that the person has given another one; null if it has that. */
  oldNameOf(document: OpenDocument): string | null {
    const place = this.placeOf(document);
    const name = lastPart(document.name);
    if (!place) return null;
    if (name !== place.name && name !== place.handle.name) return place.handle.name;
    return place.path == null || place.path === document.name ? null : place.path;
  }

  /** Returns the way in which a document would be saved now, where it is or elsewhere. */
  wayOf(document: OpenDocument, isElsewhere: boolean): "inPlace" | "lost" | "picker" | "download" {
    const stays = !isElsewhere && this.oldNameOf(document) === null;
    if (stays && this.places.has(document)) return this.isAway(document, "gone") ? "lost" : "inPlace";
    return pickers().showSaveFilePicker ? "picker" : "download";
  }

  /** Writes a document to its place on disk. */
  save(document: OpenDocument, bytes: Uint8Array): Promise<Outcome> {
    return this.oneByOne(document, async () => {
      const place = this.placeOf(document);
      if (!place) return "homeless";
      if (!(await mayWrite(place.handle))) return "denied";
      const digest = await digestOf(bytes);
      const state = () => this.stateOf(place, digest);
      const before = await state();
      if (before !== "same") return before;
      return this.write(document, { handle: place.handle, name: place.name }, bytes, state);
    });
  }

  /** Lets the person choose where to write a document, which is there from then on. */
  saveAs(document: OpenDocument, name: string, bytes: Uint8Array): Promise<Outcome> {
    return this.oneByOne(document, async () => {
      let handle: FileHandle | undefined;
      const startIn = this.placeOf(document)?.handle;
      try {
        handle = await pickers().showSaveFilePicker?.({ suggestedName: name, id: "bobbin", ...(startIn ? { startIn } : {}) });
      } catch (error) {
        // A picker that the browser forbids here is as good as none.
        return isCancelled(error) ? "cancelled" : "homeless";
      }
      // The file that the person chooses is where the document says that it is.
      const path = this.placeOf(document)?.path == null ? null : document.name;
      return handle ? this.write(document, { handle, name: handle.name, path }, bytes) : "homeless";
    });
  }

  /** Writes a file, unless it is not the same any more at the end, when what is written takes its place. */
  private async write(
    document: OpenDocument,
    { handle, name, path }: Omit<Place, "known">,
    bytes: Uint8Array,
    look: () => Promise<State> = async () => "same",
  ): Promise<Outcome> {
    try {
      const writable = await handle.createWritable();
      try {
        await writable.write(bytes);
        const state = await look();
        if (state !== "same") {
          await writable.abort();
          return state;
        }
        await writable.close();
      } catch (error) {
        await writable.abort().catch(() => {});
        throw error;
      }
      const known = await written(handle, bytes);
      // It may have been moved meanwhile.
      this.attach(document, { handle, name, path: path === undefined ? this.placeOf(document)?.path : path, known });
      return { saved: handle.name };
    } catch (error) {
      return isGone(error) ? "gone" : { failed: messageOf(error) };
    }
  }

  /**
   * Compares a file on disk with what is known of it. One that is about to be written is always read, as file systems
   * count time in steps: two writes in one step look alike from outside. If it has the content `wanted` already, that is
   * as good.
   */
  private async stateOf(place: Place, wanted?: string): Promise<State> {
    try {
      const file = await place.handle.getFile();
      const { lastModified, size, digest } = place.known;
      if (wanted === undefined && file.lastModified === lastModified && file.size === size) return "same";
      if (file.size > largest) return "changed";
      const found = await digestOf((await readWhole(place.handle, file)).bytes);
      return found === digest || found === wanted ? "same" : "changed";
    } catch (error) {
      return isGone(error) ? "gone" : { failed: messageOf(error) };
    }
  }

  /**
   * Finds the documents whose file was changed by another program, is no longer where it was, or is back, each once.
   * The text of a lost one counts as not saved meanwhile. Files that may not be read are left out.
   */
  async look(documents: readonly OpenDocument[]): Promise<Record<News, OpenDocument[]>> {
    const news = await Promise.all(documents.map((it) => this.newsOf(it)));
    const of = (wanted: News) => documents.filter((_, nth) => news[nth] === wanted);
    return { changed: of("changed"), gone: of("gone"), back: of("back") };
  }

  private async newsOf(document: OpenDocument): Promise<News | null> {
    const place = this.placeOf(document);
    if (!place || this.writing.has(document) || !(await mayRead(place.handle))) return null;
    let stamp = await stampOf(place.handle);
    const wasGone = this.isAway(document, "gone");
    if (stamp === null && !wasGone) {
      // A program that writes a new file and gives it the name of the old one is not done yet.
      await new Promise((resolve) => setTimeout(resolve, aMoment));
      stamp = await stampOf(place.handle);
    }
    const isTold = stamp !== null && this.told.get(document) === stamp;
    if (isTold && !wasGone) return null;
    const state = await this.stateOf(place);
    if (this.placeOf(document) !== place || this.writing.has(document)) return null;
    if (stamp !== null) this.told.set(document, stamp);
    if (state === "gone") {
      this.noteAway(document, "gone", true);
      return wasGone ? null : "gone";
    }
    if (state === "same" && wasGone) {
      this.noteAway(document, "gone", false);
      return "back";
    }
    return state === "changed" && !isTold ? "changed" : null;
  }

  /** Returns the open document that was last saved to the file of this one, if nobody has written it since. */
  async writerOf(document: OpenDocument, documents: readonly OpenDocument[]): Promise<OpenDocument | null> {
    const place = this.placeOf(document);
    for (const it of documents) {
      const other = it === document ? null : this.placeOf(it);
      if (!place || !other || other.known.digest === place.known.digest) continue;
      if (!(await other.handle.isSameEntry?.(place.handle).catch(() => false))) continue;
      if ((await this.stateOf(other)) === "same") return it;
    }
    return null;
  }

  /** Reads a document's file as it is on disk now, for the person to see. */
  async read(document: OpenDocument): Promise<Uint8Array> {
    const place = this.placeOf(document);
    if (!place) throw new Error("it has no place on disk");
    const found = await place.handle.getFile();
    if (found.size > largest) throw new Error("it is larger than 64 MB");
    const { file, bytes } = await readWhole(place.handle, found);
    this.seen.set(document, await knownOf(file, bytes));
    return bytes;
  }

  /** Notes that the person has decided what becomes of the content that was read last. */
  accept(document: OpenDocument): void {
    const [place, known] = [this.placeOf(document), this.seen.get(document)];
    if (place && known) this.attach(document, { ...place, known });
  }

  private oneByOne(document: OpenDocument, write: () => Promise<Outcome>): Promise<Outcome> {
    const before = this.writing.get(document);
    const next = before ? before.then(write, write) : write();
    this.writing.set(document, next);
    const done = () => {
      if (this.writing.get(document) === next) this.writing.delete(document);
    };
    next.then(done, done);
    return next;
  }
}

/** Describes a file that was just written; its time counts only if another program was not faster. */
async function written(handle: FileHandle, bytes: Uint8Array): Promise<Known> {
  const known = { size: bytes.length, digest: await digestOf(bytes) };
  const found = await handle
    .getFile()
    .then((it) => readWhole(handle, it))
    .then((it) => knownOf(it.file, it.bytes))
    .catch(() => null);
  return { ...known, lastModified: found?.digest === known.digest ? found.lastModified : -1 };
}

/** Asks for the right to write a file, unless the page has it. */
async function mayWrite(handle: FileHandle): Promise<boolean> {
  const mode = { mode: "readwrite" } as const;
  const state = await handle.queryPermission?.(mode);
  if (state !== "prompt") return state !== "denied";
  // Fails where the browser wants a key or a click right before.
  return (await handle.requestPermission?.(mode).catch(() => "denied")) === "granted";
}

/** Returns what changes with the content of a file; null if the file cannot be looked at. */
async function stampOf(handle: FileHandle): Promise<string | null> {
  const file = await handle.getFile().catch(() => null);
  return file && `${file.lastModified} ${file.size}`;
}

async function mayRead(handle: FileHandle): Promise<boolean> {
  const state = await handle.queryPermission?.({ mode: "read" }).catch(() => "denied");
  return state === undefined || state === "granted";
}
