//! The actions on an open file, at its tab and at its row in the list, and those on a folder.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

use crate::document::FileId;
use crate::files::{FileControl, tree, use_files};
use crate::open_dialog::{Dialog, Dialogs, use_dialogs};
use crate::platform::dom;
use crate::touch::TOUCH;
use crate::widgets::dynamic::part;
use crate::widgets::icon::Icon;
use crate::widgets::menu::{MenuItem, MenuList};

/// The approximate width of the menu, in pixels.
const WIDTH: f64 = 220.0;

/// The elements from which a menu is asked for.
const PLACES: &str = ".file-tabs, .rail";

/// The approximate height of one of its items.
const ITEM_HEIGHT: f64 = 35.0;

/// The thing that a menu is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    File(FileId),
    /// A folder, by its path.
    Folder(String),
}

/// A requested menu and its place.
#[derive(Debug, Clone, PartialEq)]
struct FileMenuAt {
    about: About,
    x: f64,
    y: f64,
}

/// The menu of a file, which is open or not.
#[derive(Clone, Copy)]
pub struct FileMenuControl {
    shown: RwSignal<Option<FileMenuAt>>,
}

/// Returns the way to the menu of a file.
#[must_use]
pub fn use_file_menu() -> FileMenuControl {
    expect_context()
}

impl FileMenuControl {
    #[must_use]
    pub fn new() -> FileMenuControl {
        FileMenuControl { shown: RwSignal::new(None) }
    }

    /// Opens a menu at the pointer, or at the file's tab or row if it was opened by key.
    pub fn open(self, about: About, event: &MouseEvent) {
        event.prevent_default();
        event.stop_propagation();
        let at =
            FileMenuAt { about, x: f64::from(event.client_x()), y: f64::from(event.client_y()) };
        self.shown.set(Some(at));
        // What shows it is in this part, which is otherwise fetched when the page is idle.
        TOUCH.run(|| {});
    }
}

fn item(label: &str, icon: Option<Icon>, run: impl Fn() + Send + Sync + 'static) -> MenuItem {
    MenuItem {
        label: label.to_owned(),
        detail: String::new(),
        about: String::new(),
        icon,
        is_checked: None,
        run: Callback::new(move |()| run()),
    }
}

fn file_items(files: FileControl, dialogs: Dialogs, id: FileId) -> Vec<MenuItem> {
    let save = move || {
        if let Some(file) = files.documents.by_id(id) {
            files.save(&file);
        }
    };
    let save_as = move || {
        if let Some(file) = files.documents.by_id(id) {
            files.save_as(&file);
        }
    };
    let rename = move || dialogs.open(Dialog::Name { id, is_copy: false });
    vec![
        item("Save", Some(Icon::Save), save),
        item("Save as…", None, save_as),
        item("Rename…", None, rename),
        item("Move to folder…", None, move || dialogs.open(Dialog::MoveFile(id))),
        item("Duplicate", None, move || files.duplicate(id)),
        item("Versions…", None, move || dialogs.open(Dialog::Versions(id))),
        item("Delete", None, move || files.delete(&[id])),
        item("Close", Some(Icon::Close), move || files.close(id)),
        item("Close others", None, move || files.close_where(move |it| it != id)),
        item("Close all", None, move || files.close_where(|_| true)),
    ]
}

fn folder_items(files: FileControl, dialogs: Dialogs, path: &str) -> Vec<MenuItem> {
    let inside = {
        let path = path.to_owned();
        move || -> Vec<FileId> {
            let files = files.documents.files.get_untracked();
            let inside = files.iter().filter(|it| tree::is_inside(&path, &it.name));
            inside.map(|it| it.id).collect()
        }
    };
    let (closed, deleted) = (inside.clone(), inside);
    let (new, renamed) = (path.to_owned(), path.to_owned());
    vec![
        item("New file here…", Some(Icon::NewFile), move || {
            dialogs.open(Dialog::NewFileIn(new.clone()));
        }),
        item("Rename folder…", None, move || {
            dialogs.open(Dialog::RenameFolder(renamed.clone()));
        }),
        item("Delete all files in it", None, move || files.delete(&deleted())),
        item("Close all files in it", Some(Icon::Close), move || {
            let inside = closed();
            files.close_where(|it| inside.contains(&it));
        }),
    ]
}

/// Shows the menu, if it is requested.
#[component]
pub fn FileMenu() -> impl IntoView {
    let files = use_files();
    let dialogs = use_dialogs();
    let asked = use_file_menu().shown;
    // It was asked for before this part of the page was here. Whoever has gone elsewhere does not want it any more.
    if asked.with_untracked(Option::is_some) && !dom::has_keys_inside(PLACES) {
        asked.set(None);
    }
    part(move || {
        let FileMenuAt { about, x, y } = asked.get()?;
        let (items, label) = match about {
            About::File(id) => (file_items(files, dialogs, id), "This file"),
            About::Folder(path) => (folder_items(files, dialogs, &path), "This folder"),
        };
        let (width, height) = crate::platform::window::size();
        let left = x.min(width - WIDTH - 8.0).max(8.0);
        let top = y.min(height - items.len() as f64 * ITEM_HEIGHT - 24.0).max(8.0);
        Some(view! {
            <div
                class="file-menu"
                style:left=format!("{left:.0}px")
                style:top=format!("{top:.0}px")
            >
                <MenuList
                    items=items
                    label=label
                    close=move |()| asked.set(None)
                    leave=Callback::new(move |()| asked.set(None))
                />
            </div>
        })
    })
}
