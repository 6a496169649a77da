//! Opens the files again that were open when the page was last left.

use std::cmp::Reverse;
use std::time::Duration;

use super::super::store::{DEATHS_ALLOWED, UnreadDraft, UnreadPlace};
use super::super::{DocumentStore, FileId};
use super::kept::{KEPT, Kept, TAB};
use super::legacy;
use super::record::{self, Draft};
use super::save::save_now;
use crate::platform::database::{self, Entry, Order};
use crate::platform::editor::{self, Tabs};
use crate::platform::{storage, window};
use bobbin_sorting::Sorting as _;
use leptos::prelude::*;

/// The way in which a stored file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    AsUsual,
    /// The language server is not told of it.
    AsPlainText,
}

/// The time that a browser may take to notice that a tab was closed.
const FAREWELL: Duration = Duration::from_millis(700);

/// Identifies this tab, and returns the others.
pub async fn claim() -> (String, Vec<String>) {
    let tabs = editor::claim_tab(&storage::deployment()).await;
    // Without a name of its own a tab has drafts that the next one takes over.
    let Tabs { own, others } =
        tabs.unwrap_or_else(|| Tabs { own: format!("{:x}", window::random()), others: Vec::new() });
    (own, others)
}

/// Opens the drafts that belong to none of the `other` tabs.
pub async fn restore(documents: DocumentStore, others: Vec<String>) {
    let is_passed_over = open_from_tabs(documents, &others).await;
    save_now(documents);
    if is_passed_over && documents.files.with_untracked(Vec::is_empty) {
        // The tab that they belong to may be on its way out.
        window::pause(FAREWELL).await;
        open_from_tabs(documents, &editor::open_tabs(&storage::deployment()).await).await;
    }
}

/// Opens the drafts that belong to none of the `other` tabs; true if some do.
async fn open_from_tabs(documents: DocumentStore, others: &[String]) -> bool {
    let own = TAB.with_borrow(|it| it.clone().unwrap_or_default());
    let stored = database::list().await.unwrap_or_default();
    let is_open = |id: &str| KEPT.with_borrow(|kept| kept.values().any(|it| it.id == id));
    let open: Vec<Entry> = stored
        .entries
        .into_iter()
        .filter(|it| it.closed_at.is_none() && !is_open(&it.id))
        .collect();
    let (passed_over, mut mine): (Vec<_>, Vec<_>) =
        open.into_iter().partition(|it| others.contains(&it.tab));
    let orders = orders(stored.orders, &own, others);
    mine.order_by_key(|it| place_in(&orders, &it.id));
    let mut unread = Vec::new();
    documents.opens_behind.set_value(true);
    for entry in mine {
        open_stored(documents, entry, Manner::AsUsual, &own, &mut unread).await;
    }
    documents.opens_behind.set_value(false);
    let legacy = legacy::open(documents, others, &mut unread);
    let shown = orders.iter().find_map(|it| it.shown.clone());
    if let Some(shown) = legacy.shown.or_else(|| id_of_row(&shown?)) {
        documents.show(shown);
    }
    if !unread.is_empty() {
        documents.unread.set(unread);
    }
    !passed_over.is_empty() || legacy.is_passed_over
}

/// Returns the closed files that are still kept, the last one first.
pub async fn closed() -> Vec<Entry> {
    let stored = database::list().await.unwrap_or_default();
    let mut closed: Vec<Entry> =
        stored.entries.into_iter().filter(|it| it.closed_at.is_some()).collect();
    closed.order_by_key(|it| Reverse(it.closed_at));
    closed
}

/// Opens a closed file again, with the history that it had; `Err` with its text if that cannot be read.
pub async fn reopen(documents: DocumentStore, entry: Entry) -> Result<(), UnreadDraft> {
    // It may have been opened since the list was made.
    let is_open = |id: &FileId| documents.by_id(*id).is_some();
    if let Some(id) = entry.id.parse().ok().map(FileId).filter(is_open) {
        documents.show(id);
        return Ok(());
    }
    let opened = open_one(documents, entry, Manner::AsUsual).await;
    save_now(documents);
    opened
}

/// Opens a stored file; `Err` with its text if the file cannot be read.
pub async fn open_one(
    documents: DocumentStore,
    entry: Entry,
    manner: Manner,
) -> Result<(), UnreadDraft> {
    let own = TAB.with_borrow(|it| it.clone().unwrap_or_default());
    let mut unread = Vec::new();
    open_stored(documents, entry, manner, &own, &mut unread).await;
    unread.pop().map_or(Ok(()), Err)
}

/// Opens a stored file. One that cannot be read stays where it is.
async fn open_stored(
    documents: DocumentStore,
    entry: Entry,
    manner: Manner,
    own: &str,
    unread: &mut Vec<UnreadDraft>,
) {
    let Entry { id: row, tab, name, .. } = entry;
    let Some(stored) = database::file(&row).await else { return };
    let place = UnreadPlace::Stored { id: row.clone(), tab: tab.clone() };
    let draft = match record::read(place.clone(), &stored.record) {
        Ok(draft) => {
            let deaths = match manner {
                Manner::AsUsual => draft.deaths,
                Manner::AsPlainText => DEATHS_ALLOWED,
            };
            Draft { text: stored.text, is_modified: stored.is_modified, deaths, ..draft }
        }
        Err(it) => return unread.push(UnreadDraft { text: stored.text, ..it }),
    };
    let Ok(number) = row.parse() else {
        return unread.push(UnreadDraft { place, name, text: draft.text });
    };
    if tab != own && !database::take(&row, &tab, own).await {
        return;
    }
    let id = FileId(number);
    let kept = Kept { owner: Some(own.to_owned()), ..Kept::new(id) };
    KEPT.with_borrow_mut(|all| all.insert(id, kept));
    let file = documents.open_as(id, draft.into());
    database::recall_history(&file.uri, &row);
}

/// Returns the orders of the tabs that are gone, that of this one first; the others are forgotten.
fn orders(all: Vec<Order>, own: &str, others: &[String]) -> Vec<Order> {
    let mut gone: Vec<Order> = all.into_iter().filter(|it| !others.contains(&it.tab)).collect();
    gone.order_by_key(|it| it.tab != own);
    gone.iter().filter(|it| it.tab != own).for_each(|it| database::forget_order(&it.tab));
    gone
}

fn place_in(orders: &[Order], row: &str) -> (usize, usize) {
    let of = |order: &Order| order.files.iter().position(|it| it == row);
    let found = orders.iter().enumerate().find_map(|(nth, it)| Some((nth, of(it)?)));
    found.unwrap_or((usize::MAX, 0))
}

fn id_of_row(row: &str) -> Option<FileId> {
    KEPT.with_borrow(|kept| kept.iter().find(|(_, it)| it.id == row).map(|(id, _)| *id))
}
