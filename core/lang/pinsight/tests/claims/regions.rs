//! What is said of regions, and of what they are copied from.

use std::sync::Arc;

use bobbin_core::text::{offset, slice};
use bobbin_core::view::OriginKind;
use bobbin_core::{Document as _, HostFacts, Input};
use bobbin_pinsight::parse;

use super::{file, query, said};

/// pinsight.md#actions and pinsight.md#inheritance: everything is a snapshot.
#[test]
fn what_is_taken_back_is_not_taken_out_of_copies() {
    let stale = |text: &str| said(text, "stale-copy");
    let missed = "does not get what this section changes";
    let off = "[MPI.default]\nMPI_Send = off\n";
    let copy = "[Lexgion(0x10)]: MPI.default\n";
    assert_eq!(
        stale(&format!("{off}{copy}[RESET MPI.default]\n")),
        [format!("`Lexgion(0x10)` copied `MPI.default` above and {missed}")]
    );
    // There is nothing to take back.
    assert_eq!(stale(&format!("{copy}[RESET MPI.default]\n")), [""; 0]);
    assert_eq!(
        stale("[Lexgion.default]\nmax_num_traces = 10\n[Lexgion(0x10)]\n[RESET Lexgion.default]\n"),
        [format!("`Lexgion(0x10)` copied `Lexgion.default` above and {missed}")]
    );
    // A refused removal changes nothing.
    assert_eq!(stale(&format!("{off}{copy}[REMOVE MPI.default]\n")), [""; 0]);
    // Each header starts afresh, so the last copy is the one that counts.
    let default = "[Lexgion(MPI).default]\n";
    let again = "[RESET Lexgion(MPI).default]\n";
    assert_eq!(stale(&format!("{default}{off}{again}")), [""; 0]);
    assert_eq!(stale(&format!("{off}{again}[MPI.default]\nMPI_Recv = off\n")).len(), 1);
    // What was said already changes nothing, and neither does taking back what is as installed.
    assert_eq!(stale(&format!("{off}{again}{off}")), [""; 0]);
    assert_eq!(
        stale(&format!("[MPI.default]\nMPI_Send = on\n{copy}[RESET MPI.default]\n")),
        [""; 0]
    );
    assert_eq!(
        stale("[Lexgion.default]\ntracing_rate = 1\n[Lexgion(0x10)]\n[RESET Lexgion.default]\n"),
        [""; 0]
    );
}

#[test]
fn all_copies_are_named() {
    let text = "[Lexgion(0x10)]: MPI.default\n[Lexgion(0x20)]: MPI.default\n[MPI.default]\nMPI_Recv = off\n";
    let found = file(text).diagnostics();
    let found = found.iter().find(|it| it.code.name == "stale-copy").unwrap();
    assert!(found.message.starts_with("`Lexgion(0x10)` and another section copied `MPI.default`"));
    let places: Vec<&str> = found.related.iter().map(|it| slice(text, it.range)).collect();
    assert_eq!(places, ["Lexgion(0x10)", "Lexgion(0x20)"]);
}

/// pinsight.md#actions: a refused removal starts afresh, too.
#[test]
fn a_default_that_starts_afresh_is_from_its_last_header() {
    let text = "[Lexgion(MPI).default]\nMPI.MPI_Send = off\n[REMOVE Lexgion(MPI).default]\n";
    let rows = file(text).resolved().unwrap().rows;
    let row = rows.iter().find(|it| it.key == "MPI_Send").unwrap();
    assert_eq!(row.value, "on");
    let origin = &row.origin;
    assert_eq!(
        (origin.kind, slice(text, origin.range.unwrap())),
        (OriginKind::Default, "Lexgion(MPI).default")
    );
    assert!(usize::from(origin.range.unwrap().start()) > text.find("REMOVE").unwrap());
}

