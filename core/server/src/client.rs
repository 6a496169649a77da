//! The client, and where the conversation with it stands.

use crate::rpc::RpcError;

/// The phase of the conversation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing but `initialize` is answered.
    #[default]
    New,
    /// Everything is answered.
    Running,
    /// Nothing is answered any more.
    ShutDown,
    /// The process should end.
    Exited,
}

/// Facts about the client.
#[derive(Debug, Default)]
pub(crate) struct Client {
    /// True if it takes edits with the version they are for.
    pub(crate) takes_document_changes: bool,
    pub(crate) said_shutdown: bool,
    /// True if it takes `bobbin/sameDiagnostics`.
    pub(crate) keeps_diagnostics: bool,
    /// True if it takes `bobbin/document`.
    pub(crate) takes_documents: bool,
    /// True if it can be asked to tell of files that change on the disk.
    pub(crate) can_watch: bool,
    /// The error in its `initializationOptions`, kept until `initialized`: before that nothing is logged.
    pub(crate) unfit_options: Option<RpcError>,
}
