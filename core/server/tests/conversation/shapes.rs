//! Every answer has LSP's shape: the types here are generated from LSP's own model.

use std::fs;
use std::path::{Path, PathBuf};

use bobbin_core::text::{LineIndex, Position, SourceText};
use bobbin_languages::LanguageId;
use gen_lsp_types as lsp;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::client::{Client, document, only, place};

/// Returns all texts of the languages' corpora, and the gallery.
fn texts() -> Vec<(LanguageId, PathBuf)> {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut res = Vec::new();
    for language in LanguageId::ALL {
        for kind in ["ok", "err"] {
            let folder = core.join("testdata").join(language.info().name).join(kind);
            let Ok(entries) = fs::read_dir(folder) else { continue };
            let paths = entries.map(|it| it.unwrap().path());
            let texts =
                paths.filter(|it| it.is_file() && it.extension().is_none_or(|it| it != "expected"));
            res.extend(texts.map(|it| (language, it)));
        }
    }
    res.sort();
    res
}

#[track_caller]
fn read<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"))
}

/// A text whose answers are checked.
struct Checked<'a> {
    name: &'a str,
    lines: LineIndex,
}

impl Checked<'_> {
    /// Editors throw on a place that is not there.
    #[track_caller]
    fn place(&self, at: lsp::Position) {
        let position = Position { line: at.line, character: at.character };
        let back = self.lines.position(self.lines.offset(position));
        assert_eq!(back, position, "{} has no such place", self.name);
    }

    #[track_caller]
    fn range(&self, range: lsp::Range) {
        self.place(range.start);
        self.place(range.end);
        assert!(range.start <= range.end, "{}: {range:?}", self.name);
    }

    /// Places in the text itself; those in others are not at hand.
    fn locations(&self, uri: &str, locations: Option<Vec<lsp::Location>>) {
        for it in locations.unwrap_or_default() {
            if it.uri.as_ref() == uri {
                self.range(it.range);
            }
        }
    }

    fn edits(&self, uri: &str, edit: lsp::WorkspaceEdit) {
        let changes = edit.changes.unwrap();
        for it in changes.get(&lsp::Uri::from(uri)).into_iter().flatten() {
            self.range(it.range);
        }
    }

    /// Checks every request about a place with a name.
    fn names(&self, client: &mut Client, uri: &str, at: &Value) {
        let definition = client.ask("textDocument/definition", at.clone());
        self.locations(uri, read(&definition));
        let mut params = at.clone();
        params["context"] = json!({ "includeDeclaration": true });
        self.locations(uri, read(&client.ask("textDocument/references", params)));
        let place = client.ask("textDocument/prepareRename", at.clone());
        if place.is_null() {
            return;
        }
        let range: lsp::Range = read(&place["range"]);
        self.range(range);
        assert_eq!(range.start.line, range.end.line, "{}: {place}", self.name);
        let mut params = at.clone();
        params["newName"] = json!("renamed");
        if let Some(edit) = client.try_ask("textDocument/rename", params) {
            self.edits(uri, read(&edit));
        }
    }

    /// Checks what other editors than the page ask for.
    #[cfg(feature = "native")]
    fn native(&self, client: &mut Client, uri: &str, whole: Value) {
        let params = json!({ "textDocument": { "uri": uri }, "range": whole });
        let hints: Option<Vec<lsp::InlayHint>> =
            read(&client.ask("textDocument/inlayHint", params));
        for it in hints.unwrap_or_default() {
            self.place(it.position);
        }
        let lenses: Option<Vec<lsp::CodeLens>> =
            read(&client.ask("textDocument/codeLens", document(uri)));
        for it in lenses.unwrap_or_default() {
            self.range(it.range);
            assert!(it.command.is_some_and(|it| !it.title.is_empty()));
        }
        let report: lsp::RelatedFullDocumentDiagnosticReport =
            read(&client.ask("textDocument/diagnostic", document(uri)));
        for it in report.full_document_diagnostic_report.items {
            self.range(it.range);
        }
        let symbols: Vec<lsp::SymbolInformation> =
            read(&client.ask("workspace/symbol", json!({ "query": "" })));
        for it in symbols {
            self.range(it.location.range);
        }
        let items: Vec<lsp::CallHierarchyItem> =
            read(&client.ask("textDocument/prepareCallHierarchy", place(uri, 0, 0)));
        for it in &items {
            let params = json!({ "item": it });
            let calls = client.ask("callHierarchy/outgoingCalls", params.clone());
            for it in read::<Vec<lsp::CallHierarchyOutgoingCall>>(&calls) {
                it.from_ranges.into_iter().for_each(|it| self.range(it));
            }
            let calls = client.ask("callHierarchy/incomingCalls", params);
            read::<Vec<lsp::CallHierarchyIncomingCall>>(&calls);
        }
    }

    fn symbols(&self, symbols: &[lsp::DocumentSymbol]) {
        for it in symbols {
            self.range(it.range);
            self.range(it.selection_range);
            assert!(!it.name.trim().is_empty());
            let inside = it.range.start <= it.selection_range.start
                && it.selection_range.end <= it.range.end;
            assert!(inside, "{}: the name of {} is outside", self.name, it.name);
            for child in it.children.iter().flatten() {
                let inside = it.range.start <= child.range.start && child.range.end <= it.range.end;
                assert!(inside, "{}: {} is outside of {}", self.name, child.name, it.name);
            }
            self.symbols(it.children.as_deref().unwrap_or_default());
        }
    }

    fn tokens(&self, tokens: &lsp::SemanticTokens) {
        let mut at = lsp::Position::default();
        for it in &tokens.data {
            at = match it.delta_line {
                0 => lsp::Position { line: at.line, character: at.character + it.delta_start },
                n => lsp::Position { line: at.line + n, character: it.delta_start },
            };
            self.place(at);
            self.place(lsp::Position { line: at.line, character: at.character + it.length });
            assert!(it.length > 0 && it.token_type < 15, "{}: {it:?}", self.name);
        }
    }
}

