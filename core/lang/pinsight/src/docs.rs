//! Documentation of keys and sections, in the words shown in forms, hovers and completions.

use crate::header::{Action, Target};
use crate::model::{RegionConfig, State, is_installed};
use crate::run_time::Schedule;
use crate::tables::{Domain, Event};

/// Says what a scope does (pinsight.md#constraints-at-run-time), behind words that end with the scope.
macro_rules! scope_limits {
    ($scope:literal) => {
        concat!(
            $scope,
            " limits the ids of sections below and the constraints of all regions; a region without a \
             constraint is traced outside it, too"
        )
    };
}

pub(crate) use scope_limits;

/// The node policies of devices.
pub(crate) const POLICIES: &str =
    "off, on, anyone_per_node, leader_per_node or rotate_per_node:milliseconds";
/// The node policies of energy, which has no rotation (pinsight.md#documents-and-program).
pub(crate) const UNTIMED: &str = "off, on, anyone_per_node or leader_per_node";

/// The description of a key.
pub(crate) struct Key {
    /// The form of its value.
    pub(crate) kind: &'static str,
    /// The value that counts if no file sets it.
    pub(crate) default: &'static str,
    /// The effect of the key.
    pub(crate) about: &'static str,
}

/// Returns the description of a key.
pub(crate) fn key(key: &str) -> Option<Key> {
    const MODES: &str = "OFF, STANDBY, MONITORING (or MONITOR) or TRACING, in any case";
    let (kind, default, about) = match key {
        "trace_starts_at" => (
            "a whole number",
            "0",
            "Number of the first invocation that may be traced, counted from 0 on each thread and \
             for each region",
        ),
        "max_num_traces" => (
            "a whole number",
            "-1",
            "How many invocations are traced on each thread for each region. -1 is no limit and no \
             window end, 0 never traces",
        ),
        "tracing_rate" => (
            "a whole number",
            "1",
            "One in this many invocations is traced, the last of each group: a rate of 10 traces 9, \
             19, 29 and so on",
        ),
        "trace_mode" => (
            MODES,
            "TRACING",
            "What the domain does from the start. Every other text means TRACING",
        ),
        "device_activity" => {
            (POLICIES, "off", "Which processes of a machine collect activity records of the device")
        }
        "window_end_action" => (
            "modes for all domains or for some, as in MONITORING or OpenMP:OFF,MPI:STANDBY; in front \
             of them INTROSPECT:seconds:script: if a script is to run first",
            "none",
            "What happens when a window ends. Whitespace after a word inside the list makes it TRACING",
        ),
        "window_end_trigger" => (
            "first or all",
            "first",
            "first: a window ends when the first region reaches max_num_traces. all: when all regions \
             with a maximum have that the thread has met",
        ),
        "window_timeout" => (
            "a whole number of seconds",
            "none",
            "After how many seconds a window ends in any case; 0 or less is never. Only the value of \
             Lexgion.default drives the timer",
        ),
        "measure" => (UNTIMED, "off", "Which processes of a machine measure energy"),
        "interval" => (
            "a whole number of seconds",
            "10",
            "Seconds between two writes of the manifest; 0 means never",
        ),
        _ => return None,
    };
    Some(Key { kind, default, about })
}

/// Describes a key, the form of its value and its default, for the help of a field.
pub(crate) fn key_help(name: &str) -> String {
    key(name)
        .map(|it| format!("{}. Write {}. Default {}", it.about, it.kind, it.default))
        .unwrap_or_default()
}

/// Describes the effect of switching an event, in one line.
pub(crate) fn event(domain: Domain, event: &Event, seed: bool) -> String {
    let state = if is_installed(event, seed) { "on" } else { "off" };
    let group = if seed { event.seed_group } else { event.group };
    let mut res = format!("{} event of group {group}, {state} by default", domain.name());
    if seed {
        return res;
    }
    match event.no_effect() {
        Some(reason) => res.push_str(&format!("; a switch has no effect at run time: {reason}")),
        None => res.push_str(&format!("; at run time a switch {}", effect(event.effect))),
    }
    res
}

