//! Answers the request `textDocument/documentSymbol`.

use bobbin_core::text::LineIndex;
use bobbin_core::view::{OutlineEntry, OutlineKind};

use crate::convert::MAX_DEPTH;
use crate::{Analysis, lsp};

/// Returns the outline as a tree. LSP wants children inside: what belongs to an item and lies elsewhere
/// stands beside it.
pub(crate) fn document_symbols(analysis: &Analysis) -> Vec<lsp::DocumentSymbol> {
    let entries = &analysis.snapshot().outline().entries;
    symbols(entries.iter().collect(), analysis.lines(), 0)
}

fn symbols(
    entries: Vec<&OutlineEntry>,
    lines: &LineIndex,
    depth: usize,
) -> Vec<lsp::DocumentSymbol> {
    let mut res = Vec::with_capacity(entries.len());
    for it in entries.into_iter().filter(|_| depth < MAX_DEPTH) {
        let is_inside = |child: &&OutlineEntry| it.range.contains_range(child.range);
        let (inside, beside) = it.children.iter().partition(is_inside);
        let children = symbols(inside, lines, depth + 1);
        res.push(symbol(it, lines, children));
        res.extend(symbols(beside, lines, depth + 1));
    }
    res
}

fn symbol(
    it: &OutlineEntry,
    lines: &LineIndex,
    children: Vec<lsp::DocumentSymbol>,
) -> lsp::DocumentSymbol {
    // LSP wants a name that is not empty, and a selection inside the range.
    let name = if it.name.trim().is_empty() { "(no name)" } else { &it.name };
    let selection = it.range.intersect(it.name_range).unwrap_or(it.range);
    lsp::DocumentSymbol {
        name: name.to_owned(),
        detail: it.detail.clone(),
        kind: kind_of_symbol(it.kind),
        range: lines.range(it.range),
        selection_range: lines.range(selection),
        children,
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
