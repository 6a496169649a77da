//! The requests of people who do something with a text: edits, names, completion, hovers,
//! conversions. A program in parts has them, and what they need, in a part of their own.

use std::rc::Rc;

use bobbin_core::text::FileMoves;
use bobbin_protocol as protocol;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::features::{self, Wanted};
use crate::requests::{DocumentParams, Identifier};
use crate::rpc::{self, ErrorCode, RpcError};
use crate::{Analysis, Server, files, lsp, uri};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlaceParams {
    text_document: Identifier,
    position: protocol::Position,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReferenceParams {
    text_document: Identifier,
    position: protocol::Position,
    context: ReferenceContext,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReferenceContext {
    include_declaration: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RenameParams {
    text_document: Identifier,
    position: protocol::Position,
    new_name: String,
}

#[derive(Debug, Deserialize)]
struct RenameFilesParams {
    files: Vec<FileRename>,
}

/// A file or a folder that gets another name.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileRename {
    old_uri: String,
    new_uri: String,
}

/// LSP's `CodeActionParams` without the diagnostics that the client knows: the server knows them too.
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

/// Returns true if something gets a new name.
pub(crate) fn is_rename(plan: &protocol::PlanParams) -> bool {
    let is_rename = |it: &protocol::Command| matches!(it, protocol::Command::Rename { .. });
    std::iter::once(&plan.command).chain(&plan.then).any(is_rename)
}

impl Server {
    /// Answers one of these requests with its result as JSON.
    pub(crate) fn use_tool(
        &mut self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        match method {
            "textDocument/hover" => {
                let it: PlaceParams = rpc::params(method, raw)?;
                let analysis = self.analysis(&it.text_document.uri)?;
                rpc::result(&analysis.and_then(|analysis| features::hover(analysis, it.position)))
            }
            "textDocument/completion" => {
                let it: PlaceParams = rpc::params(method, raw)?;
                rpc::result(&self.completions(&it.text_document.uri, it.position)?)
            }
            "textDocument/definition" => {
                let it: PlaceParams = rpc::params(method, raw)?;
                let (_, target) = self.target(&it.text_document.uri)?;
                let analysis = self.documents.current(&it.text_document.uri);
                rpc::result(
                    &analysis.map(|analysis| features::definition(&analysis, &target, it.position)),
                )
            }
            "textDocument/references" => {
                let it: ReferenceParams = rpc::params(method, raw)?;
                let (_, target) = self.target(&it.text_document.uri)?;
                let with_declaration = it.context.include_declaration;
                // As a new name does, this reaches into what is not open.
                let closed = self.native.closed_paths(&self.documents);
                let analysis = self.documents.current_among(&it.text_document.uri, closed);
                rpc::result(&analysis.map(|analysis| {
                    features::references(&analysis, &target, it.position, with_declaration)
                }))
            }
            "textDocument/prepareRename" => {
                let it: PlaceParams = rpc::params(method, raw)?;
                self.document(&it.text_document.uri)?;
                let analysis = self.documents.current(&it.text_document.uri);
                // Of what cannot be changed nothing gets another name.
                let analysis = analysis.filter(|_| self.check_lines(&it.text_document.uri).is_ok());
                let place = |analysis| features::prepare_rename(&analysis, it.position);
                rpc::result(&analysis.and_then(place))
            }
            "textDocument/rename" => self.rename(&rpc::params(method, raw)?),
            "textDocument/formatting" => {
                let it: DocumentParams = rpc::params(method, raw)?;
                let analysis = self.analysis(&it.text_document.uri)?;
                let analysis = analysis.filter(|_| self.check_lines(&it.text_document.uri).is_ok());
                rpc::result(&analysis.and_then(Analysis::format))
            }
            "workspace/willRenameFiles" => self.will_rename_files(&rpc::params(method, raw)?),
            "textDocument/codeAction" => self.code_action(rpc::params(method, raw)?),
            protocol::PlanParams::METHOD => {
                let it: protocol::PlanParams = rpc::params(method, raw)?;
                let (document, analysis) = self.known(&it.uri)?;
                let uri_of = |path: &str| self.documents.uri_of(path, &it.uri);
                // A new name reaches into the other documents, and into what is not open.
                let closed = || self.native.closed_paths(&self.documents);
                let current = match is_rename(&it) {
                    true => self.documents.current_among(&it.uri, closed()).map(Rc::new),
                    false => self.documents.renewed(&it.uri),
                };
                let commands: Vec<_> = std::iter::once(it.command).chain(it.then).collect();
                let analysis = current.as_deref().unwrap_or(analysis);
                #[cfg(feature = "native")]
                let unlisted = self.among_unlisted(&it.uri, analysis, &commands);
                #[cfg(feature = "native")]
                let analysis = unlisted.as_ref().unwrap_or(analysis);
                let plan = analysis.plan_result(commands, document.version, uri_of);
                #[cfg(feature = "native")]
                let plan = self.sound_plan(&it.uri, plan);
                rpc::result(&self.documents.versioned(plan))
            }
            protocol::CompileParams::METHOD => {
                let it: protocol::CompileParams = rpc::params(method, raw)?;
                let (_, analysis) = self.known(&it.uri)?;
                rpc::result(&analysis.compile(it.compressed))
            }
            protocol::ConvertParams::METHOD => {
                let it: protocol::ConvertParams = rpc::params(method, raw)?;
                let (_, analysis) = self.known(&it.uri)?;
                rpc::result(&analysis.convert(&it.id))
            }
            protocol::DecompileParams::METHOD => {
                let it: protocol::DecompileParams = rpc::params(method, raw)?;
                rpc::result(&files::decompile(&it.name, &rpc::bytes(method, &it.data)?))
            }
            _ => self.inspect(method, raw),
        }
    }

    /// Returns the words that could stand at a place.
    pub(crate) fn completions(
        &mut self,
        uri: &str,
        at: protocol::Position,
    ) -> Result<Option<lsp::CompletionList>, RpcError> {
        // Files are asked for where a line includes one.
        let includes = |analysis| features::is_about_files(analysis, at);
        let around = self.analysis(uri)?.is_some_and(includes).then(|| {
            let language = self.documents.get(uri)?.language?;
            let paths = self.native.listed_paths(&self.documents, language);
            self.documents.among_own_kind(uri, paths)
        });
        let around = around.flatten();
        let analysis = around.as_ref().or(self.analysis(uri)?);
        let list = analysis.map(|analysis| features::completions(analysis, at));
        Ok(list.map(|it| self.with_commands(it)))
    }

    fn rename(&self, it: &RenameParams) -> Result<String, RpcError> {
        let uri = &it.text_document.uri;
        self.check_lines(uri)?;
        let (_, known) = self.known(uri)?;
        let (_, target) = self.target(uri)?;
        // Also what is not open keeps its meaning.
        let closed = self.native.closed_paths(&self.documents);
        let current = self.documents.current_among(uri, closed);
        let analysis = current.as_ref().unwrap_or(known);
        match features::rename(analysis, &target, it.position, &it.new_name) {
            Ok(edit) => self.check_places(&edit).and_then(|()| rpc::result(&edit)),
            Err(refusal) => Err(RpcError::new(ErrorCode::RequestFailed, refusal.reason)),
        }
    }

    fn will_rename_files(&mut self, it: &RenameFilesParams) -> Result<String, RpcError> {
        let paths = |it: &FileRename| (uri::path(&it.old_uri), uri::path(&it.new_uri));
        let moves = FileMoves::new(it.files.iter().map(paths));
        let closed = self.native.closed_naming_files(&self.documents);
        let takes_document_changes = self.client.takes_document_changes;
        match features::will_rename_files(&self.documents, &closed, &moves, takes_document_changes)
        {
            Ok((edit, notes)) => {
                let edit = self.sound_edit(edit);
                #[cfg(feature = "native")]
                self.native.warnings.extend(notes.iter().cloned());
                let is_empty = edit.is_none() && notes.is_empty();
                rpc::result(&(!is_empty).then_some(lsp::MovesEdit { edit, notes }))
            }
            Err(refusal) => Err(RpcError::new(ErrorCode::RequestFailed, refusal.reason)),
        }
    }

    fn code_action(&self, it: CodeActionParams) -> Result<String, RpcError> {
        let (analysis, target) = self.target(&it.text_document.uri)?;
        let renewed = self.documents.renewed(&it.text_document.uri);
        let analysis = renewed.as_deref().or(analysis);
        let wanted = Wanted {
            only: it.context.only,
            #[cfg(feature = "native")]
            makes_files: self.native.makes_files(),
        };
        let actions =
            |analysis: &Analysis| features::code_actions(analysis, &target, it.range, &wanted);
        let found = analysis.map(actions);
        #[cfg(feature = "native")]
        let found = self.sound_actions(&target, found, actions);
        rpc::result(&found.map(|it| it.all))
    }
}
