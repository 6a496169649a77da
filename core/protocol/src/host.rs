//! Facts about the machine that texts will run on.

use serde::{Deserialize, Serialize};

use crate::KeyValue;

/// Notification `bobbin/host`: what the machine that the texts are for is like. It takes the place
/// of what was said before, counts for all documents, and each of them is judged again. A client
/// can also send it as LSP's `initializationOptions`. Whatever is left out is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HostParams {
    /// The environment variables.
    pub env: Vec<KeyValue>,
    /// Facts about the system, such as `numproc`.
    pub system: Vec<KeyValue>,
    /// Settings given on the command line of the real program, in their order; a later one wins.
    pub settings: Vec<KeyValue>,
    /// Folders where includes are looked for, in their order.
    pub include_path: Vec<String>,
    /// Catalogues that the user brought, as JSON; a later one wins.
    pub catalogues: Vec<String>,
    /// True to judge by the letter of the document, where a language has a strict mode.
    pub strict: bool,
}

impl HostParams {
    /// The notification's name.
    pub const METHOD: &'static str = "bobbin/host";
}
