//! The lines of the pane: problems, of which those that are many of one kind stand under a heading that folds them.

use std::collections::{BTreeMap, BTreeSet};

use bobbin_protocol::Severity;

use crate::document::Problem;
use crate::widgets::prose::{Segment, segments};

/// The number of problems of one kind that are listed without a heading.
const FEW: usize = 20;

/// A place in the pane, for screen readers: which one of how many.
pub type Nth = (usize, usize);

/// The kind of a problem: its code, and what it says without names and numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    pub code: String,
    pub words: String,
}

impl Kind {
    fn of(problem: &Problem) -> Kind {
        let words = parts_of(&problem.message).iter().map(Part::without_name).collect();
        Kind { code: problem.code.clone(), words }
    }
}

/// A part of a message.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    Words(String),
    Code(String),
    Number(String),
}

impl Part {
    /// Returns the words, and a sign for anything else.
    fn without_name(&self) -> &str {
        match self {
            Part::Words(text) => text,
            Part::Code(_) => "`…`",
            Part::Number(_) => "…",
        }
    }

    fn text(&self) -> String {
        match self {
            Part::Words(text) | Part::Number(text) => text.clone(),
            Part::Code(text) => format!("`{text}`"),
        }
    }
}

fn parts_of(message: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for segment in segments(message) {
        match segment {
            Segment::Code(text) => parts.push(Part::Code(text)),
            Segment::Words(text) => {
                let mut rest = text.as_str();
                while let Some(first) = rest.chars().next() {
                    let is_number = first.is_ascii_digit();
                    let end = rest.find(|it: char| it.is_ascii_digit() != is_number);
                    let (part, behind) = rest.split_at(end.unwrap_or(rest.len()));
                    let make = if is_number { Part::Number } else { Part::Words };
                    parts.push(make(part.to_owned()));
                    rest = behind;
                }
            }
        }
    }
    parts
}

/// Returns what all messages of a kind say: names and numbers that differ among them are left out.
fn common_message<'a>(mut messages: impl Iterator<Item = &'a str>) -> String {
    let Some(first) = messages.next() else { return String::new() };
    let parts = parts_of(first);
    let mut shared: Vec<bool> = parts.iter().map(|it| !matches!(it, Part::Words(_))).collect();
    for message in messages.filter(|it| *it != first) {
        for ((shared, part), other) in shared.iter_mut().zip(&parts).zip(parts_of(message)) {
            *shared &= *part == other;
        }
        if !shared.contains(&true) {
            break;
        }
    }
    let in_words = |(part, shared): (&Part, &bool)| {
        if *shared { part.text() } else { part.without_name().to_owned() }
    };
    parts.iter().zip(&shared).map(in_words).collect()
}

/// The content of a line of the pane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// The heading of all listed problems of a kind, with what all of them say.
    Group {
        kind: Kind,
        message: String,
        severity: Severity,
        n_problems: usize,
        is_open: bool,
        nth: Nth,
    },
    /// A problem by its index.
    Problem { idx: usize, is_inside: bool, nth: Nth },
}

impl Line {
    /// Returns its place among those of its level.
    #[must_use]
    pub fn nth(&self) -> Nth {
        match self {
            Line::Group { nth, .. } | Line::Problem { nth, .. } => *nth,
        }
    }
}

/// Returns the row of the heading above a problem inside of a group.
#[must_use]
pub fn heading_of(lines: &[Line], row: usize) -> Option<usize> {
    let Some(Line::Problem { is_inside: true, nth: (place, _), .. }) = lines.get(row) else {
        return None;
    };
    row.checked_sub(*place)
}

/// Returns the kind of a problem inside of a group, and its place there.
#[must_use]
pub fn place_inside(lines: &[Line], row: usize) -> Option<(&Kind, usize)> {
    let heading = heading_of(lines, row)?;
    match lines.get(heading)? {
        Line::Group { kind, .. } => Some((kind, row - heading)),
        Line::Problem { .. } => None,
    }
}

/// Returns the row of a problem that had this place in a group which is no more, or of the last one that was there.
#[must_use]
pub fn row_outside(
    lines: &[Line],
    problems: &[Problem],
    kind: &Kind,
    place: usize,
) -> Option<usize> {
    if lines.iter().any(|it| matches!(it, Line::Group { kind: of, .. } if of == kind)) {
        return None;
    }
    let is_of_kind = |line: &Line| match line {
        Line::Problem { idx, .. } => problems.get(*idx).is_some_and(|it| Kind::of(it) == *kind),
        Line::Group { .. } => false,
    };
    let rows = lines.iter().enumerate().filter(|(_, line)| is_of_kind(line)).map(|(row, _)| row);
    rows.take(place).last()
}

