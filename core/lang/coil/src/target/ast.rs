//! The lines of a text.

use bobbin_core::syntax::{TokenIdx, TokenSpan};

/// One line. Spans leave the line end out, and blanks and comments at the borders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A line of blanks and comments.
    Blank,
    /// `[name]`; the name may be malformed.
    Header {
        /// The span from bracket to bracket.
        span: TokenSpan,
        /// The name between the brackets.
        name: TokenIdx,
    },
    /// `key = value`; the key may be malformed or missing, the value may be missing.
    Pair {
        /// The span from the key to the value.
        span: TokenSpan,
        /// The key in front of the first `=`.
        key: Option<TokenIdx>,
        /// The token of the `=`.
        equals: TokenIdx,
        /// The token behind the `=`, if any.
        value: Option<TokenIdx>,
    },
    /// An include: `@include path`.
    Include {
        /// The span from the directive to the path.
        span: TokenSpan,
        /// The path behind the directive, with its quotes.
        path: Option<TokenIdx>,
    },
    /// Any other line.
    Error {
        /// All tokens of the line.
        span: TokenSpan,
    },
}
