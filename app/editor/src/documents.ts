// The open files, with one CodeMirror state each, so that undo survives switching.

import { isolateHistory } from "@codemirror/commands";
import { LSPPlugin, Workspace, type WorkspaceFile } from "@codemirror/lsp-client";
import { type Annotation, type ChangeSet, type EditorState, Facet, StateEffect, type Text, Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { toBase64Url } from "./base64url.ts";
import { Blame, deathsAllowed } from "./blame.ts";
import { StaleError } from "./errors.ts";
import { fingerprint } from "./fingerprint.ts";
import { endInput } from "./leaving.ts";
import { insertedLines, lengthInFile, type LineEnds, lineEndsOf, linesToText, mayHave, textToLines } from "./line_ends.ts";
import type { Session } from "./session.ts";
import { contentChanges } from "./text_edits.ts";
import type { FileMove, Location, LspDiagnostic, OpenedFile } from "./wire.ts";

/** Changes that the server has not been told, and the text that it has. */
export interface Untold {
  before: Text;
  changes: ChangeSet;
}

/** A new file that an edit creates. */
export interface NewFile {
  uri: string;
  text: string;
  /** The description of its origin. */
  label: string;
}

/** Returns a key that no document has. */
export function freshKey(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(9)));
}

/** A part of a text that becomes another. */
export interface Part {
  from: number;
  to: number;
  insert: string;
}

/** The caret of a person in a text, and the line at the top of the view. */
export interface CaretPlace {
  anchor: number;
  head: number;
  /** The offset of the line at the top, and how far it is scrolled out, in pixels. */
  top: number;
  within: number;
}

/** One open file. */
export class OpenDocument implements WorkspaceFile {
  /** The name by which steps of several files know the file: it stays over renames and reloads. */
  key = freshKey();
  uri: string;
  name: string;
  languageId: string;
  /** The line ends that the file was opened with: they stay, also while the text has none of them. */
  ends: LineEnds;
  /** The version of the newest text. */
  version = 1;
  /** The newest text. */
  doc: Text;
  /** True if the server knows the document. */
  isTold = false;
  /** The changes that the server has not been told, relative to the text that it has. */
  untold: Untold | null = null;
  /** The version whose diagnostics the server still owes. */
  owed: number | null = null;
  /** The text of the file on disk, if there is one. */
  saved: Text | null;
  /** The mark of that text, where only that is known; null if there is no such file. */
  private savedMark: string | null = null;
  /** The known number of deaths of the language core over this text. */
  deaths: number;
  /** True if the text is left out, because the language core died over it. */
  isLeftOut: boolean;
  /** The version of the diagnostics on the screen. */
  diagnosticsVersion = 0;
  /** The diagnostics that the server has published last, of whichever version. */
  published: LspDiagnostic[] | null = null;
  /** The diagnostics that the page was told last. */
  emitted: LspDiagnostic[] | null = null;
  /** The scroll position when another document took its place. */
  scroll: StateEffect<unknown> | null = null;
  private top: Pick<CaretPlace, "top" | "within"> = { top: 0, within: 0 };
  private view: EditorView | null = null;
  private hidden: EditorState | null = null;

  constructor(
    file: OpenedFile,
    private readonly createState: (document: OpenDocument, doc: Text, history?: unknown) => EditorState,
  ) {
    this.uri = file.uri;
    this.name = file.name;
    this.languageId = file.language;
    this.ends = lineEndsOf(file.text);
    this.doc = textToLines(file.text, this.ends);
    this.saved = file.pristine === false ? null : this.doc;
    this.deaths = file.deaths ?? 0;
    this.isLeftOut = this.deaths >= deathsAllowed;
    this.hidden = createState(this, this.doc);
  }

  /** Returns the newest state, shown or not. */
  get state(): EditorState {
    const state = this.view?.state ?? this.hidden;
    if (!state) throw new Error("a document is either shown or hidden");
    return state;
  }

  getView(): EditorView | null {
    return this.view;
  }

