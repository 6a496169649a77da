//! `resolve`.

use expect_test::expect;

use crate::bobbin::Folder;

const TEXT: &str = "config home\n  folder = $ENV{HOME}/é\n  n = 1\n";

#[test]
fn values_are_a_table_for_people() {
    let folder = Folder::new("resolve").with("x.pipe", TEXT).with("x.coilcfg.txt", "[cpu:0]\n");
    expect![[r#"
        exit code 0
        out: config › home  home:folder  /home/me/é  expanded, line 2: from `$ENV{HOME}/é`
        out: config › home  home:n       1           written, line 3
    "#]]
    .assert_eq(&folder.run(&["resolve", "x.pipe"]).shown());
    expect![[r#"
        exit code 0
        out: config › home  home:folder  /root/é  expanded, line 2: from `$ENV{HOME}/é`
        out: config › home  home:n       1        written, line 3
    "#]]
    .assert_eq(&folder.run(&["resolve", "x.pipe", "--env=HOME=/root"]).shown());
    assert_eq!(folder.run(&["resolve", "x.pipe", "x.pipe"]).code, 2);
}

#[test]
fn values_are_data_for_programs() {
    let folder = Folder::new("resolve_json").with("x.pipe", TEXT);
    let found = folder.run(&["resolve", "--json", "x.pipe"]).out;
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    let row = &found["rows"][0];
    assert_eq!((&row["key"], &row["value"]), (&"home:folder".into(), &"/home/me/é".into()));
    assert_eq!(row["origin"]["originKind"], "expanded");
    assert_eq!(row["origin"]["range"]["start"]["line"], 1);
}
