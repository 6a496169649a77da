//! Values and keys.

use std::sync::Arc;

use expect_test::expect;

use super::{TWO, check, connection, process, set};
use crate::parse;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::Files;
use bobbin_core::{Document as _, Input};
use bobbin_testing::edits::edited;

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
fn a_key_that_is_decided_elsewhere_is_set_there() {
    let read_only = "config p\n  start[ro] = 7 # c\nprocess p :: numbers\n";
    check(
        read_only,
        &set(process("p"), "start", "5"),
        expect![[r#"
        config p
          start[ro] = 5 # c
        process p :: numbers
    "#]],
    );
    let later =
        "process p :: numbers\n  end = 9\nconfig p\n  block b\n    k = 1\n  endblock\n  :start 7\n";
    check(
        later,
        &set(process("p"), "start", "5"),
        expect![[r#"
        process p :: numbers
          end = 9
        config p
          block b
            k = 1
          endblock
          :start 5
    "#]],
    );
    check(
        later,
        &set(process("p"), "b:k", "5"),
        expect![[r#"
        process p :: numbers
          end = 9
        config p
          block b
            k = 5
          endblock
          :start 7
    "#]],
    );
    check(
        later,
        &Command::Unset { item: process("p"), key: "start".to_owned() },
        expect![[r#"
        process p :: numbers
          end = 9
        config p
          block b
            k = 1
          endblock
    "#]],
    );
    // Without one of them the other would decide.
    let twice = "process p :: numbers\nconfig p\n  start = 7\nconfig p\n  start = 8\n";
    let unset = Command::Unset { item: process("p"), key: "start".to_owned() };
    let refusal = parse(&Input::alone("t.pipe", twice)).plan(&unset).unwrap_err();
    assert_eq!(refusal.reason, "`start` is set more than once; remove it in the text");
    // What stands in front does not count any more then.
    let earlier = "config p\n  start = 7\nprocess p :: numbers\n";
    check(
        earlier,
        &set(process("p"), "start", "5"),
        expect![[r#"
        config p
          start = 7
        process p :: numbers
          start = 5
    "#]],
    );
}

#[test]
fn a_key_that_an_included_file_decides_about_is_not_set() {
    let mut files = Files::default();
    files.insert("later.pipe", "config p\n  start = 7\n".into());
    let text = "process p :: numbers\ninclude later.pipe\n";
    let input = Input { files: Arc::new(files), ..Input::alone("t.pipe", text) };
    let refusal = parse(&input).plan(&set(process("p"), "start", "5")).unwrap_err();
    assert_eq!(refusal.reason, "this is in the included file `later.pipe`; change it there");
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
    // With a blank behind it, the key would include a file.
    check(
        "process p :: sink\n  key = 1\n",
        &set(process("p"), "include", "2"),
        expect![[r#"
            process p :: sink
              key = 1
              include= 2
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
        refused: a value cannot begin or end with whitespace
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
        refused: the text around this place has a syntax error; fix it first
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

/// Returns the command of a form that adds a key, filled in.
fn added(text: &str, item: &ItemPath, key: &str, value: &str) -> Command {
    let form = parse(&Input::alone("t.pipe", text)).form(item).unwrap();
    let table = form.tables.into_iter().next().unwrap();
    let columns: Vec<&str> = table.columns.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(columns[..2], ["key", "value"]);
    let Some(Command::AddItem { kind, name, mut values }) = table.add else { panic!() };
    let cells = [("key", key), ("value", value)].into_iter().filter(|it| !it.1.is_empty());
    values.extend(cells.map(|it| (it.0.to_owned(), it.1.to_owned())));
    Command::AddItem { kind, name, values }
}

#[test]
fn a_form_adds_a_key_that_has_no_field() {
    let text = "process a\n  :: image_filter\n  filter:type  = vxl_convert_image\n  # off = 1\n\n\
                process a :: sink\nconfig b\n  k = 1 # one\n";
    let filter = added(text, &process("a"), "filter:vxl_convert_image:x", "true");
    check(
        text,
        &filter,
        expect![[r#"
        process a
          :: image_filter
          filter:type  = vxl_convert_image
          filter:vxl_convert_image:x = true
          # off = 1

        process a :: sink
        config b
          k = 1 # one
    "#]],
    );
    let second = ItemPath::new(["process", "a", "#2"]);
    check(
        text,
        &added(text, &second, "k", ""),
        expect![[r#"
        process a
          :: image_filter
          filter:type  = vxl_convert_image
          # off = 1

        process a :: sink
          k =
        config b
          k = 1 # one
    "#]],
    );
    let section = ItemPath::new(["config", "b"]);
    check(
        text,
        &added(text, &section, "more:of", "a b"),
        expect![[r#"
        process a
          :: image_filter
          filter:type  = vxl_convert_image
          # off = 1

        process a :: sink
        config b
          k = 1 # one
          more:of = a b
    "#]],
    );
    check(
        text,
        &added(text, &section, "k", "2"),
        expect![[r#"
        refused: `k` is set there already
    "#]],
    );
    check(
        text,
        &added(text, &section, "to", "2"),
        expect![[r#"
        refused: `to` cannot be written as a key
    "#]],
    );
    check(
        text,
        &added(text, &section, "", "2"),
        expect![[r#"
        refused: a setting needs a key
    "#]],
    );
    check(
        text,
        &added(text, &section, "::", "2"),
        expect![[r#"
        refused: `::` cannot be written as a key
    "#]],
    );
    check(
        text,
        &added(text, &section, "n", "# 2"),
        expect![[r#"
        refused: a value cannot hold `#`, which begins a comment
    "#]],
    );
    // Flags may be written behind the key.
    for (key, expected) in [
        ("m[ro]", "  m[ro] = 2\n"),
        ("m [ RO ]", "  m[ro] = 2\n"),
        ("m[tunable]", "refused: `tunable` has an effect only in the header of a cluster"),
        ("m[readonly]", "refused: there is no flag `readonly`; `ro` makes a key read-only"),
        ("m[ro, ro]", "refused: there is no flag `ro, ro`; `ro` makes a key read-only"),
        ("m[relativepath]", "refused: `relativepath` is written in the text, and not as a flag"),
        ("[ro]", "refused: `` cannot be written as a key"),
    ] {
        let file = parse(&Input::alone("t.pipe", text));
        let after = match file.plan(&added(text, &section, key, "2")) {
            Ok(change) => change.edits.values().map(|it| it.apply(text)).collect(),
            Err(refusal) => format!("refused: {}", refusal.reason),
        };
        assert!(after.contains(expected), "{key}: {after}");
    }
}

#[test]
fn whether_a_connection_blocks_is_set_like_its_capacity() {
    let set_it = |value: &str| set(connection("a.number", "b.sink"), "blocking", value);
    let text = "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n";
    check(
        text,
        &set_it("false"),
        expect![[r#"
        process a :: numbers
        process b :: sink
        config _pipeline:_edge_by_conn
          b:down:sink:blocking = false

        connect from a.number to b.sink
    "#]],
    );
    let capacity = format!("{text}config _pipeline:_edge_by_conn\n  b:down:sink:capacity = 3\n");
    check(
        &capacity,
        &set_it("no"),
        expect![[r#"
        process a :: numbers
        process b :: sink
        connect from a.number to b.sink
        config _pipeline:_edge_by_conn
          b:down:sink:capacity = 3
          b:down:sink:blocking = no
    "#]],
    );
    let set_there =
        format!("{text}config _pipeline:_edge_by_conn:b\n  down:sink:blocking = no # x\n");
    check(
        &set_there,
        &set_it("true"),
        expect![[r#"
        process a :: numbers
        process b :: sink
        connect from a.number to b.sink
        config _pipeline:_edge_by_conn:b
          down:sink:blocking = true # x
    "#]],
    );
    check(
        text,
        &set_it("perhaps"),
        expect![[r#"
        refused: `perhaps` is neither `true` nor `false`
    "#]],
    );
    let overruled = text.replace(":: sink", ":: sink\n  _non_blocking = 2");
    check(
        &overruled,
        &set_it("true"),
        expect![[r#"
        refused: `_non_blocking` of `b` decides the blocking of all its inputs
    "#]],
    );
    let unset =
        Command::Unset { item: connection("a.number", "b.sink"), key: "blocking".to_owned() };
    check(
        &set_there,
        &unset,
        expect![[r#"
        process a :: numbers
        process b :: sink
        connect from a.number to b.sink
        config _pipeline:_edge_by_conn:b
          # x
    "#]],
    );
    check(
        text,
        &unset,
        expect![[r#"
        refused: no blocking is set for this connection alone
    "#]],
    );
}

/// The section goes to the start of the text, in front of a cluster whose header cannot be read.
#[test]
fn what_is_put_in_front_of_a_broken_cluster_leaves_its_keys() {
    check(
        "words\nconnect from a.number to b.sink\ncluster# c\n  -- d\n  x = 9\nprocess a :: numbers\n",
        &set(connection("a.number", "b.sink"), "blocking", "false"),
        expect![[r#"
            words
            config _pipeline:_edge_by_conn
              b:down:sink:blocking = false

            connect from a.number to b.sink
            cluster# c
              -- d
              x = 9
            process a :: numbers
        "#]],
    );
    let keys = |text: &str| {
        let file = parse(&Input::alone("t.pipe", text));
        let form = file.form(&ItemPath::new(["cluster", ""])).unwrap();
        let fields = form.groups.into_iter().flat_map(|it| it.fields);
        fields.map(|it| (it.key, it.written)).collect::<Vec<_>>()
    };
    let cluster = "cluster# c\n  -- d\n  x = 9\n";
    assert_eq!(keys(&format!("config a\n  b = 1\n{cluster}")), keys(cluster));
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
            refused: no capacity is set for this connection alone
        "#]],
    );
    check(
        TWO,
        &set(connection("in.number", "out.number"), "capacity", "-1"),
        expect![[r#"
            refused: `-1` is not a capacity: it is a whole number, and 0 is unbounded
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

/// An entry that breaks off goes on with what comes behind, so an edit beside it may change both.
#[test]
fn an_edit_that_would_change_its_neighbours_is_refused() {
    let unset = |key: &str| Command::Unset { item: process("p"), key: key.to_owned() };
    check(
        "process p :: sink\n  :k\n  j = 4\n :: sink\n",
        &unset("j"),
        expect![[r#"
            refused: without it `k` would be read differently; fix that first
        "#]],
    );
    check(
        "process p :: sink\n  :\n  k\n  j = 4\n",
        &set(process("p"), "k", "5"),
        expect![[r#"
            refused: with that `j` would be read differently; fix that first
        "#]],
    );
    check(
        "process p :: sink\n  :\n  k\n",
        &set(process("p"), "k", "5"),
        expect![[r#"
            refused: with that more would be read than is now; fix the text first
        "#]],
    );
    // Where nothing breaks off, the same edits are planned.
    check(
        "process p :: sink\n  :k 1\n  j = 4\n",
        &unset("j"),
        expect![[r#"
            process p :: sink
              :k 1
        "#]],
    );
}

#[test]
fn the_section_that_a_capacity_got_goes_with_it() {
    let item = connection("in.number", "out.number");
    let unset = Command::Unset { item: item.clone(), key: "capacity".to_owned() };
    let before = parse(&Input::alone("t.pipe", TWO));
    let set_it = edited(&before, ("t.pipe", TWO), &set(item, "capacity", "3")).unwrap();
    let after = parse(&Input::alone("t.pipe", &set_it));
    assert_eq!(edited(&after, ("t.pipe", &set_it), &unset).unwrap(), TWO);
    let section = "config _pipeline:_edge_by_conn\n  out:down:number:capacity = 3\n";
    let stays = |text: &str| {
        let file = parse(&Input::alone("t.pipe", text));
        edited(&file, ("t.pipe", text), &unset).unwrap().contains("_edge_by_conn")
    };
    assert!(!stays(&format!("{TWO}{section}")));
    for kept in [
        format!("{TWO}# mine\n{section}"),
        format!("{TWO}{section}  in:up:number:capacity = 4\n"),
        format!("{TWO}{section}    # below\n"),
        format!("{TWO}{}", section.replace(" = 3", " = 3 # why")),
        format!("{TWO}{}", section.replace("conn\n", "conn # why\n")),
        format!("{TWO}{section}  block b\n  endblock\n"),
    ] {
        assert!(stays(&kept), "{kept}");
    }
}

#[test]
fn what_cannot_be_unset_is_marked() {
    let pipe = "process p :: numbers\n  start = 5\n";
    let cluster = "cluster c\n  -- d\n  k = 1\n  -- d\n  omap from p.number to x\n  -- d\n";
    let mut kept = Vec::new();
    for (path, text) in [("t.pipe", pipe), ("t.cluster", &format!("{cluster}{pipe}"))] {
        let file = parse(&Input::alone(path, text));
        for item in [process("p"), ItemPath::new(["cluster", "c"])] {
            let groups = file.form(&item).map(|it| it.groups).unwrap_or_default();
            for field in groups.into_iter().flat_map(|it| it.fields) {
                let unset = Command::Unset { item: item.clone(), key: field.key.clone() };
                if field.written.is_some() {
                    assert_eq!(file.plan(&unset).is_err(), field.is_kept, "{}", field.key);
                }
                kept.extend(field.is_kept.then_some(field.key));
            }
        }
    }
    assert_eq!(kept, ["::", "::", "k"]);
}
