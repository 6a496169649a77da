//! The map of units and what it says of a unit, on small texts.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use crate::file::File;
use crate::fixtures::{SMALL, file, query};
use crate::item;
use crate::run_time::{Place, Run, Units};
use crate::tables::{Domain, N_KINDS};
use bobbin_core::Document;
use bobbin_core::text::slice;
use bobbin_core::view::{Coverage, Explanation, FieldKind, Verdict, ViewQuery};

/// Draws the cells as letters, one for each decider: capital if on; `!` behind an overlap, `?`
/// behind a gap, `'` outside the scope.
fn draw(map: &Coverage) -> String {
    let mut res = String::new();
    for (n, it) in map.deciders.iter().enumerate() {
        let letter = char::from(b'a' + n as u8);
        writeln!(res, "{letter} {} colour {}: {} of {}", it.name, it.colour, it.n_on, it.n_cells)
            .unwrap();
    }
    writeln!(res, "{} × {}", map.x.key, map.y.key).unwrap();
    for row in &map.rows {
        write!(res, "{:>3} ", row.n_rows).unwrap();
        for &(n_cells, state) in &row.runs {
            let state = &map.states[state as usize];
            let letter = b'a' + state.decider as u8;
            let letter = if state.is_on { letter.to_ascii_uppercase() } else { letter };
            let marks = [(state.is_overlap, '!'), (state.is_gap, '?'), (state.is_outside, '\'')];
            let marks: String = marks.iter().filter(|it| it.0).map(|it| it.1).collect();
            write!(res, "{n_cells}{}{marks} ", char::from(letter)).unwrap();
        }
        res.truncate(res.trim_end().len());
        res.push('\n');
    }
    res
}

#[track_caller]
fn check_map(text: &str, query: &ViewQuery, expect: Expect) {
    expect.assert_eq(&draw(&file(text).coverage(query).unwrap()));
}

fn explanation(text: &str, it: &Explanation) -> String {
    let mut res = format!("{}: {}\n", it.title, it.sentence);
    for reason in &it.reasons {
        let mark = match reason.verdict {
            Verdict::Passes => '+',
            Verdict::Stops => '-',
            Verdict::Ignored => '~',
        };
        let places: Vec<&str> = reason.ranges.iter().map(|&it| slice(text, it)).collect();
        let arrow = if places.is_empty() { "" } else { " <- " };
        writeln!(res, "  {mark} {}{arrow}{}", reason.sentence, places.join(" | ")).unwrap();
    }
    res
}

#[track_caller]
fn check_why(text: &str, query: &ViewQuery, expect: Expect) {
    let map = file(text).coverage(query).unwrap();
    let all: String = map.explanations.iter().map(|it| explanation(text, it)).collect();
    expect.assert_eq(&all);
}

