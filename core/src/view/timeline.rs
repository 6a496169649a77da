//! The timeline: the invocations that count, out of all.

use text_size::TextRange;

use super::{Control, Field, Reason};
use crate::edit::ItemPath;
use crate::text::placed;

/// The invocations of one region on one thread, counted from 0, and which of them count: `first +
/// k·step` for `k` from 0, less than `count` of them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Timeline<P = TextRange> {
    /// The item that the keys are written in or would be written in.
    pub item: Option<ItemPath>,
    /// The label that people read.
    pub title: String,
    /// The item in the text.
    pub range: Option<P>,
    /// The controls of the view.
    pub controls: Vec<Control>,
    /// One sentence on what happens.
    pub sentence: String,
    /// The number of invocations asked about.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide"))]
    pub n_invocations: u64,
    /// The setting that the invocation is chosen by which explanations are about; none if there is
    /// no such choice.
    pub pick: Option<String>,
    /// The invocation that is chosen.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide | null"))]
    pub at: Option<u64>,
    /// The first that counts; none if none ever does.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide | null"))]
    pub first: Option<u64>,
    /// The distance from one that counts to the next.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide"))]
    pub step: u64,
    /// The number of invocations that ever count; `None` if there is no limit.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide | null"))]
    pub count: Option<u64>,
    /// The invocation after which the window ends, if one does. Without a limit it opens anew and ends again after as
    /// many that count.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide | null"))]
    pub end: Option<u64>,
    /// The reasons: what happens at the end of the window, and what else ends it.
    pub end_reasons: Vec<Reason<P>>,
    /// The values that can be dragged.
    pub handles: Vec<Handle<P>>,
    /// Sums over threads, ranks and so on.
    pub totals: Vec<Total>,
}

/// A value that can be dragged along the line of invocations. A place `at` on the line stands for
/// the value `(at - base) / unit`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Handle<P = TextRange> {
    /// Its key, value, meaning and origin, as in a form of [`Timeline::item`].
    pub field: Field<P>,
    /// The place on the line; `None` if the value has none, such as no limit.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide | null"))]
    pub at: Option<u64>,
    /// The place of the value 0; may lie before the start of the line.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide"))]
    pub base: i64,
    /// The number of invocations that one more stands for; at least 1.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide"))]
    pub unit: u64,
}

/// A sum over the invocations.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Total {
    /// The label that people read.
    pub label: String,
    /// The sum itself.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide"))]
    pub value: u64,
    /// The calculation behind it.
    pub help: String,
}

placed!(Timeline {
    item, title, controls, sentence, n_invocations, pick, at, first, step, count, end, totals;
    range, end_reasons, handles
});
placed!(Handle { at, base, unit; field });
