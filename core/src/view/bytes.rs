//! A binary with its structure and the text that made it.

use text_size::TextRange;

use crate::text::placed;

/// The bytes a text compiles to, with their parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// A name for the file.
    pub file_name: String,
    /// The binary with its structure.
    pub bytes: Binary,
}

/// A binary with its structure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Binary {
    /// All bytes of the file.
    pub data: Vec<u8>,
    /// The parts, sorted by offset; those of one level do not overlap. Bytes in no leaf are
    /// padding.
    pub fields: Vec<ByteField>,
    /// Names of bits, from bit 0 on, that fields refer to; an empty one is no name.
    pub bit_names: Vec<Vec<String>>,
    /// True if the text asks for the language's compressed form, or was compiled to it. The bytes of a file
    /// are unpacked, so this is false for them; [`OwnBytes`](super::OwnBytes) says what the file is.
    pub is_compressed: bool,
}

/// A part of a binary: a region, an entry of a table, a value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct ByteField<P = TextRange> {
    /// Its name, as the format's own document spells it.
    pub name: String,
    /// Its type, for example `u32` or `coil_pu_entry`; may be empty for regions.
    pub type_name: String,
    /// Its offset in the file.
    pub offset: u32,
    /// The number of its bytes.
    pub len: u32,
    /// Its value as people write it; empty for parts with children.
    pub value: String,
    /// The meaning of the value; may be empty.
    pub meaning: String,
    /// The text that made it, if one stretch did.
    pub source: Option<P>,
    /// The lines that made it, of a part whose `source` covers other lines too; empty for all other parts.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<P>>"))]
    pub lines: Vec<P>,
    /// The names of its bits: an index into [`Binary::bit_names`].
    pub bits: Option<u32>,
    /// Its parts, sorted by offset.
    pub children: Vec<ByteField<P>>,
}

placed!(ByteField { name, type_name, offset, len, value, meaning, bits; source, lines, children });
