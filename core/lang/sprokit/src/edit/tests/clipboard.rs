//! Copies of processes: the parts they take along, and the result in another text.

use std::collections::BTreeSet;
use std::sync::Arc;

use expect_test::{Expect, expect};

use super::{check, process};
use crate::parse;
use bobbin_core::edit::Command;
use bobbin_core::text::{Files, slice};
use bobbin_core::{Document, Input};

const TEXT: &str = "\
# Of all.
config _pipeline:_edge
  capacity = 10

# ----------------
# Input

# Reads.
process in :: numbers
  end = 5 # few
process det :: multiplication
process out :: print_number

# Two of them.
connect from in.number to det.factor1
connect from det.product to out.number # all

# The detector's.
config det:detector
  extra = 1 # mine
  relativepath model = m.zip
config _pipeline:_edge_by_conn
  # Slow.
  det:down:factor1:capacity = 3 # three
  out:down:number:capacity = 4
  block det:up:product
    capacity = 5
  endblock
config in
  start = $CONFIG{det:detector:extra}
";

fn clip(names: &[&str]) -> String {
    clip_for(names, true)
}

fn clip_for(names: &[&str], afar: bool) -> String {
    let graph = parse(&Input::alone("t.pipe", TEXT)).graph().unwrap();
    let all = graph.vertices.iter().enumerate();
    let picked: BTreeSet<usize> =
        all.filter(|it| names.contains(&it.1.title.as_str())).map(|it| it.0).collect();
    graph.copied(&picked, afar, |it| (it.start().into(), slice(TEXT, *it)))
}

fn paste(text: &str) -> Command {
    Command::Insert { text: text.to_owned(), copied_from: None }
}

#[track_caller]
fn check_clip(names: &[&str], expect: Expect) {
    expect.assert_eq(&clip(names));
}

