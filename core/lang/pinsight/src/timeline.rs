//! The line of invocations of a region (pinsight.md#the-triple and pinsight.md#window-end).

mod silence;

use silence::{Silence, Switches, asks_constraint};

use crate::docs;
use crate::entry;
use crate::explain::{self, Case};
use crate::file::File;
use crate::form;
use crate::item;
use crate::misreading;
use crate::model::{OUTSIDE, RegionConfig, RegionId, TRIPLE, Trigger, WindowAction};
use crate::punits::PunitSet;
use crate::question::{self, Question, Reading, key, number, reading_control};
use crate::reading::{FILE_BYTES, Subject};
use crate::resolve;
use crate::run_time::{self, Schedule, Units};
use crate::subject;
use crate::tables::{Domain, Kind, N_KINDS};
use crate::token::trim;
use crate::values::{Mode, cut};
use bobbin_core::edit::ItemPath;
use bobbin_core::view::{Control, Handle, Reason, Timeline, Total, Verdict, ViewQuery};

/// The least length of a line, in invocations, if none is chosen.
const LEAST_INVOCATIONS: u64 = 100;

const INVOCATIONS: &str = "invocations";
const THREADS: &str = "threads";
const RANKS: &str = "ranks";

/// Most invocations a line is drawn for.
const MAX_INVOCATIONS: u64 = u32::MAX as u64;

/// Builds the line for the settings of `query`.
pub(crate) fn timeline(file: &File, query: &ViewQuery) -> Timeline {
    let selected = query.item.as_ref().and_then(|it| item::find_section(file, it));
    let chosen = is_chosen(query);
    let question = question::question(file, query);
    let selected = selected.filter(|_| !chosen);
    // The document's reading is what the keys of a seed file were written for.
    let default = if file.is_seed() { Reading::Intended } else { Reading::Effective };
    let reading = question::reading(file, query, default);
    let written = written(file, selected, &question, reading);
    let is_of_one = selected.is_none_or(|it| entry::n_regions(file, it) < 2);
    let region = question.region.as_ref().filter(|_| is_of_one);
    let sentence = match file.is_seed() {
        true => by_all_readings(file, selected, &question, region),
        false => {
            let traced = Traced::of(file, &written, &question, region, reading);
            format!("{} {}", traced.who(), traced.words)
        }
    };
    let Written { section, title, config } = written;
    let schedule = Schedule::of(config, question.domain);
    let counts = Counts::new(query, schedule);
    let item = section.and_then(|it| item::item_path(file, it));
    let mut controls = Vec::new();
    if file.is_seed() {
        controls.push(reading_control(true, reading));
    }
    controls.extend(question::question_controls(file, &question, false));
    counts.controls(&mut controls);
    let line = Line { config, schedule, section, title, n_invocations: counts.invocations };
    let reader = reader(file, reading);
    let switches = Switches::of(reader, config, question.domain, region, reading);
    let silence = Silence::of(reader, config, question.domain, &switches, reading);
    let asks_constraint = asks_constraint(reader, config, question.domain, reading);
    let is_constrained = silence.is_none() && asks_constraint;
    let before = match &silence {
        Some(it) => Some((Verdict::Stops, it.sentence.clone(), it.pair)),
        None => switches.remark(question.domain).map(|it| (Verdict::Passes, it, switches.pair)),
    };
    let mut end_reasons =
        end_reasons(reader, question.domain, config, schedule, section, before.as_ref());
    for reason in &mut end_reasons {
        let section = reason.item.take().and_then(|it| item::find_section(reader, &it));
        reason.item = section.and_then(|it| item::item_path(file, it));
    }
    if is_constrained && let Some(sentence) = counts.left_out(reader, config) {
        let header = section.and_then(|it| file.layout().sections.get(it)).map(|it| &it.header);
        let ranges = header.and_then(|it| it.constraints).into_iter().collect();
        let item = section.and_then(|it| item::item_path(file, it));
        end_reasons.insert(0, Reason { verdict: Verdict::Stops, sentence, item, ranges });
    }
    if question.domain == Domain::OpenMp && silence.is_none() && config.armed && !file.is_seed() {
        let sentence = "the line is that of parallel regions, which do not check the constraint, nor does \
                        the barrier at their end; other events of the region are traced only where it holds";
        let header = section.and_then(|it| file.layout().sections.get(it)).map(|it| &it.header);
        end_reasons.insert(
            0,
            Reason {
                verdict: Verdict::Ignored,
                sentence: sentence.to_owned(),
                item: section.and_then(|it| item::item_path(file, it)),
                ranges: header.and_then(|it| it.constraints).into_iter().collect(),
            },
        );
    }
    end_reasons.splice(0..0, whose(file, selected, &question));
    let mut res = Timeline {
        sentence,
        handles: item.as_ref().map(|it| handles(file, it, config)).unwrap_or_default(),
        controls,
        end_reasons,
        totals: totals(reader, config, schedule, &counts, question.domain, asks_constraint),
        ..plain_line(file, line, question.invocation)
    };
    if silence.is_some() {
        (res.first, res.end) = (None, None);
        for total in &mut res.totals {
            total.value = 0;
        }
    }
    res
}

