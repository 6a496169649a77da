//! What lies in a folder and cannot be read, checked or written: it is named, and the rest is done.

use crate::bobbin::{Folder, golden};

/// A file that nobody could look into may have errors.
#[cfg(unix)]
#[test]
fn a_file_of_a_folder_that_cannot_be_read_is_named() {
    for words in [&["check", "."][..], &["check", "--fix", "."], &["format", "."]] {
        let folder = Folder::new("folders_closed")
            .with("a.pipe", "process  a :: numbers\n")
            .with("b.pipe", "process  b :: numbers\n");
        folder.permit("a.pipe", 0);
        let called = folder.run_permitted(words);
        assert_eq!(called.code, 2, "{words:?}: {}", called.err);
        assert_eq!(called.err.matches("cannot read a.pipe: ").count(), 1, "{}", called.err);
    }
}

/// Good binaries and the other forms of COIL are passed over in a folder; what is damaged is not.
#[test]
fn a_damaged_file_of_a_folder_is_named() {
    let target = golden("spec_example.coilcfg");
    let folder = Folder::new("folders_damaged")
        .with("good/a.coilcfg", &target)
        .with("good/b.coilcfg", "target {\n  pu: cpu\n}\n")
        .with("good/c.coilcfg", b"COIL\0\x01\0\0")
        .with(
            "good/d.pipe",
            "process d :: numbers\nprocess e :: sink\nconnect from d.number to e.sink\n",
        )
        .with("cut/a.coilcfg", &target[..60])
        .with("junk/b.coilcfg", b"\x93{\x01\n\xf0}\xff\x00\x0f\n{\n");
    assert_eq!(folder.run(&["check", "good"]).shown(), "exit code 0\n");
    for command in ["check", "format"] {
        let cut = folder.run(&[command, "cut"]);
        let said = "bobbin: cut/a.coilcfg is a damaged binary: ";
        assert!(cut.code == 2 && cut.err.starts_with(said), "{}", cut.shown());
    }
    let junk = folder.run(&["check", "junk"]);
    assert!(junk.code == 1 && junk.err.contains("(encoding)"), "{}", junk.shown());
    assert_eq!(folder.run(&["check", "junk/b.coilcfg"]).err, junk.err);
}

/// The other files are laid out all the same.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_keeps_no_other_from_being_formatted() {
    let folder = Folder::new("folders_protected")
        .with("a.trace", "[OpenMP.default]\ntrace_mode=OFF\n")
        .with("b.trace", "[OpenMP.default]\ntrace_mode=OFF\n");
    folder.permit("a.trace", 0o444);
    let called = folder.run(&["format", "."]);
    assert_eq!(called.code, 2, "{}", called.err);
    assert_eq!(called.err, "bobbin: cannot write a.trace: it is write-protected\n");
    assert_eq!(folder.read("b.trace"), b"[OpenMP.default]\n    trace_mode = OFF\n");
}

/// Diagnostics of a file that cannot be written: `check --fix` tells them as `check` does.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_mended_is_checked() {
    let text = "[OpenMP.default]\nx = 1\ntrace_mode = LOUD\n[OpenMP\n";
    let folder = Folder::new("folders_unmended").with("a.trace", text);
    folder.permit("a.trace", 0o444);
    for (form, place) in
        [("short", "a.trace:3:14: warning"), ("github", "file=a.trace,line=3,col=14")]
    {
        let called = folder.run(&["check", "--fix", "--format", form, "a.trace"]);
        assert_eq!(called.code, 2, "{}", called.shown());
        assert!(called.err.starts_with("bobbin: cannot write a.trace: "), "{}", called.err);
        assert!((called.err + &called.out).contains(place), "{form}");
        assert_eq!(folder.read("a.trace"), text.as_bytes());
    }
    let called = folder.run(&["check", "--fix", "--json", "a.trace"]);
    assert!(called.code == 2 && called.out.contains("unknown-mode"), "{}", called.shown());
    // A file that is not there is named once.
    let called = folder.run(&["check", "--fix", "none.trace"]);
    assert_eq!((called.code, called.err.lines().count()), (2, 1), "{}", called.err);
}

/// Hooks name all files with certain endings.
#[test]
fn files_in_no_language_of_ours_are_passed_over_on_demand() {
    let braces = "cpu {\n  name = \"x\"\n}\n";
    let folder = Folder::new("unknown")
        .with("br.coilcfg", braces)
        .with("b.coilcfg", golden("spec_example.coilcfg"))
        .with("t.coilcfg", "[Target]\nPU=CPU\n");
    let files = ["br.coilcfg", "b.coilcfg", "t.coilcfg"];
    assert_eq!(folder.run(&[&["format"], &files[..]].concat()).code, 2);
    let folder = folder.with("t.coilcfg", "[Target]\nPU=CPU\n");
    let called = folder.run(&[&["format", "--ignore-unknown"], &files[..]].concat());
    assert_eq!(called.shown(), "exit code 0\n");
    assert_eq!(folder.read("br.coilcfg"), braces.as_bytes());
    assert_eq!(folder.read("t.coilcfg"), b"[Target]\nPU = CPU\n");
    // A file that is not there is no file of others.
    assert_eq!(folder.run(&["format", "--ignore-unknown", "gone.coilcfg"]).code, 2);
    let text = b"[Target]\nPU=CPU\n";
    let called = folder.feed(&["format", "--ignore-unknown", "-"], text);
    assert_eq!((called.code, called.out.as_str()), (0, "[Target]\nPU = CPU\n"), "{}", called.err);
}
