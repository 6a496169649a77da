//! Sentences that say what is so in the text at hand, and no more.

use std::sync::Arc;

use bobbin_core::{Document, HostFacts, Input};
use bobbin_sprokit::parse;
use expect_test::{Expect, expect};

use super::input;

/// Returns the messages about a file, with what helps and what is offered.
fn said(path: &str, text: &str, host: &HostFacts) -> String {
    let input = Input { path: path.to_owned(), ..input(&[], text, host.clone()) };
    let mut res = String::new();
    for it in parse(&input).diagnostics() {
        res += &format!("{}: {}\n", it.code.name, it.message);
        let help = it.help.iter().map(|it| format!("    help: {it}\n"));
        let fixes = it.fixes.iter().map(|it| format!("    fix: {}\n", it.label));
        res.extend(help.chain(fixes));
    }
    res
}

#[track_caller]
fn check(path: &str, text: &str, expect: Expect) {
    expect.assert_eq(&said(path, text, &HostFacts::default()));
}

/// No include path helps against a variable that is not there (sprokit.md#includes).
#[test]
fn an_include_says_which_macro_stays_in_its_name() {
    let text =
        "include $ENV{NOPE}/b.pipe\ninclude $SYSENV{NOPE}/b.pipe\ninclude $SYSENV{pid}.pipe\n";
    for has_all_files in [false, true] {
        let host = HostFacts { has_all_files, ..HostFacts::default() };
        let said = said("x.pipe", text, &host);
        assert!(!said.contains("include path") && !said.contains("open it too"), "{said}");
        let helps: Vec<&str> =
            said.lines().filter_map(|it| it.strip_prefix("    help: ")).collect();
        assert_eq!(
            helps,
            [
                "there is no environment variable `NOPE`, so `$ENV{NOPE}` stays in the name",
                "`SYSENV` has no `NOPE`, so `$SYSENV{NOPE}` stays in the name",
                "what `$SYSENV{pid}` stands for is not known here",
            ]
        );
    }
}

#[test]
fn a_dot_before_the_sign_knows_whether_there_is_a_value() {
    check(
        "x.pipe",
        "config a\n  k .= 4\n  block b\n    l = 1\n    l.= 2\n  endblock\n  m[ro] = 1\n  m .= 2\nconfig c\n  l .= 1\n",
        expect![[r#"
            append-operator: there is no `.=`
                help: the key has no value before, to which this could be added
                fix: Change to `=`
            append-operator: there is no `.=`
                help: `$CONFIG` gives the value so far, to which text can be added
                fix: Change to `=` with the value so far
            append-operator: there is no `.=`
                help: the key is read-only, so it cannot be set again; write the whole value there
            append-operator: there is no `.=`
                help: the key has no value before, to which this could be added
                fix: Change to `=`
        "#]],
    );
}

#[test]
fn a_cluster_that_holds_itself_is_told_as_that() {
    check(
        "clus.cluster",
        "cluster clus\n  -- d\n  imap from i to a.i\n  -- d\nprocess a :: clus\n",
        expect![[r#"
            endless-cluster: the cluster `clus` contains itself
                help: kwiver makes instances inside instances without end
        "#]],
    );
}

#[test]
fn a_cluster_without_a_name_is_said_to_have_none() {
    let rest = "  -- d\n  imap from i to a.sink\n  -- d\nprocess a :: sink\n";
    check(
        "clus.cluster",
        &format!("cluster\n{rest}"),
        expect![[r#"
            syntax: the cluster has no name
                help: write `cluster name`
        "#]],
    );
}

#[test]
fn no_fix_leads_to_a_key_that_the_program_overwrites() {
    check(
        "x.pipe",
        "process a :: numbers\n  _Name = z\n  _typ = z\n  _non_blokking = 1\nprocess b :: sink\n\
         connect from a.number to b.sink\n",
        expect![[r#"
            unknown-key: no process reads the key `_Name`
                fix: Remove the key
            unknown-key: no process reads the key `_typ`
                fix: Remove the key
            unknown-key: no process reads the key `_non_blokking`
                fix: Change to `_non_blocking`
                fix: Remove the key
        "#]],
    );
}

#[test]
fn of_three_processes_two_are_not_all() {
    check(
        "x.pipe",
        "process dup :: numbers\nprocess dup :: numbers\nprocess dup :: print_number\n  output = o\n\
         connect from dup.numbr to dup.number\nprocess p :: print_number\n  output = o\n\
         connect from dup.number to p.nope\n",
        expect![[r#"
            duplicate-process: another process is called `dup`, too
                fix: Rename to `dup2`
            duplicate-process: another process is called `dup`, too
                fix: Rename to `dup2`
            unknown-key: `numbers` does not read the key `output`
                fix: Remove the key
            unknown-port: `numbers` has no output port `numbr`
                help: its output ports are `number`, `_heartbeat`
                fix: Change to `number`
            unknown-port: `numbers` has no input port `number`
                help: it has no input ports
            unknown-port: `print_number` has no input port `nope`
                help: its only input port is `number`
        "#]],
    );
}

#[test]
fn a_catalogue_is_called_by_the_name_of_its_file() {
    let host = HostFacts {
        catalogues: vec![Arc::from("{"), Arc::from("{")],
        catalogue_names: vec!["bad.json".to_owned()],
        ..HostFacts::default()
    };
    let said = said(
        "x.pipe",
        "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n",
        &host,
    );
    assert!(said.contains("the catalogue `bad.json` of process types cannot be read: "), "{said}");
    assert!(said.contains(" catalogue 2 of process types cannot be read: "), "{said}");
}