fn is_chosen(query: &ViewQuery) -> bool {
    query.get(key::REGION).is_some() || query.get(key::DOMAIN).is_some()
}

/// Returns true if whose line is meant is not chosen, but said by a section of regions or of their defaults.
pub(crate) fn is_of_section(file: &File, query: &ViewQuery) -> bool {
    let selected = query.item.as_ref().and_then(|it| item::find_section(file, it));
    let read = selected.and_then(|it| file.log().sections.get(it));
    !is_chosen(query) && read.is_some_and(|it| subject::config_of(file, &it.subject).is_some())
}

/// Returns the text as the program of a reading reads it.
fn reader(file: &File, reading: Reading) -> &File {
    if reading == Reading::Today { file.read_today() } else { file }
}

/// Finds the item whose triple counts by a reading.
fn written<'f>(
    file: &'f File,
    selected: Option<usize>,
    question: &Question,
    reading: Reading,
) -> Written<'f> {
    let about = |name: String| match question.region_words(file) {
        Some(region) => format!("{region} by {name}"),
        None => name,
    };
    if file.is_seed() && reading == Reading::Effective {
        // The look-up of regions was unfinished, so one triple counted for all.
        let default = entry::sections_of(file, &Subject::RegionDefault).last().copied();
        return Written {
            section: default.or(misreading::usurper(file)),
            title: about("Lexgion.default".to_owned()),
            config: &file.era().region_default,
        };
    }
    let reader = reader(file, reading);
    let is_today = reading == Reading::Today;
    let region = selected.filter(|_| is_today).and_then(|it| entry::section_region(file, it));
    if let (Some(region), Some(section)) = (region, selected) {
        // What counts where the section was meant for, which today's program may take for a name.
        let (entry, config) = entry::entry_of(reader, question.domain, Some(region), None);
        let sections = entry::entry_name(reader, entry).1;
        let is_own = sections.contains(&section);
        let section = if is_own { Some(section) } else { sections.last().copied() };
        return Written { section, title: entry::section_name(file, selected), config };
    }
    if let Some(it) = selected.filter(|_| !file.is_seed())
        && let Some(region) = entry::section_region(file, it)
    {
        let (entry, config) = entry::entry_of(file, question.domain, Some(region), None);
        let (name, sections) = entry::entry_name(file, entry);
        let is_own = sections.contains(&it);
        let title = match region {
            _ if !is_own => about(name),
            // Its file may be that of another section.
            RegionId::Name(..) if entry::n_regions(file, it) == 1 => name,
            _ => entry::section_name(file, selected),
        };
        let section = if is_own { Some(it) } else { sections.last().copied() };
        return Written { section, title, config };
    }
    let asked = selected.and_then(|it| {
        let subject = reader.log().sections.get(it).map(|it| &it.subject)?;
        subject::config_of(reader, subject).map(|config| (it, config))
    });
    match asked {
        Some((section, config)) => Written {
            section: Some(section),
            title: entry::section_name(file, Some(section)),
            config,
        },
        None => {
            let of_file = question.of_file.as_deref();
            let (entry, config) =
                entry::entry_of(reader, question.domain, question.region.as_ref(), of_file);
            let (name, sections) = entry::entry_name(reader, entry);
            Written { section: sections.last().copied(), title: about(name), config }
        }
    }
}

