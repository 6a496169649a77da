//! Definitions and references, on small texts.

use expect_test::{Expect, expect};

use crate::fixtures::file;
use bobbin_core::Document;
use bobbin_core::text::{Location, offset, slice};

/// Shows the places around the `$0` of a text.
#[track_caller]
fn check_places(text: &str, expect: Expect) {
    let at = offset(text.find("$0").unwrap());
    let text = text.replace("$0", "");
    let file = file(&text);
    let shown = |all: Vec<Location>| {
        let places = all
            .iter()
            .map(|it| format!("{}@{}", slice(&text, it.range), u32::from(it.range.start())));
        places.collect::<Vec<_>>().join(", ")
    };
    let mut res = format!("definition: {}\n", shown(file.definition(at)));
    res.push_str(&format!("references: {}\n", shown(file.references(at))));
    let name = file.renamable(at).map(|it| slice(&text, it));
    res.push_str(&format!("renamable: {}\n", name.unwrap_or("-")));
    expect.assert_eq(&res);
}

#[test]
fn things_are_found_again() {
    let text = "[OpenMP.default]\nOpenMP.thread = 0-3\n[OpenMP.thread(0)] : OpenMP.def$0ault\n[Lexgion(0x10, Python:a.py:f)] : OpenMP.default : OpenMP.thread(1)\n[Lexgion(OpenMP).default]\n[Lexgion(Python:f, f)]\n";
    check_places(
        text,
        expect![[r#"
        definition: OpenMP.default@1
        references: OpenMP.default@1, OpenMP.default@58, OpenMP.default@106, OpenMP@149
        renamable: -
    "#]],
    );
    let plain = text.replace("$0", "");
    check_places(
        &plain.replace("(Python:f,", "(Python:$0f,"),
        expect![[r#"
        definition: f@100
        references: f@100, f@182
        renamable: f
    "#]],
    );
    check_places(
        &plain.replace("OpenMP.thread(1)", "OpenMP.th$0read(1)"),
        expect![[r#"
        definition: OpenMP.thread@17
        references: OpenMP.thread@17, OpenMP.thread@38, OpenMP.thread@123
        renamable: -
    "#]],
    );
    check_places(
        &plain.replace("0x10", "0x$010"),
        expect![[r#"
        definition: 0x10@82
        references: 0x10@82
        renamable: 0x10
    "#]],
    );
    check_places(
        &plain.replace("thread = 0-3", "thread = 0$0-3"),
        expect![[r#"
        definition: 
        references: 
        renamable: -
    "#]],
    );
}
