// How far the other processes move after one small edit of a graph of 100.

import { metrics } from "./check.mjs";
import { lay } from "./core.mjs";
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

/** The distances that boxes moved, less what all moved together, and the share of pairs that changed order. */
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

/** Prints a row for each kind of edit. */
export async function printStability() {
  console.log("\nOne edit at 100 processes (targets: median ≤ 20 px, flips ≤ 1 %, over 200 px ≤ 3 %, crossings ≤ 1.1)");
  const row = (cells) => console.log(cells.map((it, at) => String(it).padStart(at ? 11 : 12)).join(""));
  row(["edit", "median px", "flips", "> 20 px", "> 200 px", "crossings", "ms"]);
  for (const [name, edit] of Object.entries(EDITS)) {
    const seen = { median: [], flips: [], near: [], far: [], crossings: [], ms: [] };
    for (const seed of [1, 2, 3]) {
      const graph = generate({ n: 100, seed });
      const before = lay(graph).result;
      const routes = new Map(before.edges.map((it) => [it.id, it.points]));
      const edges = graph.edges.map((it) => ({ path: it.path, points: routes.get(it.id) }));
      for (let turn = 0; turn < 6; turn++) {
        const random = rng(1000 * seed + turn);
        const edited = structuredClone(graph);
        edit(edited, random);
        const { ms, result } = lay({ ...edited, previous: { nodes: before.nodes, edges } });
        const { moved, flips } = compare(before, result, random);
        const crossings = (it) => metrics(edited, it).crossRouted;
        seen.median.push(median(moved));
        seen.flips.push(flips);
        seen.near.push(moved.filter((it) => it > 20).length / moved.length);
        seen.far.push(moved.filter((it) => it > 200).length / moved.length);
        seen.crossings.push(crossings(result) / Math.max(1, crossings(lay(edited).result)));
        seen.ms.push(ms);
      }
    }
    const percent = (list) => `${(100 * mean(list)).toFixed(1)} %`;
    const { flips, near, far } = seen;
    row([
      name,
      median(seen.median).toFixed(0),
      ...[flips, near, far].map(percent),
      mean(seen.crossings).toFixed(2),
      median(seen.ms).toFixed(1),
    ]);
  }
}
