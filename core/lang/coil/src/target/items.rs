//! Sections of the main file as items.

use text_size::TextSize;

use super::file::File;
use super::source_file::{Header, SourceFile};
use bobbin_core::edit::ItemPath;

/// The first part of the path of every item.
pub(super) const SECTION: &str = "section";

/// Returns the path of a header of the main file.
#[must_use]
pub(super) fn item_of(file: &SourceFile, header: &Header) -> ItemPath {
    let mut parts = vec![SECTION.to_owned(), file.name(header).to_owned()];
    if header.nth > 1 {
        parts.push(format!("#{}", header.nth));
    }
    ItemPath(parts)
}

/// Finds the header of the main file that `item` names, if it is there.
#[must_use]
pub(super) fn find_header<'f>(file: &'f SourceFile, item: &ItemPath) -> Option<&'f Header> {
    let (name, nth) = section_name(item)?;
    file.headers.iter().find(|it| it.nth == nth && file.name(it) == name)
}

/// Returns name and number of the section that `item` names, whether it is there or not.
#[must_use]
pub(super) fn section_name(item: &ItemPath) -> Option<(&str, u32)> {
    match item.0.as_slice() {
        [kind, name] if kind == SECTION => Some((name, 1)),
        [kind, name, nth] if kind == SECTION => Some((name, nth.strip_prefix('#')?.parse().ok()?)),
        _ => None,
    }
}

/// Returns the path of the section that `at` belongs to.
pub(super) fn item_at(file: &File, at: TextSize) -> Option<ItemPath> {
    let main = file.config().main()?;
    let header = main.headers.get(main.header_at(at)?)?;
    Some(item_of(main, header))
}
