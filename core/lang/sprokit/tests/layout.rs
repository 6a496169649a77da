//! The layout of pipelines changes blanks only, and a text that has it keeps it: on every file of
//! the corpus, the gallery, and mutations of them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::fs;

use bobbin_core::text::{SourceText, slice};
use bobbin_core::{Input, Snapshot};

fn texts() -> Vec<(String, String)> {
    let root = bobbin_testing::root().join("core");
    let own = root.join("testdata/sprokit");
    let mut res = Vec::new();
    for folder in [own.join("ok"), own.join("err"), own.join("dot"), root.join("../public/gallery")]
    {
        for path in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if name.ends_with(".pipe") || name.ends_with(".cluster") {
                let text = SourceText::decode(&fs::read(&path).unwrap()).text;
                res.push((name, text.to_string()));
            }
        }
    }
    res.sort();
    res
}

fn parse(name: &str, text: &str) -> Snapshot {
    Snapshot::new(&bobbin_sprokit::INFO, Input::alone(name, text))
}

/// Returns all that is not blank, the diagnostics, and the values in force.
fn meaning(snapshot: &Snapshot) -> (Vec<String>, Vec<String>, Vec<(String, String)>) {
    let text = snapshot.text();
    let document = snapshot.document();
    let tokens = document.token_ranges().into_iter().map(|it| slice(text, it).trim().to_owned());
    let findings = snapshot.diagnostics().iter();
    let rows = document.resolved().unwrap().rows.into_iter();
    (
        tokens.filter(|it| !it.is_empty()).collect(),
        findings.map(|it| format!("{} {}", it.code.name, it.message)).collect(),
        rows.map(|it| (it.key, it.value)).collect(),
    )
}

#[track_caller]
fn check(name: &str, text: &str) {
    let before = parse(name, text);
    let formatted = before.document().format().unwrap().apply(text);
    let after = parse(name, &formatted);
    assert_eq!(meaning(&after), meaning(&before), "{name}\n{text}\n--- became\n{formatted}");
    let again = after.document().format().unwrap().apply(&formatted);
    assert_eq!(again, formatted, "{name}\n{text}\n--- is not settled");
}

#[test]
fn layout_changes_nothing_but_blanks() {
    for (name, text) in texts() {
        check(&name, &text);
        check(&name, &text.replace('\n', "\r\n").replace("\r\r", "\r"));
    }
}

#[test]
fn layout_holds_on_mutations() {
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = |limit: usize| {
        seed ^= seed >> 12;
        seed ^= seed << 25;
        seed ^= seed >> 27;
        (seed.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    };
    const BITS: [&str; 16] = [
        "\n",
        " = ",
        ":=",
        ":",
        "::",
        "#",
        "!",
        "--",
        "block b\n",
        "endblock\n",
        "to ",
        "[ro]",
        "  ",
        "config a\n",
        "include x\n",
        "\n:k v\n",
    ];
    for (name, text) in texts() {
        for _ in 0..60 {
            let mut mutant = text.clone();
            for _ in 0..=below(3) {
                let mut at = below(mutant.len() + 1);
                while !mutant.is_char_boundary(at) {
                    at -= 1;
                }
                if below(2) == 0 {
                    mutant.insert_str(at, BITS[below(BITS.len())]);
                } else {
                    let end = (at..=mutant.len()).filter(|&it| mutant.is_char_boundary(it));
                    let end = end.take(below(20) + 1).last().unwrap();
                    mutant.replace_range(at..end, "");
                }
            }
            check(&name, &mutant);
        }
    }
}
