//! Statements: what does not parse, and what parses only because the grammar is generous.

use std::collections::HashSet;

use text_size::{TextRange, TextSize};

use super::reserved;
use super::so_far::Assigned;
use crate::ast::Address;
use crate::diagnostics::{self, Findings, syntax};
use crate::edit::lines;
use crate::file::File;
use crate::model::{Block, Connection, Holder, HolderKind};
use crate::token::{Kind, STATEMENT_WORDS, trim_end};
use bobbin_core::diagnostics::{Diagnostic, Fix, nearest};
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::syntax::{Recovered, TokenIdx, TokenSpan, expected_phrase};
use bobbin_core::text::{len, offset, slice};

pub(super) fn check(file: &File, findings: &mut Findings<'_>) {
    errors(file, findings);
    headers(file, findings);
    connections(file, findings);
    mappings(file, findings);
}

fn errors(file: &File, findings: &mut Findings<'_>) {
    let mut before: Option<TokenIdx> = None;
    let mut assigned = Assigned::default();
    for (recovered, &(span, inside)) in file.recovered().iter().zip(&file.model().errors) {
        let first = file.source().significant_in(span).next();
        // What cannot begin a statement, right behind a mistake, belongs to that mistake.
        let is_next = before.is_some_and(|it| {
            file.source().significant_in(TokenSpan::new(it, span.start)).next().is_none()
        });
        let follows = is_next
            && (first.is_none_or(|(_, kind)| !begins_statement(kind) || kind == Kind::Reserved)
                || on_one_line(file, span.start));
        before = Some(span.end);
        let end = recovered.found.map_or(file.source().end(), |(at, _)| at);
        // A word that begins no statement stays one, whatever an include behind it brings.
        let is_lost = !inside
            && first.is_some_and(|(_, kind)| kind == Kind::Word)
            && !file.source().has_gap_between(TokenIdx(0), span.start);
        let may_be_mended = file.source().has_gap_between(span.start, end.max(span.end));
        if follows || (may_be_mended && !is_lost) {
            continue;
        }
        if is_rest_of_connection(file, span) {
            continue;
        }
        explain(file, recovered, (span, inside), &mut assigned, findings);
        more_junk(file, recovered, span, findings);
    }
}

/// Returns true if what cannot be read ends right in front of a statement, which may then be the rest of it.
pub(super) fn is_behind_error(file: &File, at: TokenIdx) -> bool {
    let errors = &file.model().errors;
    let before = errors.partition_point(|it| it.0.start < at).checked_sub(1);
    let end = before.and_then(|it| errors.get(it)).map(|it| it.0.end);
    end.is_some_and(|it| file.source().significant_in(TokenSpan::new(it, at)).next().is_none())
}

/// Reports further lines that hold nothing useful: recovery takes them together, but each is a
/// mistake of its own.
fn more_junk(
    file: &File,
    recovered: &Recovered<Kind>,
    span: TokenSpan,
    findings: &mut Findings<'_>,
) {
    let tokens = file.source().significant_in(span).skip(1);
    for (at, _) in tokens.filter(|it| it.1 == Kind::Junk) {
        let is_known = recovered.found.is_some_and(|it| it.0 == at);
        if !is_known && !on_one_line(file, at) {
            findings.push(at, unexpected_junk(file, at));
        }
    }
}

/// Returns true if a stretch is the rest of a connection with a misspelt `from`.
fn is_rest_of_connection(file: &File, span: TokenSpan) -> bool {
    let source = file.source();
    let connection = file.model().connections.last_while(|it| it.span.start < span.start);
    connection.is_some_and(|(_, it)| {
        let is_from = misspelt_from(file, it).is_some();
        (is_from || misspelt_to(file, it).is_some())
            && source.significant_in(TokenSpan::new(it.span.end, span.start)).next().is_none()
            && source.significant_in(span).next().is_some_and(|(at, kind)| match kind {
                Kind::To => is_from,
                _ if is_from => source.text(at).split_whitespace().next() == Some("to"),
                _ => true,
            })
    })
}

