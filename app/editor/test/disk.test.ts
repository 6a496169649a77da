import "fake-indexeddb/auto";
import { history } from "@codemirror/commands";
import { LSPClient } from "@codemirror/lsp-client";
import { EditorState, type Text } from "@codemirror/state";
import { openDB } from "idb";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileHandle } from "../src/disk/api.ts";
import { Disk, knownOf } from "../src/disk/disk.ts";
import { Shelf, sourceOf } from "../src/disk/found.ts";
import { Documents, OpenDocument } from "../src/documents.ts";
import { Database } from "../src/storage/database.ts";
import { FileStorage, type FileToKeep } from "../src/storage/storage.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A file on a disk that a test plays. */
class FakeFile {
  readonly kind = "file";
  text: string | null;
  time = 1;
  permission: PermissionState = "granted";
  /** The text that the person grants or refuses when asked. */
  grants = true;
  fails: string | null = null;
  /** How often another program writes between the asking for the file and its reading. */
  nChanging = 0;
  /** The text that another program writes while this one is at it. */
  between: string | null = null;
  /** The text that another program writes right behind. */
  chaser: string | null = null;

  constructor(
    readonly name: string,
    text: string,
  ) {
    this.text = text;
  }

  write(text: string): void {
    this.text = text;
    this.time += 1;
  }

  async getFile(): Promise<File> {
    if (this.text === null) throw new DOMException("gone", "NotFoundError");
    const file = new File([this.text], this.name, { lastModified: this.time });
    if (this.nChanging > 0) {
      this.nChanging -= 1;
      file.arrayBuffer = () => Promise.reject(new DOMException("changed", "NotReadableError"));
    }
    return file;
  }

  async createWritable() {
    if (this.fails) throw new Error(this.fails);
    let written = "";
    return {
      write: async (it: Uint8Array) => {
        written += new TextDecoder().decode(it);
        if (this.between !== null) this.write(this.between);
      },
      close: async () => {
        this.write(written);
        if (this.chaser !== null) this.write(this.chaser);
      },
      abort: async () => {},
    };
  }

  async isSameEntry(other: FileHandle): Promise<boolean> {
    return (other as unknown) === this;
  }

  async queryPermission(): Promise<PermissionState> {
    return this.permission;
  }

  async requestPermission(): Promise<PermissionState> {
    return (this.permission = this.grants ? "granted" : "denied");
  }
}

function start(...texts: string[]) {
  const client = new LSPClient({ workspace: (it) => new Documents(it) });
  const documents = client.workspace as Documents;
  documents.attach({ notify() {} }, () => {}, () => {});
  const create = (_: OpenDocument, doc: Text) => EditorState.create({ doc, extensions: history() });
  for (const [nth, text] of texts.entries()) {
    documents.add(new OpenDocument({ uri: `u${nth}`, name: `n${nth}`, language: "fake", text, encoding: "utf8" }, create));
  }
  return documents;
}

async function opened(text: string) {
  const documents = start(text);
  const [document] = documents.files as [OpenDocument];
  const [disk, file] = [new Disk(), new FakeFile("a.pipe", text)];
  disk.attach(document, { handle: file, known: await knownOf(await file.getFile(), bytes(text)) });
  return { documents, document, disk, file };
}

const nothing = { changed: [], gone: [], back: [] };

test("a file is saved in place, twice, and its own writing is no change by others", async () => {
  const { document, documents, disk, file } = await opened("one");
  assert.deepEqual(await disk.save(document, bytes("two")), { saved: "a.pipe" });
  assert.deepEqual(await disk.save(document, bytes("three")), { saved: "a.pipe" });
  assert.equal(file.text, "three");
  assert.deepEqual(await disk.look(documents.files), nothing);
});

