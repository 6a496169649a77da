//! What the parts of the pane share, and what they do to it.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::model::Model;
use super::whose::Own;
use crate::document::{DocumentStore, Editing, commands};
use crate::files::Files;
use crate::navigation::Navigation;
use crate::platform::editor::Focus;
use crate::widgets::toast::Toasts;

/// A stretch of bytes: offset and length.
pub type Stretch = (u32, u32);

/// What the parts of the pane share.
#[derive(Clone, Copy)]
pub struct BytesState {
    pub documents: DocumentStore,
    pub toasts: Toasts,
    pub navigation: Navigation,
    pub editing: Editing,
    pub files: Files,
    pub model: Memo<Model>,
    /// Set while the shown bytes are those of the file that was opened.
    pub own: Memo<Option<Own>>,
    /// The part under the pointer, by its index.
    pub hovered: RwSignal<Option<usize>>,
    /// The part that was pressed, by its index.
    pub selected: RwSignal<Option<usize>>,
    /// What the text at the caret made.
    pub lit: Memo<Vec<Stretch>>,
    /// The parts that are not as they are at first.
    pub toggled: RwSignal<BTreeSet<String>>,
    /// Where marking began.
    pub anchor: RwSignal<u32>,
    /// The byte that the keyboard is at; marking ends here.
    pub cursor: RwSignal<u32>,
    /// The marked bytes; at least one, as long as there are bytes.
    pub marked: Memo<Stretch>,
    /// The byte to bring into view.
    pub goal: RwSignal<Option<u32>>,
    /// The first digit of a byte that is being written.
    pub digit: RwSignal<Option<u8>>,
}

impl BytesState {
    pub fn hover(self, part: Option<usize>) {
        if self.hovered.get_untracked() != part {
            self.hovered.set(part);
            let source = part.and_then(|it| self.model.with_untracked(|model| model.source_of(it)));
            self.navigation.light_text(source.as_slice());
        }
    }

    pub fn select(self, part: usize) {
        self.goal.set(None);
        self.selected.set(Some(part));
        if let Some((offset, len)) = self.stretch(Some(part)).filter(|(_, len)| *len > 0) {
            self.anchor.set(offset);
            self.cursor.set(offset + len - 1);
        }
        if let Some(source) = self.model.with_untracked(|model| model.source_of(part)) {
            self.navigation.select_text(source, Focus::Stays);
        }
    }

    /// Marks bytes, selects what they belong to, and brings them into view.
    pub fn mark(self, offset: u32, len: u32) {
        self.digit.set(None);
        let part = self.model.with_untracked(|it| it.part_at(offset));
        if let Some(part) = part {
            self.toggled
                .update(|it| self.model.with_untracked(|model| model.open_around(part, it)));
            self.select(part);
        }
        self.anchor.set(offset);
        self.cursor.set(offset + len.saturating_sub(1));
        self.goal.set(Some(offset));
    }

    /// Changes the text so that it makes these bytes.
    pub fn write(self, offset: u32, bytes: &[u8]) {
        let Some(file) = self.documents.shown() else { return };
        let bytes = bytes.to_vec();
        let (offset, bytes) = match self.own.get_untracked() {
            None => (offset, bytes),
            Some(Own { is_mapped: true, is_big_endian }) => self.model.with_untracked(|it| {
                if is_big_endian { it.little_endian(offset, &bytes) } else { (offset, bytes) }
            }),
            Some(_) => {
                return self.toasts.complain(
                    "Nothing was changed: these are the bytes of the file, and there is no map from them \
                     to the text. Change the text; its bytes are shown from then on.",
                );
            }
        };
        leptos::task::spawn_local(async move {
            if let Err(refused) = commands::write_bytes(&file, offset, &bytes).await {
                self.editing.show_refusal(&file, refused);
            }
        });
    }

    pub fn stretch(self, part: Option<usize>) -> Option<Stretch> {
        self.model.with(|model| model.parts.get(part?).map(|it| (it.offset, it.len)))
    }
}
