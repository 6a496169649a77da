//! Effects that keep the canvas in step with the text and the rest of the page.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bobbin_protocol::{Range, Rect, Room};
use leptos::prelude::*;

use super::add::ask_catalogue;
use super::copy::follow_clipboard;
use super::detail::Detail;
use super::hit::Hit;
use super::incremental_render::{FIRST_ROOM, room_after, stepped};
use super::reachability::{reach, starts};
use super::scene::Scene;
use super::state::CanvasState;
use super::touch;
use super::viewport::{Floats, Panes, Viewport};
use crate::document::locate::{self, GraphPart};
use crate::document::{FileId, OpenFile};
use crate::following::effect;
use crate::platform::window::{self, Timer};

/// Sets up the effects that keep the canvas in step with the text and the rest of the page.
pub fn follow(state: CanvasState) {
    let CanvasState { documents, navigation, control, .. } = state;
    follow_clipboard(state);
    control.on_request(move |request| touch::hear(state, request));
    // What was announced of moves is no longer so.
    control.on_recall(move || state.announce(""));
    effect(move || {
        // A language is known once the document is, and brings another catalogue.
        if let Some(file) = documents.active.get() {
            file.language.track();
            untrack(|| ask_catalogue(state));
        }
    });
    // A file that is looked at for the first time is shown as a whole, later as it was left.
    let placed = StoredValue::new(false);
    // The viewport when a drawing for another room was asked for, and until when that is waited for.
    let replaced = StoredValue::new(None::<(Viewport, Rect, Duration)>);
    effect(move || {
        let extent = state.scene.with(Scene::extent);
        let Some((viewport, before, until)) = replaced.get_value() else { return };
        replaced.set_value(None);
        let is_as_left =
            viewport == state.camera.viewport.get_untracked() || state.camera.is_as_chosen();
        if is_as_left && extent != before && window::now() < until {
            untrack(|| state.camera.show_first());
        }
    });
    let note_replaced = move || {
        let viewport = state.camera.viewport.get_untracked();
        let extent = state.scene.with_untracked(Scene::extent);
        replaced.set_value(Some((viewport, extent, window::now() + PATIENCE)));
    };
    follow_settings(state, note_replaced);
    follow_room(state, note_replaced);
    effect(move |before: Option<(Panes, Floats)>| {
        let panes = state.camera.panes();
        let size = panes.pane;
        let floats = state.camera.floats();
        let is_empty = state.scene.with(|it| it.graph.vertices.is_empty());
        let Some(file) = documents.shown() else { return (panes, floats) };
        if size.width > 0.0 && !is_empty && !placed.get_value() {
            placed.set_value(true);
            match control.remembered(file.id) {
                Some(viewport) => state.camera.viewport.set(viewport),
                // The first vertex stays under the hand that has put it there.
                None if state.is_begun_by_hand.get_value() => {}
                None => untrack(|| state.camera.show_first()),
            }
            if file.is_drawn() {
                state.follow_caret(&file);
            }
        } else if let Some(before) = before.filter(|it| size.width > 0.0 && *it != (panes, floats))
        {
            // Problems that come take room from the drawing, which stays as it was made.
            untrack(|| state.camera.choose_again(before.1 != floats && before.0.pane == size));
        }
        (panes, floats)
    });
    effect(move || {
        let viewport = state.camera.viewport.get();
        if let (true, Some(file)) = (placed.get_value(), documents.shown()) {
            control.remember(file.id, viewport);
        }
    });
    let pace = StoredValue::new(Drawing { is_due: false, room: FIRST_ROOM });
    effect(move || {
        state.scene.track();
        state.camera.visible.track();
        state.camera.region.track();
        // Once a frame.
        if !pace.get_value().is_due {
            untrack(|| draw_more(state, pace));
        }
    });
    effect(move |old: Option<Followed>| {
        let scene = state.scene.get();
        let file = documents.active.get();
        let moves = file.map(|file| {
            file.views.graph_version.track();
            let n_moves = file.caret_moves.get();
            (file, n_moves)
        });
        untrack(|| follow_both(state, old, scene, moves))
    });
    effect(move || {
        let hit = state.hover.get();
        let is_drawn = documents.shown().is_some_and(|it| it.is_drawn());
        let said = state.scene.with_untracked(|scene| said_of(scene, hit));
        navigation.light_text(if is_drawn { &said } else { &[] });
    });
    on_cleanup(move || navigation.light_text(&[]));
}

/// The time that the server has for a drawing that the pane is then moved to.
const PATIENCE: Duration = Duration::from_secs(3);
/// The time for which a pane keeps its size before its drawing is made anew for that.
const SETTLED: Duration = Duration::from_millis(300);

/// Lets the drawing be made by the settings of the page. That comes before its room, without which it
/// is not asked for. What is selected stays where it is seen; `on_ask` is called if nothing is, before
/// the drawing is made again.
fn follow_settings(state: CanvasState, on_ask: impl Fn() + Copy + Send + Sync + 'static) {
    effect(move || {
        let Some(file) = state.documents.active.get() else { return };
        let wanted = (state.shows_comments.get(), state.groups_by_banner.get());
        let options = &file.views.graph_options;
        let (had, is_drawn) =
            options.with_untracked(|it| ((it.has_comments, it.is_framed), it.room.is_some()));
        if had != wanted {
            let selected = state.selection.vertices().into_iter().next();
            let held = selected.and_then(|it| state.scene.with_untracked(|all| all.vertex_key(it)));
            match held {
                Some(key) => state.camera.held.set_value(Some(key)),
                None if is_drawn => on_ask(),
                None => {}
            }
            options.update(|it| (it.has_comments, it.is_framed) = wanted);
        }
    });
}

