//! The wording of diagnostics about body lines.

use text_size::{TextRange, TextSize};

use super::codes::*;
use crate::docs::{self, scope_limits};
use crate::tables::Domain;
use crate::values::{Mode, is_plain_decimal, is_too_great};
use bobbin_core::diagnostics::{Diagnostic, Fix};
use bobbin_core::edit::TextEdit;

pub(crate) fn unknown_key(
    range: TextRange,
    text: &str,
    section: &str,
    nearest: Option<&str>,
    comment: TextEdit,
) -> Diagnostic {
    let article = if section.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let message = match text {
        "" => "there is no key before the `=`, and the program ignores the line".to_owned(),
        _ => format!("`{text}` is not a key of {article} {section}, and the program ignores it"),
    };
    let res = with_nearest(Diagnostic::new(&UNKNOWN_KEY, range, message), range, nearest);
    with_comment(res, comment)
}

pub(crate) fn misplaced_key(
    range: TextRange,
    text: &str,
    place: &str,
    comment: TextEdit,
) -> Diagnostic {
    let message = format!("`{text}` belongs in {place}, and the program ignores it here");
    with_comment(Diagnostic::new(&MISPLACED_KEY, range, message), comment)
}

pub(crate) fn mode_in_punits(range: TextRange, domain: Domain, comment: TextEdit) -> Diagnostic {
    let message = format!(
        "`trace_mode` belongs in `[{}.default]`, and the program refuses it here",
        domain.name()
    );
    with_comment(Diagnostic::new(&MODE_IN_PUNITS, range, message), comment)
}

pub(crate) fn repeated_key(
    range: TextRange,
    text: &str,
    last: TextRange,
    comment: TextEdit,
) -> Diagnostic {
    let message = format!("this line has no effect, because `{text}` is set again below");
    let res = Diagnostic::new(&REPEATED_KEY, range, message)
        .with_related(last, "the line that takes effect");
    with_comment(res, comment)
}

/// Puts the user's text in backticks, or says that there is none.
fn quoted(text: &str) -> String {
    if text.is_empty() { "an empty value".to_owned() } else { format!("`{text}`") }
}

/// `range` is the name without its domain; the first of `better` is the likeliest.
pub(crate) fn unknown_event(
    range: TextRange,
    text: &str,
    domain: &str,
    better: &[&str],
) -> Diagnostic {
    let message = format!("{domain} has no event `{text}`, and the program ignores the line");
    let mut res = Diagnostic::new(&UNKNOWN_EVENT, range, message);
    match better {
        [] => (),
        [one] => res = res.with_help(format!("did you mean `{one}`?")),
        _ => res = res.with_help(format!("the events are `{}`", better.join("`, `"))),
    }
    for it in better {
        res = res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, *it));
    }
    res
}

pub(crate) fn unnamed_event(range: TextRange, text: &str) -> Diagnostic {
    let message = format!("the program does not find `{text}` by its name, and ignores the line");
    Diagnostic::new(&UNKNOWN_EVENT, range, message)
        .with_help("the event is off by default and could not be switched on anyway")
}

pub(crate) fn unknown_event_domain(
    range: TextRange,
    text: &str,
    nearest: Option<&str>,
) -> Diagnostic {
    let message = format!("{}, and the program ignores the line", no_domain(text));
    with_nearest(Diagnostic::new(&UNKNOWN_EVENT, range, message), range, nearest)
}

pub(crate) fn bare_event(range: TextRange, text: &str, domain: Domain) -> Diagnostic {
    let name = domain.name();
    let message =
        format!("`{text}` needs its domain in front in this section; the program ignores it");
    let edit = TextEdit::insert(range.start(), format!("{name}."));
    // A switch that counts may begin a set of events, from which all others are off.
    let fix = Fix::new(format!("Change to `{name}.{text}`"), edit).as_guess();
    Diagnostic::new(&BARE_EVENT, range, message).with_fixes([fix])
}

pub(crate) fn prefixed_event(range: TextRange, text: &str, event: &str) -> Diagnostic {
    let message =
        format!("`{text}` is written without its domain in this section; the program ignores it");
    Diagnostic::new(&PREFIXED_EVENT, range, message)
        .with_fix(format!("Change to `{event}`"), TextEdit::replace(range, event))
}

