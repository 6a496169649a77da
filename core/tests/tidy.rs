//! The boundaries of the design, held by an ordinary test.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bobbin_core::lang::LanguageId;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Text files below `folder` with one of these ends, with their paths from the project's root.
fn files(folder: &str, ends: &[&str]) -> Vec<(String, String)> {
    let mut res = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|it| it.unwrap().path()) {
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                if !["node_modules", "target", "dist", "generated", "results"].contains(&name) {
                    open.push(path);
                }
            } else if ends.iter().any(|it| name.ends_with(it)) {
                let shown = path.strip_prefix(root()).unwrap().display().to_string();
                res.push((shown, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    res.sort();
    res
}

/// The part of a Rust file in front of its tests.
fn without_tests(text: &str) -> &str {
    text.split("\n#[cfg(test)]\nmod ").next().unwrap_or(text)
}

/// Lines with `word`, comments left out, as `file:line`.
fn uses(files: &[(String, String)], words: &[&str]) -> Vec<String> {
    let mut res = Vec::new();
    for (path, text) in files {
        for (idx, line) in without_tests(text).lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if words.iter().any(|it| code.contains(it)) {
                res.push(format!("{path}:{}: {}", idx + 1, line.trim()));
            }
        }
    }
    res
}

#[track_caller]
fn none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

#[test]
fn the_core_has_no_web_crate_and_reads_nothing() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "-p", "bobbin-core", "-e", "normal", "--prefix", "none", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).unwrap();
    for web in ["wasm-bindgen", "js-sys", "web-sys", "gloo", "leptos", "serde", "regex"] {
        let found: Vec<String> =
            tree.lines().filter(|it| it.starts_with(web)).map(str::to_owned).collect();
        none(&found, "bobbin-core must not depend on these");
    }
    let outside = ["std::fs", "std::env", "std::net", "std::process", "Instant::now", "SystemTime"];
    none(&uses(&files("core/src", &[".rs"]), &outside), "the core gets the outside as values");
    none(&uses(&files("core/server/src", &[".rs"]), &outside), "the server does no I/O");
}

#[test]
fn the_app_does_not_parse_and_reaches_the_browser_in_one_place() {
    let manifest = fs::read_to_string(root().join("app/Cargo.toml")).unwrap();
    for name in ["bobbin-core", "bobbin-server", "lalrpop", "logos", "regex"] {
        assert!(!manifest.contains(name), "the app must not depend on {name}");
    }
    let files = files("app/src", &[".rs"]);
    none(&uses(&files, &["split('=')", "split_once('=')", ".lines()"]), "the app does not parse");
    let names: Vec<&str> = LanguageId::ALL.iter().map(|it| it.info().name).collect();
    let quoted: Vec<String> = names.iter().map(|it| format!("\"{it}\"")).collect();
    let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
    none(&uses(&files, &quoted), "the app knows no language by name");
    let outside: Vec<(String, String)> =
        files.into_iter().filter(|(path, _)| !path.starts_with("app/src/platform")).collect();
    let found: Vec<String> =
        uses(&outside, &["web_sys::window", "gloo", "js_sys", "document()."]).into_iter().collect();
    none(&found, "the browser is reached in app/src/platform only");
}

#[test]
fn languages_are_listed_in_one_place() {
    let found: Vec<String> = uses(
        &files("core", &[".rs"]),
        &["LanguageId::Sprokit", "LanguageId::Pinsight", "LanguageId::Coil"],
    )
    .into_iter()
    .filter(|it| {
        !it.starts_with("core/src/lang/mod.rs") && !it.starts_with("core/src/lang/detect.rs")
    })
    .filter(|it| !it.contains("/tests/") && !it.contains("/examples/") && !it.contains("/benches/"))
    .collect();
    none(&found, "a language is named in lang/mod.rs and lang/detect.rs only");
    for folder in ["sprokit", "pinsight", "coil_hardware", "coil_target"] {
        let others: Vec<String> = ["sprokit", "pinsight", "coil_hardware", "coil_target"]
            .iter()
            .filter(|&&it| it != folder)
            .map(|it| format!("lang::{it}"))
            .collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        none(
            &uses(&files(&format!("core/src/lang/{folder}"), &[".rs"]), &others),
            "no language uses another",
        );
    }
}

#[test]
fn layers_look_down_only() {
    let rules: &[(&str, &[&str])] = &[
        (
            "core/src/text",
            &[
                "crate::edit",
                "crate::diagnostics",
                "crate::syntax",
                "crate::view",
                "crate::lang",
                "crate::layout",
                "crate::snapshot",
            ],
        ),
        (
            "core/src/edit",
            &[
                "crate::diagnostics",
                "crate::syntax",
                "crate::view",
                "crate::lang::",
                "crate::layout",
                "crate::snapshot",
            ],
        ),
        (
            "core/src/diagnostics",
            &["crate::syntax", "crate::view", "crate::lang", "crate::layout", "crate::snapshot"],
        ),
        ("core/src/syntax", &["crate::view", "crate::lang", "crate::layout", "crate::snapshot"]),
        ("core/src/view", &["crate::lang", "crate::layout", "crate::snapshot"]),
        ("core/src/layout", &["crate::lang", "crate::snapshot", "crate::diagnostics"]),
        ("core/src/lang", &["crate::snapshot", "crate::layout"]),
    ];
    for (folder, above) in rules {
        none(&uses(&files(folder, &[".rs"]), above), &format!("{folder} must not look up"));
    }
}

