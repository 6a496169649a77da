//! Every gesture on the drawing of a pipeline or cluster, on every file of the corpus and of the
//! gallery: bytes outside of the edit stay, the inverse restores the text, only comments of removed
//! items go, and the text parsed again has what was asked for.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::{env, fs};

use bobbin_core::edit::{Command, ItemPath, PortRef, SourceChange};
use bobbin_core::syntax::TokenClass;
use bobbin_core::text::slice;
use bobbin_core::view::{Edge, Graph, Port, PortSide, Vertex};
use bobbin_core::{Input, Snapshot, plan_sequence};
use bobbin_languages::LanguageId;

use text_size::TextRange;

use bobbin_testing::corpus;

/// A drawing as a set of facts: its parts, their kinds, and how they are joined.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Facts {
    vertices: BTreeMap<String, String>,
    edges: BTreeSet<(String, String)>,
}

fn sprokit() -> LanguageId {
    LanguageId::from_name("sprokit").unwrap()
}

fn read(text: &str) -> Snapshot {
    Snapshot::new(sprokit().info(), Input::alone("text", text))
}

fn port_name(graph: &Graph, (vertex, port): (usize, usize)) -> String {
    format!("{}.{}", graph.vertices[vertex].title, graph.vertices[vertex].ports[port].name)
}

fn facts(graph: &Graph) -> Facts {
    // Others exist because of a connection, such as the borders of a cluster.
    let own = graph.vertices.iter().filter(|it| it.fixed.is_none());
    let vertices = own.map(|it| (it.title.clone(), it.subtitle.clone()));
    let ends = |it: &Edge| (port_name(graph, it.from()), port_name(graph, it.to()));
    Facts { vertices: vertices.collect(), edges: graph.edges.iter().map(ends).collect() }
}

fn port_ref(graph: &Graph, (vertex, port): (usize, usize)) -> PortRef {
    let it = &graph.vertices[vertex];
    PortRef { item: it.item.clone(), port: it.ports[port].name.clone() }
}

fn comments(snapshot: &Snapshot) -> Vec<String> {
    let comments = snapshot.highlights().iter().filter(|it| it.class == TokenClass::Comment);
    let mut res: Vec<String> =
        comments.map(|it| slice(snapshot.text(), it.range).trim().to_owned()).collect();
    res.sort();
    res
}

/// The effect that a gesture may have on comments.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Comments {
    /// All stay, and none is added.
    Stay,
    /// Those of a removed part go with it.
    MayGo,
    /// Those of a copied part are repeated, or a line separates the addition, as elsewhere in the
    /// text.
    MayCome,
}

/// The results of the gestures.
#[derive(Default)]
struct Tally {
    /// The number of gestures made for each name, and the reasons for refusing others.
    made: BTreeMap<&'static str, (usize, BTreeSet<String>)>,
    /// Gestures that did something else than they should; the first of them in full.
    faults: Vec<String>,
}

/// A text with its drawing.
struct Case<'a> {
    name: &'a str,
    before: &'a Snapshot,
    graph: &'a Graph,
    tally: &'a mut Tally,
}

