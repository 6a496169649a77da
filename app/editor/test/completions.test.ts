// What Enter means in the list of completions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import { isFinished } from "../src/completions.ts";

/** Returns what `isFinished` says of a text with the caret at `|`. */
function isFinishedAt(text: string, word: string): boolean {
  return isFinished(EditorState.create({ doc: text.replace("|", ""), selection: { anchor: text.indexOf("|") } }), word);
}

test("a whole word is finished at the end of its line", () => {
  assert(isFinishedAt("process a\n  :: numbers|\n", "numbers"));
  assert(isFinishedAt("  :: numbers|  ", "numbers"));
  assert(!isFinishedAt("  :: number|", "numbers"));
  assert(!isFinishedAt("  :: more_numbers|", "numbers"));
});

test("a word within a line is no reason to break the line", () => {
  assert(!isFinishedAt("[Lexgion(MPI:MPI_Send|)]: MPI.default", "MPI:MPI_Send"));
  assert(!isFinishedAt("[MPI.rank|(0,8)]", "MPI.rank"));
});
