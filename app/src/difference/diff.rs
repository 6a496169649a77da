//! The line-by-line difference of two texts.

use std::collections::BTreeMap;

use bobbin_protocol::{Position, Range, Replacement};

/// The furthest distance at which equal lines are searched. Beyond it the texts count as different
/// up to their common end.
const REACH: usize = 400;
/// The number of times that lines are searched that are the only ones of their kind between two others.
const MAX_DEPTH: usize = 8;

/// Lines that replace others; all counted from 0, ends excluded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    pub old: std::ops::Range<usize>,
    pub new: std::ops::Range<usize>,
}

/// Splits a text into lines without their ends; a text that ends with a line end has an empty last
/// line.
#[must_use]
pub fn lines(text: &str) -> Vec<&str> {
    // Only COIL takes several CRs in front of a LF for more than one, and an empty line means nothing there.
    text.split('\n').map(|line| line.trim_end_matches('\r')).collect()
}

/// Returns the replacements that turn `old` into `new`.
///
/// Lines that each text has only once, in the same order, stand opposite each other, however far apart; then those that
/// are so between two of them. Where lines differ in what is left, it searches the nearest place from which both
/// continue alike: for one line with content if as many lines differ on both sides, else for two. The result is not
/// always the shortest difference, but one that people recognise at once, and the time hardly grows faster than the
/// length of the texts.
#[must_use]
pub fn hunks(old: &[&str], new: &[&str]) -> Vec<Hunk> {
    let mut ends = Vec::new();
    anchors(old, new, (0, 0), MAX_DEPTH, &mut ends);
    ends.push((old.len(), new.len()));
    let (mut found, mut from) = (Vec::new(), (0, 0));
    for to in ends {
        let old = old.get(from.0..to.0).unwrap_or_default();
        let new = new.get(from.1..to.1).unwrap_or_default();
        between(old, new, from, &mut found);
        from = to;
    }
    found
}

/// Adds the places of lines that stand opposite each other because either text has them only once, in the order of the
/// texts. Both texts begin `at` these lines of the whole ones.
fn anchors(
    old: &[&str],
    new: &[&str],
    at: (usize, usize),
    depth: usize,
    found: &mut Vec<(usize, usize)>,
) {
    let n_start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) =
        (old.get(n_start..).unwrap_or_default(), new.get(n_start..).unwrap_or_default());
    let at = (at.0 + n_start, at.1 + n_start);
    let n_end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let old = old.get(..old.len() - n_end).unwrap_or_default();
    let new = new.get(..new.len() - n_end).unwrap_or_default();
    if depth == 0 || old.is_empty() || new.is_empty() {
        return;
    }
    let here = longest_rise(&unique_pairs(old, new));
    let mut from = (0, 0);
    for &to in &here {
        let old = old.get(from.0..to.0).unwrap_or_default();
        let new = new.get(from.1..to.1).unwrap_or_default();
        anchors(old, new, (at.0 + from.0, at.1 + from.1), depth - 1, found);
        found.push((at.0 + to.0, at.1 + to.1));
        from = (to.0 + 1, to.1 + 1);
    }
    if !here.is_empty() {
        let old = old.get(from.0..).unwrap_or_default();
        let new = new.get(from.1..).unwrap_or_default();
        anchors(old, new, (at.0 + from.0, at.1 + from.1), depth - 1, found);
    }
}

/// Returns the places of the lines that either text has once, in the order of the old one.
fn unique_pairs(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    // The number of times and the last place.
    let mut of_new: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (idx, line) in new.iter().enumerate() {
        let it = of_new.entry(line).or_default();
        *it = (it.0 + 1, idx);
    }
    let mut of_old: BTreeMap<&str, usize> = BTreeMap::new();
    for line in old {
        *of_old.entry(line).or_default() += 1;
    }
    let pair = |(idx, line): (usize, &&str)| match (of_old.get(line), of_new.get(line)) {
        (Some(1), Some(&(1, there))) => Some((idx, there)),
        _ => None,
    };
    old.iter().enumerate().filter_map(pair).collect()
}