  /**
   * Starts over with a history that was stored with the text, and with the line ends that it had: those of a text of
   * one line cannot be told from it, and the steps of its history are for the lines that it was made of.
   */
  recall(history: unknown, ends: unknown): void {
    const isOther = (ends === "lf" || ends === "crlf" || ends === "mixed") && ends !== this.ends && mayHave(ends, this.text());
    if (!history && !isOther) return;
    if (this.view) endInput(this.view);
    if (isOther) {
      const [text, isPristine] = [this.text(), this.saved === this.doc];
      this.ends = ends;
      this.doc = textToLines(text, ends);
      if (isPristine) this.saved = this.doc;
    }
    const state = this.createState(this, this.doc, history);
    if (this.view) this.view.setState(state);
    else this.hidden = state;
  }

  /** Returns where the person is in the text. */
  caretPlace(): CaretPlace {
    const { anchor, head } = this.state.selection.main;
    if (this.view) this.top = topOf(this.view);
    return { anchor, head, ...this.top };
  }

  /** Goes to a place where the person was earlier, as far as the text has it. */
  goBack({ anchor, head, top, within }: CaretPlace): void {
    const inText = (at: number) => Math.min(Math.max(0, Math.floor(at)), this.doc.length);
    this.top = { top: inText(top), within };
    this.scroll = EditorView.scrollIntoView(this.top.top, { y: "start", yMargin: -within });
    const spec = { selection: { anchor: inText(anchor), head: inText(head) }, annotations: Transaction.addToHistory.of(false) };
    if (this.view) this.view.dispatch({ ...spec, effects: this.scroll });
    else this.hidden = this.state.update(spec).state;
  }

  /** Selects a place while the document is hidden; it is in sight once it is shown. */
  selectHidden(anchor: number, head: number): void {
    this.scroll = null;
    this.hidden = this.state.update({ selection: { anchor, head } }).state;
  }

  /** Returns the exact text of the file. */
  text(): string {
    return linesToText(this.doc, this.ends);
  }

  /** Notes that the file on disk now holds `text`, which need not be the newest. */
  markSaved(text: string): void {
    this.saved = textToLines(text, this.ends);
  }

  /** Returns the text that the file has on disk, as far as that is known. */
  savedText(): string | null {
    return this.saved && linesToText(this.saved, this.ends);
  }

  isPristine(): boolean {
    if (this.saved === null && this.savedMark !== null && isMarkOf(this.savedMark, this.doc, this.ends)) this.saved = this.doc;
    return this.saved !== null && this.saved.eq(this.doc);
  }

  /** Returns the mark of the text that the file has on disk, to be recalled by the next page; null if there is none. */
  markOfSaved(): string | null {
    return this.saved ? markOf(this.saved, this.ends) : this.savedMark;
  }

  /** Notes that the file on disk holds the text of this mark, which the text may become again by undo. */
  recallSaved(mark: string): void {
    this.savedMark = mark;
  }

  /** Notes that the text is nowhere on disk under its name; returns what was there, as far as that is known. */
  forgetSaved(): Text | null {
    const { saved } = this;
    this.saved = null;
    this.savedMark = null;
    return saved;
  }

  get isShown(): boolean {
    return this.view !== null;
  }

  /** Puts the document into `view`. */
  show(view: EditorView): void {
    view.setState(this.state);
    this.view = view;
    this.hidden = null;
    // The view itself keeps the scroll position of the previous document.
    view.dispatch({ effects: this.scroll ?? EditorView.scrollIntoView(this.state.selection.main.head, { y: "center" }) });
  }

  /** Hides the document, to make room for another one in the view. */
  hide(): void {
    if (!this.view) return;
    endInput(this.view);
    this.scroll = this.view.scrollSnapshot();
    this.top = topOf(this.view);
    // Menus and questions are about the visible text.
    this.hidden = this.view.state.update({ effects: leave.of(null) }).state;
    this.view = null;
  }

  /** Applies a transaction, shown or not; `told` tells the server. */
  dispatch(spec: TransactionSpec, told: (document: OpenDocument, transaction: Transaction) => void): void {
    this.take(this.state.update(spec), told);
  }

  /** Applies a transaction that was made from the newest state. */
  take(transaction: Transaction, told: (document: OpenDocument, transaction: Transaction) => void): void {
    if (this.view) {
      // The view tells the server by itself.
      this.view.dispatch(transaction);
      return;
    }
    told(this, transaction);
    this.hidden = transaction.state;
  }
}

