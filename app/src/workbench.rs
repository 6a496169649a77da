//! What the parts of the page share: documents, settings, messages, dialogs.

use std::sync::Arc;
use std::time::Duration;

use bobbin_protocol::{Command, ItemPath, Location, Origin, Range, ViewKind};
use leptos::prelude::*;

use crate::canvas::CanvasControl;
use crate::conversion::{Conversion, OpenQuestion};
use crate::document::commands::{self, Refused};
use crate::document::{DocumentStore, FileId, OpenFile, Target, views};
use crate::environment::Environment;
use crate::gallery::Gallery;
use crate::platform::editor::{self, Focus};
use crate::platform::install::InstallOffer;
use crate::platform::service_worker::Offline;
use crate::platform::{dom, window};
use crate::settings::{NarrowTab, Settings};
use crate::shell::FileMenuAt;
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
    /// What a conversion needs to know.
    ConversionQuestion(Arc<OpenQuestion>),
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
    /// Files that shall be closed although they have changes nobody saved.
    CloseModified(Vec<FileId>),
    /// A new name of a file.
    Name {
        /// Which file.
        id: FileId,
        /// The file is saved under that name.
        is_copy: bool,
    },
}

/// All of it; cheap to copy.
#[derive(Clone, Copy)]
pub struct Workbench {
    pub documents: DocumentStore,
    pub settings: Settings,
    pub environment: Environment,
    pub toasts: Toasts,
    pub dialog: RwSignal<Option<Dialog>>,
    /// Opens again what was closed last; outlives the dialog that closed it.
    pub reopen: Callback<()>,
    /// The menu of a file, if it is open.
    pub file_menu: RwSignal<Option<FileMenuAt>>,
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

    /// Shows where a value comes from, in its own file if that is another one.
    pub fn go_to_origin(self, origin: &Origin, focus: Focus) {
        match (&origin.written, origin.range) {
            (Some(written), _) => self.go_to_written(written, focus),
            (None, Some(range)) => self.select_text(range, focus),
            (None, None) => (),
        }
    }

    /// Shows a place in another file, if that is open.
    pub fn go_to_written(self, Location { path, range }: &Location, focus: Focus) {
        let path = path.as_deref().unwrap_or_default();
        let Some(file) = self.documents.by_path(path) else {
            let name = path.rsplit('/').next().unwrap_or_default();
            return self.say(format!("`{name}` is not open. Open it to go there."));
        };
        self.documents.show(file.id);
        self.select_text(*range, focus);
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
        self.close_files(|it| it == id);
    }

    /// Closes files; asks first about those with changes nobody saved.
    pub fn close_files(self, is_meant: impl Fn(FileId) -> bool) {
        let files = self.documents.files.get_untracked();
        let meant = files.into_iter().filter(|it| is_meant(it.id));
        let (modified, saved): (Vec<_>, Vec<_>) =
            meant.partition(|it| it.is_modified.get_untracked());
        let saved: Vec<FileId> = saved.iter().map(|it| it.id).collect();
        self.documents.close_all(&saved);
        if !modified.is_empty() {
            let ids = modified.iter().map(|it| it.id).collect();
            self.dialog.set(Some(Dialog::CloseModified(ids)));
        }
    }

    /// Closes files whatever changes they have, and offers to open them again: a browser does not say
    /// whether a file that it was given was really saved.
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
            action: Some(("Open again".to_owned(), self.reopen)),
        });
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
