//! Names of a target: to their meaning, to their other occurrences, changed, completed.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that panics has found something"
)]

use std::sync::Arc;

use bobbin_coil::target::parse;
use bobbin_core::text::{Files, Location, offset, slice};
use bobbin_core::{Document, HostFacts, Input};
use text_size::{TextRange, TextSize};

const TEXT: &str = "\
@include \"../base.coilcfg\"
[Target]
Mode = 32
[ARM_X]
Fast = yes
[Target]
Mode = 64
";
const BASE: &str = "[Target]\nPU = CPU\nMode = 16\n[ARM_X]\nFast = no\n";

fn input(text: &str) -> Input {
    let mut files = Files::default();
    files.insert("t/base.coilcfg", BASE.into());
    files.insert("t/cpu/other.coilcfg", "".into());
    Input { files: Arc::new(files), ..Input::alone("t/cpu/main.coilcfg", text) }
}

/// Shows each place as its file and what stands there, with the line's start.
fn shown(places: &[Location]) -> Vec<String> {
    let shown = places.iter().map(|it| {
        let text = if it.path.is_some() { BASE } else { TEXT };
        let line = slice(text, TextRange::up_to(it.range.start())).matches('\n').count() + 1;
        let path = it.path.as_deref().unwrap_or("here");
        format!("{path}:{line} {}", slice(text, it.range))
    });
    shown.collect()
}

fn at(word: &str, nth: usize) -> TextSize {
    offset(TEXT.match_indices(word).nth(nth).unwrap().0 + 1)
}

#[test]
fn a_key_leads_to_what_it_overrides_and_to_what_overrides_it() {
    let file = parse(&input(TEXT));
    assert_eq!(shown(&file.definition(at("Mode", 0))), ["here:7 Mode"]);
    assert_eq!(shown(&file.definition(at("Mode", 1))), ["here:3 Mode", "t/base.coilcfg:3 Mode"]);
    assert_eq!(shown(&file.definition(at("base", 0))), ["t/base.coilcfg:1 "]);
    assert_eq!(shown(&file.references(at("Fast", 0))), ["here:5 Fast", "t/base.coilcfg:5 Fast"]);
    assert_eq!(file.links()[0].path, "t/base.coilcfg");
    let notes: Vec<String> =
        file.resolved().unwrap().rows.into_iter().map(|it| it.origin.note).collect();
    assert!(
        notes.contains(
            &"overrides `32` in line 3 and `16` in line 3 of `t/base.coilcfg`".to_owned()
        ),
        "{notes:?}"
    );
}

#[test]
fn vendor_names_are_changed_in_all_files() {
    let file = parse(&input(TEXT));
    let change = file.rename(at("Fast", 0), "Quick").unwrap();
    assert_eq!(change.edits["t/base.coilcfg"].apply(BASE), BASE.replace("Fast", "Quick"));
    assert_eq!(change.edits["t/cpu/main.coilcfg"].apply(TEXT), TEXT.replace("Fast", "Quick"));
    let change = file.rename(at("ARM_X", 0), "ARM_Y").unwrap();
    assert_eq!(change.edits.len(), 2);
    assert_eq!(file.renamable(at("Mode", 0)), None);
    let reason = |word: &str, name: &str| file.rename(at(word, 0), name).unwrap_err().reason;
    assert_eq!(reason("Mode", "Width"), "`Mode` is the document's own name");
    assert_eq!(reason("Target", "T"), "`Target` is the document's own name");
    assert_eq!(reason("Fast", "a b"), "`a b` is not a valid key");
    assert_eq!(reason("ARM_X", "2"), "`2` cannot be the name of a section");
}

#[test]
fn a_name_is_changed_in_the_files_that_include_it() {
    let mut files = Files::default();
    let (top, main) = ("@include \"cpu/main.coilcfg\"\n[ARM_X]\nFast = 1\n", TEXT);
    files.insert("t/top.coilcfg", top.into());
    files.insert("t/cpu/main.coilcfg", main.into());
    files.insert("t/alone.coilcfg", "[ARM_X]\nFast = no\n".into());
    let input = Input { files: Arc::new(files), ..Input::alone("t/base.coilcfg", BASE) };
    let file = parse(&input);
    let at = offset(BASE.find("Fast").unwrap() + 1);
    assert_eq!(file.references(at).len(), 3);
    let quick = |text: &str| text.replace("Fast", "Quick");
    let change = file.rename(at, "Quick").unwrap();
    assert_eq!(change.edits["t/base.coilcfg"].apply(BASE), quick(BASE));
    assert_eq!(change.edits["t/cpu/main.coilcfg"].apply(main), quick(main));
    assert_eq!(change.edits["t/top.coilcfg"].apply(top), quick(top));
    assert_eq!(change.edits.len(), 3);
    let item = bobbin_core::edit::ItemPath::new(["section", "ARM_X"]);
    let command = bobbin_core::edit::Command::Rename { item, name: "ARM_Y".to_owned() };
    assert_eq!(file.plan(&command).unwrap().edits.len(), 3);
}

#[test]
fn a_key_that_the_document_does_not_define_can_be_renamed() {
    let text = "[Optimization]\nLevle = 1\n";
    let at = offset(text.find("Levle").unwrap() + 1);
    let file = parse(&Input::alone("a.coilcfg", text));
    assert_eq!(file.renamable(at).map(|it| slice(text, it)), Some("Levle"));
    let change = file.rename(at, "Level").unwrap();
    assert_eq!(change.edits["a.coilcfg"].apply(text), "[Optimization]\nLevel = 1\n");
    let twice = parse(&Input::alone("a.coilcfg", "[Optimization]\nLevle = 1\nLevel = 2\n"));
    let reason = twice.rename(at, "Level").unwrap_err().reason;
    assert_eq!(reason, "`[Optimization]` has a key `Level` already");
}

#[test]
fn paths_of_includes_are_completed() {
    let words = |text: &str| -> Vec<String> {
        let place = text.find("$0").unwrap();
        let text = text.replace("$0", "");
        let found = parse(&input(&text)).completions(offset(place));
        found.iter().map(|it| format!("{:?} -> {}", slice(&text, it.range), it.insert)).collect()
    };
    let both = |range: &str| {
        [format!("{range:?} -> \"../base.coilcfg\""), format!("{range:?} -> \"other.coilcfg\"")]
    };
    assert_eq!(words("@include \"$0\"\n"), both("\"\""));
    assert_eq!(words("@include $0ba # c\n"), both("ba"));
    assert_eq!(words("@inc$0"), ["\"@inc\" -> @include \"\""]);
}

#[test]
fn vendor_sections_are_mentioned_in_strict_mode() {
    let codes = |strict: bool| -> Vec<&str> {
        let host = Arc::new(HostFacts { strict, ..HostFacts::default() });
        let file = parse(&Input { host, ..Input::alone("x", "[ARM_X]\na = 1\n") });
        file.diagnostics().iter().map(|it| it.code.name).collect()
    };
    assert!(!codes(false).contains(&"vendor-section"));
    assert!(codes(true).contains(&"vendor-section"));
}
