//! Free places for boxes among others.

use bobbin_protocol::{Point, Rect};

use super::rects::overlap;

/// The distance that vertices keep from others.
pub const GAP: f64 = 28.0;
/// The distance between the places that are tried for a vertex, and how many of them on each side.
const STEP: f64 = 28.0;
const MAX_STEPS: i32 = 24;

/// Returns the place nearest to the wanted one where a box of this size is clear of others.
#[must_use]
pub fn free_place(wanted: Point, size: Rect, taken: &[Rect]) -> Point {
    // Thousands of places are tried: what lies beyond all of them is left out before.
    let reach = f64::from(MAX_STEPS) * STEP + GAP;
    let (width, height) = (size.width + 2.0 * reach, size.height + 2.0 * reach);
    let tried = Rect { x: wanted.x - reach, y: wanted.y - reach, width, height };
    let near: Vec<Rect> = taken.iter().copied().filter(|it| overlap(*it, tried)).collect();
    let is_free = |at: &Point| {
        let (width, height) = (size.width + 2.0 * GAP - 2.0, size.height + 2.0 * GAP - 2.0);
        let around = Rect { x: at.x - GAP + 1.0, y: at.y - GAP + 1.0, width, height };
        !near.iter().any(|it| overlap(*it, around))
    };
    let steps = || -MAX_STEPS..=MAX_STEPS;
    let tried =
        steps().flat_map(|column| steps().map(move |row| (f64::from(column), f64::from(row))));
    let tried = tried.map(|(column, row)| {
        let at = Point { x: wanted.x + column * STEP, y: wanted.y + row * STEP };
        // Data flows to the right: above and below is nearer than before and behind, and below is
        // nearer than above.
        let above = if row < 0.0 { 0.5 } else { 0.0 };
        (column.abs() * 1.5 + row.abs() + above, at)
    });
    let free = tried.filter(|(_, at)| is_free(at));
    free.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(wanted, |it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_is_free_is_taken_as_it_is() {
        let size = Rect { x: 0.0, y: 0.0, width: 100.0, height: 60.0 };
        let wanted = Point { x: 7.0, y: 9.0 };
        assert_eq!(free_place(wanted, size, &[]), wanted);
        let place = free_place(wanted, size, &[Rect { x: 0.0, y: 0.0, ..size }]);
        assert_eq!(place, Point { x: 7.0, y: 9.0 + 3.0 * STEP });
    }
}
