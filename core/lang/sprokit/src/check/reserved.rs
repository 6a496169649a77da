//! Ways out of a reserved word where a name belongs (sprokit.md#reserved-words).
//!
//! Names of blocks are taken as they stand, so a block spells such a part of a key, and the key stays
//! the same. Whatever else has a name needs another one.

use crate::ast::{Address, EntryForm};
use crate::diagnostics::{Findings, syntax};
use crate::edit::{lines, rename, statements};
use crate::file::File;
use crate::items;
use crate::macros;
use crate::model::{Entry, Holder, HolderKind, Owner};
use crate::token::{self, Kind};
use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::syntax::{TokenIdx, TokenSpan, line_indent};
use bobbin_core::text::{offset, slice};
use text_size::TextRange;

/// Adds the diagnostic about a reserved word at `at`; `what` says whose name it is.
pub(super) fn push(
    file: &File,
    at: TokenIdx,
    what: &str,
    fixes: impl FnOnce() -> Vec<Fix>,
    findings: &mut Findings<'_>,
) {
    let fixes = if findings.may_search() { fixes() } else { Vec::new() };
    let range = file.source().range(at);
    findings.push(at, syntax::reserved_word(range, file.source().text(at), what, fixes));
}

/// Plans another name for a process, a section or a cluster, with all that refers to it; of the
/// path of a section the word at `at` only.
pub(super) fn rename_holder(file: &File, holder: &Holder, at: TokenIdx) -> Vec<Fix> {
    let source = file.source();
    let mut holders = file.model().holders.enumerated();
    let Some((idx, _)) = holders.find(|it| std::ptr::eq(it.1, holder)) else { return Vec::new() };
    let is_path = |path: &str| file.model().holders.iter().any(|it| it.path == path);
    let (name, label) = match holder.kind {
        HolderKind::Section { path } => {
            let words = |new: &str| -> String {
                let tokens = source.significant_in(path).map(|it| it.0);
                tokens.map(|it| if it == at { new } else { source.text(it) }).collect()
            };
            let new = free(source.text(at), |it| is_path(&words(it)));
            (words(&new), new)
        }
        HolderKind::Process(_) | HolderKind::Cluster { .. } => {
            let new = free(source.text(at), is_path);
            (new.clone(), new)
        }
    };
    let item = items::holder_path(file, idx);
    let edit = rename::rename(file, &item, &name);
    edit.map(|edit| vec![Fix::new(format!("Rename to `{label}`"), edit)]).unwrap_or_default()
}

/// Plans another name for the process that an address names, or for a port that the cluster has
/// itself.
pub(super) fn rename_in_address(file: &File, address: Address, at: TokenIdx) -> Vec<Fix> {
    let source = file.source();
    let word = source.text(at);
    let is_outer = |it: Address| it.span == address.span;
    if let Some(own) = file.model().mappings.iter().find(|it| is_outer(it.outer)) {
        let is_taken = |name: &str| {
            let mut same = file.model().mappings.iter().filter(|it| it.is_input == own.is_input);
            same.any(|it| source.joined(it.outer.span) == name)
        };
        let new = free(word, is_taken);
        let edit = TextEdit::replace(source.range(at), &new);
        return vec![Fix::new(format!("Rename to `{new}`"), edit)];
    }
    if at != address.span.start {
        return Vec::new();
    }
    let process = file.model().processes().find(|(_, it, _)| it.path == word);
    process.map(|(_, it, head)| rename_holder(file, it, head.name)).unwrap_or_default()
}

