//! The language server: messages in, messages out.
//!
//! [`Server::handle`] takes one JSON-RPC message and answers with the messages to send back. It
//! reads no clock, and files only by what it is given for it, so a worker, a command line and a test
//! differ only in how messages travel. The standard part is LSP; what goes beyond it is in [`bobbin_protocol`].
//!
//! [`Analysis`] is one text with all that can be asked of it, without messages; the server keeps
//! one per open document, and the npm package hands them out directly.

mod analysis;
mod client;
#[cfg(feature = "native")]
mod context;
pub mod convert;
mod documents;
mod drawing;
mod features;
mod files;
mod included;
mod inspect;
#[cfg(feature = "late")]
mod late;
mod layout_json;
mod lifecycle;
mod lsp;
mod messages;
#[cfg(feature = "native")]
mod native;
#[cfg(not(feature = "native"))]
#[path = "without_native.rs"]
mod native;
mod needs;
#[cfg(feature = "picture")]
mod picture;
mod requests;
mod rpc;
mod server;
mod sync;
mod tools;
mod unfinished;
mod uri;
mod watched;
mod words;
mod work;

pub use analysis::Analysis;
pub use bobbin_core::text::paths;
#[cfg(feature = "native")]
pub use context::{Context, wholes};
pub use files::{decompile, detect, encode, languages, open};
pub use included::{Disk, is_of_others, with_included};
#[cfg(feature = "late")]
pub use late::{install_drawing, install_tools};
pub use layout_json::layout_json;
#[cfg(feature = "native")]
pub use native::{Farewell, Queue, farewell, not_utf_8};
pub use needs::{Needs, needs};
pub use server::Server;
