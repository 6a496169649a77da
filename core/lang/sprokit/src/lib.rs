//! KWIVER pipelines and clusters.

mod ast;
mod capacity;
mod catalogue;
mod check;
mod comments;
mod completion;
mod convert;
mod copies;
mod deciding;
mod diagnostics;
mod edges;
mod edit;
mod file;
mod file_names;
mod fixes_elsewhere;
mod folding;
mod form;
mod format;
mod graph;
mod highlight;
mod hover;
mod inside;
mod instances;
mod items;
mod key_parts;
mod key_words;
mod lexer;
mod library;
mod lower;
mod macro_sources;
mod macros;
mod missing_files;
mod model;
mod navigation;
mod network;
mod notes;
mod numbers;
mod occurrences;
mod outline;
mod palette;
mod refactoring;
mod relative_paths;
mod rename;
mod resolve;
mod resolved;
mod scalars;
mod source;
mod symbols;
mod templates;
mod token;
mod wires;
mod workspace;

pub use self::file::File;

use text_size::{TextRange, TextSize};

use bobbin_core::diagnostics::{Diagnostic, Fix};
use bobbin_core::edit::{
    Command, ItemPath, LabelledChange, Leftovers, Refusal, SourceChange, TextEdit,
};
use bobbin_core::syntax::Highlight;
use bobbin_core::text::{FileMoves, FileName, Location};
use bobbin_core::view::{
    Catalogue, Completion, Converted, Form, Graph, Hover, IncludeWord, ItemAction, Link, Meaning,
    Outline, Resolved, ResolvedRow, ViewKind,
};
use bobbin_core::{Document, FileBytes, Input, Language};

/// The facts about the language that hold for every text.
pub const INFO: Language = Language {
    name: file::NAME,
    title: "KWIVER pipeline",
    parse: |input| Box::new(parse(input)),
    extensions: file::EXTENSIONS,
    comment: "#",
    views: &[ViewKind::Graph, ViewKind::Form, ViewKind::Resolved],
    conversions: convert::CONVERSIONS,
    templates: templates::TEMPLATES,
    codes: diagnostics::CODES,
    file_bytes: FileBytes::Any,
    wizard: None,
    binary: None,
};

/// Parses a text with what it includes; never fails.
#[must_use]
pub fn parse(input: &Input) -> File {
    file::parse(input, library::gather)
}

impl Document for File {
    fn info(&self) -> &'static Language {
        &INFO
    }

    fn token_ranges(&self) -> Vec<TextRange> {
        highlight::token_ranges(self)
    }

    fn highlights(&self) -> Vec<Highlight> {
        highlight::highlights(self)
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        check::findings(self).to_vec()
    }

    fn graph(&self) -> Option<Graph> {
        Some(graph::graph(self, false))
    }

    fn expanded_graph(&self) -> Option<Graph> {
        Some(graph::graph(self, true))
    }

    fn catalogue(&self) -> Option<Catalogue> {
        Some(palette::catalogue(self))
    }

    fn additions(&self) -> Vec<ItemAction> {
        outline::additions()
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
        missing_files::missing(self)
    }

    fn searched_folders(&self) -> Vec<(String, &'static str)> {
        library::folders(&self.input().host).map(|it| (it.to_owned(), library::ENDING)).collect()
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
        Some(format::format(self))
    }

    fn refactorings(&self, range: TextRange) -> Vec<Fix> {
        refactoring::refactorings(self, range)
    }

    fn wider_refactorings(&self, range: TextRange) -> Vec<LabelledChange> {
        edit::wider_refactorings(self, range)
    }

    fn fixes_elsewhere(&self, finding: &Diagnostic) -> Vec<LabelledChange> {
        fixes_elsewhere::fixes(self, finding)
    }

    fn links(&self) -> Vec<Link> {
        navigation::links(self)
    }

    fn includes(&self) -> Vec<IncludeWord> {
        navigation::includes(self)
    }

    fn names_of_files(&self, moves: &FileMoves) -> Result<Vec<FileName>, Refusal> {
        file_names::names_of_files(self, moves)
    }

    fn item_at(&self, at: TextSize) -> Option<ItemPath> {
        items::item_at(self, at)
    }

    fn form(&self, item: &ItemPath) -> Option<Form> {
        form::form(self, item)
    }

    fn resolved(&self) -> Option<Resolved> {
        Some(resolved::resolved(self))
    }

    fn unset(&self) -> Vec<ResolvedRow> {
        resolved::unset(self)
    }

    fn meaning(&self) -> Option<Meaning> {
        Some(resolved::meaning(self))
    }

    fn convert(&self, id: &str) -> Result<Converted, Refusal> {
        convert::convert(self, id)
    }

    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal> {
        edit::plan(self, command)
    }

    fn plan_step(&self, command: &Command) -> Result<SourceChange, Refusal> {
        edit::plan_step(self, command)
    }

    fn left_behind(&self, after: &Input) -> Leftovers {
        edit::left_behind(self, after)
    }
}
