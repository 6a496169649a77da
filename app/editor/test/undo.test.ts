import { LSPClient } from "@codemirror/lsp-client";
import { history } from "@codemirror/commands";
import { EditorState, Prec, StateEffect, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Documents, OpenDocument } from "../src/documents.ts";
import { applyDocumentEdits, caretBehind, whyNot } from "../src/edits.ts";
import { listed, redoIn, stepsOfSeveralFiles, tellOthers, undoIn } from "../src/undo.ts";
import type { DocumentEdit } from "../src/wire.ts";

/** Files by name, each with a history; those in `still` can only be read. */
function start(texts: Record<string, string>, still: readonly string[] = []) {
  const client = new LSPClient({ workspace: (it) => new Documents(it) });
  const documents = client.workspace as Documents;
  const said: string[] = [];
  documents.attach({ notify() {} }, () => {}, () => {}, () => {}, (text) => said.push(text));
  const notices: string[] = [];
  const changed: string[] = [];
  const gone: string[][] = [];
  documents.notice = (text, files = []) => {
    notices.push(text);
    gone.push(files);
  };
  documents.onHidden = (document, { docChanged, effects }) => {
    if (docChanged) changed.push(document.name);
    for (const it of effects) if (it.is(EditorView.announce)) said.push(it.value);
  };
  for (const [name, text] of Object.entries(texts)) {
    const file = { uri: `bobbin:///${name}`, name, language: "fake", text, encoding: "utf8" as const };
    const create = (_document: OpenDocument, doc: EditorState["doc"]) =>
      EditorState.create({ doc, extensions: [history(), stepsOfSeveralFiles, EditorState.readOnly.of(still.includes(name))] });
    documents.add(new OpenDocument(file, create));
  }
  const of = (name: string) => documents.get(`bobbin:///${name}`) ?? assert.fail(name);
  const insert = (name: string, newText: string, version?: number): DocumentEdit => {
    const at = { line: 0, character: of(name).doc.length };
    return { uri: of(name).uri, ...(version === undefined ? {} : { version }), edits: [{ range: { start: at, end: at }, newText }] };
  };
  return {
    documents, notices, gone, said, changed, of, insert,
    all: () => documents.files.map((it) => it.text()).join(" "),
    undo: (name: string) => undoIn(documents, of(name)),
    redo: (name: string) => redoIn(documents, of(name)),
    type: (name: string, text: string) =>
      documents.dispatch(of(name), { changes: { from: of(name).doc.length, insert: text }, userEvent: "input.type" }),
  };
}

test("a renaming names the other files that it changed", () => {
  const it = start({ a: "x", b: "x", c: "x" });
  const told = (...names: string[]) => {
    it.notices.length = 0;
    tellOthers(it.documents, "bobbin:///a", names.map((name) => it.insert(name, "y")));
    return it.notices;
  };
  assert.deepEqual(told("a"), []);
  assert.deepEqual(told("b", "a"), ["`b` was changed, too."]);
  assert.deepEqual(told("a", "b", "c"), ["`b` and `c` were changed, too."]);
});

test("what an undo did in many files is said without all their names", () => {
  const names = Array.from({ length: 9 }, (_, idx) => `f${idx}`);
  const it = start(Object.fromEntries(names.map((name) => [name, "x"])));
  assert.ok(applyDocumentEdits(it.documents, names.map((file) => it.insert(file, "y")), "replace all"));
  assert.ok(it.undo("f0"));
  assert.deepEqual(it.notices, ["This was undone in `f1`, `f2`, `f3` and 5 more, too."]);
  assert.ok(it.redo("f0"));
  for (const name of names.slice(1)) it.type(name, "z");
  assert.ok(it.undo("f0"));
  const reasons = names.slice(1, 4).map((name) => `\`${name}\` has been changed since`);
  const said = `${reasons.join(", ")}, 5 more are closed or have been changed.`;
  assert.ok(it.notices.at(-1)?.startsWith(`This step also changed other files, and ${said}`), it.notices.at(-1));
  assert.equal(listed(["a", "b", "c", "d"]), "`a`, `b`, `c` and `d`");
  assert.equal(listed(["a"]), "`a`");
});

test("one undo takes back an edit in all files that it changed, and one redo does it again", () => {
  for (const name of ["a", "b", "c"]) {
    const it = start({ a: "1", b: "2", c: "3" });
    assert.ok(applyDocumentEdits(it.documents, ["a", "b", "c"].map((file) => it.insert(file, "x")), "rename"));
    assert.equal(it.all(), "1x 2x 3x");
    assert.ok(it.undo(name));
    assert.equal(it.all(), "1 2 3");
    assert.match(it.notices[0] ?? "", /^This was undone in `.` and `.`, too\.$/);
    assert.ok(it.redo(name === "a" ? "b" : "a"));
    assert.equal(it.all(), "1x 2x 3x");
    assert.ok(it.undo(name));
    assert.equal(it.all(), "1 2 3");
    assert.equal(it.undo(name), false, "nothing is left");
  }
});

