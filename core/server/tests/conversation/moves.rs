//! Files that get other names.

use serde_json::{Value, json};

use crate::client::Client;
#[cfg(feature = "native")]
use crate::disk::write;

fn rename(client: &mut Client, pairs: &[(&str, &str)]) -> Value {
    let files: Vec<Value> =
        pairs.iter().map(|(old, new)| json!({ "oldUri": old, "newUri": new })).collect();
    client.ask("workspace/willRenameFiles", json!({ "files": files }))
}

/// Lists the edits of a workspace edit without versions.
fn edits(edit: &Value) -> Vec<String> {
    let changes = edit["changes"].as_object().unwrap();
    let all = changes.iter().flat_map(|(uri, edits)| {
        edits.as_array().unwrap().iter().map(move |it| {
            let start = &it["range"]["start"];
            let text = it["newText"].as_str().unwrap();
            format!("{uri} {}:{} {text}", start["line"], start["character"])
        })
    });
    let mut all: Vec<String> = all.collect();
    all.sort();
    all
}

#[test]
fn every_text_that_names_the_file_is_edited() {
    let mut client = Client::new();
    client.open("bobbin:///a%2Fpart%20%C3%A9.pipe", "sprokit", "# é\n");
    client.open("bobbin:///m.pipe", "sprokit", "# é\ninclude a/part é.pipe\n");
    client.open("bobbin:///a%2Fn.pipe", "sprokit", "include part é.pipe\n");
    client.open("bobbin:///t.coilcfg", "coil-target", "@include base.coilcfg\n");
    client.open("bobbin:///base.coilcfg", "coil-target", "");
    let moves = [("bobbin:///a%2Fpart%20%C3%A9.pipe", "bobbin:///b%2Fx.pipe")];
    assert_eq!(
        edits(&rename(&mut client, &moves)),
        ["bobbin:///a%2Fn.pipe 0:8 ../b/x.pipe", "bobbin:///m.pipe 1:8 b/x.pipe"],
    );
    // A folder is a name, too.
    assert_eq!(
        edits(&rename(&mut client, &[("bobbin:///a", "bobbin:///c")])),
        ["bobbin:///m.pipe 1:8 c/part é.pipe"],
    );
    let moves = [("bobbin:///base.coilcfg", "bobbin:///core.coilcfg")];
    assert_eq!(edits(&rename(&mut client, &moves)), ["bobbin:///t.coilcfg 0:9 core.coilcfg"]);
    assert!(rename(&mut client, &[("bobbin:///t.coilcfg", "bobbin:///u.coilcfg")]).is_null());
}

#[test]
fn a_line_that_several_texts_read_is_edited_once() {
    let mut client = Client::new();
    // Each of the first two finds `x` for `part`, which alone does not find it.
    for uri in ["bobbin:///a%2Fm.pipe", "bobbin:///a%2Fn.pipe"] {
        client.open(uri, "sprokit", "include ../lib/part.pipe\n");
    }
    client.open("bobbin:///lib%2Fpart.pipe", "sprokit", "include x.pipe\n");
    client.open("bobbin:///a%2Fx.pipe", "sprokit", "");
    let moves = [("bobbin:///a%2Fx.pipe", "bobbin:///a%2Fy.pipe")];
    assert_eq!(edits(&rename(&mut client, &moves)), ["bobbin:///lib%2Fpart.pipe 0:8 y.pipe"]);
}

#[test]
fn a_path_that_must_stay_is_told_of() {
    let mut client = Client::new();
    let text = "process k :: t\n  relativepath a = x\n  relativepath b = y\n  c = $CONFIG{k:b}\n";
    client.open("bobbin:///a%2Fm.pipe", "sprokit", text);
    let answer = rename(&mut client, &[("bobbin:///a%2Fm.pipe", "bobbin:///m.pipe")]);
    assert_eq!(edits(&answer), ["bobbin:///a%2Fm.pipe 1:19 a/x"]);
    let notes = answer["notes"].to_string();
    assert!(notes.starts_with("[\"`k:b` in `m.pipe` leads elsewhere now: "), "{notes}");
}

/// An explorer moves files that are not open.
#[cfg(feature = "native")]
#[test]
fn relative_paths_of_closed_files_lead_where_they_did() {
    write("/rel/f.pipe", "process p :: t\n  relativepath a = sub/n.txt\n");
    write("/rel/g.pipe", "process p :: t\n  a[RelativePath] = sub/n.txt\n");
    write("/rel/h.pipe", "process p :: t\n  a = sub/n.txt\n");
    let mut client = crate::disk::client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///rel" }));
    client.open("file:///rel/main.pipe", "sprokit", "");
    let moves = [("file:///rel/f.pipe", "file:///rel/deep/f.pipe")];
    assert_eq!(edits(&rename(&mut client, &moves)), ["file:///rel/f.pipe 1:19 ../sub/n.txt"]);
    let moves = [("file:///rel/sub", "file:///rel/two")];
    assert_eq!(
        edits(&rename(&mut client, &moves)),
        ["file:///rel/f.pipe 1:19 two/n.txt", "file:///rel/g.pipe 1:20 two/n.txt"],
    );
}

#[test]
fn a_name_that_cannot_be_written_is_refused() {
    let mut client = Client::new();
    client.open("bobbin:///x.pipe", "sprokit", "");
    client.open("bobbin:///m.pipe", "sprokit", "include x.pipe\n");
    let files = json!([{ "oldUri": "bobbin:///x.pipe", "newUri": "bobbin:///x%23.pipe" }]);
    let refusal = client.ask_in_vain("workspace/willRenameFiles", json!({ "files": files }));
    assert!(refusal.starts_with("-32803 no `include` can name `/x#.pipe`"), "{refusal}");
}

#[test]
fn edits_are_for_the_texts_that_the_client_has() {
    let mut client = Client::silent();
    let capabilities = json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } });
    let answer = client.ask("initialize", json!({ "capabilities": capabilities }));
    let offered = &answer["capabilities"]["workspace"]["fileOperations"]["willRename"];
    assert!(offered["filters"].is_array(), "{answer}");
    client.open("bobbin:///x.pipe", "sprokit", "");
    client.open("bobbin:///m.pipe", "sprokit", "include y.pipe\n");
    client.change("bobbin:///m.pipe", 5, json!([{ "text": "include x.pipe\n" }]));
    let edit = rename(&mut client, &[("bobbin:///x.pipe", "bobbin:///z.pipe")]);
    let [change] = edit["documentChanges"].as_array().unwrap().as_slice() else { panic!("{edit}") };
    assert_eq!(change["textDocument"], json!({ "uri": "bobbin:///m.pipe", "version": 5 }));
}
