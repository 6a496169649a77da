//! Answers for clients that do not take the usual shapes.

use serde_json::json;
use serde_json::value::RawValue;

use super::params::{DocumentParams, PlaceParams};
use super::plain::plain;
use super::symbols;
use crate::features::{self, kind_of_symbol};
use crate::rpc::{self, RpcError};
use crate::{Analysis, Server, lsp};

impl Server {
    /// Answers `textDocument/hover` without marks.
    pub(super) fn plain_hover(
        &self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        let PlaceParams { text_document, position } = rpc::params(method, raw)?;
        let analysis = self.analysis(&text_document.uri)?;
        let mut hover = analysis.and_then(|it| features::hover(it, position));
        if let Some(it) = &mut hover {
            it.contents.make_plain(plain);
        }
        rpc::result(&hover)
    }

    /// Answers `textDocument/completion` with documentation without marks.
    pub(super) fn plain_completions(
        &mut self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        let PlaceParams { text_document, position } = rpc::params(method, raw)?;
        let mut list = self.completions(&text_document.uri, position)?;
        for it in list.iter_mut().flat_map(|it| &mut it.items) {
            if let Some(documentation) = &mut it.documentation {
                documentation.make_plain(plain);
            }
        }
        rpc::result(&list)
    }

    /// Returns completions with their commands, or without them if the client has none.
    pub(crate) fn with_commands(&self, mut list: lsp::CompletionList) -> lsp::CompletionList {
        if self.native.takes.no_suggestions {
            list.items.iter_mut().for_each(|it| it.command = None);
        }
        list
    }

    /// Answers `textDocument/documentSymbol` with a list, LSP's `SymbolInformation`.
    pub(super) fn flat_symbols(
        &self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        let DocumentParams { text_document } = rpc::params(method, raw)?;
        let uri = &text_document.uri;
        let list = |analysis: &Analysis| {
            let symbols = symbols::of(analysis).into_iter();
            let symbols = symbols.map(|it| {
                json!({
                    "name": it.name,
                    "kind": kind_of_symbol(it.kind),
                    "containerName": it.container,
                    "location": { "uri": uri, "range": it.range },
                })
            });
            symbols.collect::<Vec<_>>()
        };
        rpc::result(&self.analysis(uri)?.map(list))
    }
}
