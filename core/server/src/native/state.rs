//! What this part remembers.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bobbin_core::text::Files;
use bobbin_languages::{LanguageId, by_name};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::index::Index;
use super::queue::cancelled;
use super::report::Pieces;
use super::verdicts::Verdicts;
use crate::documents::Documents;
use crate::rpc::{self, RpcError};
use crate::{Analysis, uri};

/// The state of this part.
#[derive(Debug, Default)]
pub(crate) struct Native {
    /// True if the client asks for diagnostics, so that they are not sent unasked.
    pub(super) pulls: bool,
    pub(super) refreshes: Refreshes,
    /// The version of each open document as the client was last told of it.
    told: BTreeMap<String, i32>,
    /// True if answers may have changed of documents whose texts have not.
    pub(super) is_stale: bool,
    n_refreshes: u32,
    pub(super) index: Index,
    /// True if the index is to be read for the errors of open documents, which another file may include.
    pub(super) reads_includers: bool,
    /// The verdicts of files on the open documents that they include.
    pub(super) verdicts: RefCell<Verdicts>,
    /// True if the client tells of files that change.
    pub(super) can_watch: bool,
    /// True if the client takes no places that are related to a diagnostic.
    pub(super) lacks_related: bool,
    pub(super) takes: Takes,
    /// Requests that wait for the index.
    pub(super) waiting: Vec<Waiting>,
    /// Warnings about the answer that is made, for the client to log.
    pub(crate) warnings: Vec<String>,
}

/// A request that waits for the index.
#[derive(Debug)]
pub(super) struct Waiting {
    /// The id as it came.
    pub(super) id: String,
    pub(super) method: String,
    pub(super) params: Option<Box<RawValue>>,
    /// The document that it is about, with the version that its places are in.
    about: Option<(String, i32)>,
    /// The token by which the client wants to be told how far it is, and what it was told last, in
    /// percent.
    progress: Option<(Value, Option<usize>)>,
    /// What was told of the answer, if the client takes it in pieces.
    pub(super) pieces: Option<Pieces>,
}

impl Waiting {
    pub(super) fn new(
        id: &str,
        method: &str,
        params: Option<&RawValue>,
        documents: &Documents,
    ) -> Waiting {
        let value: Value =
            params.and_then(|it| bobbin_json::from_str(it.get()).ok()).unwrap_or_default();
        let token = value.get("workDoneToken").cloned();
        let uri = value.pointer("/textDocument/uri").or_else(|| value.get("uri"));
        let document = uri.and_then(Value::as_str).and_then(|it| documents.get(it));
        Waiting {
            about: document.map(|it| (it.uri.clone(), it.version)),
            id: id.to_owned(),
            method: method.to_owned(),
            params: params.map(ToOwned::to_owned),
            progress: token.map(|it| (it, None)),
            pieces: Pieces::read(method, params),
        }
    }

    /// Returns true if it is about a text that is not there any more.
    fn is_outdated(&self, documents: &Documents) -> bool {
        self.about.as_ref().is_some_and(|(uri, version)| {
            documents.get(uri).is_none_or(|it| it.version != *version)
        })
    }

    /// Tells how far it is, if the client wants to know and that is news.
    fn tell(&mut self, percent: usize) -> Option<String> {
        let (token, told) = self.progress.as_mut()?;
        let value = match *told {
            Some(it) if percent < it + STEP => return None,
            Some(_) => json!({ "kind": "report", "percentage": percent }),
            None => {
                let title = "Reading the files of the workspace";
                json!({ "kind": "begin", "title": title, "percentage": percent })
            }
        };
        *told = Some(percent);
        rpc::notification("$/progress", &json!({ "token": token, "value": value }))
    }

    /// Says that it is over, if the client was told that it goes on.
    pub(super) fn tell_end(&self) -> Option<String> {
        let (token, told) = self.progress.as_ref()?;
        (*told)?;
        let value = json!({ "kind": "end" });
        rpc::notification("$/progress", &json!({ "token": token, "value": value }))
    }
}

/// The shapes of answers that the client does not take.
#[derive(Debug, Default)]
pub(super) struct Takes {
    /// True if hovers are to have no marks.
    pub(super) plain_hovers: bool,
    /// True if the documentation of completions is to have none.
    pub(super) plain_completions: bool,
    /// True if the symbols of a document must not lie in each other.
    pub(super) flat_symbols: bool,
    /// True if an action must be a command, of which there are none.
    pub(super) no_actions: bool,
    /// True if completions are to have no command, such as that which opens the next ones.
    pub(super) no_suggestions: bool,
    /// True if actions are shown that cannot be carried out, with the reason.
    pub(super) disabled_actions: bool,
    /// True if files cannot be made by an edit.
    pub(super) no_new_files: bool,
}

/// The step of the progress, in percent.
pub(super) const STEP: usize = 5;

/// The kinds of answers that the client asks for again when it is told to.
#[derive(Debug, Default)]
pub(super) struct Refreshes {
    pub(super) diagnostics: bool,
    pub(super) hints: bool,
    pub(super) lenses: bool,
}

