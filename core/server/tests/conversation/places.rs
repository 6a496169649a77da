//! Names, and what can be done with a text as a whole.

use expect_test::expect;
use serde_json::{Value, json};

use crate::client::{Client, document, only, place};

#[test]
fn what_a_language_cannot_do_is_answered_with_nothing() {
    let mut client = Client::new();
    let uri = "bobbin:///notes.txt";
    client.open(uri, "plaintext", "hello");
    let at = || place(uri, 0, 0);
    let mut references = at();
    references["context"] = json!({ "includeDeclaration": true });
    for (method, params) in [
        ("textDocument/definition", at()),
        ("textDocument/references", references),
        ("textDocument/prepareRename", at()),
        ("textDocument/formatting", document(uri)),
        ("textDocument/documentLink", document(uri)),
    ] {
        assert!(client.ask(method, params).is_null(), "{method}");
    }
}

#[test]
fn where_nothing_has_a_name_nothing_is_renamed() {
    let mut client = Client::new();
    let uri = "bobbin:///x.pipe";
    client.open(uri, "sprokit", "# a comment\n");
    assert!(client.ask("textDocument/prepareRename", place(uri, 0, 4)).is_null());
    let mut params = place(uri, 0, 4);
    params["newName"] = json!("other");
    let refusal = client.ask_in_vain("textDocument/rename", params);
    assert!(refusal.starts_with("-32803 "), "{refusal}");
}

#[test]
fn a_conversion_that_there_is_not_is_refused() {
    let mut client = Client::new();
    let uri = "bobbin:///x.pipe";
    client.open(uri, "sprokit", "");
    let answer = client.ask("bobbin/convert", json!({ "uri": uri, "id": "bread" }));
    assert_eq!(answer["kind"], "refusal", "{answer}");
}

#[test]
fn all_conversions_answer() {
    let mut client = Client::new();
    let languages = client.ask("bobbin/languages", json!({}));
    for language in languages["languages"].as_array().unwrap() {
        let uri = format!("bobbin:///x{}", language["extensions"][0].as_str().unwrap());
        client.open(&uri, language["name"].as_str().unwrap(), "");
        for it in language["conversions"].as_array().unwrap() {
            let answer = client.ask("bobbin/convert", json!({ "uri": uri, "id": it["id"] }));
            assert!(["file", "refusal"].contains(&answer["kind"].as_str().unwrap()), "{answer}");
            assert!(["download", "replace", "open"].contains(&it["effect"].as_str().unwrap()));
        }
    }
}

#[test]
fn of_very_many_findings_the_worst_are_listed() {
    let mut client = Client::new();
    let mut text = String::from("[cpu:0]\nname = x\n");
    for n in 0..1500 {
        text += &format!("unheard_of_{n} = 1\n");
    }
    text += "no statement\n";
    let said = client.open("bobbin:///x.coilcfg.txt", "coil-hardware", &text);
    let published = only(&said, "textDocument/publishDiagnostics");
    let found = published[0]["diagnostics"].as_array().unwrap();
    assert_eq!(found.len(), 1001);
    let line = |it: &Value| it["range"]["start"]["line"].as_u64().unwrap();
    // The only error is the last line of all; the place of the worst is among the others.
    assert_eq!(found[999]["severity"], 1, "{}", found[999]);
    assert_eq!(line(&found[999]), 1502);
    assert_eq!(line(&found[0]), 2);
    let last = &found[1000];
    assert_eq!(last["message"], "501 more diagnostics are not listed");
    assert_eq!((last["code"].as_str(), last["severity"].as_u64()), (Some("not-listed"), Some(3)));
    assert_eq!(line(last), 1001);
    // The counts are those of all.
    assert_eq!(only(&said, "bobbin/document")[0]["warnings"], 1500);
}

#[test]
fn what_is_not_listed_is_told_where_the_worst_of_it_begins() {
    let mut client = Client::new();
    // Each line has an error, and the first ones also what is less.
    let text = "process p :: nope\n".repeat(1500);
    let said = client.open("bobbin:///x.pipe", "sprokit", &text);
    let published = only(&said, "textDocument/publishDiagnostics");
    let found = published[0]["diagnostics"].as_array().unwrap();
    let last = &found[1000];
    expect!["1999 more diagnostics are not listed; 499 are errors, the first of which is here"]
        .assert_eq(last["message"].as_str().unwrap());
    assert_eq!(last["range"]["start"]["line"].as_u64(), Some(1001));
}

#[test]
fn more_than_are_found_are_no_number_of_all() {
    let mut client = Client::new();
    let text: String = (0..12_000).map(|n| format!("process p{n} :: print_number\n")).collect();
    let said = client.open("bobbin:///x.pipe", "sprokit", &text);
    let published = only(&said, "textDocument/publishDiagnostics");
    let last = &published[0]["diagnostics"][1000];
    let message = last["message"].as_str().unwrap();
    expect!["at least 9001 more diagnostics are not listed; at least 9000 are errors, the first of which is here"].assert_eq(message);
}

