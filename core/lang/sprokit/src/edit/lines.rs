//! Lines: where they begin and end, and how this file writes them.

use bobbin_core::sorting::Sorting as _;
use text_size::{TextRange, TextSize};

use crate::file::File;
use crate::token::{self, Kind, trim_end};
use bobbin_core::edit::{Replacement, TextEdit};
use bobbin_core::syntax::{CommentStyle, TokenIdx, TokenSpan, line_end_after};
use bobbin_core::text::{len, offset, slice};

/// Returns the line break of the file.
pub fn line_end(file: &File) -> &'static str {
    let first = file.input().text.split_once('\n').map(|it| it.0);
    if first.is_some_and(|it| it.ends_with('\r')) { "\r\n" } else { "\n" }
}

/// Returns the last significant token of a span.
pub fn last_token(file: &File, span: TokenSpan) -> TokenIdx {
    file.source().last_of(span)
}

/// Returns the significant token of the text itself behind `at` on the same line, if there is one.
pub fn next_on_line(file: &File, at: TokenIdx) -> Option<TokenIdx> {
    let source = file.source();
    let end = source.range(at).end();
    let (line_end, _) = line_end_after(&file.input().text, end);
    let mut next = at.next();
    while next < source.end() {
        if source.is_own(next) && source.range(next).start() >= line_end {
            return None;
        }
        let kind = source.kind(next);
        // The end of a header is the end of its line.
        if source.is_own(next) && kind.is_some_and(|it| !it.is_trivia() && it != Kind::HeaderEnd) {
            return Some(next);
        }
        next = next.next();
    }
    None
}

/// Returns the significant token of the text itself in front of `at` on the same line, if there is
/// one.
pub fn before_on_line(file: &File, at: TokenIdx) -> Option<TokenIdx> {
    let source = file.source();
    let line = line_start(file, source.range(at).start());
    let mut before = at;
    while let Some(idx) = before.0.checked_sub(1) {
        before = TokenIdx(idx);
        if !source.is_own(before) {
            continue;
        }
        if source.range(before).end() <= line {
            return None;
        }
        let kind = source.kind(before);
        if kind.is_some_and(|it| !it.is_trivia() && it != Kind::HeaderEnd) {
            return Some(before);
        }
    }
    None
}

/// Returns the start of the line of `at`.
pub fn line_start(file: &File, at: TextSize) -> TextSize {
    let before = slice(&file.input().text, TextRange::up_to(at));
    before.rfind('\n').map_or(TextSize::new(0), |it| TextSize::new(it as u32 + 1))
}

/// Puts `lines` behind the line of the token `anchor`, or right behind the token if more stands on
/// its line. `lines` have no line end behind the last.
pub fn insert_behind(file: &File, anchor: TokenIdx, lines: &str) -> TextEdit {
    let text: &str = &file.input().text;
    let nl = line_end(file);
    let end = file.source().range(anchor).end();
    if next_on_line(file, anchor).is_some() {
        return TextEdit::insert(end, format!("{nl}{lines}{nl}"));
    }
    // A header's end is its line end.
    let end = if file.source().kind(anchor) == Some(Kind::HeaderEnd) {
        file.source().range(anchor).start()
    } else {
        end
    };
    let (next_line, _) = line_end_after(text, end);
    let line = slice(text, TextRange::new(end, next_line));
    let kept = line.trim_end_matches(['\n', '\r']).len() as u32;
    TextEdit::insert(end + TextSize::new(kept), format!("{nl}{lines}"))
}

/// Puts `lines` behind the lines of a statement and the comments below that it owns.
pub fn insert_below(file: &File, span: TokenSpan, lines: &str) -> TextEdit {
    let last = last_token(file, span);
    if shares_lines(file, span) {
        return insert_behind(file, last, lines);
    }
    let text: &str = &file.input().text;
    let its = COMMENTS.lines_and_below(text, file.source().span_range(span));
    let kept = slice(text, its).trim_end_matches(['\n', '\r']).len();
    TextEdit::insert(its.start() + offset(kept), format!("{}{lines}", line_end(file)))
}

/// Returns true if something else stands on the first or the last line of a statement.
pub fn shares_lines(file: &File, span: TokenSpan) -> bool {
    before_on_line(file, span.start).is_some()
        || next_on_line(file, last_token(file, span)).is_some()
}