impl Case<'_> {
    /// Makes a gesture; `expected` turns the drawing before into the one expected after it.
    fn check(
        &mut self,
        gesture: &'static str,
        commands: &[Command],
        comments_then: Comments,
        expected: impl FnOnce(&mut Facts),
    ) {
        let before = self.before;
        let count = self.tally.made.entry(gesture).or_default();
        let planned = plan_sequence(before, commands);
        let change = match planned {
            Ok(change) => change,
            Err(refusal) => {
                assert!(!refusal.reason.is_empty());
                count.1.insert(refusal.reason);
                return;
            }
        };
        count.0 += 1;
        let judged = catch_unwind(AssertUnwindSafe(|| {
            self.judge(gesture, commands, &change, comments_then, expected);
        }));
        if judged.is_err() {
            self.tally.faults.push(format!("{}: {gesture} {commands:?}", self.name));
        }
    }

    fn judge(
        &self,
        gesture: &str,
        commands: &[Command],
        change: &SourceChange,
        comments_then: Comments,
        expected: impl FnOnce(&mut Facts),
    ) {
        let before = self.before;
        let context = || format!("{gesture} {commands:#?}\n--- {}\n{}", self.name, before.text());
        assert_eq!(change.edits.len(), 1, "{}", context());
        let edit = &change.edits["text"];
        let text = edit.apply(before.text());
        let context = || format!("{}\n--- after\n{text}", context());
        assert_eq!(edit.invert(before.text()).apply(&text), **before.text(), "{}", context());
        // Bytes outside of the edit: a replaced range differs at both its ends or is empty.
        for it in edit.replacements() {
            let old = slice(before.text(), it.range);
            assert!(
                commands.len() > 1 || old != it.text || old.is_empty(),
                "nothing is replaced by itself: {}",
                context()
            );
        }
        let after = read(&text);
        let (old, new) = (comments(before), comments(&after));
        match comments_then {
            Comments::Stay => assert_eq!(new, old, "{}", context()),
            Comments::MayGo => assert!(new.iter().all(|it| old.contains(it)), "{}", context()),
            Comments::MayCome => assert!(old.iter().all(|it| new.contains(it)), "{}", context()),
        }
        let mut wanted = facts(self.graph);
        expected(&mut wanted);
        let drawn = after.graph().map(facts).unwrap_or_default();
        assert_eq!(drawn, wanted, "{}", context());
    }
}

/// Returns true if a vertex is an item of this text, named once.
fn is_own(graph: &Graph, vertex: &Vertex) -> bool {
    vertex.fixed.is_none()
        && vertex.item.0.first().is_some_and(|it| it == "process")
        && graph.vertices.iter().filter(|it| it.title == vertex.title).count() == 1
}

fn rename_all(facts: &mut Facts, old: &str, new: &str) {
    let renamed = |port: &str| match port.strip_prefix(old) {
        Some(rest) if rest.starts_with('.') => format!("{new}{rest}"),
        _ => port.to_owned(),
    };
    if let Some(kind) = facts.vertices.remove(old) {
        facts.vertices.insert(new.to_owned(), kind);
    }
    facts.edges = facts.edges.iter().map(|(a, b)| (renamed(a), renamed(b))).collect();
}

/// Tries the gestures on one vertex.
fn on_vertex(case: &mut Case<'_>, vertex: &Vertex) {
    let (item, title) = (vertex.item.clone(), vertex.title.clone());
    let rename = Command::Rename { item: item.clone(), name: "other_name".to_owned() };
    case.check("rename", &[rename], Comments::Stay, |it| rename_all(it, &title, "other_name"));
    let remove = Command::Remove { item: item.clone() };
    let of = |port: &str| port.split('.').next() == Some(title.as_str());
    case.check("delete with connections", &[remove], Comments::MayGo, |it| {
        it.vertices.remove(&title);
        it.edges.retain(|(from, to)| !of(from) && !of(to));
    });
    let text = slice(case.before.text(), vertex.range).to_owned();
    case.check(
        "duplicate",
        &[Command::Insert { text, copied_from: None }],
        Comments::MayCome,
        |it| {
            let stem = title.trim_end_matches(|it: char| it.is_ascii_digit()).to_owned();
            let is_free = |name: &String| !it.vertices.contains_key(name);
            let name = (2..).map(|number| format!("{stem}{number}")).find(is_free).unwrap();
            it.vertices.insert(name, vertex.subtitle.clone());
        },
    );
    let key = "_non_blocking".to_owned();
    let set = Command::SetValue { item: item.clone(), key: key.clone(), value: "7".to_owned() };
    let unset = Command::Unset { item, key };
    case.check("non-blocking", std::slice::from_ref(&set), Comments::Stay, |_| {});
    case.check("blocking again", &[set, unset], Comments::MayGo, |_| {});
}