/// Returns the most of these pairs whose second numbers rise, as the first ones do.
fn longest_rise(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length of a rise, the pair with the smallest number that one ends with; and what is before each pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::new();
    let number = |it: usize| pairs.get(it).map_or(0, |it| it.1);
    for (idx, pair) in pairs.iter().enumerate() {
        let len = ends.partition_point(|it| number(*it) < pair.1);
        before.push(len.checked_sub(1).and_then(|it| ends.get(it).copied()));
        match ends.get_mut(len) {
            Some(end) => *end = idx,
            None => ends.push(idx),
        }
    }
    let last = ends.last().copied();
    let rise = std::iter::successors(last, |it| before.get(*it).copied().flatten());
    let mut rise: Vec<_> = rise.filter_map(|it| pairs.get(it).copied()).collect();
    rise.reverse();
    rise
}

/// Adds the replacements that turn `old` into `new`, which begin at the lines `from` of the whole texts.
fn between(old: &[&str], new: &[&str], from: (usize, usize), found: &mut Vec<Hunk>) {
    let n_alike_at_end =
        old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (mut at_old, mut at_new) = (0, 0);
    loop {
        let alike = old.iter().skip(at_old).zip(new.iter().skip(at_new));
        let n_alike = alike.take_while(|(old, new)| old == new).count();
        at_old += n_alike;
        at_new += n_alike;
        if at_old == old.len() && at_new == new.len() {
            return;
        }
        let (n_old, n_new) = next_alike(old, new, at_old, at_new).unwrap_or_else(|| {
            // The common end may start inside of a range that is equal already.
            let n_end = n_alike_at_end.min(old.len() - at_old).min(new.len() - at_new);
            (old.len() - at_old - n_end, new.len() - at_new - n_end)
        });
        let (start_old, start_new) = (from.0 + at_old, from.1 + at_new);
        if n_old == n_new {
            // Lines that stay where they are between others, as empty ones do.
            let pairs = old.iter().skip(at_old).zip(new.iter().skip(at_new)).take(n_old);
            let is_alike: Vec<bool> = pairs.map(|(old, new)| old == new).collect();
            let mut at = 0;
            for run in is_alike.chunk_by(|a, b| a == b) {
                let end = at + run.len();
                if run.first() == Some(&false) {
                    let (old, new) =
                        (start_old + at..start_old + end, start_new + at..start_new + end);
                    found.push(Hunk { old, new });
                }
                at = end;
            }
        } else {
            let (old, new) = (start_old..start_old + n_old, start_new..start_new + n_new);
            found.push(Hunk { old, new });
        }
        at_old += n_old;
        at_new += n_new;
    }
}

/// Returns how many lines of each text to skip until both continue alike.
fn next_alike(old: &[&str], new: &[&str], at_old: usize, at_new: usize) -> Option<(usize, usize)> {
    let is_alike = |n_old: usize, n_new: usize| {
        let (old, new) = (old.get(at_old + n_old..), new.get(at_new + n_new..));
        let (Some(old), Some(new)) = (old, new) else { return false };
        match (old, new) {
            ([], []) => true,
            ([a], [b]) => a == b,
            ([a, ..], [b, ..]) if n_old == n_new && !a.is_empty() => a == b,
            ([a, b, ..], [c, d, ..]) => a == c && b == d,
            _ => false,
        }
    };
    let n_most = (old.len() - at_old + new.len() - at_new).min(REACH);
    // Equal numbers first: changed lines are more common than new ones.
    let splits = |sum: usize| {
        (0..=sum / 2).flat_map(move |off| {
            let (less, more) = (sum / 2 - off, sum - sum / 2 + off);
            [(less, more), (more, less)]
        })
    };
    (1..=n_most).find_map(|sum| splits(sum).find(|(n_old, n_new)| is_alike(*n_old, *n_new)))
}

