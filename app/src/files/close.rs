//! Closing of files, after asking about unsaved changes.

use std::sync::Arc;

use leptos::prelude::*;

use super::FileControl;
use crate::document::{FileId, OpenFile};
use crate::open_dialog::Dialog;
use crate::platform::changes::{self, Watch};
use crate::widgets::toast::{Toast, ToastKind};

impl FileControl {
    /// Closes a file; asks first if it has unsaved changes.
    pub fn close(self, id: FileId) {
        self.close_where(|it| it == id);
    }

    /// Closes files; asks first about those with unsaved changes.
    pub fn close_where(self, is_meant: impl Fn(FileId) -> bool) {
        let files = self.documents.files.get_untracked();
        let meant: Vec<_> = files.into_iter().filter(|it| is_meant(it.id)).collect();
        let watch = Watch::begin();
        if !changes::ask_for_half_typed() {
            return self.close_settled(meant);
        }
        // What a field has just been given belongs to the text that is closed.
        leptos::task::spawn_local(async move {
            if watch.ends_soon().await {
                return self.close_settled(meant);
            }
            self.toasts
                .complain("Nothing was closed: a change that you made before is not in the text.");
        });
    }

    /// Closes files whose texts have all that was meant for them.
    fn close_settled(self, meant: Vec<Arc<OpenFile>>) {
        let (modified, saved): (Vec<_>, Vec<_>) =
            meant.into_iter().partition(|it| it.is_modified.get_untracked());
        let saved: Vec<FileId> = saved.iter().map(|it| it.id).collect();
        self.documents.close_all(&saved);
        if !modified.is_empty() {
            let ids = modified.iter().map(|it| it.id).collect();
            self.dialogs.open(Dialog::CloseModified(ids));
        }
    }

    /// Closes files whatever changes they have, and offers to open them again: a browser does not
    /// tell whether a file that it downloaded was really saved.
    pub fn close_now(self, files: &[Arc<OpenFile>]) {
        let ids: Vec<FileId> = files.iter().map(|it| it.id).collect();
        self.documents.close_all(&ids);
        let text = match files {
            [file] => format!("`{}` was closed.", file.name),
            _ => format!("{} files were closed.", files.len()),
        };
        self.toasts.show(Toast {
            kind: ToastKind::Info,
            text,
            action: Some(("Reopen".to_owned(), self.reopen)),
        });
    }
}
