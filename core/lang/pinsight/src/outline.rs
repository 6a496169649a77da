//! Sections as a list.

use crate::docs;
use crate::file::File;
use crate::header::Action;
use crate::item;
use bobbin_core::view::{Outline, OutlineEntry, OutlineKind};

pub(crate) fn outline(file: &File) -> Outline {
    let paths = item::item_paths(file);
    let entries = file.layout().sections.iter().zip(paths).map(|(section, item)| {
        let header = &section.header;
        let mut detail = docs::section_kind(header.target).to_owned();
        if header.action != Action::Set {
            detail = format!("{} {detail}", header.action.word());
        }
        OutlineEntry {
            item,
            name: item::title(file, section).to_owned(),
            detail,
            kind: OutlineKind::Section,
            range: item::section_range(file, section),
            name_range: header.target_range,
            children: Vec::new(),
        }
    });
    Outline { entries: entries.collect(), ..Outline::default() }
}
