// The package under wrong use, heavy use and odd texts.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { memorySize } from "./module.mjs";
import { analyse, compile, createServer, decompile, detect, Document, encode, load, onPanic, open } from "bobbin-config";

const pipeline = "process a\n  :: frame_list_input\nprocess b\n  :: image_writer\nconnect from a.image\n        to   b.image\n";
const opened = () => new Document({ language: "sprokit", name: "a.pipe", text: pipeline });

/** Repeats some work and asserts that it keeps no memory. */
function staysFlat(times, work) {
  for (let n = 0; n < 200; n++) work(n);
  const before = memorySize();
  for (let n = 0; n < times; n++) work(n);
  assert.equal(memorySize(), before);
}

const language = "sprokit";
const text = "";
const cyclic = { kind: "rename" };
cyclic.item = cyclic;

/** Returns bytes whose buffer was given to somebody else. */
function given() {
  const bytes = new Uint8Array(4);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

/** Returns bytes whose buffer was made smaller. */
function cut() {
  const buffer = new ArrayBuffer(8, { maxByteLength: 8 });
  const bytes = new Uint8Array(buffer, 4, 4);
  buffer.resize(2);
  return bytes;
}

const misuses = [
  // The name of the call, the call, and the error's message.
  ["Document", () => new Document(), "`options` must be an object, not undefined"],
  ["Document", () => new Document("process a"), "`options` must be an object, not a string"],
  ["Document", () => new Document([]), "`options` must be an object, not an Array"],
  ["Document", () => new Document({ text }), "`options.language` must be a string, not undefined"],
  ["Document", () => new Document({ language: 5, text }), "`options.language` must be a string, not the number 5"],
  ["Document", () => new Document({ language }), "`options.text` must be a string, not undefined"],
  ["Document", () => new Document({ language, text: 5 }), "`options.text` must be a string, not the number 5"],
  ["Document", () => new Document({ language, text: Buffer.from("a") }), "`options.text` must be a string, not a Uint8Array"],
  ["Document", () => new Document({ language, text, name: null }), "`options.name` must be a string, not null"],
  ["Document", () => new Document({ language, text, files: new Map([["a", "b"]]) }), "`options.files` must be an object, not a Map"],
  ["Document", () => new Document({ language, text, files: { "/a b": 1 } }), '`options.files["/a b"]` must be a string, not the number 1'],
  ["Document", () => new Document({ language, text, host: "x" }), "`options.host` must be an object, not a string"],
  ["Document", () => new Document({ language, text, host: { strict: 1 } }), "`options.host` does not fit: expected a boolean, found '1'"],
  ["Document", () => new Document({ language, text, host: { numproc: "8" } }), /^`options\.host` does not fit: unknown field `numproc`, expected one of `env`, `system`, /],
  ["Document", () => new Document({ language, text, host: { numproc: 8n } }), "`options.host` has no JSON form: Do not know how to serialize a BigInt"],
  ["analyse", () => analyse("process a"), "`source` must be an object, not a string"],
  ["analyse", () => analyse({ text: null }), "`source.text` must be a string, not null"],
  ["analyse", () => analyse({ language, text, host: { strict: 1 } }), "`source.host` does not fit: expected a boolean, found '1'"],
  ["compile", () => compile({ text: "", name: {} }), "`source.name` must be a string, not an Object"],
  ["compile", () => compile(), "`source` must be an object, not undefined"],
  ["detect", () => detect(null, new Uint8Array()), "`name` must be a string, not null"],
  ["detect", () => detect("a.pipe", "process a"), "`bytes` must be a Uint8Array, not a string"],
  ["open", () => open("a.pipe", new ArrayBuffer(4)), "`bytes` must be a Uint8Array, not an ArrayBuffer"],
  ["open", () => open(1, new Uint8Array()), "`name` must be a string, not the number 1"],
  ["open", () => open("a.pipe", given()), "`bytes` must be a Uint8Array whose buffer is still there"],
  ["open", () => open("a.pipe", cut()), "`bytes` must be a Uint8Array whose buffer is still there"],
  ["decompile", () => decompile([1, 2]), "`bytes` must be a Uint8Array, not an Array"],
  ["decompile", () => decompile(new Uint8Array(), 5), "`name` must be a string, not the number 5"],
  ["encode", () => encode(5), "`text` must be a string, not the number 5"],
  ["encode", () => encode("", 5), "`encoding` must be a string, not the number 5"],
  ["encode", () => encode("", "utf7"), "`encoding` does not fit: unknown variant `utf7`, expected one of `utf8`, `latin1`, `utf16Le`, `utf16Be`"],
  ["onPanic", () => onPanic("x"), "`listener` must be a function, not a string"],
  ["view", (it) => it.view(), "`view` must be a string, not undefined"],
  ["view", (it) => it.view("picture"), /^`view` does not fit: unknown variant `picture`/],
  ["view", (it) => it.view("form", 3), "`target` must be an object, not the number 3"],
  ["view", (it) => it.view("form", { item: "a" }), "`target.item` must be an array, not a string"],
  ["view", (it) => it.view("form", { item: ["a", 1] }), "`target.item[1]` must be a string, not the number 1"],
  ["view", (it) => it.view("form", { at: 3 }), "`target.at` must be an object, not the number 3"],
  ["view", (it) => it.view("graph", { settings: { a: "b" } }), "`target.settings` must be an array, not an Object"],
  ["view", (it) => it.view("graph", { settings: [{ key: "a" }] }), "`target.settings[0].value` must be a string, not undefined"],
  ["hover", (it) => it.hover(3), "`at` must be an object, not the number 3"],
  ["hover", (it) => it.hover({ line: "1", character: 0 }), "`at.line` must be a whole number from 0 to 4294967295, not a string"],
  ["hover", (it) => it.hover({ line: 1, character: -1 }), /^`at\.character` must be a whole number .*, not the number -1$/],
  ["hover", (it) => it.hover({ line: NaN, character: 0 }), /^`at\.line` must be .*, not the number NaN$/],
  ["hover", (it) => it.hover({ line: 2 ** 32, character: 0 }), /^`at\.line` must be .*, not the number 4294967296$/],
  ["convert", (it) => it.convert(), "`id` must be a string, not undefined"],
  ["plan", (it) => it.plan("remove"), "`command` must be an object, not a string"],
  ["plan", (it) => it.plan({}), /^`command` does not fit: missing field `kind`/],
  ["plan", (it) => it.plan({ kind: "rename", item: ["process", "a"] }), "`command` does not fit: missing field `name`"],
  ["plan", (it) => it.plan({ kind: "rename", item: ["process", 5], name: "b" }), "`command` does not fit: expected a string, found '5'"],
  ["plan", (it) => it.plan(cyclic), /^`command` has no JSON form: Converting circular structure/],
  ["plan", (it) => it.plan({ toJSON: () => undefined }), /^`command` has no JSON form/],
  ["edit", (it) => it.edit(), "`edits` must be an array, not undefined"],
  ["edit", (it) => it.edit([,]), "`edits[0]` must be an object, not undefined"],
  ["edit", (it) => it.edit([5]), "`edits[0]` must be an object, not the number 5"],
  ["edit", (it) => it.edit([{ start: 0, end: 1 }]), "`edits[0].text` must be a string, not undefined"],
  ["edit", (it) => it.edit([{ start: 0.5, end: 1, text: "" }]), /^`edits\[0\]\.start` must be a whole number/],
  ["edit", (it) => it.edit([{ range: { start: { line: 0, character: 0 } }, newText: "" }]), /^`edits\[0\]\.range\.end` must be an object/],
  ["offsetAt", (it) => it.offsetAt(7), "`position` must be an object, not the number 7"],
  ["positionAt", (it) => it.positionAt("7"), /^`offset` must be a whole number .*, not a string$/],
  ["handle", (_, server) => server.handle({ method: "x" }), "`message` must be a string, not an Object"],
  ["begin", (_, server) => server.begin(), "`message` must be a string, not undefined"],
  ["work", (_, server) => server.work("8"), "`milliseconds` must be a number of milliseconds, not a string"],
  ["work", (_, server) => server.work(-1), "`milliseconds` must be a number of milliseconds, not the number -1"],
  ["picture", (it) => it.picture({ closed: "false" }), "`options.closed` must be true or false, not a string"],
];

test("a source may be an object of a class, with getters", () => {
  class Given {
    get language() {
      return language;
    }
    get text() {
      return "process a\n";
    }
  }
  assert.equal(analyse(new Given()).diagnostics[0].code, "missing-type");
  assert.equal(compile(new Given()).kind, "refusal");
});

test("every argument of a wrong type is refused by its name", () => {
  const document = opened();
  const server = createServer();
  for (const [name, call, message] of misuses) {
    assert.throws(() => call(document, server), { name: "TypeError", message }, name);
  }
  assert.equal(document.text, pipeline);
  assert.deepEqual(document.diagnostics(), []);
  assert.deepEqual(document.graph().vertices.length, 2);
});

test("an argument of a wrong type costs no memory, however often", () => {
  const document = opened();
  const server = createServer();
  staysFlat(1000, () => assert.throws(() => new Document({ text: 5 }), TypeError));
  staysFlat(200, () => misuses.forEach(([, call]) => assert.throws(() => call(document, server), TypeError)));
  staysFlat(10_000, () => assert.throws(() => new Document({ language: "cobol", text: pipeline }), /no language `cobol`/));
});

test("`load` refuses what is not a module", async () => {
  await assert.rejects(load(5), { name: "TypeError", message: "`source` must be an address or bytes, not the number 5" });
  await assert.rejects(load({}), { name: "TypeError", message: "`source` must be an address or bytes, not an Object" });
  await load(new URL("file:///bobbin.wasm"));
});

test("`load` says so of other bytes, and can be called again", () => {
  const program = `
    import { languages, load } from "bobbin-config";
    const emptyModule = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    for (const bytes of [new Uint8Array(3), new TextEncoder().encode("<html>"), emptyModule]) {
      await load(bytes).catch((error) => console.log(error.name, error.code, error.message));
    }
    await load();
    console.log(languages().length);
  `;
  const cwd = fileURLToPath(new URL(".", import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module"], { cwd, encoding: "utf8", input: program });
  const line = "BobbinError load-failed `source` is not the WebAssembly module of bobbin-config: see \"Bundlers\" in its README\n";
  assert.equal(stdout, `${line.repeat(3)}4\n`, stderr);
});

test("ten thousand documents that are opened and freed leave nothing behind", () => {
  staysFlat(10_000, () => {
    const document = opened();
    document.diagnostics();
    document.outline();
    document.free();
  });
  staysFlat(1000, () => {
    const document = opened();
    document.graph();
    document.plan({ kind: "rename", item: ["process", "a"], name: "c" });
    document.edit([{ start: 0, end: 0, text: "# é🎉\n" }]);
    document[Symbol.dispose]();
  });
  staysFlat(1000, () => {
    const server = createServer();
    server.handle('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}');
    server.free();
  });
});

test("a document that was freed says so, whatever it is asked", () => {
  const document = opened();
  document.free();
  document.free();
  const at = { line: 0, character: 0 };
  const uses = [
    () => document.diagnostics(),
    () => document.info(),
    () => document.outline(),
    () => document.graph(),
    () => document.view("bytes"),
    () => document.hover(at),
    () => document.compile(),
    () => document.convert("dot"),
    () => document.format(),
    () => document.plan({ kind: "rename", item: ["process", "a"], name: "b" }),
    () => document.edit([{ start: 0, end: 0, text: "x" }]),
  ];
  for (const use of uses) assert.throws(use, { name: "BobbinError", code: "freed", message: "this document was freed" });
  // Its data in JavaScript is still there.
  assert.equal(document.text, pipeline);
  assert.equal(document.offsetAt(document.positionAt(7)), 7);
  const server = createServer();
  server[Symbol.dispose]();
  server.free();
  for (const use of [() => server.handle("{}"), () => server.begin("{}"), () => server.hasWork, () => server.work(1)]) {
    assert.throws(use, { name: "BobbinError", code: "freed", message: "this language server was freed" });
  }
});

test("an edit that cannot be made changes nothing", () => {
  const document = opened();
  const overlapping = [{ start: 0, end: 5, text: "" }, { start: 3, end: 7, text: "" }];
  const at = (line, character) => ({ range: { start: { line: 0, character: 0 }, end: { line, character } }, newText: "" });
  const outside = [[at(99, 0)], [at(0, 99)], [{ start: 0, end: 9999, text: "" }]];
  for (const edits of [overlapping, [{ start: 5, end: 2, text: "" }], ...outside]) {
    assert.throws(() => document.edit(edits), { name: "BobbinError", code: "bad-edit" });
    assert.equal(document.text, pipeline);
    assert.equal(document.outline().length, 3);
  }
});

for (const language of ["sprokit", "pinsight", "coil-hardware", "coil-target"]) {
  test(`odd characters are only characters in ${language}`, () => {
    const odd = "a\0b \ud83c c\udf89 \u2028 \u{10FFFF} \ufeff \r x\r\n\udf89\ud83c\n\0";
    for (const text of [odd, "\0", "\ud800", "[" + odd, `# ${odd}`, "\ufeff[a]\n", odd.repeat(50)]) {
      const document = new Document({ language, name: odd, text, files: { [odd]: odd } });
      for (const { start, end } of document.diagnostics()) assert.ok(0 <= start && start <= end && end <= text.length);
      document.outline();
      document.graph();
      const edits = document.format();
      if (edits) document.edit(edits);
      document.plan({ kind: "remove", item: [odd, odd] });
      document.convert(odd);
      document.free();
    }
  });
}

test("a half of a character is what it is in a file, and positions stay", () => {
  const text = "; \ud83c é\n[metadata]\n\udf89é_\ud83c = 1\nversion = x\n";
  const document = new Document({ language: "coil-hardware", text });
  const found = document.diagnostics().map((it) => text.slice(it.start, it.end));
  assert.ok(found.includes("x"), JSON.stringify(found));
  assert.equal(document.text, text);
  assert.deepEqual(encode("\ud83c"), encode("\ufffd"));
});

test("the language server takes halves of characters too", () => {
  const server = createServer();
  const tell = (message) => server.handle(JSON.stringify({ jsonrpc: "2.0", ...message })).map((it) => JSON.parse(it));
  tell({ id: 1, method: "initialize", params: { capabilities: {} } });
  const textDocument = { uri: "file:///a.pipe", languageId: "sprokit", version: 1, text: "# \ud83c\nprocess a\n" };
  tell({ method: "textDocument/didOpen", params: { textDocument } });
  const at = { line: 0, character: 3 };
  const contentChanges = [{ range: { start: at, end: at }, text: "\udf89" }];
  tell({ method: "textDocument/didChange", params: { textDocument: { uri: textDocument.uri, version: 2 }, contentChanges } });
  const [answer] = tell({ id: 2, method: "textDocument/documentSymbol", params: { textDocument: { uri: textDocument.uri } } });
  assert.equal(answer.result[0].selectionRange.start.line, 1);
});

test("a thousand edits that wait are judged once", () => {
  const server = createServer();
  const begin = (message) => server.begin(JSON.stringify({ jsonrpc: "2.0", ...message }));
  begin({ id: 1, method: "initialize", params: { capabilities: {} } });
  const textDocument = { uri: "file:///a.pipe", languageId: "sprokit", version: 1, text: pipeline };
  begin({ method: "textDocument/didOpen", params: { textDocument } });
  for (let version = 2; version < 1002; version++) {
    const at = { line: 0, character: 0 };
    const contentChanges = [{ range: { start: at, end: at }, text: "#" }];
    const said = begin({ method: "textDocument/didChange", params: { textDocument: { uri: textDocument.uri, version }, contentChanges } });
    assert.deepEqual(said, []);
  }
  const said = [];
  while (server.hasWork) said.push(...server.work(8).map((it) => JSON.parse(it)));
  const published = said.filter((it) => it.method === "textDocument/publishDiagnostics");
  assert.deepEqual(published.map((it) => it.params.version), [1001]);
});

test("several workers use the package at once", async () => {
  const work = `
    const { parentPort } = require("node:worker_threads");
    import("bobbin-config").then(({ analyse, Document }) => {
      const text = ${JSON.stringify(pipeline.replace("image_writer", "nonsense"))};
      for (let n = 0; n < 10; n++) new Document({ language: "sprokit", text }).graph();
      parentPort.postMessage(JSON.stringify(analyse({ language: "sprokit", text })));
    });
  `;
  const results = [1, 2, 3, 4].map(() => {
    const worker = new Worker(work, { eval: true });
    return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  });
  const [first, ...others] = await Promise.all(results);
  assert.match(first, /nonsense/);
  for (const it of others) assert.equal(it, first);
});

test("a text of some hundred kilobytes is read", () => {
  for (const [language, line] of [
    ["sprokit", (n) => `process p${n}\n  :: print_number\n`],
    ["pinsight", (n) => `[Lexgion(0x${n})]\n    trace_mode = TRACNG\n`],
    ["coil-hardware", (n) => `[pu${n}:0]\nname = x\n`],
    ["coil-target", (n) => `[Memory${n}]\nModel = Flat\n`],
  ]) {
    const lines = Array.from({ length: 10_000 }, (_, n) => line(n));
    const document = new Document({ language, text: lines.join("") });
    assert.ok(document.outline().length > 0, language);
    document.free();
  }
});

test("a text that nothing could read is refused before it is read", () => {
  const text = "x".repeat(64_000_001);
  const message = /^`[^`]+` has 640\d{5} (characters|bytes); more than 64000000 cannot be read$/;
  const document = opened();
  for (const use of [
    () => new Document({ language: "sprokit", text }),
    () => new Document({ language: "sprokit", text: "", files: { "/a": text } }),
    () => document.edit([{ start: 0, end: 0, text }]),
    () => createServer().handle(text),
    () => encode(text),
    () => detect("a", new Uint8Array(64_000_001)),
  ]) {
    assert.throws(use, { name: "BobbinError", code: "too-large", message });
  }
  assert.equal(document.outline().length, 3);
});