/// Puts `lines` at the end of the text, with a blank line in front of them.
pub fn append(file: &File, lines: &str) -> TextEdit {
    let text: &str = &file.input().text;
    let nl = line_end(file);
    let gap = if text.is_empty() || text.ends_with("\n\n") || text.ends_with("\n\r\n") {
        String::new()
    } else if text.ends_with('\n') {
        nl.to_owned()
    } else {
        format!("{nl}{nl}")
    };
    TextEdit::insert(len(text), format!("{gap}{lines}{nl}"))
}

/// Puts `lines` in front of the line of the token `at` and the comments above it.
pub fn insert_before(file: &File, at: TokenIdx, lines: &str) -> TextEdit {
    let nl = line_end(file);
    let range = COMMENTS.lines_with_comments(&file.input().text, file.source().range(at));
    TextEdit::insert(range.start(), format!("{lines}{nl}{nl}"))
}

/// The style of comments in this language.
pub const COMMENTS: CommentStyle =
    CommentStyle { marks: &['#'], has_bare_returns: false, part_below: Some(is_part), is_head };

/// Returns true for words that are a line of a process or a section, and begin none: an entry, a type or a
/// line of a block.
fn is_part(line: &str) -> bool {
    match line.split_ascii_whitespace().collect::<Vec<_>>().as_slice() {
        ["endblock"] | ["block", _] => return true,
        [first, ..] if first.starts_with(':') => return true,
        _ => (),
    }
    let Some((key, _)) = line.split_once('=') else { return false };
    let key = key.strip_suffix(':').unwrap_or(key);
    let key = key.split('[').next().unwrap_or_default().trim();
    let key = key.strip_prefix("relativepath").map_or(key, str::trim_start);
    token::is_key(key)
}

/// Returns true if a process or a section begins on a line, where it may stand behind another
/// statement. A banner above connections is about all of them.
fn is_head(line: &str) -> bool {
    let is_other = |it: &&str| it.starts_with(':') || it.starts_with("--");
    let code = line.split(['#', '=']).next().filter(|it| !is_other(it)).unwrap_or_default();
    let mut words =
        code.split_ascii_whitespace().take_while(|it| !matches!(*it, "block" | "include"));
    words.any(|it| matches!(it, "process" | "config" | "cluster"))
}

/// Returns the lines of a statement with the comments it owns.
pub fn owned(file: &File, span: TokenSpan) -> TextRange {
    COMMENTS.owned_lines(&file.input().text, file.source().span_range(span))
}

/// Returns the lines of a statement with the comments it owns, and with all comments above it.
pub fn owned_and_all(file: &File, span: TokenSpan) -> (TextRange, TextRange) {
    COMMENTS.owned_and_all(&file.input().text, file.source().span_range(span))
}

/// Writes `text` in the place of words. Comments between them stay.
pub fn reworded(file: &File, span: TokenSpan, text: &str) -> Vec<Replacement> {
    let source = file.source();
    let range = source.span_range(span);
    if !slice(&file.input().text, range).contains('#') {
        return vec![Replacement { range, text: text.to_owned() }];
    }
    let mut new = text;
    let mut res = Vec::new();
    for (at, _) in source.significant_in(span) {
        let text = std::mem::take(&mut new).to_owned();
        res.push(Replacement { range: source.range(at), text });
    }
    res
}

/// Returns the lines of a statement with all comments above it.
pub fn with_comments(file: &File, span: TokenSpan) -> TextRange {
    COMMENTS.lines_with_comments(&file.input().text, file.source().span_range(span))
}

/// Merges an edit of what may be taken away twice: of two statements that go, both may take the
/// blank line between them along. Of blank lines that meet where statements were, those above stay, and none
/// at an end of the text. What is the first on its line then begins where they began.
pub fn merged(file: &File, mut replacements: Vec<Replacement>) -> TextEdit {
    replacements.order_by_key(|it| (it.range.start(), it.range.end()));
    let mut res: Vec<Replacement> = Vec::with_capacity(replacements.len());
    let mut replacements = replacements.into_iter().peekable();
    // Where the blank lines above the last one begin, once that is known: many removals may join in one.
    let mut above = None;
    while let Some(it) = replacements.next() {
        let is_removal = it.text.is_empty();
        match res.last_mut() {
            Some(last)
                if is_removal && last.text.is_empty() && it.range.start() <= last.range.end() =>
            {
                last.range = last.range.cover(it.range);
            }
            _ => {
                res.push(it);
                above = None;
            }
        }
        let before = res.iter().rev().nth(1).map_or(TextSize::new(0), |it| it.range.end());
        let next = replacements.peek().map_or(len(&file.input().text), |it| it.range.start());
        if let Some(it) = res.last_mut().filter(|_| is_removal) {
            let start = it.range.start();
            let above = *above.get_or_insert_with(|| blank_above(file, start, before));
            it.range = with_gap(file, it.range, above, next.max(it.range.end()));
        }
    }
    for idx in 0..res.len() {
        let next = res.get(idx + 1).map(|it| it.range.start());
        let Some(it) = res.get_mut(idx).filter(|it| it.text.is_empty()) else { continue };
        let end = it.range.end() + blanks_behind(file, it.range);
        if next.is_none_or(|next| end <= next) {
            it.range = TextRange::new(it.range.start(), end);
        }
    }
    TextEdit::from_replacements(res)
}

