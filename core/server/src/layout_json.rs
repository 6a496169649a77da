//! Graphs in the JSON of the layout bench, and their layouts in the JSON of its checker.
//!
//! A graph is `{name, nodes: [{id, w, h, parent, ports: [{id, side, y}]}], clusters: [{id, parent,
//! ports: [{id, side}]}], edges: [{id, feedback, path: [[owner, port], …]}]}`; the path of an edge
//! has one hop more for every border of a cluster. `previous: {nodes: [{id, x, y, w, h}], edges: [{path,
//! points}]}` may give earlier places.

use std::collections::HashMap;

use bobbin_core::layout::{
    Anchor, Diagram, Job, Layout, Line, Point, Previous, Rect, Settings, Shape, Side, Spacing,
};
use serde::{Deserialize, Serialize};

/// The distances that the bench gives to all programs.
const SPACING: Spacing = Spacing {
    box_gap: 30.0,
    line_gap: 10.0,
    column_gap: 60.0,
    part_gap: 60.0,
    padding: 20.0,
    port_gap: 20.0,
};
/// Above the contents of a cluster.
const HEAD: f64 = 30.0;

#[derive(Deserialize)]
struct Graph {
    name: String,
    nodes: Vec<Node>,
    #[serde(default)]
    clusters: Vec<Node>,
    edges: Vec<Edge>,
    #[serde(default)]
    previous: Earlier,
}

/// A process or a cluster.
#[derive(Deserialize)]
struct Node {
    id: String,
    #[serde(default)]
    w: f64,
    #[serde(default)]
    h: f64,
    parent: Option<String>,
    #[serde(default)]
    ports: Vec<Port>,
}

#[derive(Deserialize)]
struct Port {
    id: String,
    side: String,
    #[serde(default)]
    y: f64,
}

#[derive(Deserialize)]
struct Edge {
    id: String,
    #[serde(default)]
    feedback: bool,
    path: Vec<(String, String)>,
}

/// An earlier layout.
#[derive(Default, Deserialize)]
struct Earlier {
    nodes: Vec<Place>,
    #[serde(default)]
    edges: Vec<EarlierRoute>,
}

#[derive(Deserialize)]
struct EarlierRoute {
    path: Vec<(String, String)>,
    points: Vec<(f64, f64)>,
}

#[derive(Deserialize)]
struct Place {
    id: String,
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

#[derive(Serialize)]
struct Drawing<'a> {
    tool: &'static str,
    graph: &'a str,
    kind: &'static str,
    ms: f64,
    nodes: Vec<Placed<'a>>,
    clusters: Vec<Placed<'a>>,
    edges: Vec<Route<'a>>,
}

#[derive(Serialize)]
struct Placed<'a> {
    id: &'a str,
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

#[derive(Serialize)]
struct Route<'a> {
    id: &'a str,
    points: Vec<(f64, f64)>,
}

/// Lays out a graph; `now` tells the time in milliseconds.
///
/// # Errors
///
/// If `json` is not such a graph.
pub fn layout_json(json: &str, now: &dyn Fn() -> f64) -> Result<String, serde_json::Error> {
    let graph: Graph = serde_json::from_str(json)?;
    let start = now();
    let (diagram, lines) = diagram(&graph);
    let previous = previous(&graph, &diagram, &lines);
    let layout = Job::new(diagram, Settings { spacing: SPACING, previous }).finish();
    let ms = now() - start;
    serde_json::to_string(&drawing(&graph, &layout, &lines, ms))
}

