//! The facts the server sends about a document unasked, and about files before they are open.

use serde::{Deserialize, Serialize};

use crate::{ConversionInfo, Template, ViewKind};

/// A language that the server knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LanguageInfo {
    /// Stable name; LSP's `languageId`.
    pub name: String,
    /// The name that people use for it.
    pub title: String,
    /// Ends of file names.
    pub extensions: Vec<String>,
    /// The characters that start a comment.
    pub comment: String,
    /// The views it offers.
    pub views: Vec<ViewKind>,
    /// The formats into which `bobbin/convert` can turn its texts.
    pub conversions: Vec<ConversionInfo>,
    /// Beginnings of new files, the commonest first.
    pub templates: Vec<Template>,
    /// True if `bobbin/wizard` leads to a new file.
    pub has_wizard: bool,
}

/// Notification `bobbin/document`: sent with the diagnostics of each version. Only clients get it that say so
/// in the capability `experimental.bobbin.documents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DocumentInfo {
    /// The document's URI.
    pub uri: String,
    /// The version of the document.
    pub version: i32,
    /// The name of its language.
    pub language: String,
    /// The version of the language it is written in, if the language has several.
    pub dialect: Option<String>,
    /// The views it offers, the most telling first.
    pub views: Vec<ViewKind>,
    /// The number of errors.
    pub errors: u32,
    /// The number of warnings.
    pub warnings: u32,
    /// The number of hints.
    pub hints: u32,
}

/// Notification `bobbin/sameDiagnostics`: stands for `textDocument/publishDiagnostics` where a version has the
/// very diagnostics, also at the same places, that were published last. Only clients get it that say so in the
/// capability `experimental.bobbin.sameDiagnostics`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SameDiagnostics {
    /// The document's URI.
    pub uri: String,
    /// The version of the document that has them, too.
    pub version: i32,
}

impl SameDiagnostics {
    /// The notification's name.
    pub const METHOD: &'static str = "bobbin/sameDiagnostics";
}

impl DocumentInfo {
    /// The notification's name.
    pub const METHOD: &'static str = "bobbin/document";
}
