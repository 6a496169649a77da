//! What is said of the event sets, constraints and values that entries of regions end up with.

use bobbin_core::Document as _;
use bobbin_core::diagnostics::Severity;

use super::{file, query, said};

/// Applies the only fixes of errors and warnings that are no guesses, one after the other.
fn mended(text: &str) -> String {
    let mut text = text.to_owned();
    loop {
        let all = file(&text).diagnostics().into_iter();
        let mut plain = all.filter(|it| it.code.severity != Severity::Hint && it.fixes.len() == 1);
        let Some(fix) = plain.find_map(|it| it.fixes.into_iter().find(|it| !it.is_guess)) else {
            return text;
        };
        text = fix.edit.apply(&text);
    }
}

/// Returns true if an event is traced today.
fn is_traced(text: &str, domain: &str, event: &str, region: &str) -> bool {
    let asked = [("domain", domain), ("event", event), ("region", region)];
    file(text).coverage(&query(&[], &asked)).unwrap().explanations[0].is_on
}

/// pinsight.md#region-event-sets: any key of an event starts a set.
#[test]
fn a_switch_without_effect_that_starts_a_set_is_left() {
    for (text, domain, event, region) in [
        ("[Lexgion(f)]\nPython.pysysmon_c_start = off\n", "Python", "pysysmon_py_start", "f"),
        ("[Lexgion(0x10)]\nOpenMP.omp_parallel_begin = off\n", "OpenMP", "omp_work", "0x10"),
        ("[Lexgion(0x10)]\nOpenMP.omp_task_create = on\n", "OpenMP", "omp_work", "0x10"),
        (
            "[Lexgion.default]\nOpenMP.omp_parallel_begin = off\n[Lexgion(0x10)]\nmax_num_traces = 3\n",
            "OpenMP",
            "omp_work",
            "0x10",
        ),
        (
            "[Lexgion(f)]\nPython.pysysmon_c_start = on\nPython.pysysmon_c_start = off\n",
            "Python",
            "pysysmon_py_start",
            "f",
        ),
    ] {
        assert_eq!(said(text, "no-effect"), [""; 0], "{text}");
        assert!(!is_traced(text, domain, event, region), "{text}");
        assert!(!is_traced(&mended(text), domain, event, region), "{text}");
    }
    let inherited = "[Lexgion(0x10)] : OpenMP.default\nOpenMP.omp_parallel_begin = off\n";
    assert_eq!(said(inherited, "no-effect").len(), 1);
    let second = "[Lexgion(f)]\nPython.pysysmon_c_start = off\nPython.pysysmon_c_return = off\n";
    assert_eq!(said(second, "no-effect").len(), 1);
}

/// pinsight.md#actions: a section that is dead sets nothing.
#[test]
fn a_section_of_an_unknown_domain_stays_dead_without_a_person() {
    for text in
        ["[MPI .default]\ntrace_mode = OFF\n", "[Lexgion(MPI ).default]\nmax_num_traces = 0\n"]
    {
        assert_eq!(said(text, "unknown-domain").len(), 1);
        assert_eq!(mended(text), text);
    }
}

const SWITCHES_OFF: &str = "is inherited here, so this line switches all its events off";

/// pinsight.md#region-event-sets: also a line that switches nothing on starts a set with all off.
#[test]
fn an_on_for_nothing_switches_the_others_off() {
    let others = "so this line switches all its other events off";
    for (text, event, region, which) in [
        ("[Lexgion(f)]\nPython.pysysmon_c_start = on\n", "pysysmon_py_start", "f", others),
        ("[Lexgion(f)]\nMPI.MPI_Test = on\n", "MPI_Send", "f", SWITCHES_OFF),
        ("[Lexgion(0x10)]\nOpenMP.omp_thread_begin = on\n", "omp_work", "0x10", others),
    ] {
        let lone = said(text, "lone-switch");
        assert!(lone.len() == 1 && lone[0].ends_with(which), "{text}{lone:?}");
        let domain = text.lines().nth(1).unwrap().split('.').next().unwrap();
        assert!(!is_traced(text, domain, event, region), "{text}");
    }
    // These may mean only what they say.
    for on in ["MPI.MPI_Send = on\n", "MPI.MPI_Test = on\nMPI.MPI_Send = on\n"] {
        assert_eq!(said(&format!("[Lexgion(f)]\n{on}"), "lone-switch"), [""; 0], "{on}");
    }
}

