//! Explanations why an event is or is not traced: the rules in the order the program asks them
//! (pinsight.md#order-of-decisions and pinsight.md#domain-callbacks), and in the order its
//! documents state.

mod callback;
mod chain;

pub(crate) use callback::switch_of;
use callback::{Callback, callback};

use std::cell::OnceCell;

use text_size::TextRange;

use crate::docs;
use crate::entry;
use crate::file::File;
use crate::item;
use crate::misreading;
use crate::model::{EventSet, OUTSIDE, PunitEntry, RegionConfig, RegionId, is_installed};
use crate::question::{Question, Reading, Unmatched};
use crate::reading::Subject;
use crate::removals;
use crate::run_time::{self, Entry, Schedule};
use crate::tables::{Domain, Kind};
use crate::values::Mode;
use bobbin_core::edit::ItemPath;
use bobbin_core::view::{Reason, Verdict};

/// The fate of a file that has more regions by address than the program has places for them
/// (pinsight.md#the-region-table).
pub(crate) const CRASH: &str =
    "the program crashes on reading this file, as its table of regions is full";

/// The condition under which an invocation behind the first window is traced.
const IF_ENDED: &str = "if the window has ended by then";

/// Says what the mode of a domain lets through.
pub(crate) fn by_mode(file: &File, domain: Domain) -> (Verdict, String) {
    let name = domain.name();
    if is_uninstalled(file, domain) {
        let words = format!("the domain {name} is off: no event of it was installed");
        return (Verdict::Stops, words);
    }
    let mode = file.state().domain(domain).mode;
    let source = match mode.pair {
        None => " by default",
        Some(OUTSIDE) => " by the environment",
        Some(_) => "",
    };
    let (verdict, then) = match mode.value {
        Mode::Tracing => (Verdict::Passes, ""),
        Mode::Monitoring => (Verdict::Stops, ": invocations are counted, none is traced"),
        Mode::Standby | Mode::Off => (Verdict::Stops, ": nothing is counted or traced"),
    };
    (verdict, format!("the mode of {name} is {}{source}{then}", mode.value.word()))
}

/// Returns true if a domain is off because the program of the seed dialect had no event of it
/// (pinsight.md#seed-run-time).
pub(crate) fn is_uninstalled(file: &File, domain: Domain) -> bool {
    let mode = file.state().domain(domain).mode;
    mode.value == Mode::Off && file.is_seed() && mode.pair.is_none()
}

/// Returns the reason why a section that names the region of a question is not the one that counts.
pub(crate) fn why_default(file: &File, question: &Question) -> Option<&'static str> {
    match question.region.as_ref()? {
        it if entry::removal(file, it).is_some() => Some("this region was removed"),
        RegionId::Name(..) if question.domain == Domain::OpenMp => {
            Some("regions of OpenMP have no names")
        }
        _ => None,
    }
}

/// A question with everything that does not depend on the unit.
pub(crate) struct Case<'f> {
    /// The file that is asked; names of items are its own.
    pub(crate) asked: &'f File,
    /// The same text as the program of the reading reads it.
    pub(crate) file: &'f File,
    pub(crate) question: &'f Question,
    pub(crate) reading: Reading,
    callback: Callback,
    /// The entry that supplies triple, events and constraint.
    pub(crate) entry: Entry,
    /// The settings of the entry.
    pub(crate) config: &'f RegionConfig,
    /// The name of the entry.
    pub(crate) entry_name: String,
    /// The sections that write into it, in the order of the text.
    pub(crate) entry_sections: Vec<usize>,
    schedule: Schedule,
    punits: OnceCell<Vec<&'f PunitEntry>>,
}

