//! Pipelines and clusters with the results of the real program (sprokit.md#error-classes).
//!
//! The code of a diagnostic names the class of refusal that it stands for, so a case is compared
//! step by step in the program's order: parse, bake, graph or instance, set-up. Messages are not
//! compared.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use bobbin_core::text::Files;
use bobbin_core::{HostFacts, Input, Snapshot};
use bobbin_languages::LanguageId;
use serde_json::Value;

/// Stands for the file's folder in the answers of the program.
const FOLDER: &str = "${FILE_DIR}";

/// Cases in which Bobbin differs on purpose, with its own result.
const DIFFERENT: &[(&str, &str)] = &[
    // The recommendations of sprokit.md#document-and-program.
    ("local tight", "takes all of the text behind `:=` (sprokit.md#lost-characters)"),
    ("local empty", "an empty definition is an empty value, no crash (sprokit.md#lost-characters)"),
    ("local one char", "takes all of the text behind `:=` (sprokit.md#lost-characters)"),
    (
        "old no value then old",
        "keys of two lines are not glued together (sprokit.md#legacy-entries)",
    ),
];

/// The classes of refusal, by the step at which the program stops.
const PARSE: &[&str] = &["parse_error", "file_not_found", "file_not_accessible", "runtime_error"];
const BAKE: &[&str] = &[
    "macro_unresolved",
    "unknown_flag",
    "read_only_override",
    "cluster_no_processes",
    "cluster_no_ports",
    "cluster_duplicate_input_port",
    "cluster_duplicate_output_port",
];
const GRAPH: &[&str] = &[
    "unknown_process_type",
    "duplicate_process",
    "unknown_process",
    "unknown_port",
    "port_type_mismatch",
    "connection_flag_mismatch_exception",
    "plugin_factory_not_found",
    "no_such_configuration_value_exception",
];
/// A read-only key that the program sets itself, which is a `read_only_override` of the graph step.
const BUILTIN: &str = "read_only_override of the graph";
/// Codes whose class of refusal is raised only at set-up, although others of the class are raised
/// earlier.
const LATE: &[(&str, &str)] = &[
    ("unknown-cluster-port", "unknown_port at set-up"),
    ("cluster-type-mismatch", "port_type_mismatch at set-up"),
    ("cluster-flag-mismatch", "connection_flag_mismatch_exception at set-up"),
    ("flow-type-conflict", "port_type_mismatch at set-up"),
    ("input-connected-twice", "port_already_connected at set-up"),
];
/// The classes of the step that makes an instance of a cluster; types and properties of ports are
/// compared when it joins a pipeline.
const INSTANCE: &[&str] = &[
    "unknown_process_type",
    "duplicate_process",
    "unknown_process",
    "unknown_port",
    "plugin_factory_not_found",
    "no_such_configuration_value_exception",
    "unknown_config_key",
    "port_already_connected",
    "read_only_override",
];
const SETUP: &[&str] = &[
    "no_processes",
    "port_already_connected at set-up",
    "required_port_unconnected",
    "orphaned_processes",
    "cycle",
    "untyped_connection_exception",
    "invalid_configuration_exception",
    "frequency_mismatch_exception",
    "untyped_data_dependent_exception",
    "connection_dependent_type_exception",
    "unknown_port at set-up",
    "port_type_mismatch at set-up",
    "connection_flag_mismatch_exception at set-up",
];

/// The classes for ports that differ where clusters join a pipeline.
const JOINED: &[&str] = &["port_type_mismatch", "connection_flag_mismatch_exception"];

struct Case<'c> {
    case: &'c Value,
    snapshot: Snapshot,
    classes: BTreeSet<&'static str>,
    wrong: Vec<String>,
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn strings(value: &Value) -> Vec<String> {
    value
        .as_array()
        .map(|it| it.iter().map(|it| it.as_str().unwrap_or_default().to_owned()).collect())
        .unwrap_or_default()
}

fn pairs(value: &Value) -> Vec<Vec<String>> {
    value.as_array().map(|it| it.iter().map(strings).collect()).unwrap_or_default()
}

