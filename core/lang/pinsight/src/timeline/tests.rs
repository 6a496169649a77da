//! The line of invocations, on small texts.

use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::{Expect, expect};

use super::MAX_INVOCATIONS;
use super::telling_length;
use crate::fixtures::{SMALL, file, query};
use crate::parse;
use crate::run_time::Schedule;

use bobbin_core::text::slice;
use bobbin_core::view::{CellState, Control, Timeline, ViewQuery};
use bobbin_core::{Document, HostFacts, Input};

fn timeline_text(text: &str, it: &Timeline) -> String {
    let mut res = format!("{}: {}\n", it.title, it.sentence);
    writeln!(res, "{:?} + k·{} < {:?}, end {:?}", it.first, it.step, it.count, it.end).unwrap();
    for reason in &it.end_reasons {
        let places: Vec<&str> = reason.ranges.iter().map(|&it| slice(text, it)).collect();
        writeln!(res, "  {:?} {} <- {}", reason.verdict, reason.sentence, places.join(" | "))
            .unwrap();
    }
    for it in &it.handles {
        writeln!(
            res,
            "  {} = {} at {:?} base {} unit {}",
            it.field.key, it.field.effective, it.at, it.base, it.unit
        )
        .unwrap();
    }
    for it in &it.totals {
        writeln!(res, "  {}: {} ({})", it.label, it.value, it.help).unwrap();
    }
    res
}

#[track_caller]
fn check_line(text: &str, query: &ViewQuery, expect: Expect) {
    let line = file(text).timeline(query).unwrap();
    expect.assert_eq(&timeline_text(text, &line));
}

/// The environment changes `Lexgion.default` after other regions have their copies of it
/// (pinsight.md#after-reading-a-file).
#[test]
fn handles_show_what_counts_for_the_region() {
    let text = "[Lexgion.default]\n    tracing_rate = 10\n";
    let mut host = HostFacts::default();
    host.env.insert("PINSIGHT_TRACE_WINDOW".to_owned(), "5:2:3".to_owned());
    let input = Input { host: Arc::new(host), ..Input::alone("x.trace", text) };
    let of = |settings: &[(&str, &str)]| {
        let line = parse(&input).timeline(&query(&[], settings)).unwrap();
        let shown = line.handles.into_iter().map(|it| (it.field.effective, it.field.origin.note));
        (line.title, shown.collect::<Vec<_>>())
    };
    let (title, shown) = of(&[("domain", "MPI")]);
    assert_eq!(title, "Lexgion.default", "the section that the file has");
    let values: Vec<&str> = shown.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(values, ["0", "-1", "10"]);
    assert!(shown.iter().all(|it| it.1 != "from the environment"), "{shown:?}");
}

