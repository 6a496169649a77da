//! Tests of what stays as it is when something else changes, and of what copies keep.

use std::sync::Arc;

use expect_test::expect;

use super::{check, connection, port, process};
use crate::parse;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::Files;
use bobbin_core::{Document, Input, Snapshot};

#[test]
fn macros_of_copied_processes_ask_for_the_copies() {
    let text = "process det :: numbers\n  end = 3\nprocess out :: print_number\n  \
                output = $CONFIG{det:end}-$CONFIG{other:end}.txt # $CONFIG{det:end}\n";
    check(
        text,
        &Command::Insert { text: text.to_owned(), copied_from: None },
        expect![[r#"
        process det :: numbers
          end = 3
        process out :: print_number
          output = $CONFIG{det:end}-$CONFIG{other:end}.txt # $CONFIG{det:end}

        process det2 :: numbers
          end = 3

        process out2 :: print_number
          output = $CONFIG{det2:end}-$CONFIG{other:end}.txt # $CONFIG{det:end}
    "#]],
    );
}

#[test]
fn copies_keep_what_sections_set() {
    let text = "config out\n  output = first.txt\nprocess det :: numbers\n  end = 3\n\
                process out :: print_number\n\n# More of it.\nconfig det:detector\n  extra = 1 # all\n\
                  end = $CONFIG{det:end}\n\nconfig other\n  k = 1\n";
    check(
        text,
        &Command::Insert {
            text: "process det :: numbers\n  end = 3\n".to_owned(),
            copied_from: None,
        },
        expect![[r#"
            config out
              output = first.txt
            process det :: numbers
              end = 3
            process out :: print_number

            process det2 :: numbers
              end = 3

            # More of it.
            config det2:detector
              extra = 1 # all
            end = $CONFIG{det2:end}

            # More of it.
            config det:detector
              extra = 1 # all
            end = $CONFIG{det:end}

            config other
              k = 1
        "#]],
    );
    check(
        text,
        &Command::Insert { text: "process out :: print_number\n".to_owned(), copied_from: None },
        expect![[r#"
            config out
              output = first.txt
            process det :: numbers
              end = 3
            process out :: print_number

            config out2
              output = first.txt

            process out2 :: print_number

            # More of it.
            config det:detector
              extra = 1 # all
            end = $CONFIG{det:end}

            config other
              k = 1
        "#]],
    );
    // Another process of the same name.
    check(
        text,
        &Command::Insert { text: "process det :: numbers\n".to_owned(), copied_from: None },
        expect![[r#"
        config out
          output = first.txt
        process det :: numbers
          end = 3
        process out :: print_number

        process det2 :: numbers

        # More of it.
        config det:detector
          extra = 1 # all
        end = $CONFIG{det:end}

        config other
          k = 1
    "#]],
    );
}

#[test]
fn a_process_goes_into_a_connection_where_it_stands() {
    let splice = |item: ItemPath| Command::Splice {
        item,
        input: port(process("m"), "factor1"),
        output: port(process("m"), "product"),
    };
    let head = "process a :: numbers\nprocess m :: multiplication\nprocess b :: print_number\n\
                process c :: print_number\n\n";
    let text = format!(
        "{head}# ================\n# connections\n# of numbers\nconnect from a.number   # out\n        \
         to   b.number # keep me\nconnect from a.number to c.number\n# end\n"
    );
    check(
        &text,
        &splice(connection("a.number", "b.number")),
        expect![[r#"
            process a :: numbers
            process m :: multiplication
            process b :: print_number
            process c :: print_number

            # ================
            # connections
            # of numbers
            connect from a.number   # out
                    to   m.factor1 # keep me
            connect from m.product
                    to   b.number
            connect from a.number to c.number
            # end
        "#]],
    );
    check(
        &text,
        &splice(connection("a.number", "c.number")),
        expect![[r#"
        process a :: numbers
        process m :: multiplication
        process b :: print_number
        process c :: print_number

        # ================
        # connections
        # of numbers
        connect from a.number   # out
                to   b.number # keep me
        connect from a.number to m.factor1
        connect from m.product to c.number
        # end
    "#]],
    );
    let apart =
        format!("{head}connect from a.number to b.number connect from a.number to c.number");
    check(
        &apart,
        &splice(connection("a.number", "b.number")),
        expect![[r#"
        process a :: numbers
        process m :: multiplication
        process b :: print_number
        process c :: print_number

        connect from a.number to m.factor1
        connect from m.product to b.number
         connect from a.number to c.number"#]],
    );
    let taken = format!("{text}connect from a.number to m.factor1\n");
    check(
        &taken,
        &splice(connection("a.number", "b.number")),
        expect![[r#"
            refused: the input `m.factor1` is already connected, and takes only one connection
        "#]],
    );
    let mapped = "cluster c\n  -- d\n  # In.\n  imap from x to b.number # in\n  -- i\n\
                  process m :: multiplication\nprocess b :: print_number\n";
    check(
        mapped,
        &splice(ItemPath::new(["imap", "x", "b.number"])),
        expect![[r#"
        cluster c
          -- d
          # In.
          imap from x to m.factor1 # in
          -- i
        process m :: multiplication
        process b :: print_number

        connect from m.product
                to   b.number
    "#]],
    );
}

#[test]
fn a_banner_stays_when_what_it_heads_is_taken_away_in_part() {
    let text = "# ================\nprocess a :: numbers\n\n# ================\nprocess b :: print_number\n\n\
                # ================\n# connections\nconnect from a.number\n        to   b.number # one\n";
    check(
        text,
        &Command::Remove { item: connection("a.number", "b.number") },
        expect![[r#"
        # ================
        process a :: numbers

        # ================
        process b :: print_number

        # ================
        # connections
    "#]],
    );
    check(
        text,
        &Command::Remove { item: process("a") },
        expect![[r#"
        # ================
        process b :: print_number

        # ================
        # connections
    "#]],
    );
    let text =
        "# Sources.\nprocess a :: numbers\nprocess b :: numbers\n\n# Sink.\nprocess c :: sink\n";
    check(
        text,
        &Command::Remove { item: process("a") },
        expect![[r#"
        # Sources.
        process b :: numbers

        # Sink.
        process c :: sink
    "#]],
    );
    check(
        text,
        &Command::Remove { item: process("c") },
        expect![[r#"
        # Sources.
        process a :: numbers
        process b :: numbers
    "#]],
    );
    let text =
        "cluster c\n -- d\n imap from x to a.p # first\n  to b.p # second\n -- i\nprocess a :: t\n";
    let cluster = ItemPath::new(["cluster", "c"]);
    check(
        text,
        &Command::Disconnect { from: port(cluster, "x"), to: port(process("b"), "p") },
        expect![[r#"
            cluster c
             -- d
             imap from x to a.p # first
             -- i
            process a :: t
        "#]],
    );
    let text = "cluster c\n -- d\n imap from x to a.p to b. # second\n  p\n -- i\n";
    check(
        text,
        &Command::Disconnect {
            from: port(ItemPath::new(["cluster", "c"]), "x"),
            to: port(process("b"), "p"),
        },
        expect![[r#"
            cluster c
             -- d
             imap from x to a.p # second
             -- i
        "#]],
    );
}

#[test]
fn ends_of_a_connection_are_taken_elsewhere() {
    let text = "process a :: numbers\nprocess b :: numbers\nprocess c :: print_number\n\
                connect from a.number to c.number # all\n";
    let item = || connection("a.number", "c.number");
    let from = |name: &str| Some(port(process(name), "number"));
    check(
        text,
        &Command::Reconnect { item: item(), from: from("b"), to: None },
        expect![[r#"
        process a :: numbers
        process b :: numbers
        process c :: print_number
        connect from b.number to c.number # all
    "#]],
    );
    check(
        text,
        &Command::Reconnect { item: item(), from: from("c"), to: None },
        expect![[r#"
        refused: `c.number` is an input; a connection runs from an output to an input
    "#]],
    );
}

#[test]
fn what_is_unset_changes_no_other_key() {
    let unset = |key: &str| Command::Unset { item: process("p"), key: key.to_owned() };
    check(
        "process p :: t\n  :k\n  j = 1\n  l = 2\n",
        &unset("j"),
        expect![[r#"
        process p :: t
          :k
          l = 2
    "#]],
    );
    check(
        "process p :: t\n  :k\n  :j 1\n  l = 2\n",
        &unset("j"),
        expect![[r#"
        process p :: t
          :k
          l = 2
    "#]],
    );
    check(
        "process p :: t\n  k =\n  j = 1\n  l = 2\n",
        &unset("j"),
        expect![[r#"
        process p :: t
          k =
          l = 2
    "#]],
    );
    check(
        "process p :: t\n  :k\n  j = 1\n",
        &unset("j"),
        expect![[r#"
        process p :: t
          :k
    "#]],
    );
    check(
        "process p :: t\n  :k\n  j = 1\nconfig c\n  x = 1\n",
        &unset("j"),
        expect![[r#"
        process p :: t
          :k
        config c
          x = 1
    "#]],
    );
}

#[test]
fn what_still_names_a_process_that_goes_is_said() {
    let text = "process det :: numbers\n  end = 3\nprocess out :: print_number\n  \
                output = $CONFIG{det:end}.txt\nconfig det:detector\n  extra = 1\n\
                config _pipeline:_edge_by_conn\n  det:up:number:capacity = 3\n";
    let file = parse(&Input::alone("t.pipe", text));
    let notes = |name: &str| file.plan(&Command::Remove { item: process(name) }).unwrap().notes;
    assert_eq!(
        notes("det"),
        [
            "`config det:detector`, `$CONFIG{det:end}` and `det:up:number:capacity` still name `det`, \
          which is gone"
        ]
    );
    assert!(notes("out").is_empty());
}

/// Returns the text after `piece` was pasted, with `files` open, and what is said to people.
fn pasted(files: &[(&str, &str)], text: &str, piece: &str) -> (String, Vec<String>) {
    let mut open = Files::default();
    for (path, text) in files {
        open.insert(path, (*text).into());
    }
    let input = Input { files: Arc::new(open), ..Input::alone("new.pipe", text) };
    let change =
        parse(&input).plan(&Command::Insert { text: piece.to_owned(), copied_from: None }).unwrap();
    assert_eq!(change.edits.keys().collect::<Vec<_>>(), ["new.pipe"]);
    (change.edits["new.pipe"].apply(text), change.notes)
}

/// Returns the values that count for a process.
fn values_of(text: &str, process: &str) -> Vec<(String, String)> {
    let all = parse(&Input::alone("x.pipe", text)).resolved().unwrap().rows;
    let own = all.into_iter().filter_map(|it| {
        let key = it.key.strip_prefix(process)?.strip_prefix(':')?;
        Some((key.to_owned(), it.value))
    });
    own.collect()
}

#[test]
fn copies_keep_what_sections_of_another_file_set() {
    let det = "process det :: numbers\n  end = 3\n";
    let old = format!(
        "config det\n  start = 1\n  end = 5\n\n{det}\n# More of it.\nconfig det:detector\n  extra = $CONFIG{{det:end}} # all\n\nconfig other\n  k = 1\n"
    );
    let files = [("old.pipe", old.as_str()), ("far.pipe", "process det :: const_number\n")];
    for (text, name) in [("process a :: sink\n", "det"), ("process det :: sink\r\n", "det2")] {
        let (after, notes) = pasted(&files, text, det);
        assert_eq!(values_of(&after, name), values_of(&old, "det"), "{after}");
        assert!(notes.is_empty());
        assert!(!after.contains("config other"), "{after}");
    }
    let (after, _) = pasted(&files, "", det);
    expect![[r#"
        config det
          start = 1
          end = 5

        process det :: numbers
          end = 3

        # More of it.
        config det:detector
          extra = $CONFIG{det:end} # all
    "#]]
    .assert_eq(&after);
    // Sections that were copied as text.
    let piece = format!("{det}\nconfig det\n  start = 7\n");
    let (after, _) = pasted(&files, "process det :: sink\n", &piece);
    expect![[r#"
        process det :: sink

        process det2 :: numbers
          end = 3

        config det2
          start = 7
    "#]]
    .assert_eq(&after);
    // Two files have the process, and it cannot be known which of them was copied.
    let other = format!("{det}\nconfig det\n  start = 9\n");
    let (after, notes) = pasted(&[("old.pipe", &old), ("other.pipe", &other)], "", det);
    assert_eq!((after.as_str(), notes.len()), (det, 1), "{notes:?}");
    // The same settings are no question.
    let (after, notes) = pasted(&[("old.pipe", &old), ("other.pipe", &old)], "", det);
    assert_eq!(values_of(&after, "det"), values_of(&old, "det"));
    assert!(notes.is_empty());
}

/// Returns a text after a command and after what takes away the rest.
#[track_caller]
fn tidied(text: &str, commands: &[Command]) -> (Vec<String>, String, String) {
    let run = |text: &str, commands: &[Command]| {
        let before = Snapshot::new(&crate::INFO, Input::alone("t.pipe", text));
        let change = bobbin_core::plan_sequence(&before, commands).unwrap();
        let text = change.edits["t.pipe"].apply(text);
        (text, change.notes, change.leftovers)
    };
    let (once, notes, leftovers) = run(text, commands);
    let twice = if leftovers.is_empty() { once.clone() } else { run(&once, &leftovers).0 };
    (notes, once, twice)
}

const CHAIN: &str = "process det :: numbers\n  end = 3\nprocess out :: print_number\n  output = x.txt\n\
    # For it.\nconfig det:detector\n  extra = 1\nconfig _pipeline:_edge_by_conn\n  \
    det:up:number:capacity = 3\n  out:down:number:capacity = 5 # five\n  kept:down:x:capacity = 1\n\
    connect from det.number\n        to   out.number\n";

#[test]
fn what_a_connection_leaves_without_effect_is_said_and_can_go_too() {
    let port =
        |item: &str| bobbin_core::edit::PortRef { item: process(item), port: "number".into() };
    let cut = Command::Disconnect { from: port("det"), to: port("out") };
    let (notes, once, twice) = tidied(CHAIN, &[cut]);
    assert_eq!(
        notes,
        ["`det:up:number:capacity` and `out:down:number:capacity` no longer have a connection"]
    );
    assert!(once.contains("det:up:number:capacity = 3"));
    assert!(!twice.contains("det:up") && !twice.contains("out:down"), "{twice}");
    for kept in ["kept:down:x:capacity = 1", "config det:detector", "# five"] {
        assert!(twice.contains(kept), "{kept}: {twice}");
    }
}

#[test]
fn what_a_process_leaves_without_effect_can_go_too() {
    let (notes, _, twice) = tidied(CHAIN, &[Command::Remove { item: process("det") }]);
    assert_eq!(
        notes,
        [
            "`config det:detector` and `det:up:number:capacity` still name `det`, which is gone",
            "`out:down:number:capacity` no longer has a connection",
        ]
    );
    assert!(!twice.contains("det:") && !twice.contains("process det"), "{twice}");
    assert!(twice.contains("kept:down:x:capacity = 1"), "{twice}");
    // Of several that go together only the last text tells what is left.
    let both = ["det", "out"].map(|it| Command::Remove { item: process(it) });
    let (notes, _, twice) = tidied(CHAIN, &both);
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(!twice.contains("det:") && !twice.contains("out"), "{twice}");
}

/// Keys that are commented out behind the last one, and a comment below a connection.
const BELOW: &str = "\
process a
  :: numbers
  start = 1
  # end = 100
    # or more

process b
  :: print_number
  # output = out.txt
# of c
process c :: print_number
connect from a.number to b.number
  # twice
  # and no more
connect from a.number to c.number # behind
    # once
";

#[test]
fn what_is_added_stands_behind_the_comments_of_the_last() {
    check(
        "process b\n  :: print_number\n  # output = out.txt\n",
        &Command::Insert { text: "process b\n  :: print_number\n".to_owned(), copied_from: None },
        expect![[r#"
            process b
              :: print_number
              # output = out.txt

            process b2
              :: print_number
        "#]],
    );
    let values = vec![("type".to_owned(), "sink".to_owned())];
    let add = Command::AddItem { kind: "process".to_owned(), name: "d".to_owned(), values };
    check(
        "process b :: sink\r\n\t# output = out.txt\r\n# of nobody",
        &add,
        expect![[r#"
            process b :: sink␍
            	# output = out.txt␍
            ␍
            process d :: sink␍
            ␍
            # of nobody"#]],
    );
    let add =
        Command::AddItem { kind: "config".to_owned(), name: "d".to_owned(), values: Vec::new() };
    check(
        "config b\n  # output = out.txt",
        &add,
        expect![[r#"
            config b
              # output = out.txt

            config d"#]],
    );
    let text = format!("{BELOW}\n# further down\nprocess d :: print_number\n");
    check(
        &text,
        &super::connect(("a", "number"), ("d", "number")),
        expect![[r#"
        process a
          :: numbers
          start = 1
          # end = 100
            # or more

        process b
          :: print_number
          # output = out.txt
        # of c
        process c :: print_number
        connect from a.number to b.number
          # twice
          # and no more
        connect from a.number to c.number # behind
            # once
        connect from a.number to d.number

        # further down
        process d :: print_number
    "#]],
    );
}

#[test]
fn comments_below_go_with_an_item() {
    check(
        BELOW,
        &Command::Remove { item: process("a") },
        expect![[r#"
        process b
          :: print_number
          # output = out.txt
        # of c
        process c :: print_number
    "#]],
    );
    check(
        BELOW,
        &Command::Remove { item: process("b") },
        expect![[r#"
        process a
          :: numbers
          start = 1
          # end = 100
            # or more

        # of c
        process c :: print_number
        connect from a.number to c.number # behind
            # once
    "#]],
    );
    check(
        BELOW,
        &Command::Remove { item: process("c") },
        expect![[r#"
        process a
          :: numbers
          start = 1
          # end = 100
            # or more

        process b
          :: print_number
          # output = out.txt
        connect from a.number to b.number
          # twice
          # and no more
    "#]],
    );
    check(
        BELOW,
        &Command::Move { item: process("a"), before: None },
        expect![[r#"
        process b
          :: print_number
          # output = out.txt
        # of c
        process c :: print_number

        process a
          :: numbers
          start = 1
          # end = 100
            # or more
        connect from a.number to b.number
          # twice
          # and no more
        connect from a.number to c.number # behind
            # once
    "#]],
    );
    check(
        BELOW,
        &Command::Move { item: process("c"), before: Some(process("b")) },
        expect![[r#"
            process a
              :: numbers
              start = 1
              # end = 100
                # or more

            # of c
            process c :: print_number
            process b
              :: print_number
              # output = out.txt
            connect from a.number to b.number
              # twice
              # and no more
            connect from a.number to c.number # behind
                # once
        "#]],
    );
    check(
        BELOW,
        &Command::Disconnect {
            from: port(process("a"), "number"),
            to: port(process("b"), "number"),
        },
        expect![[r#"
            process a
              :: numbers
              start = 1
              # end = 100
                # or more

            process b
              :: print_number
              # output = out.txt
            # of c
            process c :: print_number
            connect from a.number to c.number # behind
                # once
        "#]],
    );
}

/// A banner is of several processes, wherever on its line the second begins.
#[test]
fn a_banner_stays_for_a_process_that_begins_inside_a_line() {
    check(
        "# ==========\nprocess a :: numbers\n\nconnect from a.number\nto b.sink process b :: sink\n",
        &Command::Remove { item: process("a") },
        expect![[r#"
            # ==========

            process b :: sink
        "#]],
    );
}

#[test]
fn copies_keep_the_comments_below() {
    let file = parse(&Input::alone("t.pipe", BELOW));
    let graph = file.graph().unwrap();
    let mut res = String::new();
    for it in &graph.vertices {
        for part in &it.copied {
            let comments = part.comments.map_or("", |it| bobbin_core::text::slice(BELOW, it));
            res += &format!("{comments}|{}--\n", bobbin_core::text::slice(BELOW, part.range));
        }
    }
    expect![[r#"
        |process a
          :: numbers
          start = 1
          # end = 100
            # or more
        --
        |process b
          :: print_number
          # output = out.txt
        --
        |# of c
        process c :: print_number
        --
    "#]]
    .assert_eq(&res);
    check(
        "",
        &Command::Insert { text: BELOW.to_owned(), copied_from: None },
        expect![[r#"
        process a
          :: numbers
          start = 1
          # end = 100
            # or more

        process b
          :: print_number
          # output = out.txt

        # of c
        process c :: print_number
        connect from a.number to b.number
          # twice
          # and no more
        connect from a.number to c.number # behind
            # once
    "#]],
    );
}
