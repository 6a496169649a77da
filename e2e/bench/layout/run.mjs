// Time and quality of the core's layout beside elkjs and Graphviz, on generated graphs.
//
//     node run.mjs [--quick] [--only REGEX]
//
// Prints a row per graph, the means by size with their targets, and what one edit moves. Nothing fails for being
// slow; what must always be zero fails.

import { metrics } from "./check.mjs";
import { lay } from "./core.mjs";
import { generate } from "./gen.mjs";
import { dot, elk } from "./others.mjs";
import { printStability } from "./stability.mjs";

const isQuick = process.argv.includes("--quick");
const only = new RegExp(process.argv[process.argv.indexOf("--only") + 1 || Infinity] ?? ".");
/** Beyond these sizes the others take minutes, or overflow their stack. */
const MOST = { elk: isQuick ? 200 : 5000, dot: isQuick ? 200 : 1000 };

function* graphs() {
  for (const n of isQuick ? [20, 100, 200] : [20, 100, 200, 500, 1000, 5000, 10000]) {
    for (const shape of n >= 5000 ? ["modular"] : n >= 500 ? ["mesh", "modular"] : ["mesh"]) {
      for (const clusters of [0, 0.1]) {
        for (const seed of n <= 1000 ? [1, 2, 3] : [1]) yield generate({ n, seed, clusters, shape });
      }
    }
  }
}

/** The median time of some runs, and the result. */
async function measure(work, graph, nRuns) {
  const runs = [];
  for (let run = 0; run < nRuns; run++) runs.push(await work(graph));
  const times = runs.map((it) => it.ms).sort((a, b) => a - b);
  return { ms: times[times.length >> 1], result: runs[0].result, isSame: runs.every((it) => same(it, runs[0])) };
}

const same = (a, b) => JSON.stringify({ ...a.result, ms: 0 }) === JSON.stringify({ ...b.result, ms: 0 });
const row = (cells) => console.log(cells.map((it, at) => String(it).padStart(at ? 9 : 12)).join(""));
const fixed = (it, digits = 2) => (Number.isFinite(it) ? it.toFixed(digits) : "-");

const ratios = new Map();
function note(size, what, value) {
  const key = `${size} ${what}`;
  if (Number.isFinite(value) && value > 0) ratios.set(key, [...(ratios.get(key) ?? []), value]);
}

const others = { elk: await elk(), dot: await dot() };
let nFaults = 0;
row(["graph", "ms", "x faster", "crossed", "seen", "x / elk", "x / dot", "length", "area", "bends", "faults"]);
for (const graph of graphs()) {
  if (!only.test(graph.name)) continue;
  const n = graph.nodes.length;
  const own = await measure(lay, graph, n <= 1000 ? 5 : 3);
  const quality = metrics(graph, own.result);
  const other = {};
  for (const [name, work] of Object.entries(others)) {
    if (n > MOST[name]) continue;
    const { ms, result } = await measure(work, graph, n <= 200 ? 3 : 1);
    other[name] = { ms, quality: metrics(graph, result) };
  }
  const { elk, dot } = other;
  const against = (of, it) => of(quality) / of(it?.quality ?? {});
  const faults =
    quality.nodeOverlaps +
    quality.throughNodes +
    (quality.clusterForeign ?? 0) +
    (quality.clusterOutside ?? 0) +
    quality.missingEdges +
    quality.missingNodes +
    (own.isSame ? 0 : 1);
  nFaults += faults;
  const values = {
    faster: elk?.ms / own.ms,
    "crossings / elk": against((it) => it.crossRouted, elk),
    "crossings / dot": against((it) => it.crossRouted, dot),
    length: against((it) => it.length, elk),
    area: against((it) => it.areaM, elk),
    bends: against((it) => it.bends, elk),
  };
  for (const [what, value] of Object.entries(values)) note(n, what, value);
  note(n, "ms", own.ms);
  const { faster, "crossings / elk": perElk, "crossings / dot": perDot, length, area, bends } = values;
  row([
    graph.name,
    fixed(own.ms, 1),
    fixed(faster, 1),
    quality.crossRouted,
    quality.crossVisual,
    ...[perElk, perDot, length, area, bends].map((it) => fixed(it)),
    faults,
  ]);
}

/** What the mean of a size may at most be, or must at least be; `worst` holds for each graph. */
const TARGETS = {
  "200 ms": { mean: 10 }, "1000 ms": { mean: 60 }, "10000 ms": { mean: 500 },
  "1000 faster": { least: 20 }, "5000 faster": { least: 45 },
  "100 crossings / elk": { mean: 0.6, worst: 1 }, "200 crossings / elk": { mean: 0.6, worst: 1 },
  "500 crossings / elk": { mean: 0.6, worst: 1 }, "1000 crossings / elk": { mean: 0.5, worst: 1 },
  "5000 crossings / elk": { mean: 0.35, worst: 1 }, "20 crossings / elk": { worst: 1 },
};
/** From 100 processes on; the means of crossings against Graphviz are over all sizes, too. */
const GENERAL = { "crossings / dot": { mean: 1, worst: 1.15 }, length: { mean: 0.6 }, area: { mean: 0.5 }, bends: { mean: 1.3 } };
const missed = [];
console.log("\nGeometric means by size; crossings are pairs of edges, length, area and bends are against elkjs");
row(["processes", "mean", "worst", "", "what"]);
const perDot = [...ratios].filter(([key]) => key.endsWith("/ dot")).flatMap((it) => it[1]);
for (const [key, values] of [...ratios, ["all crossings / dot", perDot]]) {
  const [size, ...words] = key.split(" ");
  const what = words.join(" ");
  const mean = Math.exp(values.reduce((sum, it) => sum + Math.log(it), 0) / values.length);
  const worst = what === "faster" ? Math.min(...values) : Math.max(...values);
  const target = TARGETS[key] ?? (size >= 100 || size === "all" ? GENERAL[what] : undefined) ?? {};
  const goals = [
    target.mean && `mean ≤ ${target.mean}`,
    target.least && `mean ≥ ${target.least}`,
    target.worst && `none > ${target.worst}`,
  ];
  const goal = goals.filter(Boolean).join(", ");
  const isMissed = mean > target.mean || mean < target.least || worst > target.worst;
  if (isMissed) missed.push(`${size}: ${what} ${fixed(mean)}, worst ${fixed(worst)} (${goal})`);
  row([size, fixed(mean), fixed(worst), "", `${what}${goal ? ` (${goal})` : ""}${isMissed ? "  missed" : ""}`]);
}
missed.push(...printStability(100, [1, 2, 3], 6));
if (!isQuick) missed.push(...printStability(1000, [1, 2], 3));
console.log(missed.length === 0 ? "\nAll targets are met." : `\nMissed:\n  ${missed.join("\n  ")}`);
if (nFaults > 0) {
  console.error(`\n${nFaults} faults: overlaps, edges through boxes, strangers in clusters, or results that differ`);
  process.exit(1);
}
