//! The files that the page did not open, since it failed with them before.

use leptos::prelude::*;

use crate::document::drafts::{self, Manner};
use crate::document::use_documents;
use crate::files::use_files;
use crate::platform::database::Entry;
use crate::versions::ago;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::grouped;
use crate::widgets::toast::use_toasts;

/// Lists the files, with the ways to go on for each.
#[component]
pub fn HeldFiles() -> impl IntoView {
    let documents = use_documents();
    let toasts = use_toasts();
    let held = documents.held;
    let open_all = move |()| leptos::task::spawn_local(drafts::open_all_held(documents, toasts));
    view! {
        <When when=move || !held.with(Vec::is_empty)>
            <section class="held" aria-label="Files that were not opened">
                <div class="banner banner--error" role="alert">
                    <IconView icon=Icon::Warning />
                    <p class="banner__text">
                        "Bobbin failed to start twice with these files, so it has started without them. Their texts are still stored, unchanged."
                    </p>
                    <Button label="Open all as usual" on_press=open_all />
                </div>
                <ul class="held__list">
                    {part(move || {
                        let row = |entry| view! { <HeldFile entry=entry /> };
                        held.get().into_iter().map(row).collect_view()
                    })}
                </ul>
            </section>
        </When>
    }
}

#[component]
fn HeldFile(entry: Entry) -> impl IntoView {
    let documents = use_documents();
    let files = use_files();
    let entry = StoredValue::new(entry);
    let name = entry.with_value(|it| it.name.clone());
    let about = move || {
        let Entry { language, length, changed_at, .. } = entry.get_value();
        let title = documents.language_title(&language);
        let kind = if title.is_empty() { String::new() } else { format!("{title}, ") };
        format!("{kind}{} characters, changed {}", grouped(length), ago(changed_at))
    };
    let open = move |manner: Manner| {
        let entry = entry.get_value();
        leptos::task::spawn_local(async move {
            if let Err(unread) = drafts::open_held(documents, entry, manner).await {
                files.open_plain(unread.name, unread.text);
            }
        });
    };
    let download = move |()| {
        let entry = entry.get_value();
        leptos::task::spawn_local(async move { files.download_stored(&entry).await });
    };
    view! {
        <li class="held__file">
            <div class="held__row" role="group" aria-label=name.clone()>
                <span class="held__name">{name.clone()}</span>
                <span class="held__about">{part(about)}</span>
                <span class="held__actions">
                    <Button
                        label="Open as plain text"
                        is_primary=true
                        on_press=move |()| open(Manner::AsPlainText)
                    />
                    <Button label="Download text" on_press=download />
                    <Button label="Open as usual" on_press=move |()| open(Manner::AsUsual) />
                </span>
            </div>
        </li>
    }
}