fn map(value: &Value) -> BTreeMap<String, String> {
    let entries = value.as_object().into_iter().flatten();
    entries.map(|(key, it)| (key.clone(), it.as_str().unwrap_or_default().to_owned())).collect()
}

/// Returns the host facts of a case; `None` if the program refuses a setting before it reads
/// anything.
fn host(case: &Value) -> Option<HostFacts> {
    let mut host = HostFacts { env: map(&case["env"]), ..HostFacts::default() };
    let include_path = strings(&case["include_path"]);
    host.include_path = include_path.iter().map(|it| format!("{FOLDER}/{it}")).collect();
    for it in strings(&case["settings"]) {
        host.settings.push(HostFacts::setting(&it).ok()?);
    }
    Some(host)
}

fn input(case: &Value, host: HostFacts) -> Input {
    let mut files = Files::default();
    for (path, text) in map(&case["files"]) {
        files.insert(&format!("{FOLDER}/{path}"), text.into());
    }
    let extension = if text(case, "kind") == "cluster" { "cluster" } else { "pipe" };
    let path = format!("{FOLDER}/t.{extension}");
    let paths: Vec<String> = files.paths().map(str::to_owned).chain([path.clone()]).collect();
    for path in paths {
        files.set_folder(&path, path.rsplit_once('/').unwrap().0);
    }
    Input { path, text: text(case, "text").into(), files: Arc::new(files), host: Arc::new(host) }
}

/// Returns the classes of refusal of all diagnostics.
fn classes(snapshot: &Snapshot) -> BTreeSet<&'static str> {
    // The keys that the program sets itself turn out to be read-only when a process is made.
    let class = |name: &str| (name == "read-only-builtin").then_some(BUILTIN);
    let findings = snapshot.diagnostics().iter();
    let named = findings.filter_map(|it| {
        let late = LATE.iter().find(|late| late.0 == it.code.name).map(|it| it.1);
        late.or_else(|| class(it.code.name)).or(it.code.reference)
    });
    named.collect()
}

/// Returns the process types that a text names.
fn types(snapshot: &Snapshot) -> BTreeSet<String> {
    let graph = snapshot.graph().unwrap();
    let declared = graph.vertices.iter().filter(|it| it.item.0[0] == "process");
    declared.map(|it| it.subtitle.clone()).filter(|it| !it.is_empty()).collect()
}

/// Returns the process types of the program that the cases were observed with.
fn built_in() -> BTreeSet<String> {
    let path = "testdata/sprokit/sprokit_process_types.json";
    let path = bobbin_testing::root().join("core").join(path);
    let read: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    read.as_array().unwrap().iter().map(|it| text(it, "type").to_owned()).collect()
}

