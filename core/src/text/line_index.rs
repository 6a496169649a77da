//! Lines and columns of a text.

use text_size::{TextRange, TextSize};

use super::{Position, Range, len, offset};

/// Converts between offsets and positions of one text.
///
/// Only LF ends a line, unless [`LineIndex::ended_by_cr`] says otherwise. A CR before it is the line's
/// last character, and a CR elsewhere is an ordinary character, as it is for the editor that keeps such
/// a text.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// Start of each line.
    starts: Vec<TextSize>,
    /// The characters that are not ASCII.
    wide: Vec<Wide>,
    len: TextSize,
}

/// The unit that columns are counted in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ColumnUnit {
    /// UTF-16 code units, as JavaScript counts, and editors that say nothing else.
    #[default]
    Utf16,
    /// Bytes of UTF-8.
    Utf8,
    /// Characters.
    Utf32,
}

impl ColumnUnit {
    fn len(self, it: char) -> usize {
        match self {
            ColumnUnit::Utf16 => it.len_utf16(),
            ColumnUnit::Utf8 => it.len_utf8(),
            ColumnUnit::Utf32 => 1,
        }
    }
}

/// A character of several bytes.
#[derive(Debug, Clone, Copy)]
struct Wide {
    start: TextSize,
    end: TextSize,
    /// Units of the text before the character, and up to its end.
    first_unit: u32,
    end_unit: u32,
}

impl LineIndex {
    /// Indexes `text`, with columns in UTF-16 code units.
    #[must_use]
    pub fn new(text: &str) -> LineIndex {
        LineIndex::counting(text, ColumnUnit::Utf16)
    }

    /// Indexes `text` in one pass, with columns in the given unit.
    #[must_use]
    pub fn counting(text: &str, unit: ColumnUnit) -> LineIndex {
        LineIndex::behind(0, text, unit)
    }

    /// Indexes `text` in the same way; of its first `n_hidden` bytes no character has a width.
    #[must_use]
    pub fn behind(n_hidden: usize, text: &str, unit: ColumnUnit) -> LineIndex {
        let mut starts = vec![TextSize::new(0)];
        starts.extend(
            text.bytes().enumerate().filter(|&(_, it)| it == b'\n').map(|(at, _)| offset(at + 1)),
        );
        let mut wide = Vec::new();
        if !text.is_ascii() {
            let mut surplus = 0;
            for (at, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
                let (start, end) = (offset(at), offset(at + c.len_utf8()));
                let first_unit = u32::from(start) - surplus;
                let width = if at < n_hidden { 0 } else { unit.len(c) };
                surplus += (c.len_utf8() - width) as u32;
                wide.push(Wide { start, end, first_unit, end_unit: u32::from(end) - surplus });
            }
        }
        LineIndex { starts, wide, len: len(text) }
    }

    /// Lets each CR of `text`, which is the text that was indexed, end a line, too.
    #[must_use]
    pub fn ended_by_cr(mut self, text: &str) -> LineIndex {
        let starts = text.match_indices('\r').map(|it| it.0 + 1);
        let alone = starts.filter(|&it| !text.get(it..).unwrap_or_default().starts_with('\n'));
        self.starts.extend(alone.map(offset));
        self.starts.sort_unstable();
        self
    }

