import { ChangeSet, Text } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeTokens, firstTokenBehind, mapTokens, sameTokens, type TokenTable } from "../src/token_table.ts";

/** Tokens as their texts in brackets: `[key] = [12]`. */
function show(doc: Text, table: TokenTable): string {
  const text = doc.toString();
  let shown = "";
  let at = 0;
  table.from.forEach((from, idx) => {
    const to = table.to[idx] ?? 0;
    shown += `${text.slice(at, from)}[${text.slice(from, to)}]`;
    at = to;
  });
  return shown + text.slice(at);
}

function parse(shown: string): { doc: Text; table: TokenTable } {
  const from: number[] = [];
  const to: number[] = [];
  let text = "";
  for (const c of shown) {
    if (c === "[") from.push(text.length);
    else if (c === "]") to.push(text.length);
    else text += c;
  }
  return {
    doc: Text.of(text.split("\n")),
    table: { from: Uint32Array.from(from), to: Uint32Array.from(to), type: Uint8Array.from(from, (_, idx) => idx) },
  };
}

/** Maps `before` over changes `from, to, text` and compares. */
function check(before: string, changes: [number, number, string][], grow: boolean, after: string): void {
  const { doc, table } = parse(before);
  const set = ChangeSet.of(changes.map(([from, to, insert]) => ({ from, to, insert })), doc.length);
  assert.equal(show(set.apply(doc), mapTokens(table, set, grow)), after);
}

test("tokens are decoded relative to each other", () => {
  const doc = Text.of(["key = 1", "", "é🎉 = two"]);
  const table = decodeTokens(doc, [0, 0, 3, 6, 0, 0, 6, 1, 8, 0, 2, 0, 3, 6, 0, 0, 6, 3, 7, 0]);
  assert.equal(show(doc, table), "[key] = [1]\n\n[é🎉] = [two]");
  assert.deepEqual([...table.type], [6, 8, 6, 7]);
});

test("tokens outside the text are cut or left out", () => {
  const doc = Text.of(["ab", "cd"]);
  // Beyond the end of its line, empty, overlapping the one before, on a line that is not there.
  const table = decodeTokens(doc, [0, 1, 9, 1, 0, 1, 0, 0, 2, 0, 0, 0, 1, 3, 0, 0, 0, 2, 4, 0, 5, 0, 1, 5, 0]);
  assert.equal(show(doc, table), "a[b]\n[c][d]");
  assert.deepEqual([...table.type], [1, 3, 4]);
});

test("what is typed inside a token belongs to it", () => check("a [key] b", [[3, 3, "xx"]], false, "a [kxxey] b"));
test("what is typed behind a token may belong to it", () => {
  check("a [key] b", [[5, 5, "s"]], true, "a [keys] b");
  check("a [key] b", [[5, 5, " "]], false, "a [key]  b");
});
test("what is typed in front of a token pushes it along", () => check("a [key] b", [[2, 2, "x"]], true, "a x[key] b"));
test("between two tokens the first one grows", () => {
  check("[a][b]", [[1, 1, "x"]], true, "[ax][b]");
  check("[a][b]", [[1, 1, "x"]], false, "[a]x[b]");
});
test("a deleted token goes", () => check("[a] [bcd] [e]", [[2, 5, ""]], true, "[a]  [e]"));
test("a token loses what is deleted of it", () => {
  check("[abcd] [efgh]", [[2, 7, ""]], true, "[ab][gh]");
  check("[abcdef]", [[2, 4, ""]], true, "[abef]");
});
test("a replaced start or end is no longer the token's", () => {
  check("x[abcd]y", [[0, 2, "--"]], true, "--[bcd]y");
  check("x[abcd]y", [[4, 6, "--"]], false, "x[abc]--");
});
test("a word that takes a word's place takes its colour", () => check("a [key] b", [[2, 5, "name"]], true, "a [name] b"));
test("several changes at once", () => {
  check("[a] [b]\n[c] [d]", [[0, 0, ">"], [2, 3, "BB"], [4, 4, "#"], [7, 7, "x"]], true, ">[a] [BB]\n#[c] [dx]");
});

test("mapping agrees with CodeMirror's own", () => {
  let seed = 5;
  const next = (n: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (seed >> 8) % n;
  };
  for (let round = 0; round < 500; round++) {
    const { doc, table } = parse("[abc] = [def]  [#gh]\n[i][jk] x [lmnop]");
    const changes = Array.from({ length: 1 + next(3) }, () => {
      const from = next(doc.length + 1);
      return { from, to: Math.min(doc.length, from + next(8)), insert: "yyyyy".slice(next(6)) };
    });
    const set = ChangeSet.of(changes, doc.length);
    for (const grow of [false, true]) {
      const expected: [number, number][] = [];
      table.from.forEach((from, idx) => {
        const start = set.mapPos(from, 1);
        const end = set.mapPos(table.to[idx] ?? 0, grow ? 1 : -1);
        if (start < end) expected.push([start, end]);
      });
      const mapped = mapTokens(table, set, grow);
      assert.deepEqual([...mapped.from].map((it, idx) => [it, mapped.to[idx]]), expected, JSON.stringify(changes));
    }
  }
});

test("the first token behind a place", () => {
  const { table } = parse("[ab] [cd] [ef]");
  assert.deepEqual([0, 1, 2, 4, 5, 8, 99].map((it) => firstTokenBehind(table, it)), [0, 0, 1, 1, 2, 3, 3]);
});

test("tables with other types differ", () => {
  const { table } = parse("[a] [b]");
  assert.ok(sameTokens(table, parse("[a] [b]").table));
  assert.ok(!sameTokens(table, { ...table, type: Uint8Array.of(0, 2) }));
  assert.ok(!sameTokens(table, parse("[a] b").table));
});
