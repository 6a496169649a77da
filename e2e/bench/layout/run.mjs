// Measures time and quality of the core's layout beside elkjs and Graphviz, on generated graphs.
//
//     node run.mjs [--quick] [--only REGEX]
//
// Prints a row per graph, what one edit moves and how long it takes, and each budget with the result.
// The core and elkjs run in one Chromium, each in a worker of its own; Graphviz runs under Node.js, and
// the core there too: both must draw the same. Nothing fails for being slow; figures that must always
// be zero fail.

import { metrics } from "./check.mjs";
import { browser } from "./chromium.mjs";
import { lay } from "./core.mjs";
import { generate } from "./gen.mjs";
import { dot, elkInput, elkResult } from "./others.mjs";
import { printStability } from "./stability.mjs";

const isQuick = process.argv.includes("--quick");
const only = new RegExp(process.argv[process.argv.indexOf("--only") + 1 || Infinity] ?? ".");
/** Beyond this size Graphviz takes minutes. */
const MOST_DOT = isQuick ? 200 : 1000;

/**
 * Returns the number of runs: while a module runs, it is compiled again for speed, so short work is
 * warm only after many runs.
 */
const warmRuns = (n) => (n <= 200 ? 60 : n <= 1000 ? 12 : 3);

function* graphs() {
  for (const n of isQuick ? [20, 100, 200] : [20, 100, 200, 500, 1000, 5000, 10000]) {
    for (const shape of n >= 5000 ? ["modular"] : n >= 500 ? ["mesh", "modular"] : ["mesh"]) {
      for (const clusters of [0, 0.1]) {
        for (const seed of n <= 1000 ? [1, 2, 3] : [1]) yield generate({ n, seed, clusters, shape });
      }
    }
  }
}

const same = (a, b) => JSON.stringify({ ...a, ms: 0 }) === JSON.stringify({ ...b, ms: 0 });
const row = (cells) => console.log(cells.map((it, at) => String(it).padStart(at ? 9 : 12)).join(""));
const fixed = (it, digits = 2) => (Number.isFinite(it) ? it.toFixed(digits) : "-");

const ratios = new Map();
function note(graph, what, value) {
  if (!Number.isFinite(value) || value <= 0) return;
  const n = graph.nodes.length;
  const keys = [`${n} ${what}`];
  if (n >= 500 && /^ms$|^faster/.test(what)) keys.push(`${n} ${/m/.test(graph.name) ? "modular" : "mesh"} ${what}`);
  for (const key of keys) ratios.set(key, [...(ratios.get(key) ?? []), value]);
}

const chromium = await browser(elkInput, elkResult);
const graphviz = await dot();
let nFaults = 0;
console.log("Milliseconds from JSON to JSON in Chromium; cold: the first layout of a new worker, with its start");
row(["graph", "ms", "cold", "elk ms", "elk cold", "faster", "crossed", "seen", "x / elk", "x / dot", "length", "area", "bends", "faults"]);
for (const graph of graphs()) {
  if (!only.test(graph.name)) continue;
  const n = graph.nodes.length;
  const own = await chromium.bobbin(graph, warmRuns(n));
  const quality = metrics(graph, own.result);
  const elk = await chromium.elk(graph, n <= 200 ? 10 : 1);
  if (elk.result) elk.quality = metrics(graph, elk.result);
  const drawn = n <= MOST_DOT ? metrics(graph, (await graphviz(graph)).result) : undefined;
  const against = (of, other) => of(quality) / of(other ?? {});
  const faults =
    quality.nodeOverlaps +
    quality.throughNodes +
    (quality.clusterForeign ?? 0) +
    (quality.clusterOutside ?? 0) +
    quality.missingEdges +
    quality.missingNodes +
    (own.isSame ? 0 : 1) +
    (same(own.result, lay(graph).result) ? 0 : 1);
  nFaults += faults;
  const values = {
    faster: elk.ms / own.ms,
    "faster cold": elk.cold / own.cold,
    "crossings / elk": against((it) => it.crossRouted, elk.quality),
    "crossings / dot": against((it) => it.crossRouted, drawn),
    length: against((it) => it.length, elk.quality),
    area: against((it) => it.areaM, elk.quality),
    bends: against((it) => it.bends, elk.quality),
  };
  for (const [what, value] of Object.entries(values)) note(graph, what, value);
  note(graph, "ms", own.ms);
  const { faster, "crossings / elk": perElk, "crossings / dot": perDot, length, area, bends } = values;
  row([
    graph.name,
    ...[own.ms, own.cold, elk.ms, elk.cold, faster].map((it) => fixed(it, 1)),
    quality.crossRouted,
    quality.crossVisual,
    ...[perElk, perDot, length, area, bends].map((it) => fixed(it)),
    faults,
  ]);
  if (elk.error) console.log(`${" ".repeat(12)}elkjs ends with: ${elk.error.slice(0, 80)}`);
}

/** The bounds for the mean of a size; `worst` holds for each graph. */
const TARGETS = {
  "200 ms": { mean: 10 }, "1000 mesh ms": { mean: 60 }, "10000 modular ms": { mean: 500 },
  "1000 faster": { least: 20 }, "5000 modular faster": { least: 45 },
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
  const worst = /faster/.test(what) ? Math.min(...values) : Math.max(...values);
  const target = TARGETS[key] ?? (size >= 100 || size === "all" ? GENERAL[what] : undefined) ?? {};
  const goals = [
    target.mean && `mean ≤ ${target.mean}`,
    target.least && `mean ≥ ${target.least}`,
    target.worst && `none > ${target.worst}`,
  ];
  const goal = goals.filter(Boolean).join(", ");
  const isMissed = mean > target.mean || mean < target.least || worst > target.worst;
  if (isMissed) missed.push(`${size}: ${what} ${fixed(mean)}, worst ${fixed(worst)} (${goal})`);
  const verdict = goal ? ` (${goal}): ${isMissed ? "MISSED" : "met"}` : "";
  row([size, fixed(mean), fixed(worst), "", `${what}${verdict}`]);
}
missed.push(...(await printStability(chromium.lay, 100, [1, 2, 3], 6)));
if (!isQuick) missed.push(...(await printStability(chromium.lay, 1000, [1, 2], 3)));
await chromium.close();
console.log(missed.length === 0 ? "\nAll targets are met." : `\nMissed:\n  ${missed.join("\n  ")}`);
if (nFaults > 0) {
  console.error(`\n${nFaults} faults: overlaps, edges through boxes, strangers in clusters, or results that differ`);
  process.exit(1);
}
