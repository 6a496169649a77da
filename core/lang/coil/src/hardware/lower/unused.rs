//! Sections that stand twice, and those that nothing uses.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use text_size::TextRange;

use super::features;
use super::lowering::Lowering;
use crate::hardware::diagnostics as say;
use crate::hardware::diagnostics::Unused;
use crate::hardware::model::{Model, Unit};
use crate::hardware::sections::{Role, Section, UnitKey, UnknownName, classify};
use crate::hardware::source_map::{SourceMap, UnitSource};
use crate::hardware::tables::{self, UNIT_TYPES};
use crate::hardware::value;
use bobbin_core::diagnostics::nearest;
use bobbin_core::edit::TextEdit;
use bobbin_core::text::{range_in, slice};

/// The key by which sections are merged.
#[derive(PartialEq, Eq, Hash)]
enum Same<'t> {
    /// The name, for the metadata, units and sections of unknown kinds.
    Name(&'t str),
    /// The unit and the role, whatever the section is called.
    Part(Option<UnitKey>, &'t Role),
}

impl Lowering<'_> {
    /// Reports sections that are merged; those without a unit are of the owner.
    pub(super) fn report_duplicates(&mut self, owner: Option<UnitKey>) {
        let mut first: HashMap<Same<'_>, TextRange> = HashMap::new();
        for it in &self.sections.all {
            let name = slice(self.text, it.name);
            let same = match &it.role {
                Role::Unknown(UnknownName::Missing | UnknownName::TooLong) => continue,
                // Units of two spellings are refused.
                Role::Metadata | Role::Unit | Role::Unknown(_) => Same::Name(name),
                // One of the unit and one without a unit both count, or one is passed over.
                role @ (Role::Features(_) | Role::Mapping(_)) => Same::Part(it.unit, role),
                role => Same::Part(it.unit.or(owner), role),
            };
            match first.entry(same) {
                Entry::Vacant(entry) => {
                    entry.insert(it.name);
                }
                Entry::Occupied(entry) => {
                    let before = (*entry.get(), slice(self.text, *entry.get()));
                    self.found.push(say::duplicate_section(it.name, name, before));
                }
            }
        }
    }

    /// Reports the part of a unit's name that does not fit its field (coil.md#field-limits).
    pub(super) fn report_bad_unit(&mut self, range: TextRange, name: &str) {
        let unit = name.split_once('.').map_or(name, |it| it.0);
        let Some((kind, index)) = unit.split_once(':') else { return };
        let number = kind.strip_prefix("pu").filter(|_| tables::by_key(UNIT_TYPES, kind).is_none());
        let (what, part) = match number {
            Some(number) if value::integer(number).is_none_or(|it| it > u64::from(u16::MAX)) => {
                ("unit type", number)
            }
            _ => ("unit index", index),
        };
        let range = if part.is_empty() { range } else { range_in(self.text, part) };
        self.found.push(say::bad_integer(range, what, part, u64::from(u16::MAX)));
    }

    pub(super) fn report_unused(&mut self, keys: &[UnitKey], model: &Model, sources: &SourceMap) {
        let by_key: HashMap<UnitKey, usize> =
            keys.iter().enumerate().map(|(idx, &key)| (key, idx)).collect();
        let undoes = |it: &Self, section: &Section, unit: usize| {
            let unit = model.units.get(unit).zip(sources.units.get(unit));
            unit.is_some_and(|(unit, source)| it.undoes(section, unit, source))
        };
        let takes_bare = self.taker_of_bare(keys, sources);
        for (idx, section) in self.sections.all.enumerated() {
            if self.claimed.get(idx).copied().unwrap_or_default() {
                continue;
            }
            // Another spelling of a unit is reported as such.
            if matches!(section.role, Role::Unit | Role::Unknown(UnknownName::Missing)) {
                continue;
            }
            let name = slice(self.text, section.name);
            let of_unit = section.unit.map(UnitKey::spelling);
            let end = self.line_end;
            let add = |full: &str| {
                TextEdit::insert(section.header.start(), format!("[{full}]{end}{end}"))
            };
            let passed_over = self.passed_over.get(&section.role);
            if let Some(&unit) = passed_over.filter(|_| section.unit.is_none()) {
                let undoes = by_key.get(&unit).is_some_and(|&it| undoes(self, section, it));
                let it = Unused::PassedOver { unit, undoes };
                self.found.push(say::unused_section(section.name, name, it, add));
                continue;
            }
            let known = section.unit.is_none_or(|it| by_key.contains_key(&it));
            let misspelt = self.misspelt_role(section);
            let why = match (&section.role, &of_unit) {
                (Role::Unknown(UnknownName::TooLong), _) => {
                    self.found.push(say::long_name(section.name));
                    continue;
                }
                (Role::Unknown(UnknownName::BadNumber), _) => {
                    self.report_bad_unit(section.name, name);
                    continue;
                }
                (Role::Unknown(UnknownName::UnitType), _) => {
                    let similar = similar_name(name);
                    let undoes = similar.as_deref().is_some_and(|it| {
                        let (unit, role) = classify(it);
                        role == Role::Unit && unit.is_some_and(|it| takes_bare(it, section))
                    });
                    Unused::NoSuchType { similar, undoes }
                }
                (_, Some(unit)) if !known => {
                    let undoes = section.unit.is_some_and(|it| takes_bare(it, section));
                    Unused::NoSuchUnit { unit, undoes }
                }
                _ if misspelt.is_some() => Unused::Misspelt(misspelt.unwrap_or_default()),
                _ if keys.is_empty() => Unused::NoUnitAtAll,
                (Role::Mapping(abi), _) => {
                    let short = format!("abi:{}", value::quote(abi));
                    let full = match &of_unit {
                        Some(unit) => format!("{unit}.{short}"),
                        None => short,
                    };
                    Unused::NoSuchAbi { abi, full }
                }
                _ => {
                    let unit = section
                        .unit
                        .and_then(|it| by_key.get(&it).copied())
                        .or(self.owner)
                        .unwrap_or_default();
                    let list = sources.units.get(unit).and_then(|it| it.features);
                    let Role::Features(short) = &section.role else { continue };
                    let spelling = keys.get(unit).map(|it| it.spelling()).unwrap_or_default();
                    let insert = list.map(|range| features::append_name(self.text, range, short));
                    let undoes = undoes(self, section, unit);
                    let it = Unused::NotListed { unit: &spelling, insert, undoes };
                    self.found.push(say::unused_section(section.name, name, it, add));
                    continue;
                }
            };
            self.found.push(say::unused_section(section.name, name, why, add));
        }
    }

    /// Tells of a unit that is added above a section whether what has no unit would go to it, and so from
    /// the unit that has it now (coil.md#several-units).
    fn taker_of_bare(
        &self,
        keys: &[UnitKey],
        sources: &SourceMap,
    ) -> impl Fn(UnitKey, &Section) -> bool + use<> {
        let owner = self.owner.and_then(|it| keys.get(it).zip(sources.units.get(it)));
        let owner = owner.map(|(key, source)| (key.unit_type == 0, source.header.start()));
        let is_bare = |it: &Section| {
            let is_whole = matches!(it.role, Role::Metadata | Role::Unit | Role::Unknown(_));
            it.unit.is_none() && !is_whole
        };
        let owner = owner.filter(|_| self.sections.all.iter().any(is_bare));
        move |added, section| {
            let is_above = |header| section.header.start() <= header;
            owner.is_some_and(|(is_cpu, header)| match (is_cpu, added.unit_type == 0) {
                (true, false) => false,
                (false, true) => true,
                (true, true) | (false, false) => is_above(header),
            })
        }
    }

    /// Returns true if something that counts for a unit would be otherwise if a section that it
    /// does not use counted, too.
    fn undoes(&self, section: &Section, unit: &Unit, source: &UnitSource) -> bool {
        // A further line of a mapping is a further register of its argument, and the highest
        // argument may be the count of them.
        if matches!(section.role, Role::Mapping(_)) {
            return !section.pairs.is_empty();
        }
        section.pairs.iter().any(|pair| {
            let Some(bit) = tables::feature_bit(unit.unit_type, self.key_of(pair)) else {
                return false;
            };
            let is_on = value::boolean(&value::plain(self.value_of(pair)));
            let word = unit.features.and_then(|it| it.get(usize::from(bit / 32)).copied());
            let is_set = word.is_some_and(|it| it >> (bit % 32) & 1 == 1);
            let is_said = source.bits.binary_search_by_key(&bit, |it| it.0).is_ok();
            is_said && is_on.is_some_and(|it| it != is_set)
        })
    }
}

/// Returns what a name that starts with no known unit type was probably meant to be.
fn similar_name(name: &str) -> Option<String> {
    // Names of sections are not quoted.
    if name.contains('"') {
        let bare = name.replace('"', "");
        let is_known = !matches!(classify(&bare).1, Role::Unknown(_));
        return is_known.then_some(bare);
    }
    let (word, rest) = name.split_once(':')?;
    let names = || UNIT_TYPES.iter().map(|it| it.key).chain(["abi", "arch"]);
    // Targets have another word for it (coil.md#converting-a-target-to-hardware).
    if word.eq_ignore_ascii_case("npu") {
        return Some(format!("tpu:{rest}"));
    }
    // Of several that are as near none is likelier than the others.
    let near = nearest(word, names()).filter(|it| nearest(word, names().rev()) == Some(*it))?;
    Some(format!("{near}:{rest}"))
}
