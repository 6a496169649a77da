//! What the map of units and the line of invocations are asked for.

use super::File;
use super::model::{RegionId, is_named};
use super::punits::{IdSet, MAX_ID, PunitItems};
use super::reading::Subject;
use super::resolve::Units;
use super::tables::{Domain, Event, Kind, N_KINDS};
use bobbin_core::text::slice;
use bobbin_core::view::{Choice, Control, FieldKind, ViewQuery};

/// Names of settings.
pub(super) mod key {
    pub(crate) const READING: &str = "reading";
    pub(crate) const DOMAIN: &str = "domain";
    pub(crate) const EVENT: &str = "event";
    pub(crate) const REGION: &str = "region";
    pub(crate) const INVOCATION: &str = "invocation";
    pub(crate) const UNMATCHED: &str = "unmatched";
    pub(crate) const X: &str = "x";
    pub(crate) const Y: &str = "y";
}

/// A way to understand a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// What the program of the dialect does.
    Effective,
    /// The hierarchy that the documents state.
    Intended,
    /// What today's program makes of a text in the seed dialect.
    Today,
}

impl Reading {
    /// The ways to understand a file of a dialect.
    pub(super) fn all(seed: bool) -> &'static [Reading] {
        match seed {
            true => &[Reading::Effective, Reading::Intended, Reading::Today],
            false => &[Reading::Effective, Reading::Intended],
        }
    }

    /// What a card by this reading is called.
    pub(super) fn title(self, seed: bool) -> &'static str {
        match (self, seed) {
            (Reading::Effective, true) => "The program of February 2026",
            (Reading::Today, _) => "Today's program",
            (Reading::Effective, false) => "Effective today",
            (Reading::Intended, true) => "Intended by the document",
            (Reading::Intended, false) => "Intended by the documents",
        }
    }

    /// Names it in settings.
    pub(super) fn name(self) -> &'static str {
        match self {
            Reading::Effective => "effective",
            Reading::Intended => "intended",
            Reading::Today => "today",
        }
    }
}

/// What becomes of a unit that no punit section is for, in the intended reading: the documents leave
/// it open (pinsight.md#seed-document-ambiguities).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Unmatched {
    /// `Domain.default` counts, as the later guide says.
    #[default]
    Default,
    /// Nothing is traced, as the function did that nobody called.
    Off,
}

impl Unmatched {
    pub(super) const ALL: [Unmatched; 2] = [Unmatched::Default, Unmatched::Off];

    /// Names it in settings.
    pub(super) fn name(self) -> &'static str {
        match self {
            Unmatched::Default => "default",
            Unmatched::Off => "off",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Unmatched::Default => "Domain.default counts there, as the guide says",
            Unmatched::Off => "nothing is traced there, as the program of February 2026 had it",
        }
    }
}

/// Which event of which region on which unit.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) domain: Domain,
    pub(super) event: &'static Event,
    /// None is any region that the file does not name.
    pub(super) region: Option<RegionId>,
    pub(super) units: Units,
    /// None is any.
    pub(super) invocation: Option<u64>,
    pub(super) unmatched: Unmatched,
}

impl File {
    /// The domain a section is about, if it is about one.
    fn section_domain(&self, section: usize) -> Option<Domain> {
        match self.log.sections.get(section)?.subject {
            Subject::Domain(domain)
            | Subject::Punit(domain, _)
            | Subject::DomainRegionDefault(domain) => Some(domain),
            Subject::Regions(start, _) => {
                let region = *self.log.regions.get(start)? as usize;
                match self.state.regions.get(region)?.id {
                    RegionId::Name(domain, _) => domain,
                    RegionId::Address(_) => None,
                }
            }
            _ => None,
        }
    }

    /// The first region a section is about.
    pub(super) fn section_region(&self, section: usize) -> Option<&RegionId> {
        let Subject::Regions(start, _) = self.log.sections.get(section)?.subject else {
            return None;
        };
        let region = *self.log.regions.get(start)? as usize;
        self.state.regions.get(region).map(|it| &it.id)
    }

