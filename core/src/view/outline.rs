//! The items of a text as a tree.

use text_size::TextRange;

use crate::edit::ItemPath;
use crate::text::placed;

/// The items of a text, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Outline<P = TextRange> {
    /// The outermost items.
    pub entries: Vec<OutlineEntry<P>>,
    /// The number of further items of the text, at any depth, that are left out: a client gets at
    /// most 20,000.
    #[cfg_attr(feature = "serde", serde(default))]
    pub n_left_out: u32,
    /// The number of slices after this one; 0 for an outline in one piece.
    #[cfg_attr(feature = "serde", serde(default))]
    pub slices_left: u32,
}

impl<P> Outline<P> {
    /// A client gets no more: a binary of 16 MB may have more than three hundred thousand units.
    pub const MOST_ENTRIES: usize = 20_000;
}

impl<P> Default for Outline<P> {
    fn default() -> Outline<P> {
        Outline { entries: Vec::new(), n_left_out: 0, slices_left: 0 }
    }
}

/// The kind of an outline entry; chooses the icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum OutlineKind {
    /// A section or another group of keys.
    Section,
    /// A thing that computes: a process, a processing unit.
    Unit,
    /// A group of units, such as a cluster.
    Group,
    /// A connection between two ports.
    Connection,
    /// A key with its value.
    Key,
    /// A table, such as resources or mappings.
    Table,
    /// An include of another file.
    Include,
    /// A port that a cluster passes through to a port inside it.
    Port,
}

/// One item of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct OutlineEntry<P = TextRange> {
    /// Names the item in commands.
    pub item: ItemPath,
    /// The name it is shown by.
    pub name: String,
    /// A few words more, such as its type; may be empty.
    pub detail: String,
    /// The kind, which chooses its icon.
    #[cfg_attr(feature = "serde", serde(rename = "outlineKind"))]
    pub kind: OutlineKind,
    /// The whole item.
    pub range: P,
    /// Its name, inside `range`.
    pub name_range: P,
    /// The entries inside it.
    pub children: Vec<OutlineEntry<P>>,
}

placed!(Outline { n_left_out, slices_left; entries });
placed!(OutlineEntry { item, name, detail, kind; range, name_range, children });
