//! Gestures of the pointers: pan, pinch, connect, select in a rectangle, or just press.
//!
//! No DOM and no signals. Pixels are seen from the canvas' top left corner.

use std::time::Duration;

use bobbin_protocol::{Point, PortSide, Rect};

use super::hit::Hit;
use super::scene::{PortId, Scene};
use super::viewport::Viewport;
use crate::platform::dom::{Pixels, Size};

/// Travel below this is a press, in pixels.
const SLOP: f64 = 4.0;

/// The way in which a pointer came down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Press {
    /// With the main button.
    Main,
    /// With the middle button, or with Space held: moves the canvas whatever lies there.
    Pan,
    /// With Shift held: selects in a rectangle.
    Box,
    /// With a finger on something that is not selected: a vertex stays where it is.
    Touch,
}

/// The gesture in progress.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Gesture {
    #[default]
    Idle,
    /// A pointer is down and has hardly moved.
    Pressed {
        /// The pixel where it came down.
        at: Pixels,
        /// The part it came down on.
        on: Hit,
        /// The way in which it came down.
        press: Press,
        /// The viewport then.
        viewport: Viewport,
    },
    /// The canvas follows the pointer.
    Panning {
        /// The pixel where it came down.
        from: Pixels,
        /// The viewport then.
        viewport: Viewport,
    },
    /// A line from a port follows the pointer.
    Connecting {
        /// The port where the line starts.
        from: PortId,
        /// The pointer, on the canvas.
        to: Point,
    },
    /// The end of an edge follows the pointer.
    Rerouting {
        /// The edge whose end is moved.
        edge: usize,
        /// The end that is moved.
        side: PortSide,
        /// The pointer, on the canvas.
        to: Point,
    },
    /// Vertices follow the pointer.
    Moving {
        /// The vertex under the pointer.
        card: usize,
        /// The place on the canvas where the pointer came down.
        from: Point,
        /// The place of the pointer.
        to: Point,
    },
    /// A selection rectangle follows the pointer.
    Boxing {
        /// One corner, on the canvas.
        from: Point,
        /// The opposite corner.
        to: Point,
    },
}

/// The meaning of a gesture once the pointer is up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    Nothing,
    /// A press on something.
    Pressed(Hit),
    /// A line from a port was let go.
    Connected(PortId, Point),
    /// The end of an edge was let go.
    Rerouted(usize, PortSide, Point),
    /// Vertices were moved: the one under the pointer, from where, and to where.
    Moved(usize, Point, Point),
    /// A selection rectangle was drawn.
    Boxed(Rect),
}

/// Something that is dragged out of the library.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Carried {
    /// Its index in the catalogue.
    pub entry: usize,
    /// The pointer, in the window.
    pub at: Pixels,
    /// The pointer on the canvas; `None` elsewhere.
    pub over: Option<Point>,
}

impl Gesture {
    /// Returns the gesture as it goes on in the next drawing; one with a part that is gone ends.
    #[must_use]
    pub fn in_next(self, old: &Scene, new: &Scene) -> Gesture {
        let next = match self {
            Gesture::Pressed { at, on, press, viewport } => {
                on.in_next(old, new).map(|on| Gesture::Pressed { at, on, press, viewport })
            }
            Gesture::Connecting { from, to } => {
                new.port_of(old, from).map(|from| Gesture::Connecting { from, to })
            }
            Gesture::Rerouting { edge, side, to } => {
                new.edge_of(old, edge).map(|edge| Gesture::Rerouting { edge, side, to })
            }
            Gesture::Moving { card, from, to } => {
                new.vertex_of(old, card).map(|card| Gesture::Moving { card, from, to })
            }
            Gesture::Idle | Gesture::Panning { .. } | Gesture::Boxing { .. } => Some(self),
        };
        next.unwrap_or_default()
    }

    /// Returns true if the end of the gesture may become a step of the history.
    #[must_use]
    pub fn writes(self) -> bool {
        matches!(
            self,
            Gesture::Connecting { .. } | Gesture::Rerouting { .. } | Gesture::Moving { .. }
        )
    }

    /// Returns the gesture that begins when a pointer comes down.
    #[must_use]
    pub fn pressed(at: Pixels, on: Hit, press: Press, viewport: Viewport) -> Gesture {
        Gesture::Pressed { at, on, press, viewport }
    }

