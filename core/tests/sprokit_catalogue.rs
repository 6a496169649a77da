//! The catalogue of process types in the core is the one in `testdata`.
//!
//! `UPDATE_EXPECT=1 cargo test` writes the table again.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

fn read(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/sprokit").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn list<'v>(value: &'v Value, key: &str) -> Vec<&'v Value> {
    value[key].as_array().map(|it| it.iter().collect()).unwrap_or_default()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// In the order of the bits of `Flags`.
const FLAGS: [&str; 6] = ["required", "nodep", "shared", "const", "mutable", "static"];

fn port(value: &Value) -> String {
    let bits: u32 = (0..).zip(FLAGS).map(|(bit, it)| u32::from(value[it] == true) << bit).sum();
    format!(
        "Port {{ name: {:?}, data_type: {:?}, flags: Flags({bits}) }}",
        text(value, "name"),
        text(value, "type")
    )
}

fn key(value: &Value) -> String {
    let kind = match text(value, "type") {
        "string" => "KeyKind::Text".to_owned(),
        "path" => "KeyKind::Path".to_owned(),
        "int" => "KeyKind::Int".to_owned(),
        "uint" => "KeyKind::Uint".to_owned(),
        "float" => "KeyKind::Float".to_owned(),
        "gpu_list" => "KeyKind::GpuList".to_owned(),
        "bool" => {
            let yes = value["true_literal"].as_str().unwrap_or("true");
            format!("KeyKind::Bool({yes:?})")
        }
        "algorithm" => format!("KeyKind::Algorithm({:?})", text(value, "algorithm")),
        other => panic!("unknown kind of key {other:?}"),
    };
    format!(
        "Key {{ name: {:?}, kind: {kind}, default: {:?}, tunable: {} }}",
        text(value, "key"),
        text(value, "default"),
        value["tunable"]
    )
}

fn dynamic(value: &Value, side: &str) -> String {
    format!(
        "Dynamic {{ side: PortSide::{side}, template: {:?}, pattern: {:?}, data_type: {:?} }}",
        text(value, "template"),
        text(value, "regex"),
        text(value, "type")
    )
}

fn slice(name: &str, items: &[String]) -> String {
    if items.is_empty() {
        return format!("        {name}: &[],\n");
    }
    format!("        {name}: &[\n            {},\n        ],\n", items.join(",\n            "))
}

fn render() -> String {
    let catalogue = read("kwiver_catalog.json");
    let mut res = String::from(
        "// @generated from testdata/sprokit/kwiver_catalog.json by tests/sprokit_catalogue.rs\n\n\
         //! Process types, data types and names that are no more.\n\n\
         use super::{Dynamic, Flags, Key, KeyKind, Port, ProcessType};\n\
         use crate::view::PortSide;\n\n\
         /// All process types, sorted by name without regard to case.\n\
         #[rustfmt::skip]\n\
         pub static PROCESS_TYPES: &[ProcessType] = &[\n",
    );
    for it in list(&catalogue, "processes") {
        writeln!(
            res,
            "    ProcessType {{\n        name: {:?},\n        module: {:?},\n        is_cluster: {},",
            text(it, "type"),
            text(it, "module"),
            text(it, "kind") == "cluster"
        )
        .unwrap();
        let ports = |key: &str| list(it, key).into_iter().map(port).collect::<Vec<_>>();
        res += &slice("inputs", &ports("inputs"));
        res += &slice("outputs", &ports("outputs"));
        res += &slice("keys", &list(it, "config").into_iter().map(key).collect::<Vec<_>>());
        let mut rules = Vec::new();
        for (side, name) in [("inputs", "Input"), ("outputs", "Output")] {
            rules.extend(list(&it["dynamic"], side).into_iter().map(|it| dynamic(it, name)));
        }
        res += &slice("dynamic", &rules);
        res += "    },\n";
    }
    res += "];\n\n/// The types of data with their C++ type; empty if they have none.\n\
            #[rustfmt::skip]\npub static DATA_TYPES: &[(&str, &str)] = &[\n";
    for it in list(&catalogue, "types") {
        writeln!(res, "    ({:?}, {:?}),", text(it, "name"), text(it, "cpp_type")).unwrap();
    }
    res += "];\n\n/// Names of process types that are no more, with what they are called today.\n\
            #[rustfmt::skip]\npub static STALE_TYPES: &[(&str, &str)] = &[\n";
    for it in list(&catalogue, "stale_type_names") {
        writeln!(res, "    ({:?}, {:?}),", text(it, "name"), text(it, "nearest")).unwrap();
    }
    res + "];\n"
}

#[test]
fn the_table_is_the_catalogue() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lang/sprokit/catalogue/table.rs");
    let rendered = render();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &rendered).unwrap();
    }
    let table = fs::read_to_string(&path).unwrap();
    assert!(table == rendered, "table.rs differs from the catalogue; UPDATE_EXPECT=1 writes it");
}

/// The built-in types were measured on their own; the catalogue says the same of them.
#[test]
fn the_catalogue_agrees_with_the_built_in_types() {
    let catalogue = read("kwiver_catalog.json");
    let types = list(&catalogue, "processes");
    for built_in in read("sprokit_process_types.json").as_array().unwrap() {
        let name = text(built_in, "type");
        let known = types.iter().find(|it| text(it, "type") == name).unwrap();
        for side in ["inputs", "outputs"] {
            let mut expected: Vec<_> = list(built_in, side)
                .into_iter()
                .filter(|it| text(it, "port") != "_heartbeat")
                .map(|it| {
                    let mut flags: Vec<&str> =
                        list(it, "flags").into_iter().filter_map(Value::as_str).collect();
                    flags.sort_unstable();
                    (text(it, "port"), text(it, "type"), flags.join(" "))
                })
                .collect();
            let mut actual: Vec<_> = list(known, side)
                .into_iter()
                .map(|it| {
                    let mut flags: Vec<String> = FLAGS
                        .iter()
                        .filter(|&&flag| it[flag] == true)
                        .map(|flag| format!("_{flag}"))
                        .collect();
                    flags.sort_unstable();
                    (text(it, "name"), text(it, "type"), flags.join(" "))
                })
                .collect();
            expected.sort_unstable();
            actual.sort_unstable();
            assert_eq!(actual, expected, "{side} of {name}");
        }
    }
}
