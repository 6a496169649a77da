//! Lines that set a key again, where the program does not take what they say.

use std::sync::Arc;

use bobbin_core::{Document, HostFacts, Input};
use bobbin_pinsight::parse;

use super::said;

/// pinsight.md#node-policies and pinsight.md#knobs: C89, C110.
#[test]
fn a_line_that_the_program_refuses_does_not_take_effect() {
    let none: [&str; 0] = [];
    for value in ["bogus", "leaderpernode", "on # note"] {
        let text = format!("[Energy]\nmeasure=ON\nmeasure={value}\n");
        assert_eq!(said(&text, "repeated-key"), none, "{value}");
    }
    assert_eq!(said("[Energy]\nmeasure=ON\nmeasure=bogus\nmeasure=off\n", "repeated-key").len(), 2);
    // There an unknown policy is `off`.
    let text = "[CUDA.default]\ndevice_activity=on\ndevice_activity=bogus\n";
    assert_eq!(said(text, "repeated-key").len(), 1);
    let knobs: String = (0..64).map(|it| format!("k{it} = {it}\n")).collect();
    let text = format!("[Knob]\n{knobs}z = 1\nz = 2\n");
    assert_eq!(said(&text, "repeated-key"), none);
    assert_eq!(said(&text, "knob-table-full").len(), 2);
    // Nor does one that it ignores.
    assert_eq!(said("[Energy]\nx = 1\nx = 2\n", "repeated-key"), none);
    assert_eq!(said("[MPI.rank(0)]\ntrace_mode = OFF\ntrace_mode = OFF\n", "repeated-key"), none);
}

/// pinsight.md#knobs: 63 bytes of a name count.
#[test]
fn knobs_with_the_same_63_bytes_are_one() {
    let name = "k".repeat(63);
    assert_eq!(said(&format!("[Knob]\n{name}a = 1\n{name}b = 2\n"), "repeated-key").len(), 1);
    assert_eq!(said(&format!("[Knob]\n{name} = 1\na{name} = 2\n"), "repeated-key").len(), 0);
}

#[test]
fn a_line_without_effect_switches_nothing_off() {
    let text = "[Lexgion(0x1)]\n MPI.MPI_Send = off\n MPI.MPI_Send = off\n";
    let found = super::file(text).diagnostics();
    let lone: Vec<_> = found.iter().filter(|it| it.code.name == "lone-switch").collect();
    assert_eq!(lone.len(), 1);
    assert!(lone[0].range.start() > found[0].range.start(), "{found:?}");
    assert_eq!(found[0].code.name, "repeated-key");
    let text = "[Lexgion(0x1)]\n MPI.MPI_Send = off\n MPI.MPI_Send = on\n";
    assert!(said(text, "lone-switch").is_empty());
}

#[test]
fn a_time_of_a_rotation_is_refused_for_a_true_reason() {
    let why = |time: &str| {
        let text = format!("[CUDA.default]\n device_activity = rotate_per_node:{time}\n");
        said(&text, "rotate-time").remove(0)
    };
    assert_eq!(
        why("99999999999"),
        "`99999999999` does not fit into 32 bits, and the program takes 1215752191"
    );
    assert_eq!(
        why("-4294967295"),
        "`-4294967295` does not fit into 32 bits, and the program takes 1"
    );
    assert_eq!(why("0"), "`0` is no time above 0 milliseconds, and the program takes 1000");
    assert_eq!(why("soon"), "`soon` is not a number of milliseconds, and the program takes 1000");
}

/// pinsight.md#lines: a piece of blanks is a blank line.
#[test]
fn a_long_line_is_told_of_where_something_is_in_its_rest() {
    let n_long = |line: &str| said(&format!("[Knob]\n{line}\n"), "line-too-long").len();
    let comment = format!("#{}", "x".repeat(1022));
    assert_eq!(n_long(&comment), 0);
    assert_eq!(n_long(&format!("{comment}   \r")), 0);
    assert_eq!(n_long(&format!("{comment}x")), 1);
}

/// pinsight.md#what-stops-a-seed-file: a bracket mends nothing there.
#[test]
fn a_bracket_is_added_where_it_helps() {
    let labels = |text: &str| {
        let found = super::file(text).diagnostics().into_iter();
        let found = found.filter(|it| it.code.name == "unclosed-header");
        found.flat_map(|it| it.fixes).map(|it| it.label).collect::<Vec<_>>()
    };
    assert_eq!(labels("[MPI.default : MPI.default\n"), [""; 0]);
    assert_eq!(labels("[MPI.rank(0) : MPI.default\n"), ["Add `]`"]);
}

