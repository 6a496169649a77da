//! The map of units as a grid: the look of each cell, and its place.

use bobbin_protocol::{Axis, CellState, Coverage, Selection};
use bobbin_sorting::Sorting as _;

use super::bands::{Bands, n_ids};

/// The largest size of a cell, in pixels.
pub const MAX_CELL: (f64, f64) = (40.0, 26.0);
/// The largest width and height of a drawing, in pixels: browsers have a limit.
const MAX_EXTENT: f64 = 4096.0;

/// The ids of a cell on both axes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cell {
    pub x: u32,
    pub y: u32,
}

/// The cells between two corners, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    pub low: Cell,
    pub high: Cell,
}

impl Block {
    /// Returns the cells between two corners, given in any order.
    #[must_use]
    pub fn between(a: Cell, b: Cell) -> Block {
        Block {
            low: Cell { x: a.x.min(b.x), y: a.y.min(b.y) },
            high: Cell { x: a.x.max(b.x), y: a.y.max(b.y) },
        }
    }

    /// Returns the block of all bands that it reaches into, which look and are named as one.
    #[must_use]
    pub fn of_whole(self, [x, y]: &[Bands; 2]) -> Block {
        let (low, high) = (self.low, self.high);
        Block {
            low: Cell { x: x.ids(x.of(low.x)).0, y: y.ids(y.of(low.y)).0 },
            high: Cell { x: x.ids(x.of(high.x)).1, y: y.ids(y.of(high.y)).1 },
        }
    }

    #[must_use]
    pub fn n_cells(self) -> u64 {
        u64::from(self.high.x - self.low.x + 1) * u64::from(self.high.y - self.low.y + 1)
    }
}

/// Returns `of` the look of each cell, row by row; looks are indices of [`Coverage::states`]. Rows
/// and cells that the view omits look like the last one.
#[must_use]
pub fn cells<T: Copy>(view: &Coverage, of: impl Fn(u32) -> T) -> Vec<T> {
    let (n_x, n_y) = (n_ids(&view.x) as usize, n_ids(&view.y) as usize);
    let mut cells = Vec::with_capacity(n_x * n_y);
    for rows in &view.rows {
        let start = cells.len();
        if start >= n_x * n_y {
            break;
        }
        for (n, look) in &rows.runs {
            let n_missing = (start + n_x).saturating_sub(cells.len());
            cells.resize(cells.len() + (*n as usize).min(n_missing), of(*look));
        }
        let last = cells.last().copied().unwrap_or_else(|| of(0));
        cells.resize(start + n_x, last);
        for _ in 1..rows.n_rows {
            if cells.len() >= n_x * n_y {
                break;
            }
            cells.extend_from_within(start..start + n_x);
        }
    }
    cells.resize(n_x * n_y, cells.last().copied().unwrap_or_else(|| of(0)));
    cells
}

/// Returns the cell of the same units on a map whose axes were `before`. On an axis that is new it is at the explained
/// unit.
#[must_use]
pub fn carried(cell: Cell, before: Option<&[String; 2]>, view: &Coverage) -> Cell {
    let id = |axis: &Axis| {
        let same = match before {
            Some([x, _]) if *x == axis.key => cell.x,
            Some([_, y]) if *y == axis.key => cell.y,
            _ => axis.at,
        };
        same.clamp(axis.low, axis.high.max(axis.low))
    };
    Cell { x: id(&view.x), y: id(&view.y) }
}

/// Returns the look of a cell.
#[must_use]
pub fn state_of(view: &Coverage, cell: Cell) -> Option<&CellState> {
    let mut row = cell.y.checked_sub(view.y.low)?;
    let rows = view.rows.iter().find(|it| match row.checked_sub(it.n_rows) {
        Some(rest) => {
            row = rest;
            false
        }
        None => true,
    })?;
    let mut column = cell.x.checked_sub(view.x.low)?;
    let (_, look) = rows.runs.iter().find(|(n, _)| match column.checked_sub(*n) {
        Some(rest) => {
            column = rest;
            false
        }
        None => true,
    })?;
    view.states.get(*look as usize)
}

