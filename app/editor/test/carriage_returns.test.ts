import { EditorState, type TransactionSpec } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { withinLines } from "../src/carriage_returns.ts";

/** Returns the text and the selection after a change. */
function after(doc: string, change: (state: EditorState) => TransactionSpec): string {
  const state = EditorState.create({ doc, extensions: withinLines });
  const { main } = state.update(change(state)).newSelection;
  return `${state.update(change(state)).newDoc.toString()} ${main.anchor}-${main.head}`;
}

test("the caret stays before the CRs of a line end, but they can be selected", () => {
  assert.equal(after("a\r\nb", () => ({ selection: { anchor: 2 } })), "a\r\nb 1-1");
  assert.equal(after("a\r\r\nb", () => ({ selection: { anchor: 3 } })), "a\r\r\nb 1-1");
  assert.equal(after("a\r\nb", () => ({ selection: { anchor: 0, head: 2 } })), "a\r\nb 0-2");
  assert.equal(after("a\rb\n", () => ({ selection: { anchor: 2 } })), "a\rb\n 2-2", "inside a line");
  assert.equal(after("a\nb\r", () => ({ selection: { anchor: 4 } })), "a\nb\r 4-4", "no line feed follows");
  assert.equal(after("a\nb", () => ({ changes: { from: 1, insert: "\r" }, selection: { anchor: 2 } })), "a\r\nb 1-1");
});
