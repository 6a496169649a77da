//! The catalogue: everything that can be put into a graph.

use serde::{Deserialize, Serialize};

/// Request `bobbin/catalogue`: what can be put into the graph of an open document. Answered with a
/// [`Catalogue`], or with `null` if nothing can.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CatalogueParams {
    /// The document's URI.
    pub uri: String,
}

impl CatalogueParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/catalogue";
}
