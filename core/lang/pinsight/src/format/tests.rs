//! The canonical layout, on small texts and on the corpus.

use expect_test::{Expect, expect};

use super::words;
use crate::file::{File, parse};
use crate::fixtures::file;
use bobbin_core::{Document, Input};

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
            [Lexgion(0x1):: MPI.rank(0)]
        "#]],
    );
    check_layout(
        "[Lexgion(0x10)] : OpenMP.d: OpenMP.default : ",
        expect![[r#"
        [Lexgion(0x10)] : OpenMP.d : OpenMP.default
    "#]],
    );
    // Blanks between the colons are a part, and two colons are none.
    check_layout(
        "[Lexgion(0x1):  :MPI.rank(0)]\n[MPI.rank(0) ::MPI.default:: OpenMP.thread(0)]\n",
        expect![[r#"
            [Lexgion(0x1): : MPI.rank(0)]
            [MPI.rank(0):: MPI.default: OpenMP.thread(0)]
        "#]],
    );
    check_layout(
        "[Lexgion(0x1)]::MPI.rank(0)\n[Lexgion(0x2)] ::  MPI.default : MPI.rank(0)\n",
        expect![[r#"
            [Lexgion(0x1)] :: MPI.rank(0)
            [Lexgion(0x2)] :: MPI.default : MPI.rank(0)
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
fn a_header_with_a_colon_in_front_of_nothing_stays_and_the_rest_is_laid_out() {
    for header in ["[ : ]", "[ :]", "[ : : ]", "[OpenMP.default : ]", "[OpenMP.thread(0) : ]"] {
        let text = format!("[Lexgion(0x10): OpenMP.default]\n{header}\nomp_work=off\n");
        let new = file(&text).format().unwrap().apply(&text);
        assert!(new.contains(header) && new.contains("omp_work = off"), "{new}");
        assert_eq!(file(&new).diagnostics().len(), file(&text).diagnostics().len(), "{new}");
        // Where it is the only mark of its dialect.
        let text = format!("{header}\nomp_work=off\n");
        assert_eq!(
            file(&text).format().map(|it| it.apply(&text)),
            Some(format!("{header}\n    omp_work = off\n"))
        );
    }
    let text = "[OpenMP.default ]: \nomp_work=off\n[Lexgion(0x10): OpenMP.default]\n";
    let expected = "[OpenMP.default ]: \n    omp_work = off\n\n[Lexgion(0x10): OpenMP.default]\n";
    assert_eq!(file(text).format().unwrap().apply(text), expected);
}

#[test]
fn a_line_longer_than_the_program_reads_stays() {
    let long = format!("[OpenMP.default]\nomp_work={}on\nomp_masked=off\n", " ".repeat(1100));
    let new = file(&long).format().unwrap().apply(&long);
    assert_eq!(new, long.replace("omp_masked=off", "    omp_masked = off"));
}

/// Texts of the corpus.
const CORPUS: &[&str] = &[
    include_str!("../../../../testdata/pinsight/ok/comments_only.trace"),
    include_str!("../../../../testdata/pinsight/ok/crlf_and_tabs.trace"),
    include_str!("../../../../testdata/pinsight/ok/empty.trace"),
    include_str!("../../../../testdata/pinsight/err/every_kind_of_section.trace"),
    include_str!("../../../../testdata/pinsight/err/seed_document.trace"),
    include_str!("../../../../testdata/pinsight/ok/very_long_names.trace"),
    include_str!("../../../../testdata/pinsight/err/before_first.trace"),
    include_str!("../../../../testdata/pinsight/err/headers.trace"),
    include_str!("../../../../testdata/pinsight/err/keys.trace"),
    include_str!("../../../../testdata/pinsight/err/lines.trace"),
    include_str!("../../../../testdata/pinsight/err/mixed_dialects.trace"),
    include_str!("../../../../testdata/pinsight/err/order.trace"),
    include_str!("../../../../testdata/pinsight/err/parents_and_constraints.trace"),
    include_str!("../../../../testdata/pinsight/err/promises.trace"),
    include_str!("../../../../testdata/pinsight/err/regions.trace"),
    include_str!("../../../../testdata/pinsight/err/seed_dialect.trace"),
    include_str!("../../../../testdata/pinsight/err/seed_stops.trace"),
    include_str!("../../../../testdata/pinsight/err/stops.trace"),
    include_str!("../../../../testdata/pinsight/err/too_many_regions.trace"),
    include_str!("../../../../testdata/pinsight/err/values.trace"),
];

/// Headers with nothing between two colons, where parents or constraints were to stand.
const SLIPS: &[&str] = &[
    "[Lexgion(0x10):: MPI.rank(0)]\nmax_num_traces = 3\n",
    "[Lexgion(0x10)::MPI.rank(0): OpenMP.thread(0)]\n",
    "[OpenMP.thread(0) ::  MPI.rank(0)  ]\nomp_work=off\n",
    "[Lexgion(0x10) ::: MPI.rank(0)]\n",
    "[Lexgion.default:: MPI.rank(0)]\n",
];

/// Returns the example texts and those of the cases with observed outcomes.
fn texts() -> Vec<String> {
    let mut res: Vec<String> = CORPUS.iter().map(|&it| it.to_owned()).collect();
    let cases = include_str!("../../../../testdata/pinsight/oracle/cases.json");
    let cases: serde_json::Value = serde_json::from_str(cases).unwrap();
    let inputs = cases["cases"].as_array().unwrap().iter();
    res.extend(inputs.filter_map(|it| it["input"].as_str()).map(str::to_owned));
    res.extend(SLIPS.iter().map(|&it| it.to_owned()));
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
        // A slip between two colons is known by them alone.
        let converted = |file: &File| {
            let converted = file.convert("current").ok()?;
            let text = String::from_utf8(converted.data).unwrap();
            let new = parse(&Input::alone("x.trace", &text));
            let words: Vec<String> = words(&new).into_iter().map(str::to_owned).collect();
            Some((words, converted.remarks.len()))
        };
        assert_eq!(converted(&before), converted(&after), "{text}\n---\n{new}");
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

#[test]
fn the_layout_makes_no_other_dialect_of_a_text() {
    // Laid out, this header would be one of the current dialect.
    let text = "[:\u{ff}]";
    let before = parse(&Input::alone("a.trace", text));
    let after = before.format().unwrap().apply(text);
    let dialect = |it: &File| it.layout().dialect.reading();
    assert_eq!(dialect(&parse(&Input::alone("a.trace", &after))), dialect(&before), "{after}");
}

#[test]
fn the_layout_keeps_what_counts() {
    // Laid out, the second header would name nothing.
    let text = "[):\n[ :]\n[OpenMP";
    let before = parse(&Input::alone("a.trace", text));
    let after = parse(&Input::alone("a.trace", &before.format().unwrap().apply(text)));
    assert_eq!(after.state(), before.state());
    assert_eq!(words(&after), words(&before));
}
