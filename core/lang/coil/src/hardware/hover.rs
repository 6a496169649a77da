//! What is known about a place: what a name means, and how a value is read.

use std::fmt::Write as _;

use text_size::{TextRange, TextSize};

use super::lower::{argument_index, lone_number_is_size, register_type, resource_kind};
use super::print::{size_words, utc};
use super::rows::general_names;
use super::sections::{Role, Section};
use super::tables::{
    self, ABI_FLAGS, CONFIG_FLAGS, FLOAT_BASE, Group, Named, REG_TYPES, RESOURCE_FLAGS,
    RESOURCE_TYPES, SPECIAL_ARGS, UNIT_TYPES,
};
use super::token::TokenKind;
use super::{File, value};
use bobbin_core::text::slice;
use bobbin_core::view::Hover;

impl File {
    pub(super) fn hover_at(&self, at: TextSize) -> Option<Hover> {
        let (token, kind) = self.token_touching(at)?;
        let range = self.tokens.range(token);
        let idx = self.section_at(at)?;
        let section = self.sections.all.get(idx)?;
        match kind {
            TokenKind::Section => {
                Some(Hover { range, markdown: self.section_words(idx, section)? })
            }
            TokenKind::Key => {
                let key = slice(self.text(), range);
                let mut markdown = self.key_words(idx, section, key)?;
                let in_force = self
                    .in_force_words(idx, section, key)
                    .or_else(|| self.line_in_force(idx, section, range));
                if let Some(in_force) = in_force {
                    markdown = format!("{in_force}\n\n{markdown}");
                }
                Some(Hover { range, markdown })
            }
            TokenKind::Value => {
                let pair = section.pairs.iter().find(|it| it.value == range)?;
                let key = slice(self.text(), pair.key);
                self.value_hover(section, key, range, at)
            }
            _ => None,
        }
    }

    /// The type of the unit that uses a section; CPU if none does.
    pub(super) fn unit_type_of(&self, section: usize) -> u16 {
        self.used_by(section)
            .and_then(|it| self.lowered.model.units.get(it))
            .map(|it| it.unit_type)
            .or_else(|| self.sections.all.get(section)?.unit.map(|it| it.unit_type))
            .unwrap_or_default()
    }

