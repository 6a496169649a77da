//! Ownership of blank space and comments: which item they belong to.

use text_size::{TextRange, TextSize};

use crate::text::{len, offset, slice};

/// Returns the blanks at the start of the line of `at`, if nothing else stands before `at` on that
/// line.
#[must_use]
pub fn line_indent(text: &str, at: TextSize) -> Option<&str> {
    let before = text.get(..usize::from(at))?;
    let line = before.rsplit('\n').next()?;
    line.chars().all(char::is_whitespace).then_some(line)
}

/// Returns the offset behind the line end that follows `at`, and whether there is a line end at all
/// (the last line of a text may have none).
#[must_use]
pub fn line_end_after(text: &str, at: TextSize) -> (TextSize, bool) {
    let rest = text.get(usize::from(at)..).unwrap_or_default();
    match rest.find('\n') {
        Some(idx) => (at + offset(idx + 1), true),
        None => (offset(text.len()), false),
    }
}

/// The characters of which lines between parts of a text are drawn.
pub const STROKES: &[char] = &['#', ';', '=', '-', '*', '_', '~', '+', '/'];

/// The style of comments and lines in a language, which decides what owns a comment.
#[derive(Debug, Clone, Copy)]
pub struct CommentStyle {
    /// The characters that begin a comment.
    pub marks: &'static [char],
    /// True if a carriage return alone ends a line too.
    pub has_bare_returns: bool,
    /// Set if comment lines directly below an item are of it that are indented deeper than it, and
    /// below an item that has banners also parts of it that are commented out: returns true if words
    /// are such a part.
    pub part_below: Option<fn(&str) -> bool>,
    /// Returns true if a line, without its indentation, begins an item of the kind that has
    /// banners.
    pub is_head: fn(&str) -> bool,
}

impl CommentStyle {
    /// Returns the whole lines that `range` touches, with the comment lines above and below that it
    /// owns.
    ///
    /// A comment is owned by the item on whose line it stands, or, if it stands alone, by the item
    /// directly below without a blank line between. A comment followed by a blank line, or one that
    /// begins a paragraph of several items, belongs to the file. So does a banner: comment lines with
    /// a line of dashes or the like among them head all items up to the next banner, and belong to
    /// one only if it is the only one, and if no description stands below its box. What begins no line by
    /// [`CommentStyle::is_head`], such as a connection, has no banner of its own. Where comments below
    /// belong to items ([`CommentStyle::part_below`]), those of the item above are not of the one below.
    #[must_use]
    pub fn owned_lines(self, text: &str, range: TextRange) -> TextRange {
        self.owned_and_all(text, range).0
    }

    /// Returns [`CommentStyle::owned_lines`] and [`CommentStyle::lines_with_comments`].
    #[must_use]
    pub fn owned_and_all(self, text: &str, range: TextRange) -> (TextRange, TextRange) {
        let lines = self.lines_and_below(text, range);
        let block = self.comments_above(text, lines.start());
        let Some(highest) = block.last() else { return (lines, lines) };
        let end = lines.end();
        let rules: Vec<usize> =
            (0..block.len()).filter(|&it| self.is_rule_at(text, block.get(it))).collect();
        // From the line at the item upwards.
        let n_owned = match rules.as_slice() {
            [] => {
                let above = self.line_above(text, highest.start());
                let begins = above.is_none_or(|it| is_blank(text, it));
                let is_of_several = begins && !self.is_alone(text, end);
                if is_of_several { 0 } else { block.len() }
            }
            // With a description of the item below it a box is the section's.
            [lower, upper, ..]
                if *lower > 0
                    && self.heads(text, range.start())
                    && self.is_box(text, &block, *lower, *upper) =>
            {
                *lower
            }
            _ if !self.heads(text, range.start()) || !self.is_last_of_banner(text, end) => 0,
            // A title between two rules.
            [0, upper, ..] if (2..=3).contains(upper) => upper + 1,
            // What stands above the rule is about something else.
            [lowest, ..] => lowest + 1,
        };
        let first = n_owned.checked_sub(1).and_then(|it| block.get(it));
        let owned = TextRange::new(first.map_or(lines.start(), |it| it.start()), end);
        (owned, TextRange::new(highest.start(), end))
    }

    /// Returns [`CommentStyle::owned_lines`] with all comment lines directly above: what is put in
    /// front of an item goes in front of them, whoever they belong to.
    #[must_use]
    pub fn lines_with_comments(self, text: &str, range: TextRange) -> TextRange {
        let lines = self.lines_and_below(text, range);
        let block = self.comments_above(text, lines.start());
        TextRange::new(block.last().map_or(lines.start(), |it| it.start()), lines.end())
    }

