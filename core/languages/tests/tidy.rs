//! The boundaries of the design, checked by an ordinary test.

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
use std::path::PathBuf;
use std::process::Command;

use bobbin_languages::LanguageId;

fn root() -> PathBuf {
    bobbin_testing::root()
}

/// Reads the text files below `folder` with one of these ends; paths start at the project's root.
fn files(folder: &str, ends: &[&str]) -> Vec<(String, String)> {
    let mut res = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        // Of a folder with another name now, nothing would be found, and every check be passed.
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|it| panic!("{}: {it}", folder.display()));
        for path in entries.map(|it| it.unwrap().path()) {
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                // Cargo marks its build folders; a module may be called `target` too.
                let is_built = path.join("CACHEDIR.TAG").exists();
                let skipped = ["node_modules", "dist", "generated", "results", "packed"];
                if !is_built && !skipped.contains(&name) {
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

/// Parts a Rust file into its modules of tests and all else, each as long as the file, with only line ends in
/// the place of the other: lines keep their numbers.
fn parted(text: &str) -> (String, String) {
    let blank = |it: &str| "\n".repeat(it.matches('\n').count());
    let (mut code, mut tests) = (String::new(), String::new());
    let mut rest = text;
    while let Some(start) = rest.find("\n#[cfg(test)]\nmod ") {
        let (before, behind) = rest.split_at(start);
        // It is in another file, or ends with the brace at the start of a line.
        let declared = behind.find(';').filter(|&it| !behind[..it].contains('{'));
        let end = declared.or(behind.find("\n}\n")).map_or(behind.len(), |it| it + 2);
        let (module, left) = behind.split_at(end);
        code.extend([before, &blank(module)]);
        tests.extend([&blank(before), module]);
        rest = left;
    }
    (code + rest, tests + &blank(rest))
}

/// Returns lines with one of `words` as `file:line`, ignoring comments.
fn uses(files: &[(String, String)], words: &[&str]) -> Vec<String> {
    let mut res = Vec::new();
    for (path, text) in files {
        for (idx, line) in parted(text).0.lines().enumerate() {
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

/// The crates of the languages, with their folders.
const FAMILIES: [(&str, &str); 3] = [
    ("bobbin-sprokit", "core/lang/sprokit"),
    ("bobbin-pinsight", "core/lang/pinsight"),
    ("bobbin-coil", "core/lang/coil"),
];

/// Returns the folder of a language's sources.
fn sources_of(language: &str) -> &'static str {
    match language {
        "sprokit" => "core/lang/sprokit/src",
        "pinsight" => "core/lang/pinsight/src",
        "coil-hardware" => "core/lang/coil/src/hardware",
        "coil-target" => "core/lang/coil/src/target",
        other => panic!("where are the sources of {other}?"),
    }
}

/// Returns the tests of a language in its crate's `tests/`, and how their paths start.
fn tests_of(language: &str) -> (&'static str, &'static str) {
    match language {
        "coil-hardware" => ("core/lang/coil/tests", "core/lang/coil/tests/hardware_"),
        "coil-target" => ("core/lang/coil/tests", "core/lang/coil/tests/target_"),
        "sprokit" => ("core/lang/sprokit/tests", "core/lang/sprokit/tests/workspace"),
        "pinsight" => ("core/lang/pinsight/tests", ""),
        other => panic!("where are the tests of {other}?"),
    }
}

/// Returns all crates that `package` is built from.
fn dependencies(package: &str) -> Vec<String> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "-p", package, "-e", "normal", "--prefix", "none", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    String::from_utf8(tree.stdout).unwrap().lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn the_core_has_no_web_crate_and_reads_nothing() {
    for web in ["wasm-bindgen", "js-sys", "web-sys", "gloo", "leptos", "serde", "regex"] {
        let found: Vec<String> =
            dependencies("bobbin-languages").into_iter().filter(|it| it.starts_with(web)).collect();
        none(&found, "the core and the languages must not depend on these");
    }
    let outside = ["std::fs", "std::env", "std::net", "std::process", "Instant::now", "SystemTime"];
    for folder in ["core/src", "core/lang", "core/languages/src"] {
        let sources: Vec<(String, String)> = files(folder, &[".rs"])
            .into_iter()
            .filter(|it| !it.0.contains("/tests/") && !it.0.ends_with("/tests.rs"))
            .filter(|it| !it.0.ends_with("/build.rs"))
            .collect();
        none(&uses(&sources, &outside), "the core gets the outside as values");
    }
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
    .filter(|it| !it.starts_with("core/languages/src"))
    .filter(|it| !it.contains("/tests/") && !it.contains("/examples/") && !it.contains("/benches/"))
    .collect();
    none(&found, "a language is named in core/languages only");
}

#[test]
fn a_language_depends_on_the_core_and_on_no_other() {
    for (package, _) in FAMILIES {
        let own: Vec<String> =
            dependencies(package).into_iter().filter(|it| it.starts_with("bobbin-")).collect();
        assert!(own.iter().any(|it| it.starts_with("bobbin-core ")), "{own:?}");
        let other = |it: &&String| {
            let below = ["bobbin-core ", "bobbin-layout ", "bobbin-sorting "];
            !below.iter().any(|name| it.starts_with(name))
        };
        let found: Vec<String> = own.iter().filter(other).cloned().collect();
        none(&found, &format!("{package} must not depend on these"));
    }
    let found: Vec<String> =
        dependencies("bobbin-core").into_iter().filter(|it| it.contains("/core/lang")).collect();
    none(&found, "bobbin-core must not depend on a language");
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
                "crate::layout",
                "crate::snapshot",
            ],
        ),
        (
            "core/src/diagnostics",
            &["crate::syntax", "crate::view", "crate::layout", "crate::snapshot"],
        ),
        ("core/src/syntax", &["crate::view", "crate::layout", "crate::snapshot"]),
        ("core/src/view", &["crate::layout", "crate::snapshot"]),
        ("core/src/layout", &["crate::snapshot", "crate::diagnostics"]),
    ];
    for (folder, above) in rules {
        none(&uses(&files(folder, &[".rs"]), above), &format!("{folder} must not look up"));
    }
}

/// Names that two crates give to different things, with the folder of the second.
const OTHER_THINGS: &[(&str, &str)] = &[
    // A connection of a pipeline.
    ("Link", "core/lang/sprokit/src"),
    // The port of a process type.
    ("Port", "core/lang/sprokit/src/catalogue"),
    // Across or down a splitter.
    ("Axis", "app/src/widgets"),
    // A file with process types that the user brought.
    ("Catalogue", "app/src/environment"),
    // LSP's, which names the document by its URI.
    ("Location", "app/src/platform"),
    // What stands in a tooltip.
    ("Remark", "app/src/canvas"),
    // What is selected in the graph.
    ("Selection", "app/src/canvas"),
];

#[test]
fn a_shape_is_declared_once() {
    let mut declared = BTreeMap::<String, String>::new();
    let mut twice = Vec::new();
    let mut used = BTreeSet::<&(&str, &str)>::new();
    let shapes = ["core/src", "core/protocol/src"];
    let others = ["core/lang", "core/layout/src", "core/languages/src", "core/server/src"];
    let others = others.iter().chain(&["core/wasm/src", "app/src", "cli/src"]);
    for folder in shapes.iter().chain(others) {
        for (path, text) in files(folder, &[".rs"]) {
            let is_inner = !shapes.contains(folder);
            for line in parted(&text).0.lines() {
                let public = line.strip_prefix("pub ").or(line.strip_prefix("pub(crate) "));
                let kind = public.and_then(|it| it.split_once(' '));
                let Some(("struct" | "enum", rest)) = kind else { continue };
                let name: String = rest.chars().take_while(|it| it.is_alphanumeric()).collect();
                let other = OTHER_THINGS
                    .iter()
                    .find(|(other, folder)| *other == name && path.starts_with(folder));
                match declared.get(&name) {
                    Some(_) if other.is_some() => used.extend(other),
                    Some(_) if path.ends_with("/lsp.rs") => {}
                    Some(first) => twice.push(format!("{path}: `{name}` is one of {first}")),
                    // The other crates have types of their own, some of the same name.
                    None if is_inner => {}
                    None => {
                        declared.insert(name, path.clone());
                    }
                }
            }
        }
    }
    none(&twice, "a shape is declared in the core or in the protocol, and only once");
    for other in OTHER_THINGS {
        assert!(used.contains(other), "{other:?} is no longer a second one");
    }
}

#[test]
fn the_wasm_wrapper_decides_nothing() {
    let found = uses(
        &files("core/wasm/src", &[".rs"]),
        &["bobbin_sprokit", "bobbin_pinsight", "bobbin_coil"],
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
    let budgets = files("core/languages/tests/budgets", &[".rs"]);
    for language in LanguageId::ALL {
        let info = language.info();
        let data = format!("core/testdata/{}", info.name);
        let expectations = files(&data, &[".expected"]);
        let oracle = format!("{data}/oracle");
        let has_oracle = root().join(&oracle).is_dir();
        let oracles = if has_oracle { files(&oracle, &[".json"]) } else { Vec::new() };
        let mut sources = files(sources_of(info.name), &[".rs"]);
        let (folder, start) = tests_of(info.name);
        sources.extend(files(folder, &[".rs"]).into_iter().filter(|it| it.0.starts_with(start)));
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
                let is_all = path.ends_with("tests.rs") || path.starts_with(folder);
                if is_all { it.contains(code.name) } else { parted(it).1.contains(code.name) }
            });
            let in_oracle = code.reference.is_some_and(|reference| {
                oracles.iter().any(|(_, it)| it.contains(&format!("\"{reference}\"")))
            });
            // Texts that are too long for the corpus.
            let in_budgets =
                budgets.iter().any(|(_, it)| it.contains(&format!("\"{}\"", code.name)));
            if !in_corpus && !in_unit_test && !in_oracle && !in_budgets {
                untested.push(format!("{}: {}", info.name, code.name));
            }
        }
        none(&untested, "every code has a case");
    }
}

