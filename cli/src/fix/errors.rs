//! Errors that are there after a fix and were not before: whether it made them, or uncovered them.

use std::collections::{BTreeMap, BTreeSet};
use std::ptr;

use bobbin_core::Snapshot;
use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::edit::{ItemPath, TextEdit};
use bobbin_core::text::len;
use bobbin_core::view::OutlineEntry;
use text_size::{TextRange, TextSize};

/// Returns the errors that were not there before. The same error is one with the same code and message,
/// wherever it stands now, or else one of the same code in the line that was its line: its message may name
/// another line, or words that the edit changed. What was to be mended is not found again elsewhere: there
/// it is another one.
pub(super) fn new_errors<'a>(
    mended: &[&Diagnostic],
    before: &Snapshot,
    edit: &TextEdit,
    after: &'a Snapshot,
) -> Vec<&'a Diagnostic> {
    fn errors(snapshot: &Snapshot) -> impl Iterator<Item = &Diagnostic> {
        snapshot.diagnostics().iter().filter(|it| it.code.severity == Severity::Error)
    }
    let mended: BTreeSet<*const Diagnostic> = mended.iter().copied().map(ptr::from_ref).collect();
    let line = |at: TextSize| after.lines().line(at);
    let mut by_message: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
    let mut by_line: BTreeMap<(&str, u32), usize> = BTreeMap::new();
    for it in errors(before) {
        let line = line(edit.map_offset(it.range.start()));
        if mended.contains(&ptr::from_ref(it)) {
            *by_line.entry((it.code.name, line)).or_default() += 1;
        } else {
            by_message.entry((it.code.name, &it.message)).or_default().push(line);
        }
    }
    let mut res: Vec<&Diagnostic> = errors(after).collect();
    res.retain(|it| {
        let same = by_message.get_mut(&(it.code.name, it.message.as_str()));
        same.and_then(Vec::pop).is_none()
    });
    for ((code, _), lines) in by_message {
        lines.into_iter().for_each(|it| *by_line.entry((code, it)).or_default() += 1);
    }
    res.retain(|it| match by_line.get_mut(&(it.code.name, line(it.range.start()))) {
        Some(n) if *n > 0 => {
            *n -= 1;
            false
        }
        _ => true,
    });
    res
}

/// Returns true if a new error was hidden by what is mended, rather than made by its fix. A fix that brings
/// to light what else is wrong is good; one that trades an error for another is not. So:
///
/// - where a program stops reading, everything behind is hidden, and of a text that is none it reads nothing;
/// - a text that does not parse is judged by its form alone, so whatever is wrong with its meaning is hidden,
///   wherever it stands;
/// - of a line that nobody knew for a statement nothing else was said, so what is wrong with it was hidden;
/// - all else hides only what belongs to an item that nobody could read before, and stands behind it. Of an
///   item that was there, everything was said, so an error in it is made;
/// - what a fix writes itself nothing hid. But what is missing in an item that it gives a name was missing
///   before, though that is said at the name.
pub(super) fn is_revealed(
    new: &Diagnostic,
    mended: &[&Diagnostic],
    before: &Snapshot,
    edit: &TextEdit,
    after: &Snapshot,
) -> bool {
    let is_written = edit.replacements().iter().any(|it| {
        let end = edit.map_offset(it.range.end());
        let start = end.checked_sub(len(&it.text)).unwrap_or_default();
        !it.text.trim().is_empty() && TextRange::new(start, end).contains_range(new.range)
    });
    let line = |at: TextSize| after.lines().line(at);
    let is_of_unknown = mended.iter().any(|it| {
        it.code.name == UNKNOWN
            && line(edit.map_offset(it.range.start())) == line(new.range.start())
    });
    if is_of_unknown {
        return true;
    }
    let is_missing = new.code.name.starts_with("missing-");
    if is_written && !is_missing {
        return false;
    }
    let is_of_form = |it: &Diagnostic| it.code.reference == Some(FORM);
    mended.iter().any(|&it| {
        let is_behind = edit.map_offset(it.range.start()) <= new.range.start();
        let is_unread = it.code.name == ENCODING
            || it.code.reference == Some(STOPS) && is_behind
            || is_of_form(it) && !is_of_form(new);
        let has_no_item = || {
            let item = item_of(after, new.range.start());
            item.is_some_and(|it| !has_item(&before.outline().entries, it))
        };
        is_unread || (is_behind || is_missing) && has_no_item()
    })
}

/// The name of the code for bytes that make a text none.
const ENCODING: &str = "encoding";

/// The name of the code for a line that is no statement.
const UNKNOWN: &str = "unknown-statement";

/// The reference of codes at which the program of a trace configuration stops reading.
const STOPS: &str = "reading_stopped";

/// The reference of codes for which the program of a pipeline rejects the form of a text.
const FORM: &str = "parse_error";

/// Returns the innermost item at a place.
fn item_of(snapshot: &Snapshot, at: TextSize) -> Option<&ItemPath> {
    let (mut res, mut entries) = (None, &snapshot.outline().entries);
    while let Some(it) = entries.iter().find(|it| it.range.contains_inclusive(at)) {
        res = Some(&it.item);
        entries = &it.children;
    }
    res
}

/// Returns true if an item is among these or inside one of them.
fn has_item(entries: &[OutlineEntry], item: &ItemPath) -> bool {
    entries.iter().any(|it| it.item == *item || has_item(&it.children, item))
}
