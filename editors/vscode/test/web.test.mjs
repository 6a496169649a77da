/** The server for editors in a browser, in a worker, through the protocol library that the extension uses. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const require = createRequire(import.meta.url);
const {
  BrowserMessageReader, BrowserMessageWriter, CompletionRequest, DidChangeTextDocumentNotification, DidOpenTextDocumentNotification,
  HoverRequest, InitializedNotification, InitializeRequest, PublishDiagnosticsNotification, ShutdownRequest, createProtocolConnection,
} = require("vscode-languageserver-protocol/lib/browser/main");

const at = (name) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

/** A worker as a browser has it, in front of Node's. */
class BrowserWorker {
  onmessage = null;

  constructor(path) {
    const code = `
      const { parentPort } = require("node:worker_threads");
      globalThis.self = globalThis;
      globalThis.postMessage = (message) => parentPort.postMessage(message);
      parentPort.on("message", (data) => globalThis.onmessage({ data }));
      require(${JSON.stringify(path)});`;
    this.worker = new Worker(code, { eval: true });
    this.worker.on("message", (data) => this.onmessage?.({ data }));
  }

  postMessage(message) {
    this.worker.postMessage(message);
  }

  addEventListener(type, listener) {
    this.worker.on(type, listener);
  }
}

test("the server answers in a worker", { timeout: 20_000 }, async (t) => {
  const worker = new BrowserWorker(at("server.js"));
  t.after(() => worker.worker.terminate());
  const connection = createProtocolConnection(new BrowserMessageReader(worker), new BrowserMessageWriter(worker));
  let heard = () => {};
  connection.onNotification(PublishDiagnosticsNotification.type, (it) => heard(it));
  /** Waits for the codes of what is said of a version of a text: its diagnostics come when nothing else is to do. */
  const codes = (uri, version) =>
    new Promise((resolve) => {
      heard = (it) => {
        if (it.uri === uri && it.version === version) resolve(it.diagnostics.map((it) => it.code));
      };
    });
  connection.listen();
  // What is said before the module is there waits for it.
  const initialized = connection.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
  worker.postMessage({ start: readFileSync(at("bobbin.wasm")) });
  const { serverInfo } = await initialized;
  assert.equal(serverInfo.name, "Bobbin");
  await connection.sendNotification(InitializedNotification.type, {});

  const open = (uri, languageId, text) =>
    connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId, version: 1, text } });
  // As vscode.dev names files of GitHub.
  const uri = "vscode-vfs://github/kitware/flows/main.pipe";
  const part = "vscode-vfs://github/kitware/flows/part.pipe";
  await open(part, "sprokit", "process a :: numbers\nprocess b :: print_number\n");
  const first = codes(uri, 1);
  await open(uri, "sprokit", "include part.pipe\nconnect from a.number to b.number\n");
  const hover = await connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line: 1, character: 16 } });
  assert.match(JSON.stringify(hover), /number/);
  assert.ok(!(await first).some((it) => /include|unknown/.test(it)), `${await first}: the file that it includes is open`);
  const picture = await connection.sendRequest("bobbin/picture", { uri, theme: "dark" });
  assert.deepEqual(picture.vertices.map((it) => [it.title, it.uri]), [["a", part], ["b", part]]);
  assert.match(picture.svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  const textDocument = { uri, version: 2 };
  const second = codes(uri, 2);
  await connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument, contentChanges: [{ text: "process a ::\n" }] });
  await connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position: { line: 0, character: 12 } });
  assert.notEqual((await second).length, 0);

  await connection.sendRequest(ShutdownRequest.type);
  connection.dispose();
});

test("a module that is none is said to be none", { timeout: 20_000 }, async (t) => {
  const worker = new BrowserWorker(at("server.js"));
  t.after(() => worker.worker.terminate());
  const said = new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
  worker.postMessage({ start: new Uint8Array([1, 2, 3]) });
  const { method, params } = await said;
  assert.equal(method, "bobbin/failed");
  assert.match(params.message, /not the WebAssembly module/);
});