/// Returns the edits that turn `old` into `new`, small ones, so that the caret and folds elsewhere
/// stay. Line ends stay as they are in `old`; where they are mixed, the result is `new` to the letter.
#[must_use]
pub fn edits(old: &str, new: &str) -> Vec<Replacement> {
    let has_crs = old.contains('\r');
    let is_crlf = has_crs && old.replace("\r\n", "").find(['\r', '\n']).is_none();
    // Each CR is a character of its line there, for the editor as well.
    let is_exact = has_crs && !is_crlf;
    // A text that had mixed line ends has CRs for the editor still; elsewhere it takes CRLF for one line end.
    let own_end = if is_crlf { "\r\n" } else { "\n" };
    let split = |text| if is_exact { str::split(text, '\n').collect() } else { lines(text) };
    let (old, new): (Vec<&str>, Vec<&str>) = (split(old), split(new));
    let place = |line: usize, column: usize| Position {
        line: u32::try_from(line).unwrap_or(u32::MAX),
        character: u32::try_from(column).unwrap_or(u32::MAX),
    };
    let width = |line: usize| old.get(line).map_or(0, |it| it.encode_utf16().count());
    let edit = |hunk: Hunk| {
        let inserted = new.get(hunk.new.clone()).unwrap_or_default().join(own_end);
        let (start, end) = (hunk.old.start, hunk.old.end);
        // The last line has no line end, so the one in front of it is replaced too.
        let (start, end, text) = if end < old.len() {
            let line_end = if hunk.new.is_empty() { "" } else { own_end };
            (place(start, 0), place(end, 0), inserted + line_end)
        } else if let Some(before) = start.checked_sub(1) {
            let line_end = if hunk.new.is_empty() { "" } else { own_end };
            let last = end.saturating_sub(1).max(before);
            (
                place(before, width(before)),
                place(last, width(last)),
                line_end.to_owned() + &inserted,
            )
        } else {
            let last = end.saturating_sub(1);
            (place(0, 0), place(last, width(last)), inserted)
        };
        Replacement { range: Range { start, end }, text }
    };
    hunks(&old, &new).into_iter().map(edit).collect()
}

