//! Folding: a drawing that is much wider than the room it is shown in is cut into rows, like the
//! lines of a text.
//!
//! Cuts run between columns, where only horizontal lines pass. Such a line leaves its row at the
//! right, comes back between the rows, and enters the next row at the left, at its old height above
//! the boxes. The lines of a cut are nested in each other, so a fold adds no crossing, and within a row
//! everything stays as it was.

use super::{Point, Rect};
use bobbin_sorting::Sorting as _;

/// The size of the part of a window in which a drawing is shown, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Room {
    /// The width of the room.
    pub width: u32,
    /// The height of the room.
    pub height: u32,
}

/// At this zoom and above, a drawing that is not folded is easy to read.
const EASY: f64 = 0.75;
/// Below this zoom, a folded drawing is no easier to read than one that is not; it is good for an overview.
const HARD: f64 = 0.4;
/// The factor by which a folded drawing must be shown larger.
const WORTH: f64 = 1.25;
/// The factor by which a folded drawing must be shown larger that cannot be read as a whole.
const WORTH_OVERVIEW: f64 = 1.5;
/// The share of the gain that each line costs that goes from row to row.
const LINE_COST: f64 = 0.015;
/// The most of the gain that lines cost in an overview.
const MOST_COST: f64 = 0.5;
/// The most rows of a drawing whose letters can be read.
const MOST_ROWS: usize = 9;
/// The most rows of all.
const MOST_SMALL_ROWS: usize = 100;
/// The share of the best price at which an earlier fold is kept.
const AS_GOOD: f64 = 0.8;
/// The distance that a cut may move and still be the same cut.
const NEAR: f64 = 60.0;

/// A place between two columns where a drawing can be cut.
#[derive(Debug, Clone, PartialEq)]
struct Cut {
    x: f64,
    /// The heights of the lines that pass, from the top.
    lines: Vec<f64>,
}

/// A row, which reaches from cut to cut.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Row {
    from: f64,
    to: f64,
    top: f64,
    bottom: f64,
    /// The distance from the place in the drawing to the place in the fold.
    shift: Point,
}

/// A drawing in rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Fold {
    rows: Vec<Row>,
    /// The cuts between the rows.
    cuts: Vec<Cut>,
    /// The space between parallel lines.
    gap: f64,
    /// The space at the left that lines need to enter a row.
    gutter: f64,
    /// The width of the folded drawing.
    pub width: f64,
    /// The height of the folded drawing.
    pub height: f64,
}

impl Fold {
    /// Finds the fold with which a drawing is shown largest in a room, with lines that are `gap` apart;
    /// `None` if the drawing is best as it is. `earlier` are the cuts of the fold of an earlier drawing,
    /// which is kept as long as it is nearly as good, so that an edit moves little.
    #[must_use]
    pub fn find(
        boxes: &[Rect],
        routes: &[&[Point]],
        room: Room,
        gap: f64,
        earlier: &[f64],
    ) -> Option<Fold> {
        let (right, bottom) = ends(boxes, routes);
        let zoom = |width: f64, height: f64| {
            let across = f64::from(room.width) / width.max(1.0);
            across.min(f64::from(room.height) / height.max(1.0)).min(1.0)
        };
        let plain = zoom(right, bottom);
        let across = f64::from(room.width) / right.max(1.0);
        if plain >= EASY || across > plain {
            // It is easy to read, or the height is what is short.
            return None;
        }
        let cuts = cuts(boxes, routes, gap);
        let price = |it: &Fold| {
            let n_lines: usize = it.cuts.iter().map(|it| it.lines.len()).sum();
            let (zoom, cost) = (zoom(it.width, it.height), LINE_COST * n_lines as f64);
            // Nobody follows single lines where letters are small.
            zoom * (1.0 - if zoom < HARD { cost.min(MOST_COST) } else { cost })
        };
        let folds = numbers_of_rows(right, bottom + 3.0 * gap, room).map(|n_rows| {
            let chosen = choose(&cuts, right, n_rows);
            Fold::new(boxes, routes, chosen, right, gap)
        });
        let best = folds.max_by(|a, b| price(a).total_cmp(&price(b)))?;
        let same = |x: &f64| cuts.iter().find(|it| (it.x - x).abs() < NEAR).cloned();
        if let Some(kept) = earlier.iter().map(same).collect::<Option<Vec<Cut>>>()
            && !kept.is_empty()
        {
            let kept = Fold::new(boxes, routes, kept, right, gap);
            if price(&kept) > price(&best) * AS_GOOD && kept.cuts.is_sorted_by(|a, b| a.x < b.x) {
                return Some(kept);
            }
        }
        let is_readable = zoom(best.width, best.height) >= HARD;
        let worth = if is_readable { WORTH } else { WORTH_OVERVIEW };
        let is_worth = price(&best) > plain * worth;
        (is_worth && !best.cuts.is_empty()).then_some(best)
    }

