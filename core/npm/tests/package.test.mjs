// The built package as users see it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import {
  analyse,
  compile,
  createServer,
  decompile,
  detect,
  Document,
  encode,
  languages,
  load,
  open,
} from "bobbin-config";

const file = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));
const gallery = (name) => file(`../public/gallery/${name}`).toString("utf8");
const golden = file("testdata/coil-hardware/binary/spec_example.coilcfg");
const example = file("testdata/coil-hardware/binary/spec_example.coilcfg.txt").toString("utf8");

test("loads under Node without being asked", async () => {
  await load();
  assert.deepEqual(
    languages().map((it) => it.name),
    ["sprokit", "pinsight", "coil-hardware", "coil-target"],
  );
});

for (const [name, language] of [
  ["track_objects.pipe", "sprokit"],
  ["heat2d_openmp_mpi.trace", "pinsight"],
  ["accelerator_card.coilcfg.txt", "coil-hardware"],
  ["x86-64-linux-server.coilcfg", "coil-target"],
]) {
  test(`analyses ${name}`, () => {
    const analysis = analyse({ name, text: gallery(name) });
    assert.equal(analysis.language, language);
    assert.deepEqual(analysis.diagnostics, []);
    assert.ok(analysis.outline.length > 0);
  });
}

test("compiles the document's example to its bytes", () => {
  const compiled = compile({ name: "spec_example.coilcfg.txt", text: example });
  assert.equal(compiled.kind, "file");
  assert.equal(compiled.name, "spec_example.coilcfg");
  assert.deepEqual(Buffer.from(compiled.bytes), golden);
});

test("decompiles a binary to a text of the same bytes", () => {
  assert.deepEqual(detect("x", golden), { kind: "binary" });
  const opened = decompile(golden, "spec_example.coilcfg");
  assert.equal(opened.kind, "binary");
  assert.equal(opened.exact, true);
  assert.equal(opened.name, "spec_example.coilcfg.txt");
  assert.deepEqual(open("spec_example.coilcfg", golden), opened);
  const compiled = compile(opened);
  assert.deepEqual(Buffer.from(compiled.bytes), golden);
  const cut = decompile(golden.subarray(0, 100));
  assert.equal(cut.kind, "unreadable");
  assert.match(cut.reason, /but the file has 100 bytes/);
});

test("offsets are right behind é and 🎉", () => {
  const text = "; é🎉\r\n[metadata]\r\nversion = 🎉é\r\nübung🎉 = 1\r\n";
  const document = new Document({ language: "coil-hardware", text });
  const wrong = document.diagnostics().map((it) => text.slice(it.start, it.end));
  assert.deepEqual(wrong, ["🎉é", "übung🎉"]);
  for (const { start, end, range } of document.diagnostics()) {
    assert.deepEqual(document.positionAt(start), range.start);
    assert.deepEqual(document.positionAt(end), range.end);
    assert.equal(document.offsetAt(range.start), start);
  }
});

test("a broken text is analysed all the same", () => {
  const text = "process a\n  :: \nconnect from\n  \u0000 🎉 to\nprocess b\n :: image_writer\n";
  const { diagnostics, outline } = analyse({ language: "sprokit", text });
  assert.ok(diagnostics.some((it) => it.severity === "error"));
  for (const it of diagnostics) {
    assert.match(it.code, /^[a-z][a-z0-9-]*$/);
    assert.ok(0 <= it.start && it.start <= it.end && it.end <= text.length);
  }
  assert.ok(outline.some((it) => it.name === "b"));
  const compiled = compile({ language: "coil-hardware", text: "name = 🎉\n" });
  assert.equal(compiled.kind, "refusal");
  assert.match(compiled.reason, /`name`/);
});

test("a command is planned, and its edit changes nothing else", () => {
  const text = "# é🎉\n[OpenMP.default]\n    trace_mode = OFF\n\n# the end 🎉\n";
  const document = new Document({ language: "pinsight", name: "a.trace", text });
  const form = document.view("form", { at: { line: 2, character: 6 } });
  assert.equal(form.kind, "form");
  const plan = document.plan({ kind: "setValue", item: form.item, key: "trace_mode", value: "TRACING" });
  assert.equal(plan.kind, "edit");
  document.edit(plan.documents[0].edits);
  assert.equal(document.text, text.replace("OFF", "TRACING"));
  document.edit([{ start: 2, end: 5, text: "🎉" }]);
  assert.equal(document.text, text.replace("OFF", "TRACING").replace("é🎉", "🎉"));
  assert.throws(() => document.edit([{ start: 0, end: 9999, text: "" }]), { name: "BobbinError", code: "bad-edit" });
  const refused = document.plan({ kind: "remove", item: ["nothing"] });
  assert.equal(refused.kind, "refusal");
  document[Symbol.dispose]();
  document.free();
  assert.throws(() => document.diagnostics(), /was freed/);
});

