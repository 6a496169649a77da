//! The reader beside `serde_json`, which reads the same but for arrays in a structure's place and halves of
//! pairs.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::from_str;

/// Texts of all forms, well-formed and not.
const TEXTS: &[&str] = &[
    "null",
    " true ",
    "false",
    "tru",
    "truex",
    "0",
    "-0",
    "-0.0",
    "01",
    "1.",
    ".5",
    "-",
    "+1",
    "1e5",
    "1E+05",
    "1e",
    "1.5e-3",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "-9223372036854775809",
    "1e400",
    "\"\"",
    "\"a\\n\\t\\r\\b\\f\\\"\\\\\\/\"",
    "\"\\u00e9\\ud83d\\ude00\"",
    "\"\\u12g4\"",
    "\"\\u12\"",
    "\"\\x\"",
    "\"é😀\"",
    "\"a\nb\"",
    "\"open",
    "\"\\",
    "[]",
    "[ ]",
    "[1,2 , 3]",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1",
    "[1}",
    "{}",
    "{ }",
    "{\"a\":1, \"b\" : [ {\"c\":null} ] }",
    "{\"a\":1,}",
    "{\"a\" 1}",
    "{a:1}",
    "{1:1}",
    "{\"a\":1",
    "{\"a\":1]",
    "1 2",
    "",
    " ",
    "\u{feff}1",
    "nan",
];

