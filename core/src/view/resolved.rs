//! Values with where they come from.

use text_size::TextRange;

use crate::edit::ItemPath;
use crate::text::Location;

/// Every value that counts in the end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resolved {
    /// Sorted as the language reports them.
    pub rows: Vec<ResolvedRow>,
}

/// One value that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedRow {
    /// Whose value.
    pub item: ItemPath,
    /// Its full key.
    pub key: String,
    /// After macros, inheritance and overrides.
    pub value: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// The values by another reading of the same text, for languages whose documents and programs
/// disagree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondReading {
    /// What the two readings are called: that of [`Resolved`], and this one.
    pub titles: [&'static str; 2],
    /// One for each row of [`Resolved`].
    pub values: Vec<ResolvedValue>,
}

/// A value by another reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedValue {
    /// After inheritance and overrides.
    pub value: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// The way a value came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OriginKind {
    /// It stands in the text.
    Written,
    /// Nobody said anything; the language's own default counts.
    Default,
    /// Another item of the text says so.
    Inherited,
    /// It stands in the text and was changed by macros or a relative path.
    Expanded,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The way.
    pub kind: OriginKind,
    /// The place that decides, if it is in this text; of a value in another text the line that
    /// brings that text in.
    pub range: Option<TextRange>,
    /// Where the value stands, if that is another text.
    pub written: Option<Location>,
    /// The way in words, such as ``from `OpenMP.default` ``; may be empty.
    pub note: String,
}

impl Origin {
    /// It stands at `range`.
    #[must_use]
    pub fn written(range: TextRange) -> Origin {
        Origin { kind: OriginKind::Written, range: Some(range), ..Origin::default_value() }
    }

    /// The language's own default.
    #[must_use]
    pub fn default_value() -> Origin {
        Origin { kind: OriginKind::Default, range: None, written: None, note: String::new() }
    }

    /// Said at `range` by another item; `note` says which.
    #[must_use]
    pub fn inherited(range: Option<TextRange>, note: impl Into<String>) -> Origin {
        Origin { kind: OriginKind::Inherited, range, written: None, note: note.into() }
    }

    /// The same, of a value that stands in another text, if it does.
    #[must_use]
    pub fn with_written(self, written: Option<Location>) -> Origin {
        let written = written.filter(|it| it.path.is_some());
        Origin { written, ..self }
    }
}
