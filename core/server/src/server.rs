//! The server's state: the client, the documents and what is owed.

use bobbin_core::HostFacts;
use bobbin_languages::LanguageId;

use crate::analysis::Analysis;
use crate::client::{Client, Phase};
use crate::documents::{Documents, OpenDocument};
use crate::included::Disk;
use crate::native::Native;
use crate::rpc::{ErrorCode, RpcError};
use crate::unfinished::Unfinished;

/// A language server for one client.
#[derive(Debug, Default)]
pub struct Server {
    pub(crate) phase: Phase,
    pub(crate) client: Client,
    pub(crate) documents: Documents,
    /// Requests whose answers are still owed, in their order.
    pub(crate) unfinished: Vec<Unfinished>,
    /// The part for other editors than the page.
    pub(crate) native: Native,
}

impl Server {
    /// A server that waits for `initialize`.
    #[must_use]
    pub fn new() -> Server {
        Server::default()
    }

    /// A server on a machine whose files it may read: what documents include is found there, unless
    /// it is open. `host` counts until the client says otherwise.
    #[must_use]
    pub fn on_machine(host: HostFacts, disk: Disk) -> Server {
        Server { documents: Documents::on_machine(host, disk), ..Server::default() }
    }

    /// Says the language of documents whose language neither the client nor their text tells.
    pub fn set_language(&mut self, language: Option<LanguageId>) {
        self.documents.set_language(language);
    }

    /// Returns true once the client has said `exit`; the process around the server should then end.
    #[must_use]
    pub fn has_exited(&self) -> bool {
        matches!(self.phase, Phase::Exited)
    }

    /// Returns true if the client has said `shutdown`, as it should before `exit`.
    #[must_use]
    pub fn was_shut_down(&self) -> bool {
        self.client.said_shutdown
    }

    /// Returns an open document.
    pub(crate) fn document(&self, uri: &str) -> Result<&OpenDocument, RpcError> {
        self.documents.get(uri).ok_or_else(|| RpcError::not_open(uri))
    }

    /// Returns what is known of a document; `None` if its language is not.
    pub(crate) fn analysis(&self, uri: &str) -> Result<Option<&Analysis>, RpcError> {
        Ok(self.document(uri)?.analysis.as_ref())
    }

    /// Returns a document whose language is known.
    pub(crate) fn known(&self, uri: &str) -> Result<(&OpenDocument, &Analysis), RpcError> {
        let document = self.document(uri)?;
        let analysis = document.analysis.as_ref().ok_or_else(|| {
            let reason = format!("the language of `{uri}` is not known");
            RpcError::new(ErrorCode::InvalidParams, reason)
        })?;
        Ok((document, analysis))
    }
}
