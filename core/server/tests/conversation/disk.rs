//! Files that are not open, on a machine whose files the server may read.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bobbin_core::HostFacts;
use bobbin_core::text::SourceText;
use bobbin_server::{Disk, Server};
use serde_json::{Value, json};

use crate::client::Client;

thread_local! {
    static DISK: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

fn read(path: &str) -> Option<SourceText> {
    DISK.with_borrow(|it| it.get(path).map(|it| SourceText::decode(it.as_bytes())))
}

fn write(path: &str, text: &str) {
    DISK.with_borrow_mut(|it| it.insert(path.to_owned(), text.to_owned()));
}

fn client() -> Client {
    let mut client = Client::silent();
    client.server = Server::on_machine(HostFacts::default(), Disk { read, folder: |_| None });
    client
}

const WATCHING: &str = "workspace/didChangeWatchedFiles";

/// Returns the codes that are said of `uri` in `messages`; `None` if nothing is said of it.
fn codes(messages: &[Value], uri: &str) -> Option<Vec<String>> {
    let said = messages.iter().find(|it| {
        it["method"] == "textDocument/publishDiagnostics" && it["params"]["uri"] == uri
    })?;
    let found = said["params"]["diagnostics"].as_array().unwrap();
    Some(found.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect())
}

#[test]
fn files_that_change_on_the_disk_are_read_again() {
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(client.tell("initialized", json!({})), Vec::<Value>::new());
    write("/w/deep.pipe", "process out :: image_writer\n");
    write("/w/part.pipe", "include deep.pipe\n");
    let text = "process in\n  :: frame_list_input\ninclude part.pipe\nconnect from in.image\n  to out.image\n";
    let uri = "file:///w/main.pipe";
    let unknown = "unknown-process".to_owned();
    let found = codes(&client.open(uri, "sprokit", text), uri).unwrap();
    assert!(!found.contains(&unknown), "{found:?}");
    // Deeper than the document itself names, changed by another program.
    write("/w/deep.pipe", "process other :: image_writer\n");
    let change = |uri: &str, kind: u32| json!({ "changes": [{ "uri": uri, "type": kind }] });
    let said = client.tell(WATCHING, change("file:///w/deep.pipe", 2));
    assert!(codes(&said, uri).unwrap().contains(&unknown), "{said:?}");
    // Taken away, and made again.
    DISK.with_borrow_mut(|it| it.remove("/w/part.pipe"));
    let said = client.tell(WATCHING, change("file:///w/part.pipe", 3));
    assert!(codes(&said, uri).unwrap().iter().any(|it| it.contains("include")), "{said:?}");
    write("/w/part.pipe", "process out :: image_writer\n");
    let said = client.tell(WATCHING, change("file:///w/part.pipe", 1));
    let found = codes(&said, uri).unwrap();
    assert!(
        !found.contains(&unknown) && found.iter().all(|it| !it.contains("include")),
        "{found:?}"
    );
    // What nobody includes, and what is open, changes nothing.
    assert_eq!(client.tell(WATCHING, change("file:///w/strange.pipe", 2)), Vec::<Value>::new());
    assert_eq!(client.tell(WATCHING, change(uri, 2)), Vec::<Value>::new());
}

#[test]
fn a_client_that_can_is_asked_to_watch_files() {
    let capabilities =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": capabilities }));
    let said = client.tell("initialized", json!({}));
    assert_eq!(said[0]["method"], "client/registerCapability");
    assert_eq!(said[0]["params"]["registrations"][0]["method"], WATCHING);
    // The answer is understood, and is not answered.
    let answer = json!({ "jsonrpc": "2.0", "id": said[0]["id"], "result": null });
    assert_eq!(client.server.handle(&answer.to_string()), Vec::<String>::new());
    // A server that reads nothing asks for nothing.
    let mut client = Client::silent();
    client.ask("initialize", json!({ "capabilities": capabilities }));
    assert_eq!(client.tell("initialized", json!({})), Vec::<Value>::new());
}

#[test]
fn names_that_are_no_utf_8_are_told_apart() {
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {} }));
    let [one, two] = ["file:///caf%E9.pipe", "file:///caf%E8.pipe"];
    client.open(one, "sprokit", "process a :: numbers\n");
    client.open(two, "sprokit", "process b :: numbers\n");
    let main = "file:///caf%E7/main.pipe";
    write("/caf\u{10fee7}/part.pipe", "process c :: nobody_knows_it\n");
    let said = client.open(main, "sprokit", "include part.pipe\n");
    let found = codes(&said, main).unwrap();
    assert!(found.iter().all(|it| !it.contains("include")), "{said:?}");
    let links = client.ask("textDocument/documentLink", json!({ "textDocument": { "uri": main } }));
    assert_eq!(links[0]["target"], "file:///caf%E7/part.pipe");
}
