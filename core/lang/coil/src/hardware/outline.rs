//! The outline, and what can be added to a text.

use std::collections::HashMap;

use text_size::TextRange;

use super::file::File;
use super::items::{paths, short_name, used_by};
use super::sections::{Role, Section, SectionId};
use super::tables::{self, Named, UNIT_TYPES};
use super::value;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::slice;
use bobbin_core::view::{ItemAction, Outline, OutlineEntry, OutlineKind};
use bobbin_core::{Id as _, IdVec};

/// The numbers of arguments of the ABIs, by unit and name.
type Arguments<'f> = HashMap<(usize, &'f str), usize>;

/// Returns what can be added to the text as a whole: a unit of each type, and the metadata if they
/// are not there.
pub(super) fn additions(file: &File) -> Vec<ItemAction> {
    let is_taken = |name: &str| {
        file.sections().all.iter().any(|it| slice(file.text(), it.name).trim() == name)
    };
    let action = |label: &str, kind: &str, names: Vec<String>| ItemAction {
        label: label.to_owned(),
        command: Command::AddItem {
            kind: kind.to_owned(),
            name: String::new(),
            values: Vec::new(),
        },
        names,
    };
    let unit = |it: &Named| {
        let free = (0..=u16::MAX).find(|n| !is_taken(&format!("{}:{n}", it.key)));
        free.map(|n| format!("{}:{n}", it.key))
    };
    let mut res = vec![action("Add unit", "unit", UNIT_TYPES.iter().filter_map(unit).collect())];
    if !is_taken("metadata") {
        res.push(action("Add metadata", "metadata", vec!["metadata".to_owned()]));
    }
    res
}

pub(super) fn outline(file: &File) -> Outline {
    let paths = paths(file);
    let units_of_model = file.lowered().model.units.iter().enumerate();
    let abis = units_of_model.flat_map(|(idx, unit)| {
        let abis = unit.abis.iter();
        abis.map(move |it| ((idx, it.name.as_str()), usize::from(it.arg_count)))
    });
    let arguments: Arguments<'_> = abis.collect();
    let mut entries: Vec<OutlineEntry> = Vec::new();
    // By unit of the model, and by unit and ABI: where its entry stands.
    let mut units: HashMap<usize, usize> = HashMap::new();
    for (idx, section) in file.sections().all.enumerated() {
        if section.role == Role::Unit
            && let (Some(unit), Some(path)) = (used_by(file, idx), path(&paths, idx))
        {
            units.entry(unit).or_insert(entries.len());
            entries.push(entry(file, idx, section, path, &arguments));
        } else if used_by(file, idx).is_none()
            && let Some(path) = path(&paths, idx)
        {
            entries.push(entry(file, idx, section, path, &arguments));
        }
    }
    let mut abis: HashMap<(usize, &str), usize> = HashMap::new();
    for (idx, section) in file.sections().all.enumerated() {
        let (Some(unit), Some(path)) = (used_by(file, idx), path(&paths, idx)) else { continue };
        let Some(parent) = units.get(&unit).and_then(|&it| entries.get_mut(it)) else {
            continue;
        };
        if section.role == Role::Unit {
            continue;
        }
        let entry = entry(file, idx, section, path, &arguments);
        // A unit reaches as far as its own sections follow it.
        let before = SectionId::from_index(idx.index().saturating_sub(1));
        if used_by(file, before) == Some(unit) && parent.range.end() <= section.range.start() {
            parent.range = parent.range.cover(section.range);
        }
        let abi = match &section.role {
            Role::Mapping(name) => abis.get(&(unit, name)).copied(),
            _ => None,
        };
        match abi.and_then(|it| parent.children.get_mut(it)) {
            Some(abi) => abi.children.push(entry),
            None => {
                if let Role::Abi(name) = &section.role {
                    abis.insert((unit, name), parent.children.len());
                }
                parent.children.push(entry);
            }
        }
    }
    Outline { entries, ..Outline::default() }
}

fn entry(
    file: &File,
    idx: SectionId,
    section: &Section,
    item: ItemPath,
    arguments: &Arguments<'_>,
) -> OutlineEntry {
    let kind = match section.role {
        Role::Unit => OutlineKind::Unit,
        Role::Resources | Role::Mapping(_) => OutlineKind::Table,
        _ => OutlineKind::Section,
    };
    OutlineEntry {
        item,
        name: match used_by(file, idx) {
            Some(_) => short_name(file, section).to_owned(),
            None => slice(file.text(), section.name).to_owned(),
        },
        detail: detail(file, idx, section, arguments),
        kind,
        range: section.range,
        name_range: section.name,
        children: Vec::new(),
    }
}

/// Describes in a few words what a section holds.
fn detail(file: &File, idx: SectionId, section: &Section, arguments: &Arguments<'_>) -> String {
    let n_pairs = section.pairs.len();
    let counted =
        |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    match &section.role {
        Role::Metadata => {
            let lowered = file.lowered();
            let refused = lowered.sources.version.filter(|it| lowered.sources.refused.contains(it));
            if refused.is_some() {
                return String::new();
            }
            let [major, minor, patch] = lowered.model.version;
            format!("version {major}.{minor}.{patch}")
        }
        Role::Unit => {
            let unit = used_by(file, idx).and_then(|it| file.lowered().model.units.get(it));
            match unit.map(|it| it.name.as_str()).filter(|it| !it.is_empty()) {
                Some(name) => name.to_owned(),
                None => section
                    .unit
                    .and_then(|it| tables::by_number(UNIT_TYPES, it.unit_type))
                    .map_or_else(String::new, |it| it.doc.to_owned()),
            }
        }
        Role::Features(_) => {
            let is_on = |value: TextRange| {
                value::boolean(&value::plain(slice(file.text(), value))) == Some(true)
            };
            let n_on = section.pairs.iter().filter(|it| is_on(it.value)).count();
            format!("{n_on} of {n_pairs} on")
        }
        Role::Resources => counted(n_pairs, "resource", "resources"),
        Role::Abi(name) => {
            let n_arguments = used_by(file, idx).and_then(|it| arguments.get(&(it, name.as_str())));
            n_arguments.map_or_else(String::new, |&it| counted(it, "argument", "arguments"))
        }
        Role::Mapping(_) => counted(n_pairs, "mapping", "mappings"),
        Role::Arch(_) => counted(n_pairs, "fact", "facts"),
        Role::Unknown(_) => String::new(),
    }
}

fn path(paths: &IdVec<SectionId, Option<ItemPath>>, idx: SectionId) -> Option<ItemPath> {
    paths.get(idx).cloned().flatten()
}

#[cfg(test)]
mod tests {
    use bobbin_core::{Document, Input};

    /// Of a version that cannot be read, nothing is said.
    #[test]
    fn the_version_of_the_metadata_is_that_which_counts() {
        let details = |value: &str| {
            let text = format!("[metadata]\n{value}\n[cpu:0]\nname = a\n");
            let file = super::super::parse(&Input::alone("a.coilcfg.txt", &text));
            let entries = file.outline().entries.into_iter();
            entries.map(|it| it.detail).next().unwrap_or_default()
        };
        assert_eq!(details("version = 1.0.2"), "version 1.0.2");
        assert_eq!(details("flags = 0"), "version 0.1.0");
        assert_eq!(details("version = 1.2.3"), "");
        assert_eq!(details("version = one"), "");
    }
}
