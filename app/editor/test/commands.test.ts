import { LSPClient } from "@codemirror/lsp-client";
import { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { commands } from "../src/commands.ts";
import { Documents, OpenDocument, openDocument } from "../src/documents.ts";

/** Makes all line ends of a text LF twice. Returns the text and what was said the second time. */
function unifyTwice(text: string): [text: string, said: string | undefined] {
  const client = new LSPClient({ workspace: (it) => new Documents(it) });
  const documents = client.workspace as Documents;
  const said: string[] = [];
  documents.attach({ notify() {} }, () => {}, () => {}, () => {}, (it) => said.push(it));
  const file = { uri: "bobbin:///a", name: "a", language: "fake", text, encoding: "utf8" as const };
  const create = (of: OpenDocument, doc: EditorState["doc"]) => EditorState.create({ doc, extensions: openDocument.of(of) });
  const document = new OpenDocument(file, create);
  documents.add(document);
  for (let nth = 0; nth < 2; nth++) {
    said.length = 0;
    // A view as far as the command asks for one.
    const view = { state: document.state, plugin: () => ({ client }) };
    assert.ok(commands["unifyLineEnds"]?.(view as unknown as EditorView));
  }
  return [document.text(), said.at(-1)];
}

test("who makes all line ends LF again is told what there is", () => {
  const alike = "All lines of this text end alike.";
  const inside = "The carriage returns of this text stand inside of lines, where they stay.";
  assert.deepEqual(unifyTwice("a\r\nb\n"), ["a\nb\n", alike]);
  assert.deepEqual(unifyTwice("a\r\nb\rc\n"), ["a\nb\rc\n", inside]);
  assert.deepEqual(unifyTwice("a\nb\rc\n"), ["a\nb\rc\n", inside]);
  assert.deepEqual(unifyTwice("a\r\nb\r\n"), ["a\r\nb\r\n", alike]);
});
