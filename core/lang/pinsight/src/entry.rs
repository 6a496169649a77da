//! The entries of a region: the one that counts, and the sections that write into it.

use text_size::TextRange;

use crate::file::File;
use crate::header::{Action, Header};
use crate::item;
use crate::model::{Region, RegionConfig, RegionId};
use crate::reading::Subject;
use crate::run_time::{self, Entry, Place};
use crate::tables::{Domain, Kind};
use crate::token::trim;
use crate::values::scope;
use bobbin_core::text::{range_in, slice};

/// Returns the entry that counts for a region, and its settings; `of_file` is the base name of the
/// file that the region is in, if that is known.
pub(crate) fn entry_of<'f>(
    file: &'f File,
    domain: Domain,
    region: Option<&RegionId>,
    of_file: Option<&str>,
) -> (Entry, &'f RegionConfig) {
    let state = file.state();
    // Of regions of other domains the program does not know the file.
    let of_file = of_file.filter(|_| domain == Domain::Python);
    let mut place = Place { domain, address: None, name: None, file: of_file };
    match region {
        Some(RegionId::Address(address)) => place.address = Some(*address),
        // Regions of OpenMP have no names (pinsight.md#domain-callbacks).
        Some(RegionId::Name(_, name)) if domain != Domain::OpenMp => {
            place.name = Some(name);
        }
        _ => (),
    }
    let entry = run_time::entry(state, &place);
    let config = match entry {
        Entry::DomainDefault(_) if file.is_seed() => &state.region_default,
        _ => entry.config(state),
    };
    (entry, config)
}

/// Returns the name of an entry and the sections that write into it.
pub(crate) fn entry_name(file: &File, entry: Entry) -> (String, Vec<usize>) {
    match entry {
        Entry::Region(idx) => {
            let sections = region_sections(file, idx);
            let region = file.state().regions.get(idx).map(Region::words);
            (format!("Lexgion({})", region.unwrap_or_default()), sections)
        }
        Entry::DomainDefault(_) if file.is_seed() => {
            ("Lexgion.default".to_owned(), sections_of(file, &Subject::RegionDefault))
        }
        Entry::DomainDefault(domain) => {
            // Each header starts afresh, also one whose body is not read, so only the last counts
            // (pinsight.md#actions).
            let subject = Subject::DomainRegionDefault(domain);
            let last = file.log().sections.iter().rposition(|it| it.subject == subject);
            let sections = match last {
                Some(last) => vec![last],
                None => sections_of(file, &Subject::RegionDefault),
            };
            // The section that the file has, which is what its maps and lines lead to.
            let name = match last.is_none() && !sections.is_empty() {
                true => "Lexgion.default".to_owned(),
                false => format!("Lexgion({}).default", domain.name()),
            };
            (name, sections)
        }
    }
}

/// Returns the sections that write into an entry of the region table.
pub(crate) fn region_sections(file: &File, region: usize) -> Vec<usize> {
    file.writers().of(region).iter().map(|&it| it as usize).collect()
}

/// Returns the last section that writes into an entry of the region table.
pub(crate) fn last_region_section(file: &File, region: usize) -> Option<usize> {
    file.writers().of(region).last().map(|&it| it as usize)
}

/// Returns the sections about one part of the state other than regions whose bodies count.
pub(crate) fn sections_of(file: &File, subject: &Subject) -> Vec<usize> {
    let is_about =
        |it: &usize| file.log().sections.get(*it).is_some_and(|it| it.subject == *subject);
    file.writers().others.iter().map(|&it| it as usize).filter(is_about).collect()
}

/// Returns the target of a section, as it is written.
pub(crate) fn section_name(file: &File, section: Option<usize>) -> String {
    let section = section.and_then(|it| file.layout().sections.get(it));
    section.map(|it| item::name(file, it).to_owned()).unwrap_or_default()
}

/// Returns the scope of a kind where a section begins, which is what drops ids of its header
/// (pinsight.md#id-lists).
pub(crate) fn scope_at(file: &File, section: usize, kind: Kind) -> (i32, i32) {
    let set = file.writers().scope_above(section, kind);
    let set = set.and_then(|it| file.layout().pairs.get(it));
    set.map_or(kind.limits(), |it| scope(file.text_at(it.value)))
}

