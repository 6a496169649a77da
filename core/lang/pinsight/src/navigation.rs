//! Where a thing is declared, and all places that name it.

use text_size::TextSize;

use crate::file::File;
use bobbin_core::text::Location;

impl File {
    /// Where the thing at a place is declared: the sections of a domain, the first section of a
    /// region, the scope of a kind.
    pub(crate) fn definition_at(&self, at: TextSize) -> Vec<Location> {
        let Some(found) = self.mention_at(at) else { return Vec::new() };
        let all = self.mentions().into_iter();
        all.filter(|it| it.declares && it.thing == found.thing)
            .map(|it| Location::here(it.range))
            .collect()
    }

    /// All places that name the thing at a place.
    pub(crate) fn references_at(&self, at: TextSize) -> Vec<Location> {
        let Some(found) = self.mention_at(at) else { return Vec::new() };
        let all = self.mentions().into_iter();
        all.filter(|it| it.thing == found.thing).map(|it| Location::here(it.range)).collect()
    }
}

#[cfg(test)]
mod tests;
