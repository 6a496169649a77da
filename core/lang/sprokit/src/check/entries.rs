//! The shape of entries: assignments, legacy forms, flags.

use text_size::{TextRange, TextSize};

use super::reserved;
use super::so_far::Assigned;
use crate::ast::EntryForm;
use crate::diagnostics::{self, Findings, config, syntax};
use crate::edit::{lines, plain};
use crate::file::File;
use crate::macros;
use crate::model::{Entry, Owner};
use crate::resolve;
use crate::token::{self, Kind, STATEMENT_WORDS};
use bobbin_core::diagnostics::{Diagnostic, Fix, nearest};
use bobbin_core::edit::TextEdit;
use bobbin_core::syntax::{TokenIdx, TokenSpan};
use bobbin_core::text::{offset, slice};

pub(super) fn check(file: &File, findings: &mut Findings<'_>) {
    let mut before = Assigned::default();
    for entry in &file.model().entries {
        key(file, entry, findings);
        if let Some(flags) = entry.flags {
            flag_list(file, entry, flags, findings);
        }
        if entry.form != EntryForm::Junk {
            outside(file, entry, findings);
        }
        match entry.form {
            EntryForm::Assign => (),
            EntryForm::Local => definition(file, entry, findings),
            EntryForm::Legacy => legacy(file, entry, findings),
            EntryForm::LegacyAssign => {
                let mut tokens = file.source().significant_in(entry.span);
                if let Some((at, _)) = tokens.find(|&(_, kind)| kind == Kind::Assign) {
                    let assign = file.source().range(at);
                    let modern = plain::modern(file, entry);
                    findings.push(at, syntax::legacy_tight_assignment(assign, modern));
                }
            }
            EntryForm::LegacyJunk => {
                if let Some(at) = entry.value {
                    findings.push(at, super::statements::legacy_junk(file, at));
                }
            }
            EntryForm::Junk => junk(file, entry, &mut before, findings),
        }
    }
}

fn outside(file: &File, entry: &Entry, findings: &mut Findings<'_>) {
    if matches!(entry.owner, Owner::Nothing | Owner::Connection) {
        let range = file.source().span_range(entry.key);
        let key = file.source().joined(entry.key);
        let after_connection = entry.owner == Owner::Connection;
        findings.push(entry.span.start, syntax::entry_outside(range, &key, after_connection));
    }
}

fn key(file: &File, entry: &Entry, findings: &mut Findings<'_>) {
    let Some(at) = reserved::in_key(file, entry) else { return };
    if file.source().kind(at) == Some(Kind::Reserved) {
        let ways = || reserved::key(file, entry, at);
        reserved::push(file, at, "the first word of a key", ways, findings);
    } else if entry.form != EntryForm::Junk {
        let ways = if findings.may_search() { reserved::key(file, entry, at) } else { Vec::new() };
        let range = file.source().range(at);
        findings.push(at, syntax::reserved_key_part(range, file.source().text(at), ways));
    }
}

/// Reports `:=`, behind which the program drops one character before it takes the rest
/// (sprokit.md#lost-characters).
fn definition(file: &File, entry: &Entry, findings: &mut Findings<'_>) {
    let source = file.source();
    let Some((sign, _)) = source.significant_in(entry.span).find(|it| it.1 == Kind::LocalAssign)
    else {
        return;
    };
    let Some(value) = entry.value else {
        let key = source.joined(entry.key);
        let name = key.rsplit(':').next().unwrap_or_default();
        let mut values = file.model().entries.iter().filter_map(|it| it.value);
        let asks = |it: TokenIdx| {
            let mut macros = macros::find(source.text(it)).filter(|it| it.provider == "LOCAL");
            macros.any(|it| it.name.rsplit(':').next() == Some(name))
        };
        let range = source.range(sign);
        let edit = (!values.any(asks)).then(|| TextEdit::replace(range, "="));
        return findings.push(sign, config::empty_definition(range, edit));
    };
    let (before, text) = (source.local_range(sign), source.local_range(value));
    if before.end() == text.start() && source.file_of(sign) == source.file_of(value) {
        let stored = without_first_byte(source.text(value));
        let (range, at) = (source.range(value), Some(source.range(sign).end()));
        findings.push(value, config::lost_character(range, ":=", stored, at));
    }
}

