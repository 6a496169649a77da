//! Stretches of lines that can be hidden but for the first.

use text_size::TextRange;

use crate::file::File;
use crate::item;
use bobbin_core::text::slice;

/// Sections of more than one line, from the end of the header's line to the last body line.
pub(crate) fn folds(file: &File) -> Vec<TextRange> {
    let ranges = file.layout().sections.iter().map(|it| item::section_range(file, it));
    ranges.filter(|it| slice(file.text(), *it).contains('\n')).collect()
}
