use crate::edit::{Command, ItemPath, PortRef};
use crate::lang::{Document, Input};
use expect_test::{Expect, expect};

use super::super::parse;

/// The text after the command, or why there is none; the inverse must restore the text.
#[track_caller]
pub(super) fn check(before: &str, command: &Command, expect: Expect) {
    let file = parse(&Input::alone("t.pipe", before));
    let after = match file.plan(command) {
        Ok(change) => {
            let edit = &change.edits["t.pipe"];
            let after = edit.apply(before);
            assert_eq!(edit.invert(before).apply(&after), before);
            after.replace('\r', "␍")
        }
        Err(refusal) => format!("refused: {}\n", refusal.reason),
    };
    expect.assert_eq(&after);
}

pub(super) fn process(name: &str) -> ItemPath {
    ItemPath::new(["process", name])
}

fn set(item: ItemPath, key: &str, value: &str) -> Command {
    Command::SetValue { item, key: key.to_owned(), value: value.to_owned() }
}

pub(super) fn port(item: ItemPath, port: &str) -> PortRef {
    PortRef { item, port: port.to_owned() }
}

fn connect(from: (&str, &str), to: (&str, &str)) -> Command {
    Command::Connect { from: port(process(from.0), from.1), to: port(process(to.0), to.1) }
}

pub(super) const TWO: &str = "\
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
";

