//! Sections as a list.

use crate::docs;
use crate::file::File;
use crate::header::Action;
use bobbin_core::view::{Outline, OutlineEntry, OutlineKind};

impl File {
    pub(crate) fn outline_of_sections(&self) -> Outline {
        let paths = self.item_paths();
        let entries = self.layout().sections.iter().zip(paths).map(|(section, item)| {
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
}