/// Lets the drawing be made for the room that there is when it is first looked at, and again when there
/// is much more or less of it; `on_ask` is called before it is made again.
fn follow_room(state: CanvasState, on_ask: impl Fn() + Copy + Send + Sync + 'static) {
    let documents = state.documents;
    let pending = StoredValue::new_local(None::<Timer>);
    effect(move || {
        let (Some(file), Some(room)) = (documents.active.get(), state.camera.room_to_fit()) else {
            return;
        };
        pending.set_value(None);
        let Some(known) = file.views.graph_options.with_untracked(|it| it.room) else {
            return file.views.graph_options.update(|it| it.room = Some(room));
        };
        if is_alike(known, room) {
            return;
        }
        let ask = move || {
            on_ask();
            file.views.graph_options.update(|it| it.room = Some(room));
        };
        pending.set_value(Some(window::after(SETTLED, ask)));
    });
}

/// Returns true if a drawing that is made for one of two rooms does for the other, too: the width says
/// where to fold, and the problems below take and give height.
fn is_alike(a: Room, b: Room) -> bool {
    a.width.abs_diff(b.width) * 3 <= a.width.min(b.width)
        && a.height.abs_diff(b.height) <= a.height.min(b.height)
}

/// Returns the places in the text for what is under the pointer; for a port, its connections.
fn said_of(scene: &Scene, hit: Hit) -> Vec<Range> {
    let edge = |idx: usize| scene.graph.edges.get(idx).filter(|it| it.written.is_none());
    let range = hit.part().and_then(|it| locate::range_in_graph(&scene.graph, it));
    let of_port: Vec<Range> = match hit {
        Hit::Port(id) => scene.edges_at(id).filter_map(edge).map(|it| it.range).collect(),
        _ => Vec::new(),
    };
    if of_port.is_empty() { range.into_iter().collect() } else { of_port }
}

/// Progress of drawing what is seen.
#[derive(Clone, Copy)]
struct Drawing {
    /// True if it goes on in the next frame.
    is_due: bool,
    /// The effort that may be spent in a frame.
    room: usize,
}

/// Draws what shall be drawn, as far as it goes in this frame, and the rest in the next ones; false if
/// there is a rest.
fn draw_more(state: CanvasState, pace: StoredValue<Drawing>) -> bool {
    let detail = state.camera.region.get_untracked().detail;
    if detail == Detail::Box {
        return true;
    }
    let room = pace.get_value().room;
    let (shown, is_done) = state.camera.shown.with_untracked(|shown| {
        state.scene.with_untracked(|scene| {
            state
                .camera
                .visible
                .with_untracked(|wanted| stepped(shown, scene, wanted, detail, room))
        })
    });
    if state.camera.shown.with_untracked(|it| *it != shown) {
        state.camera.shown.set(shown);
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
            window::later(Duration::ZERO, measure);
        });
    }
    is_done
}

/// The drawing and the caret that the selection was last taken from.
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

/// Takes the selection to the next drawing. True if something else is selected now, because it was
/// waited for.
fn follow_scene(state: CanvasState, old: Option<&Scene>, new: &Scene) -> bool {
    state.camera.keep_held(old, new);
    if let Some(old) = old {
        // A hand that is at work holds the same part as before, which may have another place in the lists now.
        let (held, below) = (state.gesture.get_untracked(), state.hover.get_untracked());
        let (held_next, below_next) = (held.in_next(old, new), below.in_next(old, new));
        if held_next != held {
            state.gesture.set(held_next);
        }
        if below_next != Some(below) {
            state.hover.set(below_next.unwrap_or(Hit::Canvas));
        }
    }
    state.moves.follow_names(new);
    if state.documents.shown().is_some_and(|it| it.is_drawn()) {
        state.moves.keep(old, new);
    }
    if let Some(arrived) = state.selection.take_arrived(new) {
        state.control.unpicked(|| match *arrived {
            [only] => state.select(GraphPart::Vertex(only)),
            _ => {
                // The caret and the outline go to the first of them.
                if let Some(first) = arrived.first() {
                    state.select(GraphPart::Vertex(*first));
                }
                state.selection.set(arrived.iter().copied().map(GraphPart::Vertex));
            }
        });
        arrived.first().into_iter().for_each(|it| state.camera.show_arrived(*it));
        return true;
    }
    if state.selection.parts.with_untracked(BTreeSet::is_empty) {
        match state.documents.shown().filter(|it| it.is_drawn()) {
            Some(file) => state.follow_caret(&file),
            None => state.selection.drop_missing(),
        }
    } else {
        state.selection.drop_missing();
    }
    if let Some((way, _)) = state.traced.get_untracked() {
        let selected = state.selection.parts.get_untracked();
        state.traced.set(Some((way, reach(new, starts(new, &selected, way), way))));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

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
