//! PInsight trace configurations: two dialects, one grammar.
//!
//! Text → tokens → lines ([`ast`]) → sections ([`lower`]) → the state of the program ([`reading`],
//! [`model`]). Everything a view shows comes from these.

pub mod tables;

mod templates;

pub mod token;

mod ast;

mod file;

pub mod header;

pub mod lower;

pub mod values;

pub mod punits;

pub mod model;

pub mod reading;

pub mod run_time;

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

mod folding;

mod misreading;

mod notes;

mod occurrences;

mod navigation;

mod rename;

mod question;

mod refactor;

mod resolve;

mod timeline;

use lalrpop_util::lalrpop_mod;
use text_size::{TextRange, TextSize};

use bobbin_core::diagnostics::{Diagnostic, Fix};
use bobbin_core::edit::{Command, ItemPath, Refusal, SourceChange, TextEdit};
use bobbin_core::syntax::Highlight;
use bobbin_core::text::Location;
use bobbin_core::view::{
    Completion, Converted, Coverage, Form, Hover, ItemAction, Outline, Resolved, SecondReading,
    Timeline, ViewKind, ViewQuery,
};
use bobbin_core::{Document, FileBytes, LanguageInfo};
pub use file::{File, parse, parse_as};
pub use header::Dialect;

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
};

#[cfg(test)]
mod fixtures;

impl Document for File {
    fn info(&self) -> &'static LanguageInfo {
        &INFO
    }

    fn dialect(&self) -> Option<String> {
        Some(self.layout().dialect.name().to_owned())
    }

    fn token_ranges(&self) -> Vec<TextRange> {
        self.token_ranges()
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
        self.item_path_at(at)
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