test("a file whose folder is known is not where it is said to be once it was moved", async () => {
  const { documents, document, disk, file } = await opened("one");
  const moveTo = (name: string) => {
    documents.rename(document, name, name);
    disk.noteName(document);
  };
  // Nothing is known of the folders of a file that was picked alone.
  moveTo("far/n0");
  assert.deepEqual([disk.oldNameOf(document), disk.wayOf(document, false)], [null, "inPlace"]);
  // Its text was written anew as it moved.
  disk.noteMoved(document, "far/n0");
  moveTo("away/n0");
  assert.equal(disk.oldNameOf(document), "far/n0");
  assert.notEqual(disk.wayOf(document, false), "inPlace");
  moveTo("far/n0");
  assert.deepEqual([disk.oldNameOf(document), disk.wayOf(document, false)], [null, "inPlace"]);
  assert.deepEqual(await disk.save(document, bytes("two")), { saved: "a.pipe" });
  moveTo("n0");
  assert.equal(disk.oldNameOf(document), "far/n0", "saving in place forgets no place");
  disk.acceptName(document);
  assert.equal(file.text, "two");
});

test("two savings at a time are written in their order", async () => {
  const { document, disk, file } = await opened("one");
  const both = await Promise.all([disk.save(document, bytes("two")), disk.save(document, bytes("three"))]);
  assert.deepEqual(both, [{ saved: "a.pipe" }, { saved: "a.pipe" }]);
  assert.equal(file.text, "three");
});

test("what another program wrote is never overwritten unasked", async () => {
  const { document, disk, file } = await opened("one");
  file.write("theirs");
  assert.equal(await disk.save(document, bytes("mine")), "changed");
  assert.equal(await disk.save(document, bytes("mine")), "changed", "however often");
  assert.equal(file.text, "theirs");
  assert.deepEqual(await disk.read(document), bytes("theirs"));
  assert.equal(await disk.save(document, bytes("mine")), "changed", "to look at it decides nothing");
  disk.accept(document);
  file.write("theirs again");
  assert.equal(await disk.save(document, bytes("mine")), "changed", "this one nobody has seen");
  await disk.read(document);
  disk.accept(document);
  assert.deepEqual(await disk.save(document, bytes("mine")), { saved: "a.pipe" });
});

test("what another program wrote at the same time, and as long, is not overwritten either", async () => {
  const { document, disk, file } = await opened("one");
  file.text = "two";
  assert.equal(await disk.save(document, bytes("mine")), "changed");
  assert.equal(file.text, "two");
  await disk.read(document);
  disk.accept(document);
  assert.deepEqual(await disk.save(document, bytes("mine")), { saved: "a.pipe" });
});

test("what another program writes while a file is being saved is not overwritten either", async () => {
  const { document, disk, file } = await opened("one");
  file.between = "theirs";
  assert.equal(await disk.save(document, bytes("mine")), "changed");
  assert.equal(file.text, "theirs");
  file.between = "mine";
  await disk.read(document);
  disk.accept(document);
  assert.deepEqual(await disk.save(document, bytes("mine")), { saved: "a.pipe" }, "it wrote the same");
});

test("another program that writes right behind is noticed, even with a text of the same length", async () => {
  const { document, documents, disk, file } = await opened("one");
  file.chaser = "WTO";
  assert.deepEqual(await disk.save(document, bytes("two")), { saved: "a.pipe" });
  file.chaser = null;
  assert.equal(await disk.save(document, bytes("six")), "changed");
  assert.deepEqual(await disk.look(documents.files), { ...nothing, changed: [document] });
});

test("a file that another program is writing is read when that is done", async () => {
  const { document, disk, file } = await opened("one");
  file.write("theirs");
  file.nChanging = 3;
  assert.equal(await disk.save(document, bytes("mine")), "changed");
  file.nChanging = 3;
  assert.equal(new TextDecoder().decode(await disk.read(document)), "theirs");
  file.nChanging = 3;
  const { bytes: found } = await sourceOf(await file.getFile(), file.name, file).read();
  assert.equal(new TextDecoder().decode(found), "theirs");
  file.nChanging = 99;
  await assert.rejects(disk.read(document), { name: "NotReadableError" });
});

test("a file that was only touched, or has the new text already, is no conflict", async () => {
  const { document, documents, disk, file } = await opened("one");
  file.write("one");
  assert.deepEqual(await disk.look(documents.files), nothing);
  assert.deepEqual(await disk.save(document, bytes("two")), { saved: "a.pipe" });
  file.write("three");
  assert.deepEqual(await disk.save(document, bytes("three")), { saved: "a.pipe" });
});

