//! Output to the terminal, and file names that are not text.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::bobbin::Folder;

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let folder = Folder::new("enough").with("x.pipe", "config a\n  k = 1\n");
    for words in [
        &["convert", "--list"][..],
        &["--help"],
        &["resolve", "x.pipe"],
        &["format", "-"],
        &["--version"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bobbin"))
            .args(words)
            .current_dir(folder.path("."))
            .stdin(fs::File::open(folder.path("x.pipe")).unwrap())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Closed before the first line.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!err.contains("panicked"), "{words:?}: {err}");
        assert!(matches!(output.status.code(), Some(0 | 2)), "{words:?}: {err}");
    }
}

#[test]
fn what_stands_in_a_file_does_not_speak_to_the_terminal() {
    let escape = "\u{1b}[2J\u{7}\u{9b}\u{202e}";
    let hardware = format!("[cpu:0]\nname = a{escape}b\n[resources]\nx{escape} = 1\n");
    let target = format!("[Target]\nPU = C{escape}PU\nx{escape}y\n[V_{escape}]\nk = {escape}\n");
    let pipe = format!(
        "process a{escape} :: b{escape}\n  k{escape} = v{escape}\nconfig x\n  k = v{escape}\n"
    );
    let trace = format!("[OpenMP.{escape}]\n  trace_{escape} = {escape}\n");
    let folder = Folder::new("escapes")
        .with("h.coilcfg.txt", &hardware)
        .with("t.coilcfg", &target)
        .with("p.pipe", &pipe)
        .with("q.pipe", pipe.replace(" = v", " = w"))
        .with("x.trace", &trace);
    for words in [
        &["check", "h.coilcfg.txt", "t.coilcfg", "p.pipe", "x.trace"][..],
        &["validate", "t.coilcfg", "h.coilcfg.txt"],
        &["resolve", "h.coilcfg.txt"],
        &["resolve", "t.coilcfg"],
        &["resolve", "p.pipe"],
        &["resolve", "x.trace", "--language", "pinsight"],
        &["compare", "p.pipe", "q.pipe"],
        &["query", "h.coilcfg.txt", "cpu:0"],
        &["query", "h.coilcfg.txt", escape],
        &["compile", "h.coilcfg.txt"],
        &["convert", "t.coilcfg", "--to", escape],
        &["check", escape],
        &[escape],
    ] {
        let called = folder.run(words);
        let shown = called.out + &called.err;
        assert!(!shown.is_empty(), "{words:?}");
        let speaks = |it: char| it.is_control() && it != '\n' || it == '\u{202e}';
        assert!(!shown.contains(speaks), "{words:?}: {shown:?}");
    }
}

#[test]
fn files_may_have_names_that_are_no_text() {
    let folder = Folder::new("no_text");
    let there = Path::new(&folder.path(".")).join(OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir_all(&there).unwrap();
    let [one, two] = [b"\xe9.coilcfg", b"\xe8.coilcfg"].map(|it| there.join(OsStr::from_bytes(it)));
    fs::write(there.join("base.coilcfg"), "[Target]\nPU = CPU\n").unwrap();
    fs::write(&one, "@include base.coilcfg\n[A_b]\nx=1\n").unwrap();
    fs::write(&two, "[A_b]\ny=2\n").unwrap();
    let run = |words: &[&OsStr]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bobbin"));
        command.args(words).current_dir(&there).output().unwrap()
    };
    let called = run(&["format".as_ref(), one.as_os_str(), two.as_os_str()]);
    assert_eq!(called.status.code(), Some(0), "{}", String::from_utf8_lossy(&called.stderr));
    assert_eq!(fs::read(&one).unwrap(), b"@include base.coilcfg\n\n[A_b]\nx = 1\n");
    assert_eq!(fs::read(&two).unwrap(), b"[A_b]\ny = 2\n");
    let called = run(&["check".as_ref(), one.as_os_str()]);
    let err = String::from_utf8_lossy(&called.stderr).into_owned();
    assert!(err.contains("caf\\xe9/\\xe9.coilcfg:"), "{err}");
    assert!(!err.contains("include-not-found") && !err.contains("has no `PU`"), "{err}");
    let mut out = std::ffi::OsString::from("--output=");
    out.push(OsStr::from_bytes(b"\xff.coilcfg.txt"));
    let called = run(&["detect".as_ref(), &out]);
    assert_eq!(called.status.code(), Some(0), "{}", String::from_utf8_lossy(&called.stderr));
    assert!(there.join(OsStr::from_bytes(b"\xff.coilcfg.txt")).exists());
}
