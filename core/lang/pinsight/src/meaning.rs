//! What a configuration means beyond its values: whom its sections are for, and which of several
//! is asked first. Rows for comparisons.

use std::collections::HashMap;

use crate::entry;
use crate::file::File;
use crate::item;
use crate::model::{PunitEntry, Region, RegionId, is_installed, is_named};
use crate::punits::PunitSet;
use crate::reading::Subject;
use crate::resolve;
use crate::tables::Domain;
use crate::values::Mode;
use bobbin_core::edit::ItemPath;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{Meaning, Origin, ResolvedRow, ResolvedValue, Statement};

/// Of more entries in a row it is said where they stand, not which of them meet: that takes the
/// square of their number.
const MOST_ORDERED: usize = 1000;

/// The value of what the documents state and no program does.
const NOT_USED: &str = "not used";

/// Returns what the text means, to compare with what another one means.
pub(crate) fn meaning(file: &File) -> Meaning {
    let mut res = resolve::statements(file);
    res.statements.extend(beyond_values(file));
    res
}

/// Returns what the text means beyond its values and events.
fn beyond_values(file: &File) -> Vec<Statement> {
    let mut rows = Rows { file, paths: item::item_paths(file), statements: Vec::new() };
    let seed = file.is_seed();
    for domain in Domain::ALL.into_iter().filter(|it| !seed || it.in_seed()) {
        rows.waiting(domain);
        rows.punits(domain);
    }
    rows.regions();
    rows.statements
}

struct Rows<'f> {
    file: &'f File,
    /// The paths of all sections.
    paths: Vec<ItemPath>,
    statements: Vec<Statement>,
}