    /// Returns the number of lines; a text that ends with LF has an empty last line.
    #[must_use]
    pub fn n_lines(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Returns the line of `at`, counted from 0.
    #[must_use]
    pub fn line(&self, at: TextSize) -> u32 {
        (self.starts.partition_point(|&it| it <= at) as u32).saturating_sub(1)
    }

    /// Returns the range of `line` without its LF; empty at the end of the text if there is no such
    /// line.
    #[must_use]
    pub fn line_range(&self, line: u32) -> TextRange {
        let start = self.starts.get(line as usize).copied().unwrap_or(self.len);
        let end = match self.starts.get(line as usize + 1) {
            Some(&next) => next - TextSize::new(1),
            None => self.len,
        };
        TextRange::new(start, end.max(start))
    }

    /// Returns the position of `at`; an offset inside a character counts as its start.
    #[must_use]
    pub fn position(&self, at: TextSize) -> Position {
        let at = at.min(self.len);
        let line = self.line(at);
        let start = self.line_range(line).start();
        Position { line, character: self.units(at).saturating_sub(self.units(start)) }
    }

    /// Converts `range` into lines and columns.
    #[must_use]
    pub fn range(&self, range: TextRange) -> Range {
        Range { start: self.position(range.start()), end: self.position(range.end()) }
    }

    /// Returns the offsets of a stretch; one that ends before it starts is taken the other way
    /// round.
    #[must_use]
    pub fn offsets(&self, range: Range) -> TextRange {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        TextRange::new(start.min(end), start.max(end))
    }

    /// Returns the offset of `position`, cut to the end of its line and of the text; the middle of
    /// a character counts as its start.
    #[must_use]
    pub fn offset(&self, position: Position) -> TextSize {
        let line = self.line_range(position.line);
        let target = self.units(line.start()).saturating_add(position.character);
        let passed = self.wide.partition_point(|it| it.end_unit <= target);
        let at = match passed.checked_sub(1).and_then(|it| self.wide.get(it)) {
            Some(it) => u32::from(it.end).saturating_add(target - it.end_unit),
            None => target,
        };
        let at = match self.wide.get(passed) {
            Some(it) if it.first_unit < target => it.start,
            _ => TextSize::new(at),
        };
        at.clamp(line.start(), line.end())
    }

    /// Counts the units before `at`.
    fn units(&self, at: TextSize) -> u32 {
        let passed = self.wide.partition_point(|it| it.end <= at);
        match self.wide.get(passed) {
            Some(it) if it.start < at => return it.first_unit,
            _ => (),
        }
        match passed.checked_sub(1).and_then(|it| self.wide.get(it)) {
            Some(it) => it.end_unit + u32::from(at - it.end),
            None => u32::from(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every character boundary goes to the position counted by hand and back.
    #[track_caller]
    fn check(text: &str) {
        check_in(ColumnUnit::Utf16, text, char::len_utf16);
        check_in(ColumnUnit::Utf8, text, char::len_utf8);
        check_in(ColumnUnit::Utf32, text, |_| 1);
    }

    #[track_caller]
    fn check_in(unit: ColumnUnit, text: &str, len: impl Fn(char) -> usize) {
        let index = LineIndex::counting(text, unit);
        let mut expected = Position { line: 0, character: 0 };
        let mut chars = text.char_indices();
        loop {
            let next = chars.next();
            let at = offset(next.map_or(text.len(), |(at, _)| at));
            assert_eq!(index.position(at), expected, "{text:?} at {at:?}");
            assert_eq!(index.offset(expected), at, "{text:?} back at {expected:?}");
            match next {
                None => break,
                Some((_, '\n')) => expected = Position { line: expected.line + 1, character: 0 },
                Some((_, c)) => expected.character += len(c) as u32,
            }
        }
    }

    #[test]
    fn positions_go_there_and_back() {
        check("");
        check("ab\n\ncd");
        check("é\n🎉あx\r\n\u{feff}🎉🎉\n");
        check("ééé🎉é\rあ");
    }

    #[test]
    fn what_is_hidden_has_no_width() {
        for unit in [ColumnUnit::Utf16, ColumnUnit::Utf8, ColumnUnit::Utf32] {
            let index = LineIndex::behind(3, "\u{feff}a\u{feff}b\n\u{feff}", unit);
            let mark = unit.len('\u{feff}') as u32;
            for (at, line, character) in
                [(0, 0, 0), (3, 0, 0), (4, 0, 1), (7, 0, 1 + mark), (9, 1, 0), (12, 1, mark)]
            {
                let position = Position { line, character };
                assert_eq!(index.position(at.into()), position);
                assert_eq!(index.offset(position), at.max(3).into());
            }
        }
    }

    #[test]
    fn lines_may_end_with_cr() {
        let text = "a\rb\r\n\r\u{e9}c\n";
        let index = LineIndex::new(text).ended_by_cr(text);
        assert_eq!(index.n_lines(), 5);
        for (at, line, character) in
            [(0, 0, 0), (1, 0, 1), (2, 1, 0), (5, 2, 0), (6, 3, 0), (8, 3, 1), (10, 4, 0)]
        {
            let position = Position { line, character };
            assert_eq!(index.position(at.into()), position);
            assert_eq!(index.offset(position), at.into());
        }
    }

    #[test]
    fn places_outside_are_cut() {
        let index = LineIndex::new("a🎉b\nc");
        // Inside the surrogate pair: the start of the character.
        assert_eq!(index.offset(Position { line: 0, character: 2 }), 1.into());
        assert_eq!(index.offset(Position { line: 0, character: 99 }), 6.into());
        assert_eq!(index.offset(Position { line: 9, character: 0 }), 8.into());
        assert_eq!(index.position(99.into()), Position { line: 1, character: 1 });
        // Inside the bytes of a character.
        let index = LineIndex::counting("a🎉b\nc", ColumnUnit::Utf8);
        for character in 2..5 {
            assert_eq!(index.offset(Position { line: 0, character }), 1.into());
        }
        assert_eq!(index.offset(Position { line: 0, character: 5 }), 5.into());
    }
}
