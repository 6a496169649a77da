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

/// The label of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// The ground of the letters, which lies on the line.
    pub chip: Rect,
    /// The letters, cut if there is no room for all.
    pub letters: String,
}

impl Label {
    /// Returns the middle of the chip.
    #[must_use]
    pub fn middle(&self) -> Point {
        let Rect { x, y, width, height } = self.chip;
        Point { x: x + width / 2.0, y: y + height / 2.0 }
    }
}

/// Returns the label of a line; `others` are the lines that leave the same port. It stands on a level piece that no other
/// line has, and within it: there it lies neither on a card nor on the label of a line to another port.
#[must_use]
pub fn label<'p>(
    points: &[Point],
    others: impl Iterator<Item = &'p [Point]>,
    text: &str,
) -> Option<Label> {
    let shared = others.map(|it| shared_length(points, it)).fold(0.0, f64::max);
    let own = behind(points, shared);
    let pieces = own.iter().zip(own.iter().skip(1));
    let level = pieces.filter(|(start, end)| start.y == end.y && start.x != end.x);
    let (first, last) = (points.first()?, points.last()?);
    // The port, and in front of an input the arrow head, are drawn where lines end.
    let rooms = level.map(|(start, end)| {
        let sign = (end.x - start.x).signum();
        let from = if start == first { start.x + sign * RIM } else { start.x };
        let to = if end == last { end.x - sign * (RIM + HEAD.0) } else { end.x };
        (Point { x: from, y: start.y }, sign, (to - from) * sign)
    });
    let rooms: Vec<(Point, f64, f64)> = rooms.collect();
    let wanted = chip_width(text.chars().count());
    // The piece at the input is nobody else's.
    let fits = rooms.last().filter(|it| it.2 + 1.0 >= wanted);
    let widest = rooms.iter().max_by(|one, other| one.2.total_cmp(&other.2));
    let Some(&(from, sign, room)) = fits.or(widest) else {
        let at = label_place(points)?;
        let letters = cut(text, wanted);
        return Some(chip(at, letters));
    };
    let letters = cut(text, room.min(wanted));
    let width = chip_width(letters.chars().count());
    // Of what begins in the middle of a line, the end says best whose it is.
    let x = match shared > 0.0 && room > width {
        true => from.x + sign * (room - width / 2.0),
        false => from.x + sign * room / 2.0,
    };
    Some(chip(Point { x, y: from.y }, letters))
}

/// The width of a letter of a label and the room around them all, in canvas units; the style sheet has their size.
const LETTER: (f64, f64) = (6.2, 10.0);
/// Labels have no more letters.
const MOST_LETTERS: usize = 14;
/// The height of the chip of a label.
const CHIP: f64 = 15.0;

fn chip_width(n_letters: usize) -> f64 {
    n_letters as f64 * LETTER.0 + LETTER.1
}

fn chip(middle: Point, letters: String) -> Label {
    let width = chip_width(letters.chars().count());
    let (x, y) = (middle.x - width / 2.0, middle.y - CHIP / 2.0);
    Label { chip: Rect { x, y, width, height: CHIP }, letters }
}

/// Cuts the letters of a label to what a chip of some width has room for, to one letter at least.
fn cut(text: &str, width: f64) -> String {
    let n_fitting = ((width + 1.0 - LETTER.1) / LETTER.0).max(1.0) as usize;
    let n_fitting = n_fitting.min(MOST_LETTERS);
    if text.chars().count() <= n_fitting {
        return text.to_owned();
    }
    text.chars().take(n_fitting - 1).chain(['…']).collect()
}