/// Returns the start of the blank lines above a line, not before `least`.
fn blank_above(file: &File, line: TextSize, least: TextSize) -> TextSize {
    let mut start = line;
    while let Some(above) = start.checked_sub(TextSize::new(1)).map(|it| line_start(file, it))
        && above >= least
        && is_blank(file, above, start)
    {
        start = above;
    }
    start
}

/// Returns true if there is something between two places, and that is blank.
fn is_blank(file: &File, start: TextSize, end: TextSize) -> bool {
    start < end && slice(&file.input().text, TextRange::new(start, end)).trim().is_empty()
}

/// Returns lines that go with the blank lines that would be left over in their place: `above` is where those
/// above them begin, and those below are before `most`.
fn with_gap(file: &File, lines: TextRange, above: TextSize, most: TextSize) -> TextRange {
    let text: &str = &file.input().text;
    let is_at_line = |at: TextSize| at == len(text) || line_start(file, at) == at;
    if lines.is_empty() || !is_at_line(lines.start()) || !is_at_line(lines.end()) {
        return lines;
    }
    let mut end = lines.end();
    loop {
        let (below, _) = line_end_after(text, end);
        if below > most || !is_blank(file, end, below) {
            break;
        }
        end = below;
    }
    let is_below_blank = above < lines.start() || above == TextSize::new(0);
    if end == len(text) {
        TextRange::new(above, end)
    } else if is_below_blank {
        TextRange::new(lines.start(), end)
    } else {
        lines
    }
}

/// Returns the length of the blanks that would stand in front of all else on its line without `range`.
fn blanks_behind(file: &File, range: TextRange) -> TextSize {
    let text: &str = &file.input().text;
    let front = slice(text, TextRange::new(line_start(file, range.start()), range.start()));
    let (line_end, _) = line_end_after(text, range.end());
    let rest = slice(text, TextRange::new(range.end(), line_end));
    let is_first = front.trim().is_empty() && line_start(file, range.end()) < range.end();
    if !is_first || rest.trim().is_empty() {
        return TextSize::new(0);
    }
    offset(rest.len() - rest.trim_start().len())
}

/// Takes a statement away: its lines with the comments it owns and one of the blank lines around
/// it, or only itself if it shares its lines.
pub fn remove_statement(file: &File, span: TokenSpan) -> Replacement {
    let text: &str = &file.input().text;
    let source = file.source();
    let range = source.span_range(span);
    if shares_lines(file, span) {
        let mut start = range.start();
        if before_on_line(file, span.start).is_some() {
            let before = slice(text, TextRange::new(line_start(file, start), start));
            let kept = trim_end(before).len();
            start = line_start(file, start) + TextSize::new(kept as u32);
        }
        return Replacement { range: TextRange::new(start, range.end()), text: String::new() };
    }
    let lines = owned(file, span);
    let is_blank = |it: &str| it.trim().is_empty();
    let above = line_start(file, lines.start().checked_sub(TextSize::new(1)).unwrap_or_default());
    let is_first = lines.start() == TextSize::new(0)
        || is_blank(slice(text, TextRange::new(above, lines.start())));
    let (below, _) = line_end_after(text, lines.end());
    let next_line = slice(text, TextRange::new(lines.end(), below));
    // Of two blank lines that would meet one goes, and one at the end of the text.
    let is_last = lines.end() == len(text);
    let start = if is_first && is_last { above } else { lines.start() };
    let end = if is_first && is_blank(next_line) { below } else { lines.end() };
    Replacement { range: TextRange::new(start, end), text: String::new() }
}
