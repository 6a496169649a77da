// Colours from the server's semantic tokens, which CodeMirror's LSP client does not support.

import { LSPPlugin } from "@codemirror/lsp-client";
import { type ChangeDesc, type Extension, RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { asking } from "./asking.ts";
import { decodeTokens, firstTokenBehind, mapTokens, noTokens, sameTokens, type TokenTable } from "./token_table.ts";

const setTokens = StateEffect.define<TokenTable>();

// In the state, not in a plugin, so that a document that is shown again has its colours at once.
const tokens = StateField.define<TokenTable>({
  create: () => noTokens,
  update(table, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTokens)) return effect.value;
    if (!transaction.docChanged) return table;
    return mapTokens(table, transaction.changes, addsWordOnly(transaction.newDoc, transaction.changes));
  },
});

/** Returns true if only letters and the like were added, which then belong to the word in front. */
function addsWordOnly(doc: Text, changes: ChangeDesc): boolean {
  let word = true;
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    word &&= toB - fromB < 100 && /^[\p{L}\p{N}_\-.]*$/u.test(doc.sliceString(fromB, toB));
  });
  return word;
}

interface LspTokens {
  data: number[];
}

const legends = new WeakMap<object, (Decoration | null)[]>();

/** Returns a decoration for each of the server's token types, named by the type. */
function decorationsFor(view: EditorView): (Decoration | null)[] {
  const provider = LSPPlugin.get(view)?.client.serverCapabilities?.semanticTokensProvider;
  if (!provider) return lastLegend;
  let legend = legends.get(provider);
  if (!legend) {
    legend = provider.legend.tokenTypes.map((name) =>
      /^[a-z]+$/i.test(name) ? Decoration.mark({ class: `syn-${name}` }) : null,
    );
    legends.set(provider, legend);
    lastLegend = legend;
  }
  return legend;
}

// While a new server starts, the colours of the previous one stay.
let lastLegend: (Decoration | null)[] = [];

/** Decorates the visible tokens only; a viewport has some hundred, a file may have 100,000. */
function decorate(view: EditorView): DecorationSet {
  const table = view.state.field(tokens);
  const legend = decorationsFor(view);
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let idx = firstTokenBehind(table, from); idx < table.from.length; idx++) {
      const start = table.from[idx] ?? 0;
      if (start >= to) break;
      const decoration = legend[table.type[idx] ?? 0];
      if (decoration) builder.add(start, table.to[idx] ?? 0, decoration);
    }
  }
  return builder.finish();
}

const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update(update: ViewUpdate): void {
      const changed = update.startState.field(tokens) !== update.state.field(tokens);
      if (changed || update.viewportChanged) this.decorations = decorate(update.view);
    }
  },
  { decorations: (it) => it.decorations },
);

export const semanticTokens: Extension = [
  tokens,
  colours,
  asking<LspTokens>({
    method: "textDocument/semanticTokens/full",
    capability: "semanticTokensProvider",
    // The diagnostics of a key come first: the colours on the screen follow the edits meanwhile. Those of a long text
    // are megabytes.
    delay: (lines) => (lines > 3000 ? 120 : 30),
    // Millions of tokens would occupy worker and page for seconds.
    inSight: { method: "textDocument/semanticTokens/range", option: "range", lines: 50_000 },
    take(view, answer) {
      const table = decodeTokens(view.state.doc, answer.data);
      if (!sameTokens(table, view.state.field(tokens))) {
        view.dispatch({ effects: setTokens.of(table) });
      }
    },
  }),
];
