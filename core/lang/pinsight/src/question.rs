//! The questions that the map of units and the line of invocations answer.

use std::borrow::Cow;

use crate::entry;
use crate::file::File;
use crate::item;
use crate::model::{Region, RegionId, is_named, region_words};
use crate::punits::{IdSet, PunitItems};
use crate::reading::Subject;
use crate::run_time::{Entry, Units};
use crate::tables::{Domain, Event, Kind, N_KINDS};
use crate::token::trim;
use crate::values::{address, c_address};
use bobbin_core::text::slice;
use bobbin_core::view::{Choice, Control, FieldKind, ViewQuery};

/// Names of settings.
pub(crate) mod key {
    pub(crate) const READING: &str = "reading";
    pub(crate) const DOMAIN: &str = "domain";
    pub(crate) const EVENT: &str = "event";
    pub(crate) const REGION: &str = "region";
    pub(crate) const INVOCATION: &str = "invocation";
    /// Asks, by `yes`, for a question whose answers differ, as far as none is chosen.
    pub(crate) const TELLING: &str = "telling";
    /// Set to `yes` when a section is picked: what was chosen before it is older than the section.
    pub(crate) const PICKED: &str = "picked";
    pub(crate) const UNMATCHED: &str = "unmatched";
    pub(crate) const X: &str = "x";
    pub(crate) const Y: &str = "y";
}

/// A way to understand a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// As the program of the dialect does.
    Effective,
    /// The hierarchy that the documents state.
    Intended,
    /// As today's program takes a text in the seed dialect.
    Today,
}

impl Reading {
    /// Returns the ways to understand a file of a dialect.
    pub(crate) fn all(seed: bool) -> &'static [Reading] {
        match seed {
            true => &[Reading::Effective, Reading::Intended, Reading::Today],
            false => &[Reading::Effective, Reading::Intended],
        }
    }

    /// Returns the title of a card by this reading.
    pub(crate) fn title(self, seed: bool) -> &'static str {
        match (self, seed) {
            (Reading::Effective, true) => "The program of February 2026",
            (Reading::Today, _) => "Today's program",
            (Reading::Effective, false) => "Effective today",
            (Reading::Intended, true) => "Intended by the document",
            (Reading::Intended, false) => "Intended by the documents",
        }
    }

    /// Names it in settings.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reading::Effective => "effective",
            Reading::Intended => "intended",
            Reading::Today => "today",
        }
    }
}

/// The fate of a unit that no punit section is for, in the intended reading: the documents leave
/// it open (pinsight.md#seed-document-ambiguities).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Unmatched {
    /// `Domain.default` counts, as the later guide says.
    #[default]
    Default,
    /// Nothing is traced, as the function did that nobody called.
    Off,
}

impl Unmatched {
    pub(crate) const ALL: [Unmatched; 2] = [Unmatched::Default, Unmatched::Off];

    /// Names it in settings.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Unmatched::Default => "default",
            Unmatched::Off => "off",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Unmatched::Default => "Domain.default applies there, as the guide says",
            Unmatched::Off => {
                "nothing is traced there, as a function of February 2026 says that nobody called"
            }
        }
    }
}

/// A question of the views: an event in a region on a unit.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) domain: Domain,
    pub(crate) event: &'static Event,
    /// The region; `None` is any region that the file does not name.
    pub(crate) region: Option<RegionId>,
    /// The base name of the file that the region is in, if it is asked for.
    pub(crate) of_file: Option<String>,
    pub(crate) units: Units,
    /// The invocation; `None` is any.
    pub(crate) invocation: Option<u64>,
    pub(crate) unmatched: Unmatched,
}

impl Question {
    /// Returns the only event that occurs in the region, if it is one of MPI, CUDA or HIP
    /// (pinsight.md#domain-callbacks).
    pub(crate) fn call(&self) -> Option<&str> {
        call(self.region.as_ref(), self.domain)
    }

    /// Returns the name of the region if it is asked about MPI, whose regions are the calls of functions, and no
    /// function is called so (pinsight.md#domain-callbacks).
    pub(crate) fn no_function(&self) -> Option<&str> {
        match self.region.as_ref()? {
            RegionId::Name(None, name) if self.domain == Domain::Mpi => {
                Some(&**name).filter(|it| self.domain.event(it).is_none())
            }
            _ => None,
        }
    }

