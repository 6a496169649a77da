// Measures how fast texts are read and graphs are laid out in WebAssembly under Node.
//
// The texts are those of core/languages/examples/bench.rs, which writes them to target/bench/.

import { existsSync, readFileSync } from "node:fs";
import { compile, decompile, Document } from "bobbin-config";
import { Document as Core, initSync } from "../../wasm/pkg/bobbin_wasm.js";

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

/** Returns the shortest time of `work`, in milliseconds: other programs only ever make it longer. */
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

// The stages of a pipeline, to compare with the real program, which is native (sprokit.md#throughput).
// The results stay in WebAssembly, as they stay in memory there.
{
  initSync({ module: readFileSync(new URL("../../wasm/pkg/bobbin_wasm_bg.wasm", import.meta.url)) });
  const text = readFileSync(new URL("bench.pipe", folder), "utf8");
  const stage = (name, reference, ...views) => {
    const ms = least(() => {
      const document = new Core("sprokit", "bench.pipe", text, "[]", "{}");
      for (const view of views) document.size(view);
      document.free();
    });
    row(name, (Buffer.byteLength(text) / 1e3 / ms).toFixed(1), reference);
  };
  console.log();
  row("sprokit, wasm", "MB/s", "reference");
  stage("parse", "52");
  stage("+ resolve", "24", "resolved");
  stage("+ graph", "17.5", "resolved", "graph");
}

console.log();
row("WebAssembly", "kB", "resolve MB/s", "check MB/s", "real MB/s");
for (const [about, reference] of [["plain", 133], ["full", 68]]) {
  // Parsing a trace ends with the state of the program, so it includes resolving.
  const name = `bench_${about}.trace`;
  const text = readFileSync(new URL(name, folder), "utf8");
  const speed = (ms) => (text.length / 1e3 / ms).toFixed(1);
  const resolve = least(() => new Document({ language: "pinsight", name, text }).free());
  const check = least(() => {
    const document = new Document({ language: "pinsight", name, text });
    document.info();
    document.free();
  });
  row(`${about} headers`, Math.round(text.length / 1e3), speed(resolve), speed(check), reference);
}

console.log();
const bytesOf = (name) => readFileSync(new URL(name, folder));
{
  const text = bytesOf("units.coilcfg.txt").toString();
  const binary = bytesOf("units.coilcfg");
  const speed = (ms) => (text.length / 1e3 / ms).toFixed(1);
  const made = compile({ language: "coil-hardware", name: "units.coilcfg.txt", text });
  if (!binary.equals(made.bytes)) throw new Error("WebAssembly compiles to other bytes");
  const there = least(() => compile({ language: "coil-hardware", name: "units.coilcfg.txt", text }));
  const back = least(() => decompile(binary));
  console.log(
    `coil-hardware  1,000 units: compile ${speed(there)} MB/s, decompile ${speed(back)} MB/s of text`,
  );
  const large = bytesOf("large.coilcfg");
  const before = performance.now();
  const opened = decompile(large);
  const ms = performance.now() - before;
  console.log(
    `coil-hardware  decompile ${(large.length / 1e6).toFixed(1)} MB to ` +
      `${(opened.text.length / 1e6).toFixed(1)} MB of text, and see that it is exact: ${ms.toFixed(0)} ms`,
  );
}
{
  const text = bytesOf("main.coilcfg").toString();
  const names = text.match(/part_\d+\.coilcfg/g);
  const files = Object.fromEntries(names.map((name) => [name, bytesOf(name).toString()]));
  const ms = least(() => {
    const document = new Document({ language: "coil-target", name: "main.coilcfg", text, files });
    document.diagnostics();
    document.free();
  });
  console.log(`coil-target    5,000 lines in ${names.length + 1} files: validate ${ms.toFixed(1)} ms`);
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
