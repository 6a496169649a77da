//! The effective values with their origins.

use super::config::{Config, Overridden, Section, Setting};
use super::file::File;
use super::schema::{self, KeySchema, ListRule, SECTIONS, SectionSchema, TextRule, ValueType};
use super::target_section::Target;
use super::{defaults, includes, items, value};
use bobbin_core::edit::ItemPath;
use bobbin_core::text::Location;
use bobbin_core::view::{Origin, OriginKind, Resolved, ResolvedRow};

/// Returns all values in force: the document's sections first, in its order, then the others.
#[must_use]
pub(super) fn resolved(file: &File) -> Resolved {
    let config = file.config();
    let target = Target::of(config);
    let mut rows = Vec::new();
    for schema in SECTIONS {
        let section = config.section(schema.name);
        for key in schema.keys {
            let setting = config.setting(schema.name, key.name);
            // An absent section that nobody needs has no values.
            if setting.is_none() && section.is_none() && !schema.required {
                continue;
            }
            let Some((value, origin)) = effective(config, &target, schema, key, setting) else {
                continue;
            };
            let item = item_of(schema.name);
            let value = setting.map_or(value, |it| canonical(&target, key, it));
            let origin = with_overridden(config.overridden(schema.name, key.name), origin);
            rows.push(ResolvedRow { item, key: key.name.to_owned(), value, origin, second: None });
        }
        let others = section.into_iter().flat_map(|it| others(config, it, schema));
        rows.extend(others.map(|(it, overridden)| row(config, schema.name, it, overridden)));
    }
    for section in &config.sections {
        let name = config.section_name(section);
        if schema::section(name).is_none() {
            let all = config.settings(section);
            rows.extend(all.map(|(it, overridden)| row(config, name, it, overridden)));
        }
    }
    Resolved { rows, ..Resolved::default() }
}

/// Returns what the text means. The default configuration counts where no file is given
/// (coil.md#default-configuration), so a key that is left out has no value, whatever that has.
#[must_use]
pub(super) fn meaning_of(file: &File) -> bobbin_core::view::Meaning {
    let mut values = resolved(file);
    values.rows.retain(|it| it.origin.kind != OriginKind::Default);
    bobbin_core::view::Meaning::of(values, None)
}

/// Returns the settings of `section` whose keys the document does not define.
fn others<'c>(
    config: &'c Config,
    section: &'c Section,
    schema: &'static SectionSchema,
) -> impl Iterator<Item = (Setting<'c>, Overridden<'c>)> {
    config.settings(section).filter(|(it, _)| schema.key(it.key()).is_none())
}

fn row(
    config: &Config,
    section: &str,
    setting: Setting<'_>,
    overridden: Overridden<'_>,
) -> ResolvedRow {
    ResolvedRow {
        item: item_of(section),
        key: setting.key().to_owned(),
        value: told(&meaning(setting, None)),
        origin: with_overridden(overridden, origin(config, setting)),
        second: None,
    }
}

/// Returns the path of a section as a whole: several headers of one name are one section
/// (coil.md#repeated-sections-and-keys), whichever of them holds a setting.
fn item_of(section: &str) -> ItemPath {
    ItemPath::new([items::SECTION, section])
}

/// Returns the value of a key of the document and its origin; `None` if nothing sets it and there
/// is no default.
#[must_use]
pub(super) fn effective(
    config: &Config,
    target: &Target,
    schema: &SectionSchema,
    key: &KeySchema,
    setting: Option<Setting<'_>>,
) -> Option<(String, Origin)> {
    if let Some(setting) = setting {
        return Some((setting.raw().to_owned(), origin(config, setting)));
    }
    let value = defaults::of(key, target)?;
    // No document says that a key left out of a given file takes the value of the default
    // configuration (coil.md#default-configuration).
    let note = match key.default {
        Some(_) => "nothing sets it; the default configuration, for no file at all, has this",
        None => "usual for the architecture",
    };
    let mut note = note.to_owned();
    if key.required {
        note.push_str(&format!("; `[{}]` must say it", schema.name));
    }
    Some((value, Origin { note, ..Origin::default_value() }))
}

/// Returns the origin of a setting.
#[must_use]
pub(super) fn origin(config: &Config, setting: Setting<'_>) -> Origin {
    if setting.file == 0 {
        return Origin::written(setting.pair.value_range());
    }
    let path = Some(setting.source.path.clone());
    let written = Location { path, range: setting.pair.value_range() };
    Origin::inherited(config.via(setting.file), "").with_written(Some(written))
}

