//! Sections to model: what belongs to which unit, and what the values say.

mod abis;
mod features;
mod lowering;
mod resources;
mod rigour;
mod unused;
mod values;

pub use abis::{ABI_KEYS, WHOLE_REGISTER, argument_index, register_type};
pub use resources::{Word, count_and_size, lone_number_is_size, resource_kind};
pub use rigour::Rigour;
pub use values::METADATA_KEYS;

use std::collections::{HashMap, HashSet};

use self::lowering::{Lowering, MOST_OF_NAMES, Parts};
use super::diagnostics as say;
use super::model::{ArchRecord, Model, Unit};
use super::sections::{Part, Role, Section, SectionId, Sections, UnitKey};
use super::source_map::{ArchSource, SourceMap, UnitSource};
use super::{tables, value};
use bobbin_core::IdVec;
use bobbin_core::diagnostics::{Bounded, Diagnostic};
use bobbin_core::text::slice;

/// Keys of a unit's own section.
pub const UNIT_KEYS: &[&str] = &["name", "vendor", "model", "features", "type"];

/// A text's meaning, with the places and what is wrong.
#[derive(Debug, Clone, Default)]
pub struct Lowered {
    /// The meaning of the text; where it says nothing or nonsense, what is left out counts as
    /// absent.
    pub model: Model,
    /// The places of what it says.
    pub sources: SourceMap,
    /// The first unit that uses each section, as an index of the model's units.
    pub used_by: IdVec<SectionId, Option<usize>>,
    /// True for each section that further units use too.
    pub shared: IdVec<SectionId, bool>,
    /// The unit that sections without a unit belong to (coil.md#several-units).
    pub owner: Option<usize>,
    /// The diagnostics, in no order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the one of the units, in the order of the text, that sections without a unit belong to:
/// the first CPU, else the first (coil.md#several-units).
#[must_use]
pub(super) fn owner_among(units: &[UnitKey]) -> Option<usize> {
    let first_cpu = units.iter().position(|it| it.unit_type == 0);
    first_cpu.or((!units.is_empty()).then_some(0))
}

/// Reads what the sections say. Every text has a model; `diagnostics` say what is not in it.
#[must_use]
pub fn lower(text: &str, sections: &Sections, rigour: Rigour) -> Lowered {
    let mut lowering = Lowering {
        text,
        rigour,
        sections,
        parts: sections.by_part(),
        found: Bounded::default(),
        used_by: IdVec::of(&sections.all, None),
        shared: IdVec::of(&sections.all, false),
        claimed: IdVec::of(&sections.all, false),
        passed_over: HashMap::new(),
        refused: HashSet::new(),
        owner: None,
        n_units: 0,
        line_end: if text.contains("\r\n") { "\r\n" } else { "\n" },
        n_shared: 0,
        overridden: HashSet::new(),
        n_of_names: 0,
        implied: Vec::new(),
    };
    let (model, sources) = lowering.run();
    Lowered {
        model,
        sources,
        used_by: lowering.used_by,
        shared: lowering.shared,
        owner: lowering.owner,
        diagnostics: lowering.found.finish(say::too_many),
    }
}

/// The most headers that one fix changes, as each of them offers it.
const MOST_AT_ONCE: usize = 16;

/// The most units that a section is offered to, and those that are looked at.
const MOST_MEANT: usize = 4;
const MOST_TRIED: usize = 16;

impl<'t> Lowering<'t> {
    fn run(&mut self) -> (Model, SourceMap) {
        for pair in &self.sections.stray {
            let key = slice(self.text, pair.key);
            self.found.push(say::key_outside_section(pair.key, key));
        }
        let (mut model, mut sources) = self.metadata();
        let (keys, mut parts) = self.units();
        self.owner = owner_among(&keys);
        self.n_units = keys.len();
        self.report_duplicates(self.owner.and_then(|it| keys.get(it)).copied());
        self.share_out(&keys, &mut parts);
        for (idx, (key, parts)) in keys.iter().zip(&parts).enumerate() {
            let (unit, source) = self.unit(idx, *key, parts);
            model.units.push(unit);
            sources.units.push(source);
        }
        self.report_implied_bare(&keys);
        self.report_bare_mappings(&keys);
        self.report_unused(&keys, &model, &sources);
        sources.refused = std::mem::take(&mut self.refused);
        (model, sources)
    }

    /// Returns the units in the order of the text, each with its own sections.
    fn units(&mut self) -> (Vec<UnitKey>, Vec<Parts>) {
        let mut keys: Vec<UnitKey> = Vec::new();
        let mut parts: Vec<Parts> = Vec::new();
        let mut by_key: HashMap<UnitKey, usize> = HashMap::new();
        for (idx, section) in self.sections.all.enumerated() {
            let (Some(key), Role::Unit) = (section.unit, &section.role) else { continue };
            let unit = *by_key.entry(key).or_insert(keys.len());
            if unit == keys.len() {
                keys.push(key);
                parts.push(Parts::default());
            }
            let Some(parts) = parts.get_mut(unit) else { continue };
            let name = slice(self.text, section.name);
            if let Some(first) = parts.own.first().and_then(|&it| self.sections.all.get(it)) {
                let as_first = slice(self.text, first.name);
                if as_first != name {
                    let it = say::duplicate_unit(section.name, name, first.name, as_first);
                    self.found.push(it);
                    continue;
                }
            }
            parts.own.push(idx);
            self.claim(idx, Some(unit));
        }
        (keys, parts)
    }

