//! The actions on an open file: a menu at its tab and at its row in the list.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

use crate::document::FileId;
use crate::files::{FileControl, use_files};
use crate::open_dialog::{Dialog, Dialogs, use_dialogs};
use crate::widgets::dynamic::part;
use crate::widgets::icon::Icon;
use crate::widgets::menu::{MenuItem, MenuList};

/// The approximate size of the menu, in pixels.
const SIZE: (f64, f64) = (220.0, 262.0);

/// A requested menu and its place.
#[derive(Debug, Clone, Copy, PartialEq)]
struct FileMenuAt {
    id: FileId,
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

    /// Opens the menu of a file at the pointer, or at the file's tab if it was opened by key.
    pub fn open(self, id: FileId, event: &MouseEvent) {
        event.prevent_default();
        let at = FileMenuAt { id, x: f64::from(event.client_x()), y: f64::from(event.client_y()) };
        self.shown.set(Some(at));
    }
}

fn items(files: FileControl, dialogs: Dialogs, id: FileId) -> Vec<MenuItem> {
    let item = |label: &str, icon: Option<Icon>, run: Callback<()>| MenuItem {
        label: label.to_owned(),
        detail: String::new(),
        about: String::new(),
        icon,
        is_checked: None,
        run,
    };
    let rename = Callback::new(move |()| dialogs.open(Dialog::Name { id, is_copy: false }));
    let save_as = Callback::new(move |()| {
        if let Some(file) = files.documents.by_id(id) {
            files.save_as(&file);
        }
    });
    let save = Callback::new(move |()| {
        if let Some(file) = files.documents.by_id(id) {
            files.save(&file);
        }
    });
    let close = Callback::new(move |()| files.close(id));
    let close_others = Callback::new(move |()| files.close_where(move |it| it != id));
    let close_all = Callback::new(move |()| files.close_where(|_| true));
    vec![
        item("Save", Some(Icon::Save), save),
        item("Save as…", None, save_as),
        item("Rename…", None, rename),
        item("Versions…", None, Callback::new(move |()| dialogs.open(Dialog::Versions(id)))),
        item("Close", Some(Icon::Close), close),
        item("Close others", None, close_others),
        item("Close all", None, close_all),
    ]
}

/// Shows the menu, if it is requested.
#[component]
pub fn FileMenu() -> impl IntoView {
    let files = use_files();
    let dialogs = use_dialogs();
    let asked = use_file_menu().shown;
    part(move || {
        let FileMenuAt { id, x, y } = asked.get()?;
        let (width, height) = crate::platform::window::size();
        let left = x.min(width - SIZE.0 - 8.0).max(8.0);
        let top = y.min(height - SIZE.1 - 8.0).max(8.0);
        Some(view! {
            <div
                class="file-menu"
                style:left=format!("{left:.0}px")
                style:top=format!("{top:.0}px")
            >
                <MenuList
                    items=items(files, dialogs, id)
                    label="This file"
                    close=move |()| asked.set(None)
                    leave=Callback::new(move |()| asked.set(None))
                />
            </div>
        })
    })
}
