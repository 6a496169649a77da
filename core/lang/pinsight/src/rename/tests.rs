//! Renaming of regions, on small texts.

use expect_test::expect;
use text_size::TextSize;

use crate::fixtures::file;
use bobbin_core::Document;

#[test]
fn regions_are_renamed_everywhere() {
    let text = "[Lexgion(a.py:f, 0x10)]\n[REMOVE Lexgion(0x10)]\n[Lexgion(f, g)]\n";
    let at = TextSize::new(14);
    let change = file(text).rename(at, "work.<locals>").unwrap();
    expect![[r#"
        [Lexgion(a.py:work.<locals>, 0x10)]
        [REMOVE Lexgion(0x10)]
        [Lexgion(work.<locals>, g)]
    "#]]
    .assert_eq(&change.edits["x.trace"].apply(text));
    let change = file(text).rename(TextSize::new(18), "0x2F").unwrap();
    expect![[r#"
        [Lexgion(a.py:f, 0x2F)]
        [REMOVE Lexgion(0x2F)]
        [Lexgion(f, g)]
    "#]]
    .assert_eq(&change.edits["x.trace"].apply(text));
    for (at, name, reason) in [
        (14, "a:b", "`a:b` cannot be the name of a region: `,`, `:`, `)` and `]` end it"),
        (14, "g", "`g` has a section already"),
        (14, "0x1", "`0x1` is an address"),
        (18, "main", "`main` is not a code address; write it as `0x…`"),
        (3, "x", "only regions can be renamed; domains and kinds are fixed"),
    ] {
        assert_eq!(file(text).rename(TextSize::new(at), name).unwrap_err().reason, reason);
    }
}
