//! Resource lines: count, size, flags and labels (facts, coil §1.2 points 23 to 25).

use text_size::TextRange;

use super::{Lowering, say};
use crate::lang::coil_hardware::model::{Resource, Unit};
use crate::lang::coil_hardware::sections::Pair;
use crate::lang::coil_hardware::source_map::UnitSource;
use crate::lang::coil_hardware::tables::{self, RESOURCE_FLAGS, RESOURCE_TYPES};
use crate::lang::coil_hardware::value::{self, ListItem, Quantity};

/// The number of a resource kind: a known name, or `type<n>`.
#[must_use]
pub fn resource_kind(key: &str) -> Option<u16> {
    tables::by_key(RESOURCE_TYPES, key).map(|it| it.number).or_else(|| numbered(key))
}

/// The number behind `type`, if it fits 16 bits.
#[must_use]
pub fn numbered(key: &str) -> Option<u16> {
    let digits = key.strip_prefix("type")?;
    value::integer(digits).and_then(|it| u16::try_from(it).ok()).filter(|_| !digits.is_empty())
}

/// Whether a lone number of this kind is a size in bytes: caches and memory (facts, coil §1.2
/// point 23).
#[must_use]
pub fn lone_number_is_size(kind: u16) -> bool {
    matches!(kind, 4..=6 | 10)
}

impl Lowering<'_> {
    pub(super) fn resources(
        &mut self,
        sections: &[usize],
        unit: &mut Unit,
        source: &mut UnitSource,
    ) {
        source.resource_header =
            sections.first().and_then(|&it| self.section(it)).map(|it| it.name);
        for (_, pair) in self.pairs(sections) {
            let key = self.key_of(pair);
            match resource_kind(key) {
                Some(kind) => {
                    unit.resources.push(self.resource(kind, pair));
                    source.resources.push(pair.range);
                }
                None => {
                    self.report_hash(pair);
                    let lenient = self.rigour.lenient;
                    self.found.push(say::unknown_resource(pair.key, key, RESOURCE_TYPES, lenient));
                }
            }
        }
    }

    fn resource(&mut self, kind: u16, pair: &Pair) -> Resource {
        let written = self.value_of(pair);
        let unquoted = value::unquote(written);
        let (inner, base);
        let items: Vec<ListItem<'_>> = match &unquoted {
            // Escapes move what is inside, so its items are all reported at the value.
            Some(text) => {
                inner = text.as_ref();
                base = TextRange::up_to(crate::text::len(inner));
                let items = value::list(inner, base);
                items.into_iter().map(|it| ListItem { range: pair.value, ..it }).collect()
            }
            None => value::list(self.text, pair.value),
        };
        let (mut count, mut size) = (None, None);
        let mut flags = 0;
        let mut labels: Vec<String> = Vec::new();
        for item in &items {
            match value::quantity(item.text) {
                Some(Quantity::Number(number)) => {
                    if count.replace(number).is_some() {
                        self.found.push(say::repeated_quantity(item.range, item.text, "count"));
                    }
                }
                Some(Quantity::Size(bytes)) => {
                    if size.replace(bytes).is_some() {
                        self.found.push(say::repeated_quantity(item.range, item.text, "size"));
                    }
                }
                Some(Quantity::TooLarge) => {
                    let it = say::bad_integer(item.range, "count or size", item.text, u64::MAX);
                    self.found.push(it);
                }
                None if item.text.is_empty() => (),
                None => match tables::by_key(RESOURCE_FLAGS, item.text) {
                    Some(flag) => flags |= 1 << flag.number,
                    None => {
                        self.report_label(item);
                        labels.push(value::plain(item.text).into_owned());
                    }
                },
            }
        }
        if items.iter().all(|it| it.text.is_empty()) {
            self.found.push(say::empty_resource(pair.value, self.key_of(pair)));
        }
        let (count, size) = match (count, size) {
            (Some(bytes), None) if lone_number_is_size(kind) => (1, bytes),
            (count, size) => (count.unwrap_or(1), size.unwrap_or(0)),
        };
        let mut name = self.key_of(pair).to_owned();
        if !labels.is_empty() {
            name = format!("{name}:{}", labels.join(","));
        }
        if name.contains('\0') {
            self.found.push(say::nul(pair.value));
        }
        Resource { kind, flags, name, count, size }
    }

    /// Warns of `32KB` and the like, which would silently become part of the name.
    fn report_label(&mut self, item: &ListItem<'_>) {
        let digits = item.text.trim_end_matches(|it: char| it.is_ascii_alphabetic());
        let unit = item.text.get(digits.len()..).unwrap_or_default();
        let is_number = !digits.is_empty()
            && digits.bytes().all(|it| it.is_ascii_digit() || it == b'.' || it == b' ');
        let unit = match unit.to_ascii_lowercase().as_str() {
            "b" | "byte" | "bytes" => "B",
            "k" | "kb" | "kib" => "KiB",
            "m" | "mb" | "mib" => "MiB",
            "g" | "gb" | "gib" => "GiB",
            "t" | "tb" | "tib" => "TiB",
            "bit" | "bits" => "bit",
            _ => return,
        };
        if is_number {
            let whole = digits.trim_end();
            let fixed = value::looks_like_integer(whole).then(|| format!("{whole}{unit}"));
            self.found.push(say::label_like_size(item.range, item.text, fixed.as_deref()));
        }
    }
}
