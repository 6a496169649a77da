//! The rows of a difference: the changes, a few lines around them, and the remarks at their lines.

use super::diff::{Hunk, common_ends, hunks, lines};
use crate::widgets::prose::{counted, grouped};

/// The number of equal lines to show around changes.
const CONTEXT: usize = 3;
/// The smallest number of equal lines to omit: a note that fewer are takes as much room.
const FEWEST_SKIPPED: usize = 3;

/// The change of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineChange {
    Same,
    Old,
    New,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// A line of one text or of both.
    Line {
        kind: LineChange,
        /// The numbers of the line from 1, in the old text and in the new one, where they have it.
        numbers: [Option<usize>; 2],
        text: String,
        /// The range that differs from the replaced line, in bytes.
        changed: (usize, usize),
    },
    /// This many equal lines are omitted.
    Skipped(usize),
    /// A remark on the line above, by its index.
    Remark(usize),
}

/// Returns the rows of a difference. `remarks` are lines of `old` from 0, with the remarks'
/// indices, in the order of the text.
#[must_use]
pub fn rows(old: &str, new: &str, remarks: &[(usize, usize)]) -> Vec<Row> {
    let (old, new) = (lines(old), lines(new));
    let hunks = hunks(&old, &new);
    let mut rows = Rows { old: &old, new: &new, remarks, rows: Vec::new() };
    let (mut at_old, mut at_new) = (0, 0);
    for hunk in &hunks {
        rows.same(at_old, at_new, hunk.old.start - at_old, at_old > 0, true);
        rows.changed(hunk);
        (at_old, at_new) = (hunk.old.end, hunk.new.end);
    }
    rows.same(at_old, at_new, old.len() - at_old, at_old > 0, false);
    rows.rows
}

struct Rows<'a> {
    old: &'a [&'a str],
    new: &'a [&'a str],
    remarks: &'a [(usize, usize)],
    rows: Vec<Row>,
}

impl Rows<'_> {
    /// Adds equal lines: those near a change, and those with remarks.
    fn same(&mut self, at_old: usize, at_new: usize, n: usize, follows: bool, precedes: bool) {
        let is_shown = |idx: usize| {
            let is_near = follows && idx < CONTEXT || precedes && idx + CONTEXT >= n;
            let around = (at_old + idx).saturating_sub(1)..=at_old + idx + 1;
            let first = self.remarks.partition_point(|it| it.0 < *around.start());
            is_near || self.remarks.get(first).is_some_and(|it| around.contains(&it.0))
        };
        let shown: Vec<bool> = (0..n).map(is_shown).collect();
        let mut idx = 0;
        for run in shown.chunk_by(|one, other| one == other) {
            let lines = idx..idx + run.len();
            idx = lines.end;
            if run.first() == Some(&false) && run.len() >= FEWEST_SKIPPED {
                self.rows.push(Row::Skipped(run.len()));
                continue;
            }
            for idx in lines {
                let text = self.old.get(at_old + idx).copied().unwrap_or_default();
                let at = [Some(at_old + idx), Some(at_new + idx)];
                self.line(LineChange::Same, at, text, (0, 0));
                self.remarks_on(at_old + idx);
            }
        }
    }

    fn changed(&mut self, hunk: &Hunk) {
        let partner = |lines: &[&str], idx: usize, line: &str| {
            let Some(other) = lines.get(idx) else { return (0, line.len()) };
            let (start, end) = common_ends(line, other);
            // Where little is alike, marking the rest is only confusing.
            if (start + end) * 3 < line.len() { (0, line.len()) } else { (start, line.len() - end) }
        };
        let old = self.old.get(hunk.old.clone()).unwrap_or_default();
        let new = self.new.get(hunk.new.clone()).unwrap_or_default();
        for (idx, line) in old.iter().enumerate() {
            let at = [Some(hunk.old.start + idx), None];
            self.line(LineChange::Old, at, line, partner(new, idx, line));
            self.remarks_on(hunk.old.start + idx);
        }
        for (idx, line) in new.iter().enumerate() {
            let at = [None, Some(hunk.new.start + idx)];
            self.line(LineChange::New, at, line, partner(old, idx, line));
        }
    }

    fn line(
        &mut self,
        kind: LineChange,
        at: [Option<usize>; 2],
        text: &str,
        changed: (usize, usize),
    ) {
        let numbers = at.map(|it| it.map(|it| it + 1));
        self.rows.push(Row::Line { kind, numbers, text: text.to_owned(), changed });
    }

    fn remarks_on(&mut self, line: usize) {
        let first = self.remarks.partition_point(|it| it.0 < line);
        let from_here = self.remarks.get(first..).unwrap_or_default();
        let here = from_here.iter().take_while(|it| it.0 == line);
        self.rows.extend(here.map(|(_, idx)| Row::Remark(*idx)));
    }
}