#[test]
fn the_map_by_both_readings() {
    let work = ("event", "omp_work");
    check_map(
        SMALL,
        &query(&[], &[work]),
        expect![[r#"
        a Lexgion(OpenMP).default colour 0: 40 of 40
        OpenMP.thread × MPI.rank
          4 8A 2A'
    "#]],
    );
    check_map(
        SMALL,
        &query(&[], &[work, ("reading", "intended")]),
        expect![[r#"
        a Lexgion(OpenMP).default colour 0: 22 of 22
        b OpenMP.thread(0-3) colour 1: 0 of 4
        c OpenMP.thread(2-5, 9) colour 2: 14 of 14
        OpenMP.thread × MPI.rank
          1 2b 2b! 2C 2A? 2A?'
          3 2A? 4C 2A? 2A?'
    "#]],
    );
    let region = ("region", "0x10");
    check_map(
        SMALL,
        &query(&[], &[work, region]),
        expect![[r#"
        a Lexgion(0x10) colour 1: 20 of 40
        OpenMP.thread × MPI.rank
          2 8A 2A'
          2 8a 2a'
    "#]],
    );
    check_map(
        SMALL,
        &query(&[], &[work, region, ("reading", "intended")]),
        expect![[r#"
        a OpenMP.thread(0-3) colour 1: 0 of 4
        b OpenMP.thread(2-5, 9) colour 2: 6 of 6
        c Lexgion(0x10) colour 3: 10 of 30
        OpenMP.thread × MPI.rank
          1 2a 2a! 2B 2C? 2C?'
          1 2C? 4B 2C? 2C?'
          2 2c? 4c 2c? 2c?'
    "#]],
    );
    check_map(
        SMALL,
        &query(
            &["Lexgion(0x10)"],
            &[("reading", "intended"), ("domain", "MPI"), ("x", "MPI.rank")],
        ),
        expect![[r#"
            a Lexgion(0x10) colour 1: 20 of 40
            MPI.rank × OpenMP.thread
              8 2A 2a
              2 2A' 2a'
        "#]],
    );
}

/// Today's program takes the header of the team for `OpenMP.default`, and its body for the domain's.
#[test]
fn the_map_by_todays_program_has_its_scope_and_its_deciders() {
    let text = "[OpenMP.default]
OpenMP.thread = (0-3)
[MPI.default]
MPI.rank = (0-1)
[OpenMP.team(0): OpenMP.default: MPI.rank(0)]
OpenMP.thread = (0-7)
omp_work = off
[Lexgion(0x10): OpenMP.default: MPI.rank(0)]
tracing_rate = 10
";
    let axes = [("event", "omp_work"), ("x", "OpenMP.thread"), ("y", "MPI.rank")];
    for (region, reading, expect) in [
        (
            "0x10",
            "effective",
            expect![[r#"
            a Lexgion(0x10) colour 0: 8 of 8
            OpenMP.thread × MPI.rank
              2 4A
        "#]],
        ),
        (
            "0x10",
            "intended",
            expect![[r#"
            a OpenMP.team(0) colour 1: 0 of 4
            b Lexgion(0x10) colour 2: 0 of 4
            OpenMP.thread × MPI.rank
              1 4a
              1 4b?
        "#]],
        ),
        (
            "0x10",
            "today",
            expect![[r#"
            a Lexgion(0x10) colour 0: 16 of 16
            OpenMP.thread × MPI.rank
              2 8A
        "#]],
        ),
        (
            "",
            "effective",
            expect![[r#"
            a Lexgion(0x10) colour 0: 8 of 8
            OpenMP.thread × MPI.rank
              2 4A
        "#]],
        ),
        (
            "",
            "today",
            expect![[r#"
            a Lexgion(OpenMP).default colour 0: 0 of 16
            OpenMP.thread × MPI.rank
              2 8a
        "#]],
        ),
    ] {
        let at = [axes.as_slice(), &[("reading", reading), ("region", region)]].concat();
        check_map(text, &query(&[], &at), expect);
    }
}

#[test]
fn a_switched_off_event_and_a_mode_decide_everywhere() {
    check_map(
        SMALL,
        &query(&[], &[("event", "omp_masked"), ("reading", "intended")]),
        expect![[r#"
            a OpenMP.default colour 0: 0 of 40
            OpenMP.thread × MPI.rank
              1 2a 2a! 2a 2a? 2a?'
              3 2a? 4a 2a? 2a?'
        "#]],
    );
    check_map(
        "[CUDA.default]\ntrace_mode = standby\n",
        &query(&["CUDA.default"], &[]),
        expect![[r#"
            a CUDA.default colour 0: 0 of 2176
            CUDA.device × MPI.rank
            128 17a
        "#]],
    );
}

#[test]
fn why_a_unit_is_traced() {
    let at = [("OpenMP.thread", "1"), ("MPI.rank", "0"), ("region", "0x10"), ("event", "omp_work")];
    check_why(
        SMALL,
        &query(&[], &at),
        expect![[r#"
            Effective today: `OpenMP.omp_work` in `0x10` on OpenMP.team 0, OpenMP.thread 1, OpenMP.device 0, MPI.rank 0 is traced at invocations 20, 30, 40, 50, … (200 in all), counted from 0
              + the mode of OpenMP is TRACING by default
              ~ punit sections are read and never used by today's program <- [OpenMP.thread(0-3)] : OpenMP.default : MPI.rank(0)
              + `omp_work` counts by its own region only if a section names that address, else by the parallel region around it
              + `Lexgion(0x10)` is the section for this region <- [Lexgion(0x10)] : OpenMP.default : MPI.rank(0-1)
              + `omp_work` is on by default in `Lexgion(0x10)` <- OpenMP.default
              + the constraint of `Lexgion(0x10)` holds for this unit <- MPI.rank(0-1)
              + `Lexgion(0x10)` traces the invocations 20, 30, 40, 50, … (200 in all), counted from 0 <- trace_starts_at = 20 | max_num_traces = 200 | tracing_rate = 10
            Intended by the documents: `OpenMP.omp_work` in `0x10` on OpenMP.team 0, OpenMP.thread 1, OpenMP.device 0, MPI.rank 0 is not traced: `OpenMP.thread(0-3)` is the first punit section for this unit: `omp_work` is switched off in `OpenMP.thread(0-3)`
              + the mode of OpenMP is TRACING by default
              + `omp_work` is on by default in `OpenMP.default`
              - `OpenMP.thread(0-3)` is the first punit section for this unit: `omp_work` is switched off in `OpenMP.thread(0-3)` <- omp_work = off | [OpenMP.thread(0-3)] : OpenMP.default : MPI.rank(0)
        "#]],
    );
    let at = [("OpenMP.thread", "5"), ("MPI.rank", "2"), ("region", "0x10"), ("event", "omp_work")];
    check_why(
        SMALL,
        &query(&[], &at),
        expect![[r#"
            Effective today: `OpenMP.omp_work` in `0x10` on OpenMP.team 0, OpenMP.thread 5, OpenMP.device 0, MPI.rank 2 is not traced: the constraint of `Lexgion(0x10)` leaves this unit out
              + the mode of OpenMP is TRACING by default
              ~ punit sections are read and never used by today's program <- [OpenMP.thread(2-5, 9)] : OpenMP.default
              + `omp_work` counts by its own region only if a section names that address, else by the parallel region around it
              + `Lexgion(0x10)` is the section for this region <- [Lexgion(0x10)] : OpenMP.default : MPI.rank(0-1)
              + `omp_work` is on by default in `Lexgion(0x10)` <- OpenMP.default
              - the constraint of `Lexgion(0x10)` leaves this unit out <- MPI.rank(0-1)
            Intended by the documents: `OpenMP.omp_work` in `0x10` on OpenMP.team 0, OpenMP.thread 5, OpenMP.device 0, MPI.rank 2 is not traced: the constraint of `Lexgion(0x10)` leaves this unit out
              + the mode of OpenMP is TRACING by default
              + `omp_work` is on by default in `OpenMP.default`
              + `OpenMP.thread(2-5, 9)` is the first punit section for this unit: `omp_work` is on by default in `OpenMP.thread(2-5, 9)` <- OpenMP.default
              + `Lexgion(0x10)` is the section for this region <- [Lexgion(0x10)] : OpenMP.default : MPI.rank(0-1)
              + `omp_work` is on by default in `Lexgion(0x10)` <- OpenMP.default
              - the constraint of `Lexgion(0x10)` leaves this unit out <- MPI.rank(0-1)
        "#]],
    );
    let at = [("event", "omp_parallel_begin"), ("invocation", "40"), ("region", "0x10")];
    check_why(
        SMALL,
        &query(&[], &at),
        expect![[r#"
            Effective today: `OpenMP.omp_parallel_begin` in `0x10` on OpenMP.team 0, OpenMP.thread 0, OpenMP.device 0, MPI.rank 0 at invocation 40 is traced
              + the mode of OpenMP is TRACING by default
              ~ punit sections are read and never used by today's program <- [OpenMP.thread(0-3)] : OpenMP.default : MPI.rank(0)
              + `omp_parallel_begin` checks the triple only: switches and constraints are not checked for parallel regions
              + `Lexgion(0x10)` is the section for this region <- [Lexgion(0x10)] : OpenMP.default : MPI.rank(0-1)
              ~ the switch of `omp_parallel_begin` is not checked
              ~ the constraint of `Lexgion(0x10)` is not checked for this event <- MPI.rank(0-1)
              + `Lexgion(0x10)` traces the invocations 20, 30, 40, 50, … (200 in all), counted from 0: 40 is one of them <- trace_starts_at = 20 | max_num_traces = 200 | tracing_rate = 10
            Intended by the documents: `OpenMP.omp_parallel_begin` in `0x10` on OpenMP.team 0, OpenMP.thread 0, OpenMP.device 0, MPI.rank 0 at invocation 40 is traced
              + the mode of OpenMP is TRACING by default
              + `omp_parallel_begin` is on by default in `OpenMP.default`
              + `OpenMP.thread(0-3)` is the first punit section for this unit: `omp_parallel_begin` is on by default in `OpenMP.thread(0-3)` <- OpenMP.default
              + `Lexgion(0x10)` is the section for this region <- [Lexgion(0x10)] : OpenMP.default : MPI.rank(0-1)
              + `omp_parallel_begin` is on by default in `Lexgion(0x10)` <- OpenMP.default
              + the constraint of `Lexgion(0x10)` holds for this unit <- MPI.rank(0-1)
              + `Lexgion(0x10)` traces the invocations 20, 30, 40, 50, … (200 in all), counted from 0: 40 is one of them <- trace_starts_at = 20 | max_num_traces = 200 | tracing_rate = 10
        "#]],
    );
}

/// The question of the document's example: an event that its default switches off.
#[test]
fn the_seed_documents_question() {
    let text = include_str!("../../../../testdata/pinsight/err/seed_document.trace");
    let at = [
        ("OpenMP.thread", "5"),
        ("MPI.rank", "0"),
        ("event", "omp_sync_region"),
        ("invocation", "40"),
    ];
    check_why(
        text,
        &query(&["OpenMP.default"], &at),
        expect![[r#"
            The program of February 2026: `OpenMP.omp_sync_region` on OpenMP.team 0, OpenMP.thread 5, OpenMP.device 0, MPI.rank 0, CUDA.device 0 at invocation 40 is not traced: `Lexgion.default` traces the invocations 9, 19, 29, 39, … (2000 in all), counted from 0: 40 is none of them
              + the mode of OpenMP is TRACING by default
              ~ punit sections were read and never used <- [OpenMP.team(0-4), OpenMP.thread(0-15): OpenMP.default: MPI.rank(0)]
              + the program of that time had no finished look-up of regions: `Lexgion.default` applies, whose entry it gave to `Lexgion(4198589)`, the first region of the file <- [Lexgion(4198589): Lexgion.default, OpenMP.default: MPI.rank(0-3)] | [Lexgion.default: OpenMP.default, MPI.default]
              ~ event switches were not checked by the program of that time
              ~ the constraint of `Lexgion.default` is not checked for this event <- MPI.rank(0-3)
              - `Lexgion.default` traces the invocations 9, 19, 29, 39, … (2000 in all), counted from 0: 40 is none of them <- max_num_traces = 2000 | tracing_rate = 10
            Intended by the document: `OpenMP.omp_sync_region` on OpenMP.team 0, OpenMP.thread 5, OpenMP.device 0, MPI.rank 0, CUDA.device 0 at invocation 40 is not traced: `omp_sync_region` is switched off in `OpenMP.default`
              + the mode of OpenMP is TRACING by default
              - `omp_sync_region` is switched off in `OpenMP.default` <- omp_sync_region = off
            Today's program: `OpenMP.omp_sync_region` on OpenMP.team 0, OpenMP.thread 5, OpenMP.device 0, MPI.rank 0, CUDA.device 0 at invocation 40 is not traced: `omp_sync_region` is off in `Lexgion(OpenMP).default`, which takes the events of `OpenMP.default`
              + the mode of OpenMP is TRACING by default
              + `omp_sync_region` asks switch and constraint at explicit and worksharing barriers; the barrier at the end of a parallel region follows that region alone
              + no section names this region, so `Lexgion(OpenMP).default` applies: `Lexgion.default` with the events of `OpenMP.default`
              - `omp_sync_region` is off in `Lexgion(OpenMP).default`, which takes the events of `OpenMP.default` <- omp_sync_region = off
        "#]],
    );
}

#[test]
fn origins_of_events_name_the_snapshot() {
    let text = "[MPI.default]\nMPI_Send = off\n[Lexgion(0x10)] : MPI.default\n[MPI.default]\nMPI_Send = on\n";
    let at = [("event", "MPI_Send"), ("domain", "MPI")];
    check_why(
        text,
        &query(&["Lexgion(0x10)"], &at),
        expect![[r#"
        Effective today: `MPI.MPI_Send` in `0x10` on MPI.rank 0 is not traced: `MPI_Send` is off in `Lexgion(0x10)`, copied from `MPI.default` as it was there
          + the mode of MPI is TRACING by default
          + `Lexgion(0x10)` is the section for this region <- [Lexgion(0x10)] : MPI.default
          - `MPI_Send` is off in `Lexgion(0x10)`, copied from `MPI.default` as it was there <- MPI_Send = off | MPI.default
        Intended by the documents: `MPI.MPI_Send` in `0x10` on MPI.rank 0 is not traced: `MPI_Send` is off in `Lexgion(0x10)`, copied from `MPI.default` as it was there
          + the mode of MPI is TRACING by default
          + `MPI_Send` is switched on in `MPI.default` <- MPI_Send = on
          + `Lexgion(0x10)` is the section for this region <- [Lexgion(0x10)] : MPI.default
          - `MPI_Send` is off in `Lexgion(0x10)`, copied from `MPI.default` as it was there <- MPI_Send = off | MPI.default
    "#]],
    );
    let text = "[Lexgion(0x10)]\nMPI.MPI_Recv = on\n[Lexgion(0x20)] : : MPI.rank(0), Foo.x(1)\n[Lexgion(0x30)] : : Foo.x(1)\n";
    check_why(
        text,
        &query(&["Lexgion(0x10)"], &at),
        expect![[r#"
        Effective today: `MPI.MPI_Send` in `0x10` on MPI.rank 0 is not traced: `MPI_Send` is off as its set starts with all off in `Lexgion(0x10)`
          + the mode of MPI is TRACING by default
          + `Lexgion(0x10)` is the section for this region <- [Lexgion(0x10)]
          - `MPI_Send` is off as its set starts with all off in `Lexgion(0x10)`
        Intended by the documents: `MPI.MPI_Send` in `0x10` on MPI.rank 0 is not traced: `MPI_Send` is off as its set starts with all off in `Lexgion(0x10)`
          + the mode of MPI is TRACING by default
          + `MPI_Send` is on by default in `MPI.default`
          + `Lexgion(0x10)` is the section for this region <- [Lexgion(0x10)]
          - `MPI_Send` is off as its set starts with all off in `Lexgion(0x10)`
    "#]],
    );
    check_why(
        text,
        &query(&["Lexgion(0x30)"], &at),
        expect![[r#"
        Effective today: `MPI.MPI_Send` in `0x30` on MPI.rank 0 is not traced: the constraint of `Lexgion(0x30)` names no kind that exists, so it never holds
          + the mode of MPI is TRACING by default
          + `Lexgion(0x30)` is the section for this region <- [Lexgion(0x30)] : : Foo.x(1)
          + `Lexgion(0x30)` has no event set for MPI, so every event passes
          - the constraint of `Lexgion(0x30)` names no kind that exists, so it never holds <- Foo.x(1)
        Intended by the documents: `MPI.MPI_Send` in `0x30` on MPI.rank 0 is not traced: the constraint of `Lexgion(0x30)` names no kind that exists, so it never holds
          + the mode of MPI is TRACING by default
          + `MPI_Send` is on by default in `MPI.default`
          + `Lexgion(0x30)` is the section for this region <- [Lexgion(0x30)] : : Foo.x(1)
          + `Lexgion(0x30)` has no event set for MPI, so every event passes
          - the constraint of `Lexgion(0x30)` names no kind that exists, so it never holds <- Foo.x(1)
    "#]],
    );
}

/// On domains whose callbacks ask all rules, the map says what the resolver of the run time says,
/// and every cell says what the explanation of its unit says.
#[test]
fn the_map_agrees_with_the_run_time() {
    let text = "[MPI.default]
MPI.rank = (2-9)
MPI_Recv = off
[CUDA.default]
CUDA.device = 0-3
trace_mode = monitor
[CUDA.device(1-2)] : CUDA.default
[MPI.rank(2-4), OpenMP.thread(1)] : MPI.default : CUDA.device(1)
[MPI.rank(3-11)] : : OpenMP.thread(0-4)
MPI_Send = on
[Lexgion(0x10)] : MPI.default : MPI.rank(1-5, 8), CUDA.device(0,3)
[Lexgion(0x20)] : MPI.default : Foo.bar(1)
[Lexgion(0x30)]
max_num_traces = 0
";
    let file = file(text);
    for domain in ["MPI", "CUDA"] {
        let events = ["MPI_Send", "MPI_Recv", "CUDA_free"];
        for (region, reading) in [
            ("", "effective"),
            ("0x10", "effective"),
            ("0x20", "effective"),
            ("0x30", "effective"),
            ("", "intended"),
            ("0x10", "intended"),
        ] {
            for event in events.iter().filter(|it| it.starts_with(domain)) {
                let settings = [
                    ("domain", domain),
                    ("event", event),
                    ("region", region),
                    ("reading", reading),
                    ("x", "CUDA.device"),
                    ("y", "MPI.rank"),
                ];
                let map = file.coverage(&query(&[], &settings)).unwrap();
                let mut rank = 0;
                for row in &map.rows {
                    for _ in 0..row.n_rows {
                        let mut device = 0;
                        for &(n_cells, state) in &row.runs {
                            let it = &map.states[state as usize];
                            for _ in 0..n_cells {
                                let (x, y) = (device.to_string(), rank.to_string());
                                let mut at = settings.to_vec();
                                at.extend([("CUDA.device", x.as_str()), ("MPI.rank", y.as_str())]);
                                let which = usize::from(reading == "intended");
                                let point = file.coverage(&query(&[], &at)).unwrap();
                                let why = &point.explanations[which];
                                assert_eq!(it.is_on, why.is_on, "{at:?}: {}", it.sentence);
                                if reading == "effective" {
                                    assert_eq!(
                                        it.is_on,
                                        runs(&file, domain, event, region, rank, device),
                                        "{at:?}"
                                    );
                                }
                                device += 1;
                            }
                        }
                        rank += 1;
                    }
                }
            }
        }
    }
}

fn runs(file: &File, domain: &str, event: &str, region: &str, rank: i64, device: i64) -> bool {
    let domain = Domain::from_name(domain).unwrap();
    let address = region.strip_prefix("0x").map(|it| u64::from_str_radix(it, 16).unwrap());
    let place = Place { domain, address, name: None, file: None };
    let mut ids = [Some(0); N_KINDS];
    ids[Domain::Mpi.kind("rank").unwrap().index()] = Some(rank);
    ids[Domain::Cuda.kind("device").unwrap().index()] = Some(device);
    let mut run = Run::new(file.state());
    let event = domain.event(event).unwrap();
    (0..3).any(|_| run.invoke(&place, event, &Units(ids)))
}

#[test]
fn a_large_map_is_small() {
    let mut text =
        "[OpenMP.default]\nOpenMP.thread = (0-1023)\n[MPI.default]\nMPI.rank = (0-1023)\n"
            .to_owned();
    for n in 0..8 {
        writeln!(
            text,
            "[OpenMP.thread({}-{})] : OpenMP.default : MPI.rank({n}, 100-900)",
            n * 100,
            n * 100 + 150
        )
        .unwrap();
    }
    let map = file(&text).coverage(&query(&[], &[("reading", "intended")])).unwrap();
    let cells = |row: &bobbin_core::view::CellRows| row.runs.iter().map(|it| it.0).sum::<u32>();
    assert_eq!(map.rows.iter().map(|it| it.n_rows).sum::<u32>(), 1024);
    assert!(map.rows.iter().all(|it| cells(it) == 1024));
    assert!(map.rows.len() < 20, "equal rows are one");
    assert_eq!(map.deciders.iter().map(|it| it.n_cells).sum::<u32>(), 1024 * 1024);
}

/// Returns domain, event and region of the map that is drawn when the page asks for a telling one.
fn told(text: &str, item: &[&str], settings: &[(&str, &str)]) -> String {
    let all = [settings, &[("telling", "yes")]].concat();
    let map = file(text).coverage(&query(item, &all)).unwrap();
    let value = |key: &str| {
        let control = map.controls.iter().find(|it| it.key == key);
        control.map(|it| it.value.clone()).unwrap_or_default()
    };
    format!("{} {} {}", value("domain"), value("event"), value("region"))
}

#[test]
fn the_first_map_asks_where_answers_differ() {
    // The constraint of the region leaves ranks out; without `telling` no region is chosen.
    assert_eq!(told(SMALL, &[], &[]), "OpenMP omp_implicit_task 0x10");
    let plain = file(SMALL).coverage(&query(&[], &[])).unwrap();
    assert!(plain.controls.iter().any(|it| it.key == "region" && it.value.is_empty()));
    // What is chosen stays, and another reading asks the same.
    assert_eq!(told(SMALL, &[], &[("region", "")]), "OpenMP omp_work ");
    assert_eq!(told(SMALL, &[], &[("event", "omp_work")]), "OpenMP omp_work 0x10");
    assert_eq!(told(SMALL, &[], &[("reading", "intended")]), "OpenMP omp_implicit_task 0x10");
    // Only the intended reading knows of punit sections.
    let punits = "[OpenMP.default]\nOpenMP.thread = (0-7)\n[OpenMP.thread(0-3)] : OpenMP.default\nomp_work = off\n";
    assert_eq!(told(punits, &[], &[]), "OpenMP omp_work ");
}

#[test]
fn a_region_that_is_called_by_an_event_asks_about_it() {
    let text =
        "[MPI.default]\nMPI.rank = (0-7)\n[Lexgion(MPI:MPI_Send)] : MPI.default : MPI.rank(0-3)\n";
    assert_eq!(told(text, &[], &[]), "MPI MPI_Send MPI:MPI_Send");
    let bare = text.replace("MPI:MPI_Send", "MPI_Send");
    assert_eq!(told(&bare, &["Lexgion(MPI_Send)"], &[]), "MPI MPI_Send MPI_Send");
    // Another call never happens there: what is chosen later counts.
    let (event, region) = (("event", "MPI_Recv"), ("region", "MPI:MPI_Send"));
    assert_eq!(told(text, &[], &[region, event]), "MPI MPI_Recv ");
    assert_eq!(told(text, &[], &[event, region]), "MPI MPI_Send MPI:MPI_Send");
    assert_eq!(told(text, &[], &[("domain", "MPI"), event]), "MPI MPI_Recv ");
    // Nor does an event of another domain, neither in a region that was chosen nor in one picked.
    let (other, picked) = (("domain", "OpenMP"), ("picked", "yes"));
    assert_eq!(told(text, &[], &[region, other]), "OpenMP omp_implicit_task ");
    assert_eq!(told(text, &[], &[other, region]), "MPI MPI_Send MPI:MPI_Send");
    let send = ["Lexgion(MPI:MPI_Send)"];
    assert_eq!(told(text, &send, &[picked, other]), "OpenMP omp_implicit_task ");
    assert_eq!(told(text, &send, &[other, picked]), "MPI MPI_Send MPI:MPI_Send");
    // A text that makes no difference is asked what it was before.
    assert_eq!(told("[MPI.default]\n", &[], &[]), "MPI MPI_Init ");
}

#[test]
fn a_kernel_is_launched_and_nothing_else() {
    let text =
        "[CUDA.default]\n[Lexgion(CUDA:saxpy)]\ntracing_rate = 3\n[Lexgion(CUDA:CUDA_malloc)]\n";
    assert_eq!(told(text, &["Lexgion(CUDA:saxpy)"], &[]), "CUDA CUDA_kernel_launch CUDA:saxpy");
    let own = told(text, &["Lexgion(CUDA:CUDA_malloc)"], &[]);
    assert_eq!(own, "CUDA CUDA_malloc CUDA:CUDA_malloc");
    let settings = [("region", "CUDA:saxpy"), ("event", "CUDA_device_synchronize")];
    let map = file(text).coverage(&query(&[], &settings)).unwrap();
    let why = "not traced: this region is a kernel, in which only `CUDA_kernel_launch` occurs";
    for it in &map.explanations {
        assert!(!it.is_on && it.sentence.ends_with(why), "{}", it.sentence);
    }
}

#[test]
fn a_section_that_stores_nothing_is_about_the_region_of_its_header() {
    let text = "[Lexgion(MPI:foo)]\ntracing_rate = 2\n[REMOVE Lexgion(MPI:foo)]\n[RESET Lexgion(bar)]\n\
                tracing_rate = 3\n[Lexgion(MPI:MPI_Send)]\ntracing_rate = 7\n";
    let file = file(text);
    let region = |idx: usize| {
        let item = item::item_path(&file, idx);
        let map = file.coverage(&ViewQuery { item, settings: Vec::new() }).unwrap();
        map.controls.iter().find(|it| it.key == "region").unwrap().value.clone()
    };
    assert_eq!([0, 1, 2, 3].map(region), ["MPI:foo", "MPI:foo", "", "MPI:MPI_Send"]);
}

/// pinsight.md#domain-callbacks: the name of a region of MPI is that of the function.
#[test]
fn events_of_other_functions_do_not_occur_in_a_region_of_mpi() {
    let text = "[MPI.default]\nMPI.rank = (0-3)\n[Lexgion(MPI:MPI_Send)]\n[Lexgion(MPI_Recv)]\n[Lexgion(main)]\n\
                [Lexgion(Python:solve)]\n";
    let file = file(text);
    let asked = |region: &str, event: &str| {
        let settings = [("domain", "MPI"), ("region", region), ("event", event)];
        file.coverage(&query(&[], &settings)).unwrap()
    };
    let map = asked("MPI:MPI_Send", "MPI_Recv");
    assert!(map.states.iter().all(|it| !it.is_on));
    for explanation in &map.explanations {
        assert!(!explanation.is_on);
        let why = "not traced: this region is the calls of `MPI_Send`, in which `MPI_Recv` does not occur";
        assert!(explanation.sentence.ends_with(why), "{}", explanation.sentence);
    }
    for (region, event) in [
        ("MPI:MPI_Send", "MPI_Send"),
        ("MPI_Recv", "MPI_Recv"),
        ("Python:solve", "MPI_Recv"),
        ("", "MPI_Recv"),
    ] {
        assert!(asked(region, event).explanations[0].is_on, "{region} {event}");
    }
    for explanation in asked("main", "MPI_Recv").explanations {
        let why = "not traced: no function of MPI is called `main`, so no call is in this region";
        assert!(
            !explanation.is_on && explanation.sentence.ends_with(why),
            "{}",
            explanation.sentence
        );
    }
    // Where none is asked for, it is that of the function, and no other can be chosen.
    let settings = [("domain", "MPI"), ("region", "MPI:MPI_Send")];
    let map = file.coverage(&query(&[], &settings)).unwrap();
    let events = map.controls.iter().find(|it| it.key == "event").unwrap();
    assert_eq!(events.value, "MPI_Send");
    let FieldKind::Choice { choices } = &events.kind else { panic!("{:?}", events.kind) };
    assert_eq!(choices.len(), 1);
}

/// The default of a domain that has no section of its own is called by the one that it copies, as in the legend.
#[test]
fn a_section_has_one_name_in_legend_and_sentences() {
    for (text, name) in [
        ("[Lexgion.default]\ntracing_rate = 7\n", "Lexgion.default"),
        (
            "[Lexgion.default]\n[Lexgion(OpenMP).default]\ntracing_rate = 7\n",
            "Lexgion(OpenMP).default",
        ),
    ] {
        let map = file(text).coverage(&query(&[], &[])).unwrap();
        let names: Vec<&str> = map.deciders.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, [name]);
        let said = &map.states[0].sentence;
        assert!(said.contains(&format!("`{name}` traces")), "{said}");
    }
}

/// pinsight.md#after-reading-a-file: the default that the program makes has other events than the section
/// that it copies.
#[test]
fn events_of_a_default_that_is_made_are_not_said_of_the_section_that_it_copies() {
    let text = "[OpenMP.default]\nomp_work = off\n[Lexgion.default]\ntracing_rate = 7\nOpenMP.omp_work = on\n";
    let map = file(text).coverage(&query(&[], &[("event", "omp_work")])).unwrap();
    expect!["not traced: `omp_work` is off in `Lexgion(OpenMP).default`, which takes the events of `OpenMP.default`"].assert_eq(&map.states[0].sentence);
}

#[test]
fn a_map_whose_axes_are_chosen_stays_when_what_decides_there_is_picked() {
    let text = "[OpenMP.default]
OpenMP.thread = (0, 15)
[MPI.default]
MPI.rank = (0-3)
[CUDA.default]
CUDA.device = (0-3)
[OpenMP.thread(0-3)]: OpenMP.default: MPI.rank(0), CUDA.device(0)
[MPI.rank(0)]: MPI.default
[Lexgion(OpenMP).default]
tracing_rate = 1
[Lexgion(0x4010bd)]: OpenMP.default, MPI.default: MPI.rank(0), CUDA.device(0)
tracing_rate = 10
";
    let file = file(text);
    for reading in ["effective", "intended"] {
        let asked = [("telling", "yes"), ("reading", reading)];
        let before = file.coverage(&query(&[], &asked)).unwrap();
        let (x, y) = (before.x.key.clone(), before.y.key.clone());
        for decider in &before.deciders {
            let Some(item) = decider.item.clone() else { continue };
            let mut picked =
                query(&[], &[&asked[..], &[("x", &x), ("y", &y), ("picked", "yes")]].concat());
            picked.item = Some(item);
            let after = file.coverage(&picked).unwrap();
            assert_eq!(draw(&after), draw(&before), "{reading} {}", decider.name);
        }
    }
}

#[test]
fn a_map_of_what_is_not_read_says_where_reading_ends() {
    let notes = |text: &str, reading: &str| {
        file(text).coverage(&query(&[], &[("reading", reading)])).unwrap().notes
    };
    let text = "# c\n[OpenMP.default\n[MPI.default]\n";
    let told = "the program stops reading at line 2; nothing below it counts here";
    assert_eq!(notes(text, "effective"), [told]);
    assert_eq!(notes(text, "intended"), [] as [&str; 0]);
    assert_eq!(notes("[OpenMP.default]\n", "effective"), [] as [&str; 0]);
    let seed = "[Lexgion(0x10): OpenMP.default]\n[OpenMP.default\n[MPI.default]\n";
    let told = "today's program stops reading at line 2; nothing below it counts here";
    let stops = |reading: &str| notes(seed, reading).iter().any(|it| it.contains("stops reading"));
    assert!(notes(seed, "today").iter().any(|it| it == told));
    assert!(!stops("effective"));
    let seed = "[Lexgion(0x10): OpenMP.default]\n[]\n[MPI.default]\n";
    assert!(!notes(seed, "today").iter().any(|it| it.contains("stops reading")));
}

/// The page sends what is chosen on the map for the line, too, and the other way round.
#[test]
fn map_and_line_are_about_the_same() {
    let text = "[MPI.default]\nMPI.rank = (0-7)\n[Lexgion.default]\n[Lexgion(0x10)]: OpenMP.default : MPI.rank(0-3)\n\
                [Lexgion(MPI:MPI_Send)] : MPI.default : MPI.rank(0-3)\n";
    let file = file(text);
    let value = |controls: &[bobbin_core::view::Control], key: &str| {
        controls.iter().find(|it| it.key == key).unwrap().value.clone()
    };
    let (event, region, other) =
        (("event", "MPI_Recv"), ("region", "MPI:MPI_Send"), ("domain", "OpenMP"));
    let send = ["Lexgion(MPI:MPI_Send)"];
    for (item, chosen, about) in [
        (&[][..], &[region][..], "MPI MPI:MPI_Send"),
        (&[], &[region, other], "OpenMP 0x10"),
        (&[], &[other, region], "MPI MPI:MPI_Send"),
        (&[], &[("region", ""), event], "MPI "),
        (&send, &[("picked", "yes"), other], "OpenMP 0x10"),
        (&send, &[other, ("picked", "yes")], "MPI MPI:MPI_Send"),
        (&["Lexgion.default"], &[region], "MPI MPI:MPI_Send"),
    ] {
        let asked = query(item, &[chosen, &[("telling", "yes")]].concat());
        let (map, line) = (file.coverage(&asked).unwrap(), file.timeline(&asked).unwrap());
        for controls in [&map.controls, &line.controls] {
            let told = format!("{} {}", value(controls, "domain"), value(controls, "region"));
            assert_eq!(told, about, "{item:?} {chosen:?}");
        }
    }
}
