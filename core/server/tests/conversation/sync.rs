//! Texts come in, diagnostics go out.

use expect_test::expect;
use serde_json::{Value, json};

use crate::client::{Client, document, findings, only, pretty};

const URI: &str = "bobbin:///box.coilcfg.txt";

fn change(lines: [u32; 2], characters: [u32; 2], text: &str) -> Value {
    let start = json!({ "line": lines[0], "character": characters[0] });
    let end = json!({ "line": lines[1], "character": characters[1] });
    json!({ "range": { "start": start, "end": end }, "text": text })
}

#[test]
fn a_text_is_judged_when_it_is_opened_and_closed() {
    let mut client = Client::new();
    let said = client.open(URI, "coil-hardware", "[metadata]\nname = box\n[unheard_of]\n");
    expect![[r#"
        [
          {
            "jsonrpc": "2.0",
            "method": "textDocument/publishDiagnostics",
            "params": {
              "diagnostics": [
                {
                  "code": "unknown-key",
                  "data": {
                    "fixes": [
                      {
                        "edits": [
                          {
                            "newText": "",
                            "range": {
                              "end": {
                                "character": 0,
                                "line": 2
                              },
                              "start": {
                                "character": 0,
                                "line": 1
                              }
                            }
                          }
                        ],
                        "label": "Remove the line"
                      }
                    ],
                    "help": "the keys here are version, timestamp, flags",
                    "message": "`name` has no meaning in `metadata` and is left out"
                  },
                  "message": "`name` has no meaning in `metadata` and is left out\nhelp: the keys here are version, timestamp, flags",
                  "range": {
                    "end": {
                      "character": 4,
                      "line": 1
                    },
                    "start": {
                      "character": 0,
                      "line": 1
                    }
                  },
                  "severity": 2,
                  "source": "bobbin"
                },
                {
                  "code": "unused-section",
                  "data": {
                    "fixes": [
                      {
                        "edits": [
                          {
                            "newText": "[cpu:0]\n\n",
                            "range": {
                              "end": {
                                "character": 0,
                                "line": 2
                              },
                              "start": {
                                "character": 0,
                                "line": 2
                              }
                            }
                          }
                        ],
                        "label": "Add the section `[cpu:0]`"
                      }
                    ],
                    "help": "add a unit such as `[cpu:0]`",
                    "message": "nothing uses `unheard_of`: the text has no processing unit"
                  },
                  "message": "nothing uses `unheard_of`: the text has no processing unit\nhelp: add a unit such as `[cpu:0]`",
                  "range": {
                    "end": {
                      "character": 11,
                      "line": 2
                    },
                    "start": {
                      "character": 1,
                      "line": 2
                    }
                  },
                  "severity": 2,
                  "source": "bobbin"
                }
              ],
              "uri": "bobbin:///box.coilcfg.txt",
              "version": 1
            }
          },
          {
            "jsonrpc": "2.0",
            "method": "bobbin/document",
            "params": {
              "dialect": null,
              "errors": 0,
              "hints": 0,
              "language": "coil-hardware",
              "uri": "bobbin:///box.coilcfg.txt",
              "version": 1,
              "views": [
                "bytes",
                "form",
                "resolved",
                "outline"
              ],
              "warnings": 2
            }
          }
        ]
    "#]].assert_eq(&pretty(&json!(said)));
    let said = client.tell("textDocument/didClose", document(URI));
    expect![[r#"
        [
          {
            "jsonrpc": "2.0",
            "method": "textDocument/publishDiagnostics",
            "params": {
              "diagnostics": [],
              "uri": "bobbin:///box.coilcfg.txt"
            }
          }
        ]
    "#]]
    .assert_eq(&pretty(&json!(said)));
}

#[test]
fn positions_are_right_behind_wide_characters() {
    let mut client = Client::new();
    let said = client.open(URI, "coil-hardware", "; é🎉\n[é🎉] x\n🎉é = y\n");
    let published = only(&said, "textDocument/publishDiagnostics");
    expect![[r#"
        1:1-1:4 severity 2 unused-section
        1:6-1:7 severity 1 syntax
    "#]]
    .assert_eq(&findings(&published[0]));
}

#[test]
fn a_document_without_a_language_is_kept_and_nothing_is_said_of_it() {
    let mut client = Client::new();
    assert_eq!(client.open("bobbin:///notes.txt", "plaintext", "hello"), [] as [Value; 0]);
    assert!(client.ask("textDocument/documentSymbol", document("bobbin:///notes.txt")).is_null());
    // Until it has signs of one.
    let said = client.change("bobbin:///notes.txt", 2, json!([{ "text": "[memory]\nx = 1\n" }]));
    assert_eq!(only(&said, "bobbin/document")[0]["language"], "coil-hardware");
}

#[test]
fn the_language_is_found_out_if_the_client_does_not_know_it() {
    let mut client = Client::new();
    let said = client.open("file:///a/b.coilcfg", "ini", "[Memory]\nModel = Flat\n");
    assert_eq!(only(&said, "bobbin/document")[0]["language"], "coil-target");
}

/// A small generator, so that a failure can be run again.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % n
    }
}

/// Offsets in UTF-16 code units, lines ending with LF only: an editor's own way to see a text.
fn position(text: &[u16], at: usize) -> Value {
    let before = &text[..at];
    let line = before.iter().filter(|&&it| it == u16::from(b'\n')).count();
    let start = before.iter().rposition(|&it| it == u16::from(b'\n')).map_or(0, |it| it + 1);
    json!({ "line": line, "character": at - start })
}

/// Returns true between characters, but not between the halves of one beyond the basic plane, where
/// editors never cut.
fn is_boundary(text: &[u16], at: usize) -> bool {
    text.get(at).is_none_or(|it| !(0xDC00..0xE000).contains(it))
}

#[test]
fn incremental_changes_lead_to_the_same_as_the_whole_text() {
    let mut random = Random(7);
    let mut client = Client::new();
    let mut text: Vec<u16> =
        "[metadata]\r\nname = é🎉box ; x\n\n[cpu:0]\nbad🎉 = 1\n".encode_utf16().collect();
    client.open(URI, "coil-hardware", &String::from_utf16(&text).unwrap());
    let pieces = ["", "é", "🎉", "\n", "\r\n", "[", "]", " = ", "memory", "; ", "あ[🎉]\nx"];
    for version in 2..400 {
        let mut changes = Vec::new();
        // Editors that change many places at once begin with the last, or with the first.
        let way = random.below(3);
        let (mut least, mut most) = (0, text.len());
        for _ in 0..=random.below(5) {
            if way != 0 {
                most = text.len();
            }
            let mut ends = [0; 2].map(|_| least + random.below(most - least + 1));
            // Mostly short changes, as people make them.
            ends[1] = ends[1].min(ends[0] + random.below(6));
            ends.sort_unstable();
            let [start, end] = ends;
            most = start;
            if !is_boundary(&text, start) || !is_boundary(&text, end) {
                continue;
            }
            let piece = pieces[random.below(pieces.len())];
            let range = json!({ "start": position(&text, start), "end": position(&text, end) });
            changes.push(json!({ "range": range, "text": piece }));
            text.splice(start..end, piece.encode_utf16());
            if way == 1 {
                least = start + piece.encode_utf16().count();
            }
        }
        let said = client.change(URI, version, json!(changes));
        let whole = String::from_utf16(&text).unwrap();
        let mut fresh = Client::new();
        let expected = fresh.open(URI, "coil-hardware", &whole);
        let of = |said: &[Value]| {
            only(said, "textDocument/publishDiagnostics")[0]["diagnostics"].clone()
        };
        assert_eq!(of(&said), of(&expected), "version {version}: {whole:?}");
        let tokens = "textDocument/semanticTokens/full";
        assert_eq!(client.ask(tokens, document(URI)), fresh.ask(tokens, document(URI)));
    }
}

#[test]
fn changes_outside_the_text_are_cut() {
    let mut client = Client::new();
    client.open(URI, "coil-hardware", "[metadata]\n");
    let said = client.change(URI, 2, json!([change([9, 9], [9, 0], "[nothing]")]));
    expect![[r#"
        1:1-1:8 severity 2 unused-section
    "#]]
    .assert_eq(&findings(&only(&said, "textDocument/publishDiagnostics")[0]));
    // An end in front of the start, and a place inside a surrogate pair.
    let said =
        client.change(URI, 3, json!([change([1, 0], [9, 0], "🎉"), change([0, 0], [1, 1], "")]));
    expect![[r#"
        0:0-0:2 severity 1 syntax
    "#]]
    .assert_eq(&findings(&only(&said, "textDocument/publishDiagnostics")[0]));
}

#[test]
fn a_change_looks_at_those_again_who_include_it() {
    let mut client = Client::new();
    let main = "bobbin:///main.pipe";
    let part = "bobbin:///part.pipe";
    client.open(main, "sprokit", "include part.pipe\n");
    client.open("bobbin:///other.pipe", "sprokit", "# alone\n");
    let graph = |client: &mut Client| {
        let view = client.ask("bobbin/view", json!({ "uri": main, "view": "graph" }));
        view["view"]["vertices"].as_array().unwrap().len()
    };
    assert_eq!(graph(&mut client), 0);
    let uris = |said: &[Value]| -> Vec<Value> {
        only(said, "bobbin/document").iter().map(|it| it["uri"].clone()).collect()
    };
    let said = client.open(part, "sprokit", "process in\n  :: frame_list_input\n");
    assert_eq!(uris(&said), [part, main]);
    assert_eq!(graph(&mut client), 1);
    let said = client.change(part, 2, json!([{ "text": "# nothing\n" }]));
    assert_eq!(uris(&said), [part, main]);
    assert_eq!(graph(&mut client), 0);
    let said = client.tell("textDocument/didClose", document(part));
    assert_eq!(uris(&said), [main]);
}

#[test]
fn colours_of_a_part_are_those_that_touch_it() {
    let mut client = Client::new();
    client.open(URI, "coil-hardware", "[metadata]\nversion = 0.1.0\n[cpu:0]\nname = x\n");
    let range =
        json!({ "start": { "line": 1, "character": 2 }, "end": { "line": 1, "character": 9 } });
    let params = json!({ "textDocument": { "uri": URI }, "range": range });
    let tokens = client.ask("textDocument/semanticTokens/range", params);
    // The key, which starts before, and the `=`, but not the value behind.
    assert_eq!(tokens["data"], json!([1, 0, 7, 6, 0, 0, 8, 1, 10, 0]));
}

#[test]
fn a_part_is_judged_again_when_another_file_begins_to_include_it() {
    let (part, main) = ("bobbin:///part.pipe", "bobbin:///main.pipe");
    let codes = |said: &[Value]| -> Vec<String> {
        let all = only(said, "textDocument/publishDiagnostics");
        let of_part = all.iter().filter(|it| it["uri"] == part);
        of_part.map(findings).collect()
    };
    let mut client = Client::new();
    let alone = codes(&client.open(part, "sprokit", "process p :: image_writer\n"));
    assert!(alone[0].contains("required-port-unconnected"), "{alone:?}");
    let included = codes(&client.open(main, "sprokit", "include part.pipe\n"));
    assert_eq!(included.len(), 1);
    assert!(!included[0].contains("required-port-unconnected"), "{included:?}");
    // A change of other lines is nothing to the part.
    assert!(codes(&client.change(main, 2, json!([change([1, 1], [0, 0], "# x\n")]))).is_empty());
    assert_eq!(codes(&client.change(main, 3, json!([change([0, 0], [0, 0], "# ")]))), alone);
    client.change(main, 4, json!([change([0, 0], [0, 2], "")]));
    assert_eq!(codes(&client.tell("textDocument/didClose", document(main))), alone);
}

#[test]
fn a_client_that_keeps_diagnostics_is_told_that_they_are_the_same() {
    let mut client = Client::with_capabilities(
        json!({ "experimental": { "bobbin": { "sameDiagnostics": true, "documents": true } } }),
    );
    let text = "[metadata]\nname = box\nversion = 0.1.0\n";
    let methods = |said: &[Value]| -> Vec<String> {
        said.iter().map(|it| it["method"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let whole = ["textDocument/publishDiagnostics", "bobbin/document"];
    let same = ["bobbin/sameDiagnostics", "bobbin/document"];
    assert_eq!(methods(&client.open(URI, "coil-hardware", text)), whole);
    // Behind all of them.
    let said = client.change(URI, 2, json!([change([2, 2], [15, 15], "1")]));
    assert_eq!(methods(&said), same);
    assert_eq!(said[0]["params"], json!({ "uri": URI, "version": 2 }));
    // Above all of them: the same ones, elsewhere.
    let said = client.change(URI, 3, json!([change([0, 0], [0, 0], "\n")]));
    assert_eq!(methods(&said), whole);
    let said = client.change(URI, 4, json!([change([0, 1], [0, 0], "")]));
    assert_eq!(methods(&said), whole);
    // Opened anew, the document is new to the client, too.
    assert_eq!(methods(&client.open(URI, "coil-hardware", text)), whole);
}

#[test]
fn what_a_client_can_do_beside_lsp_may_be_anything() {
    for experimental in [json!(null), json!(true), json!([1]), json!({ "bobbin": 3 }), json!({})] {
        let mut client = Client::with_capabilities(json!({ "experimental": experimental }));
        let text = "[metadata]\nname = box\n";
        client.open(URI, "coil-hardware", text);
        let said = client.change(URI, 2, json!([change([1, 1], [10, 10], " ")]));
        assert_eq!(said[0]["method"], "textDocument/publishDiagnostics", "{experimental}");
    }
}

/// A text is not judged again for a file that it does not name, but what that declares can be named from then on.
#[test]
fn what_another_file_declares_is_taken_as_long_as_it_is_open() {
    let mut client = Client::new();
    let (uri, cluster) = ("bobbin:///t.pipe", "bobbin:///clu.cluster");
    let text = "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n";
    client.open(uri, "sprokit", text);
    let types = |client: &mut Client| {
        let catalogue = client.ask("bobbin/catalogue", json!({ "uri": uri }));
        let entries = catalogue["entries"].as_array().unwrap();
        entries.iter().filter(|it| it["name"] == "clu").count()
    };
    let items = [["process", "b"]];
    let command = json!({ "kind": "extract", "items": items, "name": "clu" });
    let plan = json!({ "uri": uri, "command": command });
    let made = client.ask("bobbin/plan", plan.clone());
    assert_eq!(made["kind"], "edit", "{made}");
    assert_eq!(types(&mut client), 0);
    let declared = "cluster clu\n -- d\n imap from in to b.sink\n -- d\nprocess b :: sink\n";
    client.open(cluster, "sprokit", declared);
    assert_eq!(types(&mut client), 1);
    let refused = client.ask("bobbin/plan", plan.clone());
    assert_eq!(refused["reason"], "there is a process type called `clu` already");
    // It may declare something else meanwhile.
    let other = declared.replace("clu", "clv");
    client.change(cluster, 2, json!([{ "text": other }]));
    assert_eq!(types(&mut client), 0);
    client.change(cluster, 3, json!([{ "text": declared }]));
    assert_eq!(types(&mut client), 1);
    // As undo does: first the text is what it was, then the file is taken away.
    let with = "process clu :: clu\n";
    client.change(uri, 2, json!([{ "text": format!("{text}{with}") }]));
    client.change(uri, 3, json!([{ "text": text }]));
    client.tell("textDocument/didClose", document(cluster));
    assert_eq!(types(&mut client), 0);
    assert_eq!(client.ask("bobbin/plan", plan)["kind"], "edit");
}

/// A file may be called otherwise than the type in it.
#[test]
fn who_uses_a_cluster_hears_of_it_whatever_its_file_is_called() {
    let cluster = "cluster doubler\n -- d\n omap from a.number to x\n -- d\nprocess a :: numbers\n";
    let mut client = Client::new();
    let (main, part) = ("bobbin:///main.pipe", "bobbin:///file.cluster");
    client.open(part, "sprokit", cluster);
    let text = "process d :: doubler\nprocess s :: sink\nconnect from d.x to s.sink\n";
    let errors_of_main = |said: &[Value]| {
        let said = only(said, "bobbin/document");
        said.iter().find(|it| it["uri"] == main).map(|it| it["errors"].as_u64())
    };
    assert_eq!(errors_of_main(&client.open(main, "sprokit", text)), Some(Some(0)));
    let said = client.change(part, 2, json!([{ "text": cluster.replace("to x", "to y") }]));
    assert!(errors_of_main(&said) > Some(Some(0)), "{said:?}");
    // It gets another name, of which nothing is known, and its own again.
    let said = client.change(part, 3, json!([{ "text": cluster.replace("doubler", "tripler") }]));
    assert_eq!(errors_of_main(&said), Some(Some(0)), "{said:?}");
    let said = client.change(part, 4, json!([{ "text": cluster }]));
    assert_eq!(errors_of_main(&said), Some(Some(0)), "{said:?}");
    let said = client.tell("textDocument/didClose", document(part));
    assert!(errors_of_main(&said).is_some(), "{said:?}");
}

#[test]
fn a_comment_in_a_cluster_has_no_other_text_parsed_again() {
    let cluster = "cluster doubler\n -- d\n omap from a.number to x\n -- d\nprocess a :: numbers\n";
    let mut client = Client::new();
    let (main, part) = ("bobbin:///main.pipe", "bobbin:///file.cluster");
    client.open(main, "sprokit", "process s :: sink\n");
    let mut is_told = |words: &str| {
        let said = client.open(part, "sprokit", &format!("{words}\n{cluster}"));
        only(&said, "bobbin/document").iter().any(|it| it["uri"] == main)
    };
    assert!(!is_told("  # a cluster sink"));
    assert!(is_told("cluster sink"));
}
