//! Why an event is or is not traced: the rules in the order the program asks them (facts, pinsight
//! §6.1 and §6.4), and in the order its documents state.

use text_size::TextRange;

use super::File;
use super::docs;
use super::model::{EventSet, OUTSIDE, PunitEntry, RegionConfig, RegionId, is_installed};
use super::question::Question;
use super::reading::Subject;
use super::resolve::{self, Entry, Place, Schedule};
use super::tables::{Domain, Event};
use super::token::trim;
use super::values::Mode;
use crate::text::{range_in, slice};
use crate::view::{Explanation, Reason, Verdict};

/// A way to understand a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// What the program of the dialect does.
    Effective,
    /// The hierarchy that the documents state.
    Intended,
}

impl Reading {
    pub(super) const ALL: [Reading; 2] = [Reading::Effective, Reading::Intended];

    /// Names it in settings.
    pub(super) fn name(self) -> &'static str {
        match self {
            Reading::Effective => "effective",
            Reading::Intended => "intended",
        }
    }
}

/// What the callback of an event asks (facts, pinsight §6.4).
struct Callback {
    /// Why the event is never emitted.
    never: Option<&'static str>,
    /// The event whose switch counts; none if no switch is asked.
    switch: Option<&'static Event>,
    asks_constraint: bool,
    asks_triple: bool,
    /// What else to know; may be empty.
    remark: &'static str,
}

fn callback(domain: Domain, event: &'static Event) -> Callback {
    let full = Callback {
        never: None,
        switch: Some(event),
        asks_constraint: true,
        asks_triple: true,
        remark: "",
    };
    if !event.installed {
        return Callback { never: Some("is not installed, so the program never emits it"), ..full };
    }
    match (domain, event.name) {
        (Domain::OpenMp, "omp_thread_begin" | "omp_thread_end") => Callback {
            switch: None,
            asks_constraint: false,
            asks_triple: false,
            remark: "is always emitted while the mode is TRACING: switches, constraints and triple \
                     are not asked",
            ..full
        },
        (Domain::OpenMp, "omp_parallel_begin" | "omp_parallel_end") => Callback {
            switch: None,
            asks_constraint: false,
            remark: "asks for the triple only: switches and constraints are not consulted for \
                     parallel regions",
            ..full
        },
        (Domain::OpenMp, "omp_task_create" | "omp_task_schedule") => {
            Callback { never: Some("has no callback, so the program never emits it"), ..full }
        }
        (Domain::OpenMp, "omp_implicit_task") => Callback {
            remark: "follows the parallel region of the team's master; switch and constraint are \
                     asked on the worker",
            ..full
        },
        (Domain::OpenMp, "omp_work" | "omp_masked") => Callback {
            remark: "counts by its own region only if a section names that address, else by the \
                     parallel region around it",
            ..full
        },
        (Domain::OpenMp, _) => Callback {
            remark: "asks switch and constraint at explicit and worksharing barriers; the barrier at \
                     the end of a parallel region follows that region alone",
            ..full
        },
        (Domain::Python, name) if name != "pysysmon_py_start" => Callback {
            switch: domain.event("pysysmon_py_start"),
            remark: "follows the Python function around it: its own switch has no effect, that of \
                     `pysysmon_py_start` counts",
            ..full
        },
        _ => full,
    }
}

/// A question with everything that does not depend on the unit.
pub(super) struct Case<'f> {
    pub(super) file: &'f File,
    pub(super) question: &'f Question,
    pub(super) reading: Reading,
    callback: Callback,
    /// The entry that supplies triple, events and constraint.
    pub(super) entry: Entry,
    /// Its settings.
    pub(super) config: &'f RegionConfig,
    /// What it is called.
    pub(super) entry_name: String,
    /// The sections that write into it, in the order of the text.
    pub(super) entry_sections: Vec<usize>,
    schedule: Schedule,
}

