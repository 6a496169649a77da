//! Explanations of a place: the meaning of a name, the reading of a value.

use std::fmt::Write as _;

use text_size::{TextRange, TextSize};

use super::file::File;
use super::lower::{argument_index, lone_number_is_size, register_type, resource_kind};
use super::print::{size_words, utc};
use super::rows::general_names;
use super::sections::{Role, Section, SectionId, whole_name};
use super::tables::{
    self, ABI_FLAGS, CONFIG_FLAGS, FLOAT_BASE, Group, Named, REG_TYPES, RESOURCE_FLAGS,
    RESOURCE_TYPES, SPECIAL_ARGS, UNIT_TYPES,
};
use super::token::TokenKind;
use super::{items, query, value};
use crate::notes::REFUSED;
use bobbin_core::text::{code, slice};
use bobbin_core::view::{Hover, OriginKind};

pub(super) fn hover(file: &File, at: TextSize) -> Option<Hover> {
    let (token, kind) = file.token_touching(at)?;
    let range = file.tokens().range(token);
    let idx = items::section_at(file, at)?;
    let section = file.sections().all.get(idx)?;
    match kind {
        TokenKind::Section => Some(Hover { range, markdown: section_words(file, idx, section)? }),
        TokenKind::Key => {
            let key = slice(file.text(), range);
            let mut markdown = key_words(file, idx, section, key)?;
            let in_force = in_force_words(file, idx, section, key)
                .or_else(|| line_in_force(file, idx, section, range));
            if let Some(in_force) = in_force {
                markdown = format!("{in_force}\n\n{markdown}");
            }
            Some(Hover { range, markdown })
        }
        TokenKind::Value => {
            let pair = section.pairs.iter().find(|it| it.value == range)?;
            let key = slice(file.text(), pair.key);
            value_hover(file, section, key, range, at)
        }
        _ => None,
    }
}

fn section_words(file: &File, idx: SectionId, section: &Section) -> Option<String> {
    let unit = items::unit_spelling(file, idx);
    let of_unit = match &unit {
        Some(unit) => format!(" of {}", code(unit)),
        None => String::new(),
    };
    Some(match &section.role {
        Role::Metadata => "**Metadata** of the whole configuration: version, timestamp and \
                           flags, all in the header of the binary."
            .to_owned(),
        Role::Unit => {
            let key = section.unit?;
            let named = tables::by_number(UNIT_TYPES, key.unit_type);
            let (title, name) = match named {
                Some(it) => (it.doc, it.enumerator),
                None => ("Processing unit of a reserved type", "reserved"),
            };
            format!("**{title}** number {}\n\n`{name}` = {}", key.index, key.unit_type)
        }
        Role::Features(name) => {
            let mut res = format!("**Features**{of_unit}");
            let group = group_of(items::unit_type_of(file, idx), name);
            if let Some((number, group)) = group {
                let first = number * 32;
                _ = write!(res, ": {} (bits {first} to {})", group.title, first + 31);
            }
            res.push_str(
                "\n\nThe key alone decides which bit is set; the section only groups the keys.",
            );
            res
        }
        Role::Resources => format!(
            "**Resources**{of_unit}, one line for each entry of the resource table.\n\n\
             A bare number is a count, a number with a unit the size of one: \
             `gpr = 16, 64bit`, `cache_l1 = 32KiB`. A lone number on a cache or on memory \
             is its size in bytes."
        ),
        Role::Abi(name) => format!("**ABI** {}{of_unit}", code(name)),
        Role::Mapping(name) => format!(
            "**Register mapping** of the ABI {}{of_unit}: \
             `argument = type:index[:mask]`, 0 is the return value.",
            code(name)
        ),
        Role::Arch(name) => format!(
            "**Facts about the architecture** {}{of_unit}, kept after the feature \
             bitmap; readers that stop after eight groups see nothing of them.",
            code(name)
        ),
        Role::Unknown(_) => return None,
    })
}