    /// Reads the settings; what is missing follows from the selected section and from the file.
    pub(super) fn question(&self, query: &ViewQuery) -> Question {
        let selected = query.item.as_ref().and_then(|it| self.find_section(it));
        let seed = self.is_seed();
        let known = |it: &Domain| !seed || it.in_seed();
        let domain = query
            .get(key::DOMAIN)
            .and_then(Domain::from_name)
            .or_else(|| self.section_domain(selected?))
            .filter(known)
            .unwrap_or_else(|| self.main_domain());
        let event = query
            .get(key::EVENT)
            .and_then(|it| domain.event(it))
            .filter(|it| is_named(it, seed))
            .unwrap_or_else(|| self.telling_event(domain));
        let region = match query.get(key::REGION) {
            Some("") => None,
            Some(text) => self.state.regions.iter().map(|it| &it.id).find(|it| it.words() == text),
            None => selected.and_then(|it| self.section_region(it)),
        };
        let mut units = [None; N_KINDS];
        for (idx, slot) in units.iter_mut().enumerate() {
            let Some(kind) = Kind::from_index(idx) else { continue };
            let id = query.get(&kind_key(kind)).and_then(|it| it.trim().parse::<i64>().ok());
            let (low, _) = self.state.scope(kind).value;
            *slot = Some(id.unwrap_or(i64::from(low)).clamp(0, i64::from(MAX_ID) - 1));
        }
        Question {
            domain,
            event,
            region: region.cloned(),
            units: Units(units),
            invocation: query.get(key::INVOCATION).and_then(|it| it.trim().parse().ok()),
            unmatched: Unmatched::ALL
                .into_iter()
                .find(|it| query.get(key::UNMATCHED) == Some(it.name()))
                .unwrap_or_default(),
        }
    }

    /// An event whose switch counts, if there is one that is on in the domain's default: where it is
    /// off for all, the answer tells little.
    fn telling_event(&self, domain: Domain) -> &'static Event {
        let seed = self.is_seed();
        let on = self.state.domain(domain).events.bits;
        let is_on = |it: &&Event| on.checked_shr(u32::from(it.id)).is_some_and(|it| it & 1 == 1);
        let named = || domain.events().iter().filter(|it| is_named(it, seed));
        let honoured = || named().filter(|it| it.installed && it.effect.starts_with("honoured"));
        let [first, ..] = domain.events() else { return &NO_EVENT };
        let telling = honoured().find(is_on).or_else(|| honoured().next());
        telling.or_else(|| named().next()).unwrap_or(first)
    }

    /// The first domain with punit sections, else the first that the file says something of.
    fn main_domain(&self) -> Domain {
        let has_punits = |it: &Domain| !self.state.domain(*it).punits.is_empty();
        let is_mentioned = |it: &Domain| !self.sections_of(&Subject::Domain(*it)).is_empty();
        let all = || Domain::ALL.into_iter();
        all().find(has_punits).or_else(|| all().find(is_mentioned)).unwrap_or(Domain::OpenMp)
    }

    /// Kinds worth showing for a domain: its own, those that the file asks for, and the rank.
    pub(super) fn relevant_kinds(&self, domain: Domain) -> Vec<Kind> {
        let mut named = [false; N_KINDS];
        self.for_each_id_list(|kind, _| {
            if let Some(slot) = named.get_mut(kind.index()) {
                *slot = true;
            }
        });
        let kinds = (0..N_KINDS).filter_map(Kind::from_index);
        let is_relevant = |it: &Kind| {
            it.domain() == domain
                || it.domain() == Domain::Mpi
                || named.get(it.index()) == Some(&true)
        };
        kinds.filter(is_relevant).collect()
    }

    /// Every id list of known kinds in the headers, as it is written.
    pub(super) fn for_each_id_list(&self, mut visit: impl FnMut(Kind, &IdSet)) {
        let text = &self.input.text;
        for section in &self.layout.sections {
            let header = &section.header;
            let target =
                (header.target == super::header::Target::Punits).then_some(header.target_range);
            for part in [target, header.constraints].into_iter().flatten() {
                for item in PunitItems::new(slice(text, part)).filter_map(Result::ok) {
                    if let (Some(kind), Ok(ids)) = (item.known_kind(), IdSet::read(item.ids)) {
                        visit(kind, &ids);
                    }
                }
            }
        }
    }

    /// The controls that a question is made of, without the units.
    pub(super) fn question_controls(&self, question: &Question, with_event: bool) -> Vec<Control> {
        let seed = self.is_seed();
        let domains = Domain::ALL.into_iter().filter(|it| !seed || it.in_seed());
        let mut controls = vec![choice(
            key::DOMAIN,
            "Domain",
            domains.map(|it| word(it.name())),
            question.domain.name(),
        )];
        if with_event {
            let events = question.domain.events().iter().filter(|it| is_named(it, seed));
            let events = events.map(|it| Choice {
                value: it.name.to_owned(),
                help: super::docs::event(question.domain, it, seed),
            });
            controls.push(choice(key::EVENT, "Event", events, question.event.name));
        }
        let other =
            Choice { value: String::new(), help: "any region without a section".to_owned() };
        let regions = self.state.regions.iter().filter(|it| !it.removed);
        let regions = regions.map(|it| word(&it.id.words()));
        let region = question.region.as_ref().map(RegionId::words).unwrap_or_default();
        controls.push(choice(
            key::REGION,
            "Region",
            std::iter::once(other).chain(regions),
            &region,
        ));
        controls
    }
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

