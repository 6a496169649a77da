//! Diagnostics that are asked for: of a document, and of the whole workspace.

use gen_lsp_types as lsp;
use serde_json::{Value, json};

use crate::client::{Client, document};
use crate::disk::{self, DISK, WATCHING, write};

const METHOD: &str = "workspace/diagnostic";

/// Creates a client that asks for diagnostics in a folder, and watches files.
fn client(folder: &str) -> Client {
    let capabilities = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": {
            "diagnostics": { "refreshSupport": true },
            "didChangeWatchedFiles": { "dynamicRegistration": true },
        },
    });
    let mut client = disk::client();
    let params = json!({ "capabilities": capabilities, "rootUri": folder });
    let result = client.ask("initialize", params);
    assert_eq!(result["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
    client.tell("initialized", json!({}));
    client
}

/// What a client remembers of the last answer.
#[derive(Default)]
struct Known(Vec<Value>);

impl Known {
    /// Keeps the ids of an answer, and shows a report a line: its kind, the file, the version and
    /// the codes.
    fn take(&mut self, reports: &[Value]) -> Vec<String> {
        let shown = |it: &Value| {
            self.0.retain(|known| known["uri"] != it["uri"]);
            self.0.push(json!({ "uri": it["uri"], "value": it["resultId"] }));
            let name = it["uri"].as_str().unwrap().rsplit('/').next().unwrap();
            let codes = it.get("items").and_then(Value::as_array).into_iter().flatten();
            let codes: String =
                codes.map(|it| format!(" {}", it["code"].as_str().unwrap())).collect();
            format!("{} {name} {}{codes}", it["kind"].as_str().unwrap(), it["version"])
        };
        reports.iter().map(shown).collect()
    }

    fn ask(&mut self, client: &mut Client) -> Vec<String> {
        let result = client.ask(METHOD, json!({ "previousResultIds": self.0 }));
        let _: lsp::WorkspaceDiagnosticReport = serde_json::from_value(result.clone()).unwrap();
        self.take(result["items"].as_array().unwrap())
    }
}

#[test]
fn the_whole_workspace_is_judged_and_what_stays_is_not_sent_again() {
    write("/p/a.pipe", "include part.pipe\nconnect from a.number to b.number\n");
    write("/p/part.pipe", "process a :: numbers\n");
    write("/p/bad.coilcfg.txt", "nonsense\n");
    let mut client = client("file:///p");
    let open = "file:///p/open.pipe";
    client.open(open, "sprokit", "process a ::\n");
    let mut known = Known::default();
    let first = [
        "full open.pipe 1",
        "full a.pipe null",
        "full bad.coilcfg.txt null",
        "full part.pipe null",
    ];
    let found = known.ask(&mut client);
    let kinds = |all: &[String]| -> Vec<String> {
        all.iter().map(|it| it.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(kinds(&found), first);
    // An error that a part has only by itself is not told.
    let are_judged = found[..3].iter().all(|it| it.split(' ').count() > 3);
    assert!(are_judged && found[3] == first[3], "{found:?}");
    assert!(found[1].contains("unknown-process"), "{found:?}");
    let same = [
        "unchanged open.pipe 1",
        "unchanged a.pipe null",
        "unchanged bad.coilcfg.txt null",
        "unchanged part.pipe null",
    ];
    assert_eq!(known.ask(&mut client), same);

    // A file changes on the disk, and with it the one that includes it; another one goes.
    write("/p/part.pipe", "process a :: numbers\nprocess b :: print_number\n");
    DISK.with_borrow_mut(|it| it.remove("/p/bad.coilcfg.txt"));
    let change = |name: &str| json!({ "uri": format!("file:///p/{name}"), "type": 2 });
    let changes = json!({ "changes": [change("part.pipe"), change("bad.coilcfg.txt")] });
    let said = client.tell(WATCHING, changes);
    assert!(said.iter().any(|it| it["method"] == "workspace/diagnostic/refresh"), "{said:?}");
    let found = known.ask(&mut client);
    let now = [
        "unchanged open.pipe 1",
        "full a.pipe null",
        "unchanged part.pipe null",
        "full bad.coilcfg.txt null",
    ];
    assert_eq!(kinds(&found), now);
    assert!(!found[1].contains("unknown-process"), "{found:?}");
    assert_eq!(found[3], now[3], "what is gone has no diagnostics");

    // The client's text counts before that on the disk, for those that include it, too.
    client.open("file:///p/part.pipe", "sprokit", "process c :: numbers\n");
    let found = known.ask(&mut client);
    // Behind a process that is not there nobody looks for ports without a connection, in the part either.
    let now = ["unchanged open.pipe 1", "unchanged part.pipe 1", "full a.pipe null"];
    assert_eq!(kinds(&found)[..3], now);
    assert!(found[2].contains("unknown-process"), "{found:?}");
    client.tell("textDocument/didClose", document("file:///p/part.pipe"));
    let found = known.ask(&mut client);
    assert!(found.iter().any(|it| it.starts_with("full a.pipe null")), "{found:?}");
    assert!(!found.join("").contains("unknown-process"), "{found:?}");
}

/// A file may be called otherwise than the type in it.
#[test]
fn who_uses_an_open_cluster_is_judged_again_with_it() {
    let cluster = "cluster doubler\n -- d\n omap from a.number to x\n -- d\nprocess a :: numbers\n";
    let text = "process d :: doubler\nprocess s :: sink\nconnect from d.x to s.sink\n";
    write("/q/main.pipe", text);
    write("/q/file.cluster", cluster);
    let mut client = client("file:///q");
    let uri = "file:///q/file.cluster";
    client.open(uri, "sprokit", cluster);
    let judged = |client: &mut Client| {
        let found = Known::default().ask(client);
        found.into_iter().find(|it| it.contains("main.pipe")).unwrap()
    };
    let whole = "full main.pipe null";
    assert_eq!(judged(&mut client), whole);
    let other_name = cluster.replace("doubler", "tripler");
    let mut version = 1;
    for (text, code) in [
        (cluster.replace("to x", "to y"), "unknown-cluster-port"),
        (other_name.clone(), "unknown-process-type"),
        (cluster.to_owned(), ""),
        (other_name, "unknown-process-type"),
    ] {
        version += 1;
        client.change(uri, version, json!([{ "text": text }]));
        let found = judged(&mut client);
        assert!(found.contains(code) && (found == whole) == code.is_empty(), "{found}");
    }
    client.tell("textDocument/didClose", document(uri));
    assert_eq!(judged(&mut client), whole);
}

/// As if a document were open.
#[test]
fn clusters_of_the_workspace_are_types_of_closed_files() {
    let cluster = "cluster doubler\n -- d\n omap from a.number to x\n -- d\nprocess a :: numbers\n";
    let text = "process d :: doubler\nprocess s :: sink\nconnect from d.x to s.sink\n";
    write("/qb/main.pipe", text);
    let mut client = client("file:///qb");
    let mut judged = |change: Option<u8>| {
        if let Some(kind) = change {
            let change = json!({ "uri": "file:///qb/lib/file.cluster", "type": kind });
            client.tell(WATCHING, json!({ "changes": [change] }));
        }
        let found = Known::default().ask(&mut client);
        found.into_iter().find(|it| it.contains("main.pipe")).unwrap()
    };
    assert_eq!(judged(None), "full main.pipe null unknown-process-type");
    write("/qb/lib/file.cluster", cluster);
    assert_eq!(judged(Some(1)), "full main.pipe null");
    DISK.with_borrow_mut(|it| it.remove("/qb/lib/file.cluster"));
    assert_eq!(judged(Some(3)), "full main.pipe null unknown-process-type");
}

#[test]
fn an_answer_comes_in_pieces_to_a_client_that_takes_them() {
    for n in 0..4 {
        // What has an error is told last: a file that includes it may still be to come.
        let text = if n == 1 { "process a ::\n" } else { "config c\n  k = 1\n" };
        write(&format!("/pieces/{n}.pipe"), text);
    }
    let mut client = client("file:///pieces");
    client.open("file:///pieces/0.pipe", "sprokit", "config c\n  k = 2\n");
    let params = json!({ "previousResultIds": [], "partialResultToken": "t" });
    let request = json!({ "jsonrpc": "2.0", "id": 7, "method": METHOD, "params": params });
    let mut said = client.server.begin(&request.to_string());
    while client.server.has_work() {
        said.extend(client.server.work(&mut || false));
    }
    let said: Vec<Value> = said.iter().map(|it| serde_json::from_str(it).unwrap()).collect();
    let (last, pieces) = said.split_last().unwrap();
    assert_eq!(*last, json!({ "jsonrpc": "2.0", "id": 7, "result": { "items": [] } }));
    let mut known = Known::default();
    let mut files = Vec::new();
    for it in pieces {
        assert_eq!((&it["method"], &it["params"]["token"]), (&json!("$/progress"), &json!("t")));
        let value = &it["params"]["value"];
        let _: lsp::WorkspaceDiagnosticReportPartialResult =
            serde_json::from_value(value.clone()).unwrap();
        files.push(known.take(value["items"].as_array().unwrap()).len());
    }
    assert!(files.len() > 2 && files.iter().sum::<usize>() == 4, "{files:?}");
    // Nothing is left to read, so there is one answer.
    let again = known.ask(&mut client);
    assert_eq!(again.len(), 4);
    assert!(again.iter().all(|it| it.starts_with("unchanged")), "{again:?}");
    // Who gives it up hears so.
    write("/pieces/new.pipe", "process a ::\n");
    let changes = json!({ "changes": [{ "uri": "file:///pieces/new.pipe", "type": 1 }] });
    client.tell(WATCHING, changes);
    assert_eq!(client.server.begin(&request.to_string()), Vec::<String>::new());
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 7 } });
    let given_up = client.server.begin(&cancel.to_string());
    assert!(given_up[0].contains(r#""id":7,"error":{"code":-32800"#), "{given_up:?}");
    assert!(!client.server.has_work());
}

#[test]
fn a_document_that_stays_is_not_sent_again() {
    let mut client = client("file:///one");
    let uri = "file:///one/x.pipe";
    client.open(uri, "sprokit", "process a ::\n");
    let ask = |client: &mut Client, known: Option<&Value>| {
        let mut params = document(uri);
        params["previousResultId"] = known.cloned().unwrap_or_default();
        client.ask("textDocument/diagnostic", params)
    };
    let full = ask(&mut client, None);
    assert_eq!(full["kind"], "full");
    let id = full["resultId"].clone();
    let unchanged = json!({ "kind": "unchanged", "resultId": id });
    assert_eq!(ask(&mut client, Some(&id)), unchanged);
    client.change(uri, 2, json!([{ "text": "# nothing\n" }]));
    let other = ask(&mut client, Some(&id));
    assert_eq!(
        (&other["kind"], &other["items"][0]["code"]),
        (&json!("full"), &json!("no-processes"))
    );
    assert_ne!(other["resultId"], id);
}

#[test]
fn a_client_that_watches_no_files_asks_for_documents_alone() {
    let mut client = disk::client();
    let capabilities = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } },
    });
    let result = client.ask("initialize", json!({ "capabilities": capabilities }));
    assert_eq!(result["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], false);
}
