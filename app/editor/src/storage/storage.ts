// The stored files as the page uses them: it knows the facts of a file, the editor its text and history.

import type { Disk, Place } from "../disk/disk.ts";
import type { CaretPlace, Documents, OpenDocument } from "../documents.ts";
import { CaretPlaces } from "./caret_places.ts";
import { Database, type Entry, type FileRow, type Order, type VersionEntry } from "./database.ts";
import { LeftTexts } from "./left_texts.ts";
import { type Change, LeftUnderWay } from "./left_under_way.ts";
import { browserTabs, whileGone } from "../tabs.ts";
import { measuredHistory } from "./undo_history.ts";

/** The time of editing after which the text is kept as a version, in milliseconds. */
const versionEvery = 5 * 60 * 1000;

/** The events that the page has to react to. */
export type StorageEvent =
  /** The browser has taken everything away that was stored. */
  | "lost"
  /** A later version of the page has taken the storage over. */
  | "superseded"
  /** Another tab has taken a file over. */
  | { taken: string };

/** The parts of a stored file that the page does not need. */
type OwnPart = "history" | "ends" | "key" | "saved";

/** A file to store, but for the parts that the editor knows. */
export interface FileToKeep {
  uri: string;
  entry: Pick<Entry, "id" | "tab" | "name" | "language" | "closedAt">;
  /** The page's own facts, as JSON. */
  record: string;
  /** The tab that the stored file belongs to so far; null if it should be new. */
  owner: string | null;
  /** True if the user has changed the text: the browser is then asked not to throw it away. */
  isOwn: boolean;
}

/** The storage of a deployment. While it is not open, the promise of every method fails. */
export class FileStorage {
  private database: Database | null = null;
  private deployment = "";
  private channel: BroadcastChannel | null = null;
  private isPersistent = false;
  /** The editor's own parts of files that were read and not opened yet, by their ids. */
  private readonly own = new Map<string, Pick<FileRow, OwnPart>>();
  /** The times at which files were stored last. */
  private readonly changeTimes = new Map<string, number>();
  /** The times of the last versions, by file. */
  private readonly versionTimes = new Map<string, number>();
  /** The numbers of steps that were too large when a document was stored last. */
  private readonly nHuge = new WeakMap<OpenDocument, number>();
  /** The ids of the open documents, as far as they are stored. */
  private readonly ids = new WeakMap<OpenDocument, string>();
  /** The places on disk as they are stored, by file. */
  private readonly places = new Map<string, Place>();
  /** The caret of the person in each file. */
  private carets: CaretPlaces | null = null;
  /** The changes that are under way. */
  readonly underWay = new LeftUnderWay({
    getItem: (name) => localStorage.getItem(name),
    setItem: (name, value) => localStorage.setItem(name, value),
    removeItem: (name) => localStorage.removeItem(name),
  });
  /** The name under which they are remembered when the page is left. */
  private leftName: string | null = null;
  /** The files that are being stored, which must not get lost when the page is left. */
  private leftTexts: LeftTexts | null = null;
  /** The documents whose carets are to be kept soon. */
  private readonly withCaretDue = new Set<OpenDocument>();

  constructor(
    private readonly documents: Documents,
    private readonly disk: Disk | null = null,
    /** Carries out changes, one after the other, that were under way when the page was left. */
    private readonly carryOut: (changes: Change[]) => void = () => {},
  ) {
    if (disk) disk.onChange = (document) => this.keepPlace(document);
  }

  async open(deployment: string, tell: (event: StorageEvent) => void): Promise<void> {
    this.deployment = deployment;
    const name = `bobbin@${deployment}`;
    this.database?.close();
    this.database = null;
    const lose = (event: StorageEvent) => {
      this.database = null;
      this.places.clear();
      tell(event);
    };
    this.database = await Database.open(name, { lost: () => lose("lost"), superseded: () => lose("superseded") });
    if (!this.channel && typeof BroadcastChannel !== "undefined") {
      this.channel = new BroadcastChannel(name);
      this.channel.onmessage = ({ data }: MessageEvent<StorageEvent>) => this.hear(data, tell);
    }
    if (!this.carets && typeof globalThis.document !== "undefined") {
      this.carets = new CaretPlaces(`bobbin.carets@${deployment}`);
      const keep = () => this.keepCarets(this.documents.files);
      addEventListener("pagehide", keep);
      this.leftName = `bobbin.left@${deployment}`;
      const left = new LeftTexts(`bobbin.text@${deployment}:`, () => localStorage);
      this.leftTexts = left;
      addEventListener("pagehide", () => {
        this.keepUnderWay();
        left.leave();
      });
      addEventListener("pageshow", () => left.comeBack());
      globalThis.document.addEventListener("visibilitychange", () => {
        if (!globalThis.document.hidden) return left.comeBack();
        keep();
        left.leave();
      });
    }
  }

