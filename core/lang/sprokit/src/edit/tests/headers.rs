//! Keys and ports that the form of a cluster adds.

use bobbin_core::edit::{Command, ItemPath, PortRef};
use bobbin_core::{Document, Input};
use expect_test::expect;

use super::{check, process};
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

const MAPPED: &str = "\
cluster inner
  -- The inner one.

  imap from factor   # outer
       to   mul.factor1   # first
       # of add
       to   add.factor1
  -- What comes in.

  # about product
  omap from mul.product to product  -- What goes out.

process mul :: multiplication
process add :: multiplication
";

fn outside(port: &str) -> PortRef {
    super::port(ItemPath::new(["cluster", "inner"]), port)
}

#[test]
fn a_target_goes_with_its_line() {
    let disconnect = |to: &str| Command::Disconnect {
        from: outside("factor"),
        to: super::port(process(to), "factor1"),
    };
    check(
        MAPPED,
        &disconnect("mul"),
        expect![[r#"
        cluster inner
          -- The inner one.

          imap from factor   # outer
               # of add
               to   add.factor1
          -- What comes in.

          # about product
          omap from mul.product to product  -- What goes out.

        process mul :: multiplication
        process add :: multiplication
    "#]],
    );
    check(
        MAPPED,
        &disconnect("add"),
        expect![[r#"
        cluster inner
          -- The inner one.

          imap from factor   # outer
               to   mul.factor1   # first
          -- What comes in.

          # about product
          omap from mul.product to product  -- What goes out.

        process mul :: multiplication
        process add :: multiplication
    "#]],
    );
}

#[test]
fn a_further_target_leaves_comments_where_they_are() {
    let text = "cluster inner\n  -- d\n  imap from x\n       to   mul.factor1   # first\n  -- i\n\
                process mul :: multiplication\n";
    let to = super::port(process("mul"), "factor2");
    check(
        text,
        &Command::Connect { from: outside("x"), to },
        expect![[r#"
        cluster inner
          -- d
          imap from x
               to   mul.factor1   # first
               to   mul.factor2
          -- i
        process mul :: multiplication
    "#]],
    );
}

#[test]
fn ends_of_a_mapping_are_taken_elsewhere() {
    let reconnect = |item: [&str; 3], from: Option<PortRef>, to: Option<PortRef>| {
        Command::Reconnect { item: ItemPath::new(item), from, to }
    };
    let inside = |name: &str, port: &str| Some(super::port(process(name), port));
    let output = ["omap", "mul.product", "product"];
    check(
        MAPPED,
        &reconnect(output, inside("add", "product"), None),
        expect![[r#"
        cluster inner
          -- The inner one.

          imap from factor   # outer
               to   mul.factor1   # first
               # of add
               to   add.factor1
          -- What comes in.

          # about product
          omap from add.product to product  -- What goes out.

        process mul :: multiplication
        process add :: multiplication
    "#]],
    );
    check(
        MAPPED,
        &reconnect(output, None, Some(outside("result"))),
        expect![[r#"
        cluster inner
          -- The inner one.

          imap from factor   # outer
               to   mul.factor1   # first
               # of add
               to   add.factor1
          -- What comes in.

          # about product
          omap from mul.product to result  -- What goes out.

        process mul :: multiplication
        process add :: multiplication
    "#]],
    );
    let input = ["imap", "factor", "mul.factor1"];
    check(
        MAPPED,
        &reconnect(input, None, inside("mul", "factor2")),
        expect![[r#"
        cluster inner
          -- The inner one.

          imap from factor   # outer
               to   mul.factor2   # first
               # of add
               to   add.factor1
          -- What comes in.

          # about product
          omap from mul.product to product  -- What goes out.

        process mul :: multiplication
        process add :: multiplication
    "#]],
    );
    // What would not be a mapping, or another one.
    let refusals = [
        reconnect(input, None, inside("add", "factor1")),
        reconnect(input, None, inside("mul", "product")),
        reconnect(input, Some(outside("other")), None),
        reconnect(output, None, inside("add", "factor2")),
        reconnect(output, inside("mul", "product"), None),
        reconnect(["omap", "add.product", "product"], inside("mul", "product"), None),
    ];
    let file = parse(&Input::alone("t.cluster", MAPPED));
    let reasons = refusals.iter().map(|it| file.plan(it).unwrap_err().reason);
    expect![[r#"
        the input `add.factor1` is already mapped
        `mul.product` is not an input
        `factor` is mapped to several ports; write one of its own in the text
        one end of a mapping is a port of the cluster
        the text already says that
        `add.product` is not mapped to `product`"#]]
    .assert_eq(&reasons.collect::<Vec<_>>().join("\n"));
}
