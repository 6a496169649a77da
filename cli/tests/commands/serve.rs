//! `lsp`.

use std::fmt::Write as _;

use crate::bobbin::{Called, Folder};

/// Sends `messages` to `bobbin lsp` between start and end, and returns its output.
fn talk(folder: &Folder, words: &[&str], messages: &[String]) -> Called {
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

fn opened(path: &str, language: &str, text: &str) -> String {
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
