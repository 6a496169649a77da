use std::sync::Arc;

use crate::parse;
use bobbin_core::text::{Files, slice};
use bobbin_core::{Document, Input};
use expect_test::{Expect, expect};

/// The files beside `testdata/sprokit/dot`, written by the program's own exporters.
macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/sprokit/dot/", $name))
    };
}

fn convert(text: &str, id: &str) -> String {
    let mut files = Files::default();
    files.insert("multc.cluster", fixture!("multc.cluster").into());
    let input = Input {
        path: "x/some.pipe".to_owned(),
        text: text.into(),
        files: Arc::new(files),
        ..Input::default()
    };
    let converted = parse(&input).convert(id).unwrap();
    assert!(converted.file_name.starts_with("some."));
    String::from_utf8(converted.data).unwrap()
}

#[track_caller]
fn check(text: &str, id: &str, expect: Expect) {
    expect.assert_eq(&convert(text, id));
}

#[test]
fn dot_is_what_the_program_writes() {
    assert_eq!(convert(fixture!("flow.pipe"), "dot"), fixture!("flow.dot"));
    assert_eq!(convert(fixture!("use_multc.pipe"), "dot"), fixture!("use_multc.dot"));
    assert_eq!(
        convert(fixture!("link_prefix.pipe"), "dot?href=http://x/"),
        fixture!("link_prefix.dot")
    );
    // A pipeline with nothing in it makes an empty graph.
    assert_eq!(convert("", "dot"), "strict digraph \"unnamed\" {\nclusterrank=local;\n\n\n}\n");
}

/// The exporter asks a process of a known type for its ports, though set-up fails with this text; the ports of an
/// unknown type are those that connections name.
#[test]
fn dot_shows_no_port_that_a_type_is_known_not_to_have() {
    let dot = |to: &str| {
        let text =
            format!("process m :: multc\nprocess b :: {to}\nconnect from m.nope\n to b.nope\n");
        convert(&text, "dot")
    };
    let edge = "\"m_output_nope\" -> \"b_input_nope\" [";
    let (known, unknown) = (dot("tunable"), dot("nobody_knows"));
    assert!(!known.contains("\"b_input_nope\" [label"), "{known}");
    assert!(!known.contains("\"b_input_nope\" -> \"b_main\""), "{known}");
    assert!(known.contains(edge), "{known}");
    assert!(unknown.contains("\"b_input_nope\" [label=\"nope\\n:: _any\""), "{unknown}");
    assert!(unknown.contains(edge), "{unknown}");
}

#[test]
fn a_cluster_is_drawn_as_an_instance() {
    let input = Input::alone("multc.cluster", fixture!("multc.cluster"));
    let dot = String::from_utf8(parse(&input).convert("dot").unwrap().data).unwrap();
    assert!(dot.contains("\"unnamed_input_in\" -> \"unnamed/mul_input_factor1\""), "{dot}");
    assert!(parse(&input).convert("pipe").is_err());
    assert!(parse(&input).convert("pdf").is_err());
}

