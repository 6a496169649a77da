// What registries and their tools say of the package.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { pack, packed } from "./packing.mjs";

const attw = fileURLToPath(new URL("../../../node_modules/@arethetypeswrong/cli/dist/index.js", import.meta.url));

let files;

before(() => {
  files = pack();
});

test("publint finds nothing", async () => {
  const { messages } = await publint({ pkgDir: `${packed}node_modules/bobbin-config`, pack: false, strict: true });
  assert.deepEqual(messages, []);
});

test("Are The Types Wrong finds nothing where ES modules are read", () => {
  const [tarball] = readdirSync(packed).filter((it) => it.endsWith(".tgz"));
  // CommonJS takes the ES module, as the README says.
  const { status, stdout, stderr } = spawnSync(process.execPath, [attw, "--profile", "esm-only", "--format", "json", packed + tarball], { encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
  const { analysis } = JSON.parse(stdout);
  const named = Object.keys(analysis.entrypoints);
  for (const it of [".", "./sprokit", "./pinsight", "./coil", "./element", "./frame"]) assert.ok(named.includes(it), named.join());
  for (const it of named) {
    if (it === "./package.json") continue;
    for (const kind of ["node16-esm", "bundler"]) assert.ok(analysis.entrypoints[it].resolutions[kind].resolution?.isTypeScript, `${it} ${kind}`);
  }
});

test("npm would publish it, and has nothing to mend", async () => {
  // A registry that knows no package; what a dry run asks must not depend on the network.
  const registry = createServer((_, response) => response.writeHead(404, { "Content-Type": "application/json" }).end("{}"));
  await new Promise((resolve) => registry.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${registry.address().port}/`;
  const npm = spawn("npm", ["publish", "--dry-run", "--json", `--registry=http://${address}`, `--//${address}:_authToken=none`], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) npm[name].on("data", (it) => (said[name] += it));
  const status = await new Promise((resolve) => npm.on("close", resolve));
  registry.close();
  assert.equal(status, 0, said.stderr);
  assert.doesNotMatch(said.stderr, /warn|error/i);
  const published = JSON.parse(said.stdout);
  const { files: listed } = published["bobbin-config"] ?? published;
  assert.deepEqual(listed.map((it) => it.path).sort(), files);
});