/// Returns the word that stands for `to`, if it is spelled alike, and an address follows.
fn misspelt_to(file: &File, it: &Connection) -> Option<TokenIdx> {
    let source = file.source();
    let word = it.to.span.start;
    let is_word = it.from_word.is_some() && it.to_word.is_none() && it.to.span.end == word.next();
    let is_alike = || nearest(source.text(word), ["to"]).is_some();
    let behind = TokenSpan::new(it.span.end, source.end());
    let goes_on = || {
        let next = source.significant_in(behind).next();
        let begins_word =
            |at| source.text(at).starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
        next.is_some_and(|(at, _)| begins_word(at) && on_one_line(file, at))
    };
    (is_word && is_alike() && goes_on()).then_some(word)
}

/// Returns the word that stands for `from`, if it is spelled alike.
fn misspelt_from(file: &File, it: &Connection) -> Option<TokenIdx> {
    let is_word = it.from.dot.is_none() && it.from_word.is_none();
    let word = it.from.span.start;
    let is_alike = || nearest(file.source().text(word), ["from"]).is_some();
    (is_word && it.to_word.is_none() && is_alike()).then_some(word)
}

/// Returns true if a token stands on the line of the significant token before it, in the same file.
pub(super) fn on_one_line(file: &File, at: TokenIdx) -> bool {
    let source = file.source();
    let before = TokenSpan::new(TokenIdx(0), at);
    source.significant_in(before).next_back().is_some_and(|(it, _)| {
        let number = source.file_of(at);
        let (end, start) = (source.local_range(it).end(), source.local_range(at).start());
        // A file that is included twice begins anew.
        source.file_of(it) == number
            && end <= start
            && source
                .file(number)
                .is_some_and(|file| !slice(&file.text, TextRange::new(end, start)).contains('\n'))
    })
}

fn begins_statement(kind: Kind) -> bool {
    (kind.is_keyword() && !matches!(kind, Kind::From | Kind::To))
        || matches!(
            kind,
            Kind::Word | Kind::Reserved | Kind::LegacyColon | Kind::Description | Kind::Junk
        )
}

fn explain(
    file: &File,
    recovered: &Recovered<Kind>,
    (span, inside): (TokenSpan, bool),
    assigned: &mut Assigned,
    findings: &mut Findings<'_>,
) {
    let source = file.source();
    let mut tokens = source.significant_in(span);
    let Some((first, kind)) = tokens.next() else {
        let at = recovered.found.map_or(span.start, |(at, _)| at);
        let expected = expected_phrase(&recovered.expected);
        let range = source.range(at);
        findings.push(at, syntax::unexpected(range, &short(source.text(at)), expected));
        return;
    };
    let second = tokens.next();
    let found_junk = recovered.found.filter(|&(_, kind)| kind == Kind::Junk);
    // Recovery may have dropped the token that did not fit; what counts is what stands before it.
    let read = TokenSpan::new(span.start, recovered.found.map_or(span.end, |(at, _)| at));
    let last = source.significant_in(read).next_back().map_or(first, |(idx, _)| idx);
    let text = source.text(first);
    let diagnostic = match kind {
        Kind::Process => match second {
            Some((name, Kind::Word | Kind::Reserved)) => match found_junk {
                Some((at, _)) => unexpected_junk(file, at),
                None => syntax::missing_type(source.range(name), source.text(name)),
            },
            _ => match found_junk {
                Some((at, _)) => unexpected_junk(file, at),
                None => syntax::missing_process_name(source.range(first)),
            },
        },
        Kind::Connect => match found_junk {
            Some((at, _)) => unexpected_junk(file, at),
            None => syntax::incomplete_connection(source.span_range(span)),
        },
        Kind::Imap | Kind::Omap if found_junk.is_some_and(|it| is_colon(file, it.0)) => {
            unexpected_junk(file, found_junk.map_or(first, |it| it.0))
        }
        Kind::Imap | Kind::Omap => {
            let range = source.span_range(span);
            syntax::incomplete_mapping(range, "the mapping is incomplete", kind == Kind::Imap)
        }
        Kind::Cluster => {
            match found_junk
                .filter(|it| second.is_some_and(|it| it.1 != Kind::Junk) || on_one_line(file, it.0))
            {
                Some((at, _)) => unexpected_junk(file, at),
                None => syntax::missing_cluster_name(source.range(first)),
            }
        }
        Kind::LegacyColon => match found_junk {
            Some((at, _)) => legacy_junk(file, at),
            None => syntax::legacy_syntax(source.range(first), text),
        },
        Kind::Word | Kind::Reserved => match found_junk {
            Some((at, _)) if foreign_blank(file, at).is_some() => unexpected_junk(file, at),
            Some((at, _)) if is_dot_append(file, last, at) => {
                let full_key = full_key(file, TokenSpan::new(first, last));
                let so_far = assigned.so_far(file, &full_key, first);
                let rest = source.text(at).trim_start_matches('=');
                let junk = source.range(last).cover(source.range(at));
                syntax::append_operator(junk, ".=", rest, so_far)
            }
            Some((at, _)) if separator(source.kind(last)).is_some() => {
                syntax::key_part_missing(source.range(last), source.text(last))
                    .with_related(source.range(at), "this is not allowed there")
            }
            _ if separator(source.kind(last)).is_some() => {
                syntax::key_part_missing(source.range(last), source.text(last))
            }
            _ if open_bracket(file, read).is_some() => {
                let open = open_bracket(file, read).unwrap_or(first);
                let is_inside = |text: &str| {
                    // A bracket of the value is none of the flags.
                    let end = text.find(']').and_then(|it| text.get(..it));
                    end.is_some_and(|it| !it.contains(['=', '[']))
                };
                let wrong = found_junk.filter(|it| is_inside(source.text(it.0)));
                match wrong.and_then(|it| source.text(it.0).chars().next().map(|sign| (it.0, sign)))
                {
                    Some((at, sign)) if source.is_own(at) => {
                        let range = TextRange::at(source.range(at).start(), TextSize::of(sign));
                        let message = format!("`{sign}` is not allowed between the brackets");
                        syntax::bad_flag_list(range, &message)
                    }
                    _ => syntax::bad_flag_list(source.range(open), "the brackets are not closed"),
                }
            }
            _ if kind == Kind::Reserved => {
                syntax::reserved_word(source.range(first), text, "a key", Vec::new())
            }
            _ if !inside && second.is_none() => {
                syntax::unknown_statement(source.range(first), text, file.model().is_cluster)
            }
            _ => {
                let key = source.joined(read);
                let range = source.span_range(read);
                let is_alone = lines::before_on_line(file, first).is_none()
                    && lines::next_on_line(file, first).is_none();
                match is_alone.then(|| nearest(&key, STATEMENT_WORDS)).flatten() {
                    Some(word) if key == text => syntax::misspelt_statement(range, &key, word),
                    _ => syntax::missing_assignment(range, &short(&key)),
                }
            }
        },
        Kind::Junk => unexpected_junk(file, first),
        _ => syntax::unexpected(source.range(first), &short(text), None),
    };
    findings.push(first, diagnostic);
}

