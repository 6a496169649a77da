//! The language server of `bobbin lsp`.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::bobbin::{Called, Folder};

/// Sends `messages` to `bobbin lsp` between start and end, and returns its output.
pub(crate) fn talk(folder: &Folder, words: &[&str], messages: &[String]) -> Called {
    let [start, end] = [
        [
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
            r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
        ],
        [r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, r#"{"jsonrpc":"2.0","method":"exit"}"#],
    ];
    let mut input = String::new();
    for message in start.into_iter().chain(messages.iter().map(String::as_str)).chain(end) {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
    }
    let called = folder.feed(words, input.as_bytes());
    assert_eq!(called.code, 0, "{}", called.err);
    called
}

pub(crate) fn opened(path: &str, language: &str, text: &str) -> String {
    let text = text.replace('\n', "\\n");
    format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{{"uri":"file://{path}","languageId":"{language}","version":1,"text":"{text}"}}}}}}"#
    )
}

#[test]
fn includes_are_read_from_the_disk() {
    let folder = Folder::new("serve-includes")
        .with("part.pipe", "include sub/deeper.pipe\n")
        .with("sub/deeper.pipe", "process out\n  :: image_writer\n");
    let main = folder.path("main.pipe");
    let found = "process in\n  :: frame_list_input\ninclude part.pipe\nconnect from in.image\n  to out.image\n";
    let called = talk(&folder, &["lsp"], &[opened(&main, "sprokit", found)]);
    assert!(!called.out.contains("include-not"), "{}", called.out);
    assert!(!called.out.contains("unknown-process"), "{}", called.out);
    let lost = found.replace("part.pipe", "nowhere.pipe");
    let called = talk(&folder, &["lsp"], &[opened(&main, "sprokit", &lost)]);
    assert!(called.out.contains("nowhere.pipe"), "{}", called.out);
    // An open text takes precedence over the file on the disk.
    let part = opened(&folder.path("part.pipe"), "sprokit", "# nothing any more\n");
    let called = talk(&folder, &["lsp"], &[part, opened(&main, "sprokit", found)]);
    assert!(called.out.contains("`out`"), "{}", called.out);
}

#[test]
fn serves_an_editor() {
    let text = opened("/a.coilcfg.txt", "coil-hardware", "nonsense\n");
    let called = talk(&Folder::new("serve"), &["lsp"], &[text]);
    assert!(called.out.contains("\"capabilities\""), "{}", called.out);
    assert!(called.out.contains("textDocument/publishDiagnostics"), "{}", called.out);
}

