//! Places in an earlier layout: the columns, and the heights of lines where they pass them.
//!
//! Each phase starts from its counterpart in the earlier layout, as in North, *Incremental layout
//! in DynaDAG*, 1996: ranks from columns, orders from heights, heights held by weights.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::flat::{Flat, Vertex};
use super::{Point, Rect};
use bobbin_sorting::Sorting as _;

/// Returns the earlier centre of most vertices of a column.
pub(super) fn column_centre(flat: &Flat, layer: &[usize]) -> Option<f64> {
    let real = layer.iter().filter_map(|&it| flat.vertices.get(it));
    let mut centres: Vec<f64> = real.filter_map(Vertex::previous_centre).collect();
    centres.order_by(f64::total_cmp);
    centres.get(centres.len() / 2).copied()
}

/// Returns the height of a line where it passes `x` within `bounds`; a line that runs back may pass
/// several times.
pub(super) fn height_at(route: &[Point], x: f64, bounds: Option<Rect>) -> Option<f64> {
    let is_inside = |y: f64| bounds.is_none_or(|it| it.y <= y && y <= it.y + it.height);
    let passes = |a: &Point, b: &Point| {
        a.y == b.y && a.x.min(b.x) <= x && x <= a.x.max(b.x) && is_inside(a.y)
    };
    route.windows(2).find(|it| passes(&it[0], &it[1])).map(|it| it[0].y)
}
