//! Documentation of a place in the text.

use std::fmt;

use text_size::{TextRange, TextSize};

use crate::docs;
use crate::entry;
use crate::file::File;
use crate::header::{Action, Header, Target};
use crate::item;
use crate::lower::Pair;
use crate::model::{Sourced, TRIPLE, Trigger};
use crate::notes;
use crate::punits::{IdSet, PunitItems, wildcard};
use crate::reading::{Subject, first_parent};
use crate::run_time::Schedule;
use crate::subject;
use crate::tables::{Domain, Kind};
use crate::token::trim;
use crate::values::{KnobValue, Mode, cut, is_on};
use bobbin_core::text::{bold, code, range_in, slice};
use bobbin_core::view::Hover;

pub(crate) fn hover(file: &File, at: TextSize) -> Option<Hover> {
    let section_idx = file.layout().section_at(at)?;
    let section = file.layout().sections.get(section_idx)?;
    if section.header.range.contains_inclusive(at) {
        return hover_header(file, section_idx, &section.header, at);
    }
    let (number, pair) = file
        .layout()
        .pairs_of(section)
        .find(|(_, it)| it.key.cover(it.value).contains_inclusive(at))?;
    let subject = file.log().sections.get(section_idx).map(|it| &it.subject)?;
    let mut hover = hover_pair(file, section_idx, subject, pair, at)?;
    if !is_key(file, subject, slice(file.text(), pair.key)) {
        hover.markdown.push_str("\n\nThis section has no such key: the program ignores the line.");
    }
    if u32::try_from(number).is_ok_and(|it| file.log().started_sets.binary_search(&it).is_ok())
        && let Some((domain, event)) =
            subject::event_of(file, subject, slice(file.text(), pair.key))
    {
        // The line does more than switch its own event (pinsight.md#region-event-sets).
        let still = match docs::inert(event, file.is_seed()) {
            Some(_) => "Still, this",
            None => "This",
        };
        hover.markdown.push_str(&format!(
            "\n\n{still} line begins the event set of {} here: its events that no line switches on \
             are off.",
            domain.name()
        ));
    }
    Some(hover)
}

/// Returns true if the program knows a key in a section about `subject` (pinsight.md#keys-by-section).
fn is_key(file: &File, subject: &Subject, key: &str) -> bool {
    *subject == Subject::Knobs
        || subject::event_of(file, subject, key).is_some()
        || subject::keys_of(file, subject).iter().any(|it| it == key)
}

fn hover_pair(
    file: &File,
    section_idx: usize,
    subject: &Subject,
    pair: &Pair,
    at: TextSize,
) -> Option<Hover> {
    if pair.key.contains_inclusive(at) {
        let key = slice(file.text(), pair.key);
        let words = key_words(file, subject, key)?;
        // What counts comes first: it is what one looks for.
        let markdown = match in_force(file, subject, key) {
            Some((value, line)) => {
                let from = origin_words(file, section_idx, pair, line);
                let name = words.split_once("\n\n");
                let (name, rest) = name.unwrap_or((words.as_str(), ""));
                format!("{name}: {value} in force, {from}\n\n{rest}")
            }
            None => words,
        };
        return Some(Hover { range: pair.key, markdown });
    }
    let markdown = value_words(file, subject, pair)?;
    Some(Hover { range: pair.value, markdown })
}

/// Describes a key of a section, as markdown.
pub(crate) fn key_words(file: &File, subject: &Subject, key: &str) -> Option<String> {
    if let Some((domain, event)) = subject::event_of(file, subject, key) {
        let words = docs::event(domain, event, file.is_seed());
        return Some(format!("**{}.{}**\n\n{words}.", domain.name(), event.name));
    }
    if let Some(kind) = subject::scope_of(subject, key) {
        return Some(format!("**{key}**\n\n{}.", scope_words(kind)));
    }
    if *subject == Subject::Knobs {
        return Some(format!(
            "{}\n\nA knob. Its value is an integer, a real number or text.",
            bold(key)
        ));
    }
    docs::key(key).map(|it| {
        format!("**{key}**\n\nWrite {}. Default {}.\n\n{}.", it.kind, it.default, it.about)
    })
}

