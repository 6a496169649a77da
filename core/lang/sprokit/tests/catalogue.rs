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
    let path = bobbin_testing::root().join("core/testdata/sprokit").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn list<'v>(value: &'v Value, key: &str) -> Vec<&'v Value> {
    value[key].as_array().map(|it| it.iter().collect()).unwrap_or_default()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// The names of the properties, in the order of the bits of `Flags`.
const FLAGS: [&str; 6] = ["required", "nodep", "shared", "const", "mutable", "static"];

/// Adds a line of the table: words between tabs.
fn line(res: &mut String, words: &[&str]) {
    assert!(words.iter().all(|it| !it.contains(['\t', '\n'])), "{words:?}");
    let line = words.join("\t");
    writeln!(res, "{}", line.trim_end_matches('\t')).unwrap();
}

fn ports(res: &mut String, kind: &str, ports: &[&Value]) {
    for it in ports {
        let bits: u32 =
            (0..).zip(FLAGS).map(|(bit, flag)| u32::from(it[flag] == true) << bit).sum();
        line(res, &[kind, text(it, "name"), text(it, "type"), &bits.to_string()]);
    }
}

fn key(res: &mut String, it: &Value) {
    let tunable = if it["tunable"] == true { "tunable" } else { "" };
    let kind = text(it, "type");
    let yes = match text(it, "true_literal") {
        "" | "true" => "",
        "True" => "True",
        other => panic!("another word for yes: {other}"),
    };
    let words = [text(it, "default"), tunable, yes, text(it, "algorithm")];
    line(res, &[&["key", text(it, "key"), kind], words.as_slice()].concat());
}

fn render() -> String {
    let catalogue = read("kwiver_catalog.json");
    let mut res = String::new();
    let mut types = list(&catalogue, "processes");
    types.sort_by_key(|it| text(it, "type"));
    for it in types {
        let kind = if text(it, "kind") == "cluster" { "cluster" } else { "" };
        line(&mut res, &["type", text(it, "type"), text(it, "module"), kind]);
        ports(&mut res, "in", &list(it, "inputs"));
        ports(&mut res, "out", &list(it, "outputs"));
        list(it, "config").into_iter().for_each(|it| key(&mut res, it));
        for (side, kind) in [("inputs", "ins"), ("outputs", "outs")] {
            for it in list(&it["dynamic"], side) {
                let words = [text(it, "template"), text(it, "regex"), text(it, "type")];
                line(&mut res, &[&[kind], words.as_slice()].concat());
            }
        }
    }
    for it in list(&catalogue, "types") {
        line(&mut res, &["data", text(it, "name"), text(it, "cpp_type")]);
    }
    for it in list(&catalogue, "stale_type_names") {
        line(&mut res, &["stale", text(it, "name"), text(it, "nearest")]);
    }
    res
}

#[test]
fn the_table_is_the_catalogue() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/catalogue/table.txt");
    let rendered = render();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &rendered).unwrap();
    }
    let table = fs::read_to_string(&path).unwrap();
    assert!(table == rendered, "table.txt differs from the catalogue; UPDATE_EXPECT=1 writes it");
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
