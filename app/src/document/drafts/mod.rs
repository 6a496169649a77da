//! The open texts as the browser keeps them, so that leaving the page loses nothing.
//!
//! Each file has one record, which belongs to the tab that has it open. A tab writes its own records and
//! those of tabs that are gone; where it finds that another one took a record over, it goes on under a
//! new key. So two tabs may at worst keep a text twice.

mod record;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;

use record::{Draft, FORMAT, Order};

use super::store::{NewFile, UnreadDraft};
use super::{DocumentStore, FileId, OpenFile};
use crate::platform::editor::{self, Tabs};
use crate::platform::{storage, window};

/// The time to wait for the next change before storing this one.
const PAUSE: Duration = Duration::from_millis(400);
/// The longest time a change waits, however fast others follow.
const LONGEST: Duration = Duration::from_secs(2);
/// The time a browser may take to notice that a tab was closed.
const FAREWELL: Duration = Duration::from_millis(700);

const DRAFT: &str = "bobbin.draft.";
const ORDER: &str = "bobbin.order.";
/// The list of the format before this one.
const OLD_LIST: &str = "bobbin.drafts";

/// The content of a record; one with the same content need not be written again.
#[derive(Debug, Clone, PartialEq)]
struct Stamp {
    version: i32,
    name: String,
    language: String,
    is_modified: bool,
    deaths: u8,
}

/// The record of a file.
struct Kept {
    /// The key of the record.
    key: String,
    /// The tab that the record is expected to belong to; none if there should be no record.
    tab: Option<String>,
    /// The content of the record; `None` if it has to be written.
    stamp: Option<Stamp>,
}

thread_local! {
    /// This tab, once that is known. Before, nothing of the past is touched.
    static TAB: RefCell<Option<String>> = const { RefCell::new(None) };
    static KEPT: RefCell<BTreeMap<FileId, Kept>> = const { RefCell::new(BTreeMap::new()) };
}

/// Opens what was open when the page was last left, and keeps what is open from now on.
pub fn start(documents: DocumentStore) {
    keep(documents);
    leptos::task::spawn_local(async move {
        let deployment = storage::deployment();
        let tabs = editor::claim_tab(&deployment).await;
        // Without a name of its own a tab has drafts that the next one takes over.
        let tabs = tabs
            .unwrap_or_else(|| Tabs { own: format!("{:x}", window::random()), others: Vec::new() });
        TAB.set(Some(tabs.own));
        let is_passed_over = restore(documents, &tabs.others);
        save_now(documents);
        if is_passed_over && documents.files.with_untracked(Vec::is_empty) {
            // The tab that they belong to may be on its way out.
            window::pause(FAREWELL).await;
            restore(documents, &editor::open_tabs(&deployment).await);
            save_now(documents);
        }
    });
}

/// Opens the drafts that belong to none of the `other` tabs; true if some do.
fn restore(documents: DocumentStore, others: &[String]) -> bool {
    let mut unread = Vec::new();
    let mut is_passed_over = false;
    let mut found: Vec<(FileId, Draft)> = Vec::new();
    for key in storage::names(DRAFT) {
        let is_open = KEPT.with_borrow(|kept| kept.values().any(|it| it.key == key));
        let Some(json) = storage::load(&key).filter(|_| !is_open) else { continue };
        let id = key.strip_prefix(DRAFT).and_then(|it| it.parse().ok()).map(FileId);
        let full = storage::scoped(&key);
        match (id, record::read(&full, &json)) {
            (Some(_), Ok(draft)) if others.contains(&draft.tab) => is_passed_over = true,
            (Some(id), Ok(draft)) => found.push((id, draft)),
            (_, Err(it)) => unread.push(it),
            (None, Ok(it)) => unread.push(UnreadDraft { key: full, name: it.name, text: it.text }),
        }
    }
    let orders = orders(others);
    let place = |id: FileId| {
        let of = |order: &Order| order.files.iter().position(|it| *it == id.0);
        orders.iter().enumerate().find_map(|(nth, it)| Some((nth, of(it)?)))
    };
    found.sort_by_key(|(id, _)| place(*id).unwrap_or((usize::MAX, 0)));
    let mut shown = orders.iter().find_map(|it| it.shown);
    for (id, draft) in found {
        let kept = Kept { key: key_of(id), tab: Some(draft.tab.clone()), stamp: None };
        KEPT.with_borrow_mut(|all| all.insert(id, kept));
        open(documents, id, draft);
    }
    let old = take_old(documents, &mut unread);
    shown = old.or(shown);
    if let Some(shown) = shown {
        documents.show(FileId(shown));
    }
    documents.unread.set(unread);
    is_passed_over
}

