//! The meaning of a trace configuration: the state of the program after it has read one.

use std::collections::{HashMap, HashSet};

use crate::punits::PunitSet;
use crate::tables::{Domain, Event, Kind, N_DOMAINS, N_KINDS};
use crate::values::{KnobValue, Mode, NodePolicy};

/// A value and the body line that set it, as an index of [`crate::lower::Layout::pairs`]; none for
/// the program's own default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The value that counts.
    pub value: T,
    /// The body line that set it, or [`OUTSIDE`].
    pub pair: Option<u32>,
}

impl<T> Sourced<T> {
    /// Creates a value that no file set.
    pub const fn default_value(value: T) -> Sourced<T> {
        Sourced { value, pair: None }
    }

    /// Creates a value that the environment set.
    pub const fn outside(value: T) -> Sourced<T> {
        Sourced { value, pair: Some(OUTSIDE) }
    }

    /// Creates a value set by a body line.
    pub fn written(value: T, pair: usize) -> Sourced<T> {
        Sourced { value, pair: u32::try_from(pair).ok() }
    }
}

/// Stands in place of a body line for what the environment says.
pub const OUTSIDE: u32 = u32::MAX;

/// A set of events of one domain, with the way it came to be.
///
/// Bits are event ids, also where the set was copied from another domain (pinsight.md#inheritance).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EventSet {
    /// One bit for each event that is on.
    pub bits: u64,
    /// The last switch in [`History`], plus one; 0 if there was none.
    last: u32,
}

impl EventSet {
    /// Creates a set that no switch has touched.
    #[must_use]
    pub fn untouched(bits: u64) -> EventSet {
        EventSet { bits, last: 0 }
    }

    /// Returns true if `event` is on.
    #[must_use]
    pub fn contains(&self, event: &Event) -> bool {
        self.bits & event.bit() != 0
    }
}

/// All switches of events in the order of reading. Sets copied from each other share their past, so
/// the line that decided about an event is found without keeping a line for each event of each set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    switches: Vec<Switch>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Switch {
    before: u32,
    event: u8,
    pair: u32,
}

impl History {
    /// Switches `event` of `set` by the body line `pair`.
    pub fn switch(&mut self, set: &mut EventSet, event: u8, on: bool, pair: usize) {
        let bit = 1_u64.checked_shl(u32::from(event)).unwrap_or_default();
        set.bits = if on { set.bits | bit } else { set.bits & !bit };
        self.switches.push(Switch { before: set.last, event, pair: pair as u32 });
        set.last = self.switches.len() as u32;
    }

    /// Returns the body line that decided about the event of this id.
    #[must_use]
    pub fn decided(&self, set: &EventSet, event: u8) -> Option<u32> {
        let mut at = set.last;
        while let Some(switch) = at.checked_sub(1).and_then(|it| self.switches.get(it as usize)) {
            if switch.event == event {
                return Some(switch.pair);
            }
            at = switch.before;
        }
        None
    }

    /// Returns the body line whose switch came first in the past of a set.
    #[must_use]
    pub fn first(&self, set: &EventSet) -> Option<u32> {
        let before = |it: u32| it.checked_sub(1).and_then(|it| self.switches.get(it as usize));
        let all = std::iter::successors(before(set.last), |it| before(it.before));
        all.last().map(|it| it.pair)
    }

    /// Returns one of the sets for each body line whose switch came first in the past of some. Takes time by the number
    /// of sets and of switches.
    #[must_use]
    pub fn by_first(&self, sets: impl Iterator<Item = EventSet>) -> HashMap<u32, EventSet> {
        let mut first_of: Vec<u32> = Vec::with_capacity(self.switches.len());
        for it in &self.switches {
            let before = it.before.checked_sub(1).and_then(|it| first_of.get(it as usize));
            first_of.push(before.copied().unwrap_or(it.pair));
        }
        let mut res = HashMap::new();
        for set in sets {
            let last = set.last.checked_sub(1);
            if let Some(&first) = last.and_then(|it| first_of.get(it as usize)) {
                res.entry(first).or_insert(set);
            }
        }
        res
    }