pub(crate) fn foreign_event(range: TextRange, text: &str, domain: Domain) -> Diagnostic {
    let name = domain.name();
    let message = format!("`{text}` is an event of {name}, and the program ignores it here");
    Diagnostic::new(&FOREIGN_EVENT, range, message)
        .with_help(format!("write it below `[{name}.default]`"))
}

pub(crate) fn event_not_installed(key: TextRange, text: &str, value: TextRange) -> Diagnostic {
    let message = format!("`{text}` is off by default, and the program refuses to switch it on");
    Diagnostic::new(&EVENT_NOT_INSTALLED, key, message)
        .with_help("a file can only take events away from the default set and give them back")
        .with_fix("Change to `off`", TextEdit::replace(value, "off"))
}

/// Reports a switch without a key, which finds the unnamed event 0 of OpenMP
/// (pinsight.md#seed-parser-defects).
pub(crate) fn unnamed_switch(range: TextRange, comment: TextEdit) -> Diagnostic {
    let message = "without a key the program finds an event of OpenMP that has no name, and refuses \
                   to switch it on";
    with_comment(Diagnostic::new(&EVENT_NOT_INSTALLED, range, message), comment)
}

pub(crate) fn no_effect(key: TextRange, text: &str, reason: &str, comment: TextEdit) -> Diagnostic {
    let message = format!("switching `{text}` has no effect at run time: {reason}");
    with_comment(Diagnostic::new(&NO_EFFECT, key, message), comment)
}

/// `is_on` is true if the line switches its own event on.
pub(crate) fn lone_switch(
    key: TextRange,
    domain: Domain,
    is_on: bool,
    fix: Option<TextEdit>,
) -> Diagnostic {
    let name = domain.name();
    let which = if is_on { "other events" } else { "events" };
    let message = format!(
        "no event set of {name} is inherited here, so this line switches all its {which} off"
    );
    let res = Diagnostic::new(&LONE_SWITCH, key, message)
        .with_help(format!("inherit `{name}.default` to keep the others"));
    match fix {
        Some(fix) => res.with_fix(format!("Inherit `{name}.default`"), fix),
        None => res,
    }
}

/// Reports a switch of `Lexgion.default` that no region copies.
pub(crate) fn switch_not_taken(key: TextRange, domain: Domain) -> Diagnostic {
    let name = domain.name();
    let message = format!(
        "no region takes this switch: only one with a section below does, unless it inherits \
         `{name}.default`"
    );
    Diagnostic::new(&LONE_SWITCH, key, message)
        .with_help(format!("the events of all other regions are those of `{name}.default`"))
}

pub(crate) fn unknown_scope(
    range: TextRange,
    text: &str,
    domain: Domain,
    nearest: Option<&str>,
) -> Diagnostic {
    let message =
        format!("`{text}` is not a scope of {}, and the program ignores it", domain.name());
    with_nearest(Diagnostic::new(&UNKNOWN_SCOPE, range, message), range, nearest)
}

pub(crate) fn trailing_comment(range: TextRange, read_as: &str, fix: TextEdit) -> Diagnostic {
    let message =
        format!("a value cannot be followed by a comment: with this text the value {read_as}");
    Diagnostic::new(&TRAILING_COMMENT, range, message)
        .with_help("write the comment on a line of its own")
        .with_fix("Put the comment above", fix)
}

pub(crate) fn harmless_comment(range: TextRange, fix: TextEdit) -> Diagnostic {
    let message = "a value cannot be followed by a comment; this one happens to do no harm";
    Diagnostic::new(&HARMLESS_COMMENT, range, message).with_fix("Put the comment above", fix)
}

pub(crate) fn switch_word(range: TextRange, text: &str, meant_on: bool) -> Diagnostic {
    let what = quoted(text);
    let message = format!("{what} is neither `on` nor `1`, so the event is switched off");
    let words = if meant_on { ["on", "off"] } else { ["off", "on"] };
    let res = Diagnostic::new(&SWITCH_WORD, range, message);
    words.into_iter().fold(res, |res, it| {
        let edit = if text.is_empty() { format!(" {it}") } else { it.to_owned() };
        res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, edit))
    })
}

