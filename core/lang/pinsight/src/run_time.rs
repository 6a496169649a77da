//! The run time of the program with a configuration it has read (pinsight.md#run-time).
//!
//! Pure functions of a [`State`]; nothing here changes one. The rules are those of the generic
//! resolver, which MPI, CUDA, HIP and Python use as they are; the callbacks of OpenMP consult only
//! parts of them (pinsight.md#domain-callbacks).

use crate::model::{PunitEntry, Region, RegionConfig, RegionId, State, Trigger, WindowAction};
use crate::punits::PunitSet;
use crate::tables::{Domain, Event, Kind, N_DOMAINS, N_KINDS};
use crate::values::Mode;

/// A region of code as the program meets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// The domain of the event.
    pub domain: Domain,
    /// Its code address; none for code that no section gives an address of.
    pub address: Option<u64>,
    /// Its name, if the domain has names.
    pub name: Option<&'a str>,
    /// The base name of its file, if the program knows it.
    pub file: Option<&'a str>,
}

/// The place where the program is: an id for each kind, by [`Kind::index`]; none where there is no
/// such unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Units(pub [Option<i64>; N_KINDS]);

impl Units {
    /// Returns the id of a kind; `None` where there is no such unit.
    #[must_use]
    pub fn id(&self, kind: Kind) -> Option<i64> {
        self.0.get(kind.index()).copied().flatten()
    }
}

/// The one entry that supplies triple, event set, constraint and window keys of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// An entry of the region table.
    Region(usize),
    /// The section `Lexgion(Domain).default`.
    DomainDefault(Domain),
}

impl Entry {
    /// Returns the settings of the entry.
    #[must_use]
    pub fn config(self, state: &State) -> &RegionConfig {
        match self {
            Entry::Region(idx) => {
                state.regions.get(idx).map_or(&state.region_default, |it| &it.config)
            }
            Entry::DomainDefault(domain) => &state.domain_region_default(domain).0,
        }
    }
}

/// Returns the entry for a region: by address, else by name, else the default of the domain
/// (pinsight.md#region-lookup).
#[must_use]
pub fn entry(state: &State, place: &Place<'_>) -> Entry {
    let live = |it: &&(usize, &Region)| !it.1.removed;
    let regions = || state.regions.iter().enumerate();
    // Names have the address 0 in the table, so a region with the null address finds the first of them.
    let by_address = |it: &(usize, &Region)| match it.1.id {
        RegionId::Address(address) => Some(address) == place.address,
        RegionId::Name(..) => place.address == Some(0),
    };
    if let Some((idx, _)) = regions().filter(|it| live(&it)).find(by_address) {
        return Entry::Region(idx);
    }
    let by_name = |it: &(usize, &Region)| match &it.1.id {
        RegionId::Address(_) => false,
        RegionId::Name(domain, name) => {
            let file_fits = match (it.1.file.as_deref(), place.file) {
                (Some(hint), Some(file)) => file.starts_with(hint),
                _ => true,
            };
            domain.is_none_or(|it| it == place.domain)
                && file_fits
                && place.name == Some(name.as_ref())
        }
    };
    match regions().filter(|it| live(&it)).find(by_name) {
        Some((idx, _)) => Entry::Region(idx),
        None => Entry::DomainDefault(place.domain),
    }
}

/// Returns true if the event set of an entry lets an event pass; without a set for the domain every
/// event does (pinsight.md#region-event-sets).
#[must_use]
pub fn passes(config: &RegionConfig, domain: Domain, event: &Event) -> bool {
    config.filter(domain).is_none_or(|it| it.contains(event))
}

/// Returns true if all units that are asked for are there and inside their scope. An empty set
/// never holds (pinsight.md#constraints-at-run-time).
#[must_use]
pub fn holds(state: &State, punits: &PunitSet, units: &Units) -> bool {
    !punits.is_empty() && all_match(state, punits, units)
}

/// Returns true if all units that are asked for are there and inside their scope; a set that asks
/// for none holds everywhere.
#[must_use]
pub fn all_match(state: &State, punits: &PunitSet, units: &Units) -> bool {
    punits.iter().all(|(kind, ids)| {
        let (low, high) = state.scope(kind).value;
        units
            .id(kind)
            .is_some_and(|id| ids.contains(id) && i64::from(low) <= id && id <= i64::from(high))
    })
}

/// The counters of one region on one thread (pinsight.md#the-triple).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Invocations so far.
    pub invocations: u32,
    /// Traces so far in this window.
    pub traces: u32,
    /// Invocations since the last trace.
    pub distance: u32,
}

