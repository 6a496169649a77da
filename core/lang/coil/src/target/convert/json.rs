//! The settings that count as JSON.

use crate::target::config::Config;
use crate::target::resolve::{Meaning, meaning};
use crate::target::schema;
use bobbin_core::text::JsonWriter;

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

/// Writes one value.
pub(super) fn meaning_json(json: &mut JsonWriter, meaning: &Meaning) {
    match meaning {
        Meaning::Text(text) => json.string(text),
        Meaning::Boolean(it) => json.word(if *it { "true" } else { "false" }),
        Meaning::Integer(it) => json.word(&it.to_string()),
        Meaning::List(items) => {
            json.open('[');
            for it in items {
                json.string(it);
            }
            json.close(']');
        }
    }
}
