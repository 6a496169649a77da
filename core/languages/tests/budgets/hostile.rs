//! Files made to take all memory or time: exceeding the budget is reported, and the rest of the
//! file keeps working.

use std::fmt::Write as _;
use std::sync::Arc;

use bobbin_core::Input;
use bobbin_core::text::Files;
use bobbin_languages::LanguageId;

use crate::cost;

/// The most memory that a file of half a megabyte may hold at once.
const MOST_BYTES: usize = 200 << 20;

/// Generous, for a build without optimisation on a busy machine.
const MOST_SECONDS: f64 = 20.0;

/// Checks the diagnostics of a file: `rest` are codes that must be among them, and `beyond` tells
/// whether the budget must be exceeded.
#[track_caller]
fn check(language: LanguageId, input: &Input, beyond: bool, rest: &[&str]) {
    let mut codes = Vec::new();
    let cost = cost(|| {
        let document = language.parse(input);
        let found = document.diagnostics();
        codes = found.iter().map(|it| it.code.name).collect();
        let some = document.first_resolved(100);
        (found, document.outline(), some, document.format(), document.folds())
    });
    let (name, seconds) = (language.info().name, cost.time.as_secs_f64());
    let mega = cost.bytes >> 20;
    println!("{name}: {} kB, {seconds:.2} s, {mega} MB", input.text.len() >> 10);
    assert!(cost.bytes < MOST_BYTES, "{name}: {mega} MB");
    assert!(seconds < MOST_SECONDS, "{name}: {seconds} s");
    assert_eq!(codes.contains(&"beyond-budget"), beyond, "{name}");
    for it in rest {
        assert!(
            codes.contains(it),
            "{name}: no {it}, but {:?}",
            codes.iter().collect::<std::collections::BTreeSet<_>>()
        );
    }
}

fn alone(language: LanguageId, path: &str, text: &str, beyond: bool, rest: &[&str]) {
    check(language, &Input::alone(path, text), beyond, rest);
}

fn long(n: usize) -> String {
    "long_name_".repeat(n / 10)
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut text, it| {
        writeln!(text, "{}", line(it)).unwrap();
        text
    })
}

const PIPE: LanguageId = LanguageId::Sprokit;

#[test]
fn keys_of_pipelines_do_not_multiply() {
    let mistake = "process p :: nobody_knows_it\n";
    let entries = lines(20_000, |it| format!("  k{it} = {it}"));
    let name = long(100_000);
    let said = &["unknown-process-type"];
    alone(PIPE, "x.pipe", &format!("config {name}\n{entries}{mistake}"), true, said);
    alone(PIPE, "x.pipe", &format!("process {name} :: numbers\n{entries}{mistake}"), true, said);
    let block = format!("config a\nblock {name}\n{entries}endblock\n{mistake}");
    alone(PIPE, "x.pipe", &block, true, said);
    let nested = lines(30_000, |it| format!("block b\n  k{it} = 1"));
    let ends = lines(30_000, |_| "endblock".to_owned());
    alone(PIPE, "x.pipe", &format!("config a\n{nested}{ends}{mistake}"), true, said);
    alone(PIPE, "x.pipe", &format!("config a\n{nested}\n{mistake}"), true, said);
    // Ordinary names never exceed the budget.
    alone(PIPE, "x.pipe", &format!("config {}\n{entries}{mistake}", long(250)), false, said);
}

#[test]
fn macros_of_pipelines_do_not_multiply() {
    let doubling =
        lines(10_000, |it| format!("  k{} = $CONFIG{{a:k{it}}}$CONFIG{{a:k{it}}}", it + 1));
    let text = format!("config a\n  k0 = word\n{doubling}process p :: nobody_knows_it\n");
    alone(PIPE, "x.pipe", &text, true, &["unknown-process-type"]);
    let wide = lines(10_000, |it| format!("  k{it} = {}", "$CONFIG{a:k}".repeat(30)));
    let text = format!("config a\n  k = {}\n{wide}process p :: nobody_knows_it\n", long(2000));
    alone(PIPE, "x.pipe", &text, true, &["unknown-process-type"]);
}

/// Each `+=` has a diagnostic whose fix names the value so far (sprokit.md#keys-and-values).
#[test]
fn additions_to_one_key_do_not_multiply() {
    let text = format!("config a\n  k = 0\n{}", lines(20_000, |_| "  k += 1".to_owned()));
    alone(PIPE, "x.pipe", &text, true, &[]);
}

#[test]
fn long_words_are_not_compared() {
    let (one, other) = (long(100_000), long(100_000).replace("name", "nmae"));
    let text =
        format!("process {one} :: numbers\nconnect from {other}.number to {other}x.number\n");
    alone(PIPE, "x.pipe", &text, false, &["unknown-process"]);
    let text = format!("[cpu:0]\nfeatures = {one}\n[{}]\nint_add = true\n", other);
    alone(LanguageId::CoilHardware, "x.coilcfg.txt", &text, true, &["missing-section"]);
}

