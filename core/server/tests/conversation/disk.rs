//! Files that are not open, on a machine whose files the server may read.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use bobbin_core::HostFacts;
use bobbin_core::text::{Files, SourceText};
use bobbin_server::{Disk, Server};
use serde_json::{Value, json};

use crate::client::Client;

thread_local! {
    pub static DISK: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
    /// The number of times that a file was read.
    pub static N_READS: Cell<usize> = const { Cell::new(0) };
    /// The number of times that a folder was looked through.
    static N_LISTS: Cell<usize> = const { Cell::new(0) };
}

/// The beginning of what stands for a link, before the path of the file that it leads to.
pub const LINK: &str = "link to ";

fn read(path: &str) -> Option<SourceText> {
    // As a machine does it.
    let path = real(path)?;
    N_READS.set(N_READS.get() + 1);
    DISK.with_borrow(|it| it.get(&path).map(|it| SourceText::decode(it.as_bytes())))
}

/// Returns what a path leads to: a file is another one's name if its text says so.
fn real(path: &str) -> Option<String> {
    let path = Files::normalise(path);
    DISK.with_borrow(|it| {
        let text = it.get(&path)?;
        Some(text.strip_prefix(LINK).map_or(path, str::to_owned))
    })
}

pub fn write(path: &str, text: &str) {
    DISK.with_borrow_mut(|it| it.insert(path.to_owned(), text.to_owned()));
}

fn list(folder: &str) -> Vec<String> {
    N_LISTS.set(N_LISTS.get() + 1);
    let is_below = |it: &&String| it.starts_with(folder);
    DISK.with_borrow(|it| it.keys().filter(is_below).cloned().collect())
}

pub fn client() -> Client {
    client_on(HostFacts::default())
}

pub fn client_on(host: HostFacts) -> Client {
    let mut client = Client::silent();
    let (is_directory, in_folder) = (|_: &str| false, |folder: &str| list(&format!("{folder}/")));
    let disk = Disk { read, real, fault: |_| None, is_directory, in_folder, list };
    client.server = Server::on_machine(host, disk);
    client
}

pub const WATCHING: &str = "workspace/didChangeWatchedFiles";

/// Returns the codes that are said of `uri` in `messages`; `None` if nothing is said of it.
pub fn codes(messages: &[Value], uri: &str) -> Option<Vec<String>> {
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

/// Some clients tell of a folder alone, not of what is in it.
#[test]
fn a_folder_that_comes_or_goes_takes_its_files_with_it() {
    let cluster = "cluster doubler\n -- d\n omap from a.number to x\n -- d\nprocess a :: numbers\n";
    let write_all = || {
        write("/f/parts/deep/a.pipe", "process a :: numbers\n");
        write("/f/lib/doubler.cluster", cluster);
    };
    write_all();
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///f" }));
    let uri = "file:///f/main.pipe";
    let text = "include parts/deep/a.pipe\nprocess s :: sink\nconnect from a.number to s.sink\n";
    let said = client.open(uri, "sprokit", text);
    let whole = codes(&said, uri).unwrap();
    assert!(!whole.contains(&"include-not-found".to_owned()), "{whole:?}");
    let change = |kind: u32| json!({ "changes": [{ "uri": "file:///f/parts", "type": kind }] });
    DISK.with_borrow_mut(|it| it.retain(|path, _| !path.starts_with("/f/parts/")));
    let said = client.tell(WATCHING, change(3));
    assert_ne!(codes(&said, uri).as_ref(), Some(&whole));
    assert!(codes(&said, uri).is_some());
    write_all();
    let said = client.tell(WATCHING, change(1));
    assert_eq!(codes(&said, uri), Some(whole));
    // The clusters in it are types no longer.
    let user = "file:///f/user.pipe";
    client.open(
        user,
        "sprokit",
        "process d :: doubler\nprocess s :: sink\nconnect from d.x to s.sink\n",
    );
    DISK.with_borrow_mut(|it| it.retain(|path, _| !path.starts_with("/f/lib/")));
    let gone = json!({ "changes": [{ "uri": "file:///f/lib", "type": 3 }] });
    let unknown = "unknown-process-type".to_owned();
    let said = client.tell(WATCHING, gone);
    assert_eq!(
        codes(&said, user).map(|it| it.contains(&unknown)),
        cfg!(feature = "native").then_some(true)
    );
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

/// Checks that a client hears how far its request is, from beginning to end.
#[cfg(feature = "native")]
#[test]
fn a_client_that_wants_to_know_is_told_how_far_it_is() {
    for n in 0..4 {
        write(&format!("/t/{n}.pipe"), "process it :: numbers\n");
    }
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///t" }));
    let server = &mut client.server;
    let request = |id: u32| {
        let params = json!({ "query": "it", "workDoneToken": format!("token {id}") });
        json!({ "jsonrpc": "2.0", "id": id, "method": "workspace/symbol", "params": params })
    };
    let mut said = server.begin(&request(71).to_string());
    said.extend(server.work(&mut || false));
    said.extend(server.begin(&request(72).to_string()));
    said.extend(server.work(&mut || false));
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 72 } });
    said.extend(server.begin(&cancel.to_string()));
    while server.has_work() {
        said.extend(server.work(&mut || false));
    }
    let shown = |it: &String| {
        let it: Value = serde_json::from_str(it).unwrap();
        let (token, value) = (&it["params"]["token"], &it["params"]["value"]);
        match it["method"].as_str() {
            Some(_) => format!("{token} {} {}", value["kind"], value["percentage"]),
            None => format!("answer to {}", it["id"]),
        }
    };
    let said: Vec<String> = said.iter().map(shown).collect();
    let expected = [
        r#""token 71" "begin" 25"#,
        r#""token 71" "report" 50"#,
        r#""token 72" "begin" 50"#,
        r#""token 72" "end" null"#,
        "answer to 72",
        r#""token 71" "report" 75"#,
        r#""token 71" "end" null"#,
        "answer to 71",
    ];
    assert_eq!(said, expected);
}

