//! The question that a map answers when nobody has asked one yet: where the settings make a
//! difference, so that the first sight of a map says something.

use std::borrow::Cow;

use crate::entry;
use crate::file::File;
use crate::item;
use crate::model::{Region, RegionId};
use crate::question::{self, Reading, key};
use crate::tables::Domain;
use bobbin_core::view::ViewQuery;

/// Most regions that are tried.
const MAX_REGIONS: usize = 12;

/// Most events that are tried for each region.
const MAX_EVENTS: usize = 4;

/// Returns true if the setting `telling` of a query is `yes`.
pub(super) fn is_wanted(query: &ViewQuery) -> bool {
    query.get(key::TELLING) == Some("yes")
}

/// Completes a query whose setting `telling` is `yes` with a region and an event, where none is
/// chosen: the region of the selected section, else the first one whose map `differs` from cell to
/// cell; the event that a region is called by, else the first one with such a map. What the program
/// does counts before what the documents intend, whatever reading is chosen: who changes the reading
/// compares the same question. Other queries stay as they are.
pub(super) fn completed<'q>(
    file: &File,
    query: &'q ViewQuery,
    differs: impl Fn(&ViewQuery) -> bool,
) -> Cow<'q, ViewQuery> {
    if !is_wanted(query) {
        return Cow::Borrowed(query);
    }
    let agreeing = agreeing(query);
    let query = agreeing.as_ref();
    let selected = query.item.as_ref().and_then(|it| item::find_section(file, it));
    let of_section = selected.and_then(|it| entry::section_region(file, it));
    let asked = question::question(file, query);
    let is_chosen = |key: &str| query.get(key).is_some();
    let domain = (is_chosen(key::DOMAIN) || selected.is_some()).then_some(asked.domain);
    let regions: Vec<Option<&RegionId>> = if is_chosen(key::REGION) || of_section.is_some() {
        vec![asked.region.as_ref()]
    } else {
        let is_other = |it: &RegionId| match it {
            RegionId::Name(_, name) => {
                is_chosen(key::EVENT) && is_other_call(asked.event.name, name)
            }
            RegionId::Address(_) => false,
        };
        let may_differ = |it: &&Region| {
            !it.removed && it.config.armed && fits(&it.id, domain) && !is_other(&it.id)
        };
        let all = file.state().regions.iter().filter(may_differ).map(|it| Some(&it.id));
        all.take(MAX_REGIONS).chain([None]).collect()
    };
    let mut tried = Vec::new();
    for region in regions {
        let domain = match region {
            Some(RegionId::Name(Some(own), _)) if !is_chosen(key::DOMAIN) => *own,
            Some(RegionId::Name(None, name)) if !is_chosen(key::DOMAIN) => {
                let has_event = |it: &Domain| it.event(name).is_some();
                Domain::ALL.into_iter().find(has_event).unwrap_or(asked.domain)
            }
            _ => asked.domain,
        };
        let namesake = match region {
            Some(RegionId::Name(_, name)) => domain.event(name),
            _ => None,
        };
        let events = if is_chosen(key::EVENT) {
            vec![asked.event]
        } else if let Some(event) = namesake {
            vec![event]
        } else {
            question::telling_events(file, domain)
        };
        for event in events.into_iter().take(MAX_EVENTS) {
            let mut settings = query.settings.clone();
            let region = region.map(RegionId::words).unwrap_or_default();
            for (key, value) in
                [(key::DOMAIN, domain.name()), (key::EVENT, event.name), (key::REGION, &region)]
            {
                settings.push((key.to_owned(), value.to_owned()));
            }
            tried.push(ViewQuery { item: query.item.clone(), settings });
        }
    }
    let by = |reading: Reading| {
        tried.iter().find(|it| {
            let mut it = (*it).clone();
            it.settings.push((key::READING.to_owned(), reading.name().to_owned()));
            differs(&it)
        })
    };
    match by(Reading::Effective).or_else(|| by(Reading::Intended)) {
        Some(found) => Cow::Owned(found.clone()),
        // All maps are of one colour: the question that the text suggests is as good as any.
        None => match tried.into_iter().next() {
            Some(first) if of_section.is_some() || is_chosen(key::REGION) => Cow::Owned(first),
            _ => agreeing,
        },
    }
}

/// Returns a query without the earlier choice of event and region, where they cannot go together.
fn agreeing(query: &ViewQuery) -> Cow<'_, ViewQuery> {
    let chosen = |key: &str| query.settings.iter().rposition(|(it, _)| it == key);
    let (Some(event), Some(region)) = (chosen(key::EVENT), chosen(key::REGION)) else {
        return Cow::Borrowed(query);
    };
    let value = |at: usize| query.settings.get(at).map(|it| it.1.as_str()).unwrap_or_default();
    let name = value(region).strip_prefix("MPI:").unwrap_or(value(region));
    if !is_other_call(value(event), name) {
        return Cow::Borrowed(query);
    }
    let dropped = if event < region { key::EVENT } else { key::REGION };
    let mut query = query.clone();
    query.settings.retain(|(it, _)| it != dropped);
    Cow::Owned(query)
}

/// Returns true if a region of this name is one in which an event of MPI never happens: the name of
/// its regions is that of the function (pinsight.md#domain-callbacks).
fn is_other_call(event: &str, region: &str) -> bool {
    let is_of_mpi = |it: &str| Domain::Mpi.event(it).is_some();
    event != region && is_of_mpi(event) && is_of_mpi(region)
}

/// Returns true if a region may be one of a domain.
fn fits(region: &RegionId, domain: Option<Domain>) -> bool {
    match (region, domain) {
        (RegionId::Name(Some(own), _), Some(domain)) => *own == domain,
        _ => true,
    }
}
