//! Conversations with the language server: documents are opened, changed and closed, and everything is
//! asked in any order. A client beside it keeps the texts; in the end a fresh server that is given them
//! says the same of them.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bobbin_core::text::LineIndex;
use bobbin_languages::LanguageId;
use bobbin_server::Server;
use bobbin_testing::commands::offered;
use serde_json::{Value, json};
use text_size::{TextRange, TextSize};

use crate::bytes::Bytes;

/// The number of messages of one conversation.
const MOST_MESSAGES: usize = 40;

/// The documents, each with a language that a client may take it for.
const DOCUMENTS: [(&str, &str); 6] = [
    ("file:///a/main.pipe", "sprokit"),
    ("file:///a/part.cluster", "sprokit"),
    ("file:///a/x.trace", "pinsight"),
    ("file:///a/x.coilcfg.txt", "coil-hardware"),
    ("file:///a/x.coilcfg", "coil-target"),
    ("file:///a/b%20c/odd", "nothing"),
];

/// Requests about a place of a document.
const PLACES: [&str; 6] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/prepareRename",
    "textDocument/prepareCallHierarchy",
];

/// Requests about a document.
const WHOLE: [&str; 8] = [
    "textDocument/semanticTokens/full",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "textDocument/diagnostic",
    "bobbin/additions",
];

const VIEWS: [&str; 8] =
    ["outline", "form", "graph", "resolved", "coverage", "timeline", "bytes", "nothing"];

/// Pieces of text that are typed.
const TYPED: [&str; 12] = [
    "",
    "\n",
    "[",
    "]",
    "é",
    "🎉",
    "= 1\n",
    "process p :: numbers\n",
    "\r",
    "#",
    "include part.cluster\n",
    ",",
];

/// A document as the client knows it.
#[derive(Debug, Clone)]
struct Open {
    language: &'static str,
    version: i32,
    text: String,
}

/// A client that checks what it hears.
struct Client {
    server: Server,
    open: BTreeMap<&'static str, Open>,
    /// The requests that are not answered yet.
    owed: Vec<i64>,
    n_requests: i64,
}

/// Reads choices, and the text that documents are opened with.
pub fn run(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let n_messages = bytes.below(MOST_MESSAGES) + 2;
    let mut choices = bytes.take(n_messages * 4);
    let text = bytes.rest();
    let mut client = Client::new();
    for nth in 0..n_messages {
        client.step(if nth == 0 { 0 } else { choices.byte() }, &text, &mut choices);
    }
    client.settle();
    client.compare();
}

impl Client {
    fn new() -> Client {
        let mut client = Client {
            server: Server::new(),
            open: BTreeMap::new(),
            owed: Vec::new(),
            n_requests: 0,
        };
        client.ask("initialize", &json!({ "capabilities": {} }));
        client.settle();
        client.tell("initialized", &json!({}));
        client
    }

    /// Sends one message, chosen by `what`.
    fn step(&mut self, what: u8, text: &str, choices: &mut Bytes<'_>) {
        let uris: Vec<&'static str> = self.open.keys().copied().collect();
        let Some(&uri) = choices.one_of(&uris) else { return self.open(text, choices) };
        let document = json!({ "uri": uri });
        match what % 16 {
            0 => self.open(text, choices),
            1..=5 => self.change(uri, choices),
            6 => {
                self.open.remove(uri);
                self.tell("textDocument/didClose", &json!({ "textDocument": document }));
            }
            7 | 8 => {
                let method = PLACES[choices.below(PLACES.len())];
                let position = self.place(uri, choices);
                let context = json!({ "includeDeclaration": true });
                let params =
                    json!({ "textDocument": document, "position": position, "context": context });
                self.ask(method, &params);
            }
            9 => {
                let method = WHOLE[choices.below(WHOLE.len())];
                self.ask(method, &json!({ "textDocument": document, "uri": uri }));
            }
            10 | 11 => {
                let settings = [json!([]), json!([{ "key": "layout", "value": "fresh" }])];
                let view = VIEWS[choices.below(VIEWS.len())];
                let at = self.place(uri, choices);
                let settings = &settings[choices.below(2)];
                let params = json!({ "uri": uri, "view": view, "at": at, "settings": settings });
                self.ask("bobbin/view", &params);
                self.ask("bobbin/picture", &params);
            }
            12 => self.plan(uri, choices),
            13 => {
                let range =
                    json!({ "start": self.place(uri, choices), "end": self.place(uri, choices) });
                let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
                let method = ["textDocument/codeAction", "textDocument/inlayHint"];
                self.ask(method[choices.below(2)], &params);
            }
            14 => {
                let position = self.place(uri, choices);
                let params =
                    json!({ "textDocument": document, "position": position, "newName": "renamed" });
                self.ask("textDocument/rename", &params);
            }
            _ => self.other(uri, text, choices),
        }
        if choices.below(2) == 0 {
            self.settle();
        }
    }

