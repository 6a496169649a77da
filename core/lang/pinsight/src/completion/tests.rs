//! Words for every place, on small texts.

use expect_test::{Expect, expect};
use text_size::TextSize;

use crate::fixtures::file;
use bobbin_core::Document;
use bobbin_core::text::{offset, slice};

#[track_caller]
fn check_words(text: &str, expect: Expect) {
    let at = offset(text.find("$0").unwrap());
    let text = text.replace("$0", "");
    let words = file(&text).completions(at);
    let shown: Vec<String> = words
        .iter()
        .take(8)
        .map(|it| format!("{}→{}", slice(&text, it.range), it.insert))
        .collect();
    expect.assert_eq(&format!("{}: {}", words.len(), shown.join(", ")));
}

#[test]
fn words_for_every_place() {
    check_words(
        "[$0",
        expect![
            "25: →OpenMP.default], →MPI.default], →CUDA.default], →Python.default], →HIP.default], →RESET , →REMOVE , →Lexgion.default]"
        ],
    );
    check_words(
        "[REMOVE $0",
        expect![
            "8: →Lexgion(0x, →OpenMP.team(*)], →OpenMP.thread(*)], →OpenMP.device(*)], →MPI.rank(*)], →CUDA.device(*)], →Python.thread(*)], →HIP.device(*)]"
        ],
    );
    check_words(
        "[Lexgion(0x10, main)]\n[REMOVE Lexgion(0x10, m$0",
        expect!["2: m→0x10)], m→main)]"],
    );
    check_words(
        "[Lexgion.default]\nwindow_end_action = MPI:OFF, O$0",
        expect![
            "32: O→OFF, O→STANDBY, O→MONITORING, O→TRACING, O→OpenMP:OFF, O→OpenMP:STANDBY, O→OpenMP:MONITORING, O→OpenMP:TRACING"
        ],
    );
    check_words(
        "[MPI.default]\ntrace_mode = $0\n",
        expect!["4: →OFF, →STANDBY, →MONITORING, →TRACING"],
    );
    check_words("[Lexgion.default]\nmax_num_traces = $0", expect!["2: →-1, →0"]);
    check_words("[MPI.default]\nMPI.rank = $0", expect!["1: →(0-127)"]);
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
    // The dialect of the document has no defaults for the regions of a domain.
    let seed = "[Lexgion.default: OpenMP.default]\n[$\n";
    assert!(has(seed, "MPI.default") && !has(seed, "Lexgion(MPI).default"));
    assert!(labels("# $").is_empty());
}

#[test]
fn what_is_written_goes_on() {
    /// Checks what the first completion of `label` writes.
    #[track_caller]
    fn check(text: &str, label: &str, expected: &str) {
        let at = offset(text.find('$').unwrap());
        let text = text.replacen('$', "", 1);
        let words = file(&text).completions(at);
        let it = words.iter().find(|it| it.label == label).expect("not offered");
        assert_eq!(format!("{} -> {}", slice(&text, it.range), it.insert), expected);
    }
    check("[MPI.default]\ntrace_m$\n", "trace_mode", "trace_m -> trace_mode = ");
    // The value stays.
    check("[MPI.default]\ntrace_m$ = OFF\n", "trace_mode", "trace_m -> trace_mode");
    check("[Lex$", "Lexgion(", "Lex -> Lexgion(");
    check("[Lexgion($", "MPI:MPI_Send", " -> MPI:MPI_Send)]");
    check("[Lexgion(MPI:MPI_W$)]", "MPI:MPI_Wait", "MPI:MPI_W -> MPI:MPI_Wait");
    check(
        "[Lexgion(0x10, cud$)]",
        "CUDA:CUDA_device_synchronize",
        "cud -> CUDA:CUDA_device_synchronize",
    );
}

/// Checks that the text has the line `expected` once the word `label` was accepted at `|`.
#[track_caller]
fn check_accepted(text: &str, label: &str, expected: &str) {
    let at = offset(text.find('|').unwrap());
    let mut text = text.replacen('|', "", 1);
    let words = file(&text).completions(at);
    let it = words.iter().find(|it| it.label == label).expect("not offered");
    text.replace_range(std::ops::Range::<usize>::from(it.range), &it.insert);
    assert!(text.lines().any(|it| it == expected), "{text:?}");
}

