import assert from "node:assert/strict";
import { test } from "node:test";
import { type Editor, StandIn } from "../src/stand_in.ts";

const file = { uri: "file:///a.pipe", name: "a.pipe", language: "sprokit", text: "process a\n" };

/** Notes the calls that reach the editor. */
function recorder(answers: Record<string, unknown> = {}): { calls: unknown[][]; editor: Editor } {
  const calls: unknown[][] = [];
  const editor = new Proxy({} as Editor, {
    get: (_, name: string) => (...given: unknown[]) => {
      calls.push([name, ...given]);
      if (answers[name] instanceof Error) throw answers[name];
      return answers[name];
    },
  });
  return { calls, editor };
}

test("calls are made in their order, and get their answers", async () => {
  const { editor, passOn } = standIn();
  const json = JSON.stringify(file);
  editor.setTheme("dark");
  const kept = editor.keepFile("{}");
  editor.openDocument(json);
  const asked = editor.request("a", "{}");
  const real = recorder({ keepFile: Promise.resolve(true), request: Promise.reject(new Error("no")) });
  passOn(real.editor);
  assert.deepEqual(real.calls, [["setTheme", "dark"], ["keepFile", "{}"], ["openDocument", json], ["request", "a", "{}"]]);
  assert.equal(await kept, true);
  await assert.rejects(asked, /no/);
});

test("a text that was opened is there at once, under its newest name", () => {
  const { editor } = standIn();
  assert.throws(() => editor.documentText(file.uri), /no document is open/);
  assert.equal(editor.documentVersion(file.uri), 0);
  editor.openDocument(JSON.stringify(file));
  assert.equal(editor.documentText(file.uri), file.text);
  assert.equal(editor.documentVersion(file.uri), 1);
  editor.renameDocument(file.uri, "file:///b.pipe", "b.pipe");
  assert.throws(() => editor.documentText(file.uri));
  assert.equal(editor.documentText("file:///b.pipe"), file.text);
  assert.match(editor.asMarkdown("file:///b.pipe"), /^`b\.pipe`:/);
  editor.closeDocument("file:///b.pipe");
  assert.throws(() => editor.documentText("file:///b.pipe"));
});

test("a call that the editor refuses does not keep the others", async () => {
  const { editor, passOn, reported } = standIn();
  const refused = editor.storedFile("a");
  const next = editor.storedFiles();
  passOn(recorder({ storedFile: new Error("gone"), storedFiles: "[]" }).editor);
  await assert.rejects(refused, /gone/);
  assert.equal(await next, "[]");
  assert.match(String(reported), /gone/);
});

test("the listener hears that the editor does not come", () => {
  const it = new StandIn(() => {});
  const heard: string[] = [];
  it.editor.onEvent((json) => heard.push(json));
  it.complain("Reload.");
  assert.deepEqual(heard.map((json) => JSON.parse(json) as unknown), [{ notice: { kind: "error", text: "Reload." } }]);
});

function standIn(): { editor: Editor; passOn: (editor: Editor) => void; reported: unknown[] } {
  const reported: unknown[] = [];
  const it = new StandIn((error) => reported.push(error));
  return { editor: it.editor, passOn: (editor) => it.passOn(editor), reported };
}

test("what was dropped is taken at once, for the event is over when the editor comes", async () => {
  const { editor, passOn } = standIn();
  const dropped = { name: "a.pipe" } as File;
  const items = [{ kind: "file", getAsFile: () => dropped }];
  const endings = Promise.resolve('{"Ok":[]}');
  const answer = editor.dropFiles({ items } as unknown as DataTransfer, endings);
  items.length = 0;
  const real = recorder({ takeDropped: Promise.resolve("found") });
  passOn(real.editor);
  assert.deepEqual(real.calls, [["takeDropped", [{ handle: null, entry: null, file: dropped }], endings]]);
  assert.equal(await answer, "found");
});

test("a call that is made while others are passed on comes after them", () => {
  const { editor, passOn } = standIn();
  editor.setTheme("dark");
  editor.setTheme("light");
  const calls: unknown[] = [];
  const real = new Proxy({} as Editor, {
    get: () => (it: unknown) => {
      calls.push(it);
      if (calls.length === 1) editor.setTheme("dark");
    },
  });
  passOn(real);
  assert.deepEqual(calls, ["dark", "light", "dark"]);
});
