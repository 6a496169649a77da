import { EditorState, type Extension, type TransactionSpec } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnostics, drawDiagnostics, selectedInWords } from "../src/diagnostics.ts";
import type { OpenDocument } from "../src/documents.ts";
import type { LspDiagnostic } from "../src/wire.ts";

/** A text with diagnostics, and how often something of them was drawn. */
function start(doc: string, ...more: Extension[]) {
  let state = EditorState.create({ doc, extensions: [diagnostics, more] });
  let drawn = 0;
  const document = {
    get state() {
      return state;
    },
    dispatch(spec: TransactionSpec) {
      drawn++;
      state = state.update(spec).state;
    },
  };
  return {
    draw: (found: LspDiagnostic[]) => drawDiagnostics(document as unknown as OpenDocument, found, null),
    change: (changes: TransactionSpec["changes"]) => {
      state = state.update(changes ? { changes } : {}).state;
    },
    drawn: () => drawn,
    said: (anchor: number, head: number) => selectedInWords(state.update({ selection: { anchor, head } }).state),
  };
}

function warning(line: number, from: number, to: number): LspDiagnostic {
  const range = { start: { line, character: from }, end: { line, character: to } };
  return { range, severity: 2, message: "the flag bits 0xf0 are reserved" };
}

test("the same diagnostics are not drawn again", () => {
  const { draw, change, drawn } = start("a\nflags = x, 0xf0\n");
  draw([warning(1, 11, 15)]);
  draw([warning(1, 11, 15)]);
  change({ from: 17, insert: "; more" });
  draw([warning(1, 11, 15)]);
  assert.equal(drawn(), 1);
});

test("no fix is offered of a text that can only be read", () => {
  const fix = { label: "Mend", edits: [] };
  const fixable = { ...warning(1, 11, 15), data: { message: "", fixes: [fix], moves: [] } } as unknown as LspDiagnostic;
  const said = (...more: Extension[]) => {
    const { draw, said } = start("a\nflags = x, 0xf0\n", ...more);
    draw([fixable]);
    return said(13, 17);
  };
  assert.match(said(), /, 1 fix$/);
  assert.match(said(EditorState.readOnly.of(true)), /line 2$/);
});

test("the mark of a line goes with the text that its diagnostic was about", () => {
  const { draw, change, drawn } = start("a\nflags = x, 0xf0\n");
  draw([warning(1, 11, 15)]);
  change({ from: 11, to: 17 });
  draw([]);
  assert.equal(drawn(), 2);
});

test("of several problems at one place all are said", () => {
  const { draw, said } = start("a\nflags = x, 0xf0\n");
  const other: LspDiagnostic = { ...warning(1, 11, 15), severity: 1, message: "`0xf0` is too large" };
  draw([warning(1, 11, 15), other, warning(1, 8, 9)]);
  assert.equal(
    said(13, 17),
    "Warning 2 of 3: the flag bits 0xf0 are reserved, line 2; Error 3 of 3: 0xf0 is too large, line 2",
  );
});

test("the problem that is gone to is said with its place among all", () => {
  const { draw, said } = start("a\nflags = x, 0xf0\n");
  assert.equal(said(0, 0), "No problems.");
  const data = { fixes: [{ label: "remove" }] } as unknown as NonNullable<LspDiagnostic["data"]>;
  draw([warning(1, 11, 15), { ...warning(0, 0, 1), severity: 1, message: "`a` is unknown", data }]);
  assert.equal(said(0, 1), "Error 1 of 2: a is unknown, line 1, 1 fix");
  assert.equal(said(13, 17), "Warning 2 of 2: the flag bits 0xf0 are reserved, line 2");
});