    /// Follows a pointer; `viewport` is the one now. Also returns the viewport to show, if it
    /// follows the pointer.
    #[must_use]
    pub fn moved(self, to: Pixels, viewport: Viewport) -> (Gesture, Option<Viewport>) {
        match self {
            Gesture::Idle => (self, None),
            Gesture::Pressed { at, .. } if (to.x - at.x).hypot(to.y - at.y) < SLOP => (self, None),
            Gesture::Pressed { at, on, press, viewport: start } => match (press, on) {
                (Press::Main | Press::Touch, Hit::Port(from)) => {
                    (Gesture::Connecting { from, to: viewport.to_canvas(to) }, None)
                }
                (Press::Main | Press::Touch, Hit::End(edge, side)) => {
                    (Gesture::Rerouting { edge, side, to: viewport.to_canvas(to) }, None)
                }
                (Press::Main, Hit::Vertex(card)) => {
                    let (from, to) = (start.to_canvas(at), viewport.to_canvas(to));
                    (Gesture::Moving { card, from, to }, None)
                }
                (Press::Box, _) => {
                    let from = viewport.to_canvas(at);
                    (Gesture::Boxing { from, to: viewport.to_canvas(to) }, None)
                }
                _ => Gesture::Panning { from: at, viewport: start }.moved(to, viewport),
            },
            Gesture::Panning { from, viewport: start } => {
                (self, Some(start.panned(to.x - from.x, to.y - from.y)))
            }
            Gesture::Connecting { from, .. } => {
                (Gesture::Connecting { from, to: viewport.to_canvas(to) }, None)
            }
            Gesture::Rerouting { edge, side, .. } => {
                (Gesture::Rerouting { edge, side, to: viewport.to_canvas(to) }, None)
            }
            Gesture::Moving { card, from, .. } => {
                (Gesture::Moving { card, from, to: viewport.to_canvas(to) }, None)
            }
            Gesture::Boxing { from, .. } => {
                (Gesture::Boxing { from, to: viewport.to_canvas(to) }, None)
            }
        }
    }

    /// Returns true if something follows the pointer that may have to go out of sight.
    #[must_use]
    pub fn carries(self) -> bool {
        !matches!(self, Gesture::Idle | Gesture::Pressed { .. } | Gesture::Panning { .. })
    }

    /// Returns true if the pointer goes away from what it came down on, which stays.
    #[must_use]
    pub fn leaves_its_start(self) -> bool {
        self.carries() && !matches!(self, Gesture::Moving { .. })
    }

    /// Ends the gesture when the pointer is up.
    #[must_use]
    pub fn released(self) -> Outcome {
        match self {
            Gesture::Idle | Gesture::Panning { .. } => Outcome::Nothing,
            Gesture::Pressed { press: Press::Pan, .. } => Outcome::Nothing,
            Gesture::Pressed { on, .. } => Outcome::Pressed(on),
            Gesture::Connecting { from, to } => Outcome::Connected(from, to),
            Gesture::Rerouting { edge, side, to } => Outcome::Rerouted(edge, side, to),
            Gesture::Moving { card, from, to } => Outcome::Moved(card, from, to),
            Gesture::Boxing { from, to } => Outcome::Boxed(spanned(from, to)),
        }
    }
}

/// The distance to the border of the pane, in pixels, at which something carried pulls the drawing
/// along.
const BORDER: f64 = 40.0;
/// The greatest speed, in pixels per frame.
const PULL: f64 = 16.0;
/// The length of a frame, in milliseconds: displays that draw more often pull no faster, and those
/// that draw rarely no slower.
const FRAME: f64 = 1000.0 / 60.0;

/// Returns how many frames' worth of movement a frame makes that came after this time; a long pause
/// makes no leap.
#[must_use]
pub fn frames_in(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1000.0 / FRAME).clamp(0.0, 8.0)
}

/// Returns the movement of the drawing in a frame because something that was taken at `from` is
/// carried to the border of a pane, or over it: faster the nearer. What was taken near a border
/// pulls only when it is carried on.
#[must_use]
pub fn pulled(from: Pixels, at: Pixels, size: Size) -> (f64, f64) {
    let pull = |from: f64, at: f64, size: f64| {
        let speed = |depth: f64| (depth / BORDER).clamp(0.0, 1.0) * PULL;
        let (before, behind) = (BORDER - at, at - (size - BORDER));
        if before > 0.0 && at < from - SLOP {
            speed(before)
        } else if behind > 0.0 && at > from + SLOP {
            -speed(behind)
        } else {
            0.0
        }
    };
    (pull(from.x, at.x, size.width), pull(from.y, at.y, size.height))
}

