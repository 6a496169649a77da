//! Checks that depend on the order of sections: repeated ones, and copies made too early.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use text_size::TextRange;

use crate::diagnostics as say;
use crate::file::File;
use crate::header::{Action, Dialect};
use crate::lower::Section;
use crate::misreading;
use crate::model::{TRIPLE, TRIPLE_DEFAULT, effective_bits, install_bits};
use crate::punits::{IdSet, PunitItems, PunitSet};
use crate::reading::{PairResult, Subject, first_parent};
use crate::subject;
use crate::tables::{Domain, N_DOMAINS};
use crate::token::{is_blank, trim};
use bobbin_core::diagnostics::Diagnostic;

pub(super) fn check_order(file: &File, res: &mut Vec<Diagnostic>) {
    check_repeated(file, res);
    check_copies(file, res);
}

fn sections_read(file: &File) -> impl Iterator<Item = (&Section, &Subject)> {
    let subjects = file.log().sections.iter().map(|it| &it.subject);
    file.layout().sections.iter().zip(subjects)
}

fn check_repeated(file: &File, res: &mut Vec<Diagnostic>) {
    // The sections above that wrote into each entry, and those of each list of units.
    let mut seen: HashMap<Key, TextRange> = HashMap::new();
    let mut seen_units: HashMap<String, (Key, TextRange)> = HashMap::new();
    let mut removed: HashMap<u32, bool> = HashMap::new();
    let mut deleted = file.log().deleted_punits.iter().peekable();
    for (idx, (section, subject)) in sections_read(file).enumerate() {
        let header = &section.header;
        let range = header.target_range;
        let name = file.text_at(range);
        let entries = match *subject {
            Subject::Regions(start, end) => file.log().regions.get(start..end).unwrap_or_default(),
            _ => &[],
        };
        for &entry in entries {
            let was_removed = removed.insert(entry, header.action == Action::Remove);
            if was_removed == Some(true) && header.action == Action::Set {
                res.push(say::old_values_return(range, name));
            }
        }
        while let Some(&(_, domain, number)) = deleted.next_if(|it| it.0 == idx) {
            let gone = Key::Subject(Subject::Punit(domain, number));
            seen.remove(&gone);
            seen_units.retain(|_, it| it.0 != gone);
        }
        let key = key_of(subject, entries);
        if header.action != Action::Set {
            match key {
                // Regions are not reset, and what is removed is said to come back.
                Some(Key::Regions(_)) if header.action == Action::Reset => (),
                Some(Key::Regions(gone)) => seen.retain(|it, _| match it {
                    Key::Regions(it) => !it.iter().any(|it| gone.contains(it)),
                    Key::Subject(_) => true,
                }),
                Some(key) => _ = seen.remove(&key),
                None => (),
            }
            continue;
        }
        if !file.is_seed() && misreading::has_seed_mark(file, section) {
            continue;
        }
        let Some(key) = key else { continue };
        let same_units = match subject {
            Subject::Punit(domain, _) => {
                seen_units.insert(units(file, *domain, name), (key.clone(), range))
            }
            _ => None,
        };
        if let Some(first) = seen.insert(key, range) {
            res.push(match subject {
                Subject::DomainRegionDefault(_) => say::restarted_section(range, name, first),
                _ => say::repeated_section(range, name, first),
            });
        } else if let Some((_, first)) = same_units {
            res.push(say::repeated_punits(range, name, first, file.is_seed()));
        }
    }
}