/// Returns the lines for the listed problems. A group stands where its first problem would, and those inside keep the
/// order of the text; `open` are the kinds whose groups someone has opened.
#[must_use]
pub fn lines(problems: &[Problem], listed: &[usize], open: &BTreeSet<Kind>) -> Vec<Line> {
    let listed: Vec<(usize, &Problem, Kind)> = listed
        .iter()
        .filter_map(|idx| problems.get(*idx).map(|it| (*idx, it, Kind::of(it))))
        .collect();
    let mut groups = BTreeMap::<&Kind, Vec<usize>>::new();
    for (idx, _, kind) in &listed {
        groups.entry(kind).or_default().push(*idx);
    }
    groups.retain(|_, inside| inside.len() > FEW);
    let n_inside: usize = groups.values().map(Vec::len).sum();
    let n_outside = listed.len() - n_inside + groups.len();
    let mut lines = Vec::new();
    let mut n_before = 0;
    for (idx, problem, kind) in &listed {
        let inside = groups.get(kind);
        if inside.is_some_and(|it| it.first() != Some(idx)) {
            continue;
        }
        n_before += 1;
        let nth = (n_before, n_outside);
        let Some(inside) = inside else {
            lines.push(Line::Problem { idx: *idx, is_inside: false, nth });
            continue;
        };
        let all = || inside.iter().filter_map(|it| problems.get(*it));
        let worst = all().map(|it| it.severity).min();
        let is_open = open.contains(kind);
        lines.push(Line::Group {
            kind: kind.clone(),
            message: common_message(all().map(|it| it.message.as_str())),
            severity: worst.unwrap_or(problem.severity),
            n_problems: inside.len(),
            is_open,
            nth,
        });
        if is_open {
            let own = inside.iter().enumerate().map(|(place, idx)| Line::Problem {
                idx: *idx,
                is_inside: true,
                nth: (place + 1, inside.len()),
            });
            lines.extend(own);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{Position, Range};

    use super::*;

    fn problem(severity: Severity, line: u32, code: &str) -> Problem {
        let at = Position { line, character: 0 };
        Problem {
            severity,
            range: Range { start: at, end: at },
            code: code.into(),
            message: format!("no key of line {line} is called `it_{line}`"),
            help: String::new(),
            fixes: Vec::new(),
            moves: Vec::new(),
            wanted: None,
            related: Vec::new(),
        }
    }

    fn kind(code: &str) -> Kind {
        Kind { code: code.into(), words: "no key of line … is called `…`".into() }
    }

    /// One problem before, one between and one behind many of one code.
    fn many(n: usize) -> Vec<Problem> {
        let one = |line| problem(Severity::Hint, line, "unused");
        let mut problems = vec![one(0)];
        problems.extend((1..=n as u32).map(|it| problem(Severity::Warning, it, "unknown-key")));
        problems.insert(2, one(1));
        problems.push(one(n as u32 + 1));
        problems
    }

    #[test]
    fn few_of_a_kind_are_listed_as_they_are() {
        let problems = many(FEW);
        let listed: Vec<usize> = (0..problems.len()).collect();
        let lines = lines(&problems, &listed, &BTreeSet::new());
        let all = listed.iter().map(|idx| Line::Problem {
            idx: *idx,
            is_inside: false,
            nth: (idx + 1, problems.len()),
        });
        assert_eq!(lines, all.collect::<Vec<_>>());
    }

    #[test]
    fn many_of_a_kind_are_one_line_until_it_is_opened() {
        let mut problems = many(500);
        problems[3].severity = Severity::Error;
        let listed: Vec<usize> = (0..problems.len()).collect();
        let group = |is_open| Line::Group {
            kind: kind("unknown-key"),
            message: kind("unknown-key").words,
            severity: Severity::Error,
            n_problems: 500,
            is_open,
            nth: (2, 4),
        };
        let single = |idx, nth| Line::Problem { idx, is_inside: false, nth: (nth, 4) };
        assert_eq!(
            lines(&problems, &listed, &BTreeSet::new()),
            [single(0, 1), group(false), single(2, 3), single(502, 4)]
        );
        let open = lines(&problems, &listed, &BTreeSet::from([kind("unknown-key")]));
        assert_eq!(open.len(), 504);
        assert_eq!(open[..2], [single(0, 1), group(true)]);
        assert_eq!(open[2], Line::Problem { idx: 1, is_inside: true, nth: (1, 500) });
        assert_eq!(open[501], Line::Problem { idx: 501, is_inside: true, nth: (500, 500) });
        assert_eq!(open[502..], [single(2, 3), single(502, 4)]);
        assert_eq!([2, 501].map(|it| heading_of(&open, it)), [Some(1); 2]);
        assert_eq!([0, 1, 502].map(|it| heading_of(&open, it)), [None; 3]);
    }

    #[test]
    fn other_words_are_another_kind() {
        let mut problems = many(500);
        for problem in problems.iter_mut().skip(3).step_by(2) {
            problem.message = "a line that cannot be read".into();
        }
        let listed: Vec<usize> = (0..problems.len()).collect();
        let n_each: Vec<usize> = lines(&problems, &listed, &BTreeSet::new())
            .iter()
            .filter_map(|it| match it {
                Line::Group { n_problems, .. } => Some(*n_problems),
                Line::Problem { .. } => None,
            })
            .collect();
        assert_eq!(n_each, [250, 250]);
    }

    #[test]
    fn a_heading_says_what_its_problems_share() {
        let heading = |message: &dyn Fn(u32) -> String| {
            let mut problems = many(25);
            for (nth, problem) in (0..).zip(&mut problems) {
                problem.code = "abi".into();
                problem.message = message(nth);
            }
            let listed: Vec<usize> = (0..problems.len()).collect();
            match lines(&problems, &listed, &BTreeSet::new()).as_slice() {
                [Line::Group { message, .. }] => message.clone(),
                others => panic!("{others:?}"),
            }
        };
        let same = "`x` is not an ABI of `arm` in 32-bit mode";
        assert_eq!(heading(&|_| same.into()), same);
        assert_eq!(
            heading(&|nth| format!("`x{nth}` is not an ABI of `arm` in 32-bit mode")),
            "`…` is not an ABI of `arm` in 32-bit mode"
        );
        assert_eq!(
            heading(&|nth| format!("`x` is not an ABI of `arm` in {}-bit mode", 16 << (nth % 2))),
            "`x` is not an ABI of `arm` in …-bit mode"
        );
        assert_eq!(heading(&|nth| format!("`x{nth}`: `y{nth}`")), "`…`: `…`");
    }

    #[test]
    fn a_problem_stays_picked_where_its_group_dissolves() {
        let mut problems = many(FEW + 1);
        let all: Vec<usize> = (0..problems.len()).collect();
        let opened = BTreeSet::from([kind("unknown-key")]);
        let before = lines(&problems, &all, &opened);
        assert_eq!([0, 1].map(|it| place_inside(&before, it)), [None; 2]);
        let (kind, place) = place_inside(&before, 6).unwrap();
        assert_eq!(place, 5);
        assert_eq!(row_outside(&before, &problems, kind, place), None, "the group is there");
        // The fifth is fixed: that of line 6 takes its place, behind the one that stands between.
        problems.retain(|it| it.code == "unused" || it.range.start.line != 5);
        let after = lines(&problems, &all[1..], &opened);
        let of = |place| {
            let row = row_outside(&after, &problems, kind, place)?;
            let Line::Problem { idx, is_inside: false, .. } = after[row] else { return None };
            Some(problems[idx].range.start.line)
        };
        assert_eq!([1, 4, 5, FEW, FEW + 1].map(of), [1, 4, 6, 21, 21].map(Some));
        assert_eq!(row_outside(&[], &problems, kind, place), None);
    }

    #[test]
    fn a_filter_counts_what_it_leaves() {
        let problems = many(500);
        let listed: Vec<usize> = (0..30).collect();
        let left = lines(&problems, &listed, &BTreeSet::new());
        assert!(matches!(left[1], Line::Group { n_problems: 28, .. }), "{left:?}");
        let few: Vec<usize> = (0..10).collect();
        assert_eq!(lines(&problems, &few, &BTreeSet::new()).len(), 10, "no heading for a few");
    }

    #[test]
    fn ten_thousand_problems_of_as_many_kinds_are_listed() {
        let problems: Vec<Problem> =
            (0..10_000).map(|it| problem(Severity::Hint, it, &format!("code-{it}"))).collect();
        let listed: Vec<usize> = (0..problems.len()).collect();
        assert_eq!(lines(&problems, &listed, &BTreeSet::new()).len(), 10_000);
    }
}
