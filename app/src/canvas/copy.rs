//! Vertices as text: copied, cut, pasted and duplicated.

use std::collections::BTreeSet;

use bobbin_protocol::Command;
use leptos::prelude::*;

use super::edit::{self, Deed};
use super::scene::Scene;
use super::state::CanvasState;
use crate::document::locate::part_of;
use crate::platform::dom;

/// The text of cards, and of the connections between them; empty if there is none.
#[must_use]
pub fn copied(scene: &Scene, text: &str, cards: &BTreeSet<usize>) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for card in cards {
        let Some(vertex) = scene.graph.vertices.get(*card) else { continue };
        // What an include brings in stands elsewhere.
        if vertex.fixed.is_none() {
            parts.push(part_of(text, vertex.range).trim_end());
        }
    }
    if parts.is_empty() {
        return String::new();
    }
    for (idx, edge) in scene.graph.edges.iter().enumerate() {
        let Some((from, to)) = scene.ends(idx) else { continue };
        let is_inside = cards.contains(&from.vertex) && cards.contains(&to.vertex);
        if is_inside && edge.fixed.is_none() {
            parts.push(part_of(text, edge.range).trim_end());
        }
    }
    let mut copy = parts.join("\n\n");
    copy.push('\n');
    copy
}

fn selected_text(state: CanvasState) -> String {
    let shown = state.documents.shown();
    let Some(text) = shown.and_then(|it| it.text()) else { return String::new() };
    let cards = state.selection.vertices();
    state.scene.with_untracked(|scene| copied(scene, &text, &cards))
}

/// Adds copies of the selected vertices under free names.
pub fn duplicate(state: CanvasState) {
    let text = selected_text(state);
    if text.is_empty() {
        return state.toasts.say("Select a card first.");
    }
    insert(state, text, "duplicate");
}

/// Adds what a text declares; the new vertices are selected, to be moved at once.
fn insert(state: CanvasState, text: String, label: &str) {
    state.perform(Deed { commands: vec![Command::Insert { text }], label: label.to_owned() });
}

/// Follows the clipboard's own events while the keyboard is on the canvas.
pub fn follow_clipboard(state: CanvasState) {
    let put = move |event: &web_sys::ClipboardEvent| {
        let text = if is_on_canvas() { selected_text(state) } else { String::new() };
        let data = event.clipboard_data().filter(|_| !text.is_empty());
        let is_put = data.is_some_and(|it| it.set_data("text/plain", &text).is_ok());
        if is_put {
            event.prevent_default();
        }
        is_put
    };
    let copy = window_event_listener(leptos::ev::copy, move |event| {
        if put(&event) {
            state.announce("Copied.");
        }
    });
    let cut = window_event_listener(leptos::ev::cut, move |event| {
        if put(&event) {
            let selection = state.selection.parts.get_untracked();
            let deed = state.scene.with_untracked(|scene| edit::delete(scene, &selection));
            deed.into_iter().for_each(|it| state.perform(it));
        }
    });
    let paste = window_event_listener(leptos::ev::paste, move |event| {
        let data = event.clipboard_data().filter(|_| is_on_canvas());
        let text = data.and_then(|it| it.get_data("text/plain").ok()).unwrap_or_default();
        if !text.trim().is_empty() {
            event.prevent_default();
            insert(state, text, "paste");
        }
    });
    on_cleanup(move || {
        copy.remove();
        cut.remove();
        paste.remove();
    });
}

/// Returns true if the drawing has the keyboard, and no field in it.
fn is_on_canvas() -> bool {
    dom::has_keys_inside(".canvas")
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::{Position, Range};

    use super::*;
    use crate::canvas::scene::sample;

    fn range(start: (u32, u32), end: (u32, u32)) -> Range {
        let at = |(line, character)| Position { line, character };
        Range { start: at(start), end: at(end) }
    }

    #[test]
    fn ranges_count_as_the_editor_does() {
        let text = "a🎉b\r\ncé\n\nd";
        for (range, part) in [
            (range((0, 1), (0, 3)), "🎉"),
            (range((0, 3), (1, 2)), "b\r\ncé"),
            (range((1, 0), (3, 1)), "cé\n\nd"),
            (range((3, 0), (9, 9)), "d"),
            (range((7, 0), (8, 0)), ""),
        ] {
            assert_eq!(part_of(text, range), part, "{range:?}");
        }
    }

    #[test]
    fn cards_are_copied_with_the_connections_between_them() {
        let mut graph = (*sample().graph).clone();
        graph.vertices[0].range = range((0, 0), (0, 2));
        graph.vertices[1].range = range((1, 0), (1, 2));
        graph.edges[0].range = range((2, 0), (2, 2));
        graph.edges[1].range = range((3, 0), (3, 2));
        let scene = Scene::new(std::sync::Arc::new(graph.clone()));
        let text = "v0\nv1\ne0\ne1\n";
        let both = BTreeSet::from([0, 1]);
        assert_eq!(copied(&scene, text, &both), "v0\n\nv1\n\ne0\n");
        assert_eq!(copied(&scene, text, &BTreeSet::from([1])), "v1\n");
        graph.vertices[1].fixed = Some("elsewhere".into());
        let scene = Scene::new(std::sync::Arc::new(graph));
        assert_eq!(copied(&scene, text, &BTreeSet::from([1])), "");
    }
}
