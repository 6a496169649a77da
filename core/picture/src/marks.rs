//! The shapes and letters of a picture.

use bobbin_core::view::Rect;

/// Something to draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A path as SVG spells it.
    Shape {
        /// The path's commands.
        path: String,
        /// The colour inside, if any.
        fill: Option<String>,
        /// Along it, and how wide.
        stroke: Option<(String, f64)>,
        /// True if the stroke is dashed.
        is_dashed: bool,
        /// The words that are shown where a pointer rests on it, if any.
        title: Option<String>,
    },
    /// A line of letters.
    Letters {
        /// The start, middle or end of the base line.
        at: (f64, f64),
        /// The text to draw, one line of it.
        text: String,
        /// The size of the font.
        size: f64,
        /// True if the letters are bold.
        is_bold: bool,
        /// The point of the line of letters that stands at the place.
        anchor: Anchor,
        /// The colour of the letters.
        fill: String,
        /// The colour around the letters, where connections run below them.
        halo: Option<String>,
    },
}

/// The point of a line of letters that stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The left end of the line.
    Start,
    /// The middle of the line.
    Middle,
    /// The right end of the line.
    End,
}

impl Anchor {
    /// Returns the word for it in SVG.
    #[must_use]
    pub fn svg(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A drawing that can be written as SVG.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The part of the canvas that it shows.
    pub rect: Rect,
    /// The scale, in pixels per canvas unit.
    pub zoom: f64,
    /// The colour behind everything.
    pub ground: String,
    /// The marks, from the back to the front.
    pub marks: Vec<Mark>,
}

impl Picture {
    /// Returns the same picture without a ground of its own.
    #[must_use]
    pub fn on_paper(self) -> Picture {
        Picture { ground: "none".to_owned(), ..self }
    }
}

/// The width of the halo around letters, both sides together.
pub const HALO: f64 = 4.0;