  /** Passes on what another tab tells, which knows more of a file that it has taken over than is remembered here. */
  private hear(event: StorageEvent, tell: (event: StorageEvent) => void): void {
    if (typeof event === "object") {
      this.places.delete(event.taken);
      this.versionTimes.delete(event.taken);
    }
    tell(event);
  }

  private get opened(): Database {
    if (!this.database) throw new Error("the browser's storage is not open");
    return this.database;
  }

  /**
   * Removes what was closed long ago, and returns what is known of the other files, and the orders of their tabs; what
   * was being stored when a page was left is among them.
   */
  async list(now: number): Promise<{ entries: Entry[]; orders: Order[] }> {
    await this.leftTexts?.putBack(this.opened);
    // A browser without room may refuse even that, and the files are there all the same.
    await this.opened.clear(now).catch(() => {});
    const entries = await this.opened.entries();
    for (const { id, changedAt } of entries) this.changeTimes.set(id, Math.max(changedAt, this.changeTimes.get(id) ?? 0));
    return { entries, orders: await this.opened.orders() };
  }

  /** Stores an open file as it is now. Returns false if another tab has taken it over. */
  async keep({ uri, entry, record, owner, isOwn }: FileToKeep, now: number): Promise<boolean> {
    const document = this.document(uri);
    const text = document.text();
    // The page may not have heard of the last key yet.
    const isModified = !document.isPristine();
    const { history, nHuge } = measuredHistory(document.state);
    const mark = isModified ? document.markOfSaved() : null;
    const saved = mark === null ? {} : { saved: mark };
    const { ends, key } = document;
    const row = { id: entry.id, record, text, ends, isModified, history, key, ...saved };
    // A step that is too large to be stored could not be undone after a reload, so the text before it becomes a version.
    const isOutgrown = nHuge > (this.nHuge.get(document) ?? 0);
    // What is stored later counts as later, also after the clock was set back.
    const changedAt = Math.max(now, (this.changeTimes.get(entry.id) ?? 0) + 1);
    this.changeTimes.set(entry.id, changedAt);
    const stored = { ...entry, length: text.length, changedAt };
    const keeping = this.opened.keep(stored, row, owner, isOutgrown ? now - 1 : null);
    const known = this.leftTexts?.during({ entry: stored, row, owner }, keeping) ?? keeping;
    const before = this.versionTimes.get(entry.id);
    if (before === undefined || now - before >= versionEvery) {
      this.versionTimes.set(entry.id, now);
      // Something may have been typed before the file is stored for the first time.
      const opened = owner === null ? (document.savedText() ?? text) : text;
      const version = { id: entry.id, at: now, cause: "opening", text: opened };
      if (before !== undefined) [version.cause, version.text] = ["editing", text];
      // A version that is missing is no reason to say that the file is not stored.
      this.opened.keepVersion(version).catch(() => {});
    }
    this.ids.set(document, entry.id);
    this.keepCaretSoon(document);
    const isKept = await known;
    if (isKept) {
      this.nHuge.set(document, nHuge);
      this.keepPlace(document);
    }
    if (isOwn && !this.isPersistent) {
      this.isPersistent = true;
      // Without the promise of the browser the file is stored all the same.
      void navigator.storage?.persist?.().catch(() => false);
    }
    return isKept;
  }

  /**
   * Writes the files that are being stored beside the database; returns false if one with changes does not fit there, so
   * that it may be lost with the page.
   */
  cover(): boolean {
    return this.leftTexts?.cover() ?? false;
  }

  /** Returns a file but for its history, which can be recalled; null if there is none. */
  async file(id: string): Promise<Omit<FileRow, OwnPart> | null> {
    const row = await this.opened.file(id);
    if (!row) return null;
    const { record, text, isModified, ...own } = row;
    this.own.set(id, own);
    return { id, record, text, isModified };
  }

  /**
   * Takes a file over from a tab; false if another one was faster. An open file (`isOpen`) is only taken from a tab that
   * is gone.
   */
  async take(id: string, from: string, to: string, isOpen: boolean): Promise<boolean> {
    const take = () => this.opened.takeOver(id, from, to);
    const isTaken = (await (isOpen ? whileGone(this.deployment, from, browserTabs(), take) : take())) ?? false;
    // A tab that was thought to be gone keeps what it has under another id.
    if (isTaken) this.channel?.postMessage({ taken: id });
    return isTaken;
  }

