//! Pipelines with clusters, catalogues and settings beside them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

mod conversions;
mod defaults;
mod entries;
mod hints;
mod included;
mod instances;
mod moves;
mod names;
mod pipelines;
mod said;
mod settings;

use std::fmt::Write as _;
use std::sync::Arc;

use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::ItemPath;
use bobbin_core::text::{Files, Location, slice};
use bobbin_core::view::Graph;
use bobbin_core::{Document, HostFacts, Input};
use bobbin_sprokit::parse;
use expect_test::{Expect, expect};

const SCALE: (&str, &str) = (
    "scale.cluster",
    "cluster scale\n -- Multiplies.\n factor = 20\n -- By how much.\n fixed[ro] = 1\n -- Never changes.\n\
     \x20imap from in to mul.factor1\n -- What is multiplied.\n omap from mul.product to out\n -- The product.\n\
     process k :: const_number\n value[ro] = scale:factor\nprocess mul :: multiplication\n\
     connect from k.number to mul.factor2\n",
);

/// One cluster in another, under a name of its own.
const TWICE: (&str, &str) = (
    "sub/twice.cluster",
    "cluster twice\n -- Multiplies twice.\n by = 3\n -- d\n imap from in to a.in\n -- d\n omap from b.out to out\n -- d\n\
     process a :: scale\n factor[ro] = twice:by\nprocess b :: scale\nconnect from a.out to b.in\n",
);

fn input(files: &[(&str, &str)], text: &str, host: HostFacts) -> Input {
    let mut all = Files::default();
    for (path, text) in files {
        all.insert(path, (*text).into());
    }
    Input {
        path: "main.pipe".to_owned(),
        text: text.into(),
        files: Arc::new(all),
        host: Arc::new(host),
    }
}

fn findings(input: &Input) -> String {
    let mut res = String::new();
    for it in parse(input).diagnostics() {
        let at = slice(&input.text, it.range);
        let _ = writeln!(res, "{} {at:?}: {}", it.code.name, it.message);
        for it in it.related {
            let path = it.path.unwrap_or_default();
            let _ = writeln!(res, "    {path}: {} {:?}", it.message, it.range);
        }
    }
    res
}

#[track_caller]
fn check(files: &[(&str, &str)], text: &str, expect: Expect) {
    expect.assert_eq(&findings(&input(files, text, HostFacts::default())));
}

/// Checks the diagnostics about settings, with the fixes that each offers.
#[track_caller]
fn check_settings(files: &[(&str, &str)], text: &str, expect: Expect) {
    check_settings_of("main.pipe", files, text, expect);
}

/// Checks the diagnostics about settings of the file `path`, with the fixes that each offers.
#[track_caller]
fn check_settings_of(path: &str, files: &[(&str, &str)], text: &str, expect: Expect) {
    let input_of = |files: &[(&str, &str)], text: &str| Input {
        path: path.to_owned(),
        ..input(files, text, HostFacts::default())
    };
    let input = input_of(files, text);
    let mut res = String::new();
    let all = parse(&input).diagnostics();
    for it in &all {
        let at = slice(&input.text, it.range);
        let _ = writeln!(res, "{} {at:?}: {}", it.code.name, it.message);
        if let Some(help) = &it.help {
            let _ = writeln!(res, "    help: {help}");
        }
        for file in &it.moves {
            let _ = writeln!(res, "    {}: {} -> {}", file.label, file.from, file.to);
            let moved = |it: &&(&str, &str)| it.0 == file.from;
            let moved = files.iter().find(moved).map(|it| (file.to.as_str(), it.1));
            let files: Vec<_> = files.iter().copied().chain(moved).collect();
            let again = parse(&input_of(&files, text)).diagnostics();
            assert!(again.iter().all(|new| new.message != it.message), "{}", it.message);
        }
        for fix in &it.fixes {
            let _ = writeln!(res, "    {}", fix.label);
            let after = fix.edit.apply(text);
            let again = parse(&input_of(files, &after)).diagnostics();
            let alike = |all: &[Diagnostic]| {
                all.iter().filter(|new| new.code == it.code && new.message == it.message).count()
            };
            assert!(alike(&again) < alike(&all), "{}: {}:\n{after}", it.message, fix.label);
        }
    }
    expect.assert_eq(&res);
}

