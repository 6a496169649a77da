//! Lines and UTF-16 columns of a text.

use text_size::{TextRange, TextSize};

use super::{Position, Range, len, offset};

/// Converts between offsets and positions of one text.
///
/// Only LF ends a line. A CR before it is the line's last character, and a CR elsewhere is an
/// ordinary character, as it is for the editor that keeps such a text.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// Start of each line.
    starts: Vec<TextSize>,
    /// The characters that are not ASCII.
    wide: Vec<Wide>,
    len: TextSize,
}

/// A character that is longer in UTF-8 than in UTF-16.
#[derive(Debug, Clone, Copy)]
struct Wide {
    start: TextSize,
    end: TextSize,
    /// UTF-16 code units of the text before the character, and up to its end.
    utf16_start: u32,
    utf16_end: u32,
}

impl LineIndex {
    /// Indexes `text` in one pass.
    #[must_use]
    pub fn new(text: &str) -> LineIndex {
        let mut starts = vec![TextSize::new(0)];
        starts.extend(
            text.bytes().enumerate().filter(|&(_, it)| it == b'\n').map(|(at, _)| offset(at + 1)),
        );
        let mut wide = Vec::new();
        if !text.is_ascii() {
            let mut surplus = 0;
            for (at, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
                let (start, end) = (offset(at), offset(at + c.len_utf8()));
                let utf16_start = u32::from(start) - surplus;
                surplus += (c.len_utf8() - c.len_utf16()) as u32;
                wide.push(Wide { start, end, utf16_start, utf16_end: u32::from(end) - surplus });
            }
        }
        LineIndex { starts, wide, len: len(text) }
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
        Position { line, character: self.utf16(at).saturating_sub(self.utf16(start)) }
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
    /// a surrogate pair counts as the start of the character.
    #[must_use]
    pub fn offset(&self, position: Position) -> TextSize {
        let line = self.line_range(position.line);
        let target = self.utf16(line.start()).saturating_add(position.character);
        let passed = self.wide.partition_point(|it| it.utf16_end <= target);
        let at = match passed.checked_sub(1).and_then(|it| self.wide.get(it)) {
            Some(it) => u32::from(it.end).saturating_add(target - it.utf16_end),
            None => target,
        };
        let at = match self.wide.get(passed) {
            Some(it) if it.utf16_start < target => it.start,
            _ => TextSize::new(at),
        };
        at.clamp(line.start(), line.end())
    }

    /// Counts the UTF-16 code units before `at`.
    fn utf16(&self, at: TextSize) -> u32 {
        let passed = self.wide.partition_point(|it| it.end <= at);
        match self.wide.get(passed) {
            Some(it) if it.start < at => return it.utf16_start,
            _ => (),
        }
        match passed.checked_sub(1).and_then(|it| self.wide.get(it)) {
            Some(it) => it.utf16_end + u32::from(at - it.end),
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
        let index = LineIndex::new(text);
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
                Some((_, c)) => expected.character += c.len_utf16() as u32,
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
    fn places_outside_are_cut() {
        let index = LineIndex::new("a🎉b\nc");
        // Inside the surrogate pair: the start of the character.
        assert_eq!(index.offset(Position { line: 0, character: 2 }), 1.into());
        assert_eq!(index.offset(Position { line: 0, character: 99 }), 6.into());
        assert_eq!(index.offset(Position { line: 9, character: 0 }), 8.into());
        assert_eq!(index.position(99.into()), Position { line: 1, character: 1 });
    }
}