/// Returns the bracket of flags that none closes.
fn open_bracket(file: &File, read: TokenSpan) -> Option<TokenIdx> {
    let mut tokens = file.source().significant_in(read).skip_while(|it| it.1 != Kind::LeftBracket);
    let open = tokens.next()?.0;
    tokens.all(|it| it.1 != Kind::RightBracket).then_some(open)
}

fn separator(kind: Option<Kind>) -> Option<Kind> {
    kind.filter(|it| matches!(it, Kind::Colon | Kind::Dot | Kind::Slash))
}

/// Finds a blank that is none to the program (sprokit.md#lines) at the start of what cannot be read,
/// and plans spaces for it and those behind it, up to the value: there they are text.
pub(super) fn foreign_blank(file: &File, at: TokenIdx) -> Option<(TextRange, char, TextEdit)> {
    let (source, text) = (file.source(), file.source().text(at));
    let is_foreign = |it: char| it.is_whitespace() && !it.is_ascii();
    let first = text.chars().next().filter(|&it| is_foreign(it))?;
    let whole = source.range(at);
    if !source.is_own(at) {
        return Some((whole, first, TextEdit::default()));
    }
    let blanks = |text: &str| text.len() - text.trim_start().len();
    let end = match text.find('=') {
        Some(sign) => sign + 1 + blanks(text.get(sign + 1..).unwrap_or_default()),
        None if is_legacy(file, at) => blanks(text),
        None => text.len(),
    };
    let found = text.char_indices().filter(|it| it.0 < end && is_foreign(it.1));
    let replacements = found.map(|(from, it)| Replacement {
        range: TextRange::at(whole.start() + offset(from), TextSize::of(it)),
        text: " ".to_owned(),
    });
    let edit = TextEdit::from_replacements(replacements.collect());
    Some((TextRange::at(whole.start(), TextSize::of(first)), first, edit))
}

