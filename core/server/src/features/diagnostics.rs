//! Sends the notification `textDocument/publishDiagnostics`.

use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::Placed as _;
use bobbin_protocol as protocol;

use crate::convert::Texts;
use crate::{Analysis, lsp};

/// The greatest number of diagnostics: more help nobody, and each costs time on every key press.
const MOST: usize = 1000;

/// Diagnostics in LSP's shape; `uri_of` names the documents at paths.
///
/// Of very many, the worst are listed, and one more says how many are not.
pub(crate) fn lsp_diagnostics(
    analysis: &Analysis,
    uri_of: impl Fn(&str) -> String,
) -> Vec<lsp::Diagnostic> {
    let found = analysis.snapshot().diagnostics();
    let mut listed: Vec<&Diagnostic> = found.iter().collect();
    let mut rest = Vec::new();
    if listed.len() > MOST {
        listed.order_by_key(|it| it.code.severity);
        rest = listed.split_off(MOST);
        listed.order_by_key(|it| it.range.start());
    }
    let own_path = &analysis.snapshot().input().path;
    let mut texts = Texts::of(analysis.snapshot());
    let mut res: Vec<lsp::Diagnostic> = listed
        .into_iter()
        .map(|it| lsp_diagnostic(it.clone().map_place(&mut texts), own_path, &uri_of))
        .collect();
    if let Some(first) = rest.iter().map(|it| it.range).min_by_key(|it| it.start()) {
        let range = analysis.lines().range(first);
        res.push(not_listed(rest.len(), range));
    }
    res
}

/// Stands for `n` diagnostics, the first of them at `range`.
fn not_listed(n: usize, range: protocol::Range) -> lsp::Diagnostic {
    let message = format!("{n} more diagnostics are not listed");
    lsp::Diagnostic {
        range,
        severity: lsp::DiagnosticSeverity::Information,
        code: "not-listed".to_owned(),
        source: "bobbin",
        message: message.clone(),
        related_information: Vec::new(),
        data: protocol::DiagnosticData { message, help: None, fixes: Vec::new() },
    }
}

/// Converts a diagnostic of the text at `own_path`.
pub(crate) fn lsp_diagnostic(
    it: protocol::Diagnostic,
    own_path: &str,
    uri_of: &impl Fn(&str) -> String,
) -> lsp::Diagnostic {
    let related = it.related.into_iter().map(|it| lsp::RelatedInformation {
        location: lsp::Location {
            uri: uri_of(it.path.as_deref().unwrap_or(own_path)),
            range: it.range,
        },
        message: it.message,
    });
    lsp::Diagnostic {
        range: it.range,
        severity: match it.code.severity {
            protocol::Severity::Error => lsp::DiagnosticSeverity::Error,
            protocol::Severity::Warning => lsp::DiagnosticSeverity::Warning,
            protocol::Severity::Hint => lsp::DiagnosticSeverity::Hint,
        },
        code: it.code.name.to_owned(),
        source: "bobbin",
        // A client that knows nothing of `data` shows the message alone.
        message: match &it.help {
            Some(help) => format!("{}\nhelp: {help}", it.message),
            None => it.message.clone(),
        },
        related_information: related.collect(),
        data: protocol::DiagnosticData { message: it.message, help: it.help, fixes: it.fixes },
    }
}
