//! COIL target configurations: which target code is made for, and how.
//!
//! The language on one page: `README.md` beside this file.

mod ast;

pub mod check;

pub(crate) mod choices;

mod completion;

pub(crate) mod config;

mod convert;

mod defaults;

mod diagnostics;

mod edit;

mod file;

mod fixes_elsewhere;

mod folding;

mod form;

mod format;

mod highlight;

mod hover;

mod includers;

mod includes;

mod items;

mod lines;

mod navigation;

mod occurrences;

mod outline;

mod rename;

mod resolve;

pub mod schema;

pub(crate) mod source_file;

pub mod tables;

pub(crate) mod target_section;

mod templates;

mod token;

pub(crate) mod value;

mod wizard;

pub use file::{File, parse};
pub use value::is_key as is_identifier;
pub use wizard::wizard;

use text_size::{TextRange, TextSize};

use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::{Command, ItemPath, LabelledChange, Refusal, SourceChange, TextEdit};
use bobbin_core::syntax::Highlight;
use bobbin_core::text::{FileMoves, FileName, Location};
use bobbin_core::view::{
    Completion, Converted, Form, Hover, IncludeWord, ItemAction, Link, Meaning, Outline, Resolved,
    ViewKind,
};
use bobbin_core::{Document, FileBytes, Language};

/// The fixed facts about the language.
pub const INFO: Language = Language {
    name: "coil-target",
    title: "COIL target configuration",
    parse: |input| Box::new(parse(input)),
    extensions: includes::EXTENSIONS,
    comment: "#",
    views: &[ViewKind::Form, ViewKind::Resolved],
    conversions: convert::CONVERSIONS,
    templates: templates::TEMPLATES,
    codes: diagnostics::CODES,
    // coil.md#hardware-text-grammar; CR alone ends a line, too (coil.md#target-lines)
    file_bytes: FileBytes::Utf8 { lone_cr_ends_line: true },
    wizard: Some(wizard),
    binary: None,
};

impl Document for File {
    fn info(&self) -> &'static Language {
        &INFO
    }

    fn token_ranges(&self) -> Vec<TextRange> {
        self.token_ranges()
    }

    fn highlights(&self) -> Vec<Highlight> {
        highlight::highlights(self)
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        check::check(self)
    }

    fn fixes_elsewhere(&self, finding: &Diagnostic) -> Vec<LabelledChange> {
        fixes_elsewhere::fixes(self, finding)
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

    fn missing_files(&self) -> Vec<String> {
        self.config().missing_files()
    }

    fn absent_files(&self) -> Vec<String> {
        self.config().absent_files()
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

    fn links(&self) -> Vec<Link> {
        navigation::links(self)
    }

    fn includes(&self) -> Vec<IncludeWord> {
        navigation::includes(self)
    }

    fn names_of_files(&self, moves: &FileMoves) -> Result<Vec<FileName>, Refusal> {
        navigation::names_of_files(self, moves)
    }

    fn convert(&self, id: &str) -> Result<Converted, Refusal> {
        convert::convert(self, id)
    }

    fn item_at(&self, at: TextSize) -> Option<ItemPath> {
        items::item_at(self, at)
    }

    fn form(&self, item: &ItemPath) -> Option<Form> {
        form::form(self, item)
    }

    fn additions(&self) -> Vec<ItemAction> {
        outline::additions(self)
    }

    fn resolved(&self) -> Option<Resolved> {
        Some(resolve::resolved(self))
    }

    fn meaning(&self) -> Option<Meaning> {
        Some(resolve::meaning_of(self))
    }

    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal> {
        edit::plan(self, command)
    }
}
