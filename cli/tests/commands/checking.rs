//! `check` on many files, in the forms of other programs, and with fixes.

use expect_test::expect;
use serde_json::Value;

use crate::bobbin::Folder;

const TRACE: &str = "[OpenMP.default]\n  trace_mode = LOUD\n\u{9b}x = 1 # 100%\n";

fn folder(name: &str) -> Folder {
    Folder::new(name)
        .with("a.pipe", "process a\n  :: image_writter\n  k = 1\n")
        .with("sub/b.trace", TRACE)
        .with("sub/c.coilcfg", "[Target]\nPU = cpu\n")
        .with("sub/notes.md", "# no file of ours\n")
        .with(".hidden/d.pipe", "what\n")
        .with("built/e.pipe", "what\n")
        .with(".ignore", "built/\n")
}

#[test]
fn a_folder_means_the_files_with_our_endings_in_it() {
    let folder = folder("folders");
    let places = |words: &[&str]| -> Vec<String> {
        let err = folder.run(words).err;
        let lines = err.lines().filter(|it| !it.starts_with(' '));
        let mut files: Vec<String> =
            lines.map(|it| it.split(':').next().unwrap_or_default().to_owned()).collect();
        files.dedup();
        files
    };
    assert_eq!(places(&["check", "."]), ["a.pipe", "sub/b.trace", "sub/c.coilcfg"]);
    assert_eq!(places(&["check", "sub", "sub/b.trace"]), ["sub/b.trace", "sub/c.coilcfg"]);
    assert_eq!(
        places(&["check", "none*", "sub/c.coilcfg"]),
        ["bobbin", "sub/c.coilcfg"],
        "a pattern without a file hides nothing"
    );
    assert_eq!(folder.run(&["check", "none*", "a.pipe"]).code, 2);
    assert_eq!(places(&["check", "**/*.{pipe,coilcfg}"]), ["a.pipe", "sub/c.coilcfg"]);
    assert_eq!(folder.run(&["check", ".hidden"]).code, 1, "a folder that is named is read");
    expect![[r#"
        exit code 1
        out: sub/b.trace
    "#]]
    .assert_eq(&folder.run(&["format", "--check", "sub"]).shown());
}

/// A name of a file need not be text: its bytes are what a reader of the log finds it by.
#[cfg(unix)]
#[test]
fn sarif_has_the_bytes_of_a_name() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new("sarif-bytes").with("a.trace", "");
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9 \xc3\xa9.trace");
    let path = std::path::Path::new(&folder.path("")).join(name);
    std::fs::write(path, "[OpenMP.default]\nx = 1\n").unwrap();
    let log: Value =
        serde_json::from_str(&folder.run(&["check", "--format", "sarif", "."]).out).unwrap();
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "caf%E9%20%C3%A9.trace");
}

#[test]
fn github_and_sarif_get_their_forms() {
    let folder = folder("forms");
    expect![[r#"
        exit code 0
        out: ::warning file=sub/b.trace,line=2,col=16,endLine=2,endColumn=20,title=unknown-mode::`LOUD` is not a mode, and the program takes it for TRACING%0Athe modes are OFF, STANDBY, MONITORING and TRACING
        out: ::warning file=sub/b.trace,line=3,col=1,endLine=3,endColumn=3,title=unknown-key::`\u{9b}x` is not a key of a domain default, and the program ignores it
    "#]]
    .assert_eq(&folder.run(&["check", "--format", "github", "sub/b.trace"]).shown());
    let log: Value =
        serde_json::from_str(&folder.run(&["check", "--format", "sarif", "."]).out).unwrap();
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let rules: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].as_str().unwrap())
        .collect();
    assert!(results.len() > 4, "{results:?}");
    for it in results {
        assert!(rules.contains(&it["ruleId"].as_str().unwrap()), "{it}");
        let region = &it["locations"][0]["physicalLocation"]["region"];
        assert!(region["startLine"].as_u64().unwrap() >= 1, "{it}");
    }
    assert!(rules.is_sorted());
}

