//! Diagnostics for clients that ask for them: of a document, and of the whole workspace.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_core::text::Files;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::params::Identifier;
use crate::documents::Documents;
use crate::features::lsp_diagnostics;
use crate::rpc::{self, RpcError};
use crate::{Analysis, Server, uri};

pub(super) const OF_WORKSPACE: &str = "workspace/diagnostic";

/// The diagnostics of a text, written down.
#[derive(Debug)]
pub(super) struct Report {
    /// The same for the same diagnostics.
    id: String,
    items: Box<RawValue>,
}

impl Report {
    /// Writes down the diagnostics of the text at `uri`.
    pub(super) fn new(analysis: &Analysis, uri: &str, documents: &Documents) -> Option<Report> {
        let items = lsp_diagnostics(analysis, |path| documents.uri_of(path, uri));
        Report::of(serde_json::to_string(&items).ok()?)
    }

    /// Reports on a text of which nothing is said.
    fn empty() -> Option<Report> {
        Report::of("[]".to_owned())
    }

    fn of(items: String) -> Option<Report> {
        Some(Report { id: fingerprint(&items), items: RawValue::from_string(items).ok()? })
    }
}

/// Hashes by FNV-1a.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |all, it| {
        (all ^ u64::from(it)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// What is answered about a text: LSP's `DocumentDiagnosticReport`, and its
/// `WorkspaceDocumentDiagnosticReport` if there is a URI.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'r> {
    kind: &'static str,
    result_id: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<&'r RawValue>,
    #[serde(flatten)]
    of: Option<Of<'r>>,
}

/// The text that an answer is about.
#[derive(Debug, Serialize)]
struct Of<'r> {
    uri: &'r str,
    /// `None` for a file that is not open.
    version: Option<i32>,
}

impl<'r> Answer<'r> {
    /// Says only that nothing has changed to a client that has the report already.
    fn new(report: &'r Report, known: Option<&str>, of: Option<Of<'r>>) -> Answer<'r> {
        let is_known = known == Some(report.id.as_str());
        Answer {
            kind: if is_known { "unchanged" } else { "full" },
            result_id: &report.id,
            items: (!is_known).then_some(&*report.items),
            of,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PullParams {
    text_document: Identifier,
    previous_result_id: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WorkspaceParams {
    #[serde(default)]
    previous_result_ids: Vec<Previous>,
    partial_result_token: Option<Value>,
}

/// What the client has of a text.
#[derive(Debug, Deserialize)]
struct Previous {
    uri: String,
    value: String,
}

/// An answer about the workspace that is sent in pieces.
#[derive(Debug)]
pub(super) struct Pieces {
    token: Value,
    /// What the client has, by URI.
    known: BTreeMap<String, String>,
    /// The URIs that it was told of.
    told: BTreeSet<String>,
}

impl Pieces {
    /// Reads from the parameters of a request whether it wants the answer in pieces.
    pub(super) fn read(method: &str, raw: Option<&RawValue>) -> Option<Pieces> {
        if method != OF_WORKSPACE {
            return None;
        }
        let it: WorkspaceParams = rpc::params(method, raw).ok()?;
        let (token, known) = (it.partial_result_token?, by_uri(it.previous_result_ids));
        Some(Pieces { token, known, told: BTreeSet::new() })
    }
}

fn by_uri(previous: Vec<Previous>) -> BTreeMap<String, String> {
    previous.into_iter().map(|it| (it.uri, it.value)).collect()
}

impl Server {
    /// Answers `textDocument/diagnostic`.
    pub(super) fn pull(&self, method: &str, raw: Option<&RawValue>) -> Result<String, RpcError> {
        let PullParams { text_document: Identifier { uri }, previous_result_id } =
            rpc::params(method, raw)?;
        let analysis = self.analysis(&uri)?;
        let report = match analysis {
            Some(analysis) => Report::new(analysis, &uri, &self.documents),
            None => Report::empty(),
        };
        let known = previous_result_id.as_deref();
        rpc::result(&report.as_ref().map(|it| Answer::new(it, known, None)))
    }

    /// Answers `workspace/diagnostic`, once the index is complete.
    pub(super) fn pull_workspace(
        &self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        let it: WorkspaceParams = rpc::params(method, raw)?;
        let known = by_uri(it.previous_result_ids);
        let items = self.workspace_reports(&known, &mut BTreeSet::new(), Extent::All);
        rpc::result(&json!({ "items": items }))
    }

    /// Returns the reports on the texts of the workspace that are not in `told` yet, and adds them there.
    fn workspace_reports(
        &self,
        known: &BTreeMap<String, String>,
        told: &mut BTreeSet<String>,
        extent: Extent,
    ) -> Vec<Value> {
        let mut res = Vec::new();
        let mut add = |report: &Report, of: Of<'_>, told: &mut BTreeSet<String>| {
            let uri = of.uri.to_owned();
            let known = known.get(&uri).map(String::as_str);
            res.extend(serde_json::to_value(Answer::new(report, known, Some(of))));
            told.insert(uri);
        };
        // What is open is read already.
        for (uri, analysis) in self.documents.analyses() {
            let version = self.documents.get(uri).map(|it| it.version);
            if !told.contains(uri)
                && let Some(report) = Report::new(analysis, uri, &self.documents)
            {
                add(&report, Of { uri, version }, told);
            }
        }
        for (uri, file) in self.native.index.closed(&self.documents) {
            if !told.contains(&uri)
                && let Some(report) = &file.report
            {
                add(report, Of { uri: &uri, version: None }, told);
            }
        }
        // Of what is gone the client still shows what it heard.
        if extent == Extent::All
            && let Some(report) = Report::empty()
        {
            let gone: Vec<&String> = known.keys().filter(|it| !told.contains(*it)).collect();
            for uri in gone {
                let version = self.documents.get(uri).map(|it| it.version);
                add(&report, Of { uri, version }, told);
            }
        }
        res
    }

    /// Returns what those can be told who wait for the diagnostics of the workspace and take them in
    /// pieces.
    pub(super) fn tell_pieces(&mut self, extent: Extent) -> Vec<String> {
        let mut waiting = std::mem::take(&mut self.native.waiting);
        let mut res = Vec::new();
        for Pieces { token, known, told } in waiting.iter_mut().filter_map(|it| it.pieces.as_mut())
        {
            let items = self.workspace_reports(known, told, extent);
            if !items.is_empty() {
                let value = json!({ "items": items });
                let params = json!({ "token": token, "value": value });
                res.extend(rpc::notification("$/progress", &params));
            }
        }
        self.native.waiting = waiting;
        res
    }

    /// Notes from a notification that texts are not what they were, for the diagnostics of files that
    /// depend on them and are not open.
    pub(super) fn note_texts(&mut self, method: &str, raw: Option<&RawValue>) {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params {
            text_document: Identifier,
        }

        if !self.native.index.has_diagnostics() {
            return;
        }
        match method {
            "textDocument/didOpen" | "textDocument/didChange" | "textDocument/didClose" => {
                if let Ok(it) = rpc::params::<Params>(method, raw) {
                    self.native
                        .index
                        .note_change(Files::normalise(&uri::path(&it.text_document.uri)));
                }
            }
            bobbin_protocol::HostParams::METHOD => self.native.index.clear(),
            _ => (),
        }
    }
}

/// The part of the workspace that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// What was read until now.
    SoFar,
    All,
}
