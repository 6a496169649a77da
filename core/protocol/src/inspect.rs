//! Questions about what texts and binaries say: queries, comparisons, edits of bytes, and the
//! dialogue that ends in a new file.

use serde::{Deserialize, Serialize};

use crate::{Difference, KeyValue, Machine, QueryHit, Stretch};

/// Request `bobbin/query`: the values that a path leads to. Answered with [`QueryResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QueryParams {
    /// The document's URI.
    pub uri: String,
    /// The path, for example `cpu:0.features.fp_fma`.
    pub path: String,
}

impl QueryParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/query";
}

/// Values by path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QueryResult {
    /// The values the path leads to, in the order of the text.
    pub hits: Vec<QueryHit>,
    /// The reason why this is not a path.
    pub refusal: Option<String>,
    /// Whole paths that the last segment could become.
    pub completions: Vec<String>,
}

/// Request `bobbin/compare`: what really differs between two texts of one language. Answered with
/// [`CompareResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CompareParams {
    /// The text on the left.
    #[serde(flatten)]
    pub left: ComparedText,
    /// The text on the right.
    pub other: ComparedText,
}

/// An open document, as it is or as it would be with another text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ComparedText {
    /// The document's URI.
    pub uri: String,
    /// A text that stands in the place of the document's own, such as an earlier version. What it
    /// includes is found among the documents that are open now.
    #[cfg_attr(test, ts(optional = nullable))]
    pub text: Option<String>,
}

impl ComparedText {
    /// Creates the text that an open document has.
    #[must_use]
    pub fn open(uri: impl Into<String>) -> ComparedText {
        ComparedText { uri: uri.into(), text: None }
    }
}

impl CompareParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/compare";
}

/// The differences between two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CompareResult {
    /// What differs, in the order of the left text.
    Differences {
        /// The number of errors on the left: what a broken text means is only what could be read.
        left_errors: u32,
        /// The number of errors on the right.
        right_errors: u32,
        /// True if a text that stands in the place of a document's own includes files, which are
        /// those of now.
        includes_present: bool,
        /// The names of files that either text includes, itself or by others, and that are not at hand: what they
        /// would say is not compared.
        absent_files: Vec<String>,
        /// Every difference found.
        differences: Vec<Difference>,
    },
    /// They cannot be compared.
    Refusal {
        /// The reason, for people.
        reason: String,
    },
}

/// Request `bobbin/compareBytes`: what differs between two binaries. Answered with
/// [`CompareBytesResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CompareBytesParams {
    /// The left file, Base64.
    pub data: String,
    /// The right file, Base64.
    pub other: String,
}

impl CompareBytesParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/compareBytes";
}

/// The differences between two binaries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CompareBytesResult {
    /// Both could be read.
    Differences {
        /// The differences by field; origins mean nothing here.
        differences: Vec<Difference>,
        /// The differences by byte.
        stretches: Vec<Stretch>,
    },
    /// One of them cannot be read.
    Refusal {
        /// The reason, for people.
        reason: String,
        /// True if the right file is meant, false for the left one.
        is_other: bool,
        /// The offset in that file, in bytes.
        offset: u32,
    },
}

/// Request `bobbin/ownBytes`: a binary as it is, beside what its text compiles to. Answered with
/// [`crate::OwnBytes`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnBytesParams {
    /// The file's name.
    pub name: String,
    /// Its bytes, Base64.
    pub data: String,
}

impl OwnBytesParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/ownBytes";
}

/// Request `bobbin/planBytes`: what must change in the text so that the binary has other bytes.
/// Answered with [`crate::PlanResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanBytesParams {
    /// The document's URI.
    pub uri: String,
    /// The offset of the first new byte.
    pub offset: u32,
    /// The new bytes, Base64.
    pub data: String,
}

impl PlanBytesParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/planBytes";
}

/// Request `bobbin/wizard`: one step of the dialogue that ends in a new file. Answered with
/// [`WizardResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WizardParams {
    /// The language's name.
    pub language: String,
    /// The answers so far: a field's key and its value. A later one wins.
    pub answers: Vec<KeyValue>,
}

impl WizardParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/wizard";
}

/// Request `bobbin/describe`: a hardware description of what is known of a machine. Answered with
/// [`DescribeResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DescribeParams {
    /// The known facts.
    pub machine: Machine,
}

impl DescribeParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/describe";
}

/// A new file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DescribeResult {
    /// The language's name.
    pub language: String,
    /// A name for the file.
    pub file_name: String,
    /// The text; it has no diagnostics.
    pub text: String,
}