/// pinsight.md#region-lookup and pinsight.md#inheritance.
#[test]
fn only_a_set_that_is_asked_switches_off() {
    let off = "MPI.MPI_Send = off\n";
    let not_taken =
        ["no region takes this switch: only one with a section below does, unless it inherits \
         `MPI.default`"];
    let default = format!("[Lexgion.default]\n{off}");
    assert!(is_traced(&default, "MPI", "MPI_Send", ""));
    assert_eq!(said(&default, "lone-switch"), not_taken);
    for region in ["[Lexgion(Python:f)]\n", "[Lexgion(f)] : MPI.default\n"] {
        assert_eq!(said(&format!("{default}{region}"), "lone-switch"), not_taken, "{region}");
    }
    let inherited = format!("[Lexgion.default] : MPI.default\n{off}");
    assert!(is_traced(&inherited, "MPI", "MPI_Send", ""));
    assert_eq!(said(&inherited, "lone-switch"), not_taken);
    assert_eq!(said(&format!("{inherited}[Lexgion(f)]\n"), "lone-switch"), [""; 0]);
    // That is what has the effect.
    let off_for_all = format!("{inherited}[MPI.default]\nMPI_Send = off\n");
    assert_eq!(said(&off_for_all, "lone-switch"), [""; 0]);
    let copied = format!("{default}[Lexgion(f)]\n");
    assert!(!is_traced(&copied, "MPI", "MPI_Recv", "f"));
    assert!(said(&copied, "lone-switch").concat().ends_with(SWITCHES_OFF));
    for other in [
        format!("[Lexgion(Python:f)]\n{off}"),
        "[Lexgion(f)]\nOpenMP.omp_work = off\n".to_owned(),
        "[Lexgion(MPI).default]\nCUDA.CUDA_malloc = off\n".to_owned(),
        format!("[Lexgion(f)]\n{off}[Lexgion(f)] : MPI.default\n"),
        format!("[Lexgion(0x10)]\n{off}[REMOVE Lexgion(0x10)]\n"),
    ] {
        assert_eq!(said(&other, "lone-switch"), [""; 0], "{other}");
    }
    let asked = format!("[Lexgion(MPI:f)]\n{off}");
    assert!(said(&asked, "lone-switch").concat().ends_with(SWITCHES_OFF));
}

/// pinsight.md#actions: a section merges into the entry of its region.
#[test]
fn a_constraint_that_another_section_gives_is_not_empty() {
    let text = "[Lexgion(0x10)] : : Foo.rank(1)\n[Lexgion(0x10)] : : MPI.rank(2)\n";
    assert_eq!(
        said(text, "silenced-region"),
        [
            "no kind in `Foo.rank(1)` is known, so the constraint is what other sections of the region say"
        ]
    );
    let asked = [("domain", "MPI"), ("event", "MPI_Send"), ("region", "0x10"), ("MPI.rank", "2")];
    assert!(file(text).coverage(&query(&[], &asked)).unwrap().explanations[0].is_on);
    let one = "[Lexgion(0x10, f)] : : Foo.rank(1)\n[Lexgion(0x10)] : : MPI.rank(2)\n";
    let never = "for regions without another constraint nothing is traced";
    assert!(said(one, "silenced-region")[0].ends_with(never));
}

/// pinsight.md#actions: the line that counts is the last one, and a reset takes it away.
#[test]
fn a_number_that_is_set_again_keeps_nothing_from_being_traced() {
    let never = |text: &str| said(text, "never-traced").concat();
    let read_as = "the program reads this as 4294967293";
    let set = "[Lexgion(f)]\ntracing_rate = -3\n";
    assert_eq!(never(set), format!("{read_as}: nothing is traced"));
    assert_eq!(never(&format!("{set}[Lexgion(f)]\ntracing_rate = 1\n")), read_as);
    assert_eq!(never(&format!("{set}tracing_rate = 1\n")), read_as);
    let default = "[Lexgion.default]\ntrace_starts_at = -3\n";
    assert_eq!(never(&format!("{default}[RESET Lexgion.default]\n")), read_as);
    let copied = format!("{default}[Lexgion(f)]\n[RESET Lexgion.default]\n");
    assert_eq!(never(&copied), format!("{read_as}: nothing is traced"));
}

/// pinsight.md#inheritance and pinsight.md#actions: what is copied again, cleared or removed is not stale.
#[test]
fn a_copy_that_is_gone_is_not_stale() {
    let n_stale = |text: &str| said(text, "stale-copy").len();
    let off = "[MPI.default]\nMPI_Send = off\n";
    let (region, default) =
        ("[Lexgion(0x10)] : MPI.default\n", "[Lexgion.default] : MPI.default\n");
    let removed = "[REMOVE Lexgion(0x10)]\n";
    let cleared = "[RESET Lexgion.default]\n";
    for (copy, again) in
        [(region, region), (default, default), (region, removed), (default, cleared)]
    {
        assert_eq!(n_stale(&format!("{copy}{off}")), 1, "{copy}");
        assert_eq!(n_stale(&format!("{copy}{off}{again}")), 0, "{copy}{again}");
        assert_eq!(n_stale(&format!("{copy}{again}{off}")), usize::from(copy == again), "{copy}");
    }
    // A region has the old events from there still, beside what is cleared, and comes back with them.
    assert_eq!(n_stale(&format!("{default}[Lexgion(0x10)]\n{cleared}{off}")), 2);
    assert_eq!(n_stale(&format!("{region}{removed}{off}[Lexgion(0x10)]\n")), 1);
    let limit = "[Lexgion.default]\nmax_num_traces = 5\n";
    assert_eq!(n_stale(&format!("[Lexgion(0x10)]\n{limit}")), 1);
    assert_eq!(n_stale(&format!("[Lexgion(0x10)]\n{removed}{limit}")), 0);
}