/// Says why other settings count than those of the section that is asked about, or names the region
/// otherwise (pinsight.md#actions and pinsight.md#region-lists).
fn whose(file: &File, selected: Option<usize>, question: &Question) -> Option<Reason> {
    let region = question.region.as_ref().filter(|_| !file.is_seed())?;
    let (entry, _) = entry::entry_of(file, question.domain, Some(region), None);
    let (name, _) = entry::entry_name(file, entry);
    let (sentence, section) = match explain::why_default(file, question) {
        Some(why) => (format!("{why}, so `{name}` applies"), entry::removal(file, region)),
        None => {
            let section = selected.filter(|&it| entry::n_regions(file, it) == 1)?;
            let written = entry::section_name(file, Some(section));
            let known = file.state().regions.iter().find(|it| it.id == *region)?;
            let item = trim(written.strip_prefix("Lexgion(")?.strip_suffix(')')?);
            let hint = entry::item_parts(item).1.filter(|it| !it.is_empty())?;
            let hint = cut(hint, FILE_BYTES);
            let place = match known.file.as_deref() {
                Some(it) if it == hint => return None,
                Some(it) => format!("the file `{it}` given first stays"),
                None => "the one given first has no file".to_owned(),
            };
            (format!("`{written}` is the same region as `{name}`: {place}"), Some(section))
        }
    };
    let header = section.and_then(|it| file.layout().sections.get(it));
    Some(Reason {
        verdict: Verdict::Passes,
        sentence,
        item: section.and_then(|it| item::item_path(file, it)),
        ranges: header.map(|it| it.header.range).into_iter().collect(),
    })
}

/// Says what each thread traces by each reading of a seed file.
fn by_all_readings(
    file: &File,
    selected: Option<usize>,
    question: &Question,
    region: Option<&RegionId>,
) -> String {
    let traced = |reading: Reading| {
        let written = written(file, selected, question, reading);
        Traced::of(reader(file, reading), &written, question, region, reading)
    };
    let [then, intended, today] =
        [Reading::Effective, Reading::Intended, Reading::Today].map(traced);
    let who = intended.who();
    if then == intended && intended == today {
        return format!("by the document and by both programs {who} {}", today.words);
    }
    let program = match today.is_constrained {
        true => "On each thread that meets the constraint today's program",
        false => "Today's program",
    };
    format!(
        "by the document {who} {}. The program of February 2026 {}. {program} {}",
        intended.words, then.words, today.words
    )
}

/// The traces of each thread by a reading.
#[derive(PartialEq)]
struct Traced {
    words: String,
    /// True if that is so only where the constraint holds.
    is_constrained: bool,
}

impl Traced {
    fn of(
        reader: &File,
        written: &Written<'_>,
        question: &Question,
        region: Option<&RegionId>,
        reading: Reading,
    ) -> Traced {
        let (config, domain) = (written.config, question.domain);
        let switches = Switches::of(reader, config, domain, region, reading);
        match Silence::of(reader, config, domain, &switches, reading) {
            Some(it) => Traced {
                words: format!("traces no invocation{}", it.clause),
                is_constrained: false,
            },
            None => Traced {
                words: docs::traced_by(reader.state(), config, Schedule::of(config, domain)),
                is_constrained: asks_constraint(reader, config, domain, reading),
            },
        }
    }

    /// Names the threads that it is said of.
    fn who(&self) -> &'static str {
        if self.is_constrained { "each thread that meets the constraint" } else { "each thread" }
    }
}

/// Builds the line that a case of the map asks, if it asks the triple at all: only the line, long
/// enough to see how it goes on.
pub(crate) fn line_of_case(file: &File, case: &Case<'_>) -> Option<Timeline> {
    let schedule = Schedule::of(case.config, case.question.domain);
    let picked = case.question.invocation;
    let seen = schedule.first.unwrap_or(0).saturating_add(schedule.step.saturating_mul(5));
    let n_invocations = seen.max(picked.map_or(0, |it| it.saturating_add(1)));
    let line = Line {
        config: case.config,
        schedule,
        section: case.entry_sections.last().copied(),
        title: case.entry_name.clone(),
        n_invocations: n_invocations.clamp(LEAST_INVOCATIONS, MAX_INVOCATIONS),
    };
    case.asks_triple().then(|| plain_line(file, line, picked))
}

