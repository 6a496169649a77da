import assert from "node:assert/strict";
import { test } from "node:test";
import { SearchQuery } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { countOf } from "../src/search_count.ts";

test("the matches are counted, and the selected one is told", () => {
  const doc = "one two one\none";
  const count = (search: string, anchor = 0, head = 0, more = {}) =>
    countOf(EditorState.create({ doc, selection: { anchor, head } }), new SearchQuery({ search, ...more }));
  assert.equal(count("one"), "3 matches");
  assert.equal(count("one", 8, 11), "2 of 3");
  assert.equal(count("one", 11, 8), "2 of 3");
  assert.equal(count("two"), "1 match");
  assert.equal(count("three"), "no matches");
  assert.equal(count(""), "");
  assert.equal(count("(", 0, 0, { regexp: true }), "");
  assert.equal(count("on.", 0, 0, { regexp: true }), "3 matches");
});