/// Makes a catalogue in which types have all ports that a connection asks for.
fn open_types<'t>(types: impl Iterator<Item = &'t String>) -> Option<Arc<str>> {
    let port = r#"[{"template": "<name>", "regex": "^.+$", "type": "_any"}]"#;
    let types: Vec<String> = types
        .map(|it| {
            format!(r#"{{"type": "{it}", "dynamic": {{"inputs": {port}, "outputs": {port}}}}}"#)
        })
        .collect();
    (!types.is_empty()).then(|| format!("[{}]", types.join(",")).into())
}

impl<'c> Case<'c> {
    fn run(case: &'c Value) -> Vec<String> {
        let language = LanguageId::from_name("sprokit").unwrap();
        let Some(host) = host(case) else {
            let is_same = text(&case["result"], "error") == "runtime_error";
            return if is_same { Vec::new() } else { vec!["a setting is refused".to_owned()] };
        };
        let snapshot = Snapshot::new(language.info(), input(case, host));
        let classes = classes(&snapshot);
        let mut it = Case { case, snapshot, classes, wrong: Vec::new() };
        it.compare();
        it.wrong
    }

    /// Returns the classes of the same text when unknown types have all ports.
    fn opened(&self, snapshot: &Snapshot) -> Option<BTreeSet<&'static str>> {
        let known = built_in();
        let all = types(&self.snapshot);
        let catalogue = open_types(all.iter().filter(|it| !known.contains(*it)))?;
        let mut input = snapshot.input().clone();
        let mut host = (*input.host).clone();
        host.catalogues.push(catalogue);
        input.host = Arc::new(host);
        Some(classes(&Snapshot::new(snapshot.info(), input)))
    }

    fn expect<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, expected: T, actual: T) {
        if expected != actual {
            self.wrong.push(format!("{what}: expected {expected:?}, found {actual:?}"));
        }
    }

    /// Compares the outcome of a step; `error` is the field with the class of the refusal.
    fn step(&mut self, what: &str, error: &str, classes: &[&str]) -> bool {
        let result = &self.case["result"];
        let outcome = text(result, what);
        if outcome.is_empty() || outcome == "n/a" {
            return false;
        }
        let found: Vec<&str> =
            classes.iter().copied().filter(|&it| self.classes.contains(it)).collect();
        let is_ok = outcome == "ok";
        let class = match text(result, error) {
            "read_only_override" if what.starts_with("graph") => BUILTIN,
            class => class,
        };
        let late = format!("{class} at set-up");
        let class = classes.iter().copied().find(|&it| it == late).unwrap_or(class);
        // Beyond the short classes (sprokit.md#error-classes) a class is the name of an exception.
        let is_raw = ![PARSE, BAKE, GRAPH, INSTANCE, SETUP].concat().contains(&class);
        if is_ok && !found.is_empty() {
            self.wrong.push(format!("{what}: expected no refusal, found {found:?}"));
        } else if !is_ok && found.is_empty() {
            self.wrong.push(format!("{what}: expected {class}, found nothing"));
        } else if !is_ok && !found.contains(&class) && !is_raw {
            self.wrong.push(format!("{what}: expected {class}, found {found:?}"));
        }
        is_ok
    }

    fn compare(&mut self) {
        let result = &self.case["result"];
        if !self.step("parse", "error", PARSE) {
            return;
        }
        let graph = self.snapshot.graph().unwrap();
        let declared = graph.vertices.iter().filter(|it| {
            it.item.0.first().is_some_and(|it| it == "process") && !it.subtitle.is_empty()
        });
        let processes: Vec<Vec<String>> =
            declared.map(|it| vec![it.title.clone(), it.subtitle.clone()]).collect();
        let edges = |kind: &str| -> Vec<Vec<String>> {
            let parts = graph.edges.iter().map(|it| &it.item.0).filter(|it| it[0] == kind);
            parts.map(|it| it[1..3].to_vec()).collect()
        };
        let (connections, inputs, outputs) = (edges("connection"), edges("imap"), edges("omap"));
        self.expect("processes", pairs(&result["processes"]), processes);
        self.expect("connections", pairs(&result["connections"]), connections);
        if let Some(cluster) = result.get("cluster").filter(|it| it.get("inputs").is_some()) {
            self.expect("inputs", pairs(&cluster["inputs"]), inputs);
            self.expect("outputs", pairs(&cluster["outputs"]), outputs);
        }
        if !self.step("bake", "error", BAKE) {
            return;
        }
        let mut rows = self.snapshot.document().resolved().unwrap().rows;
        // The reference lists the pipeline's own keys only.
        rows.retain(|it| it.item.0.first().is_none_or(|it| it != "inner"));
        let config = rows.iter().map(|it| (it.key.clone(), it.value.clone())).collect();
        self.expect("config", map(&result["config"]), config);
        let read_only = rows.iter().filter(|it| it.origin.note.ends_with("read-only"));
        let read_only: Vec<String> = read_only.map(|it| it.key.clone()).collect();
        self.expect("read_only", strings(&result["read_only"]), read_only);
        self.graph();
    }

    fn graph(&mut self) {
        let is_cluster = self.case["result"].get("instance_builtin_types").is_some();
        let stray = types(&self.snapshot).iter().any(|it| !built_in().contains(it));
        let own = self.classes.clone();
        if is_cluster {
            let instance = self.make_instance();
            let inner = classes(&instance);
            self.classes = inner.clone();
            if stray {
                self.classes.insert("unknown_process_type");
            }
            if self.step("instance_builtin_types", "instance_error", INSTANCE) {
                self.instance(&instance);
            }
            self.classes = self.opened(&instance).unwrap_or(inner);
            let open: Vec<&str> =
                INSTANCE.iter().copied().filter(|&it| it != "unknown_process_type").collect();
            self.step("instance_open_types", "instance_open_error", &open);
            self.classes = classes(&instance);
        } else {
            if stray {
                self.classes.insert("unknown_process_type");
            }
            self.step("graph_builtin_types", "graph_error", &[GRAPH, &[BUILTIN]].concat());
            self.classes = self.opened(&self.snapshot).unwrap_or_else(|| own.clone());
            let open: Vec<&str> =
                GRAPH.iter().copied().filter(|&it| it != "unknown_process_type").collect();
            let open = [open.as_slice(), &[BUILTIN]].concat();
            self.step("graph_open_types", "graph_open_error", &open);
            self.classes = own;
        }
        if self.case.get("setup_requested").is_some() {
            let classes = if is_cluster { [SETUP, JOINED].concat() } else { SETUP.to_vec() };
            self.step("setup", "setup_error", &classes);
        }
    }
}

