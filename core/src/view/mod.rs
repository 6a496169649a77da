//! What any language can show: plain data, computed from a text, with no language in its shape.
//!
//! Ranges are offsets in the text the view was computed from.

mod bytes;
mod catalogue;
mod compare;
mod control;
mod conversion;
mod coverage;
mod form;
mod graph;
mod outline;
mod query;
mod resolved;
mod template;
mod timeline;
mod wizard;

pub use bytes::{Binary, ByteField, Compiled};
pub use catalogue::{Catalogue, CatalogueEntry, QuickKey};
pub use compare::{Difference, compare};
pub use control::{Control, Explanation, Reason, Verdict, ViewQuery};
pub use conversion::{ConversionChoice, ConversionEffect, ConversionInfo, Converted, Remark};
pub use coverage::{Axis, CellRows, CellState, Coverage, Decider, Selection};
pub use form::{
    Choice, Field, FieldGroup, FieldKind, Form, FormTable, ItemAction, TableCell, TableColumn,
    TableRow,
};
pub use graph::{Badge, CopyPart, Edge, Graph, Port, PortSide, Vertex};
pub use outline::{Outline, OutlineEntry, OutlineKind};
pub use query::QueryHit;
pub use resolved::{Origin, OriginKind, Resolved, ResolvedRow, ResolvedValue, SecondReading};
pub use template::Template;
pub use timeline::{Handle, Timeline, Total};
pub use wizard::Wizard;

pub use bobbin_layout::{Point, Rect};

use text_size::TextRange;

/// The views there are. A language offers those it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ViewKind {
    /// [`Outline`]: the items as a tree. Every language has it.
    Outline,
    /// [`Graph`] with its layout.
    Graph,
    /// [`Form`] of the selected item.
    Form,
    /// [`Binary`] that the text compiles to.
    Bytes,
    /// [`Resolved`]: every value with its origin.
    Resolved,
    /// [`Coverage`]: what decides about which units.
    Coverage,
    /// [`Timeline`]: which invocations count.
    Timeline,
}

/// What is known about a place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// What the words are about.
    pub range: TextRange,
    /// Markdown.
    pub markdown: String,
}

/// A word of the text that names a file, and leads there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The word.
    pub range: TextRange,
    /// The file, by its path in [`crate::text::Files`].
    pub path: String,
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
