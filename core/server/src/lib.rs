//! The language server: messages in, messages out.
//!
//! [`Server::handle`] takes one JSON-RPC message and answers with the messages to send back. It
//! reads no clock, and files only by what it is given for it, so a worker, a command line and a test differ only in how messages
//! travel. The standard part is LSP; what goes beyond it is in [`bobbin_protocol`].
//!
//! [`Analysis`] is one text with all that can be asked of it, without messages; the server keeps
//! one per open document, and the npm package hands them out directly.

mod analysis;
pub mod convert;
mod documents;
mod drawing;
mod features;
mod files;
mod included;
mod inspect;
mod layout_json;
mod lifecycle;
mod lsp;
pub mod paths;
mod requests;
mod rpc;
mod sync;
mod unfinished;
mod uri;
mod watched;
mod well_formed;

pub use analysis::Analysis;
pub use files::{decompile, detect, encode, languages, open};
pub use included::{Disk, with_included};
pub use layout_json::layout_json;
pub use well_formed::well_formed;

use bobbin_core::HostFacts;
use documents::Documents;
use lifecycle::{Client, Phase};
use rpc::{ErrorCode, Incoming, RpcError};
use unfinished::Unfinished;

/// A language server for one client.
#[derive(Debug, Default)]
pub struct Server {
    phase: Phase,
    client: Client,
    documents: Documents,
    /// Requests whose answers are still owed, in their order.
    unfinished: Vec<Unfinished>,
}

impl Server {
    /// Creates a server that waits for `initialize`.
    #[must_use]
    pub fn new() -> Server {
        Server::default()
    }

    /// Creates a server on a machine whose files it may read: what documents include is found
    /// there, unless it is open. `host` counts until the client says otherwise.
    #[must_use]
    pub fn on_machine(host: HostFacts, disk: Disk) -> Server {
        Server { documents: Documents::on_machine(host, disk), ..Server::default() }
    }

    /// Takes one message and answers with the messages to send, in order.
    ///
    /// Never fails: what cannot be understood is answered with an error in words, or not at all if
    /// it was a notification, as JSON-RPC has it.
    pub fn handle(&mut self, message: &str) -> Vec<String> {
        let mut answers = self.begin(message);
        while self.has_work() {
            answers.extend(self.work(&mut || true));
        }
        answers
    }

    /// Works like [`Server::handle`] for clients whose messages wait in a queue: an answer that
    /// takes long and the diagnostics of a changed text are owed until [`Server::work`] has them.
    /// Changes that are begun one after the other without work in between are judged once.
    pub fn begin(&mut self, message: &str) -> Vec<String> {
        let message = well_formed(message);
        let incoming = match Incoming::parse(&message) {
            Ok(incoming) => incoming,
            Err(error) => return vec![rpc::failure("null", &error)],
        };
        match (incoming.method, incoming.id) {
            (Some(method), Some(id)) => {
                // What is asked is about the newest texts.
                self.documents.parse();
                if self.refuses(&method).is_none() && self.defers(&method, id, incoming.params) {
                    return Vec::new();
                }
                // After it nothing can be said any more.
                let mut messages =
                    if method == "shutdown" { self.publish_untold() } else { Vec::new() };
                let answer = match self.refuses(&method) {
                    Some(error) => Err(error),
                    None => self.request(&method, incoming.params),
                };
                messages.push(match answer {
                    Ok(result) => rpc::success(id.get(), &result),
                    Err(error) => rpc::failure(id.get(), &error),
                });
                messages
            }
            (Some(method), None) => {
                let mut messages = self.notification(&method, incoming.params);
                messages.extend(self.drop_outdated());
                messages
            }
            // An answer; the server asks nothing.
            (None, Some(_)) => Vec::new(),
            (None, None) => {
                let error = RpcError::new(
                    ErrorCode::InvalidRequest,
                    "the message has neither a method nor an id",
                );
                vec![rpc::failure("null", &error)]
            }
        }
    }

    /// Returns true once the client has sent `exit`; the process around the server should then end.
    #[must_use]
    pub fn has_exited(&self) -> bool {
        matches!(self.phase, Phase::Exited)
    }

    /// Returns true if the client sent `shutdown`, as it should before `exit`.
    #[must_use]
    pub fn was_shut_down(&self) -> bool {
        self.client.said_shutdown
    }
}
