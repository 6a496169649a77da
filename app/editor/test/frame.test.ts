// Which pages may use a frame, what is refused in words, and which part of a text changes.

import assert from "node:assert/strict";
import test from "node:test";
import type { FrameRequest } from "../../../core/npm/src/frame.ts";
import { Guest, type Hosting } from "../src/frame/guest.ts";
import { allowedOrigins, changedPart, faultOf } from "../src/frame/rules.ts";

test("a frame is for all, or for those that its address names", () => {
  assert.equal(allowedOrigins("?view=graph"), null);
  const allowed = allowedOrigins("?origin=https://a.example/&view=text&origin=http%3A%2F%2Flocalhost%3A8080");
  assert.deepEqual([...(allowed ?? [])], ["https://a.example", "http://localhost:8080"]);
});

test("a request that makes no sense is refused in words", () => {
  const files = [{ name: "a.pipe", content: "" }, { name: "b.pipe", content: "" }];
  const fault = (it: object) => faultOf({ id: 1, ...it } as FrameRequest);
  assert.equal(fault({ call: "open", files, shown: "b.pipe", view: "both" }), null);
  assert.equal(fault({ call: "open", files, shown: undefined, view: undefined }), null);
  assert.equal(fault({ call: "text" }), null);
  assert.match(fault({ call: "show", view: "junk" }) ?? "", /^there is no view "junk"; there are graph, .*text, both$/);
  assert.match(fault({ call: "show", view: "toString" }) ?? "", /no view "toString"/);
  assert.match(fault({ call: "open", files, view: "junk" }) ?? "", /no view "junk"/);
  assert.equal(fault({ call: "open", files, shown: "zz" }), "zz is to be shown, but is not among the files");
  assert.equal(fault({ call: "open", files: [...files, files[0]] }), "two files are called a.pipe");
});

test("the part that changes is the smallest, and makes the other text", () => {
  const texts = ["", "a", "aa", "aaa", "process a\n", "process b\n", "x\u{1f389}y", "x\u{1f38a}y", "\u{1f389}", "\ud83d", "x\ud83cy"];
  for (const before of texts) {
    for (const after of texts) {
      const { from, to, insert } = changedPart(before, after);
      assert.equal(before.slice(0, from) + insert + before.slice(to), after);
    }
  }
  assert.deepEqual(changedPart("process a\n", "process b\n"), { from: 8, to: 9, insert: "b" });
  assert.deepEqual(changedPart("aa", "aaa"), { from: 2, to: 2, insert: "a" });
  // Both halves of a character change together.
  assert.deepEqual(changedPart("x\u{1f389}y", "x\u{1f38a}y"), { from: 1, to: 3, insert: "\u{1f38a}" });
});

test("a text has what was being changed when it is asked for, and another file waits for that", async () => {
  let text = "";
  const document = { uri: "a", doc: "", ends: "\n", text: () => text };
  const heard: unknown[] = [];
  const page = {
    documents: { get: () => document },
    async settle() {
      await Promise.resolve();
      text = text.replace("1", "77");
    },
    emit({ framed }: { framed: { id: number } }) {
      // The page writes what stands half typed in a form before the file goes.
      text = text.replace("77", "78");
      guest.hear({ change: { uri: "a" } } as any);
      guest.answered(framed.id, [{ open: "a" }]);
    },
    replace() {},
  };
  const guest = new Guest(page as unknown as Hosting);
  const { port1, port2 } = new MessageChannel();
  const parent = { postMessage() {} };
  guest.start({
    parent,
    location: { search: "" },
    addEventListener: (_: string, listen: (event: object) => void) =>
      listen({ source: parent, origin: "", data: { bobbin: "connect" }, ports: [port1] }),
  } as any);
  const ask = (request: object) =>
    new Promise((resolve) => {
      port2.onmessage = ({ data }) => ("id" in data ? data.id > 0 && resolve(data.result ?? data.error) : heard.push(data.detail));
      port2.postMessage(request);
    });
  const files = [{ name: "a.pipe", content: "" }];
  assert.equal(await ask({ id: 1, call: "open", files }), undefined);
  text = "start = 1\n";
  assert.equal(await ask({ id: 2, call: "text" }), "start = 77\n");
  assert.equal(await ask({ id: 3, call: "open", files }), undefined);
  assert.deepEqual(heard, [{ name: "a.pipe", text: "start = 78\n" }]);
  port2.close();
});

