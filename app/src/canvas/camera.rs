//! The camera: the part of a drawing that is seen, and how much of it is drawn.

use bobbin_protocol::{Point, Rect, Room};
use leptos::prelude::*;

use super::detail::{Detail, Region, Visible, region, visible};
use super::incremental_render::Shown;
use super::index::Key;
use super::keyboard_navigation;
use super::scene::Scene;
use super::viewport::{Viewport, legend_height, room};
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
    /// The size of the pane together with what can be opened beside it.
    frame: ReadSignal<Size>,
    pub region: Memo<Region>,
    pub visible: Memo<Visible>,
    /// The part of it that is drawn by now.
    pub shown: RwSignal<Shown>,
    /// The vertex that stays where it is seen when the next drawing comes.
    pub held: StoredValue<Option<Key>>,
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
        self.viewport.set(Viewport::fit(extent, self.room()));
    }

    /// Shows as much of the drawing as can be read.
    pub fn show_first(self) {
        let (extent, start) = self.scene.with_untracked(|scene| {
            let start =
                keyboard_navigation::first(scene).and_then(|it| scene.graph.vertices.get(it));
            (scene.extent(), start.map(|it| it.rect).unwrap_or_default())
        });
        self.viewport.set(Viewport::first(extent, start, self.room()));
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
        let room = room(size, LEGEND);
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
        let size = self.size.get_untracked();
        let below = self.legend.with_untracked(|legend| {
            legend_height(legend.iter().map(|it| it.0.as_str()), size.width)
        });
        room(size, below)
    }
}
