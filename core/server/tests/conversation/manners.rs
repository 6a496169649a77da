//! Clients that do not take all shapes of answers.

use serde_json::{Value, json};

use crate::client::{Client, document, only, place, usual};

const PIPE: &str = "bobbin:///a.pipe";
const TEXT: &str =
    "process a\n  :: numbers\nprocess a\n  :: sink\nconnect from a.number to a.sink\n";

/// Creates a client with the usual capabilities but one.
fn client(pointer: &str, value: Value) -> Client {
    let mut capabilities = usual();
    let (folder, name) = pointer.rsplit_once('/').unwrap();
    let mut at = &mut capabilities["textDocument"];
    for it in folder.split('/').filter(|it| !it.is_empty()) {
        at = &mut at[it];
    }
    at[name] = value;
    let mut client = Client::with_capabilities(capabilities);
    client.open(PIPE, "sprokit", TEXT);
    client
}

#[test]
fn who_shows_plain_texts_gets_no_marks() {
    let formats =
        [(json!(["plaintext"]), "plaintext"), (json!(["markdown", "plaintext"]), "markdown")];
    for (wanted, expected) in formats {
        let mut client = client("/hover/contentFormat", wanted.clone());
        let hover = client.ask("textDocument/hover", place(PIPE, 1, 7));
        let contents = &hover["contents"];
        assert_eq!(contents["kind"], expected);
        let has_marks = contents["value"].as_str().unwrap().contains("**");
        assert_eq!(has_marks, expected == "markdown", "{contents}");
        let mut client =
            self::client("/completion/completionItem", json!({ "documentationFormat": wanted }));
        let list = client.ask("textDocument/completion", place(PIPE, 1, 5));
        let items = list["items"].as_array().unwrap().iter();
        let documented: Vec<&Value> = items.filter_map(|it| it.get("documentation")).collect();
        assert!(!documented.is_empty());
        assert!(documented.iter().all(|it| it["kind"] == expected), "{documented:?}");
    }
}

#[test]
fn who_knows_no_trees_gets_lists() {
    let mut tree = client("/hover/contentFormat", json!(null));
    assert!(tree.ask("textDocument/documentSymbol", document(PIPE))[0].get("range").is_some());
    let mut list = client("/documentSymbol/hierarchicalDocumentSymbolSupport", json!(null));
    let symbols = list.ask("textDocument/documentSymbol", document(PIPE));
    assert_eq!(symbols[0]["name"], "a");
    assert_eq!(symbols[0]["location"]["uri"], PIPE);
}

#[test]
fn actions_are_for_those_who_take_edits_in_them() {
    let whole = json!({
        "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 },
    });
    let mut params = document(PIPE);
    params["range"] = whole;
    params["context"] = json!({ "diagnostics": [] });
    let n_actions = |literals: Value| {
        let mut client = client("/codeAction/codeActionLiteralSupport", literals);
        let text = "process a\n  :: image_writter\n";
        client.open(PIPE, "sprokit", text);
        client.ask("textDocument/codeAction", params.clone()).as_array().unwrap().len()
    };
    assert!(n_actions(json!({ "codeActionKind": { "valueSet": [] } })) > 0);
    assert_eq!(n_actions(json!(null)), 0);
}

/// Editors carry out a preferred action by a key, and all of them on saving.
#[test]
fn what_a_person_has_to_want_is_not_preferred() {
    let mut client = Client::new();
    let uri = "bobbin:///x.coilcfg.txt";
    let mut preferred = |line: &str| {
        client.open(uri, "coil-hardware", &format!("[metadata]\n{line}\n[cpu:0]\n"));
        let mut params = document(uri);
        params["range"] = json!({
            "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 },
        });
        params["context"] = json!({ "diagnostics": [] });
        let actions = client.ask("textDocument/codeAction", params);
        let actions = actions.as_array().unwrap().iter();
        let fixes = actions.filter(|it| it["kind"] == "quickfix");
        fixes.map(|it| (it["title"].clone(), it["isPreferred"] == true)).collect::<Vec<_>>()
    };
    assert_eq!(preferred("flag = 0"), [(json!("Change to `flags`"), true)]);
    assert_eq!(preferred("flags = 0\nflag = 1"), [(json!("Change to `flags`"), false)]);
    // Nothing in the text says this version.
    assert_eq!(preferred("version ="), [(json!("Write `0.1.0`"), false)]);
}

#[test]
fn related_places_are_for_those_who_show_them() {
    for (has, expected) in [(json!(true), true), (json!(false), false)] {
        let mut client = client("/publishDiagnostics/relatedInformation", has);
        let said = client.open(PIPE, "sprokit", TEXT);
        let said = only(&said, "textDocument/publishDiagnostics");
        let all = said[0]["diagnostics"].as_array().unwrap();
        assert!(!all.is_empty());
        let found = all.iter().any(|it| it.get("relatedInformation").is_some());
        assert_eq!(found, expected, "{all:?}");
    }
}

#[test]
fn facts_about_a_document_are_for_those_who_ask_for_them() {
    let mut client = Client::with_capabilities(json!({}));
    let said = client.open(PIPE, "sprokit", TEXT);
    assert_eq!(only(&said, "bobbin/document"), Vec::<Value>::new());
}

