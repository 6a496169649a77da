//! Switches of events: unknown ones, those in the wrong form, and those without effect.

use text_size::{TextRange, TextSize};

use super::at_end::{AtEnd, asked_sets};
use super::values::{bare_range, with_comment_above};
use crate::diagnostics as say;
use crate::edit::header::INHERITANCE;
use crate::edit::{header, lines};
use crate::file::File;
use crate::lower::{Pair, Section};
use crate::model::{EventSet, effective_bits, is_named};
use crate::reading::{PairResult, Subject};
use crate::subject;
use crate::tables::{Domain, Event};
use crate::values::{is_on, is_switch_word};
use bobbin_core::diagnostics::{Diagnostic, nearest};

/// Returns true if nothing emits an event that is on by default, so that also switching it on does
/// nothing.
fn is_never_emitted(event: Option<&Event>) -> bool {
    matches!(event, Some(Event { name: "omp_task_create" | "omp_task_schedule", .. }))
}

/// Checks a switch that was read; if it `starts_set`, an event set begins with it or its like in the section.
pub(super) fn check_switch(
    file: &File,
    subject: &Subject,
    it: &Pair,
    read: PairResult,
    starts_set: bool,
    res: &mut Vec<Diagnostic>,
) {
    let key = file.text_at(it.key);
    let range = lines::key_range(it);
    let (domain, name) = match subject {
        Subject::Domain(domain) | Subject::Punit(domain, _) => (Some(*domain), key),
        _ => match key.split_once('.') {
            Some((domain, name)) => (Domain::from_name(domain), name),
            None => (None, key),
        },
    };
    if key.is_empty() {
        // Off is what the unnamed event is anyway, and only `on` makes the program speak.
        res.push(match read {
            PairResult::NotInstalled => say::unnamed_switch(range, lines::as_comment(it)),
            _ => say::unknown_key(range, key, "", None, lines::as_comment(it)),
        });
        return;
    }
    if read == PairResult::NotInstalled {
        res.push(say::event_not_installed(range, key, it.value));
    }
    check_switch_word(file, it, res);
    let event = domain.and_then(|it| it.event(name));
    if let Some(reason) = event.and_then(|it| it.no_effect())
        && read != PairResult::NotInstalled
        && event.is_some_and(|it| it.installed)
        && (read == PairResult::Off || is_never_emitted(event))
        && !starts_set
        && !file.is_seed()
        && !matches!(subject, Subject::Punit(..))
    {
        res.push(say::no_effect(range, key, reason, lines::as_comment(it)));
    }
}

/// Reports a switch in a set that the line `start` started, where that leaves all other events of the
/// domain off. One that switches on what is traced may mean that alone.
pub(super) fn check_lone_switch(
    file: &File,
    section: &Section,
    subject: &Subject,
    (it, read): (&Pair, PairResult),
    start: usize,
    at_end: &AtEnd<'_>,
    res: &mut Vec<Diagnostic>,
) {
    let domain = file.text_at(it.key).split('.').next().and_then(Domain::from_name);
    let Some(domain) = domain else { return };
    if !file.is_seed() {
        let set = set_from(file, subject, domain, start, at_end);
        if set.is_none() && read == PairResult::Off && *subject == Subject::RegionDefault {
            res.push(say::switch_not_taken(lines::key_range(it), domain));
        }
        if !set.is_some_and(|it| read == PairResult::Off || is_silent(&it, domain)) {
            return;
        }
    } else if read != PairResult::Off {
        return;
    }
    let parent = format!("{}.default", domain.name());
    let old = section.header.inherit.map(|it| file.text_at(it)).unwrap_or_default();
    let new = if old.is_empty() { parent } else { format!("{old}, {parent}") };
    let fix = header::set_header_part(file, section, INHERITANCE, &new).ok();
    res.push(say::lone_switch(lines::key_range(it), domain, read == PairResult::On, fix));
}

/// Reports a line of `Lexgion.default` that switches an event off for no region, though the event is on
/// for those without a section.
pub(super) fn check_taken(
    file: &File,
    nth: usize,
    it: &Pair,
    at_end: &AtEnd<'_>,
    res: &mut Vec<Diagnostic>,
) {
    let event = subject::event_of(file, &Subject::RegionDefault, file.text_at(it.key));
    let Some((domain, event)) = event.filter(|it| it.1.no_effect().is_none()) else { return };
    let default = file.state().domain_region_default(domain).0.filter(domain);
    if file.is_seed() || !default.is_some_and(|it| it.contains(event)) {
        return;
    }
    if !at_end.decides(domain, nth) {
        res.push(say::switch_not_taken(lines::key_range(it), domain));
    }
}

/// Returns an event set that the line `start` started and that the program asks for events of `domain`.
fn set_from(
    file: &File,
    subject: &Subject,
    domain: Domain,
    start: usize,
    at_end: &AtEnd<'_>,
) -> Option<EventSet> {
    match *subject {
        Subject::RegionDefault => at_end.set_from(domain, start),
        Subject::Regions(first, end) => {
            let own = file.log().regions.get(first..end).unwrap_or_default();
            let own = own.iter().filter_map(|&it| file.state().regions.get(it as usize));
            let start = u32::try_from(start).ok();
            asked_sets(own, domain).find(|it| file.state().history.first(it) == start)
        }
        _ => None,
    }
}

/// Returns true if a set lets no event pass that asks for it.
fn is_silent(set: &EventSet, domain: Domain) -> bool {
    set.bits & effective_bits(domain) == 0
}