impl Case<'_> {
    /// Makes a pipeline with an instance called `unnamed`, as the case sets it up.
    fn make_instance(&self) -> Snapshot {
        let result = &self.case["result"];
        let name = text(&result["cluster"], "name");
        let mut pipeline = format!("process unnamed :: {name}\n");
        for it in strings(&self.case["instance_config"]) {
            pipeline += &format!("  {it}\n");
        }
        let mut input = self.snapshot.input().clone();
        let mut files = (*input.files).clone();
        files.insert(&input.path, input.text.clone());
        input.files = Arc::new(files);
        input.path = format!("{FOLDER}/instance.pipe");
        input.text = pipeline.into();
        Snapshot::new(self.snapshot.info(), input)
    }

    /// Compares the settings of the processes inside an instance.
    fn instance(&mut self, snapshot: &Snapshot) {
        let result = &self.case["result"];
        let inner = result["inner_config"].as_object().cloned().unwrap_or_default();
        let rows = snapshot.document().resolved().unwrap().rows;
        for (process, expected) in inner {
            let process = process.replace("<instance>", "unnamed");
            let of_process = rows.iter().filter(|it| it.item.0 == ["inner", process.as_str()]);
            let local = |key: &str| key[process.len() + 1..].to_owned();
            let mut config = BTreeMap::new();
            let mut read_only = Vec::new();
            for it in of_process {
                config.insert(local(&it.key), it.value.clone());
                if it.origin.note.ends_with("read-only") {
                    read_only.push(local(&it.key));
                }
            }
            self.expect("inner config", map(&expected["config"]), config);
            self.expect("inner read_only", strings(&expected["read_only"]), read_only);
        }
    }
}

/// Returns the cases of a file, or of all files of a folder.
fn cases(path: &Path) -> Vec<Value> {
    if path.is_dir() {
        let mut files: Vec<PathBuf> =
            fs::read_dir(path).unwrap().map(|it| it.unwrap().path()).collect();
        files.sort();
        return files.iter().flat_map(|it| cases(it)).collect();
    }
    if path.extension().is_none_or(|it| it != "json") {
        return Vec::new();
    }
    let read: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let is_case = |it: &Value| {
        matches!(text(it, "kind"), "pipeline" | "cluster") && it.get("result").is_some()
    };
    read.as_array()
        .map(|it| it.iter().filter(|it| is_case(it)).cloned().collect())
        .unwrap_or_default()
}

