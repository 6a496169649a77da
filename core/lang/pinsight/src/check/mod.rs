//! Diagnostics, computed from the reading when they are asked for.

mod events;
mod header;
mod lines;
mod order;
mod pairs;
mod punits;
mod regions;
mod silent;
mod target;
mod values;

use text_size::TextRange;

use crate::file::File;
use crate::reading::Complaint;
use bobbin_core::diagnostics::{Diagnostic, Severity, sort};
use bobbin_core::sorting::Sorting as _;

/// Returns all diagnostics in the order of the text.
pub(super) fn diagnostics(file: &File) -> Vec<Diagnostic> {
    let mut res = Vec::new();
    lines::check_lines(file, &mut res);
    lines::check_dialect(file, &mut res);
    order::check_order(file, &mut res);
    silent::check_scopes(file, &mut res);
    silent::check_reset(file, &mut res);
    silent::check_environment(file, &mut res);
    silent::check_window_end(file, &mut res);
    let complaints = sorted_complaints(file);
    for idx in 0..file.layout().sections.len() {
        check_section(file, idx, &complaints, &mut res);
    }
    finish(res)
}

/// Messages of the errors and warnings inside one section, with their places.
pub(super) fn section_problems(file: &File, idx: usize) -> Vec<(TextRange, String)> {
    let mut res = Vec::new();
    let complaints = sorted_complaints(file);
    check_section(file, idx, &complaints, &mut res);
    let marked = finish(res).into_iter().filter(|it| it.code.severity != Severity::Hint);
    marked.map(|it| (it.range, it.message)).collect()
}

fn check_section(file: &File, idx: usize, complaints: &[&Complaint], res: &mut Vec<Diagnostic>) {
    let Some(section) = file.layout().sections.get(idx) else { return };
    let start = section.header.range.start();
    let end = file.layout().sections.get(idx + 1).map(|it| it.header.range.start());
    let from = complaints.partition_point(|it| it.at.start() < start);
    let to =
        end.map_or(complaints.len(), |end| complaints.partition_point(|it| it.at.start() < end));
    let mine = complaints.get(from..to).unwrap_or_default();
    header::check_header(file, idx, section, mine, res);
    pairs::check_pairs(file, idx, section, mine, res);
}

fn sorted_complaints(file: &File) -> Vec<&Complaint> {
    let mut complaints: Vec<&Complaint> = file.log().complaints.iter().collect();
    complaints.order_by_key(|it| it.at.start());
    complaints
}

/// Sorts the diagnostics, and drops those repeated because the program reads a header once for each
/// region.
fn finish(mut res: Vec<Diagnostic>) -> Vec<Diagnostic> {
    sort(&mut res);
    res.dedup_by(|a, b| a.code == b.code && a.range == b.range && a.message == b.message);
    res
}
