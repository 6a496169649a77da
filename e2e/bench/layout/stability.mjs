// Measures how far the other processes move after one small edit, and how long the new layout takes.

import { metrics } from "./check.mjs";
import { generate, rng } from "./gen.mjs";

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
const mean = (list) => list.reduce((sum, it) => sum + it, 0) / Math.max(1, list.length);

function addPort(graph, id, side) {
  const node = graph.nodes.find((it) => it.id === id);
  const index = node.ports.filter((it) => it.side === side).length;
  const port = { id: (side === "in" ? "i" : "o") + index, side, index, y: 26 + 18 * (index + 0.5) };
  node.ports.push(port);
  node.h = Math.max(node.h, 26 + 18 * (index + 1) + 8);
  return port.id;
}

const EDITS = {
  "add process": (graph, random) => {
    const edge = random.pick(graph.edges);
    const [from, to] = [edge.path[0], edge.path.at(-1)];
    const id = `p${graph.nodes.length}`;
    const ports = [["i0", "in"], ["o0", "out"]].map(([id, side]) => ({ id, side, index: 0, y: 35 }));
    graph.nodes.push({ id, name: `new_${id}`, w: 120, h: 52, parent: null, ports });
    edge.path = [from, [id, "i0"]];
    graph.edges.push({ id: `e${graph.edges.length}`, feedback: false, path: [[id, "o0"], to] });
  },
  "add edge": (graph, random) => {
    const [from, to] = [random.pick(graph.edges).path[0][0], random.pick(graph.edges).path.at(-1)[0]];
    if (from === to) return;
    const path = [[from, addPort(graph, from, "out")], [to, addPort(graph, to, "in")]];
    graph.edges.push({ id: `e${graph.edges.length}`, feedback: false, path });
  },
  "remove edge": (graph, random) => {
    graph.edges.splice(random.int(0, graph.edges.length - 1), 1);
  },
};

/**
 * Returns the distances that boxes moved, less the common movement, and the share of pairs that
 * changed order.
 */
function compare(before, after, random) {
  const now = new Map(after.nodes.map((it) => [it.id, it]));
  const both = before.nodes.filter((it) => now.has(it.id));
  const [dx, dy] = ["x", "y"].map((axis) => median(both.map((it) => now.get(it.id)[axis] - it[axis])));
  const moved = both.map((it) => Math.hypot(now.get(it.id).x - it.x - dx, now.get(it.id).y - it.y - dy));
  let [nPairs, nFlips] = [0, 0];
  for (let turn = 0; turn < 4000; turn++) {
    const [a, b] = [random.pick(both), random.pick(both)];
    if (a === b || Math.abs(a.y - b.y) < 30 || Math.abs(a.x - b.x) > 200) continue;
    nPairs++;
    if ((a.y - b.y) * (now.get(a.id).y - now.get(b.id).y) < 0) nFlips++;
  }
  return { moved, flips: nFlips / Math.max(1, nPairs) };
}

/** The most that one edit may do to the other processes, by size. */
const TARGETS = {
  100: { "median px": 20, flips: 0.01, "> 200 px": 0.03, crossings: 1.1 },
  1000: { ms: 16 },
};

/**
 * Prints a row for each kind of edit of graphs of `n` processes; returns the targets that were missed.
 * `lay` lays a graph out; the time is that of the layout, without reading and writing JSON, which no
 * edit in the page needs.
 */
export async function printStability(lay, n, seeds, nTurns) {
  const targets = TARGETS[n];
  const limits = Object.entries(targets).map(([what, most]) => `${what} ≤ ${most < 1 ? `${100 * most} %` : most}`);
  console.log(`\nOne edit at ${n} processes (targets: ${limits.join(", ")})`);
  const row = (cells) => console.log(cells.map((it, at) => String(it).padStart(at ? 11 : 12)).join(""));
  const columns = ["median px", "flips", "> 20 px", "> 200 px", "crossings", "ms"];
  row(["edit", ...columns]);
  const missed = [];
  for (const [name, edit] of Object.entries(EDITS)) {
    const seen = Object.fromEntries(columns.map((it) => [it, []]));
    for (const seed of seeds) {
      const graph = generate({ n, seed });
      const before = (await lay(graph)).result;
      const routes = new Map(before.edges.map((it) => [it.id, it.points]));
      const edges = graph.edges.map((it) => ({ path: it.path, points: routes.get(it.id) }));
      for (let turn = 0; turn < nTurns; turn++) {
        const random = rng(1000 * seed + turn);
        const edited = structuredClone(graph);
        edit(edited, random);
        const { result } = await lay({ ...edited, previous: { nodes: before.nodes, edges } });
        const { moved, flips } = compare(before, result, random);
        const crossings = (it) => metrics(edited, it).crossRouted;
        seen["median px"].push(median(moved));
        seen.flips.push(flips);
        seen["> 20 px"].push(moved.filter((it) => it > 20).length / moved.length);
        seen["> 200 px"].push(moved.filter((it) => it > 200).length / moved.length);
        seen.crossings.push(crossings(result) / Math.max(1, crossings((await lay(edited)).result)));
        seen.ms.push(result.ms);
      }
    }
    const values = columns.map((it) => (it === "median px" || it === "ms" ? median : mean)(seen[it]));
    const percent = (it) => `${(100 * it).toFixed(1)} %`;
    const show = [(it) => it.toFixed(0), percent, percent, percent, (it) => it.toFixed(2), (it) => it.toFixed(1)];
    row([name, ...values.map((it, at) => show[at](it))]);
    for (const [at, what] of columns.entries()) {
      if (values[at] > targets[what]) missed.push(`${name} at ${n}: ${what} ${show[at](values[at])}`);
    }
  }
  return missed;
}
