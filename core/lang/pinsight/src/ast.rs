//! The lines of a text as the grammar sees them; every part is a token of the table.

use bobbin_core::syntax::{TokenIdx, TokenSpan};

/// A line with content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A header of either dialect. Its parts depend on the dialect and are read from the text of the
    /// line, see [`crate::header::Header::read`].
    Header {
        /// The token of the `[`.
        open: TokenIdx,
    },
    /// `key = value`, either of which may be missing.
    Pair {
        /// The key in front of the `=`.
        key: Option<TokenIdx>,
        /// The token of the `=`.
        equals: TokenIdx,
        /// The value behind the `=`, up to the end of the line.
        value: Option<TokenIdx>,
    },
    /// A header or a body line that is broken; what is wrong stands in the recovered errors.
    Error {
        /// All its tokens, the line end included.
        span: TokenSpan,
    },
}
