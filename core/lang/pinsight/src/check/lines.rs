//! Lines as such: byte order mark, length, broken syntax, and the dialect of the headers.

use text_size::{TextRange, TextSize};

use crate::convert::header;
use crate::diagnostics as say;
use crate::edit::lines;
use crate::file::File;
use crate::header::{Dialect, Header, Target, has_tail, split_comment, split_note};
use crate::lower::{FileDialect, Section};
use crate::misreading;
use crate::model::TRIPLE;
use crate::token::{PIECE, TokenKind, is_blank, trim};
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::syntax::Recovered;
use bobbin_core::text::{offset, range_in, slice};

/// The number of further misread headers that are listed beside the first.
const MOST_RELATED: usize = 9;

pub(super) fn check_lines(file: &File, res: &mut Vec<Diagnostic>) {
    if file.text().starts_with('\u{feff}') {
        let mark = TextRange::up_to(TextSize::of('\u{feff}'));
        let first = file.text().trim_start_matches('\u{feff}').trim_start_matches(is_blank);
        if first.starts_with('[') {
            res.push(say::byte_order_mark(mark));
        }
    }
    let mut start = 0;
    for line in file.text().split_inclusive('\n') {
        if line.len() > PIECE {
            let mut cut = PIECE;
            while !line.is_char_boundary(cut) {
                cut -= 1;
            }
            let end = line.trim_end_matches(['\n', '\r']).len().max(cut);
            let rest = TextRange::new(offset(start + cut), offset(start + end));
            // A piece of blanks says nothing.
            if !trim(file.text_at(rest)).is_empty() {
                res.push(say::line_too_long(rest));
            }
        }
        start += line.len();
    }
    for it in file.recovered() {
        check_recovered(file, it, res);
    }
    let first_section = file.layout().sections.first().map(|it| it.pairs.start);
    let first_section = first_section.unwrap_or(file.layout().pairs.len());
    for pair in file.layout().pairs.iter().take(first_section) {
        let range = if pair.key.is_empty() { pair.key.cover(pair.value) } else { pair.key };
        let comment = lines::as_comment(pair);
        res.push(say::before_first_section(range, file.text_at(range), comment));
    }
}

fn check_recovered(file: &File, it: &Recovered<TokenKind>, res: &mut Vec<Diagnostic>) {
    let start = file.tokens().range(it.span.start).start();
    if file.tokens().kind(it.span.start) == Some(TokenKind::Unknown) {
        return;
    }
    if file.tokens().kind(it.span.start) != Some(TokenKind::Open) {
        let junk = file.layout().junk.binary_search_by_key(&start, |it| it.start()).ok();
        let junk = junk.and_then(|it| file.layout().junk.get(it));
        let found = junk.map(|&range| {
            let text = file.text_at(range);
            // A piece of a longer line may begin within a word, which a mark would part.
            let before = slice(file.text(), TextRange::up_to(range.start()));
            let is_whole = before.is_empty() || before.ends_with(|it| it == '\n' || is_blank(it));
            let comment = is_whole.then(|| TextEdit::insert(range.start(), "# "));
            say::missing_equals(range, text, equals(range, text), comment)
        });
        res.extend(found);
        return;
    }
    let found = file.layout().sections.binary_search_by_key(&start, |it| it.header.range.start());
    let Some(section) = found.ok().and_then(|it| file.layout().sections.get(it)) else {
        return;
    };
    let header = &section.header;
    if let Some(it) = seed_tail(file, header) {
        res.push(it);
    } else if header.close.is_none() {
        res.push(unclosed(file, header));
    } else if header.ignored.is_none() {
        let range = it.range(file.tokens());
        if is_further_bracket(file, header, range) {
            return;
        }
        let text = file.text_at(range).trim_end_matches('\n');
        let found = if text.is_empty() { "the end of the line" } else { text };
        res.push(say::header_syntax(range, found, "`)`"));
    }
}

/// Reports what stands behind a bracket in the seed dialect, whose program alone asks for the end
/// of the line (pinsight.md#seed-headers).
fn seed_tail(file: &File, header: &Header) -> Option<Diagnostic> {
    let line = file.text_at(header.range);
    let tail = trim(line.split_once(']').filter(|_| header.dialect == Dialect::Seed)?.1);
    if tail.trim_end_matches(|it| it == ']' || is_blank(it)).is_empty() {
        return None;
    }
    let note = split_note(line).1.filter(|it| it.len() == tail.len());
    let note = note.map(|it| range_in(file.text(), it));
    let fix = note.map(|it| lines::comment_above(file, header.range.start(), it));
    Some(say::seed_tail(range_in(file.text(), tail), tail, fix))
}

/// Returns true if `found` is a bracket behind the one that closes a header: the program of the seed
/// dialect takes away all at the end of the line (pinsight.md#seed-headers).
fn is_further_bracket(file: &File, header: &Header, found: TextRange) -> bool {
    let before = file.text_at(TextRange::new(header.range.start(), found.start()));
    header.dialect == Dialect::Seed
        && file.text_at(found) == "]"
        && before.trim_end_matches(is_blank).ends_with(']')
}

