import { ChangeSet, EditorState } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { type LineEnds, lineEndsOf, linesToText, textToLines } from "../src/line_ends.ts";
import { offsetAt, positionAt, spanOf } from "../src/positions.ts";
import { changesOf, type ContentChange, contentChanges, documentEdits } from "../src/text_edits.ts";
import type { Position, TextEdit } from "../src/wire.ts";

/** `"1:2-1:4 text"` as an edit. */
function edit(written: string): TextEdit {
  const match = /^(\d+):(\d+)-(\d+):(\d+) ([^]*)$/.exec(written);
  assert.ok(match, written);
  const [startLine, start, endLine, end] = match.slice(1, 5).map(Number) as [number, number, number, number];
  return {
    range: { start: { line: startLine, character: start }, end: { line: endLine, character: end } },
    newText: match[5] ?? "",
  };
}

function apply(text: string, edits: string[]): string | null {
  const ends = lineEndsOf(text);
  const doc = textToLines(text, ends);
  const changes = changesOf(doc, edits.map(edit), ends);
  return changes && linesToText(ChangeSet.of(changes, doc.length).apply(doc), ends);
}

test("edits are all in terms of the text before", () => {
  assert.equal(apply("abc\ndef\n", ["0:0-0:1 X", "0:2-1:1 Y", "1:3-1:3 !"]), "XbYef!\n");
});

test("edits may come unsorted, and insertions at one place keep their order", () => {
  assert.equal(apply("abc", ["0:3-0:3 x", "0:0-0:0 1", "0:0-0:0 2"]), "12abcx");
});

test("edits that touch the same text are refused", () => {
  assert.equal(apply("abcdef", ["0:0-0:3 x", "0:2-0:4 y"]), null);
  assert.equal(apply("abcdef", ["0:1-0:3 x", "0:2-0:2 y"]), null);
});

test("an edit that changes nothing is none: it would be an undo step in which nothing happens", () => {
  const doc = textToLines("end = 100\nstart = 1\n", "lf");
  const changes = changesOf(doc, ["0:6-0:9 100", "1:8-1:9 2", "1:0-1:0 "].map(edit), "lf");
  assert.deepEqual(changes?.map(({ from, to }) => [from, to]), [[18, 19]]);
  assert.deepEqual(changesOf(doc, [edit("0:6-0:9 100")], "lf"), []);
});

test("edits next to each other are fine", () => {
  assert.equal(apply("abcdef", ["0:0-0:3 x", "0:3-0:6 y"]), "xy");
});

test("an edit in a file with CRLF", () => {
  assert.equal(apply("a = 1\r\nb = 2\r\n", ["1:0-1:0 x = 0\ny = 0\r\n"]), "a = 1\r\nx = 0\r\ny = 0\r\nb = 2\r\n");
  // The server counts the CR as the line's last character.
  assert.equal(apply("a = 1\r\nb = 2\r\n", ["0:4-0:6 9"]), "a = 9\r\nb = 2\r\n");
  assert.equal(apply("a = 1\r\nb = 2\r\n", ["0:0-1:0 "]), "b = 2\r\n");
});

test("an edit in a file with mixed line ends", () => {
  assert.equal(apply("a\r\nb\nc\r", ["0:1-0:2 ", "1:1-1:1 \r"]), "a\nb\r\nc\r");
});

test("places outside the text are cut to it", () => {
  const doc = textToLines("ab\n\ncd", "lf");
  const at = (line: number, character: number) => offsetAt(doc, { line, character });
  assert.deepEqual([at(0, 9), at(1, 1), at(2, 1), at(9, 0), at(-1, 4)], [2, 3, 5, 6, 0]);
  const span = { start: { line: 2, character: 1 }, end: { line: 0, character: 0 } };
  assert.deepEqual(spanOf(doc, span), { from: 5, to: 5 });
});

test("places count UTF-16 code units", () => {
  const doc = textToLines("é🎉x\ny", "lf");
  assert.deepEqual(positionAt(doc, 3), { line: 0, character: 3 });
  assert.equal(offsetAt(doc, { line: 0, character: 3 }), 3);
  assert.deepEqual(positionAt(doc, 99), { line: 1, character: 1 });
});

test("both spellings of a workspace edit", () => {
  const edits = [edit("0:0-0:0 x")];
  const versions = new Map([["u", 7]]);
  const expected = [{ uri: "u", version: 7, edits }];
  assert.deepEqual(documentEdits({ changes: { u: edits } }, versions), expected);
  assert.deepEqual(documentEdits({ documentChanges: [{ textDocument: { uri: "u" }, edits }] }, versions), expected);
  assert.deepEqual(documentEdits({ changes: { new: edits } }, versions), [{ uri: "new", edits }]);
  assert.deepEqual(documentEdits({}, new Map()), []);
});

/** Applies content changes as a server does: one after the other, on its own text, where only LF ends a line. */
function serve(text: string, changes: ContentChange[]): string {
  const offset = ({ line, character }: Position) => {
    let start = 0;
    for (let it = 0; it < line; it++) start = text.indexOf("\n", start) + 1;
    return start + character;
  };
  for (const { range, text: inserted } of changes) {
    text = text.slice(0, offset(range.start)) + inserted + text.slice(offset(range.end));
  }
  return text;
}

/** The same numbers in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (;;) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    yield seed >> 8;
  }
}

for (const ends of ["lf", "crlf", "mixed"] as LineEnds[]) {
  test(`after any changes the server has the editor's text, ${ends}`, () => {
    const pieces = ["", "x", "é", "🎉", "\n", "a = b\n", "\n\n", "[s]"];
    const random = numbers(7);
    const next = (n: number) => random.next().value % n;
    const mark = { lf: "\n", crlf: "\r\n", mixed: "\r\n" }[ends];
    let text = `a = 1${mark}é🎉 = 2${mark}${mark}[x]${mark}` + (ends === "mixed" ? "y\rz\n\r" : "");
    assert.equal(lineEndsOf(text), ends);
    const extensions = ends === "mixed" ? [EditorState.lineSeparator.of("\n")] : [];
    let state = EditorState.create({ doc: textToLines(text, ends), extensions });
    for (let round = 0; round < 500; round++) {
      const changes = Array.from({ length: 1 + next(3) }, () => {
        const from = next(state.doc.length + 1);
        const to = Math.min(state.doc.length, from + next(6));
        return { from, to, insert: pieces[next(pieces.length)] ?? "" };
      });
      const transaction = state.update({ changes });
      text = serve(text, contentChanges(state.doc, transaction.changes, ends));
      state = transaction.state;
      assert.equal(text, linesToText(state.doc, ends), `round ${round}`);
    }
  });
}
