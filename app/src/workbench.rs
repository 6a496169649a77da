//! The state that the parts of the page share: documents, settings, messages, dialogs.

use std::sync::Arc;
use std::time::Duration;

use bobbin_protocol::{Command, ItemPath, Location, Origin, Range, ViewKind};
use leptos::prelude::*;

use crate::canvas::CanvasControl;
use crate::conversion::{Conversion, OpenQuestion};
use crate::document::commands::{self, Done, Refused};
use crate::document::{DocumentStore, FileId, OpenFile, Target, views};
use crate::environment::Environment;
use crate::gallery::Gallery;
use crate::platform::database::Entry;
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
    /// Finds an action by typing.
    Palette,
    /// Finds an item of the shown file by typing.
    Items,
    /// Adds a whole item to the shown file.
    AddItem,
    /// Asks for the language of a file.
    Language,
    /// Offers starting points of new files.
    NewFile,
    /// Offers the conversions of the shown file.
    Convert,
    /// Shows the result of a conversion.
    Conversion(Arc<Conversion>),
    /// Asks for a fact that a conversion needs.
    ConversionQuestion(Arc<OpenQuestion>),
    /// Edits the environment of the texts.
    Environment,
    /// Asks the questions of a language's wizard.
    Wizard(String),
    /// Finds values of the shown file by path.
    Query,
    /// Compares the shown file with another one.
    Compare,
    /// Lists all shortcuts.
    Help,
    /// Lists all examples.
    Examples,
    /// Reports a file that could not be opened.
    Unreadable {
        name: String,
        reason: String,
        /// The place of the fault in the file, in bytes.
        offset: Option<u32>,
    },
    /// Lists the files that were closed in the last weeks.
    ClosedFiles(Arc<Vec<Entry>>),
    /// Asks before closing files with unsaved changes.
    CloseModified(Vec<FileId>),
    /// Asks for a name of a file.
    Name {
        id: FileId,
        /// Saves a copy under the name instead of renaming the file.
        is_copy: bool,
    },
}

/// The state of the whole page; cheap to copy.
#[derive(Clone, Copy)]
pub struct Workbench {
    pub documents: DocumentStore,
    pub settings: Settings,
    pub environment: Environment,
    pub toasts: Toasts,
    pub dialog: RwSignal<Option<Dialog>>,
    /// Opens the files again that were closed last; outlives the dialog that closed them.
    pub reopen: Callback<()>,
    /// The menu of a file, if it is open.
    pub file_menu: RwSignal<Option<FileMenuAt>>,
    pub gallery: Gallery,
    pub canvas: CanvasControl,
    pub offline: ReadSignal<Offline>,
    pub install: InstallOffer,
    /// The shown view.
    pub view: Memo<Option<ViewKind>>,
}

/// Returns the workbench that the component is part of.
#[must_use]
pub fn use_workbench() -> Workbench {
    expect_context()
}

impl Workbench {
    /// Shows a view of the shown file, and from now on of all files of its language.
    pub fn show_view(self, kind: ViewKind) {
        if let Some(file) = self.documents.shown() {
            let language = file.language.get_untracked();
            self.settings.view_tabs.update(|tabs| {
                tabs.insert(language, kind);
            });
            self.settings.narrow_tab.set(NarrowTab::View);
        }
    }

