//! Closing of files, after asking about unsaved changes.

use std::sync::Arc;

use leptos::prelude::*;

use super::save::encoded;
use super::{FileControl, last_part};
use crate::document::{FileId, OpenFile, drafts};
use crate::open_dialog::Dialog;
use crate::platform::changes::{self, Watch};
use crate::platform::files;
use crate::widgets::prose::counted;
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

    /// Closes files whose texts have all that was meant for them. Of one question about them all or none are closed.
    fn close_settled(self, meant: Vec<Arc<OpenFile>>) {
        let ids: Vec<FileId> = meant.iter().map(|it| it.id).collect();
        if meant.iter().any(|it| it.is_modified.get_untracked()) {
            self.dialogs.open(Dialog::CloseModified(ids));
        } else {
            self.documents.close_all(&ids);
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
        // The person was told that the browser keeps them.
        if self.documents.are_kept() && !files.iter().any(|it| drafts::is_unkept(it.id)) {
            leptos::task::spawn_local(self.say_unkept(ids));
        }
    }

    /// Tells of files that were just closed if the browser does not keep them all, and offers to download one.
    pub(super) async fn say_unkept(self, ids: Vec<FileId>) {
        let ids = drafts::unkept_closed(&ids).await;
        // One that was opened again meanwhile is not lost.
        let lost: Vec<_> =
            ids.into_iter().filter_map(|id| self.documents.closed_text(id)).collect();
        let (text, action) = match lost.as_slice() {
            [] => return,
            [(name, text, encoding)] => {
                let (name, bytes) = (name.clone(), encoded(text, *encoding).0);
                let said = format!(
                    "The browser did not take `{name}` among the closed files, so it is gone once you leave the page."
                );
                let download = Callback::new(move |()| {
                    if !files::download(last_part(&name), &bytes) {
                        self.toasts.complain("The browser refused the download.");
                    }
                });
                (said, Some(("Download".to_owned(), download)))
            }
            all => {
                let said = format!(
                    "The browser did not take {} among the closed files, so they are gone once you leave the page.",
                    counted(all.len(), "file")
                );
                (said, Some(("Reopen".to_owned(), self.reopen)))
            }
        };
        self.toasts.show(Toast { kind: ToastKind::Error, text, action });
    }
}
