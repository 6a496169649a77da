//! Cases of the validator of COIL targets: `validate_cases.json`.
//!
//! A case is `{id, title, text, files, ok, strict, errors, warnings}`; the text is that of
//! `main.coilcfg`. An expected diagnostic is `{code, section, key, line, file}`; the diagnostics of
//! a text are compared as a set, and line 0 means no line.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bobbin_coil::target;
use bobbin_coil::target::check::{self, Finding, Strictness};
use bobbin_core::Input;
use bobbin_core::diagnostics::Severity;
use bobbin_core::text::Files;
use serde_json::Value;

/// Cases in which Bobbin differs on purpose, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

const MAIN: &str = "main.coilcfg";

/// Returns the cases of the corpus, and those of the files that `BOBBIN_ORACLES` names.
fn all_cases() -> Vec<Value> {
    let folder = bobbin_testing::root().join("core").join("testdata/coil-target/oracle");
    let mut res = Vec::new();
    for name in ["validate_cases.json", "own_cases.json"] {
        res.extend(cases(&folder.join(name)).expect(name));
    }
    if let Some(more) = std::env::var_os("BOBBIN_ORACLES").map(PathBuf::from) {
        let files = match fs::read_dir(&more) {
            Ok(entries) => entries.map(|it| it.unwrap().path()).collect(),
            Err(_) => vec![more],
        };
        // Those of other languages are beside them.
        res.extend(files.iter().filter_map(|it| cases(it)).flatten());
    }
    res
}

/// Returns the cases of a file; `None` if it is not a list of validator cases.
fn cases(path: &Path) -> Option<Vec<Value>> {
    let text = fs::read_to_string(path).ok()?;
    let Ok(Value::Array(cases)) = serde_json::from_str(&text) else { return None };
    let is_ours =
        |it: &Value| it["text"].is_string() && it["errors"].is_array() && it["warnings"].is_array();
    cases.iter().all(is_ours).then_some(cases)
}

fn expected(list: &Value) -> Vec<String> {
    let shown = |it: &Value| {
        let text = |name: &str, default: &'static str| {
            it[name].as_str().map_or(default.to_owned(), str::to_owned)
        };
        format!(
            "{}:{} {} [{}] {}",
            text("file", MAIN),
            it["line"],
            text("code", "?"),
            text("section", "-"),
            text("key", "-")
        )
    };
    let mut res: Vec<String> = list.as_array().unwrap().iter().map(shown).collect();
    res.sort();
    res.dedup();
    res
}

fn found(findings: &[Finding], severity: Severity) -> Vec<String> {
    let of_severity = findings.iter().filter(|it| it.diagnostic.code.severity == severity);
    let mut res: Vec<String> = of_severity
        .map(|it| {
            format!(
                "{}:{} {} [{}] {}",
                it.path.as_deref().unwrap_or(MAIN),
                it.line,
                it.diagnostic.code.reference.unwrap_or(it.diagnostic.code.name),
                it.section.as_deref().unwrap_or("-"),
                it.key.as_deref().unwrap_or("-")
            )
        })
        .collect();
    res.sort();
    res.dedup();
    res
}

/// Returns the difference from the expectation, if any.
fn run(case: &Value) -> Option<String> {
    let mut files = Files::default();
    for (path, text) in case["files"].as_object().into_iter().flatten() {
        files.insert(path, text.as_str().unwrap().into());
    }
    let input = Input {
        path: MAIN.to_owned(),
        text: case["text"].as_str().unwrap().into(),
        files: Arc::new(files),
        ..Input::default()
    };
    let is_strict = case["strict"].as_bool().unwrap_or_default();
    let strictness = if is_strict { Strictness::Strict } else { Strictness::Normal };
    let findings = check::findings(&target::parse(&input), strictness);
    let mut res = String::new();
    for (list, severity) in [("errors", Severity::Error), ("warnings", Severity::Warning)] {
        let (expected, found) = (expected(&case[list]), found(&findings, severity));
        if expected != found {
            res.push_str(&format!("  {list}: expected {expected:#?}\n  found {found:#?}\n"));
        }
    }
    let is_ok = !findings.iter().any(|it| it.diagnostic.code.severity == Severity::Error);
    if case["ok"].as_bool() != Some(is_ok) {
        res.push_str("  the verdict differs\n");
    }
    (!res.is_empty()).then_some(res)
}

#[test]
fn coil_target() {
    let cases = all_cases();
    let (mut n_passed, mut n_excepted, mut failures) = (0, 0, Vec::new());
    for case in &cases {
        let id = case["id"].as_str().unwrap_or("?");
        let is_excepted = EXCEPTIONS.iter().any(|(it, _)| *it == id);
        match run(case) {
            None => {
                assert!(!is_excepted, "{id} passes and is listed as an exception");
                n_passed += 1;
            }
            Some(_) if is_excepted => n_excepted += 1,
            Some(why) => failures.push(format!("{id} {}\n{why}", case["title"])),
        }
    }
    println!(
        "coil-target: {} cases, {n_passed} passed, {} failed, {n_excepted} excepted",
        cases.len(),
        failures.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