    /// Cuts a drawing between given places, whatever that is worth; `None` if it cannot be cut there.
    #[must_use]
    pub fn between(
        boxes: &[Rect],
        routes: &[&[Point]],
        gap: f64,
        places: &[(f64, f64)],
    ) -> Option<Fold> {
        let cuts = cuts(boxes, routes, gap);
        let within =
            |(from, to): &(f64, f64)| cuts.iter().find(|it| *from < it.x && it.x < *to).cloned();
        let chosen = places.iter().map(within).collect::<Option<Vec<Cut>>>()?;
        let is_right = !chosen.is_empty() && chosen.is_sorted_by(|a, b| a.x < b.x);
        is_right.then(|| Fold::new(boxes, routes, chosen, ends(boxes, routes).0, gap))
    }

    fn new(boxes: &[Rect], routes: &[&[Point]], cuts: Vec<Cut>, right: f64, gap: f64) -> Fold {
        let most = cuts.iter().map(|it| it.lines.len()).max().unwrap_or(0);
        let gutter = (most + 1) as f64 * gap;
        let ends = cuts.iter().map(|it| it.x).chain([right]);
        let starts = [0.0].into_iter().chain(cuts.iter().map(|it| it.x));
        let (mut rows, mut y, mut width) = (Vec::new(), 0.0, 0.0_f64);
        for (nth, (from, to)) in starts.zip(ends).enumerate() {
            let (top, bottom) = extent(boxes, routes, from, to);
            let shift = Point { x: gutter - from, y: y - top };
            rows.push(Row { from, to, top, bottom, shift });
            let n_lines = cuts.get(nth).map_or(0, |it| it.lines.len());
            y += bottom - top + (n_lines + 3) as f64 * gap;
            width = width.max(gutter + to - from + (n_lines + 1) as f64 * gap);
        }
        // Rows begin with a part of the space between columns; the first one is put in line with them.
        let lead = |it: &Row| {
            let lefts = boxes.iter().map(|it| it.x).filter(|x| (it.from..it.to).contains(x));
            lefts.fold(f64::INFINITY, f64::min) - it.from
        };
        let least = rows.iter().skip(1).map(lead).fold(f64::INFINITY, f64::min);
        let indent = least - rows.first().map_or(0.0, lead);
        if let Some(first) = rows.first_mut()
            && indent.is_finite()
            && indent > 0.0
        {
            first.shift.x += indent;
            width = width.max(first.to + first.shift.x + (most + 1) as f64 * gap);
        }
        let height = rows.last().map_or(0.0, |it| it.bottom + it.shift.y);
        Fold { rows, cuts, gap, gutter, width, height }
    }

    /// Returns the places of the cuts in the drawing, from the left.
    #[must_use]
    pub fn cuts(&self) -> Vec<f64> {
        self.cuts.iter().map(|it| it.x).collect()
    }

    /// Returns the index of the row of a place.
    fn row_at(&self, x: f64) -> usize {
        self.cuts.iter().take_while(|it| it.x < x).count()
    }

