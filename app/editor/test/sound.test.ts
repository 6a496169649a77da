import { history, redo, undo } from "@codemirror/commands";
import { EditorSelection, EditorState, type StateCommand, type TransactionSpec } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { soundSelection, soundText } from "../src/sound.ts";

const extensions = [soundText, soundSelection, history(), EditorState.allowMultipleSelections.of(true)];

function stateOf(doc: string, ...ranges: [number, number][]): EditorState {
  const selection = EditorSelection.create(ranges.map(([anchor, head]) => EditorSelection.range(anchor, head)));
  return EditorState.create({ doc, selection, extensions });
}

function run(state: EditorState, command: StateCommand): EditorState {
  let next = state;
  command({ state, dispatch: (it) => (next = it.state) });
  return next;
}

test("a text takes keys after the place of its selection was replaced", () => {
  const state = stateOf("type = one/two/three", [11, 14]);
  const replaced = state.update({ changes: { from: 7, to: 20, insert: "whole" } }).state;
  const { from, to } = replaced.selection.main;
  assert.deepEqual([from, to], [12, 12]);
  const typed = replaced.update(replaced.replaceSelection("Q")).state;
  assert.equal(typed.doc.toString(), "type = wholeQ");
  const undone = run(run(typed, undo), undo);
  assert.equal(undone.doc.toString(), "type = one/two/three");
  assert.equal(run(run(undone, redo), redo).doc.toString(), "type = wholeQ");
});

test("of several selections those stay that were not replaced", () => {
  const state = stateOf("aaaa bbbb cccc", [1, 3], [6, 8], [10, 14]);
  const replaced = state.update({ changes: { from: 5, to: 9, insert: "x" } }).state;
  assert.deepEqual(
    replaced.selection.ranges.map(({ anchor, head }) => [anchor, head]),
    [[1, 3], [6, 6], [7, 11]],
  );
});

/** Returns the text after a change. */
function after(doc: string, spec: TransactionSpec): string {
  return stateOf(doc, [0, 0]).update(spec).state.doc.toString();
}

test("half a character becomes what a file has in its place", () => {
  assert.equal(after("ab", { changes: { from: 1, insert: "\ud83d" } }), "a\ufffdb");
  assert.equal(after("ab", { changes: { from: 1, insert: "\udf89 \ud83d" } }), "a\ufffd \ufffdb");
  assert.equal(after("a🎉b", { changes: { from: 1, to: 2 } }), "a\ufffdb");
  assert.equal(after("a🎉b", { changes: { from: 2, to: 3 } }), "a\ufffdb");
  assert.equal(after("a🎉b", { changes: { from: 2, insert: "x" } }), "a\ufffdx\ufffdb");
  assert.equal(after("🎉", { changes: { from: 2, insert: "🎉" } }), "🎉🎉");
  assert.equal(after("a🎉b", { changes: [{ from: 1, to: 2 }, { from: 2, to: 3, insert: "\udf8a" }] }), "a\ufffdb");
  assert.equal(after("a🎉b", { changes: [{ from: 1, to: 2 }, { from: 3, to: 4 }] }), "a\ufffd");
});

test("whole characters beside a change stay", () => {
  assert.equal(after("🎉🎊", { changes: { from: 2, insert: "x" } }), "🎉x🎊");
  assert.equal(after("🎉🎊", { changes: { from: 0, to: 2 } }), "🎊");
  assert.equal(after("🎉", { changes: { from: 0, to: 2, insert: "\ud83c\udf8a" } }), "🎊");
});
