//! The lines of a text as the grammar sees them; every part is a token of the table.

use bobbin_core::syntax::{TokenIdx, TokenSpan};

/// A line with content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A header of either dialect.
    Header(Box<Header>),
    /// `key = value`, either of which may be missing.
    Pair {
        /// In front of the `=`.
        key: Option<TokenIdx>,
        /// The `=`.
        equals: TokenIdx,
        /// Behind it, up to the end of the line.
        value: Option<TokenIdx>,
    },
    /// A header or a body line that is broken; what is wrong stands in the recovered errors.
    Error {
        /// All its tokens, the line end included.
        span: TokenSpan,
    },
}

/// The shape of a header. What its parts mean depends on the dialect and is read from the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The `[`.
    pub open: TokenIdx,
    /// The colons between the brackets, those between parentheses left out.
    pub inside: Vec<TokenIdx>,
    /// The first `]`.
    pub close: TokenIdx,
    /// The colons behind the brackets.
    pub tail: Vec<TokenIdx>,
}
