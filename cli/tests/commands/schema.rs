//! What `--json` prints has the shapes of `docs/command.schema.json`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::bobbin::Folder;

/// Checks `value` against the part of JSON Schema that our schema is written in. Returns what does not
/// fit.
fn mismatch(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    for (keyword, wanted) in schema.as_object().unwrap() {
        let is_fine = match keyword.as_str() {
            "description" => true,
            "$ref" => {
                let path = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                if let Some(it) = mismatch(root, root.pointer(path).unwrap(), value) {
                    return Some(it);
                }
                true
            }
            "type" => match wanted.as_str().unwrap() {
                "string" => value.is_string(),
                "integer" => value.is_i64(),
                "boolean" => value.is_boolean(),
                "array" => value.is_array(),
                "object" => value.is_object(),
                "null" => value.is_null(),
                other => panic!("the type {other} is not checked"),
            },
            "enum" => wanted.as_array().unwrap().contains(value),
            "anyOf" => {
                let all = wanted.as_array().unwrap().iter();
                all.into_iter().any(|it| mismatch(root, it, value).is_none())
            }
            "items" => {
                let items = value.as_array().into_iter().flatten();
                if let Some(it) = items.filter_map(|it| mismatch(root, wanted, it)).next() {
                    return Some(it);
                }
                true
            }
            "required" => {
                let names = wanted.as_array().unwrap().iter();
                names.into_iter().all(|it| value.get(it.as_str().unwrap()).is_some())
            }
            "properties" | "additionalProperties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    let own = schema.get("properties").and_then(|it| it.get(name));
                    let other = schema.get("additionalProperties");
                    match own.or(other) {
                        Some(Value::Bool(false)) => return Some(format!("`{name}` is not known")),
                        Some(it) => {
                            if let Some(it) = mismatch(root, it, member) {
                                return Some(format!("{name}: {it}"));
                            }
                        }
                        None => (),
                    }
                }
                true
            }
            other => panic!("the keyword {other} is not checked"),
        };
        if !is_fine {
            return Some(format!("{keyword} {wanted} does not fit {value}"));
        }
    }
    None
}

#[test]
fn json_has_the_documented_shapes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/command.schema.json");
    let root: Value = serde_json::from_slice(&fs::read(root).unwrap()).unwrap();
    let trace = "[OpenMP.default]\ntrace_mode = TRACING\n[Lexgion(0x10)] : OpenMP.default : MPI.rank(0, 2)\nno line\n";
    let pipe = "include part.pipe\nprocess a :: numbers\n  k = $ENV{HOME}\nprocess a :: nobody\n  j $\nprocess every :: skip\n";
    let folder = Folder::new("schema")
        .with("a.pipe", pipe)
        .with("b.pipe", "include part.pipe\nprocess a :: numbers\n  k = 2\n  l = 3\n")
        .with("part.pipe", "config c\n  x = 1\n")
        .with("lost.pipe", "include lib/part.pipe\n")
        .with("h.coilcfg.txt", "[cpu:0]\nname = x\nunheard_of = 1\n")
        .with("t.coilcfg", "@include base.coilcfg\n[Target]\nPU = CPU\n")
        .with("base.coilcfg", "[Target]\nArchitecture = x86\nMode = 64\nPU = GPU\n")
        .with("x.trace", trace);
    let all = ["a.pipe", "lost.pipe", "h.coilcfg.txt", "t.coilcfg", "x.trace"];
    let check = [&["check", "--json"][..], &all].concat();
    for (name, words) in [
        ("check", check.as_slice()),
        ("resolve", &["resolve", "a.pipe", "--json"]),
        ("resolve", &["resolve", "h.coilcfg.txt", "--json"]),
        ("resolve", &["resolve", "t.coilcfg", "--json"]),
        ("resolve", &["resolve", "x.trace", "--json"]),
        ("compare", &["compare", "a.pipe", "b.pipe", "--json"]),
        ("query", &["query", "h.coilcfg.txt", "cpu:0", "--json"]),
        ("explain", &["explain", "scope-comma", "abi-architecture", "--json"]),
        ("explain", &["explain", "mode_switched", "--json"]),
        ("explain", &["explain", "--json"]),
        ("traceDecide", &["trace", "decide", "x.trace", "--json"]),
        ("traceCoverage", &["trace", "coverage", "x.trace", "--json"]),
    ] {
        let called = folder.run(words);
        assert!(called.code < 2, "{words:?}: {}", called.err);
        let value: Value = serde_json::from_str(&called.out).unwrap();
        assert!(value.to_string().len() > 20, "{words:?}: {value}");
        let found = mismatch(&root, &root["$defs"][name], &value);
        assert_eq!(found, None, "{words:?}");
    }
}
