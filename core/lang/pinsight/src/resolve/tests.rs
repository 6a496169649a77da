//! The table of all values, on a small text.

use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::expect;

use crate::fixtures::file;
use crate::parse;
use bobbin_core::text::slice;
use bobbin_core::view::{Origin, OriginKind, ResolvedRow, compare};
use bobbin_core::{Document, HostFacts, Input};

#[test]
fn values_by_both_readings() {
    let text = "[OpenMP.default]\nomp_work = off\nOpenMP.thread = 0-7\n[OpenMP.thread(0)] : OpenMP.default\nomp_work = on\n[Lexgion(0x10)] : : Foo.x(0)\ntracing_rate = 5\n[Energy]\nmeasure = on\n";
    let file = file(text);
    let (first, second) = (file.resolved().unwrap(), file.second_reading().unwrap());
    assert_eq!(first.rows.len(), second.values.len());
    let mut res = String::new();
    for (row, other) in first.rows.iter().zip(&second.values) {
        let is_shown = row.origin.range.is_some()
            || row.value != other.value
            || ["omp_task_create", "constraint"].contains(&row.key.as_str());
        if is_shown {
            let place = row.origin.range.map(|it| slice(text, it)).unwrap_or("-");
            writeln!(
                res,
                "{} {} = {} | {} <- {place} {}",
                row.item, row.key, row.value, other.value, row.origin.note
            )
            .unwrap();
        }
    }
    expect![[r#"
        section › OpenMP.default OpenMP.thread = (0, 7) | (0, 7) <- 0-7 
        section › OpenMP.default omp_task_create = off | on <- - `omp_task_create` has no callback, so the program never emits it
        section › OpenMP.default omp_task_schedule = off | on <- - `omp_task_schedule` has no callback, so the program never emits it
        section › OpenMP.default omp_work = off | off <- omp_work = off `omp_work` is off in `Lexgion(OpenMP).default`, which takes the events of `OpenMP.default`
        section › OpenMP.thread(0) omp_thread_begin = not used | on <- - punit sections are read and never used
        section › OpenMP.thread(0) omp_thread_end = not used | on <- - punit sections are read and never used
        section › OpenMP.thread(0) omp_parallel_begin = not used | on <- - punit sections are read and never used
        section › OpenMP.thread(0) omp_parallel_end = not used | on <- - punit sections are read and never used
        section › OpenMP.thread(0) omp_task_create = not used | on <- - punit sections are read and never used
        section › OpenMP.thread(0) omp_task_schedule = not used | on <- - punit sections are read and never used
        section › OpenMP.thread(0) omp_implicit_task = not used | on <- - punit sections are read and never used
        section › OpenMP.thread(0) omp_sync_region_wait = not used | on <- - punit sections are read and never used
        section › OpenMP.thread(0) omp_work = not used | off <- - punit sections are read and never used
        section › OpenMP.thread(0) omp_masked = not used | on <- - punit sections are read and never used
        section › OpenMP.thread(0) omp_sync_region = not used | on <- - punit sections are read and never used
        section › Lexgion(0x10) tracing_rate = 5 | 5 <- 5 
        section › Lexgion(0x10) constraint = never | never <- Foo.x(0) the constraint names no kind that exists
        section › Energy measure = on | on <- on 
    "#]].assert_eq(&res);
}

/// pinsight.md#actions: the default of a domain's regions begins as a copy of `Lexgion.default`, and what
/// it copies is in force, too.
#[test]
fn copied_values_of_a_domains_default_are_shown() {
    let text = "[Lexgion.default]\nmax_num_traces = 2\n[Lexgion(MPI).default]\ntracing_rate = 3\n";
    let resolved = file(text).resolved().unwrap();
    let rows = resolved.rows.iter().filter(|it| it.item.to_string().contains("Lexgion(MPI)"));
    let rows: Vec<_> =
        rows.map(|it| format!("{} = {} {}", it.key, it.value, it.origin.note)).collect();
    expect![[r#"
        trace_starts_at = 0 
        max_num_traces = 2 from `Lexgion.default`
        tracing_rate = 3 "#]]
    .assert_eq(&rows.join("\n"));
}

/// pinsight.md#the-triple: a rate of 0 acts like 1, and is shown as it is written.
#[test]
fn rates_that_act_alike_are_no_difference() {
    let meaning = |text: &str| file(text).meaning().unwrap();
    for (left, right, n_differences) in [
        ("[Lexgion(0x10)]\ntracing_rate = 0\n", "[Lexgion(0x10)]\ntracing_rate = 1\n", 0),
        ("[Lexgion(0x10)]\ntracing_rate = 0\n", "[Lexgion(0x10)]\n", 0),
        ("[Lexgion(0x10)]\ntracing_rate = 0\n", "[Lexgion(0x10)]\ntracing_rate = 2\n", 1),
        ("[Lexgion(0x10)]\ntracing_rate = 0\n", "[Lexgion(0x10)]\ntracing_rate = -1\n", 1),
        (
            "[Lexgion.default]\ntracing_rate = 0\n[Lexgion(MPI).default]\ntracing_rate = 1\n",
            "[Lexgion.default]\n[Lexgion(MPI).default]\n",
            0,
        ),
    ] {
        let found = compare(&meaning(left), &meaning(right));
        assert_eq!(found.len(), n_differences, "{left}{right}{found:?}");
    }
    let rows = file("[Lexgion(0x10)]\ntracing_rate = 0\n").resolved().unwrap().rows;
    let rate = rows.iter().rfind(|it| it.key == "tracing_rate").unwrap();
    assert_eq!(rate.value, "0");
}

/// pinsight.md#domain-callbacks: what has no effect is written all the same.
#[test]
fn a_line_without_an_effect_is_no_default() {
    let text = "[OpenMP.default]\nomp_task_create = on\nomp_task_schedule = off\nomp_thread_begin = off\nomp_target = on\nomp_work = on\n[Python.default]\npysysmon_c_start = off\n";
    let file = file(text);
    let mut res = String::new();
    let rows = file.resolved().unwrap().rows;
    for (row, second) in rows.iter().zip(file.second_reading().unwrap().values) {
        let place = |it: &Origin| it.range.map_or("-", |it| slice(text, it));
        if text.contains(&format!("{} = ", row.key)) {
            let (kind, note) = (row.origin.kind, &row.origin.note);
            let (origin, other) = (place(&row.origin), place(&second.origin));
            writeln!(
                res,
                "{} {kind:?} <- {origin} | {} <- {other}: {note}",
                row.value, second.value
            )
            .unwrap();
        }
    }
    expect![[r#"
        on Written <- omp_thread_begin = off | off <- omp_thread_begin = off: the switch of `omp_thread_begin` is not checked; the line has no effect
        off Written <- omp_task_create = on | on <- omp_task_create = on: `omp_task_create` has no callback, so the program never emits it; the line has no effect
        off Written <- omp_task_schedule = off | off <- omp_task_schedule = off: `omp_task_schedule` has no callback, so the program never emits it; the line has no effect
        off Written <- omp_target = on | off <- omp_target = on: `omp_target` is not installed, so the program never emits it; the line has no effect
        on Written <- omp_work = on | on <- omp_work = on: `omp_work` is on in `Lexgion(OpenMP).default`, which takes the events of `OpenMP.default`
        on Written <- pysysmon_c_start = off | off <- pysysmon_c_start = off: `pysysmon_py_start` is on by default in `Lexgion(Python).default`; the line has no effect
    "#]].assert_eq(&res);
}

/// A value that an earlier section or the environment sets is not a default.
#[test]
fn values_from_elsewhere_are_no_defaults() {
    let text = "[Lexgion(0xff)] : : MPI.rank(1-3)\n[Lexgion(0xff)]\ntracing_rate = 2\n";
    let mut host = HostFacts::default();
    host.env.insert("PINSIGHT_TRACE_MPI".to_owned(), "OFF".to_owned());
    let input = Input { host: Arc::new(host), ..Input::alone("x.trace", text) };
    let resolved = parse(&input).resolved().unwrap();
    let origin = |item: &str, key: &str| {
        let is_meant = |it: &&ResolvedRow| it.key == key && it.item.to_string().contains(item);
        let row = resolved.rows.iter().find(is_meant).unwrap();
        let Origin { kind, range, note, .. } = &row.origin;
        (row.value.clone(), *kind, range.map(|it| slice(text, it)), note.clone())
    };
    assert_eq!(
        origin("Lexgion(0xff)", "constraint"),
        (
            "MPI.rank(1-3)".to_owned(),
            OriginKind::Inherited,
            Some("MPI.rank(1-3)"),
            "from `Lexgion(0xff)`".to_owned()
        )
    );
    assert_eq!(
        origin("MPI.default", "trace_mode"),
        ("OFF".to_owned(), OriginKind::Inherited, None, "from the environment".to_owned())
    );
}

#[test]
fn regions_of_one_section_are_told_apart() {
    let text = "[Lexgion(0x1)]\ntracing_rate=4\n[Lexgion(0x1, 0x2)]\nmax_num_traces=7\n";
    let rows = parse(&Input::alone("x.trace", text)).resolved().unwrap().rows;
    let rates: Vec<_> = rows.iter().filter(|it| it.key.starts_with("tracing_rate (")).collect();
    let rates: Vec<_> = rates.iter().map(|it| (it.key.as_str(), it.value.as_str())).collect();
    assert_eq!(rates, [("tracing_rate (0x1)", "4"), ("tracing_rate (0x2)", "1")]);
}
