use super::{TWO, check, port, process, set};
use bobbin_core::edit::{Command, ItemPath, PortRef};
use expect_test::expect;

fn move_to(item: ItemPath, before: Option<ItemPath>) -> Command {
    Command::Move { item, before }
}

#[test]
fn items_move_unless_that_changes_values() {
    check(
        TWO,
        &move_to(process("out"), Some(process("in"))),
        expect![[r#"
        # ================================
        process out :: print_number
          :output numbers.txt

        # The source.
        process in
          :: numbers
          start = 1   # first
          end   = 100

        connect from in.number
                to   out.number
    "#]],
    );
    check(
        TWO,
        &move_to(process("in"), None),
        expect![[r#"
        # ================================
        process out :: print_number
          :output numbers.txt

        # The source.
        process in
          :: numbers
          start = 1   # first
          end   = 100

        connect from in.number
                to   out.number
    "#]],
    );
    let text = "config a\n k = 1\n\nconfig a\n k = 2\n";
    let second = ItemPath::new(["config", "a", "#2"]);
    check(
        text,
        &move_to(second, Some(ItemPath::new(["config", "a"]))),
        expect![[r#"
        refused: moving it there would change the effective values
    "#]],
    );
    let text = "process a :: numbers\nprocess b :: sink\nprocess c :: sink\n\
                connect from a.number to b.sink\n# to c\nconnect from a.number to c.sink\n";
    let connection = |to: &str| ItemPath::new(["connection", "a.number", to]);
    check(
        text,
        &move_to(connection("c.sink"), Some(connection("b.sink"))),
        expect![[r#"
            process a :: numbers
            process b :: sink
            process c :: sink
            # to c
            connect from a.number to c.sink
            connect from a.number to b.sink
        "#]],
    );
}

/// The program stops at these, though no value differs (sprokit.md#macros, sprokit.md#configuration-bake).
#[test]
fn items_do_not_move_to_where_the_program_would_stop() {
    check(
        "config b\n  y = 7\nconfig d\n  k = $CONFIG{b:y}\n  k = 1\nconfig e\n  q = $CONFIG{no:q}\n",
        &move_to(ItemPath::new(["config", "b"]), None),
        expect![[r#"
            refused: there it would have a fault: the key `b:y` has no value yet at this point
        "#]],
    );
    check(
        "config c\n  x = 1\nconfig c\n  x[ro] = 1\n",
        &move_to(ItemPath::new(["config", "c"]), None),
        expect![[r#"
            refused: there it would have a fault: `c:x` is read-only and is set again
        "#]],
    );
}

/// Ports that are not connected yet are no reason against a move.
#[test]
fn items_of_an_unfinished_pipeline_move() {
    check(
        "process b :: numbers\n\nprocess s :: sink\n\nprocess t :: sink\n",
        &move_to(process("s"), Some(process("b"))),
        expect![[r#"
            process s :: sink

            process b :: numbers

            process t :: sink
        "#]],
    );
}

#[test]
fn ports_of_a_cluster_are_mapped() {
    let text = "cluster c\n  -- d\n  imap from f\n       to   m.factor1\n  -- i\n\nprocess m :: multiplication\n";
    let cluster = || ItemPath::new(["cluster", "c"]);
    let command = |from: PortRef, to: PortRef| Command::Connect { from, to };
    check(
        text,
        &command(port(cluster(), "f"), port(process("m"), "factor2")),
        expect![[r#"
        cluster c
          -- d
          imap from f
               to   m.factor1
               to   m.factor2
          -- i

        process m :: multiplication
    "#]],
    );
    check(
        text,
        &command(port(cluster(), "g"), port(process("m"), "factor2")),
        expect![[r#"
        cluster c
          -- d
          imap from f
               to   m.factor1
          -- i

          imap from g
               to   m.factor2
          -- (to be described)

        process m :: multiplication
    "#]],
    );
    check(
        text,
        &command(port(process("m"), "product"), port(cluster(), "p")),
        expect![[r#"
        cluster c
          -- d
          imap from f
               to   m.factor1
          -- i

          omap from m.product
               to   p
          -- (to be described)

        process m :: multiplication
    "#]],
    );
    check(
        text,
        &command(port(cluster(), "g"), port(process("m"), "factor1")),
        expect![[r#"
            refused: the input `m.factor1` is already mapped
        "#]],
    );
    check(
        text,
        &command(port(cluster(), "g"), port(process("m"), "nope")),
        expect![[r#"
        refused: `m.nope` is not an input
    "#]],
    );
}

/// Keys are commented out behind the last one, at the start of the line.
const SPARE: &str = "\
process disp
  :: sink
  title = images
#  footer = images
#  header = header-header
#  # twice = out

# ================================
# connections
connect from in.number
        to   disp.sink
";

#[test]
fn keys_that_are_commented_out_stay_with_their_process() {
    let values = vec![("type".to_owned(), "sink".to_owned())];
    let add = Command::AddItem { kind: "process".to_owned(), name: "d".to_owned(), values };
    check(
        SPARE,
        &add,
        expect![[r#"
            process disp
              :: sink
              title = images
            #  footer = images
            #  header = header-header
            #  # twice = out

            process d
              :: sink

            # ================================
            # connections
            connect from in.number
                    to   disp.sink
        "#]],
    );
    let piece = "process disp\n  :: sink\n  title = images\n".to_owned();
    check(
        SPARE,
        &Command::Insert { text: piece, copied_from: None },
        expect![[r#"
            process disp
              :: sink
              title = images
            #  footer = images
            #  header = header-header
            #  # twice = out

            process disp2
              :: sink
              title = images

            # ================================
            # connections
            connect from in.number
                    to   disp.sink
        "#]],
    );
    check(
        SPARE,
        &Command::Remove { item: process("disp") },
        expect![[r#"
        # ================================
        # connections
    "#]],
    );
    let key = set(process("disp"), "more", "1");
    check(
        SPARE,
        &key,
        expect![[r#"
            process disp
              :: sink
              title = images
              more = 1
            #  footer = images
            #  header = header-header
            #  # twice = out

            # ================================
            # connections
            connect from in.number
                    to   disp.sink
        "#]],
    );
    let instance = "process in :: numbers\n".to_owned() + SPARE;
    check(
        &instance,
        &move_to(process("in"), None),
        expect![[r#"
            process disp
              :: sink
              title = images
            #  footer = images
            #  header = header-header
            #  # twice = out
            process in :: numbers

            # ================================
            # connections
            connect from in.number
                    to   disp.sink
        "#]],
    );
}

#[test]
fn a_box_above_a_description_stays_whole() {
    let rule = "# ================\n";
    let text = format!(
        "{rule}# Detection\n{rule}# detects things\nprocess b :: multiplication\n\n\
         {rule}# Output\n{rule}process p :: print_number\n"
    );
    check(
        &text,
        &Command::Remove { item: process("b") },
        expect![[r#"
        # ================
        # Detection
        # ================

        # ================
        # Output
        # ================
        process p :: print_number
    "#]],
    );
}

#[test]
fn new_text_looks_like_the_other() {
    let add = |values: &[(&str, &str)]| Command::AddItem {
        kind: "process".to_owned(),
        name: "q".to_owned(),
        values: values.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect(),
    };
    // A box is about the section, and the connections stay apart.
    check(
        "# =================\n# Output\n# =================\nprocess p :: print_number\n  output = o\n\
         connect from n.number to p.number\n",
        &add(&[("type", "sink")]),
        expect![[r#"
            # =================
            # Output
            # =================
            process p :: print_number
              output = o

            process q :: sink

            connect from n.number to p.number
        "#]],
    );
    check(
        "process a::numbers\n",
        &add(&[("type", "sink")]),
        expect![[r#"
        process a::numbers

        process q :: sink
    "#]],
    );
    let tabs = "process b :: multiplication\n\tblock q\n\t\tk = v\n\tendblock\n";
    check(
        tabs,
        &set(process("b"), "w", "1"),
        expect![[r#"
        process b :: multiplication
        	block q
        		k = v
        	endblock
        	w = 1
    "#]],
    );
    check(
        tabs,
        &add(&[("type", "numbers"), ("end", "1")]),
        expect![[r#"
        process b :: multiplication
        	block q
        		k = v
        	endblock

        process q :: numbers
        	end = 1
    "#]],
    );
}
