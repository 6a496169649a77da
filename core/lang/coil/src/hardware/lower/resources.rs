//! Resource lines: count, size, flags and labels (coil.md#resources).

use text_size::TextRange;

use super::lowering::Lowering;
use super::values::QUOTE;
use crate::hardware::diagnostics as say;
use crate::hardware::model::{Resource, Unit};
use crate::hardware::sections::{Pair, SectionId};
use crate::hardware::source_map::{Quantities, Said, UnitSource};
use crate::hardware::tables::{self, Named, RESOURCE_FLAGS, RESOURCE_TYPES};
use crate::hardware::value::{self, ListItem, Quantity};
use bobbin_core::diagnostics::Fix;
use bobbin_core::edit::TextEdit;
use bobbin_core::text::range_in;

/// `shared` and `exclusive` (document, Resource Table).
const OPPOSITE: u16 = 1 | 1 << 1;

/// The number of digits between two `_` of a number.
const THOUSANDS: usize = 3;

/// Returns the number of a resource kind: a known name, or one like `type300`.
#[must_use]
pub fn resource_kind(key: &str) -> Option<u16> {
    tables::by_key(RESOURCE_TYPES, key).map(|it| it.number).or_else(|| numbered(key))
}

/// Returns the number behind `type`, if it fits 16 bits.
#[must_use]
pub fn numbered(key: &str) -> Option<u16> {
    let digits = key.strip_prefix("type")?;
    value::integer(digits).and_then(|it| u16::try_from(it).ok()).filter(|_| !digits.is_empty())
}

/// Returns the number behind `type` if it does not fit 16 bits (coil.md#field-limits).
pub(super) fn large_number(key: &str) -> Option<&str> {
    let digits = key.strip_prefix("type").filter(|it| value::looks_like_integer(it))?;
    numbered(key).is_none().then_some(digits)
}

/// True if a lone number of this kind is a size in bytes: caches and memory
/// (coil.md#count-and-size).
#[must_use]
pub fn lone_number_is_size(kind: u16) -> bool {
    matches!(kind, 4..=6 | 10)
}

/// A word of a resource's value (coil.md#count-and-size and
/// coil.md#repeated-resources-and-labels).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// A bare number.
    Count(u64),
    /// A number with a unit, in bytes.
    Size(u64),
    /// A number beyond 64 bits.
    TooLarge,
    /// A word that stands for a flag.
    Flag(&'static Named),
    /// Any other word.
    Label,
    /// The gap between two commas.
    Nothing,
}

impl Word {
    /// Reads a trimmed word.
    #[must_use]
    pub fn of(text: &str) -> Word {
        match value::quantity(text) {
            Some(Quantity::Number(number)) => Word::Count(number),
            Some(Quantity::Size(bytes)) => Word::Size(bytes),
            Some(Quantity::TooLarge) => Word::TooLarge,
            None if text.is_empty() => Word::Nothing,
            None => tables::by_key(RESOURCE_FLAGS, text).map_or(Word::Label, Word::Flag),
        }
    }
}

/// Returns count and size of an entry, from the last words that say them; a lone number on a cache
/// or memory is its size (coil.md#count-and-size).
#[must_use]
pub fn count_and_size(kind: u16, count: Option<u64>, size: Option<u64>) -> (u64, u64) {
    match (count, size) {
        (Some(bytes), None) if lone_number_is_size(kind) => (1, bytes),
        (count, size) => (count.unwrap_or(1), size.unwrap_or(0)),
    }
}

/// Returns what a line with or without a number and a size says of both; `refused` are the words of
/// either kind that are too large.
fn quantities(kind: u16, has_number: bool, has_size: bool, refused: &[&str]) -> Quantities {
    let is_refused =
        |is_number: bool| refused.iter().any(|it| value::looks_like_integer(it) == is_number);
    let said = |is_there: bool, is_number: bool| match is_there {
        true => Said::Number,
        false if is_refused(is_number) => Said::Refused,
        false => Said::Nothing,
    };
    let (count, size) = (said(has_number, true), said(has_size, false));
    match size {
        Said::Nothing if lone_number_is_size(kind) => Quantities { count: size, size: count },
        _ => Quantities { count, size },
    }
}

