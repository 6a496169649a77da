//! The changes a user can make, in words that all languages share.

use std::fmt;

use text_size::TextRange;

use crate::text::placed;

/// Names one item of a document, from the outside in, for example `process`, `detector`.
///
/// The language chooses the parts; the first says what kind of item it is. A path is made of what
/// the text says, so it still names the same item after an edit elsewhere. Items that cannot be
/// told apart otherwise get a last part `#2`, `#3` in the order of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ItemPath(pub Vec<String>);

impl ItemPath {
    /// Creates a path of these parts.
    #[must_use]
    pub fn new<P: Into<String>>(parts: impl IntoIterator<Item = P>) -> ItemPath {
        ItemPath(parts.into_iter().map(Into::into).collect())
    }

    /// Returns the parts as string slices, which can be matched on.
    #[must_use]
    pub fn parts(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }

    /// Returns the last part, without the number that tells an item from an earlier one of its name:
    /// `b` of `config › b › #2`.
    #[must_use]
    pub fn name(&self) -> &str {
        let is_number = |it: &str| {
            it.strip_prefix('#').is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()))
        };
        match self.0.as_slice() {
            [.., name, last] if is_number(last) => name,
            [.., name] => name,
            [] => "",
        }
    }
}

impl fmt::Display for ItemPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" › "))
    }
}

/// A port of an item: one end of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PortRef {
    /// The item that has the port.
    pub item: ItemPath,
    /// The port's name.
    pub port: String,
}

/// A change of the document, as asked for by a form, a graph or another view.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        tag = "kind",
        rename_all = "camelCase",
        rename_all_fields = "camelCase",
        try_from = "super::command_fields::Fields"
    )
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Command {
    /// Gives `key` of `item` the value `value`.
    SetValue {
        /// The item whose value is set.
        item: ItemPath,
        /// The key, as in [`crate::view::Field::key`].
        key: String,
        /// The value as it would stand in the text; of a string that [`crate::view::Field::written`] has
        /// without its quotes, without them.
        value: String,
    },
    /// Takes what the text says of `key` away, so that the default or inherited value counts.
    Unset {
        /// The item whose value is unset.
        item: ItemPath,
        /// The key, as in [`crate::view::Field::key`].
        key: String,
    },
    /// Switches a key of an item on, and all other switches of the same group of keys off that
    /// would count: see [`crate::view::FieldGroup::are_switches`]. What is as it should be already
    /// is not written.
    SetOnly {
        /// The item whose switches are set.
        item: ItemPath,
        /// The key that stays on, as in [`crate::view::Field::key`].
        key: String,
    },
    /// Adds an item of a kind that the language knows, for example `process`.
    AddItem {
        /// First part of the new item's path.
        #[cfg_attr(feature = "serde", serde(rename = "itemKind"))]
        kind: String,
        /// The new item's name.
        name: String,
        /// Its first values, for example the type of a process.
        #[cfg_attr(feature = "serde", serde(with = "crate::wire::pairs"))]
        #[cfg_attr(feature = "ts", ts(type = "Array<KeyValue>"))]
        values: Vec<(String, String)>,
    },
    /// Takes an item away, with the comments it owns.
    Remove {
        /// The item to remove.
        item: ItemPath,
    },
    /// Gives an item another name, here and wherever it is referred to.
    Rename {
        /// The item to rename.
        item: ItemPath,
        /// The new name.
        name: String,
    },
    /// Joins an output to an input.
    Connect {
        /// The output to connect.
        from: PortRef,
        /// The input to connect.
        to: PortRef,
    },
    /// Takes the connection between two ports away.
    Disconnect {
        /// The output of the connection.
        from: PortRef,
        /// The input of the connection.
        to: PortRef,
    },
    /// Takes ends of a connection to other ports. It stays where it is written.
    Reconnect {
        /// The connection to change.
        item: ItemPath,
        /// The new output, if another.
        from: Option<PortRef>,
        /// The new input, if another.
        to: Option<PortRef>,
    },
    /// Puts an item into a connection, which goes to an input of it from then on; a new one behind
    /// it goes from an output of the item to where the connection went.
    Splice {
        /// The connection to split.
        item: ItemPath,
        /// The input that the connection gets.
        input: PortRef,
        /// The output that the new one gets.
        output: PortRef,
    },
    /// Puts an item in front of another of its kind, or last.
    Move {
        /// The item to move.
        item: ItemPath,
        /// The item in front of which it goes; `None` for the end.
        before: Option<ItemPath>,
    },
    /// Adds a copy of an item behind it, with the comments inside it.
    Duplicate {
        /// The item to copy.
        item: ItemPath,
        /// The name of the copy.
        name: String,
    },
    /// Puts units into the ids that an item names, or takes them out; see
    /// [`crate::view::Coverage`].
    ///
    /// An item names each id of one kind together with each id of another. What is painted is what
    /// comes out, no unit more and none less: in one item, in several, or not at all.
    Paint {
        /// The item to paint; an empty path creates one, where no item names units.
        item: ItemPath,
        /// True to put the units in, false to take them out.
        is_on: bool,
        /// A rectangle: the ids on one axis or on two.
        units: Vec<UnitRange>,
    },
    /// Adds the items of a piece of text with what they say of each other; an item whose name is
    /// taken gets another one.
    Insert {
        /// A text of the language.
        text: String,
        /// The path of the file that it was copied from, if that is known: what the text says of files
        /// may be said of them from there.
        copied_from: Option<String>,
    },
    /// Moves items that hang together into a new file of their own, with one item in their place
    /// that stands for them. What the text means stays, but for names.
    Extract {
        /// The items to move. Connections among them need not be listed.
        items: Vec<ItemPath>,
        /// The name of the new whole.
        name: String,
    },
    /// Puts what an item stands for in its place, the contrary of [`Command::Extract`]. The file
    /// that declares it stays as it is.
    Inline {
        /// The item to replace by what it stands for.
        item: ItemPath,
    },
}

