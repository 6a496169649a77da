//! Answers the request `textDocument/foldingRange`.

use crate::{Analysis, lsp};

/// Stretches of several lines, whole lines each.
pub(crate) fn folding_ranges(analysis: &Analysis) -> Vec<lsp::FoldingRange> {
    let folds = analysis.snapshot().document().folds().into_iter().filter_map(|it| {
        let range = analysis.lines().range(it);
        // A stretch that ends with a line end has nothing of the line behind it.
        let end_line = match range.end.character {
            0 => range.end.line.saturating_sub(1),
            _ => range.end.line,
        };
        let start_line = range.start.line;
        (end_line > start_line).then_some(lsp::FoldingRange { start_line, end_line })
    });
    folds.collect()
}