  /** Gives the document of a file that was read the line ends, the history and the place on disk that it had. */
  recallHistory(uri: string, id: string): void {
    const { history, ends, key, saved } = this.own.get(id) ?? {};
    this.own.delete(id);
    const document = this.documents.get(uri);
    if (!document) return;
    // Two files may come from one: a tab that was thought to be gone keeps what it has as another file.
    if (key !== undefined && !this.documents.withKey(key)) document.key = key;
    document.recall(history, ends);
    if (saved !== undefined) document.recallSaved(saved);
    const place = this.carets?.get(id);
    if (place) document.goBack(place);
    this.ids.set(document, id);
    this.disk?.await(this.recallPlace(document, id));
    const left = this.leftName === null ? [] : this.underWay.take(this.leftName, id, uri, document.text());
    if (left.length > 0) this.carryOut(left);
  }

  /** Tells where a document is on disk, if that is stored. */
  private async recallPlace(document: OpenDocument, id: string): Promise<void> {
    // Another tab may have saved it elsewhere, so what is stored comes first.
    const row = (await this.database?.place(id).catch(() => undefined)) ?? this.places.get(id);
    // It may have been saved elsewhere meanwhile.
    if (!row || !this.disk || this.disk.placeOf(document)) return;
    const { handle, known, name, path } = row;
    const place = { handle, known, name, ...(path === undefined ? {} : { path }) };
    this.places.set(id, place);
    this.disk.recall(document, place);
  }

  /** Stores where a document is on disk; a file that was closed and opened again gets its place back. */
  private keepPlace(document: OpenDocument): void {
    const [id, place] = [this.ids.get(document), this.disk?.placeOf(document)];
    if (id === undefined) return;
    const stored = this.places.get(id);
    if (!place) {
      if (stored) this.disk?.recall(document, stored);
      return;
    }
    const isSame = (key: keyof Place) => stored?.[key] === place[key];
    if (isSame("handle") && isSame("known") && isSame("name") && isSame("path")) return;
    this.places.set(id, place);
    // Browsers that cannot store it ask the person again.
    this.database?.keepPlace({ ...place, id }).catch(() => {});
  }

  /** Remembers the changes that are under way for the next start. */
  private keepUnderWay(): void {
    if (this.leftName === null) return;
    this.underWay.leave(this.leftName, (uri) => {
      const document = this.documents.get(uri);
      const id = document ? this.ids.get(document) : undefined;
      return document && id !== undefined ? { id, text: document.text() } : null;
    });
  }

  /** Keeps where the person is in a document that is stored: once for all that are stored in a short time. */
  private keepCaretSoon(document: OpenDocument): void {
    this.withCaretDue.add(document);
    if (this.withCaretDue.size === 1) setTimeout(() => this.keepCarets([]), 100);
  }

  /** Keeps where the person is in documents that are stored, and in those that it is still to be kept for. */
  private keepCarets(documents: readonly OpenDocument[]): void {
    const all = new Set([...documents, ...this.withCaretDue]);
    this.withCaretDue.clear();
    this.carets?.keep(
      [...all].flatMap((it) => {
        const id = this.ids.get(it);
        return id === undefined ? [] : [[id, it.caretPlace()] as [string, CaretPlace]];
      }),
    );
  }

  /** Keeps a given text, or else the present one of a document, as a version. */
  async noteVersion(uri: string, id: string, cause: string, now: number, given?: string): Promise<void> {
    if (given === undefined) this.versionTimes.set(id, now);
    const document = this.document(uri);
    await this.opened.keepVersion({ id, at: now, cause, text: given ?? document.text() });
  }

  /** Returns what is known of the versions of a file, the newest first. */
  async versions(id: string): Promise<VersionEntry[]> {
    const all = await this.opened.versions(id);
    return all.reverse().map(({ text, ...it }) => ({ ...it, length: text.length }));
  }

  /** Returns the text of a version; null if it is no longer kept. */
  async versionText(id: string, at: number): Promise<string | null> {
    return (await this.opened.version(id, at))?.text ?? null;
  }

  private document(uri: string): OpenDocument {
    const document = this.documents.get(uri);
    if (!document) throw new Error(`no document is open at ${uri}`);
    return document;
  }

  async forget(id: string, owner: string, isOwn = false): Promise<void> {
    this.leftTexts?.forget(id);
    return this.opened.forget(id, owner, isOwn);
  }

  async keepOrder(order: Order): Promise<void> {
    return this.opened.keepOrder(order);
  }

  async forgetOrder(tab: string): Promise<void> {
    return this.opened.forgetOrder(tab);
  }
}
