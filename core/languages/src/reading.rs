//! Documents whose reading is there before their tools.
//!
//! What a text says (diagnostics, views, colours) is needed once a file is open. What one does with
//! it (edits, conversions, completion, hovers, names) is needed when somebody does it, and is nearly
//! half of a language's code. Where a trait object of a language's own document is made, all of it
//! is needed; so the reading part makes one of these instead, and the other part knows how to look at
//! the file within as the whole document.

use std::sync::OnceLock;

use bobbin_core::diagnostics::{Diagnostic, Fix};
use bobbin_core::edit::{
    Command, ItemPath, LabelledChange, Leftovers, Refusal, SourceChange, TextEdit,
};
use bobbin_core::syntax::Highlight;
use bobbin_core::text::{FileMoves, FileName, Location};
use bobbin_core::view::{
    Catalogue, Compiled, Completion, ConversionChoice, Converted, Coverage, Form, Graph, Hover,
    IncludeWord, ItemAction, Link, Meaning, Outline, QueryHit, Resolved, ResolvedRow,
    SecondReading, Timeline, ViewQuery,
};
use bobbin_core::{Document, Input, Language};
use text_size::{TextRange, TextSize};

/// The tools of a language: looks at a file as the document with all functions.
pub(crate) type Tools<F> = OnceLock<fn(&F) -> &dyn Document>;

/// Ends the program rather than let it say something untrue.
#[expect(clippy::panic, reason = "no text of a user leads here")]
pub(crate) fn absent(language: &str) -> ! {
    panic!("the code of {language} is not installed")
}

/// A file that can be read, and whose tools may come later.
pub(crate) struct Reading<F: 'static> {
    file: F,
    info: &'static Language,
    tools: &'static Tools<F>,
}

impl<F> Reading<F> {
    pub(crate) fn new(file: F, info: &'static Language, tools: &'static Tools<F>) -> Reading<F> {
        Reading { file, info, tools }
    }

    fn whole(&self) -> &dyn Document {
        let whole = self.tools.get().unwrap_or_else(|| absent(self.info.name));
        whole(&self.file)
    }
}

// A method that is forgotten here would do for every language what it does for one without it.
#[deny(clippy::missing_trait_methods)]
impl<F: Document> Document for Reading<F> {
    fn info(&self) -> &'static Language {
        self.info
    }

    fn dialect(&self) -> Option<String> {
        self.file.dialect()
    }

    fn token_ranges(&self) -> Vec<TextRange> {
        self.file.token_ranges()
    }

    fn highlights(&self) -> Vec<Highlight> {
        self.file.highlights()
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        self.file.diagnostics()
    }

    fn outline(&self) -> Outline {
        self.file.outline()
    }

    fn folds(&self) -> Vec<TextRange> {
        self.file.folds()
    }

    fn links(&self) -> Vec<Link> {
        self.file.links()
    }

    fn includes(&self) -> Vec<IncludeWord> {
        self.file.includes()
    }

    fn missing_files(&self) -> Vec<String> {
        self.file.missing_files()
    }

    fn absent_files(&self) -> Vec<String> {
        self.file.absent_files()
    }

    fn searched_folders(&self) -> Vec<(String, &'static str)> {
        self.file.searched_folders()
    }

    fn item_at(&self, at: TextSize) -> Option<ItemPath> {
        self.file.item_at(at)
    }

    fn form(&self, item: &ItemPath) -> Option<Form> {
        self.file.form(item)
    }

    fn additions(&self) -> Vec<ItemAction> {
        self.file.additions()
    }

    fn graph(&self) -> Option<Graph> {
        self.file.graph()
    }

    fn expanded_graph(&self) -> Option<Graph> {
        self.file.expanded_graph()
    }

    fn catalogue(&self) -> Option<Catalogue> {
        self.file.catalogue()
    }

    fn resolved(&self) -> Option<Resolved> {
        self.file.resolved()
    }

    fn first_resolved(&self, most: usize) -> Option<(Resolved, usize)> {
        self.file.first_resolved(most)
    }

    fn unset(&self) -> Vec<ResolvedRow> {
        self.file.unset()
    }

    fn second_reading(&self) -> Option<SecondReading> {
        self.file.second_reading()
    }

    fn meaning(&self) -> Option<Meaning> {
        self.whole().meaning()
    }

    fn coverage(&self, query: &ViewQuery) -> Option<Coverage> {
        self.file.coverage(query)
    }

    fn timeline(&self, query: &ViewQuery) -> Option<Timeline> {
        self.file.timeline(query)
    }

    fn compile(&self) -> Option<Result<Compiled, Refusal>> {
        self.file.compile()
    }

    fn hover(&self, at: TextSize) -> Option<Hover> {
        self.whole().hover(at)
    }

    fn completions(&self, at: TextSize) -> Vec<Completion> {
        self.whole().completions(at)
    }

    fn definition(&self, at: TextSize) -> Vec<Location> {
        self.whole().definition(at)
    }

    fn references(&self, at: TextSize) -> Vec<Location> {
        self.whole().references(at)
    }

    fn renamable(&self, at: TextSize) -> Option<TextRange> {
        self.whole().renamable(at)
    }

    fn rename(&self, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
        self.whole().rename(at, name)
    }

    fn format(&self) -> Option<TextEdit> {
        self.whole().format()
    }

    fn refactorings(&self, range: TextRange) -> Vec<Fix> {
        self.whole().refactorings(range)
    }

    fn wider_refactorings(&self, range: TextRange) -> Vec<LabelledChange> {
        self.whole().wider_refactorings(range)
    }

    fn fixes_elsewhere(&self, finding: &Diagnostic) -> Vec<LabelledChange> {
        self.whole().fixes_elsewhere(finding)
    }

    fn names_of_files(&self, moves: &FileMoves) -> Result<Vec<FileName>, Refusal> {
        self.whole().names_of_files(moves)
    }

    fn compile_compressed(&self) -> Option<Result<Compiled, Refusal>> {
        self.whole().compile_compressed()
    }

    fn convert(&self, id: &str) -> Result<Converted, Refusal> {
        self.whole().convert(id)
    }

    fn conversion_choices(&self, id: &str) -> Vec<ConversionChoice> {
        self.whole().conversion_choices(id)
    }

    fn query(&self, path: &str) -> Result<Vec<QueryHit>, Refusal> {
        self.whole().query(path)
    }

    fn query_completions(&self, path: &str) -> Vec<String> {
        self.whole().query_completions(path)
    }

    fn plan_bytes(&self, offset: u32, bytes: &[u8]) -> Result<SourceChange, Refusal> {
        self.whole().plan_bytes(offset, bytes)
    }

    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal> {
        self.whole().plan(command)
    }

    fn left_behind(&self, after: &Input) -> Leftovers {
        self.whole().left_behind(after)
    }
}
