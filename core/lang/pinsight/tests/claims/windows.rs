//! Windows that others have a say in (pinsight.md#window-end).

use bobbin_core::Document;

use super::{file, query};

/// Returns what is said of MPI in the region 0x1 by the map and by the line.
fn says(text: &str, more: &[(&str, &str)]) -> [String; 2] {
    let mut settings = vec![("domain", "MPI"), ("event", "MPI_Send"), ("region", "0x1")];
    settings.extend(more);
    let file = file(text);
    let map = file.coverage(&query(&[], &settings)).unwrap();
    let line = file.timeline(&query(&[], &settings)).unwrap();
    [map.explanations[0].sentence.clone(), line.sentence]
}

#[test]
fn a_region_waits_for_others_with_a_limit() {
    let region = |address: &str, max: &str| {
        format!(
            "[Lexgion({address})] : MPI.default\nmax_num_traces={max}\nwindow_end_trigger=all\n\
             window_end_action=MPI:TRACING\n"
        )
    };
    let waits = "after each of them it is silent, at least until every other region with a limit \
                 that the thread has met has its traces";
    let both = region("0x1", "3") + &region("0x2", "30");
    for it in says(&both, &[]) {
        assert!(it.ends_with(&format!("every invocation, in windows of 3; {waits}")), "{it}");
    }
    let alone = region("0x1", "3") + &region("0x2", "-1");
    let first = both.replace("window_end_trigger=all", "window_end_trigger=first");
    for text in [alone, first] {
        for it in says(&text, &[]) {
            assert!(it.ends_with("every invocation, in windows of 3"), "{it}");
        }
    }
    let at = |n: &str| says(&both, &[("invocation", n)])[0].clone();
    assert!(at("2").ends_with("at invocation 2 is traced"));
    assert!(at("3").ends_with("at invocation 3 is traced if the window has ended by then"));
}

#[test]
fn a_timeout_may_start_the_tracing() {
    let text = "[MPI.default]\ntrace_mode=MONITORING\n[Lexgion.default]\nwindow_timeout=5\nmax_num_traces=3\nwindow_end_action=MPI:TRACING\n";
    let end = "none is traced, until the window ends after 5 seconds and the mode becomes TRACING";
    let [map, _] = says(text, &[]);
    assert!(map.ends_with(end), "{map}");
    for other in [text.replace("MPI:TRACING", "CUDA:OFF"), text.replace("window_timeout=5\n", "")] {
        let [map, _] = says(&other, &[]);
        assert!(map.ends_with("none is traced"), "{map}");
    }
}
