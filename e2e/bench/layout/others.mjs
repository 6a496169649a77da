// elkjs and Graphviz on the benchmark's graphs. Both are development dependencies of the benchmark
// alone.

const first = (edge) => edge.path[0];
const last = (edge) => edge.path[edge.path.length - 1];
const BOX_GAP = 30;
const RANK_GAP = 80;

/** Converts a graph for elkjs, layered: ports in their order, orthogonal lines, all groups at once. */
export function elkInput(graph) {
  const spacing = {
    "elk.spacing.nodeNode": String(BOX_GAP),
    "elk.layered.spacing.nodeNodeBetweenLayers": "60",
    "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  };
  const port = (owner, it, isFixed) => ({
    id: `${owner}.${it.id}`,
    width: 0,
    height: 0,
    layoutOptions: {
      "elk.port.side": it.side === "in" ? "WEST" : "EAST",
      // Indices count clockwise.
      ...(isFixed && { "elk.port.index": String(it.side === "in" ? 1000 - it.index : it.index) }),
    },
  });
  const root = {
    id: "root",
    children: [],
    edges: [],
    layoutOptions: {
      "elk.algorithm": "layered",
      "elk.direction": "RIGHT",
      "elk.edgeRouting": "ORTHOGONAL",
      "elk.randomSeed": "1",
      ...spacing,
    },
  };
  const groups = new Map([[null, root]]);
  for (const it of graph.clusters) {
    groups.set(it.id, {
      id: it.id,
      children: [],
      ports: it.ports.map((port_) => port(it.id, port_, false)),
      layoutOptions: {
        "elk.portConstraints": "FIXED_SIDE",
        "elk.padding": "[top=30,left=20,bottom=20,right=20]",
        ...spacing,
      },
    });
  }
  for (const it of graph.clusters) groups.get(it.parent).children.push(groups.get(it.id));
  for (const it of graph.nodes) {
    groups.get(it.parent).children.push({
      id: it.id,
      width: it.w,
      height: it.h,
      ports: it.ports.map((port_) => port(it.id, port_, true)),
      layoutOptions: { "elk.portConstraints": "FIXED_ORDER" },
    });
  }
  const seen = new Set();
  for (const edge of graph.edges) {
    for (const [from, to] of hops(edge)) {
      const id = `${from}>${to}`;
      if (!seen.has(id)) root.edges.push({ id, sources: [from], targets: [to] });
      seen.add(id);
    }
  }
  return root;
}

/** Returns the ports that each hop of an edge joins. */
function hops(edge) {
  const ports = edge.path.map((it) => it.join("."));
  return ports.slice(1).map((to, at) => [ports[at], to]);
}

/** Converts the drawing of elkjs for the checker. */
export function elkResult(graph, drawn) {
  const [nodes, clusters, edges] = [[], [], new Map()];
  const isGroup = new Set(graph.clusters.map((it) => it.id));
  const corners = new Map([["root", [0, 0]]]);
  const walk = (group, x, y) => {
    for (const edge of group.edges ?? []) edges.set(edge.id, [edge, group.id]);
    for (const it of group.children ?? []) {
      const box = { id: it.id, x: x + it.x, y: y + it.y, w: it.width, h: it.height };
      corners.set(it.id, [box.x, box.y]);
      (isGroup.has(it.id) ? clusters : nodes).push(box);
      walk(it, box.x, box.y);
    }
  };
  walk(drawn, 0, 0);
  const points = (id) => {
    const [edge, holder] = edges.get(id) ?? [];
    const [x, y] = corners.get(edge?.container ?? holder) ?? [0, 0];
    return (edge?.sections ?? []).flatMap((it) =>
      [it.startPoint, ...(it.bendPoints ?? []), it.endPoint].map((at) => [at.x + x, at.y + y]),
    );
  };
  const route = (edge) => ({ id: edge.id, points: hops(edge).flatMap(([from, to]) => points(`${from}>${to}`)) });
  return { tool: "elkjs", kind: "orthogonal", nodes, clusters, edges: graph.edges.map(route) };
}

/** Loads Graphviz' dot as WebAssembly, with polylines and ports as cells of HTML tables. */
export async function dot() {
  const { instance } = await import("@viz-js/viz");
  const viz = await instance();
  return async (graph) => {
    const input = dotInput(graph);
    const start = performance.now();
    const { status, output, errors } = viz.render(input, { format: "json0", engine: "dot" });
    const ms = performance.now() - start;
    if (status !== "success") throw new Error(JSON.stringify(errors).slice(0, 300));
    return { ms, result: dotResult(graph, JSON.parse(output)) };
  };
}

function dotInput(graph) {
  const lines = [
    "digraph G {",
    `rankdir=LR; splines=polyline; nodesep=${BOX_GAP / 72}; ranksep=${RANK_GAP / 72};`,
    "node [shape=plain fontsize=10]; edge [arrowhead=none];",
  ];
  const cell = (it, width) =>
    `<TD FIXEDSIZE="TRUE" WIDTH="${width}" HEIGHT="18"${it ? ` PORT="${it.id}"` : ""}></TD>`;
  const bar = (width, height) =>
    `<TR><TD COLSPAN="2" FIXEDSIZE="TRUE" WIDTH="${width}" HEIGHT="${height}"></TD></TR>`;
  const label = (it) => {
    const inputs = it.ports.filter((port) => port.side === "in");
    const outputs = it.ports.filter((port) => port.side === "out");
    const [left, right] = [Math.floor(it.w / 2), it.w - Math.floor(it.w / 2)];
    const n = Math.max(inputs.length, outputs.length, 1);
    const rows = Array.from({ length: n }, (_, at) => `<TR>${cell(inputs[at], left)}${cell(outputs[at], right)}</TR>`);
    const table = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0">';
    return `<${table}${bar(it.w, 26)}${rows.join("")}${bar(it.w, 8)}</TABLE>>`;
  };
  const group = (id) => {
    for (const it of graph.nodes) if (it.parent === id) lines.push(`${it.id} [label=${label(it)}];`);
    for (const it of graph.clusters) {
      if (it.parent !== id) continue;
      lines.push(`subgraph cluster_${it.id} {`);
      group(it.id);
      lines.push("}");
    }
  };
  group(null);
  for (const it of graph.edges) {
    lines.push(`${first(it)[0]}:${first(it)[1]}:e -> ${last(it)[0]}:${last(it)[1]}:w [id=${it.id}];`);
  }
  return [...lines, "}"].join("\n");
}

function dotResult(graph, drawn) {
  const height = Number(drawn.bb.split(",")[3]);
  const boxes = new Map();
  const clusters = [];
  for (const it of drawn.objects ?? []) {
    if (it.pos) {
      const [x, y] = it.pos.split(",").map(Number);
      const [w, h] = [it.width * 72, it.height * 72];
      boxes.set(it.name, { id: it.name, x: x - w / 2, y: height - y - h / 2, w, h });
    } else if (it.name?.startsWith("cluster_") && it.bb) {
      const [left, bottom, right, top] = it.bb.split(",").map(Number);
      clusters.push({ id: it.name.slice(8), x: left, y: height - top, w: right - left, h: top - bottom });
    }
  }
  const routes = new Map();
  for (const it of drawn.edges ?? []) {
    const all = it.pos.split(" ").filter((at) => !/^[se],/.test(at));
    const points = all.map((at) => at.split(",").map(Number)).map(([x, y]) => [x, height - y]);
    // Straight segments, written as Bézier curves.
    routes.set(it.id, points.filter((_, at) => at % 3 === 0));
  }
  const edges = graph.edges.map(({ id }) => ({ id, points: routes.get(id) ?? [] }));
  return { tool: "dot", kind: "polyline", nodes: graph.nodes.map((it) => boxes.get(it.id)), clusters, edges };
}