test("a page that connects while the one before opens files has its own, whichever is ready first", async () => {
  const texts: Record<string, string> = { slow: "a", quick: "b" };
  const documents = new Map(Object.keys(texts).map((uri) => [uri, { uri, doc: "", ends: "\n", text: () => texts[uri] }]));
  let wishes: { id: number; files: string[][] }[] = [];
  const page = {
    documents: { get: (uri: string) => documents.get(uri) },
    settle: async () => {},
    emit: ({ framed }: { framed: { id: number; files: string[][] } }) => wishes.push(framed),
    replace() {},
  };
  const guest = new Guest(page as unknown as Hosting);
  let listen = (_: object) => {};
  const parent = { postMessage() {} };
  guest.start({ parent, location: { search: "" }, addEventListener: (_: string, it: typeof listen) => (listen = it) } as any);
  /** Connects a page, as `connectFrame` does. */
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    listen({ source: parent, origin: "", data: { bobbin: "connect" }, ports: [port1] });
    const heard: unknown[] = [];
    const answers = new Map<number, (answer: unknown) => void>();
    port2.onmessage = ({ data }) => ("id" in data ? answers.get(data.id)?.(data.error ?? data.result) : heard.push(data.detail));
    const ask = (id: number, call: string, rest: object = {}) =>
      new Promise((resolve) => {
        answers.set(id, resolve);
        port2.postMessage({ id, call, ...rest });
      });
    return { heard, ask, close: () => port2.close() };
  };
  const opening = (name: string) => ({ files: [{ name, content: "" }] });
  const before = connect();
  const first = before.ask(1, "open", opening("slow"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const after = connect();
  const all = Promise.all([first, after.ask(1, "open", opening("quick"))]);
  let isDone = false;
  void all.then(() => (isDone = true));
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    // The newest wish is granted first.
    const due = wishes.reverse();
    wishes = [];
    for (const { id, files } of due) guest.answered(id, files.map(([name = ""]) => ({ open: name })));
  }
  assert.deepEqual(await all, ["another page has taken the frame over", null]);
  assert.equal(await after.ask(2, "text"), "b");
  texts.quick = "bc";
  guest.hear({ change: { uri: "quick" } } as any);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(after.heard, [{ name: "quick", text: "bc" }]);
  before.close();
  after.close();
});

test("a page without an origin, as one from disk, is answered", () => {
  for (const [search, answers] of [["", ["ready", "ready"]], ["?origin=https://a.example", ["ready", "refused"]]] as const) {
    const said: string[] = [];
    const parent = {
      // As windows do it.
      postMessage({ bobbin }: { bobbin: string }, to: string) {
        if (to !== "*") new URL(to);
        said.push(bobbin);
      },
    };
    let listen = (_: object) => {};
    new Guest({} as Hosting).start({ parent, location: { search }, addEventListener: (_: string, it: typeof listen) => (listen = it) } as any);
    listen({ source: parent, origin: "null", data: { bobbin: "ask" }, ports: [] });
    assert.deepEqual(said, answers);
  }
});

test("what was found in a file before all of them were open is told, unless its text has changed since", async () => {
  const found = [{ code: "a-code", message: "No.", severity: 2, range: {}, data: { help: null } }];
  const documents = new Map(
    ["judged", "changed", "open"].map((uri) => [uri, { uri, text: () => "", version: 1, diagnosticsVersion: 0, emitted: null as object[] | null }]),
  );
  const page = {
    documents: { get: (uri: string) => documents.get(uri) },
    settle: async () => {},
    emit({ framed }: { framed: { id: number; files: string[][] } }) {
      for (const [uri, version] of [["judged", 1], ["changed", 2]] as const) {
        Object.assign(documents.get(uri) ?? {}, { version, diagnosticsVersion: 1, emitted: found });
        guest.hear({ diagnostics: { uri, diagnostics: found } } as any);
      }
      guest.answered(framed.id, framed.files.map(([name = ""]) => ({ open: name })));
    },
    replace() {},
  };
  const guest = new Guest(page as unknown as Hosting);
  const { port1, port2 } = new MessageChannel();
  const parent = { postMessage() {} };
  const message = { source: parent, origin: "", data: { bobbin: "connect" }, ports: [port1] };
  guest.start({ parent, location: { search: "" }, addEventListener: (_: string, listen: (event: object) => void) => listen(message) } as any);
  const heard: unknown[] = [];
  await new Promise<void>((resolve) => {
    port2.onmessage = ({ data }) => {
      if ("event" in data) heard.push([data.event, data.detail]);
      else if (data.id > 0) resolve();
    };
    port2.postMessage({ id: 1, call: "open", files: [...documents.keys()].map((name) => ({ name, content: "" })) });
  });
  const diagnostics = [{ severity: "warning", code: "a-code", message: "No.", help: null, range: {} }];
  assert.deepEqual(heard, [["diagnostics", { name: "judged", diagnostics }]]);
  port2.close();
});
