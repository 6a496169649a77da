//! Every value that counts, as the program has it and as the documents intend it.

use std::collections::HashMap;
use std::ops::Range;

use text_size::TextRange;

use crate::docs;
use crate::entry;
use crate::explain::{CRASH, Case};
use crate::file::File;
use crate::item;
use crate::model::{
    EventSet, OUTSIDE, RegionConfig, RegionId, Sourced, TRIPLE, Trigger, is_installed, is_named,
};
use crate::punits::PunitSet;
use crate::question::{Question, Reading, Unmatched};
use crate::reading::{MAX_REGIONS, Subject};
use crate::run_time::Units;
use crate::tables::{Domain, Event, N_KINDS};
use crate::values::KnobValue;
use bobbin_core::edit::ItemPath;
use bobbin_core::view::{
    Meaning, Origin, OriginKind, Resolved, ResolvedRow, ResolvedValue, SecondReading, Statement,
    Verdict,
};

/// The titles of the two columns.
const TITLES: [&str; 2] = ["Effective today", "Intended"];

/// Returns all values by the program's reading.
pub(crate) fn resolved(file: &File) -> Resolved {
    let rows = both_readings(file, Purpose::Show).into_iter().map(|it| it.row).collect();
    Resolved { rows, ..Resolved::default() }
}

/// Returns all values by the documents' reading, in the same order.
pub(crate) fn second_reading(file: &File) -> SecondReading {
    let values = both_readings(file, Purpose::Show).into_iter().map(|it| it.second).collect();
    SecondReading { titles: titles(file), values }
}

/// Returns all values by both readings, each with whom it is for.
pub(crate) fn statements(file: &File) -> Meaning {
    let statement = |it: Both| {
        let row = ResolvedRow { second: Some(it.second), ..it.row };
        Statement { subject: it.subject, row, is_implied: false }
    };
    let [first, second] = titles(file).map(str::to_owned);
    let both = both_readings(file, Purpose::Compare);
    let statements = both.into_iter().map(statement).collect();
    Meaning { titles: Some((first, second)), statements }
}

fn titles(file: &File) -> [&'static str; 2] {
    if file.is_seed() { ["Effective then", "Intended"] } else { TITLES }
}

/// A value by both readings.
struct Both {
    /// Whom it is for, the same however a header names them.
    subject: String,
    row: ResolvedRow,
    second: ResolvedValue,
}

/// Names the units of a domain that a punit section is for, the same however its header does. The
/// units of other domains are what it says of them.
pub(crate) fn subject_of_punits(domain: Domain, units: &PunitSet) -> String {
    format!("{}: {}", domain.name(), units.of_domain(domain).words())
}

/// Names a region, the same however a header does.
pub(crate) fn subject_of_region(region: &RegionId) -> String {
    format!("Lexgion {}", region.words())
}

/// The use that values are put to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Values as they are written.
    Show,
    /// The same words for values that act alike.
    Compare,
}

/// Returns the origin of a value that the body line `pair` gave to what `section` stands for.
pub(crate) fn origin(file: &File, pair: Option<u32>, section: Option<usize>) -> Origin {
    let Some(pair) = pair else { return Origin::default_value() };
    let line = file.layout().pairs.get(pair as usize);
    let Some(line) = line.filter(|_| pair != OUTSIDE) else {
        return Origin::inherited(None, "from the environment");
    };
    let from = item::section_of_pair(file, pair as usize);
    if from == section || section.is_none() {
        return Origin::written(line.value);
    }
    let name = entry::section_name(file, from);
    Origin::inherited(Some(line.value), format!("from `{name}`"))
}

impl Purpose {
    /// Returns a value of the triple: a rate of 0 acts like 1 (pinsight.md#the-triple).
    fn value(self, key: &str, value: i32) -> i32 {
        let is_rate = key == TRIPLE[2];
        if self == Purpose::Compare && is_rate && value == 0 { 1 } else { value }
    }
}