/// Returns the text without its first byte; `None` if the rest is not UTF-8.
pub(super) fn without_first_byte(text: &str) -> Option<&str> {
    text.get(1..).map(str::trim_start)
}

fn legacy(file: &File, entry: &Entry, findings: &mut Findings<'_>) {
    let source = file.source();
    let Some(value) = entry.value else {
        let range = source.span_range(entry.span);
        let key = source.joined(entry.key);
        let is_glued = resolve::is_glued(file, entry);
        let at = file.model().entries.partition_point(|it| it.span.start <= entry.span.start);
        let next = file.model().entries.get(at).filter(|_| is_glued);
        let finding = match next {
            Some(next) => syntax::glued_keys(range, &key, &source.joined(next.key)),
            None => syntax::legacy_without_value(range, &key),
        };
        findings.push(entry.span.start, finding);
        return;
    };
    let text = source.text(value);
    if text.starts_with('=') || text.starts_with(":=") {
        let range = source.range(value);
        let len = if text.starts_with('=') { 1 } else { 2 };
        let assign = if source.is_own(value) {
            TextRange::at(range.start(), TextSize::new(len))
        } else {
            range
        };
        let mut finding = syntax::legacy_assignment(assign, plain::modern(file, entry));
        if lines::before_on_line(file, entry.span.start).is_some() {
            // What stands in front of the `:` may be the first part of the key.
            finding.fixes = finding.fixes.into_iter().map(Fix::as_choice).collect();
        }
        findings.push(value, finding);
    }
}

fn junk(file: &File, entry: &Entry, before: &mut Assigned, findings: &mut Findings<'_>) {
    let source = file.source();
    let Some(at) = entry.value else { return };
    if !super::statements::on_one_line(file, at) {
        // The next line is a mistake of its own.
        findings.push(at, super::statements::unexpected_junk(file, at));
    }
    let text = source.text(at);
    let range = source.range(at);
    let key = source.joined(entry.key);
    let key_range = source.span_range(entry.key);
    let first = text.chars().next().unwrap_or_default();
    let head = |len: u32| {
        if source.is_own(at) { TextRange::at(range.start(), TextSize::new(len)) } else { range }
    };
    let known_holder = matches!(entry.owner, Owner::Holder(_) | Owner::Unknown);
    let blank = super::statements::foreign_blank(file, at);
    let parted = if blank.is_none() { parted_word(file, entry, at) } else { None };
    let diagnostic = if let Some(it) = parted {
        it
    } else if let Some((range, found, edit)) = blank {
        if !super::statements::on_one_line(file, at) {
            return findings.push(entry.span.start, syntax::missing_assignment(key_range, &key));
        }
        let code = if known_holder { &diagnostics::KEY_CHARACTER } else { &diagnostics::SYNTAX };
        syntax::foreign_blank(code, range, found, edit)
    } else if let Some(rest) = text.strip_prefix("+=") {
        let full_key = file.model().full_key(source, entry);
        let so_far = before.so_far(file, &full_key, entry.span.start);
        syntax::append_operator(range, "+=", rest, so_far)
    } else if text.starts_with("::") && !known_holder {
        let rest = key.strip_prefix("process").filter(|it| token::is_name(it));
        // A slip may hide the word at the start of the name, or in what stands before.
        let is_word = |n: usize| nearest(key.get(..n)?, ["process"]);
        let is_sure = rest.is_none()
            && (6..=8).all(|it| is_word(it).is_none())
            && !super::statements::is_behind_error(file, entry.span.start);
        syntax::missing_process_word(key_range, &key, rest, is_sure)
    } else if !known_holder {
        syntax::unknown_statement(key_range, &key, file.model().is_cluster)
    } else if text.starts_with("::") {
        syntax::double_colon_in_key(head(2))
    } else if is_value_like(first) && has_sign(entry, at, text) {
        // What stands in front of the sign is none of the key.
        let word = word_at_start(text);
        let found = if word.is_empty() { text.get(..first.len_utf8()) } else { Some(word) };
        let found = found.unwrap_or_default();
        let range = head(found.len() as u32);
        match entry.flags {
            None if at == entry.key.end => syntax::key_character(range, found),
            _ => syntax::unexpected(range, found, Some("`=`".into())),
        }
    } else if is_value_like(first) {
        let word = nearest(&key, STATEMENT_WORDS).filter(|_| is_word_like(first));
        let is_sure = is_surely_value(file, entry, at);
        syntax::missing_assignment_before(key_range, range, &key, word, is_sure)
    } else {
        let len = if text.starts_with("--") { 2 } else { first.len_utf8() };
        syntax::key_character(head(len as u32), text.get(..len).unwrap_or_default())
    };
    findings.push(entry.span.start, diagnostic);
}

