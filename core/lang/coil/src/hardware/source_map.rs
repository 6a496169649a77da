//! The places of a model in its text: side tables of the same shape as the model.

use std::collections::HashSet;

use text_size::TextRange;

/// Places of a [`super::model::Model`].
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    /// The value of `version`.
    pub version: Option<TextRange>,
    /// The value of `timestamp`.
    pub timestamp: Option<TextRange>,
    /// The value of `flags`.
    pub flags: Option<TextRange>,
    /// The values among these places that are refused, or of whose items one is.
    pub refused: HashSet<TextRange>,
    /// The sources of the units, as in the model.
    pub units: Vec<UnitSource>,
}

/// Places of a unit.
#[derive(Debug, Clone, Default)]
pub struct UnitSource {
    /// The name in the header.
    pub header: TextRange,
    /// The value of `name`.
    pub name: Option<TextRange>,
    /// The value of `vendor`.
    pub vendor: Option<TextRange>,
    /// The value of `model`.
    pub model: Option<TextRange>,
    /// The reason for the unit's bitmap: the value of `features`, or a section's name.
    pub features: Option<TextRange>,
    /// The lines that set or clear bits of each word, from the first to the last one that stand
    /// in the same section as the first.
    pub words: [Option<TextRange>; 8],
    /// Global bits with the line that decides them, sorted by bit.
    pub bits: Vec<(u8, TextRange)>,
    /// The header of the first resources section.
    pub resource_header: Option<TextRange>,
    /// The line of each resource.
    pub resources: Vec<TextRange>,
    /// The count and size that each of these lines gives, or fails to.
    pub quantities: Vec<Quantities>,
    /// The sources of the ABIs, as in the model.
    pub abis: Vec<AbiSource>,
    /// The line and the architecture's name of each record.
    pub arch: Vec<ArchSource>,
}

/// The two numbers of a resource, and whether its line gives them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Quantities {
    /// Whether the line gives the count.
    pub count: Said,
    /// Whether the line gives the size.
    pub size: Said,
}

/// A line's word on one of its numbers: given, missing, or refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Said {
    /// The number that is in force.
    Number,
    /// Nothing, so the default is in force.
    #[default]
    Nothing,
    /// A number that is refused, so the default is shown.
    Refused,
}

/// Places of an ABI.
#[derive(Debug, Clone, Default)]
pub struct AbiSource {
    /// The name in the header.
    pub header: TextRange,
    /// The value of `arg_count`.
    pub arg_count: Option<TextRange>,
    /// The value of `flags`.
    pub flags: Option<TextRange>,
    /// The name in the header of the mapping section.
    pub mapping_header: Option<TextRange>,
    /// The key of the line that made each mapping.
    pub keys: Vec<TextRange>,
    /// The part of the value that made each mapping.
    pub mappings: Vec<TextRange>,
}

/// Places of an architecture record.
#[derive(Debug, Clone, Copy, Default)]
pub struct ArchSource {
    /// The name in the header.
    pub arch: TextRange,
    /// The range of the key.
    pub key: TextRange,
    /// The range of the value.
    pub value: TextRange,
}
