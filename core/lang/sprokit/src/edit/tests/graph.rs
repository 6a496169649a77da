//! Processes and connections.

use expect_test::{Expect, expect};

use super::{TWO, check, connect, connection, port, process, set};
use crate::parse;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::Files;
use bobbin_core::{Input, Snapshot};
use bobbin_testing::edits::edited;

#[test]
fn a_process_is_added_in_the_style_of_the_file() {
    let add = |values: &[(&str, &str)]| Command::AddItem {
        kind: "process".to_owned(),
        name: "mid".to_owned(),
        values: values.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect(),
    };
    check(
        TWO,
        &add(&[("type", "skip"), ("skip", "2")]),
        expect![[r#"
        # The source.
        process in
          :: numbers
          start = 1   # first
          end   = 100

        # ================================
        process out :: print_number
          :output numbers.txt

        # ================================
        process mid :: skip
          skip = 2

        connect from in.number
                to   out.number
    "#]],
    );
    check(
        "config a\n  k = 1",
        &add(&[("type", "skip")]),
        expect![[r#"
        config a
          k = 1

        process mid
          :: skip
    "#]],
    );
    check(
        "",
        &add(&[("type", "skip")]),
        expect![[r#"
        process mid
          :: skip
    "#]],
    );
    check(
        "# c\nconnect from a.b to c.d\n",
        &add(&[("type", "skip")]),
        expect![[r#"
        process mid
          :: skip

        # c
        connect from a.b to c.d
    "#]],
    );
    check(
        TWO,
        &add(&[]),
        expect![[r#"
        refused: a process needs a type
    "#]],
    );
    check(
        "process mid :: sink\n",
        &add(&[("type", "skip")]),
        expect![[r#"
        refused: there is a process called `mid` already
    "#]],
    );
}

#[test]
fn a_connection_is_written_like_the_last() {
    let file = format!("{TWO}process more :: sink\n");
    check(
        &file,
        &connect(("in", "number"), ("more", "sink")),
        expect![[r#"
        # The source.
        process in
          :: numbers
          start = 1   # first
          end   = 100

        # ================================
        process out :: print_number
          :output numbers.txt

        connect from in.number
                to   out.number
        connect from in.number
                to   more.sink
        process more :: sink
    "#]],
    );
    let file = "process a :: numbers\nprocess b :: sink\nprocess c :: sink\nprocess d :: sink\n\
                connect from a.number   to b.sink # first\n\nconnect from a.number   to c.sink";
    check(
        file,
        &connect(("a", "number"), ("d", "sink")),
        expect![[r#"
        process a :: numbers
        process b :: sink
        process c :: sink
        process d :: sink
        connect from a.number   to b.sink # first

        connect from a.number   to c.sink

        connect from a.number   to d.sink"#]],
    );
    check(
        "process a :: numbers\nprocess b :: my_type",
        &connect(("a", "number"), ("b", "any")),
        expect![[r#"
        process a :: numbers
        process b :: my_type

        connect from a.number
                to   b.any
    "#]],
    );
}

#[test]
fn connections_the_program_rejects_are_refused() {
    check(
        TWO,
        &connect(("in", "number"), ("out", "number")),
        expect![[r#"
            refused: the input `out.number` is already connected, and takes only one connection
        "#]],
    );
    check(
        TWO,
        &connect(("out", "number"), ("in", "number")),
        expect![[r#"
        refused: `out.number` is an input; a connection runs from an output to an input
    "#]],
    );
    check(
        TWO,
        &connect(("in", "numbr"), ("out", "number")),
        expect![[r#"
        refused: `in.numbr` is not an output that this type of process has
    "#]],
    );
    check(
        TWO,
        &connect(("in", "number"), ("nobody", "number")),
        expect![[r#"
        refused: there is no process called `nobody`
    "#]],
    );
    let file = "process a :: numbers\nprocess t :: take_string\n";
    check(
        file,
        &connect(("a", "number"), ("t", "string")),
        expect![[r#"
        refused: `a.number` gives `integer`, but `t.string` takes `string`
    "#]],
    );
}

#[test]
fn connections_and_processes_are_taken_away_with_their_comments() {
    let disconnect = Command::Disconnect {
        from: port(process("in"), "number"),
        to: port(process("out"), "number"),
    };
    check(
        TWO,
        &disconnect,
        expect![[r#"
            # The source.
            process in
              :: numbers
              start = 1   # first
              end   = 100

            # ================================
            process out :: print_number
              :output numbers.txt
        "#]],
    );
    check(
        TWO,
        &Command::Remove { item: process("in") },
        expect![[r#"
            # ================================
            process out :: print_number
              :output numbers.txt
        "#]],
    );
    let connection = ItemPath::new(["connection", "a.x", "b.y"]);
    check(
        "connect from a.x to b.y connect from c.x to d.y\n# owned\nconnect from e.x to f.y # too\n",
        &Command::Remove { item: connection },
        expect![[r#"
            connect from c.x to d.y
            # owned
            connect from e.x to f.y # too
        "#]],
    );
    let cluster = ItemPath::new(["cluster", "c"]);
    let mapped = "cluster c\n  -- d\n  imap from x to a.p to b.p\n  -- i\n  omap from a.o to y\n  -- o\n  -- p\nprocess a :: t\n";
    check(
        mapped,
        &Command::Disconnect { from: port(cluster.clone(), "x"), to: port(process("a"), "p") },
        expect![[r#"
            cluster c
              -- d
              imap from x to b.p
              -- i
              omap from a.o to y
              -- o
              -- p
            process a :: t
        "#]],
    );
    check(
        mapped,
        &Command::Disconnect { from: port(process("a"), "o"), to: port(cluster, "y") },
        expect![[r#"
            cluster c
              -- d
              imap from x to a.p to b.p
              -- i
            process a :: t
        "#]],
    );
}

#[test]
fn a_rename_reaches_everything_that_names_the_process() {
    let file = "\
config in:deep
  k = 1
config _pipeline:_edge_by_conn
  in:up:number:capacity = 3
config _pipeline:_edge_by_conn:in
  down:x:capacity = 3
process in :: numbers
  end = 3
  label = in $CONFIG{in:end} $CONFIG{inner:end} $ENV{in}
process inner :: sink
connect from in.number to inner.sink
connect from in/x.y to in . z
";
    let rename = |name: &str| Command::Rename { item: process("in"), name: name.to_owned() };
    check(
        file,
        &rename("source"),
        expect![[r#"
        config source:deep
          k = 1
        config _pipeline:_edge_by_conn
          source:up:number:capacity = 3
        config _pipeline:_edge_by_conn:source
          down:x:capacity = 3
        process source :: numbers
          end = 3
          label = in $CONFIG{source:end} $CONFIG{inner:end} $ENV{in}
        process inner :: sink
        connect from source.number to inner.sink
        connect from source/x.y to source . z
    "#]],
    );
    check(
        file,
        &rename("inner"),
        expect![[r#"
        refused: there is a process called `inner` already
    "#]],
    );
    check(
        file,
        &rename("config"),
        expect![[r#"
        refused: `config` is a reserved word
    "#]],
    );
    check(
        file,
        &rename("a b"),
        expect![[r#"
        refused: `a b` is not a name: names are letters, digits, `_` and `-`
    "#]],
    );
    check(
        "cluster c\n  -- d\n  k = 1\n  -- k\nprocess p :: const_number\n  value[ro] = c:k\n  other = $CONFIG{c:k}\n",
        &Command::Rename { item: ItemPath::new(["cluster", "c"]), name: "scale".to_owned() },
        expect![[r#"
            cluster scale
              -- d
              k = 1
              -- k
            process p :: const_number
              value[ro] = scale:k
              other = $CONFIG{scale:k}
        "#]],
    );
}

#[test]
fn copied_processes_come_with_their_connections_and_free_names() {
    let insert = |text: &str| Command::Insert { text: text.to_owned(), copied_from: None };
    check(
        TWO,
        &insert(TWO),
        expect![[r#"
            # The source.
            process in
              :: numbers
              start = 1   # first
              end   = 100

            # ================================
            process out :: print_number
              :output numbers.txt

            # The source.
            process in2
              :: numbers
              start = 1   # first
              end   = 100

            # ================================
            process out2 :: print_number
              :output numbers.txt

            connect from in.number
                    to   out.number
            connect from in2.number
                    to   out2.number
        "#]],
    );
    check(
        "",
        &insert(
            "connect from a1.number to b.sink\nprocess a1 :: numbers\n\n\nprocess a1 :: numbers\n",
        ),
        expect![[r#"
            process a1 :: numbers

            process a2 :: numbers
        "#]],
    );
    check(
        TWO,
        &insert("process p ::"),
        expect![[r#"
            refused: the text that was copied is not a piece of a pipeline
        "#]],
    );
    check(
        TWO,
        &insert("see above"),
        expect![[r#"
            refused: the text that was copied is not a piece of a pipeline
        "#]],
    );
}

#[test]
fn an_end_goes_elsewhere_where_it_stands() {
    let text = "process a :: numbers\nprocess b :: numbers\nprocess c :: print_number\n\
                process d :: print_number\n\n# Counts.\nconnect from a.number\n        to   c.number # all\n\
                connect from a.number to d.number\n";
    let first = || connection("a.number", "c.number");
    check(
        text,
        &set(first(), "from", "b.number"),
        expect![[r#"
            process a :: numbers
            process b :: numbers
            process c :: print_number
            process d :: print_number

            # Counts.
            connect from b.number
                    to   c.number # all
            connect from a.number to d.number
        "#]],
    );
    let refusal = |key: &str, value: &str, expected: Expect| {
        check(text, &set(first(), key, value), expected);
    };
    refusal(
        "to",
        "d.number",
        expect![[r#"
            refused: the input `d.number` is already connected, and takes only one connection
        "#]],
    );
    refusal(
        "to",
        "b.number",
        expect![[r#"
        refused: `b.number` is an output; a connection runs from an output to an input
    "#]],
    );
    refusal(
        "to",
        "nobody",
        expect![[r#"
        refused: `nobody` names no port, such as `process.port`
    "#]],
    );
}

#[test]
fn a_process_does_not_take_the_settings_of_others() {
    let file = "config foo\n  start = 50\nprocess aa :: numbers\n  start = 3\n";
    let rename = |name: &str| Command::Rename { item: process("aa"), name: name.to_owned() };
    check(
        file,
        &rename("foo"),
        expect![[r#"
        refused: there are settings of `foo` already, which would become those of `aa`
    "#]],
    );
    check(
        file,
        &rename("_pipeline"),
        expect![[r#"
        refused: `_pipeline` has the settings of the pipeline itself
    "#]],
    );
}

#[test]
fn connections_on_one_line_leave_no_blank_in_front() {
    let text = |line: &str| {
        format!(
            "process a :: numbers\nprocess b :: numbers\nprocess c :: sink\nprocess d :: sink\n{line}\n"
        )
    };
    let remove = Command::Remove { item: process("a") };
    let mut res = String::new();
    for line in [
        "connect from a.number to c.sink connect from b.number to d.sink",
        "  connect from a.number\n to c.sink connect from b.number to d.sink # e",
        "connect from a.number to c.sink connect from a.number to d.sink connect from b.number to d.sink",
        "connect from b.number to c.sink connect from a.number to d.sink",
        "connect from b.number to c.sink connect from a.number to d.sink connect from b.number to d.sink",
        "connect from a.number to c.sink connect from a.number to d.sink # e",
    ] {
        let text = text(line);
        let file = parse(&Input::alone("t.pipe", &text));
        let after = edited(&file, ("t.pipe", &text), &remove).unwrap();
        res += after.split_once("process d :: sink\n").unwrap().1;
    }
    expect![[r#"
        connect from b.number to d.sink
          connect from b.number to d.sink # e
        connect from b.number to d.sink
        connect from b.number to c.sink
        connect from b.number to c.sink connect from b.number to d.sink
        # e
    "#]]
    .assert_eq(&res);
}

/// A process may go although other texts name it, and so may its type; what that leaves is told.
#[test]
fn what_goes_is_told_of_the_texts_that_include_it() {
    let notes = |path: &str, text: &str, others: &[(&str, &str)], commands: &[Command]| {
        let mut files = Files::default();
        for (path, text) in others {
            files.insert(path, (*text).into());
        }
        let input = Input { files: files.into(), ..Input::alone(path, text) };
        bobbin_core::plan_sequence(&Snapshot::new(&crate::INFO, input), commands)
            .unwrap()
            .notes
            .join("\n")
    };
    let remove = |name: &str| Command::Remove { item: process(name) };
    let parts = "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n";
    let main = "include parts.pipe\nprocess s :: sink\nconnect from a.number to s.sink\n";
    let others = [("main.pipe", main), ("alone.pipe", "process z :: numbers\n")];
    let of_parts = |commands: &[Command]| notes("parts.pipe", parts, &others, commands);
    let gone =
        "`main.pipe`, which includes this file, has a fault now: there is no process called `a`";
    assert_eq!(of_parts(&[remove("a")]), gone);
    assert_eq!(of_parts(&[remove("b"), remove("a")]), gone);
    assert_eq!(of_parts(&[remove("b")]), "");
    let ports = "`main.pipe`, which includes this file, has a fault now: \
                 `multiplication` has no output port `number`";
    assert_eq!(of_parts(&[set(process("a"), "::", "multiplication")]), ports);
    assert_eq!(of_parts(&[set(process("a"), "::", "unknown")]), "");
    let cluster = "cluster c\n -- d\n omap from k.number to p\n -- o\nprocess k :: numbers\n";
    let user = "process i :: c\nprocess s :: sink\nconnect from i.p to s.sink\n";
    assert_eq!(
        notes("c.cluster", cluster, &[("u.pipe", user)], &[remove("k")]),
        "`u.pipe`, which uses this cluster, has a fault now: `c` has no output port `p`"
    );
    // By its way from here; and not the processes that only seem to be apart.
    let long = "process i :: c\nprocess j :: c\nprocess s :: sink\nprocess z :: sink\n\
                connect from i.p to s.sink\nconnect from j.p to z.sink\nconnect from j.p to s.sink\n";
    let inner = format!("{cluster}process l :: sink\nconnect from k.number to l.sink\n");
    for (path, shown) in
        [("/u.pipe", "../u.pipe"), ("/x/u.pipe", "u.pipe"), ("/y/u.pipe", "../y/u.pipe")]
    {
        assert_eq!(
            notes("/x/c.cluster", &inner, &[(path, long)], &[remove("k")]),
            format!(
                "`{shown}`, which uses this cluster, has a fault now: `c` has no output port `p`"
            )
        );
    }
}
