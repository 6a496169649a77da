import { LSPClient } from "@codemirror/lsp-client";
import { Annotation, EditorState } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { behindMark } from "../src/byte_order_mark.ts";
import { withinLines } from "../src/carriage_returns.ts";
import { Documents, OpenDocument } from "../src/documents.ts";
import { changedPart } from "../src/frame/rules.ts";
import { labelOf } from "../src/locations.ts";
import type { Location } from "../src/wire.ts";

const uri = "bobbin:///a";

interface Told {
  method: string;
  version: number | undefined;
  texts: string[];
}

/** Documents whose server is a list of what it was told. */
function start(text: string) {
  const told: Told[] = [];
  const visited: Location[] = [];
  const client = new LSPClient({ workspace: (it) => new Documents(it) });
  const documents = client.workspace as Documents;
  const session = {
    notify(method: string, params: any) {
      const texts = params.contentChanges?.map((it: { text: string }) => it.text) ?? [params.textDocument.text];
      told.push({ method: method.replace("textDocument/", ""), version: params.textDocument.version, texts });
    },
  };
  documents.attach(session, () => {}, (location) => visited.push(location));
  const open = () => {
    const file = { uri, name: "a", language: "fake", text, encoding: "utf8" as const };
    const document = new OpenDocument(file, (_document, doc) => EditorState.create({ doc }));
    documents.add(document);
    return document;
  };
  const type = (document: OpenDocument, insert: string) =>
    documents.dispatch(document, { changes: { from: document.doc.length, insert } });
  return { documents, told, visited, open, type };
}

test("a server at rest is told each change at once", () => {
  const { documents, told, open, type } = start("x");
  const document = open();
  documents.answered(document, 1);
  type(document, "1");
  documents.answered(document, 2);
  type(document, "2");
  assert.deepEqual(told, [
    { method: "didOpen", version: 1, texts: ["x"] },
    { method: "didChange", version: 2, texts: ["1"] },
    { method: "didChange", version: 3, texts: ["2"] },
  ]);
});

test("a busy server is told the rest together when it is done", () => {
  const { documents, told, open, type } = start("x");
  const document = open();
  for (const insert of ["1", "2", "3"]) type(document, insert);
  assert.equal(told.length, 1);
  assert.equal(document.text(), "x123");
  documents.answered(document, 1);
  assert.deepEqual(told.at(-1), { method: "didChange", version: 4, texts: ["123"] });
  // Findings of a text before the one at work are no sign that it is done.
  type(document, "4");
  documents.answered(document, 3);
  assert.equal(told.length, 2);
  documents.answered(document, 4);
  assert.deepEqual(told.at(-1)?.texts, ["4"]);
});

test("a busy server is told before it is asked, and when its findings do not come", async () => {
  const { documents, told, open, type } = start("x");
  const document = open();
  type(document, "1");
  documents.syncFiles();
  assert.deepEqual(told.at(-1), { method: "didChange", version: 2, texts: ["1"] });
  type(document, "2");
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual(told.at(-1), { method: "didChange", version: 3, texts: ["2"] });
});

test("a new server gets the newest text and nothing else", () => {
  const { documents, told, open, type } = start("x");
  const document = open();
  type(document, "1");
  told.length = 0;
  documents.connected();
  documents.answered(document, 2);
  assert.deepEqual(told, [{ method: "didOpen", version: 2, texts: ["x1"] }]);
});

test("versions go on when a document is opened again", () => {
  const { documents, told, open, type } = start("x");
  const first = open();
  type(first, "1");
  documents.remove(first);
  const second = open();
  assert.equal(second.version, 3);
  assert.deepEqual(told.map((it) => it.method), ["didOpen", "didClose", "didOpen"]);
  assert.equal(second.isPristine(), true);
});

test("versions stay small when a document is taken out and put in again and again", () => {
  const { documents, told, open } = start("x");
  const document = open();
  for (let n = 0; n < 40; n++) {
    documents.remove(document);
    documents.add(document);
  }
  assert.equal(document.version, 41);
  assert.deepEqual(told.at(-1), { method: "didOpen", version: 41, texts: ["x"] });
});

test("a text is pristine when it is again what was opened", () => {
  const { documents, open, type } = start("x\r\ny\r\n");
  const document = open();
  type(document, "1");
  assert.equal(document.isPristine(), false);
  documents.dispatch(document, { changes: { from: document.doc.length - 1, to: document.doc.length } });
  assert.equal(document.isPristine(), true);
  assert.equal(document.text(), "x\r\ny\r\n");
});

