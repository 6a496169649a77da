//! The requests beyond LSP.

use expect_test::expect;
use serde_json::{Value, json};

use crate::client::{Client, document, pretty};

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
fn the_bytes_of_a_text_that_asks_for_compression_say_so() {
    let mut client = Client::new();
    let mut is_compressed = |uri: &str, flags: &str| {
        let text = format!("[metadata]\nflags = {flags}\n[cpu:0]\nname = x\n");
        client.open(uri, "coil-hardware", &text);
        let view = client.ask("bobbin/view", json!({ "uri": uri, "view": "bytes" }));
        view["view"]["isCompressed"].clone()
    };
    assert_eq!(is_compressed("bobbin:///a.coilcfg.txt", "autodetected, compressed"), true);
    assert_eq!(is_compressed("bobbin:///b.coilcfg.txt", "autodetected"), Value::Null);
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
          "reason": "`name` comes before the first section"
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
    let opened = client.ask("bobbin/decompile", json!({ "name": "cut.coilcfg", "data": data }));
    expect![[r#"
        {
          "kind": "unreadable",
          "offset": 48,
          "reason": "expected the features of cpu:0 at bytes 80 to 112, but the file has 100 bytes"
        }
    "#]]
    .assert_eq(&pretty(&opened));
    let opened = client.ask("bobbin/open", json!({ "name": "cut.coilcfg", "data": data }));
    expect![[r#"
        {
          "fault": {
            "code": "E1_TRUNCATED",
            "len": 8,
            "message": "expected the features of cpu:0 at bytes 80 to 112, but the file has 100 bytes",
            "offset": 48
          },
          "kind": "damaged",
          "language": "coil-hardware",
          "name": "cut.coilcfg.txt",
          "text": "; The binary is damaged at byte 0x30: expected the features of cpu:0 at bytes 80 to 112, but the file has 100 bytes (E1_TRUNCATED).\n; This text has only what could be read. Left out: all names and ABIs, as nothing tells where the strings are; the features of cpu:0; the resources of cpu:0.\n; COIL Configuration File\n[metadata]\nversion = 0.1.0\ntimestamp = 1614556800\nflags = system_default, autodetected\n\n[cpu:0]\n"
        }
    "#]].assert_eq(&pretty(&opened));
    let mut wrong_magic = GOLDEN.to_vec();
    wrong_magic[1] = b'X';
    let data = base64(&wrong_magic);
    let opened = client.ask("bobbin/open", json!({ "name": "cut.coilcfg", "data": data }));
    assert_eq!((&opened["kind"], &opened["fault"]["offset"]), (&json!("damaged"), &json!(0)));
    let opened = client.ask("bobbin/open", json!({ "name": "cut.png", "data": data }));
    assert_eq!(opened["kind"], "unreadable");
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
          "language": "coil-hardware",
          "others": [
            "coil-target"
          ],
          "text": "﻿[memory]\n[Memory]\n"
        }
    "#]]
    .assert_eq(&open("x", "\u{feff}[memory]\n[Memory]\n".as_bytes()));
    expect![[r#"
        {
          "kind": "unreadable",
          "offset": null,
          "reason": "Bobbin cannot tell the language of `notes.txt` from its content or its name"
        }
    "#]]
    .assert_eq(&open("notes.txt", b"hello"));
    expect![[r#"
        {
          "kind": "unreadable",
          "offset": null,
          "reason": "`core.bin` is neither a text nor a binary that Bobbin reads: a COIL hardware binary begins with `GFCC` or `CCFG`"
        }
    "#]]
    .assert_eq(&open("core.bin", b"\x01\0\xfe"));
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
    assert_eq!(view("form")["item"], json!([]), "the form of what can be added");
    assert_eq!(
        view("outline"),
        json!({ "kind": "outline", "entries": [], "nLeftOut": 0, "slicesLeft": 0 })
    );
}

/// Checks that the form offers the first additions where a text has no item.
#[test]
fn the_first_item_is_offered_in_an_empty_text() {
    for (uri, language, label, name) in [
        ("bobbin:///x.trace", "pinsight", "Add section", "OpenMP.default"),
        ("bobbin:///x.coilcfg", "coil-target", "Add section", "Target"),
        ("bobbin:///x.coilcfg.txt", "coil-hardware", "Add unit", "cpu:0"),
    ] {
        let mut client = Client::new();
        client.open(uri, language, "");
        let at = json!({ "line": 0, "character": 0 });
        let params = json!({ "uri": uri, "view": "form", "position": at });
        let form = client.ask("bobbin/view", params)["view"].clone();
        let action = &form["actions"][0];
        assert_eq!(action["label"], label, "{form}");
        assert!(action["names"].as_array().unwrap().contains(&json!(name)), "{form}");
    }
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
fn a_text_that_comes_back_is_drawn_as_it_was() {
    let mut client = Client::new();
    let uri = "bobbin:///x.pipe";
    let block = |name: &str| format!("process {name}\n  :: image_filter\n");
    let wire = |from: &str, to: &str| format!("connect from {from}.image\n  to {to}.image\n");
    let blocks = ["a", "b", "c", "d", "e", "f"].map(block).concat();
    let wires =
        |all: &[(&str, &str)]| all.iter().map(|(from, to)| wire(from, to)).collect::<String>();
    // The drawing has a past: it is not the one that the text has by itself.
    let past = blocks.clone() + &wires(&[("f", "e"), ("e", "a"), ("c", "a"), ("d", "c")]);
    let text =
        blocks + &wires(&[("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", "e"), ("a", "f")]);
    client.open(uri, "sprokit", &past);
    let places = |client: &mut Client| -> Vec<(Value, Value)> {
        let view = client.ask("bobbin/view", json!({ "uri": uri, "view": "graph" }));
        let vertices = view["view"]["vertices"].as_array().unwrap().clone();
        vertices.into_iter().map(|it| (it["title"].clone(), it["rect"].clone())).collect()
    };
    places(&mut client);
    client.change(uri, 2, json!([{ "text": text }]));
    let before = places(&mut client);
    // Most of it becomes one process, and then two more are wired in front of it.
    let small = format!("{}{}", block("f"), block("whole")) + &wire("whole", "f");
    client.change(uri, 3, json!([{ "text": small }]));
    let folded = places(&mut client);
    let other = small.clone() + &block("new") + &block("more") + &wire("new", "whole");
    client.change(uri, 4, json!([{ "text": other }]));
    assert_eq!(places(&mut client).len(), 4);
    client.change(uri, 5, json!([{ "text": text }]));
    assert_eq!(places(&mut client), before);
    client.change(uri, 6, json!([{ "text": small }]));
    assert_eq!(places(&mut client), folded);
}

#[test]
fn an_edit_moves_little_in_the_graph() {
    let mut client = Client::new();
    let uri = "bobbin:///x.pipe";
    let text = "process a\n  :: frame_list_input\nprocess b\n  :: image_filter\n\
        process c\n  :: image_writer\n\
        connect from a.image\n  to b.image\nconnect from b.image\n  to c.image\n";
    client.open(uri, "sprokit", text);
    let places = |client: &mut Client| -> Vec<(String, Value, Value)> {
        let view = client.ask("bobbin/view", json!({ "uri": uri, "view": "graph" }));
        let place = |it: &Value| {
            (
                it["title"].as_str().unwrap().to_owned(),
                it["rect"]["x"].clone(),
                it["rect"]["y"].clone(),
            )
        };
        view["view"]["vertices"].as_array().unwrap().iter().map(place).collect()
    };
    let before = places(&mut client);
    // A new process above the others in the text, and another name for `b`.
    let text = format!("process new\n  :: frame_list_input\n{}", text.replace("b", "blur"));
    client.change(uri, 2, json!([{ "text": text }]));
    let after = places(&mut client);
    assert_eq!((before.len(), after.len()), (3, 4));
    for (name, x, y) in before.iter().filter(|it| it.0 != "b") {
        let now = after.iter().find(|it| it.0 == *name).unwrap();
        assert_eq!((&now.1, &now.2), (x, y), "{name} moved");
    }
    client.change(uri, 3, json!([{ "text": text.replace("blur", "smooth") }]));
    let renamed = places(&mut client);
    let find = |list: &[(String, Value, Value)], name: &str| {
        list.iter().find(|it| it.0 == name).cloned().unwrap()
    };
    let (was, is) = (find(&after, "blur"), find(&renamed, "smooth"));
    assert_eq!((was.1, was.2), (is.1, is.2));
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
              "uri": "bobbin:///é.trace",
              "version": 1
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

#[test]
fn a_gesture_of_several_commands_is_one_edit() {
    let mut client = Client::new();
    let uri = "bobbin:///t.pipe";
    client.open(uri, "sprokit", "process a :: numbers\n");
    let catalogue = client.ask("bobbin/catalogue", json!({ "uri": uri }));
    let entries = catalogue["entries"].as_array().unwrap();
    let sink = entries.iter().find(|it| it["name"] == "sink").unwrap();
    assert_eq!(sink["ports"][0]["name"], "sink");
    let item = |name: &str| json!([catalogue["itemKind"], name]);
    let values = json!([{ "key": catalogue["typeKey"], "value": "sink" }]);
    let add = json!({ "kind": "addItem", "itemKind": catalogue["itemKind"], "name": "b", "values": values });
    let from = json!({ "item": item("a"), "port": "number" });
    let to = json!({ "item": item("b"), "port": "sink" });
    let connect = json!({ "kind": "connect", "from": from, "to": to });
    let plan = client.ask("bobbin/plan", json!({ "uri": uri, "command": add, "then": [connect] }));
    let edits = plan["documents"][0]["edits"].as_array().unwrap();
    // The end of the line of `a` stands between them.
    let texts: String = edits.iter().map(|it| it["newText"].as_str().unwrap()).collect();
    expect![[r#"


        process b :: sink
        connect from a.number
                to   b.sink
    "#]]
    .assert_eq(&texts);
    client.open("bobbin:///t.trace", "pinsight", "");
    assert_eq!(client.ask("bobbin/catalogue", json!({ "uri": "bobbin:///t.trace" })), Value::Null);
}

const TRACE: &str = "[MPI.default]\nMPI.rank = 0-3\n[Lexgion(0x10)] : MPI.default : MPI.rank(0-1)\nmax_num_traces = 5\n";

#[test]
fn a_map_of_units_is_chosen_and_painted() {
    let mut client = Client::new();
    let uri = "bobbin:///x.trace";
    client.open(uri, "pinsight", TRACE);
    let settings = json!([
        { "key": "domain", "value": "MPI" },
        { "key": "x", "value": "MPI.rank" },
        { "key": "y", "value": "CUDA.device" },
        { "key": "MPI.rank", "value": "2" },
    ]);
    let ask = json!({
        "uri": uri, "view": "coverage", "at": { "line": 3, "character": 0 }, "settings": settings,
    });
    let map = client.ask("bobbin/view", ask)["view"].clone();
    assert_eq!(map["kind"], "coverage");
    assert_eq!(map["x"]["key"], "MPI.rank");
    assert_eq!(map["x"]["at"], 2);
    assert_eq!(map["rows"], json!([{ "nRows": 17, "runs": "CACB" }]));
    assert_eq!(map["deciders"][0]["nOn"], 34);
    assert_eq!(map["selection"]["x"], json!([[0, 1]]));
    assert_eq!(map["explanations"][0]["isOn"], false);
    let item = &map["selection"]["item"];
    let units = json!([{ "axis": "MPI.rank", "low": 2, "high": 3 }]);
    let paint = json!({ "kind": "paint", "item": item, "isOn": true, "units": units });
    let plan = client.ask("bobbin/plan", json!({ "uri": uri, "command": paint }));
    assert_eq!(plan["documents"][0]["edits"][0]["newText"], "3", "{plan}");
    let twice = json!({ "kind": "paint", "item": item, "isOn": false, "units": units });
    let plan = client.ask("bobbin/plan", json!({ "uri": uri, "command": twice }));
    assert_eq!(plan["reason"], "the section does not cover these units");
}

#[test]
fn a_line_of_invocations_and_two_readings() {
    let mut client = Client::new();
    let uri = "bobbin:///x.trace";
    client.open(uri, "pinsight", TRACE);
    let settings = json!([{ "key": "ranks", "value": "4" }]);
    let item = json!(["section", "Lexgion(0x10)"]);
    let ask = json!({ "uri": uri, "view": "timeline", "item": item, "settings": settings });
    let line = client.ask("bobbin/view", ask)["view"].clone();
    assert_eq!((&line["first"], &line["count"], &line["end"]), (&json!(0), &json!(5), &json!(4)));
    assert_eq!(line["handles"][1]["field"]["key"], "max_num_traces");
    assert_eq!(line["handles"][1]["at"], 4);
    let resolved = client.ask("bobbin/view", json!({ "uri": uri, "view": "resolved" }));
    assert_eq!(resolved["view"]["titles"], json!(["Effective today", "Intended"]));
    assert_eq!(resolved["view"]["rows"][0]["second"]["value"], "TRACING");
}

#[test]
fn an_empty_text_is_told_what_it_can_begin_with() {
    let mut client = Client::new();
    let mut additions = |uri: &str, language: &str| {
        client.open(uri, language, "");
        client.ask("bobbin/additions", json!({ "uri": uri }))
    };
    let trace = additions("bobbin:///t.trace", "pinsight");
    assert_eq!(trace["actions"][0]["label"], "Add section");
    assert_eq!(trace["actions"][0]["command"]["kind"], "addItem");
    assert_eq!(trace["inCatalogue"], Value::Null);
    assert_eq!(additions("bobbin:///t.pipe", "sprokit")["inCatalogue"], "process");
    assert_eq!(
        additions("bobbin:///t.txt", "nothing"),
        json!({ "actions": [], "inCatalogue": null })
    );
}

/// Lists who includes what: `file:line name → target`.
fn included(client: &mut Client) -> Vec<String> {
    let answer = client.ask("bobbin/includes", Value::Null);
    let short = |it: &Value| {
        it.as_str().map_or("?".to_owned(), |it| it.trim_start_matches("bobbin:///").to_owned())
    };
    let shown = answer["includes"].as_array().unwrap().iter().map(|it| {
        let line = &it["range"]["start"]["line"];
        format!("{}:{line} {} → {}", short(&it["uri"]), short(&it["name"]), short(&it["target"]))
    });
    shown.collect()
}

#[test]
fn who_includes_what_is_known_of_all_documents() {
    let mut client = Client::new();
    assert!(included(&mut client).is_empty());
    let open = |client: &mut Client, name: &str, text: &str| {
        let language = if name.ends_with(".pipe") { "sprokit" } else { "coil-target" };
        client.open(&format!("bobbin:///{name}"), language, text);
    };
    open(&mut client, "a.pipe", "include lib/b.pipe\n# é\ninclude lib/b.pipe # again\n");
    open(&mut client, "lib/b.pipe", "include $ENV{X}/gone.pipe\ninclude c.pipe\n");
    open(&mut client, "c.pipe", "include c.pipe\n");
    open(&mut client, "x.coilcfg", "@include \"y z.coilcfg\"\n@include no.coilcfg\n");
    open(&mut client, "y z.coilcfg", "@include x.coilcfg\n");
    open(&mut client, "alone.pipe", "# nothing\n");
    let expected = [
        "a.pipe:0 lib/b.pipe → lib/b.pipe",
        "a.pipe:2 lib/b.pipe → lib/b.pipe",
        "lib/b.pipe:0 $ENV{X}/gone.pipe → ?",
        // Not beside it, but in the folder of who includes it.
        "lib/b.pipe:1 c.pipe → c.pipe",
        "c.pipe:0 c.pipe → c.pipe",
        "x.coilcfg:0 y z.coilcfg → y z.coilcfg",
        "x.coilcfg:1 no.coilcfg → ?",
        "y z.coilcfg:0 x.coilcfg → x.coilcfg",
    ];
    assert_eq!(included(&mut client), expected);
    let mut target = |name: &str, line: u32| {
        let uri = format!("bobbin:///{name}");
        client.ask("bobbin/include", json!({ "uri": uri, "line": line }))["target"].clone()
    };
    assert_eq!(target("a.pipe", 2), "bobbin:///lib/b.pipe");
    assert_eq!(target("lib/b.pipe", 1), "bobbin:///c.pipe", "known from who includes it");
    assert_eq!(target("lib/b.pipe", 0), Value::Null);
    assert_eq!(target("a.pipe", 1), Value::Null, "nothing is included there");
    client.tell("textDocument/didClose", document("bobbin:///c.pipe"));
    assert_eq!(included(&mut client)[3], "lib/b.pipe:1 c.pipe → ?");
    // What one text finds by itself, another one does not change.
    open(&mut client, "c.pipe", "# one\n");
    open(&mut client, "lib/c.pipe", "# other\n");
    assert_eq!(included(&mut client)[3], "lib/b.pipe:1 c.pipe → lib/c.pipe");
}
