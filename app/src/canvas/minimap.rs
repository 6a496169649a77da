//! All of the drawing, small, with what is seen of it.

use bobbin_protocol::{Point, Rect};
use leptos::ev::PointerEvent;
use leptos::prelude::*;

use super::route;
use super::scene::Scene;
use super::state::CanvasState;
use super::viewport::Viewport;
use crate::document::locate::GraphPart;
use crate::following::memo;
use crate::platform::dom::{self, Pixels, Size};
use crate::widgets::dynamic::{When, live};

/// The size of the map, in pixels; the style sheet has the same.
const MAP: Size = Size { width: 168.0, height: 108.0 };

/// The distance of the map from the edges of the pane, in pixels; the style sheet has the same.
const MARGIN: f64 = 10.0;

/// A smaller pane has no room for a map.
const MIN_PANE: Size = Size { width: 420.0, height: 280.0 };

/// Returns the viewport of the map: all of the drawing.
#[must_use]
pub fn map_viewport(extent: Rect) -> Viewport {
    let zoom = (MAP.width / extent.width.max(1.0)).min(MAP.height / extent.height.max(1.0)) * 0.94;
    Viewport {
        x: (MAP.width - extent.width * zoom) / 2.0 - extent.x * zoom,
        y: (MAP.height - extent.height * zoom) / 2.0 - extent.y * zoom,
        zoom,
    }
}

/// Returns true if something of the drawing is out of sight.
#[must_use]
pub fn is_needed(extent: Rect, seen: Rect, size: Size) -> bool {
    let is_inside = extent.x >= seen.x
        && extent.y >= seen.y
        && extent.x + extent.width <= seen.x + seen.width
        && extent.y + extent.height <= seen.y + seen.height;
    let has_room = size.width >= MIN_PANE.width && size.height >= MIN_PANE.height;
    has_room && extent.width > 0.0 && !is_inside
}

/// Returns true if the map would lie over `part` of the drawing, in a pane of this size.
#[must_use]
pub fn covers(part: Rect, viewport: Viewport, size: Size) -> bool {
    let start = viewport.to_pixels(Point { x: part.x, y: part.y });
    let end = viewport.to_pixels(Point { x: part.x + part.width, y: part.y + part.height });
    let (right, bottom) = (size.width - MARGIN, size.height - MARGIN);
    start.x < right && start.y < bottom && end.x > right - MAP.width && end.y > bottom - MAP.height
}

/// Returns true if the map would lie over something that is selected. A frame is around what is looked at.
fn covers_selected(state: CanvasState) -> bool {
    let (viewport, size) = (state.camera.viewport.get(), state.camera.size.get());
    let point = |it: &Point| Rect { x: it.x, y: it.y, width: 0.0, height: 0.0 };
    state.scene.with(|scene| {
        let is_covered = |part: &GraphPart| match *part {
            GraphPart::Vertex(idx) if scene.is_group(idx) => false,
            GraphPart::Vertex(idx) => {
                let vertex = scene.graph.vertices.get(idx);
                vertex.is_some_and(|it| covers(it.rect, viewport, size))
            }
            GraphPart::Edge(idx) => scene.graph.edges.get(idx).is_some_and(|it| {
                let label = route::label_place(&it.points);
                let ends = it.points.first().into_iter().chain(it.points.last());
                ends.chain(&label).any(|it| covers(point(it), viewport, size))
            }),
        };
        state.selection.parts.with(|it| it.iter().any(is_covered))
    })
}

/// The vertices of a map, as paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct MapPaths {
    groups: String,
    cards: String,
    wrong_cards: String,
}

/// The number of vertices above which they are smaller than a pixel; then it counts which pixels
/// have one.
const MAX_BOXES: usize = 1500;

fn map_paths(scene: &Scene, map: Viewport) -> MapPaths {
    let mut paths = MapPaths::default();
    let (mut cards, mut wrong_cards) = (Pixmap::default(), Pixmap::default());
    let are_many = scene.graph.vertices.len() > MAX_BOXES;
    for (idx, vertex) in scene.graph.vertices.iter().enumerate() {
        let Rect { x, y, width, height } = vertex.rect;
        let Pixels { x, y } = map.to_pixels(Point { x, y });
        let rect = Rect { x, y, width: width * map.zoom, height: height * map.zoom };
        let is_wrong = vertex.problem.is_some();
        if scene.is_group(idx) {
            paths.groups.push_str(&route::fine_box(rect));
        } else if are_many {
            if is_wrong { &mut wrong_cards } else { &mut cards }.fill(rect);
        } else {
            let path = if is_wrong { &mut paths.wrong_cards } else { &mut paths.cards };
            path.push_str(&route::fine_box(rect));
        }
    }
    if are_many {
        (paths.cards, paths.wrong_cards) = (cards.path(), wrong_cards.path());
    }
    paths
}