test("places are shown with their lines as far as they are known", () => {
  const { documents, visited, open } = start(`first\r\n  second 🎉\r\n${"x".repeat(200)}`);
  const document = open();
  const at = (line: number): Location => ({ uri, range: { start: { line, character: 0 }, end: { line, character: 1 } } });
  assert.equal(labelOf(at(1), document), "a:2  second 🎉");
  assert.equal(labelOf(at(2), document).length, "a:3  ".length + 80);
  assert.equal(labelOf(at(9), document), "a:10");
  assert.equal(labelOf({ ...at(0), uri: "file:///b/%C3%A9%20x.pipe" }, null), "é x.pipe:1");
  assert.equal(labelOf({ ...at(0), uri: "file:///50%" }, null), "50%:1");
  documents.goTo(at(2));
  assert.deepEqual(visited, [at(2)]);
});

test("a save marks the text that was written, not what was typed meanwhile", () => {
  const { documents, open, type } = start("x\r\ny");
  const document = open();
  type(document, "1");
  const written = document.text();
  type(document, "2");
  document.markSaved(written);
  assert.equal(document.isPristine(), false);
  documents.dispatch(document, { changes: { from: document.doc.length - 1, to: document.doc.length } });
  assert.equal(document.isPristine(), true);
});

test("a draft that was never saved is not pristine until it is", () => {
  const file = { uri, name: "a", language: "fake", text: "x", encoding: "utf8" as const, pristine: false };
  const document = new OpenDocument(file, (_document, doc) => EditorState.create({ doc }));
  assert.equal(document.isPristine(), false);
  document.markSaved("x");
  assert.equal(document.isPristine(), true);
});

test("a renamed document keeps its text and goes on under the new name", () => {
  const { documents, told, open, type } = start("x");
  const document = open();
  documents.answered(document, 1);
  type(document, "1");
  documents.rename(document, "bobbin:///b", "b");
  assert.equal(documents.get(uri), null);
  assert.equal(documents.get("bobbin:///b")?.text(), "x1");
  assert.deepEqual(told.slice(-2), [
    { method: "didClose", version: undefined, texts: [undefined] },
    { method: "didOpen", version: 3, texts: ["x1"] },
  ]);
});

test("a text over which the server died twice is left out until somebody tries again", () => {
  const { documents, told, open, type } = start("x");
  const document = open();
  assert.equal(documents.died([], 0), false);
  documents.connected();
  assert.equal(told.at(-1)?.method, "didOpen");
  assert.equal(documents.died([], 1000), true);
  assert.deepEqual([document.isLeftOut, document.deaths], [true, 2]);
  told.length = 0;
  documents.connected();
  type(document, "1");
  documents.syncFiles();
  assert.deepEqual(told, [], "the server does not hear of it");
  assert.equal(document.text(), "x1");
  documents.tryAgain(document);
  assert.equal((told as Told[]).at(-1)?.texts[0], "x1");
  assert.equal(documents.died([uri], 2000), true, "another death, and it is left out again");
});

test("suspects are opened one by one, so that the next death says which it was", () => {
  const { documents, told } = start("");
  const [good, bad] = ["good", "bad"].map((name): OpenDocument => {
    const file = { uri: `bobbin:///${name}`, name, language: "fake", text: name, encoding: "utf8" as const };
    const document = new OpenDocument(file, (_document, doc) => EditorState.create({ doc }));
    documents.add(document);
    return document;
  });
  assert.ok(good && bad);
  assert.equal(documents.died([], 0), false, "both were at work");
  told.length = 0;
  documents.connected();
  assert.deepEqual(told.map((it) => it.texts[0]), ["good"]);
  documents.answered(good, good.version);
  assert.deepEqual(told.map((it) => it.texts[0]), ["good", "bad"]);
  assert.equal(documents.died([], 1000), true);
  assert.deepEqual([good.isLeftOut, bad.isLeftOut], [false, true]);
  told.length = 0;
  documents.connected();
  assert.deepEqual(told.map((it) => it.texts[0]), ["good"]);
});

test("the text that a page sets in an element or a frame is written as it is", () => {
  const by = Annotation.define<true>();
  const written = (before: string, after: string) => {
    const { documents } = start("");
    const file = { uri, name: "a", language: "fake", text: before, encoding: "utf8" as const };
    const document = new OpenDocument(file, (_, doc) => EditorState.create({ doc, extensions: [behindMark, withinLines] }));
    documents.add(document);
    documents.write(document, changedPart(before, after), by.of(true));
    return document.text();
  };
  assert.equal(written("\ufeffa\nb", "a\nb"), "a\nb", "without the mark");
  assert.equal(written("a\nb\r\nc", "a\nb\r"), "a\nb\r", "a CR without its line feed");
  assert.equal(written("a\nb\r\nc", "a\rx\nb\r\nc"), "a\rx\nb\r\nc");
});