/// Asks for the symbols of the workspace, as name, file and line.
#[cfg(feature = "native")]
fn symbols(client: &mut Client, query: &str) -> Vec<String> {
    let found = client.ask("workspace/symbol", json!({ "query": query }));
    let shown = |it: &Value| {
        let place = &it["location"];
        let uri = place["uri"].as_str().unwrap();
        format!("{} {uri} {}", it["name"].as_str().unwrap(), place["range"]["start"]["line"])
    };
    found.as_array().unwrap().iter().map(shown).collect()
}

#[cfg(feature = "native")]
#[test]
fn symbols_are_those_of_the_folders() {
    write("/s/one/a.pipe", "# a\nprocess Alpha :: numbers\n");
    write("/s/one/caf\u{10fee9}.pipe", "process alpine :: numbers\n");
    write("/s/one/picture.pipe", "GFCC\0\0\0\0\0\0");
    write("/s/two/b.pipe", "process alps :: numbers\n");
    let mut client = client();
    let folders = json!([{ "uri": "file:///s/one", "name": "one" }]);
    let capabilities =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    client.ask("initialize", json!({ "capabilities": capabilities, "workspaceFolders": folders }));
    client.tell("initialized", json!({}));
    client.open("file:///s/two/open.pipe", "sprokit", "process aloop :: numbers\n");
    let one = [
        "aloop file:///s/two/open.pipe 0",
        "Alpha file:///s/one/a.pipe 1",
        "alpine file:///s/one/caf%E9.pipe 0",
    ];
    assert_eq!(symbols(&mut client, "aLp"), one);
    assert_eq!(symbols(&mut client, "alpn"), one[2..]);
    // Another folder; then a file changes, one comes, one goes.
    let event = json!({ "added": [{ "uri": "file:///s/two", "name": "two" }], "removed": [] });
    client.tell("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    assert_eq!(symbols(&mut client, "alps"), ["alps file:///s/two/b.pipe 0"]);
    write("/s/one/a.pipe", "process Alphorn :: numbers\n");
    write("/s/two/c.pipe", "process alphabet :: numbers\n");
    DISK.with_borrow_mut(|it| it.remove("/s/two/b.pipe"));
    assert_eq!(symbols(&mut client, "alph"), ["Alpha file:///s/one/a.pipe 1"]);
    let changed = ["one/a", "two/b", "two/c"];
    let changes = changed.map(|it| json!({ "uri": format!("file:///s/{it}.pipe"), "type": 2 }));
    client.tell(WATCHING, json!({ "changes": changes }));
    let found = ["Alphorn file:///s/one/a.pipe 0", "alphabet file:///s/two/c.pipe 0"];
    assert_eq!(symbols(&mut client, "alph"), found);
    // Of an open file the text of the client counts.
    client.open("file:///s/one/a.pipe", "sprokit", "process Alphonse :: numbers\n");
    let found = ["Alphonse file:///s/one/a.pipe 0", "alphabet file:///s/two/c.pipe 0"];
    assert_eq!(symbols(&mut client, "alph"), found);
    let event = json!({ "added": [], "removed": [{ "uri": "file:///s/two", "name": "two" }] });
    client.tell("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    assert_eq!(symbols(&mut client, "alph"), found[..1]);
}

#[cfg(feature = "native")]
#[test]
fn files_are_read_each_time_for_a_client_that_watches_none() {
    write("/r/a.pipe", "process first :: numbers\n");
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///r" }));
    assert_eq!(symbols(&mut client, "fir"), ["first file:///r/a.pipe 0"]);
    write("/r/a.pipe", "process fir :: numbers\n");
    assert_eq!(symbols(&mut client, "fir"), ["fir file:///r/a.pipe 0"]);
}

#[cfg(feature = "native")]
#[test]
fn the_files_are_read_while_others_are_answered() {
    for n in 0..5 {
        write(&format!("/q/{n}.pipe"), "process it :: numbers\n");
    }
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///q" }));
    let request = |id: u32, method: &str| {
        let params = json!({ "query": "it" });
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let server = &mut client.server;
    assert_eq!(server.begin(&request(71, "workspace/symbol")), Vec::<String>::new());
    assert_eq!(server.begin(&request(72, "workspace/symbol")), Vec::<String>::new());
    assert_eq!(server.work(&mut || false), Vec::<String>::new());
    assert!(server.has_work());
    assert_eq!(server.begin(&request(73, "bobbin/languages")).len(), 1);
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 71 } });
    let given_up = server.begin(&cancel.to_string());
    assert!(given_up[0].contains(r#""id":71,"error":{"code":-32800"#), "{given_up:?}");
    let mut n_pieces = 0;
    let answers = loop {
        let answers = server.work(&mut || false);
        n_pieces += 1;
        if !answers.is_empty() {
            break answers;
        }
    };
    assert_eq!(n_pieces, 4);
    let answer: Value = serde_json::from_str(&answers[0]).unwrap();
    assert_eq!(
        (answers.len(), answer["id"].as_u64(), answer["result"].as_array().map(Vec::len)),
        (1, Some(72), Some(5))
    );
    assert!(!server.has_work());
}

#[cfg(feature = "native")]
#[test]
fn who_includes_a_file_is_known() {
    write("/h/part.pipe", "process a :: numbers\n");
    write("/h/closed.pipe", "# é\ninclude part.pipe\ninclude ./part.pipe\n");
    write("/h/sub/deep.pipe", "include ../closed.pipe\ninclude nowhere.pipe\n");
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///h" }));
    let open = "file:///h/open.pipe";
    client.open(open, "sprokit", "include part.pipe\ninclude sub/deep.pipe\n");
    let at = |line: u32, character: u32| {
        let position = json!({ "line": line, "character": character });
        json!({ "textDocument": { "uri": open }, "position": position })
    };
    let item = |client: &mut Client, at: Value| {
        let items = client.ask("textDocument/prepareCallHierarchy", at);
        assert_eq!(items.as_array().unwrap().len(), 1, "{items}");
        items[0].clone()
    };
    /// Lists the files at the other end of calls, and the lines of the words.
    fn calls(client: &mut Client, item: &Value, method: &str, end: &str) -> Vec<String> {
        let calls = client.ask(method, json!({ "item": item }));
        let shown = |it: &Value| {
            let lines = it["fromRanges"].as_array().unwrap().iter();
            let lines: Vec<String> = lines.map(|it| it["start"]["line"].to_string()).collect();
            format!("{} {}", it[end]["uri"].as_str().unwrap(), lines.join(" "))
        };
        calls.as_array().unwrap().iter().map(shown).collect()
    }
    let part = item(&mut client, at(0, 10));
    assert_eq!((&part["name"], &part["uri"]), (&json!("part.pipe"), &json!("file:///h/part.pipe")));
    let incoming =
        |client: &mut Client, item| calls(client, item, "callHierarchy/incomingCalls", "from");
    let outgoing =
        |client: &mut Client, item| calls(client, item, "callHierarchy/outgoingCalls", "to");
    let includers = ["file:///h/open.pipe 0", "file:///h/closed.pipe 1 2"];
    assert_eq!(incoming(&mut client, &part), includers);
    assert_eq!(outgoing(&mut client, &part), [] as [&str; 0]);
    let deep = item(&mut client, at(1, 10));
    assert_eq!(outgoing(&mut client, &deep), ["file:///h/closed.pipe 0"]);
    // Elsewhere in a text, it is about the text itself.
    let own = item(&mut client, at(2, 0));
    assert_eq!(own["uri"], open);
    let included = ["file:///h/part.pipe 0", "file:///h/sub/deep.pipe 1"];
    assert_eq!(outgoing(&mut client, &own), included);
    assert_eq!(incoming(&mut client, &own), [] as [&str; 0]);
    // References of the word are the words that include the same file.
    let mut params = at(0, 10);
    params["context"] = json!({ "includeDeclaration": true });
    let places = client.ask("textDocument/references", params);
    let uris: Vec<&str> =
        places.as_array().unwrap().iter().map(|it| it["uri"].as_str().unwrap()).collect();
    assert_eq!(uris, [open, "file:///h/closed.pipe", "file:///h/closed.pipe"]);
}

/// Lists the edits of a workspace edit without versions.
#[cfg(feature = "native")]
fn edits(edit: &Value) -> Vec<String> {
    let all = edit["changes"].as_object().unwrap().iter().flat_map(|(uri, edits)| {
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

/// Lists the edits of a plan.
#[cfg(feature = "native")]
fn planned(plan: &Value) -> Vec<String> {
    let documents = plan["documents"].as_array().unwrap_or_else(|| panic!("{plan}"));
    let all = documents.iter().flat_map(|it| {
        it["edits"].as_array().unwrap().iter().map(move |edit| {
            let start = &edit["range"]["start"];
            let (uri, text) = (it["uri"].as_str().unwrap(), edit["newText"].as_str().unwrap());
            format!("{uri} {}:{} {text}", start["line"], start["character"])
        })
    });
    let mut all: Vec<String> = all.collect();
    all.sort();
    all
}

#[cfg(feature = "native")]
#[test]
fn what_is_not_open_keeps_its_meaning_by_new_names() {
    write("/r/part.pipe", "process a :: numbers\n");
    write(
        "/r/other.pipe",
        "include part.pipe\nprocess b :: sink\nconnect from a.number to b.sink\n",
    );
    write("/r/alone.pipe", "process a :: numbers\n");
    write("/r/base.coilcfg", "[Target]\nPU = CPU\n");
    write("/r/t.coilcfg", "@include base.coilcfg\n");
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///r" }));
    let main = "file:///r/main.pipe";
    client.open(
        main,
        "sprokit",
        "include part.pipe\nprocess c :: sink\nconnect from a.number to c.sink\n",
    );
    let position = json!({ "line": 2, "character": 13 });
    let params = json!({ "textDocument": { "uri": main }, "position": position, "newName": "zz" });
    assert_eq!(
        edits(&client.ask("textDocument/rename", params)),
        [
            "file:///r/main.pipe 2:13 zz",
            "file:///r/other.pipe 2:13 zz",
            "file:///r/part.pipe 0:8 zz"
        ],
    );
    // A command that gives the name, as of a graph, does the same.
    let command = json!({ "kind": "rename", "item": ["process", "c"], "name": "zz" });
    let renamed = client.ask("bobbin/plan", json!({ "uri": main, "command": command }));
    assert_eq!(planned(&renamed), [format!("{main} 1:8 zz"), format!("{main} 2:25 zz")]);
    let part = "file:///r/part.pipe";
    client.open(part, "sprokit", "process a :: numbers\n");
    let command = json!({ "kind": "rename", "item": ["process", "a"], "name": "zz" });
    let renamed = client.ask("bobbin/plan", json!({ "uri": part, "command": command }));
    assert_eq!(
        planned(&renamed),
        [
            "file:///r/main.pipe 2:13 zz",
            "file:///r/other.pipe 2:13 zz",
            "file:///r/part.pipe 0:8 zz"
        ],
    );
    let mut moved = |old: &str, new: &str| {
        let files = json!([{ "oldUri": old, "newUri": new }]);
        edits(&client.ask("workspace/willRenameFiles", json!({ "files": files })))
    };
    assert_eq!(
        moved("file:///r/part.pipe", "file:///r/x/y.pipe"),
        ["file:///r/main.pipe 0:8 x/y.pipe", "file:///r/other.pipe 0:8 x/y.pipe"],
    );
    assert_eq!(
        moved("file:///r/base.coilcfg", "file:///r/core.coilcfg"),
        ["file:///r/t.coilcfg 0:9 core.coilcfg"]
    );
}

#[cfg(feature = "native")]
#[test]
fn what_a_cluster_declares_gets_its_name_where_the_cluster_is_used() {
    let cluster = "cluster doubler\n -- d\n factor = 2\n -- d\n omap from a.number to x\n -- d\n\
                   process a :: numbers\n  start = $CONFIG{doubler:factor}\n";
    write("/c/doubler.cluster", cluster);
    write("/c/use.pipe", "process g\n  :: doubler\n  factor = 3\n");
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///c" }));
    let uri = "file:///c/doubler.cluster";
    client.open(uri, "sprokit", cluster);
    let position = json!({ "line": 2, "character": 2 });
    let params = json!({ "textDocument": { "uri": uri }, "position": position, "newName": "fac" });
    let edits = edits(&client.ask("textDocument/rename", params));
    assert!(edits.contains(&"file:///c/use.pipe 2:2 fac".to_owned()), "{edits:?}");
}

/// As the command finds them together with the texts it is given.
#[cfg(feature = "native")]
#[test]
fn clusters_of_the_workspace_are_types() {
    const CLUSTER: &str =
        "cluster doubler\n -- d\n omap from a.number to x\n -- d\nprocess a :: numbers\n";
    let mut client = client();
    write("/k/lib/doubler.cluster", CLUSTER);
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///k" }));
    let uri = "file:///k/a.pipe";
    let text = "process d :: doubler\nprocess s :: sink\nconnect from d.x to s.sink\n";
    let said = client.open(uri, "sprokit", text);
    assert_eq!(codes(&said, uri), Some(Vec::new()));
    let change =
        |kind: u8| json!({ "changes": [{ "uri": "file:///k/lib/doubler.cluster", "type": kind }] });
    // It has another port, is taken away, and comes back.
    write("/k/lib/doubler.cluster", &CLUSTER.replace("to x", "to y"));
    let said = client.tell(WATCHING, change(2));
    assert_eq!(codes(&said, uri), Some(vec!["unknown-cluster-port".to_owned()]));
    DISK.with_borrow_mut(|it| it.remove("/k/lib/doubler.cluster"));
    let said = client.tell(WATCHING, change(3));
    assert_eq!(codes(&said, uri), Some(vec!["unknown-process-type".to_owned()]));
    write("/k/lib/doubler.cluster", CLUSTER);
    let said = client.tell(WATCHING, change(1));
    assert_eq!(codes(&said, uri), Some(Vec::new()));
    // Of a folder that is no part of the workspace any more, none counts.
    let event = json!({ "added": [], "removed": [{ "uri": "file:///k", "name": "k" }] });
    let said = client.tell("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    assert_eq!(codes(&said, uri), Some(vec!["unknown-process-type".to_owned()]));
}

#[cfg(feature = "native")]
#[test]
fn files_of_the_workspace_can_be_included() {
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///inc" }));
    client.tell("initialized", json!({}));
    for path in ["main.pipe", "parts/a.pipe", "beside.pipe", "base.coilcfg", "c.cluster"] {
        write(&format!("/inc/{path}"), "");
    }
    client.open("file:///inc/prod.coilcfg", "coil-target", "@include \"\"\n[Target]\n");
    client.open("file:///inc/main.pipe", "sprokit", "include \n");
    client.open("file:///inc/parts/a.pipe", "sprokit", "include \n");
    let mut names = |path: &str, character: u32| -> Vec<String> {
        let place = json!({
            "textDocument": { "uri": format!("file:///inc/{path}") },
            "position": { "line": 0, "character": character },
        });
        let list = client.ask("textDocument/completion", place);
        let items = list["items"].as_array().unwrap();
        items.iter().map(|it| it["label"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("main.pipe", 8), ["beside.pipe", "parts/a.pipe"]);
    assert_eq!(names("parts/a.pipe", 8), ["../beside.pipe", "../main.pipe"]);
    assert_eq!(names("prod.coilcfg", 10), ["base.coilcfg"]);
}

#[cfg(feature = "native")]
#[test]
fn plain_completions_offer_files_of_the_workspace() {
    // More files of another language than are offered.
    for n in 0..2_100 {
        write(&format!("/plain/a{n}.coilcfg"), "");
    }
    write("/plain/beside.pipe", "");
    let mut client = client();
    let item = json!({ "completionItem": { "documentationFormat": ["plaintext"] } });
    let capabilities = json!({ "textDocument": { "completion": item } });
    client.ask("initialize", json!({ "capabilities": capabilities, "rootUri": "file:///plain" }));
    client.tell("initialized", json!({}));
    client.open("file:///plain/main.pipe", "sprokit", "include \n");
    let place = json!({
        "textDocument": { "uri": "file:///plain/main.pipe" },
        "position": { "line": 0, "character": 8 },
    });
    let list = client.ask("textDocument/completion", place);
    let labels: Vec<&Value> =
        list["items"].as_array().unwrap().iter().map(|it| &it["label"]).collect();
    assert_eq!(labels, ["beside.pipe"]);
}

#[cfg(feature = "native")]
#[test]
fn texts_that_change_have_no_folder_looked_through() {
    write("/walk/part.pipe", "process x :: sink\n");
    write("/walk/whole.pipe", "include part.pipe\n");
    let mut client = client();
    let watching = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let capabilities = json!({ "workspace": watching, "textDocument": { "diagnostic": {} } });
    client.ask("initialize", json!({ "capabilities": capabilities, "rootUri": "file:///walk" }));
    client.tell("initialized", json!({}));
    client.open("file:///walk/part.pipe", "sprokit", "include \n");
    let report = json!({ "previousResultIds": [] });
    client.ask("workspace/diagnostic", report.clone());
    N_LISTS.set(0);
    let text = json!([{ "text": "include \nfoo\n" }]);
    client.change("file:///walk/part.pipe", 2, text);
    let place = json!({
        "textDocument": { "uri": "file:///walk/part.pipe" },
        "position": { "line": 0, "character": 8 },
    });
    let list = client.ask("textDocument/completion", place);
    assert_eq!(list["items"][0]["label"], "whole.pipe");
    // What depends on the text is read anew all the same.
    let report = client.ask("workspace/diagnostic", report);
    let items = report["items"].as_array().unwrap();
    let whole = items.iter().find(|it| it["uri"] == "file:///walk/whole.pipe").unwrap();
    assert!(whole["items"].to_string().contains("foo"), "{whole}");
    assert_eq!(N_LISTS.get(), 0);
}

/// Lists the actions at the lines of a document, each with its title and what it does to which file.
fn actions(client: &mut Client, uri: &str, lines: [u32; 2]) -> Vec<String> {
    let [first, last] = lines;
    let params = json!({
        "textDocument": { "uri": uri },
        "range": {
            "start": { "line": first, "character": 0 }, "end": { "line": last, "character": 99 },
        },
        "context": { "diagnostics": [] },
    });
    let found = client.ask("textDocument/codeAction", params);
    let step = |it: &Value| match it["kind"].as_str() {
        Some(kind) => format!("{kind} {} {}", it["uri"], it["options"]),
        None => format!("edit {}", it["textDocument"]["uri"]),
    };
    let shown = |it: &Value| {
        let steps = it["edit"]["documentChanges"].as_array().into_iter().flatten();
        let steps: Vec<String> = steps.map(step).collect();
        format!("{}: {}", it["title"].as_str().unwrap(), steps.join(", ")).replace('"', "")
    };
    found.as_array().unwrap().iter().map(shown).collect()
}

/// Returns the capabilities of a client that edits texts by their versions, and makes files.
fn making(operations: &Value) -> Value {
    let edits = json!({ "documentChanges": true, "resourceOperations": operations });
    let literals = json!({ "codeActionKind": { "valueSet": [] } });
    json!({
        "workspace": { "workspaceEdit": edits },
        "textDocument": { "codeAction": { "codeActionLiteralSupport": literals } },
    })
}

/// A new file in the place of one is an empty one to most editors.
#[test]
fn a_file_that_is_there_is_edited_and_not_made() {
    write("/mk/base.coilcfg", "PU = CPU\nArchitecture = x86\nMode = 64\n");
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": making(&json!(["create"])) }));
    let uri = "file:///mk/main.coilcfg";
    client.open(uri, "coil-target", "@include base.coilcfg\n");
    let found = actions(&mut client, uri, [0, 0]);
    let there: Vec<&String> = found.iter().filter(|it| it.contains("base.coilcfg")).collect();
    assert!(!there.is_empty(), "{found:?}");
    assert!(there.iter().all(|it| !it.contains("create")), "{found:?}");
}

#[cfg(feature = "native")]
const PAIR: &str =
    "process a :: numbers\nprocess p :: print_number\nconnect from a.number to p.number\n";

/// Returns the names and files of the clusters that the first process of a pair may go into.
#[cfg(feature = "native")]
fn extracted(operations: &Value, uri: &str) -> Vec<String> {
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": making(operations) }));
    client.open(uri, "sprokit", PAIR);
    let found = actions(&mut client, uri, [0, 0]);
    found.into_iter().filter(|it| it.starts_with("Extract")).collect()
}

#[cfg(feature = "native")]
#[test]
fn no_file_is_made_in_the_place_of_one() {
    let uri = "file:///ex/m.pipe";
    let made = |name: &str| {
        let options = "{ignoreIfExists:true}";
        let file = format!("file:///ex/{name}.cluster");
        let title = format!("Extract `a` to a cluster `{name}`, as `{name}/…`");
        vec![format!("{title}: create {file} {options}, edit {uri}, edit {file}")]
    };
    let create = json!(["create", "rename"]);
    let steps = |it: Vec<String>| {
        let sorted = |it: String| {
            let (title, steps) = it.split_once("…`: ").unwrap();
            let mut steps: Vec<&str> = steps.split(", ").collect();
            steps.sort_unstable();
            format!("{title} {}", steps.join(", "))
        };
        it.into_iter().map(sorted).collect::<Vec<_>>()
    };
    assert_eq!(steps(extracted(&create, uri)), steps(made("group")));
    // Files that nobody has told of, as the folder is not open.
    write("/ex/group.cluster", "my notes\n");
    write("/ex/group2.cluster", "");
    assert_eq!(steps(extracted(&create, uri)), steps(made("group3")));
}

#[cfg(feature = "native")]
#[test]
fn files_are_made_by_those_who_can() {
    let uri = "file:///able/m.pipe";
    assert_eq!(extracted(&json!(["create"]), uri).len(), 1);
    assert_eq!(extracted(&json!(["rename"]), uri), [] as [&str; 0]);
    assert_eq!(extracted(&json!(null), uri), [] as [&str; 0]);
    // A text without a folder has none to make a file in.
    assert_eq!(extracted(&json!(["create"]), "untitled:Untitled-1"), [] as [&str; 0]);
}

#[cfg(feature = "native")]
#[test]
fn files_of_the_disk_are_named_as_such_beside_a_text_that_is_no_file() {
    write("/un/part.pipe", "process a :: numbers\n");
    write("/un/open.pipe", "process b :: numbers\n");
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {} }));
    client.open("file:///un/open.pipe", "sprokit", "process b :: numbers\n");
    let text = "include /un/part.pipe\ninclude /un/open.pipe\n";
    for uri in ["untitled:Untitled-1", "untitled:/un/new.pipe", "git:/un/old.pipe?HEAD"] {
        client.open(uri, "sprokit", text);
        let document = json!({ "textDocument": { "uri": uri } });
        let links = client.ask("textDocument/documentLink", document);
        let links: Vec<&Value> = links.as_array().unwrap().iter().map(|it| &it["target"]).collect();
        assert_eq!(links, ["file:///un/part.pipe", "file:///un/open.pipe"], "{uri}");
    }
}

/// Editors take the mark away when they open a file, and put it back when they save it.
#[cfg(feature = "native")]
#[test]
fn a_byte_order_mark_of_a_file_has_no_width() {
    write("/bom/base.coilcfg", "\u{feff}[Target]\nPU = CPU\n");
    write("/bom/closed.coilcfg", "\u{feff}@include base.coilcfg\n");
    write("/bom/part.pipe", "\u{feff}process a :: numbers\n");
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///bom" }));
    // An editor that keeps it counts it.
    let open = "\u{feff}@include base.coilcfg\n";
    client.open("file:///bom/open.coilcfg", "coil-target", open);
    let files =
        json!([{ "oldUri": "file:///bom/base.coilcfg", "newUri": "file:///bom/core.coilcfg" }]);
    assert_eq!(
        edits(&client.ask("workspace/willRenameFiles", json!({ "files": files }))),
        [
            "file:///bom/closed.coilcfg 0:9 core.coilcfg",
            "file:///bom/open.coilcfg 0:10 core.coilcfg"
        ],
    );
    let place = |uri: &str, line: u32, character: u32| {
        let position = json!({ "line": line, "character": character });
        json!({ "textDocument": { "uri": uri }, "position": position })
    };
    let uri = "file:///bom/main.pipe";
    let text = "include part.pipe\nprocess b :: sink\nconnect from a.number to b.sink\n";
    // The program takes it for a part of the text.
    let said = client.open(uri, "sprokit", text);
    let found = codes(&said, uri).unwrap();
    assert!(found.iter().any(|it| it.contains("byte-order-mark")), "{found:?}");
    assert_eq!(symbols(&mut client, "Target"), ["Target file:///bom/base.coilcfg 0"]);
    let symbols = client.ask("workspace/symbol", json!({ "query": "Target" }));
    assert_eq!(symbols[0]["location"]["range"]["start"]["character"], 1);
    // Once it is open, its text is that of the editor.
    client.open("file:///bom/closed.coilcfg", "coil-target", "\u{feff}\u{feff}@include x\n");
    let links = client.ask("textDocument/documentLink", place("file:///bom/open.coilcfg", 0, 0));
    assert_eq!(links[0]["range"]["start"]["character"], 10);
}

#[cfg(feature = "native")]
#[test]
fn a_file_with_a_carriage_return_alone_is_not_edited() {
    write("/cr/part.pipe", "# x\ry\nprocess a :: numbers\n");
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": "file:///cr" }));
    let uri = "file:///cr/main.pipe";
    let text = "include part.pipe\nprocess b :: sink\nconnect from a.number to b.sink\n";
    client.open(uri, "sprokit", text);
    let rename = |client: &mut Client, character: u32| {
        let position = json!({ "line": 2, "character": character });
        let params =
            json!({ "textDocument": { "uri": uri }, "position": position, "newName": "c" });
        client.try_ask("textDocument/rename", params).is_some()
    };
    assert!(!rename(&mut client, 13));
    assert!(rename(&mut client, 25));
}

#[cfg(feature = "native")]
#[test]
fn a_file_with_a_carriage_return_alone_keeps_no_other_one_from_following_a_move() {
    write("/crm/part.pipe", "process a :: numbers\n");
    write("/crm/odd.pipe", "# x\ry\ninclude part.pipe\n");
    write("/crm/sound.pipe", "include part.pipe\n");
    for capabilities in [json!({}), making(&json!([]))] {
        let mut client = client();
        let params = json!({ "capabilities": capabilities, "rootUri": "file:///crm" });
        client.ask("initialize", params);
        let files =
            json!([{ "oldUri": "file:///crm/part.pipe", "newUri": "file:///crm/piece.pipe" }]);
        let edit = client.ask("workspace/willRenameFiles", json!({ "files": files })).to_string();
        assert!(edit.contains("sound.pipe") && !edit.contains("odd.pipe"), "{edit}");
        let [warning] = client.warnings.as_slice() else { panic!("{:?}", client.warnings) };
        assert!(warning.contains("`file:///crm/odd.pipe` has a carriage return"), "{warning}");
    }
}