#[test]
fn what_a_thing_is_called_is_shown_and_selected_step_by_step() {
    let mut client = Client::new();
    let text = "config c\n  k = one two # why\nprocess a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n";
    client.open(PIPE, "sprokit", text);
    let found = client.ask("textDocument/documentHighlight", place(PIPE, 2, 8));
    let shown = |it: &Value| {
        let at = &it["start"];
        format!("{}:{}-{}", at["line"], at["character"], it["end"]["character"])
    };
    let places: Vec<String> =
        found.as_array().unwrap().iter().map(|it| shown(&it["range"])).collect();
    assert_eq!(places, ["2:8-9", "4:13-14"]);
    let mut params = document(PIPE);
    params["positions"] = json!([{ "line": 1, "character": 7 }, { "line": 9, "character": 0 }]);
    let found = client.ask("textDocument/selectionRange", params);
    let mut steps = Vec::new();
    let mut at = &found[0];
    while at.is_object() {
        steps.push(shown(&at["range"]));
        at = &at["parent"];
    }
    assert_eq!(steps.first().map(String::as_str), Some("1:6-13"), "{steps:?}");
    assert!(
        steps.contains(&"1:2-13".to_owned()) || steps.contains(&"1:2-19".to_owned()),
        "{steps:?}"
    );
    assert_eq!(steps.last().map(String::as_str), Some("0:0-0"), "{steps:?}");
    assert!(steps.len() > 3, "{steps:?}");
    assert!(found[1]["range"].is_object());
}

/// The command opens the list of completions in VS Code; other editors say that they do not know it.
#[test]
fn commands_of_an_editor_are_for_that_one() {
    let has_commands = |name: &str, capabilities: &Value| {
        let mut client = Client::silent();
        let info = json!({ "name": name });
        client.ask("initialize", json!({ "clientInfo": info, "capabilities": capabilities }));
        client.open(PIPE, "sprokit", "process a\n  :: numbers\n  \n");
        let list = client.ask("textDocument/completion", place(PIPE, 2, 2));
        let items = list["items"].as_array().unwrap();
        assert!(!items.is_empty());
        items.iter().any(|it| it.get("command").is_some())
    };
    let mut plain = usual();
    plain["textDocument"]["completion"] =
        json!({ "completionItem": { "documentationFormat": ["plaintext"] } });
    let none = json!({});
    assert!(has_commands("Visual Studio Code - Insiders", &none));
    assert!(has_commands("Cursor", &none));
    assert!(!has_commands("Neovim", &none));
    assert!(!has_commands("helix", &none));
    // The clients of Bobbin's own.
    assert!(has_commands("", &usual()));
    assert!(has_commands("", &plain));
    plain.as_object_mut().unwrap().remove("experimental");
    assert!(!has_commands("", &plain));
}

#[test]
fn options_of_a_capability_are_for_those_who_know_them() {
    let providers = |of_texts: Value| {
        let mut client = Client::silent();
        let capabilities = json!({ "textDocument": of_texts });
        let it = client.ask("initialize", json!({ "capabilities": capabilities }));
        let it = &it["capabilities"];
        (it["renameProvider"].clone(), it["codeActionProvider"].clone())
    };
    assert_eq!(providers(json!({})), (json!(true), json!(true)));
    let rename = json!({ "prepareSupport": true });
    let literals = json!({ "codeActionKind": { "valueSet": [] } });
    let actions = json!({ "codeActionLiteralSupport": literals });
    assert_eq!(
        providers(json!({ "rename": rename, "codeAction": actions })),
        (
            json!({ "prepareProvider": true }),
            json!({ "codeActionKinds": ["quickfix", "refactor"] })
        )
    );
}

/// A client that shows why an action cannot be carried out is told.
#[test]
fn actions_for_a_text_with_a_carriage_return_alone_say_why_there_are_none() {
    let mut able = usual();
    able["textDocument"]["codeAction"]["disabledSupport"] = json!(true);
    let mut client = Client::with_capabilities(able);
    client.open(PIPE, "sprokit", "process a\n     :: image_writter\n# b\r");
    let mut params = document(PIPE);
    params["range"] = json!({
        "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 },
    });
    params["context"] = json!({ "diagnostics": [] });
    let actions = client.ask("textDocument/codeAction", params);
    let actions = actions.as_array().unwrap();
    assert!(!actions.is_empty());
    for it in actions {
        let reason = it["disabled"]["reason"].as_str().unwrap();
        assert!(reason.contains("carriage return that stands alone"), "{reason}");
        assert_eq!(it.get("edit"), None);
    }
}

/// LSP and some editors end a line there; most of the languages, our offsets and other editors do not: an
/// edit would be somewhere else.
#[test]
fn a_text_with_a_carriage_return_alone_is_not_edited() {
    let answers = |text: &str| {
        let mut client = Client::new();
        client.open(PIPE, "sprokit", text);
        let mut params = document(PIPE);
        params["range"] = json!({
            "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 },
        });
        params["context"] = json!({ "diagnostics": [] });
        let actions = client.ask("textDocument/codeAction", params);
        let mut params = document(PIPE);
        params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
        let layout = client.ask("textDocument/formatting", params);
        let mut params = place(PIPE, 1, 8);
        params["newName"] = json!("b");
        let renamed = client.try_ask("textDocument/rename", params);
        let to = json!([{ "oldUri": "bobbin:///x.pipe", "newUri": "bobbin:///y.pipe" }]);
        client.open("bobbin:///x.pipe", "sprokit", "");
        let moved = client.try_ask("workspace/willRenameFiles", json!({ "files": to }));
        [
            !actions.as_array().unwrap().is_empty(),
            !layout.is_null(),
            renamed.is_some(),
            moved.is_some_and(|it| !it.is_null()),
        ]
    };
    let text = "# a\r\nprocess a\n     :: image_writter\ninclude x.pipe\n";
    assert_eq!(answers(text), [true; 4]);
    assert_eq!(answers(&text.replace('\r', "\r#")), [false; 4]);
    assert_eq!(answers(&format!("{text}# b\r")), [false; 4]);
}
