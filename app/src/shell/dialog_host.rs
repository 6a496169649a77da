//! The open dialog.

use leptos::prelude::*;

use super::palette::Palette;
use super::parts;
use crate::conversion::use_conversions;
use crate::open_dialog::{Dialog, use_dialogs};
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
        dialogs.shown().map(|dialog| match dialog {
            // Keys that are pressed next are for its field, so it does not come later.
            Dialog::Palette => view! { <Palette close=close /> }.into_any(),
            other => dialog_later(
                &parts::DIALOGS,
                move || Box::pin(parts::dialog(other.clone(), close)),
                close,
            ),
        })
    }
}
