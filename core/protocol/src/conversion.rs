//! Conversion of a text into other formats.

use serde::{Deserialize, Serialize};

use crate::{ConversionChoice, Range, Remark};

/// Request `bobbin/convert`: turns an open document into something else. Answered with
/// [`ConvertResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConvertParams {
    /// The document's URI.
    pub uri: String,
    /// The id of one of [`crate::LanguageInfo::conversions`], or of [`ConvertResult`]'s choices.
    pub id: String,
}

impl ConvertParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/convert";
}

/// Request `bobbin/convertBinary`: a binary in another format, for as long as the text that it was opened
/// as is unchanged: its bytes may be others than those that the text compiles to, and of a damaged one
/// the text has only a part. Answered with [`ConvertResult`], whose places are in the text of the binary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConvertBinaryParams {
    /// The file's name.
    pub name: String,
    /// Its bytes, Base64.
    pub data: String,
    /// The id of one of [`crate::LanguageInfo::conversions`], or of [`ConvertResult`]'s choices.
    pub id: String,
}

impl ConvertBinaryParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/convertBinary";
}

/// The result of a conversion, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ConvertResult {
    /// The converted file.
    File {
        /// A name for the file.
        name: String,
        /// The media type, for example `text/vnd.graphviz`.
        media_type: String,
        /// The content of the file.
        content: FileContent,
        /// Its language, if it is one of Bobbin's.
        language: Option<String>,
        /// Remarks on what was lost, guessed or is worth a look, in the order of the text.
        remarks: Vec<Remark>,
    },
    /// The text cannot be converted.
    Refusal {
        /// The reason, for people.
        reason: String,
        /// The place that stands in the way.
        at: Option<Range>,
        /// Ways to convert it all the same, if the text only leaves something open.
        choices: Vec<ConversionChoice>,
    },
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FileContent {
    /// A text file.
    Text {
        /// All of it.
        text: String,
    },
    /// Bytes that are no text.
    Bytes {
        /// The bytes, in Base64.
        data: String,
    },
}