    fn open(&mut self, text: &str, choices: &mut Bytes<'_>) {
        let (uri, language) = DOCUMENTS[choices.below(DOCUMENTS.len())];
        if self.open.contains_key(uri) {
            return;
        }
        let document = Open { language, version: 1, text: text.to_owned() };
        self.tell("textDocument/didOpen", &document.params(uri));
        self.open.insert(uri, document);
    }

    /// Changes a document: all of it, or some stretches one after the other.
    fn change(&mut self, uri: &'static str, choices: &mut Bytes<'_>) {
        let Some(document) = self.open.get_mut(uri) else { return };
        document.version += 1;
        let mut changes = Vec::new();
        for _ in 0..=choices.below(3) {
            let typed = TYPED[choices.below(TYPED.len())];
            if choices.below(12) == 11 {
                document.text = typed.to_owned();
                changes.push(json!({ "text": typed }));
                continue;
            }
            let (one, other) = (boundary(&document.text, choices), choices.below(40));
            let mut end = (one + other).min(document.text.len());
            while !document.text.is_char_boundary(end) {
                end += 1;
            }
            let range = TextRange::new(TextSize::new(one as u32), TextSize::new(end as u32));
            let range = LineIndex::new(&document.text).range(range);
            // A place between CR and LF is none that a client can name.
            let real = LineIndex::new(&document.text).offsets(range);
            document.text.replace_range(usize::from(real.start())..usize::from(real.end()), typed);
            changes.push(json!({ "range": shown(range), "text": typed }));
        }
        let params = json!({
            "textDocument": { "uri": uri, "version": document.version },
            "contentChanges": changes,
        });
        self.tell("textDocument/didChange", &params);
    }

    /// Asks for the plan of a command that the views offer.
    fn plan(&mut self, uri: &'static str, choices: &mut Bytes<'_>) {
        let Some(document) = self.open.get(uri) else { return };
        let Some(language) = LanguageId::from_name(document.language) else { return };
        let parsed = language.parse(&bobbin_core::Input::alone("text", &document.text));
        let mut all = offered(&*parsed, &document.text, 6, &mut choices.random());
        if !all.is_empty() {
            let command = all.swap_remove(choices.below(all.len()));
            self.ask("bobbin/plan", &json!({ "uri": uri, "command": command }));
        }
    }

    fn other(&mut self, uri: &'static str, text: &str, choices: &mut Bytes<'_>) {
        let data = BASE64_STANDARD.encode(text);
        match choices.below(12) {
            0 => self.ask("bobbin/compile", &json!({ "uri": uri })),
            1 => self.ask("bobbin/convert", &json!({ "uri": uri, "id": "json" })),
            2 => self.ask("bobbin/open", &json!({ "name": "x.coilcfg", "data": data })),
            3 => self.ask("bobbin/decompile", &json!({ "name": "x.coilcfg", "data": data })),
            4 => self.ask("bobbin/includes", &Value::Null),
            5 => self.ask("bobbin/catalogue", &json!({ "uri": uri })),
            6 => self.ask("workspace/symbol", &json!({ "query": "a" })),
            7 => {
                let files = json!([{ "oldUri": uri, "newUri": "file:///b/new.pipe" }]);
                self.ask("workspace/willRenameFiles", &json!({ "files": files }));
            }
            8 => {
                // What nobody would ask.
                self.ask("nothing/at/all", &json!([1, { "a": null }]));
                self.ask("textDocument/hover", &json!({ "textDocument": uri, "position": -1 }));
            }
            9 => {
                if let Some(&id) = choices.one_of(&self.owed) {
                    self.tell("$/cancelRequest", &json!({ "id": id }));
                }
            }
            10 => self.ask("bobbin/encode", &json!({ "text": text, "encoding": "utf8" })),
            _ => {
                let messages = self.server.begin(text);
                self.hear_nonsense(&messages);
            }
        }
    }

