//! Notes in a drawing beside processes and connections: capacities, and reasons why something
//! cannot be changed here.

use crate::catalogue::NON_BLOCKING;
use crate::edges;
use crate::file::File;
use crate::instances::{self, Configured};
use crate::network::{Link, Network};
use crate::resolve::{self, Baked, Configuration};
use crate::scalars::{leading_capacity, yes_or_no};
use crate::wires::{self, Wire};
use bobbin_core::syntax::TokenIdx;
use bobbin_core::view::{Badge, Origin};

/// The capacity in force if none is set (sprokit.md#edge-capacity).
const DEFAULT_CAPACITY: &str = "10";

/// Remarks about the items of a text.
pub struct Notes<'f> {
    file: &'f File,
    configuration: Configuration<'f>,
    configured: Configured,
    /// The capacity of connections for which nothing else is set.
    usual: String,
    /// The blocking of connections that nothing else is set for.
    usually_blocks: bool,
}

impl<'f> Notes<'f> {
    /// Prepares the notes; `keys` are the full keys of the entries of `file`.
    pub fn new(file: &'f File, network: &Network<'_>, keys: &'f [String]) -> Notes<'f> {
        let configuration = resolve::bake(file, keys);
        let configured = instances::configure(file, network, &configuration);
        let usual = configuration.get("_pipeline:_edge:capacity");
        let usual = usual.map_or(DEFAULT_CAPACITY.to_owned(), |it| edges::capacity(file, it));
        let blocking = configuration.get("_pipeline:_edge:blocking");
        let said = blocking.and_then(|it| resolve::known(file, it));
        let usually_blocks = said.as_deref().and_then(yes_or_no) != Some(false);
        Notes { file, configuration, configured, usual, usually_blocks }
    }

    /// Returns what is not usual for the pipeline about how data wait on a connection, and all of that
    /// with its origin.
    pub fn of_link(&self, network: &Network<'_>, link: &Link<'_>) -> (String, String) {
        let mut labels = Vec::new();
        let mut notes = Vec::new();
        let wires = wires::of_link(network, link);
        for wire in &wires {
            let (label, note) = self.of_wire(network, wire);
            labels.push(label);
            notes.push(match wires.as_slice() {
                [_] => note,
                _ => format!("to `{}`: {note}", network.name(wire.to.process)),
            });
        }
        labels.dedup();
        let label = match labels.as_slice() {
            [] | [_] => labels.concat(),
            // One that is usual has no label of its own.
            _ => "capacities differ".to_owned(),
        };
        (label, notes.join("; "))
    }

    fn of_wire(&self, network: &Network<'_>, wire: &Wire<'_>) -> (String, String) {
        let edge = edges::settings(self.file, network, &self.configuration, &self.configured, wire);
        let (value, origin) = (edge.capacity, edge.origin);
        let why = if origin.note.is_empty() { "the default" } else { origin.note.as_str() };
        let mut note = format!("capacity {value}, {why}");
        let mut label = if value == self.usual { String::new() } else { value };
        // With `_non_blocking` the process has a badge that says it.
        let is_of_process = edge.rule.ends_with(NON_BLOCKING);
        if !is_of_process && edge.blocking_origin != Origin::default_value() {
            let word = if edge.blocking { "blocking" } else { "non-blocking" };
            note += &format!("; {word}, {}", edge.blocking_origin.note);
            if edge.blocking != self.usually_blocks {
                label += if label.is_empty() { "" } else { " " };
                label += word;
            }
        }
        (label, note)
    }

    /// Returns the badges of a process.
    pub fn of_process(&self, name: &str) -> Vec<Badge> {
        let baked = self.configuration.get(&format!("{name}:{NON_BLOCKING}"));
        // With something else than a number the process does not start.
        let starts = |it: &&Baked<'_>| {
            resolve::known(self.file, it).is_none_or(|it| leading_capacity(&it).is_some())
        };
        let capacity = baked.filter(starts).map(|it| edges::capacity(self.file, it));
        let text = capacity.map(|it| format!("non-blocking {it}"));
        text.map(|text| Badge { key: NON_BLOCKING.to_owned(), text }).into_iter().collect()
    }

