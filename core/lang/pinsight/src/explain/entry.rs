//! Which entry counts for a region, and which sections write into it.

use text_size::TextRange;

use crate::File;
use crate::model::{RegionConfig, RegionId};
use crate::reading::Subject;
use crate::resolve::{self, Entry, Place};
use crate::tables::Domain;
use crate::token::trim;
use bobbin_core::text::{range_in, slice};

impl File {
    /// The entry that counts for a region, and its settings.
    pub(crate) fn entry_of(
        &self,
        domain: Domain,
        region: Option<&RegionId>,
    ) -> (Entry, &RegionConfig) {
        // An address that no file names; code does not lie there.
        const NOWHERE: u64 = u64::MAX;
        let state = &self.state;
        let mut place = Place { domain, address: NOWHERE, name: None, file: None };
        match region {
            Some(RegionId::Address(address)) => place.address = *address,
            // Regions of OpenMP have no names (pinsight.md#domain-callbacks).
            Some(RegionId::Name(_, name)) if domain != Domain::OpenMp => {
                place.name = Some(name);
            }
            _ => (),
        }
        let entry = resolve::entry(state, &place);
        let config = match entry {
            Entry::DomainDefault(_) if self.is_seed() => &state.region_default,
            _ => entry.config(state),
        };
        (entry, config)
    }

    /// What an entry is called, and the sections that write into it.
    pub(crate) fn entry_name(&self, entry: Entry) -> (String, Vec<usize>) {
        match entry {
            Entry::Region(idx) => {
                let sections = self.region_sections(idx);
                let id = self.state.regions.get(idx).map(|it| it.id.words());
                (format!("Lexgion({})", id.unwrap_or_default()), sections)
            }
            Entry::DomainDefault(_) if self.is_seed() => {
                ("Lexgion.default".to_owned(), self.sections_of(&Subject::RegionDefault))
            }
            Entry::DomainDefault(domain) => {
                let mut sections = self.sections_of(&Subject::DomainRegionDefault(domain));
                // Each header starts afresh, so only the last counts.
                sections.drain(..sections.len().saturating_sub(1));
                if sections.is_empty() {
                    sections = self.sections_of(&Subject::RegionDefault);
                }
                (format!("Lexgion({}).default", domain.name()), sections)
            }
        }
    }

    /// The sections that write into an entry of the region table.
    pub(crate) fn region_sections(&self, region: usize) -> Vec<usize> {
        let sections = self.log.sections.iter().enumerate();
        let writes = |subject: &Subject| match *subject {
            Subject::Regions(start, end) => {
                let entries = self.log.regions.get(start..end).unwrap_or_default();
                entries.iter().any(|&it| it as usize == region)
            }
            _ => false,
        };
        let found = sections.filter(|(_, it)| it.takes_body && writes(&it.subject));
        found.map(|(idx, _)| idx).collect()
    }

    /// The sections about one part of the state whose bodies count.
    pub(crate) fn sections_of(&self, subject: &Subject) -> Vec<usize> {
        let sections = self.log.sections.iter().enumerate();
        let found = sections.filter(|(_, it)| it.takes_body && it.subject == *subject);
        found.map(|(idx, _)| idx).collect()
    }

    /// The target of a section, as it is written.
    pub(crate) fn section_name(&self, section: Option<usize>) -> String {
        let section = section.and_then(|it| self.layout.sections.get(it));
        section.map(|it| self.target(it).to_owned()).unwrap_or_default()
    }

    /// Where a header names a domain as parent.
    pub(super) fn parent_range(&self, section: usize, domain: Domain) -> Option<TextRange> {
        let text = &self.input.text;
        let inherit = self.layout.sections.get(section)?.header.inherit?;
        let items = slice(text, inherit).split(',').map(trim);
        let mut found = items.filter(|it| it.split('.').next() == Some(domain.name()));
        found.next_back().map(|it| range_in(text, it))
    }
}
