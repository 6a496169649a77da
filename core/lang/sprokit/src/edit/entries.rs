//! Setting and unsetting the value of a key.

use super::statements;
use text_size::TextRange;

use super::statements::{check_value, check_words, elsewhere, find, some};
use super::{lines, verified};
use crate::ast::EntryForm;
use crate::deciding;
use crate::file::File;
use crate::items::{self, ItemRef, TYPE_KEY};
use crate::model::{Entry, Holder, HolderId, HolderKind};
use crate::resolve;
use crate::token::{self, Kind};
use bobbin_core::Input;
use bobbin_core::edit::{ItemPath, Refusal, Replacement, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan, line_indent};
use bobbin_core::text::{offset, slice};

/// Gives a key a value: in place if it has one, else where the text decides about it elsewhere, else in
/// a new line below the others.
pub(super) fn set(
    file: &File,
    item: &ItemPath,
    key: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    let (idx, holder) = holder(file, item)?;
    let edit = if key == TYPE_KEY {
        set_type(file, holder, value)?
    } else if let Some((item, key)) = decided(file, holder, key)? {
        return set(file, &item, &key, value);
    } else {
        check_value(value)?;
        match statements::written(file, holder, key).last() {
            Some((_, entry)) => replace(file, entry, value).and_then(some)?,
            None => insert(file, holder, key, "", value)?,
        }
    };
    verified::check(file, idx, key, Some(value), &edit)?;
    Ok(edit)
}

/// Writes a key that the item does not have, with a flag.
pub(super) fn add_with_flag(
    file: &File,
    item: &ItemPath,
    key: &str,
    flag: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    let (idx, holder) = holder(file, item)?;
    if let Some((there, _)) = decided(file, holder, key)? {
        let reason = format!("`{there}` decides about `{key}`; write the flag in the text");
        return Err(Refusal::bad_value(reason));
    }
    check_value(value)?;
    let edit = insert(file, holder, key, flag, value)?;
    verified::check(file, idx, key, Some(value), &edit)?;
    Ok(edit)
}

/// Writes a key of a cluster with its flag in brackets, if it has one, and its description: behind the last key of the
/// header.
pub(super) fn add_to_header(
    file: &File,
    item: &ItemPath,
    (key, flag): (&str, &str),
    value: &str,
    about: &str,
) -> Result<TextEdit, Refusal> {
    let (idx, header) = holder(file, item)?;
    let HolderKind::Cluster { description, .. } = header.kind else {
        return Err(Refusal::bad_value("only a cluster has a header"));
    };
    if decided(file, header, key)?.is_some() {
        let reason = format!("another section decides about `{key}`; write both in the text");
        return Err(Refusal::bad_value(reason));
    }
    check_value(value)?;
    check_words("description", about)?;
    let last = file.model().entries_of(header).last();
    let above = last.map(|(_, it)| {
        TokenSpan::new(it.span.start, file.model().description_end(file.source(), header, it))
    });
    let Some(above) = above.or(description) else {
        return Err(Refusal::bad_value(
            "the cluster needs a description first; write it in the text",
        ));
    };
    let anchor = lines::last_token(file, above);
    if !file.source().is_own(above.start) || !file.source().is_own(anchor) {
        return Err(elsewhere(file, anchor));
    }
    let nl = lines::line_end(file);
    let line = entry_line(file, header, &format!("{key}{flag}"), value);
    let indent = style(file, header).indent;
    let about = if about.is_empty() { "(to be described)" } else { about };
    let edit = lines::insert_below(file, above, &format!("{line}{nl}{indent}-- {about}"));
    verified::check(file, idx, key, Some(value), &edit)?;
    Ok(edit)
}

