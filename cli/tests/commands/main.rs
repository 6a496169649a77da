//! The command as people run it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::string_slice,
    clippy::indexing_slicing,
    reason = "a test that panics has found something"
)]

mod bobbin;
mod checking;
mod editors;
mod encodings;
mod findings;
mod folders;
mod forms;
mod groups;
#[cfg(unix)]
mod keeping;
#[cfg(unix)]
mod links;
mod machine;
mod names;
mod options;
mod schema;
mod serve;
#[cfg(unix)]
mod terminal;
mod values;
mod writing;
