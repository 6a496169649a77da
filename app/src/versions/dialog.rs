//! The versions of a file: what has changed since each, and bringing one back.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;

use super::ago::{ago, date, exact_date};
use crate::difference::{self, Changes, Other, OtherText, Reading, Row, in_words, rows};
use crate::document::{FileId, OpenFile, drafts, use_documents};
use crate::platform::database::{VersionCause, VersionEntry};
use crate::platform::{dom, window};
use crate::widgets::button::Button;
use crate::widgets::dialog::ModalDialog;
use crate::widgets::dynamic::part;
use crate::widgets::toast::use_toasts;

/// A version, and what has changed since.
#[derive(Debug, Clone, PartialEq)]
struct Compared {
    entry: VersionEntry,
    text: String,
    /// From the version to the present text.
    rows: Arc<Vec<Row>>,
}

/// Lists the versions of a file, the newest first, beside what has changed since.
#[component]
pub fn VersionsDialog(id: FileId, close: Callback<()>) -> impl IntoView {
    let file = StoredValue::new(use_documents().by_id(id));
    let versions = RwSignal::new(None::<Result<Vec<VersionEntry>, String>>);
    let shown = RwSignal::new(None::<Compared>);
    let reading = RwSignal::new(Reading::Text);
    let show = move |entry: VersionEntry| {
        // The dialog may be gone by the time its versions are there.
        let Some(file) = file.try_get_value().flatten() else { return };
        leptos::task::spawn_local(async move {
            let compared = compare(&file, entry).await;
            let _ = shown.try_set(compared);
        });
    };
    let listed = file.get_value();
    leptos::task::spawn_local(async move {
        let Some(file) = listed else { return };
        let mut found = drafts::versions(&file).await;
        if found.as_ref().is_ok_and(Vec::is_empty) {
            let _ = versions.try_set(Some(Ok(Vec::new())));
        }
        // The first one may be under way to the database.
        while found.as_ref().is_ok_and(Vec::is_empty) && !versions.is_disposed() {
            window::pause(AGAIN).await;
            found = drafts::versions(&file).await;
        }
        if let Some(newest) = found.as_ref().ok().and_then(|it| it.first()) {
            show(newest.clone());
        }
        let _ = versions.try_set(Some(found));
        window::after_paint(|| {
            // The keyboard waited for them there.
            if dom::is_focus_inside(".dialog__frame:focus") {
                dom::focus(".versions__item");
            }
        });
    });
    let name = file.with_value(|it| it.as_ref().map(|it| it.name.clone())).unwrap_or_default();
    let list = move |all: Vec<VersionEntry>| {
        let items = all.into_iter().map(|entry| version_button(entry, shown, show)).collect_view();
        view! { <ul class="versions__list" aria-label="Versions">{items}</ul> }
    };
    view! {
        <ModalDialog title=format!("Versions of {name}") is_wide=true on_close=close>
            {part(move || match versions.get()? {
                Err(why) => Some(message(format!("The versions cannot be read: {why}."))),
                Ok(all) if all.is_empty() => Some(message(NONE_YET.to_owned())),
                Ok(all) => {
                    let compared = part(move || {
                        let (file, compared) = (file.get_value()?, shown.get()?);
                        Some(view! { <VersionPane file=file compared=compared reading=reading close=close /> })
                    });
                    Some(view! { <div class="versions">{list(all)} {compared}</div> }.into_any())
                }
            })}
        </ModalDialog>
    }
}

/// The time after which a list without a version is asked for again.
const AGAIN: Duration = Duration::from_millis(500);

const NONE_YET: &str = "There is no earlier version yet. One is kept when a file is opened, every five minutes while it is edited, and before it is converted.";

fn message(text: String) -> AnyView {
    view! { <p class="message">{text}</p> }.into_any()
}

async fn compare(file: &OpenFile, entry: VersionEntry) -> Option<Compared> {
    let text = drafts::version_text(file, entry.at).await?;
    let rows = Arc::new(rows(&text, &file.text()?, &[]));
    Some(Compared { entry, text, rows })
}

fn version_button(
    entry: VersionEntry,
    shown: RwSignal<Option<Compared>>,
    show: impl Fn(VersionEntry) + Copy + 'static,
) -> impl IntoView {
    let cause = match entry.cause {
        VersionCause::Opening => "when it was opened",
        VersionCause::Editing => "while editing",
        VersionCause::Restoring => "before restoring",
        VersionCause::Reloading => "before loading the file from disk",
        VersionCause::Overwriting => "on disk, before it was overwritten",
        VersionCause::Converting => "before converting",
        VersionCause::Changing => "before a change of several items",
        VersionCause::Updating => "before an update of Bobbin",
        VersionCause::Other => "",
    };
    let at = entry.at;
    let is_shown = move || shown.with(|it| it.as_ref().is_some_and(|it| it.entry.at == at));
    view! {
        <li>
            <button
                type="button"
                class="versions__item"
                aria-pressed=move || if is_shown() { "true" } else { "false" }
                title=exact_date(at)
                on:click=move |_| show(entry.clone())
            >
                <span class="versions__time">{ago(at)}</span>
                {date(at).map(|it| view! { <span class="versions__cause">{it}</span> })}
                <span class="versions__cause">{cause}</span>
            </button>
        </li>
    }
}

/// Shows what has changed since a version, and offers to bring it back.
#[component]
fn VersionPane(
    file: Arc<OpenFile>,
    compared: Compared,
    reading: RwSignal<Reading>,
    close: Callback<()>,
) -> impl IntoView {
    let documents = use_documents();
    let toasts = use_toasts();
    let Compared { entry, text, rows } = compared;
    let is_same = !rows.iter().any(|it| matches!(it, Row::Line { .. }));
    let summary = match is_same {
        true => "The text is the same now, except perhaps for line endings.".to_owned(),
        false => format!("Since then: {}.", in_words(&rows)),
    };
    let version = StoredValue::new(text.clone());
    let names = ["this version", "the current text"];
    let titles = ["Then", "Now"].map(str::to_owned);
    let other = OtherText { other: Other::Text(text), rows, summary, names, titles };
    let (of_changes, of_restore) = (file.clone(), file.clone());
    let restore = move |()| {
        let Some(before) = of_restore.text() else { return };
        drafts::note_version(&of_restore, VersionCause::Restoring);
        let (now, label) =
            (of_restore.version.get_untracked(), "restore an earlier version".to_owned());
        let is_done = version
            .with_value(|text| difference::replace(&of_restore, now, (&before, text), label, None));
        close.run(());
        if is_done {
            toasts.say(format!(
                "The version of {} was restored. Undo brings your text back.",
                exact_date(entry.at)
            ));
        } else {
            toasts.complain("The text has changed since; restore it again.");
        }
    };
    let open = move |()| {
        close.run(());
        documents.open(file.sibling(version.get_value()));
    };
    view! {
        <section class="versions__pane" aria-label="Changes since this version">
            <Changes file=of_changes other=other reading=reading close=close />
            <div class="message__actions">
                <Button label="Restore this version" is_primary=true is_enabled=!is_same on_press=restore />
                <Button label="Open as a new file" on_press=open />
            </div>
        </section>
    }
}
