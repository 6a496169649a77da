//! Edits of a text, as values.

use std::collections::BTreeMap;

use text_size::{TextRange, TextSize};

use super::{Command, ItemPath};
use crate::sorting::Sorting as _;
use crate::text::{self, placed};

/// One stretch of the old text and what stands there afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TextEdit", concrete(P = crate::text::Range)))]
pub struct Replacement<P = TextRange> {
    /// The range in the text before the edit.
    pub range: P,
    /// The new text in its place.
    #[cfg_attr(feature = "serde", serde(rename = "newText"))]
    pub text: String,
}

/// A set of replacements, all in terms of the text before the edit.
///
/// To a client it is a list of replacements, each in the shape of LSP's `TextEdit`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct TextEdit<P = TextRange> {
    /// Invariant: sorted by start, no two overlap.
    replacements: Vec<Replacement<P>>,
}

impl<P> Default for TextEdit<P> {
    fn default() -> TextEdit<P> {
        TextEdit { replacements: Vec::new() }
    }
}

placed!(Replacement { text; range });
placed!(TextEdit { ; replacements });

impl<P> TextEdit<P> {
    /// Returns the replacements, sorted and disjoint.
    #[must_use]
    pub fn replacements(&self) -> &[Replacement<P>] {
        &self.replacements
    }

    /// Creates an edit of stretches that are sorted and disjoint.
    #[must_use]
    pub fn from_sorted(replacements: Vec<Replacement<P>>) -> TextEdit<P> {
        TextEdit { replacements }
    }

    /// Returns the replacements, without the edit.
    #[must_use]
    pub fn into_replacements(self) -> Vec<Replacement<P>> {
        self.replacements
    }
}

impl TextEdit {
    /// Replaces one stretch.
    #[must_use]
    pub fn replace(range: TextRange, text: impl Into<String>) -> TextEdit {
        TextEdit { replacements: vec![Replacement { range, text: text.into() }] }
    }

    /// Inserts text and replaces nothing.
    #[must_use]
    pub fn insert(at: TextSize, text: impl Into<String>) -> TextEdit {
        TextEdit::replace(TextRange::empty(at), text)
    }

    /// Deletes one stretch.
    #[must_use]
    pub fn delete(range: TextRange) -> TextEdit {
        TextEdit::replace(range, "")
    }

    /// Creates an edit of several stretches, in any order.
    ///
    /// Overlapping replacements cannot both be meant; of two that overlap, the one that starts
    /// later is dropped. Two insertions at one place stay, in the order given.
    #[must_use]
    pub fn from_replacements(mut replacements: Vec<Replacement>) -> TextEdit {
        replacements.order_by_key(|it| (it.range.start(), it.range.end()));
        let mut end = TextSize::new(0);
        replacements.retain(|it| {
            let keep = it.range.start() >= end;
            if keep {
                end = it.range.end();
            }
            keep
        });
        TextEdit { replacements }
    }

