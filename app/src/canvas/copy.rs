//! Vertices as text: copied, cut, pasted and duplicated.

use std::collections::BTreeSet;

use bobbin_protocol::{Command, Vertex};
use bobbin_sorting::Gathering as _;
use leptos::prelude::*;

use super::edit::Deed;
use super::scene::Scene;
use super::state::{Beside, CanvasState};
use crate::document::locate::{GraphPart, Lines};
use crate::platform::{dom, window};
use crate::widgets::prose::{counted, sentence};

/// The text of the selected cards.
struct Clip {
    text: String,
    /// The cards that it has no part of, in words; `None` if it has all.
    left_out: Option<String>,
}

/// Returns the selected cards, and those in a selected frame instead of the frame.
fn selected_cards(state: CanvasState) -> BTreeSet<usize> {
    let cards = state.selection.vertices();
    state.scene.with_untracked(|scene| scene.without_frames(&cards))
}

/// Returns the text of the selected cards; none if there is none, and then the user is told why. A copy `afar` has
/// the comments about several, too.
fn selected_text(state: CanvasState, afar: bool) -> Option<Clip> {
    let file = state.documents.shown()?;
    let cards = selected_cards(state);
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
    let (text, left_out) = state.scene.with_untracked(|scene| {
        let text = scene.graph.copied(&cards, afar, |it| lines.part(*it));
        (text, left_out(scene, &cards))
    });
    if text.is_empty() {
        if !state.refuses_selected() {
            let why = state.why_fixed();
            state.toasts.say(why.map_or_else(|| NOTHING.to_owned(), |it| sentence(&it)));
        }
        return None;
    }
    Some(Clip { text, left_out })
}

const NOTHING: &str = "Nothing of the selection is declared in this text.";

/// Returns in words which of these cards a copy has no part of.
fn left_out(scene: &Scene, cards: &BTreeSet<usize>) -> Option<String> {
    // What is inside an open card comes with that.
    let own = cards.iter().filter(|it| scene.within(GraphPart::Vertex(**it)).is_none());
    let vertices = own.filter_map(|it| scene.graph.vertices.get(*it));
    let left: Vec<&Vertex> = vertices.filter(|it| it.is_elsewhere()).collect();
    match left.as_slice() {
        [] => None,
        [it] => {
            let why = it.fixed.as_deref().unwrap_or_default();
            Some(format!("`{}` was not copied: {why}.", it.title))
        }
        [first, others @ ..] => {
            let (title, others) = (&first.title, counted(others.len(), "other process"));
            Some(format!(
                "`{title}` and {others} were not copied: this text does not declare them."
            ))
        }
    }
}

/// Adds copies of the selected vertices under free names.
pub fn duplicate(state: CanvasState) {
    if let Some(Clip { text, left_out }) = selected_text(state, false) {
        insert(state, (text, None), "duplicate", left_out);
    }
}

/// Adds what a text declares, which may be of the file at a path; the new vertices are selected, to be moved at once.
fn insert(
    state: CanvasState,
    (text, copied_from): (String, Option<String>),
    label: &str,
    told: Option<String>,
) {
    let commands = vec![Command::Insert { text, copied_from }];
    let deed = Deed { commands, label: label.to_owned() };
    state.perform_with(deed, Beside { told, ..Beside::default() });
}

/// Follows the clipboard's own events while the keyboard is on the canvas.
pub fn follow_clipboard(state: CanvasState) {
    let put = move |event: &web_sys::ClipboardEvent| {
        let clip = is_on_canvas().then(|| selected_text(state, true)).flatten();
        let put = event.clipboard_data().zip(clip);
        let put = put.filter(|(data, clip)| data.set_data("text/plain", &clip.text).is_ok());
        if let Some((_, clip)) = &put {
            event.prevent_default();
            let file = state.documents.shown();
            let copied = file.map(|it| (clip.text.clone(), format!("/{}", it.name)));
            state.control.copied.set_value(copied);
        }
        put.map(|it| it.1)
    };
    window::on(leptos::ev::copy, move |event| match put(&event) {
        Some(Clip { left_out: Some(left_out), .. }) => state.toasts.say(left_out),
        Some(_) => state.announce("Copied."),
        None => {}
    });
    window::on(leptos::ev::cut, move |event| {
        // A removal takes the comments about several with the last of these, and then they are nowhere else.
        if put(&event).is_some() {
            let cards = selected_cards(state).into_iter().map(GraphPart::Vertex);
            let edges = state.selection.parts.get_untracked().into_iter();
            let going = edges.filter(|it| it.edge().is_some()).chain(cards).gather();
            // The card that has the keyboard goes, and a paste is for the drawing.
            dom::focus(".canvas__drawing");
            state.remove(&going, true);
        }
    });
    window::on(leptos::ev::paste, move |event| {
        let data = event.clipboard_data().filter(|_| is_on_canvas());
        let text = data.and_then(|it| it.get_data("text/plain").ok()).unwrap_or_default();
        if !text.trim().is_empty() {
            event.prevent_default();
            // Clipboards have line ends of their own.
            let plain = |it: &str| it.replace('\r', "");
            let is_it = |it: &(String, String)| plain(&it.0) == plain(&text);
            let copied = state.control.copied.get_value().filter(is_it);
            insert(state, (text, copied.map(|it| it.1)), "paste", None);
        }
    });
}

/// Returns true if the drawing has the keyboard, and no field in it.
fn is_on_canvas() -> bool {
    dom::has_keys_inside(".canvas")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bobbin_protocol::{Location, Range};

    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn what_a_copy_leaves_out_is_named() {
        let mut graph = (*sample().graph).clone();
        let cards = BTreeSet::from([0, 1, 2]);
        let mut told = |fixed: usize| {
            graph.vertices[fixed].fixed = Some("it is in the included file `p.pipe`".into());
            graph.vertices[fixed].written = Some(Location { path: None, range: Range::default() });
            left_out(&Scene::new(Arc::new(graph.clone())), &cards)
        };
        assert_eq!(
            told(1).as_deref(),
            Some("`b` was not copied: it is in the included file `p.pipe`.")
        );
        assert_eq!(
            told(2).as_deref(),
            Some("`b` and 1 other process were not copied: this text does not declare them.")
        );
        assert_eq!(left_out(&sample(), &cards), None);
    }
}
