//! Sections as items that commands and views can name.

use std::collections::HashMap;

use text_size::{TextRange, TextSize};

use crate::file::File;
use crate::item;
use crate::lower::Section;
use crate::token::trim;
use bobbin_core::edit::{ItemPath, Refusal};
use bobbin_core::text::slice;

/// First part of every item path.
pub(crate) const KIND: &str = "section";

/// Returns the text of a section's target, which is its name.
pub(crate) fn name<'f>(file: &'f File, section: &Section) -> &'f str {
    slice(file.text(), section.header.target_range)
}

/// Returns the name of a section for people: without what stands behind its bracket, which was a part of
/// the name to the program of February 2026.
pub(crate) fn title<'f>(file: &'f File, section: &Section) -> &'f str {
    let name = name(file, section);
    name.split_once(']').map_or(name, |it| trim(it.0))
}

/// Paths of all sections. Of several with the same target the later ones get `#2`, `#3`, ….
pub(crate) fn item_paths(file: &File) -> Vec<ItemPath> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let sections = file.layout().sections.iter().map(|it| name(file, it));
    sections
        .map(|target| {
            let n_seen = seen.entry(target).or_default();
            *n_seen += 1;
            path(target, *n_seen)
        })
        .collect()
}

/// Returns the path of one section.
pub(crate) fn item_path(file: &File, idx: usize) -> Option<ItemPath> {
    let target = name(file, file.layout().sections.get(idx)?);
    let before = file.layout().sections.iter().take(idx).filter(|it| name(file, it) == target);
    Some(path(target, before.count() as u32 + 1))
}

/// Returns the path of the section at a place.
pub(crate) fn item_path_at(file: &File, at: TextSize) -> Option<ItemPath> {
    item_path(file, file.layout().section_at(at)?)
}

/// Finds the section a path names.
pub(crate) fn find_section(file: &File, item: &ItemPath) -> Option<usize> {
    let (target, number) = match item.parts().as_slice() {
        [KIND, target] => ((*target).to_owned(), 1),
        [KIND, target, number] => {
            ((*target).to_owned(), number.strip_prefix('#')?.parse::<usize>().ok()?)
        }
        _ => return None,
    };
    let sections = file.layout().sections.iter().enumerate();
    let mut same = sections.filter(|(_, it)| name(file, it) == target);
    same.nth(number.checked_sub(1)?).map(|(idx, _)| idx)
}

/// Returns the range from the header to the end of the last body line.
pub(crate) fn section_range(file: &File, section: &Section) -> TextRange {
    let last = file.layout().pairs_of(section).next_back();
    let end = last.map_or(section.header.range.end(), |(_, it)| {
        it.value.end().max(section.header.range.end())
    });
    TextRange::new(section.header.range.start(), end)
}

/// Finds the section that a body line stands in.
pub(crate) fn section_of_pair(file: &File, pair: usize) -> Option<usize> {
    let idx = file.layout().sections.partition_point(|it| it.pairs.start <= pair);
    let idx = idx.checked_sub(1)?;
    file.layout().sections.get(idx)?.pairs.contains(&pair).then_some(idx)
}

fn path(target: &str, number: u32) -> ItemPath {
    let mut parts = vec![KIND.to_owned(), target.to_owned()];
    if number > 1 {
        parts.push(format!("#{number}"));
    }
    ItemPath(parts)
}

pub(crate) fn section<'f>(
    file: &'f File,
    item: &ItemPath,
) -> Result<(usize, &'f Section), Refusal> {
    item::find_section(file, item)
        .and_then(|idx| Some((idx, file.layout().sections.get(idx)?)))
        .ok_or_else(|| Refusal::unknown_item(item))
}
