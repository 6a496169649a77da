//! The feature sections that count for a unit, and the bits they set.

use std::collections::{HashMap, HashSet};

use text_size::TextRange;

use super::lowering::{Lowering, Parts};
use crate::hardware::diagnostics as say;
use crate::hardware::model::Unit;
use crate::hardware::sections::{
    Pair, Part, Role, Section, SectionId, UnitKey, classify, misspelt_role,
};
use crate::hardware::source_map::UnitSource;
use crate::hardware::tables::{self, UNIT_TYPES};
use crate::hardware::value;
use bobbin_core::diagnostics::{Diagnostic, Fix, nearest};
use bobbin_core::edit::TextEdit;
use bobbin_core::text::slice;

/// Plans to append `name` to the list of features at `range`, inside the quotes of one that is
/// wholly quoted.
pub(super) fn append_name(text: &str, range: TextRange, name: &str) -> TextEdit {
    let range = value::inside_quotes(text, range);
    let before = slice(text, range);
    let separator = match before {
        "" => " ",
        it if it.ends_with(',') => " ",
        _ => ", ",
    };
    TextEdit::insert(range.end(), format!("{separator}{name}"))
}

/// The number of diagnostics above which names are no longer compared with similar ones.
const MOST_SUGGESTIONS: usize = 500;

