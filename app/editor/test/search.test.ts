import { history } from "@codemirror/commands";
import { LSPClient } from "@codemirror/lsp-client";
import { EditorState, type Text } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Documents, OpenDocument } from "../src/documents.ts";
import { applyDocumentEdits } from "../src/edits.ts";
import { editsOf } from "../src/search/calls.ts";
import { type Hits, mostHits, type Query, searchIn } from "../src/search/search.ts";
import { stepsOfSeveralFiles, undoIn } from "../src/undo.ts";

const query = (text: string, more: Partial<Query> = {}): Query => ({
  text, isRegex: false, isCase: false, isWord: false, replacement: null, ...more,
});
const texts = (...all: string[]) => all.map((text, nth) => ({ uri: `u${nth}`, name: `n${nth}`, version: 1, text }));

/** The hits as `file:line:column match`. */
const short = ({ files }: Hits) =>
  files.flatMap(({ uri, hits }) => hits.map((it) => `${uri}:${it.line}:${it.from} ${it.match}`));

test("plain text, words, case and expressions", () => {
  const all = texts("Rate = 5\nrates\n# rate. r.te", "nothing", "x rate");
  const found = (text: string, more: Partial<Query> = {}) => short(searchIn(all, query(text, more)));
  assert.deepEqual(found("rate"), ["u0:0:0 Rate", "u0:1:0 rate", "u0:2:2 rate", "u2:0:2 rate"]);
  assert.deepEqual(found("rate", { isCase: true, isWord: true }), ["u0:2:2 rate", "u2:0:2 rate"]);
  assert.deepEqual(found("r.te"), ["u0:2:8 r.te"], "signs mean themselves");
  assert.deepEqual(found("^r\\w+s$", { isRegex: true }), ["u0:1:0 rates"]);
  assert.deepEqual(found("x*", { isRegex: true }), ["u2:0:0 x"], "nothing is no hit");
  assert.deepEqual(found(""), []);
  for (const sign of "\\^$.*+?()[]{}|/-<>=!:,&#~%`'\" ") {
    assert.deepEqual(short(searchIn(texts(`a${sign}b`), query(`${sign}b`))), [`u0:0:1 ${sign}b`], sign);
  }
  assert.deepEqual(short(searchIn(texts("größer größe"), query("größe", { isWord: true }))), ["u0:0:7 größe"]);
});

test("an expression that is none is said", () => {
  for (const text of ["(", "a)(b", "[", "\\", "(?<n>a)(?<n>b)", "*"]) {
    assert.match(searchIn(texts("a"), query(text, { isRegex: true, isWord: true })).fault ?? "", /^This is not a valid regular expression: .+\.$/, text);
  }
});

test("no more than the limit is listed", () => {
  const line = "aaaaaaaaaa\n";
  const found = searchIn(texts(line.repeat(400), line.repeat(400)), query("a"));
  assert.equal(found.isCut, true);
  assert.deepEqual(found.files.map((it) => it.hits.length), [4000, 1000]);
  assert.equal(searchIn(texts(line.repeat(mostHits / 10)), query("a")).isCut, false, "just as many");
});

test("long lines are cut around the hit, and no character is cut in two", () => {
  const found = searchIn(texts(`${"😀".repeat(30)}needle${"😀".repeat(70)}`), query("needle"));
  const hit = found.files[0]?.hits[0] ?? assert.fail();
  assert.equal(hit.before, `…${"😀".repeat(20)}`);
  assert.equal(hit.after, `${"😀".repeat(60)}…`);
  assert.equal(searchIn(texts("x".repeat(500)), query("x+", { isRegex: true })).files[0]?.hits[0]?.match.length, 121);
  const before = (blanks: number, text: string) =>
    searchIn(texts(" ".repeat(blanks) + text), query("needle")).files[0]?.hits[0]?.before;
  assert.equal(before(4, "needle"), "");
  const key = `${"k".repeat(37)} = `;
  assert.equal(before(6, `${key}needle`), key, "blanks at the start are no text");
  assert.equal(before(6, `k${key}needle`), `…${key}`);
});