impl Lowering<'_> {
    pub(super) fn resources(
        &mut self,
        sections: &[SectionId],
        unit: &mut Unit,
        source: &mut UnitSource,
    ) {
        source.resource_header =
            sections.first().and_then(|&it| self.section(it)).map(|it| it.name);
        for (_, pair) in self.pairs(sections) {
            let key = self.key_of(pair);
            match resource_kind(key) {
                Some(kind) => {
                    let (resource, quantities) = self.resource(kind, pair);
                    unit.resources.push(resource);
                    source.resources.push(pair.range);
                    source.quantities.push(quantities);
                }
                None => self.report_resource(pair, key),
            }
        }
    }

    fn report_resource(&mut self, pair: &Pair, key: &str) {
        if let Some(number) = large_number(key) {
            let range = range_in(self.text, number);
            let max = u64::from(u16::MAX);
            self.found.push(say::bad_integer(range, "resource kind", number, max));
            return;
        }
        self.report_hash(pair, false);
        let lenient = self.rigour.lenient;
        self.found.push(say::unknown_resource(pair.key, key, RESOURCE_TYPES, lenient));
    }

    fn resource(&mut self, kind: u16, pair: &Pair) -> (Resource, Quantities) {
        let written = self.value_of(pair);
        let unquoted = value::unquote(written);
        let (inner, base);
        let items: Vec<ListItem<'_>> = match &unquoted {
            // Escapes move what is inside, so its items are all reported at the value.
            Some(text) => {
                inner = text.as_ref();
                base = TextRange::up_to(bobbin_core::text::len(inner));
                let items = value::list(inner, base);
                items.into_iter().map(|it| ListItem { range: pair.value, ..it }).collect()
            }
            None => value::list(self.text, pair.value),
        };
        let (mut count, mut size): (Option<(u64, TextRange)>, _) = (None, None);
        let mut replaced: Vec<(&ListItem<'_>, TextRange)> = Vec::new();
        let mut refused: Vec<&str> = Vec::new();
        let mut flags: u16 = 0;
        let mut labels: Vec<String> = Vec::new();
        let words: Vec<Word> = items.iter().map(|it| Word::of(it.text)).collect();
        let others = Quantified {
            has_count: words.iter().any(|it| matches!(it, Word::Count(_))),
            has_size: words.iter().any(|it| matches!(it, Word::Size(_))),
        };
        if unquoted.is_none() {
            self.report_open_quote(pair, written, &items);
        }
        for (item, word) in items.iter().zip(words) {
            match word {
                Word::Count(number) => {
                    if let Some((_, before)) = count.replace((number, item.range)) {
                        replaced.push((item, before));
                    }
                }
                Word::Size(bytes) => {
                    if let Some((_, before)) = size.replace((bytes, item.range)) {
                        self.report_replaced(pair, item, before, "size");
                    }
                }
                Word::TooLarge => {
                    refused.push(item.text);
                    let it = say::bad_integer(item.range, "count or size", item.text, u64::MAX);
                    self.found.push(it);
                }
                Word::Nothing => (),
                Word::Flag(flag) => {
                    let bit = 1 << flag.number;
                    let is_new = flags & bit == 0 && bit & OPPOSITE != 0;
                    if is_new && (flags | bit) & OPPOSITE == OPPOSITE {
                        self.found.push(say::opposite_flags(item.range));
                    }
                    flags |= bit;
                }
                Word::Label => {
                    self.report_label(kind, pair, item, others);
                    labels.push(value::plain(item.text).into_owned());
                }
            }
        }
        if items.iter().all(|it| it.text.is_empty()) {
            self.found.push(say::empty_resource(pair.value, self.key_of(pair)));
        }
        let is_size = size.is_none() && lone_number_is_size(kind);
        let what = if is_size { "number" } else { "count" };
        for (idx, &(item, before)) in replaced.iter().enumerate() {
            let is_last = idx + 1 == replaced.len();
            match count.filter(|_| is_size && is_last) {
                Some((bytes, _)) => self.report_lone_number(pair, item, before, bytes),
                None => self.report_replaced(pair, item, before, what),
            }
        }
        let quantities = quantities(kind, count.is_some(), size.is_some(), &refused);
        // A number beside a size that is refused is still a count.
        let size = size.map(|it| it.0).or((quantities.size == Said::Refused).then_some(0));
        let (count, size) = count_and_size(kind, count.map(|it| it.0), size);
        let mut name = self.key_of(pair).to_owned();
        if !labels.is_empty() {
            name = format!("{name}:{}", labels.join(","));
        }
        if name.contains('\0') {
            self.found.push(say::nul(pair.value));
        }
        (Resource { kind, flags, name, count, size }, quantities)
    }

    fn report_replaced(&mut self, pair: &Pair, item: &ListItem<'_>, before: TextRange, what: &str) {
        let remove = self.without(pair, before);
        self.found.push(say::repeated_quantity(item.range, item.text, what, remove));
    }

    /// Warns of a number that is the size, because the one before it, which was meant as the count,
    /// does not count (coil.md#count-and-size).
    fn report_lone_number(
        &mut self,
        pair: &Pair,
        item: &ListItem<'_>,
        before: TextRange,
        bytes: u64,
    ) {
        let remove = self.without(pair, before);
        self.found.push(say::lone_number(item.range, item.text, bytes, remove));
    }

    /// Plans to take an item out of a value. Those of a quoted value are all reported at the value,
    /// so there is no telling where they stand.
    fn without(&self, pair: &Pair, item: TextRange) -> Option<TextEdit> {
        (item != pair.value).then(|| value::without_item(self.text, pair.value, item))
    }

    /// Warns of a quote behind which a comment is part of the name.
    fn report_open_quote(&mut self, pair: &Pair, written: &str, items: &[ListItem<'_>]) {
        let Some(at) = value::open_quote(written) else { return };
        let at = pair.value.start() + bobbin_core::text::offset(at);
        let item = items.iter().find(|it| it.range.contains(at));
        if let Some(item) = item {
            let quote = TextRange::at(at, QUOTE);
            self.found.push(say::open_quote(quote, (item.range, item.text)));
        }
    }

    /// Warns of `32KB`, `-1`, `16 shared` and the like, which would silently become part of the name.
    /// `others` is what the line says besides.
    fn report_label(&mut self, kind: u16, pair: &Pair, item: &ListItem<'_>, others: Quantified) {
        // One of several in quotes cannot be told from the others.
        let is_quoted = item.range == pair.value && value::unquote(self.value_of(pair)).is_some();
        let is_alone = !is_quoted
            || value::unquote(self.value_of(pair)).is_none_or(|it| it.trim() == item.text);
        let is_commented = !is_quoted
            && !item.text.contains('"')
            && self.report_comment(item.range, item.text, "of the resource's name", |it| {
                // With other items behind it the comment would hide them.
                item.range.end() == pair.value.end()
                    && !matches!(Word::of(it), Word::Label | Word::Nothing)
            });
        if is_commented {
            return;
        }
        if let Some(flag) = RESOURCE_FLAGS.iter().find(|it| it.key.eq_ignore_ascii_case(item.text))
        {
            let meant = is_alone.then_some(flag.key);
            self.found.push(say::label_like_flag(item.range, item.text, meant));
            return;
        }
        let meant =
            separated(item.text, others).or_else(|| other_spellings(kind, item.text, others));
        if let Some(meant) = meant {
            let meant = if is_alone { meant.as_slice() } else { &[] };
            let mut it = say::label_like_size(item.range, item.text, meant);
            // With `_` or a word behind it, it may be a name after all.
            if item.text.contains('_') || item.text.ends_with(['x', 'X']) || has_label(item.text) {
                it.fixes = it.fixes.into_iter().map(Fix::as_guess).collect();
            }
            self.found.push(it);
        }
    }
}

