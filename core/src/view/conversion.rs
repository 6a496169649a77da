//! What a text can be turned into: another dialect, another language, a drawing, a listing.

use text_size::TextRange;

/// A conversion that a language offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConversionInfo {
    /// Stable kebab-case name, for example `dot`.
    pub id: &'static str,
    /// What a menu shows, for example `Graphviz DOT`.
    pub title: &'static str,
    /// One sentence: what the result is and what is lost.
    pub about: &'static str,
    /// What a person usually does with the result.
    pub effect: ConversionEffect,
}

/// What a person usually does with the result of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConversionEffect {
    /// Keeps it as a file.
    Download,
    /// Lets it take the place of the text, after a look at the difference, as one step to undo.
    Replace,
    /// Opens it beside the text.
    Open,
}

/// The result of a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// What to call it.
    pub file_name: String,
    /// For example `text/vnd.graphviz`.
    pub media_type: &'static str,
    /// The result.
    pub data: Vec<u8>,
    /// The language of the result, if it is one of Bobbin's: its name.
    pub language: Option<&'static str>,
    /// What was lost, guessed or is worth a look, in the order of the text.
    pub remarks: Vec<Remark>,
}

/// A conversion that answers what the text leaves open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversionChoice {
    /// What to ask for instead: the id of a conversion with the answer.
    pub id: String,
    /// The answer, for example `x86`.
    pub title: String,
    /// What is known of it.
    pub about: String,
}

/// Something to know about a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// One lower-case sentence, by the same rules as a diagnostic's message.
    pub message: String,
    /// The place of the text before that it is about.
    pub range: Option<TextRange>,
}
