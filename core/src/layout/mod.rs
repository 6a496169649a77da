//! Where the vertices, ports and edges of a [`Graph`] are drawn.
//!
//! A layered layout: data flows from left to right, inputs sit on the left of a box and outputs on
//! its right, edges run along horizontal and vertical lines. Each phase is a file: [`acyclic`] turns
//! circles open, [`rank`] finds the column of each box, [`layers`] cuts long edges into short ones,
//! [`order`] arranges each column for few crossings, [`position`] finds the heights, [`route`] the
//! lines. Parts that hang together are laid out on their own and packed by [`pack`].
//!
//! The same graph always gives the same layout. No phase recurses.

mod acyclic;
mod layers;
mod metrics;
mod order;
mod pack;
mod position;
mod rank;
mod route;

pub use metrics::Metrics;

use crate::view::Graph;
use layers::{Layers, PartEdge};

/// A place, in pixels at zoom 1, to the right and downward from the top left corner.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downward.
    pub y: f64,
}

/// A box.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Where a vertex is drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VertexBox {
    /// The box.
    pub rect: Rect,
    /// Where edges end, in step with [`crate::view::Vertex::ports`]: on the left edge for inputs, on
    /// the right edge for outputs.
    pub ports: Vec<Point>,
}

/// Where everything of a graph is drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layout {
    /// In step with [`Graph::vertices`].
    pub vertices: Vec<VertexBox>,
    /// In step with [`Graph::edges`]: the corners of each line, from the output to the input, along
    /// horizontal and vertical stretches; empty for an edge that names no port.
    pub edges: Vec<Vec<Point>>,
    /// Width of the whole drawing; its top left corner is 0, 0.
    pub width: f64,
    /// Height of the whole drawing.
    pub height: f64,
}

/// Lays out `graph` for text as wide as `metrics` says. Never fails; an empty graph has an empty
/// layout.
#[must_use]
pub fn layout(graph: &Graph, metrics: &Metrics) -> Layout {
    let mut res = Layout {
        vertices: graph.vertices.iter().map(|it| metrics.vertex_box(it)).collect(),
        edges: vec![Vec::new(); graph.edges.len()],
        ..Layout::default()
    };
    let mut parts = pack::parts(graph, &res.vertices);
    for part in &mut parts {
        let edges: Vec<PartEdge> =
            part.edges.iter().filter_map(|&it| part_edge(graph, &res, &part.places, it)).collect();
        let reversed = acyclic::reversed(part.vertices.len(), &edges);
        let ranks = rank::ranks(part.vertices.len(), &edges, &reversed);
        let sizes = part.vertices.iter().map(|&it| size(&res, it)).collect();
        let mut layers = Layers::new(sizes, edges, &reversed, &ranks);
        order::order(&mut layers);
        position::position(&mut layers, metrics);
        let routed = route::route(&layers, metrics);
        for (&vertex, at) in part.vertices.iter().zip(&routed.corners) {
            if let Some(it) = res.vertices.get_mut(vertex) {
                (it.rect.x, it.rect.y) = (at.x, at.y);
            }
        }
        for (edge, line) in layers.edges.iter().zip(routed.lines) {
            if let Some(it) = res.edges.get_mut(edge.edge) {
                *it = line;
            }
        }
        (part.width, part.height) = (routed.width, routed.height);
    }
    pack::pack(&parts, metrics, &mut res);
    res
}

fn size(layout: &Layout, vertex: usize) -> (f64, f64) {
    let rect = layout.vertices.get(vertex).map_or(Rect::default(), |it| it.rect);
    (rect.width, rect.height)
}

/// An edge with its ends as places in the part and heights at the boxes.
fn part_edge(graph: &Graph, layout: &Layout, places: &[usize], edge: usize) -> Option<PartEdge> {
    let it = graph.edges.get(edge)?;
    let end = |(vertex, port): (usize, usize)| {
        let anchor = layout.vertices.get(vertex)?.ports.get(port)?;
        Some((*places.get(vertex)?, anchor.y))
    };
    Some(PartEdge { edge, from: end(it.from)?, to: end(it.to)?, feedback: it.feedback })
}

#[cfg(test)]
mod tests;
