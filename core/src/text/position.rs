//! Places in lines and columns, as editors count them.

/// A place as editors count it: line from 0, and column in UTF-16 code units from 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Position {
    /// Lines before the place.
    pub line: u32,
    /// UTF-16 code units between the start of the line and the place.
    pub character: u32,
}

/// A stretch of a text in lines and UTF-16 columns; the end is not included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Range {
    /// The first place.
    pub start: Position,
    /// The place behind the last.
    pub end: Position,
}

impl Range {
    /// True if `at` lies in the stretch or at its end, where a caret still touches it.
    #[must_use]
    pub fn touches(&self, at: Position) -> bool {
        self.start <= at && at <= self.end
    }
}