#[test]
fn a_copy_takes_along_what_stands_elsewhere() {
    check_clip(
        &["det"],
        expect![[r#"
        process det :: multiplication

        config det:detector
          extra = 1 # mine
          relativepath model = m.zip

        config _pipeline:_edge_by_conn
          # Slow.
          det:down:factor1:capacity = 3 # three

        config _pipeline:_edge_by_conn:det:up:product
            capacity = 5
    "#]],
    );
    check_clip(
        &["in", "det"],
        expect![[r#"
        # Reads.
        process in :: numbers
          end = 5 # few

        process det :: multiplication

        # The detector's.
        config det:detector
          extra = 1 # mine
          relativepath model = m.zip

        config _pipeline:_edge_by_conn
          # Slow.
          det:down:factor1:capacity = 3 # three

        config _pipeline:_edge_by_conn:det:up:product
            capacity = 5

        config in
          start = $CONFIG{det:detector:extra}

        # Two of them.
        connect from in.number to det.factor1
    "#]],
    );
}

/// A removal leaves them, and a copy beside them has them above it.
#[test]
fn a_copy_in_the_same_text_leaves_comments_about_several() {
    expect![[r#"
        process in :: numbers
          end = 5 # few

        process out :: print_number

        config _pipeline:_edge_by_conn
          out:down:number:capacity = 4

        config in
          start = $CONFIG{det:detector:extra}
    "#]]
    .assert_eq(&clip_for(&["in", "out"], false));
}

#[test]
fn what_an_include_brings_in_is_not_copied_nor_its_connections() {
    let mut files = Files::default();
    files.insert("part.pipe", "process pa :: sink\n".into());
    let text = "include part.pipe\nprocess s :: numbers\nconnect from s.number to pa.sink\n\
                connect from s.number to gone.sink\n";
    let file = parse(&Input { files: Arc::new(files), ..Input::alone("t.pipe", text) });
    let graph = file.graph().unwrap();
    let all: BTreeSet<usize> = (0..graph.vertices.len()).collect();
    expect![[r#"
        process s :: numbers
    "#]]
    .assert_eq(&graph.copied(&all, true, |it| (it.start().into(), slice(text, *it))));
}

#[test]
fn a_copy_means_the_same_in_another_text() {
    check(
        "process det :: sink\n",
        &paste(&clip(&["in", "det"])),
        expect![[r#"
        process det :: sink

        # Reads.
        process in :: numbers
          end = 5 # few

        config in
          start = $CONFIG{det2:detector:extra}

        process det2 :: multiplication

        # The detector's.
        config det2:detector
          extra = 1 # mine
          relativepath model = m.zip

        config _pipeline:_edge_by_conn
          # Slow.
          det2:down:factor1:capacity = 3 # three

        config _pipeline:_edge_by_conn:det2:up:product
            capacity = 5

        # Two of them.
        connect from in.number to det2.factor1
    "#]],
    );
}

#[test]
fn what_was_cut_out_comes_back_once() {
    let cut = |text: &str| {
        let file = parse(&Input::alone("t.pipe", text));
        let change = file.plan(&Command::Remove { item: process("det") }).unwrap();
        change.edits["t.pipe"].apply(text)
    };
    check(
        &cut(TEXT),
        &paste(&clip(&["det"])),
        expect![[r#"
        # Of all.
        config _pipeline:_edge
          capacity = 10

        # ----------------
        # Input

        # Reads.
        process in :: numbers
          end = 5 # few
        process out :: print_number

        process det :: multiplication

        # Two of them.

        # The detector's.
        config det:detector
          extra = 1 # mine
          relativepath model = m.zip
        config _pipeline:_edge_by_conn
          # Slow.
          det:down:factor1:capacity = 3 # three
          out:down:number:capacity = 4
          block det:up:product
            capacity = 5
          endblock
        config in
          start = $CONFIG{det:detector:extra}
    "#]],
    );
    // What was changed meanwhile stays as it is, and what was taken away comes back.
    let changed = cut(TEXT).replace("extra = 1 # mine", "extra = 2");
    let changed = changed.replace("  det:down:factor1:capacity = 3 # three\n", "");
    let file = parse(&Input::alone("t.pipe", changed.as_str()));
    let notes = file.plan(&paste(&clip(&["det"]))).unwrap().notes;
    assert_eq!(notes, ["`det:detector:extra` is set here already and stays as it is"]);
    check(
        &changed,
        &paste(&clip(&["det"])),
        expect![[r#"
        # Of all.
        config _pipeline:_edge
          capacity = 10

        # ----------------
        # Input

        # Reads.
        process in :: numbers
          end = 5 # few
        process out :: print_number

        process det :: multiplication

        config _pipeline:_edge_by_conn
          # Slow.
          det:down:factor1:capacity = 3 # three

        # Two of them.

        # The detector's.
        config det:detector
          extra = 2
          relativepath model = m.zip
        config _pipeline:_edge_by_conn
          # Slow.
          out:down:number:capacity = 4
          block det:up:product
            capacity = 5
          endblock
        config in
          start = $CONFIG{det:detector:extra}
    "#]],
    );
}

#[track_caller]
fn check_pasted(text: &str, piece: &str, notes: &[&str], expect: Expect) {
    check(text, &paste(piece), expect);
    let change = parse(&Input::alone("t.pipe", text)).plan(&paste(piece)).unwrap();
    assert_eq!(change.notes, notes);
}

#[test]
fn sections_and_connections_to_others_come_along() {
    let piece = "# why\nconfig foo\n  a = 1 # c\n\nprocess q ::sink\n  k = $CONFIG{foo:a}\n\n\
                 connect from k.number to q.sink\n";
    check_pasted(
        "process k :: numbers\n",
        piece,
        &[],
        expect![[r#"
            process k :: numbers

            # why
            config foo
              a = 1 # c

            process q ::sink
              k = $CONFIG{foo:a}

            connect from k.number
                    to   q.sink
        "#]],
    );
    // What is there already stays as it is.
    check_pasted(
        "config foo\n  a = 2\nprocess k :: numbers\nprocess q :: sink\n\nconnect from k.number to q.sink\n",
        piece,
        &["`foo:a` is set here already and stays as it is", "left out of the pasted text: `# why`"],
        expect![[r#"
            config foo
              a = 2
            process k :: numbers
            process q :: sink

            process q2 ::sink
              k = $CONFIG{foo:a}

            connect from k.number to q.sink
            connect from k.number to q2.sink
        "#]],
    );
    check_pasted(
        "config foo\n  a = 1\nprocess k :: numbers\n",
        "config foo\n  a = 1\n  # of b\n  relativepath b = 2\n  block c\n    d = 3\n  endblock\n",
        &[],
        expect![[r#"
            config foo
              a = 1
            process k :: numbers

            config foo
              # of b
              relativepath b = 2
            config foo:c
                d = 3
        "#]],
    );
    check_pasted(
        "process k :: numbers\n",
        "config foo\n  a = 1\n\nconfig _pipeline:_edge\n  capacity = 4\n",
        &[],
        expect![[r#"
            process k :: numbers

            config foo
              a = 1

            config _pipeline:_edge
              capacity = 4
        "#]],
    );
    check_pasted(
        "process k :: numbers\nprocess q :: sink\n",
        "# both\nconnect from k.number to q.sink\n",
        &[],
        expect![[r#"
            process k :: numbers
            process q :: sink

            # both
            connect from k.number to q.sink
        "#]],
    );
}

#[test]
fn what_is_left_out_of_a_piece_is_named() {
    check_pasted(
        "process k :: numbers\n",
        "# Of all.\n\ninclude base.pipe\n\nprocess q :: sink\n\nconnect from z.number to q.sink\n\
         connect from q.sink to k.number\n",
        &[
            "the connection from `z.number` to `q.sink` was left out: there is no process called `z`",
            "the connection from `q.sink` to `k.number` was left out: `q.sink` is an input; a connection runs from an output to an input",
            "left out of the pasted text: `# Of all.`, `include base.pipe`",
        ],
        expect![[r#"
            process k :: numbers

            process q :: sink
        "#]],
    );
    check_pasted(
        "process k :: numbers\n",
        "cluster c\n  -- About it.\n\n  g = 1\n  -- A key.\nprocess q :: sink\n",
        &["left out of the pasted text: `cluster c`, `-- About it.`, `g = 1`, one more line"],
        expect![[r#"
            process k :: numbers

            process q :: sink
        "#]],
    );
    let refused = |text: &str, piece: &str| {
        let file = parse(&Input::alone("t.pipe", text));
        file.plan(&paste(piece)).unwrap_err().reason
    };
    let text = "config foo\n  a = 1\n";
    assert_eq!(
        refused(text, "config foo\n  a = 2\n"),
        "`foo:a` is set here already and stays as it is"
    );
    assert_eq!(refused(text, text), "the text already says that");
}

#[test]
fn a_block_that_another_file_closes_is_not_copied() {
    let mut files = bobbin_core::text::Files::default();
    files.insert("rest.pipe", "  k = 1\nendblock\n".into());
    let text = "process a :: numbers\n  block b\n  include rest.pipe\n";
    let refused = |text: &str| {
        let file = Input { files: files.clone().into(), ..Input::alone("t.pipe", text) };
        parse(&file).plan(&paste(text)).unwrap_err()
    };
    let refusal = refused(text);
    expect!["the block `b` of `a` is closed in the included file `rest.pipe`, which is not copied"]
        .assert_eq(&refusal.reason);
    assert_eq!(refusal.at, None);
    expect!["the block `b` of `a` is not closed"]
        .assert_eq(&refused("process a :: numbers\n  block b\n").reason);
}

#[test]
fn a_connection_in_another_file_is_named() {
    let mut files = bobbin_core::text::Files::default();
    files.insert("links.pipe", "connect from a.number to b.sink\n".into());
    let text = "process a :: numbers\nprocess b :: sink\ninclude links.pipe\n";
    let file = parse(&Input { files: files.into(), ..Input::alone("t.pipe", text) });
    let refusal = file.plan(&Command::Remove { item: process("a") }).unwrap_err();
    expect!["the connection from `a.number` to `b.sink` is in the included file `links.pipe`; change it there"].assert_eq(&refusal.reason);
}

// sprokit.md#relative-paths
#[test]
fn a_relative_path_leads_where_it_did_in_the_file_it_was_copied_from() {
    let piece = "process part :: print_number\n  relativepath output = out/p.txt # kept\n  \
                 relativepath list = $CONFIG{part:output}\n";
    let insert = |to: &str, from: Option<&str>| {
        let input = Input::alone(to, "process part :: numbers\n");
        let command =
            Command::Insert { text: piece.to_owned(), copied_from: from.map(str::to_owned) };
        let change = parse(&input).plan(&command).unwrap();
        (change.edits[to].apply(&input.text), change.notes)
    };
    let piece = "process part :: print_number\n  relativepath output = out/p.txt # kept\n";
    let simple = |to: &str, from: Option<&str>| {
        let input = Input::alone(to, "process part :: numbers\n");
        let command =
            Command::Insert { text: piece.to_owned(), copied_from: from.map(str::to_owned) };
        let change = parse(&input).plan(&command).unwrap();
        assert_eq!(change.notes, [""; 0]);
        change.edits[to].apply(&input.text)
    };
    for (to, from, path) in [
        ("/other/e.pipe", Some("/inc/part.pipe"), "../inc/out/p.txt"),
        ("/e.pipe", Some("/inc/part.pipe"), "inc/out/p.txt"),
        ("/inc/e.pipe", Some("/inc/part.pipe"), "out/p.txt"),
        ("/other/e.pipe", None, "out/p.txt"),
    ] {
        let expected = format!("relativepath output = {path} # kept\n");
        let pasted = simple(to, from);
        assert!(pasted.contains(&expected), "{pasted}");
    }
    // What a macro reads without the folder stays; what it gives has the folder in front.
    let (text, notes) = insert("/e.pipe", Some("/inc/part.pipe"));
    assert!(text.contains("output = out/p.txt #"), "{text}");
    assert!(text.contains("list = inc/$CONFIG{part2:output}\n"), "{text}");
    assert_eq!(notes, ["`part:output` is a path in another folder here"]);
    // What a section sets here is compared with what it would be here.
    let section = "config other\n  relativepath z = ";
    for (here, notes) in
        [("t", &["`other:z` is set here already and stays as it is"][..]), ("../t", &[])]
    {
        let input = Input::alone("/c/n.pipe", &format!("{section}{here}\n"));
        let text = format!("process part :: print_number\n{section}t\n");
        let command = Command::Insert { text, copied_from: Some("/m.pipe".to_owned()) };
        let change = parse(&input).plan(&command).unwrap();
        assert_eq!(change.notes, notes, "{here}");
    }
}
