//! COIL hardware configurations: a text, and the binary it stands for.

pub mod ast;

pub mod binary;

pub mod capabilities;

mod complete;

mod convert;

mod decompile;

mod diagnostics;

mod edit;

mod form;

mod form_tables;

mod format;

mod highlight;

mod hover;

mod items;

mod lower;

pub mod machine;

pub mod model;

mod own_bytes;

mod places;

mod print;

mod query;

mod rows;

pub(crate) mod sections;

pub(crate) mod source_map;

pub mod tables;

mod templates;

pub mod token;

mod typed_size;

pub(crate) mod value;

#[cfg(test)]
mod tests;

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused, missing_docs)]
    grammar,
    "/hardware/grammar.rs"
);

use std::borrow::Cow;

use text_size::{TextRange, TextSize};

use ast::Item;
pub use binary::compare::{BinaryComparison, compare_binaries};
pub use binary::decode::DecodeError;
use binary::format::FLAG_COMPRESSED;
use bobbin_core::diagnostics::{Diagnostic, Severity, sort};
use bobbin_core::edit::{Command, ItemPath, Refusal, SourceChange, TextEdit};
use bobbin_core::syntax::{Highlight, Recovered, TokenIdx, TokenSpan, TokenTable};
use bobbin_core::text::{Location, slice};
use bobbin_core::view::{
    Bytes, Compiled, Completion, ConversionChoice, Converted, Form, Hover, ItemAction, Outline,
    QueryHit, Resolved, ViewKind,
};
use bobbin_core::{Document, FileBytes, Input, LanguageInfo};
pub use decompile::{Decompiled, decompile, decompile_all};
use lower::{Lowered, Rigour};
pub use own_bytes::{OwnBytes, own_bytes};
pub(crate) use print::flag_words;
pub use print::print as print_model;
use sections::Sections;
use token::TokenKind;

/// What is fixed for the language.
pub static INFO: LanguageInfo = LanguageInfo {
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
};

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
    (items, errors)
}

impl File {
    fn text(&self) -> &str {
        &self.input.text
    }

    fn syntax_diagnostic(&self, it: &Recovered<TokenKind>) -> Diagnostic {
        let range = it.range(&self.tokens);
        let text = slice(self.text(), range);
        match it.found {
            Some((_, TokenKind::Unknown)) if text.starts_with('#') => {
                diagnostics::hash_line(range, TextRange::at(range.start(), TextSize::new(1)))
            }
            Some((at, TokenKind::Unknown)) if at == it.span.start => {
                diagnostics::syntax(range, None)
            }
            Some((_, TokenKind::Unknown)) => {
                diagnostics::syntax(range, Some("the end of the line behind `]`"))
            }
            Some((_, TokenKind::Equals)) => diagnostics::syntax(range, Some("a key before `=`")),
            Some((at, TokenKind::LineEnd)) => {
                // A line end is drawn at the end of what stands before it.
                let start = self.tokens.range(at).start();
                let line = self.tokens.range(it.span.start).start();
                let before = slice(self.text(), TextRange::new(line, start)).trim_end();
                let range = TextRange::at(line, bobbin_core::text::len(before));
                let missing = bobbin_core::syntax::expected_phrase(&it.expected);
                diagnostics::syntax(range, missing.as_deref())
            }
            _ => {
                let missing = bobbin_core::syntax::expected_phrase(&it.expected);
                diagnostics::syntax(range, missing.as_deref())
            }
        }
    }

    /// What the text says, and where.
    pub(crate) fn lowered(&self) -> &Lowered {
        &self.lowered
    }

    /// The first comment, if there is one.
    pub(crate) fn first_comment(&self) -> Option<TextRange> {
        let comment = self.tokens.iter().find(|it| it.1 == TokenKind::Comment);
        comment.map(|(idx, _)| self.tokens.range(idx))
    }

    /// The first error in the order of the text, which keeps the text from being compiled.
    fn first_error(&self) -> Option<Diagnostic> {
        self.diagnostics().into_iter().find(|it| it.code.severity == Severity::Error)
    }
}

