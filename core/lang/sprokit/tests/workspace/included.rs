//! Edits beside includes that bring something into an item of the text.

use std::sync::Arc;

use bobbin_core::diagnostics::Severity;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::{SourceText, paths};
use bobbin_core::{Document as _, HostFacts, Input};
use bobbin_sprokit::parse;
use expect_test::{Expect, expect};

use crate::{findings, input};

const FILES: &[(&str, &str)] = &[
    ("end.inc", "  end = 5\n"),
    ("open.inc", "block deep\n  k = 1\n"),
    ("close.inc", "endblock\n"),
    ("other.inc", "process z :: sink\n"),
    ("more.inc", "  end = 5\nprocess z :: sink\n"),
];

/// Carries a command out, and says what the text is then, or why it is refused.
fn check(text: &str, command: &Command, expect: Expect) {
    let input = input(FILES, text, HostFacts::default());
    let res = match parse(&input).plan(command) {
        Ok(it) => it.edits["main.pipe"].apply(text),
        Err(it) => format!("refused: {}", it.reason),
    };
    expect.assert_eq(&res);
}

fn add() -> Command {
    let values = vec![("type".to_owned(), "sink".to_owned())];
    Command::AddItem { kind: "process".to_owned(), name: "new".to_owned(), values }
}

fn remove(kind: &str, name: &str) -> Command {
    Command::Remove { item: ItemPath::new([kind, name]) }
}