/// The first explanation for settings, with its reasons.
fn decided(text: &str, settings: &[(&str, &str)]) -> String {
    let map = file(text).coverage(&query(&[], settings)).unwrap();
    let first = &map.explanations[0];
    let reasons: Vec<&str> = first.reasons.iter().map(|it| it.sentence.as_str()).collect();
    format!("{}\n{}", first.sentence, reasons.join("\n"))
}

/// pinsight.md#region-lookup: the start of the file counts where the program knows it.
#[test]
fn a_region_is_answered_for_by_the_name_it_is_asked_by() {
    let text = "[Lexgion(b.c:f)]\ntrace_starts_at = 5\n";
    let python = ("event", "pysysmon_py_start");
    let own = decided(text, &[python, ("region", "b.c:f")]);
    assert!(own.starts_with("`Python.pysysmon_py_start` in `b.c:f` on"), "{own}");
    let other = decided(text, &[python, ("region", "zzz.c:f")]);
    assert!(other.starts_with("`Python.pysysmon_py_start` in `zzz.c:f` on"), "{other}");
    assert!(other.contains("no section names this region, so `Lexgion(Python).default` applies"));
    let calls = text.replace('f', "MPI_Send");
    let call = decided(&calls, &[("event", "MPI_Send"), ("region", "zzz.c:MPI_Send")]);
    assert!(call.starts_with("`MPI.MPI_Send` in `zzz.c:MPI_Send` on"), "{call}");
    let why = "`Lexgion(b.c:MPI_Send)` is the section for this region: of regions of MPI the program does not know the file";
    assert!(call.contains(why), "{call}");
    // The name suggests the domain: regions of OpenMP have none.
    let alone = decided(text, &[("region", "zzz.c:f")]);
    assert!(alone.starts_with("`Python."), "{alone}");
    // A file whose section has collided with another.
    let text = "[Lexgion(a.py:f)]\n[Lexgion(b.py:f)]\ntracing_rate = 2\n";
    let collided = decided(text, &[python, ("region", "b.py:f")]);
    assert!(collided.contains("`Lexgion(Python).default` applies"), "{collided}");
}

#[test]
fn an_empty_constraint_is_said_to_be_empty() {
    let why = decided(
        "[Lexgion(MPI:MPI_Send)] : : \n",
        &[("event", "MPI_Send"), ("region", "MPI:MPI_Send")],
    );
    assert!(
        why.ends_with("the constraint of `Lexgion(MPI:MPI_Send)` is empty, so it never holds"),
        "{why}"
    );
}

/// pinsight.md#region-lookup: the first that fits counts.
#[test]
fn a_region_below_one_of_any_domain_is_never_found() {
    let never = |text: &str| said(text, "shadowed-region");
    let shadowed = "[Lexgion(f)]\ntracing_rate = 3\n[Lexgion(MPI:f)]\ntracing_rate = 2\n";
    assert_eq!(
        never(shadowed),
        ["`MPI:f` is never found: `f` is above it, for any domain, and the first that fits counts"]
    );
    let text = file(shadowed);
    let hover = text.hover(offset(shadowed.rfind('2').unwrap())).unwrap().markdown;
    assert!(hover.starts_with("`f` is above, for any domain, and counts instead"), "{hover}");
    assert_eq!(never("[Lexgion(MPI:f)]\n[Lexgion(f)]\n"), [""; 0]);
    // The program knows the file of Python's regions alone.
    assert_eq!(never("[Lexgion(a.py:f)]\n[Lexgion(Python:f)]\n"), [""; 0]);
    assert_eq!(never("[Lexgion(a.py:f)]\n[Lexgion(Python:b.py:f)]\n"), [""; 0]);
    assert_eq!(never("[Lexgion(a:f)]\n[Lexgion(Python:a.py:f)]\n").len(), 1);
    assert_eq!(never("[Lexgion(a.c:f)]\n[Lexgion(MPI:b.c:f)]\n").len(), 1);
}

