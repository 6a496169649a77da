//! Files that others include are judged as the command judges them: by what those say of them.

use serde_json::{Value, json};

use crate::client::Client;
use crate::disk::{self, DISK, N_READS, WATCHING, write};

const BASE: &str = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n";
const WHOLE: &str = "@include \"base.coilcfg\"\n[Optimization]\nLevel = 2\n[Memory]\nModel = Flat\n\
                     Alignment = 8\nStackGrowth = Down\nEndianness = Little\n";

/// Creates a client that watches files in a folder, where nothing is open yet.
fn client(folder: &str, pulls: bool) -> Client {
    write(&format!("{folder}/base.coilcfg"), BASE);
    write(&format!("{folder}/prod.coilcfg"), WHOLE);
    let mut client = disk::client();
    let mut capabilities =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    if pulls {
        capabilities["workspace"]["diagnostics"] = json!({ "refreshSupport": true });
        capabilities["textDocument"] = json!({ "diagnostic": {} });
    }
    let root = format!("file://{folder}");
    client.ask("initialize", json!({ "capabilities": capabilities, "rootUri": root }));
    client.tell("initialized", json!({}));
    client
}

/// Returns the codes that were said of `uri` last.
fn codes(said: &[Value], uri: &str) -> Vec<String> {
    let last = said.iter().rfind(|it| {
        it["method"] == "textDocument/publishDiagnostics" && it["params"]["uri"] == uri
    });
    shown(&last.unwrap_or_else(|| panic!("{said:?}"))["params"]["diagnostics"])
}

