//! Boxes: what lies in them, and around what they lie.

use bobbin_protocol::{Point, Rect};

/// Whether a place lies in a box that is larger by `margin` on each side.
#[must_use]
pub fn contains(rect: Rect, at: Point, margin: f64) -> bool {
    at.x >= rect.x - margin
        && at.x <= rect.x + rect.width + margin
        && at.y >= rect.y - margin
        && at.y <= rect.y + rect.height + margin
}

/// Whether two boxes share a place.
#[must_use]
pub fn overlap(one: Rect, other: Rect) -> bool {
    one.x <= other.x + other.width
        && other.x <= one.x + one.width
        && one.y <= other.y + other.height
        && other.y <= one.y + one.height
}

/// The smallest box around a line.
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
