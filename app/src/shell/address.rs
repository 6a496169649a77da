//! What the browser shows of the page: its address, which may lead to help, as in `#explain/unknown-process-type` and
//! `#reference/sprokit/macros`, and its title.

use leptos::prelude::Get;

use crate::document::DocumentStore;
use crate::explanation;
use crate::following::effect;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::{dom, links};
use crate::reference::{Place, use_reference_place};

/// Opens the help that the address asks for, now and whenever it changes.
pub fn follow() {
    let dialogs = use_dialogs();
    let reference = use_reference_place();
    let open = move || {
        let fragment = links::fragment();
        if let Some(name) = explanation::code_of(&fragment) {
            dialogs.open(Dialog::Code { name, language: String::new() });
        } else if let Some(place) = Place::of_fragment(&fragment) {
            reference.go(place);
            if !dialogs.is_open(&Dialog::Reference) {
                dialogs.open(Dialog::Reference);
            }
        } else if fragment.is_empty() {
            // The way back leads out of the help.
            dialogs.close_if(|it| matches!(it, Dialog::Code { .. } | Dialog::Reference));
        }
    };
    open();
    links::on_change(open);
}

/// Names the window after the shown file.
pub fn name_window(documents: DocumentStore) {
    effect(move || {
        let name = documents.active.get().map(|it| it.name.clone());
        dom::set_title(&name.map_or_else(|| "Bobbin".to_owned(), |it| format!("{it} – Bobbin")));
    });
}