/// Plans a block from the part of a section's path that begins with the word at `at`.
pub(super) fn section_block(file: &File, holder: &Holder, at: TokenIdx) -> Option<Fix> {
    let HolderKind::Section { path } = holder.kind else { return None };
    let source = file.source();
    if holder.entries.is_empty() || at == path.start || !source.is_own(at) {
        return None;
    }
    let before =
        source.significant_in(TokenSpan::new(path.start, at)).rfind(|it| it.1 == Kind::Word);
    let kept = source.range(before?.0).end();
    let all = source.span_range(path);
    let name = slice(&file.input().text, TextRange::new(source.range(at).start(), all.end()));
    let last = statements::last_statement(file, holder)?;
    if last <= path.end || !source.is_own(last) {
        return None;
    }
    let indent = entry_indent(file, holder);
    let head =
        lines::insert_behind(file, lines::last_token(file, path), &format!("{indent}block {name}"));
    let end = lines::insert_behind(file, last, &format!("{indent}endblock"));
    let mut edits =
        vec![Replacement { range: TextRange::new(kept, all.end()), text: String::new() }];
    edits.extend_from_slice(head.replacements());
    edits.extend_from_slice(end.replacements());
    let label = format!("Write `{name}` as a block");
    Some(Fix::new(label, TextEdit::from_replacements(edits)))
}

fn entry_indent<'f>(file: &'f File, holder: &Holder) -> &'f str {
    let first = file
        .model()
        .entries_of(holder)
        .map(|it| it.1.span.start)
        .find(|&it| file.source().is_own(it));
    let indent =
        first.and_then(|it| line_indent(&file.input().text, file.source().range(it).start()));
    indent.filter(|it| !it.is_empty()).unwrap_or("  ")
}

/// Returns the parts of a key, between `:`, with the tokens of each.
fn parts(file: &File, entry: &Entry) -> Vec<Vec<TokenIdx>> {
    let mut res = vec![Vec::new()];
    for (at, kind) in file.source().significant_in(entry.key) {
        match (kind, res.last_mut()) {
            (Kind::Colon, _) => res.push(Vec::new()),
            (_, Some(part)) => part.push(at),
            (_, None) => (),
        }
    }
    res
}

fn is_reserved(file: &File, at: TokenIdx) -> bool {
    token::keyword(file.source().text(at).as_bytes()).is_some()
}

/// Returns the first word of a key that is reserved.
pub(super) fn in_key(file: &File, entry: &Entry) -> Option<TokenIdx> {
    let mut words = file.source().significant_in(entry.key).map(|it| it.0);
    words.find(|&it| is_reserved(file, it))
}

/// Ways to write a key with a reserved word: the parts up to the last such word as a block, or, if
/// that is in the last part, another word.
pub(super) fn key(file: &File, entry: &Entry, at: TokenIdx) -> Vec<Fix> {
    if !matches!(entry.form, EntryForm::Assign | EntryForm::Local | EntryForm::Legacy) {
        return Vec::new();
    }
    let holder = entry.owner.holder().and_then(|it| file.model().holders.get(it));
    let Some(holder) = holder.filter(|it| !matches!(it.kind, HolderKind::Cluster { .. })) else {
        return Vec::new();
    };
    let parts = parts(file, entry);
    let last = parts.iter().rposition(|part| part.iter().any(|&it| is_reserved(file, it)));
    let fix = match last.and_then(|it| parts.get(it + 1)) {
        Some(rest) => rest.first().and_then(|&rest| key_block(file, entry, rest)),
        None => rename_key(file, entry, holder, at),
    };
    fix.into_iter().collect()
}

/// Plans a block around the entry, named by what stands in front of the word `rest` of its key.
fn key_block(file: &File, entry: &Entry, rest: TokenIdx) -> Option<Fix> {
    let source = file.source();
    let text: &str = &file.input().text;
    let start = entry.relative.map_or(entry.span.start, |it| it.min(entry.span.start));
    let last = lines::last_token(file, entry.span);
    let is_own = source.is_own(start) && source.is_own(last);
    if !is_own || lines::shares_lines(file, TokenSpan::new(start, last.next())) {
        return None;
    }
    let (start, key) = (source.range(start).start(), source.span_range(entry.key));
    let moved = TextRange::new(key.start(), source.range(rest).start());
    if slice(text, TextRange::new(start, source.range(last).end())).contains('\n') {
        return None;
    }
    let name: String = slice(text, moved).split_whitespace().collect();
    let name = name.trim_end_matches(':');
    let nl = lines::line_end(file);
    let indent = line_indent(text, start).unwrap_or_default();
    let step = if indent.contains('\t') { "\t" } else { "  " };
    let mut edits = vec![
        Replacement {
            range: TextRange::empty(start),
            text: format!("block {name}{nl}{indent}{step}"),
        },
        Replacement { range: moved, text: String::new() },
    ];
    edits.extend_from_slice(
        lines::insert_behind(file, last, &format!("{indent}endblock")).replacements(),
    );
    let label = format!("Write `{name}` as a block");
    Some(Fix::new(label, TextEdit::from_replacements(edits)))
}