/// Tries the gestures on one edge.
fn on_edge(case: &mut Case<'_>, edge: &Edge) {
    let graph = case.graph;
    let (from, to) = (port_ref(graph, edge.from()), port_ref(graph, edge.to()));
    let ends = (port_name(graph, edge.from()), port_name(graph, edge.to()));
    let cut = Command::Disconnect { from: from.clone(), to: to.clone() };
    case.check("disconnect", std::slice::from_ref(&cut), Comments::MayGo, |it| {
        it.edges.remove(&ends);
    });
    let (item, key) = (edge.item.clone(), "capacity".to_owned());
    let set = Command::SetValue { item: item.clone(), key, value: "25".to_owned() };
    case.check("capacity", &[set], Comments::Stay, |_| {});
    // Another output of the same kind, or another input that is free.
    let others = |side: PortSide, own: (usize, usize)| {
        let ports = graph.vertices.iter().enumerate().filter(|(_, it)| is_own(graph, it));
        let ports = ports.flat_map(|(vertex, it)| {
            (it.ports.iter().enumerate()).map(move |(port, it)| ((vertex, port), it))
        });
        let data_type = graph.vertices[own.0].ports[own.1].data_type.clone();
        let mut ports = ports.filter(|(id, it)| {
            *id != own && it.side == side && it.data_type == data_type && !it.guarded
        });
        ports
            .find(|(id, _)| side == PortSide::Output || graph.edges.iter().all(|it| it.to() != *id))
    };
    for (side, own, key) in
        [(PortSide::Output, edge.from(), "from"), (PortSide::Input, edge.to(), "to")]
    {
        let Some((other, _)) = others(side, own) else { continue };
        let name = port_name(graph, other);
        let (item, key, value) = (item.clone(), key.to_owned(), name.clone());
        let taken = Command::SetValue { item, key, value };
        case.check("reroute", &[taken], Comments::Stay, |it| {
            it.edges.remove(&ends);
            let (from, to) = ends.clone();
            it.edges.insert(if side == PortSide::Output { (name, to) } else { (from, name) });
        });
    }
    // A process of a type with one input and one output, whatever their types.
    let added = Command::AddItem {
        kind: "process".to_owned(),
        name: "between".to_owned(),
        values: vec![("::".to_owned(), "multiplication".to_owned())],
    };
    let own =
        |port: &str| PortRef { item: ItemPath::new(["process", "between"]), port: port.to_owned() };
    let splice =
        Command::Splice { item: edge.item.clone(), input: own("factor1"), output: own("product") };
    case.check("splice", &[added, splice], Comments::MayCome, |it| {
        it.edges.remove(&ends);
        it.vertices.insert("between".to_owned(), "multiplication".to_owned());
        it.edges.insert((ends.0, "between.factor1".to_owned()));
        it.edges.insert(("between.product".to_owned(), ends.1));
    });
}

/// Tries the gestures that need no selection.
fn on_canvas(case: &mut Case<'_>) {
    let graph = case.graph;
    let add = |name: &str, kind: &str| Command::AddItem {
        kind: "process".to_owned(),
        name: name.to_owned(),
        values: vec![("::".to_owned(), kind.to_owned())],
    };
    let is_new = |name: &str| graph.vertices.iter().all(|it| it.title != name);
    if !is_new("new_one") || !is_new("new_two") {
        return;
    }
    case.check("add", &[add("new_one", "numbers")], Comments::MayCome, |it| {
        it.vertices.insert("new_one".to_owned(), "numbers".to_owned());
    });
    let port = |name: &str, port: &str| PortRef {
        item: ItemPath::new(["process", name]),
        port: port.to_owned(),
    };
    let joined = [
        add("new_one", "numbers"),
        add("new_two", "print_number"),
        Command::Connect { from: port("new_one", "number"), to: port("new_two", "number") },
    ];
    case.check("connect", &joined, Comments::MayCome, |it| {
        it.vertices.insert("new_one".to_owned(), "numbers".to_owned());
        it.vertices.insert("new_two".to_owned(), "print_number".to_owned());
        it.edges.insert(("new_one.number".to_owned(), "new_two.number".to_owned()));
    });
    let text = "process new_one\n  :: numbers\n\nprocess new_two\n  :: print_number\n\n\
                connect from new_one.number\n        to   new_two.number\n";
    case.check(
        "paste",
        &[Command::Insert { text: text.to_owned(), copied_from: None }],
        Comments::Stay,
        |it| {
            it.vertices.insert("new_one".to_owned(), "numbers".to_owned());
            it.vertices.insert("new_two".to_owned(), "print_number".to_owned());
            it.edges.insert(("new_one.number".to_owned(), "new_two.number".to_owned()));
        },
    );
}

