//! How a text came to be, and what is kept of that.

use std::sync::Arc;

use bobbin_protocol::Bytes;
use serde::{Deserialize, Serialize};

/// How a text came to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Provenance {
    /// It was a text.
    Text,
    /// It was a binary.
    Decompiled {
        /// The name of the binary.
        binary: String,
        /// Whether compiling the text gives the same bytes.
        exact: bool,
        /// What differs, and what was remarkable.
        report: Vec<String>,
        /// The fingerprint of the text that it was opened as, if that is known.
        #[serde(default)]
        opened_as: Option<u64>,
        /// Its bytes, unless compiling the text gives the same ones.
        #[serde(default)]
        own: Option<OwnFile>,
    },
}

impl Provenance {
    pub fn is_compressed(&self) -> bool {
        matches!(self, Provenance::Decompiled { own: Some(own), .. } if own.is_compressed)
    }
}

/// A binary as it was opened. It is kept for as long as its text is, because nothing else gives its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnFile {
    /// All bytes, Base64.
    pub data: String,
    /// Whether everything behind the header is compressed.
    #[serde(default)]
    pub is_compressed: bool,
}

/// What an opened binary holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Before compression.
    pub bytes: Arc<Bytes>,
    pub is_big_endian: bool,
    /// False if no part of the bytes is known by name.
    pub is_mapped: bool,
}
