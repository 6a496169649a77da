//! Values that the process cannot use, which it says when it is set up
//! (sprokit.md#configuring-processes).

use super::written::{only_where_written, value_token};
use crate::catalogue::KeyKind;
use crate::diagnostics::{Findings, TYPE_REJECTED, UNTYPED_OUTPUT, config};
use crate::file::File;
use crate::network::{Link, Network, ProcessId};
use crate::resolve::{self, Configuration};
use crate::scalars::{NO, YES, is_word, leading_number};
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
    decided_types(file, network, configuration, findings);
    // What is known of values together.
    for process in network.own().iter().filter(|it| it.type_name == "numbers") {
        let get = |key: &str| {
            let it = configuration.get(&format!("{}:{key}", process.name));
            it.filter(|it| !resolve::is_joined(file, it.entry))
        };
        let value = |key: &str, default: i64| match get(key) {
            Some(it) => leading_number(&resolve::known(file, it)?).map(|it| it.0),
            None => Some(default),
        };
        let (Some(start), Some(end)) = (value("start", 0), value("end", 100)) else { continue };
        let baked = get("end").into_iter().chain(get("start")).max_by_key(|it| it.entry);
        if start > end
            && let Some(baked) = baked
        {
            let token = value_token(file, baked);
            let finding =
                config::numbers_backwards(file.source().range(token), &process.name, start, end);
            findings.push(token, finding);
        }
    }
}

/// Checks the keys by which two types of processes decide what they take: `data_dependent` may
/// leave the type of its output open, and it and `flow_dependent` may reject every type
/// (sprokit.md#configuring-processes and sprokit.md#flow-dependent-types).
fn decided_types(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    findings: &mut Findings<'_>,
) {
    for process in network.own() {
        let is_data = process.type_name == "data_dependent";
        if !is_data && process.type_name != "flow_dependent" {
            continue;
        }
        let get = |key: &str| {
            let it = configuration.get(&format!("{}:{key}", process.name));
            it.filter(|it| !resolve::is_joined(file, it.entry))
        };
        let is = |key: &str, words: &[&str]| {
            get(key).filter(|it| resolve::known(file, it).is_some_and(|it| is_word(&it, words)))
        };
        let is_used = |side: fn(&Link<'_>) -> Option<ProcessId>| {
            network.links.iter().any(|it| side(it) == Some(process.root))
        };
        let (gives, takes) = (is_used(|it| it.from.process), is_used(|it| it.to.process));
        let found = match is("set_on_configure", &NO) {
            Some(baked) if is_data && gives => Some((baked, &UNTYPED_OUTPUT)),
            _ => is("reject", &YES).filter(|_| gives || takes).map(|it| (it, &TYPE_REJECTED)),
        };
        if let Some((baked, code)) = found {
            let token = value_token(file, baked);
            let range = file.source().range(token);
            findings.push(token, config::undecided_type(code, range, &process.name));
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