    /// Returns a place in a document, or one outside of it.
    fn place(&self, uri: &str, choices: &mut Bytes<'_>) -> Value {
        let text = self.open.get(uri).map_or("", |it| it.text.as_str());
        let at = TextSize::new(boundary(text, choices) as u32);
        let position = LineIndex::new(text).position(at);
        match choices.below(10) {
            9 => json!({ "line": position.line + 1000, "character": position.character }),
            8 => json!({ "line": position.line, "character": position.character + 1000 }),
            _ => json!({ "line": position.line, "character": position.character }),
        }
    }

    fn ask(&mut self, method: &str, params: &Value) {
        self.n_requests += 1;
        let id = self.n_requests;
        self.owed.push(id);
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let messages = self.server.begin(&message.to_string());
        self.hear(&messages);
    }

    fn tell(&mut self, method: &str, params: &Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        let messages = self.server.begin(&message.to_string());
        self.hear(&messages);
    }

    /// Lets the server finish; then nothing is owed.
    fn settle(&mut self) {
        while self.server.has_work() {
            let messages = self.server.work(&mut || true);
            self.hear(&messages);
        }
        assert!(self.owed.is_empty(), "the requests {:?} are not answered", self.owed);
    }

    /// Takes messages of the server: each answer is to a request that waits for it.
    fn hear(&mut self, messages: &[String]) {
        for it in messages {
            let message: Value = serde_json::from_str(it).expect("a message is JSON");
            assert_eq!(message["jsonrpc"], "2.0", "{it}");
            if message.get("method").is_some() {
                continue;
            }
            let id = message["id"].as_i64();
            let at = self.owed.iter().position(|owed| Some(*owed) == id);
            self.owed.remove(at.unwrap_or_else(|| panic!("nobody asked for {it}")));
            let is_one = message.get("result").is_some() != message.get("error").is_some();
            assert!(is_one, "{it}");
        }
    }

    /// Takes the answers to what may be no message at all.
    fn hear_nonsense(&mut self, messages: &[String]) {
        for it in messages {
            let message: Value = serde_json::from_str(it).expect("a message is JSON");
            assert_eq!(message["jsonrpc"], "2.0", "{it}");
        }
    }

    /// Compares what is said of the texts with what a server says that never saw another text.
    fn compare(mut self) {
        let mut fresh = Client::new();
        for (uri, document) in &self.open {
            fresh.tell("textDocument/didOpen", &document.params(uri));
        }
        fresh.settle();
        // A language that the client does not name is that of the text with which a document is opened.
        let is_named = |it: &&'static str| {
            self.open.get(it).is_some_and(|it| LanguageId::from_name(it.language).is_some())
        };
        for uri in self.open.keys().copied().filter(is_named).collect::<Vec<_>>() {
            for method in [
                "textDocument/diagnostic",
                "textDocument/semanticTokens/full",
                "textDocument/documentSymbol",
                "textDocument/foldingRange",
            ] {
                let params = json!({ "textDocument": { "uri": uri } });
                let (old, new) = (self.answer(method, &params), fresh.answer(method, &params));
                assert_eq!(old, new, "{method} of {uri}: {:?}", self.open.get(uri));
            }
        }
    }

    fn answer(&mut self, method: &str, params: &Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let messages = self.server.handle(&message.to_string());
        let answers = messages.iter().map(|it| serde_json::from_str::<Value>(it).unwrap());
        let mut answers = answers.filter(|it| it["id"] == 1);
        answers.next().expect("a request is answered")["result"].clone()
    }
}

impl Open {
    fn params(&self, uri: &str) -> Value {
        json!({ "textDocument": {
            "uri": uri,
            "languageId": self.language,
            "version": self.version,
            "text": self.text,
        } })
    }
}

/// Returns a place between two characters.
fn boundary(text: &str, choices: &mut Bytes<'_>) -> usize {
    let mut at = choices.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn shown(range: bobbin_core::text::Range) -> Value {
    let place =
        |it: bobbin_core::text::Position| json!({ "line": it.line, "character": it.character });
    json!({ "start": place(range.start), "end": place(range.end) })
}