    /// True if applying the edit changes no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.replacements.iter().all(|it| it.range.is_empty() && it.text.is_empty())
    }

    /// Applies the edit and returns the new text. A replacement that does not fit `old` is left
    /// out.
    #[must_use]
    pub fn apply(&self, old: &str) -> String {
        let mut res = String::with_capacity(old.len());
        let mut done = TextSize::new(0);
        for it in &self.replacements {
            if it.range.end() > text::len(old) {
                continue;
            }
            res.push_str(text::slice(old, TextRange::new(done, it.range.start())));
            res.push_str(&it.text);
            done = it.range.end();
        }
        res.push_str(text::slice(old, TextRange::new(done, text::len(old))));
        res
    }

    /// Returns the edit that undoes this one; `old` is the text this edit is for.
    #[must_use]
    pub fn invert(&self, old: &str) -> TextEdit {
        let mut shift = 0_i64;
        let replacements = self
            .replacements
            .iter()
            .map(|it| {
                let start = shifted(it.range.start(), shift);
                shift += it.text.len() as i64 - i64::from(u32::from(it.range.len()));
                Replacement {
                    range: TextRange::at(start, text::len(&it.text)),
                    text: text::slice(old, it.range).to_owned(),
                }
            })
            .collect();
        TextEdit { replacements }
    }

    /// This edit and then `next`, which is for the text that this one gives, as one edit of `old`.
    #[must_use]
    pub fn then(&self, next: &TextEdit, old: &str) -> TextEdit {
        // The text between the two edits, in pieces: a stretch of the old text, or a new one.
        let mut pieces: Vec<(Option<TextRange>, &str)> = Vec::new();
        let mut done = TextSize::new(0);
        for it in &self.replacements {
            let kept = TextRange::new(done, it.range.start());
            pieces.push((Some(kept), text::slice(old, kept)));
            pieces.push((None, &it.text));
            done = it.range.end();
        }
        let kept = TextRange::new(done, text::len(old).max(done));
        pieces.push((Some(kept), text::slice(old, kept)));

        let mut res = Composition::default();
        let mut next = next.replacements.iter().peekable();
        // Whether the text of the next replacement is there, and more of its range comes.
        let mut is_begun = false;
        let mut start = TextSize::new(0);
        for (range, content) in pieces {
            let end = start + text::len(content);
            let mut at = start;
            while let Some(it) = next.peek() {
                // An insertion at the seam of two pieces goes with the first.
                if it.range.start() > end {
                    break;
                }
                if !is_begun {
                    res.keep(range, content, start, TextRange::new(at, it.range.start()));
                    res.added.push_str(&it.text);
                }
                at = it.range.end().min(end);
                is_begun = it.range.end() > end;
                if is_begun {
                    break;
                }
                next.next();
            }
            res.keep(range, content, start, TextRange::new(at, end));
            start = end;
        }
        res.finish(text::len(old))
    }

    /// Maps `at` from the old text to the new one; an offset inside a replaced stretch goes to the
    /// end of its replacement.
    #[must_use]
    pub fn map_offset(&self, at: TextSize) -> TextSize {
        let mut shift = 0_i64;
        for it in &self.replacements {
            if it.range.end() <= at {
                shift += it.text.len() as i64 - i64::from(u32::from(it.range.len()));
            } else if it.range.start() < at {
                return shifted(it.range.start(), shift) + text::len(&it.text);
            }
        }
        shifted(at, shift)
    }
}

/// An edit that is being put together from front to back.
#[derive(Default)]
struct Composition {
    replacements: Vec<Replacement>,
    /// The offset up to which the old text is accounted for.
    done: TextSize,
    /// The text that comes next in the new text and is not from the old one.
    added: String,
}

impl Composition {
    /// Takes `part` of a piece over. `part` is in terms of the text between the edits, where the
    /// piece starts at `start`; `range` is where a piece of the old text stands there.
    fn keep(&mut self, range: Option<TextRange>, content: &str, start: TextSize, part: TextRange) {
        if part.is_empty() {
            return;
        }
        let within = TextRange::at(part.start() - start, part.len());
        let Some(range) = range else {
            self.added.push_str(text::slice(content, within));
            return;
        };
        let kept = TextRange::at(range.start() + within.start(), within.len());
        self.replace_up_to(kept.start());
        self.done = kept.end();
    }

    fn replace_up_to(&mut self, end: TextSize) {
        let range = TextRange::new(self.done, end.max(self.done));
        if !range.is_empty() || !self.added.is_empty() {
            self.replacements.push(Replacement { range, text: std::mem::take(&mut self.added) });
        }
    }

    fn finish(mut self, len: TextSize) -> TextEdit {
        self.replace_up_to(len);
        TextEdit { replacements: self.replacements }
    }
}

fn shifted(at: TextSize, by: i64) -> TextSize {
    TextSize::new(u32::try_from(i64::from(u32::from(at)) + by).unwrap_or_default())
}

/// Edits of one or several files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceChange {
    /// The edits by path of the file, as in [`crate::Input::path`]. A path that no file has yet is
    /// that of a new file, whose edit inserts all of its text.
    pub edits: BTreeMap<String, TextEdit>,
    /// The items that the change creates, by the names they have afterwards; filled in by
    /// [`crate::plan_sequence`].
    pub created: Vec<ItemPath>,
    /// Notes for people about the change, one sentence each without a full stop; mostly empty.
    pub notes: Vec<String>,
    /// Commands that remove what the change leaves without effect, each planned on the text that
    /// the change and the commands before it produce; mostly empty.
    pub leftovers: Vec<Command>,
}

