//! Writes the rows of the open files.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;

use super::super::store::StorageState;
use super::super::{DocumentStore, FileId, OpenFile};
use super::kept::{CLOSED, KEEPS, KEPT, Kept, ORDER, Stamp, TAB};
use super::record::{Draft, FORMAT};
use super::unkept::{list_unkept, look_later, n_writing};
use crate::platform::database::{self, Entry, FileToKeep, Order, StorageFault};
use crate::platform::{storage, window};

/// The time between two looks at whether everything is stored.
const GLANCE: Duration = Duration::from_millis(50);
/// The number of such looks before storing counts as failed.
const PATIENCE: u32 = 200;

/// The number of files without changes that are stored at a time. One with changes waits for those that the browser is
/// at, and what waits is lost when the page goes away.
const AT_A_TIME: usize = 2;

thread_local! {
    /// The files that wait for others to be stored.
    static WAITING: RefCell<VecDeque<FileId>> = const { RefCell::new(VecDeque::new()) };
}

/// Begins to store what is not stored yet.
pub fn save_now(documents: DocumentStore) {
    save_all(documents, false);
}

/// Begins to store what is not stored yet; if it `is_urgent`, also what an earlier version of is
/// being written.
pub fn save_all(documents: DocumentStore, is_urgent: bool) {
    let Some(tab) = TAB.with_borrow(Clone::clone) else { return };
    if documents.storage.with_untracked(|it| *it == StorageState::Opening) {
        return;
    }
    let files = documents.files.get_untracked();
    // Removing reads first, and what is written behind it would wait for that: too long for a page that goes away.
    // What is typed in the shown one may not have been told yet.
    let shown = documents.shown().map(|it| it.id);
    let (changed, others): (Vec<_>, Vec<_>) =
        files.iter().partition(|it| Some(it.id) == shown || it.is_modified.get_untracked());
    for file in changed {
        save(documents, file, &tab, is_urgent);
    }
    let mut room = if is_urgent { usize::MAX } else { AT_A_TIME.saturating_sub(n_writing()) };
    let mut waiting = VecDeque::new();
    for file in others {
        if room == 0 {
            waiting.push_back(file.id);
        } else if save(documents, file, &tab, is_urgent) {
            room -= 1;
        }
    }
    WAITING.set(waiting);
    forget_withdrawn(&files, &tab);
    let order = Order {
        files: files.iter().map(|it| row(it.id)).collect(),
        shown: documents.shown().map(|it| row(it.id)),
        tab,
    };
    // The files that are not open yet have a place in the order, too.
    let is_whole =
        documents.is_restored.get_untracked() && documents.held.with_untracked(Vec::is_empty);
    let is_new = is_whole
        && ORDER.with(|old| {
            // The page may have failed while it was storing.
            old.try_borrow_mut()
                .is_ok_and(|mut old| (*old != order).then(|| *old = order.clone()).is_some())
        });
    if is_new {
        database::keep_order(&order);
    }
    list_unkept(documents);
}

/// Returns the name of a file's row.
pub fn row(id: FileId) -> String {
    let row = KEPT.with(|kept| Some(kept.try_borrow().ok()?.get(&id)?.id.clone()));
    row.unwrap_or_else(|| id.0.to_string())
}

/// Stores what is not stored yet; the answer is false if something with changes cannot be.
pub async fn save_and_wait(documents: DocumentStore) -> bool {
    save_all(documents, true);
    let is_busy = || n_writing() > 0;
    for _ in 0..PATIENCE {
        if !is_busy() {
            break;
        }
        window::pause(GLANCE).await;
    }
    !is_busy() && documents.unkept.with_untracked(Vec::is_empty)
}

/// Begins to remove the rows of files that are neither open nor were closed by the user: undo took
/// them away.
fn forget_withdrawn(files: &[Arc<OpenFile>], tab: &str) {
    KEPT.with(|kept| {
        // The page may have failed while it was storing.
        let Ok(mut kept) = kept.try_borrow_mut() else { return };
        let open: BTreeSet<FileId> = files.iter().map(|it| it.id).collect();
        kept.retain(|id, it| {
            let is_open = open.contains(id);
            if !is_open {
                database::forget_own(&it.id, tab);
            }
            is_open
        });
    });
}

/// Begins to store a file, unless its row is up to date; returns true if it does.
fn save(documents: DocumentStore, file: &Arc<OpenFile>, tab: &str, is_urgent: bool) -> bool {
    let stamp = Stamp::of(file);
    let begun = KEPT.with(|kept| {
        let mut kept = kept.try_borrow_mut().ok()?;
        let it = kept.entry(file.id).or_insert_with(|| Kept::again(file.id));
        let is_own = it.owner.as_deref().is_none_or(|it| it == tab);
        let is_busy = it.writing.is_some() && !(is_urgent && is_own);
        if is_busy || it.writing.as_ref() == Some(&stamp) {
            it.is_due = it.writing.as_ref() != Some(&stamp);
            return None;
        }
        if it.writing.is_none() && it.stamp.as_ref() == Some(&stamp) {
            return None;
        }
        // Behind one that makes the row this one finds it.
        let is_being_made = it.owner.is_none() && it.writing.is_some();
        let owner = if is_being_made { Some(tab.to_owned()) } else { it.owner.clone() };
        (it.writing, it.is_due) = (Some(stamp.clone()), false);
        Some((it.id.clone(), owner))
    });
    let Some((id, owner)) = begun else { return false };
    look_later(documents);
    file.look_at_line_ends();
    let keeping = put(file, &stamp, id, owner, tab, None);
    let (file, tab) = (file.id, tab.to_owned());
    leptos::task::spawn_local(async move {
        let answer = keeping.await;
        let is_due = note_answer(file, &stamp, &tab, &answer);
        if is_due {
            save_now(documents);
        } else {
            list_unkept(documents);
        }
        // Where the browser keeps nothing the others wait for the next change.
        if answer.is_ok() {
            save_next(documents, &tab);
        }
    });
    true
}

