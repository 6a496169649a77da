//! Choices that a view has of its own, and reasons it gives.

use text_size::TextRange;

use super::FieldKind;
use crate::edit::ItemPath;
use crate::text::placed;

/// The choices made in a view that has controls of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ViewQuery {
    /// The selected item, if there is one.
    pub item: Option<ItemPath>,
    /// Values of [`Control`]s by key; what is missing or not understood has its default.
    pub settings: Vec<(String, String)>,
}

impl ViewQuery {
    /// Returns the value of a control, if it was chosen; the last one counts.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        let (_, value) = self.settings.iter().rfind(|(it, _)| it == key)?;
        Some(value)
    }
}

/// A choice of a view.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Control {
    /// Names it in [`ViewQuery::settings`].
    pub key: String,
    /// The label that people read.
    pub label: String,
    /// The kind of input to choose with.
    #[cfg_attr(feature = "serde", serde(rename = "input"))]
    pub kind: FieldKind,
    /// The chosen value.
    pub value: String,
    /// The meaning of the choice; may be empty.
    pub help: String,
}

/// The verdict of one rule in a chain of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Verdict {
    /// Lets it pass: the next rule is asked.
    Passes,
    /// Ends the chain: no.
    Stops,
    /// Is written down, but nobody asks it.
    Ignored,
}

/// One rule of a chain, with what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Reason<P = TextRange> {
    /// The rule's verdict.
    pub verdict: Verdict,
    /// One sentence without full stop.
    pub sentence: String,
    /// The item that holds the rule.
    pub item: Option<ItemPath>,
    /// The places that decide, the most telling first.
    pub ranges: Vec<P>,
}

/// The reasons why something is or is not so, as a chain of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Explanation<P = TextRange> {
    /// The name of the reading.
    pub title: String,
    /// True if the answer is yes.
    pub is_on: bool,
    /// The answer as one sentence.
    pub sentence: String,
    /// The rules in the order they are asked, up to the one that ends the chain.
    pub reasons: Vec<Reason<P>>,
}

placed!(Reason { verdict, sentence, item; ranges });
placed!(Explanation { title, is_on, sentence; reasons });