impl<'f> Case<'f> {
    pub(crate) fn new(asked: &'f File, question: &'f Question, reading: Reading) -> Case<'f> {
        let file = if reading == Reading::Today { asked.read_today() } else { asked };
        let (entry, config) = entry::entry_of(
            file,
            question.domain,
            question.region.as_ref(),
            question.of_file.as_deref(),
        );
        let is_era = file.is_seed() && reading == Reading::Effective;
        // The look-up of regions was unfinished in the seed dialect: `Lexgion.default` counted.
        let config = if is_era { &file.era().region_default } else { config };
        let (entry_name, entry_sections) = if is_era {
            let mut sections = entry::sections_of(file, &Subject::RegionDefault);
            sections.extend(misreading::usurper(file));
            ("Lexgion.default".to_owned(), sections)
        } else {
            entry::entry_name(file, entry)
        };
        let mut callback = callback(question.domain, question.event);
        if file.is_seed() {
            // Where the environment switched a domain on, nothing asked whether an event was installed.
            let mode = file.state().domain(question.domain).mode;
            let is_forced =
                is_era && question.domain != Domain::OpenMp && mode.pair == Some(OUTSIDE);
            let never = (!is_installed(question.event, true) && !is_forced)
                .then_some("is not installed, so the program never emits it");
            let switch = Some(question.event);
            // pinsight.md#seed-run-time.
            let remark = match question.domain {
                Domain::Mpi => "counts twice towards the rate, which is halved by that",
                _ => "",
            };
            callback =
                Callback { never, switch, asks_constraint: !is_era, asks_triple: true, remark };
        }
        let schedule = Schedule::of(config, question.domain);
        Case {
            asked,
            file,
            question,
            reading,
            callback,
            entry,
            config,
            entry_name,
            entry_sections,
            schedule,
            punits: OnceCell::new(),
        }
    }

    pub(crate) fn is_intended(&self) -> bool {
        self.reading == Reading::Intended
    }

    /// Returns the path of a section.
    pub(crate) fn item(&self, section: usize) -> Option<ItemPath> {
        item::item_path(self.asked, section)
    }

    fn is_era(&self) -> bool {
        self.file.is_seed() && !self.is_intended()
    }

    /// Returns the punit sections that have a say, in their order.
    pub(crate) fn punits(&self) -> &[&'f PunitEntry] {
        self.punits.get_or_init(|| match self.is_intended() {
            true => removals::intended_punits(self.file, self.question.domain),
            false => Vec::new(),
        })
    }

    fn reason(&self, verdict: Verdict, sentence: String) -> Reason {
        Reason { verdict, sentence, item: None, ranges: Vec::new() }
    }

    /// Returns a reason with the body line that decided.
    fn by_pair(&self, verdict: Verdict, sentence: &str, pair: u32) -> Reason {
        let mut reason = self.reason(verdict, sentence.to_owned());
        let pair = pair as usize;
        let section = item::section_of_pair(self.file, pair);
        if let (Some(line), Some(section)) = (self.file.layout().pairs.get(pair), section) {
            reason.item = self.item(section);
            reason.ranges.push(line.key.cover(line.value));
        }
        reason
    }

    fn by_sections(&self, mut reason: Reason, sections: &[usize]) -> Reason {
        reason.item = sections.last().and_then(|&it| self.item(it));
        let headers = sections.iter().rev().filter_map(|&it| self.file.layout().sections.get(it));
        reason.ranges.extend(headers.map(|it| it.header.range));
        reason
    }

    /// Returns the reason why nothing at all is traced, if the program does not get as far.
    pub(crate) fn crash(&self) -> Option<Reason> {
        let at = self.file.log().crashed.filter(|_| !self.is_intended())?;
        let mut reason = self.reason(Verdict::Stops, CRASH.to_owned());
        reason.ranges.push(at);
        Some(reason)
    }

    /// Explains the mode of the domain, which no program has that crashed before.
    pub(crate) fn mode(&self) -> Reason {
        if let Some(it) = self.crash() {
            return it;
        }
        let mode = self.file.state().domain(self.question.domain).mode;
        let (verdict, mut sentence) = by_mode(self.file, self.question.domain);
        if verdict == Verdict::Stops
            && let Some(seconds) = self.awakens()
        {
            let seconds = docs::seconds(seconds);
            sentence.push_str(&format!(
                ", until the window ends after {seconds} and the mode becomes TRACING"
            ));
        }
        match mode.pair.filter(|&it| it != OUTSIDE) {
            Some(pair) => self.by_pair(verdict, &sentence, pair),
            None => self.reason(verdict, sentence),
        }
    }

    /// Returns the seconds after which the end of a window switches the domain to TRACING, if it does
    /// (pinsight.md#window-end).
    fn awakens(&self) -> Option<i32> {
        let default = self.file.state().region_default.window.as_ref()?;
        let (seconds, _) = default.timeout.filter(|it| it.0 > 0 && !self.is_era())?;
        let (action, _) = self.config.window.as_ref()?.action.as_ref()?;
        let target = action.modes.get(self.question.domain.index()).copied().flatten();
        (target == Some(Mode::Tracing)).then_some(seconds)
    }

    /// Returns the reason why the event is never emitted, whatever the file says.
    pub(crate) fn never(&self) -> Option<Reason> {
        let name = self.question.event.name;
        if let Some(call) = self.question.call().filter(|it| *it != name) {
            let is_called =
                matches!(&self.question.region, Some(RegionId::Name(_, it)) if **it == *call);
            let words = if is_called {
                format!("this region is the calls of `{call}`, in which `{name}` does not occur")
            } else {
                format!("this region is a kernel, in which only `{call}` occurs")
            };
            return Some(self.reason(Verdict::Stops, words));
        }
        if let Some(region) = self.question.no_function() {
            let words =
                format!("no function of MPI is called `{region}`, so no call is in this region");
            return Some(self.reason(Verdict::Stops, words));
        }
        let words = self.callback.never.filter(|_| !self.is_intended())?;
        Some(self.reason(Verdict::Stops, format!("`{name}` {words}")))
    }

    /// Explains an event by an event set. `owner` names what the set belongs to, `sections` write into
    /// it, `copied` is the place where it was copied into them.
    fn by_set(
        &self,
        set: EventSet,
        owner: &str,
        sections: &[usize],
        copied: Option<TextRange>,
    ) -> Reason {
        let is_derived = self.is_derived() && owner == self.entry_name;
        // The entry may be called by the section that it copies, which can say otherwise of the event.
        let default = format!("Lexgion({}).default", self.question.domain.name());
        let owner = if is_derived { &default } else { owner };
        let event = match self.reading {
            Reading::Effective | Reading::Today => {
                self.callback.switch.unwrap_or(self.question.event)
            }
            Reading::Intended => self.question.event,
        };
        let is_on = set.contains(event);
        let (verdict, word) = if is_on { (Verdict::Passes, "on") } else { (Verdict::Stops, "off") };
        let name = event.name;
        let Some(pair) = self.file.state().history.decided(&set, event.id) else {
            let installed = is_installed(event, self.file.is_seed());
            let why =
                if is_on == installed { "by default" } else { "as its set starts with all off" };
            let mut reason = self.reason(verdict, format!("`{name}` is {word} {why} in `{owner}`"));
            reason.ranges.extend(copied);
            return reason;
        };
        let from = item::section_of_pair(self.file, pair as usize);
        let from_name = entry::section_name(self.asked, from);
        // The section may be another thing to the program than to who wrote it.
        let taken = from.filter(|_| self.reading == Reading::Today);
        let taken = taken.and_then(|it| misreading::misread(self.asked, it));
        let taken = taken.map(|it| format!(", which it reads as {it}")).unwrap_or_default();
        if from.is_some_and(|it| sections.contains(&it)) {
            let words = format!("`{name}` is switched {word} in `{from_name}`{taken}");
            return self.by_pair(verdict, &words, pair);
        }
        let how = if is_derived {
            let domain = self.question.domain.name();
            let from = if taken.is_empty() {
                String::new()
            } else {
                format!(": the line is in `{from_name}`{taken}")
            };
            format!("which takes the events of `{domain}.default`{from}")
        } else {
            format!("copied from `{from_name}` as it was there{taken}")
        };
        let words = format!("`{name}` is {word} in `{owner}`, {how}");
        let mut reason = self.by_pair(verdict, &words, pair);
        reason.ranges.extend(copied);
        reason
    }

    /// Returns true if the entry is a default that the program makes after reading
    /// (pinsight.md#after-reading-a-file).
    fn is_derived(&self) -> bool {
        match self.entry {
            Entry::DomainDefault(domain) if !self.file.is_seed() => {
                !self.file.state().domain_region_default(domain).1
            }
            _ => false,
        }
    }

    /// Returns the place where the entry copied the events of the domain.
    fn copied_into_entry(&self) -> Option<TextRange> {
        let domain = self.question.domain;
        let own = self.entry_sections.iter().rev();
        let mut own = own.filter_map(|&it| entry::parent_range(self.file, it, domain));
        match self.entry {
            _ if self.is_derived() => None,
            Entry::DomainDefault(_) if !self.file.is_seed() => own.next().or_else(|| {
                // Its header copies `Domain.default` without a word.
                let section = self.file.layout().sections.get(*self.entry_sections.last()?)?;
                Some(section.header.target_range)
            }),
            _ => own.next().or_else(|| {
                // A region starts as a copy of `Lexgion.default` as it was there.
                let first = self.entry_sections.first().copied().unwrap_or(usize::MAX);
                let defaults = entry::sections_of(self.file, &Subject::RegionDefault);
                let before = defaults.into_iter().rev().filter(|&it| it < first);
                before.into_iter().find_map(|it| entry::parent_range(self.file, it, domain))
            }),
        }
    }

    /// Explains by the events of `Domain.default`: an event that is off there stays off.
    pub(crate) fn domain_default(&self) -> Option<Reason> {
        if !self.is_intended() {
            return None;
        }
        let domain = self.question.domain;
        let sections = entry::sections_of(self.file, &Subject::Domain(domain));
        let set = self.file.state().domain(domain).events;
        Some(self.by_set(set, &format!("{}.default", domain.name()), &sections, None))
    }

    /// Returns the section of a punit entry.
    pub(crate) fn punit_sections(&self, entry: &PunitEntry) -> Vec<usize> {
        entry::sections_of(self.file, &Subject::Punit(self.question.domain, entry.number))
    }

    /// Explains by a punit section.
    pub(crate) fn punit(&self, entry: &PunitEntry) -> Reason {
        let sections = self.punit_sections(entry);
        let name = entry::section_name(self.asked, sections.first().copied());
        let domain = self.question.domain;
        let copied =
            sections.iter().rev().find_map(|&it| entry::parent_range(self.file, it, domain));
        let mut reason = self.by_set(entry.events, &name, &sections, copied);
        let header = self.by_sections(self.reason(reason.verdict, String::new()), &sections);
        reason.item = header.item;
        // A header whose parents are shown is not shown again.
        let shown = reason.ranges.clone();
        let is_new = |it: &TextRange| !shown.iter().any(|shown| it.contains_range(*shown));
        reason.ranges.extend(header.ranges.into_iter().filter(is_new));
        reason.sentence =
            format!("`{name}` is the first punit section for this unit: {}", reason.sentence);
        reason
    }

    /// Explains why no punit section counts for the unit, where there are some.
    pub(crate) fn no_punit(&self) -> Option<Reason> {
        let domain = self.question.domain;
        let all = &self.file.state().domain(domain).punits;
        let is_none = if self.is_intended() { self.punits().is_empty() } else { all.is_empty() };
        if is_none {
            return None;
        }
        if self.is_intended() {
            let (verdict, then) = match self.question.unmatched {
                Unmatched::Default => {
                    (Verdict::Passes, format!("{}.default applies", domain.name()))
                }
                Unmatched::Off => (Verdict::Stops, "nothing is traced".to_owned()),
            };
            let words = format!("no punit section covers this unit, so {then}");
            return Some(self.reason(verdict, words));
        }
        let words = if self.file.is_seed() {
            "punit sections were read and never used"
        } else {
            "punit sections are read and never used by today's program"
        };
        let matching = all
            .iter()
            .find(|it| run_time::all_match(self.file.state(), &it.punits, &self.question.units));
        let reason = self.reason(Verdict::Ignored, words.to_owned());
        Some(match matching {
            Some(it) => self.by_sections(reason, &self.punit_sections(it)),
            None => reason,
        })
    }

    /// Names the entry that supplies the rest.
    fn which_entry(&self) -> Reason {
        let domain = self.question.domain.name();
        let removal = self.question.region.as_ref().and_then(|it| entry::removal(self.file, it));
        let why = why_default(self.file, self.question);
        let why = why.unwrap_or("no section names this region");
        let words = match (self.entry, self.is_era()) {
            (_, true) => match misreading::usurper(self.file) {
                None => {
                    "the program of that time had no finished look-up of regions: `Lexgion.default` \
                     applies"
                        .to_owned()
                }
                Some(first) => format!(
                    "the program of that time had no finished look-up of regions: `Lexgion.default` \
                     applies, whose entry it gave to `{}`, the first region of the file",
                    entry::section_name(self.file, Some(first))
                ),
            },
            (Entry::Region(_), _) => {
                let name = &self.entry_name;
                let why = if self.is_by_name_alone() {
                    format!(": of regions of {domain} the program does not know the file")
                } else {
                    String::new()
                };
                format!("`{name}` is the section for this region{why}")
            }
            (Entry::DomainDefault(_), _) if self.file.is_seed() => {
                format!("{why}, so `Lexgion.default` applies")
            }
            (Entry::DomainDefault(it), _) if self.file.state().domain_region_default(it).1 => {
                format!("{why}, so `Lexgion({domain}).default` applies")
            }
            (Entry::DomainDefault(_), _) => format!(
                "{why}, so `Lexgion({domain}).default` applies: \
                 `Lexgion.default` with the events of `{domain}.default`"
            ),
        };
        let mut reason = self.reason(Verdict::Passes, words);
        let removal = removal.and_then(|it| self.file.layout().sections.get(it));
        reason.ranges.extend(removal.map(|it| it.header.range));
        self.by_sections(reason, &self.entry_sections)
    }

    /// Returns the last section that writes into the entry; not one that calls it by another file, if there
    /// is one that does not (pinsight.md#region-lists).
    pub(crate) fn naming_section(&self) -> Option<usize> {
        let last = self.entry_sections.last().copied();
        let of_one = last.is_some_and(|it| entry::n_regions(self.file, it) == 1);
        let is_named = matches!(self.question.region, Some(RegionId::Name(..)));
        let own = self.entry_sections.iter().rev().copied();
        let mut own = own.filter(|_| of_one && is_named);
        own.find(|&it| entry::section_name(self.asked, Some(it)) == self.entry_name).or(last)
    }

    /// Returns true if the region is found in spite of its file.
    fn is_by_name_alone(&self) -> bool {
        let Entry::Region(idx) = self.entry else { return false };
        let hint = self.file.state().regions.get(idx).and_then(|it| it.file.as_deref());
        let asked = self.question.of_file.as_deref();
        hint.zip(asked).is_some_and(|(hint, asked)| !asked.starts_with(hint))
    }

    /// Explains by the event set of the entry.
    pub(crate) fn event(&self) -> Reason {
        let domain = self.question.domain;
        let name = self.question.event.name;
        if self.is_era() {
            let words = "event switches were not checked by the program of that time";
            return self.reason(Verdict::Ignored, words.to_owned());
        }
        if !self.is_intended() && self.callback.switch.is_none() {
            return self.reason(Verdict::Ignored, format!("the switch of `{name}` is not checked"));
        }
        match self.config.filter(domain) {
            Some(set) => {
                let copied = self.copied_into_entry();
                self.by_set(set, &self.entry_name, &self.entry_sections, copied)
            }
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

    /// Returns true if a constraint of the entry has a say.
    pub(crate) fn has_constraint(&self) -> bool {
        let is_asked =
            self.callback.asks_constraint || (self.is_intended() && !self.file.is_seed());
        self.config.armed && is_asked && !self.is_era()
    }

    /// Returns a constrained kind whose id in the question is outside its scope, with that id.
    fn outside(&self) -> Option<(Kind, i64)> {
        self.config.punits.iter().find_map(|(kind, _)| {
            let id = self.question.units.id(kind)?;
            let (low, high) = self.file.state().scope(kind).value;
            let is_outside = id < i64::from(low) || i64::from(high) < id;
            is_outside.then_some((kind, id))
        })
    }

    /// Explains by the constraint of the entry, at a unit where it holds or does not hold; `outside`
    /// is an id of the unit that is outside its scope.
    pub(crate) fn constraint(&self, holds: bool, outside: Option<(Kind, i64)>) -> Option<Reason> {
        if !self.config.armed {
            return None;
        }
        let mut reason = if !self.has_constraint() {
            let words =
                format!("the constraint of `{}` is not checked for this event", self.entry_name);
            self.reason(Verdict::Ignored, words)
        } else if self.config.punits.is_empty() {
            let mut written = self.entry_sections.iter().filter_map(|&it| {
                let header = &self.file.layout().sections.get(it)?.header;
                header.constraints
            });
            let what = match written.all(TextRange::is_empty) {
                true => "is empty",
                false => "names no kind that exists",
            };
            let words =
                format!("the constraint of `{}` {what}, so it never holds", self.entry_name);
            self.reason(Verdict::Stops, words)
        } else if holds {
            let words = format!("the constraint of `{}` holds for this unit", self.entry_name);
            self.reason(Verdict::Passes, words)
        } else if let Some((kind, id)) = outside {
            let (low, high) = self.file.state().scope(kind).value;
            let words = format!(
                "{} {id} is outside the scope {low} to {high}, so the constraint of `{}` does not hold",
                kind.name(),
                self.entry_name
            );
            self.reason(Verdict::Stops, words)
        } else {
            let words = format!("the constraint of `{}` leaves this unit out", self.entry_name);
            self.reason(Verdict::Stops, words)
        };
        reason.item = self.entry_sections.last().and_then(|&it| self.item(it));
        let headers = self.entry_sections.iter().rev();
        let headers = headers.filter_map(|&it| self.file.layout().sections.get(it));
        reason.ranges.extend(headers.filter_map(|it| it.header.constraints));
        Some(reason)
    }

    /// Explains by the triple.
    pub(crate) fn triple(&self) -> Reason {
        let name = &self.entry_name;
        if !self.asks_triple() {
            return self.reason(Verdict::Ignored, format!("the triple of `{name}` is not checked"));
        }
        let words = self.traced_words();
        let (verdict, words) = match self.question.invocation {
            Some(it) if self.waits_for(it) => {
                (Verdict::Passes, format!("`{name}` {words}: {it} is one of them {IF_ENDED}"))
            }
            Some(it) if self.schedule.admits(it) => {
                (Verdict::Passes, format!("`{name}` {words}: {it} is one of them"))
            }
            Some(it) => (Verdict::Stops, format!("`{name}` {words}: {it} is none of them")),
            None if self.schedule.first.is_none() => (Verdict::Stops, format!("`{name}` {words}")),
            None => (Verdict::Passes, format!("`{name}` {words}")),
        };
        let mut reason = self.reason(verdict, words);
        for pair in self.config.triple.iter().filter_map(|it| it.pair) {
            if let Some(line) = self.file.layout().pairs.get(pair as usize) {
                reason.ranges.push(line.key.cover(line.value));
                reason.item =
                    item::section_of_pair(self.file, pair as usize).and_then(|it| self.item(it));
            }
        }
        reason
    }

    fn traced_words(&self) -> String {
        docs::traced_by(self.file.state(), self.config, self.schedule)
    }

    /// Returns true if the end of a window also waits for other regions.
    fn waits(&self) -> bool {
        self.schedule.waits(self.file.state(), self.config)
    }

    /// Returns true if an invocation is traced only if a window has ended by then.
    fn waits_for(&self, invocation: u64) -> bool {
        let first_window = Schedule::new(self.config.triple.map(|it| it.value));
        self.waits() && self.schedule.admits(invocation) && !first_window.admits(invocation)
    }

    /// Returns true if the program asks the triple for this event at all.
    pub(crate) fn asks_triple(&self) -> bool {
        self.callback.asks_triple || self.is_intended()
    }

    /// Returns a remark about the callback of the event.
    fn remark(&self) -> Option<Reason> {
        let remark = self.callback.remark;
        let is_said = !remark.is_empty() && !self.is_intended();
        let name = self.question.event.name;
        is_said.then(|| self.reason(Verdict::Passes, format!("`{name}` {remark}")))
    }
}
