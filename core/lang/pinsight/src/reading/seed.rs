//! The program of the seed dialect reading a file (pinsight.md#the-seed-dialect).

use std::collections::HashMap;

use text_size::TextRange;

use super::current::first_parent;
use super::keys::Line;
use super::limits::MAX_REGIONS;
use super::log::{Complaint, ComplaintKind, Log, PairResult, SectionResult, Subject};
use super::punits::{PunitFault, PunitReading};
use crate::header::{Header, Target};
use crate::lower::Layout;
use crate::model::{EventSet, PunitEntry, Region, RegionConfig, RegionId, State};
use crate::punits::{IdSet, PunitSet};
use crate::tables::{Domain, Kind, N_KINDS};
use crate::token::trim;
use crate::values::c_address;
use bobbin_core::text::slice;

/// The treatment of the defects of that program (pinsight.md#seed-parser-defects).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeedReading {
    /// As the document means it: `Lexgion.default` is an entry of its own, an address has one
    /// entry, and every entry has its own id lists.
    Document,
    /// As the program did it: the first region takes the place of `Lexgion.default`, and copies
    /// share id lists. [`State::regions`] then holds the slots.
    Program,
}

/// Reads the sections of `text` into `state`.
#[must_use]
pub fn read_seed(text: &str, layout: &Layout, state: &mut State, reading: SeedReading) -> Log {
    let log = Log { pairs: vec![PairResult::NoSection; layout.pairs.len()], ..Log::default() };
    let regions = HashMap::new();
    let mut slots = Slots::default();
    if reading == SeedReading::Program {
        state.regions.push(Region {
            id: RegionId::Address(0),
            file: None,
            removed: false,
            config: RegionConfig::default(),
        });
        slots.lists.push([None; N_KINDS]);
    }
    let mut reader = Reader { text, state, log, regions, slots, reading };
    for (idx, section) in layout.sections.iter().enumerate() {
        if section.header.stops {
            if matches!(section.header.target, Target::DomainDefault(_)) {
                reader.complain(ComplaintKind::ExtraParts, section.header.range);
            }
            reader.complain(ComplaintKind::ReadingStopped, section.header.range);
            reader.log.stopped = Some(idx);
            break;
        }
        let result = reader.header(&section.header);
        if result.takes_body {
            for (pair, it) in layout.pairs_of(section) {
                let line = Line::new(text, pair, it, true);
                let res = line.apply(reader.state, &result.subject, &mut reader.log);
                if let Some(slot) = reader.log.pairs.get_mut(pair) {
                    *slot = res;
                }
            }
        }
        reader.log.sections.push(result);
    }
    reader.settle_lists();
    reader.log
}

/// Id lists of the slots as the program keeps them: shared between copies.
#[derive(Default)]
struct Slots {
    n_regions: usize,
    lists: Vec<[Option<usize>; N_KINDS]>,
    shared: Vec<IdSet>,
}

struct Reader<'t, 's> {
    text: &'t str,
    state: &'s mut State,
    log: Log,
    regions: HashMap<RegionId, usize>,
    slots: Slots,
    reading: SeedReading,
}

const DEAD: SectionResult = SectionResult { subject: Subject::None, takes_body: false };

impl Reader<'_, '_> {
    fn complain(&mut self, kind: ComplaintKind, at: TextRange) {
        self.log.complaints.push(Complaint { kind, at });
    }

    fn header(&mut self, header: &Header) -> SectionResult {
        let subject = match header.target {
            Target::DomainDefault(Some(domain)) => Subject::Domain(domain),
            Target::Punits => return self.punits(header),
            Target::RegionDefault if self.reading == SeedReading::Document => {
                let mut config = std::mem::take(&mut self.state.region_default);
                inherit(self.text, header, self.state, &mut config);
                self.state.region_default = config;
                Subject::RegionDefault
            }
            Target::RegionDefault => {
                if let Some(first) = self.state.regions.first_mut() {
                    let mut config = std::mem::take(&mut first.config);
                    inherit(self.text, header, self.state, &mut config);
                    if let Some(first) = self.state.regions.first_mut() {
                        first.config = config;
                    }
                }
                self.subject(0)
            }
            Target::Regions(list) => {
                let (address, _) = c_address(slice(self.text, list));
                let Some(entry) = self.region(address, header) else { return DEAD };
                self.subject(entry)
            }
            _ => return DEAD,
        };
        SectionResult { subject, takes_body: true }
    }

    fn subject(&mut self, entry: usize) -> Subject {
        let start = self.log.regions.len();
        self.log.regions.push(entry as u32);
        Subject::Regions(start, start + 1)
    }