    /// Returns the body lines that decided about an event of one of the sets. Takes time by the number of sets and of
    /// switches, at most once for each event.
    #[must_use]
    pub fn deciding(&self, sets: impl Iterator<Item = EventSet>) -> HashSet<u32> {
        let mut res = HashSet::new();
        // The events, one bit each, that later lines had decided about on every way past a switch.
        let mut passed: HashMap<u32, u64> = HashMap::new();
        for set in sets {
            let (mut at, mut decided) = (set.last, 0_u64);
            while let Some(switch) = at.checked_sub(1).and_then(|it| self.switches.get(it as usize))
            {
                let known = passed.get(&at).copied();
                // What this way would lead to was found on others.
                if known.is_some_and(|it| it & !decided == 0) {
                    break;
                }
                passed.insert(at, known.unwrap_or(u64::MAX) & decided);
                let bit = 1_u64.checked_shl(u32::from(switch.event)).unwrap_or_default();
                if decided & bit == 0 {
                    res.insert(switch.pair);
                }
                decided |= bit;
                at = switch.before;
            }
        }
        res
    }
}

/// The state of one domain.
#[derive(Debug, Clone, PartialEq)]
pub struct DomainState {
    /// The mode from the start.
    pub mode: Sourced<Mode>,
    /// Its own event set. Acts only by being copied.
    pub events: EventSet,
    /// The punit sections filed under it, in the order of the file. Not used at run time
    /// (pinsight.md#order-of-decisions).
    pub punits: Vec<PunitEntry>,
    /// The processes that collect activity records; counts for CUDA and HIP only.
    pub device_activity: Sourced<NodePolicy>,
}

/// A punit section.
#[derive(Debug, Clone, PartialEq)]
pub struct PunitEntry {
    /// Unique in its domain; stays the same when others are removed.
    pub number: u32,
    /// Whom it is for, constraints included.
    pub punits: PunitSet,
    /// The events that are on for its units.
    pub events: EventSet,
}

/// The action at the end of a window.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WindowAction {
    /// The mode each domain changes to.
    pub modes: [Option<Mode>; N_DOMAINS],
    /// The policy each domain changes to.
    pub device_activity: [Option<NodePolicy>; N_DOMAINS],
    /// The script to start, and how long to pause for it.
    pub introspect: Option<Introspect>,
}

impl WindowAction {
    /// Writes the action as a file does, the same for equal actions (pinsight.md#window-end).
    #[must_use]
    pub fn words(&self) -> String {
        let mut items = Vec::new();
        match self.modes {
            // For every domain the same.
            [Some(mode), ..] if self.modes.iter().all(|it| *it == Some(mode)) => {
                items.push(mode.word().to_owned());
            }
            modes => {
                let modes = Domain::ALL.iter().zip(modes);
                let modes = modes.filter_map(|(domain, mode)| Some((domain.name(), mode?.word())));
                items.extend(modes.map(|(domain, mode)| format!("{domain}:{mode}")));
            }
        }
        let policies = Domain::ALL.iter().zip(self.device_activity);
        items.extend(policies.filter_map(|(domain, policy)| {
            Some(format!("{}:device_activity={}", domain.name(), policy?))
        }));
        let items = items.join(", ");
        match &self.introspect {
            Some(Introspect { pause, script }) => {
                let script = if script.is_empty() { "-" } else { script };
                let colon = if items.is_empty() { "" } else { ":" };
                format!("INTROSPECT:{pause}:{script}{colon}{items}")
            }
            None if items.is_empty() => "none".to_owned(),
            None => items,
        }
    }
}

/// A pause with a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introspect {
    /// Seconds; 0 is no pause, less than 0 waits for a signal.
    pub pause: i32,
    /// Its path; empty if none is started.
    pub script: String,
}

/// The condition that ends a window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Trigger {
    /// With the first region that reaches its maximum.
    #[default]
    First,
    /// Once all regions with a maximum have reached it.
    All,
}

/// The window keys of a region entry.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Window {
    /// The action and the body line that set it.
    pub action: Option<(WindowAction, u32)>,
    /// The trigger and the body line that set it.
    pub trigger: Option<(Trigger, u32)>,
    /// Seconds and the body line that set them.
    pub timeout: Option<(i32, u32)>,
}

/// The settings of a region or of a default of regions.
#[derive(Debug, Clone, PartialEq)]
pub struct RegionConfig {
    /// `trace_starts_at`, `max_num_traces`, `tracing_rate`.
    pub triple: [Sourced<i32>; 3],
    /// The event set for each domain; a domain without one lets every event pass
    /// (pinsight.md#region-event-sets).
    pub filters: [Option<EventSet>; N_DOMAINS],
    /// Whom it is for.
    pub punits: PunitSet,
    /// True if `punits` counts. An armed filter without a kind never matches.
    pub armed: bool,
    /// Window keys; none if no key was written.
    pub window: Option<Box<Window>>,
}

