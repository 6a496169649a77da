//! The diagnostics about whole pipelines, with what they include, and their graphs.

use std::sync::Arc;

use bobbin_core::text::{Files, slice};
use bobbin_core::{Document, HostFacts, Input};
use bobbin_sprokit::parse;
use expect_test::{Expect, expect};

use super::settings::hovers;
use super::{findings, input, rows};

/// Checks the diagnostics of `main.pipe`, with the code and the text each points at.
#[track_caller]
fn check(files: &[(&str, &str)], expect: Expect) {
    let mut all = Files::default();
    for (path, text) in files {
        all.insert(path, (*text).into());
    }
    let text = Arc::clone(all.get("main.pipe").unwrap());
    let input =
        Input { path: "main.pipe".to_owned(), text, files: Arc::new(all), ..Input::default() };
    let file = parse(&input);
    let mut res = String::new();
    for it in file.diagnostics() {
        let at = slice(&input.text, it.range);
        res += &format!("{} {at:?}: {}\n", it.code.name, it.message);
        for it in it.related {
            let path = it.path.unwrap_or_default();
            res += &format!("    {path}: {} {:?}\n", it.message, it.range);
        }
    }
    let graph = file.graph().unwrap();
    for it in &graph.vertices {
        res += &format!("{} :: {}\n", it.title, it.subtitle);
    }
    for it in &graph.edges {
        res += &format!("{}\n", it.item);
    }
    expect.assert_eq(&res);
}

