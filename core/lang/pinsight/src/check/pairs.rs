//! Body lines: whether the key is read at all.

use std::collections::{HashMap, HashSet};

use text_size::TextRange;

use super::at_end::AtEnd;
use super::events;
use super::values;
use crate::diagnostics as say;
use crate::docs;
use crate::edit::lines;
use crate::file::File;
use crate::lower::{Pair, Section};
use crate::model::TRIPLE;
use crate::reading::{Complaint, KNOB_BYTES, PairResult, Subject};
use crate::subject;
use crate::tables::Domain;
use crate::values::cut;
use bobbin_core::diagnostics::{Diagnostic, Severity, nearest};
use bobbin_core::edit::TextEdit;

pub(super) fn check_pairs(
    file: &File,
    idx: usize,
    section: &Section,
    complaints: &[&Complaint],
    at_end: &AtEnd<'_>,
    res: &mut Vec<Diagnostic>,
) {
    let Some(result) = file.log().sections.get(idx).filter(|it| it.takes_body) else { return };
    // What starts an event set has an effect, whatever its event does.
    let key_at = |it: &usize| file.layout().pairs.get(*it).map(|it| file.text_at(it.key));
    let starting: HashSet<&str> = section
        .pairs
        .clone()
        .filter(|it| starts_set(file, *it))
        .filter_map(|it| key_at(&it))
        .collect();
    // The lines that take effect, and whether one like each of them above started an event set.
    let mut last: HashMap<&str, Last> = HashMap::new();
    for (pair, it) in file.layout().pairs_of(section).rev() {
        let key = file.text_at(it.key);
        let key = if result.subject == Subject::Knobs { cut(key, KNOB_BYTES) } else { key };
        let read = file.log().pairs.get(pair).copied().unwrap_or_default();
        let fills_table = fills_table(file, pair);
        // Nothing is set by an empty key, so no line wins (pinsight.md#lines).
        if let Some(last) = last.get_mut(key).filter(|_| !key.is_empty() && !fills_table) {
            let comment = lines::as_comment(it);
            res.push(say::repeated_key(lines::key_range(it), key, last.at, comment));
            last.start = last.start.or(starts_set(file, pair).then_some(pair));
            // What the program misreads it misreads all the same; what may be meant otherwise has
            // no effect.
            if matches!(read, PairResult::Applied | PairResult::Kept) {
                let mut found = Vec::new();
                values::check_value(file, &result.subject, it, complaints, at_end, &mut found);
                res.extend(found.into_iter().filter(|it| it.code.severity != Severity::Hint));
                continue;
            }
        } else if takes_effect(read) {
            let start = starts_set(file, pair).then_some(pair);
            last.insert(key, Last { at: it.key.cover(it.value), nth: pair, pair: it, read, start });
        }
        match read {
            PairResult::Applied | PairResult::Kept => {
                values::check_value(file, &result.subject, it, complaints, at_end, res);
            }
            PairResult::On | PairResult::Off | PairResult::NotInstalled => {
                let starts_set = starting.contains(key);
                events::check_switch(file, &result.subject, it, read, starts_set, res);
            }
            PairResult::NoSection => (),
            _ => check_unread(file, section, &result.subject, it, read, res),
        }
    }
    for it in last.into_values() {
        if let Some(start) = it.start {
            events::check_lone_switch(
                file,
                section,
                &result.subject,
                (it.pair, it.read),
                start,
                at_end,
                res,
            );
        } else if it.read == PairResult::Off && result.subject == Subject::RegionDefault {
            events::check_taken(file, it.nth, it.pair, at_end, res);
        }
    }
}

/// Returns true if a line makes a knob and so keeps another one out of the full table, whatever a line below
/// sets it to (pinsight.md#knobs).
fn fills_table(file: &File, pair: usize) -> bool {
    let log = file.log();
    log.has_refused_knob && log.made_knobs.binary_search(&(pair as u32)).is_ok()
}

/// The last line with a key.
struct Last<'f> {
    at: TextRange,
    nth: usize,
    pair: &'f Pair,
    read: PairResult,
    /// The line that started an event set in a region, if this or one with the same key above did.
    start: Option<usize>,
}