pub(crate) fn odd_number(range: TextRange, text: &str, read_as: i32) -> Diagnostic {
    let message = format!("the program reads {} as {read_as}", quoted(text));
    let res = Diagnostic::new(&ODD_NUMBER, range, message);
    let edit = if text.is_empty() { format!(" {read_as}") } else { read_as.to_string() };
    let as_read = Fix::new(format!("Write `{read_as}`"), TextEdit::replace(range, edit));
    // What a number wraps to is not what was meant.
    if text.parse::<i128>().is_ok() {
        // Nor is a number that turned negative.
        let as_read = (read_as > 0).then(|| as_read.as_guess());
        return res.with_help("numbers have 32 bits").with_fixes(as_read);
    }
    let res = res.with_fixes([as_read]);
    // Who writes digits of that kind means their number.
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    if let Some(meant) =
        digits.and_then(|it| i32::from_str_radix(it, 16).ok()).filter(|it| *it >= 0)
    {
        return res
            .with_fix(format!("Write `{meant}`"), TextEdit::replace(range, meant.to_string()));
    }
    let meant = with_unit(text).filter(|it| *it != read_as).map(|meant| {
        let edit = TextEdit::replace(range, meant.to_string());
        Fix::new(format!("Write `{meant}`"), edit).as_guess()
    });
    res.with_fixes(meant)
}

/// Returns the number that `10k`, `2M` or `1e3` is elsewhere.
fn with_unit(text: &str) -> Option<i32> {
    let at = text.find(|it: char| !it.is_ascii_digit()).filter(|it| *it > 0)?;
    let (digits, unit) = text.split_at_checked(at)?;
    let zeros = match unit {
        "k" | "K" => 3,
        "m" | "M" => 6,
        _ => unit.strip_prefix(['e', 'E'])?.parse().ok()?,
    };
    digits.parse::<i32>().ok()?.checked_mul(10_i32.checked_pow(zeros)?)
}

/// `counts` is true if no line below sets another number everywhere.
pub(crate) fn never_traced(range: TextRange, key: &str, number: i32, counts: bool) -> Diagnostic {
    let read_as = number as u32;
    let then = if counts { ": nothing is traced" } else { "" };
    let message = format!("the program reads this as {read_as}{then}");
    Diagnostic::new(&NEVER_TRACED, range, message)
        .with_help(format!("the program reads `{key}` as unsigned"))
}

pub(crate) fn zero_limit(range: TextRange) -> Diagnostic {
    Diagnostic::new(&ZERO_LIMIT, range, "with a limit of 0 traces, nothing is traced")
        .with_help("-1 is no limit")
}

pub(crate) fn huge_limit(range: TextRange, number: i32) -> Diagnostic {
    let limit = number as u32;
    let message = format!("the program reads this as a limit of {limit} traces");
    Diagnostic::new(&HUGE_LIMIT, range, message)
        .with_help("-1 is no limit, 0 traces nothing")
        .with_fix("Change to `-1`", TextEdit::replace(range, "-1"))
}

pub(crate) fn negative_seconds(range: TextRange) -> Diagnostic {
    Diagnostic::new(&NEGATIVE_SECONDS, range, "a timeout of less than 0 seconds counts as 0")
        .with_fix("Change to `0`", TextEdit::replace(range, "0"))
}

/// `what` has `text`, of which the program keeps `n_bytes`.
pub(crate) fn text_cut(range: TextRange, what: &str, n_bytes: usize, kept: &str) -> Diagnostic {
    let message = format!("the program keeps {n_bytes} bytes of {what}");
    let end = kept.char_indices().rev().nth(15).map_or(0, |(at, _)| at);
    let end = kept.get(end..).unwrap_or_default();
    Diagnostic::new(&TEXT_CUT, range, message).with_help(format!("it ends with `{end}`"))
}

/// `read_as` is what the program takes for the time `text`.
pub(crate) fn rotate_time(range: TextRange, text: &str, read_as: i32) -> Diagnostic {
    let is_wrapped =
        is_too_great(text.strip_prefix('-').unwrap_or(text)) && !is_plain_decimal(text);
    let why = if is_wrapped {
        "does not fit into 32 bits"
    } else if is_plain_decimal(text) {
        "is no time above 0 milliseconds"
    } else {
        "is not a number of milliseconds"
    };
    let message = format!("{} {why}, and the program takes {read_as}", quoted(text));
    let res = Diagnostic::new(&ROTATE_TIME, range, message);
    // What a number wraps to is not what was meant.
    if is_wrapped {
        return res;
    }
    res.with_fix(format!("Write `{read_as}`"), TextEdit::replace(range, read_as.to_string()))
}