/// Returns the lengths in bytes of the common start and the common end of two lines, in whole
/// characters.
#[must_use]
pub fn common_ends(a: &str, b: &str) -> (usize, usize) {
    let alike = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>()
    };
    let start = alike(&mut a.chars(), &mut b.chars());
    let end = alike(&mut a.chars().rev(), &mut b.chars().rev());
    (start, end.min(a.len().min(b.len()) - start))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies edits the way an editor does.
    fn apply(text: &str, edits: &[Replacement]) -> String {
        let offset = |at: Position| {
            let start: usize =
                text.split_inclusive('\n').take(at.line as usize).map(str::len).sum();
            let units = text.split_at(start).1.char_indices().scan(0, |n, (idx, it)| {
                let here = *n;
                *n += it.len_utf16() as u32;
                Some((here, idx))
            });
            let found = units.filter(|(n, _)| *n == at.character).map(|(_, idx)| idx).next();
            start + found.unwrap_or(text.len() - start)
        };
        let mut changed = text.to_owned();
        for edit in edits.iter().rev() {
            changed.replace_range(offset(edit.range.start)..offset(edit.range.end), &edit.text);
        }
        changed
    }

    #[test]
    fn edits_make_the_new_text() {
        let texts = [
            "",
            "a",
            "a\n",
            "a\nb\nc\n",
            "a\nx\nc\n",
            "b\nc\n",
            "a\nb\nc",
            "a\nb\nc\nd\n",
            "é🎉\nb\n\n\nc\n",
            "é🎉x\nb\n\nc\n",
            "\n\n\n",
            "z\ny\nx\nw\nv",
        ];
        for old in texts {
            for new in texts {
                assert_eq!(apply(old, &edits(old, new)), new, "{old:?} to {new:?}");
            }
        }
    }

    #[test]
    fn mixed_line_ends_become_those_of_the_new_text() {
        let mixed = [
            "a\nx\r\ny",
            "a\nx\r\nz",
            "a\r\nx\n",
            "a\r\r\nx\ny\r",
            "a\rb\nc\r\n",
            "x\ry",
            "a\nx\r\ny\r\n\r\nz\r\n",
        ];
        let others = ["", "a\nx\ny", "a\r\nx\r\nz\r\n", "a\r\nx"];
        for old in mixed {
            for new in mixed.into_iter().chain(others) {
                assert_eq!(apply(old, &edits(old, new)), new, "{old:?} to {new:?}");
            }
        }
        // Only the line that changes is touched.
        let place = |line, character| Position { line, character };
        assert_eq!(
            edits("a\nx\r\ny", "a\nx\r\nz"),
            [Replacement {
                range: Range { start: place(1, 2), end: place(2, 1) },
                text: "\nz".to_owned()
            }]
        );
    }

    #[test]
    fn line_ends_of_one_kind_stay() {
        let texts = ["a", "a\n", "a\nb\nc\n", "a\nx\nc\n", "b\nc\n", "a\nb\nc", "\n\n", "z\ny"];
        let ends = ["\n", "\r\n", "\r\r\n"];
        for (old, new) in texts.iter().flat_map(|old| texts.iter().map(move |new| (old, new))) {
            for (own, other) in ends.iter().flat_map(|it| ends.iter().map(move |other| (it, other)))
            {
                if *own == "\r\r\n" || !old.contains('\n') {
                    continue;
                }
                let (from, to) = (old.replace('\n', own), new.replace('\n', other));
                let expected = new.replace('\n', own);
                assert_eq!(apply(&from, &edits(&from, &to)), expected, "{from:?} to {to:?}");
                if old == new {
                    assert_eq!(edits(&from, &to), []);
                }
            }
        }
    }

    #[test]
    fn what_stays_is_not_touched() {
        let old = "[a]\nx = 1\ny = 2\n\n[b]\nx = 1\ny = 2\n";
        let new = "[a] : c\nx = 1\ny = 2\n\n[b] : c\nx = 1\ny = 3\nz = 1\n";
        let (old, new) = (lines(old), lines(new));
        assert_eq!(
            hunks(&old, &new),
            [
                Hunk { old: 0..1, new: 0..1 },
                Hunk { old: 4..5, new: 4..5 },
                Hunk { old: 6..7, new: 6..8 }
            ]
        );
        assert_eq!(hunks(&old, &old), []);
    }

    #[test]
    fn much_that_is_new_hides_nothing_else() {
        let section = |it: usize| format!("[Lexgion(OpenMP).{it}]\ntracing_rate = 1\nmax = 5\n\n");
        let body: String = (0..300).map(section).collect();
        let old = format!("# a trace\n{body}# the end\n");
        let more: String = (300..410).map(section).collect();
        let new = format!("# a trace\n{more}{body}# the very end\n");
        assert_eq!(apply(&old, &edits(&old, &new)), new);
        let sizes = |old: &str, new: &str| -> Vec<(usize, usize)> {
            let hunks = hunks(&lines(old), &lines(new));
            hunks.iter().map(|it| (it.old.len(), it.new.len())).collect()
        };
        assert_eq!(sizes(&old, &new), [(0, 440), (1, 1)]);
        assert_eq!(sizes(&new, &old), [(440, 0), (1, 1)]);
        // What has moved is elsewhere once.
        assert_eq!(sizes("a\nb\nc\nd\ne\n", "b\nc\nd\na\ne\n"), [(1, 0), (0, 1)]);
    }

    #[test]
    fn lines_that_stay_between_changed_ones_are_not_changed() {
        let found = hunks(&lines("x = 1\n\ny = 1\nz"), &lines("x = 2\n\ny = 2\nz"));
        let expected = [Hunk { old: 0..1, new: 0..1 }, Hunk { old: 2..3, new: 2..3 }];
        assert_eq!(found, expected);
    }

    #[test]
    fn long_texts_that_have_nothing_in_common_end() {
        let old = "a\n".repeat(5000);
        let new = "b\n".repeat(5000);
        assert_eq!(apply(&old, &edits(&old, &new)), new);
        assert_eq!(hunks(&lines(&old), &lines(&new)).len(), 1);
    }

    #[test]
    fn the_changed_part_of_a_line_is_whole_characters() {
        for (a, b, ends) in [
            ("x = 1", "x = 2", (4, 0)),
            ("[a]", "[a] : b", (3, 0)),
            ("aaa", "aa", (2, 0)),
            ("é1é", "é22é", (2, 2)),
            ("", "x", (0, 0)),
        ] {
            assert_eq!(common_ends(a, b), ends, "{a} {b}");
        }
    }
}