/// Builds a line without handles and sums.
fn plain_line(file: &File, line: Line<'_>, at: Option<u64>) -> Timeline {
    let Line { config, schedule, section, title, n_invocations } = line;
    let triple = config.triple.map(|it| it.value);
    let words = docs::traced_by(file.state(), config, schedule);
    let range = section.and_then(|it| file.layout().sections.get(it));
    Timeline {
        item: section.and_then(|it| item::item_path(file, it)),
        title,
        range: range.map(|it| item::section_range(file, it)),
        controls: Vec::new(),
        sentence: format!("each thread {words}"),
        n_invocations,
        pick: Some(key::INVOCATION.to_owned()),
        at,
        first: schedule.first,
        step: schedule.step,
        count: schedule.count,
        end: Schedule::new(triple).last(),
        end_reasons: Vec::new(),
        handles: Vec::new(),
        totals: Vec::new(),
    }
}

fn handles(file: &File, item: &ItemPath, config: &RegionConfig) -> Vec<Handle> {
    let Some(form) = form::form(file, item) else { return Vec::new() };
    let schedule = Schedule::new(config.triple.map(|it| it.value));
    let mut fields: Vec<_> = form.groups.into_iter().flat_map(|it| it.fields).collect();
    let [start, max, rate] = config.triple.map(|it| it.value);
    let first = schedule.first.unwrap_or(0);
    let step = schedule.step;
    let place = |key: &str| match key {
        _ if key == TRIPLE[0] => (u64::try_from(start).ok(), 0, 1),
        _ if key == TRIPLE[1] => {
            let base = first as i64 - step as i64;
            (schedule.last().filter(|_| max > 0), base, step)
        }
        // From one trace to the next.
        _ => (schedule.first.filter(|_| rate > 0).map(|it| it + step), first as i64, 1),
    };
    let mut handles = Vec::new();
    for (key, counts) in TRIPLE.into_iter().zip(config.triple) {
        let Some(idx) = fields.iter().position(|it| it.key == key) else { continue };
        let (at, base, unit) = place(key);
        let mut field = fields.swap_remove(idx);
        // The section's own values may be others than those that the region has of it: the environment changes
        // `Lexgion.default` alone.
        if field.effective != counts.value.to_string() {
            field.effective = counts.value.to_string();
            field.origin = resolve::origin(file, counts.pair, item::find_section(file, item));
        }
        handles.push(Handle { field, at, base, unit });
    }
    handles
}