#[test]
fn whole_words_are_replaced() {
    let check = check_accepted;
    check("[OpenMP.de|fault]", "MPI.default", "[MPI.default]");
    check("[|]", "RESET ", "[RESET ]");
    check("[|MPI.default]", "RESET ", "[RESET MPI.default]");
    check("[RES|ET MPI.default]", "REMOVE ", "[REMOVE MPI.default]");
    check("[RESET M|PI.default]", "HIP.default", "[RESET HIP.default]");
    check("[OpenMP.th|read(4, 6)]", "MPI.default", "[MPI.default]");
    check("[Lex|gion(0x10)]", "Lexgion(", "[Lexgion(0x10)]");
    check("[Lexgion(M|PI).default]", "HIP", "[Lexgion(HIP).default]");
    check(
        "[Lexgion(0x10)]: Open|MP.default: MPI.rank(0)",
        "HIP.default",
        "[Lexgion(0x10)]: HIP.default: MPI.rank(0)",
    );
    check(
        "[Lexgion(0x10)] : : MPI.rank(1,2), MP|I.",
        "MPI.rank(0-127)",
        "[Lexgion(0x10)] : : MPI.rank(1,2), MPI.rank(0-127)",
    );
}

#[test]
fn written_ids_stay() {
    let check = check_accepted;
    check("[MPI.ra|(0,8,16)]: MPI.default", "MPI.rank", "[MPI.rank(0,8,16)]: MPI.default");
    check("[MPI.r|ank (0,8", "MPI.rank", "[MPI.rank(0,8");
    check("[REMOVE Open|MP.thread(*)]", "OpenMP.team", "[REMOVE OpenMP.team(*)]");
    check("[OpenMP.th|read(4, 6), MPI.rank(0)]", "OpenMP.team", "[OpenMP.team(4, 6), MPI.rank(0)]");
    check(
        "[Lexgion(0x10)] : : MPI.r|ank(0-3), CUDA.device(0)",
        "MPI.rank",
        "[Lexgion(0x10)] : : MPI.rank(0-3), CUDA.device(0)",
    );
    check(
        "[Lexgion(0x10)] : : MPI.|(0-3) # c",
        "CUDA.device",
        "[Lexgion(0x10)] : : CUDA.device(0-3) # c",
    );
    // The parentheses of regions hold no ids.
    check("[Lex|gion(0x10)]", "MPI.rank(0-127)", "[MPI.rank(0-127)]");
}

#[test]
fn the_region_that_is_being_written_is_not_offered() {
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let at = offset(text.find('|').unwrap());
        let words = file(&text.replacen('|', "", 1)).completions(at);
        let of_file = words.iter().filter(|it| it.detail == "region of this file");
        let labels: Vec<&str> = of_file.map(|it| it.label.as_str()).collect();
        assert_eq!(labels, expected, "{text}");
    }
    check("[Lexgion(MPI:MPI_Se|)]: MPI.default", &[]);
    check("[Lexgion(MPI:MPI_Se|nd)]: MPI.default", &[]);
    check("[Lexgion(ma|, 0x10)]", &["0x10"]);
    check("[Lexgion(0x1|)]\n[Lexgion(main)]", &["main"]);
    // It stands elsewhere, too.
    check("[Lexgion(ma|)]\n[Lexgion(ma)]", &["ma"]);
    check("[Lexgion(ma|, ma)]", &["ma"]);
    check("[Lexgion.default: OpenMP.default]\n[Lexgion(0x1|)]\n[Lexgion(0x2)]", &["0x2"]);
    // A function is a word of its own.
    check_accepted("[Lexgion(MPI:MPI_Send|)]", "MPI:MPI_Send", "[Lexgion(MPI:MPI_Send)]");
}

#[test]
fn ids_are_completed_by_their_scope() {
    let check = check_accepted;
    check("[OpenMP.thread(|)]", "0-255", "[OpenMP.thread(0-255)]");
    check("[OpenMP.thread(|", "0-255", "[OpenMP.thread(0-255)]");
    check("[REMOVE OpenMP.thread(|)]", "*", "[REMOVE OpenMP.thread(*)]");
    check("[Lexgion(0x10)] : : MPI.rank(|)", "0-127", "[Lexgion(0x10)] : : MPI.rank(0-127)");
    check_words("[OpenMP.thread(4, 6,$0 8-12)]", expect!["0: "]);
    check_words("[Lexgion(0x10)] : : MPI.rank(0$0)", expect!["0: "]);
}

