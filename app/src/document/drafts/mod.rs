//! The open texts as the browser keeps them, so that leaving the page loses nothing.
//!
//! Each file has one row in the browser's storage, which belongs to the tab that has it open. A tab
//! writes its own rows and those of tabs that are gone; where it finds that another one took a row
//! over, it goes on under a new id. So two tabs may at worst keep a text twice.

mod legacy;
mod record;
mod restore;
mod versions;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;

use record::{Draft, FORMAT};
pub use restore::{closed, reopen};
pub use versions::{note_version, version_text, versions};

use super::store::{StorageState, UnreadPlace};
use super::{DocumentStore, FileId, OpenFile};
use crate::platform::database::{self, Entry, FileToKeep, Order, StorageEvent};
use crate::platform::{editor, storage, window};

/// The time for which changes are collected before they are stored together.
const SHORTEST: Duration = Duration::from_millis(150);
/// The longest such time, for texts that take long to store.
const LONGEST: Duration = Duration::from_secs(2);
/// The time for which a browser may be busy with clearing its storage.
const CLEARING: Duration = Duration::from_millis(100);

/// The facts that a row holds beside the text; a row with the same ones need not be written again.
#[derive(Debug, Clone, PartialEq)]
struct Stamp {
    version: i32,
    name: String,
    language: String,
    is_modified: bool,
    deaths: u8,
}

impl Stamp {
    fn of(file: &OpenFile) -> Stamp {
        Stamp {
            version: editor::document_version(&file.uri),
            name: file.name.clone(),
            language: file.language.get_untracked(),
            is_modified: file.is_modified.get_untracked(),
            deaths: file.deaths.get_untracked(),
        }
    }
}

/// The row of a file.
#[derive(Debug, Clone, Default)]
struct Kept {
    id: String,
    /// The tab that the row belongs to so far; `None` if there is no row yet.
    owner: Option<String>,
    /// What the row holds; `None` if it has to be written.
    stamp: Option<Stamp>,
    /// What is being written.
    writing: Option<Stamp>,
    /// True if something has changed since that began.
    is_due: bool,
    has_failed: bool,
    /// The name of the same text in the storage of earlier versions of the page.
    legacy: Option<String>,
}

