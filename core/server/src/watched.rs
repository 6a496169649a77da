//! Files that change on the disk.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Server;
use crate::rpc::{self, RpcError};

#[derive(Debug, Deserialize)]
struct DidChangeWatchedFilesParams {
    changes: Vec<FileEvent>,
}

/// A file that was made, changed or taken away: in each case it is read again.
#[derive(Debug, Deserialize)]
struct FileEvent {
    uri: String,
}

/// Asks the client to tell of all files, because an include may name a file of any ending.
const REGISTRATION: &str = r#"{"jsonrpc":"2.0","id":"bobbin-watched-files","method":"client/registerCapability","params":{"registrations":[{"id":"bobbin-watched-files","method":"workspace/didChangeWatchedFiles","registerOptions":{"watchers":[{"globPattern":"**/*"}]}}]}}"#;

impl Server {
    /// Asks the client to watch files, if the server reads any and the client can.
    pub(crate) fn watch(&self) -> Vec<String> {
        let is_wanted = self.client.can_watch && self.documents.reads_files();
        is_wanted.then(|| REGISTRATION.to_owned()).into_iter().collect()
    }

    pub(crate) fn files_changed(
        &mut self,
        raw: Option<&RawValue>,
    ) -> Result<Vec<String>, RpcError> {
        let DidChangeWatchedFilesParams { changes } =
            rpc::params("workspace/didChangeWatchedFiles", raw)?;
        let uris: Vec<String> = changes.into_iter().map(|it| it.uri).collect();
        self.native.note_changes_on_disk(&uris, &self.documents);
        self.documents.note_changes_on_disk(&uris);
        Ok(Vec::new())
    }
}
