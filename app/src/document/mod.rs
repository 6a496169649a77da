//! The open documents: what the page knows of them, and the ways to change them.
//!
//! The texts themselves are the editor's; whatever changes one goes through it.

mod before;
pub mod byte_edits;
pub mod commands;
pub mod drafts;
mod editing;
pub mod left_behind;
pub mod locate;
mod open_file;
mod order;
pub mod own;
mod pace;
pub mod problem;
pub mod provenance;
pub mod renamed;
mod slices;
pub mod store;
pub mod unwritten;
pub mod view_requests;
pub mod views;

pub use crate::asked::Asked;
pub use before::Before;
pub use editing::{Answer, Editing, use_editing};
pub use open_file::{MIXED_ENDS, uri_of};
pub use problem::Problem;
pub use provenance::Provenance;
pub use store::{
    DocumentStore, FileId, OpenFile, Showing, StorageState, Target, Unkept, UnkeptCause,
    use_documents,
};
