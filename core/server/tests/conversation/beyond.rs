//! The requests beyond LSP.

use expect_test::expect;
use serde_json::{Value, json};

use crate::client::{Client, pretty};

const EXAMPLE: &str =
    include_str!("../../../testdata/coil-hardware/binary/spec_example.coilcfg.txt");
const GOLDEN: &[u8] = include_bytes!("../../../testdata/coil-hardware/binary/spec_example.coilcfg");

fn base64(bytes: &[u8]) -> String {
    bobbin_server::convert::base64(bytes)
}

#[test]
fn the_documents_example_compiles_to_its_bytes() {
    let mut client = Client::new();
    let uri = "bobbin:///spec_example.coilcfg.txt";
    client.open(uri, "coil-hardware", EXAMPLE);
    let expected = json!({
        "kind": "file", "name": "spec_example.coilcfg", "data": base64(GOLDEN),
    });
    assert_eq!(client.ask("bobbin/compile", json!({ "uri": uri })), expected);
    let view = client.ask("bobbin/view", json!({ "uri": uri, "view": "bytes" }));
    assert_eq!(view["version"], 1);
    assert_eq!(view["view"]["kind"], "bytes");
    assert_eq!(view["view"]["data"], base64(GOLDEN));
    assert!(!view["view"]["fields"].as_array().unwrap().is_empty());
}