impl Counters {
    /// Returns true if the triple lets the invocation pass that was just counted.
    #[must_use]
    pub fn admits(&self, triple: [i32; 3]) -> bool {
        // The program compares all three without sign.
        let [start, max, rate] = triple.map(|it| it as u32);
        let number = self.invocations.wrapping_sub(1);
        start <= number && (max == u32::MAX || self.traces < max) && self.distance >= rate
    }
}

/// The invocations that a triple lets pass, in closed form: `first + k·step` for `k` from 0, less
/// than `count` of them (pinsight.md#the-triple).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The first, counted from 0; none if none ever passes.
    pub first: Option<u64>,
    /// The distance from one to the next; at least 1.
    pub step: u64,
    /// The number of traces; none if there is no limit.
    pub count: Option<u64>,
    /// True if the end of each window of `max_num_traces` opens the next, so that there is no limit
    /// in all.
    pub reopens: bool,
}

impl Schedule {
    /// Returns the invocations in `domain` that an entry lets pass: those of its triple, over and
    /// over where the end of its window opens the next (pinsight.md#window-end).
    #[must_use]
    pub fn of(config: &RegionConfig, domain: Domain) -> Schedule {
        let schedule = Schedule::new(config.triple.map(|it| it.value));
        let action = config.window.as_ref().and_then(|it| it.action.as_ref());
        let Some((WindowAction { modes, .. }, _)) = action else { return schedule };
        let own = modes.get(domain.index()).copied().flatten();
        let reopens = schedule.last().is_some()
            && modes.contains(&Some(Mode::Tracing))
            && own.is_none_or(|it| it == Mode::Tracing);
        match reopens {
            true => Schedule { count: None, reopens, ..schedule },
            false => schedule,
        }
    }

    /// Returns true if a region with these settings is silent between its windows, until other regions have
    /// their traces, too: with the trigger `all` the window ends with the last of those that have a
    /// limit and that the thread has met (pinsight.md#window-end).
    #[must_use]
    pub fn waits(&self, state: &State, config: &RegionConfig) -> bool {
        let trigger = config.window.as_ref().and_then(|it| it.trigger);
        if !self.reopens || trigger.is_none_or(|(it, _)| it != Trigger::All) {
            return false;
        }
        let defaults = state.domain_region_defaults.iter().map(|it| &it.0);
        // A default is for several regions.
        let is_default = defaults.clone().any(|it| std::ptr::eq(it, config));
        let regions = state.regions.iter().filter(|it| !it.removed).map(|it| &it.config);
        let is_limited = |it: &RegionConfig| it.triple[1].value != -1;
        is_default || defaults.chain(regions).any(|it| !std::ptr::eq(it, config) && is_limited(it))
    }

    /// Combines `trace_starts_at`, `max_num_traces` and `tracing_rate`.
    #[must_use]
    pub fn new([start, max, rate]: [i32; 3]) -> Schedule {
        let step = u64::from((rate as u32).max(1));
        let is_never = max == 0 || start < 0 || rate < 0;
        let first = u64::from(start as u32).max(step - 1);
        Schedule {
            first: (!is_never).then_some(first),
            step,
            count: (max != -1).then_some(u64::from(max as u32)),
            reopens: false,
        }
    }

    /// Returns true if this invocation passes.
    #[must_use]
    pub fn admits(&self, invocation: u64) -> bool {
        let behind = self.first.and_then(|first| invocation.checked_sub(first));
        behind.is_some_and(|it| {
            it.checked_rem(self.step) == Some(0) && self.count.is_none_or(|n| it / self.step < n)
        })
    }

    /// Returns the number of the first `n` invocations that pass.
    #[must_use]
    pub fn traces(&self, n: u64) -> u64 {
        let last = n.checked_sub(1).zip(self.first).and_then(|(n, first)| n.checked_sub(first));
        let passed = last.map_or(0, |it| it / self.step + 1);
        self.count.map_or(passed, |it| it.min(passed))
    }

    /// Returns the invocation whose trace is the last; `None` without a limit.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        let more = self.count?.checked_sub(1)?;
        self.first?.checked_add(more.checked_mul(self.step)?)
    }
}

/// One thread of the program from its start.
#[derive(Debug, Clone)]
pub struct Run<'s> {
    state: &'s State,
    /// The mode of each domain, by [`Domain::index`].
    pub modes: [Mode; N_DOMAINS],
    /// The domains whose mode changed at the end of a window, in order.
    pub switched: Vec<(Domain, Mode)>,
    /// Regions in the order of their first invocation.
    met: Vec<Met>,
    /// Entries that have fired in this window.
    fired: Vec<Entry>,
    latches: [bool; N_DOMAINS],
}