/// The reference documents: what the real programs do. Comments, tests and summaries of codes cite
/// them as `coil.md#architecture-tail`: without a folder, so that a citation stays right when its
/// file moves, and without blanks, so that it stays on one line.
const REFERENCE: [&str; 3] = ["sprokit", "pinsight", "coil"];

/// Returns the anchor that GitHub makes of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    kept.flat_map(char::to_lowercase).map(|it| if it == ' ' { '-' } else { it }).collect()
}

/// Returns the anchors of a document, ignoring fenced lines that look like headings.
fn anchors(document: &str) -> Vec<String> {
    let mut res = Vec::new();
    let mut is_fenced = false;
    for line in document.lines() {
        is_fenced ^= line.starts_with("```");
        let heading = line.trim_start_matches('#');
        if !is_fenced && line.starts_with('#') && heading.starts_with(' ') {
            res.push(anchor(heading));
        }
    }
    res
}

/// Returns the anchors behind `link` in a text.
fn cited<'t>(text: &'t str, link: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(link).skip(1).map(|rest| {
        let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && !"-_".contains(it));
        &rest[..end.unwrap_or(rest.len())]
    })
}

/// Joins a text into one line in lower case, without the comment marks in front of its lines.
fn unwrapped(text: &str) -> String {
    let lines = text.lines().map(|it| it.trim_start().trim_start_matches(['/', '!', '*']).trim());
    lines.collect::<Vec<_>>().join(" ").to_lowercase()
}

