//! The shapes of LSP that the server sends.
//!
//! Written out here, because a crate of LSP's types names all there is in the protocol, with unions
//! and maps of any JSON, and made the WebAssembly module a fifth larger. That these shapes are
//! LSP's is what `tests/conversation/shapes.rs` checks, with types generated from LSP's own model. `Position`,
//! `Range` and `Replacement` are those of [`bobbin_protocol`], which has them in LSP's shape.

use bobbin_protocol::{DiagnosticData, DocumentEdit, Range, Replacement, TextEdit};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Parameters of `textDocument/publishDiagnostics`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublishDiagnosticsParams<'a, D> {
    pub(crate) uri: &'a str,
    /// The version of the text that the diagnostics are of; `None` for a document that was closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<i32>,
    /// A list of [`Diagnostic`], perhaps as JSON already.
    pub(crate) diagnostics: D,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Diagnostic {
    pub(crate) range: Range,
    pub(crate) severity: DiagnosticSeverity,
    pub(crate) code: String,
    pub(crate) source: &'static str,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) related_information: Vec<RelatedInformation>,
    pub(crate) data: DiagnosticData,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct RelatedInformation {
    pub(crate) location: Location,
    pub(crate) message: String,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Location {
    pub(crate) uri: String,
    pub(crate) range: Range,
}

/// Parameters of `window/logMessage`.
#[derive(Debug, Serialize)]
pub(crate) struct LogMessageParams<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: MessageType,
    pub(crate) message: &'a str,
}

#[derive(Debug, Serialize)]
pub(crate) struct SemanticTokens {
    /// Five numbers a token: lines and characters since the token before, length, type, modifiers.
    pub(crate) data: Vec<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentSymbol {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) detail: String,
    pub(crate) kind: SymbolKind,
    pub(crate) range: Range,
    pub(crate) selection_range: Range,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) children: Vec<DocumentSymbol>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoldingRange {
    pub(crate) start_line: u32,
    pub(crate) end_line: u32,
}

#[derive(Debug, Serialize)]
pub(crate) struct Hover {
    pub(crate) contents: MarkupContent,
    pub(crate) range: Range,
}

/// A text in Markdown.
#[derive(Debug, Serialize)]
pub(crate) struct MarkupContent {
    kind: &'static str,
    value: String,
}

impl MarkupContent {
    pub(crate) fn markdown(value: String) -> MarkupContent {
        MarkupContent { kind: "markdown", value }
    }

    /// Has `plain` take the marks away.
    #[cfg(feature = "native")]
    pub(crate) fn make_plain(&mut self, plain: impl Fn(&str) -> String) {
        *self = MarkupContent { kind: "plaintext", value: plain(&self.value) };
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletionList {
    pub(crate) is_incomplete: bool,
    pub(crate) items: Vec<CompletionItem>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletionItem {
    pub(crate) label: String,
    pub(crate) kind: CompletionItemKind,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) documentation: Option<MarkupContent>,
    pub(crate) sort_text: String,
    pub(crate) text_edit: Replacement,
    /// Run when it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<ClientCommand>,
}

/// A command of the client.
#[derive(Debug, Serialize)]
pub(crate) struct ClientCommand {
    pub(crate) title: &'static str,
    pub(crate) command: &'static str,
}

impl ClientCommand {
    /// Opens the list of completions; the name is that of VS Code, which other editors know too.
    pub(crate) const SUGGEST: ClientCommand =
        ClientCommand { title: "Suggest", command: "editor.action.triggerSuggest" };
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeAction {
    pub(crate) title: String,
    pub(crate) kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) diagnostics: Vec<Diagnostic>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_preferred: bool,
    /// None of one that is disabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) edit: Option<WorkspaceEdit>,
    #[cfg(feature = "native")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) disabled: Option<Disabled>,
}

/// The reason why an action cannot be carried out.
#[cfg(feature = "native")]
#[derive(Debug, Serialize)]
pub(crate) struct Disabled {
    pub(crate) reason: String,
}

/// The answer to `textDocument/prepareRename`.
#[derive(Debug, Serialize)]
pub(crate) struct RenamePlace {
    pub(crate) range: Range,
    /// The name as it is.
    pub(crate) placeholder: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct DocumentLink {
    pub(crate) range: Range,
    /// The URI it leads to.
    pub(crate) target: String,
}

/// Edits of documents, with versions for the clients that take them.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum WorkspaceEdit {
    DocumentChanges(Vec<DocumentChange>),
    Changes(Changes),
}

/// The edits of documents for files that move.
#[derive(Debug, Serialize)]
pub(crate) struct MovesEdit {
    #[serde(flatten)]
    pub(crate) edit: Option<WorkspaceEdit>,
    /// Sentences for the page about paths that stay though they lead elsewhere then; other clients get
    /// warnings in their place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
}

/// One step of an edit of documents.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum DocumentChange {
    Create(CreateFile),
    Edit(TextDocumentEdit),
}

/// A new, empty file.
#[derive(Debug, Serialize)]
pub(crate) struct CreateFile {
    kind: &'static str,
    uri: String,
    options: CreateOptions,
}

/// LSP's options of making a file, for the case that there is one already.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CreateOptions {
    ignore_if_exists: bool,
}

impl CreateFile {
    /// Makes no file where one is after all: without a word on that, some editors empty it.
    pub(crate) fn new(uri: String) -> CreateFile {
        CreateFile { kind: "create", uri, options: CreateOptions { ignore_if_exists: true } }
    }
}

/// The edits of documents, as a map by URI.
#[derive(Debug)]
pub(crate) struct Changes(pub(crate) Vec<DocumentEdit>);

impl Serialize for Changes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for it in &self.0 {
            map.serialize_entry(&it.uri, &it.edits)?;
        }
        map.end()
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextDocumentEdit {
    pub(crate) text_document: VersionedIdentifier,
    pub(crate) edits: TextEdit,
}

#[derive(Debug, Serialize)]
pub(crate) struct VersionedIdentifier {
    pub(crate) uri: String,
    /// The version; `None` for a file that is not open.
    pub(crate) version: Option<i32>,
}

/// Declares enums that travel as LSP's numbers.
macro_rules! numbers {
    ($($name:ident { $($variant:ident = $number:literal,)* })*) => {
        $(
            #[derive(Debug, Clone, Copy)]
            pub(crate) enum $name {
                $($variant = $number,)*
            }

            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_u32(*self as u32)
                }
            }
        )*
    };
}

numbers! {
    DiagnosticSeverity {
        Error = 1,
        Warning = 2,
        Information = 3,
        Hint = 4,
    }
    MessageType {
        Warning = 2,
    }
    SymbolKind {
        File = 1,
        Module = 2,
        Namespace = 3,
        Class = 5,
        Property = 7,
        Interface = 11,
        Array = 18,
        Event = 24,
    }
    CompletionItemKind {
        Text = 1,
        Variable = 6,
        Class = 7,
        Interface = 8,
        Module = 9,
        Property = 10,
        Value = 12,
        Keyword = 14,
        EnumMember = 20,
        Constant = 21,
    }
}
