//! Checks for promises of the documents that the program does not keep
//! (pinsight.md#documents-and-program).

use text_size::{TextRange, TextSize};

use crate::diagnostics as say;
use crate::edit::lines;
use crate::entry;
use crate::file::File;
use crate::header::Action;
use crate::item;
use crate::lower::Pair;
use crate::model::{OUTSIDE, RegionConfig, WindowAction};
use crate::punits::PunitItems;
use crate::reading::{PairResult, Subject, action_items};
use crate::subject;
use crate::tables::{Domain, N_DOMAINS, N_KINDS};
use crate::token::{is_blank, trim};
use crate::values::{Mode, NodePolicy, decimal, is_plain_decimal};
use bobbin_core::diagnostics::{Diagnostic, nearest, switch_meant};
use bobbin_core::edit::TextEdit;
use bobbin_core::text::{len, offset, range_in, slice};

/// Scopes that no list of ids below asks for.
pub(super) fn check_scopes(file: &File, res: &mut Vec<Diagnostic>) {
    if file.is_seed() {
        return;
    }
    let text = file.text();
    // From the end: which kinds the sections below name. The constraints of regions are held
    // against the scope at run time, wherever they stand (pinsight.md#constraints-at-run-time).
    let mut named = [false; N_KINDS];
    for region in file.state().regions.iter().filter(|it| it.config.armed) {
        for (kind, _) in region.config.punits.iter() {
            if let Some(slot) = named.get_mut(kind.index()) {
                *slot = true;
            }
        }
    }
    let sections = file.layout().sections.iter().zip(&file.log().sections);
    let read: Vec<_> = sections.collect();
    for (section, result) in read.into_iter().rev() {
        let header = &section.header;
        if let Subject::Domain(domain) = result.subject {
            for (pair, it) in file.layout().pairs_of(section) {
                let key = slice(text, it.key);
                let kind = key.split_once('.').and_then(|(_, kind)| domain.kind(kind));
                let is_set = file.log().pairs.get(pair) == Some(&PairResult::Applied);
                let is_named = kind.and_then(|it| named.get(it.index()));
                if is_set && is_named == Some(&false) {
                    res.push(say::scope_unused(it.key, key));
                }
            }
            continue;
        }
        for part in [Some(header.target_range), header.constraints].into_iter().flatten() {
            for item in PunitItems::new(slice(text, part)).filter_map(Result::ok) {
                let slot = item.known_kind().and_then(|it| named.get_mut(it.index()));
                if let Some(slot) = slot {
                    *slot = true;
                }
            }
        }
    }
}

/// Modes that the environment sets over what the file says.
fn check_mode_variables(file: &File, res: &mut Vec<Diagnostic>) {
    let env = &file.input().host.env;
    let sections = file.layout().sections.iter().zip(&file.log().sections);
    for (section, result) in sections {
        for (pair, it) in file.layout().pairs_of(section) {
            if file.log().pairs.get(pair) != Some(&PairResult::Applied) {
                continue;
            }
            match (&result.subject, file.text_at(it.key)) {
                (Subject::Domain(domain), "trace_mode") => {
                    let name = format!("PINSIGHT_TRACE_{}", domain.name().to_uppercase());
                    if env.contains_key(&name) {
                        let mode = file.state().domain(*domain).mode.value.word();
                        let what = format!("the mode of {} is {mode}", domain.name());
                        res.push(say::mode_variable(it.key, &name, &what));
                    }
                }
                (Subject::Energy, "measure") if file.state().energy.pair == Some(OUTSIDE) => {
                    let what = format!("the policy is {}", file.state().energy.value);
                    res.push(say::mode_variable(it.key, "PINSIGHT_MEASURE_ENERGY", &what));
                }
                _ => (),
            }
        }
    }
}

/// The variables that the program reads besides those for the modes (pinsight.md#environment-variables).
const VARIABLES: [&str; 4] = [
    "PINSIGHT_TRACE_CONFIG_FILE",
    "PINSIGHT_TRACE_WINDOW",
    "PINSIGHT_TRACE_RATE",
    "PINSIGHT_MEASURE_ENERGY",
];

