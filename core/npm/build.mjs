// Builds dist/ from src/ and from core/wasm/pkg/, which `cargo xtask assets` makes, and puts the
// licences beside it.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(at(`../../${licence}`), at(licence));

/**
 * Removes the module's usual address from the glue. The package always says where the module is, so
 * that code is dead; but bundlers look for the file that it names, and webpack stops because there is
 * none.
 */
const withoutUsualAddress = {
  name: "without-usual-address",
  setup({ onLoad }) {
    onLoad({ filter: /bobbin_wasm\.js$/ }, ({ path }) => {
      const glue = readFileSync(path, "utf8");
      const usual = "new URL('bobbin_wasm_bg.wasm', import.meta.url)";
      if (glue.split(usual).length !== 2) throw new Error(`the glue does not have \`${usual}\` once any more`);
      return { contents: glue.replace(usual, "undefined"), loader: "js" };
    });
  },
};

await build({
  entryPoints: [at("src/browser.ts"), at("src/node.ts")],
  outdir: at("dist"),
  bundle: true,
  format: "esm",
  target: "es2022",
  external: ["node:fs"],
  plugins: [withoutUsualAddress],
  logLevel: "warning",
});

// npm puts the tools of this package and of the workspace on PATH.
const { status } = spawnSync("tsc", ["--project", at("tsconfig.json")], { stdio: "inherit", shell: true });
if (status !== 0) process.exit(status ?? 1);
// They are not exported, and they name the module's own types.
for (const file of ["arguments", "base64", "core"]) rmSync(at(`dist/${file}.d.ts`));
const address = `/** The module as a bundler provides it, an address or bytes: give it to \`load()\`. */
declare const source: string | Uint8Array<ArrayBuffer>;
export default source;
`;
writeFileSync(at("dist/bobbin.wasm.d.ts"), address);
// A user's browser must not look for files on the machine that built this.
for (const file of readdirSync(at("dist")).filter((it) => !it.endsWith(".wasm"))) {
  if (readFileSync(at(`dist/${file}`), "utf8").includes(at("."))) throw new Error(`${file} names a folder of this machine`);
}