#[test]
fn whole_keys_and_values_are_replaced() {
    let check = check_accepted;
    check("[MPI.default]\ntrace_mode = |TRACING", "OFF", "trace_mode = OFF");
    check("[MPI.default]\nMPI.|rank = (0-3)", "MPI.rank", "MPI.rank = (0-3)");
    check("[MPI.default]\nMPI.rank = (0|-3)", "(0-127)", "MPI.rank = (0-127)");
    check(
        "[Lexgion.default]\nwindow_end_action = MPI:O|FF, OFF",
        "TRACING",
        "window_end_action = TRACING, OFF",
    );
    check_words("[MPI.default]\n$0[HIP.default]", expect!["0: "]);
}

#[test]
fn what_is_written_already_comes_last() {
    let text = "[MPI.default]\nMPI_Init = off\n";
    let labels: Vec<String> =
        file(text).completions(offset(text.len())).into_iter().map(|it| it.label).collect();
    assert_eq!(labels.last().map(String::as_str), Some("MPI_Init"));
}

#[test]
fn what_is_meant_as_a_comment_stays() {
    let check = check_accepted;
    check("[MPI.def| # note", "MPI.default", "[MPI.default] # note");
    check("[MPI.def|ault] # note", "HIP.default", "[HIP.default] # note");
    check("[| # note", "Lexgion(", "[Lexgion( # note");
    check("[ |# note", "Lexgion(0x", "[ Lexgion(0x # note");
    check("[Lexgion(MPI:MPI_W| # note", "MPI:MPI_Wait", "[Lexgion(MPI:MPI_Wait)] # note");
    check("[OpenMP.thread(| # note", "0-255", "[OpenMP.thread(0-255)] # note");
    check(
        "[Lexgion(0x10)] : : MPI.rank(0), | # c",
        "MPI.rank(0-127)",
        "[Lexgion(0x10)] : : MPI.rank(0), MPI.rank(0-127) # c",
    );
    check("[Lexgion(0x10): Open|MP.default # c", "MPI.default", "[Lexgion(0x10): MPI.default # c");
    check("[MPI.default]\ntrace_mode = |OFF # c", "TRACING", "trace_mode = TRACING # c");
    check("[MPI.default]\ntrace_mode = OFF| ; c", "TRACING", "trace_mode = TRACING ; c");
    check("[MPI.default]\ntrace_mode = | # c", "TRACING", "trace_mode = TRACING # c");
    check("[MPI.default]\ntrace_mode = OFF |# c", "TRACING", "trace_mode = TRACING # c");
    check("[MPI.default]\ntrace_mode = OFF|# c", "TRACING", "trace_mode = TRACING # c");
    check_words("[MPI.default] # $0", expect!["0: "]);
    check_words("[MPI.default # $0", expect!["0: "]);
    check_words("[MPI.default]\ntrace_mode = OFF # $0", expect!["0: "]);
}

#[test]
fn modes_follow_an_introspection() {
    #[track_caller]
    fn check(value: &str, label: &str, expected: &str) {
        let line = "window_end_action = ";
        check_accepted(
            &format!("[Lexgion.default]\n{line}{value}"),
            label,
            &format!("{line}{expected}"),
        );
    }
    check("INTROSPECT:5:x.sh:|", "OFF", "INTROSPECT:5:x.sh:OFF");
    check("introspect:-1:-:MPI:O|", "MPI:OFF", "introspect:-1:-:MPI:OFF");
    check("INTROSPECT:5:x,y.sh:O|FF, HIP:OFF", "TRACING", "INTROSPECT:5:x,y.sh:TRACING, HIP:OFF");
    check("INTROSPECT:5:x.sh:OFF, H|", "HIP:OFF", "INTROSPECT:5:x.sh:OFF, HIP:OFF");
    check("INT|", "INTROSPECT:10:script.sh:", "INTROSPECT:10:script.sh:");
    for value in ["OFF, ", "INTROSPECT:5:x.sh:", "INTROSPECT:5:x.sh:OFF,"] {
        let text = format!("[Lexgion.default]\nwindow_end_action = {value}");
        let words = file(&text).completions(offset(text.len()));
        assert!(!words.iter().any(|it| it.label.starts_with("INTROSPECT")), "{value}");
    }
}