/// Describes how many lines are removed and added.
#[must_use]
pub fn in_words(rows: &[Row]) -> String {
    let counted = |n: usize| counted(n, "line");
    let places = places(rows);
    match places.as_slice() {
        [] => return "The text does not change".to_owned(),
        [(1, n_new)] if *n_new > 1 => return format!("1 line becomes {}", grouped(*n_new)),
        [(n_old, n_new)] if *n_new > 0 && *n_old > 1 && n_old != n_new => {
            return format!("{} become {}", counted(*n_old), grouped(*n_new));
        }
        _ => {}
    }
    let sum = |of: fn(&(usize, usize)) -> usize| places.iter().map(of).sum::<usize>();
    let all = [
        (sum(|it| it.0.min(it.1)), "changed"),
        (sum(|it| it.0.saturating_sub(it.1)), "removed"),
        (sum(|it| it.1.saturating_sub(it.0)), "added"),
    ];
    let mut parts = Vec::new();
    for (n, what) in all.into_iter().filter(|it| it.0 > 0) {
        let n = if parts.is_empty() { counted(n) } else { grouped(n) };
        parts.push(format!("{n} {what}"));
    }
    parts.join(", ")
}

/// Returns the places of a text that change, each with the number of its lines before and afterwards.
fn places(rows: &[Row]) -> Vec<(usize, usize)> {
    let mut res = Vec::new();
    let mut is_inside = false;
    for row in rows {
        let kind = match row {
            Row::Line { kind, .. } => *kind,
            Row::Skipped(_) => LineChange::Same,
            Row::Remark(_) => continue,
        };
        let is_change = kind != LineChange::Same;
        if is_change && !is_inside {
            res.push((0, 0));
        }
        is_inside = is_change;
        if let Some(last) = res.last_mut() {
            last.0 += usize::from(kind == LineChange::Old);
            last.1 += usize::from(kind == LineChange::New);
        }
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Renders the rows for expectations.
    fn drawn(old: &str, new: &str, remarks: &[(usize, usize)]) -> Vec<String> {
        let draw = |row: &Row| match row {
            Row::Line { kind, numbers, text, changed } => {
                let [old, new] = numbers.map(|it| it.map_or_else(String::new, |it| it.to_string()));
                let numbers = format!("{old:>2} {new:>2}");
                let sign = match kind {
                    LineChange::Same => ' ',
                    LineChange::Old => '-',
                    LineChange::New => '+',
                };
                let (start, end) = *changed;
                let (head, rest) = text.split_at(start);
                let (changed, tail) = rest.split_at(end - start);
                match kind {
                    LineChange::Same => format!("{numbers}{sign} {text}"),
                    _ => format!("{numbers}{sign} {head}<{changed}>{tail}"),
                }
            }
            Row::Skipped(n) => format!("..{n}"),
            Row::Remark(idx) => format!("  ! {idx}"),
        };
        rows(old, new, remarks).iter().map(draw).collect()
    }

    #[test]
    fn changes_stand_in_their_surroundings() {
        let old: String = (1..=20).map(|it| format!("line {it}\n")).collect();
        let new = old.replace("line 10\n", "line X\n");
        // A line has its number in each text.
        assert_eq!(drawn("a\nb\n", "b\n", &[]), [" 1   - <a>", " 2  1  b", " 3  2  "]);
        assert_eq!(
            drawn(&old, &new, &[(1, 0), (9, 1)]),
            [
                " 1  1  line 1",
                " 2  2  line 2",
                "  ! 0",
                " 3  3  line 3",
                "..3",
                " 7  7  line 7",
                " 8  8  line 8",
                " 9  9  line 9",
                "10   - line <10>",
                "  ! 1",
                "   10+ line <X>",
                "11 11  line 11",
                "12 12  line 12",
                "13 13  line 13",
                "..8",
            ]
        );
    }

    #[test]
    fn a_few_equal_lines_are_shown() {
        let old: String = (1..=30).map(|it| format!("line {it}\n")).collect();
        let drawn = |second: usize| {
            let other = format!("line {second}\n");
            let new = old.replace("line 10\n", "X\n").replace(&other, "Y\n");
            let rows = drawn(&old, &new, &[]);
            rows.into_iter().filter(|it| it.starts_with("..")).collect::<Vec<String>>()
        };
        // Between the changes are 6, 8 and 9 equal lines, of which 3 stand at each.
        assert_eq!(drawn(17), ["..6", "..11"]);
        assert_eq!(drawn(19), ["..6", "..9"]);
        assert_eq!(drawn(20), ["..6", "..3", "..8"]);
    }

    #[test]
    fn a_difference_has_a_size() {
        for (old, new, words) in [
            ("a\nb\n", "a\nc\n", "1 line changed"),
            ("a\nb\n", "a\n", "1 line removed"),
            ("a\n", "a\nb\nc\n", "2 lines added"),
            ("a\nb\n", "c\nd\ne\n", "2 lines become 3"),
            // A line that goes here and one that comes there are no changed line.
            ("a\nb\nc\nd\n", "b\nc\nd\ne\n", "1 line removed, 1 added"),
            ("a\nb\nc\nd\n", "x\nb\nc\n", "1 line changed, 1 removed"),
            ("a", "a", "The text does not change"),
        ] {
            assert_eq!(in_words(&rows(old, new, &[])), words, "{old:?} {new:?}");
        }
    }
}
