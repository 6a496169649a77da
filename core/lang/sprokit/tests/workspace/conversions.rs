//! What conversions make of all texts at hand.

use std::fs;

use bobbin_core::diagnostics::{Diagnostic, Severity};
use bobbin_core::text::SourceText;
use bobbin_core::{Document, Input};
use bobbin_sprokit::parse;

/// Returns the pipelines of the corpus, of the gallery and of the probes of the program.
fn pipelines() -> Vec<(String, String)> {
    let root = bobbin_testing::root().join("core");
    let own = root.join("testdata/sprokit");
    let probes = fs::read(own.join("oracle/sprokit_probes.json")).unwrap();
    let probes: serde_json::Value = serde_json::from_slice(&probes).unwrap();
    let of = |it: &serde_json::Value, key: &str| it[key].as_str().unwrap().to_owned();
    let pipelines = probes.as_array().unwrap().iter().filter(|it| it["kind"] == "pipeline");
    let mut res: Vec<_> = pipelines.map(|it| (of(it, "name"), of(it, "text"))).collect();
    for folder in [own.join("ok"), own.join("err"), own.join("dot"), root.join("../public/gallery")]
    {
        for path in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
            if path.extension().is_some_and(|it| it == "pipe") {
                let text = SourceText::decode(&fs::read(&path).unwrap()).text;
                res.push((path.display().to_string(), text.to_string()));
            }
        }
    }
    res
}

#[test]
fn a_plain_pipeline_of_a_text_without_errors_has_none() {
    let is_error = |it: &Diagnostic| it.code.severity == Severity::Error;
    // What is not open may have what is missing, which nothing says of the plain text.
    let is_open = |it: &Diagnostic| it.code.name.ends_with("include-not-open");
    let mut n_checked = 0;
    for (name, text) in pipelines() {
        let document = parse(&Input::alone("some.pipe", &text));
        if document.diagnostics().iter().any(|it| is_error(it) || is_open(it)) {
            continue;
        }
        let plain = String::from_utf8(document.convert("pipe").unwrap().data).unwrap();
        let mut found = parse(&Input::alone("some.flat.pipe", &plain)).diagnostics();
        found.retain(is_error);
        assert!(found.is_empty(), "{name}: {found:?}\n{plain}");
        n_checked += 1;
    }
    assert!(n_checked > 50, "{n_checked}");
}
