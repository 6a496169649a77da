//! A text as it was parsed.

use lalrpop_util::lalrpop_mod;
use text_size::{TextRange, TextSize};

use super::ast::Item;
use super::lower::{self, Lowered, Rigour};
use super::sections::Sections;
use super::token::{self, TokenKind};
use bobbin_core::Input;
use bobbin_core::diagnostics::Bounded;
use bobbin_core::syntax::{Recovered, TokenIdx, TokenSpan, TokenTable};

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused, missing_docs)]
    grammar,
    "/hardware/grammar.rs"
);

/// A parsed text. Exists for every text, also a broken one.
#[derive(Debug)]
pub struct File {
    input: Input,
    tokens: TokenTable<TokenKind>,
    errors: Vec<Recovered<TokenKind>>,
    sections: Sections,
    lowered: Lowered,
}

/// Parses a text; never fails.
#[must_use]
pub fn parse(input: &Input) -> File {
    let text = &*input.text;
    let tokens = token::lex(text);
    let (items, errors) = parse_tokens(&tokens);
    let sections = Sections::new(text, &tokens, &items);
    let lowered = lower::lower(text, &sections, Rigour::of(&input.host));
    File { input: input.clone(), tokens, errors, sections, lowered }
}

fn parse_tokens(tokens: &TokenTable<TokenKind>) -> (Vec<Item>, Vec<Recovered<TokenKind>>) {
    let mut errors = Vec::new();
    let end = tokens.end();
    let last = tokens.iter().filter(|(_, it)| !it.is_trivia()).last();
    // The last line may lack its end, which the grammar needs.
    let line_end =
        last.filter(|&(_, it)| it != TokenKind::LineEnd).map(|_| (end, TokenKind::LineEnd, end));
    let stream = tokens.significant(TokenKind::is_trivia).chain(line_end);
    let items = match grammar::FileParser::new().parse(&mut errors, stream) {
        Ok(items) => items,
        Err(error) => {
            errors.push(Recovered::from_error(TokenSpan::new(TokenIdx(0), end), error));
            Vec::new()
        }
    };
    // No more are listed, and all of them would fill the memory; one more tells that there are.
    errors.truncate(Bounded::MOST + 1);
    errors.shrink_to_fit();
    (items, errors)
}

impl File {
    /// Returns the text with its surroundings.
    pub(crate) fn input(&self) -> &Input {
        &self.input
    }

    pub(crate) fn text(&self) -> &str {
        &self.input.text
    }

    pub(crate) fn tokens(&self) -> &TokenTable<TokenKind> {
        &self.tokens
    }

    /// Returns the ranges of all tokens in the order of the text.
    pub(crate) fn token_ranges(&self) -> Vec<TextRange> {
        self.tokens.iter().map(|(idx, _)| self.tokens.range(idx)).collect()
    }

    /// Returns the token at `at`, or the one that ends there.
    pub(crate) fn token_touching(&self, at: TextSize) -> Option<(TokenIdx, TokenKind)> {
        let idx = self.tokens.at(at)?;
        let kind = self.tokens.kind(idx)?;
        if !matches!(kind, TokenKind::Blank | TokenKind::LineEnd | TokenKind::Comment) {
            return Some((idx, kind));
        }
        let before = TokenIdx(idx.0.checked_sub(1)?);
        if self.tokens.range(idx).start() != at {
            return Some((idx, kind));
        }
        Some((before, self.tokens.kind(before)?))
    }

    /// Returns the first comment, if there is one.
    pub(crate) fn first_comment(&self) -> Option<TextRange> {
        let comment = self.tokens.iter().find(|it| it.1 == TokenKind::Comment);
        comment.map(|(idx, _)| self.tokens.range(idx))
    }

    /// Returns the lines that the grammar lost.
    pub(crate) fn errors(&self) -> &[Recovered<TokenKind>] {
        &self.errors
    }

    pub(crate) fn sections(&self) -> &Sections {
        &self.sections
    }

    /// Returns the meaning of the text, with its places.
    pub(crate) fn lowered(&self) -> &Lowered {
        &self.lowered
    }
}
