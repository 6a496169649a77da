//! The open files as tabs, and as a list of all where the tabs do not fit.

use std::collections::BTreeMap;
use std::sync::Arc;

use bobbin_sorting::Gathering as _;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::file_drag::{Dragged, Over, use_file_drag};
use super::file_menu::{About, use_file_menu};
use crate::actions::use_actions;
use crate::document::{DocumentStore, FileId, OpenFile, use_documents};
use crate::files::{last_part, tree, use_files};
use crate::following::{effect, memo};
use crate::platform::{dom, editor};
use crate::settings::{Side, Split, use_settings};
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, list, live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::menu::{Menu, MenuItem};
use crate::widgets::segments::{Segment, Segments};

/// Shows a tab per open file, and a menu of all files once they do not fit. Delete closes the
/// focused one.
#[component]
pub fn FileTabs() -> impl IntoView {
    let files = use_files();
    let documents = use_documents();
    let settings = use_settings();
    let row = NodeRef::<html::Div>::new();
    let size = dom::size_of(row);
    let is_overflowing = RwSignal::new(false);
    // The shown tab stays visible, whatever comes and goes beside it.
    effect(move || {
        documents.active.track();
        documents.files.track();
        size.track();
        request_animation_frame(move || {
            let Some(Some(row)) = row.try_get_untracked() else { return };
            let is_now = dom::overflows(&row);
            if is_overflowing.try_get_untracked().is_some_and(|it| it != is_now) {
                is_overflowing.set(is_now);
            }
            dom::reveal_inside(&row, ".file-tab--shown");
        });
    });
    let on_key = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            "Delete" => {
                event.prevent_default();
                if let Some(file) = documents.shown() {
                    files.close(file.id);
                }
                return;
            }
            _ => return,
        };
        event.prevent_default();
        dom::focus_sibling(&event, "tab", step as i32);
        documents.show_neighbour(step);
    };
    let folders = memo(move |_| {
        let files = documents.files.get();
        let names: Vec<String> = files.iter().map(|it| it.name.clone()).collect();
        let ids = files.iter().map(|it| it.id);
        ids.zip(tree::telling_folders(&names)).gather::<BTreeMap<_, _>>()
    });
    view! {
        <div class="file-row" on:dblclick=move |_| settings.toggle_maximised(Side::Text)>
        <div
            class="file-tabs"
            role="tablist"
            aria-label="Open files"
            node_ref=row
            on:keydown=on_key
            on:wheel=|event| dom::scroll_sideways(&event)
        >
            {list(
                move || documents.files.get(),
                |file| file.uri.clone(),
                move |file| view! { <FileTab file=file folders=folders /> },
            )}
        </div>
        <When when=is_overflowing>
            <div class="file-list">
                <Menu
                    label=Signal::derive(move || {
                        format!("All {} files", documents.files.with(Vec::len))
                    })
                    icon=Signal::stored(Some(Icon::ChevronDown))
                    is_bare=true
                    items=Callback::new(move |()| all_files(documents))
                />
            </div>
        </When>
        <When when=move || !settings.is_narrow.get()>
            <Room />
        </When>
        </div>
    }
}

/// Chooses the panes that are shown, and how they share the room.
#[component]
fn Room() -> impl IntoView {
    let settings = use_settings();
    let actions = use_actions();
    const SIDES: [Option<Side>; 3] = [Some(Side::Text), None, Some(Side::View)];
    let segments = ["Text", "Both", "View"].map(Segment::new).into_iter().collect::<Vec<_>>();
    let picked = move || SIDES.iter().position(|it| *it == settings.alone());
    let on_pick = move |idx: usize| {
        if let Some(side) = SIDES.get(idx) {
            settings.maximise(*side);
        }
    };
    view! {
        <div class="room" on:dblclick=|event| event.stop_propagation()>
            <Segments
                label="Visible panes"
                segments=segments
                picked=Signal::derive(picked)
                on_pick=on_pick
            />
            <Button
                label=Signal::derive(move || {
                    match settings.split.get() {
                        Split::Beside => "Move the view below the text".to_owned(),
                        Split::Below => "Move the view beside the text".to_owned(),
                    }
                })
                icon=Icon::Split
                is_bare=true
                on_press=move |()| actions.run("view.split")
            />
            <Button
                label=Signal::derive(move || {
                    match settings.is_view_away.get() {
                        false => "Move the view to a window of its own".to_owned(),
                        true => "Bring the view back".to_owned(),
                    }
                })
                icon=Icon::Window
                is_bare=true
                on_press=move |()| actions.run("view.window")
            />
        </div>
    }
}