fn rows(input: &Input) -> String {
    let rows = parse(input).resolved().unwrap().rows;
    let lines = rows.iter().map(|it| format!("{} = {} ({})\n", it.key, it.value, it.origin.note));
    lines.collect()
}

/// Lists the vertices with their ports, and the edges.
fn drawn(graph: &Graph) -> String {
    let mut res = String::new();
    for it in &graph.vertices {
        let parent = it.parent.and_then(|it| graph.vertices.get(it));
        let inside = parent.map_or(String::new(), |it| format!(" in {}", it.title));
        let ports: Vec<String> =
            it.ports.iter().map(|it| format!("{}:{}", it.name, it.data_type)).collect();
        let _ = writeln!(res, "{} :: {}{inside} {}", it.title, it.subtitle, ports.join(" "));
    }
    for it in &graph.edges {
        let end = |(vertex, port): (usize, usize)| {
            let vertex = &graph.vertices[vertex];
            format!("{}.{}", vertex.title, vertex.ports[port].name)
        };
        let _ = writeln!(res, "{} -> {}", end(it.from()), end(it.to()));
    }
    res
}

const PIPELINE: &str = "process src :: numbers\nprocess m :: scale\n factor = 7\nprocess snk :: sink\n\
                        connect from src.number to m.in\nconnect from m.out to snk.sink\n";

