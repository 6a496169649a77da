//! The order of the open files, which is that of their tabs.

use std::sync::Arc;

use leptos::prelude::*;

use super::{DocumentStore, FileId, OpenFile};

impl DocumentStore {
    /// Moves a file by some places; it stops at the ends.
    pub fn shift(self, id: FileId, step: isize) {
        self.rearrange(id, |rest, from| Some(from.saturating_add_signed(step).min(rest.len())));
    }

    /// Moves a file to the place of another one, which makes room for it.
    pub fn place_at(self, id: FileId, other: FileId) {
        self.rearrange(id, |rest, from| {
            let before = place_of(rest, other)?;
            Some(if before >= from { before + 1 } else { before })
        });
    }

    /// Moves a file behind another one.
    pub fn place_behind(self, id: FileId, other: FileId) {
        self.rearrange(id, |rest, _| place_of(rest, other).map(|it| it + 1));
    }

    /// Moves a file to where it was in an earlier `order`, as far as the others are still open.
    pub fn place_as_in(self, id: FileId, order: &[FileId]) {
        let later: Vec<FileId> = order.iter().copied().skip_while(|it| *it != id).skip(1).collect();
        self.rearrange(id, |rest, _| rest.iter().position(|it| later.contains(it)));
    }

    /// Moves a file to the place among the others that `to` finds, given them and its place so far; to
    /// the end if it finds none.
    fn rearrange(self, id: FileId, to: impl FnOnce(&[FileId], usize) -> Option<usize>) {
        let moved = self.files.with_untracked(|files| moved(files, id, to));
        if let Some(files) = moved {
            self.files.set(files);
            self.note_change();
        }
    }
}

fn place_of(rest: &[FileId], id: FileId) -> Option<usize> {
    rest.iter().position(|it| *it == id)
}

/// Returns the files in the new order; none if that is the old one, or if the file is not open.
fn moved(
    files: &[Arc<OpenFile>],
    id: FileId,
    to: impl FnOnce(&[FileId], usize) -> Option<usize>,
) -> Option<Vec<Arc<OpenFile>>> {
    let from = files.iter().position(|it| it.id == id)?;
    let rest: Vec<FileId> = files.iter().map(|it| it.id).filter(|it| *it != id).collect();
    let to = to(&rest, from).unwrap_or(rest.len()).min(rest.len());
    if to == from {
        return None;
    }
    let mut files = files.to_vec();
    let file = files.remove(from);
    files.insert(to, file);
    Some(files)
}
