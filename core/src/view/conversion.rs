//! Conversions of a text: to another dialect, another language, a drawing, a listing.

use text_size::TextRange;

use crate::edit::Refusal;
use crate::sorting::Sorting as _;
use crate::text::placed;

/// A conversion that a language offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(S = String)))]
pub struct ConversionInfo<S = &'static str> {
    /// Stable kebab-case name, for example `dot`.
    pub id: S,
    /// The label in a menu, for example `Graphviz DOT`.
    pub title: S,
    /// One sentence: what the result is and what is lost.
    pub about: S,
    /// The usual use of the result.
    pub effect: ConversionEffect,
}

impl ConversionInfo {
    /// Returns the same for who keeps it.
    #[must_use]
    pub fn owned(&self) -> ConversionInfo<String> {
        let ConversionInfo { id, title, about, effect } = *self;
        ConversionInfo { id: id.into(), title: title.into(), about: about.into(), effect }
    }
}

/// The usual use of a conversion's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
    /// A name for the file.
    pub file_name: String,
    /// The media type, for example `text/vnd.graphviz`.
    pub media_type: &'static str,
    /// The bytes of the file.
    pub data: Vec<u8>,
    /// The language of the result, if it is one of Bobbin's: its name.
    pub language: Option<&'static str>,
    /// Remarks on what was lost, guessed or is worth a look, in the order of the text.
    pub remarks: Vec<Remark>,
}

impl Converted {
    /// Puts the remarks into the order of the text; those on the whole text come first.
    #[must_use]
    pub fn in_order(mut self) -> Converted {
        self.remarks.order_by_key(|it| it.range.map(TextRange::start));
        self
    }
}

/// The conversion of a binary that no text is written for yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConvertedBinary {
    /// The text of the binary, which the places of remarks and of a refusal are in.
    pub text: String,
    /// The result, made of the binary's own bytes where it has to do with them.
    pub result: Result<Converted, Refusal>,
    /// The answers to choose from if it was refused because the text leaves something open.
    pub choices: Vec<ConversionChoice>,
}

/// A conversion that answers what the text leaves open.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ConversionChoice {
    /// The id of the conversion to ask for instead, which contains the answer.
    pub id: String,
    /// The answer, for example `x86`.
    pub title: String,
    /// Further facts about the choice.
    pub about: String,
}

/// Something to know about a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Remark<P = TextRange> {
    /// One lower-case sentence, by the same rules as a diagnostic's message.
    pub message: String,
    /// The place of the text before that it is about.
    pub range: Option<P>,
}

placed!(Remark { message; range });