/// Lists what ends the window and what happens then; `before` is what is asked before the triple.
fn end_reasons(
    file: &File,
    domain: Domain,
    config: &RegionConfig,
    schedule: Schedule,
    section: Option<usize>,
    before: Option<&(Verdict, String, Option<u32>)>,
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut say = |verdict, sentence: String, pair: Option<u32>| {
        let line = pair.filter(|&it| it != OUTSIDE).map(|it| it as usize);
        let range = line.and_then(|it| file.layout().pairs.get(it));
        let from = line.and_then(|it| item::section_of_pair(file, it));
        let item = from.and_then(|it| item::item_path(file, it));
        let ranges = range.map(|it| it.key.cover(it.value)).into_iter().collect();
        reasons.push(Reason { verdict, sentence, item, ranges });
    };
    if file.is_seed() {
        return reasons;
    }
    let is_silent = before.is_some_and(|it| it.0 == Verdict::Stops);
    if let Some((verdict, sentence, pair)) = before {
        say(*verdict, sentence.clone(), *pair);
    }
    let max_pair = config.triple[1].pair;
    let limit = Schedule::new(config.triple.map(|it| it.value)).count;
    // Others have an entry of their own (pinsight.md#domain-callbacks).
    let default = &file.state().domain_region_default(Domain::OpenMp).0;
    let inner = match domain == Domain::OpenMp && std::ptr::eq(config, default) {
        true => "; parallel regions inside another one do not count towards this limit",
        false => "",
    };
    let never = "nothing is traced, so no window ends by it";
    match (schedule.first, limit) {
        _ if is_silent => say(Verdict::Ignored, never.to_owned(), None),
        (None, _) => say(Verdict::Ignored, never.to_owned(), max_pair),
        (_, None) => say(
            Verdict::Ignored,
            "without a limit the window has no end of its own".to_owned(),
            max_pair,
        ),
        (Some(_), Some(count)) if schedule.waits(file.state(), config) => say(
            Verdict::Passes,
            format!(
                "after {} the region stays silent until the window ends, if others are to get their \
                 traces first{inner}",
                traces(count)
            ),
            max_pair,
        ),
        (Some(_), Some(count)) if schedule.reopens => say(
            Verdict::Passes,
            format!(
                "after {} the window ends and the region starts tracing again{inner}",
                traces(count)
            ),
            max_pair,
        ),
        (Some(_), Some(count)) => say(
            Verdict::Passes,
            format!("after {} the region stays silent on this thread{inner}", traces(count)),
            max_pair,
        ),
    }
    let window = config.window.as_deref();
    let trigger = window.and_then(|it| it.trigger);
    let (words, pair) = match trigger {
        Some((Trigger::All, pair)) => (
            "the window ends when every region with a limit that this thread has met has its traces",
            Some(pair),
        ),
        Some((Trigger::First, pair)) => {
            ("the window ends with the first region that has all its traces", Some(pair))
        }
        None => ("the window ends with the first region that has all its traces, by default", None),
    };
    // Only a trace can be the one that reaches the limit (pinsight.md#the-triple).
    let mut ends = limit.is_some() && schedule.first.is_some() && !is_silent;
    if ends {
        say(Verdict::Passes, words.to_owned(), pair);
    }
    let default = file.state().region_default.window.as_deref();
    if let Some((timeout, pair)) = default.and_then(|it| it.timeout).filter(|it| it.0 > 0) {
        ends = true;
        say(
            Verdict::Passes,
            format!("the window ends {} after its start in any case", docs::seconds(timeout)),
            Some(pair),
        );
    }
    let is_default = section
        .and_then(|it| file.log().sections.get(it))
        .is_some_and(|it| it.subject == Subject::RegionDefault);
    if let Some((timeout, pair)) = window.and_then(|it| it.timeout)
        && !is_default
        && default.and_then(|it| it.timeout).map(|it| it.1) != Some(pair)
    {
        say(
            Verdict::Ignored,
            format!(
                "the timeout of {} has no effect here: only that of Lexgion.default drives the timer",
                docs::seconds(timeout)
            ),
            Some(pair),
        );
    }
    match window.and_then(|it| it.action.as_ref()) {
        Some((_, pair)) if !ends => {
            let words = "no window ends here, so this action is not taken";
            say(Verdict::Ignored, words.to_owned(), Some(*pair));
        }
        None if !ends => (),
        Some((action, pair)) => {
            for (verdict, sentence) in action_words(file, action, domain) {
                say(verdict, sentence, Some(*pair));
            }
        }
        None => say(Verdict::Passes, "at the end of the window no mode changes".to_owned(), None),
    }
    reasons
}

