//! Navigation from a name to its declaration, and to all places that use it.

use text_size::TextSize;

use crate::file::File;
use crate::occurrences;
use bobbin_core::text::Location;

/// Returns the places that declare the thing at a place: the sections of a domain, the first
/// section of a region, the scope of a kind.
pub(crate) fn definition(file: &File, at: TextSize) -> Vec<Location> {
    let Some(found) = occurrences::mention_at(file, at) else { return Vec::new() };
    let all = occurrences::mentions(file).into_iter();
    all.filter(|it| it.declares && it.thing == found.thing)
        .map(|it| Location::here(it.range))
        .collect()
}

/// Returns all places that name the thing at a place.
pub(crate) fn references(file: &File, at: TextSize) -> Vec<Location> {
    let Some(found) = occurrences::mention_at(file, at) else { return Vec::new() };
    let all = occurrences::mentions(file).into_iter();
    all.filter(|it| it.thing == found.thing).map(|it| Location::here(it.range)).collect()
}

#[cfg(test)]
mod tests;
