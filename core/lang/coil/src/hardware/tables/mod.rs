//! The names of the document and of the assigned tables: features, kinds, flags
//! (coil.md#cpu-feature-bits and coil.md#feature-bits-of-other-units).

mod features;
mod group;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use features::{CPU_GROUPS, OTHER_GROUPS};
pub use group::{Feature, Group};

/// A name with its number and what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The key as texts spell it.
    pub key: &'static str,
    /// The name as the document's C enumeration spells it.
    pub enumerator: &'static str,
    /// The number in the binary; of a flag, its bit.
    pub number: u16,
    /// Its meaning, in the document's words.
    pub doc: &'static str,
}

const fn named(
    key: &'static str,
    enumerator: &'static str,
    number: u16,
    doc: &'static str,
) -> Named {
    Named { key, enumerator, number, doc }
}

/// Kinds of processing units (`enum pu_type`).
pub static UNIT_TYPES: &[Named] = &[
    named("cpu", "PU_TYPE_CPU", 0, "Central Processing Unit"),
    named("gpu", "PU_TYPE_GPU", 1, "Graphics Processing Unit"),
    named("tpu", "PU_TYPE_TPU", 2, "Tensor Processing Unit"),
    named("fpga", "PU_TYPE_FPGA", 3, "Field-Programmable Gate Array"),
    named("dsp", "PU_TYPE_DSP", 4, "Digital Signal Processor"),
    named("custom", "PU_TYPE_CUSTOM", 5, "Custom/specialized processing unit"),
];

/// Kinds of resources (`enum resource_type`).
pub static RESOURCE_TYPES: &[Named] = &[
    named("gpr", "RESOURCE_TYPE_GPR", 0, "General purpose registers"),
    named("fpr", "RESOURCE_TYPE_FPR", 1, "Floating-point registers"),
    named("vr", "RESOURCE_TYPE_VR", 2, "Vector registers"),
    named("spr", "RESOURCE_TYPE_SPR", 3, "Special purpose registers"),
    named("cache_l1", "RESOURCE_TYPE_CACHE_L1", 4, "L1 cache"),
    named("cache_l2", "RESOURCE_TYPE_CACHE_L2", 5, "L2 cache"),
    named("cache_l3", "RESOURCE_TYPE_CACHE_L3", 6, "L3 cache"),
    named("exec_unit", "RESOURCE_TYPE_EXEC_UNIT", 7, "Execution units"),
    named("thread", "RESOURCE_TYPE_THREAD", 8, "Hardware threads"),
    named("core", "RESOURCE_TYPE_CORE", 9, "CPU cores"),
    named("memory", "RESOURCE_TYPE_MEMORY", 10, "Main memory"),
];

/// Kinds of registers (`enum reg_type`).
pub static REG_TYPES: &[Named] = &[
    named("gpr", "REG_TYPE_GPR", 0, "General purpose register"),
    named("fpr", "REG_TYPE_FPR", 1, "Floating-point register"),
    named("vr", "REG_TYPE_VR", 2, "Vector register"),
    named("spr", "REG_TYPE_SPR", 3, "Special purpose register"),
    named("stack", "REG_TYPE_STACK", 4, "Stack location"),
];

/// Flags of the whole configuration (`enum config_flags`).
pub static CONFIG_FLAGS: &[Named] = &[
    named(
        "system_default",
        "CONFIG_FLAG_SYSTEM_DEFAULT",
        0,
        "This is the system default configuration",
    ),
    named(
        "user_modified",
        "CONFIG_FLAG_USER_MODIFIED",
        1,
        "Configuration has been modified by user",
    ),
    named(
        "autodetected",
        "CONFIG_FLAG_AUTODETECTED",
        2,
        "Features were autodetected from hardware",
    ),
    named("compressed", "CONFIG_FLAG_COMPRESSED", 3, "Configuration data is compressed"),
];

/// Flags of a resource (`enum resource_flags`).
pub static RESOURCE_FLAGS: &[Named] = &[
    named("shared", "RESOURCE_FLAG_SHARED", 0, "Resource is shared between PUs"),
    named("exclusive", "RESOURCE_FLAG_EXCLUSIVE", 1, "Resource is exclusive to a single PU"),
    named("virtual", "RESOURCE_FLAG_VIRTUAL", 2, "Resource is virtualized"),
    named("restricted", "RESOURCE_FLAG_RESTRICTED", 3, "Resource has usage restrictions"),
];