/// Returns the place where a header names a domain as parent.
pub(crate) fn parent_range(file: &File, section: usize, domain: Domain) -> Option<TextRange> {
    let text = file.text();
    let inherit = file.layout().sections.get(section)?.header.inherit?;
    let items = slice(text, inherit).split(',').map(trim);
    let mut found = items.filter(|it| it.split('.').next() == Some(domain.name()));
    found.next_back().map(|it| range_in(text, it))
}

/// Returns what the section of a header is about.
pub(crate) fn subject_of<'f>(file: &'f File, header: &Header) -> Option<&'f Subject> {
    let idx = file.layout().section_at(header.range.start())?;
    file.log().sections.get(idx).map(|it| &it.subject)
}

/// Returns the first region a section stores.
pub(crate) fn section_region(file: &File, section: usize) -> Option<&RegionId> {
    let Subject::Regions(start, end) = file.log().sections.get(section)?.subject else {
        return None;
    };
    let region = *file.log().regions.get(start..end)?.first()? as usize;
    file.state().regions.get(region).map(|it| &it.id)
}

/// Returns the section that removed a region, if it is gone (pinsight.md#actions).
pub(crate) fn removal(file: &File, region: &RegionId) -> Option<usize> {
    let regions = &file.state().regions;
    let entry = regions.iter().position(|it| it.removed && it.id == *region)?;
    let sections = file.layout().sections.iter().zip(&file.log().sections).enumerate();
    let mut removals = sections.filter(|(_, (section, read))| {
        let Subject::Regions(start, end) = read.subject else { return false };
        let entries = file.log().regions.get(start..end).unwrap_or_default();
        section.header.action == Action::Remove && entries.contains(&(entry as u32))
    });
    removals.next_back().map(|it| it.0)
}

/// Returns the region of any domain that the program finds instead of one of a domain wherever it could
/// find that, as it is first in the table (pinsight.md#region-lookup).
pub(crate) fn shadowing(file: &File, region: usize) -> Option<&Region> {
    let own = file.state().regions.get(region)?;
    let RegionId::Name(Some(domain), name) = &own.id else { return None };
    let first = *file.log().index.get(&RegionId::Name(None, name.clone()))?;
    let other = file.state().regions.get(first).filter(|it| first < region && !it.removed)?;
    let is_found = match (other.file.as_deref(), own.file.as_deref()) {
        (None, _) => true,
        // Of regions of other domains the program does not know the file.
        _ if *domain != Domain::Python => true,
        (Some(_), None) => false,
        (Some(start), Some(own)) => own.starts_with(start),
    };
    is_found.then_some(other)
}

/// Returns true if the program may find a region for invocations of a domain; regions of OpenMP have no
/// names (pinsight.md#domain-callbacks).
pub(crate) fn is_asked(region: &RegionId, domain: Domain) -> bool {
    match region {
        RegionId::Address(_) => true,
        RegionId::Name(own, _) => domain != Domain::OpenMp && own.is_none_or(|it| it == domain),
    }
}

/// Returns the number of regions a section is about.
pub(crate) fn n_regions(file: &File, section: usize) -> usize {
    match file.log().sections.get(section).map(|it| &it.subject) {
        Some(&Subject::Regions(start, end)) => end.saturating_sub(start),
        _ => 0,
    }
}

/// Takes an item of a list that is no address apart: domain, file and name
/// (pinsight.md#region-lists).
pub(crate) fn item_parts(item: &str) -> (Option<Domain>, Option<&str>, &str) {
    match item.splitn(3, ':').collect::<Vec<_>>().as_slice() {
        [domain, file, name] => (Domain::from_name(domain), Some(*file), *name),
        [first, name] => match Domain::from_name(first) {
            Some(domain) => (Some(domain), None, *name),
            None => (None, Some(*first), *name),
        },
        _ => (None, None, item),
    }
}
