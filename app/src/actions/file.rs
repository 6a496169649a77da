//! Actions on files.

use super::action::{ActionGroup, Row, always, has_file};
use super::shortcut::{alt, ctrl, ctrl_shift, shift_alt};
use crate::dialogs;
use crate::document::StorageState;
use crate::open_dialog::Dialog;
use crate::widgets::icon::Icon;
use crate::workbench::Workbench;
use bobbin_protocol::ViewKind;
use leptos::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "file.new",
        label: "New file…",
        group: ActionGroup::File,
        icon: Some(Icon::NewFile),
        shortcuts: &[],
        enabled: always,
        run: ask_for_new,
    },
    Row {
        id: "file.open",
        label: "Open file…",
        group: ActionGroup::File,
        icon: Some(Icon::Open),
        shortcuts: &[ctrl("o")],
        enabled: always,
        run: pick,
    },
    Row {
        id: "file.openFolder",
        label: "Open folder…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: always,
        run: pick_folder,
    },
    Row {
        id: "file.examples",
        label: "Examples…",
        group: ActionGroup::File,
        icon: Some(Icon::Examples),
        shortcuts: &[],
        enabled: always,
        run: show_examples,
    },
    Row {
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
    Row {
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
    Row {
        id: "file.saveAndClose",
        label: "Save text and close file",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| {
            if let Some(file) = workbench.documents.shown() {
                workbench.files.save_and_close(&file, Vec::new());
            }
        },
    },
    Row {
        id: "file.saveChanged",
        label: "Save all changed files",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.files.save_changed(),
    },
    Row {
        id: "file.saveAll",
        label: "Download all files as a zip",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.files.download_all(),
    },
    Row {
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
    Row {
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
    Row {
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
    Row {
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
    Row {
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
    Row {
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
    Row {
        id: "file.describe",
        label: "Describe this machine…",
        group: ActionGroup::File,
        icon: Some(Icon::NewFile),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.files.describe_machine(),
    },
    Row {
        id: "file.convert",
        label: "Convert…",
        group: ActionGroup::File,
        icon: Some(Icon::Replace),
        shortcuts: &[],
        enabled: |workbench| !workbench.conversions.offered().is_empty(),
        run: |workbench| workbench.dialogs.open(Dialog::Convert),
    },
    Row {
        id: "file.compare",
        label: "Compare with another open file…",
        group: ActionGroup::File,
        icon: Some(Icon::Compare),
        shortcuts: &[],
        enabled: |workbench| !dialogs::partners(workbench.documents).is_empty(),
        run: |workbench| workbench.dialogs.open(Dialog::Compare),
    },
    Row {
        id: "file.environment",
        label: "Environment…",
        group: ActionGroup::File,
        icon: Some(Icon::Environment),
        shortcuts: &[],
        enabled: always,
        run: |workbench| workbench.dialogs.open(Dialog::Environment),
    },
    Row {
        id: "file.language",
        label: "Change language…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.dialogs.open(Dialog::Language),
    },
    Row {
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
    Row {
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
    Row {
        id: "file.closeAll",
        label: "Close all files",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.files.close_where(|_| true),
    },
    Row {
        id: "file.reopen",
        label: "Reopen closed file",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[shift_alt("w")],
        enabled: |workbench| workbench.documents.closed.with_value(|it| !it.is_empty()),
        run: |workbench| workbench.documents.reopen(),
    },
    Row {
        id: "file.closed",
        label: "Recently closed files…",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: |workbench| workbench.documents.storage.with(|it| *it == StorageState::Open),
        run: |workbench| workbench.dialogs.open(Dialog::ClosedFiles),
    },
    Row {
        id: "file.includes",
        label: "Show includes…",
        group: ActionGroup::File,
        icon: Some(Icon::Include),
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.dialogs.open(Dialog::Includes),
    },
    Row {
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
    Row {
        id: "file.link",
        label: "Copy link to this file",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.sharing.copy_file(),
    },
    Row {
        id: "file.linkAll",
        label: "Copy link to all open files",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_several,
        run: |workbench| workbench.sharing.copy_all(),
    },
    Row {
        id: "file.markdown",
        label: "Copy text as Markdown",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[],
        enabled: has_file,
        run: |workbench| workbench.sharing.copy_markdown(),
    },
    Row {
        id: "file.next",
        label: "Next file",
        group: ActionGroup::File,
        icon: None,
        // The browser leaves Ctrl+Tab to an installed app alone.
        shortcuts: &[alt("pagedown"), ctrl("tab")],
        enabled: has_several,
        run: |workbench| workbench.documents.show_neighbour(1),
    },
    Row {
        id: "file.previous",
        label: "Previous file",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[alt("pageup"), ctrl_shift("tab")],
        enabled: has_several,
        run: |workbench| workbench.documents.show_neighbour(-1),
    },
    Row {
        id: "file.moveLeft",
        label: "Move tab left",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[ctrl_shift("pageup")],
        enabled: has_several,
        run: |workbench| shift(workbench, -1),
    },
    Row {
        id: "file.moveRight",
        label: "Move tab right",
        group: ActionGroup::File,
        icon: None,
        shortcuts: &[ctrl_shift("pagedown")],
        enabled: has_several,
        run: |workbench| shift(workbench, 1),
    },
];

pub(super) fn ask_for_new(workbench: Workbench) {
    workbench.dialogs.open(Dialog::NewFile);
}

pub(super) fn pick(workbench: Workbench) {
    workbench.files.pick();
}

pub(super) fn pick_folder(workbench: Workbench) {
    workbench.files.pick_folder();
}

pub(super) fn show_examples(workbench: Workbench) {
    workbench.dialogs.open(Dialog::Examples);
}

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