/// The quantities of a line that are written as such.
#[derive(Debug, Clone, Copy)]
struct Quantified {
    has_count: bool,
    has_size: bool,
}

/// Returns words between which commas are missing, with them: numbers, sizes and flags, or a size in
/// front of labels. In `64B line` beside another size it is a label.
fn separated(text: &str, others: Quantified) -> Option<Vec<String>> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let read = || words.iter().map(|it| Word::of(it));
    let n_numbers = read().filter(|it| matches!(it, Word::Count(_))).count();
    let n_sizes = read().filter(|it| matches!(it, Word::Size(_))).count();
    let n_flags = read().filter(|it| matches!(it, Word::Flag(_))).count();
    let all = n_numbers + n_sizes + n_flags;
    if words.len() > 1 && all == words.len() && n_numbers <= 1 && n_sizes <= 1 {
        return Some(vec![words.join(", ")]);
    }
    // The unit may stand apart.
    let n_of_size = (1..=2).find(|&n| {
        let size = words.get(..n).map(|it| it.join(" "));
        size.is_some_and(|it| matches!(Word::of(&it), Word::Size(_)))
    })?;
    let (size, labels) = words.split_at_checked(n_of_size)?;
    // Lines and buses have so many bytes and bits, and are called by them.
    let is_of_thing = size.last().is_some_and(|it| !it.ends_with("iB"));
    let is_lost = !others.has_size && !labels.is_empty() && !is_of_thing;
    is_lost.then(|| vec![format!("{}, {}", size.join(" "), labels.join(" "))])
}