fn check_switch_word(file: &File, pair: &Pair, res: &mut Vec<Diagnostic>) {
    let value = file.text_at(pair.value);
    if is_switch_word(value) {
        return;
    }
    let comment = lines::split_comment(file, pair);
    let value = comment.map_or(value, |it| it.0);
    if let Some((word, comment)) = comment {
        let fix = lines::comment_above(file, lines::key_range(pair).start(), comment);
        res.push(if is_on(word) {
            say::trailing_comment(comment, "switches the event off", fix)
        } else {
            say::harmless_comment(comment, fix)
        });
    }
    if is_switch_word(value) {
        return;
    }
    let lower = value.to_ascii_lowercase();
    let meant_on = ["true", "yes", "enable", "enabled", "01"].contains(&lower.as_str())
        || lower.trim_matches(['"', '\'', ';']) == "on";
    // A value that is not there is reported where it should stand.
    let behind = TextRange::empty(pair.equals + TextSize::new(1));
    let at = if value.is_empty() { behind } else { bare_range(pair, value) };
    let found = say::switch_word(at, value, meant_on);
    res.push(with_comment_above(file, pair, comment, found));
}

/// Reports a key `Domain.event` whose domain or event is unknown.
pub(super) fn check_prefixed(
    file: &File,
    pair: &Pair,
    read: PairResult,
    res: &mut Vec<Diagnostic>,
) {
    let key = file.text_at(pair.key);
    let (name, event) = key.split_once('.').unwrap_or((key, ""));
    let seed = file.is_seed();
    let start = pair.key.start();
    if read == PairResult::UnknownDomain {
        let names = Domain::ALL.iter().filter(|it| !seed || it.in_seed()).map(|it| it.name());
        let at = TextRange::at(start, TextSize::of(name));
        res.push(say::unknown_event_domain(at, name, nearest(name, names)));
        return;
    }
    let Some(domain) = Domain::from_name(name) else { return };
    let at = TextRange::new(start + TextSize::of(name) + TextSize::new(1), pair.key.end());
    check_unknown_event(file, at, event, domain, res);
}

fn check_unknown_event(
    file: &File,
    at: TextRange,
    event: &str,
    domain: Domain,
    res: &mut Vec<Diagnostic>,
) {
    let seed = file.is_seed();
    if domain.event(event).is_some_and(|it| !is_named(it, seed) && (!seed || it.seed.is_some())) {
        res.push(say::unnamed_event(at, event));
        return;
    }
    let names = || domain.events().iter().filter(|it| is_named(it, seed)).map(|it| it.name);
    // Documents name whole families, as in `CUDA_memcpy` (pinsight.md#documents-and-program).
    let family: Vec<&str> =
        names().filter(|it| it.strip_prefix(event).is_some_and(|it| it.starts_with('_'))).collect();
    let near: Vec<&str> = if let Some(whole) = whole_name(event, domain)
        && names().any(|it| it == whole)
    {
        vec![whole]
    } else if family.is_empty() || event.len() < 6 {
        nearest(event, names()).into_iter().collect()
    } else {
        family
    };
    res.push(say::unknown_event(at, event, domain.name(), &near));
}

/// Reports a key that is an event in another form or of another domain; returns true if it is one.
pub(super) fn check_event_form(
    file: &File,
    subject: &Subject,
    pair: &Pair,
    res: &mut Vec<Diagnostic>,
) -> bool {
    let key = file.text_at(pair.key);
    let owner = Domain::ALL
        .into_iter()
        .filter(|it| !file.is_seed() || it.in_seed())
        .find(|it| it.event(key).is_some());
    match *subject {
        Subject::Domain(domain) | Subject::Punit(domain, _) => {
            if let Some((name, event)) = key.split_once('.') {
                let prefix = Domain::from_name(name);
                let is_event = prefix.is_some_and(|it| it.event(event).is_some());
                if is_event && prefix == Some(domain) {
                    res.push(say::prefixed_event(pair.key, key, event));
                    return true;
                }
                return false;
            }
            match owner {
                Some(owner) if owner != domain => {
                    res.push(say::foreign_event(pair.key, key, owner));
                    true
                }
                _ if looks_like_event(key, domain) => {
                    check_unknown_event(file, pair.key, key, domain, res);
                    true
                }
                _ => false,
            }
        }
        Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..) => {
            if let Some(owner) = owner {
                res.push(say::bare_event(pair.key, key, owner));
            }
            owner.is_some()
        }
        _ => false,
    }
}

/// Returns the event of which `name` lacks the beginning that all names of the domain have, as tables of documents do.
fn whole_name(name: &str, domain: Domain) -> Option<&'static str> {
    domain.event(&format!("{}{name}", prefix(domain))).map(|it| it.name)
}

/// Returns the beginning of the names of a domain's events.
fn prefix(domain: Domain) -> &'static str {
    match domain {
        Domain::OpenMp => "omp_",
        Domain::Mpi => "MPI_",
        Domain::Cuda => "CUDA_",
        Domain::Python => "pysysmon_",
        Domain::Hip => "HIP_",
    }
}

/// Returns true if a key is likelier an event that does not exist than another key.
fn looks_like_event(key: &str, domain: Domain) -> bool {
    let prefix = prefix(domain);
    let has_prefix = key.get(..prefix.len()).is_some_and(|it| it.eq_ignore_ascii_case(prefix));
    has_prefix || domain.event(key).is_some() || whole_name(key, domain).is_some()
}
