//! What is not said where it would not be so.

use bobbin_core::view::Timeline;
use bobbin_core::{Document as _, HostFacts, Input};
use bobbin_pinsight::parse;

use super::{file, query, said};

/// The events that check no constraint are traced only where the domain is, and its triple lets them.
#[test]
fn what_is_not_traced_at_all_is_not_traced_on_all_units() {
    let found = |default: &str, body: &str| {
        let text = format!("{default}[Lexgion(0x1)] : OpenMP.default : OpenMP.thread(0)\n{body}");
        said(&text, "constraint-not-asked").len()
    };
    assert_eq!(found("", ""), 1);
    assert_eq!(found("[OpenMP.default]\n trace_mode = OFF\n", ""), 0);
    assert_eq!(found("", " max_num_traces = 0\n"), 0);
    assert_eq!(found("", " tracing_rate = -1\n"), 0);
}

/// The hint on events that pass in spite of a switch needs a mode, a schedule and a constraint that let some pass.
#[test]
fn no_event_is_open_where_nothing_passes() {
    let found = |default: &str, constraint: &str, body: &str| {
        let text = format!(
            "[MPI.default]\n MPI_Send = off\n{default}[Lexgion(MPI:x.c:MPI_Send)]{constraint}\n{body}"
        );
        said(&text, "open-events").len()
    };
    assert_eq!(found("", "", ""), 1);
    assert_eq!(found("", " : : MPI.rank(3)", ""), 1);
    assert_eq!(found(" trace_mode = OFF\n", "", ""), 0);
    assert_eq!(found("", "", " max_num_traces = 0\n"), 0);
    assert_eq!(found("", "", " tracing_rate = -1\n"), 0);
    assert_eq!(found("", " : : MPI.rank()", ""), 0);
    assert_eq!(found("", " : : MPI.foo(1)", ""), 0);
    assert_eq!(found(" MPI.rank = (0-3)\n", " : : MPI.rank(9)", ""), 0);
    assert_eq!(found("", " : : MPI.rank(9)", "[MPI.default]\n MPI.rank = (0-3)\n"), 0);
}

/// An item that makes no region matches nothing.
#[test]
fn what_is_no_region_has_no_file() {
    let found = |header: &str| said(&format!("{header}\n"), "file-prefix").len();
    assert_eq!(found("[Lexgion(main:f)]"), 1);
    assert_eq!(found("[Lexgion(foo:main:g)]"), 0);
    assert_eq!(found("[RESET Lexgion(main:f)]"), 0);
    let blanks = |header: &str| said(&format!("{header}\n"), "inner-blank").len();
    assert_eq!(blanks("[Lexgion(main.c: f)]"), 1);
    assert_eq!(blanks("[RESET Lexgion(main.c: f)]"), 0);
}

#[test]
fn a_constraint_from_above_is_not_kept_where_one_below_counts() {
    let above = "[Lexgion(0x1)] : : MPI.rank(0)\n[Lexgion(0x1)] : : MPI.foo(0)\n";
    let known = "no kind in `MPI.foo(0)` is known, so the constraint is";
    assert_eq!(said(above, "silenced-region"), [format!("{known} still `MPI.rank(0)` from above")]);
    let below = format!("{above}[Lexgion(0x1)] : : MPI.rank(5)\n");
    assert_eq!(
        said(&below, "silenced-region"),
        [format!("{known} what other sections of the region say")]
    );
}

/// The timeout of `Lexgion.default` drives the timer of all (pinsight.md#window-triggers-and-timeouts).
#[test]
fn a_window_variable_with_a_timeout_alone_is_seen_by_all() {
    let found = |value: &str, text: &str| {
        let env = [("PINSIGHT_TRACE_WINDOW".to_owned(), value.to_owned())];
        let host = HostFacts { env: env.into(), ..HostFacts::default() };
        let input = Input { host: host.into(), ..Input::alone("x.trace", text) };
        let all = parse(&input).diagnostics();
        all.into_iter()
            .filter(|it| it.code.name == "window-variable")
            .map(|it| it.message)
            .collect::<Vec<String>>()
    };
    let none: Vec<String> = Vec::new();
    let text = "[Lexgion.default]\n";
    let message = "`PINSIGHT_TRACE_WINDOW` changes `Lexgion.default` alone: ordinary regions do not see its triple and action";
    assert_eq!(found("0:-1:1:30", text), none);
    assert_eq!(found("0:5:1:30", text), [message]);
    assert_eq!(found("0:-1:1:30:MPI:OFF", text), [message]);
    // The variable counts after the file.
    let limited = "[Lexgion.default]\n max_num_traces = 5\n";
    assert_eq!(found("0:5:1:30", limited), none);
    assert_eq!(found("0:-1:1:30", limited), [message]);
}

/// Of an interval the facts name 0 only.
#[test]
fn a_negative_interval_is_not_known_to_be_none() {
    assert_eq!(said("[Manifest]\n interval = -1\n", "negative-seconds"), [""; 0]);
    assert_eq!(said("[Lexgion.default]\n window_timeout = -1\n", "negative-seconds").len(), 1);
}

#[test]
fn events_are_called_by_their_whole_names() {
    let text = "[Python.default]\n py_return = off\n[Lexgion.default] : Python.default\n Python.py_start = off\n[MPI.default]\n Send = off\n";
    let found = file(text).diagnostics();
    let meant: Vec<&str> = found
        .iter()
        .filter(|it| it.code.name == "unknown-event")
        .flat_map(|it| it.fixes.iter().map(|it| it.label.as_str()))
        .collect();
    assert_eq!(
        meant,
        ["Change to `pysysmon_py_return`", "Change to `pysysmon_py_start`", "Change to `MPI_Send`"]
    );
    let text =
        "[Python.default]\n pysysmon_py_return = off\n[OpenMP.default]\n omp_parallel_end = off\n";
    let said = format!("{:?}", file(text).diagnostics());
    assert!(said.contains("follows pysysmon_py_start"), "{said}");
    assert!(said.contains("follows omp_parallel_begin"), "{said}");
}

/// The C calls inside of a function follow it (pinsight.md#domain-callbacks).
#[test]
fn the_records_of_a_function_of_python_are_not_those_of_its_c_calls() {
    let text = "[Python.default]\n[Lexgion(Python:a.py:f)] : Python.default\n max_num_traces = 3\n";
    let line: Timeline = file(text).timeline(&query(&["Lexgion(Python:a.py:f)"], &[])).unwrap();
    let records = line.totals.iter().find(|it| it.label.starts_with("Records")).unwrap();
    assert_eq!((records.label.as_str(), records.value), ("Records without C calls", 6));
}