/// pinsight.md#domain-callbacks and pinsight.md#window-triggers-and-timeouts.
#[test]
fn what_acts_in_no_copy_makes_none_stale() {
    let n_stale = |text: &str| said(text, "stale-copy").len();
    let events = "[Lexgion(0x10)] : OpenMP.default\n[OpenMP.default]\n";
    assert_eq!(n_stale(&format!("{events}omp_thread_begin = off\n")), 0);
    assert_eq!(n_stale(&format!("{events}omp_work = off\n")), 1);
    let default = "[Lexgion(f)]\n[Lexgion.default]\n";
    assert_eq!(n_stale(&format!("{default}window_timeout = 5\n")), 0);
    assert_eq!(n_stale(&format!("{default}window_end_trigger = all\n")), 1);
    // This one starts a set.
    assert_eq!(n_stale(&format!("{default}Python.pysysmon_c_start = off\n")), 1);
}

/// pinsight.md#region-event-sets and pinsight.md#domain-callbacks.
#[test]
fn events_that_nothing_asks_for_do_not_pass() {
    let n_open = |text: &str| said(text, "open-events").len();
    for (domain, event, region) in [
        ("OpenMP", "omp_task_create", "0x10"),
        ("Python", "pysysmon_c_return", "Python:f"),
        ("OpenMP", "omp_work", "OpenMP:f"),
    ] {
        let text = format!("[{domain}.default]\n{event} = off\n[Lexgion({region})]\n");
        assert_eq!(n_open(&text), 0, "{text}");
    }
    let regions = "[MPI.default]\nMPI_Send = off\n[Lexgion(0x10, 0x20)]\n";
    assert_eq!(n_open(regions), 1);
    assert_eq!(n_open(&format!("{regions}[REMOVE Lexgion(0x10)]\n")), 1);
    assert_eq!(n_open(&format!("{regions}[REMOVE Lexgion(0x10, 0x20)]\n")), 0);
}

/// pinsight.md#documents-and-program: by the documents, REMOVE deletes a punit section.
#[test]
fn a_removed_punit_section_decides_nothing_by_the_documents() {
    let intended = |text: &str, unmatched: &str| {
        let event = if text.contains("MPI.") { "MPI_Send" } else { "omp_work" };
        let settings = [("event", event), ("unmatched", unmatched)];
        let map = file(text).coverage(&query(&[], &settings)).unwrap();
        let reasons = map.explanations[1].reasons.iter();
        let sentences: Vec<String> = reasons.map(|it| it.sentence.clone()).collect();
        let found = sentences.into_iter().find(|it| it.contains("punit section"));
        found.unwrap_or_default()
    };
    for units in ["OpenMP.thread", "MPI.rank"] {
        let parent = units.split('.').next().unwrap();
        let first = format!("[{units}(0-3)] : {parent}.default\n");
        let removed = format!("{first}[REMOVE {units}(0-3)]\n");
        let second = format!("[{units}(0-5)] : {parent}.default\n");
        let name = |text: &str| intended(text, "").split(" is ").next().unwrap().to_owned();
        assert_eq!(name(&format!("{first}{second}")), format!("`{units}(0-3)`"));
        assert_eq!(name(&format!("{removed}{second}")), format!("`{units}(0-5)`"));
        // Where none is left, no unit is without one.
        for unmatched in ["default", "off"] {
            assert_eq!(intended(&removed, unmatched), "");
        }
    }
    let again = "[OpenMP.thread(0-3)]\n[REMOVE OpenMP.thread(0-3)]\n[OpenMP.thread(0-3)]\n[OpenMP.thread(0-5)]\n";
    assert!(intended(again, "").starts_with("`OpenMP.thread(0-3)` is the first"));
    // The target belongs to the domain that is registered first.
    let other = "[MPI.rank(0-3)]\n[REMOVE OpenMP.thread(0), MPI.rank(0-3)]\n";
    assert!(intended(other, "").starts_with("`MPI.rank(0-3)` is the first"), "{other}");
}
