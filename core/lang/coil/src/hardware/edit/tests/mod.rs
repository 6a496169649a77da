//! Each edit on a text that shows where it cuts.

mod rows;
mod sections;

use expect_test::{Expect, expect};

use crate::hardware::file::parse;
use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::{Document, Input};
use bobbin_testing::edits::edited_or_refused;

#[track_caller]
fn check(text: &str, command: Command, expect: Expect) {
    let file = parse(&Input::alone("x", text));
    let res = edited_or_refused(&file, ("x", text), &command);
    expect.assert_eq(&res.replace('\r', "␍"));
}

fn set(item: &[&str], key: &str, value: &str) -> Command {
    let item = ItemPath::new(item.iter().copied());
    Command::SetValue { item, key: key.to_owned(), value: value.to_owned() }
}

fn unset(item: &[&str], key: &str) -> Command {
    Command::Unset { item: ItemPath::new(item.iter().copied()), key: key.to_owned() }
}

#[test]
fn a_comment_that_a_quote_hides_stays() {
    let text = "[cpu:0]\n  name = 5\" disk ; size\n";
    check(
        text,
        set(&["unit", "cpu:0"], "name", "New"),
        expect!["[cpu:0]\n  ; size\n  name = New\n"],
    );
    check(text, unset(&["unit", "cpu:0"], "name"), expect!["[cpu:0]\n  ; size\n"]);
}

