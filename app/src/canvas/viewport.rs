//! The viewport: the part of the canvas that is seen, and its scale.

use bobbin_protocol::{Point, Rect};

use crate::platform::dom::{Pixels, Size};

/// Small enough that a drawing of ten thousand vertices fits, which is a cloud by then.
pub const MIN_ZOOM: f64 = 0.004;
/// The greatest zoom: a single vertex fills the pane.
pub const MAX_ZOOM: f64 = 4.0;
/// The zoom of a drawing that is first seen in part: smaller, the names of ports are hard to read.
const READABLE: f64 = 0.7;
/// A drawing that is first seen as a whole from here on is better than a part of it at [`READABLE`].
const WORTH_SEEING: f64 = 0.6;
/// The room for lines beside the vertex where such a drawing starts, in pixels.
const BESIDE_START: f64 = 56.0;
/// The least zoom at which all that is sought is shown, rather than the first of it.
const NEARLY_READABLE: f64 = 0.48;
/// The smallest zoom at which what was sought is shown, if there is room for it.
const COMFORTABLE: f64 = 0.8;
/// Space around a fitted drawing, in pixels.
const FIT_MARGIN: f64 = 32.0;
/// The space around the bar above the drawing, in pixels: above and below it together.
const AROUND_BAR: f64 = 26.0;
/// The height of the bar as long as it has not been measured, in pixels, and in a pane so narrow that it takes
/// two lines; the style sheet has the same width.
const BAR: f64 = 30.0;
const TALL_BAR: f64 = 68.0;
const NARROW: f64 = 520.0;

/// Returns true if a pane is so narrow that what floats in it takes less room.
#[must_use]
pub fn is_narrow(pane: f64) -> bool {
    pane <= NARROW
}

/// The room that bar and legend take above the canvas, in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Floats {
    /// The measured height of the bar; 0 before that.
    pub bar: f64,
    /// The extent of what is taken of the lower edge.
    pub below: f64,
}

/// Returns the part of a pane where a drawing is shown, in pixels: not under what floats above the
/// canvas.
#[must_use]
pub fn room(size: Size, floats: Floats) -> Rect {
    let Floats { bar, below } = floats;
    let usual = if is_narrow(size.width) { TALL_BAR } else { BAR };
    let top = AROUND_BAR + if bar > 0.0 { bar } else { usual };
    let side = if size.width <= NARROW { FIT_MARGIN / 2.0 } else { FIT_MARGIN };
    let bottom = below.min(size.height / 3.0).max(FIT_MARGIN);
    Rect {
        x: side,
        y: top,
        width: (size.width - 2.0 * side).max(16.0),
        height: (size.height - top - bottom).max(16.0),
    }
}

/// The sizes that what is seen was chosen for, in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Panes {
    /// The size of the pane.
    pub pane: Size,
    /// The width of the pane together with what can be opened beside it.
    pub frame: f64,
}

impl Panes {
    /// Returns true if a drawing that was fitted into these panes is to be fitted anew into `now`: the person has given
    /// them another width, or much more or less height. What opens beside or below a drawing takes some room from it,
    /// and leaves it as it is.
    #[must_use]
    pub fn are_much_other(self, now: Panes) -> bool {
        let (old, new) = (self.pane.height, now.pane.height);
        let is_wider = self.frame != now.frame && self.pane.width != now.pane.width;
        is_wider || (old - new).abs() > old.min(new) / 2.0
    }
}

/// The number of pixels outside the room that still count as seen.
const SLACK: f64 = 12.0;

/// The distance between the dots of the ground at life size, in pixels.
const DOTS: f64 = 22.0;
/// The distance that the dots reach over the ground's edges; the style sheet has the same.
const DOTS_MARGIN: f64 = 40.0;

/// `pixels = canvas · zoom + offset`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// The horizontal place of the canvas' origin, in pixels.
    pub x: f64,
    /// The vertical place of the canvas' origin, in pixels.
    pub y: f64,
    /// Pixels per canvas unit.
    pub zoom: f64,
}

impl Default for Viewport {
    fn default() -> Self {
        Viewport { x: 0.0, y: 0.0, zoom: 1.0 }
    }
}

impl Viewport {
    /// Converts a pixel to a place of the canvas.
    #[must_use]
    pub fn to_canvas(self, at: Pixels) -> Point {
        Point { x: (at.x - self.x) / self.zoom, y: (at.y - self.y) / self.zoom }
    }