    /// Returns what is added to the places of a box.
    #[must_use]
    pub fn shift(&self, rect: Rect) -> Point {
        let row = self.rows.get(self.row_at(rect.x + rect.width / 2.0));
        row.map(|it| it.shift).unwrap_or_default()
    }

    /// Returns the corners of a line.
    #[must_use]
    pub fn route(&self, corners: &[Point]) -> Vec<Point> {
        let mut res = Vec::with_capacity(corners.len());
        let mut last = None::<Point>;
        for &corner in corners {
            let row = self.row_at(corner.x);
            if let Some(before) = last {
                let (mut at, y) = (self.row_at(before.x), corner.y);
                while at < row {
                    res.extend(self.detour(at, y));
                    at += 1;
                }
                while at > row {
                    at -= 1;
                    res.extend(self.detour(at, y).into_iter().rev());
                }
            }
            let shift = self.rows.get(row).map(|it| it.shift).unwrap_or_default();
            res.push(Point { x: corner.x + shift.x, y: corner.y + shift.y });
            last = Some(corner);
        }
        res
    }

    /// Returns the corners of the line at a height from a row to the next one.
    fn detour(&self, row: usize, y: f64) -> Vec<Point> {
        let (Some(above), Some(below), Some(cut)) =
            (self.rows.get(row), self.rows.get(row + 1), self.cuts.get(row))
        else {
            return Vec::new();
        };
        // The topmost line is the outermost at the right, the lowest in between, and the innermost
        // at the left.
        let nth = cut.lines.iter().take_while(|it| **it < y - SAME).count();
        let rest = (cut.lines.len() - nth.min(cut.lines.len())) as f64;
        let right = above.to + above.shift.x + rest * self.gap;
        let between = above.bottom + above.shift.y + (rest + 1.0) * self.gap;
        let left = self.gutter - (nth + 1) as f64 * self.gap;
        vec![
            Point { x: right, y: y + above.shift.y },
            Point { x: right, y: between },
            Point { x: left, y: between },
            Point { x: left, y: y + below.shift.y },
        ]
    }
}

/// Returns the width and the height of a drawing.
fn ends(boxes: &[Rect], routes: &[&[Point]]) -> (f64, f64) {
    let right = boxes.iter().map(|it| it.x + it.width).fold(0.0, f64::max);
    let bottom = boxes.iter().map(|it| it.y + it.height).fold(0.0, f64::max);
    let corners = routes.iter().flat_map(|it| it.iter());
    corners.fold((right, bottom), |(x, y), it| (x.max(it.x), y.max(it.y)))
}

/// Returns the numbers of rows to try for a drawing of a width, of which a row is at most so high: all small ones,
/// and for a very wide drawing some around the one that gives it the proportions of the room.
fn numbers_of_rows(width: f64, height: f64, room: Room) -> impl Iterator<Item = usize> {
    let of_rows = width / height.max(1.0);
    let of_room = f64::from(room.width.max(1)) / f64::from(room.height.max(1));
    let wanted = (of_rows / of_room).sqrt();
    // Most rows are less high than the whole drawing.
    let around = [0.7, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0];
    let many = around.into_iter().map(move |it| (wanted * it).round() as usize);
    let many = many.filter(|it| *it > MOST_ROWS).map(|it| it.min(MOST_SMALL_ROWS));
    (2..=MOST_ROWS).chain(many)
}

/// Heights nearer to each other than this are the same.
const SAME: f64 = 0.5;

