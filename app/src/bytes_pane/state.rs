//! State shared by the parts of the pane, and the changes they make to it.

use std::collections::BTreeSet;

use bobbin_protocol::DecodeFault;
use leptos::prelude::*;

use super::model::Model;
use super::whose::Own;
use crate::document::byte_edits::{self, ByteEdit};
use crate::document::{DocumentStore, Editing, commands};
use crate::files::FileControl;
use crate::navigation::Navigation;
use crate::platform::editor::Focus;
use crate::widgets::toast::Toasts;

/// A stretch of bytes: offset and length.
pub type Stretch = (u32, u32);

/// State shared by the parts of the pane.
#[derive(Clone, Copy)]
pub struct BytesState {
    pub documents: DocumentStore,
    pub toasts: Toasts,
    pub navigation: Navigation,
    pub editing: Editing,
    pub files: FileControl,
    pub model: Memo<Model>,
    /// Set while the shown bytes are those of the file that was opened.
    pub own: Memo<Option<Own>>,
    /// The place where the shown bytes cannot be read on.
    pub fault: Memo<Option<DecodeFault>>,
    /// The part under the pointer, by its index.
    pub hovered: RwSignal<Option<usize>>,
    /// The part that was pressed, by its index.
    pub selected: RwSignal<Option<usize>>,
    /// The bytes that the text at the caret compiles to.
    pub lit: Memo<Vec<Stretch>>,
    /// The parts that are not as they are at first.
    pub toggled: RwSignal<BTreeSet<String>>,
    /// The byte where marking began.
    pub anchor: RwSignal<u32>,
    /// The byte that the keyboard is at; marking ends here.
    pub cursor: RwSignal<u32>,
    /// The marked bytes; at least one, as long as there are bytes.
    pub marked: Memo<Stretch>,
    /// The byte to bring into view.
    pub goal: RwSignal<Option<u32>>,
    /// The first digit of a byte that is being written.
    pub digit: RwSignal<Option<u8>>,
    /// The number whose bits were changed last, by its offset, as long as the bytes may not have it.
    pub asked_word: StoredValue<Option<(u32, u64)>>,
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

    /// Selects the part that the text at the caret makes, and leaves the text as it is.
    pub fn follow(self, (offset, len): Stretch) {
        let part = self.model.with_untracked(|model| {
            // The innermost: what is around it may be as long, and is nobody's text.
            let exact = model.parts.iter().rposition(|it| (it.offset, it.len) == (offset, len));
            exact.or_else(|| model.part_at(offset))
        });
        let Some(part) = part.filter(|_| len > 0) else { return };
        self.digit.set(None);
        self.goal.set(None);
        self.toggled.update(|it| self.model.with_untracked(|model| model.open_around(part, it)));
        self.selected.set(Some(part));
        self.anchor.set(offset);
        self.cursor.set(offset + len - 1);
    }

    /// Goes to the place where the bytes cannot be read on, or to the last byte before it.
    pub fn go_to_fault(self) {
        let Some(fault) = self.fault.get_untracked() else { return };
        let n_bytes = self.model.with_untracked(|it| it.bytes.len() as u32);
        let Some(last) = n_bytes.checked_sub(1) else { return };
        self.mark(fault.offset.min(last), 1);
    }

    /// Returns why no byte can be written; tracked.
    pub fn why_fixed(self) -> Option<&'static str> {
        if self.fault.with(Option::is_some) {
            return Some(
                "Nothing was changed: the file is damaged, so no text makes these bytes. Edit the text \
                 instead; its bytes are shown from then on.",
            );
        }
        self.own.get().is_some_and(|it| !it.is_mapped).then_some(
            "Nothing was changed: these are the file's own bytes, and they are not mapped to the \
             text. Edit the text instead; its bytes are shown from then on.",
        )
    }

    /// Changes the text so that it makes these bytes, and keeps a record of that.
    pub fn write(self, offset: u32, bytes: &[u8]) {
        self.write_or(offset, bytes, || ());
    }

    /// Changes the text like [`Self::write`], and calls `on_refused` if it does not take these bytes.
    pub fn write_or(self, offset: u32, bytes: &[u8], on_refused: impl FnOnce() + 'static) {
        let Some(file) = self.documents.shown() else { return };
        if let Some(why) = untrack(|| self.why_fixed()) {
            return self.toasts.complain(why);
        }
        let is_big_endian = self.own.get_untracked().is_some_and(|it| it.is_big_endian);
        let (place, before, after, n_bytes) = self.model.with_untracked(|it| {
            let range = offset as usize..(offset as usize + bytes.len()).min(it.bytes.len());
            let before = it.bytes.get(range).unwrap_or_default();
            let written = |bytes: &[u8]| match is_big_endian {
                true => it.little_endian(offset, bytes),
                false => (offset, bytes.to_vec()),
            };
            let (place, after) = written(bytes);
            (place, written(before).1, after, it.bytes.len())
        });
        leptos::task::spawn_local(async move {
            match commands::write_bytes(&file, place, &after).await {
                Ok(done) if done.lines.is_empty() => {}
                Ok(done) => file.views.byte_edits.update(|edits| {
                    let (version, lines) = (done.version, done.lines);
                    let edit = ByteEdit { offset: place, before, after, lines, version, n_bytes };
                    byte_edits::note(edits, edit);
                }),
                Err(refused) => {
                    self.asked_word.set_value(None);
                    self.editing.show_refusal(&file, refused);
                    on_refused();
                }
            }
        });
    }

    pub fn stretch(self, part: Option<usize>) -> Option<Stretch> {
        self.model.with(|model| model.parts.get(part?).map(|it| (it.offset, it.len)))
    }
}
