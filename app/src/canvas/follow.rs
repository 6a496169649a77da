//! What happens around the canvas and moves it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bobbin_protocol::Range;
use leptos::prelude::*;

use super::add::ask_catalogue;
use super::copy::follow_clipboard;
use super::detail::Detail;
use super::hit::Hit;
use super::index::key_of_name;
use super::reach::{reach, starts};
use super::requests::follow_requests;
use super::scene::Scene;
use super::shown::{FIRST_ROOM, room_after, stepped};
use super::state::CanvasState;
use crate::document::locate::{self, GraphPart};
use crate::document::{FileId, OpenFile};
use crate::platform::window;

/// What happens around the canvas and moves it.
pub fn follow(state: CanvasState) {
    let workbench = state.workbench;
    follow_clipboard(state);
    follow_requests(state);
    Effect::new(move || {
        // A language is known once the document is, and brings another catalogue.
        if let Some(file) = workbench.documents.active.get() {
            file.language.track();
            untrack(|| ask_catalogue(state));
        }
    });
    // A file that is looked at for the first time is shown as a whole, later as it was left.
    let placed = StoredValue::new(false);
    Effect::new(move || {
        let size = state.size.get();
        let is_empty = state.scene.with(|it| it.graph.vertices.is_empty());
        let Some(file) = workbench.documents.shown() else { return };
        if size.width > 0.0 && !is_empty && !placed.get_value() {
            placed.set_value(true);
            match workbench.canvas.remembered(file.id) {
                Some(viewport) => state.viewport.set(viewport),
                None => state.show_first(),
            }
            if file.is_drawn() {
                state.follow_caret(&file);
            }
        }
    });
    Effect::new(move || {
        let viewport = state.viewport.get();
        if let (true, Some(file)) = (placed.get_value(), workbench.documents.shown()) {
            workbench.canvas.remember(file.id, viewport);
        }
    });
    let pace = StoredValue::new(Drawing { is_due: false, room: FIRST_ROOM });
    Effect::new(move || {
        state.scene.track();
        state.visible.track();
        state.region.track();
        // Once a frame.
        if !pace.get_value().is_due {
            untrack(|| draw_more(state, pace));
        }
    });
    Effect::new(move |old: Option<Followed>| {
        let scene = state.scene.get();
        let file = workbench.documents.active.get();
        let moves = file.map(|file| {
            file.views.graph_version.track();
            let n_moves = file.caret_moves.get();
            (file, n_moves)
        });
        untrack(|| follow_both(state, old, scene, moves))
    });
    Effect::new(move || {
        let hit = state.hover.get();
        let is_drawn = workbench.documents.shown().is_some_and(|it| it.is_drawn());
        let said = state.scene.with_untracked(|scene| said_of(scene, hit));
        workbench.light_text(if is_drawn { &said } else { &[] });
    });
    on_cleanup(move || workbench.light_text(&[]));
}

/// Where the text speaks of what is under the pointer; of a port, where it is connected.
fn said_of(scene: &Scene, hit: Hit) -> Vec<Range> {
    let edge = |idx: usize| scene.graph.edges.get(idx).filter(|it| it.written.is_none());
    let range = hit.part().and_then(|it| locate::range_in_graph(&scene.graph, it));
    let of_port: Vec<Range> = match hit {
        Hit::Port(id) => scene.edges_at(id).filter_map(edge).map(|it| it.range).collect(),
        _ => Vec::new(),
    };
    if of_port.is_empty() { range.into_iter().collect() } else { of_port }
}

/// How far the drawing of what is seen has come.
#[derive(Clone, Copy)]
struct Drawing {
    /// Whether it goes on in the next frame.
    is_due: bool,
    /// What is spent in a frame.
    room: usize,
}

/// Draws what shall be drawn, as far as it goes in this frame, and the rest in the next ones; false if
/// there is a rest.
fn draw_more(state: CanvasState, pace: StoredValue<Drawing>) -> bool {
    let detail = state.region.get_untracked().detail;
    if detail == Detail::Box {
        return true;
    }
    let room = pace.get_value().room;
    let (shown, is_done) = state.shown.with_untracked(|shown| {
        state.scene.with_untracked(|scene| {
            state.visible.with_untracked(|wanted| stepped(shown, scene, wanted, detail, room))
        })
    });
    if state.shown.with_untracked(|it| *it != shown) {
        state.shown.set(shown);
    }
    if !is_done && !pace.get_value().is_due {
        pace.update_value(|it| it.is_due = true);
        request_animation_frame(move || {
            // None if the canvas has gone meanwhile.
            if pace.try_update_value(|it| it.is_due = false).is_none() {
                return;
            }
            let start = window::now();
            if draw_more(state, pace) {
                return;
            }
            // All room was used: how long did it take, with what the browser does behind it?
            let measure = move || {
                let took = window::now().saturating_sub(start);
                pace.try_update_value(|it| it.room = room_after(it.room, took));
            };
            set_timeout(measure, Duration::ZERO);
        });
    }
    is_done
}

/// What the selection came from.
struct Followed {
    scene: Scene,
    /// The file, and how often its caret had moved.
    caret: Option<(FileId, u32)>,
}

