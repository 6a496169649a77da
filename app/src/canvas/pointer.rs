//! Pointers: turns events of pointers and wheels into gestures on the canvas.

use bobbin_protocol::{Point, PortSide, Vertex, ViewKind};
use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};
use leptos::prelude::*;

use super::comments;
use super::control::Question;
use super::dom_layer::PART;
use super::edit::{self, Joining, Purpose};
use super::gesture::{Gesture, Outcome, Press, frames_in, pinched, pulled};
use super::hit::{Aim, Hit, end_at, end_for, grip_at, hit_test, inside, steady, target_at};
use super::nesting;
use super::places;
use super::scene::PortId;
use super::settle::cleared;
use super::state::CanvasState;
use super::viewport::{wheel_factor, wheel_pixels};
use crate::document::locate::GraphPart;
use crate::platform::dom::{self, Pixels};
use crate::platform::editor::Focus;
use crate::platform::window;

/// The height of a vertex's name from its top, in canvas units.
const NAME_HEIGHT: f64 = 26.0;

/// Said where a line ends at another one.
const ON_EDGE: &str =
    "Drop the connection on a port, or on the empty canvas to add something there.";

/// A pointer that is down: its number and where it is.
type Finger = (i32, Pixels);

/// Hears pointers and wheel for a canvas.
#[derive(Clone, Copy)]
pub struct PointerHandlers {
    state: CanvasState,
    at: RwSignal<Pixels>,
    fingers: StoredValue<Vec<Finger>>,
    is_space_held: RwSignal<bool>,
    /// The pixel where the last one came down.
    from: StoredValue<Pixels>,
    /// True if the drawing moves with the next frame.
    is_pulling: StoredValue<bool>,
}

impl PointerHandlers {
    /// Creates the handlers, and notes where the pointer is.
    #[must_use]
    pub fn new(state: CanvasState, at: RwSignal<Pixels>) -> PointerHandlers {
        PointerHandlers {
            state,
            at,
            fingers: StoredValue::new(Vec::new()),
            is_space_held: RwSignal::new(false),
            from: StoredValue::new(Pixels::default()),
            is_pulling: StoredValue::new(false),
        }
    }

