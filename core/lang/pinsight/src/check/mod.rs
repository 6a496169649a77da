//! Diagnostics, computed from the reading when they are asked for.

mod at_end;
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

use std::collections::BTreeSet;

use text_size::{TextRange, TextSize};

use self::at_end::AtEnd;
use crate::file::{File, parse};
use crate::reading::Complaint;
use crate::token::{PIECE, is_blank, trim};
use bobbin_core::Input;
use bobbin_core::diagnostics::{
    Diagnostic, Fix, Severity, drop_failing_fixes, guess_worse_fixes, sort,
};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::{len, offset, slice};
use bobbin_core::view::FieldProblem;

/// Fixes of these may bring lines into force that the program does not read so far.
const AWAKENING: [&str; 8] = [
    "byte-order-mark",
    "dead-section",
    "header-tail",
    "ignored-part",
    "seed-dialect",
    "seed-header",
    "unknown-domain",
    "unknown-kind",
];

/// Fixes of these may bring a constraint into force that never holds, or that is not read.
const CONSTRAINING: [&str; 1] = ["bad-parent"];

/// The program stops at these.
const STOPPING: [&str; 2] = ["missing-bracket", "reading-stopped"];

/// Returns all diagnostics in the order of the text.
pub(super) fn diagnostics(file: &File) -> Vec<Diagnostic> {
    let mut res = found(file);
    drop_failing_fixes(&mut res, &AWAKENING, file.text(), |text| {
        let text = text.into();
        let after = parse(&Input { text, ..file.input().clone() });
        found(&after).iter().any(|it| it.code.severity == Severity::Error)
    });
    let n_wrong =
        |all: &[Diagnostic]| all.iter().filter(|it| it.code.severity != Severity::Hint).count();
    let n_before = n_wrong(&res);
    guess_worse_fixes(&mut res, &CONSTRAINING, file.text(), |text| {
        let after = parse(&Input { text: text.into(), ..file.input().clone() });
        n_wrong(&found(&after)) >= n_before
    });
    res
}

/// Returns the diagnostics with all of their fixes.
pub(super) fn found(file: &File) -> Vec<Diagnostic> {
    let mut res = Vec::new();
    lines::check_lines(file, &mut res);
    lines::check_dialect(file, &mut res);
    order::check_order(file, &mut res);
    punits::check_hidden(file, &mut res);
    silent::check_scopes(file, &mut res);
    silent::check_reset(file, &mut res);
    silent::check_environment(file, &mut res);
    silent::check_window_end(file, &mut res);
    let (complaints, at_end) = (sorted_complaints(file), AtEnd::new(file));
    for idx in 0..file.layout().sections.len() {
        check_section(file, idx, &complaints, &at_end, &mut res);
    }
    let mut res = finish(file, res);
    // That a parenthesis is missing is said of the units before it.
    let open: BTreeSet<TextSize> = res
        .iter()
        .filter(|it| matches!(it.code.name, "punit-syntax" | "broken-target"))
        .map(|it| it.range.end())
        .collect();
    res.retain(|it| it.code.name != "header-syntax" || !open.contains(&it.range.start()));
    note_unread(file, &mut res);
    let long_lines = long_lines(file.text());
    for it in &mut res {
        it.fixes.retain(|it| !loses_note(file, it) && !breaks_otherwise(&long_lines, it));
    }
    res
}

/// A line that the program reads in pieces (pinsight.md#lines).
struct LongLine {
    /// The line without its line end.
    range: TextRange,
    /// The start of its last piece.
    last: TextSize,
}

fn long_lines(text: &str) -> Vec<LongLine> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').filter_map(|it| {
        let range = TextRange::at(offset(start), len(it.trim_end_matches(['\n', '\r'])));
        start += it.len();
        let mut last = it.len().saturating_sub(1) / PIECE * PIECE;
        while !it.is_char_boundary(last) {
            last -= 1;
        }
        (it.len() > PIECE).then(|| LongLine { range, last: range.start() + offset(last) })
    });
    lines.collect()
}

/// Returns true if a fix moves later pieces of a long line, so that it breaks elsewhere: they mean
/// something else then, and what was to be mended may be in two of them.
fn breaks_otherwise(long_lines: &[LongLine], fix: &Fix) -> bool {
    fix.edit.replacements().iter().any(|it| {
        let at = long_lines.partition_point(|line| line.last <= it.range.start());
        let line = long_lines.get(at).filter(|line| line.range.start() <= it.range.start());
        line.is_some_and(|line| {
            let is_line_above =
                it.range == TextRange::empty(line.range.start()) && it.text.ends_with('\n');
            let is_to_end = it.range.end() >= line.range.end();
            !is_to_end && !is_line_above && it.range.len() != len(&it.text)
        })
    })
}

