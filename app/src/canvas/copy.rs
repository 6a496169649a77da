//! Vertices as text: copied, cut, pasted and duplicated.

use bobbin_protocol::Command;
use leptos::prelude::*;

use super::edit::Deed;
use super::state::CanvasState;
use crate::document::locate::Lines;
use crate::platform::{dom, window};

/// Returns the text of the selected cards; none if there is none, and then the user is told why.
fn selected_text(state: CanvasState) -> Option<String> {
    let file = state.documents.shown()?;
    let cards = state.selection.vertices();
    if cards.is_empty() {
        state.toasts.say("Select a process first.");
        return None;
    }
    // The places in an older drawing are those of an older text.
    if !file.is_drawn() {
        state.toasts.say("The graph is still catching up with the text. Try again in a moment.");
        return None;
    }
    let text = file.text()?;
    let lines = Lines::of(&text);
    let copied =
        state.scene.with_untracked(|scene| scene.graph.copied(&cards, |it| lines.part(*it)));
    if copied.is_empty() && !state.refuses_selected() {
        state.toasts.say("The selection is defined in another file.");
    }
    Some(copied).filter(|it| !it.is_empty())
}

/// Adds copies of the selected vertices under free names.
pub fn duplicate(state: CanvasState) {
    if let Some(text) = selected_text(state) {
        insert(state, text, "duplicate");
    }
}

/// Adds what a text declares; the new vertices are selected, to be moved at once.
fn insert(state: CanvasState, text: String, label: &str) {
    state.perform(Deed { commands: vec![Command::Insert { text }], label: label.to_owned() });
}

/// Follows the clipboard's own events while the keyboard is on the canvas.
pub fn follow_clipboard(state: CanvasState) {
    let put = move |event: &web_sys::ClipboardEvent| {
        let text = is_on_canvas().then(|| selected_text(state)).flatten();
        let data = event.clipboard_data().zip(text);
        let is_put = data.is_some_and(|(data, text)| data.set_data("text/plain", &text).is_ok());
        if is_put {
            event.prevent_default();
        }
        is_put
    };
    window::on(leptos::ev::copy, move |event| {
        if put(&event) {
            state.announce("Copied.");
        }
    });
    window::on(leptos::ev::cut, move |event| {
        if put(&event) {
            let selection = state.selection.parts.get_untracked();
            // The card that has the keyboard goes, and a paste is for the drawing.
            dom::focus(".canvas__drawing");
            state.remove(&selection, " A paste brings back none of them; undo does.");
        }
    });
    window::on(leptos::ev::paste, move |event| {
        let data = event.clipboard_data().filter(|_| is_on_canvas());
        let text = data.and_then(|it| it.get_data("text/plain").ok()).unwrap_or_default();
        if !text.trim().is_empty() {
            event.prevent_default();
            insert(state, text, "paste");
        }
    });
}

/// Returns true if the drawing has the keyboard, and no field in it.
fn is_on_canvas() -> bool {
    dom::has_keys_inside(".canvas")
}