#[test]
fn half_a_pair_is_what_it_is_in_a_file() {
    let read = |text: &str| from_str::<String>(text).unwrap();
    assert_eq!(read(r#""a\ud83cb""#), "a\u{fffd}b");
    assert_eq!(read(r#""\uDF89 \uD83C""#), "\u{fffd} \u{fffd}");
    assert_eq!(read(r#""\ud83c\ud83c\udf89\udf89""#), "\u{fffd}🎉\u{fffd}");
    assert_eq!(read(r#""\ud83c\n\ud83d\u0041""#), "\u{fffd}\n\u{fffd}A");
    assert_eq!(read(r#""\\ud83c""#), r"\ud83c", "a backslash of the text starts no escape");
    assert!(from_str::<String>(r#""\ud83c\u12g4""#).is_err());
}

/// Compares what both readers make of a text.
fn compare(text: &str) {
    let ours = from_str::<Value>(text);
    let theirs = serde_json::from_str::<Value>(text);
    match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(ours.to_string(), theirs.to_string(), "{text}"),
        (Err(_), Err(_)) => {}
        _ => panic!("{text}: {ours:?}, {theirs:?}"),
    }
    let skipped = from_str::<serde::de::IgnoredAny>(text).is_ok();
    let is_number_out_of_range = text.contains("e400");
    assert!(skipped == theirs.is_ok() || is_number_out_of_range, "{text}");
}

#[test]
fn every_text_is_read_or_refused_alike() {
    for text in TEXTS {
        compare(text);
    }
}

#[test]
fn damaged_texts_are_read_or_refused_alike() {
    let whole = r#"{"a":[1,-2.5e3,"x\u00e9\n",{"b":null,"c":[true,false,[]]}],"d":{}}"#;
    for at in 0..whole.len() {
        if !whole.is_char_boundary(at) {
            continue;
        }
        let (before, after) = whole.split_at(at);
        compare(before);
        for other in ["", "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", "e", " ", "\u{1}"] {
            compare(&format!("{before}{other}{}", after.get(1..).unwrap_or_default()));
            compare(&format!("{before}{other}{after}"));
        }
    }
}

#[test]
fn nesting_has_a_limit() {
    for (depth, is_read) in [(127, true), (200, false), (100_000, false)] {
        let text = "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(from_str::<Value>(&text).is_ok(), is_read, "{depth}");
        assert_eq!(serde_json::from_str::<Value>(&text).is_ok(), is_read, "{depth}");
    }
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Shape {
    name: String,
    size: Option<u32>,
    #[serde(default)]
    shift: i16,
    scale: f32,
    kind: Kind,
    tagged: Vec<Tagged>,
    pair: (u8, char),
    by_name: BTreeMap<String, Newtype>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Newtype(bool);

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Kind {
    Plain,
    Of(String),
    Two(u8, u8),
    With { at: u64 },
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Tagged {
    None,
    Some { value: Vec<i64> },
}

/// Returns a shape with some of its members replaced.
fn shape(replaced: &[(&str, &str)]) -> String {
    let members = [
        ("name", r#""a\tb""#),
        ("size", "7"),
        ("scale", "-2.5"),
        ("kind", r#""plain""#),
        ("tagged", r#"[{"kind":"none"},{"value":[1,-2],"kind":"some"}]"#),
        ("pair", r#"[255,"é"]"#),
        ("byName", r#"{"x":true,"y":false}"#),
        ("unknown", r#"{"a":[1,"}",{}]}"#),
    ];
    let text = |&(name, value): &(&str, &str)| {
        let value = replaced.iter().find(|it| it.0 == name).map_or(value, |it| it.1);
        format!("\"{name}\": {value}")
    };
    format!("{{{}}}", members.iter().map(text).collect::<Vec<_>>().join(", "))
}

#[test]
fn types_are_read_alike() {
    for replaced in [
        &[][..],
        &[("size", "null")],
        &[("size", "-1")],
        &[("size", "1.5")],
        &[("size", "4294967296")],
        &[("unknown", "1], 2")],
        &[("kind", r#"{"of":"x"}"#)],
        &[("kind", r#"{"two":[1,2]}"#)],
        &[("kind", r#"{"two":[1]}"#)],
        &[("kind", r#"{"with":{"at":18446744073709551615}}"#)],
        &[("kind", r#"{"with":{"at":1},"more":1}"#)],
        &[("kind", r#"{"plain":null}"#)],
        &[("kind", r#"{"plain":1}"#)],
        &[("kind", r#""of""#)],
        &[("kind", r#""other""#)],
        &[("tagged", r#"[{"kind":"other"}]"#)],
        &[("tagged", "{}")],
        &[("pair", r#"[256,"é"]"#)],
        &[("pair", r#"[1,"éé"]"#)],
        &[("pair", r#"[1,"x",2]"#)],
        &[("scale", "3")],
        &[("scale", r#""3""#)],
        &[("name", "null")],
        &[("byName", r#"{"x":1}"#)],
    ] {
        let text = shape(replaced);
        let ours = from_str::<Shape>(&text);
        let theirs = serde_json::from_str::<Shape>(&text);
        match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs),
            (Err(_), Err(_)) => {}
            _ => panic!("{text}: {ours:?}, {theirs:?}"),
        }
    }
    assert!(from_str::<Shape>(&shape(&[])).is_ok());
    assert!(from_str::<Shape>(r#"{"name":"a"}"#).is_err());
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Id(u64);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
enum Side {
    Left,
    Right,
}

/// Compares what both readers make of an object as a map with keys of a type.
fn compare_keys<K: Ord + std::fmt::Debug + serde::de::DeserializeOwned>(keys: &[&str]) {
    for key in keys {
        let text = format!("{{\"{key}\":true}}");
        let ours = from_str::<BTreeMap<K, bool>>(&text).ok();
        let theirs = serde_json::from_str::<BTreeMap<K, bool>>(&text).ok();
        assert_eq!(ours, theirs, "{text}");
    }
}

#[test]
fn keys_of_maps_are_read_alike() {
    let keys = ["0", "12", "-3", "300", "18446744073709551615", "", "x", "1 ", "true", "Left"];
    compare_keys::<String>(&keys);
    compare_keys::<Id>(&keys);
    compare_keys::<u8>(&keys);
    compare_keys::<i64>(&keys);
    compare_keys::<Option<u32>>(&keys);
    compare_keys::<bool>(&keys);
    compare_keys::<Side>(&keys);
    let read: BTreeMap<Id, bool> = from_str(r#"{"12":true}"#).unwrap();
    assert_eq!(read, BTreeMap::from([(Id(12), true)]));
}

#[test]
fn an_error_tells_its_place() {
    let says = |text: &str| from_str::<Vec<u8>>(text).unwrap_err().to_string();
    assert_eq!(says("[1, x]"), "expected a value, found 'x' at byte 4");
    assert_eq!(says("[1, 300]"), "invalid value: integer `300`, expected u8 at byte 7");
    assert_eq!(says("{}"), "expected an array, found '{' at byte 0");
    assert_eq!(says("[1"), "expected `,`, found the end at byte 2");
}