#[test]
fn a_removed_region_is_said_not_to_count() {
    let text = "[Lexgion(0x10)]\ntracing_rate = 5\n[REMOVE Lexgion(0x10)]\n";
    let why = "This region is removed below, so what is set here does not count";
    let hover = file(text).hover(offset(text.find('5').unwrap())).unwrap().markdown;
    assert_eq!(hover, format!("{why}."));
    let item = file(text).item_at(offset(1)).unwrap();
    let form = file(text).form(&item).unwrap();
    assert!(form.note.ends_with(why), "{}", form.note);
    assert!(form.groups.iter().any(|it| it.title == "Sampling" && it.note == why));
}

/// pinsight.md#constraints-at-run-time: an id must lie inside the scope as it is at the end.
#[test]
fn a_scope_that_is_narrowed_below_takes_ids_from_constraints() {
    let scope = "[OpenMP.default]\nOpenMP.thread = (0-3)\n";
    let region = |ids: &str| format!("[Lexgion(0x10)] : : OpenMP.thread({ids})\n");
    let narrowed = |text: String| said(&text, "narrowed-constraint");
    assert_eq!(
        narrowed(format!("{}{scope}", region("0-9"))),
        ["`OpenMP.thread(0-9)` holds for 0-3 alone: the scope becomes 0 to 3 below"]
    );
    assert_eq!(
        narrowed(format!("{}{scope}", region("8"))),
        ["`OpenMP.thread(8)` never holds: the scope becomes 0 to 3 below"]
    );
    // Inside it, and where the scope stands above, nothing is lost without a word.
    assert_eq!(narrowed(format!("{}{scope}", region("0-2"))), [""; 0]);
    assert_eq!(narrowed(format!("{scope}{}", region("0-9"))), [""; 0]);
}

/// pinsight.md#seed-run-time: the callbacks asked for the triple alone.
#[test]
fn a_domain_that_the_environment_switched_on_was_traced() {
    let mut host = HostFacts::default();
    host.env.insert("PINSIGHT_TRACE_MPI".to_owned(), "TRUE".to_owned());
    let text = "[Lexgion.default: MPI.default]\nmax_num_traces = 20\n";
    let input = Input { host: Arc::new(host), ..Input::alone("x.trace", text) };
    let asked = query(&[], &[("domain", "MPI"), ("event", "MPI_Send"), ("region", "")]);
    let map = parse(&input).coverage(&asked).unwrap();
    assert!(map.explanations[0].is_on, "{:?}", map.explanations[0]);
    // Nothing else had installed an event of it.
    let map = file(text).coverage(&asked).unwrap();
    assert!(!map.explanations[0].is_on);
}

/// pinsight.md#scope-values: numbers as C reads them, and nothing behind them.
#[test]
fn a_scope_that_is_read_otherwise_than_it_looks_is_told() {
    let odd =
        |value: &str| said(&format!("[OpenMP.default]\nOpenMP.thread = {value}\n"), "odd-scope");
    for (value, read) in [
        ("0 3", "0 to 0"),
        ("0-", "0 to 0"),
        ("99999999999", "1215752191 to 1215752191"),
        ("(0x2-010)", "2 to 8"),
        ("(0, 4, 9)", "0 to 4"),
    ] {
        assert_eq!(odd(value), [format!("the program reads `{value}` as {read}")]);
    }
    for value in ["(0-15)", "0-3", "(0, 15)", "7", "(0x0-0xf)", "((1 - 2)"] {
        assert_eq!(odd(value), [""; 0], "{value}");
    }
}

/// pinsight.md#domain-callbacks: parallel regions ask for the triple alone.
#[test]
fn the_line_of_a_region_of_openmp_says_that_the_constraint_is_not_its() {
    let text = "[Lexgion(0x10)]: OpenMP.default : OpenMP.thread(0)\ntracing_rate = 3\n";
    let why = "the line is that of parallel regions, which do not check the constraint";
    let reasons = |domain: &str| {
        let asked = query(&[], &[("domain", domain), ("region", "0x10")]);
        let line = file(text).timeline(&asked).unwrap();
        line.end_reasons.iter().any(|it| it.sentence.starts_with(why))
    };
    assert!(reasons("OpenMP") && !reasons("MPI"));
}

