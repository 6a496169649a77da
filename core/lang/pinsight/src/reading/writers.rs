//! Which sections write into what, for who asks about many parts of the state.

use super::log::{Log, PairResult, SectionResult, Subject};
use crate::lower::Layout;
use crate::tables::Kind;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::slice;

/// The sections by what they write into.
#[derive(Debug, Default)]
pub struct Writers {
    /// The first section that writes into an entry of units.
    pub first_punit: Option<usize>,
    /// The start of the sections of each entry of the region table, then the end of the last ones.
    starts: Vec<u32>,
    /// The sections of the entries, each list in the order of the text.
    sections: Vec<u32>,
    /// The last section with a constraint among those of each entry.
    constrained: Vec<Option<u32>>,
    /// The lines that set the scope of a kind, each with its section, by the kind and then in the order of the
    /// text.
    scopes: Vec<(Kind, u32, u32)>,
    /// The sections about other parts of the state, of which there are few kinds.
    pub others: Vec<u32>,
}

impl Writers {
    /// Finds the writers of all regions in one pass over the sections of `text`.
    #[must_use]
    pub fn new(text: &str, layout: &Layout, log: &Log) -> Writers {
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
        let has_constraint = |it: &&u32| {
            let section = layout.sections.get(**it as usize);
            section.is_some_and(|it| it.header.constraints.is_some())
        };
        let regions = 0..n_regions as usize;
        res.constrained =
            regions.map(|it| res.of(it).iter().rfind(has_constraint).copied()).collect();
        res.scopes = scopes(text, layout, log, &res.others);
        res
    }

    /// Returns the last section with a constraint that writes into an entry of the region table.
    #[must_use]
    pub fn last_constraint(&self, region: usize) -> Option<usize> {
        self.constrained.get(region).copied().flatten().map(|it| it as usize)
    }

    /// Returns the last line above a section that sets the scope of a kind.
    #[must_use]
    pub fn scope_above(&self, section: usize, kind: Kind) -> Option<usize> {
        let end = self.scopes.partition_point(|it| (it.0, it.1 as usize) < (kind, section));
        let last = self.scopes.get(end.checked_sub(1)?)?;
        (last.0 == kind).then_some(last.2 as usize)
    }

    /// Returns the sections that write into an entry of the region table.
    #[must_use]
    pub fn of(&self, region: usize) -> &[u32] {
        let bound = |it: usize| self.starts.get(it).map(|&it| it as usize);
        let range = bound(region).zip(bound(region + 1));
        range.and_then(|(start, end)| self.sections.get(start..end)).unwrap_or_default()
    }
}

/// Finds the lines that set the scope of a kind.
fn scopes(text: &str, layout: &Layout, log: &Log, sections: &[u32]) -> Vec<(Kind, u32, u32)> {
    let mut res = Vec::new();
    for &idx in sections {
        let subject = log.sections.get(idx as usize).map(|it| &it.subject);
        let Some(&Subject::Domain(domain)) = subject else { continue };
        let pairs =
            layout.sections.get(idx as usize).into_iter().flat_map(|it| layout.pairs_of(it));
        for (nth, pair) in pairs {
            let is_read = log.pairs.get(nth) == Some(&PairResult::Applied);
            let key = slice(text, pair.key);
            let kind = || domain.kinds().find(|it| it.words() == key);
            if let Some(kind) = (is_read && key.contains('.')).then(kind).flatten() {
                res.push((kind, idx, nth as u32));
            }
        }
    }
    res.order();
    res
}
