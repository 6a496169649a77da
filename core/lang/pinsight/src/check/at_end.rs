//! The lines of a file that are in force at its end.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use text_size::TextSize;

use crate::entry;
use crate::file::File;
use crate::lower::Pair;
use crate::model::{EventSet, Region, RegionConfig};
use crate::tables::{Domain, N_DOMAINS};

/// The lines of a file that are in force at its end, found once for all of them when they are first asked for: there
/// may be as many regions as lines.
pub(super) struct AtEnd<'f> {
    file: &'f File,
    domains: [OnceCell<Events>; N_DOMAINS],
    numbers: OnceCell<HashSet<TextSize>>,
    is_traced: OnceCell<bool>,
    lowest_rates: OnceCell<HashMap<u32, i32>>,
}

/// The switches of a domain that regions have.
struct Events {
    /// A set for each body line that started one.
    by_first: HashMap<u32, EventSet>,
    /// The body lines that decide about an event of a region.
    deciding: HashSet<u32>,
}

impl<'f> AtEnd<'f> {
    pub(super) fn new(file: &'f File) -> Self {
        AtEnd {
            file,
            domains: Default::default(),
            numbers: OnceCell::new(),
            is_traced: OnceCell::new(),
            lowest_rates: OnceCell::new(),
        }
    }

    /// Returns an event set of a region that the body line `start` started.
    pub(super) fn set_from(&self, domain: Domain, start: usize) -> Option<EventSet> {
        self.events(domain)?.by_first.get(&u32::try_from(start).ok()?).copied()
    }

    /// Returns true if a body line decides about an event of a region.
    pub(super) fn decides(&self, domain: Domain, pair: usize) -> bool {
        let pair = u32::try_from(pair).ok();
        self.events(domain).zip(pair).is_some_and(|(it, pair)| it.deciding.contains(&pair))
    }

    /// Returns true if some entry has the number of the triple that a line sets.
    pub(super) fn counts(&self, pair: &Pair) -> bool {
        let start = |it: u32| Some(self.file.layout().pairs.get(it as usize)?.key.start());
        let numbers = self.numbers.get_or_init(|| {
            let all = self.entries().flat_map(|it| &it.triple);
            all.filter_map(|it| it.pair.and_then(start)).collect()
        });
        numbers.contains(&pair.key.start())
    }

    /// Returns true if some entry has a limit other than 0: a 0 elsewhere is an exception, as is meant.
    pub(super) fn is_traced(&self) -> bool {
        *self.is_traced.get_or_init(|| self.entries().any(|it| it.triple[1].value != 0))
    }

    /// Returns the lowest rate of the entries that have their start from the body line `start`.
    pub(super) fn lowest_rate(&self, start: u32) -> Option<i32> {
        let rates = self.lowest_rates.get_or_init(|| {
            let state = self.file.state();
            let regions = state.regions.iter().map(|it| &it.config).chain([&state.region_default]);
            let all = regions.chain(state.domain_region_defaults.iter().map(|it| &it.0));
            let mut res = HashMap::new();
            for [first, _, rate] in all.map(|it| &it.triple) {
                if let Some(pair) = first.pair {
                    let lowest = res.entry(pair).or_insert(rate.value);
                    *lowest = rate.value.min(*lowest);
                }
            }
            res
        });
        rates.get(&start).copied()
    }

    /// Returns the entries that the program may find for a region.
    fn entries(&self) -> impl Iterator<Item = &RegionConfig> {
        let (state, is_seed) = (self.file.state(), self.file.is_seed());
        let regions = state.regions.iter().filter(|it| !it.removed).map(|it| &it.config);
        let defaults = state.domain_region_defaults.iter().map(|it| &it.0);
        let defaults = defaults.filter(move |_| !is_seed);
        defaults.chain(Some(&state.region_default).filter(|_| is_seed)).chain(regions)
    }

    fn events(&self, domain: Domain) -> Option<&Events> {
        let cell = self.domains.get(domain.index())?;
        Some(cell.get_or_init(|| {
            let state = self.file.state();
            let sets = || asked_sets(state.regions.iter(), domain);
            Events {
                by_first: state.history.by_first(sets()),
                deciding: state.history.deciding(sets()),
            }
        }))
    }
}

/// Returns the event sets that the program asks for events of `domain`, of regions that are not removed. What
/// `Lexgion(Domain).default` is asked for is never started by a switch (pinsight.md#region-event-sets).
pub(super) fn asked_sets<'f>(
    regions: impl Iterator<Item = &'f Region>,
    domain: Domain,
) -> impl Iterator<Item = EventSet> {
    let asked = regions.filter(move |it| !it.removed && entry::is_asked(&it.id, domain));
    asked.filter_map(move |it| it.config.filter(domain))
}
