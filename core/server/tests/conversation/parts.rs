//! Files that others include are judged as the command judges them: by what those say of them.

use serde_json::{Value, json};

use crate::client::Client;
use crate::disk::{self, DISK, WATCHING, write};

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
