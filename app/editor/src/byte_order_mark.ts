// The byte order mark is one at the very start of a text only, so the caret stays behind it: what is typed or pasted
// there would stand before it.

import { indentService } from "@codemirror/language";
import { countColumn, EditorSelection, EditorState, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";

/** Returns where the text behind the byte order mark starts. */
export function startOf(doc: Text): number {
  return doc.sliceString(0, 1) === "\ufeff" ? 1 : 0;
}

/** Keeps carets behind the byte order mark; what is selected may hold it. */
const keepsBehind: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.selection && !transaction.docChanged) return transaction;
  const { newSelection: selection } = transaction;
  if (!selection.ranges.some((it) => it.empty && it.head === 0)) return transaction;
  const start = startOf(transaction.newDoc);
  if (start === 0) return transaction;
  const ranges = selection.ranges.map((it) => (it.empty && it.head === 0 ? EditorSelection.cursor(start) : it));
  return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex), sequential: true }];
});

/** The sign of the mark, which takes no room of its line. */
class Sign extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM({ dom }: EditorView): HTMLElement {
    const sign = dom.ownerDocument.createElement("span");
    sign.className = "cm-specialChar bobbin-mark";
    sign.title = "Byte order mark";
    sign.textContent = "\u2022";
    return sign;
  }
}

const sign = Decoration.set(Decoration.replace({ widget: new Sign() }).range(0, 1));

/**
 * Lets the text of the first line begin where that of the others does: up and down go by what is drawn, and would miss
 * the first column of the line below.
 */
const noWidth: Extension = [
  EditorView.decorations.compute(["doc"], ({ doc }) => (startOf(doc) > 0 ? sign : Decoration.none)),
  EditorView.baseTheme({ ".bobbin-mark": { position: "absolute", marginLeft: "-0.6em" } }),
];

/** The mark is no blank, so the line below is not indented by it. */
const noIndentation: Extension = indentService.of(({ state }, pos) => {
  const { number, text } = state.doc.lineAt(pos);
  if (number > 1 || startOf(state.doc) === 0) return undefined;
  return countColumn(/^[\t ]*/.exec(text.slice(1))?.[0] ?? "", state.tabSize);
});

/** Keeps what is typed behind the byte order mark. */
export const behindMark: Extension = [keepsBehind, noIndentation, noWidth];