/// Returns the value of a key at the end of the file, and the body line that set it.
fn in_force(file: &File, subject: &Subject, key: &str) -> Option<(String, Option<u32>)> {
    let words = |value: &dyn fmt::Display| bold(value);
    if subject::event_of(file, subject, key).is_some() {
        return event_in_force(file, subject, key);
    }
    if let Some(kind) = subject::scope_of(subject, key) {
        let Sourced { value: (low, high), pair } = file.state().scope(kind);
        return Some((words(&format_args!("{low} to {high}")), pair));
    }
    let nth_of_triple = TRIPLE.iter().position(|it| *it == key);
    if let Some(idx) = nth_of_triple.filter(|_| *subject != Subject::Knobs) {
        let &Sourced { value, pair } = subject::config_of(file, subject)?.triple.get(idx)?;
        return Some((words(&value), pair));
    }
    let seed = file.is_seed();
    let of_domain = |domain: Domain| file.state().domain(domain);
    match (subject, key) {
        (Subject::Domain(domain), "trace_mode") if !seed => {
            let mode = of_domain(*domain).mode;
            Some((words(&mode.value.word()), mode.pair))
        }
        (Subject::Domain(domain), "device_activity") if !seed && domain.has_device_activity() => {
            let policy = of_domain(*domain).device_activity;
            Some((words(&policy.value), policy.pair))
        }
        (Subject::Energy, "measure") => {
            Some((words(&file.state().energy.value), file.state().energy.pair))
        }
        (Subject::Manifest, "interval") => {
            let interval = file.state().manifest_interval;
            Some((words(&interval.value), interval.pair))
        }
        (Subject::Knobs, _) => {
            let knob = file.state().knobs.iter().find(|it| it.name == cut(key, 63))?;
            Some((knob_words(&knob.value), Some(knob.pair)))
        }
        _ if !seed => window_in_force(file, subject, key),
        _ => None,
    }
}

fn window_in_force(file: &File, subject: &Subject, key: &str) -> Option<(String, Option<u32>)> {
    let window = subject::config_of(file, subject)?.window.as_deref()?;
    match key {
        "window_end_action" => {
            let pair = window.action.as_ref()?.1;
            let line = file.layout().pairs.get(pair as usize);
            let value = line.map(|it| slice(file.text(), it.value)).unwrap_or_default();
            let value = if value.is_empty() { "nothing".to_owned() } else { code(value) };
            Some((value, Some(pair)))
        }
        "window_end_trigger" => {
            let (trigger, pair) = window.trigger?;
            let word = if trigger == Trigger::All { "all" } else { "first" };
            Some((bold(word), Some(pair)))
        }
        "window_timeout" => {
            let (timeout, pair) = window.timeout?;
            Some((format!("**{timeout}**"), Some(pair)))
        }
        _ => None,
    }
}

/// Describes the origin of a value, seen from the body line `here`.
fn origin_words(file: &File, section: usize, here: &Pair, line: Option<u32>) -> String {
    let Some(line) = line else { return "by default".to_owned() };
    let Some(pair) = file.layout().pairs.get(line as usize) else {
        return "from the environment".to_owned();
    };
    if pair == here {
        return "written here".to_owned();
    }
    let before = slice(file.text(), TextRange::up_to(pair.equals));
    let number = before.matches('\n').count() + 1;
    let from = item::section_of_pair(file, line as usize);
    if from == Some(section) {
        return format!("from line {number}");
    }
    format!("from line {number}, in {}", code(entry::section_name(file, from)))
}

