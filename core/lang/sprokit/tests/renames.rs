//! Another name changes nothing but the name: on every file of the corpus and the gallery, for every
//! word that can get one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::collections::BTreeMap;

use bobbin_core::edit::{Command, ItemPath};
use bobbin_core::text::{offset, slice};
use bobbin_core::{Input, Snapshot};

const NEW: &str = "another_name";

fn parse(name: &str, text: &str) -> Snapshot {
    Snapshot::new(&bobbin_sprokit::INFO, Input::alone(name, text))
}

/// Findings about the words themselves: another name may be none that is reserved or cannot be read, or
/// none that a value begins with by chance.
const OF_WORDS: [&str; 3] = ["reserved-word", "section-header", "unmapped-cluster-key"];

/// Returns a value without the names; a macro that asks for nothing keeps them, and mappings to keys of
/// the cluster.
fn unnamed(value: &str, old: &str) -> String {
    value.replace(NEW, old).replace(old, "@")
}

/// A text in which names stand wherever they can.
const EVERYWHERE: &str = "process p :: numbers\n  end = 3\n  block q\n    x := 1\n  endblock\n\
process q :: print_number\n  output = $CONFIG{p:end}$LOCAL{q:x}$CONFIG{p:q:x}\n\
config global\n  mode := fast\n  block b\n    mode := slow\n  endblock\n  two = $CONFIG{global:mode}$LOCAL{mode}\n\
config global:sub\n  y = $CONFIG{global:two}$CONFIG{global:b:mode}\n  z = $CONFIG{global:sub:y}\n\
config p\n  k = $CONFIG{_pipeline:none:k}\n\
config _pipeline:_edge_by_conn\n  block p:up\n    number:capacity = 1\n  endblock\n  q:down:number:blocking = no\n\
config _pipeline\n  _edge_by_conn:p:up:number:x = 2\n  block _edge_by_conn\n    block p\n      up:number:y := 3\n    endblock\n  endblock\n\
config w\n  v = $LOCAL{_edge_by_conn:p:up:number:y}$CONFIG{_pipeline:_edge_by_conn:p:up:number:x}\n\
connect from p.number to q.number\n";

fn texts() -> Vec<(String, String)> {
    let mut res = bobbin_testing::corpus(&bobbin_sprokit::INFO);
    res.push(("everywhere.pipe".to_owned(), EVERYWHERE.to_owned()));
    res
}

/// Returns the codes of the findings; the values in force, sorted, with `old` replaced; and the
/// connections with the values that count for them. Names of keys and processes are not part of it.
fn meaning(snapshot: &Snapshot, old: &str) -> (Vec<&'static str>, Vec<String>, Vec<String>) {
    let document = snapshot.document();
    let mut codes: Vec<_> = snapshot.diagnostics().iter().map(|it| it.code.name).collect();
    codes.retain(|it| !OF_WORDS.contains(it));
    codes.sort_unstable();
    let mut values: Vec<_> =
        document.resolved().unwrap().rows.into_iter().map(|it| unnamed(&it.value, old)).collect();
    values.sort_unstable();
    let graph = document.graph().unwrap();
    let edges = graph.edges.iter().map(|it| {
        let is_marked = it.problem.is_some();
        let ends = (it.from_vertex, it.from_port, it.to_vertex, it.to_port);
        format!("{ends:?} {} {} {is_marked}", it.feedback, it.label)
    });
    (codes, values, edges.collect())
}

/// Returns the full keys, with the old name of a process replaced where it names one.
fn keys(snapshot: &Snapshot, old: &str) -> BTreeMap<String, String> {
    let rows = snapshot.document().resolved().unwrap().rows.into_iter();
    let named = |key: String| {
        let mut parts: Vec<&str> = key.split(':').collect();
        let nth = if key.starts_with("_pipeline:_edge_by_conn:") { 2 } else { 0 };
        let word = parts.get(nth).copied().unwrap_or_default();
        let (first, rest) = word.split_once('/').map_or((word, None), |it| (it.0, Some(it.1)));
        let inside = rest.map_or(NEW.to_owned(), |it| format!("{NEW}/{it}"));
        if first == old {
            parts[nth] = &inside;
        }
        parts.join(":")
    };
    rows.map(|it| (named(it.key), unnamed(&it.value, old))).collect()
}

#[test]
fn every_word_can_get_another_name() {
    let mut renamed = 0;
    for (name, text) in texts() {
        if text.len() > 6_000 {
            continue;
        }
        let before = parse(&name, &text);
        let mut last = None;
        for at in (0..text.len()).filter(|&it| text.is_char_boundary(it)) {
            let Some(word) = before.document().renamable(offset(at)) else { continue };
            if last.replace(word) == Some(word) {
                continue;
            }
            let Ok(change) = before.document().rename(offset(at), NEW) else { continue };
            let Some(edit) = change.edits.get(&before.input().path) else { continue };
            let after = parse(&name, &edit.apply(&text));
            let old = slice(&text, word);
            assert_eq!(
                meaning(&after, old),
                meaning(&before, old),
                "{name}: {old} at {at}\n{}",
                after.text()
            );
            renamed += 1;
        }
    }
    assert!(renamed > 300, "{renamed} words got another name");
}

#[test]
fn a_process_takes_its_settings_along() {
    let mut renamed = 0;
    for (name, text) in texts() {
        if text.len() > 60_000 {
            continue;
        }
        let before = parse(&name, &text);
        for vertex in before.document().graph().unwrap().vertices {
            let [kind, old] = vertex.item.parts()[..] else { continue };
            if kind != "process" {
                continue;
            }
            let item = ItemPath::new(["process", old]);
            let plan = before.document().plan(&Command::Rename { item, name: NEW.to_owned() });
            let Ok(change) = plan else { continue };
            let Some(edit) = change.edits.get(&before.input().path) else { continue };
            let after = parse(&name, &edit.apply(&text));
            assert_eq!(
                meaning(&after, old),
                meaning(&before, old),
                "{name}: {old}\n{}",
                after.text()
            );
            assert_eq!(keys(&after, old), keys(&before, old), "{name}: {old}\n{}", after.text());
            renamed += 1;
        }
    }
    assert!(renamed > 60, "{renamed} processes got another name");
}
