//! Answers to questions in the little path language of a query.

use text_size::TextRange;

/// One value that a query path leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryHit {
    /// The full path of this value, without wildcards.
    pub path: String,
    /// The value.
    pub value: String,
    /// The place of the text that decides it, if one does.
    pub range: Option<TextRange>,
}
