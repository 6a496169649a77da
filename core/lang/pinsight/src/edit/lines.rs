//! Body lines and their ends.

use text_size::{TextRange, TextSize};

use crate::file::File;
use crate::lower::{Pair, Section};
use crate::token::{PIECE, is_blank};
use bobbin_core::edit::{Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{line_end_after, line_indent};
use bobbin_core::text::{offset, slice};

/// Returns the line end of the line of `at`, or else of the first line of the text.
pub(crate) fn line_end_style(file: &File, at: TextSize) -> &'static str {
    let text = file.text();
    let rest = text.get(usize::from(at)..).unwrap_or_default();
    let line = rest.split_inclusive('\n').next().filter(|it| it.ends_with('\n'));
    let line = line.or_else(|| text.split_inclusive('\n').next());
    if line.is_some_and(|it| it.ends_with("\r\n")) { "\r\n" } else { "\n" }
}

/// Returns the whole line of a pair with its line end, or its piece of a longer line.
pub(crate) fn line_of(file: &File, pair: &Pair) -> TextRange {
    let text = file.text();
    let first = if pair.key.is_empty() { pair.equals } else { pair.key.start() };
    let indent = line_indent(text, first).map_or(0, str::len);
    let last = pair.value.end().max(pair.equals + TextSize::new(1));
    let rest = text.get(usize::from(last)..).unwrap_or_default();
    let n_blanks = rest.len() - rest.trim_start_matches(is_blank).len();
    let line_end = usize::from(rest.get(n_blanks..).is_some_and(|it| it.starts_with('\n')));
    TextRange::new(first - offset(indent), last + offset(n_blanks + line_end))
}

/// Returns the indentation of the first body line of the nearest section that has one.
pub(crate) fn body_indent<'f>(file: &'f File, section: &Section) -> &'f str {
    let text = file.text();
    let header = section.header.range.start();
    let nearest = file
        .layout()
        .sections
        .iter()
        .filter_map(|it| file.layout().pairs_of(it).next())
        .min_by_key(|(_, it)| u32::from(it.equals).abs_diff(u32::from(header)));
    let indent = nearest.and_then(|(_, it)| line_indent(text, it.key.start()));
    indent.filter(|it| it.chars().all(|it| it == ' ' || it == '\t')).unwrap_or("    ")
}

/// Refuses an edit that makes a line longer than the program reads at once.
pub(crate) fn check_length(file: &File, at: TextSize, edit: &TextEdit) -> Result<(), Refusal> {
    let text = file.text();
    let before = slice(text, TextRange::up_to(at));
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    let (end, _) = line_end_after(text, at);
    let old = usize::from(end) - start;
    let grown: usize = edit.replacements().iter().map(|it| it.text.len()).sum();
    let shrunk: usize = edit.replacements().iter().map(|it| usize::from(it.range.len())).sum();
    if old <= PIECE && old + grown - shrunk > PIECE {
        return Err(Refusal::bad_value(too_long()));
    }
    Ok(())
}

pub(crate) fn too_long() -> String {
    format!("the line would be longer than the {} bytes the program reads at once", PIECE - 1)
}

pub(crate) fn key<'f>(file: &'f File, pair: &Pair) -> &'f str {
    slice(file.text(), pair.key)
}

/// Plans to move a comment, or words that are meant as one, from the end of a line to a line of
/// its own above.
pub(crate) fn comment_above(file: &File, from: TextSize, comment: TextRange) -> TextEdit {
    let before = file.text_at(TextRange::new(from, comment.start()));
    let n_blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
    let taken = TextRange::new(comment.start() - offset(n_blanks), comment.end());
    TextEdit::from_replacements(vec![
        written_above(file, from, file.text_at(comment)),
        Replacement { range: taken, text: String::new() },
    ])
}

/// Plans a line above that of `from` with a comment, or with words that are meant as one.
pub(crate) fn written_above(file: &File, from: TextSize, comment: &str) -> Replacement {
    let indent = line_indent(file.text(), from).unwrap_or_default();
    let line_end = line_end_style(file, from);
    let mark = mark_of(comment);
    Replacement {
        range: TextRange::empty(from - offset(indent.len())),
        text: format!("{indent}{mark}{comment}{line_end}"),
    }
}

/// Returns what makes words a comment: nothing if they are one.
pub(crate) fn mark_of(words: &str) -> &'static str {
    if words.starts_with('#') { "" } else { "# " }
}

/// Splits a value into what looks like one and what looks like a comment behind it: with a `#`, which
/// may follow a word or a number at once or have a blank behind it, or with a `;` as in other languages.
pub(crate) fn split_comment<'f>(file: &'f File, pair: &Pair) -> Option<(&'f str, TextRange)> {
    let value = file.text_at(pair.value);
    let is_word =
        |it: &str| it.bytes().all(|it| it.is_ascii_alphanumeric() || b"_+-.".contains(&it));
    let starts = |&(at, mark): &(usize, &str)| {
        let before = value.get(..at).unwrap_or_default();
        let behind = value.get(at + 1..).unwrap_or_default();
        before.is_empty()
            || before.ends_with([' ', '\t'])
            || (mark == "#" && (is_word(before) || behind.starts_with([' ', '\t'])))
    };
    let at = value.match_indices(['#', ';']).find(starts)?.0;
    let word = value.get(..at)?.trim_end_matches([' ', '\t']);
    Some((word, TextRange::new(pair.value.start() + offset(at), pair.value.end())))
}

/// Plans to make the line of a pair a comment.
pub(crate) fn as_comment(pair: &Pair) -> TextEdit {
    let at = if pair.key.is_empty() { pair.equals } else { pair.key.start() };
    TextEdit::insert(at, "# ")
}

/// Returns the range of the key, or of where it should stand.
pub(crate) fn key_range(pair: &Pair) -> TextRange {
    if pair.key.is_empty() { TextRange::new(pair.equals, pair.value.end()) } else { pair.key }
}
