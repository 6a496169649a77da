//! Actions on files.

use super::shortcut::{alt, ctrl, ctrl_shift, shift_alt};
use super::{Action, ActionGroup, always, has_file};
use crate::conversion;
use crate::dialogs;
use crate::document::drafts::{self, StorageState};
use crate::document::files;
use crate::widgets::icon::Icon;
use crate::workbench::{Dialog, Workbench};
use bobbin_protocol::ViewKind;
use leptos::prelude::*;
use std::sync::Arc;

pub(super) const ACTIONS: &[Action] = &[
    Action {
        id: "file.new",
        label: "New file…",
        group: ActionGroup::File,
        icon: Some(Icon::NewFile),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.dialog.set(Some(Dialog::NewFile)),
    },
    Action {
        id: "file.open",
        label: "Open file…",
        group: ActionGroup::File,
        icon: Some(Icon::Open),
        shortcuts: &[ctrl("o")],
        enabled: always,
        run: files::pick,
    },
    Action {
        id: "file.examples",
        label: "Examples…",
        group: ActionGroup::File,
        icon: Some(Icon::Examples),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.dialog.set(Some(Dialog::Examples)),
    },
    Action {
        id: "file.save",
        label: "Save text",
        group: ActionGroup::File,
        icon: Some(Icon::Save),
        shortcuts: &[ctrl("s")],
        enabled: has_file,
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                files::save(workbench, &file);
            }
        },
    },
    Action {
        id: "file.saveAs",
        label: "Save text as…",
        group: ActionGroup::File,
        icon: Some(Icon::Save),
        shortcuts: &[ctrl_shift("s")],
        enabled: has_file,
        run: |workbench| ask_name(workbench, true),
    },
    Action {
        id: "file.rename",
        label: "Rename file…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| ask_name(workbench, false),
    },
    Action {
        id: "file.download",
        label: "Download binary",
        group: ActionGroup::File,
        icon: Some(Icon::Download),
        shortcuts: &[],
        enabled: has_bytes,
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                let compressed = file.is_compressed.get_untracked();
                files::download_binary(workbench, file, compressed);
            }
        },
    },
    Action {
        id: "file.downloadCompressed",
        label: "Download binary, compressed",
        group: ActionGroup::File,
        icon: Some(Icon::Download),
        shortcuts: &[],
        enabled: has_bytes,
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                files::download_binary(workbench, file, true);
            }
        },
    },
    Action {
        id: "file.describe",
        label: "Describe this machine…",
        group: ActionGroup::File,
        icon: Some(Icon::NewFile),
        shortcuts: &[],
        enabled: always,
        run: files::describe_machine,
    },
    Action {
        id: "file.convert",
        label: "Convert…",
        group: ActionGroup::File,
        icon: Some(Icon::Replace),
        shortcuts: &[],
        enabled: |workbench| !conversion::offered(workbench).is_empty(),
        run: |workbench| workbench.dialog.set(Some(Dialog::Convert)),
    },
    Action {
        id: "file.compare",
        label: "Compare with another open file…",
        group: ActionGroup::File,
        icon: Some(Icon::Compare),
        shortcuts: &[],
        enabled: |workbench| !dialogs::partners(workbench).is_empty(),
        run: |workbench| workbench.dialog.set(Some(Dialog::Compare)),
    },
    Action {
        id: "file.environment",
        label: "Environment…",
        group: ActionGroup::File,
        icon: Some(Icon::Environment),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.dialog.set(Some(Dialog::Environment)),
    },
    Action {
        id: "file.language",
        label: "Change language…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.dialog.set(Some(Dialog::Language)),
    },
    Action {
        id: "file.close",
        label: "Close file",
        group: ActionGroup::File,
        icon: Some(Icon::Close),
        shortcuts: &[alt("w")],
        enabled: has_file,
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                workbench.close_file(file.id);
            }
        },
    },
    Action {
        id: "file.closeOthers",
        label: "Close other files",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_several,
        run: |workbench| {
            let shown = workbench.documents.shown().map(|it| it.id);
            workbench.close_files(|it| Some(it) != shown);
        },
    },
    Action {
        id: "file.closeAll",
        label: "Close all files",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.close_files(|_| true),
    },
    Action {
        id: "file.reopen",
        label: "Open closed file again",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[shift_alt("w")],
        enabled: |workbench| workbench.documents.closed.with_value(|it| !it.is_empty()),
        run: |workbench| workbench.documents.reopen(),
    },
    Action {
        id: "file.closed",
        label: "Recently closed files…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: |workbench| workbench.documents.storage.with(|it| *it == StorageState::Open),
        run: show_closed,
    },
    Action {
        id: "file.next",
        label: "Next file",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[alt("pagedown")],
        enabled: has_several,
        run: |workbench| workbench.documents.show_neighbour(1),
    },
    Action {
        id: "file.previous",
        label: "Previous file",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[alt("pageup")],
        enabled: has_several,
        run: |workbench| workbench.documents.show_neighbour(-1),
    },
];

fn show_closed(workbench: Workbench) {
    leptos::task::spawn_local(async move {
        let files = drafts::closed().await;
        workbench.dialog.set(Some(Dialog::ClosedFiles(Arc::new(files))));
    });
}

fn ask_name(workbench: Workbench, is_copy: bool) {
    if let Some(file) = workbench.documents.shown() {
        workbench.dialog.set(Some(Dialog::Name { id: file.id, is_copy }));
    }
}

pub(super) fn has_bytes(workbench: Workbench) -> bool {
    workbench.documents.offered_views().contains(&ViewKind::Bytes)
}

fn has_several(workbench: Workbench) -> bool {
    workbench.documents.files.with(|it| it.len() > 1)
}