/// Says what the setting overrides, with file and line.
fn with_overridden(overridden: Overridden<'_>, mut origin: Origin) -> Origin {
    if !overridden.is_empty() {
        let join = if origin.note.is_empty() { "" } else { "; " };
        origin.note.push_str(&format!("{join}overrides {}", listed(overridden)));
    }
    origin
}

/// Lists the values that the setting in force overrides, with file and line; empty if there are
/// none.
#[must_use]
pub(super) fn listed(overridden: Overridden<'_>) -> String {
    let values: Vec<String> = overridden.iter().map(value_with_place).collect();
    values.join(" and ")
}

/// Describes a value with its place: ``"`16` in line 3 of `base.coilcfg`"``; without the file if it
/// is the main one.
#[must_use]
pub(super) fn value_with_place(setting: Setting<'_>) -> String {
    let line = setting.source.line(setting.pair.key.start());
    let file = match setting.file {
        0 => String::new(),
        _ => format!(" of `{}`", includes::shown_path(&setting.source.path)),
    };
    match setting.raw() {
        "" => format!("no value in line {line}{file}"),
        raw => format!("`{raw}` in line {line}{file}"),
    }
}

/// The meaning of a value.
pub(super) enum Meaning {
    /// A text without its quotes.
    Text(String),
    /// A switch that is on or off.
    Boolean(bool),
    /// A whole number in decimal digits.
    Integer(String),
    /// Items without their quotes.
    List(Vec<String>),
}

/// Reads a setting: by the type of its key, else by its spelling (coil.md#value-types). A
/// value that does not fit its type is the text that stands there.
#[must_use]
pub(super) fn meaning(setting: Setting<'_>, key: Option<&KeySchema>) -> Meaning {
    let raw = setting.raw();
    let text = || Meaning::Text(value::unquoted(raw));
    let items = || setting.items().into_iter();
    let list = || {
        let items = items().filter(|it| !it.is_empty());
        Meaning::List(items.map(|it| it.text.into_owned()).collect())
    };
    if !setting.pair.is_sound {
        return text();
    }
    match key.map(|it| it.value) {
        Some(ValueType::Boolean) => value::boolean(raw).map_or_else(text, Meaning::Boolean),
        Some(ValueType::Integer(..) | ValueType::PowerOfTwo) => {
            value::decimal(raw).map_or_else(text, Meaning::Integer)
        }
        Some(ValueType::List(_)) => list(),
        Some(ValueType::Word(_) | ValueType::Text(_)) => text(),
        None => {
            let is_number = raw.starts_with(|it: char| it.is_ascii_digit());
            match value::decimal(raw).filter(|_| is_number) {
                Some(number) => Meaning::Integer(number),
                None if raw.starts_with('"') && value::parts(raw).len() == 1 => text(),
                None => match value::boolean(raw) {
                    Some(it) => Meaning::Boolean(it),
                    // Nobody reads it, so a piece without text may say something, too.
                    None if value::parts(raw).len() > 1 => {
                        Meaning::List(items().map(|it| it.text.into_owned()).collect())
                    }
                    None => text(),
                },
            }
        }
    }
}

