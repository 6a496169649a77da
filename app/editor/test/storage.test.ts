import "fake-indexeddb/auto";
import { LSPClient } from "@codemirror/lsp-client";
import { history, isolateHistory, redo, undo, undoDepth } from "@codemirror/commands";
import { Annotation, EditorState, type Text, type TransactionSpec } from "@codemirror/state";
import { deleteDB } from "idb";
import assert from "node:assert/strict";
import { test } from "node:test";
import { withinLines } from "../src/carriage_returns.ts";
import { ClosedHistories } from "../src/closed_histories.ts";
import { Documents, OpenDocument } from "../src/documents.ts";
import { applyDocumentEdits } from "../src/edits.ts";
import { noteStep, steps, stepsIn } from "../src/steps.ts";
import { closedFor, Database, type Entry, superfluous } from "../src/storage/database.ts";
import { FileStorage, type FileToKeep, type StorageEvent } from "../src/storage/storage.ts";
import { historyOf, withHistory } from "../src/storage/undo_history.ts";
import { redoIn, stepsOfSeveralFiles, undoIn } from "../src/undo.ts";

const quiet = { lost() {}, superseded() {} };
let nth = 0;
const freshName = () => `test-${++nth}`;

const entry = (id: string, tab: string, closedAt: number | null = null): Entry => ({
  id, tab, name: `${id}.pipe`, language: "fake", length: 1, changedAt: 0, closedAt,
});
const row = (id: string, text: string) => ({ id, record: "{}", text, isModified: true, history: null });

async function textOf(database: Database, id: string): Promise<string | undefined> {
  return (await database.file(id))?.text;
}

test("a file belongs to one tab, and no other writes over it", async () => {
  const database = await Database.open(freshName(), quiet);
  assert.equal(await database.keep(entry("1", "a"), row("1", "x"), null), true);
  assert.equal(await database.keep(entry("1", "a"), row("1", "xy"), "a"), true);
  assert.equal(await database.keep(entry("1", "b"), row("1", "of b"), null), false, "b thinks it is new");
  assert.equal(await database.keep(entry("1", "b"), row("1", "of b"), "c"), false);
  assert.equal(await textOf(database, "1"), "xy");
  assert.equal(await database.keep(entry("1", "a"), row("1", "xyz"), null), true, "a has lost its connection, and stored it before");
  assert.equal(await textOf(database, "1"), "xyz");
  assert.equal(await database.keep(entry("1", "a"), row("1", "xy"), "a"), true);
  await database.forget("1", "b");
  assert.equal(await textOf(database, "1"), "xy");
  await database.forget("1", "a");
  assert.equal(await textOf(database, "1"), undefined);
  assert.deepEqual(await database.entries(), []);
});

test("a text that is refused at once leaves no entry", async (t) => {
  const database = await Database.open(freshName(), quiet);
  const { put } = IDBObjectStore.prototype;
  t.after(() => (IDBObjectStore.prototype.put = put));
  IDBObjectStore.prototype.put = function (...it) {
    if (this.name === "files") throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, it);
  };
  await assert.rejects(database.keep(entry("1", "a"), row("1", "x"), null), /full/);
  assert.deepEqual(await database.entries(), []);
  IDBObjectStore.prototype.put = put;
  assert.equal(await database.keep(entry("1", "a"), row("1", "x"), null), true);
});

test("who is refused as a transaction ends hears why, once", async (t) => {
  const database = await Database.open(freshName(), quiet);
  const { commit } = IDBTransaction.prototype;
  t.after(() => (IDBTransaction.prototype.commit = commit));
  let error: DOMException | null = null;
  IDBTransaction.prototype.commit = function () {
    this.abort();
    Object.defineProperty(this, "error", { value: error });
  };
  await assert.rejects(database.keep(entry("1", "a"), row("1", "x"), null), { name: "AbortError" });
  error = new DOMException("full", "QuotaExceededError");
  await assert.rejects(database.keep(entry("1", "a"), row("1", "x"), null), { name: "QuotaExceededError" });
  assert.deepEqual(await database.entries(), []);
});

