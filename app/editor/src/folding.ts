// Folding by the server's ranges.

import { codeFolding, foldGutter, foldService } from "@codemirror/language";
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { asking } from "./asking.ts";
import type { Span } from "./positions.ts";

interface FoldingRange {
  startLine: number;
  endLine: number;
}

const setFolds = StateEffect.define<Span[]>();

/** The foldable ranges, sorted: from the end of the first line to the end of the last. */
const folds = StateField.define<readonly Span[]>({
  create: () => [],
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setFolds)) return effect.value;
    if (!transaction.docChanged || value.length === 0) return value;
    return value.map((it) => ({
      from: transaction.changes.mapPos(it.from, -1),
      to: transaction.changes.mapPos(it.to, -1),
    }));
  },
});

/** Returns the outermost fold whose first line ends in `from..=to`. */
function foldAt(spans: readonly Span[], from: number, to: number): Span | null {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.from ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const span = spans[low];
  return span && span.from <= to && span.to > to ? { from: to, to: span.to } : null;
}

export const folding: Extension = [
  folds,
  foldService.of((state, from, to) => foldAt(state.field(folds), from, to)),
  codeFolding({ placeholderText: "…" }),
  foldGutter({
    openText: "⌄",
    closedText: "›",
    foldingChanged: (update) => update.startState.field(folds) !== update.state.field(folds),
  }),
  asking<FoldingRange[]>({
    method: "textDocument/foldingRange",
    capability: "foldingRangeProvider",
    // Folds can wait for a pause; colours and diagnostics come first.
    delay: () => 200,
    take(view, answer) {
      const { doc } = view.state;
      const spans = answer
        .filter((it) => it.startLine >= 0 && it.endLine > it.startLine && it.endLine < doc.lines)
        .map((it) => ({ from: doc.line(it.startLine + 1).to, to: doc.line(it.endLine + 1).to }));
      spans.sort((a, b) => a.from - b.from || b.to - a.to);
      const before = view.state.field(folds);
      const same =
        spans.length === before.length &&
        spans.every((it, idx) => it.from === before[idx]?.from && it.to === before[idx]?.to);
      if (!same) view.dispatch({ effects: setFolds.of(spans) });
    },
  }),
];