/// Reports a header without a bracket.
fn unclosed(file: &File, header: &Header) -> Diagnostic {
    let line = file.text_at(header.range);
    let (kept, comment) = split_comment(line);
    let target = match header.dialect {
        // Today parents and constraints come after it.
        Dialect::Current => target_of(kept),
        Dialect::Seed => kept,
    };
    let end = range_in(file.text(), target).end();
    let mut edits = vec![Replacement { range: TextRange::empty(end), text: "]".to_owned() }];
    if let Some(comment) = comment {
        let at = range_in(file.text(), comment);
        let above = lines::comment_above(file, header.range.start(), at);
        edits.extend(above.replacements().to_vec());
    }
    // In a line that is too long the program would not see it there.
    let is_long = usize::from(header.range.len()) >= PIECE;
    // With its parts the header of a domain default stops the program of that time all the same.
    let stops_then = header.dialect == Dialect::Seed && header.stops;
    let fix = Some(TextEdit::from_replacements(edits)).filter(|_| !is_long && !stops_then);
    match header.dialect {
        Dialect::Current => say::missing_bracket(header.range, fix),
        Dialect::Seed => say::unclosed_header(header.range, fix),
    }
}

/// Returns a header line up to its first colon outside parentheses.
fn target_of(line: &str) -> &str {
    let mut is_outside = true;
    let colon = line.bytes().position(|it| {
        match it {
            b'(' => is_outside = false,
            b')' => is_outside = true,
            _ => (),
        }
        it == b':' && is_outside
    });
    let target = colon.and_then(|it| line.get(..it)).unwrap_or(line);
    target.trim_end_matches(is_blank)
}

/// Headers that today's program misreads, because their parts stand inside the brackets.
pub(super) fn check_dialect(file: &File, res: &mut Vec<Diagnostic>) {
    if file.layout().dialect == FileDialect::Seed {
        let sections = file.layout().sections.iter().enumerate();
        let mut marked = sections.filter(|(_, it)| misreading::has_seed_mark(file, it));
        let read_as = |idx: usize| misreading::misread(file, idx).unwrap_or_default();
        if let Some((idx, section)) = marked.next() {
            let first = section.header.range;
            let found = say::seed_dialect(first, &read_as(idx), header::convert_headers(file));
            let others = marked.take(MOST_RELATED);
            res.push(others.fold(found, |it, (idx, section)| {
                it.with_related(section.header.range, format!("read as {}", read_as(idx)))
            }));
        }
        return;
    }
    // Below what stops it the program reads no header (pinsight.md#what-stops-a-current-file).
    let n_read = file.log().stopped.unwrap_or(file.layout().sections.len());
    for section in file.layout().sections.iter().take(n_read) {
        let range = section.header.range;
        let Some(edit) = to_today(file, section) else { continue };
        let read_as = misreading::read_as(file, &section.header);
        if has_tail(file.text_at(range)) {
            let without = without_inner_parts(file, &section.header);
            res.push(say::parts_on_both_sides(range, &read_as, without, edit));
            continue;
        }
        res.push(say::seed_header(range, &read_as, edit));
    }
}

/// Returns true if a header is reported because its parts stand inside the brackets. One without any, as `[:]`,
/// is not.
pub(super) fn is_misread(file: &File, section: &Section) -> bool {
    to_today(file, section).is_some()
}

/// Plans today's form of a header whose parts stand inside the brackets.
fn to_today(file: &File, section: &Section) -> Option<TextEdit> {
    let header = &section.header;
    if !misreading::has_seed_mark(file, section) || misreading::is_bare_region(file, header) {
        return None;
    }
    let edit = TextEdit::from_replacements(header::rewritten(file, header.range).edits);
    Some(edit).filter(|it| !it.is_empty())
}

/// Takes away what stands between the regions of a header and its bracket, which the program ignores
/// (pinsight.md#targets).
fn without_inner_parts(file: &File, header: &Header) -> Option<TextEdit> {
    let Target::Regions(list) = header.target else { return None };
    let parenthesis = TextSize::of(')');
    let range = TextRange::new(list.end() + parenthesis, header.close?.start());
    // Of other words there the target is another one, as with `.default`.
    let has_parts = file.text_at(range).trim_start_matches(is_blank).starts_with(':');
    has_parts.then(|| TextEdit::delete(range))
}

/// Plans a `=` behind the first of several words, if that is a key or the last of them a switch.
fn equals(range: TextRange, text: &str) -> Option<TextEdit> {
    const KEYS: [&str; 4] = ["trace_mode", "device_activity", "measure", "interval"];
    let (key, value) = text.split_once([' ', '\t'])?;
    let is_key = KEYS.contains(&key) || TRIPLE.contains(&key) || key.starts_with("window_");
    let is_switch = matches!(value.trim(), "on" | "off" | "1" | "0");
    let at = range.start() + offset(key.len());
    (is_key || is_switch).then(|| TextEdit::insert(at, " ="))
}