#[test]
fn a_message_that_is_no_text_ends_nothing() {
    let mut input = Vec::new();
    let start = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let end = br#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
    let exit = br#"{"jsonrpc":"2.0","method":"exit"}"#;
    for message in [&start[..], b"{\"caf\xe9\":1}", end, exit] {
        write!(input, "Content-Length: {}\r\n\r\n", message.len()).unwrap();
        input.extend(message);
    }
    let called = Folder::new("serve-latin").feed(&["lsp"], &input);
    assert_eq!(called.code, 0, "{}", called.err);
    assert!(called.out.contains(r#""id":null,"error":{"code":-32700"#), "{}", called.out);
    assert!(called.out.contains(r#""id":2,"result":null"#), "{}", called.out);
}

#[test]
fn options_of_editors_are_taken() {
    for words in [
        &["lsp", "--stdio"][..],
        &["lsp", "--stdio", "--clientProcessId=4711"],
        &["lsp", "--clientProcessId", "4711", "--stdio"],
    ] {
        let called = talk(&Folder::new("serve-options"), words, &[]);
        assert!(called.out.contains("\"capabilities\""), "{words:?}: {}", called.out);
    }
}

#[test]
fn who_leaves_without_a_shutdown_has_failed() {
    let folder = Folder::new("serve-exit");
    let start = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
    for messages in [&[start, exit][..], &[exit]] {
        let framed = messages.iter().map(|it| format!("Content-Length: {}\r\n\r\n{it}", it.len()));
        let called = folder.feed(&["lsp"], framed.collect::<String>().as_bytes());
        assert_eq!(called.code, 1, "{messages:?}: {}", called.err);
    }
}

/// Builds a request for the graph of `path`.
fn graph(path: &str, id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"bobbin/view","params":{{"uri":"file://{path}","view":"graph"}}}}"#
    )
}

#[test]
fn a_drawing_is_given_up_when_nobody_wants_it_any_more() {
    let mut text = String::from("process p0 :: unheard_of\n");
    for to in 1..400_u32 {
        writeln!(text, "process p{to} :: unheard_of").unwrap();
        for input in 0..30_u32 {
            let from = (to * 31 + input * input * 7919 + input) % to;
            writeln!(text, "connect from p{from}.out to p{to}.in{input}").unwrap();
        }
    }
    let cancel = r#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#;
    let small = "process a :: numbers\n";
    let messages = [
        opened("/large.pipe", "sprokit", &text),
        opened("/small.pipe", "sprokit", small),
        graph("/large.pipe", 7),
        cancel.to_owned(),
        graph("/small.pipe", 8),
    ];
    let called = talk(&Folder::new("serve-cancel"), &["lsp"], &messages);
    let gone = r#""id":7,"error":{"code":-32800"#;
    assert!(called.out.contains(gone), "{}", called.out);
}

#[test]
fn what_is_owed_is_answered_although_the_stream_has_ended() {
    let folder = Folder::new("serve-owed");
    let messages =
        [opened("/small.pipe", "sprokit", "process a :: numbers\n"), graph("/small.pipe", 8)];
    let mut input = String::new();
    let start = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let initialized = r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;
    for message in [start, initialized].into_iter().chain(messages.iter().map(String::as_str)) {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
    }
    let called = folder.feed(&["lsp"], input.as_bytes());
    assert!(called.out.contains(r#""title":"a""#), "{}", called.out);
}

#[test]
fn edits_that_wait_are_judged_together() {
    let mut messages = vec![opened("/a.pipe", "sprokit", &"process a\n  :: numbers\n".repeat(50))];
    for version in 2..1002 {
        messages.push(format!(
            r##"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"file:///a.pipe","version":{version}}},"contentChanges":[{{"range":{{"start":{{"line":0,"character":0}},"end":{{"line":0,"character":0}}}},"text":"#"}}]}}}}"##
        ));
    }
    let called = talk(&Folder::new("serve-edits"), &["lsp"], &messages);
    let n_published = called.out.matches("textDocument/publishDiagnostics").count();
    assert!(n_published < 500, "{n_published} times");
    assert!(called.out.contains(r#""version":1001"#), "{}", called.out);
}

#[test]
fn a_request_that_waits_is_given_up() {
    let symbol = |id: u32| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"workspace/symbol","params":{{"query":""}}}}"#
        )
    };
    let cancel = r#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#;
    let folder = Folder::new("serve-waiting");
    let called = talk(&folder, &["lsp"], &[symbol(7), cancel.to_owned(), symbol(8)]);
    // It may be answered before the word comes, but never twice.
    let answers = called.out.matches(r#""id":7,"#).count();
    assert_eq!(answers, 1, "{}", called.out);
    assert!(called.out.contains(r#""id":8,"result":[]"#), "{}", called.out);
}

/// What a program that was started says, message by message.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(folder: &Folder) -> Session {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bobbin"))
            .args(["lsp", "--clean-env"])
            .current_dir(folder.path(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Session { child, input, output: BufReader::new(output) }
    }

    fn tell(&mut self, message: &Value) {
        let message = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
    }

    /// Sends a request and returns its result; what is said before it is dropped.
    fn ask(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.tell(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut header = String::new();
            self.output.read_line(&mut header).unwrap();
            let length = header.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
            self.output.read_line(&mut header).unwrap();
            let mut message = vec![0; length];
            self.output.read_exact(&mut message).unwrap();
            let message: Value = serde_json::from_slice(&message).unwrap();
            if message["id"] == id && message.get("method").is_none() {
                return message["result"].clone();
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn the_workspace_is_searched() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new("serve-workspace")
        .with("a.pipe", "process first :: numbers\n")
        .with("sub/b.coilcfg.txt", "[cpu:0]\nname = first\n")
        .with(".hidden/c.pipe", "process hidden_first :: numbers\n")
        .with("notes.txt", "process first :: numbers\n")
        .with("sub/d.pipe", "include ../a.pipe\n");
    let strange = std::ffi::OsStr::from_bytes(b"caf\xe9.pipe");
    let strange = std::path::Path::new(&folder.path("")).join(strange);
    std::fs::write(strange, "include a.pipe\nprocess fir_st :: x\n").unwrap();
    let root = format!("file://{}", folder.path("").trim_end_matches('/'));
    let mut session = Session::start(&folder);
    let params = json!({
        "processId": null,
        "capabilities": { "general": { "positionEncodings": ["utf-8"] } },
        "workspaceFolders": [{ "uri": root, "name": "w" }],
    });
    let result = session.ask(1, "initialize", params);
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-8");
    session.tell(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let below = |uri: &Value| uri.as_str().unwrap().strip_prefix(&root).unwrap().to_owned();
    let found = session.ask(2, "workspace/symbol", json!({ "query": "first" }));
    let uris: Vec<String> =
        found.as_array().unwrap().iter().map(|it| below(&it["location"]["uri"])).collect();
    assert_eq!(uris, ["/a.pipe", "/caf%E9.pipe"]);
    let found = session.ask(3, "workspace/symbol", json!({ "query": "CPU" }));
    assert_eq!(below(&found[0]["location"]["uri"]), "/sub/b.coilcfg.txt");
    let item = json!({ "item": { "uri": format!("{root}/a.pipe") } });
    let calls = session.ask(4, "callHierarchy/incomingCalls", item);
    let includers: Vec<String> =
        calls.as_array().unwrap().iter().map(|it| below(&it["from"]["uri"])).collect();
    assert_eq!(includers, ["/caf%E9.pipe", "/sub/d.pipe"]);
    assert!(session.ask(5, "shutdown", json!(null)).is_null());
    session.tell(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(session.child.wait().unwrap().code(), Some(0));
}

/// An editor sees of the workspace what `bobbin check` says of it.
#[test]
fn the_workspace_is_judged_as_the_command_judges_it() {
    let folder = Folder::new("serve-judged")
        .with("a.pipe", "process first :: numbers\ninclude part.pipe\n")
        .with("part.pipe", "process second :: nobody_has_it\n")
        .with("sub/b.coilcfg.txt", "[cpu:0]\nname = x\n")
        .with("base.coilcfg", "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n")
        .with("prod.coilcfg", "@include base.coilcfg\n[Optimization]\nLevel = 2\n")
        .with("sub/latin.coilcfg", b"[Target]\n# caf\xe9\n")
        .with("x.trace", "[OpenMP.default]\ntrace_mode = WHAT\n");
    let root = format!("file://{}", folder.path("").trim_end_matches('/'));
    let mut session = Session::start(&folder);
    let params = json!({
        "processId": null,
        "capabilities": {
            "textDocument": { "diagnostic": {} },
            "workspace": {
                "diagnostics": { "refreshSupport": true },
                "didChangeWatchedFiles": { "dynamicRegistration": true },
            },
        },
        "rootUri": root,
    });
    session.ask(1, "initialize", params);
    session.tell(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let reports = session.ask(2, "workspace/diagnostic", json!({ "previousResultIds": [] }));
    let codes = |all: &Value| -> Vec<String> {
        let codes = all.as_array().unwrap().iter();
        codes.map(|it| it["code"].as_str().unwrap().to_owned()).collect()
    };
    let reports = reports["items"].as_array().unwrap().iter();
    let by_server: Vec<(String, Vec<String>)> = reports
        .map(|it| {
            let uri = it["uri"].as_str().unwrap();
            (uri.strip_prefix(&format!("{root}/")).unwrap().to_owned(), codes(&it["items"]))
        })
        .collect();
    let checked = folder.run(&["check", "--json", "--clean-env", "."]).out;
    let checked: Value = serde_json::from_str(&checked).unwrap();
    let mut by_command: Vec<(String, Vec<String>)> = checked
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["path"].as_str().unwrap().to_owned(), codes(&it["diagnostics"])))
        .collect();
    by_command.sort();
    assert_eq!(by_server, by_command);
    assert!(by_server.iter().any(|it| it.1.contains(&"encoding".to_owned())), "{by_server:?}");
    assert!(session.ask(3, "shutdown", json!(null)).is_null());
    session.tell(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(session.child.wait().unwrap().code(), Some(0));
}

/// The folder of a relative path is the file's own, by whichever name of the folder that is opened
/// (sprokit.md#relative-paths).
#[cfg(unix)]
#[test]
fn a_file_in_a_linked_folder_keeps_its_relative_paths_when_it_moves() {
    let text = "process y\n  :: print_number\n  relativepath output = out.txt\n";
    let folder = Folder::new("serve-linked").with("real/sub/b.pipe", text);
    std::os::unix::fs::symlink("real", folder.path("home")).unwrap();
    std::os::unix::fs::symlink("b.pipe", folder.path("real/sub/link.pipe")).unwrap();
    let root = format!("file://{}home", folder.path(""));
    let there = std::path::PathBuf::from(folder.path(""));
    let mut session = Session::start(&folder);
    session.ask(1, "initialize", json!({ "processId": null, "capabilities": {}, "rootUri": root }));
    let mut moved = |id: u32, name: &str| {
        let uri = format!("{root}/sub/{name}");
        let text = std::fs::read_to_string(there.join(format!("real/sub/{name}"))).unwrap();
        let document = json!({ "uri": uri, "languageId": "sprokit", "version": 1, "text": text });
        let params = json!({ "textDocument": document });
        session
            .tell(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params }));
        let files = json!({ "files": [{ "oldUri": uri, "newUri": format!("{root}/{name}") }] });
        session.ask(id, "workspace/willRenameFiles", files).to_string()
    };
    let edit = moved(2, "b.pipe");
    assert!(edit.contains("sub/out.txt"), "{edit}");
    // Wherever a link lies, it leads to the same file.
    let edit = moved(3, "link.pipe");
    assert!(!edit.contains("out.txt"), "{edit}");
    // What lies above the link is not what the path says.
    std::fs::write(folder.path("real/sub/up.pipe"), text.replace("out", "../../out")).unwrap();
    let edit = moved(5, "up.pipe");
    assert!(!edit.contains("out.txt"), "{edit}");
    assert!(session.ask(4, "shutdown", json!(null)).is_null());
    session.tell(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(session.child.wait().unwrap().code(), Some(0));
}
