//! Changes in words that all languages share.

use serde::{Deserialize, Serialize};

/// Names one item of a document, from the outside in, for example `["process", "detector"]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ItemPath(pub Vec<String>);

/// A port of an item.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PortRef {
    /// Whose port.
    pub item: ItemPath,
    /// The port's name.
    pub port: String,
}

/// A value for a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeyValue {
    /// As the field says it.
    pub key: String,
    /// As it would stand in the text.
    pub value: String,
}

/// A change that a view asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Command {
    /// Gives a key a value.
    SetValue {
        /// Whose key.
        item: ItemPath,
        /// As the field says it.
        key: String,
        /// As it would stand in the text.
        value: String,
    },
    /// Takes away what the text says of a key.
    Unset {
        /// Whose key.
        item: ItemPath,
        /// As the field says it.
        key: String,
    },
    /// Adds an item.
    AddItem {
        /// The first part of the new item's path.
        item_kind: String,
        /// Its name.
        name: String,
        /// Its first values.
        values: Vec<KeyValue>,
    },
    /// Takes an item away.
    Remove {
        /// Which.
        item: ItemPath,
    },
    /// Gives an item another name, wherever it is named.
    Rename {
        /// Which.
        item: ItemPath,
        /// The new name.
        name: String,
    },
    /// Joins an output to an input.
    Connect {
        /// The output.
        from: PortRef,
        /// The input.
        to: PortRef,
    },
    /// Takes a connection away.
    Disconnect {
        /// The output.
        from: PortRef,
        /// The input.
        to: PortRef,
    },
    /// Puts an item in front of another, or last.
    Move {
        /// Which.
        item: ItemPath,
        /// In front of which.
        before: Option<ItemPath>,
    },
}
