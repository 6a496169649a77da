//! The open dialog.

use leptos::prelude::*;

use super::early_dialogs::early;
use super::parts;
use crate::conversion::use_conversions;
use crate::open_dialog::use_dialogs;
use crate::widgets::later::dialog_later;

/// Shows the requested dialog.
#[component]
pub fn DialogHost() -> impl IntoView {
    let dialogs = use_dialogs();
    let conversions = use_conversions();
    let close = Callback::new(move |()| {
        dialogs.close();
        conversions.forget();
    });
    move || {
        dialogs.shown().map(|dialog| {
            early(&dialog, close).unwrap_or_else(|| {
                dialog_later(&parts::DIALOGS, move || parts::dialog(dialog.clone(), close), close)
            })
        })
    }
}
