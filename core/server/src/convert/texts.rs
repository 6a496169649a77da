//! The lines of a text, and of others that parts of its views are written in.

use std::collections::BTreeMap;

use bobbin_core::Snapshot;
use bobbin_core::text::{Files, LineIndex, MapPlace, Range};
use text_size::TextRange;

/// A text whose views are converted, with the lines of the other texts that they lead to.
#[derive(Debug)]
pub struct Texts<'a> {
    /// The lines of the text itself.
    pub lines: &'a LineIndex,
    path: &'a str,
    files: &'a Files,
    others: Others,
}

/// The lines of other texts, by path, computed when they are first asked for.
pub type Others = BTreeMap<String, LineIndex>;

impl<'a> Texts<'a> {
    /// Returns the texts around `snapshot`.
    #[must_use]
    pub fn of(snapshot: &'a Snapshot) -> Texts<'a> {
        Texts::with(snapshot, Others::new())
    }

    /// Returns the texts around `snapshot`, of which the lines of `others` are known from before.
    #[must_use]
    pub fn with(snapshot: &'a Snapshot, others: Others) -> Texts<'a> {
        let input = snapshot.input();
        Texts { lines: snapshot.lines(), path: &input.path, files: &input.files, others }
    }

    /// Returns the other texts that were met so far.
    #[must_use]
    pub fn into_others(self) -> Others {
        self.others
    }
}

impl MapPlace for Texts<'_> {
    type Place = Range;

    fn place(&mut self, range: TextRange) -> Range {
        self.lines.range(range)
    }

    fn place_in(&mut self, path: &str, range: TextRange) -> Option<Range> {
        if !self.others.contains_key(path) {
            let text = self.files.get(path)?;
            self.others.insert(path.to_owned(), self.files.lines_at(path, text));
        }
        Some(self.others.get(path)?.range(range))
    }

    fn is_own(&self, path: &str) -> bool {
        path == self.path
    }
}
