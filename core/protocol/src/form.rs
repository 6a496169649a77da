//! What the fields of an item are, and how they are edited.

use serde::{Deserialize, Serialize};

use crate::{Command, ItemPath, Origin, Range};

/// The fields of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Form {
    /// Names it in commands.
    pub item: ItemPath,
    /// What it is called.
    pub title: String,
    /// What kind of item it is, in the language's words.
    pub item_kind: String,
    /// The whole item.
    pub range: Range,
    /// A remark about the whole item; may be empty.
    pub note: String,
    /// What can be done with the item as a whole, and with its neighbours.
    pub actions: Vec<ItemAction>,
    /// The fields, grouped.
    pub groups: Vec<FieldGroup>,
    /// Entries of one kind, below the fields.
    #[serde(default)]
    pub tables: Vec<FormTable>,
}

/// Entries that have the same parts: a row for each, a column for each part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FormTable {
    /// A heading.
    pub title: String,
    /// A remark; may be empty.
    pub note: String,
    /// The parts of an entry.
    pub columns: Vec<TableColumn>,
    /// The entries in the order of the text, the first ones of very many.
    pub rows: Vec<TableRow>,
    /// How many entries there are besides.
    pub left_out: u32,
    /// What to plan for another entry: a command that adds an item, with the cells of the new row as
    /// further values, by the keys of their columns.
    pub add: Option<Command>,
}

/// One part that all entries of a table have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableColumn {
    /// Names the part in commands, together with the row's item.
    pub key: String,
    /// A heading.
    pub title: String,
    /// What it means, and how it may be written; may be empty.
    pub help: String,
    /// How it is edited; none if it only says what others mean.
    pub input: Option<FieldInput>,
}

/// One entry of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableRow {
    /// Names the entry in commands.
    pub item: ItemPath,
    /// What tells it from the others.
    pub label: String,
    /// The entry in the text.
    pub range: Range,
    /// One for each column.
    pub cells: Vec<TableCell>,
}

/// One part of one entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableCell {
    /// What the text says, if it says something.
    pub written: Option<String>,
    /// What counts if the text says nothing.
    pub effective: String,
    /// What it means; may be empty.
    pub meaning: String,
    /// The part in the text, if it is there.
    pub range: Option<Range>,
    /// Why the part is marked as wrong.
    pub problem: Option<String>,
}

/// Request `bobbin/additions`: the items that can be added to a text as a whole, what an empty text
/// begins with among them. Answered with [`Additions`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdditionsParams {
    /// Which document.
    pub uri: String,
}

impl AdditionsParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/additions";
}

/// The items that can be added to a text as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Additions {
    /// In the order they are offered; what a catalogue has is not among them.
    pub actions: Vec<ItemAction>,
    /// The kind of item that the document's catalogue has, if it has one.
    pub in_catalogue: Option<String>,
}

/// Something that can be done with an item as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FieldGroup {
    /// A heading.
    pub title: String,
    /// A remark; may be empty.
    pub note: String,
    /// In the order they are shown.
    pub fields: Vec<Field>,
}

/// One value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Field {
    /// Names it in commands.
    pub key: String,
    /// What people read.
    pub label: String,
    /// How it is edited.
    pub input: FieldInput,
    /// What the text says, if it says something.
    pub written: Option<String>,
    /// What counts in the end.
    pub effective: String,
    /// Where that comes from.
    pub origin: Origin,
    /// The value in the text.
    pub range: Option<Range>,
    /// What it means; may be empty.
    pub help: String,
    /// Why changing it is impossible or has no effect.
    pub inert: Option<String>,
    /// Why the written value is marked as wrong.
    pub problem: Option<String>,
}

/// How a field is edited; the words are what stands in the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FieldInput {
    /// Any text of one line.
    Text,
    /// A whole number.
    Integer {
        /// The least.
        #[serde(serialize_with = "crate::number::exact")]
        #[cfg_attr(test, ts(type = "number"))]
        min: i64,
        /// The greatest.
        #[serde(serialize_with = "crate::number::exact")]
        #[cfg_attr(test, ts(type = "number"))]
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
    /// On, off, or what is inherited.
    Toggle {
        /// The word for on.
        on: String,
        /// The word for off.
        off: String,
    },
    /// Several words, separated by commas.
    List {
        /// Words to offer.
        choices: Vec<Choice>,
    },
}

/// One word of a fixed set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choice {
    /// As it stands in the text.
    pub value: String,
    /// What it means; may be empty.
    pub help: String,
}