/// Returns true if the `=` of an entry stands in the text behind its key, and not only in a value there: in a
/// text that joins the key, or behind nothing but what may be parts of a key.
fn has_sign(entry: &Entry, at: TokenIdx, text: &str) -> bool {
    let behind_key = entry.flags.unwrap_or(entry.key).end;
    let is_separator = |it: char| it.is_whitespace() || matches!(it, '[' | ']');
    text.split_once('=').is_some_and(|(before, _)| {
        let mut words = before.split(is_separator).filter(|it| !it.is_empty());
        at == behind_key || words.all(token::is_key)
    })
}

/// Returns the word that a text begins with; empty if it begins with none.
fn word_at_start(text: &str) -> &str {
    text.split(|it: char| !it.is_ascii() || !token::is_word(it as u8)).next().unwrap_or_default()
}

/// Reports a word of statements that begins its line and that a blank, or one other sign, parts: the key of
/// the `entry` is the first part, and the second one begins what cannot be read.
fn parted_word(file: &File, entry: &Entry, at: TokenIdx) -> Option<Diagnostic> {
    let source = file.source();
    let key = source.joined(entry.key);
    let is_tight = at == entry.key.end;
    let text = source.text(at);
    let mut signs = text.chars();
    let sign = signs.next().filter(|it| is_tight && !is_word_like(*it));
    let rest = if sign.is_some() { signs.as_str() } else { text };
    let second = word_at_start(rest);
    let word = STATEMENT_WORDS.into_iter().find(|it| it.strip_prefix(&*key) == Some(second))?;
    let is_line = entry.relative.is_none()
        && entry.flags.is_none()
        && !second.is_empty()
        && source.is_own(at)
        && super::statements::on_one_line(file, at)
        && lines::before_on_line(file, entry.span.start).is_none();
    if !is_line {
        return None;
    }
    let end = source.range(at).start() + offset(text.len() - rest.len() + second.len());
    let range = TextRange::new(source.range(entry.span.start).start(), end);
    let is_sure = !super::statements::is_behind_error(file, entry.span.start);
    Some(syntax::parted_word(range, slice(&file.input().text, range), word, is_sure))
}

