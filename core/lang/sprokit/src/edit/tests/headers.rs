//! Keys and ports that the form of a cluster adds.

use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::{Document, Input};
use expect_test::expect;

use crate::parse;

/// The header of a cluster without keys and ports has no field: tables add the first ones.
#[test]
fn a_form_adds_keys_and_ports_to_a_cluster() {
    let cluster = ItemPath::new(["cluster", "c"]);
    let planned = |text: &str, table: usize, cells: &[(&str, &str)]| {
        let input = Input::alone("c.cluster", text);
        let form = parse(&input).form(&cluster).unwrap();
        let Some(Command::AddItem { kind, name, mut values }) = form.tables[table].add.clone()
        else {
            panic!()
        };
        values.extend(cells.iter().map(|it| (it.0.to_owned(), it.1.to_owned())));
        match parse(&input).plan(&Command::AddItem { kind, name, values }) {
            Ok(change) => change.edits.values().map(|it| it.apply(text)).collect(),
            Err(refusal) => format!("refused: {}\n", refusal.reason),
        }
    };
    let bare = "cluster c\n  -- Holds n.\n\nprocess n :: numbers\n";
    let key = [("key", "k"), ("value", "1"), ("description", "What it is.")];
    let with_key = planned(bare, 0, &key);
    expect![[r#"
        cluster c
          -- Holds n.
          k = 1
          -- What it is.

        process n :: numbers
    "#]]
    .assert_eq(&with_key);
    let both = planned(&with_key, 0, &[("key", "more[tunable]"), ("value", "")]);
    expect![[r#"
        cluster c
          -- Holds n.
          k = 1
          -- What it is.
          more[tunable] =
          -- (to be described)

        process n :: numbers
    "#]]
    .assert_eq(&both);
    expect![[r#"
        refused: `k` is set there already
    "#]]
    .assert_eq(&planned(&with_key, 0, &key));
    expect![[r#"
        refused: a description cannot hold `#`, which begins a comment
    "#]]
    .assert_eq(&planned(&with_key, 0, &[("key", "x"), ("description", "a # b")]));
    let port = [("port", "o"), ("side", "output"), ("inner", "n.number")];
    let with_port = planned(&with_key, 1, &port);
    expect![[r#"
        cluster c
          -- Holds n.
          k = 1
          -- What it is.

          omap from n.number
               to   o
          -- (to be described)

        process n :: numbers
    "#]]
    .assert_eq(&with_port);
    expect![[r#"
        cluster c
          -- Holds n.
          k = 1
          -- What it is.
          l = 2
          -- (to be described)

          omap from n.number
               to   o
          -- (to be described)

        process n :: numbers
    "#]]
    .assert_eq(&planned(&with_port, 0, &[("key", "l"), ("value", "2")]));
    expect![[r#"
        refused: the output `o` already stands for another port
    "#]]
    .assert_eq(&planned(&with_port, 1, &port));
    expect![[r#"
        refused: `n` names no port inside, such as `process.port`
    "#]]
    .assert_eq(&planned(&with_port, 1, &[("port", "p"), ("inner", "n")]));
    let errors = |text: &str| {
        let found = parse(&Input::alone("c.cluster", text)).diagnostics().into_iter();
        let errors =
            found.filter(|it| it.code.severity == bobbin_core::diagnostics::Severity::Error);
        errors.map(|it| it.message).collect::<Vec<_>>()
    };
    assert_eq!(errors(&with_port), Vec::<String>::new());
}
