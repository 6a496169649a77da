//! What the parts of the page share: documents, settings, messages, dialogs.

use std::sync::Arc;
use std::time::Duration;

use bobbin_protocol::{Command, ItemPath, Range, ViewKind};
use leptos::prelude::*;

use crate::canvas::CanvasControl;
use crate::conversion::Conversion;
use crate::document::commands::{self, Refused};
use crate::document::{DocumentStore, FileId, OpenFile, Target, views};
use crate::environment::Environment;
use crate::gallery::Gallery;
use crate::platform::editor::{self, Focus};
use crate::platform::install::InstallOffer;
use crate::platform::service_worker::Offline;
use crate::platform::{dom, window};
use crate::settings::{NarrowTab, Settings};
use crate::widgets::toast::{Toast, ToastKind, Toasts};

/// A dialog that may be open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// Every action, to find by typing.
    Palette,
    /// Every item of the shown file, to find by typing.
    Items,
    /// What can be added to the shown file as a whole.
    AddItem,
    /// Which language a file shall be read as.
    Language,
    /// Beginnings of new files.
    NewFile,
    /// What the shown file can be turned into.
    Convert,
    /// What a conversion would do.
    Conversion(Arc<Conversion>),
    /// The surroundings of the texts.
    Environment,
    /// Questions that lead to a new file of a language.
    Wizard(String),
    /// Values of the shown file by path.
    Query,
    /// The shown file beside another one.
    Compare,
    /// All shortcuts.
    Help,
    /// All examples.
    Examples,
    /// A file that could not be opened.
    Unreadable {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
        /// Where in the file, in bytes.
        offset: Option<u32>,
    },
    /// A file that shall be closed although it has changes nobody saved.
    CloseModified(FileId),
}

/// All of it; cheap to copy.
#[derive(Clone, Copy)]
pub struct Workbench {
    pub documents: DocumentStore,
    pub settings: Settings,
    pub environment: Environment,
    pub toasts: Toasts,
    pub dialog: RwSignal<Option<Dialog>>,
    pub gallery: Gallery,
    pub canvas: CanvasControl,
    pub offline: ReadSignal<Offline>,
    pub install: InstallOffer,
    /// The view tab that is shown.
    pub view: Memo<Option<ViewKind>>,
}

/// The workbench the component is part of.
#[must_use]
pub fn use_workbench() -> Workbench {
    expect_context()
}

impl Workbench {
    /// Shows a view of the shown file, from now on for its language.
    pub fn show_view(self, kind: ViewKind) {
        if let Some(file) = self.documents.shown() {
            let language = file.language.get_untracked();
            self.settings.view_tabs.update(|tabs| {
                tabs.insert(language, kind);
            });
            self.settings.narrow_tab.set(NarrowTab::View);
        }
    }

    /// Shows a view, and gives it the keyboard.
    pub fn go_to_view(self, kind: ViewKind) {
        self.show_view(kind);
        window::after_paint(|| {
            dom::focus(".view__body");
            // Whose keys are heard in the drawing itself.
            dom::focus(".canvas__drawing");
        });
    }

    /// Selects a place in the shown text.
    pub fn select_text(self, range: Range, focus: Focus) {
        let Some(file) = self.documents.shown() else { return };
        editor::select(&file.uri, range, focus);
        if focus == Focus::Editor {
            self.settings.narrow_tab.set(NarrowTab::Source);
        }
    }

    /// Lights up places in the shown text, or none.
    pub fn light_text(self, ranges: &[Range]) {
        if let Some(file) = self.documents.shown() {
            editor::highlight(&file.uri, ranges);
        }
    }

    /// Shows the form of an item that was picked in a view, and its text.
    pub fn pick_item(self, item: ItemPath, range: Range) {
        self.show_item(item);
        if let Some(file) = self.documents.shown() {
            editor::select(&file.uri, range, Focus::Stays);
        }
    }

    /// Shows the form of an item of which it is not known where it is written now.
    pub fn show_item(self, item: ItemPath) {
        let Some(file) = self.documents.shown() else { return };
        file.target.set(Target::Item(item));
        views::refresh(&file, ViewKind::Form);
    }

    /// Closes a file; asks first if it has changes nobody saved.
    pub fn close_file(self, id: FileId) {
        let is_modified = self.documents.files.with_untracked(|files| {
            files.iter().any(|it| it.id == id && it.is_modified.get_untracked())
        });
        if is_modified {
            self.dialog.set(Some(Dialog::CloseModified(id)));
        } else {
            self.documents.close(id);
        }
    }

    /// Changes the shown document; a refusal is shown to the user.
    pub fn dispatch(self, command: Command) {
        let label = commands::describe(&command);
        self.dispatch_all(vec![command], label, Box::new(|| ()));
    }

    /// Changes the shown document by several commands in one step, which is called `label`; a
    /// refusal of one of them is shown to the user, and then none is carried out.
    pub fn dispatch_all(self, commands: Vec<Command>, label: String, on_done: Box<dyn FnOnce()>) {
        let Some(file) = self.documents.shown() else { return };
        leptos::task::spawn_local(async move {
            match commands::dispatch(&file, commands, label).await {
                Ok(()) => on_done(),
                Err(refused) => self.show_refusal(&file, refused),
            }
        });
    }

    /// The same for one command; `on_answer` hears why nothing changed, if nothing did.
    pub fn dispatch_or(
        self,
        command: Command,
        label: String,
        on_answer: impl FnOnce(Result<(), String>) + 'static,
    ) {
        let Some(file) = self.documents.shown() else { return };
        leptos::task::spawn_local(async move {
            let answer = commands::dispatch(&file, vec![command], label).await;
            on_answer(answer.map_err(|it| it.reason));
        });
    }

    /// Says why something was not done, with a way to the place.
    pub fn show_refusal(self, file: &Arc<OpenFile>, refused: Refused) {
        let uri = file.uri.clone();
        let show = refused.at.map(|range| {
            let show = Callback::new(move |()| editor::select(&uri, range, Focus::Editor));
            ("Show the place".to_owned(), show)
        });
        self.toasts.show(Toast {
            kind: ToastKind::Error,
            text: sentence(&refused.reason),
            action: show,
        });
    }

    /// Tells the user something that passes.
    pub fn say(self, text: impl Into<String>) {
        self.toasts.show(Toast { kind: ToastKind::Info, text: text.into(), action: None });
    }

    /// Tells the user what a key press came to; the next such answer takes its place.
    pub fn answer(self, text: impl Into<String>) {
        self.toasts.show(Toast { kind: ToastKind::Passing, text: text.into(), action: None });
    }

    /// Tells the user that something did not work.
    pub fn complain(self, text: impl Into<String>) {
        self.toasts.show(Toast { kind: ToastKind::Error, text: text.into(), action: None });
    }
}

/// Messages start with a small letter; on their own they are sentences.
#[must_use]
pub fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    let Some(first) = chars.next() else { return String::new() };
    let mut text: String = first.to_uppercase().chain(chars).collect();
    if !text.ends_with(['.', '!', '?', '…']) {
        text.push('.');
    }
    text
}

/// How long a passing message stays.
pub const TOAST_TIME: Duration = Duration::from_secs(7);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_become_sentences() {
        assert_eq!(sentence("no key is called `x`"), "No key is called `x`.");
        assert_eq!(sentence("Really?"), "Really?");
        assert_eq!(sentence(""), "");
    }
}
