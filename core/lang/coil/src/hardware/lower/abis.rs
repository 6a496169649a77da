//! ABIs and their register mappings (coil.md#abis-and-mappings).

use std::collections::{HashMap, HashSet};

use text_size::TextRange;

use super::lowering::Lowering;
use super::resources::{large_number, numbered};
use crate::hardware::capabilities::virtual_registers;
use crate::hardware::diagnostics as say;
use crate::hardware::model::{Abi, Mapping, Unit};
use crate::hardware::sections::{Pair, Part, Role, Section, SectionId, UnitKey};
use crate::hardware::source_map::{AbiSource, UnitSource};
use crate::hardware::tables::{
    self, ABI_FLAGS, FLOAT_BASE, REG_TYPES, RESOURCE_TYPES, RETURN_KEYS, SPECIAL_ARGS,
};
use crate::hardware::value::{self, ListItem};
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::TextEdit;
use bobbin_core::text::{range_in, slice};

/// The mask of a mapping that gives none (coil.md#mapping-values).
pub const WHOLE_REGISTER: u32 = u32::MAX;

/// Returns the argument index that a mapping's key names.
#[must_use]
pub fn argument_index(key: &str) -> Option<u16> {
    if RETURN_KEYS.contains(&key) {
        return Some(0);
    }
    if let Some(it) = tables::by_key(SPECIAL_ARGS, key) {
        return Some(it.number);
    }
    if value::looks_like_integer(key) {
        return value::integer(key).and_then(|it| u16::try_from(it).ok());
    }
    let float = key.strip_suffix('f').filter(|it| it.bytes().all(|it| it.is_ascii_digit()))?;
    float.parse::<u16>().ok().filter(|&it| it < FLOAT_BASE).map(|it| FLOAT_BASE + it)
}

/// Returns the number of a register type: a known name, or one like `type300`.
#[must_use]
pub fn register_type(name: &str) -> Option<u16> {
    tables::by_key(REG_TYPES, name).map(|it| it.number).or_else(|| numbered(name))
}

/// Keys of an ABI's section.
pub const ABI_KEYS: &[&str] = &["arg_count", "flags"];

