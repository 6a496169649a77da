//! A model as text, and numbers as people write them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use bobbin_core::view::BinaryRemark;

use super::diagnostics::RESERVED_BITS;
use super::lower::{lone_number_is_size, resource_kind};
use super::model::{Abi, Mapping, Model, Resource, Unit};
use super::sections::UnitKey;
use super::tables::{
    self, ABI_FLAGS, CONFIG_FLAGS, FLOAT_BASE, Named, REG_TYPES, RESOURCE_FLAGS, RESOURCE_TYPES,
    SPECIAL_ARGS,
};
use super::value::{SIZE_UNITS, quantity, quote, quoted};

/// Writes a model as a text that compiles to the model's bytes, and returns what the text cannot
/// say.
///
/// A single unit has its sections under bare names, several have the unit in front
/// (coil.md#decompiled-text).
#[must_use]
pub fn print(model: &Model) -> (String, Vec<BinaryRemark>) {
    print_bits(model, Bits::Set)
}

/// The features that are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bits {
    /// Those that are there.
    Set,
    /// All that have a name for the type of unit.
    All,
}

/// Writes a model with the features that are asked for.
#[must_use]
pub fn print_bits(model: &Model, bits: Bits) -> (String, Vec<BinaryRemark>) {
    let mut printer = Printer {
        bits,
        out: "; COIL Configuration File\n".to_owned(),
        report: Vec::new(),
        has_several: model.units.len() > 1,
    };
    let [major, minor, patch] = model.version;
    let out = &mut printer.out;
    _ = writeln!(out, "[metadata]\nversion = {major}.{minor}.{patch}");
    _ = writeln!(out, "timestamp = {}", model.timestamp);
    let flags = flag_words(CONFIG_FLAGS, u64::from(model.flags));
    if !flags.is_empty() {
        _ = writeln!(out, "flags = {}", flags.join(", "));
    }
    for unit in &model.units {
        printer.unit(unit);
    }
    (printer.out, printer.report)
}

struct Printer {
    bits: Bits,
    out: String,
    report: Vec<BinaryRemark>,
    has_several: bool,
}

/// The greatest number of remarks, more of which help nobody.
const MOST_LOST: usize = 20;

/// The flags of a resource that no text can say.
pub const RESERVED_OF_RESOURCE: u64 = 0xFFF0;

/// Returns the names of set flags, and a number for the bits without one.
#[must_use]
pub fn flag_words(table: &'static [Named], bits: u64) -> Vec<String> {
    let mut res = Vec::new();
    let mut rest = bits;
    for flag in table.iter().filter(|it| bits & (1 << it.number) != 0) {
        res.push(flag.key.to_owned());
        rest &= !(1 << flag.number);
    }
    if rest != 0 {
        res.push(format!("{rest:#x}"));
    }
    res
}

impl Printer {
    /// Opens a section of `unit`.
    fn section(&mut self, unit: &str, name: &str) {
        let (prefix, dot) = if self.has_several { (unit, ".") } else { ("", "") };
        _ = writeln!(self.out, "\n[{prefix}{dot}{name}]");
    }

    fn unit(&mut self, unit: &Unit) {
        let key = UnitKey { unit_type: unit.unit_type, index: unit.index }.spelling();
        _ = writeln!(self.out, "\n[{key}]");
        for (name, value) in
            [("name", &unit.name), ("vendor", &unit.vendor), ("model", &unit.model)]
        {
            if !value.is_empty() {
                _ = writeln!(self.out, "{name} = {}", quote(value));
            }
        }
        self.features(unit, &key);
        if !unit.resources.is_empty() {
            self.section(&key, "resources");
            for resource in &unit.resources {
                self.resource(resource);
            }
        }
        let mut n_of_name: HashMap<&str, usize> = HashMap::new();
        for abi in &unit.abis {
            self.abi(abi, &key);
            let n = n_of_name.entry(&abi.name).or_default();
            *n += 1;
            // Sections of one name are one (coil.md#booleans-and-repetition).
            if *n == 2 {
                let message = format!(
                    "{key} has several ABIs called `{}`, which are one in the text",
                    abi.name
                );
                self.lose(message.into());
            }
        }
        let mut open: Option<&str> = None;
        for record in unit.arch.iter() {
            if open != Some(record.arch) {
                open = Some(record.arch);
                self.section(&key, &format!("arch:{}", quote(record.arch)));
            }
            _ = writeln!(self.out, "{} = {}", quote_key(record.key), quote(record.value));
        }
    }

