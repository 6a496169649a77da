//! The picture of a graph, for editors that show it beside the text.

use serde::{Deserialize, Serialize};

use crate::{ItemPath, Range, Rect, ViewOptions};

/// Request `bobbin/picture`: the graph of an open document as a picture. Answered with
/// [`PictureResult`]. The page, which draws by itself, has a server without it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureParams {
    /// The document's URI.
    pub uri: String,
    /// The colours to draw in.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<PictureTheme>", optional))]
    pub theme: PictureTheme,
    /// The parts to draw and their form, as for the graph of `bobbin/view`; a picture has no slices
    /// and no comments.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<ViewOptions>", optional))]
    pub options: ViewOptions,
}

impl PictureParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/picture";
}

/// The colours of a picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PictureTheme {
    /// For a light ground.
    #[default]
    Light,
    /// For a dark ground.
    Dark,
}

/// The picture of a graph, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PictureResult {
    /// The graph as it is drawn.
    Picture {
        /// The version of the text.
        version: i32,
        /// The drawing with a key to its colours, as an SVG file without a ground.
        svg: String,
        /// The vertices in the drawing, each after the one that it lies in.
        vertices: Vec<PictureVertex>,
        /// The number of errors in the text: of a broken one only what could be read is drawn.
        errors: u32,
    },
    /// There is nothing to draw.
    Nothing {
        /// The version of the text.
        version: i32,
        /// The reason, for people.
        reason: String,
    },
}

/// A vertex of a picture: its place in the drawing, and in the text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureVertex {
    /// Names the item, as in [`ViewOptions::expanded`].
    pub item: ItemPath,
    /// The vertex's name.
    pub title: String,
    /// Its kind, such as a process type; may be empty.
    pub subtitle: String,
    /// The message of the diagnostic that marks it, if one does.
    pub problem: Option<String>,
    /// The place and size in the drawing, in the units of the SVG's `viewBox`.
    pub rect: Rect,
    /// The URI of the document in which its name is written.
    pub uri: String,
    /// The name in that document.
    pub name_range: Range,
    /// The parts of the text of the asked document that are about it alone; empty if it is written
    /// elsewhere.
    pub ranges: Vec<Range>,
    /// True if a graph can be drawn in it.
    pub has_inside: bool,
    /// True if one is.
    pub is_expanded: bool,
}