impl<'f> Case<'f> {
    pub(super) fn new(file: &'f File, question: &'f Question, reading: Reading) -> Case<'f> {
        let (entry, config) = file.entry_of(question.domain, question.region.as_ref());
        let is_era = file.is_seed() && reading == Reading::Effective;
        // The program of the seed dialect never found its regions: `Lexgion.default` counted.
        let config = if is_era { &file.state.region_default } else { config };
        let (entry_name, entry_sections) = if is_era {
            ("Lexgion.default".to_owned(), file.sections_of(&Subject::RegionDefault))
        } else {
            file.entry_name(entry)
        };
        let mut callback = callback(question.domain, question.event);
        if file.is_seed() {
            let never = (!is_installed(question.event, true))
                .then_some("is not installed, so the program never emits it");
            let switch = Some(question.event);
            callback =
                Callback { never, switch, asks_constraint: !is_era, asks_triple: true, remark: "" };
        }
        let schedule = Schedule::new(config.triple.map(|it| it.value));
        Case {
            file,
            question,
            reading,
            callback,
            entry,
            config,
            entry_name,
            entry_sections,
            schedule,
        }
    }

    pub(super) fn is_intended(&self) -> bool {
        self.reading == Reading::Intended
    }

    fn is_era(&self) -> bool {
        self.file.is_seed() && !self.is_intended()
    }

    /// The punit sections that have a say, in their order.
    pub(super) fn punits(&self) -> &'f [PunitEntry] {
        let all = &self.file.state.domain(self.question.domain).punits;
        if self.is_intended() { all } else { &[] }
    }

    fn reason(&self, verdict: Verdict, sentence: String) -> Reason {
        Reason { verdict, sentence, item: None, ranges: Vec::new() }
    }

    /// A reason with the body line that decided.
    fn by_pair(&self, verdict: Verdict, sentence: &str, pair: Option<u32>) -> Reason {
        let mut reason = self.reason(verdict, sentence.to_owned());
        match pair {
            None => reason.sentence.push_str(" by default"),
            Some(OUTSIDE) => reason.sentence.push_str(" by the environment"),
            Some(pair) => {
                let pair = pair as usize;
                let section = self.file.section_of_pair(pair);
                if let (Some(line), Some(section)) = (self.file.layout.pairs.get(pair), section) {
                    reason.item = self.file.item_path(section);
                    reason.ranges.push(line.key.cover(line.value));
                }
            }
        }
        reason
    }

    fn by_sections(&self, mut reason: Reason, sections: &[usize]) -> Reason {
        reason.item = sections.last().and_then(|&it| self.file.item_path(it));
        let headers = sections.iter().rev().filter_map(|&it| self.file.layout.sections.get(it));
        reason.ranges.extend(headers.map(|it| it.header.range));
        reason
    }

    /// The mode of the domain.
    pub(super) fn mode(&self) -> Reason {
        let domain = self.question.domain;
        let mode = self.file.state.domain(domain).mode;
        let name = domain.name();
        let (verdict, words) = match mode.value {
            Mode::Tracing => (Verdict::Passes, "is TRACING"),
            Mode::Monitoring => {
                (Verdict::Stops, "is MONITORING: invocations are counted, none is traced")
            }
            Mode::Standby => (Verdict::Stops, "is STANDBY: nothing is counted or traced"),
            Mode::Off if self.file.is_seed() && mode.pair.is_none() => {
                let words = "is off: no event of it was installed";
                return self.reason(Verdict::Stops, format!("the domain {name} {words}"));
            }
            Mode::Off => (Verdict::Stops, "is OFF: nothing is counted or traced"),
        };
        self.by_pair(verdict, &format!("the mode of {name} {words}"), mode.pair)
    }

    /// Why the event is never emitted, whatever the file says.
    pub(super) fn never(&self) -> Option<Reason> {
        let words = self.callback.never.filter(|_| !self.is_intended())?;
        let name = self.question.event.name;
        Some(self.reason(Verdict::Stops, format!("`{name}` {words}")))
    }

    /// What an event set says of the event that counts. `owner` are the sections it belongs to.
    fn by_set(&self, set: EventSet, owner: &str, sections: &[usize]) -> Reason {
        let event = match self.reading {
            Reading::Effective => self.callback.switch.unwrap_or(self.question.event),
            Reading::Intended => self.question.event,
        };
        let is_on = set.contains(event);
        let (verdict, word) = if is_on { (Verdict::Passes, "on") } else { (Verdict::Stops, "off") };
        let name = event.name;
        let Some(pair) = self.file.state.history.decided(&set, event.id) else {
            let installed = is_installed(event, self.file.is_seed());
            let why =
                if is_on == installed { "by default" } else { "as its set starts with all off" };
            let reason = self.reason(verdict, format!("`{name}` is {word} {why} in `{owner}`"));
            return self.with_snapshot(reason, sections);
        };
        let from = self.file.section_of_pair(pair as usize);
        let from_name = from
            .and_then(|it| self.file.layout.sections.get(it))
            .map(|it| self.file.target(it))
            .unwrap_or_default();
        if from.is_some_and(|it| sections.contains(&it)) {
            let words = format!("`{name}` is switched {word} in `{from_name}`");
            return self.by_pair(verdict, &words, Some(pair));
        }
        let words =
            format!("`{name}` is {word} in `{owner}`, copied from `{from_name}` as it was there");
        let reason = self.by_pair(verdict, &words, Some(pair));
        self.with_snapshot(reason, sections)
    }

    /// Adds the place where the events of the domain were copied.
    fn with_snapshot(&self, mut reason: Reason, sections: &[usize]) -> Reason {
        let domain = self.question.domain;
        let own = sections.iter().rev();
        let first = sections.first().copied().unwrap_or(usize::MAX);
        let defaults = self.file.sections_of(&Subject::RegionDefault);
        let defaults = defaults.iter().rev().filter(|&&it| it < first);
        let copied = own.chain(defaults).find_map(|&it| self.file.parent_range(it, domain));
        reason.ranges.extend(copied);
        reason
    }

    /// Whether `Domain.default` has the event on: what it switches off stays off.
    pub(super) fn domain_default(&self) -> Option<Reason> {
        if !self.is_intended() {
            return None;
        }
        let domain = self.question.domain;
        let sections = self.file.sections_of(&Subject::Domain(domain));
        let set = self.file.state.domain(domain).events;
        Some(self.by_set(set, &format!("{}.default", domain.name()), &sections))
    }

    /// The section of a punit entry.
    pub(super) fn punit_sections(&self, entry: &PunitEntry) -> Vec<usize> {
        self.file.sections_of(&Subject::Punit(self.question.domain, entry.number))
    }

    /// What a punit section says.
    pub(super) fn punit(&self, entry: &PunitEntry) -> Reason {
        let sections = self.punit_sections(entry);
        let name = self.file.section_name(sections.first().copied());
        let mut reason = self.by_set(entry.events, &name, &sections);
        let header = self.by_sections(self.reason(reason.verdict, String::new()), &sections);
        reason.item = header.item;
        reason.ranges.extend(header.ranges);
        reason.sentence =
            format!("`{name}` is the first punit section for this unit: {}", reason.sentence);
        reason
    }

    /// What is said where punit sections exist and none is for the unit, or none counts.
    fn no_punit(&self) -> Option<Reason> {
        let domain = self.question.domain;
        let all = &self.file.state.domain(domain).punits;
        if all.is_empty() {
            return None;
        }
        if self.is_intended() {
            let words =
                format!("no punit section is for this unit, so {}.default counts", domain.name());
            return Some(self.reason(Verdict::Passes, words));
        }
        let words = if self.file.is_seed() {
            "punit sections were read and never used"
        } else {
            "punit sections are read and never used by today's program"
        };
        let matching = all
            .iter()
            .find(|it| resolve::all_match(&self.file.state, &it.punits, &self.question.units));
        let reason = self.reason(Verdict::Ignored, words.to_owned());
        Some(match matching {
            Some(it) => self.by_sections(reason, &self.punit_sections(it)),
            None => reason,
        })
    }

    /// Which entry supplies the rest.
    fn which_entry(&self) -> Reason {
        let domain = self.question.domain.name();
        let words = match (self.entry, self.is_era()) {
            (_, true) => {
                "the program of that time never found its regions: `Lexgion.default` counts"
                    .to_owned()
            }
            (Entry::Region(_), _) => {
                format!("`{}` is the section for this region", self.entry_name)
            }
            (Entry::DomainDefault(_), _) if self.file.is_seed() => {
                "no section names this region, so `Lexgion.default` counts".to_owned()
            }
            (Entry::DomainDefault(it), _) if self.file.state.domain_region_default(it).1 => {
                format!("no section names this region, so `Lexgion({domain}).default` counts")
            }
            (Entry::DomainDefault(_), _) => format!(
                "no section names this region, so `Lexgion({domain}).default` counts: \
                 `Lexgion.default` with the events of `{domain}.default`"
            ),
        };
        self.by_sections(self.reason(Verdict::Passes, words), &self.entry_sections)
    }

    /// What the event set of the entry says.
    pub(super) fn event(&self) -> Reason {
        let domain = self.question.domain;
        let name = self.question.event.name;
        if self.is_era() {
            let words = "event switches were not consulted by the program of that time";
            return self.reason(Verdict::Ignored, words.to_owned());
        }
        if !self.is_intended() && self.callback.switch.is_none() {
            return self.reason(Verdict::Ignored, format!("the switch of `{name}` is not asked"));
        }
        match self.config.filter(domain) {
            Some(set) => self.by_set(set, &self.entry_name, &self.entry_sections),
            None => self.reason(
                Verdict::Passes,
                format!(
                    "`{}` has no event set for {}, so every event passes",
                    self.entry_name,
                    domain.name()
                ),
            ),
        }
    }

    /// Whether a constraint of the entry has a say.
    pub(super) fn has_constraint(&self) -> bool {
        let is_asked =
            self.callback.asks_constraint || (self.is_intended() && !self.file.is_seed());
        self.config.armed && is_asked && !self.is_era()
    }

    /// What the constraint of the entry says at a unit where it holds or does not hold.
    pub(super) fn constraint(&self, holds: bool) -> Option<Reason> {
        if !self.config.armed {
            return None;
        }
        let mut reason = if !self.has_constraint() {
            let words =
                format!("the constraint of `{}` is not asked for this event", self.entry_name);
            self.reason(Verdict::Ignored, words)
        } else if self.config.punits.is_empty() {
            let words = "names no kind that exists, so it never holds";
            self.reason(Verdict::Stops, format!("the constraint of `{}` {words}", self.entry_name))
        } else if holds {
            let words = format!("the constraint of `{}` holds for this unit", self.entry_name);
            self.reason(Verdict::Passes, words)
        } else {
            let words = format!("the constraint of `{}` leaves this unit out", self.entry_name);
            self.reason(Verdict::Stops, words)
        };
        reason.item = self.entry_sections.last().and_then(|&it| self.file.item_path(it));
        let headers = self.entry_sections.iter().rev();
        let headers = headers.filter_map(|&it| self.file.layout.sections.get(it));
        reason.ranges.extend(headers.filter_map(|it| it.header.constraints));
        Some(reason)
    }

    /// What the triple says.
    pub(super) fn triple(&self) -> Reason {
        let name = &self.entry_name;
        if !self.callback.asks_triple && !self.is_intended() {
            return self.reason(Verdict::Ignored, format!("the triple of `{name}` is not asked"));
        }
        let words = docs::traced(self.config.triple.map(|it| it.value));
        let (verdict, words) = match self.question.invocation {
            Some(it) if self.schedule.admits(it) => {
                (Verdict::Passes, format!("`{name}` {words}: {it} is one of them"))
            }
            Some(it) => (Verdict::Stops, format!("`{name}` {words}: {it} is none of them")),
            None if self.schedule.first.is_none() => (Verdict::Stops, format!("`{name}` {words}")),
            None => (Verdict::Passes, format!("`{name}` {words}")),
        };
        let mut reason = self.reason(verdict, words);
        for pair in self.config.triple.iter().filter_map(|it| it.pair) {
            if let Some(line) = self.file.layout.pairs.get(pair as usize) {
                reason.ranges.push(line.key.cover(line.value));
                reason.item =
                    self.file.section_of_pair(pair as usize).and_then(|it| self.file.item_path(it));
            }
        }
        reason
    }

    /// What to know about the event's callback.
    fn remark(&self) -> Option<Reason> {
        let remark = self.callback.remark;
        let is_said = !remark.is_empty() && !self.is_intended();
        let name = self.question.event.name;
        is_said.then(|| self.reason(Verdict::Passes, format!("`{name}` {remark}")))
    }

    /// The chain of rules for the unit of the question.
    pub(super) fn explain(&self, title: &str) -> Explanation {
        let state = &self.file.state;
        let units = &self.question.units;
        let section = self.punits().iter().find(|it| resolve::all_match(state, &it.punits, units));
        let holds = resolve::holds(state, &self.config.punits, units);
        let mut reasons = Vec::new();
        let steps: [&dyn Fn() -> Option<Reason>; 9] = [
            &|| Some(self.mode()),
            &|| self.never(),
            &|| self.domain_default(),
            &|| section.map_or_else(|| self.no_punit(), |it| Some(self.punit(it))),
            &|| self.remark(),
            &|| Some(self.which_entry()),
            &|| Some(self.event()),
            &|| self.constraint(holds),
            &|| Some(self.triple()),
        ];
        for step in steps {
            reasons.extend(step());
            if reasons.last().is_some_and(|it| it.verdict == Verdict::Stops) {
                break;
            }
        }
        let stop = reasons.last().filter(|it| it.verdict == Verdict::Stops);
        let sentence = match stop {
            Some(stop) => format!("{} is not traced: {}", self.what(), stop.sentence),
            None => format!("{} is traced{}", self.what(), self.when()),
        };
        Explanation { title: title.to_owned(), is_on: stop.is_none(), sentence, reasons }
    }

    /// The question in words.
    fn what(&self) -> String {
        let question = self.question;
        let mut res = format!("`{}.{}`", question.domain.name(), question.event.name);
        if let Some(region) = &question.region {
            res.push_str(&format!(" in `{}`", region_words(region)));
        }
        let mut before = " on ";
        for kind in self.file.relevant_kinds(question.domain) {
            if let Some(id) = question.units.id(kind) {
                res.push_str(&format!("{before}{}.{} {id}", kind.domain().name(), kind.name()));
                before = ", ";
            }
        }
        if let Some(invocation) = question.invocation {
            res.push_str(&format!(" at invocation {invocation}"));
        }
        res
    }

    fn when(&self) -> String {
        if self.question.invocation.is_some() || (!self.callback.asks_triple && !self.is_intended())
        {
            return String::new();
        }
        let words = docs::traced(self.config.triple.map(|it| it.value));
        format!(" at {}", words.strip_prefix("traces ").unwrap_or(&words).replacen("the ", "", 1))
    }
}