/// Reports values of variables that the program reads otherwise than they look, and names that it does not
/// read, at the section that they are about, else at the first.
fn check_variables(file: &File, res: &mut Vec<Diagnostic>) {
    let env = &file.input().host.env;
    let Some(first) = file.layout().sections.first().filter(|_| !file.is_seed()) else { return };
    let about = |subject: &Subject| {
        let last = entry::sections_of(file, subject).last().copied();
        let section = last.and_then(|it| file.layout().sections.get(it));
        section.unwrap_or(first).header.target_range
    };
    let modes = Domain::ALL.map(|it| (it, format!("PINSIGHT_TRACE_{}", it.name().to_uppercase())));
    for (name, value) in env.iter().filter(|it| it.0.starts_with("PINSIGHT_")) {
        if let Some((domain, _)) = modes.iter().find(|it| it.1 == *name) {
            let is_read = Mode::from_word(value).is_some() || value == "0";
            let is_meant = value.eq_ignore_ascii_case("FALSE") || switch_meant(value) == Some(true);
            if !is_read && !is_meant {
                let off = switch_meant(value).map(|_| Mode::Off.word());
                let meant = off.or_else(|| nearest(value, Mode::ALL.iter().map(|it| it.word())));
                let at = about(&Subject::Domain(*domain));
                res.push(say::unknown_mode_variable(at, name, value, meant));
            }
        } else if name == "PINSIGHT_MEASURE_ENERGY" {
            if NodePolicy::read(value).is_none() {
                res.push(say::bad_policy_variable(about(&Subject::Energy), name, value));
            }
        } else if !VARIABLES.contains(&name.as_str()) {
            let known = VARIABLES.into_iter().chain(modes.iter().map(|it| it.1.as_str()));
            // What all have in common makes none alike.
            let prefixes = ["PINSIGHT_TRACE_", "PINSIGHT_"];
            let prefix = prefixes.into_iter().find(|it| name.starts_with(it)).unwrap_or_default();
            let own = name.strip_prefix(prefix).unwrap_or_default();
            if let Some(meant) = nearest(own, known.filter_map(|it| it.strip_prefix(prefix))) {
                let meant = format!("{prefix}{meant}");
                res.push(say::unknown_variable(first.header.target_range, name, &meant));
            }
        }
    }
}

/// Reports an action at the end of a window that never ends.
pub(super) fn check_window_end(file: &File, res: &mut Vec<Diagnostic>) {
    let default = file.state().region_default.window.as_deref();
    if default.and_then(|it| it.timeout).is_some_and(|(seconds, _)| seconds > 0) {
        return;
    }
    let defaults = file.state().domain_region_defaults.iter().map(|it| &it.0);
    let live = file.state().regions.iter().filter(|it| !it.removed).map(|it| &it.config);
    let entries: Vec<&RegionConfig> =
        defaults.chain(live).chain([&file.state().region_default]).collect();
    let limited = |it: &RegionConfig| {
        let [start, max, rate] = it.triple.map(|it| it.value);
        max > 0 && start >= 0 && rate >= 0
    };
    let action = |it: &RegionConfig| Some(it.window.as_deref()?.action.as_ref()?.1);
    let mut done: Vec<u32> = Vec::new();
    for entry in &entries {
        let Some(pair) = action(entry).filter(|it| !done.contains(it)) else { continue };
        done.push(pair);
        let own: Vec<_> = entries.iter().filter(|it| action(it) == Some(pair)).collect();
        let ends = own.iter().any(|it| limited(it));
        if let (Some(line), false) = (file.layout().pairs.get(pair as usize), ends) {
            let has_limit = own.iter().any(|it| it.triple[1].value != -1);
            res.push(say::unreached_end(line.key, file.text_at(line.key), has_limit));
        }
    }
}

/// Reports the variable that people take for an override of the file.
pub(super) fn check_environment(file: &File, res: &mut Vec<Diagnostic>) {
    check_mode_variables(file, res);
    check_variables(file, res);
    let names = ["PINSIGHT_TRACE_WINDOW", "PINSIGHT_TRACE_RATE"];
    let found = names.into_iter().find(|it| file.input().host.env.contains_key(*it));
    let (Some(name), false) = (found, file.is_seed()) else { return };
    let default = entry::sections_of(file, &Subject::RegionDefault);
    let section = default.last().and_then(|&it| file.layout().sections.get(it));
    let section = section.or_else(|| file.layout().sections.first());
    let Some(section) = section else { return };
    let at = section.header.target_range;
    if file.log().is_default_overridden {
        res.push(say::window_variable(at, name));
    }
    if name == "PINSIGHT_TRACE_RATE" {
        res.push(say::outdated_variable(at, name));
    }
    let value = file.input().host.env.get(name).map(String::as_str).unwrap_or_default();
    let fourth = value.split(':').nth(3).map(trim).filter(|it| !it.is_empty());
    let is_action =
        fourth.is_some_and(|it| !it.starts_with(|it: char| it.is_ascii_digit() || it == '-'));
    if is_action {
        res.push(say::outdated_field(at, name));
    }
    let n_numbers = if is_action { 3 } else { 4 };
    for part in value.split(':').take(n_numbers).map(trim) {
        if !is_plain_decimal(part) {
            res.push(say::odd_variable(at, name, part, decimal(part)));
        }
    }
}

