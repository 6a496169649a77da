//! Starting without the files that earlier starts failed with. They stay where they are stored until
//! the user says for each how to go on.

use std::cmp::Reverse;

use bobbin_protocol::Encoding;
use bobbin_sorting::Sorting as _;
use leptos::prelude::*;

use super::super::DocumentStore;
use super::super::store::{UnreadDraft, UnreadPlace};
use super::record;
use super::restore::{self, Manner};
use super::save::save_now;
use crate::following::{effect, memo};
use crate::platform::database::{self, Entry};
use crate::platform::editor::WorkerState;
use crate::platform::starts;
use crate::widgets::toast::Toasts;

/// The number of starts in a row that have to fail before the next one leaves the files alone.
pub const FAILURES: u32 = 2;

/// Lists the stored files that a start would open in place of opening them; returns false if there are
/// none.
pub async fn hold_back(documents: DocumentStore, others: &[String]) -> bool {
    let stored = database::list().await.unwrap_or_default();
    let mut held: Vec<Entry> = stored
        .entries
        .into_iter()
        .filter(|it| it.closed_at.is_none() && !others.contains(&it.tab))
        .collect();
    held.order_by_key(|it| Reverse(it.changed_at));
    let is_any = !held.is_empty();
    documents.held.set(held);
    is_any
}

/// Opens a file that was left alone; `Err` with its text if that cannot be read.
pub async fn open_held(
    documents: DocumentStore,
    entry: Entry,
    manner: Manner,
) -> Result<(), UnreadDraft> {
    if manner == Manner::AsUsual {
        starts::resume();
    }
    let id = entry.id.clone();
    let opened = restore::open_one(documents, entry, manner).await;
    save_now(documents);
    documents.held.update(|all| all.retain(|it| it.id != id));
    opened
}

/// Opens all files that were left alone, as any start does.
pub async fn open_all_held(documents: DocumentStore, toasts: Toasts) {
    starts::resume();
    restore::open_all(documents, toasts).await;
    documents.held.set(Vec::new());
    save_now(documents);
}

/// Returns the text of a stored file and its encoding, without opening it.
pub async fn stored_text(entry: &Entry) -> Option<(String, Encoding)> {
    let stored = database::file(&entry.id).await?;
    let place = UnreadPlace::Stored { id: entry.id.clone(), tab: entry.tab.clone() };
    let encoding = record::read(place, &stored.record).map_or(Encoding::Utf8, |it| it.encoding);
    Some((stored.text, encoding))
}

/// Follows how far the start has come, for the journal.
pub fn follow_start(documents: DocumentStore) {
    let progress = memo(move |_| {
        let answers = matches!(documents.worker.get(), WorkerState::Ready | WorkerState::Restarted);
        let shown = documents.active.get();
        let is_read = shown.is_none_or(|it| it.info.with(Option::is_some) || it.is_left_out.get());
        let is_done = documents.is_restored.get() && !documents.is_opening_more.get();
        let is_there = is_done && answers && is_read;
        is_there.then(|| documents.held.with(Vec::is_empty))
    });
    effect(move || {
        if documents.worker.get() == WorkerState::Failed {
            starts::fail();
        }
        if let Some(is_whole) = progress.get() {
            starts::settle(is_whole);
        }
    });
}