test("undo takes away a file in a folder that an edit made, and leaves one that is on disk", () => {
  const it = start({ a: "1" });
  const position = { line: 0, character: 0 };
  const made = { uri: "bobbin:///sub/new", edits: [{ range: { start: position, end: position }, newText: "n" }] };
  // The page spells the `/` in names in another way.
  const open = (uri: string) =>
    it.documents.add(new OpenDocument({ uri: uri.replace("sub/", "sub%2F"), name: "sub/new", language: "fake", text: "n", encoding: "utf8" }, (_document, doc) => EditorState.create({ doc, extensions: [history()] })));
  it.documents.attach({ notify() {} }, () => {}, () => {}, ({ uri }) => open(uri), () => {});
  it.documents.onWithdraw = (document) => it.documents.remove(document);
  assert.ok(applyDocumentEdits(it.documents, [it.insert("a", "x"), made], "extract"));
  assert.equal(it.all(), "1x n");
  assert.ok(it.undo("a"));
  assert.equal(it.all(), "1");
  assert.match(it.notices.at(-1) ?? "", /^This was undone, and `sub\/new` removed/);
  assert.ok(it.redo("a"));
  assert.equal(it.all(), "1x n");
  it.documents.isOnDisk = ({ name }) => name === "sub/new";
  assert.ok(it.undo("a"));
  assert.equal(it.all(), "1 n");
  assert.equal(it.notices.at(-1), "`sub/new` stays: it has been saved since.");
});

test("what changes other files only is said in the one that is seen", () => {
  const it = start({ a: "1", b: "2" });
  const said: string[] = [];
  const view = {
    state: it.of("b").state,
    setState() {},
    dispatch({ effects = [] }: TransactionSpec) {
      for (const effect of [effects].flat()) if (effect.is(EditorView.announce)) said.push(effect.value);
    },
  };
  it.of("b").show(view as unknown as EditorView);
  assert.ok(applyDocumentEdits(it.documents, [it.insert("a", "x")], "set `k` to x"));
  assert.deepEqual(said, ["set k to x"]);
});

test("a fix leaves a caret behind what it mended", () => {
  const fixed = (anchor: number, head: number, from: number, to: number, insert: string) => {
    const state = EditorState.create({ doc: "processs a", selection: { anchor, head } });
    return caretBehind(state, [{ from, to, insert: state.toText(insert) }]);
  };
  assert.equal(fixed(0, 8, 0, 8, "process"), 7);
  assert.equal(fixed(0, 8, 6, 7, ""), 7, "only a letter goes");
  assert.equal(fixed(3, 3, 0, 8, "process"), 7, "the caret was in the word");
  assert.equal(fixed(0, 8, 10, 10, "b"), 8, "the fix is elsewhere");
});

test("the page hears of every file that is not in the view", () => {
  const it = start({ a: "1", b: "2" });
  applyDocumentEdits(it.documents, [it.insert("a", "x"), it.insert("b", "x")], "");
  assert.deepEqual(it.changed, ["a", "b"]);
  it.undo("a");
  assert.deepEqual(it.changed, ["a", "b", "a", "b"]);
});

test("undo says of a file that can only be read now that it can", () => {
  const it = start({ a: "1", b: "2" });
  applyDocumentEdits(it.documents, [it.insert("a", "x"), it.insert("b", "x")], "");
  it.documents.dispatch(it.of("b"), { effects: StateEffect.appendConfig.of(Prec.highest(EditorState.readOnly.of(true))) });
  assert.ok(it.undo("a"));
  assert.equal(it.all(), "1x 2x");
  assert.match(it.notices[0] ?? "", /, and `b` can only be read\./);
});

test("a file that was changed since loses nothing: undo says so, and goes on when pressed again", () => {
  const it = start({ a: "1", b: "2" });
  applyDocumentEdits(it.documents, [it.insert("a", "x"), it.insert("b", "x")], "");
  it.type("b", "typed");
  assert.ok(it.undo("a"));
  assert.equal(it.all(), "1x 2xtyped");
  assert.match(it.notices[0] ?? "", /`b` has been changed since.*only/);
  assert.ok(it.undo("a"));
  assert.equal(it.all(), "1 2xtyped");
  // The rest of the step follows when its turn comes.
  assert.ok(it.undo("b"));
  assert.equal(it.all(), "1 2x");
  assert.ok(it.undo("b"));
  assert.equal(it.all(), "1 2");
});

/** An edit of `a` that makes the file `new`, with a page that opens and closes files. */
function extracted() {
  const it = start({ a: "1" });
  const { documents } = it;
  const open = ({ uri, text }: { uri: string; text: string }) => {
    const file = { uri, name: uri.split("/").at(-1) ?? "", language: "fake", text, encoding: "utf8" as const };
    documents.add(new OpenDocument(file, (_, doc) => EditorState.create({ doc, extensions: [history(), stepsOfSeveralFiles] })));
  };
  documents.attach({ notify() {} }, () => {}, () => {}, open);
  documents.onWithdraw = (document) => documents.remove(document);
  const start0 = { line: 0, character: 0 };
  const made = { uri: "bobbin:///new", edits: [{ range: { start: start0, end: start0 }, newText: "fresh" }] };
  assert.ok(applyDocumentEdits(documents, [it.insert("a", "x"), made], "extract"));
  return it;
}