/// The pixels of the map that are covered, row by row.
#[derive(Default)]
struct Pixmap {
    covered: std::collections::BTreeSet<(u16, u16)>,
}

impl Pixmap {
    fn fill(&mut self, rect: Rect) {
        let last = |start: f64, extent: f64| (start + extent - 0.5).max(start) as u16;
        for y in rect.y as u16..=last(rect.y, rect.height) {
            for x in rect.x as u16..=last(rect.x, rect.width) {
                self.covered.insert((y, x));
            }
        }
    }

    /// Joins covered pixels side by side to one rectangle.
    fn path(&self) -> String {
        let mut path = String::new();
        let mut run: Option<(u16, u16, u16)> = None;
        let mut draw = |(y, x, n): (u16, u16, u16)| {
            let (x, y, width) = (x.into(), y.into(), n.into());
            path.push_str(&route::boxed(Rect { x, y, width, height: 1.0 }));
        };
        for &(y, x) in &self.covered {
            run = match run {
                Some((row, start, n)) if row == y && start + n == x => Some((row, start, n + 1)),
                before => {
                    before.into_iter().for_each(&mut draw);
                    Some((y, x, 1))
                }
            };
        }
        run.into_iter().for_each(&mut draw);
        path
    }
}

/// Returns the part that is seen, on the map, in pixels. Where it has room there, its extent changes only with the
/// zoom.
#[must_use]
pub fn frame(map: Viewport, seen: Rect) -> Rect {
    let at = map.to_pixels(Point { x: seen.x, y: seen.y });
    let (x, width) = stretch(at.x, seen.width * map.zoom, MAP.width);
    let (y, height) = stretch(at.y, seen.height * map.zoom, MAP.height);
    Rect { x, y, width, height }
}

/// Returns the start and the extent of what is seen along one side of the map. As long as the drawing is seen at
/// all, so is the frame.
fn stretch(start: f64, extent: f64, map: f64) -> (f64, f64) {
    if extent <= map {
        let extent = extent.max(4.0);
        return (start.clamp(3.0 - extent, map - 3.0), extent);
    }
    // Each edge lies where it is true, or at that of the map.
    let end = (start + extent).clamp(3.0, map);
    let start = start.clamp(0.0, map - 3.0);
    (start, end - start)
}