    /// Names the region with its file: the one that is asked for, or the one of its section.
    pub(crate) fn region_words(&self, file: &File) -> Option<String> {
        let region = self.region.as_ref()?;
        let hint = || file.state().regions.iter().find(|it| it.id == *region)?.file.as_deref();
        Some(region_words(region, self.of_file.as_deref().or_else(hint)))
    }
}

/// Returns the domain a section is about, if it is about one.
fn section_domain(file: &File, section: usize) -> Option<Domain> {
    match file.log().sections.get(section)?.subject {
        Subject::Domain(domain)
        | Subject::Punit(domain, _)
        | Subject::DomainRegionDefault(domain) => Some(domain),
        // It stores nothing, as one does that takes a region away by its name.
        Subject::Regions(start, end) if start == end => {
            domain_of_name(file, target(file, section)?)
        }
        Subject::Regions(start, _) => {
            let region = *file.log().regions.get(start)? as usize;
            let region = file.state().regions.get(region)?;
            match &region.id {
                RegionId::Name(None, name) => Some(named_domain(file, region, name)),
                RegionId::Name(domain, _) => *domain,
                RegionId::Address(_) => None,
            }
        }
        _ => None,
    }
}

/// Returns the region that a section is about, also if it stores nothing.
fn region_of_section(file: &File, section: usize, domain: Domain) -> Option<RegionId> {
    if let Some(it) = entry::section_region(file, section) {
        return Some(it.clone());
    }
    let is_of_regions = matches!(file.log().sections.get(section)?.subject, Subject::Regions(..));
    let named = || region_called(file, target(file, section)?, domain);
    is_of_regions.then(named)?.map(|it| it.0)
}

fn target(file: &File, section: usize) -> Option<&str> {
    Some(file.text_at(file.layout().sections.get(section)?.header.target_range))
}

/// Returns the domain that a region with a name of any domain is most likely of: regions of OpenMP
/// have no names (pinsight.md#domain-callbacks).
fn named_domain(file: &File, region: &Region, name: &str) -> Domain {
    let named = || Domain::ALL.into_iter().filter(|it| *it != Domain::OpenMp);
    let of_call = named().find(|it| it.event(name).is_some());
    // Of other regions the program does not know the file.
    let of_file = region.file.is_some().then_some(Domain::Python);
    let of_events = || named().find(|it| region.config.filter(*it).is_some());
    let main = || Some(main_domain(file)).filter(|it| *it != Domain::OpenMp);
    let mentioned =
        || named().find(|it| !entry::sections_of(file, &Subject::Domain(*it)).is_empty());
    let likely = of_call.or(of_file).or_else(of_events).or_else(main).or_else(mentioned);
    likely.unwrap_or(Domain::Python)
}

/// Reads the settings; what is missing follows from the selected section and from the file.
pub(crate) fn question(file: &File, query: &ViewQuery) -> Question {
    let selected = query.item.as_ref().and_then(|it| item::find_section(file, it));
    let seed = file.is_seed();
    let known = |it: &Domain| !seed || it.in_seed();
    let domain = query
        .get(key::DOMAIN)
        .and_then(Domain::from_name)
        .or_else(|| asked_event(query, seed).map(|it| it.0))
        .or_else(|| domain_of_name(file, query.get(key::REGION)?))
        .or_else(|| section_domain(file, selected?))
        .filter(known)
        .unwrap_or_else(|| main_domain(file));
    let (region, of_file) = match query.get(key::REGION) {
        Some("") => (None, None),
        Some(text) => region_called(file, text, domain).unzip(),
        None => (selected.and_then(|it| region_of_section(file, it, domain)), None),
    };
    let event = query
        .get(key::EVENT)
        .and_then(|it| domain.event(bare_event(domain, it)))
        .or_else(|| domain.event(call(region.as_ref(), domain)?))
        .filter(|it| is_named(it, seed))
        .unwrap_or_else(|| telling_event(file, domain));
    let mut units = [None; N_KINDS];
    for (idx, slot) in units.iter_mut().enumerate() {
        let Some(kind) = Kind::from_index(idx) else { continue };
        let id = query.get(&kind.words()).and_then(|it| it.trim().parse::<i64>().ok());
        let (low, _) = file.state().scope(kind).value;
        // Of units outside the scope, and beyond what a list of ids can name, there may be some, too.
        *slot = Some(id.unwrap_or(i64::from(low)).clamp(0, MOST_ID));
    }
    Question {
        domain,
        event,
        region,
        of_file: of_file.flatten(),
        units: Units(units),
        invocation: query.get(key::INVOCATION).and_then(|it| it.trim().parse().ok()),
        unmatched: Unmatched::ALL
            .into_iter()
            .find(|it| query.get(key::UNMATCHED) == Some(it.name()))
            .unwrap_or_default(),
    }
}