/// Describes a window action, one sentence for each effect; `asked` is the domain of the event.
fn action_words(file: &File, action: &WindowAction, asked: Domain) -> Vec<(Verdict, String)> {
    let mut res = Vec::new();
    if let Some(it) = &action.introspect {
        let script =
            if it.script.is_empty() { "no script".to_owned() } else { format!("`{}`", it.script) };
        let pause = match it.pause {
            0 => "without a pause".to_owned(),
            1.. => format!("and the application is paused for {}", docs::seconds(it.pause)),
            _ => "and the application waits for the signal".to_owned(),
        };
        res.push((Verdict::Passes, format!("{script} is started {pause}")));
        if action.modes.iter().all(Option::is_none) {
            res.push((Verdict::Passes, "afterwards all modes stay as they are".to_owned()));
        }
    }
    for domain in Domain::ALL {
        let target = action.modes.get(domain.index()).copied().flatten();
        let Some(mode) = target else { continue };
        let now = file.state().domain(domain).mode.value;
        let name = domain.name();
        if mode == now {
            res.push((Verdict::Ignored, format!("{name} stays {}", mode.word())));
        } else {
            // The mode is that of the process.
            let whose = if now == Mode::Tracing { ", on all threads" } else { "" };
            res.push((
                Verdict::Passes,
                format!("{name} changes from {} to {}{whose}", now.word(), mode.word()),
            ));
        }
    }
    for domain in Domain::ALL {
        let target = action.device_activity.get(domain.index()).copied().flatten();
        if let Some(policy) = target {
            res.push((
                Verdict::Passes,
                format!("device activity of {} becomes {policy}", domain.name()),
            ));
        }
    }
    if action.modes.contains(&Some(Mode::Tracing)) {
        let words = "a target mode is TRACING, so the window opens again";
        let own = action.modes.get(asked.index()).copied().flatten();
        res.push(match own.unwrap_or(file.state().domain(asked).mode.value) {
            Mode::Tracing => {
                (Verdict::Passes, format!("{words} and regions of this entry trace anew"))
            }
            mode => {
                (Verdict::Ignored, format!("{words}, but {} is {} then", asked.name(), mode.word()))
            }
        });
    }
    if res.is_empty() {
        let words = "the action names no domain that exists, so no mode changes";
        res.push((Verdict::Ignored, words.to_owned()));
    }
    res
}

/// Adds up what the threads and ranks trace together.
fn totals(
    file: &File,
    config: &RegionConfig,
    schedule: Schedule,
    counts: &Counts,
    domain: Domain,
    asks_constraint: bool,
) -> Vec<Total> {
    let per_thread = schedule.traces(counts.invocations);
    let all = counts.threads.saturating_mul(counts.ranks);
    let n_units = if asks_constraint { counts.units(file, config) } else { all };
    let traces = per_thread.saturating_mul(n_units);
    let counted = |n: u64, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    let units =
        format!("{} × {}", counted(counts.threads, "thread"), counted(counts.ranks, "rank"));
    let who = match n_units {
        all_of_them if all_of_them == all => units,
        1 => format!("1 of {units} meets the constraint"),
        _ => format!("{n_units} of {units} meet the constraint"),
    };
    let pairs = match domain {
        Domain::OpenMp if !asks_constraint => {
            "two records each, one at the begin and one at the end of the parallel region; \
             constraints are not checked there"
        }
        _ => "two records each, one at the begin and one at the end",
    };
    // Those inside follow the function, and are as many as there are (pinsight.md#domain-callbacks).
    let records = if domain == Domain::Python { "Records without C calls" } else { "Records" };
    // How long a region that waits for others is silent depends on them, and the first thread that ends the window
    // may stop the others.
    let is_most = schedule.waits(file.state(), config)
        || (counts.threads > 1 && stops_tracing(config, schedule, domain));
    let most = if is_most { ", at most" } else { "" };
    vec![
        Total {
            label: format!("Traces on one thread{most}"),
            value: per_thread,
            help: format!("of {} invocations", counts.invocations),
        },
        Total { label: format!("Traces in all{most}"), value: traces, help: who },
        Total {
            label: format!("{records}{most}"),
            value: traces.saturating_mul(2),
            help: pairs.to_owned(),
        },
    ]
}

/// Returns true if the traces of one thread end a window that takes the domain out of TRACING (pinsight.md#window-end).
fn stops_tracing(config: &RegionConfig, schedule: Schedule, domain: Domain) -> bool {
    let action = config.window.as_ref().and_then(|it| it.action.as_ref());
    let mode = action.and_then(|it| it.0.modes.get(domain.index()).copied().flatten());
    schedule.last().is_some() && mode.is_some_and(|it| it != Mode::Tracing)
}

/// The settings that count, and the section that writes them.
struct Written<'a> {
    section: Option<usize>,
    title: String,
    config: &'a RegionConfig,
}

/// A line to draw.
struct Line<'a> {
    config: &'a RegionConfig,
    schedule: Schedule,
    /// The section that writes it.
    section: Option<usize>,
    title: String,
    n_invocations: u64,
}

fn traces(count: u64) -> String {
    if count == 1 { "one trace".to_owned() } else { format!("{count} traces") }
}

