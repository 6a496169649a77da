//! Which blank space and comments belong to what.

use text_size::{TextRange, TextSize};

use crate::text::{offset, slice};

/// The blanks at the start of the line of `at`, if nothing else stands before `at` on that line.
#[must_use]
pub fn line_indent(text: &str, at: TextSize) -> Option<&str> {
    let before = text.get(..usize::from(at))?;
    let line = before.rsplit('\n').next()?;
    line.chars().all(char::is_whitespace).then_some(line)
}

/// The offset behind the line end that follows `at`, and whether there is a line end at all (the
/// last line of a text may have none).
#[must_use]
pub fn line_end_after(text: &str, at: TextSize) -> (TextSize, bool) {
    let rest = text.get(usize::from(at)..).unwrap_or_default();
    match rest.find('\n') {
        Some(idx) => (at + offset(idx + 1), true),
        None => (offset(text.len()), false),
    }
}

/// The whole lines that `range` touches, with the comment lines it owns.
///
/// A comment is owned by the item on whose line it stands, or, if it stands alone, by the item
/// directly below without a blank line between. A comment followed by a blank line belongs to the
/// file. `is_comment` gets a line without its indentation.
#[must_use]
pub fn owned_lines(text: &str, range: TextRange, is_comment: impl Fn(&str) -> bool) -> TextRange {
    let line_start = |at: TextSize| {
        let before = slice(text, TextRange::up_to(at));
        offset(before.rfind('\n').map_or(0, |idx| idx + 1))
    };
    let mut start = line_start(range.start());
    while start > TextSize::new(0) {
        let above = TextRange::new(line_start(start - TextSize::new(1)), start);
        let line = slice(text, above).trim();
        if line.is_empty() || !is_comment(line) {
            break;
        }
        start = above.start();
    }
    // An empty range at the start of a line touches that line.
    let last = if range.is_empty() { range.end() } else { range.end() - TextSize::new(1) };
    let end = if slice(text, TextRange::new(last, range.end())) == "\n" {
        range.end()
    } else {
        line_end_after(text, range.end()).0
    };
    TextRange::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, item: &str, expect: &str) {
        let start = text.find(item).unwrap();
        let range = TextRange::at(offset(start), offset(item.len()));
        assert_eq!(slice(text, owned_lines(text, range, |it| it.starts_with('#'))), expect);
    }

    #[test]
    fn comments_have_owners() {
        let text = "# file\n\n# of a\n  # too\n  a = 1 # here\n# of b\nb = 2";
        check(text, "a = 1", "# of a\n  # too\n  a = 1 # here\n");
        check(text, "b = 2", "# of b\nb = 2");
        check(text, "a = 1 # here\n", "# of a\n  # too\n  a = 1 # here\n");
    }

    #[test]
    fn indentation_is_the_blank_start_of_the_line() {
        assert_eq!(line_indent("a\n \tb", 4.into()), Some(" \t"));
        assert_eq!(line_indent("a\n x b", 5.into()), None);
        assert_eq!(line_indent("ab", 0.into()), Some(""));
    }
}
