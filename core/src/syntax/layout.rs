//! The canonical layout of texts made of lines: sections, pairs, comments.

use std::borrow::Cow;

use text_size::{TextRange, TextSize};

use crate::edit::{Replacement, TextEdit};
use crate::text::{len, slice};

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Nothing but blanks.
    Blank,
    /// A comment alone.
    Comment,
    /// The header of a section.
    Header,
    /// A key with its value; comments behind such lines are aligned with each other.
    Pair,
    /// Anything else.
    Other,
}

/// A line with what it shall look like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidLine<'t> {
    /// What it is.
    pub kind: LineKind,
    /// The line as it stands, without its line end.
    pub range: TextRange,
    /// What stands in front of the comment, laid out, without blanks at both ends.
    pub code: Cow<'t, str>,
    /// The comment, without blanks at its end.
    pub comment: &'t str,
}

/// The edit that lays out all lines of `text`.
///
/// Lines are not indented; comments behind neighbouring pairs start in one column, two blanks behind
/// the longest; a blank line stands in front of each header with the comments it owns; of several
/// blank lines one stays; all lines end as the first one does.
#[must_use]
pub fn lay_out(text: &str, lines: &[LaidLine<'_>]) -> TextEdit {
    let end = line_end(text, lines);
    let columns = comment_columns(lines);
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
        let wants_blank = !is_first && (opens || !blanks.is_empty());
        out.blanks(&blanks, wants_blank, line.range.start(), end);
        blanks.clear();
        let mut new = line.code.clone().into_owned();
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

/// How the first line ends.
fn line_end(text: &str, lines: &[LaidLine<'_>]) -> &'static str {
    let end = lines.first().map_or(len(text), |it| it.range.end());
    let rest = slice(text, TextRange::new(end, len(text)));
    ["\r\n", "\r"].into_iter().find(|it| rest.starts_with(it)).unwrap_or("\n")
}

/// By line: the column of its comment.
fn comment_columns(lines: &[LaidLine<'_>]) -> Vec<usize> {
    let mut res = vec![0; lines.len()];
    let mut start = 0;
    while start < lines.len() {
        let is_pair = |it: &LaidLine<'_>| it.kind == LineKind::Pair;
        let n_pairs = lines.iter().skip(start).take_while(|it| is_pair(it)).count();
        let group = lines.iter().skip(start).take(n_pairs.max(1));
        let commented = group.filter(|it| !it.comment.is_empty());
        let widest = commented.map(|it| it.code.chars().count()).max().unwrap_or_default();
        for column in res.iter_mut().skip(start).take(n_pairs.max(1)) {
            *column = widest + 2;
        }
        start += n_pairs.max(1);
    }
    res
}

/// By line: whether it is a header, or the first of the comments that stand on one.
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
