//! Values that count, with where they come from.

use std::sync::Arc;

use bobbin_core::text::{Files, Location, slice};
use bobbin_core::{Document, HostFacts, Input};
use expect_test::{Expect, expect};

/// Checks every value in force with its origin.
#[track_caller]
fn check(text: &str, host: HostFacts, expect: Expect) {
    let mut files = Files::default();
    files.set_folder("/links/t.pipe", "/data");
    check_among(files, text, host, expect);
}

#[track_caller]
fn check_among(files: Files, text: &str, host: HostFacts, expect: Expect) {
    let input = Input {
        path: "/links/t.pipe".to_owned(),
        text: text.into(),
        files: Arc::new(files),
        host: Arc::new(host),
    };
    let mut res = String::new();
    for it in crate::parse(&input).resolved().unwrap().rows {
        let (kind, note) = (it.origin.kind, it.origin.note);
        res += &format!("{} = {} ({}; {kind:?} {note})\n", it.key, it.value, it.item);
        if let Some(Location { path: Some(path), range }) = it.origin.written {
            let place = slice(input.files.get(&path).unwrap(), range);
            res += &format!("    {path}: {place:?}\n");
        }
    }
    expect.assert_eq(&res);
}

#[test]
fn the_last_assignment_counts_unless_the_key_is_read_only() {
    check(
        "config p\n  a = 1\n  b[ro] = 1\nprocess p :: orphan\n  a = 2\n  b = 2\n  block c\n    d := 3\n  endblock\n\
         \x20 e = $LOCAL{d}$CONFIG{p:a}\n  relativepath f = x/$LOCAL{c:d}\n",
        HostFacts::default(),
        expect![[r#"
            p:a = 2 (process › p; Written replaces `1` in line 2)
            p:b = 1 (process › p; Written read-only)
            p:c:d = 3 (process › p; Written )
            p:e = 32 (process › p; Expanded from `$LOCAL{d}$CONFIG{p:a}`)
            p:f = /data/x/3 (process › p; Expanded from `x/$LOCAL{c:d}`)
        "#]],
    );
}

#[test]
fn an_included_value_says_where_it_stands() {
    let mut files = Files::default();
    files.insert("/links/common.pipe", "\nconfig a\n  x = 1\n  y = $CONFIG{a:x}2\n".into());
    check_among(
        files,
        "include common.pipe\nconfig a\n  z = 3\n",
        HostFacts::default(),
        expect![[r#"
            a:x = 1 (config › a; Written )
                /links/common.pipe: "1"
            a:y = 12 (config › a; Expanded from `$CONFIG{a:x}2`)
                /links/common.pipe: "$CONFIG{a:x}2"
            a:z = 3 (config › a › #2; Written )
        "#]],
    );
}

#[test]
fn an_included_file_of_the_root_has_one_slash() {
    let mut files = Files::default();
    files.insert("/b.pipe", "config a\n  x = 1\n".into());
    let input = Input { files: Arc::new(files), ..Input::alone("/t.pipe", "include b.pipe\n") };
    let rows = crate::parse(&input).resolved().unwrap().rows;
    assert_eq!(rows[0].origin.written.as_ref().unwrap().path.as_deref(), Some("/b.pipe"));
}

#[test]
fn a_folder_that_nobody_knows_is_not_made_up() {
    check_among(
        Files::default(),
        "process p :: orphan\n  relativepath f = x/y\n  g = $CONFIG{p:f}\n",
        HostFacts::default(),
        expect![[r#"
            p:f = relativepath x/y (process › p; Expanded in the folder of this file, which is not known here)
            p:g = x/y (process › p; Expanded from `$CONFIG{p:f}`)
        "#]],
    );
}

#[test]
fn what_the_machine_says_is_known_or_not() {
    let text = "config a\n  h = $ENV{HOME}/$SYSENV{numproc}\n  i = $CONFIG{a:h}\n";
    check(
        text,
        HostFacts::default(),
        expect![[r#"
            a:h = $ENV{HOME}/$SYSENV{numproc} (config › a; Expanded from `$ENV{HOME}/$SYSENV{numproc}`, as far as it is known here)
            a:i = $ENV{HOME}/$SYSENV{numproc} (config › a; Expanded from `$CONFIG{a:h}`, as far as it is known here)
        "#]],
    );
    let mut host = HostFacts::default();
    host.env.insert("HOME".to_owned(), "/home/me".to_owned());
    host.system.insert("numproc".to_owned(), "8".to_owned());
    check(
        text,
        host,
        expect![[r#"
            a:h = /home/me/8 (config › a; Expanded from `$ENV{HOME}/$SYSENV{numproc}`)
            a:i = /home/me/8 (config › a; Expanded from `$CONFIG{a:h}`)
        "#]],
    );
}

#[test]
fn a_value_that_doubles_again_and_again_stops_somewhere() {
    let doubling = "  k = $CONFIG{a:k}$CONFIG{a:k}\n".repeat(64);
    let text = format!("config a\n  k = xx\n{doubling}");
    let rows = crate::parse(&Input::alone("t.pipe", &text)).resolved().unwrap().rows;
    assert!(rows[0].value.len() <= 2 * super::MOST_EXPANDED);
}

#[test]
fn declared_keys_that_nothing_sets() {
    let text = "process a :: numbers\n  end = 7\nprocess a :: numbers\nprocess b :: no_such_type\n\
                process c :: numbers\nconfig c\n  start = 1\n";
    let input = Input { text: text.into(), ..Input::default() };
    let unset = crate::parse(&input).unset();
    let rows = unset.iter().map(|it| format!("{} = {}: {}\n", it.key, it.value, it.origin.note));
    // What another block sets is set; a name that is there twice is one process.
    expect![[r#"
        a:start = 0: default of `numbers`
        c:end = 100: default of `numbers`
    "#]]
    .assert_eq(&rows.collect::<String>());
}
