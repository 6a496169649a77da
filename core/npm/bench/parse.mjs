// How fast texts are read and graphs are laid out in WebAssembly under Node.
//
// The texts are those of core/examples/bench.rs, which writes them to target/bench/.

import { existsSync, readFileSync } from "node:fs";
import { Document } from "bobbin-config";

const folder = new URL("../../../target/bench/", import.meta.url);
if (!existsSync(folder)) {
  console.error("target/bench/ is missing: run `cargo run --release -p bobbin-core --example bench` first");
  process.exit(1);
}

const samples = [
  ["sprokit", "bench.pipe"],
  ["pinsight", "bench.trace"],
  ["coil-hardware", "bench.coilcfg.txt"],
  ["coil-target", "bench.coilcfg"],
];

/** The shortest time that `work` took, in milliseconds: other programs only ever make it longer. */
function least(work) {
  const start = performance.now();
  let best = Infinity;
  while (performance.now() - start < 700 || best === Infinity) {
    const before = performance.now();
    work();
    best = Math.min(best, performance.now() - before);
  }
  return best;
}

const row = (...cells) => console.log(cells.map((it, n) => (n ? String(it).padStart(12) : it.padEnd(16))).join(""));
row("WebAssembly", "kB", "parse MB/s", "check MB/s", "findings");
for (const [language, name] of samples) {
  const text = readFileSync(new URL(name, folder), "utf8");
  const size = Buffer.byteLength(text);
  const speed = (ms) => (size / 1e3 / ms).toFixed(1);
  let findings = 0;
  const parse = least(() => new Document({ language, name, text }).free());
  const check = least(() => {
    const document = new Document({ language, name, text });
    findings = document.info().errors + document.info().warnings + document.info().hints;
    document.free();
  });
  row(language, Math.round(size / 1e3), speed(parse), speed(check), findings);
}

console.log();
row("graph", "vertices", "view ms");
for (const n of [1000, 5000]) {
  const text = readFileSync(new URL(`layout_${n}.pipe`, folder), "utf8");
  let vertices = 0;
  // Build, layout, and the way to JavaScript.
  const graph = least(() => {
    const document = new Document({ language: "sprokit", text });
    vertices = document.graph().vertices.length;
    document.free();
  });
  const parse = least(() => new Document({ language: "sprokit", text }).free());
  row("WebAssembly", vertices, (graph - parse).toFixed(1));
}