#[test]
fn answers_have_lsps_shape_and_lie_in_the_text() {
    let texts = texts();
    assert!(!texts.is_empty());
    for (language, path) in texts {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = SourceText::decode(&fs::read(&path).unwrap()).text;
        let checked = Checked { name, lines: LineIndex::new(&text) };
        let uri = format!("bobbin:///{name}");
        let mut client = Client::new();
        let said = client.open(&uri, language.info().name, &text);
        for it in only(&said, "textDocument/publishDiagnostics") {
            let published: lsp::PublishDiagnosticsParams = read(&it);
            assert_eq!((published.uri.as_ref(), published.version), (uri.as_str(), Some(1)));
            for it in &published.diagnostics {
                checked.range(it.range);
            }
        }
        checked.symbols(&read::<Vec<lsp::DocumentSymbol>>(
            &client.ask("textDocument/documentSymbol", document(&uri)),
        ));
        checked.tokens(&read(&client.ask("textDocument/semanticTokens/full", document(&uri))));
        let folds: Vec<lsp::FoldingRange> =
            read(&client.ask("textDocument/foldingRange", document(&uri)));
        for it in folds {
            assert!(it.start_line < it.end_line && it.end_line < checked.lines.n_lines());
        }
        let last = checked.lines.n_lines();
        for line in 0..last {
            for character in [0, 3, 9, 99] {
                let at = place(&uri, line, character);
                let hover: Option<lsp::Hover> = read(&client.ask("textDocument/hover", at.clone()));
                if let Some(range) = hover.and_then(|it| it.range) {
                    checked.range(range);
                }
                checked.names(&mut client, &uri, &at);
                let list: lsp::CompletionList = read(&client.ask("textDocument/completion", at));
                for it in list.items {
                    match it.text_edit {
                        Some(lsp::CompletionItemTextEdit::TextEdit(edit)) => {
                            checked.range(edit.range)
                        }
                        other => panic!("{name}: {other:?}"),
                    }
                }
            }
        }
        let whole = json!({
            "start": { "line": 0, "character": 0 }, "end": { "line": last, "character": 0 },
        });
        let params = json!({
            "textDocument": { "uri": uri }, "range": whole.clone(), "context": { "diagnostics": [] },
        });
        let actions: Vec<lsp::CodeAction> = read(&client.ask("textDocument/codeAction", params));
        for it in actions {
            checked.edits(&uri, it.edit.unwrap());
        }
        let params = json!({
            "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true },
        });
        let edits: Option<Vec<lsp::TextEdit>> =
            read(&client.ask("textDocument/formatting", params));
        for it in edits.unwrap_or_default() {
            checked.range(it.range);
        }
        let links: Vec<lsp::DocumentLink> =
            read(&client.ask("textDocument/documentLink", document(&uri)));
        for it in links {
            checked.range(it.range);
        }
        #[cfg(feature = "native")]
        checked.native(&mut client, &uri, whole);
    }
}

#[test]
fn capabilities_have_lsps_shape() {
    let mut client = Client::silent();
    let result = client.ask("initialize", json!({ "capabilities": {} }));
    let result: lsp::InitializeResult = read(&result);
    let capabilities = result.capabilities;
    assert_eq!(capabilities.position_encoding, Some(lsp::PositionEncodingKind::UTF16));
    assert!(matches!(
        capabilities.text_document_sync,
        Some(lsp::TextDocumentSync::Options(lsp::TextDocumentSyncOptions {
            change: Some(lsp::TextDocumentSyncKind::Incremental),
            ..
        }))
    ));
    assert!(capabilities.semantic_tokens_provider.is_some());
    assert!(capabilities.code_action_provider.is_some());
}