/// Sections that copied something which a later section changes.
fn check_copies(file: &File, res: &mut Vec<Diagnostic>) {
    let kept = Kept::new(file);
    // The sections that have copied each domain default, and `Lexgion.default`.
    let mut copied: Copies<'_> = Default::default();
    let mut copied_default: Vec<&Section> = Vec::new();
    // The events of each domain, and what `Lexgion.default` says, as the sections above leave them.
    let mut events = Domain::ALL.map(|it| install_bits(it, file.is_seed()));
    let triple = TRIPLE.into_iter().zip(TRIPLE_DEFAULT.map(|it| Cow::Owned(it.to_string())));
    let installed: HashMap<&str, Cow<'_, str>> = triple.collect();
    let mut default = installed.clone();
    for (idx, (section, subject)) in sections_read(file).enumerate() {
        let header = &section.header;
        let is_set = header.action == Action::Set;
        let is_reset = header.action == Action::Reset;
        let changes =
            |it: &PairResult| matches!(it, PairResult::Applied | PairResult::On | PairResult::Off);
        let results = file.log().pairs.get(section.pairs.clone()).unwrap_or_default();
        let pairs = file.layout().pairs_of(section).zip(results);
        match *subject {
            Subject::Domain(domain) if is_set || is_reset => {
                let (Some(events), Some(copies)) =
                    (events.get_mut(domain.index()), copied.get_mut(domain.index()))
                else {
                    continue;
                };
                let before = *events;
                if is_reset {
                    *events = install_bits(domain, file.is_seed());
                }
                for ((_, pair), result) in pairs {
                    let Some(event) = domain.event(file.text_at(pair.key)) else { continue };
                    match result {
                        PairResult::On => *events |= event.bit(),
                        PairResult::Off => *events &= !event.bit(),
                        _ => (),
                    }
                }
                if (*events ^ before) & asked_bits(file, domain) != 0 {
                    let name = format!("{}.default", domain.name());
                    res.extend(stale(file, section, &std::mem::take(copies), &name));
                }
            }
            Subject::RegionDefault if is_set || is_reset => {
                let before = default.clone();
                if is_reset {
                    default.clone_from(&installed);
                }
                // A copy takes the place of all that was said of the events (pinsight.md#inheritance).
                for domain in parents(file, section).into_iter().filter(|_| is_set) {
                    let bits = events.get(domain.index()).map_or(0, |it| *it);
                    let bits = bits & asked_bits(file, domain);
                    let is_of = |it: &str| it.split('.').next() == Some(domain.name());
                    default.retain(|key, _| !is_of(key));
                    default.insert(domain.name(), bits.to_string().into());
                }
                for ((nth, pair), _) in pairs.filter(|it| changes(it.1)) {
                    if acts_in_copies(file, nth, file.text_at(pair.key)) {
                        default.insert(file.text_at(pair.key), file.text_at(pair.value).into());
                    }
                }
                if default != before {
                    let copies = std::mem::take(&mut copied_default);
                    res.extend(stale(file, section, &copies, "Lexgion.default"));
                }
                if is_set {
                    note(section, kept.parents(file, idx), &mut copied);
                }
            }
            // Each header starts afresh, so only the last one's copy counts.
            Subject::DomainRegionDefault(domain) if is_last(file, idx, subject) => {
                copied_default.push(section);
                if let Some(copies) = copied.get_mut(domain.index()) {
                    copies.push(section);
                }
                if is_set {
                    note(section, parents(file, section), &mut copied);
                }
            }
            Subject::Regions(start, end) if start < end && is_set => {
                if kept.takes_default(file, idx) {
                    copied_default.push(section);
                }
                note(section, kept.parents(file, idx), &mut copied);
            }
            // Without a known parent it copies nothing; of a foreign one it copies the numbers.
            Subject::Punit(..) if is_set => {
                let inherit = header.inherit.map(|it| file.text_at(it));
                let parent = inherit.and_then(first_parent).filter(|it| is_known(file, *it));
                note(section, parent, &mut copied);
            }
            _ => (),
        }
    }
}

/// Returns the events of a domain whose switches something asks for.
fn asked_bits(file: &File, domain: Domain) -> u64 {
    if file.is_seed() { u64::MAX } else { effective_bits(domain) }
}

/// Returns true if a line of `Lexgion.default` changes something in what is copied from there: the
/// timer knows that one's timeout alone (pinsight.md#window-triggers-and-timeouts).
fn acts_in_copies(file: &File, pair: usize, key: &str) -> bool {
    let starts_set = || file.log().started_sets.binary_search(&(pair as u32)).is_ok();
    let event = subject::event_of(file, &Subject::RegionDefault, key).map(|it| it.1);
    match event {
        Some(event) => file.is_seed() || event.no_effect().is_none() || starts_set(),
        None => key != "window_timeout",
    }
}

/// The sections whose copies are still there at the end.
struct Kept {
    /// The sections from which regions that are not removed have what `Lexgion.default` said.
    of_default: HashSet<usize>,
    /// The sections from which such regions and `Lexgion.default` have the events of a domain.
    of_domains: HashSet<(usize, Domain)>,
}

impl Kept {
    fn new(file: &File) -> Kept {
        // The sections that made a copy of the events of each domain which is in an entry.
        let mut default: Origins = [None; N_DOMAINS];
        let mut regions: HashMap<u32, (usize, Origins)> = HashMap::new();
        for (idx, (section, subject)) in sections_read(file).enumerate() {
            let is_set = section.header.action == Action::Set;
            let parents = if is_set { parents(file, section) } else { Vec::new() };
            let take = |origins: &mut Origins| {
                for parent in &parents {
                    if let Some(origin) = origins.get_mut(parent.index()) {
                        *origin = Some(idx);
                    }
                }
            };
            match *subject {
                Subject::RegionDefault if section.header.action == Action::Reset => {
                    default = [None; N_DOMAINS];
                }
                Subject::RegionDefault => take(&mut default),
                Subject::Regions(start, end) => {
                    for &region in file.log().regions.get(start..end).unwrap_or_default() {
                        take(&mut regions.entry(region).or_insert((idx, default)).1);
                    }
                }
                _ => (),
            }
        }
        let is_there =
            |it: u32| file.state().regions.get(it as usize).is_some_and(|it| !it.removed);
        regions.retain(|it, _| is_there(*it));
        let all = regions.values().map(|it| &it.1).chain([&default]);
        let of = |origins: &Origins| {
            let sections = Domain::ALL.into_iter().zip(*origins);
            sections.filter_map(|(domain, idx)| Some((idx?, domain))).collect::<Vec<_>>()
        };
        Kept {
            of_domains: all.flat_map(of).collect(),
            of_default: regions.values().map(|it| it.0).collect(),
        }
    }

