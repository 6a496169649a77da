//! The 24 places where the documents of PInsight and its program disagree
//! (pinsight.md#documents-and-program): each has a diagnostic at the place, and a fix where the text
//! can be mended.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::collections::BTreeMap;
use std::sync::Arc;

use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::text::slice;
use bobbin_core::{HostFacts, Input, Snapshot};

/// One row of the table.
struct Row {
    number: u32,
    /// The promise of the documents, in short.
    promise: &'static str,
    text: &'static str,
    /// Environment variables, as `NAME=value`.
    env: &'static [&'static str],
    code: &'static str,
    /// The text that is marked.
    marked: &'static str,
    /// A part of the text after the first fix; none if nothing in the text can mend it.
    mended: Option<&'static str>,
}

const NONE: Row =
    Row { number: 0, promise: "", text: "", env: &[], code: "", marked: "", mended: None };

const ROWS: &[Row] = &[
    Row {
        number: 1,
        promise: "punit sections select what is traced for some threads",
        text: "[OpenMP.thread(0-3)] : OpenMP.default\nomp_work = off\n",
        code: "punits-unused",
        marked: "OpenMP.thread(0-3)",
        ..NONE
    },
    Row {
        number: 2,
        promise: "the scope says which units are traced",
        text: "[OpenMP.default]\nOpenMP.thread = (0-3)\n",
        code: "scope-unused",
        marked: "OpenMP.thread",
        ..NONE
    },
    Row {
        number: 3,
        promise: "comments may stand behind values",
        text: "[OpenMP.default]\nomp_work = on # work\n",
        code: "trailing-comment",
        marked: "# work",
        mended: Some("# work\nomp_work = on\n"),
        ..NONE
    },
    Row {
        number: 4,
        promise: "region sections take bare event names",
        text: "[Lexgion(0x10)] : OpenMP.default\nomp_work = off\n",
        code: "bare-event",
        marked: "omp_work",
        mended: Some("\nOpenMP.omp_work = off\n"),
        ..NONE
    },
    Row {
        number: 5,
        promise: "SET on Lexgion(Domain).default merges",
        text: "[Lexgion(MPI).default]\nmax_num_traces = 5\n[SET Lexgion(MPI).default]\ntracing_rate = 1\n",
        code: "restarted-section",
        marked: "Lexgion(MPI).default",
        ..NONE
    },
    Row {
        number: 6,
        promise: "REMOVE deletes punit sections",
        text: "[MPI.rank(0)] : MPI.default\n[REMOVE MPI.rank(0)]\n",
        code: "remove-punits",
        marked: "MPI.rank(0)",
        ..NONE
    },
    Row {
        number: 7,
        promise: "REMOVE works for regions by name",
        text: "[Lexgion(f)]\n[REMOVE Lexgion(f)]\n",
        code: "remove-by-name",
        marked: "f",
        ..NONE
    },
    Row {
        number: 8,
        promise: "`a.py:f` and `b.py:f` are two regions",
        text: "[Lexgion(a.py:f)]\n[Lexgion(b.py:f)]\n",
        code: "file-collision",
        marked: "b.py:f",
        ..NONE
    },
    Row {
        number: 9,
        promise: "a file selects files of that name",
        text: "[Lexgion(solver:f)]\n",
        code: "file-prefix",
        marked: "solver",
        ..NONE
    },
    Row {
        number: 10,
        promise: "the window variable replaces Lexgion.default",
        text: "[Lexgion.default]\nmax_num_traces = 5\n",
        env: &["PINSIGHT_TRACE_WINDOW=0:9:1:0"],
        code: "window-variable",
        marked: "Lexgion.default",
        ..NONE
    },
    Row {
        number: 11,
        promise: "Python returns and OpenMP parallel events have switches",
        text: "[Python.default]\npysysmon_py_return = off\n",
        code: "no-effect",
        marked: "pysysmon_py_return",
        mended: Some("# pysysmon_py_return = off"),
        ..NONE
    },
    Row {
        number: 12,
        promise: "RESET gives the mode by the registered events",
        text: "[MPI.default]\ntrace_mode = OFF\n[RESET MPI.default]\n",
        code: "reset-mode",
        marked: "RESET",
        mended: Some("[RESET MPI.default]\n[SET MPI.default]\ntrace_mode = OFF\n"),
        ..NONE
    },
    Row {
        number: 13,
        promise: "the mode after introspection is MONITORING",
        text: "[Lexgion(0x10)]\nwindow_end_action = INTROSPECT:5:/opt/look.sh\n",
        code: "introspect-keeps-modes",
        marked: "INTROSPECT",
        mended: Some("/opt/look.sh:MONITORING\n"),
        ..NONE
    },
    Row {
        number: 14,
        promise: "the trace is rotated before the script starts",
        text: "[Lexgion(0x10)]\nwindow_end_action = INTROSPECT:0:/opt/look.sh:TRACING\n",
        code: "script-without-rotation",
        marked: "/opt/look.sh",
        ..NONE
    },
    Row {
        number: 15,
        promise: "one of N invocations is traced, the first first",
        text: "[Lexgion(0x10)]\ntrace_starts_at = 0\ntracing_rate = 10\n",
        code: "late-first",
        marked: "10",
        mended: Some("trace_starts_at = 9\ntracing_rate = 10\n"),
        ..NONE
    },
    Row {
        number: 16,
        promise: "Lexgion.default may be a parent",
        text: "[Lexgion(0x10)] : Lexgion.default, OpenMP.default\n",
        code: "unknown-parent",
        marked: "Lexgion.default",
        mended: Some("[Lexgion(0x10)] : OpenMP.default\n"),
        ..NONE
    },
    Row {
        number: 17,
        promise: "CUDA_memcpy and MPI_rank_begin are events",
        text: "[CUDA.default]\nCUDA_memcpy = off\n",
        code: "unknown-event",
        marked: "CUDA_memcpy",
        mended: Some("\nCUDA_memcpy_"),
        ..NONE
    },
    Row {
        number: 18,
        promise: "lists may name ids outside the scope",
        text: "[OpenMP.default]\nOpenMP.thread = (0-15)\n[OpenMP.thread(4, 14-16)]\n",
        code: "id-out-of-scope",
        marked: "4, 14-16",
        mended: Some("[OpenMP.thread(4, 14-15)]\n"),
        ..NONE
    },
    Row {
        number: 19,
        promise: "names of domains and kinds are checked",
        text: "[OpenMP.threads(0)]\n",
        code: "unknown-kind",
        marked: "OpenMP.threads",
        mended: Some("[OpenMP.thread(0)]\n"),
        ..NONE
    },
    Row {
        number: 20,
        promise: "the trigger `anchor` is rejected",
        text: "[Lexgion.default]\nwindow_end_trigger = anchor\n",
        code: "reserved-trigger",
        marked: "anchor",
        mended: Some("window_end_trigger = first\n"),
        ..NONE
    },
    Row {
        number: 21,
        promise: "measuring energy cannot rotate",
        text: "[Energy]\nmeasure = rotate_per_node:5\n",
        code: "energy-rotate",
        marked: "rotate_per_node:5",
        mended: Some("measure = leader_per_node\n"),
        ..NONE
    },
    Row {
        number: 22,
        promise: "a constraint limits where a section applies",
        text: "[Lexgion(0x10)] : : Foo.rank(0)\n",
        code: "silenced-region",
        marked: "Foo.rank(0)",
        ..NONE
    },
    Row {
        number: 22,
        promise: "a constraint limits where a section applies, also with a mistake",
        text: "[Lexgion(0x10)] : : MPI.rank(3-1)\n",
        code: "open-constraint",
        marked: "MPI.rank(3-1)",
        ..NONE
    },
    Row {
        number: 23,
        promise: "a mode without domain is for the domains of the region",
        text: "[Lexgion(0x10)] : OpenMP.default, MPI.default\nwindow_end_action = OFF\n",
        code: "action-for-all",
        marked: "OFF",
        mended: Some("window_end_action = OpenMP:OFF,MPI:OFF\n"),
        ..NONE
    },
    Row {
        number: 24,
        promise: "`[OpenMP]` is a section",
        text: "[OpenMP]\nomp_work = off\n",
        code: "dead-section",
        marked: "OpenMP",
        mended: Some("[OpenMP.default]\n"),
        ..NONE
    },
    Row {
        number: 24,
        promise: "`[0x401234]` is a section",
        text: "[0x401234]\ntracing_rate = 1\n",
        code: "dead-section",
        marked: "0x401234",
        mended: Some("[Lexgion(0x401234)]\n"),
        ..NONE
    },
    Row {
        number: 24,
        promise: "trace_mode_after is a key",
        text: "[Lexgion.default]\ntrace_mode_after = OFF\n",
        code: "outdated-spelling",
        marked: "trace_mode_after",
        mended: Some("window_end_action = OFF\n"),
        ..NONE
    },
    Row {
        number: 24,
        promise: "the variable has its action in the fourth place",
        text: "[Lexgion.default]\nmax_num_traces = 5\n",
        env: &["PINSIGHT_TRACE_RATE=0:9:1:MONITORING"],
        code: "outdated-variable",
        marked: "Lexgion.default",
        ..NONE
    },
];