/// Drops the chosen region where a section is selected and the text has no such region any more, as after it got
/// another name: what is said and changed would be that of all regions.
pub(crate) fn without_lost_region<'q>(file: &File, query: &'q ViewQuery) -> Cow<'q, ViewQuery> {
    let region = query.get(key::REGION).filter(|it| !it.is_empty());
    let is_selected = query.item.as_ref().is_some_and(|it| item::find_section(file, it).is_some());
    if region.is_none() || !is_selected || question(file, query).region.is_some() {
        return Cow::Borrowed(query);
    }
    let mut query = query.clone();
    query.settings.retain(|it| it.0 != key::REGION);
    Cow::Owned(query)
}

/// Returns the name of a region of MPI, which is that of a function. One that any domain may find is of MPI if there is
/// such a function. A region of a device is a function, too, or else a kernel, and then all that occurs is its launch.
pub(crate) fn call(region: Option<&RegionId>, domain: Domain) -> Option<&str> {
    let launch = match domain {
        Domain::Cuda => "CUDA_kernel_launch",
        Domain::Hip => "HIP_kernel_launch",
        _ => "",
    };
    match region? {
        RegionId::Name(Some(own), name) if *own == domain && !launch.is_empty() => {
            Some(if domain.event(name).is_some() { name } else { launch })
        }
        RegionId::Name(own, name) if domain == Domain::Mpi => {
            let is_of_mpi = match own {
                Some(own) => *own == Domain::Mpi,
                None => domain.event(name).is_some(),
            };
            is_of_mpi.then_some(name)
        }
        _ => None,
    }
}

/// The greatest id of a unit; the program keeps ids in 32 bits.
const MOST_ID: i64 = i32::MAX as i64;

/// Returns the name of an event without its domain, which sections of regions write in front.
fn bare_event(domain: Domain, event: &str) -> &str {
    let behind = event.strip_prefix(domain.name()).and_then(|it| it.strip_prefix('.'));
    behind.unwrap_or(event)
}

/// Returns the event that a query asks about, and its domain: no two domains have one of the same
/// name.
pub(crate) fn asked_event(query: &ViewQuery, seed: bool) -> Option<(Domain, &'static Event)> {
    let name = query.get(key::EVENT)?;
    let domains = Domain::ALL.into_iter().filter(|it| !seed || it.in_seed());
    let mut found = domains.filter_map(|it| {
        let event = it.event(bare_event(it, name)).filter(|it| is_named(it, seed))?;
        Some((it, event))
    });
    found.next()
}

/// Returns the domain that the name of a region says or suggests.
fn domain_of_name(file: &File, text: &str) -> Option<Domain> {
    let (domain, _, name) = entry::item_parts(item_of(text));
    let mut named = file.state().regions.iter().filter(|it| !it.removed);
    domain.or_else(|| {
        let of_any = named.find(|it| it.id == RegionId::Name(None, name.into()))?;
        Some(named_domain(file, of_any, name))
    })
}

/// Takes away what a section has around its region.
fn item_of(text: &str) -> &str {
    let item = trim(text);
    item.strip_prefix("Lexgion(").and_then(|it| it.strip_suffix(')')).unwrap_or(item)
}

