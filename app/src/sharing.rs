//! Links that carry files: copying one, and opening what one carries beside the user's own files.

use bobbin_protocol::{Position, Range, ViewKind};
use leptos::prelude::*;

use crate::document::store::NewFile;
use crate::document::{DocumentStore, OpenFile};
use crate::navigation::Navigation;
use crate::platform::editor::Focus;
use crate::platform::links::{self, Shared, ToShare};
use crate::widgets::toast::{Toast, ToastKind, Toasts};

/// The longest link that mail programs, chats and issue trackers are known to leave whole.
const SAFE_LENGTH: usize = 8000;

/// The ways to share files.
#[derive(Clone, Copy)]
pub struct Sharing {
    pub documents: DocumentStore,
    pub navigation: Navigation,
    pub toasts: Toasts,
}

impl Sharing {
    /// Copies a link that carries the shown file.
    pub fn copy_file(self) {
        if let Some(file) = self.documents.shown() {
            self.copy_link(&[file]);
        }
    }

    /// Copies a link that carries all open files.
    pub fn copy_all(self) {
        self.copy_link(&self.documents.files.get_untracked());
    }

    fn copy_link(self, files: &[std::sync::Arc<OpenFile>]) {
        let shown = self.documents.shown().map(|it| it.id);
        let to_share = ToShare {
            uris: files.iter().map(|it| it.uri.clone()).collect(),
            shown: files.iter().position(|it| Some(it.id) == shown).unwrap_or_default(),
            view: self.navigation.view.get_untracked().and_then(word_of),
        };
        leptos::task::spawn_local(async move {
            match links::make(&to_share).await {
                Ok(link) if link.len() <= SAFE_LENGTH => self.copy(link).await,
                Ok(link) => self.warn_of_length(link),
                Err(why) => self.toasts.complain(format!("No link was made: {why}.")),
            }
        });
    }

    async fn copy(self, link: String) {
        let length = in_thousands(link.len());
        if links::copy(&link).await {
            self.toasts.say(format!(
                "The link was copied. Its {length} characters hold the text itself; no server has it."
            ));
        } else {
            self.toasts.complain("The browser does not let the page use the clipboard.");
        }
    }

    fn warn_of_length(self, link: String) {
        let length = in_thousands(link.len());
        let copy = Callback::new(move |()| {
            leptos::task::spawn_local(self.copy(link.clone()));
        });
        self.toasts.show(Toast {
            kind: ToastKind::Error,
            text: format!(
                "The link would have {length} characters, and many programs cut links of more than {}. Save the file and send that instead.",
                in_thousands(SAFE_LENGTH)
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
        Effect::new(move |was_ready: Option<bool>| {
            let is_ready = documents.is_restored.get();
            if is_ready && was_ready != Some(true) {
                self.open_link();
            }
            is_ready
        });
        links::on_change(move || self.open_link());
    }

    fn open_link(self) {
        leptos::task::spawn_local(async move {
            match links::take().await {
                Some(Ok(shared)) => self.open(shared),
                Some(Err(why)) => self.toasts.complain(why),
                None => {}
            }
        });
    }

    fn open(self, shared: Shared) {
        let opened: Vec<_> = shared.files.into_iter().map(|it| self.open_file(it)).collect();
        let Some(file) = opened.get(shared.shown).or(opened.first()) else { return };
        self.documents.show(file.id);
        if let Some(view) = shared.view.as_deref().and_then(view_of) {
            self.navigation.show_view(view);
        }
        if let Some((line, character, end_line, end_character)) = shared.selection {
            let range = Range {
                start: Position { line, character },
                end: Position { line: end_line, character: end_character },
            };
            self.navigation.select_text(range, Focus::Stays);
        }
        self.toasts.say(match opened.as_slice() {
            [file] => format!("`{}` was opened from the link, beside your own files.", file.name),
            all => format!("{} files were opened from the link, beside your own.", all.len()),
        });
    }

    fn open_file(
        self,
        (name, language, text): (String, String, String),
    ) -> std::sync::Arc<OpenFile> {
        self.documents.open(NewFile::unsaved(name, language, text))
    }
}

/// Returns the word of a view on the wire.
fn word_of(view: ViewKind) -> Option<String> {
    serde_json::to_value(view).ok()?.as_str().map(str::to_owned)
}

fn view_of(word: &str) -> Option<ViewKind> {
    serde_json::from_value(word.into()).ok()
}

fn in_thousands(n: usize) -> String {
    let digits = n.to_string();
    let mut res = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            res.push(',');
        }
        res.push(digit);
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_thousands() {
        assert_eq!(in_thousands(7), "7");
        assert_eq!(in_thousands(8000), "8,000");
        assert_eq!(in_thousands(1_234_567), "1,234,567");
    }

    #[test]
    fn views_have_words() {
        let word = word_of(ViewKind::Coverage).unwrap();
        assert_eq!(view_of(&word), Some(ViewKind::Coverage));
        assert_eq!(view_of("no such view"), None);
    }
}