/// The commands that remove what a change leaves without effect.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leftovers {
    /// The notes, as in [`SourceChange::notes`].
    pub notes: Vec<String>,
    /// The commands, as in [`SourceChange::leftovers`].
    pub commands: Vec<Command>,
}

/// A change of several files that a menu can offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelledChange {
    /// Its effect, as a menu entry.
    pub label: String,
    /// The change itself.
    pub change: SourceChange,
}

impl SourceChange {
    /// Changes one file.
    #[must_use]
    pub fn single(path: &str, edit: TextEdit) -> SourceChange {
        SourceChange { edits: BTreeMap::from([(path.to_owned(), edit)]), ..SourceChange::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(parts: &[(u32, u32, &str)]) -> TextEdit {
        TextEdit::from_replacements(
            parts
                .iter()
                .map(|&(start, end, text)| Replacement {
                    range: TextRange::new(start.into(), end.into()),
                    text: text.to_owned(),
                })
                .collect(),
        )
    }

    #[test]
    fn applies_and_inverts() {
        #[track_caller]
        fn check(old: &str, parts: &[(u32, u32, &str)], expect: &str) {
            let edit = edit(parts);
            let new = edit.apply(old);
            assert_eq!(new, expect);
            assert_eq!(edit.invert(old).apply(&new), old);
        }
        check("abcdef", &[(4, 5, "E"), (1, 2, "BBB")], "aBBBcdEf");
        check("abc", &[(0, 0, "x"), (3, 3, "y"), (1, 2, "")], "xacy");
        check("é🎉", &[(2, 6, "ß")], "éß");
        check("abc", &[(1, 1, "1"), (1, 1, "2")], "a12bc");
    }

    #[test]
    fn two_edits_become_one() {
        let texts = ["", "abcdefgh", "é🎉ßx"];
        let mut n_checked = 0;
        for old in texts {
            for first in some_edits(old) {
                let middle = first.apply(old);
                for second in some_edits(&middle) {
                    let both = first.then(&second, old);
                    let new = second.apply(&middle);
                    assert_eq!(both.apply(old), new, "{old:?} {first:?} {second:?}");
                    assert_eq!(both.invert(old).apply(&new), old, "{first:?} {second:?}");
                    let ranges = both.replacements().windows(2);
                    assert!({ ranges }.all(|it| it[0].range.end() <= it[1].range.start()));
                    n_checked += 1;
                }
            }
        }
        assert!(n_checked > 5_000, "{n_checked}");
    }

    /// Returns all edits of one stretch, and some of two.
    fn some_edits(text: &str) -> Vec<TextEdit> {
        let mut places: Vec<u32> = text.char_indices().map(|it| it.0 as u32).collect();
        places.push(text.len() as u32);
        let mut res = vec![TextEdit::default()];
        for (n, &start) in places.iter().enumerate() {
            for &end in &places[n..] {
                res.push(edit(&[(start, end, "")]));
                res.push(edit(&[(start, end, "ÄÖ")]));
                let last = text.len() as u32;
                res.push(edit(&[(start, end, "1"), (last, last, "2")]));
            }
        }
        res
    }

    #[test]
    fn what_a_second_edit_leaves_alone_stays_out_of_the_whole() {
        let first = edit(&[(0, 0, "new\n"), (20, 24, "")]);
        let old = "one two three four fiveX six";
        let second = TextEdit::insert(TextSize::new(14), "!");
        let ranges: Vec<TextRange> =
            first.then(&second, old).replacements().iter().map(|it| it.range).collect();
        let at = |start: u32, end: u32| TextRange::new(start.into(), end.into());
        assert_eq!(ranges, [at(0, 0), at(10, 10), at(20, 24)]);
    }

    #[test]
    fn overlapping_replacements_do_not_both_count() {
        assert_eq!(edit(&[(0, 3, "x"), (2, 4, "y")]).apply("abcdef"), "xdef");
    }

    #[test]
    fn maps_offsets() {
        let edit = edit(&[(1, 3, "xxxx"), (4, 4, "y")]);
        // abcde -> axxxxdye
        let mapped: Vec<u32> = (0..=5).map(|it| edit.map_offset(it.into()).into()).collect();
        assert_eq!(mapped, [0, 1, 5, 5, 7, 8]);
    }
}