#[test]
fn the_line_of_invocations() {
    let settings = [("invocations", "1000"), ("threads", "8"), ("ranks", "4")];
    check_line(
        SMALL,
        &query(&["Lexgion(0x10)"], &settings),
        expect![[r#"
            Lexgion(0x10): each thread traces the invocations 20, 30, 40, 50, … (200 in all), counted from 0
            Some(20) + k·10 < Some(200), end Some(2010)
              Ignored the line is that of parallel regions, which do not check the constraint, nor does the barrier at their end; other events of the region are traced only where it holds <- MPI.rank(0-1)
              Passes after 200 traces the region stays silent on this thread <- max_num_traces = 200
              Passes the window ends with the first region that has all its traces, by default <- 
              Passes at the end of the window no mode changes <- 
              trace_starts_at = 20 at Some(20) base 0 unit 1
              max_num_traces = 200 at Some(2010) base 10 unit 10
              tracing_rate = 10 at Some(30) base 20 unit 1
              Traces on one thread: 98 (of 1000 invocations)
              Traces in all: 3136 (8 threads × 4 ranks)
              Records: 6272 (two records each, one at the begin and one at the end of the parallel region; constraints are not checked there)
        "#]],
    );
    let text = "[Lexgion.default]\nmax_num_traces = 3\nwindow_timeout = 60\nwindow_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on\n[Lexgion(a)]\nwindow_timeout = 5\nwindow_end_trigger = all\n";
    check_line(
        text,
        &query(&["Lexgion.default"], &[]),
        expect![[r#"
            Lexgion.default: each thread traces the invocations 0, 1, 2 (3 in all), counted from 0
            Some(0) + k·1 < Some(3), end Some(2)
              Passes after 3 traces the region stays silent on this thread <- max_num_traces = 3
              Passes the window ends with the first region that has all its traces, by default <- 
              Passes the window ends 60 seconds after its start in any case <- window_timeout = 60
              Passes `/bin/look` is started and the application is paused for 5 seconds <- window_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on
              Passes OpenMP changes from TRACING to OFF, on all threads <- window_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on
              Ignored MPI stays TRACING <- window_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on
              Passes device activity of CUDA becomes on <- window_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on
              Ignored a target mode is TRACING, so the window opens again, but OpenMP is OFF then <- window_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on
              trace_starts_at = 0 at Some(0) base 0 unit 1
              max_num_traces = 3 at Some(2) base -1 unit 1
              tracing_rate = 1 at Some(1) base 0 unit 1
              Traces on one thread: 3 (of 100 invocations)
              Traces in all: 3 (1 thread × 1 rank)
              Records: 6 (two records each, one at the begin and one at the end of the parallel region; constraints are not checked there)
        "#]],
    );
    check_line(
        text,
        &query(&["Lexgion(a)"], &[]),
        expect![[r#"
            Lexgion(a): each thread traces every invocation, in windows of 3; after each of them it is silent, at least until every other region with a limit that the thread has met has its traces, or until the timeout
            Some(0) + k·1 < None, end Some(2)
              Passes after 3 traces the region stays silent until the window ends, if others are to get their traces first <- max_num_traces = 3
              Passes the window ends when every region with a limit that this thread has met has its traces <- window_end_trigger = all
              Passes the window ends 60 seconds after its start in any case <- window_timeout = 60
              Ignored the timeout of 5 seconds has no effect here: only that of Lexgion.default drives the timer <- window_timeout = 5
              Passes `/bin/look` is started and the application is paused for 5 seconds <- window_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on
              Passes OpenMP changes from TRACING to OFF, on all threads <- window_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on
              Ignored MPI stays TRACING <- window_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on
              Passes device activity of CUDA becomes on <- window_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on
              Passes a target mode is TRACING, so the window opens again and regions of this entry trace anew <- window_end_action = INTROSPECT:5:/bin/look:OpenMP:OFF,MPI:TRACING,CUDA:device_activity=on
              trace_starts_at = 0 at Some(0) base 0 unit 1
              max_num_traces = 3 at Some(2) base -1 unit 1
              tracing_rate = 1 at Some(1) base 0 unit 1
              Traces on one thread, at most: 100 (of 100 invocations)
              Traces in all, at most: 100 (1 thread × 1 rank)
              Records without C calls, at most: 200 (two records each, one at the begin and one at the end)
        "#]],
    );
    check_line(
        "",
        &query(&[], &[]),
        expect![[r#"
            Lexgion(OpenMP).default: each thread traces every invocation
            Some(0) + k·1 < None, end None
              Ignored without a limit the window has no end of its own <- 
              Traces on one thread: 100 (of 100 invocations)
              Traces in all: 100 (1 thread × 1 rank)
              Records: 200 (two records each, one at the begin and one at the end of the parallel region; constraints are not checked there)
        "#]],
    );
}

/// pinsight.md#order-of-decisions: the mode is asked before the triple.
#[test]
fn a_domain_that_is_not_tracing_has_no_traces() {
    for mode in ["OFF", "STANDBY", "MONITORING"] {
        let text = format!(
            "[MPI.default]\ntrace_mode = {mode}\n[Lexgion.default]\nmax_num_traces = 4\n\
             window_end_action = MPI:TRACING\n"
        );
        let line = file(&text).timeline(&query(&[], &[("domain", "MPI")])).unwrap();
        assert_eq!(
            line.sentence,
            format!("each thread traces no invocation while the mode of MPI is {mode}")
        );
        assert_eq!((line.first, line.end), (None, None));
        assert!(line.totals.iter().all(|it| it.value == 0), "{:?}", line.totals);
        let other = file(&text).timeline(&query(&[], &[("domain", "OpenMP")])).unwrap();
        assert_eq!(other.first, Some(0));
    }
    check_line(
        "[MPI.default]\ntrace_mode = MONITORING\n[Lexgion.default]\nmax_num_traces = 3\nwindow_end_action = MPI:TRACING\n",
        &query(&[], &[("domain", "MPI")]),
        expect![[r#"
            Lexgion.default: each thread traces no invocation while the mode of MPI is MONITORING
            None + k·1 < None, end None
              Stops the mode of MPI is MONITORING: invocations are counted, none is traced <- trace_mode = MONITORING
              Ignored nothing is traced, so no window ends by it <- 
              Ignored no window ends here, so this action is not taken <- window_end_action = MPI:TRACING
              trace_starts_at = 0 at Some(0) base 0 unit 1
              max_num_traces = 3 at Some(2) base -1 unit 1
              tracing_rate = 1 at Some(1) base 0 unit 1
              Traces on one thread: 0 (of 100 invocations)
              Traces in all: 0 (1 thread × 1 rank)
              Records: 0 (two records each, one at the begin and one at the end)
        "#]],
    );
    // A timeout ends the window all the same.
    check_line(
        "[MPI.default]\ntrace_mode = MONITORING\n[Lexgion.default]\nmax_num_traces = 3\nwindow_timeout = 5\nwindow_end_action = MPI:TRACING\n",
        &query(&[], &[("domain", "MPI")]),
        expect![[r#"
            Lexgion.default: each thread traces no invocation while the mode of MPI is MONITORING
            None + k·1 < None, end None
              Stops the mode of MPI is MONITORING: invocations are counted, none is traced <- trace_mode = MONITORING
              Ignored nothing is traced, so no window ends by it <- 
              Passes the window ends 5 seconds after its start in any case <- window_timeout = 5
              Passes MPI changes from MONITORING to TRACING <- window_end_action = MPI:TRACING
              Passes a target mode is TRACING, so the window opens again and regions of this entry trace anew <- window_end_action = MPI:TRACING
              trace_starts_at = 0 at Some(0) base 0 unit 1
              max_num_traces = 3 at Some(2) base -1 unit 1
              tracing_rate = 1 at Some(1) base 0 unit 1
              Traces on one thread: 0 (of 100 invocations)
              Traces in all: 0 (1 thread × 1 rank)
              Records: 0 (two records each, one at the begin and one at the end)
        "#]],
    );
}

/// pinsight.md#seed-run-time: a domain without an installed event was off.
#[test]
fn a_domain_without_events_had_no_traces() {
    let text = "[Lexgion.default: MPI.default]\ntracing_rate = 10\n";
    let line = file(text).timeline(&query(&[], &[("domain", "MPI")])).unwrap();
    let off = "traces no invocation, as the domain MPI is off: no event of it was installed";
    assert_eq!(
        line.sentence,
        format!(
            "by the document each thread {off}. The program of February 2026 {off}. Today's program \
             traces every invocation"
        )
    );
    assert_eq!(line.first, None);
}

/// pinsight.md#intended-meaning: a region is valid only where its constraints hold, whatever the domain.
#[test]
fn by_the_seed_document_a_constraint_counts_for_parallel_regions() {
    let text = "[OpenMP.default]
OpenMP.thread = (0-3)
[Lexgion.default : OpenMP.default]
tracing_rate = 10
[Lexgion(0x400) : OpenMP.default : OpenMP.thread(1)]
tracing_rate = 2
max_num_traces = 5
";
    let threads = ("threads", "4");
    check_line(
        text,
        &query(&["Lexgion(0x400)"], &[threads]),
        expect![[r#"
        Lexgion(0x400): by the document each thread that meets the constraint traces the invocations 1, 3, 5, 7, … (5 in all), counted from 0. The program of February 2026 traces the invocations 1, 3, 5, 7, … (5 in all), counted from 0. Today's program traces the invocations 1, 3, 5, 7, … (5 in all), counted from 0
        Some(1) + k·2 < Some(5), end Some(9)
          trace_starts_at = 0 at Some(0) base 0 unit 1
          max_num_traces = 5 at Some(9) base -1 unit 2
          tracing_rate = 2 at Some(3) base 1 unit 1
          Traces on one thread: 5 (of 100 invocations)
          Traces in all: 5 (1 of 4 threads × 1 rank meets the constraint)
          Records: 10 (two records each, one at the begin and one at the end)
    "#]],
    );
    // The program of that time did not ask for it, and today's does not read it.
    for reading in ["effective", "today"] {
        let line =
            file(text).timeline(&query(&["Lexgion(0x400)"], &[threads, ("reading", reading)]));
        assert_eq!(line.unwrap().totals[1].help, "4 threads × 1 rank", "{reading}");
    }
    // On the map, the same.
    let settings = [("reading", "intended"), ("event", "omp_parallel_begin")];
    let map = file(text).coverage(&query(&["Lexgion(0x400)"], &settings)).unwrap();
    let is_inside = |it: &&CellState| !it.is_outside;
    assert!(map.states.iter().filter(is_inside).any(|it| it.is_on), "{:?}", map.states);
    assert!(map.states.iter().filter(is_inside).any(|it| !it.is_on), "{:?}", map.states);
}

/// pinsight.md#region-constraints: C58.
#[test]
fn a_constraint_that_never_holds_leaves_no_trace() {
    for (constraint, why) in
        [("FOO.rank(0)", "names no kind that exists"), ("MPI.rank()", "has no id inside the scope")]
    {
        let text = format!("[Lexgion(0x10)] : MPI.default : {constraint}\nmax_num_traces = 3\n");
        let at = |domain: &str| {
            file(&text).timeline(&query(&[], &[("domain", domain), ("region", "0x10")])).unwrap()
        };
        let line = at("MPI");
        assert_eq!(
            line.sentence,
            "each thread traces no invocation, as its constraint never holds"
        );
        assert_eq!(
            line.end_reasons[0].sentence,
            format!("the constraint {why}, so it never holds")
        );
        assert!(line.totals.iter().all(|it| it.value == 0), "{:?}", line.totals);
        // Parallel regions do not ask for it.
        assert_eq!(at("OpenMP").first, Some(0));
    }
}

/// pinsight.md#order-of-decisions: an event that is not in the set of the entry is not traced.
#[test]
fn an_entry_with_all_events_off_has_no_traces() {
    check_line(
        "[Lexgion(0x10)]: OpenMP.default : MPI.rank(0, 3-5)\ntracing_rate = 2\nMPI.MPI_Recv = off\n",
        &query(&["Lexgion(0x10)"], &[("domain", "MPI"), ("region", "0x10")]),
        expect![[r#"
            0x10 by Lexgion(0x10): each thread traces no invocation, as every event of MPI is off
            None + k·2 < None, end None
              Stops every event of MPI is off in this entry, so nothing is traced <- MPI.MPI_Recv = off
              Ignored nothing is traced, so no window ends by it <- 
              trace_starts_at = 0 at Some(0) base 0 unit 1
              max_num_traces = -1 at None base -1 unit 2
              tracing_rate = 2 at Some(3) base 1 unit 1
              Traces on one thread: 0 (of 100 invocations)
              Traces in all: 0 (1 thread × 1 rank)
              Records: 0 (two records each, one at the begin and one at the end)
        "#]],
    );
    let off: String = crate::tables::Domain::Cuda
        .events()
        .iter()
        .filter(|it| it.installed)
        .map(|it| format!("{} = off\n", it.name))
        .collect();
    check_line(
        &format!("[CUDA.default]\n{off}[Lexgion.default]\nmax_num_traces = 5\n"),
        &query(&[], &[("domain", "CUDA")]),
        expect![[r#"
            Lexgion.default: each thread traces no invocation, as every event of CUDA is off
            None + k·1 < Some(5), end None
              Stops every event of CUDA is off in this entry, so nothing is traced <- CUDA_kernel_launch = off
              Ignored nothing is traced, so no window ends by it <- 
              trace_starts_at = 0 at Some(0) base 0 unit 1
              max_num_traces = 5 at Some(4) base -1 unit 1
              tracing_rate = 1 at Some(1) base 0 unit 1
              Traces on one thread: 0 (of 100 invocations)
              Traces in all: 0 (1 thread × 1 rank)
              Records: 0 (two records each, one at the begin and one at the end)
        "#]],
    );
    // Only the switch of the call counts for all of Python.
    let line = file("[Python.default]\npysysmon_py_start = off\n")
        .timeline(&query(&[], &[("domain", "Python")]))
        .unwrap();
    assert_eq!(line.sentence, "each thread traces no invocation, as `pysysmon_py_start` is off");
    // Parallel regions ask for no switch, and without a set everything passes.
    let text = "[OpenMP.default]\nomp_parallel_begin = off\nomp_parallel_end = off\n[Lexgion(0x10)]\nOpenMP.omp_work = off\n";
    for domain in ["OpenMP", "MPI"] {
        let line = file(text).timeline(&query(&[], &[("domain", domain), ("region", "0x10")]));
        assert_eq!(line.unwrap().first, Some(0), "{domain}");
    }
}

/// A name of MPI is that of a function, one of CUDA that of a function or a kernel.
#[test]
fn the_line_is_about_the_events_that_are_on() {
    #[track_caller]
    fn check(text: &str, settings: &[(&str, &str)], expected: &str) {
        let line = file(text).timeline(&query(&[], settings)).unwrap();
        let reason = line.end_reasons.first().map(|it| it.sentence.as_str());
        assert_eq!(reason, Some(expected), "{text}");
    }
    let text = "[MPI.default]\nMPI_Recv = off\n[Lexgion(MPI:MPI_Recv, MPI:MPI_Send)] : MPI.default\n[Lexgion(0x10)]\nMPI.MPI_Send = on\n";
    let without = "the line is about the events of MPI without `MPI_Recv`, which is off";
    check(text, &[("domain", "MPI")], without);
    let only = "the line is about `MPI_Send` alone: the other events of MPI are off";
    check(text, &[("domain", "MPI"), ("region", "0x10")], only);
    let off = "`MPI_Recv` is off in this entry, so nothing is traced";
    check(text, &[("domain", "MPI"), ("region", "MPI:MPI_Recv")], off);
    let unlimited = "without a limit the window has no end of its own";
    check(text, &[("domain", "MPI"), ("region", "MPI:MPI_Send")], unlimited);
    // The section is about both.
    let query = query(&["Lexgion(MPI:MPI_Recv, MPI:MPI_Send)"], &[]);
    assert_eq!(file(text).timeline(&query).unwrap().end_reasons[0].sentence, without);
    let text = "[CUDA.default]\nCUDA_kernel_launch = off\n[Lexgion(saxpy)] : CUDA.default\n";
    let off = "`CUDA_kernel_launch` is off in this entry, so nothing is traced";
    check(text, &[("domain", "CUDA"), ("region", "saxpy")], off);
}

/// The title and the sentence of a line, and the first reason.
#[track_caller]
fn told(text: &str, item: &str, settings: &[(&str, &str)]) -> String {
    let line = file(text).timeline(&query(&[item], settings)).unwrap();
    let reason = &line.end_reasons[0];
    let places: Vec<&str> = reason.ranges.iter().map(|&it| slice(text, it)).collect();
    let domain = line.controls.iter().find(|it| it.key == "domain").unwrap();
    let region = line.controls.iter().find(|it| it.key == "region").unwrap();
    format!(
        "{} {}; {}: {}; {} <- {}",
        domain.value,
        region.value,
        line.title,
        line.sentence,
        reason.sentence,
        places.join(" | ")
    )
}

/// pinsight.md#actions: what is removed has no say.
#[test]
fn a_removed_region_has_the_line_of_the_default() {
    let text = "[Lexgion(0x10)]\nmax_num_traces = 3\n[REMOVE Lexgion(0x10)]\n";
    assert_eq!(
        told(text, "Lexgion(0x10)", &[]),
        "OpenMP 0x10; 0x10 by Lexgion(OpenMP).default: each thread traces every invocation; this \
         region was removed, so `Lexgion(OpenMP).default` applies <- [REMOVE Lexgion(0x10)]"
    );
    // It comes back with its old values.
    let text = format!("{text}[Lexgion(0x10)]\ntracing_rate = 2\n");
    let line = file(&text).timeline(&query(&["Lexgion(0x10)"], &[])).unwrap();
    assert_eq!((line.title.as_str(), line.first, line.count), ("Lexgion(0x10)", Some(1), Some(3)));
}

#[test]
fn the_line_begins_with_the_region_of_the_map() {
    let text = "[MPI.default]
MPI.rank = (0-3)
MPI_Send = on
[Lexgion.default]
max_num_traces = 1
[Lexgion(0x10)]
max_num_traces = 2
[Lexgion(MPI:MPI_Send)]: MPI.default: MPI.rank(0)
max_num_traces = 3
";
    let file = file(text);
    let region = |controls: &[Control]| {
        let found = controls.iter().find(|it| it.key == "region").unwrap();
        found.value.clone()
    };
    let own = [
        &["MPI.default"][..],
        &["Lexgion(0x10)"],
        &["Lexgion(MPI:MPI_Send)"],
        &["Lexgion.default"],
        &[],
    ];
    for item in own {
        let query = query(item, &[("telling", "yes")]);
        let (map, line) = (file.coverage(&query).unwrap(), file.timeline(&query).unwrap());
        assert_eq!(region(&line.controls), region(&map.controls), "{item:?}");
    }
    let first = file.timeline(&query(&[], &[("telling", "yes")])).unwrap();
    assert_eq!(region(&first.controls), "MPI:MPI_Send", "where the map says something");
    // The default has a line of its own, and who chooses a region gets that one.
    let default = file.timeline(&query(&["Lexgion.default"], &[("telling", "yes")])).unwrap();
    assert_eq!(default.title, "Lexgion.default");
    let chosen = [("telling", "yes"), ("domain", "OpenMP"), ("region", "0x10")];
    assert_eq!(region(&file.timeline(&query(&[], &chosen)).unwrap().controls), "0x10");
}

/// The fields of a line write into the section that it names.
#[test]
fn a_chosen_region_that_is_gone_leaves_the_selected_one() {
    let text = "[Lexgion.default]\ntracing_rate = 10\n[Lexgion(foo)]\ntracing_rate = 3\n\
                [Lexgion(baz)]\ntracing_rate = 4\n";
    let file = file(text);
    let of = |region: &str, more: &[(&str, &str)]| {
        let settings = [&[("telling", "yes"), ("region", region)], more].concat();
        let query = query(&["Lexgion(baz)"], &settings);
        let (map, line) = (file.coverage(&query).unwrap(), file.timeline(&query).unwrap());
        let asked = [map.controls, line.controls]
            .map(|all| all.into_iter().find(|it| it.key == "region").unwrap().value);
        (line.title, asked)
    };
    let named = |title: &str, region: &str| (title.to_owned(), [region, region].map(str::to_owned));
    for gone in ["bar", "0x40", "Lexgion(bar)", "MPI:bar"] {
        assert_eq!(of(gone, &[]), named("Lexgion(baz)", "baz"), "{gone}");
        assert_eq!(
            of(gone, &[("domain", "Python")]),
            named("baz by Lexgion(baz)", "baz"),
            "{gone}"
        );
    }
    assert_eq!(of("foo", &[]), named("foo by Lexgion(foo)", "foo"), "another that is there");
    // Who asks about any region wants no section.
    assert_eq!(of("", &[]).1, ["", ""].map(str::to_owned));
}

/// pinsight.md#domain-callbacks: regions of OpenMP have no names.
#[test]
fn a_name_is_asked_about_where_regions_have_names() {
    let text = "[Lexgion(foo)]\nmax_num_traces = 0\n";
    assert_eq!(
        told(text, "Lexgion(foo)", &[]),
        "Python foo; Lexgion(foo): each thread traces no invocation; nothing is traced, so no \
         window ends by it <- max_num_traces = 0"
    );
    assert_eq!(
        told(text, "Lexgion(foo)", &[("domain", "OpenMP")]),
        "OpenMP foo; foo by Lexgion(OpenMP).default: each thread traces every invocation; regions \
         of OpenMP have no names, so `Lexgion(OpenMP).default` applies <- "
    );
    // An event chooses its domain, too.
    let line = told(text, "Lexgion(foo)", &[("event", "omp_work")]);
    assert!(line.starts_with("OpenMP foo; foo by Lexgion(OpenMP).default: "), "{line}");
    for (text, domain) in [
        ("[OpenMP.default]\n[Lexgion(MPI_Send)]\n", "MPI"),
        ("[MPI.default]\n[Lexgion(a.py:f)]\n", "Python"),
        ("[CUDA.default]\n[Lexgion(f)] : HIP.default\n", "HIP"),
        ("[OpenMP.default]\n[CUDA.default]\n[Lexgion(f)]\n", "CUDA"),
        ("[OpenMP.default]\n[Lexgion(f)]\n", "Python"),
        ("[Lexgion(OpenMP:f)]\n", "OpenMP"),
    ] {
        let header = text.rsplit_once("[").unwrap().1.split_once(']').unwrap().0;
        let line = told(text, header, &[]);
        assert!(line.starts_with(&format!("{domain} ")), "{line}");
    }
}

/// pinsight.md#region-lists: the file is no part of the identity.
#[test]
fn a_region_is_called_by_the_file_that_stays() {
    let text = "[Lexgion(a.py:f)]\ntracing_rate = 3\n[Lexgion(b.py:f)]\nmax_num_traces = 2\n";
    assert_eq!(
        told(text, "Lexgion(b.py:f)", &[]),
        "Python a.py:f; Lexgion(a.py:f): each thread traces the invocations 2, 5 (2 in all), \
         counted from 0; `Lexgion(b.py:f)` is the same region as `Lexgion(a.py:f)`: the file \
         `a.py` given first stays <- [Lexgion(b.py:f)]"
    );
    let line = told(text, "Lexgion(a.py:f)", &[]);
    assert!(line.contains("after 2 traces the region stays silent"), "{line}");
}

#[test]
fn a_limit_of_0_ends_no_window() {
    check_line(
        "[Lexgion.default]\nmax_num_traces = 0\nwindow_end_action = OFF\n",
        &query(&["Lexgion.default"], &[]),
        expect![[r#"
            Lexgion.default: each thread traces no invocation
            None + k·1 < Some(0), end None
              Ignored nothing is traced, so no window ends by it <- max_num_traces = 0
              Ignored no window ends here, so this action is not taken <- window_end_action = OFF
              trace_starts_at = 0 at Some(0) base 0 unit 1
              max_num_traces = 0 at None base -1 unit 1
              tracing_rate = 1 at None base 0 unit 1
              Traces on one thread: 0 (of 100 invocations)
              Traces in all: 0 (1 thread × 1 rank)
              Records: 0 (two records each, one at the begin and one at the end of the parallel region; constraints are not checked there)
        "#]],
    );
    check_line(
        "[Lexgion.default]\nwindow_end_action = OFF\n",
        &query(&["Lexgion.default"], &[]),
        expect![[r#"
            Lexgion.default: each thread traces every invocation
            Some(0) + k·1 < None, end None
              Ignored without a limit the window has no end of its own <- 
              Ignored no window ends here, so this action is not taken <- window_end_action = OFF
              trace_starts_at = 0 at Some(0) base 0 unit 1
              max_num_traces = -1 at None base -1 unit 1
              tracing_rate = 1 at Some(1) base 0 unit 1
              Traces on one thread: 100 (of 100 invocations)
              Traces in all: 100 (1 thread × 1 rank)
              Records: 200 (two records each, one at the begin and one at the end of the parallel region; constraints are not checked there)
        "#]],
    );
}

/// A handle dragged to a place gives the value that puts it there.
#[test]
fn handles_are_where_their_values_are() {
    for (start, max, rate) in [(0, 5, 1), (20, 4, 10), (3, 7, 25)] {
        let text = format!(
            "[Lexgion(0x10)]\ntrace_starts_at = {start}\nmax_num_traces = {max}\ntracing_rate = {rate}\n"
        );
        let line = file(&text).timeline(&query(&["Lexgion(0x10)"], &[])).unwrap();
        for it in &line.handles {
            let value = (it.at.unwrap() as i64 - it.base) / it.unit as i64;
            assert_eq!(value.to_string(), it.field.effective, "{} of {text}", it.field.key);
        }
    }
}

#[test]
fn a_line_is_long_enough_to_see_what_happens() {
    let length = |triple| telling_length(Schedule::new(triple));
    // The whole of a short one, and at least a hundred.
    assert_eq!(length([0, 10, 1]), 100);
    // To the last trace at 20,900, and some behind it.
    assert_eq!(length([1000, 200, 100]), 23_000);
    // Ten steps of one without an end.
    assert_eq!(length([5000, -1, 1000]), 15_000);
    // Nothing is ever traced, and the largest numbers.
    assert_eq!(length([0, 0, 1]), 100);
    assert_eq!(length([i32::MAX, i32::MAX, i32::MAX]), MAX_INVOCATIONS);
}

/// pinsight.md#region-constraints: the units that are counted may be others than those it is for.
#[test]
fn a_constraint_that_leaves_out_what_is_counted_is_told() {
    let text = "[Lexgion(f)] : MPI.default : MPI.rank(1-3)\nmax_num_traces = 5\ntracing_rate = 3\n";
    check_line(
        text,
        &query(&["Lexgion(f)"], &[("domain", "MPI"), ("region", "MPI:f")]),
        expect![[r#"
            f by Lexgion(f): each thread that meets the constraint traces the invocations 2, 5, 8, 11, … (5 in all), counted from 0
            Some(2) + k·3 < Some(5), end Some(14)
              Stops nothing is traced on the units counted here, for the constraint leaves out `MPI.rank` 0; the line is that of other units <- MPI.rank(1-3)
              Passes after 5 traces the region stays silent on this thread <- max_num_traces = 5
              Passes the window ends with the first region that has all its traces, by default <- 
              Passes at the end of the window no mode changes <- 
              trace_starts_at = 0 at Some(0) base 0 unit 1
              max_num_traces = 5 at Some(14) base -1 unit 3
              tracing_rate = 3 at Some(5) base 2 unit 1
              Traces on one thread: 5 (of 100 invocations)
              Traces in all: 0 (0 of 1 thread × 1 rank meet the constraint)
              Records: 0 (two records each, one at the begin and one at the end)
        "#]],
    );
    check_line(
        text,
        &query(&["Lexgion(f)"], &[("domain", "MPI"), ("region", "f"), ("ranks", "2")]),
        expect![[r#"
            f by Lexgion(f): each thread that meets the constraint traces the invocations 2, 5, 8, 11, … (5 in all), counted from 0
            Some(2) + k·3 < Some(5), end Some(14)
              Passes after 5 traces the region stays silent on this thread <- max_num_traces = 5
              Passes the window ends with the first region that has all its traces, by default <- 
              Passes at the end of the window no mode changes <- 
              trace_starts_at = 0 at Some(0) base 0 unit 1
              max_num_traces = 5 at Some(14) base -1 unit 3
              tracing_rate = 3 at Some(5) base 2 unit 1
              Traces on one thread: 5 (of 100 invocations)
              Traces in all: 5 (1 of 1 thread × 2 ranks meets the constraint)
              Records: 10 (two records each, one at the begin and one at the end)
        "#]],
    );
    let text = "[Lexgion(f)] : MPI.default : MPI.rank(4)\n";
    let line =
        file(text).timeline(&query(&[], &[("domain", "MPI"), ("region", "f"), ("ranks", "3")]));
    let line = line.unwrap();
    let told = &line.end_reasons[0].sentence;
    assert!(told.contains("the constraint leaves out `MPI.rank` 0 to 2;"), "{told}");
}

/// pinsight.md#window-end: a domain without a target keeps its mode.
#[test]
fn a_window_does_not_open_again_for_a_domain_that_stays_off() {
    let text = "[CUDA.default]\ntrace_mode = OFF\n[Lexgion.default]\nwindow_timeout = 5\nwindow_end_action = MPI:TRACING\n";
    let line = file(text).timeline(&query(&[], &[("domain", "CUDA")])).unwrap();
    let last = line.end_reasons.last().unwrap();
    assert_eq!(
        last.sentence,
        "a target mode is TRACING, so the window opens again, but CUDA is OFF then"
    );
}

#[test]
fn an_action_that_changes_nothing_is_told() {
    let text = "[Lexgion.default]\nmax_num_traces = 2\nwindow_end_action = PAUSE:3:x\n";
    let line = file(text).timeline(&query(&[], &[("domain", "MPI")])).unwrap();
    let last = line.end_reasons.last().unwrap();
    assert_eq!(last.sentence, "the action names no domain that exists, so no mode changes");
    assert_eq!(slice(text, last.ranges[0]), "window_end_action = PAUSE:3:x");
}
