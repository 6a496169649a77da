//! Dispatch of the requests of this part.

use std::collections::HashMap;

use bobbin_protocol as protocol;
use serde_json::value::RawValue;

use super::line_ends::is_still;
use super::params::{
    CallParams, DocumentParams, FoldersParams, Identifier, RangeParams, SymbolParams,
};
use super::report::{Extent, OF_WORKSPACE};
use super::state::Waiting;
use super::{hints, lenses};
use crate::features::{Actions, Target};
use crate::lsp::Disabled;
use crate::rpc::{self, RpcError};
use crate::{Analysis, Server, tools};

/// More files than anybody has of one name, with numbers behind it.
const MOST_IN_THE_WAY: usize = 50;

impl Server {
    /// Answers one of the requests of this part; `None` if it is another one.
    pub(crate) fn native_request(
        &mut self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Option<Result<String, RpcError>> {
        Some(match method {
            "textDocument/diagnostic" => self.pull(method, raw),
            OF_WORKSPACE => self.pull_workspace(method, raw),
            "textDocument/inlayHint" => self.inlay_hints(method, raw),
            "textDocument/codeLens" => self.code_lenses(method, raw),
            "textDocument/prepareCallHierarchy" => self.prepare_hierarchy(method, raw),
            "callHierarchy/incomingCalls" => {
                let includes = |it: CallParams| self.incoming(&it.item.uri);
                rpc::params(method, raw).and_then(|it| rpc::result(&includes(it)))
            }
            "callHierarchy/outgoingCalls" => {
                let included = |it: CallParams| self.outgoing(&it.item.uri);
                rpc::params(method, raw).and_then(|it| rpc::result(&included(it)))
            }
            "textDocument/references" => return self.includes_of_file_at(method, raw),
            "textDocument/documentHighlight" => self.occurrences(method, raw),
            "textDocument/selectionRange" => self.selections(method, raw),
            "textDocument/hover" if self.native.takes.plain_hovers => self.plain_hover(method, raw),
            "textDocument/completion" if self.native.takes.plain_completions => {
                self.plain_completions(method, raw)
            }
            "textDocument/documentSymbol" if self.native.takes.flat_symbols => {
                self.flat_symbols(method, raw)
            }
            "textDocument/codeAction" if self.native.takes.no_actions => Ok("[]".to_owned()),
            "workspace/symbol" => {
                let symbols = |it: SymbolParams| self.workspace_symbols(&it.query);
                rpc::params(method, raw).and_then(|it| rpc::result(&symbols(it)))
            }
            _ => return None,
        })
    }

    /// Takes one of the notifications of this part; `None` if it is another one.
    pub(crate) fn native_notification(
        &mut self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Option<Result<Vec<String>, RpcError>> {
        self.note_texts(method, raw);
        if method != "workspace/didChangeWorkspaceFolders" {
            return None;
        }
        let change = |it: FoldersParams| {
            let uris =
                |them: Vec<Identifier>| them.into_iter().map(|it| it.uri).collect::<Vec<_>>();
            let (added, removed) = (uris(it.event.added), uris(it.event.removed));
            self.documents.set_folders(self.native.index.change_folders(added, &removed));
            Vec::new()
        };
        Some(rpc::params(method, raw).map(change))
    }

    /// Takes a request that needs the index, if that is not complete; false if it can be answered now.
    pub(crate) fn native_defers(
        &mut self,
        method: &str,
        id: &RawValue,
        raw: Option<&RawValue>,
    ) -> bool {
        let needs_index = match method {
            "workspace/symbol"
            | "callHierarchy/incomingCalls"
            | "callHierarchy/outgoingCalls"
            | "textDocument/references"
            | "textDocument/rename"
            | "workspace/willRenameFiles" => true,
            protocol::PlanParams::METHOD => {
                rpc::params(method, raw).is_ok_and(|it| tools::is_rename(&it))
            }
            OF_WORKSPACE => {
                self.native.index.want_diagnostics();
                true
            }
            _ => false,
        };
        if !needs_index || self.native.index.is_complete(&self.documents) {
            return false;
        }
        self.native.waiting.push(Waiting::new(id.get(), method, raw, &self.documents));
        true
    }

    /// Reads the files of the workspace as long as `go_on` says so; at the end, answers the requests
    /// that wait for them.
    pub(crate) fn native_work(&mut self, go_on: &mut dyn FnMut() -> bool) -> Vec<String> {
        if self.native.waiting.is_empty() && !self.native.reads_includers {
            self.native.judge(&mut self.documents, go_on);
            return Vec::new();
        }
        self.documents.parse();
        let lacks_related = self.native.lacks_related;
        while self.native.index.read_next(&self.documents, lacks_related) {
            if !go_on() {
                let mut messages = self.native.tell_progress();
                messages.extend(self.tell_pieces(Extent::SoFar));
                return messages;
            }
        }
        if std::mem::take(&mut self.native.reads_includers) {
            self.documents.tell_errors_again();
        }
        let mut messages = self.tell_pieces(Extent::All);
        for it in std::mem::take(&mut self.native.waiting) {
            messages.extend(it.tell_end());
            let answer = match it.pieces {
                Some(_) => Ok(r#"{"items":[]}"#.to_owned()),
                None => self.request(&it.method, it.params.as_deref()),
            };
            messages.extend(self.native.take_warnings());
            messages.push(match answer {
                Ok(result) => rpc::success(&it.id, &result),
                Err(error) => rpc::failure(&it.id, &error),
            });
        }
        // Nobody would say that the files have changed.
        if !self.client.can_watch {
            self.native.index.clear();
        }
        messages
    }

    /// Finds actions again for as long as one would make a file where there is one that nobody has told of:
    /// among those, it is called otherwise. Those whose edits would be made elsewhere say that they cannot be
    /// carried out, or are left out for a client that does not show that.
    pub(crate) fn sound_actions(
        &self,
        target: &Target<'_>,
        mut found: Option<Actions>,
        actions: impl Fn(&Analysis) -> Actions,
    ) -> Option<Actions> {
        let mut in_the_way = Vec::new();
        for _ in 0..MOST_IN_THE_WAY {
            let new = found.as_mut().map(|it| std::mem::take(&mut it.in_the_way));
            let new = new.filter(|it| !it.is_empty());
            let Some(new) = new else { break };
            in_the_way.extend(new);
            let among = self.documents.current_among(target.uri, in_the_way.clone());
            found = among.as_ref().map(&actions).or(found);
        }
        let mut known = HashMap::new();
        for it in found.iter_mut().flat_map(|it| &mut it.all) {
            let edit = it.edit.as_ref();
            let checked = edit.map_or(Ok(()), |it| self.check_places_once(it, &mut known));
            if let Err(reason) = checked {
                it.edit = None;
                it.is_preferred = false;
                it.disabled = Some(Disabled { reason });
            }
        }
        if is_still(target.uri)
            && let Some(it) = &mut found
        {
            it.all.clear();
        }
        if let Some(it) = found.as_mut().filter(|_| !self.native.takes.disabled_actions) {
            it.all.retain(|it| it.disabled.is_none());
        }
        found
    }

    /// Returns a document among the files of which nobody has told, if commands would make one where one of them
    /// is.
    pub(crate) fn among_unlisted(
        &self,
        uri: &str,
        analysis: &Analysis,
        commands: &[protocol::Command],
    ) -> Option<Analysis> {
        let mut in_the_way = Vec::new();
        let mut among = None;
        for _ in 0..MOST_IN_THE_WAY {
            let analysis = among.as_ref().unwrap_or(analysis);
            let Ok(change) = analysis.plan(commands.to_vec()) else { break };
            let new = change.edits.into_keys().filter(|it| analysis.is_new(it));
            let n_before = in_the_way.len();
            in_the_way.extend(new.filter(|it| self.documents.read_text(it).is_some()));
            if in_the_way.len() == n_before {
                break;
            }
            among = self.documents.current_among(uri, in_the_way.clone());
        }
        among
    }

    fn inlay_hints(&self, method: &str, raw: Option<&RawValue>) -> Result<String, RpcError> {
        let RangeParams { text_document, range } = rpc::params(method, raw)?;
        let analysis = self.analysis(&text_document.uri)?;
        rpc::result(&analysis.map(|it| hints::inlay_hints(it, range)))
    }

    fn code_lenses(&self, method: &str, raw: Option<&RawValue>) -> Result<String, RpcError> {
        let DocumentParams { text_document } = rpc::params(method, raw)?;
        let analysis = self.analysis(&text_document.uri)?;
        rpc::result(&analysis.map(lenses::code_lenses))
    }
}
