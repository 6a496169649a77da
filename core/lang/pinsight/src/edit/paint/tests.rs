//! Painting and duplicating, on small texts.

use expect_test::{Expect, expect};

use crate::file::parse;
use crate::fixtures::{file, query, section};
use crate::punits::IdSet;
use bobbin_core::edit::{Command, ItemPath, UnitRange};
use bobbin_core::text::slice;
use bobbin_core::view::ViewQuery;
use bobbin_core::{Document, Input};
use bobbin_testing::edits::edited;

#[track_caller]
fn check_paint(text: &str, item: &[&str], is_on: bool, units: &[(&str, u32, u32)], expect: Expect) {
    let after = painted(text, section(item), is_on, units);
    expect.assert_eq(&after.unwrap_or_else(|it| format!("refused: {it}\n")));
}

/// Returns the text after painting, or the reason why that is refused.
fn painted(
    text: &str,
    item: ItemPath,
    is_on: bool,
    units: &[(&str, u32, u32)],
) -> Result<String, String> {
    let units =
        units.iter().map(|&(axis, low, high)| UnitRange { axis: axis.to_owned(), low, high });
    let command = Command::Paint { item, is_on, units: units.collect() };
    edited(&file(text), ("x.trace", text), &command).map_err(|it| it.reason)
}