    /// Returns the domains whose events a section of regions copies for good.
    fn parents(&self, file: &File, section: usize) -> Vec<Domain> {
        let parents = file.layout().sections.get(section).map(|it| parents(file, it));
        let is_kept = |it: &Domain| self.of_domains.contains(&(section, *it));
        parents.unwrap_or_default().into_iter().filter(is_kept).collect()
    }

    /// Returns true if a region begins in a section, and so copies `Lexgion.default`.
    fn takes_default(&self, file: &File, section: usize) -> bool {
        file.is_seed() || self.of_default.contains(&section)
    }
}

/// The section from which the events of each domain are.
type Origins = [Option<usize>; N_DOMAINS];

/// The sections that have copied the events of each domain.
type Copies<'f> = [Vec<&'f Section>; N_DOMAINS];

/// Returns true if no section below is about the same.
fn is_last(file: &File, idx: usize, subject: &Subject) -> bool {
    file.log().sections.iter().skip(idx + 1).all(|it| it.subject != *subject)
}

/// Returns the domains whose events a section copies.
fn parents(file: &File, section: &Section) -> Vec<Domain> {
    let inherit = section.header.inherit.map(|it| file.text_at(it)).unwrap_or_default();
    // Today's program takes nothing else for a parent (pinsight.md#inheritance).
    let name = |item: &'_ str| match section.header.dialect {
        Dialect::Seed => Domain::from_name(item.split('.').next()?),
        Dialect::Current => Domain::from_name(item.strip_suffix(".default")?),
    };
    let known = inherit.split(',').map(trim).filter_map(name);
    known.filter(|it| is_known(file, *it)).collect()
}

/// Returns true if the dialect of the text has a domain.
fn is_known(file: &File, domain: Domain) -> bool {
    !file.is_seed() || domain.in_seed()
}

/// Notes that a section has copied the events of domains.
fn note<'f>(
    section: &'f Section,
    parents: impl IntoIterator<Item = Domain>,
    copied: &mut Copies<'f>,
) {
    for parent in parents {
        let Some(copies) = copied.get_mut(parent.index()) else { continue };
        // A header may name its domain once more.
        if copies.last().is_none_or(|it| !std::ptr::eq(*it, section)) {
            copies.push(section);
        }
    }
}

/// Reports that a section changes `name`, which others have copied.
fn stale(file: &File, section: &Section, copies: &[&Section], name: &str) -> Option<Diagnostic> {
    let copies: Vec<TextRange> = copies.iter().map(|it| it.header.target_range).collect();
    let first = file.text_at(*copies.first()?);
    Some(say::stale_copy(section.header.target_range, name, &copies, first))
}

/// The entry that a section writes into, or all entries of a list of regions in their order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Subject(Subject),
    Regions(Vec<u32>),
}

/// Returns a key that two sections share if they are the same; none where a repetition is fine.
fn key_of(subject: &Subject, entries: &[u32]) -> Option<Key> {
    match subject {
        Subject::Regions(..) => {
            let mut entries = entries.to_vec();
            entries.sort_unstable();
            entries.dedup();
            (!entries.is_empty()).then_some(Key::Regions(entries))
        }
        Subject::None | Subject::Knobs | Subject::Energy | Subject::Manifest => None,
        _ => Some(Key::Subject(subject.clone())),
    }
}

/// Returns the units of a target, the same for those that a person takes for the same.
fn units(file: &File, domain: Domain, target: &str) -> String {
    let mut units = PunitSet::default();
    for item in PunitItems::new(target).filter_map(Result::ok).filter(|_| !file.is_seed()) {
        if let (Some(kind), Ok(ids)) = (item.known_kind(), IdSet::read(item.ids)) {
            units.set(kind, ids);
        }
    }
    match units.is_empty() {
        // The seed program makes an entry of any target (pinsight.md#seed-punit-sections).
        true => format!("{} {}", domain.name(), target.replace(is_blank, "")),
        false => units.words(),
    }
}