impl Rows<'_> {
    /// Returns the path of the section, or a name for what no section sets.
    fn item(&self, section: Option<usize>, name: &str) -> ItemPath {
        section
            .and_then(|it| self.paths.get(it).cloned())
            .unwrap_or_else(|| ItemPath::new([item::KIND, name]))
    }

    /// Returns the origin of what the target of a section says.
    fn target(&self, section: Option<usize>) -> Origin {
        let header = section.and_then(|it| self.file.layout().sections.get(it));
        header.map_or_else(Origin::default_value, |it| Origin::written(it.header.target_range))
    }

    /// Adds a row about `subject`; `second` is the value by the documents, if that is another one.
    fn push(
        &mut self,
        (subject, item): (String, ItemPath),
        key: &str,
        value: String,
        second: Option<String>,
        origin: Origin,
    ) {
        let second = second.map(|value| ResolvedValue { value, origin: origin.clone() });
        let row = ResolvedRow { item, key: key.to_owned(), value, origin, second };
        self.statements.push(Statement { subject, row, is_implied: false });
    }

    /// Adds the events of a domain, for one that is not traced from the start: they count once a window or
    /// the environment gives it another mode (pinsight.md#window-end). Of one that is traced, the rows of the
    /// events say them.
    fn waiting(&mut self, domain: Domain) {
        let file = self.file;
        let state = file.state().domain(domain);
        let seed = file.is_seed();
        let off = |bits: u64| {
            let events = domain.events().iter();
            let events = events.filter(|it| is_named(it, seed) && is_installed(it, seed));
            let off: Vec<&str> =
                events.filter(|it| bits & it.bit() == 0).map(|it| it.name).collect();
            if off.is_empty() { "none".to_owned() } else { off.join(", ") }
        };
        let intended = off(state.events.bits);
        let region = &file.state().domain_region_default(domain).0;
        let today = region.filter(domain).map_or_else(|| intended.clone(), |it| off(it.bits));
        let section = entry::sections_of(file, &Subject::Domain(domain)).last().copied();
        let item = self.item(section, &format!("{}.default", domain.name()));
        let key = "events that are off once it is traced";
        let subject = format!("{}.default", domain.name());
        self.push((subject, item), key, today, Some(intended), self.target(section));
        if let Some(it) = self.statements.last_mut() {
            it.is_implied = state.mode.value == Mode::Tracing;
        }
    }

    /// Adds for whom the punit sections of a domain are, and which of those that may be for the
    /// same unit are asked first (pinsight.md#two-readings).
    fn punits(&mut self, domain: Domain) {
        let file = self.file;
        let state = file.state().domain(domain);
        let mut sections: HashMap<u32, usize> = HashMap::new();
        for (idx, it) in file.log().sections.iter().enumerate().filter(|(_, it)| it.takes_body) {
            if let Subject::Punit(of, number) = it.subject
                && of == domain
            {
                sections.entry(number).or_insert(idx);
            }
        }
        let names: Vec<String> = state.punits.iter().map(|it| it.punits.words()).collect();
        let decided = |it: &PunitEntry| it.events.bits & state.events.bits;
        for (idx, it) in state.punits.iter().enumerate() {
            let section = sections.get(&it.number).copied();
            let item = self.item(section, domain.name());
            let origin = self.target(section);
            let whom = names.get(idx).cloned().unwrap_or_default();
            let subject = resolve::subject_of_punits(domain, &it.punits);
            let about = (subject, item);
            self.push(
                about.clone(),
                "units it is for",
                NOT_USED.to_owned(),
                Some(whom),
                origin.clone(),
            );
            let before = if state.punits.len() > MOST_ORDERED {
                format!("{idx} others")
            } else {
                let earlier = state.punits.iter().zip(&names).take(idx);
                let rivals = earlier
                    .filter(|(other, _)| decided(other) != decided(it))
                    .filter(|(other, _)| meet(&other.punits, &it.punits));
                listed(rivals.map(|it| it.1.as_str()).collect())
            };
            if !before.is_empty() {
                self.push(about, "asked after", NOT_USED.to_owned(), Some(before), origin.clone());
            }
        }
    }

    /// Adds what decides which entry a region gets beyond what each is called
    /// (pinsight.md#region-lookup).
    fn regions(&mut self) {
        let file = self.file;
        let regions = &file.state().regions;
        let live: Vec<(usize, &Region, &str)> = regions
            .iter()
            .enumerate()
            .filter(|it| !it.1.removed)
            .filter_map(|(idx, it)| match &it.id {
                RegionId::Name(_, name) => Some((idx, it, &**name)),
                RegionId::Address(_) => None,
            })
            .collect();
        // Names have the address 0 in the table.
        if let Some((idx, it, _)) = live.first() {
            let origin = self.target(entry::last_region_section(file, *idx));
            let item = ItemPath::new([item::KIND, "Lexgion"]);
            self.push(
                ("Lexgion".to_owned(), item),
                "taken for regions without an address",
                it.id.words(),
                None,
                origin,
            );
        }
        let mut by_name = live.clone();
        by_name.order_by_key(|it| (it.2, it.0));
        for same in by_name.chunk_by(|a, b| a.2 == b.2) {
            for (at, (idx, it, _)) in same.iter().enumerate() {
                let section = entry::last_region_section(file, *idx);
                let about = (resolve::subject_of_region(&it.id), self.item(section, "Lexgion"));
                let origin = self.target(section);
                if let Some(hint) = &it.file {
                    let (key, hint) = ("file it is in", hint.to_string());
                    self.push(about.clone(), key, hint, None, origin.clone());
                }
                let rivals = same.iter().take(at).filter(|other| meet_in_domain(other.1, it));
                let rivals: Vec<String> = rivals.map(|it| it.1.id.words()).collect();
                let before = listed(rivals.iter().map(String::as_str).collect());
                if !before.is_empty() {
                    self.push(about, "looked up after", before, None, origin);
                }
            }
        }
    }
}

/// Lists names in an order that says nothing.
fn listed(mut names: Vec<&str>) -> String {
    names.order();
    names.join("; ")
}

/// Returns true if there may be a unit that both sets hold for.
fn meet(one: &PunitSet, other: &PunitSet) -> bool {
    one.iter().all(|(kind, ids)| {
        let overlap = |it: &crate::punits::IdSet| {
            ids.ranges().iter().any(|a| it.ranges().iter().any(|b| a.0 <= b.1 && b.0 <= a.1))
        };
        other.get(kind).map_or(!ids.is_empty(), overlap)
    })
}

/// Returns true if both regions of one name may be what the program looks for in some domain. A
/// hint of a file keeps none out: the program may not know the file.
fn meet_in_domain(one: &Region, other: &Region) -> bool {
    match (&one.id, &other.id) {
        (RegionId::Name(Some(one), _), RegionId::Name(Some(other), _)) => one == other,
        _ => true,
    }
}
