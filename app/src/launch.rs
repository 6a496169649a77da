//! Does what the address asks for, such as a shortcut of the installed application.

use leptos::prelude::*;

use crate::following::effect;
use crate::open_dialog::Dialog;
use crate::platform::launch::{self, Launch};
use crate::widgets::toast::{Toast, ToastKind};
use crate::workbench::Workbench;

/// Does it as soon as the user's own files are open and the languages are known.
pub fn follow(workbench: Workbench) {
    let documents = workbench.documents;
    let wish = launch::take();
    if wish == Launch::default() {
        return;
    }
    effect(move |is_done: Option<bool>| {
        if is_done == Some(true) {
            return true;
        }
        let is_ready = documents.is_restored.get() && documents.languages.with(|it| !it.is_empty());
        if is_ready {
            carry_out(workbench, &wish);
        }
        is_ready
    });
}

/// Another site may have made the address, so it can ask for nothing that changes or takes away.
fn carry_out(workbench: Workbench, wish: &Launch) {
    if let Some(language) = &wish.new {
        if untrack(|| workbench.documents.language(language)).is_some() {
            workbench.files.open_new(language);
        } else {
            workbench
                .toasts
                .complain(format!("There is no language `{language}` to create a file in."));
        }
    }
    match wish.action.as_deref() {
        Some("file.open") => {
            // Browsers show their chooser only when the user has pressed something.
            let pick = Callback::new(move |()| workbench.files.pick());
            workbench.toasts.show(Toast {
                kind: ToastKind::Info,
                text: "Choose the files to open.".to_owned(),
                action: Some(("Open file…".to_owned(), pick)),
            });
        }
        Some("file.examples") => workbench.dialogs.open(Dialog::Examples),
        Some("file.new") => workbench.dialogs.open(Dialog::NewFile),
        Some("share") => launch::take_shared(move |it| workbench.files.open_shared(it)),
        Some(other) => {
            workbench.toasts.complain(format!("A link cannot run `{other}`."));
        }
        None => {}
    }
}