/// Flags of an ABI (`enum abi_flags`).
pub static ABI_FLAGS: &[Named] = &[
    named("variadic", "ABI_FLAG_VARIADIC", 0, "Supports variadic functions"),
    named("preserves_sp", "ABI_FLAG_PRESERVES_SP", 1, "Preserves stack pointer"),
    named("caller_cleanup", "ABI_FLAG_CALLER_CLEANUP", 2, "Caller cleans up stack"),
    named("uses_red_zone", "ABI_FLAG_USES_RED_ZONE", 3, "Uses red zone below stack"),
];

/// Argument indexes with a meaning of their own (coil.md#mapping-keys).
pub static SPECIAL_ARGS: &[Named] = &[
    named("return", "ARG_INDEX_RETURN", 0, "Return value"),
    named("this", "ARG_INDEX_THIS", 0xFFF0, "The object a method is called on"),
    named("context", "ARG_INDEX_CONTEXT", 0xFFF1, "The context a closure is called with"),
    named("vararg", "ARG_INDEX_VARARG", 0xFFF2, "The variable arguments"),
];

/// Spellings of the return value (coil.md#mapping-keys and coil.md#mapping-index-0).
pub const RETURN_KEYS: &[&str] = &["0", "r", "ret", "return"];

/// Float argument `n` has the index `FLOAT_BASE + n` (coil.md#mapping-keys).
pub const FLOAT_BASE: u16 = 0x8000;

/// Finds the entry of `table` with this key.
#[must_use]
pub fn by_key(table: &'static [Named], key: &str) -> Option<&'static Named> {
    table.iter().find(|it| it.key == key)
}

/// Finds the entry of `table` with this number.
#[must_use]
pub fn by_number(table: &'static [Named], number: u16) -> Option<&'static Named> {
    table.iter().find(|it| it.number == number)
}

/// Number of 32-bit words of a bitmap (coil.md#bitmap-size).
pub const N_GROUPS: usize = 8;

/// Returns the tables that name the bits of a unit type: group by group, where one is known.
#[must_use]
pub fn groups(unit_type: u16) -> [Option<&'static Group>; N_GROUPS] {
    let mut res = [None; N_GROUPS];
    let own: &[Group] = match unit_type {
        0 => CPU_GROUPS,
        1..=5 => OTHER_GROUPS.get(..2).unwrap_or_default(),
        _ => &[],
    };
    for (place, group) in res.iter_mut().zip(own) {
        *place = Some(group);
    }
    if let Some(place) = res.get_mut(2)
        && unit_type != 0
    {
        *place = (1..=5)
            .contains(&unit_type)
            .then(|| OTHER_GROUPS.get(usize::from(unit_type) + 1))
            .flatten();
    }
    res
}

/// Returns the global bit (32 × group + bit) of a feature key on a unit of this type; `bit_<n>`
/// names bits that have no name, but may name any (coil.md#feature-keys).
#[must_use]
pub fn feature_bit(unit_type: u16, key: &str) -> Option<u8> {
    if let Some(number) = key.strip_prefix("bit_")
        && number.bytes().all(|it| it.is_ascii_digit())
    {
        return number.parse().ok();
    }
    BITS.get(usize::from(unit_type))?.get(key).copied()
}

/// The bits of all feature keys, by known unit type.
static BITS: LazyLock<[HashMap<&'static str, u8>; 6]> = LazyLock::new(|| {
    std::array::from_fn(|it| all_features(it as u16).map(|(bit, it)| (it.key, bit)).collect())
});

/// Returns the feature of a global bit, if it has a name.
#[must_use]
pub fn feature(unit_type: u16, bit: u8) -> Option<&'static Feature> {
    let group = groups(unit_type).into_iter().nth(usize::from(bit / 32))??;
    group.features.iter().find(|it| it.bit == bit % 32)
}

/// Returns the key of a global bit: its name, or `bit_<n>`.
#[must_use]
pub fn feature_key(unit_type: u16, bit: u8) -> String {
    feature(unit_type, bit).map_or_else(|| format!("bit_{bit}"), |it| it.key.to_owned())
}

/// Returns all features of a unit type with their global bits, in bit order.
pub fn all_features(unit_type: u16) -> impl Iterator<Item = (u8, &'static Feature)> {
    groups(unit_type).into_iter().enumerate().flat_map(|(group, it)| {
        it.map(|it| it.features)
            .unwrap_or_default()
            .iter()
            .map(move |it| (group as u8 * 32 + it.bit, it))
    })
}

#[cfg(test)]
mod tests;
