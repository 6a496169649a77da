//! Rectangles: what lies in them, and the bounds of what lies in the drawing.

use bobbin_core::view::{Point, Rect};

/// Returns true if a place lies in a rectangle that is larger by `margin` on each side.
#[must_use]
pub fn contains(rect: Rect, at: Point, margin: f64) -> bool {
    at.x >= rect.x - margin
        && at.x <= rect.x + rect.width + margin
        && at.y >= rect.y - margin
        && at.y <= rect.y + rect.height + margin
}

/// Returns true if two rectangles overlap.
#[must_use]
pub fn overlap(one: Rect, other: Rect) -> bool {
    one.x <= other.x + other.width
        && other.x <= one.x + one.width
        && one.y <= other.y + other.height
        && other.y <= one.y + one.height
}

/// Returns the bounding box of a line.
#[must_use]
pub fn bounds(points: &[Point]) -> Rect {
    let (mut left, mut top) = (f64::INFINITY, f64::INFINITY);
    let (mut right, mut bottom) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for point in points {
        left = left.min(point.x);
        right = right.max(point.x);
        top = top.min(point.y);
        bottom = bottom.max(point.y);
    }
    if left > right {
        return Rect::default();
    }
    Rect { x: left, y: top, width: right - left, height: bottom - top }
}

/// Returns a rectangle that is larger by `margin` on each side.
#[must_use]
pub fn wider(rect: Rect, margin: f64) -> Rect {
    Rect {
        x: rect.x - margin,
        y: rect.y - margin,
        width: rect.width + 2.0 * margin,
        height: rect.height + 2.0 * margin,
    }
}
