//! The standard requests of LSP.

mod code_action;
mod completion;
mod diagnostics;
mod folding;
mod hover;
mod semantic_tokens;
mod symbols;

pub(crate) use code_action::{Target, code_actions};
pub(crate) use completion::completions;
pub(crate) use diagnostics::lsp_diagnostics;
pub(crate) use folding::folding_ranges;
pub(crate) use hover::hover;
pub(crate) use semantic_tokens::{LEGEND, semantic_tokens};
pub(crate) use symbols::document_symbols;