test("each change on disk is told once", async () => {
  const { document, documents, disk, file } = await opened("one");
  file.write("two");
  assert.deepEqual(await disk.look(documents.files), { ...nothing, changed: [document] });
  assert.deepEqual(await disk.look(documents.files), nothing);
  file.write("three");
  assert.deepEqual(await disk.look(documents.files), { ...nothing, changed: [document] });
  file.permission = "prompt";
  file.write("four");
  assert.deepEqual(await disk.look(documents.files), nothing, "nobody is asked for a permission by a look");
});

test("a text whose file is gone is told once, and counts as not saved until it is back", async () => {
  const { document, documents, disk, file } = await opened("one");
  assert.deepEqual(await disk.look(documents.files), nothing);
  file.text = null;
  assert.deepEqual(await disk.look(documents.files), { ...nothing, gone: [document] });
  assert.deepEqual([document.isPristine(), disk.wayOf(document, false)], [false, "lost"]);
  assert.deepEqual(await disk.look(documents.files), nothing);
  file.text = "one";
  assert.deepEqual(await disk.look(documents.files), { ...nothing, back: [document] });
  assert.deepEqual([document.isPristine(), disk.wayOf(document, false)], [true, "inPlace"]);
});

test("a file that another program replaces just now is not gone", async () => {
  const { documents, disk, file } = await opened("one");
  file.text = null;
  setTimeout(() => (file.text = "one"), 30);
  assert.deepEqual(await disk.look(documents.files), nothing);
});

test("a file that comes back with another content is told of, once", async () => {
  const { document, documents, disk, file } = await opened("one");
  file.text = null;
  assert.deepEqual(await disk.look(documents.files), { ...nothing, gone: [document] });
  file.write("two");
  assert.deepEqual(await disk.look(documents.files), { ...nothing, changed: [document] });
  assert.deepEqual(await disk.look(documents.files), nothing);
  assert.equal(document.isPristine(), false);
});

test("of two documents in one file, the one that was saved is named to the other", async () => {
  const { document, documents, disk, file } = await opened("one");
  const other = new OpenDocument(
    { uri: "bobbin:///other", name: "other", language: "fake", text: "two", encoding: "utf8" },
    (_, doc) => EditorState.create({ doc }),
  );
  documents.add(other);
  disk.attach(other, { handle: file, known: await knownOf(await file.getFile(), bytes("one")) });
  assert.deepEqual(await disk.save(other, bytes("two")), { saved: file.name });
  assert.deepEqual(await disk.look(documents.files), { ...nothing, changed: [document] });
  assert.equal(await disk.writerOf(document, documents.files), other);
  file.write("three");
  assert.equal(await disk.writerOf(document, documents.files), null, "another program was later");
});

test("what is not saved is said, and leaves the file as it was", async () => {
  const { document, disk, file } = await opened("one");
  file.permission = "prompt";
  file.grants = false;
  assert.equal(await disk.save(document, bytes("two")), "denied");
  file.permission = "granted";
  file.fails = "the disk is full";
  assert.deepEqual(await disk.save(document, bytes("two")), { failed: "the disk is full" });
  assert.equal(file.text, "one");
  file.text = null;
  assert.equal(await disk.save(document, bytes("two")), "gone");
  assert.equal(await new Disk().save(document, bytes("two")), "homeless");
});

test("the picker decides where a file goes, and a closed one saves nothing", async () => {
  const { document, disk, file } = await opened("one");
  const other = new FakeFile("b.pipe", "old");
  const global = globalThis as { showSaveFilePicker?: unknown };
  assert.equal(disk.wayOf(document, true), "download");
  global.showSaveFilePicker = async () => other;
  assert.equal(disk.wayOf(document, true), "picker");
  assert.deepEqual(await disk.saveAs(document, "a.pipe", bytes("new")), { saved: "b.pipe" });
  assert.deepEqual([file.text, other.text], ["one", "new"]);
  assert.deepEqual(await disk.save(document, bytes("newer")), { saved: "b.pipe" });
  const fail = (name: string) => async () => {
    throw new DOMException("", name);
  };
  global.showSaveFilePicker = fail("AbortError");
  assert.equal(await disk.saveAs(document, "a.pipe", bytes("x")), "cancelled");
  global.showSaveFilePicker = fail("SecurityError");
  assert.equal(await disk.saveAs(document, "a.pipe", bytes("x")), "homeless");
  assert.equal(other.text, "newer");
  delete global.showSaveFilePicker;
});

