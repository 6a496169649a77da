//! The dialogs that the start page needs.

use leptos::prelude::*;

use super::new_file::NewFileDialog;
use super::palette::Palette;
use crate::gallery::ExamplesDialog;
use crate::open_dialog::Dialog;

/// Makes a dialog that the start page needs, which does not come later: keys that are pressed next
/// are for its fields.
pub fn early(dialog: &Dialog, close: Callback<()>) -> Option<AnyView> {
    Some(match dialog {
        Dialog::Palette => view! { <Palette close=close /> }.into_any(),
        Dialog::NewFile => view! { <NewFileDialog close=close /> }.into_any(),
        Dialog::Examples => view! { <ExamplesDialog close=close /> }.into_any(),
        _ => return None,
    })
}
