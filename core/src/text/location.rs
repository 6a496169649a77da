//! Places in any of the texts that belong together.

use text_size::TextRange;

use super::Range;

/// A stretch of a text or of one of the files it includes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Written", concrete(P = crate::text::Range)))]
pub struct Location<P = TextRange> {
    /// The other text, by its path in [`crate::text::Files`]; none for the text itself.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub path: Option<String>,
    /// The range in that text.
    pub range: P,
}

impl<P> Location<P> {
    /// Creates a place in the text itself.
    #[must_use]
    pub fn here(range: P) -> Location<P> {
        Location { path: None, range }
    }

    /// Creates a place in the text at `path`.
    #[must_use]
    pub fn elsewhere(path: impl Into<String>, range: P) -> Location<P> {
        Location { path: Some(path.into()), range }
    }
}

impl Location<Range> {
    /// Returns the line and the file in a few words: `line 3 of common.pipe`.
    #[must_use]
    pub fn in_words(&self) -> String {
        // Where there are no folders, the root is one that nobody knows of.
        let path = self.path.as_deref().unwrap_or_default();
        let name = path.strip_prefix('/').filter(|it| !it.contains('/'));
        format!("line {} of {}", self.range.start.line + 1, name.unwrap_or(path))
    }
}