/// Returns the best place for a cut between each two neighbouring columns, from the left.
fn cuts(boxes: &[Rect], routes: &[&[Point]], gap: f64) -> Vec<Cut> {
    let mut spans: Vec<(f64, f64)> = boxes.iter().map(|it| (it.x, it.x + it.width)).collect();
    spans.order_by(|a, b| a.0.total_cmp(&b.0));
    let mut gaps = Vec::new();
    let mut end = f64::INFINITY;
    for (from, to) in spans {
        if from - end > gap {
            gaps.push((end, from));
        }
        end = if end.is_infinite() { to } else { end.max(to) };
    }
    let mut upright: Vec<f64> = routes
        .iter()
        .flat_map(|it| it.windows(2))
        .filter_map(|it| match it {
            [a, b] if a.x == b.x => Some(a.x),
            _ => None,
        })
        .collect();
    upright.order_by(f64::total_cmp);
    upright.dedup();
    let best = |&(from, to): &(f64, f64)| {
        // Few lines pass between two columns.
        let near: Vec<&[Point]> = routes
            .iter()
            .flat_map(|it| it.windows(2))
            .filter(|it| it.iter().any(|it| it.x > from) && it.iter().any(|it| it.x < to))
            .collect();
        let inside = upright.iter().copied().filter(|it| (from..=to).contains(it));
        let places: Vec<f64> = [from].into_iter().chain(inside).chain([to]).collect();
        let cuts = places.windows(2).filter_map(|it| match it {
            [a, b] if b - a > 1.0 => {
                let x = (a + b) / 2.0;
                Some(Cut { x, lines: lines_at(&near, x) })
            }
            _ => None,
        });
        cuts.min_by_key(|it| it.lines.len())
    };
    gaps.iter().filter_map(best).collect()
}

/// Returns the heights of those of some pieces of lines that pass a place, each once.
fn lines_at(pieces: &[&[Point]], x: f64) -> Vec<f64> {
    let passing = |it: &[Point]| match it {
        [a, b] if (a.x < x) != (b.x < x) => Some(a.y),
        _ => None,
    };
    let mut lines: Vec<f64> = pieces.iter().filter_map(|it| passing(it)).collect();
    lines.order_by(f64::total_cmp);
    lines.dedup_by(|a, b| (*a - *b).abs() < SAME);
    lines
}

/// Chooses cuts for a number of rows, so that the widest row is narrow.
fn choose(cuts: &[Cut], right: f64, n_rows: usize) -> Vec<Cut> {
    // The greatest width that is too small, and the least that is enough.
    let (mut low, mut high) = (0.0, right);
    let mut best = Vec::new();
    for _ in 0..24 {
        let width = (low + high) / 2.0;
        match fill(cuts, right, width, n_rows) {
            Some(chosen) => (best, high) = (chosen, width),
            None => low = width,
        }
    }
    best
}

/// Fills rows of a width; `None` if more are needed than there may be.
fn fill(cuts: &[Cut], right: f64, width: f64, n_rows: usize) -> Option<Vec<Cut>> {
    let (mut res, mut from) = (Vec::<Cut>::new(), 0.0);
    let mut rest = cuts;
    while right - from > width {
        let n_fitting = rest.iter().take_while(|it| it.x - from <= width).count();
        let (fitting, behind) = rest.split_at_checked(n_fitting)?;
        let cut = fitting.last()?;
        (from, rest) = (cut.x, behind);
        res.push(cut.clone());
        if res.len() >= n_rows {
            return None;
        }
    }
    Some(res)
}

/// Returns the uppermost and lowest place of what lies between two cuts.
fn extent(boxes: &[Rect], routes: &[&[Point]], from: f64, to: f64) -> (f64, f64) {
    let (mut top, mut bottom) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut reach = |upper: f64, lower: f64| {
        top = top.min(upper);
        bottom = bottom.max(lower);
    };
    for it in boxes {
        if (from..to).contains(&(it.x + it.width / 2.0)) {
            reach(it.y, it.y + it.height);
        }
    }
    for it in routes.iter().flat_map(|it| it.windows(2)) {
        if let [a, b] = it
            && a.x.min(b.x) < to
            && a.x.max(b.x) > from
        {
            reach(a.y.min(b.y), a.y.max(b.y));
        }
    }
    if top.is_finite() { (top, bottom) } else { (0.0, 0.0) }
}
