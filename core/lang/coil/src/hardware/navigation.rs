//! Navigation from a name to its declarations and its other occurrences.

use text_size::TextSize;

use super::file::File;
use super::occurrences::{Named, mention_at, mentions};
use bobbin_core::text::Location;

/// Returns the declarations of the thing at `at`: a unit's own section, an ABI's, a feature
/// section.
pub(super) fn definition(file: &File, at: TextSize) -> Vec<Location> {
    let mentions = mentions(file);
    let Some(it) = mention_at(&mentions, at) else { return Vec::new() };
    let found = mentions.iter().filter(|other| other.is_declaration && other.named == it.named);
    let mut res: Vec<Location> = found.map(|it| Location::here(it.range)).collect();
    // A bare mapping serves the ABIs of all units.
    if let (true, Named::Abi(None, name)) = (res.is_empty(), &it.named) {
        let of_unit = mentions.iter().filter(|other| {
            other.is_declaration && matches!(&other.named, Named::Abi(_, it) if it == name)
        });
        res.extend(of_unit.map(|it| Location::here(it.range)));
    }
    res
}

/// Returns all places that name the thing at `at`.
pub(super) fn references(file: &File, at: TextSize) -> Vec<Location> {
    let mentions = mentions(file);
    let Some(it) = mention_at(&mentions, at) else { return Vec::new() };
    let found = mentions.iter().filter(|other| other.named == it.named);
    found.map(|it| Location::here(it.range)).collect()
}