/// Returns true if the text has no such section: painting adds it.
#[must_use]
pub fn is_new(selection: &Selection) -> bool {
    selection.range.start == selection.range.end
}

/// Returns true if painting adds a section for a region, whose constraint leaves out all other units.
#[must_use]
pub fn is_new_region(selection: &Selection) -> bool {
    is_new(selection) && !selection.item.0.is_empty()
}

/// Returns true if an item names a cell.
#[must_use]
pub fn names(selection: &Selection, cell: Cell) -> bool {
    let holds = |ranges: &Option<Vec<(u32, u32)>>, id: u32| {
        ranges.as_ref().is_none_or(|it| it.iter().any(|(low, high)| (*low..=*high).contains(&id)))
    };
    holds(&selection.x, cell.x) && holds(&selection.y, cell.y)
}

/// The placement of the cells: one for each band of ids on both axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    pub x: Bands,
    pub y: Bands,
    /// The size of a cell, in pixels.
    pub width: f64,
    pub height: f64,
}

impl Geometry {
    /// Fits the map into the available room, times a zoom.
    #[must_use]
    pub fn new([x, y]: [Bands; 2], room: (f64, f64), zoom: f64) -> Geometry {
        let extent = |n: u32, room: f64, most: f64| {
            let fitting = (room / f64::from(n)).min(most).max(0.05) * zoom;
            // Whole pixels keep cells alike, as long as cells are large enough.
            let whole = if fitting >= 4.0 { fitting.floor() } else { fitting };
            whole.min(MAX_EXTENT / f64::from(n))
        };
        // The labels of bands need room.
        let most = if x.is_folded() { MAX_CELL.0 * 1.8 } else { MAX_CELL.0 };
        let (width, height) = (extent(x.len(), room.0, most), extent(y.len(), room.1, MAX_CELL.1));
        Geometry { x, y, width, height }
    }

    /// Returns the size of the whole map, in pixels.
    #[must_use]
    pub fn extent(&self) -> (f64, f64) {
        (f64::from(self.x.len()) * self.width, f64::from(self.y.len()) * self.height)
    }

    /// Returns the cell at a point, or the nearest one; of a band its first id.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64) -> Cell {
        let id = |place: f64, size: f64, bands: &Bands| {
            let last = f64::from(bands.len() - 1);
            bands.ids((place / size.max(f64::MIN_POSITIVE)).floor().clamp(0.0, last) as u32).0
        };
        Cell { x: id(x, self.width, &self.x), y: id(y, self.height, &self.y) }
    }

    /// Returns left, top, width and height of the part of a block that is on the map, in pixels.
    #[must_use]
    pub fn place(&self, block: Block) -> Option<[f64; 4]> {
        let span = |low: u32, high: u32, bands: &Bands, size: f64| {
            let (low, high) = bands.cut(low, high)?;
            let (low, high) = (bands.of(low), bands.of(high));
            Some((f64::from(low) * size, f64::from(high - low + 1) * size))
        };
        let (x, width) = span(block.low.x, block.high.x, &self.x, self.width)?;
        let (y, height) = span(block.low.y, block.high.y, &self.y, self.height)?;
        Some([x, y, width, height])
    }

    /// Returns the cell some steps away, inside the map.
    #[must_use]
    pub fn moved(&self, cell: Cell, by: (i64, i64)) -> Cell {
        let step = |id: u32, by: i64, bands: &Bands| {
            let last = i64::from(bands.len()) - 1;
            let band = i64::from(bands.of(id)).saturating_add(by).clamp(0, last) as u32;
            // Who does not move stays at the id, also inside of a band.
            if band == bands.of(id) && bands.holds(id) { id } else { bands.ids(band).0 }
        };
        Cell { x: step(cell.x, by.0, &self.x), y: step(cell.y, by.1, &self.y) }
    }

    /// Returns the bands to name along an axis, not too close together: those that stand for
    /// several ids first, then round numbers. `room` is that of a number, in pixels; the names of
    /// bands are `wider`.
    #[must_use]
    pub fn ticks(bands: &Bands, size: f64, room: f64, wider: f64) -> Vec<u32> {
        let is_wide = |band: &u32| bands.ids(*band).0 != bands.ids(*band).1;
        let mut named: Vec<u32> = Vec::new();
        if bands.is_folded() {
            for band in (0..bands.len()).filter(is_wide) {
                let last = named.last().map_or(f64::INFINITY, |it| f64::from(band - it) * size);
                if last >= room * wider {
                    named.push(band);
                }
            }
        }
        let wide = named.clone();
        let steps = (0u32..10).flat_map(|power| {
            let ten = 10u32.saturating_pow(power);
            [ten, ten.saturating_mul(2), ten.saturating_mul(5)]
        });
        let step = steps.into_iter().find(|it| f64::from(*it) * size >= room).unwrap_or(u32::MAX);
        let is_free = |band: u32| {
            let near = |it: &u32| f64::from(it.abs_diff(band)) * size < room * (1.0 + wider) / 2.0;
            !wide.iter().any(near)
        };
        let singles =
            (0..bands.len()).filter(|it| !is_wide(it) && bands.ids(*it).0.is_multiple_of(step));
        named.extend(singles.filter(|it| is_free(*it)));
        named.order();
        named
    }
}

