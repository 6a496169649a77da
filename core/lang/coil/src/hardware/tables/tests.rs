//! The tables beside the data and the documents they are from.

use std::fmt::Write as _;

use serde_json::Value;

use super::*;
use crate::hardware::binary::format::{
    ABI_ENTRY, FieldType, HEADER, PU_ENTRY, REG_MAPPING, RESOURCE_ENTRY,
};

fn json() -> Value {
    serde_json::from_str(include_str!("../../../../../testdata/coil-hardware/tables.json")).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// Writes a category of features as the source of a [`Group`].
fn group(res: &mut String, category: &Value) {
    let mut sections = vec![&category["section"]];
    sections.extend(category["section_aliases"].as_array().into_iter().flatten());
    let sections: Vec<String> = sections.iter().map(|it| it.to_string()).collect();
    writeln!(
        res,
        "    Group {{\n        title: {},\n        sections: &[{}],\n        features: &[",
        category["title"],
        sections.join(", ")
    )
    .unwrap();
    for it in list(&category["features"]) {
        let doc = it["doc"].as_str().unwrap_or_default();
        let in_document = it["status"] == "spec";
        writeln!(res, "            f({}, {}, {doc:?}, {in_document}),", it["bit"], it["key"])
            .unwrap();
    }
    res.push_str("        ],\n    },\n");
}

/// Generates the whole of `features.rs`.
fn generate() -> String {
    let json = json();
    let mut res = "\
//! @generated from `testdata/coil-hardware/tables.json` by the test
//! `the_features_are_those_of_the_json`, which writes this file when `UPDATE_EXPECT` is set.

use super::{Feature, Group};

const fn f(bit: u8, key: &'static str, doc: &'static str, in_document: bool) -> Feature {
    Feature { key, bit, doc, in_document }
}

/// The groups of a CPU (coil.md#cpu-feature-bits).
#[rustfmt::skip]
pub static CPU_GROUPS: &[Group] = &[
"
    .to_owned();
    for it in list(&json["cpu_feature_categories"]) {
        group(&mut res, it);
    }
    res.push_str(
        "\
];

/// Groups 0 and 1 of the other unit types, then group 2 of each of them in the order of their
/// numbers (coil.md#feature-bits-of-other-units).
#[rustfmt::skip]
pub static OTHER_GROUPS: &[Group] = &[
",
    );
    let other = &json["non_cpu_features"];
    let common = &list(&other["gpu"])[..2];
    common.iter().for_each(|it| group(&mut res, it));
    for it in UNIT_TYPES.iter().skip(1) {
        let categories = list(&other[it.key]);
        assert_eq!(&categories[..2], common, "{} shares groups 0 and 1", it.key);
        assert_eq!(categories.len(), 3, "{}", it.key);
        group(&mut res, &categories[2]);
    }
    res.push_str("];\n");
    res
}

#[test]
fn the_features_are_those_of_the_json() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/hardware/tables/features.rs");
    let generated = generate();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &generated).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), generated);
}

#[test]
fn cpu_features_have_the_enumerators_of_the_document() {
    for category in list(&json()["cpu_feature_categories"]) {
        for it in list(&category["features"]) {
            let key = it["key"].as_str().unwrap();
            assert_eq!(it["enumerator"], format!("CPU_FEAT_{}", key.to_ascii_uppercase()));
            assert_eq!(it["global_bit"], feature_bit(0, key).unwrap());
        }
    }
}

/// A key names one bit, so that the section does not matter.
#[test]
fn keys_are_unique() {
    for unit_type in 0..=5 {
        for (bit, it) in all_features(unit_type) {
            assert_eq!(feature_bit(unit_type, it.key), Some(bit), "{}", it.key);
            assert_eq!(feature(unit_type, bit).map(|it| it.key), Some(it.key));
        }
    }
    assert_eq!(feature_bit(0, "bit_255"), Some(255));
    assert_eq!(feature_bit(0, "bit_256"), None);
    assert_eq!(feature_bit(0, "bit_"), None);
    assert_eq!(feature_bit(9, "fp32"), None);
    assert_eq!(feature_key(9, 77), "bit_77");
}

#[test]
fn the_enumerations_are_those_of_the_document() {
    let json = json();
    for (name, table, number) in [
        ("pu_type", UNIT_TYPES, "value"),
        ("resource_type", RESOURCE_TYPES, "value"),
        ("reg_type", REG_TYPES, "value"),
        ("config_flags", CONFIG_FLAGS, "bit"),
        ("resource_flags", RESOURCE_FLAGS, "bit"),
        ("abi_flags", ABI_FLAGS, "bit"),
    ] {
        let expected: Vec<(&str, &str, u64, &str)> = list(&json["enums"][name])
            .iter()
            .map(|it| {
                let text = |key: &str| it[key].as_str().unwrap();
                (text("text"), text("name"), it[number].as_u64().unwrap(), text("doc"))
            })
            .collect();
        let found: Vec<(&str, &str, u64, &str)> =
            table.iter().map(|it| (it.key, it.enumerator, u64::from(it.number), it.doc)).collect();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn the_structs_are_those_of_the_document() {
    let json = json();
    let defs = [&HEADER, &PU_ENTRY, &RESOURCE_ENTRY, &ABI_ENTRY, &REG_MAPPING];
    let structs = list(&json["structs"]);
    assert_eq!(structs.len(), defs.len());
    for (expected, def) in structs.iter().zip(defs) {
        assert_eq!(expected["name"], def.name);
        assert_eq!(expected["packed_size"], def.size(), "{}", def.name);
        let mut at = 0;
        for (expected, field) in list(&expected["fields"]).iter().zip(def.fields) {
            assert_eq!(expected["name"], field.name);
            assert_eq!(expected["type"], field.ty.name());
            assert_eq!(expected["offset"], at);
            at += field.ty.size();
        }
        assert!(matches!(def.fields.last().map(|it| it.ty), Some(FieldType::Padding(_))));
    }
}