fn key_words(file: &File, idx: SectionId, section: &Section, key: &str) -> Option<String> {
    Some(match &section.role {
        Role::Features(_) => feature_words(items::unit_type_of(file, idx), key)?,
        Role::Resources => {
            let kind = resource_kind(key)?;
            let read = match lone_number_is_size(kind) {
                true => "A lone number is its size in bytes.",
                false => "A lone number is the count.",
            };
            let named = tables::by_number(RESOURCE_TYPES, kind);
            let (doc, name) =
                named.map_or(("Reserved kind", "reserved"), |it| (it.doc, it.enumerator));
            format!("**{doc}**\n\n{} = {kind}. {read}", code(name))
        }
        Role::Mapping(_) => {
            let index = argument_index(key)?;
            format!("**{}**\n\n`arg_index` = {index:#x}", argument_words(index))
        }
        Role::Arch(name) => {
            format!("A fact about {}; the binary keeps key and value as text.", code(name))
        }
        role => fixed_key_words(role, key)?.to_owned(),
    })
}

/// Describes the value in force for a key, with the line that decides it; `None` for keys that may
/// stand several times, such as those of resources.
fn in_force_words(file: &File, idx: SectionId, section: &Section, key: &str) -> Option<String> {
    let key = value::plain(key);
    let unit = || items::unit_spelling(file, idx);
    let (value, origin) = match (&section.role, &*key) {
        (Role::Metadata, _) => query::in_force(file, &["metadata", &key]),
        (Role::Unit, "name" | "vendor" | "model") => query::in_force(file, &[&unit()?, &key]),
        (Role::Features(_), _) => query::in_force(file, &[&unit()?, "features", &key]),
        (Role::Abi(name), _) => query::in_force(file, &[&unit()?, "abi", name, &key]),
        _ => None,
    }?;
    Some(match (origin.range, origin.note.as_str()) {
        (Some(_), note) if origin.kind == OriginKind::Default || note.ends_with(REFUSED) => {
            instead(&value, note)
        }
        (Some(range), _) => said_in_line(file, &[value], range),
        (None, "") => format!("In force: {}.", quoted(&value)),
        (None, note) => format!("In force: {}, as the default is {note}.", quoted(&value)),
    })
}

/// Says what the line with the key at `key` adds, of those that may stand several times: resources,
/// registers of a mapping, facts about an architecture.
fn line_in_force(file: &File, idx: SectionId, section: &Section, key: TextRange) -> Option<String> {
    let unit = items::unit_spelling(file, idx)?;
    let place = section.pairs.iter().find(|it| it.key == key)?.value;
    let below: &[&str] = match &section.role {
        Role::Resources => &[&unit, "resources"],
        Role::Mapping(name) => &[&unit, "abi", name],
        Role::Arch(name) => &[&unit, "arch", name],
        _ => return None,
    };
    let mut rows = query::rows_below(file, below);
    let is_here = |it: TextRange| place.contains_range(it) || it.contains_range(key);
    rows.retain(|it| it.origin.range.is_some_and(is_here));
    // Its parts stand below an entry.
    let depth = rows.iter().map(|it| it.path.len()).min()?;
    rows.retain(|it| it.path.len() == depth);
    if let [row] = rows.as_slice()
        && row.origin.kind == OriginKind::Default
    {
        return Some(instead(&row.value, &row.origin.note));
    }
    let values: Vec<String> = rows.into_iter().map(|it| it.value).collect();
    Some(said_in_line(file, &values, place))
}

/// Says what counts in the place of what the text does not say, or would without what it says wrongly.
fn instead(value: &str, note: &str) -> String {
    let what = if note.ends_with(REFUSED) { "Without it" } else { "In force" };
    format!("{what}: {}, {note}.", quoted(value))
}

