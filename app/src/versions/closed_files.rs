//! The files that were closed in the last weeks.

use leptos::prelude::*;

use super::ago::ago;
use crate::document::{DocumentStore, drafts, use_documents};
use crate::files::{FileControl, use_files};
use crate::platform::database::Entry;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::picker::{Picker, PickerItem};

/// Opens a closed file again; if its history cannot be read, the text alone.
pub(super) fn reopen(documents: DocumentStore, files: FileControl, entry: Entry) {
    leptos::task::spawn_local(async move {
        let name = entry.name.clone();
        match drafts::reopen(documents, entry).await {
            Ok(true) => {}
            Ok(false) => {
                files.say_taken(&name);
                // The lists of closed files are made anew.
                documents.note_change();
            }
            Err(unread) => files.open_plain(unread.name, unread.text),
        }
    });
}

/// Offers the closed files that are still kept, the last one first.
#[component]
pub fn ClosedFilesDialog(close: Callback<()>) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let closed = RwSignal::new(None::<Vec<Entry>>);
    leptos::task::spawn_local(async move {
        let found = drafts::closed().await;
        let _ = closed.try_set(Some(found));
    });
    let on_pick = move |idx: usize| {
        close.run(());
        let entry = closed.with_untracked(|all| all.as_ref()?.get(idx).cloned());
        if let Some(entry) = entry {
            reopen(documents, files, entry);
        }
    };
    move || {
        let all = closed.get()?;
        let items = all.iter().map(|it| {
            let language = untrack(|| documents.language_title(&it.language));
            let time = ago(it.closed_at.unwrap_or_default());
            PickerItem::new(&it.name, &format!("{language}, closed {time}"))
        });
        let items = items.collect::<Vec<_>>();
        let view = if items.is_empty() {
            view! {
                <ModalDialog title="Recently closed files" on_close=close>
                    <p class="message">
                        "No file was closed in the last 30 days. Closed files are listed here, with their text and undo history."
                    </p>
                </ModalDialog>
            }
            .into_any()
        } else {
            view! {
                <ModalDialog title="Recently closed files" is_plain=true on_close=close>
                    <Picker placeholder="Open a closed file" items=items on_pick=on_pick />
                </ModalDialog>
            }
            .into_any()
        };
        Some(view)
    }
}
