//! The open files as tabs.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::file_menu;
use crate::document::OpenFile;
use crate::platform::dom;
use crate::widgets::dynamic::{list, live};
use crate::widgets::icon::{Icon, IconView};
use crate::workbench::use_workbench;

/// A tab per open file. Del closes the one in focus.
#[component]
pub fn FileTabs() -> impl IntoView {
    let workbench = use_workbench();
    let documents = workbench.documents;
    let on_key = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            "Delete" => {
                event.prevent_default();
                if let Some(file) = documents.shown() {
                    workbench.close_file(file.id);
                }
                return;
            }
            _ => return,
        };
        event.prevent_default();
        dom::focus_sibling(&event, "tab", step as i32);
        documents.show_neighbour(step);
    };
    view! {
        <div class="file-tabs" role="tablist" aria-label="Open files" on:keydown=on_key>
            {list(
                move || documents.files.get(),
                |file| file.uri.clone(),
                |file| view! { <FileTab file=file /> },
            )}
        </div>
    }
}

#[component]
fn FileTab(file: Arc<OpenFile>) -> impl IntoView {
    let workbench = use_workbench();
    let id = file.id;
    let is_shown =
        Memo::new(move |_| workbench.documents.active.get().is_some_and(|it| it.id == id));
    let is_modified = file.is_modified.clone();
    let is_modified = Memo::new(move |_| is_modified.get());
    let name = file.name.clone();
    let label = {
        let name = name.clone();
        move || if is_modified.get() { format!("{name}, not saved") } else { name.clone() }
    };
    view! {
        <button
            type="button"
            class="file-tab"
            class:file-tab--shown=is_shown
            class:file-tab--modified=is_modified
            role="tab"
            aria-selected=live(move || if is_shown.get() { "true" } else { "false" })
            aria-label=label
            tabindex=live(move || if is_shown.get() { "0" } else { "-1" })
            title=name.clone()
            on:click=move |_| workbench.documents.show(id)
            on:contextmenu=move |event| file_menu::open(workbench, id, &event)
            on:auxclick=move |event| {
                if event.button() == 1 {
                    event.prevent_default();
                    workbench.close_file(id);
                }
            }
        >
            <span class="file-tab__name">{name.clone()}</span>
            // Keys have Del and Alt+W; a button inside a tab would confuse screen readers.
            <span
                class="file-tab__close"
                aria-hidden="true"
                title="Close"
                on:click=move |event| {
                    event.stop_propagation();
                    workbench.close_file(id);
                }
            >
                <span class="file-tab__dot"></span>
                <IconView icon=Icon::Close />
            </span>
        </button>
    }
}
