//! Hints about values that are legal but probably not meant.

use bobbin_core::{Document, HostFacts};
use bobbin_sprokit::parse;
use expect_test::expect;

use super::{check, findings, input};

#[test]
fn what_looks_like_a_macro_and_is_none_is_told() {
    let text = "process a :: orphan\n k = $CONFIG{s:x-y}\n :l ${HOME} $ENV{$ENV{A}}\n m := ${HOME}\n\
                n = $$ENV{HOME} $ENV{HOME} ${a b}\n o = x$LOCAL{m y} $ENV{HOME\n";
    expect![[r#"
        unknown-key "k": `orphan` does not read the key `k`
        literal-macro "$CONFIG{s:x-y}": `$CONFIG{s:x-y}` stays as it is: the name in a macro cannot have `-`
        unknown-key "l": `orphan` does not read the key `l`
        literal-macro "${HOME}": `${HOME}` stays as it is: a macro names its provider, as in `$ENV{HOME}` or `$CONFIG{key}`
        literal-macro "$ENV{$ENV{A}}": `$ENV{$ENV{A}}` stays as it is: only the macro inside it is replaced
        unknown-key "n": `orphan` does not read the key `n`
        unknown-key "o": `orphan` does not read the key `o`
        literal-macro "$LOCAL{m y}": `$LOCAL{m y}` stays as it is: the name in a macro has no blanks
        literal-macro "$ENV{HOME": `$ENV{HOME` stays as it is: its `}` is missing
    "#]].assert_eq(&findings(&input(&[], text, HostFacts::default())));
}

#[test]
fn a_value_that_another_one_replaces_is_told() {
    let text = "process a :: orphan\n k = 1\n l =\n l = 2 # c\n block b\n  m = 1\n endblock\n\
                k = 3\n b:m = 2\n v = 1\n v = $CONFIG{a:v}2\n w := 1\n w := 2\nconfig a\n k = 4\n k =\n\
                r[ro] = 1\n r = 1\n";
    expect![[r#"
        unknown-key "k": `orphan` does not read the key `k`
        replaced-value "1": this value of `a:k` does not count: the key is set again, to `3`
            : it is replaced here 70..71
        unknown-key "l": `orphan` does not read the key `l`
        replaced-value "l": this value of `a:l` does not count: the key is set again, to `2`
            : it is replaced here 33..34
        unknown-key "l": `orphan` does not read the key `l`
        unknown-key "m": `orphan` does not read the key `b:m`
        unknown-key "k": `orphan` does not read the key `k`
        unknown-key "b:m": `orphan` does not read the key `b:m`
        unknown-key "k": `orphan` does not read the key `k`
        replaced-value "4": this value of `a:k` does not count: the key is set again, to nothing
            : it is replaced here 144..145
        unknown-key "k": `orphan` does not read the key `k`
        unknown-key "r": `orphan` does not read the key `r`
        read-only-override "r": `a:r` is read-only and is set again
            : it becomes read-only here 148..149
        unknown-key "r": `orphan` does not read the key `r`
    "#]]
    .assert_eq(&findings(&input(&[], text, HostFacts::default())));
}

#[test]
fn what_has_no_name_is_said_in_words() {
    let text = "config _scheduler\n type =\n type:x = 3\nprocess a :: numbers\n _instrumentation:type =\n\
                \x20_instrumentation:type:x = 3\nprocess d :: data_dependent\n reject = true\nprocess b :: sink\n\
                connect from a.number to b.sink\nconnect from d._heartbeat to c.sink\nprocess c :: sink\n";
    let mut host = HostFacts::default();
    host.settings.push((String::new(), "1".to_owned()));
    expect![[r#"
        bad-setting "": a setting of the command line has no key
        unknown-scheduler "type": the name of the scheduler is missing here
        ignored-setting "x": `type` of the scheduler has no parts, so the setting has no effect
        unknown-instrumentation "_instrumentation": the name of the instrumentation is missing here
        ignored-setting "type": the instrumentation of `a` has no name, so the setting has no effect
        orphaned-processes "d": `d` and `c` are not connected to `a`
    "#]]
    .assert_eq(&findings(&input(&[], text, host)));
    let cluster =
        "cluster c\n -- d\n omap from a.number to p\n -- d\nprocess a :: numbers\n end[ro] = c:\n";
    check(
        &[],
        cluster,
        expect![[r#"
        cluster-file-name "cluster": kwiver finds clusters in files called `*.cluster` only
        unknown-cluster-key "c:": the mapping names no key of cluster `c`
    "#]],
    );
    let text = "process c :: c\nprocess b :: sink\nconnect from c.p to b.sink\n";
    check(
        &[("c.cluster", cluster)],
        text,
        expect![[r#"
        unknown-cluster-key "c": cluster `c` maps a value to a key without a name
            c.cluster: in the file of the cluster 79..81
    "#]],
    );
}

/// The program stops at the first process that does not exist, and set-up is never reached
/// (sprokit.md#building-the-graph).
#[test]
fn an_unknown_process_is_the_only_error() {
    check(
        &[],
        "process nums :: numbers\nprocess p :: print_number\n  output = o\n\
         connect from num.number to p.number\n",
        expect![[r#"
            unknown-process "num": there is no process called `num`
        "#]],
    );
}

#[test]
fn signs_of_other_languages_are_named() {
    check(
        &[],
        "config a\n  k .= 4\n",
        expect![[r#"
            append-operator ".=": there is no `.=`
        "#]],
    );
}

/// Without its quotes such a file would not be found.
#[test]
fn quotes_that_a_file_has_stay() {
    let fixes = |files: &[(&str, &str)]| {
        let input = input(files, "include \"a.inc\"\n", HostFacts::default());
        let found = parse(&input).diagnostics();
        let it = found.into_iter().find(|it| it.code.name == "include-name");
        it.unwrap().fixes.len()
    };
    assert_eq!(fixes(&[("\"a.inc\"", "config a\n")]), 0);
    assert_eq!(fixes(&[("a.inc", "config a\n")]), 1);
}

/// A word with the opposite meaning is no misspelling.
#[test]
fn no_fix_writes_the_opposite() {
    let fixes = |text: &str, code: &str| {
        let found = parse(&input(&[], text, HostFacts::default())).diagnostics();
        let labels = found.into_iter().filter(|it| it.code.name == code).flat_map(|it| it.fixes);
        labels.map(|it| it.label).filter(|it| it.starts_with("Change to")).collect::<Vec<_>>()
    };
    let scheduler = |name: &str| {
        let text = format!("process a :: orphan\nconfig _scheduler\n  type = {name}\n");
        fixes(&text, "unknown-scheduler")
    };
    assert!(scheduler("async").is_empty());
    assert_eq!(scheduler("synk"), ["Change to `sync`"]);
    let flag = |name: &str| fixes(&format!("config a\n  k[{name}] = 1\n"), "unknown-flag");
    assert!(flag("rw").is_empty());
    assert_eq!(flag("roo"), ["Change to `ro`"]);
}

#[test]
fn brackets_with_a_slip_are_told_of() {
    check(
        &[],
        "config a\n  k[-ro] = v\n  k[ro = v\n  k[ro;tunable] = v\n  k[ro\n  l = 1\n  :m[-ro] v\n",
        expect![[r#"
            bad-flag-list "-": `-` is not allowed between the brackets
            bad-flag-list "[": the brackets are not closed
            bad-flag-list ";": `;` is not allowed between the brackets
            bad-flag-list "[": the brackets are not closed
            legacy-entry "[-ro] v": `[-ro] v` is not allowed in an entry that begins with `:`
        "#]],
    );
}

#[test]
fn a_connection_with_a_misspelt_word_has_one_error() {
    for word in ["ot", "To", "t"] {
        for end in ["", "process c :: sink\n"] {
            let text = format!(
                "process a :: numbers\nprocess b :: sink\nconnect from a.number {word} b.sink\n{end}"
            );
            let found = parse(&input(&[], &text, HostFacts::default())).diagnostics();
            let errors: Vec<_> =
                found.iter().filter(|it| it.code.reference == Some("parse_error")).collect();
            assert_eq!(errors.len(), 1, "{text} {errors:#?}");
            assert_eq!(errors[0].message, format!("expected `to`, found `{word}`"));
            assert_eq!(errors[0].fixes[0].label, "Change to `to`");
        }
    }
}

#[test]
fn the_header_of_a_section_may_begin_with_a_colon_by_mistake() {
    check(
        &[],
        "config :a\n  k = 1\nprocess p :: orphan\n",
        expect![[r#"
            section-header ":": a word is missing before this `:`
        "#]],
    );
}
