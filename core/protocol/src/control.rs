//! Choices that a view has of its own, such as what its axes show.

use serde::{Deserialize, Serialize};

use crate::{FieldInput, ItemPath, Range};

/// A choice of a view. Its value travels in [`crate::ViewParams::settings`]; the view comes back
/// with what counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Control {
    /// Names it in the settings.
    pub key: String,
    /// What people read.
    pub label: String,
    /// How it is chosen.
    pub input: FieldInput,
    /// What counts.
    pub value: String,
    /// What it means; may be empty.
    pub help: String,
}

/// What a rule says in a chain of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Verdict {
    /// Lets it pass: the next rule is asked.
    Passes,
    /// Ends the chain: no.
    Stops,
    /// Is written down, but nobody asks it.
    Ignored,
}

/// One rule of a chain, with what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reason {
    /// What it says.
    pub verdict: Verdict,
    /// One sentence without full stop.
    pub sentence: String,
    /// The item that holds the rule.
    pub item: Option<ItemPath>,
    /// The places that decide, the most telling first.
    pub ranges: Vec<Range>,
}

/// Why something is or is not so, as a chain of rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explanation {
    /// By which reading, for example `Effective today`.
    pub title: String,
    /// The answer.
    pub is_on: bool,
    /// The answer as one sentence.
    pub sentence: String,
    /// The rules in the order they are asked, up to the one that ends the chain.
    pub reasons: Vec<Reason>,
}
