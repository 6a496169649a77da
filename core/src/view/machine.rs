//! A machine, as a system or a browser describes it.

/// The facts that a system or a browser tells of its machine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Machine {
    /// `x86_64`, `x86`, `aarch64`, `riscv64` or `wasm32`; for others no feature is known.
    pub architecture: String,
    /// The processor's name for people; empty if nobody told.
    pub name: String,
    /// The maker; empty if nobody told.
    pub vendor: String,
    /// The model; empty if nobody told.
    pub model: String,
    /// Names of features as the system spells them: flags of `/proc/cpuinfo`, `hwcap` names,
    /// extensions of RISC-V, features of WebAssembly such as `simd128`.
    pub flags: Vec<String>,
    /// Bits of physical addresses.
    pub physical_bits: Option<u16>,
    /// Bits of virtual addresses.
    pub virtual_bits: Option<u16>,
    /// Processors that sit in sockets of their own.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide | null"))]
    pub sockets: Option<u64>,
    /// Cores of all sockets.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide | null"))]
    pub cores: Option<u64>,
    /// Threads of all cores.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide | null"))]
    pub threads: Option<u64>,
    /// Main memory, in bytes; on the wire in mebibytes.
    #[cfg_attr(feature = "serde", serde(rename = "memoryMib", with = "crate::wire::mebibytes"))]
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub memory: Option<u64>,
    /// In any order.
    pub caches: Vec<Cache>,
    /// True if the model is known to execute in order.
    pub is_in_order: bool,
    /// A graphics processor, if there is one.
    pub gpu: Option<Gpu>,
    /// The sources of the facts, as sentences for the head of the text.
    pub sources: Vec<String>,
}

/// A kind of cache.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Cache {
    /// 1, 2 or 3; a description has no place for others.
    pub level: u8,
    /// Such as `data`; empty for a unified cache.
    pub label: String,
    /// The number of such caches.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide"))]
    pub count: u64,
    /// Bytes of each.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide"))]
    pub size: u64,
    /// Bytes of a line.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide | null"))]
    pub line: Option<u64>,
    /// The number of places that a line can go to.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::wire::exact"))]
    #[cfg_attr(feature = "ts", ts(type = "Wide | null"))]
    pub ways: Option<u64>,
    /// True if several cores share one.
    pub is_shared: bool,
}

/// A graphics processor as WebGPU tells of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Gpu {
    /// The name for people; empty if nobody told.
    pub name: String,
    /// The maker; empty if nobody told.
    pub vendor: String,
    /// The model; empty if nobody told.
    pub model: String,
    /// Names of WebGPU features, such as `shader-f16`.
    pub features: Vec<String>,
}
