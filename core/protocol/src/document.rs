//! What the server says of a document without being asked, and of files before they are open.

use serde::{Deserialize, Serialize};

use crate::{ConversionInfo, Template, ViewKind};

/// A language that the server knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LanguageInfo {
    /// Stable name; LSP's `languageId`.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Ends of file names.
    pub extensions: Vec<String>,
    /// What starts a comment.
    pub comment: String,
    /// The views it offers.
    pub views: Vec<ViewKind>,
    /// What its texts can be turned into, by `bobbin/convert`.
    pub conversions: Vec<ConversionInfo>,
    /// Beginnings of new files, the commonest first.
    pub templates: Vec<Template>,
}

/// Notification `bobbin/document`: sent with the diagnostics of each version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DocumentInfo {
    /// Which document.
    pub uri: String,
    /// Of which version.
    pub version: i32,
    /// Its language.
    pub language: String,
    /// The version of the language it is written in, if the language has several.
    pub dialect: Option<String>,
    /// The views it offers, the most telling first.
    pub views: Vec<ViewKind>,
    /// How many problems it has.
    pub errors: u32,
    /// How many problems it has.
    pub warnings: u32,
    /// How many problems it has.
    pub hints: u32,
}

impl DocumentInfo {
    /// The notification's name.
    pub const METHOD: &'static str = "bobbin/document";
}
