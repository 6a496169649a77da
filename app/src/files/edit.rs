//! Duplicates of files, and files that are deleted.

use std::sync::Arc;

use leptos::prelude::*;

use super::FileControl;
use crate::document::{FileId, OpenFile, drafts};
use crate::platform::disk::{self, WayToSave};
use crate::widgets::prose::counted;
use crate::widgets::toast::{Toast, ToastKind};

impl FileControl {
    /// Opens a copy of a file beside it, under a name that is free.
    pub fn duplicate(self, id: FileId) {
        let Some(file) = self.documents.by_id(id) else { return };
        let Some(text) = file.text() else { return };
        let copy = self.documents.open(file.sibling(text));
        copy.is_compressed.set(file.is_compressed.get_untracked());
        self.documents.place_behind(copy.id, id);
        self.toasts.say(format!("`{}` is a copy of `{}`.", copy.name, file.name));
    }

    /// Takes files away; they stay among the closed ones, and one press brings them back as they were.
    pub fn delete(self, ids: &[FileId]) {
        let files: Vec<Arc<OpenFile>> =
            ids.iter().filter_map(|id| self.documents.by_id(*id)).collect();
        if files.is_empty() {
            return;
        }
        let is_kept = self.documents.are_kept() && !files.iter().any(|it| drafts::is_unkept(it.id));
        if !is_kept && files.iter().any(|it| it.is_modified.get_untracked()) {
            // Nothing keeps what is deleted here, so the user is asked.
            let ids: Vec<FileId> = files.iter().map(|it| it.id).collect();
            return self.close_where(|it| ids.contains(&it));
        }
        let order: Vec<FileId> =
            self.documents.files.with_untracked(|all| all.iter().map(|it| it.id).collect());
        let ids: Vec<FileId> = files.iter().map(|it| it.id).collect();
        let is_on_disk = |uri| disk::way_to_save(uri, false) == WayToSave::InPlace;
        let n_on_disk = files.iter().filter(|it| is_on_disk(&it.uri)).count();
        self.documents.close_all(&ids);
        let what = match files.as_slice() {
            [file] if n_on_disk > 0 => {
                format!("`{}` was taken out of Bobbin; the file on disk stays.", file.name)
            }
            [file] => format!("`{}` was deleted.", file.name),
            all if n_on_disk > 0 => {
                format!(
                    "{} were taken out of Bobbin; files on disk stay.",
                    counted(all.len(), "file")
                )
            }
            all => format!("{} were deleted.", counted(all.len(), "file")),
        };
        let is_one = files.len() == 1;
        // The message outlives the menu that it comes from, so nothing of it may belong to that.
        leptos::task::spawn_local(async move {
            let closed = ids.clone();
            let undo = Callback::new(move |()| {
                let (ids, order) = (ids.clone(), order.clone());
                leptos::task::spawn_local(self.bring_back(ids, order));
            });
            let toast = |stay: &str| {
                let stay = if is_one { stay.to_owned() } else { in_plural(stay) };
                Toast {
                    kind: ToastKind::Info,
                    text: format!("{what} {stay}"),
                    action: Some(("Undo".to_owned(), undo)),
                }
            };
            // Who has slipped takes it back at once; the storage may take seconds to answer.
            let is_refused = RwSignal::new(false);
            let tell_kept = || {
                let kept = toast("“Recently closed files” keeps it for 30 days.");
                let closed = closed.clone();
                let is_true = move || {
                    let is_back =
                        |files: &Vec<Arc<OpenFile>>| files.iter().any(|it| closed.contains(&it.id));
                    !is_refused.get() && !self.documents.files.with(is_back)
                };
                self.toasts.show_while(kept, is_true);
            };
            if is_kept {
                tell_kept();
            }
            let lost = drafts::unkept_closed(&closed).await;
            if lost.is_empty() {
                // Of one that was not kept before, it is known only now.
                if !is_kept {
                    tell_kept();
                }
            } else {
                is_refused.set(true);
                let gone = match lost.len() {
                    n if n == closed.len() => "It is gone once you leave the page.".to_owned(),
                    1 => "1 of them is gone once you leave the page.".to_owned(),
                    n => format!("{n} of them are gone once you leave the page."),
                };
                self.toasts.show(toast(&gone));
                if is_kept {
                    self.say_unkept(closed).await;
                }
            }
        });
    }

    /// Says that a closed file cannot be opened again, since another tab has it.
    pub fn say_taken(self, name: &str) {
        self.toasts
            .complain(format!("`{name}` is not closed any more: another tab has opened it."));
    }

    /// Opens deleted files again with their history, each in its place.
    async fn bring_back(self, ids: Vec<FileId>, order: Vec<FileId>) {
        let stored = drafts::closed().await;
        for id in ids {
            let row = drafts::row_of_closed(id);
            let own_row = row.filter(|it| *it == id.0.to_string());
            let entry = stored.iter().find(|it| Some(&it.id) == own_row.as_ref()).cloned();
            if let Some(entry) = entry {
                // What cannot be read there is still here as it was closed.
                let _ = drafts::reopen(self.documents, entry).await;
            }
            self.documents.reopen_one(id);
            self.documents.place_as_in(id, &order);
        }
    }
}

fn in_plural(sentence: &str) -> String {
    sentence.replace("keeps it", "keeps them").replace("It is gone", "They are gone")
}