impl Lowering<'_> {
    pub(super) fn abis(
        &mut self,
        unit_idx: usize,
        (sections, arch): (&[SectionId], &[SectionId]),
        unit: &mut Unit,
        source: &mut UnitSource,
    ) {
        // Sections of one name are one ABI.
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        let mut parts: Vec<(&str, Vec<SectionId>)> = Vec::new();
        for &idx in sections {
            let Some(section) = self.section(idx) else { continue };
            let Role::Abi(name) = &section.role else { continue };
            let at = *by_name.entry(name).or_insert(parts.len());
            match parts.get_mut(at) {
                Some((_, sections)) => sections.push(idx),
                None => parts.push((name, vec![idx])),
            }
        }
        let key = UnitKey { unit_type: unit.unit_type, index: unit.index };
        let architectures = arch.iter().filter_map(|&it| match &self.section(it)?.role {
            Role::Arch(name) => Some(name.as_str()),
            _ => None,
        });
        let registers = register_names(architectures);
        for (name, sections) in parts {
            let is_lacking = |it: &str| !by_name.contains_key(it);
            let lacks_own = name.strip_suffix(".mapping").is_some_and(is_lacking);
            let (abi, place) = self.abi(unit_idx, (name, lacks_own), &sections, key, &registers);
            unit.abis.push(abi);
            source.abis.push(place);
        }
    }

    fn abi(
        &mut self,
        unit_idx: usize,
        (name, lacks_own): (&str, bool),
        sections: &[SectionId],
        key: UnitKey,
        registers: &[&str],
    ) -> (Abi, AbiSource) {
        let mut abi = Abi { name: name.to_owned(), ..Abi::default() };
        let mut source = AbiSource::default();
        if let Some(section) = sections.first().and_then(|&it| self.section(it)) {
            source.header = section.name;
            if name.contains('\0') {
                self.found.push(say::nul(section.name));
            }
        }
        let max = u64::from(u16::MAX);
        let text = self.text;
        let misplaced = |section: &Section, pair: &Pair| {
            misplaced_register(text, (name, lacks_own), section, pair)
        };
        let [arg_count, flags] =
            self.last_pairs_or(sections, ABI_KEYS, ["arg_count", "flags"], misplaced);
        if let Some(pair) = flags {
            source.flags = Some(pair.value);
            abi.flags = self.flags(pair, ABI_FLAGS, max) as u16;
        }
        let mappings = self.mapping_sections(name, key, source.header);
        for &idx in &mappings {
            self.claim(idx, Some(unit_idx));
        }
        source.mapping_header = mappings.first().and_then(|&it| self.section(it)).map(|it| it.name);
        let mut seen = HashSet::new();
        for (_, pair) in self.pairs(&mappings) {
            self.mapping_line(pair, registers, &mut abi, &mut source, &mut seen);
        }
        let ordinary = abi.mappings.iter().map(|it| it.arg_index).filter(|&it| it < FLOAT_BASE);
        let highest = ordinary.max().unwrap_or_default();
        abi.arg_count = highest;
        if let Some(pair) = arg_count {
            source.arg_count = Some(pair.value);
            if let Some(count) = self.integer(pair, "number of arguments", max) {
                abi.arg_count = count as u16;
                if abi.arg_count < highest {
                    let it = say::small_arg_count(pair.value, abi.arg_count, highest);
                    self.found.push(it);
                }
            }
        }
        (abi, source)
    }

    /// Returns the unit's own mapping sections of an ABI, else those without a unit.
    fn mapping_sections(&mut self, abi: &str, unit: UnitKey, at: TextRange) -> Vec<SectionId> {
        let role = Role::Mapping(abi.to_owned());
        let own = self.own_sections(unit, &role);
        if !own.is_empty() {
            return own;
        }
        self.shared_sections(at, Part { unit: None, role: &role }).unwrap_or_default()
    }

    /// Reports mappings that name no unit, when it is known which units have them.
    pub(super) fn report_bare_mappings(&mut self, keys: &[UnitKey]) {
        if keys.len() < 2 {
            return;
        }
        for (idx, section) in self.sections.all.enumerated() {
            let user = self.used_by.get(idx).copied().flatten();
            let (Role::Mapping(abi), None, Some(user)) = (&section.role, section.unit, user) else {
                continue;
            };
            if self.shared.get(idx).copied().unwrap_or_default() {
                let name = slice(self.text, section.name);
                self.found.push(say::bare_shared_mapping(section.name, name, abi));
            } else {
                self.report_bare(section, keys, user);
            }
        }
    }

    /// Reports mappings to registers beyond those that the resources of the unit count. Kinds of registers have
    /// the numbers of the resources that count them.
    pub(super) fn report_missing_registers(&mut self, unit: &Unit, source: &UnitSource) {
        let mut counts: HashMap<u16, u64> = HashMap::new();
        for it in &unit.resources {
            let count = counts.entry(it.kind).or_default();
            *count = count.saturating_add(it.count);
        }
        let mappings = unit.abis.iter().zip(&source.abis);
        let mappings = mappings.flat_map(|(abi, place)| abi.mappings.iter().zip(&place.mappings));
        for (mapping, &range) in mappings {
            let kind = tables::by_number(REG_TYPES, mapping.reg_type).map(|it| it.key);
            let is_counted = |kind: &&str| tables::by_key(RESOURCE_TYPES, kind).is_some();
            let Some(kind) = kind.filter(is_counted) else { continue };
            // What no resource says may be there.
            let Some(&count) = counts.get(&mapping.reg_type) else { continue };
            let index = mapping.reg_index;
            if u64::from(index) >= count {
                self.found.push(say::missing_register(range, (kind, index), count));
            }
        }
    }

    fn mapping_line(
        &mut self,
        pair: &Pair,
        registers: &[&str],
        abi: &mut Abi,
        source: &mut AbiSource,
        seen: &mut HashSet<Mapping>,
    ) {
        let key = self.key_of(pair);
        let Some(arg_index) = argument_index(key) else {
            self.report_hash(pair, false);
            self.found.push(say::bad_argument(pair.key, key));
            return;
        };
        let list = self.list_range(pair);
        let items = value::list(self.text, list);
        let is_alone = items.len() == 1;
        if items.is_empty() {
            self.found.push(say::bad_mapping(pair.value, "", None));
        }
        for item in items {
            let Some((reg_type, reg_index, reg_mask)) = self.register(&item, registers) else {
                continue;
            };
            let mapping = Mapping { arg_index, reg_type, reg_index, reg_mask };
            if seen.insert(mapping) {
                abi.mappings.push(mapping);
                source.keys.push(pair.key);
                source.mappings.push(item.range);
            } else {
                // Equal entries are written once (coil.md#mapping-values).
                let remove = match is_alone {
                    true => TextEdit::delete(pair.with_line(self.text)),
                    false => value::without_item(self.text, list, item.range),
                };
                self.found.push(say::repeated_item(item.range, item.text, remove));
            }
        }
    }

    /// Reads type, index and mask of `gpr:4` or `gpr:4:0xFF`.
    /// `registers` are the names of the general ones, by their numbers.
    fn register(&mut self, item: &ListItem<'_>, registers: &[&str]) -> Option<(u16, u32, u32)> {
        let parts: Vec<&str> = item.text.split(':').map(str::trim).collect();
        let (name, index, mask) = match *parts.as_slice() {
            [name, index] => (name, index, None),
            [name, index, mask] => (name, index, Some(mask)),
            _ => {
                let number = registers.iter().position(|it| it.eq_ignore_ascii_case(item.text));
                self.found.push(say::bad_mapping(item.range, item.text, number));
                return None;
            }
        };
        let at = |part: &str| match part {
            "" => item.range,
            _ => range_in(self.text, part),
        };
        let Some(reg_type) = register_type(name) else {
            let max = u64::from(u16::MAX);
            let it = match large_number(name) {
                Some(number) => say::bad_integer(at(number), "register type", number, max),
                None if name.is_empty() => say::bad_mapping(item.range, item.text, None),
                None => say::unknown_register(at(name), name, REG_TYPES),
            };
            self.found.push(it);
            return None;
        };
        let read = |part: &str| {
            (!part.is_empty())
                .then(|| value::integer(part))
                .flatten()
                .and_then(|it| u32::try_from(it).ok())
        };
        let Some(index_number) = read(index) else {
            let it = bad_register_part(at(index), index, "register index", item);
            self.found.push(it);
            return None;
        };
        let mask = match mask {
            None => WHOLE_REGISTER,
            Some(mask) => match read(mask) {
                Some(number) => number,
                None => {
                    let it = bad_register_part(at(mask), mask, "register mask", item);
                    self.found.push(it);
                    return None;
                }
            },
        };
        Some((reg_type, index_number, mask))
    }
}

