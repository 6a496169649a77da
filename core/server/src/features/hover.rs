//! Answers the request `textDocument/hover`.

use bobbin_protocol as protocol;

use crate::{Analysis, lsp};

/// Returns the documentation of a place.
pub(crate) fn hover(analysis: &Analysis, at: protocol::Position) -> Option<lsp::Hover> {
    let (range, text) = analysis.hover(at)?;
    Some(lsp::Hover { contents: lsp::MarkupContent::markdown(text), range })
}
