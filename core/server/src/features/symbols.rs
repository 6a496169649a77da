//! Answers the request `textDocument/documentSymbol`.

use bobbin_core::text::LineIndex;
use bobbin_core::view::{OutlineEntry, OutlineKind};

use crate::convert::MAX_DEPTH;
use crate::{Analysis, lsp};

/// Returns the outline as a tree.
pub(crate) fn document_symbols(analysis: &Analysis) -> Vec<lsp::DocumentSymbol> {
    symbols(&analysis.snapshot().outline().entries, analysis.lines(), 0)
}

fn symbols(entries: &[OutlineEntry], lines: &LineIndex, depth: usize) -> Vec<lsp::DocumentSymbol> {
    if depth >= MAX_DEPTH {
        return Vec::new();
    }
    entries.iter().map(|it| symbol(it, lines, depth)).collect()
}

fn symbol(it: &OutlineEntry, lines: &LineIndex, depth: usize) -> lsp::DocumentSymbol {
    // LSP wants a name that is not empty, and a selection inside the range.
    let name = if it.name.trim().is_empty() { "(no name)" } else { &it.name };
    let selection = it.range.intersect(it.name_range).unwrap_or(it.range);
    lsp::DocumentSymbol {
        name: name.to_owned(),
        detail: it.detail.clone(),
        kind: kind_of_symbol(it.kind),
        range: lines.range(it.range),
        selection_range: lines.range(selection),
        children: symbols(&it.children, lines, depth + 1),
    }
}

/// Returns the nearest of LSP's kinds, which are those of programming languages.
pub(crate) fn kind_of_symbol(kind: OutlineKind) -> lsp::SymbolKind {
    match kind {
        OutlineKind::Section => lsp::SymbolKind::Namespace,
        OutlineKind::Unit => lsp::SymbolKind::Class,
        OutlineKind::Group => lsp::SymbolKind::Module,
        OutlineKind::Connection => lsp::SymbolKind::Event,
        OutlineKind::Key => lsp::SymbolKind::Property,
        OutlineKind::Table => lsp::SymbolKind::Array,
        OutlineKind::Include => lsp::SymbolKind::File,
        OutlineKind::Port => lsp::SymbolKind::Interface,
    }
}
