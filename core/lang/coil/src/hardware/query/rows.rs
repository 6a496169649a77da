//! A model as rows of paths and values.

use std::collections::HashSet;

use text_size::TextRange;

use super::path::Segment;
use crate::hardware::model::{Abi, Model, Resource, Unit};
use crate::hardware::print::{argument_key, flag_words, quantities, register};
use crate::hardware::sections::UnitKey;
use crate::hardware::source_map::{AbiSource, Quantities, Said, SourceMap, UnitSource};
use crate::hardware::tables::{self, ABI_FLAGS, CONFIG_FLAGS, RESOURCE_FLAGS, RESOURCE_TYPES};
use crate::notes::REFUSED;
use bobbin_core::view::{Origin, OriginKind};

/// A value of a model with its path.
#[derive(Debug, Clone)]
pub struct Row {
    /// The parts of the path, from the outside in.
    pub path: Vec<Segment>,
    /// The value in words.
    pub value: String,
    /// The place that decides it.
    pub origin: Origin,
}

/// Returns the values of `model` that `pattern` stands for, in the order of the text; all if there
/// is no pattern. Features that are off are rows only where the pattern asks for single features.
#[must_use]
pub(crate) fn rows(
    model: &Model,
    sources: Option<&SourceMap>,
    pattern: Option<&[Segment]>,
) -> Vec<Row> {
    let mut walk = Walk { pattern, refused: sources.map(|it| &it.refused), ..Walk::default() };
    walk.model(model, sources);
    walk.rows
}

/// Returns the first `most` rows that no other rows sum up or repeat, and how many more there are,
/// which are counted only.
#[must_use]
pub(crate) fn leaves(model: &Model, sources: Option<&SourceMap>, most: usize) -> (Vec<Row>, usize) {
    let refused = sources.map(|it| &it.refused);
    let mut walk = Walk { most: Some(most), refused, ..Walk::default() };
    walk.model(model, sources);
    (walk.rows, walk.n_more)
}

#[derive(Default)]
struct Walk<'p> {
    pattern: Option<&'p [Segment]>,
    /// Values that do not count, or not with all of their items.
    refused: Option<&'p HashSet<TextRange>>,
    path: Vec<Segment>,
    rows: Vec<Row>,
    /// The number of rows to make, if it is limited: then rows that sum up others are left out.
    most: Option<usize>,
    n_more: usize,
}

/// True if a row says something that no other says: an entry's summary says again what its parts
/// say.
fn is_leaf(path: &[Segment], value: &str) -> bool {
    match path {
        [pus] => pus.name != "pus",
        [_, part] => part.name != "features" || value.is_empty(),
        [_, part, _] => part.name != "resources",
        _ => true,
    }
}

/// A resource has so many values: name, count, size and flags.
const ROWS_OF_RESOURCE: usize = 4;

/// Returns the origin of a value that nothing sets: `note` says what counts instead.
fn assumed(note: &str) -> Origin {
    Origin { note: note.to_owned(), ..Origin::default_value() }
}

/// Returns the text at a place, or the default that counts without it.
fn written(range: Option<TextRange>, otherwise: &str) -> Origin {
    range.map_or_else(|| assumed(otherwise), Origin::written)
}

/// Returns the default that would count without a value that is refused: the place is where it can be mended.
fn refused(range: TextRange, otherwise: &str) -> Origin {
    let note = format!("{otherwise}; {REFUSED}");
    Origin { range: Some(range), ..assumed(&note) }
}

/// Returns the origin of one of the numbers of a resource whose line has this origin.
fn quantity(line: &Origin, said: Option<Said>, what: &str) -> Origin {
    match (said, line.range) {
        (Some(Said::Refused), Some(range)) => refused(range, "the default"),
        (Some(Said::Nothing), _) => Origin { note: format!("without a {what}"), ..line.clone() },
        _ => line.clone(),
    }
}

