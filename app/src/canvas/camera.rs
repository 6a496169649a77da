//! The camera: the part of a drawing that is seen, and how much of it is drawn.

use bobbin_protocol::{Point, Rect, Room};
use leptos::prelude::*;

use super::detail::{Detail, Region, Visible, region, visible};
use super::incremental_render::Shown;
use super::index::Key;
use super::keyboard_navigation;
use super::scene::Scene;
use super::viewport::{AROUND_LEGEND, Floats, Panes, Viewport, legend_height, room};
use crate::following::memo;
use crate::platform::dom::Size;

/// The usual height of the legend, in pixels: which types it has is not known before the drawing.
const LEGEND: f64 = 48.0;

/// The view of the drawing.
#[derive(Clone, Copy)]
pub struct Camera {
    scene: Memo<Scene>,
    legend: Memo<Vec<(String, usize)>>,
    pub viewport: RwSignal<Viewport>,
    /// The size of the pane.
    pub size: ReadSignal<Size>,
    /// The height of the bar above the drawing, and of the legend while it is as it came, in pixels; 0 before
    /// they can be measured.
    pub bar_height: RwSignal<f64>,
    pub legend_height: RwSignal<f64>,
    /// The last choice of the page of what is seen.
    chosen: StoredValue<Option<Chosen>>,
    /// The size of the pane together with what can be opened beside it.
    frame: ReadSignal<Size>,
    pub region: Memo<Region>,
    pub visible: Memo<Visible>,
    /// The part of it that is drawn by now.
    pub shown: RwSignal<Shown>,
    /// The vertex that stays where it is seen when the next drawing comes.
    pub held: StoredValue<Option<Key>>,
}

/// A viewport that the page chose.
#[derive(Clone, Copy)]
struct Chosen {
    viewport: Viewport,
    /// True if it shows all of the drawing.
    is_all: bool,
    /// True if it shall show all of the drawing, however small that is.
    is_fitted: bool,
    panes: Panes,
}

impl Camera {
    /// Creates a camera for `scene`, with the data types of `legend` below it.
    #[must_use]
    pub fn new(
        scene: Memo<Scene>,
        size: ReadSignal<Size>,
        frame: ReadSignal<Size>,
        legend: Memo<Vec<(String, usize)>>,
    ) -> Camera {
        let viewport = RwSignal::new(Viewport::default());
        let region = memo(move |_| {
            let viewport = viewport.get();
            region(viewport.seen(size.get()), viewport.zoom)
        });
        let visible = memo(move |before: Option<&Visible>| {
            let Region { rect, detail } = region.get();
            match before {
                // Seen from afar no part is drawn by itself; those that were may come again.
                Some(before) if detail == Detail::Box => before.clone(),
                _ if detail == Detail::Box => Visible::default(),
                _ => scene.with(|it| visible(it, rect)),
            }
        });
        Camera {
            scene,
            legend,
            viewport,
            size,
            bar_height: RwSignal::new(0.0),
            legend_height: RwSignal::new(0.0),
            chosen: StoredValue::new(None),
            frame,
            region,
            visible,
            shown: RwSignal::new(Shown::default()),
            held: StoredValue::new(None),
        }
    }

    /// Moves just enough to show a vertex.
    pub fn reveal(self, vertex: usize) {
        let rect = self.scene.with_untracked(|it| it.graph.vertices.get(vertex).map(|it| it.rect));
        if let Some(rect) = rect
            && self.size.get_untracked().width > 0.0
        {
            let moved = self.viewport.get_untracked().revealing(rect, self.room());
            if moved != self.viewport.get_untracked() {
                self.viewport.set(moved);
            }
        }
    }

    /// Shows all of the drawing.
    pub fn fit(self) {
        let extent = self.scene.with_untracked(Scene::extent);
        self.choose(Viewport::fit(extent, self.room()), true);
    }

    /// Shows as much of the drawing as can be read.
    pub fn show_first(self) {
        let (extent, start) = self.scene.with_untracked(|scene| {
            let start =
                keyboard_navigation::first(scene).and_then(|it| scene.graph.vertices.get(it));
            (scene.extent(), start.map(|it| it.rect).unwrap_or_default())
        });
        self.choose(Viewport::first(extent, start, self.room()), false);
    }

    /// Shows what the page has chosen.
    fn choose(self, viewport: Viewport, is_fitted: bool) {
        self.viewport.set(viewport);
        let panes = untrack(|| self.panes());
        let is_all = self.shows_all();
        self.chosen.set_value(Some(Chosen { viewport, is_all, is_fitted, panes }));
    }

