//! The reference of the languages, from `help/reference.json`: contents, text and search.

mod block;
mod dialog;
mod document;
mod place;
mod search;

use std::sync::Arc;

use bobbin_protocol::Reference;

use crate::platform::files::fetch;
pub use block::blocks;
pub use dialog::ReferenceDialog;
pub use place::{Place, ReferencePlace, use_reference_place};

/// Loads the reference; `Err` with a message for the user.
pub async fn load() -> Result<Arc<Reference>, String> {
    let bytes = fetch("help/reference.json").await?;
    serde_json::from_slice(&bytes).map(Arc::new).map_err(|it| it.to_string())
}
