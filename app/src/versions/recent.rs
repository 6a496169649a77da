//! The files that were closed last, on the start page.

use leptos::prelude::*;

use super::ago::ago;
use super::closed_files::reopen;
use crate::document::{drafts, use_documents};
use crate::files::{last_part, use_files};
use crate::following::effect;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::database::Entry;
use crate::widgets::dynamic::{When, part};

/// The most files that are listed.
const MOST: usize = 6;

/// Lists the files that were closed last, and leads to all of them.
#[component]
pub fn RecentFiles() -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let dialogs = use_dialogs();
    let recent = RwSignal::new(Vec::<Entry>::new());
    effect(move || {
        // A file that was just closed is stored as such a little later.
        documents.changes.track();
        if documents.is_restored.get() {
            leptos::task::spawn_local(async move {
                let mut all = drafts::closed().await;
                all.truncate(MOST + 1);
                // The page may have gone on to a file.
                let _ = recent.try_set(all);
            });
        }
    });
    let row = move |entry: Entry| {
        let name = last_part(&entry.name).to_owned();
        let language = documents.language_title(&entry.language);
        let time = ago(entry.closed_at.unwrap_or_default());
        view! {
            <li>
                <button
                    type="button"
                    class="recent"
                    title=entry.name.clone()
                    on:click=move |_| reopen(documents, files, entry.clone())
                >
                    <span class="recent__name">{name}</span>
                    <span class="recent__about">{format!("{language}, closed {time}")}</span>
                </button>
            </li>
        }
    };
    view! {
        <When when=move || recent.with(|it| !it.is_empty())>
            <section class="welcome__recent" aria-label="Recent files">
                <h2 class="welcome__subtitle">"Recent files"</h2>
                <ul class="examples__list">
                    {part(move || recent.get().into_iter().take(MOST).map(row).collect_view())}
                </ul>
                <When when=move || { recent.with(Vec::len) > MOST }>
                    <button
                        type="button"
                        class="link"
                        on:click=move |_| dialogs.open(Dialog::ClosedFiles)
                    >
                        "All recently closed files…"
                    </button>
                </When>
            </section>
        </When>
    }
}
