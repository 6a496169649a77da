// The package as users install it: the tarball in projects of their own, with the code of the README.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, readFileSync, statSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as vite from "vite";
import webpack from "webpack";
import { consoleOf, launch, serve } from "./browsing.mjs";
import { pack, packed, project, readmeBlocks, readmeFile } from "./packing.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const installed = `${packed}node_modules/bobbin-config/`;

const families = ["sprokit", "pinsight", "coil"];

let files;
let browser;

before(async () => {
  files = pack();
  browser = await launch();
});

after(() => browser?.close());

test("the tarball has what is needed and nothing else", () => {
  const types = ["browser", "document", "element", "errors", "frame", "index", "model", "node", "positions", "protocol", "server", "source", "wasm"];
  const scripts = ["browser", "element", "element.worker", "errors", "frame", "node", ...families, ...families.map((it) => `${it}.node`)];
  assert.deepEqual(
    files,
    [
      "LICENSE-APACHE",
      "LICENSE-MIT",
      "README.md",
      ...["bobbin", ...families].map((it) => `dist/${it}.wasm`),
      ...scripts.flatMap((it) => [`dist/${it}.js`, `dist/${it}.js.map`]),
      ...types.map((it) => `dist/${it}.d.ts`),
      "package.json",
      "third-party-licences.txt",
    ].sort(),
  );
  for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    assert.equal(readFileSync(installed + licence, "utf8"), readFileSync(at(`../../../${licence}`), "utf8"));
  }
  const notices = readFileSync(`${installed}third-party-licences.txt`, "utf8");
  for (const name of ["@codemirror/view", "@lezer/common", "style-mod"]) assert.ok(notices.includes(`${name} `), name);
  assert.doesNotMatch(notices, /\bfflate\b/, "that is of the page alone");
  for (const crate of ["wasm-bindgen", "serde_json", "lalrpop-util"]) assert.match(notices, new RegExp(`\\b${crate} \\d`));
  assert.doesNotMatch(notices, /\bleptos\b/, "that is of the page alone");
});

/** Returns the README's programs for Node, each in a file of its own. */
const programs = () => readmeBlocks().filter((it) => it.language === "js" && it.file === null);

test("the README's programs run under Node, and say what they should", () => {
  const folder = project("node", Object.fromEntries(programs().map((it, nth) => [`${nth}.js`, it.code])));
  const example = at("../../testdata/coil-hardware/binary/spec_example.coilcfg");
  copyFileSync(`${example}.txt`, `${folder}box.coilcfg.txt`);
  const said = programs().map((_, nth) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`${nth}.js`], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    assert.equal(stderr, "");
    return stdout;
  });
  assert.match(said[0], /`TRACNG` .* → TRACNG\n/);
  assert.deepEqual(readFileSync(`${folder}box.coilcfg`), readFileSync(example));
  assert.match(said[1], /\[metadata\]/);
  assert.match(said[2], /frame_time = 0\.1[^]*a\.dot strict digraph/);
  assert.equal(said[3], "0\n");
  assert.equal(said[4], "sprokit unknown-language\n");
  assert.equal(said.length, 5);
});

test("everything can be imported that `exports` names", () => {
  const folder = project("exports", {
    "main.js": `
      import { createRequire } from "node:module";
      import { readFileSync } from "node:fs";
      const require = createRequire(import.meta.url);
      console.log(require("bobbin-config/package.json").name);
      for (const it of ["bobbin", "sprokit", "pinsight", "coil"]) {
        console.log(WebAssembly.validate(readFileSync(require.resolve("bobbin-config/" + it + ".wasm"))));
      }
    `,
  });
  const printed = execFileSync(process.execPath, ["main.js"], { cwd: folder, encoding: "utf8" });
  assert.equal(printed, `bobbin-config\n${"true\n".repeat(4)}`);
});

const strict = {
  target: "ES2022",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
};
const tsc = `${at("../../../node_modules/.bin/tsc")}${process.platform === "win32" ? ".cmd" : ""}`;

function compile(name, sources, compilerOptions) {
  const tsconfig = JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, include: ["*.ts"] });
  const folder = project(name, { ...sources, "tsconfig.json": tsconfig });
  const { status, stdout } = spawnSync(tsc, ["--project", folder], { encoding: "utf8", shell: process.platform === "win32" });
  assert.equal(status, 0, stdout);
}

for (const [resolution, module] of [["node16", "node16"], ["nodenext", "nodenext"], ["bundler", "esnext"]]) {
  test(`the README's code and every public function compile under strict with ${resolution}`, () => {
    const blocks = readmeBlocks().filter((it) => it.language === "js" && !it.file?.startsWith("vite"));
    // The plain page imports a file that is beside it on its server.
    const code = blocks.filter((it) => !it.file?.endsWith(".cjs")).map((it) => it.code.replace("./bobbin-config/browser.js", "bobbin-config"));
    const sources = Object.fromEntries(code.map((it, nth) => [`readme_${nth}.ts`, `${it}\nexport {};\n`]));
    const api = readFileSync(at("api_use.ts"), "utf8");
    const options = { module, moduleResolution: resolution, lib: ["ES2022", "DOM"], types: ["node"] };
    compile(`types-${resolution}`, { ...sources, "api_use.ts": api }, options);
    // The types of a library are checked too, and need neither a browser's nor Node's.
    compile(`bare-${resolution}`, { "api_use.ts": api }, { module, moduleResolution: resolution, lib: ["ES2022"], types: [] });
  });
}

