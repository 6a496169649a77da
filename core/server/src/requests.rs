//! Dispatch of the requests. Here are those that read: what an open file shows. The others are those of
//! `Server::use_tool`.

use bobbin_protocol as protocol;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::features::{self, Target};
use crate::rpc::{self, RpcError};
use crate::{Analysis, Server, convert, files};

/// The requests and notifications beyond LSP that are understood; `initialize` tells them to the client.
pub(crate) const METHODS: &[&str] = &[
    protocol::Languages::METHOD,
    protocol::ViewParams::METHOD,
    protocol::Includes::METHOD,
    protocol::IncludeParams::METHOD,
    protocol::PlanParams::METHOD,
    protocol::CatalogueParams::METHOD,
    protocol::AdditionsParams::METHOD,
    protocol::CompileParams::METHOD,
    protocol::ConvertParams::METHOD,
    protocol::HostParams::METHOD,
    protocol::OpenParams::METHOD,
    protocol::DecompileParams::METHOD,
    protocol::EncodeParams::METHOD,
    #[cfg(feature = "picture")]
    protocol::PictureParams::METHOD,
];

/// Answers a request that does not read, in a program that fetches this later.
#[cfg(feature = "late")]
pub(crate) static TOOLS: std::sync::OnceLock<Request> = std::sync::OnceLock::new();

/// Answers a request with its result as JSON.
#[cfg(feature = "late")]
type Request = fn(&mut Server, &str, Option<&RawValue>) -> Result<String, RpcError>;

/// The requests that are answered without further tools.
pub(crate) const OF_READING: [&str; 16] = [
    "initialize",
    "shutdown",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/documentLink",
    protocol::Languages::METHOD,
    protocol::ViewParams::METHOD,
    protocol::Includes::METHOD,
    protocol::IncludeParams::METHOD,
    protocol::CatalogueParams::METHOD,
    protocol::AdditionsParams::METHOD,
    protocol::OpenParams::METHOD,
    protocol::OwnBytesParams::METHOD,
    protocol::EncodeParams::METHOD,
];

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentParams {
    pub(crate) text_document: Identifier,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Identifier {
    pub(crate) uri: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RangeParams {
    text_document: Identifier,
    range: protocol::Range,
}

impl Server {
    /// Answers a request with its result as JSON.
    pub(crate) fn request(
        &mut self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        if let Some(answer) = self.native_request(method, raw) {
            return answer;
        }
        #[cfg(feature = "picture")]
        if method == protocol::PictureParams::METHOD {
            return self.picture(method, raw);
        }
        if !OF_READING.contains(&method) {
            return self.with_tools(method, raw);
        }
        match method {
            "initialize" => self.initialize(raw),
            "shutdown" => self.shutdown(),
            "textDocument/semanticTokens/full" => {
                let it: DocumentParams = rpc::params(method, raw)?;
                let analysis = self.analysis(&it.text_document.uri)?;
                rpc::result(&analysis.map(|it| features::semantic_tokens(it, None)))
            }
            "textDocument/semanticTokens/range" => {
                let RangeParams { text_document, range } = rpc::params(method, raw)?;
                let analysis = self.analysis(&text_document.uri)?;
                rpc::result(&analysis.map(|it| features::semantic_tokens(it, Some(range))))
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
            "textDocument/documentLink" => {
                let it: DocumentParams = rpc::params(method, raw)?;
                let (analysis, target) = self.target(&it.text_document.uri)?;
                rpc::result(&analysis.map(|analysis| features::document_links(analysis, &target)))
            }
            protocol::Languages::METHOD => rpc::result(&files::languages()),
            protocol::ViewParams::METHOD => {
                let it: protocol::ViewParams = rpc::params(method, raw)?;
                let document = self.document(&it.uri)?;
                let view = |analysis: &Analysis| {
                    let settings = it.settings.unwrap_or_default();
                    analysis.view(it.view, it.item, it.at, settings, &it.options)
                };
                rpc::result(&protocol::ViewResult {
                    version: document.version,
                    view: document.analysis.as_ref().and_then(view),
                })
            }
            protocol::Includes::METHOD => rpc::result(&features::includes(&self.documents)),
            protocol::IncludeParams::METHOD => {
                let it: protocol::IncludeParams = rpc::params(method, raw)?;
                let documents = &self.documents;
                let include = |analysis| features::include(documents, &it.uri, analysis, it.line);
                rpc::result(&self.analysis(&it.uri)?.and_then(include))
            }
            protocol::CatalogueParams::METHOD => {
                let it: protocol::CatalogueParams = rpc::params(method, raw)?;
                let renewed = self.documents.renewed(&it.uri);
                let analysis = renewed.as_deref().or(self.analysis(&it.uri)?);
                rpc::result(&analysis.and_then(Analysis::catalogue))
            }
            protocol::AdditionsParams::METHOD => {
                let it: protocol::AdditionsParams = rpc::params(method, raw)?;
                rpc::result(&self.analysis(&it.uri)?.map(Analysis::additions).unwrap_or_default())
            }
            protocol::OpenParams::METHOD => {
                let it: protocol::OpenParams = rpc::params(method, raw)?;
                rpc::result(&files::open(&it.name, &rpc::bytes(method, &it.data)?))
            }
            protocol::EncodeParams::METHOD => {
                let it: protocol::EncodeParams = rpc::params(method, raw)?;
                let data = convert::base64(&files::encode(&it.text, it.encoding));
                rpc::result(&protocol::EncodeResult { data })
            }
            protocol::OwnBytesParams::METHOD => self.own_bytes(method, raw),
            _ => Err(RpcError::method_not_found(method)),
        }
    }

    #[cfg(feature = "late")]
    #[expect(clippy::panic, reason = "the program says before a message what it needs")]
    fn with_tools(&mut self, method: &str, raw: Option<&RawValue>) -> Result<String, RpcError> {
        let answer = TOOLS.get().unwrap_or_else(|| panic!("the tools are not installed"));
        answer(self, method, raw)
    }

    #[cfg(not(feature = "late"))]
    fn with_tools(&mut self, method: &str, raw: Option<&RawValue>) -> Result<String, RpcError> {
        self.use_tool(method, raw)
    }

    /// Returns the analysis of a document, and the way in which the answer names the documents it
    /// speaks of.
    pub(crate) fn target<'a>(
        &'a self,
        uri: &'a str,
    ) -> Result<(Option<&'a Analysis>, Target<'a>), RpcError> {
        let target = Target {
            uri,
            documents: &self.documents,
            takes_document_changes: self.client.takes_document_changes,
        };
        Ok((self.analysis(uri)?, target))
    }
}
