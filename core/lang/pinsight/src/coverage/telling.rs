//! The question that a map answers when nobody has asked one yet: where the settings make a
//! difference, so that the first sight of a map says something.

use std::borrow::Cow;

use crate::entry;
use crate::file::File;
use crate::item;
use crate::model::{Region, RegionId};
use crate::question::{self, Reading, key};
use crate::reading::Subject;
use crate::tables::Domain;
use crate::token::trim;
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
/// chosen: the region of the selected section, or any for a default of regions, else the first one whose map `differs` from cell to
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
    let agreeing = agreeing(file, query);
    let query = agreeing.as_ref();
    let selected = query.item.as_ref().and_then(|it| item::find_section(file, it));
    let is_of_region = selected.is_some_and(|it| {
        file.log().sections.get(it).is_some_and(|it| {
            matches!(
                it.subject,
                Subject::Regions(..) | Subject::RegionDefault | Subject::DomainRegionDefault(_)
            )
        })
    });
    let asked = question::question(file, query);
    let is_chosen = |key: &str| query.get(key).is_some();
    let domain = (is_chosen(key::DOMAIN) || selected.is_some()).then_some(asked.domain);
    let regions: Vec<Option<&RegionId>> = if is_chosen(key::REGION) || is_of_region {
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
            Some(RegionId::Name(_, name)) => {
                domain.event(question::call(region, domain).unwrap_or(name))
            }
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
            let region = match is_chosen(key::REGION) {
                // Also the file that is asked for.
                true => asked.region_words(file),
                false => region.map(RegionId::words),
            };
            let region = region.unwrap_or_default();
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
            Some(first) if is_of_region || is_chosen(key::REGION) => Cow::Owned(first),
            _ => agreeing,
        },
    }
}

/// Chooses the domain of the event that is chosen, where no domain is.
pub(super) fn with_domain<'q>(file: &File, query: &'q ViewQuery) -> Cow<'q, ViewQuery> {
    let event = place(query, key::EVENT).filter(|_| query.get(key::DOMAIN).is_none());
    let domain = question::asked_event(query, file.is_seed());
    let Some((at, (domain, _))) = event.zip(domain) else { return Cow::Borrowed(query) };
    let mut query = query.clone();
    query.settings.insert(at, (key::DOMAIN.to_owned(), domain.name().to_owned()));
    Cow::Owned(query)
}

/// Returns a query without what was chosen earlier, where two choices cannot go together.
fn agreeing<'q>(file: &File, query: &'q ViewQuery) -> Cow<'q, ViewQuery> {
    without_other_domain(file, without_other_call(Cow::Borrowed(query)))
}

/// Drops the earlier choice of event and region, where no such event happens in the region.
fn without_other_call(query: Cow<'_, ViewQuery>) -> Cow<'_, ViewQuery> {
    let (Some(event), Some(region)) = (place(&query, key::EVENT), place(&query, key::REGION))
    else {
        return query;
    };
    let value = |at: usize| query.settings.get(at).map(|it| it.1.as_str()).unwrap_or_default();
    let name = value(region).strip_prefix("MPI:").unwrap_or(value(region));
    if !is_other_call(value(event), name) {
        return query;
    }
    let dropped = if event < region { key::EVENT } else { key::REGION };
    without(query, &[dropped])
}

/// Drops the chosen domain with its event, or the region or the section that was picked, where the
/// region is one of another domain: whatever is older.
fn without_other_domain<'q>(file: &File, query: Cow<'q, ViewQuery>) -> Cow<'q, ViewQuery> {
    let Some(at) = place(&query, key::DOMAIN) else { return query };
    let chosen = query.get(key::DOMAIN).and_then(Domain::from_name);
    if let Some(region) = place(&query, key::REGION) {
        let own = query.get(key::REGION).and_then(|it| {
            let item = trim(it);
            let item = item.strip_prefix("Lexgion(").unwrap_or(item);
            Domain::from_name(item.split_once(':')?.0)
        });
        return match own.zip(chosen) {
            Some((own, chosen)) if own != chosen && region < at => without(query, &[key::REGION]),
            Some((own, chosen)) if own != chosen => without(query, &[key::DOMAIN, key::EVENT]),
            _ => query,
        };
    }
    let section = query.item.as_ref().and_then(|it| item::find_section(file, it));
    let region = section.and_then(|it| entry::section_region(file, it));
    if region.is_none_or(|it| fits(it, chosen)) {
        return query;
    }
    if place(&query, key::PICKED).is_some_and(|it| at < it) {
        return without(query, &[key::DOMAIN, key::EVENT]);
    }
    let mut query = query.into_owned();
    query.item = None;
    Cow::Owned(query)
}

/// Returns the place of a setting among those of a query; what was chosen later has a later one.
fn place(query: &ViewQuery, key: &str) -> Option<usize> {
    query.settings.iter().rposition(|(it, _)| it == key)
}

fn without<'q>(query: Cow<'q, ViewQuery>, keys: &[&str]) -> Cow<'q, ViewQuery> {
    let mut query = query.into_owned();
    query.settings.retain(|(it, _)| !keys.contains(&it.as_str()));
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
