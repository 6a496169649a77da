//! What the page, the npm package and the language server say to each other beyond LSP.
//!
//! Every request has a `METHOD`, its parameters and its answer. Positions count lines from 0 and
//! UTF-16 code units from 0, as in LSP. All that goes over the wire is JSON in camel case; bytes
//! travel as Base64, and long lists of pairs as the text that [`pack`] writes.

mod catalogue;
mod command;
mod control;
mod conversion;
mod coverage;
mod diagnostic;
mod document;
mod form;
mod host;
mod inspect;
mod number;
mod packed;
mod request;
mod timeline;
#[cfg(test)]
mod typescript;
mod view;

pub use catalogue::*;
pub use command::*;
pub use control::*;
pub use conversion::*;
pub use coverage::*;
pub use diagnostic::*;
pub use document::*;
pub use form::*;
pub use host::*;
pub use inspect::*;
pub use packed::{pack, unpack};
pub use request::*;
pub use timeline::*;
pub use view::*;

use serde::{Deserialize, Serialize};

/// A place in a text.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Position {
    /// Counted from 0.
    pub line: u32,
    /// UTF-16 code units from the start of the line.
    pub character: u32,
}

/// A stretch of a text; the end is not included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Range {
    /// The first place.
    pub start: Position,
    /// The place behind the last.
    pub end: Position,
}

impl Range {
    /// Whether `at` lies in the stretch or at its end, where a caret still touches it.
    #[must_use]
    pub fn touches(&self, at: Position) -> bool {
        self.start <= at && at <= self.end
    }
}
