//! What a text can be turned into.

use serde::{Deserialize, Serialize};

use crate::Range;

/// A conversion that a language offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConversionInfo {
    /// Stable kebab-case name, for example `dot`.
    pub id: String,
    /// What a menu shows, for example `Graphviz DOT`.
    pub title: String,
    /// One sentence: what the result is and what is lost.
    pub about: String,
    /// What a person usually does with the result.
    pub effect: ConversionEffect,
}

/// What a person usually does with the result of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ConversionEffect {
    /// Keeps it as a file.
    Download,
    /// Lets it take the place of the text, after a look at the difference, as one step to undo.
    Replace,
    /// Opens it beside the text.
    Open,
}

/// Request `bobbin/convert`: turns an open document into something else. Answered with
/// [`ConvertResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConvertParams {
    /// Which document.
    pub uri: String,
    /// Which of [`crate::LanguageInfo::conversions`], or of [`ConvertResult`]'s choices.
    pub id: String,
}

impl ConvertParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/convert";
}

/// The result of a conversion, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ConvertResult {
    /// A file.
    File {
        /// What to call it.
        name: String,
        /// For example `text/vnd.graphviz`.
        media_type: String,
        /// What is in it.
        content: FileContent,
        /// Its language, if it is one of Bobbin's.
        language: Option<String>,
        /// What was lost, guessed or is worth a look, in the order of the text.
        remarks: Vec<Remark>,
    },
    /// The text cannot be converted.
    Refusal {
        /// Why, for people.
        reason: String,
        /// The place that stands in the way.
        at: Option<Range>,
        /// Ways to convert it all the same, if the text only leaves something open.
        choices: Vec<ConversionChoice>,
    },
}

/// A conversion that answers what the text leaves open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConversionChoice {
    /// What to ask for instead, in [`ConvertParams::id`].
    pub id: String,
    /// The answer, for example `x86`.
    pub title: String,
    /// What is known of it.
    pub about: String,
}

/// What is in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FileContent {
    /// A text.
    Text {
        /// All of it.
        text: String,
    },
    /// Bytes that are no text.
    Bytes {
        /// Base64.
        data: String,
    },
}

/// Something to know about a conversion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Remark {
    /// One lower-case sentence, by the same rules as a diagnostic's message.
    pub message: String,
    /// The place of the text before that it is about.
    pub range: Option<Range>,
}
