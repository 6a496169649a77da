//! Files in UTF-16, which no program that uses ours reads.

use bobbin_core::text::{Encoding, SourceText};
use serde_json::{Value, json};

use crate::bobbin::Folder;

const TEXTS: [(&str, &str); 2] = [
    ("a.pipe", "process  a :: numbers\n  end=3\nprocess p :: print_number\nwhat\n"),
    ("b.trace", "[OpenMP.default]\ntrace_mode=on\n"),
];

fn utf16(text: &str, encoding: Encoding) -> Vec<u8> {
    SourceText::encode(text, encoding)
}

#[test]
fn every_command_names_a_text_in_utf16_and_leaves_it() {
    for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
        for (name, text) in TEXTS {
            let bytes = utf16(text, encoding);
            let folder = Folder::new("utf16").with(name, &bytes);
            for words in [
                &["check"][..],
                &["check", "--fix", "--unsafe-fixes"],
                &["check", "--language=sprokit"],
                &["format"],
                &["format", "--check"],
                &["format", "--diff"],
                &["resolve"],
                &["convert", "--to=dot", "-o", "out"],
                &["graph", "-o", "out"],
                &["compile", "-o", "out"],
                &["trace", "coverage"],
                &["compare", name],
            ] {
                let called = folder.run(&[words, &[name]].concat());
                let why = format!("{name} is UTF-16, which the programs that use it do not read");
                let is_named = called.err.contains(&why);
                assert_eq!((called.code, is_named), (2, true), "{words:?} {name}: {}", called.err);
                assert_eq!(called.out, "", "{words:?} {name}");
                assert_eq!(folder.read(name), bytes, "{words:?} {name}");
                assert!(!std::path::Path::new(&folder.path("out")).exists(), "{words:?} {name}");
            }
            let called = folder.feed(&["format", "-"], &bytes);
            assert_eq!((called.code, called.bytes.as_slice()), (2, &b""[..]), "{}", called.err);
        }
    }
}

#[test]
fn a_folder_with_a_text_in_utf16_is_not_fine() {
    let folder = Folder::new("utf16_folder")
        .with("a.pipe", utf16(TEXTS[0].1, Encoding::Utf16Le))
        .with("my_trace_config.txt", utf16(TEXTS[1].1, Encoding::Utf16Le))
        .with(
            "good.pipe",
            "process  n :: numbers\nprocess p :: print_number\nconnect from n.number to p.number\n",
        );
    for command in ["check", "format"] {
        let called = folder.run(&[command, "."]);
        assert_eq!(called.code, 2, "{}", called.err);
        assert!(called.err.contains("bobbin: a.pipe is UTF-16"), "{}", called.err);
        assert!(called.err.contains("bobbin: my_trace_config.txt is UTF-16"), "{}", called.err);
    }
    assert!(folder.read("good.pipe").starts_with(b"process n"), "the others are formatted");
}

/// coil.md#validation
#[test]
fn a_coil_text_in_utf16_has_the_error_of_the_reference() {
    // The reference has a code of it for targets only.
    for (name, text, error) in [
        ("a.coilcfg", "[Target]\nPU=CPU\n", "(E_ENCODING)"),
        ("a.coilcfg.txt", "[cpu:0]\nname=x\n", "(encoding)"),
    ] {
        let bytes = utf16(text, Encoding::Utf16Le);
        let folder = Folder::new("utf16_coil").with(name, &bytes);
        for (words, code, what) in [
            (&["check"][..], 1, "(encoding)"),
            (&["check", "--fix"], 2, error),
            (&["format"], 2, error),
            (&["convert", "--to=json"], 2, error),
            (&["compile", "-o", "-"], 2, error),
        ] {
            let called = folder.run(&[words, &[name]].concat());
            assert_eq!((called.code, called.out.as_str()), (code, ""), "{words:?}");
            assert!(called.err.contains(what), "{words:?}: {}", called.err);
            assert_eq!(folder.read(name), bytes, "{words:?}");
        }
        let called = folder.run(&["validate", name]);
        assert_eq!((called.code, called.err.contains("E_ENCODING")), (1, true), "{}", called.err);
    }
}

