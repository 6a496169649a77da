/** The panel of the graph, built for tests: with a fake editor around it. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
let nDesks = 0;

/** Returns the panel's module and the fake editor, of which each call makes new ones. */
export async function desk() {
  const outfile = join(mkdtempSync(join(tmpdir(), "bobbin-panel-")), `panel${nDesks++}.mjs`);
  const contents = `export * from ${JSON.stringify(at("../src/graph/panel.ts"))}; export { editor, ColorThemeKind, Uri } from "vscode";`;
  await build({
    stdin: { contents, resolveDir: at("."), loader: "ts" },
    alias: { vscode: at("fake_vscode.mjs") },
    bundle: true, format: "esm", platform: "node", target: "node20", outfile, logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}

/** Waits until something is so. */
export async function until(isSo, what) {
  for (let n = 0; n < 400; n++) {
    const res = await isSo();
    if (res) return res;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`waited in vain: ${what ?? isSo}`);
}
