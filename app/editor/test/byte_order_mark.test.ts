import { copyLineDown, copyLineUp, history, indentMore, moveLineDown, moveLineUp, redo, undo } from "@codemirror/commands";
import { getIndentation, IndentContext } from "@codemirror/language";
import { EditorSelection, EditorState, type StateCommand, type TransactionSpec } from "@codemirror/state";
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
  assert.equal(after("\ufeffab", () => ({ changes: { from: 0, to: 1 } })), "\ufeffab 1-1");
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

/** Returns the text after a command or a change, having checked that undo and redo are exact. */
function text(doc: string, line: number, does: StateCommand | TransactionSpec): string {
  let state = EditorState.create({ doc, extensions: [behindMark, history()] });
  const run = (command: StateCommand) => command({ state, dispatch: (it) => (state = it.state) });
  state = state.update({ selection: { anchor: state.doc.line(line).from } }).state;
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

test("many copies of the mark are looked up in the lines at once", () => {
  const doc = ["\ufeff# a", ...Array.from({ length: 2000 }, (_, idx) => `# ${idx}`)].join("\n");
  const state = EditorState.create({ doc, extensions: behindMark });
  let nRead = 0;
  const { line } = state.doc;
  state.doc.line = (nth) => (nRead++, line.call(state.doc, nth));
  const carets = Array.from({ length: 300 }, (_, idx) => line.call(state.doc, idx + 2).from);
  const changes = carets.map((from) => ({ from, insert: "\ufeff# a\n" }));
  const { newDoc } = state.update({ changes });
  assert.equal(newDoc.toString().lastIndexOf("\ufeff"), 0);
  assert.equal(newDoc.lines, 2301);
  assert.ok(nRead < 2000, `${nRead} lines are looked up`);
});

test("commands on lines leave the mark where it is, and do not copy it", () => {
  const doc = "\ufeff# a\n# b\n# c";
  assert.equal(text(doc, 1, moveLineDown), "\ufeff# b\n# a\n# c");
  assert.equal(text(doc, 2, moveLineUp), "\ufeff# b\n# a\n# c");
  assert.equal(text(doc, 1, copyLineDown), "\ufeff# a\n# a\n# b\n# c");
  assert.equal(text(doc, 1, copyLineUp), "\ufeff# a\n# a\n# b\n# c");
  assert.equal(text(doc, 1, indentMore), "\ufeff  # a\n# b\n# c");
  assert.equal(text(doc, 1, { changes: { from: 0, to: 5 } }), "\ufeff# b\n# c", "a line that is deleted");
  assert.equal(text(doc, 1, { changes: { from: 0, insert: "\n" } }), "\ufeff\n# a\n# b\n# c");
  assert.equal(text(doc, 1, { changes: { from: 0, insert: "\ufeff# a\n" } }), "\ufeff# a\n# a\n# b\n# c", "a line that is put again");
  assert.equal(text("\ufeff# b\n# c", 1, { changes: { from: 5, insert: "\ufeff# a\n" } }), "\ufeff# b\n# a\n# c", "one that was cut before");
  assert.equal(text(doc, 1, { changes: { from: 8, insert: "\ufeff# a" } }), "\ufeff# a\n# b# a\n# c", "within a line");
  assert.equal(text(doc, 1, { changes: { from: 0, to: 2, insert: "#\ufeff" } }), doc, "signs that change places");
  assert.equal(text(doc, 1, { changes: [{ from: 0, insert: "x" }, { from: 1, insert: "y" }] }), "\ufeffxy# a\n# b\n# c");
});

test("a whole text that is replaced has the mark that it brings, or the lines", () => {
  const doc = "\ufeff# a\n# b";
  const replaced = (insert: string) => text(doc, 1, { changes: { from: 0, to: doc.length, insert } });
  assert.equal(replaced("x"), "x");
  assert.equal(replaced(""), "");
  assert.equal(replaced("\ufeffx\ny"), "\ufeffx\ny");
  assert.equal(replaced("# b\n\ufeff# a"), "\ufeff# b\n# a");
});

test("what is not by the person, and marks that are lines' own, stay as they are", () => {
  const doc = "\ufeff# a\n\ufeff# b\n# c";
  assert.equal(text(doc, 3, moveLineUp), "\ufeff# a\n# c\n\ufeff# b");
  assert.equal(text(doc, 2, moveLineDown), "\ufeff# a\n# c\n\ufeff# b");
  assert.equal(text(doc, 1, { changes: { from: 0, to: 1 }, userEvent: "bobbin" }), doc.slice(1));
  assert.equal(text("# a", 1, { changes: { from: 0, insert: "\ufeff" } }), "\ufeff# a");
});
