// The grammars colour what the languages have.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** Returns the patterns of a grammar by the beginning of their names, those within others, too. */
function patternOf(language, name) {
  const grammar = JSON.parse(readFileSync(new URL(`../syntaxes/${language}.json`, import.meta.url), "utf8"));
  const all = grammar.patterns.flatMap((it) => [it, ...(it.patterns ?? [])]);
  const found = all.find((it) => it.name?.startsWith(name)).match;
  return new RegExp(found.replace("(?i)", ""), found.startsWith("(?i)") ? "i" : "");
}

/** Returns what a grammar takes for a comment in a line. */
function commentIn(language, line) {
  return patternOf(language, "comment.").exec(line)?.[0].trim();
}

test("comments are where the languages have them", () => {
  assert.equal(commentIn("pinsight", "  # note"), "# note");
  assert.equal(commentIn("pinsight", "MPI_Send = on # note"), undefined);
  assert.equal(commentIn("coil-target", "; note"), "; note");
  assert.equal(commentIn("coil-target", "PU = CPU # note"), "# note");
  assert.equal(commentIn("coil-target", "PU = CPU ; note"), "; note");
  assert.equal(commentIn("coil-target", "LibraryPaths = /opt/a#b"), undefined);
  assert.equal(commentIn("coil-hardware", "gpr = 16;note"), ";note");
});

test("words are coloured that mean something", () => {
  const isWord = (language, word) => patternOf(language, "constant.language").test(word);
  for (const word of ["on", "OFF", "MONITOR", "Introspect"]) assert.ok(isWord("pinsight", word), word);
  for (const word of ["true", "PAUSE"]) assert.ok(!isWord("pinsight", word), word);
  for (const language of ["coil-target", "coil-hardware"]) {
    assert.ok(isWord(language, "true") && isWord(language, "No"));
    assert.ok(!isWord(language, "on") && !isWord(language, "off"));
  }
});
