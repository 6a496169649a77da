//! Sections to model: what belongs to which unit, and what the values say.

mod abis;
mod features;
mod resources;
mod values;

pub use abis::{WHOLE_REGISTER, argument_index, register_type};
pub use resources::{Word, count_and_size, lone_number_is_size, resource_kind};

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use text_size::TextRange;

use super::diagnostics as say;
use super::diagnostics::Unused;
use super::model::{ArchRecord, Model, Unit};
use super::sections::{Pair, Part, Role, Section, Sections, UnitKey, UnknownName};
use super::source_map::{ArchSource, SourceMap, UnitSource};
use super::tables::{self, UNIT_TYPES};
use super::value;
use bobbin_core::HostFacts;
use bobbin_core::diagnostics::{Diagnostic, nearest};
use bobbin_core::edit::TextEdit;
use bobbin_core::text::{range_in, slice};

/// Keys of `[metadata]`.
pub const METADATA_KEYS: &[&str] = &["version", "timestamp", "flags"];

/// Keys of a unit's own section.
pub const UNIT_KEYS: &[&str] = &["name", "vendor", "model", "features", "type"];

/// Keys of an ABI's section.
pub const ABI_KEYS: &[&str] = &["arg_count", "flags"];

/// A text's meaning, with the places and what is wrong.
#[derive(Debug, Clone, Default)]
pub struct Lowered {
    /// What the text says; where it says nothing or nonsense, what is left out counts as absent.
    pub model: Model,
    /// Where it says so.
    pub sources: SourceMap,
    /// By section: the first unit that uses it, as an index of the model's units.
    pub used_by: Vec<Option<usize>>,
    /// By section: whether further units use it too.
    pub shared: Vec<bool>,
    /// The unit that sections without a unit belong to (coil.md#several-units).
    pub owner: Option<usize>,
    /// In no order.
    pub diagnostics: Vec<Diagnostic>,
}

/// How strictly a text is taken (coil.md#unknown-resource-kinds and coil.md#architecture-tail).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rigour {
    /// Leaves out what the document has no place for: facts about architectures. The reference
    /// converter calls it `--strict-spec`.
    pub strict: bool,
    /// Leaves out resources of unknown kinds instead of refusing the text: `--lenient`.
    pub lenient: bool,
}

impl Rigour {
    /// What the surroundings ask for.
    #[must_use]
    pub fn of(host: &HostFacts) -> Rigour {
        let is_set = |name: &str| {
            let named = |key: &str| key.trim_start_matches('-') == name;
            let last = host.settings.iter().rfind(|it| named(&it.0));
            last.is_some_and(|it| it.1.is_empty() || value::boolean(&it.1) == Some(true))
        };
        Rigour { strict: host.strict || is_set("strict-spec"), lenient: is_set("lenient") }
    }
}

/// Reads what the sections say. Every text has a model; `diagnostics` say what is not in it.
#[must_use]
pub fn lower(text: &str, sections: &Sections, rigour: Rigour) -> Lowered {
    let mut lowering = Lowering {
        text,
        rigour,
        sections,
        parts: sections.by_part(),
        found: Vec::new(),
        used_by: vec![None; sections.all.len()],
        shared: vec![false; sections.all.len()],
        claimed: vec![false; sections.all.len()],
        owner: None,
        n_units: 0,
        line_end: if text.contains("\r\n") { "\r\n" } else { "\n" },
        n_shared: 0,
    };
    let (model, sources) = lowering.run();
    Lowered {
        model,
        sources,
        used_by: lowering.used_by,
        shared: lowering.shared,
        owner: lowering.owner,
        diagnostics: lowering.found,
    }
}

/// So many lines are read for more than one unit.
const MOST_SHARED: usize = 200_000;

struct Lowering<'t> {
    text: &'t str,
    rigour: Rigour,
    sections: &'t Sections,
    parts: HashMap<Part<'t>, Vec<usize>>,
    found: Vec<Diagnostic>,
    used_by: Vec<Option<usize>>,
    shared: Vec<bool>,
    /// By section: whether something uses it, also without a unit.
    claimed: Vec<bool>,
    owner: Option<usize>,
    n_units: usize,
    /// What ends the lines that fixes add.
    line_end: &'static str,
    /// Lines that were read for more than one unit.
    n_shared: usize,
}

/// The sections of one unit, each list in the order of the text.
#[derive(Debug, Default)]
struct Parts {
    own: Vec<usize>,
    features: Vec<usize>,
    resources: Vec<usize>,
    abis: Vec<usize>,
    arch: Vec<usize>,
}

