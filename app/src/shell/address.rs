//! The help that the page's address leads to, as in `#explain/unknown-process-type` and `#reference/sprokit/macros`.

use crate::explanation;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::links;
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
