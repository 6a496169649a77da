//! What is wrong with a text.

use serde::{Deserialize, Serialize};

use crate::{Range, TextEdit};

/// How bad it is, by what the real program does with the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Severity {
    /// The real program rejects the text or stops reading it.
    Error,
    /// The real program ignores or misreads what was written.
    Warning,
    /// Legal, but probably not meant.
    Hint,
}

/// One finding. In LSP's `textDocument/publishDiagnostics` the same stands in LSP's own shape, with
/// [`DiagnosticData`] as `data`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Diagnostic {
    /// What kind of finding: a stable name in kebab case.
    pub code: String,
    /// The name under which the language's own documents know it.
    pub reference: Option<String>,
    /// Follows from the code.
    pub severity: Severity,
    /// The smallest wrong thing.
    pub range: Range,
    /// One lower-case sentence without full stop; the user's text in backticks.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places that explain this one.
    pub related: Vec<Related>,
    /// Edits that mend it, the likeliest first.
    pub fixes: Vec<Fix>,
}

/// Another place that explains a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Related {
    /// The file, if it is another one.
    pub path: Option<String>,
    /// Where.
    pub range: Range,
    /// What is there.
    pub message: String,
}

/// A way to mend a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fix {
    /// What it does, as a menu entry.
    pub label: String,
    /// Edits of the diagnostic's own text, sorted, disjoint, in terms of the text before.
    pub edits: Vec<TextEdit>,
}

/// The `data` of an LSP diagnostic: what LSP's own fields cannot say apart.
///
/// LSP's `message` is this message with the help as a second line, for clients that know nothing of
/// `data`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DiagnosticData {
    /// The message alone.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Edits that mend it, the likeliest first.
    pub fixes: Vec<Fix>,
}
