//! Checks that depend on the order of sections: repeated ones, and copies made too early.

use std::collections::HashMap;

use text_size::TextRange;

use crate::diagnostics as say;
use crate::file::File;
use crate::header::{Action, Dialect};
use crate::lower::Section;
use crate::misreading;
use crate::reading::{PairResult, Subject, first_parent};
use crate::tables::{Domain, N_DOMAINS};
use crate::token::trim;
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
    let mut seen: HashMap<String, TextRange> = HashMap::new();
    let mut removed: HashMap<u32, bool> = HashMap::new();
    for (section, subject) in sections_read(file) {
        let header = &section.header;
        let range = header.target_range;
        let name = file.text_at(range);
        if let Subject::Regions(start, end) = *subject {
            for &entry in file.log().regions.get(start..end).unwrap_or_default() {
                let was_removed = removed.insert(entry, header.action == Action::Remove);
                if was_removed == Some(true) && header.action == Action::Set {
                    res.push(say::old_values_return(range, name));
                }
            }
        }
        if header.action != Action::Set {
            seen.remove(name);
            continue;
        }
        if !file.is_seed() && misreading::has_seed_mark(file, section) {
            continue;
        }
        let (Some(key), false) = (subject_key(subject, name), *subject == Subject::None) else {
            continue;
        };
        let Some(first) = seen.insert(key, range) else { continue };
        res.push(match subject {
            Subject::DomainRegionDefault(_) => say::restarted_section(range, name, first),
            Subject::Punit(domain, _) if file.is_seed() || *domain != Domain::OpenMp => {
                say::repeated_punits(range, name, first, file.is_seed())
            }
            _ => say::repeated_section(range, name, first),
        });
    }
}

/// Sections that copied something which a later section changes.
fn check_copies(file: &File, res: &mut Vec<Diagnostic>) {
    // The last section that copied each domain default, and `Lexgion.default`.
    let mut copied: [Option<&Section>; N_DOMAINS] = [None; N_DOMAINS];
    let mut copied_default: Option<&Section> = None;
    for (section, subject) in sections_read(file) {
        let header = &section.header;
        if header.action != Action::Set {
            continue;
        }
        let changes =
            |it: &PairResult| matches!(it, PairResult::Applied | PairResult::On | PairResult::Off);
        let results = file.log().pairs.get(section.pairs.clone()).unwrap_or_default();
        match *subject {
            Subject::Domain(domain) => {
                let switches = |it: &PairResult| matches!(it, PairResult::On | PairResult::Off);
                let copy = copied.get_mut(domain.index()).and_then(Option::take);
                if let Some(copy) = copy.filter(|_| results.iter().any(switches)) {
                    let name = format!("{}.default", domain.name());
                    res.push(stale(file, section, copy, &name));
                }
            }
            Subject::RegionDefault => {
                if let Some(copy) = copied_default.take()
                    && (results.iter().any(changes) || header.inherit.is_some())
                {
                    res.push(stale(file, section, copy, "Lexgion.default"));
                }
                note_parents(file, section, &mut copied);
            }
            Subject::DomainRegionDefault(domain) => {
                copied_default.get_or_insert(section);
                if let Some(slot) = copied.get_mut(domain.index()) {
                    slot.get_or_insert(section);
                }
                note_parents(file, section, &mut copied);
            }
            Subject::Regions(start, end) if start < end => {
                copied_default.get_or_insert(section);
                note_parents(file, section, &mut copied);
            }
            // Without a known parent it copies nothing; of a foreign one it copies the numbers.
            Subject::Punit(..) => {
                let inherit = header.inherit.map(|it| file.text_at(it));
                let parent = inherit.and_then(first_parent);
                note_parent(file, section, parent, &mut copied);
            }
            _ => (),
        }
    }
}

fn note_parents<'f>(
    file: &'f File,
    section: &'f Section,
    copied: &mut [Option<&'f Section>; N_DOMAINS],
) {
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

/// Notes that a section has copied the events of a domain.
fn note_parent<'f>(
    file: &File,
    section: &'f Section,
    parent: Option<Domain>,
    copied: &mut [Option<&'f Section>; N_DOMAINS],
) {
    let parent = parent.filter(|it| !file.is_seed() || it.in_seed());
    if let Some(slot) = parent.and_then(|it| copied.get_mut(it.index())) {
        slot.get_or_insert(section);
    }
}

/// Reports that a section changes `name`, which another has copied.
fn stale(file: &File, section: &Section, copy: &Section, name: &str) -> Diagnostic {
    let at = copy.header.target_range;
    say::stale_copy(section.header.target_range, name, at, file.text_at(at))
}

/// Returns a key that two sections share if they are the same; none where a repetition is fine.
fn subject_key(subject: &Subject, name: &str) -> Option<String> {
    match subject {
        Subject::Domain(domain) => Some(format!("{}.default", domain.name())),
        Subject::DomainRegionDefault(domain) => Some(format!("Lexgion({}).default", domain.name())),
        Subject::Punit(..) | Subject::Regions(..) => {
            Some(name.chars().filter(|it| !it.is_whitespace()).collect())
        }
        Subject::RegionDefault => Some("Lexgion.default".to_owned()),
        Subject::None | Subject::Knobs | Subject::Energy | Subject::Manifest => None,
    }
}
