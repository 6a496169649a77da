//! Where boxes and the lines between them are drawn.
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
mod count;
mod diagram;
mod flat;
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
pub use job::Job;

/// A place, in pixels at zoom 1, to the right and downward from the top left corner.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downward.
    pub y: f64,
}

/// A box.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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

/// Where a shape is drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VertexBox {
    /// The box.
    pub rect: Rect,
    /// Where lines end, in step with [`Shape::anchors`].
    pub ports: Vec<Point>,
}

/// Where everything of a diagram is drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layout {
    /// In step with [`Diagram::shapes`].
    pub vertices: Vec<VertexBox>,
    /// In step with [`Diagram::lines`]: the corners of each line, from its start to its end, along
    /// horizontal and vertical stretches; empty for one that names no port.
    pub edges: Vec<Vec<Point>>,
    /// Width of the whole drawing; its top left corner is 0, 0.
    pub width: f64,
    /// Height of the whole drawing.
    pub height: f64,
}

#[cfg(test)]
mod tests;
