//! What other editors than the page ask for.

use bobbin_server::{Queue, Server};
use serde_json::{Value, json};

use crate::client::{Client, document, only};

/// Creates a client with these capabilities.
fn client(mut capabilities: Value) -> (Client, Value) {
    let mut client = Client::silent();
    capabilities["experimental"] = json!({ "bobbin": { "documents": true } });
    let result = client.ask("initialize", json!({ "capabilities": capabilities }));
    client.tell("initialized", json!({}));
    (client, result["capabilities"].clone())
}

/// Returns the hints of a whole text, as line, column and label.
fn hints(client: &mut Client, uri: &str) -> Vec<String> {
    let range = json!({
        "start": { "line": 0, "character": 0 }, "end": { "line": 9999, "character": 0 },
    });
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    let hints = client.ask("textDocument/inlayHint", params);
    let shown = |it: &Value| {
        let at = &it["position"];
        format!("{}:{} {}", at["line"], at["character"], it["label"].as_str().unwrap())
    };
    hints.as_array().unwrap().iter().map(shown).collect()
}

#[test]
fn columns_are_counted_as_the_client_wants() {
    for (wanted, unit, width) in [
        (json!(["utf-8", "utf-16"]), "utf-8", [6, 2]),
        (json!(["utf-32"]), "utf-32", [2, 1]),
        (json!(["utf-7", "utf-16", "utf-8"]), "utf-16", [3, 1]),
        (json!(["utf-7"]), "utf-16", [3, 1]),
        (json!(null), "utf-16", [3, 1]),
    ] {
        let general = json!({ "general": { "positionEncodings": wanted } });
        let (mut client, capabilities) = client(general);
        assert_eq!(capabilities["positionEncoding"], unit);
        let [uri, other] = ["bobbin:///m.pipe", "bobbin:///other.pipe"];
        let [both, first] = width;
        let text = "config c\n  k = 1\nprocess p :: orphan\n  end = é🎉$CONFIG{c:k}\n";
        client.open(uri, "sprokit", text);
        let value = 8 + "$CONFIG{c:k}".len();
        assert_eq!(hints(&mut client, uri), [format!("3:{} = é🎉1", value + both)], "{unit}");
        // Behind wide characters, the second time in terms of the text after the first change.
        let insert = |character: usize, text: &str| {
            let at = json!({ "line": 3, "character": character });
            json!({ "range": { "start": at, "end": at }, "text": text })
        };
        client.change(uri, 2, json!([insert(8 + both, "é"), insert(8 + both + first, "x")]));
        let column = value + both + first + 1;
        assert_eq!(hints(&mut client, uri), [format!("3:{column} = é🎉éx1")], "{unit}");
        // A place in another text.
        client.open(other, "sprokit", "config c\n  k = 1\n  l = é🎉$CONFIG{c:k}1\n");
        let includer = "include other.pipe\nprocess p :: orphan\n  end = é🎉$CONFIG{c:k}\n";
        client.change(uri, 3, json!([{ "text": includer }]));
        let view = client.ask("bobbin/view", json!({ "uri": uri, "view": "resolved" }));
        let rows = view["view"]["rows"].as_array().unwrap().iter();
        let written = rows.filter_map(|it| it["origin"].get("written")).next_back().unwrap();
        assert_eq!(written["range"]["end"]["character"], value + both - 1, "{unit} {written}");
    }
}

