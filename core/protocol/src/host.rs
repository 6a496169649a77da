//! Facts about the surroundings of the texts.

use bobbin_core::HostFacts;
use serde::{Deserialize, Serialize};

/// Notification `bobbin/host`: what the machine that the texts are for is like. It takes the place
/// of what was said before, counts for all documents, and each of them is judged again. A client
/// can also send it as LSP's `initializationOptions`. Whatever is left out is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HostParams(#[cfg_attr(test, ts(inline))] pub HostFacts);

impl HostParams {
    /// The notification's name.
    pub const METHOD: &'static str = "bobbin/host";
}