test("what cannot be kept beside a file fails once", async (t) => {
  const database = await Database.open(freshName(), quiet);
  const { openCursor, get } = IDBObjectStore.prototype;
  t.after(() => Object.assign(IDBObjectStore.prototype, { openCursor, get }));
  const abort = function (this: IDBObjectStore) {
    this.transaction.abort();
    throw new DOMException("gone", "AbortError");
  };
  Object.assign(IDBObjectStore.prototype, { openCursor: abort, get: abort });
  const left = { entry: entry("1", "a"), row: row("1", "x"), owner: null };
  await assert.rejects(database.keepVersion({ id: "1", at: 1, cause: "opening", text: "x" }), /gone/);
  await assert.rejects(database.takeOver("1", "gone", "a"), /gone/);
  await assert.rejects(database.putBack(left), /gone/);
  await new Promise((resolve) => setTimeout(resolve));
});

test("one of two tabs takes a file over", async () => {
  const name = freshName();
  const database = await Database.open(name, quiet);
  await database.keep(entry("1", "gone"), row("1", "x"), null);
  const other = await Database.open(name, quiet);
  const taken = await Promise.all([database.takeOver("1", "gone", "a"), other.takeOver("1", "gone", "b")]);
  assert.deepEqual(taken.filter(Boolean).length, 1);
  assert.match((await database.entries())[0]?.tab ?? "", taken[0] ? /^a$/ : /^b$/);
});

test("what a tab owns is removed before anything is awaited, and what it stores next is there", async () => {
  const name = freshName();
  const database = await Database.open(name, quiet);
  await database.keep(entry("1", "a"), row("1", "withdrawn"), null);
  await database.keep(entry("2", "a"), row("2", "x"), null);
  const asked: string[] = [];
  const prototype = IDBObjectStore.prototype;
  const { get, delete: remove } = prototype;
  prototype.get = function (...it) {
    asked.push(`get ${this.name}`);
    return get.apply(this, it);
  };
  prototype.delete = function (...it) {
    asked.push(`delete ${this.name}`);
    return remove.apply(this, it);
  };
  try {
    void database.forget("1", "a", true);
    assert.deepEqual(asked, ["entries", "files", "versions", "places"].map((it) => `delete ${it}`));
  } finally {
    Object.assign(prototype, { get, delete: remove });
  }
  void database.keep(entry("2", "a"), row("2", "last words"), "a");
  const other = await Database.open(name, quiet);
  assert.deepEqual([await textOf(other, "1"), await textOf(other, "2")], [undefined, "last words"]);
});

test("what a tab owns is on its way before anything is awaited", async () => {
  const name = freshName();
  const database = await Database.open(name, quiet);
  await database.keep(entry("1", "a"), row("1", "x"), null);
  void database.keep(entry("1", "a"), row("1", "last words"), "a");
  const other = await Database.open(name, quiet);
  assert.equal(await textOf(other, "1"), "last words");
});

test("a closed file stays for thirty days", async () => {
  const database = await Database.open(freshName(), quiet);
  const now = closedFor * 3;
  await database.keep(entry("old", "", now - closedFor - 1), row("old", "x"), null);
  await database.keep(entry("new", "", now - closedFor + 1), row("new", "x"), null);
  await database.keep(entry("open", "a"), row("open", "x"), null);
  await database.clear(now);
  assert.deepEqual((await database.entries()).map((it) => it.id), ["new", "open"]);
  assert.equal(await textOf(database, "old"), undefined);
});

test("who loses the database hears of it", async () => {
  const name = freshName();
  const heard: string[] = [];
  await Database.open(name, { lost: () => heard.push("lost"), superseded: () => heard.push("superseded") });
  await deleteDB(name);
  assert.deepEqual(heard, ["lost"]);
});

