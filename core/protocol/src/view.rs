//! The views, as plain data.

use serde::{Deserialize, Serialize};

use crate::{ByteField, Coverage, Form, Graph, Outline, Range, Resolved, Timeline};

/// One view of a document, by its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum View {
    /// The items of a text: see [`crate::ViewKind::Outline`].
    Outline(Outline),
    /// Vertices and edges: see [`crate::ViewKind::Graph`].
    Graph(Graph),
    /// The fields of one item: see [`crate::ViewKind::Form`].
    Form(Form),
    /// The compiled bytes: see [`crate::ViewKind::Bytes`].
    Bytes(Bytes),
    /// Effective values: see [`crate::ViewKind::Resolved`].
    Resolved(Resolved),
    /// The map of units: see [`crate::ViewKind::Coverage`].
    Coverage(Box<Coverage>),
    /// The line of invocations: see [`crate::ViewKind::Timeline`].
    Timeline(Timeline),
}

/// A binary with its structure, or why there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Bytes {
    /// A name for the file.
    pub file_name: String,
    /// All bytes, Base64; empty if the text does not compile.
    pub data: String,
    /// The parts, sorted by offset.
    pub fields: Vec<ByteField>,
    /// Names of bits, from bit 0 on, that fields refer to; an empty one is no name.
    pub bit_names: Vec<Vec<String>>,
    /// True if the text itself asks for the compressed form.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub is_compressed: bool,
    /// The reason why there are no bytes.
    pub refusal: Option<String>,
    /// The place in the text that stands in the way.
    pub refusal_at: Option<Range>,
}
