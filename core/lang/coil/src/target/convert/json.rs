//! The settings that count as JSON.

use crate::target::config::Config;
use crate::target::resolve::{Meaning, meaning};
use crate::target::schema::{self, SECTIONS, ValueType};
use crate::target::value;
use bobbin_core::text::JsonWriter;
use bobbin_core::view::Remark;

/// The greatest power of two that the schema lists (coil.md#json-schema).
const MOST_POWER: i128 = 1 << 31;

/// Writes the merged sections in their order; values typed by the schema, others by their spelling
/// (coil.md#value-types).
#[must_use]
pub(super) fn json(config: &Config) -> String {
    let mut json = JsonWriter::default();
    json.open('{');
    for section in &config.sections {
        let name = config.section_name(section);
        let schema = schema::section(name);
        json.key(name);
        json.open('{');
        for setting in section.settings.iter().filter_map(|&it| config.at(it)) {
            json.key(setting.key());
            let key = schema.and_then(|it| it.key(setting.key()));
            meaning_json(&mut json, &meaning(setting, key));
        }
        json.close('}');
    }
    json.close('}');
    json.finish()
}

/// Returns a remark for each valid value that the schema does not list.
pub(super) fn beyond_schema(config: &Config) -> Vec<Remark> {
    let keys = SECTIONS.iter().flat_map(|it| it.keys.iter().map(move |key| (it.name, key)));
    let powers = keys.filter(|(_, key)| matches!(key.value, ValueType::PowerOfTwo));
    let settings = powers.filter_map(|(section, key)| config.setting(section, key.name));
    let beyond = settings.filter(|it| {
        value::integer(it.raw()).is_some_and(|it| it > MOST_POWER)
            && value::is_power_of_two(it.raw()) != Some(false)
    });
    beyond
        .map(|it| Remark {
            message: format!(
                "`{}` is too great for the schema, which lists powers of two up to {MOST_POWER} only",
                it.key()
            ),
            range: match it.file {
                0 => Some(it.pair.range()),
                file => config.via(file),
            },
        })
        .collect()
}

/// Writes one value.
pub(super) fn meaning_json(json: &mut JsonWriter, meaning: &Meaning) {
    match meaning {
        Meaning::Text(text) => json.string(text),
        Meaning::Boolean(it) => json.word(if *it { "true" } else { "false" }),
        Meaning::Integer(it) => json.word(it),
        Meaning::List(items) => {
            json.open('[');
            for it in items {
                json.string(it);
            }
            json.close(']');
        }
    }
}
