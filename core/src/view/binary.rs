//! Files in the binary form of a language: their texts, their own bytes, what they differ in.

use std::fmt;

use super::{Binary, Difference};
use crate::diagnostics::Code;

/// Bytes that are no file of the language, or one beyond a limit of Bobbin's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodeError {
    /// The place of the wrong bytes; of a compressed file beyond its header, in the inflated file.
    pub offset: u64,
    /// The number of wrong bytes; 0 where bytes are missing.
    pub len: u64,
    /// The expectation that failed, as one lower-case sentence.
    pub message: String,
    /// The name of the condition in the reference, for example `E1_TRUNCATED`, or
    /// [`DecodeError::LIMIT`].
    pub code: &'static str,
}

impl DecodeError {
    /// The code of a file that may be whole, but takes more memory than Bobbin gives to one.
    pub const LIMIT: &'static str = "beyond-budget";

    /// True if nothing is wrong with the file as far as it was read.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.code == DecodeError::LIMIT
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for DecodeError {}

/// A remark about a binary that is read all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BinaryRemark {
    /// The code in kebab case, if it is a diagnostic; another spelling of a file is none.
    pub code: Option<String>,
    /// One lower-case sentence without full stop.
    pub message: String,
}

impl BinaryRemark {
    /// Creates a remark that is a diagnostic.
    #[must_use]
    pub fn new(code: &Code, message: String) -> BinaryRemark {
        BinaryRemark { code: Some(code.name.to_owned()), message }
    }
}

impl From<String> for BinaryRemark {
    fn from(message: String) -> BinaryRemark {
        BinaryRemark { code: None, message }
    }
}

impl From<&str> for BinaryRemark {
    fn from(message: &str) -> BinaryRemark {
        message.to_owned().into()
    }
}

impl fmt::Display for BinaryRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.code {
            Some(code) => write!(f, "{} ({code})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// The text of a binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decompiled {
    /// A text that says all the binary says, as far as texts can.
    pub text: String,
    /// True if compiling the text gives the same bytes again.
    pub exact: bool,
    /// Unless `exact`, the ways in which the bytes differ from those that the text compiles to. In any case, what
    /// readers of the binary may refuse.
    pub report: Vec<BinaryRemark>,
}

/// The bytes of a binary, and how they are spelled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(B = String)))]
pub struct OwnBytes<B = Binary> {
    /// The text that the places of parts are in: that of the decompiled file.
    pub text: String,
    /// The content before compression, with its parts.
    #[cfg_attr(feature = "ts", ts(type = "Bytes"))]
    pub bytes: B,
    /// True if numbers start with their highest byte.
    pub is_big_endian: bool,
    /// True if everything behind the header is compressed in the file.
    pub is_compressed: bool,
    /// False if no part has a place in the text: it compiles to other bytes, in ways beyond what no text can
    /// say, the file is too large for its numbers to be told apart, or it is damaged.
    pub is_mapped: bool,
}

impl<B> OwnBytes<B> {
    /// Returns the same with other bytes, which are made of the text and these.
    pub fn map_bytes<C>(self, map: impl FnOnce(&str, B) -> C) -> OwnBytes<C> {
        let OwnBytes { text, bytes, is_big_endian, is_compressed, is_mapped } = self;
        let bytes = map(&text, bytes);
        OwnBytes { text, bytes, is_big_endian, is_compressed, is_mapped }
    }
}

/// The differences between two binaries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BinaryComparison {
    /// The values that differ, by what they mean: where a value stands makes no difference. Values
    /// have no place in a text here.
    pub fields: Vec<Difference>,
    /// The bytes that differ; what one file has beyond the other's end is the last stretch.
    pub stretches: Vec<Stretch>,
}

/// A stretch of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Stretch {
    /// The offset of its first byte.
    pub offset: u32,
    /// The number of its bytes.
    pub len: u32,
}
