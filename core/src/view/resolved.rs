//! Values with where they come from.

use text_size::TextRange;

use crate::edit::ItemPath;
use crate::text::{Location, Range, placed};

/// Every value that counts in the end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Resolved<P = TextRange> {
    /// The titles of the columns of values, if there are two: [`ResolvedRow::value`] and
    /// [`ResolvedRow::second`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub titles: Option<(String, String)>,
    /// The rows, sorted as the language reports them.
    pub rows: Vec<ResolvedRow<P>>,
    /// The number of further rows that are left out: a client gets at most 10,000 unless it asks
    /// for more, and of a search those that hold all its words.
    #[cfg_attr(feature = "serde", serde(default))]
    pub n_left_out: u32,
}

impl<P> Resolved<P> {
    /// A client gets no more: more rows nobody reads, and they take long to send. A binary of 16 MB
    /// stands for more than a million.
    pub const MOST_ROWS: usize = 10_000;
}

impl<P> Default for Resolved<P> {
    fn default() -> Resolved<P> {
        Resolved { titles: None, rows: Vec::new(), n_left_out: 0 }
    }
}

/// One value that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct ResolvedRow<P = TextRange> {
    /// The item that has the value.
    pub item: ItemPath,
    /// Its full key.
    pub key: String,
    /// The value after macros, inheritance and overrides.
    pub value: String,
    /// The origin of the value.
    pub origin: Origin<P>,
    /// The value by the second reading; none if there is one reading only.
    pub second: Option<ResolvedValue<P>>,
}

/// The values by another reading of the same text, for languages whose documents and programs
/// disagree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondReading {
    /// The titles of the two readings: that of [`Resolved`], and this one.
    pub titles: [&'static str; 2],
    /// One for each row of [`Resolved`].
    pub values: Vec<ResolvedValue>,
}

/// A value by another reading.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct ResolvedValue<P = TextRange> {
    /// The value after inheritance and overrides.
    pub value: String,
    /// The origin of the value.
    pub origin: Origin<P>,
}

/// The way a value came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum OriginKind {
    /// The value stands in the text.
    Written,
    /// Nothing sets the value; the language's own default counts.
    Default,
    /// Another item of the text says so.
    Inherited,
    /// The value stands in the text and was changed by macros or a relative path.
    Expanded,
}

/// The way in which a value came to be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(concrete(P = crate::text::Range)))]
pub struct Origin<P = TextRange> {
    /// The way in which the value came to be.
    #[cfg_attr(feature = "serde", serde(rename = "originKind"))]
    pub kind: OriginKind,
    /// The place that decides, if it is in this text; of a value in another text the line that
    /// brings that text in.
    pub range: Option<P>,
    /// The place where the value stands, if that is in another text.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub written: Option<Location<P>>,
    /// The way in words, such as ``from `OpenMP.default` ``; may be empty.
    pub note: String,
}

impl Origin {
    /// Creates the origin of a value that stands at `range`.
    #[must_use]
    pub fn written(range: TextRange) -> Origin {
        Origin { kind: OriginKind::Written, range: Some(range), ..Origin::default_value() }
    }

    /// Creates the origin of the language's own default.
    #[must_use]
    pub fn default_value() -> Origin {
        Origin { kind: OriginKind::Default, range: None, written: None, note: String::new() }
    }

    /// Creates the origin of a value that another item sets at `range`; `note` says which.
    #[must_use]
    pub fn inherited(range: Option<TextRange>, note: impl Into<String>) -> Origin {
        Origin { kind: OriginKind::Inherited, range, written: None, note: note.into() }
    }

    /// Adds the place of the value, if that is in another text.
    #[must_use]
    pub fn with_written(self, written: Option<Location>) -> Origin {
        let written = written.filter(|it| it.path.is_some());
        Origin { written, ..self }
    }
}

impl ResolvedRow<Range> {
    /// Returns true if every word, given in lower case, occurs somewhere in the row.
    #[must_use]
    pub fn holds(&self, words: &[&str]) -> bool {
        if words.is_empty() {
            return true;
        }
        let item = self.item.0.last().map_or("", String::as_str);
        let second = self.second.as_ref().map_or("", |it| it.value.as_str());
        let origin = self.origin.in_words();
        let text = [item, &self.key, &self.value, second, &origin].join(" ").to_lowercase();
        words.iter().all(|it| text.contains(it))
    }
}

impl Origin<Range> {
    /// Returns the line, with its file if that is another one, and what else is known of the way to
    /// it; empty where the value just stands on its line.
    #[must_use]
    pub fn place_and_note(&self) -> (Option<String>, String) {
        let line = match &self.written {
            Some(it) => Some(it.in_words()),
            None => self.range.map(|it| format!("line {}", it.start.line + 1)),
        };
        let kind = match self.kind {
            OriginKind::Written => "written",
            OriginKind::Default => "default",
            OriginKind::Inherited => "inherited",
            OriginKind::Expanded => "expanded",
        };
        let note = match self.note.as_str() {
            "" if self.kind == OriginKind::Written && line.is_some() => String::new(),
            "" => kind.to_owned(),
            note => note.to_owned(),
        };
        (line, note)
    }

    /// Describes the way and the line in a few words.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self.place_and_note() {
            (None, note) => note,
            (Some(line), note) if note.is_empty() => line,
            (Some(line), note) => format!("{note}, {line}"),
        }
    }
}

placed!(Resolved { titles, n_left_out; rows });
placed!(ResolvedRow { item, key, value; origin, second });
placed!(ResolvedValue { value; origin });
placed!(Origin { kind, note; range, written });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Position;

    #[test]
    fn a_place_in_another_file_is_said_once() {
        let at = |line| Range {
            start: Position { line, character: 0 },
            end: Position { line, character: 1 },
        };
        let origin = |written: Option<&str>, note: &str| Origin {
            kind: OriginKind::Written,
            range: Some(at(0)),
            written: written.map(|path| Location::elsewhere(path, at(4))),
            note: note.to_owned(),
        };
        assert_eq!(origin(None, "").in_words(), "line 1");
        assert_eq!(origin(Some("/common.pipe"), "").in_words(), "line 5 of common.pipe");
        assert_eq!(origin(Some("/a/b.pipe"), "x").in_words(), "x, line 5 of /a/b.pipe");
        assert_eq!(origin(Some("sub/b.pipe"), "").in_words(), "line 5 of sub/b.pipe");
    }
}
