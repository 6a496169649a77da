//! Domains, kinds and events that the tracing library registers.
//!
//! The tables themselves are in `generated.rs`, made from `testdata/pinsight/domains.json` by the
//! test of this module.

mod generated;
mod rows;

use std::sync::LazyLock;

use rows::KindRow;
pub use rows::{Domain, Event, N_DOMAINS, N_KINDS};

impl Domain {
    /// Its events in the order of their ids.
    #[must_use]
    pub fn events(self) -> &'static [Event] {
        match self {
            Domain::OpenMp => &generated::OPENMP,
            Domain::Mpi => &generated::MPI,
            Domain::Cuda => &generated::CUDA,
            Domain::Python => &generated::PYTHON,
            Domain::Hip => &generated::HIP,
        }
    }

    /// Returns the event of exactly this name, also one that the program cannot name.
    #[must_use]
    pub fn event(self, name: &str) -> Option<&'static Event> {
        EVENTS.get(self, name)
    }

    /// Its kinds of parallel units, in the order of the program.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        (0..N_KINDS).filter_map(Kind::from_index).filter(move |it| it.domain() == self)
    }

    /// Returns the kind of exactly this name.
    #[must_use]
    pub fn kind(self, name: &str) -> Option<Kind> {
        self.kinds().find(|it| it.name() == name)
    }
}

/// A kind of parallel unit of one domain ("punit kind" in the program).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

static KINDS: [KindRow; N_KINDS] = generated::KINDS;

impl Kind {
    /// Returns the kind at this place of the list of all kinds.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Kind> {
        (index < N_KINDS).then_some(Kind(index as u8))
    }

    /// Its place in the list of all kinds.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    fn row(self) -> &'static KindRow {
        let [first, ..] = &KINDS;
        KINDS.get(self.index()).unwrap_or(first)
    }

    /// Returns the domain of the kind.
    #[must_use]
    pub fn domain(self) -> Domain {
        self.row().domain
    }

    /// Names it with its domain, as settings and commands do.
    #[must_use]
    pub fn words(self) -> String {
        format!("{}.{}", self.domain().name(), self.name())
    }

    /// Its name without the domain.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the least and the greatest id before a file narrows them.
    #[must_use]
    pub fn limits(self) -> (i32, i32) {
        (0, self.row().high)
    }

    /// Returns the source of the id of a running unit, in words.
    #[must_use]
    pub fn id_source(self) -> &'static str {
        self.row().id_source
    }
}

impl Event {
    /// Its bit in an event set.
    #[must_use]
    pub fn bit(&self) -> u64 {
        1_u64.checked_shl(u32::from(self.id)).unwrap_or_default()
    }

    /// Returns the reason why a switch changes nothing at run time, if there is one.
    #[must_use]
    pub fn no_effect(&self) -> Option<&'static str> {
        self.effect.strip_prefix("none: ")
    }
}

/// Finds events by name. A region section of a long file asks for eight names or more, and a
/// search by comparison spends its time in the prefixes that all names of a domain share.
struct EventIndex {
    /// Number of an event in the list of all, plus one; 0 is free.
    slots: Vec<u16>,
    all: Vec<(Domain, &'static Event)>,
}

static EVENTS: LazyLock<EventIndex> = LazyLock::new(EventIndex::new);

impl EventIndex {
    const N_SLOTS: usize = 1024;