test("a file that is open already is known by its handle", async () => {
  const { document, documents, disk, file } = await opened("one");
  const shelf = new Shelf(disk);
  const other = new FakeFile("a.pipe", "another of the same name");
  const sources = [sourceOf(await file.getFile(), "a.pipe", file), sourceOf(await other.getFile(), "a.pipe", other)];
  const found = await shelf.put({ sources, origin: null, nOthers: 0, remarks: [] }, documents.files);
  assert.deepEqual(found.files.map((it) => it.uri), [document.uri, null]);
  const token = found.files[1]?.token ?? assert.fail();
  await shelf.read(token);
  shelf.take(token, document);
  assert.equal(disk.placeOf(document)?.handle, other);
  await assert.rejects(shelf.read(token), /not there any more/);
});

test("a file of more than 64 MB is not read", async () => {
  const huge = { name: "a.pipe", size: 70 * 1024 * 1024, handle: null, read: () => assert.fail("it was read") };
  const shelf = new Shelf(new Disk());
  const found = await shelf.put({ sources: [huge], origin: null, nOthers: 0, remarks: [] }, []);
  await assert.rejects(shelf.read(found.files[0]?.token ?? 0), /larger than 64 MB/);
});

const quiet = { lost() {}, superseded() {} };

test("a database of version 1 keeps what is in it", async () => {
  const name = "bobbin@/old/";
  const old = await openDB(name, 1, {
    upgrade(db) {
      db.createObjectStore("entries", { keyPath: "id" });
      db.createObjectStore("files", { keyPath: "id" });
      db.createObjectStore("orders", { keyPath: "tab" });
      db.createObjectStore("versions", { keyPath: ["id", "at"] });
    },
  });
  const entry = { id: "1", tab: "a", name: "a.pipe", language: "fake", length: 1, changedAt: 3, closedAt: null };
  const row = { id: "1", record: "{}", text: "é\r\n", isModified: true, history: null };
  await old.put("entries", entry);
  await old.put("files", row);
  await old.put("orders", { tab: "a", files: ["1"], shown: "1" });
  await old.put("versions", { id: "1", at: 5, cause: "opening", text: "before" });
  old.close();
  const database = await Database.open(name, quiet);
  assert.deepEqual(await database.entries(), [entry]);
  assert.deepEqual(await database.file("1"), row);
  assert.deepEqual(await database.orders(), [{ tab: "a", files: ["1"], shown: "1" }]);
  assert.equal((await database.version("1", 5))?.text, "before");
  assert.equal(await database.place("1"), undefined);
  await database.forget("1", "a");
  assert.deepEqual(await database.entries(), []);
});

/** A handle that can be stored: a fake of the browser's own, which tests cannot make. */
const storable = (name: string) => ({ kind: "file", name }) as unknown as FileHandle;

test("a document with another name than its file, which the person gave it, counts as not saved", () => {
  const documents = start("one");
  const document = documents.files[0] ?? assert.fail();
  const saved = (document.saved = document.doc);
  const disk = new Disk();
  const name = (to: string) => {
    documents.rename(document, `bobbin:///${to}`, to);
    disk.noteName(document);
    return [disk.oldNameOf(document), disk.wayOf(document, false), document.saved];
  };
  // Opened under another name, as that of the file was taken.
  name("set/a-2.pipe");
  disk.attach(document, { handle: storable("a.pipe"), known: { lastModified: 1, size: 3, digest: "d" } });
  assert.deepEqual(name("set/a-2.pipe"), [null, "inPlace", saved]);
  assert.deepEqual(name("other/a-2.pipe"), [null, "inPlace", saved]);
  assert.deepEqual(name("b.pipe"), ["a.pipe", "download", null]);
  assert.deepEqual(name("c.pipe"), ["a.pipe", "download", null]);
  assert.deepEqual(name("a.pipe"), [null, "inPlace", saved]);
  // Two reasons, of which the one goes before the other.
  name("b.pipe");
  (disk as unknown as { noteAway(it: OpenDocument, why: string, is: boolean): void }).noteAway(document, "gone", true);
  assert.deepEqual(name("a.pipe").slice(1), ["lost", null]);
  disk.attach(document, { handle: storable("a.pipe"), known: { lastModified: 1, size: 3, digest: "d" } });
  assert.deepEqual(name("a.pipe").slice(1), ["inPlace", saved]);
  name("b.pipe");
  disk.attach(document, { handle: storable("b.pipe"), known: { lastModified: 2, size: 3, digest: "d" } });
  assert.deepEqual(name("b.pipe").slice(0, 2), [null, "inPlace"]);
});