/// A region as it is named in a file.
pub(super) fn region_words(region: &RegionId) -> String {
    match region {
        RegionId::Address(address) => format!("0x{address:x}"),
        RegionId::Name(Some(domain), name) => format!("{}:{name}", domain.name()),
        RegionId::Name(None, name) => name.to_string(),
    }
}

impl File {
    /// The entry that counts for a region, and its settings.
    pub(super) fn entry_of(
        &self,
        domain: Domain,
        region: Option<&RegionId>,
    ) -> (Entry, &RegionConfig) {
        // An address that no file names; code does not lie there.
        const NOWHERE: u64 = u64::MAX;
        let state = &self.state;
        let mut place = Place { domain, address: NOWHERE, name: None, file: None };
        match region {
            Some(RegionId::Address(address)) => place.address = *address,
            // Regions of OpenMP have no names (facts, pinsight §6.4).
            Some(RegionId::Name(_, name)) if domain != Domain::OpenMp => {
                place.name = Some(name);
            }
            _ => (),
        }
        let entry = resolve::entry(state, &place);
        let config = match entry {
            Entry::DomainDefault(_) if self.is_seed() => &state.region_default,
            _ => entry.config(state),
        };
        (entry, config)
    }

    /// What an entry is called, and the sections that write into it.
    pub(super) fn entry_name(&self, entry: Entry) -> (String, Vec<usize>) {
        match entry {
            Entry::Region(idx) => {
                let sections = self.region_sections(idx);
                let id = self.state.regions.get(idx).map(|it| region_words(&it.id));
                (format!("Lexgion({})", id.unwrap_or_default()), sections)
            }
            Entry::DomainDefault(_) if self.is_seed() => {
                ("Lexgion.default".to_owned(), self.sections_of(&Subject::RegionDefault))
            }
            Entry::DomainDefault(domain) => {
                let mut sections = self.sections_of(&Subject::DomainRegionDefault(domain));
                // Each header starts afresh, so only the last counts.
                sections.drain(..sections.len().saturating_sub(1));
                if sections.is_empty() {
                    sections = self.sections_of(&Subject::RegionDefault);
                }
                (format!("Lexgion({}).default", domain.name()), sections)
            }
        }
    }