fn said_in_line(file: &File, values: &[String], range: TextRange) -> String {
    let before = slice(file.text(), TextRange::new(TextSize::new(0), range.start()));
    let line = before.matches('\n').count() + 1;
    let values: Vec<String> = values.iter().map(|it| quoted(it)).collect();
    format!("In force: {} in line {line}.", values.join(", "))
}

fn value_hover(
    file: &File,
    section: &Section,
    key: &str,
    range: TextRange,
    at: TextSize,
) -> Option<Hover> {
    let item = value::list(file.text(), range)
        .into_iter()
        .find(|it| it.range.start() <= at && at <= it.range.end());
    let flag = |table: &'static [Named]| {
        let item = item?;
        let flag = tables::by_key(table, item.text)?;
        let markdown = format!("**{}**\n\n`{}` = 1 << {}", flag.doc, flag.enumerator, flag.number);
        Some(Hover { range: item.range, markdown })
    };
    match (&section.role, key) {
        (Role::Metadata, "flags") => flag(CONFIG_FLAGS),
        (Role::Abi(_), "flags") => flag(ABI_FLAGS),
        (Role::Metadata, "timestamp") => {
            let seconds = value::integer(&value::plain(slice(file.text(), range)))?;
            let date = utc(seconds);
            (!date.is_empty()).then(|| Hover { range, markdown: format!("{date} (UNIX time)") })
        }
        (Role::Unit, "features") => {
            let item = item?;
            let whole = whole_name(item.text);
            let found = file.sections().all.iter().find(|it| {
                let Role::Features(name) = &it.role else { return false };
                let is_short = name == item.text;
                let is_whole = || {
                    whole
                        .as_ref()
                        .is_some_and(|(unit, short)| it.unit == Some(*unit) && short == name)
                };
                (is_short && it.unit.is_none_or(|unit| Some(unit) == section.unit)) || is_whole()
            })?;
            let name = slice(file.text(), found.name);
            let n_keys = found.pairs.len();
            let s = if n_keys == 1 { "" } else { "s" };
            let markdown =
                format!("The section {} with {n_keys} key{s}", code(format_args!("[{name}]")));
            Some(Hover { range: item.range, markdown })
        }
        (Role::Resources, _) => flag(RESOURCE_FLAGS).or_else(|| {
            let resource = resource_at(file, range)?;
            Some(Hover { range, markdown: resource })
        }),
        (Role::Mapping(_), _) => {
            let item = item?;
            Some(Hover { range: item.range, markdown: register_words(item.text)? })
        }
        _ => None,
    }
}

/// Describes the resource whose value stands at `range`.
fn resource_at(file: &File, range: TextRange) -> Option<String> {
    for (unit, source) in file.lowered().model.units.iter().zip(&file.lowered().sources.units) {
        let found = source.resources.iter().position(|it| it.contains_range(range));
        if let Some(resource) = found.and_then(|it| unit.resources.get(it)) {
            let size = match resource.size {
                0 => "no size".to_owned(),
                size if size < 1024 => format!("{} each", value::bytes_words(size)),
                size => format!("{} each ({})", value::bytes_words(size), size_words(size)),
            };
            let count = resource.count;
            return Some(format!("{}: count {count}, {size}", code(&resource.name)));
        }
    }
    None
}

fn quoted(value: &str) -> String {
    match value {
        "" => "nothing".to_owned(),
        value => code(value),
    }
}

