//! `textDocument/publishDiagnostics`.

use bobbin_protocol as protocol;

use crate::{Analysis, lsp};

/// Findings in LSP's shape; `uri_of` names the documents at paths.
pub(crate) fn lsp_diagnostics(
    analysis: &Analysis,
    uri_of: impl Fn(&str) -> String,
) -> Vec<lsp::Diagnostic> {
    let diagnostics = analysis.diagnostics().into_iter();
    diagnostics.map(|it| lsp_diagnostic(it, &analysis.snapshot().input().path, &uri_of)).collect()
}

/// A finding of the text at `own_path`.
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
        severity: match it.severity {
            protocol::Severity::Error => lsp::DiagnosticSeverity::Error,
            protocol::Severity::Warning => lsp::DiagnosticSeverity::Warning,
            protocol::Severity::Hint => lsp::DiagnosticSeverity::Hint,
        },
        code: it.code,
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
