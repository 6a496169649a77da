//! Commands that make files: `compile`, `decompile`, `convert`, `format`.

use std::collections::BTreeSet;

use expect_test::expect;

use crate::bobbin::{Folder, golden};

#[test]
fn compiles_and_decompiles() {
    let folder = Folder::new("compile")
        .with("example.coilcfg.txt", golden("spec_example.coilcfg.txt"))
        .with("example.coilcfg", golden("spec_example.coilcfg"));
    let expected = golden("spec_example.coilcfg");
    let compiled = folder.run(&["compile", "example.coilcfg.txt", "-o", "-"]);
    assert_eq!((compiled.code, compiled.bytes), (0, expected.clone()));
    let decompiled = folder.run(&["decompile", "example.coilcfg"]);
    assert_eq!(decompiled.code, 0);
    let again = folder.feed(&["compile", "-", "--language=coil-hardware"], &decompiled.bytes);
    assert_eq!((again.code, again.bytes), (0, expected.clone()));
    // Beside the text by default; and under the name that the documents give the tool.
    let folder = folder.with("other.coilcfg.txt", golden("spec_example.coilcfg.txt"));
    assert_eq!(folder.run_by_name("coilcfg-compile", &["other.coilcfg.txt"]).code, 0);
    assert_eq!(folder.read("other.coilcfg"), expected);
    let decompiled_again = folder.run_by_name("coilcfg-decompile", &["other.coilcfg"]);
    assert_eq!(decompiled_again.out, decompiled.out);
}

/// coil.md#unknown-resource-kinds and coil.md#architecture-tail
#[test]
fn what_a_binary_has_no_place_for_is_left_out_on_demand() {
    let text = "[cpu:0]\n[resources]\ncpu = 1\ncore = 4\n[arch:x86_64]\navx2 = true\n";
    let folder = Folder::new("left_out").with("x.coilcfg.txt", text);
    let compile = |words: &[&str]| {
        let called = folder.run_by_name("coilcfg-compile", &[&["x.coilcfg.txt"], words].concat());
        let errors = called.err.matches(": error: ").count();
        (called.code, errors, called.err.matches(": warning: ").count())
    };
    let ask = |path: &str| folder.run(&["query", "x.coilcfg", path]).out;
    assert_eq!(compile(&[]).0, 1);
    assert_eq!(compile(&["--lenient"]), (0, 0, 1));
    assert_eq!(ask("cpu:0.resources.*.name"), "core\n");
    assert_eq!(ask("cpu:0.arch"), "true\n");
    assert_eq!(compile(&["--lenient", "--strict-spec"]), (0, 0, 2));
    assert_eq!(ask("cpu:0.arch"), "");
}

