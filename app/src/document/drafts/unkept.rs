//! The files that the browser does not keep: it has refused them, or has been asked and says nothing, since it is busy or
//! hangs.

use std::cell::Cell;
use std::time::Duration;

use leptos::prelude::*;

use super::super::store::{StorageState, Unkept, UnkeptCause};
use super::super::{DocumentStore, FileId};
use super::kept::{KEEPS, KEPT};
use crate::platform::window;

/// The time between two looks at whether the browser has answered.
const LOOK: Duration = Duration::from_secs(1);

/// The number of looks after which an answer is late. They are counted rather than timed: a page that was busy itself, or
/// a machine that slept, has not waited.
const MANY: u32 = 5;

thread_local! {
    static IS_LOOKING: Cell<bool> = const { Cell::new(false) };
    /// The number of looks since the storage was asked for.
    static OPENING: Cell<u32> = const { Cell::new(0) };
}

/// Looks from now on whether the browser answers, until it has.
pub fn look_later(documents: DocumentStore) {
    if !IS_LOOKING.replace(true) {
        window::later(LOOK, move || look(documents));
    }
}

fn look(documents: DocumentStore) {
    IS_LOOKING.set(false);
    let is_opening = documents.storage.with_untracked(|it| *it == StorageState::Opening);
    OPENING.set(after_look(OPENING.get(), is_opening));
    KEPT.with(|kept| {
        // The page may have failed while it was storing.
        if let Ok(mut kept) = kept.try_borrow_mut() {
            kept.values_mut()
                .for_each(|it| it.n_looks = after_look(it.n_looks, it.writing.is_some()));
        }
    });
    list_unkept(documents);
    if is_opening || n_writing() > 0 {
        look_later(documents);
    }
}

/// Returns the number of looks that have found no answer, after one more.
fn after_look(n_looks: u32, is_writing: bool) -> u32 {
    if is_writing { n_looks.saturating_add(1) } else { 0 }
}

/// Returns the number of files that are being stored.
pub fn n_writing() -> usize {
    KEPT.with(|kept| {
        // The page may have failed while it was storing.
        let kept = kept.try_borrow();
        kept.map_or(0, |it| it.values().filter(|it| it.writing.is_some()).count())
    })
}

/// Returns true while the browser has not answered whether it keeps a file that was closed.
pub fn is_keeping_closed() -> bool {
    KEEPS.with_borrow(|it| it.values().any(Option::is_none))
}

/// Returns true if the last attempt to store a file failed, or takes too long.
pub fn is_unkept(file: FileId) -> bool {
    cause(file).is_some()
}

/// Returns why a file is not stored, if it should be by now.
fn cause(file: FileId) -> Option<UnkeptCause> {
    let of_row = KEPT.with(|kept| {
        let kept = kept.try_borrow().ok()?;
        let it = kept.get(&file)?;
        let refused = it.fault.clone().map(UnkeptCause::Refused);
        refused.or_else(|| is_late(it.n_looks).then_some(UnkeptCause::Late))
    });
    of_row.or_else(|| is_opening_late().then_some(UnkeptCause::Late))
}

/// Lists the files with changes that are neither on disk nor stored.
pub fn list_unkept(documents: DocumentStore) {
    let files = documents.files.get_untracked();
    let unkept: Vec<Unkept> = files
        .iter()
        .filter(|it| it.is_modified.get_untracked())
        .filter_map(|it| Some(Unkept { name: it.name.clone(), cause: cause(it.id)? }))
        .collect();
    if documents.unkept.with_untracked(|it| *it != unkept) {
        documents.unkept.set(unkept);
    }
}

/// Returns true if that many looks have found no answer for too long.
fn is_late(n_looks: u32) -> bool {
    n_looks >= MANY
}

/// Returns true if the storage should have opened by now.
fn is_opening_late() -> bool {
    is_late(OPENING.get())
}

/// Notes that the storage has opened, or that the browser forbids it.
pub fn note_opened() {
    OPENING.set(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_does_not_come_is_late_after_some_looks() {
        let many = |is_writing| (1..MANY).fold(0, |it, _| after_look(it, is_writing));
        assert!(!is_late(after_look(many(false), false)), "nothing was asked");
        assert!(!is_late(many(true)));
        assert!(is_late(after_look(many(true), true)));
        assert!(!is_late(after_look(after_look(many(true), true), false)), "it came after all");
    }
}
