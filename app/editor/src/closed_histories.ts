// The undo histories of closed documents: who opens the same text again goes on where it was left.

import type { CaretPlace, Documents, OpenDocument } from "./documents.ts";
import type { LineEnds } from "./line_ends.ts";
import { historyOf } from "./storage/undo_history.ts";

/** The number of documents that are remembered: all that one command may close. */
const most = 200;

interface Closed {
  text: string;
  ends: LineEnds;
  history: unknown;
  place: CaretPlace;
  /** The mark of the text on disk, where that is another one. */
  saved: string | null;
  /** The key of the document, by which the steps of several files know it. */
  key: string;
}

/** Remembers closed documents by their URIs. */
export class ClosedHistories {
  private readonly closed = new Map<string, Closed>();

  remember(document: OpenDocument): void {
    const { uri, state, key, ends } = document;
    this.closed.delete(uri);
    const saved = document.isPristine() ? null : document.markOfSaved();
    this.closed.set(uri, { text: document.text(), ends, history: historyOf(state), place: document.caretPlace(), saved, key });
    const [oldest] = this.closed.keys();
    if (this.closed.size > most && oldest !== undefined) this.closed.delete(oldest);
  }

  /** Gives a document that was just opened what it had when it was closed, if it still has that text. */
  recall(document: OpenDocument, documents: Documents): void {
    const closed = this.closed.get(document.uri);
    this.closed.delete(document.uri);
    if (!closed || closed.text !== document.text()) return;
    if (!documents.withKey(closed.key)) document.key = closed.key;
    document.recall(closed.history, closed.ends);
    if (closed.saved !== null) document.recallSaved(closed.saved);
    document.goBack(closed.place);
  }
}