/** The marks of texts, for which all of them is looked at. */
const marks = new WeakMap<Text, string>();

/** Returns the mark by which a text is known again: that of its bytes, as line ends make a difference on disk. */
function markOf(doc: Text, ends: LineEnds): string {
  const known = marks.get(doc) ?? fingerprint(linesToText(doc, ends));
  marks.set(doc, known);
  return known;
}

function isMarkOf(mark: string, doc: Text, ends: LineEnds): boolean {
  // The whole of a long text is looked at only if it may be the one.
  return mark.startsWith(`${lengthInFile(doc, ends)} `) && mark === markOf(doc, ends);
}

/** Returns the line at the top of a view, and how far its letters are scrolled out: from them the view scrolls back. */
function topOf(view: EditorView): Pick<CaretPlace, "top" | "within"> {
  const { scrollTop } = view.scrollDOM;
  const line = view.lineBlockAtHeight(scrollTop - view.documentPadding.top);
  const letters = view.coordsAtPos(line.from);
  const within = letters ? view.scrollDOM.getBoundingClientRect().top - letters.top : scrollTop - view.documentPadding.top - line.top;
  return { top: line.from, within: Math.round(within) };
}

/** The document that a state belongs to. */
export const openDocument = Facet.define<OpenDocument, OpenDocument | null>({
  combine: (values) => values[0] ?? null,
});

/** Hides the document: menus and questions over its text are closed. */
export const leave = StateEffect.define<null>();

/** Discards what the server said: it is a new one, or it reads the text as another language. */
export const askAgain = StateEffect.define<null>();

// Milliseconds after which a busy server gets the next text anyway.
const patience = 250;

/** All open documents, in the form that the client library expects. */
export class Documents extends Workspace {
  override files: OpenDocument[] = [];
  /**
   * Last versions of closed documents: an answer for one must not pass for an answer for its
   * successor.
   */
  private readonly lastVersions = new Map<string, number>();
  private session: Pick<Session, "notify"> | null = null;
  private display: (document: OpenDocument) => void = () => {};
  private visit: (location: Location) => void = () => {};
  private make: (file: NewFile) => void = () => {};
  /** True while undo removes a file that an edit created. */
  isWithdrawing = false;
  /** Tells whether the person has a file on their disk. */
  isOnDisk: (document: OpenDocument) => boolean = () => false;
  /** Called to close a file that an edit created. */
  onWithdraw: (document: OpenDocument) => void = () => {};
  private tellPerson: (text: string) => void = () => {};
  /** Called for transactions of documents that are not in the view, which has a listener of its own. */
  onHidden: (document: OpenDocument, transaction: Transaction) => void = () => {};
  /** Shows a message to the user. */
  notice: (text: string, gone?: string[]) => void = () => {};
  /** An open file shall be taken for another one. */
  onMove: (move: FileMove) => void = () => {};
  /** Called to let the user open the file that is looked for at a path; the page alone can. */
  onWanted: OnWanted = null;
  /** Called to give an open file another name, which the page knows first. */
  onRename: (document: OpenDocument, name: string) => void = () => {};
  /** Finds the text over which the server died. */
  readonly blame = new Blame<OpenDocument>();
  /** Documents that are opened one by one, because the server died over one of them. */
  private waiting: OpenDocument[] = [];

  /**
   * Connects the documents with the session that holds their client, and with the page's ways to show
   * a document, to go to a place in one that may not be open, to create one, and to explain why
   * nothing happened.
   */
  attach(
    session: Pick<Session, "notify">,
    display: (document: OpenDocument) => void,
    visit: (location: Location) => void,
    make: (file: NewFile) => void = () => {},
    tellPerson: (text: string) => void = () => {},
  ): void {
    this.tellPerson = tellPerson;
    this.session = session;
    this.display = display;
    this.visit = visit;
    this.make = make;
  }

  /** Creates a new file; `label` describes its origin. */
  create(uri: string, text: string, label: string): void {
    this.make({ uri, text, label });
  }

