//! One file with several names, through links.

use serde_json::{Value, json};

use crate::client::Client;
use crate::disk::{self, LINK, WATCHING, codes, write};

const MAIN: &str = "include link.pipe\nprocess z\n  :: sink\nconnect from alpha.number to z.sink\n";

/// Opens a text that includes another one by a link, among files below `folder`.
fn opened(folder: &str) -> (Client, [String; 2]) {
    write(&format!("{folder}/real.pipe"), "process alpha\n  :: numbers\n");
    write(&format!("{folder}/link.pipe"), &format!("{LINK}{folder}/real.pipe"));
    write(&format!("{folder}/main.pipe"), MAIN);
    let mut client = disk::client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": format!("file://{folder}") }));
    let uris = ["main", "real"].map(|it| format!("file://{folder}/{it}.pipe"));
    (client, uris)
}

/// Lists the edits of a new name for what is at a place.
fn renamed(client: &mut Client, uri: &str, (line, character): (u32, u32)) -> Vec<String> {
    let position = json!({ "line": line, "character": character });
    let params = json!({ "textDocument": { "uri": uri }, "position": position, "newName": "beta" });
    let answer = client.ask("textDocument/rename", params);
    let changes = answer["changes"].as_object().unwrap();
    let lines = changes.iter().flat_map(|(uri, edits)| {
        let edits = edits.as_array().unwrap().iter();
        edits.map(move |it| format!("{uri} {}", it["range"]["start"]["line"]))
    });
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

#[test]
fn the_open_text_counts_by_each_name() {
    let (mut client, [main, real]) = opened("/names/open");
    let said = client.open(&main, "sprokit", MAIN);
    assert_eq!(codes(&said, &main), Some(Vec::new()), "{said:?}");
    let said = client.open(&real, "sprokit", "process gamma\n  :: numbers\n");
    assert!(codes(&said, &main).unwrap().contains(&"unknown-process".to_owned()), "{said:?}");
    // A change of it reaches the other one, too.
    let said = client.change(&real, 2, json!([{ "text": "process alpha\n  :: numbers\n" }]));
    assert_eq!(codes(&said, &main), Some(Vec::new()), "{said:?}");
    assert_eq!(renamed(&mut client, &main, (3, 13)), [format!("{main} 3"), format!("{real} 0")]);
    assert_eq!(renamed(&mut client, &real, (0, 9)), [format!("{main} 3"), format!("{real} 0")]);
    let at = json!({ "textDocument": { "uri": main }, "position": { "line": 3, "character": 13 } });
    let found = client.ask("textDocument/definition", at);
    let uris: Vec<&Value> = found.as_array().unwrap().iter().map(|it| &it["uri"]).collect();
    assert_eq!(uris, [&json!(real)]);
    // Closed, it is what the disk has.
    write("/names/open/real.pipe", "process gamma\n  :: numbers\n");
    client.tell(WATCHING, json!({ "changes": [{ "uri": real, "type": 2 }] }));
    let said = client.tell("textDocument/didClose", json!({ "textDocument": { "uri": real } }));
    assert!(codes(&said, &main).unwrap().contains(&"unknown-process".to_owned()), "{said:?}");
}

/// A part is judged by those that include it, whatever they call it.
#[test]
fn who_includes_a_file_is_known_by_each_name() {
    let (mut client, [main, real]) = opened("/names/part");
    let part = "connect from alpha.number to z.sink\n";
    write("/names/part/real.pipe", part);
    let whole = "process alpha\n  :: numbers\nprocess z\n  :: sink\ninclude link.pipe\n";
    client.open(&main, "sprokit", whole);
    let said = client.open(&real, "sprokit", part);
    assert_eq!(codes(&said, &real).unwrap(), ["no-processes"], "{said:?}");
}

#[test]
fn a_closed_file_has_its_own_name() {
    let (mut client, [main, real]) = opened("/names/closed");
    client.open(&main, "sprokit", MAIN);
    assert_eq!(renamed(&mut client, &main, (3, 13)), [format!("{main} 3"), format!("{real} 0")]);
}

/// A file that an earlier text included, and that includes that text in turn, says nothing of a later one.
#[test]
fn what_is_included_no_longer_is_forgotten() {
    let uri = "file:///names/forgotten/main.pipe";
    write("/names/forgotten/sub/part.pipe", "include ../main.pipe\nconfig x\n  y = 1\n");
    let including = "include sub/part.pipe\nprocess p\n  :: numbers\n";
    let later = "connect from p.number to q.number\n";
    let open = |text: &str| {
        let mut client = disk::client();
        client.ask("initialize", json!({ "capabilities": {} }));
        let said = client.open(uri, "sprokit", text);
        (client, codes(&said, uri).unwrap())
    };
    let afresh = open(later).1;
    assert!(afresh.contains(&"no-processes".to_owned()), "{afresh:?}");
    let (mut client, _) = open(including);
    let said = client.change(uri, 2, json!([{ "text": later }]));
    assert_eq!(codes(&said, uri).unwrap(), afresh, "{said:?}");
    // A text that goes on including it is parsed once.
    client.change(uri, 3, json!([{ "text": including }]));
    let n_reads = disk::N_READS.get();
    client.change(uri, 4, json!([{ "text": format!("{including}\n") }]));
    assert_eq!(disk::N_READS.get(), n_reads + 1);
}
