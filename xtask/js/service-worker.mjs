// Writes sw.js: node service-worker.mjs FOLDER FILE... The result is one file that loads nothing else.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [folder, ...files] = process.argv.slice(2);

const hash = createHash("sha256");
let size = 0;
for (const file of files.sort()) {
  const content = readFileSync(join(folder, file));
  hash.update(`${file}\0${content.length}\0`).update(content);
  size += content.length;
}

await build({
  entryPoints: [fileURLToPath(new URL("../../app/editor/src/service_worker/sw.ts", import.meta.url))],
  outfile: join(folder, "sw.js"),
  define: { VERSION: JSON.stringify({ name: hash.digest("hex").slice(0, 16), files }) },
  bundle: true,
  format: "iife",
  target: "es2022",
  minify: true,
  logLevel: "warning",
});

console.log(`  ${files.length} files, ${(size / 1000).toFixed(0)} kB uncompressed, are kept for use offline`);
