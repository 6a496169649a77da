// Highlighting of ranges that another view points at.

import { type Extension, type Range as DecorationRange, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { OpenDocument } from "./documents.ts";
import { spanOf } from "./positions.ts";
import type { Range } from "./wire.ts";

const setLit = StateEffect.define<DecorationSet>();
const litLine = Decoration.line({ class: "bobbin-lit" });
const litMark = Decoration.mark({ class: "bobbin-lit" });

const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setLit)) return effect.value;
    return transaction.docChanged ? value.map(transaction.changes) : value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const highlighting: Extension = lit;

/**
 * Highlights `ranges`: whole lines for those that are empty or cross lines. An empty list removes the
 * highlight.
 */
export function highlight(document: OpenDocument, ranges: Range[]): void {
  const { state } = document;
  const { doc } = state;
  const decorations: DecorationRange<Decoration>[] = [];
  for (const range of ranges) {
    const { from, to } = spanOf(doc, range);
    const first = doc.lineAt(from);
    if (from < to && to <= first.to) {
      decorations.push(litMark.range(from, to));
      continue;
    }
    // A range that ends at the start of a line does not include that line.
    const last = doc.lineAt(to > from && doc.lineAt(to).from === to ? to - 1 : to);
    for (let number = first.number; number <= last.number; number++) {
      decorations.push(litLine.range(doc.line(number).from));
    }
  }
  if (decorations.length === 0 && state.field(lit).size === 0) return;
  document.dispatch({ effects: setLit.of(Decoration.set(decorations, true)) }, () => {});
}
