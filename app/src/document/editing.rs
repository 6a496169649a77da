//! Changing the shown document, and telling the user what came of it.

use std::pin::Pin;
use std::sync::Arc;

use bobbin_protocol::Command;
use leptos::prelude::*;

use super::commands::{self, Done, Refused};
use super::drafts;
use super::store::{DocumentStore, OpenFile};
use crate::platform::database::VersionCause;
use crate::platform::editor::{self, Focus};
use crate::widgets::prose::sentence;
use crate::widgets::toast::{Toast, ToastKind, Toasts};

/// The outcome of a change that was asked for: the reason, if the text refuses it.
pub type Answer = Pin<Box<dyn Future<Output = Result<(), String>>>>;

/// The ways to change the shown document.
#[derive(Clone, Copy)]
pub struct Editing {
    pub documents: DocumentStore,
    pub toasts: Toasts,
}

/// Returns the ways to change the shown document.
#[must_use]
pub fn use_editing() -> Editing {
    expect_context()
}

impl Editing {
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
        self.dispatch_kept(commands, label, None, on_done, None);
    }

    /// Changes the shown document like [`Self::dispatch_all`]. The canvas keeps places of what is created
    /// under names that begin with `kept`, and hears of undo and redo. `on_refused` gets the refusal, if
    /// there is such a function.
    pub fn dispatch_kept(
        self,
        commands: Vec<Command>,
        label: String,
        kept: Option<&'static str>,
        on_done: Box<dyn FnOnce(&Done)>,
        on_refused: Option<Box<dyn FnOnce(Refused)>>,
    ) {
        let Some(file) = self.documents.shown() else { return };
        if commands.len() > 1 {
            drafts::note_version(&file, VersionCause::Changing);
        }
        leptos::task::spawn_local(async move {
            match commands::dispatch_kept(&file, commands, label, kept).await {
                Ok(done) => {
                    on_done(&done);
                    self.offer_rest(&file, done);
                }
                Err(refused) => match on_refused {
                    Some(on_refused) => on_refused(refused),
                    None => self.show_refusal(&file, refused),
                },
            }
        });
    }

    /// Changes the shown document by one command, and calls `on_end` once that is done or refused,
    /// then without notes on the change.
    pub fn dispatch_then(self, command: Command, on_end: impl FnOnce(Option<&Done>) + 'static) {
        let Some(file) = self.documents.shown() else { return };
        let label = commands::describe(&command);
        leptos::task::spawn_local(async move {
            match commands::dispatch(&file, vec![command], label).await {
                Ok(done) => {
                    on_end(Some(&done));
                    self.offer_rest(&file, done);
                }
                Err(refused) => {
                    on_end(None);
                    self.show_refusal(&file, refused);
                }
            }
        });
    }

    /// Changes the shown document by one command; whoever waits for the answer says why it is refused.
    #[must_use]
    pub fn ask(self, command: Command, label: String) -> Answer {
        self.ask_and(command, label, |_, _, _| ())
    }

    /// Changes the shown document by one command for whoever waits for the answer, as [`Self::ask`] does; where the
    /// refusal has a place in the text, the user is led there, too.
    #[must_use]
    pub fn change(self, command: Command) -> Answer {
        let label = commands::describe(&command);
        self.ask_and(command, label, |editing, file, refused| {
            if refused.at.is_some() {
                editing.show_refusal(file, refused);
            }
        })
    }

    fn ask_and(
        self,
        command: Command,
        label: String,
        on_refused: fn(Editing, &Arc<OpenFile>, Refused),
    ) -> Answer {
        // Another file may be shown once somebody waits.
        let file = self.documents.shown();
        Box::pin(async move {
            let Some(file) = file else { return Err("no file is shown".to_owned()) };
            match commands::dispatch(&file, vec![command], label).await {
                Ok(done) => {
                    self.offer_rest(&file, done);
                    Ok(())
                }
                Err(refused) => {
                    let reason = refused.reason.clone();
                    on_refused(self, &file, refused);
                    Err(reason)
                }
            }
        })
    }

    /// Shows what a change left without effect, and offers to remove that too, as one step.
    fn offer_rest(self, file: &Arc<OpenFile>, done: Done) {
        let Done { notes, leftovers, .. } = done;
        let n_leftovers = leftovers.len();
        if notes.is_empty() {
            return;
        }
        let text = notes.iter().map(|it| sentence(it)).collect::<Vec<_>>().join(" ");
        let holds = self.is_last_change(file);
        let (file, version) = (file.clone(), file.version.get_untracked());
        let remove = Callback::new(move |()| {
            if file.version.get_untracked() != version {
                return self
                    .toasts
                    .complain("The text has changed since, so nothing else was removed.");
            }
            let (file, leftovers) = (file.clone(), leftovers.clone());
            leptos::task::spawn_local(async move {
                let label = "remove what was left without effect".to_owned();
                if let Err(refused) = commands::dispatch(&file, leftovers, label).await {
                    self.show_refusal(&file, refused);
                }
            });
        });
        let action = (n_leftovers > 0).then(|| ("Remove those too".to_owned(), remove));
        self.toasts.show_while(Toast { kind: ToastKind::Info, text, action }, holds);
    }

    /// Tells what came of a change that was just made, for as long as it is the last one of the file that is shown:
    /// of another text, as after an undo, it would not be true.
    pub fn say_of(self, file: &Arc<OpenFile>, text: impl Into<String>) {
        let toast = Toast { kind: ToastKind::Info, text: text.into(), action: None };
        self.toasts.show_while(toast, self.is_last_change(file));
    }

    /// Follows whether the text of this file is as it is now, and shown.
    fn is_last_change(self, file: &Arc<OpenFile>) -> impl Fn() -> bool + Send + Sync + use<> {
        let (documents, shown) = (self.documents, file.clone());
        let version = file.version.get_untracked();
        move || {
            shown.version.get() == version
                && documents.active.with(|it| it.as_ref().is_some_and(|it| it.uri == shown.uri))
        }
    }

    /// Shows the reason of a refusal, with a link to the place, as long as the text that it is about is the one
    /// that is seen.
    pub fn show_refusal(self, file: &Arc<OpenFile>, refused: Refused) {
        let uri = file.uri.clone();
        let show = refused.at.map(|range| {
            let show = Callback::new(move |()| editor::select(&uri, range, Focus::Editor));
            ("Show in text".to_owned(), show)
        });
        let toast = Toast { kind: ToastKind::Error, text: sentence(&refused.reason), action: show };
        let (documents, file) = (self.documents, Arc::clone(file));
        let version = file.version.get_untracked();
        self.toasts.show_while(toast, move || {
            file.version.get() == version && documents.shown().is_some_and(|it| it.id == file.id)
        });
    }
}