fn snapshot(row: &Row, text: &str) -> Snapshot {
    let pairs = row.env.iter().map(|it| it.split_once('=').unwrap());
    let env: BTreeMap<String, String> =
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let host = Arc::new(HostFacts { env, ..HostFacts::default() });
    Snapshot::new(&bobbin_pinsight::INFO, Input { host, ..Input::alone("x.trace", text) })
}

fn found<'s>(snapshot: &'s Snapshot, row: &Row) -> Option<&'s Diagnostic> {
    let all = snapshot.diagnostics();
    all.iter().find(|it| it.code.name == row.code && slice(snapshot.text(), it.range) == row.marked)
}

#[test]
fn all_24_disagreements_are_said() {
    let mut numbers: Vec<u32> = ROWS.iter().map(|it| it.number).collect();
    numbers.dedup();
    assert_eq!(numbers, (1..=24).collect::<Vec<u32>>());
    for row in ROWS {
        let name = format!("row {}, {}", row.number, row.promise);
        let before = snapshot(row, row.text);
        let Some(finding) = found(&before, row) else {
            let all: Vec<String> = before
                .diagnostics()
                .iter()
                .map(|it| format!("{} {:?}", it.code.name, slice(row.text, it.range)))
                .collect();
            panic!("{name}: no `{}` at {:?}, but {all:?}", row.code, row.marked);
        };
        let after = finding.fixes.first().map(|it| it.edit.apply(row.text));
        match (row.mended, after) {
            (Some(part), Some(after)) => {
                assert!(after.contains(part), "{name}: {part:?} is not in {after:?}");
                let again = snapshot(row, &after);
                assert!(found(&again, row).is_none(), "{name}: the fix leaves the finding");
            }
            (None, None) => {}
            (part, after) => panic!("{name}: {part:?} expected, {after:?} found"),
        }
    }
}

/// The rows whose recommendation is to show both readings.
#[test]
fn both_readings_are_shown() {
    let text = "[OpenMP.thread(0-3)] : OpenMP.default\nomp_work = off\n";
    let snapshot = snapshot(&NONE, text);
    let query = bobbin_core::view::ViewQuery {
        item: None,
        settings: [("event", "omp_work"), ("OpenMP.thread", "2")]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into(),
    };
    let map = snapshot.document().coverage(&query).unwrap();
    let answers: Vec<bool> = map.explanations.iter().map(|it| it.is_on).collect();
    assert_eq!(answers, [true, false], "{:?}", map.explanations);
}