    /// Returns the shape of the pointer, as the style sheet names it; `None` is the open hand.
    #[must_use]
    pub fn cursor(self) -> Option<&'static str> {
        match (self.state.gesture.get(), self.state.hover.get()) {
            (Gesture::Panning { .. } | Gesture::Moving { .. }, _) => Some("grabbing"),
            (Gesture::Pressed { press: Press::Pan, .. }, _) => Some("grabbing"),
            (Gesture::Connecting { .. } | Gesture::Rerouting { .. }, _) => {
                let is_wrong = self.state.aim.with(|it| matches!(it, Some(Aim::Misfit)));
                Some(if is_wrong { "not-allowed" } else { "crosshair" })
            }
            (Gesture::Boxing { .. }, _) => Some("crosshair"),
            _ if self.is_space_held.get() => None,
            (_, Hit::Port(_) | Hit::End(..)) => Some("crosshair"),
            (_, Hit::Vertex(_) | Hit::Edge(_)) => Some("pointer"),
            (_, Hit::Canvas) => None,
        }
    }

    /// Gives the drawing the keyboard, also after a press beside it. A part takes it itself.
    pub fn take_keys(self, event: &MouseEvent) {
        // Browsers give it to any group that listens, such as the one around all parts.
        if !dom::is_in(event, &format!("[{PART}]")) {
            event.prevent_default();
            dom::focus(".canvas__drawing");
        }
    }

    /// Handles a pointer that comes down.
    pub fn down(self, event: &PointerEvent) {
        let at = dom::pointer_in(event);
        self.state.prompts.forget_refused_drop();
        if event.button() == 1 {
            // Otherwise the browser scrolls by itself.
            event.prevent_default();
        }
        if event.button() > 1 {
            return;
        }
        dom::capture_pointer(event);
        self.fingers.update_value(|fingers| fingers.push((event.pointer_id(), at)));
        if self.fingers.with_value(Vec::len) > 1 {
            // The second finger makes it a pinch.
            self.abandon();
            return;
        }
        self.state.prompts.menu_at.set(None);
        self.from.set_value(at);
        self.state.is_finger.set(event.pointer_type() == "touch");
        let hit = self.hit(at);
        let is_selected = hit
            .part()
            .is_some_and(|it| self.state.selection.parts.with_untracked(|all| all.contains(&it)));
        let press = if event.button() == 1 || self.is_space_held.get_untracked() {
            Press::Pan
        } else if event.shift_key() {
            Press::Box
        } else if (event.pointer_type() == "touch" && !is_selected) || self.is_group(hit) {
            Press::Touch
        } else {
            Press::Main
        };
        let viewport = self.state.camera.viewport.get_untracked();
        self.state.gesture.set(Gesture::pressed(at, hit, press, viewport));
    }

    /// Handles a pointer that moves.
    pub fn moved(self, event: &PointerEvent) {
        let at = dom::pointer_in(event);
        self.at.set(at);
        let fingers = self.fingers.get_value();
        if let [first, second] = fingers.as_slice() {
            return self.pinch(event.pointer_id(), at, *first, *second);
        }
        let gesture = self.state.gesture.get_untracked();
        if gesture == Gesture::Idle {
            return self.set_hover(self.hit(at));
        }
        self.follow(gesture, at);
        self.pull();
    }

    /// Continues a gesture with the pointer at a place.
    fn follow(self, gesture: Gesture, at: Pixels) {
        let (moved, viewport) = gesture.moved(at, self.state.camera.viewport.get_untracked());
        if let Some(viewport) = viewport {
            self.state.camera.viewport.set(viewport);
        }
        if moved != gesture {
            if let Gesture::Moving { card, from, to } = moved {
                let Point { x, y } =
                    if let Gesture::Moving { to, .. } = gesture { to } else { from };
                self.state.carry(card, to.x - x, to.y - y);
            }
            self.state.gesture.set(moved);
        }
    }

    /// Pulls the drawing along, frame by frame, while something is carried at the border of the
    /// pane.
    fn pull(self) {
        if self.is_pulling.get_value() {
            return;
        }
        let asked = window::now();
        let step = move || {
            // Handed back if the canvas has gone meanwhile.
            if self.is_pulling.try_set_value(false).is_some() {
                return;
            }
            let (dx, dy) = self.pulled();
            if (dx, dy) != (0.0, 0.0) {
                let n_frames = frames_in(window::now().saturating_sub(asked));
                let (dx, dy) = (dx * n_frames, dy * n_frames);
                self.state.camera.viewport.update(|it| *it = it.panned(dx, dy));
                self.follow(self.state.gesture.get_untracked(), self.at.get_untracked());
                self.pull();
            }
        };
        if self.pulled() != (0.0, 0.0) {
            self.is_pulling.set_value(true);
            request_animation_frame(step);
        }
    }

    fn pulled(self) -> (f64, f64) {
        if !self.state.gesture.get_untracked().carries() {
            return (0.0, 0.0);
        }
        let size = self.state.camera.size.get_untracked();
        pulled(self.from.get_value(), self.at.get_untracked(), size)
    }

    fn pinch(self, moved: i32, at: Pixels, first: Finger, second: Finger) {
        let place = |(id, old): Finger| if id == moved { at } else { old };
        let before = (first.1, second.1);
        let after = (place(first), place(second));
        self.state.camera.viewport.update(|it| *it = pinched(*it, before, after));
        self.fingers.set_value(vec![(first.0, after.0), (second.0, after.1)]);
    }

    /// Handles a pointer that is up.
    pub fn up(self, event: &PointerEvent) {
        let n_fingers = self.fingers.with_value(Vec::len);
        self.forget(event);
        if n_fingers > 1 {
            return;
        }
        let gesture = self.state.gesture.get_untracked();
        self.end(gesture);
        match gesture.released() {
            Outcome::Nothing => {}
            Outcome::Pressed(hit) => {
                self.press(hit, event.shift_key() || event.ctrl_key() || event.meta_key());
            }
            Outcome::Connected(from, to) => self.drop_line(from, to),
            Outcome::Rerouted(edge, side, to) => self.drop_end(edge, side, to),
            Outcome::Moved(card, from, to) => self.drop_cards(card, from, to),
            Outcome::Boxed(rect) => {
                // Shift adds, as it does for a press.
                let parts = self.state.scene.with_untracked(|scene| inside(scene, rect));
                self.state.selection.add(parts);
            }
        }
    }

    /// Ends a gesture. Nothing is told of what it began at where it ended.
    fn end(self, gesture: Gesture) {
        if gesture.leaves_its_start() {
            self.set_hover(Hit::Canvas);
        }
        self.state.gesture.set(Gesture::Idle);
    }

    fn press(self, hit: Hit, is_added: bool) {
        let place = self.state.camera.viewport.get_untracked().to_canvas(self.at.get_untracked());
        if let Hit::Vertex(idx) = hit {
            let is_on_mark = self.state.scene.with_untracked(|scene| {
                scene.graph.vertices.get(idx).is_some_and(|it| nesting::is_on_mark(it, place))
            });
            if is_on_mark {
                return nesting::toggle(self.state, [idx]);
            }
            // The lines are a part of the vertex, which a press selects; the mark is a button.
            let is_mark = |it: &Vertex| comments::mark_of(it).is_some();
            if self.go_to_comment(idx, place, is_mark) {
                return;
            }
        }
        match hit.part() {
            Some(part) if is_added => self.state.selection.toggle(part),
            Some(part) => self.state.select(part),
            None => self.state.select_none(),
        }
    }

    /// Ends a line from a port: on a port it joins them, on nothing it asks what to add.
    fn drop_line(self, from: PortId, to: Point) {
        let zoom = self.state.grain();
        let (end, hit, side) = self.state.scene.with_untracked(|scene| {
            let side = scene.port(from).map(|it| it.side);
            (end_for(scene, from, to, zoom), target_at(scene, to, zoom), side)
        });
        match (end, hit) {
            (Some(end), _) if end != from => self.state.connect(from, end, to),
            (None, Hit::Canvas) => {
                let at = side.map(|it| places::beside(to, it));
                self.state.prompts.question.set(Some(Question::Add(Purpose::To(from), at)));
            }
            (None, Hit::Vertex(card)) if card != from.vertex => {
                let scene = self.state.scene;
                let joining = scene.with_untracked(|it| edit::join_vertex(it, from, card, None));
                self.state.join(joining, Some(to));
            }
            (None, Hit::Edge(_) | Hit::End(..)) => {
                self.state.refuse(ON_EDGE.to_owned(), Some(to));
            }
            _ => {}
        }
    }

    /// Ends moving the end of an edge: on a port it goes there, on nothing the edge goes away.
    fn drop_end(self, edge: usize, side: PortSide, to: Point) {
        let zoom = self.state.grain();
        let joining = self.state.scene.with_untracked(|scene| {
            let old = scene.ends(edge).map(|(from, into)| match side {
                PortSide::Output => from,
                PortSide::Input => into,
            });
            let kept = scene.kept_end(edge, side);
            match kept.and_then(|kept| end_for(scene, kept, to, zoom)) {
                Some(end) if Some(end) == old => None,
                Some(end) => Some(edit::reroute(scene, edge, side, end)),
                None => match target_at(scene, to, zoom) {
                    Hit::Canvas => edit::cut(scene, edge).map(Joining::Free),
                    Hit::Edge(at) if at == edge => None,
                    Hit::Edge(_) => Some(Joining::Impossible(ON_EDGE.into())),
                    Hit::End(..) => Some(Joining::Impossible(ON_EDGE.into())),
                    // Back where it was.
                    Hit::Vertex(card) if old.is_some_and(|it| it.vertex == card) => None,
                    Hit::Vertex(card) | Hit::Port(PortId { vertex: card, .. }) => {
                        Some(edit::join_vertex(scene, kept?, card, Some(edge)))
                    }
                },
            }
        });
        if let Some(joining) = joining {
            self.state.join(joining, Some(to));
        }
    }

    /// Lets vertices go: they stay there; one without connections that lies on an edge is spliced
    /// in.
    fn drop_cards(self, card: usize, from: Point, to: Point) {
        let mut moved = self.state.moves.carried.get_untracked();
        if moved.is_empty() {
            moved = self.state.taken(card, to.x - from.x, to.y - from.y).collect();
        }
        for place in moved.values_mut() {
            *place = Point { x: place.x.round(), y: place.y.round() };
        }
        let splice = self.state.scene.with_untracked(|scene| {
            edit::splice(scene, card, self.state.edge_for(scene, card, to)?)
        });
        // The caret goes there first: undo goes back to where it was.
        if !self.state.selection.vertices().contains(&card) {
            self.state.select(GraphPart::Vertex(card));
        }
        match splice {
            Some(deed) => {
                let scene = self.state.scene;
                let clear = scene.with_untracked(|scene| cleared(&scene.graph, moved));
                self.state.moves.put(clear);
                self.state.perform(deed);
            }
            None => self.state.moves.put(moved),
        }
        self.state.moves.carried.set(places::Places::new());
    }

    /// Handles a double press: asks for a name or a value, or for what to add.
    pub fn double(self) {
        let viewport = self.state.camera.viewport.get_untracked();
        let place = viewport.to_canvas(self.at.get_untracked());
        match self.hit(self.at.get_untracked()) {
            Hit::Vertex(idx) if self.go_to_comment(idx, place, |_| true) => {}
            Hit::Vertex(idx) => {
                let is_name = self.state.scene.with_untracked(|scene| {
                    let rect = scene.graph.vertices.get(idx).map(|it| it.rect);
                    rect.is_some_and(|it| place.y < it.y + NAME_HEIGHT)
                });
                if is_name {
                    self.state.ask_name(idx);
                } else if !self.state.refuses(GraphPart::Vertex(idx)) {
                    self.state.navigation.show_view(ViewKind::Form);
                }
            }
            Hit::Edge(idx) | Hit::End(idx, _) if self.state.refuses(GraphPart::Edge(idx)) => {}
            Hit::Edge(idx) | Hit::End(idx, _) => {
                self.state.prompts.question.set(Some(Question::Add(Purpose::Into(idx), None)));
            }
            Hit::Canvas => {
                let at = Point { x: place.x.round(), y: place.y.round() };
                self.state.prompts.question.set(Some(Question::Add(Purpose::Alone, Some(at))));
            }
            Hit::Port(_) => {}
        }
    }

    /// Shows in the text the comment of a vertex that is drawn at a place, or the one that a frame
    /// stands for, if it is `meant`; false if there is none.
    fn go_to_comment(self, vertex: usize, at: Point, meant: impl Fn(&Vertex) -> bool) -> bool {
        let range = self.state.scene.with_untracked(|scene| {
            let it = scene.graph.vertices.get(vertex).filter(|it| meant(it))?;
            let is_on = || comments::is_on_comment(it, scene.is_group(vertex), at);
            match &it.comment {
                _ if it.is_frame => Some(it.range),
                Some(comment) if is_on() => Some(comment.range),
                _ => None,
            }
        });
        if let Some(range) = range {
            self.state.navigation.select_text(range, Focus::Editor);
        }
        range.is_some()
    }

    /// Opens a menu for what lies under the right button.
    pub fn menu(self, event: &MouseEvent) {
        event.prevent_default();
        let at = dom::pointer_in(event);
        if let Some(part) = self.hit(at).part()
            && !self.state.selection.contains(part)
        {
            self.state.select(part);
        }
        self.state.gesture.set(Gesture::Idle);
        self.state.prompts.menu_at.set(Some(at));
    }

    /// Handles that the browser took the pointer away.
    pub fn cancel(self, event: &PointerEvent) {
        self.forget(event);
        self.abandon();
    }

    /// Handles that the pointer left the canvas.
    pub fn leave(self) {
        if self.state.gesture.get_untracked() == Gesture::Idle {
            self.set_hover(Hit::Canvas);
        }
    }

    /// Abandons whatever was begun; false if nothing was.
    pub fn abandon(self) -> bool {
        let begun = self.state.gesture.get_untracked();
        if let Gesture::Panning { viewport, .. } = begun {
            self.state.camera.viewport.set(viewport);
        }
        self.end(begun);
        if self.state.moves.carried.with_untracked(|it| !it.is_empty()) {
            self.state.moves.carried.set(places::Places::new());
        }
        !matches!(begun, Gesture::Idle | Gesture::Pressed { .. })
    }

    /// Handles that the keyboard goes elsewhere.
    pub fn lose_keys(self) {
        self.let_go_of_space();
        self.state.moves.settle();
    }

    /// Stops following when Space is held elsewhere: that does not mean the canvas.
    fn let_go_of_space(self) {
        if self.is_space_held.get_untracked() {
            self.is_space_held.set(false);
        }
    }

    /// Lets the canvas follow the pointer while Space is held.
    pub fn hold_space(self) {
        if !self.is_space_held.get_untracked() {
            self.is_space_held.set(true);
        }
    }

    /// Handles a key that is up.
    pub fn key_up(self, event: &KeyboardEvent) {
        if event.key() == " " {
            self.let_go_of_space();
        }
        // However long a key is held, it moves vertices once.
        self.state.moves.settle();
    }

    /// Handles the wheel: it pans; with Ctrl, or as a pinch on a touch pad, it zooms. So it does
    /// over what floats above the drawing, unless that scrolls.
    pub fn wheel(self, event: &WheelEvent) {
        let is_zoom = event.ctrl_key() || event.meta_key();
        if dom::is_dialog_open()
            || !is_zoom && dom::is_in(event, ".graph-list, .menu__list, .legend")
        {
            return;
        }
        event.prevent_default();
        let mode = event.delta_mode();
        let (dx, dy) = (wheel_pixels(event.delta_x(), mode), wheel_pixels(event.delta_y(), mode));
        let at = dom::pointer_in(event);
        self.state.camera.viewport.update(|it| {
            *it = if is_zoom {
                it.zoomed(wheel_factor(dy), at)
            } else if event.shift_key() && dx == 0.0 {
                it.panned(-dy, 0.0)
            } else {
                it.panned(-dx, -dy)
            };
        });
    }

    fn forget(self, event: &PointerEvent) {
        self.fingers.update_value(|fingers| fingers.retain(|(id, _)| *id != event.pointer_id()));
    }

    /// Returns true for a vertex around others: it stays where it is, and the canvas follows the
    /// pointer.
    fn is_group(self, hit: Hit) -> bool {
        matches!(hit, Hit::Vertex(idx) if self.state.scene.with_untracked(|it| it.is_group(idx)))
    }

    fn hit(self, at: Pixels) -> Hit {
        let place = self.state.camera.viewport.get_untracked().to_canvas(at);
        let grain = self.state.grain();
        let is_finger = self.state.is_finger.get_untracked();
        let before = self.state.hover.get_untracked().part().and_then(GraphPart::edge);
        let selection = self.state.selection.parts.get_untracked();
        let edges = selection.into_iter().filter_map(GraphPart::edge);
        self.state.scene.with_untracked(|scene| {
            let end = end_at(scene, edges, place, grain);
            end.unwrap_or_else(|| match hit_test(scene, place, grain) {
                // A finger first selects the line: it pans, and hides what it would take.
                Hit::Edge(edge) if !is_finger => {
                    let edge = before.map_or(edge, |it| steady(scene, edge, it, place));
                    let side = grip_at(scene, edge, place, grain);
                    side.map_or(Hit::Edge(edge), |side| Hit::End(edge, side))
                }
                hit => hit,
            })
        })
    }

    fn set_hover(self, hit: Hit) {
        if self.state.hover.get_untracked() != hit {
            self.state.hover.set(hit);
        }
    }
}
