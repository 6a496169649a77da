/** The server of the command, through the protocol library that the extension uses. BOBBIN names the command. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import protocol from "vscode-languageserver-protocol/node.js";

const {
  CallHierarchyIncomingCallsRequest, CallHierarchyPrepareRequest, CodeLensRequest, DiagnosticRefreshRequest,
  DidChangeWatchedFilesNotification, DidOpenTextDocumentNotification, DocumentDiagnosticRequest, ExitNotification,
  InitializedNotification, InitializeRequest, InlayHintRequest, PublishDiagnosticsNotification, RegistrationRequest,
  ShutdownRequest, StreamMessageReader, StreamMessageWriter, WorkspaceDiagnosticRequest, WorkspaceSymbolRequest,
  createProtocolConnection,
} = protocol;

test("an editor works with the server", { timeout: 20_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "bobbin-"));
  const files = {
    "main.pipe": "include part.pipe\nconfig c\n  k = 1\n  l = $CONFIG{c:k}\n",
    "part.pipe": "process a :: nobody_has_it\n",
    "box.coilcfg.txt": "[cpu:0]\nname = x\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const uri = (name) => pathToFileURL(join(folder, name)).href;
  const child = spawn(process.env.BOBBIN ?? "bobbin", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill());
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const pushed = [];
  let refreshed;
  const refresh = new Promise((resolve) => (refreshed = resolve));
  const registered = [];
  connection.onNotification(PublishDiagnosticsNotification.type, (it) => pushed.push(it));
  connection.onRequest(DiagnosticRefreshRequest.type, () => refreshed());
  connection.onRequest(RegistrationRequest.type, (it) => void registered.push(...it.registrations.map((it) => it.method)));
  connection.listen();

  const { capabilities } = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: [{ uri: uri(""), name: "w" }],
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      textDocument: { diagnostic: {} },
      workspace: { diagnostics: { refreshSupport: true }, didChangeWatchedFiles: { dynamicRegistration: true } },
    },
  });
  assert.equal(capabilities.positionEncoding, "utf-16");
  assert.equal(capabilities.diagnosticProvider.interFileDependencies, true);
  await connection.sendNotification(InitializedNotification.type, {});

  const open = (name, languageId) =>
    connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: uri(name), languageId, version: 1, text: files[name] },
    });
  await open("main.pipe", "sprokit");
  await open("box.coilcfg.txt", "coil-hardware");
  const textDocument = { uri: uri("main.pipe") };
  const codes = async () => {
    const report = await connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument });
    return report.items.map((it) => it.code);
  };
  assert.ok(!(await codes()).includes("include-not-found"));
  assert.deepEqual(registered, ["workspace/didChangeWatchedFiles"]);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const hints = await connection.sendRequest(InlayHintRequest.type, { textDocument, range });
  assert.deepEqual(hints.map((it) => it.label), ["= 1"]);
  const box = { uri: uri("box.coilcfg.txt") };
  const lenses = await connection.sendRequest(CodeLensRequest.type, { textDocument: box });
  assert.deepEqual(lenses.map((it) => it.command.title), ["79 bytes"]);
  const symbols = await connection.sendRequest(WorkspaceSymbolRequest.type, { query: "a" });
  assert.deepEqual(symbols.map((it) => [it.name, it.location.uri]), [["a", uri("part.pipe")]]);
  const position = { line: 0, character: 10 };
  const items = await connection.sendRequest(CallHierarchyPrepareRequest.type, { textDocument, position });
  const calls = await connection.sendRequest(CallHierarchyIncomingCallsRequest.type, { item: items[0] });
  assert.deepEqual(calls.map((it) => it.from.uri), [textDocument.uri]);

  // The graph beside the text.
  const picture = await connection.sendRequest("bobbin/picture", { uri: uri("main.pipe"), theme: "dark" });
  assert.deepEqual(picture.vertices.map((it) => [it.title, it.uri]), [["a", uri("part.pipe")]]);
  assert.match(picture.svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  const none = await connection.sendRequest("bobbin/picture", { uri: uri("box.coilcfg.txt") });
  assert.deepEqual(none, { kind: "nothing", version: 1, reason: "a COIL hardware configuration has no graph" });

  // All files of the workspace: what is open has a version. A second time there is nothing to say.
  const workspace = async (previousResultIds) => {
    const { items } = await connection.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds });
    const name = (it) => decodeURI(it.uri).split("/").at(-1);
    return { items, shown: items.map((it) => `${it.kind} ${name(it)} ${it.version}`) };
  };
  const { items: reports, shown } = await workspace([]);
  assert.deepEqual(shown, ["full main.pipe 1", "full box.coilcfg.txt 1", "full part.pipe null"]);
  assert.equal(capabilities.diagnosticProvider.workspaceDiagnostics, true);
  const known = reports.map((it) => ({ uri: it.uri, value: it.resultId }));
  const again = ["unchanged main.pipe 1", "unchanged box.coilcfg.txt 1", "unchanged part.pipe null"];
  assert.deepEqual((await workspace(known)).shown, again);

  // A file on the disk changes: the client is told to ask again.
  writeFileSync(join(folder, "part.pipe"), "process a ::\n");
  await connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri: uri("part.pipe"), type: 2 }] });
  await refresh;
  assert.notEqual((await codes()).length, 0);
  assert.deepEqual(pushed, []);

  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  assert.equal(await exited, 0);
  connection.dispose();
});
