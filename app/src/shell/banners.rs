//! Banners about the page itself.

use leptos::prelude::*;

use crate::actions::use_actions;
use crate::document::{StorageState, Unkept, UnkeptCause, drafts, use_documents};
use crate::files::use_files;
use crate::following::memo;
use crate::platform::database::StorageFault;
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
    let of_unkept = move || unkept.with(|all| documents.storage.with(|it| about_unkept(all, it)));
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
        if let Some(file) = open.iter().find(|it| wanted.iter().any(|all| all.name == it.name)) {
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

/// Returns what the user is told of files that are stored nowhere.
fn about_unkept(unkept: &[Unkept], storage: &StorageState) -> String {
    let quoted = |is_meant: &dyn Fn(&UnkeptCause) -> bool| {
        let meant = unkept.iter().filter(|it| is_meant(&it.cause));
        listed(&meant.map(|it| it.name.as_str()).collect::<Vec<_>>())
    };
    let all = quoted(&|_| true);
    let (cause, remedy) = match storage {
        StorageState::Open | StorageState::Opening => {
            let mut causes: Vec<&UnkeptCause> = Vec::new();
            for it in unkept {
                if !causes.contains(&&it.cause) {
                    causes.push(&it.cause);
                }
            }
            let parts: Vec<String> = causes
                .into_iter()
                .map(|cause| {
                    let names = quoted(&|it| it == cause);
                    match cause {
                        UnkeptCause::Refused(StorageFault::Full) => {
                            format!("has no room for {names}")
                        }
                        UnkeptCause::Refused(StorageFault::Other(why)) => {
                            format!("could not store {names} ({})", why.trim_end_matches('.'))
                        }
                        UnkeptCause::Late => format!("has not stored {names} yet"),
                    }
                })
                .collect();
            (format!("The browser {}", parts.join(", and ")), "Save it to keep it.")
        }
        StorageState::Forbidden(why) => {
            (format!("The browser does not store {all} ({why})"), "Save it to keep it.")
        }
        StorageState::Superseded => (
            format!("A newer version of Bobbin in another tab stores the files now, without {all}"),
            "Save it, and then reload this page.",
        ),
    };
    // What comes late stands beside the storage when the page is left, as far as there is room.
    let are_all_late = unkept.iter().all(|it| it.cause == UnkeptCause::Late);
    let danger = match are_all_late {
        true => "may be lost",
        false => "are lost when you leave the page",
    };
    format!("{cause}: unsaved changes {danger}. {remedy}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unkept(name: &str, cause: UnkeptCause) -> Unkept {
        Unkept { name: name.to_owned(), cause }
    }

    #[test]
    fn the_browser_is_full_only_if_it_says_so() {
        let full = || UnkeptCause::Refused(StorageFault::Full);
        let other = |it: &str| UnkeptCause::Refused(StorageFault::Other(it.to_owned()));
        let said = |all: &[Unkept]| about_unkept(all, &StorageState::Open);
        assert_eq!(
            said(&[unkept("a.pipe", full()), unkept("b.pipe", full())]),
            "The browser has no room for `a.pipe` and `b.pipe`: unsaved changes are lost when you leave the page. Save it to keep it."
        );
        assert_eq!(
            said(&[unkept("a.pipe", other("Internal error."))]),
            "The browser could not store `a.pipe` (Internal error): unsaved changes are lost when you leave the page. Save it to keep it."
        );
        assert_eq!(
            said(&[unkept("a.pipe", UnkeptCause::Late)]),
            "The browser has not stored `a.pipe` yet: unsaved changes may be lost. Save it to keep it."
        );
        assert_eq!(
            said(&[unkept("a.pipe", UnkeptCause::Late), unkept("b.pipe", full())]),
            "The browser has not stored `a.pipe` yet, and has no room for `b.pipe`: unsaved changes are lost when you leave the page. Save it to keep it."
        );
    }
}
