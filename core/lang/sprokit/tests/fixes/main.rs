//! Every quick fix of the pipelines, one by one: applied to a text that needs it, it leaves exactly the
//! text that is wanted, the diagnostic is gone, and no error is there that was not there before.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

mod doubtful;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use bobbin_core::diagnostics::{Diagnostic, Fix, Severity};
use bobbin_core::text::Files;
use bobbin_core::{Document, HostFacts, Input};
use bobbin_testing::fixes::{Fixed, check_all, check_table};
use bobbin_testing::{Random, corpus};
use table::TABLE;

fn findings(text: &str) -> Vec<Diagnostic> {
    let path = if text.starts_with("cluster") { "t.cluster" } else { "t.pipe" };
    findings_in(path, text)
}

fn findings_in(path: &str, text: &str) -> Vec<Diagnostic> {
    let mut host = HostFacts::default();
    host.env.insert("HOME".to_owned(), "/home/me".to_owned());
    let mut files = Files::default();
    files.insert(path, text.into());
    files.insert("other.pipe", "config other\n".into());
    files.insert("empty.pipe", "".into());
    files.insert("entries.pipe", "k = 1\n".into());
    let (host, files) = (Arc::new(host), Arc::new(files));
    let input = Input { host, files, ..Input::alone(path, text) };
    bobbin_sprokit::parse(&input).diagnostics()
}

/// Counts the diagnostics about text that cannot be read.
fn unread(all: &[Diagnostic]) -> usize {
    let is_unread = |it: &&Diagnostic| {
        it.code.severity == Severity::Error && it.code.reference == Some("parse_error")
    };
    all.iter().filter(is_unread).count()
}

/// Lists what is wrong with a fix, beyond the text that it makes.
fn faults(fixed: &Fixed<'_>) -> Vec<String> {
    let mut res = fixed.faults();
    res.extend(fixed.new_errors().iter().map(|it| format!("a new error: {it}")));
    res
}

#[test]
fn every_fix_mends_what_it_says() {
    check_table(TABLE, findings, faults);
}

/// Removes the words of the text from a label.
fn kind(label: &str) -> String {
    let with_names =
        ["Change to", "Keep", "Rename to", "Write `", "Connect", "Remove `", "Make it the"];
    if with_names.iter().any(|it| label.starts_with(it)) {
        label.split('`').step_by(2).collect::<Vec<_>>().join("…")
    } else {
        label.to_owned()
    }
}

/// Finds the functions that word diagnostics with what they are made of: names of codes, of fixes,
/// and of other such functions.
fn constructors() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/diagnostics");
    let mut res = BTreeMap::new();
    for path in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
        let text = fs::read_to_string(path).unwrap();
        for part in text.split("\nfn ").flat_map(|it| it.split("\npub fn ")).skip(1) {
            let (name, body) = part.split_once('(').unwrap();
            let end = body.find("\n}\n").map_or(body.len(), |it| it);
            res.insert(name.to_owned(), body[..end].to_owned());
        }
    }
    res
}

/// Codes that a function, or one that it calls, gives its diagnostic.
fn codes_of(name: &str, all: &BTreeMap<String, String>) -> BTreeSet<&'static str> {
    let codes = bobbin_sprokit::INFO.codes;
    let body = &all[name];
    let words: BTreeSet<&str> =
        body.split(|it: char| !it.is_ascii_alphanumeric() && it != '_').collect();
    let mut res = BTreeSet::new();
    for it in codes {
        if words.contains(it.name.replace('-', "_").to_uppercase().as_str()) {
            res.insert(it.name);
        }
    }
    for it in all.keys().filter(|it| *it != name && body.contains(&format!("{it}("))) {
        res.extend(codes_of(it, all));
    }
    res
}

#[test]
fn every_code_that_can_have_a_fix_is_in_the_table() {
    let known: BTreeSet<&str> = TABLE.iter().map(|it| it.0).collect();
    let all = constructors();
    let mut fixable = BTreeSet::new();
    for (name, body) in &all {
        // Helpers that only add a fix are used by those that have a code.
        if body.contains(".with_fix") {
            let codes = codes_of(name, &all);
            let callers = all.iter().filter(|it| it.1.contains(&format!("{name}(")));
            match codes.is_empty() {
                true => fixable.extend(callers.flat_map(|it| codes_of(it.0, &all))),
                false => fixable.extend(codes),
            }
        }
    }
    assert!(fixable.len() > 25, "the source is not read any more: {fixable:?}");
    let missing: Vec<_> = fixable.difference(&known).collect();
    assert!(missing.is_empty(), "not in the table: {missing:?}");
    // Fixes come from nowhere else.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut open = vec![folder];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|it| it.unwrap().path()));
        } else if !path.components().any(|it| it.as_os_str() == "diagnostics") {
            let text = fs::read_to_string(&path).unwrap();
            let adds = text.contains(".with_fix") || text.contains("fixes.push");
            assert!(!adds, "{} adds a fix", path.display());
        }
    }
}

/// Whatever the text is: a fix that is offered is one of the table, it takes its diagnostic away, and no
/// more of the text than before cannot be read.
#[test]
fn fixes_of_texts_that_chance_makes() {
    const MOST_OF_A_KIND: usize = 40;
    let known: BTreeSet<(&str, String)> = TABLE.iter().map(|it| (it.0, kind(it.1))).collect();
    let texts = corpus(&bobbin_sprokit::INFO).into_iter().map(|it| it.1);
    let texts: Vec<String> = texts.chain(TABLE.iter().map(|it| it.2.to_owned())).collect();
    let kind = |it: &Diagnostic, fix: &Fix| (it.code.name, kind(&fix.label));
    let seen = check_all(&texts, (Random(7), 19, MOST_OF_A_KIND), findings, kind, |it, _| {
        let mut wrong = it.faults();
        if !known.contains(&kind(it.diagnostic, it.fix)) {
            wrong.push("it is not in the table".to_owned());
        }
        // Behind `from` all is read that was left out with the word in its place, and behind a blank or
        // on a line of its own; a word that is put together begins a statement.
        let help = it.diagnostic.help.as_deref().unwrap_or_default();
        let reads_more = it.diagnostic.code.name == "incomplete-connection"
            || help.ends_with("is one word")
            || ["Change to a space", "Break the line"].contains(&it.fix.label.as_str());
        if unread(it.new) > unread(it.old) && !reads_more {
            wrong.push("more cannot be read".to_owned());
        }
        wrong
    });
    assert!(seen.len() > 30, "{seen:?}");
}

/// The other end of a block may stand in a file that includes the text (sprokit.md#blocks).
#[test]
fn blocks_of_what_may_be_a_part_are_left_to_a_person() {
    let is_choice = |text: &str| {
        let fixes: Vec<Fix> = findings(text).into_iter().flat_map(|it| it.fixes).collect();
        assert!(!fixes.is_empty(), "{text}");
        fixes.iter().all(|it| it.is_choice)
    };
    let section = "config a\n  block b\n    k = 1\n";
    assert!(is_choice(section));
    assert!(is_choice("config a\n  k = 1\n  endblock\n"));
    assert!(!is_choice(&format!("{section}process a :: orphan\n")));
    assert!(!is_choice("process a :: orphan\n  k = 1\n  endblock\n"));
}