/// Returns the region that is meant by `text`, in any spelling that the program takes for it in a
/// header: `0xAB` is `0xab` (pinsight.md#region-lists). A name that no section has as it stands is
/// looked up as the program does for a region of `domain`, with its file if `text` has one, which is
/// returned, too (pinsight.md#region-lookup). One that only sections of other files have is a region
/// all the same.
fn region_called(file: &File, text: &str, domain: Domain) -> Option<(RegionId, Option<String>)> {
    let all = || file.state().regions.iter();
    // As the list of regions has them.
    if let Some(found) = all().find(|it| it.words() == text) {
        return Some((found.id.clone(), found.file.as_deref().map(str::to_owned)));
    }
    let all_ids = || all().map(|it| &it.id);
    if let Some(found) = all_ids().find(|it| it.words() == text) {
        return Some((found.clone(), None));
    }
    let item = item_of(text);
    let digits = item.strip_prefix("0x").or_else(|| item.strip_prefix("0X"));
    let address_of = match digits {
        _ if file.is_seed() => Some(c_address(item).0),
        digits => digits.map(address),
    };
    if let Some(address) = address_of {
        let found = all_ids().find(|it| **it == RegionId::Address(address))?;
        return Some((found.clone(), None));
    }
    let (of, of_file, name) = entry::item_parts(item);
    let id = RegionId::Name(of, name.into());
    let of_file = of_file.map(str::to_owned);
    if of_file.is_none() && all_ids().any(|it| *it == id) {
        return Some((id, None));
    }
    if of.is_some_and(|it| it != domain) {
        return None;
    }
    match entry::entry_of(file, domain, Some(&id), of_file.as_deref()).0 {
        Entry::Region(idx) => Some((file.state().regions.get(idx)?.id.clone(), of_file)),
        Entry::DomainDefault(_) => {
            let is_namesake = |it: &RegionId| match it {
                RegionId::Name(of, other) => **other == *name && of.is_none_or(|it| it == domain),
                RegionId::Address(_) => false,
            };
            (of_file.is_some() && all_ids().any(is_namesake)).then_some((id, of_file))
        }
    }
}

/// Returns an event whose switch counts, if there is one that is on in the domain's default: where
/// it is off for all, the answer tells little.
fn telling_event(file: &File, domain: Domain) -> &'static Event {
    let seed = file.is_seed();
    let [first, ..] = domain.events() else { return &NO_EVENT };
    let telling = telling_events(file, domain).into_iter().next();
    let named = || domain.events().iter().find(|it| is_named(it, seed));
    telling.or_else(named).unwrap_or(first)
}

/// Returns the events whose switches count, those first that are on in the domain's default.
pub(crate) fn telling_events(file: &File, domain: Domain) -> Vec<&'static Event> {
    let seed = file.is_seed();
    let on = file.state().domain(domain).events.bits;
    let is_on = |it: &&Event| on.checked_shr(u32::from(it.id)).is_some_and(|it| it & 1 == 1);
    let is_honoured =
        |it: &&Event| is_named(it, seed) && it.installed && it.effect.starts_with("honoured");
    let (on, off): (Vec<&Event>, Vec<&Event>) =
        domain.events().iter().filter(is_honoured).partition(is_on);
    [on, off].concat()
}

/// Returns the first domain with punit sections, else the first that the file sets something for.
fn main_domain(file: &File) -> Domain {
    let has_punits = |it: &Domain| !file.state().domain(*it).punits.is_empty();
    let is_mentioned = |it: &Domain| !entry::sections_of(file, &Subject::Domain(*it)).is_empty();
    let all = || Domain::ALL.into_iter();
    all().find(has_punits).or_else(|| all().find(is_mentioned)).unwrap_or(Domain::OpenMp)
}

/// Kinds worth showing for a domain: its own, those that the file asks for, and the rank.
pub(crate) fn relevant_kinds(file: &File, domain: Domain) -> Vec<Kind> {
    let mut named = [false; N_KINDS];
    for_each_id_list(file, |kind, _| {
        if let Some(slot) = named.get_mut(kind.index()) {
            *slot = true;
        }
    });
    let kinds = (0..N_KINDS).filter_map(Kind::from_index);
    let is_relevant = |it: &Kind| {
        it.domain() == domain || it.domain() == Domain::Mpi || named.get(it.index()) == Some(&true)
    };
    kinds.filter(is_relevant).collect()
}

/// Calls a function with every id list of known kinds in the headers, as it is written.
pub(crate) fn for_each_id_list(file: &File, mut visit: impl FnMut(Kind, &IdSet)) {
    let text = file.text();
    for section in &file.layout().sections {
        let header = &section.header;
        let target =
            (header.target == crate::header::Target::Punits).then_some(header.target_range);
        for part in [target, header.constraints].into_iter().flatten() {
            for item in PunitItems::new(slice(text, part)).filter_map(Result::ok) {
                if let (Some(kind), Ok(ids)) = (item.known_kind(), IdSet::read(item.ids)) {
                    visit(kind, &ids);
                }
            }
        }
    }
}