#[test]
fn includes_may_supply_any_part_of_a_statement() {
    check(
        &[
            (
                "main.pipe",
                "process a\ninclude sub/type.pipe\nconnect from a.number\n!include end.pipe\n",
            ),
            ("sub/type.pipe", ":: numbers\ninclude keys.conf"),
            ("sub/keys.conf", "end = 3\n"),
            ("end.pipe", "to b.sink\nprocess b :: sink\n"),
        ],
        expect![[r#"
            a :: numbers
            b :: sink
            connection › a.number › b.sink
        "#]],
    );
}

#[test]
fn faults_of_an_included_file_are_told_at_its_include() {
    check(
        &[
            ("main.pipe", "include b.pipe\nprocess a :: numbers\n"),
            ("b.pipe", "process b :: sink\n nonsense here\n"),
        ],
        expect![[r#"
            missing-assignment "b.pipe": `=` is missing after the key `nonsense`
                b.pipe: in this included file 19..27
            b :: sink
            a :: numbers
        "#]],
    );
}

#[test]
fn a_file_that_includes_itself_is_read_once() {
    check(
        &[
            ("main.pipe", "process a :: orphan\ninclude b.pipe\n"),
            ("b.pipe", "include ./main.pipe\n"),
        ],
        expect![[r#"
            include-cycle "b.pipe": `./main.pipe` includes itself
                b.pipe: in this included file 8..19
            a :: orphan
        "#]],
    );
}

#[test]
fn a_text_without_processes_may_be_meant_for_others() {
    check(
        &[("main.pipe", "config a\n  k = 1\n")],
        expect![[r#"
            no-processes "config": there is no process, so this cannot run by itself
        "#]],
    );
}

#[test]
fn a_process_inside_a_cluster_can_be_named() {
    check(
        &[(
            "main.pipe",
            "process c :: multiplier_cluster\nprocess n :: numbers\nprocess s :: sink\n\
             connect from n.number to c.factor\nconnect from c.product to s.sink\n\
             connect from n/x.number to c/multiplication.factor2\n",
        )],
        expect![[r#"
            bad-value "c": `c:factor` is empty unless it is set, and must be a whole number
            unknown-process "n/x": there is no process called `n/x`
            c :: multiplier_cluster
            n :: numbers
            s :: sink
            n/x :: 
            connection › n.number › c.factor
            connection › c.product › s.sink
            connection › n/x.number › c/multiplication.factor2
        "#]],
    );
}

#[test]
fn a_process_with_an_error_in_its_own_keys_is_marked() {
    let text = "process a :: numbers\n  nonsense = 1\n  start = abc\n  end = x\nprocess b :: print_number\n  \
                nonsense = 2\nprocess c :: sink\n  k[rw] = 1\nprocess c :: sink\n  k[rw] = 1\n\
                connect from a.number to b.number\ninclude d.pipe\nprocess e :: numbers\nconfig e\n  start = y\n";
    let mut files = Files::default();
    files.insert("d.pipe", "process d :: numbers\n  start = z\n".into());
    let input = Input { files: Arc::new(files), ..Input::alone("main.pipe", text) };
    let graph = parse(&input).graph().unwrap();
    let marks = graph.vertices.iter().map(|it| format!("{}: {:?}\n", it.title, it.problem));
    expect![[r#"
        a: Some("`abc` is not a whole number")
        b: None
        c: Some("there is no flag `rw`")
        c: Some("another process is called `c`, too")
        d: None
        e: None
    "#]]
    .assert_eq(&marks.collect::<String>());
}

#[test]
fn a_description_goes_on_to_the_default() {
    let files = [crate::SCALE];
    let said = hovers(&files, "process s :: sc|ale\n", HostFacts::default());
    assert!(said.contains("- `factor` — By how much, default `20`\n"), "{said}");
}

/// The mark is that of an error, in the drawing as in the list of problems.
#[test]
fn a_process_with_only_a_warning_is_not_marked() {
    let text = "cluster outer\n -- d\n gain = 3\n -- d\n omap from s.out to n\n -- d\n\
                process s :: scale\n factor[ro] = outer:gain\n";
    let mut files = Files::default();
    files.insert(
        crate::SCALE.0,
        crate::SCALE
            .1
            .replace("value[ro] = scale:factor", "value[ro] = $CONFIG{scale:factor}")
            .into(),
    );
    let input = Input { files: Arc::new(files), ..Input::alone("outer.cluster", text) };
    let file = parse(&input);
    assert!(file.diagnostics().iter().any(|it| it.code.name == "frozen-cluster-key"));
    let graph = file.graph().unwrap();
    let of = |title: &str| graph.vertices.iter().find(|it| it.title == title).unwrap();
    assert_eq!(of("s").problem, None);
    // What drags do there is not denied.
    let fixed = of("outer").fixed.as_deref().unwrap();
    assert!(fixed.contains("lines to its ports can be drawn"), "{fixed}");
}

/// sprokit.md#what-the-catalogue-holds
#[test]
fn the_graph_says_which_ports_a_connection_makes() {
    let text = "process m :: merge_detection_sets\nprocess s :: sink\nprocess u :: unheard_of\n\
                connect from nobody.x to u.y\n";
    let graph = parse(&Input::alone("main.pipe", text)).graph().unwrap();
    let said = graph.vertices.iter().map(|it| {
        let rule = |it: &bobbin_core::view::FurtherPorts| {
            format!(" {:?} {} {}", it.side, it.template, it.data_type)
        };
        format!("{}:{}\n", it.title, it.further.iter().map(rule).collect::<String>())
    });
    expect![[r#"
        m: Input <name> kwiver:detected_object_set
        s:
        u: Input <name>  Output <name> 
        nobody:
    "#]]
    .assert_eq(&said.collect::<String>());
}

#[test]
fn the_graph_says_what_is_not_known_and_what_is_inside() {
    let cluster = "cluster c\n -- d\n omap from k.number to o\n -- d\nprocess k :: no_such_type\n";
    let text = "process i :: c\nprocess s :: sink\nprocess u :: unheard_of\nprocess n\n\
                connect from i/k.number to s.sink\nconnect from nobody.x to u.y\n";
    let mut files = Files::default();
    files.insert("c.cluster", cluster.into());
    let input = Input { files: Arc::new(files), ..Input::alone("main.pipe", text) };
    let file = parse(&input);
    let said = |graph: &bobbin_core::view::Graph| {
        let line = |it: &bobbin_core::view::Vertex| {
            let inner = it.ports.iter().filter(|it| it.is_inner).map(|it| it.name.as_str());
            let inner = inner.collect::<Vec<_>>().join(" ");
            let known = if it.is_kind_unknown { "unknown" } else { "" };
            format!("{}: {known} {inner}\n", it.title)
        };
        graph.vertices.iter().map(line).collect::<String>()
    };
    expect![[r#"
        i:  k.number
        s:  
        u: unknown 
        n: unknown 
        nobody:  
    "#]]
    .assert_eq(&said(&file.graph().unwrap()));
    expect![[r#"
        i:  
        s:  
        u: unknown 
        n: unknown 
        k: unknown 
        nobody:  
    "#]]
    .assert_eq(&said(&file.expanded_graph().unwrap()));
}

/// The files of a page lie in the root.
#[test]
fn another_file_is_called_by_its_path_from_here() {
    let cluster = "cluster c\n -- d\n omap from k.number to o\n -- d\nprocess k :: const_number\n";
    let text = "include common.pipe\nprocess a :: c\n";
    for folder in ["", "/", "/home/me/"] {
        let mut files = Files::default();
        files.insert(&format!("{folder}common.pipe"), "process b :: sink\n".into());
        files.insert(&format!("{folder}sub/c.cluster"), cluster.into());
        let path = format!("{folder}main.pipe");
        let input = Input { files: Arc::new(files), ..Input::alone(&path, text) };
        let file = parse(&input);
        let fixed = file.graph().unwrap().vertices[0].fixed.clone().unwrap();
        assert_eq!(fixed, "it is in the included file `common.pipe`");
        let hover = |word: &str| {
            let at = bobbin_core::text::offset(text.find(word).unwrap());
            file.hover(at).unwrap().markdown
        };
        assert_eq!(hover("common"), "included file `common.pipe`");
        assert!(hover("c\n").starts_with("**c** — cluster of `sub/c.cluster`\n"), "{folder}");
    }
}

/// The processes of an absent include are not known.
#[test]
fn a_process_that_an_absent_include_may_declare_is_not_denied() {
    let of = |include: &str| {
        let text = format!("{include}process a :: numbers\nconnect from a.number to b.sink\n");
        let graph = parse(&Input::alone("main.pipe", &text)).graph().unwrap();
        let ghost = graph.vertices.into_iter().find(|it| it.title == "b").unwrap();
        (ghost.fixed.unwrap(), ghost.problem)
    };
    let (fixed, problem) = of("");
    assert_eq!(fixed, "no statement declares a process called `b`");
    assert_eq!(problem.as_deref(), Some("there is no process called `b`"));
    assert_eq!(
        of("include rest.pipe\n"),
        ("no open file declares a process called `b`".into(), None)
    );
}

/// Of a type whose inputs are all overruled, too (sprokit.md#non-blocking-processes).
#[test]
fn settings_of_a_type_whose_inputs_decide_for_themselves_are_told() {
    let settings = "config _pipeline:_edge_by_type\n  integer:capacity = 4\n";
    let text = "process a :: numbers\nprocess b :: print_number\n  _non_blocking = 2\n\
                connect from a.number to b.number\n";
    check(
        &[("main.pipe", &format!("{text}{settings}"))],
        expect![[r#"
        ignored-setting "capacity": `_non_blocking` of `b` decides for all its inputs, so the setting has no effect
        a :: numbers
        b :: print_number
        connection › a.number › b.number
    "#]],
    );
    let another = "process c :: print_number\nconnect from a.number to c.number\n";
    check(
        &[("main.pipe", &format!("{text}{another}{settings}"))],
        expect![[r#"
        a :: numbers
        b :: print_number
        c :: print_number
        connection › a.number › b.number
        connection › a.number › c.number
    "#]],
    );
    let unknown = "process c :: mystery\nconnect from a.number to c.number\n";
    check(
        &[("main.pipe", &format!("{text}{unknown}{settings}"))],
        expect![[r#"
        unknown-process-type "mystery": no known process type is called `mystery`
        a :: numbers
        b :: print_number
        c :: mystery
        connection › a.number › b.number
        connection › a.number › c.number
    "#]],
    );
}

#[test]
fn keys_that_the_program_sets_itself_are_told() {
    let text = "process a :: numbers\n  _name = z\nprocess b :: sink\nconfig b\n  _type = foo\n\
                config other\n  _name = n\n";
    expect![[r#"
        a:_name = z (kwiver overwrites it with `a` as it makes the process)
        b:_type = foo (kwiver overwrites it with `sink` as it makes the process)
        other:_name = n ()
    "#]]
    .assert_eq(&rows(&input(&[], text, HostFacts::default())));
}

/// Bobbin reads two keys, and the program one that it joins from them: one warning says so, and no error follows.
#[test]
fn keys_that_the_program_joins_are_told_once() {
    let text = "process a :: numbers\n  :start\n  :end x\nprocess b :: print_number\n\
                connect from a.number to b.number\n";
    check(
        &[("main.pipe", text)],
        expect![[r#"
        glued-keys ":start": kwiver joins this key with the next one and reads `start:end`
        a :: numbers
        b :: print_number
        connection › a.number › b.number
    "#]],
    );
    expect![[r#"
        a:end = x (kwiver joins this key with another one)
        a:start =  (kwiver joins this key with another one)
    "#]]
    .assert_eq(&rows(&input(&[], text, HostFacts::default())));
}

#[test]
fn of_a_path_in_an_unknown_folder_the_word_is_no_part() {
    let text = "process b :: print_number\n  m := zz.txt\n  relativepath output = $|LOCAL{m}\n";
    expect![[r#"
        `$LOCAL{m}` = `zz.txt` (line 2)

        a name defined with `:=` earlier in the file

        the whole value is `zz.txt`, in the folder of this file
        ---
    "#]]
    .assert_eq(&hovers(&[], text, HostFacts::default()));
}

#[test]
fn each_line_of_an_included_file_is_told_of() {
    check(
        &[
            ("main.pipe", "process a :: numbers\ninclude part.pipe\n"),
            ("part.pipe", "process x :: sink\nconnect from q.r to x.sink\nfoo\nbar\n"),
        ],
        expect![[r#"
            unknown-process "part.pipe": there is no process called `q`
                part.pipe: in this included file 31..32
            unknown-statement "part.pipe": `foo` does not begin a statement, and no section is open for a key
                part.pipe: in this included file 45..48
            unknown-statement "part.pipe": `bar` does not begin a statement, and no section is open for a key
                part.pipe: in this included file 49..52
            a :: numbers
            x :: sink
            q :: 
            connection › q.r › x.sink
        "#]],
    );
    // The rest of a line belongs to what is wrong with its beginning.
    check(
        &[
            ("main.pipe", "process a :: numbers\ninclude part.pipe\ninclude part.pipe\n"),
            ("part.pipe", "foo bar"),
        ],
        expect![[r#"
            missing-assignment "part.pipe": `=` is missing after the key `foo`
                part.pipe: in this included file 0..3
            missing-assignment "part.pipe": `=` is missing after the key `foo`
                part.pipe: in this included file 0..3
            a :: numbers
        "#]],
    );
    // What stands there twice for one line of this text is said once.
    check(
        &[
            ("main.pipe", "process a :: numbers\ninclude mid.pipe\n"),
            ("mid.pipe", "include part.pipe\ninclude part.pipe\n"),
            ("part.pipe", "config unheard\n  k = 1\n"),
        ],
        expect![[r#"
            required-port-unconnected "a": the required output `a.number` is not connected
            unused-section "mid.pipe": nothing here reads the section `unheard`
                part.pipe: in this included file 7..14
            a :: numbers
        "#]],
    );
}

/// A port that takes the type of what it is connected to shows the one that it gets at set-up.
#[test]
fn types_flow_along_connections_in_the_graph() {
    let types = |files: &[(&str, &str)], text: &str| -> String {
        let file = parse(&input(files, text, HostFacts::default()));
        let vertices = file.graph().unwrap().vertices;
        let ports = vertices.iter().flat_map(|it| {
            it.ports
                .iter()
                .map(move |port| format!("{}.{}", it.title, port.name) + " " + &port.data_type)
        });
        ports.filter(|it| !it.contains("_none")).collect::<Vec<_>>().join("\n") + "\n"
    };
    let chain = "process a :: numbers\nprocess s :: skip\nprocess t :: skip\nprocess p :: print_number\n\
                 connect from a.number to s.input\nconnect from s.output to t.input\n\
                 connect from t.output to p.number\n";
    expect![[r#"
        a.number integer
        s.input integer
        s.output integer
        t.input integer
        t.output integer
        p.number integer
    "#]]
    .assert_eq(&types(&[], chain));
    // Nothing says what it is.
    expect![[r#"
        s.input _flow_dependent/tag
        s.output _flow_dependent/tag
        t.input _flow_dependent/tag
        t.output _flow_dependent/tag
    "#]]
    .assert_eq(&types(
        &[],
        "process s :: skip\nprocess t :: skip\nconnect from s.output to t.input\n",
    ));
    let inner = "cluster passes\n -- d\n imap from in to s.input\n -- d\n omap from s.output to out\n -- d\n\
                 process s :: skip\n";
    expect![[r#"
        a.number integer
        c.in integer
        c.out integer
    "#]]
    .assert_eq(&types(
        &[("passes.cluster", inner)],
        "process a :: numbers\nprocess c :: passes\nconnect from a.number to c.in\n",
    ));
}

#[test]
fn an_included_process_is_renamed_as_an_item() {
    let text = "include b.pipe\nprocess s :: sink\nconnect from b.number to s.sink\n";
    let mut files = Files::default();
    files.insert("b.pipe", "process b :: numbers\n".into());
    let input = Input { files: Arc::new(files), ..Input::alone("main.pipe", text) };
    let renamed = |name: &str| {
        let item = crate::ItemPath::new(["process", "b"]);
        parse(&input).plan(&bobbin_core::edit::Command::Rename { item, name: name.to_owned() })
    };
    let change = renamed("neu").unwrap();
    let texts = change.edits.iter().map(|(path, it)| it.apply(&input.text_at(path)));
    let texts: Vec<String> = texts.collect();
    assert_eq!(texts, ["process neu :: numbers\n", &text.replace("b.number", "neu.number")]);
    assert_eq!(renamed("s").unwrap_err().reason, "there is a process called `s` already");
}

/// A catalogue need not name the module of a type.
#[test]
fn a_process_type_without_a_module_is_called_one() {
    let catalogue = r#"[{"type": "lamp"}]"#;
    let host = HostFacts { catalogues: vec![catalogue.into()], ..HostFacts::default() };
    let text = "process a :: lamp\n";
    let hover = parse(&input(&[], text, host)).hover(14.into()).unwrap();
    assert_eq!(hover.markdown.trim_end(), "**lamp** — process type");
}

/// The folder of the file is searched (sprokit.md#include-search), and nothing says what is above the top.
#[test]
fn an_include_that_leads_above_the_top_is_not_found() {
    let missing = |include: &str| {
        let mut files = Files::default();
        files.insert("/c/b.pipe", "process b :: numbers\n".into());
        let text = format!("include {include}\n");
        let input = Input { files: Arc::new(files), ..Input::alone("/p/main.pipe", &text) };
        parse(&input).missing_files()
    };
    assert!(missing("../c/b.pipe").is_empty());
    assert_eq!(missing("../../c/b.pipe"), ["../../c/b.pipe", "/p/../../c/b.pipe"]);
}

/// A name may be free in the text and taken in another one that includes the same file.
#[test]
fn a_name_that_is_taken_elsewhere_says_where() {
    let text = "include ../c/b.pipe\nprocess s :: sink\nconnect from b.number to s.sink\n";
    let two = "include c/b.pipe\nprocess neu :: sink\nconnect from b.number to neu.sink\n";
    let mut files = Files::default();
    files.insert("/p/c/b.pipe", "process b :: numbers\n".into());
    files.insert("/p/two.pipe", two.into());
    let input = Input { files: Arc::new(files), ..Input::alone("/p/x/main.pipe", text) };
    let item = crate::ItemPath::new(["process", "b"]);
    let rename = bobbin_core::edit::Command::Rename { item, name: "neu".to_owned() };
    expect![
        "the new name would reach `../two.pipe`, where there is a process called `neu` already"
    ]
    .assert_eq(&parse(&input).plan(&rename).unwrap_err().reason);
}

/// The flags of ports are checked before their types (sprokit.md#connections).
#[test]
fn of_ports_that_differ_in_flags_and_types_the_flags_are_told() {
    let catalogue = r#"{"processes": [{"type": "give", "module": "m",
            "outputs": [{"name": "o", "type": "integer", "const": true}]},
        {"type": "take", "module": "m", "inputs": [{"name": "i", "type": "string", "mutable": true}]}]}"#;
    let host = || HostFacts { catalogues: vec![catalogue.into()], ..HostFacts::default() };
    let text = "process a :: give\nprocess b :: take\nconnect from a.o to b.i\n";
    expect![[r#"
        port-flag-mismatch "b.i": `a.o` is constant, but `b.i` changes what it gets
    "#]]
    .assert_eq(&findings(&input(&[], text, host())));
    let cluster = "cluster c\n -- d\n omap from k.o to p\n -- d\nprocess k :: give\n";
    let text = "process a :: c\nprocess b :: take\nconnect from a.p to b.i\n";
    expect![[r#"
        cluster-flag-mismatch "b.i": `a/k.o` is constant, but `b.i` changes what it gets
    "#]]
    .assert_eq(&findings(&input(&[("c.cluster", cluster)], text, host())));
}
