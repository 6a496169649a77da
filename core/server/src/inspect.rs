//! Requests into texts and binaries: queries, comparisons, edits of bytes, and the dialogue that
//! ends in a new file.

use std::collections::HashSet;

use bobbin_core::BinaryForm;
use bobbin_core::diagnostics::Severity;
use bobbin_core::edit::Refusal;
use bobbin_core::text::{LineIndex, Placed as _};
use bobbin_languages::LanguageId;
use bobbin_protocol as protocol;
use serde_json::value::RawValue;

use crate::analysis::Analysis;
use crate::rpc::{self, ErrorCode, RpcError};
use crate::{Server, convert, files};

impl Server {
    /// Answers one of these requests.
    pub(crate) fn inspect(&self, method: &str, raw: Option<&RawValue>) -> Result<String, RpcError> {
        match method {
            protocol::QueryParams::METHOD => {
                let it: protocol::QueryParams = rpc::params(method, raw)?;
                let (_, analysis) = self.known(&it.uri)?;
                rpc::result(&query(analysis, &it.path))
            }
            protocol::CompareParams::METHOD => {
                let it: protocol::CompareParams = rpc::params(method, raw)?;
                rpc::result(&self.compare(&it)?)
            }
            protocol::CompareBytesParams::METHOD => {
                let it: protocol::CompareBytesParams = rpc::params(method, raw)?;
                let (left, right) = (rpc::bytes(method, &it.data)?, rpc::bytes(method, &it.other)?);
                let (_, form) = binaries()?;
                rpc::result(&convert::binary_comparison((form.compare)(&left, &right)))
            }
            protocol::ConvertBinaryParams::METHOD => {
                let it: protocol::ConvertBinaryParams = rpc::params(method, raw)?;
                let data = rpc::bytes(method, &it.data)?;
                let (_, form) = binaries()?;
                let converted = (form.convert)(&it.name, &data, &it.id);
                let lines = self.documents.lines_of(&converted.text);
                rpc::result(&convert::converted_binary(converted, &lines))
            }
            protocol::PlanBytesParams::METHOD => {
                let it: protocol::PlanBytesParams = rpc::params(method, raw)?;
                let wanted = rpc::bytes(method, &it.data)?;
                let (document, analysis) = self.known(&it.uri)?;
                let change = analysis.snapshot().document().plan_bytes(it.offset, &wanted);
                let uri_of = |path: &str| self.documents.uri_of(path, &it.uri);
                let plan = analysis.planned(change, document.version, uri_of);
                rpc::result(&self.documents.versioned(plan))
            }
            protocol::WizardParams::METHOD => {
                let it: protocol::WizardParams = rpc::params(method, raw)?;
                let answers: Vec<(String, String)> =
                    it.answers.into_iter().map(|it| (it.key, it.value)).collect();
                let language = LanguageId::from_name(&it.language);
                // An empty step if the language has no dialogue.
                let mut step = language.and_then(|it| it.wizard(&answers)).unwrap_or_default();
                step.groups = step.groups.into_iter().map(convert::first_fields).collect();
                rpc::result(&step.map_place(&mut &LineIndex::new("")))
            }
            protocol::DescribeParams::METHOD => {
                let it: protocol::DescribeParams = rpc::params(method, raw)?;
                let (language, form) = binaries()?;
                rpc::result(&protocol::DescribeResult {
                    language: language.info().name.to_owned(),
                    file_name: "this-machine.coilcfg.txt".to_owned(),
                    text: (form.describe)(&it.machine),
                })
            }
            _ => Err(RpcError::method_not_found(method)),
        }
    }

    /// Answers with the own bytes of a binary.
    pub(crate) fn own_bytes(
        &self,
        method: &str,
        raw: Option<&RawValue>,
    ) -> Result<String, RpcError> {
        let it: protocol::OwnBytesParams = rpc::params(method, raw)?;
        let data = rpc::bytes(method, &it.data)?;
        let (_, form) = binaries()?;
        let lines_of = |text: &str| self.documents.lines_of(text);
        rpc::result(&convert::own_bytes(&it.name, (form.own_bytes)(&data), lines_of))
    }

    fn compare(&self, it: &protocol::CompareParams) -> Result<protocol::CompareResult, RpcError> {
        let with_text = |it: &protocol::ComparedText| {
            let text = it.text.as_deref()?;
            self.documents.with_text(&it.uri, text)
        };
        let (_, left) = self.known(&it.left.uri)?;
        let (_, right) = self.known(&it.other.uri)?;
        let given = [with_text(&it.left), with_text(&it.other)];
        let includes_present = given.iter().flatten().any(Analysis::names_files);
        let [of_left, of_right] = &given;
        let (left, right) = (of_left.as_ref().unwrap_or(left), of_right.as_ref().unwrap_or(right));
        Ok(match left.compare(right) {
            Ok(differences) => protocol::CompareResult::Differences {
                left_errors: left.n_errors(),
                right_errors: right.n_errors(),
                includes_present,
                absent_files: absent_files([left, right]),
                differences,
            },
            Err(reason) => protocol::CompareResult::Refusal { reason },
        })
    }
}

/// Returns the names of files that the texts include and that are not at hand, each once.
fn absent_files(texts: [&Analysis; 2]) -> Vec<String> {
    let mut seen = HashSet::new();
    let names = texts.iter().flat_map(|it| it.snapshot().document().absent_files());
    names.filter(|it| seen.insert(it.clone())).collect()
}

/// Returns the language of binaries, and what can be done with them.
fn binaries() -> Result<(LanguageId, &'static BinaryForm), RpcError> {
    LanguageId::of_binaries()
        .ok_or_else(|| RpcError::new(ErrorCode::RequestFailed, files::NO_BINARIES))
}

/// Answers a query. What is left of a text with errors is not what somebody wrote, so it has no values.
fn query(analysis: &Analysis, path: &str) -> protocol::QueryResult {
    let completions = analysis.snapshot().document().query_completions(path);
    let all = analysis.snapshot().diagnostics().iter();
    let n_errors = all.filter(|it| it.code.severity == Severity::Error).count();
    match analysis.query(path) {
        Ok(_) if n_errors > 0 => {
            let errors = if n_errors == 1 { "an error" } else { "errors" };
            let refusal = format!(
                "this text has {errors}: the program refuses it, or does not read all of it"
            );
            protocol::QueryResult { hits: Vec::new(), refusal: Some(refusal), completions }
        }
        Ok(hits) => protocol::QueryResult { hits, refusal: None, completions },
        Err(Refusal { reason, .. }) => {
            protocol::QueryResult { hits: Vec::new(), refusal: Some(reason), completions }
        }
    }
}
