//! The open texts as the browser keeps them, so that leaving the page loses nothing.
//!
//! Each file has one row in the browser's storage, which belongs to the tab that has it open. A tab
//! writes its own rows and those of tabs that are gone; where it finds that another one took a row
//! over, it goes on under a new id. So two tabs may at worst keep a text twice.

mod held;
mod kept;
mod legacy;
mod record;
mod restore;
mod save;
mod unkept;
mod versions;

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;

pub use held::{open_all_held, open_held, stored_text};
use kept::{CLOSED, KEPT, Kept, ORDER, SHOWN, TAB};
pub use restore::{Manner, closed, reopen};
use save::{note_closed, row, save_all};
pub use save::{save_and_wait, save_now, unkept_closed};
pub use unkept::is_unkept;
use unkept::{is_keeping_closed, list_unkept, n_writing};
pub use versions::{note_text_on_disk, note_version, row_of_closed, version_text, versions};

use super::store::{StorageState, Unkept, UnkeptCause, UnreadPlace};
use super::{DocumentStore, OpenFile};
use crate::following::effect;
use crate::platform::database::{self, StorageEvent};
use crate::platform::{changes, starts, storage, window};
use crate::widgets::toast::Toasts;

/// The time for which changes are collected before they are stored together.
const SHORTEST: Duration = Duration::from_millis(150);
/// The longest such time, for texts that take long to store.
const LONGEST: Duration = Duration::from_secs(2);
/// The time for which a browser may be busy with clearing its storage.
const CLEARING: Duration = Duration::from_millis(100);

/// Opens what was open when the page was last left, and keeps what is open from now on.
pub fn start(documents: DocumentStore, toasts: Toasts) {
    keep(documents);
    documents
        .before_close
        .set_value(Some(Callback::new(move |file| note_closed(documents, &file))));
    held::follow_start(documents);
    leptos::task::spawn_local(async move {
        let tabs = restore::claim().await;
        let beginning = starts::begin(&storage::deployment(), &tabs.own, &tabs.others);
        TAB.set(Some(tabs.own.clone()));
        open_storage(documents).await;
        let has_failed = beginning.await >= held::FAILURES;
        if !(has_failed && held::hold_back(documents, &tabs.others).await) {
            restore::restore(documents, toasts, tabs).await;
        }
        documents.is_restored.set(true);
        save_now(documents);
    });
}

async fn open_storage(documents: DocumentStore) {
    unkept::look_later(documents);
    let opened = database::open(&storage::deployment(), move |event| hear(documents, event)).await;
    documents.storage.set(match opened {
        Ok(()) => StorageState::Open,
        Err(why) => StorageState::Forbidden(why),
    });
    unkept::note_opened();
    list_unkept(documents);
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
            // Opened again, a closed file must not write over what the other tab makes of it.
            CLOSED.with_borrow_mut(|closed| closed.retain(|_, row| *row != id));
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

/// Returns the time for which further changes are collected, by the time that storing took.
fn delay(took: Duration) -> Duration {
    (took * 10).clamp(SHORTEST, LONGEST)
}

/// Stores the texts soon after one has changed, and once more when the page is left.
fn keep(documents: DocumentStore) {
    let is_pending = StoredValue::new(false);
    let took = StoredValue::new(Duration::ZERO);
    effect(move |earlier: Option<()>| {
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
        window::later(delay(took.get_value()), save);
    });
    // The order of the files is stored a moment later: a reload would come back to the file before.
    effect(move |_| {
        if let Some(shown) = documents.active.get() {
            storage::store_in_tab(SHOWN, &row(shown.id));
        }
    });
    window::on_leave(move || save_all(documents, true));
    window::guard_leaving(move || {
        let lacks_some = changes::complete();
        // What is asked of a storage that has nothing else to do is carried out although the page goes away.
        let is_busy = n_writing() > 0 || is_keeping_closed();
        save_all(documents, true);
        let is_opening = documents.storage.with_untracked(|it| *it == StorageState::Opening);
        let has_changes =
            |files: &Vec<Arc<OpenFile>>| files.iter().any(|it| it.is_modified.get_untracked());
        let is_refused = |all: &Vec<Unkept>| all.iter().any(|it| it.cause != UnkeptCause::Late);
        lacks_some
            || documents.unkept.with_untracked(is_refused)
            || is_opening && documents.files.with_untracked(has_changes)
            || is_busy && !database::cover()
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