/// Returns the orders of the tabs that are gone, that of this one first.
fn orders(others: &[String]) -> Vec<Order> {
    let own = TAB.with_borrow(|it| it.clone().unwrap_or_default());
    let mut tabs: Vec<String> = storage::names(ORDER)
        .iter()
        .filter_map(|it| it.strip_prefix(ORDER).map(str::to_owned))
        .filter(|it| !others.contains(it))
        .collect();
    tabs.sort_by_key(|it| *it != own);
    let read = |tab: String| {
        let key = format!("{ORDER}{tab}");
        let order = storage::load(&key).and_then(|it| serde_json::from_str(&it).ok());
        if tab != own {
            storage::remove(&key);
        }
        order
    };
    tabs.into_iter().filter_map(read).collect()
}

fn open(documents: DocumentStore, id: FileId, draft: Draft) {
    documents.open_as(
        id,
        NewFile {
            name: draft.name,
            language: draft.language,
            text: draft.text,
            encoding: draft.encoding,
            provenance: draft.provenance,
            is_modified: draft.is_modified,
            deaths: draft.deaths,
        },
    );
}

/// Opens drafts of the format before this one, each of which goes away once it is kept in the new one.
fn take_old(documents: DocumentStore, unread: &mut Vec<UnreadDraft>) -> Option<u64> {
    let list = storage::load_unscoped(OLD_LIST);
    let texts = storage::unscoped_names(DRAFT).into_iter().filter_map(|key| {
        let id: u64 = key.strip_prefix(DRAFT)?.parse().ok()?;
        let text = storage::load_unscoped(&key)?;
        Some((id, key, text))
    });
    let old = record::read_old(list.as_deref(), texts.collect());
    for (id, draft) in old.drafts {
        let (old_key, text) = (format!("{DRAFT}{id}"), draft.text.clone());
        open(documents, FileId(id), draft);
        save_now(documents);
        if is_kept(FileId(id)) {
            storage::remove_unscoped(&old_key);
            continue;
        }
        // There may be room for one of the two only.
        storage::remove_unscoped(&old_key);
        save_now(documents);
        if !is_kept(FileId(id)) && !storage::store_unscoped(&old_key, &text) {
            leptos::logging::warn!("there is no room for the draft {id}");
        }
    }
    if old.unread.is_empty() && storage::unscoped_names(DRAFT).iter().all(|it| it.contains('@')) {
        storage::remove_unscoped(OLD_LIST);
    }
    unread.extend(old.unread);
    old.shown
}

fn is_kept(id: FileId) -> bool {
    KEPT.with_borrow(|kept| kept.get(&id).is_some_and(|it| it.stamp.is_some()))
}

fn key_of(id: FileId) -> String {
    format!("{DRAFT}{}", id.0)
}

/// Returns how long the newest change may wait, by how long the oldest one has waited.
fn pause(waited: Duration) -> Duration {
    PAUSE.min(LONGEST.saturating_sub(waited))
}

/// Stores the texts when one has changed, and once more when the page is left.
fn keep(documents: DocumentStore) {
    let pending = StoredValue::new(None::<(Duration, TimeoutHandle)>);
    Effect::new(move |earlier: Option<()>| {
        documents.changes.track();
        if earlier.is_none() {
            return;
        }
        let now = window::now();
        let since = pending.try_update_value(Option::take).flatten().map_or(now, |(since, it)| {
            it.clear();
            since
        });
        let save = move || {
            pending.set_value(None);
            save_now(documents);
        };
        let handle = set_timeout_with_handle(save, pause(now.saturating_sub(since)));
        pending.set_value(handle.ok().map(|it| (since, it)));
    });
    window::on_leave(move || {
        save_now(documents);
    });
    window::guard_leaving(move || !save_now(documents));
    window::on_storage(move |name| {
        // Another tab may have taken a record of this one for one of a tab that is gone.
        let is_ours = KEPT.with_borrow_mut(|kept| {
            let found = kept.values_mut().find(|it| name.starts_with(&format!("{}@", it.key)));
            found.map(|it| it.stamp = None).is_some()
        });
        if is_ours {
            save_now(documents);
        }
    });
}