/// Returns `on` or `off` for an event at the end of the file, and the body line that decided.
fn event_in_force(file: &File, subject: &Subject, key: &str) -> Option<(String, Option<u32>)> {
    let (domain, event) = subject::event_of(file, subject, key)?;
    let set = match *subject {
        Subject::Domain(_) => Some(file.state().domain(domain).events),
        Subject::Punit(_, number) => {
            let mut entries = file.state().domain(domain).punits.iter();
            entries.find(|it| it.number == number).map(|it| it.events)
        }
        _ => subject::config_of(file, subject).and_then(|it| it.filter(domain)),
    };
    let set = set?;
    let word = if set.contains(event) { "on" } else { "off" };
    Some((format!("**{word}**"), file.state().history.decided(&set, event.id)))
}

fn value_words(file: &File, subject: &Subject, pair: &Pair) -> Option<String> {
    let text = file.text();
    let (key, value) = (slice(text, pair.key), slice(text, pair.value));
    if let Some((domain, event)) = subject::event_of(file, subject, key) {
        let name = format!("{}.{}", domain.name(), event.name);
        let words = match docs::inert(event, file.is_seed()) {
            Some(reason) => format!("{name}: {reason}"),
            None if is_on(value) => format!("switches {name} on"),
            None => format!("switches {name} off"),
        };
        let value = if value.is_empty() { "An empty value".to_owned() } else { code(value) };
        return Some(format!("{value} — {words}. Only `on` and `1` switch on."));
    }
    if TRIPLE.contains(&key) && *subject != Subject::Knobs {
        let config = subject::config_of(file, subject)?;
        let triple = config.triple.map(|it| it.value);
        if let Some(it) = notes::unused(file, subject) {
            return Some(format!("{it}."));
        }
        let domains = subject::domains_of(file, subject);
        let reopens = domains.into_iter().any(|it| Schedule::of(config, it).reopens);
        let [start, max, rate] = triple;
        let traced = subject::traced_words(file, subject, config, |it| {
            docs::traced_by(file.state(), config, it)
        });
        let mut res = format!("This section {traced}.");
        if max != 0 && start >= 0 && rate >= 0 {
            let limit = if max > 0 { " < M" } else { "" };
            let of_window = if reopens { " in the first window" } else { "" };
            res.push_str(&format!(
                "\n\nWith S = `trace_starts_at` = {start}, M = `max_num_traces` = {max} and \
                 Q = max(`tracing_rate`, 1) = {} the invocations max(S, Q-1) + k·Q are \
                 traced{of_window}, k = 0, 1, 2, …{limit}. The numbers count from 0 on each thread and \
                 for each region.",
                rate.max(1)
            ));
        }
        return Some(res);
    }
    if let Some(kind) = subject::scope_of(subject, key) {
        let (low, high) = crate::values::scope(value);
        return Some(format!("Ids {low} to {high}.\n\n{}.", scope_words(kind)));
    }
    if *subject == Subject::Knobs {
        let read = KnobValue::read(value);
        let words = knob_words(&read);
        return Some(match value {
            "" => format!("Read as {words}."),
            _ => format!("Read as {}: {words}.", read.kind_words()),
        });
    }
    if key == "trace_mode" && matches!(subject, Subject::Domain(_)) {
        let mode = Mode::read(value);
        return Some(format!("Read as **{}**. Every unknown word means TRACING.", mode.word()));
    }
    key_words(file, subject, key)
}

/// Describes the value of a knob; bold text that is empty would show its asterisks.
fn knob_words(value: &KnobValue) -> String {
    match value {
        KnobValue::Text(it) if it.is_empty() => "empty text".to_owned(),
        _ => bold(value),
    }
}

