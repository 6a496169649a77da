//! A client that says what an editor would, and keeps what it hears.

use bobbin_server::Server;
use serde_json::{Value, json};

/// A server that is initialized, and what it said last.
pub struct Client {
    pub server: Server,
    n_requests: i32,
    /// Warnings that it was told to log beside answers.
    pub warnings: Vec<String>,
}

impl Client {
    /// Creates a client that takes edits without versions.
    pub fn new() -> Client {
        let mut client = Client::silent();
        client.ask("initialize", json!({ "capabilities": usual() }));
        client.tell("initialized", json!({}));
        client
    }

    /// Creates a client that says with the first message what the surroundings are like.
    pub fn with_host(host: Value) -> Client {
        let mut client = Client::silent();
        client.ask("initialize", json!({ "capabilities": usual(), "initializationOptions": host }));
        client
    }

    /// Creates a client with these capabilities.
    pub fn with_capabilities(capabilities: Value) -> Client {
        let mut client = Client::silent();
        client.ask("initialize", json!({ "capabilities": capabilities }));
        client
    }

    /// Returns a client that has said nothing yet.
    pub fn silent() -> Client {
        Client { server: Server::new(), n_requests: 0, warnings: Vec::new() }
    }

    /// Returns the result of a request, which must not fail.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.request(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer.get("result").unwrap().clone()
    }

    /// Returns the message of the error of a request, which must fail, with its code.
    #[track_caller]
    pub fn ask_in_vain(&mut self, method: &str, params: Value) -> String {
        let answer = self.request(method, params);
        assert!(answer.get("result").is_none(), "{method}: {answer}");
        let error = &answer["error"];
        format!("{} {}", error["code"], error["message"].as_str().unwrap())
    }

    /// Returns the result of a request; `None` if it fails.
    #[track_caller]
    pub fn try_ask(&mut self, method: &str, params: Value) -> Option<Value> {
        self.request(method, params).get("result").cloned()
    }

    #[track_caller]
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.n_requests += 1;
        let id = self.n_requests;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let mut answers = self.server.handle(&message.to_string());
        self.warnings.extend(answers.extract_if(.., |it| it.contains("\"window/logMessage\"")));
        let [answer] = answers.as_slice() else { panic!("{method} has {} answers", answers.len()) };
        let answer: Value = serde_json::from_str(answer).unwrap();
        assert_eq!(answer["jsonrpc"], "2.0");
        assert_eq!(answer["id"], id);
        answer
    }

    /// Sends a notification and returns the server's messages.
    pub fn tell(&mut self, method: &str, params: Value) -> Vec<Value> {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        let answers = self.server.handle(&message.to_string());
        answers.iter().map(|it| serde_json::from_str(it).unwrap()).collect()
    }

    /// Opens a document and answers with what was said of it.
    pub fn open(&mut self, uri: &str, language: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }))
    }

    /// Changes a document.
    pub fn change(&mut self, uri: &str, version: i32, changes: Value) -> Vec<Value> {
        let document = json!({ "uri": uri, "version": version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        )
    }
}

/// The capabilities that most editors have, except edits with versions, and what the page asks for.
pub fn usual() -> Value {
    json!({
        "textDocument": {
            "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "publishDiagnostics": { "relatedInformation": true },
        },
        "experimental": { "bobbin": { "documents": true } },
    })
}

/// Parameters that are a document alone.
pub fn document(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

/// Parameters that are a place.
pub fn place(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

/// Returns the notifications with this name, without the envelope.
pub fn only(messages: &[Value], method: &str) -> Vec<Value> {
    let wanted = messages.iter().filter(|it| it["method"] == method);
    wanted.map(|it| it["params"].clone()).collect()
}

/// Lists the places and codes of published diagnostics, one a line; their wording is tested by the
/// languages.
pub fn findings(published: &Value) -> String {
    let mut res = String::new();
    for it in published["diagnostics"].as_array().unwrap() {
        let (start, end) = (&it["range"]["start"], &it["range"]["end"]);
        res += &format!(
            "{}:{}-{}:{} severity {} {}\n",
            start["line"],
            start["character"],
            end["line"],
            end["character"],
            it["severity"],
            it["code"].as_str().unwrap(),
        );
    }
    res
}

/// Formats JSON over several lines, for expectations.
pub fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap() + "\n"
}