#[test]
fn a_broken_text_says_why_it_has_no_bytes() {
    let mut client = Client::new();
    let uri = "bobbin:///x.coilcfg.txt";
    client.open(uri, "coil-hardware", "; é🎉\nname = 🎉\n");
    expect![[r#"
        {
          "at": {
            "end": {
              "character": 4,
              "line": 1
            },
            "start": {
              "character": 0,
              "line": 1
            }
          },
          "kind": "refusal",
          "reason": "`name` stands before the first section"
        }
    "#]]
    .assert_eq(&pretty(&client.ask("bobbin/compile", json!({ "uri": uri }))));
    client.open("bobbin:///x.pipe", "sprokit", "");
    let answer = client.ask("bobbin/compile", json!({ "uri": "bobbin:///x.pipe" }));
    expect![[r#"
        {
          "at": null,
          "kind": "refusal",
          "reason": "a KWIVER pipeline has no binary form"
        }
    "#]]
    .assert_eq(&pretty(&answer));
}

#[test]
fn a_binary_becomes_a_text_that_compiles_to_it() {
    let mut client = Client::new();
    let file = json!({ "name": "spec_example.coilcfg", "data": base64(GOLDEN) });
    let opened = client.ask("bobbin/open", file.clone());
    assert_eq!(opened, client.ask("bobbin/decompile", file));
    assert_eq!(opened["kind"], "binary");
    assert_eq!(opened["exact"], true, "{opened}");
    assert_eq!(opened["name"], "spec_example.coilcfg.txt");
    let uri = "bobbin:///spec_example.coilcfg.txt";
    client.open(uri, opened["language"].as_str().unwrap(), opened["text"].as_str().unwrap());
    let compiled = client.ask("bobbin/compile", json!({ "uri": uri }));
    assert_eq!(compiled["data"], base64(GOLDEN));
}

#[test]
fn a_damaged_binary_says_where() {
    let mut client = Client::new();
    let data = base64(&GOLDEN[..100]);
    let opened = client.ask("bobbin/open", json!({ "name": "cut.coilcfg", "data": data }));
    expect![[r#"
        {
          "kind": "unreadable",
          "offset": 48,
          "reason": "expected the features of cpu:0 at bytes 80 to 112, but the file has 100 bytes"
        }
    "#]]
    .assert_eq(&pretty(&opened));
}

#[test]
fn languages_are_listed() {
    let languages = Client::new().ask("bobbin/languages", json!({}));
    let names: Vec<&Value> =
        languages["languages"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["sprokit", "pinsight", "coil-hardware", "coil-target"]);
}

#[test]
fn files_are_opened_by_what_they_are() {
    let mut client = Client::new();
    let mut open = |name: &str, bytes: &[u8]| {
        pretty(&client.ask("bobbin/open", json!({ "name": name, "data": base64(bytes) })))
    };
    expect![[r##"
        {
          "encoding": "latin1",
          "kind": "text",
          "language": "sprokit",
          "others": [],
          "text": "# café\r\n"
        }
    "##]]
    .assert_eq(&open("a.pipe", b"# caf\xe9\r\n"));
    expect![[r#"
        {
          "encoding": "utf8",
          "kind": "text",
          "language": "coil-target",
          "others": [],
          "text": "﻿[memory]\n[Memory]\n"
        }
    "#]]
    .assert_eq(&open("x", "\u{feff}[memory]\n[Memory]\n".as_bytes()));
    expect![[r#"
        {
          "kind": "unreadable",
          "offset": null,
          "reason": "neither the content of `notes.txt` nor its name says which language it is"
        }
    "#]]
    .assert_eq(&open("notes.txt", b"hello"));
    expect![[r#"
        {
          "kind": "unreadable",
          "offset": null,
          "reason": "`a.coilcfg` is a COIL object or a later binary configuration, which Bobbin cannot read"
        }
    "#]].assert_eq(&open("a.coilcfg", b"COIL\0\x01"));
}

#[test]
fn texts_are_written_as_they_were_read() {
    let mut client = Client::new();
    let mut encode = |text: &str, encoding: &str| {
        client.ask("bobbin/encode", json!({ "text": text, "encoding": encoding }))["data"].clone()
    };
    assert_eq!(encode("é\r\n", "utf8"), base64("é\r\n".as_bytes()));
    assert_eq!(encode("é\r\n", "latin1"), base64(b"\xe9\r\n"));
}

#[test]
fn views_that_a_language_lacks_are_null() {
    let mut client = Client::new();
    let uri = "bobbin:///x.pipe";
    client.open(uri, "sprokit", "# nothing yet\n");
    let mut view =
        |view: &str| client.ask("bobbin/view", json!({ "uri": uri, "view": view }))["view"].clone();
    assert!(view("bytes").is_null());
    assert!(view("form").is_null());
    assert_eq!(view("outline"), json!({ "kind": "outline", "entries": [] }));
}

#[test]
fn a_graph_comes_with_its_layout() {
    let mut client = Client::new();
    let uri = "bobbin:///é.pipe";
    let text = "# é🎉\nprocess in\n  :: frame_list_input\nprocess out\n  :: image_writer\n";
    client.open(uri, "sprokit", text);
    let mut graph =
        || client.ask("bobbin/view", json!({ "uri": uri, "view": "graph" }))["view"].clone();
    let graph = graph();
    let vertices = graph["vertices"].as_array().unwrap();
    assert_eq!(vertices.len(), 2);
    for it in vertices {
        let rect = &it["rect"];
        let right = rect["x"].as_f64().unwrap() + rect["width"].as_f64().unwrap();
        assert!(right > 0.0 && right <= graph["width"].as_f64().unwrap(), "{it}");
        for port in it["ports"].as_array().unwrap() {
            let edge = if port["side"] == "input" { rect["x"].as_f64().unwrap() } else { right };
            assert_eq!(port["anchor"]["x"].as_f64().unwrap(), edge, "{port}");
        }
    }
}

#[test]
fn a_value_is_set_by_the_smallest_edit() {
    let mut client = Client::new();
    let uri = "bobbin:///é.trace";
    client.open(uri, "pinsight", "# é🎉\n[OpenMP.default]\n    trace_mode = OFF\n");
    let at = json!({ "line": 2, "character": 6 });
    let form = client.ask("bobbin/view", json!({ "uri": uri, "view": "form", "at": at }));
    let item = &form["view"]["item"];
    let command =
        json!({ "kind": "setValue", "item": item, "key": "trace_mode", "value": "TRACING" });
    let plan = client.ask("bobbin/plan", json!({ "uri": uri, "command": command }));
    expect![[r#"
        {
          "documents": [
            {
              "edits": [
                {
                  "newText": "TRACING",
                  "range": {
                    "end": {
                      "character": 20,
                      "line": 2
                    },
                    "start": {
                      "character": 17,
                      "line": 2
                    }
                  }
                }
              ],
              "uri": "bobbin:///é.trace"
            }
          ],
          "kind": "edit",
          "version": 1
        }
    "#]]
    .assert_eq(&pretty(&plan));
    let command = json!({ "kind": "remove", "item": ["nothing", "of", "this"] });
    let plan = client.ask("bobbin/plan", json!({ "uri": uri, "command": command }));
    expect![[r#"
        {
          "at": null,
          "kind": "refusal",
          "reason": "there is no `nothing › of › this` in this text"
        }
    "#]]
    .assert_eq(&pretty(&plan));
}