  /** Closes a file that an edit created and undo removes; returns false if it stays. */
  withdraw(document: OpenDocument): boolean {
    this.isWithdrawing = true;
    try {
      this.onWithdraw(document);
    } finally {
      this.isWithdrawing = false;
    }
    return !this.files.includes(document);
  }

  /** Tells the user the outcome of a command that changed nothing. */
  say(text: string): void {
    this.tellPerson(text);
  }

  /** Goes to the place that a definition, a reference or a link leads to. */
  goTo(location: Location): void {
    this.visit(location);
  }

  get(uri: string): OpenDocument | null {
    return this.files.find((it) => it.uri === uri) ?? null;
  }

  /** Returns the open document with this key. */
  withKey(key: string): OpenDocument | null {
    return this.files.find((it) => it.key === key) ?? null;
  }

  /** Returns the present versions of all texts. */
  versions(): Map<string, number> {
    return new Map(this.files.map((it) => [it.uri, it.version]));
  }

  add(document: OpenDocument): void {
    // One that was here before may come back.
    document.version = Math.max(document.version, (this.lastVersions.get(document.uri) ?? 0) + 1);
    this.files.push(document);
    this.tellOpened(document);
  }

  remove(document: OpenDocument): void {
    this.files = this.files.filter((it) => it !== document);
    this.tellClosed(document);
    this.openNext();
  }

  /** Reads a document as another language from now on. */
  setLanguage(document: OpenDocument, language: string): void {
    this.openAnew(document, () => (document.languageId = language));
    this.dispatch(document, { effects: askAgain.of(null) });
  }

  /** Gives a document another name; text and history stay. */
  rename(document: OpenDocument, uri: string, name: string): void {
    this.openAnew(document, () => {
      document.uri = uri;
      document.name = name;
      document.version = Math.max(document.version, this.lastVersions.get(uri) ?? 0);
    });
  }

  /** Tells the server again of a text over which it died. */
  tryAgain(document: OpenDocument): void {
    document.isLeftOut = false;
    // After another death it is left out again.
    document.deaths = deathsAllowed - 1;
    this.openAnew(document, () => {});
    this.dispatch(document, { effects: askAgain.of(null) });
  }

  private openAnew(document: OpenDocument, change: () => void): void {
    this.tellClosed(document);
    change();
    // Answers that are under way refer to the old name.
    document.version += 1;
    this.tellOpened(document);
  }

  dispatch(document: OpenDocument, spec: TransactionSpec): void {
    this.take(document, document.state.update(spec));
  }

  /** Writes a part of a text for a program: a step of its own, and exact, as nothing corrects what is not by the person. */
  write(document: OpenDocument, { from, to, insert }: Part, by: Annotation<true>): void {
    const changes = { from, to, insert: insertedLines(insert, document.ends) };
    this.dispatch(document, { changes, annotations: [isolateHistory.of("full"), by], userEvent: "bobbin" });
  }

  /** Applies a transaction that was made from a document's newest state. */
  take(document: OpenDocument, transaction: Transaction): void {
    const isHidden = document.getView() === null;
    document.take(transaction, (it, transaction) => this.tell(it, transaction));
    if (isHidden) this.onHidden(document, transaction);
  }

  /**
   * Tells the server of a transaction, before anything else is done with it.
   *
   * A server that is still working on the previous text gets the changes later and together: with a
   * text of tens of thousands of lines it would otherwise fall behind, key by key.
   */
  tell(document: OpenDocument, { docChanged, startState, changes, newDoc }: Transaction): void {
    if (!docChanged) return;
    document.doc = newDoc;
    document.version += 1;
    if (!document.isTold) return;
    const { untold } = document;
    document.untold = untold
      ? { before: untold.before, changes: untold.changes.compose(changes) }
      : { before: startState.doc, changes };
    if (document.owed === null) this.flush(document);
    // Diagnostics may fail to come; the server must get the text all the same.
    else if (!untold) setTimeout(() => this.flush(document), patience);
  }

  /** Notes that the server has sent its diagnostics for this version. */
  answered(document: OpenDocument, version: number): void {
    if (document.owed !== null && version < document.owed) return;
    document.owed = null;
    this.flush(document);
    this.openNext();
  }

