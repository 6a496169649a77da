//! The standard requests of LSP, and one that is as much about places.

mod code_action;
mod completion;
mod diagnostics;
mod edit;
#[cfg(test)]
mod fake;
mod folding;
mod hover;
mod includes;
mod moves;
mod places;
mod rename;
mod semantic_tokens;
mod symbols;

#[cfg(feature = "native")]
pub(crate) use code_action::Actions;
pub(crate) use code_action::{QUICK_FIX, REFACTORING, Wanted, code_actions};
pub(crate) use completion::{completions, is_about_files};
pub(crate) use diagnostics::lsp_diagnostics;
pub(crate) use edit::Target;
pub(crate) use folding::folding_ranges;
pub(crate) use hover::hover;
pub(crate) use includes::{include, includes};
pub(crate) use moves::will_rename_files;
pub(crate) use places::{definition, document_links, references};
pub(crate) use rename::{prepare_rename, rename};
pub(crate) use semantic_tokens::{LEGEND, semantic_tokens};
pub(crate) use symbols::document_symbols;
#[cfg(feature = "native")]
pub(crate) use symbols::kind_of_symbol;