/// Takes away what an item says of a key, everywhere it says it. Comments stay.
pub(super) fn unset(file: &File, item: &ItemPath, key: &str) -> Result<TextEdit, Refusal> {
    let (idx, holder) = holder(file, item)?;
    if key == TYPE_KEY {
        return Err(Refusal::bad_value("a process cannot be without a type"));
    }
    if let Some((there, key_there)) = decided(file, holder, key)? {
        let edit = unset(file, &there, &key_there)?;
        let text = edit.apply(&file.input().text).into();
        let after = file.parse_other(&Input { text, ..file.input().clone() });
        let holder = after.model().holders.get(idx);
        if holder.is_some_and(|it| !matches!(decided(&after, it, key), Ok(None))) {
            let reason = format!("`{key}` is set more than once; remove it in the text");
            return Err(Refusal::bad_value(reason));
        }
        return Ok(edit);
    }
    if matches!(holder.kind, HolderKind::Cluster { .. }) {
        return Err(Refusal::bad_value(
            "a cluster's key goes with its description; remove both in the text",
        ));
    }
    let replacements = statements::written(file, holder, key)
        .map(|(_, entry)| remove(file, entry))
        .collect::<Result<Vec<_>, _>>()?;
    if replacements.is_empty() {
        return Err(Refusal::bad_value(format!("`{item}` does not set `{key}`")));
    }
    let edit = TextEdit::from_replacements(replacements);
    verified::check(file, idx, key, None, &edit)?;
    Ok(edit)
}

/// Finds the item, and its key, whose value counts whatever a holder without it says; none if what the
/// holder says counts.
///
/// # Errors
///
/// A refusal if that stands in an included file.
fn decided(file: &File, holder: &Holder, key: &str) -> Result<Option<(ItemPath, String)>, Refusal> {
    if statements::written(file, holder, key).next().is_some() {
        return Ok(None);
    }
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let Some(it) = deciding::decider(file, &configuration, holder, key) else { return Ok(None) };
    if !file.source().is_own(it.entry.span.start) {
        return Err(elsewhere(file, it.entry.span.start));
    }
    Ok(Some((items::holder_path(file, it.holder), it.key)))
}

/// Finds the holder of this path, with its index.
fn holder<'f>(file: &'f File, item: &ItemPath) -> Result<(HolderId, &'f Holder), Refusal> {
    let ItemRef::Holder(idx) = find(file, item)? else {
        return Err(Refusal::bad_value("a connection has no keys"));
    };
    let found = file.model().holders.get(idx).ok_or_else(|| Refusal::unknown_item(item))?;
    Ok((idx, found))
}

fn set_type(file: &File, holder: &Holder, value: &str) -> Result<TextEdit, Refusal> {
    let HolderKind::Process(head) = holder.kind else {
        return Err(Refusal::bad_value("only a process has a type"));
    };
    if !token::is_name(value) {
        return Err(Refusal::bad_value(format!("`{value}` cannot be the name of a type")));
    }
    match head.process_type {
        Some(at) if file.source().is_own(at) => {
            some(TextEdit::replace(file.source().range(at), value))
        }
        Some(at) => Err(elsewhere(file, at)),
        None => {
            // The two colons may be there already.
            let behind = TokenSpan::new(head.name.next(), file.source().end());
            let colons = file.source().significant_in(behind).next();
            let (at, text) = match colons.filter(|it| it.1 == Kind::DoubleColon) {
                Some((colons, _)) => (colons, format!(" {value}")),
                None => (head.name, format!(" :: {value}")),
            };
            if !file.source().is_own(at) {
                return Err(elsewhere(file, at));
            }
            Ok(TextEdit::insert(file.source().range(at).end(), text))
        }
    }
}

