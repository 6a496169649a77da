// The packed package where there is no page: by `import` and by `require`, in a worker, on a server that
// renders pages, and one family at a time.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { build } from "esbuild";
import * as vite from "vite";
import { pack, packed, project, readmeFile } from "./packing.mjs";

const installed = `${packed}node_modules/bobbin-config/`;

before(() => pack());

/** Runs a file of a project under Node and returns its output; nothing may be said besides. */
function run(folder, file, flags = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, file], { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return { stdout, stderr };
}

const families = { sprokit: ["sprokit"], pinsight: ["pinsight"], coil: ["coil-hardware", "coil-target"] };
const texts = { sprokit: "process a\n", pinsight: "[OpenMP.default]\n", "coil-hardware": "[cpu:0]\nname = x\n", "coil-target": "[Memory]\nModel = Flat\n" };

for (const [family, names] of Object.entries(families)) {
  test(`${family} is there alone, with a module of its own`, () => {
    const folder = project(`family-${family}`, {
      "main.js": `
        import { analyse, BobbinError, detect, Document, languages } from "bobbin-config/${family}";
        import * as all from "bobbin-config";
        console.log(languages().map((it) => it.name).join());
        const texts = ${JSON.stringify(texts)};
        for (const [language, text] of Object.entries(texts)) {
          try {
            const here = new Document({ language, text });
            const there = new all.Document({ language, text });
            if (JSON.stringify(here.diagnostics()) !== JSON.stringify(there.diagnostics())) throw new Error(language);
            if (JSON.stringify(here.outline()) !== JSON.stringify(there.outline())) throw new Error(language);
            console.log(language, analyse({ language, text }).outline.length);
          } catch (error) {
            if (!(error instanceof all.BobbinError && all.BobbinError === BobbinError)) throw error;
            console.log(error.code, error.message);
          }
        }
        console.log(detect("x", new TextEncoder().encode(texts.${names[0] === "sprokit" ? "pinsight" : "sprokit"})).reason);
      `,
    });
    const expected = Object.keys(texts).map((it) => (names.includes(it) ? `${it} 1` : `unknown-language there is no language \`${it}\``));
    const other = family === "sprokit" ? "a PInsight trace configuration" : "a sprokit pipeline";
    expected.push(`\`x\` is ${other}, which this build of Bobbin leaves out`);
    assert.equal(run(folder, "main.js").stdout, [names.join(), ...expected, ""].join("\n"));
  });
}

test("a CommonJS program takes it by `require`, and by `import()`", () => {
  const folder = project("commonjs", { "package.json": '{ "type": "commonjs" }', "common.cjs": readmeFile("common.cjs"), "later.cjs": readmeFile("later.cjs") });
  // Node tells that it does so where the option is new.
  assert.match(run(folder, "common.cjs", ["--no-warnings"]).stdout, /^warning `TRACNG` /);
  assert.match(run(folder, "later.cjs").stdout, /^warning `TRACNG` /);
});

const scripts = () => readdirSync(`${installed}dist`).filter((it) => it.endsWith(".js"));
/** Those that only define something; the element is tested by itself. */
const entries = () => scripts().filter((it) => !it.startsWith("element"));

test("an import has no effect", () => {
  assert.ok(entries().length >= 9, entries().join());
  const folder = project("no-effect", {
    "main.js": `
      const forbidden = (name) => new Proxy(class {}, {
        get: (_, key) => { throw new Error("import used " + name + "." + String(key)); },
        apply: () => { throw new Error("import called " + name); },
        construct: () => { throw new Error("import made a " + name); },
      });
      for (const name of ["WebAssembly", "fetch", "Worker", "document", "window", "navigator", "MessageChannel"]) {
        Object.defineProperty(globalThis, name, { value: forbidden(name), configurable: true });
      }
      const before = Object.keys(globalThis).join();
      for (const file of ${JSON.stringify(entries())}) await import("../node_modules/bobbin-config/dist/" + file);
      console.log(Object.keys(globalThis).join() === before);
    `,
  });
  assert.equal(run(folder, "main.js").stdout, "true\n");
});

test("a server renders with it", async () => {
  const root = project("rendering", {
    "page.js": `
      import { analyse } from "bobbin-config";
      export const render = (text) => "<p>" + analyse({ language: "pinsight", text }).diagnostics[0].code + "</p>";
    `,
  });
  const server = await vite.createServer({ root, configFile: false, logLevel: "warn", appType: "custom", cacheDir: `${root}cache`, server: { middlewareMode: true, ws: false } });
  try {
    const { render } = await server.ssrLoadModule("/page.js");
    assert.match(render("[OpenMP.default]\n    trace_mode = TRACNG\n"), /^<p>[a-z-]+<\/p>$/);
  } finally {
    await server.close();
  }
  await vite.build({ root, configFile: false, logLevel: "warn", build: { ssr: "page.js" } });
  const folder = project("rendering/dist", { "main.js": 'import { render } from "./page.js"; console.log(render("[x"));' });
  assert.match(run(folder, "main.js").stdout, /^<p>[a-z-]+<\/p>\n$/);
});

test("a worker of Node has an instance of its own", () => {
  const folder = project("worker", {
    "main.js": `
      import { Worker } from "node:worker_threads";
      const worker = new Worker(new URL("./worker.js", import.meta.url));
      worker.on("message", (it) => { console.log(it); worker.terminate(); });
      worker.postMessage("process a\\n  :: nonsense\\n");
    `,
    "worker.js": `
      import { parentPort } from "node:worker_threads";
      import { analyse } from "bobbin-config/sprokit";
      parentPort.on("message", (text) => parentPort.postMessage(analyse({ language: "sprokit", text }).diagnostics[0].message));
    `,
  });
  assert.match(run(folder, "main.js").stdout, /nonsense/);
});

test("a bundle has what is imported, and no other module", async () => {
  const root = project("shaken", {
    "index.html": '<!doctype html><script type="module" src="./main.js"></script>',
    "main.js": 'import { languages, load } from "bobbin-config/pinsight"; await load(); console.log(languages().length);',
  });
  await vite.build({ root, configFile: false, logLevel: "warn", build: { emptyOutDir: true, assetsInlineLimit: 0 } });
  const assets = readdirSync(`${root}dist/assets`);
  assert.deepEqual(assets.map((it) => it.replace(/-[\w-]{8}\./, ".")).sort(), ["index.js", "pinsight.wasm"]);
  const bundle = async (code) => {
    const options = { stdin: { contents: code, resolveDir: root }, bundle: true, format: "esm", write: false, conditions: ["browser"] };
    return (await build(options)).outputFiles[0].text;
  };
  const part = await bundle('import { languages, load } from "bobbin-config/pinsight"; export { languages, load };');
  const whole = await bundle('export * from "bobbin-config/pinsight";');
  for (const word of ["this document was freed", "this language server was freed"]) {
    assert.ok(whole.includes(word));
    assert.ok(!part.includes(word), word);
  }
});

test("source maps lead to the sources", () => {
  for (const file of scripts()) {
    const script = readFileSync(`${installed}dist/${file}`, "utf8");
    assert.match(script, new RegExp(`//# sourceMappingURL=${file.replaceAll(".", "\\.")}\\.map\\n$`), file);
    const map = JSON.parse(readFileSync(`${installed}dist/${file}.map`, "utf8"));
    assert.equal(map.sources.length, map.sourcesContent.length, file);
    for (const source of map.sources) assert.doesNotMatch(source, /^\/|^[a-z]:\\|node:/i, file);
    for (const content of map.sourcesContent) assert.ok(content, file);
  }
});
