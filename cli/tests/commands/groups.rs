//! `bobbin graph`, `bobbin trace` and `bobbin coil`.

use expect_test::{expect, expect_file};

use crate::bobbin::Folder;

const TRACE: &str = "[MPI.default]\ntrace_mode = TRACING\nMPI.rank = (0-7)\n[OpenMP.default]\ntrace_mode = TRACING\nOpenMP.thread = (0-3)\n[Lexgion(0x10)] : MPI.default : MPI.rank(0, 2)\n";

#[test]
fn a_graph_is_what_its_conversion_is() {
    let folder = Folder::new("graph")
        .with(
            "a.pipe",
            "process n :: numbers\nprocess p :: print_number\nconnect from n.number to p.number\n",
        )
        .with("h.coilcfg.txt", "[cpu:0]\nname = x\n");
    for form in ["dot", "json", "mermaid"] {
        let converted = folder.run(&["convert", "a.pipe", "--to", form]);
        let drawn = folder.run(&["graph", "a.pipe", "--to", form]);
        assert_eq!(drawn.shown(), converted.shown());
        assert!(drawn.code == 0 && drawn.out.contains("numbers"), "{}", drawn.shown());
    }
    // Each knows what the other one has written: it is the same.
    for (command, mark) in [("graph", "bobbin graph"), ("convert", "bobbin convert")] {
        let called = folder.run(&[command, "a.pipe", "--to", "dot", "-o", "both.dot"]);
        assert_eq!(called.code, 0, "{}", called.shown());
        let made = String::from_utf8(folder.read("both.dot")).unwrap();
        assert!(made.starts_with(&format!("// Made by `{mark}`, which replaces it")), "{made}");
        let called = folder.run(&[command, "a.pipe", "--to", "dot", "-o", "h.coilcfg.txt"]);
        let why = format!("is not what {command} writes there");
        assert!(called.code == 2 && called.err.contains(&why), "{}", called.shown());
    }
    let dot = folder.run(&["graph", "a.pipe"]);
    assert!(dot.out.starts_with("strict digraph") || dot.out.starts_with("digraph"), "{}", dot.out);
    // What is there and was not made by this command stays.
    let called = folder.run(&["graph", "a.pipe", "-o", "h.coilcfg.txt"]);
    assert_eq!(called.code, 2, "{}", called.shown());
    let called = folder.run(&["graph", "a.pipe", "-o", "a.dot"]);
    assert_eq!((called.code, folder.run(&["graph", "a.pipe", "-o", "a.dot"]).code), (0, 0));
    expect![[r#"
        exit code 2
        err: bobbin: a COIL hardware configuration has no graph
    "#]]
    .assert_eq(&folder.run(&["graph", "h.coilcfg.txt", "--to", "json"]).shown());
}

/// A pipeline with a cluster, a type that nobody knows, and an edge that runs back.
const DRAWN: &str = "\
process gen :: numbers
  end = 20
process twice :: multiplier_cluster
  factor = 2
process mine :: my_filter
process out :: print_number
  output = <&>.txt
connect from gen.number to twice.factor
connect from twice.product to mine.number
connect from mine.filtered to out.number
connect from mine.state to mine.last_state
";

#[test]
fn a_graph_is_drawn_as_a_picture() {
    let folder = Folder::new("drawn").with("a <&>.pipe", DRAWN).with("empty.pipe", "# nothing\n");
    for (name, words) in [
        ("open.svg", &[][..]),
        ("closed.svg", &["--closed"]),
        ("dark.svg", &["--theme", "dark", "--closed"]),
    ] {
        let called = folder.run(&[&["graph", "a <&>.pipe", "--to", "svg"], words].concat());
        assert_eq!(called.code, 0, "{}", called.shown());
        let note = "a <&>.pipe:5:9: note: the type `my_filter` is not known, so only the ports of `mine` that are connected show\n";
        assert_eq!(called.err, note);
        // These can be looked at, too.
        let path = format!("{}/tests/commands/drawn/{name}", env!("CARGO_MANIFEST_DIR"));
        expect_file![path].assert_eq(&called.out);
    }
    // It is replaced as long as nobody has edited it.
    let draw = || folder.run(&["graph", "a <&>.pipe", "--to", "svg", "-o", "a.svg"]);
    assert_eq!((draw().code, draw().code), (0, 0));
    let written = folder.read("a.svg");
    let expected = include_bytes!("drawn/open.svg");
    assert!(written.starts_with(b"<!-- Made by") && written.ends_with(expected));
    let edited = [&written[..], b"<!-- mine -->\n"].concat();
    let folder = folder.with("a.svg", edited);
    let refused = folder.run(&["graph", "a <&>.pipe", "--to", "svg", "-o", "a.svg"]);
    assert_eq!(refused.code, 2, "{}", refused.shown());
}

#[test]
fn a_picture_is_refused_with_a_reason() {
    let folder = Folder::new("undrawn")
        .with("empty.pipe", "# nothing\n")
        .with("h.coilcfg.txt", "[cpu:0]\nname = x\n");
    let draw = |words: &[&str]| folder.run(&[&["graph"], words].concat()).shown();
    expect![[r#"
        exit code 1
        err: empty.pipe: not drawn: no process is there to draw
    "#]]
    .assert_eq(&draw(&["empty.pipe", "--to", "svg"]));
    expect![[r#"
        exit code 2
        err: bobbin: a COIL hardware configuration has no graph
    "#]]
    .assert_eq(&draw(&["h.coilcfg.txt", "--to", "svg"]));
    expect![[r#"
        exit code 2
        err: bobbin: `--theme` is about pictures; it goes with `--to svg`
    "#]]
    .assert_eq(&draw(&["empty.pipe", "--theme", "dark"]));
    expect![[r#"
        exit code 2
        err: bobbin: `--closed` is about pictures; it goes with `--to svg`
    "#]]
    .assert_eq(&draw(&["empty.pipe", "--to", "json", "--closed"]));
}

#[test]
fn a_unit_is_decided_about_with_reasons() {
    let folder = Folder::new("trace").with("x.trace", TRACE).with("a.pipe", "");
    let ask = |words: &[&str]| folder.run(&[&["trace", "decide", "x.trace"], words].concat());
    let question =
        ["--domain", "MPI", "--event", "MPI_Send", "--region", "0x10", "--unit", "MPI.rank=2"];
    expect![[r#"
        exit code 0
        out: Effective today: `MPI.MPI_Send` in `0x10` on MPI.rank 2 is traced at every invocation
        out:     yes: x.trace:2:1: the mode of MPI is TRACING
        out:     yes: x.trace:7:1: `Lexgion(0x10)` is the section for this region
        out:     yes: x.trace:7:19: `MPI_Send` is on by default in `Lexgion(0x10)`
        out:     yes: x.trace:7:33: the constraint of `Lexgion(0x10)` holds for this unit
        out:     yes: `Lexgion(0x10)` traces every invocation
        out: Intended by the documents: `MPI.MPI_Send` in `0x10` on MPI.rank 2 is traced at every invocation
        out:     yes: x.trace:2:1: the mode of MPI is TRACING
        out:     yes: `MPI_Send` is on by default in `MPI.default`
        out:     yes: x.trace:7:1: `Lexgion(0x10)` is the section for this region
        out:     yes: x.trace:7:19: `MPI_Send` is on by default in `Lexgion(0x10)`
        out:     yes: x.trace:7:33: the constraint of `Lexgion(0x10)` holds for this unit
        out:     yes: `Lexgion(0x10)` traces every invocation
    "#]].assert_eq(&ask(&question).shown());
    let other = [&question[..], &["--unit", "MPI.rank=3"]].concat();
    expect![[r#"
        exit code 1
        out: Effective today: `MPI.MPI_Send` in `0x10` on MPI.rank 3 is not traced: the constraint of `Lexgion(0x10)` leaves this unit out
        out:     yes: x.trace:2:1: the mode of MPI is TRACING
        out:     yes: x.trace:7:1: `Lexgion(0x10)` is the section for this region
        out:     yes: x.trace:7:19: `MPI_Send` is on by default in `Lexgion(0x10)`
        out:     no: x.trace:7:33: the constraint of `Lexgion(0x10)` leaves this unit out
        out: Intended by the documents: `MPI.MPI_Send` in `0x10` on MPI.rank 3 is not traced: the constraint of `Lexgion(0x10)` leaves this unit out
        out:     yes: x.trace:2:1: the mode of MPI is TRACING
        out:     yes: `MPI_Send` is on by default in `MPI.default`
        out:     yes: x.trace:7:1: `Lexgion(0x10)` is the section for this region
        out:     yes: x.trace:7:19: `MPI_Send` is on by default in `Lexgion(0x10)`
        out:     no: x.trace:7:33: the constraint of `Lexgion(0x10)` leaves this unit out
    "#]]
    .assert_eq(&ask(&other).shown());
    // An answer to another question than that which was asked would be worse than none.
    for (words, expected) in [
        (&["--event", "MPI_Send", "--domain", "OpenMP"][..], "`MPI_Send` is no event here"),
        (&["--event", "MPI_Snd"], "`MPI_Snd` is no event here; did you mean `MPI_Send`?"),
        (&["--event", "Sendrecv"], "`Sendrecv` is no event here; did you mean `MPI_Sendrecv`?"),
        (&["--event", "py_return"], "did you mean `pysysmon_py_return`?"),
        (&["--event", "nothing_like_it"], "others go with `--domain MPI`"),
        (&["--event", "nothing_like_it"], "`omp_work`"),
        (&["--region", "0x11"], "`0x11` is no region here; there is `0x10`"),
        (&["--domain", "mpi"], "`mpi` is no domain here"),
        (&["--unit", "rank=3"], "nothing is asked about `rank` here, but about OpenMP.team"),
        (&["--unit", "MPI.rank=-1"], "`-1` is no MPI.rank"),
        (&["--reading", "wishful"], "`wishful` is no reading here"),
        (&["--unit", "MPI.rank"], "a key and a value"),
    ] {
        let called = ask(words);
        assert_eq!(called.code, 2, "{}", called.shown());
        assert!(called.err.contains(expected), "{}", called.err);
    }
    // A name is looked up as the program does, in the domain of the event.
    let folder = folder.with("named.trace", "[Lexgion(MPI:foo)]\n[Lexgion(bar)]\n");
    let apart = "the event `omp_work` does not go with the region";
    for (event, region, expected) in [
        ("MPI_Recv", "foo", Ok("`MPI.MPI_Recv` in `MPI:foo`")),
        ("MPI_Recv", "MPI:bar", Ok("`MPI.MPI_Recv` in `bar`")),
        ("omp_work", "foo", Err("`foo` is no region here")),
        ("omp_work", "MPI:bar", Err(apart)),
        ("omp_work", "Lexgion(MPI:bar)", Err(apart)),
        ("MPI_Recv", "Python:foo", Err("region `Python:foo`: that is of Python, the event of MPI")),
    ] {
        let words = ["trace", "decide", "named.trace", "--event", event, "--region", region];
        let called = folder.run(&words);
        let found = match expected {
            Ok(answer) => called.out.contains(answer),
            Err(reason) => called.err.contains(reason),
        };
        assert!(found, "{event} in {region}: {}", called.shown());
    }
    // The file is a prefix; where another one is asked for, the section does not count.
    let folder = folder.with(
        "files.trace",
        "[Lexgion(Python:x.py:foo)]\ntracing_rate=2\n[Lexgion(foo)]\nmax_num_traces = 3\n\
         [Lexgion(Python:x.py:bar)]\n",
    );
    for (region, expected) in [
        ("Python:x.py:foo", Ok("`Lexgion(Python:x.py:foo)` is the section")),
        ("x.py.old:foo", Ok("`Lexgion(Python:x.py:foo)` is the section")),
        ("Python:foo", Ok("`Lexgion(Python:x.py:foo)` is the section")),
        ("y.py:foo", Ok("`Lexgion(foo)` is the section")),
        ("Python:y.py:foo", Ok("`Lexgion(foo)` is the section")),
        (
            "Python:y.py:bar",
            Ok("no section names this region, so `Lexgion(Python).default` applies"),
        ),
        ("y.py:nothing", Err("`y.py:nothing` is no region here")),
    ] {
        let event = "pysysmon_py_start";
        let words = ["trace", "decide", "files.trace", "--event", event, "--region", region];
        let called = folder.run(&words);
        let found = match expected {
            Ok(answer) => called.out.contains(answer),
            Err(reason) => called.err.contains(reason),
        };
        assert!(found, "{region}: {}", called.shown());
    }
    let called = folder.run(&["trace", "decide", "a.pipe"]);
    assert_eq!(
        (called.code, called.err.as_str()),
        (2, "bobbin: a KWIVER pipeline decides about no units\n")
    );
}

/// The result lacks the lines of the absent file, and the program would not have begun.
#[test]
fn a_conversion_without_an_include_fails() {
    let folder = Folder::new("convert-missing")
        .with("m.pipe", "include nope.pipe\nprocess a\n  :: numbers\n")
        .with("t.coilcfg", "@include nope.coilcfg\n[Target]\nPU = CPU\n")
        .with(
            "ok.pipe",
            "include m.txt\nprocess a :: print_number\nconnect from b.number to a.number\n",
        )
        .with("m.txt", "process b\n  :: numbers\n");
    let called = folder.run(&["convert", "m.pipe", "--to", "pipe"]);
    assert_eq!(called.code, 1, "{}", called.shown());
    let message = "m.pipe:1:9: error: `nope.pipe` is not there, so the result lacks what it says\n";
    assert!(called.err.ends_with(message), "{}", called.err);
    assert!(called.out.starts_with("process a\n"), "{}", called.out);
    let called = folder.run(&["graph", "m.pipe", "--to", "svg"]);
    assert_eq!(called.code, 1, "{}", called.shown());
    assert!(called.err.ends_with(message), "{}", called.err);
    assert!(called.out.starts_with("<svg"), "{}", called.out);
    let called = folder.run(&["convert", "t.coilcfg", "--to", "flat"]);
    assert_eq!(called.code, 1, "{}", called.shown());
    assert_eq!(called.err.matches("nope.coilcfg").count(), 1, "{}", called.err);
    assert_eq!(folder.run(&["convert", "ok.pipe", "--to", "pipe"]).code, 0);
}

#[test]
fn a_picture_says_whose_type_is_not_known() {
    let folder =
        Folder::new("unknown-type").with("a.pipe", "process a :: unheard_of\nprocess s :: sink\n");
    let called = folder.run(&["graph", "a.pipe", "--to", "svg"]);
    assert!(called.out.contains("unheard_of (not known)"), "{}", called.out);
    assert_eq!(called.out.matches("(not known)").count(), 1, "{}", called.out);
}

/// A value is bytes for the program, whatever letters they are.
#[test]
fn a_conversion_keeps_the_bytes_of_a_text_that_is_not_utf_8() {
    let folder = Folder::new("convert-latin").with("a.pipe", b"config a\n  k = \xe9 \xc3\xa9\n");
    let called = folder.run(&["convert", "a.pipe", "--to", "pipe", "-o", "b.pipe"]);
    assert_eq!(called.code, 0, "{}", called.shown());
    let line = b"  k = \xe9 \xc3\xa9\n";
    assert!(folder.read("b.pipe").windows(line.len()).any(|it| it == line));
}

#[test]
fn a_conversion_says_where_relative_paths_lead_elsewhere() {
    let folder = Folder::new("convert-moved")
        .with("a.pipe", "config a\n  relativepath k = v\n")
        .with("o/x.txt", "");
    let note = "a.pipe: note: what follows `relativepath` leads to the folder of the result, which is another one\n";
    let called = folder.run(&["convert", "a.pipe", "--to", "pipe", "-o", "o/b.pipe"]);
    assert_eq!((called.code, called.err.as_str()), (0, note));
    let called = folder.run(&["convert", "a.pipe", "--to", "pipe", "-o", "b.pipe"]);
    assert_eq!((called.code, called.err.as_str()), (0, ""));
}

/// What the program decides about can be asked, in the spellings that it takes.
#[test]
fn a_question_is_taken_as_the_program_takes_it() {
    let text = "[OpenMP.default]\n[MPI.default]\n    MPI.rank = (0, 7)\n\
                [Lexgion(0xAB)] : : MPI.rank(0-3)\n[Lexgion(MPI:a.c:MPI_Send)] : MPI.default\n";
    let folder = Folder::new("trace-spellings")
        .with("x.trace", text)
        .with("seed.trace", "[Lexgion(171): OpenMP.default]\n");
    let ask = |file: &str, words: &[&str]| {
        let called = folder.run(&[&["trace", "decide", file], words].concat());
        let first = called.out.lines().next().unwrap_or_default().to_owned();
        (called.code, first + called.err.lines().next().unwrap_or_default())
    };
    let shown = |sentence: &str| format!("Effective today: {sentence}");
    // The event tells the domain.
    let send = shown("`MPI.MPI_Send` in `0xab` on MPI.rank 2 is traced at every invocation");
    for region in ["0xab", "0xAB", "0X00AB", "Lexgion(0xAB)"] {
        for event in ["MPI_Send", "MPI.MPI_Send"] {
            let question = ["--event", event, "--region", region, "--unit", "MPI.rank=2"];
            assert_eq!(ask("x.trace", &question), (0, send.clone()));
        }
    }
    for (region, named) in [
        ("MPI:MPI_Send", "MPI:a.c:MPI_Send"),
        ("MPI:a.c:MPI_Send", "MPI:a.c:MPI_Send"),
        ("MPI:b.c:MPI_Send", "MPI:b.c:MPI_Send"),
    ] {
        let (code, said) = ask("x.trace", &["--event", "MPI_Send", "--region", region]);
        assert!(code == 0 && said.contains(&format!("in `{named}` on")), "{said}");
    }
    let (code, said) = ask("seed.trace", &["--event", "omp_work", "--region", "0253"]);
    assert!(code < 2 && said.contains("in `0xab`"), "{said}");
    // The scope is not asked where no constraint is.
    let question = ["--event", "MPI_Send", "--region", "", "--unit", "MPI.rank=5000"];
    let sentence = "`MPI.MPI_Send` on MPI.rank 5000 is traced at every invocation";
    assert_eq!(ask("x.trace", &question), (0, shown(sentence)));
    let question = ["--event", "MPI_Send", "--region", "0xab", "--unit", "MPI.rank=9"];
    let sentence = "`MPI.MPI_Send` in `0xab` on MPI.rank 9 is not traced: rank 9 is \
                    outside the scope 0 to 7, so the constraint of `Lexgion(0xab)` does not hold";
    assert_eq!(ask("x.trace", &question), (1, shown(sentence)));
    let (code, said) = ask("x.trace", &["--region", "0xAC"]);
    assert_eq!(code, 2);
    assert!(said.contains("there are `0xab`, `MPI:a.c:MPI_Send`; `--region"), "{said}");
}

#[test]
fn units_are_counted() {
    let folder = Folder::new("trace-coverage").with("x.trace", TRACE);
    expect![[r#"
        exit code 0
        out: reading effective, domain OpenMP, event omp_implicit_task, region 0x10, x OpenMP.thread, y MPI.rank
        out: units: OpenMP thread 0 to 3 × MPI rank 0 to 7
        out: Lexgion(0x10)  traced on 8 of 32 units
    "#]].assert_eq(&folder.run(&["trace", "coverage", "x.trace"]).shown());
    let converted = folder.run(&["convert", "x.trace", "--to", "json"]).shown();
    assert_eq!(folder.run(&["trace", "convert", "x.trace", "--to", "json"]).shown(), converted);
}

#[test]
fn commands_of_coil_are_the_same_under_its_word() {
    let folder = Folder::new("coil")
        .with("h.coilcfg.txt", "[cpu:0]\nname = x\n")
        .with("t.coilcfg", "[Target]\nPU = CPU\n");
    for words in [
        &["compile", "h.coilcfg.txt", "-o", "-"][..],
        &["query", "h.coilcfg.txt", "cpu:0.name"],
        &["validate", "t.coilcfg"],
        &["convert", "h.coilcfg.txt", "--to", "json"],
        &["detect", "--nothing-of-the-kind"],
    ] {
        let under = folder.run(&[&["coil"], words].concat());
        let alone = folder.run(words);
        assert_eq!((under.code, &under.bytes), (alone.code, &alone.bytes), "{words:?}");
        assert!(!under.bytes.is_empty() || under.code != 0, "{words:?}");
    }
    let compiled = folder.run(&["coil", "compile", "h.coilcfg.txt"]);
    assert_eq!(compiled.code, 0, "{}", compiled.shown());
    assert!(folder.run(&["coil", "decompile", "h.coilcfg", "-o", "-"]).out.contains("[cpu:0]"));
    let listed = folder.run(&["coil", "convert", "--list"]).out;
    assert!(listed.lines().all(|it| it.starts_with("coil-")) && !listed.is_empty(), "{listed}");
    let unnamed = folder.run(&["coil", "convert", "h.coilcfg.txt"]).err;
    assert!(unnamed.contains("`bobbin coil convert --list`"), "{unnamed}");
    assert!(folder.run(&["coil", "detect", "-o", "-"]).out.contains("[cpu:0]"));
}
