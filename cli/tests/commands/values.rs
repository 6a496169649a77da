//! The values that `bobbin resolve` prints.

use expect_test::expect;

use crate::bobbin::Folder;

const TEXT: &str = "config home\n  folder = $ENV{HOME}/é\n  n = 1\n";

#[test]
fn values_are_a_table_for_people() {
    let folder = Folder::new("resolve").with("x.pipe", TEXT).with("x.coilcfg.txt", "[cpu:0]\n");
    expect![[r#"
        exit code 0
        out: config › home  home:folder  /home/me/é  expanded, line 2: from `$ENV{HOME}/é`
        out: config › home  home:n       1           written, line 3
    "#]]
    .assert_eq(&folder.run(&["resolve", "x.pipe"]).shown());
    expect![[r#"
        exit code 0
        out: config › home  home:folder  /root/é  expanded, line 2: from `$ENV{HOME}/é`
        out: config › home  home:n       1        written, line 3
    "#]]
    .assert_eq(&folder.run(&["resolve", "x.pipe", "--env=HOME=/root"]).shown());
    assert_eq!(folder.run(&["resolve", "x.pipe", "x.pipe"]).code, 2);
}

/// No values, or these, are not the truth where the program has none.
#[test]
fn values_of_a_file_with_errors_come_with_them() {
    let folder = Folder::new("resolve_errors")
        .with("top.pipe", "include a.pipe\n relativepath t = q\n")
        .with("some.pipe", "include a.pipe\nconfig b\n  k = 1\n");
    let called = folder.run(&["resolve", "top.pipe"]);
    assert_eq!((called.code, called.out.as_str()), (1, ""), "{}", called.err);
    assert!(called.err.starts_with("top.pipe:1:9: error: "), "{}", called.err);
    assert!(called.err.contains("(include-not-found)"), "{}", called.err);
    let called = folder.run(&["resolve", "some.pipe"]);
    assert_eq!(called.code, 1, "{}", called.err);
    assert_eq!(called.out, "config › b  b:k  1  written, line 3\n");
    assert!(called.err.contains("(include-not-found)"), "{}", called.err);
    let called = folder.run(&["resolve", "--json", "some.pipe"]);
    assert_eq!(called.code, 1, "{}", called.err);
    assert!(called.out.starts_with('{') && called.err.contains("(include-not-found)"));
}

#[cfg(unix)]
#[test]
fn a_value_of_an_included_file_stands_in_its_own_folder() {
    let main = "include parts/common.pipe\nconfig b\n  relativepath own = y\n";
    let folder = Folder::new("resolve_included_folder")
        .with("x.pipe", main)
        .with("parts/common.pipe", "# first\nconfig a\n  k = 1\n  relativepath f = x\n");
    std::os::unix::fs::symlink(folder.path("parts"), folder.path("link")).unwrap();
    let real = std::fs::canonicalize(folder.path("parts")).unwrap();
    let real = real.parent().unwrap().to_str().unwrap();
    let shown = |called: &str| -> String {
        let lines = called.lines().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.map(|it| it.replace(real, "REAL") + "\n").collect()
    };
    expect![[r#"
        exit code 0
        out: config › a a:f REAL/parts/x expanded, line 4 of parts/common.pipe: from `x`
        out: config › a a:k 1 written, line 3 of parts/common.pipe
        out: config › b b:own REAL/y expanded, line 3: from `y`
    "#]]
    .assert_eq(&shown(&folder.run(&["resolve", "x.pipe"]).shown()));
    std::fs::write(folder.path("y.pipe"), main.replace("parts", "link")).unwrap();
    expect![[r#"
        exit code 0
        out: config › a a:f REAL/parts/x expanded, line 4 of link/common.pipe: from `x`
        out: config › a a:k 1 written, line 3 of link/common.pipe
        out: config › b b:own REAL/y expanded, line 3: from `y`
    "#]]
    .assert_eq(&shown(&folder.run(&["resolve", "y.pipe"]).shown()));
}

#[test]
fn values_are_data_for_programs() {
    let folder = Folder::new("resolve_json").with("x.pipe", TEXT);
    let found = folder.run(&["resolve", "--json", "x.pipe"]).out;
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    let row = &found["rows"][0];
    assert_eq!((&row["key"], &row["value"]), (&"home:folder".into(), &"/home/me/é".into()));
    assert_eq!(row["origin"]["originKind"], "expanded");
    assert_eq!(row["origin"]["range"]["start"]["line"], 1);
}

/// A binary is compared whatever language is asked for, if it is that of binaries.
#[test]
fn a_binary_is_compared_in_a_given_language() {
    let folder = Folder::new("compare_language").with("a.coilcfg.txt", "[cpu:0]\nname = A\n");
    assert_eq!(folder.run(&["compile", "a.coilcfg.txt"]).shown(), "exit code 0\n");
    let compare = |language: &str| {
        folder.run(&["compare", "--language", language, "a.coilcfg.txt", "a.coilcfg"])
    };
    assert_eq!(compare("coil-hardware").shown(), "exit code 0\n");
    assert!(compare("coil-target").shown().contains("a.coilcfg is a binary"));
}

/// A binary beyond a limit of Bobbin's is not called damaged.
#[test]
fn a_binary_that_takes_too_much_memory_is_said_to() {
    let (n_units, table) = (2000_u32, 32 + 44 * 2000_u32);
    let mut bytes = b"GFCC\0\x01\0\0".to_vec();
    bytes.extend_from_slice(&n_units.to_le_bytes());
    bytes.resize(32, 0);
    for idx in 0..n_units {
        let mut entry = [0; 44];
        entry[2..4].copy_from_slice(&(idx as u16).to_le_bytes());
        entry[24..28].copy_from_slice(&table.to_le_bytes());
        entry[28..32].copy_from_slice(&n_units.to_le_bytes());
        bytes.extend_from_slice(&entry);
    }
    bytes.resize(bytes.len() + 32 * n_units as usize + 1, 0);
    let folder = Folder::new("beyond_memory").with("a.coilcfg", bytes);
    let said = folder.run(&["check", "a.coilcfg"]).err;
    assert!(
        said.starts_with("bobbin: a.coilcfg is a binary that Bobbin does not read: "),
        "{said}"
    );
    assert!(said.contains("a limit of Bobbin's"), "{said}");
}

#[test]
fn two_files_are_compared_by_what_counts() {
    let base = "[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n\
        [Optimization]\nLevel = 1\n";
    let folder = Folder::new("compare")
        .with("base.coilcfg", base)
        .with(
            "a.coilcfg",
            "@include base.coilcfg\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n\
             Features = avx2, FMA\n",
        )
        .with(
            "b.coilcfg",
            "[Target]\nPU = CPU\nArchitecture = X86\nMode = 0x40\nFeatures = AVX2,FMA\n\
             @include base.coilcfg\n[Optimization]\nLevel = 3\n[ABI]\nName = SystemV\n",
        )
        .with("x.pipe", TEXT)
        .with("y.pipe", TEXT.replace("n = 1", "n = 2"))
        .with("x.coilcfg.txt", "[cpu:0]\nname = a\n")
        .with("y.coilcfg.txt", "[cpu:0]\nname = b\n")
        .with("x.trace", "[OpenMP.default]\n    omp_thread_begin = on\n");
    expect![[r#"
        exit code 1
        out:                                a.coilcfg  b.coilcfg
        out: section › Optimization  Level  1          3
        out: section › ABI           Name   -          SystemV
    "#]]
    .assert_eq(&folder.run(&["compare", "a.coilcfg", "b.coilcfg"]).shown());
    assert_eq!(folder.run(&["compare", "a.coilcfg", "./a.coilcfg"]).shown(), "exit code 0\n");
    let found = folder.run(&["compare", "--json", "b.coilcfg", "a.coilcfg"]).out;
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found[0]["key"], "Level");
    assert_eq!(found[0]["right"]["value"], "1");
    expect![[r#"
        exit code 1
        out:                        x.pipe  y.pipe
        out: config › home  home:n  1       2
    "#]]
    .assert_eq(&folder.run(&["compare", "x.pipe", "y.pipe"]).shown());
    let called = folder.run(&["compare", "x.coilcfg.txt", "y.coilcfg.txt"]);
    assert_eq!((called.code, called.out.lines().count()), (1, 2), "{}", called.out);
    assert_eq!(folder.run(&["compare", "x.trace", "x.trace"]).shown(), "exit code 0\n");
    // Binaries are compared by the texts that they stand for, also with a text.
    for name in ["x", "y"] {
        let compiled = folder.run(&["compile", &format!("{name}.coilcfg.txt")]);
        assert_eq!(compiled.code, 0, "{}", compiled.shown());
    }
    for right in ["y.coilcfg", "y.coilcfg.txt"] {
        let called = folder.run(&["compare", "x.coilcfg", right]);
        assert_eq!(called.code, 1, "{}", called.shown());
        let row: Vec<&str> = called.out.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(row, ["unit", "›", "cpu:0", "name", "a", "b"]);
        assert_eq!(called.err, "");
    }
    assert_eq!(folder.run(&["compare", "x.coilcfg", "x.coilcfg.txt"]).shown(), "exit code 0\n");
    for (words, message) in [
        (&["compare", "a.coilcfg"][..], "<FILE>"),
        (&["compare", "a.coilcfg", "x.trace"], "cannot be compared with a"),
    ] {
        let called = folder.run(words);
        assert_eq!(called.code, 2);
        assert!(called.err.contains(message), "{}", called.err);
    }
}

/// Texts that the program rejects: they have no meaning that could be equal.
#[test]
fn two_files_with_errors_are_not_called_equal() {
    let folder = Folder::new("compare_errors")
        .with("a.pipe", "config a\n  k = 1\nwhat\n")
        .with("b.pipe", "config a\n  k = 1\n")
        .with("c.pipe", "config a\n  k = 1\n");
    assert_eq!(folder.run(&["compare", "b.pipe", "c.pipe"]).shown(), "exit code 0\n");
    for (left, right, n_errors) in
        [("a.pipe", "b.pipe", 1), ("b.pipe", "a.pipe", 1), ("a.pipe", "a.pipe", 2)]
    {
        for form in [&[][..], &["--json"]] {
            let called = folder.run(&[&["compare", left, right], form].concat());
            let errors = called.err.matches("a.pipe:3:1: error: ").count();
            assert_eq!((called.code, errors), (1, n_errors), "{}", called.shown());
            assert!(!called.out.contains("error"), "{}", called.out);
        }
    }
}

/// However a text names a section, a unit, a region or an action: what counts is what it means.
#[test]
fn texts_of_one_meaning_do_not_differ() {
    let on = "    OpenMP.omp_thread_begin = off\n";
    let region = |header: &str| format!("{header}\n    max_num_traces = 5\n{on}");
    let action = |action: &str| {
        format!("[Lexgion(foo)]\n    max_num_traces = 5\n    window_end_action = {action}\n")
    };
    let punits = |header: &str| format!("{header}\n    omp_thread_begin = off\n");
    let pairs = [
        ("pipe", "config a:b\n  c = 1\n".to_owned(), "config a\n  b:c = 1\n".to_owned()),
        ("trace", region("[Lexgion(0x10)]"), region("[Lexgion(0X010)]")),
        (
            "trace",
            region("[Lexgion(0x1, 0x2)]"),
            format!("{}{}", region("[Lexgion(0x1)]"), region("[Lexgion(0x2)]")),
        ),
        ("trace", punits("[OpenMP.thread(0,1)]"), punits("[OpenMP.thread(1,0)]")),
        ("trace", punits("[OpenMP.thread(0-2)]"), punits("[OpenMP.thread(2, 0, 1)]")),
        ("trace", action("OpenMP:OFF, MPI:MONITORING"), action("MPI : monitor,OpenMP: off")),
        ("trace", action("INTROSPECT:5:-:OFF"), action("introspect:5::Off")),
    ];
    for (idx, (ending, left, right)) in pairs.iter().enumerate() {
        let (l, r) = (format!("l.{ending}"), format!("r.{ending}"));
        let folder = Folder::new(&format!("compare_same_{idx}")).with(&l, left).with(&r, right);
        let shown = folder.run(&["compare", &l, &r]).shown();
        assert_eq!(shown, "exit code 0\n", "{left}\n{right}");
    }
    // And what differs, does.
    for (idx, (left, right)) in [
        (region("[Lexgion(0x10)]"), region("[Lexgion(0x11)]")),
        (punits("[OpenMP.thread(0,1)]"), punits("[OpenMP.thread(0,2)]")),
        (action("OpenMP:OFF"), action("OpenMP:STANDBY")),
        (action("INTROSPECT:5:-:OFF"), action("INTROSPECT:5:-")),
    ]
    .iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("compare_other_{idx}"))
            .with("l.trace", left)
            .with("r.trace", right);
        let called = folder.run(&["compare", "l.trace", "r.trace"]);
        assert_eq!(called.code, 1, "{left}\n{right}{}", called.err);
    }
}

#[test]
fn a_very_long_value_does_not_widen_the_others() {
    let text = |value: &str| format!("config a\n  long = {value}\n  n = 1\n");
    let long = "x".repeat(1 << 16);
    let folder = Folder::new("resolve_long").with("l.pipe", text(&long)).with("m.pipe", text("y"));
    let called = folder.run(&["resolve", "l.pipe"]);
    let shown = called.shown().replace(&long, "xxx");
    expect![[r#"
        exit code 0
        out: config › a  a:long  xxx  written, line 2
        out: config › a  a:n     1  written, line 3
    "#]]
    .assert_eq(&shown);
    let called = folder.run(&["compare", "l.pipe", "m.pipe"]);
    assert_eq!((called.code, called.out.lines().count()), (1, 2), "{}", called.err);
}

#[test]
fn an_included_value_says_its_own_file_and_line() {
    let folder = Folder::new("resolve_included")
        .with("sub/base.coilcfg", "# base\n[Target]\nPU = CPU\nMode = 64\n")
        .with("main.coilcfg", "@include sub/base.coilcfg\n[Target]\nMode = 32\n");
    let table = folder.run(&["resolve", "main.coilcfg"]).out;
    let row = |key: &str| {
        let line = table.lines().find(|it| it.contains(&format!("  {key} ")));
        line.unwrap_or_else(|| panic!("{key}: {table}"))
            .split("  ")
            .last()
            .unwrap()
            .trim()
            .to_owned()
    };
    assert_eq!(row("PU"), "inherited, line 3 of sub/base.coilcfg");
    assert_eq!(row("Mode"), "written, line 3: overrides `64` in line 4 of `sub/base.coilcfg`");
    let json = folder.run(&["resolve", "--json", "main.coilcfg"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rows = json["rows"].as_array().unwrap();
    let origin = &rows.iter().find(|it| it["key"] == "PU").unwrap()["origin"];
    assert_eq!(origin["written"]["path"], "sub/base.coilcfg", "{origin}");
    assert_eq!(origin["written"]["range"]["start"]["line"], 2);
    assert_eq!(origin["range"]["start"]["line"], 0);
}

#[test]
fn codes_are_explained() {
    let folder = Folder::new("explain");
    let called = folder.run(&["explain", "scope-comma"]);
    assert_eq!(called.code, 0);
    assert!(called.out.starts_with("scope-comma (pinsight"), "{}", called.out);
    assert!(called.out.contains("hint: legal, but probably not meant."), "{}", called.out);
    let endless = folder.run(&["explain", "endless-cluster"]).out;
    assert!(endless.contains("error: the real program makes instances without end."), "{endless}");
    let open = folder.run(&["explain", "unknown-process-type"]).out;
    assert!(open.contains("hint: the text alone does not tell whether"), "{open}");
    let example = folder.run(&["explain", "range"]).out;
    assert!(example.contains("    Level = 4\n"), "{example}");
    assert!(example.contains("Without it (quick fix: Change to `3`)"), "{example}");
    // Of a table of codes only what is about this one.
    assert!(example.contains("4 is outside 0..3") && !example.contains("E_MODE"), "{example}");
    for code in ["E1_MAGIC", "E1_TRUNCATED", "E1_COMPRESSED"] {
        assert!(folder.run(&["explain", code]).out.contains("binary"), "{code}");
    }
    let all = folder.run(&["explain"]);
    assert!(
        all.out.lines().count() > 200 && all.out.contains("unknown-process-type (sprokit, hint)")
    );
    let json = folder.run(&["explain", "--json", "unknown-process-type"]);
    assert!(json.out.contains("sprokit#building-the-graph"), "{}", json.out);
    let cause = folder.run(&["explain", "default_header_has_extra_parts"]).out;
    assert!(cause.starts_with("reading-stopped (pinsight"), "{cause}");
    let of_run_time = folder.run(&["explain", "mode_switched"]);
    assert!(of_run_time.out.contains("window_end_action"), "{}", of_run_time.out);
    assert_eq!(of_run_time.code, 0);
    let json = folder.run(&["explain", "--json", "mode_switched"]);
    assert!(json.out.contains("window_end_action"), "{}", json.out);
    let unknown = folder.run(&["explain", "no-such-code"]);
    assert_eq!(unknown.code, 1);
    assert!(unknown.err.contains("there is no code `no-such-code`"), "{}", unknown.err);
    // The names of the reference, and what is nearly one.
    let own = folder.run(&["explain", "E_POW2"]);
    assert_eq!(own.code, 0, "{}", own.err);
    let title = "power-of-two (coil-target, in the reference `E_POW2`)\n";
    assert!(own.out.starts_with(title), "{}", own.out);
    assert_eq!(folder.run(&["explain", "e_pow2"]).out, own.out);
    // Two codes are one condition there.
    let both = folder.run(&["explain", "file_not_found"]).out;
    assert!(both.contains("include-not-found (") && both.contains("include-not-open ("), "{both}");
    for (name, similar) in [("E_POW3", "E_POW2"), ("power-of-too", "power-of-two")] {
        let called = folder.run(&["explain", name]);
        assert_eq!(called.code, 1);
        let expected = format!("there is no code `{name}`; did you mean `{similar}`?");
        assert!(called.err.contains(&expected), "{}", called.err);
    }
}