test("the place of a file on disk is stored with it, found again, and forgotten with it", async () => {
  const known = { lastModified: 1, size: 3, digest: "d" };
  const keep = (owner: string | null): FileToKeep => ({
    uri: "u0", entry: { id: "7", tab: "a", name: "n0", language: "fake", closedAt: null }, record: "{}", owner, isOwn: false,
  });
  const open = async () => {
    const documents = start("one");
    const disk = new Disk();
    const storage = new FileStorage(documents, disk);
    await storage.open("/places/", () => {});
    return { document: documents.files[0] ?? assert.fail(), disk, storage, documents };
  };
  const before = await open();
  before.disk.attach(before.document, { handle: storable("a.pipe"), known });
  await before.storage.keep(keep(null), 0);
  const after = await open();
  const recalled: OpenDocument[] = [];
  after.disk.onRecall = (document) => recalled.push(document);
  await after.storage.file("7");
  after.storage.recallHistory("u0", "7");
  await new Promise((resolve) => setTimeout(resolve, 50));
  // Its file may have been changed meanwhile.
  assert.deepEqual(recalled, [after.document]);
  assert.deepEqual(after.disk.placeOf(after.document), { handle: { kind: "file", name: "a.pipe" }, known, name: "n0" });
  const later = { ...known, digest: "e" };
  after.disk.attach(after.document, { handle: storable("b.pipe"), known: later });
  assert.equal(recalled.length, 1);
  const database = await Database.open("bobbin@/places/", quiet);
  assert.deepEqual(await database.place("7"), { id: "7", handle: { kind: "file", name: "b.pipe" }, known: later, name: "n0" });
  await database.forget("7", "a");
  assert.equal(await database.place("7"), undefined);
});

test("a file that another tab has saved elsewhere meanwhile is saved there, not where it was", async () => {
  const known = { lastModified: 1, size: 3, digest: "d" };
  const documents = start("one");
  const [document] = documents.files as [OpenDocument];
  const disk = new Disk();
  const storage = new FileStorage(documents, disk);
  await storage.open("/moved/", () => {});
  disk.attach(document, { handle: storable("old.pipe"), known });
  const entry = { id: "7", tab: "a", name: "n0", language: "fake", closedAt: null };
  await storage.keep({ uri: "u0", entry, record: "{}", owner: null, isOwn: false }, 0);
  const other = await Database.open("bobbin@/moved/", quiet);
  await other.keepPlace({ id: "7", handle: storable("new.pipe"), known: { ...known, digest: "e" }, name: "n0" });
  documents.remove(document);
  documents.add(start("one").files[0] ?? assert.fail());
  await storage.file("7");
  storage.recallHistory("u0", "7");
  await disk.settled();
  assert.equal(disk.placeOf(documents.get("u0") ?? assert.fail())?.handle.name, "new.pipe");
});

test("a file with which the page is started is known as open once the files of earlier times are", async () => {
  const { documents, document, disk, file } = await opened("one");
  const shelf = new Shelf(disk);
  documents.remove(document);
  const { files } = await shelf.put({ sources: [sourceOf(await file.getFile(), "a.pipe", file)], origin: null, nOthers: 0, remarks: [] }, documents.files);
  assert.equal(files[0]?.uri, null);
  const later = start("one").files[0] ?? assert.fail();
  documents.add(later);
  const place = { handle: file, known: await knownOf(await file.getFile(), bytes("one")) };
  disk.await(new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => disk.attach(later, place)));
  assert.equal(await shelf.whereOpen(files[0]?.token ?? 0, documents.files), "u0");
});
