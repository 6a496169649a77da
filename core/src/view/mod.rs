//! What any language can show: plain data, computed from a text, with no language in its shape.
//!
//! Ranges are offsets in the text the view was computed from.

mod bytes;
mod form;
mod graph;
mod outline;
mod resolved;

pub use bytes::{ByteField, Bytes, Compiled};
pub use form::{Choice, Field, FieldGroup, FieldKind, Form};
pub use graph::{Edge, Graph, Port, PortSide, Vertex};
pub use outline::{Outline, OutlineEntry, OutlineKind};
pub use resolved::{Origin, OriginKind, Resolved, ResolvedRow};

use text_size::TextRange;

/// The views there are. A language offers those it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ViewKind {
    /// [`Graph`] with its layout.
    Graph,
    /// [`Form`] of the selected item.
    Form,
    /// [`Bytes`] that the text compiles to.
    Bytes,
    /// [`Resolved`]: every value with its origin.
    Resolved,
}

/// What is known about a place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// What the words are about.
    pub range: TextRange,
    /// Markdown.
    pub markdown: String,
}

/// A word that could stand at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// What is shown and matched.
    pub label: String,
    /// A few words beside the label, such as a type.
    pub detail: String,
    /// Markdown.
    pub documentation: String,
    /// What is replaced.
    pub range: TextRange,
    /// What is written there.
    pub insert: String,
    /// What kind of word it is.
    pub class: crate::syntax::TokenClass,
}