/// Returns the controls that a question is made of, without the units.
pub(crate) fn question_controls(
    file: &File,
    question: &Question,
    with_event: bool,
) -> Vec<Control> {
    let seed = file.is_seed();
    let domains = Domain::ALL.into_iter().filter(|it| !seed || it.in_seed());
    let mut controls = vec![choice(
        key::DOMAIN,
        "Domain",
        domains.map(|it| word(it.name())),
        question.domain.name(),
    )];
    if with_event {
        let events = question.domain.events().iter().filter(|it| is_named(it, seed));
        // Others do not occur in the region, but one of them may have been asked for.
        let call = question.call().filter(|it| question.domain.event(it).is_some());
        let occurs =
            |it: &&Event| call.is_none_or(|call| it.name == call || it.name == question.event.name);
        let events = events.filter(occurs).map(|it| Choice {
            value: it.name.to_owned(),
            help: crate::docs::event(question.domain, it, seed),
        });
        controls.push(choice(key::EVENT, "Event", events, question.event.name));
    }
    let other = Choice { value: String::new(), help: "any region without a section".to_owned() };
    let regions = file.state().regions.iter().filter(|it| !it.removed);
    let mut regions: Vec<Choice> =
        std::iter::once(other).chain(regions.map(|it| word(&it.words()))).collect();
    let region = question.region_words(file).unwrap_or_default();
    // One that is in another file than its section says.
    if regions.iter().all(|it| it.value != region) {
        regions.push(word(&region));
    }
    controls.push(choice(key::REGION, "Region", regions.into_iter(), &region));
    controls
}

/// Stands where a domain has no event; every domain has some.
static NO_EVENT: Event = Event {
    name: "",
    id: 63,
    group: "",
    seed_group: "",
    installed: false,
    named: false,
    seed: None,
    effect: "",
};

/// Returns the kind of a key.
pub(crate) fn kind_of_key(key: &str) -> Option<Kind> {
    let (domain, kind) = key.split_once('.')?;
    Domain::from_name(domain)?.kind(kind)
}

fn word(text: &str) -> Choice {
    Choice { value: text.to_owned(), help: String::new() }
}

/// Creates a control with a fixed set of words.
pub(crate) fn choice(
    key: &str,
    label: &str,
    choices: impl Iterator<Item = Choice>,
    value: &str,
) -> Control {
    Control {
        key: key.to_owned(),
        label: label.to_owned(),
        kind: FieldKind::Choice { choices: choices.collect() },
        value: value.to_owned(),
        help: String::new(),
    }
}

/// Creates a control with a whole number; empty is none.
pub(crate) fn number(key: &str, label: &str, max: i64, value: String, help: &str) -> Control {
    Control {
        key: key.to_owned(),
        label: label.to_owned(),
        kind: FieldKind::Integer { min: 0, max },
        value,
        help: help.to_owned(),
    }
}

/// Creates the control of the readings.
pub(crate) fn reading_control(seed: bool, reading: Reading) -> Control {
    let help = |it: Reading| match (it, seed) {
        (Reading::Effective, true) => "what the program of February 2026 did",
        (Reading::Effective | Reading::Today, _) => "what today's program does",
        (Reading::Intended, _) => "the hierarchy that the documents state",
    };
    let word = |it: &Reading| Choice { value: it.name().to_owned(), help: help(*it).to_owned() };
    choice(key::READING, "Reading", Reading::all(seed).iter().map(word), reading.name())
}

/// Returns the reading that is asked for, or else `default`.
pub(crate) fn reading(file: &File, query: &ViewQuery, default: Reading) -> Reading {
    let asked = query.get(key::READING);
    let found = Reading::all(file.is_seed()).iter().find(|it| asked == Some(it.name()));
    found.copied().unwrap_or(default)
}

/// Builds the control for units that no punit section is for.
pub(crate) fn unmatched_control(unmatched: Unmatched) -> Control {
    let words =
        Unmatched::ALL.map(|it| Choice { value: it.name().to_owned(), help: it.help().to_owned() });
    choice(key::UNMATCHED, "Without section", words.into_iter(), unmatched.name())
}