/// Explains a key of a fixed set.
pub(super) fn fixed_key_words(role: &Role, key: &str) -> Option<&'static str> {
    Some(match (role, key) {
        (Role::Metadata, "version") => {
            "Version of the format: 0.1.x or 1.0.x, which have the same layout. 0.1.0 if missing."
        }
        (Role::Metadata, "timestamp") => {
            "Creation time in seconds since 1970. 0 if missing, so that builds repeat."
        }
        (Role::Metadata, "flags") => {
            "Flags of the configuration: system_default, user_modified, autodetected, compressed."
        }
        (Role::Unit, "name") => "The unit's name.",
        (Role::Unit, "vendor") => "The unit's manufacturer.",
        (Role::Unit, "model") => "The unit's model.",
        (Role::Unit, "features") => {
            "The feature sections that count, in order; a later one wins. Each name is looked up \
             with the unit in front first, then bare. Without this key every feature section of \
             the unit counts."
        }
        (Role::Unit, "type") => {
            "The number of the unit's type, which must agree with the section's name. It can be \
             left out."
        }
        (Role::Abi(_), "arg_count") => {
            "The most arguments that can be passed. The highest argument mapped if missing."
        }
        (Role::Abi(_), "flags") => {
            "Flags of the ABI: variadic, preserves_sp, caller_cleanup, uses_red_zone."
        }
        _ => return None,
    })
}

/// Returns the number and the group of a feature section's customary name.
pub(super) fn group_of(unit_type: u16, name: &str) -> Option<(usize, &'static Group)> {
    tables::groups(unit_type).into_iter().enumerate().find_map(|(number, group)| {
        group.filter(|it| it.sections.contains(&name)).map(|it| (number, it))
    })
}

/// Describes a feature bit: its meaning, name and place.
pub(super) fn feature_words(unit_type: u16, key: &str) -> Option<String> {
    let bit = tables::feature_bit(unit_type, key)?;
    let (number, inner) = (bit / 32, bit % 32);
    let group = tables::groups(unit_type).into_iter().nth(usize::from(number)).flatten();
    let title = group.map_or("a group without a name", |it| it.title);
    let place = format!("Group {number} ({title}), bit {inner}; bit {bit} of the bitmap.");
    Some(match tables::feature(unit_type, bit) {
        None => format!("**A bit without a name**\n\n{place}"),
        Some(feature) => {
            let doc = if feature.doc.is_empty() { feature.key } else { feature.doc };
            let name = match unit_type {
                0 => format!("`CPU_FEAT_{}`. ", feature.key.to_ascii_uppercase()),
                _ => String::new(),
            };
            let source = match feature.in_document {
                true => "Named by the document.",
                false => "The document leaves the bit open; this is Bobbin's assignment.",
            };
            format!("**{doc}**\n\n{name}{place}\n\n{source}")
        }
    })
}

/// Explains an argument index.
pub(super) fn argument_words(index: u16) -> String {
    match tables::by_number(SPECIAL_ARGS, index) {
        Some(it) => it.doc.to_owned(),
        None if index >= FLOAT_BASE => match index - FLOAT_BASE {
            0 => "Float return value".to_owned(),
            n => format!("Float argument {n}"),
        },
        None => format!("Argument {index}"),
    }
}

/// Explains a register such as `gpr:4:0xFF`.
pub(super) fn register_words(item: &str) -> Option<String> {
    let mut parts = item.split(':').map(str::trim);
    let (name, index) = (parts.next()?, parts.next()?);
    let number = register_type(name)?;
    let index = value::integer(index)?;
    let named = tables::by_number(REG_TYPES, number);
    let (doc, enumerator) =
        named.map_or(("Reserved register type", "reserved"), |it| (it.doc, it.enumerator));
    let mut res = match number {
        0 => format!("**{doc} {index}**, virtual register RQ{index}"),
        4 => format!("**{doc}** at byte offset {index}"),
        _ => format!("**{doc} {index}**"),
    };
    if number == 0 {
        let (x86, arm) = general_names(index);
        if let Some(x86) = x86 {
            _ = write!(res, "; {x86} on x86-64");
        }
        if let Some(arm) = arm {
            _ = write!(res, ", {arm} on arm64");
        }
    }
    _ = write!(res, "\n\n`{enumerator}` = {number}");
    if let Some(mask) = parts.next() {
        _ = write!(res, ", of it the bits {mask}");
    }
    Some(res)
}
