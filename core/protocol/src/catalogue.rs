//! What can be put into a graph.

use serde::{Deserialize, Serialize};

use crate::Port;

/// Request `bobbin/catalogue`: what can be put into the graph of an open document. Answered with a
/// [`Catalogue`], or with `null` if nothing can.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CatalogueParams {
    /// Which document.
    pub uri: String,
}

impl CatalogueParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/catalogue";
}

/// What can be put into a graph, and the keys that a drawing offers to set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Catalogue {
    /// The `itemKind` of what is added.
    pub item_kind: String,
    /// The key of the type among the first values of a new item.
    pub type_key: String,
    /// What can be added, sorted by name.
    pub entries: Vec<CatalogueEntry>,
    /// Keys of vertices that are set in the drawing.
    pub vertex_keys: Vec<QuickKey>,
    /// Keys of edges that are set in the drawing.
    pub edge_keys: Vec<QuickKey>,
}

/// Something that can be added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CatalogueEntry {
    /// Its type, as it stands in the text.
    pub name: String,
    /// What it belongs to; may be empty.
    pub group: String,
    /// What it does; may be empty.
    pub about: String,
    /// The ports it will have; their places mean nothing.
    pub ports: Vec<Port>,
}

/// A key that a drawing offers to set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QuickKey {
    /// As commands name it.
    pub key: String,
    /// What people read.
    pub label: String,
    /// What it means.
    pub help: String,
    /// A value to begin with.
    pub initial: String,
}
