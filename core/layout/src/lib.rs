//! A layered layout of vertices and the lines between them.
//!
//! In the manner of Sugiyama, Tagawa and Toda: data flows from left to right, inputs sit on the
//! left of a vertex and outputs on its right, edges run along horizontal and vertical lines. Groups
//! are laid out from the innermost outward ([`nest`]); components are laid out one by one and
//! packed ([`parts`]). Each of them goes through the phases, a file or folder each:
//!
//! 1. edges against the flow are reversed, in [`acyclic`],
//! 2. each vertex gets a column, in [`rank`],
//! 3. long edges are cut at dummies, ports become slots, in [`layered`],
//! 4. crossings are reduced, in [`order`],
//! 5. vertices get heights, in [`position`],
//! 6. lines are routed and columns placed, in [`route`].
//!
//! The same input always gives the same layout, on every machine: no phase looks at a clock, and
//! all arithmetic is exact everywhere. No phase recurses. With an earlier layout, each phase starts
//! from it and changes little. A [`Job`] can pause between pieces of the work.

mod acyclic;
mod count;
mod diagram;
mod flat;
mod fold;
mod job;
mod layered;
mod lists;
mod nest;
mod order;
mod parts;
mod position;
mod previous;
mod rank;
mod route;
mod watch;

pub use diagram::{Anchor, Diagram, Line, Previous, Settings, Shape, Side, Spacing};
pub use fold::{Fold, Room};
pub use job::Job;

/// A point, in pixels at zoom 1, to the right of and below the top left corner.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Point {
    /// The distance to the right.
    pub x: f64,
    /// The distance downward.
    pub y: f64,
}

/// A rectangle, in pixels at zoom 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width of the rectangle.
    pub width: f64,
    /// The height of the rectangle.
    pub height: f64,
}

/// The place of a shape in the drawing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VertexBox {
    /// The rectangle of the shape.
    pub rect: Rect,
    /// The places of the ports, in step with [`Shape::anchors`].
    pub ports: Vec<Point>,
}

/// The drawing of a diagram.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layout {
    /// The vertices, in step with [`Diagram::shapes`].
    pub vertices: Vec<VertexBox>,
    /// The lines, in step with [`Diagram::lines`]: the corners of each line from start to end,
    /// along horizontal and vertical segments; empty for a line that names no port.
    pub edges: Vec<Vec<Point>>,
    /// The width of the whole drawing, whose top left corner is 0, 0.
    pub width: f64,
    /// The height of the whole drawing.
    pub height: f64,
}

#[cfg(test)]
mod tests;
