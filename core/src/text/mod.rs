//! Texts: from bytes and back, lines and columns, and the files a text may include.

mod files;
mod json;
mod line_index;
mod location;
mod markdown;
mod moves;
pub mod paths;
mod place;
mod position;
mod source;

pub use files::Files;
pub use json::JsonWriter;
pub use line_index::{ColumnUnit, LineIndex};
pub use location::Location;
pub use markdown::{bold, code};
pub use moves::{FileMoves, FileName, leads_above_root, relative_path, with_file_name};
pub(crate) use place::placed;
pub use place::{MapPlace, Placed};
pub use position::{Position, Range};
pub use source::{Encoding, SourceText};

use text_size::{TextRange, TextSize};

/// Returns the part of `text` in `range`; empty if `range` does not lie on character boundaries
/// inside it.
///
/// Ranges come from a parse of the same text, so the empty answer means a stale range, which must
/// not take the page down.
#[must_use]
pub fn slice(text: &str, range: TextRange) -> &str {
    text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or_default()
}

/// Returns the length of `text` as an offset; texts beyond 4 GiB are cut to the largest offset.
#[must_use]
pub fn len(text: &str) -> TextSize {
    offset(text.len())
}

/// Returns a byte index as an offset; cut to the largest offset beyond 4 GiB.
#[must_use]
pub fn offset(index: usize) -> TextSize {
    TextSize::new(u32::try_from(index).unwrap_or(u32::MAX))
}

/// Returns the range of `part`, which must be a sub-slice of `whole`; an empty range at 0 if it is
/// not.
///
/// Lets rules work with `trim` and `split` and still say where a piece stands.
#[must_use]
pub fn range_in(whole: &str, part: &str) -> TextRange {
    let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
    if start <= whole.len() && start + part.len() <= whole.len() {
        TextRange::at(offset(start), len(part))
    } else {
        TextRange::empty(TextSize::new(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_knows_where_it_stands() {
        let whole = "key =  é value ";
        let part = whole.split('=').nth(1).unwrap().trim();
        assert_eq!(slice(whole, range_in(whole, part)), "é value");
        assert_eq!(range_in(whole, "elsewhere"), TextRange::empty(TextSize::new(0)));
    }

    #[test]
    fn a_stale_range_is_empty() {
        assert_eq!(slice("é", TextRange::new(1.into(), 2.into())), "");
        assert_eq!(slice("ab", TextRange::new(1.into(), 9.into())), "");
    }
}
