//! Vertices with a graph inside: drawn closed or open, or entered as a view of their own.

use bobbin_protocol::{ItemPath, Location, Point, Range, Vertex, ViewKind};
use leptos::prelude::*;

use super::index::key_of;
use super::state::CanvasState;
use crate::document::{FileId, view_requests};
use crate::platform::editor::Focus;
use crate::platform::{dom, window};
use crate::widgets::dynamic::part;

/// The size of the mark that opens and closes a vertex, in canvas units.
const MARK: f64 = 18.0;

/// Returns the middle of a vertex's mark.
#[must_use]
pub fn mark_of(vertex: &Vertex) -> Option<Point> {
    vertex.inside.as_ref()?;
    let rect = vertex.rect;
    Some(Point { x: rect.x + rect.width - MARK / 2.0 - 4.0, y: rect.y + MARK / 2.0 + 3.0 })
}

/// Returns true if a place is on the mark of a vertex.
#[must_use]
pub fn is_on_mark(vertex: &Vertex, at: Point) -> bool {
    let half = MARK / 2.0;
    mark_of(vertex).is_some_and(|it| (it.x - at.x).abs() <= half && (it.y - at.y).abs() <= half)
}

/// Opens one item, or closes it if it was open.
fn toggle_one(expanded: &mut Vec<ItemPath>, item: &ItemPath) {
    let n_before = expanded.len();
    expanded.retain(|it| it != item);
    if expanded.len() == n_before {
        expanded.push(item.clone());
    }
}

/// Opens closed vertices and closes open ones.
pub fn toggle(state: CanvasState, cards: impl IntoIterator<Item = usize>) {
    let Some(file) = state.documents.shown() else { return };
    let items: Vec<ItemPath> = state.scene.with_untracked(|scene| {
        let vertices = cards.into_iter().filter_map(|it| scene.graph.vertices.get(it));
        vertices.filter(|it| it.inside.is_some()).map(|it| it.item.clone()).collect()
    });
    if items.is_empty() {
        return state.toasts.say("Select a process with something inside.");
    }
    state.camera.held.set_value(items.first().map(key_of));
    file.views.graph_options.update(|options| {
        items.iter().for_each(|it| toggle_one(&mut options.expanded, it));
    });
    view_requests::refresh(file.clone(), ViewKind::Graph);
}

/// Lets the layout begin afresh.
pub fn lay_out_afresh(state: CanvasState) {
    let Some(file) = state.documents.shown() else { return };
    let room = untrack(|| state.camera.room_to_fit());
    file.views.graph_options.update(|it| (it.is_fresh, it.room) = (true, room));
    view_requests::refresh(file.clone(), ViewKind::Graph);
    // The next edit stays near this layout.
    let forget = move || file.views.graph_options.update(|it| it.is_fresh = false);
    window::later(std::time::Duration::from_millis(400), forget);
}

/// Shows the file with the contents of a vertex.
pub fn enter(state: CanvasState, card: usize) {
    let inside = state
        .scene
        .with_untracked(|scene| scene.graph.vertices.get(card).and_then(|it| it.inside.clone()));
    let Some(path) = inside else {
        return state.toasts.say("There is nothing inside this process.");
    };
    if go_to(state, &path, None) {
        window::after_paint(|| dom::focus(".canvas__drawing"));
    }
}

/// Shows the file at a path, with the way back; false if it is not open. Then the user may open it, and
/// sees `place` in it.
pub fn go_to(state: CanvasState, path: &str, place: Option<Range>) -> bool {
    let documents = state.documents;
    let name = path.rsplit('/').next().unwrap_or_default();
    let found = documents.by_path(path).map(|it| it.id);
    let (Some(here), Some(there)) = (documents.shown().map(|it| it.id), found) else {
        state.files.offer_to_open(name, place);
        return false;
    };
    state.control.trail.update(|trail| {
        if trail.last() != Some(&here) {
            *trail = vec![here];
        }
        trail.push(there);
    });
    documents.show(there);
    true
}

/// Shows what another text says at a place.
pub fn go_to_source(state: CanvasState, written: Location) {
    let is_there = written.path.is_none_or(|it| go_to(state, &it, Some(written.range)));
    if is_there {
        state.navigation.select_text(written.range, Focus::Editor);
    }
}

/// Shows the graph of a file; the keyboard stays with the drawing.
fn show(state: CanvasState, file: FileId) {
    state.documents.show(file);
    window::after_paint(|| dom::focus(".canvas__drawing"));
}

/// The way from the outermost file to the one that is shown.
pub fn breadcrumb(state: CanvasState) -> impl IntoView {
    let documents = state.documents;
    let trail = state.control.trail;
    part(move || {
        let shown = documents.active.get()?.id;
        let way: Vec<FileId> = trail.get();
        if way.len() < 2 || way.last() != Some(&shown) {
            return None;
        }
        let name = |id: FileId| {
            documents.files.with(|files| {
                files.iter().find(|it| it.id == id).map(|it| it.name.clone()).unwrap_or_default()
            })
        };
        let n_steps = way.len();
        let steps = way.into_iter().enumerate().map(|(at, id)| {
            let back = move |_| {
                trail.update(|it| it.truncate(at + 1));
                show(state, id);
            };
            let is_last = at + 1 == n_steps;
            view! {
                <li class="trail__step">
                    {if is_last {
                        view! { <span aria-current="page">{name(id)}</span> }.into_any()
                    } else {
                        view! { <button type="button" class="trail__back" on:click=back>{name(id)}</button> }
                            .into_any()
                    }}
                </li>
            }
        });
        Some(view! {
            <nav class="trail" aria-label="Path to this graph">
                <ol class="trail__steps">{steps.collect::<Vec<_>>()}</ol>
            </nav>
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn cards_open_and_close() {
        let (a, b) = (ItemPath::new(["process", "a"]), ItemPath::new(["process", "b"]));
        let mut expanded = Vec::new();
        let mut names = |toggled: &ItemPath| {
            toggle_one(&mut expanded, toggled);
            expanded.iter().map(|it| it.0[1].clone()).collect::<String>()
        };
        assert_eq!(names(&a), "a");
        assert_eq!(names(&b), "ab");
        assert_eq!(names(&b), "a");
        assert_eq!(names(&a), "");
    }

    #[test]
    fn only_cards_with_an_inside_have_a_mark() {
        let mut vertex = sample().graph.vertices[0].clone();
        let at = Point { x: 88.0, y: 12.0 };
        assert!(!is_on_mark(&vertex, at));
        vertex.inside = Some("/a.cluster".into());
        assert!(is_on_mark(&vertex, at));
        assert!(!is_on_mark(&vertex, Point { x: 20.0, y: 12.0 }));
    }
}