/// Ids of one kind of units, both ends included.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnitRange {
    /// The axis, as in [`crate::view::Axis::key`].
    pub axis: String,
    /// The first id.
    pub low: u32,
    /// The last id.
    pub high: u32,
}

/// The reason why a command cannot be carried out on this text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal<P = TextRange> {
    /// One lower-case sentence for people, by the same rules as a diagnostic's message.
    pub reason: String,
    /// The place in the text that stands in the way, if one does.
    pub at: Option<P>,
}

placed!(Refusal { reason; at });

impl Refusal {
    /// Refuses because the item is not in the text (any more).
    #[must_use]
    pub fn unknown_item(item: &ItemPath) -> Refusal {
        Refusal { reason: format!("there is no `{item}` in this text"), at: None }
    }

    /// Refuses because the language has no such change.
    #[must_use]
    pub fn unsupported(what: &str) -> Refusal {
        Refusal { reason: format!("{what} is not possible in this language"), at: None }
    }

    /// Refuses because the text at `at` does not parse, so there is no safe place for the change.
    #[must_use]
    pub fn broken_syntax(at: TextRange) -> Refusal {
        Refusal {
            reason: "the text around this place has a syntax error; fix it first".to_owned(),
            at: Some(at),
        }
    }

    /// Refuses because the value cannot be written in this place.
    #[must_use]
    pub fn bad_value(reason: impl Into<String>) -> Refusal {
        Refusal { reason: reason.into(), at: None }
    }
}

#[cfg(test)]
mod tests {
    use super::ItemPath;

    #[test]
    fn the_name_of_an_item_has_no_number() {
        let name = |parts: &[&str]| ItemPath::new(parts.to_vec()).name().to_owned();
        assert_eq!(name(&["config", "b", "#2"]), "b");
        assert_eq!(name(&["config", "b"]), "b");
        assert_eq!(name(&["colour", "#x"]), "#x");
        assert_eq!(name(&[]), "");
    }
}
