// Where the line ends of a file are mixed, CR is a character. One in front of a line feed ends its line all the same,
// so the caret stays before it: what is typed behind it would make it a character inside the line.

import { type ChangeSpec, EditorSelection, EditorState, type Extension, Prec, type Text, type Transaction } from "@codemirror/state";
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

/**
 * Keeps the CRs of a line end with its line feed through changes by the person: they go with it, and none ends the last
 * line or stands inside of a line because lines were joined, moved or deleted. The core takes care of it by itself.
 */
const staysWithLineFeed: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.isUserEvent("bobbin")) return transaction;
  const changes = correctionOf(transaction);
  return changes.length > 0 ? [transaction, { changes, sequential: true }] : transaction;
});

/** Returns what has to change after a transaction so that no CR of a line end is without its line feed. */
function correctionOf({ startState: { doc }, changes, newDoc }: Transaction): ChangeSpec[] {
  const corrections: { from: number; to?: number; insert?: string }[] = [];
  const last = newDoc.line(newDoc.lines);
  // One that the text had at its end before is no line end's.
  const hadNone = doc.lines > 1 && !doc.line(doc.lines).text.endsWith("\r");
  const nAtEnd = hadNone ? last.length - lengthWithoutReturns(last.text) : 0;
  let isLastMoved = false;
  changes.iterChanges((fromA, toA, fromB, toB, inserted) => {
    isLastMoved ||= fromB < last.from && last.from <= toB;
    const here = newDoc.lineAt(fromB);
    const before = here.text.slice(0, fromB - here.from);
    const nBefore = Math.min(fromA - endOf(doc, fromA), before.length - lengthWithoutReturns(before));
    const isCut = nBefore > 0 && toA > doc.lineAt(fromA).to && endOf(newDoc, fromB) >= fromB;
    if (isCut && !(nAtEnd > 0 && fromB === newDoc.length)) corrections.push({ from: fromB - nBefore, to: fromB });
    const text = inserted.toString();
    // What is put at the end of a line.
    if (nBefore > 0 && toA === fromA && doc.lineAt(fromA).to === fromA && !/^\r*\n/.test(text)) {
      corrections.push({ from: fromB - nBefore, to: fromB }, { from: toB, insert: before.slice(-nBefore) });
    }
    // Text of a line that is replaced up to its end, which stays: so do its CRs, wherever they are among what was put there.
    const nGone = toA - Math.max(fromA, endOf(doc, toA));
    if (nGone <= 0 || fromA < doc.lineAt(toA).from || fromA >= endOf(doc, toA)) return;
    // Only where signs changed places: in other text a CR is one that was copied.
    const within = isPermuted(doc.sliceString(fromA, toA), text) ? [...text.matchAll(/\r+(?=[^\r\n])/g)] : [];
    for (const { index, 0: returns } of within) corrections.push({ from: fromB + index, to: fromB + index + returns.length });
    const nMissing = nGone - (text.length - lengthWithoutReturns(text));
    if (nMissing > 0) corrections.push({ from: toB, insert: "\r".repeat(nMissing) });
  });
  if (nAtEnd > 0) {
    const returns = "\r".repeat(nAtEnd);
    const above = last.from - 1;
    if (isLastMoved && endOf(newDoc, above) === above) corrections.push({ from: above, insert: returns });
    corrections.push({ from: last.to - nAtEnd, to: last.to });
  }
  return corrections;
}

/** Gives the line feeds that the person puts into a text whose other lines all end with CRLF a CR, as those lines have. */
const asOtherLines: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !transaction.isUserEvent("input")) return transaction;
  const changes: ChangeSpec[] = [];
  transaction.changes.iterChanges((fromA, toA, fromB, toB) => {
    // Enter takes the blanks behind it away, among which is the CR of its line.
    const text = transaction.newDoc.sliceString(fromB, fromA < toA ? toB + 1 : toB);
    const isBehind = transaction.newDoc.sliceString(Math.max(0, fromB - 1), fromB) === "\r";
    for (const { index } of text.matchAll(/(?<!\r)\n/g)) {
      if (index > 0 || !isBehind) changes.push({ from: fromB + index, insert: "\r" });
    }
  });
  return changes.length > 0 && isAllCrlf(transaction.startState.doc) ? [transaction, { changes, sequential: true }] : transaction;
});

/** Returns true if a text has several lines, and CRLF between them and no other CR. */
function isAllCrlf(doc: Text): boolean {
  for (let nth = 1; nth <= doc.lines; nth++) {
    const { text } = doc.line(nth);
    if (text.indexOf("\r") !== (nth < doc.lines ? text.length - 1 : -1)) return false;
  }
  return doc.lines > 1;
}

/** Returns true if two texts have the same characters. */
function isPermuted(before: string, after: string): boolean {
  const sorted = (it: string) => it.split("").sort().join("");
  return before.length === after.length && sorted(before) === sorted(after);
}

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

/** The text that was copied last from one of these texts. */
let copied: string | null = null;

/** Text from a clipboard must not add more CRs, but what was cut here comes back as it was. */
const ownCopies: Extension = [
  EditorView.clipboardOutputFilter.of((text) => (copied = text)),
  EditorView.clipboardInputFilter.of((text) => (text === copied ? text : text.replace(/\r\n?/g, "\n"))),
];

/** Lets CR be an ordinary character, and keeps what is typed within its line. */
export const withinLines: Extension = [
  EditorState.lineSeparator.of("\n"),
  ownCopies,
  staysBefore,
  staysWithLineFeed,
  // The last filter is the first to be asked: the one before finds the line ends that the text gets.
  asOtherLines,
  keys,
];