    /// Notes what the text cannot say.
    fn lose(&mut self, remark: BinaryRemark) {
        match self.report.len() {
            0..MOST_LOST if self.report.contains(&remark) => (),
            0..MOST_LOST => self.report.push(remark),
            MOST_LOST => self.report.push("there is more that the text cannot say".into()),
            _ => (),
        }
    }

    fn features(&mut self, unit: &Unit, key: &str) {
        let Some(words) = unit.features else { return };
        let is_set = |bit: u8| {
            words.get(usize::from(bit / 32)).is_some_and(|it| it & (1 << (bit % 32)) != 0)
        };
        let mut sections: Vec<(&str, Vec<String>)> = Vec::new();
        for (idx, group) in tables::groups(unit.unit_type).into_iter().enumerate() {
            let Some(group) = group else { continue };
            let keys: Vec<String> = group
                .features
                .iter()
                .map(|it| (it.key, is_set(idx as u8 * 32 + it.bit)))
                .filter(|it| it.1 || self.bits == Bits::All)
                .map(|(key, is_on)| format!("{key} = {is_on}"))
                .collect();
            if !keys.is_empty() {
                sections.push((group.sections.first().copied().unwrap_or_default(), keys));
            }
        }
        let nameless: Vec<String> = (0..=255)
            .filter(|&bit| is_set(bit) && tables::feature(unit.unit_type, bit).is_none())
            .map(|bit| format!("bit_{bit} = true"))
            .collect();
        if !nameless.is_empty() {
            sections.push(("reserved", nameless));
        }
        // An empty list still gives the unit its bitmap (coil.md#bitmap-size).
        let names: Vec<&str> = sections.iter().map(|it| it.0).collect();
        let line = format!("features = {}", names.join(", "));
        _ = writeln!(self.out, "{}", line.trim_end());
        for (name, keys) in sections {
            self.section(key, name);
            for it in keys {
                _ = writeln!(self.out, "{it}");
            }
        }
    }

    fn resource(&mut self, resource: &Resource) {
        let (key, labels) = match resource.name.split_once(':') {
            Some((key, labels)) => (key, Some(labels)),
            None => (resource.name.as_str(), None),
        };
        let is_key = resource_kind(key) == Some(resource.kind);
        let default = tables::by_number(RESOURCE_TYPES, resource.kind)
            .map_or_else(|| format!("type{}", resource.kind), |it| it.key.to_owned());
        if resource.name.is_empty() {
            let message =
                format!("a resource without a name gets the name `{default}` in the text");
            self.lose(message.into());
        } else if !is_key {
            let message = format!(
                "the resource name `{}` does not start with `{default}`, so the text has it as a \
                 label",
                resource.name
            );
            self.lose(message.into());
        }
        let (key, labels) = if is_key {
            (key, labels)
        } else {
            (default.as_str(), Some(resource.name.as_str()).filter(|it| !it.is_empty()))
        };
        let mut items = vec![quantities(resource.kind, resource.count, resource.size)];
        items.extend(flag_words(RESOURCE_FLAGS, u64::from(resource.flags)));
        if let Some(labels) = labels {
            items.extend(labels.split(',').map(|it| item_of_label(it).into_owned()));
        }
        let reserved = u64::from(resource.flags) & RESERVED_OF_RESOURCE;
        if reserved != 0 {
            let message = format!(
                "the reserved flag bits {reserved:#x} of a resource cannot be written in the text"
            );
            self.lose(BinaryRemark::new(&RESERVED_BITS, message));
            let number = format!("{reserved:#x}");
            items.retain(|it| *it != number);
        }
        let value = items.join(", ");
        // Quotes go around a whole value, where there is need of them (coil.md#comments-and-quotes).
        let needs_quotes =
            labels.is_some_and(|it| it.contains(|it: char| it == ';' || it.is_control()));
        let value = if needs_quotes { quoted(&value) } else { value };
        _ = writeln!(self.out, "{key} = {value}");
    }

