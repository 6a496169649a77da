//! The canonical layout of texts made of lines: sections, pairs, comments.

use std::borrow::Cow;

use text_size::{TextRange, TextSize};

use crate::edit::{Replacement, TextEdit};
use crate::text::{len, slice};

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// A line of nothing but blanks.
    Blank,
    /// A comment alone.
    Comment,
    /// The header of a section.
    Header,
    /// A key with its value; comments behind such lines are aligned with each other.
    Pair,
    /// Any other line.
    Other,
}

/// A line with what it shall look like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidLine<'t> {
    /// The kind of the line.
    pub kind: LineKind,
    /// The line as it stands, without its line end.
    pub range: TextRange,
    /// The text in front of the comment, laid out, without blanks at both ends.
    pub code: Cow<'t, str>,
    /// The comment, without blanks at its end.
    pub comment: &'t str,
}

/// The byte order mark.
const MARK: char = '\u{feff}';

/// Plans the edit that lays out all lines of `text`.
///
/// Lines are not indented; comments behind neighbouring pairs start in one column, two blanks behind
/// the longest; a blank line stands in front of each header with the comments it owns; of several
/// blank lines one stays; all lines end as most of them do. Where the author put the `=` of
/// neighbouring pairs below each other, they stay so.
#[must_use]
pub fn lay_out(text: &str, lines: &[LaidLine<'_>]) -> TextEdit {
    let end = line_end(text, lines);
    let codes = codes(text, lines);
    let columns = comment_columns(lines, &codes);
    let owners = opens_section(lines);
    let mut out = Out { text, replacements: Vec::new() };
    let mut blanks: Vec<TextRange> = Vec::new();
    let mut is_first = true;
    for (idx, line) in lines.iter().enumerate() {
        let next = lines.get(idx + 1).map_or(len(text), |it| it.range.start());
        let full = TextRange::new(line.range.start(), next.max(line.range.end()));
        if line.kind == LineKind::Blank {
            blanks.push(full);
            continue;
        }
        let opens = owners.get(idx).copied().unwrap_or_default();
        // What would be a byte order mark at the start of the text is none behind a blank line.
        let is_mark = is_first && line.code.starts_with(MARK) && !text.starts_with(MARK);
        let wants_blank = is_mark || (!is_first && (opens || !blanks.is_empty()));
        out.blanks(&blanks, wants_blank, line.range.start(), end);
        blanks.clear();
        let mut new = codes.get(idx).cloned().unwrap_or_default().into_owned();
        if !line.comment.is_empty() {
            let column = columns.get(idx).copied().unwrap_or_default();
            let width = new.chars().count();
            if width > 0 {
                new.extend(std::iter::repeat_n(' ', column.saturating_sub(width).max(1)));
            }
            new.push_str(line.comment);
        }
        new.push_str(end);
        out.replace(full, new);
        is_first = false;
    }
    out.blanks(&blanks, false, len(text), end);
    TextEdit::from_replacements(out.replacements)
}

struct Out<'t> {
    text: &'t str,
    replacements: Vec<Replacement>,
}

impl Out<'_> {
    fn replace(&mut self, range: TextRange, new: String) {
        if slice(self.text, range) != new {
            self.replacements.push(Replacement { range, text: new });
        }
    }

    /// Leaves one of the blank lines, or none; makes one in front of `at` if there is none.
    fn blanks(&mut self, blanks: &[TextRange], wanted: bool, at: TextSize, end: &str) {
        for (nth, &range) in blanks.iter().enumerate() {
            let new = if wanted && nth == 0 { end } else { "" };
            self.replace(range, new.to_owned());
        }
        if wanted && blanks.is_empty() {
            self.replacements
                .push(Replacement { range: TextRange::empty(at), text: end.to_owned() });
        }
    }
}