impl Lowering<'_> {
    pub(super) fn features(
        &mut self,
        unit_idx: usize,
        key: UnitKey,
        listed: Option<&Pair>,
        parts: &Parts,
        unit: &mut Unit,
        source: &mut UnitSource,
    ) {
        let sections = match listed {
            Some(pair) => {
                unit.features = Some([0; 8]);
                source.features = Some(pair.value);
                self.listed_sections(pair, key)
            }
            None => {
                self.report_implied(key, &parts.features);
                self.merged(&parts.features)
            }
        };
        let mut decided: [Option<TextRange>; 256] = [None; 256];
        for idx in sections {
            let Some(section) = self.section(idx) else { continue };
            self.claim(idx, Some(unit_idx));
            unit.features.get_or_insert([0; 8]);
            source.features.get_or_insert(section.name);
            self.feature_section(key, section, unit, source, &mut decided);
        }
        source.bits =
            (0..=255_u8).zip(decided).filter_map(|(bit, range)| Some((bit, range?))).collect();
    }

    /// Returns the sections that a `features` list names, in its order: the unit's own ones first
    /// by name (coil.md#several-units and coil.md#booleans-and-repetition).
    fn listed_sections(&mut self, pair: &Pair, key: UnitKey) -> Vec<SectionId> {
        let mut named: Vec<(&str, Vec<SectionId>)> = Vec::new();
        let list = self.list_range(pair);
        let items = value::list(self.text, list);
        let mut last: HashMap<&str, TextRange> = HashMap::new();
        last.extend(items.iter().map(|it| (it.text, it.range)));
        for item in items {
            if item.text.is_empty() {
                continue;
            }
            if last.get(item.text).is_some_and(|it| *it != item.range) {
                let remove = value::without_item(self.text, list, item.range);
                self.found.push(say::overtaken_item(item.range, item.text, remove));
            }
            let role = Role::Features(item.text.to_owned());
            let mut sections = self.own_sections(key, &role);
            let mut is_there = !sections.is_empty();
            let bare = Part { unit: None, role: &role };
            if !is_there && let Some(shared) = self.shared_sections(item.range, bare) {
                (sections, is_there) = (shared, true);
            }
            // A section may be named as its header does, too.
            let (unit, whole) = classify(item.text);
            if !is_there
                && matches!(whole, Role::Features(_))
                && let Some(found) = self.shared_sections(item.range, Part { unit, role: &whole })
            {
                (sections, is_there) = (found, true);
            }
            if !is_there && !matches!(whole, Role::Features(_)) {
                let remove = value::without_item(self.text, list, item.range);
                self.found.push(say::no_feature_section(item.range, item.text, remove));
            } else if !is_there {
                let similar = {
                    let names = self.sections.all.iter().filter_map(|it| match &it.role {
                        Role::Features(name) if it.unit.is_none_or(|it| it == key) => {
                            Some(name.as_str())
                        }
                        _ => None,
                    });
                    let is_few = self.found.len() < MOST_SUGGESTIONS;
                    is_few.then(|| nearest(item.text, names)).flatten().map(str::to_owned)
                };
                let it = say::missing_section(item.range, item.text, similar.as_deref());
                // Where the name may be a slip, an empty section of that name would only hide it.
                let fix = similar.is_none().then(|| {
                    let full = match self.n_units {
                        1 => item.text.to_owned(),
                        // The text may name the unit already.
                        _ if unit.is_some() => item.text.to_owned(),
                        _ => format!("{}.{}", key.spelling(), item.text),
                    };
                    let add = self.new_section(&full);
                    Fix::new(format!("Add the section `[{full}]`"), add)
                });
                self.found.push(it.with_fixes(fix));
            } else {
                named.push((item.text, sections));
            }
        }
        // Of a name that stands twice the later place counts: later sections win.
        let mut seen = HashSet::new();
        let mut kept: Vec<Vec<SectionId>> =
            named.into_iter().rev().filter(|it| seen.insert(it.0)).map(|it| it.1).collect();
        // One section may have two names.
        let mut seen = HashSet::new();
        for sections in &mut kept {
            sections.retain(|it| seen.insert(*it));
        }
        kept.reverse();
        kept.concat()
    }

    /// Sections with those of one name together, where the first of them stands
    /// (coil.md#booleans-and-repetition).
    fn merged(&self, sections: &[SectionId]) -> Vec<SectionId> {
        let mut place: HashMap<Part<'_>, usize> = HashMap::new();
        let mut res: Vec<Vec<SectionId>> = Vec::new();
        for &idx in sections {
            let Some(section) = self.section(idx) else { continue };
            let part = Part { unit: section.unit, role: &section.role };
            let at = *place.entry(part).or_insert(res.len());
            match res.get_mut(at) {
                Some(same) => same.push(idx),
                None => res.push(vec![idx]),
            }
        }
        res.concat()
    }

    /// Plans an empty section at the end of the text.
    fn new_section(&self, name: &str) -> TextEdit {
        let end = self.line_end;
        let before = if self.text.ends_with('\n') { end.to_owned() } else { end.repeat(2) };
        TextEdit::insert(bobbin_core::text::len(self.text), format!("{before}[{name}]{end}"))
    }

    /// Hints for feature sections that count though nothing names them.
    fn report_implied(&mut self, key: UnitKey, sections: &[SectionId]) {
        let several = self.n_units > 1;
        for &idx in sections {
            let Some(section) = self.section(idx) else { continue };
            if section.unit.is_none() && several {
                self.implied.push((idx, key));
            }
            self.report_odd_name(section, key);
        }
    }

    /// Reports those of them that name no unit, when it is known which units have them.
    pub(super) fn report_implied_bare(&mut self, keys: &[UnitKey]) {
        for (idx, key) in std::mem::take(&mut self.implied) {
            let Some(section) = self.section(idx) else { continue };
            if self.shared.get(idx).copied().unwrap_or_default() {
                let name = slice(self.text, section.name);
                self.found.push(say::bare_shared_section(section.name, name, &key.spelling()));
            } else {
                self.report_bare(section, keys, self.owner.unwrap_or_default());
            }
        }
    }

    /// Returns the name that a feature section's was probably meant to be, if that is one of another role. What has a
    /// feature is a section of features, whatever its name.
    pub(super) fn misspelt_role(&self, section: &Section) -> Option<String> {
        let is_feature = |pair: &Pair| {
            let key = self.key_of(pair);
            (0..).zip(UNIT_TYPES).any(|(it, _)| tables::feature_bit(it, key).is_some())
        };
        misspelt_role(section).filter(|_| !section.pairs.iter().any(is_feature))
    }

    fn report_odd_name(&mut self, section: &Section, key: UnitKey) {
        let Role::Features(name) = &section.role else { return };
        let written = slice(self.text, section.name);
        if let Some(meant) = self.misspelt_role(section) {
            self.found.push(say::odd_section(section.name, written, &meant));
            return;
        }
        let customary =
            || tables::groups(key.unit_type).into_iter().flatten().flat_map(|it| it.sections);
        if customary().all(|it| it != name)
            && let Some(similar) = nearest(name, customary().copied())
        {
            let full = match section.unit {
                Some(unit) => format!("{}.{similar}", unit.spelling()),
                None => similar.to_owned(),
            };
            let is_customary = |unit_type: u16| {
                let mut groups = tables::groups(unit_type).into_iter().flatten();
                groups.any(|it| it.sections.contains(&name.as_str()))
            };
            let of = UNIT_TYPES.iter().find(|it| is_customary(it.number));
            self.found.push(match of {
                Some(of) => {
                    let unit = key.spelling();
                    say::foreign_section(section.name, written, &full, of.key, &unit)
                }
                None => say::odd_section(section.name, written, &full),
            });
        }
    }

    fn feature_section(
        &mut self,
        key: UnitKey,
        section: &Section,
        unit: &mut Unit,
        source: &mut UnitSource,
        decided: &mut [Option<TextRange>; 256],
    ) {
        let mut here: Vec<(u8, TextRange)> = Vec::new();
        // What earlier sections say of the features that this one sets.
        let mut earlier: Vec<(u8, TextRange, bool)> = Vec::new();
        let is_here = |range: TextRange| section.range.contains_range(range);
        let meant = self.misspelt_role(section);
        let header = slice(self.text, section.name);
        let in_section = |it: Diagnostic| match &meant {
            Some(meant) => say::in_misspelt_section(it, header, meant),
            None => it,
        };
        for pair in &section.pairs {
            let name = self.key_of(pair);
            let written = self.value_of(pair);
            let is_on = value::boolean(&value::plain(written));
            let bit = tables::feature_bit(key.unit_type, name);
            if bit.is_none() {
                self.report_hash(pair, false);
            }
            if let (None, Some(is_on)) = (bit, is_on) {
                let is_set = |name: &str| {
                    let bit = tables::feature_bit(key.unit_type, name);
                    let before = bit.and_then(|it| decided.get(usize::from(it)).copied().flatten());
                    before.is_some() || section.pairs.iter().any(|it| self.key_of(it) == name)
                };
                let it = self.unknown_feature(key, pair, !is_on, is_set);
                self.found.push(in_section(it));
                continue;
            }
            // An unknown key is no fault before its value says whether it is set.
            let (Some(bit), Some(is_on)) = (bit, is_on) else {
                let it = say::bad_boolean(pair.value, name, written);
                self.found.push(if bit.is_none() { in_section(it) } else { it });
                continue;
            };
            let (word, mask) = (usize::from(bit / 32), 1_u32 << (bit % 32));
            let mut was_on = false;
            if let Some(bits) = unit.features.as_mut().and_then(|it| it.get_mut(word)) {
                was_on = *bits & mask != 0;
                if is_on { *bits |= mask } else { *bits &= !mask }
            }
            if let Some(range) = source.words.get_mut(word) {
                match range {
                    Some(range) if is_here(*range) => *range = range.cover(pair.range),
                    Some(_) => (),
                    None => *range = Some(pair.range),
                }
            }
            if let Some(place) = decided.get_mut(usize::from(bit))
                && let Some(before) = place.replace(pair.range)
            {
                match is_here(before) {
                    true => here.push((bit, before)),
                    false => earlier.push((bit, before, was_on)),
                }
            }
        }
        let key_in = |pair: TextRange| {
            let name = slice(self.text, pair).split('=').next().unwrap_or_default().trim();
            (name, TextRange::at(pair.start(), bobbin_core::text::len(name)))
        };
        for (bit, before, was_on) in earlier {
            let word = unit.features.and_then(|it| it.get(usize::from(bit / 32)).copied());
            let is_on = word.is_some_and(|it| it & (1 << (bit % 32)) != 0);
            if let Some(Some(last)) = decided.get(usize::from(bit)).filter(|_| is_on != was_on)
                && self.overridden.insert((before, *last))
            {
                let (name, range) = key_in(before);
                let spelling = key.spelling();
                self.found.push(say::overridden_feature(range, name, &spelling, (*last, is_on)));
            }
        }
        for (bit, before) in here {
            if let Some(Some(last)) = decided.get(usize::from(bit)) {
                let (name, range) = key_in(before);
                let line = Pair { range: before, key: range, value: range }.with_line(self.text);
                self.found.push(say::repeated_key(range, name, *last, line));
            }
        }
    }

    /// Reports the key of `pair`; `is_set` says of a feature whether the unit sets it here or before.
    fn unknown_feature(
        &self,
        key: UnitKey,
        pair: &Pair,
        is_off: bool,
        is_set: impl Fn(&str) -> bool,
    ) -> Diagnostic {
        let name = self.key_of(pair);
        let has_key =
            |unit_type| !name.starts_with("bit_") && tables::feature_bit(unit_type, name).is_some();
        let others =
            UNIT_TYPES.iter().filter(|it| it.number != key.unit_type && has_key(it.number));
        let elsewhere: Vec<&str> = others.map(|it| it.key).collect();
        // A text with so many mistakes is in another language, and looking for similar names would
        // take longer than all the rest.
        let n_suggested = if self.found.len() < MOST_SUGGESTIONS { usize::MAX } else { 0 };
        let mut known = tables::all_features(key.unit_type).map(|(_, it)| it.key).take(n_suggested);
        let unit = key.spelling();
        let it =
            say::unknown_feature(pair.key, name, (&unit, is_off), &mut known, &elsewhere, is_set);
        if is_off { say::or_remove(it, pair.with_line(self.text)) } else { it }
    }
}
