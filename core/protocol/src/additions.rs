//! The commands that add something to a text as a whole.

use serde::{Deserialize, Serialize};

use crate::ItemAction;

/// Request `bobbin/additions`: the items that can be added to a text as a whole, what an empty text
/// begins with among them. Answered with [`Additions`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdditionsParams {
    /// The document's URI.
    pub uri: String,
}

impl AdditionsParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/additions";
}

/// The items that can be added to a text as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Additions {
    /// The commands in the order they are offered; what a catalogue has is not among them.
    pub actions: Vec<ItemAction>,
    /// The kind of item that the document's catalogue has, if it has one.
    pub in_catalogue: Option<String>,
}