/// Returns true if a token stands in an entry that begins with `:`, whose value follows a blank.
fn is_legacy(file: &File, at: TokenIdx) -> bool {
    let before = file.source().significant_in(TokenSpan::new(TokenIdx(0), at));
    let mut key = before.rev().take_while(|it| {
        matches!(
            it.1,
            Kind::LegacyColon
                | Kind::Colon
                | Kind::Dot
                | Kind::Slash
                | Kind::Word
                | Kind::Reserved
                | Kind::LeftBracket
                | Kind::RightBracket
                | Kind::Comma
        )
    });
    key.any(|it| it.1 == Kind::LegacyColon)
}

/// Reports the first character of what cannot be read: the smallest wrong thing.
pub(super) fn unexpected_junk(file: &File, at: TokenIdx) -> Diagnostic {
    if let Some((range, found, edit)) = foreign_blank(file, at) {
        return syntax::foreign_blank(&diagnostics::SYNTAX, range, found, edit);
    }
    let text = file.source().text(at);
    let range = file.source().range(at);
    let first = text.chars().next().unwrap_or_default();
    let is_word = first.is_ascii_alphanumeric() || first == '_';
    let found: String = if is_word {
        text.chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '_').collect()
    } else {
        first.to_string()
    };
    let range = if file.source().is_own(at) {
        TextRange::at(range.start(), TextSize::of(found.as_str()))
    } else {
        range
    };
    let meant = file.source().is_own(at).then(|| meant(file, at)).flatten();
    meant.unwrap_or_else(|| syntax::unexpected(range, &found, None))
}

/// Reports what other languages write here, with how it is written in this one.
fn meant(file: &File, at: TokenIdx) -> Option<Diagnostic> {
    let text = file.source().text(at);
    let start = file.source().range(at).start();
    let first = |n: u32| TextRange::at(start, TextSize::new(n));
    if text.starts_with("//") {
        Some(syntax::foreign_comment(first(2), "//"))
    } else if text.starts_with(';') {
        let is_alone = trim_end(text) == ";";
        Some(match lines::before_on_line(file, at) {
            None if !is_alone => {
                let rest = text.get(1..).unwrap_or_default().trim_start();
                let word = rest.split(|it: char| !it.is_ascii_alphanumeric()).next();
                // The words of a statement may be meant as one.
                let may_count = word.is_some_and(|it| STATEMENT_WORDS.contains(&it))
                    || rest.starts_with([':', '-'])
                    || rest.contains('=');
                let mut finding = syntax::foreign_comment(first(1), ";");
                if may_count {
                    finding.fixes = finding.fixes.into_iter().map(Fix::as_choice).collect();
                }
                finding
            }
            _ => after_statement(file, at),
        })
    } else if is_colon(file, at) {
        let signs = code(text).match_indices(':').map(|(at, sign)| {
            let n_blanks = n_blanks(code(text).get(at + sign.len()..).unwrap_or_default());
            let range = TextRange::at(start + offset(at), offset(sign.len() + n_blanks));
            Replacement { range, text: ".".to_owned() }
        });
        let edit = TextEdit::from_replacements(signs.collect());
        Some(syntax::colon_in_address(first(1), edit))
    } else if text.starts_with(',') && keyword(file, at) == Some(Kind::Imap) {
        Some(syntax::comma_in_mapping(first(1), without_commas(file, at)))
    } else {
        None
    }
}

/// Returns what cannot be read up to a comment in it.
fn code(junk: &str) -> &str {
    junk.split('#').next().unwrap_or_default()
}

/// Returns the number of blanks at the start of a text.
fn n_blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// Returns the start of the blanks in front of a place.
fn blanks_before(file: &File, at: TextSize) -> TextSize {
    let before = slice(&file.input().text, TextRange::up_to(at));
    len(before.trim_end_matches([' ', '\t']))
}

