import { getIndentation, IndentContext } from "@codemirror/language";
import { EditorSelection, EditorState, type TransactionSpec } from "@codemirror/state";
import { type DecorationSet, EditorView } from "@codemirror/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { behindMark, startOf } from "../src/byte_order_mark.ts";

/** Returns the text and its selection after a change, from a caret at the start. */
function after(doc: string, spec: (state: EditorState) => TransactionSpec): string {
  const selection = EditorSelection.single(startOf(EditorState.create({ doc }).doc));
  const state = EditorState.create({ doc, selection, extensions: behindMark });
  const next = state.update(spec(state)).state;
  const { from, to } = next.selection.main;
  return `${next.doc.toString()} ${from}-${to}`;
}

test("what is typed at the start stands behind the byte order mark", () => {
  assert.equal(after("\ufeffab", (it) => it.replaceSelection("x")), "\ufeffxab 2-2");
  assert.equal(after("ab", (it) => it.replaceSelection("x")), "xab 1-1");
});

test("a line below the mark is not indented by it", () => {
  const below = (doc: string) => {
    const state = EditorState.create({ doc, extensions: behindMark });
    return getIndentation(new IndentContext(state, { simulateBreak: doc.length }), doc.length);
  };
  assert.deepEqual(["\ufeffab", "\ufeff  ab", "  ab"].map(below), [0, 2, null]);
});

test("the caret does not get before the byte order mark, but it can be selected", () => {
  assert.equal(after("\ufeffab", () => ({ selection: { anchor: 0 } })), "\ufeffab 1-1");
  assert.equal(after("\ufeffab", () => ({ selection: { anchor: 0, head: 3 } })), "\ufeffab 0-3");
  assert.equal(after("ab", () => ({ changes: { from: 0, insert: "\ufeff" }, selection: { anchor: 0 } })), "\ufeffab 1-1");
  assert.equal(after("\ufeffab", () => ({ changes: { from: 0, to: 1 } })), "ab 0-0");
});

test("the mark at the start is drawn beside the line, whose first column is that of the others", () => {
  const drawn = (doc: string) => {
    const places: string[] = [];
    for (const it of EditorState.create({ doc, extensions: behindMark }).facet(EditorView.decorations)) {
      (it as DecorationSet).between(0, doc.length, (from, to) => void places.push(`${from}-${to}`));
    }
    return places;
  };
  assert.deepEqual(["\ufeffab", "ab", "a\n\ufeffb"].map(drawn), [["0-1"], [], []]);
});
