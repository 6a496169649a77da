//! The settings that count as JSON, each with where it comes from.

use crate::target::config::{Config, Overridden, Setting};
use crate::target::includes::shown_path;
use crate::target::resolve::{Meaning, meaning};
use crate::target::schema::{self, KeySchema, SECTIONS};
use crate::target::target_section::Target;
use crate::target::{defaults, value};
use bobbin_core::text::JsonWriter;

use super::json::meaning_json;

/// Writes a list with an object for each setting: `section`, `key`, `value`, then `file` and
/// `line`, or `default` where the default configuration counts (coil.md#default-configuration); and
/// what it `overrides`, the last one first.
#[must_use]
pub(super) fn origins(config: &Config) -> String {
    let target = Target::of(config);
    let mut json = JsonWriter::default();
    json.open('[');
    for schema in SECTIONS {
        let section = config.section(schema.name);
        for key in schema.keys {
            match config.setting(schema.name, key.name) {
                Some(it) => {
                    let overridden = config.overridden(schema.name, key.name);
                    row(&mut json, schema.name, it, Some(key), overridden);
                }
                None if schema.required || section.is_some() => {
                    default(&mut json, schema.name, key, &target);
                }
                None => (),
            }
        }
    }
    for section in &config.sections {
        let name = config.section_name(section);
        let schema = schema::section(name);
        for (it, overridden) in config.settings(section) {
            if schema.is_none_or(|schema| schema.key(it.key()).is_none()) {
                row(&mut json, name, it, None, overridden);
            }
        }
    }
    json.close(']');
    json.finish()
}

fn row(
    json: &mut JsonWriter,
    section: &str,
    setting: Setting<'_>,
    key: Option<&KeySchema>,
    overridden: Overridden<'_>,
) {
    json.open('{');
    json.pair("section", section);
    json.pair("key", setting.key());
    place(json, setting, key);
    if !overridden.is_empty() {
        json.key("overrides");
        json.open('[');
        for it in overridden.iter() {
            json.open('{');
            place(json, it, key);
            json.close('}');
        }
        json.close(']');
    }
    json.close('}');
}

/// Writes the value of a setting and where it stands.
fn place(json: &mut JsonWriter, setting: Setting<'_>, key: Option<&KeySchema>) {
    json.key("value");
    meaning_json(json, &meaning(setting, key));
    json.pair("file", shown_path(&setting.source.path));
    json.pair_word("line", &setting.source.line(setting.pair.key.start()).to_string());
}

fn default(json: &mut JsonWriter, section: &str, key: &KeySchema, target: &Target) {
    let Some(text) = defaults::of(key, target) else { return };
    json.open('{');
    json.pair("section", section);
    json.pair("key", key.name);
    json.key("value");
    // No default is a list, and none is a text that could be taken for a number.
    let meaning = match (value::decimal(&text), value::boolean(&text)) {
        (Some(it), _) => Meaning::Integer(it),
        (None, Some(it)) => Meaning::Boolean(it),
        (None, None) => Meaning::Text(text),
    };
    meaning_json(json, &meaning);
    json.pair_word("default", "true");
    json.close('}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_core::Input;
    use bobbin_core::text::Files;
    use expect_test::expect;
    use std::sync::Arc;

    #[test]
    fn every_value_says_where_it_comes_from() {
        let mut files = Files::default();
        files.insert("lib/base.coilcfg", "[Memory]\nAlignment = 0x20\n[A_b]\nx = \"1\"\n".into());
        let text =
            "@include lib/base.coilcfg\n[Memory]\nAlignment = 8\nAlignment = 16\nModel = Flat\n";
        let input = Input { files: Arc::new(files), ..Input::alone("main.coilcfg", text) };
        let json = origins(&Config::read(&input));
        let rows: Vec<String> = json
            .split("\n  },\n")
            .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        expect![[r#"
            [ { "section": "Target", "key": "PU", "value": "CPU", "default": true
            { "section": "Optimization", "key": "Level", "value": 1, "default": true
            { "section": "Optimization", "key": "SizeOptimization", "value": false, "default": true
            { "section": "Optimization", "key": "SpeedOptimization", "value": true, "default": true
            { "section": "Memory", "key": "Model", "value": "Flat", "file": "main.coilcfg", "line": 5
            { "section": "Memory", "key": "Alignment", "value": 16, "file": "main.coilcfg", "line": 4, "overrides": [ { "value": 8, "file": "main.coilcfg", "line": 3 }, { "value": 32, "file": "lib/base.coilcfg", "line": 2 } ]
            { "section": "Memory", "key": "StackGrowth", "value": "Down", "default": true
            { "section": "A_b", "key": "x", "value": "1", "file": "lib/base.coilcfg", "line": 4 } ]"#]]
        .assert_eq(&rows.join("\n"));
    }
}
