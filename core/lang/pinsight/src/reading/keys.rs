//! Body lines, applied to the part of the state their section is about
//! (pinsight.md#keys-by-section).

use text_size::TextRange;

use super::log::{Complaint, ComplaintKind, Log, PairResult, Subject};
use super::window;
use crate::lower::Pair;
use crate::model::{
    EventSet, History, RegionConfig, Sourced, State, TRIPLE, Window, is_installed, is_named,
};
use crate::tables::{Domain, Event};
use crate::values::{Mode, NodePolicy, decimal, is_on, scope};
use bobbin_core::text::slice;

/// A body line with its text.
pub(super) struct Line<'t> {
    /// Index of the line.
    pub(super) pair: usize,
    /// The text all ranges refer to.
    pub(super) text: &'t str,
    pub(super) key: &'t str,
    pub(super) key_range: TextRange,
    pub(super) value: &'t str,
    pub(super) value_range: TextRange,
    /// True if the program of the seed dialect reads.
    pub(super) seed: bool,
}

impl<'t> Line<'t> {
    pub(super) fn new(text: &'t str, pair: usize, it: &Pair, seed: bool) -> Line<'t> {
        Line {
            pair,
            text,
            key: slice(text, it.key),
            key_range: it.key,
            value: slice(text, it.value),
            value_range: it.value,
            seed,
        }
    }

    fn complain(&self, log: &mut Vec<Complaint>, kind: ComplaintKind, at: TextRange) {
        log.push(Complaint { kind, at });
    }

    /// Applies a line of the section that is about `subject`, for the kinds of section both
    /// dialects have.
    pub(super) fn apply(&self, state: &mut State, subject: &Subject, log: &mut Log) -> PairResult {
        let Log { complaints, regions, started_sets, .. } = log;
        match *subject {
            Subject::Domain(domain) => self.domain_default(state, domain, complaints),
            Subject::Punit(domain, number) => {
                let State { domains, history, .. } = state;
                let entries = domains.get_mut(domain.index()).map(|it| &mut it.punits);
                let entry = entries.and_then(|it| it.iter_mut().rfind(|it| it.number == number));
                match entry {
                    Some(it) => self.punit(&mut it.events, history, domain, complaints),
                    None => PairResult::NoSection,
                }
            }
            Subject::RegionDefault => {
                self.region(&mut state.region_default, &mut state.history, complaints, started_sets)
            }
            Subject::DomainRegionDefault(domain) => {
                let State { domain_region_defaults, history, .. } = state;
                match domain_region_defaults.get_mut(domain.index()) {
                    Some((config, _)) => self.region(config, history, complaints, started_sets),
                    None => PairResult::NoSection,
                }
            }
            Subject::Regions(start, end) => {
                let State { regions: entries, history, .. } = state;
                let mut res = PairResult::NoSection;
                for &entry in regions.get(start..end).unwrap_or_default() {
                    if let Some(region) = entries.get_mut(entry as usize) {
                        res = self.region(&mut region.config, history, complaints, started_sets);
                    }
                }
                res
            }
            _ => PairResult::NoSection,
        }
    }

    /// Applies a line of `Domain.default`.
    fn domain_default(
        &self,
        state: &mut State,
        domain: Domain,
        log: &mut Vec<Complaint>,
    ) -> PairResult {
        if self.key == "trace_mode" && !self.seed {
            let mode = Sourced::written(Mode::read(self.value), self.pair);
            state.domain_mut(domain).mode = mode;
            return PairResult::Applied;
        }
        if self.key == "device_activity" && domain.has_device_activity() && !self.seed {
            let policy = NodePolicy::read(self.value).unwrap_or_else(|| {
                self.complain(log, ComplaintKind::BadNodePolicy, self.value_range);
                NodePolicy::Off
            });
            state.domain_mut(domain).device_activity = Sourced::written(policy, self.pair);
            return PairResult::Applied;
        }
        if let Some((name, kind)) = self.key.split_once('.') {
            let kind = (name == domain.name()).then(|| domain.kind(kind)).flatten();
            let Some(slot) = kind.and_then(|it| state.scopes.get_mut(it.index())) else {
                return PairResult::NotScope;
            };
            *slot = Sourced::written(scope(self.value), self.pair);
            return PairResult::Applied;
        }
        let mut events = state.domain(domain).events;
        let res = self.switch(&mut events, &mut state.history, domain, self.key, log);
        state.domain_mut(domain).events = events;
        if res == PairResult::UnknownEvent { PairResult::UnknownKey } else { res }
    }

    /// Applies a line of a punit section.
    fn punit(
        &self,
        events: &mut EventSet,
        history: &mut History,
        domain: Domain,
        log: &mut Vec<Complaint>,
    ) -> PairResult {
        if self.key == "trace_mode" && !self.seed {
            self.complain(log, ComplaintKind::TraceModeOnlyInDefault, self.key_range);
            return PairResult::Refused;
        }
        let res = self.switch(events, history, domain, self.key, log);
        if res == PairResult::UnknownEvent { PairResult::UnknownKey } else { res }
    }

    /// Applies a line of a region section or a default of regions.
    fn region(
        &self,
        config: &mut RegionConfig,
        history: &mut History,
        log: &mut Vec<Complaint>,
        started_sets: &mut Vec<u32>,
    ) -> PairResult {
        for (slot, key) in config.triple.iter_mut().zip(TRIPLE) {
            if self.key == key {
                *slot = Sourced::written(decimal(self.value), self.pair);
                return PairResult::Applied;
            }
        }
        if self.key.starts_with("window_") && !self.seed {
            return self.window(config, log);
        }
        let Some((domain, event)) = self.key.split_once('.') else { return PairResult::UnknownKey };
        let domain = Domain::from_name(domain).filter(|it| !self.seed || it.in_seed());
        let Some(domain) = domain else { return PairResult::UnknownDomain };
        let mut events = config.filter(domain).unwrap_or_default();
        let res = self.switch(&mut events, history, domain, event, log);
        if res != PairResult::UnknownEvent {
            if config.filter(domain).is_none() {
                started_sets.push(self.pair as u32);
            }
            config.set_filter(domain, events);
        }
        res
    }

    fn window(&self, config: &mut RegionConfig, log: &mut Vec<Complaint>) -> PairResult {
        let pair = self.pair as u32;
        let window: &mut Window = config.window.get_or_insert_default();
        match self.key {
            "window_end_action" => {
                let action = window::read_action(self.text, self.value, log);
                window.action = Some((action, pair));
            }
            "window_end_trigger" => {
                let trigger = window::read_trigger(self.value, self.value_range, log);
                window.trigger = Some((trigger, pair));
            }
            "window_timeout" => window.timeout = Some((decimal(self.value), pair)),
            _ => return PairResult::UnknownKey,
        }
        PairResult::Applied
    }

    /// Switches the event called `name`. The defect that an empty name finds the unnamed event 0 of
    /// OpenMP is kept, for the program speaks about it (pinsight.md#seed-parser-defects).
    fn switch(
        &self,
        events: &mut EventSet,
        history: &mut History,
        domain: Domain,
        name: &str,
        log: &mut Vec<Complaint>,
    ) -> PairResult {
        let event = domain.event(name).filter(|it| is_named(it, self.seed));
        let (id, name, installed) = match event {
            Some(&Event { id, name, .. }) => {
                (id, name, event.is_some_and(|it| is_installed(it, self.seed)))
            }
            None if name.is_empty() && domain == Domain::OpenMp => (0, "", false),
            None => return PairResult::UnknownEvent,
        };
        let on = is_on(self.value);
        history.switch(events, id, on && installed, self.pair);
        match (on, installed) {
            (true, true) => PairResult::On,
            (true, false) => {
                let kind = ComplaintKind::EventNotInstalled(domain, name);
                self.complain(log, kind, self.key_range);
                PairResult::NotInstalled
            }
            (false, _) => PairResult::Off,
        }
    }
}
