//! Several commands planned as one change.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that panics has found something"
)]

use bobbin_core::edit::{Command, ItemPath, PortRef, Refusal};
use bobbin_core::{Input, Snapshot, plan_sequence};

fn process(name: &str) -> ItemPath {
    ItemPath::new(["process", name])
}

fn plan(text: &str, commands: &[Command]) -> Result<String, Refusal> {
    let before = Snapshot::new(&bobbin_sprokit::INFO, Input::alone("t.pipe", text));
    let change = plan_sequence(&before, commands)?;
    let edit = &change.edits["t.pipe"];
    let after = edit.apply(text);
    assert_eq!(edit.invert(text).apply(&after), text);
    Ok(after)
}

fn port(name: &str, port: &str) -> PortRef {
    PortRef { item: process(name), port: port.to_owned() }
}

#[test]
fn a_process_is_put_into_a_connection() {
    let text = "process a :: numbers\nprocess b :: sink\n\nconnect from a.number to b.sink\n";
    let add = Command::AddItem {
        kind: "process".to_owned(),
        name: "m".to_owned(),
        values: vec![("type".to_owned(), "multiplication".to_owned())],
    };
    let after = plan(
        text,
        &[
            add,
            Command::Disconnect { from: port("a", "number"), to: port("b", "sink") },
            Command::Connect { from: port("a", "number"), to: port("m", "factor1") },
            Command::Connect { from: port("m", "product"), to: port("b", "sink") },
        ],
    );
    expect_test::expect![[r#"
        process a :: numbers
        process b :: sink

        process m :: multiplication

        connect from a.number
                to   m.factor1
        connect from m.product
                to   b.sink
    "#]]
    .assert_eq(&after.unwrap());
}

#[test]
fn one_refusal_refuses_all() {
    let text = "process a :: numbers\n";
    let rename = Command::Rename { item: process("a"), name: "b".to_owned() };
    let refused = plan(text, &[rename.clone(), rename]).unwrap_err();
    assert_eq!(refused.reason, "there is no `process › a` in this text");
    assert_eq!(refused.at, None);
}

#[test]
fn a_plan_names_the_items_that_it_creates() {
    let created = |text: &str, command: Command| -> Vec<String> {
        let input = Input::alone("t.pipe", text);
        let before = Snapshot::new(&bobbin_sprokit::INFO, input);
        let change = plan_sequence(&before, &[command]).unwrap();
        change.created.iter().map(ToString::to_string).collect()
    };
    let text =
        "process a :: numbers\nprocess b :: sink\nconnect from a.number\n        to   b.sink\n";
    let piece = "process a :: numbers\nprocess c :: sink\n";
    assert_eq!(
        created(text, Command::Insert { text: piece.to_owned(), copied_from: None }),
        ["process › a2", "process › c"]
    );
    assert_eq!(
        created(text, Command::Rename { item: process("b"), name: "z".to_owned() }),
        ["process › z"]
    );
    assert_eq!(
        created(text, Command::Extract { items: vec![process("a")], name: "part".to_owned() }),
        ["process › part"]
    );
    let set =
        Command::SetValue { item: process("a"), key: "end".to_owned(), value: "3".to_owned() };
    assert_eq!(created(text, set), [""; 0]);
}
