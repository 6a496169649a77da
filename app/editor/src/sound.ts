// What a state has to be so that no text is lost: its selections lie forward, its characters are whole.

import { type ChangeSpec, EditorSelection, EditorState, type Extension } from "@codemirror/state";

/**
 * Leaves a caret where the place of a selection was replaced from outside. The library maps the ends of a selection
 * inwards: those of one that lies within what is replaced change places, and each change at such a selection fails, so
 * that the text takes no key.
 */
export const soundSelection: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.selection) return transaction;
  const { newSelection: selection } = transaction;
  if (!selection.ranges.some((it) => it.from > it.to)) return transaction;
  // Its start went to the end of what came in its place.
  const ranges = selection.ranges.map((it) => (it.from > it.to ? EditorSelection.cursor(it.from) : it));
  return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex), sequential: true }];
});

/** Halves of surrogate pairs that stand alone. */
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Puts U+FFFD where a change leaves half a character, as a file would have it: no file, and nothing that reads what the
 * browser keeps, can have the half.
 */
export const soundText: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged) return transaction;
  const doc = transaction.newDoc;
  const changes: ChangeSpec[] = [];
  // Two changes can be beside one half, which is replaced once.
  let last = -1;
  transaction.changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    // With a neighbour on each side: a change can split a pair that is not in it.
    const start = Math.max(0, fromB - 1);
    const near = doc.sliceString(Math.max(0, start - 1), Math.min(doc.length, toB + 2));
    for (const { index } of near.matchAll(halves)) {
      const from = Math.max(0, start - 1) + index;
      if (from < start || from > toB || from <= last) continue;
      changes.push({ from, to: from + 1, insert: "\ufffd" });
      last = from;
    }
  });
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }];
});