#[cfg(test)]
pub mod tests {
    use bobbin_protocol::{Axis, CellRows, Decider, ItemPath, Range};

    use super::*;

    pub fn axis(key: &str, low: u32, high: u32) -> Axis {
        Axis { key: key.into(), label: key.into(), low, high, at: low }
    }

    /// Makes threads 0 to 7 by ranks 0 to 3; the second and third rank are on for threads 2 to 4.
    pub fn sample() -> Coverage {
        let state = |is_on: bool| CellState {
            decider: u32::from(is_on),
            is_on,
            is_overlap: false,
            is_gap: !is_on,
            is_outside: false,
            sentence: if is_on { "on" } else { "off" }.into(),
        };
        let decider = |name: &str, colour: u32| Decider {
            item: Some(ItemPath(vec![name.into()])),
            name: name.into(),
            range: None,
            colour,
            n_cells: 1,
            n_on: 1,
        };
        let rows = |n_rows: u32, runs: &[(u32, u32)]| CellRows { n_rows, runs: runs.to_vec() };
        Coverage {
            controls: Vec::new(),
            x: axis("thread", 0, 7),
            y: axis("rank", 0, 3),
            deciders: vec![decider("default", 0), decider("section", 1)],
            states: vec![state(false), state(true)],
            rows: vec![rows(1, &[(8, 0)]), rows(2, &[(2, 0), (3, 1), (3, 0)]), rows(1, &[(8, 0)])],
            selection: Some(Selection {
                item: ItemPath(vec!["section".into()]),
                name: "section".into(),
                range: Range::default(),
                x: Some(vec![(2, 4)]),
                y: None,
                refusal: None,
            }),
            notes: Vec::new(),
            line: None,
            explanations: Vec::new(),
        }
    }

    #[test]
    fn the_cursor_stays_at_its_units_on_other_axes() {
        let mut view = sample();
        let before = ["thread".to_owned(), "rank".to_owned()];
        let cell = Cell { x: 2, y: 1 };
        assert_eq!(carried(cell, Some(&before), &view), cell);
        view.x = axis("rank", 0, 3);
        view.y = Axis { at: 3, ..axis("device", 0, 4) };
        assert_eq!(carried(cell, Some(&before), &view), Cell { x: 1, y: 3 });
        view.x = axis("rank", 2, 3);
        assert_eq!(carried(cell, Some(&before), &view), Cell { x: 2, y: 3 }, "inside the map");
        assert_eq!(carried(cell, None, &view), Cell { x: 2, y: 3 }, "at first the explained unit");
    }