/** A storage with open documents, by their names. */
async function start(name: string, texts: Record<string, string>) {
  const client = new LSPClient({ workspace: (it) => new Documents(it) });
  const documents = client.workspace as Documents;
  const create = ({ ends }: OpenDocument, doc: Text, stored?: unknown) =>
    withHistory({ doc, extensions: [history(), steps, stepsOfSeveralFiles, ends === "mixed" ? withinLines : []] }, stored);
  const open = (name: string, text: string) =>
    documents.add(new OpenDocument({ uri: name, name, language: "fake", text, encoding: "utf8" }, create));
  // What the page does when an edit makes files, takes them away or renames them.
  const make = ({ uri, text }: { uri: string; text: string }) => open(uri, text);
  documents.attach({ notify() {} }, () => {}, () => {}, make);
  documents.onWithdraw = (document) => documents.remove(document);
  documents.onRename = (document, name) => documents.rename(document, name, name);
  const notices: string[] = [];
  documents.notice = (text) => notices.push(text);
  for (const [name, text] of Object.entries(texts)) open(name, text);
  const events: StorageEvent[] = [];
  const storage = new FileStorage(documents);
  await storage.open(name, (it) => events.push(it));
  const keep = (name: string, owner: string | null, tab = "a"): FileToKeep => ({
    uri: name,
    entry: { id: name, tab, name, language: "fake", closedAt: null },
    record: `{"name":"${name}","opened_as":${2n ** 64n - 1n}}`,
    owner,
    isOwn: false,
  });
  return { storage, documents, events, keep, notices, of: (name: string) => documents.get(name) ?? assert.fail(name) };
}

/** Stores all documents and opens what was stored in a page of its own, but for `closed`. */
async function reloaded(name: string, before: Awaited<ReturnType<typeof start>>, closed: string[] = []) {
  const files = before.documents.files.map((it) => it.uri);
  for (const uri of files) {
    const isNew = await before.storage.keep(before.keep(uri, null), 7);
    assert.ok(isNew || (await before.storage.keep(before.keep(uri, "a"), 8)));
  }
  const texts: Record<string, string> = {};
  for (const uri of files) if (!closed.includes(uri)) texts[uri] = (await before.storage.file(uri))?.text ?? assert.fail(uri);
  const after = await start(name, texts);
  for (const uri of Object.keys(texts)) {
    await after.storage.file(uri);
    after.storage.recallHistory(uri, uri);
  }
  return after;
}

/** Returns the names and texts of all documents. */
const all = ({ documents }: { documents: Documents }) =>
  documents.files.map((it) => `${it.name}=${it.text()}`).sort().join(" ");

/** Returns the edit that puts `text` at the start of a file; of one that is not open, the edit that makes it. */
const inserted = (uri: string, newText: string) => {
  const start = { line: 0, character: 0 };
  return { uri, edits: [{ range: { start, end: start }, newText }] };
};

test("after a reload a text that is undone to the one on disk is saved", async () => {
  const name = freshName();
  const before = await start(name, { a: "1", b: "2" });
  for (const it of ["a", "b"]) before.documents.dispatch(before.of(it), { changes: { from: 0, insert: "x" }, userEvent: "input.type" });
  let after = before;
  // What is known of it stays known as long as the text is another one.
  for (let nth = 0; nth < 2; nth++) {
    after = await reloaded(name, after);
    for (const it of ["a", "b"]) {
      // The page says so of a row that is modified.
      after.of(it).forgetSaved();
      await after.storage.file(it);
      after.storage.recallHistory(it, it);
      assert.ok(!after.of(it).isPristine());
    }
  }
  assert.ok(undoIn(after.documents, after.of("a")));
  assert.deepEqual([after.of("a").text(), after.of("a").isPristine()], ["1", true]);
  after.of("b").forgetSaved();
  assert.ok(undoIn(after.documents, after.of("b")));
  assert.ok(!after.of("b").isPristine(), "nothing is on disk under its name");
});

