//! The parts every configuration language is made of: texts, syntax, diagnostics, views, edits.
//!
//! No language stands here; each family is a crate of its own, and `bobbin-languages` lists them.
//!
//! The text is the truth: a text becomes tokens, a tree and a model, every view is computed from
//! them, and every change a view asks for comes back as the smallest edit of the text. Nothing
//! here reads a file, the environment or a clock; what a text depends on comes in as values
//! ([`Input`]), so browser, Node, tests and the command line differ only in who fills them.
//!
//! Offsets are UTF-8 bytes ([`text_size::TextSize`]); [`text::LineIndex`] turns them into the lines
//! and UTF-16 columns that editors speak.

pub mod text;

pub mod edit;

pub mod diagnostics;

pub mod syntax;

pub mod view;

pub mod layout;

mod document;

mod id_vec;

mod input;

mod sequence;

mod snapshot;

pub use document::{BinaryForm, CompareFn, Document, FileBytes, Language, ParseFn, WizardFn};
pub use id_vec::{Id, IdVec};
pub use input::{HostFacts, Input};
pub use sequence::plan_sequence;
pub use snapshot::Snapshot;

#[cfg(feature = "serde")]
pub mod wire;

pub use bobbin_sorting as sorting;