/// Returns the places of the diagram's shapes and lines.
fn previous(graph: &Graph, diagram: &Diagram, lines: &[Vec<usize>]) -> Previous {
    let Earlier { nodes, edges } = &graph.previous;
    if nodes.is_empty() {
        return Previous::default();
    }
    let places: HashMap<&str, &Place> = nodes.iter().map(|it| (it.id.as_str(), it)).collect();
    let place = |it: &Node| {
        let &Place { x, y, w: width, h: height, .. } = *places.get(it.id.as_str())?;
        Some(Rect { x, y, width, height })
    };
    let paths: HashMap<&[(String, String)], &EarlierRoute> =
        edges.iter().map(|it| (it.path.as_slice(), it)).collect();
    let mut routes = vec![Vec::new(); diagram.lines.len()];
    for (edge, lines) in graph.edges.iter().zip(lines) {
        let Some(route) = paths.get(edge.path.as_slice()) else { continue };
        for &line in lines {
            let Some(it) = routes.get_mut(line) else { continue };
            *it = route.points.iter().map(|&(x, y)| Point { x, y }).collect();
        }
    }
    let boxes = graph.nodes.iter().chain(&graph.clusters).map(place).collect();
    Previous { boxes, routes, ..Previous::default() }
}

/// Returns the diagram of a graph, and for each edge the lines of its hops; edges share hops.
fn diagram(graph: &Graph) -> (Diagram, Vec<Vec<usize>>) {
    let nodes = || graph.nodes.iter().chain(&graph.clusters);
    let index: HashMap<&str, usize> =
        nodes().enumerate().map(|(idx, it)| (it.id.as_str(), idx)).collect();
    let mut ports: HashMap<(&str, &str), (usize, usize)> = HashMap::new();
    for (shape, it) in nodes().enumerate() {
        for (idx, port) in it.ports.iter().enumerate() {
            ports.insert((&it.id, &port.id), (shape, idx));
        }
    }
    let shape = |it: &Node| Shape {
        width: it.w,
        height: it.h,
        head: HEAD,
        anchors: it.ports.iter().map(anchor).collect(),
        free_order: false,
        parent: it.parent.as_ref().and_then(|it| index.get(it.as_str())).copied(),
    };
    let mut diagram = Diagram { shapes: nodes().map(shape).collect(), lines: Vec::new() };
    let mut known = HashMap::new();
    let mut lines = Vec::with_capacity(graph.edges.len());
    for edge in &graph.edges {
        let ends: Vec<(usize, usize)> = edge
            .path
            .iter()
            .filter_map(|(a, b)| ports.get(&(a.as_str(), b.as_str())))
            .copied()
            .collect();
        let hops = ends.iter().zip(ends.iter().skip(1)).map(|(&from, &to)| {
            *known.entry((from, to)).or_insert_with(|| {
                diagram.lines.push(Line { from, to, feedback: edge.feedback });
                diagram.lines.len() - 1
            })
        });
        lines.push(hops.collect());
    }
    (diagram, lines)
}

fn anchor(port: &Port) -> Anchor {
    let side = if port.side == "out" { Side::Right } else { Side::Left };
    Anchor { side, y: port.y }
}

fn drawing<'a>(graph: &'a Graph, layout: &Layout, lines: &[Vec<usize>], ms: f64) -> Drawing<'a> {
    let mut rects = layout.vertices.iter().map(|it| it.rect);
    let mut boxes = |nodes: &'a [Node]| -> Vec<Placed<'a>> {
        let of = |(it, rect): (&'a Node, Rect)| {
            let Rect { x, y, width: w, height: h } = rect;
            Placed { id: &it.id, x, y, w, h }
        };
        nodes.iter().zip(&mut rects).map(of).collect()
    };
    let (nodes, clusters) = (boxes(&graph.nodes), boxes(&graph.clusters));
    let edges = graph.edges.iter().zip(lines).map(|(it, lines)| {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for at in lines.iter().filter_map(|&it| layout.edges.get(it)).flatten() {
            if points.last() != Some(&(at.x, at.y)) {
                points.push((at.x, at.y));
            }
        }
        Route { id: &it.id, points }
    });
    let edges = edges.collect();
    Drawing { tool: "bobbin", graph: &graph.name, kind: "orthogonal", ms, nodes, clusters, edges }
}
