//! Sends the notification `textDocument/publishDiagnostics`.

use bobbin_core::diagnostics::{Bounded, Diagnostic, Severity};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::{Files, Placed as _};
use bobbin_protocol as protocol;
use text_size::TextRange;

use crate::convert::Texts;
use crate::{Analysis, lsp};

/// The greatest number of diagnostics: more help nobody, and each costs time on every key press.
const MOST: usize = 1000;

/// The diagnostics that count, in LSP's shape; `uri_of` names the documents at paths.
///
/// Of very many, the worst are listed, and one more says how many are not, at the first of the worst.
pub(crate) fn lsp_diagnostics(
    analysis: &Analysis,
    uri_of: impl Fn(&str) -> String,
    counts: impl Fn(&Diagnostic) -> bool,
) -> Vec<lsp::Diagnostic> {
    let found = analysis.snapshot().diagnostics();
    let mut listed: Vec<&Diagnostic> = found.iter().filter(|it| counts(it)).collect();
    let mut rest = Vec::new();
    if listed.len() > MOST {
        listed.order_by_key(|it| it.code.severity);
        rest = listed.split_off(MOST);
        listed.order_by_key(|it| it.range.start());
    }
    let own_path = &analysis.snapshot().input().path;
    let wanted = wanted_files(analysis);
    let mut texts = Texts::of(analysis.snapshot());
    let mut res: Vec<lsp::Diagnostic> = listed
        .into_iter()
        .map(|it| {
            let wanted = wanted.iter().find(|(range, _)| range.intersect(it.range).is_some());
            let mut res = lsp_diagnostic(it.clone().map_place(&mut texts), own_path, &uri_of);
            res.data.wanted = wanted.map(|it| it.1.clone());
            res
        })
        .collect();
    // A hint above the errors would be a place where nothing is missing that counts.
    if let Some(first) = rest.iter().min_by_key(|it| (it.code.severity, it.range.start())) {
        let range = analysis.lines().range(first.range);
        let n_errors = rest.iter().filter(|it| it.code.severity == Severity::Error).count();
        // Of a text with very many there are more than were found.
        let least = if found.len() > Bounded::MOST { "at least " } else { "" };
        res.push(not_listed(rest.len(), n_errors, least, range));
    }
    res
}

/// Returns the places of includes without a file, each with the path at which that is looked for. Who has all files
/// knows that there is none.
fn wanted_files(analysis: &Analysis) -> Vec<(TextRange, String)> {
    let input = analysis.snapshot().input();
    if input.host.has_all_files {
        return Vec::new();
    }
    let is_own = |path: &str| Files::normalise(path) == input.path;
    let includes = analysis.snapshot().document().includes().into_iter();
    let open =
        includes.filter(|it| it.path.is_none() && it.location.path.as_deref().is_none_or(is_own));
    let wanted = open.filter_map(|it| {
        // What stands for a part of a name is known where the program runs.
        let is_known = !it.name.is_empty() && !it.name.contains(['~', '$']);
        let folder = input.path.rsplit_once('/').map(|it| it.0).unwrap_or_default();
        let path = match it.name.starts_with('/') {
            true => Files::normalise(&it.name),
            false => Files::normalise(&format!("{folder}/{}", it.name)),
        };
        (is_known && !path.starts_with("..")).then_some((it.location.range, path))
    });
    wanted.collect()
}

/// Stands for `n` diagnostics, the first of the worst of them at `range`; `least` is put before numbers
/// that may be greater.
fn not_listed(n: usize, n_errors: usize, least: &str, range: protocol::Range) -> lsp::Diagnostic {
    let errors = match n_errors {
        0 => String::new(),
        1 => format!("; {least}one is an error, which is here"),
        n => format!("; {least}{n} are errors, the first of which is here"),
    };
    let message = format!("{least}{n} more diagnostics are not listed{errors}");
    lsp::Diagnostic {
        range,
        severity: lsp::DiagnosticSeverity::Information,
        code: "not-listed".to_owned(),
        source: "bobbin",
        message: message.clone(),
        related_information: Vec::new(),
        data: protocol::DiagnosticData {
            message,
            help: None,
            fixes: Vec::new(),
            moves: Vec::new(),
            wanted: None,
        },
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
        data: protocol::DiagnosticData {
            message: it.message,
            help: it.help,
            fixes: it.fixes,
            moves: it.moves,
            wanted: None,
        },
    }
}
