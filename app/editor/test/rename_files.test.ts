import { history } from "@codemirror/commands";
import { LSPClient } from "@codemirror/lsp-client";
import { EditorState } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Documents, OpenDocument } from "../src/documents.ts";
import { LostError, StaleError } from "../src/errors.ts";
import { renameFiles } from "../src/rename_files.ts";
import { redoIn, stepsOfSeveralFiles, undoIn } from "../src/undo.ts";
import type { WorkspaceEdit } from "../src/wire.ts";

const uriOf = (name: string) => `bobbin:///${encodeURIComponent(name)}`;

/** Files by name, each with a history, on a page that renames them when it is asked to. */
function start(texts: Record<string, string>) {
  const client = new LSPClient({ workspace: (it) => new Documents(it) });
  const documents = client.workspace as Documents;
  documents.attach({ notify() {} }, () => {}, () => {});
  const notices: string[] = [];
  documents.notice = (text) => notices.push(text);
  documents.onRename = (document, name) => {
    if (documents.get(uriOf(name)) === null) documents.rename(document, uriOf(name), name);
  };
  const open = (name: string, text: string) => {
    const file = { uri: uriOf(name), name, language: "fake", text, encoding: "utf8" as const };
    const document = new OpenDocument(file, (_, doc) => EditorState.create({ doc, extensions: [history(), stepsOfSeveralFiles] }));
    documents.add(document);
    return document;
  };
  for (const [name, text] of Object.entries(texts)) open(name, text);
  const of = (name: string) => documents.get(uriOf(name)) ?? assert.fail(name);
  /** The edit that writes `word` in place of the whole first line of files. */
  const edit = (...all: [string, string][]): WorkspaceEdit => ({
    documentChanges: all.map(([name, newText]) => {
      const end = { line: 0, character: of(name).doc.line(1).length };
      return { textDocument: { uri: uriOf(name) }, edits: [{ range: { start: { line: 0, character: 0 }, end }, newText }] };
    }),
  });
  const rename = (pairs: [string, string][], plan: () => Promise<WorkspaceEdit | null>, isBack = false) =>
    renameFiles(documents, pairs.map(([from, to]) => ({ uri: uriOf(from), newUri: uriOf(to), name: to })), plan, isBack);
  const all = () => documents.files.map((it) => `${it.name}: ${it.text()}`).join("; ");
  const type = (name: string, insert: string) =>
    documents.dispatch(of(name), { changes: { from: of(name).doc.length, insert }, userEvent: "input.type" });
  return { documents, notices, open, of, edit, rename, all, type };
}

const before = "a: text; m: include a; n: include a";
const after = "b/a: text; m: include b/a; n: include b/a";

async function renamed() {
  const it = start({ a: "text", m: "include a", n: "include a" });
  const plan = async () => it.edit(["m", "include b/a"], ["n", "include b/a"]);
  assert.deepEqual(await it.rename([["a", "b/a"]], plan), { Ok: { rewritten: ["m", "n"], notes: [], unasked: null } });
  assert.equal(it.all(), after);
  return it;
}

test("one undo in any of the files takes back the name and all that names it, one redo does it again", async () => {
  for (const [first, second] of [["b/a", "a"], ["m", "n"], ["n", "a"]] as const) {
    const it = await renamed();
    for (let round = 0; round < 2; round += 1) {
      assert.ok(undoIn(it.documents, it.of(first)));
      assert.equal(it.all(), before);
      assert.match(it.notices.at(-1) ?? "", /`b\/a` is `a` again\.$/);
      assert.ok(redoIn(it.documents, it.of(second)));
      assert.equal(it.all(), after);
      assert.match(it.notices.at(-1) ?? "", /`a` is `b\/a` again\.$/);
    }
  }
});

test("a file that moved is told of if a text was written anew for that", async () => {
  const moved: string[] = [];
  const note = (document: OpenDocument, from: string) => moved.push(`${from} > ${document.name}`);
  const it = start({ a: "text", m: "include a" });
  const to = (name: string) => ({ uri: uriOf(name), newUri: uriOf(`b/${name}`), name: `b/${name}` });
  await renameFiles(it.documents, [to("a")], async () => it.edit(["m", "include b/a"]), false, note);
  await renameFiles(it.documents, [to("m")], async () => null, false, note);
  assert.deepEqual(moved, ["a > b/a"]);
});

test("names taken back undo their step, unless a file has changed since", async () => {
  const it = await renamed();
  assert.deepEqual(await it.rename([["b/a", "a"]], () => assert.fail("asked"), true), { Ok: null });
  assert.equal(it.all(), before);
  assert.match(it.notices.at(-1) ?? "", /`b\/a` is `a` again\.$/);
  assert.ok(redoIn(it.documents, it.of("m")));
  assert.equal(it.all(), after);

  const other = await renamed();
  other.type("n", "!");
  const plan = async () => other.edit(["m", "include a"], ["n", "include a!"]);
  const done = await other.rename([["b/a", "a"]], plan, true);
  assert.deepEqual(done, { Ok: { rewritten: ["m", "n"], notes: [], unasked: null } });
  assert.equal(other.all(), `${before}!`);

  // Another name than the one that it had is no way back.
  const third = await renamed();
  const away = async () => third.edit(["m", "include c"], ["n", "include c"]);
  assert.ok("Ok" in (await third.rename([["b/a", "c"]], away, true)));
  assert.equal(third.all(), "c: text; m: include c; n: include c");
});