test("the CR of a mixed line end is no part of the line, unless it is looked for", () => {
  const found = (text: string, more = {}) => short(searchIn(texts("a = 1\r\nb = 1\n1\r"), query(text, { isRegex: true, ...more })));
  assert.deepEqual(found("1$"), ["u0:0:4 1", "u0:1:4 1"]);
  assert.deepEqual(found("\\s$"), ["u0:2:1 \r"]);
  assert.deepEqual(found("1\\r"), ["u0:0:4 1\r", "u0:2:0 1\r"]);
});

test("the byte order mark is no part of the first line", () => {
  const found = (text: string) => short(searchIn(texts("\ufeff  process a\n\ufeffb", "\ufeff"), query(text, { isRegex: true })));
  assert.deepEqual(found("^ "), ["u0:0:1  "]);
  assert.deepEqual(found("^\\s*process"), ["u0:0:1   process"]);
  assert.deepEqual(found("a$"), ["u0:0:11 a"]);
  assert.deepEqual(found("^.b"), ["u0:1:0 \ufeffb"], "elsewhere it is a character");
  const hit = searchIn(texts("\ufeffprocess a"), query("a")).files[0]?.hits[0] ?? assert.fail();
  assert.deepEqual([hit.before, hit.from, hit.to], ["process ", 9, 10]);
});

test("replacements are filled in as everybody knows it", () => {
  const inserted = (text: string, replacement: string, isRegex = true) =>
    searchIn(texts("rate = 12"), query(text, { isRegex, replacement })).files[0]?.hits[0]?.inserted;
  assert.equal(inserted("(\\w+) = (\\d+)", "$2 <- $1"), "12 <- rate");
  assert.equal(inserted("(?<k>\\w+) =", "[$<k>]$&$$"), "[rate]rate =$");
  assert.equal(inserted("(\\w+) =", "$12$9"), "rate2$9");
  assert.equal(inserted("rate", "<$0> $00 $05"), "<rate> rate rate5", "the whole match");
  assert.equal(inserted("(rate)", "$01;$10"), "rate;rate0");
  assert.equal(inserted("rate", "\\r\\n"), "\r\n");
  assert.equal(inserted("rate", "$1$&", false), "$1$&", "plain text means itself");
  assert.equal(inserted(" = ", "\\n\\t\\\\t\\d"), "\n\t\\t\\d");
  assert.equal(inserted("rate", "\\n", false), "\\n");
  assert.equal(inserted("rate", ""), "");
});

test("replacing is one step over all files, and refused as a whole if one has changed", () => {
  const client = new LSPClient({ workspace: (it) => new Documents(it) });
  const documents = client.workspace as Documents;
  documents.attach({ notify() {} }, () => {}, () => {});
  const create = (_: OpenDocument, doc: Text) => EditorState.create({ doc, extensions: [history(), stepsOfSeveralFiles] });
  for (const [uri, text] of [["a", "one\r\none two\r\n"], ["b", "two one"], ["c", "none"]] as const) {
    documents.add(new OpenDocument({ uri, name: uri, language: "fake", text, encoding: "utf8" }, create));
  }
  const all = () => documents.files.map((it) => it.text());
  const before = all();
  const search = () =>
    searchIn(documents.files.map(({ uri, name, version, doc }) => ({ uri, name, version, text: doc.toString() })), query("one", { isWord: true, replacement: "1" }));
  const found = search();
  assert.equal(applyDocumentEdits(documents, editsOf(found, new Set([1])), "replace"), true);
  assert.deepEqual(all(), ["1\r\none two\r\n", "two 1", "none"], "the second one was left out");
  assert.ok(undoIn(documents, documents.files[1] ?? assert.fail()));
  assert.deepEqual(all(), before);
  const stale = search();
  documents.dispatch(documents.files[1] ?? assert.fail(), { changes: { from: 0, insert: "!" } });
  assert.equal(applyDocumentEdits(documents, editsOf(stale, new Set()), "replace"), false);
  assert.equal(documents.files[0]?.text(), before[0], "nor is the other file changed");
});
