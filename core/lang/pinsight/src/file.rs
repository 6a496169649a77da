//! A parsed text: its tokens, lines and sections, and what the program knows after reading it.

use std::sync::OnceLock;

use text_size::TextRange;

use crate::ast::Line;
use crate::header::Dialect;
use crate::lower::{self, Layout};
use crate::model::{OUTSIDE, State};
use crate::reading::{self, Log, SeedReading, Writers};
use crate::token::{self, TokenKind};
use bobbin_core::Input;
use bobbin_core::syntax::{Recovered, TokenIdx, TokenSpan, TokenTable};
use bobbin_core::text::slice;

lalrpop_util::lalrpop_mod!(
    #[allow(
        clippy::all,
        clippy::pedantic,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        missing_docs,
        unused,
        reason = "generated"
    )]
    grammar,
    "/grammar.rs"
);

use grammar::FileParser;

/// The name of the language.
pub(crate) const NAME: &str = "pinsight";

/// A parsed text. Exists for every text, also a broken one.
#[derive(Debug)]
pub struct File {
    input: Input,
    tokens: TokenTable<TokenKind>,
    recovered: Vec<Recovered<TokenKind>>,
    layout: Layout,
    state: State,
    log: Log,
    /// The text read in today's dialect: see [`File::read_today`].
    today: OnceLock<Box<File>>,
    /// The state after the seed program, with its defects: see [`File::era`].
    era: OnceLock<Box<State>>,
    /// The sections of each region; found when first needed.
    writers: OnceLock<Writers>,
}

/// Parses a text in the dialect its marks say, or in the one that the setting `dialect` names (`seed`
/// or `current`); never fails.
#[must_use]
pub fn parse(input: &Input) -> File {
    let chosen = input.host.settings.iter().rfind(|(key, _)| key == "dialect");
    let dialect = chosen.and_then(|(_, value)| match value.as_str() {
        "seed" => Some(Dialect::Seed),
        "current" => Some(Dialect::Current),
        _ => None,
    });
    parse_as(input, dialect)
}

/// Parses a text, in `dialect` if one is given.
#[must_use]
pub fn parse_as(input: &Input, dialect: Option<Dialect>) -> File {
    File::read(input, dialect, None)
}

impl File {
    /// Reads a text on top of what an earlier one left, as the program does when it is told to
    /// reload (pinsight.md#reload). Environment variables are not applied again.
    #[must_use]
    pub fn reload(&self, input: &Input) -> File {
        let dialect = self.layout.dialect.reading();
        File::read(input, Some(dialect), Some(self.state.clone()))
    }

    fn read(input: &Input, dialect: Option<Dialect>, state: Option<State>) -> File {
        let (tokens, lines, recovered) = parse_lines(&input.text);
        let layout = lower::lower(&input.text, &tokens, &lines, dialect);
        let reading = layout.dialect.reading();
        let is_start = state.is_none();
        let mut state = state.unwrap_or_else(|| State::installed(reading == Dialect::Seed));
        let mut log = match reading {
            Dialect::Seed => {
                reading::read_seed(&input.text, &layout, &mut state, SeedReading::Document)
            }
            Dialect::Current => reading::read_current(&input.text, &layout, &mut state),
        };
        if is_start {
            let before = state.region_default.triple.map(|it| it.value);
            log.outside = reading::apply_environment(&input.host.env, reading, &mut state);
            let after = &state.region_default;
            let action = after.window.as_deref().and_then(|it| it.action.as_ref());
            log.is_default_overridden = after.triple.map(|it| it.value) != before
                || action.is_some_and(|it| it.1 == OUTSIDE);
        }
        let (today, era, writers) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        File { input: input.clone(), tokens, recovered, layout, state, log, today, era, writers }
    }
}

fn parse_lines(text: &str) -> (TokenTable<TokenKind>, Vec<Line>, Vec<Recovered<TokenKind>>) {
    let tokens = token::lex(text);
    let mut recovered = Vec::new();
    let significant = tokens.significant(TokenKind::is_trivia);
    let lines = match FileParser::new().parse(&mut recovered, significant) {
        Ok(lines) => lines,
        Err(error) => {
            let span = TokenSpan::new(TokenIdx(0), tokens.end());
            recovered.push(Recovered::from_error(span, error));
            Vec::new()
        }
    };
    (tokens, lines, recovered)
}

impl File {
    /// Returns the text and what its meaning depends on.
    pub(crate) fn input(&self) -> &Input {
        &self.input
    }

    pub(crate) fn text(&self) -> &str {
        &self.input.text
    }

    pub(crate) fn text_at(&self, range: TextRange) -> &str {
        slice(&self.input.text, range)
    }

    pub(crate) fn tokens(&self) -> &TokenTable<TokenKind> {
        &self.tokens
    }

    /// Returns the ranges of all tokens that have a text.
    pub(crate) fn token_ranges(&self) -> Vec<TextRange> {
        let ranges = self.tokens.iter().map(|(idx, _)| self.tokens.range(idx));
        ranges.filter(|it| !it.is_empty()).collect()
    }

    /// Returns the lines that the grammar does not accept.
    pub(crate) fn recovered(&self) -> &[Recovered<TokenKind>] {
        &self.recovered
    }

    /// Returns the sections and body lines.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the state of the program after reading.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns what happened during the reading.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Returns the sections that write into each region.
    pub(crate) fn writers(&self) -> &Writers {
        self.writers.get_or_init(|| Writers::new(self.text(), &self.layout, &self.log))
    }

    /// Returns the same text as today's program reads it. Its sections and body lines are the same
    /// as here, in the same order, whatever their headers are taken for.
    pub(crate) fn read_today(&self) -> &File {
        if !self.is_seed() {
            return self;
        }
        self.today.get_or_init(|| Box::new(parse_as(&self.input, Some(Dialect::Current))))
    }

    /// Returns the state of the program of February 2026 after it has read this seed text, with
    /// what its defects make of it: `region_default` is the entry that the first region has taken
    /// over (pinsight.md#seed-parser-defects).
    pub(crate) fn era(&self) -> &State {
        self.era.get_or_init(|| {
            let mut state = State::installed(true);
            let text = &self.input.text;
            let _ = reading::read_seed(text, &self.layout, &mut state, SeedReading::Program);
            if let Some(first) = state.regions.first() {
                state.region_default = first.config.clone();
            }
            let _ = reading::apply_environment(&self.input.host.env, Dialect::Seed, &mut state);
            Box::new(state)
        })
    }

    /// True if the text is read by the rules of the seed dialect.
    pub(crate) fn is_seed(&self) -> bool {
        self.layout.dialect.reading() == Dialect::Seed
    }
}

#[cfg(test)]
mod tests;