    /// Shows a view and focuses it.
    pub fn go_to_view(self, kind: ViewKind) {
        self.show_view(kind);
        window::after_paint(|| {
            dom::focus(".view__body");
            // The drawing handles its own keys.
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

    /// Selects the origin of a value, in its own file if that is another one.
    pub fn go_to_origin(self, origin: &Origin, focus: Focus) {
        match (&origin.written, origin.range) {
            (Some(written), _) => self.go_to_written(written, focus),
            (None, Some(range)) => self.select_text(range, focus),
            (None, None) => (),
        }
    }

    /// Selects a place in another file, if that is open.
    pub fn go_to_written(self, Location { path, range }: &Location, focus: Focus) {
        let path = path.as_deref().unwrap_or_default();
        let Some(file) = self.documents.by_path(path) else {
            let name = path.rsplit('/').next().unwrap_or_default();
            return self.say(format!("`{name}` is not open. Open it to go there."));
        };
        self.documents.show(file.id);
        self.select_text(*range, focus);
    }

    /// Highlights places in the shown text; none removes the highlight.
    pub fn light_text(self, ranges: &[Range]) {
        if let Some(file) = self.documents.shown() {
            editor::highlight(&file.uri, ranges);
        }
    }

    /// Shows the form and the text of an item that was picked in a view.
    pub fn pick_item(self, item: ItemPath, range: Range) {
        self.show_item(item);
        if let Some(file) = self.documents.shown() {
            editor::select(&file.uri, range, Focus::Stays);
        }
    }

    /// Shows the form of an item whose present place is unknown.
    pub fn show_item(self, item: ItemPath) {
        let Some(file) = self.documents.shown() else { return };
        file.target.set(Target::Item(item));
        views::refresh(&file, ViewKind::Form);
    }

    /// Closes a file; asks first if it has unsaved changes.
    pub fn close_file(self, id: FileId) {
        self.close_files(|it| it == id);
    }

    /// Closes files; asks first about those with unsaved changes.
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
            action: Some(("Open again".to_owned(), self.reopen)),
        });
    }

    /// Changes the shown document; a refusal is shown to the user.
    pub fn dispatch(self, command: Command) {
        let label = commands::describe(&command);
        self.dispatch_all(vec![command], label, Box::new(|_| ()));
    }

    /// Changes the shown document by several commands in one step with this `label`; if one is
    /// refused, the refusal is shown to the user and none is carried out.
    pub fn dispatch_all(
        self,
        commands: Vec<Command>,
        label: String,
        on_done: Box<dyn FnOnce(&Done)>,
    ) {
        let Some(file) = self.documents.shown() else { return };
        leptos::task::spawn_local(async move {
            match commands::dispatch(&file, commands, label).await {
                Ok(done) => {
                    on_done(&done);
                    self.offer_rest(&file, done);
                }
                Err(refused) => self.show_refusal(&file, refused),
            }
        });
    }

    /// Changes the shown document by one command; `on_answer` gets the refusal, if there is one.
    pub fn dispatch_or(
        self,
        command: Command,
        label: String,
        on_answer: impl FnOnce(Result<(), String>) + 'static,
    ) {
        let Some(file) = self.documents.shown() else { return };
        leptos::task::spawn_local(async move {
            let answer = commands::dispatch(&file, vec![command], label).await;
            on_answer(answer.map(|done| self.offer_rest(&file, done)).map_err(|it| it.reason));
        });
    }

    /// Shows what a change left without effect, and offers to remove that too, as one step.
    fn offer_rest(self, file: &Arc<OpenFile>, done: Done) {
        let Done { notes, leftovers, .. } = done;
        let n_leftovers = leftovers.len();
        if notes.is_empty() {
            return;
        }
        let text = notes.iter().map(|it| sentence(it)).collect::<Vec<_>>().join(" ");
        let (file, version) = (file.clone(), file.version.get_untracked());
        let remove = Callback::new(move |()| {
            if file.version.get_untracked() != version {
                return self.complain("The text has changed since, so nothing more was removed.");
            }
            let (file, leftovers) = (file.clone(), leftovers.clone());
            leptos::task::spawn_local(async move {
                let label = "remove what was left without effect".to_owned();
                if let Err(refused) = commands::dispatch(&file, leftovers, label).await {
                    self.show_refusal(&file, refused);
                }
            });
        });
        let action = (n_leftovers > 0).then(|| ("Remove too".to_owned(), remove));
        self.toasts.show(Toast { kind: ToastKind::Info, text, action });
    }

    /// Shows the reason of a refusal, with a link to the place.
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

    /// Shows a passing message.
    pub fn say(self, text: impl Into<String>) {
        self.toasts.show(Toast { kind: ToastKind::Info, text: text.into(), action: None });
    }

    /// Shows the result of a key press; the next such result replaces it.
    pub fn answer(self, text: impl Into<String>) {
        self.toasts.show(Toast { kind: ToastKind::Passing, text: text.into(), action: None });
    }

    /// Shows an error.
    pub fn complain(self, text: impl Into<String>) {
        self.toasts.show(Toast { kind: ToastKind::Error, text: text.into(), action: None });
    }
}

/// Turns a message into a sentence with a capital letter and a full stop.
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

/// The time that a passing message stays.
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
