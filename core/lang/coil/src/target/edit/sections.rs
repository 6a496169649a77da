//! Sections that come, go and are joined.

use text_size::{TextRange, TextSize};

use super::style::Style;
use crate::target::lines::{line_end, line_range};
use crate::target::source_file::{Header, MARKS, SourceFile};
use crate::target::value;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::syntax::CommentStyle;
use bobbin_core::text::{len, slice};

/// Adds a section at the end of the text, behind a blank line.
pub(crate) fn add_section(file: &SourceFile, name: &str, values: &[(String, String)]) -> TextEdit {
    let text = &file.text;
    let end = line_end(text);
    let mut added = String::new();
    let is_bare = text.trim_start_matches('\u{feff}').is_empty();
    if !is_bare {
        if !text.ends_with(['\n', '\r']) {
            added.push_str(end);
        }
        let last = text.lines().next_back().unwrap_or_default();
        if !value::trim(last).is_empty() {
            added.push_str(end);
        }
    }
    added.push_str(&format!("[{name}]{end}"));
    let style = file.headers.last().map(|it| Style::of(file, it)).unwrap_or_default();
    for (key, value) in values {
        added.push_str(&style.write(key, value));
        added.push_str(end);
    }
    TextEdit::insert(len(text), added)
}

/// The comments of this language.
const COMMENTS: CommentStyle = CommentStyle {
    marks: MARKS,
    has_bare_returns: true,
    part_below: None,
    is_head: |it| it.starts_with('['),
};

/// Takes a section away with the comments it owns, and the blank lines behind it. Includes between
/// its pairs belong to the file and stay, those that are not well-formed, too.
pub(super) fn remove_section(file: &SourceFile, header: &Header) -> TextEdit {
    let text = &file.text;
    let lines = COMMENTS.owned_lines(text, section_range(file, header));
    let mut limit = lines.end();
    while limit < header.limit {
        let line = line_range(text, TextRange::empty(limit));
        if line.is_empty() || !words(text, line).is_empty() {
            break;
        }
        limit = line.end();
    }
    // What a file begins with is said of the file.
    let mut at = match lines.start() {
        start if start == TextSize::new(0) => line_range(text, header.range).start(),
        start => start,
    };
    let mut replacements = Vec::new();
    let mut next = at;
    while next < limit {
        let line = line_range(text, TextRange::empty(next));
        next = line.end().max(next + TextSize::new(1));
        if !words(text, line).starts_with('@') {
            continue;
        }
        // With the comments above it.
        let line = COMMENTS.lines_with_comments(text, line);
        if line.start() >= at && line.end() <= limit {
            replacements.push(TextRange::new(at, line.start()));
            at = line.end();
        }
    }
    replacements.push(TextRange::new(at, limit));
    let replacements = replacements
        .into_iter()
        .filter(|it| !it.is_empty())
        .map(|range| Replacement { range, text: String::new() });
    TextEdit::from_replacements(replacements.collect())
}

/// The number of sections that are searched for the one before of the same name.
const MOST_LOOKED_AT: usize = 1000;

/// Returns the range from the header to the last line below it that is neither a comment nor an include,
/// well-formed or not.
fn section_range(file: &SourceFile, header: &Header) -> TextRange {
    let text = &file.text;
    let mut end = header.end.max(header.range.end());
    let mut at = line_range(text, TextRange::empty(end)).end();
    while at < header.limit {
        let line = line_range(text, TextRange::empty(at));
        if line.is_empty() {
            break;
        }
        let words = words(text, line);
        if !words.is_empty() && !words.starts_with(COMMENTS.marks) && !words.starts_with('@') {
            end = line.start() + TextSize::of(slice(text, line).trim_end_matches(['\n', '\r']));
        }
        at = line.end();
    }
    TextRange::new(header.range.start(), end)
}

/// Returns the text of a line.
fn words(text: &str, line: TextRange) -> &str {
    value::trim(slice(text, line).trim_end_matches(['\n', '\r']))
}

/// FileMoves the lines below a repeated header to the header of the same name before it, so that the
/// order of the pairs stays; none if an include or a comment would be moved or lost.
pub(crate) fn merge_section(file: &SourceFile, name: TextRange) -> Option<TextEdit> {
    let text = &file.text;
    let at = file.headers.binary_search_by_key(&name.start(), |it| it.name.start()).ok()?;
    let header = file.headers.get(at)?;
    let before = file.headers.get(..at)?.iter().rev().take(MOST_LOOKED_AT);
    let before = before.into_iter().find(|it| file.name(it) == file.name(header))?;
    let first = line_range(text, header.range);
    let last = line_range(text, TextRange::empty(header.end));
    let has_more = value::trim(slice(text, first).trim_end_matches(['\n', '\r'])).ends_with(']');
    let next = file.includes.partition_point(|it| it.range.start() < before.range.end());
    let has_include = file.includes.get(next).is_some_and(|it| it.range.start() < last.end());
    if !has_more || has_include || !slice(text, last).ends_with(['\n', '\r']) {
        return None;
    }
    let moved = slice(text, TextRange::new(first.end(), last.end().max(first.end())));
    let to = line_range(text, TextRange::empty(before.end)).end();
    Some(TextEdit::from_replacements(vec![
        Replacement { range: TextRange::empty(to), text: moved.to_owned() },
        Replacement { range: TextRange::new(first.start(), last.end()), text: String::new() },
    ]))
}
