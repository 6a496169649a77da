//! Messages in, messages out.

use crate::Server;
use crate::rpc::{self, ErrorCode, Incoming, RpcError};

impl Server {
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
        let incoming = match Incoming::parse(message) {
            Ok(incoming) => incoming,
            Err(error) => return vec![rpc::failure("null", &error)],
        };
        match (incoming.method, incoming.id) {
            (Some(method), Some(id)) => {
                // What is asked is about the newest texts.
                self.documents.parse();
                if self.refuses(&method).is_none()
                    && (self.defers(&method, id, incoming.params)
                        || self.native_defers(&method, id, incoming.params))
                {
                    return Vec::new();
                }
                // After it nothing can be said any more.
                let mut messages = Vec::new();
                if method == "shutdown" {
                    messages.extend(self.publish_untold());
                    messages.extend(self.give_up_all());
                }
                let answer = match self.refuses(&method) {
                    Some(error) => Err(error),
                    None => self.request(&method, incoming.params),
                };
                messages.extend(self.native.take_warnings());
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
}
