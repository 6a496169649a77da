//! Edits of body lines.

use text_size::{TextRange, TextSize};

use super::header::{self, CONSTRAINTS, INHERITANCE, TARGET};
use super::lines;
use super::refusal;
use crate::file::File;
use crate::header::note_in;
use crate::item;
use crate::lower::{Pair, Section};
use crate::reading::Subject;
use crate::token::PIECE;
use bobbin_core::edit::{ItemPath, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{line_end_after, line_indent};
use bobbin_core::text::{range_in, slice};

pub(crate) fn set_value(
    file: &File,
    item: &ItemPath,
    key: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    let (idx, section) = item::section(file, item)?;
    match key {
        TARGET => {
            return Err(Refusal::bad_value("change it in the text; a region can be renamed there"));
        }
        INHERITANCE | CONSTRAINTS => return header::set_header_part(file, section, key, value),
        _ => (),
    }
    refusal::check_line(key, value)?;
    refusal::refuse_value(file, idx, key, value)?;
    let written = file.layout().pairs_of(section).rfind(|(_, it)| lines::key(file, it) == key);
    let Some((_, pair)) = written else { return insert_line(file, idx, section, key, value) };
    let spaced = if pair.value.start() == pair.equals + TextSize::new(1)
        && pair.value.is_empty()
        && pair.key.end() < pair.equals
    {
        " "
    } else {
        ""
    };
    let edit = TextEdit::replace(pair.value, format!("{spaced}{value}"));
    lines::check_length(file, pair.equals, &edit)?;
    Ok(with_comment_kept(file, idx, pair, value, edit))
}

/// Finds what looks like a comment behind a value: to the program it is a part of the value, and to
/// people a note. The text of a knob may well have a `;` or a `#` in it, but hardly a `#` and a blank.
fn comment_behind(file: &File, idx: usize, pair: &Pair) -> Option<TextRange> {
    let note = lines::split_comment(file, pair)?.1;
    (!is_knob(file, idx) || file.text_at(note).starts_with("# ")).then_some(note)
}

fn is_knob(file: &File, idx: usize) -> bool {
    file.log().sections.get(idx).is_some_and(|it| it.subject == Subject::Knobs)
}

/// Moves what looks like a comment behind the old value to a line of its own.
fn with_comment_kept(file: &File, idx: usize, pair: &Pair, new: &str, edit: TextEdit) -> TextEdit {
    let comment = comment_behind(file, idx, pair).map(|it| slice(file.text(), it));
    // Who writes another one for a knob has seen it.
    let is_seen = |it: &str| new.ends_with(it) || (is_knob(file, idx) && new.contains('#'));
    let Some(comment) = comment.filter(|it| !is_seen(it)) else {
        return edit;
    };
    let above = lines::written_above(file, pair.key.start(), comment);
    let edits = edit.replacements().iter().cloned();
    TextEdit::from_replacements(std::iter::once(above).chain(edits).collect())
}

/// Takes all lines of a key away; the comments around them stay, and what looks like one behind a
/// value is left on its line, as one.
pub(crate) fn unset(file: &File, item: &ItemPath, key: &str) -> Result<TextEdit, Refusal> {
    let (idx, section) = item::section(file, item)?;
    match key {
        TARGET => return Err(Refusal::bad_value("a section cannot be without a target")),
        INHERITANCE | CONSTRAINTS => return header::set_header_part(file, section, key, ""),
        _ => (),
    }
    let pairs = file.layout().pairs_of(section).filter(|(_, it)| lines::key(file, it) == key);
    let taken = |pair: &Pair| {
        let start = lines::key_range(pair).start();
        let in_key = note_in(lines::key(file, pair)).map(|it| range_in(file.text(), it).start());
        match in_key.or_else(|| comment_behind(file, idx, pair).map(TextRange::start)) {
            Some(note) => {
                let rest = slice(file.text(), TextRange::new(note, pair.value.end()));
                let mark = lines::mark_of(rest);
                Replacement { range: TextRange::new(start, note), text: mark.to_owned() }
            }
            None => Replacement { range: lines::line_of(file, pair), text: String::new() },
        }
    };
    let edits: Vec<Replacement> = pairs.map(|(_, it)| taken(it)).collect();
    if edits.is_empty() {
        return Err(Refusal::bad_value(format!("`{key}` is not written in this section")));
    }
    Ok(TextEdit::from_replacements(edits))
}

/// Adds a line behind the last body line of a section, or behind its header.
pub(crate) fn insert_line(
    file: &File,
    idx: usize,
    section: &Section,
    key: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    if section.header.stops && section.header.close.is_none() {
        return Err(Refusal::broken_syntax(section.header.range));
    }
    if !file.log().sections.get(idx).is_some_and(|it| it.takes_body) {
        return Err(Refusal {
            reason: "the program does not read the body of this section".to_owned(),
            at: Some(section.header.range),
        });
    }
    let last = file.layout().pairs_of(section).next_back().map(|(_, it)| it);
    let line = match last {
        Some(sibling) => like_sibling(file, sibling, key, value),
        None => format!("{}{key} = {value}", lines::body_indent(file, section)),
    };
    if line.len() + 1 > PIECE {
        return Err(Refusal::bad_value(lines::too_long()));
    }
    let end = last.map_or(section.header.range.end(), |it| it.value.end());
    let (at, has_line_end) = line_end_after(file.text(), end);
    let end = lines::line_end_style(file, end);
    Ok(TextEdit::insert(
        at,
        if has_line_end { format!("{line}{end}") } else { format!("{end}{line}{end}") },
    ))
}

/// Writes a line with the indentation and the blanks around `=` of another. Where the other is
/// padded to a column, so is the new one.
fn like_sibling(file: &File, sibling: &Pair, key: &str, value: &str) -> String {
    let text = file.text();
    let first = if sibling.key.is_empty() { sibling.equals } else { sibling.key.start() };
    let indent = line_indent(text, first).unwrap_or_default();
    let indent = indent.trim_matches(|it| it != ' ' && it != '\t');
    let n_before = usize::from(sibling.equals - sibling.key.end().min(sibling.equals));
    let before = match n_before {
        0 => 0,
        1 => 1,
        _ => (usize::from(sibling.key.len()) + n_before).saturating_sub(key.len()).max(1),
    };
    let after =
        slice(text, TextRange::new(sibling.equals + TextSize::new(1), sibling.value.start()));
    let after = match (after.is_empty(), n_before) {
        (true, 0) => "",
        _ => " ",
    };
    format!("{indent}{key}{}={after}{value}", " ".repeat(before))
}