/// Returns the line break that most lines have, of two the one that comes first. A CR alone would make one line of
/// a text for whatever reads lines, so it displaces nothing else.
fn line_end(text: &str, lines: &[LaidLine<'_>]) -> &'static str {
    let end = |line: &LaidLine<'_>| {
        let rest = slice(text, TextRange::new(line.range.end(), len(text)));
        ["\r\n", "\n", "\r"].into_iter().find(|it| rest.starts_with(it))
    };
    let ends = || lines.iter().filter_map(end);
    let count = |wanted: &str| ends().filter(|it| *it == wanted).count();
    let first = ends().find(|it| *it != "\r");
    match (count("\n"), count("\r\n")) {
        (0, 0) => ends().next().unwrap_or("\n"),
        (lf, crlf) if lf == crlf => first.unwrap_or("\n"),
        (lf, crlf) => {
            if lf > crlf {
                "\n"
            } else {
                "\r\n"
            }
        }
    }
}

/// Returns the code of each line, with blanks in front of the `=` in blocks that the author
/// aligned.
fn codes<'t>(text: &str, lines: &[LaidLine<'t>]) -> Vec<Cow<'t, str>> {
    let mut res: Vec<Cow<'t, str>> = lines.iter().map(|it| it.code.clone()).collect();
    let is_in_block = |it: &LaidLine<'_>| matches!(it.kind, LineKind::Pair | LineKind::Comment);
    let mut start = 0;
    while start < lines.len() {
        let n_lines = lines.iter().skip(start).take_while(|it| is_in_block(it)).count();
        let block: Vec<(usize, Equals)> = (start..start + n_lines)
            .filter_map(|idx| Some((idx, Equals::of(text, lines.get(idx)?)?)))
            .collect();
        if let Some(width) = aligned_width(&block) {
            for (idx, it) in block {
                if let Some(code) = res.get_mut(idx) {
                    code.to_mut().insert_str(it.key_len, &" ".repeat(width - it.key));
                }
            }
        }
        start += n_lines.max(1);
    }
    res
}

/// The place of a pair's `=`.
#[derive(Debug, Clone, Copy)]
struct Equals {
    /// Characters of the key.
    key: usize,
    /// Bytes of the key.
    key_len: usize,
    /// Characters from the start of the key as they stand.
    column: usize,
}

impl Equals {
    /// Finds the `=`; `None` for what is no pair, for a key in quotes, which may hold an `=`
    /// itself, and for a line without a key, whose `=` is its first character.
    fn of(text: &str, line: &LaidLine<'_>) -> Option<Equals> {
        if line.kind != LineKind::Pair || line.code.starts_with(['"', '=']) {
            return None;
        }
        let key = line.code.get(..line.code.find(" =")?)?;
        let is_blank = |it: char| it.is_ascii_whitespace() || it == '\u{b}';
        let behind = slice(text, line.range).trim_start_matches('\u{feff}');
        let behind = behind.trim_start_matches(is_blank);
        let blanks = behind.strip_prefix(key)?;
        let key_chars = key.chars().count();
        // A tab counts as the one blank that is written for it. Without it the line would join the
        // block only the next time.
        let n_blanks = blanks.chars().take_while(|&it| is_blank(it)).count();
        let is_there = blanks.trim_start_matches(is_blank).starts_with('=');
        let column = key_chars + n_blanks;
        is_there.then_some(Equals { key: key_chars, key_len: key.len(), column })
    }
}

/// Returns the characters that the keys of a block take, if most of its `=` stand in one column and
/// one of them has more than one blank in front.
fn aligned_width(block: &[(usize, Equals)]) -> Option<usize> {
    let in_column =
        |column: usize| block.iter().map(|it| it.1).filter(move |it| it.column == column);
    let padded = block.iter().map(|it| it.1).filter(|it| it.column > it.key + 1);
    let column = padded.map(|it| it.column).max_by_key(|&it| (in_column(it).count(), it))?;
    let n_aligned = in_column(column).count();
    let is_aligned = n_aligned >= 2 && 2 * n_aligned > block.len();
    is_aligned.then(|| block.iter().map(|it| it.1.key).max()).flatten()
}

/// Returns the column of each line's comment.
fn comment_columns(lines: &[LaidLine<'_>], codes: &[Cow<'_, str>]) -> Vec<usize> {
    let mut res = vec![0; lines.len()];
    let mut start = 0;
    while start < lines.len() {
        let is_pair = |it: &LaidLine<'_>| it.kind == LineKind::Pair;
        let n_pairs = lines.iter().skip(start).take_while(|it| is_pair(it)).count();
        let group = lines.iter().zip(codes).skip(start).take(n_pairs.max(1));
        let commented = group.filter(|(it, _)| !it.comment.is_empty());
        let widest = commented.map(|(_, it)| it.chars().count()).max().unwrap_or_default();
        for column in res.iter_mut().skip(start).take(n_pairs.max(1)) {
            *column = widest + 2;
        }
        start += n_pairs.max(1);
    }
    res
}

