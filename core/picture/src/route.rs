//! Edges as lines to draw: orthogonal, with rounded corners and an arrow head.

use std::fmt::Write as _;

use bobbin_core::view::{Point, Rect};

/// The radius of a corner, in canvas units.
const RADIUS: f64 = 7.0;
/// The length and half the width of an arrow head, in canvas units.
const HEAD: (f64, f64) = (7.0, 3.6);
/// The distance of the rim of a port from its middle, where lines end, in canvas units: its radius and half its stroke.
const RIM: f64 = 5.5;

fn number(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Returns an SVG path along points, its corners rounded.
#[must_use]
pub fn rounded(points: &[Point]) -> String {
    let mut path = String::new();
    let Some(first) = points.first() else { return path };
    // Writing to a string cannot fail.
    let _ = write!(path, "M{} {}", number(first.x), number(first.y));
    for corner in points.windows(3) {
        let [before, at, after] = corner else { continue };
        let (into, out) = (distance(*before, *at), distance(*at, *after));
        let radius = RADIUS.min(into / 2.0).min(out / 2.0);
        if radius < 0.5 {
            let _ = write!(path, "L{} {}", number(at.x), number(at.y));
            continue;
        }
        let start = toward(*at, *before, radius);
        let end = toward(*at, *after, radius);
        let _ = write!(
            path,
            "L{} {}Q{} {} {} {}",
            number(start.x),
            number(start.y),
            number(at.x),
            number(at.y),
            number(end.x),
            number(end.y)
        );
    }
    if let [_, .., last] = points {
        let _ = write!(path, "L{} {}", number(last.x), number(last.y));
    }
    path
}

/// Returns an SVG path along points with sharp corners, for drawings seen from afar.
#[must_use]
pub fn straight(points: &[Point]) -> String {
    let mut path = String::new();
    for (idx, point) in points.iter().enumerate() {
        path.push(if idx == 0 { 'M' } else { 'L' });
        push_whole(&mut path, point.x);
        path.push(' ');
        push_whole(&mut path, point.y);
    }
    path
}

/// Writes a number, rounded. Thousands of numbers of a large drawing are written at once, and whole
/// ones take a tenth of the time.
fn push_whole(path: &mut String, value: f64) {
    // Writing to a string cannot fail.
    let _ = write!(path, "{}", value.round() as i64);
}

/// Returns the place of a line's label: the middle of its longest horizontal piece, else of its
/// longest.
#[must_use]
pub fn label_place(points: &[Point]) -> Option<Point> {
    let mut best: Option<(f64, Point)> = None;
    for (start, end) in points.iter().zip(points.iter().skip(1)) {
        // The label is wide and low, so a level piece has more room for it.
        let length = (end.x - start.x).abs() + (end.y - start.y).abs() * 0.2;
        if best.is_none_or(|(longest, _)| length > longest) {
            let middle = Point { x: (start.x + end.x) / 2.0, y: (start.y + end.y) / 2.0 };
            best = Some((length, middle));
        }
    }
    best.map(|it| it.1)
}

/// Returns the arrow head at the end of points, as an SVG path. Its tip is at the rim of the port there.
#[must_use]
pub fn arrow_head(points: &[Point]) -> String {
    let [.., before, tip] = points else { return String::new() };
    let length = distance(*before, *tip);
    if length == 0.0 {
        return String::new();
    }
    let (dx, dy) = ((tip.x - before.x) / length, (tip.y - before.y) / length);
    let (long, wide) = HEAD;
    // The port is drawn over the line.
    let tip = toward(*tip, *before, RIM.min(length));
    let base = Point { x: tip.x - dx * long, y: tip.y - dy * long };
    format!(
        "M{} {}L{} {}L{} {}Z",
        number(tip.x),
        number(tip.y),
        number(base.x - dy * wide),
        number(base.y + dx * wide),
        number(base.x + dy * wide),
        number(base.y - dx * wide)
    )
}

/// Returns the line that follows the pointer while a connection is drawn.
#[must_use]
pub fn rubber(from: Point, to: Point, leaves_right: bool) -> String {
    let bend = ((to.x - from.x).abs() / 2.0).clamp(24.0, 120.0);
    let bend = if leaves_right { bend } else { -bend };
    format!(
        "M{} {}C{} {} {} {} {} {}",
        number(from.x),
        number(from.y),
        number(from.x + bend),
        number(from.y),
        number(to.x - bend),
        number(to.y),
        number(to.x),
        number(to.y)
    )
}

/// Returns a rectangle as part of an SVG path.
#[must_use]
pub fn boxed(rect: Rect) -> String {
    let mut path = String::new();
    for (verb, value) in
        [("M", rect.x), (" ", rect.y), ("h", rect.width), ("v", rect.height), ("h", -rect.width)]
    {
        path.push_str(verb);
        push_whole(&mut path, value);
    }
    path.push('z');
    path
}

/// Works like [`boxed`], with a digit behind the point.
#[must_use]
pub fn fine_box(Rect { x, y, width, height }: Rect) -> String {
    format!("M{x:.1} {y:.1}h{width:.1}v{height:.1}h{:.1}z", -width)
}

/// Returns a rectangle with round corners, as an SVG path.
#[must_use]
pub fn rounded_box(rect: Rect, radius: f64) -> String {
    let Rect { x, y, width, height } = rect;
    let r = radius.min(width / 2.0).min(height / 2.0);
    let (level, upright) = (number(width - 2.0 * r), number(height - 2.0 * r));
    format!(
        "M{} {}h{level}a{r} {r} 0 0 1 {r} {r}v{upright}a{r} {r} 0 0 1 -{r} {r}h-{level}\
         a{r} {r} 0 0 1 -{r} -{r}v-{upright}a{r} {r} 0 0 1 {r} -{r}z",
        number(x + r),
        number(y),
    )
}

/// Returns a filled circle as an SVG path.
#[must_use]
pub fn disc(at: Point, radius: f64) -> String {
    let (x, y) = (number(at.x - radius), number(at.y));
    let across = 2.0 * radius;
    format!("M{x} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0z")
}

fn distance(one: Point, other: Point) -> f64 {
    (one.x - other.x).hypot(one.y - other.y)
}

fn toward(from: Point, to: Point, by: f64) -> Point {
    let length = distance(from, to).max(f64::MIN_POSITIVE);
    Point { x: from.x + (to.x - from.x) / length * by, y: from.y + (to.y - from.y) / length * by }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(all: &[(f64, f64)]) -> Vec<Point> {
        all.iter().map(|&(x, y)| Point { x, y }).collect()
    }

    #[test]
    fn corners_are_rounded_as_far_as_there_is_room() {
        for (line, path) in [
            (&[(0.0, 0.0), (10.0, 0.0)][..], "M0 0L10 0"),
            (&[(0.0, 0.0), (20.0, 0.0), (20.0, 30.0)], "M0 0L13 0Q20 0 20 7L20 30"),
            (&[(0.0, 0.0), (8.0, 0.0), (8.0, 30.0)], "M0 0L4 0Q8 0 8 4L8 30"),
            (&[(0.0, 0.0), (0.0, 0.0), (8.0, 0.0)], "M0 0L0 0L8 0"),
            (&[(1.0, 2.0)], "M1 2"),
            (&[], ""),
        ] {
            assert_eq!(rounded(&points(line)), path);
        }
    }

    #[test]
    fn a_label_stands_on_the_longest_level_piece() {
        let line = points(&[(0.0, 0.0), (20.0, 0.0), (20.0, 60.0), (80.0, 60.0)]);
        assert_eq!(label_place(&line), Some(Point { x: 50.0, y: 60.0 }));
        assert_eq!(label_place(&points(&[(1.0, 2.0)])), None);
    }

    #[test]
    fn the_arrow_points_along_the_last_piece_to_the_rim_of_the_port() {
        assert_eq!(
            arrow_head(&points(&[(0.0, 0.0), (20.0, 0.0)])),
            "M14.5 0L7.5 3.6L7.5 -3.6Z"
        );
        assert_eq!(
            arrow_head(&points(&[(0.0, 0.0), (0.0, 20.0)])),
            "M0 14.5L-3.6 7.5L3.6 7.5Z"
        );
        assert_eq!(arrow_head(&points(&[(0.0, 0.0), (0.0, 0.0)])), "");
        assert_eq!(arrow_head(&points(&[(0.0, 0.0)])), "");
    }
}
