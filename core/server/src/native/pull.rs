//! Diagnostics for clients that ask for them: of a document, and of the whole workspace.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_core::text::Files;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::judging::Includers;
use super::params::Identifier;
use super::report::{
    Answer, Extent, Of, Pieces, PullParams, Report, WorkspaceParams, by_uri, judged,
};
use super::state::STEP;
use crate::rpc::{self, RpcError};
use crate::{Server, uri};

impl Server {
    /// Answers `textDocument/diagnostic`.
    pub(super) fn pull(&self, method: &str, raw: Option<&RawValue>) -> Result<String, RpcError> {
        let PullParams { text_document: Identifier { uri }, previous_result_id } =
            rpc::params(method, raw)?;
        let analysis = self.analysis(&uri)?;
        let report = match analysis {
            Some(analysis) => {
                Report::new(&self.native.diagnostics(analysis, &uri, &self.documents))
            }
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
        // Each whole file is read once for all its parts.
        let includers = Includers::new(&self.native, &self.documents);
        // What is open is read already.
        for (uri, analysis) in self.documents.analyses() {
            let version = self.documents.get(uri).map(|it| it.version);
            if !told.contains(uri)
                && let Some(report) =
                    Report::new(&self.native.diagnostics_among(analysis, uri, &includers))
            {
                add(&report, Of { uri, version }, told);
            }
        }
        for (uri, file) in self.native.index.closed(&self.documents) {
            if told.contains(&uri) {
                continue;
            }
            let of = Of { uri: &uri, version: None };
            match (file.has_error, extent) {
                // A file that includes it may still be to come.
                (true, Extent::SoFar) => (),
                (true, Extent::All) => {
                    let report = self.report_in_context(&uri, &includers);
                    if let Some(report) = report.as_ref().or(file.report.as_ref()) {
                        add(report, of, told);
                    }
                }
                (false, _) => {
                    if let Some(report) = &file.report {
                        add(report, of, told);
                    }
                }
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

    /// Reports on a file that is not open as those see it that include it; `None` if there are none.
    fn report_in_context(&self, uri: &str, includers: &Includers<'_>) -> Option<Report> {
        let path = uri::path(uri);
        if !includers.has(&path) {
            return None;
        }
        let (analysis, _) = self.documents.read_closed(&path)?;
        let context = includers.context(&analysis)?;
        let lacks_related = self.native.lacks_related;
        let all = judged(&analysis, uri, &self.documents, Some(&context), lacks_related);
        Report::new(&all)
    }

    /// Returns what those can be told who wait for the diagnostics of the workspace and take them in
    /// pieces.
    pub(super) fn tell_pieces(&mut self, extent: Extent) -> Vec<String> {
        let mut waiting = std::mem::take(&mut self.native.waiting);
        let now = self.native.index.percent();
        let mut res = Vec::new();
        for it in waiting.iter_mut().filter_map(|it| it.pieces.as_mut()) {
            let Pieces { token, known, told, percent } = it;
            // Each piece looks through all files that are known.
            if extent == Extent::SoFar && percent.is_some_and(|it| now < it + STEP) {
                continue;
            }
            *percent = Some(now);
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
