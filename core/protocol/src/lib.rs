//! The protocol between the page, the npm package and the language server, beyond LSP.
//!
//! Every request has a `METHOD`, its parameters and its answer. Positions count lines from 0 and
//! UTF-16 code units from 0, as in LSP. The shapes of views, commands and diagnostics are those of
//! `bobbin_core`, with a [`Range`] wherever they hold a place. All that goes over the wire is JSON in camel case; bytes
//! travel as Base64, and long lists of pairs as the text that [`pack`] writes.

mod additions;
mod catalogue;
mod conversion;
mod document;
mod help;
mod host;
mod inspect;
mod key_value;
pub mod metrics;
mod model;
mod picture;
mod request;
#[cfg(test)]
mod typescript;
mod view;

pub use additions::*;
pub use catalogue::*;
pub use conversion::*;
pub use document::*;
pub use help::*;
pub use host::*;
pub use inspect::*;
pub use key_value::*;
pub use model::*;
pub use picture::*;
pub use request::*;
pub use view::*;
