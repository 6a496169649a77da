//! The fields of a section.

mod builder;
mod window;

use std::collections::{BTreeMap, HashMap};

use builder::{Builder, Plain};
use text_size::TextRange;

use crate::actions;
use crate::check;
use crate::docs;
use crate::edit::{header, knob};
use crate::file::File;
use crate::header::{Action, Target};
use crate::item;
use crate::lower::Pair;
use crate::model::{EventSet, RegionConfig, TRIPLE, is_installed, is_named};
use crate::notes;
use crate::reading::{SectionResult, Subject};
use crate::subject;
use crate::tables::{Domain, Event};
use crate::values::{KnobValue, Mode};
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::sorting::Sorting as _;
use bobbin_core::text::slice;
use bobbin_core::view::{
    Choice, Field, FieldKind, Form, FormTable, Origin, TableColumn, WrittenList,
};

/// Returns the form of a section.
pub(crate) fn form(file: &File, item: &ItemPath) -> Option<Form> {
    let idx = item::find_section(file, item)?;
    let section = file.layout().sections.get(idx)?;
    let mut builder = Builder {
        file,
        section,
        subject: file.log().sections.get(idx).map_or(Subject::None, |it| it.subject.clone()),
        written: HashMap::new(),
        problems: check::section_problems(file, idx),
        groups: Vec::new(),
    };
    for (pair, it) in file.layout().pairs_of(section) {
        builder.written.insert(slice(file.text(), it.key), (pair, *it));
    }
    builder.header_fields();
    if file.log().sections.get(idx).is_some_and(|it| it.takes_body) {
        builder.body();
    }
    builder.rest();
    let header = &section.header;
    Some(Form {
        item: item.clone(),
        title: item::title(file, section).to_owned(),
        kind: docs::section_kind(header.target).to_owned(),
        range: item::section_range(file, section),
        note: notes::section_note(file, idx),
        actions: actions::of_section(file, idx),
        groups: builder.groups,
        tables: further_knobs(file, idx, item).into_iter().collect(),
    })
}

/// Returns what adds a knob to its section.
fn further_knobs(file: &File, idx: usize, item: &ItemPath) -> Option<FormTable> {
    let of_knobs = |it: &&SectionResult| it.takes_body && it.subject == Subject::Knobs;
    file.log().sections.get(idx).filter(of_knobs)?;
    let column = |key: &str, title: &str, help: &str| TableColumn {
        key: key.to_owned(),
        title: title.to_owned(),
        help: help.to_owned(),
        kind: Some(FieldKind::Text),
    };
    Some(FormTable {
        title: "Further knobs".to_owned(),
        note: "A knob that has no field yet gets one here.".to_owned(),
        columns: vec![
            column(knob::NAME, "Name", "the name that the traced program asks for"),
            column(knob::VALUE, "Value", "a whole number, a number, or a text"),
        ],
        rows: Vec::new(),
        n_left_out: 0,
        add: Some(Command::AddItem {
            kind: knob::KNOB.to_owned(),
            name: String::new(),
            values: item.0.iter().map(|it| (knob::KNOB_OF.to_owned(), it.clone())).collect(),
        }),
        only_adds: true,
    })
}

