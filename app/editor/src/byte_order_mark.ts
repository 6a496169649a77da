// The byte order mark is one at the very start of a text only, so the caret stays behind it: what is typed or pasted
// there would stand before it.

import { EditorSelection, EditorState, type Extension, type Text } from "@codemirror/state";

/** Returns where the text behind the byte order mark starts. */
export function startOf(doc: Text): number {
  return doc.sliceString(0, 1) === "\ufeff" ? 1 : 0;
}

/** Keeps carets behind the byte order mark; what is selected may hold it. */
export const behindMark: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.selection && !transaction.docChanged) return transaction;
  const { newSelection: selection } = transaction;
  if (!selection.ranges.some((it) => it.empty && it.head === 0)) return transaction;
  const start = startOf(transaction.newDoc);
  if (start === 0) return transaction;
  const ranges = selection.ranges.map((it) => (it.empty && it.head === 0 ? EditorSelection.cursor(start) : it));
  return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex), sequential: true }];
});