test("a new file is told of with the label of its step", () => {
  const { documents } = extracted();
  const reasons: string[] = [];
  documents.attach({ notify() {} }, () => {}, () => {}, ({ label }) => reasons.push(label));
  const start = { line: 0, character: 0 };
  const made = (name: string) => [{ uri: `bobbin:///${name}`, edits: [{ range: { start, end: start }, newText: "fresh" }] }];
  const reason = "extract a; b";
  assert.ok(applyDocumentEdits(documents, made("b"), reason));
  assert.deepEqual(reasons, [reason]);
});

test("undo takes away the file that the step made, and redo brings it back", () => {
  const it = extracted();
  assert.equal(it.all(), "1x fresh");
  for (let round = 0; round < 2; round++) {
    assert.ok(it.undo("a"));
    assert.equal(it.all(), "1");
    assert.match(it.notices.at(-1) ?? "", /`new` removed/);
    // The page takes the message back once the file is there again.
    assert.deepEqual(it.gone.at(-1), ["new"]);
    assert.ok(it.redo("a"));
    assert.equal(it.all(), "1x fresh");
  }
});

test("a file that the step made stays if redo brings something back in it", () => {
  const it = extracted();
  it.type("new", "typed");
  assert.ok(it.undo("new"));
  assert.ok(it.undo("a"));
  assert.equal(it.all(), "1 fresh");
  assert.match(it.notices.at(-1) ?? "", /`new` stays: redo brings back/);
  assert.ok(it.redo("new"));
  assert.ok(it.redo("a"));
  assert.equal(it.all(), "1x freshtyped");
});

test("a file that the step made stays if it was changed since", () => {
  const it = extracted();
  it.type("new", "typed");
  assert.ok(it.undo("a"));
  assert.equal(it.all(), "1 freshtyped");
  assert.match(it.notices.at(-1) ?? "", /`new` stays: it has been changed since/);
  assert.ok(it.redo("a"));
  assert.equal(it.all(), "1x freshtyped");
});

test("what was typed and taken back leaves the files as they were", () => {
  const it = start({ a: "1", b: "2" });
  applyDocumentEdits(it.documents, [it.insert("a", "x"), it.insert("b", "x")], "");
  it.type("b", "typed");
  it.undo("b");
  assert.ok(it.undo("a"));
  assert.equal(it.all(), "1 2");
});

test("a file that was closed since is named", () => {
  const it = start({ a: "1", b: "2" });
  applyDocumentEdits(it.documents, [it.insert("a", "x"), it.insert("b", "x")], "");
  it.documents.remove(it.of("b"));
  it.undo("a");
  assert.match(it.notices[0] ?? "", /`b` is closed/);
  assert.equal(it.all(), "1x");
  it.undo("a");
  assert.equal(it.all(), "1");
});

test("an edit of several files is carried out if none of them is newer than it knows", () => {
  const it = start({ a: "1", b: "2" });
  const edits = [it.insert("a", "x", 1), it.insert("b", "x", 1)];
  it.type("b", "typed");
  assert.equal(applyDocumentEdits(it.documents, edits, ""), false);
  assert.equal(it.all(), "1 2typed");
  assert.ok(applyDocumentEdits(it.documents, [it.insert("a", "x", 1), it.insert("b", "x", 2)], ""));
  assert.equal(it.all(), "1x 2typedx");
});

test("undo and redo say once what they take back or do again, or that there is nothing", () => {
  const it = start({ a: "1" });
  applyDocumentEdits(it.documents, [it.insert("a", "x")], "rename `snk` to `sinky`");
  it.type("a", "y");
  for (let nth = 0; nth < 3; nth++) it.undo("a");
  for (let nth = 0; nth < 3; nth++) it.redo("a");
  it.undo("a");
  it.undo("a");
  const label = "rename snk to sinky";
  assert.deepEqual(it.said, [
    label,
    "Undone", `Undone: ${label}`, "There is nothing to undo.",
    `Redone: ${label}`, "Redone", "There is nothing to redo.",
    "Undone", `Undone: ${label}`,
  ]);
});

test("an edit of several files changes none if one can only be read, and says which", () => {
  const it = start({ a: "1", b: "2" }, ["b"]);
  const edits = ["a", "b"].map((file) => it.insert(file, "x"));
  assert.equal(applyDocumentEdits(it.documents, edits, "rename"), false);
  assert.equal(it.all(), "1 2");
  assert.equal(whyNot(it.documents, edits), "`b` can only be read");
  assert.equal(whyNot(it.documents, edits.slice(0, 1)), "a text changed in the meantime; try again");
});
