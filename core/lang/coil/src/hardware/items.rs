//! Sections as items: their paths, the outline, folds.

use std::collections::HashMap;

use text_size::{TextRange, TextSize};

use super::File;
use super::sections::{Role, Section};
use super::tables::{self, Named, UNIT_TYPES};
use super::value;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::slice;
use bobbin_core::view::{ItemAction, Outline, OutlineEntry, OutlineKind};

/// First part of a section's path, by its role; none for a section that cannot be used.
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

/// How many arguments the ABIs take, by unit and name.
type Arguments<'f> = HashMap<(usize, &'f str), usize>;

impl File {
    /// By section: its path. Sections of one name are told apart by a last part `#2`, `#3`.
    fn paths(&self) -> Vec<Option<ItemPath>> {
        let mut seen: HashMap<&str, u32> = HashMap::new();
        let paths = self.sections.all.iter().map(|section| {
            let kind = kind(&section.role)?;
            let name = slice(self.text(), section.name);
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

    /// The section that a path names, as an index.
    pub(super) fn section_of(&self, item: &ItemPath) -> Option<usize> {
        let parts = item.parts();
        let (wanted_kind, name, nth) = match *parts.as_slice() {
            [kind, name] => (kind, name, 1),
            [kind, name, nth] => (kind, name, nth.strip_prefix('#')?.parse().ok()?),
            _ => return None,
        };
        self.sections
            .all
            .iter()
            .enumerate()
            .filter(|(_, it)| {
                kind(&it.role) == Some(wanted_kind) && slice(self.text(), it.name) == name
            })
            .nth(usize::checked_sub(nth, 1)?)
            .map(|(idx, _)| idx)
    }

    /// The section that `at` belongs to: from its header up to the next one.
    pub(super) fn section_at(&self, at: TextSize) -> Option<usize> {
        let behind = self.sections.all.partition_point(|it| it.header.start() <= at);
        // The line of a header starts before its bracket if it is indented.
        let line = self.sections.all.get(behind).filter(|next| {
            let between = TextRange::new(at.min(next.header.start()), next.header.start());
            let blanks = slice(self.text(), between);
            !between.is_empty() && !blanks.contains('\n') && blanks.trim().is_empty()
        });
        if line.is_some() { Some(behind) } else { behind.checked_sub(1) }
    }

    pub(super) fn item_at_offset(&self, at: TextSize) -> Option<ItemPath> {
        let idx = self.section_at(at)?;
        self.paths().into_iter().nth(idx).flatten()
    }

    /// The name of a section without the unit it starts with.
    pub(super) fn short_name<'s>(&'s self, section: &'s Section) -> &'s str {
        let name = slice(self.text(), section.name);
        match section.role {
            Role::Unit => name,
            _ if section.unit.is_some() => name.split_once('.').map_or(name, |(_, rest)| rest),
            _ => name,
        }
    }

    /// What can be added to the text as a whole: a unit of each type, and the metadata if they are
    /// not there.
    pub(super) fn text_additions(&self) -> Vec<ItemAction> {
        let is_taken = |name: &str| {
            self.sections.all.iter().any(|it| slice(self.text(), it.name).trim() == name)
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
        let mut res =
            vec![action("Add unit", "unit", UNIT_TYPES.iter().filter_map(unit).collect())];
        if !is_taken("metadata") {
            res.push(action("Add metadata", "metadata", vec!["metadata".to_owned()]));
        }
        res
    }

    pub(super) fn outline_tree(&self) -> Outline {
        let paths = self.paths();
        let units_of_model = self.lowered.model.units.iter().enumerate();
        let abis = units_of_model.flat_map(|(idx, unit)| {
            let abis = unit.abis.iter();
            abis.map(move |it| ((idx, it.name.as_str()), usize::from(it.arg_count)))
        });
        let arguments: Arguments<'_> = abis.collect();
        let mut entries: Vec<OutlineEntry> = Vec::new();
        // By unit of the model, and by unit and ABI: where its entry stands.
        let mut units: HashMap<usize, usize> = HashMap::new();
        for (idx, section) in self.sections.all.iter().enumerate() {
            if section.role == Role::Unit
                && let (Some(unit), Some(path)) = (self.used_by(idx), path(&paths, idx))
            {
                units.entry(unit).or_insert(entries.len());
                entries.push(self.entry(idx, section, path, &arguments));
            } else if self.used_by(idx).is_none()
                && let Some(path) = path(&paths, idx)
            {
                entries.push(self.entry(idx, section, path, &arguments));
            }
        }
        let mut abis: HashMap<(usize, &str), usize> = HashMap::new();
        for (idx, section) in self.sections.all.iter().enumerate() {
            let (Some(unit), Some(path)) = (self.used_by(idx), path(&paths, idx)) else { continue };
            let Some(parent) = units.get(&unit).and_then(|&it| entries.get_mut(it)) else {
                continue;
            };
            if section.role == Role::Unit {
                continue;
            }
            let entry = self.entry(idx, section, path, &arguments);
            // A unit reaches as far as its own sections follow it.
            if self.used_by(idx.saturating_sub(1)) == Some(unit)
                && parent.range.end() <= section.range.start()
            {
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
        &self,
        idx: usize,
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
            name: match self.used_by(idx) {
                Some(_) => self.short_name(section).to_owned(),
                None => slice(self.text(), section.name).to_owned(),
            },
            detail: self.detail(idx, section, arguments),
            kind,
            range: section.range,
            name_range: section.name,
            children: Vec::new(),
        }
    }

    /// A few words on what a section holds.
    fn detail(&self, idx: usize, section: &Section, arguments: &Arguments<'_>) -> String {
        let n_pairs = section.pairs.len();
        let counted =
            |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        match &section.role {
            Role::Metadata => {
                let [major, minor, patch] = self.lowered.model.version;
                format!("version {major}.{minor}.{patch}")
            }
            Role::Unit => {
                let unit = self.used_by(idx).and_then(|it| self.lowered.model.units.get(it));
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
                    value::boolean(&value::plain(slice(self.text(), value))) == Some(true)
                };
                let n_on = section.pairs.iter().filter(|it| is_on(it.value)).count();
                format!("{n_on} of {n_pairs} on")
            }
            Role::Resources => counted(n_pairs, "resource", "resources"),
            Role::Abi(name) => {
                let n_arguments =
                    self.used_by(idx).and_then(|it| arguments.get(&(it, name.as_str())));
                n_arguments.map_or_else(String::new, |&it| counted(it, "argument", "arguments"))
            }
            Role::Mapping(_) => counted(n_pairs, "mapping", "mappings"),
            Role::Arch(_) => counted(n_pairs, "fact", "facts"),
            Role::Unknown(_) => String::new(),
        }
    }

    /// The unit of the model that uses a section first.
    pub(super) fn used_by(&self, section: usize) -> Option<usize> {
        self.lowered.used_by.get(section).copied().flatten()
    }

    pub(super) fn fold_ranges(&self) -> Vec<TextRange> {
        self.sections
            .all
            .iter()
            .map(|it| it.range)
            .filter(|&it| slice(self.text(), it).contains('\n'))
            .collect()
    }
}

fn path(paths: &[Option<ItemPath>], idx: usize) -> Option<ItemPath> {
    paths.get(idx).cloned().flatten()
}