    /// Gives every section but the bare feature sections to its unit.
    fn share_out(&mut self, keys: &[UnitKey], parts: &mut [Parts]) {
        let by_key: HashMap<UnitKey, usize> =
            keys.iter().enumerate().map(|(idx, &key)| (key, idx)).collect();
        let several = keys.len() > 1;
        for (idx, section) in self.sections.all.enumerated() {
            let unit = match section.unit {
                Some(key) => by_key.get(&key).copied(),
                None => self.owner,
            };
            let Some((unit, parts)) = unit.and_then(|it| Some((it, parts.get_mut(it)?))) else {
                continue;
            };
            let list = match section.role {
                Role::Resources => &mut parts.resources,
                Role::Abi(_) => &mut parts.abis,
                Role::Arch(_) => &mut parts.arch,
                // Dotted or bare; `features` decides later which count.
                Role::Features(_) => &mut parts.features,
                _ => continue,
            };
            list.push(idx);
            if matches!(section.role, Role::Features(_)) {
                continue;
            }
            self.claim(idx, Some(unit));
            if section.unit.is_none() && several {
                self.report_bare(section, keys, unit);
            }
        }
    }

    fn report_bare(&mut self, section: &'t Section, keys: &[UnitKey], unit: usize) {
        let key = keys.get(unit).copied();
        let named = |it: &Section| (it.name, slice(self.text, it.name));
        // Of mappings a unit takes its own or the bare ones, and features are merged with those of the very
        // same name, so all headers of a name change at once; the rest keeps its order with that.
        let role = &section.role;
        let is_apart = |unit| self.parts.contains_key(&Part { unit, role });
        let all = match role {
            Role::Features(_) if is_apart(key) => None,
            _ => self.parts.get(&Part { unit: None, role }).filter(|it| it.len() <= MOST_AT_ONCE),
        };
        let all = all.into_iter().flatten().filter_map(|&it| self.section(it));
        let together: Vec<_> = all.map(named).collect();
        let owner = key.map(UnitKey::spelling).unwrap_or_default();
        let (range, name) = named(section);
        let meant = key.map(|it| self.units_meant(section, it, keys)).unwrap_or_default();
        self.found.push(match meant.is_empty() {
            true => say::bare_section(range, name, &owner, &together),
            false => say::bare_section_of_others(range, name, &owner, &meant),
        });
    }

    /// Returns the units that have all features of a section, if its owner lacks one of them.
    fn units_meant(&self, section: &Section, owner: UnitKey, keys: &[UnitKey]) -> Vec<UnitKey> {
        let has_all = |unit_type| {
            let mut features = section.pairs.iter().map(|it| self.key_of(it));
            features.all(|it| tables::feature_bit(unit_type, it).is_some())
        };
        if !matches!(section.role, Role::Features(_)) || has_all(owner.unit_type) {
            return Vec::new();
        }
        let tried = keys.iter().take(MOST_TRIED);
        tried.filter(|it| has_all(it.unit_type)).take(MOST_MEANT).copied().collect()
    }

    fn unit(&mut self, idx: usize, key: UnitKey, parts: &Parts) -> (Unit, UnitSource) {
        let mut unit = Unit { unit_type: key.unit_type, index: key.index, ..Unit::default() };
        let mut source = UnitSource::default();
        if let Some(section) = parts.own.first().and_then(|&it| self.section(it)) {
            source.header = section.name;
        }
        let [name, vendor, model, features, unit_type] =
            self.last_pairs(&parts.own, UNIT_KEYS, ["name", "vendor", "model", "features", "type"]);
        for (pair, text, range) in [
            (name, &mut unit.name, &mut source.name),
            (vendor, &mut unit.vendor, &mut source.vendor),
            (model, &mut unit.model, &mut source.model),
        ] {
            if let Some(pair) = pair {
                *text = self.string(pair);
                *range = Some(pair.value);
            }
        }
        if let Some(pair) = unit_type {
            let max = u64::from(u16::MAX);
            if let Some(number) = self.integer(pair, "unit type", max)
                && number != u64::from(key.unit_type)
            {
                let spelling = slice(self.text, source.header);
                let it = say::wrong_unit_type(pair.value, number, spelling, key.unit_type);
                self.found.push(it);
            }
        }
        self.features(idx, key, features, parts, &mut unit, &mut source);
        self.resources(&parts.resources, &mut unit, &mut source);
        self.abis(idx, (&parts.abis, &parts.arch), &mut unit, &mut source);
        self.report_missing_registers(&unit, &source);
        self.arch(&parts.arch, &mut unit, &mut source);
        // In front of the facts stands a bitmap in any case (coil.md#architecture-tail), so no reader can
        // tell an empty one from none.
        if !unit.arch.is_empty() && unit.features == Some([0; 8]) {
            unit.features = None;
        }
        (unit, source)
    }

    fn arch(&mut self, sections: &[SectionId], unit: &mut Unit, source: &mut UnitSource) {
        if self.rigour.strict {
            for &idx in sections {
                let Some(section) = self.section(idx) else { continue };
                self.found.push(say::arch_left_out(section.name, slice(self.text, section.name)));
            }
        }
        for (section, pair) in self.pairs(sections) {
            let Role::Arch(arch) = &section.role else { continue };
            self.n_of_names += arch.len();
            let (factor, base) = MOST_OF_NAMES;
            if self.n_of_names > base + factor * self.text.len() {
                self.found.push(say::long_facts(pair.key));
                return;
            }
            let key = value::plain(self.key_of(pair));
            if key.contains('\0') {
                self.found.push(say::nul(pair.key));
            }
            self.report_hash(pair, true);
            let value = self.string(pair);
            if self.rigour.strict {
                continue;
            }
            unit.arch.push(ArchRecord { arch, key: &key, value: &value });
            source.arch.push(ArchSource { arch: section.name, key: pair.key, value: pair.value });
        }
    }
}
