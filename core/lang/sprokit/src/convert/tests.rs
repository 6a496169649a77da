use std::sync::Arc;

use crate::parse;
use bobbin_core::text::Files;
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