thread_local! {
    /// This tab, once that is known. Before, nothing of the past is touched.
    static TAB: RefCell<Option<String>> = const { RefCell::new(None) };
    static KEPT: RefCell<BTreeMap<FileId, Kept>> = const { RefCell::new(BTreeMap::new()) };
    static ORDER: RefCell<Order> = RefCell::new(Order::default());
    /// The rows of the files that this tab has closed: one that is opened again goes on in its row.
    static CLOSED: RefCell<BTreeMap<FileId, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// Opens what was open when the page was last left, and keeps what is open from now on.
pub fn start(documents: DocumentStore) {
    keep(documents);
    documents
        .before_close
        .set_value(Some(Callback::new(move |file| note_closed(documents, &file))));
    leptos::task::spawn_local(async move {
        let (tab, others) = restore::claim().await;
        TAB.set(Some(tab));
        open_storage(documents).await;
        restore::restore(documents, others).await;
        documents.is_restored.set(true);
        save_now(documents);
    });
}

async fn open_storage(documents: DocumentStore) {
    let opened = database::open(&storage::deployment(), move |event| hear(documents, event)).await;
    documents.storage.set(match opened {
        Ok(()) => StorageState::Open,
        Err(why) => StorageState::Forbidden(why),
    });
}

/// Opens the storage again after the browser has taken it away, and fills it. Browsers refuse that for
/// as long as they are clearing it.
async fn reopen_storage(documents: DocumentStore) {
    for nth in 1..=5 {
        window::pause(CLEARING * nth).await;
        open_storage(documents).await;
        if documents.storage.with_untracked(|it| *it == StorageState::Open) {
            break;
        }
    }
    save_now(documents);
}

fn hear(documents: DocumentStore, event: StorageEvent) {
    match event {
        StorageEvent::Lost => {
            KEPT.with_borrow_mut(|kept| {
                kept.values_mut()
                    .for_each(|it| (it.owner, it.stamp, it.writing) = (None, None, None));
            });
            ORDER.take();
            documents.storage.set(StorageState::Opening);
            leptos::task::spawn_local(reopen_storage(documents));
        }
        StorageEvent::Superseded => {
            documents.storage.set(StorageState::Superseded);
            KEPT.with_borrow_mut(|kept| kept.values_mut().for_each(|it| it.stamp = None));
            save_now(documents);
        }
        StorageEvent::Taken(id) => {
            let is_ours = KEPT.with_borrow_mut(|kept| {
                let found = kept.values_mut().find(|it| it.id == id);
                found.map(Kept::go_on_elsewhere).is_some()
            });
            if is_ours {
                save_now(documents);
            }
        }
    }
}

impl Kept {
    fn new(id: FileId) -> Kept {
        Kept { id: id.0.to_string(), ..Kept::default() }
    }

    /// Returns the row of a file that has none in this tab: its old one, if it was closed and is open again.
    fn again(id: FileId) -> Kept {
        match CLOSED.with_borrow_mut(|it| it.remove(&id)) {
            Some(row) => Kept { id: row, owner: Some(String::new()), ..Kept::default() },
            None => Kept::new(id),
        }
    }

    /// Leaves the row to the tab that has taken it over.
    fn go_on_elsewhere(&mut self) {
        *self = Kept { legacy: self.legacy.take(), ..Kept::new(FileId::fresh()) };
    }
}

/// Returns the time for which further changes are collected, by the time that storing took.
fn delay(took: Duration) -> Duration {
    (took * 10).clamp(SHORTEST, LONGEST)
}

/// Stores the texts soon after one has changed, and once more when the page is left.
fn keep(documents: DocumentStore) {
    let is_pending = StoredValue::new(false);
    let took = StoredValue::new(Duration::ZERO);
    Effect::new(move |earlier: Option<()>| {
        documents.changes.track();
        if earlier.is_none() || is_pending.get_value() {
            return;
        }
        is_pending.set_value(true);
        let save = move || {
            is_pending.set_value(false);
            let start = window::now();
            save_now(documents);
            took.set_value(window::now().saturating_sub(start));
        };
        set_timeout(save, delay(took.get_value()));
    });
    window::on_leave(move || save_all(documents, true));
    window::guard_leaving(move || {
        save_all(documents, true);
        let is_opening = documents.storage.with_untracked(|it| *it == StorageState::Opening);
        let has_changes =
            |files: &Vec<Arc<OpenFile>>| files.iter().any(|it| it.is_modified.get_untracked());
        !documents.unkept.with_untracked(Vec::is_empty)
            || is_opening && documents.files.with_untracked(has_changes)
    });
}

/// Begins to store what is not stored yet.
pub fn save_now(documents: DocumentStore) {
    save_all(documents, false);
}

/// Begins to store what is not stored yet; if it `is_urgent`, also what an earlier version of is
/// being written.
fn save_all(documents: DocumentStore, is_urgent: bool) {
    let Some(tab) = TAB.with_borrow(Clone::clone) else { return };
    if documents.storage.with_untracked(|it| *it == StorageState::Opening) {
        return;
    }
    let files = documents.files.get_untracked();
    for file in &files {
        save(documents, file, &tab, is_urgent);
    }
    let row = |id: FileId| {
        let row = KEPT.with(|kept| Some(kept.try_borrow().ok()?.get(&id)?.id.clone()));
        row.unwrap_or_else(|| id.0.to_string())
    };
    let order = Order {
        files: files.iter().map(|it| row(it.id)).collect(),
        shown: documents.shown().map(|it| row(it.id)),
        tab,
    };
    let is_new = ORDER.with(|old| {
        // The page may have failed while it was storing.
        old.try_borrow_mut()
            .is_ok_and(|mut old| (*old != order).then(|| *old = order.clone()).is_some())
    });
    if is_new {
        database::keep_order(&order);
    }
    list_unkept(documents);
}

/// Begins to store a file, unless its row is up to date.
fn save(documents: DocumentStore, file: &Arc<OpenFile>, tab: &str, is_urgent: bool) {
    let stamp = Stamp::of(file);
    let begun = KEPT.with(|kept| {
        let mut kept = kept.try_borrow_mut().ok()?;
        let it = kept.entry(file.id).or_insert_with(|| Kept::again(file.id));
        let is_busy = it.writing.is_some() && !(is_urgent && it.owner.as_deref() == Some(tab));
        if is_busy || it.writing.as_ref() == Some(&stamp) {
            it.is_due = it.writing.as_ref() != Some(&stamp);
            return None;
        }
        if it.writing.is_none() && it.stamp.as_ref() == Some(&stamp) {
            return None;
        }
        (it.writing, it.is_due) = (Some(stamp.clone()), false);
        Some((it.id.clone(), it.owner.clone()))
    });
    let Some((id, owner)) = begun else { return };
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
    });
}