#[test]
fn full_diagnostics_show_the_lines_they_are_about() {
    let folder = folder("full");
    expect![[r#"
        exit code 0
        err: hint[unknown-process-type]: no known process type is called `image_writter`
        err:  --> a.pipe:2:6
        err:   |
        err: 2 |   :: image_writter
        err:   |      ^^^^^^^^^^^^^
        err:   |
        err:   = help: kwiver has `image_writer`
        err:   = fix: Change to `image_writer`
        err: 
    "#]]
    .assert_eq(&folder.run(&["check", "--format", "full", "a.pipe"]).shown());
    let long = format!("process a\n  :: {}\u{1b}é{}\n", "x".repeat(300_000), "é".repeat(300_000));
    let folder = folder.with("long.pipe", long);
    let called = folder.run(&["check", "--format", "full", "long.pipe"]);
    assert!(!called.err.contains('\u{1b}'));
    assert!(called.err.contains("long.pipe:2:6"));
}

#[test]
fn fixes_keep_what_is_written_unless_asked_for_more() {
    let folder = folder("fixes");
    expect![[r#"
        exit code 1
        err: sub/c.coilcfg: 1 fix applied
    "#]]
    .assert_eq(&{
        let called = folder.run(&["check", "--fix", "a.pipe", "sub/c.coilcfg"]);
        let lines: String = called
            .err
            .lines()
            .filter(|it| it.contains("applied"))
            .map(|it| format!("err: {it}\n"))
            .collect();
        format!("exit code {}\n{lines}", called.code)
    });
    assert_eq!(folder.read("a.pipe"), b"process a\n  :: image_writter\n  k = 1\n");
    // A section that is missing may be another file's.
    assert_eq!(folder.read("sub/c.coilcfg"), b"[Target]\nPU = CPU\n");
    let text = "process a\n  :: numbers\nprocess b\n  :: sink\nconnect from a.numbxr to b.sink\n";
    let folder = folder.with("ports.pipe", text);
    folder.run(&["check", "--fix", "ports.pipe"]);
    assert_eq!(folder.read("ports.pipe"), text.as_bytes());
    folder.run(&["check", "--fix", "--unsafe-fixes", "ports.pipe"]);
    let mended = text.replace("numbxr", "number");
    assert_eq!(String::from_utf8(folder.read("ports.pipe")).unwrap(), mended);
    assert_eq!(folder.run(&["check", "--fix", "-"]).code, 2);
    assert_eq!(folder.run(&["check", "--unsafe-fixes", "a.pipe"]).code, 2);
}

/// A name that is near another one is another name, a number with more digits another number, and what
/// is not written is not meant for certain.
#[test]
fn names_numbers_and_what_counts_change_only_on_request() {
    let target = |abi: &str| {
        "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[Optimization]\nLevel = 2\n[Memory]\n\
         Model = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n"
            .to_owned()
            + abi
    };
    let kept = [
        ("version = 0.9", "version = 0.1.0", "[metadata]\nversion = 0.9\n[cpu:0]\n"),
        ("version = 1.0\n", "version = 1.0.0\n", "[metadata]\nversion = 1.0\n[cpu:0]\n"),
        ("count = 1", "count = 10", "[cpu:0]\n[abi:x]\narg_count = 1\n[x.mapping]\n10 = gpr:1\n"),
        ("type = 1", "type = 12", "[pu12:0]\ntype = 1\n"),
        ("cache_l ", "cache_l1 ", "[cpu:0]\n[resources]\ncache_l = 8MiB\n"),
        ("simd_int ", "simd_int8 ", "[cpu:0]\n[simd]\nsimd_int = true\n"),
        (" r:", " vr:", "[cpu:0]\n[abi:x]\n[x.mapping]\n1 = r:1\n"),
        ("features =\n", "features = simd\n", "[cpu:0]\nfeatures =\n[simd]\nsimd_add = true\n"),
        ("simd_add =", "simd_add = true", "[cpu:0]\n[simd]\nsimd_add =\n"),
        ("[gpu:1.res", "[gpu:1]\n\n[gpu:1.res", "[cpu:0]\n[gpu:1.resources]\ngpr = 1\n"),
        ("# sse", "; sse", "[cpu:0]\n[arch:x86]\n# sse = true\n"),
    ];
    let kept = kept.map(|(old, new, text)| ("h.coilcfg.txt", old, new, text.to_owned()));
    let kept = kept.into_iter().chain([
        (
            "t.coilcfg",
            "StackAlignment = 1",
            "StackAlignment = 16",
            target("[ABI]\nName = SystemV\nStackAlignment = 1\n"),
        ),
        (
            "t.coilcfg",
            "= xmm\n",
            "= xmm0\n",
            target("[ABI]\nName = My\nParameterRegisters = xmm\n"),
        ),
        ("t.coilcfg", "= E\n", "= PE\n", target("[Linker]\nOutputFormat = E\n")),
        (
            "t.coilcfg",
            "Growth =\n",
            "Growth = Down\n",
            target("").replace("Growth = Down", "Growth ="),
        ),
    ]);
    for (name, old, new, text) in kept {
        let folder = Folder::new("fix-guesses").with(name, &text);
        folder.run(&["check", "--fix", name]);
        assert_eq!(String::from_utf8(folder.read(name)).unwrap(), text);
        folder.run(&["check", "--fix", "--unsafe-fixes", name]);
        assert_eq!(String::from_utf8(folder.read(name)).unwrap(), text.replace(old, new));
    }
}

/// A line that counts may switch off what is traced, and names that differ in case are two names.
#[test]
fn what_counts_only_when_mended_and_other_names_are_left_to_people() {
    let flow = |line: &str| {
        format!(
            "process A\n :: numbers\nprocess s2\n :: print_number\n :output x\nconnect from {line}\n"
        )
    };
    for (name, text) in [
        ("a.trace", "[Lexgion(0x1)]\nomp_work = on\n".to_owned()),
        ("a.trace", "[OpenMP]\nomp_work = off\n".to_owned()),
        ("a.pipe", flow("a.number to s2.number")),
        ("a.pipe", flow("A.number to s_2.number")),
        ("a.pipe", flow("A.number to S2.number")),
    ] {
        let folder = Folder::new("fix-names").with(name, &text);
        folder.run(&["check", "--fix", name]);
        assert_eq!(String::from_utf8(folder.read(name)).unwrap(), text);
    }
}

/// What nobody used may be wrong when it is used, and what stands behind a value is kept.
#[test]
fn fixes_make_no_text_fail() {
    let target = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[Optimization]\nLevel = 2\n\
                  [Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n\
                  [ABI]\nName = SystemV; the usual\n";
    let hardware = "[cpu:0]\nfeatures = integer\n[integer]\nint_add = true\n[notes]\nowner = me\n";
    let folder =
        Folder::new("fix-passes").with("h.coilcfg.txt", hardware).with("t.coilcfg", target);
    let called = folder.run(&["check", "--fix", "h.coilcfg.txt", "t.coilcfg"]);
    assert_eq!(called.code, 0, "{}", called.shown());
    assert_eq!(folder.read("h.coilcfg.txt"), hardware.as_bytes());
    let mended = target.replace("V; the", "V ; the");
    assert_eq!(String::from_utf8(folder.read("t.coilcfg")).unwrap(), mended);
}

/// The connection would be right the other way round, but that one is there.
#[test]
fn no_fix_trades_an_error_for_another() {
    let text = "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n\
                connect from b.sink to a.number\n";
    let lone = text.replace("connect from a.number to b.sink\n", "");
    let folder = Folder::new("fix_trade").with("a.pipe", text).with("b.pipe", &lone);
    folder.run(&["check", "--fix", "--unsafe-fixes", "a.pipe", "b.pipe"]);
    assert_eq!(String::from_utf8(folder.read("a.pipe")).unwrap(), text);
    let mended = text.replace("connect from b.sink to a.number\n", "");
    assert_eq!(String::from_utf8(folder.read("b.pipe")).unwrap(), mended);
}

#[test]
fn a_fix_may_uncover_the_errors_behind_what_it_mends() {
    // The program stops at the first header, so nobody could say what the others are like.
    let trace = "[OpenMP.default\n[OpenMP.thread(3-1)]\n[MPI.default\n";
    // In a section that nobody knows, nothing is missing.
    let target = "[Targe]\nPU = CPU\n";
    let pipe = "proces a :: numbers\nprocess b :: sink\nconnect from a.numbers to b.sink\n";
    let folder = Folder::new("fix_uncovered")
        .with("a.trace", trace)
        .with("t.coilcfg", target)
        .with("a.pipe", pipe);
    folder.run(&["check", "--fix", "--unsafe-fixes", "a.trace", "t.coilcfg", "a.pipe"]);
    let read = |name: &str| String::from_utf8(folder.read(name)).unwrap();
    assert_eq!(read("a.trace"), "[OpenMP.default]\n[OpenMP.thread(1-3)]\n[MPI.default]\n");
    assert!(read("t.coilcfg").starts_with("[Target]\nPU = CPU\n"), "{}", read("t.coilcfg"));
    assert_eq!(
        read("a.pipe"),
        pipe.replace("proces ", "process ").replace("a.numbers", "a.number")
    );
}

#[test]
fn a_type_that_is_not_known_keeps_its_name() {
    // A plug-in may have it.
    let text = "process a\n  :: number\n";
    let folder = Folder::new("fix_hints").with("a.pipe", text);
    for words in
        [&["check", "--fix", "a.pipe"][..], &["check", "--fix", "--unsafe-fixes", "a.pipe"]]
    {
        let called = folder.run(words);
        assert!(called.err.contains("hint: "), "{}", called.err);
        assert_eq!(folder.read("a.pipe"), text.as_bytes());
    }
}

#[test]
fn nothing_is_added_that_a_person_has_to_write() {
    // Neither ports of the cluster nor descriptions.
    let text = "cluster c\n  x = 1\n  imap from i to b.factor1\n  -- in\n\
                process b :: multiplication\nprocess k :: sink\n";
    let slash = "cluster a/b\n  -- A thing.\n  imap from i to k.sink\n  -- in\nprocess k :: sink\n";
    let folder = Folder::new("fix_ports").with("c.cluster", text).with("a.cluster", slash);
    for words in [&["--fix"][..], &["--fix", "--unsafe-fixes"]] {
        for (name, text) in [("c.cluster", text), ("a.cluster", slash)] {
            folder.run(&[&["check"][..], words, &[name]].concat());
            assert_eq!(String::from_utf8(folder.read(name)).unwrap(), text);
        }
    }
    let said = folder.run(&["check", "a.cluster"]).err;
    assert!(said.contains("`/` is not allowed here") && !said.contains("description"), "{said}");
}

#[test]
fn what_follows_from_an_error_is_not_mended_with_it() {
    let cluster = "Cluster c\n -- My words\n x = 1\n -- More words\n imap from a to m.factor1\n \
        -- The input\nprocess m :: multiplication\n";
    let folder = Folder::new("fix_follow_on")
        .with("a.cluster", cluster)
        .with("t.coilcfg", "[Target]\nPU = CPU\n[optimization]\nLevel = 3\n");
    folder.run(&["check", "--fix", "a.cluster", "t.coilcfg"]);
    let mended = String::from_utf8(folder.read("a.cluster")).unwrap();
    // The other ports still have to be mapped; nothing that is written becomes a comment.
    assert!(
        mended.starts_with(cluster.replace("Cluster", "cluster").split_once("process").unwrap().0)
    );
    assert!(!mended.contains('#'), "{mended}");
    let mended = String::from_utf8(folder.read("t.coilcfg")).unwrap();
    assert_eq!(mended, "[Target]\nPU = CPU\n[Optimization]\nLevel = 3\n");
}

#[test]
fn a_fix_that_does_not_mend_is_taken_back() {
    let text = "[Target]\nPU = CPU\n\u{a0}just words\n[Optimization]\nLevel = 1\n";
    let folder = Folder::new("fix_useless").with("t.coilcfg", text);
    for _ in 0..2 {
        folder.run(&["check", "--fix", "t.coilcfg"]);
        assert_eq!(String::from_utf8(folder.read("t.coilcfg")).unwrap(), text);
    }
}

#[test]
fn many_independent_mistakes_are_all_mended() {
    let text = "[Target]\nPU = CPU\n".to_owned() + &"just words\n".repeat(50);
    let folder = Folder::new("fix_many").with("t.coilcfg", text);
    let called = folder.run(&["check", "--fix", "t.coilcfg"]);
    let mended = String::from_utf8(folder.read("t.coilcfg")).unwrap();
    assert_eq!(mended.matches("\n# just words").count(), 50, "{}", called.err);
}

#[test]
fn a_fix_keeps_the_encoding_of_the_file() {
    let folder =
        Folder::new("fix_latin").with("a.trace", b"# caf\xe9\r\n[OpenMP.default]\r\nx = 1\r\n");
    let called = folder.run(&["check", "--fix", "a.trace"]);
    assert!(called.err.contains("1 fix applied"), "{}", called.err);
    assert_eq!(folder.read("a.trace"), b"# caf\xe9\r\n[OpenMP.default]\r\n# x = 1\r\n");
}

#[test]
fn shells_and_manuals_get_their_texts() {
    let folder = Folder::new("manual");
    assert!(folder.run(&["completions", "bash"]).out.contains("complete -F _bobbin"));
    assert_eq!(folder.run(&["manual", "man"]).code, 0);
    let page = String::from_utf8(folder.read("man/bobbin-check.1")).unwrap();
    assert!(page.contains(".TH bobbin-check 1") && page.contains("unsafe"), "{page}");
}

#[test]
fn one_run_mends_what_uncovers_warnings() {
    let block =
        |n: usize| format!("[Lexgion(0x{n:x})\ntracing_rate = 3 # {n}\nomp_wrk = off # {n}\n");
    let text: String = (1..=50).map(block).collect();
    let folder = Folder::new("fix-uncovers").with("a.trace", &text);
    folder.run(&["check", "--fix", "a.trace"]);
    let once = folder.read("a.trace");
    let mended = String::from_utf8(once.clone()).unwrap();
    assert_eq!(mended.matches(")]\n").count(), 50, "{mended}");
    folder.run(&["check", "--fix", "a.trace"]);
    assert_eq!(folder.read("a.trace"), once);
}

#[test]
fn which_of_a_mapping_and_a_connection_is_meant_is_left_to_people() {
    let text = "cluster c\n -- d\n imap from f to m.factor2\n -- i\n imap from g to m.factor1\n -- i\n \
                omap from m.product to p\n -- i\nprocess k :: const_number\n value = 3\n\
                process m :: multiplication\n# the constant\nconnect from k.number to m.factor2\n";
    let folder = Folder::new("fix-choice").with("m.cluster", text);
    assert_eq!(folder.run(&["check", "m.cluster"]).code, 0);
    folder.run(&["check", "--fix", "--unsafe-fixes", "m.cluster"]);
    assert_eq!(String::from_utf8(folder.read("m.cluster")).unwrap(), text);
}

#[test]
fn a_section_whose_name_may_be_a_slip_is_not_added() {
    let text = "[gpu:0]\nname = g\nfeatures = integr\n[gpu:0.integer]\nint_add = true\n";
    let folder = Folder::new("fix-slip").with("h.coilcfg.txt", text);
    folder.run(&["check", "--fix", "--unsafe-fixes", "h.coilcfg.txt"]);
    let mended = String::from_utf8(folder.read("h.coilcfg.txt")).unwrap();
    assert!(!mended.contains("[gpu:0.integr]") && !mended.contains("[integr]"), "{mended}");
}

/// Whoever includes a file may need it as it is: a base lacks what others set
/// (coil.md#includes), and a fragment may end within a block (sprokit.md#includes).
#[test]
fn a_part_of_another_file_is_mended_only_where_that_does_no_harm() {
    let memory =
        "[Memory]\nModel = flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n";
    let main = "@include opt.coilcfg\n@include base.coilcfg\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n";
    let pipe = "process a\n  :: numbers\n  include open.pipe\nendblock\nendblock\nprocess b\n  :: sink\n\
                connect from a.number to b.sink\n";
    let folder = Folder::new("fix_parts")
        .with("base.coilcfg", memory)
        .with("main.coilcfg", main)
        .with("opt.coilcfg", "[Optimization]\nLevel = 3\n")
        .with("m.pipe", pipe)
        .with("open.pipe", "block x\n  y = 1\n  block logger\n  level = error\n");
    let values = || ["main.coilcfg", "m.pipe"].map(|it| folder.run(&["resolve", it]).out);
    let codes = || ["main.coilcfg", "m.pipe"].map(|it| folder.run(&["check", it]).code);
    let before = values();
    let called = folder.run(&["check", "--fix", "."]);
    let lines: Vec<&str> = called.err.lines().filter(|it| it.contains("fix")).collect();
    assert_eq!(lines, ["base.coilcfg: 1 fix applied"]);
    assert_eq!(values(), before.map(|it| it.replace("flat", "Flat")));
    assert_eq!(codes(), [0, 0]);
    assert_eq!(
        String::from_utf8(folder.read("base.coilcfg")).unwrap(),
        memory.replace("flat", "Flat")
    );
    // Alone, the part seems to name a process wrongly.
    let part = "process srcx\n  :: numbers\nprocess b\n  :: sink\nprocess c\n  :: sink\n\
                connect from srce.number to b.sink\nconnect from srcx.number to c.sink\n";
    let whole = "process srce\n  :: numbers\ninclude part.pipe\n";
    let folder =
        Folder::new("fix_names_of_parts").with("part.pipe", part).with("whole.pipe", whole);
    let called = folder.run(&["check", "--fix", "--unsafe-fixes", "."]);
    let said = "part.pipe: fixes left out: whole.pipe includes it, and would get worse or mean \
                something else\n";
    assert!(called.err.contains(said), "{}", called.err);
    assert_eq!(String::from_utf8(folder.read("part.pipe")).unwrap(), part);
}

/// An error of the text hides those of the graph, so that their number alone does not tell.
#[test]
fn a_part_is_mended_only_where_its_includers_can_be_read_as_well() {
    let part = "process q :: print_number\n  block y\n";
    let main = "process n :: numbers\nprocess z :: print_number\ninclude frag.pipe\n    k = 1\n  endblock\n";
    let folder = Folder::new("fix_reading").with("frag.pipe", part).with("main.pipe", main);
    folder.run(&["check", "--fix", "frag.pipe", "main.pipe"]);
    assert_eq!(String::from_utf8(folder.read("frag.pipe")).unwrap(), part);
    let slip = "process q :: print_number;\n";
    let main = "process n :: numbers\nprocess z :: print_number\ninclude frag.pipe\n";
    let folder = Folder::new("fix_reading_more").with("frag.pipe", slip).with("main.pipe", main);
    folder.run(&["check", "--fix", "frag.pipe", "main.pipe"]);
    assert_eq!(String::from_utf8(folder.read("frag.pipe")).unwrap(), slip.replace(';', ""));
}

/// Checks parts together with their includers: errors of a part alone are left out, all others stay.
#[test]
fn a_part_is_judged_in_the_context_of_the_files_that_include_it() {
    let main = "@include mid.coilcfg\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n\
                [Optimization]\nLevel = 1\n";
    let base = "[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n";
    let pipe = "process a\n  :: numbers\n  include open.pipe\n  endblock\nprocess b\n  :: sink\n\
                connect from a.number to b.sink\n";
    let folder = Folder::new("parts")
        .with("main.coilcfg", main)
        .with("mid.coilcfg", "@include base.coilcfg\n")
        .with("base.coilcfg", base)
        .with("m.pipe", pipe)
        .with("open.pipe", "block logger\n  level = error\n");
    for words in [&["check", "."][..], &["check", "--json", "."], &["check", "open.pipe", "m.pipe"]]
    {
        let called = folder.run(words);
        assert_eq!(called.code, 0, "{words:?} {}", called.err);
        let said = called.err + &called.out;
        assert!(!said.contains("error: ") && !said.contains("\"error\""), "{words:?} {said}");
    }
    let alone = folder.run(&["check", "base.coilcfg", "open.pipe", "main.coilcfg"]);
    assert_eq!(alone.code, 1, "{}", alone.err);
    let folder = folder
        .with("base.coilcfg", base.replace("16", "17"))
        .with("open.pipe", "block logger\n  level $\n  level = error\n");
    let called = folder.run(&["check", "."]);
    let lines = called.err.lines().filter(|it| it.contains("error"));
    let lines: Vec<&str> = lines.collect();
    expect![[r#"
        base.coilcfg:3:13: error: 17 is not a power of two (power-of-two)
        m.pipe:3:11: error: `=` is missing after the key `level` (missing-assignment)
        main.coilcfg:1:10: error: in `base.coilcfg`, line 3: 17 is not a power of two (power-of-two)"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn no_fix_removes_what_another_one_made_or_what_stands_behind_an_error_that_is_left() {
    let process = "process k :: const_number\n  value = 3\n";
    let word =
        format!("{process}\npro\"c m :: multiplication\n\nconnect from k.number to m.factor1\n");
    let block = format!("{process}  bock logger\n    level = error\n  endblock\n");
    let outside = "bock logger\n  level = error\nendblock\n".to_owned();
    for text in [word, block, outside] {
        let folder = Folder::new("fix_cascade").with("a.pipe", &text);
        for _ in 0..2 {
            folder.run(&["check", "--fix", "--unsafe-fixes", "a.pipe"]);
            let mended = String::from_utf8(folder.read("a.pipe")).unwrap();
            // `m` is the process that cannot be read; `k` has no such port.
            let expected =
                if text.starts_with("bock") { text.replace("bock", "block") } else { text.clone() };
            assert_eq!(mended, expected);
        }
    }
}

/// Nearly all that can be wrong with a trace configuration is a warning.
#[test]
fn warnings_fail_on_demand() {
    let folder = Folder::new("deny_warnings")
        .with("w.trace", "[OpenMP.default]\n  trace_mode = TRACNG\n")
        .with("h.pipe", "process a\n  :: lamp\n")
        .with("e.pipe", "process a\n");
    for (name, by_itself, denied) in [("w.trace", 0, 1), ("h.pipe", 0, 0), ("e.pipe", 1, 1)] {
        let called = folder.run(&["check", name]);
        assert_eq!(called.code, by_itself, "{}", called.shown());
        let again = folder.run(&["check", "--deny-warnings", name]);
        assert_eq!((again.code, again.err), (denied, called.err), "{name}");
    }
    let called = folder.run(&["check", "--deny-warnings", "w.trace", "gone.trace"]);
    assert_eq!(called.code, 2, "{}", called.shown());
    // What is mended is no warning any more.
    let folder = folder.with("w.trace", "[OpenMP.default]\n  trace_mode = TRACING\n  x = 1\n");
    let called = folder.run(&["check", "--deny-warnings", "--fix", "w.trace"]);
    assert_eq!(called.code, 0, "{}", called.shown());
}
