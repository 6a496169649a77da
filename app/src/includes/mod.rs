//! Which file includes which.

mod dialog;
mod tree;

pub use dialog::IncludesDialog;