    #[test]
    fn cells_are_found_in_runs() {
        let view = sample();
        let looks = cells(&view, |it| it);
        assert_eq!(looks.len(), 32);
        for y in 0..4 {
            for x in 0..8 {
                let is_on = (1..=2).contains(&y) && (2..=4).contains(&x);
                assert_eq!(looks[(y * 8 + x) as usize], u32::from(is_on), "{x} {y}");
                assert_eq!(state_of(&view, Cell { x, y }).unwrap().is_on, is_on, "{x} {y}");
            }
        }
        assert_eq!(state_of(&view, Cell { x: 8, y: 0 }), None);
        assert_eq!(state_of(&view, Cell { x: 0, y: 4 }), None);
        let selection = view.selection.unwrap();
        assert!(
            names(&selection, Cell { x: 3, y: 900 }) && !names(&selection, Cell { x: 5, y: 0 })
        );
    }

    #[test]
    fn a_view_that_says_too_little_or_too_much_is_drawn() {
        let mut view = sample();
        view.rows = vec![CellRows { n_rows: 9, runs: vec![(3, 1)] }];
        assert_eq!(cells(&view, |it| it), [1; 32]);
        view.rows = vec![CellRows { n_rows: 1, runs: vec![(99, 1)] }];
        assert_eq!(cells(&view, |it| it).len(), 32);
        view.rows = Vec::new();
        assert_eq!(cells(&view, |it| it), [0; 32]);
    }

    #[test]
    fn places_and_cells_belong_together() {
        for (low, high) in [((0, 0), (7, 3)), ((5, 2), (1028, 1025)), ((3, 3), (3, 3))] {
            let bands = || {
                [axis("x", low.0, high.0), axis("y", low.1, high.1)].map(|it| Bands::single(&it))
            };
            for zoom in [1.0, 2.0, 8.0] {
                let geometry = Geometry::new(bands(), (500.0, 300.0), zoom);
                let (width, height) = geometry.extent();
                assert!(width <= MAX_EXTENT && height <= MAX_EXTENT);
                assert!(zoom > 1.0 || (width <= 500.0 && height <= 300.0), "{width} {height}");
                for cell in [Cell { x: low.0, y: low.1 }, Cell { x: high.0, y: high.1 }] {
                    let [left, top, width, height] =
                        geometry.place(Block::between(cell, cell)).unwrap();
                    let middle = (left + width / 2.0, top + height / 2.0);
                    assert_eq!(geometry.cell_at(middle.0, middle.1), cell);
                }
                assert_eq!(geometry.cell_at(-5.0, 1e9), Cell { x: low.0, y: high.1 });
            }
        }
    }

    #[test]
    fn steps_stay_in_the_map_and_blocks_are_cut_to_it() {
        let bands = [axis("x", 2, 9), axis("y", 0, 3)].map(|it| Bands::single(&it));
        let geometry = Geometry::new(bands, (80.0, 40.0), 1.0);
        let cell = Cell { x: 2, y: 3 };
        assert_eq!(geometry.moved(cell, (-1, 1)), cell);
        assert_eq!(geometry.moved(cell, (3, -9)), Cell { x: 5, y: 0 });
        let block = Block::between(Cell { x: 4, y: 9 }, Cell { x: 0, y: 2 });
        assert_eq!(block.n_cells(), 40);
        assert_eq!(geometry.place(block), Some([0.0, 20.0, 30.0, 20.0]));
        let beside = Block::between(Cell { x: 40, y: 0 }, Cell { x: 44, y: 0 });
        assert_eq!(geometry.place(beside), None);
    }

    #[test]
    fn ticks_stand_at_round_numbers() {
        let ticks = |low: u32, high: u32, size: f64, room: f64| {
            let bands = Bands::single(&axis("x", low, high));
            let named = Geometry::ticks(&bands, size, room, 2.0);
            named.into_iter().map(|it| bands.ids(it).0).collect::<Vec<_>>()
        };
        assert_eq!(ticks(0, 3, 26.0, 24.0), [0, 1, 2, 3]);
        assert_eq!(ticks(3, 22, 6.0, 24.0), [5, 10, 15, 20]);
        assert_eq!(
            ticks(0, 1023, 0.5, 30.0),
            [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]
        );
    }
}