#[test]
fn the_origin_of_an_included_value_is_in_its_own_file() {
    let mut client = Client::new();
    client.open("bobbin:///common.pipe", "sprokit", "# é\nconfig a\n  k = 1\n");
    let uri = "bobbin:///x.pipe";
    let text = "include common.pipe\nprocess a :: orphan\n  relativepath f = y\n";
    client.open(uri, "sprokit", text);
    let view = client.ask("bobbin/view", json!({ "uri": uri, "view": "resolved" }));
    let rows = view["view"]["rows"].as_array().unwrap();
    let written = json!({
        "path": "/common.pipe",
        "range": { "start": { "line": 2, "character": 6 }, "end": { "line": 2, "character": 7 } },
    });
    let origin_of = |key: &str| &rows.iter().find(|it| it["key"] == key).unwrap()["origin"];
    assert_eq!(origin_of("a:k")["written"], written);
    assert_eq!(origin_of("a:k")["range"]["start"]["line"], 0);
    assert!(origin_of("a:f").get("written").is_none());
    let params = json!({ "uri": uri, "view": "form", "item": ["process", "a"] });
    let form = client.ask("bobbin/view", params)["view"].to_string();
    assert!(form.contains("\"path\":\"/common.pipe\""), "{form}");
}

/// The includer was changed behind the back of the included text, which does not name it.
#[test]
fn a_name_is_changed_in_the_texts_that_include_it() {
    let mut client = Client::new();
    let (part, whole, top) =
        ("bobbin:///x/part.pipe", "bobbin:///x/whole.pipe", "bobbin:///x/top.pipe");
    client.open(part, "sprokit", "process a :: numbers\n");
    client.open(whole, "sprokit", "include part.pipe\n");
    client.open(top, "sprokit", "include whole.pipe\nconnect from a.number to b.number\n");
    let text = "# first\ninclude part.pipe\nprocess b :: print_number\n  output = $CONFIG{a:end}\n";
    client.change(whole, 2, json!([{ "text": text }]));
    let mut params = place(part, 0, 8);
    params["newName"] = json!("other");
    let edit = client.ask("textDocument/rename", params.clone());
    let lines = |uri: &str| -> Vec<(u64, u64)> {
        let edits = edit["changes"][uri].as_array().cloned().unwrap_or_default();
        let start = |it: &Value| {
            let start = &it["range"]["start"];
            (start["line"].as_u64().unwrap(), start["character"].as_u64().unwrap())
        };
        edits.iter().map(start).collect()
    };
    assert_eq!(lines(part), [(0, 8)], "{edit}");
    assert_eq!(lines(whole), [(3, 19)], "{edit}");
    assert_eq!(lines(top), [(1, 13)], "{edit}");
    params["context"] = json!({ "includeDeclaration": true });
    let references = client.ask("textDocument/references", params);
    assert_eq!(references.as_array().unwrap().len(), 3, "{references}");
    // The same by a gesture.
    let command = json!({ "kind": "rename", "item": ["process", "a"], "name": "other" });
    let planned = client.ask("bobbin/plan", json!({ "uri": part, "command": command, "then": [] }));
    assert_eq!(planned["documents"].as_array().map(Vec::len), Some(3), "{planned}");
}

/// A client can open the file that an include looks for, and put it there.
#[test]
fn an_include_says_where_its_file_is_looked_for() {
    let mut client = Client::new();
    let mut wanted = |uri: &str, language: &str, text: &str| {
        let said = client.open(uri, language, text);
        let published = only(&said, "textDocument/publishDiagnostics");
        let own = published.iter().rfind(|it| it["uri"] == uri).unwrap();
        let found = own["diagnostics"].as_array().unwrap();
        found
            .iter()
            .map(|it| it["data"]["wanted"].clone())
            .filter(|it| !it.is_null())
            .collect::<Vec<_>>()
    };
    let target =
        "@include \"../base.coilcfg\"\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n";
    assert_eq!(wanted("bobbin:///a%2Fone.coilcfg", "coil-target", target), ["/base.coilcfg"]);
    let unknown = "include $ENV{HOME}/x.pipe\nprocess a :: nothing_like_it\n";
    assert_eq!(wanted("bobbin:///b.pipe", "sprokit", unknown), [""; 0]);
}

/// A client that gives an open file the path where an include looks for it edits no text.
#[test]
fn an_include_finds_an_open_file_at_the_path_that_is_offered() {
    let mut client = Client::new();
    client.open("bobbin:///x.pipe", "sprokit", "process n :: numbers\n");
    let text = "include pipelines/x.pipe\nconnect from n.number to out.number\nprocess out :: print_number\n";
    let said = client.open("bobbin:///main.pipe", "sprokit", text);
    let published = only(&said, "textDocument/publishDiagnostics");
    let main = published.iter().find(|it| it["uri"] == "bobbin:///main.pipe").unwrap();
    let found = main["diagnostics"].as_array().unwrap();
    let finding = found.iter().find(|it| it["code"] == "include-not-open").unwrap();
    let moves = &finding["data"]["moves"];
    assert_eq!(
        *moves,
        json!([{ "label": "It is `x.pipe`, which is open", "from": "/x.pipe", "to": "/pipelines/x.pipe" }])
    );
    assert_eq!(finding["data"]["wanted"], "/pipelines/x.pipe");
    client.tell("textDocument/didClose", document("bobbin:///x.pipe"));
    // The page spells the folder of a name as a part of it.
    let said = client.open("bobbin:///pipelines%2Fx.pipe", "sprokit", "process n :: numbers\n");
    let published = only(&said, "textDocument/publishDiagnostics");
    let main = published.iter().rfind(|it| it["uri"] == "bobbin:///main.pipe").unwrap();
    assert_eq!(main["diagnostics"], json!([]), "{main:#}");
}
