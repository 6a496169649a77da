//! Heights of an earlier layout: of the vertices, and of the lines where they pass the columns.
//!
//! Each phase starts from its counterpart in the earlier layout, as in North, *Incremental layout
//! in DynaDAG*, 1996: ranks from columns, orders from heights, heights held by weights.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::flat::Flat;
use super::layered::{Layered, Path};
use super::{Point, Rect};
use bobbin_sorting::Sorting as _;

/// Returns the earlier height of each vertex of the layered graph, dummies included.
pub(super) fn heights(graph: &Layered, flat: &Flat) -> Vec<Option<f64>> {
    let mut res: Vec<Option<f64>> =
        flat.vertices.iter().map(|it| it.previous.map(|at| at.y)).collect();
    res.resize(graph.rank.len(), None);
    if !flat.has_previous() {
        return res;
    }
    let columns: Vec<Option<f64>> =
        graph.layers.iter().map(|layer| column_centre(flat, layer)).collect();
    for (edge, path) in flat.edges.iter().zip(&graph.paths) {
        let (Path::Forward(links) | Path::Backward { links, .. }) = path else { continue };
        for &link in links {
            let (_, to) = graph.ends(link);
            if graph.is_dummy(to)
                && res[to].is_none()
                && let Some(x) = columns[graph.rank[to]]
            {
                res[to] = height_at(&edge.previous, x, flat.bounds);
            }
        }
    }
    res
}

/// Returns the earlier centre of most vertices of a column.
pub(super) fn column_centre(flat: &Flat, layer: &[usize]) -> Option<f64> {
    let real = layer.iter().filter_map(|&it| flat.vertices.get(it));
    let mut centres: Vec<f64> =
        real.filter_map(|it| it.previous.map(|at| at.x + it.width / 2.0)).collect();
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