/// Names that two crates give to different things, with the folder of the second.
const OTHER_THINGS: &[(&str, &str)] = &[
    // Across or down a splitter.
    ("Axis", "app/src/widgets"),
    // A file with process types that the user brought.
    ("Catalogue", "app/src/environment"),
    // A line of a comparison.
    ("LineKind", "app/src/conversion"),
    // LSP's, which names the document by its URI.
    ("Location", "app/src/platform"),
    // What stands in a tooltip.
    ("Remark", "app/src/canvas"),
];

#[test]
fn a_shape_is_declared_once() {
    let mut declared = BTreeMap::<String, String>::new();
    let mut twice = Vec::new();
    let core = ["text", "edit", "diagnostics", "syntax", "view"].map(|it| format!("core/src/{it}"));
    let crates = ["core/protocol/src", "core/server/src", "app/src"].map(str::to_owned);
    for folder in core.iter().chain(&crates) {
        for (path, text) in files(folder, &[".rs"]) {
            let is_inner = folder == "app/src" || folder == "core/server/src";
            for line in without_tests(&text).lines() {
                let public = line.strip_prefix("pub ").or(line.strip_prefix("pub(crate) "));
                let kind = public.and_then(|it| it.split_once(' '));
                let Some(("struct" | "enum", rest)) = kind else { continue };
                let name: String = rest.chars().take_while(|it| it.is_alphanumeric()).collect();
                let is_other = OTHER_THINGS
                    .iter()
                    .any(|(other, folder)| *other == name && path.starts_with(folder));
                match declared.get(&name) {
                    Some(_) if is_other || path.ends_with("/lsp.rs") => {}
                    Some(first) => twice.push(format!("{path}: `{name}` is one of {first}")),
                    // The page and the server have types of their own, some of the same name.
                    None if is_inner => {}
                    None => {
                        declared.insert(name, path.clone());
                    }
                }
            }
        }
    }
    none(&twice, "a shape is declared in the core or in the protocol, and only once");
    for (name, folder) in OTHER_THINGS {
        assert!(declared.contains_key(*name), "`{name}` of {folder} has a name of its own");
    }
}

#[test]
fn the_wasm_wrapper_decides_nothing() {
    let found = uses(
        &files("core/wasm/src", &[".rs"]),
        &["bobbin_core::lang::sprokit", "bobbin_core::lang::pinsight", "bobbin_core::lang::coil"],
    );
    none(&found, "bobbin-wasm knows no language");
}

#[test]
fn files_have_one_subject() {
    let mut long = Vec::new();
    for folder in ["core", "app", "cli", "xtask", "e2e"] {
        for (path, text) in files(folder, &[".rs", ".ts", ".css", ".lalrpop"]) {
            let generated = text.lines().take(3).any(|it| it.contains("@generated"));
            let n_lines = text.lines().count();
            if !generated && n_lines > 800 {
                long.push(format!("{path}: {n_lines} lines"));
            }
        }
    }
    none(&long, "a file beyond 800 lines is to be split");
}

#[test]
fn every_code_is_named_well_and_tested() {
    let mut seen = BTreeSet::new();
    let budgets = files("core/tests/budgets", &[".rs"]);
    for language in LanguageId::ALL {
        let info = language.info();
        let data = format!("core/testdata/{}", info.name);
        let expectations = files(&data, &[".expected"]);
        let oracles = files(&format!("{data}/oracle"), &[".json"]);
        let sources = files(&format!("core/src/lang/{}", info.name.replace('-', "_")), &[".rs"]);
        let mut untested = Vec::new();
        for code in info.codes {
            let kebab = code
                .name
                .chars()
                .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-');
            assert!(kebab && !code.name.is_empty(), "{:?} is not kebab case", code.name);
            assert!(!code.summary.is_empty(), "{} has no summary", code.name);
            assert!(seen.insert((info.name, code.name)), "{} is listed twice", code.name);
            let in_corpus =
                expectations.iter().any(|(_, it)| it.contains(&format!(" {}: ", code.name)));
            let in_unit_test = sources.iter().any(|(path, it)| {
                let is_all = path.ends_with("tests.rs");
                let from = if is_all { 0 } else { without_tests(it).len() };
                it.get(from..).is_some_and(|it| it.contains(code.name))
            });
            let in_oracle = code.reference.is_some_and(|reference| {
                oracles.iter().any(|(_, it)| it.contains(&format!("\"{reference}\"")))
            });
            // Texts that are too long for a corpus.
            let in_budgets =
                budgets.iter().any(|(_, it)| it.contains(&format!("\"{}\"", code.name)));
            if !in_corpus && !in_unit_test && !in_oracle && !in_budgets {
                untested.push(format!("{}: {}", info.name, code.name));
            }
        }
        none(&untested, "every code has a case");
    }
}