#[test]
fn a_new_item_leaves_an_include_with_what_it_is_of() {
    check(
        "process a :: numbers\ninclude end.inc # how far\nconnect from a.number to s.sink\n",
        &add(),
        expect![[r#"
            process a :: numbers
            include end.inc # how far

            process new :: sink

            connect from a.number to s.sink
        "#]],
    );
    check(
        "process a :: numbers\nblock deep\n  include close.inc\nprocess b :: sink\ninclude open.inc\nendblock\n",
        &add(),
        expect![[r#"
            process a :: numbers
            block deep
              include close.inc
            process b :: sink
            include open.inc
            endblock

            process new :: sink
        "#]],
    );
    check(
        "process a :: numbers\nblock deep\n  include close.inc\n",
        &add(),
        expect![[r#"
            process a :: numbers
            block deep
              include close.inc

            process new :: sink
        "#]],
    );
}

/// The lines behind such an include would become the new item's.
#[test]
fn no_item_is_put_behind_an_include_that_goes_on() {
    let text = "process a :: numbers\ninclude more.inc\n  own = 3\n";
    check(
        text,
        &add(),
        expect![[
            r#"refused: the included file `more.inc` goes on behind `a`; change it in the text"#
        ]],
    );
    check(
        "process a :: numbers\ninclude more.inc\nendblock\n",
        &add(),
        expect![[r#"
            process a :: numbers
            include more.inc

            process new :: sink

            endblock
        "#]],
    );
}

/// Without such lines nothing else changes.
#[test]
fn an_item_is_put_behind_an_include_that_goes_on_where_nothing_follows() {
    check(
        "process a :: numbers\ninclude more.inc # more\n\n",
        &add(),
        expect![[r#"
        process a :: numbers
        include more.inc # more

        process new :: sink

    "#]],
    );
    check(
        "process a :: numbers\ninclude more.inc\n\n# the line\nconnect from a.number to new.sink\n",
        &add(),
        expect![[r#"
            process a :: numbers
            include more.inc

            process new :: sink

            # the line
            connect from a.number to new.sink
        "#]],
    );
    check(
        "process a :: numbers\ninclude more.inc\nconfig a\n x = 1\n",
        &add(),
        expect![[r#"
            process a :: numbers
            include more.inc

            process new :: sink

            config a
             x = 1
        "#]],
    );
}

#[test]
fn an_item_goes_with_the_include_that_it_ends_in() {
    check(
        "process a :: numbers\n\n# b\nprocess b :: numbers\ninclude end.inc\n\nprocess s :: sink\n",
        &remove("process", "b"),
        expect![[r#"
            process a :: numbers

            process s :: sink
        "#]],
    );
    check(
        "process a :: numbers\nconfig q\n  block deep\n  include close.inc\n",
        &remove("config", "q"),
        expect![[r#"
            process a :: numbers
        "#]],
    );
    // Another include that follows is not part of it.
    check(
        "process a :: numbers\nprocess b :: numbers\ninclude end.inc\ninclude other.inc\n",
        &remove("process", "b"),
        expect![[r#"
            process a :: numbers
            include other.inc
        "#]],
    );
    check(
        "process a :: numbers\nprocess b :: numbers\ninclude more.inc\n",
        &remove("process", "b"),
        expect!["refused: the included file `more.inc` goes on behind `b`; change it in the text"],
    );
}

/// An included text need not be a whole pipeline; one that only shares its name with an included one must
/// (sprokit.md#include-search).
#[test]
fn only_what_an_include_leads_to_is_a_part() {
    let text = "process a :: numbers\n";
    let n_faults_with = |has_all_files: bool, path: &str, others: &[(&str, &str)]| {
        let path = path.to_owned();
        let host = HostFacts { has_all_files, ..HostFacts::default() };
        let input = Input { path, ..input(others, text, host) };
        parse(&input).diagnostics().iter().filter(|it| it.code.severity == Severity::Error).count()
    };
    let n_faults = |path: &str, others: &[(&str, &str)]| n_faults_with(false, path, others);
    let all = ("/v2/all.pipe", "include main.pipe\n");
    let theirs = ("/v2/main.pipe", text);
    assert_eq!(n_faults("/main.pipe", &[all, theirs]), 1);
    assert_eq!(n_faults("/v2/main.pipe", &[all, ("/main.pipe", text)]), 0);
    assert_eq!(n_faults("/v2/main.pipe", &[("/all.pipe", "!include v2/main.pipe # all\n")]), 0);
    assert_eq!(n_faults("/main.pipe", &[("/v2/all.pipe", "include ../main.pipe\n"), theirs]), 0);
    // What includes the other one may have another folder.
    assert_eq!(n_faults("/main.pipe", &[all]), 0);
    // It has not, where all files are known.
    assert_eq!(n_faults_with(true, "/main.pipe", &[all]), 1);
    assert_eq!(n_faults_with(true, "/main.pipe", &[("/v2/all.pipe", "include ../main.pipe\n")]), 0);
    assert_eq!(n_faults_with(true, "/main.pipe", &[("/a.pipe", "include $ENV{X}/main.pipe\n")]), 0);
    let above = ("/top.pipe", "include v2/all.pipe\n");
    assert_eq!(n_faults_with(true, "/main.pipe", &[all, above]), 0);
}

/// The folder of a relative path is that of the file it is written in (sprokit.md#relative-paths).
#[test]
fn a_relative_path_says_whose_folder_it_is_in() {
    let note = |text: &str| {
        let files = [("part.inc", "  relativepath output = out.txt\n")];
        let rows = parse(&input(&files, text, HostFacts::default())).resolved().unwrap().rows;
        rows.into_iter().find(|it| it.key == "k:output").unwrap().origin.note
    };
    let here = "process k :: print_number\n  relativepath output = out.txt\n";
    assert_eq!(note(here), "in the folder of this file, which is not known here");
    let there = "process k :: print_number\ninclude part.inc\n";
    assert_eq!(note(there), "in the folder of that file, which is not known here");
}

// sprokit.md#includes
#[test]
fn a_part_of_a_statement_is_no_fault_where_it_is_included() {
    let main = "process src\ninclude type.pipe\ninclude entries.pipe\nconfig z\n  block a\n\
                include close.pipe\n";
    let parts = [
        ("type.pipe", "  :: numbers\n"),
        ("entries.pipe", "  start = 3\n  relativepath end = 9\n"),
        ("close.pipe", "  one = 1\n  endblock\n  two = 2\n"),
    ];
    let faults = |path: &str, text: &str, main: &str| -> Vec<&str> {
        let files = [&parts[..], &[("main.pipe", main)]].concat();
        let input = Input { path: path.to_owned(), ..input(&files, text, HostFacts::default()) };
        let found = parse(&input).diagnostics();
        let errors = found.iter().filter(|it| it.code.severity == Severity::Error);
        errors.map(|it| it.code.name).collect()
    };
    for (path, text) in parts {
        assert_eq!(faults(path, text, main), [""; 0], "{path}");
        assert_ne!(faults(path, text, ""), [""; 0], "{path}");
    }
    let half = "include ../half.pipe\n";
    assert_eq!(faults("half.pipe", "process a\n", "include half.pipe\n:: numbers\n"), [""; 0]);
    assert_eq!(faults("half.pipe", "process a\n", half), ["missing-type"]);
    // Where it does not fit, it has its faults.
    let (path, text) = parts[2];
    let unopened = main.replace("  block a\n", "");
    assert!(faults(path, text, &unopened).contains(&"unmatched-endblock"));
    // One of its own stays.
    assert!(faults(path, "  one 1\n  endblock\n", main).contains(&"unmatched-endblock"));
}

/// The program takes the bytes of the line, whatever other lines have: sprokit.md#includes.
#[test]
fn an_include_of_a_text_that_is_no_utf_8_names_bytes() {
    let source = SourceText::decode(
        b"# caf\xe9\ninclude p\xff.pipe\ninclude q\xc3\xbf.pipe\nconnect from a.number to b.number\n",
    );
    let [one, two] = [&b"p\xff.pipe"[..], b"q\xc3\xbf.pipe"].map(paths::to_text);
    assert_eq!(two, "q\u{ff}.pipe");
    let files = [
        (one.as_str(), "process a\n  :: numbers\n"),
        (&two, "process b\n  :: print_number\n  output = x\n"),
    ];
    let host = HostFacts { has_all_files: true, ..HostFacts::default() };
    let mut input = input(&files, &source.text, host);
    Arc::make_mut(&mut input.files).insert_source("main.pipe", &source);
    assert_eq!(findings(&input), "");
    // In UTF-8 a name is what it looks like.
    input.text = "include q\u{ff}.pipe\nprocess s :: sink\nconnect from b.x to s.sink\n".into();
    Arc::make_mut(&mut input.files).insert("main.pipe", Arc::clone(&input.text));
    assert!(!findings(&input).contains("include-not-found"));
}
