//! Changes that wait in a queue are judged once, and no answer is about an older text.

use bobbin_server::Server;
use serde_json::{Value, json};

use crate::client::{Client, only};

const URI: &str = "bobbin:///main.pipe";

fn read(messages: Vec<String>) -> Vec<Value> {
    messages.iter().map(|it| serde_json::from_str(it).unwrap()).collect()
}

/// Takes a notification as a worker does that has more messages waiting.
fn begin(server: &mut Server, method: &str, params: Value) -> Vec<Value> {
    let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    read(server.begin(&message.to_string()))
}

fn request(server: &mut Server, method: &str, params: Value) -> Vec<Value> {
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    read(server.begin(&message.to_string()))
}

fn open(server: &mut Server, uri: &str, text: &str) -> Vec<Value> {
    let document = json!({ "uri": uri, "languageId": "sprokit", "version": 1, "text": text });
    begin(server, "textDocument/didOpen", json!({ "textDocument": document }))
}

/// Inserts `text` at the start of a line.
fn insert(server: &mut Server, version: i32, line: u32, text: &str) -> Vec<Value> {
    let at = json!({ "line": line, "character": 0 });
    let change = json!({ "range": { "start": at, "end": at }, "text": text });
    let document = json!({ "uri": URI, "version": version });
    begin(
        server,
        "textDocument/didChange",
        json!({ "textDocument": document, "contentChanges": [change] }),
    )
}

/// Works until all is done, with a look at the queue after each piece.
fn work(server: &mut Server) -> Vec<Value> {
    let mut messages = Vec::new();
    while server.has_work() {
        messages.extend(server.work(&mut || false));
    }
    read(messages)
}

fn names(outline: &Value) -> Vec<&str> {
    let symbols = outline["result"].as_array().unwrap();
    symbols.iter().map(|it| it["name"].as_str().unwrap()).collect()
}

#[test]
fn a_thousand_changes_that_wait_are_judged_once() {
    let mut client = Client::new();
    let server = &mut client.server;
    assert!(open(server, URI, "process first\n  :: print_number\n").is_empty(), "owed");
    work(server);
    for version in 2..1002 {
        let line = format!("process p{version}\n  :: print_number\n");
        assert_eq!(insert(server, version, 0, &line), [] as [Value; 0]);
    }
    let said = work(server);
    let published = only(&said, "textDocument/publishDiagnostics");
    assert_eq!(published.len(), 1);
    assert_eq!(published[0]["version"], 1001);
    assert_eq!(only(&said, "bobbin/document")[0]["version"], 1001);
    let outline = request(server, "textDocument/documentSymbol", crate::client::document(URI));
    assert_eq!(names(&outline[0]).len(), 1001);
}

#[test]
fn merged_changes_lead_to_the_same_as_single_ones() {
    let text = "process a\n  :: print_number\nprocess b\n  :: nonsense\n";
    let (mut merged, mut single) = (Client::new(), Client::new());
    open(&mut merged.server, URI, text);
    open(&mut single.server, URI, text);
    let mut last = Vec::new();
    for (version, (line, piece)) in
        [(0, "# é🎉\n"), (3, "x🎉"), (0, "🎉 = 1"), (2, "connect from a.x\n")]
            .into_iter()
            .enumerate()
    {
        insert(&mut merged.server, version as i32 + 2, line, piece);
        insert(&mut single.server, version as i32 + 2, line, piece);
        last = work(&mut single.server);
    }
    assert_eq!(work(&mut merged.server), last);
}

#[test]
fn a_request_is_answered_from_the_text_it_is_asked_for() {
    let mut client = Client::new();
    let server = &mut client.server;
    open(server, URI, "process a\n  :: print_number\n");
    insert(server, 2, 0, "process b\n  :: print_number\n");
    let symbols = || crate::client::document(URI);
    let outline = request(server, "textDocument/documentSymbol", symbols());
    assert_eq!(names(&outline[0]), ["b", "a"], "the change was waiting");
    let view = request(server, "bobbin/view", json!({ "uri": URI, "view": "outline" }));
    assert_eq!(view[0]["result"]["version"], 2);
    insert(server, 3, 0, "process c\n  :: print_number\n");
    let outline = request(server, "textDocument/documentSymbol", symbols());
    assert_eq!(names(&outline[0]), ["c", "b", "a"]);
    // The diagnostics are said once, for the newest text, and after the answers that somebody waits for.
    let said = work(server);
    assert_eq!(only(&said, "textDocument/publishDiagnostics").len(), 1);
    assert_eq!(only(&said, "bobbin/document")[0]["version"], 3);
}