    fn abi(&mut self, abi: &Abi, key: &str) {
        self.section(key, &format!("abi:{}", quote(&abi.name)));
        _ = writeln!(self.out, "arg_count = {}", abi.arg_count);
        let flags = flag_words(ABI_FLAGS, u64::from(abi.flags));
        if !flags.is_empty() {
            _ = writeln!(self.out, "flags = {}", flags.join(", "));
        }
        if abi.mappings.is_empty() {
            return;
        }
        // A colon would make the name look like another kind of section.
        let name = match abi.name.contains(':') {
            true => Cow::Owned(quoted(&abi.name)),
            false => quote(&abi.name),
        };
        self.section(key, &format!("{name}.mapping"));
        let mut seen = HashSet::new();
        if let Some(again) = abi.mappings.iter().find(|it| !seen.insert(**it)) {
            // Equal entries are written once (coil.md#mapping-values).
            let (argument, register) = (argument_key(again.arg_index), register(again));
            let message = format!(
                "the ABI `{}` of {key} has equal mappings (`{argument} = {register}`), which are \
                 one when the text is compiled",
                abi.name
            );
            self.lose(message.into());
        }
        for line in abi.mappings.chunk_by(|a, b| a.arg_index == b.arg_index) {
            let Some(first) = line.first() else { continue };
            let registers: Vec<String> = line.iter().map(register).collect();
            _ = writeln!(self.out, "{} = {}", argument_key(first.arg_index), registers.join(", "));
        }
    }
}

/// Writes count and size so that reading them gives both back (coil.md#count-and-size).
#[must_use]
pub fn quantities(kind: u16, count: u64, size: u64) -> String {
    let is_register = kind <= 3;
    let bits = size.checked_mul(8).filter(|_| is_register);
    let words = bits.map_or_else(|| size_words(size), |it| format!("{it}bit"));
    match (lone_number_is_size(kind), count, size) {
        (true, 1, _) => size_words(size),
        (false, _, 0) => count.to_string(),
        _ => format!("{count}, {words}"),
    }
}

/// Spells a mapping's argument.
#[must_use]
pub fn argument_key(index: u16) -> Cow<'static, str> {
    match tables::by_number(SPECIAL_ARGS, index) {
        Some(it) if it.number != 0 => Cow::Borrowed(it.key),
        None if index >= FLOAT_BASE => Cow::Owned(format!("{}f", index - FLOAT_BASE)),
        _ => Cow::Owned(index.to_string()),
    }
}

/// Spells a mapping's register.
#[must_use]
pub fn register(mapping: &Mapping) -> String {
    let name = tables::by_number(REG_TYPES, mapping.reg_type)
        .map_or_else(|| format!("type{}", mapping.reg_type), |it| it.key.to_owned());
    match mapping.reg_mask {
        u32::MAX => format!("{name}:{}", mapping.reg_index),
        mask => format!("{name}:{}:{mask:#x}", mapping.reg_index),
    }
}

/// Quotes a label so that it is not taken for a number, a flag, or several labels.
#[must_use]
pub fn quote_label(label: &str) -> Cow<'_, str> {
    if is_plain_label(label) { quote(label) } else { Cow::Owned(quoted(label)) }
}

/// Quotes a label where the quotes of the whole value cannot say what it is.
fn item_of_label(label: &str) -> Cow<'_, str> {
    let is_plain = is_plain_label(label) && label.trim() == label && !label.contains('"');
    if is_plain { Cow::Borrowed(label) } else { Cow::Owned(quoted(label)) }
}

fn is_plain_label(label: &str) -> bool {
    !label.is_empty()
        && quantity(label).is_none()
        && tables::by_key(RESOURCE_FLAGS, label).is_none()
}

/// Quotes a key so that it is not taken for a header, or half of it for the key.
fn quote_key(key: &str) -> Cow<'_, str> {
    let is_plain = !key.is_empty() && !key.contains('=') && !key.starts_with('[');
    if is_plain { quote(key) } else { Cow::Owned(quoted(key)) }
}

/// Spells a size in the largest unit that divides it: `32KiB`.
#[must_use]
pub fn size_words(bytes: u64) -> String {
    SIZE_UNITS
        .iter()
        .find(|&&(_, scale)| bytes >= scale && bytes.is_multiple_of(scale))
        .map_or_else(|| format!("{bytes}B"), |&(unit, scale)| format!("{}{unit}", bytes / scale))
}

/// Seconds since 1970 as `2021-03-01 00:00:00 UTC`; empty beyond the year 9999.
#[must_use]
pub fn utc(seconds: u64) -> String {
    const LAST: u64 = 253_402_300_799;
    if seconds > LAST {
        return String::new();
    }
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Civil from days (Howard Hinnant): years start in March, eras have 400 years.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}