/// Returns true for each line that is a header, or the first of the comments that stand on one.
fn opens_section(lines: &[LaidLine<'_>]) -> Vec<bool> {
    let mut res = vec![false; lines.len()];
    // From below: the first line of what the next header owns.
    let mut owner: Option<usize> = None;
    let mut settle = |owner: &mut Option<usize>| {
        if let Some(it) = owner.take().and_then(|it| res.get_mut(it)) {
            *it = true;
        }
    };
    for (idx, line) in lines.iter().enumerate().rev() {
        match line.kind {
            LineKind::Header => {
                settle(&mut owner);
                owner = Some(idx);
            }
            LineKind::Comment if owner.is_some() => owner = Some(idx),
            _ => settle(&mut owner),
        }
    }
    settle(&mut owner);
    res
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::offset;

    /// Checks that every line is a pair or blank and stands as it should, but for blanks around
    /// `=`.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let laid = |text: &str| {
            let mut start = TextSize::new(0);
            let lines: Vec<LaidLine<'_>> = text
                .split_inclusive('\n')
                .map(|line| {
                    let range = TextRange::at(start, len(line.trim_end_matches('\n')));
                    start += len(line);
                    let (kind, code) = match line.trim().split_once('=') {
                        Some((key, value)) => {
                            (LineKind::Pair, format!("{} = {}", key.trim(), value.trim()))
                        }
                        None => (LineKind::Blank, String::new()),
                    };
                    LaidLine { kind, range, code: Cow::Owned(code), comment: "" }
                })
                .collect();
            lay_out(text, &lines).apply(text)
        };
        assert_eq!(laid(text), expected);
        assert_eq!(laid(expected), expected, "twice");
    }

    #[test]
    fn aligned_blocks_stay_aligned() {
        check("a     = 1\nbcd   = 2\n", "a   = 1\nbcd = 2\n");
        check("a  =1\nbc = 2\n", "a  = 1\nbc = 2\n");
        // A line that was added later joins the block.
        check("a  = 1\nbc = 2\ndefg = 3\n", "a    = 1\nbc   = 2\ndefg = 3\n");
        // Blank lines part blocks.
        check("é  = 1\nbc = 2\n\nd = 3\nef = 4\n", "é  = 1\nbc = 2\n\nd = 3\nef = 4\n");
    }

    #[test]
    fn a_tab_in_front_of_the_equals_sign_is_a_blank() {
        check("name\t= v\nvendor = 1\nmodel  = 2\n", "name   = v\nvendor = 1\nmodel  = 2\n");
        check("ab\t\t= 1\nabc\t= 2\n", "ab  = 1\nabc = 2\n");
        check("a\t= 1\nabc \t = 2\n", "a = 1\nabc = 2\n");
        check("ab  \u{b} = 1\nabcd  = 2\nabcde = 3\n", "ab    = 1\nabcd  = 2\nabcde = 3\n");
    }

    #[test]
    fn a_stray_blank_aligns_nothing() {
        check("a  = 1\nb = 2\nc = 3\n", "a = 1\nb = 2\nc = 3\n");
        check("a   = 1\n", "a = 1\n");
        check("abc=1\nd=2\n", "abc = 1\nd = 2\n");
    }

    #[test]
    fn lines_end_as_most_of_them_do() {
        #[track_caller]
        fn check(text: &str, expected: &str) {
            let mut lines = Vec::new();
            let mut rest = text;
            while !rest.is_empty() {
                let at = text.len() - rest.len();
                let n = rest.find(['\r', '\n']).unwrap_or(rest.len());
                let (code, behind) = rest.split_at(n);
                let range = TextRange::at(offset(at), offset(n));
                lines.push(LaidLine {
                    kind: LineKind::Other,
                    range,
                    code: Cow::Borrowed(code),
                    comment: "",
                });
                let end = ["\r\n", "\n", "\r"].into_iter().find(|it| behind.starts_with(it));
                rest = behind.strip_prefix(end.unwrap_or_default()).unwrap_or_default();
            }
            assert_eq!(line_end(text, &lines), expected, "{text:?}");
        }
        check("a\nb\r\nc\r\n", "\r\n");
        check("a\r\nb\nc\n", "\n");
        check("a\r\nb\n", "\r\n");
        check("a\nb\r\n", "\n");
        check("a\rb\rc\n", "\n");
        check("a\r\r\nb\r\r\n", "\r\n");
        check("a\rb\r", "\r");
        check("a", "\n");
    }
}