/// Begins to write the row of a file.
fn put(
    file: &OpenFile,
    stamp: &Stamp,
    id: String,
    owner: Option<String>,
    tab: &str,
    closed_at: Option<u64>,
) -> impl Future<Output = Result<bool, String>> + use<> {
    let record = Draft {
        format: FORMAT,
        tab: String::new(),
        name: stamp.name.clone(),
        language: stamp.language.clone(),
        encoding: file.encoding.get_untracked(),
        provenance: file.provenance.clone(),
        is_modified: stamp.is_modified,
        deaths: stamp.deaths,
        // The editor puts it in.
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
        record: &record,
        owner,
        is_own: stamp.is_modified,
    })
}

/// Notes what became of writing a row. Returns true if the file has to be stored again.
fn note_answer(id: FileId, written: &Stamp, tab: &str, answer: &Result<bool, String>) -> bool {
    KEPT.with_borrow_mut(|kept| {
        // It may have been closed since.
        let Some(it) = kept.get_mut(&id) else { return false };
        if it.writing.as_ref() == Some(written) {
            it.writing = None;
        }
        it.has_failed = answer.is_err();
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
                leptos::logging::warn!("a file was not stored: {why}");
                it.stamp = None;
                false
            }
        }
    })
}

/// Lists the files with changes that are neither on disk nor stored.
fn list_unkept(documents: DocumentStore) {
    let files = documents.files.get_untracked();
    let has_failed = |id: FileId| {
        KEPT.with(|kept| {
            kept.try_borrow().is_ok_and(|it| it.get(&id).is_some_and(|it| it.has_failed))
        })
    };
    let unkept: Vec<String> = files
        .iter()
        .filter(|it| it.is_modified.get_untracked() && has_failed(it.id))
        .map(|it| it.name.clone())
        .collect();
    if documents.unkept.with_untracked(|it| *it != unkept) {
        documents.unkept.set(unkept);
    }
}

/// Keeps a file that is about to be closed among the closed ones.
fn note_closed(documents: DocumentStore, file: &Arc<OpenFile>) {
    let Some(tab) = TAB.with_borrow(Clone::clone) else { return };
    let kept = KEPT.with_borrow_mut(|kept| kept.remove(&file.id));
    let kept = kept.unwrap_or_else(|| Kept::new(file.id));
    let stamp = Stamp::of(file);
    let owner = kept.owner.or_else(|| kept.writing.map(|_| tab.clone()));
    CLOSED.with_borrow_mut(|it| it.insert(file.id, kept.id.clone()));
    let keeping = put(file, &stamp, kept.id, owner, "", Some(window::now().as_millis() as u64));
    leptos::task::spawn_local(async move {
        if let (Ok(true), Some(legacy)) = (keeping.await, kept.legacy) {
            storage::remove_unscoped(&legacy);
        }
        documents.note_change();
    });
}

/// Forgets what could not be read.
pub fn forget_unread(documents: DocumentStore) {
    for it in documents.unread.get_untracked() {
        match it.place {
            UnreadPlace::Stored { id, tab } => database::forget(&id, &tab),
            UnreadPlace::Legacy(key) => storage::remove_unscoped(&key),
        }
    }
    documents.unread.set(Vec::new());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_types_without_a_pause_is_stored_several_times_a_second() {
        let millis = Duration::from_millis;
        assert_eq!(delay(Duration::ZERO), SHORTEST);
        assert_eq!(delay(millis(20)), millis(200));
        assert_eq!(delay(millis(900)), LONGEST);
    }
}
