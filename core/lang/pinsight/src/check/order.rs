//! Checks that depend on the order of sections: repeated ones, and copies made too early.

use std::collections::HashMap;

use text_size::TextRange;

use crate::diagnostics as say;
use crate::file::File;
use crate::header::{Action, Dialect};
use crate::lower::Section;
use crate::misreading;
use crate::punits::{IdSet, PunitItems, PunitSet};
use crate::reading::{PairResult, Subject, first_parent};
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
    // The sections that have copied each domain default, and `Lexgion.default`.
    let mut copied: Copies<'_> = Default::default();
    let mut copied_default: Vec<&Section> = Vec::new();
    // True where a section above has changed something that RESET takes back.
    let mut is_changed = [false; N_DOMAINS];
    let mut is_default_changed = false;
    for (idx, (section, subject)) in sections_read(file).enumerate() {
        let header = &section.header;
        let is_set = header.action == Action::Set;
        let is_reset = header.action == Action::Reset;
        let changes =
            |it: &PairResult| matches!(it, PairResult::Applied | PairResult::On | PairResult::Off);
        let results = file.log().pairs.get(section.pairs.clone()).unwrap_or_default();
        match *subject {
            Subject::Domain(domain) if is_set || is_reset => {
                let (Some(is_changed), Some(copies)) =
                    (is_changed.get_mut(domain.index()), copied.get_mut(domain.index()))
                else {
                    continue;
                };
                let switches = |it: &PairResult| matches!(it, PairResult::On | PairResult::Off);
                if if is_set { results.iter().any(switches) } else { *is_changed } {
                    let name = format!("{}.default", domain.name());
                    res.extend(stale(file, section, &std::mem::take(copies), &name));
                    *is_changed = is_set;
                }
            }
            Subject::RegionDefault if is_set || is_reset => {
                let writes = results.iter().any(changes) || has_parent(file, section);
                if if is_set { writes } else { is_default_changed } {
                    let copies = std::mem::take(&mut copied_default);
                    res.extend(stale(file, section, &copies, "Lexgion.default"));
                    is_default_changed = is_set;
                }
                if is_set {
                    note_parents(file, section, &mut copied);
                }
            }
            // Each header starts afresh, so only the last one's copy counts.
            Subject::DomainRegionDefault(domain) if is_last(file, idx, subject) => {
                copied_default.push(section);
                if let Some(copies) = copied.get_mut(domain.index()) {
                    copies.push(section);
                }
                if is_set {
                    note_parents(file, section, &mut copied);
                }
            }
            Subject::Regions(start, end) if start < end && is_set => {
                copied_default.push(section);
                note_parents(file, section, &mut copied);
            }
            // Without a known parent it copies nothing; of a foreign one it copies the numbers.
            Subject::Punit(..) if is_set => {
                let inherit = header.inherit.map(|it| file.text_at(it));
                let parent = inherit.and_then(first_parent);
                note_parent(file, section, parent, &mut copied);
            }
            _ => (),
        }
    }
}

/// The sections that have copied the events of each domain.
type Copies<'f> = [Vec<&'f Section>; N_DOMAINS];

/// Returns true if no section below is about the same.
fn is_last(file: &File, idx: usize, subject: &Subject) -> bool {
    file.log().sections.iter().skip(idx + 1).all(|it| it.subject != *subject)
}

fn note_parents<'f>(file: &'f File, section: &'f Section, copied: &mut Copies<'f>) {
    let Some(inherit) = section.header.inherit else { return };
    for item in file.text_at(inherit).split(',').map(trim) {
        // Today's program takes nothing else for a parent (pinsight.md#inheritance).
        let name = match section.header.dialect {
            Dialect::Seed => item.split('.').next(),
            Dialect::Current => item.strip_suffix(".default"),
        };
        note_parent(file, section, name.and_then(Domain::from_name), copied);
    }
}

/// Returns true if a section copies the events of a domain.
fn has_parent(file: &File, section: &Section) -> bool {
    let mut copied = Copies::default();
    note_parents(file, section, &mut copied);
    copied.iter().any(|it| !it.is_empty())
}

/// Notes that a section has copied the events of a domain.
fn note_parent<'f>(
    file: &File,
    section: &'f Section,
    parent: Option<Domain>,
    copied: &mut Copies<'f>,
) {
    let parent = parent.filter(|it| !file.is_seed() || it.in_seed());
    if let Some(copies) = parent.and_then(|it| copied.get_mut(it.index())) {
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
