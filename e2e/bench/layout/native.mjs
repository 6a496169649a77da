// Measures time and quality of the core's layout compiled natively, for a quick look during work on it.
//
//     node native.mjs [REGEX] [REPETITIONS]
//
// Graphs are named as the generator names them, such as n1000mc_s2. Drawings are the same on every
// machine, so the quality of two states of the code can be compared to the last digit; their times only
// side by side.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { metrics } from "./check.mjs";
import { generate } from "./gen.mjs";

const only = new RegExp(process.argv[2] ?? ".");
const nRuns = process.argv[3] ?? "3";
const graphs = new Map();
for (const n of [20, 100, 200, 500, 1000, 5000, 10000]) {
  for (const shape of n >= 5000 ? ["modular"] : n >= 500 ? ["mesh", "modular"] : ["mesh"]) {
    for (const clusters of [0, 0.1]) {
      for (const seed of n <= 1000 ? [1, 2, 3] : [1]) {
        const graph = generate({ n, seed, clusters, shape });
        if (only.test(graph.name)) graphs.set(graph.name, graph);
      }
    }
  }
}
const [input, output] = ["graphs-", "drawings-"].map((it) => mkdtempSync(join(tmpdir(), it)));
for (const [name, graph] of graphs) writeFileSync(join(input, `${name}.json`), JSON.stringify(graph));
const files = [...graphs.keys()].map((it) => join(input, `${it}.json`));
const cargo = ["run", "--release", "--quiet", "-p", "bobbin-layout", "--example", "measure", "--"];
const told = execFileSync("cargo", [...cargo, nRuns, output, ...files], { encoding: "utf8" });
const times = new Map(told.trim().split("\n").map((it) => it.split(".json ")));
const row = (cells) => console.log(cells.map((it, at) => String(it).padStart(at ? 10 : 14)).join(""));
row(["graph", "ms", "crossed", "length", "Mpx²", "bends"]);
for (const [name, graph] of graphs) {
  const it = metrics(graph, JSON.parse(readFileSync(join(output, `${name}.json`))));
  row([name, times.get(name), it.crossRouted, it.lenPerEdge, it.areaM, it.bends]);
}