/// Begins to store the next of the files that wait, if there is room.
fn save_next(documents: DocumentStore, tab: &str) {
    while n_writing() < AT_A_TIME
        && let Some(id) = WAITING.with_borrow_mut(VecDeque::pop_front)
    {
        if let Some(file) = documents.by_id(id) {
            save(documents, &file, tab, false);
        }
    }
}

/// Begins to write the row of a file.
fn put(
    file: &OpenFile,
    stamp: &Stamp,
    id: String,
    owner: Option<String>,
    tab: &str,
    closed_at: Option<u64>,
) -> impl Future<Output = Result<bool, StorageFault>> + use<> {
    let record = Draft {
        format: FORMAT,
        tab: String::new(),
        name: stamp.name.clone(),
        language: stamp.language.clone(),
        encoding: stamp.encoding,
        provenance: file.provenance.clone(),
        is_modified: stamp.is_modified,
        deaths: stamp.deaths,
        // The editor stores it beside the record.
        text: String::new(),
    };
    database::keep(&FileToKeep {
        uri: &file.uri,
        entry: Entry {
            id,
            tab: tab.to_owned(),
            name: stamp.name.clone(),
            language: stamp.language.clone(),
            length: 0,
            changed_at: 0,
            closed_at,
        },
        record: serde_json::to_string(&record).unwrap_or_default(),
        owner,
        is_own: stamp.is_modified,
    })
}

/// Notes what became of writing a row. Returns true if the file has to be stored again.
fn note_answer(
    id: FileId,
    written: &Stamp,
    tab: &str,
    answer: &Result<bool, StorageFault>,
) -> bool {
    KEPT.with_borrow_mut(|kept| {
        // It may have been closed since.
        let Some(it) = kept.get_mut(&id) else { return false };
        if it.writing.as_ref() == Some(written) {
            it.writing = None;
        }
        (it.fault, it.n_looks) = (answer.as_ref().err().cloned(), 0);
        match answer {
            Ok(true) => {
                (it.owner, it.stamp) = (Some(tab.to_owned()), Some(written.clone()));
                if let Some(legacy) = it.legacy.take() {
                    storage::remove_unscoped(&legacy);
                }
                std::mem::take(&mut it.is_due)
            }
            Ok(false) => {
                it.go_on_elsewhere();
                true
            }
            Err(why) => {
                leptos::logging::warn!("a file was not stored: {why:?}");
                it.stamp = None;
                false
            }
        }
    })
}

/// Waits until it is known of files that were just closed whether the browser keeps them; returns those that it does not.
pub async fn unkept_closed(ids: &[FileId]) -> Vec<FileId> {
    let of = |id: &FileId| KEEPS.with_borrow(|it| it.get(id).copied());
    for _ in 0..PATIENCE {
        if !ids.iter().any(|id| of(id) == Some(None)) {
            break;
        }
        window::pause(GLANCE).await;
    }
    ids.iter().copied().filter(|id| of(id) != Some(Some(true))).collect()
}

/// Keeps a file that is about to be closed among the closed ones.
pub fn note_closed(documents: DocumentStore, file: &Arc<OpenFile>) {
    KEEPS.with_borrow_mut(|it| it.remove(&file.id));
    let Some(tab) = TAB.with_borrow(Clone::clone) else { return };
    let kept = KEPT.with_borrow_mut(|kept| kept.remove(&file.id));
    let kept = kept.unwrap_or_else(|| Kept::new(file.id));
    let stamp = Stamp::of(file);
    let owner = kept.owner.or_else(|| kept.writing.map(|_| tab.clone()));
    CLOSED.with_borrow_mut(|it| it.insert(file.id, kept.id.clone()));
    let keeping = put(file, &stamp, kept.id, owner, "", Some(window::now().as_millis() as u64));
    let id = file.id;
    KEEPS.with_borrow_mut(|it| it.insert(id, None));
    leptos::task::spawn_local(async move {
        let answer = keeping.await;
        if let Err(why) = &answer {
            leptos::logging::warn!("a closed file was not kept: {why:?}");
        }
        let is_kept = answer == Ok(true);
        KEEPS.with_borrow_mut(|it| it.insert(id, Some(is_kept)));
        if let Some(legacy) = kept.legacy.filter(|_| is_kept) {
            storage::remove_unscoped(&legacy);
        }
        documents.note_change();
    });
}
