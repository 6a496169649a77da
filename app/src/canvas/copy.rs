//! Vertices as text: copied, cut, pasted and duplicated.

use bobbin_protocol::{Command, Position, Range};
use leptos::prelude::*;

use super::edit::{self, Deed};
use super::state::CanvasState;
use crate::document::locate::part_of;
use crate::platform::dom;

/// Returns the part of a text in a range, with its offset; lines that are not there give nothing.
#[must_use]
pub fn part_of(text: &str, range: Range) -> (usize, &str) {
    let offset = |at: Position| {
        let mut start = 0;
        for line in text.split_inclusive('\n').take(at.line as usize) {
            start += line.len();
        }
        let rest = text.get(start..).unwrap_or_default();
        let line = rest.split_inclusive('\n').next().unwrap_or_default();
        let mut units = at.character as usize;
        let mut chars = line.char_indices();
        loop {
            match chars.next() {
                Some((_, it)) if units >= it.len_utf16() => units -= it.len_utf16(),
                Some((at, _)) => return start + at,
                None => return start + line.len(),
            }
        }
    };
    let start = offset(range.start);
    (start, text.get(start..offset(range.end)).unwrap_or_default())
}

/// Returns the text of the selected cards; none if there is none, and then the user is told why.
fn selected_text(state: CanvasState) -> Option<String> {
    let file = state.workbench.documents.shown()?;
    let cards = state.selection.vertices();
    if cards.is_empty() {
        state.workbench.say("Select a card first.");
        return None;
    }
    // The places in an older drawing are those of an older text.
    if !file.is_drawn() {
        state.workbench.say("The drawing has yet to follow the text. Try again in a moment.");
        return None;
    }
    let text = file.text()?;
    let copied =
        state.scene.with_untracked(|scene| scene.graph.copied(&cards, |it| part_of(&text, *it)));
    if copied.is_empty() {
        state.workbench.say("What is selected is written in another file.");
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
            assert_eq!(part_of(text, range).1, part, "{range:?}");
        }
    }
}
