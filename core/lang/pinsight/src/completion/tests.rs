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
            "24: →OpenMP.default, →MPI.default, →CUDA.default, →Python.default, →HIP.default, →RESET , →REMOVE , →Lexgion.default"
        ],
    );
    check_words(
        "[REMOVE $0",
        expect![
            "29: →OpenMP.default, →MPI.default, →CUDA.default, →Python.default, →HIP.default, →OpenMP.team(*), →OpenMP.thread(*), →OpenMP.device(*)"
        ],
    );
    check_words("[Lexgion(0x10, main)]\n[REMOVE Lexgion(0x10, m$0", expect!["2: m→0x10, m→main"]);
    check_words(
        "[Lexgion.default]\nwindow_end_action = MPI:OFF, O$0",
        expect![
            "25: O→OFF, O→STANDBY, O→MONITORING, O→TRACING, O→OpenMP:OFF, O→OpenMP:STANDBY, O→OpenMP:MONITORING, O→OpenMP:TRACING"
        ],
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
    assert!(labels("# $").is_empty());
}
