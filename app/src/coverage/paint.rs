//! The picture of the map, one pixel per cell.

use bobbin_protocol::{CellState, Coverage, UnitRange};

use super::grid::{Block, cells};

/// The number of colours for rules in the style sheet.
pub const N_COLOURS: u32 = 8;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The colours of a theme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette {
    /// The colours of the rules that decide.
    pub deciders: Vec<Rgb>,
    /// The colour of the background.
    pub ground: Rgb,
    /// Cells outside the possible ids.
    pub outside: Rgb,
}

/// Parses a colour in the form of style sheets: `#rrggbb`, or `rgb(r, g, b)` as browsers compute
/// it.
#[must_use]
pub fn rgb(text: &str) -> Option<Rgb> {
    let text = text.trim();
    if let Some(digits) = text.strip_prefix('#') {
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        return Some([part(0)?, part(2)?, part(4)?]);
    }
    let inner = text.strip_prefix("rgb(")?.strip_suffix(')')?;
    let mut numbers = inner.split(',').map(|it| it.trim().parse::<u8>().ok());
    Some([numbers.next()??, numbers.next()??, numbers.next()??])
}

fn mixed(a: Rgb, b: Rgb, share_of_b: u32) -> Rgb {
    let mut mixed = a;
    for (a, b) in mixed.iter_mut().zip(b) {
        *a = ((u32::from(*a) * (100 - share_of_b) + u32::from(b) * share_of_b) / 100) as u8;
    }
    mixed
}

/// Returns the colour of a look: full where the answer is yes, faint where it is no, so that yes
/// and no differ by more than hue. Cells without a section, and those outside of the possible ids,
/// have an answer, too.
#[must_use]
pub fn colour(state: &CellState, decider: u32, palette: &Palette) -> Rgb {
    let own = palette.deciders.get((decider % N_COLOURS) as usize).copied();
    let own = own.unwrap_or(palette.outside);
    let answer = if state.is_on { own } else { mixed(own, palette.ground, 78) };
    if state.is_outside { mixed(answer, palette.outside, 50) } else { answer }
}

/// Returns all cells as red, green, blue and opacity, row by row.
#[must_use]
pub fn pixels(view: &Coverage, palette: &Palette) -> Vec<u8> {
    let colours: Vec<Rgb> = view
        .states
        .iter()
        .map(|state| {
            let decider = view.deciders.get(state.decider as usize).map_or(0, |it| it.colour);
            colour(state, decider, palette)
        })
        .collect();
    cells(view, |look| {
        let [red, green, blue] = colours.get(look as usize).copied().unwrap_or(palette.ground);
        [red, green, blue, 255]
    })
    .into_flattened()
}

/// A mark over cells, in addition to their colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// Several sections apply.
    Overlap,
    /// No section applies.
    Gap,
    /// Outside the possible ids.
    Outside,
}

impl Mark {
    /// Returns a character for the mark, where there is no room for a pattern.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Mark::Overlap => '~',
            Mark::Gap => '?',
            Mark::Outside => '×',
        }
    }
}

/// Returns the mark of a look.
#[must_use]
pub fn mark_of(state: &CellState) -> Option<Mark> {
    match state {
        CellState { is_outside: true, .. } => Some(Mark::Outside),
        CellState { is_gap: true, .. } => Some(Mark::Gap),
        CellState { is_overlap: true, .. } => Some(Mark::Overlap),
        _ => None,
    }
}

/// Returns the blocks of cells with a mark, as column, row, columns, rows from the top left corner;
/// `None` if there are too many to be told apart.
#[must_use]
pub fn marked(view: &Coverage, most: usize) -> Option<Vec<(Mark, [u32; 4])>> {
    let mut found = Vec::new();
    let mut row = 0;
    for rows in &view.rows {
        let mut column = 0;
        for (n, look) in &rows.runs {
            if let Some(mark) = view.states.get(*look as usize).and_then(mark_of) {
                found.push((mark, [column, row, *n, rows.n_rows]));
            }
            column += n;
        }
        row += rows.n_rows;
        if found.len() > most {
            return None;
        }
    }
    Some(found)
}

/// Returns the ranges of a block on both axes, as a command names them.
#[must_use]
pub fn units(view: &Coverage, block: Block) -> Vec<UnitRange> {
    let unit = |axis: &str, low: u32, high: u32| UnitRange { axis: axis.to_owned(), low, high };
    let x = unit(&view.x.key, block.low.x, block.high.x);
    let y = unit(&view.y.key, block.low.y, block.high.y);
    if view.x.key == view.y.key { vec![x] } else { vec![x, y] }
}

#[cfg(test)]
mod tests {
    use super::super::grid::{Cell, tests::sample};
    use super::*;

    fn palette() -> Palette {
        Palette {
            deciders: vec![[200, 0, 0], [0, 100, 0]],
            ground: [255, 255, 255],
            outside: [9, 9, 9],
        }
    }

    #[test]
    fn colours_are_read_as_browsers_write_them() {
        for (text, expected) in [
            ("#0d7068", Some([13, 112, 104])),
            (" rgb(1, 2, 255) ", Some([1, 2, 255])),
            ("rgb(1, 2)", None),
            ("#12", None),
            ("é", None),
        ] {
            assert_eq!(rgb(text), expected, "{text}");
        }
    }

    #[test]
    fn yes_no_and_outside_differ_with_and_without_a_section() {
        let state = |is_on: bool, is_gap: bool, is_outside: bool| CellState {
            decider: 0,
            is_on,
            is_overlap: false,
            is_gap,
            is_outside,
            sentence: String::new(),
        };
        let palette = palette();
        for is_gap in [false, true] {
            let of = |is_on, is_outside| colour(&state(is_on, is_gap, is_outside), 0, &palette);
            assert_eq!(of(true, false), [200, 0, 0], "{is_gap}");
            assert_eq!(of(false, false), [242, 198, 198], "{is_gap}");
            assert_eq!(of(true, true), [104, 4, 4], "{is_gap}");
            assert_eq!(of(false, true), [125, 103, 103], "{is_gap}");
        }
    }

    #[test]
    fn the_picture_has_a_pixel_for_each_cell() {
        let pixels = pixels(&sample(), &palette());
        assert_eq!(pixels.len(), 32 * 4);
        assert_eq!(pixels[..4], [242, 198, 198, 255]);
        let at = (8 + 2) * 4;
        assert_eq!(pixels[at..at + 4], [0, 100, 0, 255]);
    }

    #[test]
    fn marks_are_blocks() {
        let marks = marked(&sample(), 100).unwrap();
        assert_eq!(marks[0], (Mark::Gap, [0, 0, 8, 1]));
        assert_eq!(marks[2], (Mark::Gap, [5, 1, 3, 2]));
        assert_eq!(marks.len(), 4);
        assert_eq!(marked(&sample(), 1), None);
    }

    #[test]
    fn painting_names_both_axes() {
        let block = Block::between(Cell { x: 5, y: 1 }, Cell { x: 3, y: 1 });
        let units = units(&sample(), block);
        let units: Vec<(&str, u32, u32)> =
            units.iter().map(|it| (it.axis.as_str(), it.low, it.high)).collect();
        assert_eq!(units, [("thread", 3, 5), ("rank", 1, 1)]);
    }
}
