// Builds dist/ from src/ and from the modules that `cargo xtask package` makes, and puts the licences
// beside it: an entry point with a module for all languages, and one for each family of them.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { glueOfInstances } from "./glue.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The entry points by the names of their modules, with the folders that have those. */
const entries = {
  bobbin: "../wasm/pkg/",
  sprokit: "../wasm/families/sprokit/",
  pinsight: "../wasm/families/pinsight/",
  coil: "../wasm/families/coil/",
};

rmSync(at("dist"), { recursive: true, force: true });
mkdirSync(at("dist"));
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(at(`../../${licence}`), at(licence));

const glue = (folder) => readFileSync(at(`${folder}bobbin_wasm.js`), "utf8");
for (const [name, folder] of Object.entries(entries)) {
  const module = at(`${folder}bobbin_wasm_bg.wasm`);
  if (!existsSync(module)) {
    console.error(`${module} is missing: run \`cargo xtask package\` first`);
    process.exit(1);
  }
  // The types are those of all entry points.
  if (glue(folder) !== glue(entries.bobbin)) throw new Error(`the JavaScript side of ${name} is another than that of all languages`);
  copyFileSync(module, at(`dist/${name}.wasm`));
}

/** Lets the sources of an entry point find the glue, its module, and the errors that all have in common. */
const ofEntry = (name, folder) => ({
  name: "of-entry",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^bobbin:glue$/ }, () => ({ path: "bobbin_wasm.js", namespace: "glue" }));
    onLoad({ filter: /.*/, namespace: "glue" }, () => ({ contents: glueOfInstances(glue(folder)), loader: "js" }));
    onResolve({ filter: /^\.\/errors\.js$/ }, () => ({ path: "./errors.js", external: true }));
    onLoad({ filter: /\/(browser|node)\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes("./bobbin.wasm")) throw new Error(`${path} does not name its module`);
      return { contents: source.replace("./bobbin.wasm", `./${name}.wasm`), loader: "ts" };
    });
  },
});

const options = { bundle: true, format: "esm", target: "es2022", sourcemap: true, logLevel: "warning" };
await build({ ...options, entryPoints: [at("src/errors.ts")], outdir: at("dist") });
await build({ ...options, entryPoints: [at("src/frame.ts")], outdir: at("dist"), external: ["./errors.js"] });
for (const [name, folder] of Object.entries(entries)) {
  const plugins = [ofEntry(name, folder)];
  const isAll = name === "bobbin";
  const outputs = { browser: isAll ? "browser" : name, node: isAll ? "node" : `${name}.node` };
  for (const [source, output] of Object.entries(outputs)) {
    const entryPoints = [{ in: at(`src/${source}.ts`), out: output }];
    await build({ ...options, entryPoints, outdir: at("dist"), external: ["node:fs"], plugins });
  }
}

// The element and its worker are the page's editor; they are one file each, so that a page needs one tag.
const editor = "../../app/editor/src/";
const ofElement = {
  name: "of-element",
  setup({ onResolve }) {
    onResolve({ filter: /^bobbin:element$/ }, () => ({ path: at(`${editor}element/element.ts`) }));
  },
};
const element = {
  ...options,
  minify: true,
  legalComments: "none",
  outdir: at("dist"),
  loader: { ".css": "text" },
  // The language client bundles a Markdown library, of which hovers need little.
  alias: { marked: at(`${editor}markdown.ts`) },
  plugins: [ofElement, ofEntry("bobbin", entries.bobbin)],
};
await build({ ...element, entryPoints: [{ in: at("src/element.ts"), out: "element" }] });
await build({ ...element, entryPoints: [{ in: at(`${editor}element/worker.ts`), out: "element.worker" }] });

// npm puts the tools of this package and of the workspace on PATH. A shell would take a path with blanks apart.
const { status } = spawnSync("tsc", { cwd: at("."), stdio: "inherit", shell: true });
if (status !== 0) process.exit(status ?? 1);
// They are not exported, and they name the module's own types.
for (const file of ["arguments", "base64", "core"]) rmSync(at(`dist/${file}.d.ts`));
const address = `/** The module as a bundler provides it, an address or bytes: give it to \`load()\`. */
declare const source: string | Uint8Array<ArrayBuffer>;
export default source;
`;
writeFileSync(at("dist/wasm.d.ts"), address);
// A user's browser must not look for files on the machine that built this.
for (const file of readdirSync(at("dist")).filter((it) => !it.endsWith(".wasm"))) {
  if (readFileSync(at(`dist/${file}`), "utf8").includes(at("../../"))) throw new Error(`${file} names a folder of this machine`);
}