/// A region the thread has met; the entry is looked up once.
#[derive(Debug, Clone, Copy)]
struct Met {
    domain: Domain,
    event: u8,
    address: Option<u64>,
    entry: Entry,
    counters: Counters,
}

impl<'s> Run<'s> {
    /// Creates a thread that has met no region yet.
    #[must_use]
    pub fn new(state: &'s State) -> Run<'s> {
        Run {
            state,
            modes: Domain::ALL.map(|it| state.domain(it).mode.value),
            switched: Vec::new(),
            met: Vec::new(),
            fired: Vec::new(),
            latches: [false; N_DOMAINS],
        }
    }

    /// Runs one invocation of a region; true if it is traced.
    pub fn invoke(&mut self, place: &Place<'_>, event: &Event, units: &Units) -> bool {
        let mode = self.modes.get(place.domain.index()).copied();
        if !matches!(mode, Some(Mode::Monitoring | Mode::Tracing)) {
            return false;
        }
        let is_same =
            |it: &Met| (it.domain, it.event, it.address) == (place.domain, event.id, place.address);
        let at = self.met.iter().position(is_same).unwrap_or_else(|| {
            let entry = entry(self.state, place);
            let (domain, event, address) = (place.domain, event.id, place.address);
            self.met.push(Met { domain, event, address, entry, counters: Counters::default() });
            self.met.len() - 1
        });
        let Some(Met { entry, counters, .. }) = self.met.get_mut(at) else { return false };
        counters.invocations = counters.invocations.wrapping_add(1);
        counters.distance = counters.distance.saturating_add(1);
        let config = entry.config(self.state);
        let traced = mode == Some(Mode::Tracing)
            && passes(config, place.domain, event)
            && (!config.armed || holds(self.state, &config.punits, units))
            && counters.admits(config.triple.map(|it| it.value));
        if traced {
            counters.traces += 1;
            counters.distance = 0;
            let entry = *entry;
            self.end_window(at, entry);
        }
        traced
    }

    /// Fires when a region has all its traces (pinsight.md#window-end).
    fn end_window(&mut self, at: usize, entry: Entry) {
        let config = entry.config(self.state);
        let is_first = config
            .window
            .as_ref()
            .and_then(|it| it.trigger)
            .is_none_or(|(trigger, _)| trigger == Trigger::First);
        let done = |it: &Met| is_done(it.entry.config(self.state), it.counters);
        // A region without a limit ends no window, also where no other region has one.
        let ends = match self.met.get(at).and_then(done) {
            None => false,
            Some(own) if is_first => own,
            Some(_) => self.met.iter().filter_map(done).all(|it| it),
        };
        if !ends || self.fired.contains(&entry) {
            return;
        }
        self.fired.push(entry);
        let action = config.window.as_ref().and_then(|it| it.action.as_ref());
        let Some((WindowAction { modes, .. }, _)) = action else { return };
        for (domain, (mode, latch)) in
            Domain::ALL.into_iter().zip(self.modes.iter_mut().zip(&mut self.latches))
        {
            let target = modes.get(domain.index()).copied().flatten();
            if let Some(target) = target.filter(|it| it != mode && !*latch) {
                (*mode, *latch) = (target, true);
                self.switched.push((domain, target));
            }
        }
        if modes.contains(&Some(Mode::Tracing)) {
            self.latches = [false; N_DOMAINS];
            self.fired.clear();
            for it in self.met.iter_mut().filter(|it| it.entry == entry) {
                it.counters.traces = 0;
            }
        }
    }
}

/// Returns true if a region has all its traces; none if it has no limit.
fn is_done(config: &RegionConfig, counters: Counters) -> Option<bool> {
    let [_, max, _] = config.triple.map(|it| it.value as u32);
    (max != u32::MAX).then_some(counters.traces >= max)
}

/// Decides about an event as the seed dialect's program could have, but never did: the domain must
/// be enabled and the event on in its default; the first punit section whose conditions all hold
/// decides (pinsight.md#seed-run-time).
#[must_use]
pub fn seed_decision(state: &State, domain: Domain, event: &Event, units: &Units) -> bool {
    let domain = state.domain(domain);
    if domain.mode.value != Mode::Tracing || !domain.events.contains(event) {
        return false;
    }
    if domain.punits.is_empty() {
        return true;
    }
    let matching = |it: &&PunitEntry| all_match(state, &it.punits, units);
    domain.punits.iter().find(matching).is_some_and(|it| it.events.contains(event))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, parse_as};
    use bobbin_core::Input;

