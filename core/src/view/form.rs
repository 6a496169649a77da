//! The values of one item as fields.

use text_size::TextRange;

use super::Origin;
use crate::edit::{Command, ItemPath};
use crate::text::placed;

/// The fields of one item.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Form<P = TextRange> {
    /// Names the item in commands.
    pub item: ItemPath,
    /// What it is called.
    pub title: String,
    /// What kind of item it is, in the language's words.
    #[cfg_attr(feature = "serde", serde(rename = "itemKind"))]
    pub kind: String,
    /// The whole item in the text.
    pub range: P,
    /// A remark about the whole item, such as why the real program never reads it; may be empty.
    pub note: String,
    /// What can be done with the item as a whole, and with its neighbours.
    pub actions: Vec<ItemAction>,
    /// The fields, grouped.
    pub groups: Vec<FieldGroup<P>>,
    /// Entries of one kind, below the fields.
    pub tables: Vec<FormTable<P>>,
}

/// Entries that have the same parts: a row for each, a column for each part.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct FormTable<P = TextRange> {
    /// A heading.
    pub title: String,
    /// A remark, such as how values are written; may be empty.
    pub note: String,
    /// The parts of an entry.
    pub columns: Vec<TableColumn>,
    /// The entries in the order of the text, at most [`FormTable::MOST_ROWS`].
    pub rows: Vec<TableRow<P>>,
    /// How many entries there are besides.
    #[cfg_attr(feature = "serde", serde(rename = "leftOut"))]
    pub n_left_out: usize,
    /// What to plan for another entry: a [`Command::AddItem`] whose values are still missing. They
    /// are the cells of the new row, by the keys of their columns.
    pub add: Option<Command>,
}

impl FormTable {
    /// A row is half a dozen fields, which the page takes some milliseconds to draw.
    pub const MOST_ROWS: usize = 100;
}

/// One part that all entries of a table have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableColumn {
    /// Names the part in commands, together with the row's item.
    pub key: String,
    /// A heading.
    pub title: String,
    /// What it means, and how it may be written; may be empty.
    pub help: String,
    /// How it is edited; none if it only says what others mean.
    #[cfg_attr(feature = "serde", serde(rename = "input"))]
    pub kind: Option<FieldKind>,
}

/// One entry of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct TableRow<P = TextRange> {
    /// Names the entry in commands.
    pub item: ItemPath,
    /// What tells it from the others, in a few words.
    pub label: String,
    /// The entry in the text.
    pub range: P,
    /// One for each column.
    pub cells: Vec<TableCell<P>>,
}

/// One part of one entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct TableCell<P = TextRange> {
    /// What the text says, if it says something.
    pub written: Option<String>,
    /// The value in force if the text says nothing.
    pub effective: String,
    /// What it means; may be empty.
    pub meaning: String,
    /// The part in the text, if it is there.
    pub range: Option<P>,
    /// Why the part is marked as wrong, in the words of the diagnostic, if it is.
    pub problem: Option<String>,
}

/// Something that can be done with an item as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ItemAction {
    /// A verb, and what it is done with.
    pub label: String,
    /// What to plan.
    pub command: Command,
    /// Names to offer for the item that the command adds, whose name stands empty in it; none if it
    /// adds none.
    pub names: Vec<String>,
}

/// Fields that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct FieldGroup<P = TextRange> {
    /// A heading.
    pub title: String,
    /// A remark; may be empty.
    pub note: String,
    /// In the order they shall be shown.
    pub fields: Vec<Field<P>>,
}

/// One value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Field<P = TextRange> {
    /// Names the value in commands, together with the form's item.
    pub key: String,
    /// What people read.
    pub label: String,
    /// How it is edited.
    #[cfg_attr(feature = "serde", serde(rename = "input"))]
    pub kind: FieldKind,
    /// What the text says, if it says something.
    pub written: Option<String>,
    /// The effective value; for a toggle one of its two words.
    pub effective: String,
    /// Where the effective value comes from.
    pub origin: Origin<P>,
    /// The value in the text, if it is there.
    pub range: Option<P>,
    /// What it means; may be empty.
    pub help: String,
    /// Why it cannot be changed, or why changing it has no effect; the field is shown with this
    /// reason.
    pub inert: Option<String>,
    /// Why the written value is marked as wrong, in the words of the diagnostic, if it is.
    pub problem: Option<String>,
}

/// The kind of input that edits a field. Its words are those of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FieldInput"))]
pub enum FieldKind {
    /// Any text of one line.
    Text,
    /// A whole number between two bounds.
    Integer {
        /// The least.
        #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        min: i64,
        /// The greatest.
        #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        max: i64,
    },
    /// One of a few words.
    Choice {
        /// The words.
        choices: Vec<Choice>,
    },
    /// Any text of one line, with words to offer.
    Suggestion {
        /// The words.
        choices: Vec<Choice>,
    },
    /// On or off; with `Unset` the third state, inherited.
    Toggle {
        /// The word for on.
        on: String,
        /// The word for off.
        off: String,
    },
    /// Several words, separated in the text by commas.
    List {
        /// Words to offer; others may be written too.
        choices: Vec<Choice>,
    },
}

/// One word of a fixed set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Choice {
    /// As it stands in the text.
    pub value: String,
    /// What it means; may be empty.
    pub help: String,
}

placed!(Form { item, title, kind, note, actions; range, groups, tables });
placed!(FormTable { title, note, columns, n_left_out, add; rows });
placed!(TableRow { item, label; range, cells });
placed!(TableCell { written, effective, meaning, problem; range });
placed!(FieldGroup { title, note; fields });
placed!(Field { key, label, kind, written, effective, help, inert, problem; origin, range });
