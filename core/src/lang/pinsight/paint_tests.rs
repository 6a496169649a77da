//! Painting and duplicating, on small texts.

use expect_test::{Expect, expect};

use super::punits::PunitSet;
use super::reading::Subject;
use super::tables::{Domain, Kind};
use super::{File, parse, parse_as};
use crate::edit::{Command, ItemPath, UnitRange};
use crate::lang::{Document, Input};
use crate::text::slice;

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

/// Cells that are no whole columns or rows make a section of their own, with the same body.
#[test]
fn painting_splits_a_punit_section() {
    let text = "\
# why
[OpenMP.thread(0-3)]: OpenMP.default : MPI.rank(0-1)
    omp_work = off # c

[MPI.default]
";
    let item: &[&str] = &["OpenMP.thread(0-3)"];
    check_paint(
        text,
        item,
        true,
        &[("OpenMP.thread", 6, 7), ("MPI.rank", 2, 2)],
        expect![[r#"
            # why
            [OpenMP.thread(0-3)]: OpenMP.default : MPI.rank(0-1)
                omp_work = off # c

            [OpenMP.thread(6-7)]: OpenMP.default : MPI.rank(2)
                omp_work = off # c

            [MPI.default]
        "#]],
    );
    check_paint(
        text,
        item,
        true,
        &[("OpenMP.thread", 2, 5), ("MPI.rank", 1, 2)],
        expect![[r#"
            # why
            [OpenMP.thread(0-3)]: OpenMP.default : MPI.rank(0-1)
                omp_work = off # c

            [OpenMP.thread(4-5)]: OpenMP.default : MPI.rank(1-2)
                omp_work = off # c

            [OpenMP.thread(2-3)]: OpenMP.default : MPI.rank(2)
                omp_work = off # c

            [MPI.default]
        "#]],
    );
    check_paint(
        text,
        item,
        false,
        &[("OpenMP.thread", 1, 1), ("MPI.rank", 0, 0)],
        expect![[r#"
            # why
            [OpenMP.thread(0, 2-3)]: OpenMP.default : MPI.rank(0-1)
                omp_work = off # c

            [OpenMP.thread(1)]: OpenMP.default : MPI.rank(1)
                omp_work = off # c

            [MPI.default]
        "#]],
    );
    // The program would take two sections of the same target for one.
    check_paint(
        "[OpenMP.team(0)] : OpenMP.default : MPI.rank(0), CUDA.device(0)\n",
        &["OpenMP.team(0)"],
        true,
        &[("MPI.rank", 1, 1), ("CUDA.device", 1, 1)],
        expect![[r#"
            refused: two sections would have the same target, and the program takes them for one
        "#]],
    );
}

#[test]
fn a_region_refuses_what_it_cannot_say() {
    let text = "[Lexgion(0x10)] : : MPI.rank(0-1), OpenMP.thread(0-3)\n";
    let item: &[&str] = &["Lexgion(0x10)"];
    check_paint(
        text,
        item,
        true,
        &[("OpenMP.thread", 4, 4), ("MPI.rank", 1, 1)],
        expect![[r#"
            refused: a region is for each id of one kind with each id of the other, so it would also be for `OpenMP.thread` 4 with `MPI.rank` 0; paint whole columns or rows
        "#]],
    );
    check_paint(
        text,
        item,
        false,
        &[("OpenMP.thread", 2, 2), ("MPI.rank", 1, 1)],
        expect![[r#"
            refused: a region is for each id of one kind with each id of the other, so it would also lose `OpenMP.thread` 0 with `MPI.rank` 1; paint whole columns or rows
        "#]],
    );
    check_paint(
        text,
        item,
        true,
        &[("OpenMP.thread", 4, 4), ("MPI.rank", 0, 1)],
        expect![[r#"
            [Lexgion(0x10)] : : MPI.rank(0-1), OpenMP.thread(0-4)
        "#]],
    );
}

#[test]
fn edits_of_lists_are_small() {
    let text = "[OpenMP.thread(0-3, 8, 10-19)]\n";
    let paint = |is_on, low, high| {
        let units = vec![UnitRange { axis: "OpenMP.thread".to_owned(), low, high }];
        let item = ItemPath::new(["section", "OpenMP.thread(0-3, 8, 10-19)"]);
        let change = file(text).plan(&Command::Paint { item, is_on, units }).unwrap();
        let edit = change.edits["x.trace"].replacements().to_vec();
        let [it] = edit.as_slice() else { panic!("{edit:?}") };
        (slice(text, it.range).to_owned(), it.text.clone())
    };
    let words = |old: &str, new: &str| (old.to_owned(), new.to_owned());
    assert_eq!(paint(true, 25, 25), words("", ", 25"));
    assert_eq!(paint(true, 4, 4), words("3", "4"));
    assert_eq!(paint(false, 8, 8), words("8, ", ""));
    assert_eq!(paint(false, 19, 19), words("19", "18"));
}

/// Whether one of some entries is for a thread and a rank; other units are not looked at.
fn is_for(file: &File, punits: &[PunitSet], thread: i64, rank: i64) -> bool {
    let has = |it: &PunitSet, kind: Kind, id: i64| {
        let (low, high) = file.state().scope(kind).value;
        let is_met = i64::from(low) <= id && id <= i64::from(high);
        is_met && it.get(kind).is_none_or(|it| it.contains(id))
    };
    let thread_kind = Domain::OpenMp.kind("thread").unwrap();
    let rank_kind = Domain::Mpi.kind("rank").unwrap();
    punits.iter().any(|it| has(it, thread_kind, thread) && has(it, rank_kind, rank))
}

/// What a section is for, with the copies that painting adds: the entries of the section and of the
/// `n` behind it.
fn meant(file: &File, section: usize, n: usize) -> Vec<PunitSet> {
    let subjects = file.log().sections.iter().skip(section).take(n + 1).map(|it| &it.subject);
    let mut res = Vec::new();
    for subject in subjects {
        match *subject {
            Subject::Punit(domain, number) => {
                let entries = &file.state().domain(domain).punits;
                res.extend(
                    entries.iter().find(|it| it.number == number).map(|it| it.punits.clone()),
                );
            }
            Subject::Regions(start, _) => {
                let region = file.log().regions[start] as usize;
                let config = &file.state().regions[region].config;
                res.push(if config.armed { config.punits.clone() } else { PunitSet::default() });
            }
            _ => (),
        }
    }
    res
}

const CORPUS: [&str; 7] = [
    include_str!("../../../testdata/pinsight/ok/every_kind_of_section.trace"),
    include_str!("../../../testdata/pinsight/ok/seed_document.trace"),
    include_str!("../../../testdata/pinsight/err/parents_and_constraints.trace"),
    include_str!("../../../testdata/pinsight/err/headers.trace"),
    include_str!("../../../testdata/pinsight/err/order.trace"),
    include_str!("../../../testdata/pinsight/err/regions.trace"),
    include_str!("../../../testdata/pinsight/err/seed_dialect.trace"),
];

/// A stroke means what was painted, no cell more and none less, on all texts at hand.
#[test]
fn painting_means_what_was_painted() {
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = |limit: u32| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 33) as u32 % limit
    };
    let mut texts = vec![
        "[OpenMP.default]\nOpenMP.thread = 0-9\n[MPI.default]\nMPI.rank = 0-5\n\
         [OpenMP.thread(0-3)] : OpenMP.default : MPI.rank(0,2)\nomp_work = off\n\
         [MPI.rank(1)] : MPI.default\n[Lexgion(0x10)] : : MPI.rank(0-3)\n[OpenMP.team(1)]\n"
            .to_owned(),
        "[OpenMP.thread(0-3): OpenMP.default: MPI.rank(0)]\n[MPI.rank(0), OpenMP.thread(2)]\n\
         [Lexgion(0x10): OpenMP.default]\n"
            .to_owned(),
    ];
    texts.extend(CORPUS.map(str::to_owned));
    let (mut n_planned, mut n_split) = (0, 0);
    for text in texts.iter().filter(|it| it.len() < 8000) {
        let before = file(text);
        for section in 0..before.layout().sections.len() {
            let Some(item) = before.item_path(section) else { continue };
            for _ in 0..12 {
                let mut range = |axis: &str| {
                    let (a, b) = (below(9), below(9));
                    UnitRange { axis: axis.to_owned(), low: a.min(b), high: a.max(b) }
                };
                let units = vec![range("OpenMP.thread"), range("MPI.rank")];
                let is_on = below(2) == 0;
                let command = Command::Paint { item: item.clone(), is_on, units: units.clone() };
                let Ok(change) = before.plan(&command) else { continue };
                let edit = &change.edits["x.trace"];
                let new = edit.apply(text);
                assert_eq!(edit.invert(text).apply(&new), *text);
                let after = parse_as(
                    &Input::alone("x.trace", &new),
                    Some(before.layout().dialect.reading()),
                );
                let n = after.layout().sections.len() - before.layout().sections.len();
                let (old, now) = (meant(&before, section, 0), meant(&after, section, n));
                if old.is_empty() {
                    continue;
                }
                n_planned += 1;
                n_split += usize::from(n > 0);
                for thread in 0..12 {
                    for rank in 0..12 {
                        let holds = |it: &UnitRange, id: i64| {
                            i64::from(it.low) <= id && id <= i64::from(it.high)
                        };
                        let is_painted = holds(&units[0], thread) && holds(&units[1], rank);
                        let was = is_for(&before, &old, thread, rank);
                        let expected = if is_painted { is_on } else { was };
                        let cell = is_for(&after, &now, thread, rank);
                        assert_eq!(
                            cell, expected,
                            "{thread} {rank} {command:?}\n{text}\n---\n{new}"
                        );
                    }
                }
                let others = |file: &File, skipped: usize| {
                    let sections = file.layout().sections.iter().enumerate();
                    let rest = sections.filter(|(it, _)| *it < section || *it > section + skipped);
                    rest.map(|(_, it)| file.target(it).to_owned()).collect::<Vec<_>>()
                };
                assert_eq!(others(&after, n), others(&before, 0));
            }
        }
    }
    println!("painting: {n_planned} strokes, {n_split} of them split a section");
    assert!(n_planned > 100 && n_split > 20, "{n_planned} {n_split}");
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