#[test]
fn what_cannot_be_compiled_says_where() {
    let folder = Folder::new("not_compiled")
        .with("x.coilcfg.txt", "; x\nname = x\n")
        .with("x.pipe", "# nothing\n")
        .with("cut.coilcfg", &golden("spec_example.coilcfg")[..100]);
    expect![[r#"
        exit code 1
        err: x.coilcfg.txt:2:1: error: `name` comes before the first section (key-outside-section)
        err:     help: put it below a header such as `[metadata]`
        err: x.coilcfg.txt:2:1: not compiled: `name` comes before the first section
    "#]]
    .assert_eq(&folder.run(&["compile", "x.coilcfg.txt"]).shown());
    expect![[r#"
        exit code 2
        err: x.pipe:1:1: hint: there is no process, so this cannot run by itself (no-processes)
        err:     help: that is fine for a file that others include
        err: bobbin: a KWIVER pipeline has no binary form
    "#]]
    .assert_eq(&folder.run(&["compile", "x.pipe"]).shown());
    expect![[r#"
        exit code 1
        err: cut.coilcfg: at byte 48: expected the features of cpu:0 at bytes 80 to 112, but the file has 100 bytes
    "#]].assert_eq(&folder.run(&["decompile", "cut.coilcfg"]).shown());
}

#[test]
fn conversions_are_listed_and_asked_for_by_name() {
    let folder = Folder::new("convert").with("x.pipe", "# nothing\n");
    let list = folder.run(&["convert", "--list"]);
    assert_eq!((list.code, list.err.as_str()), (0, ""));
    for line in list.out.lines() {
        assert!(line.contains(": "), "{line}");
    }
    let called = folder.run(&["convert", "x.pipe", "--to", "bread"]);
    assert_eq!(called.code, 2);
    assert!(called.err.starts_with("bobbin: a KWIVER pipeline converts to "), "{}", called.err);
    expect![[r#"
        exit code 2
        err: bobbin: name the format with `--to NAME`; `bobbin convert --list` lists the names
    "#]]
    .assert_eq(&folder.run(&["convert", "x.pipe"]).shown());
}

#[test]
fn conversions_write_files() {
    let folder = Folder::new("convert_all")
        .with("x.pipe", "process in\n  :: frame_list_input\n")
        .with("x.trace", "[OpenMP.default]\n  trace_mode = OFF\n")
        .with("x.coilcfg.txt", golden("minimal.coilcfg.txt"))
        .with("x.coilcfg", "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n");
    let mut converted = BTreeSet::new();
    for line in folder.run(&["convert", "--list"]).out.lines() {
        let mut words = line.split_whitespace();
        let (language, id) = (words.next().unwrap(), words.next().unwrap());
        let file = match language {
            "sprokit" => "x.pipe",
            "pinsight" => "x.trace",
            "coil-hardware" => "x.coilcfg.txt",
            _ => "x.coilcfg",
        };
        converted.insert(language.to_owned());
        let out = format!("{language}.{id}");
        let called = folder.run(&["convert", file, "--to", id, "-o", &out]);
        match called.code {
            0 => assert!(!folder.read(&out).is_empty(), "{line}"),
            1 if called.err.contains(": not converted: ") => (),
            // With the errors of the text.
            1 => {
                assert!(!folder.read(&out).is_empty(), "{line}");
                assert!(called.err.contains(" error"), "{line}: {}", called.err);
            }
            _ => panic!("{line}: {}", called.err),
        }
    }
    assert_eq!(converted.len(), 4, "{converted:?}");
}

#[test]
fn what_a_description_leaves_open_is_said_with_an_option() {
    let folder = Folder::new("convert_architecture")
        .with("x.coilcfg.txt", golden("spec_example.coilcfg.txt"));
    let ask = ["convert", "x.coilcfg.txt", "--to", "coil-target"];
    let called = folder.run(&ask);
    assert_eq!((called.code, called.out.as_str()), (1, ""));
    assert!(called.err.contains("use `--architecture NAME`; there are "), "{}", called.err);
    assert!(called.err.contains(", x86, Custom\n"), "{}", called.err);
    let called = folder.run(&[&ask[..], &["--architecture", "x86"]].concat());
    assert_eq!(called.code, 0, "{}", called.err);
    assert!(called.out.contains("Architecture = x86\nMode = 64\n"), "{}", called.out);
    assert!(called.err.contains(": note: resources have no place"), "{}", called.err);
    let called = folder.run(&[&ask[..], &["--architecture=Z80"]].concat());
    assert_eq!(called.code, 1);
    assert!(called.err.contains("`Z80` is not an architecture"), "{}", called.err);
    assert_eq!(called.err.matches("there are ").count(), 1, "{}", called.err);
    // One of several units is chosen by its name.
    let folder = folder.with("two.coilcfg.txt", "[cpu:0]\n[gpu:1]\n");
    let called = folder.run(&["convert", "two.coilcfg.txt", "--to", "coil-target"]);
    assert_eq!((called.code, called.out.as_str()), (1, ""));
    let help = "use `--to coil-target:cpu:0` or `--to coil-target:gpu:1`";
    assert!(called.err.contains(help), "{}", called.err);
    let ask = ["convert", "two.coilcfg.txt", "--to", "coil-target:gpu:1", "--architecture", "AMD"];
    let called = folder.run(&ask);
    assert!(called.out.starts_with("[Target]\nPU = GPU\n"), "{}{}", called.out, called.err);
}

#[test]
fn a_file_without_a_layout_does_not_keep_others_from_theirs() {
    let folder = Folder::new("format_nul")
        .with("a.coilcfg", "[Target]\nPU=\0\n")
        .with("b.coilcfg", "[Target]\nPU=CPU\n");
    let called = folder.run(&["format", "a.coilcfg", "b.coilcfg"]);
    assert_eq!(called.code, 2);
    assert!(called.err.starts_with("bobbin: a.coilcfg: left as it is"), "{}", called.err);
    assert_eq!(folder.read("a.coilcfg"), b"[Target]\nPU=\0\n");
    assert_eq!(folder.read("b.coilcfg"), b"[Target]\nPU = CPU\n");
}

/// The mend of that very fault is no harm.
#[test]
fn a_fix_takes_nul_bytes_away() {
    let folder = Folder::new("fix_nul").with("a.coilcfg", "[Target]\nPU = CPU\0\n");
    let called = folder.run(&["check", "--fix", "--unsafe-fixes", "a.coilcfg"]);
    assert!(called.err.contains("1 fix applied"), "{}", called.shown());
    assert_eq!(folder.read("a.coilcfg"), b"[Target]\nPU = CPU\n");
}

/// Bytes around a NUL byte may be parts of something wider.
#[test]
fn nothing_is_written_around_a_nul_byte() {
    let texts = [
        ("a.pipe", "process  a :: image_writter\n# \0\n"),
        ("b.trace", "[OpenMP.default]\nomp_wrk=on\n# \0\n"),
        ("c.coilcfg.txt", "[cpu:0]\nname=x\n; \0\n"),
    ];
    for (name, text) in texts {
        let folder = Folder::new("nul").with(name, text);
        for words in [&["format"][..], &["format", "--diff"], &["format", "--check"]] {
            let called = folder.run(&[words, &[name]].concat());
            let why =
                format!("bobbin: {name}: left as it is: it has a NUL byte, so it may be no text\n");
            assert_eq!((called.code, called.err, called.out.as_str()), (2, why, ""), "{words:?}");
        }
        folder.run(&["check", "--fix", "--unsafe-fixes", name]);
        assert_eq!(folder.read(name), text.as_bytes(), "{name}");
    }
    let folder = Folder::new("nul_fix").with(texts[1].0, texts[1].1);
    let called = folder.run(&["check", "--fix", "--unsafe-fixes", texts[1].0]);
    assert_eq!(called.code, 2, "{}", called.err);
    assert!(called.err.contains("left as it is: it has a NUL byte"), "{}", called.err);
}

#[test]
fn a_patch_says_what_formatting_would_change() {
    let before = "process a ::  numbers  \r\n# caf\u{e9}\r\n\r\n\r\nend= 3\r\n";
    let latin: Vec<u8> = before.chars().map(|it| it as u8).collect();
    let folder = Folder::new("patch")
        .with("a.pipe", &latin)
        .with("good.pipe", "process a\n  :: numbers\n")
        .with("t.trace", "[OpenMP.default]\n trace_mode=OFF");
    let called = folder.run(&["format", "--diff", "."]);
    let bytes = called.bytes.clone();
    expect![[r#"
        exit code 1
        out: --- a.pipe
        out: +++ a.pipe
        out: @@ -1,5 +1,4 @@
        out: -process a ::  numbers  
        out: +process a :: numbers
        out:  # caf�
        out: -
        out:  
        out: -end= 3
        out: +  end = 3
        out: --- t.trace
        out: +++ t.trace
        out: @@ -1,2 +1,2 @@
        out:  [OpenMP.default]
        out: - trace_mode=OFF
        out: \ No newline at end of file
        out: +    trace_mode = OFF
    "#]]
    .assert_eq(&called.shown());
    assert!(bytes.contains(&0xe9), "the patch has the bytes of the file");
    assert_eq!(folder.read("a.pipe"), latin, "nothing is written");
    assert_eq!(folder.run(&["format", "--diff", "good.pipe"]).shown(), "exit code 0\n");
    let missing = folder.run(&["format", "--diff", "good.pipe", "missing.pipe"]);
    assert_eq!(missing.code, 2, "{}", missing.shown());
    // The patch makes of the file what the command makes of it.
    let program = std::process::Command::new("patch").arg("--version").output();
    if program.is_ok() {
        let patch = folder.run(&["format", "--diff", "t.trace"]).bytes;
        let folder = folder.with("t.patch", patch);
        let copy = std::fs::read(folder.path("t.trace")).unwrap();
        let done = std::process::Command::new("patch")
            .args(["-p0", "--input", &folder.path("t.patch"), &folder.path("t.trace")])
            .output()
            .unwrap();
        assert!(done.status.success(), "{done:?}");
        let patched = folder.read("t.trace");
        let folder = folder.with("t.trace", copy);
        assert_eq!(folder.run(&["format", "t.trace"]).code, 0);
        assert_eq!(patched, folder.read("t.trace"));
    }
}
