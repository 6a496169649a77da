//! What is known about a place in the text.

use text_size::{TextRange, TextSize};

use super::File;
use super::docs;
use super::header::{Header, Target};
use super::lower::Pair;
use super::model::{RegionConfig, TRIPLE, is_named};
use super::punits::{IdSet, PunitItems};
use super::reading::Subject;
use super::resolve::Schedule;
use super::tables::{Domain, Event, Kind};
use super::token::trim;
use super::values::{Mode, is_on};
use crate::text::{range_in, slice};
use crate::view::Hover;

impl File {
    pub(super) fn hover_at(&self, at: TextSize) -> Option<Hover> {
        let section_idx = self.layout.section_at(at)?;
        let section = self.layout.sections.get(section_idx)?;
        if section.header.range.contains_inclusive(at) {
            return self.hover_header(&section.header, at);
        }
        let (_, pair) = self
            .layout
            .pairs_of(section)
            .find(|(_, it)| it.key.cover(it.value).contains_inclusive(at))?;
        let subject = self.log.sections.get(section_idx).map(|it| &it.subject)?;
        if pair.key.contains_inclusive(at) {
            let key = slice(&self.input.text, pair.key);
            let mut markdown = self.key_words(subject, key)?;
            markdown.push_str(&self.outcome_words(subject, key));
            return Some(Hover { range: pair.key, markdown });
        }
        let markdown = self.value_words(subject, pair)?;
        Some(Hover { range: pair.value, markdown })
    }

    /// What a key of a section means, as markdown.
    pub(super) fn key_words(&self, subject: &Subject, key: &str) -> Option<String> {
        if let Some((domain, event)) = self.event_of(subject, key) {
            let words = docs::event(domain, event, self.is_seed());
            return Some(format!("**{}.{}**\n\n{words}.", domain.name(), event.name));
        }
        if let Some(kind) = self.scope_of(subject, key) {
            return Some(format!("**{key}**\n\n{}.", scope_words(kind)));
        }
        if *subject == Subject::Knobs {
            return Some(format!(
                "**{key}**\n\nA knob. Its value is an integer, a real number or text."
            ));
        }
        docs::key(key).map(|it| format!("**{key}**\n\n{it}."))
    }

    /// How a number, a scope or a mode of this section ends up.
    fn value_in_the_end(&self, subject: &Subject, key: &str) -> Option<String> {
        if let Some(idx) = TRIPLE.iter().position(|it| *it == key) {
            let value = self.config_of(subject)?.triple.get(idx)?.value;
            return Some(value.to_string());
        }
        if let Some(kind) = self.scope_of(subject, key) {
            let (low, high) = self.state.scope(kind).value;
            return Some(format!("{low} to {high}"));
        }
        match *subject {
            Subject::Domain(domain) if key == "trace_mode" && !self.is_seed() => {
                Some(self.state.domain(domain).mode.value.word().to_owned())
            }
            _ => None,
        }
    }

    /// How a key of this section ends up, for there may be later lines.
    fn outcome_words(&self, subject: &Subject, key: &str) -> String {
        let Some((domain, event)) = self.event_of(subject, key) else {
            let value = self.value_in_the_end(subject, key);
            let words = |it| format!("\n\nAt the end of the file it is **{it}** in this section.");
            return value.map(words).unwrap_or_default();
        };
        let set = match *subject {
            Subject::Domain(_) => Some(self.state.domain(domain).events),
            Subject::Punit(_, number) => {
                let mut entries = self.state.domain(domain).punits.iter();
                entries.find(|it| it.number == number).map(|it| it.events)
            }
            _ => self.config_of(subject).and_then(|it| it.filter(domain)),
        };
        let Some(set) = set else { return String::new() };
        let word = if set.contains(event) { "on" } else { "off" };
        format!("\n\nAt the end of the file it is **{word}** in this section.")
    }

