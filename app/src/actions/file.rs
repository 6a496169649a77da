//! Actions on files.

use super::action::{Action, ActionGroup, always, has_file};
use super::shortcut::{alt, ctrl, ctrl_shift, shift_alt};
use crate::dialogs;
use crate::document::StorageState;
use crate::open_dialog::Dialog;
use crate::widgets::icon::Icon;
use crate::workbench::Workbench;
use bobbin_protocol::ViewKind;
use leptos::prelude::*;

pub(super) const ACTIONS: &[Action] = &[
    Action {
        id: "file.new",
        label: "New file…",
        group: ActionGroup::File,
        icon: Some(Icon::NewFile),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.dialogs.open(Dialog::NewFile),
    },
    Action {
        id: "file.open",
        label: "Open file…",
        group: ActionGroup::File,
        icon: Some(Icon::Open),
        shortcuts: &[ctrl("o")],
        enabled: always,
        run: |workbench| workbench.files.pick(),
    },
    Action {
        id: "file.openFolder",
        label: "Open folder…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.files.pick_folder(),
    },
    Action {
        id: "file.examples",
        label: "Examples…",
        group: ActionGroup::File,
        icon: Some(Icon::Examples),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.dialogs.open(Dialog::Examples),
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
                workbench.files.save(&file);
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
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                workbench.files.save_as(&file);
            }
        },
    },
    Action {
        id: "file.saveAll",
        label: "Download all files as a zip",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.files.download_all(),
    },
    Action {
        id: "file.rename",
        label: "Rename file…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                workbench.dialogs.open(Dialog::Name { id: file.id, is_copy: false });
            }
        },
    },
    Action {
        id: "file.move",
        label: "Move file to folder…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                workbench.dialogs.open(Dialog::MoveFile(file.id));
            }
        },
    },
    Action {
        id: "file.duplicate",
        label: "Duplicate file",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                workbench.files.duplicate(file.id);
            }
        },
    },
    Action {
        id: "file.delete",
        label: "Delete file",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                workbench.files.delete(&[file.id]);
            }
        },
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
                workbench.files.download_binary(file, compressed);
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
                workbench.files.download_binary(file, true);
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
        run: |workbench| workbench.files.describe_machine(),
    },
    Action {
        id: "file.convert",
        label: "Convert…",
        group: ActionGroup::File,
        icon: Some(Icon::Replace),
        shortcuts: &[],
        enabled: |workbench| !workbench.conversions.offered().is_empty(),
        run: |workbench| workbench.dialogs.open(Dialog::Convert),
    },
    Action {
        id: "file.compare",
        label: "Compare with another open file…",
        group: ActionGroup::File,
        icon: Some(Icon::Compare),
        shortcuts: &[],
        enabled: |workbench| !dialogs::partners(workbench.documents).is_empty(),
        run: |workbench| workbench.dialogs.open(Dialog::Compare),
    },
    Action {
        id: "file.environment",
        label: "Environment…",
        group: ActionGroup::File,
        icon: Some(Icon::Environment),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.dialogs.open(Dialog::Environment),
    },
    Action {
        id: "file.language",
        label: "Change language…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.dialogs.open(Dialog::Language),
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
                workbench.files.close(file.id);
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
            workbench.files.close_where(|it| Some(it) != shown);
        },
    },
    Action {
        id: "file.closeAll",
        label: "Close all files",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.files.close_where(|_| true),
    },
    Action {
        id: "file.reopen",
        label: "Reopen closed file",
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
        run: |workbench| workbench.dialogs.open(Dialog::ClosedFiles),
    },
    Action {
        id: "file.includes",
        label: "Show includes…",
        group: ActionGroup::File,
        icon: Some(Icon::Include),
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.dialogs.open(Dialog::Includes),
    },
    Action {
        id: "file.versions",
        label: "Versions of this file…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: |workbench| {
            has_file(workbench) && workbench.documents.storage.with(|it| *it == StorageState::Open)
        },
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                workbench.dialogs.open(Dialog::Versions(file.id));
            }
        },
    },
    Action {
        id: "file.link",
        label: "Copy link to this file",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.sharing.copy_file(),
    },
    Action {
        id: "file.linkAll",
        label: "Copy link to all open files",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_several,
        run: |workbench| workbench.sharing.copy_all(),
    },
    Action {
        id: "file.markdown",
        label: "Copy text as Markdown",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.sharing.copy_markdown(),
    },
    Action {
        id: "file.next",
        label: "Next file",
        group: ActionGroup::File,
        icon: None,
        // The browser leaves Ctrl+Tab to an installed app alone.
        shortcuts: &[alt("pagedown"), ctrl("tab")],
        enabled: has_several,
        run: |workbench| workbench.documents.show_neighbour(1),
    },
    Action {
        id: "file.previous",
        label: "Previous file",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[alt("pageup"), ctrl_shift("tab")],
        enabled: has_several,
        run: |workbench| workbench.documents.show_neighbour(-1),
    },
    Action {
        id: "file.moveLeft",
        label: "Move tab left",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[ctrl_shift("pageup")],
        enabled: has_several,
        run: |workbench| shift(workbench, -1),
    },
    Action {
        id: "file.moveRight",
        label: "Move tab right",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[ctrl_shift("pagedown")],
        enabled: has_several,
        run: |workbench| shift(workbench, 1),
    },
];

fn shift(workbench: Workbench, step: isize) {
    if let Some(file) = workbench.documents.shown() {
        workbench.documents.shift(file.id, step);
    }
}

pub(super) fn has_bytes(workbench: Workbench) -> bool {
    workbench.documents.offered_views().contains(&ViewKind::Bytes)
}

fn has_several(workbench: Workbench) -> bool {
    workbench.documents.files.with(|it| it.len() > 1)
}