#[test]
fn a_sum_that_waits_for_other_regions_is_the_most_that_there_is() {
    let labels = |trigger: &str| {
        let text = format!(
            "[Lexgion.default]\nmax_num_traces = 3\nwindow_end_trigger = {trigger}\nwindow_timeout = 30\n\
             window_end_action = MPI:TRACING\n[Lexgion(0x10)]: MPI.default\nmax_num_traces = 4\n"
        );
        let asked = query(&[], &[("domain", "MPI"), ("region", "0x10")]);
        let line = file(&text).timeline(&asked).unwrap();
        line.totals.into_iter().map(|it| it.label).collect::<Vec<_>>()
    };
    assert_eq!(labels("first"), ["Traces on one thread", "Traces in all", "Records"]);
    let most = ["Traces on one thread, at most", "Traces in all, at most", "Records, at most"];
    assert_eq!(labels("all"), most);
}

/// pinsight.md#window-end: the mode is that of the process, which the first thread switches.
#[test]
fn a_sum_is_the_most_that_there_is_where_one_thread_stops_the_others() {
    let labels = |action: &str, threads: &str| {
        let text =
            format!("[Lexgion.default]\nmax_num_traces = 10\nwindow_end_action = {action}\n");
        let asked = query(&[], &[("domain", "OpenMP"), ("threads", threads), ("ranks", "64")]);
        let line = file(&text).timeline(&asked).unwrap();
        let said = line
            .end_reasons
            .iter()
            .any(|it| it.sentence == "OpenMP changes from TRACING to OFF, on all threads");
        assert_eq!(said, action == "OpenMP:OFF");
        line.totals.into_iter().map(|it| it.label).collect::<Vec<_>>()
    };
    let exact = ["Traces on one thread", "Traces in all", "Records"];
    assert_eq!(labels("OpenMP:OFF", "16"), exact.map(|it| format!("{it}, at most")));
    // Each process has modes of its own.
    assert_eq!(labels("OpenMP:OFF", "1"), exact);
    assert_eq!(labels("MPI:OFF", "16"), exact);
    assert_eq!(labels("OpenMP:TRACING", "16"), exact);
}

/// pinsight.md#reading-a-header: the action stands right behind the bracket, with a space behind it.
#[test]
fn an_action_in_another_place_is_told() {
    for header in ["[ SET OpenMP.default]", "[SET\tOpenMP.default]", "[ SET  OpenMP.default]"] {
        let text = format!("{header}\nomp_work = off\n");
        let found = file(&text).diagnostics();
        let [only] = found.as_slice() else { panic!("{found:?}") };
        assert!(only.message.starts_with("`SET` is taken for a part of the target"), "{only:?}");
        let mended = only.fixes[0].edit.apply(&text);
        assert_eq!(mended, "[SET OpenMP.default]\nomp_work = off\n");
    }
    let others = "[ RESET Lexgion(0x1)]\n[ remove MPI.rank(*)]\n";
    let codes: Vec<&str> = file(others).diagnostics().iter().map(|it| it.code.name).collect();
    assert_eq!(codes, ["dead-section", "dead-section"]);
    assert_eq!(said("[SET OpenMP.default]\n", "dead-section"), [""; 0]);
}

/// pinsight.md#region-lists: the file that is given first stays.
#[test]
fn the_map_calls_a_region_by_the_file_that_counts() {
    let text = "[Lexgion(a.py:f)]\n[Lexgion(b.py:f)]\ntracing_rate = 2\n";
    let asked = query(&[], &[("domain", "Python"), ("region", "a.py:f")]);
    let map = file(text).coverage(&asked).unwrap();
    let names: Vec<&str> = map.deciders.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Lexgion(a.py:f)"]);
}