/// Plans another word, also in the macros that ask for the key.
fn rename_key(file: &File, entry: &Entry, holder: &Holder, at: TokenIdx) -> Option<Fix> {
    let source = file.source();
    let full = file.model().full_key(source, entry);
    let local = file.model().local_key(source, entry);
    let word = source.text(at);
    let mut siblings =
        file.model().entries_of(holder).map(|it| file.model().local_key(source, it.1));
    let swap = |key: &str, new: &str| key.strip_suffix(word).map(|it| format!("{it}{new}"));
    // A word inside the last part would need more care than it is worth.
    let ends_with_it = source.significant_in(entry.key).next_back().is_some_and(|it| it.0 == at);
    if !ends_with_it || !source.is_own(at) {
        return None;
    }
    let siblings: Vec<String> = siblings.by_ref().collect();
    let new = free(word, |it| swap(&local, it).is_some_and(|it| siblings.contains(&it)));
    let mut edits = Vec::new();
    for other in &file.model().entries {
        let is_same = other.owner != Owner::Nothing && file.model().full_key(source, other) == full;
        if is_same && let Some((last, _)) = source.significant_in(other.key).next_back() {
            edits.push((last, source.range(last)));
        }
        let Some(value) = other.value else { continue };
        for it in macros::find(source.text(value)) {
            let asks = match it.provider {
                "CONFIG" => it.name == full,
                "LOCAL" => entry.form == EntryForm::Local && it.name == local,
                _ => false,
            };
            if asks {
                let end = source.range(value).start() + offset(it.name_range.end);
                edits.push((value, TextRange::new(end - offset(word.len()), end)));
            }
        }
    }
    if edits.iter().any(|it| !source.is_own(it.0)) {
        return None;
    }
    let edits = edits.into_iter().map(|(_, range)| Replacement { range, text: new.clone() });
    let edit = TextEdit::from_replacements(edits.collect());
    Some(Fix::new(format!("Rename to `{new}`"), edit))
}

/// Plans `[relativepath]` as the word in front of the key, which is how the program reads it
/// (sprokit.md#flags).
pub(super) fn relativepath_flag(file: &File, entry: &Entry, at: TokenIdx) -> Vec<Fix> {
    let source = file.source();
    let Some(flags) = entry.flags else { return Vec::new() };
    let others = source.significant_in(flags).filter(|it| it.1 == Kind::Word);
    let others: Vec<&str> = others.map(|it| source.text(it.0)).collect();
    let kept = match others.as_slice() {
        [] => String::new(),
        others => format!("[{}]", others.join(", ")),
    };
    let reads_word = matches!(entry.form, EntryForm::Assign | EntryForm::Local);
    let is_it = source.kind(at) == Some(Kind::Reserved) && source.text(at) == "relativepath";
    let has_comment = slice(&file.input().text, source.span_range(flags)).contains('#');
    if !reads_word || !is_it || entry.relative.is_some() || !source.is_own(at) || has_comment {
        return Vec::new();
    }
    let edit = TextEdit::from_replacements(vec![
        Replacement {
            range: TextRange::empty(source.span_range(entry.key).start()),
            text: "relativepath ".to_owned(),
        },
        Replacement { range: source.span_range(flags), text: kept },
    ]);
    vec![Fix::new("Write `relativepath` before the key", edit)]
}

/// Returns a reserved word with a letter more, and a number if that is taken too.
fn free(word: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let first = format!("{word}_");
    let numbered = (2..).map(|it| format!("{word}_{it}"));
    std::iter::once(first.clone()).chain(numbered).find(|it| !is_taken(it)).unwrap_or(first)
}
