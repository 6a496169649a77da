//! Which request is answered by what.

use bobbin_protocol as protocol;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::documents::OpenDocument;
use crate::features::{self, Target};
use crate::rpc::{self, ErrorCode, RpcError};
use crate::{Analysis, Server, convert, files};

/// The requests beyond LSP; `initialize` tells them to the client.
pub(crate) const METHODS: [&str; 7] = [
    protocol::Languages::METHOD,
    protocol::ViewParams::METHOD,
    protocol::PlanParams::METHOD,
    protocol::CompileParams::METHOD,
    protocol::OpenParams::METHOD,
    protocol::DecompileParams::METHOD,
    protocol::EncodeParams::METHOD,
];

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DocumentParams {
    text_document: Identifier,
}

#[derive(Debug, Deserialize)]
struct Identifier {
    uri: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlaceParams {
    text_document: Identifier,
    position: protocol::Position,
}

/// LSP's `CodeActionParams` without the findings that the client knows: the server knows them too.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CodeActionParams {
    text_document: Identifier,
    range: protocol::Range,
    #[serde(default)]
    context: CodeActionContext,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CodeActionContext {
    only: Option<Vec<String>>,
}

impl Server {
    /// Answers a request with its result as JSON.
    pub(crate) fn request(
        &mut self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        match method {
            "initialize" => self.initialize(raw),
            "shutdown" => self.shutdown(),
            "textDocument/semanticTokens/full" => {
                let it: DocumentParams = rpc::params(method, raw)?;
                let tokens = self.analysis(&it.text_document.uri)?.map(features::semantic_tokens);
                rpc::result(&tokens)
            }
            "textDocument/documentSymbol" => {
                let it: DocumentParams = rpc::params(method, raw)?;
                let symbols = self.analysis(&it.text_document.uri)?.map(features::document_symbols);
                rpc::result(&symbols)
            }
            "textDocument/foldingRange" => {
                let it: DocumentParams = rpc::params(method, raw)?;
                let folds = self.analysis(&it.text_document.uri)?.map(features::folding_ranges);
                rpc::result(&folds)
            }
            "textDocument/hover" => {
                let it: PlaceParams = rpc::params(method, raw)?;
                let analysis = self.analysis(&it.text_document.uri)?;
                rpc::result(&analysis.and_then(|analysis| features::hover(analysis, it.position)))
            }
            "textDocument/completion" => {
                let it: PlaceParams = rpc::params(method, raw)?;
                let analysis = self.analysis(&it.text_document.uri)?;
                rpc::result(&analysis.map(|analysis| features::completions(analysis, it.position)))
            }
            "textDocument/codeAction" => self.code_action(rpc::params(method, raw)?),
            _ => self.request_beyond_lsp(method, raw),
        }
    }

    fn request_beyond_lsp(&self, method: &str, raw: Option<&RawValue>) -> Result<String, RpcError> {
        match method {
            protocol::Languages::METHOD => rpc::result(&files::languages()),
            protocol::ViewParams::METHOD => {
                let it: protocol::ViewParams = rpc::params(method, raw)?;
                let document = self.document(&it.uri)?;
                let view = |analysis: &Analysis| analysis.view(it.view, it.item, it.at);
                rpc::result(&protocol::ViewResult {
                    version: document.version,
                    view: document.analysis.as_ref().and_then(view),
                })
            }
            protocol::PlanParams::METHOD => {
                let it: protocol::PlanParams = rpc::params(method, raw)?;
                let (document, analysis) = self.known(&it.uri)?;
                let uri_of = |path: &str| self.documents.uri_of(path, &it.uri);
                rpc::result(&analysis.plan_result(it.command, document.version, uri_of))
            }
            protocol::CompileParams::METHOD => {
                let it: protocol::CompileParams = rpc::params(method, raw)?;
                let (_, analysis) = self.known(&it.uri)?;
                rpc::result(&analysis.compile())
            }
            protocol::OpenParams::METHOD => {
                let it: protocol::OpenParams = rpc::params(method, raw)?;
                rpc::result(&files::open(&it.name, &bytes(method, &it.data)?))
            }
            protocol::DecompileParams::METHOD => {
                let it: protocol::DecompileParams = rpc::params(method, raw)?;
                rpc::result(&files::decompile(&it.name, &bytes(method, &it.data)?))
            }
            protocol::EncodeParams::METHOD => {
                let it: protocol::EncodeParams = rpc::params(method, raw)?;
                let data = convert::base64(&files::encode(&it.text, it.encoding));
                rpc::result(&protocol::EncodeResult { data })
            }
            _ => Err(RpcError::method_not_found(method)),
        }
    }

    fn code_action(&self, it: CodeActionParams) -> Result<String, RpcError> {
        let uri = &it.text_document.uri;
        let document = self.document(uri)?;
        let wants_fixes = it.context.only.is_none_or(|only| {
            // A kind stands for all kinds below it; the empty kind for all.
            only.iter().any(|it| it.is_empty() || it == "quickfix")
        });
        let analysis = document.analysis.as_ref().filter(|_| wants_fixes);
        let target = Target {
            uri,
            version: document.version,
            takes_document_changes: self.client.takes_document_changes,
        };
        let uri_of = |path: &str| self.documents.uri_of(path, uri);
        rpc::result(
            &analysis.map(|analysis| features::code_actions(analysis, &target, it.range, uri_of)),
        )
    }

    fn document(&self, uri: &str) -> Result<&OpenDocument, RpcError> {
        self.documents.get(uri).ok_or_else(|| RpcError::not_open(uri))
    }

    /// What is known of a document; nothing if its language is not.
    fn analysis(&self, uri: &str) -> Result<Option<&Analysis>, RpcError> {
        Ok(self.document(uri)?.analysis.as_ref())
    }

    /// A document whose language is known.
    fn known(&self, uri: &str) -> Result<(&OpenDocument, &Analysis), RpcError> {
        let document = self.document(uri)?;
        let analysis = document.analysis.as_ref().ok_or_else(|| {
            let reason = format!("the language of `{uri}` is not known");
            RpcError::new(ErrorCode::InvalidParams, reason)
        })?;
        Ok((document, analysis))
    }
}

fn bytes(method: &str, data: &str) -> Result<Vec<u8>, RpcError> {
    convert::from_base64(data).ok_or_else(|| {
        let reason = format!("the parameters of `{method}` do not fit: `data` is not Base64");
        RpcError::new(ErrorCode::InvalidParams, reason)
    })
}
