//! How much the program takes.

/// How many entries the region table of the program has (pinsight.md#the-region-table).
pub const MAX_REGIONS: usize = 512;

/// How many items of a region list are read (pinsight.md#region-lists).
pub const MAX_LIST: usize = 64;

/// How many knobs there can be (pinsight.md#knobs).
pub const MAX_KNOBS: usize = 64;
