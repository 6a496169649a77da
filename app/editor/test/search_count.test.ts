import assert from "node:assert/strict";
import { test } from "node:test";
import { SearchQuery } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { countOf, matchesOf } from "../src/search_count.ts";

function count(doc: string, search: string, anchor = 0, head = 0, more = {}): string {
  const state = EditorState.create({ doc, selection: { anchor, head } });
  return countOf(matchesOf(state, new SearchQuery({ search, ...more })), state.selection.main);
}

test("the matches are counted, and the selected one is told", () => {
  const doc = "one two one\none";
  assert.equal(count(doc, "one"), "3 matches");
  assert.equal(count(doc, "one", 8, 11), "2 of 3");
  assert.equal(count(doc, "one", 11, 8), "2 of 3");
  assert.equal(count(doc, "two"), "1 match");
  assert.equal(count(doc, "three"), "no matches");
  assert.equal(count(doc, ""), "");
});

test("many matches are not counted to the end", () => {
  assert.equal(count("x".repeat(1000), "x"), "1000 matches");
  assert.equal(count("x".repeat(1001), "x"), "more than 1000 matches");
  assert.equal(count("x".repeat(1001), "x", 4, 5), "5 of more than 1000");
});

test("nothing is counted that can take long", () => {
  assert.equal(count("one", "on.", 0, 0, { regexp: true }), "");
  // It would take seconds, and twice as long with each letter.
  const before = Date.now();
  assert.equal(count("x".repeat(28), "(x+)+y", 0, 0, { regexp: true }), "");
  assert.ok(Date.now() - before < 500);
  assert.equal(count("one".padEnd(100_000), "one"), "1 match");
  assert.equal(count("one".padEnd(100_001), "one"), "");
});
