//! Every diagnostic of this language: its code, and the function that words it.

mod body;
mod codes;
mod header;

pub(super) use body::*;
pub(super) use codes::CODES;
pub(super) use header::*;
