//! Compares every file of the corpus with the diagnostics and the outline written beside it.
//!
//! A case is a file in `testdata/<language>/ok` (no diagnostic above a hint) or
//! `testdata/<language>/err`; the file `<name>.expected` beside it holds the output of [`render`].
//! The gallery of the page counts as `ok`. `UPDATE_EXPECT=1 cargo test` writes the expectations;
//! read them before you commit.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::text::{SourceText, slice};
use bobbin_core::view::OutlineEntry;
use bobbin_core::{Input, Snapshot};
use bobbin_languages::{Detected, LanguageId, detect};

fn root() -> PathBuf {
    bobbin_testing::root().join("core")
}

/// Returns the files of `folder`, without expectations, sorted; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut res: Vec<PathBuf> = entries
        .map(|it| it.unwrap().path())
        .filter(|it| it.is_file() && it.extension().is_none_or(|it| it != "expected"))
        .collect();
    res.sort();
    res
}

fn snapshot(language: LanguageId, path: &Path) -> Snapshot {
    let source = SourceText::decode(&fs::read(path).unwrap());
    let name = path.file_name().unwrap().to_str().unwrap();
    Snapshot::new(language.info(), Input::alone(name, &source.text))
}

/// Renders the text with each diagnostic under the line where it starts, and the outline behind it.
fn render(snapshot: &Snapshot) -> String {
    let mut res = String::new();
    let lines = snapshot.lines();
    for line in 0..lines.n_lines() {
        let range = lines.line_range(line);
        let found: Vec<&Diagnostic> = snapshot
            .diagnostics()
            .iter()
            .filter(|it| lines.line(it.range.start()) == line)
            .collect();
        if found.is_empty() {
            continue;
        }
        let text = slice(snapshot.text(), range).trim_end();
        writeln!(
            res,
            "{:>4} | {}",
            line + 1,
            text.escape_debug()
                .to_string()
                .replace("\\'", "'")
                .replace("\\\"", "\"")
                .replace("\\t", "\t")
        )
        .unwrap();
        for it in found {
            let before =
                slice(snapshot.text(), text_size::TextRange::new(range.start(), it.range.start()));
            let indent: String =
                before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let width = slice(snapshot.text(), it.range)
                .lines()
                .next()
                .unwrap_or("")
                .chars()
                .count()
                .max(1);
            let severity = match it.code.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Hint => "hint",
            };
            writeln!(
                res,
                "     | {indent}{} {severity} {}: {}",
                "^".repeat(width),
                it.code.name,
                it.message
            )
            .unwrap();
            if let Some(help) = &it.help {
                writeln!(res, "     | {indent}help: {help}").unwrap();
            }
            for related in &it.related {
                let line = lines.line(related.range.start()) + 1;
                writeln!(res, "     | {indent}line {line}: {}", related.message).unwrap();
            }
            for fix in &it.fixes {
                writeln!(res, "     | {indent}fix: {}", fix.label).unwrap();
            }
        }
    }
    writeln!(res, "outline").unwrap();
    render_outline(&mut res, &snapshot.outline().entries, 1);
    res
}

fn render_outline(res: &mut String, entries: &[OutlineEntry], depth: usize) {
    for it in entries {
        let indent = "  ".repeat(depth);
        writeln!(res, "{indent}{:?} {} {}", it.kind, it.name, it.detail).unwrap();
        render_outline(res, &it.children, depth + 1);
    }
}

/// Checks `folder`; returns the number of its files and the failures.
fn check(language: LanguageId, folder: &Path, is_ok: bool) -> (usize, Vec<String>) {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    let files = files(folder);
    for path in &files {
        let snapshot = snapshot(language, path);
        let actual = render(&snapshot);
        let loud = snapshot.diagnostics().iter().filter(|it| it.code.severity != Severity::Hint);
        match (is_ok, loud.count()) {
            (true, 1..) => wrong.push(format!("{}: has findings\n{actual}", path.display())),
            (false, 0) => wrong.push(format!("{}: has no finding", path.display())),
            _ => (),
        }
        let expectation = PathBuf::from(format!("{}.expected", path.display()));
        if update {
            fs::write(&expectation, &actual).unwrap();
        }
        let expected = fs::read_to_string(&expectation).unwrap_or_default();
        if expected != actual {
            wrong.push(format!("{}: expected\n{expected}\nbut found\n{actual}", path.display()));
        }
    }
    (files.len(), wrong)
}

#[test]
fn findings_and_outlines() {
    let mut wrong = Vec::new();
    for language in LanguageId::ALL {
        let folder = root().join("testdata").join(language.info().name);
        for (kind, is_ok) in [("ok", true), ("err", false)] {
            let (n_files, found) = check(language, &folder.join(kind), is_ok);
            assert!(n_files > 0, "no case in {}/{kind}", folder.display());
            wrong.extend(found);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The first files that a newcomer sees have no diagnostics and are detected correctly.
#[test]
fn the_gallery_is_clean() {
    let mut n_files = [0; LanguageId::ALL.len()];
    for path in files(&root().join("../public/gallery")) {
        if path.extension().is_some_and(|it| it == "json") {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let Detected::Text { language, others } = detect(name, &fs::read(&path).unwrap()) else {
            panic!("{name} is not detected");
        };
        assert_eq!(others, [], "{name} is ambiguous");
        n_files[language as usize] += 1;
        let snapshot = snapshot(language, &path);
        assert_eq!(snapshot.diagnostics(), [], "{name}:\n{}", render(&snapshot));
    }
    assert!(n_files.iter().all(|&it| it >= 2), "two examples a language: {n_files:?}");
}