/// Returns the open files as menu items.
fn all_files(documents: DocumentStore) -> Vec<MenuItem> {
    let shown = documents.shown().map(|it| it.id);
    let item = |file: &Arc<OpenFile>| {
        let id = file.id;
        let is_modified = file.is_modified.get_untracked();
        MenuItem {
            label: file.name.clone(),
            detail: if is_modified { "not saved".to_owned() } else { String::new() },
            about: String::new(),
            icon: None,
            is_checked: Some(shown == Some(id)),
            run: Callback::new(move |()| documents.show(id)),
        }
    };
    documents.files.with_untracked(|files| files.iter().map(item).collect())
}

/// Keeps the browser from what it does with the middle button, which closes a file here.
fn only_closes(event: &web_sys::MouseEvent) {
    if event.button() == 1 {
        event.prevent_default();
    }
}

/// Shows the tab of a file. Of `folders` it says those that tell it from another file of its name.
#[component]
fn FileTab(file: Arc<OpenFile>, folders: Memo<BTreeMap<FileId, String>>) -> impl IntoView {
    let file_menu = use_file_menu();
    let drag = use_file_drag();
    let documents = use_documents();
    let files = use_files();
    let settings = use_settings();
    let id = file.id;
    let is_shown = memo(move |_| documents.active.get().is_some_and(|it| it.id == id));
    let is_modified = file.is_modified.clone();
    let is_modified = memo(move |_| is_modified.get());
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
            class:file-tab--over=live(move || drag.over.with(|it| *it == Some(Over::Tab(id))))
            draggable="true"
            on:dragstart=move |event| drag.start(&event, Dragged::File(id))
            on:dragend=move |_| drag.end()
            on:dragover=move |event| drag.hover_tab(&event, id)
            on:drop=move |event| drag.drop(&event, files)
            on:click=move |event| {
                documents.show(id);
                // What is typed now is for the text, if that can be seen. By keys one stays in the row, and under fingers the
                // text would call for the keyboard of the screen.
                if event.detail() > 0 && !settings.is_touched.get_untracked() {
                    editor::run_command("focus");
                }
            }
            on:contextmenu=move |event| file_menu.open(About::File(id), &event)
            // Where the middle button pastes, it would into the text that has the keyboard.
            on:mousedown=|event| only_closes(&event)
            on:mouseup=|event| only_closes(&event)
            on:auxclick=move |event| {
                if event.button() == 1 {
                    event.prevent_default();
                    files.close(id);
                }
            }
        >
            <span class="file-tab__name">{last_part(&name).to_owned()}</span>
            {part(move || {
                let folder = folders.with(|it| it.get(&id).cloned()).unwrap_or_default();
                (!folder.is_empty())
                    .then(|| view! { <span class="file-tab__folder" aria-hidden="true">{folder}</span> })
            })}
            // Keyboard users have Delete and Alt+W; a button inside a tab would confuse screen
            // readers.
            <span
                class="file-tab__close"
                aria-hidden="true"
                title="Close"
                on:click=move |event| {
                    event.stop_propagation();
                    files.close(id);
                }
            >
                <span class="file-tab__dot"></span>
                <IconView icon=Icon::Close />
            </span>
        </button>
    }
}
