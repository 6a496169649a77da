/** The package that `npm run package` made holds what package.json names, and little else. */

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const root = new URL("../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

/** The names of the files in a zip, from its central directory. */
function namesIn(zip) {
  const names = [];
  let at = zip.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  at = zip.readUInt32LE(at + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    names.push(zip.toString("utf8", at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}

test("the package is whole", () => {
  const names = namesIn(readFileSync(new URL("dist/bobbin.vsix", root)));
  const { languages, grammars, snippets } = manifest.contributes;
  const wanted = [
    ...[manifest.main, manifest.browser, "dist/server.js", "dist/bobbin.wasm", "dist/graph.js", "dist/graph.css"],
    ...languages.map((it) => it.configuration),
    ...[...grammars, ...snippets].map((it) => it.path),
  ];
  for (const it of wanted) assert.ok(names.includes(`extension/${it}`), `${it} is missing in ${names}`);
  const strange = names.filter((it) => /node_modules|\.ts$|test|tsconfig|lock/.test(it));
  assert.deepEqual(strange, []);
});

/** Returns the modules that a bundle asks for. */
function neededBy(name) {
  const bundle = new URL(name, root);
  assert.ok(statSync(bundle).size < 500_000);
  const text = readFileSync(bundle, "utf8");
  return new Set([...text.matchAll(/\brequire\("([^"]+)"\)/g)].map((it) => it[1]));
}

test("the bundles need nothing but the editor", () => {
  const { builtinModules } = createRequire(import.meta.url)("node:module");
  const isBuiltIn = (it) => builtinModules.includes(it.replace(/^node:/, ""));
  assert.deepEqual([...neededBy(manifest.main)].filter((it) => !isBuiltIn(it)), ["vscode"]);
  assert.deepEqual([...neededBy(manifest.browser)], ["vscode"], "a browser has none of Node's modules");
  assert.deepEqual([...neededBy("dist/server.js")], []);
  assert.deepEqual([...neededBy("dist/graph.js")], []);
});

test("the graph is offered where there is one, and comes back after a restart", () => {
  const { commands, menus } = manifest.contributes;
  assert.ok(commands.some((it) => it.command === "bobbin.showGraph" && it.icon));
  assert.deepEqual(menus["editor/title"], [{ command: "bobbin.showGraph", group: "navigation", when: "editorLangId == sprokit" }]);
  assert.deepEqual(manifest.activationEvents, ["onWebviewPanel:bobbin.graph"]);
});

test("a workspace that is not trusted does not say which program is run", () => {
  const keys = Object.keys(manifest.contributes.configuration.properties);
  const ofPrograms = keys.filter((it) => !it.startsWith("bobbin.trace"));
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, ofPrograms);
});