    fn section_words(&self, idx: usize, section: &Section) -> Option<String> {
        let unit = self.unit_spelling(idx);
        let of_unit = match &unit {
            Some(unit) => format!(" of `{unit}`"),
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
                let group = group_of(self.unit_type_of(idx), name);
                if let Some((number, group)) = group {
                    let first = number * 32;
                    _ = write!(res, ": {} (bits {first} to {})", group.title, first + 31);
                }
                res.push_str("\n\nThe key alone decides which bit is set; the section organises.");
                res
            }
            Role::Resources => format!(
                "**Resources**{of_unit}, one line for each entry of the resource table.\n\n\
                 A bare number is a count, a number with a unit the size of one: \
                 `gpr = 16, 64bit`, `cache_l1 = 32KiB`."
            ),
            Role::Abi(name) => format!("**ABI** `{name}`{of_unit}"),
            Role::Mapping(name) => format!(
                "**Register mapping** of the ABI `{name}`{of_unit}: \
                 `argument = type:index[:mask]`, 0 is the return value."
            ),
            Role::Arch(name) => format!(
                "**Facts about the architecture** `{name}`{of_unit}, kept behind the feature \
                 bitmap; readers that stop after eight groups see nothing of them."
            ),
            Role::Unknown(_) => return None,
        })
    }

    /// The unit that uses a section, as headers spell it.
    pub(super) fn unit_spelling(&self, section: usize) -> Option<String> {
        let unit = self.lowered.model.units.get(self.used_by(section)?)?;
        let key = super::sections::UnitKey { unit_type: unit.unit_type, index: unit.index };
        Some(key.spelling())
    }

    fn key_words(&self, idx: usize, section: &Section, key: &str) -> Option<String> {
        Some(match &section.role {
            Role::Features(_) => feature_words(self.unit_type_of(idx), key)?,
            Role::Resources => {
                let kind = resource_kind(key)?;
                let read = match lone_number_is_size(kind) {
                    true => "A lone number is its size in bytes.",
                    false => "A lone number is the count.",
                };
                let named = tables::by_number(RESOURCE_TYPES, kind);
                let (doc, name) =
                    named.map_or(("Reserved kind", "reserved"), |it| (it.doc, it.enumerator));
                format!("**{doc}**\n\n`{name}` = {kind}. {read}")
            }
            Role::Mapping(_) => {
                let index = argument_index(key)?;
                format!("**{}**\n\n`arg_index` = {index:#x}", argument_words(index))
            }
            Role::Arch(name) => {
                format!("A fact about `{name}`; the binary keeps key and value as text.")
            }
            role => fixed_key_words(role, key)?.to_owned(),
        })
    }

    /// The value that counts for a key, with the line that decides it; none for keys that may stand
    /// several times, such as those of resources.
    fn in_force_words(&self, idx: usize, section: &Section, key: &str) -> Option<String> {
        let key = value::plain(key);
        let unit = || self.unit_spelling(idx);
        let (value, origin) = match (&section.role, &*key) {
            (Role::Metadata, _) => self.in_force(&["metadata", &key]),
            (Role::Unit, "name" | "vendor" | "model") => self.in_force(&[&unit()?, &key]),
            (Role::Features(_), _) => self.in_force(&[&unit()?, "features", &key]),
            (Role::Abi(name), _) => self.in_force(&[&unit()?, "abi", name, &key]),
            _ => None,
        }?;
        Some(match (origin.range, origin.note.as_str()) {
            (Some(range), _) => self.said_in_line(&[value], range),
            (None, "") => format!("In force: {}.", quoted(&value)),
            (None, note) => format!("In force: {}, as the default is {note}.", quoted(&value)),
        })
    }

    /// What the line with the key at `key` adds, of those that may stand several times: resources,
    /// registers of a mapping, facts about an architecture.
    fn line_in_force(&self, idx: usize, section: &Section, key: TextRange) -> Option<String> {
        let unit = self.unit_spelling(idx)?;
        let place = section.pairs.iter().find(|it| it.key == key)?.value;
        let below: &[&str] = match &section.role {
            Role::Resources => &[&unit, "resources"],
            Role::Mapping(name) => &[&unit, "abi", name],
            Role::Arch(name) => &[&unit, "arch", name],
            _ => return None,
        };
        let mut rows = self.rows_below(below);
        let is_here = |it: TextRange| place.contains_range(it) || it.contains_range(key);
        rows.retain(|it| it.origin.range.is_some_and(is_here));
        // Its parts stand below an entry.
        let depth = rows.iter().map(|it| it.path.len()).min()?;
        let values: Vec<String> =
            rows.into_iter().filter(|it| it.path.len() == depth).map(|it| it.value).collect();
        Some(self.said_in_line(&values, place))
    }

    fn said_in_line(&self, values: &[String], range: TextRange) -> String {
        let before = slice(self.text(), TextRange::new(TextSize::new(0), range.start()));
        let line = before.matches('\n').count() + 1;
        let values: Vec<String> = values.iter().map(|it| quoted(it)).collect();
        format!("In force: {} in line {line}.", values.join(", "))
    }

    fn value_hover(
        &self,
        section: &Section,
        key: &str,
        range: TextRange,
        at: TextSize,
    ) -> Option<Hover> {
        let item = value::list(self.text(), range)
            .into_iter()
            .find(|it| it.range.start() <= at && at <= it.range.end());
        let flag = |table: &'static [Named]| {
            let item = item?;
            let flag = tables::by_key(table, item.text)?;
            let markdown =
                format!("**{}**\n\n`{}` = 1 << {}", flag.doc, flag.enumerator, flag.number);
            Some(Hover { range: item.range, markdown })
        };
        match (&section.role, key) {
            (Role::Metadata, "flags") => flag(CONFIG_FLAGS),
            (Role::Abi(_), "flags") => flag(ABI_FLAGS),
            (Role::Metadata, "timestamp") => {
                let seconds = value::integer(&value::plain(slice(self.text(), range)))?;
                let date = utc(seconds);
                (!date.is_empty()).then(|| Hover { range, markdown: format!("{date} (UNIX time)") })
            }
            (Role::Unit, "features") => {
                let item = item?;
                let found = self.sections.all.iter().find(|it| {
                    matches!(&it.role, Role::Features(name) if name == item.text)
                        && it.unit.is_none_or(|unit| Some(unit) == section.unit)
                })?;
                let name = slice(self.text(), found.name);
                let n_keys = found.pairs.len();
                let markdown = format!("The section `[{name}]` with {n_keys} keys");
                Some(Hover { range: item.range, markdown })
            }
            (Role::Resources, _) => flag(RESOURCE_FLAGS).or_else(|| {
                let resource = self.resource_at(range)?;
                Some(Hover { range, markdown: resource })
            }),
            (Role::Mapping(_), _) => {
                let item = item?;
                Some(Hover { range: item.range, markdown: register_words(item.text)? })
            }
            _ => None,
        }
    }

    /// How the resource whose value stands at `range` is read.
    fn resource_at(&self, range: TextRange) -> Option<String> {
        for (unit, source) in self.lowered.model.units.iter().zip(&self.lowered.sources.units) {
            let found = source.resources.iter().position(|it| it.contains_range(range));
            if let Some(resource) = found.and_then(|it| unit.resources.get(it)) {
                let size = match resource.size {
                    0 => "no size".to_owned(),
                    size if size < 1024 => format!("{size} bytes each"),
                    size => format!("{size} bytes each ({})", size_words(size)),
                };
                let count = resource.count;
                return Some(format!("`{}`: count {count}, {size}", resource.name));
            }
        }
        None
    }
}

fn quoted(value: &str) -> String {
    match value {
        "" => "nothing".to_owned(),
        value => format!("`{value}`"),
    }
}

/// What a key of a fixed set means.
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
        (Role::Unit, "name") => "What people call the unit.",
        (Role::Unit, "vendor") => "Who makes the unit.",
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
            "Most arguments that can be passed. The highest argument mapped if missing."
        }
        (Role::Abi(_), "flags") => {
            "Flags of the ABI: variadic, preserves_sp, caller_cleanup, uses_red_zone."
        }
        _ => return None,
    })
}

/// The number and the group of a feature section's customary name.
pub(super) fn group_of(unit_type: u16, name: &str) -> Option<(usize, &'static Group)> {
    tables::groups(unit_type).into_iter().enumerate().find_map(|(number, group)| {
        group.filter(|it| it.sections.contains(&name)).map(|it| (number, it))
    })
}

/// Meaning, name and place of a feature bit.
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

/// What an argument index stands for.
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

/// What `gpr:4:0xFF` names.
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