/// Reports a mode for all domains in a section that has events of some.
fn check_action_for_all(file: &File, subject: &Subject, pair: &Pair, res: &mut Vec<Diagnostic>) {
    let Some(config) = subject::config_of(file, subject) else { return };
    let own: Vec<&str> = Domain::ALL
        .into_iter()
        .filter(|it| config.filter(*it).is_some())
        .map(Domain::name)
        .collect();
    if own.is_empty() || own.len() == Domain::ALL.len() {
        return;
    }
    let items = action_items(file.text_at(pair.value));
    for item in items.filter(|it| it.domain.is_none()) {
        let word = item.word.trim_end_matches(is_blank);
        if Mode::from_word(word).is_some() {
            let range = TextRange::at(range_in(file.text(), item.word).start(), len(word));
            let modes: Vec<String> = own.iter().map(|it| format!("{it}:{word}")).collect();
            let fix = TextEdit::replace(range, modes.join(","));
            res.push(say::action_for_all(range, word, &own, fix));
        }
    }
}

/// Reports a reset that takes a mode back that was set above.
pub(super) fn check_reset(file: &File, res: &mut Vec<Diagnostic>) {
    if file.is_seed() {
        return;
    }
    let mut modes: [Option<(Mode, TextRange)>; N_DOMAINS] = [None; N_DOMAINS];
    // A mode that is written again below counts after all.
    let mut found: [Option<Diagnostic>; N_DOMAINS] = [const { None }; N_DOMAINS];
    for (section, result) in file.layout().sections.iter().zip(&file.log().sections) {
        let Subject::Domain(domain) = result.subject else { continue };
        let Some(slot) = modes.get_mut(domain.index()) else { continue };
        let header = &section.header;
        if header.action == Action::Reset
            && let Some((mode, line)) = *slot
            && mode != Mode::Tracing
        {
            let range = header.action_range.unwrap_or(header.target_range);
            let end = lines::line_end_style(file, header.range.start());
            let again =
                format!("{end}[SET {}.default]{end}trace_mode = {}", domain.name(), mode.word());
            // Behind the body, which is not read.
            let at = item::section_range(file, section).end();
            let fix = TextEdit::insert(at, again);
            if let Some(slot) = found.get_mut(domain.index()) {
                *slot = Some(say::reset_mode(range, domain, mode.word(), line, fix));
            }
        }
        for (pair, it) in file.layout().pairs_of(section) {
            let is_read = file.log().pairs.get(pair) == Some(&PairResult::Applied);
            if is_read && file.text_at(it.key) == "trace_mode" {
                let mode = Mode::read(file.text_at(it.value));
                *slot = Some((mode, it.key.cover(it.value)));
                if let Some(found) = found.get_mut(domain.index()) {
                    *found = None;
                }
            }
        }
    }
    res.extend(found.into_iter().flatten());
}

/// Reports what a window action leaves open or contradicts.
pub(super) fn check_action_sense(
    file: &File,
    subject: &Subject,
    pair: &Pair,
    action: &WindowAction,
    res: &mut Vec<Diagnostic>,
) {
    check_action_for_all(file, subject, pair, res);
    for domain in Domain::ALL {
        let mode = action.modes.get(domain.index()).copied().flatten();
        let policy = action.device_activity.get(domain.index()).copied().flatten();
        if let (Some(mode), Some(_)) = (mode, policy)
            && mode != Mode::Tracing
        {
            res.push(say::policy_beside_mode(pair.value, domain, mode));
        }
    }
    let has_script = action.introspect.as_ref().is_some_and(|it| !it.script.is_empty());
    let changes = action.modes.iter().any(Option::is_some)
        || action.device_activity.iter().any(Option::is_some);
    // While the application is paused nobody writes the trace that the script reads.
    if let Some(script) = action.introspect.as_ref().filter(|it| has_script && it.pause == 0) {
        let text = file.text_at(pair.value);
        // Behind the word and the seconds.
        let colons = text.match_indices(':').map(|(at, _)| at + 1);
        if let Some(start) = colons.into_iter().nth(1)
            && text.get(start..).is_some_and(|it| it.starts_with(&script.script))
        {
            let at = pair.value.start() + offset(start);
            let range = TextRange::at(at, len(&script.script));
            res.push(say::script_without_rotation(range, &script.script));
        }
    }
    // Behind the word, the seconds and the script, which may be none, stands the list of modes.
    let mut parts = file.text_at(pair.value).splitn(4, ':').skip(2);
    if action.introspect.is_some() && !changes && parts.next().is_some() {
        let separator = match parts.next() {
            None => ":",
            Some(list) if list.is_empty() || list.ends_with(',') => "",
            Some(_) => ", ",
        };
        let new = format!("{separator}MONITORING");
        let word = TextRange::at(pair.value.start(), TextSize::of("INTROSPECT"));
        res.push(say::introspect_keeps_modes(word, has_script, pair.value.end(), new));
    }
}
