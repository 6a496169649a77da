//! Files by the names that people write.

use expect_test::expect;

use crate::bobbin::Folder;

const TRACE: &str = "[OpenMP.default]\ntrace_mode=LOUD\n";

fn folder(name: &str) -> Folder {
    Folder::new(name)
        .with("a.pipe", "what\n")
        .with("sub/b.pipe", "what\n")
        .with("trace_config_rate100.txt", TRACE)
        .with("my_trace_config.txt", TRACE)
        .with("trace_config/notes.txt", "[OpenMP.default]\n")
}

/// Returns the files of which something is said, in its order.
fn files(folder: &Folder, words: &[&str]) -> Vec<String> {
    let called = folder.run(words);
    let lines = called.err.lines().filter(|it| !it.starts_with(' '));
    lines.map(|it| it.split(':').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_folder_has_the_traces_that_are_called_so() {
    let folder = folder("names-traces");
    assert_eq!(
        files(&folder, &["check", "."]),
        ["a.pipe", "my_trace_config.txt", "sub/b.pipe", "trace_config_rate100.txt"]
    );
}

#[test]
fn a_pattern_may_begin_with_the_folder_one_is_in() {
    let folder = folder("names-patterns");
    for (pattern, expected) in [
        ("./*.pipe", &["a.pipe"][..]),
        ("./sub/*.pipe", &["sub/b.pipe"]),
        ("sub/./*.pipe", &["sub/b.pipe"]),
        ("./**/*.pipe", &["a.pipe", "sub/b.pipe"]),
    ] {
        assert_eq!(files(&folder, &["check", pattern]), expected, "{pattern}");
    }
}

#[test]
fn a_pattern_without_a_file_says_what_is_left_out() {
    let folder = Folder::new("names-ignored")
        .with(".ignore", "*ign.pipe\n")
        .with("ign.pipe", "what\n")
        .with("sub/.hidden.pipe", "what\n");
    for (word, said) in [
        ("*ign.pipe", "no file matches *ign.pipe (hidden and ignored ones are left out)"),
        (
            "sub",
            "no file in sub has a name of our languages (hidden and ignored ones are left out)",
        ),
    ] {
        let called = folder.run(&["check", word]);
        assert_eq!((called.code, called.err), (2, format!("bobbin: {said}\n")));
    }
}

/// A folder in which nothing can match need not be open.
#[cfg(unix)]
#[test]
fn a_pattern_looks_into_no_deeper_folder_than_it_names() {
    let folder =
        Folder::new("names-depth").with("perm/a.pipe", "what\n").with("perm/d/b.pipe", "what\n");
    folder.permit("perm/d", 0);
    let patterns = [
        ("perm/*.pipe", 1),
        ("./perm/*.pipe", 1),
        ("{perm,perm/d}/a.pipe", 2),
        ("perm/**/*.pipe", 2),
    ];
    let called = patterns.map(|(pattern, _)| folder.run_permitted(&["check", pattern]));
    // Opened first: a folder that is closed could not be removed by the next run.
    folder.permit("perm/d", 0o755);
    for ((pattern, code), called) in patterns.into_iter().zip(called) {
        assert_eq!(called.code, code, "{pattern}: {}", called.err);
        assert!(called.err.contains("perm/a.pipe:1:1: error"), "{pattern}: {}", called.err);
    }
}

#[test]
fn a_file_is_read_once_however_it_is_spelled() {
    let folder = Folder::new("names-spelled")
        .with("a.trace", "[OpenMP.default]\nomp_work = onn\n")
        .with("sub/b.pipe", "");
    let words = ["check", "a.trace", "./a.trace", "sub/../a.trace"];
    assert_eq!(files(&folder, &words), ["a.trace"]);
    let mended = folder.run(&["check", "--fix", "--unsafe-fixes", "a.trace", "./a.trace"]);
    assert!(!mended.err.contains("meanwhile"), "{}", mended.err);
}

#[test]
fn standard_input_is_read_once() {
    let folder = Folder::new("names-standard").with("a.coilcfg", "[Target]\nPU = CPU\n");
    let text = "[Target]\nPU = GPU\n";
    let only_once = "standard input can be read only once";
    for words in [&["compare", "-", "-"][..], &["check", "--language", "coil-target", "-", "-"]] {
        let called = folder.feed(words, text.as_bytes());
        assert_eq!(called.code, 2, "{}", called.shown());
        assert!(called.err.contains(only_once), "{}", called.err);
    }
    let called = folder.feed(&["compare", "a.coilcfg", "-"], text.as_bytes());
    assert!(!called.err.contains(only_once), "{}", called.err);
}

/// An editor gives the text that it has, and says where its file is.
#[test]
fn standard_input_may_have_a_name() {
    let folder = Folder::new("names-input")
        .with("sub/base.coilcfg", "[Optimization]\nLevel = 9\n")
        .with("sub/part.pipe", "config a\n  k = 1\n");
    let name = |words: &[&str], name: &str, text: &str| {
        folder.feed(&[words, &["--stdin-filename", name, "-"]].concat(), text.as_bytes())
    };
    // The name tells the language, and the folder of what is included.
    let found = name(&["check"], "sub/x.coilcfg", "@include base.coilcfg\n");
    assert!(
        found.err.contains("sub/x.coilcfg:1:10: error: in `sub/base.coilcfg`, line 2"),
        "{}",
        found.err
    );
    let found = name(&["resolve"], "sub/x.pipe", "include part.pipe\n");
    assert_eq!(
        found.out, "config › a  a:k  1  written, line 2 of sub/part.pipe\n",
        "{}",
        found.err
    );
    let json = name(&["check", "--json"], "sub/x.trace", "# nothing\n").out;
    assert!(json.contains(r#""path": "sub/x.trace""#), "{json}");
    let laid_out = name(&["format"], "x.trace", "[OpenMP.default]\n  trace_mode=OFF\n");
    assert_eq!(
        (laid_out.code, laid_out.out.contains("trace_mode = OFF")),
        (0, true),
        "{}",
        laid_out.err
    );
    let named = name(&["format", "--check"], "x.trace", "[OpenMP.default]\n  trace_mode=OFF\n");
    assert_eq!((named.code, named.out.as_str()), (1, "x.trace\n"));
    let valid = name(&["validate"], "y.coilcfg", "[Target]\nPU = cpu\n");
    assert!(valid.err.contains("y.coilcfg:2: error: "), "{}", valid.err);
    let valid = name(&["validate"], "sub/y.coilcfg", "@include base.coilcfg\n");
    assert!(valid.err.contains("sub/base.coilcfg:2: error: "), "{}", valid.err);
    assert!(!valid.err.contains("E_INCLUDE_NOT_FOUND"), "{}", valid.err);
}

#[test]
fn a_patch_finds_a_name_with_a_blank() {
    let folder = Folder::new("names-blank").with("my file.trace", TRACE).with("a.trace", TRACE);
    let patch = folder.run(&["format", "--diff", "my file.trace"]).out;
    assert!(patch.starts_with("--- my file.trace\t\n+++ my file.trace\t\n"), "{patch}");
    let patch = folder.run(&["format", "--diff", "a.trace"]).out;
    assert!(patch.starts_with("--- a.trace\n+++ a.trace\n"), "{patch}");
}

/// Names are bytes, though not on every system, and a CR alone ends no line of a patch.
#[cfg(target_os = "linux")]
#[test]
fn a_patch_finds_any_name_and_any_line() {
    use std::os::unix::ffi::OsStrExt as _;
    let texts = [
        &b"[OpenMP.default]\ntrace_mode=OFF\n# caf\xe9\n"[..],
        b"[OpenMP.default]\n# one\rtwo\ntrace_mode=OFF\n# three\r",
        b"[OpenMP.default]\r\ntrace_mode=OFF",
    ];
    let names = [
        &b"plain.trace"[..],
        b" lead.trace",
        b"caf\xc3\xa9 \xe9.trace",
        b"a\tb\n\"c\"\\.trace",
        b"\"q\".trace",
    ];
    for (nth, (text, name)) in
        texts.iter().flat_map(|text| names.map(|name| (text, name))).enumerate()
    {
        let folder = Folder::new(&format!("names-patch-{nth}"));
        let there = std::path::PathBuf::from(folder.path(""));
        let path = there.join(std::ffi::OsStr::from_bytes(name));
        std::fs::write(&path, text).unwrap();
        let patch = folder.run(&["format", "--diff", "."]);
        assert_eq!(patch.code, 1, "{}", patch.shown());
        std::fs::write(there.join("the.patch"), &patch.bytes).unwrap();
        let patched = std::process::Command::new("patch")
            .args(["-p0", "--quiet", "--binary", "-i", "the.patch"])
            .current_dir(&there)
            .status();
        // Not every machine has that program.
        let Ok(patched) = patched else { return };
        assert!(patched.success(), "{}", patch.out);
        let patched = std::fs::read(&path).unwrap();
        std::fs::write(&path, text).unwrap();
        assert_eq!(folder.run(&["format", "."]).code, 0);
        assert_eq!(patched, std::fs::read(&path).unwrap(), "{}", patch.out);
    }
}

#[test]
fn a_patch_has_names_as_c_strings() {
    let folder = Folder::new("names-quoted")
        .with("caf\u{e9} x.trace", "[OpenMP.default]\r# x\n\ntrace_mode=OFF");
    let patch = folder.run(&["format", "--diff", "."]).out;
    let [old, new] = ["---", "+++"].map(|it| format!("{it} \"caf\\303\\251 x.trace\"\n"));
    assert!(patch.starts_with(&(old + &new)), "{patch}");
    let hunks = patch.lines().skip(2).map(|it| format!("{}|\n", it.escape_debug()));
    expect![[r#"
        @@ -1,3 +1,3 @@|
         [OpenMP.default]\r# x|
         |
        -trace_mode=OFF|
        \\ No newline at end of file|
        +    trace_mode = OFF|
    "#]]
    .assert_eq(&hunks.collect::<String>());
}

/// A text that would be read otherwise if it were laid out is named, not passed over.
#[test]
fn what_is_not_laid_out_is_named() {
    let long = format!("[OpenMP.default]\n{}=on\nomp_work=off\n", "x".repeat(1015));
    let folder = Folder::new("names-left").with("long.trace", &long);
    let called = folder.run(&["format", "long.trace"]);
    assert_eq!((called.code, folder.read("long.trace")), (2, long.into_bytes()));
    assert!(called.err.starts_with("bobbin: long.trace: left as it is"), "{}", called.err);
}

/// The search path of the program is bytes, too.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_whose_name_is_no_text_is_found() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder =
        Folder::new("names-bytes").with("m.pipe", "include p.pipe\nprocess b\n  :: orphan\n");
    let there = std::path::PathBuf::from(folder.path(""));
    let strange = there.join(std::ffi::OsStr::from_bytes(b"d\xff"));
    std::fs::create_dir(&strange).unwrap();
    std::fs::write(strange.join("p.pipe"), "config a\n  k = 1\n").unwrap();
    let check = |file: &std::ffi::OsStr| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bobbin"));
        command.arg("check").arg(file).current_dir(&there);
        command.env("SPROKIT_PIPE_INCLUDE_PATH", &strange).status().unwrap().code()
    };
    assert_eq!(check(std::ffi::OsStr::new("m.pipe")), Some(0));
    assert_eq!(check(std::ffi::OsStr::from_bytes(b"d\xff/*.pipe")), Some(0));
}

/// A name is bytes, and the binary gets those of its text.
#[cfg(target_os = "linux")]
#[test]
fn a_binary_is_called_as_its_text_is() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new("names-compile");
    let there = std::path::PathBuf::from(folder.path(""));
    let path = |it: &[u8]| there.join(std::ffi::OsStr::from_bytes(it));
    std::fs::write(path(b"b\xff.coilcfg.txt"), crate::bobbin::golden("minimal.coilcfg.txt"))
        .unwrap();
    let compiled = std::process::Command::new(env!("CARGO_BIN_EXE_bobbin"))
        .arg("compile")
        .arg(path(b"b\xff.coilcfg.txt"))
        .status();
    assert!(compiled.unwrap().success());
    assert!(path(b"b\xff.coilcfg").is_file());
}

#[test]
fn a_file_with_the_longest_name_is_written() {
    let name = format!("{}.trace", "x".repeat(249));
    let folder = Folder::new("names-long").with(&name, "[OpenMP.default]\ntrace_mode=OFF\n");
    assert_eq!(folder.run(&["format", &name]).code, 0);
    assert_eq!(folder.read(&name), b"[OpenMP.default]\n    trace_mode = OFF\n");
}