test("a fix mends what it is for", () => {
  const text = "# 🎉\n[OpenMP.default]\n    trace_mode = TRACNG\n";
  const document = new Document({ language: "pinsight", text });
  const [finding] = document.diagnostics();
  assert.equal(text.slice(finding.start, finding.end), "TRACNG");
  document.edit(finding.fixes[0].edits);
  assert.deepEqual(document.diagnostics(), []);
  assert.equal(document.text, text.replace("TRACNG", "TRACING"));
});

test("a graph has its layout", () => {
  const document = new Document({ language: "sprokit", text: gallery("track_objects.pipe") });
  const graph = document.graph();
  assert.ok(graph.vertices.length > 3 && graph.edges.length > 3);
  for (const { rect } of graph.vertices) {
    assert.ok(rect.x >= 0 && rect.x + rect.width <= graph.width);
    assert.ok(rect.y >= 0 && rect.y + rect.height <= graph.height);
  }
  for (const edge of graph.edges) assert.ok(edge.points.length >= 2);
});

// JavaScript rounds a greater number, and it might not be read back.
test("a graph is drawn as a picture, and what has none is not", () => {
  const pipeline = new Document({ language: "sprokit", name: "a<b.pipe", text: "process a\n  :: numbers\n" });
  const light = pipeline.picture();
  assert.match(light, /^<svg [^]*<title>a&lt;b\.pipe<[^]*>numbers<[^]*<\/svg>\s*$/);
  assert.equal(pipeline.picture({ theme: "light" }), light);
  assert.notEqual(pipeline.picture({ theme: "dark" }), light);
  assert.throws(() => pipeline.picture({ theme: "pink" }), TypeError);
  const empty = new Document({ language: "sprokit", text: "# nothing\n" });
  assert.equal(empty.picture(), null);
  const trace = new Document({ language: "pinsight", text: "" });
  assert.equal(trace.picture(), null);
});

test("every number of every view of the corpus is one that JavaScript keeps", () => {
  const numbers = (value, path) => {
    if (typeof value === "number") {
      const isKept = Number.isSafeInteger(value) || !Number.isInteger(value);
      assert.ok(isKept, `${path}: ${value}`);
    } else if (value && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) numbers(inner, `${path}.${key}`);
    }
  };
  const items = (entries) => entries.flatMap((it) => [it.item, ...items(it.children)]);
  let nForms = 0;
  for (const language of languages().map((it) => it.name)) {
    const folder = new URL(`../../testdata/${language}/ok/`, import.meta.url);
    for (const name of readdirSync(folder, { recursive: true })) {
      if (!/\.(pipe|cluster|trace|coilcfg|txt)$/.test(name)) continue;
      const text = readFileSync(new URL(name, folder), "utf8");
      const document = new Document({ language, name, text });
      for (const item of items(document.outline())) {
        const form = document.view("form", { item });
        numbers(form, `${name} form`);
        if (form) nForms += 1;
      }
      for (const view of ["graph", "bytes", "resolved", "coverage", "timeline"]) {
        numbers(document.view(view), `${name} ${view}`);
      }
    }
  }
  assert.ok(nForms > 100, `${nForms} forms`);
});

test("numbers of 64 bits are whole, and each of them is a bigint", () => {
  const hardware = new Document({ language: "coil-hardware", text: "[metadata]\nversion = 0.1.0\n" });
  const form = hardware.view("form", { at: { line: 0, character: 3 } });
  const inputs = form.groups.flatMap((it) => it.fields).map((it) => it.input);
  const bounds = inputs.filter((it) => it.kind === "integer").flatMap((it) => [it.min, it.max]);
  // JavaScript's numbers end at 2 to the power of 53.
  assert.ok(bounds.includes(9_223_372_036_854_775_807n), bounds.join());
  assert.ok(bounds.every((it) => typeof it === "bigint"));
  const trace = new Document({ language: "pinsight", name: "a.trace", text: "[Lexgion.default]\n    max_num_traces = 7\n" });
  const timeline = trace.view("timeline", { at: { line: 0, character: 3 } });
  assert.deepEqual([timeline.nInvocations, timeline.step, timeline.at], [100n, 1n, null]);
});

