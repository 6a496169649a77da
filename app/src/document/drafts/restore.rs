//! Opens the files again that were open when the page was last left.

use std::cmp::Reverse;
use std::time::Duration;

use super::super::renamed::{Renamed, renamed_in_words};
use super::super::store::{DEATHS_ALLOWED, NewFile, Showing, UnreadDraft, UnreadPlace};
use super::super::{DocumentStore, FileId};
use super::kept::{KEPT, Kept, SHOWN, TAB};
use super::legacy;
use super::record::{self, Draft};
use super::save::save_now;
use crate::platform::database::{self, Entry, Order, StoredFile};
use crate::platform::editor::{self, Tabs};
use crate::platform::{starts, storage, window};
use crate::widgets::prose::counted;
use crate::widgets::toast::Toasts;
use bobbin_sorting::Sorting as _;
use leptos::prelude::*;

/// The way in which a stored file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    AsUsual,
    /// The language server is not told of it.
    AsPlainText,
}

/// The number of files that are read at a time and opened at one go: what follows the list of files does its work
/// once for all of them.
const AT_A_TIME: usize = 50;

/// The time that a browser may take to notice that a tab was closed.
const FAREWELL: Duration = Duration::from_millis(700);

/// The time in which a tab that is being reloaded is back, in looks and the time between two of them.
const RETURN: (u32, Duration) = (12, Duration::from_millis(250));

/// Identifies this tab and the others.
pub async fn claim() -> Tabs {
    let tabs = editor::claim_tab(&storage::deployment()).await;
    // Without a name of its own a tab has drafts that the next one takes over.
    tabs.unwrap_or_else(|| Tabs { own: format!("{:x}", window::random()), ..Tabs::default() })
}

/// Opens the drafts that belong to none of the other tabs.
pub async fn restore(
    documents: DocumentStore,
    toasts: Toasts,
    Tabs { own, others, is_known }: Tabs,
) {
    let returning = tabs_to_wait_for(&own, &others, is_known).await;
    let others = [others, returning.clone()].concat();
    let is_passed_over = open_from_tabs(documents, toasts, &others).await;
    save_now(documents);
    if !returning.is_empty() {
        leptos::task::spawn_local(open_left(documents, toasts, own, returning));
    } else if is_passed_over && documents.files.with_untracked(Vec::is_empty) {
        // The tab that they belong to may be on its way out.
        window::pause(FAREWELL).await;
        open_from_tabs(documents, toasts, &other_tabs(&own).await).await;
    }
}

/// Opens the drafts of tabs that do not come back. One that was seen is not taken for gone, though it may be between
/// two loads again.
async fn open_left(documents: DocumentStore, toasts: Toasts, own: String, mut away: Vec<String>) {
    let (n_looks, between) = RETURN;
    for _ in 0..n_looks {
        window::pause(between).await;
        let open = editor::open_tabs(&storage::deployment()).await;
        away.retain(|it| !open.contains(it));
    }
    if away.is_empty() {
        return;
    }
    let stored = database::list().await.unwrap_or_default();
    let with_files = stored.entries.into_iter().map(|it| it.tab);
    let mut others = other_tabs(&own).await;
    others.extend(with_files.filter(|it| *it != own && !away.contains(it)));
    documents.is_opening_more.set(true);
    // A file that the page dies of is found by the journal, whenever it is opened.
    starts::resume();
    open_from_tabs(documents, toasts, &others).await;
    documents.is_opening_more.set(false);
    save_now(documents);
}

/// Opens the drafts of all tabs that are gone, without waiting whether one comes back.
pub async fn open_all(documents: DocumentStore, toasts: Toasts) {
    let own = TAB.with_borrow(|it| it.clone().unwrap_or_default());
    open_from_tabs(documents, toasts, &other_tabs(&own).await).await;
}

/// Returns the tabs that are open but for this one.
async fn other_tabs(own: &str) -> Vec<String> {
    let mut tabs = editor::open_tabs(&storage::deployment()).await;
    tabs.retain(|it| it != own);
    tabs
}

/// Returns the tabs that are not there, and whose files wait: they may be reloaded as this one is, or come back with their
/// browser a moment later. A new tab waits for none.
async fn tabs_to_wait_for(own: &str, others: &[String], is_known: bool) -> Vec<String> {
    let stored = database::list().await.unwrap_or_default();
    let tabs = stored.entries.into_iter().filter(|it| it.closed_at.is_none()).map(|it| it.tab);
    let (mine, mut away): (Vec<String>, Vec<String>) =
        tabs.filter(|it| !others.contains(it)).partition(|it| it == own);
    away.sort_unstable();
    away.dedup();
    if mine.is_empty() && !is_known { Vec::new() } else { away }
}

