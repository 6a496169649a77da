//! Layout of a [`Graph`]: measures the labels of vertices, ports and edges, and lets
//! [`bobbin_layout`] place them.

mod comments;
mod metrics;

pub use bobbin_layout::{
    Anchor, Diagram, Fold, Job, Layout, Line, Point, Previous, Rect, Room, Settings, Shape, Side,
    Spacing, VertexBox,
};
pub use comments::show_comments;
pub use metrics::{
    BOLD, COMMENT_LINE, COMMENT_PADDING, Metrics, SMALL_SIZE, TITLE_SIZE, WIDEST_PORT,
    comment_height, letter_width, text_width,
};

use crate::view::{Edge, Graph};

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
    let diagram = measure(graph, metrics);
    Job::new(diagram, Settings { spacing: metrics.spacing(), previous })
}

/// Returns all of a graph that its layout depends on.
#[must_use]
pub fn measure<P>(graph: &Graph<P>, metrics: &Metrics) -> Diagram {
    let line = |it: &Edge<P>| Line { from: it.from(), to: it.to(), feedback: it.feedback };
    Diagram {
        shapes: graph.vertices.iter().map(|it| metrics.shape(it)).collect(),
        lines: graph.edges.iter().map(line).collect(),
    }
}

#[cfg(test)]
mod tests;
