//! Questions about what texts and binaries say: queries, comparisons, edits of bytes, and the
//! dialogue that ends in a new file.

use serde::{Deserialize, Serialize};

use crate::{Bytes, FieldGroup, ItemPath, KeyValue, Origin, Range};

/// Request `bobbin/query`: the values that a path leads to. Answered with [`QueryResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QueryParams {
    /// Which document.
    pub uri: String,
    /// For example `cpu:0.features.fp_fma`.
    pub path: String,
}

impl QueryParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/query";
}

/// Values by path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QueryResult {
    /// What the path leads to, in the order of the text.
    pub hits: Vec<QueryHit>,
    /// Why this is no path.
    pub refusal: Option<String>,
    /// Whole paths that the last segment could become.
    pub completions: Vec<String>,
}

/// A value that a query path leads to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QueryHit {
    /// Its full path.
    pub path: String,
    /// The value.
    pub value: String,
    /// The place that decides it.
    pub range: Option<Range>,
}

/// Request `bobbin/compare`: what really differs between two open documents of one language.
/// Answered with [`CompareResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CompareParams {
    /// The left document.
    pub uri: String,
    /// The right document.
    pub other: String,
}

impl CompareParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/compare";
}

/// What differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CompareResult {
    /// The values that differ, in the order of the left document.
    Differences {
        /// Of the left text.
        version: i32,
        /// Of the right text.
        other_version: i32,
        /// What differs.
        differences: Vec<Difference>,
    },
    /// They cannot be compared.
    Refusal {
        /// Why, for people.
        reason: String,
    },
}

/// A value that two texts do not have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Difference {
    /// Whose value.
    pub item: ItemPath,
    /// Its full key.
    pub key: String,
    /// What counts on the left.
    pub left: Option<Side>,
    /// What counts on the right.
    pub right: Option<Side>,
}

/// One side of a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Side {
    /// The value.
    pub value: String,
    /// Where it comes from, in terms of its own document.
    pub origin: Origin,
}

/// Request `bobbin/compareBytes`: what differs between two binaries. Answered with
/// [`CompareBytesResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CompareBytesParams {
    /// The left file, Base64.
    pub data: String,
    /// The right file, Base64.
    pub other: String,
}

impl CompareBytesParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/compareBytes";
}

/// What differs between two binaries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CompareBytesResult {
    /// What differs.
    Differences {
        /// By field; origins say nothing here.
        differences: Vec<Difference>,
        /// By byte.
        stretches: Vec<Stretch>,
    },
    /// One of them cannot be read.
    Refusal {
        /// Why, for people.
        reason: String,
        /// Whether the right file is meant.
        is_other: bool,
        /// Where in that file, in bytes.
        offset: u32,
    },
}

/// A stretch of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stretch {
    /// Where it starts.
    pub offset: u32,
    /// How many bytes it has.
    pub len: u32,
}

/// Request `bobbin/ownBytes`: a binary as it is, beside what its text compiles to. Answered with
/// [`OwnBytes`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnBytesParams {
    /// The file's name.
    pub name: String,
    /// Its bytes, Base64.
    pub data: String,
}

impl OwnBytesParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/ownBytes";
}

/// The bytes of a binary, and how they are spelled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnBytes {
    /// The text that the places of parts are in; that of `bobbin/decompile`.
    pub text: String,
    /// The content before compression, with its parts; only a refusal if it cannot be read.
    pub bytes: Bytes,
    /// Whether numbers start with their highest byte.
    pub is_big_endian: bool,
    /// Whether everything behind the header is compressed in the file.
    pub is_compressed: bool,
    /// False if no parts are given, because they stand in other places than in what the text compiles to,
    /// or because the file is too large for its numbers to be told apart.
    pub is_mapped: bool,
}

/// Request `bobbin/planBytes`: what must change in the text so that the binary has other bytes.
/// Answered with [`crate::PlanResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanBytesParams {
    /// Which document.
    pub uri: String,
    /// Where the new bytes start.
    pub offset: u32,
    /// The new bytes, Base64.
    pub data: String,
}

impl PlanBytesParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/planBytes";
}

/// Request `bobbin/wizard`: one step of the dialogue that ends in a new file. Answered with
/// [`WizardResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WizardParams {
    /// The language's name.
    pub language: String,
    /// The answers so far: a field's key and its value. A later one wins.
    pub answers: Vec<KeyValue>,
}

impl WizardParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/wizard";
}

/// The questions, and the text that the answers make.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WizardResult {
    /// The questions as fields; none if the language has no such dialogue.
    pub groups: Vec<FieldGroup>,
    /// A valid text, whatever was answered.
    pub text: String,
    /// What to call the new file.
    pub file_name: String,
}

/// Request `bobbin/describe`: a hardware description of what is known of a machine. Answered with
/// [`DescribeResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DescribeParams {
    /// What is known.
    pub machine: Machine,
}

impl DescribeParams {
    /// The request's name.
    pub const METHOD: &'static str = "bobbin/describe";
}

/// A new file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DescribeResult {
    /// The language's name.
    pub language: String,
    /// What to call the file.
    pub file_name: String,
    /// The text; it has no findings.
    pub text: String,
}

/// What a system or a browser tells of its machine; what nobody tells is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Machine {
    /// `x86_64`, `x86`, `aarch64`, `riscv64` or `wasm32`; for others no feature is known.
    pub architecture: String,
    /// What people call the processor.
    pub name: String,
    /// Its maker.
    pub vendor: String,
    /// Its model.
    pub model: String,
    /// Names of features: flags of `/proc/cpuinfo`, `hwcap` names, extensions of RISC-V, features of
    /// WebAssembly such as `simd128`.
    pub flags: Vec<String>,
    /// Bits of physical addresses.
    pub physical_bits: Option<u16>,
    /// Bits of virtual addresses.
    pub virtual_bits: Option<u16>,
    /// Processors that sit in sockets of their own.
    pub sockets: Option<u32>,
    /// Cores of all sockets.
    pub cores: Option<u32>,
    /// Threads of all cores.
    pub threads: Option<u32>,
    /// Mebibytes of main memory.
    pub memory_mib: Option<u32>,
    /// In any order.
    pub caches: Vec<Cache>,
    /// Whether the model is known to execute in order.
    pub is_in_order: bool,
    /// A graphics processor.
    pub gpu: Option<Gpu>,
    /// How each fact is known, as sentences for the head of the text.
    pub sources: Vec<String>,
}

/// A kind of cache.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Cache {
    /// 1, 2 or 3.
    pub level: u8,
    /// Such as `data`; empty for a unified cache.
    pub label: String,
    /// How many there are.
    pub count: u32,
    /// Bytes of each.
    pub size: u32,
    /// Bytes of a line.
    pub line: Option<u32>,
    /// How many places a line can go to.
    pub ways: Option<u32>,
    /// Whether several cores share one.
    pub is_shared: bool,
}

/// A graphics processor as WebGPU tells of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Gpu {
    /// What people call it.
    pub name: String,
    /// Its maker.
    pub vendor: String,
    /// Its model.
    pub model: String,
    /// Names of WebGPU features, such as `shader-f16`.
    pub features: Vec<String>,
}
