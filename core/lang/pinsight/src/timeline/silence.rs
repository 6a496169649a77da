//! What comes before the triple (pinsight.md#order-of-decisions): the mode of the domain, the event
//! set, and a constraint that holds nowhere.

use crate::explain;
use crate::file::File;
use crate::model::{EventSet, RegionConfig, RegionId, is_installed};
use crate::punits::IdSet;
use crate::question::Reading;
use crate::tables::{Domain, Event, Kind};
use bobbin_core::view::Verdict;

/// The events that the line of a region may be about, by what their switches say.
pub(super) struct Switches {
    on: Vec<&'static Event>,
    off: Vec<&'static Event>,
    /// The last line that switched one of them off.
    pub(super) pair: Option<u32>,
}

impl Switches {
    /// Asks the event set of an entry. `region` is the region if the line is about one alone.
    pub(super) fn of(
        file: &File,
        config: &RegionConfig,
        domain: Domain,
        region: Option<&RegionId>,
        reading: Reading,
    ) -> Switches {
        let is_intended = file.is_seed() && reading == Reading::Intended;
        let own = config.filter(domain);
        // What the domain switches off stays off by the documents (pinsight.md#two-readings).
        let default = is_intended.then(|| file.state().domain(domain).events);
        let sets = || own.into_iter().chain(default);
        let is_on = |it: &&'static Event| sets().all(|set| set.contains(it));
        let (on, off) = asked(file, domain, region, is_intended).into_iter().partition(is_on);
        let mut res = Switches { on, off, pair: None };
        let history = &file.state().history;
        let decided = |set: EventSet| {
            let off = res.off.iter().filter(move |it| !set.contains(it));
            off.filter_map(move |it| history.decided(&set, it.id))
        };
        res.pair = sets().flat_map(decided).max();
        res
    }

    /// Says which events the line is about, if some are off.
    pub(super) fn remark(&self, domain: Domain) -> Option<String> {
        let name = domain.name();
        Some(match (self.on.as_slice(), self.off.as_slice()) {
            (_, []) | ([], _) => return None,
            ([on], _) => {
                format!("the line is about `{}` alone: the other events of {name} are off", on.name)
            }
            (_, [off]) => {
                format!(
                    "the line is about the events of {name} without `{}`, which is off",
                    off.name
                )
            }
            (on, off) => format!(
                "the line is about {} events of {name}: the other {} are off",
                on.len(),
                off.len()
            ),
        })
    }
}

/// Lists the events whose switches are asked in a region (pinsight.md#domain-callbacks).
fn asked(
    file: &File,
    domain: Domain,
    region: Option<&RegionId>,
    is_intended: bool,
) -> Vec<&'static Event> {
    let seed = file.is_seed();
    // The program of the seed dialect asked for none. The line of a region of OpenMP is that of a
    // parallel region, for which today's program asks for none.
    if seed != is_intended || (!seed && domain == Domain::OpenMp) {
        return Vec::new();
    }
    let all = || domain.events().iter().filter(|it| is_installed(it, seed));
    // The name of a region is that of its function, or of its kernel.
    let own = match region {
        Some(RegionId::Name(of, name)) if of.is_none_or(|it| it == domain) => {
            let is_kernel = |it: &&'static Event| it.group == "kernel";
            let namesake = domain.event(name);
            namesake.or_else(|| all().find(is_kernel)).filter(|it| is_installed(it, seed))
        }
        _ => None,
    };
    let mut res: Vec<&'static Event> = Vec::new();
    for event in all().filter(|it| own.is_none_or(|own| own.id == it.id)) {
        let switch = if seed { Some(event) } else { explain::switch_of(domain, event) };
        res.extend(switch.filter(|it| res.iter().all(|other| other.id != it.id)));
    }
    res
}

/// The reason why no thread traces anything, whatever the triple says.
pub(super) struct Silence {
    /// The reason behind what is not traced.
    pub(super) clause: String,
    pub(super) sentence: String,
    /// The line that says so.
    pub(super) pair: Option<u32>,
}

impl Silence {
    /// Asks what comes before the triple.
    pub(super) fn of(
        file: &File,
        config: &RegionConfig,
        domain: Domain,
        switches: &Switches,
        reading: Reading,
    ) -> Option<Silence> {
        if file.log().crashed.is_some() {
            return Some(Silence {
                clause: format!(", as {}", explain::CRASH),
                sentence: explain::CRASH.to_owned(),
                pair: None,
            });
        }
        let mode = file.state().domain(domain).mode;
        let (verdict, sentence) = explain::by_mode(file, domain);
        if verdict == Verdict::Stops {
            let clause = match explain::is_uninstalled(file, domain) {
                true => format!(", as {sentence}"),
                false => format!(" while the mode of {} is {}", domain.name(), mode.value.word()),
            };
            return Some(Silence { clause, sentence, pair: mode.pair });
        }
        if let Some(words) = all_off(domain, switches) {
            let sentence = format!("{words} in this entry, so nothing is traced");
            return Some(Silence {
                clause: format!(", as {words}"),
                sentence,
                pair: switches.pair,
            });
        }
        let outside = |kind: Kind, ids: &IdSet| {
            let (low, high) = file.state().scope(kind).value;
            ids.ranges().iter().all(|it| i32::from(it.1) < low || high < i32::from(it.0))
        };
        let why = match asks_constraint(file, config, domain, reading) {
            true if config.punits.is_empty() => "names no kind that exists",
            true if config.punits.iter().any(|(kind, ids)| outside(kind, ids)) => {
                "has no id inside the scope"
            }
            _ => return None,
        };
        let clause = ", as its constraint never holds".to_owned();
        let sentence = format!("the constraint {why}, so it never holds");
        Some(Silence { clause, sentence, pair: None })
    }
}

/// Says that all events are off, if they are.
fn all_off(domain: Domain, switches: &Switches) -> Option<String> {
    if !switches.on.is_empty() {
        return None;
    }
    match switches.off.as_slice() {
        [] => None,
        [only] => Some(format!("`{}` is off", only.name)),
        _ => Some(format!("every event of {} is off", domain.name())),
    }
}

/// Returns true if the constraint of an entry has a say. Parallel regions do not ask for it, nor did the program of the
/// seed dialect (pinsight.md#domain-callbacks and pinsight.md#seed-run-time), but by the seed document a region is valid
/// only where it holds (pinsight.md#intended-meaning).
pub(super) fn asks_constraint(
    file: &File,
    config: &RegionConfig,
    domain: Domain,
    reading: Reading,
) -> bool {
    config.armed
        && match file.is_seed() {
            true => reading == Reading::Intended,
            false => domain != Domain::OpenMp,
        }
}