fn hover_header(file: &File, idx: usize, header: &Header, at: TextSize) -> Option<Hover> {
    let text = file.text();
    let inside = |it: Option<TextRange>| it.is_some_and(|it| it.contains_inclusive(at));
    if inside(header.inherit) {
        // Blanks belong to the parent beside them.
        let mut pieces = slice(text, header.inherit?).split(',');
        let item = trim(pieces.find(|it| range_in(text, it).contains_inclusive(at))?);
        if item.is_empty() {
            return None;
        }
        let markdown = format!("{} — {}.", bold(item), parent_words(file, idx, header, item));
        return Some(Hover { range: range_in(text, item), markdown });
    }
    if let Some(range) = header.action_range.filter(|it| it.contains_inclusive(at)) {
        let word = bold(header.action.word());
        let markdown = format!("{word} — {}.", action_words(header.action, header.target));
        return Some(Hover { range, markdown });
    }
    let in_target = header.target_range.contains_inclusive(at);
    if in_target
        && header.action == Action::Remove
        && header.target == Target::Punits
        && let Some(kind) =
            wildcard(slice(text, header.target_range)).and_then(|it| it.known_kind())
    {
        let (domain, name) = (kind.domain().name(), kind.name());
        let markdown = format!(
            "**{domain}.{name}(\\*)** — all punit sections of {domain} above whose target names a {name}: \
             the program removes them here"
        );
        return Some(Hover { range: header.target_range, markdown });
    }
    let is_punits = header.target == Target::Punits && in_target;
    if is_punits || inside(header.constraints) {
        let part = if is_punits { header.target_range } else { header.constraints? };
        return hover_punits(file, idx, part, at);
    }
    if !in_target {
        return None;
    }
    let kind = docs::section_kind(header.target);
    let note = notes::section_note(file, idx);
    let name = slice(text, header.target_range);
    let dot = if note.is_empty() { "" } else { "." };
    // What stands in other sections is told of at their keys.
    let about = match header.target {
        Target::Knob => {
            "\n\nKeys of any names, at most 64. A value that is a C integer or a C number as a whole is \
             one, and any other is text."
        }
        _ => "",
    };
    let markdown = format!("{} — {kind}{about}\n\n{note}{dot}", bold(name));
    Some(Hover { range: header.target_range, markdown })
}

/// Describes what an action does to what a header selects (pinsight.md#actions).
fn action_words(action: Action, target: Target) -> &'static str {
    let is_single = matches!(target, Target::Knob | Target::Energy | Target::Manifest);
    match (action, target) {
        _ if is_single => "has no effect on this section",
        (_, Target::Dead | Target::DomainDefault(None) | Target::DomainRegionDefault(None)) => {
            "the header selects nothing, so there is nothing to do"
        }
        (Action::Set, Target::DomainRegionDefault(_)) => {
            "the section starts afresh from `Lexgion.default` with the events of the domain, and the \
             lines below are added. Without the word it is the same"
        }
        (Action::Set, Target::Punits) => {
            "of OpenMP, the lines below are added to the section with the same units, if there is one; of \
             any other domain the section is one more entry. Without the word it is the same"
        }
        (Action::Set, _) => {
            "the lines below are added to what is there already. Without the word it is the same"
        }
        (Action::Reset, Target::DomainDefault(_)) => {
            "events and mode are as installed; scope and node policy stay. The lines \
             below are not read"
        }
        (Action::Reset, Target::RegionDefault) => {
            "the triple is 0, -1, 1 again, and all else is cleared. The lines below are not read"
        }
        (Action::Reset, Target::DomainRegionDefault(_)) => {
            "the section starts afresh from `Lexgion.default` with the events of the domain. The lines \
             below are not read"
        }
        (Action::Reset, Target::Regions(_)) => {
            "the program refuses to reset regions; it only brings a removed address back, or creates a \
             missing one. The lines below are not read"
        }
        (Action::Reset, _) => {
            "the program refuses to reset punit sections, and ignores the section"
        }
        (Action::Remove, Target::Regions(_)) => {
            "regions by address are marked as removed; regions by name stay. The lines below are not \
             read"
        }
        (Action::Remove, Target::Punits) => {
            "with `Domain.kind(*)` all punit sections of the domain whose target has the kind go away. With \
             ids, a section of OpenMP with the same units stays, with all events off; for other domains \
             nothing happens. The lines below are not read"
        }
        (Action::Remove, Target::DomainRegionDefault(_)) => {
            "the program refuses to remove defaults, but starts this one afresh. The lines below are \
             not read"
        }
        (Action::Remove, _) => "the program refuses to remove defaults, and ignores the section",
    }
}

