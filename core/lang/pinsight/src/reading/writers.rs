//! Which sections write into what, for who asks about many parts of the state.

use super::log::{Log, SectionResult, Subject};
use bobbin_core::sorting::Sorting as _;

/// The sections by what they write into.
#[derive(Debug, Default)]
pub struct Writers {
    /// The first section that writes into an entry of units.
    pub first_punit: Option<usize>,
    /// The start of the sections of each entry of the region table, then the end of the last ones.
    starts: Vec<u32>,
    /// The sections of the entries, each list in the order of the text.
    sections: Vec<u32>,
    /// The sections about other parts of the state, of which there are few kinds.
    pub others: Vec<u32>,
}

impl Writers {
    /// Finds the writers of all regions in one pass over the sections.
    #[must_use]
    pub fn new(log: &Log) -> Writers {
        let (mut pairs, mut others): (Vec<(u32, u32)>, Vec<u32>) = (Vec::new(), Vec::new());
        for (section, it) in log.sections.iter().enumerate().filter(|(_, it)| it.takes_body) {
            let Subject::Regions(start, end) = it.subject else {
                others.push(section as u32);
                continue;
            };
            let regions = log.regions.get(start..end).unwrap_or_default();
            pairs.extend(regions.iter().map(|&region| (region, section as u32)));
        }
        pairs.order();
        pairs.dedup();
        let n_regions = pairs.last().map_or(0, |it| it.0 + 1);
        let is_punit = |it: &SectionResult| matches!(it.subject, Subject::Punit(..));
        let first_punit = log.sections.iter().position(is_punit);
        let mut res = Writers { first_punit, others, ..Writers::default() };
        for region in 0..=n_regions {
            res.starts.push(pairs.partition_point(|it| it.0 < region) as u32);
        }
        res.sections = pairs.into_iter().map(|it| it.1).collect();
        res
    }

    /// Returns the sections that write into an entry of the region table.
    #[must_use]
    pub fn of(&self, region: usize) -> &[u32] {
        let bound = |it: usize| self.starts.get(it).map(|&it| it as usize);
        let range = bound(region).zip(bound(region + 1));
        range.and_then(|(start, end)| self.sections.get(start..end)).unwrap_or_default()
    }
}
