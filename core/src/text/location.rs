//! Places in any of the texts that belong together.

use text_size::TextRange;

/// A stretch of a text or of one of the files it includes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Location {
    /// The other text, by its path in [`crate::text::Files`]; none for the text itself.
    pub path: Option<String>,
    /// In that text.
    pub range: TextRange,
}

impl Location {
    /// A stretch of the text itself.
    #[must_use]
    pub fn here(range: TextRange) -> Location {
        Location { path: None, range }
    }

    /// A stretch of the text at `path`.
    #[must_use]
    pub fn elsewhere(path: impl Into<String>, range: TextRange) -> Location {
        Location { path: Some(path.into()), range }
    }
}
