//! Files of many lines of one kind: four times as many lines cost about four times as much.

use bobbin_core::{Document, Input};
use bobbin_languages::LanguageId;
use text_size::TextRange;

use crate::cost;

/// A kind of line: a name, the text in front of all lines, and the line of a given number.
type Kind = (&'static str, &'static str, fn(usize) -> String);

/// A larger factor for four times as many lines means faster growth than the lines'; quadratic
/// growth would give sixteen.
const MOST_TIMES: f64 = 10.0;

/// The number of tries: on a busy machine a measurement is slow now and then; real growth is
/// measured every time.
const MOST_TRIES: usize = 4;

/// Below this, constant costs and the clock's resolution outweigh the lines.
const LEAST_SECONDS: f64 = 0.02;

fn text(kind: &Kind, n: usize) -> String {
    (0..n).fold(kind.1.to_owned(), |text, it| text + &kind.2(it) + "\n")
}

/// Checks each kind; with `BOBBIN_GROWTH` set to a number of lines, prints their costs.
fn check(language: LanguageId, path: &str, kinds: &[Kind]) {
    check_work(language, path, kinds, |document| {
        drop((document.diagnostics(), document.outline(), document.folds()));
    });
}

/// Checks some work on documents.
fn check_work(language: LanguageId, path: &str, kinds: &[Kind], work: fn(&dyn Document)) {
    let wanted = std::env::var("BOBBIN_GROWTH").ok().and_then(|it| it.parse::<usize>().ok());
    let only = std::env::var("BOBBIN_GROWTH_ONLY").unwrap_or_default();
    let n = wanted.unwrap_or(8000);
    let mut failed = Vec::new();
    for kind in kinds.iter().filter(|it| it.0.contains(&only)) {
        let run = |n: usize| {
            let input = Input::alone(path, &text(kind, n));
            cost(|| {
                let document = language.parse(&input);
                work(&*document);
                document
            })
        };
        let measure = || {
            let (few, many) = (run(n / 4), run(n));
            let (short, long) = (few.time.as_secs_f64(), many.time.as_secs_f64());
            (long, long / short, many.bytes, many.bytes as f64 / few.bytes as f64)
        };
        let is_slow = |long: f64, slower: f64| long > LEAST_SECONDS && slower > MOST_TIMES;
        let mut tries = (0..MOST_TRIES).map(|_| measure());
        let (long, slower, bytes, larger) = tries.next().unwrap();
        let is_slow =
            is_slow(long, slower) && tries.all(|(long, slower, ..)| is_slow(long, slower));
        if wanted.is_some() {
            let mega = bytes >> 20;
            println!(
                "{path} {:<34} {long:7.3} s ({slower:4.1}) {mega:5} MB ({larger:4.1})",
                kind.0
            );
        }
        if is_slow || larger > MOST_TIMES {
            failed
                .push(format!("{}: {slower:.1} times as long, {larger:.1} times as large", kind.0));
        }
    }
    assert!(failed.is_empty(), "{path}: four times as many lines take\n{}", failed.join("\n"));
}

