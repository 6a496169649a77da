//! The tree: a flat list of lines, because nothing in the language nests.

use bobbin_core::syntax::{TokenIdx, TokenSpan};

/// A line that holds more than a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// A section header: `[name]`.
    Section {
        /// The whole line without its end.
        span: TokenSpan,
        /// The name between the brackets.
        name: TokenIdx,
    },
    /// `key = value`.
    Pair {
        /// The whole line without its end.
        span: TokenSpan,
        /// The key's token.
        key: TokenIdx,
        /// The token of the `=`.
        equals: TokenIdx,
        /// The value; none if nothing stands behind the `=`.
        value: Option<TokenIdx>,
    },
    /// A line that is neither.
    Error {
        /// The whole line without its end.
        span: TokenSpan,
    },
}