/// Tries the gestures on several existing parts.
fn on_several(case: &mut Case<'_>) {
    let graph = case.graph;
    let own: Vec<usize> =
        (0..graph.vertices.len()).filter(|it| is_own(graph, &graph.vertices[*it])).collect();
    let ports = |side: PortSide| {
        let all = own.iter().flat_map(|&vertex| {
            let ports = graph.vertices[vertex].ports.iter().enumerate();
            ports.map(move |(port, it)| ((vertex, port), it))
        });
        all.filter(move |it| it.1.side == side).collect::<Vec<_>>()
    };
    // An output feeds another input.
    let outputs = ports(PortSide::Output);
    for (to, input) in ports(PortSide::Input) {
        if graph.edges.iter().any(|it| it.to() == to) {
            continue;
        }
        let fits = |from: &&((usize, usize), &Port)| {
            let is_any = |it: &Port| it.data_type == "_any";
            let is_same = from.1.data_type == input.data_type;
            (is_same || is_any(input) || is_any(from.1)) && !(input.guarded && from.1.guarded)
        };
        for (from, _) in outputs.iter().filter(fits).take(6) {
            let ends = (port_name(graph, *from), port_name(graph, to));
            let join = Command::Connect { from: port_ref(graph, *from), to: port_ref(graph, to) };
            case.check("connect what is there", &[join], Comments::Stay, |it| {
                it.edges.insert(ends);
            });
        }
    }
    // Two neighbours are removed at once, with all edges between them.
    for pair in own.windows(2) {
        let [one, other] = [0, 1].map(|it| &graph.vertices[pair[it]]);
        let remove = [one, other].map(|it| Command::Remove { item: it.item.clone() });
        let of = |port: &str| {
            let process = port.split('.').next();
            process == Some(one.title.as_str()) || process == Some(other.title.as_str())
        };
        case.check("delete several", &remove, Comments::MayGo, |it| {
            it.vertices.retain(|title, _| *title != one.title && *title != other.title);
            it.edges.retain(|(from, to)| !of(from) && !of(to));
        });
    }
}

/// Returns the settings of processes and of connections at their ports; without their values where
/// those may depend on the rest of the text.
fn settings(snapshot: &Snapshot, names: &[&str], has_values: bool) -> BTreeSet<(String, String)> {
    let rows = snapshot.document().resolved().unwrap().rows.into_iter();
    let is_theirs = |key: &str| {
        let key = key.strip_prefix("_pipeline:_edge_by_conn:").unwrap_or(key);
        names.iter().any(|it| key.strip_prefix(it).is_some_and(|it| it.starts_with([':', '/'])))
    };
    let own =
        rows.filter(|it| is_theirs(&it.key) && it.item.0.first().is_none_or(|it| it != "inner"));
    own.map(|it| (it.key, if has_values { it.value } else { String::new() })).collect()
}

