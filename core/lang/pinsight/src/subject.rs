//! The subjects that the keys of a section are about.

use crate::entry;
use crate::file::File;
use crate::model::{RegionConfig, TRIPLE, is_named};
use crate::reading::Subject;
use crate::run_time::Schedule;
use crate::tables::{Domain, Event, Kind};

/// Returns the settings a section of regions ends up with.
pub(crate) fn config_of<'f>(file: &'f File, subject: &Subject) -> Option<&'f RegionConfig> {
    match *subject {
        Subject::RegionDefault => Some(&file.state().region_default),
        Subject::DomainRegionDefault(domain) => Some(&file.state().domain_region_default(domain).0),
        Subject::Regions(start, _) => {
            let entry = file.log().regions.get(start)?;
            file.state().regions.get(*entry as usize).map(|it| &it.config)
        }
        _ => None,
    }
}

/// Returns the domains whose regions may get what a section of regions sets.
pub(crate) fn domains_of(file: &File, subject: &Subject) -> Vec<Domain> {
    let all = Domain::ALL.into_iter().filter(|it| !file.is_seed() || it.in_seed());
    match *subject {
        Subject::DomainRegionDefault(domain) => vec![domain],
        Subject::Regions(start, end) => {
            let entries = file.log().regions.get(start..end).unwrap_or_default();
            let regions = || entries.iter().filter_map(|&it| file.state().regions.get(it as usize));
            all.filter(|domain| regions().any(|it| entry::is_asked(&it.id, *domain))).collect()
        }
        _ => all.collect(),
    }
}

/// Says by `words` what the regions of a section trace, of each domain apart where the end of a window is not the same
/// to all (pinsight.md#window-end).
pub(crate) fn traced_words(
    file: &File,
    subject: &Subject,
    config: &RegionConfig,
    words: impl Fn(Schedule) -> String,
) -> String {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for domain in domains_of(file, subject) {
        let words = words(Schedule::of(config, domain));
        match said.iter_mut().find(|it| it.0 == words) {
            Some((_, domains)) => domains.push(domain.name()),
            None => said.push((words, vec![domain.name()])),
        }
    }
    match said.as_slice() {
        // A name of OpenMP, which is never found.
        [] => words(Schedule::of(config, Domain::OpenMp)),
        [(words, _)] => words.clone(),
        several => {
            let each = several.iter().map(|(it, of)| format!("{it}, for {}", of.join(", ")));
            each.collect::<Vec<_>>().join("; ")
        }
    }
}

/// Returns the event that a key of a section switches.
pub(crate) fn event_of(
    file: &File,
    subject: &Subject,
    key: &str,
) -> Option<(Domain, &'static Event)> {
    let (domain, name) = match *subject {
        Subject::Domain(domain) | Subject::Punit(domain, _) => (domain, key),
        Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..) => {
            let (domain, name) = key.split_once('.')?;
            (Domain::from_name(domain)?, name)
        }
        _ => return None,
    };
    let event = domain.event(name).filter(|it| is_named(it, file.is_seed()))?;
    Some((domain, event))
}

pub(crate) fn scope_of(subject: &Subject, key: &str) -> Option<Kind> {
    let Subject::Domain(domain) = *subject else { return None };
    let (name, kind) = key.split_once('.')?;
    (name == domain.name()).then(|| domain.kind(kind))?
}

/// Keys that count in a section, without events.
pub(crate) fn keys_of(file: &File, subject: &Subject) -> Vec<String> {
    let seed = file.is_seed();
    let mut res: Vec<String> = Vec::new();
    match *subject {
        Subject::Domain(domain) => {
            if !seed {
                res.push("trace_mode".to_owned());
            }
            if !seed && domain.has_device_activity() {
                res.push("device_activity".to_owned());
            }
            res.extend(domain.kinds().map(|it| format!("{}.{}", domain.name(), it.name())));
        }
        Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..) => {
            res.extend(TRIPLE.map(str::to_owned));
            if !seed {
                res.extend(WINDOW.map(str::to_owned));
            }
        }
        Subject::Energy => res.push("measure".to_owned()),
        Subject::Manifest => res.push("interval".to_owned()),
        Subject::None | Subject::Punit(..) | Subject::Knobs => (),
    }
    res
}

pub(crate) const WINDOW: [&str; 3] = ["window_end_action", "window_end_trigger", "window_timeout"];