/// Reports a part of a register: a number that does not fit is another mistake than a word.
fn bad_register_part(range: TextRange, part: &str, what: &str, item: &ListItem<'_>) -> Diagnostic {
    if value::looks_like_integer(part) {
        say::bad_integer(range, what, part, u64::from(u32::MAX))
    } else if !part.is_empty() {
        say::bad_register_part(range, part, what)
    } else {
        say::bad_mapping(item.range, item.text, None)
    }
}

/// Reports a line in the section of the ABI `abi` that belongs to its mapping; of one that is called like a mapping
/// `lacks_own` says whether its unit lacks the ABI of that.
fn misplaced_register(
    text: &str,
    (abi, lacks_own): (&str, bool),
    section: &Section,
    pair: &Pair,
) -> Option<Diagnostic> {
    let (key, written) = (slice(text, pair.key), slice(text, pair.value));
    let is_register = |it: &str| {
        let parts: Vec<&str> = it.split(':').map(str::trim).collect();
        let [name, numbers @ ..] = parts.as_slice() else { return false };
        register_type(name).is_some()
            && matches!(numbers.len(), 1 | 2)
            && numbers.iter().all(|it| value::looks_like_integer(it))
    };
    argument_index(key).filter(|_| written.split(',').all(is_register))?;
    let abi = abi.strip_suffix(".mapping").unwrap_or(abi);
    let unit = section.unit.map_or(String::new(), |it| it.spelling() + ".");
    let header = slice(text, section.name);
    let mapping = format!("{unit}{abi}.mapping");
    let own = lacks_own.then(|| format!("{unit}abi:{abi}"));
    Some(say::misplaced_register(pair.key, key, header, &mapping, own.as_deref()))
}

/// Returns the names of the general registers of the architectures that a unit has sections of, by their numbers.
fn register_names<'a>(architectures: impl Iterator<Item = &'a str>) -> Vec<&'static str> {
    let set = |it: &str| {
        let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(it));
        let x86 = is(&["x86_64", "x86-64", "amd64", "x64", "x86"]).then_some("x86");
        x86.or_else(|| is(&["ARM64", "AArch64"]).then_some("ARM64"))
    };
    let mut sets: Vec<&str> = architectures.filter_map(set).collect();
    sets.dedup();
    // Of several architectures a name may be two registers.
    match *sets.as_slice() {
        [set] => virtual_registers(set),
        _ => Vec::new(),
    }
}