#[test]
fn a_client_that_asks_for_diagnostics_is_not_sent_them() {
    let capabilities = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": {
            "diagnostics": { "refreshSupport": true }, "inlayHint": { "refreshSupport": true },
        },
    });
    let (mut client, told) = client(capabilities);
    assert_eq!(told["diagnosticProvider"]["interFileDependencies"], true);
    let [uri, part] = ["bobbin:///whole.pipe", "bobbin:///part.pipe"];
    let methods = |said: &[Value]| -> Vec<String> {
        said.iter().map(|it| it["method"].as_str().unwrap().to_owned()).collect()
    };
    let text = "include part.pipe\nconnect from a.number to b.number\n";
    assert_eq!(methods(&client.open(uri, "sprokit", text)), ["bobbin/document"]);
    let codes = |client: &mut Client| -> Vec<String> {
        let report = client.ask("textDocument/diagnostic", document(uri));
        assert_eq!(report["kind"], "full");
        let items = report["items"].as_array().unwrap().iter();
        items.map(|it| it["code"].as_str().unwrap().to_owned()).collect()
    };
    let found = codes(&mut client);
    assert!(found.contains(&"include-not-open".to_owned()), "{found:?}");
    // What it includes comes: the client has to ask again, for it has not changed this text.
    let said = client.open(part, "sprokit", "process a :: numbers\n");
    let expected = [
        "bobbin/document",
        "bobbin/document",
        "workspace/diagnostic/refresh",
        "workspace/inlayHint/refresh",
    ];
    assert_eq!(methods(&said), expected, "{said:?}");
    let found = codes(&mut client);
    assert!(!found.contains(&"include-not-open".to_owned()), "{found:?}");
    // Its own changes are no news to it, and neither is a closed document.
    let said = client.change(uri, 2, json!([{ "text": "include part.pipe\n" }]));
    assert_eq!(methods(&said), ["bobbin/document"]);
    assert_eq!(client.tell("textDocument/didClose", document(part)).len(), 3);
    assert_eq!(client.tell("textDocument/didClose", document(uri)), [] as [Value; 0]);
    client.ask_in_vain("textDocument/diagnostic", document(uri));
}

#[test]
fn other_clients_are_sent_diagnostics() {
    // It could not be told that a file on the disk has changed.
    for capabilities in [json!({}), json!({ "textDocument": { "diagnostic": {} } })] {
        let (mut client, told) = client(capabilities);
        assert!(told.get("diagnosticProvider").is_none(), "{told}");
        let said = client.open("bobbin:///m.pipe", "sprokit", "nonsense\n");
        assert_eq!(only(&said, "textDocument/publishDiagnostics").len(), 1);
        let said = client.tell("bobbin/host", json!({ "strict": true }));
        assert!(said.iter().all(|it| it.get("id").is_none()), "{said:?}");
    }
}

#[test]
fn hints_say_what_the_text_does_not() {
    #[track_caller]
    fn check(language: &str, text: &str, expected: &[&str]) {
        let mut client = Client::silent();
        let host = json!({ "env": [{ "key": "HOME", "value": "/home/me" }] });
        client.ask("initialize", json!({ "capabilities": {}, "initializationOptions": host }));
        client.open("bobbin:///x", language, text);
        assert_eq!(hints(&mut client, "bobbin:///x"), expected);
    }
    let pipe = "config c\n  k = 1\n  same = $CONFIG{c:k}\nprocess p :: orphan\n  a = $ENV{HOME}/x   # here\n";
    check("sprokit", pipe, &["2:21 = 1", "4:18 = /home/me/x"]);
    // The folder is not known, the name is there; what wins stands elsewhere; nothing is known.
    let pipe = "process p :: orphan\n  relativepath f = x.txt\n  b = $ENV{HOME}\n  b = 2\n  c = $SYSENV{cwd}\n";
    check("sprokit", pipe, &[]);
    // A default of the process type.
    check("sprokit", "process every :: skip\n", &["0:21 skip = 1, offset = 0"]);
    check("coil-hardware", "[metadata] ; a comment\nversion = 1.0.0\n", &["0:22 timestamp = 0"]);
    let trace = "[OpenMP.default]\nomp_work = off\n[Lexgion.default] : OpenMP.default\ntracing_rate = 7\n[Lexgion(0x10, 0x20)]\nmax_num_traces = 3\n";
    check(
        "pinsight",
        trace,
        &["2:34 OpenMP.omp_work = off", "4:21 tracing_rate = 7, OpenMP.omp_work = off"],
    );
}

