//! Tests from `initialize` to `exit`, and of the answers to clients that do not keep to it.

use expect_test::{Expect, expect};
use serde_json::json;

use crate::client::{Client, document, place, pretty};

// A build for the page does less.
#[cfg(feature = "native")]
#[test]
fn says_what_it_can_do() {
    let mut client = Client::silent();
    let result = client.ask("initialize", json!({ "processId": null, "capabilities": {} }));
    expect![[r#"
        {
          "capabilities": {
            "callHierarchyProvider": {
              "workDoneProgress": true
            },
            "codeActionProvider": true,
            "codeLensProvider": {
              "resolveProvider": false
            },
            "completionProvider": {
              "triggerCharacters": [
                ".",
                ":",
                "=",
                "[",
                "$",
                "{"
              ]
            },
            "definitionProvider": true,
            "documentFormattingProvider": true,
            "documentHighlightProvider": true,
            "documentLinkProvider": {},
            "documentSymbolProvider": true,
            "experimental": {
              "bobbin": [
                "bobbin/languages",
                "bobbin/view",
                "bobbin/includes",
                "bobbin/include",
                "bobbin/plan",
                "bobbin/catalogue",
                "bobbin/additions",
                "bobbin/compile",
                "bobbin/convert",
                "bobbin/host",
                "bobbin/open",
                "bobbin/decompile",
                "bobbin/encode",
                "bobbin/picture"
              ]
            },
            "foldingRangeProvider": true,
            "hoverProvider": true,
            "inlayHintProvider": true,
            "positionEncoding": "utf-16",
            "referencesProvider": true,
            "renameProvider": true,
            "selectionRangeProvider": true,
            "semanticTokensProvider": {
              "full": true,
              "legend": {
                "tokenModifiers": [],
                "tokenTypes": [
                  "comment",
                  "keyword",
                  "section",
                  "type",
                  "name",
                  "port",
                  "key",
                  "value",
                  "number",
                  "constant",
                  "operator",
                  "macro",
                  "flag",
                  "description",
                  "unknown"
                ]
              },
              "range": true
            },
            "textDocumentSync": {
              "change": 2,
              "openClose": true
            },
            "workspace": {
              "fileOperations": {
                "willRename": {
                  "filters": [
                    {
                      "pattern": {
                        "glob": "**"
                      }
                    }
                  ]
                }
              },
              "workspaceFolders": {
                "changeNotifications": true,
                "supported": true
              }
            },
            "workspaceSymbolProvider": {
              "workDoneProgress": true
            }
          },
          "serverInfo": {
            "name": "Bobbin",
            "version": "0.1.0"
          }
        }
    "#]]
    .assert_eq(&pretty(&result));
}

#[test]
fn keeps_to_the_order() {
    let mut client = Client::silent();
    expect![["-32002 `initialize` must come before `bobbin/languages`"]]
        .assert_eq(&client.ask_in_vain("bobbin/languages", json!({})));
    assert_eq!(client.open("bobbin:///x.pipe", "sprokit", ""), [] as [serde_json::Value; 0]);
    client.ask("initialize", json!({ "capabilities": {} }));
    expect![["-32600 the server was already initialized"]]
        .assert_eq(&client.ask_in_vain("initialize", json!({ "capabilities": {} })));
    assert!(client.ask("shutdown", json!(null)).is_null());
    expect![["-32600 the server was shut down before `bobbin/languages`"]]
        .assert_eq(&client.ask_in_vain("bobbin/languages", json!({})));
    assert!(!client.server.has_exited());
    client.tell("exit", json!(null));
    assert!(client.server.has_exited() && client.server.was_shut_down());
}

#[test]
fn what_cannot_be_understood_is_said_in_words() {
    #[track_caller]
    fn check(message: &str, expect: Expect) {
        expect.assert_eq(&Client::new().server.handle(message).join("\n"));
    }
    check(
        "{",
        expect![[
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not JSON: EOF while parsing an object at line 1 column 1"}}"#
        ]],
    );
    check(
        "[]",
        expect![[
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches of messages are not part of LSP; send them one by one"}}"#
        ]],
    );
    check(
        "[1, 2, 3]",
        expect![[
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches of messages are not part of LSP; send them one by one"}}"#
        ]],
    );
    check(
        "7",
        expect![[
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is not a JSON-RPC message: invalid type: integer `7`, expected an object with `method`, `id` and `params` at line 1 column 1"}}"#
        ]],
    );
    check(
        "{}",
        expect![[
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message has neither a method nor an id"}}"#
        ]],
    );
    check(
        r#"{"jsonrpc":"2.0","method":7,"id":1}"#,
        expect![[
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is not a JSON-RPC message: invalid type: integer `7`, expected a string at line 1 column 27"}}"#
        ]],
    );
    // Ids come back as they are.
    check(
        r#"{"jsonrpc":"2.0","method":"x","id":"é\n"}"#,
        expect![[
            r#"{"jsonrpc":"2.0","id":"é\n","error":{"code":-32601,"message":"there is no method `x`"}}"#
        ]],
    );
    // Answers to requests that were never made, and notifications nobody knows.
    check(r#"{"jsonrpc":"2.0","id":1,"result":null}"#, expect![[""]]);
    check(r#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#, expect![[""]]);
}

#[test]
fn parameters_that_do_not_fit_are_said_in_words() {
    #[track_caller]
    fn check(method: &str, params: serde_json::Value, expect: Expect) {
        let mut client = Client::new();
        client.open("bobbin:///x", "unheard-of", "?");
        expect.assert_eq(&client.ask_in_vain(method, params));
    }
    check(
        "textDocument/moniker",
        json!({}),
        expect!["-32601 there is no method `textDocument/moniker`"],
    );
    check(
        "bobbin/crash",
        json!({ "how": "panic" }),
        expect!["-32601 there is no method `bobbin/crash`"],
    );
    check(
        "bobbin/view",
        json!({ "uri": "bobbin:///x" }),
        expect![
            "-32602 the parameters of `bobbin/view` do not fit: missing field `view` at byte 20"
        ],
    );
    check(
        "bobbin/view",
        json!({ "uri": "bobbin:///x", "view": "cake" }),
        expect![
            "-32602 the parameters of `bobbin/view` do not fit: unknown variant `cake`, expected one of `outline`, `graph`, `form`, `bytes`, `resolved`, `coverage`, `timeline` at byte 34"
        ],
    );
    check(
        "bobbin/view",
        json!(null),
        expect![
            "-32602 the parameters of `bobbin/view` do not fit: expected an object, found 'n' at byte 0"
        ],
    );
    check(
        "bobbin/view",
        json!({ "uri": "bobbin:///y", "view": "form" }),
        expect!["-32602 no document `bobbin:///y` is open"],
    );
    check(
        "textDocument/hover",
        document("bobbin:///x"),
        expect![
            "-32602 the parameters of `textDocument/hover` do not fit: missing field `position` at byte 37"
        ],
    );
    check(
        "textDocument/documentSymbol",
        document("bobbin:///y"),
        expect!["-32602 no document `bobbin:///y` is open"],
    );
    check(
        "bobbin/compile",
        json!({ "uri": "bobbin:///x" }),
        expect!["-32602 the language of `bobbin:///x` is not known"],
    );
    check(
        "bobbin/convert",
        json!({ "uri": "bobbin:///x", "id": "dot" }),
        expect!["-32602 the language of `bobbin:///x` is not known"],
    );
    check(
        "textDocument/rename",
        place("bobbin:///x", 0, 0),
        expect![
            "-32602 the parameters of `textDocument/rename` do not fit: missing field `newName` at byte 73"
        ],
    );
    let command = json!({ "kind": "setValue", "item": ["a"], "key": "k" });
    check(
        "bobbin/plan",
        json!({ "uri": "bobbin:///x", "command": command }),
        expect![
            "-32602 the parameters of `bobbin/plan` do not fit: missing field `value` at byte 53"
        ],
    );
    check(
        "bobbin/open",
        json!({ "name": "x", "data": "*" }),
        expect!["-32602 the parameters of `bobbin/open` do not fit: `data` is not Base64"],
    );
}

#[test]
fn a_notification_that_does_not_fit_goes_to_the_log() {
    let mut client = Client::new();
    let said = client.change("bobbin:///nowhere", 2, json!([{ "text": "x" }]));
    expect![[r#"
        [
          {
            "jsonrpc": "2.0",
            "method": "window/logMessage",
            "params": {
              "message": "no document `bobbin:///nowhere` is open",
              "type": 2
            }
          }
        ]
    "#]]
    .assert_eq(&pretty(&json!(said)));
    let said = client.tell("textDocument/didOpen", json!({ "textDocument": {} }));
    expect![[r#"
        [
          {
            "jsonrpc": "2.0",
            "method": "window/logMessage",
            "params": {
              "message": "the parameters of `textDocument/didOpen` do not fit: missing field `uri` at byte 17",
              "type": 2
            }
          }
        ]
    "#]].assert_eq(&pretty(&json!(said)));
}

#[test]
fn what_is_owed_is_refused_when_the_server_is_shut_down() {
    let mut client = Client::new();
    client.open("bobbin:///x.pipe", "sprokit", "process a :: numbers\n");
    let message = |id: u32, method: &str| {
        let params = json!({ "uri": "bobbin:///x.pipe", "view": "graph" });
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let server = &mut client.server;
    assert_eq!(server.begin(&message(71, "bobbin/view")), [""; 0]);
    let answers = server.begin(&message(72, "shutdown"));
    let [owed, done] = answers.as_slice() else { panic!("{answers:?}") };
    assert!(owed.contains(r#""id":71,"error":{"code":-32800"#), "{owed}");
    assert!(done.contains(r#""id":72,"result":null"#), "{done}");
    assert!(!server.has_work());
}

#[test]
fn a_capability_that_is_null_is_one_that_the_client_lacks() {
    let mut answers = Vec::new();
    for capabilities in [
        json!({}),
        json!(null),
        json!({ "workspace": null, "textDocument": null, "general": null, "experimental": null }),
        json!({ "workspace": { "workspaceEdit": null, "didChangeWatchedFiles": null } }),
        json!({
            "workspace": {
                "workspaceEdit": { "documentChanges": null },
                "didChangeWatchedFiles": { "dynamicRegistration": null },
            },
            "experimental": { "bobbin": null },
        }),
    ] {
        let mut client = Client::silent();
        answers.push(client.ask("initialize", json!({ "capabilities": capabilities })));
        client.open("bobbin:///x.pipe", "sprokit", "");
        client.open("bobbin:///m.pipe", "sprokit", "include x.pipe\n");
        let files = json!([{ "oldUri": "bobbin:///x.pipe", "newUri": "bobbin:///y.pipe" }]);
        let edit = client.ask("workspace/willRenameFiles", json!({ "files": files }));
        assert!(edit["changes"].is_object(), "{edit}");
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
}
