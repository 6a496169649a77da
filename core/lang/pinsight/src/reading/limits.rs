//! Limits of what the program reads.

/// The number of entries in the region table of the program (pinsight.md#the-region-table).
pub const MAX_REGIONS: usize = 512;

/// The number of items of a region list that are read (pinsight.md#region-lists).
pub const MAX_LIST: usize = 64;

/// The greatest number of knobs (pinsight.md#knobs).
pub const MAX_KNOBS: usize = 64;
