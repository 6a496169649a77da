//! Sections as a list, and the stretches that can be folded.

use text_size::TextRange;

use super::File;
use super::docs;
use super::header::{Action, Target};
use bobbin_core::text::slice;
use bobbin_core::view::{Outline, OutlineEntry, OutlineKind};

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
        Outline { entries: entries.collect(), ..Outline::default() }
    }

    /// What the programs do with a section, where that is not plain. A text in the seed dialect has
    /// two that matter: the one of its time, and today's.
    pub(super) fn section_note(&self, idx: usize) -> String {
        let Some(header) = self.layout.sections.get(idx).map(|it| &it.header) else {
            return String::new();
        };
        if !self.is_seed() {
            return docs::section_note(header.target, header.action).to_owned();
        }
        let mut res = docs::seed_note(header.target).to_owned();
        match (self.usurper(), header.target) {
            (Some(first), _) if first == idx => res.push_str(
                ". But it was given the entry of `Lexgion.default`, as the first region of the file, \
                 so its triple counted for all regions",
            ),
            (Some(first), Target::RegionDefault) => res.push_str(&format!(
                ", with what `{}` wrote over it, the first region of the file, which was given the \
                 same entry",
                self.section_name(Some(first))
            )),
            _ => (),
        }
        if let Some(read_as) = self.misread(idx) {
            res.push_str(&format!(". Today's program reads this header as {read_as}"));
        }
        res
    }

    /// Sections of more than one line, from the end of the header's line to the last body line.
    pub(super) fn section_folds(&self) -> Vec<TextRange> {
        let ranges = self.layout.sections.iter().map(|it| self.section_range(it));
        ranges.filter(|it| slice(&self.input.text, *it).contains('\n')).collect()
    }
}
