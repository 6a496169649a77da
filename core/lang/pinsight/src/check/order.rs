//! What depends on the order of sections: repeated ones, and copies made too early.

use std::collections::HashMap;

use text_size::TextRange;

use crate::File;
use crate::diagnostics as say;
use crate::header::Action;
use crate::lower::Section;
use crate::reading::{PairResult, Subject};
use crate::tables::{Domain, N_DOMAINS};
use crate::token::trim;
use bobbin_core::diagnostics::Diagnostic;

impl File {
    pub(super) fn check_order(&self, res: &mut Vec<Diagnostic>) {
        self.check_repeated(res);
        self.check_copies(res);
    }

    fn sections_read(&self) -> impl Iterator<Item = (&Section, &Subject)> {
        let subjects = self.log.sections.iter().map(|it| &it.subject);
        self.layout.sections.iter().zip(subjects)
    }

    fn check_repeated(&self, res: &mut Vec<Diagnostic>) {
        let mut seen: HashMap<String, TextRange> = HashMap::new();
        let mut removed: HashMap<u32, bool> = HashMap::new();
        for (section, subject) in self.sections_read() {
            let header = &section.header;
            let range = header.target_range;
            let name = self.text_at(range);
            if let Subject::Regions(start, end) = *subject {
                for &entry in self.log.regions.get(start..end).unwrap_or_default() {
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
            if !self.is_seed() && self.has_seed_mark(section) {
                continue;
            }
            let (Some(key), false) = (subject_key(subject, name), *subject == Subject::None) else {
                continue;
            };
            let Some(first) = seen.insert(key, range) else { continue };
            res.push(match subject {
                Subject::DomainRegionDefault(_) => say::restarted_section(range, name, first),
                Subject::Punit(domain, _) if self.is_seed() || *domain != Domain::OpenMp => {
                    say::repeated_punits(range, name, first, self.is_seed())
                }
                _ => say::repeated_section(range, name, first),
            });
        }
    }

    /// Sections that copied something which a later section changes.
    fn check_copies(&self, res: &mut Vec<Diagnostic>) {
        // The last section that copied each domain default, and `Lexgion.default`.
        let mut copied: [Option<&Section>; N_DOMAINS] = [None; N_DOMAINS];
        let mut copied_default: Option<&Section> = None;
        for (section, subject) in self.sections_read() {
            let header = &section.header;
            if header.action != Action::Set {
                continue;
            }
            let changes = |it: &PairResult| {
                matches!(it, PairResult::Applied | PairResult::On | PairResult::Off)
            };
            let results = self.log.pairs.get(section.pairs.clone()).unwrap_or_default();
            match *subject {
                Subject::Domain(domain) => {
                    let switches = |it: &PairResult| matches!(it, PairResult::On | PairResult::Off);
                    let copy = copied.get_mut(domain.index()).and_then(Option::take);
                    if let Some(copy) = copy.filter(|_| results.iter().any(switches)) {
                        res.push(self.stale(section, copy));
                    }
                }
                Subject::RegionDefault => {
                    if let Some(copy) = copied_default.take()
                        && (results.iter().any(changes) || header.inherit.is_some())
                    {
                        res.push(self.stale(section, copy));
                    }
                    self.note_parents(section, &mut copied);
                }
                Subject::DomainRegionDefault(domain) => {
                    copied_default.get_or_insert(section);
                    if let Some(slot) = copied.get_mut(domain.index()) {
                        slot.get_or_insert(section);
                    }
                    self.note_parents(section, &mut copied);
                }
                Subject::Regions(..) => {
                    copied_default.get_or_insert(section);
                    self.note_parents(section, &mut copied);
                }
                Subject::Punit(..) if self.is_seed() => self.note_parents(section, &mut copied),
                _ => (),
            }
        }
    }

    fn note_parents<'f>(
        &'f self,
        section: &'f Section,
        copied: &mut [Option<&'f Section>; N_DOMAINS],
    ) {
        let Some(inherit) = section.header.inherit else { return };
        for item in self.text_at(inherit).split(',').map(trim) {
            let domain = Domain::from_name(item.split('.').next().unwrap_or_default());
            if let Some(slot) = domain.and_then(|it| copied.get_mut(it.index())) {
                slot.get_or_insert(section);
            }
        }
    }

    fn stale(&self, section: &Section, copy: &Section) -> Diagnostic {
        let range = section.header.target_range;
        let at = copy.header.target_range;
        say::stale_copy(range, self.text_at(range), at, self.text_at(at))
    }
}

/// What makes two sections the same; none where a repetition is not worth a word.
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