impl Builder<'_> {
    fn header_fields(&mut self) {
        let header = &self.section.header;
        let mut fields = Vec::new();
        let mut push =
            |key: &str, label: &str, kind, range: Option<TextRange>, help: &str, inert| {
                let range = range.filter(|it| !it.is_empty());
                let written = range.map(|it| slice(self.file.text(), it).to_owned());
                let is_list = matches!(kind, FieldKind::List { .. });
                let pieces = written.iter().flat_map(|it| it.split(','));
                let list = is_list.then(|| WrittenList::of(pieces));
                let effective = written.clone().unwrap_or_default();
                // The target is there to be read: it can be neither set nor unset here.
                let written = written.filter(|_| key != header::TARGET);
                fields.push(Field {
                    key: key.to_owned(),
                    label: label.to_owned(),
                    kind,
                    effective,
                    origin: range.map_or(Origin::default_value(), Origin::written),
                    problem: range.and_then(|it| self.problem(it)),
                    is_kept: false,
                    written,
                    list,
                    range,
                    help: help.to_owned(),
                    inert,
                });
            };
        let is_region = matches!(header.target, Target::Regions(_));
        let elsewhere = match is_region {
            true => "rename a region in the text to change what this is for",
            false => "change the header in the text to change what this is for",
        };
        let label = if is_region { "Regions" } else { "Target" };
        let target = match header.target {
            Target::Regions(list) => list,
            _ => header.target_range,
        };
        let help = if is_region {
            "Code addresses (0x…) and names (function, Domain:function, file:function or \
             Domain:file:function), separated by commas. A decimal number is a name"
        } else {
            "What the section is for"
        };
        push(
            header::TARGET,
            label,
            FieldKind::Text,
            Some(target),
            help,
            Some(elsewhere.to_owned()),
        );
        let reads = match header.target {
            Target::Punits | Target::Regions(_) => 2,
            Target::RegionDefault | Target::DomainRegionDefault(Some(_)) => 1,
            _ => 0,
        };
        let is_broken = header.close.is_none() || header.ignores_more_than_note(self.file.text());
        let inert = if is_broken {
            Some("the header has an error; fix it first".to_owned())
        } else {
            let is_set = header.action == Action::Set;
            (!is_set).then(|| format!("not read after {}", header.action.word()))
        };
        if reads > 0 {
            let choices = Domain::ALL.into_iter().filter(|it| !self.file.is_seed() || it.in_seed());
            let choices = choices.map(|it| Choice {
                value: format!("{}.default", it.name()),
                help: format!("copies the events of {} as they are at this place", it.name()),
            });
            let kind = FieldKind::List { choices: choices.collect() };
            let help =
                "Whose event sets are copied here. Later changes of the parents do not follow";
            push(header::INHERITANCE, "Inherits from", kind, header.inherit, help, inert.clone());
        }
        if reads > 1 {
            let help = match header.target {
                Target::Regions(_) => {
                    "Units on which these regions are traced, of any domain, all of them at once, as in \
                     MPI.rank(0-3), CUDA.device(0)"
                }
                _ => {
                    "Units of other domains on which this section counts, all of them at once, as in \
                     MPI.rank(0-3), CUDA.device(0)"
                }
            };
            push(header::CONSTRAINTS, "Only on", FieldKind::Text, header.constraints, help, inert);
        }
        self.group("Section", "", fields);
    }

    fn body(&mut self) {
        match self.subject.clone() {
            Subject::None => (),
            Subject::Domain(domain) => self.domain(domain),
            Subject::Punit(domain, number) => {
                let entries = &self.file.state().domain(domain).punits;
                match entries.iter().find(|it| it.number == number) {
                    Some(entry) => self.events(domain, Some(entry.events), ""),
                    None => self.events(domain, None, ""),
                }
            }
            Subject::RegionDefault => {
                let config = self.file.state().region_default.clone();
                self.region(&config);
            }
            Subject::DomainRegionDefault(domain) => {
                let config = self.file.state().domain_region_default(domain).0.clone();
                self.region(&config);
            }
            Subject::Regions(start, _) => {
                let entry = self.file.log().regions.get(start);
                let region = entry.and_then(|&it| self.file.state().regions.get(it as usize));
                if let Some(region) = region {
                    self.region(&region.config);
                }
            }
            Subject::Knobs => self.knobs(),
            Subject::Energy => {
                let value = self.file.state().energy;
                let field = self.policy("measure", "Measure energy", value);
                self.group("Energy", "", vec![field]);
            }
            Subject::Manifest => {
                let value = self.file.state().manifest_interval;
                let field = self.integer("interval", "Interval in seconds", value, 0);
                self.group("Manifest", "", vec![field]);
            }
        }
    }

    fn domain(&mut self, domain: Domain) {
        let state = self.file.state().domain(domain);
        let mut fields = Vec::new();
        if !self.file.is_seed() {
            let origin = self.origin(state.mode.pair, "");
            let words = Mode::ALL.map(|it| it.word().to_owned());
            let mode = state.mode.value.word().to_owned();
            fields.push(self.choice("trace_mode", "Mode", &words, mode, origin));
            if domain.has_device_activity() {
                let policy = state.device_activity;
                fields.push(self.policy("device_activity", "Device activity", policy));
            }
        }
        self.group("Mode", "", fields);
        let mut scopes = Vec::new();
        for kind in domain.kinds() {
            let scope = self.file.state().scope(kind);
            let (low, high) = scope.value;
            let origin = self.origin(scope.pair, "");
            scopes.push(self.field(Plain {
                key: format!("{}.{}", domain.name(), kind.name()),
                label: kind.name().to_owned(),
                kind: FieldKind::Text,
                effective: format!("({low}, {high})"),
                origin,
                help: format!(
                    "The smallest and the largest {} that sections below may name: {}. A comma means \
                     the same as a dash",
                    kind.name(),
                    kind.id_source()
                ),
                inert: None,
            }));
        }
        self.group("Scope", docs::scope_limits!("A scope"), scopes);
        self.events(domain, Some(state.events), "");
    }

    /// Adds the events of one domain, by group. Without a set every event passes.
    fn events(&mut self, domain: Domain, set: Option<EventSet>, prefix: &str) {
        let seed = self.file.is_seed();
        let mut groups: Vec<(&str, Vec<Field>)> = Vec::new();
        for event in domain.events().iter().filter(|it| is_named(it, seed)) {
            let field = self.event(domain, event, set, prefix);
            let group = if seed { event.seed_group } else { event.group };
            match groups.iter_mut().find(|(it, _)| *it == group) {
                Some((_, fields)) => fields.push(field),
                None => groups.push((group, vec![field])),
            }
        }
        let note = if set.is_none() {
            format!("No event set for {} here: every event passes", domain.name())
        } else {
            String::new()
        };
        for (group, fields) in groups {
            self.group(format!("{} events: {group}", domain.name()), note.clone(), fields);
            if let Some(group) = self.groups.last_mut() {
                group.are_switches = true;
            }
        }
    }

    fn event(
        &mut self,
        domain: Domain,
        event: &Event,
        set: Option<EventSet>,
        prefix: &str,
    ) -> Field {
        let seed = self.file.is_seed();
        let (is_on, origin) = match set {
            Some(set) => {
                let pair = self.file.state().history.decided(&set, event.id);
                let is_on = set.contains(event);
                let by_default = is_on == is_installed(event, seed);
                let note =
                    if by_default { "install default" } else { "the set starts with all off" };
                (is_on, self.origin(pair, note))
            }
            None => {
                let note = format!("no event set for {} here", domain.name());
                (is_installed(event, seed), Origin { note, ..Origin::default_value() })
            }
        };
        self.field(Plain {
            key: format!("{prefix}{}", event.name),
            label: event.name.to_owned(),
            kind: FieldKind::Toggle { on: "on".to_owned(), off: "off".to_owned() },
            effective: if is_on { "on" } else { "off" }.to_owned(),
            origin,
            help: docs::event(domain, event, seed),
            inert: docs::inert(event, seed),
        })
    }

    fn region(&mut self, config: &RegionConfig) {
        let least = [0, -1, 1];
        let mut fields = Vec::new();
        for ((key, value), min) in TRIPLE.iter().zip(config.triple).zip(least) {
            fields.push(self.integer(key, key, value, min));
        }
        let mut note = subject::traced_words(self.file, &self.subject, config, |it| {
            docs::traced_by(self.file.state(), config, it)
        });
        if let Some(first) = note.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let note = notes::unused(self.file, &self.subject).unwrap_or(note);
        self.group("Sampling", note, fields);
        if !self.file.is_seed() {
            let window = config.window.as_deref().cloned().unwrap_or_default();
            self.window(&window);
        }
        for domain in Domain::ALL {
            if !self.file.is_seed() || domain.in_seed() {
                let prefix = format!("{}.", domain.name());
                self.events(domain, config.filter(domain), &prefix);
            }
        }
    }

    fn knobs(&mut self) {
        let mut keys: Vec<(usize, &str)> =
            self.written.iter().map(|(key, (pair, _))| (*pair, *key)).collect();
        keys.order();
        let mut fields = Vec::new();
        for (_, key) in keys {
            let knob = self.file.state().knobs.iter().find(|it| it.name == key);
            let value =
                self.written.get(key).map(|(_, it)| self.text(it.value)).unwrap_or_default();
            let origin = self.origin(knob.map(|it| it.pair), "");
            let help = match knob.map(|it| &it.value) {
                Some(KnobValue::Integer(it)) => format!("Read as the integer {it}"),
                Some(KnobValue::Real(it)) => format!("Read as the number {it}"),
                Some(KnobValue::Text(_)) => "Read as text".to_owned(),
                None => String::new(),
            };
            fields.push(self.field(Plain {
                key: key.to_owned(),
                label: key.to_owned(),
                kind: FieldKind::Text,
                effective: match knob.map(|it| &it.value) {
                    Some(KnobValue::Integer(it)) => it.to_string(),
                    _ => value.to_owned(),
                },
                origin,
                help,
                inert: None,
            }));
        }
        self.group("Knobs", "", fields);
    }

    /// Lines that no field has shown: the program does not use them.
    fn rest(&mut self) {
        let mut left: BTreeMap<usize, (&str, Pair)> = BTreeMap::new();
        for (key, (idx, pair)) in self.written.drain() {
            left.insert(idx, (key, pair));
        }
        let mut fields = Vec::new();
        for (_, (key, pair)) in left {
            let value = self.text(pair.value).to_owned();
            fields.push(Field {
                key: key.to_owned(),
                label: key.to_owned(),
                kind: FieldKind::Text,
                written: Some(value.clone()),
                list: None,
                effective: value,
                origin: Origin::written(pair.value),
                range: Some(pair.value),
                help: String::new(),
                inert: Some("the program does not read this line".to_owned()),
                problem: self.problem(pair.key.cover(pair.value)),
                is_kept: false,
            });
        }
        self.group("Not read by the program", "", fields);
    }
}

#[cfg(test)]
mod tests;
