//! Links that carry files: copying one, and opening what one carries beside the user's own files.

use std::sync::Arc;

use bobbin_protocol::{KeyValue, Position, Range, ViewKind};
use leptos::prelude::*;

use crate::document::left_behind::left_behind;
use crate::document::store::NewFile;
use crate::document::views::choose;
use crate::document::{DocumentStore, OpenFile, Target};
use crate::following::effect;
use crate::navigation::Navigation;
use crate::open_dialog::{Dialog, Dialogs};
use crate::platform::editor::Focus;
use crate::platform::exports::{self, word_of};
use crate::platform::frame;
use crate::platform::links::{
    self, FileToShare, Picked, ReadLink, Select, Shared, SharedFile, ToShare,
};
use crate::widgets::prose::grouped;
use crate::widgets::toast::{Toast, ToastKind, Toasts};

/// The longest link that mail programs, chats and issue trackers are known to leave whole.
const SAFE_LENGTH: usize = 8000;

/// The ways to share files.
#[derive(Clone, Copy)]
pub struct Sharing {
    pub documents: DocumentStore,
    pub navigation: Navigation,
    pub toasts: Toasts,
    pub dialogs: Dialogs,
}

/// Returns the ways to share files.
#[must_use]
pub fn use_sharing() -> Sharing {
    expect_context()
}

impl Sharing {
    /// Copies a link that carries the shown file.
    pub fn copy_file(self) {
        self.copy_link(self.shown_file(), Select::Selection);
    }

    /// Copies a link that carries the shown file, and selects the line of the caret there.
    pub fn copy_line(self) {
        self.copy_link(self.shown_file(), Select::Line);
    }

    /// Copies a link that carries all open files.
    pub fn copy_all(self) {
        self.copy_link(self.documents.files.get_untracked(), Select::Selection);
    }

    fn shown_file(self) -> Vec<Arc<OpenFile>> {
        self.documents.shown().into_iter().collect()
    }

    fn copy_link(self, files: Vec<Arc<OpenFile>>, select: Select) {
        leptos::task::spawn_local(async move {
            match self.link_to(&files, select, String::new()).await {
                Ok(link) => self.give(link, files).await,
                Err(why) => self.toasts.complain(why),
            }
        });
    }

    /// Copies a link to the shown file that only those can read who have the passphrase; `Err` with a message for
    /// the user if there is no such link.
    pub async fn copy_sealed(self, passphrase: String) -> Result<(), String> {
        let files = self.shown_file();
        let link = self.link_to(&files, Select::Selection, passphrase).await?;
        self.give(link, files).await;
        Ok(())
    }

    async fn link_to(
        self,
        files: &[Arc<OpenFile>],
        select: Select,
        passphrase: String,
    ) -> Result<String, String> {
        let shown = self.documents.shown().map(|it| it.id);
        links::make(&ToShare {
            files: files
                .iter()
                .map(|it| FileToShare {
                    uri: it.uri.clone(),
                    encoding: it.encoding.get_untracked(),
                })
                .collect(),
            shown: files.iter().position(|it| Some(it.id) == shown).unwrap_or_default(),
            view: self.navigation.view.get_untracked().and_then(word_of),
            select,
            picked: self.documents.shown().and_then(|it| picked_in(&it)),
            passphrase,
        })
        .await
    }

    /// Opens the files of a frame in a page of their own.
    pub fn open_outside(self) {
        leptos::task::spawn_local(async move {
            let files = self.documents.files.get_untracked();
            match self.link_to(&files, Select::Selection, String::new()).await {
                Ok(link) => links::open_window(&link),
                Err(why) => self.toasts.complain(why),
            }
        });
    }

    /// Copies a link, or says that it is long.
    async fn give(self, link: String, files: Vec<Arc<OpenFile>>) {
        if link.len() <= SAFE_LENGTH {
            self.copy(link, &files).await;
        } else {
            self.warn_of_length(link, files);
        }
    }

    async fn copy(self, link: String, files: &[Arc<OpenFile>]) {
        let length = grouped(link.len());
        if links::copy(&link).await {
            // Only now: the browser does not let a page copy that has waited for long.
            let left_behind = left_behind(files, "It").await;
            self.toasts.say(format!(
                "The link was copied. Its {length} characters hold the text itself; no server stores it.{left_behind}"
            ));
        } else {
            self.toasts.complain("The browser does not let the page use the clipboard.");
        }
    }

    fn warn_of_length(self, link: String, files: Vec<Arc<OpenFile>>) {
        let length = grouped(link.len());
        let copy = Callback::new(move |()| {
            let (link, files) = (link.clone(), files.clone());
            leptos::task::spawn_local(async move { self.copy(link, &files).await });
        });
        self.toasts.show(Toast {
            kind: ToastKind::Error,
            text: format!(
                "The link would have {length} characters, and many programs cut off links longer than {}. Save the file and send that instead.",
                grouped(SAFE_LENGTH)
            ),
            action: Some(("Copy the link anyway".to_owned(), copy)),
        });
    }

    /// Copies the shown text as a block of Markdown.
    pub fn copy_markdown(self) {
        let Some(file) = self.documents.shown() else { return };
        let block = links::markdown(&file.uri);
        leptos::task::spawn_local(async move {
            if links::copy(&block).await {
                self.toasts.say("The text was copied as Markdown.");
            } else {
                self.toasts.complain("The browser does not let the page use the clipboard.");
            }
        });
    }

    /// Opens what the address bar carries, now and whenever that changes.
    pub fn follow_links(self) {
        let documents = self.documents;
        // Behind the user's own files, so that the files of the link are shown.
        effect(move |was_ready: Option<bool>| {
            let is_ready = documents.is_restored.get();
            if is_ready && was_ready != Some(true) {
                self.open_link();
            }
            is_ready
        });
        links::on_change(move || self.open_link());
    }

