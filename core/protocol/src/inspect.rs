//! Questions about what texts and binaries say: queries, comparisons, edits of bytes, and the
//! dialogue that ends in a new file.

use serde::{Deserialize, Serialize};

use crate::{Bytes, Difference, KeyValue, QueryHit};

/// Request `bobbin/query`: the values that a path leads to. Answered with [`QueryResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QueryParams {
    /// The document's URI.
    pub uri: String,
    /// The path, for example `cpu:0.features.fp_fma`.
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
    /// The values the path leads to, in the order of the text.
    pub hits: Vec<QueryHit>,
    /// The reason why this is not a path.
    pub refusal: Option<String>,
    /// Whole paths that the last segment could become.
    pub completions: Vec<String>,
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

/// The differences between two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CompareResult {
    /// The values that differ, in the order of the left document.
    Differences {
        /// The version of the left text.
        version: i32,
        /// The version of the right text.
        other_version: i32,
        /// Every difference found.
        differences: Vec<Difference>,
    },
    /// They cannot be compared.
    Refusal {
        /// The reason, for people.
        reason: String,
    },
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

/// The differences between two binaries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CompareBytesResult {
    /// Both could be read.
    Differences {
        /// The differences by field; origins mean nothing here.
        differences: Vec<Difference>,
        /// The differences by byte.
        stretches: Vec<Stretch>,
    },
    /// One of them cannot be read.
    Refusal {
        /// The reason, for people.
        reason: String,
        /// True if the right file is meant, false for the left one.
        is_other: bool,
        /// The offset in that file, in bytes.
        offset: u32,
    },
}

/// A stretch of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stretch {
    /// The offset of its first byte.
    pub offset: u32,
    /// The number of bytes.
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
    /// True if numbers start with their highest byte.
    pub is_big_endian: bool,
    /// True if everything behind the header is compressed in the file.
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
    /// The document's URI.
    pub uri: String,
    /// The offset of the first new byte.
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

/// Request `bobbin/describe`: a hardware description of what is known of a machine. Answered with
/// [`DescribeResult`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DescribeParams {
    /// The known facts.
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
    /// A name for the file.
    pub file_name: String,
    /// The text; it has no diagnostics.
    pub text: String,
}

/// The facts a system or a browser reports about its machine; unknown ones are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Machine {
    /// `x86_64`, `x86`, `aarch64`, `riscv64` or `wasm32`; for others no feature is known.
    pub architecture: String,
    /// The name that people use for the processor.
    pub name: String,
    /// The processor's maker.
    pub vendor: String,
    /// The processor's model.
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
    /// The caches, in any order.
    pub caches: Vec<Cache>,
    /// True if the model is known to execute in order.
    pub is_in_order: bool,
    /// A graphics processor.
    pub gpu: Option<Gpu>,
    /// The source of each fact, as sentences for the head of the text.
    pub sources: Vec<String>,
}

/// A kind of cache.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Cache {
    /// 1, 2 or 3.
    pub level: u8,
    /// A label such as `data`; empty for a unified cache.
    pub label: String,
    /// The number of such caches.
    pub count: u32,
    /// Bytes of each.
    pub size: u32,
    /// Bytes of a line.
    pub line: Option<u32>,
    /// The number of places a line can go to.
    pub ways: Option<u32>,
    /// True if several cores share one.
    pub is_shared: bool,
}

/// A graphics processor as WebGPU tells of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Gpu {
    /// The name that people use for it.
    pub name: String,
    /// The device's maker.
    pub vendor: String,
    /// The device's model.
    pub model: String,
    /// Names of WebGPU features, such as `shader-f16`.
    pub features: Vec<String>,
}
