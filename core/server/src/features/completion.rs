//! Answers the request `textDocument/completion`.

use bobbin_core::syntax::TokenClass;
use bobbin_core::text::slice;
use bobbin_protocol as protocol;

use crate::{Analysis, lsp};

/// Returns true if words at a place may be names of files: in lines that include one, which the languages
/// spell alike.
pub(crate) fn is_about_files(analysis: &Analysis, at: protocol::Position) -> bool {
    let start = protocol::Position { character: 0, ..at };
    let range = protocol::Range { start, end: at };
    let text = &analysis.snapshot().input().text;
    slice(text, analysis.lines().offsets(range)).contains("include")
}

/// Words that could stand at a place.
pub(crate) fn completions(analysis: &Analysis, at: protocol::Position) -> lsp::CompletionList {
    let lines = analysis.lines();
    let words = analysis.snapshot().document().completions(lines.offset(at));
    let items = words.into_iter().enumerate().map(|(n, it)| lsp::CompletionItem {
        kind: kind(it.class),
        detail: it.detail,
        documentation: (!it.documentation.is_empty())
            .then(|| lsp::MarkupContent::markdown(it.documentation)),
        // The language's order is meant; without this, clients sort by label.
        sort_text: format!("{n:05}"),
        command: is_unfinished(&it.insert).then_some(lsp::ClientCommand::SUGGEST),
        text_edit: protocol::Replacement { range: lines.range(it.range), text: it.insert },
        label: it.label,
    });
    lsp::CompletionList { is_incomplete: false, items: items.collect() }
}

/// Returns true if more has to stand behind what is written, as behind `key = `.
fn is_unfinished(insert: &str) -> bool {
    insert.ends_with([' ', '(', '.', ':', '{'])
}

/// Returns the nearest of LSP's kinds.
fn kind(class: TokenClass) -> lsp::CompletionItemKind {
    match class {
        TokenClass::Keyword | TokenClass::Operator | TokenClass::Flag => {
            lsp::CompletionItemKind::Keyword
        }
        TokenClass::Section => lsp::CompletionItemKind::Module,
        TokenClass::Type => lsp::CompletionItemKind::Class,
        TokenClass::Name => lsp::CompletionItemKind::Variable,
        TokenClass::Port => lsp::CompletionItemKind::Interface,
        TokenClass::Key => lsp::CompletionItemKind::Property,
        TokenClass::Number | TokenClass::Value => lsp::CompletionItemKind::Value,
        TokenClass::Constant => lsp::CompletionItemKind::EnumMember,
        TokenClass::Macro => lsp::CompletionItemKind::Constant,
        TokenClass::Comment | TokenClass::Description | TokenClass::Unknown => {
            lsp::CompletionItemKind::Text
        }
    }
}