/// Completes "a switch …" with what the tables say of its effect.
fn effect(words: &str) -> String {
    match words.strip_prefix("as ") {
        _ if words.starts_with("honoured") => format!("is {words}"),
        Some(other) => format!("counts as it does for {other}"),
        None => format!("counts for {words}"),
    }
}

/// Returns the reason why switching an event changes nothing, if there is one.
pub(crate) fn inert(event: &Event, seed: bool) -> Option<String> {
    if !is_installed(event, seed) {
        return Some("off by default, and the program refuses to switch it on".to_owned());
    }
    if seed {
        return None;
    }
    event.no_effect().map(|reason| format!("no effect at run time: {reason}"))
}

/// Names the kind of section that a header opens.
pub(crate) fn section_kind(target: Target) -> &'static str {
    match target {
        Target::DomainDefault(Some(_)) => "domain default",
        Target::Punits => "punit section",
        Target::RegionDefault => "default of all regions",
        Target::DomainRegionDefault(Some(_)) => "default of a domain's regions",
        Target::Regions(_) => "region",
        Target::Knob => "knob section",
        Target::Energy => "energy section",
        Target::Manifest => "manifest section",
        Target::DomainDefault(None) | Target::DomainRegionDefault(None) | Target::Dead => {
            "dead section"
        }
    }
}

/// Describes what today's program does with a section, where that is not plain.
pub(crate) fn section_note(target: Target, action: Action) -> &'static str {
    match (target, action) {
        (Target::Knob | Target::Energy | Target::Manifest, Action::Reset | Action::Remove) => {
            "The action before it has no effect: the body is read as if it were not there"
        }
        (Target::DomainDefault(_), Action::Reset) => {
            "Events and mode go back to what they are after installation, scope and node policy stay. \
             The program does not read the body"
        }
        (Target::DomainRegionDefault(_), Action::Reset) => {
            "Starts afresh from Lexgion.default and the events of Domain.default. The program does \
             not read the body"
        }
        (_, Action::Remove) | (Target::Regions(_) | Target::Punits, Action::Reset) => {
            "The program does not read the body of this section"
        }
        (Target::RegionDefault, Action::Reset) => {
            "The program goes back to its defaults here and does not read the body"
        }
        (Target::DomainDefault(Some(_)), Action::Set) => {
            scope_limits!(
                "The events act only by being copied: into Lexgion(Domain).default, and where a \
                 section inherits them. A scope"
            )
        }
        (Target::Punits, Action::Set) => {
            "Today's program reads punit sections and never uses them: they have no effect on what \
             is traced"
        }
        (Target::RegionDefault, Action::Set) => {
            "Every region, and every Lexgion(Domain).default that has a section, starts as a copy of \
             this section as it is at that place of the file; domains without one get it as it is at \
             the end"
        }
        (Target::DomainRegionDefault(Some(_)), Action::Set) => {
            "Counts for the regions of the domain that have no section of their own. Every header of \
             this section starts afresh from Lexgion.default and the events of Domain.default"
        }
        (Target::Regions(_), Action::Set) => region_note((0, 1)),
        (
            Target::DomainDefault(None) | Target::DomainRegionDefault(None) | Target::Dead,
            Action::Set,
        ) => "No such section exists: the program reads the header and ignores the body",
        _ => "",
    }
}

/// Describes what a section of regions starts from: some have an entry from a section above, and
/// others are new.
pub(crate) fn region_note((n_known, n_new): (usize, usize)) -> &'static str {
    match (n_known, n_new) {
        (0, _) => "Starts as a copy of Lexgion.default as it is at this place of the file",
        (1, 0) => "Adds to what the sections above say of the same region",
        (_, 0) => "Adds to what the sections above say of the same regions",
        _ => {
            "New regions start as a copy of Lexgion.default as it is at this place of the file; to \
             the others it adds to what the sections above say of them"
        }
    }
}