    fn new() -> EventIndex {
        let all: Vec<(Domain, &'static Event)> =
            Domain::ALL.iter().flat_map(|&d| d.events().iter().map(move |e| (d, e))).collect();
        let mut slots = vec![0; EventIndex::N_SLOTS];
        for (number, (domain, event)) in all.iter().enumerate() {
            let mut at = hash(*domain, event.name);
            while slots.get(at % EventIndex::N_SLOTS).is_some_and(|&it| it != 0) {
                at += 1;
            }
            if let Some(slot) = slots.get_mut(at % EventIndex::N_SLOTS) {
                *slot = number as u16 + 1;
            }
        }
        EventIndex { slots, all }
    }

    fn get(&self, domain: Domain, name: &str) -> Option<&'static Event> {
        let mut at = hash(domain, name);
        loop {
            let number = *self.slots.get(at % EventIndex::N_SLOTS)?;
            let (found_domain, found) = self.all.get(usize::from(number.checked_sub(1)?))?;
            if *found_domain == domain && found.name == name {
                return Some(found);
            }
            at += 1;
        }
    }
}

/// Hashes the name by FNV-1a.
fn hash(domain: Domain, name: &str) -> usize {
    let start = 0x811c_9dc5_u32 ^ domain.index() as u32;
    name.bytes().fold(start, |hash, it| (hash ^ u32::from(it)).wrapping_mul(0x0100_0193)) as usize
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use serde_json::Value;

    use super::*;

    /// Renders the text that `generated.rs` must hold.
    fn render(json: &Value) -> String {
        let mut res = String::from(
            "//! Made from `testdata/pinsight/domains.json` by the test of `tables`; do not edit.\n\n\
             use super::rows::{Domain, Event, KindRow, ON, SEED_OFF, SEED_ON, UNNAMED, event as e};\n",
        );
        let mut kinds = String::new();
        for domain in Domain::ALL {
            let table = &json[domain.name()];
            assert_eq!(table["index"], domain.index());
            assert_eq!(table["in_seed_dialect"], domain.in_seed());
            assert_eq!(
                table["node_policy_keys"].get("device_activity").is_some(),
                domain.has_device_activity()
            );
            let events = table["events"].as_array().unwrap();
            let constant = domain.name().to_uppercase();
            writeln!(
                res,
                "\n#[rustfmt::skip]\npub(super) static {constant}: [Event; {}] = [",
                events.len()
            )
            .unwrap();
            for it in events {
                assert_eq!(it["default"] == "on", it["can_be_switched_on"].as_bool().unwrap());
                let seed = &it["seed_era"];
                let mut flags = Vec::new();
                if it["default"] == "on" {
                    flags.push("ON");
                }
                if it["known_to_the_parser"] == false {
                    flags.push("UNNAMED");
                }
                match seed["default"].as_str() {
                    Some("on") => flags.push("SEED_ON"),
                    Some(_) => flags.push("SEED_OFF"),
                    None => (),
                }
                let flags = if flags.is_empty() { "0".to_owned() } else { flags.join(" | ") };
                let group = &it["group"];
                let seed_group = if seed["group"].is_string() { &seed["group"] } else { group };
                // The data says rate for the triple, of which all three are asked for
                // (pinsight.md#domain-callbacks).
                let effect = it["run_time_effect"].as_str().unwrap();
                let effect = effect.replace("only the rate decides", "only the triple decides");
                // Only whole names are keys.
                let effect = effect
                    .replace("follows py_start", "follows pysysmon_py_start")
                    .replace("follows parallel_begin", "follows omp_parallel_begin");
                let (name, id) = (&it["name"], &it["id"]);
                writeln!(res, "    e({name}, {id}, {group}, {seed_group}, {flags}, {effect:?}),")
                    .unwrap();
            }
            res.push_str("];\n");
            for it in table["punits"].as_array().unwrap() {
                assert_eq!(it["low"], 0);
                let variant = format!("{domain:?}");
                let (name, high, source) = (&it["name"], &it["high"], &it["id_source"]);
                writeln!(
                    kinds,
                    "    KindRow {{ domain: Domain::{variant}, name: {name}, high: {high}, id_source: {source} }},"
                )
                .unwrap();
            }
        }
        write!(
            res,
            "\n#[rustfmt::skip]\npub(super) const KINDS: [KindRow; {N_KINDS}] = [\n{kinds}];\n"
        )
        .unwrap();
        res
    }

    #[test]
    fn the_tables_are_those_of_the_data() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
        let json = std::fs::read_to_string(format!("{root}../../testdata/pinsight/domains.json"));
        let expected = render(&serde_json::from_str(&json.unwrap()).unwrap());
        let path = format!("{root}src/tables/generated.rs");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, &expected).unwrap();
        }
        assert!(std::fs::read_to_string(&path).unwrap() == expected, "run with UPDATE_EXPECT=1");
    }

    #[test]
    fn events_are_found_by_name() {
        for domain in Domain::ALL {
            for it in domain.events() {
                assert_eq!(domain.event(it.name), Some(it));
            }
            assert_eq!(domain.event("CUDA_memcpy"), None);
        }
        assert_eq!(Domain::Mpi.event("omp_work"), None);
        assert_eq!(Domain::OpenMp.events().iter().filter(|it| it.installed).count(), 11);
    }
}
