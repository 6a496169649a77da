//! Today's program reading a file (pinsight.md#the-current-dialect).

use std::collections::HashMap;

use text_size::TextRange;

use super::keys::Line;
use super::limits::{
    FILE_BYTES, ITEM_BYTES, KNOB_BYTES, MAX_KNOBS, MAX_LIST, MAX_REGIONS, NAME_BYTES,
};
use super::log::{Complaint, ComplaintKind, Log, PairResult, SectionResult, Subject};
use super::punits::PunitReading;
use crate::header::{Action, Header, Target};
use crate::lower::{Layout, Section};
use crate::model::{
    EventSet, Knob, PunitEntry, Region, RegionConfig, RegionId, Sourced, State, Trigger,
    install_bits,
};
use crate::punits::{PunitItems, PunitSet, wildcard};
use crate::tables::{Domain, Kind, N_DOMAINS};
use crate::token::trim;
use crate::values::{KnobValue, Mode, NodePolicy, address, cut, decimal};
use bobbin_core::text::{range_in, slice};

/// Reads the sections of `text` on top of `state`, as at the start of the program or at a reload.
#[must_use]
pub fn read_current<'t>(text: &'t str, layout: &'t Layout, state: &mut State) -> Log {
    let mut regions = HashMap::with_capacity(layout.sections.len());
    for (idx, region) in state.regions.iter_mut().enumerate() {
        // A reload removes all named regions; those the file has come back.
        region.removed |= matches!(region.id, RegionId::Name(..));
        regions.insert(region.id.clone(), idx);
    }
    for (_, explicit) in &mut state.domain_region_defaults {
        *explicit = false;
    }
    let log = Log { pairs: vec![PairResult::NoSection; layout.pairs.len()], ..Log::default() };
    let next = |it| state.domain(it).punits.iter().map(|it| it.number + 1).max().unwrap_or(0);
    let next_punits = Domain::ALL.map(next);
    let mut reader = Reader { text, layout, state, log, regions, next_punits };
    for (idx, section) in layout.sections.iter().enumerate() {
        if section.header.stops {
            reader.complain(ComplaintKind::ReadingStopped, section.header.range);
            reader.log.stopped = Some(idx);
            break;
        }
        let result = reader.header(&section.header);
        if result.takes_body {
            reader.body(section, &result.subject);
        }
        reader.log.sections.push(result);
    }
    reader.derive_defaults();
    reader.check_trigger();
    reader.log.index = reader.regions;
    reader.log
}

struct Reader<'t, 's> {
    text: &'t str,
    layout: &'t Layout,
    state: &'s mut State,
    log: Log,
    regions: HashMap<RegionId, usize>,
    /// The number of the next punit section of each domain. None is given again, as a section that is
    /// read would otherwise be taken for one that was deleted.
    next_punits: [u32; N_DOMAINS],
}

const DEAD: SectionResult = SectionResult { subject: Subject::None, takes_body: false };

fn live(subject: Subject) -> SectionResult {
    SectionResult { subject, takes_body: true }
}

