// The open files: one CodeMirror state each, so that undo survives switching.

import { LSPPlugin, Workspace, type WorkspaceFile } from "@codemirror/lsp-client";
import { type EditorState, Facet, StateEffect, type Text, type Transaction, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { StaleError } from "./errors.ts";
import { type LineEnds, lineEndsOf, linesToText, textToLines } from "./line_ends.ts";
import type { Session } from "./session.ts";
import { contentChanges } from "./text_edits.ts";
import type { LspDiagnostic, OpenedFile } from "./wire.ts";

/** One open file. */
export class OpenDocument implements WorkspaceFile {
  readonly uri: string;
  readonly name: string;
  languageId: string;
  readonly ends: LineEnds;
  /** Of the text that the server has been told last. */
  version = 1;
  /** That text; it is always the newest, because each transaction is told at once. */
  doc: Text;
  /** The text of the file on disk, if there is one. */
  saved: Text | null;
  /** The findings for `diagnosticsVersion`. */
  diagnostics: LspDiagnostic[] = [];
  diagnosticsVersion = 0;
  /** Where the view stood when another document took its place. */
  scroll: StateEffect<unknown> | null = null;
  private view: EditorView | null = null;
  private hidden: EditorState | null = null;

  constructor(
    file: OpenedFile,
    createState: (document: OpenDocument, doc: Text) => EditorState,
  ) {
    this.uri = file.uri;
    this.name = file.name;
    this.languageId = file.language;
    this.ends = lineEndsOf(file.text);
    this.doc = textToLines(file.text, this.ends);
    this.saved = file.pristine === false ? null : this.doc;
    this.hidden = createState(this, this.doc);
  }

  /** The newest state, shown or not. */
  get state(): EditorState {
    const state = this.view?.state ?? this.hidden;
    if (!state) throw new Error("a document is either shown or hidden");
    return state;
  }

  getView(): EditorView | null {
    return this.view;
  }

  /** The exact text of the file. */
  text(): string {
    return linesToText(this.doc, this.ends);
  }

  isPristine(): boolean {
    return this.saved !== null && this.saved.eq(this.doc);
  }

  /** Puts the document into `view`. */
  show(view: EditorView): void {
    view.setState(this.state);
    this.view = view;
    this.hidden = null;
    if (this.scroll) view.dispatch({ effects: this.scroll });
  }

  /** Makes room for another document in the view. */
  hide(): void {
    if (!this.view) return;
    this.scroll = this.view.scrollSnapshot();
    this.hidden = this.view.state;
    this.view = null;
  }

  /** Carries out a transaction, shown or not; `told` is what lets the server know. */
  dispatch(spec: TransactionSpec, told: (document: OpenDocument, transaction: Transaction) => void): void {
    if (this.view) {
      // The view tells by itself.
      this.view.dispatch(spec);
      return;
    }
    const transaction = this.state.update(spec);
    told(this, transaction);
    this.hidden = transaction.state;
  }
}

/** Which document a state belongs to. */
export const openDocument = Facet.define<OpenDocument, OpenDocument | null>({
  combine: (values) => values[0] ?? null,
});

/** What the server said before no longer counts: it is a new one, or it reads another language. */
export const askAgain = StateEffect.define<null>();

/** All open documents, as the client library sees them. */
export class Documents extends Workspace {
  override files: OpenDocument[] = [];
  private session: Session | null = null;
  private display: (document: OpenDocument) => void = () => {};

  /** Connects the documents with the session that holds their client, and with who can show one. */
  attach(session: Session, display: (document: OpenDocument) => void): void {
    this.session = session;
    this.display = display;
  }

  get(uri: string): OpenDocument | null {
    return this.files.find((it) => it.uri === uri) ?? null;
  }

  add(document: OpenDocument): void {
    this.files.push(document);
    this.tellOpened(document);
  }

  remove(document: OpenDocument): void {
    this.files = this.files.filter((it) => it !== document);
    this.session?.notify("textDocument/didClose", { textDocument: { uri: document.uri } });
  }

  /** Reads a document as another language from now on. */
  setLanguage(document: OpenDocument, language: string): void {
    this.session?.notify("textDocument/didClose", { textDocument: { uri: document.uri } });
    document.languageId = language;
    // Answers that are under way speak of the other language.
    document.version += 1;
    this.tellOpened(document);
    this.dispatch(document, { effects: askAgain.of(null) });
  }

  dispatch(document: OpenDocument, spec: TransactionSpec): void {
    document.dispatch(spec, (it, transaction) => this.tell(it, transaction));
  }

  /** Tells the server of a transaction, before anything else is done with it. */
  tell(document: OpenDocument, transaction: Transaction): void {
    if (!transaction.docChanged) return;
    document.doc = transaction.newDoc;
    document.version += 1;
    this.session?.notify("textDocument/didChange", {
      textDocument: { uri: document.uri, version: document.version },
      contentChanges: contentChanges(transaction.startState.doc, transaction.changes, document.ends),
    });
  }

  /** Asks the server about a document. Fails with a [`StaleError`] if its text changes meanwhile. */
  async ask<Answer>(document: OpenDocument, method: string, params: object): Promise<Answer> {
    const { version } = document;
    const answer = await this.client.request<object, Answer>(method, {
      textDocument: { uri: document.uri },
      ...params,
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

  /** A new server knows nothing. */
  override connected(): void {
    for (const document of this.files) this.tellOpened(document);
  }

  /** Nothing is ever left to synchronize. */
  override syncFiles(): [] {
    return [];
  }

  /** Documents are opened and closed by the page, not with their views. */
  override openFile(): void {}

  override closeFile(): void {}

  private tellOpened(document: OpenDocument): void {
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

/** The documents that a view's client works with. */
export function documentsOf(view: EditorView): Documents | null {
  const workspace = LSPPlugin.get(view)?.client.workspace;
  return workspace instanceof Documents ? workspace : null;
}