#[test]
fn pipelines_take_time_by_their_length() {
    check(
        LanguageId::Sprokit,
        "x.pipe",
        &[
            ("blocks outside", "", |_| "block a".to_owned()),
            ("blocks in a process", "process p :: numbers\n", |_| "block a".to_owned()),
            ("blocks side by side", "config c\n", |_| "block a\n  k = 1\nendblock".to_owned()),
            ("endblocks", "config c\n", |_| "endblock".to_owned()),
            ("one process", "", |_| "process a :: numbers".to_owned()),
            ("processes", "", |it| format!("process p{it} :: numbers")),
            ("open inputs", "", |it| format!("process p{it} :: image_writer")),
            ("unknown types", "", |it| format!("process p{it} :: zzz{it}")),
            ("processes without a type", "", |it| format!("process p{it}")),
            ("reserved names", "", |_| "process config :: numbers".to_owned()),
            ("one section", "", |_| "config a".to_owned()),
            ("sections", "", |it| format!("config a{it}\n  k = 1")),
            ("one key", "config a\n", |it| format!("  k = {it}")),
            ("keys", "config a\n", |it| format!("  k{it} = 1")),
            ("keys of a process", "process p :: numbers\n", |it| format!("  k{it} = 1")),
            ("wrong values", "process p :: numbers\n", |_| "  start = x".to_owned()),
            ("chains of macros", "config a\n  k0 = 1\n", |it| {
                format!("  k{} = $CONFIG{{a:k{it}}}", it + 1)
            }),
            ("lost macros", "config a\n", |it| format!("  k{it} = $LOCAL{{no{it}}}")),
            ("locals", "config a\n", |it| format!("  k{it} := v")),
            ("flags", "config a\n", |it| format!("  k{it}[ro] = v")),
            ("one key that is read only", "config a\n", |_| "  k[ro] = v".to_owned()),
            ("wrong flags", "config a\n", |it| format!("  k{it}[rx] = v")),
            ("connections of nothing", "", |it| {
                format!("connect from p{it}.number to p{}.number", it + 1)
            }),
            ("one connection", "process a :: numbers\nprocess b :: print_number\n", |_| {
                "connect from a.number to b.number".to_owned()
            }),
            ("pairs", "", |it| {
                format!(
                    "process a{it} :: numbers\nprocess b{it} :: print_number\nconnect from a{it}.number to b{it}.number"
                )
            }),
            ("a chain", "", |it| {
                format!(
                    "process p{it} :: flow_dependent\nconnect from p{it}.output to p{}.input",
                    it + 1
                )
            }),
            ("wrong ports", "process a :: numbers\nprocess b :: print_number\n", |it| {
                format!("connect from a.x{it} to b.y{it}")
            }),
            ("broken connections", "", |_| "connect from a to".to_owned()),
            ("lost includes", "", |it| format!("include x{it}.pipe")),
            ("one lost include", "", |_| "include x.pipe".to_owned()),
            ("relative paths", "config a\n", |it| format!("  relativepath k{it} = a")),
            ("relative paths of nothing", "config a\n", |_| "  relativepath".to_owned()),
            ("words", "", |_| "nonsense".to_owned()),
            ("signs", "", |_| "???".to_owned()),
            ("old entries", "config a\n", |_| "  :k v".to_owned()),
            ("descriptions", "", |_| "-- x".to_owned()),
            ("comments", "", |_| "# x".to_owned()),
            ("inputs of a cluster", "cluster c\n  -- x\n", |it| {
                format!("  imap from a{it} to b.c\n  -- x")
            }),
            ("outputs of a cluster", "cluster c\n  -- x\n", |it| {
                format!("  omap from b.c to a{it}\n  -- x")
            }),
            ("mappings outside", "", |_| "imap from a to b.c".to_owned()),
            ("clusters", "", |_| "cluster c".to_owned()),
            ("edges", "config _edge\n", |it| format!("  k{it} = 1")),
            ("edges of connections", "", |it| {
                format!("config _edge_by_conn:p{it}:down:x\n  capacity = 1")
            }),
        ],
    );
}

/// An editor asks for what can be done with all that is selected.
#[test]
fn refactorings_of_whole_pipelines_take_time_by_their_length() {
    check_work(
        LanguageId::Sprokit,
        "x.pipe",
        &[
            ("inputs of one process", "process p :: numbers\n", |it| {
                format!("process q{it} :: print_number\nconnect from p.number to q{it}.number")
            }),
            ("processes with keys", "process p :: numbers\n", |it| {
                format!("process q{it} :: print_number\n  output = $CONFIG{{q{it}:x}}")
            }),
            ("processes with sections", "", |it| {
                format!("config p{it}\n  a = 1\nprocess p{it} :: numbers\n  end = 2")
            }),
            ("sections", "process p :: numbers\n", |it| format!("config a{it}\n  k = 1")),
        ],
        |document| {
            let all = TextRange::new(0.into(), u32::MAX.into());
            drop((document.refactorings(all), document.wider_refactorings(all)));
        },
    );
}