/// Writes a meaning as one text.
fn words(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Text(text) => text.clone(),
        Meaning::Boolean(it) => it.to_string(),
        Meaning::Integer(it) => it.clone(),
        Meaning::List(items) => {
            let quoted = |it: &String| match it.contains([',', '"']) {
                true => format!("\"{}\"", it.replace('"', "\\\"")),
                false => it.clone(),
            };
            items.iter().map(quoted).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Writes the meaning of a value whose spelling alone says its type: a text that would be of another
/// type without its quotes keeps them.
fn told(meaning: &Meaning) -> String {
    let is_other = |text: &str| {
        value::integer(text).is_some_and(|_| text.starts_with(|it: char| it.is_ascii_digit()))
            || value::boolean(text).is_some()
            || value::parts(text).len() > 1
    };
    match meaning {
        Meaning::Text(text) if is_other(text) => format!("\"{}\"", text.replace('"', "\\\"")),
        _ => words(meaning),
    }
}

/// Returns a value in the one spelling of its meaning, so that two spellings do not differ: names
/// that may stand in any case as the tables have them, numbers in decimal digits, `true` and
/// `false`.
fn canonical(target: &Target, key: &KeySchema, setting: Setting<'_>) -> String {
    let mut meaning = meaning(setting, Some(key));
    let tables = target.tables();
    match (&mut meaning, key.value) {
        (Meaning::Text(text), ValueType::Text(TextRule::Architecture)) => {
            if let Some(known) = target.architecture {
                known.name().clone_into(text);
            }
        }
        (Meaning::Text(text), ValueType::Text(TextRule::Abi)) => {
            let known = super::tables::tables().abis_called(text).next().map(|it| it.name);
            if let Some(known) = known {
                known.clone_into(text);
            }
        }
        (Meaning::Text(text), ValueType::Text(TextRule::Simd)) => {
            let known = tables.into_iter().flat_map(|it| &it.simd);
            as_listed(text, known.copied());
        }
        (Meaning::List(items), ValueType::List(ListRule::Features)) => {
            for it in items {
                as_listed(it, tables.and_then(|tables| tables.feature(it)).map(|it| it.name));
            }
        }
        (Meaning::List(items), ValueType::List(ListRule::Crypto)) => {
            for it in items {
                as_listed(it, tables.into_iter().flat_map(|it| &it.crypto).copied());
            }
        }
        (Meaning::List(items), ValueType::List(ListRule::Registers)) => {
            for it in items {
                *it = super::tables::plain_register(it);
            }
        }
        _ => (),
    }
    words(&meaning)
}

/// Returns `text` as one of the names, if it is one of them in another case.
fn as_listed(text: &mut String, names: impl IntoIterator<Item = &'static str>) {
    if let Some(name) = names.into_iter().find(|it| it.eq_ignore_ascii_case(text)) {
        name.clone_into(text);
    }
}

/// Returns a value of a toggle as one of its two words; `None` if it is no boolean.
#[must_use]
pub(super) fn toggle(raw: &str) -> Option<&'static str> {
    value::boolean(raw).map(|it| if it { "true" } else { "false" })
}

/// True if a key is on or off.
#[must_use]
pub(super) fn is_toggle(key: &KeySchema) -> bool {
    key.value == ValueType::Boolean
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::file::parse;
    use bobbin_core::Input;

    #[test]
    fn a_text_that_looks_like_another_type_keeps_its_quotes() {
        let text = "[A_b]\na = 1\nb = \"1\"\nc = \"x, y\"\nd = x, y\ne = \"no\"\nf = \"x\"\n\
                    g = 1,,\n";
        let rows = resolved(&parse(&Input::alone("a.coilcfg", text))).rows;
        let own: Vec<&str> = rows
            .iter()
            .filter(|it| it.item.parts().last() == Some(&"A_b"))
            .map(|it| it.value.as_str())
            .collect();
        assert_eq!(own, ["1", "\"1\"", "\"x, y\"", "x, y", "\"no\"", "x", "1, , "]);
    }

    /// The default configuration counts when no file is given (coil.md#default-configuration), so
    /// `W_OPT_BOTH` tells these two apart, and so does a comparison.
    #[test]
    fn a_key_that_is_left_out_differs_from_its_default() {
        let size = "[Optimization]\nLevel = 2\nSizeOptimization = true\n";
        let both = format!("{size}SpeedOptimization = true\n");
        let read = |text: &str| parse(&Input::alone("a.coilcfg", text));
        let [left, right] = [read(size), read(&both)];
        let found = bobbin_core::view::compare(&meaning_of(&left), &meaning_of(&right));
        let found: Vec<_> = found
            .iter()
            .map(|it| (it.key.as_str(), it.left.is_none(), it.right.as_ref().map(|it| &*it.value)))
            .collect();
        assert_eq!(found, [("SpeedOptimization", true, Some("true"))]);
        let is_told = |file: &File| {
            bobbin_core::Document::diagnostics(file)
                .iter()
                .any(|it| it.code.reference == Some("W_OPT_BOTH"))
        };
        assert_eq!([is_told(&left), is_told(&right)], [false, true]);
    }

    #[test]
    fn values_of_a_merged_section_have_its_name() {
        let text = "[Memory]\nModel = Flat\n[Target]\nPU = CPU\n[Memory]\nAlignment = 16\n\
                    [A_b]\nx = 1\n[A_b]\ny = 2\n";
        let rows = resolved(&parse(&Input::alone("a.coilcfg", text))).rows;
        for (key, item) in
            [("Model", "Memory"), ("Alignment", "Memory"), ("x", "A_b"), ("y", "A_b")]
        {
            let row = rows.iter().find(|it| it.key == key);
            let expected = ItemPath::new([items::SECTION, item]);
            assert_eq!(row.map(|it| &it.item), Some(&expected), "{key}");
            assert!(row.is_some_and(|it| it.origin.range.is_some()), "{key}");
        }
    }
}
