//! Bands: neighbouring ids of an axis that look alike, drawn as one.

use std::collections::BTreeSet;
use std::sync::Arc;

use bobbin_protocol::{Axis, CellRows, Coverage};

/// Axes with more ids than this are folded.
const MANY: u32 = 40;

/// The least number of alike neighbours that become one band.
const LEAST: u32 = 6;

/// Returns the number of ids on an axis.
#[must_use]
pub fn n_ids(axis: &Axis) -> u32 {
    axis.high.saturating_sub(axis.low).saturating_add(1)
}

/// The ids of an axis, from left to right or from top to bottom, in bands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bands {
    /// The smallest id.
    first: u32,
    n_ids: u32,
    /// The first id of each band; empty if each id is a band of its own.
    starts: Arc<[u32]>,
}

impl Bands {
    /// Makes each id a band of its own.
    #[must_use]
    pub fn single(axis: &Axis) -> Bands {
        Bands { first: axis.low, n_ids: n_ids(axis).max(1), starts: Arc::default() }
    }

    /// Makes bands of alike ids, given those at which something else begins; a few alike ids stay
    /// apart.
    fn folded(axis: &Axis, changes: &BTreeSet<u32>) -> Bands {
        let single = Bands::single(axis);
        if single.n_ids <= MANY {
            return single;
        }
        let end = single.first + single.n_ids;
        let mut starts = Vec::new();
        let mut start = single.first;
        let inside = changes.range(start + 1..end).copied();
        for next in inside.chain([end]) {
            if next - start >= LEAST {
                starts.push(start);
            } else {
                starts.extend(start..next);
            }
            start = next;
        }
        Bands { starts: starts.into(), ..single }
    }

    #[must_use]
    pub fn is_folded(&self) -> bool {
        !self.starts.is_empty() && self.starts.len() < self.n_ids as usize
    }

    /// Returns the number of bands.
    #[must_use]
    pub fn len(&self) -> u32 {
        if self.starts.is_empty() { self.n_ids } else { self.starts.len() as u32 }
    }

    /// Returns the first and the last id of a band; the last band stands for what is beyond it.
    #[must_use]
    pub fn ids(&self, band: u32) -> (u32, u32) {
        let band = band.min(self.len() - 1);
        let last = self.first + self.n_ids - 1;
        if self.starts.is_empty() {
            return (self.first + band, self.first + band);
        }
        let start = |it: u32| self.starts.get(it as usize).copied();
        (start(band).unwrap_or(self.first), start(band + 1).map_or(last, |it| it - 1))
    }

    /// Returns the band of an id, or the nearest one.
    #[must_use]
    pub fn of(&self, id: u32) -> u32 {
        let id = id.clamp(self.first, self.first + self.n_ids - 1);
        if self.starts.is_empty() {
            return id - self.first;
        }
        self.starts.partition_point(|it| *it <= id).saturating_sub(1) as u32
    }

    /// Returns true if an id is on the axis.
    #[must_use]
    pub fn holds(&self, id: u32) -> bool {
        id.checked_sub(self.first).is_some_and(|it| it < self.n_ids)
    }

    /// Returns the first and the last id that the axis has of those between two; `None` if it has
    /// none of them.
    #[must_use]
    pub fn cut(&self, low: u32, high: u32) -> Option<(u32, u32)> {
        let (low, high) = (low.max(self.first), high.min(self.first + self.n_ids - 1));
        (low <= high).then_some((low, high))
    }

    /// Names the ids of a band: `7`, or `16–255`.
    #[must_use]
    pub fn label(&self, band: u32) -> String {
        match self.ids(band) {
            (low, high) if low == high => low.to_string(),
            (low, high) => format!("{low}–{high}"),
        }
    }
}

/// Folds both axes of a map: where rows or columns are alike, and the selected item names all of
/// them or none.
#[must_use]
pub fn fold(view: &Coverage) -> [Bands; 2] {
    let (mut of_x, mut of_y) = (BTreeSet::new(), BTreeSet::new());
    let mut y = view.y.low;
    for rows in &view.rows {
        of_y.insert(y);
        y = y.saturating_add(rows.n_rows);
        let mut x = view.x.low;
        for (n, _) in &rows.runs {
            of_x.insert(x);
            x = x.saturating_add(*n);
        }
    }
    if let Some(it) = &view.selection {
        for (changes, ranges) in [(&mut of_x, &it.x), (&mut of_y, &it.y)] {
            for (low, high) in ranges.iter().flatten() {
                changes.extend([*low, high.saturating_add(1)]);
            }
        }
    }
    [Bands::folded(&view.x, &of_x), Bands::folded(&view.y, &of_y)]
}

