//! Bytes that travel as whole mebibytes.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// For `#[serde(with)]`.
pub(crate) fn serialize<S: Serializer>(bytes: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
    bytes.map(|it| it >> 20).serialize(to)
}

/// For `#[serde(with)]`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    Ok(Option::<u32>::deserialize(from)?.map(|it| u64::from(it) << 20))
}