test("after a reload one undo takes back an edit in all files that it changed", async () => {
  const name = freshName();
  const before = await start(name, { a: "1", b: "2", c: "3" });
  assert.ok(applyDocumentEdits(before.documents, [inserted("a", "x"), inserted("b", "x")], ""));
  assert.ok(applyDocumentEdits(before.documents, [inserted("b", "y"), inserted("c", "y")], ""));
  undoIn(before.documents, before.of("c"));
  const after = await reloaded(name, before);
  assert.equal(all(after), "a=x1 b=x2 c=3");
  assert.ok(redoIn(after.documents, after.of("b")));
  assert.equal(all(after), "a=x1 b=yx2 c=y3");
  assert.ok(undoIn(after.documents, after.of("b")));
  assert.ok(undoIn(after.documents, after.of("a")));
  assert.equal(all(after), "a=1 b=2 c=3");
  assert.deepEqual(after.notices.slice(-2), ["This was undone in `c`, too.", "This was undone in `b`, too."]);
});

test("after a reload a file whose companion is not open says so, and the companion knows it when it is", async () => {
  const name = freshName();
  const before = await start(name, { a: "1", b: "2" });
  assert.ok(applyDocumentEdits(before.documents, [inserted("a", "x"), inserted("b", "x")], ""));
  const after = await reloaded(name, before, ["b"]);
  assert.ok(undoIn(after.documents, after.of("a")));
  assert.equal(all(after), "a=x1");
  assert.match(after.notices[0] ?? "", /`b` is closed.*Nothing was undone; press again to do it in `a` only/);
  after.documents.create("b", (await after.storage.file("b"))?.text ?? assert.fail(), "");
  after.storage.recallHistory("b", "b");
  assert.ok(undoIn(after.documents, after.of("b")));
  assert.equal(all(after), "a=1 b=2");
});

test("after a reload undo takes away the file that the step made, unless it has changed", async () => {
  for (const typed of ["", "typed"]) {
    const name = freshName();
    const before = await start(name, { a: "1" });
    assert.ok(applyDocumentEdits(before.documents, [inserted("a", "x"), inserted("made", "fresh")], ""));
    if (typed) before.documents.dispatch(before.of("made"), { changes: { from: 0, insert: typed } });
    const after = await reloaded(name, before);
    assert.ok(undoIn(after.documents, after.of("a")));
    assert.equal(all(after), typed ? "a=1 made=typedfresh" : "a=1");
    assert.match(after.notices[0] ?? "", typed ? /`made` stays: it has been changed since/ : /`made` removed/);
    const later = await reloaded(name, after);
    assert.ok(redoIn(later.documents, later.of("a")));
    assert.equal(all(later), typed ? "a=x1 made=typedfresh" : "a=x1 made=fresh");
  }
});

test("after a reload undo gives a file its former name with the texts that name it", async () => {
  const name = freshName();
  const before = await start(name, { common: "text", main: "common" });
  const to = { uri: "shared", name: "shared" };
  const move = { key: before.of("common").key, from: { uri: "common", name: "common" }, to };
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 6 } };
  assert.ok(applyDocumentEdits(before.documents, [{ uri: "main", edits: [{ range, newText: "shared" }] }], "", { moves: [move] }));
  assert.equal(all(before), "main=shared shared=text");
  const after = await reloaded(name, before);
  assert.ok(undoIn(after.documents, after.of("main")));
  assert.equal(all(after), "common=text main=common");
  assert.deepEqual(after.notices, ["`shared` is `common` again."]);
  assert.ok(redoIn(after.documents, after.of("common")));
  assert.equal(all(after), "main=shared shared=text");
});

