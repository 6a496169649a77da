//! The open files by folder, in the rail.

use std::sync::Arc;

use bobbin_protocol::Severity;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::file_drag::{Dragged, FileDrag, Over, use_file_drag};
use super::file_menu::{About, use_file_menu};
use crate::actions::use_actions;
use crate::document::{OpenFile, use_documents};
use crate::files::tree::{self, TreeRow};
use crate::files::{FileControl, folder_of, last_part, use_files};
use crate::following::memo;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::dom;
use crate::settings::use_settings;
use crate::widgets::aria::aria;
use crate::widgets::button::Button;
use crate::widgets::dynamic::{When, list, live, part};
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::counted;

/// A row with its folder or file.
#[derive(Clone)]
enum Row {
    Folder { path: String, depth: usize },
    File { file: Arc<OpenFile>, depth: usize },
}

impl Row {
    fn key(&self) -> String {
        match self {
            Row::Folder { path, .. } => format!("folder {path}"),
            Row::File { file, .. } => file.uri.clone(),
        }
    }
}

/// Lists the open files by folder, with their states.
#[component]
pub fn FileList() -> impl IntoView {
    let documents = use_documents();
    let actions = use_actions();
    let files = use_files();
    let drag = use_file_drag();
    let folded = use_settings().folded_folders;
    let rows = move || {
        let files = documents.files.get();
        let names: Vec<String> = files.iter().map(|it| it.name.clone()).collect();
        let rows = tree::rows(&names, &folded.read()).into_iter();
        let rows = rows.filter_map(|it| match it {
            TreeRow::Folder { path, depth, .. } => Some(Row::Folder { path, depth }),
            TreeRow::File { idx, depth } => {
                Some(Row::File { file: files.get(idx)?.clone(), depth })
            }
        });
        rows.collect::<Vec<Row>>()
    };
    // One row is reached with Tab: that of the shown file, or the first.
    let stop = memo(move |_| {
        let rows = rows();
        let shown = documents.active.get().map(|it| it.uri.clone());
        let found = rows.iter().map(Row::key).find(|it| Some(it) == shown.as_ref());
        found.or_else(|| rows.first().map(Row::key))
    });
    let run = move |id: &'static str| Callback::new(move |()| actions.run(id));
    let is_over = move || drag.over.with(|it| *it == Some(Over::Folder(String::new())));
    view! {
        <div class="files">
            <When when=Signal::derive(move || documents.files.with(|it| !it.is_empty()))>
                <div
                    class="files__tree"
                    class:files__tree--over=is_over
                    role="tree"
                    aria-label="Open files"
                    on:keydown=|event| step(&event)
                    on:dragover=move |event| drag.hover_folder(&event, files, "")
                    on:drop=move |event| drag.drop(&event, files)
                >
                    {list(
                        rows,
                        Row::key,
                        move |row| {
                            let key = row.key();
                            let is_stop = memo(move |_| stop.with(|it| it.as_ref() == Some(&key)));
                            match row {
                                Row::Folder { path, depth } => {
                                    view! { <FolderRow path=path depth=depth is_stop=is_stop /> }
                                        .into_any()
                                }
                                Row::File { file, depth } => {
                                    view! { <FileRow file=file depth=depth is_stop=is_stop /> }
                                        .into_any()
                                }
                            }
                        },
                    )}
                </div>
            </When>
            <div class="files__actions">
                <Button label="New file…" icon=Icon::NewFile on_press=run("file.new") />
                <Button label="Open file…" icon=Icon::Open on_press=run("file.open") />
                <When when=Signal::derive(move || documents.files.with(|it| !it.is_empty()))>
                    <Button label="Includes…" icon=Icon::Include on_press=run("file.includes") />
                </When>
            </div>
        </div>
    }
}

const ROW: &str = "[role=treeitem]";

/// Moves the focus from row to row.
fn step(event: &KeyboardEvent) {
    match event.key().as_str() {
        "ArrowDown" => dom::focus_neighbour(event, ROW, 1),
        "ArrowUp" => dom::focus_neighbour(event, ROW, -1),
        "Home" => dom::focus_end(event, ROW, false),
        "End" => dom::focus_end(event, ROW, true),
        _ => return,
    }
    event.prevent_default();
}

/// Returns the space in front of a row.
fn indent(depth: usize) -> String {
    format!("{}px", 2 + depth * 14)
}