impl Walk<'_> {
    fn is_refused(&self, range: TextRange) -> bool {
        self.refused.is_some_and(|it| it.contains(&range))
    }

    /// Returns the origin of a value that counts as a whole or not at all.
    fn single(&self, range: Option<TextRange>, otherwise: &str) -> Origin {
        match range {
            Some(range) if self.is_refused(range) => refused(range, "the default"),
            _ => written(range, otherwise),
        }
    }

    /// Returns the words of flags with their origin. Flags that are refused are left out.
    fn flags(&self, words: &[String], range: Option<TextRange>) -> Origin {
        match range {
            Some(range) if words.is_empty() => self.single(Some(range), ""),
            Some(range) if self.is_refused(range) => {
                let note = format!("the other items; {REFUSED}");
                Origin { note, ..Origin::written(range) }
            }
            _ => written(range, "no flags"),
        }
    }

    /// Goes one step down and works there, unless the pattern wants something else.
    fn step(&mut self, segment: Segment, work: impl FnOnce(&mut Self)) {
        let wanted = self.pattern.and_then(|it| it.get(self.path.len()));
        if wanted.is_none_or(|it| it.matches(&segment)) {
            self.path.push(segment);
            work(self);
            self.path.pop();
        }
    }

    /// Adds a value at the place reached.
    fn value(&mut self, value: impl Into<String>, origin: Origin) {
        // What lies above the end of the pattern is not asked for.
        if self.pattern.is_some_and(|it| it.len() > self.path.len()) {
            return;
        }
        let value = value.into();
        if self.most.is_some() && !is_leaf(&self.path, &value) {
            return;
        }
        match self.is_full() {
            true => self.n_more += 1,
            false => self.rows.push(Row { path: self.path.clone(), value, origin }),
        }
    }

    /// True if further rows are counted only.
    fn is_full(&self) -> bool {
        self.most.is_some_and(|it| self.rows.len() >= it)
    }

    fn leaf(&mut self, name: &str, value: impl Into<String>, origin: Origin) {
        self.step(Segment::new(name), |it| it.value(value, origin));
    }

    fn model(&mut self, model: &Model, sources: Option<&SourceMap>) {
        let [major, minor, patch] = model.version;
        self.step(Segment::new("metadata"), |it| {
            let range = sources.and_then(|it| it.version);
            let origin = it.single(range, "0.1.0");
            it.leaf("version", format!("{major}.{minor}.{patch}"), origin);
            let range = sources.and_then(|it| it.timestamp);
            let origin = it.single(range, "0");
            it.leaf("timestamp", model.timestamp.to_string(), origin);
            let words = flag_words(CONFIG_FLAGS, u64::from(model.flags));
            let origin = it.flags(&words, sources.and_then(|it| it.flags));
            it.leaf("flags", words.join(", "), origin);
        });
        let spelling = |it: &Unit| UnitKey { unit_type: it.unit_type, index: it.index }.spelling();
        let names: Vec<String> = model.units.iter().map(spelling).collect();
        let first = sources.and_then(|it| it.units.first()).map(|it| it.header);
        self.leaf("pus", names.join(", "), written(first, "no units"));
        let nothing = UnitSource::default();
        for (idx, (unit, name)) in model.units.iter().zip(names).enumerate() {
            let source = sources.and_then(|it| it.units.get(idx)).unwrap_or(&nothing);
            self.step(Segment::new(name), |it| it.unit(unit, source));
        }
    }

    fn unit(&mut self, unit: &Unit, source: &UnitSource) {
        for (key, value, range) in [
            ("name", &unit.name, source.name),
            ("vendor", &unit.vendor, source.vendor),
            ("model", &unit.model, source.model),
        ] {
            if !value.is_empty() {
                self.leaf(key, value.as_str(), written(range, ""));
            }
        }
        if let Some(words) = &unit.features {
            self.step(Segment::new("features"), |it| it.features(unit, words, source));
        }
        if !unit.resources.is_empty() {
            self.step(Segment::new("resources"), |it| it.resources(unit, source));
        }
        if !unit.abis.is_empty() {
            let nothing = AbiSource::default();
            self.step(Segment::new("abi"), |it| {
                for (idx, abi) in unit.abis.iter().enumerate() {
                    let source = source.abis.get(idx).unwrap_or(&nothing);
                    it.step(Segment::new(&abi.name), |it| it.abi(abi, source));
                }
            });
        }
        if !unit.arch.is_empty() {
            self.step(Segment::new("arch"), |it| {
                for (idx, record) in unit.arch.iter().enumerate() {
                    let range = source.arch.get(idx).map(|it| it.value);
                    it.step(Segment::new(record.arch), |it| {
                        it.leaf(record.key, record.value, written(range, ""));
                    });
                }
            });
        }
    }

    fn features(&mut self, unit: &Unit, words: &[u32; 8], source: &UnitSource) {
        let is_set = |bit: u8| {
            words.get(usize::from(bit / 32)).is_some_and(|it| it & (1 << (bit % 32)) != 0)
        };
        let key = |bit: u8| tables::feature_key(unit.unit_type, bit);
        let set: Vec<String> = (0..=255).filter(|&it| is_set(it)).map(key).collect();
        self.value(set.join(", "), written(source.features, ""));
        let single = self.pattern.and_then(|it| it.get(self.path.len()));
        let single = single.map(|it| it.name.clone());
        // A bit may be asked for by its number, whether it has a name or not.
        let asked = single.as_deref().and_then(|it| tables::feature_bit(unit.unit_type, it));
        for bit in 0..=255_u8 {
            let has_name = || tables::feature(unit.unit_type, bit).is_some();
            let is_asked = asked == Some(bit);
            let is_wanted = is_set(bit) || is_asked || single.is_some() && has_name();
            if !is_wanted {
                continue;
            }
            let decided = source.bits.binary_search_by_key(&bit, |it| it.0).ok();
            let range = decided.and_then(|it| source.bits.get(it)).map(|it| it.1);
            let value = if is_set(bit) { "true" } else { "false" };
            let name = single.clone().filter(|_| is_asked).unwrap_or_else(|| key(bit));
            self.leaf(&name, value, written(range, "no line sets it"));
        }
    }

    fn resources(&mut self, unit: &Unit, source: &UnitSource) {
        let mut seen: Vec<(u16, usize)> = Vec::new();
        for (idx, resource) in unit.resources.iter().enumerate() {
            if self.is_full() {
                self.n_more += ROWS_OF_RESOURCE * (unit.resources.len() - idx);
                return;
            }
            let nth = match seen.iter_mut().find(|it| it.0 == resource.kind) {
                Some(it) => {
                    it.1 += 1;
                    it.1
                }
                None => {
                    seen.push((resource.kind, 0));
                    0
                }
            };
            let kind = tables::by_number(RESOURCE_TYPES, resource.kind)
                .map_or_else(|| format!("type{}", resource.kind), |it| it.key.to_owned());
            let origin = written(source.resources.get(idx).copied(), "");
            let segment = Segment::nth(&kind, nth.to_string());
            let quantities = source.quantities.get(idx).copied();
            self.step(segment, |it| it.resource(resource, quantities, &origin));
        }
    }

    fn resource(&mut self, resource: &Resource, said: Option<Quantities>, origin: &Origin) {
        let flags = flag_words(RESOURCE_FLAGS, u64::from(resource.flags));
        let mut items = vec![quantities(resource.kind, resource.count, resource.size)];
        items.extend(flags.iter().cloned());
        let count = quantity(origin, said.map(|it| it.count), "count");
        let size = quantity(origin, said.map(|it| it.size), "size");
        let is_refused = |it: &&Origin| it.kind == OriginKind::Default;
        let whole = [&count, &size].into_iter().find(is_refused).unwrap_or(origin);
        self.value(items.join(", "), whole.clone());
        self.leaf("name", resource.name.as_str(), origin.clone());
        self.leaf("count", resource.count.to_string(), count);
        self.leaf("size", resource.size.to_string(), size);
        self.leaf("flags", flags.join(", "), origin.clone());
    }

    fn abi(&mut self, abi: &Abi, source: &AbiSource) {
        let arg_count = match source.arg_count {
            Some(range) if self.is_refused(range) => refused(range, "the highest mapped"),
            Some(range) => Origin::written(range),
            None => Origin { range: source.mapping_header, ..assumed("the highest mapped") },
        };
        self.leaf("arg_count", abi.arg_count.to_string(), arg_count);
        let words = flag_words(ABI_FLAGS, u64::from(abi.flags));
        let origin = self.flags(&words, source.flags);
        self.leaf("flags", words.join(", "), origin);
        for (idx, mapping) in abi.mappings.iter().enumerate() {
            let range = source.mappings.get(idx).copied();
            let segment = Segment::nth("map", argument_key(mapping.arg_index));
            self.step(segment, |it| it.value(register(mapping), written(range, "")));
        }
    }
}
