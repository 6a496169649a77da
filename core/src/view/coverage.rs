//! The map of units: which rule decides about which pair of ids.

use text_size::TextRange;

use super::{Control, Explanation, Timeline};
use crate::edit::ItemPath;
use crate::text::placed;

/// A grid of ids of two kinds of units, coloured by what decides there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Coverage<P = TextRange> {
    /// The controls. One whose key is that of an axis holds the id of the point that
    /// [`Coverage::explanations`] are about.
    pub controls: Vec<Control>,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The items that decide somewhere, in the order of the text.
    pub deciders: Vec<Decider<P>>,
    /// The looks that cells have.
    pub states: Vec<CellState>,
    /// The rows from the first id of `y` to the last; equal neighbours are one.
    pub rows: Vec<CellRows>,
    /// The cells that the selected item names. If no item is selected, those of the only one that
    /// could be, or of one that painting will make: its path is empty, and so are its cells.
    pub selection: Option<Selection<P>>,
    /// Notes about the whole map, one sentence each.
    pub notes: Vec<String>,
    /// The invocations of what the map is about, to choose one; without handles, choices and sums.
    pub line: Option<Timeline<P>>,
    /// The reasons why the point is or is not on, by each reading.
    pub explanations: Vec<Explanation<P>>,
}

/// One axis of the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Axis {
    /// Names it in settings and in [`crate::edit::Command::Paint`].
    pub key: String,
    /// The label that people read.
    pub label: String,
    /// The first id that is drawn.
    pub low: u32,
    /// The last id that is drawn.
    pub high: u32,
    /// The id of the point that is explained.
    pub at: u32,
}

/// An item that decides about some of the cells.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Decider<P = TextRange> {
    /// The item, if it is one of this text.
    pub item: Option<ItemPath>,
    /// The label that people read.
    pub name: String,
    /// Its place in the text.
    pub range: Option<P>,
    /// Chooses the colour; the same item keeps its number while the text around it stays.
    pub colour: u32,
    /// About how many cells it decides.
    pub n_cells: u32,
    /// The number of them on which the answer is yes.
    pub n_on: u32,
}

/// The look of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CellState {
    /// Index in [`Coverage::deciders`].
    pub decider: u32,
    /// True if the answer is yes there.
    pub is_on: bool,
    /// True if more than one section is for it; the first counts.
    pub is_overlap: bool,
    /// Sections of the same kind exist, and none is for it.
    pub is_gap: bool,
    /// Its ids lie outside what they may be.
    pub is_outside: bool,
    /// One sentence about the cell.
    pub sentence: String,
}

/// Rows with the same cells.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CellRows {
    /// The number of rows.
    pub n_rows: u32,
    /// The runs of equal cells from the first id of `x` to the last: how many cells, and the index
    /// of their look in [`Coverage::states`]. On the wire it is one text: each number in digits of
    /// Base64 of five bits, the low ones first, with 32 added to all but its last digit.
    #[cfg_attr(feature = "serde", serde(with = "crate::wire::packed"))]
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub runs: Vec<(u32, u32)>,
}

/// The cells that an item names: each id of `x` with each id of `y`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Selection<P = TextRange> {
    /// The item. It is called by its ids, so painting may give it another path; its range starts at
    /// the same place.
    pub item: ItemPath,
    /// The label that people read.
    pub name: String,
    /// Its place in the text.
    pub range: P,
    /// First and last ids on `x`; none if it does not ask for this kind, and so is for all.
    pub x: Option<Vec<(u32, u32)>>,
    /// First and last ids on `y`; none if it does not ask for this kind, and so is for all.
    pub y: Option<Vec<(u32, u32)>>,
    /// The reason why it cannot be painted; `None` if it can.
    pub refusal: Option<String>,
}

placed!(Coverage {
    controls, x, y, states, rows, notes;
    deciders, selection, line, explanations
});
placed!(Decider { item, name, colour, n_cells, n_on; range });
placed!(Selection { item, name, x, y, refusal; range });
