//! Queries, comparisons, edits of bytes, and the dialogue that ends in a new file.

use serde_json::{Value, json};

use crate::client::Client;

const HARDWARE: &str = "bobbin:///x.coilcfg.txt";
const TEXT: &str = "[cpu:0]\nname = é\n[resources]\ncore = 4\n";

#[test]
fn a_query_gives_values_with_their_places() {
    let mut client = Client::new();
    client.open(HARDWARE, "coil-hardware", TEXT);
    let ask = |client: &mut Client, path: &str| {
        client.ask("bobbin/query", json!({ "uri": HARDWARE, "path": path }))
    };
    let place = |line: u32, start: u32, end: u32| {
        json!({
            "start": { "line": line, "character": start }, "end": { "line": line, "character": end },
        })
    };
    let answer = ask(&mut client, "cpu:0.name");
    let hit = json!({ "path": "cpu:0.name", "value": "é", "range": place(1, 7, 8) });
    assert_eq!(answer["hits"], json!([hit]));
    assert_eq!(answer["completions"], json!(["cpu:0.name", "cpu:0.resources"]));
    let answer = ask(&mut client, "cpu:0.");
    assert_eq!(answer["refusal"], "a name is missing at the end of the path");
    assert_eq!(answer["completions"], json!(["cpu:0.name", "cpu:0.resources"]));
    client.open("bobbin:///x.pipe", "sprokit", "");
    let answer = client.ask("bobbin/query", json!({ "uri": "bobbin:///x.pipe", "path": "a" }));
    assert!(answer["refusal"].is_string());
}

#[test]
fn two_documents_are_compared_by_meaning() {
    let mut client = Client::new();
    client.open(HARDWARE, "coil-hardware", TEXT);
    let other = "bobbin:///y.coilcfg.txt";
    client.open(other, "coil-hardware", "; c\n[cpu:0]\n[resources]\ncore = 8\n");
    let answer = client.ask("bobbin/compare", json!({ "uri": HARDWARE, "other": other }));
    let shown: Vec<String> = answer["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let line = &it["right"]["origin"]["range"]["start"]["line"];
            format!("{} {} {} {line}", it["key"], it["left"]["value"], it["right"]["value"])
        })
        .collect();
    assert_eq!(shown, ["\"name\" \"é\" null null", "\"resources.core[0].count\" \"4\" \"8\" 3"]);
    let target = "bobbin:///t.coilcfg";
    client.open(target, "coil-target", "[Target]\n");
    let answer = client.ask("bobbin/compare", json!({ "uri": HARDWARE, "other": target }));
    assert_eq!(
        answer["reason"],
        "a COIL hardware configuration cannot be compared with a COIL target configuration"
    );
}

#[test]
fn bytes_are_compared_and_edited() {
    let mut client = Client::new();
    client.open(HARDWARE, "coil-hardware", TEXT);
    let compile = |client: &mut Client| {
        client.ask("bobbin/compile", json!({ "uri": HARDWARE }))["data"].clone()
    };
    let before = compile(&mut client);
    // The timestamp.
    let params = json!({ "uri": HARDWARE, "offset": 12, "data": "BQ==" });
    let plan = client.ask("bobbin/planBytes", params);
    assert_eq!(plan["documents"][0]["edits"][0]["newText"], "[metadata]\ntimestamp = 5\n\n");
    let params = json!({ "uri": HARDWARE, "offset": 24, "data": "BQ==" });
    let refused = client.ask("bobbin/planBytes", params);
    assert_eq!(refused["reason"], "these bytes are padding, which is always zero");
    client.open(HARDWARE, "coil-hardware", &format!("[metadata]\ntimestamp = 5\n{TEXT}"));
    let after = compile(&mut client);
    let answer = client.ask("bobbin/compareBytes", json!({ "data": before, "other": after }));
    assert_eq!(answer["stretches"], json!([{ "offset": 12, "len": 1 }]));
    assert_eq!(answer["differences"][0]["key"], "timestamp");
    let answer = client.ask("bobbin/compareBytes", json!({ "data": after, "other": "" }));
    assert_eq!((&answer["kind"], &answer["isOther"]), (&json!("refusal"), &json!(true)));
}

#[test]
fn a_binary_is_shown_with_its_own_bytes() {
    let mut client = Client::new();
    // A header without units and with a big-endian time stamp, and the empty string.
    let base64 = "Q0NGRwABAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAA".to_owned();
    let own = client.ask("bobbin/ownBytes", json!({ "name": "a.coilcfg", "data": base64 }));
    assert_eq!(own["bytes"]["data"], json!(base64));
    assert_eq!((&own["isBigEndian"], &own["isMapped"]), (&json!(true), &json!(true)));
    let time = &own["bytes"]["fields"][0]["children"][6];
    assert_eq!((&time["name"], &time["value"]), (&json!("timestamp"), &json!("5")));
    // The line of the text that it stands in.
    assert_eq!(time["source"]["start"]["line"], 3);
    let broken = client.ask("bobbin/ownBytes", json!({ "name": "a.coilcfg", "data": "" }));
    assert!(broken["bytes"]["refusal"].as_str().unwrap().contains("expected the bytes"));
}

#[test]
fn a_dialogue_ends_in_a_file() {
    let mut client = Client::new();
    let answers = json!([{ "key": "Architecture", "value": "ARM" }]);
    let params = json!({ "language": "coil-target", "answers": answers });
    let step = client.ask("bobbin/wizard", params);
    assert!(step["text"].as_str().unwrap().contains("\nArchitecture = ARM\nMode = 64\n"));
    assert_eq!(step["fileName"], "arm-64.coilcfg");
    let fields = step["groups"][0]["fields"].as_array().unwrap();
    let written: Vec<&Value> = fields.iter().map(|it| &it["written"]).collect();
    assert_eq!(written, [&Value::Null, &json!("ARM"), &Value::Null, &Value::Null]);
    let params = json!({ "language": "sprokit", "answers": [] });
    assert_eq!(client.ask("bobbin/wizard", params)["groups"], json!([]));
}

#[test]
fn a_browser_is_described() {
    let mut client = Client::new();
    let machine = json!({
        "architecture": "wasm32", "flags": ["simd128"], "threads": 8, "memoryMib": 8192,
        "gpu": { "vendor": "example" }, "sources": ["threads: navigator.hardwareConcurrency"],
    });
    let answer = client.ask("bobbin/describe", json!({ "machine": machine }));
    let text = answer["text"].as_str().unwrap();
    assert!(text.starts_with("; threads: navigator.hardwareConcurrency\n"), "{text}");
    assert!(text.contains("flags = autodetected\n") && text.contains("memory = 8GiB\n"), "{text}");
    assert!(text.contains("[gpu:0]\nvendor = example\n"), "{text}");
    client.open(HARDWARE, answer["language"].as_str().unwrap(), text);
    let compiled = client.ask("bobbin/compile", json!({ "uri": HARDWARE }));
    assert_eq!(compiled["kind"], "file");
}