fn both_readings(file: &File, purpose: Purpose) -> Vec<Both> {
    let paths = item::item_paths(file);
    let mut rows = Rows { file, purpose, paths, subject: String::new(), rows: Vec::new() };
    let seed = file.is_seed();
    for domain in Domain::ALL.into_iter().filter(|it| !seed || it.in_seed()) {
        rows.domain(domain);
    }
    let mut first: HashMap<(Domain, u32), usize> = HashMap::new();
    for (section, it) in file.log().sections.iter().enumerate().filter(|(_, it)| it.takes_body) {
        if let Subject::Punit(domain, number) = it.subject {
            first.entry((domain, number)).or_insert(section);
        }
    }
    for domain in Domain::ALL {
        for entry in &file.state().domain(domain).punits {
            rows.subject = subject_of_punits(domain, &entry.punits);
            rows.punits(domain, entry.events, first.get(&(domain, entry.number)).copied());
        }
    }
    let defaults = entry::sections_of(file, &Subject::RegionDefault);
    let item = rows.item(defaults.last().copied(), "Lexgion.default");
    "Lexgion.default".clone_into(&mut rows.subject);
    rows.config(&item, &file.state().region_default, None, defaults.last().copied());
    for domain in Domain::ALL {
        rows.domain_region_default(domain);
    }
    // The rows of each region that shares a section with others, by the section.
    let mut shared: HashMap<usize, Vec<(Range<usize>, &RegionId)>> = HashMap::new();
    for (idx, region) in file.state().regions.iter().enumerate().filter(|(_, it)| !it.removed) {
        let section = entry::last_region_section(file, idx);
        let item = rows.item(section, "Lexgion");
        rows.subject = subject_of_region(&region.id);
        let n_rows = rows.rows.len();
        rows.config(&item, &region.config, Some(idx), section);
        if idx >= MAX_REGIONS {
            rows.unread(n_rows);
        }
        if let Some(section) = section.filter(|it| entry::n_regions(file, *it) > 1) {
            shared.entry(section).or_default().push((n_rows..rows.rows.len(), &region.id));
        }
    }
    if purpose == Purpose::Show {
        shared.values().for_each(|it| rows.name_regions(it));
    }
    rows.others();
    rows.rows
}

struct Rows<'f> {
    file: &'f File,
    purpose: Purpose,
    /// The paths of all sections.
    paths: Vec<ItemPath>,
    /// Whom the rows that come next are for.
    subject: String,
    rows: Vec<Both>,
}

