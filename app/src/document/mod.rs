//! The open documents: what the page knows of them, and the ways to change them.
//!
//! The texts themselves are the editor's; whatever changes one goes through it.

pub mod commands;
pub mod drafts;
pub mod events;
pub mod files;
pub mod go_to;
pub mod locate;
pub mod own;
mod pace;
pub mod problem;
mod slices;
pub mod store;
pub mod views;

pub use problem::{Problem, Severity};
pub use store::{DocumentStore, FileId, OpenFile, Provenance, Target};
pub use views::Asked;
