//! Pipelines and clusters with what the real program made of them (facts, sprokit §18).
//!
//! A finding's code names the class of refusal it stands for, so a case is compared step by step as
//! the program goes: parse, bake, graph or instance, set-up. Messages are not compared.

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

use bobbin_core::lang::{HostFacts, Input, LanguageId};
use bobbin_core::snapshot::Snapshot;
use bobbin_core::text::Files;
use serde_json::Value;

/// The folder that the program's answers write for that of the file.
const FOLDER: &str = "${FILE_DIR}";

/// Cases where Bobbin differs on purpose, with what it does instead.
const DIFFERENT: &[(&str, &str)] = &[
    // The recommendations of facts §14.
    ("local tight", "takes all of the text behind `:=` (facts §14 row 7)"),
    ("local empty", "an empty definition is an empty value, no crash (facts §2)"),
    ("local one char", "takes all of the text behind `:=` (facts §14 row 7)"),
    ("local in block", "the bare name counts too (facts §14 row 6)"),
    ("attr space", "lists of flags are read, with a warning (facts §14 row 2)"),
    ("attr upper", "lists of flags are read, with a warning (facts §14 row 2)"),
    ("attr dup", "lists of flags are read, with a warning (facts §14 row 2)"),
    ("spec: ro tunable list", "lists of flags are read, with a warning (facts §14 row 2)"),
    ("spec: foo twice", "lists of flags are read, with a warning (facts §14 row 2)"),
    ("relativepath dangling", "`relativepath` without an entry is a mistake (facts §4.5)"),
    ("key comp kw", "reserved words may stand behind the first part of a key (facts §14 row 5)"),
    ("key comp kw2", "reserved words may stand behind the first part of a key (facts §14 row 5)"),
    ("old kw key", "reserved words may stand behind a `:` (facts §14 row 5)"),
    ("spec: config section", "reserved words may stand inside a key (facts §14 row 5)"),
    ("old no value then old", "keys of two lines are not glued together (facts §4.3)"),
];

/// The classes of refusal by the step at which the program stops.
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
];
/// A read-only key that the program sets itself, which is a `read_only_override` of the graph step.
const BUILTIN: &str = "read_only_override of the graph";
/// Codes whose class of refusal comes at set-up only, though others of the class come before.
const LATE: &[(&str, &str)] = &[
    ("unknown-cluster-port", "unknown_port at set-up"),
    ("cluster-type-mismatch", "port_type_mismatch at set-up"),
    ("cluster-flag-mismatch", "connection_flag_mismatch_exception at set-up"),
    ("flow-type-conflict", "port_type_mismatch at set-up"),
];
const INSTANCE: &[&str] = &["unknown_config_key", "port_already_connected"];
const SETUP: &[&str] = &[
    "no_processes",
    "port_already_connected",
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

/// The surroundings of a case; none if the program refuses a setting before it reads anything.
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
    Input {
        path: format!("{FOLDER}/t.{extension}"),
        text: text(case, "text").into(),
        files: Arc::new(files),
        host: Arc::new(host),
    }
}

impl<'c> Case<'c> {
    fn run(case: &'c Value) -> Vec<String> {
        let language = LanguageId::from_name("sprokit").unwrap();
        let Some(host) = host(case) else {
            let is_same = text(&case["result"], "error") == "runtime_error";
            return if is_same { Vec::new() } else { vec!["a setting is refused".to_owned()] };
        };
        let snapshot = Snapshot::new(language, input(case, host));
        // The keys that the program sets itself are found read-only when a process is made.
        let class = |name: &str| (name == "read-only-builtin").then_some(BUILTIN);
        let classes = snapshot
            .diagnostics()
            .iter()
            .filter_map(|it| {
                let late = LATE.iter().find(|late| late.0 == it.code.name).map(|it| it.1);
                late.or(it.code.reference).or_else(|| class(it.code.name))
            })
            .collect();
        let mut it = Case { case, snapshot, classes, wrong: Vec::new() };
        it.compare();
        it.wrong
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
        if is_ok && !found.is_empty() {
            self.wrong.push(format!("{what}: expected no refusal, found {found:?}"));
        } else if !is_ok && found.is_empty() {
            self.wrong.push(format!("{what}: expected {class}, found nothing"));
        } else if !is_ok && !found.contains(&class) {
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
        let with = |more: &[&'static str]| [GRAPH, more].concat();
        if self.case["result"].get("instance_builtin_types").is_some() {
            let step = "instance_builtin_types";
            if self.step(step, "instance_error", &with(INSTANCE)) {
                self.instance();
            }
        } else {
            self.step("graph_builtin_types", "graph_error", &with(&[BUILTIN]));
        }
        let open: Vec<&str> =
            with(&[]).into_iter().filter(|&it| it != "unknown_process_type").collect();
        self.step("graph_open_types", "graph_open_error", &open);
        if self.case.get("setup_requested").is_some() {
            self.step("setup", "setup_error", SETUP);
        }
    }
}

impl Case<'_> {
    /// Compares what the processes inside an instance called `unnamed` are set up with.
    fn instance(&mut self) {
        let result = &self.case["result"];
        let inner = result["inner_config"].as_object().cloned().unwrap_or_default();
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
        let snapshot = Snapshot::new(self.snapshot.language(), input);
        let stops = |it: &&str| GRAPH.contains(it) || INSTANCE.contains(it);
        let found = snapshot.diagnostics().iter().filter_map(|it| it.code.reference);
        let found: Vec<&str> =
            found.filter(stops).filter(|&it| it != "unknown_process_type").collect();
        self.expect("refusals of the instance", Vec::new(), found);
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

/// The cases of a file, or of all files of a folder.
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
    let is_case = |it: &Value| it.get("kind").is_some() && it.get("text").is_some();
    read.as_array()
        .map(|it| it.iter().filter(|it| is_case(it)).cloned().collect())
        .unwrap_or_default()
}

#[test]
fn probes() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/sprokit/oracle");
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
        // Among other cases, those that carry a recommendation may go another way.
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
