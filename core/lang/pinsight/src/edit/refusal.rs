//! Values that the program would not read as they are meant.

use crate::file::File;
use crate::header::Target;
use crate::model::{TRIPLE, is_installed, is_named};
use crate::punits::{IdSet, PunitItems};
use crate::reading::{ActionItem, Subject, action_items, action_parts};
use crate::tables::Domain;
use crate::token::{is_blank, trim};
use crate::values::{
    Mode, NodePolicy, is_plain_decimal, is_plain_scope, is_switch_word, is_too_great,
};
use bobbin_core::edit::Refusal;

/// Refuses a value that the program would not read as it is meant.
pub(crate) fn refuse_value(file: &File, idx: usize, key: &str, value: &str) -> Result<(), Refusal> {
    let Some(result) = file.log().sections.get(idx).filter(|it| it.takes_body) else {
        return Ok(());
    };
    let refuse = |reason: &str| Err(Refusal::bad_value(format!("`{value}` {reason}")));
    let seed = file.is_seed();
    let integer = |min: i32| {
        if is_plain_decimal(value) && value.parse::<i32>().is_ok_and(|it| it >= min) {
            Ok(())
        } else if is_too_great(value) {
            Err(Refusal::bad_value(format!(
                "`{value}` is greater than {}, the greatest number of the program",
                i32::MAX
            )))
        } else {
            Err(Refusal::bad_value(format!("`{value}` is not a whole number from {min} on")))
        }
    };
    let event = |domain: Domain, name: &str| {
        let event = domain.event(name).filter(|it| is_named(it, seed));
        match event {
            None => Ok(()),
            Some(_) if !is_switch_word(value) => refuse("is neither `on` nor `off`"),
            Some(it) if !is_installed(it, seed) && crate::values::is_on(value) => {
                Err(Refusal::bad_value(format!(
                    "`{name}` is off by default, and the program refuses to switch it on"
                )))
            }
            Some(_) => Ok(()),
        }
    };
    match result.subject {
        Subject::Domain(_) if key == "trace_mode" && !seed => match Mode::from_word(value) {
            Some(_) => Ok(()),
            None => refuse("is not a mode"),
        },
        Subject::Domain(domain) if key == "device_activity" && domain.has_device_activity() => {
            NodePolicy::read(value).map_or_else(|| refuse("is not a policy"), |_| Ok(()))
        }
        Subject::Domain(domain) => match key.split_once('.') {
            Some((name, kind)) if name == domain.name() && domain.kind(kind).is_some() => {
                match is_plain_scope(value) {
                    true => Ok(()),
                    false => refuse("is not a range of ids"),
                }
            }
            _ => event(domain, key),
        },
        Subject::Punit(domain, _) => event(domain, key),
        Subject::RegionDefault | Subject::DomainRegionDefault(_) | Subject::Regions(..) => {
            match key {
                _ if key == TRIPLE[0] => integer(0),
                _ if key == TRIPLE[1] => integer(-1),
                _ if key == TRIPLE[2] => integer(1),
                "window_timeout" if !seed => integer(0),
                "window_end_trigger" if !seed => match value {
                    "first" | "all" => Ok(()),
                    _ => refuse("is not a trigger; write `first` or `all`"),
                },
                "window_end_action" if !seed => {
                    if action_parts(value).introspect.is_some_and(|it| it.1.is_none()) {
                        return refuse("lacks the script, as in `INTROSPECT:5:look.sh:`");
                    }
                    match action_items(value).find_map(|it| action_fault(&it)) {
                        Some(reason) => Err(Refusal::bad_value(reason)),
                        None => Ok(()),
                    }
                }
                _ => match key.split_once('.') {
                    Some((domain, name)) => match Domain::from_name(domain) {
                        Some(domain) => event(domain, name),
                        None => Ok(()),
                    },
                    None => Ok(()),
                },
            }
        }
        Subject::Energy if key == "measure" => {
            NodePolicy::read(value).map_or_else(|| refuse("is not a policy"), |_| Ok(()))
        }
        Subject::Manifest if key == "interval" => integer(0),
        _ => Ok(()),
    }
}

/// Returns the reason why the program would read an item of a window action otherwise, or not at all
/// (pinsight.md#window-actions).
fn action_fault(item: &ActionItem<'_>) -> Option<String> {
    let domain = item.domain.map(|it| Domain::from_name(it).ok_or(it));
    if let Some(Err(name)) = domain {
        return Some(format!("there is no domain `{name}`"));
    }
    if let Some(policy) = item.policy {
        return match domain {
            Some(Ok(it)) if !it.has_device_activity() => {
                Some(format!("{} has no `device_activity`", it.name()))
            }
            _ if NodePolicy::read(policy).is_none() => Some(format!("`{policy}` is not a policy")),
            _ => None,
        };
    }
    if Mode::from_word(item.word).is_some() {
        return None;
    }
    let word = item.word.trim_end_matches(is_blank);
    Some(match Mode::from_word(word) {
        Some(_) => format!(
            "the whitespace behind `{word}` would belong to the word, and the program would take that \
             for TRACING; write the comma right behind the mode"
        ),
        None => format!("`{word}` is not a mode"),
    })
}

/// Refuses a key or a value that cannot stand in a line.
pub(crate) fn check_line(key: &str, value: &str) -> Result<(), Refusal> {
    let is_key = !key.is_empty()
        && trim(key) == key
        && !key.contains(['=', '\n'])
        && !key.starts_with(['[', '#', '\u{feff}']);
    if !is_key {
        return Err(Refusal::bad_value(format!("`{}` cannot be a key", key.escape_debug())));
    }
    if value.contains('\n') || trim(value) != value {
        return Err(Refusal::bad_value(
            "a value has no line break, and no whitespace at its start or end",
        ));
    }
    Ok(())
}

/// Refuses a list of punits that the program would not read to its end.
pub(crate) fn check_punits(value: &str) -> Result<(), Refusal> {
    let mut kinds = Vec::new();
    for item in PunitItems::new(value) {
        let item = item.map_err(|(_, at)| {
            Refusal::bad_value(format!("`{at}` is not of the form `Domain.kind(ids)`"))
        })?;
        if let Some(kind) = item.known_kind().filter(|it| kinds.contains(it)) {
            return Err(Refusal::bad_value(format!(
                "`{}` is there twice, and only the last list would count; write one",
                kind.words()
            )));
        }
        kinds.extend(item.known_kind());
        if item.known_kind().is_none() {
            let name = format!("{}.{}", item.domain, item.kind);
            return Err(Refusal::bad_value(format!("`{name}` is not a kind of parallel unit")));
        }
        if IdSet::read(item.ids).is_err() {
            return Err(Refusal::bad_value(format!("`{}` is not a list of ids", item.ids)));
        }
    }
    Ok(())
}

/// Refuses a list of parents that the program would not follow.
pub(crate) fn check_parents(target: Target, value: &str, seed: bool) -> Result<(), Refusal> {
    if target == Target::Punits && value.contains(',') {
        return Err(Refusal::bad_value("a punit section has one parent"));
    }
    for item in value.split(',').map(trim) {
        let domain = item.strip_suffix(".default").and_then(Domain::from_name);
        let is_known = domain.is_some_and(|it| !seed || it.in_seed());
        // The document has it among the parents of regions, where it means nothing.
        let is_tolerated = seed && target != Target::Punits && item == "Lexgion.default";
        if !is_known && !is_tolerated {
            return Err(Refusal::bad_value(format!("`{item}` is not a `Domain.default`")));
        }
    }
    Ok(())
}
