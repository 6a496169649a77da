//! Values of one section: set, add a line, take a line away.

use super::lines;
use crate::hardware::{items, tables, value};
use std::borrow::Cow;

use text_size::{TextRange, TextSize};

use crate::hardware::file::File;
use crate::hardware::items::{repeats, split_number};
use crate::hardware::lower::{ABI_KEYS, METADATA_KEYS, UNIT_KEYS, argument_index, resource_kind};
use crate::hardware::sections::{Pair, Role, Section, SectionId};
use crate::hardware::token::comment_start;
use bobbin_core::edit::{ItemPath, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{line_end_after, line_indent};
use bobbin_core::text::{offset, slice};

/// Sets a value as the form shows it: of a string without the quotes that the text has around it, so
/// that quotes of its own belong to it.
pub(super) fn set_field(
    file: &File,
    item: &ItemPath,
    key: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    let section = items::section_of(file, item).and_then(|it| file.sections().all.get(it));
    let is_string = section.is_some_and(|it| is_string(&it.role, key));
    if is_string && value::unquote(value).is_some() {
        return set_value(file, item, key, &value::quoted(value));
    }
    set_value(file, item, key, value)
}

/// Sets a value as it stands in the text.
pub(super) fn set_value(
    file: &File,
    item: &ItemPath,
    key: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    let idx = items::section_of(file, item).ok_or_else(|| Refusal::unknown_item(item))?;
    let idx = items::counting_section(file, idx, key);
    let section = file.sections().all.get(idx).ok_or_else(|| Refusal::unknown_item(item))?;
    let (name, nth) = if repeats(&section.role) { split_number(key) } else { (key, 1) };
    let raw = raw_value(&section.role, name, value)?;
    if let Some(pair) = items::pair_of(file, section, key) {
        let is_glued = pair.value.is_empty() || pair.value.start() == equals_end(file, pair);
        let blank = if is_glued && pair.value.is_empty() { " " } else { "" };
        let edit = match raw.as_str() {
            // An empty list leaves no blank behind the `=`.
            "" => (TextRange::new(equals_end(file, pair), pair.value.end()), String::new()),
            raw => (pair.value, format!("{blank}{raw}")),
        };
        let mut edits = vec![Replacement { range: edit.0, text: edit.1 }];
        let note = pair.hidden_comment(file.text()).map(|it| slice(file.text(), it));
        if let Some(note) = note.filter(|it| !value.ends_with(it)) {
            let indent = line_indent(file.text(), pair.range.start()).unwrap_or_default();
            let indent = indent.trim_start_matches('\u{feff}');
            let range = TextRange::empty(pair.range.start() - offset(indent.len()));
            edits.push(Replacement {
                range,
                text: format!("{indent}{note}{}", lines::line_end(file)),
            });
        }
        return Ok(TextEdit::from_replacements(edits));
    }
    check_new_key(file, idx, section, name)?;
    let n_lines = section.pairs.iter().filter(|it| slice(file.text(), it.key) == name).count();
    if nth != n_lines + 1 {
        return Err(Refusal::bad_value(format!("there are {n_lines} lines with `{name}`")));
    }
    let sibling = sibling(file, idx, section, name);
    Ok(insert_line(file, section, sibling, name, &raw))
}

fn equals_end(file: &File, pair: &Pair) -> TextSize {
    let between = TextRange::new(pair.key.end(), pair.range.end());
    let at = slice(file.text(), between).find('=').unwrap_or_default();
    pair.key.end() + offset(at + 1)
}

/// Refuses a key that a section cannot have.
fn check_new_key(file: &File, idx: SectionId, section: &Section, key: &str) -> Result<(), Refusal> {
    let is_known = match &section.role {
        Role::Metadata => METADATA_KEYS.contains(&key),
        Role::Unit => UNIT_KEYS.contains(&key),
        Role::Abi(_) => ABI_KEYS.contains(&key),
        Role::Features(_) => tables::feature_bit(items::unit_type_of(file, idx), key).is_some(),
        Role::Resources => resource_kind(key).is_some(),
        Role::Mapping(_) => argument_index(key).is_some(),
        Role::Arch(_) => is_plain_key(key),
        Role::Unknown(_) => false,
    };
    if is_known {
        return Ok(());
    }
    let name = slice(file.text(), section.name);
    Err(Refusal::bad_value(format!("`{key}` is not allowed in `{name}`")))
}

/// Returns the line behind which a new key goes: of features the one with the next lower bit, else
/// the last; `None` if the section is empty.
fn sibling<'s>(file: &File, idx: SectionId, section: &'s Section, key: &str) -> Option<&'s Pair> {
    let last = section.pairs.last();
    if !matches!(section.role, Role::Features(_)) {
        return last;
    }
    let unit_type = items::unit_type_of(file, idx);
    let bit = tables::feature_bit(unit_type, key)?;
    section
        .pairs
        .iter()
        .filter_map(|it| Some((tables::feature_bit(unit_type, slice(file.text(), it.key))?, it)))
        .filter(|&(other, _)| other < bit)
        .max_by_key(|&(other, _)| other)
        .map(|(_, it)| it)
        .or(last)
}

