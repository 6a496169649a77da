/** The extension with a fake editor and a fake client: however often it is started again, one server runs. */

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The workers that run. */
const workers = new Set();

globalThis.Worker = class {
  constructor() {
    workers.add(this);
  }
  postMessage() {}
  terminate() {
    workers.delete(this);
  }
};

const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

/** Builds the extension for programs (`extension`) or for browsers (`web`), and activates it. */
async function activated(name) {
  const outfile = join(mkdtempSync(join(tmpdir(), "bobbin-restart-")), `${name}.mjs`);
  const contents = `export * from ${JSON.stringify(at(`../src/${name}.ts`))}; export { editor, Uri } from "vscode"; export { clients } from "client";`;
  const client = at("fake_client.mjs");
  await build({
    stdin: { contents, resolveDir: at("."), loader: "ts" },
    alias: { vscode: at("fake_vscode.mjs"), client, "vscode-languageclient/node": client, "vscode-languageclient/browser": client },
    bundle: true, format: "esm", platform: "node", target: "node20", outfile, logLevel: "warning",
  });
  const it = await import(pathToFileURL(outfile).href);
  workers.clear();
  const activation = it.activate({ extensionUri: it.Uri.parse("file:///extension"), subscriptions: [] });
  const running = () => it.clients.filter(({ state }) => !["initial", "stopped"].includes(state)).map((client) => it.clients.indexOf(client));
  return { ...it, activation, running, restart: () => it.editor.commands["bobbin.restart"]() };
}

for (const name of ["extension", "web"]) {
  test(`restarts one upon the other leave one server (${name})`, async () => {
    const it = await activated(name);
    await it.activation;
    await Promise.all([it.restart(), it.restart(), it.restart()]);
    await settled();
    assert.equal(it.running().length, 1);
    if (name === "web") assert.equal(workers.size, 1);
    await it.deactivate();
    assert.deepEqual([it.running(), workers.size], [[], 0]);
  });

  test(`a restart while the server starts leaves the newer one (${name})`, async () => {
    const it = await activated(name);
    await it.restart();
    await it.activation;
    await settled();
    assert.deepEqual(it.running(), [it.clients.length - 1]);
    if (name === "web") assert.equal(workers.size, 1);
    assert.deepEqual(it.editor.errors, []);
  });
}

test("a setting that changes while the server starts is that of the server that stays", async () => {
  const it = await activated("extension");
  it.editor.configure("bobbin.path", "/opt/bobbin");
  await it.activation;
  await settled();
  assert.deepEqual(it.running(), [1]);
  assert.deepEqual(it.clients.map(({ server }) => server.command), ["bobbin", "/opt/bobbin"]);
});

test("a server that fails while it is started again does not come back beside the new one", async () => {
  const it = await activated("web");
  await it.activation;
  it.clients[0].hear({ message: "it failed" });
  await it.restart();
  await settled();
  assert.equal(workers.size, 1);
  assert.equal(it.running().length, 1);
});
