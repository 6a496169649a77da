//! Where the vertices, ports and edges of a [`Graph`] are drawn.
//!
//! A layered layout in the manner of Sugiyama, Tagawa and Toda: data flows from left to right, inputs
//! sit on the left of a box and outputs on its right, edges run along horizontal and vertical lines.
//! Groups are laid out from the innermost outward ([`nest`]); parts that do not hang together each on
//! their own, and packed ([`parts`]). What remains goes through the phases, a file or folder each:
//!
//! 1. edges against the flow are reversed, in [`acyclic`],
//! 2. the column of each vertex, in [`rank`],
//! 3. long edges are cut at dummies, ports become slots, in [`layered`],
//! 4. few crossings, in [`order`],
//! 5. heights, in [`position`],
//! 6. lines, and the places of the columns, in [`route`].
//!
//! The same input always gives the same layout, on every machine: nothing looks at a clock, and only
//! arithmetic that is exact everywhere is used. No phase recurses. An earlier layout can be given;
//! then each phase starts from it and changes little. A [`Job`] leaves off between pieces of the work.

mod acyclic;
mod diagram;
mod flat;
mod job;
mod layered;
mod lists;
mod metrics;
mod nest;
mod order;
mod parts;
mod position;
mod previous;
mod rank;
mod route;
mod watch;

pub use diagram::{Anchor, Diagram, Line, Previous, Settings, Shape, Spacing};
pub use job::Job;
pub use metrics::Metrics;

use crate::view::Graph;

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
    begin(graph, metrics, Previous::default()).finish()
}

/// Begins a [`layout`] that can be given up or made between other things. What had a place stays near
/// it: `previous` is in step with the vertices and edges of `graph`.
#[must_use]
pub fn begin(graph: &Graph, metrics: &Metrics, previous: Previous) -> Job {
    let diagram = Diagram {
        shapes: graph.vertices.iter().map(|it| metrics.shape(it)).collect(),
        lines: graph
            .edges
            .iter()
            .map(|it| Line { from: it.from, to: it.to, feedback: it.feedback })
            .collect(),
    };
    Job::new(diagram, Settings { spacing: metrics.spacing(), previous })
}

#[cfg(test)]
mod tests;