    fn region(&mut self, address: u64, header: &Header) -> Option<usize> {
        let entry = match self.reading {
            SeedReading::Document => self.own_entry(address, header)?,
            SeedReading::Program => self.slot(address)?,
        };
        let mut config = std::mem::take(&mut self.state.regions.get_mut(entry)?.config);
        inherit(self.text, header, self.state, &mut config);
        if let Some(constraints) = header.constraints {
            let reading = PunitReading {
                text: self.text,
                part: slice(self.text, constraints),
                is_repeated: false,
                seed: true,
            };
            let mut punits = PunitSet::default();
            let res = reading.read(self.state, &mut punits, &mut self.log.complaints);
            config.armed |= res.is_ok();
            for (kind, ids) in punits.iter() {
                self.slots.write(entry, kind, ids);
                config.punits.set(kind, ids.clone());
                // That program marks the domain of a constraint as if it had an event set.
                if self.reading == SeedReading::Program {
                    let set = config.filter(kind.domain()).unwrap_or_default();
                    config.set_filter(kind.domain(), set);
                }
            }
        }
        self.state.regions.get_mut(entry)?.config = config;
        Some(entry)
    }

    fn own_entry(&mut self, address: u64, header: &Header) -> Option<usize> {
        let id = RegionId::Address(address);
        if let Some(&found) = self.regions.get(&id) {
            return Some(found);
        }
        if self.state.regions.len() >= MAX_REGIONS {
            self.log.dropped.push(header.target_range);
            return None;
        }
        let entry = self.state.regions.len();
        self.regions.insert(id.clone(), entry);
        let config = self.state.region_default.clone();
        self.state.regions.push(Region { id, file: None, removed: false, config });
        Some(entry)
    }

    /// Returns the slot of an address. Slot 0 is also `Lexgion.default`, and it is never found
    /// again.
    fn slot(&mut self, address: u64) -> Option<usize> {
        let id = RegionId::Address(address);
        let found = self.state.regions.iter().skip(1).position(|it| it.id == id);
        if let Some(found) = found {
            return Some(found + 1);
        }
        if self.slots.n_regions >= MAX_REGIONS {
            return None;
        }
        let slot = self.slots.n_regions;
        self.slots.n_regions += 1;
        if slot > 0 {
            let first = self.state.regions.first()?.clone();
            self.state.regions.push(first);
            let lists = self.slots.lists.first().copied().unwrap_or([None; N_KINDS]);
            self.slots.lists.push(lists);
        }
        self.state.regions.get_mut(slot)?.id = id;
        Some(slot)
    }

    /// Reads a punit header: each makes a new entry at the end, even after a mistake in its target.
    fn punits(&mut self, header: &Header) -> SectionResult {
        let target = slice(self.text, header.target_range);
        let name = target.split('.').next().unwrap_or_default();
        let Some(domain) = Domain::from_name(name).filter(|it| it.in_seed()) else { return DEAD };
        let mut punits = PunitSet::default();
        let read = |reader: &mut Self, part, punits: &mut PunitSet| {
            let reading = PunitReading { text: reader.text, part, is_repeated: false, seed: true };
            reading.read(reader.state, punits, &mut reader.log.complaints)
        };
        let res: Result<(), PunitFault> = read(self, target, &mut punits);
        if res.is_err() {
            self.complain(ComplaintKind::BadPunitTarget, header.target_range);
        }
        let parent = header.inherit.and_then(|it| first_parent(slice(self.text, it)));
        let parent = parent.filter(|it| it.in_seed());
        let events = parent.map_or(EventSet::untouched(0), |it| self.state.domain(it).events);
        if let Some(constraints) = header.constraints {
            // What was read before a mistake stays in force, and the program has said why.
            let _ = read(self, slice(self.text, constraints), &mut punits);
        }
        let entries = &mut self.state.domain_mut(domain).punits;
        let number = entries.len() as u32;
        entries.push(PunitEntry { number, punits, events });
        SectionResult { subject: Subject::Punit(domain, number), takes_body: true }
    }

    /// Gives every slot what its shared lists hold in the end.
    fn settle_lists(&mut self) {
        if self.reading == SeedReading::Document {
            return;
        }
        for (region, lists) in self.state.regions.iter_mut().zip(&self.slots.lists) {
            for (idx, list) in lists.iter().enumerate() {
                let list = list.and_then(|it| self.slots.shared.get(it));
                if let (Some(kind), Some(list)) = (Kind::from_index(idx), list) {
                    region.config.punits.set(kind, list.clone());
                }
            }
        }
    }
}

impl Slots {
    fn write(&mut self, slot: usize, kind: Kind, ids: &IdSet) {
        let lists = self.lists.get_mut(slot).and_then(|it| it.get_mut(kind.index()));
        let Some(list) = lists else { return };
        match list.and_then(|it| self.shared.get_mut(it)) {
            Some(shared) => *shared = ids.clone(),
            None => {
                *list = Some(self.shared.len());
                self.shared.push(ids.clone());
            }
        }
    }
}

/// Copies the event sets of the parents; each item is cut at its first dot, and what is no domain is
/// skipped without a word.
fn inherit(text: &str, header: &Header, state: &State, config: &mut RegionConfig) {
    let Some(inherit) = header.inherit else { return };
    for item in slice(text, inherit).split(',') {
        let name = trim(item).split('.').next().unwrap_or_default();
        if let Some(domain) = Domain::from_name(name).filter(|it| it.in_seed()) {
            config.set_filter(domain, state.domain(domain).events);
        }
    }
}
