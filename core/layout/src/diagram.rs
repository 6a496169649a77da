//! What is laid out: sizes and places of ports, without any text.

use super::{Point, Rect};

/// Boxes with ports, and lines between ports.
#[derive(Debug, Clone, Default)]
pub struct Diagram {
    /// Boxes and groups; lines and [`Shape::parent`] refer to them by index.
    pub shapes: Vec<Shape>,
    /// Lines, in no particular order.
    pub lines: Vec<Line>,
}

/// A box, or the frame of a group if it is the parent of another.
#[derive(Debug, Clone, Default)]
pub struct Shape {
    /// A box is this wide; a group at least this.
    pub width: f64,
    /// A box is this high; a group at least this.
    pub height: f64,
    /// How much of the top of a group is kept free for its title.
    pub head: f64,
    /// Where lines end. A group places its ports itself, on its border.
    pub anchors: Vec<Anchor>,
    /// Whether ports of one side may change places among each other, to save crossings.
    pub free_order: bool,
    /// The group that it lies in.
    pub parent: Option<usize>,
}

/// Where on its box a port is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// On the left edge: an input.
    Left,
    /// On the right edge: an output.
    Right,
}

/// A port.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchor {
    /// On which edge.
    pub side: Side,
    /// From the top of its shape.
    pub y: f64,
}

/// A line from port to port; shapes and ports are given by their indices.
///
/// It leaves an output, or an input of a group that its end lies in; it enters an input, or an
/// output of a group that its start lies in. Borders between are crossed at ports made for that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Where it starts.
    pub from: (usize, usize),
    /// Where it ends.
    pub to: (usize, usize),
    /// Whether it is the one to run against the flow, if it closes a circle.
    pub feedback: bool,
}

/// Distances, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spacing {
    /// Between boxes of one column; a line that passes a box comes nearer.
    pub box_gap: f64,
    /// Between lines that run side by side.
    pub line_gap: f64,
    /// The least distance between columns.
    pub column_gap: f64,
    /// Between parts that do not hang together.
    pub part_gap: f64,
    /// Between the border of a group and what is in it.
    pub padding: f64,
    /// Between ports on the border of a group.
    pub port_gap: f64,
}

/// How a diagram is laid out.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Distances.
    pub spacing: Spacing,
    /// An earlier layout of nearly the same diagram; what it has stays where it is, as far as
    /// possible.
    pub previous: Previous,
}

/// Where things were in an earlier layout. Empty for a layout afresh.
#[derive(Debug, Clone, Default)]
pub struct Previous {
    /// Shapes, in step with [`Diagram::shapes`].
    pub boxes: Vec<Option<Rect>>,
    /// The corners of lines, in step with [`Diagram::lines`]; empty for one that is new.
    pub routes: Vec<Vec<Point>>,
}
