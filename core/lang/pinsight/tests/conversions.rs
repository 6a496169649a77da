//! What conversions keep of addresses and domains.

#![allow(clippy::unwrap_used, reason = "a test that panics has found something")]

use bobbin_core::{Document, Input};
use bobbin_pinsight::parse;

fn converted(text: &str) -> String {
    let converted = parse(&Input::alone("x.trace", text)).convert("current").unwrap();
    String::from_utf8(converted.data).unwrap()
}

#[test]
fn a_drawn_map_has_sentences_without_marks_of_code() {
    let text = "[OpenMP.default]\nOpenMP.thread = (0-3)\n[OpenMP.thread(0-1)] : OpenMP.default\nomp_work = off\n";
    let drawn = parse(&Input::alone("x.trace", text)).convert("coverage").unwrap();
    let drawn = String::from_utf8(drawn.data).unwrap();
    assert!(drawn.contains("<title>") && !drawn.contains('`'), "{drawn}");
    // It is read without the page, too.
    assert!(!drawn.contains("choose"), "{drawn}");
}

#[test]
fn an_address_of_the_upper_half_stays_what_it_is() {
    let new = converted(
        "[Lexgion(0xffffffff81000000): OpenMP.default]\ntracing_rate = 2\n[Lexgion(18446744071578845185): OpenMP.default]\n",
    );
    assert!(new.contains("[Lexgion(0xffffffff81000000)] : OpenMP.default"), "{new}");
    assert!(new.contains("[Lexgion(0xffffffff81000001)] : OpenMP.default"), "{new}");
}

#[test]
fn a_parent_that_todays_program_knows_stays_where_that_reads_the_file() {
    let text = "[MPI.default]\ntrace_mode = OFF\n[Lexgion(0x10): Python.default, MPI.default : HIP.device(0)]\n[Python.thread(0) : Python.default : HIP.device(1)]\n";
    let new = converted(text);
    assert!(new.contains("[Lexgion(0x10)] : Python.default, MPI.default : HIP.device(0)"), "{new}");
    assert!(new.contains("[Python.thread(0)] : Python.default : HIP.device(1)"), "{new}");
    // The seed program had none.
    let seed = converted("[Lexgion(0x10): Python.default, MPI.default]\n");
    assert!(seed.contains("[Lexgion(0x10)] : MPI.default"), "{seed}");
}

#[test]
fn what_the_seed_program_had_not_is_refused_in_regions_too() {
    for text in [
        "[Lexgion(0x10)] : Python.default\n",
        "[Lexgion(0x10)] : : HIP.device(0)\n",
        "[Lexgion.default] : HIP.default\n",
    ] {
        assert!(parse(&Input::alone("x.trace", text)).convert("seed").is_err(), "{text}");
    }
}

#[track_caller]
fn refusal(text: &str) -> Option<String> {
    parse(&Input::alone("x.trace", text)).convert("seed").err().map(|it| it.reason)
}

/// pinsight.md#what-stops-a-seed-file.
#[test]
fn no_header_that_stops_the_seed_program_is_written() {
    let reason = "in the dialect of the document this header ends the reading; fix it first";
    let below = "[MPI.default]\nMPI_Send = off\n[Lexgion(0x10)] : OpenMP.default\n";
    assert_eq!(refusal(below), None);
    for header in ["[]", "[ ]", "[] # c", "[:]", "[MPI.default : MPI.default]"] {
        assert_eq!(refusal(&format!("{header}\n{below}")).as_deref(), Some(reason), "{header}");
    }
}

/// pinsight.md#seed-punit-sections: without a known kind an entry matches everybody.
#[test]
fn no_punit_section_comes_to_life_in_the_seed_dialect() {
    for header in [
        "[OpenMP.core(0)] : OpenMP.default",
        "[OpenMP.thread (0)]",
        "[MPI.x(0), Foo.y(1)]",
        "[OpenMP.thread(3-1)]",
    ] {
        let reason = refusal(&format!("{header}\nomp_work = off\n"));
        let form = "the dialect of the document has no header of this form; fix it first";
        assert_eq!(reason.as_deref(), Some(form), "{header}");
    }
    // Nor does one die that is filed under what stands before the first dot.
    let new = |header: &str| {
        let converted = parse(&Input::alone("x.trace", header)).convert("seed").unwrap();
        String::from_utf8(converted.data).unwrap()
    };
    assert_eq!(new("[Foo.x(0)] : MPI.default\n"), "[Foo.x(0): MPI.default]\n");
    assert_eq!(new("[..MPI.rank(1)] : MPI.default\n"), "[MPI.rank(1): MPI.default]\n");
    assert_eq!(
        new("[Foo.x(0), MPI.rank(1)] : MPI.default\n"),
        "[MPI.rank(1), Foo.x(0): MPI.default]\n"
    );
}
