//! Requests that wait for the files of the workspace.

use serde_json::{Value, json};

use crate::disk::{client, write};

const MAIN: &str = "file:///v/main.pipe";

#[test]
fn what_is_asked_about_a_text_is_not_answered_about_a_later_one() {
    write("/v/part.pipe", "process a :: numbers\n");
    let text = "include part.pipe\nprocess c :: sink\nconnect from a.number to c.sink\n";
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///v" }));
    let document = json!({ "uri": MAIN });
    let place = json!({ "textDocument": document, "position": { "line": 1, "character": 8 } });
    let mut rename = place.clone();
    rename["newName"] = "zz".into();
    let mut references = place;
    references["context"] = json!({ "includeDeclaration": true });
    let command = json!({ "kind": "rename", "item": ["process", "c"], "name": "zz" });
    let requests = [
        ("textDocument/rename", rename),
        ("textDocument/references", references),
        ("bobbin/plan", json!({ "uri": MAIN, "command": command })),
    ];
    let ask = |id: usize| {
        let (method, params) = &requests[id];
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let edit = json!([{ "text": format!("process b :: sink\n{text}") }]);
    let change = json!({
        "textDocument": { "uri": MAIN, "version": 2 }, "contentChanges": edit,
    });
    for (method, params) in [
        ("textDocument/didChange", change),
        ("textDocument/didClose", json!({ "textDocument": document })),
    ] {
        client.open(MAIN, "sprokit", text);
        for id in 0..requests.len() {
            assert_eq!(client.server.begin(&ask(id)), Vec::<String>::new());
        }
        let note = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        let answers = client.server.begin(&note.to_string());
        let refused = answers.iter().filter(|it| it.contains(r#""error":{"code":-32801,"#));
        assert_eq!(refused.count(), requests.len(), "{method}: {answers:?}");
        client.tell("$/nothing", json!({}));
    }
    // What is asked about the whole workspace has no text that could be another one.
    client.open(MAIN, "sprokit", text);
    let symbols = json!({ "query": "b" });
    let symbols =
        json!({ "jsonrpc": "2.0", "id": 7, "method": "workspace/symbol", "params": symbols });
    client.server.begin(&symbols.to_string());
    client.change(MAIN, 2, json!([{ "text": "process b :: sink\n" }]));
    // The answer was among what the change was answered with.
    assert!(!client.server.has_work());
}

#[test]
fn references_are_where_a_new_name_would_be_written() {
    write("/y/part.pipe", "process a :: numbers\n");
    write(
        "/y/closed.pipe",
        "include part.pipe\nprocess b :: sink\nconnect from a.number to b.sink\n",
    );
    write("/y/doubler.cluster", "cluster doubler\n -- d\n factor = 2\n");
    write("/y/use.pipe", "process g\n  :: doubler\n  factor = 3\n");
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///y" }));
    for (uri, at, text) in [
        ("file:///y/part.pipe", (0, 8), "process a :: numbers\n"),
        ("file:///y/doubler.cluster", (2, 2), "cluster doubler\n -- d\n factor = 2\n"),
    ] {
        client.open(uri, "sprokit", text);
        let mut params = json!({
            "textDocument": { "uri": uri }, "position": { "line": at.0, "character": at.1 },
            "context": { "includeDeclaration": true },
        });
        let places = client.ask("textDocument/references", params.clone());
        params["newName"] = "zz".into();
        let renamed = client.ask("textDocument/rename", params);
        let range = |uri: &str, it: &Value| format!("{uri} {}", it["range"]["start"]);
        let found: Vec<String> = places
            .as_array()
            .unwrap()
            .iter()
            .map(|it| range(it["uri"].as_str().unwrap(), it))
            .collect();
        let changes = renamed["changes"].as_object().unwrap();
        assert_eq!(changes.len(), 2, "{renamed}");
        for (uri, edits) in changes {
            for it in edits.as_array().unwrap() {
                assert!(found.contains(&range(uri, it)), "{uri} {it}: {found:?}");
            }
        }
    }
}