/// The map, while something is out of sight and nothing selected lies below it. A press or a drag goes there.
pub fn minimap(state: CanvasState) -> impl IntoView {
    let extent = memo(move |_| state.scene.with(Scene::extent));
    let seen = move || state.camera.viewport.get().seen(state.camera.size.get());
    let is_held = RwSignal::new(false);
    // Who drags on it does not lose it by that.
    let is_shown = memo(move |_| {
        is_needed(extent.get(), seen(), state.camera.size.get())
            && (is_held.get() || !covers_selected(state))
    });
    let go = move |at: Pixels| {
        let Point { x, y } = map_viewport(extent.get_untracked()).to_canvas(at);
        let size = state.camera.size.get_untracked();
        state.camera.viewport.update(|it| *it = it.centred(Point { x, y }, size));
    };
    let on_down = move |event: PointerEvent| {
        event.stop_propagation();
        dom::capture_pointer(&event);
        is_held.set(true);
        go(dom::pointer_in(&event));
    };
    let on_move = move |event: PointerEvent| {
        if is_held.get_untracked() {
            go(dom::pointer_in(&event));
        }
    };
    let paths = memo(move |_| {
        if !is_shown.get() {
            return MapPaths::default();
        }
        state.scene.with(|it| map_paths(it, map_viewport(extent.get())))
    });
    let path = move |of: fn(&MapPaths) -> &String| live(move || paths.with(|it| of(it).clone()));
    let frame = memo(move |_| frame(map_viewport(extent.get()), seen()));
    let place = move || frame.with(|it| format!("translate({:.1}px, {:.1}px)", it.x, it.y));
    let width = memo(move |_| frame.with(|it| format!("{:.1}px", it.width)));
    let height = memo(move |_| frame.with(|it| format!("{:.1}px", it.height)));
    view! {
        <When when=is_shown>
            <div
                class="minimap"
                aria-hidden="true"
                on:pointerdown=on_down
                on:pointermove=on_move
                on:pointerup=move |_| is_held.set(false)
                on:pointercancel=move |_| is_held.set(false)
            >
                <svg class="minimap__all">
                    <path class="far__groups" d=path(|it| &it.groups) />
                    <path class="minimap__cards" d=path(|it| &it.cards) />
                    <path class="minimap__cards minimap__cards--wrong" d=path(|it| &it.wrong_cards) />
                </svg>
                // By itself: it follows every step, and nothing is drawn again for it.
                <div
                    class="minimap__seen"
                    style:transform=live(place)
                    style:width=live(move || width.get())
                    style:height=live(move || height.get())
                ></div>
            </div>
        </When>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_shows_all() {
        let extent = Rect { x: -100.0, y: 50.0, width: 4000.0, height: 300.0 };
        let map = map_viewport(extent);
        let start = map.to_pixels(Point { x: extent.x, y: extent.y });
        let end = map.to_pixels(Point { x: extent.x + extent.width, y: extent.y + extent.height });
        assert!(start.x >= 0.0 && start.y >= 0.0);
        assert!(end.x <= MAP.width && end.y <= MAP.height);
    }

    #[test]
    fn the_frame_keeps_its_extent_and_stays_on_the_map() {
        let map = Viewport { x: 4.0, y: 10.0, zoom: 0.04 };
        let rect = |x, y| Rect { x, y, width: 800.0, height: 600.0 };
        assert_eq!(
            frame(map, rect(1000.0, 100.0)),
            Rect { x: 44.0, y: 14.0, width: 32.0, height: 24.0 }
        );
        let outside = frame(map, rect(90_000.0, -90_000.0));
        assert_eq!((outside.x, outside.y), (165.0, -21.0));
        assert_eq!((outside.width, outside.height), (32.0, 24.0));
    }

    #[test]
    fn a_frame_larger_than_the_map_has_its_edges_where_they_are() {
        let map = Viewport { x: 0.0, y: 0.0, zoom: 0.1 };
        let seen = |x, y| Rect { x, y, width: 1790.0, height: 2060.0 };
        let part = |x, y, width, height| Rect { x, y, width, height };
        assert_eq!(frame(map, seen(500.0, -634.0)), part(50.0, 0.0, 118.0, 108.0));
        assert_eq!(frame(map, seen(-500.0, -1260.0)), part(0.0, 0.0, 129.0, 80.0));
        let outside = frame(map, seen(-90_000.0, 90_000.0));
        assert_eq!(outside, part(0.0, 105.0, 3.0, 3.0));
    }

    #[test]
    fn a_drawing_that_is_seen_needs_no_map() {
        let seen = Rect { x: 0.0, y: 0.0, width: 800.0, height: 600.0 };
        let rect = |x, width| Rect { x, y: 10.0, width, height: 100.0 };
        let size = Size { width: 800.0, height: 600.0 };
        assert!(!is_needed(rect(10.0, 100.0), seen, size));
        assert!(is_needed(rect(10.0, 900.0), seen, size));
        assert!(is_needed(rect(-10.0, 100.0), seen, size));
        assert!(!is_needed(rect(-10.0, 100.0), seen, Size { width: 390.0, height: 600.0 }));
        assert!(!is_needed(rect(-10.0, 100.0), seen, Size { width: 800.0, height: 200.0 }));
        assert!(!is_needed(Rect::default(), seen, size));
    }

    #[test]
    fn the_map_covers_what_lies_in_its_corner() {
        let size = Size { width: 800.0, height: 600.0 };
        let viewport = Viewport { x: -1000.0, y: 0.0, zoom: 2.0 };
        let rect = |x, y| Rect { x, y, width: 50.0, height: 20.0 };
        // The map begins at 622 and 482 pixels: at 811 and 241 units.
        assert!(covers(rect(762.0, 222.0), viewport, size));
        assert!(!covers(rect(760.0, 222.0), viewport, size), "left of it");
        assert!(!covers(rect(762.0, 220.0), viewport, size), "above it");
        assert!(!covers(rect(896.0, 222.0), viewport, size), "right of it");
    }

    #[test]
    fn many_boxes_are_drawn_by_pixels() {
        let mut pixmap = Pixmap::default();
        for (x, width) in [(3.2, 2.0), (5.9, 0.1), (9.0, 1.0)] {
            pixmap.fill(Rect { x, y: 4.0, width, height: 0.3 });
        }
        assert_eq!(pixmap.path(), "M3 4h3v1h-3zM9 4h1v1h-1z");
    }
}
