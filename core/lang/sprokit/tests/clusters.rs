//! Every two neighbours of every pipeline and cluster of the corpus and of the gallery go into a
//! cluster of their own and come back. What they come to in the end must stay, but for names.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::fs;
use std::sync::Arc;

use bobbin_core::edit::{Command, ItemPath, Refusal};
use bobbin_core::text::Files;
use bobbin_core::{Document, Input};
use serde_json::Value;

/// Lists the processes that do something and what joins them, with the names that `rename` makes.
fn meaning(input: &Input, rename: impl Fn(&str) -> String) -> Vec<String> {
    let json = bobbin_sprokit::parse(input).convert("json").unwrap().data;
    let read: Value = serde_json::from_slice(&json).unwrap();
    let rename = |name: &Value| {
        let name = name.as_str().unwrap();
        rename(name.strip_prefix("unnamed/").unwrap_or(name))
    };
    let processes = read["processes"].as_array().unwrap().iter();
    let processes = processes.filter(|it| it["cluster"] == false);
    let processes =
        processes.map(|it| format!("{} :: {} {}", rename(&it["name"]), it["type"], it["config"]));
    let connections = read["connections"].as_array().unwrap().iter();
    let connections = connections.map(|it| {
        let (from, to) = (rename(&it["from"]), rename(&it["to"]));
        format!("{from} -> {to} {} {} {}", it["type"], it["capacity"], it["blocking"])
    });
    let mut res: Vec<String> = processes.chain(connections).collect();
    res.sort();
    res
}

fn run(input: &Input, command: &Command) -> Result<Input, Refusal> {
    let change = bobbin_sprokit::parse(input).plan(command)?;
    let mut files = (*input.files).clone();
    let mut after = input.clone();
    for (path, edit) in &change.edits {
        let old = files.get(path).cloned().unwrap_or_default();
        let new = edit.apply(&old);
        assert_eq!(*edit.invert(&old).apply(&new), *old);
        files.insert(path, new.as_str().into());
        if *path == input.path {
            after.text = new.into();
        }
    }
    after.files = Arc::new(files);
    Ok(after)
}

/// Returns the files of a folder, each as an input with the others around it.
fn inputs(folder: &str) -> Vec<Input> {
    let folder = bobbin_testing::root().join("core").join(folder);
    let mut files = Files::default();
    for path in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
        if path.extension().is_some_and(|it| it == "pipe" || it == "cluster") {
            let text = fs::read_to_string(&path).unwrap();
            files.insert(path.file_name().unwrap().to_str().unwrap(), text.into());
        }
    }
    let files = Arc::new(files);
    let input = |path: &str| Input {
        path: path.to_owned(),
        text: files.get(path).unwrap().clone(),
        files: Arc::clone(&files),
        ..Input::default()
    };
    files.paths().map(input).collect()
}

/// Returns the processes that stand in the text itself.
fn processes(input: &Input) -> Vec<ItemPath> {
    let graph = bobbin_sprokit::parse(input).graph().unwrap();
    let own = graph.vertices.into_iter().filter(|it| it.fixed.is_none());
    own.map(|it| it.item).filter(|it| it.0[0] == "process").collect()
}

#[test]
fn processes_go_into_clusters_and_come_back() {
    let (mut n_done, mut refused) = (0, Vec::new());
    let folders = ["testdata/sprokit/ok", "testdata/sprokit/dot", "../public/gallery"];
    for input in folders.iter().flat_map(|it| inputs(it)) {
        for pair in processes(&input).windows(2) {
            let context = format!("{} {pair:?}", input.path);
            let command = Command::Extract { items: pair.to_vec(), name: "made".to_owned() };
            let made = match run(&input, &command) {
                Ok(made) => made,
                Err(it) => {
                    // With all processes, nothing goes in or out.
                    assert!(it.reason.starts_with("no connection goes in"), "{context}: {it:?}");
                    refused.push(context);
                    continue;
                }
            };
            let inside = |name: &str| {
                let process = name.split(['/', '.']).next().unwrap_or_default();
                let is_inside = pair.iter().any(|it| it.0[1] == process);
                if is_inside { format!("made/{name}") } else { name.to_owned() }
            };
            assert_eq!(meaning(&made, str::to_owned), meaning(&input, inside), "{context}");
            let inline = Command::Inline { item: ItemPath::new(["process", "made"]) };
            let back = run(&made, &inline).unwrap_or_else(|it| panic!("{context}: {}", it.reason));
            assert_eq!(meaning(&back, str::to_owned), meaning(&input, str::to_owned), "{context}");
            n_done += 1;
        }
    }
    assert!(n_done >= 20 && refused.len() < n_done / 4, "{n_done} done, refused {refused:#?}");
}

#[test]
fn instances_are_taken_apart() {
    let mut n_done = 0;
    for input in ["testdata/sprokit/dot", "../public/gallery"].iter().flat_map(|it| inputs(it)) {
        let before = bobbin_sprokit::parse(&input);
        let graph = before.graph().unwrap();
        for vertex in graph.vertices.iter().filter(|it| it.inside.is_some()) {
            let after = run(&input, &Command::Inline { item: vertex.item.clone() });
            let after = after.unwrap_or_else(|it| panic!("{}: {}", input.path, it.reason));
            let old: Vec<String> =
                processes(&input).into_iter().map(|it| it.0[1].clone()).collect();
            let outside = |name: &str| match name.split_once('/') {
                // A name that is taken gets that of the instance in front of it.
                Some((outer, inner)) if *outer == vertex.title => {
                    let process = inner.split('.').next().unwrap_or_default();
                    let is_taken = old.iter().any(|it| it == process && *it != vertex.title);
                    if is_taken { format!("{outer}_{inner}") } else { inner.to_owned() }
                }
                _ => name.to_owned(),
            };
            assert_eq!(meaning(&after, str::to_owned), meaning(&input, outside), "{}", input.path);
            let n_instances = |input: &Input| {
                let graph = bobbin_sprokit::parse(input).graph().unwrap();
                graph.vertices.iter().filter(|it| it.inside.is_some()).count()
            };
            assert_eq!(n_instances(&after) + 1, n_instances(&input));
            n_done += 1;
        }
    }
    assert!(n_done >= 2, "{n_done}");
}