/** Returns the README's first program and its worker, in one page. */
const pageFiles = () => ({
  "main.js": `${programs()[0].code}\nimport "./page.js";\n`,
  "page.js": readmeFile("page.js"),
  "worker.js": readmeFile("worker.js"),
  "index.html": '<!doctype html><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>',
});

/** Checks the console of such a page: the program's line, then the worker's. */
async function checkPage(url) {
  const lines = await consoleOf(browser, url, 2);
  assert.match(lines[0], /^\w+ `TRACNG` .* → TRACNG$/);
  assert.match(lines[1], /^2 `TRACNG` /);
}

async function checkFolder(folder) {
  const server = await serve(folder);
  try {
    await checkPage(server.url);
  } finally {
    server.close();
  }
}

test("webpack builds a page with a worker", async () => {
  const folder = project("webpack", pageFiles());
  const path = `${folder}dist`;
  const stats = await new Promise((resolve, reject) => {
    const config = { mode: "production", context: folder, entry: "./main.js", output: { path }, performance: false };
    webpack(config, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
  assert.equal(stats.toString({ all: false, errors: true, warnings: true }), "");
  project("webpack/dist", { "index.html": pageFiles()["index.html"] });
  await checkFolder(path);
});

test("Vite builds a page with a worker, and serves it while it is developed", async () => {
  const root = project("vite", { ...pageFiles(), "vite.config.js": readmeFile("vite.config.js") });
  const config = { root, configFile: `${root}vite.config.js`, logLevel: "warn", cacheDir: `${root}cache` };
  // With what the README sets, and without.
  for (const configFile of [config.configFile, false]) {
    await vite.build({ ...config, configFile, build: { emptyOutDir: true } });
    await checkFolder(`${root}dist`);
  }
  const server = await vite.createServer({ ...config, server: { host: "127.0.0.1", port: 0 } });
  try {
    await server.listen();
    await checkPage(server.resolvedUrls.local[0]);
  } finally {
    await server.close();
  }
});

test("esbuild builds a page", async () => {
  const folder = project("esbuild", { "main.js": readmeFile("main.js") });
  const outdir = `${folder}dist`;
  const { warnings } = await build({
    absWorkingDir: folder,
    entryPoints: ["main.js"],
    bundle: true,
    format: "esm",
    outdir,
    loader: { ".wasm": "file" },
  });
  assert.deepEqual(warnings, []);
  project("esbuild/dist", { "index.html": pageFiles()["index.html"] });
  const server = await serve(outdir);
  assert.deepEqual(await consoleOf(browser, server.url, 1), ["1"]);
  server.close();
});

test("a page without a bundler uses the package", async () => {
  const html = readmeBlocks().find((it) => it.language === "html" && it.code.includes("plain.js")).code;
  const folder = project("plain", { "index.html": html, "plain.js": readmeFile("plain.js") });
  cpSync(`${installed}dist`, `${folder}bobbin-config`, { recursive: true });
  const server = await serve(folder);
  const [line] = await consoleOf(browser, server.url, 1);
  assert.match(line, /^2 `TRACNG` /);
  server.close();
});

test("a page says what it looks for in vain", async () => {
  const code = (address) => `
    import { load } from "./bobbin-config/browser.js";
    await load(${address}).catch((error) => console.log(error.code, error.message));
    await load();
    console.log("loaded after all");
  `;
  const folder = project("missing", {
    "index.html": pageFiles()["index.html"],
    "main.js": code('"/nowhere.wasm"'),
    "html/index.html": pageFiles()["index.html"],
    "html/main.js": code('"/index.html"').replace("./bobbin", "../bobbin"),
    "html/index.js": "",
  });
  cpSync(`${installed}dist`, `${folder}bobbin-config`, { recursive: true });
  const server = await serve(folder);
  const missing = await consoleOf(browser, server.url, 2);
  assert.match(missing[0], /^load-failed the WebAssembly module could not be loaded from \/nowhere\.wasm: the server answers 404$/);
  assert.equal(missing[1], "loaded after all");
  const page = await consoleOf(browser, `${server.url}html/index.html`, 2);
  assert.match(page[0], /^load-failed what is at \/index\.html is not the WebAssembly module of bobbin-config: see "Bundlers"/);
  assert.equal(page[1], "loaded after all");
  server.close();
});

test("the package is not larger than it needs to be", () => {
  const size = (file) => statSync(installed + file).size;
  assert.ok(size("dist/browser.js") < 42_900, `${size("dist/browser.js")} bytes of JavaScript`);
  assert.doesNotMatch(readFileSync(`${installed}dist/browser.js`, "utf8"), /bobbin_wasm_bg\.wasm/);
});