#[test]
fn a_change_reaches_those_who_include_the_text_before_they_are_asked() {
    let mut client = Client::new();
    let server = &mut client.server;
    let part = "bobbin:///part.pipe";
    open(server, part, "# nothing\n");
    open(server, URI, "include part.pipe\n");
    work(server);
    let document = json!({ "uri": part, "version": 2 });
    let change =
        json!([{ "text": "process in\n  :: frame_list_input\n  image_list_file = list.txt\n" }]);
    let params = json!({ "textDocument": document, "contentChanges": change });
    begin(server, "textDocument/didChange", params);
    let view = request(server, "bobbin/view", json!({ "uri": URI, "view": "resolved" }));
    assert!(view[0].to_string().contains("list.txt"), "{}", view[0]);
    let said = work(server);
    let uris: Vec<_> = only(&said, "bobbin/document").iter().map(|it| it["uri"].clone()).collect();
    assert_eq!(uris, [part, URI]);
}

#[test]
fn nothing_is_said_of_a_document_that_was_closed_before_it_was_judged() {
    let mut client = Client::new();
    let server = &mut client.server;
    open(server, URI, "process a\n");
    insert(server, 2, 0, "nonsense\n");
    let said = begin(server, "textDocument/didClose", crate::client::document(URI));
    assert_eq!(only(&said, "textDocument/publishDiagnostics")[0]["diagnostics"], json!([]));
    assert_eq!(work(server), [] as [Value; 0]);
    assert!(!server.has_work());
}

#[test]
fn a_graph_that_is_owed_is_of_the_newest_text() {
    let mut client = Client::new();
    let server = &mut client.server;
    open(server, URI, "process a\n  :: print_number\n");
    insert(server, 2, 0, "process b\n  :: print_number\n");
    let owed = request(server, "bobbin/view", json!({ "uri": URI, "view": "graph" }));
    assert!(owed.is_empty());
    let refused = insert(server, 3, 0, "# c\n");
    assert_eq!((&refused[0]["id"], &refused[0]["error"]["code"]), (&json!(7), &json!(-32801)));
    work(server);
    let owed = request(server, "bobbin/view", json!({ "uri": URI, "view": "graph" }));
    assert!(owed.is_empty());
    let answer = work(server).pop().unwrap();
    assert_eq!((&answer["id"], &answer["result"]["version"]), (&json!(7), &json!(3)));
    assert_eq!(answer["result"]["view"]["vertices"].as_array().unwrap().len(), 2);
}

#[test]
fn what_is_owed_of_a_text_is_said_before_the_server_is_shut_down() {
    let mut client = Client::new();
    let server = &mut client.server;
    open(server, URI, "process a\n");
    insert(server, 2, 0, "# first\n");
    let said = request(server, "shutdown", Value::Null);
    assert_eq!(only(&said, "textDocument/publishDiagnostics")[0]["version"], 2);
    assert_eq!(said.last().unwrap()["id"], 7);
    assert!(!server.has_work());
}

#[test]
fn half_a_character_is_taken_as_what_it_is_in_a_file() {
    let mut client = Client::new();
    let server = &mut client.server;
    open(server, URI, "# \nprocess a\n  :: print_number\n");
    // As `JSON.stringify` writes it.
    let message = json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
        "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{ "text": "# HALF\nprocess b\n  :: print_number\n" }],
    } });
    let said = server.begin(&message.to_string().replace("HALF", "\\ud83c"));
    assert!(said.is_empty(), "{said:?}");
    let outline = request(server, "textDocument/documentSymbol", crate::client::document(URI));
    assert_eq!(names(&outline[0]), ["b"]);
}
