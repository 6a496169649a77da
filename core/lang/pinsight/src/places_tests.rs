//! Layout, places and renaming, on small texts.

use expect_test::{Expect, expect};
use text_size::{TextRange, TextSize};

use super::{File, parse};
use bobbin_core::text::{Location, offset, slice};
use bobbin_core::{Document, Input};

fn file(text: &str) -> File {
    parse(&Input::alone("x.trace", text))
}

#[track_caller]
fn check_layout(text: &str, expect: Expect) {
    let new = file(text).format().unwrap().apply(text);
    expect.assert_eq(&new.replace("\r\n", "␍\n"));
    assert!(file(&new).format().unwrap().is_empty(), "laid out once and for all: {new:?}");
}

#[test]
fn the_layout_is_canonical() {
    check_layout(
        "\n\n  # first\n\n\n[set   OpenMP.thread(0, 3)  ]:OpenMP.default:MPI.rank(0)\n# why\nomp_work=off\n\tno equals \n\n\n   # next\n [ MPI.default ]\nMPI_Send   =  off  \n= on\nMPI_Recv=\n[Lexgion(0x10)]: :  MPI.rank(0)\n[Lexgion(a)] : OpenMP.default : \n[x\ny=1\n\n",
        expect![[r#"
            # first

            [set OpenMP.thread(0, 3)] : OpenMP.default : MPI.rank(0)
                # why
                omp_work = off
                no equals

            # next
            [MPI.default]
                MPI_Send = off
                = on
                MPI_Recv =

            [Lexgion(0x10)] : : MPI.rank(0)
            [Lexgion(a)] : OpenMP.default : 
            [x
                y = 1
        "#]],
    );
    check_layout(
        "[MPI.default]\r\nMPI_Send=off\r\n[CUDA.default]",
        expect![[r#"
        [MPI.default]␍
            MPI_Send = off␍
        ␍
        [CUDA.default]␍
    "#]],
    );
    check_layout(
        "[OpenMP.thread(0-3)  :OpenMP.default: MPI.rank(0)  ]\n[Lexgion(0x1)::MPI.rank(0)]\n",
        expect![[r#"
            [OpenMP.thread(0-3): OpenMP.default: MPI.rank(0)]
            [Lexgion(0x1): MPI.rank(0)]
        "#]],
    );
    check_layout(
        "a = b\n# only this",
        expect![[r#"
        a = b
        # only this
    "#]],
    );
}

#[test]
fn a_line_longer_than_the_program_reads_stays() {
    let long = format!("[OpenMP.default]\nomp_work={}on\nomp_masked=off\n", " ".repeat(1100));
    let new = file(&long).format().unwrap().apply(&long);
    assert_eq!(new, long.replace("omp_masked=off", "    omp_masked = off"));
}

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
        (18, "main", "`main` is no code address; write it as `0x…`"),
        (3, "x", "only regions can be renamed; domains and kinds are fixed"),
    ] {
        assert_eq!(file(text).rename(TextSize::new(at), name).unwrap_err().reason, reason);
    }
}

#[test]
fn what_may_be_wanted() {
    let text = "[Lexgion(0x10)] : : MPI.rank(0,1,2)\n[MPI.default]\nMPI_Send = off\n";
    let range = TextRange::empty(3.into());
    let fixes = file(text).refactorings(range);
    let mut res = String::new();
    for it in &fixes {
        res.push_str(&format!("{}\n{}\n", it.label, it.edit.apply(text)));
    }
    expect![[r#"
        Write the ids in the shortest way
        [Lexgion(0x10)] : : MPI.rank(0-2)
        [MPI.default]
        MPI_Send = off

        Put the sections into the guide's order
        [MPI.default]
        MPI_Send = off
        [Lexgion(0x10)] : : MPI.rank(0,1,2)

    "#]]
    .assert_eq(&res);
    // There the order matters: the region copies what stands above it.
    let text = "[Lexgion(0x10)] : MPI.default\n[MPI.default]\nMPI_Send = off\n";
    assert!(file(text).refactorings(range).is_empty());
}

/// Texts of the corpus.
const CORPUS: &[&str] = &[
    include_str!("../../../testdata/pinsight/ok/comments_only.trace"),
    include_str!("../../../testdata/pinsight/ok/crlf_and_tabs.trace"),
    include_str!("../../../testdata/pinsight/ok/empty.trace"),
    include_str!("../../../testdata/pinsight/err/every_kind_of_section.trace"),
    include_str!("../../../testdata/pinsight/err/seed_document.trace"),
    include_str!("../../../testdata/pinsight/ok/very_long_names.trace"),
    include_str!("../../../testdata/pinsight/err/before_first.trace"),
    include_str!("../../../testdata/pinsight/err/headers.trace"),
    include_str!("../../../testdata/pinsight/err/keys.trace"),
    include_str!("../../../testdata/pinsight/err/lines.trace"),
    include_str!("../../../testdata/pinsight/err/mixed_dialects.trace"),
    include_str!("../../../testdata/pinsight/err/order.trace"),
    include_str!("../../../testdata/pinsight/err/parents_and_constraints.trace"),
    include_str!("../../../testdata/pinsight/err/promises.trace"),
    include_str!("../../../testdata/pinsight/err/regions.trace"),
    include_str!("../../../testdata/pinsight/err/seed_dialect.trace"),
    include_str!("../../../testdata/pinsight/err/seed_stops.trace"),
    include_str!("../../../testdata/pinsight/err/stops.trace"),
    include_str!("../../../testdata/pinsight/err/too_many_regions.trace"),
    include_str!("../../../testdata/pinsight/err/values.trace"),
];

/// They and the texts of the cases with observed outcomes.
fn texts() -> Vec<String> {
    let mut res: Vec<String> = CORPUS.iter().map(|&it| it.to_owned()).collect();
    let cases = include_str!("../../../testdata/pinsight/oracle/cases.json");
    let cases: serde_json::Value = serde_json::from_str(cases).unwrap();
    let inputs = cases["cases"].as_array().unwrap().iter();
    res.extend(inputs.filter_map(|it| it["input"].as_str()).map(str::to_owned));
    res
}

#[test]
fn the_layout_changes_no_meaning() {
    let (mut n_changed, mut n_texts) = (0, 0);
    for text in texts() {
        let before = file(&text);
        let edit = before.format().unwrap();
        let new = edit.apply(&text);
        let after = file(&new);
        assert!(after.format().unwrap().is_empty(), "once and for all:\n{text}\n---\n{new}");
        assert_eq!(before.dialect(), after.dialect());
        assert_eq!(
            format!("{:?}", before.state()),
            format!("{:?}", after.state()),
            "{text}\n---\n{new}"
        );
        let comments = |text: &str| {
            let lines = text.lines().map(str::trim).filter(|it| it.starts_with('#'));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(comments(&text), comments(&new));
        n_changed += usize::from(new != text);
        n_texts += 1;
    }
    assert!(n_changed * 2 > n_texts, "{n_changed} of {n_texts}");
}

#[track_caller]
fn check_words(text: &str, expect: Expect) {
    let at = offset(text.find("$0").unwrap());
    let text = text.replace("$0", "");
    let words = file(&text).completions(at);
    let shown: Vec<String> = words
        .iter()
        .take(8)
        .map(|it| format!("{}→{}", slice(&text, it.range), it.insert))
        .collect();
    expect.assert_eq(&format!("{}: {}", words.len(), shown.join(", ")));
}

#[test]
fn words_for_every_place() {
    check_words(
        "[$0",
        expect![
            "24: →OpenMP.default, →MPI.default, →CUDA.default, →Python.default, →HIP.default, →RESET , →REMOVE , →Lexgion.default"
        ],
    );
    check_words(
        "[REMOVE $0",
        expect![
            "29: →OpenMP.default, →MPI.default, →CUDA.default, →Python.default, →HIP.default, →OpenMP.team(*), →OpenMP.thread(*), →OpenMP.device(*)"
        ],
    );
    check_words("[Lexgion(0x10, main)]\n[REMOVE Lexgion(0x10, m$0", expect!["2: m→0x10, m→main"]);
    check_words(
        "[Lexgion.default]\nwindow_end_action = MPI:OFF, O$0",
        expect![
            "25: O→OFF, O→STANDBY, O→MONITORING, O→TRACING, O→OpenMP:OFF, O→OpenMP:STANDBY, O→OpenMP:MONITORING, O→OpenMP:TRACING"
        ],
    );
    check_words("[Lexgion.default]\nmax_num_traces = $0", expect!["2: →-1, →0"]);
    check_words("[MPI.default]\nMPI.rank = $0", expect!["1: →(0-127)"]);
}

#[test]
fn the_dialect_can_be_chosen() {
    let text = "[Lexgion(16)]\ntracing_rate = 2\n";
    let dialect = |word: &str| {
        let settings = vec![("dialect".to_owned(), word.to_owned())];
        let host = bobbin_core::HostFacts { settings, ..Default::default() };
        parse(&Input { host: host.into(), ..Input::alone("x", text) }).dialect().unwrap()
    };
    assert_eq!([dialect("seed"), dialect("current"), dialect("?")], ["seed", "current", "current"]);
}
