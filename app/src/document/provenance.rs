//! The origin of a text, and what is kept of that.

use std::sync::Arc;

use bobbin_protocol::{Bytes, DecodeFault};
use serde::{Deserialize, Serialize};

/// The origin of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Provenance {
    /// It was a text.
    Text,
    /// It was a binary.
    Decompiled {
        /// The name of the binary.
        binary: String,
        /// True if compiling the text gives the same bytes.
        exact: bool,
        /// Remarks on what differs, and on what is unusual in the file.
        report: Vec<String>,
        /// The fingerprint of the text that it was opened as, if that is known.
        #[serde(default)]
        opened_as: Option<u64>,
        /// Its bytes, unless compiling the text gives the same ones.
        #[serde(default)]
        own: Option<OwnFile>,
        /// The place where it cannot be read on, if it is damaged: the text has what could be read.
        #[serde(default)]
        fault: Option<DecodeFault>,
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
    /// True if everything behind the header is compressed.
    #[serde(default)]
    pub is_compressed: bool,
}

/// The content of an opened binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The bytes before compression.
    pub bytes: Arc<Bytes>,
    pub is_big_endian: bool,
    /// False if no part of the bytes is known by name.
    pub is_mapped: bool,
}
