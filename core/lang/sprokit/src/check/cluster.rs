//! Checks that a cluster is complete (sprokit.md#definition-time-bake).

use std::collections::HashMap;

use crate::diagnostics::{Findings, config, graph};
use crate::file::File;
use crate::items;
use crate::model::HolderKind;
use crate::token::{Kind, is_blank_char};
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::offset;

pub(super) fn check(file: &File, findings: &mut Findings<'_>) {
    let Some((_, holder)) = file.model().cluster() else { return };
    let HolderKind::Cluster { name, .. } = holder.kind else { return };
    let source = file.source();
    let mut seen: HashMap<(bool, String), TokenSpan> = HashMap::new();
    for it in &file.model().mappings {
        let outer = source.joined(it.outer.span);
        let first = *seen.entry((it.is_input, outer.to_string())).or_insert(it.span);
        // One `imap` may have several targets.
        if first != it.span && it.span.start != first.start {
            let range = source.span_range(it.outer.span);
            let first = source.span_range(first);
            let is_taken = |name: &str| {
                let mut same = file.model().mappings.iter().filter(|at| at.is_input == it.is_input);
                same.any(|it| source.joined(it.outer.span) == name)
            };
            let free = items::free_name(&outer, is_taken);
            let finding = graph::cluster_duplicate_port(range, &outer, it.is_input, first, &free);
            if findings.list.listed().last() != Some(&finding) {
                findings.push(it.outer.span.start, finding);
            }
        }
    }
    descriptions(file, findings);
    if source.has_gaps() || !file.recovered().is_empty() {
        return;
    }
    let range = source.range(name);
    if file.model().processes().next().is_none() {
        findings.push(name, graph::cluster_no_processes(range, &holder.path));
    }
    if file.model().mappings.is_empty() {
        findings.push(name, graph::cluster_no_ports(range, &holder.path));
    }
}

/// Lines of descriptions, of which the program drops the character behind the dashes
/// (sprokit.md#lost-characters).
fn descriptions(file: &File, findings: &mut Findings<'_>) {
    let source = file.source();
    let all = TokenSpan::new(TokenIdx(0), source.end());
    for (at, _) in source.significant_in(all).filter(|it| it.1 == Kind::Description) {
        let Some(said) = source.text(at).strip_prefix("--") else { continue };
        if said.is_empty() || said.starts_with(is_blank_char) {
            continue;
        }
        let range = source.range(at);
        let behind = source.is_own(at).then(|| range.start() + offset(2));
        let stored = super::entries::without_first_byte(said);
        findings.push(at, config::lost_character(range, "--", stored, behind));
    }
}