#[test]
fn trace_configurations_take_time_by_their_length() {
    check(
        LanguageId::Pinsight,
        "x.trace",
        &[
            ("one section", "", |_| "[OpenMP.default]".to_owned()),
            ("regions", "", |it| format!("[Lexgion(0x{it:x})]\n  max_num_traces = 1")),
            ("one region", "", |_| "[Lexgion(0x10)]\n  max_num_traces = 1".to_owned()),
            ("regions with parents", "", |it| format!("[Lexgion(0x{it:x})] : OpenMP.default")),
            ("threads", "", |it| format!("[OpenMP.thread({it})]\n  omp_work = off")),
            ("one thread", "", |_| "[OpenMP.thread(0)] : OpenMP.default".to_owned()),
            ("resets", "", |_| "[RESET OpenMP.default]".to_owned()),
            ("unknown sections", "", |it| format!("[Bogus{it}]\n  k = 1")),
            ("one key", "[OpenMP.default]\n", |_| "  trace_mode = OFF".to_owned()),
            ("wrong values", "[OpenMP.default]\n", |it| format!("  trace_mode = x{it}")),
            ("unknown keys", "[OpenMP.default]\n", |it| format!("  bogus{it} = 1")),
            ("keys outside", "", |it| format!("k{it} = 1")),
            ("knobs", "[Knob]\n", |it| format!("  k{it} = 1")),
            ("words", "", |_| "nonsense".to_owned()),
            ("broken headers", "", |_| "[OpenMP.default".to_owned()),
            ("old headers", "", |it| format!("[Lexgion({it}): Lexgion.default, OpenMP.default]")),
            ("comments", "", |_| "# x".to_owned()),
        ],
    );
}

#[test]
fn hardware_descriptions_take_time_by_their_length() {
    check(
        LanguageId::CoilHardware,
        "x.coilcfg.txt",
        &[
            ("one metadata", "", |_| "[metadata]\nversion = 0.1.0".to_owned()),
            ("units", "", |it| format!("[cpu:{}]\nname = x", it % 65536)),
            ("one unit", "", |_| "[cpu:0]\nname = x".to_owned()),
            ("feature sections", "[cpu:0]\n", |it| format!("[s{it}]\nint_add = true")),
            ("unused sections", "[cpu:0]\nfeatures = a\n", |it| format!("[s{it}]\nint_add = true")),
            ("one feature", "[cpu:0]\n[integer]\n", |_| "int_add = true".to_owned()),
            ("unknown features", "[cpu:0]\n[integer]\n", |it| format!("bogus{it} = true")),
            ("wrong booleans", "[cpu:0]\n[integer]\n", |_| "int_add = maybe".to_owned()),
            ("resources", "[cpu:0]\n[resources]\n", |_| "core = 4".to_owned()),
            ("unknown resources", "[cpu:0]\n[resources]\n", |it| format!("zzz{it} = 4")),
            ("calling conventions", "[cpu:0]\n", |it| {
                format!("[abi:a{it}]\n[a{it}.mapping]\n1 = gpr:1")
            }),
            ("one calling convention", "[cpu:0]\n", |_| "[abi:a]\nflags = variadic".to_owned()),
            ("registers", "[cpu:0]\n[abi:a]\n[a.mapping]\n", |it| {
                format!("{} = gpr:1", it % 30000)
            }),
            ("one register", "[cpu:0]\n[abi:a]\n[a.mapping]\n", |_| "1 = gpr:1".to_owned()),
            ("registers of one argument", "[cpu:0]\n[abi:a]\n[a.mapping]\n", |it| {
                format!("1 = gpr:{it}")
            }),
            ("lost mappings", "[cpu:0]\n", |it| format!("[a{it}.mapping]\n1 = gpr:1")),
            ("wrong registers", "[cpu:0]\n[abi:a]\n[a.mapping]\n", |_| "1 = gpr".to_owned()),
            ("facts", "[cpu:0]\n[arch:x]\n", |it| format!("k{it} = 1")),
            ("one fact", "[cpu:0]\n[arch:x]\n", |_| "k = 1".to_owned()),
            ("architectures", "[cpu:0]\n", |it| format!("[arch:a{it}]\nk = 1")),
            ("wrong flags", "", |_| "[metadata]\nflags = bogus".to_owned()),
            ("unknown keys", "[cpu:0]\n", |it| format!("k{it} = 1")),
            ("keys outside", "", |it| format!("k{it} = 1")),
            ("words", "", |_| "nonsense".to_owned()),
            ("broken headers", "", |_| "[cpu".to_owned()),
            ("comments", "", |_| "; x".to_owned()),
            ("units with sections", "", |it| {
                format!(
                    "[cpu:{0}]\n[cpu:{0}.integer]\nint_add = true\n[cpu:{0}.resources]\ncore = 1\n[cpu:{0}.abi:a]\n[cpu:{0}.a.mapping]\n1 = gpr:1",
                    it % 65536
                )
            }),
            ("features that are listed", "[cpu:0]\nfeatures = a\n", |it| {
                format!("[cpu:{}]\nfeatures = a, b, c\n[a]", (it + 1) % 65536)
            }),
        ],
    );
}