/// Returns true if what stands in a line counts, unless another sets it again. A line that the
/// program ignores or refuses leaves the one above in force (pinsight.md#node-policies).
fn takes_effect(read: PairResult) -> bool {
    matches!(
        read,
        PairResult::Applied | PairResult::On | PairResult::Off | PairResult::NotInstalled
    )
}

fn starts_set(file: &File, pair: usize) -> bool {
    file.log().started_sets.binary_search(&(pair as u32)).is_ok()
}

fn check_unread(
    file: &File,
    section: &Section,
    subject: &Subject,
    pair: &Pair,
    read: PairResult,
    res: &mut Vec<Diagnostic>,
) {
    let (range, key) = (lines::key_range(pair), file.text_at(pair.key));
    if check_outdated_key(range, key, res) {
        return;
    }
    if let (PairResult::Refused, Subject::Punit(domain, _)) = (read, subject) {
        res.push(say::mode_in_punits(range, *domain, lines::as_comment(pair)));
        return;
    }
    if let Some(place) = place_of(file, key, subject) {
        res.push(say::misplaced_key(range, key, &place, lines::as_comment(pair)));
        return;
    }
    match read {
        PairResult::UnknownEvent | PairResult::UnknownDomain => {
            events::check_prefixed(file, pair, read, res);
            return;
        }
        PairResult::NotScope => {
            let Subject::Domain(domain) = *subject else { return };
            check_scope_key(file, pair, domain, res);
            return;
        }
        _ => (),
    }
    if events::check_event_form(file, subject, pair, res) {
        return;
    }
    let kind = docs::section_kind(section.header.target);
    let names = subject::keys_of(file, subject);
    let near = nearest(key, names.iter().map(String::as_str));
    res.push(say::unknown_key(range, key, kind, near, lines::as_comment(pair)));
}

/// Keys of earlier versions.
fn check_outdated_key(range: TextRange, key: &str, res: &mut Vec<Diagnostic>) -> bool {
    let new = match key {
        "trace_mode_after" => "window_end_action",
        "mode_after_trigger" => "window_end_trigger",
        _ => return false,
    };
    let edit = TextEdit::replace(range, new);
    res.push(say::outdated(range, key, &format!("`{new}`"), Some(edit)));
    true
}

/// Names the other sections in which a key counts that does not count here.
fn place_of(file: &File, key: &str, subject: &Subject) -> Option<String> {
    if file.is_seed() && !TRIPLE.contains(&key) {
        return None;
    }
    let is_region = matches!(
        subject,
        Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..)
    );
    let place = match key {
        "trace_mode" => "`[Domain.default]`",
        "device_activity" => "`[CUDA.default]` or `[HIP.default]`",
        "measure" => "`[Energy]`",
        "interval" => "`[Manifest]`",
        // Only this one drives the timer (pinsight.md#window-triggers-and-timeouts).
        "window_timeout" if !is_region => "`[Lexgion.default]`",
        _ if !is_region && (TRIPLE.contains(&key) || subject::WINDOW.contains(&key)) => {
            "a section of regions"
        }
        _ => return None,
    };
    Some(place.to_owned())
}

fn check_scope_key(file: &File, pair: &Pair, domain: Domain, res: &mut Vec<Diagnostic>) {
    let key = file.text_at(pair.key);
    let (name, behind) = key.split_once('.').unwrap_or((key, ""));
    if name == domain.name() && domain.event(behind).is_some() {
        res.push(say::prefixed_event(pair.key, key, behind));
        return;
    }
    let other = Domain::from_name(name).filter(|&it| it != domain);
    let is_key = |it: &Domain| it.kind(behind).is_some() || it.event(behind).is_some();
    if let Some(other) = other.filter(is_key) {
        let mut place = format!("`[{}.default]`", other.name());
        if other.event(behind).is_some() {
            // There it stands without its domain (pinsight.md#event-names).
            place.push_str(&format!(" as `{behind}`"));
        }
        res.push(say::misplaced_key(pair.key, key, &place, lines::as_comment(pair)));
        return;
    }
    let names: Vec<String> =
        domain.kinds().map(|it| format!("{}.{}", domain.name(), it.name())).collect();
    let near = nearest(key, names.iter().map(String::as_str));
    res.push(say::unknown_scope(pair.key, key, domain, near));
}