    /// Converts a place of the canvas to a pixel.
    #[must_use]
    pub fn to_pixels(self, at: Point) -> Pixels {
        Pixels { x: at.x * self.zoom + self.x, y: at.y * self.zoom + self.y }
    }

    /// Returns the viewport moved by pixels.
    #[must_use]
    pub fn panned(self, dx: f64, dy: f64) -> Viewport {
        Viewport { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// Returns the viewport zoomed by a factor; what lies under `about` stays there.
    #[must_use]
    pub fn zoomed(self, factor: f64, about: Pixels) -> Viewport {
        let zoom = (self.zoom * factor).clamp(MIN_ZOOM, MAX_ZOOM);
        let fixed = self.to_canvas(about);
        Viewport { x: about.x - fixed.x * zoom, y: about.y - fixed.y * zoom, zoom }
    }

    /// Shows all of a drawing, not larger than life, in the middle.
    #[must_use]
    pub fn fit(drawing: Rect, room: Rect) -> Viewport {
        if drawing.width <= 0.0 || drawing.height <= 0.0 {
            return Viewport::default();
        }
        let zoom = (room.width / drawing.width).min(room.height / drawing.height);
        let zoom = zoom.clamp(MIN_ZOOM, 1.0);
        Viewport {
            x: room.x + (room.width - drawing.width * zoom) / 2.0 - drawing.x * zoom,
            y: room.y + (room.height - drawing.height * zoom) / 2.0 - drawing.y * zoom,
            zoom,
        }
    }

    /// Shows a rectangle in the middle, enlarged as far as it is useful.
    #[must_use]
    pub fn onto(rect: Rect, room: Rect) -> Viewport {
        let wide = Rect {
            x: rect.x - FIT_MARGIN,
            y: rect.y - FIT_MARGIN,
            width: rect.width + 2.0 * FIT_MARGIN,
            height: rect.height + 2.0 * FIT_MARGIN,
        };
        Viewport::fit(wide, room)
    }

    /// Returns the viewport with a place of the canvas in the middle.
    #[must_use]
    pub fn centred(self, at: Point, size: Size) -> Viewport {
        let x = size.width / 2.0 - at.x * self.zoom;
        Viewport { x, y: size.height / 2.0 - at.y * self.zoom, ..self }
    }

    /// Returns the first viewport of a drawing: all of it, unless that is too small to be read;
    /// then the vertex where it starts, at the left. A drawing that is only too wide stays in the
    /// middle of the height; of a higher one, the corners are often empty, but nothing is empty where
    /// the drawing could be.
    #[must_use]
    pub fn first(drawing: Rect, start: Rect, room: Rect) -> Viewport {
        let fitted = Viewport::fit(drawing, room);
        if fitted.zoom >= WORTH_SEEING {
            return fitted;
        }
        // Each way for itself: in the middle if there is room for all of it, else as far as it goes.
        let placed = |wanted: f64, low: f64, extent: f64, start: f64, size: f64| {
            let (at_start, at_end) =
                (start - low * READABLE, start + size - (low + extent) * READABLE);
            if at_end >= at_start {
                (at_start + at_end) / 2.0
            } else {
                wanted.clamp(at_end, at_start)
            }
        };
        let at_left = room.x + BESIDE_START - start.x * READABLE;
        let in_middle = room.y + room.height / 2.0 - (start.y + start.height / 2.0) * READABLE;
        Viewport {
            x: placed(at_left, drawing.x, drawing.width, room.x, room.width),
            y: placed(in_middle, drawing.y, drawing.height, room.y, room.height),
            zoom: READABLE,
        }
    }

    /// Shows all of what is sought if it can be read then, else the first of it; unchanged if all is
    /// seen already, hardly smaller. It zooms no further than it has to.
    #[must_use]
    pub fn seeking(self, all: Rect, first: Rect, room: Rect) -> Viewport {
        let fitted = Viewport::onto(all, room);
        let is_all = fitted.zoom >= NEARLY_READABLE;
        let most = if is_all { fitted.zoom } else { MAX_ZOOM };
        let zoom = self.zoom.max(COMFORTABLE).min(most);
        // A little more would not be worth the leap.
        if zoom < self.zoom * 1.2 && self.shows(all, room) {
            return self;
        }
        let sought = if is_all { all } else { first };
        Viewport {
            x: room.x + room.width / 2.0 - (sought.x + sought.width / 2.0) * zoom,
            y: room.y + room.height / 2.0 - (sought.y + sought.height / 2.0) * zoom,
            zoom,
        }
    }

    /// Returns true if all of a rectangle is seen.
    #[must_use]
    pub fn shows(self, rect: Rect, room: Rect) -> bool {
        let corner = self.to_pixels(Point { x: rect.x, y: rect.y });
        let end = self.to_pixels(Point { x: rect.x + rect.width, y: rect.y + rect.height });
        corner.x >= room.x - SLACK
            && corner.y >= room.y - SLACK
            && end.x <= room.x + room.width + SLACK
            && end.y <= room.y + room.height + SLACK
    }

    /// Moves just enough to show a rectangle; unchanged if it is seen.
    #[must_use]
    pub fn revealing(self, rect: Rect, room: Rect) -> Viewport {
        let shift = |start: f64, extent: f64, low: f64, size: f64| {
            let high = low + size;
            if start < low - SLACK || (start > high && extent > size) {
                low - start
            } else if start + extent > high + SLACK && extent <= size {
                high - start - extent
            } else {
                0.0
            }
        };
        let corner = self.to_pixels(Point { x: rect.x, y: rect.y });
        self.panned(
            shift(corner.x, rect.width * self.zoom, room.x, room.width),
            shift(corner.y, rect.height * self.zoom, room.y, room.height),
        )
    }

    /// Moves just enough to show this part, or its beginning if there is no room for all of it.
    #[must_use]
    pub fn unrolling(self, rect: Rect, room: Rect) -> Viewport {
        let width = rect.width.min(room.width / self.zoom);
        let height = rect.height.min(room.height / self.zoom);
        self.revealing(Rect { width, height, ..rect }, room)
    }

    /// Returns the offset and the distance of the dots of the ground, as style sheets say them:
    /// they follow the drawing, never too close and never too far apart.
    #[must_use]
    pub fn dots(self) -> (String, String) {
        let mut gap = DOTS * self.zoom;
        while gap < 0.75 * DOTS {
            gap *= 2.0;
        }
        while gap > 1.5 * DOTS {
            gap /= 2.0;
        }
        let phase = |it: f64| (it + DOTS_MARGIN).rem_euclid(gap).round();
        let (x, y) = (phase(self.x), phase(self.y));
        (format!("translate({x}px, {y}px)"), format!("{gap:.2}px {gap:.2}px"))
    }

    /// Returns the part of the canvas that is seen.
    #[must_use]
    pub fn seen(self, size: Size) -> Rect {
        let corner = self.to_canvas(Pixels::default());
        Rect {
            x: corner.x,
            y: corner.y,
            width: size.width / self.zoom,
            height: size.height / self.zoom,
        }
    }
}

/// Converts one turn of a wheel to pixels. `mode` is the event's `deltaMode`.
#[must_use]
pub fn wheel_pixels(delta: f64, mode: u32) -> f64 {
    match mode {
        1 => delta * 18.0,
        2 => delta * 400.0,
        _ => delta,
    }
}

/// Returns the zoom factor of one turn of a wheel with Ctrl. A pinch on a touch pad comes as the
/// same event with few pixels, so those count for more than the hundred of a notch.
#[must_use]
pub fn wheel_factor(pixels: f64) -> f64 {
    (-pixels * 0.01).clamp(-0.35, 0.35).exp()
}

/// The number of types the legend shows before it asks for more room.
pub const MAX_IN_LEGEND: usize = 8;

/// The space around the legend, in pixels: above and below it together.
pub const AROUND_LEGEND: f64 = 22.0;
/// The height of a row of the legend, and of its button where it is folded; the style sheet has the same.
const LEGEND_ROW: f64 = 17.0;
const FOLDED_LEGEND: f64 = 28.0;

/// Returns the approximate height of the legend with the space around it before it can be measured, in
/// pixels: as its rows break in a pane of a width. The style sheet has the same sizes.
#[must_use]
pub fn legend_height<'a>(types: impl ExactSizeIterator<Item = &'a str>, pane: f64) -> f64 {
    if types.len() > 0 && is_narrow(pane) {
        return FOLDED_LEGEND + AROUND_LEGEND;
    }
    let width = (pane - 42.0).clamp(60.0, 540.0);
    let (mut n_rows, mut left) = (if types.len() > MAX_IN_LEGEND { 1.0 } else { 0.0 }, 0.0);
    for name in types.take(MAX_IN_LEGEND) {
        let extent = name.chars().count() as f64 * 6.7 + 28.0;
        if extent > left {
            n_rows += 1.0;
            left = width;
        }
        left -= extent;
    }
    if n_rows > 0.0 { n_rows * LEGEND_ROW + 12.0 + AROUND_LEGEND } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legend_is_as_high_as_its_rows() {
        let types = ["image", "detected_object_set", "timestamp"];
        let height = |pane| legend_height(types.into_iter(), pane);
        assert_eq!(legend_height(std::iter::empty(), 800.0), 0.0);
        assert_eq!((height(800.0), height(530.0), height(390.0)), (51.0, 51.0, 50.0));
        let many = ["kwiver:feature_track_set"; MAX_IN_LEGEND + 1];
        let few = many.iter().take(MAX_IN_LEGEND).copied();
        assert_eq!(
            legend_height(many.into_iter(), 800.0),
            legend_height(few, 800.0) + LEGEND_ROW,
            "the way to the others takes a row, too"
        );
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let viewport = Viewport { x: 30.0, y: -12.0, zoom: 0.8 };
        let about = Pixels { x: 200.0, y: 150.0 };
        for factor in [0.5, 1.3, 100.0, 0.0001] {
            let zoomed = viewport.zoomed(factor, about);
            let (before, after) = (viewport.to_canvas(about), zoomed.to_canvas(about));
            assert!((before.x - after.x).abs() < 1e-9 && (before.y - after.y).abs() < 1e-9);
            assert!((MIN_ZOOM..=MAX_ZOOM).contains(&zoomed.zoom));
        }
    }

    #[test]
    fn dots_follow_the_drawing() {
        let at = |x, zoom| Viewport { x, y: 0.0, zoom }.dots();
        assert_eq!(at(-5.0, 1.0), ("translate(13px, 18px)".into(), "22.00px 22.00px".into()));
        assert_eq!(at(0.0, 0.5).1, "22.00px 22.00px");
        assert_eq!(at(0.0, 0.7).1, "30.80px 30.80px");
        assert_eq!(at(0.0, 4.0).1, "22.00px 22.00px");
    }

    #[test]
    fn a_pinch_counts_for_more_than_a_notch() {
        assert!(wheel_factor(-4.0) > 1.03 && wheel_factor(-100.0) < 1.5);
        assert!((wheel_factor(-100.0) * wheel_factor(100.0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_fitted_drawing_is_in_the_middle_and_not_larger_than_life() {
        let size = Rect { x: 32.0, y: 32.0, width: 736.0, height: 536.0 };
        let small = Viewport::fit(Rect { x: 0.0, y: 0.0, width: 100.0, height: 50.0 }, size);
        assert_eq!(small, Viewport { x: 350.0, y: 275.0, zoom: 1.0 });
        let large = Rect { x: 0.0, y: 0.0, width: 7360.0, height: 100.0 };
        let viewport = Viewport::fit(large, size);
        assert_eq!(viewport.zoom, 0.1);
        assert_eq!(viewport.x, 32.0);
        assert_eq!(Viewport::fit(Rect::default(), size), Viewport::default());
    }

    #[test]
    fn a_fitted_drawing_is_fitted_anew_when_the_person_gives_it_other_room() {
        let panes = |width, height, frame| Panes { pane: Size { width, height }, frame };
        let before = panes(660.0, 790.0, 660.0);
        for (now, is_anew) in [
            (before, false),
            // The view alone, and a handle that was dragged.
            (panes(1210.0, 790.0, 1210.0), true),
            (panes(700.0, 790.0, 700.0), true),
            // The library beside it, and problems below.
            (panes(412.0, 790.0, 660.0), false),
            (panes(660.0, 620.0, 660.0), false),
            // The text above it has gone.
            (panes(660.0, 300.0, 660.0), true),
            // One of the two measures comes first.
            (panes(660.0, 790.0, 1210.0), false),
            (panes(1210.0, 790.0, 660.0), false),
        ] {
            assert_eq!(before.are_much_other(now), is_anew, "{now:?}");
        }
    }

    #[test]
    fn a_drawing_is_first_shown_so_that_it_can_be_read() {
        let size = Rect { x: 32.0, y: 32.0, width: 736.0, height: 536.0 };
        let rect = |width, height| Rect { x: 0.0, y: 0.0, width, height };
        let start = Rect { x: 40.0, y: 3000.0, width: 100.0, height: 60.0 };
        assert_eq!(
            Viewport::first(rect(200.0, 50.0), start, size),
            Viewport::fit(rect(200.0, 50.0), size)
        );
        let wide = Viewport::first(rect(7360.0, 100.0), start, size);
        assert_eq!(wide, Viewport { x: 32.0, y: 265.0, zoom: 0.7 });
        let tall = Viewport::first(rect(7360.0, 7360.0), start, size);
        let middle = tall.to_pixels(Point { x: 40.0, y: 3030.0 });
        assert_eq!((middle.x, middle.y), (60.0, 300.0), "the box where it starts is seen");
        let inside = Viewport::first(rect(7360.0, 7360.0), Rect { x: 900.0, ..start }, size);
        assert_eq!(inside.to_pixels(Point { x: 900.0, y: 0.0 }).x, 88.0, "with its lines");
        let at_the_top = Viewport::first(rect(7360.0, 7360.0), Rect { y: 20.0, ..start }, size);
        assert_eq!(at_the_top.y, 32.0, "no strip above the drawing is empty");
        let column = Viewport::first(rect(500.0, 7360.0), Rect { y: 20.0, ..start }, size);
        assert_eq!((column.x, column.y), (225.0, 32.0), "in the middle of the width");
        let half = Viewport::first(rect(1400.0, 50.0), start, size);
        assert_eq!(half.zoom, READABLE, "at half its size nobody could read it");
    }

    #[test]
    fn what_is_sought_is_shown_with_no_more_ado_than_needed() {
        let room = Rect { x: 32.0, y: 56.0, width: 736.0, height: 512.0 };
        let card = |x, y| Rect { x, y, width: 100.0, height: 60.0 };
        let here = Viewport { x: 40.0, y: 60.0, zoom: 1.0 };
        assert_eq!(here.seeking(card(0.0, 0.0), card(0.0, 0.0), room), here, "it is seen");
        let far = here.seeking(card(3000.0, 0.0), card(3000.0, 0.0), room);
        assert_eq!((far.zoom, far.to_pixels(Point { x: 3050.0, y: 30.0 }).x), (1.0, 400.0));
        let both = Rect { x: 0.0, y: 0.0, width: 1100.0, height: 60.0 };
        let seen = here.seeking(both, card(0.0, 0.0), room);
        assert!(seen.shows(both, room) && seen.zoom >= NEARLY_READABLE);
        let wide = Rect { x: 0.0, y: 0.0, width: 9000.0, height: 60.0 };
        let first = here.seeking(wide, card(0.0, 0.0), room);
        assert_eq!((first.zoom, first.to_pixels(Point { x: 50.0, y: 30.0 }).x), (1.0, 400.0));
        let small = Viewport { zoom: 0.1, ..here };
        assert_eq!(small.seeking(wide, card(0.0, 0.0), room).zoom, COMFORTABLE);
    }

    #[test]
    fn what_floats_above_the_canvas_leaves_less_room() {
        let rect = |x, y, width, height| Rect { x, y, width, height };
        let floats = |bar, below| Floats { bar, below };
        let wide = room(Size { width: 800.0, height: 600.0 }, floats(0.0, 0.0));
        assert_eq!(wide, rect(32.0, 56.0, 736.0, 512.0));
        let narrow = room(Size { width: 390.0, height: 600.0 }, floats(0.0, 80.0));
        assert_eq!(narrow, rect(16.0, 94.0, 358.0, 426.0));
        let for_fingers = room(Size { width: 390.0, height: 600.0 }, floats(92.0, 80.0));
        assert_eq!(for_fingers, rect(16.0, 118.0, 358.0, 402.0), "as high as it is");
        let speck = room(Size { width: 10.0, height: 10.0 }, floats(0.0, 80.0));
        assert!(speck.width > 0.0 && speck.height > 0.0);
    }

    #[test]
    fn revealing_moves_only_what_is_hidden() {
        let size = Rect { x: 32.0, y: 32.0, width: 736.0, height: 536.0 };
        let viewport = Viewport::default();
        let rect = |x, y| Rect { x, y, width: 100.0, height: 50.0 };
        assert_eq!(viewport.revealing(rect(100.0, 100.0), size), viewport);
        let moved = viewport.revealing(rect(900.0, 100.0), size);
        assert_eq!((moved.x, moved.y), (-232.0, 0.0));
        let moved = viewport.revealing(rect(-300.0, 100.0), size);
        assert_eq!((moved.x, moved.y), (332.0, 0.0));
        let large = Rect { x: 400.0, y: 100.0, width: 2000.0, height: 500.0 };
        let moved = viewport.unrolling(large, size);
        assert_eq!((moved.x, moved.y), (-368.0, -32.0), "from its beginning");
    }
}