    /// Returns the whole lines that `range` touches, with the comment lines below that it owns: those
    /// directly below that are indented deeper than its first line, and deeper than the line right
    /// below them. Of an item that has banners are also its parts that are commented out there, with
    /// the comments between these if nothing stands right below that may own them.
    #[must_use]
    pub fn lines_and_below(self, text: &str, range: TextRange) -> TextRange {
        let lines = self.lines(text, range);
        if self.part_below.is_none() {
            return lines;
        }
        let mut below: Vec<TextRange> = Vec::new();
        let line_from = |at: TextSize| TextRange::new(at, self.line_end(text, at));
        let mut next = line_from(lines.end());
        while self.is_comment(slice(text, next)) {
            below.push(next);
            next = line_from(next.end());
        }
        let is_open = is_blank(text, next);
        let around = if is_open { 0 } else { self.column(text, next) };
        let around = around.max(self.column(text, self.line_at(text, lines.start())));
        let has_parts = self.heads(text, range.start());
        let mut end = lines.end();
        for it in below {
            let is_part = has_parts && self.is_part_below(slice(text, it));
            // The comments above one are not deeper, and go with it.
            let is_between = || {
                let words = self.words(slice(text, it));
                has_parts && is_open && !self.is_rule(slice(text, it)) && !(self.is_head)(words)
            };
            if is_part || (self.column(text, it) > around && end == it.start()) {
                end = it.end();
            } else if !is_between() {
                break;
            }
        }
        TextRange::new(lines.start(), end)
    }

    /// Returns true if a comment line holds a part of an item that is commented out, which is of the
    /// item that it stands right below.
    #[must_use]
    pub fn is_part_below(self, line: &str) -> bool {
        self.part_below.is_some_and(|is_part| is_part(self.words(line)))
    }

    /// Returns the words of a comment line, or those of another. What was commented out twice has two marks.
    fn words(self, line: &str) -> &str {
        line.trim_start_matches(|it: char| it.is_whitespace() || self.marks.contains(&it))
            .trim_end()
    }

    /// Returns the column in which a line begins.
    fn column(self, text: &str, line: TextRange) -> usize {
        const TAB: usize = 8;
        let blanks = slice(text, line).chars().take_while(|it| matches!(it, ' ' | '\t'));
        blanks.fold(0, |at, it| if it == '\t' { (at / TAB + 1) * TAB } else { at + 1 })
    }

    /// Returns the whole lines that `range` touches.
    fn lines(self, text: &str, range: TextRange) -> TextRange {
        // An empty range at the start of a line touches that line.
        let last = if range.is_empty() { range.end() } else { range.end() - TextSize::new(1) };
        let ends = |it: &str| it.ends_with('\n') || (self.has_bare_returns && it.ends_with('\r'));
        let end = if ends(slice(text, TextRange::new(last, range.end()))) {
            range.end()
        } else {
            self.line_end(text, range.end())
        };
        TextRange::new(self.line_start(text, range.start()), end)
    }

    /// Returns the line of `at` with its line end.
    fn line_at(self, text: &str, at: TextSize) -> TextRange {
        TextRange::new(self.line_start(text, at), self.line_end(text, at))
    }

    /// Returns the start of the line of `at`.
    fn line_start(self, text: &str, at: TextSize) -> TextSize {
        let mut before = slice(text, TextRange::up_to(at)).bytes();
        let mut start = before.rposition(|it| self.ends_line(it)).map_or(0, |idx| idx + 1);
        if start == 0 && text.starts_with('\u{feff}') {
            start = '\u{feff}'.len_utf8().min(usize::from(at));
        }
        offset(start)
    }

    /// Returns the offset behind the line end of `at`.
    fn line_end(self, text: &str, at: TextSize) -> TextSize {
        let rest = text.get(usize::from(at)..).unwrap_or_default();
        let end = match rest.bytes().position(|it| self.ends_line(it)) {
            None => rest.len(),
            Some(idx) if rest.get(idx..).is_some_and(|it| it.starts_with("\r\n")) => idx + 2,
            Some(idx) => idx + 1,
        };
        at + offset(end)
    }

    fn ends_line(self, byte: u8) -> bool {
        byte == b'\n' || self.has_bare_returns && byte == b'\r'
    }

    /// Returns the lines of comments directly above the line at `at`, the nearest first, without those
    /// that are of the item above them.
    fn comments_above(self, text: &str, at: TextSize) -> Vec<TextRange> {
        let mut res: Vec<TextRange> = Vec::new();
        let mut start = at;
        while let Some(above) = self.line_above(text, start) {
            if !self.is_comment(slice(text, above)) {
                break;
            }
            start = above.start();
            res.push(above);
        }
        let is_below_code = || self.line_above(text, start).is_some_and(|it| !is_blank(text, it));
        if self.part_below.is_some() && !res.is_empty() && is_below_code() {
            let line = self.line_at(text, at);
            let around = self.column(text, line);
            // Right above another part they may be about that.
            let has_parts = !self.is_part_below(slice(text, line));
            let is_above = |it: &mut TextRange| {
                let line = slice(text, *it);
                self.column(text, *it) > around || (has_parts && self.is_part_below(line))
            };
            while res.pop_if(is_above).is_some() {}
        }
        res
    }

