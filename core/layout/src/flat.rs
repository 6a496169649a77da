//! What the phases work on: the boxes of one group, or of the whole diagram, without what is inside
//! of them.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::{Point, Rect};

/// The index of the left side in pairs of sides.
pub(super) const LEFT: usize = 0;
/// The index of the right side in pairs of sides.
pub(super) const RIGHT: usize = 1;

/// What a vertex stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Role {
    /// An input of the group around: it stands on the left border.
    Entry,
    /// A box, or a group with what is in it.
    #[default]
    Box,
    /// An output of the group around: it stands on the right border.
    Exit,
}

/// A vertex.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Vertex {
    pub width: f64,
    pub height: f64,
    pub role: Role,
    /// Whether its ports may change places.
    pub free_order: bool,
    /// The top left corner that it had, if it had one.
    pub previous: Option<Point>,
}

/// A port of a vertex.
#[derive(Debug, Clone, Copy)]
pub(super) struct Port {
    pub vertex: usize,
    /// [`LEFT`] or [`RIGHT`].
    pub side: usize,
    /// From the top of the vertex.
    pub y: f64,
}

/// An edge from a port on the right of a vertex to a port on the left of one.
#[derive(Debug, Clone)]
pub(super) struct Edge {
    pub from: usize,
    pub to: usize,
    pub feedback: bool,
    /// The corners that it had; empty if it is new.
    pub previous: Vec<Point>,
}

/// A graph without nesting.
#[derive(Debug, Clone, Default)]
pub(super) struct Flat {
    /// Whether there is no group around it.
    pub outermost: bool,
    /// Where the group around it was.
    pub bounds: Option<Rect>,
    pub vertices: Vec<Vertex>,
    pub ports: Vec<Port>,
    pub edges: Vec<Edge>,
}

impl Flat {
    /// The vertices that an edge joins.
    pub fn ends(&self, edge: usize) -> (usize, usize) {
        let it = &self.edges[edge];
        (self.ports[it.from].vertex, self.ports[it.to].vertex)
    }

    /// Whether the vertices had places before.
    pub fn has_previous(&self) -> bool {
        self.vertices.iter().any(|it| it.previous.is_some())
    }
}

/// Where everything of a [`Flat`] graph is drawn.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawn {
    /// The top left corner of each vertex.
    pub corners: Vec<Point>,
    /// The height of each port above the top of its vertex.
    pub port_ys: Vec<f64>,
    /// The corners of each edge, from its start to its end.
    pub routes: Vec<Vec<Point>>,
    pub width: f64,
    pub height: f64,
}
