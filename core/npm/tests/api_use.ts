// Uses every public function and type of the package as the types allow: this must compile under
// strict.

import {
  analyse,
  type Analysis,
  BobbinError,
  type BobbinErrorCode,
  type Command,
  compile,
  type Compiled,
  type Converted,
  createServer,
  decompile,
  detect,
  type DetectResult,
  Document,
  type DocumentInfo,
  encode,
  type Finding,
  type Graph,
  type LanguageInfo,
  languages,
  type LanguageServer,
  load,
  type ModuleSource,
  onPanic,
  open,
  type OpenResult,
  type OutlineEntry,
  type PlanResult,
  type Position,
  type protocol,
  type Replacement,
  type Source,
  type TextEdit,
  type View,
  type ViewKind,
} from "bobbin-config";

const sources: ModuleSource[] = ["bobbin.wasm", { href: "https://example.org/bobbin.wasm" }, new ArrayBuffer(8), new Uint8Array(8)];
await load();
for (const source of sources) await load(source);

const infos: LanguageInfo[] = languages();
const names: string[] = infos.flatMap((it) => [it.name, it.title, ...it.extensions, ...it.views, ...it.conversions.map((it) => it.id)]);

const bytes = encode("a", "latin1");
const detected: DetectResult = detect("a.pipe", bytes);
if (detected.kind === "text") names.push(detected.language, ...detected.others);
else if (detected.kind === "unreadable") names.push(detected.reason);

for (const opened of [open("a.pipe", bytes), decompile(bytes), decompile(bytes, "a.coilcfg")] satisfies OpenResult[]) {
  if (opened.kind === "text") encode(opened.text, opened.encoding);
  else if (opened.kind === "binary") names.push(opened.name, opened.text, ...opened.report.map((it) => it.message));
  else if (opened.kind === "damaged") names.push(opened.text, opened.fault.message, String(opened.fault.offset));
  else names.push(opened.reason, String(opened.offset));
}

const source: Source = { name: "a.pipe", text: "", files: { b: "" }, host: { strict: true } };
const analysis: Analysis = analyse(source);
const findings: Finding[] = analysis.diagnostics;
for (const it of findings) {
  const edits: TextEdit[] | undefined = it.fixes[0]?.edits;
  names.push(it.code, it.message, it.help ?? "", it.severity, String(it.end - it.start), String(edits?.length));
}

const compiled: Compiled = compile({ language: "coil-hardware", text: "" });
const blob: Uint8Array<ArrayBuffer> | string = compiled.kind === "file" ? compiled.bytes : compiled.reason;

const document = new Document({ language: "sprokit", name: "a.pipe", text: "process a\n", files: {}, host: { env: [] } });
names.push(document.language, document.name, document.text, String(blob.length));
const found: Finding[] = document.diagnostics();
const info: DocumentInfo = document.info();
const outline: OutlineEntry[] = document.outline();
const graph: Graph | null = document.graph();
const at: Position = { line: 0, character: 0 };
names.push(String(found.length), info.language, ...outline.map((it) => it.name), String(graph?.vertices.length));

// A view has the type of its kind.
names.push(String(document.view("graph")?.edges.length));
names.push(String(document.view("outline")?.entries.length));
names.push(String(document.view("bytes")?.kind === "bytes"));
names.push(String(document.view("resolved", { settings: [{ key: "rows", value: "5" }] })?.rows.length));
names.push(String(document.view("coverage", { at })?.kind), String(document.view("timeline", { item: ["a"] })?.kind));
const form = document.view("form", { at });
// 64 bits in full; the messages of the language server have numbers.
const wide: bigint | undefined = document.view("timeline", { at })?.nInvocations;
const onWire: Extract<protocol.View, { kind: "timeline" }>["nInvocations"] = 5;
names.push(String(wide ?? onWire));
names.push(...(form?.item ?? []));
for (const kind of ["graph", "form"] satisfies ViewKind[] as ViewKind[]) {
  const view: View | null = document.view(kind, { item: ["process", "a"] });
  if (view?.kind === "graph") names.push(String(view.vertices.length));
}

const hover = document.hover(at);
names.push(hover?.markdown ?? "", String(hover?.range.start.line));
const compiledToo: Compiled = document.compile();
const converted: Converted = document.convert("dot");
if (converted.kind === "file") names.push(converted.name, converted.mediaType, ...converted.remarks.map((it) => it.message));
names.push(compiledToo.kind, converted.kind);

const command: Command = { kind: "rename", item: ["process", "a"], name: "b" };
const plan: PlanResult = document.plan(command);
if (plan.kind === "edit") for (const it of plan.documents) document.edit(it.edits);
else names.push(plan.reason);
const replacement: Replacement = { start: 0, end: 1, text: "" };
document.edit([replacement]);
document.edit(document.format() ?? []);
names.push(String(document.offsetAt(at)), String(document.positionAt(0).line));
document.free();
document[Symbol.dispose]();

const server: LanguageServer = createServer();
const said: string[] = [...server.handle("{}"), ...server.begin("{}")];
while (server.hasWork) said.push(...server.work(8));
server.free();
server[Symbol.dispose]();

onPanic((message: string) => void names.push(message));
try {
  analyse({ text: "" });
} catch (error) {
  if (error instanceof BobbinError) {
    const code: BobbinErrorCode = error.code;
    names.push(error.message, code === "core-failed" ? "" : code);
  }
}

// Each family has the same types, and takes the same addresses.
import * as coil from "bobbin-config/coil";
import * as pinsight from "bobbin-config/pinsight";
import * as sprokit from "bobbin-config/sprokit";
import address from "bobbin-config/sprokit.wasm";
await sprokit.load(address);
for (const it of [coil, pinsight, sprokit]) {
  using held = new it.Document({ language: "sprokit", text: "" });
  const same: Document = held;
  names.push(same.text);
}

// @ts-expect-error: a text is a string
new Document({ language: "sprokit", text: 5 });
// @ts-expect-error: a form is no graph
document.view("form", { at })?.vertices;
// @ts-expect-error: there is no such view
document.view("picture");
// @ts-expect-error: what a command changes has a name
document.plan({ kind: "setValue", item: ["a"], value: "1" });
// @ts-expect-error: bytes are not a buffer
open("a", new ArrayBuffer(1));
