//! What counts in the end, and where it comes from.

use super::config::{Config, Section, Setting};
use super::schema::{self, KeySchema, SECTIONS, SectionSchema, ValueType};
use super::target::Target;
use super::{defaults, edit, value};
use crate::edit::ItemPath;
use crate::view::{Origin, OriginKind, Resolved, ResolvedRow};

/// All values that count: the document's sections first, in its order, then the others.
#[must_use]
pub(super) fn resolved(config: &Config) -> Resolved {
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
            let item = item_of(config, schema.name, setting);
            rows.push(ResolvedRow { item, key: key.name.to_owned(), value, origin });
        }
        let others = section.into_iter().flat_map(|it| others(config, it, Some(schema)));
        rows.extend(others.map(|it| row(config, schema.name, it)));
    }
    for section in &config.sections {
        let name = config.section_name(section);
        if schema::section(name).is_none() {
            rows.extend(others(config, section, None).map(|it| row(config, name, it)));
        }
    }
    Resolved { rows }
}

/// The settings of `section` whose keys the document does not define.
fn others<'c>(
    config: &'c Config,
    section: &'c Section,
    schema: Option<&'static SectionSchema>,
) -> impl Iterator<Item = Setting<'c>> {
    let settings = section.settings.iter().filter_map(|&it| config.at(it));
    settings.filter(move |it| schema.is_none_or(|schema| schema.key(it.key()).is_none()))
}

fn row(config: &Config, section: &str, setting: Setting<'_>) -> ResolvedRow {
    ResolvedRow {
        item: item_of(config, section, Some(setting)),
        key: setting.key().to_owned(),
        value: setting.raw().to_owned(),
        origin: origin(config, setting),
    }
}

/// The header that holds the setting, or the section by its name.
fn item_of(config: &Config, section: &str, setting: Option<Setting<'_>>) -> ItemPath {
    let main = config.main();
    let header =
        setting.filter(|it| it.file == 0).and_then(|it| it.source.headers.get(it.pair.header));
    match main.zip(header) {
        Some((main, header)) => edit::item_of(main, header),
        None => ItemPath::new([edit::SECTION, section]),
    }
}

/// The value of a key of the document and where it comes from; none if nobody says anything and
/// there is no default.
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
    let note = if key.required {
        format!("the default configuration; `[{}]` must say it", schema.name)
    } else {
        "the default configuration".to_owned()
    };
    Some((value, Origin { kind: OriginKind::Default, range: None, note }))
}

/// Where a setting stands.
#[must_use]
pub(super) fn origin(config: &Config, setting: Setting<'_>) -> Origin {
    if setting.file == 0 {
        return Origin::written(setting.pair.value_range());
    }
    let line = setting.source.line(setting.pair.key.start());
    let note = format!("from `{}`, line {line}", setting.source.path);
    Origin::inherited(config.via(setting.file), note)
}

/// A value of a toggle as one of its two words; none if it is no boolean.
#[must_use]
pub(super) fn toggle(raw: &str) -> Option<&'static str> {
    value::boolean(raw).map(|it| if it { "true" } else { "false" })
}

/// Whether a key is on or off.
#[must_use]
pub(super) fn is_toggle(key: &KeySchema) -> bool {
    key.value == ValueType::Boolean
}
