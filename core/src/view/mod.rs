//! The views: plain data that any language can show, computed from a text.
//!
//! Ranges are offsets in the text the view was computed from.

mod binary;
mod bytes;
mod catalogue;
mod compare;
mod completion;
mod control;
mod conversion;
mod coverage;
mod form;
mod graph;
mod machine;
mod outline;
mod query;
mod renamed;
mod resolved;
mod template;
mod timeline;
mod wizard;

pub use binary::{BinaryComparison, BinaryRemark, DecodeError, Decompiled, OwnBytes, Stretch};
pub use bytes::{Binary, ByteField, Compiled};
pub use catalogue::{Catalogue, CatalogueEntry, QuickKey};
pub use compare::{Difference, Meaning, Statement, compare, compare_renamed, statements_of_graph};
pub use completion::{Completion, next_word, rest_of_line, whole_word};
pub use control::{Control, Explanation, Reason, Verdict, ViewQuery};
pub use conversion::{
    ConversionChoice, ConversionEffect, ConversionInfo, Converted, ConvertedBinary, Remark,
};
pub use coverage::{Axis, CellRows, CellState, Coverage, Decider, Selection};
pub use form::{
    Choice, Field, FieldGroup, FieldKind, FieldProblem, Form, FormTable, ItemAction, TableCell,
    TableColumn, TableRow, WrittenList,
};
pub use graph::{
    Badge, Banner, Comment, CopyPart, Edge, FurtherPorts, Graph, Port, PortSide, Vertex,
};
pub use machine::{Cache, Gpu, Machine};
pub use outline::{Outline, OutlineEntry, OutlineKind};
pub use query::QueryHit;
pub use renamed::{Renaming, renamed};
pub use resolved::{Origin, OriginKind, Resolved, ResolvedRow, ResolvedValue, SecondReading};
pub use template::Template;
pub use timeline::{Handle, Timeline, Total};
pub use wizard::Wizard;

pub use bobbin_layout::{Point, Rect};

use text_size::TextRange;

use crate::text::Location;

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

/// The documentation of a place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The range it documents.
    pub range: TextRange,
    /// The documentation, in Markdown.
    pub markdown: String,
}

/// A word of the text that names a file, and leads there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The range of the linked word.
    pub range: TextRange,
    /// The file, by its path in [`crate::text::Files`].
    pub path: String,
}

/// A word that includes a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncludeWord {
    /// The place of the word: here, or in an included text.
    pub location: Location,
    /// The file as the text calls it.
    pub name: String,
    /// The path of the file in [`crate::text::Files`]; none if it is not among them.
    pub path: Option<String>,
    /// Whether the file is there, but cannot be read.
    pub is_unreadable: bool,
}
