//! The lines of a text, and of others that parts of its views are written in.

use std::collections::BTreeMap;

use bobbin_core::Snapshot;
use bobbin_core::text::{Files, LineIndex, Location};
use bobbin_protocol as protocol;

use super::range;

/// A text whose views are converted, with the lines of the other texts that they lead to.
#[derive(Debug)]
pub struct Texts<'a> {
    /// The lines of the text itself.
    pub lines: &'a LineIndex,
    files: &'a Files,
    others: Others,
}

/// The lines of other texts, by path, computed when they are first asked for.
pub type Others = BTreeMap<String, LineIndex>;

impl<'a> Texts<'a> {
    /// The texts around `snapshot`.
    #[must_use]
    pub fn of(snapshot: &'a Snapshot) -> Texts<'a> {
        Texts::new(snapshot.lines(), &snapshot.input().files)
    }

    /// The texts around `snapshot`, of which the lines of `others` are known from before.
    #[must_use]
    pub fn with(snapshot: &'a Snapshot, others: Others) -> Texts<'a> {
        Texts { others, ..Texts::new(snapshot.lines(), &snapshot.input().files) }
    }

    /// The text with `lines` beside `files`.
    #[must_use]
    pub fn new(lines: &'a LineIndex, files: &'a Files) -> Texts<'a> {
        Texts { lines, files, others: Others::new() }
    }

    /// What is known of other texts now.
    #[must_use]
    pub fn into_others(self) -> Others {
        self.others
    }

    /// Returns where a part is written, if that is another text that is known.
    pub fn written(&mut self, it: Option<&Location>) -> Option<protocol::Written> {
        let Location { path, range: place } = it?;
        let path = Files::normalise(path.as_deref()?);
        if !self.others.contains_key(&path) {
            let text = self.files.get(&path)?;
            self.others.insert(path.clone(), LineIndex::new(text));
        }
        let range = range(self.others.get(&path)?, *place);
        Some(protocol::Written { path, range })
    }
}
