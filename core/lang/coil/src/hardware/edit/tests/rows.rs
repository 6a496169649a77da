//! Rows of tables: each part set and taken away, rows added and removed.

use super::*;
use bobbin_core::view::{FormTable, TableRow};
use bobbin_testing::edits::edited;

const TEXT: &str = "\
[cpu:0]
[resources]
gpr = 16, 64bit ; sixteen
cache_l1 = 32768
core = 4,shared , big
odd = 1
[abi:sysv]
flags = preserves_sp
[sysv.mapping]
0 = gpr:0, gpr:3
1 = gpr:4:0xFF ; first
";

fn tables(text: &str, item: &[&str]) -> Vec<FormTable> {
    let file = parse(&Input::alone("x", text));
    file.form(&ItemPath::new(item.iter().copied())).unwrap().tables
}

fn row(text: &str, item: &[&str], nth: usize) -> TableRow {
    tables(text, item).remove(0).rows.swap_remove(nth)
}

/// Checks the changed lines after one part of a row of `item`'s first table is edited.
#[track_caller]
fn check_cell(item: &[&str], nth: usize, key: &str, value: Option<&str>, expected: &str) {
    let row = row(TEXT, item, nth);
    let command = match value {
        Some(value) => {
            Command::SetValue { item: row.item, key: key.to_owned(), value: value.to_owned() }
        }
        None => Command::Unset { item: row.item, key: key.to_owned() },
    };
    check_lines(command, expected);
}

#[track_caller]
fn check_lines(command: Command, expected: &str) {
    let file = parse(&Input::alone("x", TEXT));
    let said = match edited(&file, ("x", TEXT), &command) {
        Ok(new) => {
            let lines = |a: &str, b: &str, sign: &str| {
                let gone = a.lines().filter(|it| !b.lines().any(|other| other == *it));
                gone.map(|it| format!("{sign}{it}")).collect::<Vec<_>>()
            };
            let added = lines(&new, TEXT, "");
            if added.is_empty() { lines(TEXT, &new, "-").join("|") } else { added.join("|") }
        }
        Err(refusal) => format!("refused: {}", refusal.reason),
    };
    assert_eq!(said, expected, "{command:?}");
}

const RESOURCES: &[&str] = &["resources", "resources"];
const MAPPING: &[&str] = &["mapping", "sysv.mapping"];

#[test]
fn a_part_of_a_resource_changes_alone() {
    let check = |nth, key, value, expected: &str| check_cell(RESOURCES, nth, key, value, expected);
    check(0, "count", Some("32"), "gpr = 32, 64bit ; sixteen");
    check(0, "count", None, "gpr = 64bit ; sixteen");
    check(0, "size", Some("128 bit"), "gpr = 16, 128bit ; sixteen");
    check(0, "size", None, "gpr = 16 ; sixteen");
    check(0, "flags", Some("shared, virtual"), "gpr = 16, 64bit, shared, virtual ; sixteen");
    check(0, "labels", Some("a, 16"), "gpr = 16, 64bit, a, \"16\" ; sixteen");
    check(0, "kind", Some("fpr"), "fpr = 16, 64bit ; sixteen");
    check(0, "kind", Some("type99"), "type99 = 16, 64bit ; sixteen");
    // A lone number is the size of a cache, so a count beside it needs the size with a unit.
    check(1, "size", Some("1.5MiB"), "cache_l1 = 1536KiB");
    check(1, "size", Some("0x8000"), "cache_l1 = 32KiB");
    check(1, "count", Some("2"), "cache_l1 = 2, 32KiB");
    check(1, "kind", Some("core"), "core = 1, 32KiB");
    check(1, "size", None, "cache_l1 = 0B");
    check(2, "size", Some("1 kb"), "core = 4,1KiB,shared,big");
    check(2, "flags", None, "core = 4,big");
    check(2, "flags", Some("exclusive"), "core = 4,exclusive , big");
    check(2, "labels", None, "core = 4,shared");
    check(2, "kind", Some("cache_l2"), "cache_l2 = 4,0B,shared,big");
    check(3, "kind", Some("exec_unit"), "exec_unit = 1");
}

