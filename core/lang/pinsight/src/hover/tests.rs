//! Tests of hovers, on small texts.

use std::sync::Arc;

use expect_test::{Expect, expect};

use crate::file::parse;
use crate::fixtures::file;
use bobbin_core::text::offset;
use bobbin_core::{Document, HostFacts, Input};

#[test]
fn hovers_explain() {
    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let at = text.find('$').unwrap();
        let text = text.replacen('$', "", 1);
        let hover = file(&text).hover(offset(at)).unwrap();
        expect.assert_eq(&format!(
            "{}\n{}\n",
            bobbin_core::text::slice(&text, hover.range),
            hover.markdown
        ));
    }
    check(
        "[Lexgion.default]\ntracing_rate = 1$0\ntrace_starts_at = 20\nmax_num_traces = 4\n",
        expect![[r#"
            10
            This section traces the invocations 20, 30, 40, 50 (4 in all), counted from 0.

            With S = `trace_starts_at` = 20, M = `max_num_traces` = 4 and Q = max(`tracing_rate`, 1) = 10 the invocations max(S, Q-1) + k·Q are traced, k = 0, 1, 2, … < M. The numbers count from 0 on each thread and for each region.
        "#]],
    );
    check(
        "[OpenMP.default]\nomp_$parallel_begin = off\n",
        expect![[r#"
            omp_parallel_begin
            **OpenMP.omp_parallel_begin**: **off** in force, written here

            OpenMP event of group parallel, on by default; a switch has no effect at run time: only the triple decides.
        "#]],
    );
    check(
        "[RE$SET OpenMP.default]\n",
        expect![[r#"
            RESET
            **RESET** — events and mode are as installed; scope and node policy stay. The lines below are not read.
        "#]],
    );
    check(
        "[RE$MOVE Lexgion(f)]\n",
        expect![[r#"
        REMOVE
        **REMOVE** — regions by address are marked as removed; regions by name stay. The lines below are not read.
    "#]],
    );
    check(
        "[S$ET Lexgion(MPI).default]\n",
        expect![[r#"
        SET
        **SET** — the section starts afresh from `Lexgion.default` with the events of the domain, and the lines below are added. Without the word it is the same.
    "#]],
    );
    check(
        "[RE$SET Energy]\n",
        expect![[r#"
        RESET
        **RESET** — has no effect on this section.
    "#]],
    );
    check(
        "[K$nob]\n",
        expect![[r#"
        Knob
        **Knob** — knob section

        Keys of any names, at most 64. A value that is a C integer or a C number as a whole is one, and any other is text.


    "#]],
    );
    check(
        "[Knob]\na = 0$x10\n",
        expect![[r#"
        0x10
        Read as an integer: **16**.
    "#]],
    );
    check(
        "[Knob]\na = 1$.50\n",
        expect![[r#"
        1.50
        Read as a real number: **1.5**.
    "#]],
    );
    // The line below counts.
    check(
        "[Lexgion.default]\ntracing_$rate = 10\n[Lexgion.default]\ntracing_rate = 20\n",
        expect![[r#"
            tracing_rate
            **tracing_rate**: **20** in force, from line 4, in `Lexgion.default`

            Write a whole number. Default 1.

            One in this many invocations is traced, the last of each group: a rate of 10 traces 9, 19, 29 and so on.
        "#]],
    );
    check(
        "[MPI.default]\nMPI.ra$nk = (0-3)\ntrace_mode = OFF\n",
        expect![[r#"
            MPI.rank
            **MPI.rank**: **0 to 3** in force, written here

            The smallest and the largest rank that sections below may name: the rank in the world communicator. No constraint on this kind holds outside it; a region without one is traced there, too. A comma means the same as a dash.
        "#]],
    );
    check(
        "[MPI.default]\ntrace_$mode = OF\n",
        expect![[r#"
            trace_mode
            **trace_mode**: **TRACING** in force, written here

            Write OFF, STANDBY, MONITORING (or MONITOR) or TRACING, in any case. Default TRACING.

            What the domain does from the start. Every other text means TRACING.
        "#]],
    );
    check(
        "[Lexgion(0x10)] : : MPI.ra$nk(0-3, 126-140)\n",
        expect![[r#"
            MPI.rank(0-3, 126-140)
            **MPI.rank** — 6 ids: 0-3,126-127

            An id is the rank in the world communicator. The scope at this place is 0 to 127.
        "#]],
    );
}

#[test]
fn a_hover_on_the_triple_says_only_what_holds() {
    let hover = |text: &str| {
        let at = text.rfind("= ").unwrap() + 2;
        file(text).hover(offset(at)).unwrap().markdown
    };
    let section = "[Lexgion.default]\nmax_num_traces = 5\ntrace_starts_at = 4\n";
    expect![[r#"
        This section traces the invocations 4, 5, 6, 7, … (5 in all), counted from 0.

        With S = `trace_starts_at` = 4, M = `max_num_traces` = 5 and Q = max(`tracing_rate`, 1) = 1 the invocations max(S, Q-1) + k·Q are traced, k = 0, 1, 2, … < M. The numbers count from 0 on each thread and for each region."#]]
    .assert_eq(&hover(&format!("{section}tracing_rate = 0\n")));
    for never in ["tracing_rate = -1\n", "max_num_traces = 0\n"] {
        let said = hover(&format!("{section}{never}"));
        assert_eq!(said, "This section traces no invocation.");
    }
    let header = "[Lexgion(Python:x.py:foo)]\ntracing_rate = 2\n";
    let said = file(header).hover(offset(3)).unwrap().markdown;
    let note = "`foo` counts where the name of its file begins with `x.py`, or is not known.";
    assert!(said.ends_with(note), "{said}");
}

/// pinsight.md#keys-by-section: a key of other sections has no value in this one.
#[test]
fn a_hover_on_a_key_of_other_sections_says_so() {
    for (text, key) in [
        ("[OpenMP.default]\ndevice_activity = on\n", "device_activity"),
        ("[Lexgion.default]\ntrace_mode = OFF\n", "trace_mode"),
        ("[MPI.default]\ntracing_rate = 2\n", "tracing_rate"),
    ] {
        let said = file(text).hover(offset(text.find(key).unwrap())).unwrap().markdown;
        assert!(said.starts_with(&format!("**{key}**\n\n")), "{said}");
        assert!(!said.contains("in force"), "{said}");
        let note = "This section has no such key: the program ignores the line.";
        assert!(said.ends_with(note), "{said}");
    }
    let text = "[CUDA.default]\ndevice_activity = on\n";
    let said = file(text).hover(offset(16)).unwrap().markdown;
    assert!(said.contains("in force") && !said.contains("no such key"), "{said}");
}

#[test]
fn a_hover_on_a_key_begins_with_the_value_in_force() {
    let text = "[Lexgion.default]
tracing_rate = 10
[Lexgion(0x10)] : OpenMP.default
tracing_rate = 20
max_num_traces = 5
tracing_rate = 30
[CUDA.default]
device_activity = on
[Manifest]
interval = 3
[Knob]
a = 0x10
";
    let hover = |key: &str| {
        let at = text.find(key).unwrap();
        let markdown = file(text).hover(offset(at)).unwrap().markdown;
        let mut lines = markdown.lines();
        let first = lines.next().unwrap().to_owned();
        (first, lines.nth(1).unwrap_or_default().to_owned())
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(
        hover("tracing_rate = 10"),
        pair("**tracing_rate**: **10** in force, written here", "Write a whole number. Default 1.")
    );
    assert_eq!(hover("tracing_rate = 20").0, "**tracing_rate**: **30** in force, from line 6");
    assert_eq!(hover("max_num").0, "**max_num_traces**: **5** in force, written here");
    assert_eq!(hover("device").0, "**device_activity**: **on** in force, written here");
    assert_eq!(
        hover("interval"),
        pair(
            "**interval**: **3** in force, written here",
            "Write a whole number of seconds. Default 10."
        )
    );
    assert_eq!(hover("a = 0x10").0, "**a**: **16** in force, written here");
    // The environment counts after the file.
    let mut host = HostFacts::default();
    host.env.insert("PINSIGHT_TRACE_MPI".to_owned(), "OFF".to_owned());
    let text = "[MPI.default]\ntrace_mode = TRACING\n";
    let input = Input { host: Arc::new(host), ..Input::alone("x.trace", text) };
    let markdown = parse(&input).hover(offset(16)).unwrap().markdown;
    assert!(markdown.starts_with("**trace_mode**: **OFF** in force, from the environment\n"));
    let found = parse(&input).diagnostics();
    let found = found.iter().find(|it| it.code.name == "mode-variable").unwrap();
    assert_eq!(
        found.message,
        "`PINSIGHT_TRACE_MPI` is set and applied after the file: the mode of MPI is OFF"
    );
}

/// The markdown of the hover at `$`.
fn said(text: &str) -> String {
    let at = text.find('$').unwrap();
    let hover = file(&text.replacen('$', "", 1)).hover(offset(at));
    hover.map(|it| it.markdown).unwrap_or_default()
}

/// pinsight.md#inheritance.
#[test]
fn a_hover_on_a_parent_says_what_is_copied() {
    let copied = "**MPI.default** — the event set of the parent is copied";
    assert!(said("[Lexgion(0x10)]: OpenMP.default,$ MPI.default\n").starts_with(copied));
    assert!(said("[Lexgion(0x10)]: OpenMP.default, MPI.$default\n").starts_with(copied));
    assert_eq!(said("[Lexgion(0x10)] : $ : MPI.rank(0)\n"), "");
    let second = "[OpenMP.thread(0-3)]: OpenMP.default, MPI.$default\nomp_work = on\n";
    assert!(said(second).ends_with("has one parent, and the program ignores this one."));
    let foreign = "[OpenMP.thread(0-3)]: MPI.$default\n";
    assert!(said(foreign).ends_with("copied by their numbers."));
    for dead in
        ["[ADD OpenMP.thread(0)]: OpenMP.$default\n", "[REPLACE Lexgion(0x40)]: MPI.$default\n"]
    {
        let text = format!("[Knob]\na = 1\n{dead}");
        assert!(said(&text).ends_with("ignores this section, and copies nothing."), "{text}");
    }
    let removed = "[Lexgion(0x10)]\n[REMOVE Lexgion(0x10)]: MPI.$default\n";
    assert!(said(removed).ends_with("only the target of this header, and copies nothing."));
}

/// pinsight.md#inheritance: all in front of the first `.default` is the name of the one parent.
#[test]
fn a_hover_on_a_parent_of_a_punit_section_says_what_its_message_says() {
    let copied = "the event set of the parent is copied as it is at this place of the file";
    assert!(said("[MPI.rank(0)] : MPI.$defaultX\n").contains(copied));
    assert!(said("[MPI.rank(0)] : MPI.$default\n").contains(copied));
    for text in [
        "[MPI.rank(0)] : foo, MPI.$default\n",
        "[MPI.rank(0)] : f$oo, MPI.default\n",
        "[MPI.rank(0)] : , MPI.$default\n",
        "[OpenMP.thread(2): Fo$o, OpenMP.default]\n",
        "[OpenMP.thread(2): Foo, OpenMP.$default]\n",
        "[OpenMP.thread(2): Python.$default]\n",
    ] {
        assert!(said(text).ends_with("none of that name, and it copies nothing."), "{text}");
    }
    for text in ["[OpenMP.thread(0): Open$MP]\n", "[OpenMP.thread(1): OpenMP.thr$ead(0)]\n"] {
        assert!(said(text).ends_with("names no event set, and the program skips it."), "{text}");
    }
    // Regions of that dialect ask for no more than the domain.
    assert!(said("[Lexgion(0x10): Open$MP]\n").contains(copied));
}

/// pinsight.md#region-event-sets: the first switch of a domain starts from all events off.
#[test]
fn a_hover_on_the_first_switch_says_that_it_begins_a_set() {
    let begins =
        "line begins the event set of OpenMP here: its events that no line switches on are off.";
    for text in [
        "[Lexgion(0x10)]\n OpenMP.omp_parallel_$begin = off\n",
        "[Lexgion(0x10)]\n OpenMP.omp_parallel_begin = o$ff\n",
    ] {
        assert!(said(text).ends_with(&format!("\n\nStill, this {begins}")), "{}", said(text));
    }
    let switch = said("[Lexgion(0x10)]\n OpenMP.omp_work = o$n\n OpenMP.omp_masked = on\n");
    assert!(switch.ends_with(&format!("\n\nThis {begins}")), "{switch}");
    for text in [
        "[Lexgion(0x10)]\n OpenMP.omp_work = on\n OpenMP.omp_masked = o$n\n",
        "[Lexgion(0x10)] : OpenMP.default\n OpenMP.omp_work = o$ff\n",
    ] {
        assert!(!said(text).contains("begins"), "{text}");
    }
}

#[test]
fn a_knob_may_be_called_like_a_key_of_regions() {
    assert!(said("[Knob]\n tracing_$rate = 5\n").starts_with("**tracing_rate**: **5** in force"));
    assert_eq!(said("[Knob]\n tracing_rate = 5$\n"), "Read as an integer: **5**.");
}

#[test]
fn a_hover_on_an_empty_value_shows_no_marks() {
    assert_eq!(said("[Knob]\n j =$\n"), "Read as empty text.");
    assert!(said("[Knob]\n j$ =\n").starts_with("**j**: empty text in force"));
    assert!(said("[MPI.default]\n MPI_Send =$\n").starts_with("An empty value — switches"));
    let action = said("[Lexgion.default]\n window_end_$action =\n");
    assert!(action.starts_with("**window_end_action**: nothing in force"), "{action}");
}

#[test]
fn a_hover_on_a_target_says_what_it_names() {
    let removal = said("[MPI.rank(1)]: MPI.default\n[REMOVE MPI.$rank(*)]\n");
    assert!(removal.ends_with("the program removes them here"), "{removal}");
    let outside = said("[MPI.rank(2$00)]: MPI.default\n");
    assert!(outside.starts_with("**MPI.rank** — no ids, so it matches nothing\n"), "{outside}");
    let repeated = said("[Lexgion$(a.py:f, Python:f, b.py:f, f)]\nmax_num_traces = 2\n");
    assert_eq!(repeated.matches("begins with `a.py`").count(), 1, "{repeated}");
}

#[test]
fn a_hover_on_an_event_is_a_sentence() {
    for (event, words) in [
        (
            "omp_sync_region",
            "at run time a switch counts for explicit and worksharing barriers only",
        ),
        ("omp_sync_region_wait", "at run time a switch counts as it does for omp_sync_region."),
        ("omp_work", "at run time a switch is honoured"),
    ] {
        let words_said = said(&format!("[OpenMP.default]\n{event}$ = off\n"));
        assert!(words_said.contains(words), "{words_said}");
    }
}