#[test]
fn targets_take_time_by_their_length() {
    check(
        LanguageId::CoilTarget,
        "x.coilcfg",
        &[
            ("one section", "", |_| "[Target]\nPU = CPU".to_owned()),
            ("unknown sections", "", |it| format!("[Bogus{it}]\nk = 1")),
            ("vendor sections", "", |it| format!("[V_x{it}]\nk = 1")),
            ("one key", "[Optimization]\n", |_| "Level = 1".to_owned()),
            ("unknown keys", "[Optimization]\n", |it| format!("Bogus{it} = 1")),
            ("vendor keys", "[V_x]\n", |it| format!("k{it} = 1")),
            ("wrong values", "", |_| "[Optimization]\nLevel = abc".to_owned()),
            ("empty values", "[V_x]\n", |it| format!("k{it} =")),
            ("quotes", "[V_x]\n", |it| format!("k{it} = \"")),
            ("keys outside", "", |it| format!("k{it} = 1")),
            ("words", "", |_| "nonsense".to_owned()),
            ("broken headers", "", |_| "[Target".to_owned()),
            ("wrong names", "[V_x]\n", |it| format!("{it}k = 1")),
            ("lost includes", "", |it| format!("@include x{it}")),
            ("one lost include", "", |_| "@include x".to_owned()),
            ("includes of nothing", "", |_| "@include".to_owned()),
            ("includes of itself", "", |_| "@include x.coilcfg".to_owned()),
            ("comments", "", |_| "# x".to_owned()),
        ],
    );
}

/// A kind of list: the text in front, the list's own start, and the item of a given number.
type List = (LanguageId, &'static str, &'static str, fn(usize) -> String);

/// Makes one long line of many items.
fn items(head: &str, n: usize, item: fn(usize) -> String) -> String {
    let items: Vec<String> = (0..n).map(item).collect();
    format!("{head}{}\n", items.join(", "))
}

#[test]
fn long_lists_take_time_by_their_length() {
    let target = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n";
    let kinds: [List; 12] = [
        (LanguageId::CoilTarget, target, "Features = ", |it| format!("F{it}")),
        (LanguageId::CoilTarget, target, "Features = ", |_| "AVX2".to_owned()),
        (LanguageId::CoilTarget, "[Preprocessor]\n", "Define = ", |it| format!("D{it}=1")),
        (LanguageId::CoilTarget, "[Preprocessor]\n", "Define = ", |_| String::new()),
        (LanguageId::CoilTarget, target, "[ABI]\nName = x\nParameterRegisters = ", |it| {
            format!("r{it}")
        }),
        (LanguageId::CoilHardware, "[cpu:0]\n", "features = ", |it| format!("f{it}")),
        (LanguageId::CoilHardware, "[cpu:0]\n[a]\n", "features = ", |_| "a".to_owned()),
        (LanguageId::CoilHardware, "[cpu:0]\n[resources]\n", "core = ", |it| format!("l{it}")),
        (LanguageId::CoilHardware, "[cpu:0]\n[abi:a]\n[a.mapping]\n", "1 = ", |it| {
            format!("gpr:{it}")
        }),
        (LanguageId::CoilHardware, "[metadata]\n", "flags = ", |it| format!("f{it}")),
        (LanguageId::Pinsight, "", "[Lexgion.default] : ", |_| "OpenMP.default".to_owned()),
        (LanguageId::Sprokit, "config a\n", "  k = ", |it| format!("$LOCAL{{x{it}}}")),
    ];
    let n = 4000;
    for (language, head, start, item) in kinds {
        let run = |n: usize| {
            let text = format!("{head}{}", items(start, n, item));
            let input = Input::alone("x", &text);
            cost(|| {
                let document = language.parse(&input);
                (document.diagnostics(), document.outline())
            })
        };
        let (few, many) = (run(n / 4), run(n));
        let slower = many.time.as_secs_f64() / few.time.as_secs_f64();
        let larger = many.bytes as f64 / few.bytes as f64;
        let is_slow = many.time.as_secs_f64() > LEAST_SECONDS && slower > MOST_TIMES;
        if std::env::var_os("BOBBIN_GROWTH").is_some() {
            println!(
                "{head:?} {start} {} {:?} ({slower:.1}) {} ({larger:.1})",
                item(1),
                many.time,
                many.bytes
            );
        }
        assert!(
            !is_slow && larger < MOST_TIMES,
            "{head}{start}{}: {slower:.1} times as long, {larger:.1} times as large",
            item(1)
        );
    }
}
