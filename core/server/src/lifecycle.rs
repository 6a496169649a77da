//! The life of the server, from `initialize` to `exit`.

use bobbin_protocol::HostParams;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::client::Phase;
use crate::features::{LEGEND, QUICK_FIX, REFACTORING};
use crate::native::MoreCapabilities;
use crate::rpc::{self, ErrorCode, RpcError};
use crate::{Server, requests};

/// The part of LSP's `InitializeParams` that counts here. There are some
/// two hundred capabilities.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct InitializeParams {
    #[serde(default, deserialize_with = "or_default")]
    capabilities: Capabilities,
}

/// Reads what a client may leave out, or send as `null` instead.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// The part that the user of an editor writes, who may err in it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct InitializationParams {
    initialization_options: Option<HostParams>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Capabilities {
    #[serde(deserialize_with = "or_default")]
    workspace: WorkspaceCapabilities,
}

/// The part of the parameters that LSP knows nothing of, where other clients may have any value.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct OwnParams {
    capabilities: ExperimentalCapabilities,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ExperimentalCapabilities {
    experimental: BobbinCapabilities,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct BobbinCapabilities {
    bobbin: OwnCapabilities,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct OwnCapabilities {
    same_diagnostics: bool,
    documents: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct WorkspaceCapabilities {
    #[serde(deserialize_with = "or_default")]
    workspace_edit: WorkspaceEditCapabilities,
    #[serde(deserialize_with = "or_default")]
    did_change_watched_files: WatchedFilesCapabilities,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct WatchedFilesCapabilities {
    #[serde(deserialize_with = "or_default")]
    dynamic_registration: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct WorkspaceEditCapabilities {
    #[serde(deserialize_with = "or_default")]
    document_changes: bool,
}

impl Server {
    /// Returns the error with which every request of this name is answered in this phase, if any.
    pub(crate) fn refuses(&self, method: &str) -> Option<RpcError> {
        match (self.phase, method) {
            (Phase::New, "initialize") | (Phase::Running, _) => None,
            (Phase::New, _) => Some(RpcError::new(
                ErrorCode::ServerNotInitialized,
                format!("`initialize` must come before `{method}`"),
            )),
            (Phase::ShutDown | Phase::Exited, _) => Some(RpcError::new(
                ErrorCode::InvalidRequest,
                format!("the server was shut down before `{method}`"),
            )),
        }
    }

    pub(crate) fn initialize(&mut self, raw: Option<&RawValue>) -> Result<String, RpcError> {
        if self.phase != Phase::New {
            return Err(RpcError::new(
                ErrorCode::InvalidRequest,
                "the server was already initialized",
            ));
        }
        let params: InitializeParams = rpc::params("initialize", raw)?;
        let own: OwnParams = rpc::params("initialize", raw).unwrap_or_default();
        let OwnCapabilities { same_diagnostics, documents } = own.capabilities.experimental.bobbin;
        self.client.keeps_diagnostics = same_diagnostics;
        self.client.takes_documents = documents;
        let WorkspaceCapabilities { workspace_edit, did_change_watched_files } =
            params.capabilities.workspace;
        self.client.takes_document_changes = workspace_edit.document_changes;
        self.client.can_watch = did_change_watched_files.dynamic_registration;
        match bobbin_json::from_str(raw.map_or("{}", RawValue::get)) {
            Ok(InitializationParams { initialization_options }) => {
                if let Some(HostParams(facts)) = initialization_options {
                    self.documents.set_host(facts);
                }
            }
            // A slip in an editor's settings is no reason to have no server.
            Err(error) => {
                let reason = format!("`initializationOptions` are left out: {error}");
                self.client.unfit_options = Some(RpcError::new(ErrorCode::InvalidParams, reason));
            }
        }
        let more = self.initialize_native(raw);
        self.phase = Phase::Running;
        Ok(initialize_result(&more))
    }

    pub(crate) fn shutdown(&mut self) -> Result<String, RpcError> {
        self.phase = Phase::ShutDown;
        self.client.said_shutdown = true;
        Ok("null".to_owned())
    }

    pub(crate) fn exit(&mut self) {
        self.phase = Phase::Exited;
    }

    pub(crate) fn is_running(&self) -> bool {
        self.phase == Phase::Running
    }
}

/// Returns LSP's `InitializeResult`.
fn initialize_result(more: &MoreCapabilities) -> String {
    let MoreCapabilities { encoding, top, in_workspace, .. } = more;
    let quoted = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|it| format!("\"{it}\"")).collect();
        words.join(",")
    };
    let rename = if more.prepares_renames { r#"{"prepareProvider":true}"# } else { "true" };
    let actions = if more.sorts_actions {
        format!(r#"{{"codeActionKinds":[{}]}}"#, quoted(&[QUICK_FIX, REFACTORING]))
    } else {
        "true".to_owned()
    };
    // The trigger characters separate keys, values and the parts of names in the languages. A blank
    // is none of them: it would ask at every word of every comment.
    format!(
        r#"{{"capabilities":{{
"positionEncoding":"{encoding}",{top}
"textDocumentSync":{{"openClose":true,"change":2}},
"completionProvider":{{"triggerCharacters":[".",":","=","[","$","{{"]}},
"hoverProvider":true,
"definitionProvider":true,
"referencesProvider":true,
"renameProvider":{rename},
"documentFormattingProvider":true,
"documentLinkProvider":{{}},
"documentSymbolProvider":true,
"codeActionProvider":{actions},
"foldingRangeProvider":true,
"workspace":{{{in_workspace}"fileOperations":{{"willRename":{{"filters":[{{"pattern":{{"glob":"**"}}}}]}}}}}},
"semanticTokensProvider":{{"legend":{{"tokenTypes":[{}],"tokenModifiers":[]}},"full":true,"range":true}},
"experimental":{{"bobbin":[{}]}}
}},"serverInfo":{{"name":"Bobbin","version":"{}"}}}}"#,
        quoted(&LEGEND),
        quoted(requests::METHODS),
        env!("CARGO_PKG_VERSION"),
    )
    .replace('\n', "")
}
