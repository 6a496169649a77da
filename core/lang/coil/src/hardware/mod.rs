//! COIL hardware configurations: a text, and the binary it stands for.
//!
//! The language on one page: `README.md` beside this file.

mod ast;

pub mod binary;

mod bytes;

pub(crate) mod capabilities;

mod check;

mod completion;

mod convert;

mod decompile;

mod diagnostics;

mod edit;

mod file;

mod folding;

mod form;

mod format;

mod highlight;

mod hover;

mod items;

mod lower;

pub mod machine;

pub mod model;

mod navigation;

mod occurrences;

mod outline;

mod own_bytes;

mod print;

mod query;

mod rename;

mod resolve;

mod rows;

pub(crate) mod sections;

pub(crate) mod source_map;

pub(crate) mod tables;

mod templates;

mod token;

mod typed_size;

pub(crate) mod value;

pub use binary::compare::compare_binaries;
pub use decompile::{decompile, decompile_all, salvage};
pub use file::{File, parse};
pub use own_bytes::own_bytes;
pub use print::print as print_model;
pub(crate) use print::{flag_words, register};
pub use query::Records;

use text_size::{TextRange, TextSize};

use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::{Command, ItemPath, Refusal, SourceChange, TextEdit};
use bobbin_core::syntax::Highlight;
use bobbin_core::text::Location;
use bobbin_core::view::{
    Compiled, Completion, ConversionChoice, Converted, Form, Hover, ItemAction, Meaning, Outline,
    QueryHit, Resolved, ViewKind,
};
use bobbin_core::{BinaryForm, Document, FileBytes, Language};

/// The fixed facts about the language.
pub const INFO: Language = Language {
    name: "coil-hardware",
    title: "COIL hardware configuration",
    parse: |input| Box::new(parse(input)),
    extensions: &[".coilcfg.txt"],
    comment: ";",
    views: &[ViewKind::Bytes, ViewKind::Form, ViewKind::Resolved],
    conversions: convert::CONVERSIONS,
    templates: templates::TEMPLATES,
    codes: diagnostics::CODES,
    // coil.md#validator-codes `E_ENCODING`
    file_bytes: FileBytes::Utf8 { lone_cr_ends_line: false },
    wizard: None,
    binary: Some(&BinaryForm {
        decompile,
        salvage,
        own_bytes,
        compare: compare_binaries,
        convert: convert::convert_binary,
        describe: machine::describe,
    }),
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
        items::item_at(self, at)
    }

    fn form(&self, item: &ItemPath) -> Option<Form> {
        form::form(self, item)
    }

    fn additions(&self) -> Vec<ItemAction> {
        outline::additions(self)
    }

    fn compile(&self) -> Option<Result<Compiled, Refusal>> {
        Some(bytes::compile(self))
    }

    fn compile_compressed(&self) -> Option<Result<Compiled, Refusal>> {
        Some(bytes::compile_compressed(self))
    }

    fn resolved(&self) -> Option<Resolved> {
        Some(resolve::resolved(self, usize::MAX).0)
    }

    fn first_resolved(&self, most: usize) -> Option<(Resolved, usize)> {
        Some(resolve::resolved(self, most))
    }

    fn meaning(&self) -> Option<Meaning> {
        Some(resolve::meaning(self))
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

    fn convert(&self, id: &str) -> Result<Converted, Refusal> {
        convert::convert(self, id)
    }

    fn conversion_choices(&self, id: &str) -> Vec<ConversionChoice> {
        convert::choices(self, id)
    }

    fn query(&self, path: &str) -> Result<Vec<QueryHit>, Refusal> {
        query::query(self, path)
    }

    fn query_completions(&self, path: &str) -> Vec<String> {
        query::completions(self, path)
    }

    fn plan_bytes(&self, offset: u32, bytes: &[u8]) -> Result<SourceChange, Refusal> {
        edit::bytes::plan(self, offset, bytes)
    }

    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal> {
        edit::plan(self, command)
    }
}