/// Returns true if text behind a key, which lacks its `=`, is surely the value of that key: the key is alone in
/// front of it on their line, and no statement with a slip in its first word can be meant.
fn is_surely_value(file: &File, entry: &Entry, at: TokenIdx) -> bool {
    let source = file.source();
    let key = source.joined(entry.key);
    let text = source.text(at);
    let joined = format!("{key}{}", word_at_start(text));
    let is_of_statement = |it: &str| it == "::" || token::keyword(it.as_bytes()).is_some();
    let from = |it: &str| key.strip_prefix(it).is_some_and(|it| it.starts_with("from"));
    let is_letter = |it: char| it.is_ascii_alphanumeric();
    let has_word = ["connect", "imap", "omap"].into_iter().any(from)
        || key.strip_prefix("relativepath").is_some_and(|it| it.starts_with(is_letter));
    let behind_key = entry.flags.unwrap_or(entry.key).end;
    let start = entry.relative.unwrap_or(entry.span.start);
    at > behind_key
        && super::statements::on_one_line(file, at)
        && usize::from(source.span_range(entry.key).len()) == key.len()
        && lines::before_on_line(file, start).is_none()
        && !text.split_whitespace().any(is_of_statement)
        && nearest(&joined, STATEMENT_WORDS).is_none()
        && !(file.model().is_cluster && nearest(&key, ["from", "to"]).is_some())
        && !key.ends_with("--")
        && !has_word
        && !super::statements::is_behind_error(file, start)
}

/// Returns true if text that begins like this is rather a value without `=` than a slip in the key.
fn is_value_like(first: char) -> bool {
    first.is_alphanumeric() || matches!(first, '_' | '"' | '\'' | '$' | '/' | '.')
}

/// Returns true if text that begins like this could follow a misspelt word of a statement.
fn is_word_like(first: char) -> bool {
    first.is_ascii_alphanumeric() || first == '_'
}

/// Returns true if a comment stands within a span, which an edit of all of it would lose.
fn has_comment(file: &File, span: TokenSpan) -> bool {
    slice(&file.input().text, file.source().span_range(span)).contains('#')
}

fn flag_list(file: &File, entry: &Entry, flags: TokenSpan, findings: &mut Findings<'_>) {
    let source = file.source();
    let mut words: Vec<TokenIdx> = Vec::new();
    let mut before = Kind::LeftBracket;
    for (at, kind) in source.significant_in(flags) {
        let range = source.range(at);
        match kind {
            Kind::Word | Kind::Reserved => {
                if matches!(before, Kind::Word | Kind::Reserved) {
                    let text =
                        "a second flag follows without a comma, and one flag is all that is read";
                    findings.push(at, syntax::bad_flag_list(range, text));
                }
                if kind == Kind::Reserved {
                    let ways = match findings.may_search() {
                        true => reserved::relativepath_flag(file, entry, at),
                        false => Vec::new(),
                    };
                    findings.push(at, syntax::reserved_flag(range, source.text(at), ways));
                }
                words.push(at);
            }
            Kind::Comma | Kind::RightBracket if before == Kind::Comma => {
                findings.push(at, syntax::bad_flag_list(range, "a flag is missing here"));
            }
            Kind::Comma if before == Kind::LeftBracket => {
                findings.push(at, syntax::bad_flag_list(range, "a flag is missing here"));
            }
            Kind::RightBracket if before == Kind::LeftBracket => {
                let range = source.span_range(flags);
                // Without the brackets, what follows would join the key.
                let is_whole = entry.form != EntryForm::Junk && !has_comment(file, flags);
                let removal = is_whole.then(|| plain::without(file, entry, range));
                findings.push(at, syntax::empty_flag_list(range, removal));
            }
            _ => (),
        }
        before = kind;
    }
    if let [_, second, ..] = words.as_slice() {
        let mut known: Vec<&str> = Vec::new();
        // `relativepath` is meant as one, and has a place of its own: what keeps another only would lose it.
        let is_all_flags = words.iter().all(|&it| source.kind(it) == Some(Kind::Word))
            && !has_comment(file, flags);
        for word in words.iter().map(|&it| source.text(it)) {
            let is_new = known.iter().all(|it| !it.eq_ignore_ascii_case(word));
            if is_all_flags && is_new && resolve::flag(word).is_some() {
                known.push(word);
            }
        }
        findings.push(*second, syntax::flag_list(source.span_range(flags), &known));
    }
}
