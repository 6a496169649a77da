//! What a text or a binary says, without the places where it says it.

/// A configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
    /// Major, minor and patch version.
    pub version: [u8; 3],
    /// Seconds since 1970.
    pub timestamp: u64,
    /// Bits of `enum config_flags`.
    pub flags: u8,
    /// In the order of the text.
    pub units: Vec<Unit>,
}

/// A processing unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unit {
    /// Number of `enum pu_type`, or a reserved number.
    pub unit_type: u16,
    /// Tells units of one type apart.
    pub index: u16,
    /// What people call it; empty if absent.
    pub name: String,
    /// Empty if absent.
    pub vendor: String,
    /// Empty if absent.
    pub model: String,
    /// The words of the bitmap; none if the unit has no bitmap.
    pub features: Option<[u32; 8]>,
    /// In the order of the text.
    pub resources: Vec<Resource>,
    /// In the order of the text.
    pub abis: Vec<Abi>,
    /// In the order of the text.
    pub arch: Vec<ArchRecord>,
}

/// A line of a resources section.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resource {
    /// Number of `enum resource_type`, or a reserved number.
    pub kind: u16,
    /// Bits of `enum resource_flags`.
    pub flags: u16,
    /// The key, and behind a colon the labels.
    pub name: String,
    /// How many there are.
    pub count: u64,
    /// Bytes of each.
    pub size: u64,
}

/// An application binary interface.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Abi {
    /// The name in its section's header.
    pub name: String,
    /// Most arguments that can be passed.
    pub arg_count: u16,
    /// Bits of `enum abi_flags`.
    pub flags: u16,
    /// In the order of the text.
    pub mappings: Vec<Mapping>,
}

/// Where an argument or the return value is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Mapping {
    /// 0 is the return value.
    pub arg_index: u16,
    /// Number of `enum reg_type`, or a reserved number.
    pub reg_type: u16,
    /// Number of the register; of the stack, the byte offset.
    pub reg_index: u32,
    /// The bits of the register that are used.
    pub reg_mask: u32,
}

/// A fact about one architecture, kept behind the bitmap (facts, coil §1.2 point 33).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchRecord {
    /// The name in its section's header.
    pub arch: String,
    /// As written.
    pub key: String,
    /// As written.
    pub value: String,
}
