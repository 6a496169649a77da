//! Sections as a list, and the stretches that can be folded.

use text_size::TextRange;

use super::File;
use super::docs;
use super::header::Action;
use crate::text::slice;
use crate::view::{Outline, OutlineEntry, OutlineKind};

impl File {
    pub(super) fn outline_of_sections(&self) -> Outline {
        let paths = self.item_paths();
        let entries = self.layout.sections.iter().zip(paths).map(|(section, item)| {
            let header = &section.header;
            let mut detail = docs::section_kind(header.target).to_owned();
            if header.action != Action::Set {
                detail = format!("{} {detail}", header.action.word());
            }
            OutlineEntry {
                item,
                name: self.target(section).to_owned(),
                detail,
                kind: OutlineKind::Section,
                range: self.section_range(section),
                name_range: header.target_range,
                children: Vec::new(),
            }
        });
        Outline { entries: entries.collect() }
    }

    /// Sections of more than one line, from the end of the header's line to the last body line.
    pub(super) fn section_folds(&self) -> Vec<TextRange> {
        let ranges = self.layout.sections.iter().map(|it| self.section_range(it));
        ranges.filter(|it| slice(&self.input.text, *it).contains('\n')).collect()
    }
}