/// Returns how far two lines run on each other from their start on.
fn shared_length(one: &[Point], other: &[Point]) -> f64 {
    let (Some(&start), Some(&same)) = (one.first(), other.first()) else { return 0.0 };
    if start != same {
        return 0.0;
    }
    let (mut one, mut other) = (one.iter().skip(1).peekable(), other.iter().skip(1).peekable());
    let (mut at, mut length) = (start, 0.0);
    while let (Some(&&to), Some(&&other_to)) = (one.peek(), other.peek()) {
        let (left, other_left) = (distance(at, to), distance(at, other_to));
        let step = left.min(other_left);
        if step > 0.0 && distance(toward(at, to, step), toward(at, other_to, step)) > 0.1 {
            break;
        }
        length += step;
        let next = toward(at, to, step);
        if left <= step {
            one.next();
        }
        if other_left <= step {
            other.next();
        }
        at = next;
    }
    length
}

/// Returns what is left of a line behind a length of it; all of it, if nothing is.
fn behind(points: &[Point], length: f64) -> Vec<Point> {
    let mut left = length;
    for (idx, piece) in points.windows(2).enumerate() {
        let [start, end] = piece else { continue };
        let long = distance(*start, *end);
        if left < long {
            let rest = points.iter().skip(idx + 1).copied();
            return std::iter::once(toward(*start, *end, left)).chain(rest).collect();
        }
        left -= long;
    }
    points.to_vec()
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
    fn a_label_stands_on_what_no_other_line_has() {
        #[track_caller]
        fn check(line: &[(f64, f64)], others: &[&[(f64, f64)]], text: &str, expected: &str) {
            let others: Vec<Vec<Point>> = others.iter().map(|it| points(it)).collect();
            let it = label(&points(line), others.iter().map(Vec::as_slice), text).unwrap();
            let Rect { x, y, width, .. } = it.chip;
            assert_eq!(format!("{:.0}..{:.0} {y} {}", x, x + width, it.letters), expected);
        }
        let up: &[_] = &[(0.0, 100.0), (50.0, 100.0), (50.0, 0.0), (100.0, 0.0)];
        let straight: &[_] = &[(0.0, 100.0), (100.0, 100.0)];
        let down: &[_] = &[(0.0, 100.0), (50.0, 100.0), (50.0, 200.0), (100.0, 200.0)];
        // At the input end, in front of the arrow head.
        check(up, &[straight, down], "4", "71..88 -7.5 4");
        check(straight, &[up, down], "4", "71..88 92.5 4");
        check(down, &[straight, up], "4", "71..88 192.5 4");
        // Alone, it has all the line.
        check(straight, &[], "4", "38..55 92.5 4");
        // It is cut to the piece that is its own.
        check(straight, &[up], "non-blocking 7", "53..88 92.5 non…");
        check(
            &[(0.0, 0.0), (28.0, 0.0), (28.0, 9.0), (56.0, 9.0)],
            &[],
            "unbounded",
            "6..28 -7.5 u…",
        );
        check(
            &[(0.0, 0.0), (400.0, 0.0)],
            &[],
            "non-blocking 1000",
            "148..245 -7.5 non-blocking …",
        );
        // A long first piece, where the last one is too short.
        let long: &[_] = &[(0.0, 0.0), (100.0, 0.0), (100.0, 50.0), (120.0, 50.0)];
        check(long, &[], "blocking", "23..83 -7.5 blocking");
        // The same connection twice.
        check(straight, &[straight], "4", "71..88 92.5 4");
        check(&[(0.0, 0.0), (0.0, 50.0)], &[], "4", "-8..8 17.5 4");
    }

    #[test]
    fn the_arrow_points_along_the_last_piece_to_the_rim_of_the_port() {
        assert_eq!(arrow_head(&points(&[(0.0, 0.0), (20.0, 0.0)])), "M14.5 0L7.5 3.6L7.5 -3.6Z");
        assert_eq!(arrow_head(&points(&[(0.0, 0.0), (0.0, 20.0)])), "M0 14.5L-3.6 7.5L3.6 7.5Z");
        assert_eq!(arrow_head(&points(&[(0.0, 0.0), (0.0, 0.0)])), "");
        assert_eq!(arrow_head(&points(&[(0.0, 0.0)])), "");
    }
}