/// Reports a `;` behind a statement, or with nothing behind it.
fn after_statement(file: &File, at: TokenIdx) -> Diagnostic {
    let start = file.source().range(at).start();
    let sign = TextRange::at(start, TextSize::of(';'));
    let behind = code(file.source().text(at)).get(1..).unwrap_or_default();
    let next = trim_end(behind.get(n_blanks(behind)..).unwrap_or_default());
    let word = next.split(|it: char| !it.is_ascii_alphanumeric() && it != '_').next();
    if next.is_empty() {
        syntax::semicolon(sign)
    } else if word.is_some_and(|it| STATEMENT_WORDS.contains(&it)) {
        let line = slice(&file.input().text, TextRange::new(lines::line_start(file, start), start));
        let indent = line.get(..n_blanks(line)).unwrap_or_default();
        let end = sign.end() + offset(n_blanks(behind));
        let range = TextRange::new(blanks_before(file, start), end);
        let text = format!("{}{indent}", lines::line_end(file));
        syntax::semicolon_between(sign, TextEdit::replace(range, text))
    } else {
        syntax::semicolon_before_words(sign)
    }
}

/// Plans `to` in place of each comma that a word follows, and no comma at the end. Of something else behind
/// one, or of an address on the next line, nobody knows what it is for.
fn without_commas(file: &File, at: TokenIdx) -> Option<TextEdit> {
    let start = file.source().range(at).start();
    let text = code(file.source().text(at));
    let rest = TokenSpan::new(at.next(), file.source().end());
    let goes_on = file.source().significant_in(rest).next().is_some_and(|it| it.1 == Kind::Word);
    let mut edits = Vec::new();
    for (nth, _) in text.match_indices(',') {
        let behind = text.get(nth + 1..).unwrap_or_default();
        let n_blanks = n_blanks(behind);
        let sign = TextRange::at(start + offset(nth), TextSize::of(','));
        let sign = TextRange::new(blanks_before(file, sign.start()), sign.end());
        let next = behind.get(n_blanks..).unwrap_or_default();
        let begins_word = next.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
        if trim_end(next).is_empty() && !goes_on {
            edits.push(Replacement { range: sign, text: String::new() });
        } else if begins_word {
            let range = TextRange::new(sign.start(), sign.end() + offset(n_blanks));
            edits.push(Replacement { range, text: " to ".to_owned() });
        } else {
            return None;
        }
    }
    Some(TextEdit::from_replacements(edits))
}

/// Returns true if what cannot be read begins with a `:` between a process and its port.
fn is_colon(file: &File, at: TokenIdx) -> bool {
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let port = file.source().text(at).strip_prefix(':');
    port.is_some_and(|it| it.starts_with(is_name))
        && matches!(keyword(file, at), Some(Kind::Connect | Kind::Imap | Kind::Omap))
}

/// Returns the keyword of the connection or mapping that a token follows the words of.
fn keyword(file: &File, at: TokenIdx) -> Option<Kind> {
    let before = file.source().significant_in(TokenSpan::new(TokenIdx(0), at));
    let mut kinds = before.rev().map(|it| it.1);
    kinds.find(|it| {
        !matches!(it, Kind::Word | Kind::Reserved | Kind::Dot | Kind::Slash | Kind::From | Kind::To)
    })
}

/// Returns the full key of an entry that cannot be read, as [`crate::model::Model::full_key`] does of others.
fn full_key(file: &File, key: TokenSpan) -> String {
    let (source, model) = (file.source(), file.model());
    let above = |it: TokenIdx| it < key.start;
    let holder = model.holders.last_while(|it| above(it.head.start)).map(|it| it.1);
    let path = holder.map_or("", Holder::key_path);
    let is_around = |it: &Block| {
        above(it.open)
            && it.close.is_none_or(|it| key.start < it)
            && holder.is_none_or(|holder| holder.head.start < it.open)
    };
    // Blocks stand in the order of the text.
    let mut block = model.blocks.partition_point(|it| above(it.open)).checked_sub(1);
    while let Some(it) = block.and_then(|it| model.blocks.get(it)).filter(|it| !is_around(it)) {
        block = it.parent;
    }
    let blocks = model.block_path(source, block);
    let colon = if path.is_empty() { "" } else { ":" };
    format!("{path}{colon}{blocks}{}", source.joined(key))
}

/// Returns true if a key ends with a `.` right in front of a `=`.
fn is_dot_append(file: &File, last: TokenIdx, junk: TokenIdx) -> bool {
    let source = file.source();
    source.text(last) == "."
        && source.text(junk).starts_with('=')
        && last.next() == junk
        && source.is_own(junk)
}

