import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import { carriageReturns, insertedLines, type LineEnds, lineEndsOf, linesToText, textToLines } from "../src/line_ends.ts";

const cases: [text: string, ends: LineEnds, lines: string[]][] = [
  ["", "lf", [""]],
  ["a", "lf", ["a"]],
  ["a\nb\n", "lf", ["a", "b", ""]],
  ["a\r\nb\r\n", "crlf", ["a", "b", ""]],
  ["\r\n", "crlf", ["", ""]],
  ["\ufeffa\r\n\r\né🎉", "crlf", ["\ufeffa", "", "é🎉"]],
  ["a\r\nb\n", "mixed", ["a\r", "b", ""]],
  ["a\rb", "mixed", ["a\rb"]],
  ["a\r\r\nb\r\n", "mixed", ["a\r\r", "b\r", ""]],
  ["a\r\nb\r", "mixed", ["a\r", "b\r"]],
  ["a\n\r\n", "mixed", ["a", "\r", ""]],
];

for (const [text, ends, lines] of cases) {
  test(`${JSON.stringify(text)} has ${ends} line ends and comes back as it was`, () => {
    assert.equal(lineEndsOf(text), ends);
    const doc = textToLines(text, ends);
    assert.deepEqual(doc.toJSON(), lines);
    assert.equal(linesToText(doc, ends), text);
  });
}

test("an inserted text takes the line ends of the file", () => {
  const inserted = "x\r\ny\nz";
  const into = (ends: LineEnds) => linesToText(insertedLines(inserted, ends), ends);
  assert.equal(into("lf"), "x\ny\nz");
  assert.equal(into("crlf"), "x\r\ny\r\nz");
  // Where CR is a character, an edit may bring one.
  assert.equal(into("mixed"), inserted);
});

test("of mixed line ends every CR in front of an LF goes", () => {
  const text = "a\r\nb\nc\r\r\nd\re\n\r";
  const lines = textToLines(text, "mixed");
  const { doc } = EditorState.create({ doc: lines }).update({ changes: carriageReturns(lines) }).state;
  assert.equal(linesToText(doc, "mixed"), "a\nb\nc\nd\re\n\r");
});