    /// Checks the traced invocations of a region with this triple.
    #[track_caller]
    fn check(triple: [i32; 3], expected: &[u32]) {
        let [start, max, rate] = triple;
        let text = format!(
            "[Lexgion(0x10)]\ntrace_starts_at = {start}\nmax_num_traces = {max}\ntracing_rate = {rate}\n"
        );
        let file = parse_as(&Input::alone("", &text), Some(Dialect::Current));
        let place = Place { domain: Domain::Mpi, address: Some(0x10), name: None, file: None };
        let mut run = Run::new(file.state());
        let event = Domain::Mpi.event("MPI_Send").unwrap();
        let units = Units([Some(0); N_KINDS]);
        let traced: Vec<u32> = (0..60).filter(|_| run.invoke(&place, event, &units)).collect();
        assert_eq!(traced, expected, "{triple:?}");
        let schedule = Schedule::new(triple);
        let closed: Vec<u32> = (0..60).filter(|&it| schedule.admits(u64::from(it))).collect();
        assert_eq!(closed, expected, "the closed form of {triple:?}");
        assert_eq!(schedule.traces(60), expected.len() as u64, "{triple:?}");
        let is_ended = schedule.last().is_some_and(|it| it < 60);
        assert_eq!(
            is_ended.then(|| expected.last().copied().map(u64::from)),
            is_ended.then(|| schedule.last())
        );
    }

    /// The simulation of a thread under a window action agrees with the closed form.
    #[test]
    fn a_window_that_opens_again() {
        for (action, is_again) in [
            ("TRACING", true),
            ("INTROSPECT:5:look.sh:TRACING", true),
            ("OpenMP:TRACING", true),
            ("OpenMP:TRACING, MPI:OFF", false),
            ("MONITORING", false),
            ("INTROSPECT:5:look.sh", false),
        ] {
            for trigger in ["first", "all"] {
                let text = format!(
                    "[Lexgion(0x10)]\nmax_num_traces = 2\ntracing_rate = 3\n\
                     window_end_action = {action}\nwindow_end_trigger = {trigger}\n"
                );
                let file = parse_as(&Input::alone("", &text), Some(Dialect::Current));
                let place =
                    Place { domain: Domain::Mpi, address: Some(0x10), name: None, file: None };
                let event = Domain::Mpi.event("MPI_Send").unwrap();
                let mut run = Run::new(file.state());
                let units = Units([Some(0); N_KINDS]);
                let traced: Vec<u64> =
                    (0..20).filter(|_| run.invoke(&place, event, &units)).collect();
                let (_, config) = crate::entry::entry_of(
                    &file,
                    Domain::Mpi,
                    Some(&RegionId::Address(0x10)),
                    None,
                );
                let schedule = Schedule::of(config, Domain::Mpi);
                let closed: Vec<u64> = (0..20).filter(|&it| schedule.admits(it)).collect();
                assert_eq!(closed, traced, "{action} {trigger}");
                assert_eq!(traced.len() > 2, is_again, "{action} {trigger}");
            }
        }
    }

    /// pinsight.md#the-triple: without a limit there is no end of a window, whatever the trigger.
    #[test]
    fn a_region_without_a_limit_ends_no_window() {
        for trigger in ["first", "all"] {
            let text = format!(
                "[Lexgion(0x10)]\nwindow_end_action = OFF\nwindow_end_trigger = {trigger}\n"
            );
            let file = parse_as(&Input::alone("", &text), Some(Dialect::Current));
            let place = Place { domain: Domain::Mpi, address: Some(0x10), name: None, file: None };
            let event = Domain::Mpi.event("MPI_Send").unwrap();
            let mut run = Run::new(file.state());
            let units = Units([Some(0); N_KINDS]);
            assert!((0..5).all(|_| run.invoke(&place, event, &units)), "{trigger}");
            assert_eq!(run.switched, []);
        }
    }

    #[test]
    fn the_triple() {
        check([0, -1, 20], &[19, 39, 59]);
        check([20, 4, 10], &[20, 30, 40, 50]);
        check([3, -1, 25], &[24, 49]);
        check([57, -1, 0], &[57, 58, 59]);
        check([0, 0, 1], &[]);
        check([0, -1, -1], &[]);
        check([-1, -1, 1], &[]);
        check([0, 2, 1], &[0, 1]);
    }
}