/// Reports what cannot be read in an entry that begins with `:`.
pub(super) fn legacy_junk(file: &File, at: TokenIdx) -> Diagnostic {
    if let Some((range, found, edit)) = foreign_blank(file, at) {
        return syntax::foreign_blank(&diagnostics::LEGACY_ENTRY, range, found, edit);
    }
    if let Some(blank) = blank_after_colon(file, at) {
        return syntax::legacy_blank(blank);
    }
    let text = short(file.source().text(at).trim());
    syntax::legacy_syntax(file.source().range(at), &text)
}

/// Finds the blank between the `:` of an entry and a key that cannot be read for it
/// (sprokit.md#legacy-entries).
fn blank_after_colon(file: &File, at: TokenIdx) -> Option<TextRange> {
    let source = file.source();
    let text = source.text(at);
    let key = text.trim_start_matches([' ', '\t']);
    let (word, value) = key.split_once([' ', '\t'])?;
    let is_name = |it: char| it.is_ascii_alphanumeric() || "_-:/.".contains(it);
    let begins_key = word.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_')
        && word.chars().all(is_name)
        && !value.trim().is_empty();
    let (_, kind) = source.significant_in(TokenSpan::new(TokenIdx(0), at)).next_back()?;
    let blank = TextRange::at(source.range(at).start(), offset(text.len() - key.len()));
    let is_it = kind == Kind::LegacyColon && begins_key && source.is_own(at);
    (is_it && !blank.is_empty() && on_one_line(file, at)).then_some(blank)
}