#[test]
fn what_is_no_value_is_refused_with_the_way_to_write_it() {
    let check = |nth, key, value, reason: &str| {
        check_cell(RESOURCES, nth, key, value, &format!("refused: {reason}"));
    };
    check(0, "count", Some("many"), "`many` is not a count; write a whole number below 2^64");
    check(0, "size", Some("64"), "write `64bit` for bits or `64B` for bytes");
    check(
        1,
        "size",
        Some("big"),
        "`big` is not a size; write a number and a unit, such as `32KiB` or `64bit`",
    );
    check(
        0,
        "flags",
        Some("sharde"),
        "there is no flag `sharde`; there are shared, exclusive, virtual, restricted",
    );
    check(
        0,
        "kind",
        Some("gpu"),
        "there is no kind of resource `gpu`; a reserved one is written like `type300`",
    );
    check(0, "kind", None, "a row needs a kind; remove the row instead");
    check(0, "colour", Some("red"), "a row has no part `colour`");
    let check = |nth, key, value, reason: &str| {
        check_cell(MAPPING, nth, key, value, &format!("refused: {reason}"));
    };
    check(
        0,
        "argument",
        Some("first"),
        "`first` is not an argument; write a number, `0f` for floats, `this`, `context` or `vararg`",
    );
    check(0, "index", Some("RAXX"), "`RAXX` is not a register number below 2^32");
    check(0, "index", None, "a row needs this part; remove the row instead");
    check(
        0,
        "mask",
        Some("low"),
        "`low` is not a mask; write the bits as a number below 2^32, such as `0xFF`",
    );
    check(
        0,
        "register",
        Some("xmm"),
        "there is no kind of register `xmm`; there are gpr, fpr, vr, spr, stack and numbers like `type300`",
    );
}

#[test]
fn a_part_of_a_register_changes_alone() {
    let check = |nth, key, value, expected: &str| check_cell(MAPPING, nth, key, value, expected);
    check(0, "index", Some("7"), "0 = gpr:7, gpr:3");
    check(1, "index", Some("rdx"), "");
    check(1, "index", Some("RDI"), "0 = gpr:0, gpr:4");
    check(1, "mask", Some("0xFFFF"), "0 = gpr:0, gpr:3:0xFFFF");
    check(2, "mask", None, "1 = gpr:4 ; first");
    check(2, "mask", Some("1"), "1 = gpr:4:1 ; first");
    check(2, "register", Some("stack"), "1 = stack:4:0xFF ; first");
    check(2, "argument", Some("this"), "this = gpr:4:0xFF ; first");
    // The other register of the line stays with its argument.
    check(1, "argument", Some("2"), "0 = gpr:0|2 = gpr:3");
}

#[test]
fn rows_come_and_go() {
    let remove = |item: &[&str], nth| Command::Remove { item: row(TEXT, item, nth).item };
    check_lines(remove(RESOURCES, 1), "-cache_l1 = 32768");
    check_lines(remove(MAPPING, 2), "; first");
    check_lines(remove(MAPPING, 0), "0 = gpr:3");
    #[track_caller]
    fn check_add(item: &[&str], table: usize, cells: &[(&str, &str)], expected: &str) {
        let command = tables(TEXT, item).swap_remove(table).add.unwrap();
        let Command::AddItem { kind, name, mut values } = command else { panic!("{command:?}") };
        values.extend(cells.iter().map(|it| (it.0.to_owned(), it.1.to_owned())));
        check_lines(Command::AddItem { kind, name, values }, expected);
    }
    let cache = [("kind", "cache_l2"), ("count", ""), ("size", "256 kb"), ("flags", "shared")];
    check_add(RESOURCES, 0, &cache, "cache_l2 = 256KiB, shared");
    // The unit's own form has the same table.
    check_add(&["unit", "cpu:0"], 0, &cache, "cache_l2 = 256KiB, shared");
    check_add(RESOURCES, 0, &[("kind", "thread")], "thread = 1");
    check_add(RESOURCES, 0, &[], "refused: enter the kind first");
    check_add(
        RESOURCES,
        0,
        &[("kind", "cache_l3")],
        "refused: give the size of `cache_l3`, such as `32KiB`",
    );
    check_add(
        &["unit", "cpu:0"],
        1,
        &[("name", "win64"), ("arg_count", "4")],
        "|[abi:win64]|arg_count = 4",
    );
    check_add(
        &["unit", "cpu:0"],
        1,
        &[("name", "win64"), ("arg_count", "-4")],
        "refused: `-4` is not a number of arguments below 65536",
    );
    check_add(MAPPING, 0, &[("argument", "2"), ("index", "rsi")], "2 = gpr:5");
    // Several registers of one argument stand on one line.
    check_add(
        &["abi", "abi:sysv"],
        0,
        &[("argument", "1"), ("register", "stack"), ("index", "8"), ("mask", "0xF")],
        "1 = gpr:4:0xFF, stack:8:0xF ; first",
    );
    check_add(MAPPING, 0, &[("argument", "2")], "refused: enter the register's number first");
}

