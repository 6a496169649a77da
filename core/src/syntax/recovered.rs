//! LALRPOP's errors as our values.

use std::convert::Infallible;

use lalrpop_util::{ErrorRecovery, ParseError};
use text_size::TextRange;

use super::{TokenIdx, TokenSpan, TokenTable};

/// The error that a grammar's `!` recovers from.
pub type Recovery<K> = ErrorRecovery<TokenIdx, K, Infallible>;

/// A stretch of tokens the grammar could not use.
#[derive(Debug, Clone)]
pub struct Recovered<K> {
    /// All that was lost, including what was read before the mistake.
    pub span: TokenSpan,
    /// The token that did not fit; none at the end of the text.
    pub found: Option<(TokenIdx, K)>,
    /// Names of the tokens that would have fitted, as the grammar's `extern` block spells them.
    pub expected: Vec<String>,
}

impl<K: Copy> Recovered<K> {
    /// Takes over what the grammar's `!` found between `start` and `end`.
    pub fn new(start: TokenIdx, end: TokenIdx, recovery: Recovery<K>) -> Recovered<K> {
        Recovered::from_error(TokenSpan::new(start, end), recovery.error)
    }

    /// Takes over an error that ended the parse.
    pub fn from_error(span: TokenSpan, error: ParseError<TokenIdx, K, Infallible>) -> Recovered<K> {
        let (found, expected) = match error {
            ParseError::UnrecognizedToken { token: (at, kind, _), expected } => {
                (Some((at, kind)), expected)
            }
            ParseError::ExtraToken { token: (at, kind, _) } => (Some((at, kind)), Vec::new()),
            ParseError::UnrecognizedEof { expected, .. } => (None, expected),
            ParseError::InvalidToken { .. } => (None, Vec::new()),
            ParseError::User { error } => match error {},
        };
        Recovered { span, found, expected }
    }

    /// Returns the place to report: the token that did not fit, else the whole stretch.
    pub fn range(&self, tokens: &TokenTable<K>) -> TextRange {
        match self.found {
            Some((at, _)) if at < tokens.end() => tokens.range(at),
            _ => tokens.span_range(self.span),
        }
    }
}
