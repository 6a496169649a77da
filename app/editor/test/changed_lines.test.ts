import assert from "node:assert/strict";
import test from "node:test";
import { Text } from "@codemirror/state";
import { changedLines } from "../src/changed_lines.ts";

const edit = (from: number, to: number) => ({
  range: { start: { line: from, character: 0 }, end: { line: to, character: 0 } },
  newText: "",
});
const doc = (...lines: string[]) => Text.of(lines);

test("a changed line has both sides, and its number from 1", () => {
  const changed = changedLines(doc("a", "n = 4", "b"), doc("a", "n = 5", "b"), [edit(1, 1)]);
  assert.deepEqual(changed, [{ line: 2, before: "n = 4", after: "n = 5" }]);
});

test("lines that are new or gone have one side", () => {
  const added = changedLines(doc("a", "b"), doc("a", "new", "b"), [edit(1, 1)]);
  assert.deepEqual(added, [{ line: 2, before: null, after: "new" }]);
  const gone = changedLines(doc("a", "old", "b"), doc("a", "b"), [edit(1, 2)]);
  assert.deepEqual(gone, [{ line: 2, before: "old", after: null }]);
});

test("lines between two edits that stay are left out, and there are four at most", () => {
  const before = doc("a", "b", "c", "d", "e", "f", "g");
  const changed = changedLines(before, doc("A", "b", "C", "D", "E", "F", "g"), [edit(0, 0), edit(2, 5)]);
  assert.deepEqual(changed.map((it) => it.line), [1, 3, 4, 5]);
  assert.deepEqual(changedLines(before, before, []), []);
});
