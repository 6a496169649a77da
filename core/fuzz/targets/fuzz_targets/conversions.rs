#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bobbin_fuzz::run("conversions", bytes));