    /// Returns the reason why a statement cannot be changed in this text; `None` if it can be.
    pub fn fixed(&self, at: TokenIdx) -> Option<String> {
        let source = self.file.source();
        if source.is_own(at) {
            return None;
        }
        Some(format!("it is in the included file `{}`", self.file.shown_path(at)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::parse;
    use bobbin_core::edit::{Command, ItemPath};
    use bobbin_core::text::Files;
    use bobbin_core::{Document, Input};
    use expect_test::expect;

    /// The labels and notes of the connections of a text.
    fn notes(text: &str) -> String {
        let graph = parse(&Input::alone("t.pipe", text)).graph().unwrap();
        graph.edges.iter().map(|it| format!("[{}] {}\n", it.label, it.note)).collect()
    }

    #[test]
    fn a_connection_that_does_not_block_says_so_and_why() {
        let pipeline = "\
process a :: numbers
process b :: print_number
process c :: print_number
connect from a.number to b.number
connect from a.number to c.number
";
        let with = |settings: &str| notes(&format!("{pipeline}{settings}"));
        let by_one = "config _pipeline:_edge_by_conn\n  b:down:number:blocking = false\n";
        expect![[r#"
            [non-blocking] capacity 10, the default; non-blocking, from `_pipeline:_edge_by_conn:b:down:number:blocking`
            [] capacity 10, the default
        "#]].assert_eq(&with(by_one));
        expect![[r#"
            [3 non-blocking] capacity 3, from `_pipeline:_edge_by_conn:b:down:number:capacity`; non-blocking, from `_pipeline:_edge_by_conn:b:down:number:blocking`
            [] capacity 10, the default
        "#]].assert_eq(&with(&format!("{by_one}  b:down:number:capacity = 3\n")));
        // What holds for all has no label.
        let for_all = "config _pipeline:_edge\n  blocking = no\n  capacity = 3\n";
        expect![[r#"
            [] capacity 3, from `_pipeline:_edge:capacity`; non-blocking, from `_pipeline:_edge:blocking`
            [] capacity 3, from `_pipeline:_edge:capacity`; non-blocking, from `_pipeline:_edge:blocking`
        "#]].assert_eq(&with(for_all));
        expect![[r#"
            [blocking] capacity 3, from `_pipeline:_edge:capacity`; blocking, from `_pipeline:_edge_by_conn:b:down:number:blocking`
            [] capacity 3, from `_pipeline:_edge:capacity`; non-blocking, from `_pipeline:_edge:blocking`
        "#]].assert_eq(&with(&format!("{for_all}{}", by_one.replace("false", "yes"))));
        expect![[r#"
            [] capacity 10, the default; blocking, from `_pipeline:_edge:blocking`, which says `maybe`
            [] capacity 10, the default; blocking, from `_pipeline:_edge:blocking`, which says `maybe`
        "#]].assert_eq(&with("config _pipeline:_edge\n  blocking = maybe\n"));
    }

    const CLUSTER: &str = "\
cluster two
  -- Two inputs behind one.
  imap from f1
       to   m.factor1
       to   n.factor1
  -- Both.
process m :: multiplication
process n :: multiplication
process k :: const_number
connect from k.number to m.factor2
";

    /// Behind an input of a cluster may stand several, each with its own settings
    /// (sprokit.md#edge-capacity).
    #[test]
    fn inputs_behind_one_of_a_cluster_are_told_apart() {
        let mut files = Files::default();
        files.insert("/two.cluster", CLUSTER.into());
        let files = Arc::new(files);
        let text = |setting: &str| {
            format!(
                "process a :: numbers\nprocess g :: two\nconnect from a.number to g.f1\n\
                 config _pipeline:_edge_by_conn\n{setting}"
            )
        };
        let with = |setting: &str| {
            let alone = Input::alone("/t.pipe", &text(setting));
            parse(&Input { files: Arc::clone(&files), ..alone })
        };
        let notes = |setting: &str| {
            let graph = with(setting).graph().unwrap();
            graph.edges.iter().map(|it| format!("[{}] {}\n", it.label, it.note)).collect::<String>()
        };
        expect![[r#"
            [capacities differ] to `g/m`: capacity 4, from `_pipeline:_edge_by_conn:g/m:down:factor1:capacity`; to `g/n`: capacity 10, the default
        "#]].assert_eq(&notes("  g/m:down:factor1:capacity = 4\n"));
        expect![[r#"
            [4] to `g/m`: capacity 4, from `_pipeline:_edge_by_conn:a:up:number:capacity`; to `g/n`: capacity 4, from `_pipeline:_edge_by_conn:a:up:number:capacity`
        "#]].assert_eq(&notes("  a:up:number:capacity = 4\n"));
        let document = with("  g/m:down:factor1:capacity = 4\n");
        let item = ItemPath::new(["connection", "a.number", "g.f1"]);
        let form = document.form(&item).unwrap();
        let capacity = form.groups.iter().flat_map(|it| &it.fields).find(|it| it.key == "capacity");
        expect![[r#"
            Some(
                (
                    "4 / 10",
                    Some(
                        "it leads to several inputs in the cluster, each with its own key below `_pipeline:_edge_by_conn`: `g/m:down:factor1:capacity`, `g/n:down:factor1:capacity`",
                    ),
                ),
            )
        "#]].assert_debug_eq(&capacity.map(|it| (&it.effective, &it.inert)));
        let set = Command::SetValue { item, key: "capacity".to_owned(), value: "5".to_owned() };
        let refusal = document.plan(&set).unwrap_err();
        assert!(refusal.reason.contains("`g/n:down:factor1:capacity`"), "{}", refusal.reason);
    }

    /// The pipeline that uses a cluster has the settings of its connections (sprokit.md#clusters).
    #[test]
    fn connections_of_a_cluster_have_no_settings_of_their_own() {
        let text =
            format!("{CLUSTER}config _pipeline:_edge_by_conn\n  m:down:factor2:capacity = 4\n");
        let document = parse(&Input::alone("/two.cluster", &text));
        let graph = document.graph().unwrap();
        assert!(graph.edges.iter().all(|it| it.label.is_empty()), "{:?}", graph.edges);
        let ignored = document.diagnostics();
        let ignored: Vec<&str> = ignored
            .iter()
            .filter(|it| it.code.name == "ignored-setting")
            .map(|it| it.message.as_str())
            .collect();
        assert_eq!(
            ignored,
            [
                "`_pipeline` is read from the pipeline that uses the cluster, so the setting has no effect"
            ]
        );
        let item = ItemPath::new(["connection", "k.number", "m.factor2"]);
        let set = Command::SetValue { item, key: "capacity".to_owned(), value: "5".to_owned() };
        let refusal = document.plan(&set).unwrap_err();
        assert!(
            refusal.reason.contains("`INSTANCE/m:down:factor2:capacity`"),
            "{}",
            refusal.reason
        );
    }

    #[test]
    fn a_process_has_the_badge_of_the_capacity_that_the_program_reads() {
        let badges = |value: &str| {
            let text = format!("process b :: sink\n  _non_blocking = {value}\n");
            let graph = parse(&Input::alone("t.pipe", &text)).graph().unwrap();
            graph.vertices[0].badges.iter().map(|it| it.text.clone()).collect::<String>()
        };
        assert_eq!(badges("5"), "non-blocking 5");
        assert_eq!(badges("5x"), "non-blocking 5");
        assert_eq!(badges("$ENV{N}"), "non-blocking $ENV{N}");
        assert_eq!(badges("x"), "");
    }

    #[test]
    fn what_is_out_of_the_ordinary_is_marked() {
        let text = "\
process a :: numbers
process b :: sink
  _non_blocking = 4
process c :: sink
process d :: sink
process e :: sink
connect from a.number to b.sink
connect from a.number to c.sink
connect from a.number to d.sink
config _pipeline:_edge_by_conn
  c:down:sink:capacity = 2
config _pipeline:_edge_by_type
  _any:capacity = 7
config _pipeline:_edge
  capacity = 7
";
        let graph = parse(&Input::alone("t.pipe", text)).graph().unwrap();
        let badges = graph.vertices.iter().flat_map(|it| it.badges.iter().map(|it| &it.text));
        assert_eq!(badges.collect::<Vec<_>>(), ["non-blocking 4"]);
        let notes: String =
            graph.edges.iter().map(|it| format!("[{}] {}\n", it.label, it.note)).collect();
        expect![[r#"
            [4] capacity 4, from `b:_non_blocking`
            [2] capacity 2, from `_pipeline:_edge_by_conn:c:down:sink:capacity`
            [] capacity 7, from `_pipeline:_edge_by_type:_any:capacity`
        "#]]
        .assert_eq(&notes);
        assert!(graph.vertices.iter().all(|it| it.fixed.is_none()));
    }
}