#[test]
fn probes() {
    let own = bobbin_testing::root().join("core").join("testdata/sprokit/oracle");
    let mut all = cases(&own);
    let n_own = all.len();
    if let Some(more) = env::var_os("BOBBIN_ORACLES") {
        all.extend(cases(Path::new(&more)));
    }
    let (mut passed, mut excepted) = (0, 0);
    let mut failed = Vec::new();
    for (n, case) in all.iter().enumerate() {
        let name = text(case, "name");
        let different = DIFFERENT.iter().any(|it| it.0 == name);
        let wrong = Case::run(case);
        // Among other cases, those that carry a recommendation may have another result.
        let different = different || (n >= n_own && case.get("recommend").is_some());
        match (different, wrong.is_empty()) {
            (true, false) => excepted += 1,
            (true, true) if n < n_own => {
                failed.push(format!("{name}: is no exception any more"));
            }
            (_, true) => passed += 1,
            (false, false) => failed.push(format!(
                "{} / {name} {:?}\n    {}",
                text(case, "group"),
                text(case, "text"),
                wrong.join("\n    ")
            )),
        }
    }
    println!(
        "sprokit: {} cases, {passed} passed, {} failed, {excepted} excepted",
        all.len(),
        failed.len()
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Cases that nobody observed: the statements of the reference, written out.
#[test]
fn facts() {
    let own = bobbin_testing::root().join("core").join("testdata/sprokit/derived");
    let all = cases(&own);
    let mut failed = Vec::new();
    for case in &all {
        let wrong = Case::run(case);
        if !wrong.is_empty() {
            let (name, written) = (text(case, "name"), text(case, "text"));
            failed.push(format!("{name} {written:?}\n    {}", wrong.join("\n    ")));
        }
    }
    println!("sprokit facts: {} cases, {} failed", all.len(), failed.len());
    assert!(all.len() > 100 && failed.is_empty(), "{}", failed.join("\n"));
}

/// The drawings beside pipelines, written by the program's own exporter: in `testdata`, and in any
/// such folder of `BOBBIN_ORACLES`.
#[test]
fn drawings() {
    let own = bobbin_testing::root().join("core").join("testdata/sprokit/dot");
    let mut folders = vec![own];
    if let Some(more) = env::var_os("BOBBIN_ORACLES") {
        let more = PathBuf::from(more);
        folders.extend([more.join("sprokit_dot"), more]);
    }
    let (mut n_cases, mut failed) = (0, Vec::new());
    for folder in folders.iter().filter(|it| it.is_dir()) {
        let paths = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        let mut files = Files::default();
        let mut drawings = Vec::new();
        for path in paths.filter(|it| it.is_file()) {
            let name = path.file_name().unwrap().to_str().unwrap();
            if name.ends_with(".pipe") || name.ends_with(".cluster") {
                files.insert(name, fs::read_to_string(&path).unwrap().into());
            } else if let Some(stem) = name.strip_suffix(".dot") {
                drawings.push((stem.to_owned(), fs::read_to_string(&path).unwrap()));
            }
        }
        let files = Arc::new(files);
        for (stem, expected) in drawings {
            let path = [".pipe", ".cluster"].map(|it| format!("{stem}{it}"));
            let Some(path) = path.iter().find(|it| files.get(it).is_some()) else { continue };
            // The text in front of the types in links, if there are any.
            let href = expected.split("href=\"").nth(1).and_then(|it| it.split(".html").next());
            let shown = expected.split(":: ").nth(1).and_then(|it| it.split('<').next());
            let prefix = href.zip(shown).and_then(|(href, shown)| href.strip_suffix(shown));
            let id = prefix.map_or("dot".to_owned(), |it| format!("dot?href={it}"));
            let input = Input {
                path: path.clone(),
                text: files.get(path).unwrap().clone(),
                files: Arc::clone(&files),
                ..Input::default()
            };
            let drawn = LanguageId::Sprokit.parse(&input).convert(&id);
            n_cases += 1;
            if drawn.map(|it| it.data).ok() != Some(expected.into_bytes()) {
                failed.push(format!("{} / {stem}", folder.display()));
            }
        }
    }
    println!("sprokit drawings: {n_cases} cases, {} failed", failed.len());
    assert!(n_cases >= 3 && failed.is_empty(), "{}", failed.join("\n"));
}