/// Keeps the selection with the drawing and with the caret, whichever moved.
fn follow_both(
    state: CanvasState,
    old: Option<Followed>,
    scene: Scene,
    moves: Option<(Arc<OpenFile>, u32)>,
) -> Followed {
    let before = old.as_ref().map(|it| &it.scene);
    let is_chosen = before != Some(&scene) && follow_scene(state, before, &scene);
    let followed = old.as_ref().and_then(|it| it.caret);
    let Some((file, n_moves)) = moves else { return Followed { scene, caret: followed } };
    if !file.is_drawn() {
        // The caret stands in another text than the one that is drawn.
        return Followed { scene, caret: followed };
    }
    let caret = Some((file.id, n_moves));
    if !state.pick_late() && !is_chosen && followed != caret {
        state.follow_caret(&file);
    }
    Followed { scene, caret }
}

/// Indices of a drawing mean other parts in the next one: what was selected stays selected. True if
/// something else is selected now, because the user asked for it before it was drawn.
fn follow_scene(state: CanvasState, old: Option<&Scene>, new: &Scene) -> bool {
    keep_held(state, old, new);
    if let Some(added) = added(state, new) {
        let first = added.first().copied();
        state.selection.set(added.into_iter().map(GraphPart::Vertex).collect());
        first.into_iter().for_each(|it| state.reveal(it));
        return true;
    }
    let awaited = state.awaited.get_value();
    if let Some((idx, _)) = awaited.and_then(|name| new.vertex(key_of_name(&name))) {
        state.awaited.set_value(None);
        state.select(GraphPart::Vertex(idx));
        state.reveal(idx);
        return true;
    }
    let selection = state.selection.get_untracked();
    let kept: BTreeSet<GraphPart> = old.map(|old| kept(old, new, &selection)).unwrap_or_default();
    if !kept.is_empty() {
        if kept != selection {
            state.selection.set(kept);
        }
    } else {
        match state.workbench.documents.shown().filter(|it| it.is_drawn()) {
            Some(file) => state.follow_caret(&file),
            None if selection.is_empty() => {}
            None => state.selection.set(kept),
        }
    }
    if let Some((way, _)) = state.traced.get_untracked() {
        let cards = reach(new, starts(new, &state.selection.get_untracked(), way), way);
        state.traced.set(Some((way, cards)));
    }
    false
}

/// The card that is held stays where it is seen, whatever the layout makes of the others.
fn keep_held(state: CanvasState, old: Option<&Scene>, new: &Scene) {
    let Some(key) = state.held.get_value().map(|it| key_of_name(&it)) else { return };
    let (Some((_, before)), Some((_, now))) = (old.and_then(|it| it.vertex(key)), new.vertex(key))
    else {
        return;
    };
    state.held.set_value(None);
    let (dx, dy) = (before.rect.x - now.rect.x, before.rect.y - now.rect.y);
    if (dx, dy) != (0.0, 0.0) {
        state.viewport.update(|it| *it = it.panned(dx * it.zoom, dy * it.zoom));
    }
}

/// The cards that were added since somebody asked for some, if there are any by now.
fn added(state: CanvasState, new: &Scene) -> Option<Vec<usize>> {
    let known = state.known.get_value()?;
    let is_new = |it: &usize| new.vertex_key(*it).is_some_and(|key| !known.contains(&key));
    let added: Vec<usize> = (0..new.graph.vertices.len()).filter(is_new).collect();
    if added.is_empty() {
        return None;
    }
    state.known.set_value(None);
    Some(added)
}

/// The parts of a new drawing that were selected in the old one.
fn kept(old: &Scene, new: &Scene, selection: &BTreeSet<GraphPart>) -> BTreeSet<GraphPart> {
    let parts = selection.iter().filter_map(|part| match part {
        GraphPart::Vertex(idx) => {
            new.vertex(old.vertex_key(*idx)?).map(|(idx, _)| GraphPart::Vertex(idx))
        }
        GraphPart::Edge(idx) => new.edge(old.edge_key(*idx)?).map(|(idx, _)| GraphPart::Edge(idx)),
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    #[test]
    fn what_is_selected_stays_selected() {
        let old = sample();
        let mut graph = (*old.graph).clone();
        graph.vertices.swap(0, 2);
        graph.edges.remove(0);
        let new = Scene::new(std::sync::Arc::new(graph));
        let selection =
            BTreeSet::from([GraphPart::Vertex(0), GraphPart::Edge(0), GraphPart::Edge(2)]);
        let expected = BTreeSet::from([GraphPart::Vertex(2), GraphPart::Edge(1)]);
        assert_eq!(kept(&old, &new, &selection), expected);
    }

    #[test]
    fn a_port_is_spoken_of_where_it_is_connected() {
        let mut graph = (*sample().graph).clone();
        let line = |line| {
            let at = |character| bobbin_protocol::Position { line, character };
            Range { start: at(0), end: at(9) }
        };
        for (idx, edge) in graph.edges.iter_mut().enumerate() {
            edge.range = line(idx as u32 + 10);
        }
        graph.vertices[0].range = line(0);
        graph.vertices[2].range = line(2);
        graph.edges.remove(1);
        let scene = Scene::new(std::sync::Arc::new(graph));
        let lines = |hit| said_of(&scene, hit).iter().map(|it| it.start.line).collect::<Vec<_>>();
        let port = |vertex, port| Hit::Port(crate::canvas::scene::PortId { vertex, port });
        assert_eq!(lines(port(0, 0)), [10, 12]);
        assert_eq!(lines(port(2, 0)), [2], "it has no connection");
        assert_eq!(lines(Hit::Vertex(0)), [0]);
        assert_eq!(lines(Hit::Edge(1)), [12]);
        assert_eq!(lines(Hit::Canvas), [] as [u32; 0]);
    }
}