/// Describes the effect of an item in the place of the parents.
fn parent_words(file: &File, idx: usize, header: &Header, item: &str) -> &'static str {
    let seed = file.is_seed();
    let inherit = header.inherit.map(|it| file.text_at(it)).unwrap_or_default();
    let reads = matches!(
        header.target,
        Target::Punits
            | Target::Regions(_)
            | Target::RegionDefault
            | Target::DomainRegionDefault(_)
    );
    let section = file.log().sections.get(idx);
    let own = match section.map(|it| &it.subject) {
        Some(Subject::Punit(own, _)) => Some(*own),
        _ => None,
    };
    // A punit section reads its parents up to the first `.default` (pinsight.md#inheritance).
    let start = header.inherit.map_or(0, |it| {
        usize::from(range_in(file.text(), item).start()).saturating_sub(it.start().into())
    });
    let is_further = inherit.get(..start).is_some_and(|it| it.contains(".default"));
    let domain = match own {
        Some(_) => first_parent(inherit),
        None if seed => item.split('.').next().and_then(Domain::from_name),
        None => item.strip_suffix(".default").and_then(Domain::from_name),
    };
    let domain = domain.filter(|it| !seed || it.in_seed());
    match (domain, own) {
        _ if !reads => "this kind of section has no parents, and the program ignores it",
        _ if header.action != Action::Set => {
            "the program reads only the target of this header, and copies nothing"
        }
        _ if section.is_none_or(|it| !it.takes_body) => {
            "the program ignores this section, and copies nothing"
        }
        (_, Some(_)) if is_further => {
            "a punit section has one parent, and the program ignores this one"
        }
        (None, Some(_)) if inherit.contains(".default") => {
            "the program takes all in front of the first `.default` for the name of one domain; there \
             is none of that name, and it copies nothing"
        }
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

fn hover_punits(file: &File, section: usize, part: TextRange, at: TextSize) -> Option<Hover> {
    let text = file.text();
    let items = PunitItems::new(slice(text, part)).filter_map(Result::ok);
    let item = items.into_iter().find(|it| range_in(text, it.whole).contains_inclusive(at))?;
    let kind = item.known_kind()?;
    let (low, high) = entry::scope_at(file, section, kind);
    let ids = match IdSet::read(item.ids) {
        Ok(mut ids) => {
            ids.drop_outside((low, high));
            let n_ids: usize =
                ids.ranges().iter().map(|&(low, high)| usize::from(high - low) + 1).sum();
            match n_ids {
                0 => "no ids, so it matches nothing".to_owned(),
                1 => format!("1 id: {ids}"),
                _ => format!("{n_ids} ids: {ids}"),
            }
        }
        Err(_) => "the program refuses this list".to_owned(),
    };
    let markdown = format!(
        "**{}.{}** — {ids}\n\nAn id is the {}. The scope at this place is {low} to {high}.",
        kind.domain().name(),
        kind.name(),
        kind.id_source()
    );
    Some(Hover { range: range_in(text, item.whole), markdown })
}

fn scope_words(kind: Kind) -> String {
    format!(
        "The smallest and the largest {} that sections below may name: the {}. No constraint on this \
         kind holds outside it; a region without one is traced there, too. A comma means the same as a \
         dash",
        kind.name(),
        kind.id_source()
    )
}

#[cfg(test)]
mod tests;