/// What a kind is called in settings and commands.
pub(super) fn kind_key(kind: Kind) -> String {
    format!("{}.{}", kind.domain().name(), kind.name())
}

/// The kind of a key.
pub(super) fn kind_of_key(key: &str) -> Option<Kind> {
    let (domain, kind) = key.split_once('.')?;
    Domain::from_name(domain)?.kind(kind)
}

fn word(text: &str) -> Choice {
    Choice { value: text.to_owned(), help: String::new() }
}

/// A control with a fixed set of words.
pub(super) fn choice(
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

/// A control with a whole number; empty is none.
pub(super) fn number(key: &str, label: &str, max: i64, value: String, help: &str) -> Control {
    Control {
        key: key.to_owned(),
        label: label.to_owned(),
        kind: FieldKind::Integer { min: 0, max },
        value,
        help: help.to_owned(),
    }
}

/// The readings as a control.
pub(super) fn reading_control(seed: bool, reading: Reading) -> Control {
    let help = |it: Reading| match (it, seed) {
        (Reading::Effective, true) => "what the program of February 2026 did",
        (Reading::Effective | Reading::Today, _) => "what today's program does",
        (Reading::Intended, _) => "the hierarchy that the documents state",
    };
    let word = |it: &Reading| Choice { value: it.name().to_owned(), help: help(*it).to_owned() };
    choice(key::READING, "Reading", Reading::all(seed).iter().map(word), reading.name())
}

impl File {
    /// The reading that is asked for, or else `default`.
    pub(super) fn reading(&self, query: &ViewQuery, default: Reading) -> Reading {
        let asked = query.get(key::READING);
        let found = Reading::all(self.is_seed()).iter().find(|it| asked == Some(it.name()));
        found.copied().unwrap_or(default)
    }
}

/// What becomes of units that no punit section is for, as a control.
pub(super) fn unmatched_control(unmatched: Unmatched) -> Control {
    let words =
        Unmatched::ALL.map(|it| Choice { value: it.name().to_owned(), help: it.help().to_owned() });
    choice(key::UNMATCHED, "Without section", words.into_iter(), unmatched.name())
}