/// The keys of the triple, in the order of [`RegionConfig::triple`].
pub const TRIPLE: [&str; 3] = ["trace_starts_at", "max_num_traces", "tracing_rate"];

/// The triple before a file says anything.
pub const TRIPLE_DEFAULT: [i32; 3] = [0, -1, 1];

impl Default for RegionConfig {
    fn default() -> RegionConfig {
        RegionConfig {
            triple: TRIPLE_DEFAULT.map(Sourced::default_value),
            filters: [None; N_DOMAINS],
            punits: PunitSet::default(),
            armed: false,
            window: None,
        }
    }
}

impl RegionConfig {
    /// Returns the event set for `domain`.
    #[must_use]
    pub fn filter(&self, domain: Domain) -> Option<EventSet> {
        self.filters.get(domain.index()).copied().flatten()
    }

    /// Replaces the event set for `domain`.
    pub fn set_filter(&mut self, domain: Domain, events: EventSet) {
        if let Some(slot) = self.filters.get_mut(domain.index()) {
            *slot = Some(events);
        }
    }
}

/// The code that a region entry is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RegionId {
    /// A code address.
    Address(u64),
    /// A name; the domain is any if none is given.
    Name(Option<Domain>, Box<str>),
}

impl RegionId {
    /// Names the region as a file does.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            RegionId::Address(address) => format!("0x{address:x}"),
            RegionId::Name(Some(domain), name) => format!("{}:{name}", domain.name()),
            RegionId::Name(None, name) => name.to_string(),
        }
    }
}

/// Names a region with the file it is in, as a file does.
pub(crate) fn region_words(id: &RegionId, file: Option<&str>) -> String {
    match (id, file) {
        (RegionId::Name(Some(domain), name), Some(file)) => {
            format!("{}:{file}:{name}", domain.name())
        }
        (RegionId::Name(None, name), Some(file)) => format!("{file}:{name}"),
        (id, _) => id.words(),
    }
}

/// An entry of the region table.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// The code it is for.
    pub id: RegionId,
    /// The file hint of a name: a prefix of the file's base name. Not part of the identity.
    pub file: Option<Box<str>>,
    /// Skipped when the program looks regions up.
    pub removed: bool,
    /// The settings of the region.
    pub config: RegionConfig,
}

impl Region {
    /// Names the region as a file does, with the start of the name of its file.
    #[must_use]
    pub fn words(&self) -> String {
        region_words(&self.id, self.file.as_deref())
    }
}

/// A knob with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Knob {
    /// The name, cut to 63 bytes.
    pub name: String,
    /// The value as the program reads it.
    pub value: KnobValue,
    /// The body line that set it.
    pub pair: u32,
}

/// The state of the program.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The state of each domain, by [`Domain::index`].
    pub domains: [DomainState; N_DOMAINS],
    /// Low and high of each kind, by [`Kind::index`].
    pub scopes: [Sourced<(i32, i32)>; N_KINDS],
    /// The defaults of `Lexgion.default`.
    pub region_default: RegionConfig,
    /// `Lexgion(Domain).default`, by [`Domain::index`], and whether the file has it.
    pub domain_region_defaults: [(RegionConfig, bool); N_DOMAINS],
    /// The region table in the order of first mention.
    pub regions: Vec<Region>,
    /// The knobs, in the order of first mention.
    pub knobs: Vec<Knob>,
    /// `measure` of `Energy`.
    pub energy: Sourced<NodePolicy>,
    /// `interval` of `Manifest`, in seconds.
    pub manifest_interval: Sourced<i32>,
    /// The switches that turned events on or off.
    pub history: History,
}

