// Where the line ends of a file are mixed, CR is a character. One in front of a line feed ends its line all the same,
// so the caret stays before it: what is typed behind it would make it a character inside the line.

import { EditorSelection, EditorState, type Extension, Prec, type Text } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { lengthWithoutReturns } from "./line_ends.ts";

/** Returns where the line at `pos` ends for who reads it: before its CRs, if a line feed follows. */
function endOf(doc: Text, pos: number): number {
  const { from, to, text } = doc.lineAt(pos);
  return to === doc.length ? to : from + lengthWithoutReturns(text);
}

/** Keeps carets before the CRs of a line end; what is selected may hold them. */
const staysBefore: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.selection && !transaction.docChanged) return transaction;
  const { newSelection: selection, newDoc } = transaction;
  const isBehind = (it: { empty: boolean; head: number }) => it.empty && endOf(newDoc, it.head) < it.head;
  if (!selection.ranges.some(isBehind)) return transaction;
  const ranges = selection.ranges.map((it) => (isBehind(it) ? EditorSelection.cursor(endOf(newDoc, it.head)) : it));
  return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex), sequential: true }];
});

/** Returns the line end with CRs that the only caret stands before (`isForward`) or behind; null if there is none. */
function lineEndAt({ doc, selection }: EditorState, isForward: boolean): { from: number; to: number } | null {
  const { empty, head } = selection.main;
  if (!empty || selection.ranges.length > 1) return null;
  const line = doc.lineAt(head);
  const above = isForward || head > line.from || head === 0 ? line : doc.line(line.number - 1);
  const [from, to] = [endOf(doc, above.from), above.to + 1];
  return from < above.to && head === (isForward ? from : to) ? { from, to } : null;
}

/** A key passes or deletes a line end as a whole. */
const keys = Prec.high(
  keymap.of([
    { key: "ArrowRight", run: (view) => move(view) },
    { key: "Delete", run: (view) => remove(view, true) },
    { key: "Backspace", run: (view) => remove(view, false) },
  ]),
);

function move({ state, dispatch }: EditorView): boolean {
  const end = lineEndAt(state, true);
  if (end) dispatch(state.update({ selection: { anchor: end.to }, scrollIntoView: true, userEvent: "select" }));
  return end !== null;
}

function remove({ state, dispatch }: EditorView, isForward: boolean): boolean {
  const end = lineEndAt(state, isForward);
  const userEvent = isForward ? "delete.forward" : "delete.backward";
  if (end) dispatch(state.update({ changes: end, scrollIntoView: true, userEvent }));
  return end !== null;
}

/** Lets CR be an ordinary character, and keeps what is typed within its line. */
export const withinLines: Extension = [
  EditorState.lineSeparator.of("\n"),
  // Text from a clipboard must not add more of them.
  EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, "\n")),
  staysBefore,
  keys,
];
