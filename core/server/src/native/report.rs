//! Diagnostics as they are answered: in full, or as what the client has already.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::params::Identifier;
use crate::context::Context;
use crate::documents::Documents;
use crate::features::lsp_diagnostics;
use crate::{Analysis, lsp, rpc};

pub(super) const OF_WORKSPACE: &str = "workspace/diagnostic";

/// The diagnostics of a text, written down.
#[derive(Debug)]
pub(super) struct Report {
    /// The same for the same diagnostics.
    id: String,
    items: Box<RawValue>,
}

impl Report {
    /// Writes down the diagnostics of a text.
    pub(super) fn new(items: &[lsp::Diagnostic]) -> Option<Report> {
        Report::of(serde_json::to_string(items).ok()?)
    }

    /// Reports on a text of which nothing is said.
    pub(super) fn empty() -> Option<Report> {
        Report::of("[]".to_owned())
    }

    fn of(items: String) -> Option<Report> {
        Some(Report { id: fingerprint(&items), items: RawValue::from_string(items).ok()? })
    }
}

/// Returns the diagnostics of a text that count in its context, without places that are related if the
/// client takes none.
pub(super) fn judged(
    analysis: &Analysis,
    uri: &str,
    documents: &Documents,
    context: Option<&Context>,
    lacks_related: bool,
) -> Vec<lsp::Diagnostic> {
    let counts = |it: &_| context.is_none_or(|context| context.counts(analysis.snapshot(), it));
    let mut res = lsp_diagnostics(analysis, |path| documents.uri_of(path, uri), counts);
    if lacks_related {
        res.iter_mut().for_each(|it| it.related_information.clear());
    }
    res
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
pub(super) struct Answer<'r> {
    kind: &'static str,
    result_id: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<&'r RawValue>,
    #[serde(flatten)]
    of: Option<Of<'r>>,
}

/// The text that an answer is about.
#[derive(Debug, Serialize)]
pub(super) struct Of<'r> {
    pub(super) uri: &'r str,
    /// `None` for a file that is not open.
    pub(super) version: Option<i32>,
}

impl<'r> Answer<'r> {
    /// Says only that nothing has changed to a client that has the report already.
    pub(super) fn new(report: &'r Report, known: Option<&str>, of: Option<Of<'r>>) -> Answer<'r> {
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
pub(super) struct PullParams {
    pub(super) text_document: Identifier,
    pub(super) previous_result_id: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorkspaceParams {
    #[serde(default)]
    pub(super) previous_result_ids: Vec<Previous>,
    partial_result_token: Option<Value>,
}

/// What the client has of a text.
#[derive(Debug, Deserialize)]
pub(super) struct Previous {
    uri: String,
    value: String,
}

/// An answer about the workspace that is sent in pieces.
#[derive(Debug)]
pub(super) struct Pieces {
    pub(super) token: Value,
    /// What the client has, by URI.
    pub(super) known: BTreeMap<String, String>,
    /// The URIs that it was told of.
    pub(super) told: BTreeSet<String>,
    /// The progress that the client was last told of, in percent.
    pub(super) percent: Option<usize>,
}

impl Pieces {
    /// Reads from the parameters of a request whether it wants the answer in pieces.
    pub(super) fn read(method: &str, raw: Option<&RawValue>) -> Option<Pieces> {
        if method != OF_WORKSPACE {
            return None;
        }
        let it: WorkspaceParams = rpc::params(method, raw).ok()?;
        let (token, known) = (it.partial_result_token?, by_uri(it.previous_result_ids));
        Some(Pieces { token, known, told: BTreeSet::new(), percent: None })
    }
}

pub(super) fn by_uri(previous: Vec<Previous>) -> BTreeMap<String, String> {
    previous.into_iter().map(|it| (it.uri, it.value)).collect()
}

/// The part of the workspace that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// What was read until now.
    SoFar,
    All,
}
