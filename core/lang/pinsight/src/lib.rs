//! PInsight trace configurations: two dialects, one grammar.
//!
//! Text → tokens → lines ([`ast`]) → sections ([`lower`]) → the state of the program ([`reading`],
//! [`model`]). Everything a view shows comes from these.

pub mod tables;

mod templates;

pub mod token;

mod ast;

pub mod header;

pub mod lower;

pub mod values;

pub mod punits;

pub mod model;

pub mod reading;

pub mod resolve;

mod diagnostics;

mod check;

mod convert;

mod coverage;

mod docs;

mod edit;

mod explain;

mod actions;

mod form;

mod format;

mod highlight;

mod hover;

mod completion;

mod item;

mod outline;

mod places;

mod question;

mod refactor;

mod resolved;

mod timeline;

use std::sync::OnceLock;

use lalrpop_util::lalrpop_mod;
use text_size::{TextRange, TextSize};

use ast::Line;
use bobbin_core::diagnostics::{Diagnostic, Fix};
use bobbin_core::edit::{Command, ItemPath, Refusal, SourceChange, TextEdit};
use bobbin_core::syntax::{Highlight, Recovered, TokenSpan, TokenTable};
use bobbin_core::text::Location;
use bobbin_core::view::{
    Completion, Converted, Coverage, Form, Hover, ItemAction, Outline, Resolved, SecondReading,
    Timeline, ViewKind, ViewQuery,
};
use bobbin_core::{Document, FileBytes, Input, LanguageInfo};
pub use header::Dialect;
use lower::{FileDialect, Layout};
use model::State;
use reading::{Log, SeedReading};
use token::TokenKind;

lalrpop_mod!(
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

/// What is fixed for the language.
pub static INFO: LanguageInfo = LanguageInfo {
    name: "pinsight",
    title: "PInsight trace configuration",
    parse: |input| Box::new(parse(input)),
    extensions: &[".trace", "trace_config.txt"],
    comment: "#",
    views: &[ViewKind::Form, ViewKind::Coverage, ViewKind::Timeline, ViewKind::Resolved],
    conversions: &convert::CONVERSIONS,
    templates: templates::TEMPLATES,
    codes: diagnostics::CODES,
    file_bytes: FileBytes::Any,
    wizard: None,
};

/// A parsed text. Exists for every text, also a broken one.
#[derive(Debug)]
pub struct File {
    input: Input,
    tokens: TokenTable<TokenKind>,
    recovered: Vec<Recovered<TokenKind>>,
    layout: Layout,
    state: State,
    log: Log,
    /// See [`File::read_today`].
    today: OnceLock<Box<File>>,
    /// See [`File::era`].
    era: OnceLock<Box<State>>,
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
            log.outside = reading::apply_environment(&input.host.env, reading, &mut state);
        }
        let (today, era) = (OnceLock::new(), OnceLock::new());
        File { input: input.clone(), tokens, recovered, layout, state, log, today, era }
    }
}

fn parse_lines(text: &str) -> (TokenTable<TokenKind>, Vec<Line>, Vec<Recovered<TokenKind>>) {
    let tokens = token::lex(text);
    let mut recovered = Vec::new();
    let significant = tokens.significant(TokenKind::is_trivia);
    let lines = match grammar::FileParser::new().parse(&mut recovered, significant) {
        Ok(lines) => lines,
        Err(error) => {
            let span = TokenSpan::new(bobbin_core::syntax::TokenIdx(0), tokens.end());
            recovered.push(Recovered::from_error(span, error));
            Vec::new()
        }
    };
    (tokens, lines, recovered)
}

impl File {
    /// The sections and body lines.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The state of the program after reading.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What happened during the reading.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The same text as today's program reads it. Its sections and body lines are the same as here, in
    /// the same order, whatever their headers are taken for.
    fn read_today(&self) -> &File {
        if !self.is_seed() {
            return self;
        }
        self.today.get_or_init(|| Box::new(parse_as(&self.input, Some(Dialect::Current))))
    }