#[test]
fn citations_lead_to_paragraphs_of_the_reference() {
    let documents = files("docs/languages", &[".md"]);
    let mut known = Vec::new();
    for name in REFERENCE {
        let path = format!("docs/languages/{name}.md");
        let found = documents.iter().find(|it| it.0.ends_with(&path));
        let (_, text) = found.unwrap_or_else(|| panic!("{path} is missing"));
        let anchors = anchors(text);
        let unique: BTreeSet<&String> = anchors.iter().collect();
        assert_eq!(unique.len(), anchors.len(), "two headings of {path} have one anchor");
        let dead = cited(text, "](#").filter(|it| anchors.iter().all(|known| known != it));
        none(&dead.map(str::to_owned).collect::<Vec<_>>(), &format!("{path} has no such heading"));
        known.push((format!("{name}.md#"), anchors));
    }

    let mut sources = documents;
    for folder in ["app", "cli", "core", "e2e", "xtask"] {
        sources.extend(files(folder, &[".rs", ".lalrpop", ".ts", ".mjs", ".md", ".toml"]));
    }
    sources.push(("README.md".into(), fs::read_to_string(root().join("README.md")).unwrap()));
    let mut dead = Vec::new();
    for (link, anchors) in &known {
        let mut n_cited = 0;
        for (path, text) in &sources {
            for it in cited(text, link) {
                n_cited += 1;
                if anchors.iter().all(|known| known != it) {
                    dead.push(format!("{path}: {link}{it}"));
                }
            }
        }
        assert!(n_cited > 0, "nothing cites {link}, so nothing was checked");
    }
    none(&dead, "a citation leads to a heading of docs/languages");

    // Numbered sections belong to documents that are not in the repository.
    let mut numbered = Vec::new();
    let names = ["coil", "pinsight", "sprokit", "kwiver_catalog"];
    let mut old: Vec<String> = names.iter().map(|it| format!("facts, {it}")).collect();
    old.extend(names.iter().map(|it| format!("{it} §")));
    old.extend(["facts §", "facts, §", "(§"].map(str::to_owned));
    for (path, text) in sources.iter().filter(|it| !it.0.ends_with(file!())) {
        let text = unwrapped(text);
        numbered
            .extend(old.iter().filter(|it| text.contains(*it)).map(|it| format!("{path}: {it}")));
    }
    none(&numbered, "the reference is cited by the anchor of a heading");
}
