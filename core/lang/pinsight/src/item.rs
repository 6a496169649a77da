//! Sections as items that commands and views can name.

use std::collections::HashMap;

use text_size::TextRange;

use super::File;
use super::lower::Section;
use bobbin_core::edit::ItemPath;
use bobbin_core::text::slice;

/// First part of every item path.
pub(super) const KIND: &str = "section";

impl File {
    /// The text of a section's target: what it is called.
    pub(super) fn target<'f>(&'f self, section: &Section) -> &'f str {
        slice(&self.input.text, section.header.target_range)
    }

    /// Paths of all sections. Of several with the same target the later ones get `#2`, `#3`, ….
    pub(super) fn item_paths(&self) -> Vec<ItemPath> {
        let mut seen: HashMap<&str, u32> = HashMap::new();
        let sections = self.layout.sections.iter().map(|it| self.target(it));
        sections
            .map(|target| {
                let n_seen = seen.entry(target).or_default();
                *n_seen += 1;
                path(target, *n_seen)
            })
            .collect()
    }

    /// The path of one section.
    pub(super) fn item_path(&self, idx: usize) -> Option<ItemPath> {
        let target = self.target(self.layout.sections.get(idx)?);
        let before = self.layout.sections.iter().take(idx).filter(|it| self.target(it) == target);
        Some(path(target, before.count() as u32 + 1))
    }

    /// The section a path names.
    pub(super) fn find_section(&self, item: &ItemPath) -> Option<usize> {
        let (target, number) = match item.parts().as_slice() {
            [KIND, target] => ((*target).to_owned(), 1),
            [KIND, target, number] => {
                ((*target).to_owned(), number.strip_prefix('#')?.parse::<usize>().ok()?)
            }
            _ => return None,
        };
        let sections = self.layout.sections.iter().enumerate();
        let mut same = sections.filter(|(_, it)| self.target(it) == target);
        same.nth(number.checked_sub(1)?).map(|(idx, _)| idx)
    }

    /// From the header to the end of the last body line.
    pub(super) fn section_range(&self, section: &Section) -> TextRange {
        let last = self.layout.pairs_of(section).next_back();
        let end = last.map_or(section.header.range.end(), |(_, it)| {
            it.value.end().max(section.header.range.end())
        });
        TextRange::new(section.header.range.start(), end)
    }

    /// The section that a body line stands in.
    pub(super) fn section_of_pair(&self, pair: usize) -> Option<usize> {
        let idx = self.layout.sections.partition_point(|it| it.pairs.start <= pair);
        let idx = idx.checked_sub(1)?;
        self.layout.sections.get(idx)?.pairs.contains(&pair).then_some(idx)
    }
}

fn path(target: &str, number: u32) -> ItemPath {
    let mut parts = vec![KIND.to_owned(), target.to_owned()];
    if number > 1 {
        parts.push(format!("#{number}"));
    }
    ItemPath(parts)
}
