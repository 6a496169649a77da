//! The graph with its layout.

use bobbin_core::layout::{self, Layout, Metrics, VertexBox, layout};
use bobbin_core::text::LineIndex;
use bobbin_core::view::{Edge, Graph, Port, PortSide, Vertex};
use bobbin_protocol as protocol;

use super::{item, range};

/// The graph, laid out for the page's fonts.
#[must_use]
pub fn graph(graph: &Graph, lines: &LineIndex) -> protocol::Graph {
    let Layout { vertices, edges, width, height } = layout(graph, &Metrics::default());
    let vertices = graph.vertices.iter().zip(vertices).map(|(it, place)| vertex(it, &place, lines));
    let edges = graph.edges.iter().zip(edges).map(|(it, points)| edge(it, &points, lines));
    protocol::Graph { vertices: vertices.collect(), edges: edges.collect(), width, height }
}

fn vertex(it: &Vertex, place: &VertexBox, lines: &LineIndex) -> protocol::Vertex {
    let layout::Rect { x, y, width, height } = place.rect;
    let ports = it.ports.iter().zip(&place.ports).map(|(it, &at)| port(it, at));
    protocol::Vertex {
        item: item(&it.item),
        title: it.title.clone(),
        subtitle: it.subtitle.clone(),
        range: range(lines, it.range),
        name_range: range(lines, it.name_range),
        rect: protocol::Rect { x, y, width, height },
        ports: ports.collect(),
        parent: it.parent.map(|it| it as u32),
        problem: it.problem.clone(),
    }
}

fn port(it: &Port, at: layout::Point) -> protocol::Port {
    protocol::Port {
        name: it.name.clone(),
        side: match it.side {
            PortSide::Input => protocol::PortSide::Input,
            PortSide::Output => protocol::PortSide::Output,
        },
        data_type: it.data_type.clone(),
        required: it.required,
        anchor: point(at),
    }
}

fn edge(it: &Edge, points: &[layout::Point], lines: &LineIndex) -> protocol::Edge {
    protocol::Edge {
        item: item(&it.item),
        from_vertex: it.from.0 as u32,
        from_port: it.from.1 as u32,
        to_vertex: it.to.0 as u32,
        to_port: it.to.1 as u32,
        range: range(lines, it.range),
        feedback: it.feedback,
        problem: it.problem.clone(),
        points: points.iter().map(|&it| point(it)).collect(),
    }
}

fn point(layout::Point { x, y }: layout::Point) -> protocol::Point {
    protocol::Point { x, y }
}