fn replace(file: &File, entry: &Entry, value: &str) -> Result<TextEdit, Refusal> {
    let source = file.source();
    let at = entry.value.unwrap_or(entry.span.start);
    if !source.is_own(at) {
        return Err(elsewhere(file, at));
    }
    let is_legacy = entry.form == EntryForm::Legacy;
    if is_legacy && value.is_empty() {
        return Err(Refusal::bad_value("an entry that begins with `:` cannot be without a value"));
    }
    if let Some(at) = entry.value {
        if !value.is_empty() {
            return Ok(TextEdit::replace(source.range(at), value));
        }
        let operator = operator(file, entry).unwrap_or(at);
        let range = TextRange::new(source.range(operator).end(), source.range(at).end());
        return Ok(TextEdit::delete(range));
    }
    let behind = operator(file, entry).unwrap_or_else(|| lines::last_token(file, entry.span));
    if !source.is_own(behind) {
        return Err(elsewhere(file, behind));
    }
    Ok(TextEdit::insert(source.range(behind).end(), format!(" {value}")))
}

/// Returns the `=` or `:=` of an entry.
fn operator(file: &File, entry: &Entry) -> Option<TokenIdx> {
    let mut tokens = file.source().significant_in(entry.span);
    tokens.find(|(_, it)| matches!(it, Kind::Assign | Kind::LocalAssign)).map(|(at, _)| at)
}

fn remove(file: &File, entry: &Entry) -> Result<Replacement, Refusal> {
    let source = file.source();
    let mut span = entry.span;
    span.start = entry.relative.unwrap_or(span.start);
    let last = lines::last_token(file, span);
    check_before(file, span.start)?;
    if !source.is_own(span.start) || !source.is_own(last) {
        return Err(elsewhere(file, if source.is_own(span.start) { last } else { span.start }));
    }
    let (first, behind) = (span.start.0, last.0);
    let has_comment = (first..behind).any(|it| {
        let kind = source.kind(TokenIdx(it));
        matches!(kind, Some(Kind::Comment | Kind::IncludeName))
    });
    let range = source.span_range(span);
    if has_comment {
        return Err(Refusal {
            reason: "there is a comment inside this entry; remove the entry in the text".to_owned(),
            at: Some(range),
        });
    }
    let text: &str = &file.input().text;
    let (next_line, _) = bobbin_core::syntax::line_end_after(text, range.end());
    let rest = slice(text, TextRange::new(range.end(), next_line));
    let start = lines::line_start(file, range.start());
    let front = slice(text, TextRange::new(start, range.start()));
    let is_alone = front.trim().is_empty() || front.trim() == "!";
    let range = match (is_alone, rest.trim().is_empty()) {
        (true, true) => TextRange::new(start, next_line),
        // A comment behind it stays on the line, where the entry stood.
        (true, false) => {
            let n_blanks = rest.len() - rest.trim_start().len();
            TextRange::new(start + offset(front.len()), range.end() + offset(n_blanks))
        }
        // What stands in front of it on the line stays.
        (false, _) => TextRange::new(start + offset(token::trim_end(front).len()), range.end()),
    };
    Ok(Replacement { range, text: String::new() })
}

/// Refuses where a statement that breaks off in front of this one would go on with what comes
/// behind it.
fn check_before(file: &File, at: TokenIdx) -> Result<(), Refusal> {
    let source = file.source();
    let errors = &file.model().errors;
    let before = TokenSpan::new(TokenIdx(0), at);
    let Some((last, kind)) = source.significant_in(before).next_back() else { return Ok(()) };
    let error = errors.partition_point(|it| it.0.start < at).checked_sub(1);
    let span = error.and_then(|it| errors.get(it)).map(|it| it.0);
    let breaks_off = span.is_some_and(|it| it.start <= last && last < it.end) && kind != Kind::Junk;
    if breaks_off || kind == Kind::Relativepath {
        return Err(Refusal::broken_syntax(source.range(last)));
    }
    Ok(())
}

/// The way in which the entries around a new one are written.
struct Style {
    indent: String,
    /// The column of `=`, counted from the start of the line, if the entries align it.
    column: Option<usize>,
    /// The blanks between key and `=`.
    before: String,
    /// The blanks between `=` and value.
    behind: String,
}

