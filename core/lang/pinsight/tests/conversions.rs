//! What conversions keep of addresses and domains.

#![allow(clippy::unwrap_used, reason = "a test that panics has found something")]

use bobbin_core::{Document, Input};
use bobbin_pinsight::parse;

fn converted(text: &str) -> String {
    let converted = parse(&Input::alone("x.trace", text)).convert("current").unwrap();
    String::from_utf8(converted.data).unwrap()
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