  private flush(document: OpenDocument): void {
    const { untold } = document;
    if (!untold || !document.isTold || !this.files.includes(document)) return;
    document.untold = null;
    document.owed = document.version;
    // The client library accumulates the changes since the last call; key by key they would become
    // many.
    const view = document.getView();
    if (view) LSPPlugin.get(view)?.clear();
    this.session?.notify("textDocument/didChange", {
      textDocument: { uri: document.uri, version: document.version },
      contentChanges: contentChanges(untold.before, untold.changes, document.ends),
    });
  }

  /** Asks the server about a document. Fails with a [`StaleError`] if its text changes meanwhile. */
  async ask<Answer>(document: OpenDocument, method: string, params: object): Promise<Answer> {
    this.syncFiles();
    const { version } = document;
    const asked = this.client.request<object, Answer>(method, { textDocument: { uri: document.uri }, ...params });
    const answer = await asked.catch((error: unknown) => {
      // The server does not know a document that was closed meanwhile.
      throw this.files.includes(document) ? error : new StaleError();
    });
    if (document.version !== version || !this.files.includes(document)) throw new StaleError();
    return answer;
  }

  /** Shows a document that a command leads to; null if it is not open. */
  override displayFile(uri: string): Promise<EditorView | null> {
    const document = this.get(uri);
    if (document && !document.getView()) this.display(document);
    return Promise.resolve(document?.getView() ?? null);
  }

  /**
   * Notes that the server died. Returns true if more is known than before, so that the next server may
   * live longer: the text over which it died is left out once it is known. `atWork` are the documents
   * of its pending requests.
   */
  died(atWork: string[], now: number): boolean {
    const told = this.files.filter((it) => it.isTold);
    const busy = told.filter((it) => it.owed !== null || atWork.includes(it.uri));
    for (const document of this.files) document.isTold = false;
    this.waiting = [];
    const culprit = this.blame.died(busy, now);
    if (!culprit) return this.blame.hasNarrowed;
    culprit.isLeftOut = true;
    culprit.owed = null;
    return true;
  }

  /**
   * Opens all documents on a new server, which knows nothing. Texts over which the last one may have
   * died come one by one, at the end.
   */
  override connected(): void {
    const isSuspect = (it: OpenDocument) => this.blame.suspects.includes(it);
    for (const document of this.files) document.isTold = false;
    this.waiting = this.files.filter((it) => isSuspect(it) && !it.isLeftOut);
    for (const document of this.files) if (!isSuspect(document)) this.tellOpened(document);
    this.openNext();
  }

  /** Opens the next suspect when the server is done with all documents before it. */
  private openNext(): void {
    if (this.waiting.length === 0 || this.files.some((it) => it.isTold && it.owed !== null)) return;
    const next = this.waiting.shift();
    if (next && this.files.includes(next)) {
      this.tellOpened(next);
      this.dispatch(next, { effects: askAgain.of(null) });
    } else {
      this.openNext();
    }
  }

  /**
   * Runs before each request, which must be about the newest text. The result says that nothing is
   * left to tell.
   */
  override syncFiles(): [] {
    for (const document of this.files) this.flush(document);
    return [];
  }

  /** Documents are opened and closed by the page, not with their views. */
  override openFile(): void {}

  override closeFile(): void {}

  private tellClosed(document: OpenDocument): void {
    this.lastVersions.set(document.uri, document.version);
    document.owed = null;
    if (document.isTold) this.session?.notify("textDocument/didClose", { textDocument: { uri: document.uri } });
    document.isTold = false;
  }

  private tellOpened(document: OpenDocument): void {
    document.untold = null;
    if (document.isLeftOut) return;
    this.waiting = this.waiting.filter((it) => it !== document);
    document.isTold = true;
    document.owed = document.version;
    this.session?.notify("textDocument/didOpen", {
      textDocument: {
        uri: document.uri,
        languageId: document.languageId,
        version: document.version,
        text: document.text(),
      },
    });
  }
}

/** Lets the user open the file that a text is looking for at a path; null where there is no way. */
export type OnWanted = ((path: string) => void) | null;

/** Returns the documents that a view's client works with. */
export function documentsOf(view: EditorView): Documents | null {
  const workspace = LSPPlugin.get(view)?.client.workspace;
  return workspace instanceof Documents ? workspace : null;
}
