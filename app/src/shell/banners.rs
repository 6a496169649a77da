//! Banners about the page itself.

use leptos::prelude::*;

use crate::actions::use_actions;
use crate::document::{StorageState, drafts, use_documents};
use crate::files::use_files;
use crate::following::memo;
use crate::platform::editor::{self, WorkerState};
use crate::platform::service_worker::Offline;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, listed, sentence};

/// Shows a failed language core or a new version.
#[component]
pub fn Banners() -> impl IntoView {
    let offline: ReadSignal<Offline> = expect_context();
    let documents = use_documents();
    let actions = use_actions();
    let has_failed = move || documents.worker.get() == WorkerState::Failed;
    let is_put_off = RwSignal::new(false);
    let has_update = move || offline.get() == Offline::Update && !is_put_off.get();
    view! {
        <When when=has_failed>
            <div class="banner banner--error" role="alert">
                <IconView icon=Icon::Error />
                <p class="banner__text">
                    "The language core is not running. Your texts are safe and can be edited. "
                    {part(move || {
                        let why = documents.worker_failure.get();
                        (!why.is_empty()).then(|| view! { <Prose text=sentence(&why) /> })
                    })}
                </p>
                <Button label="Try again" on_press=move |()| editor::restart_worker() />
            </div>
        </When>
        <TextBanners />
        <When when=has_update>
            <div class="banner" role="status">
                <IconView icon=Icon::Hint />
                <p class="banner__text">"A new version is ready."</p>
                <Button
                    label="Reload"
                    is_primary=true
                    on_press=move |()| actions.run("help.update")
                />
                <Button label="Later" on_press=move |()| is_put_off.set(true) />
            </div>
        </When>
    }
}

/// Shows texts that are stored nowhere, drafts that cannot be read, and a text that the language
/// core died over.
#[component]
fn TextBanners() -> impl IntoView {
    let files = use_files();
    let documents = use_documents();
    let unkept = documents.unkept;
    let unread = documents.unread;
    let is_put_off = RwSignal::new(false);
    let left_out = memo(move |_| documents.active.get().filter(|it| it.is_left_out.get()));
    let of_unkept = move || {
        let names = listed(&unkept.get());
        let (cause, remedy) = match documents.storage.get() {
            StorageState::Open | StorageState::Opening => {
                (format!("The browser has no room for {names}"), "Save it to keep it.")
            }
            StorageState::Forbidden(why) => {
                (format!("The browser does not store {names} ({why})"), "Save it to keep it.")
            }
            StorageState::Superseded => (
                format!(
                    "A newer version of Bobbin in another tab stores the files now, without {names}"
                ),
                "Save it, and then reload this page.",
            ),
        };
        format!("{cause}: unsaved changes are lost when you leave the page. {remedy}")
    };
    let of_unread = move || {
        let n_drafts = unread.with(Vec::len);
        let (what, stay, them) = match n_drafts {
            1 => ("draft has", "It stays", "it"),
            _ => ("drafts have", "They stay", "them"),
        };
        format!(
            "{n_drafts} {what} a format that this version of the page cannot read. {stay} unchanged until you discard {them}."
        )
    };
    let save = move |()| {
        let wanted = unkept.get_untracked();
        let open = documents.files.get_untracked();
        if let Some(file) = open.iter().find(|it| wanted.contains(&it.name)) {
            files.save(file);
        }
    };
    view! {
        <When when=move || !unkept.with(Vec::is_empty)>
            <div class="banner banner--error" role="alert">
                <IconView icon=Icon::Error />
                <p class="banner__text">{part(move || view! { <Prose text=of_unkept() /> })}</p>
                <Button label="Save a file" on_press=save />
            </div>
        </When>
        <When when=move || !unread.with(Vec::is_empty) && !is_put_off.get()>
            <div class="banner" role="status">
                <IconView icon=Icon::Warning />
                <p class="banner__text">{part(of_unread)}</p>
                <Button
                    label="Open as text"
                    is_primary=true
                    on_press=move |()| {
                        is_put_off.set(true);
                        files.open_unread();
                    }
                />
                <Button label="Discard" on_press=move |()| drafts::forget_unread(documents) />
                <Button label="Later" on_press=move |()| is_put_off.set(true) />
            </div>
        </When>
        {part(move || {
            let file = left_out.get()?;
            let text = format!(
                "`{}` is shown as plain text: it was open when the language core or the page failed twice. You can edit and save it, and other files are not affected.",
                file.name
            );
            Some(view! {
                <div class="banner" role="status">
                    <IconView icon=Icon::Warning />
                    <p class="banner__text">
                        <Prose text=text />
                    </p>
                    <Button
                        label="Try again"
                        on_press=move |()| editor::retry_document(&file.uri)
                    />
                </div>
            })
        })}
    }
}
