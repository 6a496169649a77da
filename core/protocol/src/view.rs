//! The views, as plain data.

use serde::{Deserialize, Serialize};

use crate::{ByteField, Coverage, Form, Graph, Outline, Range, Resolved, Timeline};

/// A view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum View {
    /// See [`crate::ViewKind::Outline`].
    Outline(Outline),
    /// See [`crate::ViewKind::Graph`].
    Graph(Graph),
    /// See [`crate::ViewKind::Form`].
    Form(Form),
    /// See [`crate::ViewKind::Bytes`].
    Bytes(Bytes),
    /// See [`crate::ViewKind::Resolved`].
    Resolved(Resolved),
    /// See [`crate::ViewKind::Coverage`].
    Coverage(Box<Coverage>),
    /// See [`crate::ViewKind::Timeline`].
    Timeline(Timeline),
}

/// A binary with its structure, or why there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Bytes {
    /// What to call the file.
    pub file_name: String,
    /// All bytes, Base64; empty if the text does not compile.
    pub data: String,
    /// The parts, sorted by offset.
    pub fields: Vec<ByteField>,
    /// Names of bits, from bit 0 on, that fields refer to; an empty one is no name.
    pub bit_names: Vec<Vec<String>>,
    /// Why there are no bytes.
    pub refusal: Option<String>,
    /// The place in the text that stands in the way.
    pub refusal_at: Option<Range>,
}
