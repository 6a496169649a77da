//! Values of keys that are read.

use text_size::{TextRange, TextSize};

use super::at_end::AtEnd;
use super::silent;
use crate::diagnostics as say;
use crate::docs;
use crate::edit::lines;
use crate::file::File;
use crate::lower::Pair;
use crate::model::{TRIPLE, WindowAction};
use crate::reading::{
    ActionItem, Complaint, ComplaintKind, KNOB_BYTES, Subject, action_items, action_of,
};
use crate::subject;
use crate::tables::Domain;
use crate::token::{is_blank, trim};
use crate::values::{
    KnobValue, Mode, NodePolicy, c_long, cut, decimal, is_plain_decimal, is_plain_scope, scope,
};
use bobbin_core::diagnostics::{Diagnostic, nearest, switch_meant};
use bobbin_core::edit::TextEdit;
use bobbin_core::text::range_in;

/// Wraps an integer of a knob as the program does.
fn knob_integer(value: &str) -> i32 {
    c_long(value, 0).0 as i32
}

pub(super) fn check_value(
    file: &File,
    subject: &Subject,
    pair: &Pair,
    complaints: &[&Complaint],
    at_end: &AtEnd<'_>,
    res: &mut Vec<Diagnostic>,
) {
    let key = file.text_at(pair.key);
    let value = file.text_at(pair.value);
    // The text of a knob may well have a `;` in it, or a `#` right behind a word.
    let is_meant = |(word, at): &(&str, TextRange)| {
        let is_apart = pair.value.start() + TextSize::of(*word) < at.start() || word.is_empty();
        *subject != Subject::Knobs || (is_apart && file.text_at(*at).starts_with('#'))
    };
    let comment = lines::split_comment(file, pair).filter(is_meant);
    let bare = comment.map_or(value, |it| it.0);
    if let Some((word, at)) = comment {
        let fix = lines::comment_above(file, lines::key_range(pair).start(), at);
        res.push(match misreading(subject, key, value, word) {
            Some(read_as) => say::trailing_comment(at, &read_as, fix),
            None => say::harmless_comment(at, fix),
        });
    }
    match (subject, key) {
        (Subject::Knobs, _) => {
            for (kind, at) in complaint_in(pair.key, complaints) {
                if kind == ComplaintKind::KnobTableFull {
                    res.push(say::knob_table_full(at, key));
                }
            }
            let text = KnobValue::read(value);
            for (what, range, n_bytes) in
                [("the name", pair.key, KNOB_BYTES), ("the text", pair.value, 255)]
            {
                let is_text = n_bytes == KNOB_BYTES || matches!(text, KnobValue::Text(_));
                let kept = cut(file.text_at(range), n_bytes);
                if is_text && kept.len() < usize::from(range.len()) {
                    res.push(say::text_cut(range, what, n_bytes, kept));
                }
            }
            if matches!(text, KnobValue::Integer(_))
                && c_long(value, 0).0 != i64::from(knob_integer(value))
            {
                res.push(say::odd_number(pair.value, value, knob_integer(value)));
            }
        }
        (Subject::Domain(_), "trace_mode") => {
            if Mode::from_word(bare).is_none() {
                let found = unknown_mode(bare_range(pair, bare), bare);
                res.push(with_comment_above(file, pair, comment, found));
            }
        }
        (Subject::Domain(_), "device_activity") | (Subject::Energy, "measure") => {
            let mut found = Vec::new();
            check_policy(file, subject, pair, bare, &mut found);
            res.extend(found.into_iter().map(|it| with_comment_above(file, pair, comment, it)));
        }
        (Subject::Domain(_), _) => check_scope(pair, bare, res),
        (_, "window_end_action") => check_action_value(file, subject, pair, complaints, res),
        (_, "window_end_trigger") => {
            for (kind, at) in complaint_in(pair.value, complaints) {
                match kind {
                    ComplaintKind::TriggerAllWithoutTimeout => {
                        res.push(say::endless_window(at));
                    }
                    // Without the comment the program would not complain.
                    _ if ["first", "all"].iter().any(|it| bare.eq_ignore_ascii_case(it)) => (),
                    _ => {
                        let reserved = kind == ComplaintKind::TriggerReserved;
                        let found = say::trigger(bare_range(pair, bare), bare, reserved);
                        res.push(with_comment_above(file, pair, comment, found));
                    }
                }
            }
        }
        _ => check_number(file, subject, pair, (key, bare), at_end, res),
    }
}

