//! The items of a text as a tree.

use text_size::TextRange;

use crate::edit::ItemPath;

/// The items of a text, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    /// The outermost items.
    pub entries: Vec<OutlineEntry>,
}

/// What an outline entry is; chooses the icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutlineKind {
    /// A section or another group of keys.
    Section,
    /// A thing that computes: a process, a processing unit.
    Unit,
    /// A group of units, such as a cluster.
    Group,
    /// A connection.
    Connection,
    /// A key with its value.
    Key,
    /// A table, such as resources or mappings.
    Table,
    /// An include.
    Include,
    /// A port.
    Port,
}

/// One item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineEntry {
    /// Names the item in commands.
    pub item: ItemPath,
    /// What it is called.
    pub name: String,
    /// A few words more, such as its type; may be empty.
    pub detail: String,
    /// What it is.
    pub kind: OutlineKind,
    /// The whole item.
    pub range: TextRange,
    /// Its name, inside `range`.
    pub name_range: TextRange,
    /// What is inside it.
    pub children: Vec<OutlineEntry>,
}