    /// Returns the sizes that what is seen is chosen for; tracked.
    #[must_use]
    pub fn panes(self) -> Panes {
        Panes { pane: self.size.get(), frame: self.frame.get().width }
    }

    /// Returns true if nobody has moved the drawing since the page chose what is seen of it.
    #[must_use]
    pub fn is_as_chosen(self) -> bool {
        let now = self.viewport.get_untracked();
        self.chosen.get_value().is_some_and(|it| it.viewport == now)
    }

    /// Shows as much of the drawing as can be read in the room that there is now, if nobody has moved it since
    /// the page chose what is seen of it. `floats` says that what floats above it has another size: then also of a
    /// drawing of which only a part was seen.
    pub fn choose_again(self, floats: bool) {
        let Some(chosen) = self.chosen.get_value().filter(|_| self.is_as_chosen()) else { return };
        let is_other = chosen.panes.are_much_other(untrack(|| self.panes()));
        if is_other || if chosen.is_all { !self.shows_all() } else { floats } {
            if chosen.is_fitted { self.fit() } else { self.show_first() }
        }
    }

    /// Shows what a change has brought: all of the drawing if all of it was seen, else just enough.
    pub fn show_arrived(self, vertex: usize) {
        if self.size.get_untracked().width > 0.0 {
            self.choose_again(false);
        }
        self.reveal(vertex);
    }

    /// Returns true if all of the drawing is seen.
    #[must_use]
    pub fn shows_all(self) -> bool {
        let extent = self.scene.with_untracked(Scene::extent);
        self.viewport.get_untracked().shows(extent, self.room())
    }

    /// Shows this part of the drawing.
    pub fn fit_onto(self, rect: Rect) {
        self.viewport.set(Viewport::onto(rect, self.room()));
    }

    /// Shows what a search finds: all of it if it can be read then, else the first find.
    pub fn seek(self, all: Rect, first: Rect) {
        if self.size.get_untracked().width > 0.0 {
            let viewport = self.viewport.get_untracked();
            let sought = viewport.seeking(all, first, self.room());
            if sought != viewport {
                self.viewport.set(sought);
            }
        }
    }

    /// Keeps the held vertex where it is seen, whatever the layout makes of the others; one that has become larger is
    /// brought into view.
    pub fn keep_held(self, old: Option<&Scene>, new: &Scene) {
        let Some(key) = self.held.get_value() else { return };
        let (Some((_, before)), Some((_, now))) =
            (old.and_then(|it| it.vertex(key)), new.vertex(key))
        else {
            return;
        };
        self.held.set_value(None);
        let (dx, dy) = (before.rect.x - now.rect.x, before.rect.y - now.rect.y);
        let seen = self.viewport.get_untracked();
        let mut moved = seen.panned(dx * seen.zoom, dy * seen.zoom);
        let has_grown = now.rect.width > before.rect.width || now.rect.height > before.rect.height;
        if has_grown && self.size.get_untracked().width > 0.0 {
            moved = moved.unrolling(now.rect, self.room());
        }
        if moved != seen {
            self.viewport.set(moved);
        }
    }

    /// Returns the size that the drawing should fit into, in pixels; tracked. What is opened beside the
    /// pane does not count: it shall not make the drawing anew.
    #[must_use]
    pub fn room_to_fit(self) -> Option<Room> {
        let size = Size { width: self.frame.get().width, ..self.size.get() };
        let room = room(size, Floats { bar: 0.0, below: LEGEND });
        (size.width > 0.0)
            .then(|| Room { width: room.width.round() as u32, height: room.height.round() as u32 })
    }

    /// Returns the upper left corner of something in the middle of what is seen.
    #[must_use]
    pub fn middle_for(self, size: Size) -> Point {
        let seen = self.viewport.get_untracked().seen(self.size.get_untracked());
        Point {
            x: (seen.x + (seen.width - size.width) / 2.0).round(),
            y: (seen.y + (seen.height - size.height) / 2.0).round(),
        }
    }

    /// Returns the area for the drawing, in pixels of the pane.
    fn room(self) -> Rect {
        untrack(|| room(self.size.get(), self.floats()))
    }

    /// Returns what floats above the drawing.
    #[must_use]
    pub fn floats(self) -> Floats {
        let (width, measured) = (self.size.get().width, self.legend_height.get());
        let below = self.legend.with(|legend| {
            let usual = legend_height(legend.iter().map(|it| it.0.as_str()), width);
            // A little less is not worth moving the drawing for.
            if legend.is_empty() { 0.0 } else { usual.max(measured + AROUND_LEGEND) }
        });
        Floats { bar: self.bar_height.get(), below }
    }
}
