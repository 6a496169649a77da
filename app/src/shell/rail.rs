//! The rail on the left: files, outline, examples.

use std::sync::Arc;

use bobbin_protocol::Severity;
use leptos::prelude::*;

use super::file_menu::use_file_menu;
use crate::actions::use_actions;
use crate::document::{OpenFile, problem, use_documents};
use crate::files::use_files;
use crate::gallery::GalleryList;
use crate::outline::OutlinePane;
use crate::settings::{RailTab, use_settings};
use crate::widgets::button::Button;
use crate::widgets::dynamic::{list, live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::counted;
use crate::widgets::tabs::{Tab, TabList};

/// Shows files, outline or examples.
#[component]
pub fn Rail() -> impl IntoView {
    let settings = use_settings();
    let shown = settings.rail_tab;
    let tabs = RailTab::ALL.map(|it| Tab::new(it.label())).to_vec();
    let place = move || RailTab::ALL.iter().position(|it| *it == shown.get());
    let pick = move |idx: usize| {
        if let Some(tab) = RailTab::ALL.get(idx) {
            shown.set(*tab);
        }
    };
    view! {
        <aside class="rail" aria-label="Files and outline">
            <div class="rail__head">
                <TabList
                    label="Rail"
                    tabs=Signal::stored(tabs)
                    shown=Signal::derive(place)
                    on_pick=pick
                />
            </div>
            <div class="rail__body" role="tabpanel" aria-label=live(move || shown.get().label())>
                {part(move || match shown.get() {
                    RailTab::Files => view! { <FileList /> }.into_any(),
                    RailTab::Outline => view! { <OutlinePane /> }.into_any(),
                    RailTab::Examples => {
                        view! {
                            <div class="rail__examples">
                                <GalleryList />
                            </div>
                        }
                            .into_any()
                    }
                })}
            </div>
        </aside>
    }
}

/// Lists the open files with their states.
#[component]
fn FileList() -> impl IntoView {
    let documents = use_documents();
    let actions = use_actions();
    let run = move |id: &'static str| Callback::new(move |()| actions.run(id));
    view! {
        <div class="files">
            <ul class="files__list">
                {list(
                    move || documents.files.get(),
                    |file| file.uri.clone(),
                    |file| view! { <FileRow file=file /> },
                )}
            </ul>
            <div class="files__actions">
                <Button label="New file…" icon=Icon::NewFile on_press=run("file.new") />
                <Button label="Open file…" icon=Icon::Open on_press=run("file.open") />
            </div>
        </div>
    }
}

#[component]
fn FileRow(file: Arc<OpenFile>) -> impl IntoView {
    let file_menu = use_file_menu();
    let documents = use_documents();
    let files = use_files();
    let id = file.id;
    let is_shown = Memo::new(move |_| documents.active.get().is_some_and(|it| it.id == id));
    let language = file.language.clone();
    let problems = file.problems.clone();
    let worst = Memo::new(move |_| {
        let counts = problem::count(&problems.read());
        let all = Severity::ALL.into_iter().zip(counts);
        all.into_iter().find(|(severity, n)| *severity != Severity::Hint && *n > 0)
    });
    let is_modified = file.is_modified.clone();
    let close = format!("Close {}", file.name);
    view! {
        <li
            class="files__row"
            class:files__row--shown=is_shown
            on:contextmenu=move |event| file_menu.open(id, &event)
        >
            <button
                type="button"
                class="files__open"
                aria-current=live(move || is_shown.get().then_some("true"))
                on:click=move |_| documents.show(id)
            >
                <span class="files__name" title=file.name.clone()>{file.name.clone()}</span>
                <span class="files__detail">
                    {part(move || documents.language_title(&language.get()))}
                    {part(move || is_modified.get().then_some(" · not saved"))}
                </span>
            </button>
            {part(move || {
                worst
                    .get()
                    .map(|(severity, n)| {
                        view! {
                            <span
                                class="files__problems"
                                data-severity=severity.word()
                                title=counted(n, severity.word())
                            >
                                {n}
                            </span>
                        }
                    })
            })}
            <button
                type="button"
                class="button button--bare files__close"
                aria-label=close
                on:click=move |_| files.close(id)
            >
                <IconView icon=Icon::Close />
            </button>
        </li>
    }
}
