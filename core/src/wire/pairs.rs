//! Keys with values, which are objects on the wire.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct Pair<S> {
    key: S,
    value: S,
}

/// Writes the pairs as objects, for `#[serde(with)]`.
pub(crate) fn serialize<S: Serializer>(
    pairs: &[(String, String)],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_seq(pairs.iter().map(|(key, value)| Pair { key, value }))
}

/// The same for pairs without order, of which a later one wins.
pub(crate) mod map {
    use std::collections::BTreeMap;

    use super::{Deserialize, Deserializer, Pair, Serializer};

    /// For `#[serde(with)]`.
    pub(crate) fn serialize<S: Serializer>(
        pairs: &BTreeMap<String, String>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(pairs.iter().map(|(key, value)| Pair { key, value }))
    }

    /// For `#[serde(with)]`.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<String, String>, D::Error> {
        let pairs: Vec<Pair<String>> = Deserialize::deserialize(from)?;
        Ok(pairs.into_iter().map(|it| (it.key, it.value)).collect())
    }
}

/// For `#[serde(with)]`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<(String, String)>, D::Error> {
    let pairs: Vec<Pair<String>> = Deserialize::deserialize(from)?;
    Ok(pairs.into_iter().map(|it| (it.key, it.value)).collect())
}