/// Cuts vertices out and pastes them: where they were, and into another text.
fn on_clipboard(case: &mut Case<'_>, vertices: &BTreeSet<usize>) {
    let (before, graph) = (case.before, case.graph);
    let written = |it: &TextRange| (usize::from(it.start()), slice(before.text(), *it));
    let clip = graph.copied(vertices, true, written);
    let names: Vec<&str> = vertices.iter().map(|&it| graph.vertices[it].title.as_str()).collect();
    let remove = names.iter().map(|it| Command::Remove { item: ItemPath::new(["process", it]) });
    let remove: Vec<Command> = remove.collect();
    let insert = Command::Insert { text: clip.clone(), copied_from: None };
    let context = || format!("--- {}\n{}\n--- clipboard\n{clip}", case.name, before.text());
    let apply = |to: &Snapshot, commands: &[Command]| {
        let change = plan_sequence(to, commands);
        change.map(|it| read(&it.edits["text"].apply(to.text()))).map_err(|it| it.reason)
    };
    let mut tell = |gesture, done: Result<(), String>| {
        let count = case.tally.made.entry(gesture).or_default();
        match done {
            Ok(()) => count.0 += 1,
            Err(reason) => drop(count.1.insert(reason)),
        }
    };
    // The copy has every comment that goes away, but for those of connections to others.
    let Ok(without) = apply(before, &remove) else { return tell("cut", Err(String::new())) };
    let mut copied = comments(&read(&clip));
    let is_crossing = |it: &&Edge| vertices.contains(&it.from().0) != vertices.contains(&it.to().0);
    for edge in graph.edges.iter().filter(is_crossing) {
        let parts = edge.copied.iter().map(|it| slice(before.text(), it.range));
        copied.extend(parts.flat_map(|it| comments(&read(it))));
    }
    let mut left = comments(&without);
    for it in comments(before) {
        match left.iter().position(|left| *left == it) {
            Some(at) => drop(left.swap_remove(at)),
            None => assert!(copied.contains(&it), "{it:?} is lost\n{}", context()),
        }
    }
    let has_values = !before.text().contains('$');
    let wanted = settings(before, &names, has_values);
    let other = read("process other_one :: numbers\n");
    for (gesture, to, commands) in [
        ("cut and paste", before, [remove, vec![insert.clone()]].concat()),
        ("paste into another file", &other, vec![insert]),
    ] {
        let after = match apply(to, &commands) {
            Ok(after) => after,
            Err(reason) => {
                tell(gesture, Err(reason));
                continue;
            }
        };
        tell(gesture, Ok(()));
        let context = || format!("{gesture}\n{}\n--- after\n{}", context(), after.text());
        assert_eq!(settings(&after, &names, has_values), wanted, "{}", context());
        let there = comments(&after);
        for it in comments(&read(&clip)) {
            assert!(there.contains(&it), "{it:?} is lost\n{}", context());
        }
    }
}

/// The environment variable that may name a folder of further texts.
const CORPUS: &str = "BOBBIN_CORPUS";

fn texts() -> Vec<(String, String)> {
    let mut res = corpus(sprokit().info());
    if let Some(folder) = env::var_os(CORPUS) {
        for path in fs::read_dir(Path::new(&folder)).unwrap().map(|it| it.unwrap().path()) {
            let is_ours = path.extension().is_some_and(|it| it == "pipe" || it == "cluster");
            if let Some(text) = is_ours.then(|| fs::read_to_string(&path).unwrap()) {
                res.push((path.display().to_string(), text));
            }
        }
    }
    res
}