/// The text is nonsense to the program, and what is wrong with it in truth is said, too.
#[test]
fn an_included_text_in_utf16_is_named() {
    let folder = Folder::new("utf16_included")
        .with("a.pipe", "include part.pipe\n")
        .with("part.pipe", utf16("process a :: numbers\n", Encoding::Utf16Le));
    let called = folder.run(&["check", "a.pipe"]);
    assert_eq!(called.code, 1, "{}", called.err);
    assert_eq!(called.err.matches("part.pipe is UTF-16").count(), 1, "{}", called.err);
}

/// Places in a file are counted in its characters, as an editor has them, or an edit would be put elsewhere.
#[test]
fn the_language_server_reads_the_characters_that_an_editor_shows() {
    let part = "process writer :: image_writer\nprocess other :: image_writer\n";
    let folder = Folder::new("utf16_served").with("part.pipe", utf16(part, Encoding::Utf16Le));
    let main = format!("file://{}", folder.path("main.pipe"));
    let text = "process in\n  :: frame_list_input\ninclude part.pipe\nconnect from in.image to other.image\n";
    let answer = served(&folder, &main, text, "definition", &json!({}));
    let place = answer["result"].as_array().map_or(&answer["result"], |it| &it[0]);
    let start = json!({ "line": 1, "character": 8 });
    let range = place.get("range").or(place.get("targetSelectionRange")).unwrap();
    assert_eq!(range["start"], start, "{answer}");
}

/// An editor that opens a file as UTF-8 to make an edit saves other bytes than it read.
#[test]
fn the_language_server_edits_no_closed_file_that_is_not_in_utf8() {
    let name = json!({ "newName": "writer" });
    let main_text = "process in\n  :: frame_list_input\ninclude part.pipe\nconnect from in.image to other.image\n";
    for (bytes, is_refused) in [(&b"\xfc"[..], true), ("\u{fc}".as_bytes(), false)] {
        let part = [b"# ", bytes, b"\nprocess other :: image_writer\n"].concat();
        let folder = Folder::new("latin1_served").with("part.pipe", part);
        let main = format!("file://{}", folder.path("main.pipe"));
        let answer = served(&folder, &main, main_text, "rename", &name);
        let said = answer["error"]["message"].as_str().unwrap_or_default();
        assert_eq!(said.contains("part.pipe` is not in UTF-8"), is_refused, "{answer}");
        assert_eq!(answer.get("result").is_some(), !is_refused, "{answer}");
    }
}

/// Returns the answer of the server to a request about `other` in the fourth line of an open text.
fn served(folder: &Folder, uri: &str, text: &str, request: &str, more: &Value) -> Value {
    let mut params = json!({
        "textDocument": { "uri": uri }, "position": { "line": 3, "character": 27 } });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let messages = [
        json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "method": "textDocument/didOpen", "params": { "textDocument": {
            "uri": uri, "languageId": "sprokit", "version": 1, "text": text } } }),
        json!({ "id": 2, "method": format!("textDocument/{request}"), "params": params }),
        json!({ "id": 3, "method": "shutdown" }),
        json!({ "method": "exit" }),
    ];
    let mut input = Vec::new();
    for mut it in messages {
        it["jsonrpc"] = json!("2.0");
        let it = it.to_string();
        input.extend(format!("Content-Length: {}\r\n\r\n{it}", it.len()).into_bytes());
    }
    let called = folder.feed(&["lsp"], &input);
    let answer = called.out.split("Content-Length: ").find(|it| it.contains("\"id\":2")).unwrap();
    serde_json::from_str(&answer[answer.find('{').unwrap()..]).unwrap()
}
