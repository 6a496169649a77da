//! The input of a layout: sizes and ports, without any text.

use super::{Point, Rect};

/// Vertices with ports, and lines between ports.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diagram {
    /// Vertices and groups; lines and [`Shape::parent`] refer to them by index.
    pub shapes: Vec<Shape>,
    /// Lines; their order does not matter.
    pub lines: Vec<Line>,
}

/// A vertex, or the frame of a group if it is the parent of another.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shape {
    /// The width of a vertex; the least width of a group.
    pub width: f64,
    /// The height of a vertex; the least height of a group.
    pub height: f64,
    /// The height kept free for a title at the top of a group.
    pub head: f64,
    /// The ports. A group places its own on its border.
    pub anchors: Vec<Anchor>,
    /// Allows the ports of each side to be permuted to save crossings.
    pub free_order: bool,
    /// The group that contains the shape.
    pub parent: Option<usize>,
}

/// The edge of a vertex that a port is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The left edge, for inputs.
    Left,
    /// The right edge, for outputs.
    Right,
}

/// A port, to which lines are attached.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchor {
    /// The edge of the shape.
    pub side: Side,
    /// The distance from the top of the shape.
    pub y: f64,
}

/// A line from port to port; shapes and ports are given by their indices.
///
/// It leaves an output, or an input of a group that contains its end; it enters an input, or an
/// output of a group that contains its start. Where it crosses other borders, ports are added.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// The shape and port of the start.
    pub from: (usize, usize),
    /// The shape and port of the end.
    pub to: (usize, usize),
    /// Marks the line that should run against the flow if it closes a cycle.
    pub feedback: bool,
}

/// Distances, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spacing {
    /// The space between vertices of a column; a line passes a vertex at a smaller distance.
    pub box_gap: f64,
    /// The space between parallel lines.
    pub line_gap: f64,
    /// The least distance between columns.
    pub column_gap: f64,
    /// The space between components of the diagram.
    pub part_gap: f64,
    /// The space between the border of a group and its content.
    pub padding: f64,
    /// The space between ports on the border of a group.
    pub port_gap: f64,
}

/// The settings of a layout.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The distances to keep.
    pub spacing: Spacing,
    /// An earlier layout of nearly the same diagram; its places are kept as far as possible.
    pub previous: Previous,
}

/// The places of an earlier layout; empty for a fresh one.
#[derive(Debug, Clone, Default)]
pub struct Previous {
    /// The rectangles of the shapes, in step with [`Diagram::shapes`].
    pub boxes: Vec<Option<Rect>>,
    /// The corners of the lines, in step with [`Diagram::lines`]; empty for a new line.
    pub routes: Vec<Vec<Point>>,
    /// The ports of the shapes, in step with [`Shape::anchors`]. May be left out: ports without a line
    /// then count as new where the layout decides about their places.
    pub ports: Vec<Vec<Option<Point>>>,
}