/// Opens the drafts that belong to none of the `other` tabs; true if some do.
async fn open_from_tabs(documents: DocumentStore, toasts: Toasts, others: &[String]) -> bool {
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
    let in_tab = storage::load_in_tab(SHOWN);
    let shown = in_tab.iter().chain(orders.iter().filter_map(|it| it.shown.as_ref()));
    let to_show = shown.into_iter().find(|shown| mine.iter().any(|it| it.id == **shown));
    let to_show = to_show.or_else(|| Some(&mine.first()?.id)).and_then(|it| it.parse().ok());
    let to_show = documents.shown().map(|it| it.id).or(to_show.map(FileId));
    // Who shows one file first and then another has both drawn.
    let many = documents.open_many(to_show.map_or(Showing::First, Showing::Only));
    let Opened { mut unread, moved, renamed } =
        open_stored(documents, &mine, Manner::AsUsual, &own).await;
    drop(many);
    for Moved { folder, n_files, .. } in moved.iter().filter(|it| !it.folder.is_empty()) {
        let were = if *n_files == 1 { "was" } else { "were" };
        toasts.say(format!(
            "{} of a tab that is gone {were} opened in the folder `{}`, beside the others: some names were taken.",
            counted(*n_files, "file"),
            folder.trim_end_matches('/')
        ));
    }
    if !renamed.is_empty() {
        toasts.say(renamed_in_words(&renamed));
    }
    let legacy = legacy::open(documents, others, &mut unread);
    let first = || documents.files.with_untracked(|it| it.first().map(|it| it.id));
    let is_none_shown = documents.shown().is_none();
    if let Some(shown) = legacy.shown.or_else(|| is_none_shown.then(first)?) {
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

/// Opens a closed file again, with the history that it had; false if another tab has opened it, `Err` with its text if
/// that cannot be read.
pub async fn reopen(documents: DocumentStore, entry: Entry) -> Result<bool, UnreadDraft> {
    // It may have been opened since the list was made.
    let is_open = |id: &FileId| documents.by_id(*id).is_some();
    if let Some(id) = entry.id.parse().ok().map(FileId).filter(is_open) {
        documents.show(id);
        return Ok(true);
    }
    let id = entry.id.parse().ok().map(FileId);
    let opened = open_one(documents, entry, Manner::AsUsual).await;
    // Also while others are opened unseen.
    id.into_iter().for_each(|it| documents.show(it));
    save_now(documents);
    opened.map(|()| id.is_some_and(|it| is_open(&it)))
}

/// Opens a stored file; `Err` with its text if the file cannot be read.
pub async fn open_one(
    documents: DocumentStore,
    entry: Entry,
    manner: Manner,
) -> Result<(), UnreadDraft> {
    let own = TAB.with_borrow(|it| it.clone().unwrap_or_default());
    let mut opened = open_stored(documents, &[entry], manner, &own).await;
    opened.unread.pop().map_or(Ok(()), Err)
}

/// The outcome of opening stored files.
#[derive(Default)]
struct Opened {
    /// Those that cannot be read.
    unread: Vec<UnreadDraft>,
    moved: Vec<Moved>,
    renamed: Vec<Renamed>,
}

/// The place where the files of a tab that is gone are opened.
struct Moved {
    tab: String,
    /// The folder with its `/`; empty if each is where it was.
    folder: String,
    n_files: usize,
}

/// Opens stored files, and tells of those that cannot be read, which stay where they are, and of changed places.
async fn open_stored(
    documents: DocumentStore,
    entries: &[Entry],
    manner: Manner,
    own: &str,
) -> Opened {
    let mut res = Opened::default();
    for some in entries.chunks(AT_A_TIME) {
        // All are being read from here on.
        let reading: Vec<_> = some.iter().map(|it| database::file(&it.id)).collect();
        let mut taken = Vec::new();
        for (entry, reading) in some.iter().zip(reading) {
            let Some(stored) = reading.await else { continue };
            match take(entry, stored, manner, own).await {
                Ok(it) => taken.extend(it.map(|(id, draft)| (id, draft, entry.tab.as_str()))),
                Err(it) => res.unread.push(it),
            }
        }
        for (id, draft, tab) in taken {
            let new = NewFile::from(draft);
            let name = match tab == own {
                true => new.name.clone(),
                false => format!("{}{}", res.folder_of(tab, documents, entries), new.name),
            };
            let kept = Kept { owner: Some(own.to_owned()), ..Kept::new(id) };
            let row = kept.id.clone();
            KEPT.with_borrow_mut(|all| all.insert(id, kept));
            let file = documents.open_among(id, NewFile { name: name.clone(), ..new });
            database::recall_history(&file.uri, &row);
            res.renamed.extend(Renamed::of(&name, &file));
        }
    }
    res
}

impl Opened {
    /// Returns the folder in which one more file of a tab that is gone is opened: one for all its files, as they
    /// would include those of another tab otherwise.
    fn folder_of(&mut self, tab: &str, documents: DocumentStore, entries: &[Entry]) -> &str {
        let known = self.moved.iter().position(|it| it.tab == tab);
        let idx = known.unwrap_or_else(|| {
            let names = entries.iter().filter(|it| it.tab == tab).map(|it| it.name.as_str());
            let folder = documents.folder_for(&names.collect::<Vec<_>>(), "other-tab");
            self.moved.push(Moved { tab: tab.to_owned(), folder, n_files: 0 });
            self.moved.len() - 1
        });
        let Some(moved) = self.moved.get_mut(idx) else { return "" };
        moved.n_files += 1;
        &moved.folder
    }
}

/// Takes a stored file for this tab, which is not open yet; `None` if another tab was faster, `Err` if it cannot be
/// read.
async fn take(
    entry: &Entry,
    stored: StoredFile,
    manner: Manner,
    own: &str,
) -> Result<Option<(FileId, Draft)>, UnreadDraft> {
    let Entry { id, tab, name, .. } = entry;
    let place = UnreadPlace::Stored { id: id.clone(), tab: tab.clone() };
    let StoredFile { record, text, is_modified } = stored;
    let draft = match record::read(place.clone(), &record) {
        Ok(draft) => {
            let deaths = match manner {
                Manner::AsUsual => draft.deaths,
                Manner::AsPlainText => DEATHS_ALLOWED,
            };
            Draft { text, is_modified, deaths, ..draft }
        }
        Err(it) => return Err(UnreadDraft { text, ..it }),
    };
    let Ok(number) = id.parse() else {
        return Err(UnreadDraft { place, name: name.clone(), text: draft.text });
    };
    if tab != own && !database::take(id, tab, own, entry.closed_at.is_none()).await {
        return Ok(None);
    }
    Ok(Some((FileId(number), draft)))
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
