//! Sections that nobody reads: neither a process nor the program itself has their name, and no macro
//! asks for one of their keys.

use super::verdicts::is_fragment;
use crate::diagnostics::{Findings, config};
use crate::edit::statements;
use crate::file::File;
use crate::model::HolderKind;
use crate::network::Network;
use crate::resolve::{self, Configuration};
use crate::token;

/// Sections that the program itself reads, or that every process sees
/// (sprokit.md#reserved-configuration).
const READ: [&str; 3] = ["_pipeline", "_scheduler", "_global"];

pub(super) fn check(
    file: &File,
    network: &Network<'_>,
    configuration: &Configuration<'_>,
    findings: &mut Findings<'_>,
) {
    // A file without processes is meant for others, and what is not open may ask.
    if network.n_own == 0 || file.source().has_gaps() || is_fragment(file) {
        return;
    }
    for holder in &file.model().holders {
        let HolderKind::Section { path } = holder.kind else { continue };
        let first = holder.path.split(':').next().unwrap_or_default();
        // Of a header that does not parse it is not known what it names.
        if !holder.path.split(':').all(token::is_part)
            || READ.contains(&first)
            || network.by_name.contains_key(first)
        {
            continue;
        }
        if file.model().cluster().is_some_and(|it| it.1.path == first) {
            continue;
        }
        let is_below = |key: &str, path: &str| {
            key.strip_prefix(path).is_some_and(|it| it.is_empty() || it.starts_with(':'))
        };
        let mut entries = file.model().entries_of(holder);
        let has_local = entries.any(|it| resolve::flags(file, it.1).local);
        let is_asked = configuration.asked.iter().any(|it| is_below(it, &holder.path));
        if has_local || is_asked || holder.entries.is_empty() {
            continue;
        }
        let source = file.source();
        let range = source.span_range(path);
        let last = statements::last_statement(file, holder);
        // What an include in it brings may be about something else.
        let includes = source.includes();
        let first_inside = includes.partition_point(|it| it.name <= holder.head.start);
        let mut inside = includes.iter().skip(first_inside).map(|it| it.name);
        let has_include = inside.find(|it| source.is_own(*it)).is_some_and(|it| Some(it) <= last);
        let removal = if has_include { None } else { statements::remove_holder(file, holder) };
        let names = file.model().processes().map(|it| it.1.path.as_str());
        let meant = findings.nearest(first, ["_pipeline", "_scheduler"].into_iter().chain(names));
        let meant = meant.map(|it| (source.range(path.start), it));
        findings.push(path.start, config::unused_section(range, &holder.path, meant, removal));
    }
}
