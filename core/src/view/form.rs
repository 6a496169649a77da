//! The values of one item as fields.

use text_size::TextRange;

use super::Origin;
use crate::diagnostics::{Diagnostic, Severity};
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
    /// The heading of the form: the item's name.
    pub title: String,
    /// The kind of item, in the language's words.
    #[cfg_attr(feature = "serde", serde(rename = "itemKind"))]
    pub kind: String,
    /// The whole item in the text.
    pub range: P,
    /// A remark about the whole item, such as why the real program never reads it; may be empty.
    pub note: String,
    /// Commands for the item as a whole and for its neighbours.
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
    /// The heading of the table.
    pub title: String,
    /// A remark, such as how values are written; may be empty.
    pub note: String,
    /// The parts of an entry.
    pub columns: Vec<TableColumn>,
    /// The entries in the order of the text, at most [`FormTable::MOST_ROWS`].
    pub rows: Vec<TableRow<P>>,
    /// The number of further entries that are left out.
    #[cfg_attr(feature = "serde", serde(rename = "leftOut"))]
    pub n_left_out: usize,
    /// The command that adds an entry: a [`Command::AddItem`] whose values are still missing. They
    /// are the cells of the new row, by the keys of their columns.
    pub add: Option<Command>,
    /// True if an entry is never a row here: once added, it has its place elsewhere in the form.
    pub only_adds: bool,
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
    /// The heading of the column.
    pub title: String,
    /// The meaning of the values and their notation; may be empty.
    pub help: String,
    /// The kind of input; `None` if the cells only explain others.
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
    /// A few words that tell the row from the others.
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
    /// The value in the text; `None` if the text does not set one.
    pub written: Option<String>,
    /// The value in force if the text says nothing.
    pub effective: String,
    /// The meaning of the value; may be empty.
    pub meaning: String,
    /// The items of the value, if it is a list.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub list: Option<WrittenList>,
    /// The part in the text, if it is there.
    pub range: Option<P>,
    /// The diagnostic that marks the part, if one does.
    pub problem: Option<FieldProblem>,
}

/// A problem of a value, as a form shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FieldProblem {
    /// The message: that of a diagnostic, or why an answer is not taken.
    pub message: String,
    /// The severity: an error, or a warning.
    pub severity: Severity,
}

impl From<&Diagnostic> for FieldProblem {
    fn from(it: &Diagnostic) -> FieldProblem {
        FieldProblem { message: it.message.clone(), severity: it.code.severity }
    }
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
    /// The command to plan.
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
    /// The heading of the group.
    pub title: String,
    /// A remark; may be empty.
    pub note: String,
    /// The fields, in the order they shall be shown.
    pub fields: Vec<Field<P>>,
    /// True if the fields are switches of one kind: they can be set together, and one alone by
    /// [`crate::edit::Command::SetOnly`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub are_switches: bool,
}

/// One value of an item, with its origin and the way to edit it.
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
    /// The label that people read.
    pub label: String,
    /// The kind of input.
    #[cfg_attr(feature = "serde", serde(rename = "input"))]
    pub kind: FieldKind,
    /// The value in the text, of a toggle the one of its words that it means, if it means one; `None`
    /// if the text does not set a value.
    pub written: Option<String>,
    /// The items of the value in the text, if it is a list.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub list: Option<WrittenList>,
    /// The effective value; for a toggle one of its two words.
    pub effective: String,
    /// The origin of the effective value.
    pub origin: Origin<P>,
    /// The value in the text, if it is there.
    pub range: Option<P>,
    /// The meaning of the field; may be empty.
    pub help: String,
    /// The reason why it cannot be changed, or why changing it has no effect; shown with the field.
    pub inert: Option<String>,
    /// The diagnostic that marks the written value, if one does.
    pub problem: Option<FieldProblem>,
    /// True if the value cannot be unset: only another one can take its place.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub is_kept: bool,
}

/// The items of a list as the text has them. Written one behind the other, with the separator between
/// them, they are the list again.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WrittenList {
    /// The items without the blanks around them, but with their quotes; empty ones are left out.
    pub items: Vec<String>,
    /// The comma that separates them, with a blank behind it unless the list has none there.
    pub separator: String,
    /// True if the key stays, without a value, when the last item is taken away: where the text does not
    /// say it, other items would count.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub keeps_key: bool,
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
        /// The smallest allowed value.
        #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
        #[cfg_attr(feature = "ts", ts(type = "Wide"))]
        min: i64,
        /// The greatest allowed value.
        #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
        #[cfg_attr(feature = "ts", ts(type = "Wide"))]
        max: i64,
    },
    /// One of a few words.
    Choice {
        /// The words to choose from.
        choices: Vec<Choice>,
    },
    /// Any text of one line, with words to offer.
    Suggestion {
        /// The words to choose from.
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
    /// The word as it stands in the text.
    pub value: String,
    /// The meaning of the word; may be empty.
    pub help: String,
}

impl WrittenList {
    /// Creates the list of what stands between its separating commas, blanks included.
    pub fn of<'t>(pieces: impl IntoIterator<Item = &'t str>) -> WrittenList {
        let is_blank = |it: char| it.is_ascii_whitespace() || it == '\u{b}';
        let (mut items, mut n_glued, mut n_spaced) = (Vec::new(), 0, 0);
        for (idx, piece) in pieces.into_iter().enumerate() {
            let item = piece.trim_matches(is_blank);
            if item.is_empty() {
                continue;
            }
            match (idx, piece.starts_with(is_blank)) {
                (0, _) => (),
                (_, true) => n_spaced += 1,
                (_, false) => n_glued += 1,
            }
            items.push(item.to_owned());
        }
        let separator = if n_glued > n_spaced { "," } else { ", " };
        WrittenList { items, separator: separator.to_owned(), keeps_key: false }
    }
}

impl<P> FieldGroup<P> {
    /// Creates a group whose fields have nothing in common but their heading.
    pub fn new(
        title: impl Into<String>,
        note: impl Into<String>,
        fields: Vec<Field<P>>,
    ) -> FieldGroup<P> {
        FieldGroup { title: title.into(), note: note.into(), fields, are_switches: false }
    }
}

placed!(Form { item, title, kind, note, actions; range, groups, tables });
placed!(FormTable { title, note, columns, n_left_out, add, only_adds; rows });
placed!(TableRow { item, label; range, cells });
placed!(TableCell { written, effective, meaning, list, problem; range });
placed!(FieldGroup { title, note, are_switches; fields });
placed!(Field { key, label, kind, written, list, effective, help, inert, problem, is_kept; origin, range });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_written_with_the_blanks_that_it_has() {
        for (written, items, separator) in [
            ("a, b", &["a", "b"][..], ", "),
            (" a,b ,,c", &["a", "b", "c"], ","),
            ("a,b, c", &["a", "b", "c"], ", "),
            ("a", &["a"], ", "),
            ("", &[], ", "),
        ] {
            let list = WrittenList::of(written.split(','));
            assert_eq!(list.items, items, "{written:?}");
            assert_eq!(list.separator, separator, "{written:?}");
        }
    }
}
