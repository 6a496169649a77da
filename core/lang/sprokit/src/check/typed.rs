//! Values that the process cannot use, which it says when it is set up
//! (sprokit.md#configuring-processes).

use super::written::{only_where_written, value_token};
use crate::catalogue::KeyKind;
use crate::diagnostics::{Findings, config};
use crate::file::File;
use crate::network::Network;
use crate::resolve::{self, Configuration};
use crate::scalars::{NO, YES, is_word, leading_capacity, leading_number};
use bobbin_core::diagnostics::Diagnostic;
use text_size::TextRange;

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    findings: &mut Findings<'_>,
) {
    for &(key, at) in &configuration.effective {
        let Some(baked) = configuration.entries.get(at) else { continue };
        // The program sets another key, and a warning says so.
        if resolve::is_joined(file, baked.entry) {
            continue;
        }
        let Some(value) = resolve::known(file, baked) else { continue };
        let Some((name, local)) = key.split_once(':') else { continue };
        let Some(&process) = network.by_name.get(name) else { continue };
        let known = network.processes.get(process).and_then(|it| it.process_type);
        let Some(known) = known.filter(|it| !it.is_cluster) else { continue };
        let kind = known.key(local).map(|it| it.kind);
        let token = value_token(file, baked);
        let range = file.source().range(token);
        if let Some(it) = judge(range, &value, kind.unwrap_or(KeyKind::Text)) {
            findings.push(token, only_where_written(file, &value, it));
        }
    }
}

/// Checks a value against the kind of its key; `None` where any text is allowed.
pub(super) fn judge(range: TextRange, written: &str, kind: KeyKind) -> Option<Diagnostic> {
    let value = written.trim_start_matches('+');
    let is_sound = match kind {
        KeyKind::Int | KeyKind::Uint => leading_number(value).is_some(),
        KeyKind::Float => {
            let digits = value.trim_start_matches('-');
            let digits = digits.strip_prefix('.').unwrap_or(digits);
            digits.starts_with(|it: char| it.is_ascii_digit())
                || ["inf", "nan"].iter().any(|it| digits.eq_ignore_ascii_case(it))
        }
        // Processes in Python have their own words.
        KeyKind::Bool("true") => is_word(value, &YES) || is_word(value, &NO),
        _ => return None,
    };
    if !is_sound {
        return Some(config::bad_kind(range, written, kind));
    }
    if let KeyKind::Int | KeyKind::Uint = kind
        && let Some((taken, is_cut)) = leading_number(value)
        && (is_cut || (kind == KeyKind::Uint && taken < 0))
    {
        return Some(config::partial_number(range, written, taken, is_cut));
    }
    None
}

/// Checks the value of `_non_blocking`; `None` where it is a capacity.
pub(super) fn judge_non_blocking(range: TextRange, written: &str) -> Option<Diagnostic> {
    match leading_capacity(written) {
        None => Some(config::bad_non_blocking(range, written)),
        Some(_) => judge_capacity(range, written),
    }
}

/// Checks a capacity; `None` where it is a plain number.
pub(super) fn judge_capacity(range: TextRange, written: &str) -> Option<Diagnostic> {
    let (taken, number) = match leading_capacity(written) {
        None => ("the default 10 applies".to_owned(), None),
        Some(it) if it.wraps => (format!("it wraps to {}", it.number), None),
        Some(it) if it.is_cut => (format!("{} is used", it.number), Some(it.number)),
        Some(_) => return None,
    };
    Some(config::bad_capacity(range, written, &taken, number))
}