/// Says what the program makes of a value with a comment behind it, if that is not the
/// same as without.
fn misreading(subject: &Subject, key: &str, value: &str, word: &str) -> Option<String> {
    match (subject, key) {
        (Subject::Knobs, _) => (KnobValue::read(value) != KnobValue::read(word))
            .then(|| "is text, comment and all".to_owned()),
        (Subject::Domain(_), "trace_mode") => {
            (Mode::read(value) != Mode::read(word)).then(|| "means TRACING".to_owned())
        }
        (Subject::Domain(_), "device_activity") | (Subject::Energy, "measure") => {
            (NodePolicy::read(value) != NodePolicy::read(word))
                .then(|| "is not a policy".to_owned())
        }
        (_, "window_end_action") => {
            (action_of(value) != action_of(word)).then(|| "is another action".to_owned())
        }
        (_, "window_end_trigger") => {
            let is_all = word.eq_ignore_ascii_case("all");
            is_all.then(|| "means the trigger `first`".to_owned())
        }
        _ => None,
    }
}

/// Returns the place of a value, of which `bare` is what stands in front of a comment. If that is nothing, a
/// value belongs right behind the `=`: what moves the comment takes the blanks in front of it.
pub(super) fn bare_range(pair: &Pair, bare: &str) -> TextRange {
    if bare.is_empty() && !pair.value.is_empty() {
        TextRange::empty(pair.equals + TextSize::new(1))
    } else {
        TextRange::at(pair.value.start(), TextSize::of(bare))
    }
}

/// Lets the fixes of a value move a `comment` behind it, with which the program would still misread the value.
pub(super) fn with_comment_above(
    file: &File,
    pair: &Pair,
    comment: Option<(&str, TextRange)>,
    mut it: Diagnostic,
) -> Diagnostic {
    let Some((_, at)) = comment else { return it };
    let above = lines::comment_above(file, lines::key_range(pair).start(), at);
    let behind = TextRange::empty(pair.equals + TextSize::new(1));
    for fix in &mut it.fixes {
        let mut edits = fix.edit.replacements().to_vec();
        for it in edits.iter_mut().filter(|it| it.range == behind && !it.text.starts_with(' ')) {
            it.text.insert(0, ' ');
        }
        edits.extend(above.replacements().to_vec());
        fix.edit = TextEdit::from_replacements(edits);
    }
    it
}

fn unknown_mode(at: TextRange, word: &str) -> Diagnostic {
    let by_meaning = switch_meant(word).map(|is_on| if is_on { Mode::Tracing } else { Mode::Off });
    let by_letters = || nearest(word, Mode::ALL.iter().map(|it| it.word()));
    say::unknown_mode(at, word, by_meaning.map(Mode::word).or_else(by_letters))
}

/// Returns the node policy that a word is most likely meant for.
fn policy_meant(word: &str) -> Option<&'static str> {
    let by_meaning = switch_meant(word).map(|is_on| if is_on { "on" } else { "off" });
    by_meaning.or_else(|| nearest(word, NodePolicy::UNTIMED.map(NodePolicy::word)))
}

fn check_policy(
    file: &File,
    subject: &Subject,
    pair: &Pair,
    value: &str,
    res: &mut Vec<Diagnostic>,
) {
    let at = if value.is_empty() { lines::key_range(pair) } else { bare_range(pair, value) };
    match (NodePolicy::read(value), subject) {
        (None, Subject::Energy) => {
            let near = policy_meant(value);
            res.push(say::bad_node_policy(at, value, true, near));
        }
        (None, _) => {
            let near = policy_meant(value);
            res.push(say::bad_node_policy(at, value, false, near));
        }
        (Some(NodePolicy::RotatePerNode(_)), Subject::Energy) => {
            res.push(say::energy_rotate(at));
        }
        (Some(NodePolicy::RotatePerNode(read_as)), _) => {
            check_rotation(file, value, read_as, res);
        }
        _ => (),
    }
}

/// Checks the time of a rotation, which the program reads as `read_as`.
fn check_rotation(file: &File, policy: &str, read_as: i32, res: &mut Vec<Diagnostic>) {
    let Some((_, time)) = policy.split_once(':') else { return };
    let time = trim(time);
    if !is_plain_decimal(time) || decimal(time) <= 0 {
        res.push(say::rotate_time(range_in(file.text(), time), time, read_as));
    }
}