#[test]
fn gestures_do_what_they_say_and_nothing_else() {
    let mut tally = Tally::default();
    let mut n_files = 0;
    for (name, text) in texts() {
        let before = read(&text);
        let Some(graph) = before.graph() else { continue };
        n_files += 1;
        let mut case = Case { name: &name, before: &before, graph, tally: &mut tally };
        on_canvas(&mut case);
        on_several(&mut case);
        for (idx, vertex) in graph.vertices.iter().enumerate().filter(|it| is_own(graph, it.1)) {
            on_vertex(&mut case, vertex);
            on_clipboard(&mut case, &BTreeSet::from([idx]));
        }
        let own = (0..graph.vertices.len()).filter(|it| is_own(graph, &graph.vertices[*it]));
        let own: BTreeSet<usize> = own.collect();
        if !own.is_empty() {
            on_clipboard(&mut case, &own);
        }
        // A connection that is written twice is still there after it was removed once.
        let is_alone = |edge: &Edge| {
            graph.edges.iter().filter(|it| (it.from(), it.to()) == (edge.from(), edge.to())).count()
                == 1
        };
        for edge in graph.edges.iter().filter(|it| it.fixed.is_none() && is_alone(it)) {
            on_edge(&mut case, edge);
        }
    }
    println!("{n_files} files");
    for (gesture, (n_done, refusals)) in &tally.made {
        println!("{gesture}: {n_done} done; refused: {refusals:#?}");
    }
    assert!(tally.faults.is_empty(), "{:#?}", tally.faults);
    for gesture in [
        "add",
        "blocking again",
        "capacity",
        "connect",
        "connect what is there",
        "cut and paste",
        "delete several",
        "delete with connections",
        "disconnect",
        "duplicate",
        "non-blocking",
        "paste",
        "paste into another file",
        "rename",
        "reroute",
        "splice",
    ] {
        let n_done = tally.made.get(gesture).map_or(0, |it| it.0);
        assert!(n_done >= 10, "{gesture} was done {n_done} times only");
    }
}

/// Counts the places with several blank lines, and the ends of a text with one.
fn n_gaps(text: &str) -> usize {
    let is_blank: Vec<bool> = text.lines().map(|it| it.trim().is_empty()).collect();
    let ends = [is_blank.first(), is_blank.last()];
    let n_ends = ends.into_iter().filter(|it| *it == Some(&true)).count();
    n_ends + is_blank.windows(3).filter(|it| matches!(it, [false, true, true])).count()
}

/// Processes that go into a cluster take their comments along, and leave no more than one blank line in their place.
#[test]
fn extracted_processes_leave_no_gaps_and_lose_no_comments() {
    let (mut n_done, mut faults) = (0, Vec::new());
    for (name, text) in texts() {
        let before = read(&text);
        let Some(graph) = before.graph() else { continue };
        let own: Vec<&ItemPath> =
            graph.vertices.iter().filter(|it| is_own(graph, it)).map(|it| &it.item).collect();
        let n_own = own.len();
        let stretches = (1..n_own.min(6)).flat_map(|n| (0..=n_own - n).map(move |it| it..it + n));
        let others = (0..n_own).map(|it| [it, (it + 2) % n_own]).filter(|it| it[0] < it[1]);
        let picked = stretches.map(Vec::from_iter).chain(others.map(Vec::from));
        for picked in picked.step_by((n_own / 4).max(1)) {
            let items = picked.iter().map(|it| own[*it].clone()).collect();
            let command = Command::Extract { items, name: "a_new_one".to_owned() };
            let Ok(change) = plan_sequence(&before, std::slice::from_ref(&command)) else {
                continue;
            };
            n_done += 1;
            let mut after = Input::alone("text", &text);
            after.apply(&change);
            let made = change.edits.keys().find(|it| **it != "text").unwrap();
            let made = after.files.get(made).unwrap();
            let mut kept = comments(&read(&after.text));
            kept.extend(comments(&read(made)));
            kept.sort();
            let is_kept = kept == comments(&before);
            let n_allowed = n_gaps(&text);
            if !is_kept || n_gaps(&after.text) > n_allowed || n_gaps(made) > n_allowed {
                faults.push(format!(
                    "{name}: {command:?}, comments {is_kept}\n{text}\n--- after\n{}\n--- {made}",
                    after.text
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults; {}", faults.len(), faults[0]);
    assert!(n_done > 100, "{n_done}");
}

#[test]
fn more_commands_than_can_be_planned_in_time_are_refused() {
    let text = format!("process a :: sink\n# {}\n", "x".repeat(200_000));
    let remove = Command::Remove { item: ItemPath::new(["process", "a"]) };
    let refusal = plan_sequence(&read(&text), &vec![remove; 1000]).unwrap_err();
    assert_eq!(
        refusal.reason,
        "1000 changes at once take too long in a text of this length; select fewer"
    );
}