test("two files that were stored as one do not pass for the same one", async () => {
  const name = freshName();
  const before = await start(name, { a: "1", b: "2" });
  assert.ok(applyDocumentEdits(before.documents, [inserted("a", "x"), inserted("b", "x")], ""));
  const after = await reloaded(name, before);
  after.documents.create("again", "x2", "");
  await after.storage.file("b");
  after.storage.recallHistory("again", "b");
  assert.notEqual(after.of("again").key, after.of("b").key);
  assert.ok(undoIn(after.documents, after.of("a")));
  assert.equal(all(after), "a=1 again=x2 b=2");
});

test("a file comes back with its text and its history", async () => {
  const name = freshName();
  const before = await start(name, { a: "one\r\ntwo" });
  const { documents } = before;
  documents.dispatch(before.of("a"), { changes: { from: 3, insert: "!" } });
  documents.dispatch(before.of("a"), noteStep({ done: "d", undone: "u" }));
  documents.dispatch(before.of("a"), { changes: { from: 0, to: 4, insert: "1\n2" } });
  undo({ state: before.of("a").state, dispatch: (it) => documents.take(before.of("a"), it) });
  assert.equal(await before.storage.keep(before.keep("a", null), 7), true);
  const [entry] = (await before.storage.list(7)).entries;
  assert.deepEqual(entry, { id: "a", tab: "a", name: "a", language: "fake", closedAt: null, length: 9, changedAt: 7 });

  const file = (await before.storage.file("a")) ?? assert.fail();
  const record = '{"name":"a","opened_as":18446744073709551615}';
  assert.deepEqual(file, { id: "a", record, text: "one!\r\ntwo", isModified: true });
  const after = await start(name, { a: file.text });
  await after.storage.file("a");
  after.storage.recallHistory("a", "a");
  const press = (command: typeof undo) =>
    command({ state: after.of("a").state, dispatch: (it) => after.documents.take(after.of("a"), it) });
  assert.ok(press(redo));
  assert.equal(after.of("a").text(), "1\r\n2\r\ntwo");
  assert.ok(press(undo));
  assert.ok(press(undo), "the step that was about the page only is gone");
  assert.equal(after.of("a").text(), "one\r\ntwo");
  assert.equal(undoDepth(after.of("a").state), 0);
});

test("a text with other line ends than the file on disk is not taken for it after a reload", async () => {
  const name = freshName();
  const before = await start(name, { a: "1\r\n2\r\n" });
  // Another program made them LF, and the person took its text.
  before.of("a").markSaved("1\n2\n");
  assert.ok(!before.of("a").isPristine());
  const after = await reloaded(name, before);
  after.of("a").forgetSaved();
  await after.storage.file("a");
  after.storage.recallHistory("a", "a");
  assert.ok(!after.of("a").isPristine());
});

/** Pages with a text that the person has changed: one after a reload, and one that has opened it again. */
async function changedAndReloaded(text: string, from: number, to: number, insert = "") {
  const name = freshName();
  const before = await start(name, { a: text });
  before.documents.dispatch(before.of("a"), { changes: { from, to, insert }, userEvent: "input.type" });
  const changed = before.of("a").text();
  const closed = new ClosedHistories();
  closed.remember(before.of("a"));
  const again = await start(freshName(), { a: changed });
  again.of("a").forgetSaved();
  closed.recall(again.of("a"), again.documents);
  const after = await reloaded(name, before);
  after.of("a").forgetSaved();
  await after.storage.file("a");
  after.storage.recallHistory("a", "a");
  return { after, again, changed };
}