/// True if a word of an item is neither a number nor a size nor a flag.
fn has_label(text: &str) -> bool {
    text.split_ascii_whitespace().any(|it| matches!(Word::of(it), Word::Label))
        && text.contains(|it: char| it.is_ascii_whitespace())
}

/// Returns the sizes that a number in another form may be, the likeliest first; none if it is a word.
fn other_spellings(kind: u16, text: &str, others: Quantified) -> Option<Vec<String>> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let hex = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X"));
    let digits = match hex.map(|it| it.trim_start_matches(|it: char| it.is_ascii_hexdigit())) {
        Some(rest) => unsigned.strip_suffix(rest).unwrap_or_default(),
        None => unsigned.trim_end_matches(|it: char| it.is_ascii_alphabetic()),
    };
    let unit = unsigned.get(digits.len()..).unwrap_or_default().to_ascii_lowercase();
    let unit = unit.trim_start();
    // `2MiBs`, as in `64bits`.
    let unit = unit.strip_suffix('s').filter(|it| it.ends_with('b')).unwrap_or(unit);
    let digits = match unit {
        "bit" | "bits" => digits.strip_suffix('-').unwrap_or(digits),
        _ => digits,
    };
    // `1_000`, and a prefix that no digit follows.
    let is_grouped = digits.contains('_')
        && digits.bytes().all(|it| it.is_ascii_digit() || it == b'_')
        && !digits.starts_with('_')
        && digits.split('_').skip(1).all(|it| it.len() == THOUSANDS);
    let is_number = value::looks_like_integer(digits)
        || is_grouped
        || matches!(digits, "0x" | "0X")
        || !digits.is_empty()
            && digits.bytes().all(|it| it.is_ascii_digit() || it == b'.' || it == b' ');
    let units: &[&str] = match unit {
        // Registers are measured in bits.
        "b" if lone_number_is_size(kind) => &["B", "bit"],
        "b" => &["bit", "B"],
        "byte" | "bytes" => &["B"],
        "k" | "kb" | "ki" | "kib" => &["KiB"],
        "m" | "mb" | "mi" | "mib" => &["MiB"],
        "g" | "gb" | "gi" | "gib" => &["GiB"],
        "t" | "tb" | "ti" | "tib" => &["TiB"],
        // The language has no unit as large as these.
        "p" | "pb" | "pi" | "pib" | "e" | "eb" | "ei" | "eib" => &[],
        "bit" | "bits" => &["bit"],
        // `4x` is a number of times, and beside a count a label.
        "x" if !others.has_count => &[""],
        // `1.5` and `-1`; a number without more is no label.
        "" => &[""],
        _ => return None,
    };
    let whole = if is_grouped { digits.replace('_', "") } else { digits.trim_end().to_owned() };
    let is_whole = value::looks_like_integer(&whole) && !text.starts_with('-');
    let units = if is_whole { units } else { &[] };
    is_number.then(|| units.iter().map(|it| format!("{whole}{it}")).collect())
}