    fn open_link(self) {
        let Some(fragment) = links::take() else { return };
        leptos::task::spawn_local(async move {
            match links::read(&fragment, "").await {
                Ok(Some(ReadLink::Opened(shared))) => self.open(shared, "the link"),
                Ok(Some(ReadLink::Sealed)) => self.dialogs.open(Dialog::OpenSealed(fragment)),
                Ok(None) => {}
                Err(why) => self.toasts.complain(why),
            }
        });
    }

    /// Opens a link that takes a passphrase; `Err` with a message for the user if this one does not fit.
    pub async fn open_sealed(self, fragment: &str, passphrase: &str) -> Result<(), String> {
        if let Some(ReadLink::Opened(shared)) = links::read(fragment, passphrase).await? {
            self.open(shared, "the link");
        }
        Ok(())
    }

    /// Opens the text that a picture or a page carries; false if a file is neither.
    pub async fn open_carrier(self, name: &str, bytes: &[u8]) -> bool {
        match exports::read_carrier(name, bytes).await {
            Ok(None) => return false,
            Ok(Some(json)) => match bobbin_json::from_str(&json) {
                Ok(shared) => self.open(shared, &format!("`{name}`")),
                Err(why) => self.toasts.complain(why.to_string()),
            },
            Err(why) => self.toasts.complain(why),
        }
        true
    }

    /// Returns the open files that are those of a link to the letter; none if any of those is not open. They would
    /// include other files if some of them were opened elsewhere.
    fn open_already(self, files: &[SharedFile]) -> Option<Vec<Arc<OpenFile>>> {
        let open = self.documents.files.get_untracked();
        let same = files.iter().map(|(name, language, text, encoding)| {
            let is_it = |it: &&Arc<OpenFile>| {
                it.name == *name
                    && it.language.get_untracked() == *language
                    && it.encoding.get_untracked() == *encoding
                    && it.text().is_some_and(|it| it == *text)
            };
            open.iter().find(is_it).cloned()
        });
        same.collect()
    }

    fn open(self, shared: Shared, from: &str) {
        let names: Vec<&str> = shared.files.iter().map(|it| it.0.as_str()).collect();
        let folder = self.documents.folder_for(&names, "link");
        let is_first = self.documents.files.with_untracked(Vec::is_empty);
        let known = self.open_already(&shared.files);
        let is_known = known.is_some();
        let opened = known.unwrap_or_else(|| {
            let files = shared.files.into_iter();
            files
                .map(|(name, language, text, encoding)| {
                    let unsaved = NewFile::unsaved(format!("{folder}{name}"), language, text);
                    self.documents.open(NewFile { encoding, ..unsaved })
                })
                .collect()
        });
        let Some(file) = opened.get(shared.shown).or(opened.first()) else { return };
        self.documents.show(file.id);
        if let Some(view) = shared.view.as_deref().and_then(view_of) {
            self.navigation.show_view(view);
        }
        let Picked { item, axes } = shared.picked.unwrap_or_default();
        for (key, value) in axes.into_iter().filter(|it| AXES.contains(&it.0.as_str())) {
            file.views.coverage_choices.update(|it| choose(it, &key, &value));
        }
        if let Some(item) = item {
            self.navigation.show_item(item);
        }
        if let Some((line, character, end_line, end_character)) = shared.selection {
            let range = Range {
                start: Position { line, character },
                end: Position { line: end_line, character: end_character },
            };
            self.navigation.select_text(range, Focus::Stays);
        }
        // The page around a frame says itself what it shows.
        if frame::is_framed() {
            return;
        }
        if is_known {
            return self.toasts.say(match opened.as_slice() {
                [file] => format!("`{}` of {from} is open already, with the same text.", file.name),
                all => format!(
                    "The {} files of {from} are open already, with the same texts.",
                    all.len()
                ),
            });
        }
        self.toasts.say(match opened.as_slice() {
            [file] if is_first => format!("`{}` was opened from {from}.", file.name),
            all if is_first => format!("{} files were opened from {from}.", all.len()),
            [file] => format!("`{}` was opened from {from}, beside your own files.", file.name),
            all if folder.is_empty() => {
                format!("{} files were opened from {from}, beside your own.", all.len())
            }
            all => {
                let (n, folder) = (all.len(), folder.trim_end_matches('/'));
                format!(
                    "{n} files were opened from {from} in the folder `{folder}`, beside your own."
                )
            }
        });
    }
}

/// The axes of the map, as its choices have them.
const AXES: [&str; 2] = ["x", "y"];

/// Returns what the person picked and chose in the views of a file; `None` if nothing.
fn picked_in(file: &OpenFile) -> Option<Picked> {
    let item = match file.target.get_untracked() {
        Target::Item(item) => Some(item),
        Target::Caret(_) => None,
    };
    let unchosen = file.views.unchosen(&AXES);
    let is_chosen =
        |it: &KeyValue| AXES.iter().any(|key| *key == it.key && !unchosen.contains(key));
    let choices = file.views.coverage_choices.get_untracked();
    let axes = choices.into_iter().filter(is_chosen).map(|it| (it.key, it.value)).collect();
    Some(Picked { item, axes }).filter(|it| *it != Picked::default())
}

/// Returns the view with a name, as links have it.
pub fn view_of(word: &str) -> Option<ViewKind> {
    serde_json::from_value(word.into()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_have_words() {
        let word = word_of(ViewKind::Coverage).unwrap();
        assert_eq!(view_of(&word), Some(ViewKind::Coverage));
        assert_eq!(view_of("no such view"), None);
    }
}
