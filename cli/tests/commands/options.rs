//! Options and their helps are true.

use crate::bobbin::Folder;
use crate::serve::{opened, talk};

#[test]
fn of_two_options_about_the_same_thing_the_later_one_wins() {
    let folder = Folder::new("later").with("x.trace", "[OpenMP.default]\nx = 1\n");
    for (words, is_json) in [
        (&["--json", "--format", "short"][..], false),
        (&["--format", "short", "--json"], true),
        (&["--format", "json", "--format", "short"], false),
    ] {
        let called = folder.run(&[&["check", "x.trace"], words].concat());
        assert_eq!(called.code, 0, "{words:?}: {}", called.shown());
        assert_eq!(called.out.starts_with('['), is_json, "{words:?}: {}", called.shown());
    }
}

#[test]
fn helps_say_where_results_go() {
    let folder = Folder::new("helps");
    let help = |words: &[&str]| {
        let out = folder.run(&[words, &["--help"]].concat()).out;
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for command in ["convert", "graph", "decompile", "detect"] {
        let said = help(&[command]);
        assert!(said.contains("without it, or with `-`, to standard output"), "{command}: {said}");
    }
    for words in [&["compile"][..], &["coil", "compile"]] {
        let said = help(words);
        assert!(said.contains("without it, a file beside the text"), "{said}");
        assert!(!said.contains("or with `-`"), "{said}");
    }
    let said = help(&["check"]);
    assert!(said.contains("`check` in docs/command.schema.json") && !said.contains("server sends"));
}

#[test]
fn the_language_of_the_call_counts_for_a_text_that_tells_none() {
    let folder = Folder::new("serve-language");
    let text = opened("/notes", "plaintext", "what = 1\n");
    let called = talk(&folder, &["lsp"], std::slice::from_ref(&text));
    assert!(!called.out.contains("publishDiagnostics"), "{}", called.out);
    let called = talk(&folder, &["lsp", "--language", "pinsight"], &[text]);
    assert!(called.out.contains("before-first-section"), "{}", called.out);
}

#[test]
fn values_that_nothing_sets_are_resolved_in_both_forms() {
    let folder = Folder::new("unset").with("n.pipe", "process n\n  :: numbers\n");
    let text = folder.run(&["resolve", "n.pipe"]).out;
    let json: serde_json::Value =
        serde_json::from_str(&folder.run(&["resolve", "n.pipe", "--json"]).out).unwrap();
    let rows = json["rows"].as_array().unwrap();
    assert_eq!(text.lines().count(), rows.len());
    for it in rows {
        assert!(text.contains(it["key"].as_str().unwrap()), "{text}");
    }
    assert!(text.contains("n:end    100  default: default of `numbers`"), "{text}");
}

#[test]
fn a_setting_that_no_language_has_is_refused() {
    let folder = Folder::new("settings")
        .with("x.trace", "[OpenMP.default]\n  trace_mode = OFF\n")
        .with("x.coilcfg.txt", "[cpu:0]\n[resources]\ncpu = 1\n")
        .with("x.pipe", "config a\n  k = 1\n");
    for (words, what) in [
        (
            &["x.trace", "--setting", "dialect=sead"][..],
            "`dialect` cannot be `sead`; it is seed or current",
        ),
        (
            &["x.pipe", "--setting", "dialect=sead"],
            "`dialect` cannot be `sead`; it is seed or current",
        ),
        (
            &["x.trace", "--setting", "dialekt=seed"],
            "no setting is called `dialekt`; there are dialect, lenient and strict-spec, and `process:key` of a pipeline",
        ),
        (
            &["x.coilcfg.txt", "--setting", "lenient=maybe"],
            "`lenient` cannot be `maybe`; it is true or false",
        ),
        (&["x.coilcfg.txt", "--setting", "leniant=true"], "no setting is called `leniant`"),
    ] {
        for command in ["check", "resolve"] {
            let called = folder.run(&[&[command], words].concat());
            assert_eq!(
                (called.code, called.out.as_str()),
                (2, ""),
                "{words:?}: {}",
                called.shown()
            );
            assert!(
                called.err.starts_with(&format!("bobbin: {}: {what}", words[0])),
                "{}",
                called.err
            );
        }
    }
    let called = folder.run(&["lsp", "--setting", "dialect=sead"]);
    assert_eq!(called.code, 2);
    assert_eq!(called.err, "bobbin: `dialect` cannot be `sead`; it is seed or current\n");
    // Of a pipeline it is an error, and settings of other languages are none of a file.
    assert_eq!(folder.run(&["check", "x.pipe", "--setting", "foo=1"]).code, 1);
    for setting in ["dialect=seed", "lenient=", "--lenient=yes", "a:k=2", "strict-spec=0"] {
        let words = ["check", "x.trace", "x.coilcfg.txt", &format!("--setting={setting}")];
        let called = folder.run(&words);
        assert_eq!(called.code, i32::from(!setting.contains("lenient")), "{}", called.shown());
        if !setting.contains(':') {
            let called = folder.run(&["check", "x.pipe", words[3]]);
            assert_eq!(called.code, 0, "{}", called.shown());
        }
    }
}

#[test]
fn a_graph_says_what_it_lacks() {
    let folder = Folder::new("lacking").with(
        "x.pipe",
        "process a\n  :: print_number\nnonsense here\nconnect from b.number to a.number\n",
    );
    for words in [
        &["graph", "x.pipe"][..],
        &["graph", "x.pipe", "--to", "json"],
        &["graph", "x.pipe", "--to", "svg"],
        &["convert", "x.pipe", "--to", "mermaid"],
    ] {
        let called = folder.run(words);
        let lines: Vec<&str> = called.err.lines().collect();
        assert_eq!(
            (called.code, lines.as_slice()),
            (
                1,
                &[
                    "x.pipe:3:1: note: the result lacks this: `=` is missing after the key `nonsense`",
                    "x.pipe:4:14: note: the result lacks this: there is no process called `b`",
                ][..]
            ),
            "{words:?}"
        );
    }
    // What is not about the format is an error of the text all the same.
    let folder = folder.with("t.trace", "[MPI.default]\n[OpenMP.default\n");
    let called = folder.run(&["convert", "t.trace", "--to", "resolved"]);
    assert_eq!(called.code, 1, "{}", called.shown());
    assert_eq!(called.err.matches("t.trace:2:1: ").count(), 1, "{}", called.err);
}

#[test]
fn the_architectures_are_listed_once() {
    let text = "[cpu:0]\nname = x\n";
    let folder = Folder::new("architectures").with("h.coilcfg.txt", text);
    let convert = |words: &[&str]| {
        folder.run(&[&["convert", "h.coilcfg.txt", "--to", "coil-target"], words].concat())
    };
    for words in [&["--architecture", "zzz"][..], &[]] {
        let called = convert(words);
        assert_eq!((called.code, called.err.matches("Xtensa").count()), (1, 1), "{}", called.err);
        assert!(called.err.contains("Custom"), "{}", called.err);
    }
    assert_eq!(convert(&["--architecture", "Custom"]).code, 0);
}

#[test]
fn a_question_is_refused_in_the_words_of_the_command() {
    let folder = Folder::new("axes").with(
        "x.trace",
        "[MPI.default]\nMPI.rank = (0-3)\n[Lexgion(MPI:MPI_Send)] : MPI.default : MPI.rank(0-1)\n",
    );
    let said = |words: &[&str]| {
        let called = folder.run(&[&["trace", "decide", "x.trace"], words].concat());
        assert_eq!(called.code, 2, "{}", called.shown());
        called.err
    };
    let unknown = said(&["--x", "foo"]);
    assert!(unknown.starts_with("bobbin: `foo` is no kind of units for `--x` here; "), "{unknown}");
    assert_eq!(
        said(&["--x", "MPI.rank", "--y", "MPI.rank"]),
        "bobbin: `--y MPI.rank` does not go with the rest; `--y OpenMP.thread` would\n"
    );
    assert_eq!(
        said(&["--unit", "MPI.rank=first"]),
        "bobbin: `first` is no MPI.rank; write a whole number from 0 on\n"
    );
    // A unit outside the scope is one like others.
    let far = folder.run(&["trace", "decide", "x.trace", "--unit", "MPI.rank=9999"]);
    assert!(far.code == 1 && far.out.contains("rank 9999 is outside"), "{}", far.shown());
}

#[test]
fn every_page_that_the_manual_names_is_written() {
    let folder = Folder::new("pages");
    assert_eq!(folder.run(&["manual", "man"]).code, 0);
    let pages: Vec<_> = std::fs::read_dir(folder.path("man")).unwrap().collect();
    let names: Vec<String> =
        pages.into_iter().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.contains(&"bobbin-trace-decide.1".to_owned()), "{names:?}");
    for name in &names {
        let text = String::from_utf8(folder.read(&format!("man/{name}"))).unwrap();
        let text = text.replace("\\-", "-");
        for (at, _) in text.match_indices("(1)") {
            let named: String = text[..at]
                .chars()
                .rev()
                .take_while(|it| it.is_alphanumeric() || *it == '-')
                .collect();
            let named: String = named.chars().rev().collect();
            assert!(names.contains(&format!("{named}.1")), "{name} names {named}");
        }
    }
}