/// Returns how many invocations show a schedule well: all up to its end and some behind it, or the
/// first ten if it has no end; a round number.
fn telling_length(schedule: Schedule) -> u64 {
    let first = schedule.first.unwrap_or(0);
    let length = match schedule.last().filter(|_| !schedule.reopens) {
        Some(last) => last.saturating_add(last / 10),
        None => first.saturating_add(schedule.step.saturating_mul(10)),
    };
    let length = length.clamp(LEAST_INVOCATIONS, MAX_INVOCATIONS);
    let unit = 10_u64.saturating_pow(length.ilog10().saturating_sub(1));
    length.next_multiple_of(unit).min(MAX_INVOCATIONS)
}

/// The numbers of invocations, threads and ranks.
struct Counts {
    invocations: u64,
    threads: u64,
    ranks: u64,
}

impl Counts {
    fn new(query: &ViewQuery, schedule: Schedule) -> Counts {
        let read = |key: &str, default: u64, max: u64| {
            let chosen = query.get(key).and_then(|it| it.trim().parse::<u64>().ok());
            chosen.unwrap_or(default).clamp(1, max)
        };
        Counts {
            invocations: read(INVOCATIONS, telling_length(schedule), MAX_INVOCATIONS),
            threads: read(THREADS, 1, 1024),
            ranks: read(RANKS, 1, 1024),
        }
    }

    fn controls(&self, controls: &mut Vec<Control>) {
        let mut add = |key: &str, label: &str, max: u64, value: u64, help: &str| {
            controls.push(number(key, label, max as i64, value.to_string(), help));
        };
        let help = "how often each thread meets the region";
        add(INVOCATIONS, "Invocations", MAX_INVOCATIONS, self.invocations, help);
        add(THREADS, "Threads", 1024, self.threads, "on each rank, numbered from 0");
        add(RANKS, "Ranks", 1024, self.ranks, "numbered from 0");
    }

    /// Says which of the units that are counted the constraint leaves out, if that is all of them.
    fn left_out(&self, file: &File, config: &RegionConfig) -> Option<String> {
        if self.units(file, config) > 0 {
            return None;
        }
        let alone = config.punits.iter().find_map(|(kind, ids)| {
            let n = self.n_ids(kind);
            let meets = |id: u64| ids.contains(i64::try_from(id).unwrap_or(i64::MAX));
            (!(0..n).any(meets)).then_some((kind, n))
        });
        let units = match alone {
            Some((kind, 1)) => format!("`{}` 0", kind.words()),
            Some((kind, n)) => format!("`{}` 0 to {}", kind.words(), n - 1),
            None => "all units".to_owned(),
        };
        Some(format!(
            "nothing is traced on the units counted here, for the constraint leaves out {units}; the \
             line is that of other units"
        ))
    }

    /// Returns how many ids of a kind are counted.
    fn n_ids(&self, kind: Kind) -> u64 {
        match kind {
            _ if kind.name() == "thread" => self.threads,
            _ if kind.domain() == Domain::Mpi => self.ranks,
            _ => 1,
        }
    }

    /// Counts the pairs of a thread and a rank that meet the constraint; other units have the id 0.
    fn units(&self, file: &File, config: &RegionConfig) -> u64 {
        if config.punits.is_empty() {
            return 0;
        }
        // A constraint is a product over kinds, so threads and ranks count apart.
        let only = |keep: &dyn Fn(Kind) -> bool| {
            let mut punits = PunitSet::default();
            for (kind, ids) in config.punits.iter().filter(|(kind, _)| keep(*kind)) {
                punits.set(kind, ids.clone());
            }
            punits
        };
        let count = |punits: &PunitSet, n: u64| {
            let met = (0..n).filter(|&id| {
                let units = Units([i64::try_from(id).ok(); N_KINDS]);
                run_time::all_match(file.state(), punits, &units)
            });
            met.count() as u64
        };
        let is_thread = |it: Kind| it.name() == "thread";
        let is_rank = |it: Kind| it.domain() == Domain::Mpi;
        count(&only(&is_thread), self.threads)
            * count(&only(&is_rank), self.ranks)
            * count(&only(&|it| !is_thread(it) && !is_rank(it)), 1)
    }
}

#[cfg(test)]
mod tests;