impl<'t> Lowering<'t> {
    fn run(&mut self) -> (Model, SourceMap) {
        for pair in &self.sections.stray {
            let key = slice(self.text, pair.key);
            self.found.push(say::key_outside_section(pair.key, key));
        }
        self.report_duplicates();
        let (mut model, mut sources) = self.metadata();
        let (keys, mut parts) = self.units();
        self.owner = keys.iter().position(|it| it.unit_type == 0).or(if keys.is_empty() {
            None
        } else {
            Some(0)
        });
        self.n_units = keys.len();
        self.share_out(&keys, &mut parts);
        for (idx, (key, parts)) in keys.iter().zip(&parts).enumerate() {
            let (unit, source) = self.unit(idx, *key, parts);
            model.units.push(unit);
            sources.units.push(source);
        }
        self.report_unused(&keys, &sources);
        (model, sources)
    }

    fn section(&self, idx: usize) -> Option<&'t Section> {
        self.sections.all.get(idx)
    }

    /// The sections of one unit, or of none, with one role; several of one name are merged
    /// (coil.md#booleans-and-repetition).
    fn sections_of(&self, unit: Option<UnitKey>, role: &Role) -> Vec<usize> {
        self.parts.get(&Part { unit, role }).cloned().unwrap_or_default()
    }

    /// The pairs of merged sections, in the order of the text.
    fn pairs<'s>(
        &self,
        sections: &'s [usize],
    ) -> impl Iterator<Item = (&'t Section, &'t Pair)> + use<'t, 's> {
        let all: &'t [Section] = &self.sections.all;
        sections
            .iter()
            .filter_map(move |&idx| all.get(idx))
            .flat_map(|section| section.pairs.iter().map(move |pair| (section, pair)))
    }

    fn key_of(&self, pair: &Pair) -> &'t str {
        slice(self.text, pair.key)
    }

    fn value_of(&self, pair: &Pair) -> &'t str {
        slice(self.text, pair.value)
    }

    /// The sections of a role that several units share, if there are any. They are kept to a budget:
    /// each unit reads their lines again, so a file of many units and one long section would fill
    /// the memory. Beyond it there is a finding `at` where the unit asks for them, and no section.
    fn shared_sections(&mut self, at: TextRange, role: &Role) -> Option<Vec<usize>> {
        let found = self.parts.get(&Part { unit: None, role })?;
        if self.n_units < 2 {
            return Some(found.clone());
        }
        // A section without lines takes a step, too.
        let mut n_lines = found.len();
        if self.n_shared + n_lines <= MOST_SHARED {
            let sections = found.iter().filter_map(|&it| self.sections.all.get(it));
            n_lines += sections.map(|it| it.pairs.len()).sum::<usize>();
        }
        if self.n_shared + n_lines > MOST_SHARED {
            self.found.push(say::too_much_shared(at));
            return Some(Vec::new());
        }
        self.n_shared += n_lines;
        Some(found.clone())
    }

    fn claim(&mut self, section: usize, unit: Option<usize>) {
        if let Some(claimed) = self.claimed.get_mut(section) {
            *claimed = true;
        }
        let Some(used_by) = self.used_by.get_mut(section) else { return };
        match (*used_by, self.shared.get_mut(section)) {
            (None, _) => *used_by = unit,
            (Some(first), Some(shared)) => *shared |= unit.is_some_and(|it| it != first),
            (Some(_), None) => (),
        }
    }

    fn report_duplicates(&mut self) {
        let mut first: HashMap<&str, TextRange> = HashMap::new();
        for it in &self.sections.all {
            let name = slice(self.text, it.name);
            if matches!(it.role, Role::Unknown(UnknownName::Missing | UnknownName::TooLong)) {
                continue;
            }
            match first.entry(name) {
                Entry::Vacant(entry) => {
                    entry.insert(it.name);
                }
                Entry::Occupied(entry) => {
                    self.found.push(say::duplicate_section(it.name, name, *entry.get()));
                }
            }
        }
    }

    /// Of the keys that may stand once, the pair that counts; the others are reported, and so are
    /// keys that are not `known`.
    fn last_pairs<const N: usize>(
        &mut self,
        sections: &[usize],
        known: &'static [&'static str],
        wanted: [&str; N],
    ) -> [Option<&'t Pair>; N] {
        let mut res: [Option<&'t Pair>; N] = [None; N];
        let mut replaced: Vec<(&'t Pair, usize)> = Vec::new();
        for (section, pair) in self.pairs(sections) {
            let key = self.key_of(pair);
            match wanted
                .iter()
                .position(|it| *it == key)
                .and_then(|it| Some((it, res.get_mut(it)?)))
            {
                Some((at, place)) => {
                    if let Some(before) = place.replace(pair) {
                        replaced.push((before, at));
                    }
                }
                None => {
                    let name = slice(self.text, section.name);
                    self.report_hash(pair);
                    let it = say::unknown_key(pair.key, key, name, known);
                    self.found.push(say::or_remove(it, pair.with_line(self.text)));
                }
            }
        }
        for (before, at) in replaced {
            if let Some(last) = res.get(at).copied().flatten() {
                let line = before.with_line(self.text);
                let key = self.key_of(before);
                self.found.push(say::repeated_key(before.key, key, last.key, line));
            }
        }
        res
    }

    /// Reports a key that starts with `#`, which is no comment.
    fn report_hash(&mut self, pair: &Pair) {
        if self.key_of(pair).starts_with('#') {
            let hash = TextRange::at(pair.key.start(), 1.into());
            self.found.push(say::hash_key(hash));
        }
    }

    /// The units in the order of the text, each with its own sections.
    fn units(&mut self) -> (Vec<UnitKey>, Vec<Parts>) {
        let mut keys: Vec<UnitKey> = Vec::new();
        let mut parts: Vec<Parts> = Vec::new();
        let mut by_key: HashMap<UnitKey, usize> = HashMap::new();
        for (idx, section) in self.sections.all.iter().enumerate() {
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
        for (idx, section) in self.sections.all.iter().enumerate() {
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

    fn report_bare(&mut self, section: &Section, keys: &[UnitKey], unit: usize) {
        let owner = keys.get(unit).map(|it| it.spelling()).unwrap_or_default();
        self.found.push(say::bare_section(section.name, slice(self.text, section.name), &owner));
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
        self.abis(idx, &parts.abis, &mut unit, &mut source);
        self.arch(&parts.arch, &mut unit, &mut source);
        (unit, source)
    }

    fn arch(&mut self, sections: &[usize], unit: &mut Unit, source: &mut UnitSource) {
        if self.rigour.strict {
            for &idx in sections {
                let Some(section) = self.section(idx) else { continue };
                self.found.push(say::arch_left_out(section.name, slice(self.text, section.name)));
            }
        }
        for (section, pair) in self.pairs(sections) {
            let Role::Arch(arch) = &section.role else { continue };
            let key = value::plain(self.key_of(pair));
            if key.contains('\0') {
                self.found.push(say::nul(pair.key));
            }
            self.report_hash(pair);
            let value = self.string(pair);
            if self.rigour.strict {
                continue;
            }
            unit.arch.push(ArchRecord { arch, key: &key, value: &value });
            source.arch.push(ArchSource { arch: section.name, key: pair.key, value: pair.value });
        }
    }

    /// Reports the part of a unit's name that does not fit its field (coil.md#field-limits).
    fn report_bad_unit(&mut self, range: TextRange, name: &str) {
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

    fn report_unused(&mut self, keys: &[UnitKey], sources: &SourceMap) {
        let by_key: HashMap<UnitKey, usize> =
            keys.iter().enumerate().map(|(idx, &key)| (key, idx)).collect();
        for (idx, section) in self.sections.all.iter().enumerate() {
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
            let known = section.unit.is_none_or(|it| by_key.contains_key(&it));
            let why = match (&section.role, &of_unit) {
                (Role::Unknown(UnknownName::TooLong), _) => {
                    self.found.push(say::long_name(section.name));
                    continue;
                }
                (Role::Unknown(UnknownName::BadNumber), _) => {
                    self.report_bad_unit(section.name, name);
                    continue;
                }
                (Role::Unknown(UnknownName::UnitType), _) => Unused::NoSuchType {
                    similar: name.split_once(':').and_then(|(word, rest)| {
                        let names = UNIT_TYPES.iter().map(|it| it.key).chain(["abi", "arch"]);
                        Some(format!("{}:{rest}", nearest(word, names)?))
                    }),
                },
                (_, Some(unit)) if !known => Unused::NoSuchUnit(unit),
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
                    let it = Unused::NotListed { unit: &spelling, insert };
                    self.found.push(say::unused_section(section.name, name, it, add));
                    continue;
                }
            };
            self.found.push(say::unused_section(section.name, name, why, add));
        }
    }
}
