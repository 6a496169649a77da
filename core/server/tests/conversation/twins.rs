//! Documents of which several have one path, as the sides of a comparison of versions have.

use serde_json::{Value, json};

use crate::client::{Client, document};

const OWN: &str = "file:///w/part.pipe";
const EARLIER: &str = "earlier:/w/part.pipe?ref";

const PART: &str = "process alpha\n  :: t\n";

/// Connects the process of the part, some lines further down than the part has it.
const WHOLE: &str = "include part.pipe\nprocess z\n  :: t\nconnect from alpha.a to z.b\n";

/// Lists the edits that rename what is at a place.
#[track_caller]
fn renamed(client: &mut Client, uri: &str, (line, character): (u32, u32)) -> Vec<String> {
    let position = json!({ "line": line, "character": character });
    let params = json!({ "textDocument": { "uri": uri }, "position": position, "newName": "beta" });
    let answer = client.ask("textDocument/rename", params);
    let changes = answer["changes"].as_object().unwrap();
    let all = changes.iter().flat_map(|(uri, edits)| {
        edits.as_array().unwrap().iter().map(move |it| {
            let start = &it["range"]["start"];
            format!("{uri} {}:{}", start["line"], start["character"])
        })
    });
    let mut all: Vec<String> = all.collect();
    all.sort();
    all
}

/// Returns the URI and line that something is defined in.
fn defined(client: &mut Client, uri: &str, (line, character): (u32, u32)) -> String {
    let position = json!({ "line": line, "character": character });
    let params = json!({ "textDocument": { "uri": uri }, "position": position });
    let found: Value = client.ask("textDocument/definition", params);
    let found = found.get(0).unwrap_or(&found);
    format!("{} {}", found["uri"].as_str().unwrap(), found["range"]["start"]["line"])
}

#[test]
fn a_document_is_itself_whoever_else_has_its_path() {
    for is_turned in [false, true] {
        let mut client = Client::new();
        let mut both = [(OWN, PART.to_owned()), (EARLIER, format!("\n\n{PART}"))];
        if is_turned {
            both.reverse();
        }
        for (uri, text) in &both {
            client.open(uri, "sprokit", text);
        }
        assert_eq!(renamed(&mut client, OWN, (0, 9)), [format!("{OWN} 0:8")]);
        assert_eq!(renamed(&mut client, EARLIER, (2, 9)), [format!("{EARLIER} 2:8")]);
    }
}

#[test]
fn what_is_included_is_of_the_same_kind() {
    for is_turned in [false, true] {
        let mut client = Client::new();
        let mut both = [(OWN, PART.to_owned()), (EARLIER, format!("\n\n{PART}"))];
        if is_turned {
            both.reverse();
        }
        for (uri, text) in &both {
            client.open(uri, "sprokit", text);
        }
        let (own, earlier) = ("file:///w/main.pipe", "earlier:/w/main.pipe?ref");
        let alone = "other:/w/alone.pipe";
        for uri in [own, earlier] {
            client.open(uri, "sprokit", WHOLE);
        }
        let at = (3, 15);
        assert_eq!(defined(&mut client, own, at), format!("{OWN} 0"));
        assert_eq!(defined(&mut client, earlier, at), format!("{EARLIER} 2"));
        let places = [format!("{earlier} 3:13"), format!("{EARLIER} 2:8")];
        assert_eq!(renamed(&mut client, earlier, at), places);
        // Who has none of its kind takes the file.
        client.open(alone, "sprokit", WHOLE);
        assert_eq!(defined(&mut client, alone, at), format!("{OWN} 0"));
        client.change(EARLIER, 2, json!([{ "text": format!("\n{PART}") }]));
        assert_eq!(defined(&mut client, earlier, at), format!("{EARLIER} 1"));
        assert_eq!(defined(&mut client, own, at), format!("{OWN} 0"));
        // What one leaves, the other takes.
        client.tell("textDocument/didClose", document(OWN));
        assert_eq!(defined(&mut client, own, at), format!("{EARLIER} 1"));
    }
}

#[cfg(feature = "native")]
#[test]
fn an_earlier_version_is_not_changed() {
    let (uri, part) = ("git:/w/main.pipe?ref", OWN);
    let mut client = Client::new();
    client.open(part, "sprokit", PART);
    client.open(uri, "sprokit", &WHOLE.replace("t\n", "image_writter\n"));
    let mut params = document(uri);
    params["position"] = json!({ "line": 3, "character": 15 });
    assert_eq!(client.ask("textDocument/prepareRename", params.clone()), Value::Null);
    params["newName"] = json!("beta");
    let reason = client.ask_in_vain("textDocument/rename", params);
    assert!(reason.contains("is an earlier version of a file"), "{reason}");
    let mut params = document(uri);
    params["range"] = json!({
        "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 },
    });
    params["context"] = json!({ "diagnostics": [] });
    assert_eq!(client.ask("textDocument/codeAction", params), json!([]));
    let command = json!({ "kind": "rename", "item": ["process", "z"], "name": "y" });
    let params = json!({ "uri": uri, "version": 1, "command": command });
    let plan = client.ask("bobbin/plan", params);
    assert!(plan["reason"].as_str().unwrap().contains("is an earlier version"), "{plan}");
}
