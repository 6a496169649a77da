//! Which invocations count.

use serde::{Deserialize, Serialize};

use crate::{Control, Field, ItemPath, Range, Reason};

/// The invocations of one region on one thread, counted from 0, and which of them count: `first +
/// k·step` for `k` from 0, less than `count` of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Timeline {
    /// The item that the keys are written in or would be written in.
    pub item: Option<ItemPath>,
    /// What people read.
    pub title: String,
    /// The item in the text.
    pub range: Option<Range>,
    /// What can be chosen.
    pub controls: Vec<Control>,
    /// What happens, as one sentence.
    pub sentence: String,
    /// How many invocations are asked about.
    #[serde(serialize_with = "crate::number::exact")]
    #[cfg_attr(test, ts(type = "number"))]
    pub n_invocations: u64,
    /// The setting that the invocation is chosen by which explanations are about; none if there is
    /// no such choice.
    pub pick: Option<String>,
    /// The invocation that is chosen.
    #[serde(serialize_with = "crate::number::exact")]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub at: Option<u64>,
    /// The first that counts; none if none ever does.
    #[serde(serialize_with = "crate::number::exact")]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub first: Option<u64>,
    /// From one that counts to the next.
    #[serde(serialize_with = "crate::number::exact")]
    #[cfg_attr(test, ts(type = "number"))]
    pub step: u64,
    /// How many ever count; none if there is no limit.
    #[serde(serialize_with = "crate::number::exact")]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub count: Option<u64>,
    /// The invocation after which the window ends, if one does.
    #[serde(serialize_with = "crate::number::exact")]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub end: Option<u64>,
    /// What happens at the end of the window, and what else ends it.
    pub end_reasons: Vec<Reason>,
    /// The values that can be dragged.
    pub handles: Vec<Handle>,
    /// Sums over threads, ranks and so on.
    pub totals: Vec<Total>,
}

/// A value that can be dragged along the line of invocations. A place `at` on the line stands for
/// the value `(at - base) / unit`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Handle {
    /// Its key, value, meaning and origin, as in a form of [`Timeline::item`].
    pub field: Field,
    /// Where it stands; none if the value has no place on the line, such as no limit.
    #[serde(serialize_with = "crate::number::exact")]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub at: Option<u64>,
    /// The place of the value 0; may lie before the start of the line.
    #[serde(serialize_with = "crate::number::exact")]
    #[cfg_attr(test, ts(type = "number"))]
    pub base: i64,
    /// How many invocations one more is; at least 1.
    #[serde(serialize_with = "crate::number::exact")]
    #[cfg_attr(test, ts(type = "number"))]
    pub unit: u64,
}

/// A sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Total {
    /// What people read.
    pub label: String,
    /// The sum.
    #[serde(serialize_with = "crate::number::exact")]
    #[cfg_attr(test, ts(type = "number"))]
    pub value: u64,
    /// How it comes about.
    pub help: String,
}
