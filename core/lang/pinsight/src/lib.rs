//! PInsight trace configurations: two dialects, one grammar.
//!
//! Text → tokens → lines (`ast`) → sections ([`lower`]) → the state of the program ([`reading`],
//! [`model`]). Everything a view shows comes from these.

pub mod header;
pub mod lower;
pub mod model;
pub mod punits;
pub mod reading;
pub mod run_time;
pub mod tables;
pub mod token;
pub mod values;

mod actions;
mod ast;
mod check;
mod completion;
mod convert;
mod coverage;
mod diagnostics;
mod docs;
mod edit;
mod entry;
mod explain;
mod file;
mod folding;
mod form;
mod format;
mod highlight;
mod hover;
mod item;
mod meaning;
mod misreading;
mod navigation;
mod notes;
mod occurrences;
mod outline;
mod question;
mod refactor;
mod removals;
mod rename;
mod resolve;
mod subject;
mod templates;
mod timeline;
mod units;

#[cfg(test)]
mod fixtures;

use text_size::{TextRange, TextSize};

use bobbin_core::diagnostics::{Diagnostic, Fix};
use bobbin_core::edit::{Command, ItemPath, Refusal, SourceChange, TextEdit};
use bobbin_core::syntax::Highlight;
use bobbin_core::text::Location;
use bobbin_core::view::{
    Completion, Converted, Coverage, Form, Hover, ItemAction, Meaning, Outline, Resolved,
    SecondReading, Timeline, ViewKind, ViewQuery,
};
use bobbin_core::{Document, FileBytes, Language};
pub use file::{File, parse, parse_as};
pub use header::Dialect;

/// The facts that are fixed for the language.
pub const INFO: Language = Language {
    name: file::NAME,
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
    binary: None,
};

impl Document for File {
    fn info(&self) -> &'static Language {
        &INFO
    }

    fn dialect(&self) -> Option<String> {
        Some(self.layout().dialect.name().to_owned())
    }

    fn token_ranges(&self) -> Vec<TextRange> {
        self.token_ranges()
    }

    fn highlights(&self) -> Vec<Highlight> {
        highlight::highlights(self)
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        check::diagnostics(self)
    }

    fn outline(&self) -> Outline {
        outline::outline(self)
    }

    fn folds(&self) -> Vec<TextRange> {
        folding::folds(self)
    }

    fn hover(&self, at: TextSize) -> Option<Hover> {
        hover::hover(self, at)
    }

    fn completions(&self, at: TextSize) -> Vec<Completion> {
        completion::completions(self, at)
    }

    fn item_at(&self, at: TextSize) -> Option<ItemPath> {
        item::item_path_at(self, at)
    }

    fn form(&self, item: &ItemPath) -> Option<Form> {
        form::form(self, item)
    }

    fn additions(&self) -> Vec<ItemAction> {
        actions::additions(self)
    }

    fn definition(&self, at: TextSize) -> Vec<Location> {
        navigation::definition(self, at)
    }

    fn references(&self, at: TextSize) -> Vec<Location> {
        navigation::references(self, at)
    }

    fn renamable(&self, at: TextSize) -> Option<TextRange> {
        rename::renamable(self, at)
    }

    fn rename(&self, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
        rename::rename(self, at, name)
    }

    fn format(&self) -> Option<TextEdit> {
        format::format(self)
    }

    fn refactorings(&self, range: TextRange) -> Vec<Fix> {
        refactor::refactorings(self, range)
    }

    fn convert(&self, id: &str) -> Result<Converted, Refusal> {
        convert::convert(self, id)
    }

    fn resolved(&self) -> Option<Resolved> {
        Some(resolve::resolved(self))
    }

    fn second_reading(&self) -> Option<SecondReading> {
        Some(resolve::second_reading(self))
    }

    fn meaning(&self) -> Option<Meaning> {
        Some(meaning::meaning(self))
    }

    fn coverage(&self, query: &ViewQuery) -> Option<Coverage> {
        Some(coverage::coverage(self, query))
    }

    fn timeline(&self, query: &ViewQuery) -> Option<Timeline> {
        Some(timeline::timeline(self, &coverage::completed_for_line(self, query)))
    }

    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal> {
        edit::plan(self, command)
    }
}
