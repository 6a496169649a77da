//! Comments behind values that are none, because no space stands in front of their mark.

use text_size::TextRange;

use crate::target::file::File;
use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::TextEdit;
use bobbin_core::text::{offset, slice};

/// Plans to separate a note from the value in `range`, whose type it spoils: `64; bits` is a word,
/// `64 ; bits` a number with a comment (coil.md#trailing-comments).
pub(super) fn fix(file: &File, range: TextRange) -> Option<Fix> {
    let text: &str = &file.input().text;
    let value = slice(text, range);
    let at = note(value)?;
    let line = text.get(..usize::from(range.start()))?.rsplit(['\n', '\r']).next()?;
    // Only behind a value the mark begins a comment, and of a list it would take further items.
    let rest = text.get(usize::from(range.end())..)?.split(['\n', '\r']).next()?;
    if !line.contains('=') || rest.trim_start().starts_with(',') {
        return None;
    }
    let mark = value.get(at..)?.chars().next()?;
    let edit = TextEdit::insert(range.start() + offset(at), " ");
    Some(Fix::new(format!("Put a space before `{mark}`"), edit))
}

/// Returns the place of a mark that follows a word and has a space behind it, outside quotes.
fn note(value: &str) -> Option<usize> {
    let (mut is_quoted, mut before) = (false, ' ');
    let mut chars = value.char_indices().peekable();
    while let Some((at, it)) = chars.next() {
        match it {
            '"' => is_quoted = !is_quoted,
            '#' | ';'
                if !is_quoted
                    && !before.is_whitespace()
                    && chars.peek().is_some_and(|it| it.1.is_whitespace()) =>
            {
                return (!value.get(at..)?.contains(',')).then_some(at);
            }
            _ => (),
        }
        before = it;
    }
    None
}