test("included files come as values", () => {
  const text = "include part.pipe\nconnect from in.image\n  to out.image\n";
  const part = "process in\n  :: frame_list_input\nprocess out\n  :: image_writer\n";
  const document = new Document({ language: "sprokit", name: "/a/main.pipe", text, files: { "/a/part.pipe": part } });
  assert.equal(document.graph().vertices.length, 2);
});

test("a text is laid out and converted", () => {
  const text = "process a\n::image_writer\n";
  const document = new Document({ language: "sprokit", name: "a.pipe", text });
  document.edit(document.format());
  assert.equal(document.text, "process a\n  :: image_writer\n");
  assert.deepEqual(document.format(), []);
  const dot = document.convert("dot");
  assert.equal(dot.kind, "file");
  assert.match(dot.content, /^strict digraph/);
  assert.equal(document.convert("nothing").kind, "refusal");
  const hardware = new Document({ language: "coil-hardware", text: example });
  assert.ok(hardware.convert("c-header").content.length > 100);
});

test("the machine that a text is for comes as values", () => {
  const text = "process in\n  :: frame_list_input\n  image_list_file = $ENV{LIST}\n";
  const host = { env: [{ key: "LIST", value: "/data/list.txt" }] };
  const document = new Document({ language: "sprokit", name: "a.pipe", text, host });
  assert.match(JSON.stringify(document.view("resolved")), /\/data\/list\.txt/);
});

test("texts are encoded as they were read", () => {
  const bytes = Uint8Array.of(0x23, 0xe9, 0x0d, 0x0a);
  const opened = open("a.pipe", bytes);
  assert.equal(opened.text, "#é\r\n");
  assert.deepEqual(encode(opened.text, opened.encoding), bytes);
});

test("what cannot be done is said in words", () => {
  assert.throws(() => new Document({ language: "cobol", text: "" }), /no language `cobol`/);
  assert.throws(() => analyse({ text: "hello", name: "notes.txt" }), /cannot tell the language of `notes.txt`/);
  assert.throws(() => encode("", "utf7"), /unknown variant `utf7`/);
});

test("the language server answers", () => {
  const textDocument = { uri: "bobbin:///x.trace", languageId: "pinsight", version: 1, text: "[🎉" };
  const told = ["textDocument/publishDiagnostics"];
  // What is no part of the protocol is for clients that ask for it.
  for (const [capabilities, methods] of [
    [{}, told],
    [{ experimental: { bobbin: { documents: true } } }, [...told, "bobbin/document"]],
  ]) {
    const server = createServer();
    const ask = (id, method, params) => server.handle(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    const [initialized] = ask(1, "initialize", { capabilities });
    assert.equal(JSON.parse(initialized).result.capabilities.positionEncoding, "utf-16");
    const said = server.handle(
      JSON.stringify({ jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument } }),
    );
    assert.deepEqual(
      said.map((it) => JSON.parse(it).method),
      methods,
    );
    const [lists] = ask(2, "bobbin/languages", {});
    assert.equal(JSON.parse(lists).result.languages.length, 4);
  }
});

test("names of Windows are paths, too", () => {
  const part = { "C:\\x\\part.pipe": "process src\n  :: numbers\n" };
  const found = (name, files) => analyse({ language: "sprokit", name, text: "include part.pipe\n", files }).diagnostics.map((it) => it.code);
  assert.deepEqual(found("C:\\x\\main.pipe", part), found("/x/main.pipe", { "/x/part.pipe": part["C:\\x\\part.pipe"] }));
  assert.equal(compile({ language: "coil-hardware", name: "C:\\x\\a.coilcfg.txt", text: example }).name, "a.coilcfg");
  const document = new Document({ language: "sprokit", name: "\\\\host\\x\\a.pipe", text: "process a\n  :: numbers\n" });
  assert.equal(document.convert("dot").name, "a.dot");
  assert.equal(document.name, "\\\\host\\x\\a.pipe");
});

test("a text without a name is told of without one", () => {
  assert.throws(() => analyse({ text: "hello" }), /language of the text from its content$/);
});
