//! Help about diagnostics: the file `help.json`, which the command writes and the page reads.

use std::collections::BTreeMap;

use bobbin_core::diagnostics::Severity;
use serde::{Deserialize, Serialize};

/// The meanings of all codes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Help {
    /// The codes, sorted by name and language.
    pub codes: Vec<CodeHelp>,
    /// The sections of the reference that they come from, by page and anchor, such as
    /// `sprokit#macros`.
    pub sections: BTreeMap<String, HelpSection>,
}

/// The meaning of a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeHelp {
    /// The code's name.
    pub name: String,
    /// The stable name of the language that has it.
    pub language: String,
    /// The gravity, by what the real program makes of it.
    pub severity: Severity,
    /// The condition in one sentence.
    pub summary: String,
    /// The name under which the language's own documents know it.
    pub reference: Option<String>,
    /// The sections of the reference that it comes from: keys of [`Help::sections`].
    pub sections: Vec<String>,
}

/// A section of the reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HelpSection {
    /// The heading of the section in the reference.
    pub title: String,
    /// The text below it.
    pub blocks: Vec<HelpBlock>,
}

/// A part of a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HelpBlock {
    /// A paragraph, with code in backticks.
    Text(String),
    /// An item of a list.
    Item(String),
    /// A text as it is, line by line.
    Verbatim(String),
    /// The cells of a row of a table; the first row of a table is its head.
    Row(Vec<String>),
}
