//! Help about diagnostics and languages: the files `help/codes.json` and `help/reference.json`, which the command
//! writes and the page reads.

use bobbin_core::diagnostics::Severity;
use serde::{Deserialize, Serialize};

/// The meanings of all codes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Help {
    /// The codes, sorted by name and language.
    pub codes: Vec<CodeHelp>,
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
    /// The sentence about the text that takes the place of the severity's, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// The condition in one sentence.
    pub summary: String,
    /// The name under which the language's own documents know it.
    pub reference: Option<String>,
    /// The sections of the reference that it comes from, by document and anchor, such as `sprokit#macros`.
    pub sections: Vec<String>,
    /// A text that has it, and one that does not.
    pub example: Option<CodeExample>,
}

impl CodeHelp {
    /// Returns what a diagnostic of this code says about the text.
    #[must_use]
    pub fn meaning(&self) -> &str {
        self.meaning.as_deref().unwrap_or(self.severity.meaning())
    }
}

/// A text with a diagnostic, and the same text without it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeExample {
    /// The name of a file with such a text.
    pub name: String,
    /// The text that has the diagnostic.
    pub failing: ExampleText,
    /// The message of the diagnostic.
    pub message: String,
    /// The text that does not.
    pub mended: ExampleText,
    /// The label of the fix that makes the one of the other; `None` if a person has to.
    pub fix: Option<String>,
}

/// A text with the lines that matter in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExampleText {
    /// The text.
    pub text: String,
    /// The lines that stand out, counted from 0.
    pub lines: Vec<u32>,
}

/// The reference of all languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// The documents.
    pub documents: Vec<ReferenceDocument>,
}

/// A document of the reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceDocument {
    /// The stable name, under which sections are cited.
    pub name: String,
    /// A short title.
    pub title: String,
    /// The stable names of the languages that it is about.
    pub languages: Vec<String>,
    /// Its sections, in their order; the first one has the document's heading.
    pub sections: Vec<ReferenceSection>,
}

/// A section of the reference, without those below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceSection {
    /// The anchor of the heading.
    pub anchor: String,
    /// The level of the heading, from 1.
    pub level: u8,
    /// The heading.
    pub title: String,
    /// The text below it.
    pub blocks: Vec<HelpBlock>,
}

/// A part of a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HelpBlock {
    /// A paragraph.
    Text(HelpText),
    /// A text as it is, line by line.
    Verbatim(String),
    /// A list.
    List {
        /// The number of the first item; `None` if items are not numbered.
        start: Option<u32>,
        /// The items.
        items: Vec<Vec<HelpBlock>>,
    },
    /// A table.
    Table {
        /// The cells of the head; all are empty in a table without one.
        head: Vec<HelpText>,
        /// The cells of the other rows.
        rows: Vec<Vec<HelpText>>,
    },
}

/// Text within a line.
pub type HelpText = Vec<HelpSpan>;

/// A stretch of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HelpSpan {
    /// Ordinary words.
    Words(String),
    /// Code.
    Code(String),
    /// Words that stand out.
    Strong(HelpText),
    /// Words of another kind.
    Emphasis(HelpText),
    /// Words that lead to a section.
    Link {
        /// The words.
        text: HelpText,
        /// The document and anchor of the section, such as `sprokit#macros`.
        to: String,
    },
}

impl HelpBlock {
    /// Returns the block with less of its table, if it is one and has rows about `name`: these alone.
    #[must_use]
    pub fn about(&self, name: &str) -> HelpBlock {
        if let HelpBlock::Table { head, rows } = self {
            let is_about = |it: &&Vec<HelpText>| {
                let first = it.first().map(Vec::as_slice);
                matches!(first, Some([HelpSpan::Code(it)]) if it == name)
            };
            let rows: Vec<_> = rows.iter().filter(is_about).cloned().collect();
            if !rows.is_empty() {
                return HelpBlock::Table { head: head.clone(), rows };
            }
        }
        self.clone()
    }

    /// Adds the words of the block to `words`, without any marks; parts are separated by line ends.
    pub fn add_words(&self, words: &mut String) {
        let mut add = |text: &HelpText| {
            add_words(text, words);
            words.push('\n');
        };
        match self {
            HelpBlock::Text(text) => add(text),
            HelpBlock::Verbatim(text) => words.push_str(text),
            HelpBlock::Table { head, rows } => {
                head.iter().chain(rows.iter().flatten()).for_each(add);
            }
            HelpBlock::List { items, .. } => {
                items.iter().flatten().for_each(|it| it.add_words(words));
            }
        }
    }
}

fn add_words(text: &HelpText, words: &mut String) {
    for span in text {
        match span {
            HelpSpan::Words(it) | HelpSpan::Code(it) => words.push_str(it),
            HelpSpan::Strong(inner) | HelpSpan::Emphasis(inner) => add_words(inner, words),
            HelpSpan::Link { text, .. } => add_words(text, words),
        }
    }
}