/// pinsight.md#environment-variables: values of variables are read as those of the file are.
#[test]
fn variables_are_checked_as_values_of_the_file() {
    #[track_caller]
    fn check(name: &str, value: &str, expected: &[&str]) {
        let mut host = HostFacts::default();
        host.env.insert(name.to_owned(), value.to_owned());
        let text = "[Lexgion.default]\nmax_num_traces = 5\n[CUDA.default]\nCUDA_free = off\n";
        let input = Input { host: Arc::new(host), ..Input::alone("x.trace", text) };
        let told =
            ["unknown-mode", "bad-node-policy", "odd-number", "unknown-variable", "outdated-field"];
        let said: Vec<String> = parse(&input)
            .diagnostics()
            .into_iter()
            .filter(|it| told.contains(&it.code.name))
            .map(|it| {
                format!(
                    "{}: {} ({})",
                    text.get(std::ops::Range::<usize>::from(it.range)).unwrap_or_default(),
                    it.message,
                    it.help.unwrap()
                )
            })
            .collect();
        assert_eq!(said, expected, "{name}={value}");
    }
    check(
        "PINSIGHT_TRACE_CUDA",
        "disabled",
        &[
            "CUDA.default: `PINSIGHT_TRACE_CUDA` is set to `disabled`, which is not a mode, and the program \
           takes it for TRACING (did you mean `OFF`?)",
        ],
    );
    for value in ["off", "False", "0", "standby", "monitor", "TRACING", "true", "1", "on"] {
        check("PINSIGHT_TRACE_CUDA", value, &[]);
    }
    check("PINSIGHT_TRACE_DIR", "x", &[]);
    check("PINSIGHT_TRACING_OPTION", "x", &[]);
    for (name, meant) in [
        ("PINSIGHT_TRACE_CUDAA", "PINSIGHT_TRACE_CUDA"),
        ("PINSIGHT_TRACE_WINDOWS", "PINSIGHT_TRACE_WINDOW"),
        ("PINSIGHT_MEASURE_ENERGIE", "PINSIGHT_MEASURE_ENERGY"),
    ] {
        let told = format!(
            "Lexgion.default: `{name}` is set, and the program reads no variable of this name \
             (did you mean `{meant}`?)"
        );
        check(name, "1", &[&told]);
    }
    check(
        "PINSIGHT_MEASURE_ENERGY",
        "sometimes",
        &[
            "Lexgion.default: `PINSIGHT_MEASURE_ENERGY` is set to `sometimes`, which is not a policy, and \
           the program keeps that of the file (write off, on, anyone_per_node or leader_per_node)",
        ],
    );
    check(
        "PINSIGHT_TRACE_MIP",
        "OFF",
        &[
            "Lexgion.default: `PINSIGHT_TRACE_MIP` is set, and the program reads no variable of this name \
           (did you mean `PINSIGHT_TRACE_MPI`?)",
        ],
    );
    check("PINSIGHT_SOMETHING_ELSE", "1", &[]);
    let form = "write `PINSIGHT_TRACE_WINDOW=start:max:rate:timeout:action`";
    let odd = |text: &str, n: i32| {
        format!(
            "Lexgion.default: the program reads `{text}` in `PINSIGHT_TRACE_WINDOW` as {n} ({form})"
        )
    };
    check("PINSIGHT_TRACE_WINDOW", "0:10k:0x10", &[&odd("10k", 10), &odd("0x10", 0)]);
    check("PINSIGHT_TRACE_WINDOW", "0:10:5:60:MPI:OFF", &[]);
    let moved = "Lexgion.default: `PINSIGHT_TRACE_WINDOW` has an action in the place of the timeout; put \
                 `0:` before it";
    check("PINSIGHT_TRACE_WINDOW", "0:10:5:OFF", &[&format!("{moved} ({form})")]);
}

/// pinsight.md#knobs: the line that makes a knob takes its place in the table, whatever is written below.
#[test]
fn a_line_that_keeps_another_knob_out_has_an_effect() {
    let knobs = |n: u32| (0..n).map(|it| format!("k{it} = {it}\n")).collect::<String>();
    let full = format!("[Knob]\nlast = 1\n{}extra = 5\nlast = 2\nlast = 3\n", knobs(63));
    assert_eq!(said(&full, "knob-table-full").len(), 1);
    // The one in the middle changes nothing.
    assert_eq!(said(&full, "repeated-key").len(), 1);
    let parted = format!("[Knob]\nlast = 0\n[Knob]\nlast = 1\n{}extra = 5\nlast = 2\n", knobs(63));
    assert_eq!(said(&parted, "repeated-key").len(), 1);
    let roomy = format!("[Knob]\nlast = 1\n{}last = 2\n", knobs(63));
    assert_eq!(said(&roomy, "repeated-key").len(), 1);
}

/// pinsight.md#lines: blanks in front of a header do not help behind a byte order mark.
#[test]
fn a_byte_order_mark_in_front_of_blanks_is_told_of() {
    for first in ["[OpenMP.default]", "  [OpenMP.default]", "\t[OpenMP.default]"] {
        let text = format!("\u{feff}{first}\nomp_work = off\n");
        assert_eq!(said(&text, "byte-order-mark").len(), 1, "{first}");
    }
    assert_eq!(said("\u{feff}# c\n[OpenMP.default]\n", "byte-order-mark"), [""; 0]);
}
