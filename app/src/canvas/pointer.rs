//! From events of pointers and wheels to gestures on the canvas.

use std::collections::BTreeSet;

use bobbin_protocol::ViewKind;
use leptos::ev::{KeyboardEvent, PointerEvent, WheelEvent};
use leptos::prelude::*;

use super::gesture::{Gesture, Outcome, Press, pinched};
use super::hit::{Hit, hit_test, inside, port_at};
use super::state::CanvasState;
use super::viewport::{wheel_factor, wheel_pixels};
use crate::document::locate::GraphPart;
use crate::platform::dom::{self, Pixels};

/// A pointer that is down: its number and where it is.
type Finger = (i32, Pixels);

/// Hears pointers and wheel for a canvas.
#[derive(Clone, Copy)]
pub struct PointerHandlers {
    state: CanvasState,
    at: RwSignal<Pixels>,
    fingers: StoredValue<Vec<Finger>>,
    is_space_held: RwSignal<bool>,
}

impl PointerHandlers {
    /// Also notes where the pointer is.
    #[must_use]
    pub fn new(state: CanvasState, at: RwSignal<Pixels>) -> PointerHandlers {
        PointerHandlers {
            state,
            at,
            fingers: StoredValue::new(Vec::new()),
            is_space_held: RwSignal::new(false),
        }
    }

    /// Whether the canvas follows the pointer, or would.
    #[must_use]
    pub fn is_panning(self) -> bool {
        self.is_space_held.get() || matches!(self.state.gesture.get(), Gesture::Panning { .. })
    }

    /// A pointer came down.
    pub fn down(self, event: &PointerEvent) {
        let at = dom::pointer_in(event);
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
            return self.state.gesture.set(Gesture::Idle);
        }
        let press = if event.button() == 1 || self.is_space_held.get_untracked() {
            Press::Pan
        } else if event.shift_key() {
            Press::Box
        } else {
            Press::Main
        };
        let viewport = self.state.viewport.get_untracked();
        self.state.gesture.set(Gesture::pressed(at, self.hit(at), press, viewport));
    }

    /// A pointer moved.
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
        let (moved, viewport) = gesture.moved(at, self.state.viewport.get_untracked());
        if let Some(viewport) = viewport {
            self.state.viewport.set(viewport);
        }
        if moved != gesture {
            self.state.gesture.set(moved);
        }
    }

    fn pinch(self, moved: i32, at: Pixels, first: Finger, second: Finger) {
        let place = |(id, old): Finger| if id == moved { at } else { old };
        let before = (first.1, second.1);
        let after = (place(first), place(second));
        self.state.viewport.update(|it| *it = pinched(*it, before, after));
        self.fingers.set_value(vec![(first.0, after.0), (second.0, after.1)]);
    }

    /// A pointer is up.
    pub fn up(self, event: &PointerEvent) {
        let n_fingers = self.fingers.with_value(Vec::len);
        self.forget(event);
        if n_fingers > 1 {
            return;
        }
        let gesture = self.state.gesture.get_untracked();
        self.state.gesture.set(Gesture::Idle);
        match gesture.released() {
            Outcome::Nothing => {}
            Outcome::Pressed(hit) => self.press(hit, event.shift_key()),
            Outcome::Connected(from, to) => {
                let zoom = self.state.viewport.get_untracked().zoom;
                let end = self.state.scene.with_untracked(|scene| port_at(scene, to, zoom));
                if let Some(end) = end
                    && end != from
                {
                    self.state.connect(from, end);
                }
            }
            Outcome::Boxed(rect) => {
                let parts = self.state.scene.with_untracked(|scene| inside(scene, rect));
                self.state.selection.set(parts.into_iter().collect());
            }
        }
    }

    fn press(self, hit: Hit, is_added: bool) {
        match hit.part() {
            Some(part) if is_added => self.state.selection.update(|selection| {
                if !selection.remove(&part) {
                    selection.insert(part);
                }
            }),
            Some(part) => self.state.select(part),
            None => self.state.selection.set(BTreeSet::new()),
        }
    }

    /// A double press opens the properties.
    pub fn double(self) {
        let is_vertex = self
            .state
            .selection
            .with_untracked(|it| matches!(it.iter().next(), Some(GraphPart::Vertex(_))));
        if is_vertex && matches!(self.state.hover.get_untracked(), Hit::Vertex(_)) {
            self.state.workbench.show_view(ViewKind::Form);
        }
    }

    /// The browser took the pointer away.
    pub fn cancel(self, event: &PointerEvent) {
        self.forget(event);
        self.state.gesture.set(Gesture::Idle);
    }

    /// The pointer left the canvas.
    pub fn leave(self) {
        if self.state.gesture.get_untracked() == Gesture::Idle {
            self.set_hover(Hit::Canvas);
        }
    }

    /// Whatever was begun is not done.
    pub fn abandon(self) {
        self.state.gesture.set(Gesture::Idle);
    }

    /// While Space is held the canvas follows the pointer.
    pub fn hold_space(self) {
        if !self.is_space_held.get_untracked() {
            self.is_space_held.set(true);
        }
    }

    /// A key is up.
    pub fn key_up(self, event: &KeyboardEvent) {
        if event.key() == " " && self.is_space_held.get_untracked() {
            self.is_space_held.set(false);
        }
    }

    /// The wheel pans; with Ctrl, or as a pinch on a touch pad, it zooms.
    pub fn wheel(self, event: &WheelEvent) {
        event.prevent_default();
        let mode = event.delta_mode();
        let (dx, dy) = (wheel_pixels(event.delta_x(), mode), wheel_pixels(event.delta_y(), mode));
        let at = dom::pointer_in(event);
        self.state.viewport.update(|it| {
            *it = if event.ctrl_key() || event.meta_key() {
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

    fn hit(self, at: Pixels) -> Hit {
        let viewport = self.state.viewport.get_untracked();
        let place = viewport.to_canvas(at);
        self.state.scene.with_untracked(|scene| hit_test(scene, place, viewport.zoom))
    }

    fn set_hover(self, hit: Hit) {
        if self.state.hover.get_untracked() != hit {
            self.state.hover.set(hit);
        }
    }
}
