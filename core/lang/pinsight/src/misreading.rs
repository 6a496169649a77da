//! What the programs make of a text in the seed dialect that its document did not mean.

use crate::file::File;
use crate::model::State;

impl File {
    /// The region whose section took over the entry of `Lexgion.default` in the program of February
    /// 2026, if the triple that counts for all regions is another by that.
    pub(crate) fn usurper(&self) -> Option<usize> {
        if !self.is_seed() {
            return None;
        }
        let first = self.state().regions.first()?;
        let values = |it: &State| it.region_default.triple.map(|it| it.value);
        let is_other = values(self.era()) != values(self.state());
        let writes = |section: &usize| self.section_region(*section) == Some(&first.id);
        (0..self.log().sections.len()).find(writes).filter(|_| is_other)
    }
}
