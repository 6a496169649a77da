//! Sections as items: their paths, and what belongs to one.

use std::collections::HashMap;

use text_size::{TextRange, TextSize};

use super::file::File;
use super::sections::{Pair, Role, Section, SectionId, UnitKey};
use bobbin_core::edit::ItemPath;
use bobbin_core::text::slice;
use bobbin_core::{Id as _, IdVec};

/// Returns the first part of a section's path, by its role; `None` for a section that cannot be
/// used.
pub(super) fn kind(role: &Role) -> Option<&'static str> {
    Some(match role {
        Role::Metadata => "metadata",
        Role::Unit => "unit",
        Role::Features(_) => "features",
        Role::Resources => "resources",
        Role::Abi(_) => "abi",
        Role::Mapping(_) => "mapping",
        Role::Arch(_) => "arch",
        Role::Unknown(_) => return None,
    })
}

/// Returns the path of each section. Sections of one name are told apart by a last part `#2`, `#3`.
pub(super) fn paths(file: &File) -> IdVec<SectionId, Option<ItemPath>> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let paths = file.sections().all.iter().map(|section| {
        let kind = kind(&section.role)?;
        let name = slice(file.text(), section.name);
        let nth = seen.entry(name).or_default();
        *nth += 1;
        let mut res = ItemPath::new([kind, name]);
        if *nth > 1 {
            res.0.push(format!("#{nth}"));
        }
        Some(res)
    });
    paths.collect()
}

/// Finds the section that a path names.
pub(super) fn section_of(file: &File, item: &ItemPath) -> Option<SectionId> {
    let parts = item.parts();
    let (wanted_kind, name, nth) = match *parts.as_slice() {
        [kind, name] => (kind, name, 1),
        [kind, name, nth] => (kind, name, nth.strip_prefix('#')?.parse().ok()?),
        _ => return None,
    };
    file.sections()
        .all
        .enumerated()
        .filter(|(_, it)| {
            kind(&it.role) == Some(wanted_kind) && slice(file.text(), it.name) == name
        })
        .nth(usize::checked_sub(nth, 1)?)
        .map(|(idx, _)| idx)
}

/// Finds the section that `at` belongs to: from its header up to the next one.
pub(super) fn section_at(file: &File, at: TextSize) -> Option<SectionId> {
    let behind = file.sections().all.partition_point(|it| it.header.start() <= at);
    // The line of a header starts before its bracket if it is indented.
    let line = file.sections().all.get(SectionId::from_index(behind)).filter(|next| {
        let between = TextRange::new(at.min(next.header.start()), next.header.start());
        let blanks = slice(file.text(), between);
        !between.is_empty() && !blanks.contains('\n') && blanks.trim().is_empty()
    });
    let idx = if line.is_some() { Some(behind) } else { behind.checked_sub(1) };
    idx.map(SectionId::from_index)
}

pub(super) fn item_at(file: &File, at: TextSize) -> Option<ItemPath> {
    let idx = section_at(file, at)?;
    let section = file.sections().all.get(idx)?;
    let name = slice(file.text(), section.name);
    let mut res = ItemPath::new([kind(&section.role)?, name]);
    let before = file.sections().all.iter().take(idx.index());
    let is_alike = |it: &&Section| kind(&it.role).is_some() && slice(file.text(), it.name) == name;
    let nth = before.filter(is_alike).count() + 1;
    if nth > 1 {
        res.0.push(format!("#{nth}"));
    }
    Some(res)
}

/// Returns the name of a section without the unit it starts with.
pub(super) fn short_name<'s>(file: &'s File, section: &'s Section) -> &'s str {
    let name = slice(file.text(), section.name);
    match section.role {
        Role::Unit => name,
        _ if section.unit.is_some() => name.split_once('.').map_or(name, |(_, rest)| rest),
        _ => name,
    }
}