    fn line_above(self, text: &str, start: TextSize) -> Option<TextRange> {
        let before = slice(text, TextRange::up_to(start));
        let is_end = |it: char| u8::try_from(it).is_ok_and(|it| self.ends_line(it));
        let content = before.strip_suffix("\r\n").or_else(|| before.strip_suffix(is_end))?;
        Some(TextRange::new(self.line_start(text, len(content)), start))
    }

    /// Returns true if a line is a comment and nothing else.
    #[must_use]
    pub fn is_comment(self, line: &str) -> bool {
        line.trim_start().starts_with(self.marks)
    }

    fn is_rule_at(self, text: &str, line: Option<&TextRange>) -> bool {
        self.is_rule(line.map_or("", |it| slice(text, *it)))
    }

    /// Returns true if a comment line is drawn to separate what stands above it from what stands
    /// below.
    #[must_use]
    pub fn is_rule(self, line: &str) -> bool {
        const SHORTEST: usize = 4;
        let line = line.trim_start();
        let inner = line.trim_start_matches(self.marks).trim_start();
        let n_strokes = |it: &str| it.chars().take_while(|it| STROKES.contains(it)).count();
        // A title may stand behind it.
        n_strokes(inner).max(n_strokes(line)) >= SHORTEST
    }

    /// Returns true if two lines of strokes, and nothing else, stand around a title of one or two lines.
    fn is_box(self, text: &str, block: &[TextRange], lower: usize, upper: usize) -> bool {
        let is_plain = |it: usize| {
            let line = block.get(it).map_or("", |it| slice(text, *it));
            let is_stroke = |it: char| STROKES.contains(&it) || self.marks.contains(&it);
            line.chars().all(|it| it.is_whitespace() || is_stroke(it))
        };
        (2..=3).contains(&(upper - lower)) && is_plain(lower) && is_plain(upper)
    }

    /// Returns true if what ends at `at` ends its paragraph, so that no item stands right below it.
    fn is_alone(self, text: &str, at: TextSize) -> bool {
        let next = slice(text, self.line_at(text, at));
        at == len(text) || next.trim().is_empty() || self.is_comment(next)
    }

    fn heads(self, text: &str, at: TextSize) -> bool {
        (self.is_head)(slice(text, self.line_at(text, at)).trim())
    }

    /// Returns true if no other item with banners stands between `at` and the next banner.
    fn is_last_of_banner(self, text: &str, at: TextSize) -> bool {
        let mut at = at;
        while at < len(text) {
            let line = self.line_at(text, at);
            let words = slice(text, line);
            if self.is_rule(words) && self.is_comment(words) {
                return true;
            }
            if (self.is_head)(words.trim()) {
                return false;
            }
            at = line.end();
        }
        true
    }
}