    /// The sections that write into an entry of the region table.
    pub(super) fn region_sections(&self, region: usize) -> Vec<usize> {
        let sections = self.log.sections.iter().enumerate();
        let writes = |subject: &Subject| match *subject {
            Subject::Regions(start, end) => {
                let entries = self.log.regions.get(start..end).unwrap_or_default();
                entries.iter().any(|&it| it as usize == region)
            }
            _ => false,
        };
        let found = sections.filter(|(_, it)| it.takes_body && writes(&it.subject));
        found.map(|(idx, _)| idx).collect()
    }

    /// The sections about one part of the state whose bodies count.
    pub(super) fn sections_of(&self, subject: &Subject) -> Vec<usize> {
        let sections = self.log.sections.iter().enumerate();
        let found = sections.filter(|(_, it)| it.takes_body && it.subject == *subject);
        found.map(|(idx, _)| idx).collect()
    }

    /// The target of a section, as it is written.
    pub(super) fn section_name(&self, section: Option<usize>) -> String {
        let section = section.and_then(|it| self.layout.sections.get(it));
        section.map(|it| self.target(it).to_owned()).unwrap_or_default()
    }

    /// Where a header names a domain as parent.
    fn parent_range(&self, section: usize, domain: Domain) -> Option<TextRange> {
        let text = &self.input.text;
        let inherit = self.layout.sections.get(section)?.header.inherit?;
        let items = slice(text, inherit).split(',').map(trim);
        let mut found = items.filter(|it| it.split('.').next() == Some(domain.name()));
        found.next_back().map(|it| range_in(text, it))
    }
}
