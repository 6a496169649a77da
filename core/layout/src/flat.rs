//! The input of the phases: the vertices of one group, or of the whole diagram, without their
//! contents.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::{Point, Rect};

/// The index of the left side in pairs of sides.
pub(super) const LEFT: usize = 0;
/// The index of the right side in pairs of sides.
pub(super) const RIGHT: usize = 1;

/// The kind of thing that a vertex stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Role {
    /// An input of the enclosing group, on its left border.
    Entry,
    /// A vertex, or a group with its content.
    #[default]
    Box,
    /// An output of the enclosing group, on its right border.
    Exit,
}

/// A vertex of the flat graph.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Vertex {
    pub width: f64,
    pub height: f64,
    pub role: Role,
    /// Allows its ports to be permuted.
    pub free_order: bool,
    /// The top left corner in the earlier layout.
    pub previous: Option<Point>,
    /// The width in the earlier layout, which is another one if it is opened or closed.
    pub previous_width: f64,
}

impl Vertex {
    /// Returns where the middle was in the earlier layout, across.
    pub fn previous_centre(&self) -> Option<f64> {
        Some(self.previous?.x + self.previous_width / 2.0)
    }
}

/// A port of a vertex.
#[derive(Debug, Clone, Copy)]
pub(super) struct Port {
    pub vertex: usize,
    /// The side: [`LEFT`] or [`RIGHT`].
    pub side: usize,
    /// The distance from the top of the vertex.
    pub y: f64,
}

/// An edge from a port on the right of a vertex to a port on the left of a vertex.
#[derive(Debug, Clone)]
pub(super) struct Edge {
    pub from: usize,
    pub to: usize,
    pub feedback: bool,
    /// The corners in the earlier layout; empty for a new edge.
    pub previous: Vec<Point>,
}

/// A graph without nesting.
#[derive(Debug, Clone, Default)]
pub(super) struct Flat {
    /// True if no group encloses the graph.
    pub outermost: bool,
    /// The enclosing group's rectangle in the earlier layout.
    pub bounds: Option<Rect>,
    pub vertices: Vec<Vertex>,
    pub ports: Vec<Port>,
    pub edges: Vec<Edge>,
}

impl Flat {
    /// Returns the vertices that an edge joins.
    pub fn ends(&self, edge: usize) -> (usize, usize) {
        let it = &self.edges[edge];
        (self.ports[it.from].vertex, self.ports[it.to].vertex)
    }

    /// Returns true if vertices have places from an earlier layout.
    pub fn has_previous(&self) -> bool {
        self.vertices.iter().any(|it| it.previous.is_some())
    }
}

/// The drawing of a [`Flat`] graph.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawn {
    /// The top left corner of each vertex.
    pub corners: Vec<Point>,
    /// The distance of each port from the top of its vertex.
    pub port_ys: Vec<f64>,
    /// The corners of each edge, from its start to its end.
    pub routes: Vec<Vec<Point>>,
    pub width: f64,
    pub height: f64,
}
