//! Places the columns: as far apart as the tracks between them need, and where they were before if
//! there is room.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::tracks::{Vertical, give_tracks};
use crate::diagram::Spacing;
use crate::flat::{Flat, Role, Vertex};
use crate::layered::Layered;
use crate::watch::Watch;
use bobbin_sorting::Sorting as _;

/// The most that a gap may be wider than necessary for columns to stay where they were.
const MOST_SPARE: f64 = 80.0;

/// The places of columns and gaps.
pub(super) struct Columns {
    /// The left edge and the width of each column.
    columns: Vec<(f64, f64)>,
    /// The position of the first track in each gap, from the left of the first column to the right
    /// of the last.
    tracks: Vec<f64>,
    line_gap: f64,
    /// The width of the whole drawing.
    pub width: f64,
}

impl Columns {
    /// Gives tracks to the vertical segments in the gaps.
    pub async fn new(
        graph: &Layered,
        flat: &Flat,
        gaps: &mut [Vec<Vertical>],
        spacing: &Spacing,
        watch: &mut Watch,
    ) -> Columns {
        let mut res = Columns {
            columns: Vec::with_capacity(graph.layers.len()),
            tracks: Vec::with_capacity(gaps.len()),
            line_gap: spacing.line_gap,
            width: 0.0,
        };
        let has = |role: Role| flat.vertices.iter().any(|it| it.role == role);
        let (has_entry, has_exit) = (has(Role::Entry), has(Role::Exit));
        let n_gaps = gaps.len();
        // The earlier position of the columns minus the present one.
        let mut moved: Option<f64> = None;
        for (idx, gap) in gaps.iter_mut().enumerate() {
            watch.reach(idx as f64 / n_gaps as f64).await;
            let n_tracks = give_tracks(gap);
            let between = n_tracks.saturating_sub(1) as f64 * spacing.line_gap;
            let is_outer = idx == 0 || idx + 1 == n_gaps;
            let mut width = match (is_outer, n_tracks) {
                (true, 0) => 0.0,
                (true, _) => between + spacing.box_gap,
                (false, _) => spacing.column_gap.max(between + spacing.box_gap),
            };
            // Nothing turns beyond a border; on a side without one there is room.
            let is_beyond = idx == 0 && has_entry || idx + 1 == n_gaps && has_exit;
            debug_assert!(!(is_beyond && n_tracks > 0));
            let layer = graph.layers.get(idx);
            let column_width = layer.map_or(0.0, |it| widest(flat, it));
            if let Some(left) = layer.and_then(|it| column_left(flat, it, column_width)) {
                let spare = moved.map_or(0.0, |it| left - it - (res.width + width));
                if (0.0..MOST_SPARE).contains(&spare) {
                    width += spare;
                } else {
                    moved = None;
                }
                moved = Some(moved.unwrap_or(left - (res.width + width)));
            }
            res.tracks.push(res.width + (width - between) / 2.0);
            res.width += width;
            if layer.is_some() {
                res.columns.push((res.width, column_width));
                res.width += column_width;
            }
        }
        res
    }

    /// Returns the left edge of a vertex of this width in a column.
    pub fn left_of(&self, column: usize, width: f64) -> f64 {
        let (left, column_width) = self.columns[column];
        left + indent(column_width, width)
    }

    /// Returns the position of a vertical segment in a gap.
    pub fn track_x(&self, gap: usize, it: &Vertical) -> f64 {
        self.tracks[gap] + it.track as f64 * self.line_gap
    }
}

/// Returns the distance of a vertex of this width from the left edge of its column.
fn indent(column_width: f64, width: f64) -> f64 {
    ((column_width - width) / 2.0).round()
}

/// Returns where a column of this width has its left edge if most of its vertices stay where they
/// were. Exits go where the border goes.
fn column_left(flat: &Flat, layer: &[usize], column_width: f64) -> Option<f64> {
    let real = layer.iter().filter_map(|&it| flat.vertices.get(it));
    let real = real.filter(|it| it.role != Role::Exit);
    let left = |it: &Vertex| Some(it.previous?.x - indent(column_width, it.width));
    let mut lefts: Vec<f64> = real.filter_map(left).collect();
    lefts.order_by(f64::total_cmp);
    lefts.get(lefts.len() / 2).copied()
}

fn widest(flat: &Flat, layer: &[usize]) -> f64 {
    let real = layer.iter().filter_map(|&it| flat.vertices.get(it));
    real.map(|it| it.width).fold(0.0, f64::max)
}
