//! The tokens of one text.

use text_size::{TextRange, TextSize};

/// Index of a token in its [`TokenTable`]; the `Location` type of every grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenIdx(pub u32);

impl TokenIdx {
    /// Returns the index of the next token.
    #[must_use]
    pub fn next(self) -> TokenIdx {
        TokenIdx(self.0 + 1)
    }
}

/// Half-open range of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenSpan {
    /// The first token.
    pub start: TokenIdx,
    /// The token behind the last.
    pub end: TokenIdx,
}

impl TokenSpan {
    /// Creates a span of the tokens from `start` up to, not including, `end`.
    #[must_use]
    pub fn new(start: TokenIdx, end: TokenIdx) -> TokenSpan {
        TokenSpan { start, end }
    }

    /// Creates a span of one token.
    #[must_use]
    pub fn of(token: TokenIdx) -> TokenSpan {
        TokenSpan { start: token, end: TokenIdx(token.0 + 1) }
    }
}

/// All tokens of one text, trivia included, in order and without gaps: joined, they are the text.
#[derive(Debug, Clone)]
pub struct TokenTable<K> {
    kinds: Vec<K>,
    starts: Vec<TextSize>,
    len: TextSize,
}

impl<K: Copy> TokenTable<K> {
    /// Makes the table from each token's kind and start; `len` is the length of the text.
    pub fn new(tokens: impl IntoIterator<Item = (K, TextSize)>, len: TextSize) -> TokenTable<K> {
        let (kinds, starts) = tokens.into_iter().unzip();
        TokenTable { kinds, starts, len }
    }

    /// Returns the index behind the last token.
    #[must_use]
    pub fn end(&self) -> TokenIdx {
        TokenIdx(self.kinds.len() as u32)
    }

    /// Returns the kind of a token; `None` behind the last.
    #[must_use]
    pub fn kind(&self, idx: TokenIdx) -> Option<K> {
        self.kinds.get(idx.0 as usize).copied()
    }

    /// Returns the range of a token; empty at the end of the text behind the last.
    #[must_use]
    pub fn range(&self, idx: TokenIdx) -> TextRange {
        let start = self.start(idx);
        TextRange::new(start, self.start(idx.next()).max(start))
    }

    /// Returns the range from the first to the last token of `span`; empty at its start if it has
    /// none.
    #[must_use]
    pub fn span_range(&self, span: TokenSpan) -> TextRange {
        let start = self.start(span.start);
        if span.start >= span.end {
            return TextRange::empty(start);
        }
        TextRange::new(start, self.start(span.end).max(start))
    }

    /// Returns the token that `at` lies in; at a border the one that starts there.
    #[must_use]
    pub fn at(&self, at: TextSize) -> Option<TokenIdx> {
        let idx = self.starts.partition_point(|&it| it <= at).checked_sub(1)?;
        (at <= self.len).then_some(TokenIdx(idx as u32))
    }

    /// Returns all tokens in order.
    pub fn iter(&self) -> impl Iterator<Item = (TokenIdx, K)> + '_ {
        self.kinds.iter().enumerate().map(|(idx, &kind)| (TokenIdx(idx as u32), kind))
    }

    /// Returns the tokens as a grammar reads them: location, kind, location of the next token;
    /// kinds that `is_trivia` says are left out.
    pub fn significant(
        &self,
        is_trivia: impl Fn(K) -> bool,
    ) -> impl Iterator<Item = (TokenIdx, K, TokenIdx)> {
        self.iter()
            .filter(move |&(_, kind)| !is_trivia(kind))
            .map(|(idx, kind)| (idx, kind, idx.next()))
    }

    fn start(&self, idx: TokenIdx) -> TextSize {
        self.starts.get(idx.0 as usize).copied().unwrap_or(self.len)
    }
}