#[test]
fn a_value_is_replaced_where_it_stands() {
    check(
        TWO,
        &set(process("in"), "start", "5"),
        expect![[r#"
            # The source.
            process in
              :: numbers
              start = 5   # first
              end   = 100

            # ================================
            process out :: print_number
              :output numbers.txt

            connect from in.number
                    to   out.number
        "#]],
    );
    let file = "process p :: sink\n  block a\n    k=  v # c\n  endblock\n  k := w\n  empty = # e\n";
    check(
        file,
        &set(process("p"), "a:k", "x y"),
        expect![[r#"
        process p :: sink
          block a
            k=  x y # c
          endblock
          k := w
          empty = # e
    "#]],
    );
    check(
        file,
        &set(process("p"), "k", ""),
        expect![[r#"
        process p :: sink
          block a
            k=  v # c
          endblock
          k :=
          empty = # e
    "#]],
    );
    check(
        file,
        &set(process("p"), "empty", "1"),
        expect![[r#"
        process p :: sink
          block a
            k=  v # c
          endblock
          k := w
          empty = 1 # e
    "#]],
    );
    check(
        TWO,
        &set(process("in"), "::", "const_number"),
        expect![[r#"
        # The source.
        process in
          :: const_number
          start = 1   # first
          end   = 100

        # ================================
        process out :: print_number
          :output numbers.txt

        connect from in.number
                to   out.number
    "#]],
    );
}

#[test]
fn a_new_key_is_written_like_the_others() {
    let file =
        "process p :: numbers # c\r\n\tstart\t= 1\r\nprocess q :: numbers process r :: sink\n";
    check(
        file,
        &set(process("p"), "end", "2"),
        expect![[r#"
            process p :: numbers # c␍
            	start	= 1␍
            	end	= 2␍
            process q :: numbers process r :: sink
        "#]],
    );
    check(
        file,
        &set(process("q"), "end", "2"),
        expect![[r#"
            process p :: numbers # c␍
            	start	= 1␍
            process q :: numbers␍
              end = 2␍
             process r :: sink
        "#]],
    );
    let file = "process p :: sink\n  first_key     = 1\n  block b\n    deep = 2\n  endblock # b\n\n# next\nconfig c";
    check(
        file,
        &set(process("p"), "second", "2"),
        expect![[r#"
        process p :: sink
          first_key     = 1
          block b
            deep = 2
          endblock # b
          second        = 2

        # next
        config c"#]],
    );
    check(
        file,
        &set(ItemPath::new(["config", "c"]), "x:y", "1"),
        expect![[r#"
        process p :: sink
          first_key     = 1
          block b
            deep = 2
          endblock # b

        # next
        config c
          x:y = 1"#]],
    );
    check(
        "process p :: sink\n  k=1\n",
        &set(process("p"), "l", "2"),
        expect![[r#"
        process p :: sink
          k=1
          l=2
    "#]],
    );
}

#[test]
fn what_cannot_be_written_is_refused_in_words() {
    check(
        TWO,
        &set(process("in"), "start", "a # b"),
        expect![[r#"
        refused: a value cannot hold `#`, which begins a comment
    "#]],
    );
    check(
        TWO,
        &set(process("in"), "start", " 1"),
        expect![[r#"
        refused: a value cannot begin or end with a blank
    "#]],
    );
    check(
        TWO,
        &set(process("out"), "output", ""),
        expect![[r#"
        refused: an entry that begins with `:` cannot be without a value
    "#]],
    );
    check(
        TWO,
        &set(process("in"), "to", "1"),
        expect![[r#"
        refused: `to` cannot be written as a key
    "#]],
    );
    check(
        TWO,
        &set(process("nobody"), "k", "1"),
        expect![[r#"
        refused: there is no `process › nobody` in this text
    "#]],
    );
    check(
        "process p :: sink\n  block b\n    k = 1\n",
        &set(process("p"), "l", "1"),
        expect![[r#"
        refused: the text around this place has a syntax error; mend it first
    "#]],
    );
}

#[test]
fn unset_takes_the_entry_and_leaves_comments() {
    let unset = |item: ItemPath, key: &str| Command::Unset { item, key: key.to_owned() };
    check(
        TWO,
        &unset(process("in"), "start"),
        expect![[r#"
        # The source.
        process in
          :: numbers
          # first
          end   = 100

        # ================================
        process out :: print_number
          :output numbers.txt

        connect from in.number
                to   out.number
    "#]],
    );
    let file = "process p :: numbers end = 3\nconfig p\n  end = 1\n  relativepath\n    end = 2\n";
    check(
        file,
        &unset(process("p"), "end"),
        expect![[r#"
        process p :: numbers
        config p
          end = 1
          relativepath
            end = 2
    "#]],
    );
    check(
        file,
        &unset(ItemPath::new(["config", "p"]), "end"),
        expect![[r#"
        process p :: numbers end = 3
        config p
    "#]],
    );
}

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
        refused: the input `out.number` is connected already, and takes one connection
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
        refused: `in.numbr` is no output that this type of process has
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
        refused: `a b` is no name: names are letters, digits, `_` and `-`
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

fn connection(from: &str, to: &str) -> ItemPath {
    ItemPath::new(["connection", from, to])
}

#[test]
fn the_capacity_of_a_connection_gets_a_section() {
    let set_it = set(connection("in.number", "out.number"), "capacity", "3");
    check(
        TWO,
        &set_it,
        expect![[r#"
            # The source.
            process in
              :: numbers
              start = 1   # first
              end   = 100

            # ================================
            process out :: print_number
              :output numbers.txt

            config _pipeline:_edge_by_conn
              out:down:number:capacity = 3

            connect from in.number
                    to   out.number
        "#]],
    );
    let both = "process a :: numbers\nprocess b :: sink\nconfig _pipeline:_edge_by_conn:b\n  down:sink:capacity = 4 # few\nconnect from a.number to b.sink\n";
    check(
        both,
        &set(connection("a.number", "b.sink"), "capacity", "0"),
        expect![[r#"
            process a :: numbers
            process b :: sink
            config _pipeline:_edge_by_conn:b
              down:sink:capacity = 0 # few
            connect from a.number to b.sink
        "#]],
    );
    let unset = |item| Command::Unset { item, key: "capacity".to_owned() };
    check(
        both,
        &unset(connection("a.number", "b.sink")),
        expect![[r#"
            process a :: numbers
            process b :: sink
            config _pipeline:_edge_by_conn:b
              # few
            connect from a.number to b.sink
        "#]],
    );
    check(
        TWO,
        &unset(connection("in.number", "out.number")),
        expect![[r#"
            refused: nothing is said of the capacity of this connection alone
        "#]],
    );
    check(
        TWO,
        &set(connection("in.number", "out.number"), "capacity", "-1"),
        expect![[r#"
            refused: `-1` is no capacity: it is a whole number, and 0 is without bound
        "#]],
    );
    let whole = "process a :: numbers\nprocess b :: sink\n  _non_blocking = 2\nconnect from a.number to b.sink\n";
    check(
        whole,
        &set(connection("a.number", "b.sink"), "capacity", "5"),
        expect![[r#"
            refused: `_non_blocking` of `b` decides the capacity of all its inputs
        "#]],
    );
}

#[test]
fn copied_processes_come_with_their_connections_and_free_names() {
    let insert = |text: &str| Command::Insert { text: text.to_owned() };
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
            refused: the text that was copied is no piece of a pipeline
        "#]],
    );
    check(
        TWO,
        &insert("see above"),
        expect![[r#"
            refused: the text that was copied is no piece of a pipeline
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
        refused: the input `d.number` is connected already, and takes one connection
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