fn is_blank(text: &str, line: TextRange) -> bool {
    slice(text, line).trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: CommentStyle = CommentStyle {
        marks: &['#'],
        has_bare_returns: false,
        part_below: None,
        is_head: |it| it.contains(" = ") && !it.starts_with('#'),
    };

    #[track_caller]
    fn check(text: &str, item: &str, expect: &str) {
        let start = text.find(item).unwrap();
        let range = TextRange::at(offset(start), offset(item.len()));
        assert_eq!(slice(text, STYLE.owned_lines(text, range)), expect);
    }

    #[test]
    fn comments_have_owners() {
        let text = "# file\n\n# of a\n  # too\n  a = 1 # here\n# of b\nb = 2";
        check(text, "a = 1", "# of a\n  # too\n  a = 1 # here\n");
        check(text, "b = 2", "# of b\nb = 2");
        check(text, "a = 1 # here\n", "# of a\n  # too\n  a = 1 # here\n");
        let text = text.replace('\n', "\r\n");
        check(&text, "a = 1", "# of a\r\n  # too\r\n  a = 1 # here\r\n");
    }

    #[test]
    fn a_comment_above_several_items_belongs_to_none() {
        check("# both\na = 1\nb = 2\n", "a = 1", "a = 1\n");
        check("# one\na = 1\n\nb = 2\n", "a = 1", "# one\na = 1\n");
        check("# one\na = 1\n# two\nb = 2\n", "a = 1", "# one\na = 1\n");
        // Among others it is of the one below it.
        check("x\n# one\na = 1\nb = 2\n", "a = 1", "# one\na = 1\n");
    }

    #[test]
    fn a_banner_belongs_to_what_it_heads() {
        let rule = "# ==========\n";
        // A rule above each item.
        let text = format!("{rule}a = 1\n\n{rule}b = 2\n");
        check(&text, "a = 1", &format!("{rule}a = 1\n"));
        check(&text, "b = 2", &format!("{rule}b = 2\n"));
        let text = format!("{rule}# all\na = 1\n\nb = 2\n\n{rule}# c\nc = 3\n");
        check(&text, "a = 1", "a = 1\n");
        check(&text, "c = 3", &format!("{rule}# c\nc = 3\n"));
        // A title in a box, and one between dashes.
        check(
            &format!("# file\n{rule}# a\n{rule}a = 1\n"),
            "a = 1",
            &format!("{rule}# a\n{rule}a = 1\n"),
        );
        check("# ---- all ----\na = 1\n\nb = 2\n", "a = 1", "a = 1\n");
        // A description below the box is of the item, the box of the section.
        let boxed = format!("{rule}# all\n{rule}");
        check(&format!("{boxed}# of a\n# too\na = 1\n"), "a = 1", "# of a\n# too\na = 1\n");
        check(&format!("{boxed}\n# of a\na = 1\n"), "a = 1", "# of a\na = 1\n");
        // So it is where the section has more items.
        check(&format!("{boxed}# of a\na = 1\nb = 2\n"), "a = 1", "# of a\na = 1\n");
        check(
            &format!("# ---- all ----\n# x\n{rule}# of a\na = 1\n"),
            "a = 1",
            &format!("{rule}# of a\na = 1\n"),
        );
        // What stands above the rule is not the item's.
        check(&format!("# file\n{rule}a = 1\n"), "a = 1", &format!("{rule}a = 1\n"));
        let lines = format!("{rule}# connections\na -> b\n");
        let at = TextRange::at(offset(lines.find("a ->").unwrap()), 6.into());
        assert_eq!(slice(&lines, STYLE.owned_lines(&lines, at)), "a -> b\n");
        let whole = STYLE.lines_with_comments(&lines, at);
        assert_eq!(slice(&lines, whole), lines);
    }

    #[test]
    fn comments_below_may_be_of_the_item() {
        #[track_caller]
        fn check_below(text: &str, item: &str, expect: &str) {
            let style = CommentStyle { part_below: Some(|it| it.starts_with('+')), ..STYLE };
            let range = TextRange::at(offset(text.find(item).unwrap()), offset(item.len()));
            assert_eq!(slice(text, style.owned_lines(text, range)), expect);
        }
        let text = "x\na = 1\n  # x\n\t# y\n# of b\n  # too\nb = 2\n\n  # free\n";
        check_below(text, "a = 1", "a = 1\n  # x\n\t# y\n");
        check_below(text, "b = 2", "# of b\n  # too\nb = 2\n");
        check(text, "a = 1", "a = 1\n");
        // What stands as deep as the line below is about that.
        let text = "a = 1\n    # x\n  # of b\n  b = 2\n  # z";
        check_below(text, "a = 1", "a = 1\n    # x\n");
        check_below(text, "b = 2", "  # of b\n  b = 2\n");
        check_below("  a = 1\n\t# x", "a = 1", "  a = 1\n\t# x");
        // A part that is commented out is of what has parts, wherever it is indented.
        let text =
            "a = 1\n#+ x\n# of b\nb = 2\n# about y\n#+ y\n# free\n\nc = 3\n  +z\n#+ of zz\n  +zz";
        check_below(text, "a = 1", "a = 1\n#+ x\n");
        check_below(text, "b = 2", "# of b\nb = 2\n# about y\n#+ y\n");
        check_below(text, "+z", "  +z\n");
        check_below(text, "+zz", "#+ of zz\n  +zz");
        check_below("a = 1\n# ====\n#+ x\n", "a = 1", "a = 1\n");
        check_below("a = 1\n# about x\n#+ x\nb = 2\n", "a = 1", "a = 1\n");
    }

    #[test]
    fn a_carriage_return_may_end_lines() {
        let style = CommentStyle { marks: &['#', ';'], has_bare_returns: true, ..STYLE };
        let text = "\u{feff}# a\r; b\ra = 1\r\rb = 1\r";
        let at = TextRange::at(offset(text.find("a = 1").unwrap()), 5.into());
        assert_eq!(slice(text, style.owned_lines(text, at)), "# a\r; b\ra = 1\r");
    }

    #[test]
    fn indentation_is_the_blank_start_of_the_line() {
        assert_eq!(line_indent("a\n \tb", 4.into()), Some(" \t"));
        assert_eq!(line_indent("a\n x b", 5.into()), None);
        assert_eq!(line_indent("ab", 0.into()), Some(""));
    }
}
