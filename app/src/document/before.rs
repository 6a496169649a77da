//! What a person had when something was asked for that may come late.

use super::open_file::{FileId, OpenFile};
use crate::platform::{changes, editor};

/// The file and the version of its text that a person had when others began to be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before {
    file: Option<FileId>,
    version: i32,
    is_half_typed: bool,
}

impl Before {
    /// Returns what the person has who is shown this file now.
    #[must_use]
    pub fn of(shown: Option<&OpenFile>) -> Before {
        // A text that is opened has the version 1.
        let version = shown.map_or(1, |it| editor::document_version(&it.uri));
        let is_half_typed = changes::is_half_typed();
        Before { file: shown.map(|it| it.id), version, is_half_typed }
    }

    /// Returns true if the person, who is `shown` this file now, has neither gone to another one since nor written anything;
    /// `first` is the file that was opened first, which is shown if none was.
    #[must_use]
    pub fn is_untouched(self, shown: Option<&OpenFile>, first: Option<FileId>) -> bool {
        let now = Before::of(shown);
        now.file == self.file.or(first)
            && now.version == self.version
            && now.is_half_typed <= self.is_half_typed
    }
}