/// Returns a map with one row and one column for each band, for drawing: its ids count bands.
#[must_use]
pub fn drawn(view: &Coverage, [x, y]: &[Bands; 2]) -> Coverage {
    let mut drawn = view.clone();
    drawn.rows.clear();
    let mut row = view.y.low;
    for rows in &view.rows {
        let end = row.saturating_add(rows.n_rows);
        let n_rows = (y.of(end - 1) + 1).saturating_sub(y.of(row)).max(1);
        let mut column = view.x.low;
        let mut runs = Vec::with_capacity(rows.runs.len());
        for (n, look) in &rows.runs {
            let end = column.saturating_add(*n);
            runs.push(((x.of(end - 1) + 1).saturating_sub(x.of(column)), *look));
            column = end;
        }
        drawn.rows.push(CellRows { n_rows, runs });
        row = end;
    }
    for (axis, bands) in [(&mut drawn.x, x), (&mut drawn.y, y)] {
        (axis.low, axis.high) = (0, bands.len() - 1);
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::{axis, sample};
    use super::super::grid::{Block, Cell, cells, state_of};
    use super::*;

    /// 256 threads by 100 ranks, of which one section is on for threads 8 to 15 of rank 3.
    fn large() -> Coverage {
        let mut view = sample();
        (view.x, view.y) = (axis("thread", 0, 255), axis("rank", 0, 99));
        let plain = |n_rows: u32| CellRows { n_rows, runs: vec![(256, 0)] };
        let mixed = CellRows { n_rows: 1, runs: vec![(8, 0), (8, 1), (240, 0)] };
        view.rows = vec![plain(3), mixed, plain(96)];
        view.selection = None;
        view
    }

    #[test]
    fn alike_ids_are_one_band() {
        let [x, y] = fold(&large());
        let labels = |it: &Bands| (0..it.len()).map(|band| it.label(band)).collect::<Vec<_>>();
        assert_eq!(labels(&x), ["0–7", "8–15", "16–255"]);
        assert_eq!(labels(&y), ["0", "1", "2", "3", "4–99"]);
        assert!(x.is_folded() && x.of(200) == 2 && x.of(9999) == 2 && y.of(3) == 3);
        assert_eq!(x.cut(250, 300), Some((250, 255)));
        assert_eq!(x.cut(256, 300), None);
        assert!(x.holds(255) && !x.holds(256));
        // A small map is left alone.
        let [x, y] = fold(&sample());
        assert!(!x.is_folded() && !y.is_folded());
        assert_eq!((x.len(), y.len()), (8, 4));
    }

    #[test]
    fn a_block_is_of_whole_bands() {
        let view = large();
        let block = |(x, y): (u32, u32), (to_x, to_y): (u32, u32)| Block {
            low: Cell { x, y },
            high: Cell { x: to_x, y: to_y },
        };
        // As the keys reach it: by the first ids of bands.
        let keyed = block((0, 3), (8, 4));
        assert_eq!(keyed.of_whole(&fold(&view)), block((0, 3), (15, 99)));
        let single = [Bands::single(&view.x), Bands::single(&view.y)];
        assert_eq!(keyed.of_whole(&single), keyed, "who paints means single units");
    }

    #[test]
    fn what_is_selected_has_its_own_edges() {
        let mut view = large();
        view.selection = sample().selection;
        let [x, _] = fold(&view);
        assert_eq!(x.label(x.of(2)), "2", "threads 2 to 4 are selected");
        assert_eq!(x.label(x.of(5)), "5");
    }

    #[test]
    fn each_band_looks_as_all_of_its_ids_do() {
        let view = large();
        let bands = fold(&view);
        let small = drawn(&view, &bands);
        let looks = cells(&small, |it| it);
        let n = bands[0].len();
        assert_eq!(looks.len() as u32, n * bands[1].len());
        for y in 0..100 {
            for x in 0..256 {
                let at = bands[1].of(y) * n + bands[0].of(x);
                let is_on = state_of(&view, Cell { x, y }).unwrap().is_on;
                assert_eq!(looks[at as usize], u32::from(is_on), "{x} {y}");
            }
        }
    }
}
