//! The catalogue of a graph: everything that can be put into it.

use super::{FurtherPorts, Port};

/// Everything that can be put into a graph, and the keys that a drawing offers to set.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Catalogue {
    /// First part of the path of what is added, for [`crate::edit::Command::AddItem`].
    #[cfg_attr(feature = "serde", serde(rename = "itemKind"))]
    pub kind: String,
    /// The key of the type among the first values of a new item.
    pub type_key: String,
    /// The things that can be added, sorted by name.
    pub entries: Vec<CatalogueEntry>,
    /// Keys of vertices that are set in the drawing.
    pub vertex_keys: Vec<QuickKey>,
    /// Keys of edges that are set in the drawing.
    pub edge_keys: Vec<QuickKey>,
}

/// Something that can be added.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CatalogueEntry {
    /// Its type, as it stands in the text.
    pub name: String,
    /// The group it belongs to, such as a module; may be empty.
    pub group: String,
    /// One sentence on what it does; may be empty.
    pub about: String,
    /// The ports it will have; their places mean nothing.
    pub ports: Vec<Port>,
    /// The further ports that it will take.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<FurtherPorts>>"))]
    pub further: Vec<FurtherPorts>,
}

/// A key that a drawing offers to set.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct QuickKey {
    /// The key as commands name it.
    pub key: String,
    /// The label that people read.
    pub label: String,
    /// The meaning of the key.
    pub help: String,
    /// A value to begin with.
    pub initial: String,
}