#[test]
fn hints_are_within_the_range() {
    let mut client = Client::new();
    let uri = "bobbin:///x.pipe";
    let text = "config c\n  k = 1\n  l = $CONFIG{c:k}\n  m = $CONFIG{c:k}\n";
    client.open(uri, "sprokit", text);
    let range = json!({
        "start": { "line": 3, "character": 0 }, "end": { "line": 4, "character": 0 },
    });
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    let hints = client.ask("textDocument/inlayHint", params);
    let expected = json!([{
        "label": "= 1",
        "paddingLeft": true,
        "position": { "line": 3, "character": 18 },
        "tooltip": {
            "kind": "markdown",
            "value": "- `m = 1` (from `$CONFIG{c:k}`, line 4)\n",
        },
    }]);
    assert_eq!(hints, expected);
}

#[test]
fn lenses_say_what_the_text_comes_to() {
    #[track_caller]
    fn check(language: &str, text: &str, expected: &[&str]) {
        let mut client = Client::new();
        client.open("bobbin:///x", language, text);
        let lenses = client.ask("textDocument/codeLens", document("bobbin:///x"));
        let shown = |it: &Value| {
            let title = it["command"]["title"].as_str().unwrap();
            format!("{} {title}", it["range"]["start"]["line"])
        };
        let found: Vec<String> = lenses.as_array().unwrap().iter().map(shown).collect();
        assert_eq!(found, expected);
    }
    check("coil-hardware", "[cpu:0]\nname = x\n", &["0 79 bytes"]);
    // What cannot be compiled has no size.
    check("coil-hardware", "nonsense\n", &[]);
    check("sprokit", "process p :: numbers\n", &[]);
    let trace = "[MPI.default]\ntrace_mode = TRACING\nMPI.rank = (0-7)\n[OpenMP.default]\ntrace_mode = TRACING\nOpenMP.thread = (0-3)\n[CUDA.default]\ntrace_mode = OFF\n[Lexgion(0x10)] : MPI.default : MPI.rank(0, 2)\n[Lexgion(0x20)] : MPI.default\n[Energy]\nmeasure = true\n";
    check(
        "pinsight",
        trace,
        &[
            "6 `CUDA_device_synchronize`: not traced: the mode of CUDA is OFF: nothing is counted or traced",
            "8 `omp_implicit_task` in `0x10`: traced on 8 of 32 units (MPI rank × OpenMP thread)",
            "9 `omp_implicit_task` in `0x20`: traced on all 32 units (OpenMP thread × MPI rank)",
        ],
    );
}

#[test]
fn half_of_a_surrogate_pair_hides_nothing_else_of_a_request() {
    let mut server = Server::new();
    let params = r#"{
        "clientInfo": {"name": "\ud83d"},
        "capabilities": {"general": {"positionEncodings": ["utf-8"]}}
    }"#;
    let request = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{params}}}"#);
    let said = server.handle(&request);
    let answer: Value = serde_json::from_str(&said[0]).unwrap();
    assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-8");
}

#[test]
fn a_queue_gives_up_what_waits_in_it() {
    let mut queue = Queue::default();
    let request = |id: Value, method: &str| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method }).to_string()
    };
    let cancel = |id: Value| {
        let params = json!({ "id": id });
        json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": params }).to_string()
    };
    let messages = [request(json!(1), "a"), request(json!("1"), "b"), request(json!(2), "c")];
    // An answer of the client with the same number is none of its requests.
    let answer = json!({ "jsonrpc": "2.0", "id": 2, "result": null }).to_string();
    assert_eq!(queue.push(answer.clone()), None);
    for it in &messages {
        assert_eq!(queue.push(it.clone()), None);
    }
    let given_up = |answer: Option<String>| {
        let answer: Value = serde_json::from_str(&answer.unwrap()).unwrap();
        assert_eq!(answer["error"]["code"], -32800);
        answer["id"].clone()
    };
    assert_eq!(given_up(queue.push(cancel(json!("1")))), "1");
    assert_eq!(given_up(queue.push(cancel(json!(2)))), 2);
    // It may be begun already: the server knows.
    assert_eq!(queue.push(cancel(json!(3))), None);
    let left: Vec<String> = std::iter::from_fn(|| queue.pop()).collect();
    assert_eq!(left, [answer, messages[0].clone(), cancel(json!(3))]);
    assert!(queue.is_empty());
}
