//! Paths that lead to a value in some description, and those that lead to one in none.

use super::path::Segment;
use crate::hardware::lower::{argument_index, resource_kind};
use crate::hardware::sections::{Role, classify};
use crate::hardware::tables::{UNIT_TYPES, feature_bit};
use bobbin_core::edit::Refusal;

/// Refuses a path with a name that no description has, so that a slip of the pen is not taken for a
/// value that is not there.
pub(super) fn judge(pattern: &[Segment]) -> Result<(), Refusal> {
    let Some((first, rest)) = pattern.split_first() else { return Ok(()) };
    if first.is_any() {
        return Ok(());
    }
    match first.name.as_str() {
        "metadata" => words(first, rest, &["version", "timestamp", "flags"]),
        "pus" => end(first, rest),
        name => match classify(name) {
            (Some(unit), Role::Unit) => of_unit(first, unit.unit_type, rest),
            _ => Err(Refusal::bad_value(format!(
                "`{name}` is neither `metadata` nor `pus` nor a unit such as `cpu:0`"
            ))),
        },
    }
}

fn of_unit(unit: &Segment, unit_type: u16, rest: &[Segment]) -> Result<(), Refusal> {
    let parts = ["name", "vendor", "model", "features", "resources", "abi", "arch"];
    let Some((part, below)) = rest.split_first().filter(|it| !it.0.is_any()) else { return Ok(()) };
    let Some((name, behind)) = below.split_first().filter(|it| !it.0.is_any()) else {
        return words(unit, std::slice::from_ref(part), &parts);
    };
    match part.name.as_str() {
        "features" => {
            let is_bit =
                || name.name.strip_prefix("bit_").is_some_and(|it| it.parse::<u8>().is_ok());
            if feature_bit(unit_type, &name.name).is_none() && !is_bit() {
                let kind = UNIT_TYPES.iter().find(|it| it.number == unit_type);
                let kind = kind.map_or("such a unit", |it| it.key);
                return Err(Refusal::bad_value(format!(
                    "`{}` is not a feature of `{kind}`",
                    name.name
                )));
            }
            end(name, behind)
        }
        "resources" => {
            if resource_kind(&name.name).is_none() {
                return Err(Refusal::bad_value(format!(
                    "`{}` is not a kind of resource",
                    name.name
                )));
            }
            if let Some(index) = name.index.as_deref()
                && index != "*"
                && index.parse::<usize>().is_err()
            {
                return Err(Refusal::bad_value(format!(
                    "`[{index}]` is not a number of a resource"
                )));
            }
            words(name, behind, &["name", "count", "size", "flags"])
        }
        "abi" => {
            words(name, behind, &["arg_count", "flags", "map", "mapping"])?;
            let index = behind.first().and_then(|it| it.index.as_deref());
            match index.filter(|&it| it != "*" && argument_index(it).is_none()) {
                Some(index) => Err(Refusal::bad_value(format!("`[{index}]` is not an argument"))),
                None => Ok(()),
            }
        }
        "arch" => behind.first().map_or(Ok(()), |it| end(it, behind.get(1..).unwrap_or_default())),
        "name" | "vendor" | "model" => end(part, below),
        _ => words(unit, rest, &parts),
    }
}

/// Expects one of these names, and nothing behind it.
fn words(parent: &Segment, rest: &[Segment], names: &[&str]) -> Result<(), Refusal> {
    let Some((first, behind)) = rest.split_first() else { return Ok(()) };
    if !first.is_any() && !names.contains(&first.name.as_str()) {
        let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
        return Err(Refusal::bad_value(format!(
            "`{}` has no `{}`; there are {}",
            parent.spelling(),
            first.spelling(),
            names.join(", ")
        )));
    }
    end(first, behind)
}

fn end(last: &Segment, rest: &[Segment]) -> Result<(), Refusal> {
    match rest {
        [] => Ok(()),
        [first, ..] => Err(Refusal::bad_value(format!(
            "`{}` is a value and has no `{}`",
            last.spelling(),
            first.spelling()
        ))),
    }
}
