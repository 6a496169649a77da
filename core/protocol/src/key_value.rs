//! Keys with values.

use serde::{Deserialize, Serialize};

/// A value for a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeyValue {
    /// The key, as the field gives it.
    pub key: String,
    /// The value as it would stand in the text.
    pub value: String,
}
