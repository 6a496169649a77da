//! `lsp`.

use std::fmt::Write as _;

use crate::bobbin::Folder;

#[test]
fn serves_an_editor() {
    let mut input = String::new();
    for message in [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.coilcfg.txt","languageId":"coil-hardware","version":1,"text":"nonsense\n"}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ] {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
    }
    let called = Folder::new("serve").feed(&["lsp"], input.as_bytes());
    assert_eq!(called.code, 0);
    assert!(called.out.contains("\"capabilities\""), "{}", called.out);
    assert!(called.out.contains("textDocument/publishDiagnostics"), "{}", called.out);
}
