// Builds dist/ from src/ and from core/wasm/pkg/, which `cargo xtask assets` makes.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const module = at("../wasm/pkg/bobbin_wasm_bg.wasm");
if (!existsSync(module)) {
  console.error("core/wasm/pkg/ is missing: run `cargo xtask assets` first");
  process.exit(1);
}
rmSync(at("dist"), { recursive: true, force: true });
mkdirSync(at("dist"));
copyFileSync(module, at("dist/bobbin.wasm"));

await build({
  entryPoints: [at("src/browser.ts"), at("src/node.ts")],
  outdir: at("dist"),
  bundle: true,
  format: "esm",
  target: "es2022",
  external: ["node:fs"],
  logLevel: "warning",
});

// npm puts the tools of this package and of the workspace on PATH.
const { status } = spawnSync("tsc", ["--project", at("tsconfig.json")], { stdio: "inherit", shell: true });
if (status !== 0) process.exit(status ?? 1);
// They are not exported, and name the module's own types.
for (const file of ["core.d.ts", "base64.d.ts"]) rmSync(at(`dist/${file}`));
// Somebody's browser must not look for files on the machine that built this.
for (const file of ["browser.js", "node.js"]) {
  if (readFileSync(at(`dist/${file}`), "utf8").includes(at("."))) throw new Error(`${file} names a folder of this machine`);
}