    /// The event that a key of a section switches.
    pub(super) fn event_of(
        &self,
        subject: &Subject,
        key: &str,
    ) -> Option<(Domain, &'static Event)> {
        let (domain, name) = match *subject {
            Subject::Domain(domain) | Subject::Punit(domain, _) => (domain, key),
            Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..) => {
                let (domain, name) = key.split_once('.')?;
                (Domain::from_name(domain)?, name)
            }
            _ => return None,
        };
        let event = domain.event(name).filter(|it| is_named(it, self.is_seed()))?;
        Some((domain, event))
    }

    fn scope_of(&self, subject: &Subject, key: &str) -> Option<Kind> {
        let Subject::Domain(domain) = *subject else { return None };
        let (name, kind) = key.split_once('.')?;
        (name == domain.name()).then(|| domain.kind(kind))?
    }

    fn value_words(&self, subject: &Subject, pair: &Pair) -> Option<String> {
        let text = &self.input.text;
        let (key, value) = (slice(text, pair.key), slice(text, pair.value));
        if let Some((domain, event)) = self.event_of(subject, key) {
            let name = format!("{}.{}", domain.name(), event.name);
            let words = match docs::inert(event, self.is_seed()) {
                Some(reason) => format!("{name}: {reason}"),
                None if is_on(value) => format!("switches {name} on"),
                None => format!("switches {name} off"),
            };
            return Some(format!("`{value}` — {words}. Only `on` and `1` switch on."));
        }
        if TRIPLE.contains(&key) {
            let config = self.config_of(subject)?;
            let triple = config.triple.map(|it| it.value);
            let domain = match subject {
                Subject::DomainRegionDefault(domain) => *domain,
                _ => Domain::OpenMp,
            };
            let reopens = Schedule::of(config, domain).reopens;
            let [start, max, rate] = triple;
            return Some(format!(
                "This section {}.\n\nWith `trace_starts_at` = {start}, `max_num_traces` = {max} and \
                 `tracing_rate` = {rate} the invocations max(S, R-1) + k·R are traced, k = 0, 1, 2, … \
                 The numbers count from 0 on each thread and for each region.",
                docs::traced(triple, reopens)
            ));
        }
        if let Some(kind) = self.scope_of(subject, key) {
            let (low, high) = super::values::scope(value);
            return Some(format!("Ids {low} to {high}.\n\n{}.", scope_words(kind)));
        }
        if key == "trace_mode" && matches!(subject, Subject::Domain(_)) {
            let mode = Mode::read(value);
            return Some(format!("Read as **{}**. Every unknown word means TRACING.", mode.word()));
        }
        self.key_words(subject, key)
    }

    /// The settings a section of regions ends up with.
    pub(super) fn config_of(&self, subject: &Subject) -> Option<&RegionConfig> {
        match *subject {
            Subject::RegionDefault => Some(&self.state.region_default),
            Subject::DomainRegionDefault(domain) => {
                Some(&self.state.domain_region_default(domain).0)
            }
            Subject::Regions(start, _) => {
                let entry = self.log.regions.get(start)?;
                self.state.regions.get(*entry as usize).map(|it| &it.config)
            }
            _ => None,
        }
    }

    fn hover_header(&self, header: &Header, at: TextSize) -> Option<Hover> {
        let text = &self.input.text;
        let inside = |it: Option<TextRange>| it.is_some_and(|it| it.contains_inclusive(at));
        if inside(header.inherit) {
            let part = slice(text, header.inherit?);
            let item = part
                .split(',')
                .map(trim)
                .find(|it| range_in(text, it).contains_inclusive(at))
                .unwrap_or(part);
            let markdown = format!(
                "**{item}** — the event set of the parent is copied as it is at this place of the \
                 file. Later changes of the parent do not follow."
            );
            return Some(Hover { range: range_in(text, item), markdown });
        }
        let is_punits =
            header.target == Target::Punits && header.target_range.contains_inclusive(at);
        if is_punits || inside(header.constraints) {
            let part = if is_punits { header.target_range } else { header.constraints? };
            return self.hover_punits(part, at);
        }
        if !header.target_range.contains_inclusive(at) {
            return None;
        }
        let kind = docs::section_kind(header.target);
        let note = docs::section_note(header.target, header.action);
        let name = slice(text, header.target_range);
        let dot = if note.is_empty() { "" } else { "." };
        let markdown = format!("**{name}** — {kind}\n\n{note}{dot}");
        Some(Hover { range: header.target_range, markdown })
    }

    fn hover_punits(&self, part: TextRange, at: TextSize) -> Option<Hover> {
        let text = &self.input.text;
        let items = PunitItems::new(slice(text, part)).filter_map(Result::ok);
        let item = items.into_iter().find(|it| range_in(text, it.whole).contains_inclusive(at))?;
        let kind = item.known_kind()?;
        let (low, high) = self.state.scope(kind).value;
        let ids = match IdSet::read(item.ids) {
            Ok(mut ids) => {
                ids.drop_outside((low, high));
                let n_ids: usize =
                    ids.ranges().iter().map(|&(low, high)| usize::from(high - low) + 1).sum();
                format!("{n_ids} ids: {ids}")
            }
            Err(_) => "the program refuses this list".to_owned(),
        };
        let markdown = format!(
            "**{}.{}** — {ids}\n\nAn id is the {}. The scope is {low} to {high}.",
            kind.domain().name(),
            kind.name(),
            kind.id_source()
        );
        Some(Hover { range: range_in(text, item.whole), markdown })
    }
}

fn scope_words(kind: Kind) -> String {
    format!(
        "The least and the greatest {} that other sections may name: the {}. It limits ids, not what \
         is traced, and a comma means the same as a dash",
        kind.name(),
        kind.id_source()
    )
}