test("a file keeps its line ends while its text has none of them, over a reload and when it is opened again", async () => {
  const crlf = "# a\r\nprocess n\r\n";
  const mixed = "# a\r\n# b\nprocess n\r\n";
  for (const [text, from, to, insert] of [[crlf, 0, 14, ""], [crlf, 0, 14, "x"], [mixed, 5, 9, ""]] as const) {
    const { after, again, changed } = await changedAndReloaded(text, from, to, insert);
    for (const { of, documents } of [after, again]) {
      assert.equal(of("a").text(), changed);
      assert.ok(undoIn(documents, of("a")));
      assert.deepEqual([of("a").text(), of("a").isPristine()], [text, true]);
      assert.ok(redoIn(documents, of("a")));
      assert.equal(of("a").text(), changed);
    }
  }
  const { after } = await changedAndReloaded(crlf, 0, 14);
  after.documents.write(after.of("a"), { from: 0, to: 0, insert: "p\nq\n" }, Annotation.define<true>().of(true));
  assert.equal(after.of("a").text(), "p\r\nq\r\n");
});

test("a text whose line ends a file cannot have keeps its own", async () => {
  const { of } = await start(freshName(), { a: "1\r\n2" });
  of("a").recall(null, "lf");
  assert.deepEqual([of("a").text(), of("a").doc.lines], ["1\r\n2", 2]);
  of("a").recall(null, "none that is known");
  assert.deepEqual([of("a").text(), of("a").isPristine()], ["1\r\n2", true]);
  of("a").recall(null, "mixed");
  assert.deepEqual([of("a").text(), of("a").isPristine(), of("a").doc.line(1).text], ["1\r\n2", true, "1\r"]);
});

test("the lines of a file are not taken for it when they end otherwise", async () => {
  const { documents, of } = await start(freshName(), { a: "1\r\n2" });
  const mark = of("a").markOfSaved() ?? assert.fail();
  const other = (await start(freshName(), { a: "1\n2" })).of("a");
  other.forgetSaved();
  other.recallSaved(mark);
  assert.ok(!other.isPristine());
  of("a").forgetSaved();
  of("a").recallSaved(mark);
  documents.dispatch(of("a"), { changes: { from: 0, insert: "x" } });
  assert.ok(!of("a").isPristine());
  documents.dispatch(of("a"), { changes: { from: 0, to: 1 } });
  assert.ok(of("a").isPristine());
});

test("what is stored after the clock was set back counts as later", async () => {
  const name = freshName();
  const { storage, keep } = await start(name, { a: "1" });
  const times = async () => (await storage.list(0)).entries.map((it) => it.changedAt);
  await storage.keep(keep("a", null), 1000);
  await storage.keep(keep("a", "a"), 400);
  assert.deepEqual(await times(), [1001]);
  const after = await start(name, { a: "1" });
  await after.storage.list(0);
  await after.storage.keep(after.keep("a", "a"), 500);
  assert.deepEqual(await times(), [1002]);
  await after.storage.keep(after.keep("a", "a"), 2000);
  assert.deepEqual(await times(), [2000]);
});

test("where the browser refuses to clear what is old, the files are there all the same", async (t) => {
  const { storage, keep } = await start(freshName(), { a: "1" });
  const closed = keep("a", null);
  await storage.keep({ ...closed, entry: { ...closed.entry, closedAt: 0 } }, 0);
  t.after(((original) => () => (IDBObjectStore.prototype.delete = original))(IDBObjectStore.prototype.delete));
  IDBObjectStore.prototype.delete = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  assert.equal((await storage.list(closedFor + 1)).entries.length, 1);
});

test("a document that is opened again goes on with its history, and with the mark of the text on disk", async () => {
  const { documents, of } = await start(freshName(), { a: "1" });
  documents.dispatch(of("a"), { changes: { from: 0, insert: "x" }, userEvent: "input.type" });
  const closed = new ClosedHistories();
  closed.remember(of("a"));
  const again = await start(freshName(), { a: "x1" });
  again.of("a").forgetSaved();
  closed.recall(again.of("a"), again.documents);
  assert.ok(!again.of("a").isPristine());
  assert.ok(undoIn(again.documents, again.of("a")));
  assert.deepEqual([again.of("a").text(), again.of("a").isPristine()], ["1", true]);
});

