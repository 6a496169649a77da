//! What is known about a place in the text.

use std::fmt;

use text_size::{TextRange, TextSize};

use super::File;
use super::docs;
use super::header::{Header, Target};
use super::lower::Pair;
use super::model::{RegionConfig, Sourced, TRIPLE, Trigger, is_named};
use super::punits::{IdSet, PunitItems};
use super::reading::Subject;
use super::resolve::Schedule;
use super::tables::{Domain, Event, Kind};
use super::token::trim;
use super::values::{Mode, cut, is_on};
use bobbin_core::text::{range_in, slice};
use bobbin_core::view::Hover;

impl File {
    pub(super) fn hover_at(&self, at: TextSize) -> Option<Hover> {
        let section_idx = self.layout.section_at(at)?;
        let section = self.layout.sections.get(section_idx)?;
        if section.header.range.contains_inclusive(at) {
            return self.hover_header(section_idx, &section.header, at);
        }
        let (_, pair) = self
            .layout
            .pairs_of(section)
            .find(|(_, it)| it.key.cover(it.value).contains_inclusive(at))?;
        let subject = self.log.sections.get(section_idx).map(|it| &it.subject)?;
        if pair.key.contains_inclusive(at) {
            let key = slice(&self.input.text, pair.key);
            let words = self.key_words(subject, key)?;
            // What counts comes first: it is what one looks for.
            let markdown = match self.in_force(subject, key) {
                Some((value, line)) => {
                    let from = self.origin_words(section_idx, pair, line);
                    let name = words.split_once("\n\n");
                    let (name, rest) = name.unwrap_or((words.as_str(), ""));
                    format!("{name}: {value} in force, {from}\n\n{rest}")
                }
                None => words,
            };
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
        docs::key(key).map(|it| {
            format!("**{key}**\n\nWrite {}. Default {}.\n\n{}.", it.kind, it.default, it.about)
        })
    }

    /// What a key of a section comes to at the end of the file, and the body line that says so.
    fn in_force(&self, subject: &Subject, key: &str) -> Option<(String, Option<u32>)> {
        let words = |value: &dyn fmt::Display| format!("**{value}**");
        if self.event_of(subject, key).is_some() {
            return self.event_in_force(subject, key);
        }
        if let Some(kind) = self.scope_of(subject, key) {
            let Sourced { value: (low, high), pair } = self.state.scope(kind);
            return Some((words(&format_args!("{low} to {high}")), pair));
        }
        if let Some(idx) = TRIPLE.iter().position(|it| *it == key) {
            let &Sourced { value, pair } = self.config_of(subject)?.triple.get(idx)?;
            return Some((words(&value), pair));
        }
        let seed = self.is_seed();
        let of_domain = |domain: Domain| self.state.domain(domain);
        match (subject, key) {
            (Subject::Domain(domain), "trace_mode") if !seed => {
                let mode = of_domain(*domain).mode;
                Some((words(&mode.value.word()), mode.pair))
            }
            (Subject::Domain(domain), "device_activity") if !seed => {
                let policy = of_domain(*domain).device_activity;
                Some((words(&policy.value), policy.pair))
            }
            (Subject::Energy, "measure") => {
                Some((words(&self.state.energy.value), self.state.energy.pair))
            }
            (Subject::Manifest, "interval") => {
                let interval = self.state.manifest_interval;
                Some((words(&interval.value), interval.pair))
            }
            (Subject::Knobs, _) => {
                let knob = self.state.knobs.iter().find(|it| it.name == cut(key, 63))?;
                Some((words(&knob.value), Some(knob.pair)))
            }
            _ if !seed => self.window_in_force(subject, key),
            _ => None,
        }
    }

    fn window_in_force(&self, subject: &Subject, key: &str) -> Option<(String, Option<u32>)> {
        let window = self.config_of(subject)?.window.as_deref()?;
        match key {
            "window_end_action" => {
                let pair = window.action.as_ref()?.1;
                let line = self.layout.pairs.get(pair as usize);
                let value = line.map(|it| slice(&self.input.text, it.value)).unwrap_or_default();
                Some((format!("`{value}`"), Some(pair)))
            }
            "window_end_trigger" => {
                let (trigger, pair) = window.trigger?;
                let word = if trigger == Trigger::All { "all" } else { "first" };
                Some((format!("**{word}**"), Some(pair)))
            }
            "window_timeout" => {
                let (timeout, pair) = window.timeout?;
                Some((format!("**{timeout}**"), Some(pair)))
            }
            _ => None,
        }
    }

    /// Where a value comes from, seen from the body line `here`.
    fn origin_words(&self, section: usize, here: &Pair, line: Option<u32>) -> String {
        let Some(line) = line else { return "by default".to_owned() };
        let Some(pair) = self.layout.pairs.get(line as usize) else {
            return "from the environment".to_owned();
        };
        if pair == here {
            return "written here".to_owned();
        }
        let before = slice(&self.input.text, TextRange::up_to(pair.equals));
        let number = before.matches('\n').count() + 1;
        let from = self.section_of_pair(line as usize);
        if from == Some(section) {
            return format!("from line {number}");
        }
        format!("from line {number}, in `{}`", self.section_name(from))
    }

    /// Whether an event is on at the end of the file, and the body line that says so.
    fn event_in_force(&self, subject: &Subject, key: &str) -> Option<(String, Option<u32>)> {
        let (domain, event) = self.event_of(subject, key)?;
        let set = match *subject {
            Subject::Domain(_) => Some(self.state.domain(domain).events),
            Subject::Punit(_, number) => {
                let mut entries = self.state.domain(domain).punits.iter();
                entries.find(|it| it.number == number).map(|it| it.events)
            }
            _ => self.config_of(subject).and_then(|it| it.filter(domain)),
        };
        let set = set?;
        let word = if set.contains(event) { "on" } else { "off" };
        Some((format!("**{word}**"), self.state.history.decided(&set, event.id)))
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

    fn hover_header(&self, idx: usize, header: &Header, at: TextSize) -> Option<Hover> {
        let text = &self.input.text;
        let inside = |it: Option<TextRange>| it.is_some_and(|it| it.contains_inclusive(at));
        if inside(header.inherit) {
            let part = slice(text, header.inherit?);
            let item = part
                .split(',')
                .map(trim)
                .find(|it| range_in(text, it).contains_inclusive(at))
                .unwrap_or(part);
            let markdown = format!("**{item}** — {}.", self.parent_words(idx, header, item));
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
        let note = self.section_note(idx);
        let name = slice(text, header.target_range);
        let dot = if note.is_empty() { "" } else { "." };
        let markdown = format!("**{name}** — {kind}\n\n{note}{dot}");
        Some(Hover { range: header.target_range, markdown })
    }

    /// What comes of an item in the place of the parents.
    fn parent_words(&self, idx: usize, header: &Header, item: &str) -> &'static str {
        let seed = self.is_seed();
        let name = if seed { item.split('.').next() } else { item.strip_suffix(".default") };
        let domain = name.and_then(Domain::from_name).filter(|it| !seed || it.in_seed());
        let reads = matches!(
            header.target,
            Target::Punits
                | Target::Regions(_)
                | Target::RegionDefault
                | Target::DomainRegionDefault(_)
        );
        let own = match self.log.sections.get(idx).map(|it| &it.subject) {
            Some(Subject::Punit(own, _)) => Some(*own),
            _ => None,
        };
        match (domain, own) {
            _ if !reads => "this kind of section has no parents, and the program ignores it",
            (None, _) => "names no event set, and the program skips it",
            (Some(domain), Some(own)) if domain != own => {
                "the events of another domain are copied by their numbers"
            }
            _ => {
                "the event set of the parent is copied as it is at this place of the file. Later \
                 changes of the parent do not follow"
            }
        }
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
                let word = if n_ids == 1 { "id" } else { "ids" };
                format!("{n_ids} {word}: {ids}")
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