/// Stores what is not stored yet; false if the browser has no room for something that is nowhere else.
pub fn save_now(documents: DocumentStore) -> bool {
    let Some(tab) = TAB.with_borrow(Clone::clone) else { return true };
    let files = documents.files.get_untracked();
    let unkept = KEPT.with(|kept| match kept.try_borrow_mut() {
        Ok(mut kept) => {
            forget_closed(&mut kept, &files, &tab);
            // Those that fail may have waited for the room that others gave up.
            let left: Vec<_> =
                files.iter().filter(|it| !write(&mut kept, it, &tab)).cloned().collect();
            left.into_iter()
                .filter(|it| it.is_modified.get_untracked())
                .map(|it| it.name.clone())
                .collect()
        }
        // The page failed while it was storing.
        Err(_) => Vec::new(),
    });
    let order = Order {
        files: files.iter().map(|it| it.id.0).collect(),
        shown: documents.shown().map(|it| it.id.0),
    };
    if let Ok(order) = serde_json::to_string(&order) {
        // Without it the files come back in another order.
        let _ = storage::store(&format!("{ORDER}{tab}"), &order);
    }
    let is_kept = unkept.is_empty();
    if documents.unkept.with_untracked(|it| *it != unkept) {
        documents.unkept.set(unkept);
    }
    is_kept
}

fn forget_closed(kept: &mut BTreeMap<FileId, Kept>, files: &[Arc<OpenFile>], tab: &str) {
    kept.retain(|id, it| {
        let is_open = files.iter().any(|file| file.id == *id);
        let is_ours = |owner: String| owner == tab || Some(owner) == it.tab;
        if !is_open && owner_of(&it.key).is_some_and(is_ours) {
            storage::remove(&it.key);
        }
        is_open
    });
}

/// Returns the tab that a record belongs to now.
fn owner_of(key: &str) -> Option<String> {
    record::tab_of(&storage::load(key)?)
}

/// Writes the record of a file; false if there is no room for it.
fn write(kept: &mut BTreeMap<FileId, Kept>, file: &OpenFile, tab: &str) -> bool {
    let stamp = Stamp {
        version: file.version.get_untracked(),
        name: file.name.clone(),
        language: file.language.get_untracked(),
        is_modified: file.is_modified.get_untracked(),
        deaths: file.deaths.get_untracked(),
    };
    let kept = kept.entry(file.id).or_insert_with(|| Kept {
        key: key_of(file.id),
        tab: None,
        stamp: None,
    });
    if kept.stamp.as_ref() == Some(&stamp) {
        return true;
    }
    // The text of a file that the editor does not have is not written over one that it had.
    let Some(text) = file.text() else { return true };
    file.look_at_line_ends();
    if storage::load(&kept.key).is_some() && owner_of(&kept.key) != kept.tab {
        kept.key = key_of(FileId::fresh());
    }
    let draft = Draft {
        format: FORMAT,
        tab: tab.to_owned(),
        name: stamp.name.clone(),
        language: stamp.language.clone(),
        encoding: file.encoding.get_untracked(),
        provenance: file.provenance.clone(),
        is_modified: stamp.is_modified,
        deaths: stamp.deaths,
        text,
    };
    let is_stored = serde_json::to_string(&draft).is_ok_and(|it| storage::store(&kept.key, &it));
    if is_stored {
        kept.tab = Some(tab.to_owned());
        kept.stamp = Some(stamp);
    } else {
        kept.stamp = None;
    }
    is_stored
}

/// Forgets what could not be read.
pub fn forget_unread(documents: DocumentStore) {
    for it in documents.unread.get_untracked() {
        storage::remove_unscoped(&it.key);
    }
    documents.unread.set(Vec::new());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_types_without_a_pause_is_stored_every_other_second() {
        let millis = Duration::from_millis;
        assert_eq!(pause(Duration::ZERO), PAUSE);
        assert_eq!(pause(millis(1500)), PAUSE);
        assert_eq!(pause(millis(1900)), millis(100));
        assert_eq!(pause(millis(2500)), Duration::ZERO);
    }
}
