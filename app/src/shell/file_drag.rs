//! Files and folders that are dragged: over the list into folders, over the tabs into another order.

use leptos::ev::DragEvent;
use leptos::prelude::*;

use crate::document::FileId;
use crate::files::{FileControl, in_folder, last_part, tree};
use crate::platform::files as platform_files;

/// A thing that is dragged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dragged {
    File(FileId),
    Folder(String),
}

/// The drag that is under way, if there is one.
#[derive(Clone, Copy)]
pub struct FileDrag {
    dragged: RwSignal<Option<Dragged>>,
    /// The folder under the pointer, or the tab.
    pub over: RwSignal<Option<Over>>,
}

/// A place that takes what is dragged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Over {
    /// A folder by its path; empty for that of all files.
    Folder(String),
    /// In the place of a tab.
    Tab(FileId),
}

/// Returns the drag of the page.
#[must_use]
pub fn use_file_drag() -> FileDrag {
    expect_context()
}

impl FileDrag {
    #[must_use]
    pub fn new() -> FileDrag {
        FileDrag { dragged: RwSignal::new(None), over: RwSignal::new(None) }
    }

    /// Begins to drag something of the page.
    pub fn start(self, event: &DragEvent, what: Dragged) {
        event.stop_propagation();
        platform_files::carry(event);
        self.dragged.set(Some(what));
    }

    /// Ends the drag, wherever it was dropped.
    pub fn end(self) {
        self.dragged.set(None);
        self.over.set(None);
    }

    /// Lets a folder take what is dragged, if it is somewhere else now.
    pub fn hover_folder(self, event: &DragEvent, files: FileControl, folder: &str) {
        let place = Over::Folder(folder.to_owned());
        let fits = self.dragged.with_untracked(|it| match it {
            Some(Dragged::File(id)) => {
                let file = files.documents.by_id(*id);
                file.is_some_and(|it| it.name != in_folder(folder, last_part(&it.name)))
            }
            Some(Dragged::Folder(path)) => {
                let is_inside = folder == path || tree::is_inside(path, folder);
                !is_inside && *path != in_folder(folder, last_part(path))
            }
            None => false,
        });
        self.hover(event, fits.then_some(place));
    }

    /// Lets a file take the place of a tab.
    pub fn hover_tab(self, event: &DragEvent, id: FileId) {
        let fits = self
            .dragged
            .with_untracked(|it| matches!(it, Some(Dragged::File(dragged)) if *dragged != id));
        self.hover(event, fits.then_some(Over::Tab(id)));
    }

    fn hover(self, event: &DragEvent, place: Option<Over>) {
        if self.dragged.with_untracked(Option::is_none) {
            return;
        }
        event.stop_propagation();
        if place.is_some() {
            // Without that the browser does not drop here.
            event.prevent_default();
        }
        if self.over.with_untracked(|it| *it != place) {
            self.over.set(place);
        }
    }

    /// Drops what is dragged at the place under the pointer.
    pub fn drop(self, event: &DragEvent, files: FileControl) {
        let (Some(what), Some(over)) = (self.dragged.get_untracked(), self.over.get_untracked())
        else {
            return;
        };
        event.prevent_default();
        event.stop_propagation();
        self.end();
        match (what, over) {
            (Dragged::File(id), Over::Folder(folder)) => files.move_to(id, &folder),
            (Dragged::Folder(path), Over::Folder(folder)) => {
                files.rename_folder(&path, &in_folder(&folder, last_part(&path)));
            }
            (Dragged::File(id), Over::Tab(other)) => {
                files.documents.place_at(id, other);
            }
            (Dragged::Folder(_), Over::Tab(_)) => {}
        }
    }
}