fn check_scope(pair: &Pair, value: &str, res: &mut Vec<Diagnostic>) {
    let (low, high) = scope(value);
    let at = TextRange::at(pair.value.start(), TextSize::of(value));
    let at = if value.is_empty() { lines::key_range(pair) } else { at };
    if !is_plain_scope(value) {
        res.push(say::odd_scope(at, value, (low, high)));
    } else if low > high {
        res.push(say::reversed_scope(at, (low, high)));
    } else if value.contains(',') {
        res.push(say::scope_comma(at, (low, high)));
    }
}

fn check_number(
    file: &File,
    subject: &Subject,
    pair: &Pair,
    (key, value): (&str, &str),
    at_end: &AtEnd<'_>,
    res: &mut Vec<Diagnostic>,
) {
    let number = decimal(value);
    let at = TextRange::at(pair.value.start(), TextSize::of(value));
    // A value that is not there is reported and mended behind the `=`, in front of a comment.
    let behind = TextRange::empty(pair.equals + TextSize::new(1));
    let at = if value.is_empty() { behind } else { at };
    let is_plain = is_plain_decimal(value);
    // What does not fit with a sign is what it says without one (pinsight.md#the-triple); -1 is no limit.
    let is_unsigned = TRIPLE.contains(&key)
        && (number != -1 || key != "max_num_traces")
        && value.parse::<u32>().is_ok();
    if !is_plain && !is_unsigned {
        res.push(say::odd_number(at, value, number));
    }
    // However the number is written, nothing is traced (pinsight.md#the-triple).
    if number < 0 && matches!(key, "trace_starts_at" | "tracing_rate") {
        res.push(say::never_traced(at, key, number, at_end.counts(pair)));
    } else if number == 0 && key == "max_num_traces" && !(is_plain && at_end.is_traced()) {
        res.push(say::zero_limit(at));
    } else if number < -1 && is_plain && key == "max_num_traces" {
        res.push(say::huge_limit(at, number));
    } else if number < 0 && is_plain && key == "window_timeout" {
        res.push(say::negative_seconds(at));
    } else if number == 0 && is_plain && key == "tracing_rate" {
        res.push(say::zero_rate(at));
    }
    check_first(file, subject, pair, key, at_end, res);
    if key == "window_timeout" && *subject != Subject::RegionDefault {
        res.push(say::timeout_unused(lines::key_range(pair), lines::as_comment(pair)));
    }
}

/// Reports a start that is written beside the rate and is not where the traces start, because the
/// rate is greater.
fn check_first(
    file: &File,
    subject: &Subject,
    pair: &Pair,
    key: &str,
    at_end: &AtEnd<'_>,
    res: &mut Vec<Diagnostic>,
) {
    if key != TRIPLE[2] || file.is_seed() {
        return;
    }
    let Some(config) = subject::config_of(file, subject) else { return };
    let line = |it: Option<u32>| it.and_then(|it| file.layout().pairs.get(it as usize));
    let [first, _, last] = config.triple.map(|it| line(it.pair));
    let (Some(written), true) = (first, last == Some(pair)) else { return };
    let triple = config.triple.map(|it| it.value);
    let [start, max, rate] = triple;
    let is_here = file.layout().section_at(written.equals) == file.layout().section_at(pair.equals);
    if is_here && (0..i64::from(rate) - 1).contains(&i64::from(start)) && max != 0 {
        let fix = TextEdit::replace(written.value, (rate - 1).to_string());
        let traced =
            subject::traced_words(file, subject, config, |it| docs::traced(triple, it.reopens));
        let found = say::late_first(pair.value, triple, &traced);
        // Sections that copy the start may have another rate, with which it would count.
        let lowest = config.triple[0].pair.and_then(|it| at_end.lowest_rate(it));
        res.push(match lowest.is_some_and(|it| it < rate) {
            true => found,
            false => found.with_fix(format!("Write `trace_starts_at = {}`", rate - 1), fix),
        });
    }
}

/// Checks the seconds and the script of an introspection.
fn check_introspect(file: &File, value: &str, action: &WindowAction, res: &mut Vec<Diagnostic>) {
    let Some(introspect) = &action.introspect else { return };
    let mut parts = value.split(':').skip(1);
    let (Some(seconds), script) = (parts.next(), parts.next()) else { return };
    let number = trim(seconds);
    if !is_plain_decimal(number) && script.is_some() {
        let at = if number.is_empty() { seconds } else { number };
        res.push(say::odd_number(range_in(file.text(), at), number, introspect.pause));
    }
    if let Some(script) = script.filter(|it| it.len() > 255) {
        let range = range_in(file.text(), script);
        res.push(say::text_cut(range, "the script", 255, &introspect.script));
    }
}