/// A row is meant also once one above it is gone, and never the one that has come in its place.
#[test]
fn a_row_is_the_same_in_a_text_that_has_changed() {
    let set = |row: TableRow, key: &str, value: &str| Command::SetValue {
        item: row.item,
        key: key.to_owned(),
        value: value.to_owned(),
    };
    let planned = |text: &str, command: &Command| {
        let file = parse(&Input::alone("x", text));
        edited(&file, ("x", text), command).map_err(|it| it.reason)
    };
    let text = TEXT.replace("gpr = 16, 64bit ; sixteen\n", "");
    let size = set(row(TEXT, RESOURCES, 1), "size", "64KiB");
    assert_eq!(planned(&text, &size), Ok(text.replace("32768", "64KiB")));
    let gone = Err("the row is no longer there".to_owned());
    let removal = Command::Remove { item: row(TEXT, RESOURCES, 0).item };
    assert_eq!(planned(&text, &removal), gone);
    let text = TEXT.replace("0 = gpr:0, gpr:3\n", "");
    let index = set(row(TEXT, MAPPING, 2), "index", "5");
    assert_eq!(planned(&text, &index), Ok(text.replace("gpr:4", "gpr:5")));
    assert_eq!(planned(&text, &set(row(TEXT, MAPPING, 1), "index", "5")), gone);
    // Rows with the same key are told apart by their number.
    let text = "[cpu:0]\n[resources]\ncore = 1\ngpr = 2\ncore = 3\n";
    let count = set(row(text, RESOURCES, 2), "count", "4");
    assert_eq!(planned(text, &count), Ok(text.replace("core = 3", "core = 4")));
}

/// A unit of several gets sections with its name in front.
#[test]
fn rows_of_the_second_unit_stay_with_it() {
    let text = "[cpu:0]\n[resources]\ncore = 1\n[gpu:0]\n[gpu:0.abi:x]\n";
    let add = |item: &[&str], cells: &[(&str, &str)]| {
        let command = tables(text, item).swap_remove(0).add.unwrap();
        let Command::AddItem { kind, name, mut values } = command else { panic!("{command:?}") };
        values.extend(cells.iter().map(|it| (it.0.to_owned(), it.1.to_owned())));
        Command::AddItem { kind, name, values }
    };
    check(
        text,
        add(&["unit", "gpu:0"], &[("kind", "core"), ("count", "8")]),
        expect![[r#"
            [cpu:0]
            [resources]
            core = 1
            [gpu:0]
            [gpu:0.abi:x]

            [gpu:0.resources]
            core = 8
        "#]],
    );
    check(
        text,
        add(&["abi", "gpu:0.abi:x"], &[("argument", "1"), ("index", "1")]),
        expect![[r#"
            [cpu:0]
            [resources]
            core = 1
            [gpu:0]
            [gpu:0.abi:x]

            [gpu:0.x.mapping]
            1 = gpr:1
        "#]],
    );
    check(
        text,
        set(&["abi", "gpu:0.abi:x"], "name", "y"),
        expect![[r#"
            [cpu:0]
            [resources]
            core = 1
            [gpu:0]
            [gpu:0.abi:y]
        "#]],
    );
    check(
        text,
        unset(&["abi", "gpu:0.abi:x"], "name"),
        expect!["refused: an ABI needs a name; remove the row instead"],
    );
}

/// Whatever is typed into a cell, the entry differs in that part alone, or nothing is planned.
#[test]
fn a_cell_says_what_was_typed_and_leaves_the_others() {
    let text = TEXT.replace("odd = 1\n", "");
    let typed =
        ["1", "32 KiB", "0x40", "shared", "restricted, shared", "a, b", "cache_l2", "fpr", ""];
    let file = parse(&Input::alone("x", &text));
    let resources =
        |text: &str| parse(&Input::alone("x", text)).lowered().model.units[0].resources.clone();
    let before = resources(&text);
    let mut n_planned = 0;
    for (nth, row) in tables(&text, RESOURCES).remove(0).rows.into_iter().enumerate() {
        for key in ["kind", "count", "size", "flags", "labels"] {
            for value in typed {
                let value = value.to_owned();
                let (item, key) = (row.item.clone(), key.to_owned());
                let Ok(change) = file.plan(&Command::SetValue { item, key: key.clone(), value })
                else {
                    continue;
                };
                n_planned += 1;
                let new = change.edits["x"].apply(&text);
                let mut after = resources(&new);
                let (old, now) = (&before[nth], &mut after[nth]);
                let labels = |it: &str| it.split_once(':').map(|it| it.1.to_owned());
                match key.as_str() {
                    "kind" => {
                        assert_eq!(labels(&old.name), labels(&now.name), "{new}");
                        (now.kind, now.name) = (old.kind, old.name.clone());
                    }
                    "count" => now.count = old.count,
                    "size" => now.size = old.size,
                    "flags" => now.flags = old.flags,
                    _ => now.name.clone_from(&old.name),
                }
                assert_eq!(after, before, "{key}\n{new}");
            }
        }
    }
    assert!(n_planned > 50, "{n_planned}");
}
