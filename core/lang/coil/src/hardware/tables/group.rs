//! Named feature bits.

/// 32 feature bits: one word of a bitmap, one customary section of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Group {
    /// The subject of the group.
    pub title: &'static str,
    /// The section it customarily stands in, then other names of that section. The key alone
    /// decides which bit is set; section names only organise (coil.md#keys-choose-the-group).
    pub sections: &'static [&'static str],
    /// The features, sorted by bit.
    pub features: &'static [Feature],
}

/// A named bit.
#[derive(Debug, PartialEq, Eq)]
pub struct Feature {
    /// The key as texts spell it.
    pub key: &'static str,
    /// The bit inside the group's word.
    pub bit: u8,
    /// The meaning; may be empty.
    pub doc: &'static str,
    /// True if the document itself names the bit; else it is assigned (coil.md#cpu-feature-bits).
    pub in_document: bool,
}