/// Writes a new entry; `flag` has its brackets, if it is not empty.
fn insert(
    file: &File,
    holder: &Holder,
    key: &str,
    flag: &str,
    value: &str,
) -> Result<TextEdit, Refusal> {
    if !token::is_key(key) {
        let has_flags = key.split_once('[').is_some_and(|it| token::is_key(it.0.trim_end()));
        let why = if has_flags { ": its flags are written in the text" } else { "" };
        return Err(Refusal::bad_value(format!("`{key}` cannot be written as a key{why}")));
    }
    if matches!(holder.kind, HolderKind::Cluster { .. }) {
        return Err(Refusal::bad_value(
            "a new key of a cluster needs a description; write both in the text",
        ));
    }
    let anchor = statements::try_last_statement(file, holder)?;
    let line = entry_line(file, holder, &format!("{key}{flag}"), value);
    Ok(lines::insert_behind(file, anchor, &line))
}

fn entry_line(file: &File, holder: &Holder, key: &str, value: &str) -> String {
    let style = style(file, holder);
    let mut res = format!("{}{key}", style.indent);
    match style.column {
        // With a blank behind it the word would include a file (sprokit.md#lines).
        _ if key == "include" => (),
        Some(column) => {
            let width = res.chars().count();
            res += &" ".repeat(column.saturating_sub(width).max(1));
        }
        None => res += &style.before,
    }
    res.push('=');
    if !value.is_empty() {
        res += &style.behind;
        res += value;
    }
    res
}

/// Returns the indentation of the lines of a holder; none if it has none.
pub(super) fn indent(file: &File, holder: &Holder) -> Option<String> {
    let has_lines = !holder.entries.is_empty() || statements::blocks(file, holder).next().is_some();
    has_lines.then(|| style(file, holder).indent)
}

fn style(file: &File, holder: &Holder) -> Style {
    let source = file.source();
    let text: &str = &file.input().text;
    let head_indent =
        line_indent(text, source.range(holder.head.start).start()).unwrap_or_default();
    let mut res = Style {
        indent: format!("{head_indent}  "),
        column: None,
        before: " ".to_owned(),
        behind: " ".to_owned(),
    };
    let mut blocks = statements::blocks(file, holder).filter(|it| source.is_own(it.open));
    let of_block = blocks.find_map(|it| line_indent(text, source.range(it.open).start()));
    if let Some(it) = of_block {
        it.clone_into(&mut res.indent);
    }
    // Columns of `=` with the length of what stands before the blanks.
    let mut columns: Vec<(usize, usize)> = Vec::new();
    for (_, entry) in file.model().entries_of(holder) {
        let start = source.range(entry.span.start).start();
        let (Some(operator), true) = (operator(file, entry), source.is_own(entry.span.start))
        else {
            continue;
        };
        let Some(indent) = line_indent(text, start).filter(|_| entry.block.is_none()) else {
            continue;
        };
        let line = lines::line_start(file, start);
        let at = source.range(operator);
        let front = slice(text, TextRange::new(line, at.start().max(line)));
        if front.contains('\n') {
            continue;
        }
        res.indent = indent.to_owned();
        let key = front.trim_end();
        columns.push((front.chars().count(), key.chars().count()));
        res.before = front.get(key.len()..).unwrap_or(" ").to_owned();
        if let Some(value) = entry.value {
            let blanks = TextRange::new(at.end(), source.range(value).start().max(at.end()));
            res.behind = slice(text, blanks).to_owned();
        }
    }
    let Some(&(column, width)) = columns.last() else { return res };
    let is_column =
        columns.iter().any(|&(it, other)| it == column && other != width) || column > width + 1;
    if is_column && !res.before.contains('\t') {
        res.column = Some(column);
    } else if res.before.chars().count() > 1 {
        res.before = " ".to_owned();
    }
    res
}
