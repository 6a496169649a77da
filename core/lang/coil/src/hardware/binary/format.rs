//! The structs of the document, packed and little-endian (coil.md#struct-layout and
//! coil.md#binary-form).

/// The start of a header, as a number.
pub const MAGIC: u32 = 0x4343_4647;

/// The start of an architecture tail, as a number: `ARCH` read big-endian
/// (coil.md#architecture-tail).
pub const ARCH_MAGIC: u32 = 0x4843_5241;

/// Every table starts on a multiple of this (coil.md#table-order-and-alignment).
pub const TABLE_ALIGN: u64 = 8;

/// Bytes of a bitmap without an architecture tail (coil.md#bitmap-size).
pub const BITMAP_SIZE: u64 = 32;

/// Bytes of an architecture record: three string offsets.
pub const ARCH_RECORD_SIZE: u64 = 12;

/// Bytes of what stands before the architecture records: magic and count.
pub const ARCH_HEAD_SIZE: u64 = 8;

/// The flag bit that says the file is compressed.
pub const FLAG_COMPRESSED: u8 = 1 << 3;

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldType {
    /// A number of one byte.
    U8,
    /// A number of two bytes.
    U16,
    /// A number of four bytes.
    U32,
    /// A number of eight bytes.
    U64,
    /// Bytes without a meaning.
    Padding(u8),
}

impl FieldType {
    /// Returns the number of bytes.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            FieldType::U8 => 1,
            FieldType::U16 => 2,
            FieldType::U32 => 4,
            FieldType::U64 => 8,
            FieldType::Padding(n) => n as u32,
        }
    }

    /// Spells the type as the document's C does, short.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            FieldType::U8 => "u8".to_owned(),
            FieldType::U16 => "u16".to_owned(),
            FieldType::U32 => "u32".to_owned(),
            FieldType::U64 => "u64".to_owned(),
            FieldType::Padding(n) => format!("u8[{n}]"),
        }
    }
}

/// A field of a struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldDef {
    /// The name as the document spells it.
    pub name: &'static str,
    /// The type of the field.
    pub ty: FieldType,
}

/// A struct; its fields follow each other without gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StructDef {
    /// The name as the document spells it.
    pub name: &'static str,
    /// The fields, in the order of the bytes.
    pub fields: &'static [FieldDef],
}

impl StructDef {
    /// Returns the number of bytes.
    #[must_use]
    pub const fn size(&self) -> u64 {
        let mut res = 0;
        let mut rest = self.fields;
        while let [first, tail @ ..] = rest {
            res += first.ty.size() as u64;
            rest = tail;
        }
        res
    }
}

const fn field(name: &'static str, ty: FieldType) -> FieldDef {
    FieldDef { name, ty }
}

use FieldType::{Padding, U8, U16, U32, U64};

/// The layout of `coil_config_header`.
pub static HEADER: StructDef = StructDef {
    name: "coil_config_header",
    fields: &[
        field("magic", U32),
        field("version_major", U8),
        field("version_minor", U8),
        field("version_patch", U8),
        field("flags", U8),
        field("pu_count", U32),
        field("timestamp", U64),
        field("padding", Padding(12)),
    ],
};

/// The layout of `coil_pu_entry`.
pub static PU_ENTRY: StructDef = StructDef {
    name: "coil_pu_entry",
    fields: &[
        field("type", U16),
        field("index", U16),
        field("name_offset", U32),
        field("vendor_offset", U32),
        field("model_offset", U32),
        field("feature_offset", U32),
        field("feature_size", U32),
        field("resource_offset", U32),
        field("resource_count", U32),
        field("abi_offset", U32),
        field("abi_count", U32),
        field("padding", Padding(4)),
    ],
};

/// The layout of `coil_resource_entry`.
pub static RESOURCE_ENTRY: StructDef = StructDef {
    name: "coil_resource_entry",
    fields: &[
        field("type", U16),
        field("flags", U16),
        field("name_offset", U32),
        field("count", U64),
        field("size", U64),
        field("padding", Padding(8)),
    ],
};

/// The layout of `coil_abi_entry`.
pub static ABI_ENTRY: StructDef = StructDef {
    name: "coil_abi_entry",
    fields: &[
        field("name_offset", U32),
        field("arg_count", U16),
        field("flags", U16),
        field("mapping_offset", U32),
        field("mapping_count", U32),
        field("padding", Padding(4)),
    ],
};

/// The layout of `coil_reg_mapping`.
pub static REG_MAPPING: StructDef = StructDef {
    name: "coil_reg_mapping",
    fields: &[
        field("arg_index", U16),
        field("reg_type", U16),
        field("reg_index", U32),
        field("reg_mask", U32),
        field("padding", Padding(4)),
    ],
};

/// The struct behind the header of a compressed file (coil.md#compression).
pub static COMPRESSED: StructDef = StructDef {
    name: "compressed",
    fields: &[field("compression_type", U32), field("uncompressed_size", U32)],
};

/// The start of an architecture tail (coil.md#architecture-tail).
pub static ARCH_HEAD: StructDef =
    StructDef { name: "arch_tail", fields: &[field("magic", U32), field("record_count", U32)] };

/// A record of an architecture tail (coil.md#architecture-tail).
pub static ARCH_RECORD: StructDef = StructDef {
    name: "arch_record",
    fields: &[field("arch_name_off", U32), field("key_off", U32), field("value_off", U32)],
};