/// Returns true if a fix takes away words that are meant as a comment: to the program there are none
/// behind a value or a header, and people write them all the same.
fn loses_note(file: &File, fix: &Fix) -> bool {
    let parts = fix.edit.replacements();
    parts.iter().any(|it| {
        let old = file.text_at(it.range);
        // Between words without a space a mark is a slip, as in a list of ids.
        let mark = old.match_indices([';', '#']).find(|(at, _)| {
            let is_apart = |it: &str| it.is_empty() || it.starts_with(is_blank);
            let before = old.get(..*at).unwrap_or_default();
            before.is_empty()
                || before.ends_with(is_blank)
                || is_apart(old.get(at + 1..).unwrap_or_default())
        });
        let Some((at, _)) = mark else { return false };
        let note = old.get(at + 1..).unwrap_or_default();
        let note = trim(note.trim_start_matches([';', '#']).trim_end_matches(']'));
        let has_words = note.contains(char::is_alphanumeric);
        let is_kept = |note: &str| parts.iter().any(|it| it.text.contains(note));
        // In a header of the seed dialect further parts follow a colon.
        let is_header = old.starts_with('[');
        has_words && !is_kept(note) && !(is_header && note.split(':').map(trim).all(is_kept))
    })
}

/// Returns the errors and warnings inside one section, with their places.
pub(super) fn section_problems(file: &File, idx: usize) -> Vec<(TextRange, FieldProblem)> {
    let mut res = Vec::new();
    let complaints = sorted_complaints(file);
    check_section(file, idx, &complaints, &AtEnd::new(file), &mut res);
    let marked = finish(file, res).into_iter().filter(|it| it.code.severity != Severity::Hint);
    marked.map(|it| (it.range, FieldProblem::from(&it))).collect()
}

fn check_section(
    file: &File,
    idx: usize,
    complaints: &[&Complaint],
    at_end: &AtEnd<'_>,
    res: &mut Vec<Diagnostic>,
) {
    let Some(section) = file.layout().sections.get(idx) else { return };
    let start = section.header.range.start();
    let end = file.layout().sections.get(idx + 1).map(|it| it.header.range.start());
    let from = complaints.partition_point(|it| it.at.start() < start);
    let to =
        end.map_or(complaints.len(), |end| complaints.partition_point(|it| it.at.start() < end));
    let mine = complaints.get(from..to).unwrap_or_default();
    header::check_header(file, idx, section, mine, res);
    pairs::check_pairs(file, idx, section, mine, at_end, res);
}

fn sorted_complaints(file: &File) -> Vec<&Complaint> {
    let mut complaints: Vec<&Complaint> = file.log().complaints.iter().collect();
    complaints.order_by_key(|it| it.at.start());
    complaints
}

/// Returns the start of the header at which the program stops reading, and the end of its line: the piece of it
/// that is a header may be short.
fn end_of_reading(file: &File) -> Option<(TextSize, TextSize)> {
    let header = file.layout().sections.get(file.log().stopped?)?.header.range;
    let below = slice(file.text(), TextRange::new(header.end(), len(file.text())));
    Some((header.start(), header.end() + offset(below.find('\n').unwrap_or(below.len()))))
}

/// Adds to the header at which the program stops reading how much it leaves unread.
fn note_unread(file: &File, res: &mut [Diagnostic]) {
    let Some((header, end)) = end_of_reading(file) else { return };
    let below = slice(file.text(), TextRange::new(end, len(file.text())));
    let lines = below.lines().skip(1).filter(|it| is_written(it));
    let help = match (lines.count(), file.is_seed()) {
        (0, _) => return,
        (1, false) => "the line below is not read".to_owned(),
        (n, false) => format!("the {n} lines below are not read"),
        // Today's program may read on.
        (1, true) => "the program of February 2026 does not read the line below".to_owned(),
        (n, true) => format!("the program of February 2026 does not read the {n} lines below"),
    };
    let is_stop =
        |it: &&mut Diagnostic| STOPPING.contains(&it.code.name) && it.range.start() >= header;
    if let Some(it) = res.iter_mut().rev().find(is_stop) {
        it.help = Some(help);
    }
}

/// Returns true for a line that says something to the program.
fn is_written(line: &str) -> bool {
    let line = trim(line);
    !line.is_empty() && !line.starts_with(['#', ';'])
}

/// Sorts the diagnostics, drops those about what the program does not read, and those repeated because it
/// reads a header once for each region.
fn finish(file: &File, mut res: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if let Some((_, end)) = end_of_reading(file) {
        res.retain(|it| it.range.start() <= end);
    }
    sort(&mut res);
    res.dedup_by(|a, b| a.code == b.code && a.range == b.range && a.message == b.message);
    res
}
