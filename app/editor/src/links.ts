// Words that name files: a click with Ctrl or Cmd opens them.

import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { asking } from "./asking.ts";
import { type Documents, documentsOf, type OpenDocument } from "./documents.ts";
import { spanOf } from "./positions.ts";
import type { Range } from "./wire.ts";

interface DocumentLink {
  range: Range;
  target?: string;
}

const setLinks = StateEffect.define<DecorationSet>();

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setLinks)) return effect.value;
    return transaction.docChanged ? value.map(transaction.changes) : value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Makes a decoration for a word that leads to `target`. */
function link(target: string): Decoration {
  const apple = /Mac|iP/.test(navigator.platform);
  const attributes = { title: `${apple ? "Cmd" : "Ctrl"}+click opens the file` };
  return Decoration.mark({ class: "bobbin-link", attributes, target });
}

/** Returns the file that the word at `at` names, if any. */
export function linkAt(state: EditorState, at: number): string | null {
  let target: string | null = null;
  state.field(field, false)?.between(at, at, (_from, _to, it) => {
    target = (it.spec as { target: string }).target;
    return false;
  });
  return target;
}

/**
 * Asks the server for the file that the word at `at` names: right after a change the decorations are
 * out of date.
 */
export async function askLinkAt(documents: Documents, document: OpenDocument, at: number): Promise<string | null> {
  const links = await documents.ask<DocumentLink[] | null>(document, "textDocument/documentLink", {});
  const found = links?.find(({ range }) => {
    const { from, to } = spanOf(document.doc, range);
    return from <= at && at <= to;
  });
  return found?.target ?? null;
}

/** Opens the file that a link leads to. */
export function follow(view: EditorView, target: string): void {
  const start = { line: 0, character: 0 };
  documentsOf(view)?.goTo({ uri: target, range: { start, end: start } });
}

const clicks = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const target = at === null ? null : linkAt(view.state, at);
    if (target === null) return false;
    follow(view, target);
    event.preventDefault();
    return true;
  },
});

export const links: Extension = [
  field,
  clicks,
  asking<DocumentLink[]>({
    method: "textDocument/documentLink",
    capability: "documentLinkProvider",
    // Includes change seldom; colours and diagnostics come first.
    delay: () => 300,
    take(view, answer) {
      const { doc } = view.state;
      const marks = answer.flatMap(({ range, target }) => {
        const { from, to } = spanOf(doc, range);
        return target !== undefined && from < to ? [link(target).range(from, to)] : [];
      });
      if (marks.length === 0 && view.state.field(field).size === 0) return;
      view.dispatch({ effects: setLinks.of(Decoration.set(marks, true)) });
    },
  }),
];
