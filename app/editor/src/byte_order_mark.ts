// The byte order mark is one at the very start of a text only, so the caret stays behind it, and the mark stays there:
// what is typed or pasted would stand before it, and lines that are moved or copied would carry it into the text.

import { indentService } from "@codemirror/language";
import { type ChangeSpec, countColumn, EditorSelection, EditorState, type Extension, MapMode, type Text, type Transaction } from "@codemirror/state";
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

/**
 * Keeps the mark at the start through changes by the person, unless they replace the whole text by one that has none,
 * and lets no copy of it in. The core takes care of it by itself, and history has to be exact.
 */
const staysAtStart: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || startOf(transaction.startState.doc) === 0 || transaction.isUserEvent("bobbin")) return transaction;
  const changes = correctionOf(transaction);
  return changes.length > 0 ? [transaction, { changes, sequential: true }] : transaction;
});

/** Returns what has to change after a transaction so that the mark is at the start alone. */
function correctionOf({ startState: { doc }, changes, newDoc }: Transaction): ChangeSpec[] {
  const copies: number[] = [];
  // The lines below the first, whose marks are their own.
  let below: Set<string> | null = null;
  const isBelow = (text: string) => (below ??= new Set(doc.lines > 1 ? doc.iterLines(2) : [])).has(text);
  let isNewText = false;
  changes.iterChanges((fromA, toA, fromB, _toB, inserted) => {
    isNewText ||= fromA === 0 && toA === doc.length;
    const text = inserted.toString();
    // Among what takes the place of its line it may be anywhere.
    for (const { index } of text.matchAll(fromA === 0 && toA > 0 && toA < doc.length ? /\ufeff/g : /^\ufeff/gm)) {
      const isWhole = index > 0 || newDoc.lineAt(fromB).from === fromB;
      if (!isWhole || !isBelow(newDoc.lineAt(fromB + index).text)) copies.push(fromB + index);
    }
  });
  const place = changes.mapPos(0, 1, MapMode.TrackAfter);
  // A new text may have a mark, or the lines of the old one in another order.
  const isMarked = place !== null || !isNewText || copies.length > 0;
  const isThere = place === 0 || copies[0] === 0;
  const stray = [...(place === null ? [] : [place]), ...copies].filter((it) => it > 0);
  const start = isMarked && !isThere ? [{ from: 0, insert: "\ufeff" }] : [];
  return [...start, ...stray.map((from) => ({ from, to: from + 1 }))];
}

/** The sign of the mark, which takes no room of its line. */
class Sign extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM({ dom }: EditorView): HTMLElement {
    const sign = dom.ownerDocument.createElement("span");
    sign.className = "cm-specialChar bobbin-order-mark";
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
  EditorView.baseTheme({ ".bobbin-order-mark": { position: "absolute", marginLeft: "-0.6em" } }),
];

/** The mark is no blank, so the line below is not indented by it. */
const noIndentation: Extension = indentService.of(({ state }, pos) => {
  const { number, text } = state.doc.lineAt(pos);
  if (number > 1 || startOf(state.doc) === 0) return undefined;
  return countColumn(/^[\t ]*/.exec(text.slice(1))?.[0] ?? "", state.tabSize);
});

/** Keeps what is typed behind the byte order mark. */
export const behindMark: Extension = [keepsBehind, staysAtStart, noIndentation, noWidth];
