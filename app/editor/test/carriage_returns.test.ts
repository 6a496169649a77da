import { history, insertNewlineAndIndent, moveLineDown, moveLineUp, redo, transposeChars, undo } from "@codemirror/commands";
import { EditorState, type StateCommand, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
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

/** Returns the text after a command or a change at a place, having checked that undo and redo are exact. */
function text(doc: string, at: number, does: StateCommand | TransactionSpec): string {
  let state = EditorState.create({ doc, extensions: [withinLines, history()] });
  const run = (command: StateCommand) => command({ state, dispatch: (it) => (state = it.state) });
  state = state.update({ selection: { anchor: at } }).state;
  if (typeof does === "function") run(does);
  else state = state.update(does).state;
  const changed = state.doc.toString();
  if (changed !== doc) {
    run(undo);
    assert.equal(state.doc.toString(), doc);
    run(redo);
    assert.equal(state.doc.toString(), changed);
  }
  return changed;
}

test("where all lines end with CRLF, so do those that the person adds", () => {
  assert.equal(text("a\r\nb\r\n", 1, insertNewlineAndIndent), "a\r\n\r\nb\r\n");
  assert.equal(text("a\r\n  b", 6, insertNewlineAndIndent), "a\r\n  b\r\n  ");
  const paste = (from: number, insert: string) => ({ changes: { from, insert }, userEvent: "input.paste" });
  assert.equal(text("a\r\nb", 0, paste(4, "x\ny\r\nz\n")), "a\r\nbx\r\ny\r\nz\r\n");
  assert.equal(text("a\r\nb\r\nc", 0, { changes: { from: 2, to: 4, insert: "\n" }, userEvent: "input" }), "a\r\n\r\nc", "a line end has its CR");
  assert.equal(text("a\r\nb\nc", 0, paste(0, "x\n")), "x\na\r\nb\nc", "not all");
  assert.equal(text("a\r\r\nb", 0, paste(0, "x\n")), "x\na\r\r\nb", "another kind");
  assert.equal(text("ab", 0, paste(0, "x\n")), "x\nab", "none");
  assert.equal(text("a\r\nb", 0, { ...paste(0, "x\n"), userEvent: "bobbin" }), "x\na\r\nb", "the core knows what it writes");
  assert.equal(after("a\r\nb", () => ({ ...paste(4, "x\ny"), selection: { anchor: 7 } })), "a\r\nbx\r\ny 8-8", "the caret goes along");
});

test("a line that becomes the last one leaves its CRs with its line feed", () => {
  const doc = "a\nb\r\nc";
  assert.equal(text(doc, 0, { changes: { from: 4, to: 6 } }), "a\nb", "the last line is deleted, and the line feed before it");
  assert.equal(text("a\r\r\nb", 0, { changes: { from: 3, to: 5 } }), "a");
  assert.equal(text(doc, 6, moveLineUp), "a\nc\r\nb");
  assert.equal(text(doc, 2, moveLineDown), "a\nc\r\nb");
  assert.equal(text(doc, 0, moveLineDown), "b\r\na\nc", "each with its own");
  assert.equal(text(doc, 0, { changes: { from: 0, to: 6, insert: "c\nb\r\na" } }), "c\nb\r\na", "sorted");
  assert.equal(text("a\r\nb\nc", 0, { changes: { from: 0, to: 6, insert: "c\nb\na\r" } }), "c\nb\r\na", "sorted");
  assert.equal(text(doc, 0, { changes: { from: 6, insert: "\nb\r" } }), "a\nb\r\nc\r\nb", "a line that is put again");
});

test("a line end that is deleted takes its CRs along", () => {
  assert.equal(text("a\r\nb\nc", 0, { changes: { from: 2, to: 3, insert: " " } }), "a b\nc", "joined");
  assert.equal(text("a\r\nb\nc", 0, { changes: { from: 2, to: 5 } }), "ac", "with the text behind it");
  assert.equal(text("a\r\nb\nc", 0, { changes: { from: 2, to: 4 } }), "a\r\nc", "a line feed is left");
  assert.equal(text("a\r\nb\n", 0, { changes: { from: 2, to: 3, insert: "\nx\n" } }), "a\r\nx\nb\n");
});

test("what is put behind the CR of a line end stands before it", () => {
  const put = (insert: string) => text("a\r\nb\r\r\nc", 0, { changes: [2, 6, 8].map((from) => ({ from, insert })) });
  assert.equal(put(";"), "a;\r\nb;\r\r\nc;");
  assert.equal(put("x\ny"), "ax\ny\r\nbx\ny\r\r\ncx\ny");
  assert.equal(put("\nx"), "a\r\nx\nb\r\r\nx\nc\nx", "a line below");
});

test("signs do not change places with the CR of a line end", () => {
  assert.equal(text("ab\r\nc\n", 2, transposeChars), "ab\r\nc\n");
});

test("text that is deleted or replaced up to its line end leaves it whole", () => {
  const replaced = (from: number, to: number, insert: string) => text("ab\r\r\nc\n", 0, { changes: { from, to, insert } });
  assert.equal(replaced(0, 4, ""), "\r\r\nc\n");
  assert.equal(replaced(1, 3, ""), "a\r\r\nc\n");
  assert.equal(replaced(1, 4, "x"), "ax\r\r\nc\n");
  assert.equal(replaced(1, 4, "x\r\r"), "ax\r\r\nc\n");
  assert.equal(replaced(2, 4, ""), "ab\nc\n", "the CRs alone are meant");
  assert.equal(replaced(0, 4, "x\ry"), "x\ry\r\r\nc\n", "a CR inside what was pasted");
  assert.equal(replaced(0, 4, "x\ryz"), "x\ryz\r\r\nc\n", "in as many characters");
});

test("other CRs, and what is not by the person, stay as they are", () => {
  assert.equal(text("a\nb\r", 0, { changes: { from: 0, insert: "x" } }), "xa\nb\r");
  assert.equal(text("a\rb\nc\r\n", 0, { changes: { from: 3, to: 4 } }), "a\rbc\r\n");
  assert.equal(text("", 0, { changes: { from: 0, insert: "a\r\nb\r" } }), "a\r\nb\r");
  assert.equal(text("a\nb\r\nc", 0, { changes: { from: 4, to: 6 }, userEvent: "bobbin" }), "a\nb\r");
});

test("what was copied here is pasted as it was, and no other CR comes in", () => {
  const state = EditorState.create({ extensions: withinLines });
  const copy = (text: string) => state.facet(EditorView.clipboardOutputFilter).reduce((text, it) => it(text, state), text);
  const pasted = (text: string) => state.facet(EditorView.clipboardInputFilter).reduce((text, it) => it(text, state), text);
  assert.equal(pasted("a\rb\r\n"), "a\nb\n");
  assert.equal(pasted(copy("a\rb\r\r\n")), "a\rb\r\r\n");
  assert.equal(pasted("a\r\n"), "a\n");
  assert.equal(pasted(copy("a\r\n").replace("\r", "")), "a\n", "as a clipboard changed it");
});
