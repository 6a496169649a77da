//! Stretches of lines that can be hidden but for the first.

use text_size::TextRange;

use crate::file::File;
use bobbin_core::text::slice;

impl File {
    /// Sections of more than one line, from the end of the header's line to the last body line.
    pub(crate) fn section_folds(&self) -> Vec<TextRange> {
        let ranges = self.layout().sections.iter().map(|it| self.section_range(it));
        ranges.filter(|it| slice(self.text(), *it).contains('\n')).collect()
    }
}