impl State {
    /// Returns the state after installation. In the seed dialect's program other events were on.
    #[must_use]
    pub fn installed(seed: bool) -> State {
        let domains = Domain::ALL.map(|domain| DomainState {
            mode: Sourced::default_value(Mode::Tracing),
            events: EventSet::untouched(install_bits(domain, seed)),
            punits: Vec::new(),
            device_activity: Sourced::default_value(NodePolicy::Off),
        });
        let mut scopes = [Sourced::default_value((0, 0)); N_KINDS];
        for (idx, scope) in scopes.iter_mut().enumerate() {
            scope.value = Kind::from_index(idx).map_or((0, 0), Kind::limits);
        }
        State {
            domains,
            scopes,
            region_default: RegionConfig::default(),
            domain_region_defaults: Domain::ALL.map(|_| (RegionConfig::default(), false)),
            regions: Vec::new(),
            knobs: Vec::new(),
            energy: Sourced::default_value(NodePolicy::Off),
            manifest_interval: Sourced::default_value(10),
            history: History::default(),
        }
    }

    /// Returns the state of a domain.
    #[must_use]
    pub fn domain(&self, domain: Domain) -> &DomainState {
        let [first, ..] = &self.domains;
        self.domains.get(domain.index()).unwrap_or(first)
    }

    /// Returns the state of a domain, to change it.
    pub fn domain_mut(&mut self, domain: Domain) -> &mut DomainState {
        let [openmp, mpi, cuda, python, hip] = &mut self.domains;
        match domain {
            Domain::OpenMp => openmp,
            Domain::Mpi => mpi,
            Domain::Cuda => cuda,
            Domain::Python => python,
            Domain::Hip => hip,
        }
    }

    /// Returns the scope of a kind.
    #[must_use]
    pub fn scope(&self, kind: Kind) -> Sourced<(i32, i32)> {
        let default = Sourced::default_value(kind.limits());
        self.scopes.get(kind.index()).copied().unwrap_or(default)
    }

    /// Returns `Lexgion(Domain).default` and whether the file has it.
    #[must_use]
    pub fn domain_region_default(&self, domain: Domain) -> &(RegionConfig, bool) {
        let [first, ..] = &self.domain_region_defaults;
        self.domain_region_defaults.get(domain.index()).unwrap_or(first)
    }

    /// Returns `Lexgion(Domain).default` and whether the file has it, to change it.
    pub fn domain_region_default_mut(&mut self, domain: Domain) -> &mut (RegionConfig, bool) {
        let [openmp, mpi, cuda, python, hip] = &mut self.domain_region_defaults;
        match domain {
            Domain::OpenMp => openmp,
            Domain::Mpi => mpi,
            Domain::Cuda => cuda,
            Domain::Python => python,
            Domain::Hip => hip,
        }
    }
}

/// Returns the events that are on after installation.
#[must_use]
pub fn install_bits(domain: Domain, seed: bool) -> u64 {
    domain.events().iter().filter(|it| is_installed(it, seed)).fold(0, |bits, it| bits | it.bit())
}

/// Returns the events whose switches change something at run time.
#[must_use]
pub fn effective_bits(domain: Domain) -> u64 {
    let effective = domain.events().iter().filter(|it| it.no_effect().is_none());
    effective.fold(0, |bits, it| bits | it.bit())
}

/// Returns true if `event` is on after installation, and so can be switched on.
#[must_use]
pub fn is_installed(event: &Event, seed: bool) -> bool {
    if seed { event.seed == Some(true) } else { event.installed }
}

/// Returns true if the program finds `event` by its name.
#[must_use]
pub fn is_named(event: &Event, seed: bool) -> bool {
    event.named && (!seed || event.seed.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_for_many_sets_at_once_is_what_is_found_for_each() {
        let mut state = 7_u32;
        let mut draw = |n: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % n
        };
        for _ in 0..40 {
            let mut history = History::default();
            let mut sets = [EventSet::untouched(0); 8];
            for pair in 0..60 {
                let (from, to) = (draw(8) as usize, draw(8) as usize);
                match draw(6) {
                    0 => sets[to] = sets[from],
                    1 => sets[to] = EventSet::untouched(0),
                    _ => history.switch(&mut sets[to], draw(5) as u8, draw(2) == 0, pair),
                }
            }
            let each = sets.iter().flat_map(|set| (0..5).map(|it| history.decided(set, it)));
            let each: HashSet<u32> = each.flatten().collect();
            assert_eq!(history.deciding(sets.iter().copied()), each);
            let firsts: HashSet<u32> = sets.iter().filter_map(|it| history.first(it)).collect();
            let found = history.by_first(sets.iter().copied());
            assert_eq!(found.keys().copied().collect::<HashSet<_>>(), firsts);
            assert!(found.iter().all(|(pair, set)| history.first(set) == Some(*pair)));
        }
    }
}
