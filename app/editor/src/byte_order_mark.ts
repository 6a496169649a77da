// The byte order mark is one at the very start of a text only, so the caret stays behind it: what is typed or pasted
// there would stand before it.

import { indentService } from "@codemirror/language";
import { countColumn, EditorSelection, EditorState, type Extension, type Text } from "@codemirror/state";

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

/** The mark is no blank, so the line below is not indented by it. */
const noIndentation: Extension = indentService.of(({ state }, pos) => {
  const { number, text } = state.doc.lineAt(pos);
  if (number > 1 || startOf(state.doc) === 0) return undefined;
  return countColumn(/^[\t ]*/.exec(text.slice(1))?.[0] ?? "", state.tabSize);
});

/** Keeps what is typed behind the byte order mark. */
export const behindMark: Extension = [keepsBehind, noIndentation];