test("what the page does with a change of the text is stored with it", async () => {
  const name = freshName();
  const before = await start(name, { a: "1", b: "2" });
  const beside = { done: "theirs", undone: "mine" };
  assert.ok(applyDocumentEdits(before.documents, [inserted("a", "x")], "", { beside }));
  const after = await reloaded(name, before);
  const heard: string[] = [];
  after.documents.onHidden = (_, it) => heard.push(...stepsIn([it]).recalled);
  assert.ok(undoIn(after.documents, after.of("a")));
  assert.ok(redoIn(after.documents, after.of("a")));
  assert.deepEqual(heard, ["mine", "theirs"]);
});

test("nothing is stored for a document that was closed", async () => {
  const it = await start(freshName(), {});
  await assert.rejects(it.storage.keep(it.keep("a", null), 0), /no document is open/);
  assert.deepEqual((await it.storage.list(0)).entries, []);
});

test("a text is kept as a version when it is opened, and every five minutes of change", async () => {
  const it = await start(freshName(), { a: "one\r\ntwo\r\n" });
  const { storage, documents } = it;
  const minute = 60_000;
  await storage.keep(it.keep("a", null), 0);
  documents.dispatch(it.of("a"), { changes: { from: 0, to: 3, insert: "ONE" } });
  await storage.keep(it.keep("a", "a"), 4 * minute);
  documents.dispatch(it.of("a"), { changes: { from: 0, insert: "# " } });
  await storage.keep(it.keep("a", "a"), 5 * minute);
  await storage.keep(it.keep("a", "a"), 10 * minute);
  await storage.noteVersion("a", "a", "converting", 11 * minute);
  const all = await storage.versions("a");
  const seen = all.map(({ at, cause, length }) => [at / minute, cause, length]);
  assert.deepEqual(seen, [[5, "editing", 12], [0, "opening", 10]], "equal texts once");
  assert.equal(await storage.versionText("a", 0), "one\r\ntwo\r\n");
  assert.equal(await storage.versionText("a", 77), null);
  await storage.forget("a", "a");
  assert.deepEqual(await storage.versions("a"), []);
});

test("what was typed before a file is stored is not in the version of its opening", async () => {
  const it = await start(freshName(), { a: "one\r\n" });
  it.of("a").markSaved("one\r\n");
  it.documents.dispatch(it.of("a"), { changes: { from: 0, insert: "mine " } });
  await it.storage.keep(it.keep("a", null), 0);
  await it.storage.noteVersion("a", "a", "reloading", 0);
  const versions = await it.storage.versions("a");
  assert.deepEqual(versions.map(({ cause }) => cause), ["reloading", "opening"]);
  assert.deepEqual(
    await Promise.all(versions.map(({ at }) => it.storage.versionText("a", at))),
    ["mine one\r\n", "one\r\n"],
  );
});

test("of a very long text two versions stay", async () => {
  const long = "#".repeat(2_000_001);
  const it = await start(freshName(), { a: long });
  await it.storage.keep(it.keep("a", null), 0);
  await it.storage.noteVersion("a", "a", "converting", 1, "short");
  for (const at of [2, 3]) await it.storage.noteVersion("a", "a", "converting", at, `${long}${at}`);
  assert.deepEqual((await it.storage.versions("a")).map((it) => it.at), [3, 2, 1], "short ones stay");
  it.documents.dispatch(it.of("a"), { changes: { from: 0, to: long.length } });
  await it.storage.noteVersion("a", "a", "converting", 4);
  assert.deepEqual((await it.storage.versions("a")).map((it) => it.at), [4, 3, 2, 1], "a short one takes the place of none");
});

