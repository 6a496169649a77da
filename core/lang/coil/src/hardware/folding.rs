//! Sections that can be folded.

use text_size::TextRange;

use super::file::File;
use bobbin_core::text::slice;

pub(super) fn folds(file: &File) -> Vec<TextRange> {
    file.sections()
        .all
        .iter()
        .map(|it| it.range)
        .filter(|&it| slice(file.text(), it).contains('\n'))
        .collect()
}