#[test]
fn includes_do_not_multiply() {
    let mut files = Files::default();
    for it in 0..30 {
        files.insert(&format!("f{it}"), format!("include f{0}\ninclude f{0}\n", it + 1).into());
    }
    files.insert("f30", "process p :: nobody_knows_it\n".into());
    for it in 0..100 {
        let all = lines(100, |it| format!("@include t{it}"));
        files.insert(&format!("t{it}"), format!("{all}[Optimization]\nLevel = {it}\n").into());
    }
    let files = Arc::new(files);
    let input = |text: &str| Input { files: Arc::clone(&files), ..Input::alone("x", text) };
    check(PIPE, &input("include f0\n"), true, &[]);
    let text = lines(2000, |it| format!("@include t{}", it % 100));
    check(LanguageId::CoilTarget, &input(&text), false, &["missing-section"]);
}

#[test]
fn trace_configurations_stay_small() {
    let language = LanguageId::Pinsight;
    let name = long(400_000);
    let bogus = "[Bogus]\nk = 1\n";
    let keys = lines(20_000, |it| format!("  kkkkkkkkkk{it} = 1"));
    let units = "[OpenMP.thread(0-99999), OpenMP.team(0-99999)]\n  omp_work = off";
    let regions = lines(20_000, |it| format!("0x{it:x},")).replace('\n', " ");
    for (text, code) in [
        (format!("[Lexgion({name})]\n  max_num_traces = 1\n{bogus}"), "line-too-long"),
        (format!("[{name}]\n{keys}{bogus}"), "line-too-long"),
        (format!("[OpenMP.thread(0-4294967295)]\n  omp_work = off\n{bogus}"), "dead-section"),
        (format!("{}{bogus}", lines(3000, |_| units.to_owned())), "dead-section"),
        (format!("[OpenMP.default]\n{keys}{bogus}"), "dead-section"),
        (format!("[Lexgion({regions})]\n  max_num_traces = 1\n{bogus}"), "line-too-long"),
    ] {
        alone(language, "x.trace", &text, false, &[code]);
    }
}

#[test]
fn hardware_descriptions_stay_small() {
    let language = LanguageId::CoilHardware;
    let (name, mistake) = (long(100_000), "nonsense\n");
    let keys = lines(20_000, |it| format!("k{it} = 1"));
    for head in ["", "abi:", "arch:", "cpu:0."] {
        let text = format!("[cpu:0]\n[{head}{name}]\n{keys}{mistake}");
        alone(language, "x.coilcfg.txt", &text, true, &["syntax"]);
    }
    let text = format!("[cpu:0]\n[abi:a]\n[{name}.mapping]\n{keys}{mistake}");
    alone(language, "x.coilcfg.txt", &text, true, &["syntax"]);
    // Many units, each of which reads the lines of all.
    let units = lines(10_000, |it| format!("[cpu:{it}]\nfeatures = a\n[a]\nint_add = true"));
    alone(language, "x.coilcfg.txt", &format!("{units}{mistake}"), true, &["syntax"]);
    let units = lines(10_000, |it| format!("[cpu:{it}]\n[cpu:{it}.abi:a]"));
    let registers = lines(20_000, |it| format!("1 = gpr:{it}"));
    let text = format!("{units}[a.mapping]\n{registers}{mistake}");
    alone(language, "x.coilcfg.txt", &text, true, &["syntax"]);
    // These counts are plain numbers; nothing is allocated by them.
    let counts = lines(10_000, |_| "core = 18446744073709551615".to_owned());
    alone(
        language,
        "x.coilcfg.txt",
        &format!("[cpu:0]\n[resources]\n{counts}{mistake}"),
        false,
        &["syntax"],
    );
    // A file beyond the budget is not compiled, as facts would be missing.
    let text = format!("[cpu:0]\n[arch:{name}]\nk = 1\n");
    let document = language.parse(&Input::alone("x", &text));
    assert!(document.compile().unwrap().is_err());
}

#[test]
fn targets_stay_small() {
    let language = LanguageId::CoilTarget;
    let keys = lines(20_000, |it| format!("k{it} = 1"));
    for head in ["V_", ""] {
        let text = format!("[{head}{}]\n{keys}[Target]\nMode = x\n", long(100_000));
        alone(language, "x.coilcfg", &text, true, &["type"]);
    }
    let value =
        format!("[Target]\nMode = x\n[V_x]\n{}", lines(20_000, |_| format!("k = {}", long(20))));
    alone(language, "x.coilcfg", &value, false, &["type"]);
}
