//! The graph with its layout.

use bobbin_core::text::LineIndex;
use bobbin_core::view::{Edge, Graph, Port, PortSide, Vertex};
use bobbin_protocol as protocol;

use super::{item, range};

/// Size of a vertex's head, with its title.
const HEAD: f64 = 44.0;
/// Between two ports of a side.
const ROW: f64 = 20.0;
const WIDTH: f64 = 200.0;
const GAP: f64 = 60.0;

/// The graph, with vertices in rows in the order of the text.
#[must_use]
pub fn graph(graph: &Graph, lines: &LineIndex) -> protocol::Graph {
    let columns = (graph.vertices.len() as f64).sqrt().ceil().max(1.0) as usize;
    let vertices: Vec<protocol::Vertex> = graph
        .vertices
        .iter()
        .enumerate()
        .map(|(n, it)| {
            let (row, column) = (n / columns, n % columns);
            let at = protocol::Point {
                x: column as f64 * (WIDTH + GAP),
                y: row as f64 * (HEAD + 4.0 * ROW + GAP),
            };
            vertex(it, at, lines)
        })
        .collect();
    let edges = graph.edges.iter().map(|it| edge(it, &vertices, lines)).collect();
    let right = |it: &protocol::Vertex| it.rect.x + it.rect.width;
    let bottom = |it: &protocol::Vertex| it.rect.y + it.rect.height;
    protocol::Graph {
        edges,
        width: vertices.iter().map(right).fold(0.0, f64::max),
        height: vertices.iter().map(bottom).fold(0.0, f64::max),
        vertices,
    }
}

fn vertex(it: &Vertex, at: protocol::Point, lines: &LineIndex) -> protocol::Vertex {
    let (mut inputs, mut outputs) = (0.0, 0.0);
    let mut port = |it: &Port| {
        let (x, n) = match it.side {
            PortSide::Input => (at.x, &mut inputs),
            PortSide::Output => (at.x + WIDTH, &mut outputs),
        };
        let y = at.y + HEAD + *n * ROW + ROW / 2.0;
        *n += 1.0;
        protocol::Port {
            name: it.name.clone(),
            side: match it.side {
                PortSide::Input => protocol::PortSide::Input,
                PortSide::Output => protocol::PortSide::Output,
            },
            data_type: it.data_type.clone(),
            required: it.required,
            anchor: protocol::Point { x, y },
        }
    };
    let ports: Vec<protocol::Port> = it.ports.iter().map(&mut port).collect();
    protocol::Vertex {
        item: item(&it.item),
        title: it.title.clone(),
        subtitle: it.subtitle.clone(),
        range: range(lines, it.range),
        name_range: range(lines, it.name_range),
        rect: protocol::Rect {
            x: at.x,
            y: at.y,
            width: WIDTH,
            height: HEAD + f64::max(inputs, outputs) * ROW,
        },
        ports,
        parent: it.parent.map(|it| it as u32),
        problem: it.problem.clone(),
    }
}

fn edge(it: &Edge, vertices: &[protocol::Vertex], lines: &LineIndex) -> protocol::Edge {
    let anchor = |(vertex, port): (usize, usize)| {
        let port = vertices.get(vertex).and_then(|it| it.ports.get(port));
        port.map(|it| it.anchor).unwrap_or_default()
    };
    protocol::Edge {
        item: item(&it.item),
        from_vertex: it.from.0 as u32,
        from_port: it.from.1 as u32,
        to_vertex: it.to.0 as u32,
        to_port: it.to.1 as u32,
        range: range(lines, it.range),
        feedback: it.feedback,
        problem: it.problem.clone(),
        points: vec![anchor(it.from), anchor(it.to)],
    }
}
