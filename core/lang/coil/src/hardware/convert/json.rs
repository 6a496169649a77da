//! A model as JSON: what the binary holds, with names instead of numbers.

use crate::hardware::model::{Abi, Model, Resource, Unit};
use crate::hardware::print::{argument_key, flag_words};
use crate::hardware::sections::UnitKey;
use crate::hardware::tables::{
    self, ABI_FLAGS, CONFIG_FLAGS, Named, REG_TYPES, RESOURCE_FLAGS, RESOURCE_TYPES,
};
use bobbin_core::text::JsonWriter;

/// Writes everything in `model`. Sizes are bytes; numbers beyond 2^53 lose digits in readers that
/// have no whole numbers.
#[must_use]
pub(super) fn json(model: &Model) -> String {
    let mut json = JsonWriter::default();
    json.open('{');
    let [major, minor, patch] = model.version;
    json.pair("version", &format!("{major}.{minor}.{patch}"));
    json.pair_word("timestamp", &model.timestamp.to_string());
    json.pair_list("flags", &flag_words(CONFIG_FLAGS, u64::from(model.flags)));
    json.key("units");
    json.open('[');
    model.units.iter().for_each(|it| unit(&mut json, it));
    json.close(']');
    json.close('}');
    json.finish()
}

/// Returns the name of a number, or the number with the word in front that texts write.
fn name(table: &'static [Named], number: u16) -> String {
    tables::by_number(table, number).map_or_else(|| format!("type{number}"), |it| it.key.to_owned())
}

fn unit(json: &mut JsonWriter, unit: &Unit) {
    let key = UnitKey { unit_type: unit.unit_type, index: unit.index };
    json.open('{');
    json.pair("unit", &key.spelling());
    for (key, value) in [("name", &unit.name), ("vendor", &unit.vendor), ("model", &unit.model)] {
        if !value.is_empty() {
            json.pair(key, value);
        }
    }
    if let Some(words) = unit.features {
        let is_set = |bit: &u8| {
            let word = words.get(usize::from(bit / 32)).copied().unwrap_or_default();
            word & (1 << (bit % 32)) != 0
        };
        let keys: Vec<String> =
            (0..=255_u8).filter(is_set).map(|it| tables::feature_key(unit.unit_type, it)).collect();
        json.pair_list("features", &keys);
    }
    json.key("resources");
    json.open('[');
    unit.resources.iter().for_each(|it| resource(json, it));
    json.close(']');
    json.key("abis");
    json.open('[');
    unit.abis.iter().for_each(|it| abi(json, it));
    json.close(']');
    if !unit.arch.is_empty() {
        json.key("arch");
        json.open('[');
        for it in unit.arch.iter() {
            json.open('{');
            json.pair("arch", it.arch);
            json.pair("key", it.key);
            json.pair("value", it.value);
            json.close('}');
        }
        json.close(']');
    }
    json.close('}');
}

fn resource(json: &mut JsonWriter, it: &Resource) {
    json.open('{');
    json.pair("kind", &name(RESOURCE_TYPES, it.kind));
    json.pair("name", &it.name);
    json.pair_word("count", &it.count.to_string());
    json.pair_word("size", &it.size.to_string());
    json.pair_list("flags", &flag_words(RESOURCE_FLAGS, u64::from(it.flags)));
    json.close('}');
}

fn abi(json: &mut JsonWriter, it: &Abi) {
    json.open('{');
    json.pair("name", &it.name);
    json.pair_word("argCount", &it.arg_count.to_string());
    json.pair_list("flags", &flag_words(ABI_FLAGS, u64::from(it.flags)));
    json.key("mappings");
    json.open('[');
    for it in &it.mappings {
        json.open('{');
        json.pair("argument", &argument_key(it.arg_index));
        json.pair("register", &name(REG_TYPES, it.reg_type));
        json.pair_word("index", &it.reg_index.to_string());
        json.pair("mask", &format!("{:#010x}", it.reg_mask));
        json.close('}');
    }
    json.close(']');
    json.close('}');
}
