//! The command as people run it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that panics has found something")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn bobbin(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bobbin")).args(arguments).output().unwrap()
}

fn golden(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("../core/testdata/coil-hardware/binary").join(name)
}

fn scratch(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn compiles_and_decompiles() {
    let expected = fs::read(golden("spec_example.coilcfg")).unwrap();
    let text = golden("spec_example.coilcfg.txt");
    let compiled = bobbin(&["compile", text.to_str().unwrap(), "-o", "-"]);
    assert!(compiled.status.success());
    assert_eq!(compiled.stdout, expected);
    let binary = golden("spec_example.coilcfg");
    let decompiled = bobbin(&["decompile", binary.to_str().unwrap()]);
    assert!(decompiled.status.success());
    let again = scratch("again.coilcfg.txt", &String::from_utf8(decompiled.stdout).unwrap());
    assert_eq!(bobbin(&["compile", again.to_str().unwrap(), "-o", "-"]).stdout, expected);
}

#[test]
fn reports_findings_and_fails_on_errors() {
    let path = scratch("bad.coilcfg.txt", "[cpu:0]\nname = é\n[resources]\nwheels = 4\n");
    let output = bobbin(&["check", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(printed.contains("bad.coilcfg.txt:4:1: error: "), "{printed}");
    assert!(printed.contains("(unknown-resource)"), "{printed}");
    let good = golden("minimal.coilcfg.txt");
    assert_eq!(bobbin(&["check", good.to_str().unwrap()]).status.code(), Some(0));
}

#[test]
fn says_what_was_wrong_with_the_call() {
    for (arguments, message) in [
        (&["polish"][..], "no command `polish`"),
        (&["check"][..], "no file is given"),
        (&["check", "--language", "cobol", "x"][..], "no language `cobol`"),
        (&["check", "/no/such/file"][..], "cannot read"),
        (&["compile", "a", "b"][..], "one file is needed"),
    ] {
        let output = bobbin(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let printed = String::from_utf8(output.stderr).unwrap();
        assert!(printed.contains(message), "{arguments:?}: {printed}");
    }
}

#[test]
fn serves_an_editor() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bobbin"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for message in [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.coilcfg.txt","languageId":"coil-hardware","version":1,"text":"nonsense\n"}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ] {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("\"capabilities\""), "{printed}");
    assert!(printed.contains("textDocument/publishDiagnostics"), "{printed}");
}
