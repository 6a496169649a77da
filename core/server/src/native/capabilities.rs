//! What client and server can do, beyond what the page needs.

use bobbin_core::text::ColumnUnit;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::state::{Refreshes, Takes};
use crate::Server;

/// The capabilities that depend on the client or on the build.
#[derive(Debug)]
pub(crate) struct MoreCapabilities {
    /// The position encoding.
    pub(crate) encoding: &'static str,
    /// Members of LSP's `ServerCapabilities`, each with a comma behind it.
    pub(crate) top: String,
    /// Members of its `workspace`, each with a comma behind it.
    pub(crate) in_workspace: &'static str,
    /// True if the client asks what a new name would be for.
    pub(crate) prepares_renames: bool,
    /// True if the client knows of kinds of actions.
    pub(crate) sorts_actions: bool,
}

const ENCODINGS: [(&str, ColumnUnit); 3] =
    [("utf-16", ColumnUnit::Utf16), ("utf-8", ColumnUnit::Utf8), ("utf-32", ColumnUnit::Utf32)];

impl Server {
    /// Reads from the parameters of `initialize` what this part wants to know.
    pub(crate) fn initialize_native(&mut self, raw: Option<&RawValue>) -> MoreCapabilities {
        let params: Value =
            raw.and_then(|it| bobbin_json::from_str(it.get()).ok()).unwrap_or_default();
        let (encoding, unit) = encoding(&params);
        self.documents.set_column_unit(unit);
        let folders = self.native.index.change_folders(folders(&params), &[]);
        self.documents.set_folders(folders);
        let is_so = |path: &str| params.pointer(path) == Some(&Value::Bool(true));
        let refreshes = Refreshes {
            diagnostics: is_so("/capabilities/workspace/diagnostics/refreshSupport"),
            hints: is_so("/capabilities/workspace/inlayHint/refreshSupport"),
            lenses: is_so("/capabilities/workspace/codeLens/refreshSupport"),
        };
        // A client that cannot be told to ask again would keep what it heard before a file changed
        // on the disk.
        let asks = params.pointer("/capabilities/textDocument/diagnostic");
        let pulls = refreshes.diagnostics && asks.is_some_and(Value::is_object);
        self.native.can_watch = self.client.can_watch;
        let is_related =
            |of: &str| is_so(&format!("/capabilities/textDocument/{of}/relatedInformation"));
        self.native.lacks_related = !is_related("publishDiagnostics") && !is_related("diagnostic");
        let of_texts = |path: &str| params.pointer(&format!("/capabilities/textDocument/{path}"));
        // The format that a client likes best comes first.
        let is_plain =
            |path: &str| of_texts(path).and_then(|it| it.get(0)) == Some(&json!("plaintext"));
        let hierarchical =
            "/capabilities/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport";
        let literals = of_texts("codeAction/codeActionLiteralSupport");
        self.native.takes = Takes {
            plain_hovers: is_plain("hover/contentFormat"),
            plain_completions: is_plain("completion/completionItem/documentationFormat"),
            flat_symbols: !is_so(hierarchical),
            no_suggestions: !self.client.takes_documents && !suggests(&params),
            disabled_actions: is_so("/capabilities/textDocument/codeAction/disabledSupport"),
            no_new_files: !makes_files(&params),
            no_actions: !literals.is_some_and(Value::is_object),
        };
        self.native.refreshes = Refreshes { diagnostics: pulls, ..refreshes };
        self.native.pulls = pulls;
        let mut top = concat!(
            r#""inlayHintProvider":true,"#,
            r#""documentHighlightProvider":true,"#,
            r#""selectionRangeProvider":true,"#,
            r#""codeLensProvider":{"resolveProvider":false},"#,
            r#""callHierarchyProvider":{"workDoneProgress":true},"#,
            r#""workspaceSymbolProvider":{"workDoneProgress":true},"#
        )
        .to_owned();
        if pulls {
            // Clients ask for those of the workspace again and again. One that does not say which files
            // have changed would have them all read each time.
            let of_workspace = self.client.can_watch && self.documents.reads_files();
            top.push_str(&format!(
                r#""diagnosticProvider":{{"identifier":"bobbin","interFileDependencies":true,"workspaceDiagnostics":{of_workspace}}},"#,
            ));
        }
        let in_workspace = r#""workspaceFolders":{"supported":true,"changeNotifications":true},"#;
        MoreCapabilities {
            encoding,
            top,
            in_workspace,
            prepares_renames: is_so("/capabilities/textDocument/rename/prepareSupport"),
            sorts_actions: !self.native.takes.no_actions,
        }
    }
}

/// Returns the first encoding of the client's list that is known; UTF-16 if there is none.
fn encoding(params: &Value) -> (&'static str, ColumnUnit) {
    let wanted = params.pointer("/capabilities/general/positionEncodings");
    let mut wanted = wanted.and_then(Value::as_array).into_iter().flatten();
    let known = wanted.find_map(|it| ENCODINGS.into_iter().find(|known| it == known.0));
    let [utf16, ..] = ENCODINGS;
    known.unwrap_or(utf16)
}

/// Returns true if the client is an editor that opens the list of completions by a command: VS Code, and
/// what is made of it or like it.
fn suggests(params: &Value) -> bool {
    let name = params.pointer("/clientInfo/name").and_then(Value::as_str).unwrap_or_default();
    [
        "Visual Studio Code",
        "VSCodium",
        "Code - OSS",
        "code-server",
        "Cursor",
        "Windsurf",
        "coc.nvim",
    ]
    .iter()
    .any(|it| name.starts_with(it))
}

/// Returns true if the client makes files by edits, which it does only where those have versions.
fn makes_files(params: &Value) -> bool {
    let edits = params.pointer("/capabilities/workspace/workspaceEdit");
    let edits = edits.filter(|it| it.get("documentChanges") == Some(&Value::Bool(true)));
    let operations = edits.and_then(|it| it.get("resourceOperations")?.as_array());
    operations.is_some_and(|it| it.iter().any(|it| it == "create"))
}

/// Returns the folders that the client has open; an older client has one.
fn folders(params: &Value) -> Vec<String> {
    let uri_of = |it: &Value| it.get("uri").and_then(Value::as_str).map(str::to_owned);
    match params.get("workspaceFolders").and_then(Value::as_array) {
        Some(folders) => folders.iter().filter_map(uri_of).collect(),
        None => {
            let root = params.get("rootUri").and_then(Value::as_str);
            root.map(str::to_owned).into_iter().collect()
        }
    }
}