    /// The state of the program of February 2026 after it has read this seed text, with what its
    /// defects make of it: `region_default` is the entry that the first region has taken over
    /// (pinsight.md#seed-parser-defects).
    fn era(&self) -> &State {
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

    /// The region whose section took over the entry of `Lexgion.default` in the program of February
    /// 2026, if the triple that counts for all regions is another by that.
    fn usurper(&self) -> Option<usize> {
        if !self.is_seed() {
            return None;
        }
        let first = self.state.regions.first()?;
        let values = |it: &State| it.region_default.triple.map(|it| it.value);
        let is_other = values(self.era()) != values(&self.state);
        let writes = |section: &usize| self.section_region(*section) == Some(&first.id);
        (0..self.log.sections.len()).find(writes).filter(|_| is_other)
    }

    fn is_seed(&self) -> bool {
        self.layout.dialect.reading() == Dialect::Seed
    }
}

#[cfg(test)]
mod claims_tests;

#[cfg(test)]
mod convert_tests;

#[cfg(test)]
mod edit_tests;

#[cfg(test)]
mod map_tests;

#[cfg(test)]
mod paint_tests;

#[cfg(test)]
mod places_tests;

#[cfg(test)]
mod timeline_tests;

#[cfg(test)]
mod value_tests;

impl Document for File {
    fn info(&self) -> &'static LanguageInfo {
        &INFO
    }

    fn dialect(&self) -> Option<String> {
        let name = match self.layout.dialect {
            FileDialect::Seed => "seed",
            FileDialect::Current => "current",
            FileDialect::Mixed => "mixed",
        };
        Some(name.to_owned())
    }

    fn token_ranges(&self) -> Vec<TextRange> {
        let ranges = self.tokens.iter().map(|(idx, _)| self.tokens.range(idx));
        ranges.filter(|it| !it.is_empty()).collect()
    }

    fn highlights(&self) -> Vec<Highlight> {
        self.token_highlights()
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.all_diagnostics()
    }

    fn outline(&self) -> Outline {
        self.outline_of_sections()
    }

    fn folds(&self) -> Vec<TextRange> {
        self.section_folds()
    }

    fn hover(&self, at: TextSize) -> Option<Hover> {
        self.hover_at(at)
    }

    fn completions(&self, at: TextSize) -> Vec<Completion> {
        self.completions_at(at)
    }

    fn item_at(&self, at: TextSize) -> Option<ItemPath> {
        self.item_path(self.layout.section_at(at)?)
    }

    fn form(&self, item: &ItemPath) -> Option<Form> {
        self.form_of(item)
    }

    fn additions(&self) -> Vec<ItemAction> {
        self.file_actions()
    }

    fn definition(&self, at: TextSize) -> Vec<Location> {
        self.definition_at(at)
    }

    fn references(&self, at: TextSize) -> Vec<Location> {
        self.references_at(at)
    }

    fn renamable(&self, at: TextSize) -> Option<TextRange> {
        self.renamable_at(at)
    }

    fn rename(&self, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
        self.rename_at(at, name)
    }

    fn format(&self) -> Option<TextEdit> {
        Some(self.layout_edit())
    }

    fn refactorings(&self, range: TextRange) -> Vec<Fix> {
        self.refactorings_in(range)
    }

    fn convert(&self, id: &str) -> Result<Converted, Refusal> {
        self.converted(id)
    }

    fn resolved(&self) -> Option<Resolved> {
        Some(self.resolved_values())
    }

    fn second_reading(&self) -> Option<SecondReading> {
        Some(self.intended_values())
    }

    fn coverage(&self, query: &ViewQuery) -> Option<Coverage> {
        Some(self.coverage_of(query))
    }

    fn timeline(&self, query: &ViewQuery) -> Option<Timeline> {
        Some(self.timeline_of(query))
    }

    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal> {
        self.plan_edit(command)
    }
}
