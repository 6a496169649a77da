/**
 * Builds dist/: the extension, the one for editors in a browser with its server and the WebAssembly module, and the page
 * in the panel of both.
 */

import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const module = at("../../core/npm/dist/bobbin.wasm");
if (!existsSync(module)) {
  console.error(`${module} is missing: run \`cargo xtask package\` first`);
  process.exit(1);
}

const options = { bundle: true, minify: true, logLevel: "warning" };
const inEditor = { ...options, format: "cjs", external: ["vscode"] };
await build({ ...inEditor, platform: "node", target: "node20", entryPoints: [at("src/extension.ts")], outfile: at("dist/extension.js") });
await build({ ...inEditor, platform: "browser", target: "es2022", entryPoints: [at("src/web.ts")], outfile: at("dist/web.js") });
// It is given the module, and never asks where it lies itself.
const silent = { "empty-import-meta": "silent" };
await build({
  ...options, format: "iife", platform: "browser", target: "es2022", logOverride: silent,
  entryPoints: [at("src/server.mts")], outfile: at("dist/server.js"),
});
for (const name of ["graph.ts", "graph.css"]) {
  const entryPoints = [at(`src/graph/page/${name}`)];
  await build({ ...options, format: "iife", platform: "browser", target: "es2022", entryPoints, outdir: at("dist") });
}
mkdirSync(at("dist"), { recursive: true });
copyFileSync(module, at("dist/bobbin.wasm"));