/// Describes what the program of February 2026 did with a section (pinsight.md#seed-run-time).
pub(crate) fn seed_note(target: Target) -> &'static str {
    match target {
        Target::DomainDefault(Some(_)) => {
            scope_limits!(
                "The program of February 2026 asked for the triple only, not for event sets; by the \
                 document they count where a section inherits them. A scope"
            )
        }
        Target::Punits => {
            "The program of February 2026 read punit sections and never used them; by the document \
             the first that is for a unit chooses its events"
        }
        Target::RegionDefault => {
            "The triple of this section counted for every region in the program of February 2026"
        }
        Target::Regions(_) => {
            "The program of February 2026 had no finished look-up of regions, so this section had no \
             reliable effect"
        }
        _ => "The program of February 2026 ignored the body of this section",
    }
}

/// Writes a length of time.
pub(crate) fn seconds(count: i32) -> String {
    if count == 1 { "one second".to_owned() } else { format!("{count} seconds") }
}

/// Describes the invocations that a region with these settings traces.
pub(crate) fn traced_by(state: &State, config: &RegionConfig, schedule: Schedule) -> String {
    let words = traced(config.triple.map(|it| it.value), schedule.reopens);
    if schedule.waits(state, config) { words + &between_windows(state) } else { words }
}

/// Describes what comes between the windows of a region that waits for others
/// (pinsight.md#window-end).
fn between_windows(state: &State) -> String {
    let timeout = state.region_default.window.as_ref().and_then(|it| it.timeout);
    let or = if timeout.is_some_and(|it| it.0 > 0) { ", or until the timeout" } else { "" };
    format!(
        "; after each of them it is silent, at least until every other region with a limit that the \
         thread has met has its traces{or}"
    )
}

/// Describes the invocations that a triple traces (pinsight.md#the-triple); `reopens` if the end of
/// a window opens the next.
pub(crate) fn traced([start, max, rate]: [i32; 3], reopens: bool) -> String {
    if max == 0 || start < 0 || rate < 0 {
        return "traces no invocation".to_owned();
    }
    if reopens {
        let all = traced([start, -1, rate], false);
        // The program reads it without a sign.
        return format!("{all}, in windows of {}", max as u32);
    }
    let rate = i64::from(rate.max(1));
    let first = i64::from(start).max(rate - 1);
    let limit = if max < 0 { i64::MAX } else { i64::from(max) };
    if rate == 1 && limit == i64::MAX {
        return if first == 0 {
            "traces every invocation".to_owned()
        } else {
            format!("traces every invocation from number {first} on, counted from 0")
        };
    }
    if limit == 1 {
        return format!("traces the invocation {first} alone, counted from 0");
    }
    let shown: Vec<String> = (0..limit.min(4)).map(|it| (first + it * rate).to_string()).collect();
    let more = if limit > 4 { ", …" } else { "" };
    // In brackets, or it would look like one more invocation.
    let total = if limit == i64::MAX { String::new() } else { format!(" ({limit} in all)") };
    format!("traces the invocations {}{more}{total}, counted from 0", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closed_form() {
        assert_eq!(traced([0, -1, 1], false), "traces every invocation");
        assert_eq!(
            traced([0, -1, 10], false),
            "traces the invocations 9, 19, 29, 39, …, counted from 0"
        );
        assert_eq!(
            traced([20, 4, 10], false),
            "traces the invocations 20, 30, 40, 50 (4 in all), counted from 0"
        );
        assert_eq!(
            traced([3, -1, 10], false),
            "traces the invocations 9, 19, 29, 39, …, counted from 0"
        );
        assert_eq!(
            traced([5, -1, 0], false),
            "traces every invocation from number 5 on, counted from 0"
        );
        assert_eq!(
            traced([0, 3, 1], false),
            "traces the invocations 0, 1, 2 (3 in all), counted from 0"
        );
        assert_eq!(
            traced([20, 200, 10], false),
            "traces the invocations 20, 30, 40, 50, … (200 in all), counted from 0"
        );
        assert_eq!(traced([3, 1, 10], false), "traces the invocation 9 alone, counted from 0");
        assert_eq!(traced([0, 0, 1], false), "traces no invocation");
        assert_eq!(
            traced([0, 5, 10], true),
            "traces the invocations 9, 19, 29, 39, …, counted from 0, in windows of 5"
        );
        assert_eq!(traced([0, -5, 1], true), "traces every invocation, in windows of 4294967291");
    }
}
