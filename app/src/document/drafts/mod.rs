//! The open texts as the browser keeps them, so that a reload loses nothing.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bobbin_protocol::Encoding;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::store::NewFile;
use super::{DocumentStore, FileId, OpenFile, Provenance};
use crate::platform::{storage, window};
use crate::workbench::Workbench;

const LIST: &str = "bobbin.drafts";
/// How long to wait for the next change before storing this one.
const PAUSE: Duration = Duration::from_millis(400);

/// What is stored of a file beside its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Draft {
    id: FileId,
    name: String,
    language: String,
    encoding: Encoding,
    provenance: Provenance,
    is_modified: bool,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Drafts {
    files: Vec<Draft>,
    active: Option<FileId>,
}

thread_local! {
    /// The versions that are stored.
    static STORED: RefCell<BTreeMap<FileId, i32>> = const { RefCell::new(BTreeMap::new()) };
    /// Whether the user was told that there is no room.
    static NO_ROOM: Cell<bool> = const { Cell::new(false) };
}

fn text_name(id: FileId) -> String {
    format!("bobbin.draft.{}", id.0)
}

/// Opens what was open when the page was last left.
pub fn restore(documents: DocumentStore) {
    let drafts: Drafts =
        storage::load(LIST).and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
    for draft in drafts.files {
        let Some(text) = storage::load(&text_name(draft.id)) else { continue };
        documents.open_as(
            draft.id,
            NewFile {
                name: draft.name,
                language: draft.language,
                text,
                encoding: draft.encoding,
                provenance: draft.provenance,
                is_modified: draft.is_modified,
            },
        );
    }
    if let Some(active) = drafts.active {
        documents.show(active);
    }
}

/// Stores the texts whenever one changed, and once more when the page is left.
pub fn keep(workbench: Workbench) {
    let documents = workbench.documents;
    let pending = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |earlier: Option<()>| {
        documents.changes.track();
        if earlier.is_none() {
            return;
        }
        pending.update_value(|pending| {
            if let Some(pending) = pending.take() {
                pending.clear();
            }
            *pending = set_timeout_with_handle(move || store(workbench), PAUSE).ok();
        });
    });
    window::on_leave(move || {
        save_now(documents);
    });
}

/// Stores, and says once if there is no room.
fn store(workbench: Workbench) {
    let is_stored = save_now(workbench.documents);
    if !is_stored && !NO_ROOM.get() {
        workbench.complain(
            "The browser has no room to keep these texts across a reload. Save them to be safe.",
        );
    }
    NO_ROOM.set(!is_stored);
}

/// Stores what is not stored yet; false if the browser has no room.
pub fn save_now(documents: DocumentStore) -> bool {
    let files = documents.files.get_untracked();
    let mut is_stored = true;
    STORED.with_borrow_mut(|stored| {
        for file in &files {
            let version = file.version.get_untracked();
            if stored.get(&file.id) == Some(&version) {
                continue;
            }
            file.look_at_line_ends();
            if storage::store(&text_name(file.id), &file.text()) {
                stored.insert(file.id, version);
            } else {
                is_stored = false;
            }
        }
        let closed: Vec<FileId> =
            stored.keys().filter(|id| !files.iter().any(|it| it.id == **id)).copied().collect();
        for id in closed {
            stored.remove(&id);
            storage::remove(&text_name(id));
        }
    });
    let drafts = Drafts {
        files: files.iter().map(draft_of).collect(),
        active: documents.shown().map(|it| it.id),
    };
    let list = serde_json::to_string(&drafts).unwrap_or_default();
    storage::store(LIST, &list) && is_stored
}

fn draft_of(file: &Arc<OpenFile>) -> Draft {
    Draft {
        id: file.id,
        name: file.name.clone(),
        language: file.language.get_untracked(),
        encoding: file.encoding,
        provenance: file.provenance.clone(),
        is_modified: file.is_modified.get_untracked(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_survives_its_json() {
        let drafts = Drafts {
            files: vec![Draft {
                id: FileId(3),
                name: "é.coilcfg.txt".into(),
                language: "coil-hardware".into(),
                encoding: Encoding::Latin1,
                provenance: Provenance::Decompiled {
                    binary: "é.coilcfg".into(),
                    exact: false,
                    report: vec!["one byte differs".into()],
                },
                is_modified: true,
            }],
            active: Some(FileId(3)),
        };
        let json = serde_json::to_string(&drafts).unwrap();
        assert_eq!(serde_json::from_str::<Drafts>(&json).unwrap(), drafts);
    }
}