impl Rows<'_> {
    /// Says of the rows from `start` on that the program does not read what they are of.
    fn unread(&mut self, start: usize) {
        for it in self.rows.iter_mut().skip(start) {
            "not read".clone_into(&mut it.row.value);
            it.row.origin = Origin { note: CRASH.to_owned(), ..Origin::default_value() };
        }
    }

    /// Names the regions of one section in the rows in which they are not all the same.
    fn name_regions(&mut self, regions: &[(Range<usize>, &RegionId)]) {
        let mut by_key: HashMap<String, Vec<(usize, &RegionId)>> = HashMap::new();
        for (range, region) in regions {
            for idx in range.clone() {
                let key = self.rows.get(idx).map(|it| it.row.key.clone()).unwrap_or_default();
                by_key.entry(key).or_default().push((idx, *region));
            }
        }
        for (key, rows) in by_key {
            let value = |idx: usize| self.rows.get(idx).map(|it| (&it.row.value, &it.second.value));
            let first = rows.first().and_then(|it| value(it.0));
            if rows.len() == regions.len() && rows.iter().all(|it| value(it.0) == first) {
                continue;
            }
            for (idx, region) in rows {
                if let Some(it) = self.rows.get_mut(idx) {
                    it.row.key = format!("{key} ({})", region.words());
                }
            }
        }
    }

    /// Returns the path of the section, or a name for what no section sets.
    fn item(&self, section: Option<usize>, name: &str) -> ItemPath {
        section
            .and_then(|it| self.paths.get(it).cloned())
            .unwrap_or_else(|| ItemPath::new([crate::item::KIND, name]))
    }

    fn push(&mut self, item: &ItemPath, key: &str, value: String, origin: Origin) {
        let second = ResolvedValue { value: value.clone(), origin: origin.clone() };
        self.push_both(self.row(item, key, value, origin), second);
    }

    fn push_both(&mut self, row: ResolvedRow, second: ResolvedValue) {
        self.rows.push(Both { subject: self.subject.clone(), row, second });
    }

    fn row(&self, item: &ItemPath, key: &str, value: String, origin: Origin) -> ResolvedRow {
        ResolvedRow { item: item.clone(), key: key.to_owned(), value, origin, second: None }
    }

    fn origin(&self, pair: Option<u32>, section: Option<usize>) -> Origin {
        origin(self.file, pair, section)
    }

    fn domain(&mut self, domain: Domain) {
        let file = self.file;
        let state = file.state().domain(domain);
        let sections = entry::sections_of(file, &Subject::Domain(domain));
        let section = sections.last().copied();
        let item = self.item(section, &format!("{}.default", domain.name()));
        self.subject = format!("{}.default", domain.name());
        if !file.is_seed() {
            let origin = self.origin(state.mode.pair, None);
            self.push(&item, "trace_mode", state.mode.value.word().to_owned(), origin);
            if domain.has_device_activity() {
                let origin = self.origin(state.device_activity.pair, None);
                self.push(
                    &item,
                    "device_activity",
                    state.device_activity.value.to_string(),
                    origin,
                );
            }
        }
        for kind in domain.kinds() {
            let scope = file.state().scope(kind);
            let (low, high) = scope.value;
            let origin = self.origin(scope.pair, None);
            self.push(&item, &kind.words(), format!("({low}, {high})"), origin);
        }
        let seed = file.is_seed();
        for event in domain.events().iter().filter(|it| is_named(it, seed)) {
            self.domain_event(&item, domain, event);
        }
    }

    /// Adds the row of an event in a region without a section: traced or not, today and as
    /// intended.
    fn domain_event(&mut self, item: &ItemPath, domain: Domain, event: &'static Event) {
        let file = self.file;
        let units = Units([Some(0); N_KINDS]);
        let question = Question {
            domain,
            event,
            region: None,
            of_file: None,
            units,
            invocation: None,
            unmatched: Unmatched::default(),
        };
        let [value, second] = [Reading::Effective, Reading::Intended].map(|reading| {
            let case = Case::new(file, &question, reading);
            let rules =
                [Some(case.mode()), case.never(), case.domain_default(), Some(case.event())];
            let mut rules = rules.into_iter().flatten();
            let mut last = rules.next();
            while last.as_ref().is_some_and(|it| it.verdict != Verdict::Stops)
                && let Some(next) = rules.next()
            {
                last = Some(next);
            }
            let is_on = last.as_ref().is_some_and(|it| it.verdict != Verdict::Stops);
            let range = last.as_ref().and_then(|it| it.ranges.first().copied());
            // A line that has no say is written all the same.
            let line = range.or_else(|| self.switch_line(domain, event));
            // A header copies what it does not write.
            let is_copied = |it: TextRange| {
                let section = file.layout().section_at(it.start());
                let header = section.and_then(|it| file.layout().sections.get(it));
                header.is_some_and(|section| section.header.range.contains_range(it))
            };
            let kind = match line {
                Some(it) if !is_copied(it) => OriginKind::Written,
                _ => OriginKind::Default,
            };
            let mut note = last.map(|it| it.sentence).unwrap_or_default();
            let is_inert = docs::inert(event, file.is_seed()).is_some();
            if range.is_none() && line.is_some() && is_inert && reading == Reading::Effective {
                note.push_str("; the line has no effect");
            }
            let range = line;
            let value = if is_on { "on" } else { "off" }.to_owned();
            ResolvedValue { value, origin: Origin { kind, range, written: None, note } }
        });
        let row = self.row(item, event.name, value.value, value.origin);
        self.push_both(row, second);
    }

    /// Returns the last line in `Domain.default` about an event.
    fn switch_line(&self, domain: Domain, event: &Event) -> Option<TextRange> {
        let set = self.file.state().domain(domain).events;
        let pair = self.file.state().history.decided(&set, event.id)?;
        self.file.layout().pairs.get(pair as usize).map(|it| it.key.cover(it.value))
    }

    fn punits(&mut self, domain: Domain, events: EventSet, section: Option<usize>) {
        let file = self.file;
        let item = self.item(section, domain.name());
        let seed = file.is_seed();
        for event in
            domain.events().iter().filter(|it| is_named(it, seed) && is_installed(it, seed))
        {
            let pair = file.state().history.decided(&events, event.id);
            let on = if events.contains(event) { "on" } else { "off" };
            let mut intended =
                ResolvedValue { value: on.to_owned(), origin: self.origin(pair, section) };
            // What the domain switches off stays off (pinsight.md#two-readings).
            if events.contains(event) && !file.state().domain(domain).events.contains(event) {
                "off".clone_into(&mut intended.value);
                intended.origin.note = format!("`{}.default` has it off", domain.name());
            }
            let origin = Origin {
                note: "punit sections are read and never used".to_owned(),
                ..Origin::default_value()
            };
            let row = self.row(&item, event.name, "not used".to_owned(), origin);
            self.push_both(row, intended);
        }
    }

    /// Adds the triple of regions. The program of February 2026 had no finished look-up of regions: what
    /// it had in the entry of `Lexgion.default` counted for all (pinsight.md#seed-parser-defects and
    /// pinsight.md#seed-run-time).
    fn triple(&mut self, item: &ItemPath, config: &RegionConfig, section: Option<usize>) {
        let file = self.file;
        let is_default = std::ptr::eq(config, &raw const file.state().region_default);
        let then = file.is_seed().then(|| &file.era().region_default);
        for (idx, (key, value)) in TRIPLE.iter().zip(config.triple).enumerate() {
            let origin = self.origin(value.pair, section);
            let words = |value: i32| self.purpose.value(key, value).to_string();
            let value = words(value.value);
            let Some(then) = then.and_then(|it| it.triple.get(idx)) else {
                self.push(item, key, value, origin);
                continue;
            };
            let row = if is_default {
                let origin = self.origin(then.pair, section);
                self.row(item, key, words(then.value), origin)
            } else {
                let note =
                    "the program of February 2026 had no finished look-up of regions".to_owned();
                let origin = Origin { note, ..Origin::default_value() };
                self.row(item, key, "not used".to_owned(), origin)
            };
            self.push_both(row, ResolvedValue { value, origin });
        }
    }

    /// Adds what counts for the regions of a domain without sections of their own; the events are
    /// those of the domain. Only what is otherwise than in `Lexgion.default`, which it begins as a copy
    /// of, says more than that to those who compare.
    fn domain_region_default(&mut self, domain: Domain) {
        let file = self.file;
        let (config, is_written) = file.state().domain_region_default(domain);
        if !is_written {
            return;
        }
        let all = &file.state().region_default;
        let sections = entry::sections_of(file, &Subject::DomainRegionDefault(domain));
        let section = sections.last().copied();
        let item = self.item(section, &format!("Lexgion({}).default", domain.name()));
        self.subject = format!("Lexgion({}).default", domain.name());
        for ((key, value), of_all) in TRIPLE.iter().zip(config.triple).zip(all.triple) {
            let [own, of_all] = [value.value, of_all.value].map(|it| self.purpose.value(key, it));
            if self.purpose == Purpose::Show || own != of_all {
                let origin = self.origin(value.pair, section);
                self.push(&item, key, own.to_string(), origin);
            }
        }
        let besides = Some(all).filter(|_| self.purpose == Purpose::Compare);
        self.window(&item, config, besides, section);
    }

    /// Adds the rows of the entry `region` of the region table, or of the default of all.
    fn config(
        &mut self,
        item: &ItemPath,
        config: &RegionConfig,
        region: Option<usize>,
        section: Option<usize>,
    ) {
        let file = self.file;
        self.triple(item, config, section);
        if !config.punits.is_empty() || config.armed {
            let mut origin = self.constraint_origin(region, section);
            let mut value = config.punits.words();
            if config.punits.is_empty() {
                "never".clone_into(&mut value);
                "the constraint names no kind that exists".clone_into(&mut origin.note);
            } else if !config.armed {
                value.push_str(" (not in force)");
                "an error in the constraint lets everything through".clone_into(&mut origin.note);
            }
            self.push(item, "constraint", value, origin);
        }
        self.window(item, config, None, section);
        for domain in Domain::ALL {
            let Some(set) = config.filter(domain) else { continue };
            for event in domain.events().iter().filter(|it| is_installed(it, file.is_seed())) {
                // Only what differs from the installed state tells something.
                let pair = file.state().history.decided(&set, event.id);
                if pair.is_none() && set.contains(event) {
                    continue;
                }
                let on = if set.contains(event) { "on" } else { "off" };
                let mut origin = self.origin(pair, section);
                if let Some(reason) = event.no_effect().filter(|_| !file.is_seed()) {
                    origin.note = format!("no effect at run time: {reason}");
                }
                let key = format!("{}.{}", domain.name(), event.name);
                self.push(item, &key, on.to_owned(), origin);
            }
        }
    }

    /// Returns the origin of a region's constraint, which a section without one leaves as it is.
    fn constraint_origin(&self, region: Option<usize>, section: Option<usize>) -> Origin {
        let sections = region.map(|it| entry::region_sections(self.file, it)).unwrap_or_default();
        let constraint = |it: usize| self.file.layout().sections.get(it)?.header.constraints;
        let last = sections.into_iter().rev().find_map(|it| Some((it, constraint(it)?)));
        match last {
            Some((from, range)) if Some(from) != section => {
                let name = entry::section_name(self.file, Some(from));
                Origin::inherited(Some(range), format!("from `{name}`"))
            }
            Some((_, range)) => Origin::written(range),
            None => Origin::default_value(),
        }
    }

    /// Adds the keys of the window, without those that are the same in `besides`.
    fn window(
        &mut self,
        item: &ItemPath,
        config: &RegionConfig,
        besides: Option<&RegionConfig>,
        section: Option<usize>,
    ) {
        let window = config.window.as_deref().cloned().unwrap_or_default();
        let known = besides.and_then(|it| it.window.as_deref()).cloned().unwrap_or_default();
        let word = |it: Trigger| if it == Trigger::All { "all" } else { "first" }.to_owned();
        let keys = [
            (
                "window_end_action",
                window.action.map(|it| (it.0.words(), it.1)),
                known.action.map(|it| it.1),
            ),
            (
                "window_end_trigger",
                window.trigger.map(|it| (word(it.0), it.1)),
                known.trigger.map(|it| it.1),
            ),
            (
                "window_timeout",
                window.timeout.map(|it| (it.0.to_string(), it.1)),
                known.timeout.map(|it| it.1),
            ),
        ];
        for (key, own, known) in keys {
            match own {
                Some((value, pair)) if known != Some(pair) => {
                    let origin = self.origin(Some(pair), section);
                    self.push(item, key, value, origin);
                }
                None if known.is_some() => {
                    self.push(item, key, "none".to_owned(), Origin::default_value());
                }
                _ => (),
            }
        }
    }

    fn others(&mut self) {
        let file = self.file;
        if file.is_seed() {
            return;
        }
        let section = entry::sections_of(file, &Subject::Knobs).last().copied();
        "Knob".clone_into(&mut self.subject);
        for knob in &file.state().knobs {
            let item = self.item(section, "Knob");
            let value = match &knob.value {
                KnobValue::Integer(it) => it.to_string(),
                // `1` is an integer and `1.0` is none: so it is shown, too.
                KnobValue::Real(it) => format!("{it:?}"),
                KnobValue::Text(it) => it.clone(),
            };
            let mut origin = self.origin(Some(knob.pair), None);
            origin.note = format!("read as {}", knob.value.kind_words());
            self.push(&item, &knob.name, value, origin);
        }
        let Sourced { value, pair } = file.state().energy;
        let item = self.item(entry::sections_of(file, &Subject::Energy).last().copied(), "Energy");
        "Energy".clone_into(&mut self.subject);
        let origin = self.origin(pair, None);
        self.push(&item, "measure", value.to_string(), origin);
        let Sourced { value, pair } = file.state().manifest_interval;
        let item =
            self.item(entry::sections_of(file, &Subject::Manifest).last().copied(), "Manifest");
        "Manifest".clone_into(&mut self.subject);
        let origin = self.origin(pair, None);
        self.push(&item, "interval", value.to_string(), origin);
    }
}

#[cfg(test)]
mod tests;
