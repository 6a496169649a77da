//! What forms, hovers, completions and the table of values say, on small texts.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use text_size::TextSize;

use super::tables::Domain;
use super::{File, parse};
use bobbin_core::edit::ItemPath;
use bobbin_core::text::{offset, slice};
use bobbin_core::view::Field;
use bobbin_core::{Document, Input};

fn file(text: &str) -> File {
    parse(&Input::alone("x.trace", text))
}

fn section(parts: &[&str]) -> ItemPath {
    ItemPath::new(["section"].iter().chain(parts).copied())
}

/// Written, effective, origin and what stands in the way, for one field.
#[track_caller]
fn field(text: &str, item: &[&str], key: &str) -> String {
    let form = file(text).form(&section(item)).unwrap();
    let mut fields = form.groups.iter().flat_map(|it| &it.fields);
    let Field { written, effective, origin, inert, .. } = fields.find(|it| it.key == key).unwrap();
    let mut res = format!("{} → {effective} ({:?}", written.as_deref().unwrap_or("-"), origin.kind);
    if !origin.note.is_empty() {
        res.push_str(&format!(": {}", origin.note));
    }
    res.push(')');
    if let Some(inert) = inert {
        res.push_str(&format!(" inert: {inert}"));
    }
    res
}

#[test]
fn fields_say_where_values_come_from() {
    let text = "\
[OpenMP.default]
omp_work = off
OpenMP.thread = (0-7)
[Lexgion.default] : OpenMP.default
tracing_rate = 10
[Lexgion(0x10)]
max_num_traces = 5
OpenMP.omp_masked = off
[Lexgion(0x10)]
tracing_rate = 3
";
    let check = |item: &[&str], key: &str, expected: &str| {
        assert_eq!(field(text, item, key), expected, "{key}");
    };
    check(&["OpenMP.default"], "omp_work", "off → off (Written)");
    check(&["OpenMP.default"], "omp_masked", "- → on (Default: install default)");
    check(
        &["OpenMP.default"],
        "omp_flush",
        "- → off (Default: install default) inert: off by default, and the program refuses to switch it on",
    );
    check(&["OpenMP.default"], "OpenMP.thread", "(0-7) → (0, 7) (Written)");
    check(&["OpenMP.default"], "trace_mode", "- → TRACING (Default)");
    check(&["Lexgion(0x10)"], "OpenMP.omp_work", "- → off (Inherited: from `OpenMP.default`)");
    check(&["Lexgion(0x10)"], "OpenMP.omp_masked", "off → off (Written)");
    check(
        &["Lexgion(0x10)", "#2"],
        "OpenMP.omp_masked",
        "- → off (Inherited: from `Lexgion(0x10)`)",
    );
    check(&["Lexgion(0x10)"], "tracing_rate", "- → 3 (Inherited: from `Lexgion(0x10)`)");
    check(&["Lexgion(0x10)"], "trace_starts_at", "- → 0 (Default)");
    check(&["Lexgion(0x10)"], "MPI.MPI_Send", "- → on (Default: no event set for MPI here)");
}

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

            With `trace_starts_at` = 20, `max_num_traces` = 4 and `tracing_rate` = 10 the invocations max(S, R-1) + k·R are traced, k = 0, 1, 2, … The numbers count from 0 on each thread and for each region.
        "#]],
    );
    check(
        "[OpenMP.default]\nomp_$parallel_begin = off\n",
        expect![[r#"
            omp_parallel_begin
            **OpenMP.omp_parallel_begin**: **off** in force, written here

            OpenMP event of group parallel, on by default; a switch has no effect at run time: only the rate decides.
        "#]],
    );
    // The line below counts.
    check(
        "[Lexgion.default]\ntracing_$rate = 10\n[Lexgion.default]\ntracing_rate = 20\n",
        expect![[r#"
            tracing_rate
            **tracing_rate**: **20** in force, from line 4, in `Lexgion.default`

            Write a whole number. Default 1.

            One of so many invocations is traced, the last of each group: a rate of 10 traces 9, 19, 29 and so on.
        "#]],
    );
    check(
        "[MPI.default]\nMPI.ra$nk = (0-3)\ntrace_mode = OFF\n",
        expect![[r#"
            MPI.rank
            **MPI.rank**: **0 to 3** in force, written here

            The least and the greatest rank that other sections may name: the rank in the world communicator. It limits ids, not what is traced, and a comma means the same as a dash.
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

        An id is the rank in the world communicator. The scope is 0 to 127.
    "#]],
    );
}

#[test]
fn completions_know_the_section() {
    let labels = |text: &str| -> Vec<String> {
        let at = text.find('$').unwrap();
        let text = text.replacen('$', "", 1);
        file(&text).completions(TextSize::new(at as u32)).into_iter().map(|it| it.label).collect()
    };
    let has = |text: &str, word: &str| labels(text).iter().any(|it| it == word);
    assert!(has("[OpenMP.default]\n  $\n", "omp_work"));
    assert!(has("[OpenMP.default]\n  om$\n", "OpenMP.thread"));
    assert!(!has("[OpenMP.default]\n  $\n", "tracing_rate"));
    assert!(has("[Lexgion(0x10)]\n$", "MPI.MPI_Send"));
    assert!(has("[MPI.default]\ntrace_mode = $\n", "STANDBY"));
    assert_eq!(labels("[MPI.default]\nMPI_Send = $\n"), ["off", "on"]);
    assert!(has("[Lexgion(0x10)] : $", "CUDA.default"));
    assert!(has("[Lexgion(0x10)] : : $", "MPI.rank(0-127)"));
    assert!(has("[$", "Lexgion(HIP).default"));
    assert!(!has("[Lexgion.default: $]\n", "HIP.default"));
    assert!(labels("# $").is_empty());
}

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

/// `window-variable`: people take the variable for an override of the file.
#[test]
fn the_window_variable_is_spoken_of() {
    let env = std::collections::BTreeMap::from([
        ("PINSIGHT_TRACE_WINDOW".to_owned(), "0:5:10:0".to_owned()),
        ("PINSIGHT_MEASURE_ENERGY".to_owned(), "on".to_owned()),
    ]);
    let host = std::sync::Arc::new(bobbin_core::HostFacts { env, ..Default::default() });
    let input = Input { host, ..Input::alone("x", "[MPI.default]\n[Lexgion.default]\n") };
    let file = parse(&input);
    let found = file.diagnostics();
    assert_eq!(found.iter().map(|it| it.code.name).collect::<Vec<_>>(), ["window-variable"]);
    assert_eq!(slice(&input.text, found[0].range), "Lexgion.default");
    assert_eq!(file.state().energy.value, super::values::NodePolicy::On);
    // The regions of a domain do not see it.
    assert_eq!(file.state().region_default.triple[1].value, 5);
    assert_eq!(file.state().domain_region_default(Domain::Mpi).0.triple[1].value, -1);
}
