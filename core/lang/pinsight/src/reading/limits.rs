//! Limits of what the program reads.

/// The number of entries in the region table of the program (pinsight.md#the-region-table).
pub const MAX_REGIONS: usize = 512;

/// The number of items of a region list that are read (pinsight.md#region-lists).
pub const MAX_LIST: usize = 64;

/// The number of bytes of an item of a region list that are read (pinsight.md#region-lists).
pub const ITEM_BYTES: usize = 255;

/// The number of bytes that are kept of the name in an item.
pub const NAME_BYTES: usize = 127;

/// The number of bytes that are kept of the file in an item.
pub const FILE_BYTES: usize = 63;

/// The greatest number of knobs (pinsight.md#knobs).
pub const MAX_KNOBS: usize = 64;

/// The number of bytes that are kept of the name of a knob.
pub const KNOB_BYTES: usize = 63;
