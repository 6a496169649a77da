//! Whole lines, whichever way they end.

use text_size::TextRange;

use bobbin_core::text::offset;

/// Returns the whole line in which `range` starts, with its line end: LF, CRLF or CR. A byte order
/// mark stays outside.
pub(crate) fn line_range(text: &str, range: TextRange) -> TextRange {
    let at = usize::from(range.start());
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let mut start = before.rfind(['\n', '\r']).map_or(0, |it| it + 1);
    if start == 0 && text.starts_with('\u{feff}') {
        start = '\u{feff}'.len_utf8().min(at);
    }
    let end = match after.find(['\n', '\r']) {
        None => text.len(),
        Some(idx) if after.get(idx..idx + 2) == Some("\r\n") => at + idx + 2,
        Some(idx) => at + idx + 1,
    };
    TextRange::new(offset(start), offset(end))
}

/// Returns the line break that the text uses first; LF if it has none.
pub(crate) fn line_end(text: &str) -> &'static str {
    match text.find(['\n', '\r']) {
        Some(idx) if text.get(idx..idx + 2) == Some("\r\n") => "\r\n",
        Some(idx) if text.get(idx..idx + 1) == Some("\r") => "\r",
        _ => "\n",
    }
}
