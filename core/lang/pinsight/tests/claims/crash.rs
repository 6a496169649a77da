//! A file with more regions by address than the table has places for: the program crashes on it
//! (pinsight.md#the-region-table: C108).

use bobbin_core::Document;

use super::{file, query};

fn text(n_regions: usize) -> String {
    (1..=n_regions).map(|it| format!("[Lexgion({it:#x})] : MPI.default\n")).collect()
}

#[test]
fn nothing_is_traced_by_a_program_that_crashes_before() {
    let settings = [("domain", "MPI"), ("event", "MPI_Send"), ("region", "0x1")];
    let sentences = |n_regions: usize| {
        let map = file(&text(n_regions)).coverage(&query(&[], &settings)).unwrap();
        let are_on: Vec<bool> = map.explanations.iter().map(|it| it.is_on).collect();
        (are_on, map.explanations[0].sentence.clone(), map.deciders[0].name.clone())
    };
    assert_eq!(sentences(512).0, [true, true]);
    let (are_on, sentence, decider) = sentences(513);
    // The documents know of no such end.
    assert_eq!(are_on, [false, true]);
    assert!(sentence.ends_with("crashes on reading this file, as its table of regions is full"));
    assert_eq!(decider, "the full table of regions");
    let line = file(&text(513)).timeline(&query(&[], &settings)).unwrap();
    assert!(line.sentence.contains("traces no invocation, as the program crashes"));
}

#[test]
fn what_is_behind_the_end_of_the_table_is_not_read() {
    let values = |n_regions: usize| {
        let file = file(&text(n_regions));
        let rows = file.resolved().unwrap().rows;
        let rate = rows.into_iter().filter(|it| it.key == "tracing_rate");
        rate.map(|it| it.value).next_back().unwrap()
    };
    assert_eq!(values(512), "1");
    assert_eq!(values(513), "not read");
}

#[test]
fn a_conversion_says_that_the_program_crashes_on_its_result() {
    let says = |n_regions: usize| {
        let text = text(n_regions).replace("] : MPI.default", ": MPI.default]");
        let remarks = file(&text).convert("current").unwrap().remarks;
        remarks.iter().any(|it| it.message.contains("crashes on reading this text"))
    };
    assert!(says(513));
    assert!(!says(512));
}