/// Without the key every feature section would apply (coil.md#missing-features-key).
#[test]
fn taking_the_last_feature_section_away_switches_nothing_on() {
    let text = "[cpu:0]\nfeatures = integer ; all\n[core_features]\n64bit_support = true\n[integer]\nint_add = true\n";
    let cpu: &[&str] = &["unit", "cpu:0"];
    let file = parse(&Input::alone("x", text));
    let form = file.form(&ItemPath::new(cpu.iter().copied())).unwrap();
    let mut lists = form.groups[0].fields.iter().filter_map(|it| it.list.as_ref());
    assert!(lists.all(|it| it.keeps_key));
    let emptied = text.replace("features = integer ;", "features = ;");
    check(
        text,
        set(cpu, "features", ""),
        expect![[r#"
        [cpu:0]
        features = ; all
        [core_features]
        64bit_support = true
        [integer]
        int_add = true
    "#]],
    );
    let bits = |text: &str| parse(&Input::alone("x", text)).lowered().model.units[0].features;
    assert_eq!(bits(text), Some([0, 1, 0, 0, 0, 0, 0, 0]));
    assert_eq!(bits(&emptied), Some([0; 8]));
    check("[cpu:0]\nfeatures=a", set(cpu, "features", ""), expect!["[cpu:0]\nfeatures="]);
    check("[cpu:0]\nfeatures = a\n", set(cpu, "features", ""), expect!["[cpu:0]\nfeatures =\n"]);
    check("[cpu:0]\nfeatures =\n", set(cpu, "features", "a"), expect!["[cpu:0]\nfeatures = a\n"]);
}

#[test]
fn a_value_is_replaced_alone() {
    let text = "[cpu:0]\nname =  Old ; here\n[integer]\nint_add = yes";
    check(
        text,
        set(&["unit", "cpu:0"], "name", "New"),
        expect![[r#"
        [cpu:0]
        name =  New ; here
        [integer]
        int_add = yes"#]],
    );
    check(
        text,
        set(&["features", "integer"], "int_add", "false"),
        expect![[r#"
        [cpu:0]
        name =  Old ; here
        [integer]
        int_add = false"#]],
    );
    // A name with a semicolon gets quotes.
    check(
        text,
        set(&["unit", "cpu:0"], "name", "A; \"B\""),
        expect![[r#"
        [cpu:0]
        name =  "A; \"B\"" ; here
        [integer]
        int_add = yes"#]],
    );
    check(
        "[cpu:0]\nname =",
        set(&["unit", "cpu:0"], "name", "A"),
        expect![[r#"
        [cpu:0]
        name = A"#]],
    );
    check(
        text,
        set(&["features", "integer"], "int_add", "true ; x"),
        expect!["refused: the value must fit on one line without a comment"],
    );
    check(
        text,
        set(&["unit", "gpu:0"], "name", "A"),
        expect!["refused: there is no `unit › gpu:0` in this text"],
    );
}

/// Sets a string of an item and checks the text, and that the form shows what was typed.
#[track_caller]
fn check_typed(text: &str, item: &[&str], key: &str, typed: &str, expected: &str) {
    let file = parse(&Input::alone("x", text));
    let new = edited_or_refused(&file, ("x", text), &set(item, key, typed));
    assert_eq!(new, expected);
    let form = parse(&Input::alone("x", &new)).form(&ItemPath::new(item.iter().copied())).unwrap();
    let mut fields = form.groups.iter().flat_map(|it| &it.fields);
    let shown = fields.find(|it| it.key == key).and_then(|it| it.written.as_deref());
    assert_eq!(shown, Some(typed));
}

#[test]
fn quotes_that_are_typed_belong_to_a_string() {
    let (unit, arch) = (&["unit", "cpu:0"], &["arch", "arch:x86_64"]);
    let typed = |text: &str, key: &str, typed: &str, expected: &str| {
        check_typed(text, unit, key, typed, expected);
    };
    let name = "[cpu:0]\nname = \"\\\"Zen\\\"\" ; c\n";
    typed(name, "name", "\"Zen 4\"", "[cpu:0]\nname = \"\\\"Zen 4\\\"\" ; c\n");
    typed(name, "name", "Zen 4", "[cpu:0]\nname = Zen 4 ; c\n");
    typed("[cpu:0]\n", "name", "\"abc\"", "[cpu:0]\nname = \"\\\"abc\\\"\"\n");
    typed("[cpu:0]\n", "model", "\"a\" b", "[cpu:0]\nmodel = \"\\\"a\\\" b\"\n");
    // As pasted from a text: a backslash that the form shows is one of the value, too.
    typed("[cpu:0]\n", "vendor", r#""a\"b""#, "[cpu:0]\nvendor = \"\\\"a\\\\\\\"b\\\"\"\n");
    let facts = "[cpu:0]\n[arch:x86_64]\nnote = a\nnote = \"\\\"a\\\"\"\n";
    check_typed(
        facts,
        arch,
        "note#2",
        "\"ab\"",
        "[cpu:0]\n[arch:x86_64]\nnote = a\nnote = \"\\\"ab\\\"\"\n",
    );
    // What the form shows with its quotes is written text.
    let version = set(&["metadata", "metadata"], "version", "\"0.1.0\"");
    check("[metadata]\n", version, expect!["[metadata]\nversion = \"0.1.0\"\n"]);
}

#[test]
fn a_new_key_follows_its_siblings() {
    let aligned = "[cpu:0]\r\n  name   = A ; c\r\n\r\n[integer]\r\n";
    check(
        aligned,
        set(&["unit", "cpu:0"], "vendor", "B"),
        expect![[r#"
        [cpu:0]␍
          name   = A ; c␍
          vendor = B␍
        ␍
        [integer]␍
    "#]],
    );
    check(
        aligned,
        set(&["features", "integer"], "int_sub", "true"),
        expect![[r#"
        [cpu:0]␍
          name   = A ; c␍
        ␍
        [integer]␍
        int_sub = true␍
    "#]],
    );
    // Behind the next lower bit.
    let bits = "[cpu:0]\n[integer]\nint_add=true\nint_or=true ; c\n";
    check(
        bits,
        set(&["features", "integer"], "int_div", "true"),
        expect![[r#"
        [cpu:0]
        [integer]
        int_add=true
        int_div=true
        int_or=true ; c
    "#]],
    );
    check(
        bits,
        set(&["features", "integer"], "gpu_vote", "true"),
        expect!["refused: `gpu_vote` is not allowed in `integer`"],
    );
    // Without a last line end.
    let bare = "[cpu:0]\n[resources]\ncore = 4";
    check(
        bare,
        set(&["resources", "resources"], "core#2", "8, efficiency"),
        expect![[r#"
        [cpu:0]
        [resources]
        core = 4
        core = 8, efficiency"#]],
    );
    check(
        bare,
        set(&["resources", "resources"], "core#3", "8"),
        expect!["refused: there are 1 lines with `core`"],
    );
    check(
        bare,
        set(&["resources", "resources"], "cores", "8"),
        expect!["refused: `cores` is not allowed in `resources`"],
    );
}

#[test]
fn what_is_unset_leaves_its_comment() {
    let text = "[cpu:0]\n; above\nname = A\nvendor = B ; beside\nmodel = C";
    check(
        text,
        unset(&["unit", "cpu:0"], "name"),
        expect![[r#"
        [cpu:0]
        ; above
        vendor = B ; beside
        model = C"#]],
    );
    check(
        text,
        unset(&["unit", "cpu:0"], "vendor"),
        expect![[r#"
        [cpu:0]
        ; above
        name = A
        ; beside
        model = C"#]],
    );
    check(
        text,
        unset(&["unit", "cpu:0"], "model"),
        expect![[r#"
        [cpu:0]
        ; above
        name = A
        vendor = B ; beside
    "#]],
    );
    check(
        text,
        unset(&["unit", "cpu:0"], "features"),
        expect!["refused: `features` is not written here"],
    );
    let twice = "[cpu:0]\n[resources]\ncore = 4\ncore = 8\n";
    check(
        twice,
        unset(&["resources", "resources"], "core#2"),
        expect![[r#"
        [cpu:0]
        [resources]
        core = 4
    "#]],
    );
    check(
        twice,
        unset(&["resources", "resources"], "core"),
        expect!["refused: several lines say `core`; remove the last one first"],
    );
}
