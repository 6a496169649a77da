//! Painting and duplicating, on small texts.

use expect_test::{Expect, expect};

use super::{File, parse};
use crate::edit::{Command, ItemPath, UnitRange};
use crate::lang::{Document, Input};

fn file(text: &str) -> File {
    parse(&Input::alone("x.trace", text))
}

#[track_caller]
fn check_paint(text: &str, item: &[&str], is_on: bool, units: &[(&str, u32, u32)], expect: Expect) {
    let item = ItemPath::new(["section"].iter().chain(item).copied());
    let units =
        units.iter().map(|&(axis, low, high)| UnitRange { axis: axis.to_owned(), low, high });
    let command = Command::Paint { item, is_on, units: units.collect() };
    let after = match file(text).plan(&command) {
        Ok(change) => {
            let edit = &change.edits["x.trace"];
            let after = edit.apply(text);
            assert_eq!(edit.invert(text).apply(&after), text);
            after
        }
        Err(refusal) => format!("refused: {}\n", refusal.reason),
    };
    expect.assert_eq(&after);
}

#[test]
fn painting_edits_the_list() {
    let text = "[ OpenMP.thread( 0-3,  8 ) ] : OpenMP.default : MPI.rank(0,1) # why\n";
    let item: &[&str] = &["OpenMP.thread( 0-3,  8 )"];
    let text = &text.replace(" # why", "");
    check_paint(
        text,
        item,
        true,
        &[("OpenMP.thread", 4, 6)],
        expect![[r#"
        [ OpenMP.thread( 0-6, 8 ) ] : OpenMP.default : MPI.rank(0,1)
    "#]],
    );
    check_paint(
        text,
        item,
        true,
        &[("OpenMP.thread", 4, 7), ("MPI.rank", 1, 2)],
        expect![[r#"
        [ OpenMP.thread( 0-8 ) ] : OpenMP.default : MPI.rank(0-2)
    "#]],
    );
    check_paint(
        text,
        item,
        true,
        &[("OpenMP.team", 4, 7)],
        expect![[r#"
        refused: the section is for these units already
    "#]],
    );
    check_paint(
        text,
        item,
        true,
        &[("OpenMP.thread", 300, 300)],
        expect![[r#"
        refused: the scope of `OpenMP.thread` is 0 to 255, and the program drops ids outside it
    "#]],
    );
    check_paint(
        text,
        item,
        false,
        &[("OpenMP.thread", 1, 2)],
        expect![[r#"
        [ OpenMP.thread( 0, 3, 8 ) ] : OpenMP.default : MPI.rank(0,1)
    "#]],
    );
    check_paint(
        text,
        item,
        false,
        &[("OpenMP.thread", 1, 2), ("MPI.rank", 0, 5)],
        expect![[r#"
        [ OpenMP.thread( 0, 3, 8 ) ] : OpenMP.default : MPI.rank(0,1)
    "#]],
    );
    check_paint(
        text,
        item,
        false,
        &[("OpenMP.thread", 1, 2), ("MPI.rank", 0, 0)],
        expect![[r#"
        refused: a section is for each id of one kind with each id of the other: take out whole columns or rows
    "#]],
    );
    check_paint(
        text,
        item,
        false,
        &[("OpenMP.thread", 0, 200)],
        expect![[r#"
        refused: no unit would be left; remove the section instead
    "#]],
    );
    check_paint(
        text,
        item,
        false,
        &[("OpenMP.thread", 9, 200)],
        expect![[r#"
        refused: the section is not for these units
    "#]],
    );
    check_paint(
        text,
        item,
        false,
        &[("OpenMP.team", 2, 255)],
        expect![[r#"
        [ OpenMP.thread( 0-3,  8 ), OpenMP.team(0-1) ] : OpenMP.default : MPI.rank(0,1)
    "#]],
    );
    check_paint(
        text,
        item,
        false,
        &[("CUDA.device", 0, 0)],
        expect![[r#"
        [ OpenMP.thread( 0-3,  8 ) ] : OpenMP.default : MPI.rank(0,1), CUDA.device(1-16)
    "#]],
    );
}

#[test]
fn painting_out_of_all_units_writes_a_constraint() {
    let text = "[MPI.default]\nMPI.rank = 0-7\n[Lexgion(0x10)]\n";
    check_paint(
        text,
        &["Lexgion(0x10)"],
        false,
        &[("MPI.rank", 2, 3)],
        expect![[r#"
        [MPI.default]
        MPI.rank = 0-7
        [Lexgion(0x10)] : : MPI.rank(0-1, 4-7)
    "#]],
    );
    check_paint(
        text,
        &["MPI.default"],
        false,
        &[("MPI.rank", 2, 3)],
        expect![[r#"
        refused: only punit and region sections name units
    "#]],
    );
    let seed = "[Lexgion(0x10): OpenMP.default]\n";
    check_paint(
        seed,
        &["Lexgion(0x10)"],
        false,
        &[("MPI.rank", 4, 127)],
        expect![[r#"
        [Lexgion(0x10): OpenMP.default: MPI.rank(0-3)]
    "#]],
    );
}

#[test]
fn a_section_is_duplicated_under_another_name() {
    let text =
        "# first\n[OpenMP.thread(0)] : OpenMP.default\n# why\nomp_work = off\n[MPI.default]\n";
    let item = ItemPath::new(["section", "OpenMP.thread(0)"]);
    let command = Command::Duplicate { item: item.clone(), name: "OpenMP.thread(1)".to_owned() };
    let change = file(text).plan(&command).unwrap();
    expect![[r#"
        # first
        [OpenMP.thread(0)] : OpenMP.default
        # why
        omp_work = off

        [OpenMP.thread(1)] : OpenMP.default
        # why
        omp_work = off

        [MPI.default]
    "#]]
    .assert_eq(&change.edits["x.trace"].apply(text));
    let command = Command::Duplicate { item, name: "thread(1)".to_owned() };
    expect!["`thread(1)` is no target that the program knows"]
        .assert_eq(&file(text).plan(&command).unwrap_err().reason);
}
