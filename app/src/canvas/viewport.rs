//! Which part of the canvas is seen, and how large.

use bobbin_protocol::{Point, Rect};

use crate::platform::dom::{Pixels, Size};

/// Smaller, a drawing of a thousand vertices would still not fit; cards are specks by then.
pub const MIN_ZOOM: f64 = 0.02;
/// Larger, a single card fills the pane.
pub const MAX_ZOOM: f64 = 4.0;
/// Smaller, the names of ports cannot be read.
const READABLE: f64 = 0.6;
/// Space around a fitted drawing, in pixels.
const FIT_MARGIN: f64 = 32.0;

/// `pixels = canvas · zoom + offset`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// Where the canvas' origin is, in pixels.
    pub x: f64,
    /// Where the canvas' origin is, in pixels.
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
    /// What lies under a pixel.
    #[must_use]
    pub fn to_canvas(self, at: Pixels) -> Point {
        Point { x: (at.x - self.x) / self.zoom, y: (at.y - self.y) / self.zoom }
    }

    /// Where a place of the canvas is seen.
    #[must_use]
    pub fn to_pixels(self, at: Point) -> Pixels {
        Pixels { x: at.x * self.zoom + self.x, y: at.y * self.zoom + self.y }
    }

    /// Moved by pixels.
    #[must_use]
    pub fn panned(self, dx: f64, dy: f64) -> Viewport {
        Viewport { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// Zoomed by a factor; what lies under `about` stays there.
    #[must_use]
    pub fn zoomed(self, factor: f64, about: Pixels) -> Viewport {
        let zoom = (self.zoom * factor).clamp(MIN_ZOOM, MAX_ZOOM);
        let fixed = self.to_canvas(about);
        Viewport { x: about.x - fixed.x * zoom, y: about.y - fixed.y * zoom, zoom }
    }

    /// Shows all of a drawing, not larger than life, in the middle.
    #[must_use]
    pub fn fit(drawing: Rect, size: Size) -> Viewport {
        if drawing.width <= 0.0 || drawing.height <= 0.0 || size.width <= 0.0 || size.height <= 0.0
        {
            return Viewport::default();
        }
        let room = |extent: f64| (extent - 2.0 * FIT_MARGIN).max(16.0);
        let zoom = (room(size.width) / drawing.width)
            .min(room(size.height) / drawing.height)
            .clamp(MIN_ZOOM, 1.0);
        Viewport {
            x: (size.width - drawing.width * zoom) / 2.0 - drawing.x * zoom,
            y: (size.height - drawing.height * zoom) / 2.0 - drawing.y * zoom,
            zoom,
        }
    }

    /// Shows a box in the middle, enlarged as far as it is useful.
    #[must_use]
    pub fn onto(rect: Rect, size: Size) -> Viewport {
        let room = Rect {
            x: rect.x - FIT_MARGIN,
            y: rect.y - FIT_MARGIN,
            width: rect.width + 2.0 * FIT_MARGIN,
            height: rect.height + 2.0 * FIT_MARGIN,
        };
        Viewport::fit(room, size)
    }

    /// With a place of the canvas in the middle.
    #[must_use]
    pub fn centred(self, at: Point, size: Size) -> Viewport {
        let x = size.width / 2.0 - at.x * self.zoom;
        Viewport { x, y: size.height / 2.0 - at.y * self.zoom, ..self }
    }

    /// How a drawing is first shown: all of it, unless that is too small to be read; then the box
    /// where it starts, at the left. A drawing that is only too wide stays in the middle of the
    /// height; of a higher one, the corners are often empty.
    #[must_use]
    pub fn first(drawing: Rect, start: Rect, size: Size) -> Viewport {
        let fitted = Viewport::fit(drawing, size);
        if fitted.zoom >= READABLE || size.width <= 0.0 {
            return fitted;
        }
        let fits_in_height = drawing.height * READABLE <= size.height - 2.0 * FIT_MARGIN;
        let shown = if fits_in_height { drawing } else { start };
        let middle = Point { x: start.x, y: shown.y + shown.height / 2.0 };
        let centred = Viewport { zoom: READABLE, ..Viewport::default() }.centred(middle, size);
        Viewport { x: FIT_MARGIN - start.x * READABLE, ..centred }
    }

    /// Moved just enough to show a box; unchanged if it is seen.
    #[must_use]
    pub fn revealing(self, rect: Rect, size: Size) -> Viewport {
        let shift = |start: f64, extent: f64, room: f64| {
            let end = start + extent;
            if extent > room - 2.0 * FIT_MARGIN || start < FIT_MARGIN {
                if start < 0.0 || start > room { FIT_MARGIN - start } else { 0.0 }
            } else if end > room - FIT_MARGIN {
                room - FIT_MARGIN - end
            } else {
                0.0
            }
        };
        let corner = self.to_pixels(Point { x: rect.x, y: rect.y });
        self.panned(
            shift(corner.x, rect.width * self.zoom, size.width),
            shift(corner.y, rect.height * self.zoom, size.height),
        )
    }

    /// The part of the canvas that is seen.
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

/// How one turn of a wheel moves the viewport. `mode` is the event's `deltaMode`.
#[must_use]
pub fn wheel_pixels(delta: f64, mode: u32) -> f64 {
    match mode {
        1 => delta * 18.0,
        2 => delta * 400.0,
        _ => delta,
    }
}

/// How one turn of a wheel with Ctrl zooms; a pinch on a touch pad comes as the same event.
#[must_use]
pub fn wheel_factor(pixels: f64) -> f64 {
    (-pixels * 0.0035).clamp(-0.6, 0.6).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_fitted_drawing_is_in_the_middle_and_not_larger_than_life() {
        let size = Size { width: 800.0, height: 600.0 };
        let small = Viewport::fit(Rect { x: 0.0, y: 0.0, width: 100.0, height: 50.0 }, size);
        assert_eq!(small, Viewport { x: 350.0, y: 275.0, zoom: 1.0 });
        let large = Rect { x: 0.0, y: 0.0, width: 7360.0, height: 100.0 };
        let viewport = Viewport::fit(large, size);
        assert_eq!(viewport.zoom, 0.1);
        assert_eq!(viewport.x, 32.0);
        assert_eq!(Viewport::fit(Rect::default(), size), Viewport::default());
    }

    #[test]
    fn a_drawing_is_first_shown_so_that_it_can_be_read() {
        let size = Size { width: 800.0, height: 600.0 };
        let rect = |width, height| Rect { x: 0.0, y: 0.0, width, height };
        let start = Rect { x: 40.0, y: 3000.0, width: 100.0, height: 60.0 };
        assert_eq!(
            Viewport::first(rect(200.0, 50.0), start, size),
            Viewport::fit(rect(200.0, 50.0), size)
        );
        let wide = Viewport::first(rect(7360.0, 100.0), start, size);
        assert_eq!(wide, Viewport { x: 8.0, y: 270.0, zoom: 0.6 });
        let tall = Viewport::first(rect(7360.0, 7360.0), start, size);
        let middle = tall.to_pixels(Point { x: 40.0, y: 3030.0 });
        assert_eq!((middle.x, middle.y), (32.0, 300.0), "the box where it starts is seen");
    }

    #[test]
    fn revealing_moves_only_what_is_hidden() {
        let size = Size { width: 800.0, height: 600.0 };
        let viewport = Viewport::default();
        let rect = |x, y| Rect { x, y, width: 100.0, height: 50.0 };
        assert_eq!(viewport.revealing(rect(100.0, 100.0), size), viewport);
        let moved = viewport.revealing(rect(900.0, 100.0), size);
        assert_eq!((moved.x, moved.y), (-232.0, 0.0));
        let moved = viewport.revealing(rect(-300.0, 100.0), size);
        assert_eq!((moved.x, moved.y), (332.0, 0.0));
    }
}