fn check_action_value(
    file: &File,
    subject: &Subject,
    pair: &Pair,
    complaints: &[&Complaint],
    res: &mut Vec<Diagnostic>,
) {
    const PAUSE: &str = "PAUSE:";
    let value = file.text_at(pair.value);
    let pauses = value.get(..PAUSE.len()).is_some_and(|it| it.eq_ignore_ascii_case(PAUSE));
    for (kind, at) in complaint_in(pair.value, complaints) {
        let text = file.text_at(at);
        match kind {
            ComplaintKind::BadIntrospect => res.push(say::bad_introspect(at)),
            // In front of all else the word alone has changed, which is reported below.
            ComplaintKind::ActionUnknownDomain if pauses && at.start() == pair.value.start() => (),
            ComplaintKind::ActionUnknownDomain if text.eq_ignore_ascii_case("PAUSE") => {
                let new = "`INTROSPECT` in front of all modes";
                res.push(say::outdated(at, text, new, None));
            }
            ComplaintKind::ActionUnknownDomain => {
                let names = Domain::ALL.iter().map(|it| it.name());
                res.push(say::action_domain(at, text, nearest(text, names)));
            }
            ComplaintKind::ActionNoDeviceActivity => res.push(say::action_policy(at, text)),
            ComplaintKind::BadNodePolicy => {
                let near = policy_meant(text);
                res.push(say::bad_node_policy(at, text, false, near));
            }
            _ => (),
        }
    }
    if pauses {
        let at = TextRange::at(pair.value.start(), TextSize::of("PAUSE"));
        let behind = value.get(PAUSE.len()..).unwrap_or_default();
        let seconds = behind.split(':').next().unwrap_or_default();
        let found = match decimal(seconds) {
            // Then it waited for the signal, which 0 does no longer
            // (pinsight.md#converting-intermediate-versions).
            0 => {
                let edit =
                    TextEdit::replace(at.cover(range_in(file.text(), seconds)), "INTROSPECT:-1");
                let new = "`INTROSPECT:-1`";
                say::outdated(at, file.text_at(at), new, Some(edit))
                    .with_help("with 0 it waited for the signal, which -1 does today")
            }
            _ => {
                let edit = TextEdit::replace(at, "INTROSPECT");
                say::outdated(at, file.text_at(at), "`INTROSPECT`", Some(edit))
            }
        };
        res.push(found);
        return;
    }
    let comment = lines::split_comment(file, pair);
    let value = comment.map_or(value, |it| it.0);
    let action = action_of(value);
    if comment.is_none() {
        silent::check_action_sense(file, subject, pair, &action, res);
    }
    check_introspect(file, value, &action, res);
    // What is for an unknown domain is skipped, whatever it says.
    let is_read = |it: &ActionItem<'_>| it.domain.is_none_or(|it| Domain::from_name(it).is_some());
    for item in action_items(value).filter(is_read) {
        if let Some(policy) = item.policy {
            if let Some(NodePolicy::RotatePerNode(read_as)) = NodePolicy::read(policy) {
                check_rotation(file, policy, read_as, res);
            }
            continue;
        }
        if Mode::from_word(item.word).is_some() {
            continue;
        }
        let at = range_in(file.text(), item.word);
        let word = item.word.trim_end_matches(is_blank);
        if Mode::from_word(word).is_some() {
            let blanks = TextRange::new(at.start() + TextSize::of(word), at.end());
            res.push(say::blank_after_mode(at, word, TextEdit::delete(blanks)));
        } else {
            let last = comment.filter(|_| at.end() == bare_range(pair, value).end());
            res.push(with_comment_above(file, pair, last, unknown_mode(at, item.word)));
        }
    }
}

/// Finds the complaint about a value or a part of it.
pub(super) fn complaint_in<'c>(
    range: TextRange,
    complaints: &'c [&Complaint],
) -> impl Iterator<Item = (ComplaintKind, TextRange)> + 'c {
    // Sorted by where they start.
    let first = complaints.partition_point(|it| it.at.start() < range.start());
    let near = complaints.iter().skip(first).take_while(move |it| it.at.start() <= range.end());
    near.filter(move |it| range.contains_range(it.at)).map(|it| (it.kind, it.at))
}
