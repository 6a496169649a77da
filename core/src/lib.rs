//! Reads, explains and edits four small configuration languages.
//!
//! The text is the truth: a text becomes tokens, a tree and a model, every view is computed from
//! them, and every change a view asks for comes back as the smallest edit of the text. Nothing
//! here reads a file, the environment or a clock; what a text depends on comes in as values
//! ([`lang::Input`]), so browser, Node, tests and the command line differ only in who fills them.
//!
//! Offsets are UTF-8 bytes ([`text_size::TextSize`]); [`text::LineIndex`] turns them into the lines
//! and UTF-16 columns that editors speak.

pub mod text;

pub mod edit;

pub mod diagnostics;

pub mod syntax;

pub mod view;

pub mod layout;

pub mod lang;

pub mod snapshot;

#[cfg(feature = "serde")]
pub mod wire;

pub use bobbin_sorting as sorting;