#[test]
fn an_instance_has_its_own_settings() {
    check(&[SCALE], PIPELINE, expect![[""]]);
    let input = input(&[SCALE], PIPELINE, HostFacts::default());
    expect![[r#"
        m:factor = 7 ()
        m/k:value = 7 (mapped to `m:factor`, set by `m:factor`, read-only)
    "#]]
    .assert_eq(&rows(&input));
    let file = parse(&input);
    expect![[r#"
        src :: numbers number:integer
        m :: scale in:integer out:integer
        snk :: sink sink:_any
        src.number -> m.in
        m.out -> snk.sink
    "#]]
    .assert_eq(&drawn(&file.graph().unwrap()));
    expect![[r#"
        src :: numbers number:integer
        m :: scale in:integer out:integer
        snk :: sink sink:_any
        k :: const_number in m number:integer
        mul :: multiplication in m factor1:integer factor2:integer product:integer
        k.number -> mul.factor2
        m.in -> mul.factor1
        mul.product -> m.out
        src.number -> m.in
        m.out -> snk.sink
    "#]]
    .assert_eq(&drawn(&file.expanded_graph().unwrap()));
}

/// Lists the parts of a drawing that are written in other texts, with what stands there.
fn written_elsewhere(input: &Input, graph: &Graph) -> String {
    let mut res = String::new();
    let vertices = graph.vertices.iter().map(|it| (it.title.as_str(), &it.fixed, &it.written));
    let edges = graph.edges.iter().map(|it| ("edge", &it.fixed, &it.written));
    for (name, fixed, written) in vertices.chain(edges) {
        let Some(Location { path: Some(path), range }) = written else { continue };
        let text = slice(input.files.get(path).unwrap(), *range);
        writeln!(res, "{name} ({}): {path} {text:?}", fixed.as_deref().unwrap()).unwrap();
    }
    res
}

#[test]
fn what_is_written_elsewhere_knows_where() {
    let include =
        ("sub/more.pipe", "process b # a comment\n :: sink\nconnect from a.number\n  to b.sink\n");
    let text = "process a :: numbers\ninclude sub/more.pipe\nconnect from a.number to nobody.at\n";
    let input = self::input(&[include], text, HostFacts::default());
    expect![[r#"
        b (it is in the included file `sub/more.pipe`): sub/more.pipe "b"
        edge (it is in the included file `sub/more.pipe`): sub/more.pipe "connect from a.number\n  to b.sink"
    "#]]
    .assert_eq(&written_elsewhere(&input, &parse(&input).graph().unwrap()));
    let input = self::input(&[SCALE], PIPELINE, HostFacts::default());
    expect![[r#"
        k (`k` is defined in `scale.cluster`): scale.cluster "k"
        mul (`mul` is defined in `scale.cluster`): scale.cluster "mul"
        edge (`k.number → mul.factor2` is defined in `scale.cluster`): scale.cluster "connect from k.number to mul.factor2"
        edge (the mapping of `in` is defined in `scale.cluster`): scale.cluster "imap from in to mul.factor1"
        edge (the mapping of `out` is defined in `scale.cluster`): scale.cluster "omap from mul.product to out"
    "#]]
        .assert_eq(&written_elsewhere(&input, &parse(&input).expanded_graph().unwrap()));
}

/// Of what is inside an instance the form is the instance's, and says so; changes are refused by the name that people
/// know (sprokit.md#clusters).
#[test]
fn what_is_inside_an_instance_is_refused_in_words() {
    use bobbin_core::edit::{Command, PortRef};
    let file = parse(&input(&[SCALE], PIPELINE, HostFacts::default()));
    let process = ItemPath::new(["inner", "m/k"]);
    let edge = ItemPath::new(["inner", "m", "k.number", "mul.factor2"]);
    let form = file.form(&process).unwrap();
    assert_eq!(form.item, ItemPath::new(["process", "m"]));
    assert_eq!(form.note, "`k` is defined in `scale.cluster`; this is the form of `m`");
    let form = file.form(&edge).unwrap();
    assert_eq!(
        form.note,
        "`k.number → mul.factor2` is defined in `scale.cluster`; this is the form of `m`"
    );
    assert!(file.form(&ItemPath::new(["inner", "m/nobody"])).is_none());
    let (item, port) = (process.clone(), "number".to_owned());
    let to = PortRef { item: ItemPath::new(["process", "snk"]), port: "sink".to_owned() };
    for (command, name) in [
        (Command::Rename { item: process.clone(), name: "x".into() }, "k"),
        (Command::Remove { item: process.clone() }, "k"),
        (Command::Extract { items: vec![process], name: "x".into() }, "k"),
        (Command::Connect { from: PortRef { item, port }, to }, "k"),
        (
            Command::SetValue { item: edge, key: "capacity".into(), value: "7".into() },
            "k.number → mul.factor2",
        ),
    ] {
        let refusal = file.plan(&command).unwrap_err();
        assert_eq!(
            refusal.reason,
            format!("`{name}` is defined in `scale.cluster`"),
            "{command:?}"
        );
    }
}

#[test]
fn the_capacity_of_a_connection_to_an_instance_counts() {
    use bobbin_core::edit::Command;
    let input = input(&[SCALE], PIPELINE, HostFacts::default());
    let file = parse(&input);
    let item = file.graph().unwrap().edges[0].item.clone();
    let (key, value) = ("capacity".to_owned(), "9".to_owned());
    let change = file.plan(&Command::SetValue { item, key, value }).unwrap();
    let text = change.edits.values().next().unwrap().apply(PIPELINE);
    assert!(text.contains("m/mul:down:factor1:capacity = 9"), "{text}");
    let graph = parse(&self::input(&[SCALE], &text, HostFacts::default())).graph().unwrap();
    assert_eq!(graph.edges[0].label, "9");
}

#[test]
fn clusters_nest() {
    let text = "process src :: numbers\nprocess t :: twice\n b:factor = 5\nprocess snk :: sink\n\
                connect from src.number to t.in\nconnect from t.out to snk.sink\n";
    check(&[SCALE, TWICE], text, expect![[""]]);
    expect![[r#"
        t:b:factor = 5 ()
        t/a:factor = 3 (mapped to `t:by`, the default of `by` in cluster `twice`, read-only)
        t/b:factor = 5 (set by `t:b:factor`)
        t/a/k:value = 3 (mapped to `t/a:factor`, mapped to `t:by`, the default of `by` in cluster `twice`, read-only)
        t/b/k:value = 5 (mapped to `t/b:factor`, set by `t:b:factor`, read-only)
    "#]]
    .assert_eq(&rows(&input(&[SCALE, TWICE], text, HostFacts::default())));
}

#[test]
fn what_an_instance_may_not_set() {
    check(
        &[SCALE],
        &PIPELINE.replace("factor = 7", "fixed = 2\n k:value = 4\n nobody = 1"),
        expect![[r#"
            instance-override "2": `m:fixed` cannot be set, because cluster `scale` makes it read-only
            instance-override "4": `m:k:value` cannot be set, because cluster `scale` makes it read-only
            unknown-key "nobody": `scale` does not read the key `nobody`
        "#]],
    );
    // What follows the cluster's name in a key of an instance is that key once more, and then the flag
    // is the instance's own.
    check(
        &[SCALE],
        &PIPELINE.replace("factor = 7", "factor[ro] = 2\n scale:factor = 4\n scale:fixed = 4"),
        expect![[r#"
            instance-override "4": `m:scale:factor` cannot be set, because it is `m:factor`, which is read-only
            instance-override "4": `m:scale:fixed` cannot be set, because cluster `scale` makes it read-only
        "#]],
    );
    check(
        &[SCALE],
        &format!("{PIPELINE}config _global\n x = 1\n"),
        expect![[r#"
            global-section "x": `_global` breaks instances of clusters, here `m`
        "#]],
    );
}

#[test]
fn ports_of_instances_are_checked_at_set_up() {
    let text = "process src :: numbers\nprocess m :: scale\nprocess snk :: take_string\nprocess n :: numbers\n\
                connect from src.number to m.into\nconnect from m.out to snk.string\n\
                connect from n.number to m.in\nconnect from m/k.number to n.x\n";
    check(
        &[SCALE],
        text,
        expect![[r#"
            unknown-cluster-port "into": `scale` has no input port `into`
            cluster-type-mismatch "snk.string": `m/mul.product` gives `integer`, but `snk.string` takes `string`
            unknown-port "x": `numbers` has no input port `x`
        "#]],
    );
    check(
        &[SCALE],
        &PIPELINE.replace("connect from src.number to m.in\n", ""),
        expect![[r#"
            orphaned-processes "src": `src` is not connected to `snk`
            required-port-unconnected "m": the required input `m/mul.factor1` is not connected
        "#]],
    );
    check(
        &[(
            "swap.cluster",
            "cluster swap\n -- d\n imap from in to m.mutate\n -- d\nprocess m :: mutate\n",
        )],
        "process c :: const\nprocess s :: swap\nconnect from c.const to s.in\n",
        expect![[r#"
            cluster-flag-mismatch "s.in": `c.const` is constant, but `s/m.mutate` changes what it gets
        "#]],
    );
}

/// A broken file of the cluster path hides neither another cluster nor a built-in type of its name:
/// sprokit.md#cluster-files.
#[test]
fn what_the_program_skips_hides_nothing() {
    let cluster = |name: &str, value: &str| {
        let head = format!("cluster {name}\n -- d\n omap from k.number to o\n -- o\n");
        format!("{head}process k :: const_number\n{value}")
    };
    let findings = |files: &[(&str, &str)], text: &str| {
        let mut host = HostFacts::default();
        host.env.insert("SPROKIT_CLUSTER_PATH".to_owned(), "/d1:/d2".to_owned());
        findings(&input(files, text, host))
    };
    let text = "process i :: c\nprocess s :: sink\nconnect from i.o to s.sink\n";
    let broken = cluster("c", " value[ro] = 1\n value = 2\n");
    let good = cluster("c", " value = 22\n");
    for broken in [&broken, &format!("\u{feff}{good}"), &format!("include none.inc\n{broken}")] {
        let [one, two] = [("/d1/c.cluster", broken.as_str()), ("/d2/z.cluster", good.as_str())];
        assert_eq!(findings(&[one, two], text), "");
    }
    assert!(findings(&[("/d1/c.cluster", &broken)], text).starts_with("broken-cluster"));
    let sink = cluster("sink", " value[ro] = 1\n value = 2\n");
    let text = "process n :: numbers\nprocess s :: sink\nconnect from n.number to s.sink\n";
    assert_eq!(findings(&[("/d1/s.cluster", &sink)], text), "");
    // With what it includes it may be whole.
    let part = cluster("sink", "include value.inc\n");
    let files = [("/d1/s.cluster", part.as_str())];
    let mut host = HostFacts { has_all_files: true, ..HostFacts::default() };
    host.env.insert("SPROKIT_CLUSTER_PATH".to_owned(), "/d1:/d2".to_owned());
    let missing = parse(&input(&files, text, host)).missing_files();
    assert!(missing.contains(&"/d1/value.inc".to_owned()), "{missing:?}");
}

/// An include may supply any part of a cluster: sprokit.md#includes.
#[test]
fn the_name_of_a_cluster_may_be_in_an_include() {
    let body = "cluster c\n -- d\n omap from k.number to o\n -- o\nprocess k :: const_number\n";
    let text = "process i :: c\nprocess s :: sink\nconnect from i.zz to s.sink\n";
    for (own, included) in
        [("include c.inc\n", body), (&body.replace(" c\n", "\ninclude c.inc\n"), "c\n")]
    {
        let host = HostFacts { has_all_files: true, ..HostFacts::default() };
        let files = [("c.cluster", own)];
        let missing = parse(&input(&files, text, host.clone())).missing_files();
        assert!(missing.contains(&"c.inc".to_owned()), "{missing:?}");
        let files = [files[0], ("c.inc", included)];
        let said = findings(&input(&files, text, host));
        assert!(said.contains("`c` has no output port `zz`"), "{said}");
    }
}

/// A fix of each looks at what the other one declares.
#[test]
fn clusters_with_reserved_words_for_names_do_not_wait_for_each_other() {
    let a = ("a.cluster", "cluster to\n -- d\nprocess k :: sink\n");
    let b = ("b.cluster", "cluster from\n -- d\nprocess from :: sink\n");
    assert_eq!(
        findings(&input(&[a, b], "process i :: numbers\n", HostFacts::default())).lines().count(),
        1
    );
    let own = Input { path: a.0.to_owned(), ..input(&[b], a.1, HostFacts::default()) };
    let found = parse(&own).diagnostics();
    let found = found.iter().find(|it| it.code.name == "reserved-word").unwrap();
    assert_eq!(found.fixes[0].label, "Rename to `to_`");
}

#[test]
fn a_cluster_with_a_mistake_is_no_type() {
    let broken =
        ("scale.cluster", "cluster scale\n -- d\n x[zz] = 1\n -- d\nprocess k :: numbers\n");
    check(
        &[broken],
        "process m :: scale\n",
        expect![[r#"
            broken-cluster "scale": the cluster `scale` is skipped, because its file has an error: cluster `scale` has no ports
                scale.cluster: in the file of the cluster 8..13
        "#]],
    );
    let inner = (
        "scale.cluster",
        "cluster scale\n -- d\n omap from k.nope to x\n -- d\nprocess k :: numbers\n value[ro] = scale:zz\n",
    );
    check(
        &[inner],
        "process m :: scale\nprocess s :: sink\nconnect from m.x to s.sink\n",
        expect![[r#"
            required-port-unconnected "m": the required output `m/k.number` is not connected
            unknown-cluster-key "m": cluster `scale` maps a value to `zz`, a key it does not declare
                scale.cluster: in the file of the cluster 83..91
            unknown-port "scale": in cluster `scale` there is no port `k.nope` on this side
                scale.cluster: in the file of the cluster 31..37
        "#]],
    );
    let endless = ("e.cluster", "cluster e\n -- d\n omap from a.x to x\n -- d\nprocess a :: e\n");
    check(
        &[endless],
        "process m :: e\n",
        expect![[r#"
            endless-cluster "e": the cluster `e` contains itself
        "#]],
    );
    // Clusters that hold each other: said once for what the text has of them.
    let text = |of: &[&str]| {
        let inner: String = of.iter().map(|it| format!("process in_{it} :: {it}\n")).collect();
        format!(" -- d\n omap from in_{}.x to x\n -- d\n{inner}", of[0])
    };
    let [a, b, c] = [("a", ["b", "c"]), ("b", ["c", "a"]), ("c", ["a", "b"])]
        .map(|(name, of)| (format!("{name}.cluster"), format!("cluster {name}\n{}", text(&of))));
    check(
        &[(&a.0, &a.1), (&b.0, &b.1), (&c.0, &c.1)],
        "process m :: a\nprocess n :: b\n",
        expect![[r#"
            endless-cluster "a": the cluster `a` contains itself
            endless-cluster "b": the cluster `b` contains itself
        "#]],
    );
}

#[test]
fn settings_stand_behind_all_else() {
    let text = "process a :: numbers\n start[ro] = 1\nprocess b :: sink\nconnect from a.number to b.sink\n";
    let host = |settings: &[&str]| HostFacts {
        settings: settings.iter().map(|it| HostFacts::setting(it).unwrap()).collect(),
        ..HostFacts::default()
    };
    let told = input(&[], text, host(&["a:end = $CONFIG{a:start}5 ", "q:k=v"]));
    expect![[r#"
        a:end  = 15 (from `$CONFIG{a:start}5`, given on the command line)
        a:start = 1 (read-only)
        q:k = v (given on the command line)
    "#]]
    .assert_eq(&rows(&told));
    let wrong = input(&[], text, host(&["a:start=2", "k=1", "a:x=$CONFIG{no:where}"]));
    expect![[r#"
        bad-setting "": the key `k` of a setting of the command line has one part only
        macro-unresolved "": the key `no:where` has no value yet at this point
        unknown-key "": `numbers` does not read the key `x`
        read-only-override "start": `a:start` is read-only, but a setting of the command line sets it again
    "#]]
    .assert_eq(&findings(&wrong));
    assert!(HostFacts::setting("a:b").is_err());
}

#[test]
fn a_catalogue_brings_types() {
    let catalogue = r#"{"processes": [{"type": "lamp", "module": "shed", "description": "Shines.",
        "inputs": [{"name": "on", "type": "integer", "required": true}],
        "config": [{"key": "watts", "type": "uint", "default": 40}]}]}"#;
    let text = "process n :: numbers\nprocess l :: lamp\n watts = many\n volts = 3\nconnect from n.number to l.off\n";
    let host = HostFacts { catalogues: vec![catalogue.into()], ..HostFacts::default() };
    expect![[r#"
        bad-value "many": `many` is not a non-negative whole number
        unknown-key "volts": `lamp` does not read the key `volts`
        unknown-port "off": `lamp` has no input port `off`
    "#]]
    .assert_eq(&findings(&input(&[], text, host)));
    let host = HostFacts { catalogues: vec!["{".into()], ..HostFacts::default() };
    expect![[r#"
        unread-catalogue "": catalogue 1 of process types cannot be read: line 1 is not JSON
    "#]]
    .assert_eq(&findings(&input(&[], "process a :: orphan\n", host)));
}

#[test]
fn the_include_path_comes_before_the_folder_of_the_file() {
    let files =
        [("lib/a.conf", "config a\n from = path\n"), ("a.conf", "config a\n from = folder\n")];
    let host = HostFacts { include_path: vec!["lib/".to_owned()], ..HostFacts::default() };
    expect![[r#"
        a:from = path ()
    "#]]
    .assert_eq(&rows(&input(&files, "include a.conf\n", host)));
}

#[test]
fn values_that_are_no_numbers() {
    check(
        &[],
        "process a :: numbers\n start = 9\n end = 1\nprocess b :: sink\nconnect from a.number to b.sink\n",
        expect![[r#"
            bad-value "1": `a` cannot count from 9 to 1: its end comes before its start
        "#]],
    );
    check(
        &[],
        "process a :: numbers\n start = few\n end = 5x\nprocess b :: sink\nconnect from a.number to b.sink\n",
        expect![[r#"
            bad-value "few": `few` is not a whole number
            partial-number "5x": only 5 of `5x` is used
        "#]],
    );
}

#[test]
fn ports_made_on_connection_share_their_tag() {
    check(
        &[],
        "process n :: numbers\nprocess s :: any_source\nprocess m :: multiplexer\nprocess t :: take_string\n\
         process u :: numbers\nconnect from n.number to m.g/a\nconnect from u.number to m.g/b\nconnect from m.g to t.string\n\
         connect from s.data to m.h/a\nprocess e :: sink\nconnect from m.h to e.sink\n",
        expect![[r#"
            flow-type-conflict "t.string": `m.g` is `integer` by its other connections, but here it meets `string`
        "#]],
    );
}

/// Also where something is connected that may be of any type.
#[test]
fn the_first_connection_in_the_text_says_which_type_flows() {
    for any in ["", "connect from q.data to f.input\n"] {
        let text = format!(
            "process f :: flow_dependent\nprocess q :: any_source\nprocess p :: print_number\n\
             process t :: take_string\n{any}connect from f.output to p.number\nconnect from f.output to t.string\n"
        );
        let found = parse(&Input::alone("t.pipe", &text)).diagnostics();
        let conflict = found.iter().find(|it| it.code.name == "flow-type-conflict").unwrap();
        assert!(conflict.message.contains("is `integer` by its other"), "{}", conflict.message);
    }
}

#[test]
fn rates_must_agree() {
    let text = "process d :: duplicate\n copies=2\nprocess a :: numbers\nprocess m :: multiplication\nprocess b :: sink\n\
                connect from a.number to d.input\nconnect from d.duplicate to m.factor1\n\
                connect from a.number to m.factor2\nconnect from m.product to b.sink\n";
    check(
        &[],
        text,
        expect![[r#"
            frequency-mismatch "m.factor1": `d.duplicate` gives 3 data sets for each 1 that `m.factor1` takes
        "#]],
    );
    // Of a number only its beginning counts.
    for (copies, is_told) in
        [("2.5", true), ("1x", true), ("0x", false), ("x", false), ("-1", false)]
    {
        let text = format!(
            "process a :: numbers\nprocess d :: duplicate\n copies = {copies}\nprocess m :: multiplication\n\
             process s :: sink\nconnect from a.number to d.input\nconnect from a.number to m.factor2\n\
             connect from d.duplicate to m.factor1\nconnect from m.product to s.sink\n"
        );
        let told = findings(&input(&[], &text, HostFacts::default()));
        assert_eq!(told.contains("frequency-mismatch"), is_told, "{copies}: {told}");
    }
}

#[test]
fn a_file_that_another_includes_need_not_be_whole() {
    let text = "process a :: numbers\n";
    check(&[("all.pipe", "include sub/main.pipe # it\nprocess b :: sink\n")], text, expect![[""]]);
    check(
        &[("all.pipe", "# include sub/main.pipe\n")],
        text,
        expect![[r#"
            required-port-unconnected "a": the required output `a.number` is not connected
        "#]],
    );
}

#[test]
fn sections_that_nobody_reads() {
    check(
        &[],
        "config lost\n k = 1\nconfig asked:for\n k = 1\nconfig a\n _k = $CONFIG{asked:for:k}\n\
         config names\n n := 2\nconfig _scheduler\n type = sync\nprocess a :: orphan\n",
        expect![[r#"
            unused-section "lost": nothing here reads the section `lost`
        "#]],
    );
}

#[test]
fn processes_that_decide_about_types() {
    check(
        &[],
        "process d :: data_dependent\n set_on_configure = false\nprocess f :: flow_dependent\n reject = true\n\
         process b :: sink\nprocess n :: numbers\nconnect from d.output to b.sink\n\
         connect from n.number to f.input\nconnect from d._heartbeat to x.y\n",
        expect![[r#"
            untyped-output "false": with this, `d` gives its output no type, though it is connected
            type-rejected "true": with this, `f` rejects the type that its connections give it
            unknown-process "x": there is no process called `x`
        "#]],
    );
}

#[test]
fn one_mistake_loses_its_own_statement_only() {
    check(
        &[],
        "@one\n@two\nthree\n@four = 4\nprocess a :: numbers\n end = 5\n ?\n start = 1\n %%\n %%\n\
         connect from a.number b.sink\nconnect form a.number to b.sink\nprocess b :: sink\n",
        expect![[r#"
            syntax "@": `@` is not allowed here
            syntax "@": `@` is not allowed here
            unknown-statement "three": `three` does not begin a statement, and no section is open for a key
            syntax "@": `@` is not allowed here
            syntax "?": `?` is not allowed here
            syntax "%": `%` is not allowed here
            syntax "%": `%` is not allowed here
            incomplete-connection "b.sink": `to` is missing before `b.sink`
            incomplete-connection "form": expected `from`, found `form`
        "#]],
    );
}