#[test]
fn painting_where_nothing_is_makes_the_first_section() {
    let paint = |text: &str, is_on: bool, units: &[(&str, u32, u32)]| {
        let file = parse(&Input::alone("x.trace", text));
        let map = file.coverage(&ViewQuery::default()).unwrap();
        let selection = map.selection.unwrap();
        assert_eq!((selection.item.clone(), selection.refusal), (ItemPath::default(), None));
        let units =
            units.iter().map(|&(axis, low, high)| UnitRange { axis: axis.into(), low, high });
        let change =
            file.plan(&Command::Paint { item: selection.item, is_on, units: units.collect() });
        change.map(|it| it.edits["x.trace"].apply(text)).map_err(|it| it.reason)
    };
    let block = [("OpenMP.thread", 2, 5), ("MPI.rank", 0, 1)];
    let header = "[OpenMP.thread(2-5)] : OpenMP.default : MPI.rank(0-1)\n";
    assert_eq!(paint("", true, &block).as_deref(), Ok(header));
    assert_eq!(paint("# note", true, &block).unwrap(), format!("# note\n\n{header}"));
    assert_eq!(
        paint("[MPI.default]\nMPI.rank = 0\n", true, &block[..1]).unwrap(),
        "[MPI.default]\nMPI.rank = 0\n\n[OpenMP.thread(2-5)] : OpenMP.default\n"
    );
    assert_eq!(
        paint("[Lexgion.default: OpenMP.default]\n", true, &block).unwrap(),
        "[OpenMP.thread(2-5): OpenMP.default: MPI.rank(0-1)]\n\n[Lexgion.default: OpenMP.default]\n"
    );
    let (team, thread) = (("OpenMP.team", 0, 0), ("OpenMP.thread", 7, 7));
    assert_eq!(
        paint("", true, &[team, thread]).as_deref(),
        Ok("[OpenMP.team(0), OpenMP.thread(7)] : OpenMP.default\n")
    );
    assert!(paint("", false, &block).unwrap_err().contains("no section"));
    assert!(paint("", true, &[thread, thread]).is_err());
    // What came out is selected, so that painting goes on in it.
    let again = parse(&Input::alone("x.trace", header)).coverage(&ViewQuery::default()).unwrap();
    assert_eq!(again.selection.unwrap().item, ItemPath::new(["section", "OpenMP.thread(2-5)"]));
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
            refused: the section already covers these units
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
            refused: the section does not cover these units
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

/// A section that runs on `threads` of the ranks 0 and 4.
fn threads_of_two_ranks(threads: &str) -> String {
    format!(
        "[OpenMP.default]\n    OpenMP.thread = (0-11)\n[MPI.default]\n    MPI.rank = (0-5)\n\n\
         [OpenMP.thread({threads})]: OpenMP.default : MPI.rank(0, 4)\n    # within\n    omp_work = off\n"
    )
}

/// Cells that the section has none of are one further section, whichever ids both name.
#[test]
fn painting_apart_from_a_section_adds_one() {
    for (old, threads, rank, lists) in [
        ("4-7", (2, 9), 2, "2-9"),
        ("4-7", (2, 6), 2, "2-6"),
        ("2-9", (0, 3), 5, "0-3"),
        ("4-7", (8, 9), 2, "8-9"),
    ] {
        let text = threads_of_two_ranks(old);
        let units = [("OpenMP.thread", threads.0, threads.1), ("MPI.rank", rank, rank)];
        let copy = format!(
            "\n[OpenMP.thread({lists})]: OpenMP.default : MPI.rank({rank})\n    # within\n    omp_work = off\n"
        );
        let item = section(&[&format!("OpenMP.thread({old})")]);
        assert_eq!(painted(&text, item, true, &units), Ok(text + &copy));
    }
}

/// One cut would leave the threads of the section to the copy as well, and the program would take
/// both for one.
#[test]
fn painting_cuts_so_that_targets_differ() {
    check_paint(
        &threads_of_two_ranks("4-7"),
        &["OpenMP.thread(4-7)"],
        true,
        &[("OpenMP.thread", 2, 9), ("MPI.rank", 2, 4)],
        expect![[r#"
            [OpenMP.default]
                OpenMP.thread = (0-11)
            [MPI.default]
                MPI.rank = (0-5)

            [OpenMP.thread(4-7)]: OpenMP.default : MPI.rank(0, 4)
                # within
                omp_work = off

            [OpenMP.thread(2-3, 8-9)]: OpenMP.default : MPI.rank(4)
                # within
                omp_work = off

            [OpenMP.thread(2-9)]: OpenMP.default : MPI.rank(2-3)
                # within
                omp_work = off
        "#]],
    );
    // Where the list of the fewest sections is taken, more of them do.
    let text = threads_of_two_ranks("4-7");
    let add = |others: &str, expect: Expect| {
        let units = [("OpenMP.thread", 2, 6), ("MPI.rank", 2, 2)];
        check_paint(&(text.clone() + others), &["OpenMP.thread(4-7)"], true, &units, expect);
    };
    add(
        "[OpenMP.thread(2-6)]\n",
        expect![[r#"
        [OpenMP.default]
            OpenMP.thread = (0-11)
        [MPI.default]
            MPI.rank = (0-5)

        [OpenMP.thread(4-7)]: OpenMP.default : MPI.rank(0, 4)
            # within
            omp_work = off

        [OpenMP.thread(2-3)]: OpenMP.default : MPI.rank(2)
            # within
            omp_work = off

        [OpenMP.thread(4-6)]: OpenMP.default : MPI.rank(2)
            # within
            omp_work = off

        [OpenMP.thread(2-6)]
    "#]],
    );
    add(
        "[OpenMP.thread(2-6)]\n[OpenMP.thread(2-3)]\n",
        expect![[r#"
        refused: two sections would have the same target, and the program takes them for one
    "#]],
    );
}

/// Returns for each rank the threads on which work is off, as the documents mean it.
fn off(text: &str) -> Vec<IdSet> {
    let settings = [("event", "omp_work"), ("reading", "intended")];
    let settings = [settings.as_slice(), &[("x", "OpenMP.thread"), ("y", "MPI.rank")]].concat();
    let map = file(text).coverage(&query(&[], &settings)).unwrap();
    let mut res = Vec::new();
    for row in &map.rows {
        let (mut at, mut ids) = (0, IdSet::default());
        for &(n_cells, state) in &row.runs {
            let next = at + n_cells as u16;
            if !map.states[state as usize].is_on {
                ids = ids.with(at, next - 1);
            }
            at = next;
        }
        res.extend(std::iter::repeat_n(ids, row.n_rows as usize));
    }
    res
}

/// Whichever way the cells are cut, the units get what was painted, and no other.
#[test]
fn units_get_what_is_painted() {
    let sides = |ids: [u32; 6]| {
        let pairs = ids.into_iter().flat_map(move |low| ids.map(|high| (low, high)));
        pairs.filter(|(low, high)| low <= high)
    };
    let (threads, ranks) = (|| sides([0, 2, 4, 6, 7, 9]), || sides([0, 1, 2, 3, 4, 5]));
    let mut n_planned = 0;
    for (old, others) in [
        ("4-7", ""),
        ("2-9", ""),
        ("4-7", "[OpenMP.thread(2-9)] : OpenMP.default : MPI.rank(3)\n"),
        ("0, 4-6", "[OpenMP.thread(7)]\n"),
    ] {
        let text = threads_of_two_ranks(old) + others;
        let before = off(&text);
        assert_eq!(before.len(), 6);
        for ((low, high), (first, last)) in threads().flat_map(|x| ranks().map(move |y| (x, y))) {
            let units = [("OpenMP.thread", low, high), ("MPI.rank", first, last)];
            let item = section(&[&format!("OpenMP.thread({old})")]);
            let after = match painted(&text, item, true, &units) {
                Ok(it) => it,
                Err(it) => {
                    let is_taken = !others.is_empty() && it.contains("the same target");
                    assert!(is_taken || it.contains("already covers"), "{text}{units:?}: {it}");
                    continue;
                }
            };
            n_planned += 1;
            let rows =
                before.iter().zip(0..).map(|(ids, rank)| match first <= rank && rank <= last {
                    true => ids.with(low as u16, high as u16),
                    false => ids.clone(),
                });
            assert_eq!(off(&after), rows.collect::<Vec<_>>(), "{units:?}\n{text}\n{after}");
        }
    }
    assert!(n_planned > 1500, "{n_planned}");
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
            refused: a section applies to each id of one kind with each id of the other, so it would also be for `OpenMP.thread` 4 with `MPI.rank` 0; paint whole columns or rows
        "#]],
    );
    check_paint(
        text,
        item,
        false,
        &[("OpenMP.thread", 2, 2), ("MPI.rank", 1, 1)],
        expect![[r#"
            refused: a section applies to each id of one kind with each id of the other, so it would also lose `OpenMP.thread` 0 with `MPI.rank` 1; paint whole columns or rows
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

#[test]
fn painting_keeps_the_comment_behind_a_header() {
    let text = "[MPI.default]\nMPI.rank = 0-3\n[OpenMP.default]\nOpenMP.thread = 0-3\n\
                [OpenMP.thread(0-1)]: OpenMP.default # first two\nomp_work = off\n";
    let units =
        ["OpenMP.thread", "MPI.rank"].map(|axis| UnitRange { axis: axis.into(), low: 1, high: 1 });
    let item = ItemPath::new(["section", "OpenMP.thread(0-1)"]);
    let command = Command::Paint { item, is_on: false, units: units.to_vec() };
    let after =
        edited(&parse(&Input::alone("x.trace", text)), ("x.trace", text), &command).unwrap();
    assert!(after.contains("\n# first two\n[OpenMP.thread("), "{after}");
    let headers = after.lines().filter(|it| it.starts_with('['));
    assert!(headers.clone().count() > 3 && !headers.clone().any(|it| it.contains('#')), "{after}");
}

/// pinsight.md#reading-a-header: what begins with another sign than `:` is ignored, and the section is read.
#[test]
fn painting_keeps_a_note_that_the_program_ignores() {
    for (header, note, is_on, units, new) in [
        ("[OpenMP.thread(0-3)]", "# the first four", true, (4, 5), "[OpenMP.thread(0-5)]"),
        ("[OpenMP.thread(0-3)]", "# one (of two)", false, (3, 3), "[OpenMP.thread(0-2)]"),
        ("[Lexgion(0x10)]", "# a, b: c", false, (0, 3), "[Lexgion(0x10)] : : OpenMP.thread(4-15)"),
    ] {
        let begin = "[OpenMP.default]\nOpenMP.thread = (0-15)\n";
        let text = format!("{begin}{header}   {note}\n    omp_work = off\n");
        let item = header.trim_matches(['[', ']']);
        let units = [("OpenMP.thread", units.0, units.1)];
        let after = painted(&text, section(&[item]), is_on, &units);
        assert_eq!(after, Ok(format!("{begin}{note}\n{new}\n    omp_work = off\n")));
    }
    // Other words may be meant as a part of the header.
    for tail in ["OpenMP.default # note", "; note", ": OpenMP.default : MPI.rank(0) : x # note"] {
        let text = format!("[OpenMP.thread(0-3)] {tail}\n");
        let item = section(&["OpenMP.thread(0-3)"]);
        let after = painted(&text, item, true, &[("OpenMP.thread", 4, 5)]);
        assert_eq!(after, Err("the header has an error; fix it first".to_owned()), "{tail}");
    }
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
    expect!["`thread(1)` is not a target that the program knows"]
        .assert_eq(&file(text).plan(&command).unwrap_err().reason);
}

/// Lists that do not say which units there are, or not alone, are not painted.
#[test]
fn lists_that_are_not_the_whole_truth_are_refused() {
    let units = [("MPI.rank", 2, 2)];
    for (text, item, expect) in [
        (
            "[Lexgion(0x10)] : : CUDA.device(0), MPI.rank(9-1)\n",
            "Lexgion(0x10)",
            expect!["refused: a list of units has an error; fix it first\n"],
        ),
        (
            "[Lexgion(0x10)] : : Foo.rank(0)\n",
            "Lexgion(0x10)",
            expect![
                "refused: the constraint names no kind that exists, so the section covers no unit; fix it first\n"
            ],
        ),
        (
            "[Lexgion(0x10)] : : MPI.rank(0-3)\n[Lexgion(f, 0x10)]\n",
            "Lexgion(f, 0x10)",
            expect![[r#"
                refused: another section names units for the same region, and both apply
            "#]],
        ),
        // A list of units that the program leaves out says nothing of the others.
        (
            "[Lexgion(0x10)] : : MPI.rank(0-3), Foo.x(1)\n",
            "Lexgion(0x10)",
            expect!["[Lexgion(0x10)] : : MPI.rank(0-1, 3), Foo.x(1)\n"],
        ),
    ] {
        check_paint(text, &[item], false, &units, expect);
    }
}

/// Plans what the page's map plans when cells are painted and nothing is picked.
fn painted_where_asked(
    text: &str,
    settings: &[(&str, &str)],
    units: &[(&str, u32, u32)],
) -> Result<String, String> {
    let file = parse(&Input::alone("x.trace", text));
    let settings = settings.iter().chain(&[("telling", "yes")]);
    let settings = settings.map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    // The first section is picked: of a domain's default none is painted.
    let item = file.outline().entries.first().map(|it| it.item.clone());
    let item = item.filter(|it| it.0.iter().any(|it| it.ends_with(".default")));
    let map = file.coverage(&ViewQuery { item, settings }).unwrap();
    let selection = map.selection.ok_or("nothing is picked")?;
    if let Some(reason) = selection.refusal {
        return Err(reason);
    }
    let units = units.iter().map(|&(axis, low, high)| UnitRange { axis: axis.into(), low, high });
    let command = Command::Paint { item: selection.item, is_on: true, units: units.collect() };
    let change = file.plan(&command).map_err(|it| it.reason)?;
    Ok(change.edits["x.trace"].apply(text))
}

#[test]
fn painting_changes_the_answer_that_the_map_gives() {
    let send = [("domain", "MPI"), ("event", "MPI_Send")];
    let ranks = [("MPI.rank", 0, 3)];
    // Today's program looks at the units of a region, and those of MPI are called by the function.
    let header = "[Lexgion(MPI:MPI_Send)] : : MPI.rank(0-3)\n";
    assert_eq!(painted_where_asked("", &send, &ranks).as_deref(), Ok(header));
    assert_eq!(
        painted_where_asked("[MPI.default]\nMPI_Recv = off\n", &send, &ranks).unwrap(),
        format!("[MPI.default]\nMPI_Recv = off\n\n{header}")
    );
    // All threads are painted: no need to ask for them.
    let block = [("MPI.rank", 0, 3), ("OpenMP.thread", 0, 255)];
    assert_eq!(painted_where_asked("", &send, &block).as_deref(), Ok(header));
    assert_eq!(
        painted_where_asked("[MPI.rank(9)]\n\n[Lexgion.default]\n", &send, &ranks).unwrap(),
        format!("[MPI.rank(9)]\n\n[Lexgion.default]\n\n{header}")
    );
    // Painting goes on in it, and not in that of another event.
    let more = [("MPI.rank", 6, 6)];
    assert_eq!(
        painted_where_asked(header, &send, &more).unwrap(),
        "[Lexgion(MPI:MPI_Send)] : : MPI.rank(0-3, 6)\n"
    );
    let receive = [("domain", "MPI"), ("event", "MPI_Recv")];
    assert_eq!(
        painted_where_asked(header, &receive, &more).unwrap(),
        format!("{header}\n[Lexgion(MPI:MPI_Recv)] : : MPI.rank(6)\n")
    );
    // Regions of OpenMP have no names.
    let work = [("domain", "OpenMP"), ("event", "omp_work")];
    let threads = [("OpenMP.thread", 8, 8)];
    let refused = painted_where_asked(header, &work, &threads).unwrap_err();
    assert!(refused.contains("have no names"), "{refused}");
    // As the documents have it, a punit section is for any region.
    let intended = [work[0], work[1], ("reading", "intended")];
    let punits = format!("[OpenMP.thread(8)] : OpenMP.default\n\n{header}");
    assert_eq!(painted_where_asked(header, &intended, &threads).as_deref(), Ok(punits.as_str()));
    let again = painted_where_asked(&punits, &intended, &[("OpenMP.thread", 16, 16)]).unwrap();
    assert_eq!(again, punits.replace("(8)", "(8, 16)"));
    let two = format!("{punits}[OpenMP.thread(9)]\n");
    assert_eq!(painted_where_asked(&two, &intended, &threads).unwrap_err(), "nothing is picked");
}