/// Returns the rectangle between two corners.
#[must_use]
pub fn spanned(one: Point, other: Point) -> Rect {
    Rect {
        x: one.x.min(other.x),
        y: one.y.min(other.y),
        width: (one.x - other.x).abs(),
        height: (one.y - other.y).abs(),
    }
}

/// Returns the viewport after two fingers moved from `before` to `after`.
#[must_use]
pub fn pinched(viewport: Viewport, before: (Pixels, Pixels), after: (Pixels, Pixels)) -> Viewport {
    let middle = |(a, b): (Pixels, Pixels)| Pixels { x: (a.x + b.x) / 2.0, y: (a.y + b.y) / 2.0 };
    let spread = |(a, b): (Pixels, Pixels)| (a.x - b.x).hypot(a.y - b.y).max(1.0);
    let (old, new) = (middle(before), middle(after));
    viewport.panned(new.x - old.x, new.y - old.y).zoomed(spread(after) / spread(before), new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::scene::sample;

    fn at(x: f64, y: f64) -> Pixels {
        Pixels { x, y }
    }

    const PORT: PortId = PortId { vertex: 1, port: 0 };

    #[test]
    fn a_gesture_holds_the_same_part_in_the_next_drawing() {
        let old = sample();
        let mut graph = (*old.graph).clone();
        graph.vertices.reverse();
        graph.vertices[1].ports.reverse();
        graph.edges.clear();
        let new = Scene::new(std::sync::Arc::new(graph));
        let to = Point { x: 1.0, y: 2.0 };
        let next = |it: Gesture| it.in_next(&old, &new);
        let port = |port| PortId { vertex: 1, port };
        assert_eq!(
            next(Gesture::Connecting { from: port(1), to }),
            Gesture::Connecting { from: port(0), to }
        );
        let moving = |card| Gesture::Moving { card, from: to, to };
        assert_eq!(next(moving(0)), moving(2));
        assert_eq!(next(Gesture::Rerouting { edge: 0, side: PortSide::Input, to }), Gesture::Idle);
        assert_eq!(next(Gesture::Boxing { from: to, to }), Gesture::Boxing { from: to, to });
        let pressed = |on| Gesture::pressed(at(1.0, 1.0), on, Press::Main, Viewport::default());
        assert_eq!(next(pressed(Hit::Vertex(2))), pressed(Hit::Vertex(0)));
        assert_eq!(next(pressed(Hit::Edge(1))), Gesture::Idle, "it is gone");
    }

    #[test]
    fn small_travel_is_a_press() {
        let viewport = Viewport::default();
        let gesture = Gesture::pressed(at(10.0, 10.0), Hit::Vertex(3), Press::Main, viewport);
        let (gesture, shown) = gesture.moved(at(12.0, 11.0), viewport);
        assert_eq!(shown, None);
        assert_eq!(gesture.released(), Outcome::Pressed(Hit::Vertex(3)));
    }

    #[test]
    fn what_travel_means_depends_on_where_it_began() {
        let viewport = Viewport { x: 0.0, y: 0.0, zoom: 2.0 };
        for (on, press, expected) in [
            (Hit::Canvas, Press::Main, Outcome::Nothing),
            (Hit::Vertex(0), Press::Touch, Outcome::Nothing),
            (
                Hit::Vertex(0),
                Press::Main,
                Outcome::Moved(0, Point { x: 5.0, y: 5.0 }, Point { x: 20.0, y: 5.0 }),
            ),
            (
                Hit::End(4, PortSide::Input),
                Press::Main,
                Outcome::Rerouted(4, PortSide::Input, Point { x: 20.0, y: 5.0 }),
            ),
            (Hit::Port(PORT), Press::Main, Outcome::Connected(PORT, Point { x: 20.0, y: 5.0 })),
            (Hit::Port(PORT), Press::Pan, Outcome::Nothing),
            (
                Hit::Canvas,
                Press::Box,
                Outcome::Boxed(Rect { x: 5.0, y: 5.0, width: 15.0, height: 0.0 }),
            ),
        ] {
            let gesture = Gesture::pressed(at(10.0, 10.0), on, press, viewport);
            let (gesture, _) = gesture.moved(at(40.0, 10.0), viewport);
            assert_eq!(gesture.released(), expected, "{on:?} {press:?}");
        }
    }

    #[test]
    fn only_what_changes_the_drawing_may_become_a_step() {
        let viewport = Viewport::default();
        for (on, press, expected) in [
            (Hit::Port(PORT), Press::Main, true),
            (Hit::End(4, PortSide::Input), Press::Main, true),
            (Hit::Vertex(0), Press::Main, true),
            (Hit::Vertex(0), Press::Box, false),
            (Hit::Vertex(0), Press::Pan, false),
            (Hit::Canvas, Press::Main, false),
        ] {
            let pressed = Gesture::pressed(at(10.0, 10.0), on, press, viewport);
            assert!(!pressed.writes());
            let (gesture, _) = pressed.moved(at(40.0, 10.0), viewport);
            assert_eq!(gesture.writes(), expected, "{on:?} {press:?}");
        }
    }

    #[test]
    fn only_what_is_carried_along_is_still_under_the_pointer() {
        let viewport = Viewport::default();
        for (on, press, is_left) in [
            (Hit::Port(PORT), Press::Main, true),
            (Hit::End(4, PortSide::Input), Press::Main, true),
            (Hit::Vertex(0), Press::Box, true),
            (Hit::Vertex(0), Press::Main, false),
            (Hit::Vertex(0), Press::Pan, false),
        ] {
            let pressed = Gesture::pressed(at(10.0, 10.0), on, press, viewport);
            assert!(!pressed.leaves_its_start());
            let (gesture, _) = pressed.moved(at(40.0, 10.0), viewport);
            assert_eq!(gesture.leaves_its_start(), is_left, "{on:?} {press:?}");
        }
    }

    #[test]
    fn panning_follows_the_pointer_exactly() {
        let viewport = Viewport { x: 5.0, y: 5.0, zoom: 0.5 };
        let gesture = Gesture::pressed(at(10.0, 10.0), Hit::Canvas, Press::Main, viewport);
        let (gesture, shown) = gesture.moved(at(30.0, 10.0), viewport);
        assert_eq!(shown, Some(viewport.panned(20.0, 0.0)));
        let (_, shown) = gesture.moved(at(10.0, 60.0), shown.unwrap());
        assert_eq!(shown, Some(viewport.panned(0.0, 50.0)));
    }

    #[test]
    fn what_is_carried_to_the_border_pulls_the_drawing() {
        let size = Size { width: 800.0, height: 600.0 };
        let middle = at(400.0, 300.0);
        assert_eq!(pulled(middle, at(700.0, 300.0), size), (0.0, 0.0));
        assert_eq!(pulled(middle, at(780.0, 300.0), size), (-8.0, 0.0));
        assert_eq!(pulled(middle, at(900.0, -20.0), size), (-16.0, 16.0), "over the border");
        assert_eq!(pulled(middle, at(10.0, 590.0), size), (12.0, -12.0));
        assert_eq!(pulled(at(790.0, 300.0), at(785.0, 200.0), size), (0.0, 0.0), "on its way in");
    }

    #[test]
    fn a_pinch_zooms_about_the_fingers() {
        let viewport = Viewport::default();
        let pinched = pinched(
            viewport,
            (at(100.0, 100.0), at(200.0, 100.0)),
            (at(50.0, 100.0), at(250.0, 100.0)),
        );
        assert_eq!(pinched.zoom, 2.0);
        let middle = pinched.to_canvas(at(150.0, 100.0));
        assert_eq!((middle.x, middle.y), (150.0, 100.0));
    }

    #[test]
    fn pulling_is_as_fast_on_every_display() {
        let far = |millis: u64, n: u32| frames_in(Duration::from_millis(millis)) * f64::from(n);
        assert!((far(8, 125) - far(16, 62)).abs() < 2.0, "a second at 120 and at 60 frames");
        assert!((far(100, 10) - far(16, 62)).abs() < 2.0, "a second at 10 frames");
        assert!(far(60_000, 1) <= 8.0, "a pause");
    }
}