impl<'t> Reader<'t, '_> {
    fn complain(&mut self, kind: ComplaintKind, at: TextRange) {
        self.log.complaints.push(Complaint { kind, at });
    }

    fn header(&mut self, header: &Header) -> SectionResult {
        match header.target {
            Target::DomainDefault(Some(domain)) => self.domain_default(header, domain),
            Target::Punits => self.punits(header),
            Target::RegionDefault => self.region_default(header),
            Target::DomainRegionDefault(Some(domain)) => self.domain_region_default(header, domain),
            Target::Regions(list) => self.region_list(header, slice(self.text, list)),
            Target::Knob => live(Subject::Knobs),
            Target::Energy => live(Subject::Energy),
            Target::Manifest => live(Subject::Manifest),
            Target::DomainDefault(None) | Target::DomainRegionDefault(None) | Target::Dead => DEAD,
        }
    }

    fn refuse_removal(&mut self, header: &Header) {
        self.complain(ComplaintKind::RemoveNotAllowed, header.target_range);
    }

    fn domain_default(&mut self, header: &Header, domain: Domain) -> SectionResult {
        let subject = Subject::Domain(domain);
        match header.action {
            Action::Set => return live(subject),
            Action::Reset => {
                let state = self.state.domain_mut(domain);
                state.mode = Sourced::default_value(Mode::Tracing);
                state.events = EventSet::untouched(install_bits(domain, false));
            }
            Action::Remove => self.refuse_removal(header),
        }
        SectionResult { subject, takes_body: false }
    }

    fn region_default(&mut self, header: &Header) -> SectionResult {
        let subject = Subject::RegionDefault;
        match header.action {
            Action::Set => {
                let mut config = std::mem::take(&mut self.state.region_default);
                self.inherit(header, &mut config);
                self.state.region_default = config;
                return live(subject);
            }
            Action::Reset => self.state.region_default = RegionConfig::default(),
            Action::Remove => self.refuse_removal(header),
        }
        SectionResult { subject, takes_body: false }
    }

    /// Starts afresh at every header, also at a refused one (pinsight.md#actions).
    fn domain_region_default(&mut self, header: &Header, domain: Domain) -> SectionResult {
        let mut config = self.state.region_default.clone();
        config.set_filter(domain, self.state.domain(domain).events);
        match header.action {
            Action::Set => self.inherit(header, &mut config),
            Action::Reset => (),
            Action::Remove => self.refuse_removal(header),
        }
        *self.state.domain_region_default_mut(domain) = (config, true);
        let subject = Subject::DomainRegionDefault(domain);
        SectionResult { subject, takes_body: header.action == Action::Set }
    }

    /// Copies the event sets of the parents (pinsight.md#inheritance).
    fn inherit(&mut self, header: &Header, config: &mut RegionConfig) {
        let sets = event_sets(self.state);
        for (at, parent) in self.parents(header) {
            match parent {
                Ok(domain) => {
                    if let Some(&set) = sets.get(domain.index()) {
                        config.set_filter(domain, set);
                    }
                }
                Err(kind) => self.complain(kind, at),
            }
        }
    }

    fn parents(&self, header: &Header) -> Vec<(TextRange, Result<Domain, ComplaintKind>)> {
        let Some(inherit) = header.inherit else { return Vec::new() };
        let items = slice(self.text, inherit).split(',').map(trim).filter(|it| !it.is_empty());
        let read = |it: &str| match it.strip_suffix(".default") {
            Some(domain) if !domain.contains('.') => {
                Domain::from_name(domain).ok_or(ComplaintKind::InheritanceUnknownDomain)
            }
            _ => Err(ComplaintKind::BadInheritance),
        };
        items.map(|it| (range_in(self.text, it), read(it))).collect()
    }

    fn region_list(&mut self, header: &Header, list: &'t str) -> SectionResult {
        let start = self.log.regions.len();
        let items = list.split(',').map(trim).filter(|it| !it.is_empty()).take(MAX_LIST);
        for item in items {
            if let Some(region) = self.region(item, header.action) {
                self.log.regions.push(region as u32);
            }
        }
        let subject = Subject::Regions(start, self.log.regions.len());
        if header.action == Action::Reset {
            self.complain(ComplaintKind::ResetNotAllowedRegion, header.target_range);
        }
        if header.action != Action::Set {
            return SectionResult { subject, takes_body: false };
        }
        let entries: Vec<u32> = self.log.regions.get(start..).unwrap_or_default().to_vec();
        let parents = self.parents(header);
        for (at, parent) in &parents {
            if let Err(kind) = parent {
                self.complain(*kind, *at);
            }
        }
        let sets = event_sets(self.state);
        for &entry in &entries {
            let Some(region) = self.state.regions.get_mut(entry as usize) else { continue };
            for domain in parents.iter().filter_map(|(_, it)| it.ok()) {
                if let Some(&set) = sets.get(domain.index()) {
                    region.config.set_filter(domain, set);
                }
            }
        }
        if let Some(constraints) = header.constraints {
            self.constrain(&entries, slice(self.text, constraints));
        }
        SectionResult { subject, takes_body: !entries.is_empty() }
    }

    /// Reads the constraints once for each region, as the program does.
    fn constrain(&mut self, entries: &[u32], part: &'t str) {
        for (idx, &entry) in entries.iter().enumerate() {
            let reading = PunitReading { text: self.text, part, is_repeated: idx > 0, seed: false };
            let Some(region) = self.state.regions.get_mut(entry as usize) else { continue };
            let mut punits = std::mem::take(&mut region.config.punits);
            if !punits.is_empty() && is_unknown(part) {
                self.log.kept_constraints.push((self.log.sections.len(), punits.clone()));
            }
            let res = reading.read(self.state, &mut punits, &mut self.log.complaints);
            if let Some(region) = self.state.regions.get_mut(entry as usize) {
                region.config.punits = punits;
                region.config.armed |= res.is_ok();
            }
        }
    }

    /// Finds or makes the entry of one item of a region list.
    fn region(&mut self, item: &'t str, action: Action) -> Option<usize> {
        let item = cut(item, ITEM_BYTES);
        let digits = item.strip_prefix("0x").or_else(|| item.strip_prefix("0X"));
        if let Some(digits) = digits {
            return self.region_by_address(address(digits), action, item);
        }
        let (domain, file, name) = self.region_name(item)?;
        if name.is_empty() || action != Action::Set {
            return None;
        }
        let name: Box<str> = cut(name, NAME_BYTES).into();
        let file = file.filter(|it| !it.is_empty()).map(|it| cut(it, FILE_BYTES).into());
        self.entry(RegionId::Name(domain, name), file, item)
    }

    fn region_by_address(&mut self, address: u64, action: Action, item: &str) -> Option<usize> {
        // Names have the address 0 in the table of the program (pinsight.md#region-lists).
        let named = |it: &Region| matches!(it.id, RegionId::Name(..) | RegionId::Address(0));
        let first = if address == 0 { self.state.regions.iter().position(named) } else { None };
        let entry = match first {
            Some(entry) => entry,
            None => self.entry(RegionId::Address(address), None, item)?,
        };
        if let Some(region) = self.state.regions.get_mut(entry) {
            region.removed = action == Action::Remove;
        }
        Some(entry)
    }

    /// Takes the name of a region apart: domain, file, name.
    fn region_name(&mut self, item: &'t str) -> Option<(Option<Domain>, Option<&'t str>, &'t str)> {
        let Some((first, behind)) = item.split_once(':') else { return Some((None, None, item)) };
        match behind.split_once(':') {
            Some((file, name)) => match Domain::from_name(first) {
                Some(domain) => Some((Some(domain), Some(file), name)),
                None => {
                    let at = range_in(self.text, first);
                    self.complain(ComplaintKind::RegionUnknownDomain, at);
                    None
                }
            },
            None => match Domain::from_name(first) {
                Some(domain) => Some((Some(domain), None, behind)),
                None => Some((None, Some(first), behind)),
            },
        }
    }

    fn entry(&mut self, id: RegionId, file: Option<Box<str>>, item: &str) -> Option<usize> {
        if let Some(&found) = self.regions.get(&id) {
            if let Some(region) = self.state.regions.get_mut(found) {
                region.removed = false;
            }
            return Some(found);
        }
        let at = range_in(self.text, item);
        if self.state.regions.len() >= MAX_REGIONS {
            match id {
                RegionId::Address(_) => _ = self.log.crashed.get_or_insert(at),
                RegionId::Name(..) => {
                    self.complain(ComplaintKind::RegionTableFull, at);
                    return None;
                }
            }
        }
        let idx = self.state.regions.len();
        self.regions.insert(id.clone(), idx);
        let config = self.state.region_default.clone();
        self.state.regions.push(Region { id, file, removed: false, config });
        Some(idx)
    }

    fn punits(&mut self, header: &Header) -> SectionResult {
        if header.action == Action::Reset {
            self.complain(ComplaintKind::ResetNotAllowedPunit, header.target_range);
            return DEAD;
        }
        let target = slice(self.text, header.target_range);
        if header.action == Action::Remove
            && let Some(item) = wildcard(target)
        {
            return item.known_kind().map_or(DEAD, |it| self.remove_kind(header, it));
        }
        let mut punits = PunitSet::default();
        let reading =
            PunitReading { text: self.text, part: target, is_repeated: false, seed: false };
        let res = reading.read(self.state, &mut punits, &mut self.log.complaints);
        let Some(domain) = res.ok().and_then(|()| punits.first_domain()) else { return DEAD };
        let found = self.find_punits(domain, &punits);
        if header.action == Action::Remove {
            let entry = found.and_then(|it| self.state.domain_mut(domain).punits.get_mut(it));
            if let Some(entry) = entry {
                self.log.silenced.push(header.target_range);
                entry.events = EventSet::untouched(0);
                for kind in foreign_kinds(domain) {
                    entry.punits.clear(kind);
                }
            }
            return DEAD;
        }
        let at = found.unwrap_or_else(|| {
            for kind in foreign_kinds(domain) {
                punits.clear(kind);
            }
            let entries = &mut self.state.domain_mut(domain).punits;
            let mut number = 0;
            if let Some(next) = self.next_punits.get_mut(domain.index()) {
                number = *next;
                *next += 1;
            }
            let events = EventSet::untouched(0);
            entries.push(PunitEntry { number, punits, events });
            entries.len() - 1
        });
        let parent = header.inherit.and_then(|it| first_parent(slice(self.text, it)));
        let parent_events = parent.map(|it| self.state.domain(it).events);
        let Some(entry) = self.state.domain_mut(domain).punits.get_mut(at) else { return DEAD };
        let number = entry.number;
        if let Some(events) = parent_events {
            entry.events = events;
        }
        if let Some(constraints) = header.constraints {
            let mut punits = std::mem::take(&mut entry.punits);
            let part = slice(self.text, constraints);
            let reading = PunitReading { text: self.text, part, is_repeated: false, seed: false };
            // What was read before a mistake stays in force, and the program has said why.
            let _ = reading.read(self.state, &mut punits, &mut self.log.complaints);
            if let Some(entry) = self.state.domain_mut(domain).punits.get_mut(at) {
                entry.punits = punits;
            }
        }
        live(Subject::Punit(domain, number))
    }

    /// Finds the entry of the same target. The program looks at the domain of twice the number in
    /// the new target, so only OpenMP entries are found as meant
    /// (pinsight.md#finding-the-same-target).
    fn find_punits(&self, domain: Domain, target: &PunitSet) -> Option<usize> {
        let compared = *Domain::ALL.get(domain.index() * 2)?;
        let own: Vec<Kind> = domain.kinds().collect();
        let theirs: Vec<Kind> = compared.kinds().collect();
        if theirs.iter().all(|&it| target.get(it).is_none()) {
            return None;
        }
        self.state.domain(domain).punits.iter().position(|entry| {
            let n_kinds = own.len().max(theirs.len());
            (0..n_kinds).all(|it| {
                let ours = own.get(it).and_then(|&it| entry.punits.get(it));
                let new = theirs.get(it).and_then(|&it| target.get(it));
                ours == new
            })
        })
    }

    fn remove_kind(&mut self, header: &Header, kind: Kind) -> SectionResult {
        let entries = &mut self.state.domain_mut(kind.domain()).punits;
        let section = self.log.sections.len();
        let mut n_removed = 0;
        entries.retain(|it| {
            let stays = it.punits.get(kind).is_none();
            if !stays {
                n_removed += 1;
                self.log.deleted_punits.push((section, kind.domain(), it.number));
            }
            stays
        });
        self.complain(ComplaintKind::PunitsRemoved(kind, n_removed), header.target_range);
        DEAD
    }

    fn body(&mut self, section: &Section, subject: &Subject) {
        for (idx, pair) in self.layout.pairs_of(section) {
            let line = Line::new(self.text, idx, pair, false);
            let res = self.pair(&line, subject);
            if let Some(slot) = self.log.pairs.get_mut(idx) {
                *slot = res;
            }
        }
    }

    fn pair(&mut self, line: &Line<'_>, subject: &Subject) -> PairResult {
        match *subject {
            Subject::Knobs => self.knob(line),
            Subject::Energy if line.key == "measure" => {
                let Some(policy) = NodePolicy::read(line.value) else {
                    self.complain(ComplaintKind::BadNodePolicy, line.value_range);
                    return PairResult::Kept;
                };
                self.state.energy = Sourced::written(policy, line.pair);
                PairResult::Applied
            }
            Subject::Manifest if line.key == "interval" => {
                let interval = decimal(line.value);
                self.state.manifest_interval = Sourced::written(interval, line.pair);
                PairResult::Applied
            }
            Subject::Energy | Subject::Manifest => PairResult::UnknownKey,
            _ => line.apply(self.state, subject, &mut self.log),
        }
    }

    fn knob(&mut self, line: &Line<'_>) -> PairResult {
        let name = cut(line.key, KNOB_BYTES);
        let value = KnobValue::read(line.value);
        let pair = line.pair as u32;
        let knobs = &mut self.state.knobs;
        let n_knobs = knobs.len();
        match knobs.iter_mut().find(|it| it.name == name) {
            Some(knob) => (knob.value, knob.pair) = (value, pair),
            None if n_knobs < MAX_KNOBS => {
                knobs.push(Knob { name: name.to_owned(), value, pair });
                self.log.made_knobs.push(pair);
            }
            None => {
                self.log.has_refused_knob = true;
                self.complain(ComplaintKind::KnobTableFull, line.key_range);
                return PairResult::Kept;
            }
        }
        PairResult::Applied
    }

    /// Reports the trigger `all`, with which one region that never gets its traces keeps the window
    /// open for ever.
    fn check_trigger(&mut self) {
        let Some(window) = &self.state.region_default.window else { return };
        let Some((Trigger::All, pair)) = window.trigger else { return };
        if window.timeout.is_some_and(|(timeout, _)| timeout > 0) {
            return;
        }
        // After a reload the line may stand in the file before this one.
        let pair = self.layout.pairs.get(pair as usize);
        let at = pair.map_or(TextRange::default(), |it| it.value);
        self.complain(ComplaintKind::TriggerAllWithoutTimeout, at);
    }

    /// Domains without a section of their own get `Lexgion.default` with the events of
    /// `Domain.default`, both as at the end of the file (pinsight.md#after-reading-a-file).
    fn derive_defaults(&mut self) {
        for domain in Domain::ALL {
            if !self.state.domain_region_default(domain).1 {
                let mut config = self.state.region_default.clone();
                config.set_filter(domain, self.state.domain(domain).events);
                *self.state.domain_region_default_mut(domain) = (config, false);
            }
        }
    }
}

/// Returns true if a constraint is read to its end without a known kind.
pub(crate) fn is_unknown(part: &str) -> bool {
    PunitItems::new(part).all(|it| it.is_ok_and(|it| it.known_kind().is_none()))
}

/// Returns the kinds that do not belong to `domain`.
fn foreign_kinds(domain: Domain) -> impl Iterator<Item = Kind> {
    Domain::ALL.into_iter().filter(move |&it| it != domain).flat_map(Domain::kinds)
}

/// Returns the domain whose events a punit section starts from: the text in front of the first
/// `.default`, of which a blank there is a part.
pub(crate) fn first_parent(inherit: &str) -> Option<Domain> {
    let (name, _) = inherit.split_once(".default")?;
    Domain::from_name(name)
}

/// Returns the event sets of all domains as they are now.
fn event_sets(state: &State) -> [EventSet; N_DOMAINS] {
    Domain::ALL.map(|it| state.domain(it).events)
}
