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

mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::text::Files;
use bobbin_core::{Document, HostFacts, Input};
use bobbin_testing::{Random, corpus, mutate};
use table::TABLE;

fn findings(text: &str) -> Vec<Diagnostic> {
    let mut host = HostFacts::default();
    host.env.insert("HOME".to_owned(), "/home/me".to_owned());
    let path = if text.starts_with("cluster") { "t.cluster" } else { "t.pipe" };
    let mut files = Files::default();
    files.insert(path, text.into());
    files.insert("other.pipe", "config other\n".into());
    let (host, files) = (Arc::new(host), Arc::new(files));
    let input = Input { host, files, ..Input::alone(path, text) };
    bobbin_sprokit::parse(&input).diagnostics()
}

/// Counts the errors of each kind.
fn errors(findings: &[Diagnostic]) -> BTreeMap<&'static str, usize> {
    let mut res = BTreeMap::new();
    for it in findings.iter().filter(|it| it.code.severity == Severity::Error) {
        *res.entry(it.code.name).or_default() += 1;
    }
    res
}

/// Counts the diagnostics that say the same as `finding`.
fn alike(all: &[Diagnostic], finding: &Diagnostic) -> usize {
    all.iter().filter(|it| it.code == finding.code && it.message == finding.message).count()
}

/// Counts the diagnostics about text that cannot be read.
fn unread(all: &[Diagnostic]) -> usize {
    let is_unread = |it: &&Diagnostic| {
        it.code.severity == Severity::Error && it.code.reference == Some("parse_error")
    };
    all.iter().filter(is_unread).count()
}

/// Lists what is wrong with a fix, beyond the text that it makes.
fn faults(text: &str, finding: &Diagnostic, after: &str) -> Vec<String> {
    let mut res = Vec::new();
    let (old, new) = (findings(text), findings(after));
    if alike(&new, finding) >= alike(&old, finding) {
        res.push(format!("the finding is still there: {}", finding.message));
    }
    let before = errors(&old);
    for (code, n) in errors(&new) {
        if n > before.get(code).copied().unwrap_or_default() {
            res.push(format!("a new error: {code}"));
        }
    }
    res
}

#[test]
fn every_fix_mends_what_it_says() {
    let mut failed = Vec::new();
    for &(code, label, before, expected) in TABLE {
        let all = findings(before);
        let fixes = all.iter().flat_map(|it| it.fixes.iter().map(move |fix| (it, fix)));
        let mut fixes = fixes.filter(|(it, fix)| it.code.name == code && fix.label == label);
        let Some((finding, fix)) = fixes.next() else {
            failed.push(format!("{code}, {label}: no such fix in {before:?}: {all:#?}"));
            continue;
        };
        let after = fix.edit.apply(before);
        let mut wrong = faults(before, finding, &after);
        if after != expected {
            wrong.push(format!("expected {expected:?}"));
        }
        if fix.edit.invert(before).apply(&after) != before {
            wrong.push("it cannot be taken back".to_owned());
        }
        if !wrong.is_empty() {
            failed.push(format!("{code}, {label}: {after:?}\n    {}", wrong.join("\n    ")));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
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
        if body.contains(".with_fix(") {
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
            let adds = text.contains(".with_fix(") || text.contains("fixes.push");
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
    let mut random = Random(7);
    let mut seen: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let mut failed: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    let texts = corpus(&bobbin_sprokit::INFO).into_iter().map(|it| it.1);
    let texts: Vec<String> = texts.chain(TABLE.iter().map(|it| it.2.to_owned())).collect();
    for text in &texts {
        for n in 0..20 {
            let text = if n == 0 { text.clone() } else { mutate(text, &mut random) };
            let old = findings(&text);
            for finding in &old {
                for fix in &finding.fixes {
                    let entry = (finding.code.name, kind(&fix.label));
                    let n_seen = seen.entry(entry.clone()).or_default();
                    *n_seen += 1;
                    if *n_seen > MOST_OF_A_KIND {
                        continue;
                    }
                    let after = fix.edit.apply(&text);
                    let new = findings(&after);
                    let mut wrong = Vec::new();
                    if !known.contains(&entry) {
                        wrong.push("it is not in the table");
                    }
                    if alike(&new, finding) >= alike(&old, finding) {
                        wrong.push("the finding is still there");
                    }
                    // Behind `from` all is read that was left out with the word in its place.
                    let reads_more = finding.code.name == "incomplete-connection";
                    if unread(&new) > unread(&old) && !reads_more {
                        wrong.push("more cannot be read");
                    }
                    if !wrong.is_empty() {
                        let wrong = wrong.join("; ");
                        let why = format!("{wrong}, of {:?}\n{text:?}\n{after:?}", finding.message);
                        failed.entry(entry).or_default().push(why);
                    }
                }
            }
        }
    }
    assert!(seen.len() > 30, "{seen:?}");
    let failed: Vec<String> = failed
        .into_iter()
        .flat_map(|(entry, why)| why.into_iter().take(3).map(move |it| format!("{entry:?}: {it}")))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
