//! Saving all texts with changes.

use std::cell::Cell;
use std::sync::Arc;

use leptos::prelude::*;

use super::FileControl;
use super::save::{Attempt, Saving, is_saving};
use crate::document::{FileId, OpenFile};
use crate::open_dialog::Dialog;
use crate::platform::disk::{self, WayToSave};
use crate::platform::window::{self, A_MOMENT};
use crate::widgets::prose::{counted, listed};

thread_local! {
    /// True while all texts are being saved, or one of the questions is still to be answered.
    static IS_AT_WORK: Cell<bool> = const { Cell::new(false) };
}

impl FileControl {
    /// Saves all texts with changes where they are on disk. One that is nowhere yet is saved as ever; of several the
    /// browser may download only the first, without saying so, so the user is told instead.
    ///
    /// One that cannot be saved keeps none of the others from it, and what there is to ask is asked in the end.
    pub fn save_changed(self) {
        // Another run would ask the same again.
        if IS_AT_WORK.replace(true) {
            return;
        }
        let changed = self.documents.files.get_untracked();
        let changed = changed.into_iter().filter(|it| it.is_modified.get_untracked());
        let (in_place, elsewhere): (Vec<_>, Vec<_>) =
            changed.partition(|it| disk::way_to_save(&it.uri, false) == WayToSave::InPlace);
        leptos::task::spawn_local(async move {
            let is_nothing = in_place.is_empty() && elsewhere.is_empty();
            let mut asking = Vec::new();
            let mut saved = Vec::new();
            for file in in_place {
                let _saving = Saving::begin();
                match self.attempt(&file, file.encoding.get_untracked()).await {
                    Attempt::Asks(_) => asking.push(file.id),
                    Attempt::SavedInPlace(place) => saved.push((file, place)),
                    other => _ = self.tell(&file, other),
                }
            }
            let n_saved = saved.len();
            match saved.pop() {
                Some((file, place)) if n_saved == 1 => {
                    self.tell(&file, Attempt::SavedInPlace(place));
                }
                Some(_) => {
                    let files = counted(n_saved, "file");
                    self.toasts.answer(format!("{files} were saved in place."));
                }
                None => {}
            }
            match elsewhere.as_slice() {
                [] if is_nothing => self.toasts.answer("No file has unsaved changes."),
                [] => {}
                [file] => {
                    if self.save_unless_asked(file).await.is_some() {
                        asking.push(file.id);
                    }
                }
                all => {
                    self.toasts.complain(format!(
                        "{} were not saved: they have no place on disk under these names. Save each of them once, or download all files as a zip.",
                        quoted(all)
                    ));
                }
            }
            self.ask_one_by_one(asking).await;
            IS_AT_WORK.set(false);
        });
    }

    /// Saves a text, or says why it is not saved; returns what has to be asked first.
    async fn save_unless_asked(self, file: &Arc<OpenFile>) -> Option<Dialog> {
        let _saving = Saving::begin();
        match self.attempt(file, file.encoding.get_untracked()).await {
            Attempt::Asks(dialog) => Some(dialog),
            other => {
                self.tell(file, other);
                None
            }
        }
    }

    /// Asks about files, each time the one before is done with, and tells of those that are not saved after all.
    async fn ask_one_by_one(self, ids: Vec<FileId>) {
        let unsaved_one =
            |id: &FileId| self.documents.by_id(*id).filter(|it| it.is_modified.get_untracked());
        for id in &ids {
            self.all_answered().await;
            // It may be gone by now, or saved, or need no question any more.
            let Some(file) = unsaved_one(id) else { continue };
            if let Some(dialog) = self.save_unless_asked(&file).await {
                self.dialogs.open(dialog);
            }
        }
        self.all_answered().await;
        let unsaved: Vec<_> = ids.iter().filter_map(unsaved_one).collect();
        match unsaved.len() {
            0 => {}
            1 => self.toasts.complain(format!("{} was not saved.", quoted(&unsaved))),
            _ => self.toasts.complain(format!("{} were not saved.", quoted(&unsaved))),
        }
    }

    /// Waits until no dialog is open, and what the last one asked for is done.
    async fn all_answered(self) {
        while self.dialogs.is_any_open() || is_saving() {
            window::pause(A_MOMENT).await;
        }
    }
}

fn quoted(files: &[Arc<OpenFile>]) -> String {
    let names: Vec<&str> = files.iter().map(|it| it.name.as_str()).collect();
    listed(&names)
}
