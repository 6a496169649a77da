//! The drafts of earlier versions of the page, which are in the browser's `localStorage`. Each is
//! opened, stored like any other file, and only then removed from there.

use bobbin_sorting::Sorting as _;
use leptos::prelude::*;
use serde::Deserialize;

use super::super::store::{UnreadDraft, UnreadPlace};
use super::super::{DocumentStore, FileId};
use super::kept::{KEPT, Kept, TAB};
use super::record::{self, Draft};
use crate::platform::storage;

/// The records of the version before this one, by file.
const DRAFT: &str = "bobbin.draft.";
/// The orders of its tabs.
const ORDER: &str = "bobbin.order.";
/// The list of the version before that, whose drafts hold nothing but their texts.
const OLD_LIST: &str = "bobbin.drafts";

/// The order of a tab's files.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Order {
    files: Vec<u64>,
    shown: Option<u64>,
}

/// The result of looking for drafts.
#[derive(Debug, Default)]
pub struct Found {
    /// The file that was last shown.
    pub shown: Option<FileId>,
    /// True if some drafts belong to other tabs.
    pub is_passed_over: bool,
}

/// Opens the drafts that belong to none of the `other` tabs.
pub fn open(documents: DocumentStore, others: &[String], unread: &mut Vec<UnreadDraft>) -> Found {
    let mut res = Found::default();
    let mut drafts: Vec<(FileId, String, Draft)> = Vec::new();
    for name in storage::names(DRAFT) {
        let key = storage::scoped(&name);
        let Some(json) = storage::load(&name).filter(|_| !is_open(&key)) else { continue };
        let id = name.strip_prefix(DRAFT).and_then(|it| it.parse().ok()).map(FileId);
        let place = UnreadPlace::Legacy(key.clone());
        match (id, record::read(place.clone(), &json)) {
            (Some(_), Ok(draft)) if others.contains(&draft.tab) => res.is_passed_over = true,
            (Some(id), Ok(draft)) => drafts.push((id, key, draft)),
            (_, Err(it)) => unread.push(it),
            (None, Ok(it)) => unread.push(UnreadDraft { place, name: it.name, text: it.text }),
        }
    }
    let orders = orders(others);
    let place = |id: FileId| {
        let of = |order: &Order| order.files.iter().position(|it| *it == id.0);
        orders.iter().enumerate().find_map(|(nth, it)| Some((nth, of(it)?)))
    };
    drafts.order_by_key(|(id, ..)| place(*id).unwrap_or((usize::MAX, 0)));
    for (id, key, draft) in drafts {
        open_one(documents, id, key, draft);
    }
    let old = open_old(documents, unread);
    res.shown = old.or_else(|| orders.iter().find_map(|it| it.shown).map(FileId));
    res
}

fn is_open(key: &str) -> bool {
    KEPT.with_borrow(|kept| kept.values().any(|it| it.legacy.as_deref() == Some(key)))
}

/// Opens a draft, unless that was done before and only its removal is missing. Returns its file.
fn open_one(documents: DocumentStore, id: FileId, key: String, draft: Draft) -> FileId {
    let files = documents.files.get_untracked();
    let same =
        files.iter().find(|it| it.name == draft.name && it.text().as_ref() == Some(&draft.text));
    if let Some(same) = same {
        storage::remove_unscoped(&key);
        return same.id;
    }
    let is_taken = KEPT.with_borrow(|kept| kept.contains_key(&id));
    let id = if is_taken { FileId::fresh() } else { id };
    let kept = Kept { legacy: Some(key), ..Kept::new(id) };
    KEPT.with_borrow_mut(|all| all.insert(id, kept));
    documents.open_among(id, draft.into());
    id
}

/// Returns the orders of the tabs that are gone, that of this one first, and removes them.
fn orders(others: &[String]) -> Vec<Order> {
    let own = TAB.with_borrow(|it| it.clone().unwrap_or_default());
    let mut tabs: Vec<String> = storage::names(ORDER)
        .iter()
        .filter_map(|it| it.strip_prefix(ORDER).map(str::to_owned))
        .filter(|it| !others.contains(it))
        .collect();
    tabs.order_by_key(|it| *it != own);
    let read = |tab: String| {
        let name = format!("{ORDER}{tab}");
        let order = storage::load(&name).and_then(|it| bobbin_json::from_str(&it).ok());
        storage::remove(&name);
        order
    };
    tabs.into_iter().filter_map(read).collect()
}

/// Opens the drafts of the version before the last; returns the one that was shown.
fn open_old(documents: DocumentStore, unread: &mut Vec<UnreadDraft>) -> Option<FileId> {
    let list = storage::load_unscoped(OLD_LIST);
    let texts =
        storage::unscoped_names(DRAFT).into_iter().filter(|it| !is_open(it)).filter_map(|key| {
            let id: u64 = key.strip_prefix(DRAFT)?.parse().ok()?;
            let text = storage::load_unscoped(&key)?;
            Some((id, key, text))
        });
    let old = record::read_old(list.as_deref(), texts.collect());
    let mut shown = None;
    for (number, draft) in old.drafts {
        // Two tabs gave the same numbers.
        let id = open_one(documents, FileId::fresh(), format!("{DRAFT}{number}"), draft);
        if old.shown == Some(number) {
            shown = Some(id);
        }
    }
    if old.unread.is_empty() && storage::unscoped_names(DRAFT).iter().all(|it| it.contains('@')) {
        storage::remove_unscoped(OLD_LIST);
    }
    unread.extend(old.unread);
    shown
}