fn shown(diagnostics: &Value) -> Vec<String> {
    let all = diagnostics.as_array().unwrap().iter();
    all.map(|it| it["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_part_has_no_errors_of_its_own() {
    let mut client = client("/pa", false);
    let [base, prod] = ["file:///pa/base.coilcfg", "file:///pa/prod.coilcfg"];
    // The file that includes it is closed, then gone, then there again.
    assert_eq!(codes(&client.open(base, "coil-target", BASE), base), Vec::<String>::new());
    let change = |kind: u32| json!({ "changes": [{ "uri": prod, "type": kind }] });
    DISK.with_borrow_mut(|it| it.remove("/pa/prod.coilcfg"));
    let missing = ["missing-section", "missing-section"];
    assert_eq!(codes(&client.tell(WATCHING, change(3)), base), missing);
    write("/pa/prod.coilcfg", WHOLE);
    assert_eq!(codes(&client.tell(WATCHING, change(1)), base), Vec::<String>::new());
    // What is wrong in it everywhere, is wrong.
    let wrong = BASE.replace("CPU", "XPU");
    let said = client.change(base, 2, json!([{ "text": wrong }]));
    assert!(!codes(&said, base).is_empty(), "{said:?}");
    assert!(!codes(&said, base).contains(&"missing-section".to_owned()), "{said:?}");
}

#[test]
fn a_part_follows_the_open_file_that_includes_it() {
    DISK.with_borrow_mut(|it| it.clear());
    let mut client = disk::client();
    client.ask("initialize", json!({ "capabilities": {} }));
    let [base, prod] = ["file:///pb/base.coilcfg", "file:///pb/prod.coilcfg"];
    let missing = ["missing-section", "missing-section"];
    assert_eq!(codes(&client.open(base, "coil-target", BASE), base), missing);
    assert_eq!(codes(&client.open(prod, "coil-target", WHOLE), base), Vec::<String>::new());
    let gone = json!({ "textDocument": { "uri": prod } });
    assert_eq!(codes(&client.tell("textDocument/didClose", gone), base), missing);
}

#[test]
fn who_asks_hears_the_same() {
    let mut client = client("/pc", true);
    let base = "file:///pc/base.coilcfg";
    let report = client.ask("workspace/diagnostic", json!({ "previousResultIds": [] }));
    for it in report["items"].as_array().unwrap() {
        assert_eq!(shown(&it["items"]), Vec::<String>::new(), "{it}");
    }
    assert_eq!(report["items"].as_array().unwrap().len(), 2);
    client.open(base, "coil-target", BASE);
    let report = client.ask("textDocument/diagnostic", json!({ "textDocument": { "uri": base } }));
    assert_eq!(shown(&report["items"]), Vec::<String>::new());
}

#[test]
fn many_files_that_include_a_part_are_asked_when_nobody_waits() {
    let mut client = client("/pd", false);
    for n in 0..40 {
        write(&format!("/pd/other{n}.coilcfg"), WHOLE);
    }
    let base = "file:///pd/base.coilcfg";
    assert_eq!(codes(&client.open(base, "coil-target", BASE), base), Vec::<String>::new());
    let change = |version: u32, text: &str| {
        let document = json!({ "uri": base, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        let method = "textDocument/didChange";
        json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()
    };
    // What they said last counts until then.
    N_READS.set(0);
    let server = &mut client.server;
    let wrong = format!("\n{}", BASE.replace("CPU", "XPU"));
    assert_eq!(server.begin(&change(2, &wrong)), Vec::<String>::new());
    let said: Vec<String> = server.work(&mut || false);
    let read = |said: Vec<String>| -> Vec<Value> {
        said.iter().map(|it| serde_json::from_str(it).unwrap()).collect()
    };
    assert_eq!(codes(&read(said), base), Vec::<String>::new());
    assert!(N_READS.get() < 10, "{}", N_READS.get());
    let mut said = Vec::new();
    while server.has_work() {
        said.extend(server.work(&mut || false));
    }
    let now = codes(&read(said), base);
    assert!(!now.is_empty() && !now.contains(&"missing-section".to_owned()), "{now:?}");
    // Other lines change nothing in it.
    server.begin(&change(3, &format!("\n{wrong}")));
    let said = server.work(&mut || false);
    assert_eq!(codes(&read(said), base), now);
    while server.has_work() {
        assert_eq!(server.work(&mut || false), Vec::<String>::new());
    }
}

#[test]
fn a_file_is_read_once_for_all_its_parts() {
    let mut client = client("/pe", true);
    let parts: Vec<String> = (0..20).map(|it| format!("part{it}.pipe")).collect();
    for it in &parts {
        write(&format!("/pe/{it}"), "connect from q.r to x.sink\n");
    }
    let whole: String = parts.iter().map(|it| format!("include {it}\n")).collect();
    write("/pe/whole.pipe", &whole);
    let report = json!({ "previousResultIds": [] });
    client.ask("workspace/diagnostic", report.clone());
    N_READS.set(0);
    client.ask("workspace/diagnostic", report);
    assert!(N_READS.get() < 150, "{}", N_READS.get());
}

#[test]
fn errors_of_a_part_stay_whatever_word_includes_it() {
    let good = "process a\n  :: numbers\nprocess b\n  :: sink\nconnect from a.number to b.sink\n";
    let wrong = good.replace("to b.", "to c.");
    for (name, include) in [("part.pipe", "$ENV{PART}"), (".part.pipe", ".part.pipe")] {
        for is_open in [true, false] {
            let folder = format!("/words/{is_open}");
            write(&format!("{folder}/{name}"), good);
            let (main, text) = (format!("{folder}/main.pipe"), format!("include {include}\n"));
            write(&main, &text);
            let mut client = disk::client();
            let env = json!({ "env": [{ "key": "PART", "value": "part.pipe" }] });
            let mut capabilities = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
            capabilities["workspace"]["diagnostics"] = json!({ "refreshSupport": true });
            capabilities["textDocument"] = json!({ "diagnostic": {} });
            client.ask(
                "initialize",
                json!({
                    "capabilities": capabilities, "rootUri": format!("file://{folder}"),
                    "initializationOptions": env,
                }),
            );
            client.tell("initialized", json!({}));
            if is_open {
                client.open(&format!("file://{main}"), "sprokit", &text);
            }
            let part = format!("file://{folder}/{name}");
            client.open(&part, "sprokit", good);
            let mut of_workspace = || {
                let all = json!({ "previousResultIds": [] });
                client.ask("workspace/diagnostic", all)["items"].clone()
            };
            let n_found = |items: &Value, uri: &str| {
                let it = items.as_array().unwrap().iter().find(|it| it["uri"] == uri);
                it.unwrap()["items"].as_array().unwrap().len()
            };
            let before = of_workspace();
            assert_eq!(n_found(&before, &part), 0, "{before}");
            client.change(&part, 2, json!([{ "text": wrong }]));
            let asked =
                client.ask("textDocument/diagnostic", json!({ "textDocument": { "uri": part } }));
            let codes = shown(&asked["items"]);
            assert!(codes.contains(&"unknown-process".to_owned()), "{name} {is_open}: {codes:?}");
            let after = client.ask("workspace/diagnostic", json!({ "previousResultIds": [] }));
            let main = format!("file://{main}");
            assert!(n_found(&after["items"], &main) > n_found(&before, &main), "{name} {is_open}");
        }
    }
}

/// An editor takes the mark away when it opens the file, so that nothing is left of the edit.
#[test]
fn no_fix_removes_the_byte_order_mark_of_a_closed_file() {
    write("/marked/part.pipe", "\u{feff}process a :: numbers\n");
    write("/marked/other.pipe", "process a : numbers\n");
    let mut client = disk::client();
    let kinds = json!({ "codeActionKind": { "valueSet": ["quickfix"] } });
    let capabilities =
        json!({ "textDocument": { "codeAction": { "codeActionLiteralSupport": kinds } } });
    client.ask("initialize", json!({ "capabilities": capabilities, "rootUri": "file:///marked" }));
    let mut titles = |name: &str| -> Vec<String> {
        let uri = format!("file:///marked/main_of_{name}");
        let text = format!("include {name}\nprocess b :: sink\nconnect from a.number to b.sink\n");
        client.open(&uri, "sprokit", &text);
        let [start, end] = [0, 3].map(|it| json!({ "line": it, "character": 0 }));
        let params = json!({
            "textDocument": { "uri": uri }, "range": { "start": start, "end": end },
            "context": { "diagnostics": [], "only": ["quickfix"] } });
        let actions = client.ask("textDocument/codeAction", params);
        let titles = actions.as_array().unwrap().iter();
        titles.map(|it| it["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titles("part.pipe"), [""; 0]);
    assert_eq!(titles("other.pipe"), ["Change to `::` in `other.pipe`"]);
}