#[component]
fn FolderRow(path: String, depth: usize, is_stop: Memo<bool>) -> impl IntoView {
    let file_menu = use_file_menu();
    let files = use_files();
    let dialogs = use_dialogs();
    let drag = use_file_drag();
    let folded = use_settings().folded_folders;
    let path = StoredValue::new(path);
    let is_open = memo(move |_| path.with_value(|it| !folded.read().contains(it)));
    let toggle = move || {
        let path = path.get_value();
        folded.update(|all| {
            if !all.remove(&path) {
                all.insert(path);
            }
        });
    };
    let on_key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "Enter" | " " => toggle(),
            "ArrowRight" if !is_open.get_untracked() => toggle(),
            "ArrowLeft" if is_open.get_untracked() => toggle(),
            "ArrowRight" => dom::focus_next_row(&event),
            "ArrowLeft" => dom::focus_row_around(&event),
            "F2" => dialogs.open(Dialog::RenameFolder(path.get_value())),
            "Delete" => delete_folder(files, &path.get_value()),
            _ => return,
        }
        event.prevent_default();
    };
    let is_over = move || {
        drag.over.with(|over| {
            path.with_value(|path| matches!(over, Some(Over::Folder(it)) if it == path))
        })
    };
    let name = path.with_value(|it| last_part(it).to_owned());
    let label = format!("Folder {name}");
    view! {
        <div
            class="files__row files__row--folder"
            class:files__row--over=live(is_over)
            role="treeitem"
            {..aria("aria-level", (depth + 1).to_string())}
            aria-expanded=live(move || if is_open.get() { "true" } else { "false" })
            aria-label=label
            tabindex=live(move || if is_stop.get() { "0" } else { "-1" })
            draggable="true"
            style:padding-left=indent(depth)
            title=path.get_value()
            on:click=move |_| toggle()
            on:keydown=on_key
            on:contextmenu=move |event| file_menu.open(About::Folder(path.get_value()), &event)
            on:dragstart=move |event| drag.start(&event, Dragged::Folder(path.get_value()))
            on:dragend=move |_| drag.end()
            on:dragover=move |event| path.with_value(|it| drag.hover_folder(&event, files, it))
            on:drop=move |event| drag.drop(&event, files)
        >
            <span class="files__twist twist" class:twist--open=is_open>
                <IconView icon=Icon::ChevronRight />
            </span>
            <span class="files__name">{name}</span>
        </div>
    }
}

/// Takes all files in a folder away.
fn delete_folder(files: FileControl, path: &str) {
    let inside = files.documents.files.get_untracked();
    let inside = inside.iter().filter(|it| tree::is_inside(path, &it.name)).map(|it| it.id);
    files.delete(&inside.collect::<Vec<_>>());
}

#[component]
fn FileRow(file: Arc<OpenFile>, depth: usize, is_stop: Memo<bool>) -> impl IntoView {
    let file_menu = use_file_menu();
    let documents = use_documents();
    let files = use_files();
    let dialogs = use_dialogs();
    let drag: FileDrag = use_file_drag();
    let id = file.id;
    let is_shown = memo(move |_| documents.active.get().is_some_and(|it| it.id == id));
    let folder = StoredValue::new(folder_of(&file.name).to_owned());
    let on_key = move |event: KeyboardEvent| {
        if dom::is_in(&event, "button") {
            return;
        }
        match event.key().as_str() {
            "Enter" | " " => documents.show(id),
            "ArrowLeft" => dom::focus_row_around(&event),
            "F2" => dialogs.open(Dialog::Name { id, is_copy: false }),
            "Delete" => files.delete(&[id]),
            _ => return,
        }
        event.prevent_default();
    };
    let name = last_part(&file.name).to_owned();
    let of_worst = file.clone();
    let worst = memo(move |_| {
        let all = Severity::ALL.into_iter().zip(of_worst.problem_counts());
        all.into_iter().find(|(severity, n)| *severity != Severity::Hint && *n > 0)
    });
    let worst_words = move || worst.get().map(|(severity, n)| counted(n, severity.word()));
    view! {
        <div
            class="files__row"
            class:files__row--shown=is_shown
            role="treeitem"
            {..aria("aria-level", (depth + 1).to_string())}
            aria-selected=live(move || if is_shown.get() { "true" } else { "false" })
            aria-label=file.name.clone()
            {..aria("aria-description", live(worst_words))}
            tabindex=live(move || if is_stop.get() { "0" } else { "-1" })
            draggable="true"
            style:padding-left=indent(depth)
            title=file.name.clone()
            on:click=move |_| documents.show(id)
            on:keydown=on_key
            on:contextmenu=move |event| file_menu.open(About::File(id), &event)
            on:dragstart=move |event| drag.start(&event, Dragged::File(id))
            on:dragend=move |_| drag.end()
            on:dragover=move |event| folder.with_value(|it| drag.hover_folder(&event, files, it))
            on:drop=move |event| drag.drop(&event, files)
        >
            <span class="files__open">
                <span class="files__name">{name}</span>
                <FileState file=file.clone() />
            </span>
            {part(move || {
                worst.get().map(|(severity, n)| {
                    view! {
                        <span
                            class="files__problems"
                            data-severity=severity.word()
                            title=worst_words()
                        >
                            {n}
                        </span>
                    }
                })
            })}
            <button
                type="button"
                class="button button--bare files__close"
                aria-label=format!("Close {}", file.name)
                tabindex="-1"
                on:click=move |event| {
                    event.stop_propagation();
                    files.close(id);
                }
            >
                <IconView icon=Icon::Close />
            </button>
        </div>
    }
}

/// Shows the language of a file, and that it is not saved.
#[component]
fn FileState(file: Arc<OpenFile>) -> impl IntoView {
    let documents = use_documents();
    let language = file.language.clone();
    let is_modified = file.is_modified.clone();
    view! {
        <span class="files__detail">
            {part(move || documents.language_title(&language.get()))}
            {part(move || is_modified.get().then_some(" · not saved"))}
        </span>
    }
}