/// Reports that `key` says what happens at an end that never comes; `has_limit` tells of a limit that
/// no region reaches.
pub(crate) fn unreached_end(range: TextRange, key: &str, has_limit: bool) -> Diagnostic {
    let (why, help) = match has_limit {
        true => (
            "reaches its limit",
            "write a greater `max_num_traces`, or `window_timeout` in the section `Lexgion.default`",
        ),
        false => (
            "has a limit",
            "write `max_num_traces`, or `window_timeout` in the section `Lexgion.default`",
        ),
    };
    let message = format!(
        "no region that has this `{key}` {why}, and there is no timeout: its window never ends"
    );
    Diagnostic::new(&UNREACHED_END, range, message).with_help(help)
}

/// `what` is said by the variable `name`.
pub(crate) fn mode_variable(range: TextRange, name: &str, what: &str) -> Diagnostic {
    let message = format!("`{name}` is set and applied after the file: {what}");
    Diagnostic::new(&MODE_VARIABLE, range, message)
}

/// `domains` have events off in their defaults; `is_early` is true if a copy made here would lack that.
pub(crate) fn open_events(
    range: TextRange,
    domains: &[&str],
    is_early: bool,
    fix: Option<TextEdit>,
) -> Diagnostic {
    let (parents, all) = match domains {
        [one] => (format!("`{one}.default`"), one.to_string()),
        _ => (format!("`{}.default`", domains.join(".default`, `")), domains.join(", ")),
    };
    let message = format!(
        "events that {parents} switches off pass here, as this region has no event set of {all}"
    );
    let res = Diagnostic::new(&OPEN_EVENTS, range, message);
    if is_early {
        return res.with_help(format!(
            "move this section below {parents}, and inherit there: what is copied is what stands above"
        ));
    }
    match fix {
        Some(fix) => res.with_fix(format!("Inherit {parents}"), fix),
        None => res,
    }
}

pub(crate) fn zero_rate(range: TextRange) -> Diagnostic {
    Diagnostic::new(&ZERO_RATE, range, "a rate of 0 acts like 1, which leaves no invocation out")
        .with_fix("Change to `1`", TextEdit::replace(range, "1"))
}