/// Plans a new line behind `sibling`, in its manner, or below the header.
pub(super) fn insert_line(
    file: &File,
    section: &Section,
    sibling: Option<&Pair>,
    key: &str,
    raw: &str,
) -> TextEdit {
    let text = file.text();
    let (anchor, line) = match sibling {
        Some(pair) => (pair.range, like(file, pair, key, raw)),
        None => {
            let indent = line_indent(text, section.header.start()).unwrap_or_default();
            (section.header, format!("{indent}{key} = {raw}"))
        }
    };
    let (at, has_end) = line_end_after(text, anchor.end());
    let end = lines::line_end(file);
    match has_end {
        true => TextEdit::insert(at, format!("{line}{end}")),
        false => TextEdit::insert(at, format!("{end}{line}")),
    }
}

/// Writes a line with the indentation and the blanks around `=` of `pair`; aligned signs stay
/// aligned.
fn like(file: &File, pair: &Pair, key: &str, raw: &str) -> String {
    let text = file.text();
    let indent = line_indent(text, pair.range.start()).unwrap_or_default();
    let indent = indent.trim_start_matches('\u{feff}');
    let equals = equals_end(file, pair);
    let before = slice(text, TextRange::new(pair.key.end(), equals - TextSize::new(1)));
    let behind = slice(text, TextRange::new(equals, pair.value.start()));
    let behind = if pair.value.is_empty() { " " } else { behind };
    let before = if before.len() > 1 && before.bytes().all(|it| it == b' ') {
        let column = slice(text, pair.key).chars().count() + before.len();
        Cow::Owned(" ".repeat(column.saturating_sub(key.chars().count()).max(1)))
    } else {
        Cow::Borrowed(before)
    };
    format!("{indent}{key}{before}={behind}{raw}")
}

pub(super) fn unset(file: &File, item: &ItemPath, key: &str) -> Result<TextEdit, Refusal> {
    let idx = items::section_of(file, item).ok_or_else(|| Refusal::unknown_item(item))?;
    let idx = items::counting_section(file, idx, key);
    let section = file.sections().all.get(idx).ok_or_else(|| Refusal::unknown_item(item))?;
    if items::pair_of(file, section, key).is_none() {
        return Err(Refusal::bad_value(format!("`{key}` is not written here")));
    }
    let (name, nth) = if repeats(&section.role) { split_number(key) } else { (key, 1) };
    let lines: Vec<&Pair> =
        section.pairs.iter().filter(|it| slice(file.text(), it.key) == name).collect();
    let doomed: Vec<&Pair> = if repeats(&section.role) {
        // The lines behind it would change their numbers, and so their names in the form.
        if nth < lines.len() {
            return Err(Refusal::bad_value(format!(
                "several lines say `{name}`; remove the last one first"
            )));
        }
        lines.last().copied().into_iter().collect()
    } else {
        lines
    };
    let replacements = doomed
        .into_iter()
        .map(|it| Replacement { range: it.with_line(file.text()), text: String::new() })
        .collect();
    Ok(TextEdit::from_replacements(replacements))
}

/// True if a key can be written as it is and is read as the same key.
fn is_plain_key(key: &str) -> bool {
    !key.is_empty()
        && key.trim() == key
        && !key.contains(['=', ';', '"', '\n', '\r'])
        && !key.starts_with(['[', '#'])
}

/// True if the form shows a value without its quotes.
fn is_string(role: &Role, key: &str) -> bool {
    match role {
        Role::Unit => matches!(key, "name" | "vendor" | "model"),
        Role::Arch(_) => true,
        _ => false,
    }
}

/// Writes a value as it stands in the text: strings get quotes where they need them, other values
/// must be readable as they are.
pub(super) fn raw_value(role: &Role, key: &str, value: &str) -> Result<String, Refusal> {
    if value.contains('\0') {
        return Err(Refusal::bad_value("a value cannot hold a NUL"));
    }
    if is_string(role, key) {
        // A value in quotes is taken as already written.
        return Ok(match value::unquote(value) {
            Some(_) => value.to_owned(),
            None => value::quote(value).into_owned(),
        });
    }
    let trimmed = value.trim();
    if trimmed.contains('\n') || comment_start(trimmed) < trimmed.len() {
        return Err(Refusal::bad_value("the value must fit on one line without a comment"));
    }
    Ok(trimmed.to_owned())
}