test("a renamed file that was closed since is named as it was closed", async () => {
  const it = await renamed();
  it.documents.remove(it.of("b/a"));
  assert.ok(undoIn(it.documents, it.of("m")));
  assert.match(it.notices.at(-1) ?? "", /`b\/a` is closed/);
  const other = await renamed();
  assert.ok(undoIn(other.documents, other.of("m")));
  other.documents.remove(other.of("a"));
  assert.ok(redoIn(other.documents, other.of("m")));
  assert.match(other.notices.at(-1) ?? "", /`a` is closed/);
});

test("a name that nobody writes is no step of a text", async () => {
  const it = start({ a: "text" });
  it.type("a", "!");
  assert.ok("Ok" in (await it.rename([["a", "b"]], async () => null)));
  assert.equal(it.all(), "b: text!");
  assert.ok(undoIn(it.documents, it.of("b")));
  assert.equal(it.all(), "b: text");
  assert.equal(undoIn(it.documents, it.of("b")), false);
});

test("nothing is written if one of the texts is newer than the edits", async () => {
  const it = start({ a: "text", m: "include a", n: "include a" });
  let nTries = 0;
  const plan = async () => {
    nTries += 1;
    const edit = it.edit(["m", "include b"], ["n", "include b"]);
    it.type("n", "!");
    return edit;
  };
  assert.deepEqual(await it.rename([["a", "b"]], plan), { Err: "a text is changing; try again" });
  assert.equal(nTries, 3);
  assert.equal(it.all(), "a: text; m: include a; n: include a!!!");
});

test("the edits are asked for again where a text changed, or was opened, meanwhile", async () => {
  const it = start({ a: "text", m: "include a" });
  let nTries = 0;
  const plan = async () => {
    nTries += 1;
    if (nTries === 1) throw new StaleError();
    if (nTries === 2) it.open("n", "include a");
    return nTries === 3 ? it.edit(["m", "include b"], ["n", "include b"]) : it.edit(["m", "include b"]);
  };
  assert.ok("Ok" in (await it.rename([["a", "b"]], plan)));
  assert.equal(it.all(), "b: text; m: include b; n: include b");
});

test("what the server refuses is not done; where it is lost, the names change alone", async () => {
  const it = start({ a: "text", m: "include a" });
  const refusal = { code: -32803, message: "no `include` can name `/#`" };
  assert.deepEqual(await it.rename([["a", "#"]], () => Promise.reject(refusal)), { Err: refusal.message });
  assert.equal(it.all(), "a: text; m: include a");
  const lost = () => Promise.reject(new LostError("The language core is stopped."));
  assert.deepEqual(await it.rename([["a", "b"]], lost), { Ok: { rewritten: [], notes: [], unasked: "The language core is stopped." } });
  assert.equal(it.all(), "b: text; m: include a");
});

test("a name that another file has is not taken, also not by undo", async () => {
  const it = start({ a: "1", b: "include a" });
  assert.deepEqual(await it.rename([["a", "b"]], async () => null), { Err: "another open file is called `b`" });
  assert.ok("Ok" in (await it.rename([["a", "c"]], async () => it.edit(["b", "include c"]))));
  it.open("a", "3");
  assert.ok(undoIn(it.documents, it.of("b")));
  assert.match(it.notices.at(-1) ?? "", /another file is called `a`\. Nothing was undone/);
  assert.equal(it.all(), "c: 1; b: include c; a: 3");
  // Pressed once more, the text follows alone.
  assert.ok(undoIn(it.documents, it.of("b")));
  assert.equal(it.all(), "c: 1; b: include a; a: 3");
});

test("a folder that moves into itself loses no file", async () => {
  const it = start({ "a/x": "1", "a/a/x": "2", "a/a/a/x": "3", m: "include a/x" });
  const pairs = ["a/x", "a/a/x", "a/a/a/x"].map((name): [string, string] => [name, `a/${name}`]);
  assert.ok("Ok" in (await it.rename(pairs, async () => it.edit(["m", "include a/a/x"]))));
  assert.equal(it.all(), "a/a/x: 1; a/a/a/x: 2; a/a/a/a/x: 3; m: include a/a/x");
  assert.ok(undoIn(it.documents, it.of("a/a/x")));
  assert.equal(it.all(), "a/x: 1; a/a/x: 2; a/a/a/x: 3; m: include a/x");
  assert.match(it.notices.at(-1) ?? "", /`m`, too\. 3 files have their former names again\.$/);
});

test("a file that has got yet another name keeps it", async () => {
  const it = await renamed();
  it.documents.rename(it.of("b/a"), uriOf("c"), "c");
  assert.ok(undoIn(it.documents, it.of("m")));
  assert.equal(it.all(), "c: text; m: include a; n: include a");
});