pub(crate) fn unknown_mode(range: TextRange, text: &str, nearest: Option<&str>) -> Diagnostic {
    let message = format!("{} is not a mode, and the program takes it for TRACING", quoted(text));
    let res = Diagnostic::new(&UNKNOWN_MODE, range, message)
        .with_help("the modes are OFF, STANDBY, MONITORING and TRACING");
    match nearest {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

/// `fix` takes the whitespace away.
pub(crate) fn blank_after_mode(range: TextRange, word: &str, fix: TextEdit) -> Diagnostic {
    let message = format!(
        "the whitespace after `{word}` belongs to the word, and the program takes that for TRACING"
    );
    Diagnostic::new(&UNKNOWN_MODE, range, message)
        .with_help("write the comma right after the mode")
        .with_fix("Remove the whitespace", fix)
}

pub(crate) fn scope_comma(range: TextRange, (low, high): (i32, i32)) -> Diagnostic {
    let message = format!("the comma means a range: all ids from {low} to {high}");
    Diagnostic::new(&SCOPE_COMMA, range, message).with_fix(
        format!("Write `({low}-{high})`"),
        TextEdit::replace(range, format!("({low}-{high})")),
    )
}

pub(crate) fn odd_scope(range: TextRange, text: &str, (low, high): (i32, i32)) -> Diagnostic {
    let message = format!("the program reads {} as {low} to {high}", quoted(text));
    let res = Diagnostic::new(&ODD_SCOPE, range, message)
        .with_help("a scope is one range, as in `(0-15)`");
    // Words have no numbers that could have been meant.
    if !text.contains(|it: char| it.is_ascii_digit()) || low < 0 || low > high {
        return res;
    }
    let written = format!("({low}-{high})");
    res.with_fix(format!("Write `{written}`"), TextEdit::replace(range, written))
}

pub(crate) fn reversed_scope(range: TextRange, (low, high): (i32, i32)) -> Diagnostic {
    Diagnostic::new(&REVERSED_SCOPE, range, format!("a scope from {low} to {high} accepts no id"))
        .with_fix(
            format!("Write `({high}-{low})`"),
            TextEdit::replace(range, format!("({high}-{low})")),
        )
}

pub(crate) fn bad_node_policy(
    range: TextRange,
    text: &str,
    is_energy: bool,
    nearest: Option<&str>,
) -> Diagnostic {
    let used = if is_energy { "keeps the old one" } else { "takes `off`" };
    let message = format!("{} is not a policy, and the program {used}", quoted(text));
    let policies = if is_energy { docs::UNTIMED } else { docs::POLICIES };
    let res =
        Diagnostic::new(&BAD_NODE_POLICY, range, message).with_help(format!("write {policies}"));
    match nearest {
        Some(it) => res.with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => res,
    }
}

pub(crate) fn energy_rotate(range: TextRange) -> Diagnostic {
    let message = "measuring energy cannot rotate, although the program accepts it here";
    Diagnostic::new(&ENERGY_ROTATE, range, message)
        .with_fix("Change to `leader_per_node`", TextEdit::replace(range, "leader_per_node"))
}

pub(crate) fn bad_introspect(range: TextRange) -> Diagnostic {
    Diagnostic::new(&BAD_INTROSPECT, range, "`INTROSPECT` has no script, and the program runs none")
        .with_help("write `INTROSPECT:seconds:script`, and after another colon the modes to set afterwards")
}

pub(crate) fn action_domain(range: TextRange, text: &str, nearest: Option<&str>) -> Diagnostic {
    let message = format!("{}, and the program skips this part of the action", no_domain(text));
    with_nearest(Diagnostic::new(&ACTION_DOMAIN, range, message), range, nearest)
}

pub(crate) fn action_policy(range: TextRange, text: &str) -> Diagnostic {
    let message = format!("`{text}` is skipped: only CUDA and HIP have `device_activity`");
    Diagnostic::new(&ACTION_POLICY, range, message)
}

pub(crate) fn trigger(range: TextRange, text: &str, reserved: bool) -> Diagnostic {
    let (code, why) = match reserved {
        true => (&RESERVED_TRIGGER, "is reserved for later"),
        false => (&TRIGGER, "is not a trigger"),
    };
    let what = quoted(text);
    Diagnostic::new(code, range, format!("{what} {why}, and the program takes `first`"))
        .with_fix("Change to `first`", TextEdit::replace(range, "first"))
        .with_fix("Change to `all`", TextEdit::replace(range, "all"))
}

pub(crate) fn endless_window(range: TextRange) -> Diagnostic {
    let message = "without a timeout, one region that never gets its traces keeps the window open";
    Diagnostic::new(&ENDLESS_WINDOW, range, message)
        .with_help("write a `window_timeout` above 0 in the section `Lexgion.default`")
}

pub(crate) fn timeout_unused(range: TextRange, comment: TextEdit) -> Diagnostic {
    let message =
        "only the timeout of `Lexgion.default` drives the timer, so this one has no effect";
    with_comment(Diagnostic::new(&TIMEOUT_UNUSED, range, message), comment)
}

pub(crate) fn knob_table_full(range: TextRange, text: &str) -> Diagnostic {
    let message = format!("there are 64 knobs already, and the program ignores `{text}`");
    Diagnostic::new(&KNOB_TABLE_FULL, range, message)
}

pub(crate) fn scope_unused(range: TextRange, key: &str) -> Diagnostic {
    let message = format!("no section below names ids of `{key}`, so this scope changes nothing");
    Diagnostic::new(&SCOPE_UNUSED, range, message).with_help(scope_limits!("a scope"))
}

pub(crate) fn window_variable(range: TextRange, name: &str) -> Diagnostic {
    let message = format!(
        "`{name}` changes `Lexgion.default` alone: ordinary regions do not see its triple and action"
    );
    Diagnostic::new(&WINDOW_VARIABLE, range, message).with_help(
        "the defaults of the domains were made from this file before; write the triple into the file",
    )
}

pub(crate) fn policy_beside_mode(range: TextRange, domain: Domain, mode: Mode) -> Diagnostic {
    let (name, mode) = (domain.name(), mode.word());
    let message =
        format!("{name} becomes {mode} here, a mode that its `device_activity` is not meant for");
    Diagnostic::new(&POLICY_BESIDE_MODE, range, message)
        .with_help("give the domain the mode TRACING, or leave `device_activity` out")
}

/// `new` at `end` gives a mode to all domains.
pub(crate) fn introspect_keeps_modes(
    range: TextRange,
    has_script: bool,
    end: TextSize,
    new: String,
) -> Diagnostic {
    let then = if has_script { "after the script" } else { "afterwards" };
    let message = format!("no mode is given, so all modes stay as they are {then}");
    Diagnostic::new(&INTROSPECT_KEEPS_MODES, range, message)
        .with_help("the guide says MONITORING, but the program changes nothing")
        .with_fix(format!("Add `{}`", new.trim_start()), TextEdit::insert(end, new))
}

pub(crate) fn script_without_rotation(range: TextRange, script: &str) -> Diagnostic {
    let message =
        format!("`{script}` reads a trace that is still written: it starts without a pause");
    Diagnostic::new(&SCRIPT_WITHOUT_ROTATION, range, message)
        .with_help("the guide says that a chunk of the trace is closed first, but the program does not do that; pause for a few seconds")
}

/// `fix` writes the mode out for the domains that the section has events of.
pub(crate) fn action_for_all(
    range: TextRange,
    word: &str,
    own: &[&str],
    fix: TextEdit,
) -> Diagnostic {
    let message =
        format!("`{word}` is for all domains, not only for those whose events this section has");
    let written: Vec<String> = own.iter().map(|it| format!("{it}:{word}")).collect();
    let written = written.join(",");
    Diagnostic::new(&ACTION_FOR_ALL, range, message).with_fix(format!("Write `{written}`"), fix)
}

/// `triple` is start, maximum and rate, `traced` the invocations in words.
pub(crate) fn late_first(range: TextRange, triple: [i32; 3], traced: &str) -> Diagnostic {
    let [start, _, rate] = triple.map(i64::from);
    let first = start.max(rate - 1);
    let message = format!("the first trace is invocation {first}: the section {traced}");
    let help = format!("not {start}: of each {rate} invocations the last is traced");
    Diagnostic::new(&LATE_FIRST, range, message).with_help(help)
}

/// Reports a mode that the environment gives; `meant` is the one that the value is like.
pub(crate) fn unknown_mode_variable(
    range: TextRange,
    name: &str,
    value: &str,
    meant: Option<&str>,
) -> Diagnostic {
    let message = format!(
        "`{name}` is set to {}, which is not a mode, and the program takes it for TRACING",
        quoted(value)
    );
    Diagnostic::new(&UNKNOWN_MODE, range, message).with_help(match meant {
        Some(it) => format!("did you mean `{it}`?"),
        None => "the modes are OFF, STANDBY, MONITORING and TRACING".to_owned(),
    })
}

/// Reports a number in a variable.
pub(crate) fn odd_variable(range: TextRange, name: &str, text: &str, read_as: i32) -> Diagnostic {
    let message = format!("the program reads {} in `{name}` as {read_as}", quoted(text));
    Diagnostic::new(&ODD_NUMBER, range, message).with_help(WINDOW_VARIABLE_FORM)
}

/// Reports a policy that the environment gives.
pub(crate) fn bad_policy_variable(range: TextRange, name: &str, value: &str) -> Diagnostic {
    let message = format!(
        "`{name}` is set to {}, which is not a policy, and the program keeps that of the file",
        quoted(value)
    );
    Diagnostic::new(&BAD_NODE_POLICY, range, message).with_help(format!("write {}", docs::UNTIMED))
}

/// Reports a variable that the program does not read; `meant` is one that it does.
pub(crate) fn unknown_variable(range: TextRange, name: &str, meant: &str) -> Diagnostic {
    let message = format!("`{name}` is set, and the program reads no variable of this name");
    Diagnostic::new(&UNKNOWN_VARIABLE, range, message).with_help(format!("did you mean `{meant}`?"))
}

pub(crate) fn outdated_variable(range: TextRange, name: &str) -> Diagnostic {
    let message = format!("`{name}` is the old name of the window variable");
    Diagnostic::new(&OUTDATED_VARIABLE, range, message).with_help(WINDOW_VARIABLE_FORM)
}

pub(crate) fn outdated_field(range: TextRange, name: &str) -> Diagnostic {
    let message = format!("`{name}` has an action in the place of the timeout; put `0:` before it");
    Diagnostic::new(&OUTDATED_FIELD, range, message).with_help(WINDOW_VARIABLE_FORM)
}

const WINDOW_VARIABLE_FORM: &str = "write `PINSIGHT_TRACE_WINDOW=start:max:rate:timeout:action`";

pub(crate) fn file_prefix(range: TextRange, file: &str) -> Diagnostic {
    let message = format!(
        "`{file}` matches every file whose name begins with it, and regions without a file"
    );
    Diagnostic::new(&FILE_PREFIX, range, message)
        .with_help("write the whole name, as in `solver.py`")
}