impl Document for File {
    fn info(&self) -> &'static LanguageInfo {
        &INFO
    }

    fn token_ranges(&self) -> Vec<TextRange> {
        self.tokens.iter().map(|(idx, _)| self.tokens.range(idx)).collect()
    }

    fn highlights(&self) -> Vec<Highlight> {
        self.colours()
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut res = self.lowered.diagnostics.clone();
        res.extend(self.errors.iter().map(|it| self.syntax_diagnostic(it)));
        if let Some(at) = self.input.files.utf8_fault(&self.input.path) {
            let rest = slice(self.text(), TextRange::new(at, bobbin_core::text::len(self.text())));
            let size = rest.chars().next().map_or(TextSize::new(0), TextSize::of);
            res.push(diagnostics::not_utf8(TextRange::at(at, size)));
        }
        sort(&mut res);
        res
    }

    fn outline(&self) -> Outline {
        self.outline_tree()
    }

    fn folds(&self) -> Vec<TextRange> {
        self.fold_ranges()
    }

    fn hover(&self, at: TextSize) -> Option<Hover> {
        self.hover_at(at)
    }

    fn completions(&self, at: TextSize) -> Vec<Completion> {
        self.completions_at(at)
    }

    fn item_at(&self, at: TextSize) -> Option<ItemPath> {
        self.item_at_offset(at)
    }

    fn form(&self, item: &ItemPath) -> Option<Form> {
        self.form_of(item)
    }

    fn additions(&self) -> Vec<ItemAction> {
        self.text_additions()
    }

    fn compile(&self) -> Option<Result<Compiled, Refusal>> {
        Some(self.compiled())
    }

    fn compile_compressed(&self) -> Option<Result<Compiled, Refusal>> {
        Some(self.compiled_as(Packing::Compressed))
    }

    fn resolved(&self) -> Option<Resolved> {
        Some(self.resolved_rows(usize::MAX).0)
    }

    fn first_resolved(&self, most: usize) -> Option<(Resolved, usize)> {
        Some(self.resolved_rows(most))
    }

    fn definition(&self, at: TextSize) -> Vec<Location> {
        self.declarations(at)
    }

    fn references(&self, at: TextSize) -> Vec<Location> {
        self.uses(at)
    }

    fn renamable(&self, at: TextSize) -> Option<TextRange> {
        self.name_at(at)
    }

    fn rename(&self, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
        self.renamed(at, name)
    }

    fn format(&self) -> Option<TextEdit> {
        Some(self.layout_edit())
    }

    fn convert(&self, id: &str) -> Result<Converted, Refusal> {
        self.converted(id)
    }

    fn conversion_choices(&self, id: &str) -> Vec<ConversionChoice> {
        self.choices_of_conversion(id)
    }

    fn query(&self, path: &str) -> Result<Vec<QueryHit>, Refusal> {
        self.hits(path)
    }

    fn query_completions(&self, path: &str) -> Vec<String> {
        self.path_completions(path)
    }

    fn plan_bytes(&self, offset: u32, bytes: &[u8]) -> Result<SourceChange, Refusal> {
        self.plan_new_bytes(offset, bytes)
    }

    fn plan(&self, command: &Command) -> Result<SourceChange, Refusal> {
        self.plan_command(command)
    }
}

/// Whether a binary is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    /// If the text has the flag.
    AsWritten,
    /// Whatever the text says.
    Compressed,
}

impl File {
    fn compiled(&self) -> Result<Compiled, Refusal> {
        self.compiled_as(Packing::AsWritten)
    }

    fn compiled_as(&self, packing: Packing) -> Result<Compiled, Refusal> {
        if let Some(error) = self.first_error() {
            return Err(Refusal { reason: error.message, at: Some(error.range) });
        }
        let mut model = Cow::Borrowed(&self.lowered.model);
        if packing == Packing::Compressed {
            model.to_mut().flags |= FLAG_COMPRESSED;
        }
        let encoded = binary::encode::encode(&model)
            .map_err(|_| Refusal::bad_value("the binary would be larger than 4 GiB"))?;
        let (fields, bit_names) = binary::byte_map::fields(&model, &self.lowered.sources, &encoded);
        let file_name = file_name(&self.input.path);
        Ok(Compiled { file_name, bytes: Bytes { data: encoded.data, fields, bit_names } })
    }
}

/// `box.coilcfg` for `some/box.coilcfg.txt`.
fn file_name(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.strip_suffix(".txt").unwrap_or(name);
    let stem = stem.strip_suffix(".coilcfg").unwrap_or(stem);
    let stem = if stem.is_empty() { "configuration" } else { stem };
    format!("{stem}.coilcfg")
}