/// Returns the unit of the model that uses a section first.
pub(super) fn used_by(file: &File, section: SectionId) -> Option<usize> {
    file.lowered().used_by.get(section).copied().flatten()
}

/// Returns the type of the unit that uses a section; CPU if none does.
pub(super) fn unit_type_of(file: &File, section: SectionId) -> u16 {
    used_by(file, section)
        .and_then(|it| file.lowered().model.units.get(it))
        .map(|it| it.unit_type)
        .or_else(|| file.sections().all.get(section)?.unit.map(|it| it.unit_type))
        .unwrap_or_default()
}

/// Returns the unit that uses a section, as headers spell it.
pub(super) fn unit_spelling(file: &File, section: SectionId) -> Option<String> {
    let unit = file.lowered().model.units.get(used_by(file, section)?)?;
    let key = UnitKey { unit_type: unit.unit_type, index: unit.index };
    Some(key.spelling())
}

/// Returns the pair that a form's key names in a section: of keys that may stand once the last one,
/// else the one with the number behind `#`.
pub(super) fn pair_of<'s>(file: &File, section: &'s Section, key: &str) -> Option<&'s Pair> {
    let named = |name: &str| {
        let name = name.to_owned();
        section.pairs.iter().filter(move |it| slice(file.text(), it.key) == name)
    };
    if !repeats(&section.role) {
        return named(key).next_back();
    }
    let (name, nth) = split_number(key);
    named(name).nth(nth.checked_sub(1)?)
}

/// Returns the section with the line of a key that counts for the unit of `section`, which may be repeated
/// (coil.md#booleans-and-repetition); `section` itself if there is no line.
pub(super) fn counting_section(file: &File, section: SectionId, key: &str) -> SectionId {
    let all = &file.sections().all;
    let is_own = all.get(section).is_some_and(|it| it.role == Role::Unit);
    let unit = used_by(file, section).filter(|_| is_own);
    let parts = unit.map(|it| parts_of(file, it, &Role::Unit)).unwrap_or_default();
    let has_line = |it: &SectionId| all.get(*it).is_some_and(|it| pair_of(file, it, key).is_some());
    parts.into_iter().rfind(has_line).unwrap_or(section)
}

/// True if each line with the same key is an entry of its own.
pub(super) fn repeats(role: &Role) -> bool {
    matches!(role, Role::Resources | Role::Mapping(_) | Role::Arch(_))
}

/// Splits `cache_l1#2` into the key and its number, which is 1 without `#`.
pub(super) fn split_number(key: &str) -> (&str, usize) {
    key.rsplit_once('#')
        .and_then(|(key, number)| Some((key, number.parse().ok().filter(|&it| it > 1)?)))
        .unwrap_or((key, 1))
}

/// Returns the sections of a unit that have a role, in the order of the text.
pub(super) fn parts_of(file: &File, unit: usize, role: &Role) -> Vec<SectionId> {
    let sections = file.sections().all.enumerated();
    let found = sections.filter(|(idx, it)| {
        it.role == *role && (used_by(file, *idx) == Some(unit) || is_of(file, it, unit))
    });
    found.map(|(idx, _)| idx).collect()
}

/// True if a section has the unit in front of its name.
fn is_of(file: &File, section: &Section, unit: usize) -> bool {
    let unit = file.lowered().model.units.get(unit);
    let key = unit.map(|it| UnitKey { unit_type: it.unit_type, index: it.index });
    section.unit.is_some() && section.unit == key
}

/// Finds the section that a name in a command names, if it is of one of these kinds; the section
/// that its entries go to is for the caller to find.
pub(super) fn section_named(file: &File, name: &str, kinds: &[&str]) -> Option<SectionId> {
    let mut sections = file.sections().all.enumerated();
    let found = sections.find(|(_, it)| {
        slice(file.text(), it.name) == name && kind(&it.role).is_some_and(|it| kinds.contains(&it))
    });
    found.map(|it| it.0)
}