test("the older, the fewer versions stay", () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  const now = 40 * day;
  const every = (step: number, from: number, to: number) =>
    Array.from({ length: Math.floor((to - from) / step) }, (_, it) => from + it * step);
  const times = every(5 * minute, 0, now);
  const gone = new Set(superfluous(times, now));
  const kept = times.filter((it) => !gone.has(it));
  assert.deepEqual(kept.filter((it) => now - it < hour), every(5 * minute, now - hour + 5 * minute, now));
  assert.equal(kept.filter((it) => now - it >= hour && now - it < day).length, 24);
  assert.equal(kept.filter((it) => now - it >= day).length, 30);
  assert.ok(kept.every((it) => now - it < closedFor));
  assert.deepEqual(superfluous(kept, now), []);
});

function edited(doc: string, ...specs: TransactionSpec[]): EditorState {
  let state = EditorState.create({ doc, extensions: [history(), steps] });
  for (const it of specs) state = state.update(it).state;
  return state;
}

test("of a history that is too large the newest steps are kept", () => {
  const long = "x".repeat(900_000);
  const typed = (text: string) => ({ changes: { from: 0, insert: text }, annotations: isolateHistory.of("full") });
  const deleted = (length: number) => ({ changes: { from: 0, to: length }, annotations: isolateHistory.of("full") });
  const done = (state: EditorState) => (historyOf(state) as { done: unknown[] } | null)?.done.length ?? 0;
  // What is deleted stands in the history.
  assert.equal(done(edited("", typed("a"), typed(long), deleted(900_001), typed(long), deleted(900_000))), 5);
  const many = edited("", ...[1, 2, 3].flatMap(() => [typed(long), deleted(900_000)]), typed("z"));
  assert.equal(done(many), 5, "the oldest go");
  const stored = historyOf(many);
  assert.equal(undoDepth(withHistory({ doc: many.doc, extensions: history() }, stored)), 5);
});

test("the steps of a history are measured once", () => {
  const typed = (text: string) => ({ changes: { from: 0, insert: text }, annotations: isolateHistory.of("full") });
  const before = edited("", ...["a", "b", "c", "d"].map(typed));
  const stringify = JSON.stringify;
  const measured = (state: EditorState) => {
    let n = 0;
    JSON.stringify = ((...args: Parameters<typeof stringify>) => (n++, stringify(...args))) as typeof stringify;
    try {
      historyOf(state);
    } finally {
      JSON.stringify = stringify;
    }
    return n;
  };
  assert.equal(measured(before), 4);
  assert.equal(measured(before.update(typed("e")).state), 1);
});

test("the text before a step that is too large to be stored is a version", async () => {
  const it = await start(freshName(), { a: "one" });
  const { storage, documents } = it;
  await storage.keep(it.keep("a", null), 0);
  const long = "#".repeat(2_100_000);
  documents.dispatch(it.of("a"), { changes: { from: 3, insert: long } });
  await storage.keep(it.keep("a", "a"), 1);
  documents.dispatch(it.of("a"), { changes: { from: 0, to: long.length + 3 }, annotations: isolateHistory.of("full") });
  documents.dispatch(it.of("a"), { changes: { from: 0, insert: "after" }, annotations: isolateHistory.of("full") });
  await storage.keep(it.keep("a", "a"), 10);
  await storage.keep(it.keep("a", "a"), 20);
  assert.deepEqual((await storage.versions("a")).map(({ at, length }) => [at, length]), [[9, long.length + 3], [0, 3]]);
});

test("a history that does not fit the text is left out", () => {
  const stored = historyOf(edited("abc", { changes: { from: 0, insert: "x" } }, { changes: { from: 2, to: 3 } }));
  const depth = (doc: string) => undoDepth(withHistory({ doc: edited(doc).doc, extensions: history() }, stored));
  assert.equal(depth("xac"), 2);
  assert.equal(depth("xabc"), 0);
  assert.equal(undoDepth(withHistory({ doc: edited("xac").doc, extensions: history() }, { done: "odd" })), 0);
  assert.equal(historyOf(edited("abc")), null, "none is not worth a place");
});