/// Shortens a text for a message; the range shows the rest.
fn short(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn headers(file: &File, findings: &mut Findings<'_>) {
    let source = file.source();
    for holder in &file.model().holders {
        match holder.kind {
            HolderKind::Section { path } => section_header(file, holder, path, findings),
            HolderKind::Process(head) => {
                let behind = TokenSpan::new(holder.head.end, source.end());
                let next = source.significant_in(behind).next();
                let is_type = next.is_none_or(|(at, _)| {
                    let text = source.text(at);
                    !(text.starts_with("::") || text.starts_with(':') && on_one_line(file, at))
                });
                // Before a type that is none, the word may be there twice.
                let ways = || {
                    let ways = reserved::rename_holder(file, holder, head.name).into_iter();
                    ways.map(|it| if is_type { it } else { it.as_choice() }).collect()
                };
                reserved(file, head.name, "the name of a process", ways, findings);
                let Some(process_type) = head.process_type else { continue };
                reserved(file, process_type, "a process type", Vec::new, findings);
                match head.colons {
                    None => {
                        let (range, text) = (source.range(process_type), source.text(process_type));
                        let finding = syntax::missing_colons(range, text, is_type);
                        findings.push(process_type, finding);
                    }
                    Some(at) if source.text(at) == ":" => {
                        findings.push(at, syntax::single_colon(source.range(at), is_type));
                    }
                    Some(_) => (),
                }
            }
            HolderKind::Cluster { name, .. } => {
                let ways = || reserved::rename_holder(file, holder, name);
                reserved(file, name, "the name of a cluster", ways, findings);
            }
        }
    }
}

fn reserved(
    file: &File,
    at: TokenIdx,
    what: &str,
    ways: impl FnOnce() -> Vec<Fix>,
    findings: &mut Findings<'_>,
) {
    if file.source().kind(at) == Some(Kind::Reserved) {
        reserved::push(file, at, what, ways, findings);
    }
}

/// Words and `:` must take turns, a word first and last (sprokit.md#grammar).
fn section_header(file: &File, holder: &Holder, path: TokenSpan, findings: &mut Findings<'_>) {
    let source = file.source();
    let head = holder.head;
    let mut before: Option<(TokenIdx, Kind)> = None;
    for (at, kind) in source.significant_in(path) {
        let behind_word = before.is_some_and(|(_, it)| matches!(it, Kind::Word | Kind::Reserved));
        let range = source.range(at);
        match kind {
            Kind::Reserved if !behind_word => {
                let ways = || match reserved::section_block(file, holder, at) {
                    Some(block) => vec![block],
                    None => reserved::rename_holder(file, holder, at),
                };
                reserved(file, at, "part of the path of a section", ways, findings);
            }
            Kind::Word if !behind_word => (),
            Kind::Colon if behind_word => (),
            Kind::Colon if before.is_none() => {
                findings.push(at, syntax::header_without_word(range));
                return;
            }
            Kind::DoubleColon if behind_word => {
                let next = source.kind(at.next());
                let finding = match next {
                    // One colon less would be as wrong.
                    Some(Kind::Colon | Kind::DoubleColon) => syntax::section_header(range, "::"),
                    _ => syntax::double_colon_in_header(range),
                };
                findings.push(at, finding);
            }
            Kind::Junk => {
                let finding = match foreign_blank(file, at) {
                    Some((range, found, edit)) => {
                        syntax::foreign_blank(&diagnostics::SECTION_HEADER, range, found, edit)
                    }
                    None => syntax::section_header(range, &short(source.text(at))),
                };
                findings.push(at, finding);
                return;
            }
            _ => {
                findings.push(at, syntax::section_header(range, source.text(at)));
                return;
            }
        }
        before = Some((at, if kind == Kind::DoubleColon { Kind::Colon } else { kind }));
    }
    match before {
        None => findings.push(head.start, syntax::section_header(source.range(head.start), "")),
        Some((at, Kind::Colon)) => {
            findings.push(at, syntax::section_header(source.range(at), ":"));
        }
        Some(_) => (),
    }
}

fn connections(file: &File, findings: &mut Findings<'_>) {
    let source = file.source();
    let names: HashSet<&str> = file.model().processes().map(|it| it.1.path.as_str()).collect();
    for it in &file.model().connections {
        if let Some(word) = misspelt_from(file, it) {
            let range = source.range(word);
            findings.push(word, syntax::misspelt_from(range, source.text(word)));
            continue;
        }
        if let Some(word) = misspelt_to(file, it) {
            let range = source.range(word);
            findings.push(word, syntax::misspelt_to(range, source.text(word)));
            reserved_in(file, it.from, false, findings);
            continue;
        }
        for (word, name, address) in [(it.from_word, "from", it.from), (it.to_word, "to", it.to)] {
            if word.is_none() {
                let range = source.span_range(address.span);
                let text = source.joined(address.span);
                let at = address.span.start;
                // The word may stand there, joined with an address, or further on.
                let process = source.joined(address.process());
                let is_joined = (text.starts_with(name) && !names.contains(&*process))
                    || (name == "to" && source.joined(it.from.span).ends_with(name));
                let behind = TokenSpan::new(it.span.end, source.end());
                let goes_on = source.significant_in(behind).next().is_some_and(|(at, kind)| {
                    kind == Kind::Junk || !begins_statement(kind) || on_one_line(file, at)
                });
                let is_sure = !is_joined && address.dot.is_some() && !goes_on;
                findings.push(at, syntax::missing_connection_word(range, name, &text, is_sure));
            }
            reserved_in(file, address, false, findings);
            if address.dot.is_none() {
                let range = source.span_range(address.span);
                let text = source.joined(address.span);
                findings.push(address.span.start, syntax::missing_port(range, &text));
            }
        }
    }
}

/// Reports reserved words in an address; the port of the cluster itself `is_outer` and names no
/// process.
fn reserved_in(file: &File, address: Address, is_outer: bool, findings: &mut Findings<'_>) {
    let port = address.dot.unwrap_or(address.span.end);
    for (at, _) in file.source().significant_in(address.span) {
        let is_port = is_outer || at > port;
        let what = if is_port { "the name of a port" } else { "the name of a process" };
        let ways = || reserved::rename_in_address(file, address, at);
        reserved(file, at, what, ways, findings);
    }
}

fn mappings(file: &File, findings: &mut Findings<'_>) {
    let source = file.source();
    for it in &file.model().mappings {
        reserved_in(file, it.inner, false, findings);
        reserved_in(file, it.outer, true, findings);
        let (inner, outer) = (it.inner.span, it.outer.span);
        if it.inner.dot.is_none() {
            let text = format!("`{}` names a process but no port", source.joined(inner));
            let range = source.span_range(inner);
            findings.push(inner.start, syntax::incomplete_mapping(range, &text, it.is_input));
        }
        let mut words = source.significant_in(outer);
        let is_plain = words.all(|(_, kind)| match kind {
            Kind::Slash => it.is_input,
            Kind::Dot => false,
            _ => true,
        });
        if !is_plain {
            let text = format!("the port of the cluster cannot be `{}`", source.joined(outer));
            let range = source.span_range(outer);
            findings.push(outer.start, syntax::incomplete_mapping(range, &text, it.is_input));
        }
    }
}
