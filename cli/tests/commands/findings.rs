//! `check`, `validate`, and the answers to calls that make no sense.

use expect_test::expect;

use crate::bobbin::{Folder, golden};

#[test]
fn findings_are_printed_with_their_places() {
    let folder = Folder::new("findings")
        .with("bad.coilcfg.txt", "[cpu:0]\nname = é\n[resources]\nwheels = 4\n")
        .with("good.coilcfg.txt", golden("minimal.coilcfg.txt"));
    expect![[r#"
        exit code 1
        bad.coilcfg.txt:4:1: error  (unknown-resource)
    "#]]
    .assert_eq(&folder.run(&["check", "good.coilcfg.txt", "bad.coilcfg.txt"]).findings());
    expect![[r#"
        exit code 0
    "#]]
    .assert_eq(&folder.run(&["check", "good.coilcfg.txt"]).shown());
}

/// The catalogue that stands in the documents, with all that they say about it.
#[test]
fn the_documented_catalogue_is_one() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/command.md");
    let text = std::fs::read_to_string(root).unwrap();
    let (_, text) = text.split_once("\n## Process types of your own\n").unwrap();
    let (_, text) = text.split_once("```json\n").unwrap();
    let (catalogue, _) = text.split_once("```").unwrap();
    let pipe = "process n :: numbers\nprocess l :: lamp\n  watts = -1\nconnect from n.number to l.on\n\
        connect from n.number to l.more\nconnect from n.number to l._less\nconnect from l.light to l.dark\n";
    let folder = Folder::new("catalogue").with("types.json", catalogue).with("a.pipe", pipe);
    expect![[r#"
        exit code 0
        a.pipe:2:14: hint  (unknown-process-type)
    "#]]
    .assert_eq(&folder.run(&["check", "a.pipe"]).findings());
    expect![[r#"
        exit code 1
        a.pipe:3:11: warning  (partial-number)
        a.pipe:6:28: error  (unknown-port)
        a.pipe:7:1: error  (cycle)
    "#]]
    .assert_eq(&folder.run(&["check", "a.pipe", "--catalogue", "types.json"]).findings());
}

#[test]
fn findings_are_data_for_programs() {
    let folder = Folder::new("json").with("x.trace", "[OpenMP.default]\n  trace_mode = LOUD\n");
    let found = folder.run(&["check", "--json", "x.trace"]).out;
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found[0]["path"], "x.trace");
    assert_eq!(found[0]["diagnostics"][0]["code"], "unknown-mode");
    assert_eq!(found[0]["diagnostics"][0]["range"]["start"]["character"], 15);
}

#[test]
fn files_that_are_included_are_read_wherever_they_lie() {
    let folder = Folder::new("includes")
        .with("a/main.pipe", "include ../b/part\ninclude lib.txt\nconnect from in.x to out.x\n")
        .with("b/part", "include deeper/more\n")
        .with("b/deeper/more", "process in\n  :: unheard_of\nprocess out\n  :: unheard_of\n")
        .with("lib/lib.txt", "# nothing\n");
    expect![[r#"
        exit code 1
        a/main.pipe:1:9: hint  (unknown-process-type)
        a/main.pipe:1:9: hint  (unknown-process-type)
        a/main.pipe:2:9: error  (include-not-found)
    "#]]
    .assert_eq(&folder.run(&["check", "a/main.pipe"]).findings());
    let path = ["--env", "SPROKIT_PIPE_INCLUDE_PATH=/nowhere:lib"];
    expect![[r#"
        exit code 0
        a/main.pipe:1:9: hint  (unknown-process-type)
        a/main.pipe:1:9: hint  (unknown-process-type)
    "#]]
    .assert_eq(&folder.run(&[&["check", "a/main.pipe"], &path[..]].concat()).findings());
}

/// sprokit.md#include-search
#[test]
fn an_absolute_directory_is_an_empty_file() {
    let folder = Folder::new("directory").with("parts/a.conf", "# nothing\n");
    let text = format!("include {}\nprocess a\n  :: unheard_of\n", folder.path("parts"));
    let folder = folder.with("main.pipe", text);
    expect![[r#"
        exit code 0
        main.pipe:1:9: warning  (include-directory)
        main.pipe:3:6: hint  (unknown-process-type)
    "#]]
    .assert_eq(&folder.run(&["check", "main.pipe"]).findings());
}

/// A file with an absolute name is opened wherever it lies (sprokit.md#include-search).
#[cfg(unix)]
#[test]
fn an_absolute_include_that_is_closed_cannot_be_read() {
    let folder = Folder::new("include_closed").with("part.pipe", "");
    let text = format!("include {}\nconfig a\n  k = 1\n", folder.path("part.pipe"));
    let folder = folder.with("main.pipe", text);
    folder.permit("part.pipe", 0);
    let called = folder.run_permitted(&["check", "main.pipe"]);
    assert_eq!(called.code, 1, "{}", called.err);
    assert!(
        called.err.contains("part.pipe` cannot be read (include-unreadable)"),
        "{}",
        called.err
    );
}

/// sprokit.md#include-search
#[test]
fn a_directory_ends_its_step_of_the_search_for_an_include() {
    let main = "include a.conf\nprocess a\n  :: unheard_of\n  k2 = $CONFIG{s:k}\n";
    let folder = Folder::new("search")
        .with("i1/a.conf/x", "")
        .with("i2/a.conf", "config s\n  k = 2\n")
        .with("a.conf", "config s\n  k = 0\n")
        .with("main.pipe", main);
    let value = |folder: &Folder| {
        let called = folder.run(&["resolve", "-I", "i1", "-I", "i2", "main.pipe"]);
        let line = called.out.lines().find(|it| it.contains("k2"));
        (called.code, line.unwrap_or_default().to_owned())
    };
    expect![[r#"(0, "process › a  a:k2  0  expanded, line 4: from `$CONFIG{s:k}`")"#]]
        .assert_eq(&format!("{:?}", value(&folder)));
    let said = |folder: &Folder, words: &[&str]| {
        folder.run(&[&["check", "-I", "i1", "-I", "i2"], words].concat()).findings()
    };
    std::fs::remove_file(folder.path("a.conf")).unwrap();
    expect![[r#"
        exit code 1
        main.pipe:1:9: error  (include-not-found)
        main.pipe:3:6: hint  (unknown-process-type)
    "#]]
    .assert_eq(&said(&folder, &["main.pipe"]));
    // The folders of the files being read are one step, whatever brought a file from there.
    let folder = folder
        .with("m/main.pipe", "include b\ninclude sub/a.conf\nprocess a\n  :: unheard_of\n")
        .with("m/sub/a.conf", "include b\n")
        .with("m/sub/b/x", "")
        .with("m/b", "# nothing\n");
    expect![[r#"
        exit code 1
        m/main.pipe:2:9: error  (include-not-found)
        m/main.pipe:4:6: hint  (unknown-process-type)
    "#]]
    .assert_eq(&said(&folder, &["m/main.pipe"]));
}

/// coil.md#telling-the-formats-apart
#[test]
fn a_text_with_signs_of_both_formats_is_said_to_be_ambiguous() {
    let texts = ["[Target]\n[cpu:0]\n", "@include a\n[cpu:0]\n", "[cpu:0]\n# c\n"];
    for text in texts {
        let folder = Folder::new("ambiguous").with("x.coilcfg", text);
        let said = folder.run(&["check", "x.coilcfg"]).err;
        let n_lines =
            said.lines().filter(|it| it.starts_with("bobbin: x.coilcfg is ambiguous")).count();
        assert_eq!(n_lines, 1, "{said}");
        let said = folder.run(&["check", "--language", "coil-target", "x.coilcfg"]).err;
        assert!(!said.contains("ambiguous"), "{said}");
    }
}

/// sprokit.md#cluster-files
#[test]
fn clusters_are_found_in_their_folders_and_among_the_files_that_are_given() {
    let cluster = "cluster myc\n  -- d\n  n[ro] = 1\n  -- d\n  imap from in to p.image\n  -- d\n\
                   include part.conf\n";
    let folder = Folder::new("clusters")
        .with("main.pipe", "process c\n  :: myc\n  n = 2\n")
        .with("lib/myc.cluster", cluster)
        .with("lib/part.conf", "process p\n  :: image_writer\n")
        .with("lib/deeper/other.cluster", "cluster other\n");
    let said = |words: &[&str]| folder.run(&[&["check"], words].concat()).findings();
    expect![[r#"
        exit code 0
        main.pipe:2:6: hint  (unknown-process-type)
    "#]]
    .assert_eq(&said(&["main.pipe"]));
    expect![[r#"
        exit code 1
        main.pipe:1:9: error  (required-port-unconnected)
        main.pipe:3:7: error  (instance-override)
    "#]]
    .assert_eq(&said(&["main.pipe", "--env", "SPROKIT_CLUSTER_PATH=/nowhere:lib"]));
    expect![[r#"
        exit code 1
        main.pipe:1:9: error  (required-port-unconnected)
        main.pipe:3:7: error  (instance-override)
    "#]]
    .assert_eq(&said(&["main.pipe", "lib/myc.cluster"]));
    expect![[r#"
        exit code 1
        lib/deeper/other.cluster:1:1: error  (missing-description)
        lib/deeper/other.cluster:1:9: error  (cluster-no-ports)
        lib/deeper/other.cluster:1:9: error  (cluster-no-processes)
        main.pipe:1:9: error  (required-port-unconnected)
        main.pipe:3:7: error  (instance-override)
    "#]]
    .assert_eq(&said(&["."]));
    let drawn = |words: &[&str]| {
        let called = folder.run(&[&["graph", "main.pipe", "--to", "dot"], words].concat());
        (called.code, called.out.contains("c/p"))
    };
    // What the instance sets is an error once its cluster is known.
    assert_eq!(drawn(&[]), (0, false));
    assert_eq!(drawn(&["--env", "SPROKIT_CLUSTER_PATH=lib"]), (1, true));
}

#[test]
fn the_surroundings_are_those_of_the_machine_unless_said_otherwise() {
    let text = "process in\n  :: frame_list_input\n  folder = $ENV{HOME}\n  n = $SYSENV{numproc}\n  \
        x = $ENV{MINE}\nprocess out\n  :: image_writer\n";
    let folder = Folder::new("surroundings").with("main.pipe", text);
    let about_macros = |words: &[&str]| -> Vec<String> {
        let called = folder.run(&[&["check", "main.pipe"], words].concat());
        let lines = called.err.lines().filter(|it| it.contains("(macro-unresolved)"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(about_macros(&["--env=MINE=1"]), [] as [String; 0]);
    assert_eq!(about_macros(&[]).len(), 1);
    assert_eq!(about_macros(&["--clean-env", "--env", "OTHER=1"]).len(), 2);
}

#[test]
fn the_validator_of_the_documents_speaks_as_they_do() {
    let folder = Folder::new("validate")
        .with("a.coilcfg", "@include base/b.coilcfg\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 128\n[ARM_X]\ny = 1\n")
        .with("base/b.coilcfg", "[Memory]\nModel = Flat\nAlignment = 3\nStackGrowth = Down\nEndianness = little\n")
        .with("latin1.coilcfg", b"[Target]\n# caf\xe9\n");
    let called = folder.run_by_name("coil-config-validate", &["a.coilcfg"]);
    expect![[r#"
        exit code 1
        a.coilcfg:0: error [Optimization]  (E_MISSING_SECTION)
        a.coilcfg:5: error [Target] Mode (E_MODE)
        base/b.coilcfg:3: error [Memory] Alignment (E_POW2)
        base/b.coilcfg:5: error [Memory] Endianness (E_ENUM)
    "#]]
    .assert_eq(&called.findings());
    expect![[r#"
        exit code 2
        latin1.coilcfg:2: error  (E_ENCODING)
        latin1.coilcfg:0: error [Target]  (E_MISSING_SECTION)
        latin1.coilcfg:0: error [Optimization]  (E_MISSING_SECTION)
        latin1.coilcfg:0: error [Memory]  (E_MISSING_SECTION)
        none.coilcfg:0: error  (os error 2)
    "#]]
    .assert_eq(&folder.run(&["validate", "latin1.coilcfg", "none.coilcfg"]).findings());
    // Included files are checked the same way, each in its own place (coil.md#validation and
    // coil.md#includes).
    let folder = folder
        .with("c.coilcfg", "@include mid.coilcfg\n[Optimization]\nLevel = 1\n")
        .with("mid.coilcfg", "# é\n@include latin1.coilcfg\n");
    expect![[r#"
        exit code 1
        latin1.coilcfg:2: error  (E_ENCODING)
        c.coilcfg:0: error [Target]  (E_MISSING_SECTION)
        c.coilcfg:0: error [Memory]  (E_MISSING_SECTION)
    "#]]
    .assert_eq(&folder.run(&["validate", "c.coilcfg"]).findings());
    let checked = folder.run(&["check", "c.coilcfg"]);
    assert!(
        checked.err.contains("c.coilcfg:1:10: error: in `latin1.coilcfg`, line 2: this is not"),
        "{}",
        checked.err
    );
    let folder = folder.with("k.coilcfg", "[Optimization]\n= 1\n");
    let keyless = folder.run(&["validate", "k.coilcfg"]);
    let said = "k.coilcfg:2: error: [Optimization] no key before the `=` (E_KEY_NAME)\n";
    assert!(keyless.err.contains(said), "{}", keyless.err);
    let strict = folder.run(&["validate", "--strict", "a.coilcfg"]);
    assert!(strict.err.contains("(W_VENDOR_SECTION)"), "{}", strict.err);
    assert!(!called.err.contains("(W_VENDOR_SECTION)"));
}

#[test]
fn bytes_that_are_no_utf_8_are_a_finding_where_the_language_wants_it() {
    let folder = Folder::new("encoding")
        .with("a.coilcfg", b"[Target]\n# caf\xe9\n")
        .with("b.coilcfg.txt", b"[cpu:0]\nname = x\xe9\n")
        .with("c.pipe", b"process a :: orphan # \xe9\n  k = \xe9\nprocess \xe9 :: orphan\n")
        .with("d.trace", b"[OpenMP.default]\n  # \xe9\n  trace_mode = \xe9\n");
    let all = ["check", "a.coilcfg", "b.coilcfg.txt", "c.pipe", "d.trace"];
    expect![[r#"
        exit code 1
        a.coilcfg:1:1: error  (missing-section)
        a.coilcfg:1:1: error  (missing-section)
        a.coilcfg:1:1: error  (missing-section)
        a.coilcfg:2:6: error  (encoding)
        b.coilcfg.txt:2:9: error  (encoding)
        c.pipe:2:3: warning  (unknown-key)
        c.pipe:3:9: error  (syntax)
        d.trace:3:16: warning  (unknown-mode)
    "#]]
    .assert_eq(&folder.run(&all).findings());
    let json = folder.run(&["check", "--json", "a.coilcfg"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let found = json[0]["diagnostics"].as_array().unwrap();
    let found = found.iter().find(|it| it["code"] == "encoding").unwrap();
    assert_eq!(found["range"]["start"]["line"], 1);
    assert_eq!(found["range"]["start"]["character"], 5);
    // Commands that would write or convert the text refuse.
    let called = folder.run(&["format", "a.coilcfg"]);
    assert_eq!(called.code, 2);
    assert!(
        called.err.contains("a.coilcfg:2: error: not a UTF-8 text file, at byte 14"),
        "{}",
        called.err
    );
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_the_others() {
    let folder = Folder::new("some_unreadable")
        .with("bad.coilcfg", "[Target]\nPU = cpu\n")
        .with("ugly.coilcfg", "[A_b]\nx=1\n");
    let called = folder.run(&["check", "none.coilcfg", "bad.coilcfg"]);
    assert_eq!(called.code, 2);
    assert!(called.err.contains("cannot read none.coilcfg"), "{}", called.err);
    assert!(called.err.contains("bad.coilcfg:2:6: error"), "{}", called.err);
    let called = folder.run(&["format", "none.coilcfg", "ugly.coilcfg"]);
    assert_eq!(called.code, 2);
    assert_eq!(folder.read("ugly.coilcfg"), b"[A_b]\nx = 1\n");
}

#[test]
fn a_target_that_cannot_be_read_is_another_failure_than_a_faulty_one() {
    let folder = Folder::new("validate_unreadable").with("bad.coilcfg", "[Target]\nPU = cpu\n");
    assert_eq!(folder.run(&["validate", "bad.coilcfg"]).code, 1);
    for words in [&["none.coilcfg"][..], &["none.coilcfg", "bad.coilcfg"]] {
        let called = folder.run_by_name("coil-config-validate", words);
        assert_eq!(called.code, 2, "{words:?}: {}", called.err);
        assert!(called.err.contains("cannot read"), "{words:?}: {}", called.err);
    }
    let called = folder.run(&["validate", "none.coilcfg", "bad.coilcfg"]);
    assert!(called.err.contains("bad.coilcfg:2: error"), "{}", called.err);
}

/// Of a folder, these are its target configurations.
#[test]
fn the_validator_takes_folders_and_patterns() {
    let folder = Folder::new("validate_folder")
        .with("a/bad.coilcfg", "[Target]\nPU = cpu\n")
        .with("a/b/worse.coilcfg", "[Target\n")
        .with("a/unit.coilcfg", "[cpu:0]\nname = x\n")
        .with("a/binary.coilcfg", golden("minimal.coilcfg"))
        .with("a/x.pipe", "what\n");
    let files = |words: &[&str]| {
        let called = folder.run(&[&["validate"], words].concat());
        let files = called.err.lines().map(|it| it.split(':').next().unwrap().to_owned());
        let mut files: Vec<String> = files.collect();
        files.dedup();
        (called.code, files.join(" "))
    };
    assert_eq!(files(&["."]), (1, "a/b/worse.coilcfg a/bad.coilcfg".to_owned()));
    assert_eq!(files(&["a/b*.coilcfg", "a/bad.coilcfg"]).1, "a/bad.coilcfg a/binary.coilcfg");
    assert_eq!(files(&["no*.coilcfg"]).0, 2);
}

/// A folder without a target is not a valid one.
#[test]
fn the_validator_says_that_there_is_no_target() {
    let folder = Folder::new("validate_none").with("a/x.pipe", "what\n");
    let called = folder.run(&["validate", "a"]);
    let said = "bobbin: none of these files is a COIL target configuration\n";
    assert_eq!((called.code, called.err.as_str()), (2, said));
    let called = folder.run(&["validate", "a", "no*.coilcfg"]);
    assert!(called.code == 2 && !called.err.contains("none of"), "{}", called.err);
}

/// Called by the name of a tool, the command is that tool.
#[test]
fn a_tool_has_its_own_help_and_version() {
    let folder = Folder::new("tools");
    for tool in [
        "coilcfg-compile",
        "coilcfg-decompile",
        "coilcfg-detect",
        "coilcfg-query",
        "coil-config-validate",
    ] {
        let version = folder.run_by_name(tool, &["--version"]);
        assert_eq!(
            version.out,
            format!("{tool} {}\n", env!("CARGO_PKG_VERSION")),
            "{}",
            version.err
        );
        let help = folder.run_by_name(tool, &["--help"]).out;
        assert!(
            help.contains(&format!("Usage: {tool} ")) && !help.contains("Usage: bobbin"),
            "{help}"
        );
        let wrong = folder.run_by_name(tool, &["--what"]);
        assert!(wrong.code == 2 && wrong.err.contains(&format!("Usage: {tool} ")), "{}", wrong.err);
    }
    let twice = folder.run_by_name("coilcfg-detect", &["-o", "x", "-o", "y"]);
    assert_eq!(twice.code, 0, "{}", twice.err);
}

#[test]
fn a_call_that_makes_no_sense_is_answered_in_words() {
    let folder = Folder::new("calls")
        .with("x.coilcfg", golden("minimal.coilcfg"))
        .with("cut.coilcfg", &golden("minimal.coilcfg")[..40]);
    for (words, message) in [
        (&["polish"][..], "bobbin: unrecognized subcommand 'polish'"),
        (
            &["chek", "x"][..],
            "bobbin: unrecognized subcommand 'chek'\n\n  tip: a similar subcommand",
        ),
        (&["check"][..], "bobbin: the following required arguments were not provided:"),
        (
            &["check", "--language", "cobol", "x"][..],
            "bobbin: invalid value 'cobol' for '--language <NAME>'\n  [possible values: sprokit, ",
        ),
        (&["check", "--to", "dot", "x"][..], "bobbin: unexpected argument '--to' found"),
        (&["check", "--json=yes", "x"][..], "bobbin: unexpected value 'yes' for '--json' found"),
        (
            &["check", "--setting", "x"][..],
            "bobbin: invalid value 'x' for '--setting <KEY=VALUE>': a key and a value with `=` between",
        ),
        (&["check", "x", "--setting"][..], "bobbin: a value is required for '--setting"),
        (&["check", "/no/such/file"][..], "bobbin: cannot read /no/such/file: "),
        (
            &["check", "x.coilcfg"][..],
            "bobbin: x.coilcfg is a binary; `bobbin decompile` makes it a text",
        ),
        (&["check", "cut.coilcfg"][..], "bobbin: cut.coilcfg is a damaged binary: "),
        (
            &["resolve", "--language", "coil-hardware", "x.coilcfg"][..],
            "bobbin: x.coilcfg is a binary; `bobbin decompile` makes it a text",
        ),
        (
            &["convert", "x.coilcfg", "--to", "json", "--language", "coil-hardware"][..],
            "bobbin: x.coilcfg is a binary; `bobbin decompile` makes it a text",
        ),
        (
            &["check", "--catalogue", "none.json", "x.coilcfg"][..],
            "bobbin: cannot read the catalogue none.json: ",
        ),
        (&["compile", "a", "b"][..], "bobbin: unexpected argument 'b' found"),
        (&["lsp", "--json"][..], "bobbin: unexpected argument '--json' found"),
        (&["check", "no*.pipe"][..], "bobbin: no file matches no*.pipe"),
    ] {
        let called = folder.run(words);
        assert_eq!(called.code, 2, "{words:?}");
        assert!(called.err.starts_with(message), "{words:?}: {}", called.err);
    }
    let help = folder.run(&["check", "--help"]);
    assert_eq!(help.code, 0);
    assert!(help.out.contains("--format <FORM>"), "{}", help.out);
    let help = folder.run(&["help"]);
    assert!(help.out.contains("bobbin convert --list"), "{}", help.out);
    assert_eq!(folder.run(&["--version"]).out, concat!("bobbin ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn a_reader_that_is_gone_is_no_failure() {
    // More output than a pipe holds, so that the reader is gone before the last line is written.
    let folder = Folder::new("unheard").with("x.pipe", "what\n".repeat(5000));
    assert_eq!(folder.run_unheard(&["check", "x.pipe"]), 1);
}

/// A CR ends a line of a target (coil.md#target-lines), and all places in an output count alike.
#[test]
fn lines_that_end_with_cr_are_counted() {
    let base = "[Target]\rPU = CPU\rArchitecture = x86\rMode = 48\r[Optimization]\rLevel = 7\r[Memory]\r\
        Model=Flat\rAlignment=3\rStackGrowth=Down\rEndianness=Little\r";
    let folder = Folder::new("lines-cr")
        .with("c1.coilcfg", base)
        .with("c2.coilcfg", "@include \"c1.coilcfg\"\n[Optimization]\nLevel = 2\n")
        .with("mixed.coilcfg", "[Target]\r\nPU = CPU\rMode = 48\n");
    let resolved = folder.run(&["resolve", "c2.coilcfg"]).out;
    assert!(resolved.contains("line 4 of c1.coilcfg"), "{resolved}");
    assert!(resolved.contains("in line 6"), "{resolved}");
    let checked = folder.run(&["check", "c1.coilcfg"]);
    let checked = checked.out + &checked.err;
    assert!(checked.contains("c1.coilcfg:4:8: error: "), "{checked}");
    let checked = folder.run(&["check", "c2.coilcfg"]);
    let checked = checked.out + &checked.err;
    assert!(checked.contains("in `c1.coilcfg`, line 4: "), "{checked}");
    assert!(checked.contains("    c1.coilcfg:4:8: "), "{checked}");
    let mixed = folder.run(&["resolve", "mixed.coilcfg"]).out;
    assert!(mixed.contains("written, line 2") && mixed.contains("written, line 3"), "{mixed}");
    let checked = folder.run(&["check", "--json", "c1.coilcfg"]).out;
    let checked: serde_json::Value = serde_json::from_str(&checked).unwrap();
    let first = &checked[0]["diagnostics"][0]["range"]["start"];
    assert_eq!(*first, serde_json::json!({ "line": 3, "character": 7 }), "{checked}");
    let resolved = folder.run(&["resolve", "--json", "c2.coilcfg"]).out;
    let resolved: serde_json::Value = serde_json::from_str(&resolved).unwrap();
    let rows = resolved["rows"].as_array().unwrap();
    let mode = rows.iter().find(|it| it["key"] == "Mode").unwrap();
    assert_eq!(mode["origin"]["written"]["range"]["start"]["line"], 3, "{mode}");
}
