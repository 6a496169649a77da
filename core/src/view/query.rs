//! Answers to questions in the little path language of a query.

use text_size::TextRange;

use crate::text::placed;

/// One value that a query path leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct QueryHit<P = TextRange> {
    /// The full path of this value, without wildcards.
    pub path: String,
    /// The value found.
    pub value: String,
    /// The place of the text that decides it, if one does.
    pub range: Option<P>,
}

placed!(QueryHit { path, value; range });
