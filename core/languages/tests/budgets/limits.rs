//! Each limit has a text that just keeps to it, and one beyond it whose diagnostic says which it was.

use std::sync::Arc;

use bobbin_core::Input;
use bobbin_core::text::Files;
use bobbin_languages::LanguageId;

const PIPE: LanguageId = LanguageId::Sprokit;
const HARDWARE: LanguageId = LanguageId::CoilHardware;
const TARGET: LanguageId = LanguageId::CoilTarget;

/// Checks that `make` keeps to its limit with `most`, and that one more is told with these words.
#[track_caller]
fn check(language: LanguageId, most: usize, words: &str, make: impl Fn(usize) -> Input) {
    let told = |n: usize| -> Vec<String> {
        let found = language.parse(&make(n)).diagnostics().into_iter();
        let beyond =
            found.filter(|it| matches!(it.code.name, "beyond-budget" | "unlisted-problems"));
        beyond.map(|it| it.message).collect()
    };
    assert_eq!(told(most), [""; 0], "{words}: {most}");
    let beyond = told(most + 1);
    assert!(beyond.iter().any(|it| it.contains(words)), "{words}: {beyond:?}");
}

fn alone(text: &str) -> Input {
    Input::alone("text", text)
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(|it| line(it) + "\n").collect()
}

#[test]
fn blocks_inside_each_other() {
    check(PIPE, 100, "inside 100 others", |n| {
        let (open, close) = ("block b\n".repeat(n), "endblock\n".repeat(n));
        alone(&format!("config a\n{open}k = 1\n{close}"))
    });
    // What is outside of them still counts.
    let open = "block b\n".repeat(500);
    let close = "endblock\n".repeat(500);
    let text = format!("config a\n{open}k = 1\n{close}last = 2\n");
    let rows = PIPE.parse(&alone(&text)).resolved().unwrap().rows;
    let rows: Vec<&str> = rows.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(rows, ["a:last"]);
}

#[test]
fn mappings_of_a_cluster() {
    check(PIPE, 4000, "the mappings up to here", |n| {
        let ends: String = (0..n).map(|it| format!(" to b{it}.x")).collect();
        alone(&format!("cluster c\n  -- x\n  imap from a{ends}\n  -- x\n"))
    });
}

/// A pipeline with instances of a cluster with a number of keys and of processes.
fn instances(n: usize, n_keys: usize, n_processes: usize) -> Input {
    let keys = lines(n_keys, |it| format!("  k{it} = 1\n  -- x"));
    let inside = lines(n_processes, |it| format!("process p{it} :: numbers"));
    let cluster = format!("cluster c\n  -- x\n{keys}  omap from p0.number to n\n  -- x\n{inside}");
    let mut files = Files::default();
    files.insert("c.cluster", cluster.into());
    Input { files: Arc::new(files), ..alone(&lines(n, |it| format!("process i{it} :: c"))) }
}

#[test]
fn settings_and_processes_of_instances() {
    check(PIPE, 300, "too many settings in total", |n| instances(n, 100, 1));
    check(PIPE, 50, "too many processes in total", |n| instances(n, 1, 100));
}

#[test]
fn files_that_are_included_again() {
    // The first time does not count.
    let file = "# comment\n".repeat(3276);
    let found = |n: usize| {
        let mut files = Files::default();
        files.insert("f", file.as_str().into());
        let input = Input { files: Arc::new(files), ..alone(&"include f\n".repeat(n)) };
        let found = PIPE.parse(&input).diagnostics();
        found
            .iter()
            .filter(|it| it.message.contains("the includes up to here are too many"))
            .count()
    };
    assert_eq!((found(9), found(10)), (0, 1));
}

#[test]
fn files_that_are_included() {
    check(PIPE, 500, "the includes up to here are too many", |n| {
        let mut files = Files::default();
        (0..n).for_each(|it| files.insert(&format!("f{it}"), "".into()));
        Input { files: Arc::new(files), ..alone(&lines(n, |it| format!("include f{it}"))) }
    });
}

#[test]
fn elements_of_lists() {
    check(TARGET, 10_000, "more than 10000 elements", |n| {
        alone(&format!("[V_x]\nk = {}\n", "a,".repeat(n)))
    });
}

#[test]
fn digits_of_numbers() {
    check(TARGET, 1000, "more than 1000 digits", |n| {
        alone(&format!("[ABI]\nRedZoneSize = {}\n", "9".repeat(n)))
    });
}

#[test]
fn names_that_are_repeated() {
    let name = "n".repeat(900);
    // 1 MiB and 8 bytes for each of the text, which has 12 bytes a line.
    let lines_of = |n: usize| lines(n, |it| format!("k{it:06} = 1"));
    let is_beyond = |language: LanguageId, text: &str, words: &str| {
        let found = language.parse(&alone(text)).diagnostics();
        found.iter().any(|it| it.code.name == "beyond-budget" && it.message.contains(words))
    };
    let target = |n: usize| format!("[V_{name}]\n{}", lines_of(n));
    assert!(!is_beyond(TARGET, &target(1200), "in total with its name"));
    assert!(is_beyond(TARGET, &target(1400), "in total with its name"));
    let hardware = |n: usize| format!("[cpu:0]\n[arch:{name}]\n{}", lines_of(n));
    assert!(!is_beyond(HARDWARE, &hardware(1150), "the facts of this unit"));
    assert!(is_beyond(HARDWARE, &hardware(1300), "the facts of this unit"));
}

#[test]
fn problems_that_are_listed() {
    check(PIPE, 10_000, "Bobbin lists 10000 problems", |n| alone(&"config a\nk\n".repeat(n)));
    check(HARDWARE, 10_000, "Bobbin lists 10000 problems", |n| alone(&"x\n".repeat(n)));
    check(TARGET, 9_990, "Bobbin lists 10000 problems", |n| {
        // More than one is said of what is missing.
        alone(&"[\n".repeat(if n > 9_990 { 10_001 } else { n }))
    });
}

#[test]
fn plain_pipelines() {
    let convert = |n: usize| PIPE.parse(&instances(n, 250, 1)).convert("pipe");
    assert!(convert(100).is_ok());
    let refusal = convert(1000).unwrap_err();
    assert_eq!(refusal.reason, "the plain pipeline would be longer than 4 MiB");
}
