//! The state of a lowering, and the steps that several parts of it take.

use std::collections::{HashMap, HashSet};

use text_size::TextRange;

use super::Rigour;
use crate::hardware::diagnostics as say;
use crate::hardware::sections::{Pair, Part, Role, Section, SectionId, Sections, UnitKey};
use crate::hardware::value;
use bobbin_core::IdVec;
use bobbin_core::diagnostics::{Bounded, Diagnostic};
use bobbin_core::text::slice;

/// The number of lines that are read for more than one unit.
const MOST_SHARED: usize = 25_000;

/// The number of bytes that the names of architectures, repeated for each fact, may have in all for each
/// byte of the text, and what any text may have beyond that.
pub(super) const MOST_OF_NAMES: (usize, usize) = (4, 1 << 20);

/// The state of a lowering.
pub(super) struct Lowering<'t> {
    pub(super) text: &'t str,
    pub(super) rigour: Rigour,
    pub(super) sections: &'t Sections,
    pub(super) parts: HashMap<Part<'t>, Vec<SectionId>>,
    pub(super) found: Bounded,
    pub(super) used_by: IdVec<SectionId, Option<usize>>,
    pub(super) shared: IdVec<SectionId, bool>,
    /// True for each section that something uses, also without a unit.
    pub(super) claimed: IdVec<SectionId, bool>,
    /// The roles of sections without a unit that a unit has a section of its own for, with the
    /// first such unit.
    pub(super) passed_over: HashMap<Role, UnitKey>,
    /// The values that are refused, or of whose items one is.
    pub(super) refused: HashSet<TextRange>,
    pub(super) owner: Option<usize>,
    pub(super) n_units: usize,
    /// The lines of features that a line of a later section overrides, which units may share, with that line.
    pub(super) overridden: HashSet<(TextRange, TextRange)>,
    /// The end of the lines that fixes add.
    pub(super) line_end: &'static str,
    /// Lines that were read for more than one unit.
    pub(super) n_shared: usize,
    /// The bytes of the names of architectures, once for each fact.
    pub(super) n_of_names: usize,
    /// Feature sections that count for a unit though nothing names them, nor they the unit.
    pub(super) implied: Vec<(SectionId, UnitKey)>,
}

/// The sections of one unit, each list in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) own: Vec<SectionId>,
    pub(super) features: Vec<SectionId>,
    pub(super) resources: Vec<SectionId>,
    pub(super) abis: Vec<SectionId>,
    pub(super) arch: Vec<SectionId>,
}

impl<'t> Lowering<'t> {
    pub(super) fn section(&self, idx: SectionId) -> Option<&'t Section> {
        self.sections.all.get(idx)
    }

    /// Returns the sections of one unit, or of none, with one role; several of one name are merged
    /// (coil.md#booleans-and-repetition).
    pub(super) fn sections_of(&self, unit: Option<UnitKey>, role: &Role) -> Vec<SectionId> {
        self.parts.get(&Part { unit, role }).cloned().unwrap_or_default()
    }

    /// Returns the unit's own sections of a role, which it takes instead of those without a unit
    /// (coil.md#several-units).
    pub(super) fn own_sections(&mut self, unit: UnitKey, role: &Role) -> Vec<SectionId> {
        let res = self.sections_of(Some(unit), role);
        if !res.is_empty() && self.parts.contains_key(&Part { unit: None, role }) {
            self.passed_over.entry(role.clone()).or_insert(unit);
        }
        res
    }

    /// Returns the pairs of merged sections, in the order of the text.
    pub(super) fn pairs<'s>(
        &self,
        sections: &'s [SectionId],
    ) -> impl Iterator<Item = (&'t Section, &'t Pair)> + use<'t, 's> {
        let all = &self.sections.all;
        sections
            .iter()
            .filter_map(move |&idx| all.get(idx))
            .flat_map(|section| section.pairs.iter().map(move |pair| (section, pair)))
    }

    pub(super) fn key_of(&self, pair: &Pair) -> &'t str {
        slice(self.text, pair.key)
    }

    pub(super) fn value_of(&self, pair: &Pair) -> &'t str {
        slice(self.text, pair.value)
    }

    /// Returns the sections that several units may share, if there are any. They are kept to
    /// a budget: each unit reads their lines again, so a file of many units and one long section
    /// would fill the memory. Beyond it there is a diagnostic `at` where the unit asks for them,
    /// and no section.
    pub(super) fn shared_sections(
        &mut self,
        at: TextRange,
        part: Part<'_>,
    ) -> Option<Vec<SectionId>> {
        let found = self.parts.get(&part)?;
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

    pub(super) fn claim(&mut self, section: SectionId, unit: Option<usize>) {
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

    /// Returns, of the keys that may stand once, the pair that counts; reports the others, and keys
    /// that are not `known`.
    pub(super) fn last_pairs<const N: usize>(
        &mut self,
        sections: &[SectionId],
        known: &'static [&'static str],
        wanted: [&str; N],
    ) -> [Option<&'t Pair>; N] {
        self.last_pairs_or(sections, known, wanted, |_, _| None)
    }

    /// Returns the same, where `misplaced` says of a line with another key whether it belongs elsewhere.
    pub(super) fn last_pairs_or<const N: usize>(
        &mut self,
        sections: &[SectionId],
        known: &'static [&'static str],
        wanted: [&str; N],
        misplaced: impl Fn(&Section, &Pair) -> Option<Diagnostic>,
    ) -> [Option<&'t Pair>; N] {
        let mut res: [Option<&'t Pair>; N] = [None; N];
        let mut replaced: Vec<(&'t Pair, usize)> = Vec::new();
        let is_set = |key: &&str| self.pairs(sections).any(|it| self.key_of(it.1) == *key);
        let set: Vec<&str> = wanted.into_iter().filter(is_set).collect();
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
                    self.report_hash(pair, false);
                    self.found.push(misplaced(section, pair).unwrap_or_else(|| {
                        let it = say::unknown_key(pair.key, key, name, known, &set);
                        say::or_remove(it, pair.with_line(self.text))
                    }));
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

    /// Reports a key that starts with `#`, which is no comment; `counts` is true where any key has an
    /// effect.
    pub(super) fn report_hash(&mut self, pair: &Pair, counts: bool) {
        let key = self.key_of(pair);
        if key.starts_with('#') {
            let hash = TextRange::at(pair.key.start(), 1.into());
            self.found.push(say::hash_key(hash, key, counts));
        }
    }

    /// Reports a `#` or `//` that stands in a text like the start of a comment; returns true if there is
    /// one. `whole` is what the text becomes a part of, and `has_meaning` tells whether what is in front
    /// of the sign would be a value of its own.
    pub(super) fn report_comment(
        &mut self,
        range: TextRange,
        text: &str,
        whole: &str,
        has_meaning: impl Fn(&str) -> bool,
    ) -> bool {
        let Some(found) = value::comment_like(text, has_meaning) else { return false };
        let start = range.start() + bobbin_core::text::offset(found.at);
        let sign = TextRange::at(start, bobbin_core::text::len(found.sign));
        self.found.push(say::comment_in_value(sign, found, whole));
        true
    }
}