/// The catalogue has no descriptions of the built-in keys, so those lines are left out.
#[test]
fn a_plain_pipeline_is_what_the_program_writes() {
    let plain = convert(fixture!("export_pipe_sample.pipe"), "pipe");
    let mut expected = String::new();
    let mut lines = fixture!("export_pipe_sample.out").lines();
    while let Some(line) = lines.next() {
        if line == "  # Description:" {
            let about = lines.next().unwrap();
            if about.ends_with("the factor") {
                expected += &format!("{line}\n{about}\n");
            }
            continue;
        }
        expected += &format!("{line}\n");
    }
    assert_eq!(plain, expected);
    check(
        "config a\n  :k = 1\n  block b\n    relativepath f[ro] = x\n    m[ro] := y # c\n  endblock\n",
        "pipe",
        expect![[r#"
            config a
              k = = 1
              relativepath b:f[ro] = x
              b:m[ro] := y

        "#]],
    );
}

/// A block may have any name, a key may not.
#[test]
fn a_block_whose_name_no_key_can_have_stays_a_block() {
    check(
        "config s\n  block path:to\n    y = 2\n    block b c\n      z := 1\n      x[ro] = 1\n    \
         endblock\n  endblock\n  block odd-name!\n    w = 3\n  endblock\n  block a/b.c:d\n    \
         relativepath v = 4\n  endblock\n  block\n    u = 5\n  endblock\n",
        "pipe",
        expect![[r#"
            config s
              block path:to
                y = 2
              endblock
              block path:to:b c
                z[local-assign] = 1
                x[ro] = 1
              endblock
              block odd-name!
                w = 3
              endblock
              relativepath a/b.c:d:v = 4
              u = 5

        "#]],
    );
}

#[test]
fn a_key_called_include_includes_nothing() {
    check(
        "config s\n  include=3\n  :include 4\n  include:= 5\n  include[ro] = 6\n",
        "pipe",
        expect![[r#"
            config s
              include= 3
              include= 4
              include[local-assign] = 5
              include[ro] = 6

        "#]],
    );
}

#[test]
fn a_resolved_pipeline_is_json() {
    let text = format!(
        "{}config _pipeline:_edge_by_conn\n m/mul:down:factor1:capacity = 5x\n",
        fixture!("use_multc.pipe")
    );
    let json = convert(&text, "json");
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(read["processes"][3]["config"]["value"], "7");
    expect![[r#"
        {
          "processes": [
            {"name": "src", "type": "numbers", "cluster": false, "config": {}},
            {"name": "m", "type": "multc", "cluster": true, "config": {"factor": "7"}},
            {"name": "snk", "type": "sink", "cluster": false, "config": {}},
            {"name": "m/k", "type": "const_number", "cluster": false, "config": {"value": "7"}},
            {"name": "m/mul", "type": "multiplication", "cluster": false, "config": {}}
          ],
          "connections": [
            {"from": "m/k.number", "to": "m/mul.factor2", "type": "integer", "capacity": "10", "rule": "", "blocking": true},
            {"from": "src.number", "to": "m/mul.factor1", "type": "integer", "capacity": "5", "rule": "_pipeline:_edge_by_conn:m/mul:down:factor1:capacity", "blocking": true},
            {"from": "m/mul.product", "to": "snk.sink", "type": "_any", "capacity": "10", "rule": "", "blocking": true}
          ],
          "config": {
            "_pipeline:_edge_by_conn:m/mul:down:factor1:capacity": "5x",
            "m:factor": "7"
          },
          "read_only": []
        }
    "#]]
    .assert_eq(&json);
}

#[test]
fn a_flowchart_groups_clusters() {
    check(
        fixture!("use_multc.pipe"),
        "mermaid",
        expect![[r#"
            flowchart LR
              p0["src<br>:: numbers"]
              subgraph p1["m<br>:: multc"]
                p3["k<br>:: const_number"]
                p4["mul<br>:: multiplication"]
              end
              p2["snk<br>:: sink"]
              p3 -- "number → factor2" --> p4
              p0 -- "number → in" --> p1
              p1 -- "out → sink" --> p2
        "#]],
    );
}

#[test]
fn a_value_keeps_the_blanks_that_only_unicode_knows() {
    assert_eq!(
        convert("config a\n  k = \u{a0}v\u{a0}\n  :j \u{2003}\n", "pipe"),
        "config a\n  k = \u{a0}v\u{a0}\n  j = \u{2003}\n\n"
    );
}

/// sprokit.md#pipe-export
#[test]
fn a_blank_stands_in_front_of_a_value_that_is_empty() {
    assert_eq!(
        convert("config a\n  t[tunable] =\n  include=\n  n :=\n  relativepath r =\n", "pipe"),
        "config a\n  t[tunable] = \n  include= \n  n[local-assign] = \n  relativepath r = \n\n"
    );
}

/// Converts `m/some.pipe`, which includes files that stand beside it.
fn convert_with(text: &str, others: &[(&str, &str)]) -> Result<String, String> {
    let mut files = Files::default();
    for (path, text) in others {
        files.insert(path, (*text).into());
    }
    let input = Input {
        path: "m/some.pipe".to_owned(),
        text: text.into(),
        files: Arc::new(files),
        ..Input::default()
    };
    let converted = parse(&input).convert("pipe").map_err(|it| it.reason)?;
    Ok(String::from_utf8(converted.data).unwrap())
}

#[test]
fn a_relative_path_leads_to_the_folder_of_its_file() {
    let entry = "config a\n  relativepath k = v\n";
    let converted = |text: &str, path: &str| convert_with(text, &[(path, entry)]);
    assert_eq!(
        converted("include sub/a.conf\n", "m/sub/a.conf").unwrap(),
        "config a\n  relativepath k = sub/v\n\n"
    );
    assert_eq!(
        converted("include ../o/a.conf\n", "o/a.conf").unwrap(),
        "config a\n  relativepath k = ../o/v\n\n"
    );
    assert_eq!(
        converted("include b.conf\n", "m/b.conf").unwrap(),
        "config a\n  relativepath k = v\n\n"
    );
    assert_eq!(
        converted("include sub/a.conf\nconfig b\n  j = $CONFIG{a:k}\n", "m/sub/a.conf")
            .unwrap_err(),
        "`a:k` is a path in another folder, and `$CONFIG` reads it without that folder"
    );
}

/// Of an entry in two files the one with the assignment counts.
#[test]
fn a_relative_path_in_two_files_leads_to_that_of_its_assignment() {
    let converted =
        |text: &str, included: &str| convert_with(text, &[("m/sub/i.conf", included)]).unwrap();
    assert_eq!(
        converted("config a\n  relativepath k\ninclude sub/i.conf\n", "= v\n"),
        "config a\n  relativepath k = sub/v\n\n"
    );
    assert_eq!(
        converted("config a\ninclude sub/i.conf\n= w\n", "relativepath k\n"),
        "config a\n  relativepath k = w\n\n"
    );
}

#[test]
fn settings_stand_behind_all_entries() {
    let settings = |value: &str| {
        let setting = ("a:start".to_owned(), value.to_owned());
        let host = bobbin_core::HostFacts { settings: vec![setting], ..Default::default() };
        let input =
            Input { host: Arc::new(host), ..Input::alone("some.pipe", "config a\n  start = 1\n") };
        parse(&input).convert("pipe").map(|it| String::from_utf8(it.data).unwrap())
    };
    let expected = "config a\n  start = 1\n\nconfig a\n  start = 3\n\n";
    assert_eq!(settings("3").unwrap(), expected);
    // The program takes it without the blanks around it (sprokit.md#configuration-bake).
    assert_eq!(settings(" 3\t").unwrap(), expected);
    assert_eq!(
        settings("a#b").unwrap_err().reason,
        "the setting `a:start` cannot be written: a value cannot hold `#`, which begins a comment"
    );
}

/// The word `relativepath` is no part of a value.
#[test]
fn a_value_in_an_unknown_folder_is_told_of_as_it_is_written() {
    let of = |path: &str| {
        let mut files = Files::default();
        files.insert("m/sub/a.conf", "config a\n  relativepath output = o.txt\n".into());
        let text = format!("process a :: print_number\n{path}");
        let input = Input { files: Arc::new(files), ..Input::alone("m/some.pipe", &text) };
        let plain = String::from_utf8(parse(&input).convert("pipe").unwrap().data).unwrap();
        let current = plain.lines().find(|it| it.contains("Current value"));
        current.unwrap_or_default().trim().to_owned()
    };
    let own = of("  relativepath output = o.txt\n");
    assert_eq!(own, "# Current value: o.txt, in the folder of this file");
    let included = of("include sub/a.conf\n");
    assert_eq!(included, "# Current value: sub/o.txt, in the folder of this file");
}

/// The program makes no instance of it, which would look as if there were nothing in it.
#[test]
fn a_cluster_with_an_error_is_not_shown_empty() {
    let text = "cluster unnamed/k\n -- d\n omap from a.number to x\n -- d\nprocess a :: numbers\n";
    let input = Input::alone("k.cluster", text);
    for id in ["json", "dot", "mermaid"] {
        let refusal = parse(&input).convert(id).unwrap_err();
        assert_eq!(
            refusal.reason,
            "the program makes no instance of this cluster: `/` is not allowed here"
        );
        assert_eq!(refusal.at.map(|it| slice(text, it)), Some("/"), "{id}");
    }
}

/// Remarks on a conversion call something lacking only if the result does not have it.
#[test]
fn a_result_lacks_only_what_it_lacks() {
    let text = "process p :: numbers\nprocess q :: print_number\n  output = o\nconnect from zz.number\n        \
                to q.number\nconnect from p.number\n        to q.number\nconfig s\n  a[ro,tunable] = 1\n  process = 2\n  \
                lost\n";
    let remarks = |id: &str| {
        let remarks = parse(&Input::alone("some.pipe", text)).convert(id).unwrap().remarks;
        remarks.into_iter().map(|it| it.message + "\n").collect::<String>()
    };
    expect![[r#"
        the result has this error too: there is no process called `zz`
        the result has this error too: kwiver reads one flag only and rejects a list
        the result has this error too: `process` is a reserved word and cannot be the first word of a key
        the result lacks this: `=` is missing after the key `lost`
    "#]].assert_eq(&remarks("pipe"));
    expect![[r#"
        the result lacks this: there is no process called `zz`
        the result lacks this: `=` is missing after the key `lost`
    "#]]
    .assert_eq(&remarks("json"));
    assert_eq!(remarks("dot"), remarks("json"));
}

#[test]
fn a_value_of_several_lines_stays_a_comment() {
    let env = [("A".to_owned(), "x\nprocess evil :: sink\n\ny".to_owned())].into_iter().collect();
    let host = bobbin_core::HostFacts { env, ..Default::default() };
    let text = "process a :: print_number\n  output = $ENV{A}\n";
    let input = Input { host: Arc::new(host), ..Input::alone("some.pipe", text) };
    let plain = String::from_utf8(parse(&input).convert("pipe").unwrap().data).unwrap();
    let behind: Vec<&str> = plain.lines().skip_while(|it| !it.contains("Current")).collect();
    let comment = ["  # Current value: x", "  #    process evil :: sink", "  #    ", "  #    y"];
    assert_eq!(behind, [&comment[..], &[""]].concat());
}

#[test]
fn a_setting_that_cannot_be_read_again_is_refused() {
    for key in ["q:to", "p:block", "p:relativepath", "m/k:value", "a.b:c"] {
        let host = bobbin_core::HostFacts {
            settings: vec![(key.to_owned(), "3".to_owned())],
            ..Default::default()
        };
        let input = Input { host: Arc::new(host), ..Input::alone("some.pipe", "") };
        let refusal = parse(&input).convert("pipe").map(|it| it.data).unwrap_err();
        assert_eq!(refusal.reason, format!("the setting `{key}` cannot be written as a key"));
    }
}

#[test]
fn connections_behind_a_mapping_stand_in_its_order() {
    let cluster = "cluster c\n  -- d\nimap from x to m.factor1 to m.factor2 to n.sink\n  -- d\n\
                   process m :: multiplication\nprocess n :: sink\nconnect from m.product to o.sink\n\
                   process o :: sink\n";
    let mut files = Files::default();
    files.insert("c.cluster", cluster.into());
    let text = "process a :: numbers\nprocess b :: c\nconnect from a.number to b.x\n";
    let input = Input { files: Arc::new(files), ..Input::alone("some.pipe", text) };
    let json = String::from_utf8(parse(&input).convert("json").unwrap().data).unwrap();
    let to: Vec<&str> =
        json.split("\"to\": \"").skip(1).filter_map(|it| it.split('"').next()).collect();
    assert_eq!(to, ["b/o.sink", "b/m.factor1", "b/m.factor2", "b/n.sink"]);
}