impl Refreshes {
    /// Returns the requests that tell the client to ask again.
    pub(super) fn methods(&self) -> impl Iterator<Item = &'static str> + use<> {
        let all = [
            (self.diagnostics, "workspace/diagnostic/refresh"),
            (self.hints, "workspace/inlayHint/refresh"),
            (self.lenses, "workspace/codeLens/refresh"),
        ];
        all.into_iter().filter(|it| it.0).map(|it| it.1)
    }
}

/// The number of files that are offered to be included.
const MOST_LISTED: usize = 2_000;

impl Native {
    /// Returns true if the client asks for diagnostics.
    pub(crate) fn pulls(&self) -> bool {
        self.pulls
    }

    /// Returns true if the client makes files by edits.
    pub(crate) fn makes_files(&self) -> bool {
        !self.takes.no_new_files
    }

    pub(crate) fn has_work(&self) -> bool {
        !self.waiting.is_empty() || self.is_stale || self.reads_includers || self.has_to_judge()
    }

    /// Gives up a request that waits for the index; returns its answer.
    pub(crate) fn cancel(&mut self, id: &str) -> Vec<String> {
        let Some(at) = self.waiting.iter().position(|it| it.id == id) else { return Vec::new() };
        let end = self.waiting.remove(at).tell_end();
        end.into_iter().chain([cancelled(id)]).collect()
    }

    /// Refuses the requests about texts that have changed since; returns their answers.
    pub(crate) fn drop_outdated(&mut self, documents: &Documents) -> Vec<String> {
        let gone = self.waiting.extract_if(.., |it| it.is_outdated(documents));
        let answers = |it: Waiting| {
            let answer = rpc::failure(&it.id, &RpcError::content_modified());
            it.tell_end().into_iter().chain([answer])
        };
        gone.flat_map(answers).collect()
    }

    /// Tells how far the requests are that wait for the index.
    pub(super) fn tell_progress(&mut self) -> Vec<String> {
        let percent = self.index.percent();
        self.waiting.iter_mut().filter_map(|it| it.tell(percent)).collect()
    }

    /// Forgets all requests that wait for the index; returns their ids.
    pub(crate) fn give_up_all(&mut self) -> Vec<String> {
        self.waiting.drain(..).map(|it| it.id).collect()
    }

    pub(crate) fn note_changes_on_disk(&mut self, uris: &[String], documents: &Documents) {
        self.index.forget(uris);
        let may_include = |it: &String| {
            let path = uri::path(it);
            // Perhaps a folder.
            let has_ending = path.rsplit('/').next().is_some_and(|it| it.contains('.'));
            by_name(&path).is_some() || !has_ending
        };
        if uris.iter().any(may_include) && documents.analyses().any(|it| it.1.n_errors() > 0) {
            self.want_includers(documents);
        }
        // A file that is not open may have another diagnostic now.
        self.is_stale |= self.index.has_diagnostics();
    }

    /// Notes that the client was told of a document.
    pub(crate) fn note_published(&mut self, uri: &str, documents: &Documents) {
        self.told.retain(|uri, _| documents.get(uri).is_some());
        let Some(document) = documents.get(uri) else { return };
        let before = self.told.insert(uri.to_owned(), document.version);
        // Its text is the same: something around it is not.
        self.is_stale |= before == Some(document.version);
        if document.has_error() && !self.index.is_read() {
            self.want_includers(documents);
        }
    }

    /// Has the workspace read for files that include an open one, if that can be done once for all.
    fn want_includers(&mut self, documents: &Documents) {
        self.reads_includers |=
            self.can_watch && documents.reads_files() && self.index.has_folders();
    }

    /// Returns the paths of the workspace's files that are not open.
    pub(crate) fn closed_paths(&self, documents: &Documents) -> Vec<String> {
        let closed = self.index.closed(documents);
        closed.map(|it| Files::normalise(&uri::path(&it.0))).collect()
    }

    /// Returns the paths of the workspace's files in a language, as many as are offered.
    pub(crate) fn listed_paths(
        &mut self,
        documents: &Documents,
        language: LanguageId,
    ) -> Vec<String> {
        let paths = self.index.listed(documents).iter();
        paths.filter(|it| by_name(it) == Some(language)).take(MOST_LISTED).cloned().collect()
    }

    /// Returns the workspace's files that are not open and may name others, by their URIs.
    pub(crate) fn closed_naming_files(&self, documents: &Documents) -> Vec<(String, Analysis)> {
        let naming = self.index.closed(documents).filter(|it| it.1.may_name_files());
        let read = |uri: &str| Some(documents.read_closed(&uri::path(uri))?.0);
        naming.filter_map(|(uri, _)| read(&uri).map(|it| (uri, it))).collect()
    }

    /// Returns the messages that have the client log what an answer is lacking.
    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings).iter().filter_map(|it| rpc::log(it)).collect()
    }

    /// Returns the requests that make the client ask again, if answers may have changed of documents
    /// whose texts have not: a client asks by itself for the one that it edits.
    pub(crate) fn refresh(&mut self) -> Vec<String> {
        if !std::mem::take(&mut self.is_stale) {
            return Vec::new();
        }
        let methods = self.refreshes.methods();
        let request = |method: &str| {
            self.n_refreshes += 1;
            let id = format!("bobbin-refresh-{}", self.n_refreshes);
            json!({ "jsonrpc": "2.0", "id": id, "method": method }).to_string()
        };
        methods.map(request).collect()
    }
}
