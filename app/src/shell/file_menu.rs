//! The actions on an open file: a menu at its tab and at its row in the list.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

use crate::document::{FileId, files};
use crate::widgets::dynamic::part;
use crate::widgets::icon::Icon;
use crate::widgets::menu::{MenuItem, MenuList};
use crate::workbench::{Dialog, Workbench, use_workbench};

/// The approximate size of the menu, in pixels.
const SIZE: (f64, f64) = (220.0, 230.0);

/// A requested menu and its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FileMenuAt {
    id: FileId,
    x: f64,
    y: f64,
}

/// Opens the menu of a file at the pointer, or at the file's tab if it was opened by key.
pub fn open(workbench: Workbench, id: FileId, event: &MouseEvent) {
    event.prevent_default();
    let at = FileMenuAt { id, x: f64::from(event.client_x()), y: f64::from(event.client_y()) };
    workbench.file_menu.set(Some(at));
}

fn items(workbench: Workbench, id: FileId) -> Vec<MenuItem> {
    let item = |label: &str, icon: Option<Icon>, run: Callback<()>| MenuItem {
        label: label.to_owned(),
        detail: String::new(),
        about: String::new(),
        icon,
        is_checked: None,
        run,
    };
    let ask = move |is_copy: bool| {
        Callback::new(move |()| workbench.dialog.set(Some(Dialog::Name { id, is_copy })))
    };
    let save = Callback::new(move |()| {
        if let Some(file) = workbench.documents.by_id(id) {
            files::save(workbench, &file);
        }
    });
    let close = Callback::new(move |()| workbench.close_file(id));
    let close_others = Callback::new(move |()| workbench.close_files(move |it| it != id));
    let close_all = Callback::new(move |()| workbench.close_files(|_| true));
    vec![
        item("Save", Some(Icon::Save), save),
        item("Save as…", None, ask(true)),
        item("Rename…", None, ask(false)),
        item("Close", Some(Icon::Close), close),
        item("Close others", None, close_others),
        item("Close all", None, close_all),
    ]
}

/// Shows the menu, if it is requested.
#[component]
pub fn FileMenu() -> impl IntoView {
    let workbench = use_workbench();
    let asked = workbench.file_menu;
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
                    items=items(workbench, id)
                    label="This file"
                    close=move |()| asked.set(None)
                    leave=Callback::new(move |()| asked.set(None))
                />
            </div>
        })
    })
}
